// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/forecast.h"

#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/batch_growth.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/case_machine.h"
#include "solvers/parallelism/framework.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/parallelism/offline_throughput.h"
#include "solvers/parallelism/settings.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

/// Reads numbers and keeps the first error.
class CellNumbers {
public:
    explicit CellNumbers(const TrainingCase& input) : m_input(input) {}
    double operator()(std::string_view column, double otherwise) {
        const Result<double> value = m_input.numberOr(column, otherwise);
        if (!value)
            keep(value.error());
        return value.value_or(otherwise);
    }
    double required(std::string_view column) {
        const Result<double> value = m_input.number(column);
        if (!value)
            keep(value.error());
        return value.value_or(1);
    }
    void keep(Error error) {
        if (!m_error)
            m_error = std::move(error);
    }
    const std::optional<Error>& error() const { return m_error; }

private:
    const TrainingCase& m_input;
    std::optional<Error> m_error;
};

/// Accelerators that hold weights and gradients of a copy, whose optimiser is sharded, in a share of their memory.
double stateHolders(const TrainingRun& run, double perParameter, double memoryShare) {
    return std::ceil(perParameter * real(totalParameters(run.model)) / (memoryShare * run.part.memory));
}

// Where no plan is given: enough accelerators a replica that every replica has a sequence and that states fit.
double inferredReplica(const TrainingRun& run, double batch) {
    const double states = stateHolders(run, run.adaptersOnly ? 2 : 6, 0.7);
    return std::clamp(std::max(std::ceil(run.accelerators / batch), states), 1.0, run.accelerators);
}

/// Whether a plan that somebody ran can have kept its states without sharding them all.
bool statesFit(const TrainingRun& run) {
    return stateHolders(run, run.adaptersOnly ? 2 : 2 + kExpectedGradient, 0.85) <= run.tensor * run.pipeline;
}

// Layers are split within the scale-up domain; where that joins pairs or nothing, over the host of a node as soon as a
// copy has too few micro-batches to fill a pipeline.
void splitReplica(TrainingRun& run, double replica, double batch) {
    const bool fillsStages = batch * replica / run.accelerators / run.microBatch >= replica;
    const double joined = run.part.scaleUpDomain > 2 || fillsStages ? run.part.scaleUpDomain : run.nodeSize;
    const double largest = std::min(8.0, std::max(1.0, joined));
    run.tensor = 1;
    while (run.tensor < largest && run.tensor < replica)
        run.tensor *= 2;
    run.pipeline = std::max(1.0, std::ceil(replica / run.tensor));
}

/// Hybrid sharding stays within a node unless its group is said (PyTorch FSDP).
double hybridGroup(const TrainingCase& input, CellNumbers& number) {
    const std::string& sharding = input.text("sharding");
    return sharding == "HYBRID_SHARD" || sharding == "HSDP" ? number("gpus_per_node", 8) : 0;
}

/// Of a whole number, those that divide it next to another one.
WordList divisorsNear(double whole, double said) {
    WordList list;
    for (const std::int64_t each : nearestDivisors(std::llround(whole), std::llround(said)))
        list.words.push_back(std::to_string(each));
    return list;
}

/// Sequences of one step where a case says none: the setting's tokens, and a whole number of micro-batches a copy.
double usualBatch(const TrainingRun& run, double atOnce) {
    const double batch = std::max(1.0, std::round(setting_of::trainingBatch.defaultSi / run.sequence));
    return std::ceil(batch / atOnce) * atOnce;
}

/// Of runs of growing batches, the first that is nearly as fast as the fastest.
const TrainingRun& firstFast(const std::vector<TrainingRun>& runs) {
    std::vector<double> speeds;
    for (const TrainingRun& run : runs)
        speeds.push_back(run.globalBatch() / stepTime(run).total());
    const double least = kNearFastest * std::ranges::max(speeds);
    return runs[static_cast<std::size_t>(std::ranges::find_if(speeds, [least](double one) { return one >= least; }) -
                                         speeds.begin())];
}

constexpr int kShardedWhole = 3;          // ZeRO stage that gathers weights for each micro-batch
constexpr double kLargestMicroBatch = 32; // sequences

/// The plan that a run stands for, in whole degrees.
ParallelPlan planOf(const TrainingRun& run) {
    const auto whole = [](double degree) { return std::max<std::int64_t>(1, std::llround(degree)); };
    ParallelPlan plan;
    plan.tensor = whole(run.tensor);
    plan.pipeline = whole(run.pipeline);
    plan.interleave = whole(run.interleave);
    plan.context = whole(run.context);
    plan.expert = whole(run.expert);
    plan.expertTensor = whole(run.expertTensor);
    plan.data = whole(run.data);
    plan.sequence = whole(run.sequence);
    plan.microBatch = whole(run.microBatch);
    plan.microBatches = whole(run.microBatches);
    plan.zeroStage = run.zeroStage;
    plan.shardGroup = whole(run.shardGroup) > 1 ? whole(run.shardGroup) : 0;
    plan.sequenceParallel = run.sequenceParallel;
    plan.optimizerHome = run.optimizerHome;
    plan.weightHome = run.weightHome;
    plan.activationHome = run.activationHome;
    plan.recompute = run.recompute;
    return plan;
}

