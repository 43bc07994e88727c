// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/base/nearest.h"
#include "model/base/numbers.h"
#include "model/design/cabled.h"
#include "model/edits/part_edits.h"
#include "model/file/integrity.h"
#include "model/project/site_fields.h"
#include "model/project/value_limits.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "solvers/exchange/netbox_format.h"
#include "solvers/exchange/netbox_set.h"
#include "solvers/power/outlets.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

namespace rackwright {

namespace netbox {

namespace {

constexpr std::size_t kMostRows = 2'000'000; // of one file: a hall of 131,072 accelerators has half of it
constexpr std::size_t kMostText = 255;       // characters of a name, as a design keeps them

/// A file of the set, row by row.
class SetFile {
public:
    SetFile() = default;
    SetFile(std::string name, CsvTable table) : m_name(std::move(name)), m_table(std::move(table)) {}
    const std::string& name() const { return m_name; }
    std::size_t size() const { return m_table ? m_table->size() : 0; }
    std::size_t line(std::size_t row) const { return m_table->line(row); }
    /// Without the apostrophe that keeps a spreadsheet from running a cell.
    std::string cell(std::size_t row, std::string_view column) const {
        if (!m_table)
            return {};
        const std::string& text = m_table->cell(row, column);
        constexpr std::string_view kRun = "=+-@\t\r";
        return text.size() > 1 && text[0] == '\'' && kRun.find(text[1]) != std::string_view::npos ? text.substr(1)
                                                                                                  : text;
    }

private:
    std::string m_name;
    std::optional<CsvTable> m_table;
};

/// Says the line and what to do; who reads the set adds the file.
Error wrong(const char* id, std::size_t line, const std::string& what, std::vector<std::string> nearest = {}) {
    return inputError(Message(id)
                          .with("line", line)
                          .with("what", what)
                          .with("nearest", nearest.empty() ? std::string("none") : nearest.front()));
}

template <class Map>
std::vector<std::string> namesLike(const Map& map, const std::string& word) {
    std::vector<std::string> names;
    constexpr std::size_t kMost = 2'000; // beyond, nobody waits for the likeness
    for (const auto& [name, value] : map) {
        if (names.size() >= kMost)
            break;
        names.push_back(name);
    }
    return nearestWords(word, names);
}

struct TypeRow {
    std::string maker, model, slug;
    std::vector<std::string> device; ///< cells by the columns of device types; empty: none
    std::vector<std::string> rack;   ///< the same of rack types
    std::string comments;
    std::optional<Part> made; ///< of the cells alone
};

struct Component {
    std::vector<Interface> ports;                                       ///< in the order of the file
    std::unordered_map<std::string, std::pair<std::int64_t, int>> ends; ///< port and lane by name
    std::unordered_map<std::int64_t, int> lanes;                        ///< highest lane of ports that are broken out
    std::vector<PowerPort> supplies;
    std::vector<Outlet> outlets;
    std::unordered_set<std::string> inputs; ///< power ports that feeds end at
};

enum class ThingKind : std::uint8_t { Device, Power, Cooling };
struct Thing {
    Id<Device> id; ///< that cables name it by
    ThingKind kind = ThingKind::Device;
    std::string type; ///< key of its type
    Component has;
    Id<PartRow> part;
};

class NetboxReader {
public:
    NetboxReader(const NetboxReading& reading, std::string& file) : m_reading(reading), m_file(file) {}

    Result<NetboxDesign> read(const std::vector<ExchangeFile>& files) {
        for (const auto step :
             {&NetboxReader::readSites, &NetboxReader::readTypes, &NetboxReader::readRacks, &NetboxReader::readPanels,
              &NetboxReader::readDevices, &NetboxReader::readBays, &NetboxReader::readComponents,
              &NetboxReader::readFeeds, &NetboxReader::makeParts, &NetboxReader::readCables}) {
            if (m_tables.empty())
                if (const Done opened = open(files); !opened)
                    return opened.error();
            if (const Done done = (this->*step)(); !done)
                return done.error();
        }
        return finish();
    }

private:
    static bool isOfNoUse(const std::string& text) {
        return text.size() > kMostText || std::ranges::any_of(text, [](char c) { return c == '\n' || c == '\r'; });
    }

    Done open(const std::vector<ExchangeFile>& files) {
        m_tables.resize(kFiles);
        for (std::size_t i = 0; i < kFiles; ++i) {
            const FileForm& form = formOf(static_cast<File>(i));
            m_file = form.name;
            const auto found = std::ranges::find(files, form.name, &ExchangeFile::name);
            if (found == files.end()) {
                if (form.isNeeded)
                    return inputError(Message("netbox.no-file").with("file", form.name));
                continue;
            }
            Result<CsvTable> table = CsvTable::read(found->text, {std::size_t{512} << 20, 256});
            if (!table)
                return table.error();
            if (table->size() > kMostRows)
                return inputError(Message("netbox.too-many-rows").with("limit", kMostRows));
            for (const std::string& column : form.needed)
                if (!table->hasColumn(column))
                    return inputError(
                        Message("netbox.no-column").with("column", column).with("known", WordList{table->header()}));
            m_tables[i] = SetFile(std::string(form.name), std::move(*table));
        }
        return done();
    }
    const SetFile& table(File file) {
        const SetFile& asked = m_tables[static_cast<std::size_t>(file)];
        m_file = formOf(file).name;
        return asked;
    }
    /// A name that something goes by.
    static Result<std::string> named(const SetFile& table, std::size_t row, std::string_view column) {
        std::string name = table.cell(row, column);
        if (name.empty())
            return wrong("netbox.no-name", table.line(row), std::string(column));
        if (isOfNoUse(name))
            return wrong("netbox.long-name", table.line(row), std::string(column));
        return name;
    }

    Done readSites() {
        const SetFile& sites = table(File::Sites);
        for (std::size_t row = 0; row < sites.size(); ++row) {
            const Result<std::string> name = named(sites, row, "name");
            if (!name)
                return name.error();
            if (m_sites.insert(*name).second && m_project.name.empty())
                m_project.name = *name;
        }
        if (m_sites.empty())
            return inputError(Message("netbox.no-site"));
        const SetFile& locations = table(File::Locations);
        for (std::size_t row = 0; row < locations.size(); ++row) {
            const Result<std::string> name = named(locations, row, "name");
            if (!name)
                return name.error();
            const std::string site = locations.cell(row, "site");
            if (!m_sites.contains(site))
                return wrong("netbox.unknown-site", locations.line(row), site, nearestWords(site, listOf(m_sites)));
            if (m_rooms.contains({site, *name}))
                return wrong("netbox.twice", locations.line(row), *name);
            const Remarks remarks(locations.cell(row, "description"));
            Room& room = addRoom(site, *name);
            room.outline = netbox::outlineOf(remarks["outline"]);
            room.clearHeight = remarks.length("height");
            if (room.clearHeight && *room.clearHeight <= Length())
                room.clearHeight.reset();
            room.scope = scopeOf(locations.cell(row, "status"));
        }
        return done();
    }
    static std::vector<std::string> listOf(const std::set<std::string>& names) { return {names.begin(), names.end()}; }
    Room& addRoom(const std::string& site, const std::string& name) {
        Room room;
        room.id = m_ids.take<Room>();
        room.name = m_roomNames(name);
        m_rooms[{site, name}] = m_roomRows.size();
        m_roomRows.push_back(std::move(room));
        return m_roomRows.back();
    }
    /// The room that a row names; that of the site for one without a location.
    Result<std::size_t> roomOf(const SetFile& table, std::size_t row) {
        std::string site = table.cell(row, "site");
        if (site.empty() && m_sites.size() == 1)
            site = *m_sites.begin();
        if (!m_sites.contains(site))
            return wrong("netbox.unknown-site", table.line(row), site, nearestWords(site, listOf(m_sites)));
        const std::string location = table.cell(row, "location");
        const auto found = m_rooms.find({site, location});
        if (found != m_rooms.end())
            return found->second;
        if (!location.empty()) {
            std::vector<std::string> names;
            for (const auto& [key, room] : m_rooms)
                if (key.first == site)
                    names.push_back(key.second);
            return wrong("netbox.unknown-location", table.line(row), location, nearestWords(location, names));
        }
        const std::size_t made = m_roomRows.size();
        addRoom(site, site);
        m_rooms[{site, {}}] = made;
        return made;
    }

