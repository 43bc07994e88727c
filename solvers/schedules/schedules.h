// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The schedules that follow from the design and its figures, each with the columns of its document in order. Registers
// that persons keep (assumptions, compliance, responsibility) are made where documents are.

#include "solvers/cost/bill.h"
#include "solvers/engine/finding.h"
#include "solvers/schedules/schedule.h"

#include <functional>
#include <stop_token>
#include <string>
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
Schedule failureSchedule(const Context& context, const std::stop_token& stop = {});
/// What nccl-tests should measure of each compute network, a row per number of nodes, with room for what they do.
Schedule acceptanceSchedule(const Context& context);
/// A row per workload that serves.
Schedule inferenceSchedule(const Context& context, const FigureTable& figures);

/// A schedule that is worked out when somebody needs it.
struct ScheduleMaker {
    std::string id;      ///< of the schedule
    bool isLong = false; ///< of rows for single racks and what is in them, which files hold and no document prints
    std::function<Schedule(const std::stop_token&)> make; ///< stopped, it may be cut short
};

/// All of an edition, in the order of a package. They read the context and the figures when they are called.
std::vector<ScheduleMaker> scheduleMakers(const Context& context, const FigureTable& figures, Edition edition);
std::vector<Schedule> schedulesOf(const Context& context, const FigureTable& figures, Edition edition);

} // namespace rackwright
