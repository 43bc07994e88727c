// SPDX-License-Identifier: GPL-3.0-or-later
// Places on the plan: quarter turns are exact, touching is no overlap, concave rooms are not mistaken for their hull.
#include "model/design/geometry.h"
#include "model/design/outline.h"
#include "tests/support/processor_time.h"
#include "tests/support/suite.h"

#include <QTest>

#include <random>

using namespace rackwright;

namespace {

using Polygon = std::vector<Point>;

Point at(std::int64_t xMillimetres, std::int64_t yMillimetres) {
    return {Length::millimetres(xMillimetres), Length::millimetres(yMillimetres)};
}

Polygon box(std::int64_t x, std::int64_t y, std::int64_t w, std::int64_t h) {
    return {at(x, y), at(x + w, y), at(x + w, y + h), at(x, y + h)};
}

Footprint rack(Point centre, Angle rotation) {
    return {centre, Length::millimetres(600), Length::millimetres(1200), rotation};
}

} // namespace

class TestGeometry : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void quarterTurnsAreExact() {
        const Polygon unturned = corners(rack(at(1000, 2000), Angle()));
        QCOMPARE(unturned.front(), at(700, 1400)); // front left
        QCOMPARE(unturned[2], at(1300, 2600));
        // Clockwise as seen from above: what faced the top of the plan faces right.
        const Polygon quarter = corners(rack(at(1000, 2000), Angle::degrees(90)));
        QCOMPARE(quarter.front(), at(1600, 1700));
        QCOMPARE(quarter[2], at(400, 2300));
        for (int turns = 0; turns < 8; ++turns) {
            Polygon turned = corners(rack(at(1000, 2000), Angle::degrees(90 * turns)));
            std::ranges::sort(turned);
            Polygon expected = turns % 2 == 0 ? unturned : quarter;
            std::ranges::sort(expected);
            QCOMPARE(turned, expected);
        }
    }

    void anglesStayInOneTurn() {
        QCOMPARE(Angle::degrees(-90), Angle::degrees(270));
        QCOMPARE(Angle::degrees(270) + Angle::degrees(180), Angle::degrees(90));
        QVERIFY(Angle::degrees(360) == Angle());
        QVERIFY(!Angle::millidegrees(90'001).isQuarterTurn());
    }

    void turningKeepsSizeAndPlace() {
        std::mt19937_64 random(1);
        for (int i = 0; i < 500; ++i) {
            const Footprint turned =
                rack(at(5000, 5000), Angle::millidegrees(static_cast<std::int64_t>(random() % 360'000)));
            const Polygon points = corners(turned);
            QVERIFY(std::abs(area(points).si() - 0.72) < 1e-5);
            QVERIFY(std::abs(distance(points[0], points[1]).inMicrometres() - 600'000) <= 2);
            QVERIFY(contains(points, turned.centre));
            const Box bounds = boundingBox(points);
            QVERIFY(std::abs(((bounds.low.x + bounds.high.x) / 2 - turned.centre.x).inMicrometres()) <= 2);
        }
    }

    void touchingIsNoOverlap() {
        QVERIFY(!overlap(box(0, 0, 600, 1200), box(600, 0, 600, 1200)));    // side by side
        QVERIFY(!overlap(box(0, 0, 600, 1200), box(0, 1200, 600, 1200)));   // back to back
        QVERIFY(!overlap(box(0, 0, 600, 1200), box(600, 1200, 600, 1200))); // corner to corner
        QVERIFY(overlap(box(0, 0, 600, 1200), box(599, 0, 600, 1200)));
        QVERIFY(overlap(box(0, 0, 600, 1200), box(100, 100, 10, 10))); // within
        QVERIFY(overlap(box(0, 0, 600, 1200), box(0, 0, 600, 1200)));
        // Racks in a row that is turned as a whole touch too, although their corners are rounded.
        for (const int degrees : {30, 45, 17}) {
            const Angle angle = Angle::degrees(degrees);
            const Footprint first = rack(at(3000, 3000), angle);
            const Footprint next = rack(placed(first, at(600, 0)), angle);
            QVERIFY(!overlap(corners(first), corners(next)));
            QVERIFY(overlap(corners(first), corners(rack(placed(first, at(595, 0)), angle))));
        }
    }

    void overlapOfBoxesIsThatOfIntervals() {
        std::mt19937_64 random(2);
        const auto small = [&random] { return static_cast<std::int64_t>(random() % 20); };
        for (int i = 0; i < 5000; ++i) {
            const std::int64_t x1 = small(), y1 = small(), w1 = 1 + small(), h1 = 1 + small();
            const std::int64_t x2 = small(), y2 = small(), w2 = 1 + small(), h2 = 1 + small();
            const bool meets = x1 < x2 + w2 && x2 < x1 + w1 && y1 < y2 + h2 && y2 < y1 + h1;
            QCOMPARE(overlap(box(x1, y1, w1, h1), box(x2, y2, w2, h2)), meets);
            QCOMPARE(overlap(box(x2, y2, w2, h2), box(x1, y1, w1, h1)), meets);
            const bool within = x1 >= x2 && y1 >= y2 && x1 + w1 <= x2 + w2 && y1 + h1 <= y2 + h2;
            QCOMPARE(isWithin(box(x1, y1, w1, h1), box(x2, y2, w2, h2)), within);
        }
    }

    void turnedRacksBetweenAxes() {
        // A diamond between two boxes: its bounding box meets both, it meets neither.
        const Polygon diamond{at(1000, 0), at(2000, 1000), at(1000, 2000), at(0, 1000)};
        QVERIFY(!overlap(diamond, box(0, 0, 400, 400)));
        QVERIFY(overlap(diamond, box(0, 0, 600, 600)));
        QVERIFY(!overlap(diamond, box(0, 0, 500, 500))); // its corner lies on the edge
    }

    void edgesCountAsInside() {
        const Polygon room = box(0, 0, 1000, 1000);
        QVERIFY(contains(room, at(0, 0)));
        QVERIFY(contains(room, at(500, 1000)));
        QVERIFY(contains(room, at(500, 500)));
        QVERIFY(!contains(room, at(500, 1001)));
        QVERIFY(!contains(room, at(-1, 0)));
    }

    void concaveRooms() {
        // An L: the corner at the lower right is missing.
        const Polygon room{at(0, 0),         at(10'000, 0),     at(10'000, 5'000),
                           at(5'000, 5'000), at(5'000, 10'000), at(0, 10'000)};
        QCOMPARE(area(room).si(), 75.0);
        QVERIFY(isWithin(box(0, 0, 10'000, 5'000), room));
        QVERIFY(isWithin(box(0, 0, 5'000, 10'000), room));
        QVERIFY(!isWithin(box(4'000, 4'000, 2'000, 2'000), room));
        QVERIFY(!isWithin(box(6'000, 6'000, 1'000, 1'000), room));
        QVERIFY(!isWithin({at(1'000, 9'000), at(9'000, 1'000), at(9'000, 2'000), at(2'000, 9'000)}, room));
    }

    void theOpeningOfAUIsNotWithin() {
        const Polygon room{at(0, 0),     at(2'000, 0), at(2'000, 8'000),  at(4'000, 8'000),
                           at(4'000, 0), at(6'000, 0), at(6'000, 10'000), at(0, 10'000)};
        QVERIFY(!isWithin(box(1'000, 0, 4'000, 9'000), room)); // its front edge leaves and comes back through corners
        QVERIFY(!isWithin(box(2'000, 0, 2'000, 8'000), room)); // just the gap
        QVERIFY(isWithin(box(0, 8'000, 6'000, 2'000), room));
        QVERIFY(isWithin(box(0, 0, 2'000, 10'000), room));
    }

    void crossingAnObstacle() {
        const Polygon column = box(1'000, 1'000, 500, 500);
        QVERIFY(crosses(at(0, 1'250), at(3'000, 1'250), column));
        QVERIFY(!crosses(at(0, 1'000), at(3'000, 1'000), column)); // along its face
        QVERIFY(!crosses(at(0, 0), at(3'000, 0), column));
        QVERIFY(crosses(at(1'100, 1'100), at(1'400, 1'400), column)); // wholly inside
    }

    void edgesOfAnOutlineThatCross() {
        QVERIFY(!crossingOf(box(0, 0, 6'000, 4'000)));
        QVERIFY(!crossingOf({at(0, 0), at(0, 0), at(6'000, 0), at(6'000, 4'000), at(6'000, 4'000), at(0, 4'000)}));
        const auto found = crossingOf({at(0, 0), at(4'000, 4'000), at(4'000, 0), at(0, 4'000)});
        QVERIFY(found);
        QCOMPARE(*found, at(2'000, 2'000));
        QVERIFY(crossingOf({at(0, 0), at(4'000, 4'000), at(4'000, 4'000), at(4'000, 0), at(0, 4'000)}));
    }
    // All edges of an outline over each other, and corners that are one.
    void anOutlineIsSearchedSoon() {
        testing::ProcessorTime time;
        QVERIFY(!crossingOf(Polygon(1'000'000, at(1'000, 1'000))));
        Polygon comb;
        for (std::int64_t tooth = 0; tooth < 2'500; ++tooth)
            for (const Point corner : box(1, tooth * 4, 8'999, 2))
                comb.push_back(corner);
        comb.push_back(at(0, 9'998));
        comb.push_back(at(0, 0));
        QVERIFY(!crossingOf(comb));
#ifndef RACKWRIGHT_SANITIZED // which makes it several times slower
        QVERIFY2(time.elapsed() < 5'000, std::to_string(time.elapsed()).c_str());
#endif
    }

    void degenerateShapesDoNotMeet() {
        QVERIFY(!overlap({}, box(0, 0, 1, 1)));
        QVERIFY(!overlap({at(0, 0), at(1, 1)}, box(0, 0, 5, 5)));
        QCOMPARE(area({}).si(), 0.0);
        QCOMPARE(boundingBox({}), Box{});
    }
};

RW_CORE_SUITE(TestGeometry)
#include "tst_geometry.moc"
