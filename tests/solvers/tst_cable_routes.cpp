// SPDX-License-Identifier: GPL-3.0-or-later
// Ways and lengths of cables, and how full pathways get, each worked out by hand.
#include "solvers/cabling/cabling_domain.h"
#include "solvers/cost/cost_domain.h"
#include "solvers/engine/solution.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

class TstCableRoutes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void overheadWithoutPathways();
    void alongTheTray();
    void withinOneRack();
    void roundTheCorner();
    void shortestOfTwoWays();
    void pathwaysThatAreNotJoined();
    void freeAirIsNoPathway_data();
    void freeAirIsNoPathway();
    void aCutTrayLeavesCablesWithoutOne();
    void traysAboveEachOther();
    void throughWallsOnlyByPathway();
    void ductsAreForFibre();
    void traysOfCopperAreItsWay();
    void copperWithoutAWayHasNoLength();
    void pinnedLengthIsKept();
    void pinnedLengthKeepsItsWay();
    void pinnedRouteIsItsLength();
    void slackAndStock();
    void fillOfSegments();
    void routeOfSegments();
    void openLengthsAreCountedInCables();
    void unchangedInputsKeepThePlan();
};

// Rack 1 (x 1 m) to rack 2 (x 5 m), rears at y 2.6 m: 4 m across; leaf at U40 1U: 39.5 x 44.45 = 1.755775 m; node at U1
// 8U: 4 x 44.45 = 0.1778 m; at 2.7 m overhead: 0.944225 + 2.5222. 7.466425 m, slack 1 m: 8.466425, ordered 10 m.
void TstCableRoutes::overheadWithoutPathways() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Overhead);
    QVERIFY2(near(made.route(), 7.466425), std::to_string(made.route()).c_str());
    QVERIFY(near(made.order(), 10));
    QCOMPARE(made.plan.overhead, std::int64_t(1));
    QVERIFY(!made.plan.fullest());
}

// The tray runs over the rears at 2.5 m: 4 m along, rises 0.744225 and 2.3222 m.
void TstCableRoutes::alongTheTray() {
    CabledHall hall;
    hall.addTrays();
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Pathways);
    QVERIFY2(near(made.route(), 7.066425), std::to_string(made.route()).c_str());
    QCOMPARE(made.plan.overhead, std::int64_t(0));
    // Turned about, the rears are at y 1.4 m: 1.2 m more at one end.
    Rack turned = *hall.b.design.racks.find(hall.racks[1]);
    turned.rotation = Angle::degrees(180);
    hall.b.design.racks = hall.b.design.racks.with(turned);
    QVERIFY(near(Planned(hall).route(), 8.266425));
}

// U40 to U1..8 of one rack: 1.755775 - 0.1778 + 0.6 detour = 2.177975 m, 10 % slack: 2.3957725, ordered 2.5 m.
void TstCableRoutes::withinOneRack() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::InRack);
    QVERIFY2(near(made.route(), 2.177975), std::to_string(made.route()).c_str());
    QVERIFY(near(made.order(), 2.5));
    QCOMPARE(made.medium(), std::string("passive-copper"));
}

