// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Plain numbers as text, without locale: the shortest digits that read back as the same double, and digits to a given
// precision. Used by files, batch output and, under the locale's marks, by the quantity printer.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// The shortest digits that read back as `value`: positional from 1e-7 up to 1e21, else with exponent ("600000",
/// "1e-9").
std::string shortestDigits(double value);

/// `value` rounded to significant digits, positional, whole digits never dropped, trailing zeros of the fraction
/// dropped.
std::string roundedDigits(double value, int significant);

/// A finite number with point and optional exponent that is the whole of `text`; nothing for anything else.
std::optional<double> plainNumber(std::string_view text);

/// The numbers that stand for each '#' of `pattern`, when the whole of `text` has its form; blanks count in neither.
/// numbersInPattern("1024*25000..40000", "#*#..#") is {1024, 25000, 40000}.
std::optional<std::vector<double>> numbersInPattern(std::string_view text, std::string_view pattern);

} // namespace rackwright
