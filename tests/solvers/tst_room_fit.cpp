// SPDX-License-Identifier: GPL-3.0-or-later
// Fit to room: the closed form of an empty rectangle, no layout worse than a sweep of offsets, mirrored rooms, what
// stands in the way, counts, shortages, the room that a count needs, and whole layouts held against the rules.
#include "catalog/catalog.h"
#include "model/edits/room_edits.h"
#include "solvers/domains.h"
#include "solvers/engine/solution.h"
#include "solvers/recipes/room_layout.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"

#include <QTest>

#include <random>
#include <set>

using namespace rackwright;

namespace {

Length mm(std::int64_t value) { return Length::millimetres(value); }

std::vector<Point> box(std::int64_t x, std::int64_t y, std::int64_t width, std::int64_t depth) {
    return {{mm(x), mm(y)}, {mm(x + width), mm(y)}, {mm(x + width), mm(y + depth)}, {mm(x), mm(y + depth)}};
}

RoomFitRequest roomOf(std::int64_t width, std::int64_t depth) {
    RoomFitRequest request;
    request.room = box(0, 0, width, depth);
    request.rackWidth = mm(600);
    request.rackDepth = mm(1200);
    return request;
}

Footprint footprint(const FitPlace& place, const RoomFitRequest& request) {
    return {place.centre, request.rackWidth, request.rackDepth, place.rotation};
}

/// The floor that a face needs before it.
std::vector<Point> before(const Footprint& place, Length depth, int sign) {
    const Point centre = placed(place, {Length(), sign * ((place.depth + depth) / 2)});
    return corners({centre, place.width, depth, place.rotation});
}

/// What is wrong with a fit; empty: nothing.
QString faultOf(const RoomFit& fit, const RoomFitRequest& request) {
    for (std::size_t i = 0; i < fit.places.size(); ++i) {
        const Footprint own = footprint(fit.places[i], request);
        const std::vector<Point> body = corners(own);
        if (!isWithin(body, request.room))
            return QStringLiteral("outside");
        for (const FitThing& thing : request.things)
            if (overlap(thing.outline, body))
                return QStringLiteral("in a thing");
        for (const auto& [depth, sign] : {std::pair(request.frontFree, -1), std::pair(request.rearFree, 1)}) {
            const std::vector<Point> free = before(own, depth, sign);
            if (!isWithin(free, request.room))
                return QStringLiteral("no aisle to the wall");
            for (const FitThing& thing : request.things)
                if (thing.kind != FitThingKind::Reserved && overlap(thing.outline, free))
                    return QStringLiteral("a thing in the aisle");
            for (const FitPlace& other : fit.places)
                if (overlap(corners(footprint(other, request)), free))
                    return QStringLiteral("a rack in the aisle");
        }
        for (std::size_t j = i + 1; j < fit.places.size(); ++j)
            if (overlap(corners(footprint(fit.places[j], request)), body))
                return QStringLiteral("racks overlap");
    }
    return {};
}

/// Racks of rows in turn at one offset, columns left out: what a person finds who shifts a grid.
std::int64_t sweptOnce(const RoomFitRequest& request, std::int64_t x0, std::int64_t y0) {
    const Box room = boundingBox(request.room);
    std::int64_t racks = 0;
    for (Length y = mm(y0); y + request.rackDepth + mm(1200) <= room.high.y; y += request.rackDepth + mm(1200)) {
        std::int64_t inRow = 0;
        for (Length x = mm(x0); x + request.rackWidth <= room.high.x - mm(1200); x += request.rackWidth) {
            const std::vector<Point> body = {{x, y},
                                             {x + request.rackWidth, y},
                                             {x + request.rackWidth, y + request.rackDepth},
                                             {x, y + request.rackDepth}};
            const std::vector<Point> strip = {{x, y - mm(1200)},
                                              {x + request.rackWidth, y - mm(1200)},
                                              {x + request.rackWidth, y + request.rackDepth + mm(1200)},
                                              {x, y + request.rackDepth + mm(1200)}};
            inRow += std::ranges::none_of(request.things, [&](const FitThing& thing) {
                return overlap(thing.outline, thing.kind == FitThingKind::Reserved ? body : strip);
            });
        }
        if (inRow == 0)
            return 0; // a row that is left out turns the next two against each other
        racks += inRow;
    }
    return racks;
}

RoomFitRequest turned(RoomFitRequest request) {
    const auto turn = [](std::vector<Point>& points) {
        for (Point& point : points)
            std::swap(point.x, point.y);
    };
    turn(request.room);
    for (FitThing& thing : request.things)
        turn(thing.outline);
    return request;
}

RoomFitRequest randomRoom(std::mt19937& random) {
    const auto below = [&random](std::int64_t most) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(most));
    };
    const std::int64_t width = 6000 + below(7000), depth = 5000 + below(6000);
    RoomFitRequest request = roomOf(width, depth);
    for (std::int64_t i = 1 + below(5); i > 0; --i)
        request.things.push_back({i % 2 == 0 ? FitThingKind::Solid : FitThingKind::Reserved,
                                  box(below(width), below(depth), 300 + below(900), 300 + below(900))});
    return request;
}

