// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/room_layout.h"

#include "model/design/floor_space.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/part_edits.h"
#include "model/edits/pathway_edits.h"
#include "solvers/engine/solution.h"
#include "solvers/recipes/cluster_builder.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr Length kBeforeDoor = Length::millimetres(1200); // floor that stays free within a door
constexpr Length kLeastRoute = Length::millimetres(1200);
// A rear door of 305 mm needs 1,200 mm free to open (rule FLOOR-03); between two rows both have theirs.
constexpr Length kBetweenRearDoors = Length::millimetres(1900);
constexpr Length kBehindRearDoor = Length::millimetres(1600);
constexpr Length kHalfRoomWall = Wall{}.thickness / 2;
constexpr Length kBehindWallUnit = Length::millimetres(100), kBesideWallUnit = Length::millimetres(150);
constexpr Length kBeforeWallUnit = Length::millimetres(1800); // wall unit to cabinet
constexpr Length kFitTrayOver = Length::millimetres(2600), kFitTrayWidth = Length::millimetres(600),
                 kFitTrayDepth = Length::millimetres(100);
constexpr Length kFitWayWidth = Length::millimetres(750); // of busways and tray over a row
constexpr std::size_t kUnitsOfRack = 8;                   // that share the heat of one rack, at most
constexpr int kMostRounds = 4;                            // of leaving out racks that break a rule

std::string unitIdOf(const RoomLayoutRequest& request) {
    if (!request.coolingUnit.empty())
        return request.coolingUnit;
    return request.cooling == FitCooling::RearDoor ? "plan-rear-door-active" : "generic-crah-100";
}

std::vector<Point> stripOf(const Footprint& place, Length front, Length rear) {
    const Length depth = place.depth + front + rear;
    const Point centre = placed(place, {Length(), (rear - front) / 2});
    return corners({centre, place.width, depth, place.rotation});
}

// The floor within a door, on both of its sides: the one outside the room is in nobody's way.
std::vector<std::vector<Point>> floorOfDoor(Point from, Point to) {
    const double length = distance(from, to).inMetres();
    if (length <= 0)
        return {};
    const double nx = -(to.y - from.y).inMetres() / length, ny = (to.x - from.x).inMetres() / length;
    const double reach = kBeforeDoor.inMetres();
    const Point away{Length::nearest(nx * reach), Length::nearest(ny * reach)};
    return {{{from.x - away.x, from.y - away.y},
             {to.x - away.x, to.y - away.y},
             {to.x + away.x, to.y + away.y},
             {from.x + away.x, from.y + away.y}}};
}

bool isPinned(const Rack& rack, const RoomLayoutRequest& request) {
    return !request.movesRacks || rack.scope.status == Status::Existing ||
           std::ranges::find(request.pinned, rack.id) != request.pinned.end();
}

/// An aisle that a layout draws anew with its racks; a route that somebody drew otherwise stays.
bool isOfRows(const RoomObject& object) {
    const auto* aisle = std::get_if<Aisle>(&object.shape);
    return aisle && object.scope.status == Status::New &&
           (aisle->kind != AisleKind::Circulation || object.name.starts_with("Route "));
}

class ThingsOfRoom {
public:
    ThingsOfRoom(const Project& project, const Design& design, const RoomLayoutRequest& request)
        : m_project(project), m_design(design), m_request(request) {}

    std::vector<FitThing> things() {
        for (const RoomObject& object : m_design.roomObjects)
            if (object.room == m_request.room && object.scope.isPresent())
                addObject(object);
        for (const Rack& rack : m_design.racks)
            if (rack.room == m_request.room && rack.scope.isPresent() && isPinned(rack, m_request))
                if (const auto place = footprintOf(m_project, rack)) {
                    add(FitThingKind::Solid, corners(*place));
                    add(FitThingKind::Reserved, stripOf(*place, m_request.coldAisle, m_request.hotAisle));
                }
        for (const CoolingUnit& unit : m_design.coolingUnits)
            addOnFloor(unit.placement, unit.part, unit.scope);
        for (const PowerElement& element : m_design.powerElements)
            addOnFloor(element.placement, element.part, element.scope);
        for (const Device& device : m_design.devices)
            addOnFloor(device.placement, device.part, device.scope);
        return std::move(m_things);
    }

private:
    void add(FitThingKind kind, std::vector<Point> outline) {
        if (outline.size() >= 3)
            m_things.push_back({kind, std::move(outline)});
    }
    void addObject(const RoomObject& object) {
        if (const auto* column = std::get_if<Column>(&object.shape))
            add(FitThingKind::Solid, column->outline);
        else if (const auto* wall = std::get_if<Wall>(&object.shape))
            add(FitThingKind::Wall, outlineOf(*wall));
        else if (const auto* keepOut = std::get_if<KeepOut>(&object.shape))
            add(FitThingKind::Reserved, keepOut->outline);
        else if (const auto* door = std::get_if<Door>(&object.shape)) {
            for (std::vector<Point>& swing : doorSwings(*door))
                add(FitThingKind::Reserved, std::move(swing));
            for (std::vector<Point>& floor : floorOfDoor(door->from, door->to))
                add(FitThingKind::Reserved, std::move(floor));
        } else if (const auto* opening = std::get_if<Opening>(&object.shape)) {
            for (std::vector<Point>& floor : floorOfDoor(opening->from, opening->to))
                add(FitThingKind::Reserved, std::move(floor));
        } else if (const auto* aisle = std::get_if<Aisle>(&object.shape)) {
            if (!(m_request.movesRacks && isOfRows(object)))
                add(FitThingKind::Reserved, aisle->outline);
        }
    }
    void addOnFloor(const Placement& placement, Id<PartRow> row, const Scope& scope) {
        const auto* floor = std::get_if<OnFloor>(&placement);
        const Part* part = findPart(m_project, row);
        if (!floor || floor->room != m_request.room || !part || !scope.isPresent())
            return;
        const auto place = footprintOf(*part, *floor);
        if (!place)
            return;
        add(FitThingKind::Solid, corners(*place));
        const FloorClearance space = serviceSpaceOf(*part);
        add(FitThingKind::Reserved, stripOf(*place, space.front, space.rear));
    }

