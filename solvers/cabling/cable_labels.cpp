// SPDX-License-Identifier: GPL-3.0-or-later
// Labels of cables: two a cable, each with what stands on it and the fields that it is made of.
#include "solvers/cabling/cable_rows.h"
#include "solvers/cabling/cable_schedules.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rackwright {

namespace {

class LabelRows {
public:
    LabelRows(const Context& context, LabelPatterns patterns)
        : m_rows(context, patterns.end), m_patterns(std::move(patterns)) {}

    const LabelPatterns& patterns() const { return m_patterns; }

    /// Both labels of a cable, that of its end A first.
    std::array<CableLabel, 2> of(const Cable& cable, std::size_t index) const {
        const CableLine& line = m_rows.ends().cables[index];
        const PlannedCable& planned = m_rows.plan().cables[index];
        const LinkOption* option = m_rows.plan().option(m_rows.ends(), index);
        CableRows::Place a = m_rows.place(cable.a, line.a), b = m_rows.place(cable.b, line.b);
        // What a person wrote on a cable stands on it, whatever the pattern.
        if (line.detail != kNowhere && !m_rows.ends().details[line.detail].label.empty())
            a.label = b.label = m_rows.ends().details[line.detail].label;
        const std::array<std::string, 5> common = {
            std::to_string(cable.id.value),
            planned.isKnown() ? metresText(static_cast<double>(planned.order)).append(" m") : std::string(),
            option ? std::string(enumName(option->medium)) : std::string(),
            line.isWhole() ? shortestDigits(m_rows.ends().links[line.link].kind.gigabits).append("G") : std::string(),
            m_rows.network(cable.network)};
        return {label(cable, 'A', a, b, common), label(cable, 'B', b, a, common)};
    }

private:
    CableLabel label(const Cable& cable, char end, const CableRows::Place& from, const CableRows::Place& to,
                     const std::array<std::string, 5>& common) const {
        CableLabel made{cable.id, end, {}, {}};
        made.fields.reserve(kPrintLabelFields.size());
        for (const CableRows::Place* place : {&from, &to})
            for (const std::string& text : {place->label, place->room, place->row, place->rack,
                                            place->unit > 0 ? std::to_string(place->unit) : std::string(),
                                            place->device, place->port, place->cage})
                made.fields.push_back(text);
        made.fields.insert(made.fields.end(), common.begin(), common.end());
        const std::string text =
            m_patterns.print.print(std::vector<std::string_view>(made.fields.begin(), made.fields.end()));
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t stop = std::min(text.find('\n', at), text.size());
            made.lines.push_back(text.substr(at, stop - at));
            at = stop + 1;
        }
        return made;
    }

    const CableRows m_rows;
    const LabelPatterns m_patterns;
};

/// Those of a piece that stay: what is taken away needs no label.
template <class Take>
void eachCable(const Context& context, SchedulePiece piece, Take take) {
    const CableEnds& ends = context.lookUp<CableEnds>();
    std::size_t index = 0;
    for (const Cable& cable : context.design().cables) {
        if (index >= piece.from + piece.count)
            return;
        if (index >= piece.from && ends.cables[index].isPresent)
            take(cable, index);
        ++index;
    }
}

} // namespace

std::vector<CableLabel> cableLabels(const Context& context, SchedulePiece piece, const LabelPatterns& patterns) {
    const LabelRows rows(context, patterns);
    std::vector<CableLabel> labels;
    eachCable(context, piece, [&](const Cable& cable, std::size_t index) {
        for (CableLabel& label : rows.of(cable, index))
            labels.push_back(std::move(label));
    });
    return labels;
}

Schedule labelList(const Context& context, SchedulePiece piece) {
    return collected([&](const RowTaker& take) { return labelList(context, piece, take); });
}

Schedule labelList(const Context& context, SchedulePiece piece, const RowTaker& take) {
    const LabelRows rows(context, labelPatterns(context));
    Schedule schedule;
    schedule.id = "labels";
    schedule.title = Message("schedule.labels");
    schedule.columns = {textColumn("Cable ID"), textColumn("End")};
    const std::size_t lines = rows.patterns().print.lines();
    for (std::size_t line = 1; line <= lines; ++line)
        schedule.columns.push_back(textColumn(std::string("Line ").append(std::to_string(line))));
    for (const char* side : {"From", "To"}) {
        schedule.columns.push_back(textColumn(side));
        for (const char* field : {" room", " row", " rack", " U", " device", " port", " cage"})
            schedule.columns.push_back(textColumn(std::string(side).append(field)));
    }
    for (const char* header : {"Length", "Medium", "Speed", "Network"})
        schedule.columns.push_back(textColumn(header));
    eachCable(context, piece, [&](const Cable& cable, std::size_t index) {
        for (const CableLabel& label : rows.of(cable, index)) {
            const std::string id = std::to_string(cable.id.value);
            std::vector<ScheduleCell> cells{textCell(id), textCell(std::string(1, label.end))};
            for (std::size_t line = 0; line < lines; ++line)
                cells.push_back(line < label.lines.size() ? textCell(label.lines[line]) : ScheduleCell());
            for (std::size_t field = 0; field < label.fields.size(); ++field)
                if (kPrintLabelFields[field] != "cable") // stands first
                    cells.push_back(textCell(label.fields[field]));
            ScheduleRow row{std::string("label:").append(id).append(1, ':').append(1, label.end), RowRole::Line,
                            Subject(cable.id), std::move(cells)};
            take(schedule, row);
        }
    });
    schedule.notes = rows.patterns().problems;
    return schedule;
}

} // namespace rackwright
