// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_sql.h"

#include "model/base/check.h"

namespace rackwright::sql {

namespace {

std::string inQuotes(std::string_view name) { return "\"" + std::string(name) + "\""; }

std::string_view typeName(ColumnType type) {
    switch (type) {
    case ColumnType::Integer:
        return "INTEGER";
    case ColumnType::Real:
        return "REAL";
    case ColumnType::Text:
        return "TEXT";
    }
    RW_CHECK(false, "a column has one of the types of SQLite");
}

std::string nameList(const std::vector<DatabaseColumn>& columns) {
    std::string list;
    for (const DatabaseColumn& column : columns)
        list += (list.empty() ? "" : ", ") + inQuotes(column.name);
    return list;
}

} // namespace

std::string_view newDatabase() {
    return "PRAGMA page_size = 4096; PRAGMA encoding = 'UTF-8'; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;";
}

std::string_view foreignDatabase() { return "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"; }

std::string_view begin() { return "BEGIN"; }

std::string_view commit() { return "COMMIT"; }

std::string_view quickCheck() { return "PRAGMA quick_check(1)"; }

std::string quickCheckOf(std::string_view table) { return "PRAGMA quick_check(" + inQuotes(table) + ")"; }

std::string_view selectSchema() { return "SELECT type, name, sql FROM sqlite_schema ORDER BY rowid"; }

std::string setApplicationId(std::int32_t id) { return "PRAGMA application_id = " + std::to_string(id); }

std::string setUserVersion(std::int64_t version) { return "PRAGMA user_version = " + std::to_string(version); }

// Rows lie in the order in which they are written, by id; STRICT refuses a value of another type.
std::string createTable(std::string_view table, const std::vector<DatabaseColumn>& columns) {
    std::string statement = "CREATE TABLE " + inQuotes(table) + " (";
    for (const DatabaseColumn& column : columns) {
        statement += (&column == &columns.front() ? "" : ", ") + inQuotes(column.name) + " ";
        statement += typeName(column.type);
        statement += column.isNullable ? "" : " NOT NULL";
    }
    return statement + ") STRICT";
}

std::string insertInto(std::string_view table, const std::vector<DatabaseColumn>& columns) {
    std::string places;
    for (std::size_t i = 0; i < columns.size(); ++i)
        places += i == 0 ? "?" : ", ?";
    return "INSERT INTO " + inQuotes(table) + " (" + nameList(columns) + ") VALUES (" + places + ")";
}

std::string selectFrom(std::string_view table, const std::vector<DatabaseColumn>& columns) {
    return "SELECT " + nameList(columns) + " FROM " + inQuotes(table) + " ORDER BY rowid";
}

} // namespace rackwright::sql
