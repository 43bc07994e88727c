// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/price_book.h"

#include "catalog/overlay_copy.h"
#include "catalog/price_lists/cell_readings.h"
#include "catalog/store/price_book_sql.h"
#include "catalog/store/revision_log.h"
#include "catalog/store/soundness.h"
#include "model/base/nearest.h"
#include "model/text/csv.h"
#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace rackwright {

namespace {

constexpr CsvLimits kPriceLimits{std::size_t{16} << 20, 64};
constexpr std::size_t kMostPrices = 200'000;
constexpr std::string_view kTakenOut = "out"; ///< of a book in the notes of their order

/// "2026", "2026-06" or "2026-06-18"; compares as text.
bool isDate(std::string_view text) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (text.size() != 4 && text.size() != 7 && text.size() != 10)
        return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (i == 4 || i == 7 ? text[i] != '-' : !isDigit(text[i]))
            return false;
    return true;
}

std::vector<std::string> kindNames() {
    return {EnumNames<PriceKind>::names.begin(), EnumNames<PriceKind>::names.end()};
}

class PricePlanner {
public:
    PricePlanner(const CsvTable& table, const std::vector<std::string>& knownIds)
        : m_table(table), m_knownIds(knownIds) {}

    PriceImportPlan run() {
        if (!findPriceColumn())
            return std::move(m_plan);
        for (m_row = 0; m_row < m_table.size() && m_row < kMostPrices; ++m_row)
            readEntry();
        if (m_table.size() > kMostPrices)
            problem({}, Message("catalog.import.too-many-rows").with("limit", kMostPrices));
        if (m_plan.entries.empty() && m_plan.problems.empty())
            m_plan.problems.push_back({1, {}, Message("catalog.import.no-rows")});
        return std::move(m_plan);
    }

private:
    /// The first reason that a cell is refused for; what follows from it says nothing more.
    void problem(std::string column, Message reason) {
        const bool isInARow = m_row < m_table.size();
        if (isInARow && !column.empty() && !m_refused.insert(column).second)
            return;
        m_plan.problems.push_back({isInARow ? m_table.line(m_row) : 1, std::move(column), std::move(reason)});
    }

    bool findPriceColumn() {
        constexpr std::array<std::string_view, 14> known = {
            "part",         "price-low",   "price-high", "kind",  "basis", "region",
            "date",         "valid-until", "supplier",   "quote", "grade", "source-publisher",
            "source-title", "note"};
        m_row = m_table.size();
        for (const std::string& header : m_table.header()) {
            if (header.starts_with("price [") && header.ends_with("]")) {
                m_priceColumn = header;
                const Result<Currency> currency = Currency::parse(header.substr(7, header.size() - 8));
                if (!currency)
                    problem(header, currency.error().message);
                else
                    m_currency = *currency;
            } else if (std::ranges::find(known, header) == known.end()) {
                const std::vector<std::string> words(known.begin(), known.end());
                problem(header, Message("catalog.import.column-unknown")
                                    .with("text", std::string_view(header))
                                    .with("nearest", ArgumentValue(WordList{nearestWords(header, words)})));
            }
        }
        if (m_priceColumn.empty())
            problem("price [USD]", Message("catalog.import.column-missing").with("text", "price [USD]"));
        if (!m_table.hasColumn("part"))
            problem("part", Message("catalog.import.column-missing").with("text", "part"));
        return m_plan.problems.empty();
    }

    std::optional<PriceRate> rate(const std::string& column) {
        const std::string& cell = m_table.cell(m_row, column);
        if (cell.empty())
            return std::nullopt;
        const std::optional<double> value = plainNumber(cell);
        if (!value || *value < 0) {
            problem(column, Message("catalog.cell.no-number").with("text", std::string_view(cell.substr(0, 80))));
            return std::nullopt;
        }
        const Result<PriceRate> nearest = PriceRate::nearest(*value, m_currency);
        if (!nearest) {
            problem(column, nearest.error().message);
            return std::nullopt;
        }
        return *nearest;
    }

    std::string date(const char* column) {
        const std::string& cell = m_table.cell(m_row, column);
        if (!cell.empty() && !isDate(cell))
            problem(column, Message("catalog.import.bad-date").with("text", std::string_view(cell.substr(0, 80))));
        return cell;
    }

