// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/schedule_parts.h"
#include "solvers/inference/figures.h"
#include "solvers/inference/inference_domain.h"
#include "solvers/inference/serving.h"

namespace rackwright {

namespace {

ScheduleRow servingRow(const Context& context, const FigureTable& figures, const Workload& workload) {
    const Subject subject = subjectOf(workload);
    const auto figure = [&](std::string_view name) { return figureCell(figures, name, subject); };
    const auto format = weightFormatOf(workload);
    const ScheduleCell instance = Value(instanceSize<Value>(context, workload));
    return {"workload:" + std::to_string(workload.id.value),
            RowRole::Line,
            subject,
            {textCell(nameOr(workload.name, workload.id.value)), textCell(workload.model),
             textCell(format ? std::string(enumName(*format)) : std::string()), figure(figure_of::inferenceInstances),
             instance, figure(figure_of::inferenceWeights), figure(figure_of::inferenceCacheSequence),
             figure(figure_of::inferenceConcurrencyMost), figure(figure_of::inferenceBatch),
             figure(figure_of::inferenceTtft), figure(figure_of::inferenceTpot), figure(figure_of::inferenceRateUser),
             figure(figure_of::inferenceRate), figure(figure_of::inferenceRateBound),
             figure(figure_of::inferenceQueries), figure(figure_of::inferenceEnergy),
             figure(figure_of::inferenceCost)}};
}

} // namespace

Schedule inferenceSchedule(const Context& context, const FigureTable& figures) {
    const std::string currency = context.project().quote.currency.code();
    Schedule made =
        emptySchedule("inference",
                      {textColumn("Workload"), textColumn("Model"), textColumn("Format"), numberColumn("Instances"),
                       numberColumn("Accelerators each"), numberColumn("Weights GB", "GB"),
                       numberColumn("Cache/sequence GB", "GB"), numberColumn("Sequences at most"),
                       numberColumn("Batch"), numberColumn("First token ms", "ms"), numberColumn("Token ms", "ms"),
                       numberColumn("Tokens/s a user"), numberColumn("Tokens/s"), numberColumn("Bound tokens/s"),
                       numberColumn("Answers/s"), numberColumn("J/token"), numberColumn(currency + "/M tokens")},
                      3);
    for (const Workload& workload : context.design().workloads)
        if (!isTraining(workload))
            made.rows.push_back(servingRow(context, figures, workload));
    made.notes = {Message("schedule.inference.note")};
    return made;
}

} // namespace rackwright
