// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the rules find in a design, as the text of <sample>.expected.csv: one line a finding in the order of the report.
// The sample writer writes it, a test compares; a person reads the difference.

#include "solvers/engine/solution.h"

#include <string>

namespace rackwright {

/// All domains of the program.
DomainsPtr sampleDomains();

/// state,severity,rule,count,subjects
std::string findingsText(const Solution& solution);

} // namespace rackwright
