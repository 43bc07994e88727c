// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Figures of the programme.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle programmeReady{372, "programme.ready-for-service", SubjectKind::Design};

} // namespace rackwright::figure_of
