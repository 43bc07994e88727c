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

constexpr std::size_t kMostAssumptions = 10, kLeastAssumptions = 5; // the technical review has them all
constexpr std::size_t kMostQuestions = 16;                          // open ones
constexpr std::size_t kMostTests = 10;      // of the acceptance
constexpr std::size_t kMostStages = 16;     // of the build; the data pack has all
constexpr int kMostLanes = 30;              // of the Gantt chart, half a page
constexpr int kSignature = 34; // characters of a line to sign on

QString asText(const std::string& text) { return QString::fromStdString(text); }

QString weeks(const Draft& draft, const std::optional<TimeSpan>& span) {
    constexpr double secondsOfWeek = 604'800;
    return span ? asText(draft.words.texts().figure(Value(span->si()), "week", secondsOfWeek))
                : draft.words.text("figure.unknown");
}

/// An activity of the table of phases; waves of racks are one.
struct Stage {
    QString name;
    Value start, finish;
};

QString stageName(const Draft& draft, const Activity& activity, std::int64_t racks, bool isPhased) {
    const QString name = activity.kind == ActivityKind::Installation && racks > 0
                             ? draft.words.text(Message("report.programme.installation").with("racks", racks))
                             : draft.words.text(activityName(activity));
    return isPhased ? draft.words.text(Message("report.programme.phase")
                                           .with("activity", name.toStdString())
                                           .with("phase", activity.phase))
                    : name;
}

/// From engineering to ready for service, phase after phase; deliveries stand in the table of lead times.
std::vector<Stage> stagesOf(const Draft& draft, const Programme& programme) {
    const bool isPhased =
        std::ranges::any_of(programme.activities, [](const Activity& each) { return each.phase > 1; });
    std::vector<Stage> stages;
    for (const Activity& each : programme.activities) {
        if (each.kind == ActivityKind::Order || each.kind == ActivityKind::Delivery || each.wave > 1)
            continue;
        Stage stage{{}, each.start, each.finish};
        std::int64_t racks = 0;
        for (const Activity& wave : programme.activities)
            if (wave.kind == each.kind && wave.phase == each.phase) {
                racks += wave.racks;
                stage.finish = wave.finish; // waves follow one another
            }
        stage.name = stageName(draft, each, racks, isPhased);
        stages.push_back(std::move(stage));
    }
    std::ranges::stable_sort(stages, {}, [](const Stage& stage) { return stage.start.typical(); });
    return stages;
}

QString dayOf(const Draft& draft, const std::string& order, const Value& time) {
    if (time.isUnknown())
        return draft.words.text("figure.unknown");
    const std::string day = dayAfter(order, TimeSpan(time.typical()));
    return time.isKnown() ? asText(day) : draft.words.text(Message("report.timetable.not-before").with("date", day));
}

void addStages(Draft& draft, const Programme& programme, const std::string& order) {
    TableBlock table;
    table.size = 2.4;
    table.columns = {{draft.words.text("report.programme.activity"), TextAlign::Left, true},
                     {draft.words.text("report.programme.start"), TextAlign::Right},
                     {draft.words.text("report.programme.end"), TextAlign::Right}};
    const std::vector<Stage> stages = stagesOf(draft, programme);
    for (const Stage& stage : stages)
        if (table.rows.size() < kMostStages)
            table.rows.push_back(
                {{{stage.name}, {dayOf(draft, order, stage.start)}, {dayOf(draft, order, stage.finish)}}});
    draft.add(std::move(table));
    if (stages.size() > kMostStages)
        draft.addText(Message("report.programme.more").with("count", stages.size() - kMostStages), Ink::Subdued);
}

/// The phases of the build with their days and, where all lead times are known, the critical path as a chart. All
/// activities and what falls due by phase are in the window and in the data pack.
void addProgramme(Draft& draft, const std::string& order) {
    const Programme& programme = programmeOf(draft.context());
    if (programme.activities.empty())
        return;
    draft.add(Heading{draft.words.text("schedule.programme"), 2, QStringLiteral("programme")});
    const Value ready = programme.ready();
    if (!ready.isUnknown())
        draft.addText(Message(ready.isKnown() ? "report.programme.ready" : "report.programme.ready-bound")
                          .with("weeks", draft.words.texts().figure(programme.readyTold(), "week", setting_of::kWeek))
                          .with("date", dayAfter(order, TimeSpan(ready.typical()))));
    addStages(draft, programme, order);
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
    QString delivered = ready.lastDelivery.empty() ? draft.words.text("figure.unknown") : asText(ready.lastDelivery);
    if (ready.unknown > 0 && !ready.lastDelivery.empty())
        delivered = draft.words.text(Message("report.timetable.not-before").with("date", ready.lastDelivery));
    TableRow last{
        {{draft.words.text("report.answer.ready"), Ink::Text, Weight::Medium},
         {asText(abridged(ready.isDateOpen() ? ready.dearestItem : ready.longestItem)), Ink::Text, Weight::Medium},
         {ready.isDateOpen() ? draft.words.text("figure.unknown") : weeks(draft, ready.longest), Ink::Text,
          Weight::Medium},
         {delivered, Ink::Text, Weight::Medium}},
        TableRowRole::Total};
    table.rows.push_back(std::move(last));
    draft.add(std::move(table));
    draft.addText(Message("report.timetable.note").with("date", ready.order), Ink::Subdued);
    if (ready.unknown > 0)
        draft.addText(Message("report.timetable.unknown").with("count", ready.unknown), Ink::Subdued);
    if (ready.isDateOpen())
        draft.addText(Message("report.timetable.dearest")
                          .with("item", abridged(ready.dearestItem))
                          .with("share", draft.words.texts().figure(Value(ready.dearestShare), "%", 0.01, {2})),
                      Ink::Warning);
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
    // Open questions are cited by their number on the pages before: they all stand here. Assumptions take what is left.
    const std::size_t all = table.rows.size();
    const auto isQuestion = [&](std::size_t i) { return schedule->rows[i].key.starts_with("rfi"); };
    std::size_t questions = 0;
    for (std::size_t i = 0; i < all; ++i)
        questions += isQuestion(i) ? 1 : 0;
    std::size_t left = kMostAssumptions - std::min(kMostAssumptions - kLeastAssumptions, questions);
    std::size_t questionsLeft = kMostQuestions;
    std::vector<TableRow> shown;
    for (std::size_t i = 0; i < all; ++i)
        if (std::size_t& room = isQuestion(i) ? questionsLeft : left; room > 0) {
            --room;
            shown.push_back(std::move(table.rows[i]));
        }
    const std::size_t leftOut = all - shown.size();
    table.rows = std::move(shown);
    draft.add(std::move(table));
    if (leftOut > 0)
        draft.addText(Message("report.assumptions.more").with("count", leftOut), Ink::Subdued);
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
    if (quote.quoteClass != QuoteClass::Firm)
        return draft.addText(Message("report.acceptance.budgetary"));
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
