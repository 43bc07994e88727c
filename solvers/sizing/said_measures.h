// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Numbers and measures as people say them: "2T tokens", "45 days", "two", "1.2 MW".

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

/// Whether a text in lower case has a word, or a part of one.
bool says(std::string_view text, std::string_view word);
bool saysAny(std::string_view text, std::initializer_list<std::string_view> words);

/// "nv", "dgx", "h200": words of a name in lower case, split at what is no letter or digit.
std::vector<std::string> nameWords(std::string_view name);

/// The first number of a text, in digits, with its sign, or as a word up to twelve, and what follows it.
struct NumberIn {
    double value = 0;
    std::string_view rest;
    std::size_t start = 0;
    std::size_t end = 0; ///< behind the number, before the blanks that follow it
};
std::optional<NumberIn> numberIn(std::string_view text, std::size_t from = 0);

/// Of "M", "million", "T" behind a count; 1 where there is none.
double multiplier(std::string_view rest);

/// Words of a unit with its SI value. Short ones are whole words, of longer ones ("day") the beginning of one is enough.
using UnitWord = std::pair<std::string_view, double>;
using UnitWords = std::span<const UnitWord>;
std::optional<double> unitFactor(std::string_view rest, UnitWords units);
/// Whether what follows a number begins with a word that is no unit of these and no word of plain speech ("a rack").
bool hasForeignUnit(std::string_view rest, UnitWords units);

/// In s, months of 30.4375 days.
UnitWords timeWords();
/// In W; an apparent power counts as power.
UnitWords powerWords();

} // namespace rackwright
