// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of the air of rooms, in the order of their numbers. Temperatures are in degrees Celsius, not in kelvin:
// they are printed, compared and bounded as such.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle rackInletTemperature{309, "rack.inlet.temperature", SubjectKind::Rack};
inline constexpr FigureHandle rackInletCapture{310, "rack.inlet.capture", SubjectKind::Rack};
inline constexpr FigureHandle roomInletWorst{311, "room.inlet.worst", SubjectKind::Room};
inline constexpr FigureHandle roomAirReturn{312, "room.air.return", SubjectKind::Room};
inline constexpr FigureHandle roomAirShi{313, "room.air.shi", SubjectKind::Room};
inline constexpr FigureHandle roomAirRhi{314, "room.air.rhi", SubjectKind::Room};
inline constexpr FigureHandle roomAirRti{315, "room.air.rti", SubjectKind::Room};
inline constexpr FigureHandle roomAirRciHigh{316, "room.air.rci-high", SubjectKind::Room};
inline constexpr FigureHandle inletWorst{317, "inlet.worst", SubjectKind::Design};

} // namespace rackwright::figure_of
