// SPDX-License-Identifier: GPL-3.0-or-later
// A size and a rate never add.
// expect-error: no match for .*operator
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const DataSize sum = 1.0 * gigabyte + 2.0 * gigabytePerSecond * second;
#else
const DataSize sum = 1.0 * gigabyte + 2.0 * gigabytePerSecond;
#endif
