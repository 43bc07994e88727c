// SPDX-License-Identifier: GPL-3.0-or-later
// Gigabytes are no rate.
// expect-error: conversion|no match
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const DataRate rate = 12.0 * gigabyte / second;
#else
const DataRate rate = 12.0 * gigabyte;
#endif
