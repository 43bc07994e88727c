// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/row_parameters.h"

#include "model/design/parameter_limits.h"

#include <algorithm>

namespace rackwright {

const std::string* findParameter(const std::vector<Parameter>& parameters, std::string_view name) {
    const auto it = std::ranges::find(parameters, name, &Parameter::name);
    return it == parameters.end() || it->value.empty() ? nullptr : &it->value;
}

std::string_view parameterWord(const std::vector<Parameter>& parameters, std::string_view name,
                               std::string_view otherwise) {
    const std::string* text = findParameter(parameters, name);
    return text ? std::string_view(*text) : otherwise;
}

std::optional<Value> parameterValue(const std::vector<Parameter>& parameters, std::string_view name,
                                    std::string_view unit) {
    const std::string* text = findParameter(parameters, name);
    if (!text)
        return std::nullopt;
    const std::optional<double> si = parameterNumber(*text, unit);
    const ParameterLimits* known = findParameterLimits(name);
    const bool isRead = si && (!known || known->limits.contain(*si));
    // A row does not say who chose its parameters: a plan search, a form or the customer.
    return isRead ? Value(*si, Grade::Assumption) : Value::unknown(Grade::Assumption);
}

} // namespace rackwright
