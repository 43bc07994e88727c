// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an accelerator of a running job really holds at its fullest moment, as a range: closed forms (memory.h) plus
// what frameworks do differently and nobody states. Questions, the search and the jobs of designs share it.

#include "solvers/parallelism/state_recipe.h"

namespace rackwright {

/// Bytes of a parameter's gradient that are expected where nothing is said: between 16 bit and FP32.
inline constexpr double kExpectedGradient = 3;

/// How the output layer's loss is worked out: as frameworks do, or in tiles that keep no logits.
enum class OutputLoss : std::uint8_t { Usual, Tiled };
template <>
struct EnumNames<OutputLoss> {
    static constexpr std::array<std::string_view, 2> names = {"usual", "tiled"};
};

/// What of a job's memory is said rather than taken.
struct MemoryQuestion {
    StateBytes bytes;
    bool knowsGradients = false; ///< else half to all of `bytes.gradient`, as frameworks differ
    bool adaptersOnly = false;   ///< the optimiser works on adapters alone
    double quantised = 0;        ///< 1: weights of four bits, each expanded to 16 bit while it is multiplied
    bool onlyProducts = false;   ///< recomputation of "selective(op)": every second product is kept
    bool isEightBit = false;     ///< products in FP8: weights may have a copy of a byte and its transpose
    OutputLoss loss = OutputLoss::Usual;
    bool sumsLossInParts = false; ///< logits of few tokens at a time, as of LitGPT and torchtune
    bool sumsLossInSteps = false; ///< each step of it kept in FP32, as of Hugging Face Transformers
    bool fusedUpdate = false;     ///< one kernel updates weights and states: nothing lies beside them
};

/// What a recipe says of it.
MemoryQuestion memoryQuestionOf(const RecipeNumbers& recipe);

/// Bytes of one accelerator.
struct MemoryRange {
    double low = 0;      ///< allocations alone, with the leanest choices
    double expected = 0; ///< as a run reports
    double high = 0;     ///< with context, buffers, fragmentation and the choices that take most
};

/// Of the stage that needs most. Of three moments the fullest counts: a layer at work, the output layer with its
/// logits, and the update of the weights, when the activations have gone.
MemoryRange peakMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question);

/// The expected peak of one stage by what it is of; the parts add up to it.
struct PeakParts {
    TrainingMemory needed;
    RuntimeMemory runtime;
    double total() const { return needed.total() + runtime.total(); }
};
PeakParts peakParts(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
                    std::int64_t stage);

/// The expected peak of many plans that differ in interleaving, sharding and the homes of states alone: what they share
/// is worked out once.
class PeakOfPlans {
public:
    PeakOfPlans(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question);
    /// Bytes of the worst stage, equal to peakMemory().expected; `plan` has the degrees, micro-batch and recomputation
    /// of the one that this was made for.
    double expected(const ParallelPlan& plan) const;
    const StageParameters& first() const { return m_first; }
    const StageParameters& last() const { return m_last; }

private:
    const ModelArchitecture& m_model;
    MemoryQuestion m_question;
    StageParameters m_first, m_last;
    double m_kept = 0, m_layer = 0;
};

} // namespace rackwright
