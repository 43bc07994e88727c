// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedules of cables: the list of all cables, the port map of the switches, and the totals by network, medium and
// length. There may be 400,000 cables, so that the lists are made in pieces, when they are written and not before.

#include "solvers/engine/context.h"
#include "solvers/schedules/schedule.h"

#include <cstddef>

namespace rackwright {

/// A piece of a long schedule: `count` cables (or switches) from the place `from` in the order of ids.
struct SchedulePiece {
    std::size_t from = 0;
    std::size_t count = 0;
};

/// One row a cable, with why its medium was chosen; also the list by which the cabling is verified point to point.
Schedule cableSchedule(const Context& context, SchedulePiece piece);
/// One row a port in use of a switch.
Schedule portMap(const Context& context, SchedulePiece switches);
/// Count, length and planning price by network, medium and order length, with a total.
Schedule cableSummary(const Context& context);

/// Switches with a cable, for the pieces of the port map.
std::size_t cabledSwitches(const Context& context);

} // namespace rackwright
