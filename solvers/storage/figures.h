// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of storage, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle storageReadDemand{"storage.read.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageDataset{"storage.dataset", SubjectKind::Workload};
inline constexpr FigureHandle storageMetadataDemand{"storage.metadata.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheCapacity{"storage.cache.capacity", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheHit{"storage.cache.hit", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheRate{"storage.cache.rate", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSize{"storage.checkpoint.size", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStall{"storage.checkpoint.stall", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointWrite{"storage.checkpoint.write", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafe{"storage.checkpoint.safe", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointInterval{"storage.checkpoint.interval", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalYoung{"storage.checkpoint.interval.young",
                                                             SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalDaly{"storage.checkpoint.interval.daly", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalOptimum{"storage.checkpoint.interval.optimum",
                                                               SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallShare{"storage.checkpoint.stall.share", SubjectKind::Workload};
inline constexpr FigureHandle storageInterruption{"storage.interruption", SubjectKind::Workload};
inline constexpr FigureHandle storageRestore{"storage.restore", SubjectKind::Workload};
inline constexpr FigureHandle storageGoodput{"storage.goodput", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteDemand{"storage.write.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteMean{"storage.write.mean", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteBurst{"storage.write.burst", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointDay{"storage.checkpoint.day", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionHot{"storage.retention.hot", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionWarm{"storage.retention.warm", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionCold{"storage.retention.cold", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallSync{"storage.checkpoint.stall.sync", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeSync{"storage.checkpoint.safe.sync", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallSharded{"storage.checkpoint.stall.sharded", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeSharded{"storage.checkpoint.safe.sharded", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallAsync{"storage.checkpoint.stall.async", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeAsync{"storage.checkpoint.safe.async", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallInMemory{"storage.checkpoint.stall.in-memory",
                                                             SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeInMemory{"storage.checkpoint.safe.in-memory", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallContinuous{"storage.checkpoint.stall.continuous",
                                                               SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeContinuous{"storage.checkpoint.safe.continuous",
                                                              SubjectKind::Workload};
inline constexpr FigureHandle poolRead{"pool.read", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadDisk{"pool.read.disk", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadNode{"pool.read.node", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadPort{"pool.read.port", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadSwitch{"pool.read.switch", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadClient{"pool.read.client", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadDemand{"pool.read.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadShare{"pool.read.share", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWrite{"pool.write", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteDisk{"pool.write.disk", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteNode{"pool.write.node", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWritePort{"pool.write.port", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteSwitch{"pool.write.switch", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteClient{"pool.write.client", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteDemand{"pool.write.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteShare{"pool.write.share", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityRaw{"pool.capacity.raw", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityUsable{"pool.capacity.usable", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityOverhead{"pool.capacity.overhead", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityFillable{"pool.capacity.fillable", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityDemand{"pool.capacity.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolFill{"pool.fill", SubjectKind::StoragePool};
inline constexpr FigureHandle poolFillNodeLost{"pool.fill.node-lost", SubjectKind::StoragePool};
inline constexpr FigureHandle poolNodes{"pool.nodes", SubjectKind::StoragePool};
inline constexpr FigureHandle poolNodesNeeded{"pool.nodes.needed", SubjectKind::StoragePool};

} // namespace rackwright::figure_of
