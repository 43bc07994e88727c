// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of storage: worked by hand on the hall of storage_hall.h, against the oracles of the formulas, equal in plain
// and traced form; the path names its slowest hop.
#include "solvers/engine/solution.h"
#include "solvers/space/space_domain.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/storage/storage_domain.h"
#include "tests/solvers/storage_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;
using fixture::StorageHall;
using fixture::storageHall;

namespace {

DomainsPtr domains() {
    static const DomainsPtr joinedOnce = joined({spaceDomain(), storageDomain()});
    return joinedOnce;
}

SolutionPtr solved(const StorageHall& hall) { return solve(hall.snapshot(), domains(), {{}, 1}); }

const FigureResult* resultOf(const Solution& solution, const std::string& name) {
    const bool isOfPool = name.starts_with("pool.");
    return solution.find(name + (isOfPool ? "@pool:Scratch" : "@workload:Job"));
}

double typical(const Solution& solution, const std::string& name) {
    const FigureResult* result = resultOf(solution, name);
    return result && !result->value.isUnknown() ? result->value.typical() : std::nan("");
}

bool isNear(double found, double expected) { return std::abs(found - expected) <= 1e-4 * std::abs(expected); }

constexpr double kSize = 70'553'706'496.0 * 14;

} // namespace

class TestStorage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void byHand_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<double>("expected");
        const auto row = [](const char* name, double expected) {
            QTest::newRow(name) << QString::fromLatin1(name) << expected;
        };
        // 128 x 1,000 TFLOP/s x 40 % / (6 x 70.55e9) = 120,948 tokens/s of 4 B (C-132: 0.48 MB/s).
        row("storage.read.demand", 128e15 * 0.4 / (6 * 70'553'706'496.0) * 4);
        row("storage.dataset", 60e12);
        row("storage.cache.capacity", 16 * 30e12 * 0.9);
        row("storage.cache.hit", 1);
        row("storage.cache.rate", 16 * 40e9);
        row("storage.checkpoint.size", kSize);
        // Source document 003: 980 GB over 128 ranks at 5 GB/s are 1.53 s.
        row("storage.checkpoint.stall.async", kSize / 128 / 5e9);
        row("storage.checkpoint.stall.in-memory", kSize / 128 / 5e9);
        row("storage.checkpoint.stall.continuous", kSize / 128 / 5e9);
        row("storage.checkpoint.stall.sharded", kSize / 160e9);
        // The state of 16 B a parameter takes two nodes of 576 GB; they have four ports of 25 GB/s.
        row("storage.checkpoint.stall.sync", kSize / 100e9);
        row("storage.checkpoint.safe.async", kSize / 640e9 + kSize / 160e9);
        row("storage.checkpoint.safe.in-memory", kSize / 640e9 + kSize / (16 * 8 * 50e9));
        row("storage.checkpoint.stall", kSize / 640e9);
        row("storage.checkpoint.write", kSize / 160e9);
        row("storage.interruption", 50'677 * 3600.0 / 128);
        row("storage.checkpoint.interval.young", std::sqrt(2 * kSize / 640e9 * 50'677 * 3600.0 / 128));
        row("storage.restore", kSize / 320e9 + 600);
        row("storage.write.burst", 32 * 25e9);
        row("storage.retention.hot", 4 * kSize);
        row("storage.retention.warm", 10 * kSize);
        row("storage.retention.cold", 4 * kSize);
        row("pool.read", 320e9);
        row("pool.write", 160e9);
        row("pool.read.disk", 8 * 24 * 6e9);
        row("pool.write.disk", 8 * 24 * 3e9 * 0.75);
        row("pool.read.node", 320e9);
        row("pool.read.port", 16 * 25e9);
        row("pool.write.port", 16 * 25e9 * 0.75);
        row("pool.read.switch", 400e9);
        row("pool.read.client", 32 * 25e9);
        row("pool.capacity.raw", 800e12);
        row("pool.capacity.usable", 600e12);
        row("pool.capacity.overhead", 1.0 / 3);
        row("pool.capacity.fillable", 480e12);
        row("pool.capacity.demand", 60e12 + 18 * kSize);
        row("pool.fill.node-lost", (60e12 + 18 * kSize) / 525e12);
        row("pool.nodes", 8);
        row("pool.nodes.needed", 8);
    }
    void byHand() {
        QFETCH(QString, name);
        QFETCH(double, expected);
        static const SolutionPtr solution = solved(storageHall());
        const double found = typical(*solution, name.toStdString());
        QVERIFY2(isNear(found, expected) || found == expected, qPrintable(QString::number(found, 'g', 9)));
    }
    // Adapters are a hundredth of the weights that they sit on, which no checkpoint keeps again.
    void aCheckpointOfAdaptersIsSmall() {
        StorageHall hall = storageHall();
        hall.ofJob("recipe", "lora");
        QVERIFY(isNear(typical(*solved(hall), "storage.checkpoint.size"), kSize / 100));
    }
    void theOptimumIsNoWorseThanItsNeighbours() {
        const double stall = 1.5434, interruption = 1'425'290;
        const double best = optimumOf(stall, interruption);
        for (const double factor : {0.5, 0.9, 1.1, 2.0})
            QVERIFY(usefulShare(best, stall, interruption, 600) >=
                    usefulShare(best * factor, stall, interruption, 600));
        QVERIFY(std::abs(best - std::sqrt(2 * stall * interruption)) < 0.01 * best); // Young holds for short stalls
        QVERIFY(std::abs(dalyOf(stall, interruption) - best) < 0.01 * best);
    }
    void anIntervalIsTheOptimumUnlessEntered() {
        StorageHall hall = storageHall();
        const SolutionPtr before = solved(hall);
        QCOMPARE(typical(*before, "storage.checkpoint.interval"),
                 typical(*before, "storage.checkpoint.interval.optimum"));
        hall.ofJob("checkpoint-interval", "30 min");
        const SolutionPtr after = solved(hall);
        QCOMPARE(typical(*after, "storage.checkpoint.interval"), 1800.0);
        QVERIFY(isNear(typical(*after, "storage.write.demand"), kSize / 1800));
        QVERIFY(isNear(typical(*after, "storage.checkpoint.day"), kSize * 48));
        // Lost: 603 s of restart and 900 s of work in 1,425,290 s, and 1.54 s of 1,800.
        QVERIFY(isNear(typical(*after, "storage.goodput"), 1 - (603.1 + 900) / 1'425'290 - 1.543 / 1800));
    }
    void anIntervalMayBeEnteredInSteps() {
        StorageHall hall = fixture::trainingHall();
        const Context context(hall.snapshot());
        const Value step = jobStep<Value>(context, *context.design().workloads.begin()).si();
        QVERIFY(step.isKnown() && step.typical() > 0);
        hall.ofJob("checkpoint-steps", "1000");
        QVERIFY(isNear(typical(*solved(hall), "storage.checkpoint.interval"), 1000 * step.typical()));
        hall.ofJob("checkpoint-interval", "30 min"); // what is said in time holds
        QCOMPARE(typical(*solved(hall), "storage.checkpoint.interval"), 1800.0);
    }
    void aBackendSaysHowItFails() {
        StorageHall hall = storageHall();
        hall.ofJob("checkpoint-backend", "nfs");
        const Context context(hall.snapshot());
        QVERIFY(checkpointBackendOf(*context.design().workloads.begin()) == CheckpointBackend::Nfs);
        const SolutionPtr solution = solved(hall);
        for (const Schedule& schedule : schedulesOf(*domains(), solution->context(), *solution, Edition::Internal))
            if (schedule.id == "checkpoints") {
                QCOMPARE(schedule.notes.back().id, std::string("checkpoint-backend.nfs.risk"));
                return;
            }
        QFAIL("no schedule of checkpoints");
    }
    void nobodyWritesACheckpointEverySecond() {
        StorageHall hall = storageHall();
        hall.ofJob("accelerator-mttf", "1 h"); // interrupted every 28 s
        const SolutionPtr solution = solved(hall);
        QVERIFY(typical(*solution, "storage.checkpoint.interval.optimum") < 60);
        QCOMPARE(typical(*solution, "storage.checkpoint.interval"), 60.0);
    }
    void imagesReadWhatTheBenchmarkReads() {
        StorageHall hall = storageHall();
        hall.ofJob("modality", "images");
        // Oracle FAC-STO-003: 0.204750125 GB/s an accelerator.
        QVERIFY(isNear(typical(*solved(hall), "storage.read.demand"), 128 * 0.204750125e9));
        hall.ofJob("samples-per-file", "1251");
        // Oracle FAC-STO-051: three operations a file.
        QVERIFY(isNear(typical(*solved(hall), "storage.metadata.demand"), 128 * (400 / 0.224) / 1251 * 3));
    }
    // Nobody knows how many files text lies in: unknown, never 0. With 1,000 sequences of 4,096 tokens a file, 120,948
    // tokens/s open 0.0295 files a second, three operations each.
    void textOpensFilesOnceTheirSizeIsKnown() {
        StorageHall hall = storageHall();
        const SolutionPtr unknown = solved(hall);
        const FigureResult* demand = resultOf(*unknown, "storage.metadata.demand");
        QVERIFY(demand && demand->value.isUnknown());
        hall.ofJob("sequence", "4096");
        hall.ofJob("samples-per-file", "1000");
        const double tokens = 128e15 * 0.4 / (6 * 70'553'706'496.0);
        QVERIFY(isNear(typical(*solved(hall), "storage.metadata.demand"), tokens / 4096 / 1000 * 3));
    }
    void servingLoadsItsModelOnEveryNode() {
        StorageHall hall = storageHall();
        hall.change(&Design::workloads, hall.job, [](Workload& job) { job.kind = WorkloadKind::Inference; });
        const SolutionPtr solution = solved(hall);
        QVERIFY(isNear(typical(*solution, "storage.read.demand"), 16 * 70'553'706'496.0 * 2 / 300));
        QVERIFY(!resultOf(*solution, "storage.checkpoint.size")); // no matter of serving
    }
    void theLeafThatBindsIsNamed() {
        // All storage nodes move to a second leaf with two uplinks of 25 GB/s: everything crosses them.
        StorageHall hall = storageHall();
        const Id<Device> second = hall.addDevice(hall.racks[1], hall.leafPart, 42, "second-leaf", "leaf");
        std::vector<Cable> moved;
        Id<Device> first;
        for (const Cable& cable : hall.design.cables) {
            first = cable.b.device;
            if (hall.design.devices.find(cable.a.device)->part == hall.storePart)
                moved.push_back({cable.id, cable.a, {second, cable.b.port, 0}, cable.network, 0});
        }
        hall.design.cables = hall.design.cables.with(moved);
        for (std::uint16_t i = 0; i < 2; ++i)
            hall.design.cables = hall.design.cables.with({hall.ids.take<Cable>(),
                                                          {first, static_cast<std::uint16_t>(60 + i), 0},
                                                          {second, static_cast<std::uint16_t>(60 + i), 0},
                                                          hall.network,
                                                          0});
        const Snapshot snapshot = hall.snapshot();
        const Context context(snapshot);
        const StoragePool& pool = *context.design().storagePools.find(hall.pool);
        QCOMPARE(networkOf(context, pool).switchRate, 50e9);
        QCOMPARE(slowestHop(context, pool, Direction::Read), StorageHop::Switch);
        QCOMPARE(typical(*solved(hall), "pool.read"), 50e9);
    }
    void aPortThatIsBrokenOutGivesItsLanes() {
        StorageHall hall = storageHall();
        const auto rates = [&] {
            const Snapshot snapshot = hall.snapshot();
            const Context context(snapshot);
            const PoolNetwork& network = networkOf(context, *context.design().storagePools.find(hall.pool));
            double sum = 0;
            for (const AttachedPorts& ports : network.members)
                sum += static_cast<double>(ports.count) * ports.speed;
            return sum;
        };
        const double whole = rates();
        QVERIFY(whole > 0);
        // Two nodes share one port of the leaf: each has a lane of it, and all ports of its kind are broken out alike.
        std::vector<Cable> moved;
        for (const Cable& cable : hall.design.cables)
            if (hall.design.devices.find(cable.a.device)->part == hall.storePart)
                moved.push_back({cable.id,
                                 cable.a,
                                 {cable.b.device, static_cast<std::uint16_t>(40 + moved.size() / 2),
                                  static_cast<std::uint8_t>(moved.size() % 2)},
                                 cable.network,
                                 0});
        QVERIFY(moved.size() >= 2 && moved.size() % 2 == 0);
        hall.design.cables = hall.design.cables.with(moved);
        QVERIFY(isNear(rates(), whole / 2));
    }
    void unknownFactsStayUnknown() {
        StorageHall hall = storageHall();
        hall.changePart(hall.storePart, [](Part& part) {
            std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "write-bandwidth"; });
        });
        hall.ofJob("dataset-size", "");
        const SolutionPtr solution = solved(hall);
        QVERIFY(resultOf(*solution, "pool.write")->value.isUnknown()); // never taken equal to reading
        QVERIFY(resultOf(*solution, "storage.checkpoint.write")->value.isUnknown());
        QVERIFY(resultOf(*solution, "pool.capacity.demand")->value.isLowerBound());
        QCOMPARE(typical(*solution, "pool.read"), 320e9);
    }
    void plainAndTracedAreEqual() {
        StorageHall bent = storageHall();
        bent.ofJob("modality", "video");
        bent.ofJob("checkpoint-mode", "sharded");
        for (const StorageHall& hall : {storageHall(), bent}) {
            const SolutionPtr solution = solved(hall);
            for (const FigureBlock& block : solution->figures())
                for (const FigureResult& result : *block.results) {
                    const auto traced = derivationOf(solution->context(), {result.definition, result.subject});
                    QVERIFY(bool(traced));
                    QVERIFY2(traced->value() == result.value, result.definition->name.c_str());
                    const Derivation* wrong = firstUnreproducible(*traced->node());
                    QVERIFY2(!wrong, (result.definition->name + ": " + (wrong ? wrong->label : std::string())).c_str());
                }
        }
    }
};

RW_SUITE(TestStorage)
#include "tst_storage.moc"
