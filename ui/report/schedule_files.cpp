// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/schedule_files.h"

#include "model/file/disk.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"
#include "ui/text/xml_text.h"

#include <xlsxwriter.h>

#include <QString>

#include <algorithm>
#include <clocale>
#include <cmath>
#include <cstring>
#include <map>
#include <set>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace rackwright {

namespace {

std::string plainThousandths(std::int64_t milli) {
    std::string digits = std::to_string(milli < 0 ? -milli : milli);
    if (digits.size() < 4)
        digits.insert(0, 4 - digits.size(), '0');
    std::string text = digits.substr(0, digits.size() - 3) + "." + digits.substr(digits.size() - 3);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return (milli < 0 ? "-" : "") + text;
}

/// "1234.50" of an amount; the currency stands in its own column or in the header.
std::string plainMoney(const Money& money) {
    const auto minor = static_cast<std::size_t>(money.currency().minorDigits());
    std::string digits = std::to_string(money.minorUnits() < 0 ? -money.minorUnits() : money.minorUnits());
    if (digits.size() <= minor)
        digits.insert(0, minor + 1 - digits.size(), '0');
    if (minor > 0)
        digits.insert(digits.size() - minor, ".");
    return (money.minorUnits() < 0 ? "-" : "") + digits;
}

/// At least as many decimals as the currency has, no more than the price needs.
std::string plainPrice(const PriceRate& price) {
    const bool isNegative = price.nanoUnits() < 0;
    std::string digits = std::to_string(isNegative ? -price.nanoUnits() : price.nanoUnits());
    if (digits.size() < 10)
        digits.insert(0, 10 - digits.size(), '0');
    const std::size_t point = digits.size() - 9;
    std::size_t keep = 9;
    const auto least = static_cast<std::size_t>(price.currency().minorDigits());
    while (keep > least && digits[point + keep - 1] == '0')
        --keep;
    std::string text = digits.substr(0, point);
    if (keep > 0)
        text += "." + digits.substr(point, keep);
    return (isNegative ? "-" : "") + text;
}

/// To the minor unit of the currency, of small prices to four digits.
std::string readPrice(const PriceRate& price) {
    const std::string all = plainPrice(price);
    const std::size_t point = all.find('.');
    const auto minor = static_cast<std::size_t>(price.currency().minorDigits());
    if (point == std::string::npos || all.size() - point - 1 <= minor)
        return all;
    if (std::abs(price.inUnits()) < 1)
        return roundedDigits(price.inUnits(), 4);
    return QString::number(price.inUnits(), 'f', static_cast<int>(minor)).toStdString();
}

/// Before quoting, of texts before they are kept from being run. A file never shows a lower bound as the whole.
struct CsvCell {
    const ScheduleColumn& column;
    const Texts& texts;

    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const GivenText& text) const { return text.text; }
    std::string operator()(const Message& message) const { return texts.sentence(message); }
    std::string operator()(std::int64_t count) const { return std::to_string(count); }
    std::string operator()(const Thousandths& count) const { return plainThousandths(count.milli); }
    std::string operator()(const Value& value) const {
        if (value.isUnknown())
            return {};
        // Twelve digits leave out what the way through SI and back adds: 374.00000000000006.
        const std::string digits = column.unit.empty() ? shortestDigits(value.typical())
                                                       : roundedDigits(inColumnUnit(column, value.typical()), 12);
        return value.isLowerBound() ? ">= " + digits : digits;
    }
    std::string operator()(const Money& money) const { return plainMoney(money); }
    std::string operator()(const BoundedMoney& bounded) const {
        if (bounded.unknown >= bounded.terms)
            return {};
        const std::string amount = plainMoney(bounded.money);
        return bounded.unknown > 0 ? texts.sentence(Message("amount.from").with("amount", amount)) : amount;
    }
    std::string operator()(const PriceRate& price) const { return plainPrice(price); }
};

struct ReadCell {
    const ScheduleColumn& column;
    const Texts& texts;

