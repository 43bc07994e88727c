// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the cooling figures and rules with their defaults and sources. Bands of methods are rules of thumb.

#include "solvers/engine/domain.h"
#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

inline constexpr SettingKey<dim::None> unknownPathLiquidShare{
    "cooling.unknown-path-liquid-share",
    "%",
    0.0,
    Grade::Assumption,
    "Rackwright",
    "Devices whose heat path nobody states are taken as cooled by air",
    ""};
inline constexpr SettingKey<dim::Temperature> airRise{
    "cooling.air-rise",
    "K",
    15.0,
    Grade::Assumption,
    "Rackwright",
    "Rise of air through a server; 16.2 K follows from the vendor's maximum power and airflow of DGX H100",
    ""};
inline constexpr SettingKey<dim::Temperature> airTemperature{"cooling.air-temperature",
                                                             "K",
                                                             293.15,
                                                             Grade::Assumption,
                                                             "Rackwright",
                                                             "Temperature at which airflow is counted",
                                                             ""};
inline constexpr SettingKey<dim::Length> altitude{
    "cooling.altitude", "m", 0.0, Grade::Assumption, "Rackwright", "Altitude of a site that has not stated it", ""};
/// For each kW of heat to liquid.
inline constexpr SettingKey<dim::VolumeFlow> liquidFlowPerKilowatt{"cooling.liquid-flow-per-kw",
                                                                   "L/min",
                                                                   1.5e-3 / 60.0,
                                                                   Grade::ThirdParty,
                                                                   "OCP",
                                                                   "Liquid cooling guidance",
                                                                   "10 K rise: 1.5 L/min per kW; band 1.25 to 2.0"};
inline constexpr SettingKey<dim::VolumeFlow> liquidFlowLeast{
    "cooling.liquid-flow-least",   "L/min", 1.25e-3 / 60.0, Grade::ThirdParty, "OCP", "Liquid cooling guidance",
    "12 K rise: 1.25 L/min per kW"};
inline constexpr SettingKey<dim::Temperature> liquidRise{
    "cooling.liquid-rise", "K", 10.0, Grade::ThirdParty, "OCP", "Liquid cooling guidance", "design rise 10 K"};
/// Of the liquid at the inlet of a device, where no loop states it.
inline constexpr SettingKey<dim::Temperature> liquidSupply{"cooling.liquid-supply",
                                                           "K",
                                                           308.15,
                                                           Grade::Assumption,
                                                           "Rackwright",
                                                           "Liquid supply of a loop that has not stated it",
                                                           ""};

inline constexpr SettingKey<dim::None> pumpEfficiency{"cooling.pump-efficiency",
                                                      "%",
                                                      0.6,
                                                      Grade::Assumption,
                                                      "Rackwright",
                                                      "Efficiency of a pump with its motor and drive",
                                                      ""};
/// Of air at the inlet of devices whose vendor states no limit.
inline constexpr SettingKey<dim::Temperature> inletAllowed{
    "cooling.inlet-allowed", "K", 305.15, Grade::ThirdParty, "ASHRAE TC9.9", "Thermal guidelines",
    "class A1: 15 to 32 C"};
/// Of a room that has not stated its own.
inline constexpr SettingKey<dim::Temperature> dewPointMost{"cooling.dew-point-most",
                                                           "C",
                                                           288.15,
                                                           Grade::ThirdParty,
                                                           "ASHRAE TC9.9",
                                                           "Thermal guidelines",
                                                           "recommended: at most 15 C dew point"};
inline constexpr SettingKey<dim::Temperature> dewPointMargin{"cooling.dew-point-margin",
                                                             "K",
                                                             2.0,
                                                             Grade::Vendor,
                                                             "HPE",
                                                             "Rear-door heat exchanger QuickSpecs",
                                                             "water at least 2 K above the dew point"};
/// Between the water that enters a coil and the air that leaves it.
inline constexpr SettingKey<dim::Temperature> coilApproach{"cooling.coil-approach",
                                                           "K",
                                                           2.0,
                                                           Grade::Assumption,
                                                           "Rackwright",
                                                           "Least approach of coils and doors at their rating",
                                                           ""};
inline constexpr SettingKey<dim::Time> plantRestart{
    "cooling.restart-time",
    "s",
    120.0,
    Grade::Assumption,
    "Rackwright",
    "From a loss of power until the plant takes heat again: transfer to generators and start of pumps",
    ""};

/// C_m / UA of racks and what is in them against the air that passes through them.
inline constexpr SettingKey<dim::Time> massFollows{"cooling.mass-time-constant",
                                                   "s",
                                                   300.0,
                                                   Grade::Assumption,
                                                   "Rackwright",
                                                   "Racks and devices follow a change of the air within minutes",
                                                   ""};

// Heat of a rack by method: inside the band a method is usual, above it the method is doubtful.
inline constexpr std::string_view kBandTitle = "Method limits per rack, reconciled from the source documents";
constexpr SettingKey<dim::Power> band(std::string_view key, double kilowatts) {
    return {key, "kW", kilowatts * 1000, Grade::Estimate, "Source documents 002 and 003", kBandTitle, ""};
}
inline constexpr auto perimeterLow = band("cooling.band.perimeter-low", 15);
inline constexpr auto perimeterHigh = band("cooling.band.perimeter-high", 25);
inline constexpr auto containedLow = band("cooling.band.contained-low", 20);
inline constexpr auto containedHigh = band("cooling.band.contained-high", 30);
inline constexpr auto inRowLow = band("cooling.band.in-row-low", 30);
inline constexpr auto inRowHigh = band("cooling.band.in-row-high", 40);
inline constexpr auto rearDoorLow = band("cooling.band.rear-door-low", 50);
inline constexpr auto rearDoorHigh = band("cooling.band.rear-door-high", 75);
inline constexpr auto directLow = band("cooling.band.direct-to-chip-low", 150);
inline constexpr auto directHigh = band("cooling.band.direct-to-chip-high", 250);
inline constexpr auto immersionLow = band("cooling.band.immersion-low", 200);
/// Two-phase immersion has no upper bound in the sources; the highest load that any of them names.
inline constexpr auto immersionHigh = band("cooling.band.immersion-high", 250);

} // namespace rackwright::setting_of
