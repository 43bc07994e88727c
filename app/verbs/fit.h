// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `fit`: how many racks a room takes and what stops the next one, with the layout drawn into a design; or how big a
// room must be for a number of racks. The layout is the recipes' (room_layout.h).

#include "app/verbs/verb.h"

namespace rackwright {

int runFit(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kFitVerb{
    "fit", "[FILE] [KEY=VALUE]... [--output FILE] [--force] [--option NAME] [--json] [--list]", "verb.fit", runFit};

} // namespace rackwright
