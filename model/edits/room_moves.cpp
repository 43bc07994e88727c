// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/room_moves.h"

#include "model/design/cabled.h"
#include "model/design/occupancy.h"
#include "model/edits/copying.h"
#include "model/edits/rack_places.h"

#include <map>

namespace rackwright::edits {

namespace {

template <class T>
using Plain = std::remove_cvref_t<T>;

Id<Room> roomOf(const Design& design, const Placement& placement) {
    if (const auto* place = std::get_if<OnFloor>(&placement))
        return place->room;
    const Rack* rack = design.racks.find(rackOf(placement));
    return rack ? rack->room : Id<Room>();
}

/// What changes its room: racks, and what cables end at in them, on them and beside them.
struct Moved {
    std::unordered_set<std::uint64_t> racks, ends, units;
};

void noteInsides(const Design& design, const Device& device, Moved& moved) {
    moved.ends.insert(device.id.value);
    for (const Device* guest : design.devices.allWith<DevicesByHost>(device.id))
        noteInsides(design, *guest, moved);
}

Moved movedBy(const Design& design, const ClipRows& rows, Id<Room> room) {
    Moved moved;
    const auto noteUnit = [&moved](const CoolingUnit& unit) {
        moved.units.insert(unit.id.value);
        moved.ends.insert(unit.id.value);
    };
    for (const Id<Rack> id : rows.racks) {
        const Rack* rack = design.racks.find(id);
        if (!rack || rack->room == room)
            continue;
        moved.racks.insert(id.value);
        for (const Device* device : design.devices.allWith<DevicesByRack>(id))
            noteInsides(design, *device, moved);
        design.powerElements.forEachWith<PowerElementsByRack>(
            id, [&moved](const PowerElement& element) { moved.ends.insert(element.id.value); });
        design.coolingUnits.forEachWith<CoolingUnitsByRack>(id, noteUnit);
    }
    const auto isMoved = [room](const auto* row) {
        const auto* place = row ? std::get_if<OnFloor>(&row->placement) : nullptr;
        return place && place->room != room;
    };
    for (const Id<Device> id : rows.devices)
        if (const Device* device = design.devices.find(id); isMoved(device))
            noteInsides(design, *device, moved);
    for (const Id<PowerElement> id : rows.powerElements)
        if (isMoved(design.powerElements.find(id)))
            moved.ends.insert(id.value);
    for (const Id<CoolingUnit> id : rows.coolingUnits)
        if (const CoolingUnit* unit = design.coolingUnits.find(id); isMoved(unit))
            noteUnit(*unit);
    return moved;
}

// A length that a person typed, and a way that they chose, were those of the old place.
void releaseCables(Design& design, const std::unordered_set<std::uint64_t>& ends) {
    std::vector<CableDetail> changed;
    for (const std::uint64_t end : ends)
        design.cables.forEachWith<CablesByDevice>(Id<Device>{end}, [&](const Cable& cable) {
            if (ends.contains(cable.a.device.value) && ends.contains(cable.b.device.value))
                return;
            design.cableDetails.forEachWith<DetailsByCable>(cable.id, [&changed](CableDetail detail) {
                if (!detail.length && detail.route.empty())
                    return;
                detail.length.reset();
                detail.route.clear();
                changed.push_back(std::move(detail));
            });
        });
    if (!changed.empty())
        design.cableDetails = design.cableDetails.with(std::move(changed));
}

// Water is piped from room to room; air stays in its own.
void releaseAir(Design& design, const Moved& moved) {
    std::vector<Id<CoolingService>> gone;
    for (const CoolingService& service : design.coolingServices) {
        if (service.heat != HeatKind::Air ||
            (!moved.racks.contains(service.rack.value) && !moved.units.contains(service.unit.value)))
            continue;
        const Rack* rack = design.racks.find(service.rack);
        const CoolingUnit* unit = design.coolingUnits.find(service.unit);
        const Id<Room> room = unit ? roomOf(design, unit->placement) : Id<Room>();
        if (rack && room && room != rack->room)
            gone.push_back(service.id);
    }
    if (!gone.empty())
        design.coolingServices = design.coolingServices.with({}, std::move(gone));
}

template <class Row>
void moveStanding(Table<Row>& table, const std::vector<Id<Row>>& ids, Id<Room> room, Point by) {
    std::vector<Row> moved;
    for (const Id<Row> id : ids)
        if (const Row* row = table.find(id); row && std::holds_alternative<OnFloor>(row->placement)) {
            Row next = *row;
            auto& place = std::get<OnFloor>(next.placement);
            place.room = room;
            place.centre = {place.centre.x + by.x, place.centre.y + by.y};
            moved.push_back(std::move(next));
        }
    if (!moved.empty())
        table = table.with(std::move(moved));
}

template <class Row>
void moveDrawn(Table<Row>& table, const std::vector<Id<Row>>& ids, Id<Room> room, Point by) {
    std::vector<Row> moved;
    for (const Id<Row> id : ids)
        if (const Row* row = table.find(id)) {
            moved.push_back(*row);
            moved.back().room = room;
            movePlaces(moved.back(), by);
        }
    if (!moved.empty())
        table = table.with(std::move(moved));
}

// Points that stretches which stay run to stay as well; those that go get points of their own.
void moveStretches(Design& design, IdSource& ids, const std::vector<Id<PathSegment>>& segments, Id<Room> room,
                   Point by) {
    const auto goes = [&segments](Id<PathSegment> id) { return std::ranges::find(segments, id) != segments.end(); };
    std::unordered_set<std::uint64_t> held;
    for (const PathSegment& segment : design.pathSegments)
        if (!goes(segment.id)) {
            held.insert(segment.from.value);
            held.insert(segment.to.value);
        }
    std::map<Id<PathNode>, PathNode> nodes;
    std::vector<PathSegment> moved;
    const auto movedNode = [&](Id<PathNode> id) {
        const PathNode* node = design.pathNodes.find(id);
        if (!node)
            return id;
        if (!nodes.contains(id)) {
            PathNode next = *node;
            if (held.contains(id.value))
                next.id = ids.take<PathNode>();
            next.room = room;
            movePlaces(next, by);
            nodes[id] = next;
        }
        return nodes[id].id;
    };
    for (const Id<PathSegment> id : segments)
        if (const PathSegment* segment = design.pathSegments.find(id)) {
            PathSegment next = *segment;
            next.from = movedNode(next.from);
            next.to = movedNode(next.to);
            moved.push_back(std::move(next));
        }
    std::vector<PathNode> rows;
    for (auto& [id, node] : nodes)
        rows.push_back(std::move(node));
    design.pathNodes = design.pathNodes.with(std::move(rows));
    design.pathSegments = design.pathSegments.with(std::move(moved));
}

void moveRows(Design& design, IdSource& ids, const ClipRows& rows, Id<Room> room, Point by) {
    const Moved moved = movedBy(design, rows, room);
    moveDrawn(design.racks, rows.racks, room, by);
    moveDrawn(design.roomObjects, rows.objects, room, by);
    moveStanding(design.devices, rows.devices, room, by);
    moveStanding(design.powerElements, rows.powerElements, room, by);
    moveStanding(design.coolingUnits, rows.coolingUnits, room, by);
    if (!rows.segments.empty())
        moveStretches(design, ids, rows.segments, room, by);
    releaseCables(design, moved.ends);
    releaseAir(design, moved);
}

template <class Row>
std::vector<Row> goneRows(const CutRows& cut, Table<Row> Design::*table) {
    std::vector<Row> rows;
    for (const Row& row : (*cut.before).*table)
        if (!((*cut.after).*table).contains(row.id))
            rows.push_back(row);
    return rows;
}

// Puts rows back into a design that others may have changed since.
class PutBack {
public:
    PutBack(const CutRows& cut, const Project& project, Design& design)
        : m_cut(cut), m_project(project), m_design(design), m_now(design) {}

