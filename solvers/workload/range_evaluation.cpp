// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/range_evaluation.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

Value overRanges(const std::vector<Value>& inputs, const std::function<double(const std::vector<double>&)>& function) {
    Grade grade = Grade::Measured;
    bool isKnown = true;
    std::vector<double> typical;
    std::vector<std::size_t> ranges;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const Value& input = inputs[i];
        grade = weakest(grade, input.grade());
        isKnown = isKnown && input.isKnown();
        if (input.isRange())
            ranges.push_back(i);
        typical.push_back(input.typical());
    }
    if (!isKnown)
        return Value::unknown(grade);
    const double middle = function(typical);
    if (!std::isfinite(middle))
        return Value::unknown(grade); // what never ends has no number
    if (ranges.empty())
        return Value(middle, grade);
    double low = middle, high = middle;
    for (std::size_t corner = 0; corner < std::size_t{1} << ranges.size(); ++corner) {
        std::vector<double> at = typical;
        for (std::size_t i = 0; i < ranges.size(); ++i)
            at[ranges[i]] = (corner >> i) & 1U ? inputs[ranges[i]].high() : inputs[ranges[i]].low();
        const double value = function(at);
        low = std::min(low, value);
        high = std::max(high, value);
    }
    return Value::range(low, middle, high, grade);
}

} // namespace rackwright
