// SPDX-License-Identifier: GPL-3.0-or-later
// Loops solved: heat of racks, units and loops in balance in every sample, temperatures and capacities by hand, what
// passes through more than one loop, and input that no loop can have.
#include "model/file/design_text.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>

using namespace rackwright;
using fixture::Hall;

namespace {

Snapshot openedSample(const std::string& name) {
    std::ifstream file(RW_SOURCE_DIR "/resources/samples/" + name + ".rkw.json", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const Result<Document> document = readDesignText(text.str(), name);
    return document ? snapshotOf(document->project) : Snapshot{};
}

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-8 * std::max({std::abs(a), std::abs(b), 1e-9}); }

Id<CoolingLoop> addLoop(Hall& hall, std::string name, std::string fluid, double supply, double limit, bool isWater) {
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

// The 175 kW of air heat go through the coolers' coolant loop and a CDU into the water, from which a chiller takes
// them.
struct Chain {
    Hall hall;
    Id<CoolingLoop> water, coolant;
    Id<CoolingUnit> cdu, chiller;
};
Chain chain() {
    Chain made{fixture::hall(), {}, {}, {}, {}};
    Hall& hall = made.hall;
    made.water = addLoop(hall, "FWS", "water", 20, 30, true);
    made.coolant = addLoop(hall, "TCS", "PG25", 25, 35, false);
    const auto cooler = hall.coolers;
    for (const Id<CoolingUnit> id : cooler)
        hall.change(&Design::coolingUnits, id, [&](CoolingUnit& unit) {
            unit.kind = CoolingUnitKind::RearDoor;
            unit.primary = made.coolant;
        });
    made.cdu = hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU", Unplaced{});
    made.chiller = hall.addCooler(CoolingUnitKind::Chiller, {}, "CH", Unplaced{});
    hall.change(&Design::coolingUnits, made.cdu, [&](CoolingUnit& unit) {
        unit.primary = made.water;
        unit.secondary = made.coolant;
    });
    hall.change(&Design::coolingUnits, made.chiller, [&](CoolingUnit& unit) { unit.secondary = made.water; });
    return made;
}

} // namespace

class TestCoolingLoops : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void heatAndFlowCloseInEverySample_data() {
        QTest::addColumn<QString>("sample");
        for (const SampleDesign& sample : sampleDesigns())
            QTest::newRow(sample.name.c_str()) << QString::fromStdString(sample.name);
    }
    void heatAndFlowCloseInEverySample() {
        QFETCH(QString, sample);
        const Context context(openedSample(sample.toStdString()));
        double served = 0, taken = 0, water = 0;
        for (const Rack* rack : context.racks())
            for (const HeatKind kind : {HeatKind::Air, HeatKind::Liquid})
                if (std::ranges::any_of(context.contents(rack->id).services,
                                        [&](const CoolingService* service) { return service->heat == kind; }))
                    served += rackHeat<Value>(context, rack->id, kind).si().typical();
        for (const CoolingUnit& unit : context.design().coolingUnits)
            taken += servedHeat<Value>(context, unit.id).si().typical();
        QVERIFY2(isClose(served, taken), "racks and units");
        for (const CoolingLoop& loop : context.design().coolingLoops) {
            const Value known = loopHeat<Value>(context, loop.id).si();
            const double heat = known.typical();
            if (loop.isFacilityWater)
                water += heat;
            if (!known.isKnown())
                continue;
            // rho V cp (return - supply) is the heat, at the flow in use.
            const double rise = loopReturn<Value>(context, loop).si().typical() - (*supplyOf(context, loop) - 273.15);
            const double carried =
                loopFlowInUse<Value>(context, loop).si().typical() * coolantOf(loop)->perKelvin() * rise;
            QVERIFY2(isClose(heat, carried), loop.name.c_str());
        }
        QVERIFY2(isClose(served, water), "racks and facility water");
        double doors = 0;
        for (const Rack* rack : context.racks())
            if (hasDoor(context, rack->id))
                doors += doorWater<Value>(context, rack->id).si().typical();
        for (const CoolingLoop& loop : context.design().coolingLoops) {
            const auto givers = giversTo(context, loop.id);
            if (!givers.empty() && std::ranges::all_of(givers, [](const CoolingUnit* unit) {
                    return unit->kind == CoolingUnitKind::RearDoor;
                }))
                QVERIFY2(isClose(doors, loopFlowInUse<Value>(context, loop).si().typical()), "water of doors");
        }
    }
    // Water: 172 kW / (997 x 4,180 x 10 K) = 4.1272 L/s.
    void heatPassesThroughLoops() {
        const Chain made = chain();
        const Context context(made.hall.snapshot());
        for (const Id<CoolingUnit> unit : {made.cdu, made.chiller})
            QCOMPARE(unitHeat<Value>(context, unit).si().typical(), 172'000.0);
        for (const Id<CoolingLoop> loop : {made.coolant, made.water})
            QCOMPARE(loopHeat<Value>(context, loop).si().typical(), 172'000.0);
        const CoolingLoop& water = *context.design().coolingLoops.find(made.water);
        QVERIFY(isClose(loopFlow<Value>(context, water).si().typical(), 172'000 / (997.0 * 4180 * 10)));
        QCOMPARE(loopReturn<Value>(context, water).si().typical(), 30.0);
        QVERIFY(unitHeat<Traced>(context, made.chiller).si().value() == unitHeat<Value>(context, made.chiller).si());
    }
    // A door of 8 kW takes 8 of the 21.5 kW of its rack; the rest stays with the unit that serves the rack beside it,
    // and where none does with the air units of the room.
    void aDoorTakesNoMoreThanItsRating() {
        for (const bool isAlone : {false, true}) {
            Hall hall = fixture::hall();
            const Id<Rack> rack = hall.racks[0];
            Id<CoolingUnit> served;
            std::vector<Id<CoolingService>> ended;
            for (const CoolingService& service : hall.design.coolingServices)
                if (service.rack == rack && service.heat == HeatKind::Air) {
                    served = service.unit;
                    ended.push_back(service.id);
                }
            QVERIFY(!ended.empty());
            const auto heats = [&] {
                const Context context(hall.snapshot());
                double sum = 0;
                for (const CoolingUnit& unit : context.design().coolingUnits)
                    sum += unitHeat<Value>(context, unit.id).si().typical();
                return sum;
            };
            const double all = heats();
            if (isAlone)
                hall.design.coolingServices = hall.design.coolingServices.with({}, ended);
            const auto door = hall.addCooler(CoolingUnitKind::RearDoor, {}, "Door", ZeroU{rack, Side::Left, 0});
            hall.change(&Design::coolingUnits, door, [](CoolingUnit& unit) { unit.rating = Power(8'000); });
            hall.serve(rack, door, HeatKind::Air);
            const Context context(hall.snapshot());
            QCOMPARE(unitHeat<Value>(context, door).si().typical(), 8'000.0);
            QVERIFY(isClose(heats(), all));
            QVERIFY(unitHeat<Traced>(context, door).si().value() == unitHeat<Value>(context, door).si());
            QVERIFY(unitHeat<Traced>(context, served).si().value() == unitHeat<Value>(context, served).si());
            const auto solution = solve(hall.snapshot(), joined({spaceDomain(), powerDomain(), coolingDomain()}));
            const CheckReport& report = solution->report();
            const auto found = std::ranges::find_if(report.findings, [&](const Finding& finding) {
                return finding.rule->id == "COOL-01" && finding.subjects == std::vector{Subject(door)};
            });
            QVERIFY(found != report.findings.end());
            QCOMPARE(found->severity, isAlone ? Severity::Error : Severity::Warning);
            QCOMPARE(found->measured->typical(), 21'500.0);
            // One that is large enough leaves nothing to others.
            hall.change(&Design::coolingUnits, door, [](CoolingUnit& unit) { unit.rating = Power(30'000); });
            const Context enough(hall.snapshot());
            QCOMPARE(unitHeat<Value>(enough, door).si().typical(), 21'500.0);
            QVERIFY(isClose(heats(), all));
        }
    }
    // The same as a table: 20 C and 30 C are 293.15 K and 303.15 K.
    void theScheduleHoldsWhatIsSolved() {
        const Chain made = chain();
        const auto solution = solve(made.hall.snapshot(), joined({spaceDomain(), powerDomain(), coolingDomain()}));
        const Schedule schedule = loopSchedule(solution->context(), *solution);
        QCOMPARE(schedule.rows.size(), std::size_t(2));
        const ScheduleRow& water = schedule.rows.front();
        QVERIFY(water.subject == Subject(made.water));
        const auto cell = [&](std::string_view header) {
            const auto column = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
            return water.cells[static_cast<std::size_t>(column - schedule.columns.begin())];
        };
        const auto number = [&](std::string_view header) { return std::get<Value>(cell(header)).typical(); };
        QCOMPARE(std::get<GivenText>(cell("Loop")).text, std::string("FWS"));
        QCOMPARE(std::get<GivenText>(cell("Kept by")).text, std::string("CH"));
        QCOMPARE(std::get<GivenText>(cell("Takes heat of")).text, std::string("CDU"));
        QVERIFY(isClose(number("kW heat"), 172'000));
        QVERIFY(isClose(number("Supply C"), 293.15));
        QVERIFY(isClose(number("Return C"), 303.15));
        QVERIFY(isClose(number("Needed l/min"), 172'000 / (997.0 * 4180 * 10)));
        // A flow that nobody states is blank; what it would take to pump is not known.
        QVERIFY(std::holds_alternative<std::monostate>(cell("l/min")));
        QVERIFY(std::get<Value>(cell("Pump kW")).isUnknown());
    }
    void aSecondSupplierTakesHalf() {
        Chain made = chain();
        const auto second = made.hall.addCooler(CoolingUnitKind::Chiller, {}, "CH2", Unplaced{});
        made.hall.change(&Design::coolingUnits, second, [&](CoolingUnit& unit) { unit.secondary = made.water; });
        const Context context(made.hall.snapshot());
        QCOMPARE(unitHeat<Value>(context, second).si().typical(), 86'000.0);
        QCOMPARE(heatAfterLoss<Value>(context, *context.design().coolingUnits.find(second)).si().typical(), 172'000.0);
        QCOMPARE(loopHeat<Value>(context, made.water).si().typical(), 172'000.0);
    }
    // Two coolers share 172 kW; a CDU that is connected to the air of the racks takes no third of it.
    void aCduTakesNoAir() {
        Hall hall = fixture::hall();
        const auto heat = [&](Id<CoolingUnit> id) {
            const Context context(hall.snapshot());
            return unitHeat<Value>(context, id).si().typical();
        };
        const Id<CoolingUnit> cooler = hall.coolers.front();
        const double before = heat(cooler);
        const auto cdu = hall.addCooler(CoolingUnitKind::CduRow, hall.cduPart, "CDU", Unplaced{});
        for (const Id<Rack> rack : hall.racks)
            hall.serve(rack, cdu, HeatKind::Air);
        QVERIFY(before > 0);
        QCOMPARE(heat(cooler), before);
        QCOMPARE(heat(cdu), 0.0);
    }
    // Chillers before towers have a COP of 6, before dry coolers of 4: 172 kW come out as 200.67 and 215 kW.
    void chillersAddTheirWork() {
        Chain made = chain();
        const auto condenser = addLoop(made.hall, "CWS", "water", 30, 36, false);
        made.hall.change(&Design::coolingUnits, made.chiller, [&](CoolingUnit& unit) { unit.primary = condenser; });
        const auto cooler = made.hall.addCooler(CoolingUnitKind::CoolingTower, {}, "CT", Unplaced{});
        for (const auto& [kind, cop] :
             {std::pair(CoolingUnitKind::CoolingTower, 6.0), {CoolingUnitKind::DryCooler, 4.0}}) {
            made.hall.change(&Design::coolingUnits, cooler, [&](CoolingUnit& unit) {
                unit.kind = kind;
                unit.secondary = condenser;
            });
            const Context context(made.hall.snapshot());
            const double given = 172'000 * (1 + 1 / cop);
            QCOMPARE(unitHeat<Value>(context, made.chiller).si().typical(), 172'000.0);
            QCOMPARE(loopHeat<Value>(context, made.water).si().typical(), 172'000.0);
            QVERIFY(isClose(loopHeat<Value>(context, condenser).si().typical(), given));
            QVERIFY(isClose(unitHeat<Value>(context, cooler).si().typical(), given));
            QVERIFY(unitHeat<Traced>(context, cooler).si().value() == unitHeat<Value>(context, cooler).si());
        }
    }
    void heatInCirclesIsUnknown() {
        Chain made = chain();
        made.hall.change(&Design::coolingUnits, made.chiller, [&](CoolingUnit& unit) { unit.primary = made.coolant; });
        const Context context(made.hall.snapshot());
        QVERIFY(unitHeat<Value>(context, made.chiller).si().isUnknown());
        QVERIFY(unitHeat<Traced>(context, made.chiller).si().value().isUnknown());
    }
    // Rated 200 kW at 8 K; 5 K are there: 125 kW. 60 L/min of PG25 at 10 K: 39.28 kW.
    void capacityFollowsApproachAndFlow() {
        Chain made = chain();
        const auto usable = [&] {
            const Context context(made.hall.snapshot());
            return usableCapacity<Value>(context, *context.design().coolingUnits.find(made.cdu)).si();
        };
        QVERIFY(usable().isUnknown());
        made.hall.changePart(made.hall.cduPart, [](Part& part) {
            part.attributes.push_back(fixture::number("approach", 8));
            part.attributes.push_back(fixture::number("secondary-flow", 0.01));
        });
        QVERIFY(isClose(usable().typical(), 125'000));
        made.hall.change(&Design::coolingUnits, made.cdu,
                         [](CoolingUnit& unit) { unit.flow = 60 * unit::litrePerMinute; });
        QVERIFY(isClose(usable().typical(), 1e-3 * 1015 * 3870 * 10));
        made.hall.change(&Design::coolingLoops, made.water,
                         [](CoolingLoop& loop) { loop.supply = Temperature::celsius(25); });
        QVERIFY(usable().isUnknown());
    }
    // At half of its water the exchanger moves less for each kelvin, by its effectiveness at an unchanged conductance.
    void capacityFollowsTheFlowOfTheWater() {
        Chain made = chain();
        made.hall.changePart(made.hall.cduPart, [](Part& part) {
            part.attributes.push_back(fixture::number("approach", 8));
            part.attributes.push_back(fixture::number("secondary-flow", 0.01));
            part.attributes.push_back(fixture::number("primary-flow", 0.008));
        });
        const auto flowIs = [&](double cubicMetresPerSecond) {
            made.hall.change(&Design::coolingLoops, made.water,
                             [&](CoolingLoop& loop) { loop.flow = VolumeFlow(cubicMetresPerSecond); });
            const Context context(made.hall.snapshot());
            const CoolingUnit& cdu = *context.design().coolingUnits.find(made.cdu);
            const double usable = usableCapacity<Value>(context, cdu).si().typical();
            if (usableCapacity<Traced>(context, cdu).si().value().typical() != usable)
                return std::nan("");
            return usable;
        };
        QVERIFY(isClose(flowIs(0.008), 125'000)); // as rated: 5 of 8 K
        QVERIFY(isClose(flowIs(0.02), 125'000));  // its valve takes what it is rated for
        const double half = flowIs(0.004);
        QVERIFY(half < 125'000 && half > 62'500);
        // Back from what it takes to the conductance of its rating, by the mean temperature difference.
        const double warm = 0.01 * 1015 * 3870, cold = 0.004 * 997 * 4180, ratedCold = 0.008 * 997 * 4180;
        const auto conductance = [](double heat, double approach, double warmRate, double coldRate) {
            const double atInlet = approach, atOutlet = approach + heat / warmRate - heat / coldRate;
            return heat / ((atInlet - atOutlet) / std::log(atInlet / atOutlet));
        };
        QVERIFY(std::abs(conductance(half, 5, warm, cold) / conductance(200'000, 8, warm, ratedCold) - 1) < 1e-6);
    }
    // The site gives water of 25 C; chilled water of 18 C stands beside it.
    void oneLoopIsTheWaterOfTheSite_data() {
        QTest::addColumn<double>("supply");
        QTest::addColumn<double>("limit");
        QTest::newRow("as the site") << 25.0 << 37.0;
        QTest::newRow("far warmer") << 67.0 << 77.0;
        QTest::newRow("a little warmer") << 33.0 << 43.0;
        QTest::newRow("colder, comes back as the site says") << 15.0 << 37.0;
        QTest::newRow("frozen") << -12.0 << 0.0;
    }
    void oneLoopIsTheWaterOfTheSite() {
        QFETCH(double, supply);
        QFETCH(double, limit);
        Hall hall = fixture::hall();
        hall.setSite(site::waterSupply, std::to_string(273.15 + 25));
        hall.setSite(site::waterReturnLimit, std::to_string(273.15 + 37));
        const auto water = addLoop(hall, "FWS", "water", supply, limit, true);
        const auto chilled = addLoop(hall, "CHW", "water", 18, 26, true);
        const auto isOfSite = [](const Context& context, Id<CoolingLoop> id) {
            return isWaterOfSite(context, *context.design().coolingLoops.find(id));
        };
        const Context both(hall.snapshot());
        QVERIFY(isOfSite(both, water));
        QVERIFY(!isOfSite(both, chilled));
        // Water that a chiller of the design keeps cold is none that the site gives, and be it the only one.
        hall.change(&Design::coolingLoops, water, [](CoolingLoop& loop) { loop.isFacilityWater = false; });
        const Context alone(hall.snapshot());
        QVERIFY(isOfSite(alone, chilled));
        const auto chiller = hall.addCooler(CoolingUnitKind::Chiller, {}, "CH", Unplaced{});
        hall.change(&Design::coolingUnits, chiller, [&](CoolingUnit& unit) { unit.secondary = chilled; });
        const Context kept(hall.snapshot());
        QVERIFY(!isOfSite(kept, chilled));
    }
    void impossibleLoopsHaveNoNumbers() {
        Chain made = chain();
        made.hall.change(&Design::coolingLoops, made.water,
                         [](CoolingLoop& loop) { loop.supply = Temperature::celsius(67); });
        const auto solution = solve(made.hall.snapshot(), joined({spaceDomain(), powerDomain(), coolingDomain()}));
        QVERIFY(solution->failures().empty());
        for (const char* figure : {"cooling-loop.flow", "cooling-loop.return", "cooling-loop.pump-power"}) {
            const FigureResult* result = solution->find(figure, Subject(made.water));
            QVERIFY2(result && result->value.isUnknown(), figure);
        }
    }
};

RW_SUITE(TestCoolingLoops)
#include "tst_cooling_loops.moc"
