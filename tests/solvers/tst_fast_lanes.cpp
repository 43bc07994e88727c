// SPDX-License-Identifier: GPL-3.0-or-later
// Links at lanes of 200 Gb/s: switches with two ports of 800G in a cage, nodes with one. There is no passive copper, no
// multimode and no active optical cable (docs.nvidia.com/networking/display/800g200gpam4list).
#include "solvers/cables/piece_recount.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

struct FastHall : CabledHall {
    Id<PartRow> nodePart800;
    Id<Device> a, c;

    FastHall() {
        nodePart800 = b.addPart(fastNode());
        const Id<PartRow> part = b.addPart(fastSwitch());
        a = addSwitch(racks[0], 38, part);
        c = addSwitch(racks[1], 38, part);
    }
    /// On the next port of both, of a length.
    void link(Id<Device> from, std::uint16_t portFrom, Id<Device> to, std::uint16_t portTo, double metres) {
        pin(cable(from, portFrom, to, portTo), {}, Length::nearest(metres));
    }
    /// Two nodes on the two ports of one cage.
    static FastHall withNodes(double metres) {
        FastHall hall;
        hall.link(hall.b.addDevice(hall.nodePart800, hall.racks[1], 1), 0, hall.a, 0, metres);
        hall.link(hall.b.addDevice(hall.nodePart800, hall.racks[2], 1), 0, hall.a, 1, metres);
        return hall;
    }
    /// Both links of two cages.
    static FastHall withTrunk(double metres) {
        FastHall hall;
        hall.link(hall.a, 0, hall.c, 0, metres);
        hall.link(hall.a, 1, hall.c, 1, metres);
        return hall;
    }
};

void checkPieces(const Planned& made, std::int64_t direct, std::int64_t modules, std::int64_t fibres) {
    const PieceRecount recount = recountPieces(made.context, made.ends, made.plan);
    for (const auto& [form, count] : {std::pair{CableForm::Direct, direct}, std::pair{CableForm::Transceiver, modules},
                                      std::pair{CableForm::Fibre, fibres}}) {
        QCOMPARE(made.count(form), count);
        QCOMPARE(recount.of(form), count);
    }
}

std::string moduleAt(const Planned& made, std::size_t cable, bool isA) {
    const LinkOption* option = made.plan.option(made.ends, cable);
    const std::int32_t product = option ? isA ? option->a : option->b : kNoProduct;
    return product == kNoProduct ? std::string("none") : made.plan.products[static_cast<std::size_t>(product)].id;
}

} // namespace

class TstFastLanes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nodesOnOneModule_data();
    void nodesOnOneModule();
    void nodesBeyondReach();
    void trunks_data();
    void trunks();
    void reasonsOfTheOthers();
    void slowerLanesAtTheOtherEnd();
    void ethernetOf800G();
    void modulesByTheirPlugs();
};

void TstFastLanes::nodesOnOneModule_data() {
    QTest::addColumn<double>("metres");
    for (const double metres : {3.0, 40.0, 500.0})
        QTest::addRow("%g m", metres) << metres;
}

