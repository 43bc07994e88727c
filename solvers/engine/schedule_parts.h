// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Small pieces that schedules share: columns, cells of figures and names of things. For those who fill schedules.

#include "model/parts/part_title.h"
#include "solvers/engine/finding.h"
#include "solvers/engine/schedule.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

inline ScheduleColumn textColumn(std::string_view header) { return {std::string(header), ColumnKind::Text, {}, 4}; }
inline ScheduleColumn numberColumn(std::string_view header, std::string unit = {}) {
    return {std::string(header), ColumnKind::Number, std::move(unit), 4};
}

/// The message "prefix" + word of the value ("cooling.method." + "in-row").
template <NamedEnum E>
ScheduleCell wordCell(std::string prefix, E value) {
    return Message(std::move(prefix) + std::string(enumName(value)));
}

/// The figure's value; blank when this build has no such figure, unknown when it could not be worked out.
inline ScheduleCell figureCell(const FigureTable& figures, std::string_view name, Subject subject) {
    const FigureResult* found = figures.find(name, subject);
    if (!found)
        return std::monostate{};
    return found->error ? Value() : found->value;
}
inline ScheduleCell rackFigure(const FigureTable& figures, std::string_view name, const Rack& rack) {
    return figureCell(figures, name, Subject(rack.id));
}
/// In SI; unknown where there is no such figure or it could not be worked out.
inline Value valueOf(const FigureTable& figures, std::string_view name, Subject subject) {
    const FigureResult* found = figures.find(name, subject);
    return found && !found->error ? found->value : Value();
}

template <class Q>
ScheduleCell factCell(const Fact<Q>& fact, double si) {
    return fact.isUnknown() ? ScheduleCell(Value::unknown(fact.grade)) : ScheduleCell(Value(si, fact.grade));
}

/// The id where a row has no name.
inline std::string nameOr(const std::string& name, std::uint64_t id) {
    return name.empty() ? std::to_string(id) : name;
}
inline ScheduleCell nameCell(const Rack& rack) { return GivenText{nameOr(rack.name, rack.id.value)}; }

/// In kelvin, as Value cells are SI; blank when not stated.
inline ScheduleCell temperatureCell(const std::optional<Temperature>& temperature) {
    return temperature ? ScheduleCell(Value(temperature->inKelvin())) : ScheduleCell(std::monostate{});
}

/// Without rows, titled "schedule.ID".
inline Schedule emptySchedule(std::string id, std::vector<ScheduleColumn> columns, int significantDigits = 4) {
    Schedule schedule;
    schedule.title = Message("schedule." + id);
    schedule.id = std::move(id);
    schedule.columns = std::move(columns);
    for (ScheduleColumn& column : schedule.columns)
        column.significantDigits = significantDigits;
    return schedule;
}

/// Of one rack, to which a click goes.
inline ScheduleRow rackRow(const Rack& rack, std::vector<ScheduleCell> cells) {
    return {"rack:" + std::to_string(rack.id.value), RowRole::Line, Subject(rack.id), std::move(cells)};
}

/// Empty where the part is not known.
inline std::string partText(const Part* part) { return part ? partTitle(*part) : std::string(); }

/// Words joined by blanks, each once, in their order.
inline void addWord(std::string& words, const std::string& word) {
    if (word.empty() || (" " + words + " ").find(" " + word + " ") != std::string::npos)
        return;
    words += (words.empty() ? "" : " ") + word;
}

} // namespace rackwright
