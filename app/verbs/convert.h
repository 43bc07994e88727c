// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `convert`: a design file in its other form, .rkw or .rkw.json.

#include "app/verbs/verb.h"

namespace rackwright {

int runConvert(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kConvertVerb{"convert", "FILE --output FILE [--force]", "verb.convert", runConvert};

} // namespace rackwright
