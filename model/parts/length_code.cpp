// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/parts/length_code.h"

#include <cmath>
#include <cstdint>

namespace rackwright {

namespace {

constexpr std::string_view kAllLengths = "xxx";

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// As code columns are compared: letters and digits alone, small.
std::string plain(std::string_view text) {
    std::string made;
    for (const char c : text) {
        const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        if (isDigit(small) || (small >= 'a' && small <= 'z'))
            made += small;
    }
    return made;
}

} // namespace

bool isFamilyNumber(std::string_view partNumber) {
    return partNumber.size() > kAllLengths.size() && partNumber.ends_with(kAllLengths);
}

std::string numberOfLength(std::string_view partNumber, double metres) {
    const auto halves = static_cast<std::int64_t>(std::llround(2 * metres));
    const bool hasCode = std::abs(2 * metres - static_cast<double>(halves)) < 1e-6 && halves > 0 &&
                         (halves % 2 == 0 ? halves < 2000 : halves < 200);
    if (!isFamilyNumber(partNumber) || !hasCode)
        return std::string(partNumber);
    std::string digits = std::to_string(halves / 2);
    const std::size_t places = halves % 2 == 0 ? 3 : 2;
    digits.insert(0, places - digits.size(), '0');
    return std::string(partNumber.substr(0, partNumber.size() - kAllLengths.size())) + digits +
           (halves % 2 == 0 ? "" : "A");
}

std::optional<double> lengthOfNumber(std::string_view partNumber, std::string_view code) {
    if (!isFamilyNumber(partNumber))
        return std::nullopt;
    const std::string family = plain(partNumber.substr(0, partNumber.size() - kAllLengths.size()));
    const std::string own = plain(code);
    if (own.size() != family.size() + kAllLengths.size() || !own.starts_with(family))
        return std::nullopt;
    const std::string_view digits = std::string_view(own).substr(family.size());
    if (!isDigit(digits[0]) || !isDigit(digits[1]) || !(isDigit(digits[2]) || digits[2] == 'a'))
        return std::nullopt;
    const double tens = 10 * (digits[0] - '0') + (digits[1] - '0');
    const double metres = digits[2] == 'a' ? tens + 0.5 : 10 * tens + (digits[2] - '0');
    return metres > 0 ? std::optional(metres) : std::nullopt;
}

std::string priceItemOfLength(std::string_view partId, double metres) {
    std::string digits = std::to_string(std::llround(metres * 100) / 100);
    if (const auto cents = static_cast<int>(std::llround(metres * 100) % 100); cents != 0) {
        digits += '.';
        digits += static_cast<char>('0' + cents / 10);
        if (cents % 10 != 0)
            digits += static_cast<char>('0' + cents % 10);
    }
    return std::string(partId).append(";").append(digits).append("m");
}

} // namespace rackwright
