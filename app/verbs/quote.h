// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `quote`: what a quote says and what it adds up to, as text or JSON; --set changes its header and the terms of
// classes,
// --line adds or changes a line, --remove takes one back, --output keeps the result. Cost and margin only with
// --internal.

#include "app/verbs/verb.h"

namespace rackwright {

int runQuote(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kQuoteVerb{
    "quote",
    "FILE [--set KEY=VALUE ...] [--line KEY=VALUE;... ...] [--remove LINE ...] [--internal] [--output FILE [--force]] "
    "[--option NAME] [--json]",
    "verb.quote", runQuote};

} // namespace rackwright
