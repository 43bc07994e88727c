// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the networks of a design, worked out by hand on the fabric of fabric_hall.h, with their derivations, what
// faults leave, and that moving racks costs nothing.
#include "solvers/engine/judging.h"
#include "solvers/engine/scheduler.h"
#include "solvers/engine/solution.h"
#include "solvers/engine/stop_scope.h"
#include "solvers/engine/subject_name.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/network/network_report.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace rackwright;
using fixture::FabricHall;

namespace {

DomainsPtr domains() {
    static const DomainsPtr joinedOnce = joined({fabricDomain()});
    return joinedOnce;
}

Value valueOf(const FabricHall& hall, const std::string& name) {
    const Context context(hall.snapshot());
    const FigureDefinition* definition = domains()->findFigure(name);
    return definition->plain(context, Subject(hall.network));
}

/// The hall with two accelerators in each node, which send each other 450 GB/s one way.
FabricHall hallWithAccelerators() {
    FabricHall hall = fixture::fabricHall();
    fixture::embed(hall.project, hall.ids,
                   fixture::part("test-gpu", PartCategory::Accelerator, Mounting::InDevice,
                                 {fixture::number("scale-up-bandwidth", 900e9)}));
    hall.changePart(hall.memberPart, [](Part& part) {
        part.attributes = {fixture::number("rack-units", 8), fixture::number("accelerator-count", 2),
                           fixture::word("accelerator-model", "test-gpu")};
    });
    return hall;
}

void addLabels(const Derivation& node, std::set<std::string>& labels) {
    labels.insert(node.label);
    for (const DerivationPtr& input : node.inputs)
        addLabels(*input, labels);
}

/// What the derivation of a figure names.
std::set<std::string> labelsOf(const FabricHall& hall, const std::string& name) {
    const Context context(hall.snapshot());
    const Subject subject(hall.network);
    std::set<std::string> labels;
    addLabels(*domains()->findFigure(name)->traced(context, subject).node(), labels);
    return labels;
}

NetworkReport reportOf(const FabricHall& hall) {
    const Context context(hall.snapshot());
    return *context.lookUp<NetworkReports>().find(hall.network);
}

} // namespace

