// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/forecast.h"

#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/case_machine.h"
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

/// Which table a row stands in, by words of its source. A run of another source is of no table: what all runs say is
/// nearer to it than what two of them do.
std::string classOfSource(std::string_view source) {
    constexpr auto kClasses =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"Narayanan", "megatron-2021"},
                                                                      {"Megatron-LM@9ec547c", "megatron-2021"},
                                                                      {"Korthikanti", "megatron-2022"},
                                                                      {"mlsys.org/virtual/2023", "megatron-2022"},
                                                                      {"Megatron-LM@d98e8a6", "megatron-core"},
                                                                      {"Megatron-Bridge", "megatron-bridge"},
                                                                      {"NVIDIA/NeMo", "nemo"},
                                                                      {"llm-foundry", "llm-foundry"},
                                                                      {"torchtitan", "torchtitan"},
                                                                      {"mlcommons", "mlperf"},
                                                                      {"MLPerf", "mlperf"},
                                                                      {"TensorRT-LLM", "tensorrt-llm"},
                                                                      {"2402.15627", "production"},
                                                                      {"Llama 3 herd", "production"}});
    for (const auto& [word, name] : kClasses)
        if (source.find(word) != std::string_view::npos)
            return std::string(name);
    return {};
}

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

// Where no plan is given: enough accelerators a replica that every replica has a sequence and that states fit.
double inferredReplica(const TrainingRun& run, double batch) {
    const double perParameter = run.adaptersOnly ? 2 : 6;
    const double states = perParameter * real(totalParameters(run.model)) / (0.7 * run.part.memory);
    return std::clamp(std::max(std::ceil(run.accelerators / batch), std::ceil(states)), 1.0, run.accelerators);
}

/// Weights and gradients of a copy, whose optimiser is sharded.
bool statesFit(const TrainingRun& run) { return inferredReplica(run, run.accelerators) <= run.tensor * run.pipeline; }

void splitReplica(TrainingRun& run, double replica) {
    const double largest = std::min(8.0, std::max(1.0, run.part.scaleUpDomain));
    run.tensor = 1;
    while (run.tensor < largest && run.tensor < replica)
        run.tensor *= 2;
    run.pipeline = std::max(1.0, std::ceil(replica / run.tensor));
}

constexpr double kLargestNode = 16; // accelerators of one chassis

/// Hybrid sharding stays within a node unless its group is said (PyTorch FSDP).
double hybridGroup(const TrainingCase& input, CellNumbers& number) {
    const std::string& sharding = input.text("sharding");
    return sharding == "HYBRID_SHARD" || sharding == "HSDP" ? number("gpus_per_node", 8) : 0;
}

/// Sequences of one step where a case says none: the setting's tokens, and a whole number of micro-batches a copy.
double usualBatch(const TrainingRun& run, double atOnce) {
    const double batch = std::max(1.0, std::round(setting_of::trainingBatch.defaultSi / run.sequence));
    return std::ceil(batch / atOnce) * atOnce;
}

/// Whether the leanest way to keep what the run needs fits its accelerators. Splits that no plan has are taken to fit.
bool fitsAtAll(const TrainingRun& run) {
    const auto whole = [](double degree) { return std::max<std::int64_t>(1, std::llround(degree)); };
    ParallelPlan plan;
    plan.tensor = whole(run.tensor);
    plan.pipeline = whole(run.pipeline);
    plan.interleave = whole(run.interleave);
    plan.context = whole(run.context);
    plan.expert = whole(run.expert);
    plan.data = whole(run.data);
    plan.sequence = whole(run.sequence);
    plan.microBatch = whole(run.microBatch);
    plan.microBatches = whole(run.microBatches);
    plan.zeroStage = run.zeroStage;
    plan.shardGroup = whole(run.shardGroup) > 1 ? whole(run.shardGroup) : 0;
    plan.sequenceParallel = run.sequenceParallel;
    plan.optimizerHome = run.optimizerHome;
    plan.weightHome = run.weightHome;
    plan.recompute = run.recompute;
    MemoryQuestion question;
    question.adaptersOnly = run.adaptersOnly;
    if (run.adaptersOnly)
        question.bytes = numbersOf(TrainingRecipe::Lora).bytes;
    return !checkPlan(run.model, plan) || peakMemory(run.model, plan, question).low <= run.part.memory;
}

// Stacks before fused attention kept the scores; from 2022 on they are not (Dao et al. 2022).
bool hasFusedAttention(const std::string& rows) { return rows != "megatron-2021" && rows != "megatron-2022"; }

} // namespace

double usualSequence(const ModelArchitecture& model) { return model.isGpt() ? 2048 : 4096; }

