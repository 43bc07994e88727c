// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `figures`: every figure name with its unit and definition, as text or JSON. The list is frozen by a test.

#include "app/verbs/verb.h"

namespace rackwright {

int runFigures(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kFiguresVerb{"figures", "[--json]", "verb.figures", runFigures};

} // namespace rackwright
