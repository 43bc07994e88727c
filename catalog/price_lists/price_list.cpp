// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_lists/price_list.h"

#include "model/base/letter_case.h"
#include "model/units/number_text.h"

#include <QRegularExpression>
#include <QString>

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr std::int64_t kNano = 1'000'000'000;
constexpr std::size_t kMostHinted = 5'000; ///< lines of a sheet for which candidates are looked for: more nobody reads

bool isAny(std::string_view words, std::initializer_list<std::string_view> phrases) {
    return std::ranges::any_of(phrases, [words](std::string_view phrase) {
        return words == phrase || words.starts_with(std::string(phrase) + " ");
    });
}

/// One of the phrases anywhere: "all prices in EUR, valid until 31 December".
bool holdsAny(std::string_view words, std::initializer_list<std::string_view> phrases) {
    return std::ranges::any_of(phrases, [words](std::string_view phrase) {
        return (" " + std::string(words) + " ").find(" " + std::string(phrase) + " ") != std::string::npos;
    });
}

bool isTotal(std::string_view words) {
    const auto holds = [words](std::string_view word) {
        return (" " + std::string(words) + " ").find(" " + std::string(word) + " ") != std::string::npos;
    };
    for (const std::string_view word : {"total", "subtotal", "totals", "summe", "zwischensumme", "gesamtsumme",
                                        "gesamt", "sum", "carried", "ubertrag", "endsumme", "totale"})
        if (holds(word))
            return true;
    return false;
}

/// What a sheet says above and below its table of all its lines.
struct ListTerms {
    std::string currency;
    std::string validFrom, validUntil; ///< ISO 8601
};

/// Raw texts of the dates that stand beside a word for one, with whether they end the validity.
struct TermDate {
    ListCell cell;
    bool isEnd = false;
    bool isWeak = false; ///< "Date:", "Created": the beginning only where nothing better is said
};

constexpr std::size_t kCoverRows = 80; ///< of a sheet without a table that are read for its terms

class TermFinder {
public:
    explicit TermFinder(const ListSheet& sheet) : m_sheet(sheet) {}

    void look(std::size_t row) {
        const ListRow& cells = m_sheet.rows[row];
        for (std::size_t i = 0; i < cells.cells.size(); ++i)
            if (!cells.cells[i].isEmpty() && cells.cells[i].kind == ListCellKind::Text)
                lookAt(cells, i);
    }

    std::vector<TermDate> dates;
    std::string currency;               ///< beside the word "currency", or of all prices
    std::vector<std::string> mentioned; ///< in brackets and other texts

private:
    /// What follows a label: the rest after a colon or the next cell that is filled.
    ListCell valueAfter(const ListRow& row, std::size_t column) const {
        const std::string& text = row.cells[column].text;
        if (const std::size_t colon = text.find(':'); colon != std::string::npos && colon + 1 < text.size()) {
            ListCell rest;
            rest.text = trimmedText(std::string_view(text).substr(colon + 1));
            if (!rest.text.empty())
                return rest;
        }
        for (std::size_t i = column + 1; i < row.cells.size(); ++i)
            if (!row.cells[i].isEmpty())
                return row.cells[i];
        return {};
    }

    void lookAt(const ListRow& row, std::size_t column) {
        const std::string& text = row.cells[column].text;
        const std::string words = plainWords(text);
        if (isAny(words, {"currency", "wahrung", "waehrung", "devise", "moneda", "valuta"})) {
            const ListCell value = valueAfter(row, column);
            if (const CurrencyReading read = readCurrency(value.text); !read.code.empty())
                currency = read.code;
            else if (currency.empty())
                currency = currencyIn(value.text);
        } else if (const std::string code = currencyIn(text); !code.empty()) {
            mentioned.push_back(code);
        } else if (column > 0) {
            return lookForDate(row, column, words);
        }
        lookForDate(row, column, words);
    }

