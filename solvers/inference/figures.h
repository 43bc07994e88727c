// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of inference, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle inferenceAccelerators{"inference.accelerators", SubjectKind::Workload};
inline constexpr FigureHandle inferenceInstanceSize{"inference.instance.size", SubjectKind::Workload};
inline constexpr FigureHandle inferenceInstances{"inference.instances", SubjectKind::Workload};
inline constexpr FigureHandle inferenceWeights{"inference.weights", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCacheToken{"inference.cache.token", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCacheSequence{"inference.cache.sequence", SubjectKind::Workload};
inline constexpr FigureHandle inferenceMemoryAvailable{"inference.memory.available", SubjectKind::Workload};
inline constexpr FigureHandle inferenceMemoryNeeded{"inference.memory.needed", SubjectKind::Workload};
inline constexpr FigureHandle inferenceConcurrencyMost{"inference.concurrency.most", SubjectKind::Workload};
inline constexpr FigureHandle inferenceBatch{"inference.batch", SubjectKind::Workload};
inline constexpr FigureHandle inferenceTtft{"inference.ttft", SubjectKind::Workload};
inline constexpr FigureHandle inferenceTpot{"inference.tpot", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRateUser{"inference.rate.user", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRate{"inference.rate", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRateBound{"inference.rate.bound", SubjectKind::Workload};
inline constexpr FigureHandle inferenceQueries{"inference.queries", SubjectKind::Workload};
inline constexpr FigureHandle inferenceEnergy{"inference.energy", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCost{"inference.cost", SubjectKind::Workload};

} // namespace rackwright::figure_of