    void run() {
        forEachDesignTable([this](const auto& table) { insert(table.member); });
        dropBroken(&Design::pathSegments, [this](const PathSegment& row) { return has(row.from) && has(row.to); });
        dropBroken(&Design::modules, [this](const Module& row) { return has(row.device); });
        dropBroken(&Design::cables, [this](const Cable& row) {
            return isCabled(m_design, row.a.device) && isCabled(m_design, row.b.device) && isFree(row.a) &&
                   isFree(row.b);
        });
        dropBroken(&Design::cableDetails, [this](const CableDetail& row) { return has(row.cable); });
        dropBroken(&Design::cordOverrides,
                   [this](const CordOverride& row) { return has(row.device) && has(row.element); });
        dropBroken(&Design::powerLinks,
                   [this](const PowerLink& row) { return has(row.from) && (row.to ? has(row.to) : has(row.unit)); });
        dropBroken(&Design::coolingServices,
                   [this](const CoolingService& row) { return has(row.rack) && has(row.unit); });
        forEachDesignTable([this](const auto& table) { forgetMissing(table.member); });
        rejoinPools();
        rejoinBusways();
    }

private:
    template <class Row>
    void insert(Table<Row> Design::*table) {
        std::vector<Row> rows = goneRows(m_cut, table);
        if (rows.empty())
            return;
        if constexpr (requires(Row row) { row.name; }) {
            auto names = namesOf(m_now.*table);
            for (Row& row : rows)
                if (!row.name.empty())
                    row.name = freeName(row.name, names);
        }
        for (const Row& row : rows)
            m_back.insert(row.id.value);
        (m_design.*table) = (m_design.*table).with(std::move(rows));
    }

