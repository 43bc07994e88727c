// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The year of any place: an EPW weather file, or a table of bins or hours as CSV, reduced to hours by dry-bulb
// temperature with their mean wet-bulb; and the short text in which a design keeps them. Averaged years are refused,
// since they hold no hot days and overstate free cooling.

#include "model/base/result.h"
#include "solvers/cooling/weather.h"

#include <string>
#include <string_view>

namespace rackwright {

/// A year of a place; `bins` rise by temperature, one for each that occurs.
struct Climate {
    std::string name;
    WeatherBins bins;
    WeatherMonths months = {}; ///< the same hours by month; empty where nobody says which month they are of
    int hours() const;
};

/// What a weather file may be at most; read before anything of it is kept.
inline constexpr std::size_t kLargestClimateFile = std::size_t{64} << 20;

/// Of an EPW file by its first word, else of a table with the columns dry_bulb_c, wet_bulb_c or rh_pct, hours (without
/// that column each row is an hour), and month, 1 to 12, where it is to say the year by month. `name` is that of a
/// table; an EPW file says where it was measured. Errors name the line.
Result<Climate> readClimateFile(std::string_view text, const std::string& name);

/// "1;Chicago;-20:3:-20.4|...": version, name, and for each bin its floor, hours and mean wet-bulb; with months
/// "2;Chicago;bins of the year;bins of January/bins of February/...".
std::string climateText(const Climate& climate);
/// Reads it back; also the name of a built-in city. Errors say what is wrong.
Result<Climate> climateOfText(std::string_view text);

/// Wet-bulb temperature of moist air by the psychrometer equation over water. All in C, percent and Pa.
double wetBulbOf(double dryBulb, double relativeHumidity, double pressure = 101325);

} // namespace rackwright
