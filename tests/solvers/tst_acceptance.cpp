// SPDX-License-Identifier: GPL-3.0-or-later
// What an all-reduce should reach at each number of nodes, worked out by hand on the fabric of fabric_hall.h with two
// accelerators a node (900 GB/s both ways, two ports of 400 Gb/s) and a message of 1 GB.
#include "solvers/fabric/fabric_domain.h"
#include "solvers/network/acceptance.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <utility>

using namespace rackwright;
using fixture::FabricHall;

namespace {

FabricHall hallWithAccelerators(const std::string& vendor = "NVIDIA") {
    FabricHall hall = fixture::fabricHall();
    Part gpu = fixture::part("test-gpu", PartCategory::Accelerator, Mounting::InDevice,
                             {fixture::number("scale-up-bandwidth", 900e9), fixture::number("scale-up-domain", 2),
                              fixture::word("scale-up-link", "NVLink 4")});
    gpu.vendor = vendor;
    fixture::embed(hall.project, hall.ids, std::move(gpu));
    hall.changePart(hall.memberPart, [](Part& part) {
        part.attributes = {fixture::number("rack-units", 8), fixture::number("accelerator-count", 2),
                           fixture::word("accelerator-model", "test-gpu")};
    });
    return hall;
}

Id<PartRow> gpuOf(const FabricHall& hall) {
    return std::ranges::find_if(hall.project.parts, [](const PartRow& row) { return row.part->id == "test-gpu"; })->id;
}

std::vector<AcceptanceStep> stepsOf(const FabricHall& hall) {
    const Context context(hall.snapshot());
    return acceptanceSteps(context, *context.design().networks.find(hall.network));
}

/// Of `nodes` nodes with two accelerators, between which a node sends `rate`.
double ringTimeOf(int nodes, double rate) {
    const int ranks = 2 * nodes, between = 2 * (nodes - 1);
    return 8.4e-6 + (2 * (ranks - 1) - between) * 3.4e-6 + between * 9.6e-6 + 1e9 * 2 * (ranks - 1) / ranks / rate;
}

bool isNear(const Value& value, double expected) {
    return value.isKnown() && std::abs(value.typical() - expected) <= 1e-9 * expected;
}

std::string textOf(const ScheduleCell& cell) {
    if (const auto* text = std::get_if<GivenText>(&cell))
        return text->text;
    const auto* message = std::get_if<Message>(&cell);
    return message ? message->id : std::string();
}

} // namespace

