// SPDX-License-Identifier: GPL-3.0-or-later
// Training workloads on drawn accelerators: the plan entered is kept, the plan chosen fits, and the figures follow the
// slowest system. The hall is that of storage_hall.h: 128 accelerators of 80 GB and 1,000 TFLOP/s.
#include "solvers/training/cheapest_fit.h"
#include "solvers/training/run_length.h"
#include "tests/solvers/storage_hall.h"

#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

JobNumbers hallNumbers() { return {{128, 1e15, 80e9, 3350e9, 450e9, 8, 50e9}, 8192, 4e6, 0.73}; }

const ModelArchitecture& llama70() { return findModelPreset("Llama-3.1-70B")->architecture; }

fixture::StorageHall trainingHall() {
    fixture::StorageHall hall = fixture::storageHall();
    hall.changePart(hall.acceleratorPart, [](Part& part) {
        part.attributes.push_back(fixture::number("scale-up-bandwidth", 900e9));
        part.attributes.push_back(fixture::number("scale-up-domain", 8));
    });
    return hall;
}

} // namespace

class TestTrainingJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChosenPlanFits() {
        const PlannedJob job = plannedJob(llama70(), {}, hallNumbers());
        QVERIFY(job.memory() <= 0.9 * 80e9);
        QVERIFY(job.run.tensor * job.run.pipeline >= 8); // 18 B x 70.6e9 / 80e9 is more than eight accelerators hold
        QCOMPARE(job.run.data, std::floor(128 / (job.run.tensor * job.run.pipeline)));
    }
    void theEnteredPlanIsKept() {
        EnteredPlan entered;
        entered.tensor = 2;
        entered.pipeline = 4;
        entered.recompute = Recompute::Full;
        const PlannedJob job = plannedJob(llama70(), entered, hallNumbers());
        QCOMPARE(job.run.tensor, 2.0);
        QCOMPARE(job.run.pipeline, 4.0);
        QCOMPARE(job.run.data, 16.0);
        QVERIFY(job.run.recompute == Recompute::Full);
        // 488 sequences of 8,192 tokens are four million; each of 16 copies takes 31 of them (rounded).
        QCOMPARE(job.run.microBatches, 31.0);
    }
    void adaptersNeedLess() {
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 1;
        entered.recompute = Recompute::Full;
        const double whole = plannedJob(llama70(), entered, hallNumbers()).memory();
        entered.recipe = numbersOf(TrainingRecipe::Lora);
        const double adapters = plannedJob(llama70(), entered, hallNumbers()).memory();
        QVERIFY(whole - adapters > 3.9 * 70.5e9 / 8); // gradients in fp32 are gone
    }
    void parametersAreRead() {
        Workload workload;
        workload.kind = WorkloadKind::FineTuning;
        QVERIFY(enteredPlan(workload).recipe.adaptersOnly);
        workload.parameters = {{"method", "full"}, {"tp", "4"}, {"recompute", "selective"}};
        const EnteredPlan entered = enteredPlan(workload);
        QVERIFY(!entered.recipe.adaptersOnly);
        QCOMPARE(entered.tensor, 4.0);
        QCOMPARE(entered.pipeline, 0.0);
        QVERIFY(entered.recompute == Recompute::Selective);
    }
    void figuresFollowTheHall() {
        fixture::StorageHall hall = trainingHall();
        hall.ofJob("tokens", "1e12");
        const auto figures = [](const fixture::StorageHall& of) {
            const Context context(of.snapshot());
            const Workload& job = *of.design.workloads.find(of.job);
            return std::array<double, 3>{jobTokenRate<Value>(context, job).si().typical(),
                                         jobUtilisationOf<Value>(context, job).si().typical(),
                                         jobDuration<Value>(context, job).si().typical()};
        };
        const auto before = figures(hall);
        QVERIFY(before[1] > 0.2 && before[1] < 0.7);
        const Context context(hall.snapshot());
        const Value share = jobUtilisationOf<Value>(context, *hall.design.workloads.find(hall.job)).si();
        QVERIFY(share.high() < 1); // no range of an input counts twice
        QVERIFY(before[2] * before[0] >= 1e12); // goodput is at most one
        hall.changePart(hall.acceleratorPart, [](Part& part) {
            part.rates.front().rate = Fact<OperationRate>::known(500 * unit::teraflops, Grade::Vendor);
        });
        const auto slower = figures(hall);
        QVERIFY(slower[0] < before[0] && slower[0] > before[0] / 2.1);
        QVERIFY(slower[2] > before[2]);
    }
    void whatIsUnknownStaysUnknown() {
        const fixture::StorageHall hall = fixture::storageHall(); // no scale-up link
        const Context context(hall.snapshot());
        const Workload& job = *hall.design.workloads.find(hall.job);
        QVERIFY(!jobStep<Value>(context, job).si().isKnown());
        QVERIFY(!jobDuration<Value>(context, job).si().isKnown());
    }
};

QTEST_APPLESS_MAIN(TestTrainingJob)
#include "tst_training_job.moc"