    void readEntry() {
        m_refused.clear();
        PriceEntry entry;
        entry.partId = m_table.cell(m_row, "part");
        if (std::ranges::find(m_knownIds, entry.partId) == m_knownIds.end())
            problem("part", Message("catalog.part.not-found")
                                .with("text", std::string_view(entry.partId.substr(0, 80)))
                                .with("nearest", ArgumentValue(WordList{nearestWords(entry.partId, m_knownIds)})));
        if (const std::string& kind = m_table.cell(m_row, "kind"); !kind.empty()) {
            const auto word = enumFromName<PriceKind>(kind);
            if (!word)
                problem("kind", Message("catalog.cell.unknown-word")
                                    .with("text", std::string_view(kind))
                                    .with("words", ArgumentValue(WordList{kindNames()})));
            entry.kind = word.value_or(PriceKind::List);
        }
        const std::string& gradeWord = m_table.cell(m_row, "grade");
        const auto grade = gradeWord.empty() ? std::optional(Grade::Vendor) : gradeFromName(gradeWord);
        if (!grade)
            problem("grade", Message("catalog.cell.no-grade").with("text", std::string_view(gradeWord)));
        const Source source{m_table.cell(m_row, "source-publisher"),
                            m_table.cell(m_row, "source-title"),
                            m_table.cell(m_row, "date"),
                            {}};
        if (source.title.empty() && m_table.cell(m_row, "quote").empty())
            problem("source-title", Message("catalog.source.none"));
        readRates(entry, grade.value_or(Grade::Estimate), source);
        entry.price.basis = m_table.cell(m_row, "basis").empty() ? "each" : m_table.cell(m_row, "basis");
        entry.price.region = m_table.cell(m_row, "region");
        entry.price.date = date("date");
        if (entry.price.date.empty())
            problem("date", Message("catalog.cell.empty"));
        entry.price.validUntil = date("valid-until");
        if (!entry.price.validUntil.empty() && entry.price.validUntil < entry.price.date)
            problem("valid-until", Message("catalog.import.ends-before-it-begins"));
        entry.price.note = m_table.cell(m_row, "note");
        entry.supplier = m_table.cell(m_row, "supplier");
        entry.quoteReference = m_table.cell(m_row, "quote");
        m_plan.entries.push_back(std::move(entry));
    }

    void readRates(PriceEntry& entry, Grade grade, const Source& source) {
        entry.price.currency = m_currency;
        const auto typical = rate(m_priceColumn), low = rate("price-low"), high = rate("price-high");
        if (!typical) {
            if (m_table.cell(m_row, m_priceColumn).empty())
                problem(m_priceColumn, Message("catalog.cell.empty"));
            return;
        }
        entry.price.rate = Fact<PriceRate>::known(*typical, grade, source);
        if (!low || !high)
            return;
        if (low->nanoUnits() > typical->nanoUnits() || typical->nanoUnits() > high->nanoUnits())
            problem(m_priceColumn, Message("catalog.import.price-order"));
        entry.price.rate = Fact<PriceRate>::range(*low, *typical, *high, grade, source);
    }

    const CsvTable& m_table;
    const std::vector<std::string>& m_knownIds;
    std::size_t m_row = 0;
    std::string m_priceColumn;
    Currency m_currency;
    std::set<std::string> m_refused; ///< columns of the row that is read
    PriceImportPlan m_plan;
};

} // namespace

PriceImportPlan planPriceImport(std::string_view csv, const std::vector<std::string>& knownIds) {
    const Result<CsvTable> table = CsvTable::read(csv, kPriceLimits);
    if (!table)
        return {{}, {{1, {}, table.error().message}}};
    return PricePlanner(*table, knownIds).run();
}

namespace {

/// A damaged book by a sentence that says where its last good state lies; any other error as it is.
Error damagedBook(const std::string& path, const Error& error) {
    const std::optional<std::string> copy = keptCopy(path);
    if (error.message.id != "catalog.database.damaged" || !copy)
        return error;
    return inputError(Message("catalog.price-book.damaged")
                          .with("file", std::string_view(path))
                          .with("copy", std::string_view(*copy)));
}

} // namespace

PriceBookStore::PriceBookStore(std::unique_ptr<SqlConnection> connection)
    : m_connection(std::move(connection)), m_tables(*m_connection) {}

PriceBookStore::~PriceBookStore() = default;

Result<std::unique_ptr<PriceBookStore>> PriceBookStore::open(const std::string& path) {
    // A database of no bytes is taken for a new one; where there were prices, they are gone.
    if (isEmptyBesideCopy(path))
        return damagedBook(path, damagedDatabase(path, "0 bytes"));
    Result<std::unique_ptr<SqlConnection>> connection = SqlConnection::open(path, SqlAccess::ReadWrite);
    if (!connection)
        return damagedBook(path, connection.error());
    std::unique_ptr<PriceBookStore> book(new PriceBookStore(std::move(*connection)));
    Done ok = checkStructure(*book->m_connection);
    if (ok)
        ok = preparePriceBook(*book->m_connection);
    if (ok)
        ok = book->refresh();
    if (!ok)
        return damagedBook(path, ok.error());
    return book;
}

