// SPDX-License-Identifier: GPL-3.0-or-later
// Whole supplies and plants of the usual kinds, each sound, and each with one thing planted in it that is wrong: what
// is found is that thing and nothing besides.
#include "solvers/engine/solution.h"
#include "solvers/engine/subject_name.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/sample_findings.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <functional>

using namespace rackwright;
using fixture::Hall;
using fixture::number;

namespace {

using Kind = PowerElementKind;

/// Two rows of four racks, 21.5 kW each, with what feeds and cools them, by names. 400 V under IEC rules.
struct Works {
    Hall hall = fixture::hall();

    Works() {
        for (const auto& [part, watts, needed] :
             {std::tuple(hall.nodePart, 3'400.0, 4), std::tuple(hall.switchPart, 2'000.0, 1)})
            hall.changePart(part, [watts = watts, needed = needed](Part& changed) {
                changed.powerInputs.front().rating = Fact<Power>::known(Power(watts), Grade::Vendor);
                changed.powerInputs.front().required = needed;
            });
        hall.changePart(hall.coolerPart,
                        [](Part& cooler) { cooler.attributes.push_back(number("supplied-airflow", 4.9)); });
        hall.changePart(hall.coolerPart, [](Part& cooler) {
            for (Attribute& each : cooler.attributes)
                if (each.key == "cooling-capacity")
                    each = number("cooling-capacity", 180'000);
        });
        hall.setSite(site::region, "iec");
        hall.setSetting("cooling.restart-time", "10"); // else the air of the room is too little, which is no fault here
        hall.setSite(site::altitude, "0");
        hall.setSite(site::supplyAir, std::to_string(273.15 + 22));
        for (const PowerElement& pdu : elements(Kind::RackPdu))
            element(pdu.name, [](PowerElement& row) { row.voltage = Voltage(400); });
        for (std::size_t i = 0; i < hall.coolers.size(); ++i)
            hall.change(&Design::coolingUnits, hall.coolers[i], [](CoolingUnit& row) { row.draw = Power(7'000); });
    }

    std::vector<PowerElement> elements(Kind kind) const {
        std::vector<PowerElement> found;
        for (const PowerElement& each : hall.design.powerElements)
            if (each.kind == kind)
                found.push_back(each);
        return found;
    }
    Id<PowerElement> named(std::string_view name) const {
        for (const PowerElement& each : hall.design.powerElements)
            if (each.name == name)
                return each.id;
        RW_CHECK(false, "an element of this name is in the works");
    }
    Id<CoolingUnit> unitNamed(std::string_view name) const {
        for (const CoolingUnit& each : hall.design.coolingUnits)
            if (each.name == name)
                return each.id;
        RW_CHECK(false, "a unit of this name is in the works");
    }
    Id<CoolingLoop> loopNamed(std::string_view name) const {
        for (const CoolingLoop& each : hall.design.coolingLoops)
            if (each.name == name)
                return each.id;
        RW_CHECK(false, "a loop of this name is in the works");
    }
    template <class Change>
    void element(std::string_view name, Change change) {
        hall.change(&Design::powerElements, named(name), change);
    }
    template <class Change>
    void unit(std::string_view name, Change change) {
        hall.change(&Design::coolingUnits, unitNamed(name), change);
    }
    template <class Change>
    void loop(std::string_view name, Change change) {
        hall.change(&Design::coolingLoops, loopNamed(name), change);
    }

    void add(Kind kind, std::string name, FeedSide side, double watts, std::string group = {}) {
        PowerElement row;
        row.id = hall.ids.take<PowerElement>();
        row.kind = kind;
        row.name = std::move(name);
        row.side = side;
        row.rating = Power(watts);
        row.voltage = Voltage(400);
        row.redundancyGroup = std::move(group);
        hall.design.powerElements = hall.design.powerElements.with(row);
    }
    /// A UPS with a battery of its own that lasts for ten minutes.
    void addUps(const std::string& name, FeedSide side, double watts, std::string group = {}) {
        add(Kind::Ups, name, side, watts, std::move(group));
        add(Kind::Battery, "Battery of " + name, side, 1.2 * watts);
        element("Battery of " + name, [&](PowerElement& row) { row.storedEnergy = Energy(1.2 * watts * 600); });
        feed("Battery of " + name, name, {});
    }
    void feed(std::string_view from, std::string_view to, std::optional<double> ampere) {
        PowerLink row;
        row.id = hall.ids.take<PowerLink>();
        row.from = named(from);
        row.to = named(to);
        if (ampere)
            row.breaker = Current(*ampere);
        hall.design.powerLinks = hall.design.powerLinks.with(row);
    }
    void feedUnit(std::string_view from, std::string_view to, double ampere) {
        PowerLink row;
        row.id = hall.ids.take<PowerLink>();
        row.from = named(from);
        row.unit = unitNamed(to);
        row.breaker = Current(ampere);
        hall.design.powerLinks = hall.design.powerLinks.with(row);
    }
    Id<PowerLink> circuit(std::string_view from, std::string_view to) const {
        for (const PowerLink& each : hall.design.powerLinks) {
            const CoolingUnit* unit = hall.design.coolingUnits.find(each.unit);
            const PowerElement* element = hall.design.powerElements.find(each.to);
            if (each.from == named(from) && (unit ? unit->name == to : element && element->name == to))
                return each.id;
        }
        RW_CHECK(false, "a circuit between these is in the works");
    }
    void cut(std::string_view from, std::string_view to) {
        hall.design.powerLinks = hall.design.powerLinks.with({}, {circuit(from, to)});
    }
    void take(std::string_view name) {
        const Id<PowerElement> id = named(name);
        std::vector<Id<PowerLink>> links;
        for (const PowerLink& each : hall.design.powerLinks)
            if (each.from == id || each.to == id)
                links.push_back(each.id);
        hall.design.powerLinks = hall.design.powerLinks.with({}, links);
        hall.design.powerElements = hall.design.powerElements.with({}, {id});
    }
    void takeUnit(std::string_view name) {
        const Id<CoolingUnit> id = unitNamed(name);
        std::vector<Id<PowerLink>> links;
        for (const PowerLink& each : hall.design.powerLinks)
            if (each.unit == id)
                links.push_back(each.id);
        std::vector<Id<CoolingService>> services;
        for (const CoolingService& each : hall.design.coolingServices)
            if (each.unit == id)
                services.push_back(each.id);
        hall.design.powerLinks = hall.design.powerLinks.with({}, links);
        hall.design.coolingServices = hall.design.coolingServices.with({}, services);
        hall.design.coolingUnits = hall.design.coolingUnits.with({}, {id});
    }
    void addUnit(CoolingUnitKind kind, const std::string& name, std::string_view supplies, double watts, double draw) {
        const auto id = hall.addCooler(kind, {}, name, Unplaced{});
        hall.change(&Design::coolingUnits, id, [&](CoolingUnit& row) {
            row.secondary = loopNamed(supplies);
            row.draw = Power(draw);
            if (kind == CoolingUnitKind::Pump) {
                row.flow = watts * unit::litrePerMinute; // what a pump does is no power
                row.head = 200 * unit::kilopascal;
            } else {
                row.rating = Power(watts);
            }
        });
    }
    void addLoop(std::string name, std::string fluid, double supply, double back, bool isWater) {
        CoolingLoop row;
        row.id = hall.ids.take<CoolingLoop>();
        row.name = std::move(name);
        row.fluid = std::move(fluid);
        row.supply = Temperature::celsius(supply);
        row.returnLimit = Temperature::celsius(back);
        row.isFacilityWater = isWater;
        row.redundancy = "N+1";
        row.pressureDifference = 120 * unit::kilopascal;
        row.volume = 1.0 * unit::cubicMetre;
        hall.design.coolingLoops = hall.design.coolingLoops.with(row);
    }
};

constexpr std::array kSides = {std::pair(FeedSide::A, "A"), std::pair(FeedSide::B, "B"), std::pair(FeedSide::C, "C")};

/// 2N: of each side mains, transformer, generator, transfer switch, gear, UPS and panel, down to a PDU a rack. With the
/// other side lost 186 kW come to a panel, 195.8 to its gear, 198.8 to the mains.
Works twoSides() {
    Works works;
    works.hall.setSite(site::redundancy, "2N");
    for (const auto& [side, mark] : {kSides[0], kSides[1]}) {
        const std::string of = std::string(" ") + mark;
        works.add(Kind::Utility, "Mains" + of, side, 250'000);
        works.add(Kind::Transformer, "TX" + of, side, 230'000);
        works.add(Kind::Generator, "Gen" + of, side, 230'000);
        works.add(Kind::TransferSwitch, "ATS" + of, side, 230'000);
        works.add(Kind::Switchgear, "Gear" + of, side, 230'000);
        works.element("Mains" + of, [](PowerElement& row) { row.voltage = Voltage(10'000); });
        works.element("TX" + of, [](PowerElement& row) {
            row.voltage = Voltage(10'000);
            row.outputVoltage = Voltage(400);
        });
        works.addUps("UPS" + of, side, 220'000);
        works.add(Kind::RemotePowerPanel, "Panel" + of, side, 220'000);
        works.feed("Mains" + of, "TX" + of, 25);
        works.feed("TX" + of, "ATS" + of, 400);
        works.feed("Gen" + of, "ATS" + of, 400);
        works.feed("ATS" + of, "Gear" + of, 400);
        works.feed("Gear" + of, "UPS" + of, 400);
        works.feed("UPS" + of, "Panel" + of, 400);
        for (const PowerElement& pdu : works.elements(Kind::RackPdu))
            if (pdu.side == side)
                works.feed("Panel" + of, pdu.name, 63);
        for (const char* cooler : {"IRC1", "IRC2"})
            works.feedUnit("Panel" + of, cooler, 16);
    }
    return works;
}

/// Three UPS of a side each, every rack on two of them: any one may be lost. 93.2 kW on a UPS then.
Works distributed() {
    Works works;
    works.hall.setSite(site::redundancy, "N+1");
    for (const auto& [side, mark] : kSides) {
        const std::string of = std::string(" ") + mark;
        works.add(Kind::Utility, "Mains" + of, side, 150'000);
        works.addUps("UPS" + of, side, 120'000);
        works.add(Kind::RemotePowerPanel, "Panel" + of, side, 120'000);
        works.feed("Mains" + of, "UPS" + of, 250);
        works.feed("UPS" + of, "Panel" + of, 250);
    }
    // A1 on A and B, A2 on B and C, A3 on C and A, and so on.
    std::size_t rack = 0;
    for (const PowerElement& pdu : works.elements(Kind::RackPdu)) {
        const auto& [side, mark] = kSides[(rack / 2 + rack % 2) % 3];
        ++rack;
        works.element(pdu.name, [side = side](PowerElement& row) { row.side = side; });
        works.feed(std::string("Panel ") + mark, pdu.name, 63);
    }
    for (const char* of : {"A", "B"})
        works.feedUnit(std::string("Panel ") + of, "IRC1", 16);
    for (const char* of : {"B", "C"})
        works.feedUnit(std::string("Panel ") + of, "IRC2", 16);
    return works;
}

/// Two UPS at work, each behind a transfer switch that takes a third when it is lost. Half the racks on each: 93 kW.
Works blockRedundant() {
    Works works;
    works.hall.setSite(site::redundancy, "N+1");
    for (const PowerElement& pdu : works.elements(Kind::RackPdu))
        works.element(pdu.name, [](PowerElement& row) { row.side = FeedSide::None; });
    works.add(Kind::Utility, "Mains", FeedSide::None, 250'000);
    for (const char* of : {" 1", " 2", " R"}) {
        works.addUps(std::string("UPS") + of, FeedSide::None, 120'000);
        works.feed("Mains", std::string("UPS") + of, 250);
    }
    for (const char* mark : {" 1", " 2"}) {
        const std::string of = mark;
        works.add(Kind::TransferSwitch, "STS" + of, FeedSide::None, 120'000);
        works.add(Kind::RemotePowerPanel, "Panel" + of, FeedSide::None, 120'000);
        works.feed("UPS" + of, "STS" + of, 250);
        works.feed("UPS R", "STS" + of, 250);
        works.feed("STS" + of, "Panel" + of, 250);
        for (const PowerElement& pdu : works.elements(Kind::RackPdu))
            if (pdu.name.starts_with(of == " 1" ? "A" : "B"))
                works.feed("Panel" + of, pdu.name, 63);
        works.feedUnit("Panel" + of, of == " 1" ? "IRC1" : "IRC2", 16);
    }
    return works;
}

/// Three UPS side by side on one bus, two of which carry all: 186 kW, 62 on each.
Works sideBySide() {
    Works works;
    works.hall.setSite(site::redundancy, "N+1");
    works.add(Kind::Utility, "Mains", FeedSide::None, 250'000);
    works.add(Kind::Switchgear, "Bus", FeedSide::None, 220'000);
    for (const char* of : {"1", "2", "3"}) {
        const std::string ups = std::string("UPS ") + of;
        works.addUps(ups, FeedSide::None, 110'000, "Modules");
        works.feed("Mains", ups, 200);
        works.feed(ups, "Bus", 200);
    }
    for (const auto& [side, mark] : {kSides[0], kSides[1]}) {
        const std::string of = std::string(" ") + mark;
        works.add(Kind::RemotePowerPanel, "Panel" + of, side, 220'000);
        works.feed("Bus", "Panel" + of, 400);
        for (const PowerElement& pdu : works.elements(Kind::RackPdu))
            if (pdu.side == side)
                works.feed("Panel" + of, pdu.name, 63);
        for (const char* cooler : {"IRC1", "IRC2"})
            works.feedUnit("Panel" + of, cooler, 16);
    }
    return works;
}

/// 2N at 800 V of direct current, from rectifiers down to a shelf of each side in each rack: 172 kW after a loss.
Works directCurrent() {
    Works works;
    works.hall.setSite(site::redundancy, "2N");
    works.add(Kind::Utility, "Mains", FeedSide::None, 250'000);
    for (const auto& [side, mark] : {kSides[0], kSides[1]}) {
        const std::string of = std::string(" ") + mark;
        works.addUps("Rectifier" + of, side, 220'000);
        works.add(Kind::RemotePowerPanel, "DC panel" + of, side, 200'000);
        works.element("Rectifier" + of, [](PowerElement& row) {
            row.outputVoltage = Voltage(800);
            row.deliversDirectCurrent = true;
        });
        const auto isDirect = [](PowerElement& row) {
            row.voltage = Voltage(800);
            row.phases = 0;
        };
        works.element("DC panel" + of, isDirect);
        works.feed("Mains", "Rectifier" + of, 400);
        works.feed("Rectifier" + of, "DC panel" + of, 250);
        for (const PowerElement& pdu : works.elements(Kind::RackPdu)) {
            if (pdu.side != side)
                continue;
            works.element(pdu.name, [&](PowerElement& row) {
                isDirect(row);
                row.kind = Kind::PowerShelf;
                row.part = {};
                row.rating = Power(24'000);
                row.outputVoltage = Voltage(50);
                row.deliversDirectCurrent = true;
            });
            works.feed("DC panel" + of, pdu.name, 40);
        }
        // Coolers take alternating current.
        works.add(Kind::RemotePowerPanel, "AC panel" + of, side, 40'000);
        works.feed("Mains", "AC panel" + of, 63);
        for (const char* cooler : {"IRC1", "IRC2"})
            works.feedUnit("AC panel" + of, cooler, 16);
    }
    return works;
}

/// The coolers on chilled water of two chillers, 36 kW of cold plates on two CDUs and water of two towers, with two
/// pumps for each water: any one unit may be lost. The power of twoSides(), with more of it.
Works plant() {
    Works works = twoSides();
    Hall& hall = works.hall;
    for (const auto& [side, mark] : {kSides[0], kSides[1]}) {
        const std::string of = std::string(" ") + mark;
        for (const char* name : {"Mains", "TX", "Gen", "ATS", "Gear", "UPS", "Panel"})
            works.element(name + of, [](PowerElement& row) { row.rating = Power(600'000); });
        works.element("Battery of UPS" + of, [](PowerElement& row) {
            row.rating = Power(600'000);
            row.storedEnergy = Energy(600'000.0 * 600);
        });
        for (const PowerLink& each :
             std::vector<PowerLink>(hall.design.powerLinks.begin(), hall.design.powerLinks.end()))
            if (each.breaker && *each.breaker > Current(63))
                hall.change(&Design::powerLinks, each.id, [](PowerLink& row) { row.breaker = Current(1'000); });
        hall.change(&Design::powerLinks, works.circuit("Mains" + of, "TX" + of),
                    [](PowerLink& row) { row.breaker = Current(40); });
    }
    for (std::size_t i = 0; i < 4; ++i)
        hall.addDevice(hall.racks[i], hall.liquidPart, 20, "L" + std::to_string(i + 1));
    hall.changePart(hall.liquidPart, [](Part& part) {
        part.powerInputs.front().rating = Fact<Power>::known(Power(6'000), Grade::Vendor);
        part.powerInputs.front().required = 2;
        part.attributes.push_back(number("liquid-inlet-max", 273.15 + 45));
        part.attributes.push_back(number("liquid-inlet-min", 273.15 + 17));
    });
    for (const PowerElement& pdu : works.elements(Kind::RackPdu))
        works.element(pdu.name, [](PowerElement& row) { row.rating = Power(43'000); });
    works.addLoop("Chilled water", "water", 14, 24, true);
    works.addLoop("Tower water", "water", 33, 43, true);
    works.addLoop("Coolant", "PG25", 38, 48, false);
    works.loop("Coolant", [](CoolingLoop& row) { row.flow = 60 * unit::litrePerMinute; });
    for (const char* cooler : {"IRC1", "IRC2"})
        works.unit(cooler, [&](CoolingUnit& row) {
            row.primary = works.loopNamed("Chilled water");
            row.rating = Power(220'000);
            row.flow = 10.5 * unit::cubicMetrePerSecond;
            row.redundancyGroup = "Coolers";
        });
    hall.changePart(hall.cduPart, [](Part& part) {
        part.attributes.push_back(number("approach", 4));
        part.attributes.push_back(number("secondary-flow", 100e-3 / 60));
        part.attributes.push_back(number("available-head", 200e3));
    });
    for (const char* name : {"CDU 1", "CDU 2"}) {
        const auto id = hall.addCooler(
            CoolingUnitKind::CduRow, hall.cduPart, name,
            OnFloor{hall.room, {Length::millimetres(9'600), Length::millimetres(name[4] == '1' ? 3'000 : 6'000)}, {}});
        hall.change(&Design::coolingUnits, id, [&](CoolingUnit& row) {
            row.primary = works.loopNamed("Tower water");
            row.secondary = works.loopNamed("Coolant");
            row.rating = 60 * unit::kilowatt;
            row.draw = Power(2'000);
        });
        for (std::size_t i = 0; i < 4; ++i)
            hall.serve(hall.racks[i], id, HeatKind::Liquid);
    }
    for (const char* of : {" 1", " 2"}) {
        works.addUnit(CoolingUnitKind::Chiller, std::string("Chiller") + of, "Chilled water", 220'000, 60'000);
        works.addUnit(CoolingUnitKind::CoolingTower, std::string("Tower") + of, "Tower water", 60'000, 3'000);
        works.addUnit(CoolingUnitKind::Pump, std::string("CW pump") + of, "Chilled water", 400, 3'000);
        works.addUnit(CoolingUnitKind::Pump, std::string("TW pump") + of, "Tower water", 100, 2'000);
        for (const auto& [side, mark] : {kSides[0], kSides[1]}) {
            for (const char* unit : {"CDU", "Tower", "CW pump", "TW pump"})
                works.feedUnit(std::string("Panel ") + mark, std::string(unit) + of, 16);
            works.feedUnit(std::string("Panel ") + mark, std::string("Chiller") + of, 125);
        }
    }
    hall.change(&Design::rooms, hall.room, [](Room& room) { room.dewPoint = Temperature::celsius(10); });
    hall.setSite(site::climate, "chicago");
    return works;
}

using Bend = std::function<void(Works&)>;

Bend rated(std::string name, double watts) {
    return [=](Works& works) { works.element(name, [&](PowerElement& row) { row.rating = Power(watts); }); };
}
Bend ofVoltage(std::string name, double volts) {
    return [=](Works& works) { works.element(name, [&](PowerElement& row) { row.voltage = Voltage(volts); }); };
}
Bend gives(std::string name, double volts) {
    return [=](Works& works) { works.element(name, [&](PowerElement& row) { row.outputVoltage = Voltage(volts); }); };
}
Bend ofSide(std::string name, FeedSide side) {
    return [=](Works& works) { works.element(name, [&](PowerElement& row) { row.side = side; }); };
}
Bend ofPhases(std::string name, std::int64_t phases) {
    return [=](Works& works) { works.element(name, [&](PowerElement& row) { row.phases = phases; }); };
}
Bend stores(std::string name, double seconds, double watts) {
    return [=](Works& works) {
        works.element(name, [&](PowerElement& row) { row.storedEnergy = Energy(seconds * watts); });
    };
}
Bend behind(std::string from, std::string to, double ampere) {
    return [=](Works& works) {
        works.hall.change(&Design::powerLinks, works.circuit(from, to),
                          [&](PowerLink& row) { row.breaker = Current(ampere); });
    };
}
Bend onPoles(std::string from, std::string to, std::string poles) {
    return [=](Works& works) {
        works.hall.change(&Design::powerLinks, works.circuit(from, to), [&](PowerLink& row) { row.poles = poles; });
    };
}
Bend plug(std::string from, std::string to, std::string connector) {
    return [=](Works& works) {
        works.hall.change(&Design::powerLinks, works.circuit(from, to),
                          [&](PowerLink& row) { row.connector = connector; });
    };
}
Bend cut(std::string from, std::string to) {
    return [=](Works& works) { works.cut(from, to); };
}
Bend moved(std::string from, std::string to, std::string other) {
    return [=](Works& works) {
        works.hall.change(&Design::powerLinks, works.circuit(from, to),
                          [&](PowerLink& row) { row.from = works.named(other); });
    };
}
Bend without(std::string name) {
    return [=](Works& works) { works.take(name); };
}
Bend withoutUnit(std::string name) {
    return [=](Works& works) { works.takeUnit(name); };
}
Bend unitIs(std::string name, std::function<void(CoolingUnit&)> change) {
    return [=](Works& works) { works.unit(name, change); };
}
Bend loopIs(std::string name, std::function<void(CoolingLoop&)> change) {
    return [=](Works& works) { works.loop(name, change); };
}
Bend all(std::vector<Bend> bends) {
    return [=](Works& works) {
        for (const Bend& each : bends)
            each(works);
    };
}
Bend capped(double watts) {
    return [=](Works& works) {
        works.hall.change(&Design::devices, works.hall.design.devices.begin()->id,
                          [&](Device& row) { row.powerCap = Power(watts); });
    };
}

struct Fault {
    const char* name;
    std::function<Works()> of;
    Bend bend;           ///< null: nothing is wrong
    std::string found{}; ///< message id and subjects; empty: nothing is found
};

std::vector<Fault> faults() {
    return {
        {"2N", twoSides, nullptr},
        {"2N: transformer too small after a loss", twoSides, rated("TX A", 190'000), "POWER-03.over TX A"},
        {"2N: transformer too small at once", twoSides, rated("TX A", 90'000), "POWER-09.over TX A"},
        {"2N: generator too small", twoSides, rated("Gen B", 90'000), "POWER-09.over Gen B"},
        {"2N: gear too small after a loss", twoSides, rated("Gear B", 190'000), "POWER-03.over Gear B"},
        {"2N: panel too small after a loss", twoSides, rated("Panel A", 180'000), "POWER-03.over Panel A"},
        {"2N: transformer gives another voltage", twoSides, gives("TX B", 480), "POWER-08.voltage ATS B"},
        {"2N: transformer for another voltage", twoSides, ofVoltage("TX B", 20'000), "POWER-08.voltage TX B"},
        {"2N: UPS for another voltage", twoSides, ofVoltage("UPS A", 480), "POWER-08.voltage UPS A"},
        {"2N: breaker before a UPS", twoSides, behind("Gear A", "UPS A", 200), "POWER-01.lost-from UPS A"},
        {"2N: breaker of a transformer", twoSides, behind("TX A", "ATS A", 125), "POWER-01.over-from ATS A"},
        {"2N: breaker of a generator", twoSides, behind("Gen A", "ATS A", 125), "POWER-01.over-from ATS A"},
        {"2N: breaker of a PDU", twoSides, behind("Panel B", "B3-B", 25), "POWER-01.lost B3-B"},
        {"2N: breaker of a cooler", twoSides, behind("Panel B", "IRC2", 6), "POWER-01.lost-from IRC2"},
        {"2N: poles of all lines", twoSides, onPoles("Panel A", "A1-A", "1,3,5")},
        {"2N: poles of two lines", twoSides, onPoles("Panel A", "A1-A", "1,3"), "POWER-08.poles-phases A1-A"},
        {"2N: one line for three", twoSides, onPoles("Panel A", "A2-A", "L2"), "POWER-08.poles-phases A2-A"},
        {"2N: poles side by side", twoSides,
         all({onPoles("Panel A", "A1-A", "1,3,5"), onPoles("Panel A", "A2-A", "2,4,6"),
              onPoles("Panel B", "A1-B", "1,3,5"), onPoles("Panel A", "IRC1", "7,9,11")})},
        {"2N: a pole twice", twoSides, all({onPoles("Panel A", "A1-A", "1,3,5"), onPoles("Panel A", "A2-A", "5,7,9")}),
         "POWER-08.poles-twice A2-A"},
        {"2N: a pole of a cooler twice", twoSides,
         all({onPoles("Panel A", "A1-A", "1,3,5"), onPoles("Panel A", "IRC1", "1,9,11")}), "POWER-08.poles-twice IRC1"},
        {"2N: connector too small", twoSides, plug("Panel A", "A1-A", "IEC 60309 32 A 3P+N+E"),
         "POWER-08.connector A1-A"},
        {"2N: PDU on the other side", twoSides, moved("Panel B", "A1-B", "Panel A"),
         "POWER-04.shared A1-n1, A1-n2, A1-leaf"},
        {"2N: UPS on the other side", twoSides, moved("Gear B", "UPS B", "Gear A"),
         "POWER-04.shared A1-n1, A1-n2, A1-leaf and 21 more"},
        {"2N: PDU with the wrong letter", twoSides, ofSide("B2-B", FeedSide::A), "POWER-09.other-side B2-B"},
        {"2N: PDU on no circuit", twoSides, cut("Panel A", "A4-A"), "POWER-09.no-feed A4-A"},
        {"2N: cooler on no circuit", twoSides, all({cut("Panel A", "IRC1"), cut("Panel B", "IRC1")}),
         "POWER-09.unit IRC1"},
        {"2N: batteries too weak", twoSides, rated("Battery of UPS A", 80'000), "POWER-13.power UPS A"},
        {"2N: batteries too weak after a loss", twoSides, rated("Battery of UPS A", 190'000),
         "POWER-13.power-lost UPS A"},
        {"2N: batteries too short", twoSides, stores("Battery of UPS B", 120, 98'000), "POWER-13.short UPS B"},
        {"2N: cap above the most", twoSides, capped(12'000), "POWER-12.above A1-n1"},

        {"distributed", distributed, nullptr},
        {"distributed: UPS too small after a loss", distributed, rated("UPS B", 90'000), "POWER-03.over UPS B"},
        {"distributed: panel too small after a loss", distributed, rated("Panel C", 80'000), "POWER-03.over Panel C"},
        {"distributed: breaker of a panel", distributed, behind("UPS A", "Panel A", 125), "POWER-01.lost Panel A"},
        {"distributed: UPS for another voltage", distributed, ofVoltage("UPS C", 480), "POWER-08.voltage UPS C"},
        {"distributed: batteries too weak after a loss", distributed, rated("Battery of UPS B", 90'000),
         "POWER-13.power-lost UPS B"},

        {"block redundant", blockRedundant, nullptr},
        {"block redundant: reserve too small", blockRedundant, rated("UPS R", 90'000), "POWER-03.one-lost UPS R"},
        {"block redundant: UPS too small", blockRedundant, rated("UPS 1", 90'000), "POWER-09.over UPS 1"},
        {"block redundant: breaker from the reserve", blockRedundant, behind("UPS R", "STS 1", 125),
         "POWER-03.breaker STS 1"},
        {"block redundant: breaker before the reserve", blockRedundant, behind("Mains", "UPS R", 100),
         "POWER-03.breaker UPS R"},
        {"block redundant: breaker of a UPS", blockRedundant, behind("UPS 2", "STS 2", 125),
         "POWER-01.over-from STS 2"},
        {"block redundant: batteries of the reserve", blockRedundant, rated("Battery of UPS R", 60'000),
         "POWER-03.batteries UPS R"},
        {"block redundant: reserve on one switch", blockRedundant, cut("UPS R", "STS 2"), "POWER-03.dark UPS 2"},
        {"block redundant: no reserve", blockRedundant, without("UPS R"), "POWER-03.dark UPS 1; POWER-03.dark UPS 2"},
        {"block redundant: reserve for another voltage", blockRedundant, ofVoltage("UPS R", 480),
         "POWER-08.voltage UPS R"},

        {"side by side", sideBySide, nullptr},
        {"side by side: one too small", sideBySide, rated("UPS 2", 80'000), "POWER-09.module-lost UPS 2"},
        {"side by side: one is missing", sideBySide, without("UPS 3"), "POWER-09.module-lost UPS 1, UPS 2"},
        {"side by side: one feeds nothing", sideBySide, cut("UPS 1", "Bus"), "POWER-09.module-lost UPS 2, UPS 3"},
        {"side by side: one without its group", sideBySide,
         [](Works& works) { works.element("UPS 1", [](PowerElement& row) { row.redundancyGroup.clear(); }); }},
        {"side by side: bus too small", sideBySide, rated("Bus", 180'000), "POWER-09.over Bus"},
        {"side by side: breaker of a UPS", sideBySide, behind("UPS 1", "Bus", 125), "POWER-03.breaker Bus"},
        {"side by side: breaker before a UPS", sideBySide, behind("Mains", "UPS 3", 125), "POWER-03.breaker UPS 3"},

        {"direct current", directCurrent, nullptr},
        {"direct current: panel too small after a loss", directCurrent, rated("DC panel A", 150'000),
         "POWER-03.over DC panel A"},
        {"direct current: rectifier of another voltage", directCurrent, gives("Rectifier A", 400),
         "POWER-08.voltage DC panel A"},
        {"direct current: panel of alternating current", directCurrent, ofPhases("DC panel B", 3),
         "POWER-08.direct DC panel B"},
        {"direct current: shelf of another voltage", directCurrent, ofVoltage("A2-A", 400), "POWER-08.voltage A2-A"},
        {"direct current: shelf too small after a loss", directCurrent, rated("A2-A", 20'000), "POWER-03.over A2-A"},
        {"direct current: breaker of a panel", directCurrent, behind("Rectifier A", "DC panel A", 200),
         "POWER-01.lost DC panel A"},
        {"direct current: breaker of a shelf", directCurrent, behind("DC panel A", "B4-A", 25), "POWER-01.lost B4-A"},
    };
}

std::vector<Fault> faultsOfPlant() {
    return {
        {"plant", plant, nullptr},
        {"plant: tower too small after a loss", plant,
         unitIs("Tower 1", [](CoolingUnit& row) { row.rating = Power(30'000); }), "COOL-09.capacity Tower 1"},
        {"plant: a tower is missing", plant, withoutUnit("Tower 2"), "COOL-09.capacity-only Tower 1"},
        {"plant: chiller too small after a loss", plant,
         unitIs("Chiller 2", [](CoolingUnit& row) { row.rating = Power(150'000); }), "COOL-09.capacity Chiller 1"},
        {"plant: a chiller is missing", plant, withoutUnit("Chiller 1"), "COOL-09.capacity-only Chiller 2"},
        {"plant: a pump is missing", plant, withoutUnit("TW pump 1"), "COOL-09.flow-only TW pump 2"},
        {"plant: all pumps of a loop are missing", plant, all({withoutUnit("TW pump 1"), withoutUnit("TW pump 2")}),
         "COOL-09.no-pump Tower water"},
        {"plant: pump moves too little", plant,
         unitIs("CW pump 2", [](CoolingUnit& row) { row.flow = 200 * unit::litrePerMinute; }),
         "COOL-09.flow CW pump 1"},
        {"plant: pump of too little head", plant,
         unitIs("TW pump 2", [](CoolingUnit& row) { row.head = 100 * unit::kilopascal; }), "COOL-09.head TW pump 2"},
        {"plant: CDU too small after a loss", plant,
         unitIs("CDU 2", [](CoolingUnit& row) { row.rating = Power(30'000); }), "COOL-05.after-loss Coolant"},
        {"plant: a CDU is missing", plant, withoutUnit("CDU 2"), "COOL-05.only Coolant"},
        {"plant: CDU of too little head", plant,
         unitIs("CDU 1", [](CoolingUnit& row) { row.head = 100 * unit::kilopascal; }), "COOL-05.head CDU 1"},
        {"plant: CDU moves too little", plant,
         unitIs("CDU 1", [](CoolingUnit& row) { row.flow = 40 * unit::litrePerMinute; }),
         "COOL-05.flow-after-loss Coolant"},
        {"plant: CDU set too warm", plant,
         unitIs("CDU 1", [&](CoolingUnit& row) { row.supply = Temperature::celsius(44); }), "COOL-06.set-warmer CDU 1"},
        {"plant: CDU supplies nothing", plant, unitIs("CDU 2", [](CoolingUnit& row) { row.secondary = {}; }),
         "COOL-04.no-loop A1, A2, A3 and 1 more"},
        {"plant: CDU gives its heat to nothing", plant, unitIs("CDU 1", [](CoolingUnit& row) { row.primary = {}; }),
         "COOL-04.unit-loop CDU 1"},
        {"plant: tower water warmer than coolant", plant,
         loopIs("Tower water",
                [&](CoolingLoop& row) {
                    row.supply = Temperature::celsius(39);
                    row.returnLimit = Temperature::celsius(49);
                }),
         "COOL-06.no-approach CDU 1, CDU 2"},
        {"plant: tower water colder than any weather lets it be", plant,
         loopIs("Tower water",
                [&](CoolingLoop& row) {
                    row.supply = Temperature::celsius(24);
                    row.returnLimit = Temperature::celsius(34);
                }),
         "COOL-06.wet-bulb Tower water"},
        {"plant: coolant warmer than the devices allow", plant,
         loopIs("Coolant",
                [&](CoolingLoop& row) {
                    row.supply = Temperature::celsius(46);
                    row.returnLimit = Temperature::celsius(56);
                }),
         "COOL-06.device-over Coolant"},
        {"plant: coolant that freezes", plant,
         loopIs("Coolant", [&](CoolingLoop& row) { row.supply = Temperature::celsius(-15); }),
         "COOL-06.frozen Coolant"},
        {"plant: coolant of too little flow", plant,
         loopIs("Coolant", [](CoolingLoop& row) { row.flow = 40 * unit::litrePerMinute; }),
         "COOL-04.least-flow Coolant"},
        {"plant: coolant comes back too warm", plant,
         loopIs("Coolant", [&](CoolingLoop& row) { row.returnLimit = Temperature::celsius(40); }),
         "COOL-06.return-over Coolant"},
        {"plant: coolant in too little liquid", plant,
         loopIs("Coolant", [](CoolingLoop& row) { row.volume = 0.005 * unit::cubicMetre; }), "COOL-10.short Coolant"},
        {"plant: chilled water too warm for the air", plant,
         loopIs("Chilled water",
                [&](CoolingLoop& row) {
                    row.supply = Temperature::celsius(23);
                    row.returnLimit = Temperature::celsius(33);
                }),
         "COOL-06.air-from-warmer-water IRC1, IRC2"},
        {"plant: chiller set too warm", plant,
         unitIs("Chiller 1", [&](CoolingUnit& row) { row.supply = Temperature::celsius(20); }),
         "COOL-06.set-warmer Chiller 1"},
        {"plant: a cooler is too small", plant, unitIs("IRC1", [](CoolingUnit& row) { row.rating = Power(90'000); }),
         "COOL-01.over-rating IRC1"},
        {"plant: pumps on one side", plant, all({cut("Panel B", "TW pump 1"), cut("Panel B", "TW pump 2")}),
         "POWER-03.cooling ATS A, Gear A, UPS A and 1 more"},
        {"plant: a pump on no circuit", plant, all({cut("Panel A", "TW pump 1"), cut("Panel B", "TW pump 1")}),
         "POWER-09.unit TW pump 1"},
    };
}

// Errors and warnings of power and cooling, each with its subjects: "POWER-03.over TX A; COOL-09.flow P1, P2".
std::string foundIn(const Works& works) {
    const Snapshot snapshot = works.hall.snapshot();
    const auto solution = solve(snapshot, sampleDomains(), {{"power", "cooling", "facility"}, 1});
    std::string text;
    for (const Finding& finding : solution->report().findings) {
        const bool isOurs = finding.rule->id.starts_with("POWER") || finding.rule->id.starts_with("COOL");
        if (!isOurs || finding.state != RuleState::Failed || finding.severity < Severity::Warning)
            continue;
        text += (text.empty() ? "" : "; ") + finding.message.id.substr(std::string_view("rule.").size());
        constexpr std::size_t kNamed = 3;
        for (std::size_t i = 0; i < std::min(kNamed, finding.subjects.size()); ++i)
            text += (i == 0 ? " " : ", ") + subjectName(*snapshot.design, finding.subjects[i]);
        if (finding.subjects.size() > kNamed)
            text += " and " + std::to_string(finding.subjects.size() - kNamed) + " more";
    }
    return text;
}

void addRows(const std::vector<Fault>& list) {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < list.size(); ++i)
        QTest::newRow(list[i].name) << i;
}

void holdAgainst(const Fault& fault) {
    Works works = fault.of();
    if (fault.bend)
        fault.bend(works);
    QCOMPARE(QString::fromStdString(foundIn(works)), QString::fromStdString(fault.found));
}

} // namespace

class TestPlantedFaults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void power_data() { addRows(faults()); }
    void power() {
        QFETCH(std::size_t, index);
        holdAgainst(faults()[index]);
    }
    void cooling_data() { addRows(faultsOfPlant()); }
    void cooling() {
        QFETCH(std::size_t, index);
        holdAgainst(faultsOfPlant()[index]);
    }
};

RW_SUITE(TestPlantedFaults)
#include "tst_planted_faults.moc"