// A rack at x 20 m, y 12 m, its rear at y 12.6 m under a tray that leaves the first one at its end: 19 m + 10 m.
void TstCableRoutes::roundTheCorner() {
    CabledHall hall;
    hall.addTrays();
    const Id<PathNode> corner = hall.addPathNode(Length::metres(20), Length::millimetres(12600));
    hall.addTray(hall.nodes.back(), corner);
    const Id<Rack> far = hall.addRack(Length::metres(20), Length::metres(12));
    hall.cable(hall.addNode(far), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY2(near(made.route(), 29 + 0.744225 + 2.3222), std::to_string(made.route()).c_str());
}

// A ring: from x 0 to 20 m straight, or round by y 12.6 m. A segment taken away leaves only the long way.
void TstCableRoutes::shortestOfTwoWays() {
    CabledHall hall;
    hall.addTrays();
    const Id<PathNode> a = hall.addPathNode(Length::metres(0), Length::millimetres(12600));
    const Id<PathNode> c = hall.addPathNode(Length::metres(20), Length::millimetres(12600));
    hall.addTray(hall.nodes.front(), a);
    hall.addTray(a, c);
    hall.addTray(c, hall.nodes.back());
    hall.cable(hall.addNode(hall.racks[3]), 0, hall.leaf, 0);
    const double rises = 0.744225 + 2.3222;
    QVERIFY(near(Planned(hall).route(), 12 + rises));
    // Without the piece from 5 to 10 m: back 1 m, 10 m, 20 m, 10 m and 7 m from the far end.
    hall.b.design.pathSegments = hall.b.design.pathSegments.without(hall.trays[1]);
    const Planned round(hall);
    QVERIFY2(near(round.route(), 48 + rises), std::to_string(round.route()).c_str());
    QCOMPARE(round.plan.route(round.ends, 0).size(), std::size_t(6));
}

// A tray beside the racks carries their cables from 1.5 m off, and the run across the floor is in the length.
void TstCableRoutes::freeAirIsNoPathway_data() {
    QTest::addColumn<int>("aside");
    QTest::addColumn<bool>("isCarried");
    QTest::newRow("just in reach") << 1500 << true;
    QTest::newRow("a millimetre farther") << 1501 << false;
}
void TstCableRoutes::freeAirIsNoPathway() {
    QFETCH(int, aside);
    QFETCH(bool, isCarried);
    CabledHall hall;
    hall.addTray(hall.addPathNode(Length::metres(0), Length::millimetres(2600 + aside)),
                 hall.addPathNode(Length::metres(20), Length::millimetres(2600 + aside)));
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == (isCarried ? RouteBasis::Pathways : RouteBasis::Overhead));
    QCOMPARE(made.plan.overhead, std::int64_t(isCarried ? 0 : 1));
    QCOMPARE(made.plan.fill.size(), std::size_t(isCarried ? 1 : 0));
}

// Without the piece over the first rack (x 0 to 5 m) the rest of its tray is 4 m off.
void TstCableRoutes::aCutTrayLeavesCablesWithoutOne() {
    CabledHall hall;
    hall.addTrays();
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned whole(hall);
    QVERIFY(whole.plan.cables[0].basis == RouteBasis::Pathways);
    QCOMPARE(whole.plan.overhead, std::int64_t(0));
    hall.b.design.pathSegments = hall.b.design.pathSegments.without(hall.trays[0]);
    const Planned cut(hall);
    QVERIFY(cut.plan.cables[0].basis == RouteBasis::Overhead);
    QCOMPARE(cut.plan.overhead, std::int64_t(1));
    QVERIFY(cut.plan.fill.empty());
}

// A short tray that leads nowhere hangs nearest to the rack of the node (y 2.6 m); the tray to the leaf is 0.8 m
// farther off at y 3.4 m: 0.8 m across the floor at both ends, 4 m along.
void TstCableRoutes::pathwaysThatAreNotJoined() {
    CabledHall hall;
    const auto tray = [&](int fromX, int toX, int y) {
        return hall.addTray(hall.addPathNode(Length::metres(fromX), Length::millimetres(y)),
                            hall.addPathNode(Length::metres(toX), Length::millimetres(y)));
    };
    const Id<PathSegment> whole = tray(0, 20, 3400);
    tray(4, 6, 2600);
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Pathways);
    QVERIFY2(near(made.route(), 0.8 + 4 + 0.8 + 0.744225 + 2.3222), std::to_string(made.route()).c_str());
    QCOMPARE(made.plan.route(made.ends, 0), std::vector<Id<PathSegment>>{whole});
    QCOMPARE(made.plan.fill.size(), std::size_t(1));
    QVERIFY(made.plan.fill[0].segment == whole);
    // Trays over the racks of either end alone, 11 m apart: neither is in reach of the other end.
    CabledHall apart;
    for (const auto& [from, to] : {std::pair{0, 2}, std::pair{13, 15}})
        apart.addTray(apart.addPathNode(Length::metres(from), Length::millimetres(2600)),
                      apart.addPathNode(Length::metres(to), Length::millimetres(2600)));
    apart.cable(apart.addNode(apart.racks[3]), 0, apart.leaf, 0);
    QVERIFY(Planned(apart).plan.cables[0].basis == RouteBasis::Overhead);
}

