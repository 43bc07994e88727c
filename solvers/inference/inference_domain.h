// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The inference domain: memory, times, rates and cost of workloads that serve a model.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain inferenceDomain();

/// INFER-01 and INFER-02.
std::vector<Rule> inferenceRules();

/// A row per workload that serves.
Schedule inferenceSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
