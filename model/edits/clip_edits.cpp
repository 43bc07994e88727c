// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/clip_edits.h"

#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"
#include "model/file/stored.h"

#include <cstdlib>
#include <unordered_map>

namespace rackwright::edits {

namespace {

template <class T>
using Plain = std::remove_cvref_t<T>;

// Visits all ids that a value holds, but not what it was copied from, which names a row that may be gone.
template <class T, class Visit>
void forEachId(T& value, Visit& visit) {
    using Type = Plain<T>;
    if constexpr (isId<Type>)
        visit(value);
    else if constexpr (Described<Type>)
        forEachField<Type>([&](const auto& f) {
            if (f.name != "copiedFrom")
                forEachId(value.*f.member, visit);
        });
    else if constexpr (isOptional<Type>) {
        if (value)
            forEachId(*value, visit);
    } else if constexpr (isVector<Type>) {
        for (auto& each : value)
            forEachId(each, visit);
    } else if constexpr (isVariant<Type>)
        std::visit([&visit](auto& each) { forEachId(each, visit); }, value);
}

template <class T>
void moveBy(T& value, Point by) {
    if constexpr (std::same_as<T, Point>)
        value = {value.x + by.x, value.y + by.y};
    else if constexpr (Described<T>)
        forEachField<T>([&](const auto& f) { moveBy(value.*f.member, by); });
    else if constexpr (isVector<T>) {
        for (auto& each : value)
            moveBy(each, by);
    } else if constexpr (isVariant<T>)
        std::visit([by](auto& each) { moveBy(each, by); }, value);
}

// Gathers rows of a design with all that belongs to them.
class Collector {
public:
    Collector(const Project& project, const Design& design) : m_project(project), m_design(design) {}

    void add(const ClipRows& rows) {
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
        addCables();
        addBetween();
        addNamed<CoolingLoop>(&Design::coolingLoops);
        addNamed<Room>(&Design::rooms);
    }

