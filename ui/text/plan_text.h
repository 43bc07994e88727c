// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A parallel plan in the letters of the trade, for cards and documents.

#include "solvers/parallelism/parallel_plan.h"

#include <string>

namespace rackwright {

class Texts;

/// "TP 8 · PP 4 · DP 32 · ZeRO 1"; degrees of one are left out but for those three.
std::string planText(const ParallelPlan& plan, const Texts& texts);

} // namespace rackwright
