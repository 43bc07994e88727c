// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sizes and properties of drawn things in the inspector: what a wall, column, door, area, floor or tile is measured by.

#include "ui/inspector/field_binder.h"

namespace rackwright {

/// Of the selected things, where they are of one kind.
void addShapeFields(FieldBinder& bind);

} // namespace rackwright
