// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `explain`: the derivation of one figure as a tree: definition, formula with numbers put in, inputs, sources, grades.

#include "app/verbs/verb.h"

namespace rackwright {

int runExplain(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kExplainVerb{"explain", "FILE FIGURE [--option NAME] [--json]", "verb.explain", runExplain};

} // namespace rackwright
