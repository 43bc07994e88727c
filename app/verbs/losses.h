// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `losses`: what each single loss of power, cooling and network takes, or that of one element.

#include "app/verbs/verb.h"

namespace rackwright {

int runLosses(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kLossesVerb{"losses", "FILE [--element NAME] [--option NAME] [--json]", "verb.losses", runLosses};

} // namespace rackwright
