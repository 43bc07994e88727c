// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Domain "fabric": figures and rules of the networks of a design: endpoints, bisection with its bounds,
// oversubscription, loads and what one fault leaves. The report of a network works them out.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain fabricDomain();
std::vector<Rule> fabricRules();

/// What one loss leaves of each network, a row per class of likes.
Schedule failureSchedule(const Context& context, const std::stop_token& stop = {});
/// What nccl-tests should measure of each compute network, a row per number of nodes, with room for what they do.
Schedule acceptanceSchedule(const Context& context);

} // namespace rackwright
