// SPDX-License-Identifier: GPL-3.0-or-later
// A length and a bare number never add.
// expect-error: no match for .*operator
#include "model/units/length.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const Length sum = Length::millimetres(600) + Length::millimetres(2);
#else
const Length sum = Length::millimetres(600) + 2.0;
#endif
