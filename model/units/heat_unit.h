// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The unit of heat: kilowatts that are no electric power, since heat may be read in BTU/h and electric power never is.
// Arguments of messages, findings, limits and columns name it; files and readers of kilowatts see "kW".

#include <string>
#include <string_view>

namespace rackwright {

inline constexpr std::string_view kHeatUnit = "kWth";

/// The symbol as files write it.
constexpr std::string_view writtenUnit(std::string_view unit) { return unit == kHeatUnit ? "kW" : unit; }

} // namespace rackwright
