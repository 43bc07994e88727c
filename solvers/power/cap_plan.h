// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power cap of all accelerators that brings the design down to the site's limit, and what it costs in speed as a
// band. A watt that an accelerator saves saves its losses and its cooling too, where the limit is one of the utility.
// Nothing is capped by it.

#include "solvers/engine/schedule.h"
#include "solvers/power/cap_advice.h"
#include "solvers/power/power_cap.h"
#include "solvers/power/swing.h"
#include "solvers/space/inventory.h"

#include <string>

namespace rackwright {

/// What is in the way of a cap for all accelerators ("systems with accelerators", devices that are capped already);
/// empty: nothing.
std::string capObstacle(const Context& context);
/// The accelerator that all systems hold; null where they hold several or none.
const Part* onlyAccelerator(const Context& context);
bool isLimitOfIt(const Context& context);

/// Own limits of all accelerators, W.
template <class N>
Quantity<dim::Power, N> acceleratorLimits(const Context& context) {
    Sum<dim::Power, N> sum;
    for (const PartCount& group : acceleratedGroups(context))
        sum.add(times(group.count, partName<N>(context, group.part),
                      partNumber<N>(context, acceleratorPart(context, group.part), attribute::tdp) *
                          partNumber<N>(context, group.part, attribute::acceleratorCount).si()));
    return sum.total();
}

template <class N>
N acceleratorsInSystems(const Context& context) {
    Sum<dim::None, N> sum;
    for (const PartCount& group : acceleratedGroups(context))
        sum.add(times(group.count, partName<N>(context, group.part),
                      partNumber<N>(context, group.part, attribute::acceleratorCount)));
    return sum.total().si();
}

/// Load on the site's limit for each watt that devices draw at most.
template <class N>
N loadPerWatt(const Context& context) {
    const N devices =
        setting<N>(context, setting_of::peakRatio).si() * setting<N>(context, setting_of::coincidence).si();
    return isLimitOfIt(context) ? devices : N(devices * utilityFactor<N>(context).si());
}

/// Unknown while the limit, its basis, the load or limits of accelerators are, and where no cap that is advised would
/// do; the accelerators' own limit where the design needs none.
template <class N>
Quantity<dim::Power, N> capForSite(const Context& context) {
    const auto unknown = [](const std::string& label) {
        return Quantity<dim::Power, N>(Numbers<N>::given(Value::unknown(), {label, "W", 1}, {}));
    };
    if (const std::string obstacle = capObstacle(context); !obstacle.empty())
        return unknown(obstacle);
    const N count = acceleratorsInSystems<N>(context);
    const auto over = siteLoad<N>(context) - siteQuantity<N, dim::Power>(context, site::powerLimit);
    const auto limits = acceleratorLimits<N>(context);
    // A load that is at least so much leaves at most so much to accelerators, which is no cap.
    if (!Numbers<N>::plain(over.si()).isKnown())
        return (limits - over) / count;
    if (!Numbers<N>::plain(limits.si()).isKnown())
        return (over - limits) / count;
    const Quantity<dim::Power, N> excess(maximum(over.si(), constant<N>(0.0)));
    const auto cap = (limits - excess / loadPerWatt<N>(context)) / count;
    const Part* accelerator = onlyAccelerator(context);
    const double least = Numbers<N>::plain(limits.si()).typical() / Numbers<N>::plain(count).typical() *
                         (accelerator ? leastCapShare(*accelerator) : 0.5);
    const Value& plain = Numbers<N>::plain(cap.si());
    return plain.isKnown() && plain.typical() < least ? unknown("power cap that meets the limit of the site") : cap;
}

/// Share of its speed that the cap of capForSite() takes, by the table of the H100 SXM at its typical value; unknown
/// for other accelerators, nothing where no cap is needed.
template <class N>
Ratio<N> capSpeedLoss(const Context& context) {
    const auto cap = capForSite<N>(context);
    const Part* accelerator = onlyAccelerator(context);
    const double own = Numbers<N>::plain(acceleratorLimits<N>(context).si()).typical() /
                       Numbers<N>::plain(acceleratorsInSystems<N>(context)).typical();
    const Value& plain = Numbers<N>::plain(cap.si());
    const double share = plain.isKnown() && own > 0 ? plain.typical() / own : 0;
    const bool isFree = share >= 1 - 1e-9;
    const auto knot = accelerator && isOfCapTable(*accelerator) ? capKnotAt(share) : std::nullopt;
    Value loss = Value::unknown();
    if (isFree)
        loss = Value(0.0, plain.grade());
    else if (knot)
        loss = Value::range(knot->low / 100, knot->mid / 100, knot->high / 100,
                            weakest(Grade::SourceDocument, plain.grade()));
    const Source source{"Rackwright source documents", "Source document 002", "2026-06-18",
                        "power and thermal limits of the H100 SXM; depends on the workload, 10 points either way"};
    return Ratio<N>(Numbers<N>::lookedUp(
        loss, {"speed lost at the cap" + (accelerator ? ", " + partTitle(*accelerator) : std::string()), "%", 0.01},
        source, {cap.si()}));
}

/// Caps from the accelerators' own limit down to the least that is advised, each with the load on the site's limit,
/// speed lost, and how many accelerators the limit would carry then.
Schedule capSchedule(const Context& context);

} // namespace rackwright
