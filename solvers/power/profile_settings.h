// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings and properties of power over time: how much of a year the accelerators work, what is done against the swing
// of synchronous jobs.

#include "solvers/power/settings.h"

namespace rackwright {

namespace setting_of {

/// Of the energy of a year, and of the cost of an hour in use; cost lists it.
inline constexpr SettingKey<dim::None> utilisation{"cost.utilisation",
                                                   "%",
                                                   0.80,
                                                   Grade::Assumption,
                                                   "Rackwright",
                                                   "Planning assumption, to be replaced by a quote",
                                                   {},
                                                   0.60,
                                                   0.95};
inline constexpr SettingKey<dim::None> smoothedShare{"power.smoothed-share",
                                                     "%",
                                                     0.0,
                                                     Grade::Assumption,
                                                     "Rackwright",
                                                     "Nobody has said that the swing of jobs is smoothed",
                                                     ""};

} // namespace setting_of

/// How long a system takes from idle to its expected peak.
inline constexpr PartAttribute<Quantity<dim::Time>> kRampTime{"ramp-time", "s"};
/// Energy that the supplies of a system hold against short peaks, for each of its accelerators.
inline constexpr PartAttribute<Quantity<dim::Energy>> kPeakStore{"peak-store", "J"};

} // namespace rackwright