    void lookForDate(const ListRow& row, std::size_t column, const std::string& words) {
        static const QRegularExpression kDate(QStringLiteral("\\d{1,4}[./-]\\d{1,2}[./-]\\d{2,4}"));
        const std::string& text = row.cells[column].text;
        bool isEnd = isAny(
            words,
            {"valid until",       "valid through", "valid thru",        "valid to",           "valid till",
             "expires",           "expiry",        "expiration",        "expiry date",        "expiration date",
             "end date",          "gultig bis",    "gueltig bis",       "prices valid until", "prices valid through",
             "price valid until", "quote expires", "offer valid until", "preise gultig bis",  "gultigkeit",
             "valable jusqu au",  "validity",      "validite",          "valido hasta",       "valida hasta",
             "valido fino al",    "geldig tot"});
        const bool isStart = isAny(words, {"effective", "effective date", "valid from", "gultig ab", "gueltig ab",
                                           "effective from", "start date", "prices valid from", "preise gultig ab",
                                           "preisstand", "gultig vom", "valable du"});
        const bool isWeak = isAny(words, {"created", "date", "issue date", "issued", "as of", "stand", "quote date",
                                          "published", "datum", "price date", "list date", "created on"});
        // Within a sentence that begins with no date of its own: "all prices in EUR, valid until 31/12/2026".
        if (!isEnd && !isStart && !isWeak)
            isEnd = holdsAny(words, {"valid until", "valid through", "valid thru", "valid to", "valid till",
                                     "gultig bis", "gueltig bis", "valable jusqu au", "valido hasta", "valida hasta",
                                     "valido fino al", "geldig tot"});
        if (!isEnd && !isStart && !isWeak)
            return;
        QStringList found;
        auto matches = kDate.globalMatch(QString::fromStdString(text));
        while (matches.hasNext())
            found += matches.next().captured();
        if (found.size() >= 2) {
            dates.push_back({textCell(found[0].toStdString()), false, false});
            dates.push_back({textCell(found[1].toStdString()), true, false});
        } else if (found.size() == 1) {
            dates.push_back({textCell(found[0].toStdString()), isEnd, isWeak});
        } else if (const ListCell value = valueAfter(row, column); !value.isEmpty()) {
            dates.push_back({value, isEnd, isWeak});
        } else {
            longDate(text, isEnd, isWeak);
        }
    }

    /// "Prices valid through December 31, 2026": a month by its name in a running text.
    void longDate(const std::string& text, bool isEnd, bool isWeak) {
        static const QRegularExpression kLong(QStringLiteral("(\\d{1,2}(st|nd|rd|th|\\.)?\\s+\\p{L}{3,}\\.?,?\\s+\\d{4}"
                                                             "|\\p{L}{3,}\\.?\\s+\\d{1,2}(st|nd|rd|th)?,?\\s+\\d{4})"));
        // "Effective 15 November 2026, valid until 28 February 2027": the second day is the end.
        int count = 0;
        for (auto each = kLong.globalMatch(QString::fromStdString(text)); each.hasNext() && count < 2; ++count)
            dates.push_back({textCell(each.next().captured().toStdString()), isEnd || count > 0, isWeak && count == 0});
    }

    static ListCell textCell(std::string text) {
        ListCell cell;
        cell.text = std::move(text);
        return cell;
    }

    const ListSheet& m_sheet;
};

/// Reads the lines of one sheet.
class SheetReader {
public:
    /// `covers` are the sheets without a table of their own.
    SheetReader(const ListSheet& sheet, ListHeader header, const PartMatcher& matcher, const PriceListOptions& options,
                const ColumnMap& map, const std::vector<const ListSheet*>& covers)
        : m_sheet(sheet), m_header(std::move(header)), m_matcher(matcher), m_options(options), m_map(map),
          m_covers(covers) {}

    std::vector<PriceListLine> lines() {
        learn();
        std::vector<PriceListLine> all;
        for (std::size_t row = 0; row < m_sheet.rows.size(); ++row) {
            m_line = {};
            m_line.sheet = m_sheet.name;
            m_line.line = m_sheet.rows[row].line;
            read(row);
            all.push_back(std::move(m_line));
        }
        return all;
    }

private:
    void learn() {
        std::vector<std::string> amounts, dates;
        TermFinder terms(m_sheet);
        for (std::size_t row = 0; row < m_sheet.rows.size(); ++row) {
            if (row < m_header.firstRow || (row > m_header.lastRow && !isGoods(m_sheet.rows[row])))
                terms.look(row);
            if (row <= m_header.lastRow)
                continue;
            for (const ListRole role : {ListRole::ListPrice, ListRole::NetPrice})
                if (const auto column = m_header.column(role))
                    if (const ListCell& cell = m_sheet.rows[row].cell(*column); cell.kind == ListCellKind::Text)
                        amounts.push_back(cell.text);
            for (const ListRole role : {ListRole::ValidFrom, ListRole::ValidUntil})
                if (const auto column = m_header.column(role))
                    dates.push_back(m_sheet.rows[row].cell(*column).text);
        }
        // What a cover says holds for every sheet that does not say otherwise.
        TermFinder cover(m_sheet);
        for (const ListSheet* sheet : m_covers) {
            TermFinder said(*sheet);
            for (std::size_t row = 0; row < std::min(sheet->rows.size(), kCoverRows); ++row)
                said.look(row);
            std::ranges::move(said.dates, std::back_inserter(cover.dates));
            std::ranges::move(said.mentioned, std::back_inserter(cover.mentioned));
            if (cover.currency.empty())
                cover.currency = said.currency;
        }
        for (const TermFinder* each : {&terms, &cover})
            for (const TermDate& date : each->dates)
                dates.push_back(date.cell.text);
        m_mark = decimalMarkOf(amounts);
        if (m_mark == ListDecimal::Unknown)
            m_mark = m_options.decimalMark;
        m_order = dateOrderOf(dates);
        if (m_order == DateOrder::Unknown)
            m_order = m_options.dateOrder;
        takeTerms(terms);
        takeTerms(cover);
        if (m_terms.currency.empty())
            m_terms.currency = m_options.currency;
        if (m_terms.validFrom.empty())
            m_terms.validFrom = m_options.validFrom;
        if (m_terms.validUntil.empty())
            m_terms.validUntil = m_options.validUntil;
    }

