// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/checkpoint.h"

#include "solvers/training/checkpoint_interval.h"

#include <algorithm>

namespace rackwright {

CheckpointMode checkpointModeOf(const Workload& workload) {
    return enumFromName<CheckpointMode>(parameterWord(workload.parameters, "checkpoint-mode", "async"))
        .value_or(CheckpointMode::Async);
}

bool isBlocking(CheckpointMode mode) { return mode == CheckpointMode::Sync || mode == CheckpointMode::Sharded; }

Value overRanges(const std::vector<Value>& inputs, const std::function<double(const std::vector<double>&)>& function) {
    Grade grade = Grade::Measured;
    bool isKnown = true, isRange = false;
    std::vector<double> typical;
    for (const Value& input : inputs) {
        grade = weakest(grade, input.grade());
        isKnown = isKnown && input.isKnown();
        isRange = isRange || input.isRange();
        typical.push_back(input.typical());
    }
    if (!isKnown)
        return Value::unknown(grade);
    const double middle = function(typical);
    if (!isRange)
        return Value(middle, grade);
    double low = middle, high = middle;
    for (std::size_t corner = 0; corner < std::size_t{1} << inputs.size(); ++corner) {
        std::vector<double> at;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            at.push_back((corner >> i) & 1U ? inputs[i].high() : inputs[i].low());
        const double value = function(at);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return Value::range(low, middle, high, grade);
}

double dalyOf(double stall, double interruption) { return dalyInterval({stall, interruption, 0}); }

double optimumOf(double stall, double interruption) { return exactInterval({stall, interruption, 0}); }

double usefulShare(double work, double stall, double interruption, double restart) {
    return goodputAt(work, {stall, interruption, restart});
}

} // namespace rackwright
