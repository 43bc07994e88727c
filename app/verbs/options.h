// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `options`: the options of a project: list, compare side by side, copy, rename, move, remove, activate, add from a
// file or recipe, and take one option's changes over into another.

#include "app/verbs/verb.h"

namespace rackwright {

int runOptions(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kOptionsVerb{
    "options",
    "FILE [list|compare|copy|rename|describe|move|remove|activate|add|take] [NAME] [--option NAME] [--position N] "
    "[--from-file FILE] [--from-option NAME] [--recipe NAME] [--set KEY=VALUE]... [--base NAME] [--output FILE] "
    "[--force] [--json|--csv]",
    "verb.options", runOptions};

} // namespace rackwright
