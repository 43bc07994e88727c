// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `readiness`: the readiness checklist of a design, or one area of it.

#include "app/verbs/verb.h"

namespace rackwright {

int runReadiness(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kReadinessVerb{
    "readiness", "FILE [--area NAME] [--tests] [--option NAME] [--json]", "verb.readiness", runReadiness};

} // namespace rackwright
