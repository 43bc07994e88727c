// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures, rules and settings of training workloads on the accelerators that are drawn. The session joins it with the
// other domains.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain trainingDomain();
std::vector<Rule> trainingRules();

/// The tables that training jobs are worked out from.
Reads jobReads();

} // namespace rackwright
