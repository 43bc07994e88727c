// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The ladder of a node as a chart: a bar for each rung, logarithmic, the last one bad where it is less than the jobs
// ask for. The workspace and the proposal draw the same.

#include "model/figures/value.h"
#include "solvers/fabric/node_ladder.h"
#include "ui/charts/chart.h"
#include "ui/text/texts.h"

#include <optional>
#include <vector>

namespace rackwright {

struct RungReading {
    LadderRung rung = LadderRung::Memory;
    Value value; ///< B/s; may be unknown
};

/// `demand`: what the jobs read of the storage per accelerator; unset: nobody says.
Chart ladderChart(const std::vector<RungReading>& rungs, const std::optional<Value>& demand, const Texts& texts);

} // namespace rackwright
