// SPDX-License-Identifier: GPL-3.0-or-later
// A server as a buyer configures it: limits of the data sheet, and what follows for ports, power, weight and price.

#include "catalog/catalog.h"
#include "catalog/node_configuration.h"
#include "catalog/storage_scale.h"
#include "model/parts/network_cards.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rackwright;

class TestNodeConfiguration : public QObject {
    Q_OBJECT

    std::unique_ptr<Catalog> m_catalog;
    ComponentShelf m_shelf;

    Part part(const char* id) { return **m_catalog->part(id); }

    // A server whose facts are all known, of our own making.
    static Part chassis() {
        Part node;
        node.id = "own-node";
        node.category = PartCategory::GpuNode;
        node.vendor = "Acme";
        node.model = "N8";
        const auto number = [&](std::string_view key, double si) {
            node.attributes.push_back({std::string(key), Fact<double>::known(si, Grade::Vendor), {}, {}});
        };
        const auto words = [&](std::string_view key, const char* text) {
            node.attributes.push_back({std::string(key), {}, Fact<std::string>::known(text, Grade::Vendor), {}});
        };
        number(attribute::cpuCount.key, 2);
        words(attribute::cpuModel.key, "AMD EPYC 9555");
        words("memory-slots", "24 DIMM slots, DDR5");
        number(attribute::systemMemory.key, 24 * 64e9);
        number(attribute::localStorage.key, 8 * 3.84e12);
        words("data-drives", "8x 2.5in NVMe");
        number(attribute::networkSlots.key, 10);
        number(attribute::weight.key, 100);
        node.powerModes.push_back({PowerModeKind::Typical, Fact<Power>::known(Power(6000), Grade::Vendor), {}});
        node.powerModes.push_back({PowerModeKind::Maximum, Fact<Power>::known(Power(10'000), Grade::Vendor), {}});
        PowerInput supplies;
        supplies.count = 6;
        supplies.required = 4;
        supplies.rating = Fact<Power>::known(Power(3000), Grade::Vendor);
        node.powerInputs.push_back(supplies);
        Price price;
        price.currency = Currency::usd();
        price.basis = "each";
        const auto dollars = [](double amount) { return *PriceRate::nearest(amount, Currency::usd()); };
        price.rate = Fact<PriceRate>::range(dollars(250'000), dollars(300'000), dollars(350'000), Grade::ThirdParty);
        node.prices.push_back(price);
        return node;
    }

    Result<ConfiguredNode> configured(const NodeConfiguration& wanted) {
        return configuredNode(chassis(), wanted, m_shelf, "own-node-b");
    }
    static double maximum(const Part& part) { return powerIn(part, PowerModeKind::Maximum).typical()->si(); }
    static double price(const Part& part) { return part.prices.front().rate.typical()->inUnits(); }

private Q_SLOTS:
    void initTestCase() {
        auto catalog = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(catalog.has_value());
        m_catalog = std::move(*catalog);
        for (const PartSummary& summary : m_catalog->parts())
            if (summary.category == PartCategory::Processor)
                m_shelf.processors.push_back(*m_catalog->part(summary.id));
            else if (summary.category == PartCategory::Nic)
                m_shelf.cards.push_back(*m_catalog->part(summary.id));
    }

    void theStandingConfigurationIsRead() {
        const NodeConfiguration standing = standingConfiguration(chassis(), m_shelf);
        QCOMPARE(standing.processor, std::optional<std::string>("amd-epyc-9555"));
        QCOMPARE(standing.processors, std::optional<std::int64_t>(2));
        QCOMPARE(standing.modules, std::optional<std::int64_t>(24));
        QCOMPARE(*standing.moduleBytes, 64e9);
        QCOMPARE(standing.drives, std::optional<std::int64_t>(8));
        QVERIFY(std::abs(*standing.driveBytes - 3.84e12) < 1);
        QCOMPARE(standing.supplies, std::optional<std::int64_t>(6));
    }

    // Cards that the catalogue put into a server are read as they were put in.
    void cardsOfTheCatalogueAreRead() {
        std::size_t read = 0;
        for (const PartSummary& summary : m_catalog->parts()) {
            const Part node = part(summary.id.c_str());
            if (textFact(node, attribute::networkCards.key).isUnknown() || !isConfigurable(node))
                continue;
            const auto cards = standingConfiguration(node, m_shelf).cards;
            QVERIFY2(!cards.empty(), summary.id.c_str());
            for (const ConfiguredCards& each : cards)
                QVERIFY2(m_shelf.find(each.part) && each.count > 0, summary.id.c_str());
            ++read;
        }
        QVERIFY(read > 30);
    }

    void processorsChangePowerAndPrice() {
        NodeConfiguration wanted;
        wanted.processor = "amd-epyc-9575f"; // 400 W beside 360 W, and dearer
        const auto made = configured(wanted);
        QVERIFY(made.has_value());
        QCOMPARE(maximum(made->part), 10'000.0 + 2 * 40);
        QVERIFY(price(made->part) > 300'000);
        QCOMPARE(powerIn(made->part, PowerModeKind::Maximum).grade, Grade::Estimate);
        QVERIFY(std::abs(powerIn(made->part, PowerModeKind::Typical).typical()->si() - (6000 + 0.6 * 80)) < 1e-6);
        QCOMPARE(numberFact(made->part, "cpu-cores").typical(), std::optional<double>(128.0));
        QCOMPARE(made->part.id, std::string("own-node-b"));
        QVERIFY(!textFact(made->part, "configuration").isUnknown());
        QVERIFY(made->notes.empty());
    }

    void memoryDrivesAndSupplies() {
        NodeConfiguration wanted;
        wanted.modules = 12;
        wanted.moduleBytes = 128e9; // the same memory of half as many modules
        wanted.drives = 4;
        wanted.supplies = 5;
        const auto made = configured(wanted);
        QVERIFY(made.has_value());
        QCOMPARE(fact(made->part, attribute::systemMemory).typical()->si(), 12 * 128e9);
        QVERIFY(maximum(made->part) < 10'000);
        QVERIFY(fact(made->part, attribute::weight).typical()->si() < 100);
        QVERIFY(price(made->part) < 300'000);
        QCOMPARE(made->part.powerInputs.front().count, 5);
        QCOMPARE(made->part.powerInputs.front().required, std::optional<std::int64_t>(4));
        QVERIFY(std::abs(fact(made->part, attribute::localStorage).typical()->si() - 4 * 3.84e12) < 1);
    }

    void cardsMakePorts() {
        NodeConfiguration wanted;
        wanted.cards = {{"nvidia-cx7-400-osfp", 8, PortRole::Compute}, {"nvidia-bf3-b3220", 1, PortRole::Storage}};
        const auto made = configured(wanted);
        QVERIFY(made.has_value());
        const auto compute = std::ranges::find(made->part.portGroups, PortRole::Compute, &PortGroup::role);
        QCOMPARE(compute->count, 8);
        QCOMPARE(compute->speed.typical()->in(unit::gigabitPerSecond), 400.0);
        const auto storage = std::ranges::find(made->part.portGroups, PortRole::Storage, &PortGroup::role);
        QCOMPARE(storage->count, 2);
        QVERIFY(maximum(made->part) > 10'000);
        QVERIFY(fact(made->part, attribute::weight).typical()->si() > 100);
        // None of a role takes its ports away.
        NodeConfiguration none;
        none.cards = {{"nvidia-bf3-b3220", 0, PortRole::Storage}};
        const auto without = configuredNode(made->part, none, m_shelf, "own-node-c");
        QVERIFY(without.has_value());
        QCOMPARE(std::ranges::count(without->part.portGroups, PortRole::Storage, &PortGroup::role), 0);
        QCOMPARE(std::ranges::count(without->part.portGroups, PortRole::Compute, &PortGroup::role), 1);
    }

    void whatTheDataSheetDoesNotAllow_data() {
        QTest::addColumn<QString>("message");
        QTest::addColumn<int>("field");
        QTest::newRow("sockets") << QStringLiteral("node-config.too-many.processors") << 0;
        QTest::newRow("slots") << QStringLiteral("node-config.too-many.modules") << 1;
        QTest::newRow("cards") << QStringLiteral("node-config.too-many.cards") << 2;
        QTest::newRow("bays") << QStringLiteral("node-config.too-many.drives") << 3;
        QTest::newRow("more supplies") << QStringLiteral("node-config.too-many.supplies") << 4;
        QTest::newRow("fewer supplies") << QStringLiteral("node-config.too-few-supplies") << 5;
        QTest::newRow("another maker") << QStringLiteral("node-config.wrong-processor") << 6;
        QTest::newRow("no processor") << QStringLiteral("node-config.no-processor") << 7;
        QTest::newRow("no card") << QStringLiteral("node-config.no-card") << 8;
    }
    void whatTheDataSheetDoesNotAllow() {
        QFETCH(QString, message);
        QFETCH(int, field);
        NodeConfiguration wanted;
        switch (field) {
        case 0:
            wanted.processors = 4;
            break;
        case 1:
            wanted.modules = 32;
            break;
        case 2:
            wanted.cards = {{"nvidia-cx7-400-osfp", 11, PortRole::Compute}};
            break;
        case 3:
            wanted.drives = 9;
            break;
        case 4:
            wanted.supplies = 7;
            break;
        case 5:
            wanted.supplies = 3;
            break;
        case 6:
            wanted.processor = "intel-xeon-6787p";
            break;
        case 7:
            wanted.processor = "nvidia-cx7-400-osfp";
            break;
        default:
            wanted.cards = {{"amd-epyc-9555", 1, PortRole::Compute}};
        }
        const auto made = configured(wanted);
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error().message.id), message);
    }

    // Where the base is not known, the figures stay and the note says so.
    void unknownIsNotZero() {
        Part node = chassis();
        std::erase_if(node.attributes, [](const Attribute& each) { return each.key == attribute::cpuModel.key; });
        NodeConfiguration wanted;
        wanted.processor = "amd-epyc-9965";
        const auto made = configuredNode(node, wanted, m_shelf, "own-node-b");
        QVERIFY(made.has_value());
        QCOMPARE(maximum(made->part), 10'000.0);
        QCOMPARE(price(made->part), 300'000.0);
        QVERIFY(!made->lines.front().watts && !made->lines.front().dollars);
        QVERIFY(
            std::ranges::any_of(made->notes, [](const Message& note) { return note.id == "node-config.power-stays"; }));
        QVERIFY(
            std::ranges::any_of(made->notes, [](const Message& note) { return note.id == "node-config.price-stays"; }));
    }

    // By the source documents: 80 GB/s per ten nodes, 20 a gateway, 10 a controller that is sold in pairs.
    void storageGrowsByItsUnits() {
        const auto read = [&](const char* id, std::int64_t units) {
            return *scaledStorage(part(id), units)->read.typical() / 1e9;
        };
        QVERIFY(std::abs(read("wekafs", 20) - 160) < 1e-9);
        QVERIFY(std::abs(read("minio-s3", 5) - 100) < 1e-9);
        QVERIFY(std::abs(read("netapp-aff", 2) - 20) < 1e-9);
        QCOMPARE(scaledStorage(part("netapp-aff"), 3)->units, 4);
        QVERIFY(std::abs(read("vast-data", 7) - 100) < 1e-9); // of the whole cluster
        const Part pair = part("netapp-aff-a90");
        const auto three = scaledStorage(pair, 3);
        QVERIFY(three.has_value());
        QCOMPARE(*three->mostPower.typical(), 3 * 3209.0);
        QCOMPARE(*three->rackUnits.typical(), 12.0);
        QCOMPARE(three->ports.front().count, 3 * pair.portGroups.front().count);
        QCOMPARE(scaledStorage(pair, 13).error().message.id, std::string("storage-scale.too-many"));
        QCOMPARE(scaledStorage(part("nv-dgx-h200"), 1).error().message.id, std::string("storage-scale.no-storage"));
        QVERIFY(scaledStorage(part("netapp-aff"), 2)->mostPower.isUnknown()); // unknown is not zero
    }

    void processorsFitByFamily() {
        const auto fits = [&](const char* family, const char* processor) {
            Part node = chassis();
            for (Attribute& attribute : node.attributes)
                if (attribute.key == attribute::cpuModel.key)
                    attribute.text = Fact<std::string>::known(family, Grade::Vendor);
            const auto fitting = fittingProcessors(node, m_shelf);
            return std::ranges::any_of(fitting, [&](const PartPtr& each) { return each->id == processor; });
        };
        QVERIFY(fits("AMD EPYC 9005", "amd-epyc-9575f") && !fits("AMD EPYC 9005", "amd-epyc-9654"));
        QVERIFY(fits("AMD EPYC 9004/9005", "amd-epyc-9654") && fits("AMD EPYC 9004/9005", "amd-epyc-9965"));
        QVERIFY(fits("Intel Xeon 6700P", "intel-xeon-6787p") && !fits("Intel Xeon 6700P", "intel-xeon-6960p"));
        QVERIFY(!fits("Intel Xeon 6700P", "intel-xeon-6710e") && fits("Intel Xeon 6700P/6500P", "intel-xeon-6740p"));
        QVERIFY(fits("Intel Xeon Scalable gen 4/5", "intel-xeon-8480plus") &&
                !fits("Intel Xeon Scalable gen 4/5", "intel-xeon-6787p"));
        QVERIFY(fits("AMD EPYC gen 5", "amd-epyc-9655") && !fits("AMD EPYC gen 5", "amd-epyc-9654"));
        QVERIFY(fits("NVIDIA Grace 72c", "nv-grace") && !fits("NVIDIA Grace 72c", "amd-epyc-9655"));
    }
};

RW_CORE_SUITE(TestNodeConfiguration)
#include "tst_node_configuration.moc"