    Document document() {
        Document clip = emptyDocument(m_project.name);
        auto project = std::make_shared<Project>(*clip.project);
        const auto keepPart = [&](const auto& id) {
            if constexpr (std::same_as<Plain<decltype(id)>, Id<PartRow>>)
                if (const PartRow* part = m_project.parts.find(id); part && !m_kept.contains(id.value)) {
                    m_kept.insert(id.value);
                    project->parts = project->parts.with(*part);
                }
        };
        forEachDesignTable([&](const auto& table) {
            for (const auto& row : m_taken.*table.member)
                forEachId(row, keepPart);
        });
        const auto forget = [this](auto& id) {
            if (!m_kept.contains(id.value))
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

private:
    template <class Row>
    bool take(Table<Row> Design::*table, const Row* row) {
        if (!row || !m_kept.insert(row->id.value).second)
            return false;
        (m_taken.*table) = (m_taken.*table).with(*row);
        return true;
    }

    // A list names nothing that is not there.
    template <class Row>
    static void forgetMore(Row&) {}
    static void forgetMore(CableDetail& detail) { std::erase(detail.route, Id<PathSegment>()); }

    void addRack(Id<Rack> id) {
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

    void addDevice(const Device* device) {
        if (!take(&Design::devices, device))
            return;
        m_design.modules.forEachWith<ModulesByDevice>(
            device->id, [this](const Module& module) { take(&Design::modules, &module); });
        for (const Device* guest : m_design.devices.allWith<DevicesByHost>(device->id))
            addDevice(guest);
    }

    void addCables() {
        std::vector<Id<Device>> ends;
        for (const Device& device : m_taken.devices)
            ends.push_back(device.id);
        for (const PowerElement& element : m_taken.powerElements)
            ends.push_back(cabledId(element.id));
        for (const CoolingUnit& unit : m_taken.coolingUnits)
            ends.push_back(cabledId(unit.id));
        for (const Id<Device> end : ends)
            m_design.cables.forEachWith<CablesByDevice>(end, [this](const Cable& cable) {
                if (!m_kept.contains(cable.a.device.value) || !m_kept.contains(cable.b.device.value) ||
                    !take(&Design::cables, &cable))
                    return;
                take(&Design::networks, m_design.networks.find(cable.network));
                m_design.cableDetails.forEachWith<DetailsByCable>(
                    cable.id, [this](const CableDetail& detail) { take(&Design::cableDetails, &detail); });
            });
    }

    // What joins rows of the clip with each other.
    void addBetween() {
        for (const CordOverride& cord : m_design.cordOverrides)
            if (m_kept.contains(cord.device.value) && m_kept.contains(cord.element.value))
                take(&Design::cordOverrides, &cord);
        for (const PowerLink& link : m_design.powerLinks)
            if (m_kept.contains(link.from.value) && m_kept.contains(link.to.value))
                take(&Design::powerLinks, &link);
        for (const CoolingService& service : m_design.coolingServices)
            if (m_kept.contains(service.rack.value) && m_kept.contains(service.unit.value))
                take(&Design::coolingServices, &service);
    }

    // The rooms that things stand in without what else is in them, and the loops of units and pipes.
    template <class Row>
    void addNamed(Table<Row> Design::*table) {
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

    const Project& m_project;
    const Design& m_design;
    Design m_taken;
    std::unordered_set<std::uint64_t> m_kept; ///< ids of rows in the clip; no two rows of a project share one
};

// Puts the rows of a clip into a design under new ids.
class Paster {
public:
    Paster(const Document& clip, Project& project, Design& design, IdSource& ids)
        : m_clip(*activeOption(*clip.project).design), m_design(design), m_ids(ids) {
        for (const PartRow& row : clip.project->parts)
            m_new[row.id.value] = embedPart(project, ids, row.part).value;
    }

    void joinRooms(Id<Room> room) {
        for (const Room& row : m_clip.rooms)
            m_new[row.id.value] = room.value;
    }

    void moveBy(Point by) { m_by = by; }

    /// Where a thing goes that has a place of its own in the target.
    void place(std::uint64_t thing, Placement placement) { m_places[thing] = std::move(placement); }

    void paste() {
        joinTypes();
        joinNetworks();
        joinLoops();
        forEachDesignTable([this](const auto& table) {
            using Row = typename Plain<decltype(table)>::RowType;
            if constexpr (isPasted<Row>)
                for (const Row& row : m_clip.*table.member)
                    if (!m_new.contains(row.id.value))
                        m_new[row.id.value] = m_ids.take<Row>().value;
        });
        forEachDesignTable([this](const auto& table) {
            if constexpr (isPasted<typename Plain<decltype(table)>::RowType>)
                pasteTable(table.member);
        });
    }

private:
    // A clip comes from outside of the program: of what no copy makes nothing is taken over.
    template <class Row>
    static constexpr bool isPasted =
        !std::same_as<Row, Room> && !std::same_as<Row, ScalableUnit> && !std::same_as<Row, FabricGenerator> &&
        !std::same_as<Row, Workload> && !std::same_as<Row, StoragePool> && !std::same_as<Row, QuoteLine>;

    template <class Row>
    Row renewed(Row row) const {
        const auto renew = [this](auto& id) {
            const auto found = m_new.find(id.value);
            id.value = found == m_new.end() ? 0 : found->second;
        };
        forEachId(row, renew);
        return row;
    }

    // A type of the same name and contents is the same type.
    void joinTypes() {
        for (const RackType& type : m_clip.rackTypes) {
            RackType wanted = renewed(type);
            const auto same = std::ranges::find_if(m_design.rackTypes, [&wanted](const RackType& each) {
                wanted.id = each.id;
                return wanted == each;
            });
            if (same != m_design.rackTypes.end())
                m_new[type.id.value] = same->id.value;
        }
    }

    void joinNetworks() {
        for (const Network& network : m_clip.networks)
            for (const Network& each : m_design.networks)
                if (each.name == network.name && each.role == network.role && each.protocol == network.protocol)
                    m_new[network.id.value] = each.id.value;
    }

    void joinLoops() {
        for (const CoolingLoop& loop : m_clip.coolingLoops)
            for (const CoolingLoop& each : m_design.coolingLoops)
                if (each.name == loop.name && each.fluid == loop.fluid)
                    m_new[loop.id.value] = each.id.value;
    }

    template <class Row>
    void pasteTable(Table<Row> Design::*table) {
        std::vector<Row> rows;
        std::unordered_set<std::string> names;
        if constexpr (requires(Row row) { row.name; })
            names = namesOf(m_design.*table);
        for (const Row& old : m_clip.*table) {
            Row row = renewed(old);
            if ((m_design.*table).contains(row.id))
                continue; // joined
            finish(old, row);
            if constexpr (requires { row.name; })
                if (!row.name.empty())
                    row.name = freeName(row.name, names);
            rows.push_back(std::move(row));
        }
        if (!rows.empty())
            (m_design.*table) = (m_design.*table).with(std::move(rows));
    }

    template <class Row>
    void finish(const Row& old, Row& row) {
        if constexpr (requires { row.copiedFrom; })
            row.copiedFrom = old.id;
        if constexpr (requires { row.generatorKey; })
            row.generatorKey = 0;
        if constexpr (requires { row.placement; }) {
            if (const auto place = m_places.find(old.id.value); place != m_places.end())
                row.placement = place->second;
        }
        edits::moveBy(row, m_by);
    }

    const Design& m_clip;
    Design& m_design;
    IdSource& m_ids;
    std::unordered_map<std::uint64_t, std::uint64_t> m_new; ///< old id to new id, of all tables
    std::unordered_map<std::uint64_t, Placement> m_places;
    Point m_by;
};

/// A thing of a clip that stands in a rack.
struct RackThing {
    Candidate thing;
    Placement placement;
};

std::vector<RackThing> rackThingsOf(const Project& clip, const Design& design) {
    std::vector<RackThing> things;
    const auto add = [&](const auto& row, OccupantKind kind) {
        if (!std::holds_alternative<OnFloor>(row.placement) && !std::holds_alternative<InDevice>(row.placement))
            things.push_back({{row.name, findPart(clip, row.part), kind, row.id.value}, row.placement});
    };
    for (const Device& device : design.devices)
        add(device, OccupantKind::Device);
    for (const PowerElement& element : design.powerElements)
        add(element, OccupantKind::PowerElement);
    return things;
}

Placement inRack(Placement placement, Id<Rack> rack, std::int64_t shift) {
    if (auto* in = std::get_if<InRack>(&placement)) {
        in->rack = rack;
        in->unit += shift;
    } else if (auto* beside = std::get_if<ZeroU>(&placement)) {
        beside->rack = rack;
    }
    return placement;
}

// Places for things of a clip in one rack, each judged with those before it in place.
class RackPlaces {
public:
    RackPlaces(const Project& project, const Design& design, const Rack& rack)
        : m_project(project), m_design(design), m_rack(rack) {}

    std::optional<std::vector<Placement>> together(const std::vector<RackThing>& things) const {
        const auto space = rackSpace(m_project, m_rack);
        const std::int64_t most = space ? space->units : 0;
        for (std::int64_t i = 0; i <= 2 * most; ++i) {
            // 0, 1, -1, 2, -2 units away
            const std::int64_t shift = (i + 1) / 2 * (i % 2 == 0 ? -1 : 1);
            Design trial = m_design;
            std::vector<Placement> places;
            for (const RackThing& each : things)
                if (const auto place = put(trial, each, inRack(each.placement, m_rack.id, shift)))
                    places.push_back(*place);
                else
                    break;
            if (places.size() == things.size())
                return places;
        }
        return std::nullopt;
    }

    Result<std::vector<Placement>> oneByOne(const std::vector<RackThing>& things) const {
        Design trial = m_design;
        std::vector<Placement> places;
        for (const RackThing& each : things) {
            const auto place = firstPlace(trial, each);
            if (!place)
                return inputError(Message("edit.rack-full")
                                      .with("rack", m_rack.name)
                                      .with("part", each.thing.part ? each.thing.part->model : each.thing.name));
            places.push_back(*place);
        }
        return places;
    }

private:
    std::optional<Placement> put(Design& trial, const RackThing& each, const Placement& place) const {
        // Its number is of another design.
        const Candidate thing{each.thing.name, each.thing.part, each.thing.kind, 0};
        if (std::holds_alternative<Unplaced>(place) || !canPlace(m_project, trial, thing, place))
            return std::nullopt;
        stand(trial, each, place);
        return place;
    }

    // A stand-in of the same part: parts of a clip are embedded before it is placed.
    void stand(Design& trial, const RackThing& each, const Placement& place) const {
        Device device;
        device.id = {kStandIns + trial.devices.size()};
        device.name = each.thing.name;
        device.placement = place;
        for (const PartRow& row : m_project.parts)
            if (row.part.get() == each.thing.part ||
                (each.thing.part && row.part && row.part->id == each.thing.part->id && *row.part == *each.thing.part))
                device.part = row.id;
        trial.devices = trial.devices.with(std::move(device));
    }

    std::optional<Placement> firstPlace(Design& trial, const RackThing& each) const {
        if (const auto own = put(trial, each, inRack(each.placement, m_rack.id, 0)))
            return own;
        if (const auto* in = std::get_if<InRack>(&each.placement);
            in || std::holds_alternative<Unplaced>(each.placement)) {
            const Face face = in ? in->face : Face::Front;
            const auto unit = each.thing.part ? firstFreeUnit(m_project, trial, m_rack, *each.thing.part, face)
                                              : std::optional<std::int64_t>();
            return unit ? put(trial, each, InRack{m_rack.id, *unit, face, 0}) : std::nullopt;
        }
        for (const Side side : {Side::Left, Side::Right})
            for (std::int64_t slot = 0; slot < kZeroUPlacesASide; ++slot)
                if (const auto place = put(trial, each, ZeroU{m_rack.id, side, slot}))
                    return place;
        return std::nullopt;
    }

    static constexpr std::uint64_t kStandIns = std::uint64_t{1} << 60;
    const Project& m_project;
    const Design& m_design;
    const Rack& m_rack;
};

std::size_t countOf(const Design& clip) {
    return clip.racks.isEmpty() ? clip.devices.size() + clip.powerElements.size() + clip.coolingUnits.size() +
                                      clip.roomObjects.size() + clip.pathSegments.size()
                                : clip.racks.size();
}

Message pasteText(const Design& clip) { return Message("undo.paste").with("count", countOf(clip)); }

} // namespace

Document clipOf(const Project& project, const Design& design, const ClipRows& rows) {
    Collector collector(project, design);
    collector.add(rows);
    return collector.document();
}

bool standsOnFloor(const Design& clip) {
    const auto isOnFloor = [](const auto& row) { return std::holds_alternative<OnFloor>(row.placement); };
    return !clip.racks.isEmpty() || !clip.roomObjects.isEmpty() || !clip.pathSegments.isEmpty() ||
           std::ranges::any_of(clip.devices, isOnFloor) || std::ranges::any_of(clip.powerElements, isOnFloor) ||
           std::ranges::any_of(clip.coolingUnits, isOnFloor);
}

ClipFootprints footprintsOf(const Project& clip) {
    const Design& design = *activeOption(clip).design;
    ClipFootprints found;
    std::vector<Point> all;
    const auto note = [&](const Footprint& place, Id<Room> room) {
        found.things.push_back(place);
        const std::vector<Point> outline = corners(place);
        all.insert(all.end(), outline.begin(), outline.end());
        if (!found.room)
            found.room = room;
    };
    for (const Rack& rack : design.racks)
        if (const auto place = footprintOf(clip, rack))
            note(*place, rack.room);
    found.racks = found.things.size();
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            const Part* part = findPart(clip, row.part);
            if (const auto footprint = place && part ? footprintOf(*part, *place) : std::nullopt)
                note(*footprint, place->room);
        }
    };
    addStanding(design.devices);
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    const auto addDrawn = [&](const Point& at, Id<Room> room) {
        all.push_back(at);
        if (!found.room)
            found.room = room;
    };
    for (const RoomObject& object : design.roomObjects)
        std::visit(
            [&](const auto& shape) {
                if constexpr (requires { shape.outline; }) {
                    for (const Point& corner : shape.outline)
                        addDrawn(corner, object.room);
                } else if constexpr (requires { shape.place; }) {
                    for (const Point& corner : corners(shape.place))
                        addDrawn(corner, object.room);
                } else {
                    addDrawn(shape.from, object.room);
                    addDrawn(shape.to, object.room);
                }
            },
            object.shape);
    for (const PathNode& node : design.pathNodes)
        addDrawn(node.place, node.room);
    for (const Rack& rack : design.racks)
        if (!footprintOf(clip, rack))
            addDrawn(rack.centre, rack.room);
    if (!all.empty())
        found.box = boundingBox(all);
    return found;
}

Edit pasteOnFloor(const Target& target, const Document& clip, Id<Room> room, Point by) {
    auto change = [clip, room, by](Project& project, Design& design, IdSource& ids) -> Done {
        if (!design.rooms.contains(room))
            return missingRow("room");
        Paster paster(clip, project, design, ids);
        paster.joinRooms(room);
        paster.moveBy(by);
        paster.paste();
        return done();
    };
    return changeBoth(target, pasteText(*activeOption(*clip.project).design), std::move(change));
}

Edit pasteIntoRacks(const Target& target, const Document& clip, std::vector<Id<Rack>> racks) {
    auto change = [clip, racks = std::move(racks)](Project& project, Design& design, IdSource& ids) -> Done {
        const std::vector<RackThing> things = rackThingsOf(*clip.project, *activeOption(*clip.project).design);
        if (racks.empty()) {
            if (std::ranges::any_of(things,
                                    [](const RackThing& each) { return each.thing.kind != OccupantKind::Device; }))
                return badValue("edit.paste-needs-rack");
            Paster paster(clip, project, design, ids);
            for (const RackThing& each : things)
                paster.place(each.thing.id, Unplaced{});
            paster.paste();
            return done();
        }
        for (const Id<Rack> id : racks) {
            const Rack* rack = design.racks.find(id);
            if (!rack)
                return missingRow("rack");
            Paster paster(clip, project, design, ids);
            const RackPlaces places(project, design, *rack);
            std::optional<std::vector<Placement>> found = places.together(things);
            if (!found) {
                Result<std::vector<Placement>> each = places.oneByOne(things);
                if (!each)
                    return each.error();
                found = std::move(*each);
            }
            for (std::size_t i = 0; i < things.size(); ++i)
                paster.place(things[i].thing.id, (*found)[i]);
            paster.paste();
        }
        return done();
    };
    return changeBoth(target, pasteText(*activeOption(*clip.project).design), std::move(change));
}

} // namespace rackwright::edits
