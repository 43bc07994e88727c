// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a region brings with it: rules of data protection and export to be noted, and how far breakers are loaded. It
// notes and judges nothing: what applies is for counsel to say.

#include "solvers/sizing/question.h"

namespace rackwright {

/// "GDPR", "KVKK", "HIPAA", "export control".
std::vector<std::string> complianceOf(const SizingQuestion& question);
/// 0.8 of a breaker's rating for continuous loads where the NEC holds (NFPA 70, 210.20), 1 elsewhere (IEC 60364).
double breakerFactorOf(const SizingQuestion& question);
/// Whether the NEC holds in the region; it is taken where no region is named, as recipes do.
bool isNecRegion(const SizingQuestion& question);

} // namespace rackwright