// Two trays at one place, both joined: the lower one, 2.3 m high, saves 0.2 m at either end.
void TstCableRoutes::traysAboveEachOther() {
    CabledHall hall;
    hall.addTrays();
    const Length low = Length::millimetres(2300), y = Length::millimetres(2600);
    const Id<PathNode> from = hall.addPathNode(Length::metres(0), y, low),
                       to = hall.addPathNode(Length::metres(20), y, low);
    const Id<PathSegment> lower = hall.addTray(from, to);
    hall.addTray(hall.nodes.front(), from);
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY2(near(made.route(), 4 + 0.744225 + 2.3222 - 0.4), std::to_string(made.route()).c_str());
    QCOMPARE(made.plan.route(made.ends, 0), std::vector<Id<PathSegment>>{lower});
}

void TstCableRoutes::throughWallsOnlyByPathway() {
    CabledHall hall;
    Room second;
    second.name = "Second";
    const Id<Room> other = hall.b.put(hall.b.design.rooms, second);
    Rack rack = *hall.b.design.racks.find(hall.racks[1]);
    rack.room = other;
    hall.b.design.racks = hall.b.design.racks.with(rack);
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(!made.plan.cables[0].isKnown());
    QCOMPARE(made.plan.unknown, std::int64_t(1));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(0));
}

// Copper may not run in the duct: it keeps to the overhead assumption, and the fibre takes the duct.
void TstCableRoutes::ductsAreForFibre() {
    CabledHall hall;
    hall.addTrays(Carries::Any, PathwayKind::FibreDuct);
    const Id<Device> node = hall.addNode(hall.racks[1]);
    hall.cable(node, 0, hall.leaf, 0);
    hall.cable(node, 12, hall.leaf, 64); // management, RJ45
    const Planned made(hall);
    QVERIFY(made.plan.isGlassSeparate);
    QVERIFY(near(made.route(0), 7.066425));
    QCOMPARE(made.medium(1), std::string("twisted-pair"));
    QVERIFY2(near(made.route(1), 7.466425), std::to_string(made.route(1)).c_str());
    QCOMPARE(made.plan.fill.size(), std::size_t(1)); // x 1 to 5 m, the fibre alone
    QVERIFY(near(made.plan.fill[0].used * 30'000, 7.068583));
}

// Fibre keeps to the overhead assumption, and the copper takes the trays and fills them.
void TstCableRoutes::traysOfCopperAreItsWay() {
    CabledHall hall;
    hall.addTrays(Carries::Copper);
    const Id<Device> node = hall.addNode(hall.racks[1]);
    hall.cable(node, 0, hall.leaf, 0);
    hall.cable(node, 12, hall.leaf, 64); // management, RJ45
    const Planned made(hall);
    QVERIFY(made.plan.isGlassSeparate);
    QCOMPARE(made.medium(1), std::string("twisted-pair"));
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Overhead);
    QVERIFY(made.plan.cables[1].basis == RouteBasis::Pathways);
    QVERIFY(made.plan.route(made.ends, 0).empty());
    QCOMPARE(made.plan.route(made.ends, 1), std::vector<Id<PathSegment>>{hall.trays[0]});
    QCOMPARE(made.plan.fill.size(), std::size_t(1));
}

// Two rooms and a fibre duct between them: a pinned copper cable finds no way and is ordered at no length.
void TstCableRoutes::copperWithoutAWayHasNoLength() {
    CabledHall hall;
    hall.addTrays(Carries::Any, PathwayKind::FibreDuct);
    Room second;
    second.name = "Second";
    const Id<Room> other = hall.b.put(hall.b.design.rooms, second);
    Rack rack = *hall.b.design.racks.find(hall.racks[1]);
    rack.room = other;
    hall.b.design.racks = hall.b.design.racks.with(rack);
    for (const std::size_t node : {std::size_t{1}, std::size_t{2}}) {
        PathNode at = *hall.b.design.pathNodes.find(hall.nodes[node]);
        at.room = other;
        hall.b.design.pathNodes = hall.b.design.pathNodes.with(at);
    }
    const Id<Cable> cable = hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned fibre(hall);
    // The duct over the leaf's rack leads into the other room and is joined in neither; the next one is 14 m off.
    QVERIFY(fibre.plan.cables[0].basis == RouteBasis::Overhead);
    QVERIFY(fibre.plan.cables[0].isKnown());
    hall.pin(cable, hall.b.addPart(cablePart("test-dac", PartCategory::CopperCable, "dac", 400, "OSFP", 3)));
    const Planned made(hall);
    QVERIFY(!made.plan.cables[0].isKnown());
    QVERIFY(made.order() < 1);
    for (const CableOrder& each : made.plan.orders)
        QVERIFY2(each.metres < 1'000, std::to_string(each.metres).c_str());
}

void TstCableRoutes::pinnedLengthIsKept() {
    CabledHall hall;
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(42));
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Pinned);
    QVERIFY(near(made.order(), 42));
    QVERIFY(near(made.route(), 7.466425));
}

