// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How a training job keeps and multiplies its numbers: bytes of a parameter's states, the precision of its matrix
// products and the passes beyond forward and backward. Named by the parameter "recipe" of a workload; it knows no plan.

#include "model/base/fields.h"
#include "model/design/facility_rows.h"
#include "model/parts/part.h"
#include "solvers/parallelism/memory.h"

namespace rackwright {

/// How a job keeps and multiplies its numbers.
enum class TrainingRecipe : std::uint8_t { Bf16, PureBf16, Fp32, Adam8, Fp8, Lora, Qlora, Dpo, Ppo };
template <>
struct EnumNames<TrainingRecipe> {
    static constexpr std::array<std::string_view, 9> names = {"bf16", "bf16-pure", "fp32", "adam-8bit", "fp8",
                                                              "lora", "qlora",     "dpo",  "ppo"};
};

/// What a recipe comes to.
struct RecipeNumbers {
    StateBytes bytes;
    Precision products = Precision::Bf16;
    double bytesPerValue = 2; ///< of an operand
    double trainedShare = 1;  ///< of the parameters, which a checkpoint keeps
    bool adaptersOnly = false;
    bool knowsGradients = false; ///< their bytes follow from the recipe; else frameworks differ
    bool generates = false;      ///< each step begins with sequences that the model writes
    double passes = 1;           ///< of forward and backward over the tokens, as a multiple of training alone
    bool operator==(const RecipeNumbers&) const = default;
};
RecipeNumbers numbersOf(TrainingRecipe recipe);

/// "recipe" of the workload, else "method" = "lora" or a fine-tuning job that names none; BF16 otherwise.
TrainingRecipe recipeOf(const Workload& workload);

} // namespace rackwright
