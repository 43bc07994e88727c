// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedules that follow from the design and its figures, each with the columns of its document in order. Registers
// that persons keep (assumptions, compliance, responsibility) are made where documents are.

#include "solvers/cost/bill.h"
#include "solvers/engine/finding.h"
#include "solvers/schedules/schedule.h"

#include <vector>

namespace rackwright {

/// What the customer gets: no cost, margin, supplier or price source is ever read for it.
Schedule billForCustomer(const Context& context, const Bill& bill);
/// For our own use, with the source of each price.
Schedule billForUs(const Context& context, const Bill& bill);

Schedule rackSchedule(const Context& context, const FigureTable& figures);
/// One row per rack unit and face in use, from the top.
Schedule elevationTable(const Context& context);
Schedule powerSchedule(const Context& context, const FigureTable& figures);
Schedule coolingSchedule(const Context& context, const FigureTable& figures);
Schedule weightSchedule(const Context& context, const FigureTable& figures);
/// What the building must provide, a row per rack.
Schedule buildingInterfaceSchedule(const Context& context, const FigureTable& figures);

Schedule storagePoolSchedule(const Context& context, const FigureTable& figures);
/// Hop by hop, a row per pool and direction.
Schedule storagePathSchedule(const Context& context, const FigureTable& figures);
/// What each workload reads and writes.
Schedule storageJobSchedule(const Context& context, const FigureTable& figures);
/// A row per training workload and mode.
Schedule checkpointSchedule(const Context& context, const FigureTable& figures);
Schedule storageGuideSchedule(const Context& context, const FigureTable& figures);
/// What one loss leaves of each network, a row per class of likes.
Schedule failureSchedule(const Context& context);
/// What nccl-tests should measure of each compute network, a row per number of nodes, with room for what they do.
Schedule acceptanceSchedule(const Context& context);
/// A row per workload that serves.
Schedule inferenceSchedule(const Context& context, const FigureTable& figures);

/// All of an edition, in the order of a package.
std::vector<Schedule> schedulesOf(const Context& context, const FigureTable& figures, Edition edition);

} // namespace rackwright
