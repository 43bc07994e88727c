// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `revisions`: the issued revisions of a project: list, issue the next one, what changed since one of them, and the
// design as it was issued as a file of its own.

#include "app/verbs/verb.h"

namespace rackwright {

int runRevisions(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kRevisionsVerb{
    "revisions",
    "FILE [list|issue|changes|extract] [LETTER] [--option NAME] [--to LETTER] [--purpose TEXT] [--date DATE] "
    "[--prepared-by NAME] [--checked-by NAME] [--approved-by NAME] [--note TEXT] [--output FILE] [--force] "
    "[--json|--csv]",
    "verb.revisions", runRevisions};

} // namespace rackwright
