// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A part revision written to and read from the tables that the catalogue and the user's overlay share. The SQL itself
// stands in part_writer.cpp and part_reader.cpp.

#include "catalog/store/sql_connection.h"
#include "model/parts/part.h"

#include <map>
#include <string>
#include <vector>

namespace rackwright {

/// What a catalogue keeps about a part beside the part itself.
struct PartListing {
    Part part;
    std::string family;
    std::vector<std::string> aliases;
};

Done createPartTables(const SqlConnection& connection);

class PartWriter {
public:
    explicit PartWriter(const SqlConnection& connection);
    /// Key of the row; fails when this revision exists.
    Result<std::int64_t> write(const PartListing& listing);
    Result<std::int64_t> sourceKey(const Source& source);
    /// Prepared once, however many rows are written.
    SqlStatement& statement(const char* sql);

private:
    Done writeRows(std::int64_t key, const Part& part);

    const SqlConnection& m_connection;
    std::map<Source, std::int64_t> m_sources;
    std::map<std::string, SqlStatement> m_statements; ///< by their SQL
};

/// Reads; loadSources() first.
class PartTables {
public:
    explicit PartTables(const SqlConnection& connection) : m_connection(connection) {}
    Done loadSources();
    /// Of those that loadSources() read; null for no key.
    const Source* source(std::optional<std::int64_t> key) const;
    /// A revision whole, by the key of its row.
    Result<PartListing> read(std::int64_t key) const;

private:
    const SqlConnection& m_connection;
    std::map<std::int64_t, Source> m_sources;
};

} // namespace rackwright
