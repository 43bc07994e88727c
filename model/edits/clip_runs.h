// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which stretches of busways copies of racks leave behind.

#include "model/edits/clip_edits.h"

namespace rackwright::edits {

/// Stretches of busways among rows with racks whose busway is not chosen itself: copies of racks hang on the busways
/// that are there, so that no copy takes these along.
std::vector<Id<PathSegment>> runsLeftOut(const Design& design, const ClipRows& rows);

} // namespace rackwright::edits
