// SPDX-License-Identifier: GPL-3.0-or-later
// Routes, lengths, media and pieces of cables, each worked out by hand.
#include "solvers/cabling/piece_recount.h"
#include "solvers/cost/bill.h"
#include "tests/solvers/cabling_fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

struct Planned {
    Context context;
    const CableEnds& ends;
    const CablePlan& plan;
    explicit Planned(const CabledHall& hall)
        : context(hall.b.snapshot()), ends(context.lookUp<CableEnds>()), plan(context.lookUp<CablePlan>()) {}
    double route(std::size_t i = 0) const { return static_cast<double>(plan.cables[i].route); }
    double order(std::size_t i = 0) const { return static_cast<double>(plan.cables[i].order); }
    std::string medium(std::size_t i = 0) const {
        const LinkOption* option = plan.option(ends, i);
        return option ? std::string(enumName(option->medium)) : "none";
    }
    std::int64_t count(CableForm form) const {
        std::int64_t sum = 0;
        for (const CableOrder& order : plan.orders)
            sum += order.form == form ? order.count : 0;
        return sum;
    }
    const CableOrder* first(CableForm form) const {
        const auto found = std::ranges::find(plan.orders, form, &CableOrder::form);
        return found == plan.orders.end() ? nullptr : &*found;
    }
};

bool near(double a, double b) { return std::abs(a - b) < 1e-4; }

} // namespace

class TstCabling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void overheadWithoutPathways();
    void alongTheTray();
    void withinOneRack();
    void roundTheCorner();
    void shortestOfTwoWays();
    void throughWallsOnlyByPathway();
    void ductsAreForFibre();
    void pinnedLengthIsKept();
    void slackAndStock();
    void fillOfSegments();
    void routeOfSegments();
    void cheapestThatReaches();
    void reasonsOfTheOthers();
    void twinPortModules();
    void twinPortCopper();
    void oneModuleOneMedium();
    void breakout();
    void aSplitterForEachPort();
    void aSplitterIsAsLongAsItsLongestLeg();
    void directSplitterForACage();
    void directSplitterReachesAllOrNone();
    void directSplitterIsNoDearer();
    void pinnedCopperOfATwinPortIsOne();
    void pinnedFibreTakesItsModules();
    void pinnedLengthKeepsItsWay();
    void pinnedRouteIsItsLength();
    void recountOfThePieces();
    void bodiesOfModules();
    void polishOfBothEnds();
    void vendorPartBeforeClass();
    void unknownsStayUnknown();
    void linesOfTheBill();
    void sparesOfEachPartAndLength();
    void unchangedInputsKeepThePlan();
};

// Rack 1 (x 1 m) to rack 2 (x 5 m), rears at y 2.6 m: 4 m across; leaf at U40 1U: 39.5 x 44.45 = 1.755775 m; node at U1
// 8U: 4 x 44.45 = 0.1778 m; at 2.7 m overhead: 0.944225 + 2.5222. 7.466425 m, slack 1 m: 8.466425, ordered 10 m.
void TstCabling::overheadWithoutPathways() {
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
void TstCabling::alongTheTray() {
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
void TstCabling::withinOneRack() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 0);
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::InRack);
    QVERIFY2(near(made.route(), 2.177975), std::to_string(made.route()).c_str());
    QVERIFY(near(made.order(), 2.5));
    QCOMPARE(made.medium(), std::string("passive-copper"));
}

