// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/money.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

__extension__ using Wide = __int128;

std::int64_t power10(int n) {
    std::int64_t p = 1;
    for (int i = 0; i < n; ++i)
        p *= 10;
    return p;
}

Wide dividedHalfAwayFromZero(Wide numerator, Wide denominator) {
    const bool negative = (numerator < 0) != (denominator < 0);
    const Wide n = numerator < 0 ? -numerator : numerator;
    const Wide d = denominator < 0 ? -denominator : denominator;
    const Wide q = (n + d / 2) / d;
    return negative ? -q : q;
}

bool fits(Wide value) {
    return value <= std::numeric_limits<std::int64_t>::max() && value >= std::numeric_limits<std::int64_t>::min();
}

} // namespace

Result<Currency> Currency::parse(std::string_view code) {
    const auto isLetter = [](char c) { return c >= 'A' && c <= 'Z'; };
    if (code.size() != 3 || !isLetter(code[0]) || !isLetter(code[1]) || !isLetter(code[2]))
        return inputError(Message("money.bad-currency").with("text", code));
    return Currency(code[0], code[1], code[2]);
}

// Every line of a bill asks for it, several times.
int Currency::minorDigits() const {
    const auto isOne = [this](const auto& codes) { return std::ranges::find(codes, m_code) != codes.end(); };
    using Code = std::array<char, 3>;
    static constexpr std::array<Code, 7> none = {{{'J', 'P', 'Y'},
                                                  {'K', 'R', 'W'},
                                                  {'V', 'N', 'D'},
                                                  {'C', 'L', 'P'},
                                                  {'I', 'S', 'K'},
                                                  {'X', 'A', 'F'},
                                                  {'X', 'O', 'F'}}};
    static constexpr std::array<Code, 5> three = {
        {{'K', 'W', 'D'}, {'B', 'H', 'D'}, {'O', 'M', 'R'}, {'J', 'O', 'D'}, {'T', 'N', 'D'}}};
    return isOne(none) ? 0 : isOne(three) ? 3 : 2;
}

double Money::inUnits() const {
    return static_cast<double>(m_minor) / static_cast<double>(power10(m_currency.minorDigits()));
}

Result<Money> sum(const Money& a, const Money& b) {
    if (a.currency() != b.currency())
        return inputError(
            Message("money.two-currencies").with("first", a.currency().code()).with("second", b.currency().code()));
    std::int64_t total = 0;
    if (__builtin_add_overflow(a.minorUnits(), b.minorUnits(), &total))
        return inputError(Message("money.too-large").with("currency", a.currency().code()));
    return Money(total, a.currency());
}

Result<PriceRate> PriceRate::nearest(double unitsOfCurrency, Currency currency) {
    const double nano = unitsOfCurrency * 1e9;
    if (!std::isfinite(nano) || std::abs(nano) >= 9.2e18)
        return inputError(Message("money.too-large").with("currency", currency.code()));
    return PriceRate(std::llround(nano), currency);
}

Result<Money> lineTotal(PriceRate price, std::int64_t quantityMilli, Share discount, const ExchangeRate* exchange,
                        Uplift uplift) {
    if (exchange && exchange->from != price.currency())
        return inputError(Message("money.two-currencies")
                              .with("first", price.currency().code())
                              .with("second", exchange->from.code()));
    const Currency target = exchange ? exchange->to : price.currency();
    // Intermediate steps keep 1e-12 of the currency, nine digits below the cent, cut and never
    // rounded (a cut cannot move an exact half, since the last divisor is even); only the last step rounds.
    Wide amount = static_cast<Wide>(price.nanoUnits()) * quantityMilli; // 1e-12 of the currency
    const Wide limit = static_cast<Wide>(1) << 92;
    if (amount > limit || amount < -limit)
        return inputError(Message("money.too-large").with("currency", target.code()));
    amount = amount * (1'000'000'000 - discount.ppb) / 1'000'000'000;
    if (exchange) {
        if (amount > limit || amount < -limit)
            return inputError(Message("money.too-large").with("currency", target.code()));
        amount = amount * exchange->nanoRate / 1'000'000'000;
    }
    if (uplift.over != uplift.under) {
        if (amount > limit || amount < -limit)
            return inputError(Message("money.too-large").with("currency", target.code()));
        amount = amount * uplift.over / uplift.under;
    }
    const Wide minor = dividedHalfAwayFromZero(amount, power10(12 - target.minorDigits()));
    if (!fits(minor))
        return inputError(Message("money.too-large").with("currency", target.code()));
    return Money(static_cast<std::int64_t>(minor), target);
}

} // namespace rackwright
