// SPDX-License-Identifier: GPL-3.0-or-later
// A bare number is no power.
// expect-error: conversion
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const Power power(850.0);
#else
const Power power = 850.0;
#endif
