// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The inference domain: memory, times, rates and cost of workloads that serve a model.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain inferenceDomain();

/// INFER-01 and INFER-02.
std::vector<Rule> inferenceRules();

} // namespace rackwright
