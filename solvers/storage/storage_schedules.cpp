// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules of storage: demand against supply, paths, checkpoints and rules of thumb.
#include "solvers/engine/schedule_columns.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/storage/figures.h"
#include "solvers/storage/pool_capacity.h"
#include "solvers/storage/provisioning_guides.h"
#include "solvers/storage/storage_domain.h"

namespace rackwright {

namespace {

constexpr int kDigits = 3;

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

} // namespace

Schedule storagePoolSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = emptySchedule(
        "storage-pools",
        {textColumn("Pool"), textColumn("Product"), numberColumn("Nodes"), numberColumn("Nodes needed"),
         numberColumn("Raw TB", "TB"), numberColumn("Usable TB", "TB"), numberColumn("Demand TB", "TB"),
         numberColumn("Fill %", "%"), numberColumn("Read demand GB/s", "GB/s"), numberColumn("Read GB/s", "GB/s"),
         numberColumn("Write demand GB/s", "GB/s"), numberColumn("Write GB/s", "GB/s")},
        kDigits);
    for (const StoragePool& pool : context.design().storagePools)
        made.rows.push_back(poolRow(figures, pool));
    made.notes = {Message("schedule.storage-pools.note")};
    return made;
}

Schedule storagePathSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = emptySchedule("storage-paths",
                                  {textColumn("Pool"), textColumn("Direction"), numberColumn("Drives GB/s", "GB/s"),
                                   numberColumn("Nodes GB/s", "GB/s"), numberColumn("Node ports GB/s", "GB/s"),
                                   numberColumn("Switches GB/s", "GB/s"), numberColumn("Clients GB/s", "GB/s"),
                                   numberColumn("Least GB/s", "GB/s"), textColumn("Slowest hop")},
                                  kDigits);
    for (const StoragePool& pool : context.design().storagePools)
        for (const Direction direction : {Direction::Read, Direction::Write})
            made.rows.push_back(pathRow(context, figures, pool, direction));
    made.notes = {Message("schedule.storage-paths.note")};
    return made;
}

Schedule storageJobSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = emptySchedule("storage-workloads",
                                  {textColumn("Workload"), textColumn("Model"), numberColumn("Data set TB", "TB"),
                                   numberColumn("Read GB/s", "GB/s"), numberColumn("Metadata ops/s"),
                                   numberColumn("Checkpoint GB", "GB"), numberColumn("Interval min", "min"),
                                   numberColumn("Optimum min", "min"), numberColumn("Write GB/s", "GB/s"),
                                   numberColumn("Written TB/day", "TB"), numberColumn("Interruption h", "h"),
                                   numberColumn("Restore min", "min"), numberColumn("Goodput %", "%")},
                                  kDigits);
    for (const Workload& workload : context.design().workloads)
        made.rows.push_back(jobRow(figures, workload));
    made.notes = {Message("schedule.storage-workloads.note")};
    return made;
}

Schedule checkpointSchedule(const Context& context, const FigureTable& figures) {
    Schedule made = emptySchedule("checkpoints",
                                  {textColumn(column_of::workload), textColumn(column_of::mode),
                                   textColumn(column_of::chosen), numberColumn(column_of::stall, "s"),
                                   numberColumn(column_of::timeToSafe, "s"), textColumn(column_of::risk)},
                                  kDigits);
    for (const Workload& workload : context.design().workloads)
        if (isTraining(workload))
            for (std::size_t i = 0; i < EnumNames<CheckpointMode>::names.size(); ++i)
                made.rows.push_back(modeRow(figures, workload, static_cast<CheckpointMode>(i)));
    for (const Workload& workload : context.design().workloads)
        if (const auto backend = isTraining(workload) ? checkpointBackendOf(workload) : std::nullopt)
            made.notes.push_back(Message("checkpoint-backend." + std::string(enumName(*backend)) + ".risk"));
    return made;
}

Schedule storageGuideSchedule(const Context& context, const FigureTable& figures) {
    Schedule made =
        emptySchedule("storage-guides",
                      {textColumn("Workload"), textColumn("Rule of thumb"), numberColumn("From GB/s", "GB/s"),
                       numberColumn("To GB/s", "GB/s"), numberColumn("Computed GB/s", "GB/s"), textColumn("Source")},
                      kDigits);
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

} // namespace rackwright
