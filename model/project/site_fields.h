// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of the site record with their units: the keys of SiteField rows. Each is known, assumed or unknown; an
// unknown one that a rule or figure needs becomes a request for information.

#include "model/project/project.h"

#include <array>
#include <string_view>

namespace rackwright {

/// How the value of a field is entered and checked.
enum class SiteFieldKind : std::uint8_t { Number, Word, Text };

/// How a field of the site record is entered and stored.
struct SiteFieldDefinition {
    std::string_view key;
    SiteFieldKind kind = SiteFieldKind::Number;
    std::string_view unit;  ///< how a person enters it; stored in SI
    double unitFactor = 1;  ///< SI per unit
    std::string_view words; ///< for Word: allowed values, split by '|'
};

namespace site {
inline constexpr std::string_view name = "site.name"; ///< as its lists and labels say
inline constexpr std::string_view kind = "site.kind";
inline constexpr std::string_view powerLimit = "site.power-limit";
inline constexpr std::string_view rackLimit = "site.rack-limit";
inline constexpr std::string_view region = "site.region";
inline constexpr std::string_view country = "site.country";
inline constexpr std::string_view voltage = "site.voltage";
inline constexpr std::string_view redundancy = "site.redundancy";
inline constexpr std::string_view waterSupply = "site.water-supply";
inline constexpr std::string_view waterReturnLimit = "site.water-return-limit";
inline constexpr std::string_view waterFlow = "site.water-flow";
inline constexpr std::string_view waterPressure = "site.water-pressure";
inline constexpr std::string_view waterFluid = "site.water-fluid";
inline constexpr std::string_view waterPipe = "site.water-pipe";
inline constexpr std::string_view floorUniform = "site.floor-uniform";
inline constexpr std::string_view floorConcentrated = "site.floor-concentrated";
inline constexpr std::string_view floorRolling = "site.floor-rolling";
inline constexpr std::string_view clearHeight = "site.clear-height";
inline constexpr std::string_view plenumHeight = "site.plenum-height";
inline constexpr std::string_view doorWidth = "site.door-width";
inline constexpr std::string_view doorHeight = "site.door-height";
inline constexpr std::string_view liftLoad = "site.lift-load";
inline constexpr std::string_view hasDock = "site.dock";
inline constexpr std::string_view altitude = "site.altitude";
inline constexpr std::string_view climate = "site.climate";
inline constexpr std::string_view isSeismic = "site.seismic";
inline constexpr std::string_view supplyAir = "site.supply-air";
} // namespace site

/// Power limit basis: "IT", "utility", "contracted". Rack limit basis: "breaker", "contracted maximum", "measured average".
inline constexpr std::array<SiteFieldDefinition, 27> kSiteFields = {{
    {site::name, SiteFieldKind::Text, "", 1, ""},
    {site::kind, SiteFieldKind::Word, "", 1, "own-hall|colocation|new-build"},
    {site::powerLimit, SiteFieldKind::Number, "kW", 1000, ""},
    {site::rackLimit, SiteFieldKind::Number, "kW", 1000, ""},
    {site::region, SiteFieldKind::Word, "", 1, "nec|iec"},
    {site::country, SiteFieldKind::Text, "", 1, ""},
    {site::voltage, SiteFieldKind::Number, "V", 1, ""},
    {site::redundancy, SiteFieldKind::Word, "", 1, "N|N+1|2N|shared"},
    {site::waterSupply, SiteFieldKind::Number, "C", 1, ""},
    {site::waterReturnLimit, SiteFieldKind::Number, "C", 1, ""},
    {site::waterFlow, SiteFieldKind::Number, "L/min", 1e-3 / 60.0, ""},
    {site::waterPressure, SiteFieldKind::Number, "kPa", 1000, ""},
    {site::waterFluid, SiteFieldKind::Text, "", 1, ""},
    {site::waterPipe, SiteFieldKind::Text, "", 1, ""},
    {site::floorUniform, SiteFieldKind::Number, "kg/m2", 1, ""},
    {site::floorConcentrated, SiteFieldKind::Number, "kg", 1, ""},
    {site::floorRolling, SiteFieldKind::Number, "kg", 1, ""},
    {site::clearHeight, SiteFieldKind::Number, "mm", 1e-3, ""},
    {site::plenumHeight, SiteFieldKind::Number, "mm", 1e-3, ""},
    {site::doorWidth, SiteFieldKind::Number, "mm", 1e-3, ""},
    {site::doorHeight, SiteFieldKind::Number, "mm", 1e-3, ""},
    {site::liftLoad, SiteFieldKind::Number, "kg", 1, ""},
    {site::hasDock, SiteFieldKind::Word, "", 1, "yes|no"},
    {site::altitude, SiteFieldKind::Number, "m", 1, ""},
    {site::climate, SiteFieldKind::Text, "", 1, ""},
    {site::isSeismic, SiteFieldKind::Word, "", 1, "yes|no"},
    {site::supplyAir, SiteFieldKind::Number, "C", 1, ""},
}};

/// Temperatures of the site record are stored in kelvin although their unit is C (the offset is 273.15).
constexpr bool isTemperature(const SiteFieldDefinition& field) { return field.unit == "C"; }

/// Null for a key that is no field.
const SiteFieldDefinition* findSiteFieldDefinition(std::string_view key);

/// What a field that is a number may be, in SI.
Limits limitsOf(const SiteFieldDefinition& field);

/// The row of a field, or null when nobody has said anything about it.
const SiteField* findSiteField(const Project& project, std::string_view key);

/// The number of a known or assumed field in SI; unset when unknown or no number.
std::optional<double> siteNumber(const Project& project, std::string_view key);

/// The word or text of a known or assumed field; empty when unknown.
std::string siteText(const Project& project, std::string_view key);

} // namespace rackwright
