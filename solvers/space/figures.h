// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of space, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle designAccelerators{"design.accelerators", SubjectKind::Design};
inline constexpr FigureHandle designAcceleratorsSpare{"design.accelerators.spare", SubjectKind::Design};
inline constexpr FigureHandle designAcceleratorsInUse{"design.accelerators.in-use", SubjectKind::Design};
inline constexpr FigureHandle designNodes{"design.nodes", SubjectKind::Design};
inline constexpr FigureHandle designComputeBf16{"design.compute.bf16", SubjectKind::Design};
inline constexpr FigureHandle designComputeFp8{"design.compute.fp8", SubjectKind::Design};
inline constexpr FigureHandle designComputeFp4{"design.compute.fp4", SubjectKind::Design};
inline constexpr FigureHandle designMemoryGpu{"design.memory.gpu", SubjectKind::Design};
inline constexpr FigureHandle rackAccelerators{"rack.accelerators", SubjectKind::Rack};
inline constexpr FigureHandle roomAccelerators{"room.accelerators", SubjectKind::Room};
inline constexpr FigureHandle designRacks{"design.racks", SubjectKind::Design};
inline constexpr FigureHandle designDevices{"design.devices", SubjectKind::Design};
inline constexpr FigureHandle designRows{"design.rows", SubjectKind::Design};
inline constexpr FigureHandle designRowLongest{"design.row.longest", SubjectKind::Design};
inline constexpr FigureHandle rackUnitsUsed{"rack.units.used", SubjectKind::Rack};
inline constexpr FigureHandle rackUnitsFree{"rack.units.free", SubjectKind::Rack};
inline constexpr FigureHandle roomArea{"room.area", SubjectKind::Room};
inline constexpr FigureHandle roomAreaRacks{"room.area.racks", SubjectKind::Room};
inline constexpr FigureHandle roomWhiteSpace{"room.white-space", SubjectKind::Room};
inline constexpr FigureHandle roomRacks{"room.racks", SubjectKind::Room};
inline constexpr FigureHandle designWhiteSpace{"design.white-space", SubjectKind::Design};
inline constexpr FigureHandle rackWeightEmpty{"rack.weight.empty", SubjectKind::Rack};
inline constexpr FigureHandle rackWeightPayload{"rack.weight.payload", SubjectKind::Rack};
inline constexpr FigureHandle rackWeight{"rack.weight", SubjectKind::Rack};
inline constexpr FigureHandle rackMassCentre{"rack.mass-centre", SubjectKind::Rack};
inline constexpr FigureHandle rackFootprint{"rack.footprint", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadArea{"rack.load.area", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadAreaWithAisles{"rack.load.area-with-aisles", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadPoint{"rack.load.point", SubjectKind::Rack};
inline constexpr FigureHandle roomWeight{"room.weight", SubjectKind::Room};
inline constexpr FigureHandle designWeight{"design.weight", SubjectKind::Design};
inline constexpr FigureHandle designRackHeaviest{"design.rack.heaviest", SubjectKind::Design};

} // namespace rackwright::figure_of
