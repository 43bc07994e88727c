// SPDX-License-Identifier: GPL-3.0-or-later
// Storage and serving in a proposal: demand against supply, the path with its slowest hop, checkpoints, rules of thumb,
// and what served models yield.
#include "ui/report/proposal_parts.h"

#include "solvers/engine/schedule_columns.h"
#include "solvers/inference/load_curve.h"
#include "solvers/pools/pool_path.h"
#include "solvers/workload/job.h"
#include "ui/charts/load_field.h"
#include "ui/charts/point_drawing.h"

#include <algorithm>

namespace rackwright::proposal {

namespace {

const Schedule* filled(const Draft& draft, std::string_view id) {
    const Schedule* schedule = draft.input.schedule(id);
    return schedule && !schedule->rows.empty() ? schedule : nullptr;
}

/// A row for each column and a column for each row: for schedules of many columns and few rows.
TableBlock turned(const Schedule& schedule, const Words& words) {
    const TableBlock upright = tableOf(schedule, {}, words);
    TableBlock table;
    table.columns.push_back({upright.columns.front().header});
    for (const TableRow& row : upright.rows)
        table.columns.push_back({row.cells.front().text, TextAlign::Right});
    table.columns.push_back({QString(), TextAlign::Left, true}); // figures stand near their names
    for (std::size_t column = 1; column < upright.columns.size(); ++column) {
        TableRow row;
        row.cells.push_back({upright.columns[column].header, Ink::Subdued});
        for (const TableRow& line : upright.rows)
            row.cells.push_back(column < line.cells.size() ? line.cells[column] : TableCell{});
        table.rows.push_back(std::move(row));
    }
    return table;
}

void addTable(Draft& draft, std::string_view heading, const QString& anchor, const Schedule& schedule,
              TableBlock table) {
    draft.addHeading(heading, anchor, 2);
    draft.add(std::move(table));
    addNotes(draft, schedule);
}

/// Rows whose last cell names the slowest hop: its figure stands out.
void markSlowest(const Draft& draft, TableBlock& table) {
    constexpr std::size_t kFirstHop = 2;
    for (TableRow& row : table.rows) {
        const QString slowest = row.cells.back().text;
        row.cells.back().weight = Weight::Medium;
        for (std::size_t hop = 0; hop < EnumNames<StorageHop>::names.size(); ++hop) {
            const auto name = draft.words.text(std::string("storage-hop.").append(EnumNames<StorageHop>::names[hop]));
            if (name == slowest && kFirstHop + hop < row.cells.size())
                row.cells[kFirstHop + hop].weight = Weight::Medium;
        }
    }
}

void addCheckpoints(Draft& draft, const Schedule& schedule) {
    TableBlock table = tableOf(schedule,
                               {column_of::workload, column_of::mode, column_of::chosen, column_of::stall,
                                column_of::timeToSafe, column_of::risk},
                               draft.words);
    constexpr std::size_t kChosen = 2;
    for (TableRow& row : table.rows)
        if (row.cells.size() > kChosen && !row.cells[kChosen].text.isEmpty())
            for (TableCell& cell : row.cells)
                cell.weight = Weight::Medium;
    addTable(draft, "report.checkpoints", QStringLiteral("checkpoints"), schedule, std::move(table));
}

} // namespace

static void addStorage(Draft& draft) {
    const Schedule* pools = filled(draft, "storage-pools");
    if (!pools)
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.storage", QStringLiteral("storage"));
    draft.add(turned(*pools, draft.words));
    addNotes(draft, *pools);
    if (const Schedule* paths = filled(draft, "storage-paths")) {
        TableBlock table = tableOf(*paths, {}, draft.words);
        markSlowest(draft, table);
        addTable(draft, "report.storage-paths", QStringLiteral("storage-paths"), *paths, std::move(table));
    }
    if (const Schedule* jobs = filled(draft, "storage-workloads"))
        addTable(draft, "report.storage-workloads", QStringLiteral("storage-workloads"), *jobs,
                 turned(*jobs, draft.words));
    if (const Schedule* checkpoints = filled(draft, "checkpoints"))
        addCheckpoints(draft, *checkpoints);
    if (const Schedule* guides = filled(draft, "storage-guides"))
        addTable(draft, "report.storage-guides", QStringLiteral("storage-guides"), *guides,
                 tableOf(*guides, {}, draft.words));
}

static void addServing(Draft& draft) {
    const Schedule* serving = filled(draft, "inference");
    if (!serving)
        return;
    if (!filled(draft, "storage-pools"))
        draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
    draft.addHeading("report.inference", QStringLiteral("serving"));
    draft.add(turned(*serving, draft.words));
    addNotes(draft, *serving);
    const Schedule* points = filled(draft, "serving-curve");
    if (!points)
        return;
    draft.addHeading("report.serving-curve", QStringLiteral("serving-curve"), 2);
    constexpr double kWidth = 170, kHeight = 80;
    for (const Workload& workload : draft.design().workloads) {
        if (isTraining(workload))
            continue;
        const LoadCurve curve = loadCurve(draft.context(), workload);
        if (curve.points.empty())
            continue;
        draft.add(DrawingBlock{pointDrawing(loadField(curve, draft.words.texts()), kWidth, kHeight),
                               QString::fromStdString(workload.name), false});
        if (curve.targets.hasTimes() && !curve.crossing)
            draft.addText(Message("workloads.curve.never"), Ink::Warning);
    }
    draft.add(tableOf(*points, {}, draft.words));
    addNotes(draft, *points);
    if (const Schedule* references = filled(draft, "serving-references"))
        addTable(draft, "report.serving-references", QStringLiteral("serving-references"), *references,
                 tableOf(*references, {}, draft.words));
}

/// What clouds take for an hour of an accelerator.
static void addCloudPrices(Draft& draft) {
    const Schedule* prices = filled(draft, "cloud-prices");
    if (!prices || draft.design().workloads.isEmpty())
        return;
    draft.addHeading("report.cloud-prices", QStringLiteral("cloud-prices"));
    draft.add(tableOf(*prices, {}, draft.words));
    addNotes(draft, *prices);
}

std::vector<Section> workloadSections() {
    return {{"storage", 50, addStorage}, {"serving", 60, addServing}, {"cloud", 61, addCloudPrices}};
}

} // namespace rackwright::proposal
