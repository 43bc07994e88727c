// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures in which power and cooling meet, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle lossesTaking{302, "losses.taking", SubjectKind::Design};
inline constexpr FigureHandle lossesWorst{303, "losses.worst", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerBorne{304, "losses.power.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerNotBorne{305, "losses.power.not-borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingBorne{306, "losses.cooling.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingNotBorne{307, "losses.cooling.not-borne", SubjectKind::Design};

} // namespace rackwright::figure_of
