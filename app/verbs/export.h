// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `export`: the volumes of a design as files in a folder: proposal, technical review and build pack as PDF, the
// proposal as a page for browsers, and the data pack of schedules, drawings and figures.

#include "app/verbs/verb.h"

namespace rackwright {

int runExport(std::span<const std::string> words, Streams& streams, Session& session);

inline constexpr Verb kExportVerb{
    "export",
    "FILE --to DIR [--volumes proposal,review,build,data] "
    "[--formats pdf,html,csv,svg,png,xlsx,json,slurm,labels,dxf,netbox,drawio,air,gltf] "
    "[--edition customer|internal] [--paper a4|a3|letter|tabloid] [--force] [--option NAME]",
    "verb.export", runExport, Verb::Needs::Painting};

} // namespace rackwright
