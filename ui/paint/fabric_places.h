// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Gives the cells and bundles of a FabricLayout their places: like boxes in a grid below the band that joins them.

#include "ui/paint/fabric_layout.h"

namespace rackwright {

/// Needs the cells with their devices and the bundles with their cables.
void placeFabric(FabricLayout& layout);

} // namespace rackwright
