// SPDX-License-Identifier: GPL-3.0-or-later
// Operations and bytes never add.
// expect-error: no match for .*operator
#include "model/units/quantity.h"

using namespace rackwright;
using namespace rackwright::unit;

#ifdef RW_VALID
const OperationRate sum = teraflops + petaflops;
#else
const auto sum = teraflops + terabyte;
#endif
