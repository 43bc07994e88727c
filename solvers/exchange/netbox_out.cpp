// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/check.h"
#include "model/base/numbers.h"
#include "model/design/cabled.h"
#include "model/project/site_fields.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/exchange/netbox_format.h"
#include "solvers/exchange/netbox_set.h"
#include "solvers/power/outlets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace rackwright {

namespace netbox {

namespace {

constexpr std::string_view kGrey = "9e9e9e";

/// One file under its header.
class Sheet {
public:
    explicit Sheet(File file) : m_columns(formOf(file).columns.size()) {
        for (const std::string& column : formOf(file).columns)
            m_text.append(m_text.empty() ? "" : ",").append(column);
        m_text += "\r\n";
    }
    void add(const std::vector<std::string>& cells) {
        RW_CHECK(cells.size() == m_columns, "a row has a cell for each column");
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0)
                m_text += ',';
            appendCsvTextCell(m_text, cells[i]);
        }
        m_text += "\r\n";
    }
    std::string take() { return std::move(m_text); }

private:
    std::size_t m_columns;
    std::string m_text;
};

std::string cableType(CableMedium medium) {
    switch (medium) {
    case CableMedium::TwistedPair:
        return "cat6a";
    case CableMedium::PassiveCopper:
        return "dac-passive";
    case CableMedium::ActiveCopper:
    case CableMedium::ActiveElectrical:
        return "dac-active";
    case CableMedium::ActiveOptical:
        return "aoc";
    case CableMedium::Multimode:
        return "mmf-om4";
    case CableMedium::SingleMode:
    case CableMedium::SingleModeLc:
        break;
    }
    return "smf-os2";
}

std::string metres(double length) {
    constexpr double kMillimetres = 1000;
    return shortestDigits(std::round(length * kMillimetres) / kMillimetres);
}

class NetboxWriter {
public:
    explicit NetboxWriter(const Context& context) : m_context(context), m_design(context.design()) {
        const std::string named = siteText(context.project(), site::name);
        m_site = !named.empty() ? named : context.project().name.empty() ? "Site" : context.project().name;
        for (const Room& room : m_design.rooms)
            m_rooms[room.id] = m_roomNames(room.name.empty() ? "Room" : room.name);
        for (const Rack& rack : m_design.racks)
            m_racks[rack.id] = m_rackNames(rack.name.empty() ? "Rack" : rack.name);
        findPanels();
        for (const Device& device : m_design.devices)
            nameThing(device.id, device.name, "Device");
        for (const PowerElement& element : m_design.powerElements)
            if (isListed(element))
                nameThing(cabledId(element.id), element.name, std::string(enumName(element.kind)).c_str());
        for (const CoolingUnit& unit : m_design.coolingUnits)
            nameThing(cabledId(unit.id), unit.name, std::string(enumName(unit.kind)).c_str());
        gatherTypes();
        gatherLanes();
    }

    std::vector<ExchangeFile> files() {
        addSite();
        addRacks();
        addTypes();
        addDevices();
        addPower();
        addCables();
        std::vector<ExchangeFile> all;
        for (std::size_t i = 0; i < kFiles; ++i)
            all.push_back({std::string(formOf(static_cast<File>(i)).name), m_sheets[i].take()});
        return all;
    }

private:
    Sheet& sheet(File file) { return m_sheets[static_cast<std::size_t>(file)]; }
    void nameThing(Id<Device> id, const std::string& name, const char* otherwise) {
        m_things[id] = m_thingNames(name.empty() ? otherwise : name);
    }

