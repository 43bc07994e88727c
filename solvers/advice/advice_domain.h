// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The advice domain: the guides, whose rules are tables, and the formulas by which accelerators are compared.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain adviceDomain();

/// What the guides answer to a design: one row a guide that something in the design decides.
Schedule adviceSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
