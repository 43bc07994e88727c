// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `import`: what other programs hold: a NetBox set as a new design, an edited list of cables and a floor drawing into a
// design.

#include "app/verbs/verb.h"

namespace rackwright {

int runImport(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kImportVerb{
    "import",
    "netbox DIR [--dry-run] -o FILE | cables FILE LIST [--remove-missing] [--dry-run] "
    "[-o FILE] | underlay FILE DRAWING [--room NAME] [--scale 1:100] [--units mm|m|in|ft] "
    "[--page N] [--walls LAYER,...] [--columns LAYER,...] [--leave-out LAYER,...] "
    "[--at X,Y] [--dry-run] [-o FILE] [--force]",
    "verb.import", runImport, Verb::Needs::Painting};

} // namespace rackwright
