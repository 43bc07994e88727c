// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of cable routes, lengths and pathway fill: assumptions of ours, each of which can be changed in the project.

#include "solvers/engine/domain.h"

namespace rackwright::setting_of {

inline constexpr std::string_view kCablePractice = "Installation practice, to be confirmed on site";

inline constexpr SettingKey<dim::None> slackShare{"cabling.slack-share", "%", 0.10, Grade::Assumption, "Rackwright",
                                                  kCablePractice,        {}};
inline constexpr SettingKey<dim::Length> slackLeast{"cabling.slack-least", "m", 1.0, Grade::Assumption, "Rackwright",
                                                    kCablePractice,        {}};
/// To the side of the rack and back, for a cable that stays in it.
inline constexpr SettingKey<dim::Length> inRackDetour{
    "cabling.in-rack-detour", "m", 0.6, Grade::Assumption, "Rackwright", kCablePractice, {}};
/// Of cables between racks where no pathway is drawn.
inline constexpr SettingKey<dim::Length> overheadHeight{
    "cabling.overhead-height", "m", 2.7, Grade::Assumption, "Rackwright", kCablePractice, {}};
/// Across the floor from where a cable leaves its rack to the pathway that it joins; what is farther hangs in free air.
inline constexpr SettingKey<dim::Length> freeRun{"cabling.free-run",
                                                 "m",
                                                 1.5,
                                                 Grade::ThirdParty,
                                                 "TIA",
                                                 "ANSI/TIA-569: supports of cables at most 1.5 m (5 ft) apart",
                                                 {}};
inline constexpr SettingKey<dim::Length> copperDiameter{
    "cabling.copper-diameter", "mm", 0.0075, Grade::Assumption, "Rackwright", "Diameter of a copper cable", {}};
inline constexpr SettingKey<dim::Length> fibreDiameter{
    "cabling.fibre-diameter", "mm", 0.0030, Grade::Assumption, "Rackwright", "Diameter of a fibre cable", {}};

/// Pieces of each part and length that are bought on top; 0: none, and the share of money for spare optics is of all.
inline constexpr SettingKey<dim::None> spareShare{
    "cabling.spare-share", "%", 0.03, Grade::Assumption, "Rackwright", kCablePractice, {}, 0.02, 0.05};

/// "standard", "metres" or "exact": in which lengths cables are ordered.
inline constexpr std::string_view kStockedLengths = "cabling.stocked-lengths";

} // namespace rackwright::setting_of
