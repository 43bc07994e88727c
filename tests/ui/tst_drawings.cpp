// SPDX-License-Identifier: GPL-3.0-or-later
// Floor plan and elevations as drawings: true sizes, legible labels, statuses, free space.
#include "model/edits/record_edits.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/hall_fixture.h"
#include "tests/support/pictures.h"
#include "tests/support/suite.h"
#include "ui/paint/drawing_painter.h"
#include "ui/paint/floor_plan.h"
#include "ui/paint/hall_section.h"
#include "ui/paint/rack_elevation.h"
#include "ui/text/inches.h"

#include <QPolygonF>
#include <QTest>

using namespace rackwright;

class TestDrawings : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    fixture::DrawnHall hall;
    Overlay overlay;

    Drawing plan(double scale = 1.0 / 75) const {
        FloorPlanOptions options;
        options.scale = scale;
        return floorPlanDrawing(hall.project, hall.design, *hall.design.rooms.find(hall.room), overlay, texts, options);
    }
    Drawing elevation(std::size_t rack, Face face, double scale = 0.05) const {
        return rackElevationDrawing(hall.project, hall.design, *hall.design.racks.find(hall.racks[rack]), face, overlay,
                                    texts, {scale});
    }
    Device deviceNamed(const std::string& name) const {
        const auto it = std::ranges::find(hall.design.devices, name, &Device::name);
        return it == hall.design.devices.end() ? Device() : *it;
    }
    static std::optional<QRectF> bodyOf(const Drawing& drawing, std::uint64_t subject) {
        for (const auto& [item, shape] : shapesOf<RectangleShape>(drawing))
            if (item->subject == subject)
                return shape->box;
        return {};
    }

