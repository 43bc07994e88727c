// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/parallel_plan.h"

#include <string>

namespace rackwright {

namespace {

WordList wordsOf(const std::vector<std::int64_t>& numbers) {
    WordList list;
    for (const std::int64_t number : numbers)
        list.words.push_back(std::to_string(number));
    return list;
}

Error doesNotDivide(const char* factor, std::int64_t value, const char* whole, std::int64_t number) {
    return inputError(Message("training.does-not-divide")
                          .with("factor", factor)
                          .with("value", value)
                          .with("whole", whole)
                          .with("number", number)
                          .with("nearest", wordsOf(nearestDivisors(number, value))));
}

} // namespace

std::vector<std::int64_t> nearestDivisors(std::int64_t number, std::int64_t wanted) {
    std::int64_t below = 0, above = 0;
    const auto consider = [&](std::int64_t divisor) {
        if (divisor <= wanted)
            below = std::max(below, divisor);
        else
            above = above == 0 ? divisor : std::min(above, divisor);
    };
    for (std::int64_t divisor = 1; divisor <= number / divisor;
         ++divisor) // in pairs: the number may be large and prime
        if (number % divisor == 0) {
            consider(divisor);
            consider(number / divisor);
        }
    std::vector<std::int64_t> found;
    if (below > 0)
        found.push_back(below);
    if (above > 0)
        found.push_back(above);
    return found;
}

Done checkPlan(const ModelArchitecture& model, const ParallelPlan& plan) {
    if (model.heads % plan.tensor != 0)
        return doesNotDivide("tp", plan.tensor, "heads", model.heads);
    if (plan.pipeline > model.layers)
        return inputError(
            Message("training.too-many-stages").with("value", plan.pipeline).with("layers", model.layers));
    if (plan.sequence % plan.context != 0)
        return doesNotDivide("cp", plan.context, "seq_len", plan.sequence);
    if (plan.expert > 1 && !model.moe)
        return inputError(Message("training.no-experts").with("model", model.name).with("value", plan.expert));
    if (plan.expertTensor > 1 && !model.moe)
        return inputError(Message("training.no-experts").with("model", model.name).with("value", plan.expertTensor));
    if (model.moe && model.moe->experts % plan.expert != 0)
        return doesNotDivide("ep", plan.expert, "experts", model.moe->experts);
    if (model.moe && model.moe->ffn % plan.expertTensor != 0)
        return doesNotDivide("etp", plan.expertTensor, "moe_ffn", model.moe->ffn);
    return done();
}

// Weights leave only after the optimiser's states, and only where they are gathered layer by layer (DeepSpeed).
Done checkSharding(const ParallelPlan& plan) {
    if (plan.shardGroup > 0 && plan.copies() % plan.shardGroup != 0)
        return doesNotDivide("dp_shard", plan.shardGroup, "dp*cp", plan.copies());
    const bool isShared = plan.copies() > 1;
    if (plan.optimizerHome != StateHome::Accelerator && isShared && plan.zeroStage < 1)
        return inputError(Message("training.offload-needs-zero").with("stage", std::int64_t{1}));
    if (plan.weightHome == StateHome::Accelerator)
        return done();
    if (plan.optimizerHome == StateHome::Accelerator)
        return inputError(Message("training.weights-need-optimizer"));
    if (isShared && plan.zeroStage < 3)
        return inputError(Message("training.offload-needs-zero").with("stage", std::int64_t{3}));
    return done();
}

Result<std::int64_t> dataParallelism(const ParallelPlan& plan, std::int64_t accelerators) {
    if (accelerators % plan.replica() == 0)
        return accelerators / plan.replica();
    return doesNotDivide("tp*pp*cp", plan.replica(), "num_gpus", accelerators);
}

} // namespace rackwright
