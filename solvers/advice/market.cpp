// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/market.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

std::optional<double> hourly(const MarketOffer& offer, const char* tier) {
    const auto it = offer.cloudUsdPerHour.find(tier);
    return it == offer.cloudUsdPerHour.end() ? std::nullopt : std::optional(it->second);
}

/// Of the tiers that anybody may order at any time, the cheapest.
std::optional<double> onDemand(const MarketOffer& offer) {
    for (const char* tier : {"cheapest", "mid", "hyperscaler"})
        if (const auto rate = hourly(offer, tier))
            return rate;
    return std::nullopt;
}

std::optional<double> over(const std::optional<double>& a, const std::optional<double>& b) {
    return a && b && *b > 0 ? std::optional(*a / *b) : std::nullopt;
}

constexpr double kTokensPerMillionHour = 0.0036; // millions of tokens in an hour of one a second

std::optional<double> perMillionTokens(const std::optional<double>& rate, const MarketOffer& offer) {
    const auto quotient = over(rate, offer.tokensPerS);
    return quotient ? std::optional(*quotient / kTokensPerMillionHour) : std::nullopt;
}

struct Measure {
    std::string_view name, unit;
    bool isHighestBest;
    std::optional<double> (*of)(const MarketOffer&);
};

constexpr std::array<Measure, 11> kMeasures = {
    Measure{"purchase-usd-per-pflops", "USD/PFLOPS", false,
            [](const MarketOffer& o) { return over(o.purchaseUsd, o.densePflops); }},
    {"cloud-usd-per-mtok", "USD/M tokens", false,
     [](const MarketOffer& o) { return perMillionTokens(onDemand(o), o); }},
    {"spot-usd-per-mtok", "USD/M tokens", false,
     [](const MarketOffer& o) { return perMillionTokens(hourly(o, "spot"), o); }},
    {"cloud-usd-per-gb-h", "USD/GB/h", false, [](const MarketOffer& o) { return over(onDemand(o), o.memoryGb); }},
    {"cloud-usd-per-pflops-h", "USD/PFLOPS/h", false,
     [](const MarketOffer& o) { return over(onDemand(o), o.densePflops); }},
    {"cloud-usd-per-h", "USD/h", false, onDemand},
    {"mid-usd-per-h", "USD/h", false, [](const MarketOffer& o) { return hourly(o, "mid"); }},
    {"hyperscaler-usd-per-h", "USD/h", false, [](const MarketOffer& o) { return hourly(o, "hyperscaler"); }},
    {"purchase-usd", "USD", false, [](const MarketOffer& o) { return o.purchaseUsd; }},
    {"spot-usd-per-h", "USD/h", false, [](const MarketOffer& o) { return hourly(o, "spot"); }},
    {"domain-pflops", "PFLOPS", true, [](const MarketOffer& o) -> std::optional<double> {
         return o.densePflops && o.domainSize ? std::optional(*o.densePflops * *o.domainSize) : std::nullopt;
     }}};

} // namespace

std::optional<MarketRanking> ranked(std::span<const MarketOffer> offers, std::string_view measure) {
    const auto found = std::ranges::find(kMeasures, measure, &Measure::name);
    if (found == kMeasures.end())
        return std::nullopt;
    MarketRanking ranking{std::string(found->unit), found->isHighestBest, {}};
    for (const MarketOffer& offer : offers)
        if (const auto value = found->of(offer))
            ranking.offers.push_back({&offer, *value});
    std::ranges::stable_sort(ranking.offers, [&](const RankedOffer& a, const RankedOffer& b) {
        return found->isHighestBest ? a.value > b.value : a.value < b.value;
    });
    return ranking;
}

std::optional<double> offerMeasure(std::span<const MarketOffer> offers, std::string_view name,
                                   std::string_view measure) {
    const auto offer = std::ranges::find(offers, name, &MarketOffer::name);
    const auto found = std::ranges::find(kMeasures, measure, &Measure::name);
    return offer == offers.end() || found == kMeasures.end() ? std::nullopt : found->of(*offer);
}

std::vector<std::string> marketMeasures() {
    std::vector<std::string> names;
    for (const Measure& each : kMeasures)
        names.emplace_back(each.name);
    return names;
}

} // namespace rackwright
