// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `prices`: price books, exchange rates and typed prices: import a vendor's list, show and order the books, match
// codes, take the books' prices into a design, enter rates and prices.

#include "app/verbs/verb.h"

namespace rackwright {

int runPrices(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kPricesVerb{"prices", "import|list|books|match|undo|apply|rate|set ... [--json]", "verb.prices",
                                  runPrices};

} // namespace rackwright
