// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The valid words nearest to a mistyped one, for error messages ("unknown unit kw: kW, kWh, W").

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Edits (insert, delete, replace, swap of neighbours) from `a` to `b`; a change of case counts as a third of one.
double editDistance(std::string_view a, std::string_view b);

/// At most `count` of `words`, nearest first, equals in their given order; those with nothing in common are left out.
std::vector<std::string> nearestWords(std::string_view word, std::span<const std::string> words, std::size_t count = 3);

} // namespace rackwright
