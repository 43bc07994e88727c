// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where liquid of a loop is handed over to a rack or unit: pipe sizes that are drawn, connectors of data sheets, and
// what the site record says of its water.

#include "solvers/cooling/rack_service.h"

#include <map>
#include <string>

namespace rackwright {

/// The widest main of each loop, as its pipes are drawn.
class LoopPipes {
public:
    explicit LoopPipes(const Context& context);
    /// "DN100"; empty where no pipe of the loop has a size.
    std::string size(Id<CoolingLoop> loop) const;

private:
    std::map<Id<CoolingLoop>, std::int64_t> m_widest;
};

/// "UQD, DN50" of what a rack's manifolds, doors and units and its loop say; a word on why where it is not known.
ScheduleCell couplingCell(const Context& context, const Rack& rack, const RackService& service, const LoopPipes& pipes);
/// The same of a unit that gives its heat to `loop`.
ScheduleCell couplingCell(const Context& context, const CoolingUnit& unit, const CoolingLoop& loop,
                          const LoopPipes& pipes);
/// Of the loop, else, where it is the site's water, of the site record.
ScheduleCell fluidCell(const Context& context, const CoolingLoop& loop);
/// Pressure difference that is there: of the loop, else, where it is the site's water, of the site record.
Value loopPressure(const Context& context, const CoolingLoop& loop);
/// Largest pressure drop that data sheets of what stands in the rack state at the loop's supply.
Value statedDrop(const Context& context, const Rack& rack);

} // namespace rackwright