    Done readTypes() {
        for (const File file : {File::RackTypes, File::DeviceTypes}) {
            const SetFile& types = table(file);
            for (std::size_t row = 0; row < types.size(); ++row) {
                const Result<std::string> model = named(types, row, "model");
                const Result<std::string> maker = named(types, row, "manufacturer");
                if (!model)
                    return model.error();
                if (!maker)
                    return maker.error();
                std::string slug = types.cell(row, "slug");
                slug = slugOf(slug.empty() ? *maker + " " + *model : slug).substr(0, 64);
                auto& keys = file == File::RackTypes ? m_rackTypes : m_deviceTypes;
                if (!keys.try_emplace(file == File::RackTypes ? *model : *maker + "\n" + *model, slug).second)
                    return wrong("netbox.twice", types.line(row), *model);
                m_modelMakers.try_emplace(*model, *maker);
                TypeRow& type = m_types[slug];
                type.maker = *maker;
                type.model = *model;
                type.slug = slug;
                std::vector<std::string>& cells = file == File::RackTypes ? type.rack : type.device;
                for (const std::string& column : formOf(file).columns)
                    cells.push_back(types.cell(row, column));
                // A system that is its own rack has both; its device type, which comes second, says more.
                type.comments = types.cell(row, "comments");
            }
        }
        return done();
    }

    /// A number of a cell; nothing where it is empty.
    static Result<std::optional<double>> numberIn(const SetFile& table, std::size_t row, std::string_view column,
                                                  double most) {
        const std::string text = table.cell(row, column);
        if (text.empty())
            return std::optional<double>();
        const std::optional<double> number = plainNumber(text);
        if (!number || *number < 0 || *number > most)
            return inputError(Message("netbox.no-number")
                                  .with("line", table.line(row))
                                  .with("column", column)
                                  .with("text", text)
                                  .with("most", most));
        return number;
    }

    Done readRacks() {
        const SetFile& racks = table(File::Racks);
        std::map<std::size_t, std::size_t> withoutPlace; // by room
        for (std::size_t row = 0; row < racks.size(); ++row) {
            const Result<std::string> name = named(racks, row, "name");
            if (!name)
                return name.error();
            const Result<std::size_t> room = roomOf(racks, row);
            if (!room)
                return room.error();
            Rack rack;
            rack.id = m_ids.take<Rack>();
            rack.name = *name;
            rack.room = m_roomRows[*room].id;
            rack.role = racks.cell(row, "role");
            rack.scope = scopeOf(racks.cell(row, "status"));
            const std::string description = racks.cell(row, "description");
            if (description.starts_with("Row "))
                rack.row = description.substr(4);
            const Result<std::optional<double>> units = numberIn(racks, row, "u_height", kMostRackUnits);
            if (!units)
                return units.error();
            if (!m_rackOf.try_emplace({racks.cell(row, "site"), *name}, m_rackRows.size()).second)
                return wrong("netbox.twice", racks.line(row), *name);
            m_rackSlugs.push_back(slugOfRack(racks, row, *units));
            const Remarks remarks(racks.cell(row, "comments"));
            if (const auto place = remarks.place()) {
                rack.centre = *place;
                rack.rotation = remarks.turn();
            } else {
                // Nobody says where it stands: in rows of twenty, front to front, for a person to move.
                const std::size_t at = withoutPlace[*room]++;
                constexpr std::size_t kInRow = 20;
                const std::size_t line = at / kInRow;
                rack.centre = {Length::millimetres(2000 + 600 * static_cast<std::int64_t>(at % kInRow)),
                               Length::millimetres(2400 + 2400 * static_cast<std::int64_t>(line))};
                rack.rotation = line % 2 == 0 ? Angle::degrees(180) : Angle();
                if (rack.row.empty())
                    rack.row = std::string(1, static_cast<char>('A' + static_cast<char>(line % 26)));
            }
            m_rackRows.push_back(std::move(rack));
        }
        for (const auto& [room, count] : withoutPlace)
            fitRoom(room);
        return done();
    }
    /// The type that the row names, or one of its height.
    std::string slugOfRack(const SetFile& racks, std::size_t row, const std::optional<double>& units) {
        const std::string model = racks.cell(row, "rack_type");
        if (const auto known = m_rackTypes.find(model); known != m_rackTypes.end())
            return known->second;
        if (!units && model.empty())
            return {};
        const std::string height = units ? shortestDigits(*units) : std::string();
        const std::string slug = model.empty() ? "generic-rack-" + slugOf(height) + "u" : slugOf(model).substr(0, 64);
        TypeRow& type = m_types[slug];
        if (type.rack.empty()) {
            type.maker = kNoMaker;
            type.model = model.empty() ? "Rack " + height + "U" : model;
            type.slug = slug;
            type.rack.resize(formOf(File::RackTypes).columns.size());
            type.rack[5] = height;
        }
        return slug;
    }
    /// A floor around racks whose places nobody knows, where the set has no outline.
    void fitRoom(std::size_t index) {
        Room& room = m_roomRows[index];
        if (!room.outline.empty())
            return;
        Length right, bottom;
        for (const Rack& rack : m_rackRows)
            if (rack.room == room.id) {
                right = std::max(right, rack.centre.x);
                bottom = std::max(bottom, rack.centre.y);
            }
        const Length edge = Length::millimetres(2400);
        room.outline = {{}, {right + edge, {}}, {right + edge, bottom + edge}, {{}, bottom + edge}};
    }

