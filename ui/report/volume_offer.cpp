// SPDX-License-Identifier: GPL-3.0-or-later
// What a customer's proposal shows of the design: workloads with their results, nodes and networks, plan and
// elevations, power and cooling, and what the building has to bring. Of tables that grow with the design the first
// lines; all of them stand in the technical review.
#include "solvers/engine/schedule_columns.h"
#include "solvers/jobs/training_job.h"
#include "solvers/node/node_inside.h"
#include "solvers/node/node_kinds.h"
#include "solvers/power/drawn_utility.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "ui/charts/chart.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/paint/node_diagram.h"
#include "ui/paint/rack_elevation.h"
#include "ui/report/page_layout.h"
#include "ui/report/plan_page.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/schedule_files.h"
#include "ui/report/text_lines.h"
#include "ui/text/figure_title.h"
#include "ui/text/plan_text.h"
#include "ui/text/short_figure.h"
#include "ui/text/sureness.h"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostWorkloads = 2, kMostNodeKinds = 1, kMostNetworkSheets = 1, kMostPlans = 1;
constexpr std::size_t kMostLosses = 8, kMostRackKinds = 4;
constexpr double kElevationScale = 0.1;
constexpr double kChart = 150; // mm

constexpr std::array kStepParts = {figure_of::trainingStepCompute, figure_of::trainingStepTensor,
                                   figure_of::trainingStepExpert,  figure_of::trainingStepContext,
                                   figure_of::trainingStepBubble,  figure_of::trainingStepPipeline,
                                   figure_of::trainingStepData,    figure_of::trainingStepOptimizer,
                                   figure_of::trainingStepOffload, figure_of::trainingStepGeneration};

QString plain(const std::string& text) { return QString::fromStdString(text); }

void addMoreNote(Draft& draft, const char* id, std::size_t count) {
    if (count > 0)
        draft.addText(Message(id).with("count", count), Ink::Subdued);
}

/// "TP 8 · PP 4 · DP 32"; empty of a job whose inputs are not all known.
QString planOf(const Draft& draft, const Workload& workload) {
    if (workload.kind == WorkloadKind::Inference)
        return {};
    const WorkloadModel model = modelOf(workload);
    const std::optional<JobNumbers> numbers = model ? jobNumbers(draft.context(), workload) : std::nullopt;
    if (!numbers || numbers->fact[0] < 1 || numbers->isCutOff())
        return {};
    const PlannedJob job = plannedJob(model->architecture, enteredPlan(workload), *numbers);
    return plain(planText(job.plan(), draft.words.texts()));
}

/// Where the time of a step goes.
Chart stepChart(const Draft& draft, const Workload& workload) {
    Chart chart{draft.words.text("report.workload.step"), {}};
    const ReportFigure* step = draft.input.find(figure_of::trainingStep, Subject(workload.id));
    const double whole = step && step->value.isKnown() ? step->value.typical() : 0;
    constexpr double leastShare = 0.002;
    for (const FigureHandle& part : kStepParts) {
        const ReportFigure* figure = draft.input.find(part, Subject(workload.id));
        if (!figure || !figure->value.isKnown() || !(figure->value.typical() > leastShare * whole))
            continue;
        const Value seconds(figure->value.typical());
        chart.bars.push_back(
            {plain(figureTitle(part.name, draft.words.texts())), figure->value.typical(),
             plain(shortFigure(seconds, figure->unit, figure->unitFactor, draft.words.texts()).amount)});
    }
    return chart;
}

void addWorkload(Draft& draft, const Workload& workload) {
    draft.add(Heading{plain(abridged(workload.name)), 2, QStringLiteral("workload:%1").arg(workload.id.value)});
    const std::string share = draft.words.texts().figure(Value(workload.acceleratorShare), "%", 0.01);
    TableBlock facts = termTable({{draft.words.text("report.workload.kind"),
                                   draft.words.text("workload.kind." + std::string(enumName(workload.kind)))},
                                  {draft.words.text("report.workload.model"), plain(abridged(workload.model))},
                                  {draft.words.text("report.workload.share"), plain(share)},
                                  {draft.words.text("report.workload.plan"), planOf(draft, workload)}});
    draft.add(std::move(facts));
    Cards cards{resultCards(draft, workload)};
    if (cards.cards.empty())
        draft.addText(Message("report.workload.unknown"), Ink::Warning);
    else
        draft.add(std::move(cards));
    if (const Chart chart = stepChart(draft, workload); !chart.bars.empty()) {
        draft.add(Space{1});
        draft.add(DrawingBlock{chartDrawing(chart, kChart), chart.title, false});
    }
    for (const std::string_view name :
         {std::string_view(figure_of::trainingDuration), std::string_view(figure_of::inferenceRate)})
        if (const ReportFigure* figure = draft.input.find(
                std::string(name).append("@").append(subjectLabel(draft.context(), Subject(workload.id))));
            figure && !figure->value.isUnknown()) {
            draft.addText(Message(figure->definition), Ink::Subdued);
            draft.addText(surenessOf(figure->value), Ink::Subdued);
            if (!figure->reference.empty())
                draft.addText(Message("report.workload.band").with("reference", figure->reference), Ink::Subdued);
        }
}

