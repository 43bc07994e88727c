// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Bodies of the longer templates of loads.h, which includes this file; nobody else does.

#include "model/project/site_fields.h"
#include "solvers/power/drawn_utility.h"
#include "solvers/power/upstream.h"

#include <unordered_map>

namespace rackwright {

template <class N>
Quantity<dim::Power, N> drawnUtilityPower(const Context& context) {
    Sum<dim::Power, N> sum;
    for (const PowerElement& element : context.design().powerElements)
        if (element.kind == PowerElementKind::Utility && element.scope.isPresent())
            sum.add(named(elementPower<N>(context, element, LoadKind::Peak), element.name, "kW"));
    if (sum.isEmpty())
        return Quantity<dim::Power, N>(Numbers<N>::given(Value::unknown(), {"drawn utility feed", "kW", 1000}, {}));
    return sum.total() * setting<N>(context, setting_of::coincidence).si();
}

template <class N>
Quantity<dim::Power, N> drawnCoolingPower(const Context& context) {
    Sum<dim::Power, N> sum;
    for (const CoolingUnit& unit : context.design().coolingUnits)
        if (unit.scope.isPresent())
            sum.add(named(unitDraw<N>(context, unit), unit.name, "kW"));
    return sum.total() * setting<N>(context, setting_of::coincidence).si();
}

template <class N>
Quantity<dim::Power, N> utilityPower(const Context& context, LoadKind kind) {
    const auto byPue = [&] { return itPower<N>(context, context.groups(), kind) * utilityFactor<N>(context).si(); };
    if (kind != LoadKind::Peak)
        return byPue();
    const auto& drawn = context.lookUp<DrawnUtility>();
    if (drawn.isWhole())
        return drawnUtilityPower<N>(context);
    if (isMoreDrawn(context))
        return named(drawnUtilityPower<N>(context),
                     "as drawn, which is more than by the annual PUE; the drawing is not whole: " + drawn.open(), "kW");
    return named(byPue(), "by the annual PUE, since the drawing is not whole: " + drawn.open(), "kW");
}

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

// A chain of elements is followed at most this deep.
inline constexpr int kDeepestChain = 64;

/// Why the load where the power chain begins is at least what hangs on it.
std::string looseLoadLabel(const Context& context);

/// What the design does not hang on its power chain belongs to the load where the chain begins, nobody knows where.
template <class N>
std::optional<Quantity<dim::Power, N>> looseLoad(const Context& context, const PowerElement& element) {
    const auto& upstream = context.lookUp<Upstream>();
    if (upstream.looseLoads() == 0 || !upstream.lacksLoad(element))
        return std::nullopt;
    return Quantity<dim::Power, N>(Numbers<N>::given(Value::unknown(), {looseLoadLabel(context), "kW", 1000}, {}));
}

/// Own load of an element, where it has one, with the circuits below it. Cooling units count with what they draw at
/// most.
template <class N, class Below>
Quantity<dim::Power, N> withCircuitsBelow(const Context& context, const PowerElement& element,
                                          const std::optional<Quantity<dim::Power, N>>& own, Below below,
                                          FeedSide lost = FeedSide::None) {
    Sum<dim::Power, N> sum;
    if (own)
        sum.add(*own);
    const auto& rings = context.lookUp<PowerRings>();
    for (const PowerLink* link : context.linksFrom(element.id)) {
        const PowerElement* next = context.design().powerElements.find(link->to);
        if (!next || !next->scope.isPresent() || (lost != FeedSide::None && sideOf(context, *next) == lost))
            continue;
        // What charges it is over soon.
        if (next->kind == PowerElementKind::Battery)
            continue;
        if (!rings.isFollowed(*link)) {
            sum.add(Quantity<dim::Power, N>(
                Numbers<N>::given(Value::unknown(), {"circuits drawn in a ring at " + next->name, "kW", 1000}, {})));
            continue;
        }
        const std::int64_t circuits = sharingCircuits(context, *link, lost);
        if (circuits == 0)
            continue;
        const auto drawn = drawnPower<N>(context, *next, below(*next));
        sum.add(named(drawn / constant<N>(static_cast<double>(circuits)), next->name, "kW"));
    }
    for (const PowerLink* link : context.unitLinksFrom(element.id)) {
        const CoolingUnit* unit = context.design().coolingUnits.find(link->unit);
        const std::int64_t circuits = unit && unit->scope.isPresent() ? sharingCircuits(context, *link, lost) : 0;
        if (circuits > 0)
            sum.add(named(unitDraw<N>(context, *unit) / constant<N>(static_cast<double>(circuits)), unit->name, "kW"));
    }
    if (const auto loose = looseLoad<N>(context, element))
        sum.add(*loose);
    return sum.total();
}

/// Loads that are worked out already: an element may hang on another by many ways.
template <class N>
using KnownLoads = std::unordered_map<Id<PowerElement>, Quantity<dim::Power, N>>;

template <class N>
Quantity<dim::Power, N> elementPower(const Context& context, const PowerElement& element, LoadKind kind,
                                     KnownLoads<N>& known) {
    if (const auto it = known.find(element.id); it != known.end())
        return it->second;
    std::optional<Quantity<dim::Power, N>> own;
    if (const auto shares = supplyShares(context, element, FeedSide::None); !shares.empty())
        own = ownPower<N>(context, shares, kind);
    const auto load = withCircuitsBelow<N>(
        context, element, own, [&](const PowerElement& next) { return elementPower<N>(context, next, kind, known); });
    known.emplace(element.id, load);
    return load;
}

template <class N>
Quantity<dim::Power, N> elementPower(const Context& context, const PowerElement& element, LoadKind kind) {
    if constexpr (std::is_same_v<N, Value>) {
        return Quantity<dim::Power, N>(plainElementPower(context, element, kind));
    } else {
        KnownLoads<N> known;
        return elementPower<N>(context, element, kind, known);
    }
}

template <class N>
Quantity<dim::Power, N> leftPower(const Context& context, const PowerElement& element, FeedSide lost,
                                  KnownLoads<N>& known) {
    if (const auto it = known.find(element.id); it != known.end())
        return it->second;
    std::optional<Quantity<dim::Power, N>> own;
    if (const auto shares = supplyShares(context, element, lost); !shares.empty())
        own = sharesPower<N>(context, shares, LoadKind::Limited);
    const auto load = withCircuitsBelow<N>(
        context, element, own, [&](const PowerElement& next) { return leftPower<N>(context, next, lost, known); },
        lost);
    known.emplace(element.id, load);
    return load;
}

template <class N>
Quantity<dim::Power, N> leftPower(const Context& context, const PowerElement& element, FeedSide lost) {
    KnownLoads<N> known;
    return leftPower<N>(context, element, lost, known);
}

} // namespace rackwright