    /// What feeds rack PDUs and power shelves, tap-offs passed over, and all panels and busways.
    void findPanels() {
        for (const PowerElement& element : m_design.powerElements)
            if (element.kind == PowerElementKind::RemotePowerPanel || element.kind == PowerElementKind::Busway)
                m_panels.try_emplace(element.id);
        for (const PowerLink& link : m_design.powerLinks)
            if (const PowerElement* panel = panelOf(link))
                m_panels.try_emplace(panel->id);
        for (const PowerElement& element : m_design.powerElements)
            if (const auto it = m_panels.find(element.id); it != m_panels.end())
                it->second = m_panelNames(element.name.empty() ? "Panel" : element.name);
    }
    static bool isFed(const PowerElement* element) {
        return element && (element->kind == PowerElementKind::RackPdu || element->kind == PowerElementKind::PowerShelf);
    }
    /// The panel of a circuit to a rack PDU or power shelf; null for other circuits.
    const PowerElement* panelOf(const PowerLink& link) const {
        const PowerElement* from = m_design.powerElements.find(link.from);
        if (!from || !link.to || !isFed(m_design.powerElements.find(link.to)) || isFed(from))
            return nullptr;
        if (from->kind != PowerElementKind::TapOff)
            return from;
        for (const PowerLink* above : m_context.linksTo(from->id))
            if (const PowerElement* panel = m_design.powerElements.find(above->from))
                return panel->kind == PowerElementKind::TapOff ? from : panel;
        return from;
    }
    bool isListed(const PowerElement& element) const {
        return !m_panels.contains(element.id) && element.kind != PowerElementKind::TapOff;
    }

    /// A device, element or unit as the set lists it.
    struct Thing {
        Id<Device> id;
        const Part* part = nullptr;
        std::string role;
        const Placement* placement = nullptr;
        const Scope* scope = nullptr;
        Remarks remarks;
    };
    template <class Visit>
    void forEachThing(Visit visit) const {
        for (const Device& device : m_design.devices) {
            Thing thing{device.id,
                        m_context.part(device.part),
                        device.role.empty() ? std::string(kNoRole) : device.role,
                        &device.placement,
                        &device.scope,
                        {}};
            if (device.group > 0)
                thing.remarks.add("group", std::to_string(device.group));
            visit(thing);
        }
        for (const PowerElement& element : m_design.powerElements) {
            if (!isListed(element))
                continue;
            Thing thing{cabledId(element.id),
                        m_context.part(element.part),
                        std::string(kPowerRole).append(enumName(element.kind)),
                        &element.placement,
                        &element.scope,
                        {}};
            if (element.side != FeedSide::None)
                thing.remarks.add("side", enumName(element.side));
            if (element.rating)
                thing.remarks.add("rating", shortestDigits(element.rating->si()));
            visit(thing);
        }
        for (const CoolingUnit& unit : m_design.coolingUnits) {
            Thing thing{cabledId(unit.id),
                        m_context.part(unit.part),
                        std::string(kCoolingRole).append(enumName(unit.kind)),
                        &unit.placement,
                        &unit.scope,
                        {}};
            if (unit.rating)
                thing.remarks.add("rating", shortestDigits(unit.rating->si()));
            visit(thing);
        }
    }

    struct Type {
        const Part* part = nullptr; ///< null: of a role alone
        std::string model, maker, role;
        bool isParent = false, isChild = false;
    };
    /// Parts of one id are one type, whatever their revision.
    static std::string keyOf(const Thing& thing) {
        return thing.part ? "p:" + slugOf(thing.part->id) : "r:" + thing.role;
    }
    Type& typeOf(const std::string& key, const Part* part, const std::string& role) {
        const auto known = m_typeOf.find(key);
        if (known != m_typeOf.end())
            return m_types[known->second];
        Type type;
        type.part = part;
        type.role = role;
        type.maker = part && !part->vendor.empty() ? part->vendor : std::string(kNoMaker);
        const std::string model = !part ? role : part->model.empty() ? part->id : part->model;
        type.model = m_modelNames[type.maker](model);
        m_typeOf[key] = m_types.size();
        m_types.push_back(std::move(type));
        return m_types.back();
    }
    void gatherTypes() {
        forEachThing([&](const Thing& thing) {
            Type& type = typeOf(keyOf(thing), thing.part, thing.role);
            type.isChild = type.isChild || std::holds_alternative<InDevice>(*thing.placement);
        });
        for (const Device& device : m_design.devices)
            if (const auto* in = std::get_if<InDevice>(&device.placement))
                if (const Device* host = m_design.devices.find(in->device)) {
                    const Part* part = m_context.part(host->part);
                    typeOf(part ? "p:" + slugOf(part->id)
                                : "r:" + (host->role.empty() ? std::string(kNoRole) : host->role),
                           part, host->role)
                        .isParent = true;
                }
        UniqueNames models;
        for (const Rack& rack : m_design.racks)
            if (const Part* part = m_context.part(rack.part); part && !m_rackModels.contains(slugOf(part->id))) {
                m_rackModels[slugOf(part->id)] = models((part->vendor.empty() ? std::string(kNoMaker) : part->vendor) +
                                                        "\n" + (part->model.empty() ? part->id : part->model));
                m_rackParts.push_back(part);
            }
    }