void addWorkloadPage(Draft& draft) {
    const auto& workloads = draft.design().workloads;
    if (workloads.isEmpty())
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.part.workload", QStringLiteral("workload"));
    std::size_t shown = 0;
    for (const Workload& workload : workloads)
        if (shown++ < kMostWorkloads)
            addWorkload(draft, workload);
    addMoreNote(draft, "report.workload.more", workloads.size() - std::min(workloads.size(), kMostWorkloads));
}

void addNodeKinds(Draft& draft) {
    const std::vector<NodeKind> kinds = nodeKinds(draft.project(), draft.design());
    const ScaleUpLevel level = scaleUpLevel(draft.project(), draft.design());
    const double width = PageFormat{draft.input.paper, false}.size().width() - 2 * Margins().side;
    std::size_t shown = 0;
    for (const NodeKind& kind : kinds) {
        const auto scaleUp = std::ranges::find(level.kinds, kind.system, &ScaleUpKind::system);
        if (scaleUp == level.kinds.end() || shown++ >= kMostNodeKinds)
            continue;
        const NodeInside node = nodeInside(draft.project(), draft.design(), *scaleUp, kind.first);
        NodeDiagramOptions options;
        options.scale = width / nodeDiagramBounds(node).width();
        options.legibleSize = kLeastPrint;
        draft.add(Heading{nodeTitle(node, draft.project(), draft.words.texts()), 2,
                          QStringLiteral("node:%1").arg(kind.system.value)});
        draft.add(DrawingBlock{nodeDiagram(node, draft.project(), draft.words.texts(), options), {}, false});
    }
}

TableBlock networkTable(const Draft& draft) {
    constexpr std::array columns = {figure_of::fabricEndpoints,
                                    figure_of::fabricSwitches,
                                    figure_of::fabricCables,
                                    figure_of::fabricBisectionShare,
                                    figure_of::fabricOversubscriptionLeaf,
                                    figure_of::fabricFaultBisection};
    TableBlock table;
    table.size = 2.4;
    table.columns.push_back({draft.words.text("report.part.networks"), TextAlign::Left, true});
    for (const FigureHandle& column : columns)
        table.columns.push_back({draft.words.text("report.card." + std::string(column.name)), TextAlign::Right});
    for (const Network& network : draft.design().networks) {
        TableRow row{{{plain(abridged(network.name))}}};
        bool isKnown = false;
        for (const FigureHandle& column : columns) {
            const ReportFigure* figure = draft.input.find(column, Subject(network.id));
            isKnown = isKnown || figure;
            row.cells.push_back(figure ? figureCell(draft, *figure) : TableCell{});
            if (figure && !figure->value.isUnknown() && column.name == figure_of::fabricOversubscriptionLeaf.name)
                row.cells.back().text += QStringLiteral(" : 1");
        }
        if (isKnown)
            table.rows.push_back(std::move(row));
    }
    return table;
}

/// The first lines of a schedule by some of its columns.
std::size_t addFirstRows(Draft& draft, const Schedule& schedule, const std::vector<std::string_view>& columns,
                         std::size_t most) {
    TableBlock table = tableOf(schedule, columns, draft.words);
    table.size = 2.3;
    const std::size_t all = table.rows.size();
    if (all > most)
        table.rows.resize(most);
    draft.add(std::move(table));
    return all - std::min(all, most);
}

std::size_t columnOf(const Schedule& schedule, std::string_view header) {
    const auto it = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    return static_cast<std::size_t>(it - schedule.columns.begin());
}

/// Whether some loss is held against a target: without one every verdict says the same.
bool isAnyJudged(const Schedule& failures) {
    const std::size_t verdict = columnOf(failures, column_of::verdict);
    return std::ranges::any_of(failures.rows, [verdict](const ScheduleRow& row) {
        const auto* said = verdict < row.cells.size() ? std::get_if<Message>(&row.cells[verdict]) : nullptr;
        return said && said->id != "failures.verdict.no-target";
    });
}

