// SPDX-License-Identifier: GPL-3.0-or-later
// Overlays of the plan on a real sample: every rack has a reading, every colour on it stands in the legend, and the
// plan stays readable in light and dark.
#include "model/edits/rack_edits.h"
#include "model/edits/record_edits.h"
#include "model/file/design_text.h"
#include "model/project/history.h"
#include "model/project/site_fields.h"
#include "solvers/airflow/airflow_domain.h"
#include "solvers/airflow/room_air.h"
#include "solvers/cables/cable_plan.h"
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/pictures.h"
#include "tests/support/suite.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/floor_plan.h"
#include "ui/report/overlays.h"
#include "ui/report/rack_readings.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

using namespace rackwright;

class TestOverlays : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    SolutionPtr solution;

    Drawing planWith(const Overlay& overlay) const {
        const Context& context = solution->context();
        const Room& room = *context.design().rooms.begin();
        FloorPlanOptions options;
        options.scale = floorPlanScale(room, {386, 245}, options);
        return floorPlanDrawing(context.project(), context.design(), room, overlay, texts, options);
    }

private Q_SLOTS:
    void initTestCase() {
        QVERIFY(loadBundledFonts().has_value());
        QFile file(QStringLiteral(RW_SOURCE_DIR "/resources/samples/hall-1024-h200.rkw.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto document = readDesignText(file.readAll().toStdString(), "hall");
        QVERIFY(document.has_value());
        solution = solve(snapshotOf(document->project), joined({spaceDomain(), powerDomain(), coolingDomain(),
                                                                airflowDomain(), costDomain(), cablingDomain()}));
        QVERIFY(solution);
    }
    void everyRackIsRead_data() {
        QTest::addColumn<int>("kind");
        for (std::size_t i = 0; i < EnumNames<OverlayKind>::names.size(); ++i)
            QTest::newRow(std::string(EnumNames<OverlayKind>::names[i]).c_str()) << static_cast<int>(i);
    }
    void everyRackIsRead() {
        QFETCH(int, kind);
        const Overlay overlay = overlayOf(*solution, static_cast<OverlayKind>(kind), texts);
        QCOMPARE(overlay.legend.empty(), static_cast<OverlayKind>(kind) == OverlayKind::Load);
        for (const Rack* rack : solution->context().racks()) {
            const OverlayReading* reading = overlay.find(rack->id.value);
            QVERIFY2(reading, rack->name.c_str());
            if (overlay.legend.empty())
                QVERIFY(reading->load.has_value());
            else
                QVERIFY(reading->fill && std::ranges::count(overlay.legend, *reading->fill, &OverlayKey::fill) == 1);
        }
        const Drawing plan = planWith(overlay);
        QCOMPARE(overlappingTexts(plan), QStringList());
        const QStringList shown = textsOf(plan);
        for (const OverlayKey& key : overlay.legend)
            QVERIFY2(shown.contains(key.text), qPrintable(key.text));
        const QString name = QString::fromUtf8(QTest::currentDataTag());
        fixture::keepPicture(QStringLiteral("overlay-%1-light.png").arg(name), pngOf(plan, lightPalette(), 4));
        fixture::keepPicture(QStringLiteral("overlay-%1-dark.png").arg(name), pngOf(plan, darkPalette(), 4));
    }
    void amountsMatchTheirBand() {
        const Overlay overlay = overlayOf(*solution, OverlayKind::PeakPower, texts);
        for (const Rack* rack : solution->context().racks()) {
            const FigureResult* power = solution->find("rack.power.peak", Subject(rack->id));
            QVERIFY(power && !power->error);
            const auto key = std::ranges::find(overlay.legend, *overlay.find(rack->id.value)->fill, &OverlayKey::fill);
            const QStringList edges = key->text.section(QLatin1Char(' '), 0, 0).split(QChar(0x2013));
            QCOMPARE(edges.size(), qsizetype(2));
            const double kw = power->value.typical() / 1000;
            QVERIFY2(kw > edges[0].toDouble() - 1e-9 && kw <= edges[1].toDouble() + 1e-9, qPrintable(key->text));
        }
    }
    // What a whole room's air units carry is no limit of one rack: the plan says what the rack's own meters say.
    void loadIsThatOfTheRacksOwnMeters() {
        const Overlay overlay = overlayOf(*solution, OverlayKind::Load, texts);
        for (const Rack* rack : solution->context().racks()) {
            QVERIFY(solution->context().contents(rack->id).coolingUnits.empty());
            double fullest = 0;
            for (const RackReading& reading : rackReadings(*solution, rack->id))
                if (reading.measure != RackMeasure::Weight && reading.measure != RackMeasure::Units)
                    fullest = std::max(fullest, reading.share().value_or(0));
            QVERIFY(fullest > 0);
            QCOMPARE(*overlay.find(rack->id.value)->load, fullest);
        }
    }
    // The site's limit is there to be used up: only racks beyond it are red, and only where the record says which load
    // it means, as SITE-02 does.
    void aBrokenLimitOfTheSiteShows_data() {
        QTest::addColumn<double>("kilowatts");
        QTest::addColumn<QString>("basis");
        QTest::addColumn<double>("cap"); // kW, 0: none
        QTest::addColumn<bool>("isRed");
        QTest::newRow("broken") << 15.0 << QStringLiteral("contracted maximum") << 0.0 << true;
        QTest::newRow("nearly reached") << 20.5 << QStringLiteral("contracted maximum") << 0.0 << false;
        QTest::newRow("of an unknown load") << 15.0 << QString() << 0.0 << false;
        QTest::newRow("broken below a cap that is not") << 15.0 << QStringLiteral("contracted maximum") << 60.0 << true;
        QTest::newRow("a broken breaker below a cap") << 15.0 << QStringLiteral("breaker") << 60.0 << true;
        QTest::newRow("a cap above what is reached") << 30.0 << QStringLiteral("contracted maximum") << 60.0 << false;
    }
    void aBrokenLimitOfTheSiteShows() {
        QFETCH(double, kilowatts);
        QFETCH(QString, basis);
        QFETCH(double, cap);
        QFETCH(bool, isRed);
        const Project& project = solution->context().project();
        SiteField field = *findSiteField(project, site::rackLimit);
        field.value = QString::number(kilowatts * 1000).toStdString();
        field.basis = basis.toStdString();
        const Rack* rack = solution->context().racks().front();
        QVERIFY(!rack->powerCap);
        History history(Document{std::make_shared<const Project>(project), 1'000'000});
        QVERIFY(history.commit(edits::putSiteField(std::move(field))));
        if (cap > 0)
            QVERIFY(history.commit(edits::setRackPowerCap(edits::Target{*history.current(), project.activeOption},
                                                          {rack->id}, Power(cap * 1000))));
        const SolutionPtr changed =
            solve(snapshotOf(history.current()), joined({spaceDomain(), powerDomain(), coolingDomain()}));
        QVERIFY(changed);
        QCOMPARE(loadBand(rackLoad(*changed, *changed->context().design().racks.find(rack->id))) == LoadBand::Red,
                 isRed);
    }
    // A PDU with room to spare says nothing of the heat that nothing takes.
    void racksWithoutCoolingAreNotShownAsFine() {
        const Project& project = solution->context().project();
        Design design = solution->context().design();
        design.coolingServices = {};
        design.coolingUnits = {};
        const ProjectPtr bare =
            withDesign(project, project.activeOption, std::make_shared<const Design>(std::move(design)));
        const SolutionPtr changed =
            solve(snapshotOf(bare), joined({spaceDomain(), powerDomain(), coolingDomain(), costDomain()}));
        for (const Rack* rack : changed->context().racks()) {
            const std::optional<double> load = rackLoad(*changed, *rack);
            QVERIFY(!load || *load > 1);
        }
    }
    // Nothing is below its limit because it has none.
    void racksWithoutAnyLimitAreNotShownAsFine() {
        const Project& project = solution->context().project();
        Design design = solution->context().design();
        design.coolingServices = {};
        design.coolingUnits = {};
        design.powerLinks = {};
        design.powerElements = {};
        const ProjectPtr bare =
            withDesign(project, project.activeOption, std::make_shared<const Design>(std::move(design)));
        const SolutionPtr changed =
            solve(snapshotOf(bare), joined({spaceDomain(), powerDomain(), coolingDomain(), costDomain()}));
        const Overlay overlay = overlayOf(*changed, OverlayKind::Load, texts);
        const Room& room = *changed->context().design().rooms.begin();
        FloorPlanOptions options;
        options.scale = floorPlanScale(room, {386, 245}, options);
        const Drawing plan =
            floorPlanDrawing(changed->context().project(), changed->context().design(), room, overlay, texts, options);
        QVERIFY(textsOf(plan).contains(QString::fromStdString(texts.text("plan.load-unknown"))));
        std::set<std::uint64_t> unknown;
        for (const auto& [item, shape] : shapesOf<RectangleShape>(plan))
            if (item->fill == Ink::WarningWash)
                unknown.insert(item->subject);
        for (const Rack* rack : changed->context().racks()) {
            QVERIFY(!overlay.find(rack->id.value)->load.has_value());
            QVERIFY2(unknown.contains(rack->id.value), rack->name.c_str());
        }
    }
    // Where the units that share a rack's heat are rated for less than is usual for their method, they are its limit.
    void heatIsLimitedByTheUnitsThatTakeIt_data() {
        QTest::addColumn<double>("kilowatts");
        QTest::addColumn<bool>("isBelowTheBand");
        QTest::newRow("small units") << 1.0 << true;
        QTest::newRow("large units") << 900.0 << false;
    }
    void heatIsLimitedByTheUnitsThatTakeIt() {
        QFETCH(double, kilowatts);
        QFETCH(bool, isBelowTheBand);
        const Project& project = solution->context().project();
        Design design = solution->context().design();
        const Rack* rack = solution->context().racks().front();
        double units = 0;
        for (const CoolingService* service : solution->context().contents(rack->id).services)
            if (service->heat == HeatKind::Air) {
                CoolingUnit unit = *design.coolingUnits.find(service->unit);
                unit.rating = Power(kilowatts * 1000);
                design.coolingUnits = design.coolingUnits.with(unit);
                ++units;
            }
        QVERIFY(units > 0);
        const ProjectPtr made =
            withDesign(project, project.activeOption, std::make_shared<const Design>(std::move(design)));
        const SolutionPtr changed = solve(snapshotOf(made), joined({spaceDomain(), powerDomain(), coolingDomain()}));
        const double band = changed->find("rack.cooling.air.band-high", Subject(rack->id))->value.typical();
        const double limit = isBelowTheBand ? units * kilowatts * 1000 : band;
        QCOMPARE(coolingLimit(*changed, rack->id, HeatKind::Air), std::optional(limit));
        const auto readings = rackReadings(*changed, rack->id);
        const auto air = std::ranges::find(readings, RackMeasure::AirHeat, &RackReading::measure);
        QCOMPARE(air->limit, std::optional(limit));
        QCOMPARE(loadBand(overlayOf(*changed, OverlayKind::Load, texts).find(rack->id.value)->load) == LoadBand::Red,
                 isBelowTheBand);
    }
    void feedsAreTheSidesOfTheRacksPdus() {
        const Overlay overlay = overlayOf(*solution, OverlayKind::Feed, texts);
        const Rack* rack = solution->context().racks().front();
        QCOMPARE(overlay.find(rack->id.value)->power, QStringLiteral("A+B"));
    }
    void traysShowTheirFill() {
        const Overlay overlay = overlayOf(*solution, OverlayKind::Trays, texts);
        const CablePlan& plan = solution->context().lookUp<CablePlan>();
        QVERIFY(!plan.fill.empty());
        for (const PathwayFill& fill : plan.fill) {
            const auto ink = overlay.pathways.find(fill.segment.value);
            QVERIFY(ink != overlay.pathways.end());
            QCOMPARE(ink->second == Ink::LoadRedLine, fill.share() > 1 + 1e-9);
            QVERIFY(ink->second != Ink::Conduit);
            QVERIFY(std::ranges::count(overlay.legend, ink->second, &OverlayKey::fill) == 1);
        }
        // The lines of the plan have these colours.
        std::set<Ink> drawn;
        const Drawing drawing = planWith(overlay);
        for (const auto& [item, lines] : shapesOf<LinesShape>(drawing))
            if (item->stroke && overlay.pathways.contains(item->subject))
                drawn.insert(item->stroke->ink);
        for (const auto& [segment, ink] : overlay.pathways)
            QVERIFY(drawn.contains(ink));
    }
    // Between the racks the air of the room, with its accuracy and indices beside it.
    void inletsComeWithTheFieldOfTheirRoom() {
        const Id<Room> room = solution->context().design().rooms.begin()->id;
        const RoomAir* air = solution->context().lookUp<RoomAirs>().room(room);
        QVERIFY(air && !air->gap);
        const Overlay overlay = overlayOf(*solution, OverlayKind::Inlet, texts, room);
        const AirGrid& grid = air->kept.shape->grid;
        QCOMPARE(overlay.field.inks.size(), grid.columns() * grid.rows());
        // Where racks stand there is no air, and every colour stands in the legend.
        std::size_t coloured = 0;
        for (std::size_t row = 0; row < grid.rows(); ++row)
            for (std::size_t column = 0; column < grid.columns(); ++column) {
                const std::optional<Ink>& ink = overlay.field.inks[row * grid.columns() + column];
                if (!ink)
                    continue;
                ++coloured;
                QVERIFY(grid.isFree(grid.cell(column, row, 0)) || grid.isFree(grid.cell(column, row, 1)));
                QCOMPARE(std::ranges::count(overlay.legend, *ink, &OverlayKey::fill), std::ptrdiff_t(1));
            }
        QVERIFY(coloured > 0 && coloured < overlay.field.inks.size());
        QCOMPARE(overlay.notes.size(), std::size_t(3));
        QVERIFY(overlay.notes[0].contains(QStringLiteral("3 K")));
        QVERIFY(overlay.notes[2].contains(QStringLiteral("RCI")));
        const Drawing plan = planWith(overlay);
        QCOMPARE(overlappingTexts(plan), QStringList());
        const QStringList shown = textsOf(plan);
        for (const QString& note : overlay.notes)
            QVERIFY2(shown.contains(note), qPrintable(note));
        fixture::keepPicture(QStringLiteral("overlay-field-light.png"), pngOf(plan, lightPalette(), 4));
        fixture::keepPicture(QStringLiteral("overlay-field-dark.png"), pngOf(plan, darkPalette(), 4));
        // Without a room nothing is said of one.
        QCOMPARE(overlayOf(*solution, OverlayKind::Inlet, texts).field.columns, std::size_t(0));
    }
    void lettersAreLegibleOnEveryColour() {
        // WCAG 2.1, relative luminance and contrast ratio.
        const auto luminance = [](const QColor& colour) {
            const auto part = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
            return 0.2126 * part(colour.redF()) + 0.7152 * part(colour.greenF()) + 0.0722 * part(colour.blueF());
        };
        for (const Palette& palette : {lightPalette(), darkPalette()})
            for (const Ink ink : {Ink::Ramp1, Ink::Ramp2, Ink::Ramp3, Ink::Ramp4, Ink::Ramp5, Ink::FeedA, Ink::FeedB,
                                  Ink::NoteWash, Ink::RackFill, Ink::RackEmpty, Ink::LoadAmber, Ink::LoadRed}) {
                const double a = luminance(palette[Ink::Text]), b = luminance(palette[ink]);
                QVERIFY2((std::max(a, b) + 0.05) / (std::min(a, b) + 0.05) >= 3.5, qPrintable(palette[ink].name()));
            }
    }
};

RW_WINDOW_SUITE(TestOverlays)
#include "tst_overlays.moc"
