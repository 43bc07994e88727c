// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/upstream.h"

#include "solvers/engine/subject_name.h"
#include "solvers/power/feed_sides.h"
#include "solvers/power/loads.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

// How far an element stands from the mains.
int stepsDown(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Generator:
        return 0;
    case PowerElementKind::Transformer:
        return 1;
    case PowerElementKind::Switchgear:
        return 2;
    case PowerElementKind::Ups:
    case PowerElementKind::Battery:
    case PowerElementKind::TransferSwitch:
        return 3;
    case PowerElementKind::RemotePowerPanel:
        return 4;
    case PowerElementKind::Busway:
        return 5;
    case PowerElementKind::TapOff:
        return 6;
    case PowerElementKind::RackPdu:
    case PowerElementKind::PowerShelf:
        return 7;
    }
    RW_CHECK(false, "every kind of power element has its place in the chain");
}

bool carriesSomething(const Context& context, const PowerElement& element) {
    return context.feeds(element.id) || !supplyShares(context, element, FeedSide::None).empty();
}

} // namespace

bool needsFeed(PowerElementKind kind) { return kind != PowerElementKind::Battery && stepsDown(kind) > 0; }

std::int64_t feedCount(const Context& context, const PowerElement& element, FeedSide lost) {
    return std::ranges::count_if(context.linksTo(element.id), [&](const PowerLink* link) {
        const PowerElement* above = context.design().powerElements.find(link->from);
        return above && above->id != element.id && above->scope.isPresent() &&
               above->kind != PowerElementKind::Battery && (lost == FeedSide::None || sideOf(context, *above) != lost);
    });
}

std::string looseLoadLabel(const Context& context) {
    const auto& upstream = context.lookUp<Upstream>();
    const std::int64_t others = upstream.looseLoads() - 1;
    return "load of " + subjectName(context, upstream.firstLoose()) +
           (others > 0 ? " and " + std::to_string(others) + " more that no circuit reaches"
                       : ", which no circuit reaches");
}

bool isLooseOnFloor(const Context& context, const Device& device) {
    return device.scope.isPresent() && std::holds_alternative<OnFloor>(device.placement) &&
           drawsPower(context.part(device.part));
}

Upstream::Upstream(const Context& context) {
    int highest = stepsDown(PowerElementKind::RackPdu);
    for (const PowerElement& element : context.design().powerElements)
        if (element.scope.isPresent() && element.kind != PowerElementKind::Battery) {
            m_hasElements = true;
            highest = std::min(highest, stepsDown(element.kind));
        }
    const bool isSummedUp = highest <= stepsDown(PowerElementKind::Busway);
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || element.kind == PowerElementKind::Battery || hasFeed(context, element))
            continue;
        const bool isBeginning = stepsDown(element.kind) == highest;
        (isBeginning ? m_beginnings : m_unfed).insert(element.id);
        if (!carriesSomething(context, element))
            continue;
        if (isBeginning)
            m_drawnFrom.insert(element.id);
        else if (isSummedUp)
            noteLoose(Subject(element.id), element.side);
    }
    if (isSummedUp)
        noteDevices(context);
}

void Upstream::noteDevices(const Context& context) {
    for (const Rack* rack : context.racks())
        if (lacksPdu(context, *rack))
            noteLoose(Subject(rack->id));
    for (const Device& device : context.design().devices)
        if (isLooseOnFloor(context, device))
            noteLoose(Subject(device.id));
}

void Upstream::noteLoose(Subject subject, FeedSide side) {
    if (m_looseLoads++ == 0)
        m_firstLoose = subject;
    m_looseSides.insert(side);
}

bool Upstream::lacksLoad(const PowerElement& element) const {
    return isBeginning(element.id) && (m_looseSides.contains(FeedSide::None) || m_looseSides.contains(element.side) ||
                                       (element.side == FeedSide::None && !m_looseSides.empty()));
}

Message brokenBelow(const Context& context, const PowerElement& element) {
    const auto& rings = context.lookUp<PowerRings>();
    std::set<Id<PowerElement>> seen{element.id};
    std::vector<const PowerElement*> below{&element};
    for (std::size_t i = 0; i < below.size(); ++i) {
        if (rings.feedsItself(below[i]->id))
            return Message("rule.POWER-09.ring-below").with("subject", element.name).with("element", below[i]->name);
        for (const PowerLink* link : context.linksFrom(below[i]->id)) {
            const PowerElement* next = context.design().powerElements.find(link->to);
            if (next && next->scope.isPresent() && seen.insert(next->id).second)
                below.push_back(next);
        }
    }
    const auto& upstream = context.lookUp<Upstream>();
    if (upstream.looseLoads() == 0)
        return Message("rule.not-checked").with("subject", element.name);
    const PowerElement* loose = findRow<PowerElement>(context.design(), upstream.firstLoose());
    if (!loose) // POWER-09 names racks and devices themselves
        return Message("rule.POWER-09.loose-racks").with("subject", element.name);
    return Message("rule.POWER-09.loose-below").with("subject", element.name).with("element", loose->name);
}