void addArchitecture(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.part.architecture", QStringLiteral("architecture"));
    addNodeKinds(draft);
    if (TableBlock table = networkTable(draft); !table.rows.empty()) {
        draft.add(Heading{draft.words.text("report.part.networks"), 2, QStringLiteral("networks")});
        draft.add(std::move(table));
    }
    if (const auto failures = scheduleOf(draft, "failures")) {
        draft.addHeading("report.single-failure", QStringLiteral("failures"), 2);
        std::vector<std::string_view> columns = {column_of::element, column_of::network, column_of::alike,
                                                 column_of::whatIsLost, column_of::bisectionLeft};
        if (isAnyJudged(*failures))
            columns.push_back(column_of::verdict);
        addMoreNote(draft, "report.single-failure.more", addFirstRows(draft, *failures, columns, kMostLosses));
    }
    const PageFormat format = draft.drawingSheet();
    std::size_t sheets = 0;
    const Margins margins;
    const QSizeF room(format.size().width() - 2 * margins.side,
                      format.size().height() - margins.top - margins.bottom - 12);
    for (const Network& network : draft.design().networks) {
        const bool isData = network.role == NetworkRole::Compute || network.role == NetworkRole::Storage;
        if (!isData || sheets >= kMostNetworkSheets)
            continue;
        auto drawing =
            fabricSheet(draft.project(), draft.design(), network, draft.words.texts(), room / kNetworkEnlarged);
        if (!drawing)
            continue;
        drawing = enlarged(std::move(*drawing), kNetworkEnlarged);
        const QString sheet = QStringLiteral("A-%1").arg(300 + ++sheets);
        draft.add(PageBreak{format, sheet, drawing->title, {}});
        draft.add(Heading{drawing->title, 2, QStringLiteral("network:%1").arg(network.id.value)});
        draft.add(DrawingBlock{*drawing, {}, true});
    }
}

void addFloorPlan(Draft& draft) {
    std::vector<const Room*> rooms;
    for (const Room& room : draft.design().rooms)
        if (room.outline.size() >= 3 && std::ranges::count(draft.design().racks, room.id, &Rack::room) > 0)
            rooms.push_back(&room);
    std::ranges::stable_sort(rooms, std::greater(), [&](const Room* room) {
        return std::ranges::count(draft.design().racks, room->id, &Rack::room);
    });
    const PageFormat format = draft.drawingSheet();
    for (std::size_t i = 0; i < std::min(rooms.size(), kMostPlans); ++i) {
        FloorPlanOptions options;
        options.showDimensions = options.showReferences = true;
        options.legibleSize = kLeastPrint;
        Drawing plan = planOnPaper(draft.project(), draft.design(), *rooms[i], draft.input.overlay, draft.words.texts(),
                                   planRoom(format), options);
        const QString title = draft.words.text(Message("report.plan-of").with("room", rooms[i]->name));
        draft.add(PageBreak{format, QStringLiteral("A-%1").arg(101 + i), title, scaleName(plan.scale)});
        draft.add(Heading{title, 1, QStringLiteral("plan:%1").arg(rooms[i]->id.value)});
        draft.add(DrawingBlock{std::move(plan), {}, true});
    }
    if (rooms.size() > kMostPlans)
        addMoreNote(draft, "report.plans.more", rooms.size() - kMostPlans);
}

void addRackTypes(Draft& draft) {
    std::vector<AlikeRacks> groups = alikeRacks(draft.project(), draft.design(), draft.words.texts());
    if (groups.empty())
        return;
    std::ranges::stable_sort(groups, std::greater(), [](const AlikeRacks& group) { return group.racks.size(); });
    const PageFormat format = draft.drawingSheet();
    const double wide = format.size().width() - 2 * Margins().side;
    const auto drawn = [&](std::size_t count) {
        std::vector<ElevationSubject> racks;
        for (std::size_t i = 0; i < count; ++i)
            racks.push_back({groups[i].racks.front(), groups[i].caption});
        return rowElevationDrawing(draft.project(), draft.design(), racks, Face::Front, draft.input.overlay,
                                   draft.words.texts(), {kElevationScale, kLeastPrint});
    };
    std::size_t count = 1;
    while (count < groups.size() && paperSize(drawn(count + 1)).width() <= wide)
        ++count;
    Drawing drawing = drawn(count);
    draft.add(PageBreak{format, QStringLiteral("A-201"), drawing.title, scaleName(kElevationScale)});
    // The drawing takes the height of the sheet: what is not on it is said beside the heading.
    QString heading = draft.words.text("report.rack-types");
    if (groups.size() > count)
        heading += QStringLiteral(" \u00b7 ") +
                   draft.words.text(Message("report.rack-types.more").with("count", groups.size() - count));
    draft.add(Heading{heading, 1, QStringLiteral("rack-types")});
    draft.add(DrawingBlock{std::move(drawing), {}, false});
}

