// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/training_quantities.h"

#include "model/base/nearest.h"
#include "model/base/numbers.h"
#include "model/units/number_text.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/parallelism/memory_question.h"
#include "solvers/workload/checkpoint_interval.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

using Case = TrainingCase;

/// Model, plan and bytes of a case, for a quantity that needs all three.
template <class Compute>
Result<double> ofPlan(const Case& input, Compute compute) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const Result<ParallelPlan> plan = input.plan(*model);
    if (!plan)
        return plan.error();
    const Result<StateBytes> bytes = input.stateBytes();
    if (!bytes)
        return bytes.error();
    return compute(*model, *plan, *bytes);
}

template <class Compute>
Result<double> ofModel(const Case& input, Compute compute) {
    const Result<ModelArchitecture> model = input.model();
    return model ? Result<double>(compute(*model)) : Result<double>(model.error());
}

Error missing(std::string_view column) { return inputError(Message("training.missing").with("column", column)); }

ModelStates statesOf(const ModelArchitecture& model, const ParallelPlan& plan, const StateBytes& bytes) {
    return modelStates(firstStageParameters(model, plan), plan, bytes);
}

// Figures of activations without the output layer say so in their remark.
bool leavesOutLogits(const Case& input) {
    return input.text("note").find("output layer/logits excluded") != std::string::npos;
}

template <class Compute>
Result<double> ofSequence(const Case& input, Compute compute) {
    if (!input.has("seq_len"))
        return missing("seq_len");
    return ofPlan(input, compute);
}

Result<double> stage0(const Case& input) {
    return ofPlan(input, [](const auto& model, const auto& plan, const auto&) {
        return firstStageParameters(model, plan).total();
    });
}

template <double ModelStates::*Part>
Result<double> statePart(const Case& input) {
    return ofPlan(input, [](const auto& model, const auto& plan, const auto& bytes) {
        return statesOf(model, plan, bytes).*Part;
    });
}

Result<double> states(const Case& input) {
    return ofPlan(input, [](const auto& model, const auto& plan, const auto& bytes) {
        return statesOf(model, plan, bytes).total();
    });
}

Result<double> layersOnlyStates(const Case& input) {
    return ofPlan(input, [](const auto& model, const auto& plan, const auto&) {
        return 18.0 * 12 * real(model.layers) * real(model.hidden) * real(model.hidden) /
               real(plan.tensor * plan.pipeline);
    });
}

Result<double> activations(const Case& input) {
    return ofSequence(input, [&](const auto& model, const auto& plan, const auto& bytes) {
        const double all = trainingMemory(model, plan, bytes).activations;
        return plan.pipeline == 1 && leavesOutLogits(input) ? all - logitBytes(model, plan) : all;
    });
}

Result<double> workingSet(const Case& input) {
    return ofSequence(
        input, [](const auto& model, const auto& plan, const auto&) { return recomputeWorkingSet(model, plan); });
}

Result<double> totalMemory(const Case& input) {
    return ofSequence(input, [](const auto& model, const auto& plan, const auto& bytes) {
        return trainingMemory(model, plan, bytes).total();
    });
}

Result<double> peakMemoryExpected(const Case& input) {
    const Result<MemoryRange> range = peakMemoryOf(input);
    return range ? Result<double>(range->expected) : range.error();
}

template <ActivationScheme Scheme>
Result<double> activationShare(const Case& input) {
    // The plan's own recomputation is named by the quantity, not by the column.
    return ofSequence(input, [](const auto& model, const auto& plan, const auto&) {
        return percentOfTensorParallelBaseline(model, plan, Scheme);
    });
}

Result<double> parametersInAll(const Case& input) {
    return ofModel(input, [](const auto& model) { return real(totalParameters(model)); });
}

Result<double> parametersActive(const Case& input) {
    return ofModel(input, [](const auto& model) { return real(activeParameters(model)); });
}

