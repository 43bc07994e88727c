// SPDX-License-Identifier: GPL-3.0-or-later
// Which ports a person's cable finds free: those that are broken out already, those of choice, those of removed cables.
#include "model/edits/hand_cabling.h"
#include "tests/solvers/cabling_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;
using namespace rackwright::fixture;

class TstHandCabling : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // One port of 800 Gb/s, broken out in two: a third cable would halve those that it has.
    void aPortInUseIsNotBrokenOutFurther() {
        CabledHall hall;
        Part one = networkSwitch("test-one", 1, 800, FabricProtocol::InfiniBand);
        one.portGroups[0].maximumSplit = 4;
        const Id<Device> port = hall.addSwitch(hall.racks[0], 36, hall.b.addPart(one));
        const Id<Device> slow = hall.addSwitch(
            hall.racks[0], 34, hall.b.addPart(networkSwitch("test-slow", 8, 200, FabricProtocol::InfiniBand)));
        hall.cable(port, 0, hall.leaf, 0);
        hall.cable(port, 0, hall.leaf, 1, 1);
        const edits::FreePorts free(hall.b.project, hall.b.design, NetworkRole::Compute);
        QVERIFY(!free.canJoin(slow, port));
        const auto none = free.between(slow, port);
        QVERIFY(!none);
        QCOMPARE(none.error().message.id, std::string("edit.no-free-port"));
        // Where four lanes are in use already, the last of them is free, also as a port of choice.
        hall.cable(port, 0, slow, 0, 2);
        const edits::FreePorts more(hall.b.project, hall.b.design, NetworkRole::Compute);
        const auto last = more.between(slow, port);
        QVERIFY(last && last->b == (PortRef{port, 0, 3}));
        QVERIFY(more.canJoin(slow, port, std::uint16_t{0}));
        QVERIFY(more.canJoin(port, slow, std::uint16_t{5}));
        QVERIFY(!more.canJoin(port, slow, std::uint16_t{0}));
        QCOMPARE(more.between(port, slow, std::uint16_t{0}).error().message.id, std::string("edit.port-not-free"));
    }
    void portsOfRemovedCablesAreFree() {
        CabledHall hall;
        const Id<Device> node = hall.addNode(hall.racks[1]);
        const Id<Cable> cable = hall.cable(node, 0, hall.leaf, 0);
        const auto isFree = [&](bool isReadWhole) {
            edits::FreePorts ports(hall.b.project, hall.b.design, NetworkRole::Compute);
            while (isReadWhole && ports.readMore()) {
            }
            return ports.canJoin(hall.leaf, node, std::uint16_t{0});
        };
        QVERIFY(!isFree(false) && !isFree(true));
        hall.setStatus(cable, Status::Removed);
        QVERIFY(isFree(false) && isFree(true));
    }
};

RW_SUITE(TstHandCabling)
#include "tst_hand_cabling.moc"