    std::string marked(const std::string& digits) const { return withMarks(digits, texts.numbers()); }
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const GivenText& text) const { return text.text; }
    std::string operator()(const Message& message) const { return texts.sentence(message); }
    std::string operator()(std::int64_t count) const { return printed(count, texts.numbers()); }
    std::string operator()(const Thousandths& count) const { return marked(plainThousandths(count.milli)); }
    std::string operator()(const Value& value) const {
        if (value.isUnknown())
            return texts.text("figure.unknown");
        const auto digits = [&](double si) {
            return marked(roundedDigits(inColumnUnit(column, si), column.significantDigits));
        };
        const std::string low = digits(value.low());
        const std::string high = digits(value.high());
        const std::string amount = value.isRange() && low != high ? low + "\u2013" + high : digits(value.typical());
        if (!value.isLowerBound())
            return amount;
        return texts.sentence(Message("figure.lower-bound")
                                  .with("amount", amount)
                                  .with("unknown", value.unknownTerms())
                                  .with("terms", value.terms()));
    }
    std::string operator()(const Money& money) const { return marked(plainMoney(money)); }
    std::string operator()(const BoundedMoney& bounded) const {
        if (bounded.unknown >= bounded.terms)
            return texts.text("figure.unknown");
        const std::string amount = marked(plainMoney(bounded.money));
        // What is open stands in the notes of the schedule: in the column it would part the digits from their line.
        return bounded.unknown == 0 ? amount : texts.sentence(Message("amount.from").with("amount", amount));
    }
    std::string operator()(const PriceRate& price) const { return marked(readPrice(price)); }
};

/// Excel allows 31 characters, none of []:*?/\ and no name twice.
std::string sheetName(const std::string& id, std::set<std::string>& taken) {
    std::string name;
    for (const char c : id.substr(0, 28))
        name += std::string_view("[]:*?/\\'").find(c) == std::string_view::npos ? c : '-';
    if (name.empty())
        name = "sheet";
    std::string unique = name;
    for (int i = 2; !taken.insert(unique).second; ++i)
        unique = name + "-" + std::to_string(i);
    return unique;
}

/// Excel takes no more than 32,767 characters a cell.
std::string workbookText(const std::string& text) {
    std::string clean = xmlText(QString::fromStdString(text)).toStdString();
    if (clean.size() > 32000) {
        std::size_t end = 32000;
        while (end > 0 && (static_cast<unsigned char>(clean[end]) & 0xc0) == 0x80)
            --end;
        clean.resize(end);
    }
    return clean;
}

/// The library prints numbers by the locale of the thread: with a comma the file would be broken.
class NumbersWithThePoint {
public:
#ifdef _WIN32
    NumbersWithThePoint() { std::setlocale(LC_NUMERIC, "C"); }
#else
    NumbersWithThePoint() : m_point(newlocale(LC_NUMERIC_MASK, "C", nullptr)), m_before(uselocale(m_point)) {}
    ~NumbersWithThePoint() {
        uselocale(m_before);
        freelocale(m_point);
    }
    NumbersWithThePoint(const NumbersWithThePoint&) = delete;
    NumbersWithThePoint& operator=(const NumbersWithThePoint&) = delete;

private:
    locale_t m_point;
    locale_t m_before;
#endif
};

/// Formats of cells by how their numbers are written, each once in the book.
struct Workbook {
    lxw_workbook* book = nullptr;
    lxw_format* head = nullptr;
    lxw_format* strong = nullptr;
    lxw_format* plain = nullptr;
    std::map<std::pair<std::string, bool>, lxw_format*> numbers;

    lxw_format* number(const std::string& written, bool isStrong) {
        lxw_format*& format = numbers[{written, isStrong}];
        if (!format) {
            format = workbook_add_format(book);
            format_set_num_format(format, written.c_str());
            if (isStrong)
                format_set_bold(format);
        }
        return format;
    }
};

constexpr int kMostDecimals = 6;

std::string decimals(int count) {
    return count <= 0 ? std::string("#,##0") : "#,##0." + std::string(static_cast<std::size_t>(count), '0');
}

int minorDigits(const ScheduleCell& cell) {
    if (const auto* money = std::get_if<Money>(&cell))
        return money->currency().minorDigits();
    if (const auto* bounded = std::get_if<BoundedMoney>(&cell))
        return bounded->money.currency().minorDigits();
    if (const auto* price = std::get_if<PriceRate>(&cell))
        return price->currency().minorDigits();
    return -1;
}

/// Money to its minor unit, counts whole, figures to the digits of their column.
std::string numberFormat(const ScheduleColumn& column, const ScheduleCell& cell, double number) {
    if (std::holds_alternative<std::int64_t>(cell))
        return "0";
    if (const int minor = minorDigits(cell); minor >= 0)
        return decimals(minor);
    const double size = std::abs(number);
    if (!(size > 0) || !std::isfinite(size))
        return "0";
    const int whole = static_cast<int>(std::floor(std::log10(size))) + 1;
    int after = std::clamp(column.significantDigits - whole, 0, kMostDecimals);
    const double scaled = size * std::pow(10, after);
    // No zeros behind the last digit of a number that ends before.
    for (double rest = std::round(scaled); after > 0 && std::fmod(rest, 10) == 0; rest /= 10)
        --after;
    return decimals(after);
}

