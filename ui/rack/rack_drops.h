// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a part from the catalogue becomes when it is dropped into a rack: a device, a rack PDU or shelf with its feed
// side, or a cooling unit. Also how things in racks move. Pure functions; the views only call them.

#include "model/design/occupancy.h"
#include "model/edits/target.h"
#include "solvers/engine/figure.h"
#include "ui/text/texts.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Whether the part goes into racks at all.
bool goesIntoRacks(const Part& part);

/// What a part that takes no place of its own is built into or belongs to; nothing for one that is placed.
std::optional<Message> whyNotPlaced(const Part& part);

/// Whether it hangs beside the rails and takes no rack unit.
bool hangsBeside(const Part& part);

/// How a new thing of the part counts when its place is judged.
Candidate candidateOf(const Part& part);

/// Puts a new thing of the part at a place.
Edit dropPart(const edits::Target& target, const PartPtr& part, const Placement& placement);

/// Puts a new thing of the part at the first place of the rack that takes it: between the rails, beside them for a 0U
/// part, on the rear for a door. Refused with the reason where there is none.
Edit dropPartInRack(const edits::Target& target, const PartPtr& part, Id<Rack> rack);
/// Puts so many new things of the part into each of the racks, as far as it has free places.
struct BulkDrop {
    std::optional<Edit> edit;      ///< one step; nothing where no rack takes it
    std::size_t taken = 0;         ///< racks that take it
    std::size_t placed = 0;        ///< things, in all of them
    std::vector<Id<Rack>> refused; ///< racks without a place for it
    Id<Rack> nextRack;             ///< the nearest other rack of the room that has one, where racks refuse
    Placement nextPlace;           ///< in it
};
BulkDrop dropIntoAll(const Project& project, const PartPtr& part, const std::vector<Id<Rack>>& racks,
                     std::int64_t each = 1);

/// How many racks took the part, which did not, and where the next free place is; empty where all took it.
std::string bulkDropText(const Design& design, const Part& part, const BulkDrop& bulk, const Texts& texts);

/// A thing in a rack and where it goes.
struct ThingMove {
    Subject thing;
    Placement placement;
};
/// Moves devices together; a PDU or cooling unit moves alone. Copying is for devices.
Edit moveThings(const edits::Target& target, const std::vector<ThingMove>& moves, bool copies);

} // namespace rackwright
