// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/number_text.h"
#include "solvers/advice/advice_domain.h"
#include "solvers/advice/design_inputs.h"
#include "solvers/advice/guide_formulas.h"
#include "solvers/engine/schedule_parts.h"

#include <algorithm>

namespace rackwright {

namespace {

/// A number as people say it: "70.6 billion" of a count of billions.
std::string spokenNumber(const AdviceInput& input) {
    constexpr int digits = 4;
    const auto number = plainNumber(input.value);
    const std::string value = number ? roundedDigits(*number, digits) : input.value;
    if (input.key->unit.empty())
        return value;
    return value + (input.key->unit == "1e9" ? " billion" : " " + input.key->unit);
}

/// In titles and units: what the design gave to the question.
std::string joinedInputs(const Advice& advice) {
    std::string text;
    for (const AdviceInput& input : advice.inputs) {
        const std::string& title = input.key->meaning.empty() ? input.key->key : input.key->meaning;
        text.append(text.empty() ? "" : "; ").append(title).append(": ");
        text.append(input.key->kind == GuideKeyKind::Number ? spokenNumber(input) : input.value);
        if (input.isAssumed)
            text.append(" *");
    }
    return text;
}

/// Whether a guide answers by prices of the market, which no schedule has at hand: without them its answer would say
/// that there are none.
bool asksTheMarket(const Guide& guide) { return std::ranges::any_of(guide.sums, isOfMarket); }

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
        if (asksTheMarket(*advice.guide))
            continue;
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
