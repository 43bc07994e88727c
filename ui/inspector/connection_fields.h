// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What things of power and cooling are connected with, as lists in the inspector.

namespace rackwright {

class FieldBinder;

/// Fed from, with the circuits, and feeds.
void addPowerConnections(FieldBinder& bind);
/// Serves, gives heat to and supplies.
void addCoolingConnections(FieldBinder& bind);

} // namespace rackwright
