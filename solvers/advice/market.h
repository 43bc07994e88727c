// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What accelerators cost and give, as the catalogue prices them, ranked by one measure: the winners of a scenario are
// worked out anew from the prices at hand. Who knows the catalogue fills the offers.

#include "model/figures/grade.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace rackwright {

/// One accelerator that has a price. What is not known stays empty and is not ranked.
struct MarketOffer {
    std::string name;                            ///< "B200"
    std::optional<double> purchaseUsd;           ///< of one, typical
    std::optional<double> densePflops;           ///< BF16, dense
    std::optional<double> memoryGb;              ///< usable
    std::optional<double> domainSize;            ///< accelerators that a scale-up link joins
    std::string system;                          ///< name of the rack-scale system that it is sold in; empty: none
    std::map<std::string, double> cloudUsdPerHour; ///< by tier: cheapest, mid, hyperscaler, spot
    std::optional<double> tokensPerS;            ///< of a 70B model, as the source gives it
    std::string date;                            ///< of the prices
};

/// One measure of an offer: "purchase-usd-per-pflops", "cloud-usd-per-mtok", "spot-usd-per-mtok",
/// "cloud-usd-per-gb-h", "cloud-usd-per-pflops-h", "cloud-usd-per-h", "mid-usd-per-h", "hyperscaler-usd-per-h",
/// "spot-usd-per-h", "purchase-usd", "domain-pflops".
struct RankedOffer {
    const MarketOffer* offer = nullptr;
    double value = 0;
};
struct MarketRanking {
    std::string unit;
    bool isHighestBest = false;
    std::vector<RankedOffer> offers; ///< best first
};
/// Nothing for a measure that there is none of.
std::optional<MarketRanking> ranked(std::span<const MarketOffer> offers, std::string_view measure);

/// A measure of the offer of a name ("H100"); nothing where it is not offered, or its measure not known.
std::optional<double> offerMeasure(std::span<const MarketOffer> offers, std::string_view name,
                                   std::string_view measure);

/// The names of all measures.
std::vector<std::string> marketMeasures();

} // namespace rackwright
