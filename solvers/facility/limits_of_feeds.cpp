// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/limit_finder.h"

#include "solvers/engine/judging.h"
#include "solvers/power/circuits.h"
#include "solvers/power/loads.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace rackwright {

bool LimitFinder::isAfterLoss() const { return !m_change.sharesSupply && isLossBorne(m_context.project()); }

// An element that has no rating of its own is rated by its breaker.
Value LimitFinder::ratingOf(const PowerElement& element) const {
    Value rating = elementRating<Value>(m_context, element).si();
    const std::string region = siteText(m_context.project(), site::region);
    if (!rating.isKnown() && element.breaker && element.voltage && !region.empty() &&
        (element.phases == 1 || element.phases == 3)) {
        const double share = region == "nec" ? 0.8 : 1.0; // continuous load
        const double phases = element.phases == 3 ? std::numbers::sqrt3 : 1.0;
        rating = Value(phases * element.breaker->si() * element.voltage->si() * share, Grade::Assumption);
    }
    if (m_change.voltageFrom > 0 && isRatedByBreaker(element.kind) && element.voltage &&
        element.voltage->si() == m_change.voltageFrom)
        rating = rating * Value(m_change.voltageTo / m_change.voltageFrom);
    return rating;
}

// Nameplate with the other side lost that hurts most; where no other side leaves it anything, what it carries anyway.
Value LimitFinder::carriedAfterLoss(const PowerElement& element) {
    if (const auto known = m_afterLoss.find(element.id); known != m_afterLoss.end())
        return known->second;
    // Against circuits that are drawn in a ring.
    m_afterLoss.emplace(element.id, Value::unknown());
    Value load = plainElementPower(m_context, element, LoadKind::Nameplate);
    if (const auto left = plainOtherLost(m_context, element)) {
        load = *left;
    } else if (!feedsOthers(element.kind) && sideOf(m_context, element) != FeedSide::None) {
        Value sum(0.0);
        bool hasBelow = false;
        for (const PowerLink* link : m_context.linksFrom(element.id)) {
            const PowerElement* below = m_context.design().powerElements.find(link->to);
            if (!below || !below->scope.isPresent())
                continue;
            hasBelow = true;
            // What else feeds it from the side that is lost gives nothing then.
            const auto above = std::ranges::count_if(m_context.linksTo(below->id), [&](const PowerLink* each) {
                const PowerElement* other = m_context.design().powerElements.find(each->from);
                return other && other->scope.isPresent() && sideOf(m_context, *other) == sideOf(m_context, element);
            });
            sum = sum + carriedAfterLoss(*below) / Value(static_cast<double>(std::max<std::ptrdiff_t>(above, 1)));
        }
        if (hasBelow)
            load = sum;
    }
    // What runs in a circle nobody knows: the load is at least the rest.
    if (m_context.lookUp<PowerRings>().feedsItself(element.id))
        load = load + Value::unknown();
    m_afterLoss[element.id] = load;
    return load;
}

// Of what waits behind transfer switches that take another source first: one of those sources may be lost at a time.
std::optional<Value> LimitFinder::carriedStandingIn(const PowerElement& element, int depth) const {
    constexpr int kDeepest = 8;
    std::optional<Value> most;
    const auto take = [&](const Value& load) { most = most ? maximum(*most, load) : load; };
    for (const PowerLink* link : m_context.linksFrom(element.id)) {
        const PowerElement* below = m_context.design().powerElements.find(link->to);
        if (!below || !below->scope.isPresent())
            continue;
        if (below->kind != PowerElementKind::TransferSwitch) {
            if (const auto further = depth < kDeepest ? carriedStandingIn(*below, depth + 1) : std::nullopt)
                take(*further);
        } else if (sharingCircuits(m_context, *link, FeedSide::None) == 0) {
            take(plainElementPower(m_context, *below, LoadKind::Nameplate));
        }
    }
    return most;
}