    Done readPanels() {
        const SetFile& panels = table(File::PowerPanels);
        for (std::size_t row = 0; row < panels.size(); ++row) {
            const Result<std::string> name = named(panels, row, "name");
            if (!name)
                return name.error();
            const Remarks remarks(panels.cell(row, "description"));
            PowerElement panel;
            panel.id = m_ids.take<PowerElement>();
            panel.name = *name;
            panel.kind = enumFromName<PowerElementKind>(remarks["kind"]).value_or(PowerElementKind::RemotePowerPanel);
            panel.side = enumFromName<FeedSide>(remarks["side"]).value_or(FeedSide::None);
            if (const Done rated = takeRating(remarks, panel.rating, panels.line(row)); !rated)
                return rated.error();
            if (!panels.cell(row, "location").empty()) {
                const Result<std::size_t> room = roomOf(panels, row);
                if (!room)
                    return room.error();
                const Room& in = m_roomRows[*room];
                const Box box = boundingBox(in.outline);
                panel.placement = OnFloor{in.id, remarks.place().value_or(box.low), remarks.turn()};
            }
            if (!m_panels.try_emplace(*name, m_elements.size()).second)
                return wrong("netbox.twice", panels.line(row), *name);
            m_elements.push_back(std::move(panel));
        }
        return done();
    }
    static Done takeRating(const Remarks& remarks, std::optional<Power>& rating, std::size_t line) {
        const std::string text = remarks["rating"];
        if (text.empty())
            return done();
        const std::optional<double> watts = plainNumber(text);
        constexpr double kMost = 1e10;
        if (!watts || *watts < 0 || *watts > kMost)
            return wrong("netbox.no-rating", line, text);
        rating = Power(*watts);
        return done();
    }

    Result<Placement> placementOf(const SetFile& devices, std::size_t row, const Remarks& remarks) {
        const std::string rackName = devices.cell(row, "rack");
        if (!rackName.empty()) {
            const auto rack = m_rackOf.find({devices.cell(row, "site"), rackName});
            if (rack == m_rackOf.end()) {
                std::vector<std::string> names;
                for (const auto& [key, at] : m_rackOf)
                    names.push_back(key.second);
                return wrong("netbox.unknown-rack", devices.line(row), rackName, nearestWords(rackName, names));
            }
            const Id<Rack> id = m_rackRows[rack->second].id;
            const Result<std::optional<double>> position = numberIn(devices, row, "position", kMostRackUnits);
            if (!position)
                return position.error();
            if (*position && **position >= 1) {
                InRack in{id, static_cast<std::int64_t>(std::floor(**position)), Face::Front, 0};
                in.face = devices.cell(row, "face") == "rear" ? Face::Rear : Face::Front;
                in.column = std::min<std::int64_t>(remarks.count("column").value_or(0), 47);
                return Placement(in);
            }
            const std::string beside = remarks["zero-u"];
            const std::size_t slash = beside.find('/');
            ZeroU zero{id, Side::Left, m_besides[id]++};
            if (const auto side = enumFromName<Side>(beside.substr(0, slash))) {
                const auto slot = slash == std::string::npos ? std::nullopt : plainNumber(beside.substr(slash + 1));
                constexpr double kMostSlots = 10'000;
                zero.side = *side;
                zero.slot = slot && *slot >= 0 && *slot <= kMostSlots ? static_cast<std::int64_t>(*slot) : 0;
            } else {
                // Left and right in turn, as PDUs hang.
                zero.side = zero.slot % 2 == 0 ? Side::Left : Side::Right;
                zero.slot /= 2;
            }
            return Placement(zero);
        }
        if (const std::string location = devices.cell(row, "location"); !location.empty() || remarks.place()) {
            const Result<std::size_t> room = roomOf(devices, row);
            if (!room)
                return room.error();
            if (const auto place = remarks.place())
                return Placement(OnFloor{m_roomRows[*room].id, *place, remarks.turn()});
        }
        return Placement(Unplaced{});
    }

    Done readDevices() {
        const SetFile& devices = table(File::Devices);
        for (std::size_t row = 0; row < devices.size(); ++row) {
            const Result<std::string> name = named(devices, row, "name");
            if (!name)
                return name.error();
            const std::string role = devices.cell(row, "role"), model = devices.cell(row, "device_type");
            std::string maker = devices.cell(row, "manufacturer");
            if (maker.empty())
                if (const auto only = m_modelMakers.find(model); only != m_modelMakers.end())
                    maker = only->second;
            const auto type = m_deviceTypes.find(maker + "\n" + model);
            if (type == m_deviceTypes.end()) {
                std::vector<std::string> models;
                for (const auto& [key, slug] : m_deviceTypes)
                    models.push_back(key.substr(key.find('\n') + 1));
                return wrong("netbox.unknown-type", devices.line(row), model, nearestWords(model, models));
            }
            const Remarks remarks(devices.cell(row, "comments"));
            Result<Placement> placement = placementOf(devices, row, remarks);
            if (!placement)
                return placement.error();
            if (!m_thingOf.try_emplace(*name, m_things.size()).second)
                return wrong("netbox.twice", devices.line(row), *name);
            Thing thing;
            thing.type = type->second;
            const Scope scope = scopeOf(devices.cell(row, "status"));
            const Done put = putThing(thing, *name, role, remarks, std::move(*placement), scope, devices.line(row));
            if (!put)
                return put.error();
            m_things.push_back(std::move(thing));
        }
        return done();
    }
    Done putThing(Thing& thing, const std::string& name, const std::string& role, const Remarks& remarks,
                  Placement placement, const Scope& scope, std::size_t line) {
        if (const auto kind = powerKind(role)) {
            PowerElement element;
            element.id = m_ids.take<PowerElement>();
            element.name = name;
            element.kind = *kind;
            element.placement = std::move(placement);
            element.scope = scope;
            element.side = enumFromName<FeedSide>(remarks["side"]).value_or(FeedSide::None);
            if (const Done rated = takeRating(remarks, element.rating, line); !rated)
                return rated;
            thing.kind = ThingKind::Power;
            thing.id = cabledId(element.id);
            m_elementOf[thing.id] = m_elements.size();
            m_elements.push_back(std::move(element));
            return done();
        }
        if (role.starts_with(kCoolingRole))
            if (const auto kind = enumFromName<CoolingUnitKind>(std::string_view(role).substr(kCoolingRole.size()))) {
                CoolingUnit unit;
                unit.id = m_ids.take<CoolingUnit>();
                unit.name = name;
                unit.kind = *kind;
                unit.placement = std::move(placement);
                unit.scope = scope;
                if (const Done rated = takeRating(remarks, unit.rating, line); !rated)
                    return rated;
                thing.kind = ThingKind::Cooling;
                thing.id = cabledId(unit.id);
                m_unitOf[thing.id] = m_units.size();
                m_units.push_back(std::move(unit));
                return done();
            }
        Device device;
        device.id = m_ids.take<Device>();
        device.name = name;
        device.role = role == kNoRole ? std::string() : role;
        device.placement = std::move(placement);
        device.scope = scope;
        device.group = std::min<std::int64_t>(remarks.count("group").value_or(0), 1'000'000);
        thing.id = device.id;
        m_deviceOf[thing.id] = m_devices.size();
        m_devices.push_back(std::move(device));
        return done();
    }
    /// By our own words, and by those that people have for rack PDUs and UPS.
    static std::optional<PowerElementKind> powerKind(const std::string& role) {
        if (role.starts_with(kPowerRole))
            return enumFromName<PowerElementKind>(std::string_view(role).substr(kPowerRole.size()));
        const std::string slug = slugOf(role);
        if (slug == "pdu" || slug == "rack-pdu" || slug == "rack-pdus" || slug == "pdus" ||
            slug == "power-distribution-unit")
            return PowerElementKind::RackPdu;
        return slug == "ups" ? std::optional(PowerElementKind::Ups) : std::nullopt;
    }

