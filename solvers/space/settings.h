// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of space and weight with their defaults and sources: allowances for what is not drawn, and the norms that
// the rules of rack and floor judge by.

#include "solvers/engine/domain.h"
#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

inline constexpr SettingKey<dim::Mass> cableAllowance{
    "weight.cables-per-rack", "kg", 25, Grade::Assumption, "Rackwright", "Cables and their management in one rack", ""};
inline constexpr SettingKey<dim::Mass> manifoldAllowance{"weight.manifolds-per-rack",
                                                         "kg",
                                                         30,
                                                         Grade::Assumption,
                                                         "Rackwright",
                                                         "Manifolds of a liquid-cooled rack that has none drawn",
                                                         ""};
inline constexpr SettingKey<dim::Mass> coolantAllowance{
    "weight.coolant-per-rack", "kg", 15, Grade::Assumption, "Rackwright", "Coolant in a liquid-cooled rack", ""};
inline constexpr SettingKey<dim::None> feetPerRack{
    "weight.feet-per-rack", "", 4, Grade::Assumption, "Rackwright", "Casters or feet that carry a rack", ""};
inline constexpr SettingKey<dim::None> worstFoot{"weight.worst-foot",
                                                 "",
                                                 1.1,
                                                 Grade::ThirdParty,
                                                 "AIDC-Studio",
                                                 "Loaded NVL72 rack of 1,360 kg: 340 to 375 kg per caster",
                                                 "rack catalogue"};
/// Of an aisle before or behind a rack at most so much is counted to spread its weight.
inline constexpr SettingKey<dim::Length> aisleCounted{
    "floor.aisle-counted", "mm", 1.2, Grade::Assumption, "Rackwright", "Width of an aisle that spreads the load", ""};

inline constexpr std::string_view kOcp = "OCP";
inline constexpr std::string_view kOcpReady =
    "OCP Ready facility assessment v1.0 rev 1.5, as re-expressed in AIDC-Studio";
inline constexpr SettingKey<dim::Length> coldAisleLeast{"floor.cold-aisle-least",
                                                        "mm",
                                                        1.2,
                                                        Grade::ThirdParty,
                                                        kOcp,
                                                        kOcpReady,
                                                        "cold aisle, acceptable; TIA-942-A as cited"};
inline constexpr SettingKey<dim::Length> coldAisleBeyondDevice{
    "floor.cold-aisle-beyond-device",        "mm", 0.3, Grade::Estimate, "Rackwright",
    "Room to draw a device out of its rack", ""};
inline constexpr SettingKey<dim::Length> hotAisleLeast{
    "floor.hot-aisle-least", "mm", 0.9, Grade::ThirdParty, kOcp, kOcpReady, "hot aisle, acceptable"};
inline constexpr SettingKey<dim::Length> hotAisleGood{
    "floor.hot-aisle-good", "mm", 1.2, Grade::ThirdParty, kOcp, kOcpReady, "hot aisle, optimum"};
inline constexpr SettingKey<dim::Length> rearDoorAisle{
    "floor.rear-door-aisle", "mm", 1.2, Grade::ThirdParty, kOcp, "Door heat exchanger requirements 1.0",
    "aisle to open"};
inline constexpr SettingKey<dim::Length> rearDoorDepth{"floor.rear-door-depth",
                                                       "mm",
                                                       0.305,
                                                       Grade::ThirdParty,
                                                       kOcp,
                                                       "Door heat exchanger requirements 1.0",
                                                       "door depth"};
inline constexpr SettingKey<dim::Length> supplyWithin{
    "floor.supply-within", "mm", 1.2, Grade::Estimate, "Rackwright", "Two tiles: air supply before a rack front", ""};
inline constexpr SettingKey<dim::Length> circulationLeast{
    "floor.circulation-least", "mm", 1.2, Grade::ThirdParty, "RISA Rwanda", "Data center directives", "circulation"};
inline constexpr SettingKey<dim::Length> accessibleLeast{
    "floor.accessible-least", "mm",     0.914, Grade::Recalled, "US Department of Justice",
    "2010 ADA Standards",     "403.5.1"};
/// Between the frame of a door, which need not be as wide as the way that leads to it.
inline constexpr SettingKey<dim::Length> doorLeast{
    "floor.door-least", "mm", 0.815, Grade::Recalled, "US Department of Justice", "2010 ADA Standards", "404.2.3"};
inline constexpr SettingKey<dim::None> racksPerRow{
    "floor.racks-per-row", "", 20, Grade::ThirdParty, "RISA Rwanda", "Data center directives", "racks per row"};
inline constexpr SettingKey<dim::Length> overRack{"floor.over-rack",  "mm", 0.61, Grade::ThirdParty, kOcp, kOcpReady,
                                                  "space above racks"};
inline constexpr SettingKey<dim::Length> clearHeightLeast{
    "floor.clear-height-least", "m", 3.1, Grade::ThirdParty, kOcp, kOcpReady, "floor to ceiling, acceptable"};
/// Load under a rack from which a structural engineer is asked, whatever the ratings.
inline constexpr SettingKey<dim::AreaLoad> footprintNote{
    "floor.footprint-note",   "kg/m2", 1500, Grade::SourceDocument, "Source document 002", "Facility requirements",
    "floor load 1,500+ kg/m2"};
/// Ratings within this share of a load class are that class.
inline constexpr SettingKey<dim::None> ratingTolerance{
    "floor.rating-tolerance", "%", 0.005, Grade::Assumption, "Rackwright", "Load classes in kg and lb round apart", ""};
inline constexpr SettingKey<dim::Length> rearAllowance{
    "rack.rear-allowance", "mm", 0.15, Grade::ThirdParty, kOcp, "Rack manifold guidance", "rear space"};
inline constexpr SettingKey<dim::Length> manifoldRackDepth{
    "rack.manifold-depth",          "mm", 1.2, Grade::ThirdParty, kOcp, "Rack manifold guidance",
    "depth of racks with manifolds"};

/// 1: racks are shipped with their devices in them.
inline constexpr SettingKey<dim::None> shippedBuilt{
    "rack.shipped-built", "", 0.0, Grade::Assumption, "Rackwright", "Racks are filled at the site", ""};

} // namespace rackwright::setting_of
