// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Schedule: one table of the documents that change hands as plain data: columns in their fixed order, cells as typed
// values. It makes no text and no file; ui/report lays it out and writes CSV, XLSX and PDF, the command line exports
// it. Domains list the schedules that follow from their figures; registers that persons keep (assumptions, compliance,
// responsibility) are made where documents are.

#include "model/base/message.h"
#include "model/figures/value.h"
#include "model/units/money.h"
#include "solvers/engine/finding.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace rackwright {

/// Who may read it. A customer edition is built without cost, margin, supplier and price source; it is no filtered
/// internal one.
enum class Edition : std::uint8_t { Customer, Internal };

enum class ColumnKind : std::uint8_t { Text, Number };

/// A column; documents choose it by its header.
struct ScheduleColumn {
    std::string header; ///< untranslated, with the unit ("kW air", "Lead time (weeks)")
    ColumnKind kind = ColumnKind::Text;
    std::string unit;          ///< symbol in which Value cells are written ("kW", "mm", "C"); empty: as they are
    int significantDigits = 4; ///< of Value cells where a person reads; files write all
};

/// Text that a person or a file gave: escaped for its format and kept from being run by a spreadsheet.
struct GivenText {
    std::string text;
    bool operator==(const GivenText&) const = default;
};
/// A count in thousandths of the sales unit, printed without trailing zeros.
struct Thousandths {
    std::int64_t milli = 0;
    bool operator==(const Thousandths&) const = default;
};
/// An amount of which `unknown` of `terms` lines have no price: with unknown lines it is a lower bound.
struct BoundedMoney {
    Money money;
    std::int64_t unknown = 0;
    std::int64_t terms = 1;
    bool operator==(const BoundedMoney&) const = default;
};

/// Blank, given text, words of ours (a message), a count, a figure in SI (Value says unknown itself), money, a price.
using ScheduleCell =
    std::variant<std::monostate, GivenText, Message, std::int64_t, Thousandths, Value, Money, BoundedMoney, PriceRate>;

/// What a row is to a reader; only lines are data.
enum class RowRole : std::uint8_t { Line, Heading, Subtotal, Total };

/// A row; its cells are as many as the columns.
struct ScheduleRow {
    std::string key; ///< stable, unique in its schedule
    RowRole role = RowRole::Line;
    std::optional<Subject> subject;  ///< the thing on the plan that a click goes to
    std::vector<ScheduleCell> cells; ///< one a column
};

/// A table as it is handed over.
struct Schedule {
    std::string id; ///< "bom-customer": also the name of its file
    Message title;
    Edition edition = Edition::Customer;
    std::vector<ScheduleColumn> columns;
    std::vector<ScheduleRow> rows; ///< Line rows are the table; the others are for reading and stay out of CSV
    std::vector<Message> notes;    ///< below the table: basis, what it leaves out
};

/// What a schedule is filled from. Stopped, a long one may be cut short.
struct ScheduleInput {
    const Context& context;
    const FigureTable& figures;
    std::stop_token stop;
};

/// A schedule that a domain brings to the documents.
struct ScheduleDefinition {
    std::string id; ///< of the schedule that `make` returns
    int place = 0;  ///< in a package of documents, lowest first
    Schedule (*make)(const ScheduleInput&) = nullptr;
    bool isLong = false; ///< of rows for single racks and what is in them, which files hold and no document prints
    std::optional<Edition> edition{}; ///< that alone has it; none: all have it
};

/// A schedule that is worked out when somebody needs it.
struct ScheduleMaker {
    std::string id;
    bool isLong = false;
    std::function<Schedule(const std::stop_token&)> make;
};

/// A number in SI as it stands under a column (degrees Celsius, kW, mm).
double inColumnUnit(const ScheduleColumn& column, double si);

/// The cell of a text, blank when it is empty.
ScheduleCell textCell(std::string text);

} // namespace rackwright
