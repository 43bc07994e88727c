// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Network cards of a server: how many slots it has for them, and which the catalogue put into them because the maker
// leaves the choice to the buyer.

#include "model/parts/part.h"

namespace rackwright::attribute {

inline constexpr PartAttribute<double> networkSlots{"network-slots", ""};
/// "8 x ... (compute); ...", at grade estimate: chosen by the program, quoted by nobody.
inline constexpr PartAttribute<std::string> networkCards{"network-cards", ""};

} // namespace rackwright::attribute