/// Whether a bound that is written under `column` has an amount, which the format then calls one from below.
std::optional<double> boundedAmount(const ScheduleCell& cell) {
    const auto* bounded = std::get_if<BoundedMoney>(&cell);
    return bounded && bounded->unknown > 0 && bounded->unknown < bounded->terms
               ? std::optional(bounded->money.inUnits())
               : std::nullopt;
}

std::size_t optionColumn(const Schedule& schedule) {
    const auto it = std::ranges::find(schedule.columns, "Option", &ScheduleColumn::header);
    return static_cast<std::size_t>(it - schedule.columns.begin());
}

/// The sum over lines as a formula, where it gives what the row says: of all of them, or of those that are no option.
/// SUBTOTAL passes over other subtotals in its range.
std::string sumFormula(const Schedule& schedule, std::size_t first, std::size_t end, std::size_t column,
                       double expected) {
    constexpr double kRounding = 0.005;
    const std::size_t option = optionColumn(schedule);
    double all = 0, chosen = 0;
    for (std::size_t i = first; i < end; ++i) {
        const ScheduleRow& row = schedule.rows[i];
        if (row.role != RowRole::Line || column >= row.cells.size())
            continue;
        const auto number = cellNumber(schedule.columns[column], row.cells[column]);
        const double amount = number ? *number : boundedAmount(row.cells[column]).value_or(0);
        all += amount;
        const bool isOption = option < row.cells.size() && !std::holds_alternative<std::monostate>(row.cells[option]);
        chosen += isOption ? 0 : amount;
    }
    const auto range = [&](std::size_t at) {
        char from[LXW_MAX_CELL_NAME_LENGTH], to[LXW_MAX_CELL_NAME_LENGTH];
        lxw_rowcol_to_cell(from, static_cast<lxw_row_t>(first + 1), static_cast<lxw_col_t>(at));
        lxw_rowcol_to_cell(to, static_cast<lxw_row_t>(end), static_cast<lxw_col_t>(at));
        return std::string(from) + ":" + to;
    };
    const std::string sum = "=SUBTOTAL(9," + range(column) + ")";
    if (std::abs(all - expected) < kRounding)
        return sum;
    if (std::abs(chosen - expected) < kRounding && option < schedule.columns.size())
        return sum + "-SUMIF(" + range(option) + ",\"?*\"," + range(column) + ")";
    return {};
}

/// Tells each row that it has written, with its number.
template <class OnWritten>
void writeSheet(Workbook& workbook, const Schedule& schedule, const std::string& name, const Texts& texts,
                OnWritten onWritten) {
    lxw_worksheet* sheet = workbook_add_worksheet(workbook.book, name.c_str());
    if (!sheet)
        return;
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < schedule.columns.size(); ++i) {
        worksheet_write_string(sheet, 0, static_cast<lxw_col_t>(i), schedule.columns[i].header.c_str(), workbook.head);
        widths.push_back(schedule.columns[i].header.size());
    }
    // A row is let go of once it is written, so that formulas are made before.
    std::vector<std::vector<std::string>> formulas(schedule.rows.size());
    std::size_t section = 0;
    for (std::size_t at = 0; at < schedule.rows.size(); ++at) {
        const ScheduleRow& row = schedule.rows[at];
        if (row.role == RowRole::Heading)
            section = at + 1;
        if (row.role != RowRole::Subtotal && row.role != RowRole::Total)
            continue;
        const std::size_t first = row.role == RowRole::Total ? 0 : section;
        for (std::size_t i = 0; i < std::min(row.cells.size(), schedule.columns.size()); ++i) {
            const auto number = cellNumber(schedule.columns[i], row.cells[i]);
            const auto amount = number ? number : boundedAmount(row.cells[i]);
            formulas[at].push_back(amount && first < at ? sumFormula(schedule, first, at, i, *amount) : std::string());
        }
    }
    lxw_row_t line = 1;
    for (const ScheduleRow& row : schedule.rows) {
        const bool isStrong = row.role != RowRole::Line;
        lxw_format* format = isStrong ? workbook.strong : workbook.plain;
        for (std::size_t i = 0; i < std::min(row.cells.size(), schedule.columns.size()); ++i) {
            const auto column = static_cast<lxw_col_t>(i);
            const auto known = cellNumber(schedule.columns[i], row.cells[i]);
            if (const auto number = known ? known : boundedAmount(row.cells[i])) {
                std::string written = numberFormat(schedule.columns[i], row.cells[i], *number);
                if (!known)
                    written.insert(0, "\"" + texts.sentence(Message("amount.from").with("amount", "")) + "\"");
                lxw_format* numbered = workbook.number(written, isStrong);
                const auto& own = formulas[line - 1];
                if (i < own.size() && !own[i].empty())
                    worksheet_write_formula_num(sheet, line, column, own[i].c_str(), numbered, *number);
                else
                    worksheet_write_number(sheet, line, column, *number, numbered);
                widths[i] = std::max<std::size_t>(widths[i], 14);
                continue;
            }
            const std::string text = workbookText(cellText(schedule.columns[i], row.cells[i], texts));
            if (text.empty())
                continue;
            // A string cell is never run as a formula, whatever it begins with.
            worksheet_write_string(sheet, line, column, text.c_str(), format);
            widths[i] = std::max(widths[i], std::min<std::size_t>(text.size(), 60));
        }
        onWritten(line - 1);
        ++line;
    }
    for (std::size_t i = 0; i < widths.size(); ++i)
        worksheet_set_column(sheet, static_cast<lxw_col_t>(i), static_cast<lxw_col_t>(i),
                             static_cast<double>(widths[i]) + 2, nullptr);
    worksheet_freeze_panes(sheet, 1, 0);
}

