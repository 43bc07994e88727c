// SPDX-License-Identifier: GPL-3.0-or-later
// Single-failure analysis, worked out by hand on the fabric of fabric_hall.h and on a generated one with planes.
#include "solvers/fabric/fabric_domain.h"
#include "solvers/generation/generate_network.h"
#include "solvers/network/cut_cables.h"
#include "solvers/network/failures.h"
#include "solvers/network/fault_outcomes.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <array>
#include <set>
#include <utility>

using namespace rackwright;
using fixture::FabricHall;

namespace {

FailureTable tableOf(const Snapshot& snapshot, Id<Network> network) {
    const Context context(snapshot);
    return failureTable(context, networkFabric(context, network));
}

const LossClass* findLoss(const FailureTable& table, LossKind kind) {
    const auto found = std::ranges::find(table.classes, kind, &LossClass::kind);
    return found == table.classes.end() ? nullptr : &*found;
}

} // namespace

class TestFailures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lossesByHand() {
        const FabricHall hall = fixture::fabricHall();
        const FailureTable table = tableOf(hall.snapshot(), hall.network);
        QCOMPARE(table.whole.endpoints, std::int64_t{8});
        QCOMPARE(table.whole.lowerGbps, 1600.0);
        QCOMPARE(*table.whole.worstLoad, 1.0);
        // Two leaves alike, two spines alike, eight trunks alike, eight ports of nodes alike.
        const LossClass* leaf = findLoss(table, LossKind::Leaf);
        QVERIFY(leaf);
        QCOMPARE(leaf->alike, std::int64_t{2});
        QCOMPARE(leaf->left.endpoints, std::int64_t{4});
        QCOMPARE(leaf->left.lowerGbps, 800.0);
        const LossClass* spine = findLoss(table, LossKind::Spine);
        QVERIFY(spine);
        QCOMPARE(spine->alike, std::int64_t{2});
        QCOMPARE(spine->left.endpoints, std::int64_t{8});
        QCOMPARE(spine->left.lowerGbps, 800.0);
        // 4 endpoints send 4/7 each over 2 cables.
        QVERIFY(std::abs(*spine->left.worstLoad - 8.0 / 7.0) < 1e-12);
        const LossClass* trunk = findLoss(table, LossKind::Cable);
        QVERIFY(trunk);
        QCOMPARE(trunk->alike, std::int64_t{8});
        QCOMPARE(trunk->left.lowerGbps, 1200.0);
        const LossClass* end = findLoss(table, LossKind::EndCable);
        QVERIFY(end);
        QCOMPARE(end->alike, std::int64_t{8});
        QCOMPARE(end->left.endpoints, std::int64_t{7});
        // One leaf a rail, one cable a cage, nothing apart: no lines of their own.
        QVERIFY(!findLoss(table, LossKind::Rail));
        QVERIFY(!findLoss(table, LossKind::Cage));
        QVERIFY(!findLoss(table, LossKind::Plane));
    }
    void theScheduleHasTheColumnsOfTheFailureTable() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const Schedule schedule = failureSchedule(context);
        QCOMPARE(schedule.id, std::string("failures"));
        QCOMPARE(schedule.columns.front().header, std::string("Element"));
        QCOMPARE(schedule.columns.back().header, std::string("Verdict"));
        QCOMPARE(schedule.columns[1].header, std::string("Trade"));
        QCOMPARE(std::get<Message>(schedule.rows[0].cells[1]).id, std::string("failures.trade.network"));
        QCOMPARE(std::get<GivenText>(schedule.rows[0].cells[2]).text, hall.design.networks.find(hall.network)->name);
        QCOMPARE(schedule.rows.size(), std::size_t(4)); // leaf, spine, cable to a node, trunk
        std::set<std::string> keys;
        for (const ScheduleRow& row : schedule.rows) {
            QCOMPARE(row.cells.size(), schedule.columns.size());
            QVERIFY(keys.insert(row.key).second);
        }
        // A leaf takes half of the endpoints and of the bisection; a spine none of the endpoints.
        QCOMPARE(std::get<Message>(schedule.rows[0].cells[4]).id, std::string("failures.endpoints"));
        QCOMPARE(std::get<Value>(schedule.rows[0].cells[7]).typical(), 0.5);
        QCOMPARE(std::get<Message>(schedule.rows[1].cells[4]).id, std::string("failures.no-endpoints"));
        QCOMPARE(std::get<Message>(schedule.rows[1].cells[10]).id, std::string("failures.maintainable"));
    }
    // Four nodes on one management switch: its loss takes all, a cable's loss one.
    void managementNetworksHaveTheirLines() {
        FabricHall hall = fixture::fabricHall();
        Network management;
        management.id = hall.ids.take<Network>();
        management.name = "OOB";
        management.role = NetworkRole::OutOfBand;
        hall.design.networks = hall.design.networks.with(management);
        const Id<Device> concentrator = hall.addUnplaced(hall.fabricSwitchPart, "oob-1", "leaf");
        const Id<Network> compute = std::exchange(hall.network, management.id);
        for (std::uint16_t n = 0; n < 4; ++n)
            hall.join({hall.members[n], 1, 0}, {concentrator, n, 0});
        hall.network = compute;
        const Context context(hall.snapshot());
        const Schedule schedule = failureSchedule(context);
        std::vector<const ScheduleRow*> rows;
        for (const ScheduleRow& row : schedule.rows)
            if (std::get<GivenText>(row.cells[2]).text == "OOB")
                rows.push_back(&row);
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(std::get<Message>(rows[0]->cells[0]).id, std::string("failures.lost.leaf"));
        QCOMPARE(std::get<Value>(rows[0]->cells[7]).typical(), 0.0);
        QCOMPARE(std::get<Message>(rows[1]->cells[0]).id, std::string("failures.lost.end-cable"));
        QCOMPARE(std::get<Message>(rows[1]->cells[4]).id, std::string("failures.endpoint"));
        QCOMPARE(std::get<Message>(rows[1]->cells[11]).id, std::string("failures.verdict.no-jobs"));
    }
    // Four nodes and the four switches of their fabric, managed by one switch: eight endpoints, and what is managed is
    // no leaf or spine here.
    void managedSwitchesAreEndpoints() {
        FabricHall hall = fixture::fabricHall();
        Part managed = fixture::part("test-managed", PartCategory::Switch, Mounting::Eia19, {});
        managed.portGroups = {fixture::ports(PortRole::Data, 8, 400, FabricProtocol::InfiniBand),
                              fixture::ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet)};
        const Id<PartRow> managedPart = fixture::embed(hall.project, hall.ids, std::move(managed));
        Network management;
        management.id = hall.ids.take<Network>();
        management.name = "OOB";
        management.role = NetworkRole::OutOfBand;
        hall.design.networks = hall.design.networks.with(management);
        const Id<Device> concentrator = hall.addUnplaced(managedPart, "oob-1", "leaf");
        hall.network = management.id;
        for (std::uint16_t n = 0; n < 4; ++n) {
            const Id<Device> leaf = hall.addUnplaced(managedPart, "managed-" + std::to_string(n + 1), "leaf");
            hall.join({hall.members[n], 1, 0}, {concentrator, n, 0});
            hall.join({leaf, 8, 0}, {concentrator, static_cast<std::uint16_t>(4 + n), 0});
        }
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, management.id);
        QCOMPARE(fabric.switches, std::int64_t{1});
        QCOMPARE(fabric.endpointGraph.endpointCount(), std::int64_t{8});
        const FailureTable table = failureTable(context, fabric);
        const LossClass* leaf = findLoss(table, LossKind::Leaf);
        QVERIFY(leaf);
        QCOMPARE(leaf->alike, std::int64_t{1});
        QCOMPARE(leaf->left.endpoints, std::int64_t{0});
        std::int64_t endCables = 0;
        for (const LossClass& loss : table.classes)
            endCables += loss.kind == LossKind::EndCable ? loss.alike : 0;
        QCOMPARE(endCables, std::int64_t{8});
    }
    // A ring of four routers with two endpoints each: halves of routers cut two cables. Without one router three are in
    // a row, of which no half cuts more than one; ports could be cut off their router instead, and would hide it.
    void directNetworksLoseByRouters() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = {};
        std::vector<Id<Device>> routers = hall.leaves;
        for (int i = 3; i <= 4; ++i)
            routers.push_back(hall.addUnplaced(hall.fabricSwitchPart, "leaf-" + std::to_string(i), "leaf"));
        for (std::uint16_t n = 0; n < 4; ++n) {
            for (std::uint16_t port = 0; port < 2; ++port)
                hall.join({hall.members[n], port, 0}, {routers[n], port, 0});
            hall.join({routers[n], 6, 0}, {routers[(n + 1) % 4U], 7, 0});
        }
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        const FailureTable table = failureTable(context, fabric);
        QVERIFY(table.level == BisectionLevel::Router);
        QCOMPARE(table.whole.lowerGbps, 800.0);
        const LossClass* router = findLoss(table, LossKind::Leaf);
        QVERIFY(router);
        QCOMPARE(router->alike, std::int64_t{4});
        QCOMPARE(router->left.endpoints, std::int64_t{6});
        QCOMPARE(router->left.lowerGbps, 400.0);
        QCOMPARE(router->left.upperGbps, 400.0);
        // A cable of the ring less leaves a row of four: one cable.
        QCOMPARE(findLoss(table, LossKind::Cable)->left.lowerGbps, 400.0);
        // An endpoint less takes nothing from between the routers.
        QCOMPARE(findLoss(table, LossKind::EndCable)->left.lowerGbps, 800.0);
        const FaultOutcomes outcomes =
            faultOutcomes(context, fabric, *context.lookUp<NetworkReports>().find(hall.network), {});
        QVERIFY(!outcomes.worked.empty());
        for (const FaultOutcome& each : outcomes.worked)
            QCOMPARE(each.bisectionShare, 0.5);
    }
    void withoutALossAllStays() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        // Every cable knows what it is of: taken out one by one, nothing is left.
        Loss loss;
        loss.switches = {hall.spines[0]};
        const NetworkFabric left = withoutLoss(fabric, loss);
        QCOMPARE(left.cables.size(), fabric.cables.size() - 4);
        for (const NetworkCable& cable : left.cables) {
            QVERIFY(cable.link != NetworkCable::kNone || cable.run != NetworkCable::kNone);
            if (cable.link != NetworkCable::kNone)
                QVERIFY(cable.link < left.endpointGraph.links.size());
        }
        for (std::size_t c = 0; c < fabric.cables.size(); ++c)
            loss.cables.push_back(c);
        QCOMPARE(withoutLoss(fabric, loss).endpointGraph.endpointCount(), std::int64_t{0});
    }
    void theCutIsAsWideAsTheBisection() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const NetworkFabric fabric = networkFabric(context, hall.network);
        double cut = 0;
        const std::vector<std::uint8_t> isCut = cutCables(fabric);
        QCOMPARE(isCut.size(), fabric.cables.size());
        for (std::size_t c = 0; c < isCut.size(); ++c)
            cut += isCut[c] ? fabric.cables[c].gbps() : 0;
        QCOMPARE(cut, 1600.0);
        // Of a cut that is given: one leaf with its ends on side B, so that its four trunks are cut.
        Cut given;
        given.isOnB.assign(fabric.endpointGraph.size(), 0);
        given.isOnB[0] = 1;
        for (const EndpointRun& run : fabric.endpointGraph.endpoints)
            given.onB.push_back(given.isOnB[run.vertex] ? run.count : 0);
        const std::vector<std::uint8_t> ofLeaf = cutCables(fabric, given);
        QCOMPARE(std::ranges::count(ofLeaf, 1), std::ptrdiff_t{4});
        given.isOnB.pop_back();
        QVERIFY(cutCables(fabric, given).empty());
    }
    void aTwinPortModuleTakesBothCables() {
        FabricHall hall = fixture::fabricHall();
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].portsPerCage = 2; });
        const FailureTable table = tableOf(hall.snapshot(), hall.network);
        std::vector<std::int64_t> endpoints;
        for (const LossClass& each : table.classes)
            if (each.kind == LossKind::Cage)
                endpoints.push_back(each.left.endpoints);
        std::ranges::sort(endpoints);
        // A cage with two nodes; cages of a leaf and of a spine with one trunk.
        QCOMPARE(endpoints, (std::vector<std::int64_t>{6, 8, 8}));
    }
    void anEditMakesClassesOfItsOwn() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = hall.design.cables.without(hall.trunks[0]);
        const FailureTable table = tableOf(hall.snapshot(), hall.network);
        QCOMPARE(std::ranges::count(table.classes, LossKind::Leaf, &LossClass::kind), 2);
        QCOMPARE(std::ranges::count(table.classes, LossKind::Spine, &LossClass::kind), 2);
    }
    // A reading that was stopped is empty, whatever is to be lost of it.
    void placesOfNoCableLoseNothing() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        std::stop_source stop;
        stop.request_stop();
        Loss loss;
        loss.cables = {3, 1'000};
        const NetworkFabric nothing = networkFabric(context, hall.network, stop.get_token());
        QCOMPARE(remainderOf(nothing, loss).endpoints, std::int64_t{0});
        const Remainder left = remainderOf(networkFabric(context, hall.network), loss);
        QVERIFY(!left.lostAtMostGbps);
    }
    // Four nodes, a port on either leaf: without a leaf two nodes reach two over one port each.
    void railsAloneLoseByNodes() {
        FabricHall hall = fixture::fabricHall();
        for (const Id<Cable> trunk : hall.trunks)
            hall.design.cables = hall.design.cables.without(trunk);
        const FailureTable table = tableOf(hall.snapshot(), hall.network);
        QVERIFY(table.level == BisectionLevel::Node);
        QCOMPARE(table.whole.endpoints, std::int64_t{8});
        QCOMPARE(table.whole.lowerGbps, 1600.0);
        const LossClass* leaf = findLoss(table, LossKind::Leaf);
        QVERIFY(leaf);
        QCOMPARE(leaf->left.endpoints, std::int64_t{4});
        QCOMPARE(leaf->left.lowerGbps, 800.0);
        const LossClass* end = findLoss(table, LossKind::EndCable);
        QVERIFY(end);
        QCOMPARE(end->left.endpoints, std::int64_t{7});
        QCOMPARE(end->left.lowerGbps, 1200.0);
        // The cut that is shown is of the nodes: four cables of two of them.
        const Context context(hall.snapshot());
        const std::vector<std::uint8_t> cut = cutCables(networkFabric(context, hall.network), BisectionLevel::Node);
        QCOMPARE(std::ranges::count(cut, 1), std::ptrdiff_t{4});
    }
    void railsAndPlanes() {
        FabricHall hall = fixture::fabricHall();
        fixture::takeNetworks(hall);
        const Snapshot before = hall.snapshot();
        NetworkRequest request;
        request.family = NetworkFamily::MultiPlane;
        request.devicesPerUnit = 2;
        request.leaf = before.project->parts.find(hall.fabricSwitchPart)->part;
        IdSource ids(10'000);
        const auto plan = planNetwork(*before.project, before.option, request, ids);
        QVERIFY2(plan, plan ? "" : plan.error().message.id.c_str());
        const Snapshot snapshot = snapshotOf(plan->project);
        const FailureTable table = tableOf(snapshot, snapshot.design->networks.begin()->id);
        QCOMPARE(table.whole.endpoints, std::int64_t{8});
        QCOMPARE(table.whole.lowerGbps, 1600.0);
        const LossClass* plane = findLoss(table, LossKind::Plane);
        QVERIFY(plane);
        QCOMPARE(plane->alike, std::int64_t{2});
        // Two planes: half of the bandwidth stays, and all endpoints.
        QCOMPARE(plane->left.endpoints, std::int64_t{8});
        QCOMPARE(plane->left.lowerGbps, 800.0);
        const LossClass* rail = findLoss(table, LossKind::Rail);
        QVERIFY(rail);
        QCOMPARE(rail->alike, std::int64_t{2});
        QCOMPARE(rail->left.endpoints, std::int64_t{4});
    }
    // Two units of two rails: a cable in the wrong port of a leaf does not hide the rails.
    void aCableOffItsRailKeepsTheRails() {
        FabricHall hall = fixture::fabricHall();
        const std::array others = {hall.addUnplaced(hall.fabricSwitchPart, "leaf-3", "leaf"),
                                   hall.addUnplaced(hall.fabricSwitchPart, "leaf-4", "leaf")};
        for (int n = 5; n <= 8; ++n) {
            hall.members.push_back(hall.addUnplaced(hall.memberPart, "node-" + std::to_string(n), "compute"));
            for (std::uint16_t rail = 0; rail < 2; ++rail)
                hall.join({hall.members.back(), rail, 0}, {others[rail], static_cast<std::uint16_t>(n - 5), 0});
        }
        const auto railsOf = [&] {
            std::int64_t rails = 0;
            for (const LossClass& each : tableOf(hall.snapshot(), hall.network).classes)
                rails += each.kind == LossKind::Rail ? each.alike : 0;
            return rails;
        };
        QCOMPARE(railsOf(), std::int64_t{2});
        // Both ports of the first node the other way round.
        for (const Cable& cable : Table<Cable>(hall.design.cables))
            if (cable.a.device == hall.members[0])
                hall.change(&Design::cables, cable.id,
                            [](Cable& crossed) { crossed.a.port = static_cast<std::uint16_t>(1 - crossed.a.port); });
        QCOMPARE(railsOf(), std::int64_t{2});
    }
    // So many unlike leaves that not all are solved: each kind of loss has its lines, and the rest is told.
    void aTableOfManyClassesKeepsAllKinds() {
        FabricHall hall = fixture::fabricHall();
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 600; });
        for (std::uint16_t l = 0; l < 20; ++l) {
            const Id<Device> leaf = hall.addUnplaced(hall.fabricSwitchPart, "odd-" + std::to_string(l), "leaf");
            for (std::uint16_t n = 0; n <= l + 4; ++n)
                hall.join({hall.addUnplaced(hall.memberPart, "end", "compute"), 0, 0}, {leaf, n, 0});
            hall.join({leaf, 500, 0}, {hall.spines[0], static_cast<std::uint16_t>(100 + l), 0});
        }
        const FailureTable table = tableOf(hall.snapshot(), hall.network);
        // 21 classes of leaves, as many of end cables and of trunks to the first spine, one more to the second.
        QCOMPARE(std::ranges::count(table.classes, LossKind::Leaf, &LossClass::kind), std::ptrdiff_t{16});
        QCOMPARE(std::ranges::count(table.classes, LossKind::Spine, &LossClass::kind), std::ptrdiff_t{2});
        QCOMPARE(std::ranges::count(table.classes, LossKind::EndCable, &LossClass::kind), std::ptrdiff_t{16});
        QCOMPARE(std::ranges::count(table.classes, LossKind::Cable, &LossClass::kind), std::ptrdiff_t{16});
        QCOMPARE(table.unsolved, std::int64_t{5 + 5 + 6});
        const Context context(hall.snapshot());
        const Schedule schedule = failureSchedule(context);
        QCOMPARE(schedule.notes.size(), std::size_t(2));
        QCOMPARE(schedule.notes[1].id, std::string("schedule.failures.unsolved"));
    }
    // 64 leaves of 48 ends with one cable to each of 16 spines, but two to the last; all but two cables of the first
    // leaf are gone, one to each of the first two spines.
    void theWorstLossOfALargeFabricIsFound() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = {};
        hall.design.devices = {};
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].count = 160; });
        std::vector<Id<Device>> spines;
        for (int s = 0; s < 16; ++s)
            spines.push_back(hall.addUnplaced(hall.fabricSwitchPart, "spine-" + std::to_string(s), "spine"));
        for (std::uint16_t l = 0; l < 64; ++l) {
            const Id<Device> leaf = hall.addUnplaced(hall.fabricSwitchPart, "leaf-" + std::to_string(l), "leaf");
            for (std::uint16_t n = 0; n < 48; ++n)
                hall.join({hall.addUnplaced(hall.memberPart, "end", "compute"), 0, 0}, {leaf, n, 0});
            for (std::uint16_t s = 0; s < (l == 0 ? 2 : 16); ++s)
                hall.join({leaf, static_cast<std::uint16_t>(100 + s), 0}, {spines[s], l, 0});
            if (l > 0)
                hall.join({leaf, 120, 0}, {spines[15], static_cast<std::uint16_t>(80 + l), 0});
        }
        const Context context(hall.snapshot());
        const NetworkReport* report = context.lookUp<NetworkReports>().find(hall.network);
        QVERIFY(report && report->cables >= 4'000);
        // 32 leaves on a side, the first on one with 31 others: 31 cables of each spine but 32 of the first two, twice
        // 31 of the last.
        QCOMPARE(report->byEndpoint->lowerGbps, (13 * 31 + 2 * 32 + 2 * 31) * 400.0);
        // The first spines look worst, since the first leaf loses half of its way; the last one is.
        double worst = 1;
        for (const FaultOutcome& outcome : report->faults)
            if (outcome.kind == FaultKind::Spine)
                worst = std::min(worst, outcome.bisectionShare);
        QCOMPARE(worst, (13 * 31 + 2 * 32) / (13 * 31 + 2 * 32 + 2 * 31.0));
        QCOMPARE(report->faultsLeftOut, std::int64_t{0});
    }
    void whatIsLeftIsCertain() {
        // By both bounds where the interval is open, by one where it is not.
        QCOMPARE(bisectionLeft({100, 120}, 90, std::nullopt), 0.75);
        QCOMPARE(bisectionLeft({100, 100}, 75, std::nullopt), 0.75);
        // A cable of 5 takes 5 % at most of what is 100 at least.
        QCOMPARE(bisectionLeft({100, 120}, 90, 5.0), 0.95);
        QCOMPARE(bisectionLeft({100, 120}, 130, std::nullopt), 1.0);
        QCOMPARE(bisectionLeft({0, 120}, 0, 5.0), 0.0);
        // The loss of a leaf leaves 800 of what lay between 1200 and 1600.
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        NetworkReport whole = *context.lookUp<NetworkReports>().find(hall.network);
        whole.byEndpoint->lowerGbps = 1200;
        const FaultOutcomes open = faultOutcomes(context, networkFabric(context, hall.network), whole, {});
        QCOMPARE(open.worked[0].kind, FaultKind::Leaf);
        QCOMPARE(open.worked[0].lowerGbps, 800.0);
        QCOMPARE(open.worked[0].bisectionShare, 0.5);
        // A trunk takes its own 400 at most; what a spine takes is left to the bounds.
        FailureTable table = tableOf(hall.snapshot(), hall.network);
        QCOMPARE(*findLoss(table, LossKind::Cable)->left.lostAtMostGbps, 400.0);
        QVERIFY(!findLoss(table, LossKind::Spine)->left.lostAtMostGbps);
        table.whole.lowerGbps = 1200;
        QCOMPARE(bisectionLeft(table.whole, findLoss(table, LossKind::Spine)->left), 0.5);
        QCOMPARE(bisectionLeft(table.whole, findLoss(table, LossKind::Cable)->left), 0.75);
    }
    void itStopsWhenItIsAskedTo() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        std::stop_source stop;
        stop.request_stop();
        const FailureTable table = failureTable(context, networkFabric(context, hall.network), stop.get_token());
        QVERIFY(table.classes.empty());
    }
};

RW_CORE_SUITE(TestFailures)
#include "tst_failures.moc"
