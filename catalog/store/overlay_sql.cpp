// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/overlay_sql.h"

#include "catalog/store/fact_columns.h"
#include "catalog/store/soundness.h"

namespace rackwright {

namespace {

constexpr const char* kOverlayTables = R"sql(
CREATE TABLE change(
    sequence INTEGER PRIMARY KEY, kind TEXT NOT NULL, part_id TEXT NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL,
    author TEXT NOT NULL, note TEXT NOT NULL, rolled_back_to INTEGER, part INTEGER REFERENCES part(key),
    low REAL, typical REAL, high REAL, grade TEXT, source INTEGER REFERENCES source(key),
    words TEXT, words_grade TEXT, words_source INTEGER REFERENCES source(key), value_note TEXT)
)sql";

constexpr const char* kSelectLog =
    "SELECT sequence, kind, part_id, name, at, author, note, rolled_back_to, part, low, typical, high, grade, source, "
    "words, words_grade, words_source, value_note FROM change ORDER BY sequence";

constexpr const char* kInsertChange =
    "INSERT INTO change(sequence, kind, part_id, name, at, author, note, rolled_back_to, part, low, typical, high, "
    "grade, "
    "source, words, words_grade, words_source, value_note) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)";

Result<std::int64_t> singleNumber(SqlStatement& statement) {
    if (const Done ok = statement.run(); !ok)
        return ok.error();
    return statement.next() ? statement.integer(0) : 0;
}

// The tables are the same. What may only be read stays as it is, and is read.
Done bringUpToDate(const SqlConnection& connection) {
    const auto transaction = SqlTransaction::begin(connection);
    if (transaction && keepChecksum(connection) && connection.execute("PRAGMA user_version = 3"))
        (void)(*transaction)->commit();
    return done();
}

} // namespace

Done prepareOverlay(const SqlConnection& connection) {
    const auto identity = connection.identity();
    if (!identity)
        return identity.error();
    if (identity->first == 0 && identity->second == 0) {
        SqlStatement tables(connection, "SELECT count(*) FROM sqlite_schema");
        const Result<std::int64_t> count = singleNumber(tables);
        if (!count)
            return count.error();
        if (*count > 0)
            return inputError(Message("catalog.overlay.foreign").with("file", std::string_view(connection.path())));
        const auto transaction = SqlTransaction::begin(connection);
        if (!transaction)
            return transaction.error();
        Done ok = createPartTables(connection);
        if (ok)
            ok = connection.execute(kOverlayTables);
        if (ok)
            ok = connection.execute("PRAGMA application_id = 1381453654; PRAGMA user_version = 3");
        if (ok)
            ok = keepChecksum(connection);
        return ok ? (*transaction)->commit() : ok;
    }
    if (identity->first != kOverlayApplicationId)
        return inputError(Message("catalog.overlay.foreign").with("file", std::string_view(connection.path())));
    if (identity->second == 1 || identity->second == 2)
        return bringUpToDate(connection);
    if (identity->second != kOverlayVersion)
        return inputError(Message("catalog.file.version")
                              .with("file", std::string_view(connection.path()))
                              .with("found", ArgumentValue(identity->second))
                              .with("expected", ArgumentValue(kOverlayVersion)));
    return checkChecksum(connection);
}

Result<OverlayLog> readOverlayLog(const SqlConnection& connection, const PartTables& tables) {
    SqlStatement row(connection, kSelectLog);
    if (const Done ok = row.run(); !ok)
        return ok.error();
    OverlayLog log;
    while (row.next()) {
        OverlayChange change;
        change.sequence = row.integer(0);
        change.kind = wordAt(row, 1, OverlayChangeKind::OwnPart);
        change.partId = row.text(2);
        change.key = row.text(3);
        change.note = {row.text(4), row.text(5), row.text(6)};
        change.rolledBackTo = row.optionalInteger(7);
        log.partKeys.push_back(row.optionalInteger(8).value_or(0));
        log.values.emplace_back();
        if (change.kind == OverlayChangeKind::SetOverride) {
            PartOverride value{change.partId, change.key, quantityAt<double>(row, 9, tables), {}, row.text(17)};
            value.words.grade = gradeOr(row.text(15));
            value.words.source = optionalSource(tables, row.optionalInteger(16));
            if (!row.isNull(14))
                value.words.state = Known<std::string>{row.text(14)};
            if (const std::int64_t key = log.partKeys.back(); key != 0) {
                Result<PartListing> rows = tables.read(key);
                if (!rows)
                    return rows.error();
                value.ports = std::move(rows->part.portGroups);
                value.prices = std::move(rows->part.prices);
            }
            log.values.back() = std::move(value);
        }
        log.changes.push_back(std::move(change));
    }
    return log;
}

Result<std::int64_t> lastRevision(PartWriter& writer, const std::string& partId) {
    SqlStatement& row = writer.statement("SELECT coalesce(max(revision), 0) FROM part WHERE id = ?");
    row.bind(partId);
    Result<std::int64_t> last = singleNumber(row);
    row.finish();
    return last;
}

Result<std::int64_t> partKey(const SqlConnection& connection, const std::string& partId, std::int64_t revision) {
    SqlStatement row(connection, "SELECT key FROM part WHERE id = ? AND revision = ?");
    row.bind(partId).bind(revision);
    return singleNumber(row);
}

// The rows hang on a part of their own, which no list shows: its id is no id that a part may have.
Result<std::optional<std::int64_t>> writeOverrideRows(PartWriter& writer, std::int64_t sequence,
                                                      const PartOverride& value) {
    if (value.ports.empty() && value.prices.empty())
        return std::optional<std::int64_t>();
    PartListing rows;
    rows.part.id = "override " + std::to_string(sequence);
    rows.part.portGroups = value.ports;
    rows.part.prices = value.prices;
    rows.family = "override";
    const Result<std::int64_t> key = writer.write(rows);
    if (!key)
        return key.error();
    return std::optional(*key);
}

Done appendChange(PartWriter& writer, const OverlayChange& change, std::optional<std::int64_t> partKey,
                  const PartOverride* value) {
    const PartOverride none;
    const PartOverride& stored = value ? *value : none;
    SqlStatement& row = writer.statement(kInsertChange);
    row.bind(change.sequence).bind(enumName(change.kind)).bind(change.partId).bind(change.key);
    row.bind(change.note.at).bind(change.note.author).bind(change.note.text).bind(change.rolledBackTo).bind(partKey);
    if (const Done ok = bindFact(row, writer, stored.number); !ok)
        return ok;
    const auto words = stored.words.typical();
    row.bind(words ? QVariant(QString::fromStdString(*words)) : QVariant(QMetaType(QMetaType::QString)));
    row.bind(gradeName(stored.words.grade));
    const Result<std::optional<std::int64_t>> source = optionalSourceKey(writer, stored.words.source);
    if (!source)
        return source.error();
    return row.bind(*source).bind(stored.note).run();
}

} // namespace rackwright
