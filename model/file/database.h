// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A SQLite database in memory and its statements, closed by scope. Only model/file uses it; no connection outlives the
// function that opened it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace rackwright {

class Database {
public:
    /// An empty one to be filled.
    static Database empty();
    /// A stranger's, in `bytes`, which stay the caller's and must outlive it: read-only, defensive, without triggers,
    /// views, extensions or trusted functions, within limits.
    static Database foreign(std::string& bytes);
    /// The same, as a copy that migration steps may change.
    static Database foreignCopy(const std::string& bytes);

    ~Database();
    Database(Database&& other) noexcept;
    Database& operator=(Database&&) = delete;

    /// Statements without parameters; false on failure, see problem().
    bool run(std::string_view sql);
    /// What went wrong last.
    std::string problem() const;
    std::string serialized() const;
    sqlite3* handle() const { return m_handle; }

private:
    Database();
    void harden();

    sqlite3* m_handle = nullptr;
};

class Statement {
public:
    Statement(Database& database, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    // Binding: columns in order, then insert().
    void bind(std::int64_t value);
    void bind(double value);
    void bind(std::string_view value); ///< must live until insert()
    void bindNothing();
    /// Runs with what was bound, and is ready for the next row; false on failure.
    bool insert();

    // Reading: next(), then columns in order.
    /// To the next row, the first one too; false after the last and on failure, see hasFailed().
    bool next();
    bool isNull() const;
    /// Nothing when the cell is of another type.
    std::optional<std::int64_t> integer();
    std::optional<double> real();
    std::optional<std::string_view> text(); ///< until the next call of next()
    void skip() { ++m_column; }

    bool hasFailed() const { return m_hasFailed; }

private:
    sqlite3_stmt* m_statement = nullptr;
    int m_column = 0;
    bool m_hasFailed = false;
};

} // namespace rackwright
