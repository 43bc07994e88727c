// SPDX-License-Identifier: GPL-3.0-or-later
// Two points on a temperature scale never add.
// expect-error: no match for .*operator
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const Temperature sum = Temperature::celsius(20) + 5.0 * kelvin;
#else
const Temperature sum = Temperature::celsius(20) + Temperature::celsius(5);
#endif
