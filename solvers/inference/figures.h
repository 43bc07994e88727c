// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of inference, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle inferenceAccelerators{195, "inference.accelerators", SubjectKind::Workload};
inline constexpr FigureHandle inferenceInstanceSize{196, "inference.instance.size", SubjectKind::Workload};
inline constexpr FigureHandle inferenceInstances{197, "inference.instances", SubjectKind::Workload};
inline constexpr FigureHandle inferenceWeights{198, "inference.weights", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCacheToken{199, "inference.cache.token", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCacheSequence{200, "inference.cache.sequence", SubjectKind::Workload};
inline constexpr FigureHandle inferenceMemoryAvailable{201, "inference.memory.available", SubjectKind::Workload};
inline constexpr FigureHandle inferenceMemoryNeeded{202, "inference.memory.needed", SubjectKind::Workload};
inline constexpr FigureHandle inferenceConcurrencyMost{203, "inference.concurrency.most", SubjectKind::Workload};
inline constexpr FigureHandle inferenceBatch{204, "inference.batch", SubjectKind::Workload};
inline constexpr FigureHandle inferenceTtft{205, "inference.ttft", SubjectKind::Workload};
inline constexpr FigureHandle inferenceTpot{206, "inference.tpot", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRateUser{207, "inference.rate.user", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRate{208, "inference.rate", SubjectKind::Workload};
inline constexpr FigureHandle inferenceRateBound{209, "inference.rate.bound", SubjectKind::Workload};
inline constexpr FigureHandle inferenceQueries{210, "inference.queries", SubjectKind::Workload};
inline constexpr FigureHandle inferenceEnergy{211, "inference.energy", SubjectKind::Workload};
inline constexpr FigureHandle inferenceCost{212, "inference.cost", SubjectKind::Workload};

} // namespace rackwright::figure_of
