// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of the air of rooms, in the order of their numbers. Temperatures are in degrees Celsius, not in kelvin:
// they are printed, compared and bounded as such.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle rackInletTemperature{316, "rack.inlet.temperature", SubjectKind::Rack};
inline constexpr FigureHandle rackInletCapture{317, "rack.inlet.capture", SubjectKind::Rack};
inline constexpr FigureHandle roomInletWorst{318, "room.inlet.worst", SubjectKind::Room};
inline constexpr FigureHandle roomAirReturn{319, "room.air.return", SubjectKind::Room};
inline constexpr FigureHandle roomAirShi{320, "room.air.shi", SubjectKind::Room};
inline constexpr FigureHandle roomAirRhi{321, "room.air.rhi", SubjectKind::Room};
inline constexpr FigureHandle roomAirRti{322, "room.air.rti", SubjectKind::Room};
inline constexpr FigureHandle roomAirRciHigh{323, "room.air.rci-high", SubjectKind::Room};
inline constexpr FigureHandle inletWorst{324, "inlet.worst", SubjectKind::Design};

} // namespace rackwright::figure_of