    /// What is not known yet.
    void takeTerms(const TermFinder& terms) {
        bool hasStrongStart = !m_terms.validFrom.empty();
        for (const TermDate& date : terms.dates) {
            const DateReading read = readDate(date.cell, m_order, date.isEnd ? DateEnd::Last : DateEnd::First);
            if (read.certainty != Certainty::Sure)
                continue;
            if (date.isEnd) {
                if (m_terms.validUntil.empty())
                    m_terms.validUntil = read.date;
            } else if (m_terms.validFrom.empty() || (!date.isWeak && !hasStrongStart)) {
                m_terms.validFrom = read.date;
                hasStrongStart = !date.isWeak;
            }
        }
        if (m_terms.currency.empty())
            m_terms.currency = terms.currency;
        if (m_terms.currency.empty() && !terms.mentioned.empty() &&
            std::ranges::all_of(terms.mentioned,
                                [&](const std::string& code) { return code == terms.mentioned.front(); }))
            m_terms.currency = terms.mentioned.front();
    }

    const ListCell& at(const ListRow& row, ListRole role) const {
        static const ListCell kNone;
        const auto column = m_header.column(role);
        return column ? row.cell(*column) : kNone;
    }

    std::string titleOf(ListRole role) const {
        const auto column = m_header.column(role);
        return column && *column < m_header.titles.size() ? m_header.titles[*column] : std::string();
    }

    bool hasPriceCell(const ListRow& row) const {
        return !at(row, ListRole::ListPrice).isEmpty() || !at(row, ListRole::NetPrice).isEmpty();
    }

    /// A line that sells something: it has a code or model, or a price of its own that is no total.
    bool isGoods(const ListRow& row) const {
        if (row.filled() < 2)
            return false;
        return !codeOf(row).empty() || !at(row, ListRole::Model).isEmpty() || hasPriceCell(row);
    }

    std::string codeOf(const ListRow& row) const {
        if (const ListCell& cell = at(row, ListRole::Code); !cell.isEmpty())
            return cell.text;
        for (const std::size_t column : m_header.otherCodes)
            if (const ListCell& cell = row.cell(column); !cell.isEmpty())
                return cell.text;
        return {};
    }

    void layout() {
        m_line.isLayout = true;
        m_line.outcome = LineOutcome::LeftOut;
    }
    void leaveOut(Message reason, std::string column = {}) {
        settle(LineOutcome::LeftOut, std::move(reason), std::move(column));
    }
    void ask(Message reason, std::string column = {}) {
        if (m_line.outcome == LineOutcome::Taken)
            settle(LineOutcome::NeedsDecision, std::move(reason), std::move(column));
    }
    void settle(LineOutcome outcome, Message reason, std::string column) {
        m_line.outcome = outcome;
        m_line.reason = std::move(reason);
        m_line.column = std::move(column);
    }

