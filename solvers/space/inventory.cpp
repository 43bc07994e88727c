// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/inventory.h"

#include "model/design/occupancy.h"
#include "model/parts/part_title.h"

#include <algorithm>
#include <map>
#include <set>

namespace rackwright {

bool isAcceleratorSystem(const Part* part) {
    if (!part)
        return false;
    if (part->category == PartCategory::GpuNode || part->category == PartCategory::PcieGpuNode ||
        part->category == PartCategory::RackScaleSystem)
        return true;
    return !numberFact(*part, attribute::acceleratorCount.key).isUnknown();
}

std::int64_t moduleAccelerators(const Context& context, Id<Rack> rack) {
    std::int64_t count = 0;
    for (const Module& module : context.design().modules) {
        const Part* part = context.part(module.part);
        const Device* device = context.design().devices.find(module.device);
        if (!part || part->category != PartCategory::Accelerator || !device || !module.scope.isPresent() ||
            !device->scope.isPresent() || (rack && context.rackHolding(*device) != rack))
            continue;
        if (plainPartNumber(context, device->part, attribute::acceleratorCount.key).isUnknown())
            count += module.count;
    }
    return count;
}

std::vector<PartCount> spareGroups(const Context& context) {
    std::map<Id<PartRow>, PartCount> groups;
    for (const Device& device : context.design().devices) {
        if (device.role != "spare" || !device.scope.isPresent())
            continue;
        PartCount& group = groups[device.part];
        group.part = device.part;
        ++group.count;
    }
    std::vector<PartCount> list;
    for (const auto& [part, group] : groups)
        list.push_back(group);
    return list;
}

Id<PartRow> acceleratorPart(const Context& context, Id<PartRow> system) {
    const Part* part = context.part(system);
    const auto model = part ? fact(*part, attribute::acceleratorModel).typical() : std::nullopt;
    return model ? context.partOf(*model) : Id<PartRow>{};
}

ReadFact readRate(const Context& context, Id<PartRow> accelerator, Precision precision) {
    const Part* part = context.part(accelerator);
    ReadFact read;
    read.reading = {(part ? partTitle(*part) : std::string("accelerator not in the project")) +
                        ", dense " + std::string(enumName(precision)),
                    "TFLOPS", 1e12};
    if (!part)
        return read;
    const Fact<OperationRate> rate = computeRate(*part, precision, Sparsity::Dense);
    read.source = rate.source;
    read.value = rate.isUnknown() ? Value::unknown(rate.grade)
                                  : Value::range(rate.low()->si(), rate.typical()->si(), rate.high()->si(), rate.grade);
    return read;
}

std::int64_t usedUnits(const Context& context, const Rack& rack) {
    std::set<std::int64_t> units;
    const auto space = rackSpace(context.project(), rack);
    const auto claim = [&](Id<PartRow> id, const Placement& placement) {
        const auto* in = std::get_if<InRack>(&placement);
        if (!in)
            return;
        const Part* part = context.part(id);
        RackClaim taken = part ? rackClaim(*part, *in) : RackClaim{in->unit, in->unit, true, true, 0, 1};
        if (part && part->mounting == Mounting::WholeRack && space)
            taken.top = std::max(taken.top, space->units);
        for (std::int64_t unit = taken.bottom; unit <= taken.top; ++unit)
            units.insert(unit);
    };
    const RackContents& contents = context.contents(rack.id);
    for (const Device* device : contents.devices)
        claim(device->part, device->placement);
    for (const PowerElement* element : contents.elements)
        claim(element->part, element->placement);
    for (const CoolingUnit* unit : contents.coolingUnits)
        claim(unit->part, unit->placement);
    return static_cast<std::int64_t>(units.size());
}

std::vector<RowLength> rowLengths(const Context& context) {
    std::map<std::pair<Id<Room>, std::string>, std::vector<Point>> points;
    std::map<std::pair<Id<Room>, std::string>, std::int64_t> counts;
    for (const Rack* rack : context.racks()) {
        const auto place = footprintOf(context.project(), *rack);
        if (rack->row.empty() || !place)
            continue;
        auto& row = points[{rack->room, rack->row}];
        const std::vector<Point> outline = corners(*place);
        row.insert(row.end(), outline.begin(), outline.end());
        ++counts[{rack->room, rack->row}];
    }
    std::vector<RowLength> rows;
    for (const auto& [key, outline] : points) {
        const Box box = boundingBox(outline);
        rows.push_back({key.second, key.first, counts[key], std::max(box.high.x - box.low.x, box.high.y - box.low.y)});
    }
    return rows;
}

Area roomArea(const Context& context, Id<Room> id) {
    const Room* room = context.design().rooms.find(id);
    return room ? area(room->outline) : Area(0);
}

Area blockedArea(const Context& context, Id<Room> id) {
    Area blocked(0);
    for (const RoomObject& object : context.design().roomObjects) {
        if (object.room != id || !object.scope.isPresent())
            continue;
        if (const auto* column = std::get_if<Column>(&object.shape))
            blocked += area(column->outline);
        else if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            blocked += area(keepOut->outline);
    }
    return blocked;
}

} // namespace rackwright