    Result<Thing*> thingOf(const SetFile& table, std::size_t row, std::string_view column) {
        const std::string name = table.cell(row, column);
        const auto found = m_thingOf.find(name);
        if (found == m_thingOf.end())
            return wrong("netbox.unknown-device", table.line(row), name, namesLike(m_thingOf, name));
        return &m_things[found->second];
    }

    Done readBays() {
        const SetFile& bays = table(File::DeviceBays);
        std::map<Id<Device>, Id<Device>> hosts;
        for (std::size_t row = 0; row < bays.size(); ++row) {
            if (bays.cell(row, "installed_device").empty())
                continue;
            const Result<Thing*> host = thingOf(bays, row, "device"), tray = thingOf(bays, row, "installed_device");
            if (!host)
                return host.error();
            if (!tray)
                return tray.error();
            const auto device = m_deviceOf.find((*tray)->id);
            if (device == m_deviceOf.end() || (*host)->kind != ThingKind::Device || *host == *tray)
                return wrong("netbox.no-bay", bays.line(row), bays.cell(row, "installed_device"));
            // A tray in its own tray would have no end.
            std::size_t steps = 0;
            for (Id<Device> at = (*host)->id; hosts.contains(at) && steps <= hosts.size(); ++steps)
                if ((at = hosts.at(at)) == (*tray)->id)
                    return wrong("netbox.no-bay", bays.line(row), bays.cell(row, "installed_device"));
            hosts[(*tray)->id] = (*host)->id;
            const std::string bay = bays.cell(row, "name");
            const std::size_t last = bay.find_last_not_of("0123456789");
            const std::size_t digits = last == std::string::npos ? 0 : last + 1;
            const auto slot = plainNumber(bay.substr(digits));
            constexpr double kMostSlots = 10'000;
            m_devices[device->second].placement =
                InDevice{(*host)->id, slot && *slot <= kMostSlots ? static_cast<std::int64_t>(*slot) : 0};
        }
        return done();
    }

    /// "swp1s0" of "swp1", where the device has that port.
    static std::optional<std::pair<std::int64_t, int>> laneIn(const Component& has, const std::string& name) {
        const std::size_t last = name.find_last_not_of("0123456789");
        if (last == std::string::npos || last == 0 || name[last] != 's' || last + 1 == name.size() ||
            name.size() - last > 3)
            return std::nullopt;
        const auto port = has.ends.find(name.substr(0, last));
        const auto lane = plainNumber(name.substr(last + 1));
        if (port == has.ends.end() || port->second.second >= 0 || !lane || *lane > 63)
            return std::nullopt;
        return std::pair(port->second.first, static_cast<int>(*lane));
    }

    Done readComponents() {
        const SetFile& interfaces = table(File::Interfaces);
        for (std::size_t row = 0; row < interfaces.size(); ++row) {
            const Result<Thing*> thing = thingOf(interfaces, row, "device");
            if (!thing)
                return thing.error();
            Result<std::string> name = named(interfaces, row, "name");
            if (!name)
                return name.error();
            const std::string type = interfaces.cell(row, "type");
            if (type == "virtual" || type == "lag" || type == "bridge") {
                ++m_logical;
                continue;
            }
            Component& has = (*thing)->has;
            if (has.ends.contains(*name))
                return wrong("netbox.twice", interfaces.line(row), *name);
            if (const auto lane = laneIn(has, *name)) {
                has.ends[*name] = *lane;
                int& highest = has.lanes.try_emplace(lane->first, 0).first->second;
                highest = std::max(highest, lane->second);
                continue;
            }
            const Result<std::optional<double>> speed = numberIn(interfaces, row, "speed", 1e11);
            if (!speed)
                return speed.error();
            if (has.ports.size() >= static_cast<std::size_t>(kMostPorts))
                return wrong("netbox.too-many-ports", interfaces.line(row), interfaces.cell(row, "device"));
            has.ends[*name] = {static_cast<std::int64_t>(has.ports.size()), -1};
            const std::string management = interfaces.cell(row, "mgmt_only");
            has.ports.push_back({std::move(*name), type, *speed ? shortestDigits(**speed) : std::string(),
                                 management == "true" || management == "True" || management == "1",
                                 interfaces.cell(row, "description")});
        }
        const SetFile& feedCables = table(File::FeedCables);
        for (std::size_t row = 0; row < feedCables.size(); ++row) {
            const Result<Thing*> thing = thingOf(feedCables, row, "side_b_device");
            if (!thing)
                return thing.error();
            (*thing)->has.inputs.insert(feedCables.cell(row, "side_b_name"));
        }
        const SetFile& supplies = table(File::PowerPorts);
        for (std::size_t row = 0; row < supplies.size(); ++row) {
            const Result<Thing*> thing = thingOf(supplies, row, "device");
            if (!thing)
                return thing.error();
            const Result<std::string> name = named(supplies, row, "name");
            const auto maximum = numberIn(supplies, row, "maximum_draw", 1e9);
            const auto allocated = numberIn(supplies, row, "allocated_draw", 1e9);
            if (!name)
                return name.error();
            if (!maximum)
                return maximum.error();
            if (!allocated)
                return allocated.error();
            Component& has = (*thing)->has;
            // What a feed ends at is the cord of a PDU, no supply.
            if (has.inputs.contains(*name))
                continue;
            if (has.supplies.size() >= static_cast<std::size_t>(kMostSupplies))
                return wrong("netbox.too-many-ports", supplies.line(row), supplies.cell(row, "device"));
            has.supplies.push_back({*name, supplies.cell(row, "type"), *maximum ? shortestDigits(**maximum) : "",
                                    *allocated ? shortestDigits(**allocated) : ""});
        }
        const SetFile& outlets = table(File::PowerOutlets);
        for (std::size_t row = 0; row < outlets.size(); ++row) {
            const Result<Thing*> thing = thingOf(outlets, row, "device");
            if (!thing)
                return thing.error();
            const Result<std::string> name = named(outlets, row, "name");
            if (!name)
                return name.error();
            if ((*thing)->has.outlets.size() >= static_cast<std::size_t>(kMostSupplies))
                return wrong("netbox.too-many-ports", outlets.line(row), outlets.cell(row, "device"));
            (*thing)->has.outlets.push_back({*name, outlets.cell(row, "type")});
        }
        return done();
    }

