// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the power figures with their defaults and sources. A default without a source is an assumption of ours.

#include "solvers/engine/domain.h"
#include "solvers/engine/reader.h"

#include <array>
#include <string_view>
#include <vector>

namespace rackwright::setting_of {

inline constexpr SettingKey<dim::None> peakRatio{"power.peak-ratio",
                                                 "",
                                                 1.0,
                                                 Grade::Assumption,
                                                 "Rackwright",
                                                 "Expected peak as a share of the vendor's maximum",
                                                 ""};
/// Mixed services peak 7 to 16 % below the sum of their peaks (Fan et al. 2007); one synchronous training job does not.
inline constexpr SettingKey<dim::None> coincidence{"power.coincidence",
                                                   "",
                                                   1.0,
                                                   Grade::Assumption,
                                                   "Rackwright",
                                                   "All devices of one synchronous job peak together",
                                                   ""};
inline constexpr SettingKey<dim::None> averageFraction{"power.average-fraction",
                                                       "%",
                                                       0.76,
                                                       Grade::ThirdParty,
                                                       "arXiv",
                                                       "2506.14551, power of AI training nodes",
                                                       "abstract: heavy training averages 76 % of rating"};
inline constexpr SettingKey<dim::None> rackPduEfficiency{"power.rack-pdu-efficiency",
                                                         "%",
                                                         0.995,
                                                         Grade::Assumption,
                                                         "Rackwright",
                                                         "Loss of a metered rack PDU and its cords",
                                                         ""};
inline constexpr SettingKey<dim::None> upsEfficiency{"power.ups-efficiency",
                                                     "%",
                                                     0.95,
                                                     Grade::ThirdParty,
                                                     "LBNL",
                                                     "2024 United States Data Center Energy Usage Report",
                                                     "table 4.3, AI and hyperscale 90-99 %",
                                                     0.90,
                                                     0.99};
inline constexpr SettingKey<dim::None> transformerEfficiency{
    "power.transformer-efficiency",       "%", 0.985, Grade::Assumption, "Rackwright",
    "Loss of a distribution transformer", ""};

/// Of the region "iec" 1; of every other the careful one.
inline constexpr SettingKey<dim::None> continuousFactor{"power.continuous-factor",
                                                        "",
                                                        0.8,
                                                        Grade::Assumption,
                                                        "Rackwright",
                                                        "NEC practice: continuous loads take 80 % of a breaker",
                                                        ""};
inline constexpr SettingKey<dim::None> powerFactor{
    "power.power-factor", "", 1.0, Grade::Assumption, "Rackwright", "Supplies correct their power factor", ""};

/// Of the site's load, above which one job that swings as one is worth a word.
inline constexpr SettingKey<dim::None> synchronousShare{"power.synchronous-share",
                                                        "%",
                                                        0.2,
                                                        Grade::ThirdParty,
                                                        "arXiv",
                                                        "2508.14318, power stabilization for AI training",
                                                        "abstract"};
/// 1: the swing of synchronous jobs is smoothed (by stored energy, by software that ramps).
inline constexpr SettingKey<dim::None> rampSmoothing{
    "power.ramp-smoothing", "", 0.0, Grade::Assumption, "Rackwright", "No smoothing of ramps is agreed", ""};
inline constexpr SettingKey<dim::None> batteryEndOfLife{"power.battery-end-of-life",
                                                        "%",
                                                        0.8,
                                                        Grade::Assumption,
                                                        "Rackwright",
                                                        "Batteries are replaced at 80 % of their energy",
                                                        ""};
inline constexpr SettingKey<dim::Time> generatorStart{"power.generator-start",
                                                      "s",
                                                      60.0,
                                                      Grade::Assumption,
                                                      "Rackwright",
                                                      "Start, voltage and frequency steady, load taken",
                                                      ""};
inline constexpr SettingKey<dim::Time> coolingRestart{"power.cooling-restart",
                                                      "s",
                                                      300.0,
                                                      Grade::Assumption,
                                                      "Rackwright",
                                                      "Restart of pumps, fans and chillers after a loss of supply",
                                                      ""};

/// From a supply to a vertical PDU of its rack; ordered by whole metres.
inline constexpr SettingKey<dim::Length> cordLength{"power.cord-length",
                                                    "m",
                                                    2.0,
                                                    Grade::Assumption,
                                                    "Rackwright",
                                                    "Installation practice, to be confirmed on site",
                                                    ""};

/// Across the floor, from the busway or panel above to the rack: what is left of a cord of 4.6 m (15 ft) after its drop.
inline constexpr SettingKey<dim::Length> whipReach{"power.whip-reach",
                                                   "m",
                                                   3.0,
                                                   Grade::Assumption,
                                                   "Rackwright",
                                                   "Installation practice, to be confirmed on site",
                                                   ""};

/// Of line currents, (most - mean) / mean.
inline constexpr SettingKey<dim::None> phaseImbalance{
    "power.phase-imbalance", "%", 0.1, Grade::Assumption, "Rackwright", "Practice of panels and busways", ""};

/// 1: no device may slow down when a feed is lost.
inline constexpr SettingKey<dim::None> noDegradation{"power.no-degradation",
                                                     "",
                                                     0.0,
                                                     Grade::Assumption,
                                                     "Rackwright",
                                                     "Slower devices after a lost feed are accepted",
                                                     ""};

/// A plant whose annual PUE is known as a band over climates (5th, 50th and 95th percentile).
struct PueArchetype {
    std::string_view word;
    std::string_view title;
    double low, typical, high;
};
inline constexpr std::array<PueArchetype, 7> kPueArchetypes = {{
    {"air-economiser", "large, air economiser with adiabatic assist", 1.09, 1.165, 1.30},
    {"water-economiser", "large, waterside economiser", 1.065, 1.12, 1.18},
    {"dry-cooler", "large, dry cooler with adiabatic assist", 1.12, 1.20, 1.32},
    {"liquid-dry-cooler", "liquid-cooled IT, dry cooler with adiabatic assist", 1.05, 1.10, 1.14},
    {"liquid-tower", "liquid-cooled IT, waterside economiser with tower", 1.065, 1.13, 1.22},
    {"midsize-chiller", "midsize, air-cooled chiller", 1.60, 1.84, 2.27},
    {"midsize-water-chiller", "midsize, water-cooled chiller", 1.40, 1.53, 1.68},
}};
/// Of chilled water whose plant is not drawn: from the waterside economiser to the dry cooler of the table.
inline constexpr PueArchetype kPueOfUndrawnPlant = {
    "", "large, chilled water from a plant that is not drawn (waterside economiser to dry cooler)", 1.065, 1.20, 1.32};
inline constexpr std::string_view plant = "power.plant";
inline constexpr std::string_view pue = "power.pue";

} // namespace rackwright::setting_of
