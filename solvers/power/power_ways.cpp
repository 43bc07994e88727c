// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_ways.h"

#include "solvers/power/rule_parts.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <ranges>
#include <utility>

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

// Of all elements further up of one that is below a UPS or is one, those that feed the UPS.
std::set<Id<PowerElement>> sourcesOfUps(const Context& context, const PowerElement& from) {
    using Step = std::pair<const PowerElement*, bool>; // with whether a UPS was passed
    std::set<Id<PowerElement>> found;
    std::set<std::pair<Id<PowerElement>, bool>> seen;
    std::vector<Step> open{{&from, false}};
    while (!open.empty()) {
        const auto [at, isPassed] = open.back();
        open.pop_back();
        if (isPassed)
            found.insert(at->id);
        const bool isPassing = isPassed || at->kind == PowerElementKind::Ups;
        for (const PowerLink* link : context.linksTo(at->id))
            if (const PowerElement* above = wayFrom(context, *link);
                above && seen.insert({above->id, isPassing}).second)
                open.emplace_back(above, isPassing);
    }
    return found;
}

// One of them, or without a UPS on the way below one of them.
bool comesFrom(const Context& context, Id<PowerElement> from, const std::set<Id<PowerElement>>& sources) {
    std::set<Id<PowerElement>> seen{from};
    std::vector<Id<PowerElement>> open{from};
    while (!open.empty()) {
        const Id<PowerElement> at = open.back();
        open.pop_back();
        if (sources.contains(at))
            return true;
        const PowerElement* element = presentElement(context, at);
        if (!element || element->kind == PowerElementKind::Ups)
            continue;
        for (const PowerLink* link : context.linksTo(at))
            if (const PowerElement* above = wayFrom(context, *link); above && seen.insert(above->id).second)
                open.push_back(above->id);
    }
    return false;
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
    for (const PowerElement* element : std::views::reverse(ready))
        noteUpsBelow(context, *element);
    for (const PowerElement* element : ready)
        noteBypasses(context, *element);
}

void PowerWays::noteUpsBelow(const Context& context, const PowerElement& element) {
    const bool feedsUps = m_nodes.at(element.id).feedsUps || element.kind == PowerElementKind::Ups;
    for (const PowerLink* link : context.linksTo(element.id))
        if (const PowerElement* above = feedsUps ? wayFrom(context, *link) : nullptr)
            m_nodes.at(above->id).feedsUps = true;
}

void PowerWays::noteBypasses(const Context& context, const PowerElement& element) {
    const auto& links = context.linksTo(element.id);
    if (links.size() < 2)
        return;
    std::vector<const PowerElement*> conditioned;
    std::vector<const PowerLink*> others;
    for (const PowerLink* link : links) {
        const PowerElement* above = wayFrom(context, *link);
        if (above && m_nodes.at(above->id).hasUps)
            conditioned.push_back(above);
        if (above && (m_nodes.at(above->id).feedsUps || !m_nodes.at(above->id).hasUps))
            others.push_back(link);
    }
    if (conditioned.empty() || others.empty())
        return;
    for (const PowerElement* source : conditioned) {
        const std::set<Id<PowerElement>> feeding = sourcesOfUps(context, *source);
        // Beside mains a generator stands by for the element and its UPS alike.
        const bool isStandby = m_nodes.at(source->id).isStandby;
        for (const PowerLink* link : others)
            if (m_nodes.at(link->from).isStandby == isStandby && comesFrom(context, link->from, feeding))
                m_bypasses.insert(link->id);
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
        node.hasUps = node.hasUps || m_nodes.at(above->id).hasUps;
        isFirst = false;
    }
    node.hasUps = node.hasUps || element.kind == PowerElementKind::Ups;
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

bool PowerWays::hasUps(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node && node->hasUps;
}

bool PowerWays::isFed(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node && node->isFed;
}

FeedSide PowerWays::statedSideOf(Id<PowerElement> element) const {
    const Node* node = find(element);
    return node ? node->side : FeedSide::None;
}

Id<PowerElement> PowerWays::topOf(Id<PowerElement> element) const {
    const Node* node = find(element);
    if (!node || !node->isFed)
        return {};
    for (const Node* above = find(node->through); above && !above->isMains; above = find(node->through)) {
        element = node->through;
        node = above;
    }
    return element;
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
