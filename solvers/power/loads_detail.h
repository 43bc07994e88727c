// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Bodies of the longer templates of loads.h, which includes this file; nobody else does.

#include "model/project/site_fields.h"

namespace rackwright {

template <class N>
Quantity<dim::Power, N> siteLoad(const Context& context) {
    const SiteField* field = findSiteField(context.project(), site::powerLimit);
    const std::string basis = field ? field->basis : std::string();
    if (basis == "IT")
        return itPower<N>(context, context.groups(), LoadKind::Peak);
    if (basis == "utility" || basis == "contracted")
        return utilityPower<N>(context, LoadKind::Peak);
    return Quantity<dim::Power, N>(
        Numbers<N>::given(Value::unknown(), {"basis of the site's power limit", "kW", 1000}, {}));
}

// A chain of elements is followed at most this deep, so that circuits drawn in a ring end.
inline constexpr int kDeepestChain = 16;

template <class N>
Quantity<dim::Power, N> elementPower(const Context& context, const PowerElement& element, LoadKind kind, int depth) {
    if (depth >= kDeepestChain)
        return Quantity<dim::Power, N>(
            Numbers<N>::given(Value::unknown(), {"circuits drawn in a ring at " + element.name, "kW", 1000}, {}));
    Sum<dim::Power, N> sum;
    const auto own = supplyShares(context, element, FeedSide::None);
    if (!own.empty()) {
        const auto power = sharesPower<N>(context, own, kind);
        sum.add(kind == LoadKind::Peak ? power * setting<N>(context, setting_of::peakRatio).si() : power);
    }
    for (const PowerLink* link : context.linksFrom(element.id)) {
        const PowerElement* below = context.design().powerElements.find(link->to);
        if (!below || !below->scope.isPresent())
            continue;
        const auto load = elementPower<N>(context, *below, kind, depth + 1);
        const auto circuits = context.linksTo(below->id).size();
        sum.add(named(load / constant<N>(static_cast<double>(circuits)), below->name, "kW"));
    }
    return sum.total();
}

} // namespace rackwright
