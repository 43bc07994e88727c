// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `limits`: what limits a room, how many more fit, and what each next step would free, as text or JSON.

#include "app/verbs/verb.h"

namespace rackwright {

int runLimits(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kLimitsVerb{"limits", "FILE [--room NAME] [--of TYPE] [--option NAME] [--json]", "verb.limits",
                                  runLimits};

} // namespace rackwright
