// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cabling, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle cablingCables{"cabling.cables", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesOpen{"cabling.cables.open", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesOverhead{"cabling.cables.overhead", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesPlanning{"cabling.cables.planning", SubjectKind::Design};
inline constexpr FigureHandle cablingLength{"cabling.length", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthCopper{"cabling.length.copper", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthActiveOptical{"cabling.length.active-optical", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthMultimode{"cabling.length.multimode", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthSingleMode{"cabling.length.single-mode", SubjectKind::Design};
inline constexpr FigureHandle cablingRouteLongest{"cabling.route.longest", SubjectKind::Design};
inline constexpr FigureHandle cablingFillWorst{"cabling.fill.worst", SubjectKind::Design};
inline constexpr FigureHandle cablingTransceivers{"cabling.transceivers", SubjectKind::Design};
inline constexpr FigureHandle cablingFibres{"cabling.fibres", SubjectKind::Design};
inline constexpr FigureHandle cablingModulesPower{"cabling.modules.power", SubjectKind::Design};
inline constexpr FigureHandle cablingCost{"cabling.cost", SubjectKind::Design};

} // namespace rackwright::figure_of
