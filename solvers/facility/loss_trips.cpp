// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/loss_trips.h"

#include "solvers/facility/loss_of_power.h"
#include "solvers/power/source_rules.h"

#include <array>

namespace rackwright {

LossTrips::LossTrips(const Context& context) {
    std::optional<LossOfPower> power; // most designs have a chain, but not all
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || !isSource(element.kind))
            continue;
        if (!power)
            power.emplace(context).watchCircuits(context);
        const HallTaken taken = power->without(std::array{element.id});
        for (const LossTrip& trip : power->trips()) {
            LossTrip& worst = m_trips[{trip.subject.id}];
            if (worst.limit > 0 && trip.share() <= worst.share())
                continue;
            worst = trip;
            worst.lost = element.name.empty() ? std::to_string(element.id.value) : element.name;
        }
        if (element.kind == PowerElementKind::Ups && taken.dark.racks > 0)
            m_dark.emplace(element.id, taken.dark.racks);
    }
}

const LossTrip* LossTrips::of(Id<PowerElement> element) const {
    const auto it = m_trips.find(element);
    return it == m_trips.end() ? nullptr : &it->second;
}

std::int64_t LossTrips::darkWithout(Id<PowerElement> ups) const {
    const auto it = m_dark.find(ups);
    return it == m_dark.end() ? 0 : it->second;
}

} // namespace rackwright
