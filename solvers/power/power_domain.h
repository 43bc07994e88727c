// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The power domain: figures of electrical load, its rules and settings. Circuits, phases and failures are not its part.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain powerDomain();

std::vector<Rule> powerRules();

/// A row a circuit to each rack PDU; a rack without PDU has a row that says so.
Schedule powerSchedule(const Context& context, const FigureTable& figures);

/// Which cord is in which outlet of which rack PDU.
Schedule outletMap(const Context& context);
/// Circuits of panels, switchgear and busways with the currents of their lines.
Schedule panelSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
