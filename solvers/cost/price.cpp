// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cost/price.h"

#include <algorithm>
#include <array>
#include <limits>
#include <tuple>

namespace rackwright {

namespace {

// Prices by the hour or month are for renting and never on a bill.
bool isRental(std::string_view basis) {
    return basis.find("hour") != std::string_view::npos || basis.find("month") != std::string_view::npos;
}

bool isPerPiece(std::string_view basis) {
    constexpr std::array<std::string_view, 6> kPieces = {"", "each", "piece", "unit", "rack", "system"};
    return std::ranges::find(kPieces, basis) != kPieces.end();
}

bool isPerAccelerator(std::string_view basis) {
    constexpr std::array<std::string_view, 4> kBases = {"GPU", "per GPU", "accelerator", "per accelerator"};
    return std::ranges::find(kBases, basis) != kBases.end();
}

// How many of the basis make one unit of the line; nothing when the basis does not fit.
std::optional<double> countPerUnit(std::string_view basis, std::string_view unit, const Part* part) {
    if (isRental(basis))
        return std::nullopt;
    if (basis == unit || (unit == "each" && isPerPiece(basis)))
        return 1.0;
    if (unit == "each" && part && isPerAccelerator(basis))
        return fact(*part, attribute::acceleratorCount).typical();
    return std::nullopt;
}

// "2026-06-18" and "2026-06": months since the year 0; nothing where a text is no date.
std::optional<int> monthsOf(std::string_view date) {
    if (date.size() < 7 || date[4] != '-')
        return std::nullopt;
    int year = 0, month = 0;
    for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U}) {
        if (date[i] < '0' || date[i] > '9')
            return std::nullopt;
        int& into = i < 4 ? year : month;
        into = into * 10 + (date[i] - '0');
    }
    return month >= 1 && month <= 12 ? std::optional(year * 12 + month) : std::nullopt;
}

LinePrice asLinePrice(const Price& price, PriceOrigin origin) {
    LinePrice line;
    line.low = *price.rate.low();
    line.typical = *price.rate.typical();
    line.high = *price.rate.high();
    line.basis = price.basis.empty() ? "each" : price.basis;
    line.region = price.region;
    line.date = price.date;
    line.validUntil = price.validUntil;
    line.grade = price.rate.grade;
    line.source = price.rate.source;
    line.origin = origin;
    return line;
}

} // namespace

const Source& ownEstimate() {
    static const Source source{"Rackwright", "Own estimate from the planning classes beside it", {}, {}};
    return source;
}

bool LinePrice::isOwnEstimate() const { return source == ownEstimate(); }

LinePrice withSpread(LinePrice price, double share) {
    if (price.low != price.typical || price.high != price.typical)
        return price;
    const auto low = PriceRate::nearest(price.typical.inUnits() * (1 - share), price.currency());
    const auto high = PriceRate::nearest(price.typical.inUnits() * (1 + share), price.currency());
    if (low && high) {
        price.low = *low;
        price.high = *high;
    }
    return price;
}

std::optional<LinePrice> planningPrice(std::string_view basis, const Value& dollars, const Source& source,
                                       std::string assumption, double spread) {
    const auto low = PriceRate::nearest(dollars.low(), Currency::usd());
    const auto typical = PriceRate::nearest(dollars.typical(), Currency::usd());
    const auto high = PriceRate::nearest(dollars.high(), Currency::usd());
    if (!low || !typical || !high)
        return std::nullopt;
    LinePrice ours;
    ours.low = *low;
    ours.typical = *typical;
    ours.high = *high;
    ours.basis = basis;
    ours.grade = dollars.grade();
    ours.source = source;
    ours.origin = PriceOrigin::Allowance;
    ours.assumption = std::move(assumption);
    return withSpread(std::move(ours), spread);
}

LinePrice faded(LinePrice price, std::string_view day) {
    const auto now = monthsOf(day), then = monthsOf(price.date);
    const bool isPlanning = price.grade >= Grade::Estimate && price.origin == PriceOrigin::Part;
    if (!isPlanning || !now || !then || *now - *then <= kFreshMonths)
        return price;
    const double share = std::min(kMostFading, kFadingAMonth * (*now - *then - kFreshMonths));
    const auto low = PriceRate::nearest(price.low.inUnits() * (1 - share), price.currency());
    const auto high = PriceRate::nearest(price.high.inUnits() * (1 + share), price.currency());
    if (low && high) {
        price.low = *low;
        price.high = *high;
    }
    return price;
}

