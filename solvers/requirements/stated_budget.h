// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The budget that the requirements state, beside the price of the design, for the limits of its rooms.

#include "solvers/engine/finding.h"
#include "solvers/facility/room_limits.h"

#include <optional>

namespace rackwright {

/// The smallest price that a requirement asks for at most; nothing where none does or nothing of the template stands.
std::optional<RoomBudget> statedBudget(const Context& context, const FigureTable& figures, const RoomTemplate& of);

} // namespace rackwright