// A rack at x 20 m, y 12 m, its rear at y 12.6 m under a tray that leaves the first one at its end: 19 m + 10 m.
void TstCabling::roundTheCorner() {
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
void TstCabling::shortestOfTwoWays() {
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

void TstCabling::throughWallsOnlyByPathway() {
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
void TstCabling::ductsAreForFibre() {
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

void TstCabling::pinnedLengthIsKept() {
    CabledHall hall;
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(42));
    const Planned made(hall);
    QVERIFY(made.plan.cables[0].basis == RouteBasis::Pinned);
    QVERIFY(near(made.order(), 42));
    QVERIFY(near(made.route(), 7.466425));
}

// A pin says how long the cable is, not where it lies.
void TstCabling::pinnedLengthKeepsItsWay() {
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
void TstCabling::pinnedRouteIsItsLength() {
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

void TstCabling::slackAndStock() {
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
void TstCabling::fillOfSegments() {
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

void TstCabling::routeOfSegments() {
    CabledHall hall;
    hall.addTrays();
    hall.cable(hall.addNode(hall.racks[3]), 0, hall.leaf, 0);
    const Planned made(hall);
    QCOMPARE(made.plan.route(made.ends, 0),
             (std::vector<Id<PathSegment>>{hall.trays[2], hall.trays[1], hall.trays[0]}));
}

// 400G, 10 m: active optical 650 + 140 = 790; multimode 2 x 650 + 70 + 25 = 1,395; single-mode 2 x 900 + 60 + 16 =
// 1,876.
void TstCabling::cheapestThatReaches() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    QCOMPARE(made.medium(), std::string("active-optical"));
    const CableChoice choice = made.plan.choice(made.ends, 0);
    QVERIFY(near(*choice.candidates.front().price, 790));
    QVERIFY(near(*choice.savedToNext, 605));
    // 40 m: beyond active optical cables (30 m).
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(40));
    QCOMPARE(Planned(hall).medium(), std::string("multimode"));
    hall.b.design.cableDetails = {};
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(60));
    QCOMPARE(Planned(hall).medium(), std::string("single-mode"));
    hall.b.design.cableDetails = {};
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(501));
    const Planned far(hall);
    QCOMPARE(far.medium(), std::string("none"));
    QCOMPARE(far.plan.without, std::int64_t(1));
}

void TstCabling::reasonsOfTheOthers() {
    CabledHall hall;
    hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0);
    const Planned made(hall);
    const CableChoice choice = made.plan.choice(made.ends, 0);
    const auto rejection = [&](std::string_view id) {
        for (const CableChoice::Candidate& candidate : choice.candidates)
            for (const std::int32_t product : {candidate.option.direct, candidate.option.a})
                if (product != kNoProduct && made.plan.products[static_cast<std::size_t>(product)].id == id)
                    return std::string(enumName(candidate.rejection));
        return std::string("absent");
    };
    QCOMPARE(rejection("class-dac-400"), std::string("too-far"));
    QCOMPARE(rejection("class-aec-400"), std::string("too-far"));
    QCOMPARE(rejection("class-dac-800"), std::string("speed"));
    QCOMPARE(rejection("class-cat6a-1g"), std::string("cage"));
    QCOMPARE(rejection("class-aoc-400"), std::string("none"));
    QCOMPARE(rejection("class-smf-800-fr8"), std::string("speed"));
}

/// Switches of 32 cages with two ports of 400G each.
Part twinSwitch(std::string id) {
    Part made = priced(networkSwitch(std::move(id), 64, 400, FabricProtocol::InfiniBand), dated(40'000));
    made.portGroups.front().portsPerCage = 2;
    made.portGroups.front().connector = "OSFP twin-port";
    return made;
}

// Two nodes on the two ports of one cage: one twin-port module for both, one module each at the nodes, two fibres.
void TstCabling::twinPortModules() {
    CabledHall hall;
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, twin);
    hall.cable(hall.addNode(hall.racks[1]), 0, leaf, 0);
    hall.cable(hall.addNode(hall.racks[2]), 0, leaf, 1);
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("multimode"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(3));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(2));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
}

// Both links of two twin-port cages side by side in one rack: one copper cable.
void TstCabling::twinPortCopper() {
    CabledHall hall;
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> a = hall.addSwitch(hall.racks[0], 38, twin), c = hall.addSwitch(hall.racks[0], 36, twin);
    hall.cable(a, 0, c, 0);
    hall.cable(a, 1, c, 1);
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("passive-copper"));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(1));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(0));
    // 2 U apart: 88.9 mm + 0.6 m, 10 %: 0.75779, ordered 1 m: 260 + 90.
    QVERIFY(near(made.first(CableForm::Direct)->price, 350));
    // One of the links goes elsewhere: no cable can take the place of both.
    hall.b.design.cables =
        hall.b.design.cables.without(std::ranges::max_element(hall.b.design.cables, {}, &Cable::id)->id);
    hall.cable(a, 1, hall.addSwitch(hall.racks[0], 34, twin), 0);
    const Planned apart(hall);
    QCOMPARE(apart.medium(0), std::string("multimode"));
    const CableChoice choice = apart.plan.choice(apart.ends, 0);
    QVERIFY(std::ranges::any_of(choice.candidates, [](const CableChoice::Candidate& candidate) {
        return candidate.rejection == Rejection::SharedCage;
    }));
}

