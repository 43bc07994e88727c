// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/advice/advice_domain.h"
#include "solvers/advice/design_inputs.h"
#include "solvers/advice/guide_formulas.h"
#include "solvers/engine/schedule_parts.h"

namespace rackwright {

namespace {

std::string joinedInputs(const Advice& advice) {
    std::string text;
    for (const AdviceInput& input : advice.inputs) {
        text.append(text.empty() ? "" : "; ").append(input.key->key).append("=").append(input.value);
        if (!input.key->unit.empty())
            text.append(" ").append(input.key->unit);
        if (input.isAssumed)
            text.append(" *");
    }
    return text;
}

std::string besideText(const Advice& advice) {
    std::string text;
    for (const AdviceSum& sum : advice.sums)
        text.append(text.empty() ? "" : "; ")
            .append(sum.sum->title)
            .append(": ")
            .append(sum.value)
            .append(sum.sum->unit.empty() ? "" : " ")
            .append(sum.sum->unit);
    for (const AdviceLine& line : advice.beside)
        if (line.rule->level == GuideLevel::Finding || line.rule->level == GuideLevel::Condition)
            text.append(text.empty() ? "" : "; ").append(line.text);
    return text;
}

} // namespace

Schedule adviceSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule =
        emptySchedule("advice", {textColumn("Guide"), textColumn("Question"), textColumn("Answer"), textColumn("Reason"),
                                 textColumn("Inputs (* assumed)"), textColumn("Computed, findings and conditions"),
                                 textColumn("Source"), textColumn("Grade")});
    for (const DesignAdvice& each : designAdvice(guideBook(), context, figures, guideFormulas())) {
        const Advice& advice = each.advice;
        schedule.rows.push_back({advice.guide->name, RowRole::Line, std::nullopt,
                                 {GivenText{advice.guide->title}, GivenText{advice.guide->question},
                                  GivenText{advice.verdict}, textCell(advice.reason), textCell(joinedInputs(advice)),
                                  textCell(besideText(advice)), textCell(advice.source),
                                  GivenText{std::string(gradeName(advice.grade))}}});
    }
    schedule.notes = {Message("schedule.advice.note")};
    return schedule;
}

} // namespace rackwright
