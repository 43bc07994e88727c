// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of workloads and storage pools: demand against supply, paths, checkpoints, rules of thumb, inference.
#include "solvers/inference/figures.h"
#include "solvers/inference/serving.h"
#include "solvers/schedules/columns.h"
#include "solvers/schedules/schedule_parts.h"
#include "solvers/schedules/schedules.h"
#include "solvers/storage/figures.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/storage/provisioning_guides.h"

namespace rackwright {

namespace {

ScheduleCell cell(const FigureTable& figures, std::string_view name, Subject subject) {
    return figureCell(figures, name, subject);
}

ScheduleRow rowOf(std::string key, Subject subject, std::vector<ScheduleCell> cells) {
    return {std::move(key), RowRole::Line, subject, std::move(cells)};
}

std::string keyOf(std::string_view kind, std::uint64_t id) {
    return std::string(kind).append(":").append(std::to_string(id));
}

ScheduleRow poolRow(const FigureTable& figures, const StoragePool& pool) {
    const Subject subject = subjectOf(pool);
    return rowOf(keyOf("pool", pool.id.value), subject,
                 {textCell(nameOr(pool.name, pool.id.value)), textCell(pool.product),
                  cell(figures, figure_of::poolNodes, subject), cell(figures, figure_of::poolNodesNeeded, subject),
                  cell(figures, figure_of::poolCapacityRaw, subject),
                  cell(figures, figure_of::poolCapacityUsable, subject),
                  cell(figures, figure_of::poolCapacityDemand, subject), cell(figures, figure_of::poolFill, subject),
                  cell(figures, figure_of::poolReadDemand, subject), cell(figures, figure_of::poolRead, subject),
                  cell(figures, figure_of::poolWriteDemand, subject), cell(figures, figure_of::poolWrite, subject)});
}

ScheduleRow pathRow(const Context& context, const FigureTable& figures, const StoragePool& pool, Direction direction) {
    const Subject subject = subjectOf(pool);
    const std::string prefix = std::string("pool.").append(enumName(direction));
    std::vector<ScheduleCell> cells = {textCell(nameOr(pool.name, pool.id.value)),
                                       wordCell("storage-path.", direction)};
    for (const std::string_view hop : EnumNames<StorageHop>::names)
        cells.push_back(cell(figures, std::string(prefix).append(".").append(hop), subject));
    cells.push_back(cell(figures, prefix, subject));
    const auto slowest = slowestHop(context, pool, direction);
    cells.push_back(slowest ? wordCell("storage-hop.", *slowest) : ScheduleCell(Message("figure.unknown")));
    return rowOf(keyOf(prefix, pool.id.value), subject, std::move(cells));
}

ScheduleRow jobRow(const FigureTable& figures, const Workload& workload) {
    const Subject subject = subjectOf(workload);
    const auto figure = [&](std::string_view name) { return cell(figures, name, subject); };
    return rowOf(keyOf("workload", workload.id.value), subject,
                 {textCell(nameOr(workload.name, workload.id.value)), textCell(workload.model),
                  figure(figure_of::storageDataset), figure(figure_of::storageReadDemand),
                  figure(figure_of::storageMetadataDemand), figure(figure_of::storageCheckpointSize),
                  figure(figure_of::storageCheckpointInterval), figure(figure_of::storageCheckpointIntervalOptimum),
                  figure(figure_of::storageWriteDemand), figure(figure_of::storageCheckpointDay),
                  figure(figure_of::storageInterruption), figure(figure_of::storageRestore),
                  figure(figure_of::storageGoodput)});
}

ScheduleRow modeRow(const FigureTable& figures, const Workload& workload, CheckpointMode mode) {
    const Subject subject = subjectOf(workload);
    const bool isChosen = checkpointModeOf(workload) == mode;
    return rowOf(keyOf(enumName(mode), workload.id.value), subject,
                 {textCell(nameOr(workload.name, workload.id.value)), wordCell("checkpoint-mode.", mode),
                  isChosen ? ScheduleCell(Message("schedule.chosen")) : ScheduleCell(std::monostate{}),
                  cell(figures, std::string("storage.checkpoint.stall.").append(enumName(mode)), subject),
                  cell(figures, std::string("storage.checkpoint.safe.").append(enumName(mode)), subject),
                  Message(std::string("checkpoint-mode.").append(enumName(mode)).append(".risk"))});
}

ScheduleRow guideRow(const Workload& workload, const ProvisioningGuide& guide, const ScheduleCell& computed) {
    return rowOf(keyOf(guide.id, workload.id.value), subjectOf(workload),
                 {textCell(nameOr(workload.name, workload.id.value)), Message(std::string(guide.id)), Value(guide.low),
                  guide.high ? ScheduleCell(Value(*guide.high)) : ScheduleCell(std::monostate{}), computed,
                  textCell(std::string(guide.source))});
}

ScheduleRow servingRow(const Context& context, const FigureTable& figures, const Workload& workload) {
    const Subject subject = subjectOf(workload);
    const auto figure = [&](std::string_view name) { return cell(figures, name, subject); };
    const auto format = weightFormatOf(workload);
    const ScheduleCell instance = Value(instanceSize<Value>(context, workload));
    return rowOf(keyOf("workload", workload.id.value), subject,
                 {textCell(nameOr(workload.name, workload.id.value)), textCell(workload.model),
                  textCell(format ? std::string(enumName(*format)) : std::string()),
                  figure(figure_of::inferenceInstances), instance, figure(figure_of::inferenceWeights),
                  figure(figure_of::inferenceCacheSequence), figure(figure_of::inferenceConcurrencyMost),
                  figure(figure_of::inferenceBatch), figure(figure_of::inferenceTtft), figure(figure_of::inferenceTpot),
                  figure(figure_of::inferenceRateUser), figure(figure_of::inferenceRate),
                  figure(figure_of::inferenceRateBound), figure(figure_of::inferenceQueries),
                  figure(figure_of::inferenceEnergy), figure(figure_of::inferenceCost)});
}

Schedule schedule(std::string id, std::vector<ScheduleColumn> columns) {
    Schedule made;
    made.title = Message(std::string("schedule.").append(id));
    made.id = std::move(id);
    made.columns = std::move(columns);
    for (ScheduleColumn& column : made.columns)
        column.significantDigits = 3;
    return made;
}

} // namespace

Schedule storagePoolSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = schedule(
        "storage-pools",
        {textColumn("Pool"), textColumn("Product"), numberColumn("Nodes"), numberColumn("Nodes needed"),
         numberColumn("Raw TB", "TB"), numberColumn("Usable TB", "TB"), numberColumn("Demand TB", "TB"),
         numberColumn("Fill %", "%"), numberColumn("Read demand GB/s", "GB/s"), numberColumn("Read GB/s", "GB/s"),
         numberColumn("Write demand GB/s", "GB/s"), numberColumn("Write GB/s", "GB/s")});
    for (const StoragePool& pool : context.design().storagePools)
        made.rows.push_back(poolRow(figures, pool));
    made.notes = {Message("schedule.storage-pools.note")};
    return made;
}

