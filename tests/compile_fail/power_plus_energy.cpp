// SPDX-License-Identifier: GPL-3.0-or-later
// Power and energy never add.
// expect-error: no match for .*operator
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const Power sum = 3.0 * kilowatt + 2.0 * kilowattHour / hour;
#else
const Power sum = 3.0 * kilowatt + 2.0 * kilowattHour;
#endif
