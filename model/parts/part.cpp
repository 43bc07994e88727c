// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/part.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

const Attribute* findAttribute(const Part& part, std::string_view key) {
    const auto it = std::ranges::find(part.attributes, key, &Attribute::key);
    return it == part.attributes.end() ? nullptr : &*it;
}

Fact<double> numberFact(const Part& part, std::string_view key) {
    const Attribute* found = findAttribute(part, key);
    return found ? found->number : Fact<double>::unknown();
}

Fact<std::string> textFact(const Part& part, std::string_view key) {
    const Attribute* found = findAttribute(part, key);
    return found ? found->text : Fact<std::string>::unknown();
}

Fact<Power> powerIn(const Part& part, PowerModeKind kind) {
    const auto it = std::ranges::find(part.powerModes, kind, &PowerMode::kind);
    return it == part.powerModes.end() ? Fact<Power>::unknown() : it->power;
}

Fact<OperationRate> computeRate(const Part& part, Precision precision, Sparsity sparsity) {
    const ComputeRate* best = nullptr;
    for (const ComputeRate& rate : part.rates) {
        if (rate.precision != precision || rate.sparsity != sparsity || rate.rate.isUnknown())
            continue;
        if (!best || *rate.rate.typical() > *best->rate.typical())
            best = &rate;
    }
    return best ? best->rate : Fact<OperationRate>::unknown();
}

std::int64_t rackUnitsOf(const Part& part) {
    const auto units = fact(part, attribute::rackUnits).typical();
    return units ? static_cast<std::int64_t>(std::ceil(*units - 1e-9)) : 0;
}

} // namespace rackwright
