// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which orderable cables, transceivers and fibres a project should know before the cables of some ports are chosen. It
// prefers none: the choice is made link by link. Used where networks are drawn.

#include "model/parts/part.h"

#include <span>
#include <vector>

namespace rackwright {

/// Of the parts offered those that plug into one of the ports at its speed or that of its whole cage, and the fibres
/// where a transceiver is among them. Planning classes and what is no cabling part are left out.
std::vector<PartPtr> cableKitFor(std::span<const PortGroup> ports, std::span<const PartPtr> offered);

} // namespace rackwright
