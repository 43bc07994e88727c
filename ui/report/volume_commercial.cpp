// SPDX-License-Identifier: GPL-3.0-or-later
// The commercial end of a customer's proposal: when things are delivered, what is assumed and asked, and how both sides
// accept it.
#include "solvers/engine/schedule_columns.h"
#include "solvers/programme/programme.h"
#include "solvers/programme/programme_domain.h"
#include "solvers/programme/settings.h"
#include "ui/charts/programme_lanes.h"
#include "ui/charts/span_drawing.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/readiness.h"
#include "ui/report/registers.h"
#include "ui/report/text_lines.h"
#include "ui/text/short_figure.h"

#include <algorithm>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostAssumptions = 8; // the technical review has them all
constexpr std::size_t kMostTests = 10;      // of the acceptance
constexpr int kMostLanes = 30;              // of the Gantt chart, half a page
constexpr int kSignature = 34; // characters of a line to sign on

QString asText(const std::string& text) { return QString::fromStdString(text); }

QString weeks(const Draft& draft, const std::optional<TimeSpan>& span) {
    constexpr double secondsOfWeek = 604'800;
    return span ? asText(draft.words.texts().figure(Value(span->si()), "week", secondsOfWeek))
                : draft.words.text("figure.unknown");
}

/// The critical path from the order to ready for service as a chart. All activities and what falls due by phase are in
/// the window and in the data pack.
void addProgramme(Draft& draft, const std::string& order) {
    const Programme& programme = programmeOf(draft.context());
    if (programme.activities.empty())
        return;
    draft.add(Heading{draft.words.text("schedule.programme"), 2, QStringLiteral("programme")});
    const Value ready = programme.ready();
    if (!ready.isUnknown())
        draft.addText(Message(ready.isKnown() ? "programme.ready" : "programme.ready-bound")
                          .with("weeks", draft.words.texts().figure(ready, "week", setting_of::kWeek))
                          .with("date", dayAfter(order, TimeSpan(ready.typical()))));
    const double width = PageFormat{draft.input.paper, false}.size().width() - 2 * Margins().side;
    const TimeLanes lanes = programmeLanes(programme, draft.words.texts(), ShownActivities::CriticalPath);
    // Bars of what is only a lower bound would promise too much.
    if (ready.isKnown() && lanes.lanes.size() > kMostLanes)
        draft.addText(Message("report.programme.long").with("count", programme.activities.size()), Ink::Subdued);
    else if (ready.isKnown())
        draft.add(DrawingBlock{spanDrawing(lanes, width), {}, false});
    draft.addText(Message("programme.note.basis"), Ink::Subdued);
}

void addTimetable(Draft& draft) {
    const Readiness ready = readinessOf(draft.context(), draft.input.date);
    if (ready.sections.empty())
        return;
    draft.addHeading("report.part.timetable", QStringLiteral("timetable"));
    TableBlock table;
    table.columns = {{draft.words.text("report.timetable.section")},
                     {draft.words.text("report.timetable.item"), TextAlign::Left, true},
                     {draft.words.text("report.timetable.lead-time"), TextAlign::Right},
                     {draft.words.text("report.timetable.delivery"), TextAlign::Right}};
    for (const SectionReadiness& section : ready.sections) {
        QString delivery = section.delivery.empty() ? draft.words.text("figure.unknown") : asText(section.delivery);
        if (section.unknown > 0 && section.longest)
            delivery = draft.words.text(Message("report.timetable.not-before").with("date", section.delivery));
        table.rows.push_back({{{draft.words.text("section." + std::string(enumName(section.section)))},
                               {asText(abridged(section.item))},
                               {weeks(draft, section.longest)},
                               {delivery}}});
    }
    TableRow last{{{draft.words.text("report.answer.ready"), Ink::Text, Weight::Medium},
                   {asText(abridged(ready.longestItem)), Ink::Text, Weight::Medium},
                   {weeks(draft, ready.longest), Ink::Text, Weight::Medium},
                   {ready.lastDelivery.empty() ? draft.words.text("figure.unknown") : asText(ready.lastDelivery),
                    Ink::Text, Weight::Medium}},
                  TableRowRole::Total};
    table.rows.push_back(std::move(last));
    draft.add(std::move(table));
    draft.addText(Message("report.timetable.note").with("date", ready.order), Ink::Subdued);
    if (ready.unknown > 0)
        draft.addText(Message("report.timetable.unknown").with("count", ready.unknown), Ink::Subdued);
    addProgramme(draft, ready.order);
}

void addOpenPoints(Draft& draft) {
    const Schedule* schedule = draft.input.schedule("assumptions");
    if (!schedule || schedule->rows.empty())
        return;
    draft.addHeading("report.assumptions", QStringLiteral("assumptions"));
    TableBlock table = tableOf(*schedule, {}, draft.words);
    table.tallestRow = 0.5;
    table.size = 2.4;
    const std::size_t all = table.rows.size();
    if (all > kMostAssumptions)
        table.rows.resize(kMostAssumptions);
    draft.add(std::move(table));
    if (all > kMostAssumptions)
        draft.addText(Message("report.assumptions.more").with("count", all - kMostAssumptions), Ink::Subdued);
}

void addAcceptanceOfOffer(Draft& draft) {
    draft.addHeading("report.part.acceptance", QStringLiteral("acceptance"));
    if (const auto steps = scheduleOf(draft, "acceptance")) {
        draft.addText(Message("report.acceptance.what"));
        TableBlock table = tableOf(
            *steps,
            {column_of::network, column_of::nodes, column_of::accelerators, column_of::reach, column_of::expectedBusbw},
            draft.words);
        const std::size_t all = table.rows.size();
        if (all > kMostTests)
            table.rows.resize(kMostTests);
        draft.add(std::move(table));
        if (all > kMostTests)
            draft.addText(Message("report.acceptance.more").with("count", all - kMostTests), Ink::Subdued);
    }
    const QuoteHeader& quote = draft.project().quote;
    draft.addText(Message("report.acceptance.sign"));
    TableBlock table;
    table.size = 2.75;
    const QString line(kSignature, QLatin1Char('_'));
    table.columns = {
        {QString()},
        {quote.seller.empty() ? draft.words.text("report.party.us") : asText(abridged(quote.seller)), TextAlign::Left,
         true},
        {quote.customer.empty() ? draft.words.text("report.party.customer") : asText(abridged(quote.customer)),
         TextAlign::Left, true}};
    for (const char* id : {"report.acceptance.name", "report.acceptance.place", "report.acceptance.signature"})
        table.rows.push_back(
            {{{draft.words.text(id), Ink::Subdued}, {QStringLiteral("\n") + line}, {QStringLiteral("\n") + line}}});
    draft.add(std::move(table));
}

} // namespace

std::vector<Section> commercialSections() {
    return {{"timetable", 80, addTimetable, ReportVolume::Proposal},
            {"assumptions", 90, addOpenPoints, ReportVolume::Proposal},
            {"acceptance", 140, addAcceptanceOfOffer, ReportVolume::Proposal}};
}

} // namespace rackwright::proposal
