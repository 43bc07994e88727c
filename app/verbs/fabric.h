// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `fabric`: counts, bisection and traffic of one topology family or graph file, or of every row of a CSV. It solves
// nothing itself; a design's own fabric is a matter of `solve`.

#include "app/verbs/verb.h"

namespace rackwright {

int runFabric(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kFabricVerb{
    "fabric",          "family=NAME KEY=VALUE... FLAG... | graph_file=FILE [--json] | --batch CSV | --list",
    "verb.fabric",     runFabric,
    Verb::Needs::Core, "verb.fabric.batch"};

} // namespace rackwright
