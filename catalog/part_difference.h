// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs between two revisions of a part, property by property as a person reads it. Used for "newer data is
// available", for overrides and for the history of own parts; it changes nothing.

#include "catalog/catalog_rows.h"
#include "model/parts/part.h"

#include <string>
#include <vector>

namespace rackwright {

struct PartDifference {
    std::string key;    ///< "model", "weight", "power.maximum", "rate.bf16.matrix.dense", "ports.0", "price.0", ...
    std::string before; ///< empty: was not there
    std::string after;  ///< empty: is gone
    bool operator==(const PartDifference&) const = default;
};

/// In the order of the older part; what is new comes last. Empty exactly when the parts are equal.
std::vector<PartDifference> partDifferences(const Part& before, const Part& after,
                                            const std::vector<AttributeKey>& keys);

/// A number in SI in the unit that its key is read in ("130.45 kg"); in SI without unit for an unknown key.
std::string attributeText(std::string_view key, double si, const std::vector<AttributeKey>& keys);

} // namespace rackwright
