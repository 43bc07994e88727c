// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the year of a plant, with ranges that hold plants of usual make. Shares are of the heat.

#include "solvers/engine/domain.h"
#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// A built-in city, or the short text of a weather file (climate_file.h).
inline constexpr std::string_view kClimate = "cooling.climate";
/// Stands for it while the site record says which city it is.
inline constexpr std::string_view kClimateOfSite = "site";

template <class D>
constexpr SettingKey<D> yearRange(std::string_view key, std::string_view unit, double low, double typical, double high,
                                  std::string_view title) {
    return {key, unit, typical, Grade::Assumption, "Rackwright", title, "", low, high};
}

inline constexpr auto dryApproach = yearRange<dim::Temperature>("cooling.year.dry-approach", "K", 4, 6, 10,
                                                                "Water of a dry cooler above the outdoor dry-bulb");
inline constexpr auto wetApproach =
    yearRange<dim::Temperature>("cooling.year.wet-approach", "K", 4, 6, 8,
                                "Water of a tower and its exchanger, or sprayed air, above the wet-bulb");
inline constexpr auto roomFans =
    yearRange<dim::None>("cooling.year.room-fans", "%", 0.02, 0.04, 0.06, "Fans of air units in the room");
inline constexpr auto yearPumps = yearRange<dim::None>("cooling.year.pumps", "%", 0.01, 0.015, 0.025, "Pumps of loops");
inline constexpr auto outsideFans =
    yearRange<dim::None>("cooling.year.outside-fans", "%", 0.01, 0.02, 0.03, "Fans of dry coolers and towers");
inline constexpr auto airChillerCop =
    yearRange<dim::None>("cooling.year.cop-air-chiller", "", 3, 4, 5, "Air-cooled chiller with its fans, annual mean");
inline constexpr auto waterChillerCop =
    yearRange<dim::None>("cooling.year.cop-water-chiller", "", 5, 6, 7, "Water-cooled chiller, annual mean");
inline constexpr auto cycles = yearRange<dim::None>("cooling.year.cycles-of-concentration", "", 3, 5, 7,
                                                    "Salt in the water of a tower over that of its make-up");
inline constexpr auto lights =
    yearRange<dim::None>("cooling.year.lights", "%", 0.005, 0.01, 0.02, "Lights and the rest of the building, of IT");
/// 1: drawn dry coolers spray water when it is hot.
inline constexpr SettingKey<dim::None> sprayedDryCoolers{
    "cooling.year.sprayed-dry-coolers",     "", 0.0, Grade::Assumption, "Rackwright",
    "Drawn dry coolers work without water", ""};
/// kg of carbon dioxide for each kWh. Of other countries than that of the default unknown until somebody says it.
inline constexpr SettingKey<dim::None> gridCarbon{
    "cooling.year.grid-carbon", "", 0.35, Grade::Recalled, "EPA", "eGRID 2023, mean of the United States", ""};

} // namespace rackwright::setting_of
