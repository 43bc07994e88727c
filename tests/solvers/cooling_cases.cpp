// SPDX-License-Identifier: GPL-3.0-or-later
// Rules of loops, air balance and plant: the smallest step that breaks each, one that just passes, and a case that
// cannot be checked, as bends of a hall with facility water, two CDUs and a loop of cold plates.
#include "tests/solvers/hall_fixture.h"
#include "tests/solvers/rule_cases.h"

#include <algorithm>

namespace rackwright::fixture {

namespace {

// The hall of hall_fixture.h with 9 kW of liquid heat in rack A1: facility water of 20 C (return at most 32 C) feeds
// the two coolers and two CDUs of 9 kW at 10 K, which share a loop of PG25 that supplies 30 C, returns at most at 40 C,
// moves 13.95 L/min against 150 kPa, and is claimed N+1.
struct LiquidHall {
    Hall hall;
    Id<CoolingLoop> water, coolant;
    std::vector<Id<CoolingUnit>> cdus;

    void part(Id<PartRow> id, std::string_view key, std::optional<double> si) {
        hall.changePart(id, [&](Part& part) {
            std::erase_if(part.attributes, [&](const Attribute& each) { return each.key == key; });
            if (si)
                part.attributes.push_back(number(std::string(key), *si));
        });
    }
    template <class Change>
    void unit(Id<CoolingUnit> id, Change change) {
        hall.change(&Design::coolingUnits, id, change);
    }
    template <class Change>
    void loop(Id<CoolingLoop> id, Change change) {
        hall.change(&Design::coolingLoops, id, change);
    }
};
using Bend = std::function<void(LiquidHall&)>;

Id<CoolingLoop> addLoop(Hall& hall, CoolingLoop loop) {
    loop.id = hall.ids.take<CoolingLoop>();
    hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
    return loop.id;
}

LiquidHall liquidHall() {
    LiquidHall made{fixture::hall(), {}, {}, {}};
    Hall& hall = made.hall;
    hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
    CoolingLoop water;
    water.name = "FWS";
    water.fluid = "water";
    water.isFacilityWater = true;
    water.supply = Temperature::celsius(20);
    water.returnLimit = Temperature::celsius(32);
    made.water = addLoop(hall, water);
    CoolingLoop coolant;
    coolant.name = "TCS";
    coolant.fluid = "PG25";
    coolant.supply = Temperature::celsius(30);
    coolant.returnLimit = Temperature::celsius(40);
    coolant.flow = 13.95 * unit::litrePerMinute;
    coolant.pressureDifference = 150 * unit::kilopascal;
    coolant.redundancy = "N+1";
    coolant.volume = 0.01834 * unit::cubicMetre;
    made.coolant = addLoop(hall, coolant);
    for (const Id<CoolingUnit> cooler : hall.coolers)
        made.unit(cooler, [&](CoolingUnit& row) { row.primary = made.water; });
    for (const int i : {1, 2}) {
        const auto id =
            hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU" + std::to_string(i),
                           OnFloor{hall.room, {Length::millimetres(9'000), Length::millimetres(3'000 * i)}, {}});
        made.unit(id, [&](CoolingUnit& row) {
            row.rating = 9 * unit::kilowatt;
            row.primary = made.water;
            row.secondary = made.coolant;
        });
        hall.serve(hall.racks[0], id, HeatKind::Liquid);
        made.cdus.push_back(id);
    }
    made.part(hall.cduPart, "approach", 10);
    made.part(hall.cduPart, "secondary-flow", 15e-3 / 60);
    made.part(hall.cduPart, "available-head", 200e3);
    made.part(hall.liquidPart, "liquid-inlet-max", 273.15 + 45);
    made.part(hall.liquidPart, "liquid-inlet-min", 273.15 + 17);
    // 175 kW at 15 K and 1.20409 kg/m3: 9.641 m3/s for both.
    made.part(hall.coolerPart, "supplied-airflow", 4.83);
    hall.change(&Design::rooms, hall.room, [](Room& room) { room.dewPoint = Temperature::celsius(12); });
    hall.setSite(site::supplyAir, std::to_string(273.15 + 24));
    hall.setSite(site::altitude, "0");
    return made;
}

Bend waterIs(double celsius) {
    return [=](LiquidHall& h) {
        h.loop(h.water, [=](CoolingLoop& loop) {
            loop.supply = Temperature::celsius(celsius);
            loop.returnLimit = Temperature::celsius(celsius + 12);
        });
    };
}
Bend coolantIs(double celsius) {
    return [=](LiquidHall& h) {
        h.loop(h.coolant, [=](CoolingLoop& loop) {
            loop.supply = Temperature::celsius(celsius);
            loop.returnLimit = Temperature::celsius(celsius + 10);
        });
    };
}
// Chicago's hottest hours are of 35.5 C dry-bulb; its highest mean wet-bulb of a bin is 25.96 C.
Bend waterFrom(CoolingUnitKind kind, double celsius, bool isClimateKnown = true) {
    return [=](LiquidHall& h) {
        h.loop(h.water, [=](CoolingLoop& loop) {
            loop.supply = Temperature::celsius(celsius);
            loop.returnLimit = Temperature::celsius(celsius + 12);
        });
        h.loop(h.coolant, [=](CoolingLoop& loop) {
            loop.supply = Temperature::celsius(celsius + 10);
            loop.returnLimit = Temperature::celsius(celsius + 20);
        });
        h.part(h.hall.liquidPart, "liquid-inlet-max", 273.15 + 70);
        // The air units work by refrigerant: this water is too warm for them.
        for (const Id<CoolingUnit> cooler : h.hall.coolers)
            if (std::ranges::find(h.cdus, cooler) == h.cdus.end())
                h.unit(cooler, [](CoolingUnit& row) { row.primary = {}; });
        const auto id = h.hall.addCooler(kind, {}, "Outside", OnFloor{h.hall.room, {}, {}});
        h.unit(id, [&](CoolingUnit& row) { row.secondary = h.water; });
        if (isClimateKnown)
            h.hall.setSite(site::climate, "chicago");
    };
}
Bend ratingIs(double watts) {
    return [=](LiquidHall& h) {
        for (const Id<CoolingUnit> cdu : h.cdus)
            h.unit(cdu, [=](CoolingUnit& row) { row.rating = Power(watts); });
    };
}
Bend partIs(Id<PartRow> Hall::*part, std::string_view key, std::optional<double> si) {
    return [=](LiquidHall& h) { h.part(h.hall.*part, key, si); };
}
// Mains of these diameters, one behind the other or all between the same two places.
Bend pipesAre(std::vector<std::int64_t> diameters, bool isOneBehindTheOther = true) {
    return [=](LiquidHall& h) {
        const auto add = [&](std::int64_t x) {
            PathNode node;
            node.id = h.hall.ids.take<PathNode>();
            node.room = h.hall.room;
            node.place = {Length::millimetres(x), Length::millimetres(1'000)};
            h.hall.design.pathNodes = h.hall.design.pathNodes.with(node);
            return node.id;
        };
        Id<PathNode> from = add(1'000), to = add(2'000);
        for (std::size_t i = 0; i < diameters.size(); ++i) {
            if (i > 0 && isOneBehindTheOther) {
                from = to;
                to = add(2'000 + 1'000 * static_cast<std::int64_t>(i));
            }
            PathSegment pipe;
            pipe.id = h.hall.ids.take<PathSegment>();
            pipe.kind = PathwayKind::PipeMain;
            pipe.from = from;
            pipe.to = to;
            pipe.loop = h.coolant;
            pipe.nominalDiameter = diameters[i];
            h.hall.design.pathSegments = h.hall.design.pathSegments.with(pipe);
        }
    };
}
Bend pipeIs(std::int64_t diameter) { return pipesAre({diameter}); }
// The two coolers stand in for one another.
Bend coolersClaim(std::string claim, double watts) {
    return [=](LiquidHall& h) {
        h.part(h.hall.coolerPart, "cooling-capacity", watts);
        for (std::size_t i = 0; i < 2; ++i)
            h.unit(h.hall.coolers[i], [&](CoolingUnit& row) {
                row.redundancyGroup = "IRC";
                row.redundancy = claim;
            });
    };
}
// Two pumps of this flow in the loop of cold plates.
Bend pumpsMove(std::optional<double> litresPerMinute) {
    return [=](LiquidHall& h) {
        for (const int i : {1, 2}) {
            const auto id = h.hall.addCooler(CoolingUnitKind::Pump, {}, "P" + std::to_string(i), Unplaced{});
            h.unit(id, [&](CoolingUnit& row) {
                row.secondary = h.coolant;
                row.head = 150 * unit::kilopascal;
                if (litresPerMinute)
                    row.flow = *litresPerMinute * unit::litrePerMinute;
            });
        }
    };
}
Bend onePumpMoves(double litresPerMinute) {
    return [=](LiquidHall& h) {
        const auto id = h.hall.addCooler(CoolingUnitKind::Pump, {}, "P", Unplaced{});
        h.unit(id, [&](CoolingUnit& row) {
            row.secondary = h.coolant;
            row.head = 150 * unit::kilopascal;
            row.flow = litresPerMinute * unit::litrePerMinute;
        });
    };
}
// On the first rack, beside the coolers of the row.
Bend doorMoves(double cubicMetresPerSecond) {
    return [=](LiquidHall& h) {
        const auto id =
            h.hall.addCooler(CoolingUnitKind::RearDoor, h.hall.coolerPart, "Door A1", ZeroU{h.hall.racks[0]});
        h.unit(id, [&](CoolingUnit& row) { row.flow = VolumeFlow(cubicMetresPerSecond); });
    };
}
Bend claimIs(std::string claim) {
    return [=](LiquidHall& h) { h.loop(h.coolant, [&](CoolingLoop& loop) { loop.redundancy = claim; }); };
}
Bend chillerOf(std::optional<double> watts) {
    return [=](LiquidHall& h) {
        const auto id = h.hall.addCooler(CoolingUnitKind::Chiller, {}, "CH", Unplaced{});
        h.unit(id, [&](CoolingUnit& row) {
            row.secondary = h.water;
            row.flow = 500 * unit::litrePerMinute; // by a pump within
            if (watts)
                row.rating = Power(*watts);
        });
    };
}
// Behind the chiller that was added last, on a loop of its own.
Bend towerBehind(double watts) {
    return [=](LiquidHall& h) {
        CoolingLoop condenser;
        condenser.name = "CWS";
        const Id<CoolingLoop> loop = addLoop(h.hall, condenser);
        h.unit(h.hall.coolers.back(), [&](CoolingUnit& row) { row.primary = loop; });
        const auto id = h.hall.addCooler(CoolingUnitKind::CoolingTower, {}, "CT", Unplaced{});
        h.unit(id, [&](CoolingUnit& row) {
            row.secondary = loop;
            row.rating = Power(watts);
            row.flow = 500 * unit::litrePerMinute; // by a pump within
        });
    };
}
// The chiller that was added last moves nothing itself.
void lacksPump(LiquidHall& h) {
    h.unit(h.hall.coolers.back(), [](CoolingUnit& row) { row.flow.reset(); });
}
// The pumps that were added last, against a loop that takes 150 kPa.
Bend headIs(std::optional<double> kilopascals) {
    return [=](LiquidHall& h) {
        for (const Id<CoolingUnit> id : h.hall.coolers)
            h.unit(id, [&](CoolingUnit& row) {
                if (row.kind == CoolingUnitKind::Pump)
                    row.head = kilopascals ? std::optional(*kilopascals * unit::kilopascal) : std::nullopt;
            });
    };
}
Bend coolersRated(double watts) {
    return [=](LiquidHall& h) { h.part(h.hall.coolerPart, "cooling-capacity", watts); };
}
// Racks of both coolers are said to stand in a room of their own.
Bend coolersStandElsewhere(CoolingUnitKind kind) {
    return [=](LiquidHall& h) {
        Room gallery = *h.hall.design.rooms.find(h.hall.room);
        gallery.id = h.hall.ids.take<Room>();
        gallery.name = "Gallery";
        h.hall.design.rooms = h.hall.design.rooms.with(gallery);
        for (std::size_t i = 0; i < 2; ++i)
            h.unit(h.hall.coolers[i], [&](CoolingUnit& row) {
                row.kind = kind;
                row.placement = OnFloor{gallery.id, {Length::millimetres(2'000), Length::millimetres(2'000)}, {}};
            });
    };
}
// A contained cold aisle between the rows; the second rack of row A stands in it or far away.
Bend containedAisle(bool isRackAway) {
    return [=](LiquidHall& h) {
        const auto at = [](std::int64_t x, std::int64_t y) {
            return Point{Length::millimetres(x), Length::millimetres(y)};
        };
        h.hall.addObject(
            Aisle{{at(3'000, 3'600), at(6'000, 3'600), at(6'000, 5'400), at(3'000, 5'400)}, AisleKind::Cold, true});
        if (isRackAway)
            h.hall.change(&Design::racks, h.hall.racks[1], [&](Rack& rack) { rack.centre = at(3'900, 9'500); });
    };
}
// The same, without the first rack of row A.
void endOfRowIsAway(LiquidHall& h) {
    containedAisle(false)(h);
    h.hall.change(&Design::racks, h.hall.racks[0], [](Rack& rack) {
        rack.centre = {Length::millimetres(3'900), Length::millimetres(9'500)};
    });
}
Bend cdusAre(CoolingUnitKind kind) {
    return [=](LiquidHall& h) {
        for (const Id<CoolingUnit> cdu : h.cdus)
            h.unit(cdu, [=](CoolingUnit& row) { row.kind = kind; });
    };
}
Bend coolersAre(CoolingUnitKind kind) {
    return [=](LiquidHall& h) {
        for (std::size_t i = 0; i < 2; ++i)
            h.unit(h.hall.coolers[i], [=](CoolingUnit& row) { row.kind = kind; });
    };
}
Bend coolantWith(std::function<void(CoolingLoop&)> change) {
    return [=](LiquidHall& h) { h.loop(h.coolant, change); };
}
Bend flowIs(double litresPerMinute) {
    return coolantWith([=](CoolingLoop& loop) { loop.flow = litresPerMinute * unit::litrePerMinute; });
}
Bend cduSetTo(double celsius) {
    return [=](LiquidHall& h) {
        h.unit(h.cdus.front(), [=](CoolingUnit& row) { row.supply = Temperature::celsius(celsius); });
    };
}
Bend settingIs(std::string_view key, std::string value) {
    return [=](LiquidHall& h) { h.hall.setSetting(key, value); };
}
Bend waterWith(std::function<void(CoolingLoop&)> change) {
    return [=](LiquidHall& h) { h.loop(h.water, change); };
}
void siteForgotten(LiquidHall& h, std::string_view key) {
    std::vector<Id<SiteField>> rows;
    for (const SiteField& field : h.hall.project.site)
        if (field.key == key)
            rows.push_back(field.id);
    h.hall.project.site = h.hall.project.site.with({}, rows);
}
Bend siteIs(std::string_view key, double si) {
    return [=](LiquidHall& h) {
        siteForgotten(h, key);
        h.hall.setSite(key, std::to_string(si));
    };
}
// The coolers are set to 22 C, and the site gives the racks air of this many.
Bend coolersSetAgainst(double siteCelsius) {
    return [=](LiquidHall& h) {
        for (const Id<CoolingUnit> cooler : {h.hall.coolers[0], h.hall.coolers[1]})
            h.unit(cooler, [](CoolingUnit& row) { row.supply = Temperature::celsius(22); });
        siteIs(site::supplyAir, siteCelsius + 273.15)(h);
    };
}
Bend all(std::vector<Bend> bends) {
    return [=](LiquidHall& h) {
        for (const Bend& bend : bends)
            bend(h);
    };
}
void asItIs(LiquidHall&) {}
void powerUnknown(LiquidHall& h) {
    h.hall.changePart(h.hall.liquidPart, [](Part& part) { part.powerModes.clear(); });
}
void lastCduRemoved(LiquidHall& h) {
    h.unit(h.cdus.back(), [](CoolingUnit& row) { row.scope.status = Status::Removed; });
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
    using Kind = CoolingUnitKind;
    constexpr auto failed = RuleState::Failed, held = RuleState::Passed, open = RuleState::NotChecked;
    return {
        {"COOL-02 just enough air", "COOL-02", asItIs, held},
        {"COOL-02 rows close a contained aisle", "COOL-02", containedAisle(false), held},
        {"COOL-02 a rack is missing beside a contained aisle", "COOL-02", containedAisle(true), failed, S::Warning,
         "rule.COOL-02.gap"},
        {"COOL-02 the rack at the end is missing beside a contained aisle", "COOL-02", endOfRowIsAway, failed,
         S::Warning, "rule.COOL-02.gap"},
        {"COOL-02 too little air", "COOL-02", partIs(&Hall::coolerPart, "supplied-airflow", 4.81), failed, S::Error,
         "rule.COOL-02.short"},
        {"COOL-02 coolers of a row in another room", "COOL-02", coolersStandElsewhere(Kind::InRow), failed, S::Error,
         "rule.COOL-02.other-room"},
        {"COOL-02 fan walls in a gallery", "COOL-02", coolersStandElsewhere(Kind::FanWall), failed, S::Warning,
         "rule.COOL-02.other-room"},
        {"COOL-02 airflow of the units unknown", "COOL-02", partIs(&Hall::coolerPart, "supplied-airflow", std::nullopt),
         open},
        // Rack A1 gives 24.5 kW to the air: 1.35 m3/s at 15 K.
        {"COOL-02 a door moves the air of its rack", "COOL-02", doorMoves(1.36), held},
        {"COOL-02 a door moves too little", "COOL-02", doorMoves(1.34), failed, S::Error, "rule.COOL-02.door-short"},
        {"COOL-05 one CDU carries all", "COOL-05", asItIs, held},
        {"COOL-05 one CDU does not", "COOL-05", ratingIs(8'999), failed, S::Error, "rule.COOL-05.after-loss"},
        {"COOL-05 a CDU is taken out", "COOL-05", lastCduRemoved, failed, S::Error, "rule.COOL-05.only"},
        {"COOL-05 of two halves the one is taken out", "COOL-05", all({claimIs("2N"), lastCduRemoved}), failed,
         S::Error, "rule.COOL-05.only"},
        {"COOL-05 both CDUs may be lost", "COOL-05", claimIs("N+2"), failed, S::Error, "rule.COOL-05.none-left"},
        {"COOL-05 the one CDU is too small", "COOL-05", all({claimIs("N"), lastCduRemoved, ratingIs(8'999)}), failed,
         S::Error, "rule.COOL-05.capacity-one"},
        {"COOL-05 a CDU claims more than its loop", "COOL-05",
         all({claimIs("N"), ratingIs(8'999),
              [](LiquidHall& h) { h.unit(h.cdus[1], [](CoolingUnit& row) { row.redundancy = "N+1"; }); }}),
         failed, S::Error, "rule.COOL-05.after-loss"},
        {"COOL-05 both carry all", "COOL-05",
         all({ratingIs(4'500), coolantWith([](CoolingLoop& loop) { loop.redundancy = "N"; })}), held},
        {"COOL-05 both do not", "COOL-05",
         all({ratingIs(4'499), coolantWith([](CoolingLoop& loop) { loop.redundancy = "N"; })}), failed, S::Error,
         "rule.COOL-05.capacity"},
        {"COOL-05 half the approach, twice the rating", "COOL-05", all({waterIs(25), ratingIs(18'000)}), held},
        {"COOL-05 half the approach", "COOL-05", all({waterIs(25), ratingIs(17'999)}), failed, S::Error,
         "rule.COOL-05.after-loss"},
        // 13.7 L/min of PG25 carry 8.97 kW at 10 K.
        {"COOL-05 too little flow of the CDU", "COOL-05", partIs(&Hall::cduPart, "secondary-flow", 13.7e-3 / 60),
         failed, S::Error, "rule.COOL-05.flow-after-loss"},
        {"COOL-05 too little flow for the heat", "COOL-05",
         all({partIs(&Hall::cduPart, "secondary-flow", 13.7e-3 / 60),
              coolantWith([](CoolingLoop& loop) { loop.flow.reset(); })}),
         failed, S::Error, "rule.COOL-05.after-loss"},
        {"COOL-05 one CDU moves the flow of the loop", "COOL-05", flowIs(14.99), held},
        {"COOL-05 one CDU does not move it", "COOL-05", flowIs(15.1), failed, S::Error, "rule.COOL-05.flow-after-loss"},
        {"COOL-05 two CDUs move it", "COOL-05", all({claimIs("N"), flowIs(29.99)}), held},
        {"COOL-05 two CDUs do not move it", "COOL-05", all({claimIs("N"), flowIs(30.1)}), failed, S::Error,
         "rule.COOL-05.flow"},
        {"COOL-05 the one CDU does not move it", "COOL-05", all({claimIs("N"), lastCduRemoved, flowIs(15.1)}), failed,
         S::Error, "rule.COOL-05.flow-one"},
        {"COOL-05 pumps move it beside the CDUs", "COOL-05", all({flowIs(15.1), pumpsMove(16)}), held},
        {"COOL-05 head just there", "COOL-05", partIs(&Hall::cduPart, "available-head", 150e3), held},
        {"COOL-05 too little head", "COOL-05", partIs(&Hall::cduPart, "available-head", 149e3), failed, S::Error,
         "rule.COOL-05.head"},
        {"COOL-05 approach of the CDU unknown", "COOL-05", partIs(&Hall::cduPart, "approach", std::nullopt), open},
        {"COOL-05 pressure difference unknown", "COOL-05",
         coolantWith([](CoolingLoop& loop) { loop.pressureDifference.reset(); }), open},
        {"COOL-05 fluid without known properties", "COOL-05",
         coolantWith([](CoolingLoop& loop) { loop.fluid = "mercury"; }), open, S::Note, "rule.loop-fluid"},
        // A claim that leaves no CDU is broken, whatever the water and the ratings are.
        {"COOL-05 the one CDU has no approach either", "COOL-05", all({lastCduRemoved, waterIs(67)}), failed, S::Error,
         "rule.COOL-05.only"},
        {"COOL-05 two CDUs without an approach", "COOL-05", waterIs(67), held},
        {"COOL-05 the one CDU is overloaded already", "COOL-05", all({lastCduRemoved, ratingIs(4'000)}), failed,
         S::Error, "rule.COOL-05.only"},
        {"COOL-05 the one CDU has no approach that is known", "COOL-05",
         all({lastCduRemoved, partIs(&Hall::cduPart, "approach", std::nullopt)}), failed, S::Error,
         "rule.COOL-05.only"},
        // Each takes 4.5 kW with nothing lost, which COOL-01 says.
        {"COOL-05 CDUs that are too small with nothing lost", "COOL-05", ratingIs(4'000), held},
        {"COOL-05 CDU without a loop that takes its heat", "COOL-05",
         [](LiquidHall& h) { h.unit(h.cdus.back(), [](CoolingUnit& row) { row.primary = {}; }); }, held},
        {"COOL-06 all in order", "COOL-06", asItIs, held},
        {"COOL-06 just the limit of the device", "COOL-06", coolantIs(45), held},
        {"COOL-06 above the limit of the device", "COOL-06", coolantIs(45.1), failed, S::Error,
         "rule.COOL-06.device-over"},
        {"COOL-06 below the least of the device", "COOL-06", all({waterIs(10), coolantIs(16.9)}), failed, S::Error,
         "rule.COOL-06.device-under"},
        {"COOL-06 water of 67 C under coolant of 60 C", "COOL-06",
         all({waterIs(67), coolantIs(60), coolersAre(Kind::DryCooler),
              partIs(&Hall::liquidPart, "liquid-inlet-max", 273.15 + 70)}),
         failed, S::Error, "rule.COOL-06.no-approach"},
        // Air of 24 + 15 C warms 175 kW worth of water to 37 C at most, coolant of 40 C the 9 kW of the CDUs to 38 C.
        {"COOL-06 the return that its units just reach", "COOL-06",
         waterWith([](CoolingLoop& loop) { loop.returnLimit = Temperature::celsius(37); }), held},
        {"COOL-06 a return within their approach", "COOL-06",
         waterWith([](CoolingLoop& loop) { loop.returnLimit = Temperature::celsius(38); }), failed, S::Warning,
         "rule.COOL-06.return-unreachable"},
        {"COOL-06 a return that nothing on the loop can make", "COOL-06",
         waterWith([](CoolingLoop& loop) { loop.returnLimit = Temperature::celsius(75); }), failed, S::Error,
         "rule.COOL-06.return-unreachable"},
        {"COOL-06 a return that the warmest coolant does not make", "COOL-06",
         all({coolantIs(50), partIs(&Hall::liquidPart, "liquid-inlet-max", 273.15 + 70),
              waterWith([](CoolingLoop& loop) { loop.returnLimit = Temperature::celsius(55); })}),
         failed, S::Error, "rule.COOL-06.return-unreachable"},
        {"COOL-06 a flow that no unit can warm so far", "COOL-06", waterWith([](CoolingLoop& loop) {
             loop.returnLimit.reset();
             loop.flow = 50 * unit::litrePerMinute;
         }),
         failed, S::Error, "rule.COOL-06.return-unreachable"},
        {"COOL-06 return below supply", "COOL-06",
         waterWith([](CoolingLoop& loop) { loop.returnLimit = Temperature::celsius(19); }), failed, S::Error,
         "rule.COOL-06.return-below-supply"},
        {"COOL-06 water of 45 C on rear doors", "COOL-06",
         all({coolersAre(Kind::RearDoor), waterIs(45), coolantIs(60),
              partIs(&Hall::liquidPart, "liquid-inlet-max", 273.15 + 70)}),
         failed, S::Error, "rule.COOL-06.air-from-warmer-water"},
        {"COOL-06 air of 24 C from water of 22 C", "COOL-06", waterIs(22), held},
        {"COOL-06 air of 24 C from water of 22.1 C", "COOL-06", waterIs(22.1), failed, S::Warning,
         "rule.COOL-06.coil-approach"},
        {"COOL-06 air of 24 C from water of 24 C", "COOL-06", waterIs(24), failed, S::Error,
         "rule.COOL-06.air-from-warmer-water"},
        {"COOL-06 ice", "COOL-06", waterIs(0), failed, S::Error, "rule.COOL-06.frozen"},
        {"COOL-06 steam", "COOL-06", coolantIs(90), failed, S::Error, "rule.COOL-06.boiling"},
        {"COOL-06 colder than the site's water", "COOL-06", siteIs(site::waterSupply, 273.15 + 20.1), failed, S::Error,
         "rule.COOL-06.colder-than-site"},
        {"COOL-06 chilled water beside the site's", "COOL-06",
         all({siteIs(site::waterSupply, 273.15 + 20),
              [](LiquidHall& h) {
                  CoolingLoop chilled = *h.hall.design.coolingLoops.find(h.water);
                  chilled.name = "CHW";
                  chilled.supply = Temperature::celsius(14);
                  const Id<CoolingLoop> id = addLoop(h.hall, chilled);
                  for (std::size_t i = 0; i < 2; ++i)
                      h.unit(h.hall.coolers[i], [&](CoolingUnit& row) { row.primary = id; });
              }}),
         held},
        {"COOL-06 return above what the site takes", "COOL-06", siteIs(site::waterReturnLimit, 273.15 + 31.9), failed,
         S::Error, "rule.COOL-06.return-over"},
        // 184 kW, racks of 175 kW air and 9 kW liquid, at 12 K: 220.8 L/min.
        {"COOL-06 facility flow just enough", "COOL-06", siteIs(site::waterFlow, 221e-3 / 60), held},
        {"COOL-06 facility flow too small", "COOL-06", siteIs(site::waterFlow, 220e-3 / 60), failed, S::Error,
         "rule.COOL-06.return-over"},
        {"COOL-06 site takes back nothing warmer than it gives", "COOL-06",
         all({siteIs(site::waterSupply, 273.15 + 20), siteIs(site::waterReturnLimit, 273.15 + 20)}), failed, S::Error,
         "rule.COOL-06.return-below-supply"},
        {"COOL-06 heat in circles", "COOL-06",
         [](LiquidHall& h) { h.unit(h.cdus[0], [&](CoolingUnit& row) { row.primary = h.coolant; }); }, failed,
         S::Error},
        {"COOL-06 dry cooler just cold enough", "COOL-06", waterFrom(Kind::DryCooler, 41.5), held},
        {"COOL-06 dry cooler in the heat", "COOL-06", waterFrom(Kind::DryCooler, 41.4), failed, S::Error,
         "rule.COOL-06.dry-bulb"},
        {"COOL-06 tower just cold enough", "COOL-06", waterFrom(Kind::CoolingTower, 31.96), held},
        {"COOL-06 tower at the highest wet-bulb", "COOL-06", waterFrom(Kind::CoolingTower, 31.86), failed, S::Error,
         "rule.COOL-06.wet-bulb"},
        {"COOL-06 a chiller holds it in any weather", "COOL-06", waterFrom(Kind::Chiller, 25, false), held},
        {"COOL-06 dry cooler in an unknown climate", "COOL-06", waterFrom(Kind::DryCooler, 41.5, false), open},
        {"COOL-06 coolers set to the air of the site", "COOL-06", coolersSetAgainst(22), held},
        {"COOL-06 coolers set warmer than the air of the site", "COOL-06", coolersSetAgainst(21.9), failed, S::Error,
         "rule.COOL-06.air-set-warmer"},
        {"COOL-06 CDU set to the supply of its loop", "COOL-06", cduSetTo(30), held},
        {"COOL-06 CDU set warmer than its loop", "COOL-06", cduSetTo(30.1), failed, S::Error,
         "rule.COOL-06.set-warmer"},
        {"COOL-06 CDU set colder than its loop", "COOL-06", cduSetTo(29.9), failed, S::Warning,
         "rule.COOL-06.set-colder"},
        {"COOL-06 approach of coils that nobody can read", "COOL-06", settingIs("cooling.coil-approach", "some"), open},
        {"COOL-07 margin that nobody can read", "COOL-07", settingIs("cooling.dew-point-margin", "some"), open},
        {"COOL-06 supply unknown", "COOL-06", coolantWith([](CoolingLoop& loop) { loop.supply.reset(); }), open},
        {"COOL-06 limit of the device unknown", "COOL-06", partIs(&Hall::liquidPart, "liquid-inlet-max", std::nullopt),
         open},
        {"COOL-06 supply air unknown", "COOL-06", [](LiquidHall& h) { siteForgotten(h, site::supplyAir); }, open},
        {"COOL-06 water too warm for any air", "COOL-06",
         all({[](LiquidHall& h) { siteForgotten(h, site::supplyAir); }, waterIs(33), coolantIs(43)}), failed, S::Error,
         "rule.COOL-06.air-above-allowed"},
        {"COOL-07 2 K above the dew point", "COOL-07",
         [](LiquidHall& h) {
             h.hall.change(&Design::rooms, h.hall.room, [](Room& room) { room.dewPoint = Temperature::celsius(28); });
         },
         held},
        {"COOL-07 less than 2 K above the dew point", "COOL-07",
         [](LiquidHall& h) {
             h.hall.change(&Design::rooms, h.hall.room, [](Room& room) { room.dewPoint = Temperature::celsius(28.1); });
         },
         failed, S::Error, "rule.COOL-07.wet"},
        {"COOL-07 no colder than the water, whatever is entered", "COOL-07", coolantIs(5), held},
        {"COOL-07 dew point unknown", "COOL-07",
         all({waterIs(12), coolantIs(16),
              [](LiquidHall& h) {
                  h.hall.change(&Design::rooms, h.hall.room, [](Room& room) { room.dewPoint.reset(); });
              }}),
         open},
        {"COOL-09 one cooler carries all", "COOL-09",
         all({coolersClaim("N+1", 175'000), partIs(&Hall::coolerPart, "supplied-airflow", 9.65)}), held},
        {"COOL-09 one cooler has too little air", "COOL-09",
         all({coolersClaim("N+1", 175'000), partIs(&Hall::coolerPart, "supplied-airflow", 9.62)}), failed, S::Error,
         "rule.COOL-09.air"},
        {"COOL-09 one cooler does not", "COOL-09", coolersClaim("N+1", 174'999), failed, S::Error,
         "rule.COOL-09.capacity"},
        {"COOL-09 the second cooler claims more than the first", "COOL-09",
         all({coolersClaim("N", 174'999),
              [](LiquidHall& h) { h.unit(h.hall.coolers[1], [](CoolingUnit& row) { row.redundancy = "N+1"; }); }}),
         failed, S::Error, "rule.COOL-09.capacity"},
        {"COOL-09 two of three coolers are connected", "COOL-09",
         all({coolersClaim("N+1", 100'000),
              [](LiquidHall& h) {
                  const auto idle =
                      h.hall.addCooler(Kind::InRow, h.hall.coolerPart, "IRC3", OnFloor{h.hall.room, {}, {}});
                  for (const Id<CoolingUnit> id : {h.hall.coolers[0], h.hall.coolers[1], idle})
                      h.unit(id, [](CoolingUnit& row) { row.redundancyGroup.clear(); });
              }}),
         failed, S::Error, "rule.COOL-09.capacity"},
        {"COOL-09 no spare cooler claimed", "COOL-09", coolersClaim("N", 87'500), held},
        {"COOL-09 one pump moves all", "COOL-09", pumpsMove(13.95), held},
        {"COOL-09 one pump does not", "COOL-09", pumpsMove(13.9), failed, S::Error, "rule.COOL-09.flow"},
        {"COOL-09 pumps of just enough head", "COOL-09", all({pumpsMove(14), headIs(150)}), held},
        {"COOL-09 pumps of too little head", "COOL-09", all({pumpsMove(14), headIs(149)}), failed, S::Error,
         "rule.COOL-09.head"},
        {"COOL-09 head of the pumps unknown", "COOL-09", all({pumpsMove(14), headIs({})}), open},
        {"COOL-09 the chiller has no pump, other loops have", "COOL-09",
         all({pumpsMove(14), chillerOf(184'000), lacksPump}), failed, S::Error, "rule.COOL-09.no-pump"},
        {"COOL-09 pumps are drawn nowhere", "COOL-09", all({chillerOf(184'000), lacksPump}), open, S::Note,
         "rule.COOL-09.pump-open"},
        {"COOL-09 one pump of two halves is all there is", "COOL-09", all({claimIs("2N"), onePumpMoves(13.95)}), failed,
         S::Error, "rule.COOL-09.flow-only"},
        {"COOL-09 both pumps may be lost", "COOL-09", all({claimIs("N+2"), pumpsMove(14)}), failed, S::Error,
         "rule.COOL-09.flow-none-left"},
        {"COOL-09 the one chiller may be lost", "COOL-09",
         all({waterWith([](CoolingLoop& loop) { loop.redundancy = "N+1"; }), chillerOf(184'000)}), failed, S::Error,
         "rule.COOL-09.capacity-only"},
        {"COOL-09 both chillers may be lost", "COOL-09",
         all({waterWith([](CoolingLoop& loop) { loop.redundancy = "N+2"; }), chillerOf(184'000), chillerOf(184'000)}),
         failed, S::Error, "rule.COOL-09.capacity-none-left"},
        {"COOL-09 one of three pumps moves all", "COOL-09", all({claimIs("2N"), pumpsMove(14), onePumpMoves(14)}),
         held},
        {"COOL-09 it takes two of three pumps", "COOL-09", all({claimIs("2N"), pumpsMove(7), onePumpMoves(7)}), failed,
         S::Error, "rule.COOL-09.flow"},
        {"COOL-09 one pump is all there is, and moves all", "COOL-09", all({claimIs(""), onePumpMoves(13.95)}), held},
        {"COOL-09 two pumps are too small", "COOL-09", all({claimIs(""), onePumpMoves(6.9), onePumpMoves(6.95)}),
         failed, S::Error, "rule.COOL-09.flow-all"},
        {"COOL-09 the one pump is too small", "COOL-09", all({claimIs(""), onePumpMoves(13.9)}), failed, S::Error,
         "rule.COOL-09.flow-one"},
        // 175 kW of the coolers and 9 kW of cold plates come to the water.
        {"COOL-09 the one chiller takes all", "COOL-09", chillerOf(184'000), held},
        {"COOL-09 the one chiller is too small", "COOL-09", chillerOf(183'900), failed, S::Error,
         "rule.COOL-09.capacity-one"},
        // They come to the tower with the work of a chiller of COP 6: 214.67 kW.
        {"COOL-09 the tower takes the work of the chiller too", "COOL-09",
         all({chillerOf(184'000), towerBehind(214'700)}), held},
        {"COOL-09 the tower takes the chilled water's heat alone", "COOL-09",
         all({chillerOf(184'000), towerBehind(214'600)}), failed, S::Error, "rule.COOL-09.capacity-one"},
        {"COOL-09 two chillers are too small", "COOL-09", all({chillerOf(92'000), chillerOf(91'900)}), failed, S::Error,
         "rule.COOL-09.capacity-all"},
        {"COOL-09 the chiller states no capacity", "COOL-09", chillerOf(std::nullopt), open},
        {"COOL-09 flow of the pumps unknown", "COOL-09", pumpsMove(std::nullopt), open},
        {"COOL-09 claim that says nothing", "COOL-09", coolersClaim("yes", 175'000), open},
        // 18.34 L of PG25 take 9 kW for 120 s until they are 15 K warmer.
        {"COOL-10 just long enough", "COOL-10", asItIs, held},
        {"COOL-10 too short", "COOL-10",
         coolantWith([](CoolingLoop& loop) { loop.volume = 0.01832 * unit::cubicMetre; }), failed, S::Warning,
         "rule.COOL-10.short"},
        {"COOL-10 volume unknown", "COOL-10", coolantWith([](CoolingLoop& loop) { loop.volume.reset(); }), open},
        // DN25 carries 55 kW at 10 K, smaller ones less by their cross section: DN11 10.6 kW, DN10 8.8 kW.
        {"COOL-11 wide enough", "COOL-11", pipeIs(11), held},
        {"COOL-11 too narrow", "COOL-11", pipeIs(10), failed, S::Error, "rule.COOL-11.pipe"},
        {"COOL-11 a neck in a wide main", "COOL-11", pipesAre({50, 10, 50}), failed, S::Error, "rule.COOL-11.pipe"},
        {"COOL-11 a neck at its end", "COOL-11", pipesAre({50, 10}), failed, S::Error, "rule.COOL-11.pipe"},
        {"COOL-11 no neck", "COOL-11", pipesAre({50, 11, 50}), held},
        // DN8 carries 5.6 kW.
        {"COOL-11 two mains beside each other", "COOL-11", pipesAre({8, 8}, false), held},
        {"COOL-11 a narrow main beside a wide one is no neck", "COOL-11", pipesAre({11, 8}, false), held},
        {"COOL-11 diameter unknown", "COOL-11", pipeIs(0), open},
        {"COOL-12 CDUs on water", "COOL-12", asItIs, held},
        {"COOL-12 CDUs to air", "COOL-12", cdusAre(Kind::CduLiquidToAir), failed, S::Warning, "rule.COOL-12.room-air"},
        {"COOL-12 the coolers take their heat too", "COOL-12",
         all({cdusAre(Kind::CduLiquidToAir), coolersRated(92'000)}), failed, S::Warning, "rule.COOL-12.room-air"},
        {"COOL-12 the coolers do not", "COOL-12", all({cdusAre(Kind::CduLiquidToAir), coolersRated(91'900)}), failed,
         S::Error, "rule.COOL-12.too-much"},
        {"COOL-12 heat unknown", "COOL-12", all({cdusAre(Kind::CduLiquidToAir), powerUnknown}), open},
        {"COOL-13 no immersion", "COOL-13", asItIs, held},
        {"COOL-13 immersion", "COOL-13", cdusAre(Kind::ImmersionTank), failed, S::Warning, "rule.COOL-13.open"},
        {"COOL-13 weight of the tank unknown", "COOL-13",
         all({cdusAre(Kind::ImmersionTank), partIs(&Hall::cduPart, "weight", std::nullopt)}), open},
        {"COOL-14 900 m", "COOL-14", siteIs(site::altitude, 900), held},
        {"COOL-14 901 m", "COOL-14", siteIs(site::altitude, 901), failed, S::Warning, "rule.COOL-14.thin-air"},
        {"COOL-14 height unknown", "COOL-14", [](LiquidHall& h) { siteForgotten(h, site::altitude); }, open},
    };
}

} // namespace

std::vector<RuleCase> coolingCases() {
    std::vector<RuleCase> list;
    for (const Case& test : cases())
        list.push_back({test.name, test.rule,
                        [bend = test.bend] {
                            LiquidHall made = liquidHall();
                            bend(made);
                            return made.hall.snapshot();
                        },
                        test.state, test.severity, test.message});
    return list;
}

} // namespace rackwright::fixture