Schedule storagePathSchedule(const Context& context, const FigureTable& figures) {
    Schedule made =
        schedule("storage-paths", {textColumn("Pool"), textColumn("Direction"), numberColumn("Drives GB/s", "GB/s"),
                                   numberColumn("Nodes GB/s", "GB/s"), numberColumn("Node ports GB/s", "GB/s"),
                                   numberColumn("Switches GB/s", "GB/s"), numberColumn("Clients GB/s", "GB/s"),
                                   numberColumn("Least GB/s", "GB/s"), textColumn("Slowest hop")});
    for (const StoragePool& pool : context.design().storagePools)
        for (const Direction direction : {Direction::Read, Direction::Write})
            made.rows.push_back(pathRow(context, figures, pool, direction));
    made.notes = {Message("schedule.storage-paths.note")};
    return made;
}

Schedule storageJobSchedule(const Context& context, const FigureTable& figures) {
    Schedule made =
        schedule("storage-workloads", {textColumn("Workload"), textColumn("Model"), numberColumn("Data set TB", "TB"),
                                       numberColumn("Read GB/s", "GB/s"), numberColumn("Metadata ops/s"),
                                       numberColumn("Checkpoint GB", "GB"), numberColumn("Interval min", "min"),
                                       numberColumn("Optimum min", "min"), numberColumn("Write GB/s", "GB/s"),
                                       numberColumn("Written TB/day", "TB"), numberColumn("Interruption h", "h"),
                                       numberColumn("Restore min", "min"), numberColumn("Goodput %", "%")});
    for (const Workload& workload : context.design().workloads)
        made.rows.push_back(jobRow(figures, workload));
    made.notes = {Message("schedule.storage-workloads.note")};
    return made;
}

Schedule checkpointSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = schedule("checkpoints", {textColumn(column_of::workload), textColumn(column_of::mode),
                                             textColumn(column_of::chosen), numberColumn(column_of::stall, "s"),
                                             numberColumn(column_of::timeToSafe, "s"), textColumn(column_of::risk)});
    for (const Workload& workload : context.design().workloads)
        if (isTraining(workload))
            for (std::size_t i = 0; i < EnumNames<CheckpointMode>::names.size(); ++i)
                made.rows.push_back(modeRow(figures, workload, static_cast<CheckpointMode>(i)));
    return made;
}

Schedule storageGuideSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = schedule("storage-guides", {textColumn("Workload"), textColumn("Rule of thumb"),
                                                numberColumn("From GB/s", "GB/s"), numberColumn("To GB/s", "GB/s"),
                                                numberColumn("Computed GB/s", "GB/s"), textColumn("Source")});
    for (const Workload& workload : context.design().workloads) {
        if (!isTraining(workload))
            continue;
        for (const ProvisioningGuide& guide : readGuides(context, workload))
            made.rows.push_back(
                guideRow(workload, guide, cell(figures, figure_of::storageReadDemand, subjectOf(workload))));
        for (const ProvisioningGuide& guide : writeGuides(context, workload))
            made.rows.push_back(
                guideRow(workload, guide, cell(figures, figure_of::storageWriteDemand, subjectOf(workload))));
    }
    made.notes = {Message("schedule.storage-guides.note")};
    return made;
}

Schedule inferenceSchedule(const Context& context, const FigureTable& figures) {
    const std::string currency = context.project().quote.currency.code();
    Schedule made = schedule(
        "inference", {textColumn("Workload"), textColumn("Model"), textColumn("Format"), numberColumn("Instances"),
                      numberColumn("Accelerators each"), numberColumn("Weights GB", "GB"),
                      numberColumn("Cache/sequence GB", "GB"), numberColumn("Sequences at most"), numberColumn("Batch"),
                      numberColumn("First token ms", "ms"), numberColumn("Token ms", "ms"),
                      numberColumn("Tokens/s a user"), numberColumn("Tokens/s"), numberColumn("Bound tokens/s"),
                      numberColumn("Answers/s"), numberColumn("J/token"), numberColumn(currency + "/M tokens")});
    for (const Workload& workload : context.design().workloads)
        if (!isTraining(workload))
            made.rows.push_back(servingRow(context, figures, workload));
    made.notes = {Message("schedule.inference.note")};
    return made;
}

} // namespace rackwright
