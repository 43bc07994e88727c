// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of space, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle designAccelerators{1, "design.accelerators", SubjectKind::Design};
inline constexpr FigureHandle designAcceleratorsSpare{2, "design.accelerators.spare", SubjectKind::Design};
inline constexpr FigureHandle designAcceleratorsInUse{3, "design.accelerators.in-use", SubjectKind::Design};
inline constexpr FigureHandle designNodes{4, "design.nodes", SubjectKind::Design};
inline constexpr FigureHandle designComputeBf16{5, "design.compute.bf16", SubjectKind::Design};
inline constexpr FigureHandle designComputeFp8{6, "design.compute.fp8", SubjectKind::Design};
inline constexpr FigureHandle designComputeFp4{7, "design.compute.fp4", SubjectKind::Design};
inline constexpr FigureHandle designMemoryGpu{8, "design.memory.gpu", SubjectKind::Design};
inline constexpr FigureHandle rackAccelerators{9, "rack.accelerators", SubjectKind::Rack};
inline constexpr FigureHandle roomAccelerators{10, "room.accelerators", SubjectKind::Room};
inline constexpr FigureHandle designRacks{11, "design.racks", SubjectKind::Design};
inline constexpr FigureHandle designDevices{12, "design.devices", SubjectKind::Design};
inline constexpr FigureHandle designRows{13, "design.rows", SubjectKind::Design};
inline constexpr FigureHandle designRowLongest{14, "design.row.longest", SubjectKind::Design};
inline constexpr FigureHandle rackUnitsUsed{15, "rack.units.used", SubjectKind::Rack};
inline constexpr FigureHandle rackUnitsFree{16, "rack.units.free", SubjectKind::Rack};
inline constexpr FigureHandle roomArea{17, "room.area", SubjectKind::Room};
inline constexpr FigureHandle roomAreaRacks{18, "room.area.racks", SubjectKind::Room};
inline constexpr FigureHandle roomWhiteSpace{19, "room.white-space", SubjectKind::Room};
inline constexpr FigureHandle roomRacks{20, "room.racks", SubjectKind::Room};
inline constexpr FigureHandle designWhiteSpace{21, "design.white-space", SubjectKind::Design};
inline constexpr FigureHandle rackWeightEmpty{22, "rack.weight.empty", SubjectKind::Rack};
inline constexpr FigureHandle rackWeightPayload{23, "rack.weight.payload", SubjectKind::Rack};
inline constexpr FigureHandle rackWeight{24, "rack.weight", SubjectKind::Rack};
inline constexpr FigureHandle rackMassCentre{25, "rack.mass-centre", SubjectKind::Rack};
inline constexpr FigureHandle rackFootprint{26, "rack.footprint", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadArea{27, "rack.load.area", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadAreaWithAisles{28, "rack.load.area-with-aisles", SubjectKind::Rack};
inline constexpr FigureHandle rackLoadPoint{29, "rack.load.point", SubjectKind::Rack};
inline constexpr FigureHandle roomWeight{30, "room.weight", SubjectKind::Room};
inline constexpr FigureHandle designWeight{31, "design.weight", SubjectKind::Design};
inline constexpr FigureHandle designRackHeaviest{32, "design.rack.heaviest", SubjectKind::Design};

} // namespace rackwright::figure_of