    void read(std::size_t index) {
        const ListRow& row = m_sheet.rows[index];
        if (index <= m_header.lastRow)
            return layout();
        if (auto header = headerAt(m_sheet, index, m_map)) {
            header->firstRow = m_header.firstRow;
            m_header = std::move(*header);
            return layout();
        }
        m_line.code = codeOf(row);
        m_line.model = at(row, ListRole::Model).text;
        m_line.description = at(row, ListRole::Description).text;
        m_line.manufacturer = at(row, ListRole::Manufacturer).text;
        if (isLayoutRow(row))
            return layout();
        m_line.outcome = LineOutcome::Taken;
        m_line.quantity = at(row, ListRole::Quantity).text;
        m_line.parent = parentOf(row);
        m_line.lifecycle = at(row, ListRole::Lifecycle).text;
        m_line.discountClass = at(row, ListRole::DiscountClass).text;
        m_line.region = at(row, ListRole::Region).text;
        readTerm(row);
        match();
        readPrices(row);
        if (m_line.outcome == LineOutcome::LeftOut)
            return;
        readUnitOfSale(row);
        readCurrencyOf(row);
        readValidity(row);
        readDiscount(row);
        readLeadTime(row);
        if (m_line.parts.size() > 1)
            ask(Message("prices.line.several-parts").with("code", shownCode()).with("count", m_line.parts.size()),
                titleOf(ListRole::Code));
        if (row.cells.size() > m_header.titles.size() && hasMoreCells(row))
            ask(Message("prices.line.shifted"));
        if (row.isBroken)
            ask(Message("prices.line.open-quotation"));
    }

    std::string shownCode() const { return m_line.code.empty() ? m_line.model : m_line.code; }

    bool hasMoreCells(const ListRow& row) const {
        for (std::size_t i = m_header.titles.size(); i < row.cells.size(); ++i)
            if (!row.cells[i].isEmpty())
                return true;
        return false;
    }

    /// Headings, totals and footers.
    bool isLayoutRow(const ListRow& row) const {
        if (row.filled() == 1 && !hasPriceCell(row)) {
            // A code alone may be a line of goods whose price is missing.
            const bool isPart = !m_line.code.empty() && !m_matcher.matches(m_line.code).empty();
            return !isPart;
        }
        const bool isNamed = !m_line.code.empty() || !m_line.model.empty();
        if (isNamed && !isTotal(plainWords(m_line.code)))
            return false;
        for (const ListCell& cell : row.cells)
            if (cell.kind == ListCellKind::Text && isTotal(plainWords(cell.text)))
                return true;
        return !hasPriceCell(row) && !isNamed && m_line.description.empty();
    }

    std::string parentOf(const ListRow& row) const {
        if (const ListCell& cell = at(row, ListRole::Parent); !cell.isEmpty())
            return cell.text;
        // "1.2" belongs to "1.0" or "1".
        const std::string& position = at(row, ListRole::Position).text;
        const std::size_t point = position.find('.');
        if (point == std::string::npos || point == 0 || position.find_first_not_of("0123456789.") != std::string::npos)
            return {};
        const std::string last = position.substr(position.rfind('.') + 1);
        return last.find_first_not_of('0') == std::string::npos ? std::string()
                                                                : position.substr(0, position.rfind('.'));
    }

    void readTerm(const ListRow& row) {
        const std::string words = plainWords(at(row, ListRole::Term).text);
        const std::size_t digits = std::min(words.find_first_not_of("0123456789"), words.size());
        if (digits == 0 || digits > 3)
            return;
        const std::int64_t count = std::stoll(words.substr(0, digits));
        const bool isYears = words.find('y') != std::string::npos || words.find("jahr") != std::string::npos;
        m_line.termMonths = isYears ? count * 12 : count;
    }

    void match() {
        std::vector<std::string> codes = {m_line.code};
        codes.push_back(m_line.model);
        for (const std::string& code : codes)
            if (m_line.parts.empty())
                m_line.parts = m_matcher.matches(code);
        if (m_line.parts.size() > 1)
            m_line.candidates = m_line.parts;
        else if (m_line.parts.empty() && m_hinted++ < kMostHinted)
            m_line.candidates = m_matcher.candidates(shownCode());
    }

    struct Amounts {
        AmountReading list, net;
    };