Result<double> cachePerToken(const Case& input) {
    return ofModel(input, [](const auto& model) { return 2 * real(keyValueElementsPerToken(model)); });
}

Result<double> cacheOfOne(const Case& input) {
    const Result<double> sequence = input.number("seq_len"), perToken = cachePerToken(input);
    if (!sequence || !perToken)
        return sequence ? perToken.error() : sequence.error();
    return *perToken * *sequence;
}

// As the column says, else "kv bits 8; ..." of a remark, else as servers keep it: one byte beside weights of 8 bits or
// fewer, two beside those of 16, which weights are that nobody describes.
Result<double> cacheBits(const Case& input) {
    constexpr std::string_view kWord = "kv bits ";
    if (input.has("kv_bits")) {
        const Result<double> bits = input.number("kv_bits");
        return !bits || *bits > 0 ? bits : inputError(Message("training.zero").with("column", "kv_bits"));
    }
    const std::string& note = input.text("note");
    const std::size_t at = note.find(kWord);
    if (at == std::string::npos)
        return usualCacheBits(input);
    const std::string_view rest = std::string_view(note).substr(at + kWord.size());
    const auto bits = plainNumber(rest.substr(0, rest.find_first_not_of("0123456789.")));
    return bits && *bits > 0 ? Result<double>(*bits)
                             : inputError(Message("training.no-number").with("column", "kv bits").with("text", note));
}

Result<double> cache(const Case& input) {
    const std::string_view sequences = input.has("micro_batch") ? "micro_batch" : "batch";
    const Result<double> bits = cacheBits(input), one = cacheOfOne(input), batch = input.numberOr(sequences, 1);
    for (const Result<double>* part : {&bits, &one, &batch})
        if (!*part)
            return part->error();
    return *one / 2 * (*bits / 8) * *batch;
}

// What a checkpoint keeps of a parameter; the longest remark first, because the shorter ones are part of it.
Result<double> checkpointBytes(const Case& input) {
    const std::string& note = input.text("note");
    const auto says = [&](std::string_view words) { return note.find(words) != std::string::npos; };
    if (says("bf16 weights + fp32 master + 2 fp32 Adam moments"))
        return 14.0;
    if (says("fp32 master + 2 fp32 moments"))
        return 12.0;
    if (says("bf16 weights only"))
        return 2.0;
    const std::string_view id = input.has("case_id") ? input.text("case_id") : input.text("id");
    for (const auto& [end, bytes] : {std::pair("_14", 14.0), std::pair("_12", 12.0), std::pair("_2", 2.0)})
        if (id.ends_with(end))
            return bytes;
    const Result<std::string> task = taskOf(input);
    if (!task)
        return task.error();
    // Adapters alone are kept: a hundredth of the weights at 16 bit, and their states.
    if (trainsAdapters(*task) && !input.has("weight_bytes") && !input.has("optim_bytes")) {
        const StateBytes usual, adapters = numbersOf(TrainingRecipe::Lora).bytes;
        return adapters.optimizer * (1 + usual.weight / usual.optimizer);
    }
    // Weights and what the optimiser keeps, with its master copy; gradients are made anew.
    const Result<StateBytes> kept = input.stateBytes();
    return kept ? Result<double>(kept->weight + kept->optimizer) : Result<double>(kept.error());
}

Result<double> checkpointSize(const Case& input) {
    const Result<double> bytes = checkpointBytes(input), parameters = parametersInAll(input);
    if (!bytes || !parameters)
        return bytes ? parameters.error() : bytes.error();
    return *bytes * *parameters;
}

Result<AttentionFlop> conventionOfNote(const Case& input) {
    const std::string& note = input.text("note");
    const std::string_view chosen = input.text("attention");
    if (chosen == "full" || note.find("attention counted full s^2") != std::string::npos)
        return AttentionFlop::Full;
    if (chosen == "causal" || note.find("attention counted causal half") != std::string::npos)
        return AttentionFlop::CausalHalf;
    return inputError(Message("training.no-convention"));
}

