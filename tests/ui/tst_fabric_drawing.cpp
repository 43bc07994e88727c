// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing of a network: tiers, counts, places and legibility from 8 to 131,072 accelerators.
#include "catalog/catalog.h"
#include "solvers/generation/generate_network.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/drawing_checks.h"
#include "tests/support/sample_designs.h"
#include "tests/support/suite.h"
#include "ui/paint/fabric_drawing.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

using namespace rackwright;

class TestFabricDrawing : public QObject {
    Q_OBJECT

    Texts texts = Texts::of("en", NumberFormat::ofLocale("en"));
    std::unique_ptr<Catalog> catalog;

    /// A cluster of the recipe, made once a size.
    const Project& cluster(int accelerators) {
        ProjectPtr& made = m_clusters[accelerators];
        if (!made) {
            const Result<Document> document =
                makeFromRecipe("cluster", {{"accelerators", std::to_string(accelerators)}}, recipeSource(*catalog));
            if (!document)
                qFatal("%s", document.error().message.id.c_str());
            made = document->project;
        }
        return *made;
    }
    std::map<int, ProjectPtr> m_clusters;

    static const Design& designOf(const Project& project) { return *activeOption(project).design; }
    static Id<Network> networkOf(const Project& project, NetworkRole role) {
        for (const Network& network : designOf(project).networks)
            if (network.role == role)
                return network.id;
        return {};
    }
    /// At the scale at which a view of this many pixels shows it whole.
    Drawing fitted(const Project& project, const FabricLayout& layout, QSizeF pixels,
                   FabricColouring colouring = FabricColouring::Tier) const {
        constexpr double dotsPerMm = 96.0 / 25.4;
        const double zoom = std::min(pixels.width() / layout.bounds.width(), pixels.height() / layout.bounds.height());
        return fabricDrawing(layout, designOf(project), texts, {zoom / dotsPerMm, 7.4 / dotsPerMm, colouring});
    }

private Q_SLOTS:
    // Two nodes on one leaf: each on its own lane of a port of 800 Gb/s.
    void aLaneHasItsShareOfThePort() {
        fixture::FabricHall hall = fixture::fabricHall();
        fixture::breakOutSwitches(hall, 4);
        const FabricLayout layout = fabricLayout(hall.project, hall.design, hall.network);
        QCOMPARE(layout.speeds, std::vector<double>{400});
        for (const Cable& cable : hall.design.cables)
            QCOMPARE(speedOf(hall.project, hall.design, cable), 400.0);
    }
    void initTestCase() {
        QVERIFY(loadBundledFonts().has_value());
        auto opened = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(opened.has_value());
        catalog = std::move(*opened);
    }

