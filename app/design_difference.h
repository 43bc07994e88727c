// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What differs between two designs: rows of each table with their names, and figures of the whole design before and
// after. It compares values only; the verb `diff` prints it.

#include "model/project/change_set.h"
#include "solvers/engine/solution.h"

#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct RowDifference {
    std::string_view table; ///< name as in the file
    std::uint64_t id = 0;
    std::string name; ///< empty for a row without one
    ChangeKind kind = ChangeKind::Changed;
};

/// Rows of the projects' shared tables and of the two options, in the order of the file.
std::vector<RowDifference> rowDifferences(const Snapshot& before, const Snapshot& after);

/// `after`, its rows equal to those of `before` shared with them: what two files say alike is kept and solved once.
Snapshot sharingRows(const Snapshot& before, const Snapshot& after);

struct FigureDifference {
    const FigureDefinition* definition = nullptr;
    Subject subject;
    Value before, after;
};

/// Figures of the design and of the sections of its bill that are not equal bit for bit.
std::vector<FigureDifference> figureDifferences(const Solution& before, const Solution& after);

} // namespace rackwright
