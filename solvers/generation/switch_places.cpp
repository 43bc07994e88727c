// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/switch_places.h"

#include "model/design/occupancy.h"
#include "model/project/site_fields.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace rackwright {

namespace {

// Switches stand with their ports to the hot aisle, where those of the nodes are.
constexpr Face kFace = Face::Rear;

/// The most that a part draws; nothing where nobody says.
std::optional<double> mostWatts(const Part& part) {
    for (const PowerModeKind kind : {PowerModeKind::Maximum, PowerModeKind::Typical})
        if (const auto power = powerIn(part, kind).typical())
            return power->si();
    return std::nullopt;
}

/// Of a PDU: its own, else that of its part, which gives less at a lower voltage than the part's.
std::optional<Power> ratingOf(const Project& project, const PowerElement& pdu) {
    const Part* part = findPart(project, pdu.part);
    if (pdu.rating || !part)
        return pdu.rating;
    const auto rating = fact(*part, attribute::ratedPower).typical();
    const auto volts = fact(*part, attribute::inputVoltage).typical();
    if (!rating || !volts || !pdu.voltage || pdu.voltage->si() <= 0 || pdu.voltage->si() >= volts->si())
        return rating;
    return Power(rating->si() * pdu.voltage->si() / volts->si());
}

/// What a rack may draw: the smallest of its own limit, that of the site and what the PDUs of its weaker feed carry.
std::optional<double> limitOf(const Project& project, const Design& design, const Rack& rack) {
    std::optional<double> limit = siteNumber(project, site::rackLimit);
    if (rack.powerCap && (!limit || rack.powerCap->si() < *limit))
        limit = rack.powerCap->si();
    std::map<FeedSide, std::optional<double>> feeds;
    design.powerElements.forEachWith<PowerElementsByRack>(rack.id, [&](const PowerElement& element) {
        if (element.kind != PowerElementKind::RackPdu || !element.scope.isPresent())
            return;
        const auto rating = ratingOf(project, element);
        std::optional<double>& of = feeds.try_emplace(element.side, 0.0).first->second;
        of = of && rating ? std::optional(*of + rating->si()) : std::nullopt;
    });
    for (const auto& [side, rating] : feeds)
        if (rating && (!limit || *rating < *limit))
            limit = rating;
    return limit;
}

/// What is taken between the rails of one rack, and where the next search begins.
class OpenRack {
public:
    OpenRack(const Project& project, const Design& design, const Rack& rack)
        : m_rack(rack.id), m_limit(limitOf(project, design, rack)) {
        const auto space = rackSpace(project, rack);
        if (!space || isRackScale(project, rack))
            return;
        design.devices.forEachWith<DevicesByRack>(rack.id, [&](const Device& device) {
            const Part* part = device.scope.isPresent() ? findPart(project, device.part) : nullptr;
            m_watts += part ? mostWatts(*part).value_or(0) : 0;
        });
        m_units = space->units;
        m_mounting = space->mounting;
        for (const Occupant& each : occupants(project, design, rack.id)) {
            const auto* in = std::get_if<InRack>(&each.placement);
            if (!in)
                continue;
            if (each.part)
                m_claims.push_back(rackClaim(*each.part, *in));
            else
                m_claims.push_back({in->unit, in->unit});
        }
    }

    std::optional<InRack> take(const Part& part) {
        if (m_units < 1 || !fitsRails(part.mounting, m_mounting))
            return std::nullopt;
        const double watts = mostWatts(part).value_or(0);
        if (m_limit && m_watts + watts > *m_limit)
            return std::nullopt;
        for (std::int64_t unit = 1; unit <= m_units; ++unit) {
            const InRack place{m_rack, unit, kFace, 0};
            const RackClaim claim = rackClaim(part, place);
            if (claim.top > m_units)
                return std::nullopt;
            const auto inTheWay =
                std::ranges::find_if(m_claims, [&](const RackClaim& other) { return collide(claim, other); });
            if (inTheWay == m_claims.end()) {
                m_claims.push_back(claim);
                m_watts += watts;
                return place;
            }
            unit = std::max(unit, inTheWay->top);
        }
        return std::nullopt;
    }

private:
    Id<Rack> m_rack;
    std::optional<double> m_limit; ///< W
    double m_watts = 0;            ///< of the parts whose power is known
    std::int64_t m_units = 0;
    Mounting m_mounting = Mounting::Eia19;
    std::vector<RackClaim> m_claims;
};

} // namespace

namespace {

bool hasAccelerators(const Project& project, const Design& design, const Rack& rack) {
    bool found = false;
    design.devices.forEachWith<DevicesByRack>(rack.id, [&](const Device& device) {
        const Part* part = findPart(project, device.part);
        found =
            found || (part && (part->category == PartCategory::GpuNode || part->category == PartCategory::PcieGpuNode ||
                               part->category == PartCategory::RackScaleSystem));
    });
    return found;
}

/// How far a rack stands from the nearer end of its row, in racks.
std::map<Id<Rack>, std::int64_t> waysFromEnds(const Design& design) {
    std::map<std::pair<Id<Room>, std::string>, std::vector<const Rack*>> rows;
    for (const Rack& rack : design.racks)
        if (!rack.row.empty())
            rows[{rack.room, rack.row}].push_back(&rack);
    std::map<Id<Rack>, std::int64_t> ways;
    for (auto& [row, racks] : rows) {
        std::ranges::sort(racks, {}, [](const Rack* rack) { return std::pair(rack->centre.x, rack->centre.y); });
        const auto count = static_cast<std::int64_t>(racks.size());
        for (std::int64_t i = 0; i < count; ++i)
            ways[racks[static_cast<std::size_t>(i)]->id] = std::min(i, count - 1 - i);
    }
    return ways;
}

} // namespace

void placeSwitches(const Project& project, const Design& design, SwitchPlacing placing,
                   const std::vector<Id<Device>>& beside, std::vector<Device>& switches) {
    if (placing == SwitchPlacing::Tray || switches.empty())
        return;
    std::set<Id<Rack>> near;
    for (const Id<Device> id : beside)
        if (const Device* device = design.devices.find(id))
            if (const Id<Rack> rack = rackOf(*device))
                near.insert(rack);
    const std::map<Id<Rack>, std::int64_t> fromEnd = waysFromEnds(design);
    std::vector<std::pair<std::pair<int, std::int64_t>, const Rack*>> racks;
    for (const Rack& rack : design.racks) {
        const int rank = near.contains(rack.id)                    ? 0
                         : rack.role == "network"                  ? 1
                         : rack.role == "infrastructure"           ? 2
                         : !hasAccelerators(project, design, rack) ? 3
                                                                   : 4;
        const auto way = fromEnd.find(rack.id);
        if (rack.scope.isPresent() && (placing == SwitchPlacing::AnyRack || rank < 3))
            racks.emplace_back(std::pair(rank, rank < 3 || way == fromEnd.end() ? 0 : way->second), &rack);
    }
    std::ranges::stable_sort(racks, {}, [](const auto& each) { return each.first; });
    std::map<Id<Rack>, OpenRack> open;
    std::map<Id<PartRow>, std::size_t> from; // of a part: racks before it are full
    for (Device& each : switches) {
        const Part* part = findPart(project, each.part);
        std::size_t& first = from[each.part];
        for (; part && first < racks.size(); ++first) {
            const Rack& rack = *racks[first].second;
            const auto entry = open.try_emplace(rack.id, project, design, rack).first;
            if (const auto place = entry->second.take(*part)) {
                each.placement = *place;
                break;
            }
        }
    }
}

} // namespace rackwright
