// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Throughput against latency of a served model: what all instances yield and how long requests take, by how many are
// served at a time, and where the times that are asked for are crossed. Every point is the workload itself at another
// concurrency, so that the curve passes through its figures. Charts and schedules show it.

#include "model/design/facility_rows.h"
#include "solvers/engine/context.h"
#include "solvers/engine/schedule.h"

#include <optional>
#include <vector>

namespace rackwright {

/// One number of requests at a time, of all instances.
struct LoadPoint {
    double concurrency = 0;
    double rate = 0;       ///< tokens a second that all instances generate
    double firstToken = 0; ///< s, of a request that does not wait in a queue
    double eachToken = 0;  ///< s
    double answer = 0;     ///< s of a whole answer
};

/// Times and rate that a workload asks for; unset: any.
struct LoadTargets {
    std::optional<double> firstToken, eachToken, answer; ///< s
    std::optional<double> rate;                          ///< tokens a second
    bool hasTimes() const { return firstToken || eachToken || answer; }
    /// Whether no time is longer.
    bool areKept(const LoadPoint& point) const;
};
LoadTargets loadTargetsOf(const Workload& workload);

struct LoadCurve {
    std::vector<LoadPoint> points;     ///< from one sequence an instance to all that fit, each about 1.4 times as many
    std::optional<LoadPoint> now;      ///< at the workload's own concurrency
    std::optional<LoadPoint> crossing; ///< the most that keep all times; unset: there are none, or none keeps them
    LoadTargets targets;
};
/// Without points while model, accelerator or memory are not known or not one sequence fits.
LoadCurve loadCurve(const Context& context, const Workload& workload);

/// The points of every served model, its own one and the crossing marked.
Schedule loadCurveSchedule(const Context& context);

} // namespace rackwright
