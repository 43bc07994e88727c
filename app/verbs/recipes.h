// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `recipes`: the recipes of this build with what they make, and the parameters of one.

#include "app/verbs/verb.h"

namespace rackwright {

int runRecipes(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kRecipesVerb{"recipes", "[NAME] [--json]", "verb.recipes", runRecipes};

} // namespace rackwright