    const Project& m_project;
    const Design& m_design;
    const RoomLayoutRequest& m_request;
    std::vector<FitThing> m_things;
};

std::string lettersOf(std::int64_t number) {
    std::string letters;
    for (std::int64_t n = number + 1; n > 0; n = (n - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
    return letters;
}

Length clearanceOfUnit(const Part& part, const PartAttribute<Length>& key, Length least) {
    return std::max(least, fact(part, key).typical().value_or(Length()));
}

/// The room that units along the walls at the ends of rows take, and what stays free before them.
Length endsWithUnits(const Part& unit) {
    const Length depth = fact(unit, attribute::depth).typical().value_or(Length());
    return kHalfRoomWall + clearanceOfUnit(unit, attribute::clearanceRear, kBehindWallUnit) + depth +
           clearanceOfUnit(unit, attribute::clearanceFront, kBeforeWallUnit);
}

class RoomDrawer {
public:
    RoomDrawer(const Project& project, std::uint64_t option, IdSource& ids, const RoomLayoutRequest& request,
               const RecipeSource& source, const std::set<Point>& leftOut)
        : m_project(project), m_option(option), m_design(*findOption(project, option)->design), m_ids(ids),
          m_r(request), m_source(source), m_leftOut(leftOut) {}

    Result<RoomLayout> draw() {
        const Result<RoomFitRequest> asked = fitRequestOf(m_project, m_option, m_r, m_source);
        if (!asked)
            return asked.error();
        m_asked = *asked;
        if (Done limited = limit(); !limited)
            return limited.error();
        if (m_layout.fit.places.empty())
            return inputError(Message("fit.none").with("room", m_design.rooms.find(m_r.room)->name));
        takeOldAisles();
        if (Done put = putRacks(); !put)
            return put.error();
        addAisles();
        if (Done cooled = cool(); !cooled)
            return cooled.error();
        if (m_r.hasPdus)
            if (Done fed = addPdus(); !fed)
                return fed.error();
        if (m_r.hasTrays)
            addTrays();
        ProjectPtr project = withDesign(m_project, m_option, std::make_shared<const Design>(std::move(m_design)));
        if (m_r.hasBusways) {
            Result<ProjectPtr> fed = withBusways(std::move(project));
            if (!fed)
                return fed.error();
            project = std::move(*fed);
        }
        m_layout.project = std::move(project);
        return std::move(m_layout);
    }

    const std::vector<Id<Rack>>& placedRacks() const { return m_racks; }

private:
    Result<Id<PartRow>> embedded(const std::string& id, PartPtr* part = nullptr) {
        Result<PartPtr> found = m_source.part(id);
        if (!found)
            return found.error();
        if (part)
            *part = *found;
        return edits::embedPart(m_project, m_ids, std::move(*found));
    }

    // The least of what the room, the power and the cooling take.
    Done limit() {
        if (m_r.cooling == FitCooling::Perimeter) {
            const Result<PartPtr> unit = m_source.part(unitIdOf(m_r));
            if (!unit)
                return unit.error();
            m_unit = *unit;
            if (m_r.rackWatts <= 0)
                return inputError(Message("fit.no-rack-power"));
            if (typicalSi(*m_unit, attribute::coolingCapacity) <= 0 || !fact(*m_unit, attribute::width).typical() ||
                !fact(*m_unit, attribute::depth).typical())
                return inputError(Message("recipe.unit-unknown").with("part", m_unit->model));
        }
        m_asked.count = 0;
        m_layout.byRoom = fitRoom(m_asked).most;
        std::int64_t most = m_layout.byRoom;
        m_layout.limit = FitLimit::Room;
        const auto lower = [&](std::int64_t count, FitLimit limit) {
            if (count < most) {
                most = count;
                m_layout.limit = limit;
            }
        };
        if (m_r.power > 0 && m_r.rackWatts > 0) {
            m_layout.byPower = static_cast<std::int64_t>(std::floor(m_r.power / m_r.rackWatts + 1e-9));
            lower(*m_layout.byPower, FitLimit::SitePower);
        }
        if (m_unit) {
            const double capacity = typicalSi(*m_unit, attribute::coolingCapacity);
            const auto units = static_cast<double>(wallPlaces().size());
            m_layout.byCooling =
                static_cast<std::int64_t>(std::floor(std::max(0.0, units - 1) * capacity / m_r.rackWatts + 1e-9));
            lower(*m_layout.byCooling, FitLimit::CoolingUnits);
        }
        if (m_r.count > 0)
            lower(m_r.count, FitLimit::Asked);
        if (most > 0) {
            // For each place that broke a rule another one is tried, where the room has more.
            m_asked.count = std::min(most + static_cast<std::int64_t>(m_leftOut.size()), m_layout.byRoom);
            m_layout.fit = fitRoom(m_asked);
            std::erase_if(m_layout.fit.places,
                          [this](const FitPlace& place) { return m_leftOut.contains(place.centre); });
            if (m_layout.fit.places.size() > static_cast<std::size_t>(most))
                m_layout.fit.places.resize(static_cast<std::size_t>(most));
            else if (m_layout.fit.places.size() < static_cast<std::size_t>(most))
                m_layout.limit = FitLimit::Room;
        }
        return done();
    }

    void takeOldAisles() {
        if (!m_r.movesRacks)
            return;
        std::vector<Id<RoomObject>> old;
        for (const RoomObject& object : m_design.roomObjects)
            if (object.room == m_r.room && isOfRows(object))
                old.push_back(object.id);
        for (const Id<RoomObject> id : old)
            m_design.roomObjects = m_design.roomObjects.without(id);
    }

    std::string freeRow(std::int64_t number) {
        std::set<std::string> taken;
        for (const Rack& rack : m_design.racks)
            if (std::ranges::find(m_racks, rack.id) == m_racks.end())
                taken.insert(rack.row);
        for (std::int64_t letter = 0, free = 0;; ++letter)
            if (std::string name = lettersOf(letter); !taken.contains(name) && free++ == number)
                return name;
    }

    // Racks of the room that are to move take places first, network racks those nearest to the middle of all.
    Done putRacks() {
        std::vector<Rack> moving;
        for (const Rack& rack : m_design.racks)
            if (rack.room == m_r.room && rack.scope.isPresent()) {
                if (isPinned(rack, m_r))
                    ++m_layout.kept;
                else
                    moving.push_back(rack);
            }
        const std::vector<FitPlace>& places = m_layout.fit.places;
        std::vector<std::size_t> free(places.size());
        for (std::size_t i = 0; i < free.size(); ++i)
            free[i] = i;
        std::map<std::size_t, Rack> of;
        const auto isNetwork = [](const Rack& rack) { return rack.role.find("network") != std::string::npos; };
        std::ranges::stable_partition(moving, isNetwork);
        Point middle;
        for (const FitPlace& place : places)
            middle = {middle.x + place.centre.x, middle.y + place.centre.y};
        middle = {middle.x / static_cast<std::int64_t>(places.size()),
                  middle.y / static_cast<std::int64_t>(places.size())};
        for (const Rack& rack : moving) {
            if (free.empty()) {
                ++m_layout.unplaced;
                continue;
            }
            auto place = free.begin();
            if (isNetwork(rack))
                place = std::ranges::min_element(
                    free, {}, [&](std::size_t i) { return std::pair(distance(places[i].centre, middle), i); });
            of.emplace(*place, rack);
            free.erase(place);
            ++m_layout.moved;
        }
        const Result<Id<PartRow>> part = embedded(m_r.rack);
        if (!part)
            return part.error();
        std::vector<std::string> rows;
        for (std::int64_t row = 0; row < static_cast<std::int64_t>(m_layout.fit.rows.size()); ++row)
            rows.push_back(freeRow(row));
        std::unordered_set<std::string> names;
        for (const Rack& rack : m_design.racks)
            names.insert(rack.name);
        std::map<std::int64_t, std::int64_t> inRow;
        std::vector<Rack> put;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const FitPlace& place = places[i];
            const std::int64_t number = ++inRow[place.row];
            const std::string& row = rows[static_cast<std::size_t>(place.row)];
            Rack rack;
            if (const auto moved = of.find(i); moved != of.end()) {
                rack = moved->second;
            } else {
                rack.id = m_ids.take<Rack>();
                rack.room = m_r.room;
                rack.part = *part;
                rack.name = edits::freeName(row + padded(number, 2), names);
                ++m_layout.added;
            }
            rack.row = row;
            rack.centre = place.centre;
            rack.rotation = place.rotation;
            m_racks.push_back(rack.id);
            put.push_back(std::move(rack));
        }
        m_design.racks = m_design.racks.with(std::move(put));
        return done();
    }

    // In the frame of rows: along, across.
    Point fromRow(Length along, Length across) const {
        return m_layout.fit.isAlongY ? Point{across, along} : Point{along, across};
    }
    std::vector<Point> band(Length from, Length to, Length low, Length high) const {
        return {fromRow(from, low), fromRow(to, low), fromRow(to, high), fromRow(from, high)};
    }

    void addObject(std::string name, RoomObjectShape shape) {
        RoomObject object;
        object.id = m_ids.take<RoomObject>();
        object.room = m_r.room;
        object.name = std::move(name);
        object.shape = std::move(shape);
        m_design.roomObjects = m_design.roomObjects.with(std::move(object));
    }

    void addAisles() {
        const std::vector<FitRow>& rows = m_layout.fit.rows;
        std::int64_t cold = 0, hot = 0, routes = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            const FitRow &a = rows[i], &b = rows[i + 1];
            const bool isCold = !a.facesLow && b.facesLow;
            if (a.facesLow == b.facesLow)
                continue;
            const std::string name =
                isCold ? "Cold aisle " + std::to_string(++cold) : "Hot aisle " + std::to_string(++hot);
            const bool isContained = m_r.containment == (isCold ? FitContainment::Cold : FitContainment::Hot);
            addObject(name, Aisle{band(std::min(a.from, b.from), std::max(a.to, b.to), a.high, b.low),
                                  isCold ? AisleKind::Cold : AisleKind::Hot, isContained});
        }
        if (rows.empty())
            return;
        // The routes past the ends of the rows, where nothing stands in them.
        Length from = rows.front().from, to = rows.front().to;
        for (const FitRow& row : rows) {
            from = std::min(from, row.from);
            to = std::max(to, row.to);
        }
        const Room& room = *m_design.rooms.find(m_r.room);
        for (const auto& [start, end] : {std::pair(from - kLeastRoute, from), std::pair(to, to + kLeastRoute)}) {
            std::vector<Point> outline = band(start, end, rows.front().low, rows.back().high);
            const bool isFree =
                isWithin(outline, room.outline) && std::ranges::none_of(m_asked.things, [&](const FitThing& thing) {
                    return overlap(thing.outline, outline) && thing.kind != FitThingKind::Wall;
                });
            if (isFree)
                addObject("Route " + std::to_string(++routes),
                          Aisle{std::move(outline), AisleKind::Circulation, false});
        }
    }

    /// Places of units along the walls at the ends of rows, from the middle of each wall outwards.
    std::vector<OnFloor> wallPlaces() const {
        std::vector<OnFloor> found;
        const Length width = *fact(*m_unit, attribute::width).typical();
        const Length depth = *fact(*m_unit, attribute::depth).typical();
        const Length behind = kHalfRoomWall + clearanceOfUnit(*m_unit, attribute::clearanceRear, kBehindWallUnit);
        const FloorClearance needs = serviceSpaceOf(*m_unit);
        const std::vector<Point>& room = m_design.rooms.find(m_r.room)->outline;
        const FloorSpace space(m_project, m_design, m_r.room);
        const bool isAlongY = fitRoom(m_asked).isAlongY;
        for (std::size_t i = 0; i < room.size(); ++i) {
            const Point a = room[i], b = room[(i + 1) % room.size()];
            const Length across = isAlongY ? b.x - a.x : b.y - a.y, along = isAlongY ? b.y - a.y : b.x - a.x;
            if (along != Length() || across == Length())
                continue; // along the rows, or aslant
            const Length low = isAlongY ? std::min(a.x, b.x) : std::min(a.y, b.y);
            const Length high = isAlongY ? std::max(a.x, b.x) : std::max(a.y, b.y);
            const Length wall = isAlongY ? a.y : a.x;
            const std::int64_t most = (high - low - kBesideWallUnit) / (width + kBesideWallUnit);
            const Length used = (width + kBesideWallUnit) * most - kBesideWallUnit;
            for (std::int64_t u = 0; u < most; ++u) {
                const Length at = low + (high - low - used) / 2 + (width + kBesideWallUnit) * u + width / 2;
                for (const bool isTowardsMore : {true, false}) {
                    const Length off = behind + depth / 2;
                    const Length in = isTowardsMore ? wall + off : wall - off;
                    OnFloor place{m_r.room, isAlongY ? Point{at, in} : Point{in, at}, {}};
                    if (!contains(room, place.centre))
                        continue;
                    place.rotation = Angle::degrees(isAlongY ? (isTowardsMore ? 180 : 0) : (isTowardsMore ? 90 : 270));
                    const Footprint body{place.centre, width, depth, place.rotation};
                    if (space.isPlaceFor({body}, {needs}, {}))
                        found.push_back(place);
                    break;
                }
            }
        }
        return found;
    }

    Id<CoolingLoop> facilityWater() {
        for (const CoolingLoop& loop : m_design.coolingLoops)
            if (loop.isFacilityWater)
                return loop.id;
        CoolingLoop loop;
        loop.id = m_ids.take<CoolingLoop>();
        loop.name = "Facility water";
        loop.fluid = "water";
        loop.isFacilityWater = true;
        m_design.coolingLoops = m_design.coolingLoops.with(loop);
        return loop.id;
    }

    Done cool() {
        if (m_r.cooling == FitCooling::RearDoor)
            return coolByDoors();
        if (!m_unit)
            return done();
        const double capacity = typicalSi(*m_unit, attribute::coolingCapacity);
        const double load = m_r.rackWatts * static_cast<double>(m_racks.size());
        m_layout.unitsWanted = static_cast<std::int64_t>(std::ceil(load / capacity - 1e-9)) + 1;
        std::vector<OnFloor> places = wallPlaces();
        // Nearest to the racks first, which is the middle of the walls.
        const Point middle = middleOfRacks();
        std::ranges::stable_sort(places, {}, [&](const OnFloor& place) { return distance(place.centre, middle); });
        if (static_cast<std::int64_t>(places.size()) > m_layout.unitsWanted)
            places.resize(static_cast<std::size_t>(m_layout.unitsWanted));
        const Result<Id<PartRow>> part = embedded(unitIdOf(m_r));
        if (!part)
            return part.error();
        const Id<CoolingLoop> water = facilityWater();
        std::unordered_set<std::string> names = edits::namesOf(m_design.coolingUnits);
        std::vector<CoolingUnit> units;
        for (const OnFloor& place : places) {
            CoolingUnit unit;
            unit.id = m_ids.take<CoolingUnit>();
            unit.name = edits::freeName("CRAH 1", names);
            unit.part = *part;
            unit.placement = place;
            unit.primary = water;
            unit.redundancyGroup = m_design.rooms.find(m_r.room)->name;
            unit.redundancy = "N+1";
            units.push_back(std::move(unit));
        }
        m_layout.units = static_cast<std::int64_t>(units.size());
        std::vector<CoolingService> services;
        for (const Id<Rack> rack : m_racks) {
            std::vector<const CoolingUnit*> near;
            for (const CoolingUnit& unit : units)
                near.push_back(&unit);
            const Point at = m_design.racks.find(rack)->centre;
            std::ranges::stable_sort(near, {}, [&](const CoolingUnit* unit) {
                return distance(std::get<OnFloor>(unit->placement).centre, at);
            });
            for (std::size_t i = 0; i < std::min(near.size(), kUnitsOfRack); ++i)
                services.push_back({m_ids.take<CoolingService>(), rack, near[i]->id, HeatKind::Air});
        }
        m_design.coolingUnits = m_design.coolingUnits.with(std::move(units));
        m_design.coolingServices = m_design.coolingServices.with(std::move(services));
        return done();
    }

    Done coolByDoors() {
        const Result<Id<PartRow>> part = embedded(unitIdOf(m_r));
        if (!part)
            return part.error();
        facilityWater();
        for (const Id<Rack> rack : m_racks) {
            const auto& there = m_design.coolingUnits.allWith<CoolingUnitsByRack>(rack);
            if (std::ranges::any_of(there, [](const CoolingUnit* u) { return u->kind == CoolingUnitKind::RearDoor; }))
                continue;
            CoolingUnit door;
            door.name = "Door " + m_design.racks.find(rack)->name;
            door.kind = CoolingUnitKind::RearDoor;
            door.part = *part;
            door.placement = ZeroU{rack, Side::Left, 0};
            if (Done hung = edits::hangDoor(m_project, m_design, m_ids, std::move(door)); !hung)
                return hung;
            ++m_layout.units;
        }
        m_layout.unitsWanted = m_layout.units;
        return done();
    }

    // Of each feed as many as carry a rack alone; those that a moved rack brings stay.
    Done addPdus() {
        const SupplyParts parts = supplyParts(m_r.supply);
        PartPtr pdu;
        const Result<Id<PartRow>> row = embedded(parts.pdu, &pdu);
        if (!row)
            return row.error();
        const double each = continuousWatts(*pdu, static_cast<double>(parts.volts));
        const std::int64_t count = std::clamp<std::int64_t>(
            static_cast<std::int64_t>(std::ceil(m_r.rackWatts / each - 1e-9)), 1, kZeroUPlacesASide);
        std::vector<PowerElement> made;
        for (const Id<Rack> rack : m_racks) {
            const auto& there = m_design.powerElements.allWith<PowerElementsByRack>(rack);
            if (!there.empty())
                continue;
            for (const FeedSide side : {FeedSide::A, FeedSide::B})
                for (std::int64_t i = 0; i < count; ++i) {
                    PowerElement element;
                    element.id = m_ids.take<PowerElement>();
                    element.kind = PowerElementKind::RackPdu;
                    element.name = m_design.racks.find(rack)->name + " PDU " + (side == FeedSide::A ? "A" : "B") +
                                   (count > 1 ? std::to_string(i + 1) : std::string());
                    element.part = *row;
                    element.side = side;
                    element.voltage = Voltage(static_cast<double>(parts.volts));
                    element.breaker = fact(*pdu, attribute::ratedCurrent).typical();
                    element.placement = ZeroU{rack, side == FeedSide::A ? Side::Left : Side::Right, i};
                    made.push_back(std::move(element));
                }
        }
        m_design.powerElements = m_design.powerElements.with(std::move(made));
        return done();
    }

    bool meetsSolid(const std::vector<Point>& outline) const {
        return std::ranges::any_of(m_asked.things, [&](const FitThing& thing) {
            return thing.kind == FitThingKind::Solid && overlap(thing.outline, outline);
        });
    }

    // Trays run in the middle of a row, or as near to it as columns let them pass.
    Length wayOver(const FitRow& row) const {
        const Length middle = (row.low + row.high) / 2;
        const Length most = (row.high - row.low) / 2 + kFitWayWidth;
        for (Length aside; aside <= most; aside += Length::millimetres(50))
            for (const Length at : {middle + aside, middle - aside})
                if (!meetsSolid(band(row.from, row.to, at - kFitTrayWidth / 2, at + kFitTrayWidth / 2)))
                    return at;
        return middle;
    }

    // A tray over each row with a drop at each rack, and one across the rows past their ends.
    void addTrays() {
        std::vector<PathNode> nodes;
        std::vector<PathSegment> segments;
        const auto addNode = [&](PathNodeKind kind, Point place) {
            nodes.push_back({m_ids.take<PathNode>(), m_r.room, kind, place, kFitTrayOver, false});
            return nodes.back().id;
        };
        const auto join = [&](const char* name, Id<PathNode> from, Id<PathNode> to) {
            PathSegment segment;
            segment.id = m_ids.take<PathSegment>();
            segment.name = name;
            segment.from = from;
            segment.to = to;
            segment.width = kFitTrayWidth;
            segment.height = kFitTrayDepth;
            segments.push_back(std::move(segment));
        };
        const std::vector<FitRow>& rows = m_layout.fit.rows;
        Length cross = rows.front().from;
        for (const FitRow& row : rows)
            cross = std::min(cross, row.from);
        cross -= kFitTrayWidth / 2;
        Id<PathNode> above;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Length way = wayOver(rows[i]);
            std::vector<Length> drops;
            for (const FitPlace& place : m_layout.fit.places)
                if (place.row == static_cast<std::int64_t>(i))
                    drops.push_back(m_layout.fit.isAlongY ? place.centre.y : place.centre.x);
            if (drops.empty())
                continue;
            std::ranges::sort(drops);
            Id<PathNode> last = addNode(PathNodeKind::Junction, fromRow(cross, way));
            if (above)
                join("Cross tray", above, last);
            above = last;
            for (const Length at : drops) {
                const Id<PathNode> drop = addNode(PathNodeKind::Drop, fromRow(at, way));
                join("Tray", last, drop);
                last = drop;
            }
        }
        m_design.pathNodes = m_design.pathNodes.with(std::move(nodes));
        m_design.pathSegments = m_design.pathSegments.with(std::move(segments));
    }

    // A pair over each stretch of racks that no column parts and that one of them carries alone.
    Result<ProjectPtr> withBusways(ProjectPtr project) {
        const SupplyParts parts = supplyParts(m_r.supply);
        const Result<PartPtr> part = m_source.part(parts.busway);
        if (!part)
            return part.error();
        const double capacity = continuousWatts(**part, static_cast<double>(parts.volts));
        const auto mostOfRun = m_r.rackWatts > 0
                                   ? std::max<std::int64_t>(1, static_cast<std::int64_t>(capacity / m_r.rackWatts))
                                   : INT64_MAX;
        std::unordered_set<std::string> names;
        for (const PowerElement& element : findOption(*project, m_option)->design->powerElements)
            names.insert(element.name);
        std::int64_t number = 0;
        const auto draw = [&](std::vector<Id<Rack>> racks) -> Done {
            edits::BuswaysOverRow row;
            row.racks = std::move(racks);
            do {
                ++number;
                row.nameA = "Busway " + std::to_string(number) + " A";
                row.nameB = "Busway " + std::to_string(number) + " B";
            } while (names.contains(row.nameA) || names.contains(row.nameB));
            row.overhang = {}; // columns may stand at its ends
            row.part = *part;
            row.voltage = Voltage(static_cast<double>(parts.volts));
            Result<ProjectPtr> made = edits::addBuswaysOverRow({*project, m_option}, row).apply(*project, m_ids);
            if (!made)
                return made.error();
            project = std::move(*made);
            return done();
        };
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(m_layout.fit.rows.size()); ++i) {
            const FitRow& fitRow = m_layout.fit.rows[static_cast<std::size_t>(i)];
            std::vector<std::pair<Length, Id<Rack>>> racks;
            for (std::size_t p = 0; p < m_layout.fit.places.size(); ++p)
                if (const FitPlace& place = m_layout.fit.places[p]; place.row == i)
                    racks.emplace_back(m_layout.fit.isAlongY ? place.centre.y : place.centre.x, m_racks[p]);
            std::ranges::sort(racks);
            std::vector<Id<Rack>> run;
            for (std::size_t p = 0; p < racks.size(); ++p) {
                const bool isParted =
                    p > 0 && meetsSolid(band(racks[p - 1].first, racks[p].first, fitRow.low, fitRow.high));
                if ((isParted || static_cast<std::int64_t>(run.size()) >= mostOfRun) && !run.empty()) {
                    if (Done drawn = draw(std::move(run)); !drawn)
                        return drawn.error();
                    run.clear();
                }
                run.push_back(racks[p].second);
            }
            if (!run.empty())
                if (Done drawn = draw(std::move(run)); !drawn)
                    return drawn.error();
        }
        return withSources(*project, names);
    }

    // New busways hang on what supplies their side: a UPS, else switchgear, a transformer or the utility. Where nothing
    // is drawn yet, on a utility supply.
    ProjectPtr withSources(const Project& project, const std::unordered_set<std::string>& before) {
        Design design = *findOption(project, m_option)->design;
        Id<PowerElement> made;
        const auto sourceOf = [&](FeedSide side) {
            for (const PowerElementKind kind : {PowerElementKind::Ups, PowerElementKind::Switchgear,
                                                PowerElementKind::Transformer, PowerElementKind::Utility})
                for (const bool isOfSide : {true, false})
                    for (const PowerElement& element : design.powerElements)
                        if (element.kind == kind && element.scope.isPresent() &&
                            element.side == (isOfSide ? side : FeedSide::None))
                            return element.id;
            if (!made) {
                PowerElement utility;
                utility.id = made = m_ids.take<PowerElement>();
                utility.name = "Utility supply";
                utility.kind = PowerElementKind::Utility;
                utility.scope = {Status::Existing, Party::Customer, Party::Customer, 1};
                design.powerElements = design.powerElements.with(std::move(utility));
            }
            return made;
        };
        std::vector<PowerLink> links;
        std::vector<PowerElement> busways;
        for (const PowerElement& element : design.powerElements)
            if (element.kind == PowerElementKind::Busway && !before.contains(element.name))
                busways.push_back(element);
        for (const PowerElement& busway : busways) {
            PowerLink link;
            link.from = sourceOf(busway.side);
            link.id = m_ids.take<PowerLink>();
            link.to = busway.id;
            links.push_back(std::move(link));
        }
        design.powerLinks = design.powerLinks.with(std::move(links));
        return withDesign(project, m_option, std::make_shared<const Design>(std::move(design)));
    }

    Point middleOfRacks() const {
        Point sum;
        for (const FitPlace& place : m_layout.fit.places)
            sum = {sum.x + place.centre.x, sum.y + place.centre.y};
        const auto count = std::max<std::int64_t>(1, static_cast<std::int64_t>(m_layout.fit.places.size()));
        return {sum.x / count, sum.y / count};
    }

    Project m_project;
    std::uint64_t m_option;
    Design m_design;
    IdSource& m_ids;
    const RoomLayoutRequest& m_r;
    const RecipeSource& m_source;
    const std::set<Point>& m_leftOut;
    RoomFitRequest m_asked;
    RoomLayout m_layout;
    PartPtr m_unit;                ///< along the walls
    std::vector<Id<Rack>> m_racks; ///< by place
};

