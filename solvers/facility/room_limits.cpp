// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/room_limits.h"

#include "model/design/occupancy.h"
#include "model/parts/part_title.h"
#include "model/parts/port_list.h"
#include "model/units/heat_unit.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/method.h"
#include "solvers/engine/judging.h"
#include "solvers/power/circuits.h"
#include "solvers/power/loads.h"
#include "solvers/power/rack_limit.h"
#include "solvers/space/inventory.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace rackwright {

namespace {

/// What a next step changes; nothing: the room as it stands.
struct Change {
    bool sharesSupply = false;                     ///< both sides carry the load together, none alone
    std::optional<PowerElementKind> furtherSource; ///< one side more of that kind, each loss spread over the others
    double voltageFrom = 0, voltageTo = 0;
    std::string furtherModule;            ///< of that redundancy group
    std::optional<LimitKind> furtherUnit; ///< of air or liquid cooling, like the largest
    bool hasFurtherRack = false;
    bool isAnywhere = false; ///< the places of racks on the floor do not count
    std::optional<LimitKind> lifted;
    std::optional<PowerElementKind> liftedElement; ///< of a feed, all sides of it
};

struct Groups {
    std::vector<PartCount> own;  ///< of one template
    std::vector<PartCount> rest; ///< of the room: all that is no node with accelerators and in no rack of the template
    double share = 0;            ///< of `rest` that belongs to one template
};

bool isNode(const Context& context, const PartCount& group) { return isAcceleratorSystem(context.part(group.part)); }

std::int64_t nodesAmong(const Context& context, const std::vector<PartCount>& groups) {
    std::int64_t nodes = 0;
    for (const PartCount& group : groups)
        nodes += isNode(context, group) ? group.count : 0;
    return nodes;
}

std::vector<PartCount> withoutNodes(const Context& context, std::vector<PartCount> groups) {
    std::erase_if(groups, [&](const PartCount& group) { return isNode(context, group); });
    return groups;
}

// What serves the nodes of a room is shared among them: switches, storage, management.
Groups groupsOf(const Context& context, Id<Room> room, const RoomTemplate& of) {
    Groups groups;
    const std::int64_t nodes = nodesAmong(context, context.groups(room));
    groups.rest = withoutNodes(context, context.groups(room));
    if (of.part) {
        groups.own = {{of.part, 1, {}}};
        // Caps of those that stand there hold for one more of them too.
        for (const PartCount& group : context.groups(room))
            if (group.part == of.part && group.count == of.standing)
                groups.own.front().powerCap = group.powerCap;
    } else {
        groups.own = context.contents(of.rack).groups;
        for (const LikeRacks& like : context.likeRacks(room)) {
            const auto& contents = context.contents(like.first->id).groups;
            if (nodesAmong(context, contents) == 0)
                continue;
            for (const PartCount& inside : withoutNodes(context, contents))
                for (PartCount& group : groups.rest)
                    if (group.part == inside.part && group.powerCap == inside.powerCap)
                        group.count = std::max<std::int64_t>(0, group.count - inside.count * like.count());
        }
    }
    std::erase_if(groups.rest, [](const PartCount& group) { return group.count == 0; });
    const std::int64_t own = nodesAmong(context, groups.own);
    groups.share = nodes > 0 ? static_cast<double>(own) / static_cast<double>(nodes) : 0;
    return groups;
}

/// What one template takes of something, alone and with its share.
struct Take {
    Value own;
    Value whole;
};

template <class Amount>
Take takeOf(const Groups& groups, Amount amount) {
    const Value own = amount(groups.own);
    if (groups.share <= 0 || groups.rest.empty())
        return {own, own};
    return {own, own + amount(groups.rest) * Value(groups.share)};
}

struct Takes {
    Take nameplate, peak, air, liquid, weight;
};

Takes takesOf(const Context& context, const Groups& groups) {
    const auto power = [&](LoadKind kind) {
        return takeOf(groups, [&](const auto& some) { return itPower<Value>(context, some, kind).si(); });
    };
    const auto heat = [&](HeatKind kind) {
        return takeOf(groups, [&](const auto& some) { return groupsHeat<Value>(context, some, kind).si(); });
    };
    return {power(LoadKind::Nameplate), power(LoadKind::Peak), heat(HeatKind::Air), heat(HeatKind::Liquid),
            takeOf(groups, [&](const auto& some) { return groupsWeight<Value>(context, some).si(); })};
}

/// Ports of switches that cables of templates end at, by network, with all ports of their groups.
class PortReach {
public:
    struct OfNetwork {
        std::string name;
        std::int64_t all = 0, taken = 0;
        std::int64_t reached = 0; ///< ports that templates are cabled to
    };
    explicit PortReach(const Context& context) : m_context(&context) {}

    void addTemplate(const std::vector<const Device*>& devices) {
        ++m_templates;
        for (const Device* device : devices)
            visit(*device);
    }
    /// To be called once, when all templates are there.
    void count();
    std::int64_t templates() const { return m_templates; }
    const std::vector<OfNetwork>& networks() const { return m_networks; }

private:
    struct End {
        Id<Device> device;
        std::uint64_t port = 0; ///< or group of ports
        auto operator<=>(const End&) const = default;
    };
    struct Reach {
        std::vector<End> groups, toTemplates;
    };
    static void makeUnique(std::vector<End>& ends) {
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    }
    void visit(const Device& device);

