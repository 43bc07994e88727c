// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of storage, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle storageReadDemand{120, "storage.read.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageDataset{121, "storage.dataset", SubjectKind::Workload};
inline constexpr FigureHandle storageMetadataDemand{122, "storage.metadata.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheCapacity{123, "storage.cache.capacity", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheHit{124, "storage.cache.hit", SubjectKind::Workload};
inline constexpr FigureHandle storageCacheRate{125, "storage.cache.rate", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSize{126, "storage.checkpoint.size", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStall{127, "storage.checkpoint.stall", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointWrite{128, "storage.checkpoint.write", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafe{129, "storage.checkpoint.safe", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointInterval{130, "storage.checkpoint.interval", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalYoung{131, "storage.checkpoint.interval.young",
                                                             SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalDaly{132, "storage.checkpoint.interval.daly",
                                                            SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointIntervalOptimum{133, "storage.checkpoint.interval.optimum",
                                                               SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallShare{134, "storage.checkpoint.stall.share", SubjectKind::Workload};
inline constexpr FigureHandle storageInterruption{135, "storage.interruption", SubjectKind::Workload};
inline constexpr FigureHandle storageRestore{136, "storage.restore", SubjectKind::Workload};
inline constexpr FigureHandle storageGoodput{137, "storage.goodput", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteDemand{138, "storage.write.demand", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteMean{139, "storage.write.mean", SubjectKind::Workload};
inline constexpr FigureHandle storageWriteBurst{140, "storage.write.burst", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointDay{141, "storage.checkpoint.day", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionHot{142, "storage.retention.hot", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionWarm{143, "storage.retention.warm", SubjectKind::Workload};
inline constexpr FigureHandle storageRetentionCold{144, "storage.retention.cold", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallSync{145, "storage.checkpoint.stall.sync", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeSync{146, "storage.checkpoint.safe.sync", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallSharded{147, "storage.checkpoint.stall.sharded",
                                                            SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeSharded{148, "storage.checkpoint.safe.sharded",
                                                           SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallAsync{149, "storage.checkpoint.stall.async", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeAsync{150, "storage.checkpoint.safe.async", SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallInMemory{151, "storage.checkpoint.stall.in-memory",
                                                             SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeInMemory{152, "storage.checkpoint.safe.in-memory",
                                                            SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointStallContinuous{153, "storage.checkpoint.stall.continuous",
                                                               SubjectKind::Workload};
inline constexpr FigureHandle storageCheckpointSafeContinuous{154, "storage.checkpoint.safe.continuous",
                                                              SubjectKind::Workload};
inline constexpr FigureHandle poolRead{155, "pool.read", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadDisk{156, "pool.read.disk", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadNode{157, "pool.read.node", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadPort{158, "pool.read.port", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadSwitch{159, "pool.read.switch", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadClient{160, "pool.read.client", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadDemand{161, "pool.read.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolReadShare{162, "pool.read.share", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWrite{163, "pool.write", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteDisk{164, "pool.write.disk", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteNode{165, "pool.write.node", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWritePort{166, "pool.write.port", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteSwitch{167, "pool.write.switch", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteClient{168, "pool.write.client", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteDemand{169, "pool.write.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolWriteShare{170, "pool.write.share", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityRaw{171, "pool.capacity.raw", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityUsable{172, "pool.capacity.usable", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityOverhead{173, "pool.capacity.overhead", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityFillable{174, "pool.capacity.fillable", SubjectKind::StoragePool};
inline constexpr FigureHandle poolCapacityDemand{175, "pool.capacity.demand", SubjectKind::StoragePool};
inline constexpr FigureHandle poolFill{176, "pool.fill", SubjectKind::StoragePool};
inline constexpr FigureHandle poolFillNodeLost{177, "pool.fill.node-lost", SubjectKind::StoragePool};
inline constexpr FigureHandle poolNodes{178, "pool.nodes", SubjectKind::StoragePool};
inline constexpr FigureHandle poolNodesNeeded{179, "pool.nodes.needed", SubjectKind::StoragePool};

} // namespace rackwright::figure_of
