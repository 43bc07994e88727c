// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of whatever is selected, racks and floor units and drawn things together, as one step of the undo list.

#include "model/edits/target.h"
#include "solvers/engine/figure.h"

#include <optional>
#include <vector>

namespace rackwright {

/// Nothing when none of the subjects can be moved on the plan.
std::optional<Edit> moveEdit(const Project& project, const std::vector<Subject>& subjects, Point by);
/// Nothing when none of the subjects can be taken out.
std::optional<Edit> removeEdit(const Project& project, const std::vector<Subject>& subjects);

/// A subject of kind Pathway is a stretch of one or one of its points; no two rows of a project share an id.
std::vector<Id<PathSegment>> pathStretchesOf(const Design& design, const std::vector<Subject>& subjects);
std::vector<Id<PathNode>> pathPointsOf(const Design& design, const std::vector<Subject>& subjects);

std::vector<Id<Rack>> racksOf(const std::vector<Subject>& subjects);

} // namespace rackwright
