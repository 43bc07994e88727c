// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/storage_domain.h"

#include "solvers/storage/figures.h"
#include "solvers/storage/formulas.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/workload/workload_figures.h"

namespace rackwright {

namespace {

constexpr std::string_view kCheckpoints = "Young 1974; Daly 2006; source document 003";
constexpr std::string_view kDemand = "MLPerf Storage, DLIO workload configurations; 6 FLOP a parameter and token";
constexpr std::string_view kPath = "hop by hop; the least counts";
constexpr std::string_view kCapacity = "sum over members; erasure code k+m";

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
    figures.push_back(ofWorkload({figure_of::storageReadDemand, "GB/s",
                                  "tokens/s x bytes, samples/s x bytes, or nodes x weights / load time", kDemand},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return readDemand<N>(context, workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageDataset, "TB", "as entered, or tokens x bytes of a token", kDemand},
                                 []<class N>(std::type_identity<N>, const Context&, const Workload& workload) {
                                     return datasetSize<N>(workload);
                                 }));
    figures.push_back(ofTraining({figure_of::storageMetadataDemand, "ops/s",
                                  "samples/s / samples of a file x operations of a file", "open, stat, close"},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return metadataDemand<N>(context, workload);
                                 }));
    figures.push_back(
        ofTraining({figure_of::storageCacheCapacity, "TB", "sum of node-local drives x (1 - reserve)", kDemand},
                   []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                       return cacheCapacity<N>(context, workload);
                   }));
    figures.push_back(ofTraining({figure_of::storageCacheHit, "%", "min(1, cache / data set)", "source document 003"},
                                 []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                                     return cacheHit<N>(context, workload);
                                 }));
    figures.push_back(ofTraining(
        {figure_of::storageCacheRate, "GB/s", "1 / (hit / local rate + (1 - hit) / pool rate)", "time per byte adds"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return cachedRate<N>(context, workload);
        }));
}

void addModes(std::vector<FigureDefinition>& figures) {
    for (std::size_t i = 0; i < EnumNames<CheckpointMode>::names.size(); ++i) {
        const auto mode = static_cast<CheckpointMode>(i);
        const std::string word(enumName(mode));
        figures.push_back(
            ofTraining({"storage.checkpoint.stall." + word, "s",
                        isBlocking(mode) ? "size / write rate" : "size / (accelerators x copy rate)", kCheckpoints},
                       [mode]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                           return stallTime<N>(context, workload, mode);
                       }));
        figures.push_back(ofTraining(
            {"storage.checkpoint.safe." + word, "s",
             isBlocking(mode) ? "size / write rate" : "copy to the host, then to where it is kept", kCheckpoints},
            [mode]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return safeTime<N>(context, workload, mode);
            }));
    }
}

