// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/price_book_sql.h"

#include "catalog/store/fact_columns.h"
#include "catalog/store/soundness.h"

#include <array>

namespace rackwright {

namespace {

constexpr const char* kPriceBookTables = R"sql(
CREATE TABLE source(
    key INTEGER PRIMARY KEY, publisher TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, page TEXT NOT NULL,
    UNIQUE(publisher, title, date, page));
CREATE TABLE revision(number INTEGER PRIMARY KEY, at TEXT NOT NULL, author TEXT NOT NULL, note TEXT NOT NULL,
    rolled_back_to INTEGER);
CREATE TABLE entry(number INTEGER PRIMARY KEY, revision INTEGER NOT NULL REFERENCES revision(number),
    part_id TEXT NOT NULL, kind TEXT NOT NULL, currency TEXT NOT NULL, low_nano INTEGER, typical_nano INTEGER,
    high_nano INTEGER, grade TEXT, source INTEGER REFERENCES source(key), basis TEXT NOT NULL, region TEXT NOT NULL,
    date TEXT NOT NULL, valid_until TEXT NOT NULL, note TEXT NOT NULL, supplier TEXT NOT NULL,
    quote_reference TEXT NOT NULL);
CREATE INDEX entry_part ON entry(part_id)
)sql";

// Version 2: books in an order, codes of lists and what a person said of codes and layouts. What was there before is of
// the book without a name of its own.
constexpr std::array kStepsToVersion2 = {
    "ALTER TABLE entry ADD COLUMN book TEXT NOT NULL DEFAULT 'Prices'",
    "ALTER TABLE entry ADD COLUMN code TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE entry ADD COLUMN description TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE entry ADD COLUMN discount_class TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE note(revision INTEGER NOT NULL REFERENCES revision(number), topic TEXT NOT NULL, key TEXT NOT NULL, "
    "value TEXT NOT NULL)",
    "PRAGMA user_version = 2"};

Done bringToVersion2(const SqlConnection& connection) {
    for (const char* const step : kStepsToVersion2)
        if (const Done ok = connection.execute(step); !ok)
            return ok;
    return done();
}

Done addChecksum(const SqlConnection& connection) {
    const Done kept = keepChecksum(connection);
    return kept ? connection.execute("PRAGMA user_version = 3") : kept;
}

} // namespace

Done preparePriceBook(const SqlConnection& connection) {
    const auto identity = connection.identity();
    if (!identity)
        return identity.error();
    if (identity->first == 0 && identity->second == 0) {
        SqlStatement tables(connection, "SELECT count(*) FROM sqlite_schema");
        if (const Done ok = tables.run(); !ok)
            return ok;
        if (tables.next() && tables.integer(0) > 0)
            return inputError(Message("catalog.price-book.foreign").with("file", std::string_view(connection.path())));
        const auto transaction = SqlTransaction::begin(connection);
        if (!transaction)
            return transaction.error();
        Done ok = connection.execute(kPriceBookTables);
        if (ok)
            ok = connection.execute("PRAGMA application_id = 1381453890; PRAGMA user_version = 1");
        if (ok)
            ok = bringToVersion2(connection);
        if (ok)
            ok = addChecksum(connection);
        return ok ? (*transaction)->commit() : ok;
    }
    if (identity->first == kPriceBookApplicationId && identity->second == 2) {
        // What may only be read stays as it is, and is read.
        const auto transaction = SqlTransaction::begin(connection);
        if (transaction && addChecksum(connection))
            (void)(*transaction)->commit();
        return done();
    }
    if (identity->first == kPriceBookApplicationId && identity->second == 1) {
        const auto transaction = SqlTransaction::begin(connection);
        if (!transaction)
            return transaction.error();
        Done ok = bringToVersion2(connection);
        if (ok)
            ok = addChecksum(connection);
        return ok ? (*transaction)->commit() : ok;
    }
    if (identity->first != kPriceBookApplicationId)
        return inputError(Message("catalog.price-book.foreign").with("file", std::string_view(connection.path())));
    if (identity->second != kPriceBookVersion)
        return inputError(Message("catalog.file.version")
                              .with("file", std::string_view(connection.path()))
                              .with("found", ArgumentValue(identity->second))
                              .with("expected", ArgumentValue(kPriceBookVersion)));
    return checkChecksum(connection);
}

