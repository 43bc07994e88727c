// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a part consists of that is a part itself: the accelerators of a node, whose rates and memory stand in a row of
// their own. A part names its components by their ids, and the library hands it out with them, so that whoever embeds
// the one embeds the others (model/edits/part_edits.h). Parts read from a file have theirs in the file, or lack them.

#include "model/parts/part.h"

#include <string>
#include <vector>

namespace rackwright {

/// Ids of what a part consists of, each once, in the order of its attributes.
std::vector<std::string> componentIds(const Part& part);

/// The part as one hands it out: the pointer knows the components, the part itself is as it was.
PartPtr partWithComponents(Part part, std::vector<PartPtr> components);

/// The components that came with the pointer; none for a part that did not come from a library.
const std::vector<PartPtr>& componentsOf(const PartPtr& part);

} // namespace rackwright
