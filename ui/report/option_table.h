// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The options of a project side by side: what each achieves, needs and costs, as one schedule for window, files and
// command line. An option is marked as best at a criterion only where all options have a figure that is wholly known.

#include "solvers/engine/schedule.h"
#include "solvers/engine/solution.h"
#include "ui/text/texts.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// One option with all of its figures and findings.
struct SolvedOption {
    std::uint64_t id = 0;
    std::string name;
    SolutionPtr solution;
};

/// Accelerators in use of one model; of systems whose model is not known `part` is null.
struct AcceleratorsOfModel {
    const Part* part = nullptr;
    Value count = Value(0.0);
};
/// By model, in the order in which the design's parts name them.
std::vector<AcceleratorsOfModel> acceleratorsByModel(const Context& context);

/// Of every option of a project, in their order.
std::vector<SolvedOption> solvedOptions(const ProjectPtr& project, const DomainsPtr& domains,
                                        std::stop_token stop = {});

/// What options are held against each other by.
struct Criterion {
    std::string key; ///< stable: "price", "train:Pre-training"
    Message title;
    std::string unit;           ///< of the values; a currency code for money
    std::vector<Value> values;  ///< one an option, in `unit`; unknown where the option has none
    std::vector<bool> isBest;   ///< one an option; none where they cannot be compared or are all alike
    bool isWithinRange = false; ///< no best: the ranges of those that come first overlap
};
/// Whether two figures may be the same in truth: their ranges have a value in common.
bool areWithinRange(const Value& a, const Value& b);
std::vector<Criterion> criteriaOf(const std::vector<SolvedOption>& options);
/// The same with what only a comparison shows, beside what it is part of: the typical price where prices are ranges,
/// the accelerators in use by model and their memory. The rows of optionSchedule().
std::vector<Criterion> comparedCriteria(const std::vector<SolvedOption>& options);

/// Criterion, Unit, one column an option, Best.
Schedule optionSchedule(const std::vector<SolvedOption>& options);

} // namespace rackwright