/// What the fullest accelerator of a run holds. Unset for splits that no plan has.
std::optional<MemoryRange> peakOf(const TrainingRun& run) {
    const ParallelPlan plan = planOf(run);
    if (!checkPlan(run.model, plan))
        return std::nullopt;
    MemoryQuestion question;
    question.adaptersOnly = run.adaptersOnly;
    if (run.adaptersOnly)
        question.bytes = numbersOf(TrainingRecipe::Lora).bytes;
    return peakMemory(run.model, plan, question);
}

/// Whether the leanest way to keep what the run needs fits its accelerators. Splits that no plan has are taken to fit.
bool fitsAtAll(const TrainingRun& run) {
    const std::optional<MemoryRange> peak = peakOf(run);
    return !peak || peak->low <= run.part.memory;
}

/// Whether what is expected of the run fits its accelerators with room to spare.
bool fitsAsExpected(const TrainingRun& run) {
    const std::optional<MemoryRange> peak = peakOf(run);
    return peak && peak->expected <= run.part.memory * setting_of::trainingMemoryShare.defaultSi;
}

// Experts that nobody placed lie over a node or over all copies, whichever is faster of those that fit.
void spreadExperts(TrainingRun& run) {
    const TrainingRun asked = run;
    double least = std::numeric_limits<double>::infinity();
    for (const bool mustFit : {true, false}) {
        for (const double expert : usualExpertDegrees(asked)) {
            TrainingRun spread = asked;
            spread.expert = expert;
            const double time = stepTime(spread).total();
            if (time < least && (!mustFit || fitsAtAll(spread))) {
                least = time;
                run.expert = expert;
            }
        }
        if (std::isfinite(least))
            return;
    }
}

/// The whole plan that runs an own job fastest where nobody gave one: every copy has the same accelerators and every
/// accelerator the same layers, what is said stands, and what fits comes before what does not.
class PlanChoice {
public:
    /// `run` holds all but the plan and the batch.
    PlanChoice(const TrainingCase& input, TrainingRun run, const MemoryQuestion& memory, double copies)
        : m_input(input), m_run(std::move(run)), m_memory(memory), m_copies(copies),
          m_limit(m_run.part.memory * setting_of::trainingMemoryShare.defaultSi) {}

    /// With a batch of its own where none is said (0).
    Result<TrainingRun> best(double batch) {
        if (batch > 0 || m_input.has("num_microbatches"))
            return ofBatch(batch);
        std::vector<TrainingRun> runs;
        for (batch = usualSequences(setting_of::trainingBatch.defaultSi, m_run.sequence, m_run.accelerators);
             runs.empty() || batch * m_run.sequence <= kMostBatchTokens; batch *= 2) {
            Result<TrainingRun> one = ofBatch(batch);
            if (!one && runs.empty())
                return one;
            if (one)
                runs.push_back(std::move(*one));
        }
        return firstFast(runs);
    }

private:
    struct Candidate {
        TrainingRun run;
        double time = 0, memory = 0;
    };

    Result<TrainingRun> ofBatch(double batch) {
        std::optional<Candidate> fastest, leanest;
        for (const bool mustDivide : {true, false}) {
            const bool isSaid = m_input.has("zero_stage") || m_input.has("sharding");
            for (const int fallback : {0, 3}) { // states that fit nowhere else are sharded over the copies
                if (fallback > 0 && (isSaid || fastest))
                    break;
                if (const Done tried = tryPlans(batch, mustDivide, fallback, fastest, leanest); !tried)
                    return tried.error();
            }
            if (fastest || leanest)
                break; // else no copies divide the batch
        }
        if (fastest)
            return fastest->run;
        if (leanest)
            return leanest->run;
        return inputError(Message("training.no-whole-plan").with("gpus", m_run.accelerators).with("dp", m_copies));
    }

    Done tryPlans(double batch, bool mustDivide, int fallback, std::optional<Candidate>& fastest,
                  std::optional<Candidate>& leanest) {
        if (m_input.has("cp"))
            return tryPlansOf(m_run.context, batch, mustDivide, fallback, fastest, leanest);
        for (double context = 1; context <= 16; context *= 2)
            if (std::fmod(m_run.sequence, context) == 0)
                if (const Done tried = tryPlansOf(context, batch, mustDivide, fallback, fastest, leanest); !tried)
                    return tried;
        return done();
    }

    Done tryPlansOf(double context, double batch, bool mustDivide, int fallback, std::optional<Candidate>& fastest,
                    std::optional<Candidate>& leanest) {
        const double joined = m_run.part.scaleUpDomain > 2 ? m_run.part.scaleUpDomain : m_run.nodeSize;
        for (double tensor = 1; tensor <= std::min(8.0, std::max(1.0, joined)); tensor *= 2) {
            const double rest = m_run.accelerators / (tensor * context);
            if (rest != std::floor(rest) || std::fmod(real(m_run.model.heads), tensor) > 0)
                continue;
            for (double stages = 1; stages <= std::min(rest, real(m_run.model.layers)); ++stages) {
                const double data = rest / stages, atOnce = data * m_run.microBatch;
                const bool isEven = std::fmod(real(m_run.model.layers), stages) == 0 ||
                                    std::fmod(real(m_run.model.layers) + 2, stages) == 0; // ends as a layer each
                if (data != std::floor(data) || !isEven || (m_copies > 0 && data != m_copies) ||
                    (mustDivide && batch > 0 && std::fmod(batch, atOnce) > 0))
                    continue;
                TrainingRun run = m_run;
                run.tensor = tensor;
                run.context = context;
                run.pipeline = stages;
                run.data = data;
                run.microBatches = batch > 0 ? std::max(1.0, batch / atOnce) : m_microBatches;
                if (batch > 0 && batch < atOnce)
                    run.microBatch = std::max(batch / data, 1e-3);
                const Result<int> stage = zeroStageOf(m_input, run.copies());
                if (!stage)
                    return stage.error();
                run.zeroStage = fallback > 0 && run.copies() > 1 ? fallback : *stage;
                for (const double interleave : interleaves(run)) {
                    run.interleave = interleave;
                    for (const double expert :
                         m_input.has("ep") ? std::vector<double>{run.expert} : usualExpertDegrees(run)) {
                        run.expert = expert;
                        offer(run, fastest, leanest);
                    }
                }
            }
        }
        return done();
    }

