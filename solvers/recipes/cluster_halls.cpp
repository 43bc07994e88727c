// SPDX-License-Identifier: GPL-3.0-or-later
// The halls of a cluster: rooms with doors and aisles, racks on the floor.
#include "solvers/recipes/cluster_builder.h"

#include "solvers/cooling/settings.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <ranges>
#include <unordered_map>

namespace rackwright {

namespace {

// A rear door of 305 mm needs 1,200 mm free to open (rule FLOOR-03); between two rows both have theirs.
constexpr Length kBetweenDoors = Length::millimetres(1900);
constexpr Length kBehindDoor = Length::millimetres(1600);
// Walls are drawn along the outline of the room, with half of their thickness within.
constexpr Length kHalfWall = Wall{}.thickness / 2;
// Between the halls of one floor.
constexpr Length kCorridor = Length::metres(3);

// Switches stand with their ports to the hot aisle, where the ports of the nodes are; those that take in air at their
// ports alone stand with them to the cold one.
Face mountingFace(const Part& part) {
    const bool isSwitch = part.category == PartCategory::Switch && part.airflow != Airflow::FrontToRear;
    return isSwitch ? Face::Rear : Face::Front;
}

std::string rowLetters(std::int64_t number) {
    std::string letters;
    for (std::int64_t n = number + 1; n > 0; n = (n - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
    return letters;
}

void moveBy(Point& point, Point by) {
    point.x += by.x;
    point.y += by.y;
}

void shift(HallLayout& layout, Point by) {
    layout.crossWay += by.x;
    for (RackPlace& place : layout.places)
        moveBy(place.centre, by);
    for (RowBand& row : layout.rows) {
        row.y += by.y;
        row.ways += by.y;
        row.from += by.x;
        row.to += by.x;
    }
    for (AisleBand& aisle : layout.aisles)
        for (Point& corner : aisle.outline)
            moveBy(corner, by);
    for (WallPlace& unit : layout.wallUnits)
        moveBy(unit.centre, by);
}

} // namespace

// Cables of the out-of-band network from a rack before each border between two racks to one behind it: they are copper,
// which reaches 100 m.
std::vector<std::int64_t> ClusterBuilder::copperAcross() const {
    const auto network = std::ranges::find(m_design.networks, NetworkRole::OutOfBand, &Network::role);
    std::vector<std::int64_t> across(m_racks.size() + 1, 0);
    if (network == m_design.networks.end())
        return across;
    std::unordered_map<Id<Device>, std::size_t> rackOfDevice;
    for (std::size_t r = 0; r < m_racks.size(); ++r)
        for (const auto& [device, unit] : m_racks[r].contents)
            rackOfDevice[m_devices[device].id] = r;
    for (const Cable& cable : m_cables) {
        const auto a = rackOfDevice.find(cable.a.device), b = rackOfDevice.find(cable.b.device);
        if (cable.network != network->id || a == rackOfDevice.end() || b == rackOfDevice.end())
            continue;
        const auto [first, last] = std::minmax(a->second, b->second);
        ++across[first + 1];
        --across[last + 1];
    }
    std::partial_sum(across.begin(), across.end(), across.begin());
    return across;
}

// Halls of nearly one size, parted where the fewest copper cables cross: a few racks to and fro of the even share.
std::vector<std::size_t> ClusterBuilder::hallBorders() const {
    constexpr std::int64_t mostShift = 16;
    const auto total = static_cast<std::int64_t>(m_racks.size());
    const std::int64_t halls = (total + m_spec.placesPerHall - 1) / m_spec.placesPerHall;
    std::vector<std::size_t> borders = {0};
    const std::vector<std::int64_t> across = halls > 1 ? copperAcross() : std::vector<std::int64_t>();
    for (std::int64_t h = 1; h < halls; ++h) {
        const std::int64_t even = total * h / halls, before = static_cast<std::int64_t>(borders.back());
        // What is left must fit the halls that are left.
        const std::int64_t least = std::max(even - mostShift, total - (halls - h) * m_spec.placesPerHall);
        const std::int64_t most = std::min(even + mostShift, before + m_spec.placesPerHall);
        std::int64_t best = std::clamp(even, least, most);
        for (std::int64_t at = least; at <= most; ++at) {
            const auto rank = [&](std::int64_t border) {
                return std::pair(across[static_cast<std::size_t>(border)], std::abs(border - even));
            };
            if (at > before && rank(at) < rank(best))
                best = at;
        }
        borders.push_back(static_cast<std::size_t>(best));
    }
    borders.push_back(m_racks.size());
    return borders;
}

Done ClusterBuilder::placeRacks() {
    const std::vector<std::size_t> borders = hallBorders();
    const std::size_t halls = borders.size() - 1;
    m_rackIds.resize(m_racks.size());
    std::int64_t firstRow = 0;
    Hall largest;
    for (std::size_t h = 0; h < halls; ++h)
        if (borders[h + 1] - borders[h] > largest.to - largest.from) {
            largest.from = borders[h];
            largest.to = borders[h + 1];
        }
    if (Done laid = layOut(largest); !laid)
        return laid;
    // All rooms share the plan of the floor: halls stand in two rows along a corridor, so that ways between them are
    // short.
    Point next;
    for (std::size_t h = 0; h < halls; ++h) {
        Hall hall;
        hall.origin = next;
        hall.from = borders[h];
        hall.to = borders[h + 1];
        // Halls are built alike; one that needs more air units than the largest has room for is laid out by itself.
        if (!layOut(hall, &largest.layout))
            if (Done laid = layOut(hall); !laid)
                return laid;
        shift(hall.layout, hall.origin);
        if (h % 2 == 0)
            next.y = hall.layout.depth + kCorridor;
        else
            next = {hall.origin.x + std::max(hall.layout.width, m_halls.back().layout.width) + kCorridor, {}};
        addRoom(hall, halls == 1 ? std::string("Data hall") : "Data hall " + std::to_string(h + 1));
        addRacks(hall, firstRow);
        firstRow += static_cast<std::int64_t>(hall.layout.rows.size());
        m_halls.push_back(std::move(hall));
    }
    keepCopperInHalls();
    return done();
}

double ClusterBuilder::airWatts(const Hall& hall) const {
    double watts = 0;
    for (std::size_t r = hall.from; r < hall.to; ++r)
        watts += m_racks[r].watts - m_racks[r].liquidWatts;
    return watts;
}

double ClusterBuilder::liquidWatts(const Hall& hall) const {
    double watts = 0;
    for (std::size_t r = hall.from; r < hall.to; ++r)
        watts += m_racks[r].liquidWatts;
    return watts;
}

// As many units as carry the load of a zone, and one more in each; a zone is as evenly loaded as whole racks allow.
std::int64_t ClusterBuilder::unitsFor(const Hall& hall, double watts, double capacity, std::int64_t mostInZone) const {
    double rack = 0;
    for (std::size_t r = hall.from; r < hall.to; ++r)
        rack = std::max(rack, m_racks[r].watts);
    for (std::int64_t zones = 1;; ++zones) {
        const double share = zones == 1 ? watts : watts / static_cast<double>(zones) + rack;
        const auto units = static_cast<std::int64_t>(std::ceil(share / capacity)) + 1;
        if (units <= mostInZone || share <= 2 * rack)
            return zones * units;
    }
}

Done ClusterBuilder::addWallUnits(HallRequest& request, EmbeddedPart& part, const std::string& id, const Hall& hall,
                                  double watts, std::int64_t mostInZone, std::int64_t& count) {
    if (watts <= 0)
        return done();
    if (Done found = embed(part, id); !found)
        return found;
    double capacity = typicalSi(*part.part, attribute::coolingCapacity);
    // A CDU carries no more heat than the water that it moves, at the flow that rules ask for a kilowatt.
    if (const auto moved = fact(*part.part, attribute::secondaryFlow).typical())
        capacity = std::min(capacity, 1000 * moved->si() / setting_of::liquidFlowPerKilowatt.defaultSi);
    const auto width = fact(*part.part, attribute::width).typical(),
               depth = fact(*part.part, attribute::depth).typical();
    if (capacity <= 0 || !width || !depth)
        return inputError(Message("recipe.unit-unknown").with("part", part.part->model));
    const Length service = fact(*part.part, attribute::clearanceRear).typical().value_or(Length());
    const Length behind = std::max(WallUnit{}.behind, kHalfWall + service);
    count = unitsFor(hall, watts, capacity, mostInZone);
    for (std::int64_t i = 0; i < count; ++i)
        request.wallUnits.push_back({*width, *depth, behind});
    return done();
}

Done ClusterBuilder::layOut(Hall& hall, const HallLayout* alike) {
    HallRequest request;
    request.places = static_cast<std::int64_t>(hall.to - hall.from);
    for (std::size_t r = hall.from; r < hall.to; ++r) {
        const Part& part = *rackPart(m_racks[r]).part;
        const auto width = fact(part, attribute::width).typical(), depth = fact(part, attribute::depth).typical();
        if (!width || !depth)
            return inputError(Message("recipe.rack-unknown").with("part", part.model));
        request.placeWidth = std::max(request.placeWidth, *width);
        request.placeDepth = std::max(request.placeDepth, *depth);
    }
    request.coldAisle = m_spec.coldAisle;
    request.hotAisle = m_spec.hotAisle;
    if (m_spec.air == AirCooling::RearDoor) {
        request.hotAisle = std::max(request.hotAisle, kBetweenDoors);
        request.wallClearance = std::max(request.wallClearance, kBehindDoor);
    }
    request.rows = m_spec.rows;
    request.width = m_spec.roomWidth;
    request.depth = m_spec.roomDepth;
    if (alike) {
        request.rows = static_cast<std::int64_t>(alike->rows.size());
        request.width = alike->width;
        request.depth = alike->depth;
    }
    request.columnsIn = m_spec.columnsIn;
    if (Done added = addWallUnits(request, m_cdu, m_spec.cdu, hall, liquidWatts(hall), INT64_MAX, hall.cdus); !added)
        return added;
    if (m_spec.air == AirCooling::Perimeter)
        if (Done added = addWallUnits(request, m_crah, m_spec.crah, hall, airWatts(hall), kMostUnitsInZone, hall.crahs);
            !added)
            return added;
    Result<HallLayout> layout = layOutHall(request);
    if (!layout)
        return layout.error();
    hall.layout = std::move(*layout);
    return done();
}

void ClusterBuilder::addObject(Id<Room> room, std::string name, RoomObjectShape shape) {
    RoomObject object;
    object.id = m_ids.take<RoomObject>();
    object.room = room;
    object.name = std::move(name);
    object.shape = std::move(shape);
    if (m_spec.isExistingHall)
        object.scope = existing();
    m_objects.push_back(std::move(object));
}

Scope ClusterBuilder::existing() { return {Status::Existing, Party::Customer, Party::Customer, 1}; }

void ClusterBuilder::addRoom(Hall& hall, std::string name) {
    Room room;
    room.id = hall.room = m_ids.take<Room>();
    room.name = std::move(name);
    room.outline =
        rectangleOutline(hall.origin, {hall.origin.x + hall.layout.width, hall.origin.y + hall.layout.depth});
    room.clearHeight = m_spec.clearHeight;
    room.scope = existing();
    const std::vector<Point> outline = room.outline;
    m_design.rooms = m_design.rooms.with(std::move(room));
    for (std::size_t i = 0; i < outline.size(); ++i)
        addObject(hall.room, "Wall " + std::to_string(i + 1), Wall{outline[i], outline[(i + 1) % outline.size()]});
    addDoors(hall);
    for (std::size_t i = 0; i < hall.layout.columns.size(); ++i) {
        Column column{hall.layout.columns[i]};
        for (Point& corner : column.outline)
            moveBy(corner, hall.origin);
        addObject(hall.room, "Column " + std::to_string(i + 1), std::move(column));
    }
    addAisles(hall);
    if (m_spec.hasRaisedFloor)
        addObject(hall.room, "Raised floor", RaisedFloor{outline});
}

// The delivery door and an escape door, both in the long wall at the bottom of the plan and opening outwards, before
// the routes along the ends of the rows: units stand along the walls.
void ClusterBuilder::addDoors(const Hall& hall) {
    const Length y = hall.origin.y + hall.layout.depth, margin = Length::millimetres(600);
    const auto add = [&](const std::string& name, const AisleBand& route, Door door, Length width) {
        const Box band = boundingBox(route.outline);
        const Length least = hall.origin.x + margin, most = hall.origin.x + hall.layout.width - margin - width;
        const Length from = std::clamp((band.low.x + band.high.x - width) / 2, least, std::max(least, most));
        door.from = {from, y};
        door.to = {from + width, y};
        addObject(hall.room, name, door);
    };
    const auto isRoute = [](const AisleBand& aisle) { return aisle.kind == AisleKind::Circulation; };
    auto routes = hall.layout.aisles | std::views::filter(isRoute);
    auto fromRight = hall.layout.aisles | std::views::reverse | std::views::filter(isRoute);
    add("Delivery door", *routes.begin(), {{}, {}, Length::millimetres(2700), false, true, true},
        Length::millimetres(1800));
    add("Escape door", *fromRight.begin(), {{}, {}, Length::millimetres(2100), false, false, false},
        Length::millimetres(1000));
}

void ClusterBuilder::addAisles(const Hall& hall) {
    std::int64_t cold = 0, hot = 0, routes = 0;
    for (const AisleBand& aisle : hall.layout.aisles) {
        const bool isCold = aisle.kind == AisleKind::Cold;
        const std::string name = isCold                         ? "Cold aisle " + std::to_string(++cold)
                                 : aisle.kind == AisleKind::Hot ? "Hot aisle " + std::to_string(++hot)
                                                                : "Route " + std::to_string(++routes);
        addObject(hall.room, name, Aisle{aisle.outline, aisle.kind, isCold && m_spec.air == AirCooling::Perimeter});
        if (isCold && m_spec.hasRaisedFloor)
            addObject(hall.room, "Tiles of " + name, FloorTile{aisle.outline, FloorTileKind::Grate, 0.56});
    }
}

void ClusterBuilder::addRacks(const Hall& hall, std::int64_t firstRow) {
    std::vector<std::int64_t> inRow(hall.layout.rows.size(), 0);
    for (std::size_t r = hall.from; r < hall.to; ++r) {
        const RackPlace& place = hall.layout.places[r - hall.from];
        const std::string row = rowLetters(firstRow + place.row);
        const std::string name = row + padded(++inRow[static_cast<std::size_t>(place.row)], 2);
        if (m_racks[r].isInRowUnit) {
            addInRowUnit(hall.room, place, name);
            continue;
        }
        Rack rack;
        rack.id = m_rackIds[r] = m_ids.take<Rack>();
        rack.name = name;
        rack.row = row;
        rack.room = hall.room;
        rack.part = rackPart(m_racks[r]).row;
        rack.centre = place.centre;
        rack.rotation = place.rotation;
        rack.role = m_racks[r].role;
        for (const auto& [device, unit] : m_racks[r].contents)
            m_devices[device].placement = InRack{rack.id, unit, mountingFace(partOf(m_devices[device])), 0};
        m_rackRows.push_back(std::move(rack));
    }
}

void ClusterBuilder::addInRowUnit(Id<Room> room, const RackPlace& place, const std::string& name) {
    EmbeddedPart part;
    if (!embed(part, m_spec.inRow))
        return;
    CoolingUnit unit;
    unit.id = m_ids.take<CoolingUnit>();
    unit.name = "In-row " + name;
    unit.kind = CoolingUnitKind::InRow;
    unit.part = part.row;
    unit.placement = OnFloor{room, place.centre, place.rotation};
    m_units.push_back(std::move(unit));
}

std::string ClusterBuilder::hallMark(const Hall& hall) const {
    const std::int64_t number = &hall - m_halls.data();
    return m_halls.size() > 1 ? ", hall " + std::to_string(number + 1) : std::string();
}

const std::string& ClusterBuilder::rackName(std::size_t r) const {
    return std::ranges::lower_bound(m_rackRows, m_rackIds[r], {}, &Rack::id)->name;
}

} // namespace rackwright