bool Upstream::isUnfed(const PowerElement& element) const { return m_unfed.contains(element.id); }

// Strongly connected parts of the circuits (Tarjan), in memory of its own since a chain may be as long as the design
// has elements. A part ends after all parts below it have ended.
class PowerRings::Search {
public:
    Search(const Context& context, PowerRings& found) : m_context(context), m_found(found) {}

    void from(const PowerElement& top) {
        if (m_marks.contains(top.id))
            return;
        enter(top);
        while (!m_way.empty()) {
            const PowerElement& at = *m_way.back().first;
            const auto& links = m_context.linksFrom(at.id);
            if (m_way.back().second == links.size()) {
                m_way.pop_back();
                if (!m_way.empty())
                    reaches(*m_way.back().first, m_marks.at(at.id).lowest);
                leave(at);
                continue;
            }
            const PowerElement* next = below(*links[m_way.back().second++]);
            if (!next)
                continue;
            if (const auto mark = m_marks.find(next->id); mark == m_marks.end())
                enter(*next);
            else if (mark->second.isOpen)
                reaches(at, mark->second.order);
        }
    }

private:
    struct Mark {
        std::size_t order = 0, lowest = 0;
        bool isOpen = true;
    };

    // A battery gives back what it took: no ring runs through it.
    const PowerElement* below(const PowerLink& link) const {
        const PowerElement* next = m_context.design().powerElements.find(link.to);
        return next && next->scope.isPresent() && next->kind != PowerElementKind::Battery ? next : nullptr;
    }

    void enter(const PowerElement& element) {
        const std::size_t order = m_marks.size();
        m_marks.emplace(element.id, Mark{order, order, true});
        m_way.emplace_back(&element, 0);
        m_open.push_back(&element);
    }

    void reaches(const PowerElement& element, std::size_t order) {
        Mark& mark = m_marks.at(element.id);
        mark.lowest = std::min(mark.lowest, order);
    }

    void leave(const PowerElement& element) {
        const Mark& mark = m_marks.at(element.id);
        if (mark.lowest != mark.order)
            return;
        auto first = m_open.end();
        while (*--first != &element) {
        }
        const std::size_t place = m_found.m_rings.size();
        for (auto each = first; each != m_open.end(); ++each) {
            m_marks.at((*each)->id).isOpen = false;
            m_found.m_places.emplace((*each)->id, place);
        }
        Ring ring;
        for (auto each = first; each != m_open.end(); ++each) {
            ring.isBattery = (*each)->kind == PowerElementKind::Battery; // which stands alone
            for (const PowerLink* link : m_context.linksFrom((*each)->id))
                if (const PowerElement* next = below(*link)) {
                    const std::size_t under = m_found.m_places.at(next->id);
                    if (under == place)
                        ring.isClosed = true;
                    else
                        ring.height = std::max(ring.height, m_found.m_rings[under].height + 1);
                }
        }
        m_open.erase(first, m_open.end());
        m_found.m_rings.push_back(ring);
    }

    const Context& m_context;
    PowerRings& m_found;
    std::unordered_map<Id<PowerElement>, Mark> m_marks;
    std::vector<std::pair<const PowerElement*, std::size_t>> m_way; ///< with the next of its circuits
    std::vector<const PowerElement*> m_open;                        ///< whose ring is not yet known
};

PowerRings::PowerRings(const Context& context) {
    Search search(context, *this);
    for (const PowerElement& element : context.design().powerElements)
        search.from(element);
}

const PowerRings::Ring* PowerRings::ringOf(Id<PowerElement> element) const {
    const auto it = m_places.find(element);
    return it == m_places.end() ? nullptr : &m_rings[it->second];
}

bool PowerRings::isFollowed(const PowerLink& link) const {
    const Ring* from = ringOf(link.from);
    const Ring* to = ringOf(link.to);
    return from && to && from != to && !to->isBattery && to->height + 1 < kDeepestChain;
}

bool PowerRings::feedsItself(Id<PowerElement> element) const {
    const Ring* ring = ringOf(element);
    return ring && ring->isClosed;
}

} // namespace rackwright