    /// One chunk a stage, or as many as there are layers for.
    std::vector<double> interleaves(const TrainingRun& run) const {
        if (m_input.has("vp"))
            return {run.interleave};
        std::vector<double> found{1};
        const double most = real(m_run.model.layers) / run.pipeline;
        if (run.pipeline > 1 && most > 1 && most == std::floor(most) && std::fmod(run.microBatches, run.pipeline) == 0)
            found.push_back(most);
        return found;
    }

    void offer(TrainingRun run, std::optional<Candidate>& fastest, std::optional<Candidate>& leanest) const {
        for (const Recompute how : {Recompute::None, Recompute::Full}) {
            if (!m_isRecomputeSaid) {
                run.recompute = how;
                if (!m_input.has("seq_parallel"))
                    run.sequenceParallel = how != Recompute::Full; // as where a case says it
            }
            const ParallelPlan plan = planOf(run);
            if (!checkPlan(run.model, plan) || !checkSharding(plan))
                return;
            const double memory = PeakOfPlans(run.model, plan, m_memory).expected(plan);
            if (memory <= m_limit) {
                const double time = stepTime(run).total() / run.globalBatch(); // of a sequence
                if (!fastest || time < fastest->time)
                    fastest = Candidate{run, time, memory};
                return;
            }
            if (!leanest || memory < leanest->memory)
                leanest = Candidate{run, 0, memory};
            if (m_isRecomputeSaid)
                return;
        }
    }

    const TrainingCase& m_input;
    TrainingRun m_run;
    MemoryQuestion m_memory;
    double m_copies; ///< that are said; 0: none
    double m_limit;
    double m_microBatches =
        std::max(1.0, m_input.numberOr("num_microbatches", 1).value_or(1)); ///< of a copy, where said
    bool m_isRecomputeSaid = m_input.has("recompute") || m_run.recompute != Recompute::None;
};

/// A batch that nobody said, of a plan that somebody did, grown as that of a chosen one.
void growBatch(TrainingRun& run) {
    std::vector<TrainingRun> runs{run};
    while (2 * runs.back().globalBatch() * run.sequence <= kMostBatchTokens) {
        runs.push_back(runs.back());
        runs.back().microBatches *= 2;
    }
    run = firstFast(runs);
}

/// Micro-batches that nobody said, of a run whose weights are gathered for each: as large as divides a copy's batch,
/// fits and is fastest, with all activations worked out again where that is free and pays.
void growMicroBatch(TrainingRun& run, bool isRecomputeFree) {
    const double ofCopy = run.microBatch * run.microBatches;
    if (run.microBatch != 1 || ofCopy != std::floor(ofCopy))
        return;
    const TrainingRun asked = run;
    double least = stepTime(asked).total();
    for (double each = 2; each <= std::min(ofCopy, kLargestMicroBatch); each *= 2) {
        if (std::fmod(ofCopy, each) > 0)
            break;
        for (const Recompute how : {Recompute::None, Recompute::Full}) {
            if (how != asked.recompute && !(isRecomputeFree && how == Recompute::Full))
                continue;
            TrainingRun larger = asked;
            larger.microBatch = each;
            larger.microBatches = ofCopy / each;
            larger.recompute = how;
            larger.sequenceParallel = asked.sequenceParallel && how != Recompute::Full;
            if (const double time = stepTime(larger).total(); time < least && fitsAsExpected(larger)) {
                least = time;
                run = larger;
            }
        }
    }
}

/// Whether a run's layers are PyTorch's own: of a framework that is, else of who shards in PyTorch's words alone.
bool isPlainPyTorch(std::string_view framework, std::string_view rows, std::string_view sharding, double tensor) {
    if (!framework.empty())
        return framework == "fsdp" || framework == "torchtitan" || framework == "peft";
    if (rows == "maxtext")
        return false;
    return rows == "llm-foundry" || rows == "torchtitan" || (isPyTorchSharding(sharding) && tensor <= 1);
}

// Stacks before fused attention kept the scores; from 2022 on they are not (Dao et al. 2022).
bool hasFusedAttention(const std::string& rows) { return rows != "megatron-2021" && rows != "megatron-2022"; }

} // namespace

double usualSequence(const ModelArchitecture& model) { return model.isGpt() ? 2048 : 4096; }

