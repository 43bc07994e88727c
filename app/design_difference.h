// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs between two designs: rows of each table with their names, and figures of the whole design before and
// after. It compares values only; the verb `diff` prints it.

#include "model/project/change_set.h"
#include "solvers/engine/solution.h"
#include "ui/text/texts.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A row that came, went or changed.
struct RowDifference {
    std::string_view table; ///< name as in the file
    std::uint64_t id = 0;
    std::string name; ///< empty for a row without one
    ChangeKind kind = ChangeKind::Changed;
};

/// Rows of the projects' shared tables and of the two options, in the order of the file; then, by their names, the
/// options that are not compared and are not alike in both projects.
std::vector<RowDifference> rowDifferences(const Snapshot& before, const Snapshot& after);

/// `after`, its rows equal to those of `before` shared with them: what two files say alike is kept and solved once.
Snapshot sharingRows(const Snapshot& before, const Snapshot& after);

/// A field of the project, of its quote's header or of the option.
struct FieldDifference {
    std::string field; ///< "project.name", "quote.customer", "option.name"
    std::string before, after;
};
/// Only those that differ, as people read them.
std::vector<FieldDifference> fieldDifferences(const Snapshot& before, const Snapshot& after, const Texts& texts);

/// Whether the files of both would say the same, but for counters.
bool areEqual(const Snapshot& before, const Snapshot& after);

/// A figure before and after, in SI.
struct FigureDifference {
    const FigureDefinition* definition = nullptr;
    Subject subject;
    Value before, after;
};

/// Figures of the design and of the sections of its bill that are not equal bit for bit.
std::vector<FigureDifference> figureDifferences(const Solution& before, const Solution& after);

} // namespace rackwright
