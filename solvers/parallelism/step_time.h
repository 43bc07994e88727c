// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Time of one training step from first principles: a roofline per matrix product whose efficiency grows with its size,
// the pipeline's bubble, and the collectives of each kind of parallelism over the scale-up link or the network. It is
// not fitted to any measurement; calibration.h is.

#include "solvers/parallelism/parallel_plan.h"
#include "solvers/workload/accelerators.h"

namespace rackwright {

/// Accelerators of one chassis at most; racks that are one domain are no node.
inline constexpr double kLargestNode = 16;

/// How fast an accelerator reaches what lies outside of it, bytes/s.
struct OutsideRates {
    double link = 25e9;       ///< to its node's memory, one way
    double hostMemory = 40e9; ///< its share of that memory's bandwidth
    double drives = 4e9;      ///< its share of the node's drives, mean of reading and writing
    bool operator==(const OutsideRates&) const = default;
};

/// One run. Degrees are real numbers because a forecast may have to split accelerators that no plan divides.
struct TrainingRun {
    ModelArchitecture model;
    AcceleratorSpec part;
    double peak = 0;         ///< FLOP/s, dense, of the matrix precision
    double sustained = 0.78; ///< of the peak, by the largest products alone
    double bytesPerValue = 2;
    double accelerators = 1, nodeSize = 8;
    double tensor = 1, pipeline = 1, interleave = 1, context = 1, expert = 1, expertTensor = 1, data = 1;
    double sequence = 1, microBatch = 1, microBatches = 1;
    int zeroStage = 1;
    double shardGroup = 0; ///< HSDP: accelerators that states are sharded over; 0: all copies
    StateHome optimizerHome = StateHome::Accelerator, weightHome = StateHome::Accelerator;
    StateHome activationHome = StateHome::Accelerator;
    OutsideRates outside;
    Recompute recompute = Recompute::None;
    bool sequenceParallel = true;
    bool fusedAttention = true; ///< counts half the scores and keeps them on chip
    bool adaptersOnly = false;  ///< LoRA: no gradients of the weights
    bool isQuantised = false;   ///< QLoRA: weights of four bits, expanded for each pass
    bool fusedKernels = true;   ///< false: PyTorch's own, which pass more through memory and start more kernels
    bool overlapTensor = true;  ///< part of what a micro-batch exchanges hides behind products
    bool overlapData = true;    ///< gradients travel during the backward pass
    double reducedShare = 1; ///< of the volume of an all-reduce, that a node sends when switches reduce; 1: they do not

    /// Sequences of one step.
    double globalBatch() const { return data * microBatch * microBatches; }
    double copies() const { return data * context; }
    double shards() const { return shardGroup > 0 ? std::min(shardGroup, copies()) : copies(); }
};

/// Seconds of one step by cause; "exposed": what does not hide behind computing.
struct StepTime {
    double compute = 0; ///< s: products, attention, element-wise work of all micro-batches, with the slowest node's
    double bubble = 0;
    double tensorParallel = 0; ///< exposed
    double expertParallel = 0;
    double contextParallel = 0;
    double pipelineParallel = 0; ///< exposed: activations handed from stage to stage
    double dataParallel = 0;     ///< exposed
    double offload = 0;          ///< exposed: states fetched from and written to the host or its drives
    double optimizer = 0;
    double generation = 0; ///< of the sequences to train on, where reinforcement learning writes them
    double total() const {
        return compute + bubble + tensorParallel + expertParallel + contextParallel + pipelineParallel + dataParallel +
               offload + optimizer + generation;
    }
};

/// By first principles, before any speed factor.
StepTime stepTime(const TrainingRun& run);

/// Forward, backward and recomputation of what a micro-batch passes, in seconds.
struct Passes {
    double forward = 0, backward = 0, recompute = 0;
    double total() const { return forward + backward + recompute; }
};

/// What one micro-batch costs a layer and the output layer. It depends on tensor, context and expert parallelism, the
/// micro-batch, the split sequence and recomputation alone, so that a search works it out once for all other choices.
struct LayerCosts {
    Passes layer, output;
    double tensorExchange = 0, expertExchange = 0;  ///< per layer, whole
    double contextExchange = 0, contextExposed = 0; ///< per layer, whole and beyond attention
};
LayerCosts layerCosts(const TrainingRun& run);

/// One matrix product of a layer's forward pass, or of the output layer, on one accelerator.
struct MatrixProduct {
    const char* name; ///< "query-key-value", "attention-output", "mlp-up", "mlp-down", "logits"
    double flop = 0, bytes = 0;
    double seconds = 0; ///< by the roofline with its efficiencies
};
/// Of one micro-batch, for the roofline.
std::vector<MatrixProduct> matrixProducts(const TrainingRun& run);

/// Accelerators that a layer's experts are spread over where nobody says: those of a node and all copies, as far as
/// they divide the experts; one for a model without.
std::vector<double> usualExpertDegrees(const TrainingRun& run);

/// Parameters that are exchanged and updated.
struct ModelSize {
    double dense = 0, routed = 0;
};
ModelSize modelSize(const ModelArchitecture& model);

/// The same step from costs that are known.
StepTime stepTime(const TrainingRun& run, const LayerCosts& costs, const ModelSize& size);

/// Share of the peak that a matrix product of this ideal time reaches (calculon-ai/calculon, a100_80e.json: 0.95 from
/// 128 GFLOP, 0.90 from 16, 0.60 from 1, 0.10 below, at 312 TFLOP/s), between its knots by the logarithm.
double productEfficiency(double idealSeconds);
/// Share of the memory bandwidth by size: 0.90 from 100 MB, 0.75, 0.60, 0.30 a decade lower each (same source).
double memoryEfficiency(double bytes);

} // namespace rackwright
