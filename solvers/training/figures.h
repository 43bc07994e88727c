// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of training, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle memoryGpu{"memory.gpu", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuShare{"memory.gpu.share", SubjectKind::Workload};
inline constexpr FigureHandle trainingNetwork{"training.network", SubjectKind::Workload};
inline constexpr FigureHandle trainingStep{"training.step", SubjectKind::Workload};
inline constexpr FigureHandle trainingRate{"training.rate", SubjectKind::Workload};
inline constexpr FigureHandle trainingMfu{"training.mfu", SubjectKind::Workload};
inline constexpr FigureHandle trainingDuration{"training.duration", SubjectKind::Workload};
inline constexpr FigureHandle trainingEnergy{"training.energy", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuWeights{"memory.gpu.weights", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuGradients{"memory.gpu.gradients", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuOptimizer{"memory.gpu.optimizer", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuActivations{"memory.gpu.activations", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuRecompute{"memory.gpu.recompute", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuRuntime{"memory.gpu.runtime", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepCompute{"training.step.compute", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepTensor{"training.step.tensor", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepExpert{"training.step.expert", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepContext{"training.step.context", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepBubble{"training.step.bubble", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepPipeline{"training.step.pipeline", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepData{"training.step.data", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepOptimizer{"training.step.optimizer", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepOffload{"training.step.offload", SubjectKind::Workload};
inline constexpr FigureHandle trainingStepGeneration{"training.step.generation", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuHost{"memory.gpu.host", SubjectKind::Workload};
inline constexpr FigureHandle memoryGpuDrives{"memory.gpu.drives", SubjectKind::Workload};
inline constexpr FigureHandle memoryNodeShare{"memory.node.share", SubjectKind::Workload};
inline constexpr FigureHandle memoryNodeDrivesShare{"memory.node.drives.share", SubjectKind::Workload};
inline constexpr FigureHandle trainingCost{"training.cost", SubjectKind::Workload};
inline constexpr FigureHandle trainingCostEnergy{"training.cost.energy", SubjectKind::Workload};
inline constexpr FigureHandle trainingCostCloud{"training.cost.cloud", SubjectKind::Workload};

} // namespace rackwright::figure_of
