// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of training, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle memoryGpu{227, "memory.gpu", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuShare{228, "memory.gpu.share", SubjectKind::Workload};
inline constexpr FigureHandle trainingNetwork{271, "training.network", SubjectKind::Workload};
inline constexpr FigureHandle trainingStep{229, "training.step", SubjectKind::Workload};
inline constexpr FigureHandle trainingRate{230, "training.rate", SubjectKind::Workload};
inline constexpr FigureHandle trainingMfu{231, "training.mfu", SubjectKind::Workload};
inline constexpr FigureHandle trainingDuration{232, "training.duration", SubjectKind::Workload};
inline constexpr FigureHandle trainingEnergy{233, "training.energy", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuWeights{234, "memory.gpu.weights", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuGradients{235, "memory.gpu.gradients", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuOptimizer{236, "memory.gpu.optimizer", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuActivations{237, "memory.gpu.activations", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuRecompute{238, "memory.gpu.recompute", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuRuntime{239, "memory.gpu.runtime", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepCompute{240, "training.step.compute", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepTensor{241, "training.step.tensor", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepExpert{242, "training.step.expert", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepContext{243, "training.step.context", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepBubble{244, "training.step.bubble", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepPipeline{245, "training.step.pipeline", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepData{246, "training.step.data", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepOptimizer{247, "training.step.optimizer", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepOffload{267, "training.step.offload", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepGeneration{270, "training.step.generation", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuHost{268, "memory.gpu.host", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuDrives{269, "memory.gpu.drives", SubjectKind::Workload};
inline constexpr FigureHandle memoryNodeShare{272, "memory.node.share", SubjectKind::Workload};
inline constexpr FigureHandle memoryNodeDrivesShare{273, "memory.node.drives.share", SubjectKind::Workload};
inline constexpr FigureHandle trainingCost{248, "training.cost", SubjectKind::Workload};
inline constexpr FigureHandle trainingCostEnergy{249, "training.cost.energy", SubjectKind::Workload};
inline constexpr FigureHandle trainingCostCloud{250, "training.cost.cloud", SubjectKind::Workload};

} // namespace rackwright::figure_of
