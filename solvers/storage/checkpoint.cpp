// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/checkpoint.h"

#include "solvers/workload/checkpoint_interval.h"

namespace rackwright {

CheckpointMode checkpointModeOf(const Workload& workload) {
    return enumFromName<CheckpointMode>(parameterWord(workload.parameters, "checkpoint-mode", "async"))
        .value_or(CheckpointMode::Async);
}

std::optional<CheckpointBackend> checkpointBackendOf(const Workload& workload) {
    return enumFromName<CheckpointBackend>(parameterWord(workload.parameters, "checkpoint-backend", ""));
}

bool isBlocking(CheckpointMode mode) { return mode == CheckpointMode::Sync || mode == CheckpointMode::Sharded; }

double dalyOf(double stall, double interruption) { return dalyInterval({stall, interruption, 0}); }

double optimumOf(double stall, double interruption) { return exactInterval({stall, interruption, 0}); }

double usefulShare(double work, double stall, double interruption, double restart) {
    return goodputAt(work, {stall, interruption, restart});
}

} // namespace rackwright
