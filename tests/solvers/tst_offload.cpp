// SPDX-License-Identifier: GPL-3.0-or-later
// States that leave the accelerator (ZeRO-Offload, ZeRO-Infinity) and states sharded within groups (HSDP): what is left
// on the accelerator, what lies elsewhere, what it costs in time, which plans are legal, and that the search finds the
// same as trying all.
#include "solvers/jobs/cheapest_fit.h"
#include "solvers/parallelism/plan_search.h"
#include "solvers/parallelism/training_quantities.h"
#include "solvers/workload/model_presets.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;

namespace {

const ModelArchitecture& llama8() { return findModelPreset("Llama-3.1-8B")->architecture; }

ParallelPlan shardedPlan(std::int64_t data, int zeroStage) {
    ParallelPlan plan;
    plan.data = data;
    plan.zeroStage = zeroStage;
    plan.sequence = 8192;
    plan.recompute = Recompute::Full;
    return plan;
}

TrainingRun runOf(const ParallelPlan& plan, double batch) {
    TrainingRun run;
    run.model = llama8();
    run.part = *acceleratorIn("H100");
    run.peak = *peakOf(run.part, MatrixPrecision::Bf16);
    run.data = static_cast<double>(plan.data);
    run.accelerators = run.data;
    run.sequence = 8192;
    run.microBatches = batch / run.data;
    run.zeroStage = plan.zeroStage;
    run.recompute = Recompute::Full;
    return run;
}

bool isClose(double a, double b) { return std::abs(a / b - 1) < 1e-9; }

} // namespace