// Racks that were placed and break a rule of the floor.
std::set<Point> placesThatBreak(const ProjectPtr& project, std::uint64_t option, const std::vector<Id<Rack>>& racks,
                                const DomainsPtr& domains) {
    std::set<Point> places;
    Project seen = *project;
    seen.activeOption = option;
    const SolutionPtr solution = solve(snapshotOf(std::make_shared<const Project>(std::move(seen))), domains, {});
    const Design& design = *findOption(*project, option)->design;
    const std::set<Id<Rack>> placed(racks.begin(), racks.end());
    for (const Finding& finding : solution->report().findings) {
        const bool isOfFloor = finding.rule->id.starts_with("FLOOR-0") && finding.rule->id < std::string("FLOOR-06");
        const bool isWay = finding.rule->id == "FLOOR-07";
        if (finding.state != RuleState::Failed || finding.severity != Severity::Error || !(isOfFloor || isWay))
            continue;
        for (const Subject& subject : finding.subjects)
            if (subject.kind == SubjectKind::Rack && placed.contains(Id<Rack>{subject.id}))
                places.insert(design.racks.find(Id<Rack>{subject.id})->centre);
    }
    return places;
}

} // namespace

Result<RoomFitRequest> fitRequestOfEmptyRoom(const RoomLayoutRequest& request, const RecipeSource& source) {
    RoomFitRequest asked;
    asked.coldAisle = request.coldAisle;
    asked.hotAisle = request.hotAisle;
    asked.rowEnds = request.rowEnds;
    asked.along = request.along;
    asked.count = request.count;
    const Result<PartPtr> rack = source.part(request.rack);
    if (!rack)
        return rack.error();
    const auto width = fact(**rack, attribute::width).typical(), depth = fact(**rack, attribute::depth).typical();
    if (!width || !depth)
        return inputError(Message("recipe.rack-unknown").with("part", (*rack)->model));
    asked.rackWidth = *width;
    asked.rackDepth = *depth;
    if (request.cooling == FitCooling::RearDoor) {
        asked.hotAisle = std::max(asked.hotAisle, kBetweenRearDoors);
        asked.rearFree = kBehindRearDoor;
    }
    if (request.cooling == FitCooling::Perimeter) {
        const Result<PartPtr> unit = source.part(unitIdOf(request));
        if (!unit)
            return unit.error();
        asked.rowEnds = std::max(asked.rowEnds, endsWithUnits(**unit));
    }
    return asked;
}

