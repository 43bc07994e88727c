// SPDX-License-Identifier: GPL-3.0-or-later
// Networks beside what is there: what a port that another network holds does to the ends around it, how ends come to
// rails and planes, and which switches of other names or models stay.
#include "tests/solvers/network_site.h"
#include "tests/support/suite.h"

using namespace rackwright;
using namespace rackwright::fixture;

namespace {

/// A switch of another network, with a cable from each of its ports to one of these; gives the switch.
Id<Device> holdPorts(Site& site, const std::vector<PortRef>& ends, std::uint8_t switchLane = 0) {
    Project project = *site.project;
    IdSource ids(site.nextId);
    Part part = *switchOf(64, 400);
    part.id = "held-by";
    part.portGroups[0].maximumSplit = 8;
    Device holder;
    holder.id = ids.take<Device>();
    holder.name = "held-by";
    holder.part = embed(project, ids, part);
    holder.role = "leaf";
    Network other;
    other.id = ids.take<Network>();
    other.name = "Other";
    Design design = site.design();
    design.networks = design.networks.with(other);
    design.devices = design.devices.with(holder);
    std::uint16_t port = 0;
    for (const PortRef& end : ends)
        design.cables = design.cables.with(Cable{ids.take<Cable>(), end, {holder.id, port++, switchLane}, other.id, 0});
    site.project = withDesign(project, site.option(), std::make_shared<const Design>(std::move(design)));
    site.nextId = ids.next();
    return holder.id;
}

std::vector<Id<Device>> nodesOf(const Site& site) {
    std::vector<Id<Device>> found;
    for (const Device& device : site.design().devices)
        if (device.role == "compute")
            found.push_back(device.id);
    return found;
}

/// Cables of the network that was made last, from the nodes: the port and the name of its leaf.
std::vector<std::pair<PortRef, std::string>> leavesOfPorts(const Site& site) {
    const Id<Network> last = std::ranges::max_element(site.design().networks, {}, &Network::id)->id;
    std::vector<std::pair<PortRef, std::string>> found;
    for (const Cable& cable : site.design().cables)
        if (cable.network == last && site.design().devices.find(cable.a.device)->role == "compute")
            found.emplace_back(cable.a, site.design().devices.find(cable.b.device)->name);
    return found;
}

} // namespace