RoomFitRequest mirrored(RoomFitRequest request) {
    const Length right = boundingBox(request.room).high.x;
    const auto mirror = [right](std::vector<Point>& points) {
        for (Point& point : points)
            point.x = right - point.x;
    };
    mirror(request.room);
    for (FitThing& thing : request.things)
        mirror(thing.outline);
    return request;
}

/// A room as one draws it: walls, a door of the delivery path, columns.
Document drawnRoom(std::int64_t width, std::int64_t depth, bool hasColumns) {
    Document document = emptyDocument("Room");
    IdSource ids(document.nextId);
    const auto put = [&](const Edit& edit) { document.project = *edit.apply(*document.project, ids); };
    Room room;
    room.name = "Hall";
    room.outline = box(0, 0, width, depth);
    room.clearHeight = mm(4000);
    put(edits::putRoom(edits::activeTarget(*document.project), room));
    const Id<Room> id = activeOption(*document.project).design->rooms.begin()->id;
    const auto draw = [&](std::string name, RoomObjectShape shape) {
        RoomObject object;
        object.room = id;
        object.name = std::move(name);
        object.shape = std::move(shape);
        object.scope.status = Status::Existing;
        put(edits::putRoomObject(edits::activeTarget(*document.project), object));
    };
    for (std::size_t i = 0; i < 4; ++i)
        draw("Wall", Wall{room.outline[i], room.outline[(i + 1) % 4]});
    draw("Door", Door{{mm(600), mm(depth)}, {mm(2400), mm(depth)}, mm(2700), false, true, true});
    if (hasColumns)
        for (std::int64_t x = 5000; x < width - 1000; x += 5000)
            draw("Column", Column{box(x, depth / 2, 500, 500)});
    document.nextId = ids.next();
    return document;
}

DomainsPtr domains() {
    static const DomainsPtr all = joined(programDomains());
    return all;
}

std::vector<std::string> floorErrors(const ProjectPtr& project) {
    std::vector<std::string> found;
    const SolutionPtr solution = solve(snapshotOf(project), domains(), {});
    for (const Finding& finding : solution->report().findings)
        if (finding.state == RuleState::Failed && finding.severity == Severity::Error &&
            finding.rule->id.starts_with("FLOOR"))
            found.push_back(finding.rule->id + " " + finding.message.id);
    return found;
}

} // namespace

