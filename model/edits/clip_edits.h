// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows that are copied within a design, or out of it and into this or another one: a clip is a small document of one
// option with the chosen rows, what belongs to them and the parts that they use, so that it is written and read like a
// design file.

#include "model/edits/target.h"

namespace rackwright::edits {

/// What is chosen to be copied or moved; rows that are not there are passed over.
struct ClipRows {
    std::vector<Id<Rack>> racks{};
    std::vector<Id<Device>> devices{};
    std::vector<Id<PowerElement>> powerElements{};
    std::vector<Id<CoolingUnit>> coolingUnits{};
    std::vector<Id<RoomObject>> objects{};
    std::vector<Id<PathSegment>> segments{};
    std::vector<Id<CoolingLoop>> loops{};

    /// Of all kinds together.
    std::size_t count() const {
        return racks.size() + devices.size() + powerElements.size() + coolingUnits.size() + objects.size() +
               segments.size() + loops.size();
    }
};

/// The chosen rows; racks and devices with all that is in them and the cables between them. What a row names outside of
/// the clip it names no more. Its design is empty where nothing of the choice is there.
Document clipOf(const Project& project, const Design& design, const ClipRows& rows);

/// Whether the clip holds something that stands on a floor; else it holds what stands in racks, or nothing.
bool standsOnFloor(const Design& clip);
/// What of the clip takes up floor, the racks first: what a place for them is looked for with.
struct ClipFootprints {
    std::vector<Footprint> things;
    Box box;       ///< of all that the clip holds on the floor, drawn things too
    Id<Room> room; ///< where the first of them stood
};
ClipFootprints footprintsOf(const Project& clip);

/// Puts a clip onto the floor of a room, moved by `by`, under new ids and free names. Networks, rack types and loops
/// that the design has are joined.
Edit pasteOnFloor(const Target& target, const Document& clip, Id<Room> room, Point by);
/// Puts the devices and rack PDUs of a clip into each of the racks: at their own units where those are free, else
/// together as near to them as they fit, else each where there is room. Without a rack devices go to the tray.
Edit pasteIntoRacks(const Target& target, const Document& clip, std::vector<Id<Rack>> racks);

/// Copies rows of a design beside themselves with what clipOf() takes of them, moved by `by`. What room units do for
/// racks they do for the copies; PDUs of the copies are not connected upstream yet.
Edit duplicateRows(const Target& target, ClipRows rows, Point by);
/// Whether the rows are power and cooling plant alone, not all of it in racks: a chain of supply, or a part of one.
bool isPlant(const Design& design, const ClipRows& rows);
/// Copies plant of a design with the circuits and loops among it. What stands on the floor moves by `by`; what hangs in
/// racks goes to their next free places. A linked chain of one side A or B becomes the other side, its names too.
Edit duplicatePlant(const Target& target, ClipRows rows, Point by);
/// `copies` copies of the racks together, each a further `step` away.
Edit arrayRacks(const Target& target, std::vector<Id<Rack>> racks, std::int64_t copies, Point step);

} // namespace rackwright::edits
