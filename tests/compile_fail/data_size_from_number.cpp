// SPDX-License-Identifier: GPL-3.0-or-later
// A bare number is no size: GB or GiB must be said.
// expect-error: conversion
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const DataSize size = 80.0 * gibibyte;
#else
const DataSize size = 80.0;
#endif