Result<TrainingRun> trainingRun(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const std::string rows = classOfSource(input.text("source"));
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
    const Result<std::string> task = taskOf(input);
    if (!task)
        return task.error();
    run.adaptersOnly = trainsAdapters(*task);
    run.fusedAttention = hasFusedAttention(rows);
    const bool hasRest = input.has("pp") || input.has("dp_shard") || input.has("sharding");
    const bool hasPlan = input.has("tp") || hasRest;
    run.tensor = number("tp", 1);
    run.pipeline = number("pp", 1);
    double batch = number("global_batch_seqs", 0);
    if (!hasPlan && run.accelerators > 1)
        splitReplica(run, inferredReplica(run, batch > 0 ? batch : run.accelerators));
    run.data = std::max(1.0, run.accelerators / (run.tensor * run.pipeline * run.context));
    const double replica = run.tensor * run.pipeline * run.context;
    if (copiesSaid > 0 && hasPlan && copiesSaid * replica != run.accelerators)
        return inputError(Message("training.wrong-product")
                              .with("dp", copiesSaid)
                              .with("replica", replica)
                              .with("gpus", run.accelerators)
                              .with("needed", run.accelerators / replica));
    if (!(batch > 0) && input.has("num_microbatches"))
        batch = run.data * run.microBatch * number("num_microbatches", 1);
    // A node joins fewer than the link could; racks that are one domain stay one.
    if (const auto node = plainNumber(input.text("gpus_per_node")); node && run.part.scaleUpDomain <= kLargestNode) {
        run.part.scaleUpDomain = std::min(run.part.scaleUpDomain, std::max(1.0, *node));
        run.nodeSize = *node;
    }
    // A published run that does not say was measured on a few micro-batches a stage; a job of one's own trains.
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
    if (run.zeroStage >= 3)
        run.shardGroup = std::max(0.0, std::floor(number("dp_shard", hybridGroup(input, number))));
    const Result<StateHome> optimizer = input.home("offload"), weights = input.home("offload_weights");
    for (const Result<StateHome>* home : {&optimizer, &weights})
        if (!*home)
            return home->error();
    run.optimizerHome = *optimizer;
    run.weightHome = *weights;
    const std::string& recompute = input.text("recompute");
    if (const Result<Recompute> known = input.recompute(); !known)
        return known.error();
    run.recompute = recompute == "full" || (recompute.empty() && rows == "megatron-2021") ? Recompute::Full
                    : recompute.starts_with("selective")                                  ? Recompute::Selective
                                                                                          : Recompute::None;
    run.sequenceParallel = rows != "megatron-2021" && recompute != "full";
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
    if (number.error())
        return *number.error();
    for (const double degree : {run.accelerators, run.sequence, run.microBatch, run.context, run.interleave, run.expert,
                                run.tensor, run.pipeline})
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
     [](const TrainingRun& run, double step, double samples) { return samples / run.globalBatch() * step / 60; }},
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

/// Accelerators that hold one copy together: all that are given, as far as they are of one domain.
double usualInstance(const AcceleratorSpec& part, double accelerators) {
    return std::clamp(std::floor(accelerators), 1.0, std::min(8.0, std::max(1.0, part.scaleUpDomain)));
}

} // namespace

Result<GenerationRun> generationRun(const TrainingCase& input) {
    const Result<CaseMachine> machine = machineOf(input);
    if (!machine)
        return machine.error();
    const Result<double> accelerators = input.numberOr("num_gpus", 1),
                         tensor = input.numberOr("tp", usualInstance(machine->part, accelerators.value_or(1))),
                         prompt = input.number("isl"), output = input.number("osl"),
                         bits = input.numberOr("kv_bits", 8 * cacheBytesOf(machine->precision));
    for (const Result<double>* one : {&accelerators, &tensor, &prompt, &output, &bits})
        if (!*one)
            return one->error();
    if (!(*bits > 0))
        return inputError(Message("training.zero").with("column", "kv_bits"));
    const double weights = real(totalParameters(machine->model)) * machine->bytesPerValue;
    if (const double room = machine->part.memory * *tensor; weights > room)
        return inputError(Message("training.weights-do-not-fit")
                              .with("needed", UnitNumber{weights / 1e9, "GB"})
                              .with("limit", UnitNumber{room / 1e9, "GB"}));
    GenerationRun run{machine->model, machine->part, machine->peak, machine->bytesPerValue, *tensor, *prompt, *output};
    run.cacheBytes = *bits / 8;
    run.sustained = machine->part.sustainedShare(machine->precision);
    if (!input.has("batch")) {
        run.requests = largestBatch(run);
        return run;
    }
    const Result<double> batch = input.number("batch");
    if (!batch)
        return batch.error();
    run.requests = std::numeric_limits<double>::max(); // memory alone says how many fit
    if (const double most = largestBatch(run); !(*batch >= 1) || *batch > most)
        return inputError(Message("training.batch-does-not-fit").with("batch", *batch).with("most", most));
    run.requests = *batch;
    return run;
}

namespace {

Result<double> generationRate(const TrainingCase& input) {
    const Result<GenerationRun> run = generationRun(input);
    return run ? Result<double>(offlineTokensPerSecond(*run)) : run.error();
}

} // namespace

Result<Forecast> forecast(std::string_view quantity, const TrainingCase& input) {
    // Hours of whole runs hold more than steps: restarts, evaluation, several phases.
    const Result<SpeedClass> speedClass =
        speedClassOf(input, quantity == "gpu_hours" ? "model-card" : classOfSource(input.text("source")));
    if (!speedClass)
        return speedClass.error();
    if (quantity == "gpu_hours" || quantity == "output_tokens_per_sec_total") {
        const bool isTime = quantity == "gpu_hours";
        const Result<double> value = isTime ? acceleratorHours(input) : generationRate(input);
        return value ? Result<Forecast>(Forecast{*value, *speedClass, isTime}) : value.error();
    }
    const auto it = std::ranges::find(kRunQuantities, quantity, &RunQuantity::name);
    if (it == kRunQuantities.end())
        return inputError(Message("training.no-forecast").with("quantity", quantity));
    // A training step is said by its sequences; what a server takes together is another number.
    if (input.has("batch"))
        return inputError(Message("training.batch-of-inference").with("quantity", quantity));
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
