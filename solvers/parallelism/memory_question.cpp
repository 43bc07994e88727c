// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/memory_question.h"

#include "model/base/letter_case.h"
#include "model/base/numbers.h"
#include "solvers/parallelism/case_machine.h"
#include "solvers/parallelism/forecast.h"
#include "solvers/parallelism/framework.h"
#include "solvers/parallelism/offline_throughput.h"
#include "solvers/workload/accelerators.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr auto kTasks = std::to_array<std::string_view>({"pretrain", "SFT", "LoRA", "QLoRA", "inference"});

// PyTorch's own sharding keeps weights, gradients and both moments in FP32 and gathers the weights at 16 bit.
constexpr StateBytes kPyTorchStates = {4, 4, 8};

/// Whether a case's weights are sharded by PyTorch itself, by its framework or its words.
Result<bool> isShardedByPyTorch(const TrainingCase& input) {
    if (!input.has("framework"))
        return isPyTorchSharding(input.text("sharding")) && !input.has("zero_stage");
    const Result<std::string> framework = frameworkNamed(input.text("framework"));
    return framework ? Result<bool>(*framework == "fsdp" || *framework == "torchtitan") : framework.error();
}

/// As the recipe of the task, where the case says no bytes of its own.
StateBytes bytesOf(const TrainingCase& input, const StateBytes& said, std::string_view task, bool inPyTorch) {
    if (!trainsAdapters(task) && !inPyTorch)
        return said;
    const StateBytes usual =
        trainsAdapters(task) ? numbersOf(task == "QLoRA" ? TrainingRecipe::Qlora : TrainingRecipe::Lora).bytes
                             : kPyTorchStates;
    return {input.has("weight_bytes") ? said.weight : usual.weight,
            input.has("grad_bytes") ? said.gradient : usual.gradient,
            input.has("optim_bytes") ? said.optimizer : usual.optimizer};
}

} // namespace

bool trainsAdapters(std::string_view task) { return task == "LoRA" || task == "QLoRA"; }

bool worksOutAgain(const TrainingCase& input) {
    if (input.has("recompute") || !input.has("framework"))
        return false;
    const Result<std::string> framework = frameworkNamed(input.text("framework"));
    const Result<std::string> task = taskOf(input);
    return framework && task && *framework == "peft" && trainsAdapters(*task);
}

Result<std::string> taskOf(const TrainingCase& input) {
    if (!input.has("task"))
        return std::string(kTasks.front());
    std::string asked = lowerCase(input.text("task"));
    std::erase(asked, '-');
    for (const auto& [word, meant] : {std::pair("finetuning", "SFT"), std::pair("finetune", "SFT"),
                                      std::pair("pretraining", "pretrain"), std::pair("serving", "inference"),
                                      std::pair("serve", "inference")})
        if (asked == word)
            return std::string(meant);
    for (const std::string_view known : kTasks)
        if (asked == lowerCase(known))
            return std::string(known);
    WordList words;
    for (const std::string_view known : kTasks)
        words.words.emplace_back(known);
    return inputError(
        Message("training.unknown-task").with("task", input.text("task")).with("known", std::move(words)));
}

Result<int> zeroStageOf(const TrainingCase& input, double copies) {
    const Result<std::optional<int>> stated = input.statedZeroStage();
    if (!stated)
        return stated.error();
    if (*stated)
        return **stated;
    if (copies <= 1)
        return 0;
    if (input.has("framework") && !input.has("tp") && !input.has("pp")) {
        const Result<std::string> framework = frameworkNamed(input.text("framework"));
        if (!framework)
            return framework.error();
        if (shardsAll(*framework))
            return 3;
    }
    return input.text("offload_weights").empty() || input.text("offload_weights") == "none" ? 1 : 3;
}

Result<StateBytes> expectedStateBytes(const TrainingCase& input) {
    const Result<StateBytes> said = input.stateBytes();
    const Result<std::string> task = taskOf(input);
    const Result<bool> inPyTorch = isShardedByPyTorch(input);
    if (!said || !task || !inPyTorch)
        return !said ? said.error() : task ? inPyTorch.error() : task.error();
    StateBytes bytes = bytesOf(input, *said, *task, *inPyTorch);
    if (!input.has("grad_bytes") && !trainsAdapters(*task) && !*inPyTorch)
        bytes.gradient = kExpectedGradient;
    return bytes;
}

Result<MemoryQuestion> memoryQuestionOf(const TrainingCase& input) {
    const Result<StateBytes> said = input.stateBytes();
    const Result<std::string> task = taskOf(input);
    const Result<bool> inPyTorch = isShardedByPyTorch(input);
    if (!said || !task || !inPyTorch)
        return !said ? said.error() : task ? inPyTorch.error() : task.error();
    MemoryQuestion question;
    question.bytes = bytesOf(input, *said, *task, *inPyTorch);
    question.knowsGradients = input.has("grad_bytes") || *inPyTorch;
    // One kernel updates: Megatron's and DeepSpeed's FusedAdam, PyTorch's AdamW as fine-tuning trainers choose it.
    const Result<std::string> framework =
        input.has("framework") ? frameworkNamed(input.text("framework")) : Result<std::string>(std::string());
    question.fusedUpdate = *inPyTorch || *task == "SFT" ||
                           (framework && (*framework == "megatron-core" || *framework == "nemo" ||
                                          *framework == "deepspeed" || *framework == "peft"));
    question.sumsLossInParts = sumsLossInParts(input.text("framework"));
    question.sumsLossInSteps = sumsLossInSteps(input.text("framework"));
    question.adaptersOnly = trainsAdapters(*task) || (input.has("grad_bytes") && question.bytes.gradient <= 0);
    question.quantised = *task == "QLoRA" ? 1 : 0;
    if (input.has("loss")) {
        const auto loss = enumFromName<OutputLoss>(input.text("loss"));
        if (!loss)
            return inputError(Message("training.unknown-loss").with("text", input.text("loss")));
        question.loss = *loss;
    }
    question.onlyProducts = input.text("recompute") == "selective(op)";
    if (input.has("precision")) {
        const Result<MatrixPrecision> precision = matrixPrecision(input.text("precision"));
        if (!precision)
            return precision.error();
        question.isEightBit = *precision != MatrixPrecision::Bf16;
    }
    return question;
}