// One link of a module is 60 m long and needs single-mode: the other, 10 m, follows it.
void TstCabling::oneModuleOneMedium() {
    CabledHall hall;
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, twin);
    hall.cable(hall.addNode(hall.racks[1]), 0, leaf, 0);
    hall.pin(hall.cable(hall.addNode(hall.racks[2]), 0, leaf, 1), {}, Length::metres(60));
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("single-mode"));
    QCOMPARE(made.medium(1), std::string("single-mode"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(3));
    for (const CableOrder& order : made.plan.orders)
        QVERIFY(order.medium == CableMedium::SingleMode);
}

// A port of 400G split into two of 200G: one module, one 1:2 splitter for both links.
void TstCabling::breakout() {
    CabledHall hall;
    Part half = priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000));
    const Id<PartRow> halfPart = hall.b.addPart(half);
    const Id<Device> a = hall.addSwitch(hall.racks[1], 10, halfPart), c = hall.addSwitch(hall.racks[2], 10, halfPart);
    hall.cable(a, 0, hall.leaf, 0, 0, 0);
    hall.cable(c, 0, hall.leaf, 0, 0, 1);
    const Planned made(hall);
    QCOMPARE(made.ends.links[made.ends.cables[0].link].kind.gigabits, 200.0);
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(3));
    QCOMPARE(made.plan.option(made.ends, 0)->linksPerFibre, std::int64_t(2));
}

Id<PartRow> halfSwitch(CabledHall& hall) {
    return hall.b.addPart(priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
}

// One leg in use of each of two ports, beyond cables with their ends on: no splitter serves both.
void TstCabling::aSplitterForEachPort() {
    CabledHall hall;
    const Id<PartRow> half = halfSwitch(hall);
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)})
        hall.pin(hall.cable(hall.addSwitch(hall.racks[1], 10, half), 0, hall.leaf, port), {}, Length::metres(45));
    const Planned made(hall);
    QCOMPARE(made.plan.option(made.ends, 0)->linksPerFibre, std::int64_t(2));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(2));
}

// Legs of 35 and of 45 m, order lengths of their own: one splitter, the longer one.
void TstCabling::aSplitterIsAsLongAsItsLongestLeg() {
    CabledHall hall;
    const Id<PartRow> half = halfSwitch(hall);
    hall.pin(hall.cable(hall.addSwitch(hall.racks[1], 10, half), 0, hall.leaf, 0, 0, 0), {}, Length::metres(35));
    hall.pin(hall.cable(hall.addSwitch(hall.racks[2], 10, half), 0, hall.leaf, 0, 0, 1), {}, Length::metres(45));
    // A third leg, on the next port.
    hall.pin(hall.cable(hall.addSwitch(hall.racks[3], 10, half), 0, hall.leaf, 1, 0, 1), {}, Length::metres(45));
    const Planned made(hall);
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(2));
    QVERIFY(near(made.first(CableForm::Fibre)->metres, 45));
    QCOMPARE(made.first(CableForm::Fibre)->count, std::int64_t(2));
    const auto leg = made.plan.legOf(made.ends, 1);
    QVERIFY(leg && leg->splitter == 0 && leg->leg == 1);
    QVERIFY(made.plan.legOf(made.ends, 2)->cage != leg->cage);
}

/// Two nodes of one rack on the two ports of one cage of 800G.
CabledHall brokenOutCage(double price, double reach = 5) {
    CabledHall hall;
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 20, hall.b.addPart(twinSwitch("test-twin")));
    hall.b.addPart(directSplitter("two-ends", "acc-splitter", 2, reach, price));
    hall.b.addPart(directSplitter("four-ends", "acc-splitter", 4, reach, 1));
    hall.cable(hall.addNode(hall.racks[0], 1), 0, leaf, 0);
    hall.cable(hall.addNode(hall.racks[0], 10), 0, leaf, 1);
    return hall;
}