    const Context* m_context; ///< null once it has counted
    std::int64_t m_templates = 0;
    std::map<Id<Network>, Reach> m_reached;
    std::vector<OfNetwork> m_networks;
};

void PortReach::visit(const Device& device) {
    const Design& design = m_context->design();
    design.cables.forEachWith<CablesByDevice>(device.id, [&](const Cable& cable) {
        const PortRef& other = cable.a.device == device.id ? cable.b : cable.a;
        const Device* leaf = design.devices.find(other.device);
        const Part* part = leaf ? m_context->part(leaf->part) : nullptr;
        const PortGroup* group = part ? portGroupOf(*part, other.port) : nullptr;
        if (!group || isAcceleratorSystem(part))
            return;
        Reach& network = m_reached[cable.network];
        network.groups.push_back({leaf->id, static_cast<std::uint64_t>(group - part->portGroups.data())});
        network.toTemplates.push_back({leaf->id, other.port});
    });
}

void PortReach::count() {
    const Design& design = m_context->design();
    std::map<std::pair<const Part*, std::uint64_t>, std::int64_t> portsOf;
    for (auto& [id, network] : m_reached) {
        makeUnique(network.groups);
        makeUnique(network.toTemplates);
        const Network* row = design.networks.find(id);
        OfNetwork each;
        each.name = row ? row->name : std::string();
        each.reached = static_cast<std::int64_t>(network.toTemplates.size());
        for (const End& end : network.groups) {
            const Part* part = m_context->part(design.devices.find(end.device)->part);
            std::vector<std::uint16_t> cabled;
            design.cables.forEachWith<CablesByDevice>(end.device, [&](const Cable& cable) {
                for (const PortRef* side : {&cable.a, &cable.b})
                    if (side->device == end.device && portGroupOf(*part, side->port) == &part->portGroups[end.port])
                        cabled.push_back(side->port);
            });
            std::ranges::sort(cabled);
            each.taken += std::unique(cabled.begin(), cabled.end()) - cabled.begin();
            const auto [ports, isNew] = portsOf.try_emplace({part, end.port}, 0);
            if (isNew)
                for (const Port& port : portList(*part))
                    ports->second += port.group == end.port ? 1 : 0;
            each.all += ports->second;
        }
        m_networks.push_back(std::move(each));
    }
    m_reached.clear();
    m_context = nullptr;
}

/// Of each kind of node with accelerators, for all rooms and steps that ask for it.
class NodePorts {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"devices", "networks", "cables"};

    explicit NodePorts(const Context& context) {
        for (const Device& device : context.design().devices)
            if (device.scope.isPresent() && isAcceleratorSystem(context.part(device.part)))
                m_byPart.try_emplace(device.part, context).first->second.addTemplate({&device});
        for (auto& [part, reach] : m_byPart)
            reach.count();
    }
    const PortReach* of(Id<PartRow> part) const {
        const auto found = m_byPart.find(part);
        return found == m_byPart.end() ? nullptr : &found->second;
    }

private:
    std::map<Id<PartRow>, PortReach> m_byPart;
};

bool isNone(const Value& value) { return value.isKnown() && value.high() <= 0; }

/// How many more fit into what is left; fewer than 0: how many too many.
Value moreOf(const Value& capacity, const Value& used, const Value& each) { return floorOf((capacity - used) / each); }

Value atMost(const Value& more, std::int64_t places) { return minimum(more, Value(static_cast<double>(places))); }

class Finder {
public:
    Finder(const Context& context, Id<Room> room, const RoomTemplate& of, const std::optional<RoomBudget>& budget,
           Change change)
        : m_context(context), m_room(room), m_of(of), m_budget(budget), m_change(std::move(change)),
          m_groups(groupsOf(context, room, of)), m_takes(takesOf(context, m_groups)) {
        for (const Rack* rack : context.racks())
            if (rack->room == room)
                m_racks.push_back(rack);
    }

    std::optional<RoomLimit> findFloorLoad() {
        countPlaces();
        addFloorLoad();
        return m_limits.empty() ? std::nullopt : std::optional(std::move(m_limits.front()));
    }

