// SPDX-License-Identifier: GPL-3.0-or-later
// Networks drawn again: what a second run changes, and what persons drew and moved.
#include "model/file/design_text.h"
#include "tests/solvers/network_site.h"
#include "tests/support/suite.h"

#include <QTest>

#include <fstream>
#include <iterator>
#include <map>
#include <set>

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

Site sampleSite(const std::string& name) {
    std::ifstream file(RW_SOURCE_DIR "/resources/samples/" + name + ".rkw.json", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    const auto sample = readDesignText(bytes, name);
    if (!sample)
        qFatal("%s", sample.error().message.id.c_str());
    return {sample->project, sample->nextId};
}

} // namespace

class TestRedrawNetwork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSecondRunChangesNothing_data() {
        QTest::addColumn<int>("family");
        for (std::size_t f = 0; f < EnumNames<NetworkFamily>::names.size(); ++f)
            QTest::newRow(EnumNames<NetworkFamily>::names[f].data()) << static_cast<int>(f);
    }
    void aSecondRunChangesNothing() {
        QFETCH(int, family);
        Part node = fixture::node();
        node.portGroups[0].maximumSplit = 2;
        Site site = siteOf(48, node);
        NetworkRequest request = railsOf(switchOf(64, 400, FabricProtocol::InfiniBand, 2));
        request.family = static_cast<NetworkFamily>(family);
        const NetworkPlan first = site.draw(request);
        checkPorts(site);
        QVERIFY(first.cablesAdded > 0);
        QCOMPARE(first.cablesAdded, first.cables());
        QCOMPARE(first.cablesAdded, static_cast<std::int64_t>(site.design().cables.size()));
        QVERIFY2(tbps(first) > 0 || request.family == NetworkFamily::RailOnly, "a network carries something");
        QVERIFY(first.portsUsed <= first.ports);
        const NetworkRequest again = requestOf(*site.project, site.design(), site.network());
        QCOMPARE(again.family, request.family);
        QCOMPARE(*again.leaf, *request.leaf);
        const auto second = site.plan(again);
        QVERIFY2(second, second ? "" : second.error().message.id.c_str());
        QVERIFY(second->changesNothing());
        QCOMPARE(second->cablesKept, first.cablesAdded);
        // Each end has one cable.
        std::map<PortRef, int> ends;
        for (const Cable& cable : site.design().cables)
            if (site.design().devices.find(cable.a.device)->role == "compute")
                ++ends[cable.a];
        QCOMPARE(static_cast<std::int64_t>(ends.size()), first.ends);
    }
    void nodesThatAreAddedOnlyAddCables() {
        Site site = siteOf(100);
        site.draw(railsOf(switchOf(64, 400)));
        const auto before = cablesByPair(site);
        site.addNodes(4);
        NetworkRequest again = requestOf(*site.project, site.design(), site.network());
        const NetworkPlan plan = site.draw(again);
        QCOMPARE(plan.cablesRemoved, std::int64_t{0});
        QCOMPARE(plan.cablesAdded, std::int64_t{32});
        QCOMPARE(plan.switchesAdded, std::int64_t{0});
        checkPorts(site);
        const auto after = cablesByPair(site);
        for (const auto& [pair, count] : before)
            QVERIFY(after.at(pair) >= count);
        // A further unit: its leaves come, every old node keeps its ports; trunks change width only where spines do.
        site.addNodes(60);
        const NetworkPlan grown = site.draw(requestOf(*site.project, site.design(), site.network()));
        QCOMPARE(grown.switchesRemoved, std::int64_t{0});
        QCOMPARE(grown.leaves, std::int64_t{48});
        std::set<std::string> nodePairs;
        const auto now = cablesByPair(site);
        for (const auto& [pair, count] : after)
            if (site.design().devices.find({std::stoull(pair)})->role == "compute")
                QVERIFY(now.contains(pair));
        checkPorts(site);
    }
    void aRemovedNodeLeavesOthersAlone() {
        Site site = siteOf(64);
        site.draw(railsOf(switchOf(64, 400)));
        Design design = site.design();
        const Id<Device> gone = design.devices.begin()->id;
        std::vector<Id<Cable>> cables;
        design.cables.forEachWith<CablesByDevice>(gone, [&](const Cable& cable) { cables.push_back(cable.id); });
        design.cables = design.cables.with({}, cables);
        design.devices = design.devices.without(gone);
        site.put(std::move(design));
        const auto plan = site.plan(requestOf(*site.project, site.design(), site.network()));
        QVERIFY(plan && plan->changesNothing());
    }
    void fewerSpinesTakeTheOthersAway() {
        Site site = siteOf(96);
        NetworkRequest request = railsOf(switchOf(64, 400));
        site.draw(request);
        request = requestOf(*site.project, site.design(), site.network());
        request.spineRule = SpineRule::Minimum;
        const NetworkPlan plan = site.draw(request);
        QCOMPARE(plan.switchesRemoved, std::int64_t{4});
        QCOMPARE(plan.cablesRemoved, plan.cablesAdded);
        QVERIFY(plan.cablesKept > 768); // all ends and a part of the trunks
        checkPorts(site);
        QCOMPARE(site.design().cables.size(), std::size_t{2 * 768});
    }
    void handDrawnCablesStay() {
        Site site = siteOf(64);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.devicesPerUnit = 30; // leaves ports free
        site.draw(request);
        const std::vector<Id<Device>> leaves = site.leaves();
        Design design = site.design();
        design.cables =
            design.cables.with(Cable{{site.nextId++}, {leaves[0], 63, 0}, {leaves[1], 63, 0}, site.network(), 0});
        site.put(std::move(design));
        const NetworkPlan plan = site.draw(requestOf(*site.project, site.design(), site.network()));
        QCOMPARE(plan.cablesByHand, std::int64_t{1});
        QVERIFY(plan.changesNothing());
    }
    // A cable that a person led elsewhere stays there, and the generator says which ones it draws and takes.
    void aCableMovedByHandStays() {
        Site site = siteOf(64);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.devicesPerUnit = 30; // leaves ports free
        site.draw(request);
        const std::vector<Id<Device>> leaves = site.leaves();
        Design design = site.design();
        const auto toLeaf = std::ranges::find_if(
            design.cables, [&](const Cable& cable) { return cable.b.device == leaves[0] && cable.b.port == 0; });
        QVERIFY(toLeaf != design.cables.end());
        Cable moved = *toLeaf;
        moved.b = {leaves[1], 63, 0};
        moved.generatorKey = 0;
        const auto trunk = std::ranges::find_if(design.cables, [&](const Cable& cable) {
            return cable.a.device == leaves[2] && design.devices.find(cable.b.device)->role == "spine";
        });
        QVERIFY(trunk != design.cables.end());
        const Cable lost = *trunk;
        design.cables = design.cables.with(moved).without(lost.id);
        site.put(std::move(design));
        const NetworkPlan plan = site.draw(requestOf(*site.project, site.design(), site.network()));
        QCOMPARE(plan.cablesByHand, std::int64_t{1});
        QCOMPARE(plan.cablesRemoved, std::int64_t{0});
        QVERIFY(plan.going.empty());
        QCOMPARE(plan.coming.size(), std::size_t{1});
        QCOMPARE(plan.coming[0].a.device, lost.a.device);
        QCOMPARE(plan.coming[0].b.device, lost.b.device);
        QCOMPARE(*site.design().cables.find(moved.id), moved);
        checkPorts(site);
    }
    // Where its leaf has no port for both, the cable that the plan needs goes first, and the other one is named.
    void aCableInTheWayIsNamed() {
        Site site = siteOf(64);
        site.draw(railsOf(switchOf(64, 400)));
        const std::vector<Id<Device>> leaves = site.leaves();
        Design design = site.design();
        std::vector<Cable> swapped;
        for (const Cable& cable : design.cables)
            if (swapped.size() < 2 && cable.b.device == leaves[swapped.size()])
                swapped.push_back(cable);
        QCOMPARE(swapped.size(), std::size_t{2});
        // One node's port goes to the other leaf, in place of a cable that is taken out.
        Cable moved = swapped[0];
        moved.b = swapped[1].b;
        moved.generatorKey = 0;
        design.cables = design.cables.without(swapped[1].id).with(moved);
        site.put(std::move(design));
        const NetworkPlan plan = site.draw(requestOf(*site.project, site.design(), site.network()));
        QCOMPARE(plan.cablesByHand, std::int64_t{0});
        QCOMPARE(plan.going.size(), std::size_t{1});
        QCOMPARE(plan.going[0].id, moved.id);
        QCOMPARE(plan.coming.size(), std::size_t{2});
        checkPorts(site);
    }
    void aTakenPortIsLeftOut() {
        Site site = siteOf(16);
        site.draw(railsOf(switchOf(64, 400)));
        const NetworkRequest another = railsOf(switchOf(64, 400));
        QCOMPARE(errorOf(site, another), std::string("network.ends-taken"));
        QCOMPARE(argumentOf(site, another, "count"), std::string("128"));
    }
    // What a recipe drew and a request for the same differ in nothing, though fewer leaves would hold all here and
    // there.
    void samplesAreDrawnAsTheyWouldBeAgain_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"hall-1024-h200", "existing-hall-512-b200", "nvl72-8-racks", "typical-llm-cluster"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void samplesAreDrawnAsTheyWouldBeAgain() {
        QFETCH(QString, name);
        const Site site = sampleSite(name.toStdString());
        for (const Network& each : site.design().networks) {
            const auto again = site.plan(requestOf(*site.project, site.design(), each.id));
            QVERIFY2(again, each.name.c_str());
            QVERIFY2(again->changesNothing(), each.name.c_str());
        }
    }
    // Nodes that stay where they are fill no leaf of the wider ratio: it is met all the same.
    void anotherRatioIsMetWhereNodesStay() {
        const Site site = sampleSite("hall-1024-h200");
        NetworkRequest request = requestOf(*site.project, site.design(), site.network());
        request.oversubscription = 2;
        const auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->oversubscription, 2.0);
        QCOMPARE(plan->uplinks, std::int64_t{16});
        QCOMPARE(plan->spines, std::int64_t{8});
        QVERIFY(!oversubscriptionNote(*plan, request));
    }
    void nodesAddedToTheSampleMoveNothing() {
        Site site = sampleSite("hall-1024-h200");
        const NetworkRequest request = requestOf(*site.project, site.design(), site.network());
        QCOMPARE(request.family, NetworkFamily::RailOptimised);
        const auto plan = site.plan(request);
        QVERIFY2(plan, plan ? "" : plan.error().message.id.c_str());
        QCOMPARE(plan->cablesKept, std::int64_t{2048});
        QVERIFY(plan->changesNothing());
        // Four more nodes of the same kind add their cables, a unit of leaves and the trunks these need.
        site.addNodes(4, *findPart(*site.project, site.design().devices.begin()->part));
        const auto grown = site.plan(requestOf(*site.project, site.design(), site.network()));
        QVERIFY(grown);
        QCOMPARE(grown->switchesRemoved, std::int64_t{0});
        QVERIFY(grown->cablesKept >= 1024 + 512);
    }
};

RW_CORE_SUITE(TestRedrawNetwork)
#include "tst_redraw_network.moc"