    void tiersAndBundlesHoldTheNumbersOfTheDesign() {
        const Project& project = cluster(1024);
        const Id<Network> network = networkOf(project, NetworkRole::Compute);
        const FabricLayout layout = fabricLayout(project, designOf(project), network);
        std::size_t cables = 0, leaves = 0, bundled = 0;
        for (const Cable& cable : designOf(project).cables)
            cables += cable.network == network;
        for (const Device& device : designOf(project).devices)
            leaves += device.role == "leaf" && device.name.starts_with("compute-");
        for (const FabricBundle& bundle : layout.bundles) {
            bundled += bundle.cables.size();
            const auto sum =
                static_cast<std::size_t>(std::accumulate(bundle.byRail.begin(), bundle.byRail.end(), std::int64_t(0)));
            QCOMPARE(sum, bundle.cables.size());
        }
        QCOMPARE(layout.cables, cables);
        QCOMPARE(bundled, cables);
        QCOMPARE(layout.devices[std::size_t(FabricTier::Leaf)], leaves);
        QCOMPARE(layout.rails, std::size_t(8));
        QVERIFY(layout.devices[std::size_t(FabricTier::Spine)] > 0);
    }
    void railsAreByThePortsOfNodes_data() {
        QTest::addColumn<int>("family");
        QTest::addColumn<int>("rails");
        // Nodes of two ports on two planes; all ports of a node on both leaves of a pair.
        QTest::newRow("planes") << int(NetworkFamily::MultiPlane) << 2;
        QTest::newRow("pairs of leaves") << int(NetworkFamily::DualTor) << 0;
    }
    void railsAreByThePortsOfNodes() {
        QFETCH(int, family);
        QFETCH(int, rails);
        fixture::FabricHall hall = fixture::fabricHall();
        fixture::takeNetworks(hall);
        const Snapshot before = hall.snapshot();
        NetworkRequest request;
        request.family = static_cast<NetworkFamily>(family);
        request.devicesPerUnit = 2;
        request.leaf = before.project->parts.find(hall.fabricSwitchPart)->part;
        IdSource ids(10'000);
        const auto plan = planNetwork(*before.project, before.option, request, ids);
        QVERIFY2(plan, plan ? "" : plan.error().message.id.c_str());
        const Snapshot made = snapshotOf(plan->project);
        const FabricLayout layout = fabricLayout(*made.project, *made.design, made.design->networks.begin()->id);
        QVERIFY(layout.devices[std::size_t(FabricTier::Leaf)] >= 4);
        QCOMPARE(layout.rails, std::size_t(rails));
    }
    void switchesOfOtherNetworksAreEndsOfTheManagementNetwork() {
        const Project& project = cluster(1024);
        const FabricLayout layout =
            fabricLayout(project, designOf(project), networkOf(project, NetworkRole::OutOfBand));
        for (const Device& device : designOf(project).devices)
            if (const auto place = layout.places.find(device.id);
                place != layout.places.end() && device.name.starts_with("compute-leaf"))
                QCOMPARE(layout.cells[place->second.cell].tier, FabricTier::Ends);
        QVERIFY(layout.devices[std::size_t(FabricTier::Leaf)] > 0);
    }

    void everySizeIsLegible_data() {
        QTest::addColumn<int>("accelerators");
        for (const int accelerators : {8, 16, 256, 1024, 4096, 16384, 131072})
            QTest::addRow("%d", accelerators) << accelerators;
    }
    void everySizeIsLegible() {
        QFETCH(int, accelerators);
        const Project& project = cluster(accelerators);
        for (const Network& network : designOf(project).networks) {
            const FabricLayout layout = fabricLayout(project, designOf(project), network.id);
            QVERIFY(!layout.isEmpty());
            const Drawing drawing = fitted(project, layout, {900, 600});
            QVERIFY2(!textsOf(drawing).isEmpty(), network.name.c_str());
            QCOMPARE(overlappingTexts(drawing), QStringList());
            for (const auto& [item, text] : shapesOf<TextShape>(drawing)) {
                QVERIFY(text->size * drawing.scale > 1.9);
                QVERIFY2(drawing.bounds.contains(boxOf(*text)), qPrintable(text->text));
            }
            QVERIFY2(drawing == fitted(project, fabricLayout(project, designOf(project), network.id), {900, 600}),
                     "the same design gives the same drawing");
        }
    }
    void textsDoNotOverlapAtAnyZoom_data() {
        QTest::addColumn<double>("pixels");
        for (const double pixels : {300.0, 700.0, 1500.0, 3000.0, 7000.0})
            QTest::addRow("%g px", pixels) << pixels;
    }
    void textsDoNotOverlapAtAnyZoom() {
        QFETCH(double, pixels);
        const Project& project = cluster(1024);
        for (const Network& network : designOf(project).networks)
            QCOMPARE(overlappingTexts(fitted(project, fabricLayout(project, designOf(project), network.id),
                                             {pixels, pixels * 0.7}, FabricColouring::Rail)),
                     QStringList());
    }
    // "01" of a store is no "01" of an archive in the same box.
    void namesOfABoxAreTold_data() { textsDoNotOverlapAtAnyZoom_data(); }
    void namesOfABoxAreTold() {
        QFETCH(double, pixels);
        const Project& project = cluster(256);
        for (const Network& network : designOf(project).networks) {
            const FabricLayout layout = fabricLayout(project, designOf(project), network.id);
            const Drawing drawing = fitted(project, layout, {pixels, pixels * 0.7});
            std::set<std::pair<std::size_t, QString>> seen;
            for (const auto& [item, text] : shapesOf<TextShape>(drawing)) {
                const auto place = layout.places.find(Id<Device>{item->subject});
                if (item->layer != Layer::Devices || place == layout.places.end())
                    continue;
                const bool isNew = seen.insert({place->second.cell, text->text}).second;
                QVERIFY2(isNew, qPrintable(text->text));
            }
        }
    }
    void boxesOfATierNeverOverlap() {
        const Project& project = cluster(16384);
        const FabricLayout layout = fabricLayout(project, designOf(project), networkOf(project, NetworkRole::Compute));
        QVERIFY(std::ranges::any_of(layout.frames, &FabricFrame::isPod));
        for (std::size_t i = 0; i < layout.cells.size(); ++i)
            for (std::size_t k = i + 1; k < layout.cells.size(); ++k)
                QVERIFY(!layout.cells[i].box.intersects(layout.cells[k].box));
    }
    void everyDeviceIsFoundWhereItIsDrawn() {
        const Project& project = cluster(1024);
        const FabricLayout layout = fabricLayout(project, designOf(project), networkOf(project, NetworkRole::Compute));
        for (const auto& [device, place] : layout.places) {
            QVERIFY(layout.cells[place.cell].box.contains(*layout.boxOf(device)));
            QCOMPARE(layout.deviceAt(layout.boxOf(device)->center()), device);
        }
        for (std::size_t i = 0; i < layout.bundles.size(); ++i) {
            const auto& line = layout.bundles[i].line;
            const auto hit = layout.bundlesAt((line[0] + line[1]) / 2, 1);
            QVERIFY(std::ranges::find(hit, i) != hit.end());
        }
    }
    void whatIsUnrelatedMovesNothing() {
        const Project& project = cluster(256);
        const Id<Network> network = networkOf(project, NetworkRole::Compute);
        const FabricLayout before = fabricLayout(project, designOf(project), network);
        Design changed = designOf(project);
        Device stranger;
        stranger.id = {9'000'000};
        stranger.name = "stranger";
        changed.devices = changed.devices.with(stranger);
        QVERIFY(fabricDrawing(before, designOf(project), texts, {}) ==
                fabricDrawing(fabricLayout(project, changed, network), changed, texts, {}));
        std::vector<Id<Cable>> others;
        for (const Cable& cable : changed.cables)
            if (cable.network != network)
                others.push_back(cable.id);
        changed.cables = changed.cables.with({}, others);
        const FabricLayout after = fabricLayout(project, changed, network);
        for (const auto& [device, place] : before.places)
            QVERIFY(after.boxOf(device) == before.boxOf(device));
        // Switches that carry nothing now wait below.
        QVERIFY(after.cells.size() == before.cells.size() + 1);
        QVERIFY(after.cells.back().ends == FabricEnds::Waiting);
        QVERIFY(after.cells.back().box.top() >= before.cells.front().box.bottom());
    }
    // An empty network shows what can be on it; a device with its first cable is in its band.
    void whatIsNotCabledWaitsBelow() {
        Project project = cluster(256);
        const Id<Network> network = networkOf(project, NetworkRole::Compute);
        Design changed = designOf(project);
        std::vector<Id<Cable>> own;
        for (const Cable& cable : changed.cables)
            if (cable.network == network)
                own.push_back(cable.id);
        const Cable first = *changed.cables.find(own.front());
        changed.cables = changed.cables.with({}, own);
        FabricLayout layout = fabricLayout(project, changed, network);
        QCOMPARE(layout.cells.size(), std::size_t{1});
        const auto ofJobs = [](const Device& device) {
            return device.role == "compute" || device.role == "leaf" || device.role == "spine";
        };
        QVERIFY(!layout.bounds.isEmpty());
        const std::size_t waiting = layout.cells.front().devices.size();
        for (const PortRef& end : {first.a, first.b}) {
            QVERIFY(ofJobs(*changed.devices.find(end.device)));
            QVERIFY(layout.boxOf(end.device));
            QCOMPARE(layout.deviceAt(layout.boxOf(end.device)->center()), end.device);
        }
        changed.cables = changed.cables.with(first);
        layout = fabricLayout(project, changed, network);
        QCOMPARE(layout.cells.back().devices.size(), waiting - 2);
        QVERIFY(layout.cells[layout.places.at(first.a.device).cell].ends != FabricEnds::Waiting);
        QCOMPARE(layout.bundles.size(), std::size_t{1});
    }
    void aSheetFitsItsPaper() {
        const Project& project = cluster(1024);
        const Network* network = designOf(project).networks.find(networkOf(project, NetworkRole::Compute));
        const QSizeF paper(380, 200);
        const auto sheet = fabricSheet(project, designOf(project), *network, texts, paper);
        QVERIFY(sheet);
        QVERIFY(paperSize(*sheet).width() <= paper.width() + 1e-6);
        QVERIFY(paperSize(*sheet).height() <= paper.height() + 1e-6);
        QCOMPARE(sheet->title, QStringLiteral("Network Compute"));
        QCOMPARE(overlappingTexts(*sheet), QStringList());
        // No box is without a name: where the whole one is too long its number stands.
        std::set<QString> written;
        for (const auto& [item, text] : shapesOf<TextShape>(*sheet))
            written.insert(text->text);
        for (const char* number : {"1-1", "4-8", "16", "001", "128"})
            QVERIFY2(written.contains(QString::fromLatin1(number)), number);
        Network other;
        other.id = {9'000'001};
        QVERIFY(!fabricSheet(project, designOf(project), other, texts, paper));
    }
    void coloursFollowTheChoice() {
        const Project& project = cluster(1024);
        const FabricLayout layout = fabricLayout(project, designOf(project), networkOf(project, NetworkRole::Compute));
        const auto inksOf = [&](FabricColouring colouring) {
            std::set<Ink> inks;
            const Drawing drawing = fitted(project, layout, {900, 600}, colouring);
            for (const auto& [item, lines] : shapesOf<LinesShape>(drawing))
                inks.insert(item->stroke->ink);
            return inks;
        };
        QCOMPARE(inksOf(FabricColouring::Tier).size(), std::size_t(2));
        QCOMPARE(inksOf(FabricColouring::Rail).size(), std::size_t(8));
        for (const FabricColouring colouring : {FabricColouring::Tier, FabricColouring::Rail, FabricColouring::Speed})
            for (const OverlayKey& key : fabricLegend(layout, texts, colouring))
                QVERIFY2(inksOf(colouring).contains(key.fill), qPrintable(key.text));
    }
};

RW_WINDOW_SUITE(TestFabricDrawing)
#include "tst_fabric_drawing.moc"