// NeMo 24.07 counts the whole square, Megatron-Bridge half of it; a remark begins with which, and says both words
// later.
Result<AttentionFlop> conventionOfSource(const Case& input) {
    constexpr std::string_view kWord = "closest: ";
    const std::string& note = input.text("note");
    if (const std::size_t at = note.find(kWord); at != std::string::npos) {
        const std::string_view after = std::string_view(note).substr(at + kWord.size());
        if (after.starts_with("full"))
            return AttentionFlop::Full;
        if (after.starts_with("causal"))
            return AttentionFlop::CausalHalf;
    }
    const std::string& source = input.text("source");
    if (source.find("Megatron-Bridge") != std::string::npos)
        return AttentionFlop::CausalHalf;
    if (source.find("NVIDIA/NeMo") != std::string::npos)
        return AttentionFlop::Full;
    return conventionOfNote(input);
}

Result<double> trainingFlop(const Case& input, Result<AttentionFlop> (*convention)(const Case&)) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const Result<double> sequence = input.number("seq_len");
    if (!sequence)
        return sequence.error();
    const Result<AttentionFlop> counted = convention(input);
    if (!counted)
        return counted.error();
    return trainingFlopPerToken(*model, *sequence, *counted);
}

Result<double> trainingFlopAsked(const Case& input) { return trainingFlop(input, conventionOfNote); }

template <const char* Quantity>
Result<double> forecastOf(const Case& input) {
    const Result<Forecast> one = forecast(Quantity, input);
    return one ? Result<double>(calibrated(*one, factorFor(publishedCalibration(), one->speedClass))) : one.error();
}

constexpr char kTokensPerSecond[] = "tokens_per_sec_per_gpu";
constexpr char kIterationTime[] = "iteration_time";
constexpr char kTimeToTarget[] = "time_to_target";
constexpr char kHardwareRate[] = "hardware_tflops_per_gpu";
constexpr char kModelRate[] = "model_tflops_per_gpu";
constexpr char kUtilisation[] = "mfu";
constexpr char kGpuHours[] = "gpu_hours";
constexpr char kGeneration[] = "output_tokens_per_sec_total";
constexpr char kUserRate[] = "output_tokens_per_sec_per_user";
constexpr char kFirstToken[] = "ttft";
constexpr char kEachToken[] = "tpot";
constexpr char kGenerationToken[] = "tpot_generation";
constexpr char kWholeAnswer[] = "e2e_latency";
constexpr char kRequests[] = "requests_per_sec";

// What an hour of the accelerators costs over what they generate in it.
Result<double> costPerMillionTokens(const Case& input) {
    const Result<double> hour = input.number("gpu_hour"), rate = forecastOf<kGeneration>(input),
                         accelerators = servingAccelerators(input);
    for (const Result<double>* part : {&hour, &rate, &accelerators})
        if (!*part)
            return part->error();
    return *accelerators * *hour * 1e6 / (3600 * *rate);
}

// From a measured rate where the case gives one, else forecast.
Result<double> modelTflops(const Case& input) {
    if (!input.hasInput("tokens/s/gpu"))
        return forecastOf<kModelRate>(input);
    const Result<double> rate = input.input("tokens/s/gpu"), flop = trainingFlop(input, conventionOfSource);
    if (!rate || !flop)
        return rate ? flop.error() : rate.error();
    return *rate * *flop / 1e12;
}