class TestRoomFit : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;
    RecipeSource m_source;

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
        m_source = recipeSource(*m_catalog);
    }
    void anEmptyRectangleReachesTheClosedForm() {
        for (const auto& [width, depth] :
             {std::pair(18'000, 12'000), std::pair(9'000, 6'000), std::pair(14'400, 7'200)}) {
            RoomFitRequest request = roomOf(width, depth);
            request.along = RowsAlong::X;
            const RoomFit fit = fitRoom(request);
            const std::int64_t inRow =
                (width - 2400) / 600 - (width - 2400 > 12'000 ? 2 : 0); // a cross aisle from 21 on
            QCOMPARE(fit.most, ((depth - 1200) / 2400) * inRow);
            QCOMPARE(faultOf(fit, request), QString());
        }
    }
    void noFitIsWorseThanASweep() {
        std::mt19937 random(7);
        for (int round = 0; round < 12; ++round) {
            const RoomFitRequest request = randomRoom(random);
            const RoomFit fit = fitRoom(request);
            QCOMPARE(faultOf(fit, request), QString());
            std::int64_t best = 0;
            for (const RoomFitRequest& each : {request, turned(request)})
                for (std::int64_t y = 1200; y < 3600; y += 50)
                    for (std::int64_t x = 1200; x < 1800; x += 100)
                        best = std::max(best, sweptOnce(each, x, y));
            QVERIFY2(fit.most >= best, qPrintable(QStringLiteral("%1 of %2").arg(fit.most).arg(best)));
        }
    }
    void aMirroredRoomHasTheMirroredFit() {
        std::mt19937 random(11);
        for (int round = 0; round < 20; ++round) {
            const RoomFitRequest request = randomRoom(random);
            const Length right = boundingBox(request.room).high.x;
            std::set<std::pair<Point, Angle>> own, other;
            for (const FitPlace& place : fitRoom(request).places) {
                const bool isAcross = place.rotation == Angle::degrees(90) || place.rotation == Angle::degrees(270);
                own.insert({{right - place.centre.x, place.centre.y},
                            isAcross ? place.rotation + Angle::degrees(180) : place.rotation});
            }
            for (const FitPlace& place : fitRoom(mirrored(request)).places)
                other.insert({place.centre, place.rotation});
            QVERIFY(own == other);
        }
    }
    void aCountTakesTheFewestRowsAroundTheMiddle() {
        RoomFitRequest request = roomOf(30'000, 20'000);
        request.count = 40;
        request.along = RowsAlong::X;
        const RoomFit fit = fitRoom(request);
        QCOMPARE(fit.places.size(), std::size_t(40));
        QCOMPARE(fit.rows.size(), std::size_t(1));
        request.count = 60;
        QCOMPARE(fitRoom(request).rows.size(), std::size_t(2));
        QCOMPARE(faultOf(fit, request), QString());
    }
    void theNextRackIsStoppedByAName() {
        RoomFitRequest request = roomOf(18'000, 12'000);
        request.along = RowsAlong::X;
        const RoomFit fit = fitRoom(request);
        const std::vector<FitShortage> shortages = shortagesOf(request, fit);
        QVERIFY(!shortages.empty());
        for (const FitShortage& each : shortages)
            QVERIFY(each.gain > 0);
        // What is said to lack is enough: the room with so much more takes more.
        const auto ends = std::ranges::find(shortages, FitStop::RowEnds, &FitShortage::stop);
        QVERIFY(ends != shortages.end() && ends->lacks);
        RoomFitRequest larger = request;
        larger.room = {{}, {mm(18'000) + *ends->lacks, {}}, {mm(18'000) + *ends->lacks, mm(12'000)}, {{}, mm(12'000)}};
        QVERIFY(fitRoom(larger).most > fit.most);
        RoomFitRequest columns = request;
        columns.things.push_back({FitThingKind::Solid, box(9000, 5000, 600, 600)});
        const RoomFit cut = fitRoom(columns);
        QVERIFY(cut.most < fit.most);
        const std::vector<FitShortage> of = shortagesOf(columns, cut);
        QVERIFY(std::ranges::find(of, FitStop::Solids, &FitShortage::stop) != of.end());
    }
    void theRoomOfACountIsTheLeast() {
        RoomFitRequest request = roomOf(1, 1);
        request.count = 52;
        const auto byDepth = roomFor(request, std::nullopt, mm(12'000));
        QVERIFY(byDepth);
        const auto takes = [&](Length width) {
            RoomFitRequest asked = request;
            asked.count = 0;
            asked.room = {{}, {width, {}}, {width, mm(12'000)}, {{}, mm(12'000)}};
            return fitRoom(asked).most;
        };
        QVERIFY(takes(byDepth->x) >= 52);
        QVERIFY(takes(byDepth->x - mm(50)) < 52);
        const auto free = roomFor(request, std::nullopt, std::nullopt);
        QVERIFY(free);
        QVERIFY(free->x.inMetres() * free->y.inMetres() <= byDepth->x.inMetres() * 12);
    }
    void aLayoutBreaksNoRuleOfTheFloor_data() {
        QTest::addColumn<int>("cooling");
        QTest::addColumn<bool>("columns");
        QTest::newRow("no cooling") << static_cast<int>(FitCooling::None) << true;
        QTest::newRow("perimeter") << static_cast<int>(FitCooling::Perimeter) << false;
        QTest::newRow("rear doors") << static_cast<int>(FitCooling::RearDoor) << true;
    }
    void aLayoutBreaksNoRuleOfTheFloor() {
        QFETCH(int, cooling);
        QFETCH(bool, columns);
        const Document document = drawnRoom(18'000, 12'000, columns);
        RoomLayoutRequest request;
        request.room = activeOption(*document.project).design->rooms.begin()->id;
        request.cooling = static_cast<FitCooling>(cooling);
        request.rackWatts = 8e3;
        IdSource ids(document.nextId);
        const Result<RoomLayout> layout = layOutRoom(*document.project, 1, ids, request, m_source, domains());
        QVERIFY2(layout.has_value(), layout ? "" : layout.error().message.id.c_str());
        QVERIFY(layout->fit.places.size() > 10);
        const std::vector<std::string> errors = floorErrors(layout->project);
        QVERIFY2(errors.empty(), errors.empty() ? "" : errors.front().c_str());
        const Design& design = *activeOption(*layout->project).design;
        QCOMPARE(design.racks.size(), layout->fit.places.size());
        QCOMPARE(static_cast<std::size_t>(
                     std::ranges::count(design.powerElements, PowerElementKind::RackPdu, &PowerElement::kind)),
                 2 * design.racks.size());
        QVERIFY(!design.pathSegments.isEmpty());
        QCOMPARE(layout->units > 0, cooling != static_cast<int>(FitCooling::None));
    }
    void whatIsPinnedStays() {
        const Document document = drawnRoom(18'000, 12'000, false);
        RoomLayoutRequest request;
        request.room = activeOption(*document.project).design->rooms.begin()->id;
        request.count = 20;
        IdSource ids(document.nextId);
        const Result<RoomLayout> first = layOutRoom(*document.project, 1, ids, request, m_source, nullptr);
        QVERIFY(first.has_value());
        const Rack pinned = *activeOption(*first->project).design->racks.begin();
        request.count = 0;
        request.movesRacks = true;
        request.along = RowsAlong::Y;
        request.pinned = {pinned.id};
        const Result<RoomLayout> again = layOutRoom(*first->project, 1, ids, request, m_source, domains());
        QVERIFY(again.has_value());
        const Rack* still = activeOption(*again->project).design->racks.find(pinned.id);
        QVERIFY(still && still->centre == pinned.centre && still->rotation == pinned.rotation);
        QCOMPARE(again->kept, std::int64_t(1));
        QCOMPARE(again->moved, std::int64_t(19));
        QVERIFY(floorErrors(again->project).empty());
    }
    void powerStopsTheNextRack() {
        const Document document = drawnRoom(18'000, 12'000, false);
        RoomLayoutRequest request;
        request.room = activeOption(*document.project).design->rooms.begin()->id;
        request.rackWatts = 40e3;
        request.power = 460e3;
        IdSource ids(document.nextId);
        const Result<RoomLayout> layout = layOutRoom(*document.project, 1, ids, request, m_source, nullptr);
        QVERIFY(layout.has_value());
        QVERIFY(layout->limit == FitLimit::SitePower);
        QCOMPARE(layout->fit.places.size(), std::size_t(11));
    }
    // A place that breaks a rule of the floor is made good by another one; else power is not what stops the next rack.
    void whatPowerTakesIsPlaced() {
        const Document document = drawnRoom(18'000, 12'000, true);
        RoomLayoutRequest request;
        request.room = activeOption(*document.project).design->rooms.begin()->id;
        request.rackWatts = 20e3;
        for (const std::int64_t count : {11, 20, 29}) {
            request.power = 20e3 * static_cast<double>(count);
            IdSource ids(document.nextId);
            const Result<RoomLayout> layout = layOutRoom(*document.project, 1, ids, request, m_source, domains());
            QVERIFY(layout.has_value());
            const auto placed = static_cast<std::int64_t>(layout->fit.places.size());
            QVERIFY2(layout->limit == FitLimit::SitePower ? placed == count : placed < count,
                     qPrintable(QString::number(count)));
        }
    }
};

RW_SUITE(TestRoomFit)
#include "tst_room_fit.moc"
