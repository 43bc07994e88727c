// SPDX-License-Identifier: GPL-3.0-or-later
// Fabrics as drawn: every node port cabled once, no port used twice, as many links up as down, even trunks, counts as
// the closed form and as the published scalable-unit tables say.
#include "model/parts/port_list.h"
#include "solvers/generation/plain_cabler.h"
#include "tests/support/part_fixture.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace rackwright;

namespace {

struct Drawn {
    ClosPlan plan;
    std::vector<PortRef> ends;
    DrawnFabric fabric;
    Part part;
};

Drawn draw(std::int64_t nodes, std::int64_t rails, std::int64_t ports, double portGigabits, double linkGigabits) {
    Drawn drawn;
    drawn.part = fixture::networkSwitch("switch", ports, portGigabits, FabricProtocol::InfiniBand);
    drawn.part.portGroups.front().maximumSplit = 4;
    const DataRate link = linkGigabits * unit::gigabitPerSecond;
    drawn.plan = planRailClos(nodes, rails, radixAt(drawn.part, link).value()).value();
    IdSource ids(1);
    for (std::int64_t n = 0; n < nodes; ++n) {
        const Id<Device> node = ids.take<Device>();
        for (std::int64_t rail = 0; rail < rails; ++rail)
            drawn.ends.push_back({node, static_cast<std::uint16_t>(rail), 0});
    }
    drawn.fabric =
        drawRailClos(drawn.plan, drawn.ends, link, {Id<PartRow>{1}, &drawn.part}, {Id<Network>{1}, 1, "c"}, ids)
            .value();
    return drawn;
}

int countOf(const DrawnFabric& fabric, std::string_view role) {
    return static_cast<int>(std::ranges::count(fabric.switches, role, &Device::role));
}

/// 0 node, 1 leaf, 2 spine, 3 core.
class Tiers {
public:
    explicit Tiers(const DrawnFabric& fabric) {
        for (const Device& each : fabric.switches)
            m_tier[each.id] = each.role == "leaf" ? 1 : each.role == "spine" ? 2 : 3;
    }
    int of(Id<Device> id) const {
        const auto it = m_tier.find(id);
        return it == m_tier.end() ? 0 : it->second;
    }
    const std::map<Id<Device>, int>& all() const { return m_tier; }

private:
    std::map<Id<Device>, int> m_tier;
};

} // namespace

