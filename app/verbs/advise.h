// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `advise`: a guide asked with keys or in a sentence, or every row of a CSV; the verdict with reason, source and grade,
// what stands beside it, and the tables of the sources. The rules are the solver's.

#include "app/verbs/verb.h"

namespace rackwright {

int runAdvise(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kAdviseVerb{"advise",
                                  "GUIDE KEY=VALUE... | GUIDE WORDS | \"QUESTION\" [--tables] [--json] | --file FILE "
                                  "[--option NAME] | --batch CSV | --list [GUIDE]",
                                  "verb.advise",
                                  runAdvise,
                                  Verb::Needs::Core,
                                  "verb.advise.batch"};

} // namespace rackwright