/// A count of a schedule; of one with unknown terms what is known of it, which is the least that it is.
struct CountIn {
    double least = 0;
    bool isOpen = false;
    /// The worse of both; an open one is worse than the same number.
    void take(const CountIn& other) {
        if (std::tie(other.least, other.isOpen) > std::tie(least, isOpen))
            *this = other;
    }
    QString text(const Words& words) const {
        const QString number = words.count(static_cast<std::int64_t>(least));
        return isOpen ? words.text(Message("report.at-least").with("amount", number.toStdString())) : number;
    }
};
CountIn countIn(const ScheduleRow& row, std::size_t column) {
    if (column >= row.cells.size())
        return {};
    if (const auto* count = std::get_if<std::int64_t>(&row.cells[column]))
        return {static_cast<double>(*count), false};
    const auto* value = std::get_if<Value>(&row.cells[column]);
    if (!value)
        return {};
    return value->isUnknown() ? CountIn{0, true} : CountIn{value->low(), value->isLowerBound()};
}

void addLosses(Draft& draft) {
    const auto losses = scheduleOf(draft, "losses");
    if (!losses)
        return;
    const Words& words = draft.words;
    const auto text = [&](const ScheduleRow& row, std::size_t column) {
        return column < row.cells.size() ? plain(cellText(losses->columns[column], row.cells[column], words.texts()))
                                         : QString();
    };
    const std::size_t trade = columnOf(*losses, "Trade"), kind = columnOf(*losses, "Kind"),
                      alike = columnOf(*losses, "Alike"), dark = columnOf(*losses, "Dark accelerators"),
                      throttled = columnOf(*losses, "Throttled accelerators"), claimed = columnOf(*losses, "Claimed"),
                      reached = columnOf(*losses, "Reached");
    struct Line {
        QString trade, kind, claimed, reached;
        std::int64_t count = 0;
        CountIn dark, throttled;
    };
    std::vector<Line> lines; // like losses as one, with the worst that one of them takes
    for (const ScheduleRow& row : losses->rows) {
        QString isReached = text(row, reached);
        if (isReached.isEmpty())
            isReached = words.text("figure.unknown");
        const Line made{text(row, trade), text(row, kind), text(row, claimed), isReached, 0, {}, {}};
        auto known = std::ranges::find_if(lines, [&made](const Line& line) {
            return line.trade == made.trade && line.kind == made.kind && line.claimed == made.claimed &&
                   line.reached == made.reached;
        });
        if (known == lines.end())
            known = lines.insert(lines.end(), made);
        known->count += std::max<std::int64_t>(1, static_cast<std::int64_t>(countIn(row, alike).least));
        known->dark.take(countIn(row, dark));
        known->throttled.take(countIn(row, throttled));
    }
    TableBlock table;
    table.size = 2.4;
    table.columns = {{words.text("report.loss.trade")},
                     {words.text("report.loss.kind"), TextAlign::Left, true},
                     {words.text("report.loss.count"), TextAlign::Right},
                     {words.text("report.loss.dark"), TextAlign::Right},
                     {words.text("report.loss.throttled"), TextAlign::Right},
                     {words.text("report.loss.claimed")},
                     {words.text("report.loss.reached")}};
    for (const Line& line : lines)
        if (table.rows.size() < kMostLosses)
            table.rows.push_back({{{line.trade},
                                   {line.kind},
                                   {words.count(line.count)},
                                   {line.dark.text(words)},
                                   {line.throttled.text(words)},
                                   {line.claimed},
                                   {line.reached}}});
    draft.addHeading("report.redundancy", QStringLiteral("redundancy"), 2);
    draft.add(std::move(table));
    addMoreNote(draft, "report.single-failure.more", lines.size() - std::min(lines.size(), kMostLosses));
}

