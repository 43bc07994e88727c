// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `catalog`: the parts one can buy: list or search them, show one, compare some, configure a server, scale storage,
// import own parts from CSV or NetBox device types, show what the checks say.

#include "app/verbs/verb.h"

namespace rackwright {

int runCatalog(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kCatalogVerb{"catalog", "list|show|compare|configure|scale|import|validate ... [--json]",
                                   "verb.catalog", runCatalog};

} // namespace rackwright
