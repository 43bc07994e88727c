// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Moves of things to another room, by a command or by cut and paste: they stay what they are, so that cables, feeds and
// cooling that lead out of them stay too. What only held in the old room goes: typed lengths and routes of cables that
// lead out, and air of units that stay behind.

#include "model/edits/clip_edits.h"

namespace rackwright::edits {

/// Puts things with all that is in and on them into another room, moved by `by`.
Edit moveToRoom(const Target& target, ClipRows rows, Id<Room> room, Point by);
/// Cables between the things, with all in and on them, and other rooms.
std::size_t cablesToOtherRooms(const Design& design, const ClipRows& rows);

/// What a cut took out of a design: `before` with it, `after` without.
struct CutRows {
    ClipRows rows;
    DesignPtr before;
    DesignPtr after;
};

/// Whether nothing of it is in the design, so that it can be put back as what it was.
bool canPutBack(const CutRows& cut, const Design& design);
/// What leads out of it comes back where the other end still is and its port is still free.
Edit putBackOnFloor(const Target& target, CutRows cut, Id<Room> room, Point by);
/// The same for what stands in racks; `clip` is what clipOf() took of it.
Edit putBackInRack(const Target& target, CutRows cut, const Document& clip, Id<Rack> rack);

} // namespace rackwright::edits
