// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/cable_product.h"
#include "solvers/cost/bill_builder.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr std::int64_t kOne = 1000; // thousandths
// A chain of hosts (tray in chassis in system) is followed at most this deep.
constexpr int kDeepestNesting = 4;

void add(BillLine& line, const Scope& scope, std::int64_t quantityMilli, Id<Rack> rack = {}) {
    line.quantityMilli += quantityMilli;
    line.designQuantityMilli += quantityMilli;
    line.installedMilli += isInstalledByUs(scope) ? quantityMilli : 0;
    if (rack && (line.racks.empty() || line.racks.back() != rack))
        line.racks.push_back(rack);
}

bool isRackScale(const Part* part) { return part && part->category == PartCategory::RackScaleSystem; }

bool holdsWholeRack(const Context& context, const Rack& rack) {
    return std::ranges::any_of(context.contents(rack.id).groups, [&context](const PartCount& group) {
        const Part* part = context.part(group.part);
        return part && (part->mounting == Mounting::WholeRack || isRackScale(part));
    });
}

void addRacks(BillBuilder& builder) {
    for (const Rack& rack : builder.context().design().racks) {
        // A rack without a part is bought with its system or is an allowance.
        const bool isBoughtWithSystem =
            (!rack.part || isRackScale(builder.context().part(rack.part))) && holdsWholeRack(builder.context(), rack);
        if (isBoughtWithSystem || (!rack.part && rack.scope.isPriced()))
            continue;
        BillLine& line = builder.partLine("rack", rack.part, rack.scope);
        line.section = isRackScale(builder.context().part(rack.part)) ? QuoteSection::Compute : QuoteSection::Racks;
        line.goods = line.section == QuoteSection::Racks ? Goods::Passive : Goods::Equipment;
        add(line, rack.scope, kOne, rack.id);
    }
}

/// The system that a tray is sold with: the device around it or the rack that it stands in.
std::string rackScaleHostKey(BillBuilder& builder, const Device& device, Id<Rack> rack) {
    const Context& context = builder.context();
    const Part* part = context.part(device.part);
    const Device* at = &device;
    for (int depth = 0; depth < kDeepestNesting; ++depth) {
        const auto* in = std::get_if<InDevice>(&at->placement);
        at = in ? context.design().devices.find(in->device) : nullptr;
        if (!at)
            break;
        if (isRackScale(context.part(at->part)))
            return builder.partLine("device", at->part, at->scope).key;
    }
    if (!rack || !part || part->category != PartCategory::Tray)
        return {};
    for (const Device* beside : context.contents(rack).devices)
        if (isRackScale(context.part(beside->part)))
            return builder.partLine("device", beside->part, beside->scope).key;
    const Rack* around = context.design().racks.find(rack);
    if (around && isRackScale(context.part(around->part)))
        return builder.partLine("rack", around->part, around->scope).key;
    return {};
}

// Thousands of devices share few lines: the line is looked up by text only when part or scope change.
class LineOfDevice {
public:
    explicit LineOfDevice(BillBuilder& builder) : m_builder(builder) {}
    BillLine& operator()(const Device& device) {
        if (!m_line || device.part != m_part || device.scope != m_scope) {
            m_part = device.part;
            m_scope = device.scope;
            m_line = &m_builder.partLine("device", m_part, m_scope);
        }
        return *m_line;
    }

private:
    BillBuilder& m_builder;
    BillLine* m_line = nullptr;
    Id<PartRow> m_part;
    Scope m_scope;
};

void addDevices(BillBuilder& builder) {
    const Context& context = builder.context();
    LineOfDevice lineOf(builder);
    for (const Device& device : context.design().devices) {
        const Id<Rack> rack = context.rackHolding(device);
        const std::string host = rackScaleHostKey(builder, device, rack);
        BillLine& line = host.empty() ? lineOf(device) : builder.partLine("device", device.part, device.scope, host);
        if (!host.empty())
            line.gap = PriceGap::Included;
        if (device.role == "storage" && line.section == QuoteSection::Compute)
            line.section = QuoteSection::Storage;
        add(line, device.scope, kOne, rack);
    }
}

void addModules(BillBuilder& builder) {
    for (const Module& module : builder.context().design().modules) {
        const Device* host = builder.context().design().devices.find(module.device);
        if (!host || host->scope.status == Status::Removed)
            continue;
        const BillLine& parent = builder.partLine("device", host->part, host->scope);
        const QuoteSection section = parent.section;
        BillLine& line = builder.partLine("module", module.part, module.scope, parent.key);
        line.section = section;
        add(line, module.scope, module.count * kOne, rackOf(*host));
    }
}

