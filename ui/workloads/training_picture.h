// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the workspace draws of a training job: memory of every stage, the parts of a step, the products of a layer and
// what would make it fit. A value, made away from the window's thread from one solution.

#include "solvers/engine/solution.h"
#include "solvers/jobs/cheapest_fit.h"
#include "solvers/jobs/job_plans.h"

namespace rackwright {

struct TrainingPicture {
    bool isKnown = false; ///< all inputs of the job are known; else nothing below holds
    double limit = 0;     ///< usable bytes of an accelerator
    MemoryRoom room;      ///< with that of its node
    PlannedJob job;
    std::vector<StageMemory> stages;
    StepTime exposed, whole; ///< whole: were nothing hidden
    std::vector<MatrixProduct> products;
    std::vector<PlanChange> changes; ///< that make it fit, where it does not
    std::optional<Error> problem;    ///< the plan does not divide what it splits
    std::optional<Message> cutOff;   ///< nodes without any compute cable: no plan ends a step
    JobQuestion search;

    bool fits() const { return room.holds(job); }
};
TrainingPicture trainingPicture(const Context& context, Id<Workload> workload);

} // namespace rackwright