Done PriceBookStore::refresh() {
    if (const Done ok = m_tables.loadSources(); !ok)
        return ok;
    Result<std::vector<PriceBookRevision>> revisions = readRevisions(*m_connection);
    Result<std::vector<PriceEntry>> entries = readEntries(*m_connection, m_tables);
    if (!revisions || !entries)
        return revisions ? entries.error() : revisions.error();
    std::vector<LogEntry> log;
    for (const PriceBookRevision& revision : *revisions)
        log.push_back({revision.number, revision.rolledBackTo});
    const std::set<std::int64_t> standing = standingChanges(log);
    for (PriceBookRevision& revision : *revisions)
        revision.isStanding = revision.rolledBackTo || standing.contains(revision.number);
    m_lastNumber = entries->empty() ? 0 : entries->back().number;
    std::erase_if(*entries, [&](const PriceEntry& entry) { return !standing.contains(entry.revision); });
    m_revisions = std::move(*revisions);
    m_entries = std::move(*entries);
    const Done notes = refreshNotes(standing);
    if (notes)
        keepGoodCopy(*m_connection);
    return notes;
}

Done PriceBookStore::refreshNotes(const std::set<std::int64_t>& standing) {
    Result<std::vector<PriceBookNote>> orders = readNotes(*m_connection, PriceBookTopic::BookOrder);
    Result<std::vector<PriceBookNote>> codes = readNotes(*m_connection, PriceBookTopic::Code);
    Result<std::vector<PriceBookNote>> layouts = readNotes(*m_connection, PriceBookTopic::Layout);
    for (const auto* notes : {&orders, &codes, &layouts})
        if (!*notes)
            return notes->error();
    for (auto* notes : {&orders, &codes, &layouts})
        std::erase_if(**notes, [&](const PriceBookNote& note) { return !standing.contains(note.revision); });
    // The last order as a whole, the last word on each code and layout.
    m_books.clear();
    m_unused.clear();
    for (const PriceBookNote& note : *orders)
        if (note.revision == orders->back().revision) {
            m_books.push_back(note.key);
            if (note.value == kTakenOut)
                m_unused.insert(note.key);
        }
    for (const PriceEntry& entry : m_entries)
        if (std::ranges::find(m_books, entry.book) == m_books.end())
            m_books.push_back(entry.book);
    std::map<std::string, std::string> partOf, mapOf;
    for (const PriceBookNote& note : *codes)
        partOf[note.key] = note.value;
    for (const PriceBookNote& note : *layouts)
        mapOf[note.key] = note.value;
    m_codes.clear();
    for (const auto& [code, part] : partOf)
        if (!part.empty())
            m_codes.push_back({code, part});
    m_layouts.clear();
    for (const auto& [key, text] : mapOf)
        m_layouts.push_back({key, text});
    for (PriceEntry& entry : m_entries)
        if (const auto it = partOf.find(plainCode(entry.code)); it != partOf.end() && entry.partId.empty())
            entry.partId = it->second;
    return done();
}

Done PriceBookStore::appendChange(const ChangeNote& note, const std::function<Done(std::int64_t)>& write) {
    const auto transaction = SqlTransaction::begin(*m_connection);
    if (!transaction)
        return transaction.error();
    const auto number = static_cast<std::int64_t>(m_revisions.size()) + 1;
    Done ok = appendRevision(*m_connection, {number, note, {}, 0, true});
    if (ok)
        ok = write(number);
    if (ok)
        ok = keepChecksum(*m_connection);
    if (ok)
        ok = (*transaction)->commit();
    return ok ? refresh() : ok;
}

Done PriceBookStore::orderBooks(const std::vector<std::string>& names, const ChangeNote& note) {
    return placeBooks(names, m_unused, note);
}

Done PriceBookStore::takeBookOut(const std::string& name, const ChangeNote& note) {
    std::set<std::string> unused = m_unused;
    unused.insert(name);
    if (std::ranges::find(m_books, name) == m_books.end())
        return placeBooks({name}, unused, note); // says which books there are
    return placeBooks(m_books, unused, note);
}

Done PriceBookStore::takeBookIn(const std::string& name, const ChangeNote& note) {
    std::set<std::string> unused = m_unused;
    unused.erase(name);
    if (std::ranges::find(m_books, name) == m_books.end())
        return placeBooks({name}, unused, note);
    return placeBooks(m_books, unused, note);
}

