// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DisplayUnits: the units in which a person reads lengths, weights, flows and heat. It changes what is shown and what a
// plain number typed into a field counts in, never a value; files and the command line keep SI. Bytes stay as they are.

#include <string>
#include <string_view>

namespace rackwright {

/// In which lengths, weights, flows and temperatures are read.
enum class UnitSystem { Metric, Imperial };
enum class HeatUnit { Kilowatts, BtuPerHour };

struct DisplayUnits {
    UnitSystem system = UnitSystem::Metric;
    HeatUnit heat = HeatUnit::Kilowatts;
    bool operator==(const DisplayUnits&) const = default;
};

/// What stands for a unit on the screen: shown number = number in `unit` * ratio + offset.
struct ShownUnit {
    std::string symbol;
    double ratio = 1;
    double offset = 0;
};
/// The unit itself where the reader has no other for it. Heat (kHeatUnit) is in kilowatts or BTU/h.
ShownUnit shownUnit(std::string_view unit, const DisplayUnits& units);

/// The unit that a figure's number is read in: kHeatUnit for kilowatts of heat, else its own.
std::string_view unitOfFigure(std::string_view figure, std::string_view unit);
/// What stands for it on the screen: heat may be read in BTU/h, electric power never.
ShownUnit shownUnitOf(std::string_view figure, std::string_view unit, const DisplayUnits& units);

} // namespace rackwright
