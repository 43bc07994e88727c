// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of power, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle powerItNameplate{"power.it.nameplate", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItNameplate{"room.power.it.nameplate", SubjectKind::Room};
inline constexpr FigureHandle rackPowerNameplate{"rack.power.nameplate", SubjectKind::Rack};
inline constexpr FigureHandle powerItPeak{"power.it.peak", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItPeak{"room.power.it.peak", SubjectKind::Room};
inline constexpr FigureHandle rackPowerPeak{"rack.power.peak", SubjectKind::Rack};
inline constexpr FigureHandle powerItAverage{"power.it.average", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItAverage{"room.power.it.average", SubjectKind::Room};
inline constexpr FigureHandle rackPowerAverage{"rack.power.average", SubjectKind::Rack};
inline constexpr FigureHandle powerItIdle{"power.it.idle", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItIdle{"room.power.it.idle", SubjectKind::Room};
inline constexpr FigureHandle rackPowerIdle{"rack.power.idle", SubjectKind::Rack};
inline constexpr FigureHandle powerPue{"power.pue", SubjectKind::Design};
inline constexpr FigureHandle powerDistributionLoss{"power.distribution.loss", SubjectKind::Design};
inline constexpr FigureHandle powerCoolingPeak{"power.cooling.peak", SubjectKind::Design};
inline constexpr FigureHandle powerUtilityPeak{"power.utility.peak", SubjectKind::Design};
inline constexpr FigureHandle powerUtilityAverage{"power.utility.average", SubjectKind::Design};
inline constexpr FigureHandle powerEnergyYear{"power.energy.year", SubjectKind::Design};
inline constexpr FigureHandle powerSiteLimit{"power.site.limit", SubjectKind::Design};
inline constexpr FigureHandle powerSiteLoad{"power.site.load", SubjectKind::Design};
inline constexpr FigureHandle powerSiteShare{"power.site.share", SubjectKind::Design};
inline constexpr FigureHandle powerRackWorst{"power.rack.worst", SubjectKind::Design};
inline constexpr FigureHandle feedPowerNameplate{"feed.power.nameplate", SubjectKind::PowerElement};
inline constexpr FigureHandle feedPowerPeak{"feed.power.peak", SubjectKind::PowerElement};
inline constexpr FigureHandle feedPowerOtherLost{"feed.power.other-lost", SubjectKind::PowerElement};
inline constexpr FigureHandle feedRating{"feed.rating", SubjectKind::PowerElement};
inline constexpr FigureHandle feedShare{"feed.share", SubjectKind::PowerElement};

} // namespace rackwright::figure_of
