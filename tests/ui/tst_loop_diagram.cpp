// SPDX-License-Identifier: GPL-3.0-or-later
// Cooling loops as a diagram: a chain by hand, none and two hundred loops, what no plant can have, and boxes that stay
// where they are.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/suite.h"
#include "ui/report/loop_readings.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace rackwright;
using fixture::Hall;

namespace {

Id<CoolingLoop> addLoop(Hall& hall, std::string name, double supply, double limit) {
    CoolingLoop loop;
    loop.id = hall.ids.take<CoolingLoop>();
    loop.name = std::move(name);
    loop.fluid = "water";
    loop.supply = Temperature::celsius(supply);
    loop.returnLimit = Temperature::celsius(limit);
    hall.design.coolingLoops = hall.design.coolingLoops.with(loop);
    return loop.id;
}

Id<CoolingUnit> addBetween(Hall& hall, CoolingUnitKind kind, std::string name, Id<CoolingLoop> primary,
                           Id<CoolingLoop> secondary) {
    const Id<CoolingUnit> unit = hall.addCooler(kind, {}, std::move(name), Unplaced{});
    hall.change(&Design::coolingUnits, unit, [&](CoolingUnit& row) {
        row.primary = primary;
        row.secondary = secondary;
    });
    return unit;
}

// The 172 kW of air heat go through doors into the coolant, through the CDU into the water and out by the chiller.
struct DrawnChain {
    Hall hall = fixture::hall();
    Id<CoolingLoop> water, coolant;
    Id<CoolingUnit> chiller, cdu;

    DrawnChain() {
        water = addLoop(hall, "FWS", 20, 30);
        hall.change(&Design::coolingLoops, water, [](CoolingLoop& loop) { loop.isFacilityWater = true; });
        coolant = addLoop(hall, "TCS", 25, 35);
        for (const Id<CoolingUnit> door : std::vector<Id<CoolingUnit>>(hall.coolers))
            hall.change(&Design::coolingUnits, door, [this](CoolingUnit& unit) {
                unit.kind = CoolingUnitKind::RearDoor;
                unit.primary = coolant;
            });
        cdu = addBetween(hall, CoolingUnitKind::CduRow, "CDU", water, coolant);
        chiller = addBetween(hall, CoolingUnitKind::Chiller, "CH", {}, water);
    }
};

SolutionPtr solved(const Hall& hall) {
    return solve(hall.snapshot(), joined({spaceDomain(), powerDomain(), coolingDomain()}));
}

QStringList boxesOver(const LoopDiagram& diagram) {
    QStringList found;
    for (std::size_t i = 0; i < diagram.boxes.size(); ++i)
        for (std::size_t k = i + 1; k < diagram.boxes.size(); ++k)
            if (diagram.boxes[i].box.intersects(diagram.boxes[k].box))
                found << QStringLiteral("%1 over %2").arg(i).arg(k);
    return found;
}

bool isFinite(const Drawing& drawing) {
    const auto isReal = [](double number) { return std::isfinite(number) && std::abs(number) < 1e9; };
    for (const auto& [item, rectangle] : shapesOf<RectangleShape>(drawing))
        if (!isReal(rectangle->box.left()) || !isReal(rectangle->box.top()) || !isReal(rectangle->box.width()) ||
            !isReal(rectangle->box.height()) || rectangle->box.width() < 0)
            return false;
    for (const auto& [item, lines] : shapesOf<LinesShape>(drawing))
        for (const std::vector<QPointF>& line : lines->lines)
            if (!std::ranges::all_of(line, [&](QPointF point) { return isReal(point.x()) && isReal(point.y()); }))
                return false;
    return true;
}

} // namespace