/// Two utility loads on the pages: which is which, and which of them counts.
void addTwoLoads(Draft& draft) {
    const ReportFigure* planned = draft.input.find(figure_of::powerUtilityPeak);
    const ReportFigure* drawn = draft.input.find(figure_of::powerUtilityDrawn);
    if (!planned || !drawn || planned->value.isUnknown() || drawn->value.isUnknown() ||
        draft.context().lookUp<DrawnUtility>().isWhole() || isMoreDrawn(draft.context()))
        return; // one and the same
    draft.addText(Message("report.supply.two-loads")
                      .with("planned", printedReading(*planned, draft.words.texts()).toStdString())
                      .with("drawn", printedReading(*drawn, draft.words.texts()).toStdString()));
}

void addSupplyCards(Draft& draft) {
    Cards cards;
    for (const std::string_view figure :
         {std::string_view(figure_of::powerItPeak), std::string_view(figure_of::powerItNameplate),
          std::string_view(figure_of::powerUtilityPeak), std::string_view(figure_of::powerPue),
          std::string_view(figure_of::heatAir), std::string_view(figure_of::heatLiquid),
          std::string_view(figure_of::coolingCapacityAirOneLost),
          std::string_view(figure_of::coolingCapacityLiquidOneLost)})
        if (const ReportFigure* found = draft.input.find(figure)) {
            const bool isOfLiquid =
                figure == figure_of::heatLiquid.name || figure == figure_of::coolingCapacityLiquidOneLost.name;
            if (isOfLiquid && found->value.isKnown() && found->value.high() <= 0)
                continue; // a hall that is cooled by air
            Card card = shortCard(draft, *found);
            if (const std::string title = figureTitle(figure, draft.words.texts());
                !draft.words.texts().catalogue().find("report.card." + std::string(figure)))
                card.caption = plain(title);
            cards.cards.push_back(std::move(card));
        }
    if (!cards.cards.empty())
        draft.add(std::move(cards));
    addTwoLoads(draft);
}

/// The whole line on one sheet, like things gathered where they are too many for it; where it is still too large, its
/// first sheet.
SingleLineSheets lineOnOneSheet(const Design& design, QSizeF room) {
    SingleLineSheets sheets = singleLineSheets(design, room);
    if (sheets.parts.size() <= 1)
        return sheets;
    // For sheets that hold one box it gathers all that it can.
    constexpr QSizeF oneBox(56, 44);
    constexpr double leastFit = 0.9; // as the sheets of a line have it
    SingleLineSheets gathered = singleLineSheets(design, oneBox);
    if (gathered.line.bounds.width() * leastFit > room.width() ||
        gathered.line.bounds.height() * leastFit > room.height())
        return sheets;
    gathered.parts = {gathered.line.bounds};
    return gathered;
}

void addSupplyDrawings(Draft& draft) {
    const PageFormat format = draft.drawingSheet();
    const Margins margins;
    const QSizeF room(format.size().width() - 2 * margins.side,
                      format.size().height() - margins.top - margins.bottom - 20);
    const SingleLineSheets lines = lineOnOneSheet(draft.design(), room / kSingleLineEnlarged);
    if (!lines.parts.empty()) {
        const QString title = draft.words.text("report.part.power");
        draft.add(PageBreak{format, QStringLiteral("A-351"), title, {}});
        draft.add(Heading{title, 2, QStringLiteral("power:351")});
        draft.addText(Message("report.power.note"), Ink::Subdued);
        draft.add(DrawingBlock{enlarged(singleLineDrawing(lines.line, draft.design(), draft.input.powers,
                                                          draft.words.texts(), lines.parts.front()),
                                        kSingleLineEnlarged),
                               {},
                               true});
        addMoreNote(draft, "report.power.more", lines.parts.size() - 1);
    }
    if (std::ranges::none_of(draft.design().coolingLoops,
                             [](const CoolingLoop& loop) { return loop.scope.isPresent(); }))
        return;
    const LoopDiagram diagram = loopDiagramOf(draft.design());
    const auto sheets = loopSheets(diagram, room / kLoopsEnlarged);
    if (sheets.empty())
        return;
    Drawing drawing = enlarged(
        loopDrawing(diagram, draft.design(), draft.input.loops, draft.words.texts(), sheets.front()), kLoopsEnlarged);
    draft.add(PageBreak{format, QStringLiteral("A-401"), drawing.title, {}});
    draft.add(Heading{drawing.title, 2, QStringLiteral("loops:401")});
    draft.add(DrawingBlock{std::move(drawing), {}, true});
}

