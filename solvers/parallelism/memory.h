// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Memory of one accelerator in training, part by part: model states (Megatron-LM, Rajbhandari et al. 2020) and
// activations (Korthikanti et al. 2022, arXiv 2205.05198, and its form for gated models with fused attention). The sums
// leave out what a framework adds; RuntimeMemory names those parts on their own.

#include "solvers/parallelism/parallel_plan.h"

namespace rackwright {

/// Bytes per parameter. The default is bf16 weights, fp32 main gradients and Adam with fp32 master weights.
struct StateBytes {
    double weight = 2;
    double gradient = 4;
    double optimizer = 12;
    double total() const { return weight + gradient + optimizer; }
    bool operator==(const StateBytes&) const = default;
};

/// Parameters that a stage holds on one accelerator before sharding; experts divide over ep x etp, the rest over tp.
struct StageParameters {
    double dense = 0;
    double expert = 0;
    double total() const { return dense + expert; }
};
/// Of stage 0, which holds the embedding.
StageParameters firstStageParameters(const ModelArchitecture& model, const ParallelPlan& plan);
/// Of the last stage, which holds the output layer.
StageParameters lastStageParameters(const ModelArchitecture& model, const ParallelPlan& plan);
/// Of any stage; those between hold layers alone.
StageParameters stageParameters(const ModelArchitecture& model, const ParallelPlan& plan, std::int64_t stage);

struct ModelStates {
    double weights = 0, gradients = 0, optimizer = 0; ///< bytes
    double total() const { return weights + gradients + optimizer; }
};
ModelStates modelStates(const StageParameters& parameters, const ParallelPlan& plan, const StateBytes& bytes);

/// What lies outside an accelerator, of its own states.
struct OutsideMemory {
    double host = 0, drives = 0; ///< bytes
    /// Both host memory and drives.
    bool fits(const OutsideMemory& room) const { return host <= room.host && drives <= room.drives; }
};
OutsideMemory outsideMemory(const StageParameters& parameters, const ParallelPlan& plan, const StateBytes& bytes);

/// Bytes that one layer keeps of one micro-batch; the mean layer where dense and expert layers mix.
double activationBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan, Recompute recompute);
/// The same where every second matrix product is worked out again with all that is no product ("selective(op)",
/// pytorch/torchtitan, activation_checkpoint.py): kept are the layer's input, attention's output and every other
/// product.
double everyOtherProductBytesPerLayer(const ModelArchitecture& model, const ParallelPlan& plan);
/// Layers whose activations a stage keeps at its peak: 1F1B, or interleaved stages (Narayanan et al. 2021).
double layersInFlight(const ModelArchitecture& model, const ParallelPlan& plan, std::int64_t stage = 0);
/// Input and logits of the output layer, on the stage that has it.
double logitBytes(const ModelArchitecture& model, const ParallelPlan& plan);
/// What recomputation of one layer holds while it runs.
double recomputeWorkingSet(const ModelArchitecture& model, const ParallelPlan& plan);

/// Bytes of one accelerator, without what a framework adds.
struct TrainingMemory {
    ModelStates states;
    double activations = 0; ///< bytes, with logits where the stage has them
    double recomputeWorkingSet = 0;
    double total() const { return states.total() + activations + recomputeWorkingSet; }
};
/// Of stage 0 unless another is named.
TrainingMemory trainingMemory(const ModelArchitecture& model, const ParallelPlan& plan, const StateBytes& bytes,
                              std::int64_t stage = 0);

/// What a framework adds to the sums above, as separate lines.
struct RuntimeMemory {
    double gatheredUnits = 0; ///< bytes: layers that ZeRO-3 has gathered
    double logitCopies = 0;   ///< beside the fp32 ones: 16-bit logits and the fp32 gradient
    double communication = 0;
    double context = 0; ///< driver, libraries, fragmentation
    double total() const { return gatheredUnits + logitCopies + communication + context; }
};
/// Driver and libraries at 3 GiB and fragmentation at 5 % of the activations (own choice), buckets as of DeepSpeed.
RuntimeMemory runtimeMemory(const ModelArchitecture& model, const ParallelPlan& plan, const TrainingMemory& memory);

/// Korthikanti figure 7: bytes per layer as a share (percent) of tensor parallelism alone.
enum class ActivationScheme { SelectiveOnly, SequenceParallelOnly, SequenceParallelAndSelective, Full };
double percentOfTensorParallelBaseline(const ModelArchitecture& model, const ParallelPlan& plan,
                                       ActivationScheme scheme);

} // namespace rackwright
