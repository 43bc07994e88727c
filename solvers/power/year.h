// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Power in the mean of a year, and its energy. Systems with accelerators work a share u of it and idle for the rest:
// P = idle + u (average - idle), the linear model of a device. Everything else draws its average all year.

#include "solvers/power/loads.h"
#include "solvers/power/profile_settings.h"

namespace rackwright {

/// Whether devices work all year, so that nobody needs to know what they draw idle.
inline bool worksAllYear(const Context& context) {
    const Value share = plainSetting(context, settingFact(setting_of::utilisation));
    return share.isKnown() && share.low() >= 1;
}

/// Of one device of a group.
template <class N>
Quantity<dim::Power, N> devicePowerOfYear(const Context& context, const PartCount& group) {
    const auto average = devicePower<N>(context, group, LoadKind::Average);
    if (!(plainPartNumber(context, group.part, attribute::acceleratorCount.key).typical() > 0))
        return average;
    const N share = setting<N>(context, setting_of::utilisation).si();
    if (worksAllYear(context))
        return average * share;
    const auto idle = devicePower<N>(context, group, LoadKind::Idle);
    return idle + (average - idle) * share;
}

/// IT load of groups.
template <class N>
Quantity<dim::Power, N> itPowerOfYear(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::Power, N> sum;
    for (const PartCount& group : groups)
        if (drawsPower(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part), devicePowerOfYear<N>(context, group)));
    return sum.total();
}

template <class N>
Quantity<dim::Energy, N> itEnergyOfYear(const Context& context) {
    return itPowerOfYear<N>(context, context.groups()) * Quantity<dim::Time, N>(constant<N>(unit::year.si()));
}

/// What the site takes from the utility: IT, the losses of its distribution, and cooling.
template <class N>
Quantity<dim::Energy, N> siteEnergyOfYear(const Context& context) {
    return itPowerOfYear<N>(context, context.groups()) * utilityFactor<N>(context).si() *
           Quantity<dim::Time, N>(constant<N>(unit::year.si()));
}

} // namespace rackwright