void addCheckpoints(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofTraining(std::move(row), kernel));
    };
    add({figure_of::storageCheckpointSize, "GB", "parameters x bytes of a parameter", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return checkpointSize<N>(context, workload);
        });
    add({figure_of::storageCheckpointStall, "s", "of the mode chosen", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return stallTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointWrite, "s", "size / least of pool and ports of the writers", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return writeTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointSafe, "s", "of the mode chosen", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return safeTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointInterval, "min",
         "as entered, else the optimum, no less than the time to write or a minute", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return checkpointInterval<N>(context, workload);
        });
    add({figure_of::storageCheckpointIntervalYoung, "min", "sqrt(2 x stall x time to interruption)", "Young 1974"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return youngTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointIntervalDaly, "min", "sqrt(2CM) (1 + sqrt(C/2M)/3 + C/2M/9) - C", "Daly 2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return dalyTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointIntervalOptimum, "min", "least of M e^(R/M) (e^((tau+C)/M) - 1) / tau",
         "Daly 2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return optimumTime<N>(context, workload, checkpointModeOf(workload));
        });
    add({figure_of::storageCheckpointStallShare, "%", "stall / (interval + stall)", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return stallFraction<N>(context, workload);
        });
    add({figure_of::storageInterruption, "h", "accelerator-hours of a failure / accelerators", "independent failures"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return interruptionTime<N>(context, workload);
        });
    add({figure_of::storageRestore, "min", "size / read rate + restart", "source document 003"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return restoreTime<N>(context, workload);
        });
    add({figure_of::storageGoodput, "%", "tau / (M e^(R/M) (e^((tau+C)/M) - 1))", "Daly 2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return goodput<N>(context, workload);
        });
    add({figure_of::storageWriteDemand, "GB/s", "size / interval, or size / allowed stall when the job waits",
         kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return writeDemand<N>(context, workload);
        });
    add({figure_of::storageWriteMean, "GB/s", "size / interval", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return meanWriteRate<N>(context, workload);
        });
    add({figure_of::storageWriteBurst, "GB/s", "storage ports of the job's nodes", kPath},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return burstRate<N>(context, workload);
        });
    add({figure_of::storageCheckpointDay, "TB", "size x 24 h / interval", kCheckpoints},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return meanWriteRate<N>(context, workload) * Quantity<dim::Time, N>(constant<N>(unit::day.si()));
        });
    for (std::size_t i = 0; i < EnumNames<RetentionTier>::names.size(); ++i) {
        const auto tier = static_cast<RetentionTier>(i);
        add({"storage.retention." + std::string(enumName(tier)), "TB", "size x checkpoints kept",
             "source document 003"},
            [tier]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return retention<N>(context, workload, tier);
            });
    }
}

void addPaths(std::vector<FigureDefinition>& figures) {
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        const std::string prefix = "pool." + std::string(enumName(direction));
        figures.push_back(
            ofPool({prefix, "GB/s", "least of the hops", kPath},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolRate<N>(context, pool, direction);
                   }));
        for (std::size_t i = 0; i < EnumNames<StorageHop>::names.size(); ++i) {
            const auto hop = static_cast<StorageHop>(i);
            figures.push_back(ofPool(
                {prefix + "." + std::string(enumName(hop)), "GB/s", "sum over what stands there", kPath},
                [direction, hop]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                    return hopRate<N>(context, pool, hop, direction);
                }));
        }
        figures.push_back(
            ofPool({prefix + ".demand", "GB/s", "sum over the workloads it serves", kDemand},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolDemand<N>(context, pool, direction);
                   }));
        figures.push_back(
            ofPool({prefix + ".share", "%", "demand / rate", kPath},
                   [direction]<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
                       return poolDemand<N>(context, pool, direction) / poolRate<N>(context, pool, direction);
                   }));
    }
}

void addCapacity(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) { figures.push_back(ofPool(std::move(row), kernel)); };
    add({figure_of::poolCapacityRaw, "TB", "sum of the members", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return rawCapacityOf<N>(context, pool);
        });
    add({figure_of::poolCapacityUsable, "TB", "raw x k / (k + m), or as the vendor states it", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return usableCapacityOf<N>(context, pool);
        });
    add({figure_of::poolCapacityOverhead, "%", "m / k", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return Ratio<N>(codeParity<N>(context, pool) / codeData<N>(context, pool));
        });
    add({figure_of::poolCapacityFillable, "TB", "usable x (1 - free share)", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return usableCapacityOf<N>(context, pool) * fillLimit<N>(context);
        });
    add({figure_of::poolCapacityDemand, "TB", "data sets + (kept + 1) checkpoints", "source document 003"},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return capacityDemand<N>(context, pool);
        });
    add({figure_of::poolFill, "%", "demand / usable", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return fillOf<N>(context, pool, 0);
        });
    add({figure_of::poolFillNodeLost, "%", "demand / usable of the nodes left", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return fillOf<N>(context, pool, 1);
        });
    add({figure_of::poolNodes, "", "members that are present", kCapacity},
        []<class N>(std::type_identity<N>, const Context& context, const StoragePool& pool) {
            return Ratio<N>(counted<N>(memberCount(context, pool), "nodes of " + pool.name));
        });
    add({figure_of::poolNodesNeeded, "", "largest of read, write, capacity and code, and spares", kCapacity},
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