Result<LinePrice> scaled(const LinePrice& price, double factor) {
    LinePrice result = price;
    for (auto [from, to] : {std::pair{&price.low, &result.low}, std::pair{&price.typical, &result.typical},
                            std::pair{&price.high, &result.high}}) {
        const auto rate = PriceRate::nearest(from->inUnits() * factor, from->currency());
        if (!rate)
            return rate.error();
        *to = *rate;
    }
    return result;
}

PriceBook::PriceBook(const Context& context)
    : m_region(context.project().quote.destinationCountry), m_day(context.project().quote.date) {
    for (const PinnedPrice& pinned : context.project().prices)
        m_pinned[pinned.item].push_back(&pinned.price);
    for (const CostLine& line : context.project().costLines)
        m_costLines.emplace(line.item, &line);
}

std::optional<LinePrice> PriceBook::best(const std::vector<const Price*>& prices, std::string_view unit,
                                         const Part* part, PriceOrigin origin) const {
    const auto rank = [this](const Price& price) {
        const bool isElsewhere = !price.region.empty() && !m_region.empty() && price.region != m_region;
        return std::tuple(!isElsewhere, std::string_view(price.date), -static_cast<int>(price.rate.grade));
    };
    const Price* chosen = nullptr;
    for (const Price* price : prices)
        if (!price->rate.isUnknown() && countPerUnit(price->basis, unit, part) &&
            (!chosen || rank(*chosen) < rank(*price)))
            chosen = price;
    if (!chosen)
        return std::nullopt;
    const double count = *countPerUnit(chosen->basis, unit, part);
    const LinePrice line = faded(asLinePrice(*chosen, origin), m_day);
    if (count == 1.0)
        return line;
    const Result<LinePrice> perUnit = scaled(line, count);
    return perUnit ? std::optional(*perUnit) : std::nullopt;
}

std::optional<LinePrice> PriceBook::ofPart(const Part& part, std::string_view unit) const {
    if (const auto it = m_pinned.find(part.id); it != m_pinned.end())
        if (auto price = best(it->second, unit, &part, PriceOrigin::Pinned))
            return price;
    std::vector<const Price*> own;
    for (const Price& price : part.prices)
        own.push_back(&price);
    return best(own, unit, &part, PriceOrigin::Part);
}

std::optional<LinePrice> PriceBook::pinned(std::string_view item, std::string_view unit) const {
    const auto it = m_pinned.find(item);
    return it == m_pinned.end() ? std::nullopt : best(it->second, unit, nullptr, PriceOrigin::Pinned);
}

const CostLine* PriceBook::costLine(std::string_view item) const {
    const auto it = m_costLines.find(item);
    return it == m_costLines.end() ? nullptr : it->second;
}

const ExchangeRate* exchangeFrom(const QuoteHeader& quote, Currency from) {
    const ExchangeRate* latest = nullptr;
    for (const ExchangeRate& rate : quote.exchangeRates)
        if (rate.from == from && rate.to == quote.currency && !rate.date.empty() &&
            (!latest || latest->date < rate.date))
            latest = &rate;
    return latest;
}

Result<Amount> lineAmount(const LinePrice& price, std::int64_t quantityMilli, Share discount,
                          const ExchangeRate* exchange, Uplift uplift) {
    Amount amount;
    for (auto [rate, money] : {std::pair{&price.low, &amount.low}, std::pair{&price.typical, &amount.typical},
                               std::pair{&price.high, &amount.high}}) {
        const Result<Money> total = lineTotal(*rate, quantityMilli, discount, exchange, uplift);
        if (!total)
            return total.error();
        *money = *total;
    }
    return amount;
}

Result<Money> shareOf(const Money& base, Share share, Share discount) {
    __extension__ using Wide = __int128;
    constexpr Wide kWhole = 1'000'000'000;
    // 63 bits of base, 37 of share and 30 of discount pass 127; a cut to 1e-6 of the minor unit makes room and cannot
    // move an exact half.
    if (share.ppb < 0 || share.ppb > 100 * kWhole || base.minorUnits() < 0)
        return inputError(Message("money.too-large").with("currency", base.currency().code()));
    const Wide product = static_cast<Wide>(base.minorUnits()) * share.ppb / 1000 * (kWhole - discount.ppb);
    const Wide divisor = kWhole * kWhole / 1000;
    const Wide minor = (product + divisor / 2) / divisor;
    if (minor > std::numeric_limits<std::int64_t>::max())
        return inputError(Message("money.too-large").with("currency", base.currency().code()));
    return Money(static_cast<std::int64_t>(minor), base.currency());
}

} // namespace rackwright
