// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/feed_headroom.h"

#include "solvers/facility/room_limits.h"
#include "solvers/power/figures.h"

#include <algorithm>

namespace rackwright {

std::optional<double> feedHeadroom(const Solution& solution, const Project& project, const PowerElement& element) {
    const auto known = [&](FigureHandle figure) -> std::optional<double> {
        const FigureResult* result = solution.find(figure, Subject(element.id));
        if (!result || result->error || !result->value.isKnown())
            return std::nullopt;
        return result->value.typical();
    };
    const auto rating = known(figure_of::feedRating), peak = known(figure_of::feedPowerPeak);
    if (!rating || !peak)
        return std::nullopt;
    // Without another side nothing is left to be shed to: the nameplate counts, which the figure then is.
    if (element.side != FeedSide::None && !isLossBorne(project))
        return *rating - *peak;
    const auto afterLoss = known(figure_of::feedPowerOtherLost);
    return afterLoss ? std::optional(*rating - std::max(*peak, *afterLoss)) : std::nullopt;
}

} // namespace rackwright
