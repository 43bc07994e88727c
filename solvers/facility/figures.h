// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures in which power and cooling meet, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle lossesTaking{318, "losses.taking", SubjectKind::Design};
inline constexpr FigureHandle lossesWorst{319, "losses.worst", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerBorne{320, "losses.power.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerNotBorne{321, "losses.power.not-borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingBorne{322, "losses.cooling.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingNotBorne{323, "losses.cooling.not-borne", SubjectKind::Design};
inline constexpr FigureHandle roomLimitMore{350, "room.limit.more", SubjectKind::Room};
inline constexpr FigureHandle roomLimitFits{351, "room.limit.fits", SubjectKind::Room};
inline constexpr FigureHandle roomLimitShare{352, "room.limit.share", SubjectKind::Room};
inline constexpr FigureHandle roomLimitOpen{353, "room.limit.open", SubjectKind::Room};
inline constexpr FigureHandle limitsMore{354, "limits.more", SubjectKind::Design};

} // namespace rackwright::figure_of