    struct Feed {
        std::size_t panel = 0;
        std::optional<double> amperes, volts;
        bool isThreePhase = false, isDirect = false, isRedundant = false;
        Scope scope;
    };
    Done readFeeds() {
        const SetFile& feeds = table(File::PowerFeeds);
        std::map<std::pair<std::string, std::string>, Feed> all;
        for (std::size_t row = 0; row < feeds.size(); ++row) {
            const Result<std::string> name = named(feeds, row, "name");
            if (!name)
                return name.error();
            const std::string panel = feeds.cell(row, "power_panel");
            const auto known = m_panels.find(panel);
            if (known == m_panels.end())
                return wrong("netbox.unknown-panel", feeds.line(row), panel, namesLike(m_panels, panel));
            const auto amperes = numberIn(feeds, row, "amperage", 1e5), volts = numberIn(feeds, row, "voltage", 1e6);
            if (!amperes)
                return amperes.error();
            if (!volts)
                return volts.error();
            const Feed feed{known->second,
                            *amperes,
                            *volts,
                            feeds.cell(row, "phase") == "three-phase",
                            feeds.cell(row, "supply") == "dc",
                            feeds.cell(row, "type") == "redundant",
                            scopeOf(feeds.cell(row, "status"))};
            if (!all.try_emplace({panel, *name}, feed).second)
                return wrong("netbox.twice", feeds.line(row), *name);
        }
        const SetFile& cables = table(File::FeedCables);
        for (std::size_t row = 0; row < cables.size(); ++row) {
            const std::string name = cables.cell(row, "side_a_name");
            const auto feed = all.find({cables.cell(row, "side_a_power_panel"), name});
            const Result<Thing*> thing = thingOf(cables, row, "side_b_device");
            if (!thing)
                return thing.error();
            if (feed == all.end())
                return wrong("netbox.unknown-feed", cables.line(row), name);
            if (const auto element = m_elementOf.find((*thing)->id); element != m_elementOf.end())
                feedElement(feed->second, name, element->second);
            else
                ++m_feedsOfDevices;
        }
        return done();
    }
    void feedElement(const Feed& feed, const std::string& name, std::size_t index) {
        PowerElement& panel = m_elements[feed.panel];
        PowerElement& fed = m_elements[index];
        const bool isOwnName = name == fed.name;
        if (feed.volts && !fed.voltage)
            fed.voltage = Voltage(*feed.volts);
        fed.phases = feed.isThreePhase ? 3 : feed.isDirect ? 0 : 1;
        panel.deliversDirectCurrent = panel.deliversDirectCurrent || feed.isDirect;
        if (fed.side == FeedSide::None && feed.isRedundant)
            fed.side = FeedSide::B;
        PowerLink link;
        link.scope = feed.scope;
        if (feed.amperes)
            link.breaker = Current(*feed.amperes);
        link.from = panel.id;
        link.to = fed.id;
        if (!isOwnName && panel.kind == PowerElementKind::Busway) {
            PowerElement tap;
            tap.id = m_ids.take<PowerElement>();
            tap.name = name;
            tap.kind = PowerElementKind::TapOff;
            tap.placement = fed.placement;
            tap.scope = feed.scope;
            tap.side = fed.side;
            tap.voltage = fed.voltage;
            tap.phases = fed.phases;
            PowerLink above = link;
            above.breaker.reset();
            above.to = tap.id;
            above.id = m_ids.take<PowerLink>();
            m_links.push_back(above);
            link.from = tap.id;
            m_taps.push_back(std::move(tap));
        } else if (!isOwnName) {
            link.poles = name;
        }
        link.id = m_ids.take<PowerLink>();
        m_links.push_back(std::move(link));
    }

    // ---- parts

    /// Of a thing's row: which of its ports are broken out does not count.
    static std::string signatureOf(const Component& has) {
        std::string text;
        const auto add = [&text](const std::string& word) { text.append(word).append("\x1f"); };
        for (const Interface& port : has.ports) {
            for (const std::string* word : {&port.name, &port.type, &port.speed, &port.role})
                add(*word);
            add(port.isManagement ? "m" : "");
        }
        text += "\x1e";
        for (const PowerPort& port : has.supplies)
            for (const std::string* word : {&port.type, &port.maximum, &port.allocated})
                add(*word);
        text += "\x1e";
        for (const Outlet& outlet : has.outlets)
            for (const std::string* word : {&outlet.name, &outlet.type})
                add(*word);
        return text;
    }

    Done makeParts() {
        m_file = formOf(File::DeviceTypes).name;
        // How far ports are broken out counts for all things of a type.
        std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> alike;
        for (std::size_t i = 0; i < m_things.size(); ++i)
            alike[{m_things[i].type, signatureOf(m_things[i].has)}].push_back(i);
        // In the order of the file, so that a type keeps its first revision.
        std::vector<const std::vector<std::size_t>*> groups;
        for (const auto& [key, members] : alike)
            groups.push_back(&members);
        std::ranges::sort(groups, {}, [](const auto* members) { return members->front(); });
        for (const auto* members : groups) {
            const Thing& first = m_things[members->front()];
            std::unordered_map<std::int64_t, int> lanes;
            for (const std::size_t member : *members)
                for (const auto& [port, lane] : m_things[member].has.lanes) {
                    int& highest = lanes.try_emplace(port, 0).first->second;
                    highest = std::max(highest, lane);
                }
            const Id<PartRow> part = partOf(first.type, first.has, lanes, first.kind);
            for (const std::size_t member : *members)
                m_things[member].part = part;
        }
        for (const Thing& thing : m_things)
            if (thing.kind == ThingKind::Device)
                m_devices[m_deviceOf.at(thing.id)].part = thing.part;
            else if (thing.kind == ThingKind::Power)
                m_elements[m_elementOf.at(thing.id)].part = thing.part;
            else
                m_units[m_unitOf.at(thing.id)].part = thing.part;
        std::map<std::string, Id<PartRow>> racks;
        for (std::size_t i = 0; i < m_rackRows.size(); ++i) {
            const std::string& slug = m_rackSlugs[i];
            if (slug.empty())
                continue;
            Id<PartRow>& row = racks[slug];
            if (!row)
                row = partOfRack(slug);
            m_rackRows[i].part = row;
        }
        return done();
    }
    Id<PartRow> embed(PartPtr part) {
        const Id<PartRow> row = edits::embedPart(m_project, m_ids, std::move(part));
        m_partRows.insert(row);
        return row;
    }
    /// A part of the catalogue that says what the set says; a port that is broken out further than it knows is none.
    PartPtr known(const TypeRow& type, const Component& has, const std::unordered_map<std::int64_t, int>& lanes) const {
        const PartPtr part = m_reading.partOf ? m_reading.partOf(type.slug) : PartPtr();
        if (!part)
            return {};
        std::vector<std::string> cells = deviceTypeCells(*part, type.model, type.device[6]);
        if (cells != type.device || interfacesOf(*part) != has.ports)
            return {};
        const std::vector<PowerPort> supplies = powerPortsOf(*part);
        const auto isAlike = [](const PowerPort& a, const PowerPort& b) {
            return a.type == b.type && a.maximum == b.maximum && a.allocated == b.allocated;
        };
        if (!std::ranges::equal(supplies, has.supplies, isAlike))
            return {};
        for (const auto& [port, lane] : lanes)
            if (const PortGroup* group = portGroupOf(*part, port); !group || lane >= group->maximumSplit)
                return {};
        return part;
    }
    Id<PartRow> partOf(const std::string& slug, const Component& has,
                       const std::unordered_map<std::int64_t, int>& lanes, ThingKind kind) {
        const TypeRow& type = m_types.at(slug);
        if (PartPtr part = known(type, has, lanes)) {
            const Id<PartRow> row = embed(std::move(part));
            m_known.insert(row);
            return row;
        }
        Part part = partOfType(type);
        addPorts(part, has, lanes);
        addSupplies(part, has);
        addOutlets(part, has);
        if (part.category == PartCategory::Other)
            part.category = guessedCategory(type, has, kind);
        part.revision = ++m_revisions[slug];
        return embed(std::make_shared<const Part>(std::move(part)));
    }
    Id<PartRow> partOfRack(const std::string& slug) {
        const TypeRow& type = m_types.at(slug);
        const PartPtr part = m_reading.partOf ? m_reading.partOf(slug) : PartPtr();
        if (part && rackTypeCells(*part, type.model) == type.rack) {
            const Id<PartRow> row = embed(part);
            m_known.insert(row);
            return row;
        }
        Part made = partOfType(type);
        if (type.comments.empty())
            made.category = PartCategory::Rack;
        made.revision = ++m_revisions[slug];
        return embed(std::make_shared<const Part>(std::move(made)));
    }

