// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// One SQLite database opened through Qt SQL, and statements with bound parameters. It knows no table; the SQL stands in
// the other files of this folder, named after what they store. Used on the thread that opened it.

#include "model/base/result.h"

#include <QSqlQuery>
#include <QVariant>

#include <memory>
#include <optional>
#include <string>

namespace rackwright {

/// Read-only never makes a file.
enum class SqlAccess { ReadOnly, ReadWrite };

class SqlConnection {
public:
    /// Fails where SQLite cannot open the file; whether it is a database shows at the first statement.
    static Result<std::unique_ptr<SqlConnection>> open(const std::string& path, SqlAccess access);
    ~SqlConnection();
    SqlConnection(const SqlConnection&) = delete;
    SqlConnection& operator=(const SqlConnection&) = delete;

    const std::string& path() const { return m_path; }
    QSqlDatabase database() const;

    /// Runs statements separated by ";" that take no parameters.
    Done execute(const char* sql) const;

    /// application_id and user_version of the file.
    Result<std::pair<std::int64_t, std::int64_t>> identity() const;

private:
    SqlConnection(std::string path, QString name) : m_path(std::move(path)), m_name(std::move(name)) {}
    std::string m_path;
    QString m_name;
};

/// Rolls back unless committed.
class SqlTransaction {
public:
    static Result<std::unique_ptr<SqlTransaction>> begin(const SqlConnection& connection);
    ~SqlTransaction();
    SqlTransaction(const SqlTransaction&) = delete;
    SqlTransaction& operator=(const SqlTransaction&) = delete;
    /// Makes it last; nothing to roll back from then on.
    Done commit();

private:
    explicit SqlTransaction(const SqlConnection& connection) : m_connection(connection) {}
    const SqlConnection& m_connection;
    bool m_isOpen = true;
};

class SqlStatement {
public:
    SqlStatement(const SqlConnection& connection, const char* sql);

    SqlStatement& bind(QVariant value);
    SqlStatement& bind(const std::string& text) { return bind(QVariant(QString::fromStdString(text))); }
    SqlStatement& bind(std::string_view text) { return bind(std::string(text)); }
    SqlStatement& bind(const char* text) { return bind(std::string(text)); }
    SqlStatement& bind(std::int64_t number) { return bind(QVariant(static_cast<qlonglong>(number))); }
    SqlStatement& bind(double number) { return bind(QVariant(number)); }
    SqlStatement& bind(const std::optional<double>& number) {
        return bind(number ? QVariant(*number) : QVariant(QMetaType(QMetaType::Double)));
    }
    SqlStatement& bind(const std::optional<std::int64_t>& number) {
        return bind(number ? QVariant(static_cast<qlonglong>(*number)) : QVariant(QMetaType(QMetaType::LongLong)));
    }

    /// Runs with what was bound since the last run.
    Done run();
    /// To the next row, the first one too; false after the last.
    bool next() { return m_query.next(); }
    /// Rows that nobody reads any more are let go; the statement can be run again.
    void finish() { m_query.finish(); }
    std::int64_t insertedKey() const { return m_query.lastInsertId().toLongLong(); }

    /// Of the present row, columns from 0; empty for NULL.
    std::string text(int column) const { return m_query.value(column).toString().toStdString(); }
    std::int64_t integer(int column) const { return m_query.value(column).toLongLong(); }
    /// 0 for NULL; optionalNumber() tells them apart.
    double number(int column) const { return m_query.value(column).toDouble(); }
    bool isNull(int column) const { return m_query.isNull(column); }
    std::optional<double> optionalNumber(int column) const {
        return isNull(column) ? std::nullopt : std::optional(number(column));
    }
    std::optional<std::int64_t> optionalInteger(int column) const {
        return isNull(column) ? std::nullopt : std::optional(integer(column));
    }

private:
    QSqlQuery m_query;
    std::string m_path;
    bool m_isPrepared = false;
    int m_bound = 0;
};

Error sqlError(const std::string& path, const QSqlQuery& query);

} // namespace rackwright
