// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Units of the catalogue's tables: those of the program, and a few that only tables use (ns/m). "U" counts rack units in
// a table and is no length there.

#include "model/units/units.h"

#include <string_view>

namespace rackwright {

/// Null when there is no such unit.
const Unit* tableUnit(std::string_view symbol);

} // namespace rackwright
