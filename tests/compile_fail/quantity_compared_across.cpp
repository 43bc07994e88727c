// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities of different dimensions are never compared.
// expect-error: no match for .*operator
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const bool isLess = 3.0 * kilowatt < 2.0 * megawatt;
#else
const bool isLess = 3.0 * kilowatt < 2.0 * kilowattHour;
#endif
