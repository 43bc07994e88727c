// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder of a node, from the memory of an accelerator down to its storage: figures of products of the catalogue
// against what the source documents print, and of small changes worked out by hand.
#include "catalog/catalog.h"
#include "solvers/engine/solution.h"
#include "solvers/fabric/fabric_domain.h"
#include "solvers/fabric/node_ladder.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/storage_domain.h"
#include "solvers/training/training_domain.h"
#include "tests/solvers/storage_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace rackwright;
using fixture::StorageHall;
using fixture::storageHall;

namespace {

DomainsPtr domains() {
    static const DomainsPtr joinedOnce = joined({spaceDomain(), fabricDomain(), storageDomain(), trainingDomain()});
    return joinedOnce;
}

/// The storage hall with 16 nodes of the catalogue in place of its own: 320 GB/s for 128 accelerators of eight a node.
StorageHall hallOf(const Catalog& catalog, const char* system, const char* accelerator) {
    StorageHall hall = storageHall();
    hall.changePart(hall.nodePart, [&](Part& part) { part = **catalog.part(system); });
    hall.changePart(hall.acceleratorPart, [&](Part& part) { part = **catalog.part(accelerator); });
    return hall;
}

/// Unset: the node has no such figure. Not a number: it is not known.
std::optional<double> figureOf(const StorageHall& hall, std::string_view name, const char* device = "A1-n1") {
    const SolutionPtr solution = solve(hall.snapshot(), domains(), {{}, 1});
    const FigureResult* found = solution->find(std::string(name) + "@device:" + device);
    if (!found)
        return std::nullopt;
    return found->value.isKnown() ? found->value.typical() : std::nan("");
}

/// Cables the first `ports` compute ports of every node to a switch.
void cable(StorageHall& hall, std::uint16_t ports) {
    Network network;
    network.id = hall.ids.take<Network>();
    network.name = "Compute";
    hall.design.networks = hall.design.networks.with(network);
    hall.changePart(hall.switchPart, [](Part& part) { part.portGroups[0].count = 128; });
    const Id<Device> leaf = hall.addDevice(hall.racks[0], hall.switchPart, 44, "compute-leaf", "leaf");
    std::uint16_t port = 0;
    for (const Device& device : hall.design.devices)
        if (device.part == hall.nodePart)
            for (std::uint16_t i = 0; i < ports; ++i)
                hall.design.cables = hall.design.cables.with(
                    {hall.ids.take<Cable>(), {device.id, i, 0}, {leaf, port++, 0}, network.id, 0});
}

std::string wordsOf(const Derivation& root) {
    std::string all;
    visitOnce(std::make_shared<const Derivation>(root), [&all](const Derivation& node) { all += node.label + "; "; });
    return all;
}

} // namespace

class TestNodeLadder : public QObject {
    Q_OBJECT
    std::unique_ptr<Catalog> m_catalog;

private Q_SLOTS:
    void initTestCase() {
        auto opened = Catalog::open(RW_CATALOG_FILE);
        QVERIFY(opened.has_value());
        m_catalog = std::move(*opened);
    }

    void rungs_data() {
        QTest::addColumn<QByteArray>("system");
        QTest::addColumn<QByteArray>("accelerator");
        QTest::addColumn<QList<double>>("rungs"); // GB/s; below 0: the node has none
        // Source document 003: 3.35 TB/s, 900 both ways and so 450 one way, 64 and 50 GB/s; 320 GB/s of storage for 128
        // accelerators.
        QTest::newRow("DGX H100") << QByteArray("nv-dgx-h100") << QByteArray("nv-h100-sxm5-80")
                                  << QList<double>{3350, 450, 64, 50, 2.5};
        // Seven links of 128 GB/s both ways, 64 one way; sixteen lanes of PCIe 5.0; eight ports of 400 Gb/s.
        QTest::newRow("MI300X") << QByteArray("smc-as-8125gs-tnmr2") << QByteArray("amd-mi300x")
                                << QList<double>{5300, 448, 64, 50, 2.5};
        // Cards without a link of their own; sixteen lanes of PCIe 4.0, though the slots are of 5.0.
        QTest::newRow("L40S") << QByteArray("smc-sys-421ge-tnrt") << QByteArray("nv-l40s")
                              << QList<double>{864, -1, 32};
    }
    void rungs() {
        QFETCH(QByteArray, system);
        QFETCH(QByteArray, accelerator);
        QFETCH(QList<double>, rungs);
        StorageHall hall = hallOf(*m_catalog, system, accelerator);
        if (rungs.size() > 3)
            cable(hall, 8);
        for (int i = 0; i < rungs.size(); ++i) {
            const std::string name = ladderFigure(static_cast<LadderRung>(i));
            const std::optional<double> found = figureOf(hall, name);
            QCOMPARE(found.has_value(), rungs[i] >= 0);
            if (found)
                QVERIFY2(std::abs(*found - rungs[i] * 1e9) <= 1e-9 * *found,
                         qPrintable(QString::fromStdString(name) + QStringLiteral(" is %1").arg(*found)));
        }
    }

