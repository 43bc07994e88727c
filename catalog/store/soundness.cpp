// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/soundness.h"

#include "catalog/store/sql_connection.h"

#include <QCryptographicHash>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlRecord>

#include <vector>

namespace rackwright {

namespace {

constexpr const char* kChecksumTable = "checksum";

std::string quotedName(const std::string& name) {
    std::string quoted = "\"";
    for (const char c : name)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

/// A checksum over pieces, each with its kind and length, so that no two different lists of pieces make the same bytes.
class PieceHash {
public:
    void add(char kind, const char* bytes, std::size_t size) {
        const auto length = static_cast<std::uint64_t>(size);
        m_pending += kind;
        m_pending.append(reinterpret_cast<const char*>(&length), sizeof length);
        m_pending.append(bytes, size);
        if (m_pending.size() > kMostPending)
            flush();
    }
    void add(const std::string& text) { add('n', text.data(), text.size()); }
    void add(const QVariant& cell) {
        if (cell.isNull())
            return add('0', "", 0);
        if (cell.typeId() == QMetaType::LongLong || cell.typeId() == QMetaType::Int)
            return addNumber('i', cell.toLongLong());
        if (cell.typeId() == QMetaType::Double)
            return addNumber('r', cell.toDouble());
        const bool isBytes = cell.typeId() == QMetaType::QByteArray;
        const QByteArray bytes = isBytes ? cell.toByteArray() : cell.toString().toUtf8();
        add(isBytes ? 'b' : 't', bytes.constData(), static_cast<std::size_t>(bytes.size()));
    }
    std::string hex() {
        flush();
        return m_hash.result().toHex().toStdString();
    }

private:
    static constexpr std::size_t kMostPending = std::size_t{1} << 16;

    template <class Number>
    void addNumber(char kind, Number number) {
        add(kind, reinterpret_cast<const char*>(&number), sizeof number);
    }
    void flush() {
        m_hash.addData({m_pending.data(), static_cast<qsizetype>(m_pending.size())});
        m_pending.clear();
    }

    QCryptographicHash m_hash{QCryptographicHash::Sha256};
    std::string m_pending;
};

struct StoredTable {
    std::string name, sql;
};

/// Tables with rows of their own: what a virtual table shows stands in others.
Result<std::vector<StoredTable>> storedTables(const SqlConnection& connection) {
    SqlStatement row(connection, "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name <> ? "
                                 "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name");
    if (const Done ok = row.bind(kChecksumTable).run(); !ok)
        return ok.error();
    std::vector<StoredTable> tables;
    while (row.next())
        tables.push_back({row.text(0), row.text(1)});
    return tables;
}

Result<std::string> checksumOf(const SqlConnection& connection) {
    const Result<std::vector<StoredTable>> tables = storedTables(connection);
    if (!tables)
        return tables.error();
    PieceHash hash;
    for (const auto& [name, sql] : *tables) {
        hash.add(name);
        hash.add(sql);
        // In the order of the table itself, which no planner may change.
        QSqlQuery row(connection.database());
        row.setForwardOnly(true);
        if (!row.exec(QString::fromStdString("SELECT * FROM " + quotedName(name) + " NOT INDEXED")))
            return sqlError(connection.path(), row);
        const int columns = row.record().count();
        while (row.next())
            for (int i = 0; i < columns; ++i)
                hash.add(row.value(i));
        if (row.lastError().isValid())
            return sqlError(connection.path(), row);
    }
    return hash.hex();
}

} // namespace

Error damagedDatabase(const std::string& path, const std::string& reason) {
    return inputError(Message("catalog.database.damaged")
                          .with("file", std::string_view(path))
                          .with("reason", std::string_view(reason)));
}

Done checkStructure(const SqlConnection& connection) {
    SqlStatement check(connection, "PRAGMA integrity_check(1)");
    if (Done ok = check.run(); !ok)
        return ok;
    const std::string answer = check.next() ? check.text(0) : std::string("no answer");
    return answer == "ok" ? done() : Done(damagedDatabase(connection.path(), answer));
}

Done keepChecksum(const SqlConnection& connection) {
    // FTS5 writes its index when a transaction or a savepoint ends: it has to stand in its tables before they are read.
    if (const Done flushed = connection.execute("SAVEPOINT before_checksum; RELEASE before_checksum"); !flushed)
        return flushed;
    const Result<std::string> checksum = checksumOf(connection);
    if (!checksum)
        return checksum.error();
    if (const Done made = connection.execute("CREATE TABLE IF NOT EXISTS checksum(sha256 TEXT NOT NULL);"
                                             "DELETE FROM checksum");
        !made)
        return made;
    SqlStatement row(connection, "INSERT INTO checksum(sha256) VALUES(?)");
    return row.bind(*checksum).run();
}

Done checkChecksum(const SqlConnection& connection) {
    SqlStatement row(connection, "SELECT sha256 FROM checksum");
    if (!row.run())
        return damagedDatabase(connection.path(), "its checksum is missing");
    const std::string kept = row.next() ? row.text(0) : std::string();
    const Result<std::string> found = checksumOf(connection);
    if (!found)
        return found.error();
    return kept == *found ? done() : Done(damagedDatabase(connection.path(), "its checksum differs"));
}

Done copyDatabase(const SqlConnection& connection, const std::string& path) {
    SqlStatement copy(connection, "VACUUM INTO ?");
    return copy.bind(path).run();
}

} // namespace rackwright
