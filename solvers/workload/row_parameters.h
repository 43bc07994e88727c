// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a person entered for one workload or storage pool ("checkpoint-interval" = "30 min"), read by name with its
// unit; what is not entered falls back to the setting of the design. Used by the solvers of storage and inference.

#include "model/design/facility_rows.h"
#include "solvers/engine/kernels.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The text of a parameter, or null.
const std::string* findParameter(const std::vector<Parameter>& parameters, std::string_view name);
/// The word of a parameter, or `otherwise` when it is not given.
std::string_view parameterWord(const std::vector<Parameter>& parameters, std::string_view name,
                               std::string_view otherwise);

/// In SI: a number with a unit ("30 min"), or a plain one that counts in `unit`. Unset when not given; unknown when it
/// cannot be read or lies outside its limits, so that nothing is guessed.
std::optional<Value> parameterValue(const std::vector<Parameter>& parameters, std::string_view name,
                                    std::string_view unit);

/// A parameter as a leaf of a derivation; unset when not given.
template <class N>
std::optional<N> givenParameter(const std::vector<Parameter>& parameters, const std::string& row, std::string_view name,
                                std::string_view unit) {
    const std::optional<Value> value = parameterValue(parameters, name, unit);
    if (!value)
        return std::nullopt;
    if constexpr (std::is_same_v<N, Value>)
        return *value;
    else
        return Numbers<N>::given(*value, {std::string(name) + ", " + row, std::string(unit), siPerUnit(unit)}, {});
}

/// The parameter of the row, else the setting.
template <class N, class Row, class D>
Quantity<D, N> parameterOr(const Context& context, const Row& row, std::string_view name, const SettingKey<D>& key) {
    if (const auto given = givenParameter<N>(row.parameters, row.name, name, key.unit))
        return Quantity<D, N>(*given);
    return setting<N>(context, key);
}

} // namespace rackwright