// One twin-port module for both links, one module at each node, one fibre a link: 2,900 / 2 + 1,630 + 60 + 1.6 a metre.
void TstFastLanes::nodesOnOneModule() {
    QFETCH(double, metres);
    const FastHall hall = FastHall::withNodes(metres);
    const Planned made(hall);
    for (const std::size_t cable : {std::size_t(0), std::size_t(1)}) {
        QCOMPARE(made.medium(cable), std::string("single-mode"));
        QCOMPARE(moduleAt(made, cable, true), std::string("class-smf-800-dr4"));
        QCOMPARE(moduleAt(made, cable, false), std::string("class-smf-1600-dr8"));
        QVERIFY(near(made.plan.option(made.ends, cable)->price(metres), 3'140 + 1.6 * metres));
    }
    checkPieces(made, 0, 3, 2);
}

void TstFastLanes::nodesBeyondReach() {
    const FastHall hall = FastHall::withNodes(501);
    const Planned made(hall);
    QCOMPARE(made.medium(), std::string("none"));
    QCOMPARE(made.plan.without, std::int64_t(2));
}

void TstFastLanes::trunks_data() {
    QTest::addColumn<double>("metres");
    QTest::addColumn<QString>("medium");
    QTest::addColumn<double>("price"); // of one link
    // Active copper is made from 1.1 m on and reaches 3 m: (900 + 120 a metre) / 2; else 2 x 2,900 / 2 + 60 + 1.6.
    QTest::newRow("1 m") << 1.0 << "single-mode" << 2'961.6;
    QTest::newRow("1.5 m") << 1.5 << "active-copper" << 540.0;
    QTest::newRow("3 m") << 3.0 << "active-copper" << 630.0;
    QTest::newRow("4 m") << 4.0 << "single-mode" << 2'966.4;
    QTest::newRow("50 m") << 50.0 << "single-mode" << 3'040.0;
}

void TstFastLanes::trunks() {
    QFETCH(double, metres);
    QFETCH(QString, medium);
    QFETCH(double, price);
    const FastHall hall = FastHall::withTrunk(metres);
    const Planned made(hall);
    for (const std::size_t cable : {std::size_t(0), std::size_t(1)}) {
        QCOMPARE(QString::fromStdString(made.medium(cable)), medium);
        QVERIFY(near(made.plan.option(made.ends, cable)->price(metres), price));
    }
    if (medium == QLatin1String("active-copper"))
        checkPieces(made, 1, 0, 0);
    else
        checkPieces(made, 0, 2, 2);
}

void TstFastLanes::reasonsOfTheOthers() {
    for (const FastHall& hall : {FastHall::withNodes(10), FastHall::withTrunk(10)}) {
        const Planned made(hall);
        const CableChoice choice = made.plan.choice(made.ends, 0);
        for (const CableChoice::Candidate* candidate : nearestOfMedia(choice)) {
            const CableMedium medium = candidate->option.medium;
            if (medium == CableMedium::PassiveCopper || medium == CableMedium::Multimode ||
                medium == CableMedium::ActiveOptical)
                QCOMPARE(enumName(candidate->rejection), std::string_view("lane-rate"));
        }
    }
}

// A port of faster lanes runs at those of the other end, with modules that are made for them.
void TstFastLanes::slowerLanesAtTheOtherEnd() {
    FastHall hall;
    const Id<Device> far = hall.addSwitch(hall.racks[2], 20, hall.b.addPart(twinSwitch("test-twin")));
    hall.link(hall.a, 0, far, 0, 60);
    hall.link(hall.a, 1, far, 1, 60);
    const Planned made(hall);
    QCOMPARE(made.ends.links[made.ends.cables[0].link].kind.gigabits, 400.0);
    QCOMPARE(moduleAt(made, 0, true), std::string("class-smf-800-dr8"));
    QCOMPARE(moduleAt(made, 0, false), std::string("class-smf-800-dr8"));
    checkPieces(made, 0, 2, 2);
}

// Eight lanes of 100 Gb/s: all media of 800G are there, and a link takes both fibres of its modules.
void TstFastLanes::ethernetOf800G() {
    CabledHall hall;
    const Id<PartRow> part =
        hall.b.addPart(priced(networkSwitch("test-800", 64, 800, FabricProtocol::Ethernet), dated(60'000)));
    const auto link = [&](std::uint16_t port, double metres) {
        hall.pin(
            hall.cable(hall.addSwitch(hall.racks[0], 20, part), port, hall.addSwitch(hall.racks[1], 20, part), port),
            {}, Length::nearest(metres));
    };
    link(0, 2);
    link(1, 50);
    const Planned made(hall);
    QCOMPARE(made.medium(0), std::string("passive-copper"));
    QCOMPARE(made.medium(1), std::string("multimode"));
    checkPieces(made, 1, 2, 2);
}

// One plug of four lanes at 800G has lanes of 200 Gb/s, two plugs have lanes of 100.
void TstFastLanes::modulesByTheirPlugs() {
    FastHall hall = FastHall::withNodes(10);
    hall.b.addPart(transceiver("one-plug", "transceiver-sm", 800, "OSFP flat-top (RHS)", "MPO-12/APC", 500, 13, 10));
    hall.b.addPart(transceiver("two-plugs", "transceiver-sm", 800, "OSFP flat-top (RHS)", "2x MPO-12/APC", 500, 13, 1));
    const Planned made(hall);
    QCOMPARE(moduleAt(made, 0, true), std::string("one-plug"));
    const LinkEnd& node = made.ends.links[made.ends.cables[0].link].kind.a;
    QCOMPARE(node.laneGigabits, 200.0);
    const auto twoPlugs = std::ranges::find(made.plan.products, "two-plugs", &CableProduct::id);
    QCOMPARE(twoPlugs->laneGigabits, 100.0);
    QVERIFY(fitOf(*twoPlugs, node, 800) == Rejection::LaneRate);
}

RW_SUITE(TstFastLanes)
#include "tst_fast_lanes.moc"