    template <class Row, class Whole>
    void dropBroken(Table<Row> Design::*table, Whole isWhole) {
        std::vector<Id<Row>> broken;
        for (const Row& row : goneRows(m_cut, table))
            if (!isWhole(row))
                broken.push_back(row.id);
        if (!broken.empty())
            (m_design.*table) = (m_design.*table).with({}, std::move(broken));
    }

    template <class Row>
    bool has(Id<Row> id) const {
        bool isThere = false;
        if constexpr (std::same_as<Row, PartRow>)
            isThere = m_project.parts.contains(id);
        else
            forEachDesignTable([&](const auto& table) {
                if constexpr (std::same_as<typename Plain<decltype(table)>::RowType, Row>)
                    isThere = (m_design.*table.member).contains(id);
            });
        if constexpr (std::same_as<Row, Device>)
            isThere = isThere || isCabled(m_design, id);
        return isThere;
    }

    // A port that a new cable took while this was away is that one's.
    bool isFree(const PortRef& port) const {
        bool isTaken = false;
        m_now.cables.forEachWith<CablesByDevice>(port.device, [&](const Cable& cable) {
            isTaken = isTaken || ((cable.a == port || cable.b == port) && !m_cut.after->cables.contains(cable.id));
        });
        return !isTaken;
    }

    template <class Row>
    void forgetMissing(Table<Row> Design::*table) {
        std::vector<Row> changed;
        const auto forget = [this](auto& id) {
            if (id && !has(id))
                id = {};
        };
        for (const Row& before : goneRows(m_cut, table)) {
            const Row* found = (m_design.*table).find(before.id);
            if (!found)
                continue;
            Row row = *found;
            forEachId(row, forget);
            if constexpr (requires { row.placement; })
                if (!std::holds_alternative<OnFloor>(row.placement) && !standsSomewhere(row.placement))
                    row.placement = Unplaced{};
            if constexpr (std::same_as<Row, CableDetail>)
                std::erase(row.route, Id<PathSegment>());
            if (row != *found)
                changed.push_back(std::move(row));
        }
        if (!changed.empty())
            (m_design.*table) = (m_design.*table).with(std::move(changed));
    }

    static bool standsSomewhere(const Placement& placement) {
        const auto* inside = std::get_if<InDevice>(&placement);
        return rackOf(placement) || (inside && inside->device);
    }

    void rejoinPools() {
        std::vector<StoragePool> changed;
        for (const StoragePool& before : m_cut.before->storagePools)
            if (const StoragePool* now = m_design.storagePools.find(before.id)) {
                StoragePool pool = *now;
                for (const Id<Device> member : before.members)
                    if (m_back.contains(member.value) && std::ranges::find(pool.members, member) == pool.members.end())
                        pool.members.push_back(member);
                if (pool != *now)
                    changed.push_back(std::move(pool));
            }
        if (!changed.empty())
            m_design.storagePools = m_design.storagePools.with(std::move(changed));
    }