class TestFabricDomain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Each device without management is a place of the finding, not the first alone.
    void allUnmanagedDevicesAreNamed() {
        FabricHall hall = fixture::fabricHall();
        hall.changePart(hall.memberPart, [](Part& part) {
            part.portGroups.push_back(fixture::ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45"));
        });
        const auto solution = solve(hall.snapshot(), domains(), {{}, 1});
        std::size_t findings = 0;
        for (const Finding& finding : solution->report().findings)
            if (finding.message.id == "rule.NET-11.unmanaged") {
                ++findings;
                for (const Id<Device> member : hall.members)
                    QVERIFY(std::ranges::count(finding.subjects, Subject(member)) == 1);
                QCOMPARE(finding.measured->typical(), static_cast<double>(finding.subjects.size()));
            }
        QCOMPARE(findings, std::size_t(1));
    }
    // What is cabled without being a device is the thing that it is, and called by its name.
    void cabledPlantIsCalledByItsName() {
        Design design;
        PowerElement pdu;
        pdu.id = {7};
        pdu.name = "B13 PDU A";
        design.powerElements = design.powerElements.with(pdu);
        CoolingUnit cdu;
        cdu.id = {8};
        cdu.name = "CDU 1";
        design.coolingUnits = design.coolingUnits.with(cdu);
        QCOMPARE(cabledSubject(design, {7}), Subject(pdu.id));
        QCOMPARE(subjectName(design, cabledSubject(design, {7})), pdu.name);
        QCOMPARE(subjectName(design, cabledSubject(design, {8})), cdu.name);
    }
    void figuresByHand() {
        const FabricHall hall = fixture::fabricHall();
        QCOMPARE(valueOf(hall, "fabric.endpoints").typical(), 8.0);
        QCOMPARE(valueOf(hall, "fabric.switches").typical(), 4.0);
        QCOMPARE(valueOf(hall, "fabric.cables").typical(), 16.0);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.upper").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.share").typical(), 1.0);
        // Two nodes of four on each side: every leaf pays for two ports.
        QCOMPARE(valueOf(hall, "fabric.bisection.nodes.lower").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.nodes.upper").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 1.0);
        QVERIFY(valueOf(hall, "fabric.oversubscription.spine").isUnknown());
        QCOMPARE(valueOf(hall, "fabric.diameter").typical(), 4.0);
        // 4 endpoints of a leaf send 4/7 each over 4 cables up; each port carries 1 itself.
        QCOMPARE(valueOf(hall, "fabric.load.all-to-all").typical(), 1.0);
    }
    // 4 nodes with 2 accelerators and 100 GB/s each: 8 ranks, 14 steps, 6 of them between nodes.
    void allReducesReachAShareOfTheLineRate() {
        FabricHall hall = hallWithAccelerators();
        hall.setSetting("fabric.message-size", "1000000000000");
        const auto ringOf = [](double rate) { return 8.4e-6 + 8 * 3.4e-6 + 6 * 9.6e-6 + 1e12 * 1.75 / rate; };
        QCOMPARE(valueOf(hall, "fabric.allreduce.ring").typical(), ringOf(90e9));
        QVERIFY(valueOf(hall, "fabric.allreduce.busbw").typical() < 90e9);
        QCOMPARE(valueOf(hall, "fabric.allreduce.sharp-bound").typical(), 100e9);
        // The default is our assumption and stands in the derivation.
        QVERIFY(labelsOf(hall, "fabric.allreduce.ring").contains("fabric.collective.network-share"));
        QVERIFY(labelsOf(hall, "fabric.allreduce.tree").contains("fabric.collective.inside-share"));
        hall.setSetting("fabric.collective.network-share", "0.5");
        QCOMPARE(valueOf(hall, "fabric.allreduce.ring").typical(), ringOf(50e9));
        // Links inside that reach less than the ports.
        hall.setSetting("fabric.collective.inside-share", "0.1");
        QCOMPARE(valueOf(hall, "fabric.allreduce.ring").typical(), ringOf(45e9));
        QCOMPARE(valueOf(hall, "fabric.allreduce.sharp-bound").typical(), 100e9);
    }
    void algbwBusbwAndWireAreOfOneAlgorithm() {
        FabricHall hall = hallWithAccelerators();
        hall.setSetting("fabric.message-size", "1000000000");
        const auto figure = [&](const char* name) {
            return valueOf(hall, std::string("fabric.allreduce.") + name).typical();
        };
        QVERIFY(figure("ring") < figure("tree"));
        QCOMPARE(figure("algbw"), 1e9 / figure("ring"));
        QCOMPARE(figure("wire"), 1e9 * 1.75 / figure("ring"));
        // Slow steps between nodes: trees take fewer.
        hall.setSetting("fabric.nccl.ring-between", "0.01");
        QVERIFY(figure("tree") < figure("ring"));
        QCOMPARE(figure("algbw"), 1e9 / figure("tree"));
        QCOMPARE(figure("busbw"), 1e9 / figure("tree") * 1.75);
        QCOMPARE(figure("wire"), 1e9 * 1.5 / figure("tree"));
    }
    // 4 nodes with 2 accelerators: a ring of 8 sends 1.75 messages out of a node, switches that reduce ask for one.
    void switchesThatReduceTakeOneMessageOfANode() {
        FabricHall hall = hallWithAccelerators();
        hall.setSetting("fabric.message-size", "1000000000000");
        const auto figure = [&](const char* name) {
            return valueOf(hall, std::string("fabric.allreduce.") + name).typical();
        };
        QCOMPARE(figure("volume"), 1.75e12);
        const double byRings = figure("algbw");
        hall.setSetting("fabric.sharp", "on");
        QCOMPARE(figure("volume"), 1e12);
        // 100 GB/s a node, of which data reach 90 %; within the node 2 x 1/2 of the message at 81 % of 450 GB/s are
        // less. Steps: 2 x 4 us inside, 10.7 us into the network and back.
        const double time = 2 * 4e-6 + 10.7e-6 + 1e12 / 90e9;
        QVERIFY(std::abs(figure("in-network") - time) < 1e-9 * time);
        QVERIFY(std::abs(figure("algbw") - 1e12 / time) < 1e-9 * byRings);
        QVERIFY(figure("algbw") > 1.7 * byRings && figure("algbw") <= figure("sharp-bound"));
        QVERIFY(std::abs(figure("wire") - 1e12 / time) < 1e-9 * byRings);
        QVERIFY(labelsOf(hall, "fabric.allreduce.algbw").contains("fabric.sharp.volume"));
        // Slow links within the node are what is waited for, not the network.
        hall.setSetting("fabric.collective.inside-share", "0.1");
        QVERIFY(std::abs(figure("in-network") - (2 * 4e-6 + 10.7e-6 + 1e12 / 45e9)) < 1e-9);
    }
    void switchesOfEthernetDoNotReduce() {
        FabricHall hall = hallWithAccelerators();
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::Ethernet; });
        const double without = valueOf(hall, "fabric.allreduce.algbw").typical();
        hall.setSetting("fabric.sharp", "on");
        QCOMPARE(valueOf(hall, "fabric.allreduce.algbw").typical(), without);
        const Context context(hall.snapshot());
        QVERIFY(!domains()->findFigure("fabric.allreduce.in-network")->applies(context, Subject(hall.network)));
    }
    void oneSwitchBlocksNothing() {
        FabricHall hall = fixture::fabricHall();
        const Id<Device> leaf = hall.leaves.front();
        const Table<Cable> all = hall.design.cables;
        for (const Cable& cable : all) {
            const bool isTrunk = std::ranges::find(hall.trunks, cable.id) != hall.trunks.end();
            if (isTrunk || (cable.a.device != leaf && cable.b.device != leaf))
                hall.design.cables = hall.design.cables.without(cable.id);
        }
        QCOMPARE(valueOf(hall, "fabric.switches").typical(), 1.0);
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 1.0);
    }
    // Storage on a pair of leaves without spines: four ports of 400 Gb/s on each, two cables between them.
    void pairsAreOversubscribedOverTheirPeers() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = hall.design.cables.with({}, hall.trunks);
        QVERIFY(valueOf(hall, "fabric.oversubscription.leaf").isUnknown());
        hall.join({hall.leaves[0], 4, 0}, {hall.leaves[1], 4, 0});
        hall.join({hall.leaves[0], 5, 0}, {hall.leaves[1], 5, 0});
        hall.change(&Design::networks, hall.network, [](Network& network) { network.role = NetworkRole::Storage; });
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 2.0);
        QVERIFY(reportOf(hall).hasPeersAlone);
        QVERIFY(!reportOf(hall).mustCrossPeers); // each node has a port on either leaf
    }
    void taperedFabric() {
        FabricHall hall = fixture::fabricHall();
        for (std::size_t i = 1; i < hall.trunks.size(); i += 2)
            hall.design.cables = hall.design.cables.without(hall.trunks[i]);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 800 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.share").typical(), 0.5);
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 2.0);
        QVERIFY(std::abs(valueOf(hall, "fabric.load.all-to-all").typical() - 8.0 / 7.0) < 1e-12);
    }
    void faults() {
        const NetworkReport report = reportOf(fixture::fabricHall());
        QCOMPARE(report.faults.size(), std::size_t(3));
        QCOMPARE(report.faults[0].endpoints, std::int64_t(4));
        QCOMPARE(report.faults[0].lowerGbps, 800.0);
        // One spine of two: each leaf has half of its way up.
        QCOMPARE(report.faults[1].endpoints, std::int64_t(8));
        QCOMPARE(report.faults[1].lowerGbps, 800.0);
        QCOMPARE(report.faults[2].lowerGbps, 1200.0);
        QVERIFY(report.faults[2].device.starts_with("leaf-"));
    }
    // Ports of rails alone never meet; two of four nodes have two ports of 400 Gb/s each.
    void railsAloneAreSplitByNodes() {
        FabricHall hall = fixture::fabricHall();
        for (const Id<Cable> trunk : hall.trunks)
            hall.design.cables = hall.design.cables.without(trunk);
        QVERIFY(reportOf(hall).level() == BisectionLevel::Node);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 0.0);
        QCOMPARE(valueOf(hall, "fabric.bisection.nodes.lower").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.nodes.upper").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.share").typical(), 1.0);
        // What stays on its rail has its ways; nothing goes from rail to rail.
        for (const char* within : {"fabric.load.ring", "fabric.load.rail", "fabric.load.rail.adaptive"})
            QCOMPARE(valueOf(hall, within).typical(), 1.0);
        for (const char* across : {"fabric.load.all-to-all", "fabric.throughput.all-to-all", "fabric.diameter"})
            QVERIFY(!valueOf(hall, across).isKnown());
    }
    // A cable between spines, beside the way over them that all leaves have, makes no direct network.
    void linkedSpinesAreStillTiers() {
        FabricHall hall = fixture::fabricHall();
        hall.join({hall.spines[0], 7, 0}, {hall.spines[1], 7, 0});
        QVERIFY(reportOf(hall).level() == BisectionLevel::Endpoint);
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 1.0);
    }
    // A node that misses a rail meets the others on the rest; two islands that one node alone joins are no rails.
    void islandsAreNoRails() {
        FabricHall hall = fixture::fabricHall();
        for (const Id<Cable> trunk : hall.trunks)
            hall.design.cables = hall.design.cables.without(trunk);
        const auto cut = [&hall](std::size_t node, std::uint16_t port) {
            for (const Cable& cable : std::vector<Cable>(hall.design.cables.begin(), hall.design.cables.end()))
                if (cable.a == PortRef{hall.members[node], port, 0})
                    hall.design.cables = hall.design.cables.without(cable.id);
        };
        cut(0, 1);
        QVERIFY(reportOf(hall).level() == BisectionLevel::Node);
        cut(1, 1);
        cut(2, 0);
        QVERIFY(reportOf(hall).level() == BisectionLevel::Endpoint);
    }
    // Two routers with two endpoints each and four cables between them: two end cables are the cheaper cut, but routers
    // are compared by what joins them.
    void directNetworksAreSplitByRouters() {
        FabricHall hall = fixture::fabricHall();
        for (const Id<Cable> trunk : hall.trunks)
            hall.design.cables = hall.design.cables.without(trunk);
        const std::vector<Cable> ends(hall.design.cables.begin(), hall.design.cables.end());
        for (const Cable& cable : ends)
            if (cable.a.device != hall.members[0] && cable.a.device != hall.members[1])
                hall.design.cables = hall.design.cables.without(cable.id);
        for (std::uint16_t port = 4; port < 8; ++port)
            hall.join({hall.leaves[0], port, 0}, {hall.leaves[1], port, 0});
        QVERIFY(reportOf(hall).level() == BisectionLevel::Router);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 800 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.routers.lower").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.routers.upper").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.bisection.share").typical(), 2.0);
    }
    void breakoutsShareTheirPort() {
        FabricHall hall = fixture::fabricHall();
        // A switch of 800 Gb/s ports with two lanes each says the same.
        fixture::breakOutSwitches(hall, 4);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 1600 * 1.25e8);
        QCOMPARE(valueOf(hall, "fabric.oversubscription.leaf").typical(), 1.0);
    }
    // Beside ports that are broken out a whole one is told by what it leads to.
    void wholePortsBesideLanesKeepTheirSpeed() {
        FabricHall hall = fixture::fabricHall();
        fixture::breakOutSwitches(hall, 8);
        Part fast = fixture::part("test-fast", PartCategory::GpuNode, Mounting::Eia19, {});
        fast.portGroups = {fixture::ports(PortRole::Compute, 1, 800, FabricProtocol::InfiniBand)};
        const Id<PartRow> row = fixture::embed(hall.project, hall.ids, std::move(fast));
        const Id<Cable> whole = hall.join({hall.addUnplaced(row, "fast-1", "compute"), 0, 0}, {hall.leaves[0], 6, 0});
        const Id<Cable> lone = hall.join({hall.leaves[0], 7, 0}, {hall.spines[0], 7, 0});
        const Context context(hall.snapshot());
        for (const NetworkCable& cable : networkFabric(context, hall.network).cables)
            QCOMPARE(cable.gbps(), cable.id == whole ? 800.0 : 400.0);
        QVERIFY(lone != whole);
    }
    // Nothing is kept of a report that nobody waited for.
    void aStoppedReportIsNoReport() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(networkFabric(context, hall.network, stop.get_token()).cables.empty());
        {
            const StopScope scope(stop.get_token());
            QVERIFY_THROWS_EXCEPTION(SolveStopped, context.lookUp<NetworkReports>());
        }
        const NetworkReport* report = context.lookUp<NetworkReports>().find(hall.network);
        QVERIFY(report && report->isSolved());
        QCOMPARE(report->byEndpoint->lowerGbps, 1600.0);
        // A task that ends so gives its run no answer.
        stop = std::stop_source();
        Task task;
        task.name = "reports";
        task.run = [&stop](const TaskInput& in) -> TaskValue {
            stop.request_stop();
            return std::make_shared<bool>(in.context.lookUp<NetworkReports>().find({}) == nullptr);
        };
        const Context other(hall.snapshot());
        QVERIFY(!Scheduler({task}).run(other, {}, nullptr, 1, stop.get_token()));
    }
    void unknownSpeedIsUnknown() {
        FabricHall hall = fixture::fabricHall();
        hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].speed = Fact<DataRate>::unknown(); });
        QVERIFY(valueOf(hall, "fabric.bisection.lower").isUnknown());
        QVERIFY(valueOf(hall, "fabric.bisection.share").isUnknown());
        QVERIFY(valueOf(hall, "fabric.fault.bisection").isUnknown());
        QCOMPARE(valueOf(hall, "fabric.cables").typical(), 16.0);
    }
    void removedDevicesAndCablesAreGone() {
        FabricHall hall = fixture::fabricHall();
        hall.change(&Design::devices, hall.spines[0], [](Device& device) { device.scope.status = Status::Removed; });
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 800 * 1.25e8);
        CableDetail detail;
        detail.id = hall.ids.take<CableDetail>();
        detail.cable = hall.trunks[2];
        detail.scope.status = Status::Removed;
        hall.design.cableDetails = hall.design.cableDetails.with(detail);
        QCOMPARE(valueOf(hall, "fabric.bisection.lower").typical(), 400 * 1.25e8);
    }
    void derivationsAreReproducible() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        for (const FigureDefinition* definition : domains()->figures())
            for (const Subject subject : subjectsOf(context, *definition)) {
                const Traced traced = definition->traced(context, subject);
                QVERIFY2(traced.value() == definition->plain(context, subject), definition->name.c_str());
                QVERIFY2(firstUnreproducible(*traced.node()) == nullptr, definition->name.c_str());
            }
    }
    void whatDoesNotReachTheFabricKeepsItsReport() {
        FabricHall hall = fixture::fabricHall();
        const Context before(hall.snapshot());
        const NetworkReport* report = before.lookUp<NetworkReports>().find(hall.network);
        hall.addUnplaced(hall.memberPart, "spare", "compute");
        const Context after(hall.snapshot(), &before);
        QVERIFY(after.lookUp<NetworkReports>().find(hall.network) == report);
        hall.design.cables = hall.design.cables.without(hall.trunks[0]);
        const Context cut(hall.snapshot(), &after);
        QVERIFY(cut.lookUp<NetworkReports>().find(hall.network) != report);
    }
    void networksWithoutCablesHaveNoFigures() {
        FabricHall hall = fixture::fabricHall();
        Network empty;
        empty.id = hall.ids.take<Network>();
        empty.name = "Empty";
        hall.design.networks = hall.design.networks.with(empty);
        const Context context(hall.snapshot());
        QCOMPARE(subjectsOf(context, *domains()->findFigure("fabric.endpoints")).size(), std::size_t(1));
    }
};

RW_SUITE(TestFabricDomain)
#include "tst_fabric_domain.moc"
