// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the things of a clip stand in a rack that they are put into: at their own units where those are free, else
// together as near to them as they fit, else each where there is room. Internal to model/edits.

#include "model/edits/target.h"

namespace rackwright::edits {

struct PlacedThing {
    std::uint64_t id; ///< of its row in the clip
    Placement placement;
};

/// Whether the clip holds what stands in racks alone, not in the tray.
bool needsRack(const Design& clip);
/// A place for each thing of the clip that stands in racks, or the reason why one has none.
Result<std::vector<PlacedThing>> placesInRack(const Project& project, const Design& design, const Document& clip,
                                              const Rack& rack);

} // namespace rackwright::edits
