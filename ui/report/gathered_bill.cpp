// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/gathered_bill.h"

#include "model/parts/length_code.h"
#include "solvers/engine/schedule_columns.h"
#include "ui/report/schedule_files.h"
#include "ui/text/texts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace rackwright {

namespace {

constexpr std::string_view kLength = "length"; // of the messages of cables
constexpr std::string_view kSpares = "section:spares";

std::size_t columnNamed(const Schedule& schedule, std::string_view header) {
    const auto it = std::ranges::find(schedule.columns, header, &ScheduleColumn::header);
    return static_cast<std::size_t>(it - schedule.columns.begin());
}

/// Lines alike but for their length, at the place of the first.
struct Gathered {
    std::size_t row = 0; ///< among the rows made
    std::vector<std::int64_t> numbers = {};
    UnitNumber shortest, longest;
    bool isOnePrice = true;
    std::set<std::string> kinds = {}; ///< several among spares alone
};

class BillGatherer {
public:
    BillGatherer(const Schedule& bill, const Texts& texts)
        : m_bill(bill), m_texts(texts), m_line(columnNamed(bill, column_of::line)),
          m_description(columnNamed(bill, column_of::description)), m_qty(columnNamed(bill, column_of::qty)),
          m_price(columnNamed(bill, column_of::unitPrice)), m_net(columnNamed(bill, column_of::netUnit)),
          m_total(columnNamed(bill, column_of::netTotal)), m_part(columnNamed(bill, column_of::partNumber)),
          m_manufacturer(columnNamed(bill, "Manufacturer")) {}

    std::vector<ScheduleRow> rows() {
        for (const ScheduleRow& row : m_bill.rows) {
            if (row.role != RowRole::Line) {
                m_known.clear(); // lines of two sections are no sum of either
                m_isOfSpares = row.role == RowRole::Heading && row.key == kSpares;
            }
            if (!isGathered(row))
                m_rows.push_back(row);
        }
        for (const Gathered& lines : m_gathered)
            if (lines.numbers.size() > 1)
                name(lines);
        return std::move(m_rows);
    }

private:
    const UnitNumber* lengthOf(const ScheduleRow& row) const {
        const auto* what = std::get_if<Message>(&row.cells[m_description]);
        if (!what)
            return nullptr;
        const auto length = std::ranges::find(what->arguments, kLength, &Argument::name);
        const auto* metres = length == what->arguments.end() ? nullptr : std::get_if<UnitNumber>(&length->value);
        return metres && metres->value > 0 ? metres : nullptr; // a transceiver has none
    }

    /// The part number for all lengths of a line whose own is that of its length.
    std::string familyNumber(const ScheduleRow& row) const {
        const auto* given = m_part < row.cells.size() ? std::get_if<GivenText>(&row.cells[m_part]) : nullptr;
        const UnitNumber* length = lengthOf(row);
        constexpr std::size_t digits = 3;
        if (!given || !length || given->text.size() <= digits)
            return given ? given->text : std::string();
        const std::string family = given->text.substr(0, given->text.size() - digits) + "xxx";
        return numberOfLength(family, length->value) == given->text ? family : given->text;
    }

    /// What makes a cable of one kind, but for its length.
    bool isOfKind(std::size_t column) const {
        return column == m_description || column == m_part || column == m_manufacturer;
    }

    /// All that lines of one kind have in common; with `isAnyKind` also those of several.
    std::string kindOf(const ScheduleRow& row, bool isAnyKind) const {
        std::string kind;
        for (std::size_t i = 0; i < row.cells.size(); ++i) {
            if (i == m_line || i == m_qty || i == m_price || i == m_net || i == m_total || (isAnyKind && isOfKind(i)))
                continue;
            ScheduleCell cell = row.cells[i];
            if (i == m_description)
                setLength(cell, {});
            if (i == m_part)
                cell = GivenText{familyNumber(row)};
            kind += cellText(m_bill.columns[i], cell, m_texts) + '\n';
        }
        return kind;
    }

