// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Parts beside each other, fact by fact, as a table for people and as JSON for machines; what differs is marked.

#include "app/json_writer.h"
#include "catalog/catalog_rows.h"
#include "model/parts/part.h"
#include "ui/text/texts.h"

#include <string>
#include <vector>

namespace rackwright {

/// One row a fact, one column a part; rows whose values are not all alike begin with "*". Unknown is said, never left
/// out: a fact that one part lacks and another has is a difference.
std::string comparisonText(const std::vector<PartPtr>& parts, const std::vector<AttributeKey>& keys,
                           const Texts& texts);

/// Members "parts" (ids) and "facts" of the object that is open.
void writeComparison(JsonWriter& json, const std::vector<PartPtr>& parts, const std::vector<AttributeKey>& keys);

} // namespace rackwright
