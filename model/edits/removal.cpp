// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/removal.h"

#include "model/design/cabled.h"

#include <set>

namespace rackwright::edits {

namespace {

template <class Row>
std::unordered_set<std::uint64_t> setOf(const std::vector<Id<Row>>& ids) {
    std::unordered_set<std::uint64_t> set;
    for (const Id<Row> id : ids)
        set.insert(id.value);
    return set;
}

// Trays inside the devices go with them.
void addGuests(const Design& design, std::vector<Id<Device>>& devices) {
    for (std::size_t i = 0; i < devices.size(); ++i)
        design.devices.forEachWith<DevicesByHost>(devices[i], [&devices](const Device& guest) {
            if (std::ranges::find(devices, guest.id) == devices.end())
                devices.push_back(guest.id);
        });
}

// Cables end at the management ports of power elements and cooling units too.
template <class Row>
void takeCablesOf(Design& design, const std::vector<Id<Row>>& rows) {
    std::vector<Id<Cable>> cables;
    for (const Id<Row> row : rows)
        design.cables.forEachWith<CablesByDevice>(cabledId(row),
                                                  [&cables](const Cable& cable) { cables.push_back(cable.id); });
    if (!cables.empty())
        takeCables(design, cables);
}

void takeFromPools(Design& design, const std::unordered_set<std::uint64_t>& gone) {
    std::vector<StoragePool> changed;
    for (StoragePool pool : design.storagePools)
        if (std::erase_if(pool.members, [&gone](Id<Device> member) { return gone.contains(member.value); }) > 0)
            changed.push_back(std::move(pool));
    design.storagePools = design.storagePools.with(std::move(changed));
}

// A tap-off, unlike what it hangs on, is there for what it feeds: when that goes, and it feeds nothing else, so does
// the tap-off.
void addIdleTapOffs(const Design& design, std::vector<Id<PowerElement>>& elements,
                    const std::vector<Id<CoolingUnit>>& units) {
    auto gone = setOf(elements);
    const auto goneUnits = setOf(units);
    for (bool isChanged = true; isChanged;) {
        std::unordered_set<std::uint64_t> idle, busy;
        for (const PowerLink& link : design.powerLinks) {
            const bool isGone = link.to ? gone.contains(link.to.value) : goneUnits.contains(link.unit.value);
            (isGone ? idle : busy).insert(link.from.value);
        }
        isChanged = false;
        for (const PowerElement& element : design.powerElements)
            if (element.kind == PowerElementKind::TapOff && idle.contains(element.id.value) &&
                !busy.contains(element.id.value) && gone.insert(element.id.value).second) {
                elements.push_back(element.id);
                isChanged = true;
            }
    }
}

// Taps are drawn over the racks that they are for: one goes with the rack that is the nearest to it.
std::vector<Id<PathNode>> tapsOver(const Design& design, const std::unordered_set<std::uint64_t>& racks) {
    constexpr double kReach = 1.5; // m: a busway hangs over its row or beside it
    std::set<Id<PathNode>> tapped;
    for (const PathSegment& segment : design.pathSegments)
        if (segment.kind == PathwayKind::Busway)
            tapped.insert({segment.from, segment.to});
    std::vector<Id<PathNode>> found;
    for (const Id<PathNode> id : tapped) {
        const PathNode* node = design.pathNodes.find(id);
        if (!node || node->kind != PathNodeKind::Tap)
            continue;
        const Rack* nearest = nullptr;
        for (const Rack& rack : design.racks)
            if (rack.room == node->room &&
                (!nearest || distance(rack.centre, node->place) < distance(nearest->centre, node->place)))
                nearest = &rack;
        const auto stretches = std::ranges::count_if(
            design.pathSegments, [id](const PathSegment& each) { return each.from == id || each.to == id; });
        if (nearest && racks.contains(nearest->id.value) && stretches == 2 &&
            distance(nearest->centre, node->place).inMetres() <= kReach)
            found.push_back(id);
    }
    return found;
}

} // namespace

void takeCables(Design& design, const std::vector<Id<Cable>>& cables) {
    std::vector<Id<CableDetail>> details;
    for (const Id<Cable> cable : cables)
        design.cableDetails.forEachWith<DetailsByCable>(
            cable, [&details](const CableDetail& detail) { details.push_back(detail.id); });
    design.cableDetails = design.cableDetails.with({}, std::move(details));
    design.cables = design.cables.with({}, cables);
}

void takeDevices(Design& design, std::vector<Id<Device>> devices) {
    addGuests(design, devices);
    std::vector<Id<Module>> modules;
    std::vector<Id<Cable>> cables;
    for (const Id<Device> device : devices) {
        design.modules.forEachWith<ModulesByDevice>(device,
                                                    [&modules](const Module& module) { modules.push_back(module.id); });
        design.cables.forEachWith<CablesByDevice>(device,
                                                  [&cables](const Cable& cable) { cables.push_back(cable.id); });
    }
    const auto gone = setOf(devices);
    takeCables(design, cables);
    design.modules = design.modules.with({}, std::move(modules));
    design.cordOverrides = design.cordOverrides.with(
        {},
        idsWhere(design.cordOverrides, [&gone](const CordOverride& cord) { return gone.contains(cord.device.value); }));
    takeFromPools(design, gone);
    design.devices = design.devices.with({}, std::move(devices));
}

void takePowerElements(Design& design, const std::vector<Id<PowerElement>>& elements) {
    const auto gone = setOf(elements);
    takeCablesOf(design, elements);
    design.powerLinks =
        design.powerLinks.with({}, idsWhere(design.powerLinks, [&gone](const PowerLink& link) {
                                   return gone.contains(link.from.value) || gone.contains(link.to.value);
                               }));
    design.cordOverrides =
        design.cordOverrides.with({}, idsWhere(design.cordOverrides, [&gone](const CordOverride& cord) {
                                      return gone.contains(cord.element.value);
                                  }));
    std::vector<PathSegment> stretches;
    for (PathSegment segment : design.pathSegments)
        if (segment.busway && gone.contains(segment.busway.value)) {
            segment.busway = {};
            stretches.push_back(std::move(segment));
        }
    design.pathSegments = design.pathSegments.with(std::move(stretches));
    design.powerElements = design.powerElements.with({}, elements);
}

void takeCoolingUnits(Design& design, const std::vector<Id<CoolingUnit>>& units) {
    takeCablesOf(design, units);
    const auto gone = setOf(units);
    design.powerLinks = design.powerLinks.with({}, idsWhere(design.powerLinks, [&gone](const PowerLink& link) {
                                                   return !link.to && gone.contains(link.unit.value);
                                               }));
    std::vector<Id<CoolingService>> services;
    for (const Id<CoolingUnit> unit : units)
        design.coolingServices.forEachWith<ServicesByUnit>(
            unit, [&services](const CoolingService& service) { services.push_back(service.id); });
    design.coolingServices = design.coolingServices.with({}, std::move(services));
    design.coolingUnits = design.coolingUnits.with({}, units);
}

void takeRacks(Design& design, const std::vector<Id<Rack>>& racks) {
    std::vector<Id<Device>> devices;
    std::vector<Id<PowerElement>> elements;
    std::vector<Id<CoolingUnit>> units;
    std::vector<Id<CoolingService>> services;
    for (const Id<Rack> rack : racks) {
        design.devices.forEachWith<DevicesByRack>(rack, [&](const Device& row) { devices.push_back(row.id); });
        design.powerElements.forEachWith<PowerElementsByRack>(
            rack, [&](const PowerElement& row) { elements.push_back(row.id); });
        design.coolingUnits.forEachWith<CoolingUnitsByRack>(rack,
                                                            [&](const CoolingUnit& row) { units.push_back(row.id); });
        design.coolingServices.forEachWith<ServicesByRack>(
            rack, [&](const CoolingService& row) { services.push_back(row.id); });
    }
    for (const Id<PathNode> tap : tapsOver(design, setOf(racks)))
        (void)takePathNode(design, tap); // where two stretches meet nothing refuses
    takeDevices(design, std::move(devices));
    addIdleTapOffs(design, elements, units);
    takePowerElements(design, elements);
    design.coolingServices = design.coolingServices.with({}, std::move(services));
    takeCoolingUnits(design, units);
    design.racks = design.racks.with({}, racks);
}

} // namespace rackwright::edits
