// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of rooms, of what is drawn in them (walls, columns, doors, aisles, raised floor, dimensions) and of pathways.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Adds a room (id 0) or replaces one.
Edit putRoom(const Target& target, Room room);
/// Removes an empty room with its drawing; refused while racks, devices or pathways stand in it.
Edit removeRoom(const Target& target, Id<Room> room);

/// Adds what is drawn in a room (id 0) or replaces it.
Edit putRoomObject(const Target& target, RoomObject object);
Edit moveRoomObjects(const Target& target, std::vector<Id<RoomObject>> objects, Point by);
Edit removeRoomObjects(const Target& target, std::vector<Id<RoomObject>> objects);

/// A run of pathway: nodes along `places` at one height, joined by segments like `pattern` (its id and ends are
/// ignored).
Edit addPathway(const Target& target, Id<Room> room, std::vector<Point> places, Length height, PathSegment pattern);
/// Removes segments, with nodes that no other segment uses.
Edit removePathSegments(const Target& target, std::vector<Id<PathSegment>> segments);

} // namespace rackwright::edits
