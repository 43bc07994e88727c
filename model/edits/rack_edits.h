// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of racks on the floor plan: place, move, turn, rename, remove, mirror, align, distribute. An
// overlap on the plan is not refused here but found by a rule, so that a person may pass through it.

#include "model/edits/target.h"

namespace rackwright::edits {

/// A new rack (id 0) of a part; an empty name takes the next free one of its row.
Edit placeRack(const Target& target, Rack rack, PartPtr part);

Edit moveRacks(const Target& target, std::vector<Id<Rack>> racks, Point by);
/// Turns each rack about its own centre, clockwise.
Edit rotateRacks(const Target& target, std::vector<Id<Rack>> racks, Angle by);
Edit renameRack(const Target& target, Id<Rack> rack, std::string name);
Edit setRackPowerCap(const Target& target, std::vector<Id<Rack>> racks, std::optional<Power> cap);
/// Label of the rack row on the plan.
Edit setRackRow(const Target& target, std::vector<Id<Rack>> racks, std::string row);
Edit setRackRole(const Target& target, std::vector<Id<Rack>> racks, std::string role);
Edit setRackScope(const Target& target, std::vector<Id<Rack>> racks, Scope scope);
/// Removes racks with everything in them.
Edit removeRacks(const Target& target, std::vector<Id<Rack>> racks);

/// Reflects racks at a line across the plan (y = at) or down the plan (x = at); fronts turn with it.
enum class MirrorLine : std::uint8_t { Across, Down };
Edit mirrorRacks(const Target& target, std::vector<Id<Rack>> racks, MirrorLine line, Length at);

/// Moves racks so that their outlines share an edge or centre line with the first of them.
enum class Alignment : std::uint8_t { Left, Right, Top, Bottom, CentreX, CentreY };
Edit alignRacks(const Target& target, std::vector<Id<Rack>> racks, Alignment alignment);

/// Even gaps between the racks, the outermost staying where they are.
enum class Direction : std::uint8_t { X, Y };
Edit distributeRacks(const Target& target, std::vector<Id<Rack>> racks, Direction direction);

} // namespace rackwright::edits
