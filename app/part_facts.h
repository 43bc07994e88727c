// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Facts of a part in one list, each in the unit in which people read it, for the verbs that show and compare parts.

#include "catalog/catalog_rows.h"
#include "model/figures/value.h"
#include "model/parts/part.h"

#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// One fact of a part on its way to text or JSON.
struct PartFact {
    std::string name;
    Value value;
    std::string unit;
    std::string words; ///< instead of a number
    std::optional<Source> source;
    std::string note;
    std::string kind = {};   ///< of like facts of other parts, where `name` tells more ("ports compute"); empty: `name`
    std::string detail = {}; ///< what `name` tells more ("8 x", a date)
};

/// Properties, rates, power, flows, ports and prices of a part; names are the same for like facts of two parts.
std::vector<PartFact> factsOf(const Part& part, const std::vector<AttributeKey>& keys);

} // namespace rackwright
