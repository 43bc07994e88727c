// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The limits of the numbers that parts have by name ("rack-units"), in SI, beside the unit in which they are entered.
// Counts that figures, drawings and checks go through one by one have limits of their own, all others those of their
// unit.

#include "model/base/fields.h"

#include <span>
#include <string_view>

namespace rackwright {

struct AttributeLimits {
    std::string_view key;
    std::string_view unit; ///< as in the catalogue's table of attributes
    Limits limits;         ///< in SI
    bool isCount = false;  ///< a whole number
};

/// All that the catalogue knows, by key.
std::span<const AttributeLimits> attributeLimits();
/// Null for a property that the catalogue does not know.
const AttributeLimits* findAttributeLimits(std::string_view key);

} // namespace rackwright