    /// The highest lane in use of each port.
    void gatherLanes() {
        for (const Cable& cable : m_design.cables)
            for (const PortRef& end : {cable.a, cable.b}) {
                std::uint8_t& highest = m_lanes[end.device][end.port];
                highest = std::max(highest, end.lane);
            }
    }
    std::int64_t lanesOf(Id<Device> device, std::uint16_t port) const {
        const auto at = m_lanes.find(device);
        if (at == m_lanes.end())
            return 1;
        const auto lane = at->second.find(port);
        return lane == at->second.end() ? 1 : static_cast<std::int64_t>(std::bit_ceil(lane->second + 1U));
    }

    void addSite() {
        sheet(File::Sites).add({m_site, slugOf(m_site), "planned"});
        UniqueNames slugs;
        for (const Room& room : m_design.rooms) {
            Remarks remarks;
            if (room.outline.size() >= 3)
                remarks.add("outline", std::string_view(outlineText(room.outline)));
            if (room.clearHeight)
                remarks.add("height", *room.clearHeight);
            const std::string& name = m_rooms.at(room.id);
            sheet(File::Locations).add({m_site, name, slugs(slugOf(name)), statusText(room.scope), remarks.text()});
        }
    }

    void addRacks() {
        UniqueNames slugs;
        std::set<std::string> roles;
        for (const Rack& rack : m_design.racks)
            if (!rack.role.empty() && roles.insert(rack.role).second)
                sheet(File::RackRoles).add({rack.role, slugs(slugOf(rack.role)), std::string(kGrey)});
        for (const Part* part : m_rackParts)
            sheet(File::RackTypes).add(rackTypeCells(*part, modelOfRack(*part)));
        for (const Rack& rack : m_design.racks) {
            const Part* part = m_context.part(rack.part);
            Remarks remarks;
            remarks.addPlace(rack.centre, rack.rotation);
            const auto room = m_rooms.find(rack.room);
            const std::vector<std::string> type = part ? rackTypeCells(*part, {}) : std::vector<std::string>(6);
            sheet(File::Racks)
                .add({m_site, room == m_rooms.end() ? std::string() : room->second, m_racks.at(rack.id),
                      statusText(rack.scope), rack.role, part ? modelOfRack(*part) : std::string(),
                      part ? type[4] : "19", type[5], rack.row.empty() ? std::string() : "Row " + rack.row,
                      remarks.text()});
        }
    }
    std::string modelOfRack(const Part& part) const {
        const std::string& both = m_rackModels.at(slugOf(part.id));
        return both.substr(both.find('\n') + 1);
    }

    void addTypes() {
        std::set<std::string> makers;
        UniqueNames makerSlugs;
        const auto addMaker = [&](const std::string& maker) {
            if (makers.insert(maker).second)
                sheet(File::Manufacturers).add({maker, makerSlugs(slugOf(maker))});
        };
        for (const Part* part : m_rackParts)
            addMaker(part->vendor.empty() ? std::string(kNoMaker) : part->vendor);
        std::set<std::string> roles;
        UniqueNames roleSlugs;
        forEachThing([&](const Thing& thing) {
            if (roles.insert(thing.role).second)
                sheet(File::DeviceRoles).add({thing.role, roleSlugs(slugOf(thing.role)), std::string(kGrey)});
        });
        for (const Type& type : m_types) {
            addMaker(type.maker);
            const char* subdevice = type.isChild ? "child" : type.isParent ? "parent" : "";
            Part unknown;
            unknown.id = "generic-" + slugOf(type.role);
            sheet(File::DeviceTypes).add(deviceTypeCells(type.part ? *type.part : unknown, type.model, subdevice));
        }
    }

    const std::vector<Interface>& portsOf(const Part& part) {
        const auto [it, isNew] = m_ports.try_emplace(&part);
        if (isNew)
            it->second = interfacesOf(part);
        return it->second;
    }