class TestTakenPorts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void otherPortsStayOnTheirRails() {
        Site site = siteOf(64);
        holdPorts(site, {{nodesOf(site)[5], 0, 0}, {nodesOf(site)[40], 3, 0}});
        const NetworkPlan plan = site.draw(railsOf(switchOf(64, 400)));
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{64 * 8 - 2});
        QCOMPARE(plan.endsTaken, std::int64_t{2});
        QCOMPARE(plan.leaves, std::int64_t{16});
        for (const auto& [port, leaf] : leavesOfPorts(site))
            QVERIFY2(leaf.ends_with("-" + std::to_string(port.port + 1)), leaf.c_str());
    }
    // No leaf for a rail that no device has a port for.
    void aRailThatIsHeldEverywhereHasNoLeaf() {
        Site site = siteOf(40);
        std::vector<PortRef> held;
        for (const Id<Device> node : nodesOf(site))
            held.push_back({node, 2, 0});
        holdPorts(site, held);
        const NetworkPlan plan = site.draw(railsOf(switchOf(64, 400)));
        checkPorts(site);
        QCOMPARE(plan.leaves, std::int64_t{2 * 7});
        for (const auto& [port, leaf] : leavesOfPorts(site)) {
            const int rail = port.port < 2 ? port.port + 1 : port.port;
            QVERIFY2(leaf.ends_with("-" + std::to_string(rail)), leaf.c_str());
        }
    }
    void theOtherPortOfAPairStaysOnItsLeaf() {
        Site site = siteOf(16);
        NetworkRequest request = requestFor(NetworkRole::InBand);
        request.leaf = switchOf(64, 100, FabricProtocol::Ethernet);
        request.family = NetworkFamily::DualTor;
        const std::int64_t inBand = portsOfRole(node(), PortRole::InBand)[0];
        holdPorts(site, {{nodesOf(site)[3], static_cast<std::uint16_t>(inBand), 0}});
        site.draw(request);
        std::size_t seen = 0;
        for (const auto& [port, leaf] : leavesOfPorts(site)) {
            QVERIFY2(leaf.ends_with(port.port == inBand ? "-a" : "-b"), leaf.c_str());
            ++seen;
        }
        QCOMPARE(seen, std::size_t{31});
    }
    // Nodes whose ports break out give each plane a lane, others every second port: both planes get both.
    void mixedNodesReachAllPlanes() {
        Part broken = node();
        broken.id = "two-lanes";
        broken.portGroups[0].speed = Fact<DataRate>::known(800 * unit::gigabitPerSecond, Grade::Vendor);
        broken.portGroups[0].maximumSplit = 2;
        Site site = siteOf(8, broken);
        site.addNodes(8);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.family = NetworkFamily::MultiPlane;
        site.draw(request);
        checkPorts(site);
        std::map<Id<Device>, std::map<char, int>> ends; // by the plane's digit
        for (const auto& [port, leaf] : leavesOfPorts(site))
            ++ends[port.device][leaf[std::string("compute-p").size()]];
        QCOMPARE(ends.size(), std::size_t{16});
        for (const auto& [device, planes] : ends) {
            QCOMPARE(planes.size(), std::size_t{2});
            QCOMPARE(planes.at('1'), planes.at('2'));
        }
    }
    // A rack joins as trays of four ports: these go to two or four planes, though 72 could go to three.
    void traysAreDealtToPlanesEach() {
        Part rack = node();
        rack.id = "rack";
        rack.portGroups[0].count = 72;
        rack.portGroups[0].maximumSplit = 2;
        Site site = siteOf(4, rack);
        NetworkRequest request = railsOf(switchOf(144, 400, FabricProtocol::InfiniBand, 2));
        request.family = NetworkFamily::MultiPlane;
        request.planes = 3;
        QCOMPARE(errorOf(site, request), std::string("network.planes"));
        QCOMPARE(argumentOf(site, request, "ports"), std::string("4"));
        QCOMPARE(argumentOf(site, request, "possible"), std::string("1 2 4"));
        request.planes = 4;
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{4 * 72});
        // By turns: the planes take one port of each tray.
        for (const auto& [port, leaf] : leavesOfPorts(site))
            QVERIFY2(leaf.starts_with("compute-p" + std::to_string(port.port % 4 + 1)), leaf.c_str());
    }
    // A network that holds ports whole leaves no lane of them; one that has a lane of each leaves the other.
    void lanesBesideAnotherNetwork() {
        Part broken = node();
        broken.portGroups[0].maximumSplit = 2;
        const Site empty = siteOf(8, broken);
        NetworkRequest request = railsOf(switchOf(64, 200));
        request.family = NetworkFamily::MultiPlane;
        const std::vector<Id<Device>> nodes = nodesOf(empty);
        Site whole = empty;
        holdPorts(whole, {{nodes[0], 0, 0}, {nodes[0], 1, 0}});
        const NetworkPlan beside = whole.draw(request);
        checkPorts(whole);
        QCOMPARE(beside.endsTaken, std::int64_t{4});
        QCOMPARE(beside.ends, std::int64_t{8 * 8 * 2 - 4});
        for (const auto& [port, leaf] : leavesOfPorts(whole))
            QVERIFY(port.device != nodes[0] || port.port > 1);
        Site lane = empty;
        holdPorts(lane, {{nodes[0], 0, 1}});
        QCOMPARE(lane.draw(request).ends, std::int64_t{8 * 8 * 2 - 1});
        checkPorts(lane);
        // Who wants ports whole gets none that is broken out, whichever lane is in use.
        Site rails = empty;
        holdPorts(rails, {{nodes[0], 0, 1}});
        QCOMPARE(rails.draw(railsOf(switchOf(64, 400))).ends, std::int64_t{8 * 8 - 1});
        checkPorts(rails);
        // Two lanes are not four.
        Part four = broken;
        four.portGroups[0].maximumSplit = 4;
        Site quarters = siteOf(8, four);
        holdPorts(quarters, {{nodesOf(quarters)[0], 0, 1}});
        request.leaf = switchOf(64, 100);
        request.planes = 4;
        QCOMPARE(quarters.draw(request).ends, std::int64_t{8 * 8 * 4 - 4});
        checkPorts(quarters);
    }
    // Where other networks hold a whole plane of all devices there is nothing to draw it for.
    void aPlaneThatIsHeldEverywhereIsRefused() {
        Part broken = node();
        broken.portGroups[0].maximumSplit = 2;
        Site site = siteOf(8, broken);
        NetworkRequest request = railsOf(switchOf(64, 200));
        request.family = NetworkFamily::MultiPlane;
        request.portsPerDevice = 1;
        std::vector<PortRef> held;
        for (const Id<Device> each : nodesOf(site))
            held.push_back({each, 0, 1});
        holdPorts(site, held);
        QCOMPARE(errorOf(site, request), std::string("network.one-plane-held"));
        QCOMPARE(argumentOf(site, request, "planes"), std::string("2"));
        // As many ends as planes, but all in one plane.
        held.clear();
        for (const Id<Device> each : nodesOf(site))
            held.push_back({each, 1, 1});
        holdPorts(site, held);
        request.portsPerDevice = 2;
        QCOMPARE(errorOf(site, request), std::string("network.one-plane-held"));
        request.portsPerDevice = 3;
        QCOMPARE(site.draw(request).ends, std::int64_t{8 * 4});
        checkPorts(site);
    }
    // Renamed leaves stand for leaves of the plan still, also behind one of another model, which alone goes.
    void aSwitchOfAnotherModelGoesAlone() {
        Site site = siteOf(32);
        site.draw(railsOf(switchOf(64, 400)));
        Project project = *site.project;
        IdSource ids(site.nextId);
        Part other = *switchOf(64, 400);
        other.id = "other-model";
        const Id<PartRow> row = embed(project, ids, other);
        Design design = site.design();
        std::vector<Device> renamed;
        for (const Id<Device> id : site.leaves()) {
            Device leaf = *design.devices.find(id);
            leaf.name = "tor " + std::to_string(renamed.size());
            leaf.part = renamed.empty() ? row : leaf.part;
            renamed.push_back(std::move(leaf));
        }
        QCOMPARE(renamed.size(), std::size_t{8});
        design.devices = design.devices.with(renamed);
        site.project = withDesign(project, site.option(), std::make_shared<const Design>(std::move(design)));
        site.nextId = ids.next();
        const NetworkPlan plan = site.draw(requestOf(*site.project, site.design(), site.network()));
        checkPorts(site);
        QCOMPARE(plan.switchesRemoved, std::int64_t{1});
        QCOMPARE(plan.switchesAdded, std::int64_t{1});
        QVERIFY(!site.design().devices.find(renamed[0].id));
        for (std::size_t i = 1; i < renamed.size(); ++i)
            QVERIFY(site.design().devices.find(renamed[i].id));
    }
};

RW_CORE_SUITE(TestTakenPorts)
#include "tst_taken_ports.moc"