void TstCabling::directSplitterForACage() {
    const CabledHall hall = brokenOutCage(300);
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("active-copper"));
    QCOMPARE(made.medium(1), std::string("active-copper"));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(1));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(0));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(0));
    const CableOrder& order = *made.first(CableForm::Direct);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(order.product)].id, std::string("two-ends"));
    QVERIFY(near(order.metres, std::max(made.order(0), made.order(1))));
    QVERIFY(made.order(0) != made.order(1));
    QVERIFY(near(order.price, 300));
    QCOMPARE(made.plan.choice(made.ends, 0).chosen()->direct, order.product);
}

// One leg too far, or a far cage that has another link: each link takes what it takes alone.
void TstCabling::directSplitterReachesAllOrNone() {
    CabledHall hall = brokenOutCage(300);
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(7));
    const Planned made(hall);
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QCOMPARE(made.medium(0), std::string("multimode"));
    QCOMPARE(made.medium(1), std::string("multimode"));
    QVERIFY(made.plan.choice(made.ends, 1).chosen()->direct == kNoProduct);
}

void TstCabling::directSplitterIsNoDearer() {
    const Planned made(brokenOutCage(5'000));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QCOMPARE(made.medium(0), std::string("multimode"));
}

// Both links of two twin-port cages, one or both pinned: one cable, and one line of the bill.
void TstCabling::pinnedCopperOfATwinPortIsOne() {
    for (const bool isBoth : {false, true}) {
        CabledHall hall;
        const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
        const Id<Device> a = hall.addSwitch(hall.racks[0], 38, twin), c = hall.addSwitch(hall.racks[0], 36, twin);
        const Id<PartRow> dac = hall.b.addPart(cablePart("test-dac", PartCategory::CopperCable, "dac", 800, "OSFP", 3));
        hall.pin(hall.cable(a, 0, c, 0), dac);
        const Id<Cable> second = hall.cable(a, 1, c, 1);
        if (isBoth)
            hall.pin(second, dac);
        const Planned made(hall);
        QCOMPARE(made.count(CableForm::Direct), std::int64_t(1));
        QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(0));
        const Bill bill = billOf(hall.b.context());
        const BillLine* line = bill.find("cable:test-dac;1m");
        QVERIFY(line);
        QCOMPARE(line->quantityMilli, std::int64_t(1000));
        QCOMPARE(line->amount->typical.minorUnits(), std::int64_t(9'900));
    }
}

// 10 m, where an active optical cable is the cheapest: a fibre that a person chose brings its transceivers.
void TstCabling::pinnedFibreTakesItsModules() {
    CabledHall hall;
    const Id<PartRow> fibre = hall.b.addPart(fibrePart("test-fibre", "OS2", false, 80));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), fibre);
    const Planned made(hall);
    QCOMPARE(made.medium(), std::string("single-mode"));
    QCOMPARE(made.count(CableForm::Transceiver), std::int64_t(2));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(1));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QVERIFY(made.plan.modules[made.ends.cables[0].a.cage] != kNoProduct);
    const Bill bill = billOf(hall.b.context());
    QVERIFY(bill.find("fibre:test-fibre;10m"));
    QVERIFY(bill.find("allowance:class-smf-400-dr4"));
    QVERIFY(!bill.find("allowance:class-aoc-400;10m"));
}