    void addDevices() {
        std::map<Id<Device>, UniqueNames> bays;
        forEachThing([&](Thing& thing) {
            const Type& type = m_types[m_typeOf.at(keyOf(thing))];
            std::string location, rack, position, face;
            Id<Rack> at = rackOf(*thing.placement);
            if (const auto* in = std::get_if<InRack>(thing.placement)) {
                position = std::to_string(in->unit);
                face = std::string(enumName(in->face));
                if (in->column > 0)
                    thing.remarks.add("column", std::to_string(in->column));
            } else if (const auto* beside = std::get_if<ZeroU>(thing.placement)) {
                thing.remarks.add("zero-u", std::string(enumName(beside->side)) + "/" + std::to_string(beside->slot));
            } else if (const auto* floor = std::get_if<OnFloor>(thing.placement)) {
                if (const auto room = m_rooms.find(floor->room); room != m_rooms.end())
                    location = room->second;
                thing.remarks.addPlace(floor->centre, floor->rotation);
            } else if (const auto* inside = std::get_if<InDevice>(thing.placement)) {
                if (const Device* host = m_design.devices.find(inside->device)) {
                    at = m_context.rackHolding(*host);
                    sheet(File::DeviceBays)
                        .add({m_things.at(host->id), bays[host->id]("Bay " + std::to_string(inside->slot)),
                              m_things.at(thing.id)});
                }
            }
            if (const Rack* holder = m_design.racks.find(at)) {
                rack = m_racks.at(holder->id);
                if (const auto room = m_rooms.find(holder->room); room != m_rooms.end())
                    location = room->second;
            }
            const std::string& name = m_things.at(thing.id);
            sheet(File::Devices)
                .add({name, thing.role, type.maker, type.model, statusText(*thing.scope), m_site, location, rack,
                      position, face, thing.remarks.text()});
            if (thing.part)
                addPorts(thing, name);
        });
    }
    void addPorts(const Thing& thing, const std::string& name) {
        std::int64_t number = 0;
        for (const Interface& port : portsOf(*thing.part)) {
            addInterface(name, port);
            const std::int64_t lanes = lanesOf(thing.id, static_cast<std::uint16_t>(number));
            for (std::int64_t lane = 0; lane < lanes && lanes > 1; ++lane)
                addInterface(name, laneOf(*thing.part, port, number, lane, lanes));
            ++number;
        }
        for (const PowerPort& port : powerPortsOf(*thing.part))
            sheet(File::PowerPorts).add({name, port.name, port.type, port.maximum, port.allocated});
    }
    void addInterface(const std::string& device, const Interface& port) {
        sheet(File::Interfaces)
            .add({device, port.name, port.type, port.speed, "true", port.isManagement ? "true" : "false", port.role});
    }