class TestAcceptance : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsByHand() {
        const std::vector<AcceptanceStep> steps = stepsOf(hallWithAccelerators());
        QCOMPARE(steps.size(), std::size_t(3));
        // One node: 450 GB/s one way, of which data reach 81 %.
        QCOMPARE(steps[0].nodes.count(), std::int64_t{1});
        QCOMPARE(steps[0].accelerators.typical(), 2.0);
        QVERIFY(isNear(steps[0].time, 8.4e-6 + 2 * 3.4e-6 + 1e9 / (450e9 * 0.81)));
        QVERIFY(isNear(steps[0].busbw, 1e9 / steps[0].time.typical()));
        // Two and four: 100 GB/s a node, of which data reach 90 %.
        for (const std::size_t i : {1U, 2U}) {
            const int nodes = 1 << i;
            QCOMPARE(steps[i].nodes.count(), std::int64_t{nodes});
            QCOMPARE(steps[i].algorithm, CollectiveAlgorithm::Ring);
            // Leaf k takes port k of all nodes.
            QCOMPARE(steps[i].nodes.reach, CollectiveReach::Leaf);
            QVERIFY(isNear(steps[i].time, ringTimeOf(nodes, 90e9)));
            QVERIFY(isNear(steps[i].algbw, 1e9 / ringTimeOf(nodes, 90e9)));
            QVERIFY(isNear(steps[i].busbw, 1e9 / ringTimeOf(nodes, 90e9) * 2 * (2 * nodes - 1) / (2 * nodes)));
        }
    }
    // Half of the cables between leaves and spines, and a node on other leaves: what crosses them gets half.
    void stepsThatLeaveTheirLeavesPayForThem() {
        FabricHall hall = hallWithAccelerators();
        const Table<Cable> all = hall.design.cables;
        for (const Cable& cable : all)
            if (std::ranges::find(hall.members, cable.a.device) != hall.members.end() ||
                std::ranges::find(hall.members, cable.b.device) != hall.members.end())
                hall.design.cables = hall.design.cables.without(cable.id);
        for (std::uint16_t n = 0; n < 4; ++n)
            for (std::uint16_t port = 0; port < 2; ++port)
                hall.join({hall.members[n], port, 0},
                          {hall.leaves[n / 2], static_cast<std::uint16_t>(n % 2 * 2 + port), 0});
        for (std::size_t trunk = 0; trunk < hall.trunks.size(); trunk += 2)
            hall.design.cables = hall.design.cables.without(hall.trunks[trunk]);
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QCOMPARE(steps.size(), std::size_t(3));
        QCOMPARE(steps[1].nodes.reach, CollectiveReach::Leaf);
        QVERIFY(isNear(steps[1].time, ringTimeOf(2, 90e9)));
        QCOMPARE(steps[2].nodes.reach, CollectiveReach::Network);
        QVERIFY(isNear(steps[2].time, ringTimeOf(4, 45e9)));
    }
    // A leaf a node, two leaves and a spine a pod, and half as many cables from spine to core as from leaf to spine.
    void stepsWithinAPodDoNotPayForTheCores() {
        FabricHall hall = hallWithAccelerators();
        hall.design.cables = {};
        for (const char* name : {"leaf-3", "leaf-4"})
            hall.leaves.push_back(hall.addUnplaced(hall.fabricSwitchPart, name, "leaf"));
        const Id<Device> core = hall.addUnplaced(hall.fabricSwitchPart, "core-1", "core");
        for (std::uint16_t n = 0; n < 4; ++n)
            for (std::uint16_t port = 0; port < 2; ++port) {
                hall.join({hall.members[n], port, 0}, {hall.leaves[n], port, 0});
                hall.join({hall.leaves[n], static_cast<std::uint16_t>(4 + port), 0},
                          {hall.spines[n / 2], static_cast<std::uint16_t>(n % 2 * 2 + port), 0});
            }
        for (std::uint16_t s = 0; s < 2; ++s)
            for (std::uint16_t t = 0; t < 2; ++t)
                hall.join({hall.spines[s], static_cast<std::uint16_t>(4 + t), 0},
                          {core, static_cast<std::uint16_t>(2 * s + t), 0});
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QCOMPARE(steps.size(), std::size_t(3));
        QCOMPARE(steps[1].nodes.reach, CollectiveReach::Pod);
        QVERIFY(isNear(steps[1].time, ringTimeOf(2, 90e9)));
        QCOMPARE(steps[2].nodes.reach, CollectiveReach::Network);
        QVERIFY(isNear(steps[2].time, ringTimeOf(4, 45e9)));
    }
    void theLastStepIsWhatTheFiguresSay() {
        const FabricHall hall = hallWithAccelerators();
        const Context context(hall.snapshot());
        const AcceptanceStep last = stepsOf(hall).back();
        const DomainsPtr domains = joined({fabricDomain()});
        const auto figure = [&](const char* name) {
            return domains->findFigure(name)->plain(context, Subject(hall.network)).typical();
        };
        QCOMPARE(last.algbw.typical(), figure("fabric.allreduce.algbw"));
        QCOMPARE(last.busbw.typical(), figure("fabric.allreduce.busbw"));
        QCOMPARE(last.time.typical(), figure("fabric.allreduce.ring"));
    }
    // Each two nodes on a leaf of their own, and nothing between the leaves: what all do together has no way.
    void islandsExpectNothingOfEachOther() {
        FabricHall hall = hallWithAccelerators();
        hall.design.cables = {};
        for (std::uint16_t n = 0; n < 4; ++n)
            for (std::uint16_t port = 0; port < 2; ++port)
                hall.join({hall.members[n], port, 0},
                          {hall.leaves[n / 2], static_cast<std::uint16_t>(2 * (n % 2) + port), 0});
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QVERIFY(steps.size() >= 2);
        QVERIFY(!steps[steps.size() - 2].busbw.isUnknown());
        QVERIFY(steps.back().busbw.isUnknown());
    }
    void whatNobodyKnowsStaysOpen() {
        FabricHall hall = hallWithAccelerators();
        hall.changePart(gpuOf(hall), [](Part& part) { part.attributes = {}; });
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QCOMPARE(steps.size(), std::size_t(3));
        QVERIFY(steps[0].busbw.isUnknown());
        const Context context(hall.snapshot());
        const Schedule schedule = acceptanceSchedule(context);
        QCOMPARE(textOf(schedule.rows[0].cells[6]), std::string("figure.unknown"));
        QVERIFY(std::get<Value>(schedule.rows[0].cells[8]).isUnknown());
    }
    void traysOfOneDomainReduceOverIt() {
        FabricHall hall = hallWithAccelerators();
        const Id<Rack> rack = hall.addRack("A01", "A", {}, {});
        hall.changePart(hall.memberPart, [](Part& part) { part.category = PartCategory::Tray; });
        hall.changePart(gpuOf(hall), [](Part& part) { part.attributes[1] = fixture::number("scale-up-domain", 4); });
        std::int64_t unit = 1;
        for (const Id<Device> member : hall.members)
            hall.change(&Design::devices, member, [&](Device& device) {
                device.placement = InRack{rack, std::exchange(unit, unit + 8)};
            });
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QCOMPARE(steps[1].nodes.reach, CollectiveReach::ScaleUp);
        // Four accelerators within one domain: no step between nodes.
        QVERIFY(isNear(steps[1].time, 8.4e-6 + 6 * 3.4e-6 + 1e9 * 1.5 / (450e9 * 0.81)));
        QCOMPARE(steps[2].nodes.reach, CollectiveReach::Leaf);
    }
    void theScheduleSaysWhatToRun() {
        const FabricHall hall = hallWithAccelerators();
        const Context context(hall.snapshot());
        const Schedule schedule = acceptanceSchedule(context);
        QCOMPARE(schedule.id, std::string("acceptance"));
        QCOMPARE(schedule.rows.size(), std::size_t(3));
        QCOMPARE(schedule.columns[8].header, std::string("Expected busbw GB/s"));
        QCOMPARE(schedule.columns[8].unit, std::string("GB/s"));
        for (const ScheduleRow& row : schedule.rows) {
            QCOMPARE(row.cells.size(), schedule.columns.size());
            for (std::size_t blank = 12; blank < 15; ++blank)
                QVERIFY(std::holds_alternative<std::monostate>(row.cells[blank]));
        }
        QCOMPARE(textOf(schedule.rows[0].cells[4]), std::string("acceptance.reach.node"));
        QCOMPARE(textOf(schedule.rows[0].cells[10]), std::string("nccl-tests"));
        // Seven halvings of 1e9 bytes, all of whole floats.
        QCOMPARE(textOf(schedule.rows[0].cells[11]),
                 std::string("./build/all_reduce_perf -b 7812500 -e 1000000000 -f 2 -g 2"));
        QCOMPARE(textOf(schedule.rows[2].cells[11]),
                 std::string("mpirun -np 8 -N 2 ./build/all_reduce_perf -b 7812500 -e 1000000000 -f 2 -g 1"));
    }
    void theProgramIsThatOfTheVendor() {
        for (const auto& [vendor, program] : {std::pair("AMD", "rccl-tests"), {"Intel", "figure.unknown"}}) {
            const FabricHall hall = hallWithAccelerators(vendor);
            const Context context(hall.snapshot());
            QCOMPARE(textOf(acceptanceSchedule(context).rows[1].cells[10]), std::string(program));
        }
        // Two of the same message that do not halve to whole floats: one size alone.
        FabricHall odd = hallWithAccelerators();
        odd.setSetting("fabric.message-size", "1000004");
        const Context context(odd.snapshot());
        QVERIFY(textOf(acceptanceSchedule(context).rows[0].cells[11]).find("-b 1000004 -e 1000004") !=
                std::string::npos);
    }
    void switchesThatReduceAreExpectedTo() {
        FabricHall hall = hallWithAccelerators();
        const std::size_t notes = acceptanceSchedule(Context(hall.snapshot())).notes.size();
        hall.setSetting("fabric.sharp", "on");
        const std::vector<AcceptanceStep> steps = stepsOf(hall);
        QCOMPARE(steps[0].algorithm, CollectiveAlgorithm::Ring); // no switch of the network between
        QCOMPARE(steps[2].algorithm, CollectiveAlgorithm::InNetwork);
        const double time = 2 * 4e-6 + 10.7e-6 + 1e9 / 90e9;
        QVERIFY(isNear(steps[2].time, time));
        QVERIFY(isNear(steps[2].busbw, 1e9 / time * 1.75));
        QCOMPARE(acceptanceSchedule(Context(hall.snapshot())).notes.size(), notes + 1);
    }
    void networksWithoutAcceleratorsHaveNoSteps() {
        FabricHall hall = hallWithAccelerators();
        hall.change(&Design::networks, hall.network, [](Network& network) { network.role = NetworkRole::Storage; });
        QVERIFY(stepsOf(hall).empty());
    }
};

RW_CORE_SUITE(TestAcceptance)
#include "tst_acceptance.moc"
