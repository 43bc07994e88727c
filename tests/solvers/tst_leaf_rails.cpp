// SPDX-License-Identifier: GPL-3.0-or-later
// Which rail a leaf is of: by the port of the devices, whatever the order of leaves, planes and trays.
#include "solvers/node/leaf_rails.h"
#include "tests/support/suite.h"

#include <QTest>

using namespace rackwright;

namespace {

Part nodeOf(std::int64_t ports) {
    Part made;
    PortGroup management, compute;
    management.role = PortRole::Management;
    management.count = 1;
    compute.role = PortRole::Compute;
    compute.count = ports;
    made.portGroups = {management, compute};
    return made;
}

} // namespace

class TestLeafRails : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void leavesOfTwoPlanesShareARail() {
        const Part node = nodeOf(2);
        std::vector<LeafCable> cables;
        for (std::uint32_t leaf = 0; leaf < 4; ++leaf) // plane by plane, rail by rail
            for (int n = 0; n < 3; ++n)
                cables.push_back({leaf, &node, static_cast<std::uint16_t>(1 + leaf % 2)});
        const LeafRails found = railsOfLeaves(5, cables);
        QCOMPARE(found.rails, 2);
        QCOMPARE(found.ofLeaf, (std::vector<int>{0, 1, 0, 1, -1}));
    }
    void aPairForAllPortsIsNoRail() {
        const Part node = nodeOf(4);
        std::vector<LeafCable> cables;
        for (std::uint32_t leaf = 0; leaf < 2; ++leaf)
            for (std::uint16_t port = 1; port <= 4; ++port)
                cables.push_back({leaf, &node, port});
        QCOMPARE(railsOfLeaves(2, cables).rails, 0);
        // Nor are the even and the odd ports of dual-port adapters.
        for (LeafCable& cable : cables)
            cable.leaf = (cable.port + 1U) % 2;
        const LeafRails found = railsOfLeaves(2, cables);
        QCOMPARE(found.rails, 0);
        QCOMPARE(found.ofLeaf, (std::vector<int>{-1, -1}));
    }
    void aPairForStorageIsNoRail() {
        Part node = nodeOf(2);
        node.portGroups[1].role = PortRole::Storage;
        std::vector<LeafCable> cables;
        for (std::uint32_t leaf = 0; leaf < 4; ++leaf)
            for (int n = 0; n < 3; ++n)
                cables.push_back({leaf, &node, static_cast<std::uint16_t>(1 + leaf % 2)});
        QCOMPARE(railsOfLeaves(4, cables).rails, 0);
    }
    void mostCablesOfALeafDecide() {
        const Part node = nodeOf(2), other = nodeOf(8);
        std::vector<LeafCable> cables;
        for (int n = 0; n < 3; ++n)
            for (std::uint32_t leaf = 0; leaf < 2; ++leaf)
                cables.push_back({leaf, n == 0 ? &other : &node, static_cast<std::uint16_t>(1 + leaf)});
        cables.push_back({0, &node, 2});
        const LeafRails found = railsOfLeaves(2, cables);
        QCOMPARE(found.rails, 2);
        QCOMPARE(found.ofLeaf, (std::vector<int>{0, 1}));
        // A network whose leaves are mostly mixed has none.
        for (int n = 0; n < 20; ++n)
            cables.push_back({2, &other, static_cast<std::uint16_t>(1 + n % 4)});
        QCOMPARE(railsOfLeaves(3, cables).rails, 0);
    }
    void traysOfARackCountTheirOwnPorts() {
        const Part rack = nodeOf(72);
        std::vector<LeafCable> cables;
        for (std::uint16_t port = 0; port < 72; ++port)
            cables.push_back({port % 4U, &rack, static_cast<std::uint16_t>(port + 1)});
        const LeafRails found = railsOfLeaves(4, cables);
        QCOMPARE(found.rails, 4);
        QCOMPARE(found.ofLeaf, (std::vector<int>{0, 1, 2, 3}));
        RailPorts ports;
        QCOMPARE(ports.of(&rack, 72).tray, std::int64_t{17});
        QCOMPARE(ports.of(&rack, 72).port, std::int64_t{3});
    }
};

RW_SUITE(TestLeafRails)
#include "tst_leaf_rails.moc"