/// 72*B*L*s*h^2*(1 + s/(k*h) + V/(12*h*L)): k = 6 model, 3 with selective recomputation (Narayanan et al. 2021;
/// Korthikanti et al. 2022, appendix A).
Result<double> closedFormUtilisation(const Case& input, double scoreDivisor) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const Result<double> time = input.input("iteration_time"), batch = input.number("global_batch_seqs"),
                         sequence = input.number("seq_len"), gpus = input.number("num_gpus"),
                         peak = input.number("peak_dense_tflops_used");
    for (const Result<double>* part : {&time, &batch, &sequence, &gpus, &peak})
        if (!*part)
            return part->error();
    const double layers = real(model->layers), h = real(model->hidden);
    const double flop = 72 * *batch * layers * *sequence * h * h *
                        (1 + *sequence / (scoreDivisor * h) + real(model->vocabulary) / (12 * h * layers));
    return 100 * flop / (*time * *gpus * *peak * 1e12);
}

// Dense peaks that the table of llm-foundry divides by (its README): by accelerator and precision, TFLOP/s.
Result<double> foundryPeak(const Case& input) {
    const std::string& gpu = input.text("gpu");
    if (gpu.starts_with("a100"))
        return 312.0;
    if (gpu.starts_with("h100"))
        return input.text("precision") == "amp_fp8" ? 1979.0 : 989.0;
    return input.number("peak_dense_tflops_used");
}

Result<double> foundryUtilisation(const Case& input) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const Result<double> rate = input.input("tokens/s/gpu"), sequence = input.number("seq_len"),
                         peak = foundryPeak(input),
                         parameters = input.numberOr("params_total", real(totalParameters(*model)));
    for (const Result<double>* part : {&rate, &sequence, &peak, &parameters})
        if (!*part)
            return part->error();
    const double flopPerToken = 6 * *parameters + 12 * real(model->layers * model->hidden) * *sequence;
    return 100 * flopPerToken * *rate / (*peak * 1e12);
}

Result<double> utilisation(const Case& input) {
    if (input.hasInput("iteration_time"))
        return closedFormUtilisation(input, 6);
    if (input.hasInput("tflops")) {
        const Result<double> rate = input.input("tflops"), peak = input.number("peak_dense_tflops_used");
        if (!rate || !peak)
            return rate ? peak.error() : rate.error();
        return 100 * *rate / *peak;
    }
    if (input.hasInput("tokens/s/gpu"))
        return foundryUtilisation(input);
    return forecastOf<kUtilisation>(input);
}

Result<double> hardwareUtilisation(const Case& input) { return closedFormUtilisation(input, 3); }

Result<double> daysToTrain(const Case& input) {
    const Result<double> active = parametersActive(input), tokens = input.input("tokens"), mfu = input.input("mfu"),
                         gpus = input.number("num_gpus"), peak = input.number("peak_dense_tflops_used");
    for (const Result<double>* part : {&active, &tokens, &mfu, &gpus, &peak})
        if (!*part)
            return part->error();
    return 6 * *active * *tokens / (*gpus * *peak * 1e12 * *mfu) / 86400;
}

// "54 days" and "419 unexpected of 466": hours between failures of the whole job.
Result<double> unplannedMtbf(const Case& input) {
    const auto before = [&](std::string_view column, std::string_view word) -> Result<double> {
        const std::string& cell = input.text(column);
        const std::size_t at = cell.find(word);
        const auto value = at == std::string::npos ? std::nullopt : plainNumber(cell.substr(0, at));
        return value && *value > 0 ? Result<double>(*value) : Result<double>(missing(column));
    };
    const Result<double> days = before("input_1", " days"), failures = before("input_2", " unexpected");
    if (!days || !failures)
        return days ? failures.error() : days.error();
    return *days * 24 / *failures;
}

template <class Compute>
Result<double> ofFailures(const Case& input, Compute compute) {
    const Result<double> stall = input.input("checkpoint_stall"), mtbf = input.input("mtbf");
    const Result<double> restart = input.hasInput("restart") ? input.input("restart") : Result<double>(0.0);
    for (const Result<double>* part : {&stall, &mtbf, &restart})
        if (!*part)
            return part->error();
    return compute(FailureModel{*stall, *mtbf, *restart});
}

