// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of power, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle powerItNameplate{33, "power.it.nameplate", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItNameplate{34, "room.power.it.nameplate", SubjectKind::Room};
inline constexpr FigureHandle rackPowerNameplate{35, "rack.power.nameplate", SubjectKind::Rack};
inline constexpr FigureHandle powerItPeak{36, "power.it.peak", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItPeak{37, "room.power.it.peak", SubjectKind::Room};
inline constexpr FigureHandle rackPowerPeak{38, "rack.power.peak", SubjectKind::Rack};
inline constexpr FigureHandle powerItAverage{39, "power.it.average", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItAverage{40, "room.power.it.average", SubjectKind::Room};
inline constexpr FigureHandle rackPowerAverage{41, "rack.power.average", SubjectKind::Rack};
inline constexpr FigureHandle powerItIdle{42, "power.it.idle", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItIdle{43, "room.power.it.idle", SubjectKind::Room};
inline constexpr FigureHandle rackPowerIdle{44, "rack.power.idle", SubjectKind::Rack};
inline constexpr FigureHandle powerPue{45, "power.pue", SubjectKind::Design};
inline constexpr FigureHandle powerDistributionLoss{46, "power.distribution.loss", SubjectKind::Design};
inline constexpr FigureHandle powerCoolingPeak{47, "power.cooling.peak", SubjectKind::Design};
inline constexpr FigureHandle powerUtilityPeak{48, "power.utility.peak", SubjectKind::Design};
inline constexpr FigureHandle powerUtilityAverage{49, "power.utility.average", SubjectKind::Design};
inline constexpr FigureHandle powerEnergyYear{50, "power.energy.year", SubjectKind::Design};
inline constexpr FigureHandle powerSiteLimit{51, "power.site.limit", SubjectKind::Design};
inline constexpr FigureHandle powerSiteLoad{52, "power.site.load", SubjectKind::Design};
inline constexpr FigureHandle powerSiteShare{53, "power.site.share", SubjectKind::Design};
inline constexpr FigureHandle powerRackWorst{54, "power.rack.worst", SubjectKind::Design};
inline constexpr FigureHandle feedPowerNameplate{55, "feed.power.nameplate", SubjectKind::PowerElement};
inline constexpr FigureHandle feedPowerPeak{56, "feed.power.peak", SubjectKind::PowerElement};
inline constexpr FigureHandle feedPowerOtherLost{57, "feed.power.other-lost", SubjectKind::PowerElement};
inline constexpr FigureHandle feedRating{58, "feed.rating", SubjectKind::PowerElement};
inline constexpr FigureHandle feedShare{59, "feed.share", SubjectKind::PowerElement};
inline constexpr FigureHandle feedRideThrough{336, "feed.ride-through", SubjectKind::PowerElement};
inline constexpr FigureHandle powerRideThrough{337, "power.ride-through", SubjectKind::Design};
inline constexpr FigureHandle powerRideThroughNeeded{338, "power.ride-through.needed", SubjectKind::Design};
inline constexpr FigureHandle powerItYear{339, "power.it.year", SubjectKind::Design};
inline constexpr FigureHandle powerEnergyItYear{340, "power.energy.it.year", SubjectKind::Design};
inline constexpr FigureHandle powerEnergyYearUsed{341, "power.energy.year.used", SubjectKind::Design};
inline constexpr FigureHandle powerItShortPeak{342, "power.it.short-peak", SubjectKind::Design};
inline constexpr FigureHandle roomPowerItShortPeak{343, "room.power.it.short-peak", SubjectKind::Room};
inline constexpr FigureHandle rackPowerShortPeak{344, "rack.power.short-peak", SubjectKind::Rack};
inline constexpr FigureHandle jobPowerPeak{345, "job.power.peak", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerStep{346, "job.power.step", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerStepShare{347, "job.power.step.share", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerShortPeak{348, "job.power.short-peak", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerPeakRatio{349, "job.power.peak-ratio", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerRamp{350, "job.power.ramp", SubjectKind::Workload};
inline constexpr FigureHandle jobPowerBuffer{351, "job.power.buffer", SubjectKind::Workload};
inline constexpr FigureHandle powerCapAccelerator{352, "power.cap.accelerator", SubjectKind::Design};
inline constexpr FigureHandle powerCapLoss{353, "power.cap.loss", SubjectKind::Design};
inline constexpr FigureHandle powerUtilityDrawn{369, "power.utility.drawn", SubjectKind::Design};

} // namespace rackwright::figure_of
