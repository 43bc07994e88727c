// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The cost domain: figures of price, price quality, lead time and owning; rules of cost and quote;
// settings. Monte Carlo and tornado are not here.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain costDomain();

std::vector<Rule> costRules();
std::vector<Rule> quoteRules();

} // namespace rackwright