    void addPower() {
        for (const PowerElement& panel : m_design.powerElements) {
            const auto named = m_panels.find(panel.id);
            if (named == m_panels.end())
                continue;
            Remarks remarks;
            remarks.add("kind", enumName(panel.kind));
            std::string location;
            if (const auto* floor = std::get_if<OnFloor>(&panel.placement)) {
                remarks.addPlace(floor->centre, floor->rotation);
                if (const auto room = m_rooms.find(floor->room); room != m_rooms.end())
                    location = room->second;
            }
            if (panel.side != FeedSide::None)
                remarks.add("side", enumName(panel.side));
            if (panel.rating)
                remarks.add("rating", shortestDigits(panel.rating->si()));
            sheet(File::PowerPanels).add({m_site, location, named->second, remarks.text()});
        }
        addFeeds();
        addOutlets();
    }
    void addFeeds() {
        std::map<std::string, UniqueNames> names;
        for (const PowerLink& link : m_design.powerLinks) {
            const PowerElement* panel = panelOf(link);
            if (!panel)
                continue;
            const PowerElement& from = *m_design.powerElements.find(link.from);
            const PowerElement& fed = *m_design.powerElements.find(link.to);
            const std::string& device = m_things.at(cabledId(fed.id));
            const bool hasTap = from.kind == PowerElementKind::TapOff && from.id != panel->id;
            const std::string wanted = hasTap && !from.name.empty() ? from.name
                                       : !link.poles.empty()        ? link.poles
                                                                    : device;
            const std::string& panelName = m_panels.at(panel->id);
            const std::string name = names[panelName](wanted);
            std::optional<Current> breaker = link.breaker;
            if (!breaker)
                breaker = hasTap && from.breaker ? from.breaker : fed.breaker;
            std::optional<Voltage> voltage = fed.voltage;
            if (!voltage)
                voltage = panel->outputVoltage ? panel->outputVoltage : panel->voltage;
            const bool isDirect = panel->deliversDirectCurrent || fed.phases == 0;
            const Rack* rack = m_design.racks.find(rackOf(fed.placement));
            const auto room = rack ? m_rooms.find(rack->room) : m_rooms.end();
            const auto whole = [](double number) { return std::to_string(std::llround(number)); };
            sheet(File::PowerFeeds)
                .add({m_site, panelName, room == m_rooms.end() ? std::string() : room->second,
                      rack ? m_racks.at(rack->id) : std::string(), name, statusText(link.scope),
                      fed.side == FeedSide::None || fed.side == FeedSide::A ? "primary" : "redundant",
                      isDirect ? "dc" : "ac", fed.phases == 3 ? "three-phase" : "single-phase",
                      voltage ? whole(voltage->si()) : std::string(), breaker ? whole(breaker->si()) : std::string(),
                      "80"});
            // The cord of the PDU is a power port of it.
            const std::string port = m_inputNames[fed.id]("Input");
            sheet(File::PowerPorts).add({device, port, std::string(kOtherType), "", ""});
            m_inputs.try_emplace(fed.id, port);
            sheet(File::FeedCables).add({panelName, "dcim.powerfeed", name, device, "dcim.powerport", port});
        }
    }
    /// The outlets of rack PDUs, and after the network's cables the cords in them.
    void addOutlets() {
        std::map<Id<PowerElement>, std::set<std::string>> has;
        const auto input = [this](Id<PowerElement> pdu) {
            const auto it = m_inputs.find(pdu);
            return it == m_inputs.end() ? std::string() : it->second;
        };
        std::map<Id<PowerElement>, std::vector<Outlet>> listed;
        for (const PowerElement& pdu : m_design.powerElements)
            if (pdu.kind == PowerElementKind::RackPdu && isListed(pdu))
                if (const Part* part = m_context.part(pdu.part)) {
                    listed[pdu.id] = outletsOf(*part);
                    for (const Outlet& outlet : listed[pdu.id]) {
                        has[pdu.id].insert(outlet.name);
                        sheet(File::PowerOutlets)
                            .add({m_things.at(cabledId(pdu.id)), outlet.name, outlet.type, input(pdu.id)});
                    }
                }
        std::map<Id<PowerElement>, int> unnamed;
        std::map<std::pair<Id<Device>, std::int64_t>, bool> isPlugged;
        for (const Rack* rack : m_context.racks())
            for (const PluggedCord& cord : pluggedCords(m_context, m_context.contents(rack->id))) {
                if (!isListed(*cord.pdu) || !m_things.contains(cord.device->id) ||
                    !isPlugged.try_emplace({cord.device->id, cord.supply}, true).second)
                    continue;
                std::string name = !cord.given.empty() ? cord.given : labelOf(listed[cord.pdu->id], cord);
                if (name.empty())
                    name = "Cord " + std::to_string(++unnamed[cord.pdu->id]);
                const std::string& pdu = m_things.at(cabledId(cord.pdu->id));
                if (has[cord.pdu->id].insert(name).second)
                    sheet(File::PowerOutlets).add({pdu, name, std::string(kOtherType), input(cord.pdu->id)});
                m_cords.push_back({pdu, "dcim.poweroutlet", name, m_things.at(cord.device->id), "dcim.powerport",
                                   "PSU" + std::to_string(cord.supply + 1), "power", "planned", "", "", "", "", ""});
            }
    }
    /// What the outlet of a cord is called; empty where it has none.
    static std::string labelOf(const std::vector<Outlet>& outlets, const PluggedCord& cord) {
        const std::string type = cord.outlet == OutletType::C13   ? "iec-60320-c13"
                                 : cord.outlet == OutletType::C19 ? "iec-60320-c19"
                                                                  : std::string();
        std::int64_t number = 0;
        for (const Outlet& outlet : outlets)
            if (outlet.type == type && ++number == cord.number)
                return outlet.name;
        return outletName(cord);
    }

