// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `solve`: every figure of a design with its findings, as text or JSON.

#include "app/verbs/verb.h"

namespace rackwright {

int runSolve(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kSolveVerb{"solve", "FILE [--only LIST] [--all] [--option NAME] [--json]", "verb.solve",
                                 runSolve};

} // namespace rackwright
