// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `year`: what the cooling plant takes of electricity and water in a year of the site's climate, as text or JSON; a
// weather file is tried with --weather and kept in a design with --output.

#include "app/verbs/verb.h"

namespace rackwright {

int runYear(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kYearVerb{"year", "FILE [--weather W.epw] [--output FILE [--force]] [--option NAME] [--json]",
                                "verb.year", runYear};

} // namespace rackwright
