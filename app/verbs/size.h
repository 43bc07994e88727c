// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `size`: designs from a workload and the limits of a site, as people say them: the cheapest, the fastest and the
// safest, each whole and solved, with what binds them. The search is the solver's.

#include "app/verbs/verb.h"

namespace rackwright {

int runSize(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kSizeVerb{
    "size",
    "[KEY=VALUE]... [--config FILE] [--output FILE] [--force] [--json] [--list] | --batch CSV",
    "verb.size",
    runSize,
    Verb::Needs::Core,
    "verb.size.batch"};

} // namespace rackwright