    void aKindHasOneLadderUnderItsFirstNode() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        QVERIFY(!figureOf(hall, "node.ladder.memory", "A1-n2"));
        QVERIFY(!figureOf(hall, "node.ladder.memory", "A1-leaf"));
        // A spare node is no other kind, and the next node stands for the kind when the first goes.
        const Id<Device> first = nodeKinds(hall.project, hall.design).front().first;
        hall.change(&Design::devices, first, [](Device& device) { device.role = "spare"; });
        QVERIFY(!figureOf(hall, "node.ladder.memory"));
        QCOMPARE(figureOf(hall, "node.ladder.memory", "A1-n2"), std::optional(3350e9));
        QCOMPARE(nodeKinds(hall.project, hall.design).front().count(), std::int64_t{15});
    }

    void theNetworkIsAsItIsCabled() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        cable(hall, 2); // 2 of 8 ports: C-123 with two NDR ports a node, 12.5 GB/s an accelerator
        QCOMPARE(figureOf(hall, "node.ladder.network"), std::optional(12.5e9));
    }

    // What no cable leads from is not known to carry anything, whatever the data sheet says of its ports.
    void portsWithoutCablesAreNoNetwork() {
        const StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        for (const std::string_view name : {std::string_view("node.ladder.network"), kInjectionFigure}) {
            const std::optional<double> found = figureOf(hall, name);
            QVERIFY(found && std::isnan(*found));
        }
    }

    void injectionIsAShareOfMemoryBandwidth() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        cable(hall, 8);
        const std::optional<double> share = figureOf(hall, kInjectionFigure);
        QVERIFY(share && std::abs(*share - 0.0149254) < 1e-7); // C-119: 1.49254 %
    }

    void theLinkHasItsLatencyWhereItIsStated() {
        QCOMPARE(figureOf(hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80"), kScaleUpLatencyFigure),
                 std::optional(0.5e-6));
        // Nothing is stated of Infinity Fabric; cards without a link have none.
        const auto fabric = figureOf(hallOf(*m_catalog, "smc-as-8125gs-tnmr2", "amd-mi300x"), kScaleUpLatencyFigure);
        QVERIFY(fabric && std::isnan(*fabric));
        QVERIFY(!figureOf(hallOf(*m_catalog, "smc-sys-421ge-tnrt", "nv-l40s"), kScaleUpLatencyFigure));
    }

    void slowerSlotsHoldTheHostLinkBack() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        hall.changePart(hall.nodePart,
                        [](Part& part) { part.attributes.push_back(fixture::number("slot-generation", 4)); });
        QCOMPARE(figureOf(hall, "node.ladder.host"), std::optional(32e9)); // 16 lanes of 2 GB/s
        const Context context(hall.snapshot());
        const NodeKind kind = nodeKinds(hall.project, hall.design).front();
        const Traced traced = domains()->findFigure("node.ladder.host")->traced(context, kind.subject());
        QVERIFY(wordsOf(*traced.node()).find("a lane of PCIe 4.0, one way") != std::string::npos);
    }

    void hostLinksAreReadFromTheirWords_data() {
        QTest::addColumn<QByteArray>("words");
        QTest::addColumn<int>("generation");
        QTest::addColumn<int>("lanes");
        QTest::addColumn<double>("both");
        const auto row = [](const char* words, int generation, int lanes, double both) {
            QTest::newRow(words) << QByteArray(words) << generation << lanes << both;
        };
        row("PCIe 5.0 x16", 5, 16, 0);
        row("PCIe 5.0 x8", 5, 8, 0);
        row("PCIe Gen4 x16", 4, 16, 0);
        row("PCIe 6.0 x16 to ConnectX-8 on board", 6, 16, 0);
        row("NVLink-C2C 900 GB/s", 0, 0, 900e9);
        row("NVLink-C2C to Grace", -1, 0, 0);
        row("PCIe 4.0 / Infinity Fabric", -1, 0, 0);
        row("PCIe 4.0 x16 per die", -1, 0, 0); // of how many dies, the words do not say
        row("PCIe 5.0 x0", -1, 0, 0);
        row("", -1, 0, 0);
    }
    void hostLinksAreReadFromTheirWords() {
        QFETCH(QByteArray, words);
        QFETCH(int, generation);
        QFETCH(int, lanes);
        QFETCH(double, both);
        const std::optional<HostLink> link = hostLinkIn(words.toStdString());
        QCOMPARE(link.has_value(), generation >= 0);
        if (!link)
            return;
        QCOMPARE(link->generation, generation);
        QCOMPARE(link->lanes, std::int64_t{lanes});
        QCOMPARE(link->bothDirections, both);
    }

    void aHostLinkWithoutRateCanBeEntered() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        hall.changePart(hall.acceleratorPart, [](Part& part) {
            for (Attribute& each : part.attributes)
                if (each.key == "host-interface")
                    each.text = Fact<std::string>::known("NVLink-C2C to Grace", Grade::Vendor);
        });
        const auto unknown = figureOf(hall, "node.ladder.host");
        QVERIFY(unknown && std::isnan(*unknown));
        hall.assume("part:nv-h100-sxm5-80:host-bandwidth", 450e9);
        QCOMPARE(figureOf(hall, "node.ladder.host"), std::optional(450e9));
    }

    void storageIsWhatTheNodesCablesPassAtMost() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        Part part = **m_catalog->part("smc-as-8125gs-tnmr2");
        const Id<PartRow> otherPart = fixture::embed(hall.project, hall.ids, std::move(part));
        const Id<Device> other = hall.addDevice(hall.racks[3], otherPart, 20, "other");
        // Without a storage cable of its own it reaches nothing that is known; it shares the pool with the others.
        const auto found = figureOf(hall, "node.ladder.storage", "other");
        QVERIFY(found && std::isnan(*found));
        QCOMPARE(figureOf(hall, "node.ladder.storage"), std::optional(320e9 / 136));
        // One port of 10 Gb/s for eight accelerators.
        const auto leaf = std::ranges::find(hall.design.devices, "storage-leaf", &Device::name);
        constexpr std::uint16_t inBand = 10, freePort = 60;
        hall.design.cables = hall.design.cables.with(
            {hall.ids.take<Cable>(), {other, inBand, 0}, {leaf->id, freePort, 0}, hall.network, 0});
        QCOMPARE(figureOf(hall, "node.ladder.storage", "other"), std::optional(1.25e9 / 8));
    }

    void withoutAPoolTheLadderEndsAtTheNetwork() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        hall.design.storagePools = {};
        QVERIFY(!figureOf(hall, "node.ladder.storage"));
        QVERIFY(!figureOf(hall, kStorageDemandFigure));
        QVERIFY(figureOf(hall, "node.ladder.network"));
    }

    void theDemandIsThatOfAllJobs() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        hall.ofJob("modality", "samples");
        hall.ofJob("sample-size", "50 MB");
        hall.ofJob("sample-rate", "100 Hz");
        QCOMPARE(figureOf(hall, kStorageDemandFigure), std::optional(5e9));
    }

    void everyStepCanBeWorkedOutAgain() {
        StorageHall hall = hallOf(*m_catalog, "nv-dgx-h100", "nv-h100-sxm5-80");
        cable(hall, 4);
        const Context context(hall.snapshot());
        const Subject subject = nodeKinds(hall.project, hall.design).front().subject();
        int seen = 0;
        for (const Domain& domain : domains()->list())
            for (const FigureDefinition& figure : domain.figures)
                if (figure.name.starts_with("node.")) {
                    const Traced traced = figure.traced(context, subject);
                    QVERIFY2(!firstUnreproducible(*traced.node()), figure.name.c_str());
                    QVERIFY2(traced.value() == figure.plain(context, subject), figure.name.c_str());
                    ++seen;
                }
        QCOMPARE(seen, 8);
    }
};

RW_SUITE(TestNodeLadder)
#include "tst_node_ladder.moc"
