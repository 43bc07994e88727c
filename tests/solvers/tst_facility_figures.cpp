// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of space, power and cooling: worked by hand on a small hall, equal in plain and traced form, and in balance.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/heat.h"
#include "solvers/engine/solution.h"
#include "solvers/power/cap_plan.h"
#include "solvers/power/phases.h"
#include "solvers/power/plant.h"
#include "solvers/power/power_domain.h"
#include "solvers/power/powers_schedule.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;
using fixture::Hall;

namespace {

DomainsPtr facilityDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return domains;
}

double typical(const Solution& solution, std::string_view label) {
    const FigureResult* result = solution.find(label);
    return result ? result->value.typical() : std::nan("");
}

Value valueOf(const Solution& solution, std::string_view label) {
    const FigureResult* result = solution.find(label);
    return result ? result->value : Value::unknown();
}

// The hall with accelerators of 700 W in its nodes.
Hall h100Hall(const std::string& accelerator = "nv-h100-sxm5-80") {
    Hall hall = fixture::hall();
    hall.changePart(hall.nodePart,
                    [&](Part& node) { node.attributes.push_back(fixture::word("accelerator-model", accelerator)); });
    fixture::embed(
        hall.project, hall.ids,
        fixture::part(accelerator, PartCategory::Accelerator, Mounting::InDevice, {fixture::number("tdp", 700)}));
    return hall;
}

// A hall with everything that figures read: liquid, caps, unknown parts, spare nodes, circuits, a loop, walls.
Hall richHall() {
    Hall hall = fixture::hall();
    hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
    hall.addDevice(hall.racks[0], hall.liquidPart, 24, "L2", "spare");
    const Id<CoolingUnit> cdu =
        hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU1",
                       OnFloor{hall.room, {Length::millimetres(8000), Length::millimetres(3000)}, {}});
    hall.serve(hall.racks[0], cdu, HeatKind::Liquid);
    CoolingLoop loop;
    loop.id = hall.ids.take<CoolingLoop>();
    loop.name = "TCS";
    loop.fluid = "PG25";
    loop.supply = Temperature::celsius(30);
    loop.returnLimit = Temperature::celsius(40);
    hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
    hall.change(&Design::coolingUnits, cdu, [&](CoolingUnit& unit) { unit.secondary = loop.id; });
    const Id<PartRow> mystery = fixture::embed(
        hall.project, hall.ids,
        fixture::part("mystery", PartCategory::StorageNode, Mounting::Eia19, {fixture::number("rack-units", 2)}));
    hall.addDevice(hall.racks[1], mystery, 30, "S1", "storage");
    hall.change(&Design::devices, hall.design.devices.begin()->id,
                [](Device& device) { device.powerCap = 8 * unit::kilowatt; });
    PowerElement ups;
    ups.id = hall.ids.take<PowerElement>();
    ups.name = "UPS";
    ups.kind = PowerElementKind::Ups;
    ups.rating = 250 * unit::kilowatt;
    hall.design.powerElements = hall.design.powerElements.with(ups);
    for (const PowerElement& pdu : hall.design.powerElements)
        if (pdu.kind == PowerElementKind::RackPdu)
            hall.design.powerLinks =
                hall.design.powerLinks.with({hall.ids.take<PowerLink>(), ups.id, pdu.id, {}, {}, {}, {}, {}});
    hall.setSite(site::powerLimit, "300000", "IT");
    hall.setSite(site::altitude, "500");
    return hall;
}

Id<CoolingLoop> addLoop(Hall& hall, std::string name) {
    CoolingLoop loop;
    loop.id = hall.ids.take<CoolingLoop>();
    loop.name = std::move(name);
    loop.fluid = "water";
    hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
    return loop.id;
}

void addOutside(Hall& hall, CoolingUnitKind kind, Id<CoolingLoop> supplies, Id<CoolingLoop> gives = {}) {
    const Id<CoolingUnit> id = hall.addCooler(kind, {}, std::string(enumName(kind)), Unplaced{});
    hall.change(&Design::coolingUnits, id, [&](CoolingUnit& unit) {
        unit.secondary = supplies;
        unit.primary = gives;
    });
}

/// The hall with its units on chilled water.
Hall hallOnWater(Id<CoolingLoop>& water) {
    Hall hall = fixture::hall();
    water = addLoop(hall, "Chilled water");
    const std::vector<Id<CoolingUnit>> units = hall.coolers;
    for (const Id<CoolingUnit> each : units)
        hall.change(&Design::coolingUnits, each, [&water](CoolingUnit& unit) { unit.primary = water; });
    return hall;
}

} // namespace

// Mains of 1 MW, a UPS that feeds all racks and both coolers of 3 kW, and a chiller of 40 kW on the mains that cools
// the water of the coolers: all that the hall takes is drawn.
struct DrawnHall {
    Hall hall = fixture::hall();
    Id<PowerElement> mains, ups;
    Id<CoolingUnit> chiller;

