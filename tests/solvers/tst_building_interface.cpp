// SPDX-License-Identifier: GPL-3.0-or-later
// What the building must provide, row by row, and what cooling units take when another one is lost: worked by hand on
// the small hall.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/engine/solution.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/facility/loss_of_cooling.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rackwright;
using fixture::Hall;

namespace {

SolutionPtr solvedInterface(const Hall& hall) {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return solve(hall.snapshot(), domains);
}

Schedule interfaceOf(const Hall& hall) {
    const SolutionPtr solution = solvedInterface(hall);
    return buildingInterfaceSchedule(Context(hall.snapshot()), *solution);
}

const ScheduleRow* rowAt(const Schedule& schedule, const std::string& key) {
    const auto row = std::ranges::find(schedule.rows, key, &ScheduleRow::key);
    return row == schedule.rows.end() ? nullptr : &*row;
}

ScheduleCell cellAt(const Schedule& schedule, const std::string& key, std::string_view header) {
    const ScheduleRow* row = rowAt(schedule, key);
    const auto column = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    if (!row || column == schedule.columns.end())
        return std::monostate{};
    return row->cells[static_cast<std::size_t>(column - schedule.columns.begin())];
}

/// Text that is given, or the id of words of ours.
std::string textAt(const Schedule& schedule, const std::string& key, std::string_view header) {
    const ScheduleCell cell = cellAt(schedule, key, header);
    if (const auto* text = std::get_if<GivenText>(&cell))
        return text->text;
    const auto* message = std::get_if<Message>(&cell);
    return message ? message->id : std::string();
}

double numberAt(const Schedule& schedule, const std::string& key, std::string_view header) {
    const ScheduleCell cell = cellAt(schedule, key, header);
    const auto* value = std::get_if<Value>(&cell);
    return value && value->isKnown() ? value->typical() : std::nan("");
}

std::string keyOfRack(Id<Rack> rack) { return "rack:" + std::to_string(rack.value); }

void setCircuits(Hall& hall) {
    const auto elements = hall.design.powerElements;
    for (const PowerElement& each : elements)
        hall.change(&Design::powerElements, each.id, [](PowerElement& pdu) {
            pdu.breaker = Current(63);
            pdu.voltage = Voltage(400);
        });
}

/// A CDU between facility water of 25 C and a loop of 30 C serves the liquid node of rack A1.
struct WaterHall {
    Hall hall = fixture::hall();
    Id<CoolingUnit> cdu;
    Id<CoolingLoop> water, coolant;

    WaterHall() {
        hall.addDevice(hall.racks[0], hall.liquidPart, 20, "L1");
        cdu = hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU1",
                             OnFloor{hall.room, {Length::millimetres(8'000), Length::millimetres(3'000)}, {}});
        hall.serve(hall.racks[0], cdu, HeatKind::Liquid);
        water = addLoop("Facility water", "water", 25, 35, true);
        coolant = addLoop("TCS", "PG25", 30, 40, false);
        hall.change(&Design::coolingUnits, cdu, [&](CoolingUnit& unit) {
            unit.primary = water;
            unit.secondary = coolant;
        });
    }
    Id<CoolingLoop> addLoop(std::string name, std::string fluid, double supply, double limit, bool isWater) {
        CoolingLoop loop;
        loop.id = hall.ids.take<CoolingLoop>();
        loop.name = std::move(name);
        loop.fluid = std::move(fluid);
        loop.supply = Temperature::celsius(supply);
        loop.returnLimit = Temperature::celsius(limit);
        loop.isFacilityWater = isWater;
        hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
        return loop.id;
    }
    void addPipe(Id<CoolingLoop> loop, std::int64_t diameter) {
        PathSegment pipe;
        pipe.id = hall.ids.take<PathSegment>();
        pipe.kind = PathwayKind::PipeMain;
        pipe.loop = loop;
        pipe.nominalDiameter = diameter;
        hall.design.pathSegments = hall.design.pathSegments.with(pipe);
    }
    std::string unitKey() const { return "cooling-unit:" + std::to_string(cdu.value); }
};

} // namespace