// One line for elements of a kind and side that stand beside one another; several levels of a kind are lines of their
// own.
void LimitFinder::addFeeds() {
    std::map<Id<PowerElement>, Source> sources;
    const std::function<void(const PowerElement&, Id<Rack>, std::set<Id<PowerElement>>&)> climb =
        [&](const PowerElement& from, Id<Rack> rack, std::set<Id<PowerElement>>& seen) {
            for (const PowerLink* link : m_context.linksTo(from.id)) {
                const PowerElement* above = m_context.design().powerElements.find(link->from);
                if (!above || !above->scope.isPresent() || !seen.insert(above->id).second)
                    continue;
                Source& source = sources[above->id];
                source.element = above;
                source.racks.insert(rack);
                climb(*above, rack, seen);
            }
        };
    std::size_t fedRacks = 0;
    for (const Rack* rack : m_racks) {
        std::set<Id<PowerElement>> seen;
        for (const PowerElement* pdu : m_context.contents(rack->id).elements)
            climb(*pdu, rack->id, seen);
        fedRacks += seen.empty() ? 0 : 1;
    }
    for (auto& [id, source] : sources) {
        std::set<Id<PowerElement>> seen;
        const std::function<void(Id<PowerElement>)> up = [&](Id<PowerElement> from) {
            for (const PowerLink* link : m_context.linksTo(from))
                if (sources.contains(link->from) && seen.insert(link->from).second)
                    up(link->from);
        };
        up(id);
        source.depth = static_cast<int>(std::ranges::count_if(seen, [&](Id<PowerElement> above) {
            return above != source.element->id && sources.at(above).element->kind == source.element->kind;
        }));
    }
    countInRacks(sources);
    if (fedRacks == 0) {
        addUnknown(start(LimitKind::Feed, "kW", isAfterLoss() ? "after-loss" : "shared"), "power-links");
        return;
    }
    std::map<std::tuple<PowerElementKind, int, FeedSide, std::string>, std::vector<const Source*>> groups;
    std::map<std::pair<PowerElementKind, int>, std::set<FeedSide>> sides;
    for (const auto& [id, source] : sources) {
        const PowerElement& element = *source.element;
        if (element.kind == PowerElementKind::TapOff || element.kind == PowerElementKind::Battery)
            continue;
        // Mains without a rating of their own are rated by the power that the site has.
        if (element.kind == PowerElementKind::Utility && !ratingOf(element).isKnown())
            continue;
        const FeedSide side = sideOf(m_context, element);
        groups[{element.kind, source.depth, side, element.redundancyGroup}].push_back(&source);
        if (side != FeedSide::None)
            sides[{element.kind, source.depth}].insert(side);
    }
    for (const auto& [key, group] : groups)
        addFeedGroup(group, sides[{std::get<0>(key), std::get<1>(key)}].size());
}

void LimitFinder::countInRacks(std::map<Id<PowerElement>, Source>& sources) const {
    std::unordered_map<Id<Rack>, std::pair<std::int64_t, std::int64_t>> counts;
    for (const LikeRacks& like : m_like) {
        const std::pair of(m_places.at(like.first->id), standingIn(*like.first));
        for (const Rack* rack : like.racks)
            counts.emplace(rack->id, of);
    }
    for (auto& [id, source] : sources)
        for (const Id<Rack> rack : source.racks) {
            const auto& [places, standing] = counts.at(rack);
            source.places += places;
            source.standing += standing;
        }
}

// Of the same rating, with as many racks and as much load to a hundredth of it.
bool LimitFinder::areAlike(const std::vector<Shared>& shared) {
    const Shared& first = shared.front();
    return std::ranges::all_of(shared, [&](const Shared& each) {
        const double slack = 0.01 * first.rating.typical();
        return std::abs(each.rating.typical() - first.rating.typical()) <= slack &&
               std::abs(each.load.typical() - first.load.typical()) <= slack &&
               each.source->racks.size() == first.source->racks.size();
    });
}

// What one has left is of no use in the racks of another: each carries what its own racks have places for, and one that
// carries too much is not helped by those that carry little. Those that feed the same racks carry like parts of them.
Value LimitFinder::moreOfUneven(const std::vector<Shared>& shared, const Value& each) const {
    const auto count = static_cast<double>(shared.size());
    const bool isOfSameRacks = std::ranges::all_of(
        shared, [&](const Shared& one) { return one.source->racks == shared.front().source->racks; });
    std::optional<Value> least;
    Value all(0.0), placed(0.0), over(0.0);
    bool isOver = false, isShort = false;
    for (const Shared& one : shared) {
        const Value share = moreOf(one.rating, one.load, each / Value(count));
        least = least ? minimum(*least, share) : share;
        const std::int64_t places = one.source->places;
        all = all + one.more;
        placed = placed + atMost(one.more, places);
        isShort = isShort || (one.more.isKnown() && one.more.low() < static_cast<double>(places));
        if (one.more.isKnown() && one.more.typical() < 0) {
            isOver = true;
            over = over + one.more;
        }
    }
    if (isOfSameRacks)
        return *least;
    if (isOver)
        return over;
    // Where all places of its racks can be filled, it is they that limit.
    if (!isShort || m_change.lifted == LimitKind::Places || !m_fit.arePlacesKnown)
        return all;
    return minimum(all, placed + Value(static_cast<double>(m_further)));
}

// What one of several carries alone: no more are too many than stand in its racks.
RoomLimit LimitFinder::partOf(const RoomLimit& pool, const Shared& one) {
    RoomLimit part = pool;
    part.name = one.source->element->name;
    part.capacity = one.rating;
    part.used = one.load;
    part.more = moreOf(one.rating, one.load, pool.each);
    part.isOfPart = true;
    if (part.more.isKnown())
        boundByStanding(part, one.source->standing);
    return part;
}