constexpr std::uint64_t kLargestWorkbook = std::uint64_t{2} << 30;

/// The library writes to a name only; this one is of no disk, so that the file itself is written by our own hand.
class BytesInMemory {
public:
    BytesInMemory() : m_fd(::memfd_create("workbook", MFD_CLOEXEC)) {}
    ~BytesInMemory() {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    BytesInMemory(const BytesInMemory&) = delete;
    BytesInMemory& operator=(const BytesInMemory&) = delete;
    std::string path() const { return "/proc/self/fd/" + std::to_string(m_fd); }

private:
    int m_fd;
};

/// What the library's temporary file of a sheet takes at the most.
std::uint64_t roomForParts(const Schedule& schedule) {
    constexpr std::uint64_t aCell = 200, aCharacter = 6; // its marks; a character as an entity at the most
    std::uint64_t room = 0;
    for (const ScheduleRow& row : schedule.rows)
        for (const ScheduleCell& cell : row.cells) {
            room += aCell;
            if (const auto* text = std::get_if<GivenText>(&cell))
                room += aCharacter * text->text.size();
        }
    return room;
}

// The library does not look whether its temporary files could be written: a full disk would cut the sheets short.
Result<std::string> folderForParts(std::uint64_t room) {
    std::error_code problem;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(problem);
    for (const std::filesystem::path& folder : {std::filesystem::path("/dev/shm"), temporary})
        if (const auto space = std::filesystem::space(folder, problem); !problem && space.available >= room)
            if (::access(folder.c_str(), W_OK | X_OK) == 0)
                return folder.string();
    return systemError(Message("report.no-room-for-parts")
                           .with("folder", temporary.string())
                           .with("size", UnitNumber{static_cast<double>(room) / 1e6, "MB"})
                           .with("free", freeSpaceAt(temporary)));
}

} // namespace

std::string cellText(const ScheduleColumn& column, const ScheduleCell& cell, const Texts& texts) {
    return std::visit(ReadCell{column, texts}, cell);
}

std::optional<double> cellNumber(const ScheduleColumn& column, const ScheduleCell& cell) {
    if (const auto* count = std::get_if<std::int64_t>(&cell))
        return static_cast<double>(*count);
    if (const auto* count = std::get_if<Thousandths>(&cell))
        return static_cast<double>(count->milli) / 1000;
    if (const auto* value = std::get_if<Value>(&cell))
        return value->isKnown() ? std::optional(inColumnUnit(column, value->typical())) : std::nullopt;
    if (const auto* money = std::get_if<Money>(&cell))
        return money->inUnits();
    if (const auto* bounded = std::get_if<BoundedMoney>(&cell))
        return bounded->unknown == 0 ? std::optional(bounded->money.inUnits()) : std::nullopt;
    if (const auto* price = std::get_if<PriceRate>(&cell))
        return price->inUnits();
    return std::nullopt;
}

QByteArray csvOf(const Schedule& schedule, const Texts& texts) {
    std::string text;
    appendCsv(text, schedule, texts);
    return QByteArray::fromStdString(text);
}

void appendCsv(std::string& text, const Schedule& schedule, const Texts& texts) {
    CsvLines lines(schedule.columns, texts);
    lines.appendHeader(text);
    for (const ScheduleRow& row : schedule.rows)
        lines.append(text, row);
}

CsvLines::CsvLines(std::vector<ScheduleColumn> columns, const Texts& texts)
    : m_columns(std::move(columns)), m_last(m_columns.size()), m_texts(texts) {}

