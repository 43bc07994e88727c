// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What loops, units and racks of the loop diagram carry, from a solution. The window and the documents ask here.

#include "solvers/engine/solution.h"
#include "solvers/facility/losses.h"
#include "ui/paint/loop_diagram.h"

namespace rackwright {

LoopReadings loopReadingsOf(const Solution& solution, const Texts& texts);
/// What is out of service says so, what takes its heat carries it; the heat of racks stays.
void addLossTo(LoopReadings& readings, const Solution& solution, const HallLoss& loss, const Texts& texts);
/// Of what a loss takes: it is lost itself, or stands still with that.
std::string outWords(const HallLoss& loss, Subject subject, const Texts& texts);

/// What a unit takes and can take, W. Capacity is that of the unit as it is connected, else its rating.
struct UnitLoad {
    Value heat = Value::unknown(), capacity = Value::unknown(), rating = Value::unknown();
    /// Unset while either is not known; of a load that is known in part only where that is too much already.
    std::optional<double> share() const;
    /// Capacity less heat, unset with the share.
    std::optional<double> headroom() const;
};
UnitLoad unitLoadOf(const Solution& solution, Id<CoolingUnit> unit);

/// Air that a unit moves at its rating, m3/s: its own field, else its part's.
std::optional<double> suppliedAirOf(const Context& context, const CoolingUnit& unit);

} // namespace rackwright
