// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// `train --search`: the fastest parallel plan of a model on a number of accelerators, the runner-up with the reason why
// it lost, and the plans that no other beats in memory and speed. The search is the solver's.

#include "app/verbs/verb.h"
#include "solvers/parallelism/training_case.h"

namespace rackwright {

int runPlanSearch(const TrainingCase& input, Streams& streams, const Session& session);

} // namespace rackwright