class TestPlainCabler : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fabric_data() {
        for (const char* column :
             {"nodes", "rails", "ports", "portSpeed", "link", "tiers", "leaves", "spines", "cores"})
            QTest::addColumn<int>(column);
        // Published tables: H100 SuperPOD of 3 and 4 SU, B300 of 1 to 8 SU, 64 SU over three tiers.
        QTest::newRow("H100, 3 SU") << 96 << 8 << 64 << 400 << 400 << 2 << 24 << 16 << 0;
        QTest::newRow("H100, 127 nodes of 4 SU") << 127 << 8 << 64 << 400 << 400 << 2 << 32 << 16 << 0;
        QTest::newRow("B300, 1 SU") << 72 << 8 << 144 << 800 << 800 << 2 << 8 << 4 << 0;
        QTest::newRow("B300, 4 SU") << 288 << 8 << 144 << 800 << 800 << 2 << 32 << 18 << 0;
        QTest::newRow("B300, 8 SU") << 576 << 8 << 144 << 800 << 800 << 2 << 64 << 36 << 0;
        QTest::newRow("B200, 64 SU") << 2048 << 8 << 64 << 400 << 400 << 3 << 512 << 512 << 256;
        // k-ary fat tree of k = 8: 128 hosts, 32 leaves, 32 spines, 16 cores (5 k^2 / 4 switches).
        QTest::newRow("fat tree of 8") << 128 << 1 << 8 << 400 << 400 << 3 << 32 << 32 << 16;
        QTest::newRow("one switch") << 4 << 2 << 64 << 400 << 400 << 1 << 1 << 0 << 0;
        QTest::newRow("breakout to half speed") << 256 << 8 << 64 << 800 << 400 << 2 << 32 << 16 << 0;
        QTest::newRow("131,072 endpoints") << 16384 << 8 << 64 << 800 << 400 << 3 << 2048 << 2048 << 1024;
        QTest::newRow("a leaf not full") << 145 << 4 << 64 << 400 << 400 << 2 << 20 << -1 << 0;
        QTest::newRow("a pod not full") << 1100 << 8 << 64 << 400 << 400 << 3 << -1 << -1 << -1;
    }

    void fabric() {
        QFETCH(int, nodes);
        QFETCH(int, rails);
        QFETCH(int, ports);
        QFETCH(int, portSpeed);
        QFETCH(int, link);
        QFETCH(int, leaves);
        QFETCH(int, spines);
        QFETCH(int, cores);
        const Drawn drawn = draw(nodes, rails, ports, portSpeed, link);
        const ClosPlan& plan = drawn.plan;
        QTEST(static_cast<int>(plan.tiers), "tiers");
        QCOMPARE(std::int64_t(countOf(drawn.fabric, "leaf")), plan.leaves());
        QCOMPARE(std::int64_t(countOf(drawn.fabric, "spine")), plan.spines());
        QCOMPARE(std::int64_t(countOf(drawn.fabric, "core")), plan.cores());
        QCOMPARE(std::int64_t(drawn.fabric.cables.size()),
                 plan.nodeLinks() + plan.leafSpineLinks() + plan.spineCoreLinks());
        QVERIFY(leaves < 0 || countOf(drawn.fabric, "leaf") == leaves);
        QVERIFY(spines < 0 || countOf(drawn.fabric, "spine") == spines);
        QVERIFY(cores < 0 || countOf(drawn.fabric, "core") == cores);
        verifyPorts(drawn, ports, portSpeed / link);
        verifyLinks(drawn, nodes);
        QCOMPARE(drawn.fabric.generator.key, 1u);
    }

    void whatCannotBeDrawnIsRefused() {
        QCOMPARE(planRailClos(0, 8, 64).error().message.id, std::string("fabric.no-endpoints"));
        QCOMPARE(planRailClos(100'000, 8, 64).error().message.id, std::string("fabric.too-large"));
        QCOMPARE(planRailClos(1'000, 40, 64).error().message.id, std::string("fabric.too-many-rails"));
        // 64^3 / 4 endpoints of 8 each are what three tiers hold.
        QVERIFY(planRailClos(64 * 64 * 64 / 4 / 8, 8, 64));
        QVERIFY(!planRailClos(64 * 64 * 64 / 4 / 8 + 1, 8, 64));
        const Part part = fixture::networkSwitch("s", 64, 400, FabricProtocol::Ethernet);
        QCOMPARE(radixAt(part, 300.0 * unit::gigabitPerSecond).error().message.id, std::string("fabric.no-speed"));
    }

    void tree_data() {
        for (const char* column : {"ends", "leaves", "spines", "cores"})
            QTest::addColumn<int>(column);
        QTest::newRow("one leaf") << 48 << 1 << 0 << 0;
        QTest::newRow("two leaves") << 49 << 2 << 2 << 0;
        QTest::newRow("one group of 64") << 48 * 64 << 64 << 2 << 0;
        QTest::newRow("two groups") << 48 * 65 << 65 << 4 << 2;
    }

    void tree() {
        QFETCH(int, ends);
        Part leaf = fixture::networkSwitch("leaf", 48, 1, FabricProtocol::Ethernet);
        leaf.portGroups.push_back(fixture::ports(PortRole::Uplink, 4, 100, FabricProtocol::Ethernet));
        const Part upper = fixture::networkSwitch("upper", 64, 100, FabricProtocol::Ethernet);
        std::vector<TreeEnd> treeEnds;
        for (int i = 0; i < ends; ++i)
            treeEnds.push_back({{Id<Device>{std::uint64_t(i) + 1}, 12, 0}, 1.0 * unit::gigabitPerSecond});
        IdSource ids(100'000);
        const auto drawn =
            drawTree(treeEnds, {{Id<PartRow>{1}, &leaf}, {Id<PartRow>{2}, &upper}, 2}, {Id<Network>{1}, 4, "oob"}, ids);
        QVERIFY(drawn.has_value());
        QTEST(countOf(*drawn, "leaf"), "leaves");
        QTEST(countOf(*drawn, "spine"), "spines");
        QTEST(countOf(*drawn, "core"), "cores");
        const Tiers tiers(*drawn);
        std::set<PortRef> used;
        for (const Cable& cable : drawn->cables)
            for (const PortRef& end : {cable.a, cable.b}) {
                QVERIFY(used.insert(end).second);
                if (tiers.of(end.device) > 0)
                    QVERIFY(end.port < portCount(tiers.of(end.device) == 1 ? leaf : upper));
            }
    }

    // Both ports of a device go to the leaves of one pair, servers of a pool to all pairs; one pair joins by itself.
    void pairsOfLeaves_data() {
        for (const char* column : {"devices", "leaves", "spines"})
            QTest::addColumn<int>(column);
        QTest::newRow("one pair") << 24 << 2 << 0;
        QTest::newRow("one more") << 25 << 4 << 2;
        QTest::newRow("ten pairs") << 240 << 20 << 2;
    }
    void pairsOfLeaves() {
        QFETCH(int, devices);
        Part leaf = fixture::networkSwitch("leaf", 32, 100, FabricProtocol::Ethernet);
        leaf.portGroups.front().maximumSplit = 4;
        const Part upper = fixture::networkSwitch("upper", 64, 100, FabricProtocol::Ethernet);
        std::vector<TreeEnd> ends;
        // 4 of 28 ports on a leaf are for 13 to 16 servers of 25 Gb/s in each pair.
        for (int d = 0; d < devices; ++d)
            for (std::uint16_t port = 0; port < 2; ++port)
                ends.push_back({{Id<Device>{std::uint64_t(d) + 1}, port, 0}, 100.0 * unit::gigabitPerSecond});
        const int servers = devices / 24 * 16;
        for (int d = 0; d < servers; ++d)
            for (std::uint16_t port = 0; port < 2; ++port)
                ends.push_back({{Id<Device>{std::uint64_t(d) + 5'001}, port, 0}, 25.0 * unit::gigabitPerSecond, true});
        IdSource ids(100'000);
        TreeShape shape{{Id<PartRow>{1}, &leaf}, {Id<PartRow>{2}, &upper}, 4};
        shape.hasPairs = true;
        const auto drawn = drawTree(ends, shape, {Id<Network>{1}, 3, "ib"}, ids);
        QVERIFY(drawn.has_value());
        QTEST(countOf(*drawn, "leaf"), "leaves");
        QTEST(countOf(*drawn, "spine"), "spines");
        const Tiers tiers(*drawn);
        std::map<Id<Device>, std::set<Id<Device>>> leavesOf;
        std::map<std::int64_t, int> serversOf; // by pair
        std::set<PortRef> used;
        int peers = 0;
        for (const Cable& cable : drawn->cables) {
            QVERIFY(used.insert(cable.a).second);
            QVERIFY(used.insert(cable.b).second);
            peers += tiers.of(cable.a.device) == 1 && tiers.of(cable.b.device) == 1 ? 1 : 0;
            if (tiers.of(cable.a.device) == 0) {
                leavesOf[cable.a.device].insert(cable.b.device);
                const auto at = std::ranges::find(drawn->switches, cable.b.device, &Device::id);
                if (cable.a.device.value > 5'000)
                    ++serversOf[at->group];
            }
        }
        for (const auto& [device, leaves] : leavesOf) {
            QCOMPARE(leaves.size(), std::size_t(2));
            const auto group = [&](Id<Device> id) {
                return std::ranges::find(drawn->switches, id, &Device::id)->group;
            };
            QCOMPARE(group(*leaves.begin()), group(*leaves.rbegin()));
        }
        QCOMPARE(peers, countOf(*drawn, "leaf") == 2 ? int(kPeerCables) : 0);
        QCOMPARE(int(serversOf.size()), countOf(*drawn, "leaf") / 2);
        const auto [least, most] = std::ranges::minmax_element(serversOf, {}, [](const auto& e) { return e.second; });
        QVERIFY(most->second - least->second <= 2);
    }

    // Leaves that are asked for beyond what the ends need share them evenly.
    void moreLeavesKeepPortsFree() {
        Part leaf = fixture::networkSwitch("leaf", 48, 1, FabricProtocol::Ethernet);
        leaf.portGroups.push_back(fixture::ports(PortRole::Uplink, 4, 100, FabricProtocol::Ethernet));
        const Part upper = fixture::networkSwitch("upper", 64, 100, FabricProtocol::Ethernet);
        std::vector<TreeEnd> ends;
        for (std::uint64_t i = 0; i < 90; ++i)
            ends.push_back({{Id<Device>{i + 1}, 12, 0}, 1.0 * unit::gigabitPerSecond});
        IdSource ids(1'000);
        TreeShape shape{{Id<PartRow>{1}, &leaf}, {Id<PartRow>{2}, &upper}, 2};
        shape.leaves = 5;
        const auto drawn = drawTree(ends, shape, {Id<Network>{1}, 4, "oob"}, ids);
        QVERIFY(drawn.has_value());
        QCOMPARE(countOf(*drawn, "leaf"), 5);
        const Tiers tiers(*drawn);
        std::map<Id<Device>, int> count;
        for (const Cable& cable : drawn->cables)
            if (tiers.of(cable.a.device) == 0)
                ++count[cable.b.device];
        for (const auto& [id, number] : count)
            QCOMPARE(number, 18);
    }

    void endsOfSeveralSpeedsShareALeaf() {
        Part leaf = fixture::networkSwitch("leaf", 32, 100, FabricProtocol::Ethernet);
        leaf.portGroups.front().maximumSplit = 4;
        const Part upper = fixture::networkSwitch("upper", 64, 100, FabricProtocol::Ethernet);
        std::vector<TreeEnd> ends;
        for (std::uint64_t i = 0; i < 10; ++i)
            ends.push_back({{Id<Device>{i + 1}, 0, 0}, (i % 2 ? 25.0 : 100.0) * unit::gigabitPerSecond});
        IdSource ids(1000);
        const auto drawn =
            drawTree(ends, {{Id<PartRow>{1}, &leaf}, {Id<PartRow>{2}, &upper}, 4}, {Id<Network>{1}, 3, "ib"}, ids);
        QVERIFY(drawn.has_value());
        QCOMPARE(drawn->switches.size(), std::size_t(1));
        std::set<int> ports;
        for (const Cable& cable : drawn->cables)
            ports.insert(cable.b.port);
        QCOMPARE(ports.size(), std::size_t(7)); // five at 100 Gb/s, five lanes of 25 Gb/s on two ports
    }

    // Two ports are one module here: links of another speed begin in the next one, uplinks as well.
    void aModuleHasOneSpeed_data() {
        QTest::addColumn<bool>("hasPairs");
        QTest::newRow("leaves") << false;
        QTest::newRow("pairs of leaves") << true;
    }
    void aModuleHasOneSpeed() {
        QFETCH(bool, hasPairs);
        Part leaf = fixture::networkSwitch("leaf", 16, 400, FabricProtocol::Ethernet);
        leaf.portGroups.front().portsPerCage = 2;
        leaf.portGroups.front().maximumSplit = 4;
        Part upper = leaf;
        upper.id = upper.model = "upper";
        std::map<Id<Device>, double> speedOf; // in Gb/s
        std::vector<TreeEnd> ends;
        for (std::uint64_t i = 0; i < 45; ++i) {
            const double gbps = i % 3 == 0 ? 400 : i % 3 == 1 ? 200 : 100;
            speedOf[Id<Device>{i + 1}] = gbps;
            ends.push_back({{Id<Device>{i + 1}, 0, 0}, gbps * unit::gigabitPerSecond});
        }
        IdSource ids(1'000);
        TreeShape shape{{Id<PartRow>{1}, &leaf}, {Id<PartRow>{2}, &upper}, 2};
        shape.hasPairs = hasPairs;
        const auto drawn = drawTree(ends, shape, {Id<Network>{1}, 2, "storage"}, ids);
        QVERIFY(drawn.has_value());
        std::map<std::pair<Id<Device>, int>, std::set<double>> speeds; // by switch and module
        std::set<PortRef> used;
        for (const Cable& cable : drawn->cables) {
            const auto end = speedOf.find(cable.a.device);
            const double gbps = end == speedOf.end() ? 400 : end->second;
            for (const PortRef& port : {cable.a, cable.b}) {
                QVERIFY(used.insert(port).second);
                QVERIFY(port.port < 16);
                if (!speedOf.contains(port.device))
                    speeds[{port.device, port.port / 2}].insert(gbps);
            }
        }
        QVERIFY(speeds.size() > 10);
        for (const auto& [module, found] : speeds)
            QCOMPARE(found.size(), std::size_t(1));
    }

private:
    // No port twice, none beyond the switch's ports and lanes, every node port once.
    void verifyPorts(const Drawn& drawn, int ports, int split) {
        const Tiers tiers(drawn.fabric);
        std::set<PortRef> used;
        for (const Cable& cable : drawn.fabric.cables) {
            QVERIFY(used.insert(cable.a).second);
            QVERIFY(used.insert(cable.b).second);
            QCOMPARE(tiers.of(cable.b.device), tiers.of(cable.a.device) + 1);
            QVERIFY(cable.b.port < ports && cable.b.lane < split);
            QVERIFY(tiers.of(cable.a.device) == 0 || (cable.a.port < ports && cable.a.lane < split));
        }
        for (const PortRef& end : drawn.ends)
            QVERIFY(used.contains(end));
    }

    // As many links up as down where units and pods are full, never fewer; trunks are even within a tier.
    void verifyLinks(const Drawn& drawn, int nodes) {
        const ClosPlan& plan = drawn.plan;
        const Tiers tiers(drawn.fabric);
        std::map<Id<Device>, std::int64_t> up, down;
        std::map<std::pair<Id<Device>, Id<Device>>, std::int64_t> trunks;
        for (const Cable& cable : drawn.fabric.cables) {
            ++up[cable.a.device];
            ++down[cable.b.device];
            if (tiers.of(cable.a.device) > 0)
                ++trunks[{cable.a.device, cable.b.device}];
        }
        const bool isFull = nodes == plan.units * plan.nodesPerUnit && plan.uplinksPerLeaf == plan.nodesPerUnit &&
                            (plan.tiers < 3 || plan.units == plan.pods * plan.unitsPerPod);
        for (const auto& [id, tier] : tiers.all()) {
            if (tier >= plan.tiers)
                continue;
            QVERIFY(up[id] >= down[id]);
            QVERIFY(!isFull || up[id] == down[id]);
        }
        std::map<int, std::set<std::int64_t>> widths;
        for (const auto& [pair, links] : trunks)
            widths[tiers.of(pair.first)].insert(links);
        for (const auto& [tier, found] : widths)
            QCOMPARE(found.size(), std::size_t(1));
    }
};

RW_SUITE(TestPlainCabler)
#include "tst_plain_cabler.moc"
