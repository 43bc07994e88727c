// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables that plan and racks hand out: the racks of a room with their places and loads, and the devices of racks with
// theirs. The header first; cells are plain numbers in the unit of their column.

#include "ui/document/studio_document.h"
#include "ui/text/texts.h"

#include <QStringList>

#include <vector>

namespace rackwright {

std::vector<QStringList> rackTable(const StudioDocument& document, Id<Room> room, const Texts& texts);
std::vector<QStringList> deviceTable(const StudioDocument& document, const std::vector<Id<Rack>>& racks,
                                     const Texts& texts);

} // namespace rackwright
