// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The section of a hall along a row of racks, true to scale: structural floor, raised floor, racks with their heights,
// containment, pathways above and below, columns and ceiling. It reads a design and works nothing out; what is not
// known is said below it.

#include "ui/paint/drawing.h"
#include "ui/text/texts.h"

#include "model/project/project.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Racks of a room with one row label; of racks without one those that stand in one line.
struct SectionRow {
    Id<Room> room;
    std::string name; ///< empty: its racks have no row label
    std::vector<Id<Rack>> racks;
};

/// The row with the most racks; unset where the room holds none whose size is known.
std::optional<SectionRow> longestRow(const Project& project, const Design& design, Id<Room> room);
/// The row that a rack stands in.
std::optional<SectionRow> rowOfRack(const Project& project, const Design& design, Id<Rack> rack);

/// At the largest usual scale at which it fits on paper of this size (mm).
Drawing hallSectionDrawing(const Project& project, const Design& design, const SectionRow& row, const Texts& texts,
                           QSizeF paper);

} // namespace rackwright
