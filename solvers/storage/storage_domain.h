// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The storage domain: what workloads read and write, their checkpoints, and what pools give and hold.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain storageDomain();

/// STOR-01 to STOR-09.
std::vector<Rule> storageRules();

Schedule storagePoolSchedule(const Context& context, const FigureTable& figures);
/// Hop by hop, a row per pool and direction.
Schedule storagePathSchedule(const Context& context, const FigureTable& figures);
/// What each workload reads and writes.
Schedule storageJobSchedule(const Context& context, const FigureTable& figures);
/// A row per training workload and mode.
Schedule checkpointSchedule(const Context& context, const FigureTable& figures);
Schedule storageGuideSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