    std::vector<RoomLimit> find() {
        countPlaces();
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
        addPorts();
        addBudget();
        if (m_change.lifted)
            std::erase_if(m_limits, [&](const RoomLimit& limit) {
                return limit.kind == *m_change.lifted && limit.element == m_change.liftedElement;
            });
        const auto rank = [](const RoomLimit& limit) {
            return std::tuple(limit.more.isUnknown(), limit.isOfPart,
                              limit.more.isUnknown() ? 0.0 : limit.more.typical(), limit.kind);
        };
        std::ranges::stable_sort(m_limits, [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
        return std::move(m_limits);
    }

    const Takes& takes() const { return m_takes; }

private:
    RoomLimit start(LimitKind kind, std::string unit, std::string_view basis, std::string name = {}) const {
        RoomLimit limit;
        limit.kind = kind;
        limit.name = std::move(name);
        limit.unit = std::move(unit);
        limit.basis = Message(std::string("room-limit.basis.") + std::string(basis));
        return limit;
    }
    void add(RoomLimit limit) {
        // Of nothing that is known there is no sum.
        for (Value* sum : {&limit.capacity, &limit.used})
            if (sum->isLowerBound() && sum->high() <= 0)
                *sum = Value::unknown();
        judgeLowerBound(limit);
        m_limits.push_back(std::move(limit));
    }
    // A load that is known in part and already more than the capacity exceeds it, whatever the rest comes to.
    void judgeLowerBound(RoomLimit& limit) const {
        const Value& used = limit.used;
        if (!limit.more.isUnknown() || !limit.capacity.isKnown() || limit.capacity.low() <= 0 || !used.isLowerBound() ||
            used.low() <= limit.capacity.high() * (1 + 1e-9))
            return;
        const double excess = used.low() - limit.capacity.high();
        const bool isEachKnown = limit.each.isKnown() && limit.each.low() > 0;
        const double over = isEachKnown ? std::max(1.0, std::ceil(excess / limit.each.high() - 1e-9)) : 1;
        limit.more = Value::range(-std::max(over, static_cast<double>(m_of.standing)), -over, -over, used.grade());
        limit.isAtLeast = true;
    }
    void addUnknown(RoomLimit limit, std::string missing) {
        limit.missing = std::move(missing);
        limit.more = Value::unknown();
        add(std::move(limit));
    }
    std::string missingOwnPower() const {
        const std::string own = missingPower(m_context, m_groups.own);
        return own.empty() ? missingPower(m_context, m_context.groups(m_room)) : own;
    }

    // Racks
    std::vector<std::uint64_t> fitKey(const Rack& rack) const;
    std::vector<LikeRacks> alikeRacks() const;
    void countPlaces();
    std::int64_t placesIn(const Rack& rack) const;
    void addPlaces();
    void addRackPower();
    void addRackFeeds();
    void addRackHeat(HeatKind kind);
    void addFloorLoad();

    /// Sums a constraint that each rack has of its own: `judge` gives capacity and load of one of like racks.
    struct OfRack {
        Value capacity, used;
        std::string missing;
        bool counts = true;
        std::optional<Value> more{}; ///< where it is not what is left over what one takes
    };
    template <class Judge>
    void addOfRacks(RoomLimit limit, const Value& each, Judge judge) {
        Value capacity(0.0), used(0.0), more(0.0);
        std::string missing;
        bool hasAny = false;
        for (const LikeRacks& like : m_like) {
            const std::int64_t places = m_places.at(like.first->id);
            if (places == 0 && m_context.contents(like.first->id).groups.empty())
                continue;
            const OfRack rack = judge(*like.first);
            if (!rack.counts)
                continue;
            const Value count(static_cast<double>(like.count()));
            capacity = capacity + rack.capacity * count;
            used = used + rack.used * count;
            const Value fits = rack.more ? *rack.more : moreOf(rack.capacity, rack.used, each);
            // A full rack within its limit limits nothing: its places do.
            if (places == 0 && (!fits.isKnown() || fits.low() >= 0))
                continue;
            hasAny = true;
            if (missing.empty())
                missing = rack.missing;
            more = more + atMost(fits, places) * count;
        }
        // Further racks bring their own limits.
        if (!hasAny || m_change.lifted == LimitKind::Places)
            return;
        more = more + Value(static_cast<double>(m_further));
        limit.capacity = capacity;
        limit.used = used;
        limit.each = each;
        limit.more = more.isKnown() ? more : Value::unknown();
        if (limit.more.isUnknown())
            limit.missing = !missing.empty() ? missing : missingOwnPower();
        add(std::move(limit));
    }

    // Feeds
    struct Source {
        const PowerElement* element;
        std::set<Id<Rack>> racks; ///< of the room
        int depth = 0;            ///< elements of its kind above it
    };
    void addFeeds();
    /// One of several sources that are counted together.
    struct Shared {
        const Source* source;
        Value rating, load;
    };
    void addFeedGroup(const std::vector<const Source*>& group, std::size_t sides);
    static bool areAlike(const std::vector<Shared>& shared);
    Value moreOfUneven(const std::vector<Shared>& shared, const Value& each) const;
    Value ratingOf(const PowerElement& element) const;
    bool isAfterLoss() const;
    Value carriedAfterLoss(const PowerElement& element);
    std::optional<Value> carriedStandingIn(const PowerElement& element, int depth = 0) const;

    void addSitePower();
    void addCooling(CapacityKind kind);
    void addWater();
    void addPorts();
    void addBudget();

    const Context& m_context;
    Id<Room> m_room;
    const RoomTemplate& m_of;
    const std::optional<RoomBudget>& m_budget;
    Change m_change;
    Groups m_groups;
    Takes m_takes;
    std::vector<const Rack*> m_racks;
    std::vector<LikeRacks> m_like;
    std::unordered_map<Id<Rack>, std::int64_t> m_places; ///< of the first of like racks
    std::int64_t m_free = 0;
    std::int64_t m_further = 0; ///< places in a rack that is added
    bool m_arePlacesKnown = true;
    std::unordered_map<Id<PowerElement>, Value> m_afterLoss;
    std::vector<RoomLimit> m_limits;
};

// How often the template goes into what is free of a rack, from the lowest unit on.
std::int64_t Finder::placesIn(const Rack& rack) const {
    if (!m_of.part) {
        const Rack* like = m_context.design().racks.find(m_of.rack);
        return like && rack.part == like->part && m_context.contents(rack.id).groups.empty() ? 1 : 0;
    }
    const Part* part = m_context.part(m_of.part);
    const auto space = rackSpace(m_context.project(), rack);
    const Part* frame = m_context.part(rack.part);
    if (!part || !space || isRackScale(m_context.project(), rack) || !fitsRails(part->mounting, space->mounting) ||
        (frame && !fitsRackForm(*part, *frame)))
        return 0;
    std::vector<RackClaim> claims;
    for (const Occupant& occupant : occupants(m_context.project(), m_context.design(), rack.id))
        if (const auto* place = std::get_if<InRack>(&occupant.placement))
            claims.push_back(occupant.part ? rackClaim(*occupant.part, *place)
                                           : RackClaim{place->unit, place->unit, true, true, 0, 1});
    std::int64_t places = 0;
    for (std::int64_t unit = 1; unit <= space->units; ++unit)
        for (std::int64_t column = 0, columns = 1; column < columns; ++column) {
            const RackClaim claim = rackClaim(*part, InRack{rack.id, unit, Face::Front, column});
            columns = claim.columns;
            if (claim.top > space->units ||
                std::ranges::any_of(claims, [&](const RackClaim& taken) { return collide(claim, taken); }))
                continue;
            claims.push_back(claim);
            ++places;
        }
    return places;
}

// What decides how much more fits into a rack: what it is and where its things stand, what feeds and what cools it.
std::vector<std::uint64_t> Finder::fitKey(const Rack& rack) const {
    const RackContents& contents = m_context.contents(rack.id);
    std::vector<std::uint64_t> key = {contents.likeness.high, contents.likeness.low};
    const auto add = [&key](const auto& amount) {
        key.push_back(amount ? std::bit_cast<std::uint64_t>(amount->si()) : UINT64_MAX);
    };
    const auto addRatings = [&](const PowerElement& element) {
        key.push_back(element.part.value);
        add(element.rating);
        add(element.breaker);
        add(element.voltage);
    };
    for (const PowerElement* element : contents.elements) {
        addRatings(*element);
        for (const PowerLink* link : m_context.linksTo(element->id))
            if (const PowerElement* tap = m_context.design().powerElements.find(link->from);
                tap && tap->kind == PowerElementKind::TapOff)
                addRatings(*tap);
    }
    for (const CoolingService* service : contents.services) {
        const CoolingUnit* unit = m_context.design().coolingUnits.find(service->unit);
        key.push_back(static_cast<std::uint64_t>(unit->kind));
        key.push_back(unit->part.value);
        add(unit->rating);
        key.push_back(static_cast<std::uint64_t>(service->heat));
    }
    return key;
}

std::vector<LikeRacks> Finder::alikeRacks() const {
    std::vector<LikeRacks> found;
    std::map<std::vector<std::uint64_t>, std::size_t> classes;
    for (const Rack* rack : m_racks) {
        const auto [it, isNew] = classes.try_emplace(fitKey(*rack), found.size());
        if (isNew)
            found.push_back({rack, {}});
        found[it->second].racks.push_back(rack);
    }
    return found;
}

void Finder::countPlaces() {
    m_like = alikeRacks();
    for (const LikeRacks& like : m_like) {
        const std::int64_t places = placesIn(*like.first);
        m_places.emplace(like.first->id, places);
        m_free += places * like.count();
        if (m_of.part && !rackSpace(m_context.project(), *like.first))
            m_arePlacesKnown = false;
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

void Finder::addPlaces() {
    RoomLimit limit = start(LimitKind::Places, {}, m_of.part ? "places" : "places-racks");
    limit.each = Value(1.0);
    limit.used = Value(static_cast<double>(m_of.standing));
    if (!m_arePlacesKnown) {
        std::string key = "rack-units";
        for (const LikeRacks& like : m_like)
            if (!rackSpace(m_context.project(), *like.first))
                key = partKey(m_context, like.first->part, attribute::rackHeightUnits.key);
        addUnknown(std::move(limit), std::move(key));
        return;
    }
    limit.capacity = limit.used + Value(static_cast<double>(m_free + m_further));
    limit.more = Value(static_cast<double>(m_free + m_further));
    add(std::move(limit));
}

void Finder::addRackPower() {
    const auto judge = [&](const Rack& rack) {
        const RackLimit limit = rackLimit(m_context, rack);
        OfRack result{
            limit.hasBasis ? limit.value : Value::unknown(), rackPower<Value>(m_context, rack.id, limit.kind).si(), {}};
        Value own = groupsPower<Value>(m_context, m_groups.own, limit.kind).si();
        if (limit.kind == LoadKind::Peak)
            own = own * setting<Value>(m_context, setting_of::peakRatio).si();
        result.more = moreOf(result.capacity, result.used, own);
        if (!result.capacity.isKnown())
            result.missing = std::string(site::rackLimit);
        return result;
    };
    addOfRacks(start(LimitKind::RackPower, "kW", "rack-power"), m_takes.peak.own, judge);
}

bool Finder::isAfterLoss() const { return !m_change.sharesSupply && isLossBorne(m_context.project()); }

// An element that has no rating of its own is rated by its breaker.
Value Finder::ratingOf(const PowerElement& element) const {
    Value rating = elementRating<Value>(m_context, element).si();
    const std::string region = siteText(m_context.project(), site::region);
    if (!rating.isKnown() && element.breaker && element.voltage && !region.empty() &&
        (element.phases == 1 || element.phases == 3)) {
        const double share = region == "nec" ? 0.8 : 1.0; // continuous load
        const double phases = element.phases == 3 ? std::numbers::sqrt3 : 1.0;
        rating = Value(phases * element.breaker->si() * element.voltage->si() * share, Grade::Assumption);
    }
    if (m_change.voltageFrom > 0 && element.voltage && element.voltage->si() == m_change.voltageFrom)
        rating = rating * Value(m_change.voltageTo / m_change.voltageFrom);
    return rating;
}

// Nameplate with the other side lost that hurts most; where no other side leaves it anything, what it carries anyway.
Value Finder::carriedAfterLoss(const PowerElement& element) {
    if (const auto known = m_afterLoss.find(element.id); known != m_afterLoss.end())
        return known->second;
    // Against circuits that are drawn in a ring.
    m_afterLoss.emplace(element.id, Value::unknown());
    Value load = plainElementPower(m_context, element, LoadKind::Nameplate);
    if (const auto left = plainOtherLost(m_context, element)) {
        load = *left;
    } else if (!feedsOthers(element.kind) && element.side != FeedSide::None) {
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
                return other && other->scope.isPresent() && other->side == element.side;
            });
            sum = sum + carriedAfterLoss(*below) / Value(static_cast<double>(std::max<std::ptrdiff_t>(above, 1)));
        }
        if (hasBelow)
            load = sum;
    }
    m_afterLoss[element.id] = load;
    return load;
}

// Of what waits behind transfer switches that take another source first: one of those sources may be lost at a time.
std::optional<Value> Finder::carriedStandingIn(const PowerElement& element, int depth) const {
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

// Rack PDUs, shelves and tap-offs serve one rack each.
void Finder::addRackFeeds() {
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
            bySide[pdu->side] += 1;
        const bool isLoss = isAfterLoss() && bySide.size() > 1;
        const double sides = static_cast<double>(bySide.size()) - (isLoss ? 1 : 0);
        const Take& take = isLoss ? m_takes.nameplate : m_takes.peak;
        std::optional<Value> least;
        const auto judgeElement = [&](const PowerElement& element, double share) {
            const Value rating = ratingOf(element);
            const Value load =
                isLoss ? carriedAfterLoss(element) : plainElementPower(m_context, element, LoadKind::Peak);
            if (!rating.isKnown())
                result.missing = partKey(m_context, element.part, attribute::ratedPower.key);
            const Value more = moreOf(rating, load, take.own * Value(share));
            least = least ? minimum(*least, more) : more;
            result.capacity = result.capacity + rating;
            result.used = result.used + load;
        };
        for (const PowerElement* pdu : pdus) {
            const double share = 1 / (sides * bySide[pdu->side]);
            judgeElement(*pdu, share);
            for (const PowerLink* link : m_context.linksTo(pdu->id)) {
                const PowerElement* tap = m_context.design().powerElements.find(link->from);
                if (tap && tap->scope.isPresent() && tap->kind == PowerElementKind::TapOff)
                    judgeElement(*tap, share);
            }
        }
        result.more = least;
        return result;
    };
    addOfRacks(start(LimitKind::RackFeed, "kW", isAfterLoss() ? "rack-after-loss" : "rack-shared"), m_takes.peak.own,
               judge);
}

// By the ratings of the units that serve the rack, and the band of their method.
void Finder::addRackHeat(HeatKind kind) {
    const Take& take = kind == HeatKind::Air ? m_takes.air : m_takes.liquid;
    if (isNone(take.own))
        return;
    const auto judge = [&](const Rack& rack) {
        OfRack result{Value::unknown(), rackHeat<Value>(m_context, rack.id, kind).si(), {}};
        const auto cooling = coolingOf(m_context, rack, kind);
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
void Finder::addFloorLoad() {
    RoomLimit limit = start(LimitKind::FloorLoad, "t", "floor-load");
    const Value uniform = siteQuantity<Value, dim::AreaLoad>(m_context, site::floorUniform).si();
    const Value foot = siteQuantity<Value, dim::Mass>(m_context, site::floorConcentrated).si();
    limit.each = m_takes.weight.own;
    if (m_free == 0 && m_racks.empty())
        return;
    if (!uniform.isKnown() || !foot.isKnown()) {
        addUnknown(std::move(limit), std::string(!uniform.isKnown() ? site::floorUniform : site::floorConcentrated));
        return;
    }
    const Value onFeet = foot * plainSetting(m_context, settingFact(setting_of::feetPerRack)) /
                         plainSetting(m_context, settingFact(setting_of::worstFoot));
    Value capacity(0.0), used(0.0), more(0.0);
    bool hasAny = false;
    for (const LikeRacks& like : m_like) {
        const std::int64_t places = m_places.at(like.first->id);
        const Value weight = plainRackWeight(m_context, *like.first);
        for (const Rack* rack : like.racks) {
            if (places == 0 && m_context.contents(rack->id).groups.empty())
                continue;
            const Value depth = plainPartNumber(m_context, rack->part, attribute::depth.key) +
                                halfAisle<Value>(m_context, *rack, Face::Front).si() +
                                halfAisle<Value>(m_context, *rack, Face::Rear).si();
            const Value onArea = uniform * plainPartNumber(m_context, rack->part, attribute::width.key) * depth;
            const Value most = minimum(onArea, onFeet);
            capacity = capacity + most;
            used = used + weight;
            const Value fits = moreOf(most, weight, limit.each);
            if (places == 0 && (!fits.isKnown() || fits.low() >= 0))
                continue;
            hasAny = true;
            more = more + atMost(fits, places);
        }
    }
    if (!hasAny || m_change.lifted == LimitKind::Places)
        return;
    more = more + Value(static_cast<double>(m_further));
    limit.capacity = capacity;
    limit.used = used;
    limit.more = more.isKnown() ? more : Value::unknown();
    if (limit.more.isUnknown()) {
        limit.missing = missingNumber(m_context, m_groups.own, attribute::weight.key);
        if (limit.missing.empty())
            limit.missing = missingNumber(m_context, m_context.groups(m_room), attribute::weight.key);
        if (limit.missing.empty())
            limit.missing = "rack-weight";
    }
    add(std::move(limit));
}

// One line for elements of a kind and side that stand beside one another; several levels of a kind are lines of their
// own.
void Finder::addFeeds() {
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
        groups[{element.kind, source.depth, element.side, element.redundancyGroup}].push_back(&source);
        if (element.side != FeedSide::None)
            sides[{element.kind, source.depth}].insert(element.side);
    }
    for (const auto& [key, group] : groups)
        addFeedGroup(group, sides[{std::get<0>(key), std::get<1>(key)}].size());
}

// Of the same rating, with as many racks and as much load to a hundredth of it.
bool Finder::areAlike(const std::vector<Shared>& shared) {
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
Value Finder::moreOfUneven(const std::vector<Shared>& shared, const Value& each) const {
    const auto count = static_cast<double>(shared.size());
    const bool isOfSameRacks = std::ranges::all_of(
        shared, [&](const Shared& one) { return one.source->racks == shared.front().source->racks; });
    std::optional<Value> least;
    Value all(0.0), placed(0.0), over(0.0);
    bool isOver = false, isShort = false;
    for (const Shared& one : shared) {
        const Value share = moreOf(one.rating, one.load, each / Value(count));
        least = least ? minimum(*least, share) : share;
        const Value more = moreOf(one.rating, one.load, each);
        std::int64_t places = 0;
        for (const LikeRacks& like : m_like)
            places += m_places.at(like.first->id) * std::ranges::count_if(like.racks, [&](const Rack* rack) {
                          return one.source->racks.contains(rack->id);
                      });
        all = all + more;
        placed = placed + atMost(more, places);
        isShort = isShort || (more.isKnown() && more.low() < static_cast<double>(places));
        if (more.isKnown() && more.typical() < 0) {
            isOver = true;
            over = over + more;
        }
    }
    if (isOfSameRacks)
        return *least;
    if (isOver)
        return over;
    // Where all places of its racks can be filled, it is they that limit.
    if (!isShort || m_change.lifted == LimitKind::Places || !m_arePlacesKnown)
        return all;
    return minimum(all, placed + Value(static_cast<double>(m_further)));
}

void Finder::addFeedGroup(const std::vector<const Source*>& group, std::size_t sides) {
    const PowerElement& first = *group.front()->element;
    const bool isSided = first.side != FeedSide::None && sides > 1;
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
    const Value whole = isLoss || !isSided ? m_takes.nameplate.whole : m_takes.peak.whole;

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
    for (const Source* source : group) {
        const PowerElement& element = *source->element;
        const Value rating = ratingOf(element);
        Value carried = isLoss ? carriedAfterLoss(element)
                               : plainElementPower(m_context, element, isSided ? LoadKind::Peak : LoadKind::Nameplate);
        if (isNone(carried))
            carried = carriedStandingIn(element).value_or(carried);
        const Value load = carried * Value(relief);
        capacity = capacity + rating;
        used = used + load;
        more = more + moreOf(rating, load, limit.each);
        shared.push_back({source, rating, load});
        if (!rating.isKnown()) {
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
    if (isUneven)
        more = moreOfUneven(shared, limit.each);
    for (const Shared& one : shared) {
        if (!isUneven)
            break;
        RoomLimit part = limit;
        part.name = one.source->element->name;
        part.capacity = one.rating;
        part.used = one.load;
        part.more = moreOf(one.rating, one.load, limit.each);
        part.isOfPart = true;
        add(std::move(part));
    }
    limit.others = isGroup ? 0 : static_cast<std::int64_t>(group.size()) - 1;
    limit.capacity = capacity;
    limit.used = used;
    limit.more = more.isKnown() ? more : Value::unknown();
    if (limit.more.isUnknown() && limit.missing.empty())
        limit.missing = missingOwnPower();
    add(std::move(limit));
}

void Finder::addSitePower() {
    RoomLimit limit = start(LimitKind::SitePower, "kW", "site");
    const SiteField* field = findSiteField(m_context.project(), site::powerLimit);
    limit.capacity = siteQuantity<Value, dim::Power>(m_context, site::powerLimit).si();
    limit.used = siteLoad<Value>(m_context).si();
    const bool isIt = field && field->basis == "IT";
    limit.each = isIt ? m_takes.peak.whole : m_takes.peak.whole * utilityFactor<Value>(m_context).si();
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

bool claimsSpare(const std::string& redundancy) { return redundancy == "N+1" || redundancy == "2N"; }

// Units of the room together; rear doors serve their own racks.
void Finder::addCooling(CapacityKind kind) {
    const bool isAir = kind == CapacityKind::Air;
    const Take& take = isAir ? m_takes.air : m_takes.liquid;
    if (isNone(take.whole))
        return;
    const auto standing = unitsOf(m_context, kind, m_room);
    auto units = standing;
    std::erase_if(units, [&](const CoolingUnit* unit) { return !isConnected(m_context, *unit); });
    double onDoors = 0;
    Value used(0.0);
    for (const LikeRacks& like : m_like) {
        const Value count(static_cast<double>(like.count()));
        const auto cooling = coolingOf(m_context, *like.first, isAir ? HeatKind::Air : HeatKind::Liquid);
        if (isAir && cooling && cooling->method == CoolingMethod::RearDoor) {
            onDoors += static_cast<double>(like.count());
            continue;
        }
        used = used + rackHeat<Value>(m_context, like.first->id, isAir ? HeatKind::Air : HeatKind::Liquid).si() * count;
    }
    const double share = m_racks.empty() ? 1 : 1 - onDoors / static_cast<double>(m_racks.size());
    if (isAir && units.empty() && (share <= 0 || isNone(used)) && onDoors > 0)
        return;
    bool isSpared = false;
    for (const CoolingUnit* unit : units) {
        const CoolingLoop* loop = m_context.design().coolingLoops.find(isAir ? unit->primary : unit->secondary);
        isSpared = isSpared || claimsSpare(unit->redundancy) || (loop && claimsSpare(loop->redundancy));
    }
    const LimitKind line = isAir ? LimitKind::AirCooling : LimitKind::LiquidCooling;
    RoomLimit limit = start(line, std::string(kHeatUnit), isSpared ? "unit-lost" : "all-units");
    limit.used = used;
    limit.each = take.whole * Value(share);
    // What stands there and serves nothing cools nothing: what it could take nobody has said.
    if (units.empty()) {
        if (standing.empty())
            limit.capacity = Value(0.0);
        addUnknown(std::move(limit), !standing.empty() ? "cooling-services" : isAir ? "air-units" : "liquid-units");
        return;
    }
    Sum<dim::Power, Value> rated;
    Largest<dim::Power, Value> largest;
    for (const CoolingUnit* unit : units) {
        rated.add(unitRating<Value>(m_context, *unit));
        largest.add(unitRating<Value>(m_context, *unit));
    }
    limit.capacity = isSpared ? rated.total().si() - largest.value().si() : rated.total().si();
    if (m_change.furtherUnit == line)
        limit.capacity = limit.capacity + largest.value().si();
    limit.more = moreOf(limit.capacity, limit.used, limit.each);
    if (!limit.more.isKnown()) {
        limit.more = Value::unknown();
        for (const CoolingUnit* unit : units)
            if (!unitRating<Value>(m_context, *unit).si().isKnown())
                limit.missing = partKey(m_context, unit->part, attribute::coolingCapacity.key);
        if (limit.missing.empty())
            limit.missing = missingOwnPower();
    }
    add(std::move(limit));
}

// Facility water: the flow that the site gives against what carries the heat at the loop's rise.
void Finder::addWater() {
    for (const CoolingLoop& loop : m_context.design().coolingLoops) {
        if (!loop.scope.isPresent() || !loop.isFacilityWater || unitsOn(m_context, loop.id).empty())
            continue;
        RoomLimit limit = start(LimitKind::WaterFlow, "L/min", "water-flow", loop.name);
        if (loop.flow)
            limit.capacity = Value(loop.flow->si(), Grade::Assumption);
        else if (isWaterOfSite(m_context, loop))
            limit.capacity = siteQuantity<Value, dim::VolumeFlow>(m_context, site::waterFlow).si();
        else
            limit.capacity = Value::unknown();
        limit.used = loopFlow<Value>(m_context, loop).si();
        const Value heat = loopHeat<Value>(m_context, loop.id).si();
        const Value whole = m_takes.air.whole + m_takes.liquid.whole;
        const Value all = groupsHeat<Value>(m_context, m_context.groups(), HeatKind::Air).si() +
                          groupsHeat<Value>(m_context, m_context.groups(), HeatKind::Liquid).si();
        limit.each = isNone(heat) || isNone(all) ? Value::unknown() : limit.used * (whole / all);
        limit.more = moreOf(limit.capacity, limit.used, limit.each);
        if (!limit.capacity.isKnown())
            limit.missing = isWaterOfSite(m_context, loop) ? std::string(site::waterFlow) : std::string("loop-flow");
        else if (!limit.more.isKnown())
            limit.missing = isNone(heat) ? "cooling-services" : missingOwnPower();
        if (!limit.missing.empty())
            limit.more = Value::unknown();
        add(std::move(limit));
    }
}

// Ports of the switches that the template's cables end at, and of their kind; of the whole design, as networks are.
void Finder::addPorts() {
    const auto addNetworks = [&](const PortReach& reach) {
        for (const PortReach::OfNetwork& network : reach.networks()) {
            RoomLimit limit = start(LimitKind::SwitchPorts, {}, "switch-ports", network.name);
            limit.capacity = Value(static_cast<double>(network.all));
            limit.used = Value(static_cast<double>(network.taken));
            limit.each = Value(static_cast<double>(network.reached) / static_cast<double>(reach.templates()));
            limit.more = moreOf(limit.capacity, limit.used, limit.each);
            add(std::move(limit));
        }
    };
    if (m_of.part) {
        if (const PortReach* known = m_context.lookUp<NodePorts>().of(m_of.part)) {
            addNetworks(*known);
            return;
        }
        PortReach reach(m_context);
        for (const Device& device : m_context.design().devices)
            if (device.part == m_of.part && device.scope.isPresent())
                reach.addTemplate({&device});
        reach.count();
        addNetworks(reach);
        return;
    }
    PortReach reach(m_context);
    for (const LikeRacks& like : m_context.likeRacks())
        if (std::ranges::any_of(like.racks, [&](const Rack* rack) { return rack->id == m_of.rack; }))
            for (const Rack* rack : like.racks) {
                std::vector<const Device*> nodes;
                for (const Device* device : m_context.contents(rack->id).devices)
                    if (isAcceleratorSystem(m_context.part(device->part)))
                        nodes.push_back(device);
                reach.addTemplate(nodes);
            }
    reach.count();
    addNetworks(reach);
}

void Finder::addBudget() {
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

RoomLimits found(const Context& context, Id<Room> room, const RoomTemplate& of, const std::optional<RoomBudget>& budget,
                 Change change) {
    Finder finder(context, room, of, budget, std::move(change));
    RoomLimits limits;
    limits.room = room;
    limits.of = of;
    limits.limits = finder.find();
    limits.power = finder.takes().peak.whole;
    return limits;
}

// The voltages of the trade that rack equipment takes, line to line.
std::optional<double> nextVoltage(double volts) {
    for (const double next : {400.0, 415.0})
        if (volts >= 200 && volts < next - 1)
            return next;
    return std::nullopt;
}

} // namespace

bool isLossBorne(const Project& project) {
    const std::string claimed = siteText(project, site::redundancy);
    return claimed == "2N" || claimed.empty();
}

bool RoomLimits::isWholly() const {
    return std::ranges::none_of(limits, [](const RoomLimit& limit) { return limit.more.isUnknown(); });
}

const RoomLimit* RoomLimits::binding() const {
    return limits.empty() || limits.front().more.isUnknown() || limits.front().isOfPart ? nullptr : &limits.front();
}

std::vector<RoomTemplate> roomTemplates(const Context& context, Id<Room> room) {
    std::vector<RoomTemplate> templates;
    const auto countOf = [](const std::vector<PartCount>& groups, Id<PartRow> part) {
        std::int64_t count = 0;
        for (const PartCount& group : groups)
            count += group.part == part ? group.count : 0;
        return count;
    };
    std::set<Id<PartRow>> seen;
    struct Ranked {
        RoomTemplate of;
        bool isNode;
    };
    std::vector<Ranked> ranked;
    for (const PartCount& group : context.groups()) {
        const Part* part = context.part(group.part);
        if (!part || !drawsPower(part) || part->mounting == Mounting::ZeroU || !seen.insert(group.part).second)
            continue;
        ranked.push_back({{partTitle(*part), group.part, {}, countOf(context.groups(room), group.part), part->id},
                          isAcceleratorSystem(part)});
    }
    // Kinds of racks that stand anywhere, by their type or first name.
    for (const LikeRacks& like : context.likeRacks()) {
        if (context.contents(like.first->id).groups.empty())
            continue;
        RoomTemplate of;
        of.rack = like.first->id;
        const RackType* type = context.design().rackTypes.find(like.first->rackType);
        of.name = of.code = type ? type->name : like.first->name;
        of.standing = std::ranges::count_if(like.racks, [room](const Rack* rack) { return rack->room == room; });
        ranked.push_back({std::move(of), nodesAmong(context, context.contents(like.first->id).groups) > 0});
    }
    // Nodes with accelerators before racks of them, before all else; of each, those that stand there most.
    std::ranges::stable_sort(ranked, [](const Ranked& a, const Ranked& b) {
        const auto rank = [](const Ranked& each) {
            return std::tuple(each.of.standing == 0, !each.isNode, each.of.part ? 0 : 1, -each.of.standing);
        };
        return rank(a) < rank(b);
    });
    for (Ranked& each : ranked)
        templates.push_back(std::move(each.of));
    return templates;
}

RoomLimits roomLimitsAlone(const Context& context, Id<Room> room, const RoomTemplate& of) {
    Change change;
    change.isAnywhere = true;
    return found(context, room, of, {}, std::move(change));
}

std::optional<RoomLimit> floorLimit(const Context& context, Id<Room> room, const RoomTemplate& of) {
    const std::optional<RoomBudget> budget;
    return Finder(context, room, of, budget, {}).findFloorLoad();
}

RoomLimits roomLimits(const Context& context, Id<Room> room, const RoomTemplate& of,
                      const std::optional<RoomBudget>& budget) {
    RoomLimits limits = found(context, room, of, budget, {});
    const RoomLimit* binding = limits.binding();
    if (!binding)
        return limits;
    const auto take = [&](Message what, Change change) {
        const RoomLimits then = found(context, room, of, budget, std::move(change));
        RoomStep step;
        step.what = std::move(what);
        step.more = then.more();
        if (const RoomLimit* next = then.binding())
            step.next = *next;
        // The tightest of its kind comes first.
        const auto raised = std::ranges::find_if(then.limits, [&](const RoomLimit& limit) {
            return limit.kind == binding->kind && limit.element == binding->element;
        });
        if (raised != then.limits.end())
            step.ofIt = raised->more;
        limits.steps.push_back(std::move(step));
    };
    const auto step = [](std::string_view id) { return Message("room-limit.step." + std::string(id)); };
    const auto element = std::ranges::find_if(context.design().powerElements, [&](const PowerElement& each) {
        return binding->kind == LimitKind::Feed && each.scope.isPresent() &&
               (each.name == binding->name || each.redundancyGroup == binding->name);
    });
    const bool isElement = element != context.design().powerElements.end();
    const std::string basis = binding->basis.id;
    if (basis == "room-limit.basis.after-loss" || basis == "room-limit.basis.rack-after-loss") {
        Change change;
        change.sharesSupply = true;
        take(step("share"), change);
    }
    if (isElement && basis != "room-limit.basis.single" && basis != "room-limit.basis.module-lost") {
        Change change;
        change.furtherSource = (*element).kind;
        take(step("source").with("name", binding->name), change);
    }
    if (isElement && basis == "room-limit.basis.module-lost") {
        Change change;
        change.furtherModule = (*element).redundancyGroup;
        take(step("module").with("group", (*element).redundancyGroup), change);
    }
    if (isElement && (*element).voltage) {
        if (const auto next = nextVoltage((*element).voltage->si())) {
            Change change;
            change.voltageFrom = (*element).voltage->si();
            change.voltageTo = *next;
            take(step("voltage").with("from", inUnit(change.voltageFrom, "V")).with("to", inUnit(*next, "V")), change);
        }
    }
    if (binding->kind == LimitKind::Places) {
        Change change;
        change.hasFurtherRack = true;
        take(step("rack"), change);
    }
    if (binding->kind == LimitKind::AirCooling || binding->kind == LimitKind::LiquidCooling) {
        Change change;
        change.furtherUnit = binding->kind;
        take(step("unit"), change);
    }
    Change lifted;
    lifted.lifted = binding->kind;
    lifted.liftedElement = binding->element;
    take(step(binding->kind == LimitKind::SwitchPorts ? "switches" : "lift"), lifted);
    return limits;
}

} // namespace rackwright
