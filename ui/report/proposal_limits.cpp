// SPDX-License-Identifier: GPL-3.0-or-later
// What limits the rooms of a proposal: the tightest constraints of each, what is used of them, how many more fit, and
// what the next steps free.
#include "solvers/engine/figure.h"
#include "solvers/facility/room_limits.h"
#include "ui/report/proposal_parts.h"
#include "ui/report/room_limit_text.h"

#include <utility>

namespace rackwright::proposal {

namespace {

constexpr std::size_t kMostLimits = 6; ///< of one room that are known; those that are not all stand there

QString limitWord(const Draft& draft, const char* column) {
    return draft.words.text("room-limit.column." + std::string(column));
}

TableCell plainCell(const std::string& text, Ink ink = Ink::Text) { return {QString::fromStdString(text), ink}; }

/// Short enough for a column: a lower bound without the count of what is unknown.
TableCell amountCell(const Draft& draft, const Value& value, const std::string& unit) {
    const Texts& texts = draft.words.texts();
    if (value.isUnknown())
        return plainCell(texts.text("room-limit.unknown"), Ink::Subdued);
    const Value whole = Value::range(value.low(), value.typical(), value.high(), value.grade());
    const std::string amount = texts.figure(whole, unitText(draft.context(), unit), unit.empty() ? 1 : siPerUnit(unit));
    return plainCell(value.isLowerBound() ? texts.sentence(Message("report.at-least").with("amount", amount)) : amount);
}

TableBlock limitTable(const Draft& draft, const RoomLimits& limits) {
    TableBlock table;
    table.columns = {
        {limitWord(draft, "limit"), TextAlign::Left, true}, {limitWord(draft, "capacity"), TextAlign::Right},
        {limitWord(draft, "used"), TextAlign::Right},       {limitWord(draft, "each"), TextAlign::Right},
        {limitWord(draft, "more"), TextAlign::Right},       {limitWord(draft, "missing")}};
    std::size_t known = 0;
    for (const RoomLimit& limit : limits.limits) {
        if (!limit.more.isUnknown() && ++known > kMostLimits)
            continue;
        const bool isBroken = !limit.more.isUnknown() && limit.more.high() < 0;
        const RoomLimitRow row = roomLimitRow(limit, limits, draft.context(), draft.words.texts());
        table.rows.push_back({{plainCell(row.what), amountCell(draft, limit.capacity, limit.unit),
                               amountCell(draft, limit.used, limit.unit), amountCell(draft, limit.each, limit.unit),
                               plainCell(row.more, limit.more.isUnknown() || isBroken ? Ink::Warning : Ink::Text),
                               plainCell(row.missing, Ink::Subdued)}});
    }
    return table;
}

TableBlock stepTable(const Draft& draft, const RoomLimits& limits) {
    TableBlock table;
    table.columns = {{limitWord(draft, "step"), TextAlign::Left, true},
                     {limitWord(draft, "of-it"), TextAlign::Right},
                     {limitWord(draft, "more"), TextAlign::Right},
                     {limitWord(draft, "total"), TextAlign::Right},
                     {limitWord(draft, "next")}};
    for (const RoomStep& step : limits.steps) {
        const RoomStepRow row = roomStepRow(step, limits, draft.words.texts());
        table.rows.push_back({{plainCell(row.what), plainCell(row.ofIt), plainCell(row.more), plainCell(row.total),
                               plainCell(row.next)}});
    }
    return table;
}

} // namespace

static void addLimits(Draft& draft) {
    bool isFirst = true;
    for (const Room& room : draft.design().rooms) {
        if (!room.scope.isPresent())
            continue;
        const std::vector<RoomTemplate> templates = roomTemplates(draft.context(), room.id);
        if (templates.empty() || templates.front().standing == 0)
            continue;
        const RoomLimits limits = roomLimits(draft.context(), room.id, templates.front());
        if (std::exchange(isFirst, false)) {
            // Below the checks where these are printed, else not below the cover.
            if (!draft.options.has("checks"))
                draft.add(PageBreak{{draft.input.paper, false}, {}, {}});
            draft.addHeading("report.limits", QStringLiteral("limits"));
        }
        draft.add(Paragraph{QString::fromStdString(roomLimitHead(limits, draft.context(), draft.words.texts())), 2.75});
        draft.add(limitTable(draft, limits));
        if (!limits.steps.empty())
            draft.add(stepTable(draft, limits));
    }
    if (!isFirst)
        draft.addText(Message("report.limits.note"), Ink::Subdued);
}

std::vector<Section> limitSections() { return {{"limits", 15, addLimits}}; }

} // namespace rackwright::proposal
