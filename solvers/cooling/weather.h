// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Hours of a typical year by dry-bulb temperature, per city (resources/weather/bins.csv). For free-cooling hours and
// the annual PUE; not for design days.

#include "model/base/result.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct WeatherBin {
    std::string city;
    int dryBulbFloor = 0; ///< C: floor(T) <= dry-bulb < floor(T) + 1
    int hours = 0;
    double meanWetBulb = 0; ///< C
};

using WeatherBins = std::vector<WeatherBin>;

inline constexpr int kHoursOfAYear = 8760, kHoursOfALeapYear = 8784;

/// Reads the columns city, source, drybulb_bin_c(floor), hours, mean_wetbulb_c.
Result<WeatherBins> readWeatherBins(std::string_view csv);

/// The bins that the program is built with.
WeatherBins builtInWeatherBins();

/// Those of each month, January first.
using WeatherMonths = std::vector<WeatherBins>;
inline constexpr std::size_t kMonths = 12;

/// Reads the columns city, month, drybulb_bin_c(floor), hours, mean_wetbulb_c: the months of each city.
Result<std::map<std::string, WeatherMonths>> readWeatherMonths(std::string_view csv);
/// Of a city that the program is built with; none of another.
WeatherMonths builtInMonths(const std::string& city);

/// The bins of one city; an Error names the nearest cities.
Result<WeatherBins> binsOf(const WeatherBins& bins, const std::string& city);

} // namespace rackwright