    void readPrices(const ListRow& row) {
        m_amounts.list = readAmount(at(row, ListRole::ListPrice), m_mark);
        m_amounts.net = readAmount(at(row, ListRole::NetPrice), m_mark);
        const bool isFree = [this] {
            const auto isZero = [](const AmountReading& read) { return read.reason == "prices.line.zero"; };
            return (isZero(m_amounts.list) || m_amounts.list.certainty == Certainty::None) &&
                   (isZero(m_amounts.net) || m_amounts.net.certainty == Certainty::None) &&
                   (isZero(m_amounts.list) || isZero(m_amounts.net));
        }();
        if (isFree && !m_line.parent.empty())
            return leaveOut(Message("prices.line.in-parent").with("parent", m_line.parent));
        const bool hasNegative =
            m_amounts.list.reason == "prices.line.negative" || m_amounts.net.reason == "prices.line.negative";
        if (hasNegative)
            return leaveOut(Message("prices.line.negative"),
                            priceTitle(m_amounts.list.reason == "prices.line.negative"));
        if (m_amounts.list.certainty == Certainty::None && m_amounts.net.certainty == Certainty::None) {
            const bool isList = m_header.columns.contains(ListRole::ListPrice);
            const ListCell& cell = at(row, isList ? ListRole::ListPrice : ListRole::NetPrice);
            const std::string& reason = isList ? m_amounts.list.reason : m_amounts.net.reason;
            return leaveOut(
                Message(reason.empty() ? "prices.line.blank" : reason).with("text", cell.text.substr(0, 60)),
                priceTitle(isList));
        }
        if (shownCode().empty()) {
            m_line.candidates = m_matcher.namedIn(m_line.description);
            if (m_line.candidates.empty())
                return leaveOut(Message("prices.line.no-code"));
            ask(Message("prices.line.code-in-text"), titleOf(ListRole::Description));
        }
        takeAmount(m_amounts.list, m_line.listNano, at(row, ListRole::ListPrice), true);
        takeAmount(m_amounts.net, m_line.netNano, at(row, ListRole::NetPrice), false);
    }

    std::string priceTitle(bool isList) const { return titleOf(isList ? ListRole::ListPrice : ListRole::NetPrice); }

    void takeAmount(const AmountReading& read, std::optional<std::int64_t>& to, const ListCell& cell, bool isList) {
        if (read.certainty == Certainty::None)
            return;
        if (read.certainty == Certainty::Open)
            ask(Message(read.reason).with("text", cell.text.substr(0, 60)), priceTitle(isList));
        if (read.certainty == Certainty::Sure || read.reason == "prices.line.zero")
            to = read.nano;
    }

    void readUnitOfSale(const ListRow& row) {
        const ListCell& cell = at(row, ListRole::Unit);
        UnitReading unit = readUnit(cell.text);
        const bool isOfTitle = unit.certainty == Certainty::None;
        if (isOfTitle)
            unit = unitOfTitle();
        if (unit.isPack)
            unit = packOf(row, unit);
        if (unit.certainty == Certainty::Open)
            return ask(Message(unit.isPack ? "prices.line.pack-size" : "prices.line.unknown-unit")
                           .with("text", cell.text.substr(0, 60)),
                       isOfTitle ? priceTitle(m_header.columns.contains(ListRole::ListPrice))
                                 : titleOf(ListRole::Unit));
        for (const AmountReading* read : {&m_amounts.list, &m_amounts.net}) {
            if (read->certainty == Certainty::None || read->unit.empty())
                continue;
            const UnitReading own = readUnit(read->unit);
            const bool isTold = !cell.isEmpty() && (own.unit != unit.unit || own.per != unit.per);
            if (own.certainty != Certainty::Sure || isTold)
                return ask(Message("prices.line.unknown-unit").with("text", read->unit.substr(0, 60)),
                           priceTitle(read == &m_amounts.list));
            unit = own;
        }
        const ListCell& price = at(row, ListRole::PriceUnit);
        if (!price.isEmpty()) {
            const UnitReading per = readUnit(price.text);
            const bool isOther = per.unit != "each" && !cell.isEmpty() && per.unit != unit.unit;
            if (per.certainty != Certainty::Sure || per.per < 1 || isOther)
                return ask(Message("prices.line.price-unit").with("text", price.text.substr(0, 60)),
                           titleOf(ListRole::PriceUnit));
            if (per.unit != "each")
                unit.unit = per.unit;
            unit.per *= per.per;
        }
        m_line.unit = unit.unit;
        m_line.per = unit.per;
    }

    /// A pack holds what the column of pack sizes says.
    UnitReading packOf(const ListRow& row, const UnitReading& pack) const {
        const UnitReading size = readUnit(at(row, ListRole::PackSize).text);
        return size.certainty == Certainty::Sure && size.per >= 1 ? size : pack;
    }

    /// "List price per m", "Price / 100", "Price per pack", "Pack price".
    UnitReading unitOfTitle() const {
        const std::string title = lowerCase(priceTitle(m_header.columns.contains(ListRole::ListPrice)));
        for (const std::string_view mark : {"/", " per ", " je ", " pro ", " par "}) {
            const std::size_t at = title.find(mark);
            if (at == std::string::npos)
                continue;
            const UnitReading read = readUnit(title.substr(at + mark.size()));
            if (read.certainty == Certainty::Sure || read.isPack)
                return read;
        }
        for (const std::string_view word : {"pack", "package", "carton", "box", "vpe", "packung", "karton"})
            if ((" " + plainWords(title) + " ").find(" " + std::string(word) + " ") != std::string::npos)
                return {Certainty::Open, "each", 1, true};
        return {Certainty::Sure, "each", 1};
    }

