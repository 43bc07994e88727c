// SPDX-License-Identifier: GPL-3.0-or-later
// What links of a speed and of a technology are good for: the tables are those of the source documents, and networks
// are told of by their slowest ports.
#include "model/text/csv.h"
#include "solvers/fabric/technology_rules.h"
#include "solvers/network/interconnect_class.h"
#include "solvers/network/lossless_checklist.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QFile>
#include <QTest>

#include <set>
#include <utility>

using namespace rackwright;
using fixture::FabricHall;

namespace {

/// The hall with ports of so many Gb/s.
FabricHall hallOf(double gbps, FabricProtocol protocol = FabricProtocol::InfiniBand) {
    FabricHall hall = fixture::fabricHall();
    for (const Id<PartRow> row : {hall.memberPart, hall.fabricSwitchPart})
        hall.changePart(row, [&](Part& part) {
            part.portGroups[0].speed = Fact<DataRate>::known(gbps * unit::gigabitPerSecond, Grade::Vendor);
        });
    hall.change(&Design::networks, hall.network, [&](Network& network) { network.protocol = protocol; });
    return hall;
}

std::vector<std::string> notesOf(const FabricHall& hall) {
    const Context context(hall.snapshot());
    std::vector<std::string> ids;
    for (const Message& note : interconnectNotes(context, *context.design().networks.find(hall.network)))
        ids.push_back(note.id);
    return ids;
}

using Ids = std::vector<std::string>;

} // namespace

class TestInterconnectClass : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classesAreThoseOfTheSourceDocument() {
        QFile file(QStringLiteral(RW_TEST_DATA "/seed_tables/interconnect_impact.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Result<CsvTable> source = CsvTable::read(file.readAll().toStdString());
        QVERIFY(source);
        const auto classes = interconnectClasses();
        QCOMPARE(classes.size(), source->size());
        for (std::size_t row = 0; row < source->size(); ++row) {
            const auto number = [&](const char* column) { return std::stod(source->cell(row, column)); };
            QCOMPARE(classes[row].gbps, number("link_gbit_per_s"));
            QCOMPARE(classes[row].bandwidth, 1e9 * number("bandwidth_gb_per_s"));
            QCOMPARE(classes[row].latency, 1e-6 * number("latency_us_high"));
            QCOMPARE(classes[row].isBelow, source->cell(row, "latency_qual") == "<");
            QCOMPARE(classes[row].protocol == FabricProtocol::InfiniBand,
                     source->cell(row, "interconnect").starts_with("InfiniBand"));
        }
        // C-115 to C-118: what the line rate would give, at most.
        for (const InterconnectClass& each : classes)
            QVERIFY(each.bandwidth <= each.gbps * 1.25e8 && each.bandwidth > 0.9 * each.gbps * 1.25e8);
    }
    void speedsBetweenAreOfTheClassBelow() {
        for (const auto& [gbps, name] : {std::pair(10.0, "severe"),
                                         {25.0, "severe"},
                                         {50.0, "severe"},
                                         {100.0, "marginal"},
                                         {199.0, "marginal"},
                                         {200.0, "medium"},
                                         {400.0, "large"},
                                         {800.0, "large"}})
            QCOMPARE(interconnectClassOf(gbps).name, std::string(name));
    }
    void networksAreToldOfByTheirPorts() {
        QCOMPARE(notesOf(hallOf(400)), (Ids{"fabric.interconnect.large", "fabric.interconnect.below"}));
        QCOMPARE(notesOf(hallOf(200)), (Ids{"fabric.interconnect.medium", "fabric.interconnect.about"}));
        // Latencies of Ethernet are not those of InfiniBand, and the other way round.
        QCOMPARE(notesOf(hallOf(25)), (Ids{"fabric.interconnect.severe", "fabric.interconnect.bandwidth"}));
        QCOMPARE(notesOf(hallOf(400, FabricProtocol::Ethernet)),
                 (Ids{"fabric.interconnect.large", "fabric.interconnect.bandwidth", "fabric.interconnect.wait"}));
        QCOMPARE(notesOf(hallOf(25, FabricProtocol::Ethernet)),
                 (Ids{"fabric.interconnect.severe", "fabric.interconnect.about", "fabric.interconnect.wait"}));
    }
    void losslessEthernetDoesNotWait() {
        FabricHall hall = hallOf(100, FabricProtocol::Ethernet);
        for (const std::string_view step : kLosslessSteps)
            hall.setSetting(step, std::string(kStepDone), "A. Network, 2026-05-04");
        QCOMPARE(notesOf(hall), (Ids{"fabric.interconnect.marginal", "fabric.interconnect.about"}));
    }
    void otherNetworksAndUnknownSpeedsAreNotTold() {
        FabricHall hall = hallOf(400);
        hall.change(&Design::networks, hall.network, [](Network& network) { network.role = NetworkRole::Storage; });
        QVERIFY(notesOf(hall).empty());
        hall = hallOf(400);
        hall.changePart(hall.memberPart, [](Part& part) { part.portGroups[0].speed = Fact<DataRate>::unknown(); });
        QVERIFY(notesOf(hall).empty());
    }
    void topologiesAreThoseOfTheSourceDocument() {
        QFile file(QStringLiteral(RW_TEST_DATA "/seed_tables/network_technologies.csv"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const Result<CsvTable> source = CsvTable::read(file.readAll().toStdString());
        QVERIFY(source);
        std::set<std::pair<FabricProtocol, TopologyKind>> listed;
        for (std::size_t row = 0; row < source->size(); ++row) {
            const std::string& technology = source->cell(row, "technology");
            const std::string& topology = source->cell(row, "topology");
            const FabricProtocol protocol = technology.starts_with("InfiniBand") ? FabricProtocol::InfiniBand
                                            : technology.starts_with("NVLink")   ? FabricProtocol::NvLink
                                                                                 : FabricProtocol::Ethernet;
            if (topology.find("Fat-tree") != std::string::npos || topology.find("Spine-leaf") != std::string::npos)
                listed.insert({protocol, TopologyKind::Tiers});
            if (topology.find("Dragonfly+") != std::string::npos)
                listed.insert({protocol, TopologyKind::DragonflyPlus});
        }
        for (const FabricProtocol protocol : {FabricProtocol::InfiniBand, FabricProtocol::Ethernet})
            for (const TopologyKind topology : {TopologyKind::Tiers, TopologyKind::DragonflyPlus, TopologyKind::Direct})
                QCOMPARE(isListed(protocol, topology), listed.contains({protocol, topology}));
        for (const NetworkFamily family : {NetworkFamily::LeafSpine, NetworkFamily::ThreeTier, NetworkFamily::DualTor})
            QVERIFY(topologyOf(family) == TopologyKind::Tiers);
        QVERIFY(topologyOf(NetworkFamily::DragonflyPlus) == TopologyKind::DragonflyPlus);
        for (const NetworkFamily family : {NetworkFamily::Dragonfly, NetworkFamily::Torus, NetworkFamily::HyperX})
            QVERIFY(topologyOf(family) == TopologyKind::Direct);
    }
    void badRowsAreRefused() {
        QVERIFY(
            !readInterconnectClasses("class,protocol,link_gbit_per_s,bandwidth_gb_per_s,latency_us,latency_qualifier\n"
                                     "severe,ethernet,25,,50,~\n"));
    }
};

RW_CORE_SUITE(TestInterconnectClass)
#include "tst_interconnect_class.moc"
