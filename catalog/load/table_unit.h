// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units of the catalogue's tables: those of the program, and what is only counted in tables: racks, and rack units,
// whose "U" is no length there.

#include "model/units/units.h"

#include <string_view>

namespace rackwright {

/// Null when there is no such unit.
const Unit* tableUnit(std::string_view symbol);

} // namespace rackwright
