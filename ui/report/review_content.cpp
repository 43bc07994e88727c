// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/review_content.h"

#include "solvers/cabling/cable_schedules.h"
#include "solvers/engine/subject_name.h"
#include "ui/paint/fabric_drawing.h"
#include "ui/paint/single_line.h"
#include "ui/report/edition.h"
#include "ui/report/page_layout.h"
#include "ui/report/plan_page.h"
#include "ui/report/proposal_parts.h"

#include <algorithm>
#include <array>
#include <set>

namespace rackwright {

using namespace proposal;

namespace {

constexpr std::size_t kMostRows = 2'000; // of a schedule; files hold all of them
/// What the things of the drawings are, one row a thing, and what the proposal shows the first lines of.
constexpr std::array<std::string_view, 6> kSchedules = {"racks", "power", "cooling", "weights", "losses", "failures"};

QString plain(const std::string& text) { return QString::fromStdString(text); }

std::set<QString> headingAnchors(const ReportDocument& document) {
    std::set<QString> anchors;
    for (const Block& block : document.blocks)
        if (const auto* heading = std::get_if<Heading>(&block))
            anchors.insert(heading->anchor);
    return anchors;
}

/// Networks and plans of rooms that the proposal has no sheet for, and whole what it shows the first sheet of.
void addFurtherDrawings(Draft& draft) {
    const std::set<QString> shown = headingAnchors(draft.document);
    const QSizeF room = planRoom(draft.drawingSheet());
    bool isFirst = true;
    const auto add = [&](const QString& anchor, Drawing drawing) {
        if (isFirst)
            draft.addHeading("report.part.further-drawings", QStringLiteral("further-drawings"));
        isFirst = false;
        draft.add(Heading{drawing.title, 2, anchor});
        draft.add(DrawingBlock{std::move(drawing), {}, true});
    };
    for (const Room& each : draft.design().rooms) {
        const QString anchor = QStringLiteral("plan:%1").arg(each.id.value);
        if (each.outline.size() < 3 || shown.contains(anchor) ||
            std::ranges::count(draft.design().racks, each.id, &Rack::room) == 0)
            continue;
        FloorPlanOptions options;
        options.showDimensions = options.showReferences = true;
        options.legibleSize = kLeastPrint;
        Drawing plan =
            planOnPaper(draft.project(), draft.design(), each, draft.input.overlay, draft.words.texts(), room, options);
        plan.title = draft.words.text(Message("report.plan-of").with("room", each.name));
        add(anchor, std::move(plan));
    }
    for (const Network& network : draft.design().networks) {
        const QString anchor = QStringLiteral("network:%1").arg(network.id.value);
        if (shown.contains(anchor))
            continue;
        if (auto drawing = fabricSheet(draft.project(), draft.design(), network, draft.words.texts(), room))
            add(anchor, std::move(*drawing));
    }
    const SingleLineSheets lines = singleLineSheets(draft.design(), room / kSingleLineEnlarged);
    if (lines.parts.size() > 1) { // a page has no edge
        Drawing drawing =
            singleLineDrawing(lines.line, draft.design(), draft.input.powers, draft.words.texts(), std::nullopt);
        drawing.title = draft.words.text("report.part.power");
        add(QStringLiteral("power:whole"), std::move(drawing));
    }
}

void addWhole(Draft& draft, const Schedule& schedule) {
    draft.add(Heading{draft.words.text(schedule.title), 2, QStringLiteral("schedule:") + plain(schedule.id)});
    if (schedule.rows.size() > kMostRows)
        return draft.addText(Message("report.schedules.too-long")
                                 .with("title", draft.words.text(schedule.title).toStdString())
                                 .with("count", schedule.rows.size())
                                 .with("file", schedule.id + ".csv"),
                             Ink::Subdued);
    draft.add(tableOf(schedule, {}, draft.words));
    addNotes(draft, schedule);
}

/// Of the elevations, which have a row a unit, each device once.
std::optional<Schedule> devicesOf(const Draft& draft) {
    std::optional<Schedule> elevations = scheduleOf(draft, "elevations");
    if (!elevations)
        return std::nullopt;
    std::set<std::uint64_t> listed;
    std::erase_if(elevations->rows, [&listed](const ScheduleRow& row) {
        return !row.subject || row.subject->kind != SubjectKind::Device || !listed.insert(row.subject->id).second;
    });
    elevations->id = "devices";
    elevations->title = Message("report.devices");
    return elevations->rows.empty() ? std::nullopt : elevations;
}

void addSchedules(Draft& draft) {
    draft.addHeading("report.part.schedules", QStringLiteral("schedules"));
    for (const std::string_view id : kSchedules)
        if (const auto schedule = scheduleOf(draft, id))
            draft.attempt(draft.words.text(schedule->title), [&] { addWhole(draft, *schedule); });
    if (const auto devices = devicesOf(draft))
        addWhole(draft, *devices);
    if (draft.design().cables.size() > 0)
        draft.attempt(draft.words.text("schedule.cable-summary"), [&] {
            addWhole(draft, scheduleOfEdition(cableSummary(draft.context()), draft.options.edition));
        });
}

/// Every figure of the page that may be named, once.
void addMeanings(Draft& draft) {
    const std::set<QString> linked = linkedAnchors(draft.document);
    bool isFirst = true;
    for (const std::vector<ReportFigure>* some : {&draft.input.figures, &draft.input.readings})
        for (const ReportFigure& figure : *some) {
            const QString anchor = derivationAnchor(figure);
            if (!linked.contains(anchor) || draft.input.find(figure.label) != &figure)
                continue;
            if (isFirst)
                draft.addHeading("report.part.meanings", QStringLiteral("meanings"));
            isFirst = false;
            draft.add(Heading{QStringLiteral("%1: %2").arg(captionOf(figure, draft.words),
                                                           printedReading(figure, draft.words.texts())),
                              2, anchor});
            draft.add(Paragraph{draft.words.text(figure.definition)});
        }
}

std::map<std::uint64_t, QString> thingsOf(const Draft& draft) {
    std::set<std::uint64_t> ids;
    for (const Block& block : draft.document.blocks) {
        if (const auto* drawing = std::get_if<DrawingBlock>(&block))
            for (const DrawingItem& item : drawing->drawing.items)
                ids.insert(item.subject);
        else if (const auto* table = std::get_if<TableBlock>(&block))
            for (const TableRow& row : table->rows)
                ids.insert(row.subject);
    }
    std::map<std::uint64_t, QString> names;
    std::apply(
        [&](const auto&... rows) {
            const auto add = [&](const auto& table) {
                for (const auto& row : table)
                    if (ids.contains(row.id.value)) {
                        const std::string name = subjectName(draft.design(), subjectOf(row));
                        if (!name.empty())
                            names[row.id.value] = plain(textOfEdition(name, draft.options.edition));
                    }
            };
            (add(draft.design().*rows.table), ...);
        },
        kSubjectRows);
    return names;
}

void addBehind(Draft& draft) {
    addFurtherDrawings(draft);
    addSchedules(draft);
    addSection(draft, ReportVolume::Review, "compliance");
    if (draft.options.edition == Edition::Customer)
        return addMeanings(draft);
    for (const char* id : {"checks", "derivations", "sources"})
        addSection(draft, ReportVolume::Review, id);
}

} // namespace

ReviewContent reviewContentOf(const ReportInput& input, const ReportOptions& options, const Texts& texts,
                              const ReportRun& run) {
    ReviewContent content;
    content.document = filled(ReportVolume::Proposal, input, options, texts, run, [&content](Draft& draft) {
        draft.isPage = true;
        proposal::addSections(draft, ReportVolume::Proposal);
        content.proposalBlocks = draft.document.blocks.size();
        if (draft.run.isStopped())
            return;
        addBehind(draft);
        content.things = thingsOf(draft);
    });
    return content;
}

} // namespace rackwright
