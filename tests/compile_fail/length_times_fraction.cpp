// SPDX-License-Identifier: GPL-3.0-or-later
// The product of two lengths is an area, not a length.
// expect-error: no match for .*operator|conversion
#include "model/units/length.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const Length product = Length::millimetres(600) * 2;
#else
const Length product = Length::millimetres(600) * Length::millimetres(2);
#endif
