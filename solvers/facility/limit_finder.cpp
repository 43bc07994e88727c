// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_finder.h"

#include "solvers/engine/judging.h"
#include "solvers/facility/port_reach.h"
#include "solvers/power/loads.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace rackwright {

LimitFinder::LimitFinder(const Context& context, Id<Room> room, const RoomTemplate& of, const TemplateFit& fit,
                         const std::optional<RoomBudget>& budget, LimitChange change)
    : m_context(context), m_room(room), m_of(of), m_fit(fit), m_budget(budget), m_change(std::move(change)) {
    for (const Rack* rack : context.racks())
        if (rack->room == room)
            m_racks.push_back(rack);
    takePlaces();
}

std::optional<RoomLimit> LimitFinder::findFloorLoad() {
    addFloorLoad();
    const auto whole = std::ranges::find(m_limits, false, &RoomLimit::isOfPart);
    return whole == m_limits.end() ? std::nullopt : std::optional(std::move(*whole));
}

std::vector<RoomLimit> LimitFinder::find() {
    addPlaces();
    addRackPower();
    addRackFeeds();
    addRackHeat(HeatKind::Air);
    addRackHeat(HeatKind::Liquid);
    if (!m_change.isAnywhere)
        addFloorLoad();
    addFeeds();
    addSitePower();
    addCooling(CapacityKind::Air);
    addCooling(CapacityKind::Liquid);
    addWater();
    addPlant();
    if (!m_change.isWithoutPorts)
        for (RoomLimit& limit : portLimits(m_context, m_of))
            add(std::move(limit));
    addBudget();
    if (m_change.lifted)
        std::erase_if(m_limits, [&](const RoomLimit& limit) {
            return limit.kind == *m_change.lifted && limit.element == m_change.liftedElement &&
                   (m_change.plantName.empty() || limit.name == m_change.plantName);
        });
    sortLimits(m_limits);
    return std::move(m_limits);
}

RoomLimit LimitFinder::start(LimitKind kind, std::string unit, std::string_view basis, std::string name) const {
    RoomLimit limit;
    limit.kind = kind;
    limit.name = std::move(name);
    limit.unit = std::move(unit);
    limit.basis = Message(std::string("room-limit.basis.") + std::string(basis));
    return limit;
}

void LimitFinder::add(RoomLimit limit) {
    // Of nothing that is known there is no sum.
    for (Value* sum : {&limit.capacity, &limit.used})
        if (sum->isLowerBound() && sum->high() <= 0)
            *sum = Value::unknown();
    const std::int64_t standing = limit.kind == LimitKind::Budget ? m_budget->standing : m_of.standing;
    // Of racks it is said of each.
    if (limit.kind < LimitKind::RackPower || limit.kind > LimitKind::FloorLoad)
        judgeLowerBound(limit, standing);
    boundByStanding(limit, standing);
    m_limits.push_back(std::move(limit));
}

// A load that is known in part and already more than the capacity exceeds it, whatever the rest comes to.
void LimitFinder::judgeLowerBound(RoomLimit& limit, std::int64_t count) {
    const Value& used = limit.used;
    if (!limit.more.isUnknown() || !limit.capacity.isKnown() || limit.capacity.low() <= 0 || !used.isLowerBound() ||
        used.low() <= limit.capacity.high() * (1 + 1e-9))
        return;
    const double excess = used.low() - limit.capacity.high();
    const bool isEachKnown = limit.each.isKnown() && limit.each.low() > 0;
    const auto standing = static_cast<double>(count);
    const double over = isEachKnown ? std::max(1.0, std::ceil(excess / limit.each.high() - 1e-9)) : 1;
    const double most = std::min(over, standing);
    limit.more = most > 0 ? Value::range(-standing, -most, -most, used.grade()) : Value(0.0, used.grade());
    limit.isAtLeast = most > 0;
    if (over > standing)
        limit.over = Value(isEachKnown ? excess - standing * limit.each.high() : excess, used.grade());
}

// No more are too many than stand there. What then remains over other things cause, and it is an amount.
void LimitFinder::boundByStanding(RoomLimit& limit, std::int64_t standing) {
    const Value all(-static_cast<double>(standing));
    if (!limit.more.isKnown() || limit.more.low() >= all.low())
        return;
    if (limit.over.isUnknown() && limit.more.typical() < all.low())
        limit.over = maximum(limit.used - limit.capacity + limit.each * all, Value(0.0));
    limit.more = maximum(limit.more, all);
}

void LimitFinder::addUnknown(RoomLimit limit, std::string missing) {
    limit.missing = std::move(missing);
    limit.more = Value::unknown();
    add(std::move(limit));
}

std::string LimitFinder::missingOwnPower() const {
    const std::string own = missingPower(m_context, m_fit.groups.own);
    return own.empty() ? missingPower(m_context, m_context.groups(m_room)) : own;
}

void LimitFinder::addBudget() {
    if (!m_budget)
        return;
    RoomLimit limit = start(LimitKind::Budget, "\u00a4", "budget");
    limit.capacity = m_budget->stated;
    limit.used = m_budget->price;
    limit.each = m_budget->price / Value(static_cast<double>(m_budget->standing));
    limit.more = moreOf(limit.capacity, limit.used, limit.each);
    if (!limit.more.isKnown()) {
        limit.more = Value::unknown();
        limit.missing = "prices";
    }
    add(std::move(limit));
}

void sortLimits(std::vector<RoomLimit>& limits) {
    std::ranges::stable_sort(limits, [](const RoomLimit& a, const RoomLimit& b) {
        // What is exceeded stands first, be it of the room or of a part of it.
        const auto rank = [](const RoomLimit& limit) {
            const bool isExceeded = limit.more.isKnown() && (limit.more.typical() < 0 || !limit.over.isUnknown());
            return std::tuple(limit.more.isUnknown(), !isExceeded, limit.isOfPart);
        };
        if (rank(a) != rank(b))
            return rank(a) < rank(b);
        return a.more.isUnknown() ? a.kind < b.kind : isTighter(a, b);
    });
}

namespace {

PortReach reachOf(const Context& context, const RoomTemplate& of) {
    if (of.part) {
        const PortReach* known = context.lookUp<NodePorts>().of(of.part);
        return known ? *known : devicePorts(context, of.part);
    }
    for (const LikeRacks& like : context.likeRacks())
        if (std::ranges::any_of(like.racks, [&](const Rack* rack) { return rack->id == of.rack; }))
            return rackPorts(context, like.racks);
    return {};
}

} // namespace

std::vector<RoomLimit> portLimits(const Context& context, const RoomTemplate& of) {
    const PortReach reach = reachOf(context, of);
    std::vector<RoomLimit> limits;
    for (const PortReach::OfNetwork& network : reach.networks) {
        RoomLimit limit;
        limit.kind = LimitKind::SwitchPorts;
        limit.name = network.name;
        limit.basis = Message("room-limit.basis.switch-ports");
        limit.capacity = Value(static_cast<double>(network.all));
        limit.used = Value(static_cast<double>(network.taken));
        limit.each = Value(static_cast<double>(network.reached) / static_cast<double>(reach.templates));
        limit.more = floorOf((limit.capacity - limit.used) / limit.each);
        limits.push_back(std::move(limit));
    }
    return limits;
}

} // namespace rackwright
