// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of what stands above busways (UPS, panels, transformers, generators, mains) and of what hangs on it in time:
// sums, lost modules, shared redundancy, short peaks, autonomy. Rows of powerRules().

#include "solvers/engine/finding.h"
#include "solvers/engine/kernels.h"

#include <optional>
#include <vector>

namespace rackwright {

/// A kind of element above busways and tap-offs, whose sums POWER-09 judges.
bool isSource(PowerElementKind kind);
/// A mains without a rating of its own at a site whose power limit is known, which SITE-03 judges.
bool isJudgedBySite(const Context& context, const PowerElement& element);

/// What the batteries of a UPS give at once, W; one on several UPS gives each its part. Unset where none is drawn or
/// they stand within the UPS, which gives what it is rated for; unknown where one is not rated.
std::optional<Value> batteryPowerOf(const Context& context, const PowerElement& ups);

/// POWER-09, its part about loads: of one element, with nothing lost and with one module of its group lost.
void judgeSource(const Context& context, const PowerElement& element, std::vector<Verdict>& verdicts);
/// POWER-06: what a source of shared redundancy may carry normally.
Rule sharedSourceRule();
/// POWER-10: short peaks above what UPS and busways bear.
Rule shortPeakRule();
/// POWER-11: one synchronous job that is much of the site's load.
Rule synchronousJobRule();
/// POWER-12: power caps within what accelerators take.
Rule powerCapRule();
/// POWER-13: the batteries of a UPS bridge the start of generators and cooling, and give what it takes.
Rule autonomyRule();
/// POWER-14: power shelves carry their rack with one module lost.
Rule shelfRule();

} // namespace rackwright
