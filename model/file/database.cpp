// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/database.h"

#include "model/base/check.h"
#include "model/file/design_sql.h"

#include <cstring>
#include <memory>
#include <sqlite3.h>
#include <utility>

namespace rackwright {

namespace {

constexpr int kLongestCell = 64 << 20;

auto* bytesOf(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }

} // namespace

Database::Database() {
    const int code = sqlite3_open_v2(":memory:", &m_handle,
                                     SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY |
                                         SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE,
                                     nullptr);
    RW_CHECK(code == SQLITE_OK, "a database in memory opens");
}

Database::~Database() { sqlite3_close(m_handle); }

Database::Database(Database&& other) noexcept : m_handle(std::exchange(other.m_handle, nullptr)) {}

Database Database::empty() {
    Database database;
    database.run(sql::newDatabase());
    return database;
}

Database Database::foreign(std::string& bytes) {
    Database database;
    database.harden();
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    sqlite3_deserialize(database.m_handle, "main", bytesOf(bytes), size, size, SQLITE_DESERIALIZE_READONLY);
    database.run(sql::foreignDatabase());
    return database;
}

Database Database::foreignCopy(const std::string& bytes) {
    Database database;
    database.harden();
    const auto size = static_cast<sqlite3_int64>(bytes.size());
    auto* copy = static_cast<unsigned char*>(sqlite3_malloc64(bytes.size()));
    RW_CHECK(copy != nullptr, "memory for a copy within the file size limit");
    std::memcpy(copy, bytes.data(), bytes.size());
    sqlite3_deserialize(database.m_handle, "main", copy, size, size,
                        SQLITE_DESERIALIZE_RESIZEABLE | SQLITE_DESERIALIZE_FREEONCLOSE);
    database.run(sql::foreignDatabase());
    return database;
}

// https://www.sqlite.org/security.html, "Untrusted SQLite Database Files"
void Database::harden() {
    for (const auto& [option, value] : {std::pair{SQLITE_DBCONFIG_DEFENSIVE, 1},
                                        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
                                        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
                                        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
                                        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
                                        {SQLITE_DBCONFIG_DQS_DDL, 0},
                                        {SQLITE_DBCONFIG_DQS_DML, 0}})
        sqlite3_db_config(m_handle, option, value, nullptr);
    for (const auto& [limit, value] : {std::pair{SQLITE_LIMIT_LENGTH, kLongestCell},
                                       {SQLITE_LIMIT_SQL_LENGTH, 100'000},
                                       {SQLITE_LIMIT_COLUMN, 200},
                                       {SQLITE_LIMIT_EXPR_DEPTH, 20},
                                       {SQLITE_LIMIT_COMPOUND_SELECT, 3},
                                       {SQLITE_LIMIT_VDBE_OP, 25'000},
                                       {SQLITE_LIMIT_FUNCTION_ARG, 8},
                                       {SQLITE_LIMIT_ATTACHED, 0},
                                       {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
                                       {SQLITE_LIMIT_VARIABLE_NUMBER, 200},
                                       {SQLITE_LIMIT_TRIGGER_DEPTH, 1},
                                       {SQLITE_LIMIT_WORKER_THREADS, 0}})
        sqlite3_limit(m_handle, limit, value);
}

bool Database::run(std::string_view sql) {
    return sqlite3_exec(m_handle, std::string(sql).c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

std::string Database::problem() const { return sqlite3_errmsg(m_handle); }

std::string Database::serialized() const {
    sqlite3_int64 size = 0;
    const std::unique_ptr<unsigned char, decltype(&sqlite3_free)> bytes(sqlite3_serialize(m_handle, "main", &size, 0),
                                                                        &sqlite3_free);
    RW_CHECK(bytes != nullptr, "a database in memory can be copied");
    return std::string(reinterpret_cast<const char*>(bytes.get()), static_cast<std::size_t>(size));
}

Statement::Statement(Database& database, std::string_view sql) {
    m_hasFailed = sqlite3_prepare_v2(database.handle(), sql.data(), static_cast<int>(sql.size()), &m_statement,
                                     nullptr) != SQLITE_OK;
}

Statement::~Statement() { sqlite3_finalize(m_statement); }

void Statement::bind(std::int64_t value) { sqlite3_bind_int64(m_statement, ++m_column, value); }

void Statement::bind(double value) { sqlite3_bind_double(m_statement, ++m_column, value); }

void Statement::bind(std::string_view value) {
    const char* data = value.data() ? value.data() : ""; // a null pointer would bind NULL
    sqlite3_bind_text64(m_statement, ++m_column, data, value.size(), SQLITE_STATIC, SQLITE_UTF8);
}

void Statement::bindNothing() { sqlite3_bind_null(m_statement, ++m_column); }

bool Statement::insert() {
    m_column = 0;
    const bool isDone = sqlite3_step(m_statement) == SQLITE_DONE;
    sqlite3_reset(m_statement);
    return isDone;
}

bool Statement::next() {
    m_column = 0;
    if (m_hasFailed)
        return false;
    const int code = sqlite3_step(m_statement);
    m_hasFailed = code != SQLITE_ROW && code != SQLITE_DONE;
    return code == SQLITE_ROW;
}

bool Statement::isNull() const { return sqlite3_column_type(m_statement, m_column) == SQLITE_NULL; }

std::optional<std::int64_t> Statement::integer() {
    const int column = m_column++;
    if (sqlite3_column_type(m_statement, column) != SQLITE_INTEGER)
        return std::nullopt;
    return sqlite3_column_int64(m_statement, column);
}

std::optional<double> Statement::real() {
    const int column = m_column++;
    if (sqlite3_column_type(m_statement, column) != SQLITE_FLOAT)
        return std::nullopt;
    return sqlite3_column_double(m_statement, column);
}

std::optional<std::string_view> Statement::text() {
    const int column = m_column++;
    if (sqlite3_column_type(m_statement, column) != SQLITE_TEXT)
        return std::nullopt;
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, column));
    return std::string_view(bytes, static_cast<std::size_t>(sqlite3_column_bytes(m_statement, column)));
}

} // namespace rackwright