    /// Of what the rows of a type say.
    Part partOfType(const TypeRow& type) const {
        const Source source{"NetBox", m_reading.source, {}, {}};
        Part part;
        part.id = type.slug;
        part.vendor = type.maker == kNoMaker ? std::string() : type.maker;
        if (type.maker == kNoMaker)
            part.vendor = std::string(kNoMaker);
        part.model = type.model;
        const Remarks remarks(type.comments);
        part.category = enumFromName<PartCategory>(remarks["category"]).value_or(PartCategory::Other);
        part.sources = {source};
        const auto number = [&](std::string_view key, const std::string& text, double factor) {
            const std::optional<double> value = plainNumber(text);
            if (value && *value >= 0 && *value < 1e9)
                part.attributes.push_back(
                    {std::string(key), Fact<double>::known(*value * factor, Grade::ThirdParty, source), {}, {}});
        };
        constexpr double kMillimetre = 0.001;
        std::string weight, weightUnit;
        if (!type.device.empty()) {
            const std::vector<std::string>& cells = type.device;
            part.partNumber = cells[3];
            part.description = cells[10];
            const std::optional<double> units = plainNumber(cells[4]);
            if (units && *units > 0)
                number(attribute::rackUnits.key, cells[4], 1);
            part.mounting = enumFromName<Mounting>(remarks["mounting"])
                                .value_or(units && *units > 0   ? Mounting::Eia19
                                          : cells[6] == "child" ? Mounting::InDevice
                                                                : Mounting::ZeroU);
            if (cells[5] == "false" || cells[5] == "False")
                number(attribute::depthShare.key, "0.5", 1);
            part.airflow = cells[7] == "front-to-rear"   ? Airflow::FrontToRear
                           : cells[7] == "rear-to-front" ? Airflow::RearToFront
                           : cells[7] == "passive"       ? Airflow::None
                           : cells[7] == "mixed"         ? Airflow::SideToSide
                                                         : Airflow::Unknown;
            weight = cells[8];
            weightUnit = cells[9];
            number(attribute::acceleratorCount.key, remarks["accelerators"], 1);
            if (const std::string model = remarks["accelerator"]; !model.empty())
                part.attributes.push_back({std::string(attribute::acceleratorModel.key),
                                           {},
                                           Fact<std::string>::known(model, Grade::ThirdParty, source),
                                           {}});
        }
        if (!type.rack.empty()) {
            const std::vector<std::string>& cells = type.rack;
            if (type.device.empty())
                part.mounting = enumFromName<Mounting>(remarks["mounting"])
                                    .value_or(cells[4] == "21" ? Mounting::OpenRack21 : Mounting::Eia19);
            number(attribute::rackHeightUnits.key, cells[5], 1);
            const double outer = cells[8] == "in" ? 25.4 * kMillimetre : kMillimetre;
            number(attribute::width.key, cells[6], outer);
            number(attribute::depth.key, cells[7], outer);
            if (weight.empty()) {
                weight = cells[9];
                weightUnit = cells[11];
            }
            number(attribute::staticLoad.key, cells[10], kilograms(cells[11]));
        }
        number(attribute::weight.key, weight, kilograms(weightUnit));
        return part;
    }
    static double kilograms(const std::string& unit) {
        return unit == "g" ? 0.001 : unit == "lb" ? 0.45359237 : unit == "oz" ? 0.028349523125 : 1;
    }

