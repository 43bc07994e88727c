// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The accelerators that the catalogue prices, as the guides rank them: kept purchase prices, hourly prices of clouds,
// dense rates and memory, and the source's tokens a second.

#include "catalog/catalog.h"
#include "solvers/advice/market.h"

namespace rackwright {

/// Those with a purchase or an hourly price in USD. A part that cannot be read is left out.
std::vector<MarketOffer> marketOffers(const Catalog& catalog);

} // namespace rackwright
