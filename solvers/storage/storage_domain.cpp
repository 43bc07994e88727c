// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/storage_domain.h"

#include "solvers/storage/figures.h"
#include "solvers/storage/formulas.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/workload/workload_figures.h"

namespace rackwright {

namespace {

constexpr std::string_view kCheckpoints = "reference.checkpoints";
constexpr std::string_view kDemand = "reference.storage-demand";
constexpr std::string_view kPath = "reference.storage-path";
constexpr std::string_view kCapacity = "reference.pool-members";

Reads storedReads() {
    return Reads::only({"workloads", "storage_pools", "devices", "networks", "cables", "cable_details",
                        "power_elements", "cooling_units"});
}

template <class Kernel>
FigureDefinition ofWorkload(FigureRowText row, Kernel kernel) {
    return figureOfWorkload(std::move(row), storedReads(), nullptr, kernel);
}
template <class Kernel>
FigureDefinition ofTraining(FigureRowText row, Kernel kernel) {
    return figureOfWorkload(std::move(row), storedReads(), isTraining, kernel);
}
template <class Kernel>
FigureDefinition ofPool(FigureRowText row, Kernel kernel) {
    return figure(definitionOf(std::move(row), SubjectKind::StoragePool, storedReads()),
                  [kernel]<class N>(std::type_identity<N> number, const Context& context, Subject subject) {
                      return kernel(number, context, poolOf(context, subject));
                  });
}

void addDemand(std::vector<FigureDefinition>& figures) {
    figures.push_back(ofWorkload({figure_of::storageReadDemand, "GB/s", kDemand},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return readDemand<N>(context, workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageDataset, "TB", kDemand},
                                 []<class N>(std::type_identity<N>, const Context&, const Workload& workload) {
                                     return datasetSize<N>(workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageMetadataDemand, "ops/s", "reference.file-operations"},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return metadataDemand<N>(context, workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageCacheCapacity, "TB", kDemand},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return cacheCapacity<N>(context, workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageCacheHit, "%", "reference.source-document-003"},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return cacheHit<N>(context, workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageCacheRate, "GB/s", "reference.time-per-byte"},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return cachedRate<N>(context, workload);
                                 }));
}

void addModes(std::vector<FigureDefinition>& figures) {
    for (std::size_t i = 0; i < EnumNames<CheckpointMode>::names.size(); ++i) {
        const auto mode = static_cast<CheckpointMode>(i);
        const std::string word(enumName(mode));
        figures.push_back(
            ofTraining({"storage.checkpoint.stall." + word, "s", kCheckpoints},
                       [mode]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                           return stallTime<N>(context, workload, mode);
                       }));
        figures.push_back(
            ofTraining({"storage.checkpoint.safe." + word, "s", kCheckpoints},
                       [mode]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                           return safeTime<N>(context, workload, mode);
                       }));
    }
}

void addCheckpoints(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofTraining(std::move(row), kernel));
    };
    add({figure_of::storageCheckpointSize, "GB", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return checkpointSize<N>(context, workload);
        });
    add({figure_of::storageCheckpointStall, "s", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return stallTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointWrite, "s", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return writeTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointSafe, "s", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return safeTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointInterval, "min", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return checkpointInterval<N>(context, workload);
        });
    add({figure_of::storageCheckpointIntervalYoung, "min", "reference.young-1974"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return youngTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointIntervalDaly, "min", "reference.daly-2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return dalyTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointIntervalOptimum, "min", "reference.daly-2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return optimumTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointStallShare, "%", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return stallFraction<N>(context, workload);
        });
    add({figure_of::storageInterruption, "h", "reference.independent-failures"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return interruptionTime<N>(context, workload);
        });
    add({figure_of::storageRestore, "min", "reference.source-document-003"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return restoreTime<N>(context, workload);
        });
    add({figure_of::storageGoodput, "%", "reference.daly-2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return goodput<N>(context, workload);
        });
    add({figure_of::storageWriteDemand, "GB/s", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return writeDemand<N>(context, workload);
        });
    add({figure_of::storageWriteMean, "GB/s", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return meanWriteRate<N>(context, workload);
        });
    add({figure_of::storageWriteBurst, "GB/s", kPath},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return burstRate<N>(context, workload);
        });
    add({figure_of::storageCheckpointDay, "TB", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return meanWriteRate<N>(context, workload) * Quantity<dim::Time, N>(constant<N>(unit::day.si()));
        });
    for (std::size_t i = 0; i < EnumNames<RetentionTier>::names.size(); ++i) {
        const auto tier = static_cast<RetentionTier>(i);
        add({"storage.retention." + std::string(enumName(tier)), "TB", "reference.source-document-003"},
            [tier]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return retention<N>(context, workload, tier);
            });
    }
}