    DrawnHall() {
        const std::vector<PowerElement> pdus(hall.design.powerElements.begin(), hall.design.powerElements.end());
        mains = add("Mains", PowerElementKind::Utility);
        ups = add("UPS", PowerElementKind::Ups);
        join(mains, ups, {});
        for (const PowerElement& pdu : pdus)
            join(ups, pdu.id, {});
        CoolingLoop water;
        water.id = hall.ids.take<CoolingLoop>();
        water.name = "Chilled water";
        water.isFacilityWater = true;
        hall.design.coolingLoops = hall.design.coolingLoops.with(water);
        const std::vector<Id<CoolingUnit>> coolers = hall.coolers;
        for (const Id<CoolingUnit> cooler : coolers) {
            hall.change(&Design::coolingUnits, cooler, [&](CoolingUnit& unit) {
                unit.primary = water.id;
                unit.draw = Power(3'000.0);
            });
            join(ups, {}, cooler);
        }
        chiller = hall.addCooler(CoolingUnitKind::Chiller, {}, "Chiller", Unplaced{});
        hall.change(&Design::coolingUnits, chiller, [&](CoolingUnit& unit) {
            unit.secondary = water.id;
            unit.draw = Power(40'000.0);
        });
        join(mains, {}, chiller);
    }
    Id<PowerElement> add(std::string name, PowerElementKind kind) {
        PowerElement element;
        element.id = hall.ids.take<PowerElement>();
        element.name = std::move(name);
        element.kind = kind;
        element.rating = Power(1e6);
        hall.design.powerElements = hall.design.powerElements.with(element);
        return element.id;
    }
    void join(Id<PowerElement> from, Id<PowerElement> to, Id<CoolingUnit> unit) {
        PowerLink link;
        link.id = hall.ids.take<PowerLink>();
        link.from = from;
        link.to = to;
        link.unit = unit;
        hall.design.powerLinks = hall.design.powerLinks.with(link);
    }
    SolutionPtr solved() const { return solve(hall.snapshot(), facilityDomains()); }
};

class TestFacilityFigures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // LBNL-2001637, figure 4.4: 1.165 with an air economiser, 1.10 where the devices are cooled by liquid.
    void onlyMostlyLiquidDevicesMakeALiquidPlant() {
        Hall hall = fixture::hall();
        const auto pue = [&hall] { return typical(*solve(hall.snapshot(), facilityDomains()), "power.pue"); };
        QCOMPARE(pue(), 1.165);
        hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
        QCOMPARE(pue(), 1.165);
        std::vector<Id<Device>> nodes;
        for (const Device& device : hall.design.devices)
            nodes.push_back(device.id);
        for (const Id<Device> node : nodes)
            hall.change(&Design::devices, node, [&hall](Device& device) { device.part = hall.liquidPart; });
        QCOMPARE(pue(), 1.10);
    }
    // LBNL-2001637, figure 4.4, by the machines on the water: tower and chiller 1.12, dry cooler 1.20, chiller alone
    // 1.84, with a tower behind it 1.53; the customer's water is 1.065 to 1.32, and outside air is for no such hall.
    void plantIsThatOfTheDrawing() {
        Id<CoolingLoop> water;
        const Hall open = hallOnWater(water);
        const auto pue = [](const Hall& hall) {
            return valueOf(*solve(hall.snapshot(), facilityDomains()), "power.pue");
        };
        QCOMPARE(pue(open).low(), 1.065);
        QCOMPARE(pue(open).typical(), 1.20);
        QCOMPARE(pue(open).high(), 1.32);
        Hall chiller = open;
        addOutside(chiller, CoolingUnitKind::Chiller, water);
        QCOMPARE(pue(chiller).typical(), 1.84);
        Hall dry = chiller;
        addOutside(dry, CoolingUnitKind::DryCooler, water);
        QCOMPARE(pue(dry).typical(), 1.20);
        Hall tower = chiller;
        addOutside(tower, CoolingUnitKind::CoolingTower, water);
        QCOMPARE(pue(tower).typical(), 1.12);
        Hall condenser = open;
        const Id<CoolingLoop> behind = addLoop(condenser, "Condenser water");
        addOutside(condenser, CoolingUnitKind::Chiller, water, behind);
        QCOMPARE(pue(condenser).typical(), 1.20); // nothing takes the heat of the condenser water
        addOutside(condenser, CoolingUnitKind::CoolingTower, behind);
        QCOMPARE(pue(condenser).typical(), 1.53);
        condenser.setSetting("power.plant", "midsize-chiller");
        QCOMPARE(pue(condenser).typical(), 1.84);
        condenser.setSetting("power.pue", "1.25");
        QCOMPARE(pue(condenser).typical(), 1.25);
    }
    // 4 of 8 racks on a chiller, 4 on a dry cooler, all of 21.5 kW: (1.84 + 1.20) / 2.
    void plantsMixByTheirHeat() {
        Id<CoolingLoop> water;
        Hall hall = hallOnWater(water);
        const Id<CoolingLoop> other = addLoop(hall, "Second water");
        addOutside(hall, CoolingUnitKind::Chiller, water);
        addOutside(hall, CoolingUnitKind::DryCooler, other);
        hall.change(&Design::coolingUnits, hall.coolers[0], [&](CoolingUnit& unit) { unit.primary = other; });
        const Context context(hall.snapshot());
        const auto& drawn = context.lookUp<DrawnPlant>();
        QVERIFY(drawn.isWhole());
        QVERIFY(drawn.areSharesKnown());
        QCOMPARE(drawn.paths().size(), std::size_t(2));
        QCOMPARE(drawn.paths()[0].share, 0.5);
        QCOMPARE(valueOf(*solve(hall.snapshot(), facilityDomains()), "power.pue").typical(), 1.52);
    }
    // Loops that lead back to themselves take no heat outside.
    void loopsInACircleAreNoPlant() {
        Id<CoolingLoop> water;
        Hall hall = hallOnWater(water);
        const Id<CoolingLoop> other = addLoop(hall, "Second water");
        addOutside(hall, CoolingUnitKind::CduRow, water, other);
        addOutside(hall, CoolingUnitKind::CduRow, other, water);
        const Context context(hall.snapshot());
        QVERIFY(!context.lookUp<DrawnPlant>().isWhole());
        QCOMPARE(context.lookUp<DrawnPlant>().open(), std::string("Chilled water"));
    }
    // A rack that is a system comes without rack PDUs: what is hung into it weighs what it weighs.
    void rackPdusInARackScaleSystemWeighToo() {
        fixture::Hall hall = fixture::hall();
        hall.changePart(hall.rackPart, [](Part& rack) { rack.category = PartCategory::RackScaleSystem; });
        const auto solution = solve(hall.snapshot(), facilityDomains());
        // 2 x 130 + 15 of what stands in it, 2 PDUs x 10.
        QCOMPARE(typical(*solution, "rack.weight@rack:A1"), 295.0);
    }
    void rackByHand() {
        const auto solution = solve(fixture::hall().snapshot(), facilityDomains());
        QVERIFY(solution->failures().empty());
        // Two nodes of 10 kW and a switch of 1.5 kW.
        QCOMPARE(typical(*solution, "rack.power.peak@rack:A1"), 21'500.0);
        QCOMPARE(typical(*solution, "rack.power.average@rack:A1"), 0.76 * 21'500);
        QVERIFY(valueOf(*solution, "rack.power.idle@rack:A1").isUnknown());
        // 170 empty + 2 PDUs x 10 + 25 cables + 2 x 130 + 15.
        QCOMPARE(typical(*solution, "rack.weight@rack:A1"), 490.0);
        QCOMPARE(typical(*solution, "rack.weight.payload@rack:A1"), 320.0);
        QCOMPARE(typical(*solution, "rack.load.area@rack:A1"), 490.0 / 0.72);
        QCOMPARE(typical(*solution, "rack.load.point@rack:A1"), 490.0 / 4 * 1.1);
        // Frame 215 kg at 1,150 mm; nodes at the middle of U1-8 and U9-16, the switch in the middle of U40.
        const double u = 44.45e-3;
        const double moment = 215 * 1.15 + 130 * 4 * u + 130 * 12 * u + 15 * 39.5 * u;
        QVERIFY(std::abs(typical(*solution, "rack.mass-centre@rack:A1") - moment / 490) < 1e-9);
        QCOMPARE(typical(*solution, "rack.units.used@rack:A1"), 17.0);
        QCOMPARE(typical(*solution, "rack.units.free@rack:A1"), 31.0);
        QCOMPARE(typical(*solution, "rack.accelerators@rack:A1"), 16.0);
        QCOMPARE(typical(*solution, "rack.heat.btu@rack:A1"), 21'500.0);
        QCOMPARE(solution->find("rack.heat.btu@rack:A1")->definition->unit, std::string("BTU/h"));
    }
    void hallByHand() {
        const auto solution = solve(fixture::hall().snapshot(), facilityDomains());
        QCOMPARE(typical(*solution, "power.it.peak"), 172'000.0);
        QCOMPARE(typical(*solution, "power.utility.peak"), 172'000 * 1.165);
        QCOMPARE(typical(*solution, "design.accelerators"), 128.0);
        QCOMPARE(typical(*solution, "design.racks"), 8.0);
        QCOMPARE(typical(*solution, "design.rows"), 2.0);
        QCOMPARE(typical(*solution, "design.row.longest"), 2.4);
        QCOMPARE(typical(*solution, "room.area@room:Hall"), 108.0);
        QCOMPARE(typical(*solution, "cooling.capacity.air"), 200'000.0);
        QCOMPARE(typical(*solution, "cooling.capacity.air.one-lost"), 100'000.0);
        QCOMPARE(typical(*solution, "cooling-unit.heat@cooling-unit:IRC1"), 86'000.0);
        QCOMPARE(typical(*solution, "cooling-unit.share@cooling-unit:IRC1"), 0.86);
        // 300 m2/s: airflow of 172 kW at 15 K and 1.204 kg/m3.
        const double density = 101325.0 / (287.055 * 293.15);
        QVERIFY(std::abs(typical(*solution, "cooling.airflow") - 172'000 / (density * 1005 * 15)) < 1e-9);
        // Aisle of 1.8 m between the rows: half of 1.2 m counted; to the wall of the room 2.4 m: 0.6 m counted.
        QCOMPARE(typical(*solution, "rack.load.area-with-aisles@rack:A2"), 490.0 / (0.6 * 2.4));
    }
    // One answer: what the site takes is what its single-line diagram shows on the mains, where that is drawn whole.
    void aWholeDrawingSaysWhatTheUtilityGives() {
        const auto solution = DrawnHall().solved();
        QVERIFY(solution->failures().empty());
        const double ups = 178'000 / 0.95, all = ups + 40'000;
        for (const char* name : {"power.utility.peak", "power.utility.drawn", "feed.power.peak@power:Mains"})
            QVERIFY2(std::abs(typical(*solution, name) - all) < 1e-6, name);
        QVERIFY(std::abs(typical(*solution, "power.cooling.peak") - 46'000) < 1e-6);
        QVERIFY(std::abs(typical(*solution, "power.distribution.loss") - (ups - 178'000)) < 1e-6);
        // The year goes by the annual PUE.
        QVERIFY(std::abs(typical(*solution, "power.utility.average") - 0.76 * 172'000 * 1.84) < 1e-6);
    }
    // The whole is no less than the part of it that is drawn: beside a chiller of unknown draw one of 400 kW hangs on
    // the mains.
    void theWholeIsNoLessThanWhatIsDrawn() {
        DrawnHall drawn;
        drawn.hall.change(&Design::coolingUnits, drawn.chiller, [](CoolingUnit& unit) { unit.draw = Power(400'000); });
        const auto more = drawn.hall.addCooler(CoolingUnitKind::Chiller, {}, "Chiller 2", Unplaced{});
        drawn.hall.change(&Design::coolingUnits, more, [](CoolingUnit& unit) { unit.draw = Power(1'000); });
        const auto solution = drawn.solved();
        QVERIFY(solution->failures().empty());
        const double site = typical(*solution, "power.utility.peak");
        QVERIFY(typical(*solution, "power.utility.drawn") > 172'000 * 1.84);
        QCOMPARE(site, typical(*solution, "power.utility.drawn"));
        QVERIFY(std::abs(172'000 + typical(*solution, "power.distribution.loss") +
                         typical(*solution, "power.cooling.peak") - site) < 1e-6);
        const FigureResult* result = solution->find("power.utility.peak");
        QCOMPARE(result->definition->traced(solution->context(), result->subject).value().typical(), site);
    }
    // Where the drawing lacks something the annual PUE stands for it, and the derivation says what is lacking.
    void aDrawingThatLacksSomethingLeavesThePue() {
        const auto isByPue = [](const DrawnHall& drawn, double pue, std::string_view why) {
            const auto solution = drawn.solved();
            const FigureResult* result = solution->find("power.utility.peak");
            const Traced traced = result->definition->traced(solution->context(), result->subject);
            // Its name may stand around it.
            const Derivation* node = traced.node().get();
            while (node && node->label.find(why) == std::string::npos)
                node = node->inputs.size() == 1 ? node->inputs.front().get() : nullptr;
            return std::abs(result->value.typical() - 172'000 * pue) < 1e-6 && node;
        };
        DrawnHall unknown;
        unknown.hall.change(&Design::coolingUnits, unknown.chiller, [](CoolingUnit& unit) { unit.draw.reset(); });
        QVERIFY(isByPue(unknown, 1.84, "electrical power of Chiller"));
        QVERIFY(!valueOf(*unknown.solved(), "power.utility.drawn").isKnown());
        DrawnHall unfed;
        for (const PowerLink& link :
             std::vector<PowerLink>(unfed.hall.design.powerLinks.begin(), unfed.hall.design.powerLinks.end()))
            if (link.unit == unfed.chiller)
                unfed.hall.design.powerLinks = unfed.hall.design.powerLinks.with({}, {link.id});
        QVERIFY(isByPue(unfed, 1.84, "no circuit leads to Chiller"));
        DrawnHall open;
        open.hall.design.coolingUnits = open.hall.design.coolingUnits.with({}, {open.chiller});
        QVERIFY(isByPue(open, 1.20, "Chilled water"));
        DrawnHall withoutMains;
        withoutMains.hall.change(&Design::powerElements, withoutMains.mains,
                                 [](PowerElement& each) { each.kind = PowerElementKind::Transformer; });
        QVERIFY(isByPue(withoutMains, 1.84, "no utility feed"));
    }
    void suppliesSpreadOverPdus() {
        const auto solution = solve(fixture::hall().snapshot(), facilityDomains());
        // Six supplies a node and two a switch, half of each on either side.
        QCOMPARE(typical(*solution, "feed.power.peak@power:A1-A"), 10'750.0);
        QCOMPARE(typical(*solution, "feed.power.other-lost@power:A1-A"), 21'500.0);
        QCOMPARE(typical(*solution, "feed.share@power:A1-A"), 10'750.0 / 34'500);
    }
    // What a breaker lets through continuously at its voltage, where no rating is stated.
    void typedBreakersAreRatings() {
        Hall hall = fixture::hall();
        PowerElement busway;
        busway.id = hall.ids.take<PowerElement>();
        busway.kind = PowerElementKind::Busway;
        busway.name = "Bus";
        busway.breaker = Current(800);
        busway.voltage = Voltage(400);
        hall.design.powerElements = hall.design.powerElements.with(busway);
        Hall american = hall;
        hall.setSite(site::region, "iec");
        const double all = std::sqrt(3.0) * 800 * 400; // 554.3 kW
        QVERIFY(std::abs(typical(*solve(hall.snapshot(), facilityDomains()), "feed.rating@power:Bus") - all) < 1e-6);
        american.setSite(site::region, "nec");
        american.change(&Design::powerElements, busway.id, [](PowerElement& bus) { bus.voltage = Voltage(415); });
        const double most = 0.8 * std::sqrt(3.0) * 800 * 415; // 460.0 kW
        QVERIFY(std::abs(typical(*solve(american.snapshot(), facilityDomains()), "feed.rating@power:Bus") - most) <
                1e-6);
    }
    // A busway of 460 kW at 415 V carries 230.6 kW at 208 V; a UPS of as much carries it at any voltage.
    void whatIsRatedByCurrentGivesLessAtALowerVoltage() {
        Hall hall = fixture::hall();
        const auto row = fixture::embed(
            hall.project, hall.ids,
            fixture::part("test-busway", PartCategory::Busway, Mounting::Floor,
                          {fixture::number("continuous-power", 460e3), fixture::number("input-voltage", 415)}));
        const auto add = [&](PowerElementKind kind, std::string name, double volts) {
            PowerElement made;
            made.id = hall.ids.take<PowerElement>();
            made.kind = kind;
            made.name = std::move(name);
            made.part = row;
            made.voltage = Voltage(volts);
            hall.design.powerElements = hall.design.powerElements.with(made);
        };
        add(PowerElementKind::Busway, "Low", 208);
        add(PowerElementKind::Busway, "Own", 415);
        add(PowerElementKind::Busway, "High", 480);
        add(PowerElementKind::Ups, "UPS", 208);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        QVERIFY(std::abs(typical(*solution, "feed.rating@power:Low") - 460e3 * 208 / 415) < 1e-6);
        QCOMPARE(typical(*solution, "feed.rating@power:Own"), 460e3);
        QCOMPARE(typical(*solution, "feed.rating@power:High"), 460e3);
        QCOMPARE(typical(*solution, "feed.rating@power:UPS"), 460e3);
    }
    // Two loads of P across L1-L2 and L2-L3: 3 P / (sqrt(3) V) in L2, P / V in L1 and L3; evenly 2 P / (sqrt(3) V).
    void linesAddAsVectors() {
        Hall hall = fixture::hall();
        PowerElement panel;
        panel.id = hall.ids.take<PowerElement>();
        panel.kind = PowerElementKind::RemotePowerPanel;
        panel.name = "Panel";
        const std::vector<PowerElement> pdus(hall.design.powerElements.begin(), hall.design.powerElements.end());
        hall.design.powerElements = hall.design.powerElements.with(panel);
        const char* poles[] = {"L1/L2", "3,5"};
        for (std::size_t i = 0; i < 2; ++i) {
            hall.change(&Design::powerElements, pdus[2 * i].id, [](PowerElement& pdu) { pdu.phases = 1; });
            hall.design.powerLinks = hall.design.powerLinks.with(
                {hall.ids.take<PowerLink>(), panel.id, pdus[2 * i].id, {}, poles[i], {}, {}, {}});
        }
        const Context context(hall.snapshot());
        const auto& phases = context.lookUp<PhaseLoads>();
        const auto& shape = phases.shape(panel.id);
        QVERIFY(std::abs(shape[0] - std::sqrt(3.0) / 2) < 1e-12);
        QVERIFY(std::abs(shape[1] - 1.5) < 1e-12);
        QVERIFY(std::abs(shape[2] - std::sqrt(3.0) / 2) < 1e-12);
        QCOMPARE(phases.lines(pdus[2].id), Lines{6});
        QVERIFY(!linesOf("L4") && !linesOf("A") && !linesOf(""));
        QCOMPARE(*linesOf("1,3,5"), kAllLines);
        QCOMPARE(*linesOf("7"), Lines{1});
    }
    // A UPS takes its load and its loss, a generator that stands by all of what the mains carries.
    void lossesAndStandbyUpstream() {
        Hall hall = fixture::hall();
        const std::vector<PowerElement> pdus(hall.design.powerElements.begin(), hall.design.powerElements.end());
        const auto add = [&hall](PowerElementKind kind, std::string name) {
            PowerElement made;
            made.id = hall.ids.take<PowerElement>();
            made.kind = kind;
            made.name = std::move(name);
            hall.design.powerElements = hall.design.powerElements.with(made);
            return made.id;
        };
        const auto link = [&hall](Id<PowerElement> from, Id<PowerElement> to) {
            hall.design.powerLinks =
                hall.design.powerLinks.with({hall.ids.take<PowerLink>(), from, to, {}, {}, {}, {}, {}});
        };
        const auto mains = add(PowerElementKind::Utility, "Mains"), genset = add(PowerElementKind::Generator, "Genset"),
                   ups = add(PowerElementKind::Ups, "UPS"), battery = add(PowerElementKind::Battery, "Battery");
        link(mains, ups);
        link(genset, ups);
        link(battery, ups);
        for (const PowerElement& pdu : pdus)
            link(ups, pdu.id);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        QCOMPARE(typical(*solution, "feed.power.peak@power:UPS"), 172'000.0);
        QCOMPARE(typical(*solution, "feed.power.peak@power:Mains"), 172'000 / 0.95);
        QCOMPARE(typical(*solution, "feed.power.peak@power:Genset"), 172'000 / 0.95);
    }
    // Nodes of 10 kW work at 76 % of it for 0.6 to 0.95 of the year and draw 2 kW for the rest; switches of 1.5 kW work
    // at 76 % all year.
    void acceleratorsIdleForTheRestOfTheYear() {
        Hall hall = fixture::hall();
        const auto of = [&hall](std::string_view label) {
            return valueOf(*solve(hall.snapshot(), facilityDomains()), label);
        };
        QVERIFY2(!of("power.it.year").isKnown(), "what nodes draw idle is not stated");
        hall.changePart(hall.nodePart, [](Part& node) {
            node.powerModes.push_back({PowerModeKind::Idle, Fact<Power>::known(Power(2'000), Grade::Vendor), {}});
        });
        const auto mean = [](double share) { return 16 * (2'000 + share * (7'600 - 2'000)) + 8 * 0.76 * 1'500; };
        const auto isNear = [](double found, double expected) { return std::abs(found - expected) < 1e-9 * expected; };
        const Value power = of("power.it.year");
        QVERIFY(power.isKnown());
        QVERIFY(isNear(power.low(), mean(0.60)));
        QVERIFY(isNear(power.typical(), mean(0.80)));
        QVERIFY(isNear(power.high(), mean(0.95)));
        constexpr double year = 8'766 * 3'600.0;
        QVERIFY(isNear(of("power.energy.it.year").typical(), mean(0.80) * year));
        // PUE of an air economiser, 1.09 to 1.30; the chain of losses alone, 1 / (0.995 x 0.95 x 0.985), is less than
        // 1.165.
        QVERIFY(isNear(of("power.energy.year.used").typical(), mean(0.80) * 1.165 * year));
        QVERIFY(isNear(of("power.energy.year.used").high(), mean(0.95) * 1.30 * year));
        // All year: as on average, and nobody needs to know what they draw idle.
        hall.setSetting("cost.utilisation", "1");
        hall.changePart(hall.nodePart, [](Part& node) { node.powerModes.pop_back(); });
        QVERIFY(isNear(of("power.it.year").typical(), of("power.it.average").typical()));
        QVERIFY(isNear(of("power.energy.year.used").typical(), of("power.energy.year").typical()));
    }
    // Half of sixteen nodes of 2 to 10 kW: 64 kW at once, of 172 kW.
    void jobsRiseAndFallAtOnce() {
        Hall hall = fixture::hall();
        Workload job;
        job.id = hall.ids.take<Workload>();
        job.name = "Job";
        job.acceleratorShare = 0.5;
        hall.design.workloads = hall.design.workloads.with(job);
        job.id = hall.ids.take<Workload>();
        job.name = "Chat";
        job.kind = WorkloadKind::Inference;
        hall.design.workloads = hall.design.workloads.with(job);
        const auto of = [&hall](std::string_view label) {
            return valueOf(*solve(hall.snapshot(), facilityDomains()), label);
        };
        const auto isNear = [](const Value& found, double expected) {
            return found.isKnown() && std::abs(found.typical() - expected) < 1e-9 * expected;
        };
        QVERIFY2(!of("job.power.step@workload:Job").isKnown(), "what nodes draw idle is not stated");
        QVERIFY2(of("power.it.short-peak").isLowerBound(), "no vendor states the short peak of a node");
        QCOMPARE(of("power.it.short-peak").typical(), 172'000.0);
        hall.changePart(hall.nodePart, [](Part& node) {
            node.powerModes.push_back({PowerModeKind::Idle, Fact<Power>::known(Power(2'000), Grade::Vendor), {}});
            node.powerModes.push_back({PowerModeKind::Peak, Fact<Power>::known(Power(11'500), Grade::Vendor), {}});
        });
        QVERIFY(isNear(of("job.power.peak@workload:Job"), 80e3));
        QVERIFY(isNear(of("job.power.step@workload:Job"), 64e3));
        QVERIFY(isNear(of("job.power.step.share@workload:Job"), 64.0 / 172));
        QVERIFY(isNear(of("job.power.short-peak@workload:Job"), 92e3));
        QVERIFY(isNear(of("job.power.peak-ratio@workload:Job"), 11.5 / 7.6));
        QVERIFY(isNear(of("power.it.short-peak"), 196e3));
        QVERIFY(isNear(of("room.power.it.short-peak@room:Hall"), 196e3));
        QVERIFY(isNear(of("rack.power.short-peak@rack:A1"), 24.5e3));
        QVERIFY(!of("job.power.ramp@workload:Job").isKnown());
        QVERIFY(!of("job.power.buffer@workload:Job").isKnown());
        QVERIFY(!figureNamed(*facilityDomains(), Context(hall.snapshot()), "job.power.step@workload:Chat"));
        // In 4 s; 65 J an accelerator, eight in each of the nodes.
        hall.changePart(hall.nodePart, [](Part& node) {
            node.attributes.push_back(fixture::number("ramp-time", 4));
            node.attributes.push_back(fixture::number("peak-store", 65));
        });
        QVERIFY(isNear(of("job.power.ramp@workload:Job"), 16e3));
        QVERIFY(isNear(of("job.power.buffer@workload:Job"), 65.0 * 8 * 16 / 2 / 64e3));
        // Smoothing takes 30 % off.
        hall.setSetting("power.smoothed-share", "0.3");
        QVERIFY(isNear(of("job.power.step@workload:Job"), 44.8e3));
        QVERIFY(isNear(of("job.power.ramp@workload:Job"), 11.2e3));
        QVERIFY(isNear(of("job.power.peak@workload:Job"), 80e3));
    }
    // 10 kW of 172 kW too much over 128 accelerators of 700 W: 621.875 W each, 78.125 % of the step from 700 to 600 W.
    void capMeetsTheLimitOfTheSite_data() {
        QTest::addColumn<QString>("limit");
        QTest::addColumn<QString>("basis");
        QTest::addColumn<double>("cap");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("mid");
        QTest::addColumn<double>("high");
        QTest::newRow("of IT") << "162000"
                               << "IT" << 621.875 << 0.05 * 0.78125 << 0.065 * 0.78125 << 0.08 * 0.78125;
        // 162 kW x 1.165
        QTest::newRow("of the utility") << "188730"
                                        << "utility" << 621.875 << 0.05 * 0.78125 << 0.065 * 0.78125 << 0.08 * 0.78125;
        QTest::newRow("no cap needed") << "200000"
                                       << "IT" << 700.0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("no cap does") << "94000"
                                     << "IT" << 0.0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("no limit") << QString() << "IT" << 0.0 << 0.0 << 0.0 << 0.0;
        QTest::newRow("no basis") << "162000" << QString() << 0.0 << 0.0 << 0.0 << 0.0;
    }
    void capMeetsTheLimitOfTheSite() {
        QFETCH(QString, limit);
        QFETCH(QString, basis);
        QFETCH(double, cap);
        QFETCH(double, low);
        QFETCH(double, mid);
        QFETCH(double, high);
        Hall hall = h100Hall();
        if (!limit.isEmpty())
            hall.setSite(site::powerLimit, limit.toStdString(), basis.toStdString());
        const auto solution = solve(hall.snapshot(), facilityDomains());
        const Value found = valueOf(*solution, "power.cap.accelerator"), loss = valueOf(*solution, "power.cap.loss");
        if (cap == 0) {
            QVERIFY(found.isUnknown());
            QVERIFY(loss.isUnknown());
            return;
        }
        QVERIFY(found.isKnown());
        QVERIFY(std::abs(found.typical() - cap) < 1e-6);
        QVERIFY(loss.isKnown());
        QVERIFY(std::abs(loss.low() - low) < 1e-9);
        QVERIFY(std::abs(loss.typical() - mid) < 1e-9);
        QVERIFY(std::abs(loss.high() - high) < 1e-9);
    }
    // No curve of another accelerator is known, and no cap for all where some are capped.
    void capsOfOthersLoseAnUnknownSpeed() {
        Hall other = h100Hall("nv-b200-sxm");
        other.setSite(site::powerLimit, "162000", "IT");
        const auto solution = solve(other.snapshot(), facilityDomains());
        QVERIFY(std::abs(typical(*solution, "power.cap.accelerator") - 621.875) < 1e-6);
        QVERIFY(valueOf(*solution, "power.cap.loss").isUnknown());
        Hall capped = h100Hall();
        capped.setSite(site::powerLimit, "162000", "IT");
        capped.change(&Design::devices, capped.design.devices.begin()->id,
                      [](Device& device) { device.powerCap = 8 * unit::kilowatt; });
        QVERIFY(valueOf(*solve(capped.snapshot(), facilityDomains()), "power.cap.accelerator").isUnknown());
    }
    void capsStandInATable() {
        Hall hall = h100Hall();
        hall.setSite(site::powerLimit, "162000", "IT");
        const Schedule table = capSchedule(Context(hall.snapshot()));
        const auto cell = [&table](std::size_t row, std::size_t column) {
            return std::get<Value>(table.rows[row].cells[column]).typical();
        };
        const std::vector<double> caps = {700, 650, 621, 600, 550, 500, 450, 400};
        QCOMPARE(table.rows.size(), caps.size());
        for (std::size_t i = 0; i < caps.size(); ++i) {
            QCOMPARE(table.rows[i].cells.size(), table.columns.size());
            QVERIFY(std::abs(cell(i, 0) - caps[i]) < 1e-6);
            const bool isMet = caps[i] <= 621;
            QCOMPARE(std::get<Message>(table.rows[i].cells[5]).id,
                     std::string(isMet ? "schedule.power-caps.meets" : "schedule.power-caps.over"));
        }
        // 15 of 16 nodes find room without a cap; at 400 W 172 - 38.4 kW, so that 19 would, at 50 to 70 % of their
        // speed.
        QVERIFY(std::abs(cell(0, 4) - 172.0 / 162) < 1e-9);
        QCOMPARE(cell(0, 9), 120.0);
        QVERIFY(std::abs(cell(7, 2) - 133.6e3) < 1e-6);
        QCOMPARE(cell(7, 9), 152.0);
        QVERIFY(std::abs(cell(7, 10) - 76) < 1e-6);
        QVERIFY(std::abs(cell(7, 11) - 106.4) < 1e-6);
        QVERIFY(capSchedule(Context(fixture::hall().snapshot())).rows.empty());
    }
    void powersStandInATable() {
        Hall hall = fixture::hall();
        hall.change(&Design::devices, hall.design.devices.begin()->id,
                    [](Device& device) { device.powerCap = 8 * unit::kilowatt; });
        const Schedule table = powersSchedule(Context(hall.snapshot()));
        const auto value = [&table](std::size_t row, std::size_t column) {
            return std::get<Value>(table.rows[row].cells[column]);
        };
        QCOMPARE(table.rows.size(), std::size_t(4)); // nodes, the capped one, switches, all
        std::int64_t devices = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            QCOMPARE(table.rows[i].cells.size(), table.columns.size());
            QVERIFY2(value(i, 9).isUnknown(), "what they draw idle is not stated");
            if (i < 3)
                devices += std::get<std::int64_t>(table.rows[i].cells[1]);
        }
        QCOMPARE(devices, std::int64_t(24));
        QCOMPARE(std::get<std::int64_t>(table.rows[3].cells[1]), devices);
        QCOMPARE(value(3, 11).typical(), 170'000.0); // expected peak of all, one node capped at 8 of 10 kW
        QCOMPARE(value(3, 12).typical(), 172'000.0);
        QVERIFY(value(3, 13).isLowerBound());
    }
    // 172 kW from 50 kWh of which 80 % are left, by a UPS of 95 %: 180 MJ x 0.8 x 0.95 / 172 kW.
    void batteriesLastUntilTheyAreEmpty() {
        Hall hall = fixture::hall();
        const std::vector<PowerElement> pdus(hall.design.powerElements.begin(), hall.design.powerElements.end());
        const auto add = [&hall](PowerElementKind kind, std::string name) {
            PowerElement made;
            made.id = hall.ids.take<PowerElement>();
            made.kind = kind;
            made.name = std::move(name);
            hall.design.powerElements = hall.design.powerElements.with(made);
            return made.id;
        };
        const auto link = [&hall](Id<PowerElement> from, Id<PowerElement> to) {
            hall.design.powerLinks =
                hall.design.powerLinks.with({hall.ids.take<PowerLink>(), from, to, {}, {}, {}, {}, {}});
        };
        const auto lasts = [&hall](std::string_view label) {
            return valueOf(*solve(hall.snapshot(), facilityDomains()), label);
        };
        QVERIFY(lasts("power.ride-through").isUnknown());
        const auto ups = add(PowerElementKind::Ups, "UPS"), battery = add(PowerElementKind::Battery, "Battery");
        for (const PowerElement& pdu : pdus)
            link(ups, pdu.id);
        QVERIFY(lasts("feed.ride-through@power:UPS").isUnknown());
        link(battery, ups);
        QVERIFY(lasts("feed.ride-through@power:UPS").isUnknown());
        hall.change(&Design::powerElements, battery, [](PowerElement& each) { each.storedEnergy = Energy(180e6); });
        const double seconds = 180e6 * 0.8 * 0.95 / 172e3;
        QVERIFY(std::abs(lasts("feed.ride-through@power:UPS").typical() - seconds) < 1e-9);
        QVERIFY(std::abs(lasts("power.ride-through").typical() - seconds) < 1e-9);
        QCOMPARE(lasts("power.ride-through.needed").typical(), 360.0);
        // A battery of 200 kW for 900 s holds as much.
        const auto row =
            fixture::embed(hall.project, hall.ids,
                           fixture::part("test-battery", PartCategory::Battery, Mounting::Floor,
                                         {fixture::number("rated-power", 200e3), fixture::number("runtime", 900)}));
        hall.change(&Design::powerElements, battery, [row](PowerElement& each) {
            each.storedEnergy.reset();
            each.part = row;
        });
        QVERIFY(std::abs(lasts("feed.ride-through@power:UPS").typical() - seconds) < 1e-9);
        // On two circuits it counts once; with half of it in the UPS itself they last half as long again.
        link(battery, ups);
        QVERIFY(std::abs(lasts("feed.ride-through@power:UPS").typical() - seconds) < 1e-9);
        hall.change(&Design::powerElements, ups, [](PowerElement& each) { each.storedEnergy = Energy(90e6); });
        QVERIFY(std::abs(lasts("feed.ride-through@power:UPS").typical() - 1.5 * seconds) < 1e-9);
        // One that stands by has nothing to bridge.
        link(add(PowerElementKind::Ups, "Standby"), add(PowerElementKind::RemotePowerPanel, "Empty"));
        QVERIFY(lasts("power.ride-through").isKnown());
        // Only UPS have it.
        QVERIFY(!figureNamed(*facilityDomains(), Context(hall.snapshot()), "feed.ride-through@power:Battery"));
        // A second UPS without a battery: nobody knows which lasts least.
        const auto other = add(PowerElementKind::Ups, "UPS 2");
        link(other, pdus.front().id);
        QVERIFY(lasts("power.ride-through").isUnknown());
        QVERIFY(lasts("feed.ride-through@power:UPS").isKnown());
    }
    void cordOverrideMovesLoad() {
        Hall hall = fixture::hall();
        const Device& node = *hall.design.devices.begin();
        const PowerElement* other = nullptr;
        for (const PowerElement& pdu : hall.design.powerElements)
            if (pdu.name == "A1-B")
                other = &pdu;
        CordOverride cord;
        cord.id = hall.ids.take<CordOverride>();
        cord.device = node.id;
        cord.supply = 0; // by the rule on side A
        cord.element = other->id;
        hall.design.cordOverrides = hall.design.cordOverrides.with(cord);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        QVERIFY(std::abs(typical(*solution, "feed.power.peak@power:A1-A") - (10'750 - 10'000.0 / 6)) < 1e-9);
        QVERIFY(std::abs(typical(*solution, "feed.power.peak@power:A1-B") - (10'750 + 10'000.0 / 6)) < 1e-9);
    }
    // A cord on the PDU of another rack: what leaves one arrives in the other, 172 kW in all.
    void cordsToAnotherRackKeepTheSum() {
        Hall hall = fixture::hall();
        const Id<Device> node = hall.design.devices.begin()->id;
        Id<PowerElement> other;
        for (const PowerElement& pdu : hall.design.powerElements)
            if (pdu.name == "A2-A")
                other = pdu.id;
        CordOverride cord;
        cord.id = hall.ids.take<CordOverride>();
        cord.device = node;
        cord.supply = 0;
        cord.element = other;
        hall.design.cordOverrides = hall.design.cordOverrides.with(cord);
        const auto solution = solve(hall.snapshot(), facilityDomains());
        QVERIFY(std::abs(typical(*solution, "feed.power.peak@power:A1-A") - (10'750 - 10'000.0 / 6)) < 1e-9);
        QVERIFY(std::abs(typical(*solution, "feed.power.peak@power:A2-A") - (10'750 + 10'000.0 / 6)) < 1e-9);
        double sum = 0;
        for (const PowerElement& pdu : hall.design.powerElements)
            sum += typical(*solution, "feed.power.peak@power:" + pdu.name);
        QVERIFY(std::abs(sum - 172'000) < 1e-6);
    }
    void heatSplitsAndBalances() {
        const Hall hall = richHall();
        const auto solution = solve(hall.snapshot(), facilityDomains());
        // Rack A1: a capped node 8 kW, a node 10 kW, a switch 1.5 kW on air, two liquid nodes of 12 kW at 75 %.
        QCOMPARE(typical(*solution, "rack.heat.liquid@rack:A1"), 18'000.0);
        QCOMPARE(typical(*solution, "rack.heat.air@rack:A1"), 25'500.0);
        // Alone on its loop it gets what that moves: 18 kW at a rise of 10 K.
        const double moved = 18'000 / (1015 * 3870.0 * 10);
        QVERIFY(std::abs(typical(*solution, "rack.liquid.flow@rack:A1") - moved) < 1e-12);
        QVERIFY(std::abs(typical(*solution, "cooling-loop.flow@cooling-loop:TCS") - moved) < 1e-12);
        QCOMPARE(typical(*solution, "cooling-loop.heat@cooling-loop:TCS"), 18'000.0);
        for (const Rack& rack : hall.design.racks) {
            const Context& context = solution->context();
            const double in = rackPower<Value>(context, rack.id, LoadKind::Peak).si().typical();
            const double out = rackHeat<Value>(context, rack.id).si().typical();
            QVERIFY(std::abs(in - out) <= 1e-12 * in);
        }
        const double design = typical(*solution, "heat.air") + typical(*solution, "heat.liquid");
        QVERIFY(std::abs(design - typical(*solution, "power.it.peak")) <= 1e-12 * design);
        double byUnits = 0;
        for (const CoolingUnit& unit : hall.design.coolingUnits)
            byUnits += unitHeat<Value>(solution->context(), unit.id).si().typical();
        QVERIFY(std::abs(byUnits - design) <= 1e-12 * design);
    }
    // What no circuit reaches is missing where the chain begins: that load is "at least", and says what is left out.
    void loadThatNothingFeedsIsMissingUpstream_data() {
        QTest::addColumn<QString>("loose");
        for (const char* loose : {"pdu", "rack", "device", "ups"})
            QTest::newRow(loose) << QString::fromLatin1(loose);
    }
    void loadThatNothingFeedsIsMissingUpstream() {
        QFETCH(QString, loose);
        Hall hall = richHall();
        hall.assume("part:mystery:power-maximum", 2'000);
        const Value whole = valueOf(*solve(hall.snapshot(), facilityDomains()), "feed.power.peak@power:UPS");
        QVERIFY(whole.isKnown());
        std::string first;
        if (loose == QLatin1String("pdu")) {
            const PowerLink last = *hall.design.powerLinks.begin();
            first = hall.design.powerElements.find(last.to)->name;
            hall.design.powerLinks = hall.design.powerLinks.with({}, {last.id});
        } else if (loose == QLatin1String("rack")) {
            hall.addDevice(hall.addRack("Z9", "Z", {}, {}), hall.nodePart, 1, "Z9-n1", "compute");
            first = "Z9";
        } else if (loose == QLatin1String("device")) {
            const Id<Device> device = hall.addDevice(hall.racks[0], hall.nodePart, 1, "Stand", "compute");
            hall.change(&Design::devices, device, [&](Device& each) { each.placement = OnFloor{hall.room, {}, {}}; });
            first = "Stand";
        } else {
            PowerElement mains;
            mains.id = hall.ids.take<PowerElement>();
            mains.kind = PowerElementKind::Utility;
            mains.name = "Mains";
            hall.design.powerElements = hall.design.powerElements.with(mains);
            first = "UPS";
        }
        const std::string top = loose == QLatin1String("ups") ? "Mains" : "UPS";
        const auto solution = solve(hall.snapshot(), facilityDomains());
        const Value left = valueOf(*solution, "feed.power.peak@power:" + top);
        QVERIFY(!left.isKnown());
        QVERIFY(left.typical() <= whole.typical());
        const auto named = figureNamed(solution->domains(), solution->context(), "feed.power.peak@power:" + top);
        QVERIFY(named.has_value());
        const auto traced = derivationOf(solution->context(), *named);
        QVERIFY(traced.has_value());
        QVERIFY(traced->value() == left);
        bool hasReason = false;
        visitOnce(traced->node(), [&](const Derivation& node) {
            hasReason = hasReason || (node.value.isUnknown() && node.label.starts_with("load of " + first));
        });
        QVERIFY(hasReason);
    }
    // A circuit from what is taken out carries nothing: the load goes whole by the other.
    void circuitsOfRemovedElementsCarryNothing() {
        Hall hall = richHall();
        hall.assume("part:mystery:power-maximum", 2'000);
        const Value whole = valueOf(*solve(hall.snapshot(), facilityDomains()), "feed.power.peak@power:UPS");
        PowerElement old;
        old.id = hall.ids.take<PowerElement>();
        old.kind = PowerElementKind::Ups;
        old.name = "Old UPS";
        old.scope.status = Status::Removed;
        hall.design.powerElements = hall.design.powerElements.with(old);
        const Id<PowerElement> fed = hall.design.powerLinks.begin()->to;
        hall.design.powerLinks =
            hall.design.powerLinks.with({hall.ids.take<PowerLink>(), old.id, fed, {}, {}, {}, {}, {}});
        QVERIFY(valueOf(*solve(hall.snapshot(), facilityDomains()), "feed.power.peak@power:UPS") == whole);
    }
    void unknownIsALowerBound() {
        const auto solution = solve(richHall().snapshot(), facilityDomains());
        const Value peak = valueOf(*solution, "rack.power.peak@rack:A2");
        QVERIFY(peak.isLowerBound());
        QCOMPARE(peak.unknownTerms(), std::int64_t(1));
        QCOMPARE(peak.typical(), 21'500.0);
        QVERIFY(valueOf(*solution, "power.it.peak").isLowerBound());
        QVERIFY(valueOf(*solution, "rack.weight@rack:A2").isLowerBound());
        Hall filled = richHall();
        filled.assume("part:mystery:power-maximum", 2'000);
        const auto known = solve(filled.snapshot(), facilityDomains());
        QVERIFY(valueOf(*known, "rack.power.peak@rack:A2").isKnown());
        QCOMPARE(valueOf(*known, "rack.power.peak@rack:A2").grade(), Grade::Assumption);
        QCOMPARE(typical(*known, "rack.power.peak@rack:A2"), 23'500.0);
    }
    void siteLoadFollowsBasis() {
        Hall hall = fixture::hall();
        hall.setSite(site::powerLimit, "200000", "IT");
        QCOMPARE(typical(*solve(hall.snapshot(), facilityDomains()), "power.site.share"), 0.86);
        Hall utility = fixture::hall();
        utility.setSite(site::powerLimit, "200000", "utility");
        QCOMPARE(typical(*solve(utility.snapshot(), facilityDomains()), "power.site.load"), 172'000 * 1.165);
        Hall silent = fixture::hall();
        silent.setSite(site::powerLimit, "200000");
        QVERIFY(valueOf(*solve(silent.snapshot(), facilityDomains()), "power.site.share").isUnknown());
    }
    void plainAndTracedAreEqual_data() {
        QTest::addColumn<bool>("isRich");
        QTest::newRow("plain hall") << false;
        QTest::newRow("rich hall") << true;
    }
    void plainAndTracedAreEqual() {
        QFETCH(bool, isRich);
        const auto solution = solve((isRich ? richHall() : fixture::hall()).snapshot(), facilityDomains());
        QVERIFY(solution->failures().empty());
        std::size_t count = 0;
        for (const FigureBlock& block : solution->figures())
            for (const FigureResult& result : *block.results) {
                const auto traced = derivationOf(solution->context(), {block.definition, result.subject});
                const std::string name = figureLabel(solution->context(), *block.definition, result.subject);
                QVERIFY2(traced.has_value(), name.c_str());
                QVERIFY2(traced->value() == result.value, name.c_str());
                QVERIFY2(!firstUnreproducible(*traced->node()), name.c_str());
                ++count;
            }
        QVERIFY(count > 300);
    }
    void repeatedDevicesAreOneLine() {
        const auto solution = solve(fixture::hall().snapshot(), facilityDomains());
        const auto named = figureNamed(solution->domains(), solution->context(), "power.it.peak");
        const auto traced = derivationOf(solution->context(), *named);
        std::vector<std::int64_t> counts;
        visitOnce(traced->node(), [&](const Derivation& node) {
            if (node.operation == Operation::Repeated)
                counts.push_back(node.count);
        });
        QCOMPARE(counts, (std::vector<std::int64_t>{16, 8}));
    }
    void wrongNamesAnswerWithTheNearest() {
        const auto solution = solve(fixture::hall().snapshot(), facilityDomains());
        const auto wrong = figureNamed(solution->domains(), solution->context(), "rack.power.peek@rack:A1");
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().message.id, std::string("figure.not-found"));
        QVERIFY(!figureNamed(solution->domains(), solution->context(), "rack.power.peak@rack:Z9"));
        QVERIFY(!figureNamed(solution->domains(), solution->context(), "rack.power.peak"));
        QVERIFY(!figureNamed(solution->domains(), solution->context(), "power.it.peak@rack:A1"));
    }
};

RW_SUITE(TestFacilityFigures)
#include "tst_facility_figures.moc"