class TestLoopDiagram : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }

    void nothingIsNoLoop() {
        const Design empty;
        const LoopDiagram diagram = loopDiagramOf(empty);
        QVERIFY(diagram.boxes.empty() && diagram.pipes.empty() && diagram.bounds.isValid());
        QVERIFY(loopSheets(diagram, {386, 240}).empty());
        QVERIFY(textsOf(loopDrawing(diagram, empty, {}, texts)).isEmpty());
    }
    void aLoopAloneSaysThatNothingIsOnIt() {
        Hall hall;
        addLoop(hall, "Lonely", 20, 30);
        const LoopDiagram diagram = loopDiagramOf(hall.design);
        QCOMPARE(diagram.boxes.size(), std::size_t(1));
        QVERIFY(diagram.boxes.front().isLoose);
        const QStringList said = textsOf(loopDrawing(diagram, hall.design, {}, texts));
        QVERIFY(said.contains(QStringLiteral("Lonely")));
        QVERIFY(said.contains(QString::fromStdString(texts.text("loop-diagram.unused"))));
    }
    // Water: 172 kW / (997 x 4,180 x 10 K) = 4.127 L/s = 247.6 L/min.
    void aChainStandsFromThePlantToTheRacks() {
        DrawnChain chain;
        const LoopDiagram diagram = loopDiagramOf(chain.hall.design);
        QCOMPARE(boxesOver(diagram), QStringList());
        const LoopBox* const door = diagram.of(chain.hall.coolers.front());
        const auto racks = std::ranges::find_if(diagram.boxes, &LoopBox::isRacks);
        QVERIFY(door && racks != diagram.boxes.end());
        const std::vector<const LoopBox*> order = {diagram.of(chain.chiller),
                                                   diagram.of(chain.water),
                                                   diagram.of(chain.cdu),
                                                   diagram.of(chain.coolant),
                                                   door,
                                                   &*racks};
        for (std::size_t i = 1; i < order.size(); ++i)
            QVERIFY2(order[i - 1]->box.right() < order[i]->box.left(), qPrintable(QString::number(i)));
        QCOMPARE(racks->racks.size(), chain.hall.racks.size());
        QCOMPARE(racks->heat, HeatKind::Air);
        QVERIFY(std::ranges::none_of(diagram.boxes, &LoopBox::isLoose));
        // Chiller to water, water to CDU, CDU to coolant, coolant to both doors, both doors to the racks.
        QCOMPARE(diagram.pipes.size(), std::size_t(7));

        const SolutionPtr solution = solved(chain.hall);
        const LoopReadings readings = loopReadingsOf(*solution, texts);
        const LoopReading& water = readings.at(chain.water.value);
        QVERIFY2(water.words.front().startsWith(QStringLiteral("20 ")) &&
                     water.words.front().contains(QStringLiteral(" 30 ")),
                 qPrintable(water.words.join(QLatin1Char('|'))));
        QVERIFY2(water.words.back().contains(QStringLiteral("172 kW")) &&
                     water.words.back().contains(QStringLiteral("248 ")),
                 qPrintable(water.words.join(QLatin1Char('|'))));
        QVERIFY(!water.isOpen);
        // Nobody says what the chiller can take.
        const LoopReading& open = readings.at(chain.chiller.value);
        QVERIFY(open.isOpen && !open.share);
        const Drawing drawing = loopDrawing(diagram, chain.hall.design, readings, texts);
        QVERIFY(textsOf(drawing).contains(QStringLiteral("FWS")));
        QCOMPARE(overlappingTexts(drawing), QStringList());
    }
    void aUnitIsShownByItsLoadAndWhatIsLeft_data() {
        QTest::addColumn<double>("rating");
        QTest::addColumn<QString>("words");
        QTest::addColumn<bool>("isOver");
        QTest::addRow("enough") << 200'000.0 << QStringLiteral("172 kW of 200 kW, 86 %|28 kW left") << false;
        QTest::addRow("too small") << 160'000.0 << QStringLiteral("172 kW of 160 kW, 108 %|12 kW too much") << true;
    }
    void aUnitIsShownByItsLoadAndWhatIsLeft() {
        QFETCH(double, rating);
        QFETCH(QString, words);
        QFETCH(bool, isOver);
        DrawnChain chain;
        chain.hall.change(&Design::coolingUnits, chain.chiller,
                          [&](CoolingUnit& unit) { unit.rating = Power(rating); });
        const SolutionPtr solution = solved(chain.hall);
        const LoopReadings readings = loopReadingsOf(*solution, texts);
        const LoopReading& chiller = readings.at(chain.chiller.value);
        QCOMPARE(chiller.words.join(QLatin1Char('|')), words);
        QVERIFY(!chiller.isOpen);
        QCOMPARE(*chiller.share > 1, isOver);
        const LoopDiagram diagram = loopDiagramOf(chain.hall.design);
        const Drawing drawing = loopDrawing(diagram, chain.hall.design, readings, texts);
        bool isRed = false;
        for (const auto& [item, rectangle] : shapesOf<RectangleShape>(drawing))
            isRed = isRed || (rectangle->box == diagram.of(chain.chiller)->box && item->fill == Ink::BadWash);
        QCOMPARE(isRed, isOver);
    }
    // Of a rack with a device of unknown power the sum is a lower bound: no load that looks fine.
    void heatKnownInPartIsNoLoad() {
        DrawnChain chain;
        chain.hall.change(&Design::coolingUnits, chain.chiller,
                          [](CoolingUnit& unit) { unit.rating = Power(400'000.0); });
        chain.hall.changePart(chain.hall.switchPart, [](Part& part) { part.powerModes.clear(); });
        const LoopReadings readings = loopReadingsOf(*solved(chain.hall), texts);
        const LoopReading& chiller = readings.at(chain.chiller.value);
        QVERIFY(chiller.isOpen && !chiller.share);
        QVERIFY2(chiller.words.front().contains(QStringLiteral("400 kW")), qPrintable(chiller.words.front()));
        QVERIFY(readings.at(chain.water.value).isOpen);
    }
    void whatIsRemovedIsNotDrawn() {
        DrawnChain chain;
        chain.hall.change(&Design::coolingUnits, chain.chiller,
                          [](CoolingUnit& unit) { unit.scope.status = Status::Removed; });
        const LoopDiagram diagram = loopDiagramOf(chain.hall.design);
        QVERIFY(!diagram.of(chain.chiller));
        QVERIFY(diagram.of(chain.cdu));
    }
    void noLoadMovesABox() {
        DrawnChain chain;
        const LoopDiagram before = loopDiagramOf(chain.hall.design);
        for (const CoolingUnit& unit :
             std::vector<CoolingUnit>(chain.hall.design.coolingUnits.begin(), chain.hall.design.coolingUnits.end()))
            chain.hall.change(&Design::coolingUnits, unit.id, [](CoolingUnit& row) { row.rating = Power(1.0); });
        chain.hall.change(&Design::coolingLoops, chain.water,
                          [](CoolingLoop& loop) { loop.supply = Temperature::celsius(60); });
        const LoopDiagram after = loopDiagramOf(chain.hall.design);
        QCOMPARE(after.boxes.size(), before.boxes.size());
        for (std::size_t i = 0; i < before.boxes.size(); ++i)
            QCOMPARE(after.boxes[i].box, before.boxes[i].box);
    }
    void manyLikeUnitsAreOneBox() {
        DrawnChain chain;
        for (int i = 0; i < 40; ++i)
            addBetween(chain.hall, CoolingUnitKind::CduInRack, "In rack " + std::to_string(i), chain.water, {});
        const LoopDiagram diagram = loopDiagramOf(chain.hall.design);
        const LoopBox* box = diagram.of(chain.hall.coolers.back());
        QVERIFY(box);
        QCOMPARE(box->units.size(), std::size_t(40));
        LoopReadings readings;
        for (const Id<CoolingUnit> unit : box->units) {
            readings[unit.value].words << QStringLiteral("1 kW of 10 kW");
            readings[unit.value].share = 0.1;
        }
        readings[box->units[7].value].words = QStringList{QStringLiteral("9 kW of 10 kW")};
        readings[box->units[7].value].share = 0.9;
        QVERIFY(textsOf(loopDrawing(diagram, chain.hall.design, readings, texts))
                    .contains(QStringLiteral("highest: 9 kW of 10 kW")));
    }
    void twoHundredLoopsStandBelowOneAnother() {
        Hall hall = fixture::hall();
        const Id<CoolingLoop> water = addLoop(hall, "FWS", 20, 30);
        for (int i = 0; i < 200; ++i) {
            const Id<CoolingLoop> loop = addLoop(hall, "TCS " + std::to_string(i), 30, 40);
            const auto cdu = addBetween(hall, CoolingUnitKind::CduRow, "CDU " + std::to_string(i), water, loop);
            hall.serve(hall.racks[static_cast<std::size_t>(i) % hall.racks.size()], cdu, HeatKind::Liquid);
        }
        const LoopDiagram diagram = loopDiagramOf(hall.design);
        QCOMPARE(boxesOver(diagram), QStringList());
        QCOMPARE(std::ranges::count_if(diagram.boxes, [](const LoopBox& box) { return bool(box.loop); }), 201);
        const LoopReadings readings = loopReadingsOf(*solved(hall), texts);
        const QSizeF room(386, 240);
        const auto sheets = loopSheets(diagram, room);
        QVERIFY(sheets.size() > 10);
        qsizetype drawn = 0;
        for (const auto& sheet : sheets) {
            const Drawing drawing = loopDrawing(diagram, hall.design, readings, texts, sheet);
            QVERIFY(isFinite(drawing));
            QVERIFY(paperSize(drawing).height() <= room.height());
            QCOMPARE(overlappingTexts(drawing), QStringList());
            for (const QString& text : textsOf(drawing))
                drawn += text.startsWith(QStringLiteral("TCS ")) ? 1 : 0;
            for (const auto& [item, rectangle] : shapesOf<RectangleShape>(drawing))
                QVERIFY(rectangle->box.top() >= drawing.bounds.top() &&
                        rectangle->box.bottom() <= drawing.bounds.bottom());
        }
        QCOMPARE(drawn, qsizetype(200));
    }
    void aLongChainAndARingEnd() {
        Hall hall;
        Id<CoolingLoop> above = addLoop(hall, "0", 20, 30);
        const Id<CoolingLoop> first = above;
        for (int i = 1; i < 500; ++i) {
            const Id<CoolingLoop> below = addLoop(hall, std::to_string(i), 20, 30);
            addBetween(hall, CoolingUnitKind::CduRow, "CDU " + std::to_string(i), above, below);
            above = below;
        }
        addBetween(hall, CoolingUnitKind::Chiller, "back", above, first);
        addBetween(hall, CoolingUnitKind::Pump, "self", first, first);
        const LoopDiagram diagram = loopDiagramOf(hall.design);
        QCOMPARE(boxesOver(diagram), QStringList());
        QCOMPARE(std::ranges::count_if(diagram.boxes, [](const LoopBox& box) { return bool(box.loop); }), 500);
        QVERIFY(isFinite(loopDrawing(diagram, hall.design, {}, texts)));
    }
    void absurdValuesStayInTheirBoxes() {
        DrawnChain chain;
        for (const Id<CoolingLoop> loop : {chain.water, chain.coolant})
            chain.hall.change(&Design::coolingLoops, loop,
                              [](CoolingLoop& row) { row.name = std::string(100'000, 'W'); });
        const LoopDiagram diagram = loopDiagramOf(chain.hall.design);
        constexpr double huge = std::numeric_limits<double>::max(), none = std::numeric_limits<double>::quiet_NaN();
        for (const double share : {huge, -huge, none, std::numeric_limits<double>::infinity(), -1.0, 0.0}) {
            LoopReadings readings;
            for (const LoopBox& box : diagram.boxes)
                for (const Id<CoolingUnit> unit : box.units)
                    readings[unit.value] = {
                        {QString(5000, QLatin1Char('9'))}, share, false, Value(1e300), LoopMark::Error, {}};
            const Drawing drawing = loopDrawing(diagram, chain.hall.design, readings, texts);
            QVERIFY(isFinite(drawing));
            for (const auto& [item, text] : shapesOf<TextShape>(drawing))
                QVERIFY2(drawing.bounds.contains(boxOf(*text)), qPrintable(text->text.left(40)));
        }
    }
};

RW_WINDOW_SUITE(TestLoopDiagram)
#include "tst_loop_diagram.moc"
