// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Functions of ranges in either number type: what several inputs give that is no formula of steps, with the range that
// theirs lead to. Used by the solvers of training and storage.

#include "solvers/engine/kernels.h"

#include <functional>
#include <vector>

namespace rackwright {

/// A function of several inputs that is no formula of steps: worked out at the typical values and at every corner of
/// their ranges. Unknown while one of them is.
Value overRanges(const std::vector<Value>& inputs, const std::function<double(const std::vector<double>&)>& function);

/// The same as a step of a derivation: a Traced leads back to `inputs`, with a label and reference for people; a Value
/// needs neither. All numbers are in SI; `unit` is what people read the result in.
template <class N>
N evaluated(std::string label, std::string unit, std::string reference, std::vector<N> inputs,
            const std::function<double(const std::vector<double>&)>& function) {
    std::vector<Value> values;
    for (const N& input : inputs)
        values.push_back(Numbers<N>::plain(input));
    const Value value = overRanges(values, function);
    if constexpr (std::is_same_v<N, Value>) {
        return value;
    } else {
        const double factor = siPerUnit(unit);
        return computed(value, {std::move(label), std::move(unit), factor}, std::move(reference), {},
                        std::move(inputs));
    }
}

} // namespace rackwright