class TestBuildingInterface : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void circuitsAreSaidInSymbols() {
        Hall hall = fixture::hall();
        const std::string rack = keyOfRack(hall.racks[0]);
        QCOMPARE(textAt(interfaceOf(hall), rack, "Breaker and plug"), std::string("schedule.circuits.no-breaker-plug"));
        setCircuits(hall);
        QCOMPARE(textAt(interfaceOf(hall), rack, "Breaker and plug"), std::string("schedule.circuits.no-plug"));
        hall.changePart(hall.pduPart, [](Part& part) {
            part.attributes.push_back(fixture::word("input-plug", "IEC 60309 3P+N+E 6h"));
        });
        QCOMPARE(textAt(interfaceOf(hall), rack, "Breaker and plug"),
                 std::string("2 x 63 A 3~ 400 V IEC 60309 3P+N+E 6h"));
    }
    void feedsSayWhatIsClaimed() {
        Hall hall = fixture::hall();
        const std::string rack = keyOfRack(hall.racks[0]);
        QCOMPARE(textAt(interfaceOf(hall), rack, "Feeds and redundancy"), std::string("A+B"));
        hall.setSite(site::redundancy, "2N");
        QCOMPARE(textAt(interfaceOf(hall), rack, "Feeds and redundancy"), std::string("schedule.feeds-claimed"));
    }
    // kVA: kW over the power factor of the settings.
    void apparentPowerFollowsThePowerFactor() {
        Hall hall = fixture::hall();
        const std::string rack = keyOfRack(hall.racks[0]);
        const double kilowatts = numberAt(interfaceOf(hall), rack, "kW connected");
        QVERIFY(kilowatts > 0);
        QCOMPARE(numberAt(interfaceOf(hall), rack, "kVA"), kilowatts);
        hall.setSetting("power.power-factor", "0.95");
        QCOMPARE(numberAt(interfaceOf(hall), rack, "kVA"), kilowatts / 0.95);
    }
    // The cell is in VA, and its column prints thousands of them: 9.5 kW at a power factor of 0.95 are 10 kVA.
    void apparentPowerPrintsInItsUnit() {
        Hall hall = fixture::hall();
        hall.setSetting("power.power-factor", "0.95");
        const Schedule schedule = interfaceOf(hall);
        const std::string rack = keyOfRack(hall.racks[0]);
        const auto printed = [&](std::string_view header) {
            const auto column = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
            return numberAt(schedule, rack, header) / siPerUnit(column->unit);
        };
        QCOMPARE(printed("kW connected") * 1000, numberAt(schedule, rack, "kW connected"));
        QVERIFY(std::abs(printed("kVA") - printed("kW connected") / 0.95) < 1e-9);
    }
    // A rack rolls in empty: 8 racks of one part, whatever stands in them.
    void racksRollInEmpty() {
        const Hall hall = fixture::hall();
        const Schedule schedule = interfaceOf(hall);
        const std::string rack = keyOfRack(hall.racks[0]);
        QCOMPARE(numberAt(schedule, rack, "kg rolling"),
                 plainPartNumber(Context(hall.snapshot()), hall.rackPart, attribute::weight.key).typical());
        QVERIFY(numberAt(schedule, rack, "kg static") > numberAt(schedule, rack, "kg rolling"));
        Hall built = fixture::hall();
        built.setSetting("rack.shipped-built", "1");
        const Schedule loaded = interfaceOf(built);
        QCOMPARE(numberAt(loaded, rack, "kg rolling"), numberAt(loaded, rack, "kg static"));
    }
    void airCooledRacksTakeNoLiquid() {
        const Hall hall = fixture::hall();
        const Schedule schedule = interfaceOf(hall);
        const std::string rack = keyOfRack(hall.racks[0]);
        QCOMPARE(textAt(schedule, rack, "Coupling and size"), std::string("schedule.no-liquid"));
        QCOMPARE(textAt(schedule, rack, "Fluid"), std::string("schedule.no-liquid"));
        QCOMPARE(textAt(schedule, rack, "Network entry"), std::string("schedule.no-cables"));
        for (const ScheduleRow& row : schedule.rows)
            QCOMPARE(row.cells.size(), schedule.columns.size());
    }
    void liquidRacksSayTheirLoop() {
        WaterHall made;
        const std::string rack = keyOfRack(made.hall.racks[0]);
        Schedule schedule = interfaceOf(made.hall);
        QCOMPARE(numberAt(schedule, rack, "Supply C"), 303.15);
        QCOMPARE(textAt(schedule, rack, "Fluid"), std::string("PG25"));
        QCOMPARE(textAt(schedule, rack, "Coupling and size"), std::string("schedule.no-coupling"));
        QVERIFY(std::isnan(numberAt(schedule, rack, "dP kPa")));
        made.addPipe(made.coolant, 50);
        made.addPipe(made.coolant, 80);
        made.hall.change(&Design::coolingLoops, made.coolant,
                         [](CoolingLoop& loop) { loop.pressureDifference = Pressure(90'000); });
        schedule = interfaceOf(made.hall);
        QCOMPARE(textAt(schedule, rack, "Coupling and size"), std::string("DN80"));
        QCOMPARE(numberAt(schedule, rack, "dP kPa"), 90'000.0);
        const Id<PartRow> manifold =
            fixture::embed(made.hall.project, made.hall.ids,
                           fixture::part("test-manifold", PartCategory::Manifold, Mounting::ZeroU,
                                         {fixture::word("connector", "UQD")}));
        Device hung;
        hung.id = made.hall.ids.take<Device>();
        hung.part = manifold;
        hung.placement = ZeroU{made.hall.racks[0], Side::Left, 2};
        made.hall.design.devices = made.hall.design.devices.with(hung);
        QCOMPARE(textAt(interfaceOf(made.hall), rack, "Coupling and size"), std::string("UQD, DN80"));
    }
    // The CDU takes 9 kW (75 % of 12 kW) at a rise of 10 K out of the water of the building.
    void unitsOnTheFacilityWaterHaveRows() {
        WaterHall made;
        Schedule schedule = interfaceOf(made.hall);
        QVERIFY(rowAt(schedule, made.unitKey()));
        QCOMPARE(numberAt(schedule, made.unitKey(), "Heat liquid kW"), 9'000.0);
        QCOMPARE(numberAt(schedule, made.unitKey(), "Supply C"), 298.15);
        QCOMPARE(textAt(schedule, made.unitKey(), "Fluid"), std::string("water"));
        const double flow = numberAt(schedule, made.unitKey(), "l/min"); // m3/s
        QVERIFY(std::abs(flow - 9'000 / (4.18e6 * 10)) < 0.02 * flow);
        // The site's water connection stands where no pipe is drawn.
        made.hall.setSite(site::waterPipe, "DN100 flanged PN16");
        QCOMPARE(textAt(interfaceOf(made.hall), made.unitKey(), "Coupling and size"),
                 std::string("DN100 flanged PN16"));
    }
    void openQuestionsStandBesideWhatNeedsThem() {
        WaterHall made;
        Rfi rfi;
        rfi.id = made.hall.ids.take<Rfi>();
        rfi.number = 3;
        rfi.about = std::string(site::waterPressure);
        made.hall.project.rfis = made.hall.project.rfis.with(rfi);
        Schedule schedule = interfaceOf(made.hall);
        QCOMPARE(textAt(schedule, keyOfRack(made.hall.racks[0]), "RFI no."), std::string("3"));
        QCOMPARE(textAt(schedule, made.unitKey(), "RFI no."), std::string("3"));
        QCOMPARE(textAt(schedule, keyOfRack(made.hall.racks[1]), "RFI no."), std::string());
    }
    void doorsOnTheWayInStandBesideHeights() {
        Hall hall = fixture::hall();
        const std::string rack = keyOfRack(hall.racks[0]);
        QCOMPARE(textAt(interfaceOf(hall), rack, "Height and door"), std::string("schedule.height-without-door"));
        hall.setSite(site::doorWidth, "1.8");
        hall.setSite(site::doorHeight, "2.7");
        QCOMPARE(textAt(interfaceOf(hall), rack, "Height and door"), std::string("schedule.height-and-door"));
        // Each in the reader's unit.
        const ScheduleCell cell = cellAt(interfaceOf(hall), rack, "Height and door");
        const auto& arguments = std::get<Message>(cell).arguments;
        QCOMPARE(arguments.size(), std::size_t{3});
        for (const Argument& argument : arguments)
            QVERIFY2(std::holds_alternative<UnitNumber>(argument.value), argument.name.c_str());
    }

    // Units of 100, 100 and 50 kW share the heat by their ratings; without the largest other one a unit of 100 kW takes
    // 100 of 150, that of 50 kW 50 of 150.
    void unitsShareTheHeatOfALostOne() {
        Hall hall = fixture::hall();
        const Id<CoolingUnit> third =
            hall.addCooler(CoolingUnitKind::InRow, hall.coolerPart, "IRC3",
                           OnFloor{hall.room, {Length::millimetres(9'000), Length::millimetres(3'000)}, {}});
        hall.change(&Design::coolingUnits, third, [](CoolingUnit& unit) { unit.rating = 50 * unit::kilowatt; });
        for (const Id<Rack> rack : hall.racks)
            hall.serve(rack, third, HeatKind::Air);
        const Context context(hall.snapshot());
        const LossOfCooling losses(context);
        const FigureResult* air = solvedInterface(hall)->find("heat.air");
        QVERIFY(air && air->value.isKnown());
        const double heat = air->value.typical();
        const CoolingUnitLoad large = losses.loadOf(hall.coolers[0]), small = losses.loadOf(third);
        QVERIFY(large.hasPeer && small.hasPeer);
        QVERIFY(std::abs(large.heat.typical() - heat * 100 / 250) < 1e-6 * heat);
        QVERIFY(std::abs(large.heatOneLost.typical() - heat * 100 / 150) < 1e-6 * heat);
        QVERIFY(std::abs(small.heatOneLost.typical() - heat * 50 / 150) < 1e-6 * heat);
    }
    void aUnitAloneHasNoPeer() {
        WaterHall made;
        const Context context(made.hall.snapshot());
        const CoolingUnitLoad load = LossOfCooling(context).loadOf(made.cdu);
        QVERIFY(!load.hasPeer);
        QCOMPARE(load.heat.typical(), 9'000.0);
        QVERIFY(load.heatOneLost.isUnknown());
    }
    void anUnknownRatingLeavesLoadsOpen() {
        Hall hall = fixture::hall();
        hall.changePart(hall.coolerPart, [](Part& part) {
            std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "cooling-capacity"; });
        });
        const Context context(hall.snapshot());
        QVERIFY(LossOfCooling(context).loadOf(hall.coolers[0]).heat.isUnknown());
    }
    void theCoolingScheduleSaysThem() {
        const Hall hall = fixture::hall();
        const SolutionPtr solution = solvedInterface(hall);
        const Schedule schedule = unitLoadSchedule(Context(hall.snapshot()), *solution);
        const std::string rack = keyOfRack(hall.racks[0]);
        for (const ScheduleRow& row : schedule.rows)
            QCOMPARE(row.cells.size(), schedule.columns.size());
        const double now = numberAt(schedule, rack, "Air unit load %");
        const double then = numberAt(schedule, rack, "Air unit load with one lost %");
        QVERIFY(now > 0);
        QVERIFY(std::abs(then - 2 * now) < 1e-9);
        QVERIFY(std::isnan(numberAt(schedule, rack, "CDU kW")));
    }
};

RW_SUITE(TestBuildingInterface)
#include "tst_building_interface.moc"
