// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `catalog`: the parts one can buy: list or search them, show one, import own parts from CSV, show what the checks say.

#include "app/verbs/verb.h"

namespace rackwright {

int runCatalog(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kCatalogVerb{"catalog", "list|show|import|validate ... [--json]", "verb.catalog", runCatalog};

} // namespace rackwright
