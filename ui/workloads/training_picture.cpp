// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/training_picture.h"

#include "solvers/jobs/node_room.h"

#include <cmath>

namespace rackwright {

namespace {

Message wordsOf(const CutOffNodes& nodes) {
    return Message(nodes.count == 1 ? "workloads.cut-off" : "workloads.cut-off-many")
        .with("node", nodes.first)
        .with("nodes", nodes.count);
}

} // namespace

TrainingPicture trainingPicture(const Context& context, Id<Workload> id) {
    TrainingPicture picture;
    const Workload* workload = context.design().workloads.find(id);
    const WorkloadModel model = workload ? modelOf(*workload) : nullptr;
    const std::optional<JobNumbers> numbers = model ? jobNumbers(context, *workload) : std::nullopt;
    const Value usable = usableJobMemory<Value>(context).si();
    if (!numbers || !usable.isKnown() || numbers->fact[0] < 1)
        return picture;
    picture.isKnown = true;
    picture.limit = usable.typical();
    picture.room = {picture.limit, knownNodeRoom(context)};
    if (numbers->isCutOff())
        picture.cutOff = wordsOf(cutOffNodes(context));
    const EnteredPlan entered = enteredPlan(*workload);
    picture.job = plannedJob(model->architecture, entered, *numbers);
    const ParallelPlan plan = picture.job.plan();
    for (std::int64_t stage = 0; stage < plan.pipeline; ++stage)
        picture.stages.push_back(stageMemory(model->architecture, plan, entered.memory(), stage));
    picture.exposed = picture.job.parts();
    PlannedJob alone = picture.job;
    alone.run.overlapTensor = alone.run.overlapData = false;
    picture.whole = alone.parts();
    picture.products = matrixProducts(picture.job.run);
    if (!picture.fits())
        picture.changes = changesThatFit(model->architecture, entered, *numbers, picture.room);
    if (const Done legal = checkPlan(model->architecture, plan); !legal)
        picture.problem = legal.error();
    else if (const Done sharded = checkSharding(plan); !sharded)
        picture.problem = sharded.error();
    else if (entered.tensor > 0 || entered.pipeline > 0 || entered.context > 0)
        if (const auto data = dataParallelism(plan, inWholeNodes(context, numbers->fact[0]));
            !data && entered.data == 0)
            picture.problem = data.error();
    picture.search = questionOf(model->architecture, entered, *numbers, picture.room);
    return picture;
}

} // namespace rackwright
