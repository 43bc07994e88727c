// SPDX-License-Identifier: GPL-3.0-or-later
// Money and a bare number never add.
// expect-error: no match for .*operator
#include "model/units/money.h"

using namespace rackwright;

#ifdef RW_VALID
const Result<Money> total = sum(Money(1250, Currency::usd()), Money(5, Currency::usd()));
#else
const Money total = Money(1250, Currency::usd()) + 5.0;
#endif
