// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the programme: durations that no data sheet has. Our planning ranges until a contractor says more.

#include "solvers/engine/domain.h"

namespace rackwright::setting_of {

inline constexpr std::string_view kProgrammePlanning = "Planning range, to be replaced by the contractor's programme";
using Weeks = SettingKey<dim::Time>;
inline constexpr double kWeek = 604'800;

inline constexpr Weeks programmeEngineering{"programme.engineering",
                                            "week",
                                            4 * kWeek,
                                            Grade::Assumption,
                                            "Rackwright",
                                            kProgrammePlanning,
                                            "submittals and drawings for construction",
                                            2 * kWeek,
                                            8 * kWeek};
inline constexpr Weeks programmeSiteWorks{"programme.site-works",
                                          "week",
                                          12 * kWeek,
                                          Grade::Assumption,
                                          "Rackwright",
                                          kProgrammePlanning,
                                          "where power or cooling plant is new",
                                          6 * kWeek,
                                          26 * kWeek};
inline constexpr Weeks programmePlant{
    "programme.plant-installation",       "week",    4 * kWeek, Grade::Assumption, "Rackwright", kProgrammePlanning,
    "connecting power and cooling plant", 2 * kWeek, 8 * kWeek};
inline constexpr Weeks programmeLevel1{"programme.level-1",  "week",       1 * kWeek,
                                       Grade::Assumption,    "Rackwright", kProgrammePlanning,
                                       "factory acceptance", 0.5 * kWeek,  2 * kWeek};
inline constexpr Weeks programmeLevel2{"programme.level-2",  "week",       1 * kWeek,
                                       Grade::Assumption,    "Rackwright", kProgrammePlanning,
                                       "inspection on site", 0.5 * kWeek,  2 * kWeek};
inline constexpr Weeks programmeLevel3{"programme.level-3",       "week",       1 * kWeek,
                                       Grade::Assumption,         "Rackwright", kProgrammePlanning,
                                       "start-up of each system", 0.5 * kWeek,  3 * kWeek};
inline constexpr Weeks programmeLevel4{"programme.level-4",
                                       "week",
                                       2 * kWeek,
                                       Grade::Assumption,
                                       "Rackwright",
                                       kProgrammePlanning,
                                       "functional tests of each system",
                                       1 * kWeek,
                                       4 * kWeek};
inline constexpr Weeks programmeLevel5{"programme.level-5",
                                       "week",
                                       1 * kWeek,
                                       Grade::Assumption,
                                       "Rackwright",
                                       kProgrammePlanning,
                                       "all systems together, with failures",
                                       0.5 * kWeek,
                                       2 * kWeek};
inline constexpr Weeks programmeAcceptance{"programme.acceptance",
                                           "week",
                                           2 * kWeek,
                                           Grade::Assumption,
                                           "Rackwright",
                                           kProgrammePlanning,
                                           "burn-in, HPL, collectives, storage",
                                           1 * kWeek,
                                           4 * kWeek};
/// Between two waves of racks that arrive.
inline constexpr Weeks programmeWaveInterval{"programme.wave-interval", "week",       2 * kWeek,
                                             Grade::Assumption,         "Rackwright", kProgrammePlanning,
                                             "between waves of racks",  1 * kWeek,    4 * kWeek};
/// Between the orders of two phases.
inline constexpr Weeks programmePhaseInterval{
    "programme.phase-interval",      "week", 0, Grade::Assumption, "Rackwright", kProgrammePlanning,
    "all phases are ordered at once"};

using Count = SettingKey<dim::None>;
inline constexpr Count programmeWaveRacks{
    "programme.wave-racks", "", 32, Grade::Assumption, "Rackwright", kProgrammePlanning, "racks that arrive together"};
inline constexpr Count programmeCrew{"programme.crew",     "", 8, Grade::Assumption, "Rackwright", kProgrammePlanning,
                                     "people who install", 6,  12};
inline constexpr Count programmeHours{
    "programme.crew-hours", "", 40, Grade::Assumption, "Rackwright", kProgrammePlanning, "hours of one of them a week"};
inline constexpr Count programmeShareOrder{"programme.share-at-order",
                                           "%",
                                           0.30,
                                           Grade::Assumption,
                                           "Rackwright",
                                           "Usual terms of payment, to be replaced by those of the contract",
                                           {}};
inline constexpr Count programmeShareDelivery{"programme.share-at-delivery",
                                              "%",
                                              0.60,
                                              Grade::Assumption,
                                              "Rackwright",
                                              "Usual terms of payment, to be replaced by those of the contract",
                                              {}};

} // namespace rackwright::setting_of
