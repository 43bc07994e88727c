// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/sql_connection.h"

#include "catalog/store/soundness.h"

#include <QSqlDatabase>
#include <QSqlError>
#include <QUuid>

namespace rackwright {

namespace {

// https://www.sqlite.org/rescode.html: SQLITE_CORRUPT and SQLITE_NOTADB, extended ones in the higher bytes.
bool saysDamaged(const QSqlError& error) {
    const int code = error.nativeErrorCode().toInt() & 0xff;
    return code == 11 || code == 26;
}

Error databaseError(const std::string& path, const QSqlError& error) {
    // What the database says; the driver adds only that a statement failed.
    const QString said = error.databaseText();
    const std::string reason = (said.isEmpty() ? error.text() : said).toStdString();
    if (saysDamaged(error))
        return damagedDatabase(path, reason);
    return systemError(Message("catalog.database.failed")
                           .with("file", std::string_view(path))
                           .with("reason", std::string_view(reason)));
}

} // namespace

Error sqlError(const std::string& path, const QSqlQuery& query) { return databaseError(path, query.lastError()); }

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const std::string& path, SqlAccess access) {
    const QString name = QStringLiteral("rackwright-") + QUuid::createUuid().toString(QUuid::WithoutBraces);
    std::unique_ptr<SqlConnection> connection(new SqlConnection(path, name));
    QSqlDatabase database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), name);
    database.setDatabaseName(QString::fromStdString(path));
    if (access == SqlAccess::ReadOnly)
        database.setConnectOptions(QStringLiteral("QSQLITE_OPEN_READONLY"));
    if (!database.open())
        return databaseError(path, database.lastError());
    // Untrusted files must not run anything while they are read.
    if (const Done hardened = connection->execute("PRAGMA trusted_schema = OFF"); !hardened)
        return hardened.error();
    return connection;
}

SqlConnection::~SqlConnection() {
    {
        QSqlDatabase database = QSqlDatabase::database(m_name, false);
        database.close();
    }
    QSqlDatabase::removeDatabase(m_name);
}

QSqlDatabase SqlConnection::database() const { return QSqlDatabase::database(m_name, false); }

Done SqlConnection::execute(const char* sql) const {
    QSqlQuery query(database());
    for (const QString& statement : QString::fromUtf8(sql).split(QLatin1Char(';'), Qt::SkipEmptyParts)) {
        const QString trimmed = statement.trimmed();
        if (!trimmed.isEmpty() && !query.exec(trimmed))
            return sqlError(m_path, query);
    }
    return done();
}

Result<std::pair<std::int64_t, std::int64_t>> SqlConnection::identity() const {
    QSqlQuery query(database());
    std::pair<std::int64_t, std::int64_t> identity;
    if (!query.exec(QStringLiteral("PRAGMA application_id")) || !query.next())
        return sqlError(m_path, query);
    identity.first = query.value(0).toLongLong();
    if (!query.exec(QStringLiteral("PRAGMA user_version")) || !query.next())
        return sqlError(m_path, query);
    identity.second = query.value(0).toLongLong();
    return identity;
}

Result<std::unique_ptr<SqlTransaction>> SqlTransaction::begin(const SqlConnection& connection) {
    if (!connection.database().transaction())
        return databaseError(connection.path(), connection.database().lastError());
    return std::unique_ptr<SqlTransaction>(new SqlTransaction(connection));
}

SqlTransaction::~SqlTransaction() {
    if (m_isOpen)
        m_connection.database().rollback();
}

Done SqlTransaction::commit() {
    if (!m_connection.database().commit())
        return databaseError(m_connection.path(), m_connection.database().lastError());
    m_isOpen = false;
    return done();
}

SqlStatement::SqlStatement(const SqlConnection& connection, const char* sql)
    : m_query(connection.database()), m_path(connection.path()) {
    m_query.setForwardOnly(true);
    m_isPrepared = m_query.prepare(QString::fromUtf8(sql));
}

SqlStatement& SqlStatement::bind(QVariant value) {
    m_query.bindValue(m_bound++, value);
    return *this;
}

Done SqlStatement::run() {
    m_bound = 0;
    if (!m_isPrepared || !m_query.exec())
        return sqlError(m_path, m_query);
    return done();
}

} // namespace rackwright
