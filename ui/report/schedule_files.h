// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Schedules as files: CSV (UTF-8, RFC 4180) and an XLSX workbook with one sheet a schedule; the same schedules give the
// same bytes. Headers are not translated, numbers have the point and the unit of their column.

#include "solvers/schedules/schedule.h"
#include "ui/text/texts.h"

#include <QByteArray>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// Line rows under the header; headings and totals are for reading and stay out.
QByteArray csvOf(const Schedule& schedule, const Texts& texts);

/// The same, at the end of a text; a further piece of a long list has no header of its own.
enum class CsvHeader { Write, Leave };
void appendCsv(std::string& text, const Schedule& schedule, const Texts& texts, CsvHeader header = CsvHeader::Write);

/// Sheets in the order given, named after the schedules.
Done writeXlsx(const std::filesystem::path& file, const std::vector<const Schedule*>& schedules, const Texts& texts);

/// A cell as a person reads it in a document; blank cells are empty.
std::string cellText(const ScheduleColumn& column, const ScheduleCell& cell, const Texts& texts);

/// A cell as a plain number under its column, if it is one.
std::optional<double> cellNumber(const ScheduleColumn& column, const ScheduleCell& cell);

} // namespace rackwright
