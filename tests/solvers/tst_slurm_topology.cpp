// SPDX-License-Identifier: GPL-3.0-or-later
// What schedulers and collectives are told of a compute network: each host once, in one unit and one block, whatever is
// missing or stands beside the hosts; settings by rails.
#include "solvers/fabric/nccl_settings.h"
#include "solvers/fabric/slurm_cluster.h"
#include "solvers/fabric/slurm_topology.h"
#include "solvers/generation/generate_network.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>

using namespace rackwright;
using fixture::FabricHall;

namespace {

using Names = std::vector<std::string>;

Names namesOf(const SlurmCluster& cluster, const std::vector<std::size_t>& hosts) {
    Names names;
    for (const std::size_t host : hosts)
        names.push_back(cluster.hosts[host]);
    return names;
}

SlurmCluster clusterOf(const FabricHall& hall) { return slurmCluster(Context(hall.snapshot())); }

/// A second pair of leaves with nodes 5 to 8 on its rails.
std::array<Id<Device>, 2> addUnit(FabricHall& hall) {
    const std::array leaves = {hall.addUnplaced(hall.fabricSwitchPart, "leaf-3", "leaf"),
                               hall.addUnplaced(hall.fabricSwitchPart, "leaf-4", "leaf")};
    for (int n = 5; n <= 8; ++n) {
        hall.members.push_back(hall.addUnplaced(hall.memberPart, "node-" + std::to_string(n), "compute"));
        for (std::uint16_t rail = 0; rail < 2; ++rail)
            hall.join({hall.members.back(), rail, 0}, {leaves[rail], static_cast<std::uint16_t>(n - 5), 0});
    }
    return leaves;
}

Id<PartRow> addPart(FabricHall& hall, const char* id, PartCategory category, std::int64_t portCount,
                    std::vector<Attribute> attributes = {}) {
    Part part = fixture::part(id, category, Mounting::Eia19, std::move(attributes));
    part.portGroups = {fixture::ports(PortRole::Compute, portCount, 400, FabricProtocol::InfiniBand)};
    return fixture::embed(hall.project, hall.ids, std::move(part));
}

/// The network of the family for the hall's nodes, drawn anew.
Snapshot generated(FabricHall& hall, NetworkFamily family) {
    hall.design.cables = {};
    hall.design.networks = {};
    for (const Id<PartRow> row : {hall.memberPart, hall.fabricSwitchPart})
        hall.changePart(row, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
    const Snapshot before = hall.snapshot();
    NetworkRequest request;
    request.family = family;
    request.devicesPerUnit = 2;
    request.leaf = before.project->parts.find(hall.fabricSwitchPart)->part;
    IdSource ids(10'000);
    const auto plan = planNetwork(*before.project, before.option, request, ids);
    return plan ? snapshotOf(plan->project) : Snapshot();
}

} // namespace

class TestSlurmTopology : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachHostIsInOneUnit() {
        FabricHall hall = fixture::fabricHall();
        const auto leaves = addUnit(hall);
        const auto check = [&] {
            const SlurmCluster cluster = clusterOf(hall);
            QCOMPARE(cluster.units.size(), std::size_t(2));
            QCOMPARE(namesOf(cluster, cluster.units[0].hosts), (Names{"node-1", "node-2", "node-3", "node-4"}));
            QCOMPARE(namesOf(cluster, cluster.units[1].hosts), (Names{"node-5", "node-6", "node-7", "node-8"}));
            QCOMPARE(cluster.blocks.size(), std::size_t(2));
            QCOMPARE(cluster.blocks[1].hosts, cluster.units[1].hosts);
        };
        check();
        // Without one cable of the first node.
        for (const Cable& cable : Table<Cable>(hall.design.cables))
            if (cable.a == PortRef{hall.members[0], 1, 0})
                hall.design.cables = hall.design.cables.without(cable.id);
        check();
        // One of the second node's in a leaf of the other unit.
        for (const Cable& cable : Table<Cable>(hall.design.cables))
            if (cable.a == PortRef{hall.members[1], 1, 0})
                hall.change(&Design::cables, cable.id, [&](Cable& wrong) { wrong.b.device = leaves[1]; });
        check();
        // With a management host and storage on the leaves.
        const Id<PartRow> head = addPart(hall, "test-head", PartCategory::HeadNode, 1);
        const Id<PartRow> store = addPart(hall, "test-store", PartCategory::StorageNode, 1);
        hall.join({hall.addUnplaced(head, "head-1", "head"), 0, 0}, {leaves[0], 7, 0});
        hall.join({hall.addUnplaced(store, "store-1", "storage"), 0, 0}, {leaves[1], 7, 0});
        check();
        QVERIFY(slurmTree(Context(hall.snapshot())).find("head-1") == std::string::npos);
    }
    void equalNamesAreToldApart() {
        FabricHall hall = fixture::fabricHall();
        for (const std::size_t n : {0U, 1U})
            hall.change(&Design::devices, hall.members[n],
                        [&](Device& device) { device.name = n == 0 ? "node/a" : "node a"; });
        Names names = clusterOf(hall).hosts;
        QCOMPARE(names[0], std::string("node-a"));
        QCOMPARE(names[1], "node-a-" + std::to_string(hall.members[1].value));
    }
    void traysOfRackScaleSystemsAreHosts() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = {};
        const Id<PartRow> rackPart =
            addPart(hall, "test-rack", PartCategory::RackScaleSystem, 20, {fixture::number("accelerator-count", 20)});
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 64; });
        for (std::uint16_t r = 0; r < 2; ++r) {
            const Id<Device> rack = hall.addUnplaced(rackPart, "rack-" + std::to_string(r + 1), "compute");
            for (std::uint16_t port = 0; port < 20; ++port)
                hall.join({rack, port, 0}, {port % 2 == 0 ? hall.leaves[0] : hall.leaves[1],
                                            static_cast<std::uint16_t>(r * 20 + port), 0});
        }
        const SlurmCluster cluster = clusterOf(hall);
        QCOMPARE(cluster.hosts.size(), std::size_t(10));
        QCOMPARE(cluster.hosts[9], std::string("rack-2-tray-5"));
        QCOMPARE(cluster.units.size(), std::size_t(1));
        // Each rack is a domain of five hosts.
        QCOMPARE(cluster.blocks.size(), std::size_t(2));
        QCOMPARE(namesOf(cluster, cluster.blocks[0].hosts),
                 (Names{"rack-1-tray-1", "rack-1-tray-2", "rack-1-tray-3", "rack-1-tray-4", "rack-1-tray-5"}));
        const std::string yaml = slurmYaml(Context(hall.snapshot()));
        QVERIFY2(yaml.find("    block_sizes:\n      - 5\n    blocks:\n      - block: domain1\n"
                           "        nodes: \"rack-1-tray-1,") != std::string::npos,
                 yaml.c_str());
        QVERIFY(slurmBlocks(Context(hall.snapshot())).ends_with("BlockSizes=5\n"));
    }
    void ringsStayOnRails() {
        const FabricHall hall = fixture::fabricHall();
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("2 rails") != std::string::npos);
        FabricHall planes = fixture::fabricHall(), pairs = fixture::fabricHall();
        const Snapshot multiPlane = generated(planes, NetworkFamily::MultiPlane);
        const Snapshot dualTor = generated(pairs, NetworkFamily::DualTor);
        QVERIFY(multiPlane.project && dualTor.project);
        QVERIFY(ncclSettings(Context(multiPlane)).find("\nNCCL_CROSS_NIC=0\n") != std::string::npos);
        QVERIFY(ncclSettings(Context(dualTor)).find("\nNCCL_CROSS_NIC=1\n") != std::string::npos);
    }
    void reductionInTheNetworkIsOfInfiniBand() {
        FabricHall hall = fixture::fabricHall();
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::InfiniBand; });
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("\n#NCCL_COLLNET_ENABLE=1\n") != std::string::npos);
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("GID_INDEX") == std::string::npos);
        // Switches that reduce are no hint any more; off again, they are.
        hall.setSetting("fabric.sharp", "on");
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("\nNCCL_COLLNET_ENABLE=1\n") != std::string::npos);
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("#NCCL_COLLNET_ENABLE") == std::string::npos);
        // The nodes have two ports, and both are cabled.
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("\n#NCCL_IB_HCA==<compute1>,<compute2>\n") !=
                std::string::npos);
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::Ethernet; });
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("COLLNET") == std::string::npos);
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("\n#NCCL_IB_TC=106\n") != std::string::npos);
        // GPUDirect RDMA is of both.
        QVERIFY(ncclSettings(Context(hall.snapshot())).find("nvidia-peermem") != std::string::npos);
        hall.design.cables = {};
        QVERIFY(ncclSettings(Context(hall.snapshot())).empty());
    }
};

RW_SUITE(TestSlurmTopology)
#include "tst_slurm_topology.moc"
