// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the air of rooms with their defaults and sources. Temperatures are in kelvin, as all are that are entered
// in C.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

inline constexpr SettingKey<dim::Temperature> recommendedInlet{"airflow.recommended-inlet",
                                                               "C",
                                                               300.15,
                                                               Grade::ThirdParty,
                                                               "ASHRAE TC 9.9",
                                                               "Thermal guidelines",
                                                               "upper end of the recommended envelope"};
/// Of devices whose vendor states no limit, too.
inline constexpr SettingKey<dim::Temperature> allowableInlet{
    "airflow.allowable-inlet", "C", 305.15, Grade::ThirdParty, "ASHRAE TC 9.9", "Thermal guidelines", "class A1"};
inline constexpr SettingKey<dim::None> panelLeak{"airflow.panel-leak",
                                                 "%",
                                                 0.02,
                                                 Grade::Assumption,
                                                 "Rackwright",
                                                 "Open share of panels and doors of containment",
                                                 ""};
/// m2/s.
inline constexpr SettingKey<dim::None> eddies{
    "airflow.eddies", "", 0.02, Grade::Assumption, "Rackwright", "Eddy conduction in the air of a room", ""};

} // namespace rackwright::setting_of
