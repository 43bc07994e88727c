// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/state_recipe.h"

#include "solvers/workload/row_parameters.h"

namespace rackwright {

namespace {

constexpr double kAdapterShare = 0.01; // of the weights that LoRA trains, rank 16 to 64

// Adapters have gradients and states of their own; the weights stay as they are.
RecipeNumbers adapters(double weight) {
    const StateBytes usual;
    RecipeNumbers numbers;
    numbers.bytes = {weight, kAdapterShare * usual.gradient, kAdapterShare * usual.optimizer};
    numbers.adaptersOnly = true;
    numbers.trainedShare = kAdapterShare;
    return numbers;
}

} // namespace

RecipeNumbers numbersOf(TrainingRecipe recipe) {
    RecipeNumbers numbers;
    switch (recipe) {
    case TrainingRecipe::Bf16:
        return numbers;
    case TrainingRecipe::PureBf16:
        numbers.bytes = {2, 2, 4};
        numbers.knowsGradients = true;
        return numbers;
    case TrainingRecipe::Fp32:
        numbers.bytes = {4, 4, 8};
        numbers.knowsGradients = true;
        numbers.products = Precision::Tf32;
        numbers.bytesPerValue = 4;
        return numbers;
    case TrainingRecipe::Adam8:
        numbers.bytes = {2, 4, 6}; // FP32 master weights, moments of a byte
        return numbers;
    case TrainingRecipe::Fp8:
        numbers.bytes = {3, 4, 12}; // a copy of the weights in FP8 beside those in BF16
        numbers.products = Precision::Fp8;
        numbers.bytesPerValue = 1;
        return numbers;
    case TrainingRecipe::Lora:
        return adapters(2);
    case TrainingRecipe::Qlora:
        return adapters(0.5 + 0.127 / 8); // four bits and the constants of their blocks (Dettmers et al. 2023)
    case TrainingRecipe::Dpo:
        numbers.bytes = {4, 4, 12}; // a frozen reference beside the policy
        numbers.passes = 4.0 / 3.0; // the reference runs forward
        return numbers;
    case TrainingRecipe::Ppo:
        numbers.bytes = {8, 8, 24}; // policy and critic train; reference and reward model are frozen; all of one size
        numbers.passes = 3;         // three forward passes score, two models train
        numbers.generates = true;
        return numbers;
    }
    RW_CHECK(false, "every recipe has its numbers");
}

TrainingRecipe recipeOf(const Workload& workload) {
    const bool tunes = workload.kind == WorkloadKind::FineTuning;
    const bool adapts = parameterWord(workload.parameters, "method", tunes ? "lora" : "full") == "lora";
    const TrainingRecipe otherwise = adapts ? TrainingRecipe::Lora : TrainingRecipe::Bf16;
    return enumFromName<TrainingRecipe>(parameterWord(workload.parameters, "recipe", "")).value_or(otherwise);
}

} // namespace rackwright
