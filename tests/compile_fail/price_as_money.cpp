// SPDX-License-Identifier: GPL-3.0-or-later
// A price per unit is no total.
// expect-error: conversion
#include "model/units/money.h"

using namespace rackwright;

#ifdef RW_VALID
const PriceRate price(5, Currency::usd());
#else
const Money total = PriceRate(5, Currency::usd());
#endif
