// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/design/cabled.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class Row>
Device deviceOf(const Row& row) {
    Device device;
    device.id = cabledId(row.id);
    device.name = row.name;
    device.part = row.part;
    device.placement = row.placement;
    device.role = std::string(enumName(row.kind));
    device.scope = row.scope;
    return device;
}

} // namespace

Device asCabled(const PowerElement& element) { return deviceOf(element); }

Device asCabled(const CoolingUnit& unit) { return deviceOf(unit); }

bool isCabled(const Design& design, Id<Device> id) {
    return design.devices.contains(id) || design.powerElements.contains({id.value}) ||
           design.coolingUnits.contains({id.value});
}

std::optional<Device> plantOf(const Design& design, Id<Device> id) {
    if (const PowerElement* element = design.powerElements.find({id.value}))
        return asCabled(*element);
    if (const CoolingUnit* unit = design.coolingUnits.find({id.value}))
        return asCabled(*unit);
    return std::nullopt;
}

Cabled findCabled(const Design& design, Id<Device> id) {
    if (const Device* device = design.devices.find(id))
        return Cabled(device);
    return Cabled(plantOf(design, id));
}

CableDetail decisionsFor(const Design& design, Id<Cable> cable) {
    const auto decided = design.cableDetails.allWith<DetailsByCable>(cable);
    CableDetail detail = decided.empty() ? CableDetail() : *decided.front();
    detail.cable = cable;
    return detail;
}

bool isPresent(const Design& design, const Cable& cable) {
    const auto decided = design.cableDetails.allWith<DetailsByCable>(cable.id);
    return decided.empty() || decided.front()->scope.isPresent();
}

std::unordered_set<Id<Cable>> removedCables(const Design& design) {
    std::unordered_set<Id<Cable>> removed;
    for (const CableDetail& detail : design.cableDetails)
        if (!detail.scope.isPresent())
            removed.insert(detail.cable);
    return removed;
}

std::vector<Device> plantOf(const Design& design, const PartFinder& partOf) {
    std::vector<Device> all;
    // Like things mostly follow each other.
    Id<PartRow> last;
    bool lastHasPorts = false;
    const auto take = [&](const auto& row) {
        if (row.part != last) {
            const Part* part = row.part ? partOf(row.part) : nullptr;
            last = row.part;
            lastHasPorts = part && !part->portGroups.empty();
        }
        if (lastHasPorts)
            all.push_back(asCabled(row));
    };
    for (const PowerElement& element : design.powerElements)
        take(element);
    for (const CoolingUnit& unit : design.coolingUnits)
        take(unit);
    std::ranges::sort(all, {}, &Device::id);
    return all;
}

} // namespace rackwright