/// The order of all books in one change; those that are not named stand behind in the order that they have.
Done PriceBookStore::placeBooks(const std::vector<std::string>& first, const std::set<std::string>& unused,
                                const ChangeNote& note) {
    for (const std::string& name : first)
        if (std::ranges::find(m_books, name) == m_books.end())
            return usageError(Message("prices.book.unknown").with("name", name).with("books", WordList{m_books}));
    std::vector<std::string> all = first;
    for (const std::string& name : m_books)
        if (std::ranges::find(all, name) == all.end())
            all.push_back(name);
    return appendChange(note, [&](std::int64_t revision) {
        Done ok = done();
        for (const std::string& name : all)
            if (ok)
                ok = appendNote(*m_connection, PriceBookTopic::BookOrder,
                                {revision, name, unused.contains(name) ? std::string(kTakenOut) : std::string()});
        return ok;
    });
}

Done PriceBookStore::rememberCode(const CodeMatch& match, const ChangeNote& note) {
    return appendChange(note, [&](std::int64_t revision) {
        return appendNote(*m_connection, PriceBookTopic::Code, {revision, plainCode(match.code), match.partId});
    });
}

Done PriceBookStore::rememberLayout(const RememberedLayout& layout, const ChangeNote& note) {
    return appendChange(note, [&](std::int64_t revision) {
        return appendNote(*m_connection, PriceBookTopic::Layout, {revision, layout.key, layout.text});
    });
}

Result<std::int64_t> PriceBookStore::add(std::vector<PriceEntry> entries, const ChangeNote& note) {
    const auto transaction = SqlTransaction::begin(*m_connection);
    if (!transaction)
        return transaction.error();
    const auto number = static_cast<std::int64_t>(m_revisions.size()) + 1;
    Done ok = appendRevision(*m_connection, {number, note, {}, 0, true});
    PartWriter writer(*m_connection);
    std::int64_t entryNumber = m_lastNumber;
    for (PriceEntry& entry : entries) {
        entry.number = ++entryNumber;
        entry.revision = number;
        if (ok)
            ok = appendEntry(writer, entry);
    }
    if (ok)
        ok = keepChecksum(*m_connection);
    if (ok)
        ok = (*transaction)->commit();
    if (ok)
        ok = refresh();
    if (!ok)
        return ok.error();
    return number;
}

Done PriceBookStore::rollBackTo(std::int64_t revision, const ChangeNote& note) {
    const auto last = static_cast<std::int64_t>(m_revisions.size());
    if (revision < 0 || revision > last)
        return usageError(Message("catalog.overlay.no-revision")
                              .with("text", ArgumentValue(revision))
                              .with("last", ArgumentValue(last)));
    const auto transaction = SqlTransaction::begin(*m_connection);
    if (!transaction)
        return transaction.error();
    Done ok = appendRevision(*m_connection, {last + 1, note, revision, 0, true});
    if (ok)
        ok = keepChecksum(*m_connection);
    if (ok)
        ok = (*transaction)->commit();
    return ok ? refresh() : ok;
}

std::vector<PriceEntry> PriceBookStore::answers(const PriceQuestion& question) const {
    std::vector<PriceEntry> found;
    const std::string number = plainCode(question.partNumber);
    for (const PriceEntry& entry : m_entries) {
        const Price& price = entry.price;
        const bool isCurrent =
            question.date.empty() ||
            (price.date <= question.date && (price.validUntil.empty() || question.date <= price.validUntil));
        const bool isOfPart = entry.partId == question.partId || (!number.empty() && plainCode(entry.code) == number);
        const bool isAsked = isOfPart && isCurrent && isInUse(entry.book) &&
                             (question.currency.empty() || price.currency.code() == question.currency) &&
                             (question.region.empty() || price.region.empty() || price.region == question.region) &&
                             (question.basis.empty() || price.basis == question.basis) &&
                             (!question.kind || entry.kind == *question.kind);
        if (isAsked)
            found.push_back(entry);
    }
    std::ranges::stable_sort(found, [&](const PriceEntry& a, const PriceEntry& b) {
        const bool aFits = a.price.region == question.region, bFits = b.price.region == question.region;
        if (aFits != bFits)
            return aFits;
        const auto aBook = std::ranges::find(m_books, a.book), bBook = std::ranges::find(m_books, b.book);
        if (aBook != bBook)
            return aBook < bBook;
        if (a.price.date != b.price.date)
            return a.price.date > b.price.date;
        return a.number > b.number;
    });
    return found;
}

} // namespace rackwright
