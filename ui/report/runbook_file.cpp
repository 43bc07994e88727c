// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/runbook_file.h"

#include "ui/report/schedule_files.h"

namespace rackwright {

namespace {

/// In a span of code a backtick would end it.
std::string asCode(std::string command) {
    std::string fence = "`";
    while (command.find(fence) != std::string::npos)
        fence += '`';
    if (fence.size() > 1)
        command = " " + command + " ";
    return fence + command + fence;
}

} // namespace

std::string runbookMarkdown(const Schedule& schedule, const Texts& texts) {
    if (schedule.rows.empty())
        return {};
    std::string text = "# " + texts.sentence(schedule.title) + "\n";
    std::string area;
    for (const ScheduleRow& row : schedule.rows) {
        const auto cell = [&](std::size_t column) {
            return cellText(schedule.columns[column], row.cells[column], texts);
        };
        if (const std::string its = cell(0); its != area) {
            area = its;
            text.append("\n## ").append(area).append("\n\n");
        }
        text.append("- ").append(asCode(cell(1))).append(": ").append(cell(2)).append("\n");
    }
    for (const Message& note : schedule.notes)
        text.append("\n").append(texts.sentence(note)).append("\n");
    return text;
}

} // namespace rackwright