Result<TrainingRun> trainingRun(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const std::string rows = std::string(tableOfSource(input.text("source")));
    CellNumbers number(input);
    TrainingRun run;
    run.model = machine->model;
    run.part = machine->part;
    run.peak = machine->peak;
    run.sustained = machine->part.sustainedShare(machine->precision);
    run.bytesPerValue = machine->bytesPerValue;
    const double copiesSaid = number("dp", 0);
    run.accelerators = input.has("num_gpus") || !(copiesSaid > 0)
                           ? number.required("num_gpus")
                           : copiesSaid * number("tp", 1) * number("pp", 1) * number("cp", 1);
    run.sequence = number("seq_len", usualSequence(run.model));
    run.microBatch = number("micro_batch", 1);
    run.context = number("cp", 1);
    run.interleave = number("vp", 1);
    run.expert = number("ep", 1);
    run.expertTensor = number("etp", 1);
    Result<std::string> framework{std::string()};
    if (input.has("framework"))
        framework = frameworkNamed(input.text("framework"));
    if (!framework)
        return framework.error();
    const Result<std::string> task = taskOf(input);
    if (!task)
        return task.error();
    run.adaptersOnly = trainsAdapters(*task);
    run.isQuantised = *task == "QLoRA";
    run.fusedAttention = hasFusedAttention(rows);
    const bool hasRest = input.has("pp") || input.has("dp_shard") || input.has("sharding") || shardsAll(*framework);
    const bool hasPlan = input.has("tp") || hasRest;
    run.tensor = number("tp", 1);
    run.pipeline = number("pp", 1);
    double batch = number("global_batch_seqs", 0);
    // A job of one's own without a plan has one chosen below; that of a published run is inferred from its size.
    const bool isChosen =
        !hasPlan && rows.empty() && run.accelerators > 1 && run.accelerators == std::floor(run.accelerators);
    if (!hasPlan && !isChosen && run.accelerators > 1)
        splitReplica(run, inferredReplica(run, batch > 0 ? batch : run.accelerators),
                     batch > 0 ? batch : run.accelerators);
    run.data = std::max(1.0, run.accelerators / (run.tensor * run.pipeline * run.context));
    const double replica = run.tensor * run.pipeline * run.context;
    if (copiesSaid > 0 && hasPlan && copiesSaid * replica != run.accelerators)
        return inputError(Message("training.wrong-product")
                              .with("dp", copiesSaid)
                              .with("replica", replica)
                              .with("gpus", run.accelerators)
                              .with("needed", run.accelerators / replica));
    if (hasPlan && rows.empty() && input.has("num_gpus") && std::fmod(run.accelerators, replica) > 0)
        return inputError(Message("training.does-not-divide")
                              .with("factor", "tp*pp*cp")
                              .with("value", replica)
                              .with("whole", "num_gpus")
                              .with("number", run.accelerators)
                              .with("nearest", divisorsNear(run.accelerators, replica)));
    if (!(batch > 0) && input.has("num_microbatches"))
        batch = run.data * run.microBatch * number("num_microbatches", 1);
    if (run.part.scaleUpDomain > 2)
        run.nodeSize = std::min(run.part.scaleUpDomain, kLargestNode);
    // A node joins fewer than the link could; racks that are one domain stay one.
    if (const auto node = plainNumber(input.text("gpus_per_node")); node && run.part.scaleUpDomain <= kLargestNode) {
        run.part.scaleUpDomain = std::min(run.part.scaleUpDomain, std::max(1.0, *node));
        run.nodeSize = std::max(1.0, *node);
    }
    // A published run that does not say was measured on a few micro-batches a stage; a job of one's own trains.
    const double batchSaid = batch;
    if (!(batch > 0) && rows.empty())
        batch = usualBatch(run, run.data * run.microBatch);
    run.microBatches = batch > 0 ? std::max(1.0, batch / (run.data * run.microBatch)) : std::max(1.0, run.pipeline * 4);
    if (batch > 0 && batch < run.data * run.microBatch)
        run.microBatch = std::max(batch / run.data, 1e-3);
    const Result<int> stage = zeroStageOf(input, run.copies());
    if (!stage)
        return stage.error();
    run.zeroStage = *stage;
    // Who says tensor parallelism alone leaves the rest open: states that do not fit are sharded over the copies.
    if (hasPlan && !hasRest && !input.has("zero_stage") && run.data > 1 && !statesFit(run))
        run.zeroStage = 3;
    if (run.zeroStage >= 1)
        run.shardGroup =
            std::max(0.0, std::floor(number("dp_shard", run.zeroStage >= 3 ? hybridGroup(input, number) : 0)));
    if (rows.empty() && input.has("dp_shard") && run.shardGroup > 0)
        if (const double left = std::fmod(run.copies(), run.shardGroup); left > 0 || run.shardGroup > run.copies())
            return inputError(Message("training.does-not-divide")
                                  .with("factor", "dp_shard")
                                  .with("value", run.shardGroup)
                                  .with("whole", "dp*cp")
                                  .with("number", run.copies())
                                  .with("nearest", divisorsNear(run.copies(), run.shardGroup)));
    const Result<StateHome> optimizer = input.home("offload"), weights = input.home("offload_weights"),
                            activations = input.home("offload_activations");
    for (const Result<StateHome>* home : {&optimizer, &weights, &activations})
        if (!*home)
            return home->error();
    run.optimizerHome = *optimizer;
    run.weightHome = *weights;
    run.activationHome = *activations;
    const std::string& recompute = input.text("recompute");
    if (const Result<Recompute> known = input.recompute(); !known)
        return known.error();
    run.recompute = recompute == "full" || (recompute.empty() && rows == "megatron-2021") ||
                            (recompute.empty() && rows.empty() && worksOutAgain(input))
                        ? Recompute::Full
                    : recompute.starts_with("selective") ? Recompute::Selective
                                                         : Recompute::None;
    run.sequenceParallel = rows != "megatron-2021" && run.recompute != Recompute::Full;
    if (input.has("seq_parallel"))
        run.sequenceParallel = input.text("seq_parallel") != "no" && input.text("seq_parallel") != "0" &&
                               input.text("seq_parallel") != "False" && input.text("seq_parallel") != "false";
    // PyTorch's ways of sharding work out whole blocks again where their activations do not fit. Megatron's choose
    // modules that cost little, which no plan says.
    const std::string& sharding = input.text("sharding");
    const bool worksByBlocks = sharding == "FSDP" || sharding == "FULL_SHARD" || sharding == "HYBRID_SHARD";
    if (recompute.empty() && worksByBlocks && !fitsAtAll(run)) {
        run.recompute = Recompute::Full;
        if (!fitsAtAll(run))
            run.recompute = Recompute::None; // a plan that cannot run says nothing of what it works out again
    }
    run.fusedKernels = !isPlainPyTorch(*framework, rows, sharding, run.tensor);
    if (number.error())
        return *number.error();
    if (isChosen) {
        const Result<MemoryQuestion> memory = memoryQuestionOf(input);
        if (!memory)
            return memory.error();
        run.microBatch = number("micro_batch", 1); // no copies have shared the batch yet
        for (const double count :
             {run.accelerators, run.sequence, run.microBatch, run.context, run.interleave, run.expert})
            if (!(count >= 1))
                return inputError(Message("training.no-number").with("column", "num_gpus").with("text", "0"));
        // Micro-batches that are said are those of a copy, whatever copies there are.
        Result<TrainingRun> chosen = PlanChoice(input, run, *memory, copiesSaid).best(batchSaid);
        if (!chosen)
            return chosen;
        run = std::move(*chosen);
    } else {
        if (run.model.moe && rows.empty() && !input.has("ep"))
            spreadExperts(run);
        if (!(batchSaid > 0) && rows.empty() && run.microBatch >= 1 && run.pipeline > 1)
            growBatch(run);
        if (rows.empty() && run.zeroStage == kShardedWhole && !input.has("micro_batch") &&
            !input.has("num_microbatches") && !run.model.moe)
            growMicroBatch(run, !input.has("recompute") && run.recompute == Recompute::None);
    }
    for (const double degree : {run.accelerators, run.sequence, run.microBatch, run.context, run.interleave, run.expert,
                                run.expertTensor, run.tensor, run.pipeline})
        if (!(degree > 0))
            return inputError(Message("training.no-number").with("column", "num_gpus").with("text", "0"));
    return run;
}

