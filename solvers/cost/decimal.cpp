// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/decimal.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace rackwright {

namespace {

__extension__ using Wide = __int128;

/// digits * 10^exponent
struct Decimal {
    Wide digits = 0;
    int exponent = 0;
};

Decimal shortestDecimal(double value) {
    std::array<char, 40> buffer;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific).ptr;
    const std::string_view text(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    const std::size_t mark = text.find('e');
    Decimal decimal;
    const char* exponent = text.data() + mark + 1;
    std::from_chars(*exponent == '+' ? exponent + 1 : exponent, end, decimal.exponent);
    bool isFraction = false;
    for (const char c : text.substr(0, mark)) {
        if (c >= '0' && c <= '9') {
            decimal.digits = decimal.digits * 10 + (c - '0');
            decimal.exponent -= isFraction ? 1 : 0;
        }
        isFraction = isFraction || c == '.';
    }
    if (std::signbit(value))
        decimal.digits = -decimal.digits;
    return decimal;
}

Wide dividedHalfEven(Wide numerator, Wide denominator) {
    const bool isNegative = numerator < 0;
    const Wide n = isNegative ? -numerator : numerator;
    const Wide rest = n % denominator;
    Wide quotient = n / denominator;
    if (rest * 2 > denominator || (rest * 2 == denominator && quotient % 2 == 1))
        ++quotient;
    return isNegative ? -quotient : quotient;
}

} // namespace

std::optional<double> productInCentsHalfEven(double a, double b) {
    constexpr double kLargest = 1e15; // cents stay exact in a double
    if (!(std::abs(a * b) < kLargest))
        return std::nullopt;
    const Decimal x = shortestDecimal(a), y = shortestDecimal(b);
    Wide cents = x.digits * y.digits; // at most 17 + 17 digits
    int exponent = x.exponent + y.exponent + 2;
    for (; exponent > 0; --exponent)
        cents *= 10;
    Wide divisor = 1;
    for (; exponent < 0 && divisor <= (static_cast<Wide>(1) << 115); ++exponent)
        divisor *= 10;
    return exponent < 0 ? 0.0 : static_cast<double>(dividedHalfEven(cents, divisor));
}

} // namespace rackwright
