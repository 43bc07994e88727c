// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The readiness domain: the checklist of the site and its software, rule SITE-01, its schedule, and the acceptance tests
// of nodes and storage.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain readinessDomain();

Schedule readinessSchedule(const Context& context, const FigureTable& figures);
/// What is run before hand-over beside the collectives: burn-in, HPL, memory and storage, with what to expect.
Schedule acceptanceTestSchedule(const Context& context, const FigureTable& figures);
std::vector<Rule> readinessRules();

} // namespace rackwright
