// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The part of power elements and cooling units that were put in without one, chosen from the catalogue in the
// inspector: what its data sheet says stands in the place of what was typed until then. Voltages, breakers and set
// points are the design's and stay.

namespace rackwright {

class FieldBinder;

/// A button for the selected elements, where all are of one kind that the catalogue has parts of.
void addPowerPartChoice(FieldBinder& bind);
void addCoolingPartChoice(FieldBinder& bind);

} // namespace rackwright
