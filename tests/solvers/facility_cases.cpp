// SPDX-License-Identifier: GPL-3.0-or-later
// Every rule of rack, floor, power and cooling: the smallest step that breaks it, one that just passes, and a case that
// cannot be checked, each as a bend of the hall of hall_fixture.h.
#include "tests/solvers/hall_fixture.h"
#include "tests/solvers/rule_cases.h"

#include <algorithm>

namespace rackwright::fixture {

namespace {

using Bend = std::function<void(Hall&)>;

void setAttribute(Part& part, std::string_view key, double si) {
    const auto it = std::ranges::find(part.attributes, key, &Attribute::key);
    if (it != part.attributes.end())
        part.attributes.erase(it);
    part.attributes.push_back(number(key, si));
}
void dropAttribute(Part& part, std::string_view key) {
    std::erase_if(part.attributes, [key](const Attribute& attribute) { return attribute.key == key; });
}
Bend attributeIs(Id<PartRow> Hall::*part, std::string_view key, double si) {
    return [=](Hall& hall) { hall.changePart(hall.*part, [&](Part& p) { setAttribute(p, key, si); }); };
}
Bend attributeUnknown(Id<PartRow> Hall::*part, std::string_view key) {
    return [=](Hall& hall) { hall.changePart(hall.*part, [&](Part& p) { dropAttribute(p, key); }); };
}
Bend siteIs(std::string_view key, std::string value, std::string basis = {}) {
    return [=](Hall& hall) { hall.setSite(key, value, basis); };
}
Bend settingIs(std::string_view key, std::string value) {
    return [=](Hall& hall) { hall.setSetting(key, value); };
}
Bend all(std::vector<Bend> bends) {
    return [=](Hall& hall) {
        for (const Bend& bend : bends)
            bend(hall);
    };
}
void nothing(Hall&) {}
Bend racksCapped(double watts) {
    return [=](Hall& hall) {
        for (const Id<Rack> rack : hall.racks)
            hall.change(&Design::racks, rack, [&](Rack& row) { row.powerCap = Power(watts); });
    };
}

// A closed cold aisle between the rows, whose coolers bring what the racks draw (8 x 1.1 m3/s): the air before the
// racks is that of the coolers.
Bend coldAisleAt(double supplyCelsius, double coolerFlow = 4.4) {
    return [=](Hall& hall) {
        all({attributeIs(&Hall::nodePart, "airflow", 0.5), attributeIs(&Hall::switchPart, "airflow", 0.1),
             attributeIs(&Hall::coolerPart, "supplied-airflow", coolerFlow), settingIs("airflow.panel-leak", "0"),
             siteIs(site::supplyAir, std::to_string(supplyCelsius + 273.15))})(hall);
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        hall.addObject(
            Aisle{{at(3'000, 3'600), at(6'000, 3'600), at(6'000, 5'400), at(3'000, 5'400)}, AisleKind::Cold, true});
    };
}

// A wall that leaves the room at its left edge.
Bend wallTo(std::int64_t mm) {
    return [=](Hall& hall) {
        RoomObject wall;
        wall.id = hall.ids.take<RoomObject>();
        wall.room = hall.room;
        wall.shape = Wall{{Length::millimetres(1'000), Length::millimetres(1'000)},
                          {Length::millimetres(mm), Length::millimetres(1'000)},
                          Length::millimetres(200)};
        hall.design.roomObjects = hall.design.roomObjects.with(wall);
    };
}
Bend trayTo(std::int64_t mm);
// A tray 300 mm below the floor.
void trayBelow(Hall& hall) {
    trayTo(2'000)(hall);
    const Table<PathNode> nodes = hall.design.pathNodes;
    for (const PathNode& node : nodes)
        hall.change(&Design::pathNodes, node.id, [](PathNode& end) { end.height = Length::millimetres(-300); });
}
// A tray that hangs at this height, 4 m being the clear height of the room.
Bend trayAt(std::int64_t height) {
    return [=](Hall& hall) {
        trayTo(2'000)(hall);
        const Table<PathNode> nodes = hall.design.pathNodes;
        for (const PathNode& node : nodes)
            hall.change(&Design::pathNodes, node.id, [&](PathNode& end) { end.height = Length::millimetres(height); });
    };
}
void buswayAboveCeiling(Hall& hall) {
    trayAt(5'000)(hall);
    hall.change(&Design::pathSegments, hall.design.pathSegments.begin()->id, [](PathSegment& run) {
        run.kind = PathwayKind::Busway;
        run.name = "Busway A";
    });
}
// Goes up to the next floor.
void riserThroughCeiling(Hall& hall) {
    trayAt(4'001)(hall);
    const Table<PathNode> nodes = hall.design.pathNodes;
    for (const PathNode& node : nodes)
        hall.change(&Design::pathNodes, node.id, [](PathNode& end) { end.kind = PathNodeKind::Riser; });
}
Bend trayTo(std::int64_t mm) {
    return [=](Hall& hall) {
        PathSegment tray;
        for (Id<PathNode> PathSegment::*end : {&PathSegment::from, &PathSegment::to}) {
            PathNode node;
            node.id = hall.ids.take<PathNode>();
            node.room = hall.room;
            node.place = {Length::millimetres(end == &PathSegment::from ? 1'000 : mm), Length::millimetres(1'000)};
            tray.*end = node.id;
            hall.design.pathNodes = hall.design.pathNodes.with(node);
        }
        tray.id = hall.ids.take<PathSegment>();
        hall.design.pathSegments = hall.design.pathSegments.with(tray);
    };
}

// The corners of the room, in metres.
Bend outlineIs(std::vector<std::pair<int, int>> corners) {
    return [=](Hall& hall) {
        hall.change(&Design::rooms, hall.room, [&](Room& room) {
            room.outline.clear();
            for (const auto& [x, y] : corners)
                room.outline.push_back({Length::metres(x), Length::metres(y)});
        });
    };
}
// A door of 900 mm in the left wall and a square column of 300 mm, so far from the wall and above the door's upper end.
Bend doorAndColumn(std::int64_t fromWall, std::int64_t aboveDoor) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        constexpr std::int64_t top = 7'000, bottom = 7'900, size = 300;
        Door door;
        door.from = at(0, top);
        door.to = at(0, bottom);
        door.swingsLeft = true; // out of the room
        hall.addObject(door);
        const std::int64_t low = top - aboveDoor - size;
        hall.addObject(Column{
            {at(fromWall, low), at(fromWall + size, low), at(fromWall + size, low + size), at(fromWall, low + size)}});
    };
}

// A door of 900 mm in the left wall that swings into the room, and a wall across the room at this y; its frame ends at
// 7,000 mm.
Bend doorAndWall(std::int64_t y) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t x, std::int64_t along) {
            return Point{Length::millimetres(x), Length::millimetres(along)};
        };
        Door door;
        door.from = at(0, 7'000);
        door.to = at(0, 7'900);
        door.swingsLeft = false;
        hall.addObject(door);
        hall.addObject(Wall{at(-100, y), at(2'000, y), Length::millimetres(150)});
    };
}
Point at(std::int64_t x, std::int64_t y) { return {Length::millimetres(x), Length::millimetres(y)}; }

// A double door of 1,200 mm in the left wall, on the delivery path or not.
Bend doubleDoor(bool isDelivery) {
    return [=](Hall& hall) {
        Door door;
        door.from = at(0, 7'000);
        door.to = at(0, 8'200);
        door.height = Length::millimetres(2'400);
        door.isDouble = true;
        door.isDeliveryPath = isDelivery;
        hall.addObject(door);
    };
}
Bend wall(std::int64_t x, std::int64_t from, std::int64_t to) {
    return [=](Hall& hall) { hall.addObject(Wall{at(x, from), at(x, to), Length::millimetres(100)}); };
}
// A door so wide in the left edge of the room.
Bend edgeDoor(std::int64_t width) {
    return [=](Hall& hall) {
        Door door;
        door.from = at(0, 7'000);
        door.to = at(0, 7'000 + width);
        hall.addObject(door);
    };
}
// A second door in the edge of the room, after the one of 7,000 to 8,000 mm.
Bend twoDoorsFrom(std::int64_t mm) {
    return [=](Hall& hall) {
        edgeDoor(1'000)(hall);
        Door door;
        door.from = at(0, mm);
        door.to = at(0, mm + 600);
        hall.addObject(door);
    };
}
// A second column beside one that ends at 1,215 mm.
Bend twoColumnsFrom(std::int64_t mm) {
    return [=](Hall& hall) {
        doorAndColumn(915, -600)(hall);
        hall.addObject(Column{{at(mm, 7'300), at(mm + 300, 7'300), at(mm + 300, 7'600), at(mm, 7'600)}});
    };
}
// Rack B1 before doubleDoor(), its side so far from the edge of the room.
Bend rackBeforeDoor(std::int64_t mm) {
    return [=](Hall& hall) {
        doubleDoor(false)(hall);
        hall.change(&Design::racks, hall.racks[4], [&](Rack& rack) { rack.centre = at(mm + 300, 7'600); });
    };
}
// A door at this x, from 4,000 mm down, on no delivery path.
Bend innerDoor(std::int64_t x, std::int64_t width, std::int64_t height) {
    return [=](Hall& hall) {
        Door door;
        door.from = at(x, 4'000);
        door.to = at(x, 4'000 + width);
        door.height = Length::millimetres(height);
        hall.addObject(door);
    };
}
// A way in through a delivery door and an inner one of this size in a wall across the hall.
Bend deliveryThrough(std::int64_t width, std::int64_t height) {
    return all({siteIs(site::doorHeight, "2.4"), siteIs(site::doorWidth, "1.2"), doubleDoor(true),
                wall(2'000, 0, 9'000), innerDoor(2'000, width, height)});
}
// The cold aisle between the rows, closed on the left, and on the right but for a gap that ends at the cooler of row B.
Bend closedAisle(std::int64_t gap) { return all({wall(2'900, 3'000, 6'000), wall(6'100, 3'000, 5'400 - gap)}); }

// A wall at x = 1,000 mm from this y down past the route of route(), with a door in the route or without.
Bend wallAcross(std::int64_t y, bool hasDoor) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t along) {
            return Point{Length::millimetres(1'000), Length::millimetres(along)};
        };
        hall.addObject(Wall{at(y), at(1'500), Length::millimetres(150)});
        if (hasDoor) {
            Door door;
            door.from = at(100);
            door.to = at(1'100);
            hall.addObject(door);
        }
    };
}

// A tray 300 mm wide along y = 1,000 mm, and a column from this y on.
Bend trayAndColumnFrom(std::int64_t mm) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        trayTo(2'000)(hall);
        hall.change(&Design::pathSegments, hall.design.pathSegments.begin()->id,
                    [](PathSegment& tray) { tray.width = Length::millimetres(300); });
        hall.addObject(Column{{at(1'500, mm), at(1'700, mm), at(1'700, mm + 200), at(1'500, mm + 200)}});
    };
}

// Moves row B so that the aisle between the rows has this width (the rows are 3 m apart, racks 1.2 m deep).
Bend aisleIs(std::int64_t mm) {
    return [=](Hall& hall) {
        for (std::size_t i = 4; i < 8; ++i)
            hall.change(&Design::racks, hall.racks[i],
                        [&](Rack& rack) { rack.centre.y = Length::millimetres(3'000 + 1'200 + mm); });
    };
}
void halfARackIntoEachOther(Hall& hall) {
    aisleIs(1'200)(hall);
    hall.change(&Design::racks, hall.racks[1], [](Rack& rack) { rack.centre.x -= Length::millimetres(300); });
}
// Turns row A by half, so that both rows have the aisle between them at their rear.
void rearsTogether(Hall& hall) {
    for (std::size_t i = 0; i < 8; ++i)
        hall.change(&Design::racks, hall.racks[i],
                    [](Rack& rack) { rack.rotation = rack.rotation + Angle::degrees(180); });
}
void turnRowB(Hall& hall) {
    for (std::size_t i = 4; i < 8; ++i)
        hall.change(&Design::racks, hall.racks[i], [](Rack& rack) { rack.rotation = Angle::degrees(180); });
}
Bend unitIs(std::int64_t unit) {
    return [=](Hall& hall) {
        const Id<Device> second = std::next(hall.design.devices.begin())->id;
        hall.change(&Design::devices, second, [&](Device& device) {
            device.placement = InRack{hall.racks[0], unit, Face::Front, 0};
        });
    };
}
Bend faceOfSwitchIs(Face face, Airflow airflow) {
    return [=](Hall& hall) {
        hall.changePart(hall.switchPart, [&](Part& part) { part.airflow = airflow; });
        std::vector<Id<Device>> switches;
        for (const Device& device : hall.design.devices)
            if (device.part == hall.switchPart)
                switches.push_back(device.id);
        for (const Id<Device> id : switches)
            hall.change(&Design::devices, id, [&](Device& device) { std::get<InRack>(device.placement).face = face; });
    };
}
Bend capsAre(double watts) {
    return [=](Hall& hall) {
        const std::vector<Device> devices(hall.design.devices.begin(), hall.design.devices.end());
        for (const Device& each : devices)
            hall.change(&Design::devices, each.id, [&](Device& device) { device.powerCap = Power(watts); });
    };
}
// Of 2 m by 2 m, its middle so far (mm) from the left wall.
Bend plantAt(PartCategory category, std::int64_t x) {
    return [=](Hall& hall) {
        const Id<PartRow> part =
            fixture::embed(hall.project, hall.ids,
                           fixture::part("yard-plant", category, Mounting::Floor,
                                         {fixture::number("width", 2), fixture::number("depth", 2)}));
        hall.addCooler(category == PartCategory::Crah ? CoolingUnitKind::PerimeterAir : CoolingUnitKind::DryCooler,
                       part, "Plant", OnFloor{hall.room, {Length::millimetres(x), Length::millimetres(2'000)}, {}});
    };
}
Bend suppliesAre(std::int64_t count, std::optional<double> watts) {
    return [=](Hall& hall) {
        hall.changePart(hall.switchPart, [](Part& part) {
            part.powerInputs = {{}};
            part.powerInputs[0].count = 2;
            part.powerInputs[0].rating = Fact<Power>::known(Power(2'000), Grade::Vendor);
        });
        hall.changePart(hall.nodePart, [&](Part& part) {
            part.powerInputs = {{}};
            part.powerInputs[0].count = count;
            if (watts)
                part.powerInputs[0].rating = Fact<Power>::known(Power(*watts), Grade::Vendor);
        });
    };
}
Bend typicalIs(double watts) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [&](Part& part) {
            part.powerModes.push_back({PowerModeKind::Typical, Fact<Power>::known(Power(watts), Grade::Vendor), {}});
        });
    };
}
Bend powerUnknown(Id<PartRow> Hall::*part) {
    return [=](Hall& hall) { hall.changePart(hall.*part, [](Part& p) { p.powerModes.clear(); }); };
}
Bend powerReaches(Id<PartRow> Hall::*part, double share) {
    return [=](Hall& hall) {
        hall.changePart(hall.*part, [=](Part& p) {
            for (PowerMode& mode : p.powerModes)
                if (const auto typical = mode.power.typical())
                    mode.power = Fact<Power>::range(*typical, *typical, *typical * share, mode.power.grade);
        });
    };
}
enum class Supply { Both, NoCdu, NoLoop, NoAir, NoFlow };
// Puts a liquid node (9 kW to liquid, 3 kW to air) into rack A1 with a CDU and a loop of this flow.
// All units give their heat to one loop of facility water.
void onFacilityWater(Hall& hall) {
    CoolingLoop water;
    water.id = hall.ids.take<CoolingLoop>();
    water.name = "FWS";
    water.isFacilityWater = true;
    hall.design.coolingLoops = hall.design.coolingLoops.with(water);
    for (const Id<CoolingUnit> unit : hall.coolers)
        hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& each) { each.primary = water.id; });
}
// The last unit works by water and hangs on no loop, or is of a kind that may work by refrigerant.
Bend withoutLoop(CoolingUnitKind kind) {
    return [=](Hall& hall) {
        onFacilityWater(hall);
        hall.change(&Design::coolingUnits, hall.coolers.back(), [&](CoolingUnit& unit) {
            unit.kind = kind;
            unit.primary = {};
        });
    };
}
enum class LastPdu : std::uint8_t { Fed, Unfed };
// A mains, a UPS below it and a circuit from there to every rack PDU, or every one but the last.
void connect(Hall& hall, LastPdu last) {
    const auto element = [&](PowerElementKind kind, std::string name) {
        PowerElement made;
        made.id = hall.ids.take<PowerElement>();
        made.kind = kind;
        made.name = std::move(name);
        made.rating = Power(1e6);
        hall.design.powerElements = hall.design.powerElements.with(made);
        return made.id;
    };
    const auto circuit = [&](Id<PowerElement> from, Id<PowerElement> to) {
        hall.design.powerLinks =
            hall.design.powerLinks.with({hall.ids.take<PowerLink>(), from, to, {}, {}, {}, {}, {}});
    };
    std::vector<Id<PowerElement>> pdus;
    for (const PowerElement& pdu : hall.design.powerElements)
        pdus.push_back(pdu.id);
    const Id<PowerElement> mains = element(PowerElementKind::Utility, "Mains");
    const Id<PowerElement> ups = element(PowerElementKind::Ups, "UPS");
    circuit(mains, ups);
    for (const Id<PowerElement> pdu : pdus)
        if (last == LastPdu::Fed || pdu != pdus.back())
            circuit(ups, pdu);
}
// Two busways, one a side, of this rating in watts; each feeds the PDUs of its side through tap-offs of another rating.
// `shared`: the tap-off of side A feeds both PDUs of the first rack.
Bend twoBusways(double busWatts, double tapWatts, bool isShared = false) {
    return [=](Hall& hall) {
        const auto add = [&hall](PowerElementKind kind, std::string name, FeedSide side, double watts) {
            PowerElement element;
            element.id = hall.ids.take<PowerElement>();
            element.kind = kind;
            element.name = std::move(name);
            element.side = side;
            element.rating = Power(watts);
            hall.design.powerElements = hall.design.powerElements.with(element);
            return element.id;
        };
        const auto link = [&hall](Id<PowerElement> from, Id<PowerElement> to) {
            PowerLink made;
            made.id = hall.ids.take<PowerLink>();
            made.from = from;
            made.to = to;
            hall.design.powerLinks = hall.design.powerLinks.with(made);
        };
        std::vector<PowerElement> pdus(hall.design.powerElements.begin(), hall.design.powerElements.end());
        const auto busA = add(PowerElementKind::Busway, "Bus A", FeedSide::A, busWatts);
        const auto busB = add(PowerElementKind::Busway, "Bus B", FeedSide::B, busWatts);
        Id<PowerElement> shared;
        for (const PowerElement& pdu : pdus) {
            const bool isOfFirst = isShared && rackOf(pdu.placement) == hall.racks[0];
            if (isOfFirst && shared) {
                link(shared, pdu.id);
                continue;
            }
            const auto tap =
                add(PowerElementKind::TapOff, "Tap " + pdu.name, isOfFirst ? FeedSide::None : pdu.side, tapWatts);
            link(pdu.side == FeedSide::A ? busA : busB, tap);
            link(tap, pdu.id);
            if (isOfFirst)
                shared = tap;
        }
    };
}

// The coolers on the first or on both of two busways, with 5 kW each.
Bend coolersOn(double busWatts, std::size_t busways) {
    return all({twoBusways(busWatts, 21'500), siteIs(site::redundancy, "2N"), [=](Hall& hall) {
                    std::vector<Id<PowerElement>> runs;
                    for (const PowerElement& each : hall.design.powerElements)
                        if (each.kind == PowerElementKind::Busway)
                            runs.push_back(each.id);
                    runs.resize(busways);
                    for (const Id<CoolingUnit> unit : hall.coolers) {
                        hall.change(&Design::coolingUnits, unit, [](CoolingUnit& row) { row.draw = Power(5'000.0); });
                        for (const Id<PowerElement> run : runs) {
                            PowerLink link;
                            link.id = hall.ids.take<PowerLink>();
                            link.from = run;
                            link.unit = unit;
                            hall.design.powerLinks = hall.design.powerLinks.with(link);
                        }
                    }
                }});
}

// 432 m3 of air of 1.20409 kg/m3 take 172 kW for 24.315 s until they are 8 K warmer, when no mass follows them.
Bend airHolds(std::string restart) {
    return all(
        {attributeIs(&Hall::nodePart, "air-inlet-max", 305.15), attributeIs(&Hall::switchPart, "air-inlet-max", 313.15),
         siteIs(site::supplyAir, std::to_string(273.15 + 24)), siteIs(site::altitude, "0"),
         settingIs("cooling.mass-time-constant", "1e10"), settingIs("cooling.restart-time", std::move(restart))});
}
// Fans on a UPS, and a tank on their water.
Bend coolersOnTank(double cubicMetres) {
    return [=](Hall& hall) {
        PowerElement ups;
        ups.id = hall.ids.take<PowerElement>();
        ups.kind = PowerElementKind::Ups;
        ups.name = "UPS";
        hall.design.powerElements = hall.design.powerElements.with(ups);
        CoolingLoop water;
        water.id = hall.ids.take<CoolingLoop>();
        water.name = "Water";
        water.fluid = "water";
        water.isFacilityWater = true;
        water.volume = cubicMetres * unit::cubicMetre;
        hall.design.coolingLoops = hall.design.coolingLoops.with(water);
        for (const Id<CoolingUnit> unit : hall.coolers) {
            hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& row) { row.primary = water.id; });
            PowerLink link;
            link.id = hall.ids.take<PowerLink>();
            link.from = ups.id;
            link.unit = unit;
            hall.design.powerLinks = hall.design.powerLinks.with(link);
        }
    };
}

// A busway over the hall with a tap-off for a PDU of the first rack, which stays there or moves to another room.
Bend onBusway(bool isMoved) {
    return [=](Hall& hall) {
        const Id<PowerElement> pdu = hall.design.powerElements.begin()->id;
        std::vector<Id<PowerElement>> chain;
        for (const PowerElementKind kind : {PowerElementKind::Busway, PowerElementKind::TapOff}) {
            PowerElement made;
            made.id = hall.ids.take<PowerElement>();
            made.kind = kind;
            made.name = "Run";
            hall.design.powerElements = hall.design.powerElements.with(made);
            chain.push_back(made.id);
        }
        chain.push_back(pdu);
        for (std::size_t i = 0; i + 1 < chain.size(); ++i)
            hall.design.powerLinks =
                hall.design.powerLinks.with({hall.ids.take<PowerLink>(), chain[i], chain[i + 1], {}, {}, {}, {}, {}});
        trayTo(5'000)(hall);
        hall.change(&Design::pathSegments, hall.design.pathSegments.begin()->id, [&](PathSegment& run) {
            run.kind = PathwayKind::Busway;
            run.busway = chain.front();
        });
        if (!isMoved)
            return;
        Room annex;
        annex.id = hall.ids.take<Room>();
        annex.name = "Annex";
        hall.design.rooms = hall.design.rooms.with(annex);
        hall.change(&Design::racks, hall.racks[0], [&](Rack& rack) { rack.room = annex.id; });
    };
}
// The PDU hangs on the busway, with no tap-off between.
void withoutTap(Hall& hall) {
    Id<PowerElement> busway, tap;
    for (const PowerElement& element : hall.design.powerElements) {
        if (element.kind == PowerElementKind::Busway)
            busway = element.id;
        if (element.kind == PowerElementKind::TapOff)
            tap = element.id;
    }
    const Table<PowerLink> links = hall.design.powerLinks;
    for (const PowerLink& link : links)
        if (link.from == tap)
            hall.change(&Design::powerLinks, link.id, [&](PowerLink& each) { each.from = busway; });
}
// All circuits are this long.
Bend whipsAre(std::int64_t mm) {
    return [=](Hall& hall) {
        const Table<PowerLink> links = hall.design.powerLinks;
        for (const PowerLink& link : links)
            hall.change(&Design::powerLinks, link.id, [&](PowerLink& each) { each.whip = Length::millimetres(mm); });
    };
}
// No run of the busway is drawn any more.
void buswayUndrawn(Hall& hall) {
    onBusway(false)(hall);
    hall.change(&Design::pathSegments, hall.design.pathSegments.begin()->id, [](PathSegment& run) { run.busway = {}; });
}
void powered(Hall& hall) { connect(hall, LastPdu::Fed); }
void addCircuit(Hall& hall, Id<PowerElement> from, Id<PowerElement> to) {
    hall.design.powerLinks = hall.design.powerLinks.with({hall.ids.take<PowerLink>(), from, to, {}, {}, {}, {}, {}});
}
// Every PDU has circuits that end where they begin.
void feedingThemselves(Hall& hall) {
    powered(hall);
    std::vector<Id<PowerElement>> pdus;
    for (const PowerElement& element : hall.design.powerElements)
        if (element.kind == PowerElementKind::RackPdu)
            pdus.push_back(element.id);
    for (const Id<PowerElement> pdu : pdus)
        for (int i = 0; i < 5; ++i)
            addCircuit(hall, pdu, pdu);
}
// Forty busways below a mains, each on two circuits from the one above it, and the UPS below the last: a million
// million ways lead down.
void onLadder(Hall& hall) {
    powered(hall);
    Id<PowerElement> above, ups;
    for (const PowerElement& element : hall.design.powerElements) {
        if (element.kind == PowerElementKind::Utility)
            above = element.id;
        if (element.kind == PowerElementKind::Ups)
            ups = element.id;
    }
    for (int i = 0; i < 40; ++i) {
        PowerElement busway;
        busway.id = hall.ids.take<PowerElement>();
        busway.kind = PowerElementKind::Busway;
        busway.name = "Step";
        busway.rating = Power(1e9);
        hall.design.powerElements = hall.design.powerElements.with(busway);
        addCircuit(hall, above, busway.id);
        addCircuit(hall, above, busway.id);
        above = busway.id;
    }
    addCircuit(hall, above, ups);
}
void poweredButLastPdu(Hall& hall) { connect(hall, LastPdu::Unfed); }
void firstRackLosesPdus(Hall& hall) {
    powered(hall);
    std::vector<Id<PowerElement>> gone;
    for (const PowerElement& element : hall.design.powerElements)
        if (rackOf(element.placement) == hall.racks[0])
            gone.push_back(element.id);
    hall.design.powerElements = hall.design.powerElements.with({}, gone);
}
void pdusExist(Hall& hall) {
    for (const PowerElement& element : Table(hall.design.powerElements))
        hall.change(&Design::powerElements, element.id, [](PowerElement& pdu) { pdu.scope.status = Status::Existing; });
}
void upsGone(Hall& hall) {
    powered(hall);
    for (const PowerElement& element : hall.design.powerElements)
        if (element.kind == PowerElementKind::Ups) {
            hall.change(&Design::powerElements, element.id,
                        [](PowerElement& ups) { ups.scope.status = Status::Removed; });
            return;
        }
}
Bend liquid(Supply supply, double litresPerMinute) {
    return [=](Hall& hall) {
        hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
        const Id<CoolingUnit> cdu =
            hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU1",
                           OnFloor{hall.room, {Length::millimetres(9'000), Length::millimetres(3'000)}, {}});
        CoolingLoop loop;
        loop.id = hall.ids.take<CoolingLoop>();
        loop.name = "TCS";
        if (supply != Supply::NoFlow)
            loop.flow = litresPerMinute * unit::litrePerMinute;
        hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
        onFacilityWater(hall);
        if (supply != Supply::NoLoop)
            hall.change(&Design::coolingUnits, cdu, [&](CoolingUnit& unit) { unit.secondary = loop.id; });
        if (supply != Supply::NoCdu)
            hall.serve(hall.racks[0], cdu, HeatKind::Liquid);
        if (supply == Supply::NoAir) {
            std::vector<Id<CoolingService>> air;
            for (const CoolingService& service : hall.design.coolingServices)
                if (service.rack == hall.racks[0] && service.heat == HeatKind::Air)
                    air.push_back(service.id);
            hall.design.coolingServices = hall.design.coolingServices.with({}, air);
        }
    };
}
Bend rearDoors(std::int64_t aisle) {
    return [=](Hall& hall) {
        rearsTogether(hall);
        aisleIs(aisle)(hall);
        hall.addCooler(CoolingUnitKind::RearDoor, hall.coolerPart, "RD", ZeroU{hall.racks[0], Side::Left, 0});
    };
}
// A door on a 19-inch rack that is made for racks of this form; empty: nobody knows for which.
Bend doorMadeFor(std::string_view form) {
    return [=](Hall& hall) {
        attributeIs(&Hall::rackPart, "unit-pitch", 0.04445)(hall);
        Part door = fixture::coolingPart("test-door", PartCategory::RearDoorExchanger, 30'000);
        door.mounting = Mounting::None;
        if (!form.empty())
            door.attributes.push_back(fixture::word("rack-form", std::string(form)));
        const Id<PartRow> part = fixture::embed(hall.project, hall.ids, door);
        hall.addCooler(CoolingUnitKind::RearDoor, part, "RD", InRack{hall.racks[0], 1, Face::Rear, 0});
    };
}
void planningDoor(Hall& hall) {
    doorMadeFor("")(hall);
    hall.changePart(hall.design.coolingUnits.find(hall.coolers.back())->part,
                    [](Part& door) { door.isPlanningClass = true; });
}
Bend route(std::int64_t mm) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        hall.addObject(Aisle{{at(0, 0), at(12'000, 0), at(12'000, mm), at(0, mm)}, AisleKind::Circulation, false});
    };
}
Bend routeAndDoor(std::int64_t mm) { return all({route(mm), doubleDoor(false)}); }
// A column of 200 mm from this y on, right of the racks.
Bend columnAt(std::int64_t y) {
    return [=](Hall& hall) {
        hall.addObject(Column{{at(9'000, y), at(9'200, y), at(9'200, y + 200), at(9'000, y + 200)}});
    };
}
void keepOutInNamedRoute(Hall& hall) {
    route(1'200)(hall);
    hall.change(&Design::roomObjects, hall.design.roomObjects.begin()->id,
                [](RoomObject& object) { object.name = "West"; });
    hall.addObject(KeepOut{{at(4'000, 500), at(5'000, 500), at(5'000, 800), at(4'000, 800)}, {}});
}
Bend aisleDrawn(AisleKind kind, std::int64_t mm) {
    return [=](Hall& hall) {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        hall.addObject(
            Aisle{{at(3'000, 7'000), at(6'000, 7'000), at(6'000, 7'000 + mm), at(3'000, 7'000 + mm)}, kind, false});
    };
}
// A column as wide as the CDU at the top of the plan that ends here; the CDU begins at 2,400 mm.
Bend columnTo(std::int64_t mm) {
    return [=](Hall& hall) {
        hall.addObject(Column{{{Length::millimetres(8'700), Length::millimetres(1'000)},
                               {Length::millimetres(9'300), Length::millimetres(1'000)},
                               {Length::millimetres(9'300), Length::millimetres(mm)},
                               {Length::millimetres(8'700), Length::millimetres(mm)}}});
    };
}
// Perimeter units over a raised floor with a band of grates from here to the fronts of row B (5,400 mm); row A ends at
// 3,600 mm.
Bend gratesFrom(std::int64_t mm) {
    return [=](Hall& hall) {
        for (const Id<CoolingUnit> unit : hall.coolers)
            hall.change(&Design::coolingUnits, unit,
                        [](CoolingUnit& row) { row.kind = CoolingUnitKind::PerimeterAir; });
        const auto band = [](std::int64_t top, std::int64_t bottom) {
            const Length left = Length::millimetres(0), right = Length::millimetres(12'000);
            return std::vector<Point>{{left, Length::millimetres(top)},
                                      {right, Length::millimetres(top)},
                                      {right, Length::millimetres(bottom)},
                                      {left, Length::millimetres(bottom)}};
        };
        hall.addObject(RaisedFloor{band(0, 9'000)});
        hall.addObject(FloorTile{band(mm, 5'400), FloorTileKind::Grate, 0.56});
    };
}
Bend prohibitedIs(std::string methods) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [&](Part& part) {
            Attribute words;
            words.key = "cooling-prohibited";
            words.text = Fact<std::string>::known(methods, Grade::Vendor);
            part.attributes.push_back(words);
        });
    };
}
// Nodes whose part does not say how they are cooled, but how much of their heat goes to liquid, with these methods
// ruled out; empty: nothing is said of those either.
Bend coolingNotStated(std::string prohibited) {
    return [=](Hall& hall) {
        attributeIs(&Hall::nodePart, "liquid-share", 0)(hall);
        hall.changePart(hall.nodePart, [](Part& part) { part.heatPath = HeatPath::Unknown; });
        if (!prohibited.empty())
            prohibitedIs(prohibited)(hall);
    };
}
enum class Component { Embedded, Missing };
// The nodes hold eight accelerators of 700 W of this id.
Bend accelerators(std::string id, Component component) {
    return [=](Hall& hall) {
        hall.changePart(hall.nodePart, [&](Part& node) {
            Attribute model;
            model.key = "accelerator-model";
            model.text = Fact<std::string>::known(id, Grade::Vendor);
            std::erase_if(node.attributes, [](const Attribute& each) { return each.key == "accelerator-model"; });
            node.attributes.push_back(model);
            setAttribute(node, "accelerator-count", 8);
        });
        if (component == Component::Embedded)
            embed(hall.project, hall.ids,
                  part(id, PartCategory::Accelerator, Mounting::InDevice, {number("tdp", 700)}));
    };
}
void perimeterUnits(Hall& hall) {
    for (const Id<CoolingUnit> unit : hall.coolers)
        hall.change(&Design::coolingUnits, unit, [](CoolingUnit& row) { row.kind = CoolingUnitKind::PerimeterAir; });
}
// All racks are connected to CDUs for the heat that they give to the air.
void cdusForAir(Hall& hall) {
    for (const Id<CoolingUnit> unit : hall.coolers)
        hall.change(&Design::coolingUnits, unit, [](CoolingUnit& row) { row.kind = CoolingUnitKind::CduRow; });
}
// A door on rack A1 that takes the heat of these racks beside the coolers.
Bend doorServes(std::vector<std::size_t> racks) {
    return [=](Hall& hall) {
        const auto door = hall.addCooler(CoolingUnitKind::RearDoor, hall.coolerPart, "Door A1", ZeroU{hall.racks[0]});
        for (const std::size_t rack : racks)
            hall.serve(hall.racks[rack], door, HeatKind::Air);
    };
}
void columnInRackA1(Hall& hall) {
    const auto at = [](std::int64_t x, std::int64_t y) {
        return Point{Length::millimetres(x), Length::millimetres(y)};
    };
    hall.addObject(Column{{at(3'200, 2'900), at(3'400, 2'900), at(3'400, 3'100), at(3'200, 3'100)}});
}
// Racks that are systems by their part, with other devices in them.
void rackScaleRacks(Hall& hall) {
    hall.changePart(hall.rackPart, [](Part& rack) { rack.category = PartCategory::RackScaleSystem; });
}
// A device whose part is not in the project.
void partGone(Hall& hall) {
    hall.change(&Design::devices, hall.design.devices.begin()->id, [](Device& device) { device.part = {}; });
}
Bend longRow(int count) {
    return [=](Hall& hall) {
        outlineIs({{0, 0}, {20, 0}, {20, 14}, {0, 14}})(hall);
        for (std::size_t i = 0; i < 4; ++i)
            hall.change(&Design::racks, hall.racks[i], [](Rack& rack) { rack.row = "B"; });
        for (int i = 8; i < count; ++i)
            hall.addRack("X" + std::to_string(i), "B", {Length::millimetres(600 * i), Length::millimetres(9'500)},
                         Angle());
    };
}

// Row B of 21 racks with a gap before the last six.
Bend gapInRow(std::int64_t mm) {
    return [=](Hall& hall) {
        longRow(21)(hall);
        for (std::size_t i = hall.racks.size() - 6; i < hall.racks.size(); ++i)
            hall.change(&Design::racks, hall.racks[i], [&](Rack& rack) { rack.centre.x += Length::millimetres(mm); });
    };
}

struct Case {
    const char* name;
    const char* rule;
    Bend bend;
    RuleState state;
    Severity severity = Severity::Note;
    const char* message = "";
};

std::vector<Case> cases() {
    using S = Severity;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    const auto fpass = attributeIs(&Hall::rackPart, "height", 2.0);
    return {
        {"RACK-01 side by side", "RACK-01", unitIs(9), held},
        {"RACK-01 one unit too low", "RACK-01", unitIs(8), failed, S::Error, "rule.RACK-01.conflict"},
        {"RACK-01 rack height unknown", "RACK-01", attributeUnknown(&Hall::rackPart, "rack-height-units"), open},
        {"RACK-01 switch without a place", "RACK-01",
         [](Hall& h) {
             const Id<Device> leaf = h.addDevice(h.racks[0], h.switchPart, 30, "spare-leaf", "leaf");
             h.change(&Design::devices, leaf, [](Device& device) { device.placement = Unplaced{}; });
         },
         failed, S::Warning, "rule.RACK-01.unplaced"},
        {"RACK-02 EIA in EIA", "RACK-02", nothing, held},
        {"RACK-02 ORv3 in EIA", "RACK-02",
         [](Hall& h) { h.changePart(h.nodePart, [](Part& p) { p.mounting = Mounting::OpenRack21; }); }, failed,
         S::Error, "rule.RACK-02.mounting"},
        {"RACK-02 door for 19-inch racks", "RACK-02", doorMadeFor("eia-19"), held},
        {"RACK-02 door for 21-inch racks on a 19-inch rack", "RACK-02", doorMadeFor("open-rack-21"), failed, S::Error,
         "rule.RACK-02.form"},
        {"RACK-02 door for racks that nobody knows", "RACK-02", doorMadeFor(""), open, S::Note,
         "rule.RACK-02.form-open"},
        {"RACK-02 planning class of a door", "RACK-02", planningDoor, held},
        {"RACK-02 manifold for racks that nobody knows", "RACK-02",
         [](Hall& h) { h.changePart(h.nodePart, [](Part& part) { part.category = PartCategory::Manifold; }); }, open,
         S::Note, "rule.RACK-02.form-open"},
        {"RACK-02 21-inch shelf in a 19-inch rack", "RACK-02",
         [](Hall& h) {
             Part shelf = fixture::rackPdu();
             shelf.id = "test-shelf";
             shelf.mounting = Mounting::OpenRack21;
             const Id<PartRow> part = fixture::embed(h.project, h.ids, shelf);
             h.change(&Design::powerElements, h.design.powerElements.begin()->id, [&](PowerElement& element) {
                 element.part = part;
                 element.placement = InRack{h.racks[0], 30, Face::Front, 0};
             });
         },
         failed, S::Error, "rule.RACK-02.mounting"},
        {"RACK-02 height of the rack unknown", "RACK-02", attributeUnknown(&Hall::rackPart, "rack-height-units"), open},
        {"RACK-03 rear space just there", "RACK-03", attributeIs(&Hall::nodePart, "depth", 1.05), held},
        {"RACK-03 rear space short", "RACK-03", attributeIs(&Hall::nodePart, "depth", 1.051), failed, S::Warning,
         "rule.RACK-03.rear-space"},
        {"RACK-03 too deep", "RACK-03", attributeIs(&Hall::nodePart, "depth", 1.201), failed, S::Error,
         "rule.RACK-03.too-deep"},
        {"RACK-03 depth unknown", "RACK-03", attributeUnknown(&Hall::nodePart, "depth"), open},
        {"RACK-04 just carried", "RACK-04", attributeIs(&Hall::rackPart, "static-load", 320), held},
        {"RACK-04 one kg too much", "RACK-04", attributeIs(&Hall::rackPart, "static-load", 319), failed, S::Error,
         "rule.RACK-04.over-static"},
        {"RACK-04 weight unknown", "RACK-04", attributeUnknown(&Hall::nodePart, "weight"), open},
        {"RACK-04 lower bound exceeds", "RACK-04",
         all({attributeUnknown(&Hall::switchPart, "weight"), attributeIs(&Hall::rackPart, "static-load", 300)}), failed,
         S::Error, "rule.RACK-04.over-static"},
        {"RACK-04 shipped built, dynamic unknown", "RACK-04", settingIs("rack.shipped-built", "1"), open},
        {"RACK-05 low", "RACK-05", nothing, held},
        {"RACK-05 high", "RACK-05", attributeIs(&Hall::switchPart, "weight", 2000), failed, S::Note,
         "rule.RACK-05.high"},
        {"RACK-05 high and seismic", "RACK-05",
         all({attributeIs(&Hall::switchPart, "weight", 2000), siteIs(site::isSeismic, "yes")}), failed, S::Warning},
        {"RACK-05 height unknown", "RACK-05", attributeUnknown(&Hall::rackPart, "height"), open},
        {"RACK-06 rear switch, connector-side exhaust", "RACK-06", faceOfSwitchIs(Face::Rear, Airflow::RearToFront),
         held},
        {"RACK-06 rear switch, front-to-rear", "RACK-06", faceOfSwitchIs(Face::Rear, Airflow::FrontToRear), failed,
         S::Error, "rule.RACK-06.cold-aisle"},
        {"RACK-06 direction unknown", "RACK-06", faceOfSwitchIs(Face::Front, Airflow::Unknown), open},
        {"RACK-06 part not in the project", "RACK-06", partGone, open},
        {"FLOOR-01 column before a door", "FLOOR-01", doorAndColumn(913, -600), failed, S::Warning,
         "rule.FLOOR-01.door-front"},
        {"FLOOR-01 tray at the ceiling", "FLOOR-01", trayAt(4'000), held},
        {"FLOOR-01 tray above the ceiling", "FLOOR-01", trayAt(4'001), failed, S::Error, "rule.FLOOR-01.ceiling-tray"},
        {"FLOOR-01 busway above the ceiling", "FLOOR-01", buswayAboveCeiling, failed, S::Error,
         "rule.FLOOR-01.ceiling-named"},
        {"FLOOR-01 riser through the ceiling", "FLOOR-01", riserThroughCeiling, held},
        {"FLOOR-01 column beyond the way out", "FLOOR-01", doorAndColumn(915, -600), held},
        {"FLOOR-01 column beside a door", "FLOOR-01", doorAndColumn(0, 1), held},
        {"FLOOR-01 rack before a door", "FLOOR-01", rackBeforeDoor(913), failed, S::Warning,
         "rule.FLOOR-01.door-front-thing"},
        {"FLOOR-01 rack before a named door", "FLOOR-01",
         [](Hall& hall) {
             rackBeforeDoor(700)(hall);
             hall.change(&Design::roomObjects, hall.design.roomObjects.begin()->id,
                         [](RoomObject& object) { object.name = "East"; });
         },
         failed, S::Warning, "rule.FLOOR-01.door-front-thing-named"},
        {"FLOOR-01 rack beyond the way out", "FLOOR-01", rackBeforeDoor(914), held},
        {"FLOOR-01 unit before a door", "FLOOR-01",
         all({doubleDoor(false),
              [](Hall& hall) {
                  hall.change(&Design::coolingUnits, hall.coolers[0], [&](CoolingUnit& unit) {
                      unit.placement = OnFloor{hall.room, at(1'000, 7'600), {}};
                  });
              }}),
         failed, S::Warning, "rule.FLOOR-01.door-front-thing"},
        {"FLOOR-01 wall along the face of a column", "FLOOR-01", all({columnAt(4'000), wall(8'950, 3'000, 5'000)}),
         held},
        {"FLOOR-01 wall whose face lies in a column", "FLOOR-01", all({columnAt(4'000), wall(8'951, 3'000, 5'000)}),
         failed, S::Warning, "rule.FLOOR-01.wall-column"},
        {"FLOOR-01 wall before a door", "FLOOR-01", all({doubleDoor(false), wall(913, 6'000, 9'000)}), failed,
         S::Warning, "rule.FLOOR-01.door-front-wall"},
        {"FLOOR-01 wall beyond the way out", "FLOOR-01", all({doubleDoor(false), wall(915, 6'000, 9'000)}), held},
        {"FLOOR-01 wall in a doorway", "FLOOR-01", all({doubleDoor(false), wall(0, 7'000, 8'200)}), failed, S::Error,
         "rule.FLOOR-01.wall-door"},
        {"FLOOR-01 wall around a doorway", "FLOOR-01", all({doubleDoor(false), wall(0, 500, 8'700)}), held},
        {"FLOOR-01 wall up to the frame of a door", "FLOOR-01", doorAndWall(7'000), held},
        {"FLOOR-01 wall one millimetre into the swing of a door", "FLOOR-01", doorAndWall(7'001), failed, S::Error,
         "rule.FLOOR-01.wall-door"},
        {"FLOOR-01 doors side by side", "FLOOR-01", twoDoorsFrom(8'000), held},
        {"FLOOR-01 door over the end of a door", "FLOOR-01", twoDoorsFrom(7'800), failed, S::Error,
         "rule.FLOOR-01.doors"},
        {"FLOOR-01 columns side by side", "FLOOR-01", twoColumnsFrom(1'215), held},
        {"FLOOR-01 column in a column", "FLOOR-01", twoColumnsFrom(1'115), failed, S::Warning, "rule.FLOOR-01.columns"},
        {"FLOOR-01 apart", "FLOOR-01", nothing, held},
        {"FLOOR-01 one millimetre into each other", "FLOOR-01",
         [](Hall& h) { h.change(&Design::racks, h.racks[1], [](Rack& r) { r.centre.x -= Length::millimetres(1); }); },
         failed, S::Error, "rule.FLOOR-01.overlap"},
        // Side by side in one another they still look across the aisle of 1,200 mm and at the wall behind them.
        {"FLOOR-02 half a rack into each other", "FLOOR-02", halfARackIntoEachOther, held},
        {"FLOOR-03 half a rack into each other", "FLOOR-03", halfARackIntoEachOther, held},
        {"FLOOR-04 half a rack into each other", "FLOOR-04", halfARackIntoEachOther, held},
        // The yard begins beyond the wall; a perimeter unit has no business there.
        {"FLOOR-01 a dry cooler in the yard", "FLOOR-01", plantAt(PartCategory::DryCooler, -5'000), held},
        {"FLOOR-01 a dry cooler in the wall", "FLOOR-01", plantAt(PartCategory::DryCooler, 0), failed, S::Error,
         "rule.FLOOR-01.outside"},
        {"FLOOR-01 a perimeter unit in the yard", "FLOOR-01", plantAt(PartCategory::Crah, -5'000), failed, S::Error,
         "rule.FLOOR-01.outside"},
        {"FLOOR-01 out of the room", "FLOOR-01",
         [](Hall& h) {
             h.change(&Design::racks, h.racks[0], [](Rack& r) { r.centre = {Length::millimetres(299), r.centre.y}; });
         },
         failed, S::Error, "rule.FLOOR-01.outside"},
        {"FLOOR-01 rack in a column", "FLOOR-01", columnInRackA1, failed, S::Error, "rule.FLOOR-01.column"},
        {"FLOOR-01 tray along a column", "FLOOR-01", trayAndColumnFrom(1'150), held},
        {"FLOOR-01 tray one millimetre into a column", "FLOOR-01", trayAndColumnFrom(1'149), failed, S::Error,
         "rule.FLOOR-01.pathway-column"},
        {"FLOOR-01 service space just free", "FLOOR-01",
         all({liquid(Supply::Both, 13.5), attributeIs(&Hall::cduPart, "clearance-front", 0.9), columnTo(1'500)}), held},
        {"FLOOR-01 one millimetre into the service space", "FLOOR-01",
         all({liquid(Supply::Both, 13.5), attributeIs(&Hall::cduPart, "clearance-front", 0.9), columnTo(1'501)}),
         failed, S::Error, "rule.FLOOR-01.service-column"},
        {"FLOOR-01 size unknown", "FLOOR-01", attributeUnknown(&Hall::rackPart, "width"), open},
        {"FLOOR-02 1,200 mm", "FLOOR-02", aisleIs(1'200), held},
        {"FLOOR-02 1,199 mm", "FLOOR-02", aisleIs(1'199), failed, S::Error, "rule.FLOOR-02.narrow"},
        {"FLOOR-02 device cannot be drawn", "FLOOR-02",
         all({aisleIs(1'200), attributeIs(&Hall::nodePart, "depth", 0.901)}), failed, S::Warning,
         "rule.FLOOR-02.device"},
        {"FLOOR-02 depth of the rack unknown", "FLOOR-02", attributeUnknown(&Hall::rackPart, "depth"), open},
        {"FLOOR-03 1,200 mm", "FLOOR-03", all({rearsTogether, aisleIs(1'200)}), held},
        {"FLOOR-03 1,199 mm", "FLOOR-03", all({rearsTogether, aisleIs(1'199)}), failed, S::Warning,
         "rule.FLOOR-03.tight"},
        {"FLOOR-03 899 mm", "FLOOR-03", all({rearsTogether, aisleIs(899)}), failed, S::Error, "rule.FLOOR-03.narrow"},
        {"FLOOR-03 rear door just opens", "FLOOR-03", rearDoors(1'505), held},
        {"FLOOR-03 rear door does not", "FLOOR-03", rearDoors(1'504), failed, S::Error, "rule.FLOOR-03.rear-door"},
        {"FLOOR-03 no place for the rear door itself", "FLOOR-03", rearDoors(304), failed, S::Error,
         "rule.FLOOR-03.rear-door-no-place"},
        {"FLOOR-03 depth of the rack unknown", "FLOOR-03", attributeUnknown(&Hall::rackPart, "depth"), open},
        {"FLOOR-04 fronts together", "FLOOR-04", nothing, held},
        {"FLOOR-04 front to rear", "FLOOR-04", turnRowB, failed, S::Error, "rule.FLOOR-04.hot-to-cold"},
        {"FLOOR-04 grate begins within two tiles", "FLOOR-04", gratesFrom(4'799), held},
        {"FLOOR-04 grate begins behind two tiles", "FLOOR-04", gratesFrom(4'800), failed, S::Warning,
         "rule.FLOOR-04.no-supply"},
        {"FLOOR-04 depth of the rack unknown", "FLOOR-04", attributeUnknown(&Hall::rackPart, "depth"), open},
        {"FLOOR-05 1,200 mm", "FLOOR-05", routeAndDoor(1'200), held},
        {"FLOOR-05 1,199 mm", "FLOOR-05", route(1'199), failed, S::Error, "rule.FLOOR-05.narrow"},
        {"FLOOR-05 913 mm", "FLOOR-05", route(913), failed, S::Error, "rule.FLOOR-05.accessible"},
        {"FLOOR-05 hot aisle of 914 mm", "FLOOR-05", all({routeAndDoor(1'200), aisleDrawn(AisleKind::Hot, 914)}), held},
        {"FLOOR-05 hot aisle of 913 mm", "FLOOR-05", all({route(1'200), aisleDrawn(AisleKind::Hot, 913)}), failed,
         S::Warning, "rule.FLOOR-05.accessible"},
        {"FLOOR-05 route ends at a rack", "FLOOR-05", routeAndDoor(2'400), held},
        {"FLOOR-05 route ends in a rack", "FLOOR-05", route(2'401), failed, S::Error, "rule.FLOOR-05.blocked"},
        {"FLOOR-05 column in a route", "FLOOR-05", all({route(1'200), columnAt(1'199)}), failed, S::Error,
         "rule.FLOOR-05.blocked-column"},
        {"FLOOR-05 column at the edge of a route", "FLOOR-05", all({routeAndDoor(1'200), columnAt(1'200)}), held},
        {"FLOOR-05 keep-out in a named route", "FLOOR-05", keepOutInNamedRoute, failed, S::Error,
         "rule.FLOOR-05.blocked-keep-out-route"},
        {"FLOOR-05 wall at the edge of a route", "FLOOR-05", all({routeAndDoor(1'200), wallAcross(1'200, false)}),
         held},
        {"FLOOR-05 wall into a route", "FLOOR-05", all({route(1'200), wallAcross(1'199, false)}), failed, S::Error,
         "rule.FLOOR-05.blocked-wall"},
        {"FLOOR-05 way to an aisle", "FLOOR-05", all({route(1'200), doubleDoor(false), closedAisle(1'100)}), held},
        {"FLOOR-05 no way to an aisle", "FLOOR-05", all({route(1'200), doubleDoor(false), closedAisle(700)}), failed,
         S::Error, "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 closed door", "FLOOR-05",
         all({route(1'200), doubleDoor(false), wall(300, 6'000, 8'900), wall(0, 7'000, 8'200)}), failed, S::Error,
         "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 aisle in a room without doors", "FLOOR-05", all({route(1'200), closedAisle(0)}), open, S::Note,
         "rule.FLOOR-05.no-door"},
        {"FLOOR-05 aisle in a room larger than any hall", "FLOOR-05",
         all({route(1'200), doubleDoor(false), closedAisle(0),
              outlineIs({{0, 0}, {3'000, 0}, {3'000, 3'000}, {0, 3'000}})}),
         open, S::Note, "rule.FLOOR-05.too-large"},
        {"FLOOR-05 aisle in the largest room whose ways are followed", "FLOOR-05",
         all({route(1'200), doubleDoor(false), outlineIs({{0, 0}, {800, 0}, {800, 800}, {0, 800}})}), held},
        {"FLOOR-05 wall with a door in a route", "FLOOR-05", all({routeAndDoor(1'200), wallAcross(0, true)}), held},
        {"FLOOR-05 wall with a narrow door in a route", "FLOOR-05",
         all({routeAndDoor(1'200), wall(1'000, 0, 1'500),
              [](Hall& hall) {
                  Door door;
                  door.from = at(1'000, 100);
                  door.to = at(1'000, 914);
                  hall.addObject(door);
              }}),
         failed, S::Error, "rule.FLOOR-05.blocked-wall"},
        {"FLOOR-05 wall with a door of 900 mm in a route", "FLOOR-05",
         all({routeAndDoor(1'200), wall(1'000, 0, 1'500),
              [](Hall& hall) {
                  Door door;
                  door.from = at(1'000, 100);
                  door.to = at(1'000, 1'000);
                  hall.addObject(door);
              }}),
         held},
        {"FLOOR-05 door of 900 mm", "FLOOR-05", all({route(1'200), edgeDoor(900)}), held},
        {"FLOOR-05 door of 815 mm", "FLOOR-05", all({route(1'200), edgeDoor(815)}), held},
        {"FLOOR-05 door of 814 mm", "FLOOR-05", all({route(1'200), edgeDoor(814)}), failed, S::Error,
         "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 door narrower than a setting asks", "FLOOR-05",
         all({route(1'200), edgeDoor(900), settingIs("floor.door-least", "0.95")}), failed, S::Error,
         "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 wall across the hall with a door of 300 mm", "FLOOR-05",
         all({doubleDoor(false), wall(2'000, 0, 9'000), innerDoor(2'000, 300, 2'100)}), failed, S::Error,
         "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 door within the hall alone", "FLOOR-05",
         all({route(1'200), wall(2'000, 1'300, 9'000), innerDoor(2'000, 1'000, 2'100)}), open, S::Note,
         "rule.FLOOR-05.no-door"},
        {"FLOOR-05 closed wall beside a door within the hall", "FLOOR-05",
         all({doubleDoor(false), wall(1'500, 0, 9'000), wall(2'500, 0, 9'000), innerDoor(2'500, 1'000, 2'100)}), failed,
         S::Error, "rule.FLOOR-05.cut-off"},
        {"FLOOR-05 no route drawn", "FLOOR-05", doubleDoor(false), open, S::Note, "rule.FLOOR-05.no-routes"},
        {"FLOOR-05 row of 20", "FLOOR-05", all({routeAndDoor(1'200), longRow(20)}), held},
        {"FLOOR-05 row of 21", "FLOOR-05", all({route(1'200), longRow(21)}), failed, S::Warning,
         "rule.FLOOR-05.long-row"},
        {"FLOOR-05 row of 21 with a cross aisle", "FLOOR-05", all({routeAndDoor(1'200), gapInRow(1'200)}), held},
        {"FLOOR-05 row of 21 with a gap too narrow", "FLOOR-05", all({route(1'200), gapInRow(1'199)}), failed,
         S::Warning, "rule.FLOOR-05.long-row"},
        {"FLOOR-06 all ratings just met", "FLOOR-06",
         all({siteIs(site::floorUniform, "345"), siteIs(site::floorConcentrated, "134.75"),
              siteIs(site::floorRolling, "100")}),
         held},
        {"FLOOR-06 uniform", "FLOOR-06",
         all({siteIs(site::floorUniform, "338"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "100")}),
         failed, S::Error, "rule.FLOOR-06.uniform"},
        {"FLOOR-06 concentrated", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "134"),
              siteIs(site::floorRolling, "100")}),
         failed, S::Error, "rule.FLOOR-06.concentrated"},
        // An empty rack of 170 kg: 46.75 kg on its worst foot; loaded 490 kg: 134.75 kg.
        {"FLOOR-06 just rolls in empty", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "46.75")}),
         held},
        {"FLOOR-06 rolling", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "46")}),
         failed, S::Error, "rule.FLOOR-06.rolling"},
        {"FLOOR-06 just rolls in loaded", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "134.75"), settingIs("rack.shipped-built", "1")}),
         held},
        {"FLOOR-06 rolls in loaded", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "134"), settingIs("rack.shipped-built", "1")}),
         failed, S::Error, "rule.FLOOR-06.rolling"},
        {"FLOOR-06 within 0.5 % of a class", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "134.2"),
              siteIs(site::floorRolling, "100")}),
         held},
        {"FLOOR-06 heavy under the rack", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "100"), settingIs("floor.footprint-note", "680")}),
         failed, S::Note, "rule.FLOOR-06.footprint"},
        {"FLOOR-06 just not heavy under the rack", "FLOOR-06",
         all({siteIs(site::floorUniform, "700"), siteIs(site::floorConcentrated, "135"),
              siteIs(site::floorRolling, "100"), settingIs("floor.footprint-note", "681")}),
         held},
        {"FLOOR-06 rating unknown", "FLOOR-06", nothing, open},
        {"FLOOR-07 just through", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), doubleDoor(true)}), held},
        {"FLOOR-07 no door drawn", "FLOOR-07", all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6")}),
         open, S::Note, "rule.FLOOR-07.no-door"},
        {"FLOOR-07 no door on the delivery path", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), doubleDoor(false)}), open, S::Note,
         "rule.FLOOR-07.no-delivery-door"},
        {"FLOOR-07 too high", "FLOOR-07", all({siteIs(site::doorHeight, "2.299"), siteIs(site::doorWidth, "0.6")}),
         failed, S::Error, "rule.FLOOR-07.height"},
        {"FLOOR-07 too wide", "FLOOR-07", all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.599")}),
         failed, S::Error, "rule.FLOOR-07.width"},
        {"FLOOR-07 lift just carries", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), siteIs(site::liftLoad, "170"),
              doubleDoor(true)}),
         held},
        {"FLOOR-07 lift too weak", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), siteIs(site::liftLoad, "169.9")}),
         failed, S::Error, "rule.FLOOR-07.lift"},
        {"FLOOR-07 weight for the lift unknown", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), siteIs(site::liftLoad, "170"),
              attributeUnknown(&Hall::rackPart, "weight")}),
         open},
        {"FLOOR-07 just around a wall", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.4"), siteIs(site::doorWidth, "1.2"), doubleDoor(true),
              wall(2'000, 0, 8'390)}),
         held},
        {"FLOOR-07 not around a wall", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.4"), siteIs(site::doorWidth, "1.2"), doubleDoor(true),
              wall(2'000, 0, 8'500)}),
         failed, S::Error, "rule.FLOOR-07.walled-in"},
        {"FLOOR-07 behind a wall with a door", "FLOOR-07", deliveryThrough(600, 2'300), held},
        {"FLOOR-07 behind a wall with a door too low", "FLOOR-07", deliveryThrough(1'000, 2'299), failed, S::Error,
         "rule.FLOOR-07.inner-door"},
        {"FLOOR-07 behind a wall with a door too narrow", "FLOOR-07", deliveryThrough(599, 2'400), failed, S::Error,
         "rule.FLOOR-07.inner-door"},
        {"FLOOR-07 delivery door in no wall", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.4"), siteIs(site::doorWidth, "1.2"),
              [](Hall& hall) {
                  Door door;
                  door.from = at(1'000, 7'000);
                  door.to = at(1'000, 8'200);
                  door.height = Length::millimetres(2'400);
                  door.isDeliveryPath = true;
                  hall.addObject(door);
              }}),
         open, S::Note, "rule.FLOOR-07.loose-door"},
        {"FLOOR-07 room larger than any hall", "FLOOR-07",
         all({siteIs(site::doorHeight, "2.3"), siteIs(site::doorWidth, "0.6"), doubleDoor(true),
              outlineIs({{0, 0}, {3'000, 0}, {3'000, 3'000}, {0, 3'000}})}),
         open, S::Note, "rule.FLOOR-07.too-large"},
        {"FLOOR-07 doors unknown", "FLOOR-07", nothing, open, S::Note, "rule.FLOOR-07.no-door"},
        {"FLOOR-08 just below", "FLOOR-08", attributeIs(&Hall::rackPart, "height", 3.39), held},
        {"FLOOR-08 too high", "FLOOR-08", attributeIs(&Hall::rackPart, "height", 3.391), failed, S::Warning,
         "rule.FLOOR-08.over-rack"},
        {"FLOOR-08 as high as the room", "FLOOR-08", attributeIs(&Hall::rackPart, "height", 4), failed, S::Warning,
         "rule.FLOOR-08.over-rack"},
        {"FLOOR-08 higher than the room", "FLOOR-08", attributeIs(&Hall::rackPart, "height", 4.001), failed, S::Error,
         "rule.FLOOR-08.no-room"},
        {"FLOOR-08 low room", "FLOOR-08",
         [fpass](Hall& h) {
             fpass(h);
             h.change(&Design::rooms, h.room, [](Room& r) { r.clearHeight = Length::millimetres(3'099); });
         },
         failed, S::Warning, "rule.FLOOR-08.room"},
        {"FLOOR-08 height unknown", "FLOOR-08", attributeUnknown(&Hall::rackPart, "height"), open},
        {"FLOOR-09 wall around the room", "FLOOR-09", wallTo(-1'000), held},
        {"FLOOR-09 wall out of the room", "FLOOR-09", wallTo(-1'001), failed, S::Warning, "rule.FLOOR-09.wall"},
        {"FLOOR-09 door in a wall", "FLOOR-09", all({wall(2'000, 0, 4'000), innerDoor(2'000, 1'000, 2'100)}), held},
        {"FLOOR-09 door in the edge of the room", "FLOOR-09", edgeDoor(1'000), held},
        {"FLOOR-09 door in no wall", "FLOOR-09", innerDoor(2'000, 1'000, 2'100), failed, S::Warning,
         "rule.FLOOR-09.door-no-wall"},
        {"FLOOR-09 door in line with a wall that ends before it", "FLOOR-09",
         all({wall(2'000, 0, 3'000), innerDoor(2'000, 1'000, 2'100)}), failed, S::Warning,
         "rule.FLOOR-09.door-no-wall"},
        {"FLOOR-09 room without an outline", "FLOOR-09",
         all({wallTo(-1'001), [](Hall& h) { h.change(&Design::rooms, h.room, [](Room& r) { r.outline.clear(); }); }}),
         open},
        {"FLOOR-09 tray a kilometre away", "FLOOR-09", trayTo(1'000'000), failed, S::Warning, "rule.FLOOR-09.tray"},
        {"FLOOR-09 tray in the slab", "FLOOR-09", trayBelow, failed, S::Warning, "rule.FLOOR-09.slab-tray"},
        {"FLOOR-09 tray under a raised floor", "FLOOR-09",
         all({trayBelow,
              [](Hall& h) {
                  h.addObject(RaisedFloor{{at(0, 0), at(9'000, 0), at(9'000, 9'000)}});
              }}),
         held},
        {"FLOOR-09 tray under the floor of the site", "FLOOR-09", all({trayBelow, siteIs(site::plenumHeight, "0.6")}),
         held},
        {"FLOOR-10 an outline", "FLOOR-10", nothing, held},
        {"FLOOR-10 crosses itself", "FLOOR-10", outlineIs({{0, 0}, {20, 14}, {20, 0}, {0, 14}}), failed, S::Error,
         "rule.FLOOR-10.crosses"},
        {"FLOOR-10 just does not", "FLOOR-10", outlineIs({{0, 0}, {20, 0}, {20, 14}, {10, 1}, {0, 14}}), held},
        {"FLOOR-10 a line", "FLOOR-10", outlineIs({{0, 0}, {20, 0}, {10, 0}}), failed, S::Error,
         "rule.FLOOR-10.no-area"},
        {"FLOOR-10 no outline", "FLOOR-10", outlineIs({}), open},
        {"PART-01 accelerator embedded", "PART-01", accelerators("test-gpu", Component::Embedded), held},
        {"PART-01 accelerator missing", "PART-01", accelerators("test-gpu", Component::Missing), failed, S::Warning,
         "rule.PART-01.component"},
        {"PART-01 accelerator unknown", "PART-01", attributeUnknown(&Hall::nodePart, "accelerator-model"), open},
        {"PART-01 rack without its system", "PART-01", rackScaleRacks, failed, S::Error, "rule.PART-01.system"},
        {"POWER-02 just carried", "POWER-02", attributeIs(&Hall::pduPart, "rated-power", 10'750), held},
        {"POWER-02 one watt too much", "POWER-02", attributeIs(&Hall::pduPart, "rated-power", 10'749), failed, S::Error,
         "rule.POWER-02.over"},
        {"POWER-02 many ways down", "POWER-02", onLadder, held},
        {"POWER-02 rating unknown", "POWER-02", attributeUnknown(&Hall::pduPart, "rated-power"), open},
        {"POWER-03 just carries the whole rack", "POWER-03", attributeIs(&Hall::pduPart, "rated-power", 21'500), held},
        {"POWER-03 one watt too much when a side is lost", "POWER-03",
         attributeIs(&Hall::pduPart, "rated-power", 21'499), failed, S::Error, "rule.POWER-03.over"},
        // Eight racks of 21.5 kW, all on one busway when the other is lost.
        {"POWER-03 busway just carries all racks", "POWER-03", twoBusways(172'000, 21'500), held},
        {"POWER-03 busway one watt short", "POWER-03", twoBusways(171'999, 21'500), failed, S::Error,
         "rule.POWER-03.over"},
        {"POWER-03 busway just carries the coolers of both sides", "POWER-03", coolersOn(182'000, 2), held},
        {"POWER-03 busway one watt short for the coolers", "POWER-03", coolersOn(181'999, 2), failed, S::Error,
         "rule.POWER-03.over"},
        {"POWER-03 all coolers on one side", "POWER-03", coolersOn(200'000, 1), failed, S::Error,
         "rule.POWER-03.cooling"},
        {"COOL-10 the air just holds", "COOL-10", airHolds("24.31"), held},
        {"COOL-10 the air does not hold", "COOL-10", airHolds("24.32"), failed, S::Warning, "rule.COOL-10.air"},
        {"COOL-10 restart that nobody can read", "COOL-10", airHolds("soon"), open},
        {"COOL-10 mass that nobody can read", "COOL-10",
         all({airHolds("24.31"), settingIs("cooling.mass-time-constant", "1e12")}), open},
        {"COOL-10 a tank holds on", "COOL-10", all({airHolds("24.32"), coolersOnTank(0.1)}), held},
        {"COOL-10 height of the room unknown", "COOL-10",
         all({airHolds("24.31"),
              [](Hall& hall) {
                  hall.change(&Design::rooms, hall.room, [](Room& room) { room.clearHeight.reset(); });
              }}),
         open},
        {"POWER-03 busway of shared redundancy one watt short", "POWER-03",
         all({twoBusways(171'999, 21'500), siteIs(site::redundancy, "shared")}), failed, S::Warning,
         "rule.POWER-03.shared"},
        {"POWER-03 tap-off one watt short", "POWER-03", twoBusways(172'000, 21'499), failed, S::Error,
         "rule.POWER-03.over"},
        {"POWER-03 one tap-off for both sides", "POWER-03", twoBusways(172'000, 21'500, true), held},
        {"POWER-03 one tap-off for both sides, one watt short", "POWER-03", twoBusways(172'000, 21'499, true), failed,
         S::Error, "rule.POWER-03.over"},
        {"POWER-03 rating unknown", "POWER-03", attributeUnknown(&Hall::pduPart, "rated-power"), open},
        {"POWER-05 three of six just carry", "POWER-05", suppliesAre(6, 10'000.0 / 3), held},
        {"POWER-05 three of six do not", "POWER-05", suppliesAre(6, 3'300), failed, S::Warning,
         "rule.POWER-05.degrades"},
        {"POWER-05 three of six carry what the devices are capped at", "POWER-05",
         all({suppliesAre(6, 3'300), capsAre(9'900)}), held},
        {"POWER-05 three of six do not carry the cap", "POWER-05", all({suppliesAre(6, 3'300), capsAre(9'901)}), failed,
         S::Warning, "rule.POWER-05.degrades"},
        {"POWER-05 no degradation asked", "POWER-05",
         all({suppliesAre(6, 3'300), settingIs("power.no-degradation", "1")}), failed, S::Error},
        {"POWER-05 rating unknown", "POWER-05", suppliesAre(6, std::nullopt), open},
        {"POWER-09 all fed", "POWER-09", powered, held},
        {"POWER-09 a PDU without a circuit", "POWER-09", poweredButLastPdu, failed, S::Error, "rule.POWER-09.no-feed"},
        {"POWER-09 the UPS above is taken out", "POWER-09", upsGone, failed, S::Error, "rule.POWER-09.no-feed"},
        {"POWER-09 devices without a PDU", "POWER-09", firstRackLosesPdus, failed, S::Warning,
         "rule.POWER-09.no-pdu-of"},
        {"POWER-09 devices of unknown power without a PDU", "POWER-09",
         all({firstRackLosesPdus, powerUnknown(&Hall::nodePart), powerUnknown(&Hall::switchPart)}), failed, S::Warning,
         "rule.POWER-09.no-pdu"},
        {"POWER-09 PDUs that nothing feeds, and nothing upstream drawn", "POWER-09", nothing, failed, S::Warning,
         "rule.POWER-09.no-source"},
        {"POWER-09 existing PDUs with nothing upstream drawn", "POWER-09", pdusExist, open, S::Note,
         "rule.POWER-09.not-drawn"},
        {"POWER-09 PDUs that feed themselves", "POWER-09", feedingThemselves, failed, S::Error,
         "rule.POWER-09.feeds-itself"},
        {"POWER-09 many ways down", "POWER-09", onLadder, held},
        {"POWER-16 the busway is drawn nowhere", "POWER-16", buswayUndrawn, open, S::Note, "rule.POWER-16.not-drawn"},
        {"POWER-16 busway of the room", "POWER-16", onBusway(false), held},
        {"POWER-16 rack moved to another room", "POWER-16", onBusway(true), failed, S::Error,
         "rule.POWER-16.other-room"},
        {"POWER-16 the busway is 1.4 m away", "POWER-16", all({onBusway(false), settingIs("power.whip-reach", "1.4")}),
         held},
        {"POWER-16 the busway is further than whips reach", "POWER-16",
         all({onBusway(false), settingIs("power.whip-reach", "1.39")}), failed, S::Warning, "rule.POWER-16.too-far"},
        {"POWER-16 a longer whip is entered", "POWER-16",
         all({onBusway(false), settingIs("power.whip-reach", "1"), whipsAre(1'400)}), held},
        {"POWER-16 the whip is too short", "POWER-16", all({onBusway(false), whipsAre(1'390)}), failed, S::Warning,
         "rule.POWER-16.whip-short"},
        {"POWER-16 a PDU on the busway itself", "POWER-16",
         all({onBusway(false), withoutTap, settingIs("power.whip-reach", "1.39")}), failed, S::Warning,
         "rule.POWER-16.too-far"},
        {"POWER-16 rack in no room", "POWER-16",
         all({onBusway(false),
              [](Hall& h) { h.change(&Design::racks, h.racks[0], [](Rack& rack) { rack.room = {}; }); }}),
         open},
        {"POWER-15 typical", "POWER-15", typicalIs(9'900), held},
        {"POWER-15 maximum taken for energy", "POWER-15", typicalIs(9'901), failed, S::Error, "rule.POWER-15.maximum"},
        {"POWER-15 maximum unknown", "POWER-15", powerUnknown(&Hall::nodePart), open},
        {"COOL-01 inside the band", "COOL-01", nothing, held},
        {"COOL-01 above the band", "COOL-01", settingIs("cooling.band.in-row-high", "21499"), failed, S::Warning,
         "rule.COOL-01.over-band"},
        {"COOL-01 a cap with its loss", "COOL-01",
         all({settingIs("cooling.band.in-row-high", "21000"), accelerators("nv-h100-sxm5-80", Component::Embedded)}),
         failed, S::Warning, "rule.COOL-01.over-band-cap"},
        {"COOL-01 a cap of an accelerator without a table", "COOL-01",
         all({settingIs("cooling.band.in-row-high", "21000"), accelerators("nv-b200-sxm-180", Component::Embedded)}),
         failed, S::Warning, "rule.COOL-01.over-band-cap-only"},
        {"COOL-01 room air above what is usual", "COOL-01", perimeterUnits, failed, S::Note,
         "rule.COOL-01.usual-method"},
        {"COOL-01 room air within what is usual", "COOL-01",
         all({perimeterUnits, settingIs("cooling.band.perimeter-low", "21500")}), held},
        {"COOL-01 unit just carries", "COOL-01", attributeIs(&Hall::coolerPart, "cooling-capacity", 86'000), held},
        {"COOL-01 unit above its rating", "COOL-01", attributeIs(&Hall::coolerPart, "cooling-capacity", 85'999), failed,
         S::Error, "rule.COOL-01.over-rating"},
        {"COOL-01 no unit serves", "COOL-01", [](Hall& h) { h.design.coolingServices = {}; }, failed, S::Error,
         "rule.COOL-01.no-unit"},
        {"COOL-01 CDUs for the heat of the air", "COOL-01", cdusForAir, failed, S::Error, "rule.COOL-01.takes-no-air"},
        {"COOL-01 a door takes the heat of its rack", "COOL-01", doorServes({0}), held},
        {"COOL-01 a door is to take that of another rack", "COOL-01", doorServes({0, 1}), failed, S::Error,
         "rule.COOL-01.door-of-other"},
        {"COOL-01 vendor rules another method out", "COOL-01", prohibitedIs("perimeter-air;immersion"), held},
        {"COOL-01 vendor rules the method out", "COOL-01", prohibitedIs("perimeter-air;in-row"), failed, S::Error,
         "rule.COOL-01.prohibited"},
        {"COOL-01 nothing says how the nodes are cooled", "COOL-01", coolingNotStated(""), open, S::Note,
         "rule.COOL-01.not-stated"},
        {"COOL-01 vendor rules none out", "COOL-01", coolingNotStated("none"), held},
        {"COOL-01 rating unknown", "COOL-01", attributeUnknown(&Hall::coolerPart, "cooling-capacity"), open},
        {"COOL-03 29 C before devices of 32 C", "COOL-03", coldAisleAt(29), held},
        {"COOL-03 29.01 C before devices of 32 C", "COOL-03", coldAisleAt(29.01), failed, S::Warning,
         "rule.COOL-03.near"},
        {"COOL-03 32 C before devices of 32 C", "COOL-03", coldAisleAt(32), failed, S::Warning, "rule.COOL-03.near"},
        {"COOL-03 32.01 C before devices of 32 C", "COOL-03", coldAisleAt(32.01), failed, S::Error,
         "rule.COOL-03.over"},
        {"COOL-03 the vendor allows more", "COOL-03",
         all({coldAisleAt(32), attributeIs(&Hall::nodePart, "air-inlet-max", 308.15),
              attributeIs(&Hall::switchPart, "air-inlet-max", 308.15)}),
         held},
        {"COOL-03 the vendor allows less", "COOL-03",
         all({coldAisleAt(29.01), attributeIs(&Hall::nodePart, "air-inlet-max", 302.15)}), failed, S::Error,
         "rule.COOL-03.over"},
        {"COOL-03 31 C where the design allows 35 C", "COOL-03",
         all({coldAisleAt(31), settingIs("airflow.allowable-inlet", "308.15")}), held},
        {"COOL-03 29.01 C where the design allows 29 C", "COOL-03",
         all({coldAisleAt(29.01), settingIs("airflow.allowable-inlet", "302.15")}), failed, S::Error,
         "rule.COOL-03.over"},
        {"COOL-03 airflow of the coolers unknown", "COOL-03", nothing, open},
        {"COOL-03 supply temperature unknown", "COOL-03", attributeIs(&Hall::coolerPart, "supplied-airflow", 4.4),
         open},
        {"COOL-03 power of nodes unknown", "COOL-03", all({coldAisleAt(20), powerUnknown(&Hall::nodePart)}), open},
        {"COOL-03 nothing supplies air", "COOL-03", all({coldAisleAt(20), [](Hall& h) { h.design.coolingUnits = {}; }}),
         open, S::Note, "rule.COOL-03.room-air-supply"},
        {"COOL-03 units that blow into an open room", "COOL-03",
         all({attributeIs(&Hall::coolerPart, "supplied-airflow", 5), siteIs(site::supplyAir, "293.15"),
              perimeterUnits}),
         open, S::Note, "rule.COOL-03.unit-air-way"},
        {"COOL-03 more air into a closed aisle than out of it", "COOL-03", coldAisleAt(20, 5), open, S::Note,
         "rule.COOL-03.room-closed-air"},
        {"COOL-04 1.5 L/min per kW", "COOL-04", liquid(Supply::Both, 13.5), held},
        {"COOL-04 1.49 L/min per kW", "COOL-04", liquid(Supply::Both, 13.4), failed, S::Warning,
         "rule.COOL-04.good-flow"},
        {"COOL-04 below 1.25 L/min per kW", "COOL-04", liquid(Supply::Both, 11.2), failed, S::Error,
         "rule.COOL-04.least-flow"},
        {"COOL-04 no CDU", "COOL-04", liquid(Supply::NoCdu, 13.5), failed, S::Error, "rule.COOL-04.no-cdu"},
        {"COOL-04 no loop", "COOL-04", liquid(Supply::NoLoop, 13.5), failed, S::Error, "rule.COOL-04.no-loop"},
        {"COOL-04 door on a loop", "COOL-04", onFacilityWater, held},
        {"COOL-04 door without a loop", "COOL-04", withoutLoop(CoolingUnitKind::RearDoor), failed, S::Error,
         "rule.COOL-04.unit-loop"},
        {"COOL-04 in-row unit without a loop", "COOL-04", withoutLoop(CoolingUnitKind::InRow), open, S::Note,
         "rule.COOL-04.maybe-loop"},
        {"COOL-04 flow unknown", "COOL-04", liquid(Supply::NoFlow, 0), open},
        {"COOL-08 air unit takes the rest", "COOL-08", liquid(Supply::Both, 13.5), held},
        {"COOL-08 nobody takes the rest", "COOL-08", liquid(Supply::NoAir, 13.5), failed, S::Error,
         "rule.COOL-08.no-air"},
        {"COOL-08 CDUs for the heat of the air", "COOL-08", all({liquid(Supply::Both, 13.5), cdusForAir}), failed,
         S::Error, "rule.COOL-08.no-air"},
        {"COOL-08 switches of unknown power have no liquid", "COOL-08",
         all({powerUnknown(&Hall::switchPart), [](Hall& h) { h.design.coolingServices = {}; }}), held},
        {"COOL-08 heat unknown", "COOL-08",
         all({liquid(Supply::NoAir, 13.5), powerUnknown(&Hall::liquidPart), powerUnknown(&Hall::nodePart),
              powerUnknown(&Hall::switchPart)}),
         open},
        {"SITE-03 just within", "SITE-03", siteIs(site::powerLimit, "172000", "IT"), held},
        {"SITE-03 one watt above", "SITE-03", siteIs(site::powerLimit, "171999", "IT"), failed, S::Error,
         "rule.SITE-03.over"},
        {"SITE-03 its range reaches over", "SITE-03",
         all({siteIs(site::powerLimit, "172000", "IT"), powerReaches(&Hall::nodePart, 1.01)}), failed, S::Warning,
         "rule.SITE-03.reaches"},
        {"SITE-03 its whole range within", "SITE-03",
         all({siteIs(site::powerLimit, "180000", "IT"), powerReaches(&Hall::nodePart, 1.01)}), held},
        {"SITE-03 a cap meets it", "SITE-03",
         all({siteIs(site::powerLimit, "162000", "IT"), accelerators("nv-h100-sxm5-80", Component::Embedded)}), failed,
         S::Error, "rule.SITE-03.over-cap"},
        {"SITE-03 a cap of unknown loss meets it", "SITE-03",
         all({siteIs(site::powerLimit, "162000", "IT"), accelerators("nv-b200-sxm-180", Component::Embedded)}), failed,
         S::Error, "rule.SITE-03.over-cap-only"},
        {"SITE-03 no cap meets it", "SITE-03",
         all({siteIs(site::powerLimit, "94000", "IT"), accelerators("nv-h100-sxm5-80", Component::Embedded)}), failed,
         S::Error, "rule.SITE-03.over"},
        {"SITE-03 utility power has its losses", "SITE-03", siteIs(site::powerLimit, "172000", "utility"), failed,
         S::Error, "rule.SITE-03.over"},
        {"SITE-03 a site without power", "SITE-03", siteIs(site::powerLimit, "0", "IT"), failed, S::Error,
         "rule.SITE-03.over-nothing"},
        {"SITE-03 no basis", "SITE-03", siteIs(site::powerLimit, "100000"), open},
        {"SITE-03 limit unknown", "SITE-03", nothing, open},
        {"SITE-02 just within", "SITE-02", siteIs(site::rackLimit, "21500", "contracted maximum"), held},
        {"SITE-02 one watt above", "SITE-02", siteIs(site::rackLimit, "21499", "contracted maximum"), failed, S::Error,
         "rule.SITE-02.over"},
        {"SITE-02 average is less", "SITE-02", siteIs(site::rackLimit, "17000", "measured average"), held},
        {"SITE-02 average is more", "SITE-02", siteIs(site::rackLimit, "15000", "measured average"), failed, S::Error,
         "rule.SITE-02.over-average"},
        {"SITE-02 a breaker carries the nameplate", "SITE-02", siteIs(site::rackLimit, "21499", "breaker"), failed,
         S::Error, "rule.SITE-02.over-breaker"},
        // A cap of the rack lifts nothing that the site allows, nor the site a cap.
        {"SITE-02 a cap above the site's limit", "SITE-02",
         all({siteIs(site::rackLimit, "21499", "contracted maximum"), racksCapped(25'000)}), failed, S::Error,
         "rule.SITE-02.over"},
        {"SITE-02 a cap below the site's limit", "SITE-02",
         all({siteIs(site::rackLimit, "25000", "contracted maximum"), racksCapped(21'499)}), failed, S::Error,
         "rule.SITE-02.over-own"},
        {"SITE-02 both just within", "SITE-02",
         all({siteIs(site::rackLimit, "21500", "contracted maximum"), racksCapped(21'500)}), held},
        {"SITE-02 a cap within beside a breaker that is not", "SITE-02",
         all({siteIs(site::rackLimit, "21499", "breaker"), racksCapped(30'000)}), failed, S::Error,
         "rule.SITE-02.over-breaker"},
        {"SITE-02 a cap alone", "SITE-02", racksCapped(21'500), held},
        {"SITE-02 a cap beside a limit of unknown load", "SITE-02",
         all({siteIs(site::rackLimit, "30000"), racksCapped(21'500)}), open},
        {"SITE-02 a broken cap beside a limit of unknown load", "SITE-02",
         all({siteIs(site::rackLimit, "30000"), racksCapped(21'499)}), failed, S::Error, "rule.SITE-02.over-own"},
        {"SITE-02 no basis", "SITE-02", siteIs(site::rackLimit, "21499"), open},
        {"SITE-02 limit unknown", "SITE-02", nothing, open},
    };
}

} // namespace

std::vector<RuleCase> facilityCases() {
    std::vector<RuleCase> list;
    for (const Case& test : cases())
        list.push_back({test.name, test.rule,
                        [bend = test.bend] {
                            Hall made = hall();
                            // Passing cases are about one rule: the hall's switch states its airflow.
                            made.changePart(made.switchPart, [](Part& part) { part.airflow = Airflow::FrontToRear; });
                            // Nor do its coolers need circuits.
                            for (const Id<CoolingUnit> unit : made.coolers)
                                made.change(&Design::coolingUnits, unit,
                                            [](CoolingUnit& row) { row.draw = Power(0.0); });
                            bend(made);
                            return made.snapshot();
                        },
                        test.state, test.severity, test.message});
    return list;
}

} // namespace rackwright::fixture