namespace {

Result<SpeedClass> speedClassOf(const TrainingCase& input, std::string rows) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const Result<std::string> task = taskOf(input);
    if (!task)
        return task.error();
    if (rows.empty() && input.has("framework")) {
        const Result<std::string> framework = frameworkNamed(input.text("framework"));
        if (!framework)
            return framework.error();
        rows = std::string(kFrameworkClass).append(*framework);
    }
    return SpeedClass{std::move(rows), machine->part.part, std::string(nameOf(machine->precision)),
                      machine->model.moe ? "moe" : "dense", *task};
}

/// 96*B*L*s*h^2*(1 + s/(6h) + V/(16hL)), with full recomputation (Narayanan et al. 2021).
double hardwareFlop(const TrainingRun& run) {
    const double layers = real(run.model.layers), h = real(run.model.hidden), s = run.sequence;
    return 96 * run.globalBatch() * layers * s * h * h *
           (1 + s / (6 * h) + real(run.model.vocabulary) / (16 * h * layers));
}

double modelFlop(const TrainingRun& run) {
    const AttentionFlop counted = run.model.isGpt() ? AttentionFlop::Full : AttentionFlop::CausalHalf;
    return trainingFlopPerToken(run.model, run.sequence, counted) * run.globalBatch() * run.sequence;
}

/// s of a step at a utilisation of 100 %.
double shortestStep(const TrainingRun& run) { return modelFlop(run) / (run.accelerators * run.peak); }