void CsvLines::appendHeader(std::string& text) const {
    std::vector<std::string> words;
    for (const ScheduleColumn& column : m_columns)
        words.push_back(column.header);
    text += csvLine(words);
}

void CsvLines::append(std::string& text, const ScheduleRow& row) {
    if (row.role != RowRole::Line)
        return;
    const std::size_t from = text.size();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (i > 0)
            text += ',';
        if (i < row.cells.size())
            appendCell(text, i, row.cells[i]);
    }
    // A line of one empty cell would read as no record.
    if (m_columns.size() == 1 && text.size() == from)
        text += "\"\"";
    text += "\r\n";
}

void CsvLines::appendWords(std::string& text, const Message& message, Words& last) const {
    if (last.message != message) {
        last.cell.clear();
        appendCsvTextCell(last.cell, m_texts.sentence(message));
        last.message = message;
    }
    text += last.cell;
}

void CsvLines::appendCell(std::string& text, std::size_t column, const ScheduleCell& cell) {
    if (const auto* given = std::get_if<GivenText>(&cell))
        appendCsvTextCell(text, given->text);
    else if (const auto* message = std::get_if<Message>(&cell))
        appendWords(text, *message, m_last[column]);
    else if (!std::holds_alternative<std::monostate>(cell))
        appendCsvCell(text, std::visit(CsvCell{m_columns[column], m_texts}, cell));
}

struct XlsxWriter::State {
    const BytesInMemory bytes;
    Workbook workbook;
    std::set<std::string> taken;
    std::uint64_t room = std::uint64_t{1} << 20; ///< for the temporary files of all sheets
    ~State() {
        if (workbook.book)
            lxw_workbook_free(workbook.book);
    }
};

XlsxWriter::XlsxWriter() : m_state(std::make_unique<State>()) {
    lxw_workbook_options options = {};
    options.constant_memory = LXW_FALSE;
    Workbook& workbook = m_state->workbook;
    workbook.book = workbook_new_opt(m_state->bytes.path().c_str(), &options);
    if (!workbook.book)
        return;
    lxw_doc_properties properties = {};
    properties.created = 1; // a fixed moment: the same schedules give the same bytes
    workbook_set_properties(workbook.book, &properties);
    workbook.head = workbook_add_format(workbook.book);
    format_set_bold(workbook.head);
    format_set_bottom(workbook.head, LXW_BORDER_THIN);
    workbook.strong = workbook_add_format(workbook.book);
    format_set_bold(workbook.strong);
}

XlsxWriter::~XlsxWriter() = default;

template <class OnWritten>
void XlsxWriter::write(const Schedule& schedule, const Texts& texts, OnWritten onWritten) {
    if (!m_state->workbook.book)
        return;
    const NumbersWithThePoint numbers;
    m_state->room += roomForParts(schedule);
    writeSheet(m_state->workbook, schedule, sheetName(schedule.id, m_state->taken), texts, onWritten);
}

void XlsxWriter::add(const Schedule& schedule, const Texts& texts) {
    write(schedule, texts, [](std::size_t) {});
}

void XlsxWriter::add(Schedule&& schedule, const Texts& texts) {
    write(schedule, texts, [&schedule](std::size_t row) { std::exchange(schedule.rows[row].cells, {}); });
    schedule.rows.clear();
}

Done XlsxWriter::save(const std::filesystem::path& file) {
    const auto refused = [&file](const char* reason) {
        return systemError(Message("report.cannot-write").with("file", file.string()).with("reason", reason));
    };
    lxw_workbook*& book = m_state->workbook.book;
    if (!book)
        return refused("libxlsxwriter");
    const Result<std::string> folder = folderForParts(m_state->room);
    if (!folder)
        return folder.error();
    // How much room the sheets need is known only now; the library frees the name with the book.
    book->options.tmpdir = ::strdup(folder->c_str());
    const NumbersWithThePoint numbers;
    const lxw_error error = workbook_close(std::exchange(book, nullptr));
    if (error != LXW_NO_ERROR)
        return refused(lxw_strerror(error));
    const Result<std::string> content = readWholeFile(m_state->bytes.path(), kLargestWorkbook);
    if (!content)
        return content.error();
    return writeAtomically(file, *content, Links::Refuse);
}

Done writeXlsx(const std::filesystem::path& file, const std::vector<const Schedule*>& schedules, const Texts& texts) {
    XlsxWriter writer;
    for (const Schedule* schedule : schedules)
        writer.add(*schedule, texts);
    return writer.save(file);
}

} // namespace rackwright