    void addCables() {
        const auto& ends = m_context.lookUp<CableEnds>();
        const auto& plan = m_context.lookUp<CablePlan>();
        std::size_t index = 0;
        for (const Cable& cable : m_design.cables) {
            const std::size_t at = index++;
            const std::optional<std::string> a = endName(cable.a), b = endName(cable.b);
            if (!a || !b)
                continue;
            const CableDetail detail = decisionsFor(m_design, cable.id);
            const Part* pinned = m_context.part(detail.part);
            const LinkOption* option = plan.option(ends, at);
            std::string type = option ? cableType(option->medium) : std::string();
            if (pinned && pinned->id.starts_with(kCablePartPrefix))
                type = pinned->id.substr(kCablePartPrefix.size());
            const PlannedCable& planned = plan.cables[at];
            const std::string length = detail.length       ? metres(detail.length->inMetres())
                                       : planned.isKnown() ? metres(static_cast<double>(planned.order))
                                                           : std::string();
            const Network* network = m_design.networks.find(cable.network);
            sheet(File::Cables)
                .add({m_things.at(cable.a.device), "dcim.interface", *a, m_things.at(cable.b.device), "dcim.interface",
                      *b, type, statusText(detail.scope, true),
                      detail.label.empty() ? std::to_string(cable.id.value) : detail.label,
                      detail.colour.starts_with('#') ? detail.colour.substr(1) : detail.colour, length,
                      length.empty() ? "" : "m", network ? network->name : std::string()});
        }
        for (const std::vector<std::string>& cord : m_cords)
            sheet(File::Cables).add(cord);
    }
    /// Nothing where the end is at no port that the set lists.
    std::optional<std::string> endName(const PortRef& end) {
        if (!m_things.contains(end.device))
            return std::nullopt;
        const Cabled thing = findCabled(m_design, end.device);
        const Part* part = thing ? m_context.part(thing->part) : nullptr;
        if (!part || end.port >= portsOf(*part).size())
            return std::nullopt;
        const std::string& port = portsOf(*part)[end.port].name;
        return lanesOf(end.device, end.port) > 1 ? laneName(port, end.lane) : port;
    }

    const Context& m_context;
    const Design& m_design;
    std::string m_site;
    UniqueNames m_roomNames, m_rackNames, m_thingNames, m_panelNames;
    std::map<Id<Room>, std::string> m_rooms;
    std::map<Id<Rack>, std::string> m_racks;
    std::unordered_map<Id<Device>, std::string> m_things;
    std::map<Id<PowerElement>, std::string> m_panels;
    std::map<Id<PowerElement>, UniqueNames> m_inputNames;
    std::map<Id<PowerElement>, std::string> m_inputs; ///< the first
    std::map<std::string, UniqueNames> m_modelNames;
    std::map<std::string, std::size_t> m_typeOf;
    std::vector<Type> m_types;
    std::map<std::string, std::string> m_rackModels;
    std::vector<const Part*> m_rackParts;
    std::unordered_map<Id<Device>, std::map<std::uint16_t, std::uint8_t>> m_lanes;
    std::unordered_map<const Part*, std::vector<Interface>> m_ports;
    std::vector<std::vector<std::string>> m_cords;
    std::array<Sheet, kFiles> m_sheets = [] {
        return []<std::size_t... I>(std::index_sequence<I...>) {
            return std::array<Sheet, kFiles>{Sheet(static_cast<File>(I))...};
        }
        (std::make_index_sequence<kFiles>());
    }();
};

} // namespace
} // namespace netbox

std::string netboxSlug(const std::string& id) { return netbox::slugOf(id); }

std::vector<std::string> netboxFileNames() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < netbox::kFiles; ++i)
        names.emplace_back(netbox::formOf(static_cast<netbox::File>(i)).name);
    return names;
}

std::string netboxPlainName(const std::string& name) {
    constexpr std::size_t kNumbered = std::string_view("netbox-00-").size();
    return name.size() > kNumbered ? name.substr(kNumbered) : name;
}

std::vector<ExchangeFile> netboxSet(const Context& context) { return netbox::NetboxWriter(context).files(); }

} // namespace rackwright