    static void setLength(ScheduleCell& description, std::string length) {
        for (Argument& argument : std::get<Message>(description).arguments)
            if (argument.name == kLength)
                argument.value = std::move(length);
    }

    /// Adds the row to lines of its kind; a row that begins a kind is not yet one of several.
    bool isGathered(const ScheduleRow& row) {
        const std::array columns = {m_line, m_description, m_qty, m_price, m_total};
        if (row.role != RowRole::Line ||
            std::ranges::any_of(columns, [&](std::size_t i) { return i >= row.cells.size(); }))
            return false;
        const UnitNumber* length = lengthOf(row);
        const auto* number = std::get_if<std::int64_t>(&row.cells[m_line]);
        const auto* count = std::get_if<Thousandths>(&row.cells[m_qty]);
        const auto* amount = std::get_if<Money>(&row.cells[m_total]);
        if (!length || !number || !count || !amount)
            return false;
        const auto [known, isNew] = m_known.try_emplace(kindOf(row, m_isOfSpares), m_gathered.size());
        if (isNew) {
            m_gathered.push_back({m_rows.size(), {*number}, *length, *length, true, {kindOf(row, false)}});
            return false;
        }
        Gathered& lines = m_gathered[known->second];
        ScheduleRow& first = m_rows[lines.row];
        const Result<Money> all = sum(std::get<Money>(first.cells[m_total]), *amount);
        if (!all)
            return false;
        first.cells[m_total] = *all;
        std::get<Thousandths>(first.cells[m_qty]).milli += count->milli;
        lines.numbers.push_back(*number);
        lines.kinds.insert(kindOf(row, false));
        if (length->value < lines.shortest.value)
            lines.shortest = *length;
        if (length->value > lines.longest.value)
            lines.longest = *length;
        const auto price = [&](const ScheduleRow& of) {
            return cellText(m_bill.columns[m_price], of.cells[m_price], m_texts);
        };
        lines.isOnePrice = lines.isOnePrice && price(first) == price(row);
        return true;
    }

    void name(const Gathered& lines) {
        ScheduleRow& row = m_rows[lines.row];
        row.cells[m_line] = GivenText{numbersText(lines.numbers)};
        const std::string lengths = m_texts.sentence(
            Message("report.bill-lengths").with("shortest", lines.shortest).with("longest", lines.longest));
        if (lines.kinds.size() == 1) {
            if (const std::string family = familyNumber(row); !family.empty())
                row.cells[m_part] = GivenText{family};
            setLength(row.cells[m_description], lengths);
        } else {
            row.cells[m_description] =
                Message("report.bill-spare-cables").with("kinds", lines.kinds.size()).with("lengths", lengths);
            for (const std::size_t column : {m_part, m_manufacturer})
                if (column < row.cells.size())
                    row.cells[column] = std::monostate{};
        }
        if (lines.isOnePrice)
            return;
        row.cells[m_price] = Message("report.bill-by-length");
        if (m_net < row.cells.size())
            row.cells[m_net] = Message("report.bill-by-length");
    }

    /// "7–13, 15"
    static std::string numbersText(const std::vector<std::int64_t>& numbers) {
        std::string text;
        for (std::size_t i = 0; i < numbers.size();) {
            std::size_t last = i;
            while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1)
                ++last;
            text.append(text.empty() ? "" : ", ").append(std::to_string(numbers[i]));
            if (last > i)
                text.append("\xe2\x80\x93").append(std::to_string(numbers[last]));
            i = last + 1;
        }
        return text;
    }

    const Schedule& m_bill;
    const Texts& m_texts;
    std::size_t m_line, m_description, m_qty, m_price, m_net, m_total, m_part, m_manufacturer;
    bool m_isOfSpares = false;
    std::vector<ScheduleRow> m_rows = {};
    std::vector<Gathered> m_gathered = {};
    std::map<std::string, std::size_t> m_known = {}; ///< of the section that is open
};

} // namespace

Schedule gatheredOverLengths(Schedule bill, const Texts& texts) {
    bill.rows = BillGatherer(bill, texts).rows();
    return bill;
}

} // namespace rackwright
