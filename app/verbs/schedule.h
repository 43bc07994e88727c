// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `schedule`: the programme from the order to ready for service, and what falls due when.

#include "app/verbs/verb.h"

namespace rackwright {

int runSchedule(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kScheduleVerb{"schedule", "FILE [--order DATE] [--option NAME] [--json]", "verb.schedule",
                                    runSchedule};

} // namespace rackwright