Result<RoomFitRequest> fitRequestOf(const Project& project, std::uint64_t option, const RoomLayoutRequest& request,
                                    const RecipeSource& source) {
    const Option* found = findOption(project, option);
    const Room* room = found ? found->design->rooms.find(request.room) : nullptr;
    if (!room)
        return inputError(Message("fit.no-room"));
    const Design& design = *found->design;
    Result<RoomFitRequest> asked = fitRequestOfEmptyRoom(request, source);
    if (!asked)
        return asked;
    asked->room = room->outline;
    // Racks that move stand in places of one size with the new ones.
    for (const Rack& each : design.racks)
        if (each.room == request.room && each.scope.isPresent() && !isPinned(each, request))
            if (const auto place = footprintOf(project, each)) {
                asked->rackWidth = std::max(asked->rackWidth, place->width);
                asked->rackDepth = std::max(asked->rackDepth, place->depth);
            }
    asked->things = ThingsOfRoom(project, design, request).things();
    for (const PathSegment& segment : design.pathSegments)
        if (segment.kind == PathwayKind::Busway && segment.scope.isPresent())
            for (const Id<PathNode> end : {segment.from, segment.to})
                if (const PathNode* node = design.pathNodes.find(end); node && node->room == request.room)
                    asked->overhead.push_back(node->place);
    return asked;
}

