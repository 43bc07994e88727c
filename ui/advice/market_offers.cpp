// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/advice/market_offers.h"

#include "model/units/number_text.h"
#include "solvers/advice/guide_book.h"
#include "solvers/sizing/systems.h"

#include <algorithm>

namespace rackwright {

namespace {

constexpr std::string_view kRates = "inference_cost"; ///< the source's table of tokens a second
constexpr double kLargestBoard = 16;                  ///< accelerators that one server joins; above it is a rack

/// "H100", "H100 PCIe", "MI300X".
std::string offerName(const Part& part) {
    const std::string type = acceleratorType(part);
    return part.model.find("PCIe") == std::string::npos ? type : type + " PCIe";
}

std::optional<double> dollars(const Fact<PriceRate>& rate) {
    const auto typical = rate.typical();
    if (!typical || typical->currency() != Currency::usd())
        return std::nullopt;
    return typical->inUnits();
}

std::optional<double> purchasePrice(const Part& part) {
    for (const Price& price : part.prices)
        if (price.basis == "each")
            if (const auto usd = dollars(price.rate))
                return usd;
    return std::nullopt;
}

std::map<std::string, double> ratesByPart() {
    std::map<std::string, double> rates;
    for (const auto& table : guideBook().tables()) {
        if (table->id != kRates)
            continue;
        const auto column = [&](const char* name) {
            return static_cast<std::size_t>(std::ranges::find(table->header, name) - table->header.begin());
        };
        for (const auto& row : table->rows)
            if (const auto rate = plainNumber(row[column("tokens_per_s")]))
                rates.try_emplace(row[column("part")], *rate);
    }
    return rates;
}

} // namespace

std::vector<MarketOffer> marketOffers(const Catalog& catalog) {
    const std::map<std::string, double> rates = ratesByPart();
    std::vector<MarketOffer> offers;
    for (const PartSummary& summary : catalog.parts(PartCategory::Accelerator)) {
        const Result<PartPtr> read = catalog.part(summary.id);
        if (!read)
            continue;
        const Part& part = **read;
        MarketOffer offer;
        offer.name = offerName(part);
        offer.purchaseUsd = purchasePrice(part);
        for (const CloudPrice& price : catalog.cloudPrices())
            if (const auto usd = price.partId == part.id ? dollars(price.rate) : std::nullopt) {
                offer.cloudUsdPerHour.try_emplace(price.tier, *usd);
                offer.date = std::max(offer.date, price.date);
            }
        if (!offer.purchaseUsd && offer.cloudUsdPerHour.empty())
            continue;
        if (const auto rate = computeRate(part, Precision::Bf16).typical())
            offer.densePflops = rate->si() / 1e15;
        const auto usable = fact(part, attribute::usableMemory).typical();
        const auto memory = usable ? usable : fact(part, attribute::memory).typical();
        if (memory)
            offer.memoryGb = memory->si() / 1e9;
        offer.domainSize = fact(part, attribute::scaleUpDomain).typical();
        if (offer.domainSize.value_or(0) > kLargestBoard)
            offer.system = offer.name + " NVL" + roundedDigits(*offer.domainSize, 4);
        if (const auto rate = rates.find(part.id); rate != rates.end())
            offer.tokensPerS = rate->second;
        offers.push_back(std::move(offer));
    }
    return offers;
}

} // namespace rackwright
