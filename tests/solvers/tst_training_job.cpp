// SPDX-License-Identifier: GPL-3.0-or-later
// Training workloads on drawn accelerators: the plan entered is kept, the plan chosen fits, and the figures follow the
// slowest system. The hall is that of storage_hall.h: 128 accelerators of 80 GB and 1,000 TFLOP/s.
#include "solvers/jobs/cheapest_fit.h"
#include "solvers/jobs/job_plans.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/training/run_length.h"
#include "tests/solvers/fabric_hall.h"
#include "tests/solvers/storage_hall.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>

using namespace rackwright;
using fixture::trainingHall;

namespace {

JobNumbers hallNumbers() { return {{128, 1e15, 80e9, 3350e9, 450e9, 8, 50e9}, 8192, 4e6, 0.73}; }

const ModelArchitecture& llama70() { return findModelPreset("Llama-3.1-70B")->architecture; }

} // namespace

class TestTrainingJob : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theChosenPlanFits() {
        const PlannedJob job = plannedJob(llama70(), {}, hallNumbers());
        QVERIFY(job.memory() <= 0.9 * 80e9);
        QVERIFY(job.run.tensor * job.run.pipeline >= 8); // 18 B x 70.6e9 / 80e9 is more than eight accelerators hold
        QCOMPARE(job.run.data, std::floor(128 / (job.run.tensor * job.run.pipeline * job.run.context)));
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
    // Who enters the tensor degree alone leaves as many stages as accelerators remain.
    void aSplitStaysWithinItsAccelerators() {
        EnteredPlan entered;
        entered.tensor = 8;
        JobNumbers numbers = hallNumbers();
        numbers.fact[0] = 8;
        const PlannedJob job = plannedJob(llama70(), entered, numbers);
        QCOMPARE(job.run.pipeline, 1.0);
        QVERIFY(job.utilisation() < 1);
        entered.tensor = 4;
        entered.context = 2;
        QCOMPARE(plannedJob(llama70(), entered, numbers).run.pipeline, 1.0);
    }
    void adaptersNeedLess() {
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 1;
        entered.recompute = Recompute::Full;
        const double whole = plannedJob(llama70(), entered, hallNumbers()).memory();
        entered.recipe = numbersOf(TrainingRecipe::Lora);
        const double adapters = plannedJob(llama70(), entered, hallNumbers()).memory();
        QVERIFY(whole - adapters > 2.9 * 70.5e9 / 8); // gradients of three bytes, as expected, are gone
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
    // Of 128 copies 8 in a node; nothing hides, so that a slower network tells what of the time is the network's.
    void switchesThatReduceTakeGradientsOnce() {
        EnteredPlan entered;
        entered.tensor = entered.pipeline = 1;
        entered.overlaps = false;
        const auto exchange = [&](double network, double reducedShare) {
            JobNumbers numbers = hallNumbers();
            numbers.fact[static_cast<std::size_t>(JobFact::Network)] = network;
            numbers.reducedShare = reducedShare;
            return plannedJob(llama70(), entered, numbers).parts().dataParallel;
        };
        const auto saved = [&] {
            return (exchange(50e9, 1) - exchange(50e9, 0.5)) / (exchange(50e9, 1) - exchange(100e9, 1)) / 2;
        };
        // One all-reduce among 128: 2 x 127/128 of the gradients become one.
        entered.zeroStage = 0;
        QVERIFY(std::abs(saved() - 63.0 / 127) < 1e-9);
        // What is scattered and gathered stays.
        entered.zeroStage = 1;
        QVERIFY(std::abs(saved()) < 1e-9);
        // 16 groups of a node each: 2 x 15/16 of a shard become one.
        entered.zeroStage = 3;
        entered.shardGroup = 8;
        QVERIFY(std::abs(saved() - 0.875 / 1.875) < 1e-9);
    }
    void whatSwitchesReduceIsOfInfiniBand() {
        fixture::FabricHall hall = fixture::fabricHall();
        Workload job;
        job.parameters = {{"recipe", "fp8"}};
        const auto inputs = [&] { return jobInputs<Value>(Context(hall.snapshot()), job); };
        const std::size_t without = inputs().size();
        hall.setSetting("fabric.sharp", "on");
        QCOMPARE(inputs().size(), without + 1);
        QCOMPARE(inputs().back().typical(), 0.5);
        std::vector<double> typical(inputs().size(), 1.0);
        typical.back() = 0.5;
        QCOMPARE(jobNumbersFrom(typical, job).reducedShare, 0.5);
        typical.pop_back();
        QCOMPARE(jobNumbersFrom(typical, job).reducedShare, 1.0);
        hall.change(&Design::networks, hall.network,
                    [](Network& network) { network.protocol = FabricProtocol::Ethernet; });
        QCOMPARE(inputs().size(), without);
    }
    void everyStageHasItsMemory() {
        ParallelPlan plan;
        plan.pipeline = 4;
        plan.tensor = plan.microBatches = 8;
        plan.sequence = 8192;
        plan.sequenceParallel = true;
        std::vector<double> kept;
        for (std::int64_t stage = 0; stage < 4; ++stage)
            kept.push_back(layersInFlight(llama70(), plan, stage));
        QCOMPARE(kept, (std::vector<double>{80, 60, 40, 20})); // 20 layers for each micro-batch under way
        plan.interleave = 2;
        QCOMPARE(layersInFlight(llama70(), plan, 0), 80 * (1 + 3.0 / 8)); // Narayanan et al. 2021
        QCOMPARE(layersInFlight(llama70(), plan, 3), 80 * 5.0 / 8);
        plan.interleave = 1;
        // The first stage holds the embedding, the last the output layer and the logits, those between neither.
        const MemoryQuestion bytes;
        const auto weights = [&](std::int64_t stage) {
            return stageMemory(llama70(), plan, bytes, stage).needed.states.weights;
        };
        QVERIFY(weights(1) < weights(0) && weights(1) == weights(2) && weights(3) > weights(2));
        QVERIFY(stageMemory(llama70(), plan, bytes, 3).runtime.logitCopies > 0);
        QCOMPARE(stageMemory(llama70(), plan, bytes, 1).runtime.logitCopies, 0.0);
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 4;
        const PlannedJob job = plannedJob(llama70(), entered, hallNumbers());
        double most = 0;
        for (std::int64_t stage = 0; stage < 4; ++stage)
            most = std::max(most, stageMemory(llama70(), job.plan(), bytes, stage).total());
        QCOMPARE(job.memory(), most);
        QVERIFY(std::abs(job.parts().total() / job.step() - 1) < 1e-12);
    }
    void recipesChangeStatesAndPasses() {
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 2;
        entered.recompute = Recompute::Full;
        JobNumbers numbers = hallNumbers();
        const PlannedJob plain = plannedJob(llama70(), entered, numbers);
        entered.recipe = numbersOf(TrainingRecipe::Fp8);
        numbers.recipePeak = 2e15;
        const PlannedJob fp8 = plannedJob(llama70(), entered, numbers);
        QVERIFY(fp8.step() < plain.step() && fp8.memory() > plain.memory());
        entered.recipe = numbersOf(TrainingRecipe::Dpo);
        const PlannedJob preference = plannedJob(llama70(), entered, hallNumbers());
        QVERIFY(std::abs(preference.parts().compute / plain.parts().compute - 4.0 / 3) < 1e-9);
        QCOMPARE(preference.worst.needed.states.weights, 2 * plain.worst.needed.states.weights);
        // Sharded further, less is kept; the batch of a step stays.
        entered.recipe = {};
        entered.zeroStage = 3;
        const PlannedJob sharded = plannedJob(llama70(), entered, hallNumbers());
        QVERIFY(sharded.worst.needed.states.total() < plain.worst.needed.states.total());
        QCOMPARE(sharded.run.globalBatch(), plain.run.globalBatch());
        entered.data = 4;
        QCOMPARE(plannedJob(llama70(), entered, hallNumbers()).run.data, 4.0);
    }
    void whatWouldMakeItFit() {
        EnteredPlan entered;
        entered.tensor = entered.pipeline = 1;
        const double limit = 0.95 * 80e9;
        QVERIFY(plannedJob(llama70(), entered, hallNumbers()).memory() > limit);
        const std::vector<PlanChange> changes = changesThatFit(llama70(), entered, hallNumbers(), {limit});
        QVERIFY(!changes.empty());
        double before = changes.front().tokensPerSecond;
        for (const PlanChange& change : changes) {
            QVERIFY(change.memory <= limit && change.tokensPerSecond <= before);
            before = change.tokensPerSecond;
            Workload workload;
            workload.parameters = {{"tp", "1"}, {"pp", "1"}};
            for (const Parameter& each : change.settings)
                setParameter(workload.parameters, each.name, each.value);
            QCOMPARE(plannedJob(llama70(), enteredPlan(workload), hallNumbers()).memory(), change.memory);
        }
    }
    // A design and the calculators answer the same question alike: by the same plans, with a batch that grows alike.
    void aDesignAnswersAsTheCalculatorsDo_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("part");
        QTest::addColumn<double>("accelerators");
        QTest::newRow("70B on 1,024 H100") << "Llama-3.1-70B"
                                           << "H100" << 1024.0;
        QTest::newRow("405B on 16,384 H100") << "Llama-3.1-405B"
                                             << "H100" << 16384.0;
        QTest::newRow("405B on 4,608 GB200") << "Llama-3.1-405B"
                                             << "GB200" << 4608.0;
        QTest::newRow("8B on a node") << "Llama-3.1-8B"
                                      << "H100" << 8.0;
        QTest::newRow("Mixtral on 64 H100") << "Mixtral-8x7B"
                                            << "H100" << 64.0;
    }
    void aDesignAnswersAsTheCalculatorsDo() {
        QFETCH(QString, model);
        QFETCH(QString, part);
        QFETCH(double, accelerators);
        const TrainingCase asked(CaseCells{{"model", model.toStdString()},
                                           {"gpu", part.toStdString()},
                                           {"num_gpus", std::to_string(std::llround(accelerators))}});
        const Result<TrainingRun> calculated = trainingRun(asked);
        QVERIFY(calculated);
        JobNumbers numbers{{accelerators, calculated->peak, calculated->part.memory, calculated->part.memoryBandwidth,
                            calculated->part.scaleUp, calculated->part.scaleUpDomain, calculated->part.network,
                            calculated->sustained, calculated->nodeSize},
                           calculated->sequence,
                           4e6,
                           1};
        const PlannedJob drawn = plannedJob(calculated->model, {}, numbers);
        const double rate = calculated->globalBatch() * calculated->sequence / stepTime(*calculated).total();
        QVERIFY2(std::abs(drawn.tokensPerSecond() / rate - 1) < 0.08,
                 qPrintable(QStringLiteral("%1 drawn, %2 calculated").arg(drawn.tokensPerSecond()).arg(rate)));
        QVERIFY(drawn.utilisation() > 0.4); // as of large runs, before calibration
    }
    void theSearchIsAskedWhatDivides() {
        JobNumbers numbers = hallNumbers();
        numbers.fact[0] = 921; // nine tenths of 1,024
        EnteredPlan batchAlone;
        batchAlone.isBatchSaid = true;
        const JobQuestion job = questionOf(llama70(), batchAlone, numbers, {76e9});
        QCOMPARE(job.question.accelerators, std::int64_t(896)); // 7 x 128
        QCOMPARE(job.question.globalBatch % 7, std::int64_t(0));
        QVERIFY(std::abs(static_cast<double>(job.question.globalBatch) / (4e6 / 8192) - 1) < 0.15);
        QCOMPARE(job.sizes, (std::vector<std::int64_t>{896, 448, 224}));
        // A plan that was found and entered runs as it was found.
        const PlanSearchResult found = searchPlans(job.question);
        QVERIFY(found.best);
        Workload workload;
        workload.parameters = parametersOf(*found.best);
        numbers.batchTokens = std::stod(*findParameter(workload.parameters, "batch"));
        const PlannedJob entered = plannedJob(llama70(), enteredPlan(workload), numbers);
        QCOMPARE(entered.plan().accelerators(), std::int64_t(896));
        QVERIFY(std::abs(entered.tokensPerSecond() / job.tokensPerSecond(*found.best) - 1) < 1e-9);
    }
    void dimensionsMakeAModel() {
        Workload workload;
        workload.model = "Llama-3.1-70B";
        QCOMPARE(modelOf(workload)->architecture, llama70());
        QVERIFY(!hasOwnDimensions(workload));
        ModelArchitecture house = llama70();
        house.name = "House";
        house.layers = 40;
        enterModel(workload, house);
        QCOMPARE(modelOf(workload)->architecture, house);
        setParameter(workload.parameters, "model-experts", "8");
        QVERIFY(!modelOf(workload)); // experts without a width
        setParameter(workload.parameters, "model-top-k", "2");
        setParameter(workload.parameters, "model-expert-ffn", "4096");
        QVERIFY(modelOf(workload) && modelOf(workload)->architecture.moe->topK == 2);
        setParameter(workload.parameters, "model-layers", "many");
        QVERIFY(!modelOf(workload));
        enterPreset(workload, "Llama-3.1-70B");
        QVERIFY(workload.parameters.empty());
    }
    void theDrawnFabricCounts() {
        fixture::FabricHall hall = fixture::fabricHall();
        const auto share = [](const fixture::FabricHall& of) { return computeFabricShare(Context(of.snapshot())); };
        QVERIFY(share(hall) && share(hall)->share == 1.0);
        QCOMPARE(share(hall)->network, std::string("Compute"));
        // Every second cable between leaves and spines away: half the bisection.
        for (std::size_t i = 1; i < hall.trunks.size(); i += 2)
            hall.design.cables = hall.design.cables.without(hall.trunks[i]);
        QVERIFY(share(hall));
        QCOMPARE(share(hall)->share, 0.5);
        QVERIFY(!computeFabricShare(Context(fixture::storageHall().snapshot()))); // no compute network there
    }
    void aFaultAndMissingCablesCount() {
        fixture::FabricHall hall = fixture::fabricHall();
        const auto share = [&](JobFault fault) { return computeFabricShare(Context(hall.snapshot()), fault)->share; };
        QCOMPARE(share(JobFault::Spine), 0.5);        // of two
        QCOMPARE(share(JobFault::SwitchCable), 0.75); // of a leaf's four ways up
        QCOMPARE(share(JobFault::Leaf), 0.5);
        QCOMPARE(share(JobFault::NodePort), 1.0); // the fabric is whole
        QCOMPARE(shareWithoutPort(Context(hall.snapshot()), hall.memberPart), 0.5);
        QCOMPARE(cabledShare(Context(hall.snapshot()), hall.memberPart).share, 1.0);
        // One of a node's two cables away: it holds up all others.
        for (const Cable& cable : hall.design.cables)
            if (cable.a.device == hall.members[2] && cable.a.port == 1) {
                hall.design.cables = hall.design.cables.without(cable.id);
                break;
            }
        const CabledShare cabled = cabledShare(Context(hall.snapshot()), hall.memberPart);
        QCOMPARE(cabled.share, 0.5);
        QCOMPARE(cabled.mostShare, 1.0);
        QCOMPARE(cabled.node, std::string("node-3"));
        Workload workload;
        workload.parameters = {{"fault", "spine"}};
        QVERIFY(faultOf(workload) == JobFault::Spine && faultOf({}) == JobFault::None);
    }
    void aFaultSlowsTheJob() {
        fixture::StorageHall hall = trainingHall();
        hall.ofJob("tp", "1");
        hall.ofJob("pp", "1");
        hall.ofJob("zero", "3");
        hall.ofJob("overlap", "no");
        const auto network = [](const fixture::StorageHall& of) {
            return jobNumbers(Context(of.snapshot()), *of.design.workloads.find(of.job))->fact[6];
        };
        const auto rate = [](const fixture::StorageHall& of) {
            return jobTokenRate<Value>(Context(of.snapshot()), *of.design.workloads.find(of.job)).si().typical();
        };
        const double before = network(hall), fast = rate(hall);
        const double left = shareWithoutPort(Context(hall.snapshot()), hall.nodePart);
        hall.ofJob("fault", "port");
        QCOMPARE(network(hall), before * left);
        QVERIFY(left == 1 ? rate(hall) == fast : rate(hall) < fast);
    }
    void aNodeWithoutCablesEndsNoStep() {
        fixture::StorageHall hall = trainingHall();
        const auto figures = [](const fixture::StorageHall& of) {
            const Context context(of.snapshot());
            const Workload& job = *of.design.workloads.find(of.job);
            return std::tuple(leastOver<Value>(context, JobFact::Network), jobStep<Value>(context, job).si(),
                              jobTokenRate<Value>(context, job).si(), cutOffNodes(context).count);
        };
        QVERIFY(std::get<2>(figures(hall)).typical() > 0);
        QCOMPARE(std::get<3>(figures(hall)), std::int64_t{0}); // no node is cabled yet: nothing is known to be missing
        // Every port of every node but one on its own switch of a rail.
        const Id<Network> network = hall.ids.take<Network>();
        hall.design.networks =
            hall.design.networks.with({network, "Compute", NetworkRole::Compute, FabricProtocol::InfiniBand, {}});
        const Part* node = hall.project.parts.find(hall.nodePart)->part.get();
        std::uint16_t ports = 0;
        for (const PortGroup& group : node->portGroups)
            ports = static_cast<std::uint16_t>(ports + (group.role == PortRole::Compute ? group.count : 0));
        const Id<PartRow> rail = fixture::embed(
            hall.project, hall.ids, fixture::networkSwitch("test-rail", 64, 200, FabricProtocol::InfiniBand));
        std::vector<Id<Device>> nodes;
        for (const Device& device : hall.design.devices)
            if (device.part == hall.nodePart)
                nodes.push_back(device.id);
        const Id<Device> leaf = hall.addDevice(hall.racks[0], rail, 25, "rail-1", "leaf");
        std::uint16_t at = 0;
        for (std::size_t i = 0; i + 1 < nodes.size(); ++i)
            hall.design.cables =
                hall.design.cables.with({hall.ids.take<Cable>(), {nodes[i], 0, 0}, {leaf, at++, 0}, network, 0});
        const auto [rate, step, tokens, count] = figures(hall);
        QCOMPARE(count, std::int64_t{1});
        QCOMPARE(rate.typical(), 0.0);
        QVERIFY(!step.isKnown()); // it never ends
        QVERIFY(tokens.isKnown());
        QCOMPARE(tokens.typical(), 0.0);
        hall.design.devices = hall.design.devices.with([&] {
            Device spare = *hall.design.devices.find(nodes.back());
            spare.role = "spare";
            return spare;
        }());
        QVERIFY(std::get<2>(figures(hall)).typical() > 0);
        QCOMPARE(std::get<3>(figures(hall)), std::int64_t{0});
    }
    void statesNeedRoomInTheNodes() {
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 1;
        entered.recompute = Recompute::Full;
        entered.zeroStage = 2;
        entered.optimizerHome = StateHome::Host;
        const MemoryRoom narrow{76e9, {1e9, 1e12}};
        const PlannedJob job = plannedJob(llama70(), entered, hallNumbers());
        QVERIFY(job.memory() <= narrow.accelerator && !narrow.holds(job));
        const std::vector<PlanChange> changes = changesThatFit(llama70(), entered, hallNumbers(), narrow);
        QVERIFY(!changes.empty());
        QVERIFY(std::ranges::any_of(changes, [](const PlanChange& one) { return one.text.id == "training.fit.keep"; }));
        JobQuestion asked = questionOf(llama70(), entered, hallNumbers(), narrow);
        asked.question.memoryLimit = 1e12;
        asked.question.placements = {{StateHome::Host, StateHome::Accelerator}};
        QVERIFY(!searchPlans(asked.question).best); // every plan of it keeps more than 1 GB in its node
        asked.question.nodeRoom.host = 1e12;
        QVERIFY(searchPlans(asked.question).best);
    }
    void reinforcementWritesWhatItTrainsOn() {
        EnteredPlan entered;
        entered.tensor = 8;
        entered.pipeline = 2;
        entered.recompute = Recompute::Full;
        entered.zeroStage = 3;
        entered.recipe = numbersOf(TrainingRecipe::Ppo);
        JobNumbers numbers = hallNumbers();
        numbers.rolloutShare = 0.5;
        const PlannedJob job = plannedJob(llama70(), entered, numbers);
        const double half = job.parts().generation;
        QVERIFY(half > 0 && half < job.step());
        // Never faster than reading the weights once for each token of the longest answer, copy by copy.
        const double answer = 4096, weights = 2 * 70.5e9 / (8 * 3350e9);
        QVERIFY(half > answer * weights);
        numbers.rolloutShare = 0.25;
        QVERIFY(plannedJob(llama70(), entered, numbers).parts().generation < half);
        // The search's rates have it in them too.
        numbers.rolloutShare = 0.5;
        const JobQuestion question = questionOf(llama70(), entered, numbers, {76e9});
        const SearchedPlan plan = evaluatedPlan(question.question, job.plan(), true, true);
        QVERIFY(question.tokensPerSecond(plan) < plan.tokensPerSecond() * question.speed);
        entered.recipe = numbersOf(TrainingRecipe::Dpo);
        QCOMPARE(plannedJob(llama70(), entered, numbers).parts().generation, 0.0);
    }
    void withoutOverlapNothingHides() {
        EnteredPlan entered;
        entered.tensor = 2;
        entered.pipeline = 4;
        entered.context = 2;
        entered.recompute = Recompute::Full;
        const StepTime exposed = plannedJob(llama70(), entered, hallNumbers()).parts();
        entered.overlaps = false;
        const StepTime whole = plannedJob(llama70(), entered, hallNumbers()).parts();
        QVERIFY(whole.contextParallel > exposed.contextParallel);
        QVERIFY(std::abs(whole.pipelineParallel / exposed.pipelineParallel - 5) < 1e-9); // a fifth shows
        QCOMPARE(whole.compute, exposed.compute);
    }
    // 1,000 TFLOP/s at 700 W of its own; nodes of 10 kW, of which 8 accelerators draw 5.6.
    void aPowerCapSlowsTheJob() {
        fixture::StorageHall hall = trainingHall();
        hall.ofJob("tp", "8");
        hall.ofJob("pp", "2");
        hall.ofJob("recompute", "full");
        hall.changePart(hall.acceleratorPart, [](Part& part) {
            part.id = "nv-h100-sxm5-80";
            part.attributes.push_back(fixture::number("tdp", 700));
        });
        hall.changePart(hall.nodePart, [](Part& node) {
            std::erase_if(node.attributes, [](const Attribute& each) { return each.key == "accelerator-model"; });
            node.attributes.push_back({"accelerator-model",
                                       Fact<double>::unknown(),
                                       Fact<std::string>::known("nv-h100-sxm5-80", Grade::Vendor),
                                       {}});
        });
        const auto cap = [&](double watts) {
            const auto before = hall.design.devices; // the rows that are read stay while others are put
            for (const Device& device : before)
                if (device.part == hall.nodePart) {
                    Device capped = device;
                    capped.powerCap = Power(watts);
                    hall.design.devices = hall.design.devices.with(std::move(capped));
                }
        };
        const auto peak = [&] { return leastOver<Value>(Context(hall.snapshot()), JobFact::Compute); };
        const double whole = peak().typical();
        const auto rate = [&] {
            return jobTokenRate<Value>(Context(hall.snapshot()), *hall.design.workloads.find(hall.job)).si();
        };
        const double fast = rate().typical();
        cap(10'000 - 800); // 600 W each: 5 to 8 % (source document 002)
        QVERIFY(std::abs(peak().typical() / whole - 0.935) < 1e-9);
        QVERIFY(std::abs(peak().low() / whole - 0.92) < 1e-9 && std::abs(peak().high() / whole - 0.95) < 1e-9);
        QVERIFY(rate().typical() < fast && rate().typical() > 0.9 * fast);
        cap(10'000);
        QCOMPARE(peak().typical(), whole);
        cap(5'000); // 75 W each: nobody measured that
        QVERIFY(!peak().isKnown() && !rate().isKnown());
    }
    // PCIe alone joins these: a job of one node computes over it, and TRAIN-04 asks for no network.
    void aPartWithoutALinkComputesOverItsHost() {
        fixture::StorageHall hall = fixture::storageHall();
        hall.ofJob("tp", "8");
        hall.ofJob("recompute", "full");
        const auto step = [&] {
            return jobStep<Value>(Context(hall.snapshot()), *hall.design.workloads.find(hall.job)).si();
        };
        QVERIFY(!step().isKnown());
        const auto interface = [&](const char* words) {
            hall.changePart(hall.acceleratorPart, [words](Part& part) {
                std::erase_if(part.attributes, [](const Attribute& each) { return each.key == "host-interface"; });
                part.attributes.push_back(
                    {"host-interface", Fact<double>::unknown(), Fact<std::string>::known(words, Grade::Vendor), {}});
            });
        };
        interface("PCIe 4.0 x16");
        const double slow = step().typical();
        QVERIFY(step().isKnown() && slow > 0);
        QCOMPARE(leastOver<Value>(Context(hall.snapshot()), JobFact::ScaleUpDomain).typical(), 8.0);
        interface("PCIe 5.0 x16");
        QVERIFY(step().typical() < slow);
    }
    // 70B on eight accelerators: 1.1 TB of states fit beside them, in the memory of the node.
    void statesBesideTheAcceleratorsFit() {
        JobNumbers numbers = hallNumbers();
        numbers.fact[0] = 8;
        const MemoryRoom room{76e9, {0.9 * 2e12 / 8, 1e12}};
        QVERIFY(plannedJob(llama70(), {}, numbers).memory() > room.accelerator);
        const std::vector<PlanChange> changes = changesThatFit(llama70(), {}, numbers, room);
        QVERIFY(std::ranges::any_of(changes,
                                    [](const PlanChange& one) { return one.text.id == "training.fit.split-offload"; }));
        const MemoryRoom narrow{76e9, {1e9, 1e12}};
        for (const PlanChange& one : changesThatFit(llama70(), {}, numbers, narrow))
            QVERIFY(one.text.id != "training.fit.split-offload");
    }
    void memoryIsARange() {
        fixture::StorageHall hall = trainingHall();
        hall.ofJob("tp", "8");
        hall.ofJob("pp", "2");
        hall.ofJob("recompute", "full");
        const Context context(hall.snapshot());
        const Workload& job = *hall.design.workloads.find(hall.job);
        const Value memory = jobMemory<Value>(context, job).si();
        const PlannedJob planned = plannedJob(modelOf(job)->architecture, enteredPlan(job), *jobNumbers(context, job));
        const MemoryRange range = peakMemory(planned.run.model, planned.plan(), planned.question);
        QVERIFY(std::abs(memory.low() - range.low) < 1 && std::abs(memory.high() - range.high) < 1);
        QVERIFY(std::abs(memory.typical() - range.expected) < 1);
    }
    // Those that wait are no part of what a job shares.
    void sparesComeBeforeTheShare() {
        fixture::StorageHall hall = trainingHall();
        hall.change(&Design::workloads, hall.job, [](Workload& job) { job.acceleratorShare = 0.5; });
        const auto count = [&] {
            return jobAccelerators<Value>(Context(hall.snapshot()), *hall.design.workloads.find(hall.job))
                .si()
                .typical();
        };
        QCOMPARE(count(), 64.0);
        int spares = 0;
        const auto before = hall.design.devices; // the rows that are read stay while others are put
        for (const Device& device : before)
            if (device.part == hall.nodePart && spares < 4) {
                Device spare = device;
                spare.role = "spare";
                hall.design.devices = hall.design.devices.with(std::move(spare));
                ++spares;
            }
        QCOMPARE(count(), 48.0); // half of 96
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
        QVERIFY(share.high() < 1);              // no range of an input counts twice
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

RW_SUITE(TestTrainingJob)
#include "tst_training_job.moc"
