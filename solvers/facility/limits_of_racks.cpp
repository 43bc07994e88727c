// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_finder.h"

#include "model/design/occupancy.h"
#include "model/units/heat_unit.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"
#include "solvers/power/rack_limit.h"
#include "solvers/space/inventory.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <map>

namespace rackwright {

void LimitFinder::takePlaces() {
    for (const TemplateFit::Alike& alike : m_fit.alike) {
        LikeRacks like;
        for (const Id<Rack> rack : alike.racks)
            like.racks.push_back(m_context.design().racks.find(rack));
        like.first = like.racks.front();
        m_places.emplace(like.first->id, alike.places);
        m_like.push_back(std::move(like));
    }
    if (!m_change.hasFurtherRack)
        return;
    // As many as a rack holds of those that hold most.
    m_further = m_of.part ? 0 : 1;
    for (const LikeRacks& like : m_like)
        if (m_of.part) {
            std::int64_t held = m_places.at(like.first->id);
            for (const PartCount& group : m_context.contents(like.first->id).groups)
                held += group.part == m_of.part ? group.count : 0;
            m_further = std::max(m_further, held);
        }
}

void LimitFinder::addPlaces() {
    RoomLimit limit = start(LimitKind::Places, {}, m_of.part ? "places" : "places-racks");
    limit.each = Value(1.0);
    limit.used = Value(static_cast<double>(m_of.standing));
    if (!m_fit.arePlacesKnown) {
        std::string key = "rack-units";
        for (const LikeRacks& like : m_like)
            if (!rackSpace(m_context.project(), *like.first))
                key = partKey(m_context, like.first->part, attribute::rackHeightUnits.key);
        addUnknown(std::move(limit), std::move(key));
        return;
    }
    limit.capacity = limit.used + Value(static_cast<double>(m_fit.free + m_further));
    limit.more = Value(static_cast<double>(m_fit.free + m_further));
    add(std::move(limit));
}

// How many of what is asked about stand in the rack, or whether it is such a rack.
std::int64_t LimitFinder::standingIn(const Rack& rack) const {
    const RackContents& contents = m_context.contents(rack.id);
    if (!m_of.part)
        return contents.likeness == m_context.contents(m_of.rack).likeness ? 1 : 0;
    std::int64_t standing = 0;
    for (const PartCount& group : contents.groups)
        standing += group.part == m_of.part ? group.count : 0;
    return standing;
}

// A rack counts its places, or as many too many as stand in it at most: what other things overload it by is its own
// line, and takes nothing from other racks.
void LimitFinder::takeRacks(OfRacks& sum, RoomLimit& limit, const OfRack& one, const LikeRacks& like,
                            std::int64_t count) const {
    const std::int64_t places = m_places.at(like.first->id);
    const std::int64_t standing = standingIn(*like.first);
    const Value times(static_cast<double>(count));
    sum.capacity = sum.capacity + one.capacity * times;
    sum.used = sum.used + one.used * times;
    if (!one.capacity.isKnown() || !one.used.isKnown())
        for (std::int64_t i = 0; i < count; ++i)
            limit.noteUnknown(like.racks[static_cast<std::size_t>(i)]->name);
    RoomLimit own = limit;
    own.unknownOf.clear();
    own.unknowns = 0;
    own.capacity = one.capacity;
    own.used = one.used;
    own.each = one.each.value_or(limit.each);
    own.more = one.more.value_or(moreOf(one.capacity, one.used, own.each));
    if (!own.more.isKnown())
        own.more = Value::unknown();
    judgeLowerBound(own, standing);
    if (one.over && own.more.isKnown() && own.more.typical() < -static_cast<double>(standing))
        own.over = *one.over;
    boundByStanding(own, standing);
    if (own.over.isKnown()) {
        RoomLimit part = own;
        part.name = like.first->name;
        part.others = count - 1;
        part.isOfPart = true;
        for (Value* amount : {&part.capacity, &part.used, &part.more, &part.over})
            *amount = *amount * times;
        // Like racks that only their place tells apart are one line.
        if (sum.lastPart == like.first) {
            RoomLimit& known = sum.parts.back();
            known.capacity = known.capacity + part.capacity;
            known.used = known.used + part.used;
            known.more = known.more + part.more;
            known.over = known.over + part.over;
            known.others += count;
        } else {
            sum.lastPart = like.first;
            sum.parts.push_back(std::move(part));
        }
    }
    // A full rack within its limit limits nothing: its places do. Nor does one that holds none of what is too much.
    if (places == 0 && (standing == 0 || !own.more.isKnown() || own.more.low() >= 0))
        return;
    sum.hasAny = true;
    sum.isAtLeast = sum.isAtLeast || own.isAtLeast;
    if (sum.missing.empty() && !own.more.isKnown())
        sum.missing = one.missing;
    sum.more = sum.more + atMost(own.more, places) * times;
}

void LimitFinder::addSum(RoomLimit limit, OfRacks sum) {
    // Further racks bring their own limits.
    if (m_change.lifted == LimitKind::Places)
        return;
    std::optional<Value> over;
    for (RoomLimit& part : sum.parts) {
        over = over ? *over + part.over : part.over;
        m_limits.push_back(std::move(part));
    }
    if (!sum.hasAny)
        return;
    if (over && sum.more.isKnown() && sum.more.typical() <= -static_cast<double>(m_of.standing))
        limit.over = *over;
    sum.more = sum.more + Value(static_cast<double>(m_further));
    limit.capacity = sum.capacity;
    limit.used = sum.used;
    limit.more = sum.more.isKnown() ? sum.more : Value::unknown();
    limit.isAtLeast = sum.isAtLeast && limit.more.isKnown() && limit.more.high() < 0;
    if (limit.more.isUnknown())
        limit.missing = sum.missing.empty() ? missingOwnPower() : sum.missing;
    add(std::move(limit));
}

void LimitFinder::addOfRacks(RoomLimit limit, const Value& each, const std::function<OfRack(const Rack&)>& judge) {
    limit.each = each;
    OfRacks sum;
    for (const LikeRacks& like : m_like) {
        if (m_places.at(like.first->id) == 0 && m_context.contents(like.first->id).groups.empty())
            continue;
        const OfRack rack = judge(*like.first);
        if (!rack.counts)
            continue;
        takeRacks(sum, limit, rack, like, like.count());
    }
    addSum(std::move(limit), std::move(sum));
}

void LimitFinder::addRackPower() {
    const auto ofLimit = [&](const Rack& rack, const RackLimit& limit) {
        OfRack result{
            limit.hasBasis ? limit.value : Value::unknown(), rackPower<Value>(m_context, rack.id, limit.kind).si(), {}};
        Value own = groupsPower<Value>(m_context, m_fit.groups.own, limit.kind).si();
        if (limit.kind == LoadKind::Peak)
            own = own * setting<Value>(m_context, setting_of::peakRatio).si();
        result.each = own;
        if (!result.capacity.isKnown())
            result.missing = std::string(site::rackLimit);
        return result;
    };
    // By its own cap and the site's limit each, the one that leaves fewer; one that is not known leaves it open.
    const auto judge = [&](const Rack& rack) {
        std::optional<OfRack> least;
        Value leastMore;
        for (const RackLimit& limit : rackLimits(m_context, rack)) {
            OfRack next = ofLimit(rack, limit);
            const Value more = moreOf(next.capacity, next.used, *next.each);
            const bool isTighter =
                !least || (leastMore.isKnown() && (!more.isKnown() || more.typical() < leastMore.typical()));
            if (!isTighter)
                continue;
            least = std::move(next);
            leastMore = more;
        }
        return *least;
    };
    addOfRacks(start(LimitKind::RackPower, "kW", "rack-power"), m_fit.takes.peak.own, judge);
}

// Rack PDUs, shelves and tap-offs serve one rack each.
void LimitFinder::addRackFeeds() {
    const auto judge = [&](const Rack& rack) {
        OfRack result{Value(0.0), Value(0.0), {}};
        const auto& pdus = m_context.contents(rack.id).elements;
        if (pdus.empty()) {
            result.capacity = result.used = Value::unknown();
            result.missing = "rack-pdus";
            return result;
        }
        std::map<FeedSide, double> bySide;
        for (const PowerElement* pdu : pdus)
            bySide[sideOf(m_context, *pdu)] += 1;
        const bool isLoss = isAfterLoss() && bySide.size() > 1;
        const double sides = static_cast<double>(bySide.size()) - (isLoss ? 1 : 0);
        const LimitTake& take = isLoss ? m_fit.takes.nameplate : m_fit.takes.peak;
        const Value standing(static_cast<double>(standingIn(rack)));
        std::optional<Value> least, over;
        const auto judgeElement = [&](const PowerElement& element, double share) {
            const Value rating = ratingOf(element);
            const Value load =
                isLoss ? carriedAfterLoss(element) : plainElementPower(m_context, element, LoadKind::Peak);
            if (!rating.isKnown())
                result.missing = partKey(m_context, element.part, attribute::ratedPower.key);
            const Value more = moreOf(rating, load, take.own * Value(share));
            least = least ? minimum(*least, more) : more;
            const Value still = maximum(load - rating - take.own * Value(share) * standing, Value(0.0));
            over = over ? maximum(*over, still) : still;
            result.capacity = result.capacity + rating;
            result.used = result.used + load;
        };
        for (const PowerElement* pdu : pdus) {
            const double share = 1 / (sides * bySide[sideOf(m_context, *pdu)]);
            judgeElement(*pdu, share);
            for (const PowerLink* link : m_context.linksTo(pdu->id)) {
                const PowerElement* tap = m_context.design().powerElements.find(link->from);
                if (tap && tap->scope.isPresent() && tap->kind == PowerElementKind::TapOff)
                    judgeElement(*tap, share);
            }
        }
        result.more = least;
        result.over = over;
        return result;
    };
    addOfRacks(start(LimitKind::RackFeed, "kW", isAfterLoss() ? "rack-after-loss" : "rack-shared"),
               m_fit.takes.peak.own, judge);
}

// By the ratings of the units that serve the rack, and the band of their method. Racks of what gives its heat to air
// alone are not asked for liquid beside some that take it: none that needs it fits there.
void LimitFinder::addRackHeat(HeatKind kind) {
    const LimitTake& take = kind == HeatKind::Air ? m_fit.takes.air : m_fit.takes.liquid;
    if (isNone(take.own))
        return;
    const bool isLiquid = kind == HeatKind::Liquid;
    const bool hasLiquid = isLiquid && std::ranges::any_of(m_like, [&](const LikeRacks& like) {
                               return !isNone(rackHeat<Value>(m_context, like.first->id, kind).si());
                           });
    const auto judge = [&](const Rack& rack) {
        OfRack result{Value::unknown(), rackHeat<Value>(m_context, rack.id, kind).si(), {}};
        const auto cooling = coolingOf(m_context, rack, kind);
        const bool isOfAir = hasLiquid && isNone(result.used) && !m_context.contents(rack.id).groups.empty();
        if (!cooling && isOfAir) {
            result.capacity = Value(0.0);
            result.more = Value(0.0);
            return result;
        }
        if (!cooling) {
            result.counts = m_places.at(rack.id) > 0 || !isNone(result.used);
            result.missing = "cooling-services";
            return result;
        }
        const Value band = plainSetting(m_context, settingFact(bandOf(cooling->method).high));
        const Value limit = servedHeatLimit(m_context, rack.id, kind, band);
        result.capacity = Value(limit.typical(), limit.grade());
        return result;
    };
    addOfRacks(
        start(kind == HeatKind::Air ? LimitKind::RackAir : LimitKind::RackLiquid, std::string(kHeatUnit), "rack-heat"),
        take.own, judge);
}

// Each rack by the tighter of uniform load (its footprint with half the aisles) and load on the worst foot.
void LimitFinder::addFloorLoad() {
    RoomLimit limit = start(LimitKind::FloorLoad, "t", "floor-load");
    const Value uniform = siteQuantity<Value, dim::AreaLoad>(m_context, site::floorUniform).si();
    const Value foot = siteQuantity<Value, dim::Mass>(m_context, site::floorConcentrated).si();
    limit.each = m_fit.takes.weight.own;
    if (m_fit.free == 0 && m_racks.empty())
        return;
    if (!uniform.isKnown() || !foot.isKnown()) {
        addUnknown(std::move(limit), std::string(!uniform.isKnown() ? site::floorUniform : site::floorConcentrated));
        return;
    }
    const Value onFeet = foot * plainSetting(m_context, settingFact(setting_of::feetPerRack)) /
                         plainSetting(m_context, settingFact(setting_of::worstFoot));
    std::string missing = missingNumber(m_context, m_fit.groups.own, attribute::weight.key);
    if (missing.empty())
        missing = missingNumber(m_context, m_context.groups(m_room), attribute::weight.key);
    if (missing.empty())
        missing = "rack-weight";
    OfRacks sum;
    for (const LikeRacks& like : m_like) {
        if (m_places.at(like.first->id) == 0 && m_context.contents(like.first->id).groups.empty())
            continue;
        const Value weight = plainRackWeight(m_context, *like.first);
        for (const Rack* rack : like.racks) {
            const Value depth = plainPartNumber(m_context, rack->part, attribute::depth.key) +
                                halfAisle<Value>(m_context, *rack, Face::Front).si() +
                                halfAisle<Value>(m_context, *rack, Face::Rear).si();
            const Value onArea = uniform * plainPartNumber(m_context, rack->part, attribute::width.key) * depth;
            takeRacks(sum, limit, {minimum(onArea, onFeet), weight, missing}, like, 1);
        }
    }
    addSum(std::move(limit), std::move(sum));
}

} // namespace rackwright
