// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_sides.h"

#include "solvers/power/power_ways.h"
#include "solvers/power/rule_parts.h"
#include "solvers/power/wrong_sides.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace rackwright {

namespace {

bool isOfRack(const PowerElement& element) {
    return (element.kind == PowerElementKind::RackPdu || element.kind == PowerElementKind::PowerShelf) &&
           rackOf(element.placement);
}

using SidesOfFeeds = std::map<Id<PowerElement>, FeedSide>;

// Of the feeds of a rack each gets the first side that none of the others has.
void nameFeeds(const std::set<Id<PowerElement>>& feeds, SidesOfFeeds& sides) {
    std::set<FeedSide> taken;
    for (const Id<PowerElement> feed : feeds)
        if (const auto known = sides.find(feed); known != sides.end())
            taken.insert(known->second);
    for (const Id<PowerElement> feed : feeds) {
        if (sides.contains(feed))
            continue;
        for (const FeedSide side : {FeedSide::A, FeedSide::B, FeedSide::C, FeedSide::D})
            if (taken.insert(side).second) {
                sides.emplace(feed, side);
                break;
            }
    }
}

// The side of what feeds an element by a circuit; unset where that is no matter of sides: batteries bridge, generators
// stand by, and a mains that does not share the work with one of another side serves all.
std::optional<FeedSide> sideAbove(const Context& context, const PowerLink& link, bool areUtilitiesOfSides) {
    const PowerElement* above = link.scope.isPresent() ? presentElement(context, link.from) : nullptr;
    const auto& ways = context.lookUp<PowerWays>();
    if (!above || above->kind == PowerElementKind::Battery || ways.isStandby(above->id) ||
        (above->kind == PowerElementKind::Utility && !areUtilitiesOfSides))
        return std::nullopt;
    return ways.statedSideOf(above->id);
}

// Utilities state two sides or more.
bool haveUtilitiesSides(const Context& context) {
    std::set<FeedSide> sides;
    for (const PowerElement& each : context.design().powerElements)
        if (each.kind == PowerElementKind::Utility && each.scope.isPresent() && each.side != FeedSide::None)
            sides.insert(each.side);
    return sides.size() > 1;
}

// The first of another side that an element hangs on, where it hangs on nothing of its own and on nothing of no side.
const PowerElement* hangsOnOther(const Context& context, const PowerElement& element, bool areUtilitiesOfSides) {
    const PowerElement* other = nullptr;
    for (const PowerLink* link : context.linksTo(element.id)) {
        const auto side = sideAbove(context, *link, areUtilitiesOfSides);
        if (side == element.side || side == FeedSide::None)
            return nullptr;
        if (side && !other)
            other = presentElement(context, link->from);
    }
    return other;
}

// The one side of all that hangs on an element and states one; None where they are of several, or nothing does.
FeedSide sideBelow(const Context& context, const PowerElement& element) {
    FeedSide found = FeedSide::None;
    for (const PowerLink* link : context.linksFrom(element.id)) {
        const PowerElement* below = link->scope.isPresent() ? presentElement(context, link->to) : nullptr;
        if (!below || below->side == FeedSide::None || below->kind == PowerElementKind::Battery)
            continue;
        if (found != FeedSide::None && found != below->side)
            return FeedSide::None;
        found = below->side;
    }
    return found;
}

// Whether the other feeds of the rack say that an element is of the side of its circuits: one has its label, none that
// side.
bool isTwiceInRack(const Context& context, const PowerElement& element, FeedSide found) {
    bool isTwice = false;
    for (const PowerElement* each : context.contents(rackOf(element.placement)).elements) {
        if (each->id == element.id || each->kind != element.kind)
            continue;
        if (each->side == found)
            return false;
        isTwice = isTwice || each->side == element.side;
    }
    return isTwice;
}

bool isAnyOfKindOn(const Context& context, PowerElementKind kind, FeedSide side) {
    return std::ranges::any_of(context.design().powerElements, [&](const PowerElement& each) {
        return each.kind == kind && each.scope.isPresent() && each.side == side;
    });
}

bool hasWrongSide(const PowerElement& element) {
    return element.scope.isPresent() && element.side != FeedSide::None && element.kind != PowerElementKind::Battery &&
           element.kind != PowerElementKind::TransferSwitch;
}

} // namespace

FeedSides::FeedSides(const Context& context) {
    const auto isPresent = [](const PowerElement& element) { return element.scope.isPresent(); };
    const Table<PowerElement>& elements = context.design().powerElements;
    for (const PowerElement& element : elements)
        if (isPresent(element) && element.side != FeedSide::None)
            return;
    const auto& ways = context.lookUp<PowerWays>();
    std::map<Id<Rack>, std::set<Id<PowerElement>>> feeds;
    for (const PowerElement& element : elements)
        if (isPresent(element) && isOfRack(element))
            if (const Id<PowerElement> top = ways.topOf(element.id))
                feeds[rackOf(element.placement)].insert(top);
    SidesOfFeeds sides;
    for (const auto& [rack, tops] : feeds)
        if (tops.size() > 1)
            nameFeeds(tops, sides);
    if (sides.empty())
        return;
    for (const PowerElement& element : elements)
        if (isPresent(element))
            if (const auto side = sides.find(ways.topOf(element.id)); side != sides.end())
                m_sides.emplace(element.id, side->second);
}

FeedSide FeedSides::of(Id<PowerElement> element) const {
    const auto side = m_sides.find(element);
    return side == m_sides.end() ? FeedSide::None : side->second;
}

// What hangs on something whose own side is wrong agrees with the circuits above both, or is found there.
WrongSides::WrongSides(const Context& context) {
    const auto& ways = context.lookUp<PowerWays>();
    const bool areUtilitiesOfSides = haveUtilitiesSides(context);
    const auto otherOf = [&](const PowerElement& element) {
        return hasWrongSide(element) ? hangsOnOther(context, element, areUtilitiesOfSides) : nullptr;
    };
    std::set<Id<PowerElement>> told;
    for (const PowerElement& element : context.design().powerElements) {
        const PowerElement* other = otherOf(element);
        if (!other || otherOf(*other))
            continue;
        // The only one of its kind on a side that nothing below it is of carries the wrong letter itself.
        const FeedSide below = sideBelow(context, *other);
        const bool isOfAbove =
            hasWrongSide(*other) && below == element.side && !isAnyOfKindOn(context, other->kind, element.side);
        if (isOfAbove) {
            if (told.insert(other->id).second) {
                m_wrong.push_back({other->id, element.id, element.side, true, true});
                m_sides.emplace(other->id, element.side);
            }
            continue;
        }
        WrongSide wrong{element.id, other->id, ways.statedSideOf(other->id), false, false};
        const FeedSide own = sideBelow(context, element);
        wrong.isLabel = own != FeedSide::None ? own == wrong.found
                                              : isOfRack(element) && isTwiceInRack(context, element, wrong.found);
        if (wrong.isLabel)
            m_sides.emplace(element.id, wrong.found);
        m_wrong.push_back(wrong);
    }
}

FeedSide sideOf(const Context& context, const PowerElement& element) {
    if (element.side == FeedSide::None)
        return context.lookUp<FeedSides>().of(element.id);
    const FeedSide right = context.lookUp<WrongSides>().rightSide(element.id);
    return right == FeedSide::None ? element.side : right;
}

} // namespace rackwright
