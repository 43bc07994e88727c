// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The bill of materials as a schedule.

#include "solvers/cost/bill.h"
#include "solvers/engine/schedule.h"

namespace rackwright {

/// What the customer gets: no cost, margin, supplier or price source is ever read for it.
Schedule billForCustomer(const Context& context, const Bill& bill);
/// For our own use, with the source of each price.
Schedule billForUs(const Context& context, const Bill& bill);

} // namespace rackwright