double metres(const Context& context, const PathSegment& segment) {
    const PathNode* from = context.design().pathNodes.find(segment.from);
    const PathNode* to = context.design().pathNodes.find(segment.to);
    if (!from || !to)
        return 0;
    const double rise = (to->height - from->height).inMetres();
    return std::hypot(distance(from->place, to->place).inMetres(), rise);
}

/// Drawn length of each busway.
std::unordered_map<Id<PowerElement>, double> buswayLengths(const Context& context) {
    std::unordered_map<Id<PowerElement>, double> lengths;
    for (const PathSegment& segment : context.design().pathSegments)
        if (segment.busway)
            lengths[segment.busway] += metres(context, segment);
    return lengths;
}

bool isSoldByMetre(const Part* part) {
    return part && std::ranges::any_of(part->prices, [](const Price& price) { return price.basis == "metre"; });
}

/// A rack-scale system brings its power shelves: without a part of their own they are no line.
bool comesWithItsSystem(const Context& context, const PowerElement& element) {
    const Rack* rack = context.design().racks.find(rackOf(element.placement));
    return element.kind == PowerElementKind::PowerShelf && !element.part && rack &&
           isRackScale(context.part(rack->part));
}

/// A tap-off stands in no rack: it is used in those that it feeds.
void noteRacksFed(const Context& context, const PowerElement& tap, BillLine& line) {
    for (const PowerLink* link : context.linksFrom(tap.id)) {
        const PowerElement* fed = context.design().powerElements.find(link->to);
        if (const Id<Rack> rack = fed ? rackOf(fed->placement) : Id<Rack>{})
            line.racks.push_back(rack);
    }
}

void addPower(BillBuilder& builder) {
    const Context& context = builder.context();
    const auto lengths = buswayLengths(context);
    for (const PowerElement& element : context.design().powerElements) {
        // The utility's connection is no thing that one buys.
        if (element.kind == PowerElementKind::Utility || comesWithItsSystem(context, element))
            continue;
        BillLine& line = builder.partLine(enumName(element.kind), element.part, element.scope);
        line.section = QuoteSection::PowerEquipment;
        const auto length = lengths.find(element.id);
        const bool byMetre = length != lengths.end() && isSoldByMetre(context.part(element.part));
        if (byMetre)
            line.unit = "metre";
        add(line, element.scope, byMetre ? milli(length->second) : kOne, rackOf(element.placement));
        if (element.kind == PowerElementKind::TapOff)
            noteRacksFed(context, element, line);
    }
}

void addCooling(BillBuilder& builder) {
    for (const CoolingUnit& unit : builder.context().design().coolingUnits) {
        BillLine& line = builder.partLine(enumName(unit.kind), unit.part, unit.scope);
        line.section = QuoteSection::CoolingEquipment;
        add(line, unit.scope, kOne, rackOf(unit.placement));
    }
}

void addPathways(BillBuilder& builder) {
    for (const PathSegment& segment : builder.context().design().pathSegments) {
        if (segment.busway) // is a power element
            continue;
        BillLine& line = builder.partLine(enumName(segment.kind), {}, segment.scope);
        line.text = Message("bill.pathway." + std::string(enumName(segment.kind)));
        line.unit = "metre";
        line.goods = Goods::Pathway;
        line.section = segment.kind == PathwayKind::PipeMain ? QuoteSection::CoolingEquipment
                       : segment.kind == PathwayKind::Busway ? QuoteSection::PowerEquipment
                                                             : QuoteSection::CablesAndOptics;
        add(line, segment.scope, milli(metres(builder.context(), segment)));
    }
}

/// Cables with a part that a person chose and that does not say what it is; all others take what their plan says.
void addPinnedCables(BillBuilder& builder) {
    for (const CableDetail& detail : builder.context().design().cableDetails) {
        const Part* part = builder.context().part(detail.part);
        if (!detail.part || (part && cableProductOf(detail.part, *part)))
            continue;
        BillLine& line = builder.partLine("cable", detail.part, detail.scope);
        line.section = QuoteSection::CablesAndOptics;
        line.goods = Goods::Passive;
        add(line, detail.scope, kOne);
    }
}

} // namespace

void addDesignLines(BillBuilder& builder) {
    addRacks(builder);
    addDevices(builder);
    addModules(builder);
    addPower(builder);
    addCooling(builder);
    addPathways(builder);
    addPinnedCables(builder);
}

} // namespace rackwright