/// What MLPerf's training benchmarks evaluate beside training, of the time of their steps: so many sequences forward
/// after each so many that are trained (MLCommons, training policies; recalled).
double evaluationShare(const TrainingRun& run) {
    struct Evaluation {
        std::string_view model;
        bool adapters;
        double evaluated, trained;
    };
    constexpr Evaluation kEvaluations[] = {{"Llama-2-70B", true, 173, 384},
                                           {"Llama-3.1-405B", false, 5760, 46'080},
                                           {"Llama-3.1-8B", false, 1024, 12'288}};
    const double forward = run.adaptersOnly ? 0.45 : 1.0 / 3; // of a sequence's training
    for (const Evaluation& each : kEvaluations)
        if (each.model == run.model.name && each.adapters == run.adaptersOnly)
            return each.evaluated / each.trained * forward;
    return 0;
}

using RunValue = double (*)(const TrainingRun&, double step, double extra);

struct RunQuantity {
    std::string_view name;
    bool isTime;
    std::string_view extra; ///< an input that the value needs besides the run
    RunValue value;
};

constexpr auto kRunQuantities = std::to_array<RunQuantity>({
    {"tokens_per_sec_per_gpu",
     false,
     {},
     [](const TrainingRun& run, double step, double) {
         return run.globalBatch() * run.sequence / (step * run.accelerators);
     }},
    {"iteration_time", true, {}, [](const TrainingRun&, double step, double) { return step; }},
    {"time_to_target", true, "samples_at_stop(median)",
     [](const TrainingRun& run, double step, double samples) {
         return samples / run.globalBatch() * step * (1 + evaluationShare(run)) / 60;
     }},
    {"hardware_tflops_per_gpu",
     false,
     {},
     [](const TrainingRun& run, double step, double) { return hardwareFlop(run) / (step * run.accelerators) / 1e12; }},
    {"model_tflops_per_gpu",
     false,
     {},
     [](const TrainingRun& run, double step, double) { return modelFlop(run) / (step * run.accelerators) / 1e12; }},
    {"mfu",
     false,
     {},
     [](const TrainingRun& run, double step, double) {
         return 100 * modelFlop(run) / (step * run.accelerators) / run.peak;
     }},
});

// At a utilisation of one; the class's factor is the utilisation of published runs.
Result<double> acceleratorHours(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const Result<double> tokens = input.input("tokens"),
                         sequence = input.numberOr("seq_len", usualSequence(machine->model));
    for (const Result<double>* one : {&tokens, &sequence})
        if (!*one)
            return one->error();
    return trainingFlopPerToken(machine->model, *sequence, AttentionFlop::CausalHalf) * *tokens / machine->peak / 3600;
}

/// Bytes of a cached value: servers keep the cache as they keep the weights, four-bit ones at eight bit.
double cacheBytesOf(MatrixPrecision precision) { return precision == MatrixPrecision::Bf16 ? 2 : 1; }

/// Accelerators that hold one copy together: as few of a node as leave room for the cache, or the nodes that the
/// weights fill, of those that are given.
double usualInstance(const GenerationRun& run, double accelerators) {
    constexpr double kUsable = 0.9, kFilled = 0.9;                                 // of the memory; by weights at most
    const double joined = run.part.scaleUpDomain > 2 ? run.part.scaleUpDomain : 8; // a node shares its host
    const double weights = real(totalParameters(run.model)) * run.bytesPerWeight;
    double tensor = usualTensor(weights, kUsable * run.part.memory, std::min({8.0, joined, std::floor(accelerators)}));
    while (tensor * 2 <= accelerators && weights > kFilled * tensor * run.part.memory)
        tensor *= 2;
    return tensor;
}

/// Which instance a case describes, how many of it, and who reads the prompts.
struct Service {
    GenerationRun run;
    double instances = 1;
    double readers = 0; ///< accelerators that read prompts alone
    ServingTargets targets;
    double slower = 1; ///< measured over computed time
};

Result<double> servedShare(const TrainingCase& input, std::string_view column) {
    const Result<double> share = input.numberOr(column, 0);
    if (share && *share > 1)
        return inputError(Message("training.no-number").with("column", column).with("text", input.text(column)));
    return share;
}

Result<std::optional<double>> targetOf(const TrainingCase& input, std::string_view column, double second) {
    if (!input.has(column))
        return std::optional<double>();
    const Result<double> asked = input.number(column);
    if (!asked)
        return asked.error();
    if (!(*asked > 0))
        return inputError(Message("training.no-number").with("column", column).with("text", input.text(column)));
    return std::optional(*asked * second);
}

bool isWord(const std::string& text, std::string_view word) {
    return text == word || (word == "yes" ? text == "1" || text == "true" : text == "0" || text == "false");
}

/// Servers are a class of their own, whatever task a case names.
Result<SpeedClass> servedClass(const TrainingCase& input) {
    Result<SpeedClass> speedClass = speedClassOf(input, std::string(tableOfSource(input.text("source"))));
    if (!speedClass)
        return speedClass;
    speedClass->task = "inference";
    // How fast a framework trains says nothing of how it serves.
    const auto isOfServing = [&](const CalibrationFactor& each) {
        return each.speedClass.rows == speedClass->rows && each.speedClass.task == speedClass->task;
    };
    if (speedClass->rows.starts_with(kFrameworkClass) && std::ranges::none_of(publishedCalibration(), isOfServing))
        speedClass->rows.clear();
    return speedClass;
}

/// As said, before the batch.
Result<Service> serviceOf(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const Result<double> all = input.numberOr("num_gpus", 0), readers = input.numberOr("prefill_gpus", 0),
                         prompt = input.numberOr("isl", kUsualPrompt), output = input.numberOr("osl", kUsualAnswer),
                         bits = input.numberOr("kv_bits", 8 * cacheBytesOf(machine->precision)),
                         cached = servedShare(input, "prefix_share"), chunk = input.numberOr("prefill_chunk", 8192),
                         accepted = input.numberOr("speculation", 1), stages = input.numberOr("pp", 1);
    for (const Result<double>* one : {&all, &readers, &prompt, &output, &bits, &cached, &chunk, &accepted, &stages})
        if (!*one)
            return one->error();
    for (const auto& [column, value, least] :
         {std::tuple("kv_bits", *bits, 1e-9), std::tuple("speculation", *accepted, 1.0),
          std::tuple("pp", *stages, 1.0)})
        if (!(value >= least))
            return inputError(Message("training.no-number").with("column", column).with("text", input.text(column)));
    Service service{{machine->model, machine->part, machine->peak, machine->bytesPerValue, 1, *prompt, *output},
                    1,
                    *readers,
                    {},
                    1};
    GenerationRun& run = service.run;
    run.cacheBytes = *bits / 8;
    run.sustained = machine->part.sustainedShare(machine->precision);
    run.cachedPrompt = *cached;
    run.chunk = *chunk;
    run.accepted = *accepted;
    run.pipeline = *stages;
    run.readsPrompts = *readers <= 0;
    if (const std::string& said = input.text("dp_attention"); !said.empty()) {
        if (!isWord(said, "yes") && !isWord(said, "no"))
            return inputError(Message("training.no-number").with("column", "dp_attention").with("text", said));
        run.dataAttention = isWord(said, "yes");
    }
    run.hostToken = hostTokenOf(machine->part.part);
    if (input.has("framework")) {
        const Result<std::string> framework = frameworkNamed(input.text("framework"));
        if (!framework)
            return framework.error();
        run.isEager = *framework == "peft";
        if (*framework == "vllm" || *framework == "sglang")
            run.hostToken = hostTokenOf("any");
    }
    const Result<double> copies = input.numberOr("dp", 1), spread = input.numberOr("ep", 1);
    for (const Result<double>* one : {&copies, &spread})
        if (!*one)
            return one->error();
    if (*spread > 1 && !machine->model.moe)
        return inputError(Message("training.no-experts").with("model", machine->model.name).with("value", *spread));
    constexpr double kLargestInstance = 1024; // accelerators, where nobody says how many there are
    const double generating = std::max(1.0, *all - *readers);
    if (*readers > 0 && *readers >= *all)
        return inputError(Message("training.no-readers").with("readers", *readers).with("gpus", *all));
    // Experts lie over all that generate where prompts are read elsewhere (DeepSeek 2025).
    const bool isWide = machine->model.moe && *readers > 0;
    const Result<double> tensor = input.numberOr(
        "tp", isWide ? generating : usualInstance(run, (*all > 0 ? generating : kLargestInstance) / run.pipeline));
    if (!tensor)
        return tensor.error();
    run.tensor = std::max({1.0, *tensor, *spread}); // experts lie over the accelerators of one instance
    if (isWide)                                     // each accelerator schedules the requests whose cache it keeps
        run.requests *= std::max(1.0, run.tensor / 8);
    if (run.accelerators() > generating && input.has("num_gpus"))
        return inputError(Message("training.wrong-instance").with("each", run.accelerators()).with("gpus", generating));
    service.instances = input.has("num_gpus") ? std::max(1.0, std::floor(generating / run.accelerators()))
                                              : std::max(1.0, std::floor(*copies));
    const double weights = real(totalParameters(run.model)) * run.bytesPerWeight;
    if (const double room = run.part.memory * run.accelerators(); weights > room)
        return inputError(Message("training.weights-do-not-fit")
                              .with("needed", UnitNumber{weights / 1e9, "GB"})
                              .with("limit", UnitNumber{room / 1e9, "GB"}));
    const Result<std::optional<double>> first = targetOf(input, "ttft_ms", 1e-3),
                                        each = targetOf(input, "tpot_ms", 1e-3), whole = targetOf(input, "e2e_s", 1);
    for (const Result<std::optional<double>>* one : {&first, &each, &whole})
        if (!*one)
            return one->error();
    service.targets = {*first, *each, *whole};
    const Result<SpeedClass> speedClass = servedClass(input);
    if (!speedClass)
        return speedClass.error();
    if (service.targets.areAny()) // published rows have none: what calibrates is not asked what it makes
        service.slower = 1 / factorFor(publishedCalibration(), *speedClass).factor;
    return service;
}

/// With the batch that is said, that meets the targets, or that fits.
Result<Service> servedBatch(const TrainingCase& input) {
    Result<Service> service = serviceOf(input);
    if (!service)
        return service;
    GenerationRun& run = service->run;
    if (!input.has("batch")) {
        run.requests = largestBatch(run);
        if (!service->targets.areAny())
            return service;
        const double within = batchWithin(run, service->targets, service->slower);
        if (within < 1) {
            const ServingPoint alone = servingPoint(run, 1);
            return inputError(Message("training.targets-not-met")
                                  .with("first", UnitNumber{alone.firstToken * service->slower * 1e3, "ms"})
                                  .with("each", UnitNumber{alone.eachToken * service->slower * 1e3, "ms"})
                                  .with("answer", UnitNumber{alone.answer * service->slower, "s"}));
        }
        run.requests = within;
        return service;
    }
    const Result<double> batch = input.number("batch");
    if (!batch)
        return batch.error();
    // Requests of all instances, spread evenly.
    const double each = std::ceil(*batch / service->instances);
    run.requests = std::numeric_limits<double>::max(); // memory alone says how many fit
    if (const double most = largestBatch(run); !(*batch >= 1) || each > most)
        return inputError(
            Message("training.batch-does-not-fit").with("batch", *batch).with("most", most * service->instances));
    run.requests = each;
    return service;
}

/// Generated tokens of all instances; accelerators that read prompts alone may be what holds them up.
double servedTokens(const Service& service, const ServingPoint& point) {
    double rate = service.instances * point.tokensPerSecond;
    if (service.readers > 0) {
        GenerationRun readers = service.run;
        readers.tensor = std::min(service.readers, std::min(8.0, std::max(1.0, readers.part.scaleUpDomain)));
        readers.pipeline = 1;
        const double groups = service.readers / readers.tensor;
        rate = std::min(rate, groups * promptsPerSecond(readers) * readers.output);
    }
    return rate;
}

using ServedValue = double (*)(const Service&, const ServingPoint&);
struct ServedQuantity {
    std::string_view name;
    bool isTime;
    ServedValue value;
};
constexpr auto kServedQuantities = std::to_array<ServedQuantity>({
    {"output_tokens_per_sec_total", false, [](const Service& s, const ServingPoint& p) { return servedTokens(s, p); }},
    {"output_tokens_per_sec_per_user", false, [](const Service&, const ServingPoint& p) { return 1 / p.eachToken; }},
    {"ttft", true, [](const Service&, const ServingPoint& p) { return 1e3 * p.firstToken; }},
    {"tpot", true, [](const Service&, const ServingPoint& p) { return 1e3 * p.eachToken; }},
    {"tpot_generation", true, [](const Service&, const ServingPoint& p) { return 1e3 * p.generation; }},
    {"e2e_latency", true, [](const Service&, const ServingPoint& p) { return p.answer; }},
    {"requests_per_sec", false,
     [](const Service& s, const ServingPoint& p) { return servedTokens(s, p) / s.run.output; }},
});

} // namespace

Result<GenerationRun> generationRun(const TrainingCase& input) {
    const Result<Service> service = servedBatch(input);
    return service ? Result<GenerationRun>(service->run) : service.error();
}

Result<double> usersServed(const TrainingCase& input) {
    const Result<Service> service = servedBatch(input);
    return service ? Result<double>(service->run.requests * service->instances) : service.error();
}

Result<double> servingAccelerators(const TrainingCase& input) {
    const Result<Service> service = servedBatch(input);
    return service ? Result<double>(service->run.accelerators() * service->instances + service->readers)
                   : service.error();
}

Result<ServingCurve> servingCurve(const TrainingCase& input) {
    const Result<Service> service = serviceOf(input);
    const Result<SpeedClass> speedClass = servedClass(input);
    if (!service || !speedClass)
        return service ? speedClass.error() : service.error();
    ServingCurve curve;
    curve.instances = service->instances;
    curve.targets = service->targets;
    const double factor = factorFor(publishedCalibration(), *speedClass).factor;
    const auto measured = [&](ServingPoint point) {
        point.tokensPerSecond = factor * servedTokens(*service, point);
        point.batch *= service->instances;
        for (double ServingPoint::*time :
             {&ServingPoint::firstToken, &ServingPoint::eachToken, &ServingPoint::generation, &ServingPoint::answer})
            point.*time /= factor;
        return point;
    };
    for (const ServingPoint& point : throughputCurve(service->run))
        curve.points.push_back(measured(point));
    if (service->targets.areAny())
        if (const double within = batchWithin(service->run, service->targets, 1 / factor); within >= 1)
            curve.crossing = measured(servingPoint(service->run, within));
    return curve;
}

namespace {

constexpr auto kKeysOfTraining = std::to_array<std::string_view>(
    {"vp", "cp", "etp", "micro_batch", "num_microbatches", "global_batch_seqs", "seq_len", "zero_stage", "sharding",
     "dp_shard", "seq_parallel", "offload", "offload_weights", "offload_activations", "loss", "recompute"});
constexpr auto kKeysOfServing =
    std::to_array<std::string_view>({"isl", "osl", "kv_bits", "dp_attention", "prefix_share", "prefill_chunk",
                                     "prefill_gpus", "speculation", "ttft_ms", "tpot_ms", "e2e_s"});

/// That a case says nothing which its quantity does not read.
Done saysNothingElse(const TrainingCase& input, std::string_view quantity, std::span<const std::string_view> others) {
    for (const std::string_view column : others)
        if (input.has(column))
            return inputError(Message("training.key-of-others").with("column", column).with("quantity", quantity));
    return done();
}

} // namespace

Result<Forecast> forecast(std::string_view quantity, const TrainingCase& input) {
    // Hours of whole runs hold more than steps: restarts, evaluation, several phases.
    const Result<SpeedClass> speedClass =
        speedClassOf(input, quantity == "gpu_hours" ? "model-card" : std::string(tableOfSource(input.text("source"))));
    if (!speedClass)
        return speedClass.error();
    if (quantity == "gpu_hours") {
        const Result<double> hours = acceleratorHours(input);
        return hours ? Result<Forecast>(Forecast{*hours, *speedClass, true}) : hours.error();
    }
    if (const auto served = std::ranges::find(kServedQuantities, quantity, &ServedQuantity::name);
        served != kServedQuantities.end()) {
        if (const Done fits = saysNothingElse(input, quantity, kKeysOfTraining); !fits)
            return fits.error();
        const Result<Service> service = servedBatch(input);
        if (!service)
            return service.error();
        const Result<SpeedClass> ofServers = servedClass(input);
        if (!ofServers)
            return ofServers.error();
        const double value = served->value(*service, servingPoint(service->run, service->run.requests));
        return Forecast{value, *ofServers, served->isTime};
    }
    const auto it = std::ranges::find(kRunQuantities, quantity, &RunQuantity::name);
    if (it == kRunQuantities.end())
        return inputError(Message("training.no-forecast").with("quantity", quantity));
    // A training step is said by its sequences; what a server takes together is another number.
    if (input.has("batch"))
        return inputError(Message("training.batch-of-inference").with("quantity", quantity));
    if (const Done fits = saysNothingElse(input, quantity, kKeysOfServing); !fits)
        return fits.error();
    const Result<TrainingRun> run = trainingRun(input);
    if (!run)
        return run.error();
    const Result<double> extra = it->extra.empty() ? Result<double>(0.0) : input.input(it->extra);
    if (!extra)
        return extra.error();
    return Forecast{it->value(*run, stepTime(*run).total(), *extra), *speedClass, it->isTime,
                    it->value(*run, shortestStep(*run), *extra)};
}

} // namespace rackwright
