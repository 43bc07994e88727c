// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many findings a design has, by severity: one count for the window, the proposal and the verbs. A finding is one
// cause in however many places; checks are counted by CheckReport.

#include "solvers/engine/rules.h"

#include <cstdint>

namespace rackwright {

struct FindingCounts {
    std::int64_t errors = 0, warnings = 0, notes = 0; ///< open
    std::int64_t notChecked = 0, accepted = 0;
    std::int64_t open() const { return errors + warnings + notes; }
    void add(const Finding& finding);
};
FindingCounts findingCounts(const CheckReport& report);
/// "Findings: 8 open (errors 3, warnings 4, notes 1), 5 not checked, 1 accepted".
Message message(const FindingCounts& counts);

} // namespace rackwright
