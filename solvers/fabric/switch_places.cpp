// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/switch_places.h"

#include "model/design/occupancy.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace rackwright {

namespace {

// Switches stand with their ports to the hot aisle, where those of the nodes are.
constexpr Face kFace = Face::Rear;

/// What is taken between the rails of one rack, and where the next search begins.
class OpenRack {
public:
    OpenRack(const Project& project, const Design& design, const Rack& rack) : m_rack(rack.id) {
        const auto space = rackSpace(project, rack);
        if (!space || isRackScale(project, rack))
            return;
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
        for (std::int64_t unit = 1; unit <= m_units; ++unit) {
            const InRack place{m_rack, unit, kFace, 0};
            const RackClaim claim = rackClaim(part, place);
            if (claim.top > m_units)
                return std::nullopt;
            const auto inTheWay =
                std::ranges::find_if(m_claims, [&](const RackClaim& other) { return collide(claim, other); });
            if (inTheWay == m_claims.end()) {
                m_claims.push_back(claim);
                return place;
            }
            unit = std::max(unit, inTheWay->top);
        }
        return std::nullopt;
    }

private:
    Id<Rack> m_rack;
    std::int64_t m_units = 0;
    Mounting m_mounting = Mounting::Eia19;
    std::vector<RackClaim> m_claims;
};

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
    std::vector<std::pair<int, const Rack*>> racks;
    for (const Rack& rack : design.racks) {
        const int rank = near.contains(rack.id)          ? 0
                         : rack.role == "network"        ? 1
                         : rack.role == "infrastructure" ? 2
                                                         : 3;
        if (rack.scope.isPresent() && (placing == SwitchPlacing::AnyRack || rank < 3))
            racks.emplace_back(rank, &rack);
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
