// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The figures of cost, in the order of their numbers.

#include "solvers/engine/figure_handle.h"

namespace rackwright::figure_of {

inline constexpr FigureHandle costPriceTotal{"cost.price.total", SubjectKind::Design};
inline constexpr FigureHandle costPriceSection{"cost.price.section", SubjectKind::Section};
inline constexpr FigureHandle costPriceSectionShare{"cost.price.section.share", SubjectKind::Section};
inline constexpr FigureHandle costPriceAccelerators{"cost.price.accelerators", SubjectKind::Design};
inline constexpr FigureHandle costPriceAcceleratorsShare{"cost.price.accelerators.share", SubjectKind::Design};
inline constexpr FigureHandle costPricePerAccelerator{"cost.price.per-accelerator", SubjectKind::Design};
inline constexpr FigureHandle costPricePerPetaflops{"cost.price.per-petaflops", SubjectKind::Design};
inline constexpr FigureHandle costPriceDeviation{"cost.price.deviation", SubjectKind::Design};
inline constexpr FigureHandle costPriceWithTax{"cost.price.with-tax", SubjectKind::Design};
inline constexpr FigureHandle costLines{"cost.lines", SubjectKind::Design};
inline constexpr FigureHandle costLinesUnpriced{"cost.lines.unpriced", SubjectKind::Design};
inline constexpr FigureHandle costLinesPlanning{"cost.lines.planning", SubjectKind::Design};
inline constexpr FigureHandle costPricePlanningShare{"cost.price.planning.share", SubjectKind::Design};
inline constexpr FigureHandle costLeadTimeLongest{"cost.lead-time.longest", SubjectKind::Design};
inline constexpr FigureHandle costEnergyYear{"cost.energy.year", SubjectKind::Design};
inline constexpr FigureHandle costStaffYear{"cost.staff.year", SubjectKind::Design};
inline constexpr FigureHandle costPaymentYear{"cost.payment.year", SubjectKind::Design};
inline constexpr FigureHandle costAcceleratorHourAvailable{"cost.accelerator-hour.available", SubjectKind::Design};
inline constexpr FigureHandle costAcceleratorHourUsed{"cost.accelerator-hour.used", SubjectKind::Design};
inline constexpr FigureHandle costIdleYear{"cost.idle.year", SubjectKind::Design};

} // namespace rackwright::figure_of
