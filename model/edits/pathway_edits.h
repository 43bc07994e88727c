// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of pathways that are there: their points moved, tapped and taken out, and a pair of busways over a row of
// racks. Runs are drawn and removed in room_edits.h.

#include "model/edits/target.h"

namespace rackwright::edits {

/// Moves points of pathways; the stretches that end there follow.
Edit movePathNodes(const Target& target, std::vector<Id<PathNode>> nodes, Point by);
/// Replaces points (place, height, kind, valve) as one step.
Edit putPathNodes(const Target& target, std::vector<PathNode> nodes);
/// Replaces stretches (name, cross section, fill, what they carry) as one step; their ends must be there.
Edit putPathSegments(const Target& target, std::vector<PathSegment> segments);
/// A tap or drop on the pathway of the room that passes nearest to `near`: busways and pipe mains are tapped (pipes
/// with a valve), trays, ducts and conduits get a drop. Refused where none passes within `reach`.
Edit addPathTap(const Target& target, Id<Room> room, Point near, Length reach);
/// Takes points out: two stretches that meet there become one; the end of a run takes its stretch along. A point where
/// several runs meet is refused.
Edit removePathNodes(const Target& target, std::vector<Id<PathNode>> nodes);

/// Busways of the feeds A and B over a row, as drawn things and as elements of the power graph.
struct BuswaysOverRow {
    std::vector<Id<Rack>> racks; ///< of one room
    std::string nameA, nameB;
    Length heightA = Length::millimetres(2400);
    Length heightB = Length::millimetres(2700);
    Length aside = Length::millimetres(250);    ///< from the middle of the row, A to the front or left
    Length overhang = Length::millimetres(300); ///< beyond the outer racks
    PartPtr part;                               ///< null: known by its rating alone
    std::optional<Current> rating;
    std::optional<Voltage> voltage;
    bool hasTaps = true; ///< a tap over each rack
    bool feedsRackPdus =
        true; ///< circuits to the racks' PDUs and power shelves of the same side that nothing feeds yet
};
Edit addBuswaysOverRow(const Target& target, BuswaysOverRow row);

} // namespace rackwright::edits
