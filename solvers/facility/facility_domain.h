// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The facility domain: documents of racks and building in which space, power and cooling meet.

#include "solvers/engine/domain.h"

namespace rackwright {

Domain facilityDomain();

Schedule rackSchedule(const Context& context, const FigureTable& figures);
/// One row per rack unit and face in use, from the top.
Schedule elevationTable(const Context& context);
/// The cooling of each rack with what its units take, also after a loss.
Schedule unitLoadSchedule(const Context& context, const FigureTable& figures);
/// What the building must provide, a row per rack.
Schedule buildingInterfaceSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
