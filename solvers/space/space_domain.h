// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The space domain: what a design holds, rack units, areas and weights, and the rules of rack and floor.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain spaceDomain();

std::vector<Rule> rackRules();
std::vector<Rule> floorRules();
std::vector<Rule> partRules();

/// A row a rack: weights and floor loads beside their limits.
Schedule weightSchedule(const Context& context, const FigureTable& figures);
/// That the whole rack may weigh by its data sheet: what it may hold and itself.
Value rackWeightLimit(const Context& context, const FigureTable& figures, const Rack& rack);

} // namespace rackwright
