// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A solved design as JSON for machines: figures, findings and counts, schema 1. `solve --json` prints it, `export`
// writes it.

#include "app/session.h"
#include "solvers/engine/schedule.h"

#include <string>

namespace rackwright {

/// The customer's edition is for a file that goes out; `solve` prints our own.
std::string solutionJson(const OpenDesign& design, const Solution& solution, const Texts& texts,
                         Edition edition = Edition::Internal);

} // namespace rackwright
