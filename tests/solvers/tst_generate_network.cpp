// SPDX-License-Identifier: GPL-3.0-or-later
// Networks drawn from a request: counts of published designs, ports used once, and that impossible requests name the
// bound and the nearest values.
#include "model/design/occupancy.h"
#include "model/design/parameter_limits.h"
#include "model/project/value_limits.h"
#include "solvers/engine/judging.h"
#include "solvers/generation/network_target.h"
#include "solvers/network/port_run.h"
#include "tests/solvers/network_site.h"
#include "tests/support/suite.h"

#include <limits>

using namespace rackwright;
using namespace rackwright::fixture;

class TestGenerateNetwork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Published tables of scalable units: 32 nodes and 64 ports; 72 nodes and 144 ports.
    void spinesOfPublishedDesigns_data() {
        QTest::addColumn<int>("nodes");
        QTest::addColumn<int>("radix");
        QTest::addColumn<int>("leaves");
        QTest::addColumn<int>("even");
        QTest::addColumn<int>("least");
        QTest::newRow("3 units of 32") << 96 << 64 << 24 << 16 << 12;
        QTest::newRow("4 units of 32") << 128 << 64 << 32 << 16 << 16;
        QTest::newRow("4 units of 72") << 288 << 144 << 32 << 18 << 16;
        QTest::newRow("8 units of 72") << 576 << 144 << 64 << 36 << 32;
    }
    void spinesOfPublishedDesigns() {
        QFETCH(int, nodes);
        QFETCH(int, radix);
        QFETCH(int, leaves);
        QFETCH(int, even);
        QFETCH(int, least);
        const Site site = siteOf(nodes);
        NetworkRequest request = railsOf(switchOf(radix, 400));
        const auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->leaves, leaves);
        QCOMPARE(plan->spines, even);
        QCOMPARE(plan->leafCables, std::int64_t{leaves} * radix / 2);
        QCOMPARE(plan->ends, std::int64_t{nodes} * 8);
        // Nothing blocks: half of the endpoints at full rate.
        QCOMPARE(tbps(*plan), nodes * 4 * 0.4);
        QCOMPARE(tbps(*plan, true), nodes * 4 * 0.4);
        request.spineRule = SpineRule::Minimum;
        QCOMPARE(site.plan(request)->spines, least);
        // Uneven trunks never carry more, and may carry less.
        QVERIFY(tbps(*site.plan(request), true) <= nodes * 4 * 0.4);
    }
    void railsStayOnTheirLeaves() {
        Site site = siteOf(128);
        site.draw(railsOf(switchOf(64, 400)));
        checkPorts(site);
        for (const Cable& cable : site.design().cables) {
            const Device& a = *site.design().devices.find(cable.a.device);
            const Device& b = *site.design().devices.find(cable.b.device);
            if (a.role == "compute")
                QVERIFY2(b.name.ends_with("-" + std::to_string(cable.a.port + 1)), b.name.c_str());
        }
    }
    // The project gets the parts that the cables can be bought as, once, and none that fit no port.
    void orderablePartsCome() {
        Site site = siteOf(64);
        NetworkRequest request = railsOf(switchOf(64, 400));
        const auto cabling = [](const char* id, PartCategory category, const char* kind, double gigabits,
                                const char* connector) {
            Part made = fixture::part(id, category, Mounting::None, {});
            made.attributes = {fixture::word("kind", kind), fixture::number("data-rate", gigabits * 1.25e8),
                               fixture::word("end-a-connector", connector),
                               fixture::word("end-b-connector", connector)};
            return std::make_shared<const Part>(std::move(made));
        };
        request.cabling = {cabling("dac-400", PartCategory::CopperCable, "dac", 400, "OSFP"),
                           cabling("dac-100", PartCategory::CopperCable, "dac", 100, "OSFP"),
                           cabling("aoc-qsfp", PartCategory::OpticalCable, "aoc", 400, "QSFP112"),
                           cabling("fibre-1", PartCategory::Fibre, "fibre", 400, "MPO-12/APC")};
        const NetworkPlan plan = site.draw(request);
        QCOMPARE(plan.partsAdded, std::int64_t{1});
        std::vector<std::string> known;
        for (const PartRow& row : site.project->parts)
            if (row.part->category == PartCategory::CopperCable)
                known.push_back(row.part->id);
        QCOMPARE(known, std::vector<std::string>{"dac-400"});
        NetworkRequest again = requestOf(*site.project, site.design(), site.network());
        again.cabling = request.cabling;
        const auto second = site.plan(again);
        QVERIFY(second && second->changesNothing());
    }
    // The most that three tiers hold is what fits, and one more does not.
    void tooManyDevicesNameTheMostThatFit() {
        Site site = siteOf(20);
        NetworkRequest request = railsOf(switchOf(8, 400));
        request.family = NetworkFamily::ThreeTier;
        request.portsPerDevice = 1;
        site.addNodes(200);
        QCOMPARE(errorOf(site, request), std::string("fabric.too-large"));
        const std::int64_t most = std::stoll(argumentOf(site, request, "most"));
        QVERIFY(siteOf(most).plan(request));
        // The plan deals whole leaves: some of the next leaf's devices are one too many.
        const Site over = siteOf(most + 4);
        QVERIFY(!over.plan(request));
    }
    void oversubscriptionTapersTheWayUp() {
        const Site site = siteOf(128);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.oversubscription = 3;
        const auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->devicesPerUnit, std::int64_t{48});
        QCOMPARE(plan->uplinks, std::int64_t{16});
        QCOMPARE(plan->oversubscription, 3.0);
        // 42 ends need 21 cables up, which no number of spines between 11 and 21 takes equally; 22 are for 11 spines.
        request.oversubscription = 2;
        const auto even = site.plan(request);
        QVERIFY(even);
        QCOMPARE(even->devicesPerUnit, std::int64_t{42});
        QCOMPARE(even->uplinks, std::int64_t{22});
        QCOMPARE(even->moreUplinks, std::int64_t{1});
        QCOMPARE(even->spines, std::int64_t{11});
        QCOMPARE(even->spinesOtherwise, std::int64_t{21});
        request.devicesPerUnit = 32;
        // 32 leaves with 16 cables up each.
        QCOMPARE(tbps(*site.plan(request)), 32 * 16 / 2 * 0.4);
    }
    // 64 nodes with 8 ports of 400 Gb/s on switches of 64 x 800, two to a port: as wide up by half as many cables.
    void trunksRunAtTheSpeedThatIsChosen() {
        const PartPtr fast = switchOf(64, 800, FabricProtocol::InfiniBand, 2);
        QCOMPARE(trunkSpeeds(*fast, *fast),
                 (std::vector<DataRate>{800 * unit::gigabitPerSecond, 400 * unit::gigabitPerSecond}));
        QCOMPARE(trunkSpeeds(*fast, *switchOf(64, 400)), std::vector<DataRate>{400 * unit::gigabitPerSecond});
        const Site site = siteOf(64);
        NetworkRequest request = railsOf(fast);
        request.trunkGbps = 400;
        const auto slow = site.plan(request);
        request.trunkGbps = 800;
        const auto quick = site.plan(request);
        QVERIFY(slow && quick);
        QCOMPARE(slow->trunkGbps, 400.0);
        QCOMPARE(quick->trunkGbps, 800.0);
        QCOMPARE(quick->ends, slow->ends);
        QCOMPARE(slow->cables() - slow->ends, 2 * (quick->cables() - quick->ends));
        QVERIFY(tbps(*quick) > 0);
        QCOMPARE(tbps(*quick), tbps(*slow));
    }
    void threeTiersWhereTwoDoNotReach() {
        const Site site = siteOf(512);
        NetworkRequest request = railsOf(switchOf(64, 400));
        Site drawn = site;
        const NetworkPlan plan = drawn.draw(request);
        checkPorts(drawn);
        QCOMPARE(plan.leaves, std::int64_t{128});
        QVERIFY(plan.cores > 0);
        QCOMPARE(tbps(plan), 2048 * 0.4);
        request.family = NetworkFamily::LeafSpine;
        QCOMPARE(errorOf(site, request), std::string("network.too-many-leaves"));
        QCOMPARE(argumentOf(site, request, "most"), std::string("256"));
        request.family = NetworkFamily::ThreeTier;
        request.spineOversubscription = 2;
        const auto tapered = site.plan(request);
        QVERIFY(tapered && tbps(*tapered) < 2048 * 0.4);
        QVERIFY(tapered && tbps(*tapered, true) >= 1024 * 0.4);
    }
    void planesAreApart() {
        Part node = fixture::node();
        node.portGroups[0].maximumSplit = 2;
        const Site empty = siteOf(64, node);
        Site site = empty;
        NetworkRequest request = railsOf(switchOf(64, 400, FabricProtocol::InfiniBand, 2));
        request.family = NetworkFamily::MultiPlane;
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{64 * 8 * 2});
        QCOMPARE(tbps(plan), 64 * 4 * 0.4);
        for (const Cable& cable : site.design().cables) {
            const std::string& a = site.design().devices.find(cable.a.device)->name;
            const std::string& b = site.design().devices.find(cable.b.device)->name;
            if (a.starts_with("compute-p"))
                QCOMPARE(a.substr(0, 10), b.substr(0, 10));
        }
        request.planes = 3;
        QCOMPARE(errorOf(empty, request), std::string("network.planes"));
        QCOMPARE(argumentOf(empty, request, "possible"), std::string("1 2 4 8"));
    }
    // 400 Gb/s over InfiniBand, 200 over Ethernet: whole there, in two planes here.
    void adaptersOfHalvesAreBrokenOut() {
        Part node = fixture::node();
        node.portGroups[0].maximumSplit = 2;
        node.portGroups[0].protocol = FabricProtocol::Either;
        node.attributes.push_back(fixture::number(kEthernetLinkMax, (200 * unit::gigabitPerSecond).si()));
        Site site = siteOf(64, node);
        QCOMPARE(site.plan(railsOf(switchOf(64, 400)))->ends, std::int64_t{64 * 8});
        NetworkRequest request = railsOf(switchOf(64, 400, FabricProtocol::Ethernet, 2));
        QCOMPARE(errorOf(site, request), std::string("network.whole-port"));
        QCOMPARE(argumentOf(site, request, "planes"), std::string("2"));
        request.family = NetworkFamily::MultiPlane;
        QCOMPARE(site.draw(request).ends, std::int64_t{64 * 8 * 2});
    }
    void dualLeavesTakeHalfOfEachDevice() {
        Site site = siteOf(64);
        NetworkRequest request = requestFor(NetworkRole::InBand);
        request.leaf = switchOf(64, 100, FabricProtocol::Ethernet);
        request.family = NetworkFamily::DualTor;
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{128});
        for (const Device& device : site.design().devices)
            if (device.role == "compute") {
                std::set<Id<Device>> peers;
                site.design().cables.forEachWith<CablesByDevice>(
                    device.id, [&](const Cable& cable) { peers.insert(cable.b.device); });
                QCOMPARE(peers.size(), std::size_t{2});
            }
    }
    // A leaf of 32 ports with four up has 28 of 100 Gb/s down: 14 devices with two ports each fill one, 56 with two of
    // 25, four to a port, another; one more takes a third. Half of each go to one leaf, and nothing up.
    void slowerEndsShareAPort() {
        Part slow = fixture::node();
        slow.id = "slow";
        for (PortGroup& group : slow.portGroups)
            if (group.role == PortRole::InBand)
                group.speed = Fact<DataRate>::known(25 * unit::gigabitPerSecond, Grade::Vendor);
        Site site = siteOf(14);
        site.addNodes(56, slow);
        NetworkRequest request = requestFor(NetworkRole::InBand);
        request.family = NetworkFamily::LeafSpine;
        request.leaf = switchOf(32, 100, FabricProtocol::Ethernet, 4);
        request.oversubscription = 7;
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{140});
        QCOMPARE(plan.leaves, std::int64_t{2});
        QCOMPARE(plan.devicesPerUnit, std::int64_t{56});
        request.network = site.network();
        QVERIFY(site.plan(request)->changesNothing());
        site.addNodes(1, slow);
        QCOMPARE(site.plan(request)->leaves, std::int64_t{3});
        QCOMPARE(site.plan(request)->cablesRemoved, std::int64_t{0});
        // Where a person says how many devices a leaf has, that holds.
        request.devicesPerUnit = 12;
        QCOMPARE(site.plan(request)->leaves, std::int64_t{6});
        Site half = siteOf(7);
        half.addNodes(28, slow);
        request.network = {};
        request.devicesPerUnit = 0;
        const NetworkPlan one = half.draw(request);
        QCOMPARE(one.leaves, std::int64_t{1});
        QCOMPARE(one.spines, std::int64_t{0});
        QCOMPARE(one.cables(), one.ends);
    }
    // Optics beside the chip take no module: the plan says how many cables have no part.
    void coPackagedOpticsTakeNoPart() {
        const auto photonic = [](std::int64_t ports) {
            Part made = *switchOf(ports, 400);
            made.id = "photonic";
            made.model = "Photonic";
            made.portGroups[0].connector = "MPO (co-packaged optics, no cages)";
            return std::make_shared<const Part>(std::move(made));
        };
        const Site site = siteOf(8);
        NetworkRequest request = railsOf(photonic(144));
        const auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->cables(), std::int64_t{64});
        QCOMPARE(plan->cablesWithoutPart, std::int64_t{64});
        QCOMPARE(plan->switchWithoutPart, std::string("Photonic"));
        request.leaf = switchOf(32, 400);
        request.upper = photonic(144);
        const auto above = site.plan(request);
        QVERIFY(above);
        QCOMPARE(above->cablesWithoutPart, above->cables() - above->endCables);
        request.leaf = switchOf(144, 400);
        request.upper = {};
        QCOMPARE(site.plan(request)->cablesWithoutPart, std::int64_t{0});
    }
    // The first link of another speed begins a cage of its own; where none is left, the plan says so.
    void aCageHasLinksOfOneSpeed() {
        const auto nodeOf = [](const char* id, double gbps) {
            Part made = fixture::node();
            made.id = id;
            for (PortGroup& group : made.portGroups)
                if (group.role == PortRole::InBand) {
                    group.count = 1;
                    group.speed = Fact<DataRate>::known(gbps * unit::gigabitPerSecond, Grade::Vendor);
                }
            return made;
        };
        const auto twin = [](std::int64_t ports) {
            Part made = *switchOf(ports, 100, FabricProtocol::Ethernet, 4);
            made.portGroups[0].portsPerCage = 2;
            return std::make_shared<const Part>(std::move(made));
        };
        Site site = siteOf(3, nodeOf("fast", 100));
        site.addNodes(2, nodeOf("slow", 25));
        NetworkRequest request = requestFor(NetworkRole::InBand);
        request.family = NetworkFamily::LeafSpine;
        request.leaf = twin(32);
        Site roomy = site;
        const NetworkPlan plan = roomy.draw(request);
        checkPorts(roomy);
        QCOMPARE(plan.leaves, std::int64_t{1});
        QCOMPARE(plan.mixedCages, std::int64_t{0});
        std::vector<std::pair<int, int>> ports;
        for (const Cable& cable : roomy.design().cables)
            ports.emplace_back(cable.b.port, cable.b.lane);
        std::ranges::sort(ports);
        QCOMPARE(ports, (std::vector<std::pair<int, int>>{{0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 1}}));
        request.network = roomy.network();
        QVERIFY(roomy.plan(request)->changesNothing());
        request.network = {};
        request.leaf = twin(4);
        const auto tight = site.plan(request);
        QVERIFY(tight);
        QCOMPARE(tight->leaves, std::int64_t{1});
        QCOMPARE(tight->mixedCages, std::int64_t{1});
    }
    // Storage and in-band networks hang on pairs of leaves by default. One pair needs no spines; devices of one port
    // take turns; a second run changes nothing; more devices bring a second pair and spines.
    void devicesHangOnPairsOfLeaves() {
        Part single = fixture::node();
        single.id = "single";
        for (PortGroup& group : single.portGroups)
            if (group.role == PortRole::InBand)
                group.count = 1;
        Site site = siteOf(12);
        site.addNodes(5, single);
        NetworkRequest request = requestFor(NetworkRole::InBand);
        QCOMPARE(request.family, NetworkFamily::DualTor);
        request.leaf = switchOf(32, 100, FabricProtocol::Ethernet, 4);
        request.oversubscription = 3; // 24 devices a pair
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.leaves, std::int64_t{2});
        QCOMPARE(plan.spines, std::int64_t{0});
        QCOMPARE(plan.routerCables, std::int64_t{2});
        std::map<Id<Device>, std::int64_t> ends;
        for (const Device& device : site.design().devices)
            if (device.role == "compute") {
                std::set<Id<Device>> leaves;
                site.design().cables.forEachWith<CablesByDevice>(device.id, [&](const Cable& cable) {
                    leaves.insert(cable.b.device);
                    ++ends[cable.b.device];
                });
                const bool isSingle = findPart(*site.project, device.part)->id == "single";
                QCOMPARE(leaves.size(), std::size_t(isSingle ? 1 : 2));
            }
        for (const auto& [leaf, count] : ends)
            QVERIFY(count == 14 || count == 15);
        QVERIFY(site.plan(requestOf(*site.project, site.design(), site.network()))->changesNothing());
        site.addNodes(12);
        const NetworkPlan grown = site.draw(requestOf(*site.project, site.design(), site.network()));
        checkPorts(site);
        QCOMPARE(grown.leaves, std::int64_t{4});
        QVERIFY(grown.spines >= 2);
        QCOMPARE(grown.cablesRemoved, std::int64_t{2}); // between the leaves of the pair
    }
    // Switches that a person placed are used first, where they stand, and only those of the parts that were chosen.
    void placedSwitchesAreUsedFirst() {
        Site site = siteOf(64);
        const PartPtr leaf = switchOf(64, 400);
        Project project = *site.project;
        IdSource ids(site.nextId);
        const Id<PartRow> own = fixture::embed(project, ids, *leaf);
        const Id<PartRow> other =
            fixture::embed(project, ids, fixture::networkSwitch("other", 64, 400, FabricProtocol::InfiniBand));
        Design design = site.design();
        std::vector<Device> placed;
        for (const Id<PartRow> part : {own, own, other}) {
            Device device;
            device.id = ids.take<Device>();
            device.name = "mine-" + std::to_string(device.id.value);
            device.part = part;
            placed.push_back(device);
        }
        design.devices = design.devices.with(placed);
        site.project = std::make_shared<const Project>(project);
        site.put(std::move(design));
        site.nextId = ids.next();
        NetworkRequest request = railsOf(leaf);
        request.placing = SwitchPlacing::Tray;
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.switchesKept, std::int64_t{2});
        QCOMPARE(plan.switchesAdded, plan.switches() - 2);
        for (std::size_t i = 0; i < placed.size(); ++i) {
            const Device& device = *site.design().devices.find(placed[i].id);
            QCOMPARE(device.name, placed[i].name);
            QCOMPARE(device.role, std::string(i < 2 ? "leaf" : ""));
            QCOMPARE(site.design().cables.allWith<CablesByDevice>(device.id).size(), std::size_t(i < 2 ? 64 : 0));
        }
        QVERIFY(site.plan(requestOf(*site.project, site.design(), site.network()))->changesNothing());
    }
    void aRatioThatIsNotMetIsExplained() {
        // 5 ends of 400 Gb/s need 3 whole cables up.
        Site few = siteOf(5);
        NetworkRequest third = railsOf(switchOf(8, 400));
        third.family = NetworkFamily::LeafSpine;
        third.portsPerDevice = 5;
        third.oversubscription = 2;
        const auto whole = few.plan(third);
        QVERIFY2(whole, whole ? "" : whole.error().message.id.c_str());
        QCOMPARE(whole->uplinks, std::int64_t{3});
        const auto note = oversubscriptionNote(*whole, third);
        QVERIFY(note);
        QCOMPARE(note->id, std::string("network.note.whole-cables"));
        QCOMPARE(printedRatio(20.0 / 21), 0.95);
        for (const Argument& argument : note->arguments)
            if (const auto* ratio = std::get_if<double>(&argument.value))
                QCOMPARE(printedRatio(*ratio), *ratio);
    }
    // What cannot be is refused for the reason that holds.
    void refusalsNameTheReason() {
        Part bare = fixture::node();
        bare.portGroups.clear();
        NetworkRequest request = railsOf(switchOf(64, 400));
        QCOMPARE(errorOf(siteOf(4, bare), request), std::string("network.end-ports"));
        QCOMPARE(argumentOf(siteOf(4, bare), request, "part"), std::string("test-node"));
        Part unknown = fixture::node();
        unknown.portGroups[0].speed = Fact<DataRate>::unknown();
        QCOMPARE(errorOf(siteOf(4, unknown), request), std::string("network.end-speed"));
        Part without = fixture::node();
        without.portGroups.erase(without.portGroups.begin() + 1);
        NetworkRequest storage = requestFor(NetworkRole::Storage);
        storage.leaf = switchOf(64, 400, FabricProtocol::Ethernet, 2);
        QCOMPARE(errorOf(siteOf(4, without), storage), std::string("network.no-ends"));
    }
    void managementJoinsEverything() {
        Site site = siteOf(100);
        site.draw(railsOf(switchOf(64, 400)));
        NetworkRequest request = requestFor(NetworkRole::OutOfBand);
        Part leaf = fixture::networkSwitch("mgmt", 48, 1, FabricProtocol::Ethernet);
        leaf.portGroups.push_back(fixture::ports(PortRole::Uplink, 4, 100, FabricProtocol::Ethernet, "QSFP28"));
        request.leaf = std::make_shared<const Part>(leaf);
        request.upper = switchOf(64, 100, FabricProtocol::Ethernet);
        const NetworkPlan plan = site.draw(request);
        checkPorts(site);
        // 100 nodes, 32 leaves and 16 spines of the compute network.
        QCOMPARE(plan.ends, std::int64_t{148});
        QCOMPARE(plan.leaves, std::int64_t{4});
        QCOMPARE(plan.spines, std::int64_t{2});
        QCOMPARE(plan.uplinks, std::int64_t{2});
        QCOMPARE(site.design().networks.size(), std::size_t{2});
    }
    // PDUs and CDUs come behind the devices of their racks; run again, all cables stay.
    void managementJoinsPlant() {
        Site site = siteOf(20);
        Part pdu = fixture::rackPdu();
        pdu.portGroups = {fixture::ports(PortRole::Management, 1, 1, FabricProtocol::Ethernet, "RJ45")};
        Project next = *site.project;
        IdSource ids(site.nextId);
        const Id<PartRow> row = fixture::embed(next, ids, pdu);
        Design design = site.design();
        PowerElement element;
        element.id = ids.take<PowerElement>();
        element.name = "PDU";
        element.part = row;
        design.powerElements = design.powerElements.with(element);
        CoolingUnit unit;
        unit.id = ids.take<CoolingUnit>();
        unit.name = "CDU";
        unit.part = row;
        design.coolingUnits = design.coolingUnits.with(unit);
        site.project = withDesign(next, site.option(), std::make_shared<const Design>(design));
        site.nextId = ids.next();
        NetworkRequest request = requestFor(NetworkRole::OutOfBand);
        request.leaf = switchOf(48, 1, FabricProtocol::Ethernet);
        NetworkPlan plan = site.draw(request);
        checkPorts(site);
        QCOMPARE(plan.ends, std::int64_t{22});
        for (const Id<Device> id : {cabledId(element.id), cabledId(unit.id)})
            QCOMPARE(site.design().cables.allWith<CablesByDevice>(id).size(), std::size_t{1});
        // What a finding says of them is said of the plant.
        QCOMPARE(cabledSubject(site.design(), cabledId(element.id)), Subject(element.id));
        QCOMPARE(cabledSubject(site.design(), cabledId(unit.id)), Subject(unit.id));
        request.network = site.network();
        plan = site.draw(request);
        QCOMPARE(plan.cablesAdded + plan.cablesRemoved, std::int64_t{0});
        QCOMPARE(plan.cablesKept, std::int64_t{22});
    }
    void bounds() {
        const Site site = siteOf(128);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.devicesPerUnit = 33;
        QCOMPARE(errorOf(site, request), std::string("network.leaf-ports"));
        QCOMPARE(argumentOf(site, request, "most"), std::string("32"));
        request.devicesPerUnit = 32;
        QVERIFY(errorOf(site, request).empty());
        request = railsOf(switchOf(64, 200));
        QCOMPARE(errorOf(site, request), std::string("fabric.no-speed"));
        request = railsOf(switchOf(64, 400, FabricProtocol::Ethernet));
        QCOMPARE(errorOf(site, request), std::string("network.protocol"));
        request = railsOf(switchOf(64, 400));
        request.family = NetworkFamily::RailOnly;
        QCOMPARE(errorOf(site, request), std::string("network.rail-only"));
        QCOMPARE(argumentOf(site, request, "most"), std::string("64"));
        request.family = NetworkFamily::LeafSpine;
        request.leaf = switchOf(8, 400);
        QCOMPARE(errorOf(site, request), std::string("network.no-device-fits"));
        // Four of eight ports down, as many up.
        QCOMPARE(argumentOf(site, request, "most"), std::string("4"));
        request.leaf = nullptr;
        QCOMPARE(errorOf(site, request), std::string("network.no-switch"));
        request = railsOf(switchOf(64, 400));
        request.oversubscription = 0;
        QCOMPARE(errorOf(site, request), std::string("network.ratio"));
        request = requestFor(NetworkRole::Storage);
        request.leaf = switchOf(64, 200, FabricProtocol::Ethernet);
        QCOMPARE(errorOf(Site{emptyDocument("None").project, 10}, request), std::string("network.no-ends"));
    }
    void directShapes() {
        const Site site = siteOf(64);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.family = NetworkFamily::Torus;
        request.shape = {4, 4};
        auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->routers, std::int64_t{16});
        QCOMPARE(plan->routerCables, std::int64_t{32});
        QCOMPARE(plan->devicesPerUnit, std::int64_t{4});
        // A 4 x 4 torus is cut in half by 8 cables; the endpoints' own cables are no cheaper.
        QCOMPARE(tbps(*plan, true), 8 * 0.4);
        request.shape = {3, 3};
        request.devicesPerUnit = 7;
        QCOMPARE(errorOf(site, request), std::string("network.shape-small"));
        QCOMPARE(argumentOf(site, request, "needed"), std::string("10"));
        request.shape = {4, 4};
        request.devicesPerUnit = 8;
        QCOMPARE(errorOf(site, request), std::string("network.router-ports"));
        QCOMPARE(argumentOf(site, request, "most"), std::string("7"));
        request.shape = {4};
        QCOMPARE(errorOf(site, request), std::string("network.shape-words"));
        request = railsOf(switchOf(64, 400));
        request.family = NetworkFamily::Dragonfly;
        request.shape = {4, 2, 9};
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->routers, std::int64_t{36});
        QCOMPARE(plan->routerCables, std::int64_t{9 * 6 + 9 * 8 / 2});
        request.shape = {4, 2, 10};
        QCOMPARE(errorOf(site, request), std::string("fabric.too-many-groups"));
        // Eight ports of a group over six others: uneven, 7 x 8 / 2 cables between groups.
        request.shape = {4, 2, 7};
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->routerCables, std::int64_t{7 * 6 + 28});
        request.groupLinks = 1;
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->routerCables, std::int64_t{7 * 6 + 21});
        request.groupLinks = 0;
        // Two cables of each of 4 x 4 leaves and spines in 5 groups, 4 x 4 ports of a group over 4 others.
        request.family = NetworkFamily::DragonflyPlus;
        request.shape = {4, 4, 4, 5};
        request.leafSpineLinks = 2;
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->leaves, std::int64_t{20});
        QCOMPARE(plan->spines, std::int64_t{20});
        std::int64_t inside = 0, between = 0;
        for (const FabricLink& link : plan->graph.links)
            (link.a < 20 && link.b >= 20 ? inside : between) += link.cables;
        QCOMPARE(inside, std::int64_t{5 * 4 * 4 * 2});
        QCOMPARE(between, std::int64_t{5 * 16 / 2});
        request = railsOf(switchOf(64, 400));
        request.family = NetworkFamily::SlimFly;
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->shape, std::vector<std::int64_t>{3}); // 18 routers of 5 neighbours for 64 nodes of 8 ports
        QCOMPARE(plan->routers, std::int64_t{18});
        QCOMPARE(plan->routerCables, std::int64_t{18 * 5 / 2});
        request.shape = {6};
        QCOMPARE(errorOf(site, request), std::string("fabric.no-prime-power"));
        request.shape = {};
        request.family = NetworkFamily::Hypercube;
        plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->routers, std::int64_t{16});
        QCOMPARE(plan->shape, std::vector<std::int64_t>{4});
        request.trunk = 0;
        QCOMPARE(errorOf(site, request), std::string("network.trunk"));
        QCOMPARE(argumentOf(site, request, "nearest"), std::string("1"));
        request.trunk = std::int64_t{1} << 62;
        QCOMPARE(errorOf(site, request), std::string("network.trunk"));
        request.trunk = 1;
        request.devicesPerUnit = std::int64_t{1} << 62;
        QCOMPARE(errorOf(site, request), std::string("network.unit-devices"));
    }
    // 64 nodes on 8 rails are two units of 32: 16 leaves, 512 cables up, 8 spines at least; 12 do not divide the 32 of
    // a leaf and are dealt all the same.
    void spinesOfOnesOwn() {
        const Site site = siteOf(64);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.spines = 12;
        const auto plan = site.plan(request);
        QVERIFY(plan);
        QCOMPARE(plan->spines, std::int64_t{12});
        QCOMPARE(plan->leafCables, std::int64_t{512});
        request.spines = 7;
        QCOMPARE(errorOf(site, request), std::string("network.spines-between"));
        QCOMPARE(argumentOf(site, request, "least"), std::string("8"));
        request.spines = 33;
        QCOMPARE(argumentOf(site, request, "most"), std::string("32"));
        // Half as many cables up need four.
        request.spines = 4;
        request.devicesPerUnit = 32;
        request.oversubscription = 2;
        const auto tapered = site.plan(request);
        QVERIFY(tapered);
        QCOMPARE(tapered->spines, std::int64_t{4});
        QCOMPARE(tapered->leafCables, std::int64_t{256});
        // It is drawn again as it was asked for.
        const std::vector<Parameter> kept = parametersOf(request);
        QVERIFY(std::ranges::find(kept, Parameter{"spines", "4"}) != kept.end());
    }
    // Every number of a request as nobody means it: refused by name and limits, or drawn; never a hang or a crash.
    void numbersThatNobodyMeans_data() {
        QTest::addColumn<int>("family");
        for (std::size_t i = 0; i < EnumNames<NetworkFamily>::names.size(); ++i)
            QTest::newRow(std::string(EnumNames<NetworkFamily>::names[i]).c_str()) << static_cast<int>(i);
    }
    void numbersThatNobodyMeans() {
        QFETCH(int, family);
        const Site site = siteOf(16);
        NetworkRequest sound = railsOf(switchOf(64, 400));
        sound.family = static_cast<NetworkFamily>(family);
        const auto mostOf = [](const char* name) { return findParameterLimits(name)->limits.greatest; };
        struct Count {
            const char* name;
            std::int64_t NetworkRequest::*member;
        };
        for (const Count& each :
             {Count{"ports-per-device", &NetworkRequest::portsPerDevice},
              Count{"devices-per-unit", &NetworkRequest::devicesPerUnit}, Count{"planes", &NetworkRequest::planes},
              Count{"trunk", &NetworkRequest::trunk}, Count{"spines", &NetworkRequest::spines},
              Count{"group-links", &NetworkRequest::groupLinks},
              Count{"leaf-spine-links", &NetworkRequest::leafSpineLinks}})
            for (const std::int64_t value :
                 {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1'000'000'000}, std::int64_t{1'000'000'000'000'000},
                  std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()}) {
                NetworkRequest request = sound;
                request.*each.member = value;
                const auto kept = parametersOf(request);
                const bool isKept = std::ranges::find(kept, each.name, &Parameter::name) != kept.end();
                const auto plan = site.plan(request);
                const std::string what = std::string(each.name) + " " + std::to_string(value);
                QVERIFY2(!plan || !isKept || (value >= 0 && static_cast<double>(value) <= mostOf(each.name)),
                         what.c_str());
            }
        struct Ratio {
            const char* name;
            double NetworkRequest::*member;
        };
        for (const Ratio& each : {Ratio{"oversubscription", &NetworkRequest::oversubscription},
                                  Ratio{"spine-oversubscription", &NetworkRequest::spineOversubscription},
                                  Ratio{"trunk-speed", &NetworkRequest::trunkGbps}})
            for (const double value : {-1.0, 0.0, -0.0, 1e-308, 1e9, 1e15, 1e308, std::nan(""), HUGE_VAL}) {
                NetworkRequest request = sound;
                request.*each.member = value;
                const auto plan = site.plan(request);
                const bool isOpen = std::isnan(value) && each.member == &NetworkRequest::trunkGbps; // worked out
                QVERIFY2(!plan || isDirect(sound.family) || isOpen || std::abs(value) < 1e9,
                         (std::string(each.name) + " " + std::to_string(value)).c_str());
            }
    }
    // What a file keeps of a generator is held to the same limits.
    void aFileWithSuchNumbersIsRefused() {
        Site site = siteOf(16);
        site.draw(railsOf(switchOf(64, 400)));
        Design design = site.design();
        FabricGenerator generator = *design.fabricGenerators.begin();
        for (Parameter& parameter : generator.parameters)
            if (parameter.name == "devices-per-unit")
                parameter.value = "1000000000000000";
        design.fabricGenerators = design.fabricGenerators.with({generator});
        site.put(design);
        const auto breach = limitBreach(*site.project);
        QVERIFY(breach);
        QCOMPARE(breach->field, std::string("parameters/devices-per-unit"));
    }
    // Sides whose product is beyond any count, and beyond the most switches that are drawn: 707 x 707 = 499,849.
    void shapesTooLargeToCount_data() {
        QTest::addColumn<int>("family");
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QString>("nearest");
        const auto row = [](NetworkFamily family, const QList<qint64>& shape, const char* nearest) {
            QTest::newRow(nearest) << static_cast<int>(family) << shape << QString::fromLatin1(nearest);
        };
        constexpr qint64 huge = qint64{1} << 32, most = std::numeric_limits<qint64>::max();
        row(NetworkFamily::Torus, {huge, huge}, "707x707");
        row(NetworkFamily::Torus, {2, huge, 3}, "2x83333x3");
        row(NetworkFamily::Torus, {most, most, most}, "79x79x79");
        row(NetworkFamily::Torus, {708, 707}, "707x707");
        row(NetworkFamily::Hypercube, {64}, "18");
        row(NetworkFamily::HyperX, {huge, 2}, "707x2");
        row(NetworkFamily::HyperX, {2, most}, "2x18");
        row(NetworkFamily::Dragonfly, {huge, 2, huge}, "707x2x707");
        row(NetworkFamily::DragonflyPlus, {huge, huge, 1, huge}, "500x500x1x500"); // half of them spines
    }
    void shapesTooLargeToCount() {
        QFETCH(int, family);
        QFETCH(QList<qint64>, shape);
        QFETCH(QString, nearest);
        const Site site = siteOf(8);
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.family = static_cast<NetworkFamily>(family);
        request.shape.assign(shape.begin(), shape.end());
        QCOMPARE(errorOf(site, request), std::string("network.shape-large"));
        QCOMPARE(argumentOf(site, request, "nearest"), nearest.toStdString());
        QCOMPARE(argumentOf(site, request, "most"), std::string("500000"));
    }
    void switchesFindFreeUnits() {
        Site site = siteOf(64);
        Project project = *site.project;
        IdSource ids(site.nextId);
        const Id<PartRow> rackPart = fixture::embed(project, ids, fixture::rack(10));
        Room room;
        room.id = ids.take<Room>();
        Design design = site.design();
        design.rooms = design.rooms.with(room);
        std::vector<Rack> racks;
        for (int i = 0; i < 3; ++i) {
            Rack rack;
            rack.id = ids.take<Rack>();
            rack.name = "R" + std::to_string(i + 1);
            rack.room = room.id;
            rack.part = rackPart;
            rack.role = i == 1 ? "network" : "compute";
            racks.push_back(rack);
        }
        design.racks = design.racks.with(racks);
        site.project = std::make_shared<const Project>(project);
        site.put(std::move(design));
        site.nextId = ids.next();
        NetworkRequest request = railsOf(switchOf(64, 400));
        request.placing = SwitchPlacing::NetworkRacks;
        const auto near = site.plan(request); // 16 leaves and 8 spines for 10 units
        QVERIFY(near);
        QCOMPARE(near->switchesAdded, std::int64_t{24});
        QCOMPARE(near->switchesUnplaced, std::int64_t{14});
        request.placing = SwitchPlacing::Tray;
        QCOMPARE(site.plan(request)->switchesUnplaced, std::int64_t{24});
        request.placing = SwitchPlacing::AnyRack;
        const NetworkPlan plan = site.draw(request);
        QCOMPARE(plan.switchesUnplaced, std::int64_t{0});
        for (const Rack& rack : site.design().racks)
            QVERIFY(placeConflicts(*site.project, site.design(), rack).empty());
    }
    // A rack of nodes takes a switch only within the limit that is known, and after all others.
    void switchesKeepRacksWithinTheirLimits() {
        Site site = siteOf(8);
        Project project = *site.project;
        IdSource ids(site.nextId);
        const Id<PartRow> rackPart = fixture::embed(project, ids, fixture::rack(20));
        Design design = site.design();
        Room room;
        room.id = ids.take<Room>();
        design.rooms = design.rooms.with(room);
        std::vector<Rack> racks;
        for (int i = 0; i < 3; ++i) {
            Rack rack;
            rack.id = ids.take<Rack>();
            rack.name = "R" + std::to_string(i + 1);
            rack.row = "A";
            rack.room = room.id;
            rack.part = rackPart;
            rack.role = "compute";
            rack.centre.x = Length::millimetres(600) * i;
            rack.powerCap = Power(i == 2 ? 1'500 : 22'000);
            racks.push_back(rack);
        }
        design.racks = design.racks.with(racks);
        // Two nodes of 10 kW leave 2 kW of the first rack, one switch; the last, without nodes, takes one too.
        std::vector<Device> nodes;
        for (const Device& device : design.devices)
            if (nodes.size() < 4) {
                nodes.push_back(device);
                nodes.back().placement =
                    InRack{racks[(nodes.size() - 1) / 2].id, 1 + 8 * static_cast<std::int64_t>((nodes.size() - 1) % 2),
                           Face::Front, 0};
            }
        design.devices = design.devices.with(nodes);
        site.project = std::make_shared<const Project>(project);
        site.put(std::move(design));
        site.nextId = ids.next();
        NetworkRequest request = railsOf(switchOf(16, 400)); // 8 leaves and 4 spines of 1.5 kW
        const NetworkPlan plan = site.draw(request);
        QVERIFY(plan.switchesAdded > 3);
        QCOMPARE(plan.switchesUnplaced, plan.switchesAdded - 3);
        std::map<Id<Rack>, int> inRack;
        for (const Device& device : site.design().devices)
            if (device.role == "leaf")
                ++inRack[rackOf(device)];
        for (const Rack& rack : racks)
            QCOMPARE(inRack[rack.id], 1);
        QCOMPARE(rackOf(*site.design().devices.find(site.leaves().front())), racks[2].id);
    }

    // The chosen kind of nodes alone hangs on the network, also drawn again; later ones of it join.
    void chosenNodesAlone() {
        Part fast = node();
        fast.id = fast.model = "fast-node";
        fast.portGroups[0] = ports(PortRole::Compute, 4, 800, FabricProtocol::Either);
        Site site = siteOf(8);
        site.addNodes(4, fast);
        NetworkRequest request = railsOf(switchOf(64, 400));
        QVERIFY(!errorOf(site, request).empty());
        const std::vector<NodeGroup> groups = nodeGroups(*site.project, site.design(), request);
        QCOMPARE(groups.size(), std::size_t{2});
        QCOMPARE(groups[0].devices, std::int64_t{8});
        QCOMPARE(groups[0].freePorts, std::int64_t{8});
        QCOMPARE(groups[1].freePorts, std::int64_t{4});
        request.nodes = nodesOfOneSpeed(groups);
        QVERIFY(request.nodes && *request.nodes == std::vector<std::string>{groups[0].key});
        QCOMPARE(site.draw(request).devices, std::int64_t{8});
        site.addNodes(1);
        const NetworkRequest again = requestOf(*site.project, site.design(), site.network());
        QVERIFY(again.nodes == request.nodes);
        QCOMPARE(site.draw(again).devices, std::int64_t{9});
        request.nodes = std::vector<std::string>();
        QCOMPARE(errorOf(site, request), std::string("network.no-nodes"));
        // What is of one speed needs no choice, nor does what a choice would leave empty.
        QVERIFY(!nodesOfOneSpeed({groups[0]}));
    }
};

RW_CORE_SUITE(TestGenerateNetwork)
#include "tst_generate_network.moc"