Result<std::vector<PriceBookRevision>> readRevisions(const SqlConnection& connection) {
    SqlStatement row(connection, "SELECT number, at, author, note, rolled_back_to, "
                                 "(SELECT count(*) FROM entry WHERE entry.revision = revision.number) FROM revision "
                                 "ORDER BY number");
    if (const Done ok = row.run(); !ok)
        return ok.error();
    std::vector<PriceBookRevision> revisions;
    while (row.next())
        revisions.push_back(
            {row.integer(0), {row.text(1), row.text(2), row.text(3)}, row.optionalInteger(4), row.integer(5), true});
    return revisions;
}

Result<std::vector<PriceEntry>> readEntries(const SqlConnection& connection, const PartTables& tables) {
    SqlStatement row(connection,
                     "SELECT number, revision, part_id, kind, currency, low_nano, typical_nano, high_nano, grade, "
                     "source, basis, region, date, valid_until, note, supplier, quote_reference, book, code, "
                     "description, discount_class FROM entry "
                     "ORDER BY number");
    if (const Done ok = row.run(); !ok)
        return ok.error();
    std::vector<PriceEntry> entries;
    while (row.next()) {
        const Currency currency = currencyAt(row, 4);
        PriceEntry entry;
        entry.number = row.integer(0);
        entry.revision = row.integer(1);
        entry.partId = row.text(2);
        entry.kind = wordAt(row, 3, PriceKind::List);
        entry.price = {
            currency,    rateAt(row, 5, tables, currency), row.text(10), row.text(11), row.text(12), row.text(13),
            row.text(14)};
        entry.supplier = row.text(15);
        entry.quoteReference = row.text(16);
        entry.book = row.text(17);
        entry.code = row.text(18);
        entry.description = row.text(19);
        entry.discountClass = row.text(20);
        entries.push_back(std::move(entry));
    }
    return entries;
}

Done appendRevision(const SqlConnection& connection, const PriceBookRevision& revision) {
    SqlStatement row(connection, "INSERT INTO revision(number, at, author, note, rolled_back_to) VALUES(?,?,?,?,?)");
    row.bind(revision.number).bind(revision.note.at).bind(revision.note.author).bind(revision.note.text);
    return row.bind(revision.rolledBackTo).run();
}

Done appendEntry(PartWriter& writer, const PriceEntry& entry) {
    SqlStatement& row =
        writer.statement("INSERT INTO entry(number, revision, part_id, kind, currency, low_nano, typical_nano, "
                         "high_nano, grade, source, basis, region, date, valid_until, note, supplier, "
                         "quote_reference, book, code, description, discount_class) "
                         "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    row.bind(entry.number).bind(entry.revision).bind(entry.partId).bind(enumName(entry.kind));
    row.bind(entry.price.currency.code());
    if (const Done ok = bindFact(row, writer, entry.price.rate); !ok)
        return ok;
    row.bind(entry.price.basis).bind(entry.price.region).bind(entry.price.date).bind(entry.price.validUntil);
    row.bind(entry.price.note).bind(entry.supplier).bind(entry.quoteReference).bind(entry.book).bind(entry.code);
    return row.bind(entry.description).bind(entry.discountClass).run();
}

Result<std::vector<PriceBookNote>> readNotes(const SqlConnection& connection, PriceBookTopic topic) {
    SqlStatement row(connection, "SELECT revision, key, value FROM note WHERE topic = ? ORDER BY revision, rowid");
    if (const Done ok = row.bind(enumName(topic)).run(); !ok)
        return ok.error();
    std::vector<PriceBookNote> notes;
    while (row.next())
        notes.push_back({row.integer(0), row.text(1), row.text(2)});
    return notes;
}

Done appendNote(const SqlConnection& connection, PriceBookTopic topic, const PriceBookNote& note) {
    SqlStatement row(connection, "INSERT INTO note(revision, topic, key, value) VALUES(?,?,?,?)");
    return row.bind(note.revision).bind(enumName(topic)).bind(note.key).bind(note.value).run();
}

} // namespace rackwright
