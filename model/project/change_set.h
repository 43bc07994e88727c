// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// ChangeSet: which rows differ between two designs or projects. Views, memos, "what changed since the last review" and the
// recovery journal all read it; shared chunks are passed over, so that its cost follows the size of the edit.

#include "model/project/project.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rackwright {

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

/// A row that is in one table and not the other, or differs.
struct RowChange {
    std::uint64_t id = 0;
    ChangeKind kind = ChangeKind::Changed;
    bool operator==(const RowChange&) const = default;
};

/// Of one table, by id.
struct TableChanges {
    std::string_view table; ///< name as in the file
    std::vector<RowChange> rows;
};

struct ChangeSet {
    std::vector<TableChanges> tables; ///< only those with changes, in the order of the file
    bool headerChanged = false;       ///< name, quote header, options' names or order (projects only)

    bool isEmpty() const { return tables.empty() && !headerChanged; }
    /// By the file's name of the table; null where nothing of it changed.
    const TableChanges* find(std::string_view table) const;
    /// Of all tables.
    std::size_t rowCount() const;
};

/// What leads from `before` to `after`; empty when they are equal.
ChangeSet changes(const Design& before, const Design& after);

/// Shared tables and, for options that both have, their designs; rows of an option are counted in that option's tables.
struct ProjectChanges {
    ChangeSet shared;
    struct OptionChanges {
        std::uint64_t option = 0;
        ChangeKind kind = ChangeKind::Changed;
        ChangeSet design;
    };
    std::vector<OptionChanges> options;
    bool isEmpty() const { return shared.isEmpty() && options.empty(); }
};

/// The same of whole projects; options are matched by id.
ProjectChanges changes(const Project& before, const Project& after);

} // namespace rackwright
