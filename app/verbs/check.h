// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `check`: what the rules find in a design and how many of their answers passed, failed, were accepted or not checked.

#include "app/verbs/verb.h"

namespace rackwright {

int runCheck(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kCheckVerb{"check", "FILE [--fail-on error|warning] [--option NAME] [--json]", "verb.check",
                                 runCheck};

} // namespace rackwright