/// "A01 to A08, B01 to B04": which they are, so that no other stands between the ends of a run.
std::string placesInRuns(const QStringList& names, const Texts& texts) {
    constexpr std::size_t mostRuns = 10;
    std::vector<std::string> all;
    for (const QString& name : names)
        all.push_back(name.toStdString());
    const std::vector<std::string> runs = nameRuns(std::move(all), texts);
    std::string text;
    for (std::size_t i = 0; i < std::min(runs.size(), mostRuns); ++i)
        text += (i > 0 ? ", " : "") + runs[i];
    return runs.size() <= mostRuns ? text
                                   : texts.sentence(Message("report.interface.more-ranges")
                                                        .with("places", text)
                                                        .with("count", runs.size() - mostRuns));
}

/// Racks that ask the building for the same, side by side: a column a kind of rack, a line a need.
void addInterface(Draft& draft) {
    const auto schedule = scheduleOf(draft, "building-interface");
    if (!schedule)
        return;
    struct Kind {
        const ScheduleRow* row = nullptr;
        QStringList racks;
    };
    std::map<std::string, std::size_t> places;
    std::vector<Kind> kinds;
    for (const ScheduleRow& row : schedule->rows) {
        std::string key;
        for (std::size_t i = 1; i < row.cells.size() && i < schedule->columns.size(); ++i)
            key += cellText(schedule->columns[i], row.cells[i], draft.words.texts()) + '\n';
        const auto [known, isNew] = places.try_emplace(key, kinds.size());
        if (isNew)
            kinds.push_back({&row, {}});
        kinds[known->second].racks << plain(cellText(schedule->columns[0], row.cells[0], draft.words.texts()));
    }
    std::ranges::stable_sort(kinds, std::greater(), [](const Kind& kind) { return kind.racks.size(); });
    const std::size_t shown = std::min(kinds.size(), kMostRackKinds);
    Schedule some = *schedule;
    some.rows.clear();
    for (std::size_t i = 0; i < shown; ++i)
        some.rows.push_back(*kinds[i].row);
    const TableBlock upright = tableOf(some, {}, draft.words);
    TableBlock table;
    table.size = 2.4;
    table.tallestRow = 0.4;
    table.columns.push_back({draft.words.text("report.interface.need")});
    for (std::size_t i = 0; i < shown; ++i) {
        const QStringList& racks = kinds[i].racks;
        const bool isOfRacks = !kinds[i].row->subject || kinds[i].row->subject->kind == SubjectKind::Rack;
        const QString name =
            racks.size() == 1
                ? racks.front()
                : draft.words.text(Message(isOfRacks ? "report.interface.places" : "report.interface.unit-places")
                                       .with("count", racks.size())
                                       .with("places", placesInRuns(racks, draft.words.texts())));
        table.columns.push_back({name, TextAlign::Left, true});
    }
    for (std::size_t column = 1; column < upright.columns.size(); ++column) {
        TableRow row;
        row.cells.push_back({upright.columns[column].header, Ink::Subdued});
        for (const TableRow& line : upright.rows)
            row.cells.push_back(column < line.cells.size() ? line.cells[column] : TableCell{});
        table.rows.push_back(std::move(row));
    }
    draft.addHeading("report.part.interface", QStringLiteral("interface"));
    draft.add(std::move(table));
    addMoreNote(draft, "report.interface.more", kinds.size() - shown);
    addNotes(draft, *schedule);
}

/// What the building provides stands below the loads and before their drawings, so that no sheet is left half empty.
void addSupply(Draft& draft) {
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    draft.addHeading("report.part.supply", QStringLiteral("supply"));
    addSupplyCards(draft);
    addLosses(draft);
    if (draft.options.has("interface"))
        addInterface(draft);
    addSupplyDrawings(draft);
}

void addInterfaceAlone(Draft& draft) {
    if (draft.options.has("supply"))
        return;
    draft.add(PageBreak{{draft.input.paper, false}, {}, {}, {}});
    addInterface(draft);
}

} // namespace

std::vector<Section> offerSections() {
    return {{"workload", 20, addWorkloadPage, ReportVolume::Proposal},
            {"architecture", 30, addArchitecture, ReportVolume::Proposal},
            {"plans", 40, addFloorPlan, ReportVolume::Proposal},
            {"elevations", 45, addRackTypes, ReportVolume::Proposal},
            {"supply", 50, addSupply, ReportVolume::Proposal},
            {"interface", 60, addInterfaceAlone, ReportVolume::Proposal}};
}

} // namespace rackwright::proposal
