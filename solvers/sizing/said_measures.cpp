// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/said_measures.h"
#include "model/base/letter_case.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace rackwright {

namespace {

constexpr auto kTimeWords = std::to_array<UnitWord>({{"day", 86400},
                                                     {"week", 604800},
                                                     {"month", 2629800},
                                                     {"year", 31557600},
                                                     {"hour", 3600},
                                                     {"min", 60},
                                                     {"quarter", 7889400},
                                                     {"tag", 86400},
                                                     {"woche", 604800},
                                                     {"monat", 2629800},
                                                     {"ms", 1e-3},
                                                     {"milli", 1e-3},
                                                     {"sec", 1},
                                                     {"d", 86400},
                                                     {"h", 3600},
                                                     {"s", 1},
                                                     {"w", 604800}});
constexpr auto kPowerWords =
    std::to_array<UnitWord>({{"mw", 1e6}, {"kw", 1e3}, {"gw", 1e9}, {"mva", 1e6}, {"kva", 1e3}, {"w", 1}});

bool isAlphanumeric(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// Whether a comma parts thousands: three digits follow, and no fourth.
bool isGroup(std::string_view text, std::size_t comma) {
    std::size_t digits = 0;
    while (comma + 1 + digits < text.size() && std::isdigit(static_cast<unsigned char>(text[comma + 1 + digits])))
        ++digits;
    return digits == 3;
}

/// The letters that a text begins with, in lower case, with what a name is grown to behind them.
std::string firstWord(std::string_view text) {
    std::size_t end = 0;
    while (end < text.size() && std::isalpha(static_cast<unsigned char>(text[end])))
        ++end;
    // "H100s" is a name, and no hours.
    if (end > 0 && end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])))
        while (end < text.size() && isAlphanumeric(text[end]))
            ++end;
    return lowerCase(text.substr(0, end));
}

} // namespace

UnitWords timeWords() { return kTimeWords; }
UnitWords powerWords() { return kPowerWords; }

bool says(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

bool saysAny(std::string_view text, std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [text](std::string_view word) { return says(text, word); });
}

std::optional<NumberIn> numberIn(std::string_view text, std::size_t from) {
    constexpr auto kWords = std::to_array<std::string_view>(
        {"no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"});
    for (std::size_t i = from; i < text.size(); ++i) {
        const bool isStart = i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1]));
        if (isStart && std::isdigit(static_cast<unsigned char>(text[i]))) {
            std::string digits;
            std::size_t end = i;
            for (; end < text.size(); ++end) {
                const char c = text[end];
                const bool isNextDigit =
                    end + 1 < text.size() && std::isdigit(static_cast<unsigned char>(text[end + 1]));
                if (std::isdigit(static_cast<unsigned char>(c)) || (c == '.' && isNextDigit))
                    digits += c;
                else if (c == ',' && isNextDigit && !isGroup(text, end))
                    digits += '.'; // "1,2 MW" is no 12 MW
                else if (!(c == ',' && isNextDigit))
                    break;
            }
            if (end + 1 < text.size() && (text[end] == 'e' || text[end] == 'E') &&
                std::isdigit(static_cast<unsigned char>(text[end + 1]))) {
                digits += 'e';
                for (++end; end < text.size() && std::isdigit(static_cast<unsigned char>(text[end])); ++end)
                    digits += text[end];
            }
            double value = 0;
            if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc{})
                return std::nullopt;
            const bool isSigned = i > from && text[i - 1] == '-' && (i == from + 1 || !isAlphanumeric(text[i - 2]));
            value = isSigned ? -value : value;
            std::string_view rest = text.substr(end);
            while (!rest.empty() && rest.front() == ' ')
                rest.remove_prefix(1);
            return NumberIn{value, rest, i, end};
        }
        if (!isStart)
            continue;
        for (std::size_t word = 1; word < kWords.size(); ++word) {
            const std::string_view each = kWords[word];
            const std::size_t end = i + each.size();
            if (lowerCase(text.substr(i, each.size())) == each &&
                (end == text.size() || !std::isalpha(static_cast<unsigned char>(text[end])))) {
                std::string_view rest = text.substr(end);
                while (!rest.empty() && rest.front() == ' ')
                    rest.remove_prefix(1);
                return NumberIn{static_cast<double>(word), rest, i, end};
            }
        }
    }
    return std::nullopt;
}

double multiplier(std::string_view rest) {
    constexpr auto kWords = std::to_array<std::pair<std::string_view, double>>({{"thousand", 1e3},
                                                                                {"million", 1e6},
                                                                                {"billion", 1e9},
                                                                                {"trillion", 1e12},
                                                                                {"bn", 1e9},
                                                                                {"mio", 1e6},
                                                                                {"mln", 1e6},
                                                                                {"mn", 1e6},
                                                                                {"mrd", 1e9}});
    const std::string low = lowerCase(rest);
    for (const auto& [word, factor] : kWords)
        if (low.starts_with(word))
            return factor;
    const bool isAlone = rest.size() < 2 || !std::isalpha(static_cast<unsigned char>(rest[1]));
    if (rest.empty() || !isAlone)
        return 1;
    switch (rest.front()) {
    case 'k':
    case 'K':
        return 1e3;
    case 'm':
    case 'M':
        return 1e6;
    case 'b':
    case 'B':
    case 'G':
        return 1e9;
    case 't':
    case 'T':
        return 1e12;
    default:
        return 1;
    }
}

std::optional<double> unitFactor(std::string_view rest, UnitWords units) {
    constexpr std::size_t kShort = 2; // letters; "d" is no beginning of "dollars"
    const std::string word = firstWord(rest);
    for (const auto& [unit, factor] : units)
        if (unit.size() > kShort ? word.starts_with(unit) : word == unit)
            return factor;
    return std::nullopt;
}

bool hasForeignUnit(std::string_view rest, UnitWords units) {
    constexpr auto kPlain = std::to_array<std::string_view>(
        {"a",   "and",     "at", "business", "calendar", "each", "for",   "from",    "in",     "is",     "it",
         "max", "maximum", "of", "or",       "per",      "to",   "total", "utility", "within", "working"});
    const std::string word = firstWord(rest);
    return !word.empty() && !unitFactor(rest, units) && std::ranges::find(kPlain, word) == kPlain.end();
}

std::vector<std::string> nameWords(std::string_view name) {
    std::vector<std::string> words;
    bool isOpen = false;
    for (const char c : name) {
        const auto u = static_cast<unsigned char>(c);
        if (!std::isalnum(u)) {
            isOpen = false;
            continue;
        }
        if (!isOpen)
            words.emplace_back();
        isOpen = true;
        words.back() += lowerCase(c);
    }
    return words;
}

} // namespace rackwright
