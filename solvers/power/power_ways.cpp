// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_ways.h"

#include "solvers/power/rule_parts.h"
#include "solvers/power/upstream.h"

#include <algorithm>

namespace rackwright {

namespace {

// The element that a circuit leads power from, null for what leads none: batteries only bridge, and circuits of a ring
// lead nowhere.
const PowerElement* wayFrom(const Context& context, const PowerLink& link) {
    const PowerElement* above = presentElement(context, link.from);
    const bool isWay = above && above->kind != PowerElementKind::Battery && presentElement(context, link.to) &&
                       context.lookUp<PowerRings>().isFollowed(link);
    return isWay ? above : nullptr;
}

} // namespace

// Those above before those below.
PowerWays::PowerWays(const Context& context) {
    std::unordered_map<Id<PowerElement>, std::size_t> open;
    std::vector<const PowerElement*> ready;
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent())
            continue;
        const auto ways = static_cast<std::size_t>(std::ranges::count_if(
            context.linksTo(element.id), [&](const PowerLink* link) { return wayFrom(context, *link) != nullptr; }));
        open.emplace(element.id, ways);
        if (ways == 0)
            ready.push_back(&element);
    }
    m_nodes.reserve(open.size());
    for (std::size_t i = 0; i < ready.size(); ++i) {
        note(context, *ready[i]);
        for (const PowerLink* link : context.linksFrom(ready[i]->id))
            if (wayFrom(context, *link) && --open.at(link->to) == 0)
                ready.push_back(presentElement(context, link->to));
    }
}

void PowerWays::note(const Context& context, const PowerElement& element) {
    Node node;
    bool isFirst = true, areAllStandby = true;
    for (const PowerLink* link : context.linksTo(element.id)) {
        const PowerElement* above = wayFrom(context, *link);
        if (!above)
            continue;
        node.through = isFirst ? above->id : nearest(node.through, above->id);
        areAllStandby = areAllStandby && m_nodes.at(above->id).isStandby;
        isFirst = false;
    }
    const Node* through = find(node.through);
    node.isFed = !isFirst;
    node.isMains = element.kind == PowerElementKind::Utility;
    node.isStandby = element.kind == PowerElementKind::Generator || (node.isFed && areAllStandby);
    node.depth = through ? through->depth + 1 : 0;
    node.side = element.side != FeedSide::None || !through ? element.side : through->side;
    m_hasMains = m_hasMains || node.isMains;
    m_nodes.emplace(element.id, node);
}

const PowerWays::Node* PowerWays::find(Id<PowerElement> element) const {
    const auto it = m_nodes.find(element);
    return it == m_nodes.end() ? nullptr : &it->second;
}

Id<PowerElement> PowerWays::nearest(Id<PowerElement> a, Id<PowerElement> b) const {
    while (a != b) {
        const Node* of = find(a);
        const Node* other = find(b);
        if (!of || !other)
            return {};
        if (of->depth >= other->depth)
            a = of->through;
        else
            b = other->through;
    }
    return a;
}

bool PowerWays::isStandby(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node && node->isStandby;
}

bool PowerWays::isFed(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node && node->isFed;
}

FeedSide PowerWays::sideOf(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node ? node->side : FeedSide::None;
}

Id<PowerElement> PowerWays::sharedBy(const std::vector<Id<PowerElement>>& elements) const {
    if (elements.empty())
        return {};
    Id<PowerElement> shared = elements.front();
    for (const Id<PowerElement> element : elements)
        shared = nearest(shared, element);
    for (const Node* node = find(shared); node && node->isMains; node = find(shared))
        shared = node->through;
    return find(shared) ? shared : Id<PowerElement>{};
}

} // namespace rackwright