    void rejoinBusways() {
        std::vector<PathSegment> changed;
        for (const PathSegment& before : m_cut.before->pathSegments)
            if (const PathSegment* now = m_design.pathSegments.find(before.id);
                now && !now->busway && m_back.contains(before.busway.value)) {
                changed.push_back(*now);
                changed.back().busway = before.busway;
            }
        if (!changed.empty())
            m_design.pathSegments = m_design.pathSegments.with(std::move(changed));
    }

    const CutRows& m_cut;
    const Project& m_project;
    Design& m_design;
    const Design m_now; ///< without what comes back
    std::unordered_set<std::uint64_t> m_back;
};

template <class Row>
void placeAll(Table<Row>& table, const std::vector<PlacedThing>& places) {
    std::vector<Row> placed;
    for (const PlacedThing& each : places)
        if (const Row* row = table.find(Id<Row>{each.id})) {
            placed.push_back(*row);
            placed.back().placement = each.placement;
        }
    if (!placed.empty())
        table = table.with(std::move(placed));
}

} // namespace

Edit moveToRoom(const Target& target, ClipRows rows, Id<Room> room, Point by) {
    const Design* design = target.design();
    const Room* to = design ? design->rooms.find(room) : nullptr;
    Message text = Message("undo.room.move-to").with("count", rows.count()).with("room", to ? to->name : std::string());
    auto apply = [rows = std::move(rows), room, by](const Project&, const Design& before,
                                                    IdSource& ids) -> Result<Design> {
        if (!before.rooms.contains(room))
            return missingRow("room");
        for (const Id<Rack> rack : rows.racks)
            if (!before.racks.contains(rack))
                return missingRow("rack");
        Design next = before;
        moveRows(next, ids, rows, room, by);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

std::size_t cablesToOtherRooms(const Design& design, const ClipRows& rows) {
    const auto roomOfEnd = [&design](Id<Device> id) {
        Cabled end = findCabled(design, id);
        while (const auto* inside = end ? std::get_if<InDevice>(&end->placement) : nullptr)
            end = findCabled(design, inside->device);
        return end ? roomOf(design, end->placement) : Id<Room>();
    };
    std::unordered_set<std::uint64_t> found;
    for (const std::uint64_t end : movedBy(design, rows, {}).ends)
        design.cables.forEachWith<CablesByDevice>(Id<Device>{end}, [&](const Cable& cable) {
            const Id<Room> a = roomOfEnd(cable.a.device), b = roomOfEnd(cable.b.device);
            if (a && b && a != b)
                found.insert(cable.id.value);
        });
    return found.size();
}

bool canPutBack(const CutRows& cut, const Design& design) {
    bool isGone = true;
    forEachDesignTable([&](const auto& table) {
        for (const auto& row : goneRows(cut, table.member))
            isGone = isGone && !(design.*table.member).contains(row.id);
    });
    return isGone;
}

Edit putBackOnFloor(const Target& target, CutRows cut, Id<Room> room, Point by) {
    Message text = Message("undo.paste").with("count", cut.rows.count());
    auto apply = [cut = std::move(cut), room, by](const Project& project, const Design& before,
                                                  IdSource& ids) -> Result<Design> {
        if (!before.rooms.contains(room))
            return missingRow("room");
        if (!canPutBack(cut, before))
            return badValue("edit.put-back-twice");
        Design next = before;
        PutBack(cut, project, next).run();
        moveRows(next, ids, cut.rows, room, by);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit putBackInRack(const Target& target, CutRows cut, const Document& clip, Id<Rack> rack) {
    Message text = Message("undo.paste").with("count", cut.rows.count());
    auto apply = [cut = std::move(cut), clip, rack](const Project& project, const Design& before,
                                                    IdSource&) -> Result<Design> {
        const Rack* to = before.racks.find(rack);
        if (!to)
            return missingRow("rack");
        if (!canPutBack(cut, before))
            return badValue("edit.put-back-twice");
        const Result<std::vector<PlacedThing>> places = placesInRack(project, before, clip, *to);
        if (!places)
            return places.error();
        Design next = before;
        PutBack(cut, project, next).run();
        std::unordered_set<std::uint64_t> ends;
        for (const PlacedThing& each : *places)
            if (const Cabled end = findCabled(*cut.before, {each.id});
                end && roomOf(*cut.before, end->placement) != to->room)
                ends.insert(each.id);
        placeAll(next.devices, *places);
        placeAll(next.powerElements, *places);
        releaseCables(next, ends);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