    void readCurrencyOf(const ListRow& row) {
        const ListCell& cell = at(row, ListRole::Currency);
        std::string line;
        if (!cell.isEmpty()) {
            const CurrencyReading read = readCurrency(cell.text);
            if (read.certainty == Certainty::None)
                return ask(Message("prices.line.unknown-currency").with("text", cell.text.substr(0, 60)),
                           titleOf(ListRole::Currency));
            line = read.code;
            if (line.empty() && read.fits(m_terms.currency))
                line = m_terms.currency;
            if (line.empty() && read.sign == "$")
                line = "USD";
        }
        std::string found;
        for (const bool isList : {true, false}) {
            const AmountReading& read = isList ? m_amounts.list : m_amounts.net;
            if (read.certainty == Certainty::None)
                continue;
            const std::string of = currencyOfCell(read, line, priceTitle(isList));
            if (of.empty() || (!found.empty() && found != of))
                return ask(Message(read.money.empty() && found.empty() ? "prices.line.no-currency"
                                                                       : "prices.line.currencies-disagree"),
                           priceTitle(isList));
            found = of;
        }
        m_line.currency = found;
    }

    /// Of the cell, else the line, the column, the sheet; empty where they disagree or none says it.
    std::string currencyOfCell(const AmountReading& read, const std::string& line, const std::string& title) const {
        const std::string ofTitle = currencyIn(title);
        const std::string& told = !line.empty() ? line : ofTitle;
        const std::string& all = !told.empty() ? told : m_terms.currency;
        if (read.money.empty())
            return all;
        const CurrencyReading own = readCurrency(read.money);
        if (own.certainty == Certainty::None)
            return {};
        if (!own.code.empty())
            return told.empty() || own.code == told ? own.code : std::string();
        if (all.empty())
            return own.sign == "$" ? std::string("USD") : std::string();
        return own.fits(all) ? all : std::string();
    }

    void readValidity(const ListRow& row) {
        m_line.validFrom = dateOf(row, ListRole::ValidFrom, DateEnd::First, m_terms.validFrom);
        m_line.validUntil = dateOf(row, ListRole::ValidUntil, DateEnd::Last, m_terms.validUntil);
        if (!m_line.validFrom.empty() && !m_line.validUntil.empty() && m_line.validUntil < m_line.validFrom)
            ask(Message("prices.line.ends-before").with("from", m_line.validFrom).with("until", m_line.validUntil),
                titleOf(ListRole::ValidUntil));
    }

    std::string dateOf(const ListRow& row, ListRole role, DateEnd end, const std::string& otherwise) {
        const ListCell& cell = at(row, role);
        const DateReading read = readDate(cell, m_order, end);
        if (read.certainty == Certainty::Open)
            ask(Message(read.reason).with("text", cell.text.substr(0, 60)), titleOf(role));
        if (read.certainty == Certainty::Sure)
            return read.date;
        return cell.isEmpty() ? otherwise : std::string();
    }

    /// Whether the discount that the line prints leads from its list price to its net price.
    /// The net price of a line that prints none: its list price less its discount. In a column of shares ("0.12") a
    /// number below 1 is one; below a title with the sign it is so many percent.
    void takeDiscount(const ListCell& cell, double printed) {
        const bool isSigned = cell.kind == ListCellKind::Percent || cell.text.find('%') != std::string::npos ||
                              titleOf(ListRole::Discount).find('%') != std::string::npos;
        const double percent = !isSigned && printed < 1 ? printed * 100 : printed;
        if (!(percent >= 0 && percent < 100))
            return ask(Message("prices.line.no-discount").with("text", cell.text.substr(0, 60)),
                       titleOf(ListRole::Discount));
        if (percent <= 0)
            return;
        m_line.discountPercent = percent;
        m_line.netNano = std::llround(static_cast<double>(*m_line.listNano) * (1 - percent / 100));
    }

