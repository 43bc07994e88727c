// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ends of cables are: devices in racks and on the floor, and where their cables join the pathways.
#include "model/design/cabled.h"
#include "solvers/cables/cable_planner.h"

#include <algorithm>
#include <memory>

namespace rackwright {

namespace {

constexpr int kDeepestHost = 4;

double lengthOf(const Part* part, const PartAttribute<Length>& key, double otherwise) {
    const auto known = part ? fact(*part, key).typical() : std::nullopt;
    return known ? known->inMetres() : otherwise;
}

} // namespace

std::uint32_t CablePlanner::spotOfRack(Id<Rack> id) {
    const auto [known, isNew] = m_spotOf.try_emplace(id, static_cast<std::uint32_t>(m_plan.spots.size()));
    if (!isNew)
        return known->second;
    const Rack* rack = m_context.design().racks.find(id);
    if (!rack || !rack->scope.isPresent())
        return known->second = kNowhere;
    CableSpot spot;
    spot.rack = id;
    spot.room = rack->room;
    const Length half = Length::nearest(lengthOf(m_context.part(rack->part), attribute::depth, 1.2) / 2);
    for (const int side : {0, 1}) {
        // The front is the side of least y at rotation 0.
        const Point exit = placed({rack->centre, {}, {}, rack->rotation}, {Length{}, side == 0 ? -half : half});
        spot.x[static_cast<std::size_t>(side)] = exit.x.inMetres();
        spot.y[static_cast<std::size_t>(side)] = exit.y.inMetres();
    }
    m_plan.spots.push_back(spot);
    return known->second;
}

// Network ports of servers are at the rear, those of switches on the side that their face says.
void CablePlanner::placeDevices() {
    const Table<Device>& devices = m_context.design().devices;
    m_plan.m_devices.resize(m_ends.devices.size());
    std::size_t place = 0;
    const auto put = [&](const Device& row) {
        if (place >= m_ends.devices.size() || m_ends.devices[place].id != row.id)
            return;
        CablePlan::DeviceSpot& spot = m_plan.m_devices[place];
        const bool isCabled = m_ends.devices[place].isCabled;
        ++place;
        if (!isCabled)
            return;
        const Device* at = &row;
        for (int depth = 0; depth < kDeepestHost; ++depth) {
            const auto* in = std::get_if<InDevice>(&at->placement);
            const Device* host = in ? devices.find(in->device) : nullptr;
            if (!host)
                break;
            at = host;
        }
        const Part* part = m_context.part(at->part);
        const bool isSwitch = part && part->category == PartCategory::Switch;
        if (const auto* in = std::get_if<InRack>(&at->placement)) {
            const Rack* rack = m_context.design().racks.find(in->rack);
            const Part* own = rack ? m_context.part(rack->part) : nullptr;
            const double pitch = lengthOf(own, attribute::unitPitch, kRackUnit.inMetres());
            const double units = part ? static_cast<double>(std::max<std::int64_t>(1, rackUnitsOf(*part))) : 1;
            spot.spot = spotOfRack(in->rack);
            spot.height = static_cast<float>((static_cast<double>(in->unit - 1) + units / 2) * pitch);
            spot.side = (in->face == Face::Front) == isSwitch ? 0 : 1;
        } else if (const auto* beside = std::get_if<ZeroU>(&at->placement)) {
            spot.spot = spotOfRack(beside->rack);
            spot.height = 1;
            spot.side = 1; // at the rear, as PDUs hang
        } else if (const auto* floor = std::get_if<OnFloor>(&at->placement)) {
            CableSpot made;
            made.room = floor->room;
            made.x.fill(floor->centre.x.inMetres());
            made.y.fill(floor->centre.y.inMetres());
            spot.spot = static_cast<std::uint32_t>(m_plan.spots.size());
            m_plan.spots.push_back(made);
        }
    };
    forEachCabled(
        m_context.design(), [&](Id<PartRow> row) { return m_context.part(row); }, put);
}

// Of each strand that has pathways of its own: graph, spots' places on it.
template <class Visit>
void CablePlanner::forEachAccess(Visit visit) {
    visit(m_plan.m_glass, &CableSpot::glass);
    if (m_plan.isGlassSeparate)
        visit(m_plan.m_copper, &CableSpot::copper);
    else
        for (CableSpot& spot : m_plan.spots)
            spot.copper = spot.glass;
}

void CablePlanner::joinPathways() {
    const Design& design = m_context.design();
    for (const PathSegment& segment : design.pathSegments)
        m_plan.isGlassSeparate =
            m_plan.isGlassSeparate || mayRunIn(segment, Strand::Copper) != mayRunIn(segment, Strand::Fibre);
    const auto glass = std::make_shared<PathwayGraph>(design, Strand::Fibre);
    const auto copper = m_plan.isGlassSeparate ? std::make_shared<PathwayGraph>(design, Strand::Copper) : glass;
    m_plan.m_glass = glass;
    m_plan.m_copper = copper;
    forEachAccess([&](const auto&, std::array<PathAccesses, 2> CableSpot::*access) {
        PathwayGraph& graph = access == &CableSpot::glass ? *glass : *copper;
        std::vector<PathAccesses> joined;
        for (CableSpot& spot : m_plan.spots)
            for (std::size_t side = 0; side < 2; ++side) {
                (spot.*access)[side] = graph.accesses(spot.room, spot.x[side], spot.y[side]);
                joined.push_back((spot.*access)[side]);
            }
        graph.prepare(joined);
    });
}

/// On the graphs of before; false when a spot has come where they know no distances from.
bool CablePlanner::joinAsBefore(const CablePlan& before) {
    m_plan.isGlassSeparate = before.isGlassSeparate;
    m_plan.m_glass = before.m_glass;
    m_plan.m_copper = before.m_copper;
    std::unordered_map<Id<Rack>, const CableSpot*> known;
    for (const CableSpot& spot : before.spots)
        if (spot.rack)
            known.emplace(spot.rack, &spot);
    bool areReady = true;
    forEachAccess([&](const auto& graph, std::array<PathAccesses, 2> CableSpot::*access) {
        for (CableSpot& spot : m_plan.spots) {
            const auto old = known.find(spot.rack);
            for (std::size_t side = 0; side < 2; ++side) {
                const bool isThere = old != known.end() && old->second->room == spot.room &&
                                     old->second->x[side] == spot.x[side] && old->second->y[side] == spot.y[side];
                PathAccesses& at = (spot.*access)[side];
                at = isThere ? (old->second->*access)[side] : graph->accesses(spot.room, spot.x[side], spot.y[side]);
                areReady = areReady && graph->isPrepared(at);
            }
        }
    });
    return areReady;
}

} // namespace rackwright
