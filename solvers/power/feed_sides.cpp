// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/feed_sides.h"

#include "solvers/power/power_ways.h"

#include <algorithm>
#include <map>
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

FeedSide sideOf(const Context& context, const PowerElement& element) {
    return element.side != FeedSide::None ? element.side : context.lookUp<FeedSides>().of(element.id);
}

} // namespace rackwright
