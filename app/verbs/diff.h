// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `diff`: what changed from one design to another, in rows, bill, kW and money.

#include "app/verbs/verb.h"

namespace rackwright {

int runDiff(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kDiffVerb{"diff", "FILE FILE [--option NAME] [--second-option NAME] [--json]", "verb.diff",
                                runDiff};

} // namespace rackwright