namespace {

/// One instance that holds a model and a batch of answers, of which the prompts' last chunk is read at the peak.
Result<MemoryRange> servingMemory(const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    const Result<MatrixPrecision> precision =
        input.has("precision") ? matrixPrecision(input.text("precision")) : Result<MatrixPrecision>(MatrixPrecision::Bf16);
    if (!model || !precision)
        return model ? precision.error() : model.error();
    const bool hasSequence = input.has("seq_len") && !input.has("isl");
    const Result<double> prompt = hasSequence ? input.number("seq_len") : input.numberOr("isl", kUsualPrompt),
                         output = input.numberOr("osl", hasSequence ? 0 : kUsualAnswer), batch = input.numberOr("batch", 1),
                         bits = input.numberOr("kv_bits", *precision == MatrixPrecision::Bf16 ? 16 : 8),
                         tensor = input.numberOr("tp", 1), stages = input.numberOr("pp", 1),
                         chunk = input.numberOr("prefill_chunk", 8192);
    for (const Result<double>* one : {&prompt, &output, &batch, &bits, &tensor, &stages, &chunk})
        if (!*one)
            return one->error();
    GenerationRun run;
    run.model = *model;
    run.bytesPerWeight = bytesOfOperand(*precision);
    run.tensor = std::max(1.0, *tensor);
    run.pipeline = std::max(1.0, *stages);
    run.cacheBytes = *bits / 8;
    run.prompt = *prompt;
    run.output = *output;
    run.part.scaleUpDomain = run.tensor; // whose accelerators split what they can
    const double held = servedWeights(run) + *batch * cacheOfRequest(run);
    // Of a token on its way: what goes into and out of an MLP, and what attention and norms pass on.
    const double width = model->moe ? real((model->moe->topK + model->moe->shared) * model->moe->ffn) : real(model->ffn);
    const double perToken = 6 * (width + real(model->hidden)), each = run.accelerators();
    const double read = std::min(*chunk, *prompt * *batch), whole = *prompt * *batch;
    constexpr double kGiB = 1 << 30;
    MemoryRange range;
    range.low = held / each;
    range.expected = (held + perToken * read) / each + kGiB;
    range.high = 1.05 * (held + (perToken + 6 * real(model->vocabulary)) * whole) / each + 3 * kGiB;
    return range;
}

} // namespace

Result<ParallelPlan> planOfPeak(const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    const TrainingCase sized = input.has("seq_len") ? input : input.with("seq_len", std::to_string(static_cast<int>(usualSequence(*model))));
    constexpr auto kOfPlan = std::to_array<std::string_view>({"tp", "pp", "cp", "dp", "zero_stage", "sharding"});
    const bool hasPlan = std::ranges::any_of(kOfPlan, [&](std::string_view column) { return input.has(column); });
    const bool hasMachine = input.has("gpu") && input.has("num_gpus");
    TrainingCase planned = sized;
    std::optional<TrainingRun> timed;
    if (hasMachine) { // as whoever times the run splits it
        const Result<TrainingRun> run = trainingRun(sized);
        if (!run)
            return run.error();
        timed = *run;
        const double copies = run->accelerators / (run->tensor * run->pipeline * run->context);
        if (!hasPlan && copies == std::floor(copies))
            planned = planned.with("tp", std::to_string(std::llround(run->tensor)))
                          .with("pp", std::to_string(std::llround(run->pipeline)))
                          .with("cp", std::to_string(std::llround(run->context)))
                          .with("vp", std::to_string(std::llround(run->interleave)))
                          .with("num_microbatches",
                                std::to_string(std::max<std::int64_t>(1, std::llround(run->microBatches))));
        if (model->moe && !input.has("ep"))
            planned = planned.with("ep", std::to_string(std::llround(run->expert)));
    }
    Result<ParallelPlan> plan = planned.plan(*model);
    if (!plan && timed && model->moe && !input.has("ep")) // experts that no group divides
        plan = sized.plan(*model);
    if (!plan)
        return plan.error();
    const Result<int> stage = zeroStageOf(input, real(plan->copies()));
    if (!stage)
        return stage.error();
    plan->zeroStage = timed ? timed->zeroStage : *stage;
    if (worksOutAgain(input))
        plan->recompute = Recompute::Full;
    if (timed && !input.has("recompute"))
        plan->recompute = timed->recompute;
    // Stacks of today split the sequence wherever they split tensors.
    plan->sequenceParallel = plan->sequenceParallel || (!input.has("seq_parallel") && plan->tensor > 1);
    return plan;
}

Result<MemoryRange> peakMemoryOf(const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    const Result<std::string> task = taskOf(input);
    if (!task)
        return task.error();
    if (*task == "inference")
        return servingMemory(input);
    const Result<ParallelPlan> plan = planOfPeak(input);
    const Result<MemoryQuestion> question = memoryQuestionOf(input);
    if (!model || !plan || !question)
        return !model ? model.error() : plan ? question.error() : plan.error();
    return peakMemory(*model, *plan, *question);
}

} // namespace rackwright
