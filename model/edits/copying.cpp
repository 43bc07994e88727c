// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/copying.h"

#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"

#include <cctype>

namespace rackwright::edits {

namespace {

template <class T>
using Plain = std::remove_cvref_t<T>;

// A list names nothing that is not there.
template <class Row>
void forgetMore(Row&) {}
void forgetMore(CableDetail& detail) { std::erase(detail.route, Id<PathSegment>()); }

// A clip comes from outside of the program: of what no copy makes nothing is taken over.
template <class Row>
constexpr bool isPasted =
    !std::same_as<Row, Room> && !std::same_as<Row, ScalableUnit> && !std::same_as<Row, FabricGenerator> &&
    !std::same_as<Row, Workload> && !std::same_as<Row, StoragePool> && !std::same_as<Row, QuoteLine>;

// The rack that a placement is in, on or beside, be it by way of the device that holds it.
const Rack* rackAround(const Design& design, const Placement& placement) {
    const auto* inside = std::get_if<InDevice>(&placement);
    const Device* host = inside ? design.devices.find(inside->device) : nullptr;
    return design.racks.find(rackOf(host ? host->placement : placement));
}

bool isLetterOrDigit(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0; }

// R01-d8 is called after R01, R011 is not.
bool isCalledAfter(std::string_view name, std::string_view rack) {
    return !rack.empty() && name.starts_with(rack) &&
           (name.size() == rack.size() || !isLetterOrDigit(name[rack.size()]));
}

// What stood in a rack or device that was not copied stands nowhere yet.
bool standsInNothing(const Placement& placement) {
    const auto* in = std::get_if<InRack>(&placement);
    const auto* beside = std::get_if<ZeroU>(&placement);
    const auto* inside = std::get_if<InDevice>(&placement);
    return (in && !in->rack) || (beside && !beside->rack) || (inside && !inside->device);
}

} // namespace

void RowCollector::add(const ClipRows& rows) {
    for (const Id<Rack> rack : rows.racks)
        addRack(rack);
    for (const Id<Device> device : rows.devices)
        addDevice(m_design.devices.find(device));
    for (const Id<PowerElement> element : rows.powerElements)
        take(&Design::powerElements, m_design.powerElements.find(element));
    for (const Id<CoolingUnit> unit : rows.coolingUnits)
        take(&Design::coolingUnits, m_design.coolingUnits.find(unit));
    for (const Id<RoomObject> object : rows.objects)
        take(&Design::roomObjects, m_design.roomObjects.find(object));
    for (const Id<PathSegment> id : rows.segments)
        if (const PathSegment* segment = m_design.pathSegments.find(id)) {
            take(&Design::pathNodes, m_design.pathNodes.find(segment->from));
            take(&Design::pathNodes, m_design.pathNodes.find(segment->to));
            take(&Design::pathSegments, segment);
        }
    for (const Id<CoolingLoop> loop : rows.loops)
        take(&Design::coolingLoops, m_design.coolingLoops.find(loop));
    addCables();
    addBetween();
}

// A unit on or in another rack serves its own surroundings.
void RowCollector::addServicesOfRooms() {
    std::vector<const CoolingService*> found;
    for (const CoolingService& service : m_design.coolingServices)
        if (const CoolingUnit* unit = m_design.coolingUnits.find(service.unit);
            unit && has(service.rack.value) && !has(unit->id.value) && !rackOf(unit->placement))
            found.push_back(&service);
    for (const CoolingService* service : found)
        take(&Design::coolingServices, service);
}

Document RowCollector::document(const Project& source) {
    addNamed<CoolingLoop>(&Design::coolingLoops);
    addNamed<Room>(&Design::rooms);
    Document clip = emptyDocument(source.name);
    auto project = std::make_shared<Project>(*clip.project);
    const auto keepPart = [&](const auto& id) {
        if constexpr (std::same_as<Plain<decltype(id)>, Id<PartRow>>)
            if (const PartRow* part = source.parts.find(id); part && !has(id.value)) {
                m_kept.insert(id.value);
                project->parts = project->parts.with(*part);
            }
    };
    forEachDesignTable([&](const auto& table) {
        for (const auto& row : m_taken.*table.member)
            forEachId(row, keepPart);
    });
    const auto forget = [this](auto& id) {
        if (!has(id.value))
            id = {};
    };
    forEachDesignTable([&](const auto& table) {
        const auto whole = m_taken.*table.member;
        std::vector<typename Plain<decltype(table)>::RowType> rows;
        for (auto row : whole) {
            forEachId(row, forget);
            forgetMore(row);
            rows.push_back(std::move(row));
        }
        if (!rows.empty())
            (m_taken.*table.member) = whole.with(std::move(rows));
    });
    std::uint64_t last = 0;
    for (const std::uint64_t id : m_kept)
        last = std::max(last, id);
    const std::uint64_t option = project->activeOption;
    clip.project = withDesign(*project, option, std::make_shared<const Design>(std::move(m_taken)));
    clip.nextId = std::max(clip.nextId, last + 1);
    return clip;
}

template <class Row>
bool RowCollector::take(Table<Row> Design::*table, const Row* row) {
    if (!row || !m_kept.insert(row->id.value).second)
        return false;
    (m_taken.*table) = (m_taken.*table).with(*row);
    return true;
}

void RowCollector::addRack(Id<Rack> id) {
    const Rack* rack = m_design.racks.find(id);
    if (!take(&Design::racks, rack))
        return;
    if (const RackType* type = m_design.rackTypes.find(rack->rackType))
        take(&Design::rackTypes, type);
    for (const Device* device : m_design.devices.allWith<DevicesByRack>(id))
        addDevice(device);
    m_design.powerElements.forEachWith<PowerElementsByRack>(
        id, [this](const PowerElement& element) { take(&Design::powerElements, &element); });
    m_design.coolingUnits.forEachWith<CoolingUnitsByRack>(
        id, [this](const CoolingUnit& unit) { take(&Design::coolingUnits, &unit); });
}

void RowCollector::addDevice(const Device* device) {
    if (!take(&Design::devices, device))
        return;
    m_design.modules.forEachWith<ModulesByDevice>(device->id,
                                                  [this](const Module& module) { take(&Design::modules, &module); });
    for (const Device* guest : m_design.devices.allWith<DevicesByHost>(device->id))
        addDevice(guest);
}

void RowCollector::addCables() {
    std::vector<Id<Device>> ends;
    for (const Device& device : m_taken.devices)
        ends.push_back(device.id);
    for (const PowerElement& element : m_taken.powerElements)
        ends.push_back(cabledId(element.id));
    for (const CoolingUnit& unit : m_taken.coolingUnits)
        ends.push_back(cabledId(unit.id));
    for (const Id<Device> end : ends)
        m_design.cables.forEachWith<CablesByDevice>(end, [this](const Cable& cable) {
            if (!has(cable.a.device.value) || !has(cable.b.device.value) || !take(&Design::cables, &cable))
                return;
            take(&Design::networks, m_design.networks.find(cable.network));
            m_design.cableDetails.forEachWith<DetailsByCable>(
                cable.id, [this](const CableDetail& detail) { take(&Design::cableDetails, &detail); });
        });
}

// What joins the rows with each other.
void RowCollector::addBetween() {
    for (const CordOverride& cord : m_design.cordOverrides)
        if (has(cord.device.value) && has(cord.element.value))
            take(&Design::cordOverrides, &cord);
    for (const PowerLink& link : m_design.powerLinks)
        if (has(link.from.value) && has(link.to ? link.to.value : link.unit.value))
            take(&Design::powerLinks, &link);
    for (const CoolingService& service : m_design.coolingServices)
        if (has(service.rack.value) && has(service.unit.value))
            take(&Design::coolingServices, &service);
}

// The rooms that things stand in without what else is in them, and the loops of units and pipes.
template <class Row>
void RowCollector::addNamed(Table<Row> Design::*table) {
    std::vector<Id<Row>> named;
    const auto note = [&named](const auto& id) {
        if constexpr (std::same_as<Plain<decltype(id)>, Id<Row>>)
            named.push_back(id);
    };
    forEachDesignTable([&](const auto& each) {
        for (const auto& row : m_taken.*each.member)
            forEachId(row, note);
    });
    for (const Id<Row> id : named)
        take(table, (m_design.*table).find(id));
}

void RowPaster::joinFrom(const Project& source, Project& project) {
    for (const PartRow& row : source.parts)
        m_joined[row.id.value] = embedPart(project, m_ids, row.part).value;
    joinTypes();
    joinNetworks();
    joinLoops();
}

void RowPaster::joinOwn() {
    m_isOwn = true;
    const auto keep = [this](const auto& table) {
        for (const auto& row : table)
            m_joined[row.id.value] = row.id.value;
    };
    keep(m_rows.rackTypes);
    keep(m_rows.networks);
}

void RowPaster::joinRooms(Id<Room> room) {
    for (const Room& row : m_rows.rooms)
        m_joined[row.id.value] = room.value;
}

void RowPaster::paste(Point by) {
    m_new = m_joined;
    forEachDesignTable([this](const auto& table) {
        using Row = typename Plain<decltype(table)>::RowType;
        if constexpr (isPasted<Row>)
            for (const Row& row : m_rows.*table.member)
                if (!m_new.contains(row.id.value))
                    m_new[row.id.value] = m_ids.take<Row>().value;
    });
    forEachDesignTable([this, by](const auto& table) {
        if constexpr (isPasted<typename Plain<decltype(table)>::RowType>)
            pasteTable(table.name, table.member, by);
    });
}

std::uint64_t RowPaster::madeOf(std::uint64_t row) const {
    const auto found = m_new.find(row);
    return found == m_new.end() ? 0 : found->second;
}

template <class Row>
Row RowPaster::renewed(Row row) const {
    const auto renew = [this](auto& id) {
        if (const auto found = m_new.find(id.value); found != m_new.end())
            id.value = found->second;
        else if (!m_isOwn)
            id = {};
    };
    if constexpr (std::same_as<Row, CableDetail>)
        std::erase_if(row.route, [this](Id<PathSegment> id) { return !m_new.contains(id.value); });
    forEachId(row, renew);
    return row;
}

// A type of the same name and contents is the same type.
void RowPaster::joinTypes() {
    m_new = m_joined; // of which the parts of types are
    for (const RackType& type : m_rows.rackTypes) {
        RackType wanted = renewed(type);
        const auto same = std::ranges::find_if(m_design.rackTypes, [&wanted](const RackType& each) {
            wanted.id = each.id;
            return wanted == each;
        });
        if (same != m_design.rackTypes.end())
            m_joined[type.id.value] = same->id.value;
    }
}

void RowPaster::joinNetworks() {
    for (const Network& network : m_rows.networks)
        for (const Network& each : m_design.networks)
            if (each.name == network.name && each.role == network.role && each.protocol == network.protocol)
                m_joined[network.id.value] = each.id.value;
}

void RowPaster::joinLoops() {
    for (const CoolingLoop& loop : m_rows.coolingLoops)
        for (const CoolingLoop& each : m_design.coolingLoops)
            if (each.name == loop.name && each.fluid == loop.fluid)
                m_joined[loop.id.value] = each.id.value;
}

template <class Row>
void RowPaster::pasteTable(std::string_view name, Table<Row> Design::*table, Point by) {
    std::vector<Row> rows;
    std::unordered_set<std::string>* names = nullptr;
    if constexpr (requires(Row row) { row.name; }) {
        if (!m_names.contains(name))
            m_names[name] = namesOf(m_design.*table);
        names = &m_names[name];
    }
    for (const Row& old : m_rows.*table) {
        Row row = renewed(old);
        if ((m_design.*table).contains(row.id))
            continue; // joined
        finish(old, row, by);
        if constexpr (requires { row.name; })
            if (!row.name.empty())
                row.name = freeName(nameIn(old, row), *names);
        rows.push_back(std::move(row));
    }
    if (!rows.empty())
        (m_design.*table) = (m_design.*table).with(std::move(rows));
}

// A clip of another design says nothing of the racks that were not copied with what was in them; rows of this one are
// found by their ids.
template <class Row>
std::string RowPaster::nameOfOldRack(const Row& old) const {
    if constexpr (requires { old.placement; }) {
        if (const Rack* rack = rackAround(m_rows, old.placement))
            return rack->name;
        const auto rackIn = [&old](const Table<Row>& table, const Design& design) {
            const Row* own = table.find(old.id);
            const Rack* rack = own && own->name == old.name ? rackAround(design, own->placement) : nullptr;
            return rack ? rack->name : std::string();
        };
        if constexpr (std::same_as<Row, Device>)
            return rackIn(m_design.devices, m_design);
        else if constexpr (std::same_as<Row, PowerElement>)
            return rackIn(m_design.powerElements, m_design);
        else if constexpr (std::same_as<Row, CoolingUnit>)
            return rackIn(m_design.coolingUnits, m_design);
    }
    return {};
}

// What a device holds is pasted with it, before the device is in the design.
template <class Row>
const Rack* RowPaster::newRackOf(const Row& old, const Placement& now) const {
    const auto* inside = std::get_if<InDevice>(&old.placement);
    const Device* host =
        inside && std::holds_alternative<InDevice>(now) ? m_rows.devices.find(inside->device) : nullptr;
    if (!host)
        return rackAround(m_design, now);
    const auto place = m_places.find(host->id.value);
    return m_design.racks.find(rackOf(place == m_places.end() ? renewed(*host).placement : place->second));
}

template <class Row>
std::string RowPaster::nameIn(const Row& old, const Row& row) const {
    if constexpr (requires { row.placement; }) {
        const std::string before = nameOfOldRack(old);
        const Rack* rack = newRackOf(old, row.placement);
        if (rack && rack->name != before && isCalledAfter(row.name, before))
            return rack->name + row.name.substr(before.size());
    }
    return row.name;
}

template <class Row>
void RowPaster::finish(const Row& old, Row& row, Point by) const {
    if constexpr (requires { row.copiedFrom; })
        row.copiedFrom = old.id;
    if constexpr (requires { row.generatorKey; })
        row.generatorKey = 0;
    if constexpr (requires { row.placement; }) {
        if (const auto place = m_places.find(old.id.value); place != m_places.end()) {
            row.placement = place->second;
            if constexpr (std::same_as<Row, Device>) { // it stands beside what the type of its rack says
                row.slot = 0;
                row.overrides.clear();
            }
        }
        if (standsInNothing(row.placement))
            row.placement = Unplaced{};
    }
    movePlaces(row, by);
}

} // namespace rackwright::edits
