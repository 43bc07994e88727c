// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power domain: figures of electrical load, its rules and settings. Circuits, phases and failures are not its part.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain powerDomain();

std::vector<Rule> powerRules();

/// A row a circuit to each rack PDU; a rack without PDU has a row that says so.
Schedule powerSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
