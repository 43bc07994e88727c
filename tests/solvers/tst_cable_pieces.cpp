// SPDX-License-Identifier: GPL-3.0-or-later
// How many cables, fibres and transceivers are bought, counted by hand.
#include "solvers/cables/piece_recount.h"
#include "solvers/cost/bill.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

Id<PartRow> halfSwitch(CabledHall& hall) {
    return hall.b.addPart(priced(networkSwitch("test-half", 8, 200, FabricProtocol::InfiniBand), dated(10'000)));
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

} // namespace

class TstCablePieces : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void twinPortModules();
    void twinPortCopper();
    void breakout();
    void aSplitterForEachPort();
    void aSplitterIsAsLongAsItsLongestLeg();
    void directSplitterForACage();
    void directSplitterReachesAllOrNone();
    void directSplitterIsNoDearer();
    void shorterLegsAreOrderedAnew();
    void pinnedCopperOfATwinPortIsOne();
    void recountOfThePieces();
    void linesOfTheBill();
    void sparesOfEachPartAndLength();
    void modulesComeWithTheirFirstCable();
};

// Two nodes on the two ports of one cage: one twin-port module for both, one module each at the nodes, two fibres.
void TstCablePieces::twinPortModules() {
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
void TstCablePieces::twinPortCopper() {
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

// A port of 400G split into two of 200G: one module, one 1:2 splitter for both links.
void TstCablePieces::breakout() {
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

// One leg in use of each of two ports, beyond cables with their ends on: no splitter serves both.
void TstCablePieces::aSplitterForEachPort() {
    CabledHall hall;
    const Id<PartRow> half = halfSwitch(hall);
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)})
        hall.pin(hall.cable(hall.addSwitch(hall.racks[1], 10, half), 0, hall.leaf, port), {}, Length::metres(45));
    const Planned made(hall);
    QCOMPARE(made.plan.option(made.ends, 0)->linksPerFibre, std::int64_t(2));
    QCOMPARE(made.count(CableForm::Fibre), std::int64_t(2));
}

// Legs of 35 and of 45 m, order lengths of their own: one splitter, the longer one.
void TstCablePieces::aSplitterIsAsLongAsItsLongestLeg() {
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

void TstCablePieces::directSplitterForACage() {
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
void TstCablePieces::directSplitterReachesAllOrNone() {
    CabledHall hall = brokenOutCage(300);
    hall.pin(hall.b.design.cables.begin()->id, {}, Length::metres(7));
    const Planned made(hall);
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QCOMPARE(made.medium(0), std::string("multimode"));
    QCOMPARE(made.medium(1), std::string("multimode"));
    QVERIFY(made.plan.choice(made.ends, 1).chosen()->direct == kNoProduct);
}

void TstCablePieces::directSplitterIsNoDearer() {
    const Planned made(brokenOutCage(5'000));
    QCOMPARE(made.count(CableForm::Direct), std::int64_t(0));
    QCOMPARE(made.medium(0), std::string("multimode"));
}

// Alone the legs would be fibres of a metre, at least, before the move and after it; their splitter is made shorter.
void TstCablePieces::shorterLegsAreOrderedAnew() {
    CabledHall hall = brokenOutCage(300);
    hall.b.setSetting("cabling.stocked-lengths", "exact");
    const auto put = [&hall](std::int64_t unit) {
        for (const Cable& cable : hall.b.design.cables) {
            Device node = *hall.b.design.devices.find(cable.a.device);
            std::get<InRack>(node.placement).unit = unit;
            hall.b.design.devices = hall.b.design.devices.with(node);
        }
    };
    put(10);
    const Context before(hall.b.snapshot());
    const double longer = before.lookUp<CablePlan>().orders.front().metres;
    put(14);
    const Context after(hall.b.snapshot(), &before), anew(hall.b.snapshot());
    const CablePlan &kept = after.lookUp<CablePlan>(), &fresh = anew.lookUp<CablePlan>();
    QVERIFY(fresh.cables == kept.cables);
    QCOMPARE(kept.orders.size(), fresh.orders.size());
    QVERIFY(fresh.orders.front().metres < longer - 0.1 && near(longer, 1));
    for (std::size_t i = 0; i < fresh.orders.size(); ++i) {
        QCOMPARE(kept.orders[i].metres, fresh.orders[i].metres);
        QCOMPARE(kept.orders[i].count, fresh.orders[i].count);
    }
}

// Both links of two twin-port cages, one or both pinned: one cable, and one line of the bill.
void TstCablePieces::pinnedCopperOfATwinPortIsOne() {
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

// Counted by hand, not by the plan: 2 legs on one port, 1 on the next (2 splitters, 3 + 2 modules), a pinned cable of a
// twin-port cage (1), a straight fibre (1, and 2 modules).
void TstCablePieces::recountOfThePieces() {
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

// An active optical cable of 10 m (class, 650 + 140) and one that the customer supplies.
void TstCablePieces::linesOfTheBill() {
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
void TstCablePieces::sparesOfEachPartAndLength() {
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

// Links of the third and of the second phase on one module of the switch: it comes in the second.
void TstCablePieces::modulesComeWithTheirFirstCable() {
    CabledHall hall;
    const Id<PartRow> twin = hall.b.addPart(twinSwitch("test-twin"));
    const Id<Device> leaf = hall.addSwitch(hall.racks[0], 38, twin);
    for (const std::uint16_t port : {std::uint16_t(0), std::uint16_t(1)}) {
        CableDetail late;
        late.cable = hall.cable(hall.addNode(hall.racks[port + std::size_t(1)]), 0, leaf, port);
        late.scope.phase = 3 - port;
        hall.b.put(hall.b.design.cableDetails, late);
    }
    const Planned made(hall);
    std::map<std::pair<std::string, std::int64_t>, std::int64_t> modules;
    for (const CableOrder& order : made.plan.orders)
        if (order.form == CableForm::Transceiver)
            modules[{made.plan.products[static_cast<std::size_t>(order.product)].id, order.scope.phase}] += order.count;
    const std::map<std::pair<std::string, std::int64_t>, std::int64_t> expected = {
        {{"class-mmf-400-sr4", 2}, 1}, {{"class-mmf-400-sr4", 3}, 1}, {{"class-mmf-800-sr8", 2}, 1}};
    QVERIFY(modules == expected);
    const Bill bill = billOf(hall.b.context());
    QVERIFY(bill.find("allowance:class-mmf-800-sr8;phase2"));
}

RW_SUITE(TstCablePieces)
#include "tst_cable_pieces.moc"
