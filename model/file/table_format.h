// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The tables of a project and of a design as text, SQLite and journal walk them: by name, without the types of their
// rows. Internal to model/file.

#include "model/file/value_format.h"

#include <functional>
#include <memory>

namespace rackwright {

/// Rows of one type that were read and go into a table together.
class RowList {
public:
    RowList() = default;
    RowList(const RowList&) = delete;
    RowList& operator=(const RowList&) = delete;
    virtual ~RowList() = default;
    /// A row as it is before anything is known of it.
    virtual void* add() = 0;
    virtual std::size_t size() const = 0;
    /// The id of a row; 0 when it has none.
    virtual std::uint64_t id(std::size_t i) const = 0;
    /// Of two rows with one id the later stays behind the other.
    virtual void sortById() = 0;

    std::uint64_t lastId() const { return size() == 0 ? 0 : id(size() - 1); }
    /// The id that two rows have, of rows in their order; 0: none.
    std::uint64_t twin() const;
};

struct TableFormat {
    std::string_view name;
    const RowFormat* row = nullptr;
    std::size_t rowSize = 0;
    std::ptrdiff_t offset = 0; ///< of the table in its project or design

    using Visit = std::function<void(const void* row)>;
    using VisitDifference = std::function<void(const void* before, const void* after, std::uint64_t id)>;

    bool (*isEmpty)(const void* table) = nullptr;
    bool (*contains)(const void* table, std::uint64_t id) = nullptr;
    void (*forEach)(const void* table, const Visit& visit) = nullptr;
    /// The rows that differ; null where a row is not there.
    void (*forEachDifference)(const void* before, const void* after, const VisitDifference& visit) = nullptr;
    std::unique_ptr<RowList> (*makeRows)() = nullptr;
    /// `table` becomes `from` (null: an empty one) with rows put in and ids taken out.
    void (*assign)(void* table, const void* from, RowList& put, const std::vector<std::uint64_t>& take) = nullptr;

    const void* of(const void* owner) const { return static_cast<const char*>(owner) + offset; }
    void* of(void* owner) const { return static_cast<char*>(owner) + offset; }
};

/// In the order of the file. Owners are Project and Design.
const std::vector<TableFormat>& projectTableFormats();
const std::vector<TableFormat>& designTableFormats();
/// Null when there is none of that name.
const TableFormat* findTable(const std::vector<TableFormat>& tables, std::string_view name);

} // namespace rackwright
