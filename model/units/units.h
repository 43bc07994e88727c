// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The units that can be read and printed: symbol, other spellings, dimension and size in SI. Symbols are
// case-sensitive, since Gb and GB, mW and MW differ. Used by the parser, the printer and whatever names a unit in a
// file.

#include "model/units/dimension.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A unit that people write, with its way to SI.
struct Unit {
    std::string_view symbol;  ///< as printed; empty for the pure number
    std::string_view aliases; ///< further spellings, separated by blanks
    RuntimeDimension dimension;
    /// SI per unit is multiplier / divisor; two whole numbers where they exist, so that 600 mm is 600 / 1000 m exactly.
    double multiplier = 1;
    double divisor = 1;
    /// SI value of 0 on the scale; only absolute temperatures (C, F) have one.
    double offset = 0;

    /// Whether its 0 is not that of SI: a point on a scale, not a difference.
    constexpr bool isAbsolute() const { return offset != 0; }
    /// SI per unit, without the offset.
    constexpr double factor() const { return multiplier / divisor; }
    constexpr double toSi(double value) const { return value * multiplier / divisor + offset; }
    constexpr double fromSi(double si) const { return (si - offset) * divisor / multiplier; }
};

/// All units, grouped by dimension; the coherent SI unit of a dimension has factor 1.
std::span<const Unit> unitTable();

/// By symbol or alias; null when there is none.
const Unit* findUnit(std::string_view word);

/// The unit of factor 1 of a dimension; null for dimensions that no unit in the table has.
const Unit* coherentUnit(RuntimeDimension dimension);

/// The longest symbol or alias that `text` begins with and that ends at a word boundary; its length in bytes.
struct UnitMatch {
    const Unit* unit = nullptr;
    std::size_t length = 0;
};
UnitMatch unitAtStart(std::string_view text);

/// Symbols nearest to a word that is no unit; those of `dimension` first.
std::vector<std::string> nearestUnits(std::string_view word, RuntimeDimension dimension);

} // namespace rackwright
