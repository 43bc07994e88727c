// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How much the catalogue knows: of each kind of part, in how many a deciding field is known, and in how many of these
// it is a planning range of ours.

#include "model/parts/part.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace rackwright {

/// What decides a design or an order.
enum class CoverageField : std::uint8_t {
    OrderCode,
    Price,
    Weight,
    RackUnits,
    Depth,
    MaximumPower,
    TypicalPower,
    Ports,
    Lifecycle,
    LeadTime
};
template <>
struct EnumNames<CoverageField> {
    static constexpr std::array<std::string_view, 10> names = {
        "order-code",    "price",         "weight", "rack-units", "depth",
        "maximum-power", "typical-power", "ports",  "lifecycle",  "lead-time"};
};

/// Parts of one kind that have a field, counted; a field that a part cannot have (ports of a rack) is not asked of it.
struct FieldCoverage {
    std::int64_t asked = 0;
    std::int64_t known = 0;     ///< with a value or a range, at any grade
    std::int64_t estimated = 0; ///< of the known: at grade estimate
};

struct CategoryCoverage {
    PartCategory category = PartCategory::Other;
    std::int64_t parts = 0;
    std::array<FieldCoverage, EnumNames<CoverageField>::names.size()> fields;

    const FieldCoverage& of(CoverageField field) const { return fields[static_cast<std::size_t>(field)]; }
};

/// Of products, without planning classes, software and what is rented; in the order of the categories.
std::vector<CategoryCoverage> coverageOf(const std::vector<PartPtr>& parts);

} // namespace rackwright