// A pin says how long the cable is, not where it lies.
void TstCableRoutes::pinnedLengthKeepsItsWay() {
    CabledHall hall;
    hall.addTrays();
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(40));
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Pinned);
    QVERIFY(near(made.route(), 7.066425));
    QCOMPARE(made.plan.route(made.ends, 0), (std::vector<Id<PathSegment>>{hall.trays[0]}));
    QCOMPARE(made.plan.fill.size(), std::size_t(1));
    QVERIFY(near(made.plan.fill[0].used * 30'000, 7.068583));
}

// The ring of shortestOfTwoWays, the long way chosen: 1 m and 7 m back to the ends, 10 + 20 + 10 m round.
void TstCableRoutes::pinnedRouteIsItsLength() {
    CabledHall hall;
    hall.addTrays();
    const Id<PathNode> a = hall.addPathNode(Length::metres(0), Length::millimetres(12600));
    const Id<PathNode> c = hall.addPathNode(Length::metres(20), Length::millimetres(12600));
    const std::vector<Id<PathSegment>> round = {hall.trays[0],      hall.addTray(hall.nodes.front(), a),
                                                hall.addTray(a, c), hall.addTray(c, hall.nodes.back()),
                                                hall.trays[3],      hall.trays[2]};
    CableDetail detail;
    detail.cable = hall.cable(hall.addNode(hall.racks[3]), 0, hall.leaf, 0);
    const auto check = [&](std::vector<Id<PathSegment>> route, double metres) {
        detail.route = std::move(route);
        hall.b.design.cableDetails = {};
        hall.b.put(hall.b.design.cableDetails, detail);
        const Planned made(hall);
        QVERIFY2(near(made.route(), metres + 0.744225 + 2.3222), std::to_string(made.route()).c_str());
        QVERIFY(made.order() >= made.route());
        QCOMPARE(made.plan.fill.size(), made.plan.route(made.ends, 0).size());
        for (const PathwayFill& fill : made.plan.fill)
            QVERIFY(near(fill.used * 30'000, 7.068583));
    };
    check(round, 48);
    check({round.rbegin(), round.rend()}, 48);
    check({hall.trays[0], hall.trays[1], hall.trays[2]}, 12);
    // What does not hang together has no length: that of the shortest way stands.
    detail.route = {hall.trays[0], hall.trays[2]};
    hall.b.design.cableDetails = {};
    hall.b.put(hall.b.design.cableDetails, detail);
    QVERIFY(near(Planned(hall).route(), 12 + 0.744225 + 2.3222));
}

void TstCableRoutes::slackAndStock() {
    QCOMPARE(orderLength(4.0, 0.10, 1.0, "standard"), 5.0);
    QCOMPARE(orderLength(4.01, 0.10, 1.0, "standard"), 7.0);
    QCOMPARE(orderLength(27.0, 0.10, 1.0, "standard"), 30.0);
    QCOMPARE(orderLength(27.0, 0.10, 1.0, "metres"), 30.0);
    QCOMPARE(orderLength(26.0, 0.10, 1.0, "metres"), 29.0);
    QCOMPARE(orderLength(26.0, 0.10, 1.0, "exact"), 28.6);
    QCOMPARE(orderLength(501.0, 0.0, 0.0, "standard"), 510.0);
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    hall.b.setSetting("cabling.stocked-lengths", "exact");
    hall.b.setSetting("cabling.slack-least", "2");
    QVERIFY(near(Planned(hall).order(), 9.5));
}

// Two fibres of 3 mm from rack 1 (x 1 m) to rack 2 (x 5 m): 14.137 mm2 of 300 x 100 mm in the first piece only.
void TstCableRoutes::fillOfSegments() {
    CabledHall hall;
    hall.addTrays();
    const Id<Device> node = hall.addNode(hall.racks[1]);
    hall.cable(node, 0, hall.leaf, 0);
    hall.cable(node, 1, hall.leaf, 1);
    hall.cable(hall.addNode(hall.racks[3]), 0, hall.leaf, 2);
    const Planned made(hall);
    // x 1 to 13 m lies in the pieces from 0, 5 and 10 m.
    QCOMPARE(made.plan.fill.size(), std::size_t(3));
    QVERIFY(made.plan.fill[0].segment == hall.trays[0]);
    QVERIFY(near(made.plan.fill[0].used * 30'000, 3 * 7.068583));
    QVERIFY(near(made.plan.fill[2].used * 30'000, 7.068583));
    QVERIFY(made.plan.fullest()->segment == hall.trays[0]);
    QVERIFY(near(made.plan.fullest()->share(), made.plan.fill[0].used / 0.4));
}

void TstCableRoutes::routeOfSegments() {
    CabledHall hall;
    hall.addTrays();
    hall.cable(hall.addNode(hall.racks[3]), 0, hall.leaf, 0);
    const Planned made(hall);
    QCOMPARE(made.plan.route(made.ends, 0),
             (std::vector<Id<PathSegment>>{hall.trays[2], hall.trays[1], hall.trays[0]}));
}

// Three cables of one medium and one that ends nowhere: one of four, not one of two.
void TstCableRoutes::openLengthsAreCountedInCables() {
    CabledHall hall;
    const Id<Device> node = hall.addNode(hall.racks[1]);
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1), std::uint16_t(2)})
        hall.cable(node, port, hall.leaf, port);
    hall.cable(Id<Device>{999'999}, 0, hall.leaf, 3);
    const auto solution = solve(hall.b.snapshot(), joined({costDomain(), cablingDomain()}), {{"cabling"}, 1});
    const FigureResult* length = solution->find("cabling.length", {});
    QVERIFY(length && !length->error);
    QCOMPARE(length->value.unknownTerms(), std::int64_t(1));
    QCOMPARE(length->value.terms(), std::int64_t(4));
}

void TstCableRoutes::unchangedInputsKeepThePlan() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Context before(hall.b.snapshot());
    const CablePlan* plan = &before.lookUp<CablePlan>();
    hall.b.setSetting("cost.tariff", "0.2");
    const Context after(hall.b.snapshot(), &before);
    QVERIFY(&after.lookUp<CablePlan>() == plan);
    Rack moved = *hall.b.design.racks.find(hall.racks[1]);
    moved.centre.x += Length::metres(1);
    hall.b.design.racks = hall.b.design.racks.with(moved);
    const Context later(hall.b.snapshot(), &after);
    QVERIFY(&later.lookUp<CablePlan>() != plan);
    QVERIFY(near(static_cast<double>(later.lookUp<CablePlan>().cables[0].route), 8.466425));
}

RW_SUITE(TstCableRoutes)
#include "tst_cable_routes.moc"