    void readLeadTime(const ListRow& row) {
        const ListCell& cell = at(row, ListRole::LeadTime);
        const std::string words = plainWords(cell.text), title = plainWords(titleOf(ListRole::LeadTime));
        if (cell.isEmpty() || words.empty())
            return;
        // Words for a span between bars, with its days.
        static constexpr std::array<std::pair<std::string_view, double>, 3> kSpans = {
            {{"|week|weeks|wk|wks|w|woche|wochen|semaines|semanas|settimane|weken|", 7},
             {"|day|days|d|tag|tage|jours|dias|giorni|dagen|", 1},
             {"|month|months|mo|monat|monate|mois|meses|mesi|maanden|", 365.25 / 12}}};
        const auto daysOf = [](const std::string& text) -> double {
            for (const QString& word : QString::fromStdString(text).split(QLatin1Char(' '), Qt::SkipEmptyParts))
                for (const auto& [names, days] : kSpans)
                    if (names.find("|" + word.toStdString() + "|") != std::string_view::npos)
                        return days;
            return 0;
        };
        // "14", "14 weeks", "6-8 wks" (the longer counts), "10d".
        static const QRegularExpression kSpan(
            QStringLiteral("^\\s*(?:\\d+(?:[.,]\\d+)?\\s*(?:-|–|to)\\s*)?(\\d+(?:[.,]\\d+)?)\\s*([^\\d]*)$"));
        const QRegularExpressionMatch match = kSpan.match(QString::fromStdString(cell.text));
        const std::string unit = plainWords(match.captured(2).toStdString());
        const double days = unit.empty() ? daysOf(title) : daysOf(unit);
        const auto count = plainNumber(match.captured(1).replace(QLatin1Char(','), QLatin1Char('.')).toStdString());
        if (match.hasMatch() && count && days > 0)
            m_line.leadTimeWeeks = *count * days / 7;
        else
            m_line.leadTime = cell.text.substr(0, 60);
    }

    void readDiscount(const ListRow& row) {
        const ListCell& cell = at(row, ListRole::Discount);
        if (cell.isEmpty() || !m_line.listNano || *m_line.listNano == 0)
            return;
        std::string text = cell.text;
        std::erase_if(text, [](char c) { return c == '%' || c == ' ' || c == '-'; });
        std::ranges::replace(text, ',', '.');
        const std::optional<double> number = plainNumber(text);
        if (!number && !m_line.netNano)
            return ask(Message("prices.line.no-discount").with("text", cell.text.substr(0, 60)),
                       titleOf(ListRole::Discount));
        if (!number)
            return;
        const double printed = cell.kind == ListCellKind::Percent ? cell.number * 100 : std::abs(*number);
        if (!m_line.netNano)
            return takeDiscount(cell, printed);
        const std::size_t point = text.find('.');
        const auto decimals = point == std::string::npos ? std::size_t{0} : text.size() - point - 1;
        const double half =
            cell.kind == ListCellKind::Percent ? 0.01 : 0.5 * std::pow(10.0, -static_cast<double>(decimals));
        const double list = static_cast<double>(*m_line.listNano) / 1e9,
                     net = static_cast<double>(*m_line.netNano) / 1e9;
        const auto agrees = [&](double percent, double slack) {
            return std::abs(list * (1 - percent / 100) - net) <= list * slack / 100 + 0.011;
        };
        const bool isShare = printed < 1 && text.find('.') != std::string::npos && agrees(printed * 100, half * 100);
        if (!agrees(printed, half) && !isShare)
            ask(Message("prices.line.discount-disagrees")
                    .with("discount", UnitNumber{printed, "%"})
                    .with("found", UnitNumber{(1 - net / list) * 100, "%"}),
                titleOf(ListRole::Discount));
    }

    const ListSheet& m_sheet;
    ListHeader m_header;
    const PartMatcher& m_matcher;
    const PriceListOptions& m_options;
    const ColumnMap& m_map;
    const std::vector<const ListSheet*>& m_covers;
    ListTerms m_terms;
    ListDecimal m_mark = ListDecimal::Unknown;
    DateOrder m_order = DateOrder::Unknown;
    PriceListLine m_line;
    Amounts m_amounts;
    std::size_t m_hinted = 0;
};

