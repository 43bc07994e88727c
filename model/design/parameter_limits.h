// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The numbers that a person enters for a workload, storage pool or generated network by name ("checkpoint-interval" =
// "30 min"), with the unit of a plain number and their limits. What they mean is the business of the solvers.

#include "model/base/fields.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace rackwright {

/// What a named parameter may be.
struct ParameterLimits {
    std::string_view name;
    std::string_view unit; ///< in which a plain number counts
    Limits limits;         ///< in SI
};

/// All of them, by name.
std::span<const ParameterLimits> parameterLimits();
/// Null for a word, a text or a name that nobody reads.
const ParameterLimits* findParameterLimits(std::string_view name);
/// Of a generated network, by how it was made.
const ParameterLimits* findGeneratorLimits(std::string_view family, std::string_view name);

/// The number of a parameter's text in SI; unset when it cannot be read.
std::optional<double> parameterNumber(const std::string& text, std::string_view unit);

} // namespace rackwright
