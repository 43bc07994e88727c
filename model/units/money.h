// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Money is a total in integer minor units of one currency; PriceRate a price per unit in 1e-9 of the currency.
// Rounding is half away from zero, once per quote line. Two currencies never add: the caller converts at a dated rate.

#include "model/base/fields.h"
#include "model/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace rackwright {

/// An ISO 4217 code of three letters.
class Currency {
public:
    constexpr Currency() = default;
    /// Fails on anything but three capital letters; whether ISO 4217 has the code is not asked.
    static Result<Currency> parse(std::string_view code);
    static constexpr Currency usd() { return Currency('U', 'S', 'D'); }
    static constexpr Currency eur() { return Currency('E', 'U', 'R'); }
    std::string code() const { return std::string(m_code.data(), m_code.size()); }
    /// Digits after the point of its minor unit (ISO 4217): 2, but 0 for JPY, KRW and their like, 3 for KWD, BHD, OMR.
    int minorDigits() const;
    friend constexpr auto operator<=>(const Currency&, const Currency&) = default;

private:
    constexpr Currency(char a, char b, char c) : m_code{a, b, c} {}
    std::array<char, 3> m_code{'U', 'S', 'D'};
};

/// An amount in whole minor units (cents; see Currency::minorDigits), so that bills add up exactly.
class Money {
public:
    constexpr Money() = default;
    constexpr Money(std::int64_t minorUnits, Currency currency) : m_minor(minorUnits), m_currency(currency) {}
    constexpr std::int64_t minorUnits() const { return m_minor; }
    constexpr Currency currency() const { return m_currency; }
    /// In whole units of the currency, for drawing and for interval arithmetic only.
    double inUnits() const;
    friend constexpr bool operator==(const Money&, const Money&) = default;

private:
    std::int64_t m_minor = 0;
    Currency m_currency;
};

/// Fails when the currencies differ or the sum overflows.
Result<Money> sum(const Money& a, const Money& b);

/// A price for one unit of something in whole 1e-9 of the currency, for prices below a cent.
class PriceRate {
public:
    constexpr PriceRate() = default;
    constexpr PriceRate(std::int64_t nanoUnits, Currency currency) : m_nano(nanoUnits), m_currency(currency) {}
    /// Nearest 1e-9 of the currency; fails when it does not fit.
    static Result<PriceRate> nearest(double unitsOfCurrency, Currency currency);
    constexpr std::int64_t nanoUnits() const { return m_nano; }
    constexpr Currency currency() const { return m_currency; }
    double inUnits() const { return static_cast<double>(m_nano) / 1e9; }
    friend constexpr bool operator==(const PriceRate&, const PriceRate&) = default;

private:
    std::int64_t m_nano = 0;
    Currency m_currency;
};

/// A share in parts per billion, for discounts, taxes and margins (0.12 = 120,000,000).
struct Share {
    std::int64_t ppb = 0;
    /// The nearest billionth: percent(12) is 0.12.
    static constexpr Share percent(double p) {
        return Share{static_cast<std::int64_t>(p * 1e7 + (p < 0 ? -0.5 : 0.5))};
    }
    /// 0.12 of 12 %.
    double fraction() const { return static_cast<double>(ppb) / 1e9; }
    friend constexpr auto operator<=>(const Share&, const Share&) = default;
};

/// What a price is multiplied by to become a customer's: exact, as a ratio.
struct Uplift {
    std::int64_t over = 1;
    std::int64_t under = 1;
    /// A margin of the selling price: 1 / (1 - margin). `margin` is below 1.
    static constexpr Uplift ofMargin(Share margin) { return {1'000'000'000, 1'000'000'000 - margin.ppb}; }
    /// A mark-up on the cost: 1 + markup.
    static constexpr Uplift ofMarkup(Share markup) { return {1'000'000'000 + markup.ppb, 1'000'000'000}; }
    double factor() const { return static_cast<double>(over) / static_cast<double>(under); }
    friend constexpr bool operator==(const Uplift&, const Uplift&) = default;
};

/// A dated rate: one unit of `from` is `rate` units of `to`.
struct ExchangeRate {
    Currency from;
    Currency to;
    std::int64_t nanoRate = 1'000'000'000;
    std::string date; ///< ISO 8601
    std::string source;
    static constexpr void fields(auto&& visit) {
        visit(field("from", &ExchangeRate::from), field("to", &ExchangeRate::to),
              field("nanoRate", &ExchangeRate::nanoRate, Limits{1, 1e18}), field("date", &ExchangeRate::date),
              field("source", &ExchangeRate::source));
    }
    friend bool operator==(const ExchangeRate&, const ExchangeRate&) = default;
};

/// quantityMilli is in thousandths of the sales unit (metres of tray are sold in fractions). The product is rounded
/// once, half away from zero, after quantity, discount, uplift and exchange rate. `exchange` must lead from the rate's
/// currency.
Result<Money> lineTotal(PriceRate price, std::int64_t quantityMilli, Share discount, const ExchangeRate* exchange,
                        Uplift uplift = {});

} // namespace rackwright