Result<double> intervalYoung(const Case& input) { return ofFailures(input, youngInterval); }
Result<double> intervalDaly(const Case& input) { return ofFailures(input, dalyInterval); }
Result<double> intervalExact(const Case& input) { return ofFailures(input, exactInterval); }
Result<double> bestGoodput(const Case& input) {
    return ofFailures(input, [](const FailureModel& failures) { return goodputAt(exactInterval(failures), failures); });
}

Result<double> bubble(const Case& input) {
    const Result<double> stages = input.number("pp"), interleave = input.numberOr("vp", 1),
                         batches = input.input("microbatches");
    for (const Result<double>* part : {&stages, &interleave, &batches})
        if (!*part)
            return part->error();
    return (*stages - 1) / (*interleave * *batches);
}

constexpr auto kQuantities = std::to_array<TrainingQuantity>({
    {"parameters_total", "parameters", "all weights, a tied matrix once", parametersInAll},
    {"parameters_active_per_token", "parameters", "with top-k instead of all routed experts", parametersActive},
    {"params_stage0", "parameters", "of pipeline stage 0 on one accelerator, not divided by dp", stage0},
    {"weights_per_gpu", "bytes", "weight bytes, sharded by ZeRO 3", statePart<&ModelStates::weights>},
    {"gradients_per_gpu", "bytes", "gradient bytes, sharded by ZeRO 2", statePart<&ModelStates::gradients>},
    {"optimizer_per_gpu", "bytes", "optimiser bytes, sharded by ZeRO 1", statePart<&ModelStates::optimizer>},
    {"weights+gradients+optimizer_per_gpu", "bytes", "their sum", states},
    {"weights+gradients+optimizer_per_gpu_transformer_layers_only", "bytes",
     "18*12*L*h^2/(t*p) (Korthikanti et al. 2022, figure 1)", layersOnlyStates},
    {"activations_per_gpu", "bytes", "layers in flight times bytes per layer, with logits at pp 1", activations},
    {"recompute_working_set_per_gpu", "bytes", "what recomputing one layer holds", workingSet},
    {"total_per_gpu", "bytes", "states, activations and working set, without what a framework adds", totalMemory},
    {"peak_memory_per_gpu", "bytes",
     "expected at the fullest moment, with what frameworks add; a range stands beside it", peakMemoryExpected},
    {"activations_pct_of_TP_baseline:selective_only", "percent", "Korthikanti et al. 2022, figure 7",
     activationShare<ActivationScheme::SelectiveOnly>},
    {"activations_pct_of_TP_baseline:seq_parallel_only", "percent", "Korthikanti et al. 2022, figure 7",
     activationShare<ActivationScheme::SequenceParallelOnly>},
    {"activations_pct_of_TP_baseline:seq_parallel+selective", "percent", "Korthikanti et al. 2022, figure 7",
     activationShare<ActivationScheme::SequenceParallelAndSelective>},
    {"activations_pct_of_TP_baseline:full", "percent", "Korthikanti et al. 2022, figure 7",
     activationShare<ActivationScheme::Full>},
    {"kv_cache_bytes_per_token_bf16", "bytes/token", "2*L*k*d*2; latent attention L*(K+r)*2", cachePerToken},
    {"kv_cache_batch1", "bytes", "of one sequence of seq_len at 16 bit", cacheOfOne},
    {"kv_cache", "bytes", "of micro_batch (or batch) sequences of seq_len at kv_bits", cache},
    {"checkpoint_size", "bytes", "weight_bytes + optim_bytes of each parameter", checkpointSize},
    {"train_flops_per_token", "FLOP/token", "three times the forward pass, by the attention convention",
     trainingFlopAsked},
    {kModelRate, "TFLOP/s", "tokens/s, given or forecast, times FLOP per token", modelTflops},
    {kUtilisation, "percent", "model FLOP over the dense peak, from a given rate or forecast", utilisation},
    {"hfu", "percent", "with the selectively recomputed attention", hardwareUtilisation},
    {kTokensPerSecond, "tokens/s", "forecast: B*s/(step time*accelerators)", forecastOf<kTokensPerSecond>},
    {kIterationTime, "s", "forecast: time of one step", forecastOf<kIterationTime>},
    {kTimeToTarget, "minutes", "forecast: samples_at_stop/B*step time", forecastOf<kTimeToTarget>},
    {kHardwareRate, "TFLOP/s", "forecast, with full recomputation (Narayanan et al. 2021)", forecastOf<kHardwareRate>},
    {kGpuHours, "GPU-hours", "forecast: 3F*tokens/(peak*calibrated MFU)", forecastOf<kGpuHours>},
    {kGeneration, "tokens/s", "forecast: of all instances, at the batch said, within targets, or that fits",
     forecastOf<kGeneration>},
    {kUserRate, "tokens/s", "forecast: of one request, with the prompts of others mixed in", forecastOf<kUserRate>},
    {kFirstToken, "ms", "forecast: to the first token of a request that needs not wait", forecastOf<kFirstToken>},
    {kEachToken, "ms", "forecast: mean of each further token, prompts of others mixed in", forecastOf<kEachToken>},
    {kGenerationToken, "ms", "forecast: the same while no prompt is read", forecastOf<kGenerationToken>},
    {kWholeAnswer, "s", "forecast: of a whole request", forecastOf<kWholeAnswer>},
    {kRequests, "requests/s", "forecast: answers of all instances", forecastOf<kRequests>},
    {"users_served", "requests", "at a time: those said, those within ttft_ms, tpot_ms and e2e_s, or those that fit",
     usersServed},
    {"cost_per_million_tokens", "USD", "gpu_hour of all accelerators over what they generate", costPerMillionTokens},
    {"time_to_train", "days", "6*N_active*tokens/(accelerators*peak*MFU)", daysToTrain},
    {"mtbf_unplanned", "hours", "between unexpected failures of the job", unplannedMtbf},
    {"interval_young", "s", "sqrt(2*C*M) (Young 1974)", intervalYoung},
    {"interval_daly", "s", "Daly 2006, higher order", intervalDaly},
    {"interval_exact", "s", "minimises the expected time per work (Daly 2006)", intervalExact},
    {"goodput_at_optimum", "fraction", "useful share of the time at the exact interval", bestGoodput},
    {"pipeline_bubble_over_ideal", "fraction", "(p-1)/(v*m)", bubble},
});

} // namespace

