// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `new`: a design file from a recipe and its parameters.

#include "app/verbs/verb.h"

namespace rackwright {

int runNew(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kNewVerb{"new", "--recipe NAME [--set KEY=VALUE]... --output FILE [--force]", "verb.new", runNew};

} // namespace rackwright
