// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The air of a room as it is shown on its plan: the field between racks, tile by tile, and what is said of it.

#include "solvers/airflow/room_air.h"
#include "ui/paint/overlay.h"
#include "ui/text/texts.h"

namespace rackwright {

/// Of each tile the warmest air at the height of racks; tiles that hold no air have no colour. Empty where the air is
/// not known.
OverlayField airField(const RoomAir& air);
/// What the colours of a field mean: the first two are those of inlets, too, and are left out.
std::vector<OverlayKey> airFieldKeys(const OverlayField& field, const Texts& texts);
/// Accuracy, capture index and the indices of the room.
std::vector<QString> airNotes(const RoomAir& air, const Texts& texts);

} // namespace rackwright
