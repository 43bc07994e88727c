// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture to trace below a plan: read from a file with all checks, embedded in the project, set to scale by two points,
// taken out again with its bytes.

#include "model/edits/target.h"

#include <QString>

namespace rackwright {

/// Lays the picture of a PNG file into the room, as wide as that is. Refused with the reason where the file is no whole
/// PNG, is too large, or cannot be decoded.
Result<Edit> insertUnderlay(const edits::Target& target, const QString& path, const Room& room);

/// The underlay with its picture grown about `from` so that the way from -> to is `distance` long.
Result<RoomObject> scaledUnderlay(RoomObject object, Point from, Point to, Length distance);

/// Takes the picture out, and its bytes where no option shows it any more.
Edit removeUnderlay(const edits::Target& target, const RoomObject& object);

/// The underlay that commands mean: the selected one, else the newest of the room; null where there is none.
const RoomObject* underlayOf(const Design& design, Id<Room> room, const std::vector<std::uint64_t>& selected);

} // namespace rackwright
