// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/schedule_text.h"

#include "app/text_table.h"
#include "ui/report/schedule_files.h"

#include <algorithm>

namespace rackwright {

std::string scheduleText(const Schedule& schedule, const Texts& texts) {
    std::vector<std::vector<std::string>> rows;
    for (const ScheduleRow& row : schedule.rows) {
        std::vector<std::string>& cells = rows.emplace_back();
        for (std::size_t i = 0; i < schedule.columns.size(); ++i)
            cells.push_back(cellText(schedule.columns[i], row.cells[i], texts));
    }
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < schedule.columns.size(); ++i)
        if (std::ranges::any_of(rows, [i](const auto& cells) { return !cells[i].empty(); }))
            shown.push_back(i);
    std::vector<Align> aligns;
    std::vector<std::string> header;
    for (const std::size_t i : shown) {
        aligns.push_back(schedule.columns[i].kind == ColumnKind::Number ? Align::Right : Align::Left);
        header.push_back(schedule.columns[i].header);
    }
    TextTable table(aligns);
    if (!rows.empty())
        table.add(header);
    for (const auto& cells : rows) {
        std::vector<std::string> line;
        for (const std::size_t i : shown)
            line.push_back(cells[i]);
        table.add(std::move(line));
    }
    std::string out = table.text();
    for (const Message& note : schedule.notes)
        out += (out.empty() ? "" : "\n") + texts.sentence(note) + '\n';
    return out;
}

void writeSchedule(JsonWriter& json, const Schedule& schedule, const Texts& texts) {
    json.beginArray();
    for (const ScheduleRow& row : schedule.rows) {
        json.beginObject();
        for (std::size_t i = 0; i < schedule.columns.size(); ++i) {
            const ScheduleColumn& column = schedule.columns[i];
            if (const auto number = cellNumber(column, row.cells[i]))
                json.member(column.header, *number);
            else if (const std::string text = cellText(column, row.cells[i], texts); !text.empty())
                json.member(column.header, text);
        }
        json.endObject();
    }
    json.endArray();
}

} // namespace rackwright