// Counted by hand, not by the plan: 2 legs on one port, 1 on the next (2 splitters, 3 + 2 modules), a pinned cable of a
// twin-port cage (1), a straight fibre (1, and 2 modules).
void TstCabling::recountOfThePieces() {
    CabledHall hall;
    const Id<PartRow> half = halfSwitch(hall);
    const auto far = [&](Id<Cable> cable) { hall.pin(cable, {}, Length::metres(45)); };
    far(hall.cable(hall.addSwitch(hall.racks[1], 10, half), 0, hall.leaf, 0, 0, 0));
    far(hall.cable(hall.addSwitch(hall.racks[2], 10, half), 0, hall.leaf, 0, 0, 1));
    far(hall.cable(hall.addSwitch(hall.racks[3], 10, half), 0, hall.leaf, 1, 0, 1));
    far(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 2));
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> a = hall.addSwitch(hall.racks[0], 38, twin), c = hall.addSwitch(hall.racks[0], 36, twin);
    const Id<PartRow> dac = hall.b.addPart(cablePart("test-dac", PartCategory::CopperCable, "dac", 800, "OSFP", 3));
    hall.pin(hall.cable(a, 0, c, 0), dac);
    hall.pin(hall.cable(a, 1, c, 1), dac);
    const Planned made(hall);
    const PieceRecount recount = recountPieces(made.context, made.ends, made.plan);
    QCOMPARE(recount.of(CableForm::Fibre), std::int64_t(3));
    QCOMPARE(recount.of(CableForm::Transceiver), std::int64_t(7));
    QCOMPARE(recount.of(CableForm::Direct), std::int64_t(1));
    for (const CableForm form : {CableForm::Fibre, CableForm::Transceiver, CableForm::Direct})
        QCOMPARE(made.count(form), recount.of(form));
}

// Finned modules are for the switch, flat-top ones for the node.
void TstCabling::bodiesOfModules() {
    CabledHall hall;
    hall.b.addPart(transceiver("finned", "transceiver-mm", 400, "OSFP finned", "MPO-12/APC", 50, 9, 500));
    hall.b.addPart(transceiver("flat", "transceiver-mm", 400, "OSFP flat-top (RHS)", "MPO-12/APC", 50, 8, 400));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QVERIFY(option);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("flat"));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->b)].id, std::string("finned"));
    const CableProduct& finned = made.plan.products[static_cast<std::size_t>(option->b)];
    QVERIFY(fitOf(finned, made.ends.links[0].kind.a, 400) == Rejection::HeatSink);
}

// APC with APC: the cheapest modules of each end do not go together.
void TstCabling::polishOfBothEnds() {
    CabledHall hall;
    hall.b.addPart(transceiver("angled-top", "transceiver-mm", 400, "OSFP flat-top (RHS)", "MPO-12/APC", 50, 8, 1));
    hall.b.addPart(transceiver("plain-fins", "transceiver-mm", 400, "OSFP finned", "MPO-12/UPC", 50, 9, 1));
    hall.b.addPart(transceiver("angled-fins", "transceiver-mm", 400, "OSFP finned", "MPO-12/APC", 50, 9, 2));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QVERIFY(option);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("angled-top"));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->b)].id, std::string("angled-fins"));
    const auto candidates = made.plan.choice(made.ends, 0).candidates;
    QVERIFY(std::ranges::any_of(candidates, [&](const CableChoice::Candidate& candidate) {
        return candidate.rejection == Rejection::Polish && candidate.option.b != kNoProduct &&
               made.plan.products[static_cast<std::size_t>(candidate.option.b)].id == "plain-fins";
    }));
}

void TstCabling::vendorPartBeforeClass() {
    CabledHall hall;
    hall.b.addPart(transceiver("same-price", "transceiver-mm", 400, "OSFP", "MPO-12/APC", 50, 9, 650));
    hall.pin(hall.cable(hall.addNode(hall.racks[1]), 0, hall.leaf, 0), {}, Length::metres(45));
    const Planned made(hall);
    const LinkOption* option = made.plan.option(made.ends, 0);
    QCOMPARE(made.plan.products[static_cast<std::size_t>(option->a)].id, std::string("same-price"));
    QCOMPARE(option->classes, 1); // the fibre
}