private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts().has_value()); }
    void init() {
        hall = fixture::DrawnHall();
        overlay = fixture::readingsOf(hall);
    }

    void aSectionShowsTheRowFromWallToWall() {
        const auto row = longestRow(hall.project, hall.design, hall.room);
        QVERIFY(row);
        QCOMPARE(row->racks.size(), std::size_t(16));
        const Drawing section = hallSectionDrawing(hall.project, hall.design, *row, texts, {386, 245});
        QVERIFY(section.title.contains(QString::fromStdString(row->name)));
        QVERIFY(paperSize(section).width() <= 386 && paperSize(section).height() <= 245);
        // Racks stand on the finished floor at their true width and height, and no others are there.
        const Part& part = *hall.project.parts.find(hall.rackPart)->part;
        const double high = fact(part, attribute::height).typical()->inMillimetres();
        std::size_t shown = 0;
        for (const Id<Rack> id : hall.racks) {
            const auto body = bodyOf(section, id.value);
            QCOMPARE(body.has_value(), std::ranges::count(row->racks, id) == 1);
            if (!body)
                continue;
            ++shown;
            QCOMPARE(body->width(), 600.0);
            QCOMPARE(body->height(), high);
            QCOMPARE(body->bottom(), 0.0);
        }
        QCOMPARE(shown, std::size_t(16));
        QCOMPARE(overlappingTexts(section), QStringList());
        // Heights are read on the printed sheet.
        for (const auto& [item, label] : shapesOf<TextShape>(section))
            if (label->text.startsWith(QStringLiteral("Ceiling")))
                QVERIFY(label->size * section.scale > 2.2);
        QVERIFY(!textsOf(section).filter(QStringLiteral("Ceiling 3600 mm")).isEmpty() ||
                !textsOf(section).filter(QStringLiteral("Ceiling 3,600 mm")).isEmpty());
        fixture::keepPicture(QStringLiteral("section.png"), pngOf(section, lightPalette(), 8));
    }
    // What is not known is said and not drawn as if it were.
    void aSectionWithoutACeilingSaysSo() {
        Room room = *hall.design.rooms.find(hall.room);
        room.clearHeight.reset();
        hall.design.rooms = hall.design.rooms.with(room);
        const auto row = rowOfRack(hall.project, hall.design, hall.racks[20]);
        QVERIFY(row && std::ranges::count(row->racks, hall.racks[20]) == 1);
        const Drawing section = hallSectionDrawing(hall.project, hall.design, *row, texts, {386, 245});
        QVERIFY(textsOf(section).contains(QString::fromStdString(texts.text("hall-section.no-ceiling"))));
        QVERIFY(textsOf(section).filter(QStringLiteral("Ceiling")).isEmpty());
    }
    void racksStandAtTheirTrueSizeAndPlace() {
        QCOMPARE(bodyOf(plan(), hall.racks[0].value), QRectF(3600, 2400, 600, 1200));
        QCOMPARE(bodyOf(plan(), hall.racks[47].value), QRectF(15600, 8400, 600, 1200));
    }
    void frontEdgeIsOnTheFront() {
        const auto edgeOf = [&](std::size_t rack) {
            for (const auto& [item, lines] : shapesOf<LinesShape>(m_plan))
                if (item->subject == hall.racks[rack].value)
                    return lines->lines.front().front().y();
            return 0.0;
        };
        m_plan = plan();
        QVERIFY(edgeOf(0) < 2500);  // row A faces the top of the plan
        QVERIFY(edgeOf(16) > 6500); // row B is turned round
    }
    // Neighbours share a cloud; the legend says since which issue.
    void cloudsStandAroundWhatChanged() {
        const auto clouds = [](const Drawing& drawing) {
            std::vector<QRectF> boxes;
            for (const auto& [item, lines] : shapesOf<LinesShape>(drawing))
                if (item->stroke && item->stroke->ink == Ink::Bad && lines->lines.front().size() > 8) {
                    const std::vector<QPointF>& line = lines->lines.front();
                    boxes.push_back(QPolygonF(QList<QPointF>(line.begin(), line.end())).boundingRect());
                }
            return boxes;
        };
        QVERIFY(clouds(plan()).empty());
        overlay.clouds = {hall.racks[0].value, hall.racks[1].value, hall.racks[47].value};
        overlay.cloudNote = QStringLiteral("changed since revision A");
        const std::vector<QRectF> found = clouds(plan());
        QCOMPARE(found.size(), std::size_t(2));
        for (const std::size_t rack : {std::size_t{0}, std::size_t{1}, std::size_t{47}}) {
            const QRectF body = *bodyOf(plan(), hall.racks[rack].value);
            QVERIFY(std::ranges::any_of(found, [&body](const QRectF& cloud) { return cloud.contains(body); }));
        }
        QVERIFY(textsOf(plan()).contains(overlay.cloudNote));
        overlay.clouds.clear();
        QVERIFY(clouds(plan()).empty());
        // A new wall has one where it is drawn, a rack that is gone where the issue has it.
        const QRectF body = *bodyOf(plan(), hall.racks[47].value);
        const Result<ProjectPtr> issued = edits::issueRevision(hall.project, hall.project.activeOption,
                                                               [] {
                                                                   IssuedRevision said;
                                                                   said.date = "2026-01-31";
                                                                   said.approvedBy = "R. Okafor";
                                                                   return said;
                                                               }())
                                              .apply(hall.project, hall.ids);
        QVERIFY(issued);
        hall.project = **issued;
        RoomObject wall;
        wall.id = hall.ids.take<RoomObject>();
        wall.room = hall.room;
        wall.shape = Wall{fixture::DrawnHall::at(1'000, 13'000), fixture::DrawnHall::at(3'000, 13'000),
                          Length::millimetres(150)};
        hall.design.roomObjects = hall.design.roomObjects.with(wall);
        hall.design.racks = hall.design.racks.without(hall.racks[47]);
        overlay.clouds = {wall.id.value, hall.racks[47].value};
        const std::vector<QRectF> both = clouds(plan());
        QCOMPARE(both.size(), std::size_t(2));
        for (const QRectF& place : {body, QRectF(QPointF(1'000, 13'000), QPointF(3'000, 13'001))})
            QVERIFY(std::ranges::any_of(both, [&place](const QRectF& cloud) { return cloud.contains(place); }));
    }
    void rackLabelsStayInTheirRack_data() {
        QTest::addColumn<double>("scale");
        for (const int denominator : {20, 50, 75, 100, 150, 200, 300, 500, 1000})
            QTest::addRow("1:%d", denominator) << 1.0 / denominator;
    }
    void rackLabelsStayInTheirRack() {
        QFETCH(double, scale);
        const Drawing drawing = plan(scale);
        for (const auto& [item, text] : shapesOf<TextShape>(drawing)) {
            QVERIFY2(text->size * scale > 1.5, qPrintable(text->text));
            if (!hall.design.racks.contains({item->subject}))
                continue;
            const QRectF rack = *bodyOf(drawing, item->subject);
            QVERIFY2(rack.contains(boxOf(*text)), qPrintable(text->text));
        }
        QCOMPARE(overlappingTexts(drawing), QStringList());
    }
    void allNamesAreLegibleAtOneToHundred() {
        const QStringList shown = textsOf(plan(0.01));
        for (const Rack& rack : hall.design.racks)
            QVERIFY2(shown.contains(QString::fromStdString(rack.name)), rack.name.c_str());
        for (const char* name : {"CDU 1", "CDU 2", "RPP A", "RPP B", "fire panel", "24,000", "14,400", "12,600", "N"})
            QVERIFY2(shown.contains(QString::fromLatin1(name)), name);
    }
    void tooSmallLabelsAreLeftOut() {
        const QStringList shown = textsOf(plan(1.0 / 500));
        QVERIFY(!shown.contains(QStringLiteral("A01")));
    }
    void everythingLiesWithinTheBounds() {
        for (const double scale : {0.01, 1.0 / 150}) {
            const Drawing drawing = plan(scale);
            for (const auto& [item, text] : shapesOf<TextShape>(drawing))
                QVERIFY2(drawing.bounds.contains(boxOf(*text)), qPrintable(text->text));
        }
    }
    void loadColoursTheRack() {
        const auto fillOf = [&](std::size_t rack) {
            const Drawing drawing = plan();
            for (const auto& [item, shape] : shapesOf<RectangleShape>(drawing))
                if (item->subject == hall.racks[rack].value)
                    return *item->fill;
            return Ink::Paper;
        };
        QCOMPARE(fillOf(0), Ink::RackFill);
        QCOMPARE(fillOf(4), Ink::LoadRed);
        QCOMPARE(fillOf(20), Ink::LoadAmber);
        overlay.readings[hall.racks[0].value].load = 0.8;
        QCOMPARE(fillOf(0), Ink::LoadAmber);
        overlay.readings[hall.racks[0].value].load = 1.0;
        QCOMPARE(fillOf(0), Ink::LoadAmber);
        overlay.readings[hall.racks[0].value].load.reset();
        QCOMPARE(fillOf(0), Ink::WarningWash);
    }
    void namesStayLegibleUnderAPathway() {
        PathSegment tray;
        for (Id<PathNode> PathSegment::*end : {&PathSegment::from, &PathSegment::to}) {
            PathNode node;
            node.id = hall.ids.take<PathNode>();
            node.room = hall.room;
            node.height = Length::millimetres(2'600);
            node.place = {Length::millimetres(end == &PathSegment::from ? 2'000 : 20'000), Length::millimetres(2'930)};
            tray.*end = node.id;
            hall.design.pathNodes = hall.design.pathNodes.with(node);
        }
        tray.id = hall.ids.take<PathSegment>();
        hall.design.pathSegments = hall.design.pathSegments.with(tray);
        const Drawing drawing = plan(1.0 / 50);
        // What is drawn last lies uppermost: the line, then a ground, then the letters on it.
        std::vector<QLineF> lines;
        std::vector<QRectF> grounds;
        int parted = 0;
        for (const DrawingItem& item : drawing.items) {
            if (const auto* line = std::get_if<LinesShape>(&item.shape); line && item.subject == tray.id.value)
                lines.emplace_back(line->lines.front().front(), line->lines.front().back());
            else if (const auto* box = std::get_if<RectangleShape>(&item.shape); box && item.layer == Layer::Labels)
                grounds.push_back(box->box);
            const auto* text = std::get_if<TextShape>(&item.shape);
            if (!text || lines.empty() || !hall.design.racks.contains({item.subject}))
                continue;
            const QRectF letters = boxOf(*text);
            if (letters.top() > lines.front().y1() || letters.bottom() < lines.front().y1())
                continue;
            ++parted;
            QVERIFY2(std::ranges::any_of(grounds, [&](const QRectF& ground) { return ground.contains(letters); }),
                     qPrintable(text->text));
        }
        QVERIFY(parted > 0);
    }
    void removedRacksAreCrossedOut() {
        Rack rack = *hall.design.racks.find(hall.racks[0]);
        rack.scope.status = Status::Removed;
        hall.design.racks = hall.design.racks.with(rack);
        const Drawing drawing = plan();
        int crosses = 0;
        for (const auto& [item, lines] : shapesOf<LinesShape>(drawing))
            crosses += item->subject == rack.id.value && item->stroke->ink == Ink::Removed && lines->lines.size() == 2;
        QCOMPARE(crosses, 1);
        QVERIFY(textsOf(drawing).contains(QStringLiteral("to be removed")));
    }
    void thingsOfUnknownSizeGetNoShape() {
        Rack rack = *hall.design.racks.find(hall.racks[0]);
        rack.part = {};
        hall.design.racks = hall.design.racks.with(rack);
        const Drawing drawing = plan();
        QVERIFY(!bodyOf(drawing, rack.id.value));
        QVERIFY(textsOf(drawing).contains(QStringLiteral("A01")));
    }
    // Dimensions, and the widths of aisles beside them, are in feet and inches alike.
    void aPlanInInchesIsDimensionedInFeet() {
        const Texts inches = texts.with(texts.numbers(), {UnitSystem::Imperial, HeatUnit::Kilowatts});
        FloorPlanOptions options;
        options.scale = 1.0 / 75;
        const Drawing drawing =
            floorPlanDrawing(hall.project, hall.design, *hall.design.rooms.find(hall.room), overlay, inches, options);
        int seen = 0;
        for (const QString& text : textsOf(drawing)) {
            const QString length = text.section(QStringLiteral(", "), -1);
            const auto metres = readInches(length.toStdString());
            if (!metres || *metres < 12 * 0.0254)
                continue;
            ++seen;
            QVERIFY2(length.contains(QLatin1Char('\'')), qPrintable(text));
        }
        QVERIFY(seen > 3);
    }

    void anEmptyRoomHasAPlan() {
        hall.design = Design();
        Room room;
        room.id = {77};
        room.name = "Empty";
        room.outline = fixture::DrawnHall::rectangle(0, 0, 3000, 2000);
        const Drawing drawing = floorPlanDrawing(hall.project, hall.design, room, {}, texts, {});
        QVERIFY(textsOf(drawing).contains(QStringLiteral("3,000")));
        room.outline.clear();
        QVERIFY(!floorPlanDrawing(hall.project, hall.design, room, {}, texts, {}).items.empty());
    }

    void devicesAreAsTallAsTheirUnits() {
        const Drawing drawing = elevation(0, Face::Front);
        const QRectF node = *bodyOf(drawing, deviceNamed("A01-n1").id.value);
        const double gap = 2 * 0.06 / 0.05; // drawn inside its place
        QVERIFY(std::abs(node.height() + gap - 8 * 44.45) < 0.001);
        const QRectF next = *bodyOf(drawing, deviceNamed("A01-n2").id.value);
        QVERIFY(std::abs(node.top() - next.top() - 8 * 44.45) < 0.001);
        QVERIFY(textsOf(drawing).contains(QStringLiteral("12 U free")));
        QVERIFY(textsOf(drawing).contains(QStringLiteral("4 U free")));
        QVERIFY(textsOf(drawing).contains(QStringLiteral("10.2 kW")));
    }
    void acceleratorsAndPortsAreCounted() {
        const auto glyphs = [](const Drawing& drawing, Ink ink, std::uint64_t subject) {
            return std::ranges::count_if(drawing.items, [&](const DrawingItem& item) {
                return item.fill == ink && item.subject == subject &&
                       std::holds_alternative<RectangleShape>(item.shape);
            });
        };
        QCOMPARE(glyphs(elevation(0, Face::Front), Ink::Accelerator, deviceNamed("A01-n1").id.value), 8);
        QCOMPARE(glyphs(elevation(0, Face::Rear), Ink::PowerLine, deviceNamed("A01-n1").id.value), 6);
        QCOMPARE(glyphs(elevation(32, Face::Front, 0.1), Ink::Cage, deviceNamed("leaf-1").id.value), 64);
    }
    void rearIsSeenFromBehind() {
        const PowerElement& pdu = *hall.design.powerElements.allWith<PowerElementsByRack>(hall.racks[0]).front();
        const auto isLeft = [&](Face face) {
            const Drawing drawing = elevation(0, face);
            return bodyOf(drawing, pdu.id.value)->center().x() < bodyOf(drawing, hall.racks[0].value)->center().x();
        };
        QVERIFY(isLeft(Face::Front));
        QVERIFY(!isLeft(Face::Rear));
    }
    void alikeRacksAreGrouped() {
        QStringList captions;
        for (const AlikeRacks& alike : alikeRacks(hall.project, hall.design, texts))
            captions.append(alike.caption);
        QCOMPARE(captions, QStringList({QStringLiteral("32 alike: A01 to A16, B01 to B16"),
                                        QStringLiteral("6 alike: C01 to C06"), QStringLiteral("4 alike: C07 to C10"),
                                        QStringLiteral("5 alike: C11 to C15"), QStringLiteral("C16")}));
    }
    void elevationTextsDoNotOverlap() {
        for (const double scale : {0.05, 0.1, 1.0 / 30})
            for (const std::size_t rack : {0u, 32u, 38u, 47u})
                for (const Face face : {Face::Front, Face::Rear})
                    QCOMPARE(overlappingTexts(elevation(rack, face, scale)), QStringList());
    }
    void longNamesAreCutWithAnEllipsis() {
        Device device = deviceNamed("A01-n1");
        device.name = std::string(300, 'W');
        hall.design.devices = hall.design.devices.with(device);
        const Drawing drawing = elevation(0, Face::Front);
        const QRectF frame = *bodyOf(drawing, hall.racks[0].value);
        bool isCut = false;
        for (const auto& [item, text] : shapesOf<TextShape>(drawing))
            if (item->subject == device.id.value) {
                QVERIFY2(frame.contains(boxOf(*text)), qPrintable(text->text));
                isCut |= text->text.startsWith(QLatin1Char('W')) && text->text.endsWith(QChar(0x2026));
            }
        QVERIFY(isCut);
    }
    void theSameDesignGivesTheSameDrawing() {
        QVERIFY(plan() == plan());
        QVERIFY(elevation(0, Face::Rear) == elevation(0, Face::Rear));
    }

private:
    Drawing m_plan;
};

RW_WINDOW_SUITE(TestDrawings)
#include "tst_drawings.moc"
