// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which price a line of the bill takes: the project's pinned prices first, then the part's own; and the arithmetic of
// one line's amount. It asks no catalogue and never converts without a dated rate.

#include "model/figures/fact.h"
#include "solvers/engine/context.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

enum class PriceOrigin : std::uint8_t { Pinned, Part, CostLine, QuoteLine, Allowance };
template <>
struct EnumNames<PriceOrigin> {
    static constexpr std::array<std::string_view, 5> names = {"pinned", "part", "cost-line", "quote-line", "allowance"};
};

/// A price per unit before discount, in its own currency.
struct LinePrice {
    PriceRate low, typical, high;
    std::string basis = "each";
    std::string region;
    std::string date;       ///< ISO 8601; empty: undated
    std::string validUntil; ///< ISO 8601; empty: open
    Grade grade = Grade::Estimate;
    std::optional<Source> source;
    PriceOrigin origin = PriceOrigin::Part;
    std::string assumption; ///< key of the setting it comes from
    bool operator==(const LinePrice&) const = default;

    Currency currency() const { return typical.currency(); }
    /// Estimated by ourselves from planning classes beside it, since the catalogue has none.
    bool isOwnEstimate() const;
};

/// The source of such prices.
const Source& ownEstimate();

/// Low, typical and high amount of a line in the quote's currency.
struct Amount {
    Money low, typical, high;
    bool operator==(const Amount&) const = default;
};

/// The same price with its range widened by `share` where it has none.
LinePrice withSpread(LinePrice price, double share);

inline constexpr int kFreshMonths = 6;         ///< a planning price stays as it is for so long
inline constexpr double kFadingAMonth = 0.02;  ///< of each end of its range, for each month beyond
inline constexpr double kMostFading = 0.30;
/// A planning price (the part's own, at grade estimate or worse) as seen on `day` (ISO 8601): beyond six months its range
/// widens by 2 % at each end for each month, up to 30 %. Prices that somebody gave, and those of no known age, stay.
LinePrice faded(LinePrice price, std::string_view day);

/// A price of ours in US dollars, with `spread` where it has no range; nothing where it is beyond any price.
std::optional<LinePrice> planningPrice(std::string_view basis, const Value& dollars, const Source& source,
                                       std::string assumption, double spread);

/// Scaled by a count ("per accelerator" -> per node); fails when it does not fit.
Result<LinePrice> scaled(const LinePrice& price, double factor);

/// Reads dated prices of one snapshot.
class PriceBook {
public:
    explicit PriceBook(const Context& context);

    /// The price of a part in `unit` ("each", "metre"): pinned before own, then the latest date, then the better grade.
    std::optional<LinePrice> ofPart(const Part& part, std::string_view unit) const;
    /// A pinned price of an item that is no part (a cost line, an allowance class).
    std::optional<LinePrice> pinned(std::string_view item, std::string_view unit) const;
    /// The project's cost line of an item, or null.
    const CostLine* costLine(std::string_view item) const;

private:
    std::optional<LinePrice> best(const std::vector<const Price*>& prices, std::string_view unit, const Part* part,
                                  PriceOrigin origin) const;

    std::map<std::string, std::vector<const Price*>, std::less<>> m_pinned;
    std::map<std::string, const CostLine*, std::less<>> m_costLines;
    std::string m_region;
    std::string m_day; ///< of the quote; empty: none
};

/// The dated rate of the quote header from a currency to the quote's; null when there is none or it has no date.
const ExchangeRate* exchangeFrom(const QuoteHeader& quote, Currency from);

/// Quantity x price x (1 - discount) x uplift x exchange, each rounded once.
Result<Amount> lineAmount(const LinePrice& price, std::int64_t quantityMilli, Share discount,
                          const ExchangeRate* exchange, Uplift uplift = {});

/// A share of an amount, rounded once half away from zero; fails when it does not fit.
Result<Money> shareOf(const Money& base, Share share, Share discount);

} // namespace rackwright
