// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cost, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle costPriceTotal{100, "cost.price.total", SubjectKind::Design};
inline constexpr FigureHandle costPriceSection{101, "cost.price.section", SubjectKind::Section};
inline constexpr FigureHandle costPriceSectionShare{102, "cost.price.section.share", SubjectKind::Section};
inline constexpr FigureHandle costPriceAccelerators{103, "cost.price.accelerators", SubjectKind::Design};
inline constexpr FigureHandle costPriceAcceleratorsShare{104, "cost.price.accelerators.share", SubjectKind::Design};
inline constexpr FigureHandle costPricePerAccelerator{105, "cost.price.per-accelerator", SubjectKind::Design};
inline constexpr FigureHandle costPricePerPetaflops{106, "cost.price.per-petaflops", SubjectKind::Design};
inline constexpr FigureHandle costPriceDeviation{107, "cost.price.deviation", SubjectKind::Design};
inline constexpr FigureHandle costPriceWithTax{108, "cost.price.with-tax", SubjectKind::Design};
inline constexpr FigureHandle costLines{109, "cost.lines", SubjectKind::Design};
inline constexpr FigureHandle costLinesUnpriced{110, "cost.lines.unpriced", SubjectKind::Design};
inline constexpr FigureHandle costLinesPlanning{111, "cost.lines.planning", SubjectKind::Design};
inline constexpr FigureHandle costPricePlanningShare{112, "cost.price.planning.share", SubjectKind::Design};
inline constexpr FigureHandle costLeadTimeLongest{113, "cost.lead-time.longest", SubjectKind::Design};
inline constexpr FigureHandle costEnergyYear{114, "cost.energy.year", SubjectKind::Design};
inline constexpr FigureHandle costStaffYear{115, "cost.staff.year", SubjectKind::Design};
inline constexpr FigureHandle costPaymentYear{116, "cost.payment.year", SubjectKind::Design};
inline constexpr FigureHandle costAcceleratorHourAvailable{117, "cost.accelerator-hour.available", SubjectKind::Design};
inline constexpr FigureHandle costAcceleratorHourUsed{118, "cost.accelerator-hour.used", SubjectKind::Design};
inline constexpr FigureHandle costIdleYear{119, "cost.idle.year", SubjectKind::Design};
inline constexpr FigureHandle costOperatingYear{354, "cost.operating.year", SubjectKind::Design};
inline constexpr FigureHandle costDepreciationYear{355, "cost.depreciation.year", SubjectKind::Design};
inline constexpr FigureHandle costLeaseMonth{356, "cost.lease.month", SubjectKind::Design};
inline constexpr FigureHandle costOwned{357, "cost.owned", SubjectKind::Design};
inline constexpr FigureHandle costOwnedThreeYears{358, "cost.owned.three-years", SubjectKind::Design};
inline constexpr FigureHandle costOwnedFiveYears{359, "cost.owned.five-years", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenOnDemandHours{360, "cost.break-even.on-demand.hours", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenOnDemandShare{361, "cost.break-even.on-demand.share", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenReservedHours{362, "cost.break-even.reserved.hours", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenReservedShare{363, "cost.break-even.reserved.share", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenSpotHours{364, "cost.break-even.spot.hours", SubjectKind::Design};
inline constexpr FigureHandle costBreakEvenSpotShare{365, "cost.break-even.spot.share", SubjectKind::Design};
inline constexpr FigureHandle costPriceP10{366, "cost.price.p10", SubjectKind::Design};
inline constexpr FigureHandle costPriceP50{367, "cost.price.p50", SubjectKind::Design};
inline constexpr FigureHandle costPriceP90{368, "cost.price.p90", SubjectKind::Design};

} // namespace rackwright::figure_of