    static PortRole roleOf(const Interface& port) {
        if (const auto role = enumFromName<PortRole>(port.role))
            return *role;
        return port.isManagement ? PortRole::Management : PortRole::Data;
    }
    /// "swp" and 1 of "swp1"; 0 where no number ends the name.
    static std::pair<std::string, std::int64_t> counted(const std::string& name) {
        const std::size_t last = name.find_last_not_of("0123456789");
        const std::size_t digits = last == std::string::npos ? 0 : last + 1;
        const auto number = name.size() - digits <= 6 && digits < name.size() && name[digits] != '0'
                                ? plainNumber(name.substr(digits))
                                : std::nullopt;
        return {name.substr(0, digits), number ? static_cast<std::int64_t>(*number) : 0};
    }
    static void addPorts(Part& part, const Component& has, const std::unordered_map<std::int64_t, int>& lanes) {
        const Source* source = part.sources.empty() ? nullptr : &part.sources.front();
        for (std::size_t from = 0; from < has.ports.size();) {
            const Interface& first = has.ports[from];
            const auto [prefix, number] = counted(first.name);
            std::size_t to = from + 1;
            // "swp1", "swp2", ... from 1 are one group under one pattern; a name that a pattern could not give back
            // stands alone.
            const bool isCounted = number == 1 && prefix.find('{') == std::string::npos;
            for (; isCounted && to < has.ports.size(); ++to) {
                const Interface& next = has.ports[to];
                const auto [word, place] = counted(next.name);
                if (word != prefix || place != static_cast<std::int64_t>(to - from) + 1 || next.type != first.type ||
                    next.speed != first.speed || next.isManagement != first.isManagement || next.role != first.role)
                    break;
            }
            PortGroup group;
            group.role = roleOf(first);
            group.count = static_cast<std::int64_t>(to - from);
            group.namePattern = isCounted ? prefix + "{n}" : first.name;
            const InterfaceKind* kind = interfaceKind(first.type);
            group.protocol = kind ? kind->protocol : FabricProtocol::Other;
            group.connector = kind ? std::string(kind->connector) : std::string();
            constexpr double kKilobitsOfGigabit = 1e6;
            const std::optional<double> stated = plainNumber(first.speed);
            const double gigabits = stated ? *stated / kKilobitsOfGigabit : kind ? kind->gigabits : 0;
            if (gigabits > 0)
                group.speed = Fact<DataRate>::known(gigabits * unit::gigabitPerSecond, Grade::ThirdParty,
                                                    source ? std::optional(*source) : std::nullopt);
            for (const auto& [port, lane] : lanes)
                if (port >= static_cast<std::int64_t>(from) && port < static_cast<std::int64_t>(to))
                    group.maximumSplit =
                        std::max<std::int64_t>(group.maximumSplit, std::bit_ceil(static_cast<unsigned>(lane) + 1U));
            part.portGroups.push_back(std::move(group));
            from = to;
        }
    }
    static void addSupplies(Part& part, const Component& has) {
        if (has.supplies.empty())
            return;
        double maximum = 0, allocated = 0;
        bool hasMaximum = true, hasAllocated = true;
        for (const PowerPort& port : has.supplies) {
            const auto most = plainNumber(port.maximum), usual = plainNumber(port.allocated);
            hasMaximum = hasMaximum && most;
            hasAllocated = hasAllocated && usual;
            maximum += most.value_or(0);
            allocated += usual.value_or(0);
            const std::string inlet = inletOfType(port.type);
            if (part.powerInputs.empty() || part.powerInputs.back().inlet != inlet) {
                part.powerInputs.emplace_back();
                part.powerInputs.back().inlet = inlet;
            }
            ++part.powerInputs.back().count;
        }
        const auto mode = [&part](PowerModeKind kind, double watts) {
            part.powerModes.push_back(
                {kind, Fact<Power>::known(Power(watts), Grade::ThirdParty, part.sources.front()), {}});
        };
        if (hasAllocated)
            mode(PowerModeKind::Typical, allocated);
        if (hasMaximum)
            mode(PowerModeKind::Maximum, maximum);
    }
    static void addOutlets(Part& part, const Component& has) {
        std::int64_t c13 = 0, c19 = 0;
        bool isPlain = true, isListable = true;
        std::string labels;
        for (const Outlet& outlet : has.outlets) {
            const bool isC13 = outlet.type == "iec-60320-c13";
            if (!isC13 && outlet.type != "iec-60320-c19")
                continue;
            const std::int64_t number = ++(isC13 ? c13 : c19);
            const std::string kind = isC13 ? "C13" : "C19";
            isPlain = isPlain && outlet.name == kind + "-" + std::to_string(number);
            isListable = isListable && outlet.name.find_first_of(",= ") == std::string::npos;
            labels.append(labels.empty() ? "" : ", ").append(outlet.name).append("=").append(kind);
        }
        if (c13 + c19 == 0)
            return;
        const Source& source = part.sources.front();
        for (const auto& [key, count] : {std::pair(attribute::outletsC13.key, c13), {attribute::outletsC19.key, c19}})
            part.attributes.push_back(
                {std::string(key), Fact<double>::known(real(count), Grade::ThirdParty, source), {}, {}});
        if (!isPlain && isListable)
            part.attributes.push_back(
                {std::string(kOutletLabels.key), {}, Fact<std::string>::known(labels, Grade::ThirdParty, source), {}});
    }
    /// NetBox has no categories: what the role, the ports and the outlets say.
    PartCategory guessedCategory(const TypeRow& type, const Component& has, ThingKind kind) const {
        const Remarks remarks(type.comments);
        if (!remarks["category"].empty())
            return PartCategory::Other;
        if (kind == ThingKind::Power)
            return has.outlets.empty() ? PartCategory::Ups : PartCategory::RackPdu;
        if (kind == ThingKind::Cooling)
            return PartCategory::Crah;
        constexpr std::size_t kPortsOfASwitch = 16;
        const auto data = static_cast<std::size_t>(
            std::ranges::count_if(has.ports, [](const Interface& port) { return !port.isManagement; }));
        return data >= kPortsOfASwitch ? PartCategory::Switch : PartCategory::CpuNode;
    }

    // ---- cables

