// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cabling, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle cablingCables{180, "cabling.cables", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesOpen{181, "cabling.cables.open", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesOverhead{182, "cabling.cables.overhead", SubjectKind::Design};
inline constexpr FigureHandle cablingCablesPlanning{183, "cabling.cables.planning", SubjectKind::Design};
inline constexpr FigureHandle cablingLength{184, "cabling.length", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthCopper{185, "cabling.length.copper", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthActiveOptical{186, "cabling.length.active-optical", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthMultimode{187, "cabling.length.multimode", SubjectKind::Design};
inline constexpr FigureHandle cablingLengthSingleMode{188, "cabling.length.single-mode", SubjectKind::Design};
inline constexpr FigureHandle cablingRouteLongest{189, "cabling.route.longest", SubjectKind::Design};
inline constexpr FigureHandle cablingFillWorst{190, "cabling.fill.worst", SubjectKind::Design};
inline constexpr FigureHandle cablingTransceivers{191, "cabling.transceivers", SubjectKind::Design};
inline constexpr FigureHandle cablingFibres{192, "cabling.fibres", SubjectKind::Design};
inline constexpr FigureHandle cablingModulesPower{193, "cabling.modules.power", SubjectKind::Design};
inline constexpr FigureHandle cablingCost{194, "cabling.cost", SubjectKind::Design};

} // namespace rackwright::figure_of