void TstCabling::unknownsStayUnknown() {
    CabledHall hall;
    Part reachless = cablePart("reachless", PartCategory::CopperCable, "dac", 400, "OSFP", 3);
    std::erase_if(reachless.attributes, [](const Attribute& a) { return a.key == "reach"; });
    reachless.prices = {dated(1)};
    hall.b.addPart(reachless);
    hall.cable(hall.addNode(hall.racks[0]), 0, hall.leaf, 0);
    Device nowhere;
    nowhere.part = hall.nodePart;
    const Id<Device> unplaced = hall.b.put(hall.b.design.devices, nowhere);
    hall.cable(unplaced, 0, hall.leaf, 1);
    hall.cable(Id<Device>{999'999}, 0, hall.leaf, 2);
    const Planned made(hall);
    const CableChoice choice = made.plan.choice(made.ends, 0);
    QVERIFY(std::ranges::any_of(choice.candidates, [](const CableChoice::Candidate& candidate) {
        return candidate.rejection == Rejection::ReachUnknown;
    }));
    QCOMPARE(made.plan.products[static_cast<std::size_t>(made.plan.option(made.ends, 0)->direct)].id,
             std::string("class-dac-400"));
    QCOMPARE(made.plan.unknown, std::int64_t(2));
}

// An active optical cable of 10 m (class, 650 + 140) and one that the customer supplies.
void TstCabling::linesOfTheBill() {
    CabledHall hall;
    const Id<Device> node = hall.addNode(hall.racks[1]);
    hall.cable(node, 0, hall.leaf, 0);
    hall.cable(node, 1, hall.leaf, 1);
    CableDetail theirs;
    theirs.cable = hall.cable(node, 2, hall.leaf, 2);
    theirs.scope.suppliedBy = Party::Customer;
    hall.b.put(hall.b.design.cableDetails, theirs);
    const Bill bill = billOf(hall.b.context());
    const BillLine* line = bill.find("allowance:class-aoc-400;10m");
    QVERIFY(line);
    QCOMPARE(line->quantityMilli, std::int64_t(2000));
    QCOMPARE(line->amount->typical.minorUnits(), std::int64_t(158'000));
    const BillLine* other = bill.find("allowance:class-aoc-400;10m;customer");
    QVERIFY(other);
    QVERIFY(!other->amount);
    QCOMPARE(other->gap, PriceGap::NotOurs);
}

// 8 cables of 10 m and 4 of 15 m, a quarter on top: 2 and 1; at 30 % they are 3 and 2. The customer's own have none.
void TstCabling::sparesOfEachPartAndLength() {
    CabledHall hall;
    const Id<Device> node = hall.addNode(hall.racks[1]);
    for (std::uint16_t port = 0; port < 4; ++port)
        hall.cable(node, port, hall.leaf, port);
    const Id<Device> next = hall.addNode(hall.racks[1], 10);
    for (std::uint16_t port = 0; port < 4; ++port)
        hall.cable(next, port, hall.leaf, static_cast<std::uint16_t>(port + 4));
    for (std::uint16_t port = 4; port < 8; ++port)
        hall.pin(hall.cable(node, port, hall.leaf, static_cast<std::uint16_t>(port + 4)), {}, Length::metres(15));
    CableDetail theirs;
    theirs.cable = hall.cable(next, 4, hall.leaf, 20);
    theirs.scope.suppliedBy = Party::Customer;
    hall.b.put(hall.b.design.cableDetails, theirs);
    const auto spares = [&](const char* length) {
        const Bill bill = billOf(hall.b.context());
        const BillLine* line = bill.find(std::string("allowance:spare;class-aoc-400;").append(length));
        if (line && (line->section != QuoteSection::Spares || !line->amount))
            return std::int64_t(-1);
        return line ? line->quantityMilli : 0;
    };
    for (const auto& [share, ten, fifteen] :
         {std::tuple{"0.25", 2000, 1000}, std::tuple{"0.3", 3000, 2000}, std::tuple{"0", 0, 0}}) {
        hall.b.setSetting("cabling.spare-share", share);
        QCOMPARE(spares("10m"), std::int64_t(ten));
        QCOMPARE(spares("15m"), std::int64_t(fifteen));
        QCOMPARE(spares("10m;customer"), std::int64_t(0));
        // What has spares by the piece takes no share of money for them; 8 x 790.
        const Bill bill = billOf(hall.b.context());
        const BillLine* optics = bill.find("allowance:class-aoc-400;10m");
        QCOMPARE(optics->hasSpareLine, ten > 0);
        QCOMPARE(optics->amount->typical.minorUnits(), std::int64_t(632'000));
    }
}

void TstCabling::unchangedInputsKeepThePlan() {
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

QTEST_APPLESS_MAIN(TstCabling)
#include "tst_cabling.moc"
