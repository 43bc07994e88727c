// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <system_error>

namespace rackwright {

namespace {

constexpr int kSmallestPositional = -7, kLargestPositional = 20; // decimal exponents, as ECMAScript prints numbers
using Buffer = std::array<char, 400>;                            // the longest double takes 310 positional digits

std::string text(const Buffer& buffer, const std::to_chars_result& result) {
    return std::string(buffer.data(), static_cast<const char*>(result.ptr));
}

int decimalExponent(std::string_view scientific) {
    std::string_view digits = scientific.substr(scientific.find('e') + 1);
    if (digits.starts_with('+'))
        digits.remove_prefix(1);
    int exponent = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
    return exponent;
}

bool isDigitAt(std::string_view text, std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; }

std::size_t digitsEnd(std::string_view text, std::size_t at) {
    while (isDigitAt(text, at))
        ++at;
    return at;
}

// A point belongs to the number only before a digit, so that "1..2" is a span of two numbers.
std::size_t numberLength(std::string_view text) {
    std::size_t at = digitsEnd(text, !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0);
    if (at < text.size() && text[at] == '.' && isDigitAt(text, at + 1))
        at = digitsEnd(text, at + 1);
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
        const std::size_t sign = at + 1 < text.size() && (text[at + 1] == '-' || text[at + 1] == '+') ? 1 : 0;
        if (isDigitAt(text, at + 1 + sign))
            at = digitsEnd(text, at + 1 + sign);
    }
    return at;
}

std::string withoutBlanks(std::string_view text) {
    std::string kept;
    std::copy_if(text.begin(), text.end(), std::back_inserter(kept), [](char c) { return c != ' ' && c != '\t'; });
    return kept;
}

} // namespace

std::string shortestDigits(double value) {
    Buffer buffer;
    const auto write = [&](std::chars_format format) {
        return text(buffer, std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format));
    };
    const std::string scientific = write(std::chars_format::scientific);
    if (!std::isfinite(value))
        return scientific;
    const int exponent = decimalExponent(scientific);
    if (exponent >= kSmallestPositional && exponent <= kLargestPositional)
        return write(std::chars_format::fixed);
    std::string shortened = scientific; // "1e-09" -> "1e-9"
    const std::size_t firstDigit = shortened.find('e') + 2;
    if (shortened.at(firstDigit) == '0')
        shortened.erase(firstDigit, 1);
    return shortened;
}

std::string roundedDigits(double value, int significant) {
    Buffer buffer;
    const std::string scientific = text(buffer, std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                                              std::chars_format::scientific, significant - 1));
    if (!std::isfinite(value) || value == 0)
        return std::isfinite(value) ? "0" : scientific;
    const int decimals = std::clamp(significant - 1 - decimalExponent(scientific), 0, 60);
    std::string digits = text(
        buffer, std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals));
    if (digits.find('.') != std::string::npos) {
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.ends_with('.'))
            digits.pop_back();
    }
    return digits == "-0" ? "0" : digits;
}

std::optional<double> plainNumber(std::string_view word) {
    if (word.starts_with('+') && !word.starts_with("+-"))
        word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<std::vector<double>> numbersInPattern(std::string_view spacedText, std::string_view spacedPattern) {
    const std::string text = withoutBlanks(spacedText), pattern = withoutBlanks(spacedPattern);
    std::string_view rest = text;
    std::vector<double> numbers;
    for (const char expected : pattern) {
        if (expected != '#') {
            if (!rest.starts_with(expected))
                return std::nullopt;
            rest.remove_prefix(1);
            continue;
        }
        const std::size_t length = numberLength(rest);
        const std::optional<double> number = plainNumber(rest.substr(0, length));
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
        rest.remove_prefix(length);
    }
    return rest.empty() ? std::optional(numbers) : std::nullopt;
}

} // namespace rackwright
