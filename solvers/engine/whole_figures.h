// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of whole designs alone, for comparing them: no single racks and devices, no rules.

#include "solvers/engine/solution.h"

#include <vector>

namespace rackwright {

/// Whether a figure is about the whole design or a section of its bill.
bool isOfTheWhole(const FigureDefinition& figure);

/// The figures of the whole of each snapshot, one after the other: what a snapshot shares with the one before it is not
/// worked out again. Other figures and the report are not in these solutions.
std::vector<SolutionPtr> solveWholes(const std::vector<Snapshot>& snapshots, const DomainsPtr& domains);

} // namespace rackwright