void LimitFinder::addFeedGroup(const std::vector<const Source*>& group, std::size_t sides) {
    const PowerElement& first = *group.front()->element;
    const bool isSided = sideOf(m_context, first) != FeedSide::None && sides > 1;
    const bool isLoss = isSided && isAfterLoss();
    const bool isGroup =
        !first.redundancyGroup.empty() && (group.size() > 1 || m_change.furtherModule == first.redundancyGroup);
    std::set<Id<Rack>> racks;
    for (const Source* source : group)
        racks.insert(source->racks.begin(), source->racks.end());
    const double coverage =
        static_cast<double>(racks.size()) / static_cast<double>(std::max<std::size_t>(1, m_racks.size()));
    const auto bearers = [&](std::size_t count) {
        return static_cast<double>(isSided ? std::max<std::size_t>(1, count - (isLoss ? 1 : 0)) : 1);
    };
    const std::size_t after = sides + (m_change.furtherSource == first.kind && isSided ? 1 : 0);
    const double relief = bearers(sides) / bearers(after);
    const Value whole = isLoss || !isSided ? m_fit.takes.nameplate.whole : m_fit.takes.peak.whole;

    RoomLimit limit = start(LimitKind::Feed, "kW",
                            isGroup   ? "module-lost"
                            : isLoss  ? "after-loss"
                            : isSided ? "shared"
                                      : "single");
    limit.name = first.name;
    limit.element = first.kind;
    limit.each = whole * Value(coverage / bearers(after));
    Value capacity(0.0), used(0.0), more(0.0);
    std::optional<Value> largest;
    std::optional<double> fullest;
    std::vector<Shared> shared;
    bool isInRing = false;
    for (const Source* source : group) {
        const PowerElement& element = *source->element;
        if (m_context.lookUp<PowerRings>().feedsItself(element.id)) {
            limit.noteUnknown(element.name);
            isInRing = true;
        }
        const Value rating = ratingOf(element);
        Value carried = isLoss ? carriedAfterLoss(element)
                               : plainElementPower(m_context, element, isSided ? LoadKind::Peak : LoadKind::Nameplate);
        if (isNone(carried))
            carried = carriedStandingIn(element).value_or(carried);
        const Value load = carried * Value(relief);
        capacity = capacity + rating;
        used = used + load;
        more = more + moreOf(rating, load, limit.each);
        shared.push_back({source, rating, load, {}});
        if (!rating.isKnown()) {
            limit.noteUnknown(element.name);
            limit.missing = partKey(m_context, element.part, attribute::ratedPower.key);
            limit.name = element.name;
        } else if (limit.missing.empty()) {
            largest = largest ? maximum(*largest, rating) : rating;
            const double share = load.isUnknown() ? 0 : load.typical() / rating.typical();
            if (!fullest || share > *fullest) {
                fullest = share;
                limit.name = element.name;
            }
        }
    }
    if (isGroup && largest) {
        // The largest module may be lost, and the others carry all together.
        limit.name = first.redundancyGroup;
        if (m_change.furtherModule != first.redundancyGroup)
            capacity = capacity - *largest;
        more = moreOf(capacity, used, limit.each);
    }
    const bool isUneven = !isGroup && more.isKnown() && !areAlike(shared);
    if (isUneven) {
        std::optional<Value> over;
        for (Shared& one : shared) {
            RoomLimit part = partOf(limit, one);
            one.more = part.more;
            if (part.over.isKnown())
                over = over ? *over + part.over : part.over;
            m_limits.push_back(std::move(part));
        }
        more = moreOfUneven(shared, limit.each);
        if (more.typical() <= 0)
            limit.over = over.value_or(limit.over);
    }
    limit.others = isGroup ? 0 : static_cast<std::int64_t>(group.size()) - 1;
    limit.capacity = capacity;
    limit.used = used;
    limit.more = more.isKnown() ? more : Value::unknown();
    if (limit.more.isUnknown() && limit.missing.empty())
        limit.missing = isInRing ? "power-links" : missingOwnPower();
    add(std::move(limit));
}

void LimitFinder::addSitePower() {
    RoomLimit limit = start(LimitKind::SitePower, "kW", "site");
    const SiteField* field = findSiteField(m_context.project(), site::powerLimit);
    limit.capacity = siteQuantity<Value, dim::Power>(m_context, site::powerLimit).si();
    limit.used = siteLoad<Value>(m_context).si();
    const bool isIt = field && field->basis == "IT";
    limit.each = isIt ? m_fit.takes.peak.whole : m_fit.takes.peak.whole * utilityFactor<Value>(m_context).si();
    limit.more = moreOf(limit.capacity, limit.used, limit.each);
    const bool hasBasis = field && (isIt || field->basis == "utility" || field->basis == "contracted");
    if (!limit.capacity.isKnown() || !hasBasis)
        limit.missing = std::string(site::powerLimit);
    else if (limit.more.isUnknown())
        limit.missing = missingOwnPower();
    if (!limit.missing.empty())
        limit.more = Value::unknown();
    add(std::move(limit));
}

} // namespace rackwright
