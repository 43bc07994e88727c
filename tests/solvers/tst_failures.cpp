// SPDX-License-Identifier: GPL-3.0-or-later
// What one loss leaves, worked out by hand on the fabric of fabric_hall.h and on a generated one with planes.
#include "solvers/fabric/failures.h"
#include "solvers/fabric/generate_network.h"
#include "tests/solvers/fabric_hall.h"

#include <QTest>

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
    void railsAndPlanes() {
        FabricHall hall = fixture::fabricHall();
        hall.design.cables = {};
        hall.design.networks = {};
        hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
        hall.changePart(hall.fabricSwitchPart, [](Part& part) { part.portGroups[0].maximumSplit = 2; });
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
    void itStopsWhenItIsAskedTo() {
        const FabricHall hall = fixture::fabricHall();
        const Context context(hall.snapshot());
        const FailureTable table = failureTable(context, networkFabric(context, hall.network), [] { return true; });
        QVERIFY(table.classes.empty());
    }
};

QTEST_MAIN(TestFailures)
#include "tst_failures.moc"