Result<RoomLayout> layOutRoom(const Project& project, std::uint64_t option, IdSource& ids,
                              const RoomLayoutRequest& request, const RecipeSource& source, const DomainsPtr& domains) {
    const Result<RoomFitRequest> asked = fitRequestOf(project, option, request, source);
    if (!asked)
        return asked.error();
    std::set<Point> leftOut;
    for (int round = 0;; ++round) {
        IdSource fresh(ids.next());
        RoomDrawer drawer(project, option, fresh, request, source, leftOut);
        Result<RoomLayout> layout = drawer.draw();
        if (!layout)
            return layout;
        const std::set<Point> broken = domains && round < kMostRounds
                                           ? placesThatBreak(layout->project, option, drawer.placedRacks(), domains)
                                           : std::set<Point>();
        const bool isMore = std::ranges::any_of(broken, [&](Point place) { return !leftOut.contains(place); });
        if (isMore) {
            leftOut.insert(broken.begin(), broken.end());
            continue;
        }
        ids = fresh;
        layout->leftOut = static_cast<std::int64_t>(leftOut.size());
        if (layout->limit == FitLimit::Room)
            layout->shortages = shortagesOf(*asked, layout->fit);
        return layout;
    }
}

Message messageOf(const FitShortage& shortage) {
    constexpr std::array kIds = {"fit.stop.cold-aisle", "fit.stop.hot-aisle", "fit.stop.row-ends", "fit.stop.solids",
                                 "fit.stop.reserved"};
    Message message = Message(kIds[static_cast<std::size_t>(shortage.stop)]).with("count", shortage.gain);
    return shortage.lacks ? std::move(message).with("length", UnitNumber{shortage.lacks->inMetres() * 1000, "mm"})
                          : message;
}

} // namespace rackwright