    Done readCables() {
        const SetFile& cables = table(File::Cables);
        std::set<PortRef> taken;
        std::set<std::pair<Id<Device>, std::int64_t>> plugged;
        for (std::size_t row = 0; row < cables.size(); ++row) {
            const std::string typeA = cables.cell(row, "side_a_type"), typeB = cables.cell(row, "side_b_type");
            const bool isNetwork = typeA == "dcim.interface" && typeB == "dcim.interface";
            const bool isCord = (typeA == "dcim.poweroutlet" && typeB == "dcim.powerport") ||
                                (typeB == "dcim.poweroutlet" && typeA == "dcim.powerport");
            if (!isNetwork && !isCord) {
                ++m_otherCables;
                continue;
            }
            const Result<Thing*> a = thingOf(cables, row, "side_a_device"), b = thingOf(cables, row, "side_b_device");
            if (!a)
                return a.error();
            if (!b)
                return b.error();
            const Done added =
                isCord ? addCord(cables, row, typeA == "dcim.poweroutlet" ? **a : **b,
                                 typeA == "dcim.poweroutlet" ? **b : **a, typeA == "dcim.poweroutlet", plugged)
                       : addCable(cables, row, **a, **b, taken);
            if (!added)
                return added.error();
        }
        return done();
    }
    Result<PortRef> portOf(const SetFile& cables, std::size_t row, const Thing& thing, std::string_view column) const {
        const std::string name = cables.cell(row, column);
        const auto end = thing.has.ends.find(name);
        if (end == thing.has.ends.end())
            return wrong("netbox.unknown-port", cables.line(row), name, namesLike(thing.has.ends, name));
        return PortRef{thing.id, static_cast<std::uint16_t>(end->second.first),
                       static_cast<std::uint8_t>(std::max(0, end->second.second))};
    }
    Done addCable(const SetFile& cables, std::size_t row, const Thing& a, const Thing& b, std::set<PortRef>& taken) {
        const Result<PortRef> endA = portOf(cables, row, a, "side_a_name"),
                              endB = portOf(cables, row, b, "side_b_name");
        if (!endA)
            return endA.error();
        if (!endB)
            return endB.error();
        for (const auto& [end, column] : {std::pair(*endA, "side_a_name"), {*endB, "side_b_name"}})
            if (!taken.insert(end).second)
                return wrong("netbox.port-taken", cables.line(row), cables.cell(row, column));
        Cable cable;
        cable.id = m_ids.take<Cable>();
        cable.a = *endA;
        cable.b = *endB;
        cable.network = networkOf(cables.cell(row, "description"), cable, a, b);
        CableDetail detail;
        detail.id = m_ids.take<CableDetail>();
        detail.cable = cable.id;
        detail.label = cables.cell(row, "label").substr(0, kMostText);
        const std::string colour = cables.cell(row, "color");
        if (!colour.empty()) {
            if (colour.size() != 6 || colour.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
                return wrong("netbox.no-colour", cables.line(row), colour);
            detail.colour = "#" + colour;
        }
        const Result<std::optional<double>> length = numberIn(cables, row, "length", 1e5);
        if (!length)
            return length.error();
        if (*length && **length > 0) {
            const std::string unit = cables.cell(row, "length_unit");
            const double factor = unit == "km"   ? 1000
                                  : unit == "cm" ? 0.01
                                  : unit == "mi" ? 1609.344
                                  : unit == "ft" ? 0.3048
                                  : unit == "in" ? 0.0254
                                                 : 1;
            if (**length * factor > 1e5)
                return wrong("netbox.no-length", cables.line(row), cables.cell(row, "length"));
            detail.length = Length::nearest(**length * factor);
        }
        if (const std::string type = cables.cell(row, "type"); !type.empty())
            detail.part = cablePart(type);
        detail.scope = scopeOf(cables.cell(row, "status"));
        m_cables.push_back(cable);
        m_details.push_back(std::move(detail));
        return done();
    }
    Id<PartRow> cablePart(const std::string& type) {
        const std::string slug = slugOf(type).substr(0, 48);
        Id<PartRow>& row = m_cableParts[slug];
        if (row)
            return row;
        Part part;
        part.id = std::string(kCablePartPrefix) + slug;
        part.vendor = std::string(kNoMaker);
        part.model = type.substr(0, kMostText);
        part.category = slug == "aoc"                                        ? PartCategory::OpticalCable
                        : slug.starts_with("mmf") || slug.starts_with("smf") ? PartCategory::Fibre
                                                                             : PartCategory::CopperCable;
        part.sources = {{"NetBox", m_reading.source, {}, {}}};
        return row = edits::embedPart(m_project, m_ids, std::make_shared<const Part>(std::move(part)));
    }
    /// By its name, which the set keeps in the description; the first cable says what it is for.
    Id<Network> networkOf(const std::string& name, const Cable& cable, const Thing& a, const Thing& b) {
        const std::string wanted = name.empty() ? std::string("Network") : name.substr(0, kMostText);
        const auto [it, isNew] = m_networks.try_emplace(wanted, m_networkRows.size());
        if (isNew) {
            Network network;
            network.id = m_ids.take<Network>();
            network.name = wanted;
            network.protocol = FabricProtocol::Ethernet;
            network.role = NetworkRole::InBand;
            for (const auto& [thing, end] : {std::pair(&a, cable.a), {&b, cable.b}}) {
                const Interface& port = thing->has.ports[end.port];
                if (const InterfaceKind* kind = interfaceKind(port.type))
                    network.protocol = kind->protocol;
                switch (roleOf(port)) {
                case PortRole::Compute:
                    network.role = NetworkRole::Compute;
                    break;
                case PortRole::Storage:
                    network.role = NetworkRole::Storage;
                    break;
                case PortRole::Management:
                case PortRole::Console:
                    network.role = NetworkRole::OutOfBand;
                    break;
                default:
                    break;
                }
            }
            m_networkRows.push_back(std::move(network));
        }
        return m_networkRows[it->second].id;
    }
    Done addCord(const SetFile& cables, std::size_t row, const Thing& pdu, const Thing& load, bool isOutletAtA,
                 std::set<std::pair<Id<Device>, std::int64_t>>& plugged) {
        const std::string outlet = cables.cell(row, isOutletAtA ? "side_a_name" : "side_b_name");
        const std::string port = cables.cell(row, isOutletAtA ? "side_b_name" : "side_a_name");
        if (pdu.kind != ThingKind::Power || load.kind != ThingKind::Device) {
            ++m_otherCables;
            return done();
        }
        if (std::ranges::find(pdu.has.outlets, outlet, &Outlet::name) == pdu.has.outlets.end())
            return wrong("netbox.unknown-port", cables.line(row), outlet);
        const auto supply = std::ranges::find(load.has.supplies, port, &PowerPort::name);
        if (supply == load.has.supplies.end())
            return wrong("netbox.unknown-port", cables.line(row), port);
        CordOverride cord;
        cord.device = load.id;
        cord.supply = supply - load.has.supplies.begin();
        if (!plugged.insert({cord.device, cord.supply}).second)
            return wrong("netbox.port-taken", cables.line(row), port);
        cord.id = m_ids.take<CordOverride>();
        cord.element = {pdu.id.value};
        cord.outlet = outlet;
        m_cords.push_back(std::move(cord));
        return done();
    }

    Result<NetboxDesign> finish() {
        NetboxDesign read;
        Design design;
        design.rooms = design.rooms.with(std::move(m_roomRows));
        design.racks = design.racks.with(std::move(m_rackRows));
        design.devices = design.devices.with(std::move(m_devices));
        std::ranges::move(m_taps, std::back_inserter(m_elements));
        std::ranges::sort(m_elements, {}, &PowerElement::id);
        design.powerElements = design.powerElements.with(std::move(m_elements));
        design.powerLinks = design.powerLinks.with(std::move(m_links));
        design.coolingUnits = design.coolingUnits.with(std::move(m_units));
        design.networks = design.networks.with(std::move(m_networkRows));
        design.cables = design.cables.with(std::move(m_cables));
        design.cableDetails = design.cableDetails.with(std::move(m_details));
        design.cordOverrides = design.cordOverrides.with(std::move(m_cords));
        read.racks = design.racks.size();
        read.devices = m_things.size();
        read.cables = design.cables.size();
        read.parts = m_partRows.size();
        read.known = m_known.size();
        const std::uint64_t option = m_ids.take<Option>().value;
        m_project.options = {{option, "A", {}, std::make_shared<const Design>(std::move(design))}};
        m_project.activeOption = option;
        const auto leave = [&read](const char* id, std::size_t count) {
            if (count > 0)
                read.leftOut.push_back(Message(id).with("count", count));
        };
        leave("netbox.left.logical", m_logical);
        leave("netbox.left.cables", m_otherCables);
        leave("netbox.left.feeds", m_feedsOfDevices);
        read.document = {std::make_shared<const Project>(std::move(m_project)), m_ids.next()};
        m_file.clear();
        if (const auto breach = limitBreach(*read.document.project))
            return limitError(*breach);
        if (const Done whole = checkDocument(read.document, m_reading.source); !whole)
            return whole.error();
        return read;
    }

    const NetboxReading& m_reading;
    std::string& m_file;
    std::vector<SetFile> m_tables;
    IdSource m_ids{1};
    Project m_project;
    std::set<std::string> m_sites;
    UniqueNames m_roomNames;
    std::map<std::pair<std::string, std::string>, std::size_t> m_rooms, m_rackOf;
    std::vector<Room> m_roomRows;
    std::vector<Rack> m_rackRows;
    std::vector<std::string> m_rackSlugs;
    std::map<Id<Rack>, std::int64_t> m_besides;
    std::map<std::string, std::string> m_rackTypes, m_deviceTypes, m_modelMakers;
    std::map<std::string, TypeRow> m_types;
    std::map<std::string, std::int64_t> m_revisions;
    std::unordered_map<std::string, std::size_t> m_panels, m_thingOf;
    std::vector<PowerElement> m_elements, m_taps;
    std::vector<PowerLink> m_links;
    std::vector<CoolingUnit> m_units;
    std::vector<Device> m_devices;
    std::vector<Thing> m_things;
    std::unordered_map<Id<Device>, std::size_t> m_elementOf, m_unitOf, m_deviceOf;
    std::set<Id<PartRow>> m_partRows, m_known;
    std::map<std::string, Id<PartRow>> m_cableParts;
    std::map<std::string, std::size_t> m_networks;
    std::vector<Network> m_networkRows;
    std::vector<Cable> m_cables;
    std::vector<CableDetail> m_details;
    std::vector<CordOverride> m_cords;
    std::size_t m_logical = 0, m_otherCables = 0, m_feedsOfDevices = 0;
};

} // namespace
} // namespace netbox

Result<NetboxDesign> readNetboxSet(const std::vector<ExchangeFile>& files, const NetboxReading& reading,
                                   std::string& file) {
    return netbox::NetboxReader(reading, file).read(files);
}

} // namespace rackwright