void addPaths(std::vector<FigureDefinition>& figures) {
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        const std::string prefix = "pool." + std::string(enumName(direction));
        figures.push_back(
            ofPool({prefix, "GB/s", kPath},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolRate<N>(context, pool, direction);
                   }));
        for (std::size_t i = 0; i < EnumNames<StorageHop>::names.size(); ++i) {
            const auto hop = static_cast<StorageHop>(i);
            figures.push_back(ofPool(
                {prefix + "." + std::string(enumName(hop)), "GB/s", kPath},
                [direction, hop]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                    return hopRate<N>(context, pool, hop, direction);
                }));
        }
        figures.push_back(
            ofPool({prefix + ".demand", "GB/s", kDemand},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolDemand<N>(context, pool, direction);
                   }));
        figures.push_back(
            ofPool({prefix + ".share", "%", kPath},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolDemand<N>(context, pool, direction) / poolRate<N>(context, pool, direction);
                   }));
    }
}

void addCapacity(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) { figures.push_back(ofPool(std::move(row), kernel)); };
    add({figure_of::poolCapacityRaw, "TB", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return rawCapacityOf<N>(context, pool);
        });
    add({figure_of::poolCapacityUsable, "TB", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return usableCapacityOf<N>(context, pool);
        });
    add({figure_of::poolCapacityOverhead, "%", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return Ratio<N>(codeParity<N>(context, pool) / codeData<N>(context, pool));
        });
    add({figure_of::poolCapacityFillable, "TB", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return usableCapacityOf<N>(context, pool) * fillLimit<N>(context);
        });
    add({figure_of::poolCapacityDemand, "TB", "reference.source-document-003"},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return capacityDemand<N>(context, pool);
        });
    add({figure_of::poolFill, "%", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return fillOf<N>(context, pool, 0);
        });
    add({figure_of::poolFillNodeLost, "%", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return fillOf<N>(context, pool, 1);
        });
    add({figure_of::poolNodes, "", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return Ratio<N>(counted<N>(memberCount(context, pool), "nodes of " + pool.name));
        });
    add({figure_of::poolNodesNeeded, "", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return nodesNeeded<N>(context, pool);
        });
}

} // namespace

Domain storageDomain() {
    Domain domain;
    domain.name = "storage";
    addDemand(domain.figures);
    addCheckpoints(domain.figures);
    addModes(domain.figures);
    addPaths(domain.figures);
    addCapacity(domain.figures);
    domain.rules = storageRules();
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::jobUtilisation);
    add(setting_of::checkpointBytes);
    add(setting_of::snapshotRate);
    add(setting_of::changedShare);
    add(setting_of::restartTime);
    add(setting_of::acceleratorMttf);
    add(setting_of::shortestInterval);
    add(setting_of::stallShare);
    add(setting_of::keptHot);
    add(setting_of::keptWarm);
    add(setting_of::keptCold);
    add(setting_of::freeShare);
    add(setting_of::loadTime);
    add(setting_of::fileOperations);
    add(setting_of::codeData);
    add(setting_of::codeParity);
    add(setting_of::nvmeRead);
    add(setting_of::nvmeWrite);
    add(setting_of::diskRate);
    add(setting_of::cacheReserve);
    add(setting_of::localRead);
    domain.formulas = addStorageFormulas;
    domain.schedules = {
        {"storage-pools", 100, [](const ScheduleInput& in) { return storagePoolSchedule(in.context, in.figures); },
         false},
        {"storage-paths", 110, [](const ScheduleInput& in) { return storagePathSchedule(in.context, in.figures); },
         false},
        {"storage-workloads", 120, [](const ScheduleInput& in) { return storageJobSchedule(in.context, in.figures); },
         false},
        {"checkpoints", 130, [](const ScheduleInput& in) { return checkpointSchedule(in.context, in.figures); }, false},
        {"storage-guides", 140, [](const ScheduleInput& in) { return storageGuideSchedule(in.context, in.figures); },
         false}};
    return domain;
}

} // namespace rackwright
