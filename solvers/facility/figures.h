// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures in which power and cooling meet, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle lossesTaking{325, "losses.taking", SubjectKind::Design};
inline constexpr FigureHandle lossesWorst{326, "losses.worst", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerBorne{327, "losses.power.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesPowerNotBorne{328, "losses.power.not-borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingBorne{329, "losses.cooling.borne", SubjectKind::Design};
inline constexpr FigureHandle lossesCoolingNotBorne{330, "losses.cooling.not-borne", SubjectKind::Design};
inline constexpr FigureHandle roomLimitMore{331, "room.limit.more", SubjectKind::Room};
inline constexpr FigureHandle roomLimitFits{332, "room.limit.fits", SubjectKind::Room};
inline constexpr FigureHandle roomLimitShare{333, "room.limit.share", SubjectKind::Room};
inline constexpr FigureHandle roomLimitOpen{334, "room.limit.open", SubjectKind::Room};
inline constexpr FigureHandle limitsMore{335, "limits.more", SubjectKind::Design};

} // namespace rackwright::figure_of
