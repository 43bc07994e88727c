// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/memory_question.h"

#include "model/base/numbers.h"
#include "solvers/workload/accelerators.h"

#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr auto kTasks = std::to_array<std::string_view>({"pretrain", "SFT", "LoRA", "QLoRA", "inference"});

/// As the recipe of the task, where the case says no bytes of its own.
StateBytes bytesOf(const TrainingCase& input, const StateBytes& said, std::string_view task) {
    if (!trainsAdapters(task))
        return said;
    const StateBytes usual = numbersOf(task == "QLoRA" ? TrainingRecipe::Qlora : TrainingRecipe::Lora).bytes;
    return {input.has("weight_bytes") ? said.weight : usual.weight,
            input.has("grad_bytes") ? said.gradient : usual.gradient,
            input.has("optim_bytes") ? said.optimizer : usual.optimizer};
}

} // namespace

bool trainsAdapters(std::string_view task) { return task == "LoRA" || task == "QLoRA"; }

Result<std::string> taskOf(const TrainingCase& input) {
    if (!input.has("task"))
        return std::string(kTasks.front());
    for (const std::string_view known : kTasks)
        if (input.text("task") == known)
            return std::string(known);
    WordList words;
    for (const std::string_view known : kTasks)
        words.words.emplace_back(known);
    return inputError(
        Message("training.unknown-task").with("task", input.text("task")).with("known", std::move(words)));
}

Result<int> zeroStageOf(const TrainingCase& input, double copies) {
    if (input.has("zero_stage")) {
        const Result<double> stage = input.number("zero_stage");
        if (!stage)
            return stage.error();
        return *stage <= 3 && *stage == std::floor(*stage) ? Result<int>(static_cast<int>(*stage))
                                                           : inputError(Message("training.no-number")
                                                                            .with("column", "zero_stage")
                                                                            .with("text", input.text("zero_stage")));
    }
    const std::string& sharding = input.text("sharding");
    if (sharding == "FULL_SHARD" || sharding == "FSDP" || (sharding.starts_with("FSDP=") && sharding != "FSDP=0"))
        return 3;
    if (sharding == "HYBRID_SHARD" || sharding == "HSDP")
        return 3;
    if (sharding == "SHARD_GRAD_OP")
        return 2;
    if (sharding == "NO_SHARD" || sharding == "DDP")
        return 0;
    return copies > 1 ? 1 : 0;
}

Result<StateBytes> expectedStateBytes(const TrainingCase& input) {
    const Result<StateBytes> said = input.stateBytes();
    const Result<std::string> task = taskOf(input);
    if (!said || !task)
        return said ? task.error() : said.error();
    StateBytes bytes = bytesOf(input, *said, *task);
    if (!input.has("grad_bytes") && !trainsAdapters(*task))
        bytes.gradient = kExpectedGradient;
    return bytes;
}

Result<MemoryQuestion> memoryQuestionOf(const TrainingCase& input) {
    const Result<StateBytes> said = input.stateBytes();
    const Result<std::string> task = taskOf(input);
    if (!said || !task)
        return said ? task.error() : said.error();
    MemoryQuestion question;
    question.bytes = bytesOf(input, *said, *task);
    question.knowsGradients = input.has("grad_bytes");
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

Result<MemoryRange> peakMemoryOf(const TrainingCase& input) {
    const Result<ModelArchitecture> model = input.model();
    if (!model)
        return model.error();
    Result<ParallelPlan> plan = input.plan(*model);
    if (!plan)
        return plan.error();
    const Result<MemoryQuestion> question = memoryQuestionOf(input);
    const Result<int> stage = zeroStageOf(input, real(plan->copies()));
    if (!question || !stage)
        return question ? stage.error() : question.error();
    if (!input.has("seq_len"))
        return inputError(Message("training.missing").with("column", "seq_len"));
    plan->zeroStage = *stage;
    // Stacks of today split the sequence wherever they split tensors.
    plan->sequenceParallel = plan->sequenceParallel || (!input.has("seq_parallel") && plan->tensor > 1);
    return peakMemory(*model, *plan, *question);
}

} // namespace rackwright