/// The same code again: left out at the same price, a decision for all at another one.
void judgeRepeats(std::vector<PriceListLine>& lines) {
    std::map<std::string, std::vector<std::size_t>> byGoods;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const PriceListLine& line = lines[i];
        const std::string code = plainCode(line.code.empty() ? line.model : line.code);
        if (line.outcome != LineOutcome::Taken || code.empty())
            continue;
        byGoods[code + "|" + line.unit + "|" + std::to_string(line.per) + "|" + line.currency + "|" + line.validFrom +
                "|" + line.validUntil + "|" + line.region]
            .push_back(i);
    }
    for (const auto& [goods, places] : byGoods) {
        if (places.size() < 2)
            continue;
        const PriceListLine& first = lines[places.front()];
        const std::size_t firstLine = first.line;
        const bool isSame = std::ranges::all_of(places, [&](std::size_t i) {
            return lines[i].listNano == first.listNano && lines[i].netNano == first.netNano;
        });
        for (const std::size_t i : places) {
            PriceListLine& line = lines[i];
            if (isSame && i == places.front())
                continue;
            line.outcome = isSame ? LineOutcome::LeftOut : LineOutcome::NeedsDecision;
            line.column.clear();
            line.reason =
                isSame ? Message("prices.line.repeated").with("line", firstLine)
                       : Message("prices.line.other-price").with("code", line.code.empty() ? line.model : line.code);
        }
    }
}

/// Columns with cells below the header that no role and no further code claims.
std::vector<std::string> unreadOf(const ListSheet& sheet, const ListHeader& header) {
    std::vector<bool> isFilled;
    for (std::size_t row = header.lastRow + 1; row < sheet.rows.size(); ++row) {
        const std::vector<ListCell>& cells = sheet.rows[row].cells;
        isFilled.resize(std::max(isFilled.size(), cells.size()));
        // What stands alone in its line is a heading or a footer.
        for (std::size_t i = 0; i < cells.size() && sheet.rows[row].filled() > 1; ++i)
            isFilled[i] = isFilled[i] || !cells[i].isEmpty();
    }
    std::vector<std::string> unread;
    for (std::size_t i = 0; i < isFilled.size(); ++i) {
        const bool isRead = std::ranges::any_of(header.columns, [i](const auto& each) { return each.second == i; }) ||
                            std::ranges::find(header.otherCodes, i) != header.otherCodes.end();
        if (isFilled[i] && !isRead)
            unread.push_back(i < header.titles.size() && !header.titles[i].empty() ? header.titles[i].substr(0, 60)
                                                                                   : columnLetters(i));
    }
    return unread;
}

const ColumnMap& mapFor(const ListSheet& sheet, const PriceListOptions& options) {
    if (!options.map.empty() || options.remembered.empty())
        return options.map;
    for (const auto& guess : {likeliestHeader(sheet), findHeader(sheet, {})})
        if (guess)
            if (const auto it = options.remembered.find(layoutKey(*guess)); it != options.remembered.end())
                return it->second;
    return options.map;
}

} // namespace

std::size_t PriceList::count(LineOutcome outcome) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [outcome](const PriceListLine& line) { return line.outcome == outcome && !line.isLayout; }));
}

std::vector<std::string> PriceList::unreadColumns() const {
    std::vector<std::string> all;
    for (const PriceListTable& table : tables)
        for (const std::string& title : table.unread)
            if (std::ranges::find(all, title) == all.end())
                all.push_back(title);
    return all;
}

Result<PriceList> readPriceList(const ListFile& file, const PartMatcher& matcher, const PriceListOptions& options) {
    PriceList list;
    std::vector<std::string> seen;
    std::vector<const ListSheet*> covers;
    for (const ListSheet& sheet : file.sheets)
        if (!findHeader(sheet, mapFor(sheet, options)))
            covers.push_back(&sheet);
    for (const ListSheet& sheet : file.sheets) {
        const ColumnMap& map = mapFor(sheet, options);
        const auto header = findHeader(sheet, map);
        if (!header) {
            if (const auto likely = likeliestHeader(sheet))
                for (const std::string& title : likely->titles)
                    if (!title.empty() && seen.size() < 20)
                        seen.push_back(title.substr(0, 40));
            continue;
        }
        list.tables.push_back({sheet.name, sheet.rows[header->firstRow].line, *header, unreadOf(sheet, *header)});
        std::vector<PriceListLine> lines = SheetReader(sheet, *header, matcher, options, map, covers).lines();
        std::ranges::move(lines, std::back_inserter(list.lines));
    }
    if (list.tables.empty())
        return inputError(Message("prices.list.no-price-column").with("titles", WordList{std::move(seen)}));
    judgeRepeats(list.lines);
    return list;
}

std::string plainAmount(std::int64_t nano) {
    std::string digits = std::to_string(nano % kNano);
    digits.insert(0, 9 - digits.size(), '0');
    while (digits.size() > 2 && digits.back() == '0')
        digits.pop_back();
    return std::to_string(nano / kNano) + "." + digits;
}

} // namespace rackwright