Result<double> usualCacheBits(const TrainingCase& input) {
    if (!input.has("precision")) // rows of published tables are of 8 bit where they say none
        return input.has("source") ? 8.0 : 16.0;
    const Result<MatrixPrecision> weights = matrixPrecision(input.text("precision"));
    return weights ? Result<double>(*weights == MatrixPrecision::Bf16 ? 16.0 : 8.0) : weights.error();
}

std::span<const TrainingQuantity> trainingQuantities() { return kQuantities; }

Result<TrainingAnswer> answer(std::string_view quantity, const TrainingCase& input) {
    const auto it = std::ranges::find(kQuantities, quantity, &TrainingQuantity::name);
    if (it == kQuantities.end()) {
        std::vector<std::string> names;
        for (const TrainingQuantity& known : kQuantities)
            names.emplace_back(known.name);
        const std::vector<std::string> near = nearestWords(quantity, names);
        return inputError(Message("training.unknown-quantity")
                              .with("quantity", quantity)
                              .with("nearest", WordList{near.empty() ? names : near}));
    }
    if (const Done counts = input.checkCounts(); !counts)
        return counts.error();
    const Result<double> value = it->value(input);
    if (!value)
        return value.error();
    if (!std::isfinite(*value))
        return inputError(Message("training.not-finite").with("quantity", quantity));
    return TrainingAnswer{&*it, *value};
}

} // namespace rackwright
