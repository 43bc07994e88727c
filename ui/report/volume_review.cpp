// SPDX-License-Identifier: GPL-3.0-or-later
// The schedules that a reviewer signs: power, cooling, weights, cables, single losses of all trades and the bill line
// by line. Those that are too long to be read on paper are named with the file of the data pack that has them.
#include "solvers/cabling/cable_schedules.h"
#include "ui/report/edition.h"
#include "ui/report/page_layout.h"
#include "ui/report/proposal_parts.h"

#include <array>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostRows = 400; // about ten sheets
constexpr std::array<std::string_view, 7> kSigned = {"racks",   "power",  "panel-schedule",    "cooling",
                                                     "weights", "losses", "building-interface"};

bool isLeftToItsFile(Draft& draft, const Schedule& schedule) {
    if (schedule.rows.size() <= kMostRows)
        return false;
    draft.addText(Message("report.schedules.too-long")
                      .with("title", draft.words.text(schedule.title).toStdString())
                      .with("count", schedule.rows.size())
                      .with("file", schedule.id + ".csv"),
                  Ink::Subdued);
    return true;
}

void addSigned(Draft& draft, const Schedule& schedule) {
    if (!isLeftToItsFile(draft, schedule))
        addSchedule(draft, schedule, 2, QStringLiteral("schedule:") + QString::fromStdString(schedule.id));
}

void addSignedSchedules(Draft& draft) {
    draft.add(PageBreak{draft.drawingSheet(), {}, {}, {}});
    draft.addHeading("report.part.schedules", QStringLiteral("schedules"));
    for (const std::string_view id : kSigned)
        if (const auto schedule = scheduleOf(draft, id))
            draft.attempt(draft.words.text(schedule->title), [&] { addSigned(draft, *schedule); });
    if (draft.design().cables.size() > 0)
        draft.attempt(draft.words.text("schedule.cable-summary"), [&] {
            addSigned(draft, scheduleOfEdition(cableSummary(draft.context()), draft.options.edition));
        });
    if (const Schedule* bill = customerBill(draft.input); bill && !bill->rows.empty())
        draft.attempt(draft.words.text("report.bill-lines"), [&] {
            if (isLeftToItsFile(draft, *bill))
                return;
            draft.addHeading("report.bill-lines", QStringLiteral("bill"), 2);
            addBillTable(draft, *bill);
        });
}

/// What the guides say to the design, with what they took from it.
void addAdvice(Draft& draft) {
    const auto schedule = scheduleOf(draft, "advice");
    if (!schedule || schedule->rows.empty())
        return;
    draft.add(PageBreak{draft.drawingSheet(), {}, {}, {}});
    draft.addHeading("report.part.advice", QStringLiteral("advice"));
    draft.attempt(draft.words.text(schedule->title), [&] {
        addSchedule(draft, *schedule, 2, QStringLiteral("schedule:advice"));
    });
}

/// The readiness checklist and the acceptance tests beside the collectives.
void addReadiness(Draft& draft) {
    draft.add(PageBreak{draft.drawingSheet(), {}, {}, {}});
    draft.addHeading("report.part.readiness", QStringLiteral("readiness"));
    for (const std::string_view id : {"readiness", "acceptance-tests"})
        if (const auto schedule = scheduleOf(draft, id); schedule && !schedule->rows.empty())
            draft.attempt(draft.words.text(schedule->title), [&] {
                addSchedule(draft, *schedule, 2, QStringLiteral("schedule:") + QString::fromStdString(schedule->id));
            });
}

} // namespace

std::vector<Section> reviewSections() {
    return {{"schedules", 65, addSignedSchedules, ReportVolume::Review},
            {"advice", 66, addAdvice, ReportVolume::Review},
            {"readiness", 67, addReadiness, ReportVolume::Review}};
}

} // namespace rackwright::proposal