class TestOffload : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void statesLeaveTheAccelerator() {
        const double count = static_cast<double>(totalParameters(llama8()));
        ParallelPlan plan = shardedPlan(8, 2);
        const StateBytes bytes;
        const auto states = [&] { return modelStates(firstStageParameters(llama8(), plan), plan, bytes); };
        const auto outside = [&] { return outsideMemory(firstStageParameters(llama8(), plan), plan, bytes); };
        QCOMPARE(outside().host, 0.0);
        plan.optimizerHome = StateHome::Host;
        QVERIFY(isClose(states().weights, 2 * count));
        QCOMPARE(states().gradients, 0.0);
        QCOMPARE(states().optimizer, 0.0);
        // DeepSpeed's estimate: 16 bytes a parameter of the shard, half of it again for buffers.
        QVERIFY(isClose(outside().host, 1.5 * 16 * count / 8));
        plan.zeroStage = 1; // whole gradients are reduced on the accelerator
        QVERIFY(isClose(states().gradients, 4 * count));
        plan.zeroStage = 3;
        plan.weightHome = StateHome::Host;
        QCOMPARE(states().total(), 0.0);
        QVERIFY(isClose(outside().host, 1.5 * 18 * count / 8));
        plan.optimizerHome = plan.weightHome = StateHome::Drives;
        QVERIFY(isClose(outside().drives, 14 * count / 8));
        QVERIFY(isClose(outside().host, 1.5 * 4 * count / 8)); // gradients wait for the update
        // A layer in use and the next are still there.
        QVERIFY(runtimeMemory(llama8(), plan, {}).gatheredUnits > 4 * count / 32);
    }
    void groupsShardOnTheirOwn() {
        ParallelPlan plan = shardedPlan(64, 3);
        const StateBytes bytes;
        const auto states = [&] { return modelStates(firstStageParameters(llama8(), plan), plan, bytes).total(); };
        const double whole = states();
        plan.shardGroup = 8;
        QVERIFY(isClose(states(), 8 * whole));
        plan.shardGroup = 64;
        QVERIFY(isClose(states(), whole));
        // Experts too, by the accelerators that hold the same ones.
        const ModelArchitecture& moe = findModelPreset("Qwen3-30B-A3B")->architecture;
        plan.expert = 8;
        const auto expertStates = [&] { return modelStates(firstStageParameters(moe, plan), plan, bytes).total(); };
        const double all = expertStates();
        plan.shardGroup = 16;
        QVERIFY(isClose(expertStates(), 4 * all));
    }
    void transfersAndUpdatesTakeTime() {
        const ParallelPlan plan = shardedPlan(8, 3);
        TrainingRun run = runOf(plan, 64);
        const StepTime stays = stepTime(run);
        QCOMPARE(stays.offload, 0.0);
        run.optimizerHome = StateHome::Host;
        const StepTime host = stepTime(run);
        const double shard = static_cast<double>(totalParameters(llama8())) / 8;
        QVERIFY(isClose(host.optimizer, 30 * shard / run.outside.hostMemory));
        QVERIFY(host.offload >= 2 * shard / run.outside.link);
        QCOMPARE(host.compute, stays.compute);
        run.optimizerHome = StateHome::Drives;
        const StepTime drives = stepTime(run);
        QVERIFY(isClose(drives.optimizer, 24 * shard / run.outside.drives));
        // A slower link shows once it hides no more.
        run.weightHome = StateHome::Host;
        const double before = stepTime(run).offload;
        run.outside.link /= 20;
        QVERIFY(stepTime(run).offload > 5 * before);
        // Without overlap everything shows: twice the weights and the gradients, each micro-batch.
        run.overlapData = false;
        QVERIFY(isClose(stepTime(run).offload, run.microBatches * 6 * shard / run.outside.link));
    }
    void groupsSpareTheNetwork() {
        TrainingRun run = runOf(shardedPlan(256, 3), 1024);
        run.part.network = 5e9; // slow enough to show
        const double whole = stepTime(run).dataParallel;
        run.shardGroup = 8; // within a node: gathering stays on the link, gradients of a shard cross once a step
        run.overlapData = false;
        const double groups = stepTime(run).dataParallel;
        QVERIFY(groups < whole);
        run.shardGroup = 0;
        QVERIFY(stepTime(run).dataParallel > 3 * groups);
    }
    void onlyWhatCanLeaveLeaves() {
        ParallelPlan plan = shardedPlan(8, 0);
        plan.optimizerHome = StateHome::Host;
        QCOMPARE(checkSharding(plan).error().message.id, std::string("training.offload-needs-zero"));
        plan.zeroStage = 2;
        QVERIFY(checkSharding(plan));
        plan.weightHome = StateHome::Host;
        QCOMPARE(checkSharding(plan).error().message.id, std::string("training.offload-needs-zero"));
        plan.zeroStage = 3;
        QVERIFY(checkSharding(plan));
        plan.optimizerHome = StateHome::Accelerator;
        QCOMPARE(checkSharding(plan).error().message.id, std::string("training.weights-need-optimizer"));
        plan.weightHome = StateHome::Accelerator;
        plan.shardGroup = 3;
        QCOMPARE(checkSharding(plan).error().message.id, std::string("training.does-not-divide"));
        ParallelPlan alone = shardedPlan(1, 0); // one accelerator has nothing to shard
        alone.optimizerHome = alone.weightHome = StateHome::Drives;
        QVERIFY(checkSharding(alone));
    }
    void theSearchTriesAllHomes() {
        PlanQuestion question;
        question.model = llama8();
        question.part = *acceleratorIn("H100");
        question.peak = *peakOf(question.part, MatrixPrecision::Bf16);
        question.accelerators = 4;
        question.sequence = 8192;
        question.globalBatch = 8;
        question.memoryLimit = 16e9; // states alone are 36 GB an accelerator
        QVERIFY(!searchPlans(question).best);
        question.placements = {{},
                               {StateHome::Host, StateHome::Accelerator},
                               {StateHome::Host, StateHome::Host},
                               {StateHome::Drives, StateHome::Drives}};
        question.shardGroups = {0, 2};
        const PlanSearchResult found = searchPlans(question);
        QVERIFY(found.best && found.best->plan.optimizerHome == StateHome::Host);
        QVERIFY(isLegal(question, found.best->plan));
        // The same as trying every plan.
        double least = INFINITY;
        std::int64_t count = 0;
        ParallelPlan plan;
        plan.sequence = question.sequence;
        const auto tryAll = [&] {
            if (!isLegal(question, plan))
                return;
            for (const bool tensor : {true, false})
                for (const bool data : {true, false}) {
                    if ((!tensor && plan.tensor == 1) || (!data && plan.copies() == 1))
                        continue;
                    ++count;
                    const SearchedPlan one = evaluatedPlan(question, plan, tensor, data);
                    if (one.memory <= question.memoryLimit)
                        least = std::min(least, one.time.total());
                }
        };
        for (plan.tensor = 1; plan.tensor <= 4; ++plan.tensor)
            for (plan.pipeline = 1; plan.pipeline <= 4; ++plan.pipeline)
                for (plan.context = 1; plan.context <= 4; ++plan.context)
                    for (plan.data = 1; plan.data <= 4; ++plan.data)
                        for (plan.microBatch = 1; plan.microBatch <= 8; ++plan.microBatch) {
                            plan.microBatches = 8 / (plan.data * plan.microBatch);
                            for (plan.interleave = 1; plan.interleave <= 32; ++plan.interleave)
                                for (plan.zeroStage = 0; plan.zeroStage <= 3; ++plan.zeroStage)
                                    for (const std::int64_t group : {0, 2})
                                        for (const StatePlacement& placement : question.placements)
                                            for (const bool split : {false, true})
                                                for (const Recompute recompute :
                                                     {Recompute::None, Recompute::Selective, Recompute::Full}) {
                                                    plan.shardGroup = group;
                                                    plan.optimizerHome = placement.optimizer;
                                                    plan.weightHome = placement.weights;
                                                    plan.sequenceParallel = split;
                                                    plan.recompute = recompute;
                                                    tryAll();
                                                }
                        }
        QCOMPARE(found.points, count);
        QVERIFY(isClose(found.best->time.total(), least));
    }
    void casesReadThem() {
        TrainingCase input({{"model", "Llama-3.1-8B"}, {"num_gpus", "64"}, {"zero_stage", "3"}, {"dp_shard", "8"}});
        const double shared = answer("optimizer_per_gpu", input)->value;
        QVERIFY(isClose(shared, 12.0 * static_cast<double>(totalParameters(llama8())) / 8));
        input = input.with("offload", "cpu");
        QCOMPARE(answer("optimizer_per_gpu", input)->value, 0.0);
        QVERIFY(answer("weights_per_gpu", input)->value > 0);
        QCOMPARE(answer("weights_per_gpu", input.with("offload_weights", "nvme"))->value, 0.0);
        QVERIFY(!answer("weights_per_gpu", input.with("offload", "tape")));
        QVERIFY(!answer("weights_per_gpu", input.with("zero_stage", "0")));
        QVERIFY(!answer("weights_per_gpu", input.with("dp_shard", "7")));
    }
    void aJobThatDoesNotFitMayLeave() {
        // 70 billion parameters on eight accelerators of 80 GB: no split fits, the nodes' memory does.
        const ModelArchitecture& model = findModelPreset("Llama-3.1-70B")->architecture;
        const JobNumbers numbers{{8, 1e15, 80e9, 3350e9, 450e9, 8, 50e9}, 8192, 5e5, 0.73};
        EnteredPlan entered;
        entered.recompute = Recompute::Full;
        QVERIFY(plannedJob(model, entered, numbers).memory() > 76e9);
        const std::vector<PlanChange> changes = changesThatFit(model, entered, numbers, {76e9});
        QVERIFY(!changes.empty());
        for (const PlanChange& change : changes)
            QVERIFY2(change.text.id.find("offload") != std::string::npos, change.text.id.c_str());
        Workload workload;
        workload.parameters = {{"recompute", "full"}};
        for (const Parameter& each : changes.front().settings)
            setParameter(workload.parameters, each.name, each.value);
        const PlannedJob job = plannedJob(model, enteredPlan(workload), numbers);
        QCOMPARE(job.memory(), changes.front().memory);
        QVERIFY(job.worst.outside.host > 100e9); // an accelerator's share of 16 bytes a parameter and buffers
    }
};

RW_SUITE(TestOffload)
#include "tst_offload.moc"
