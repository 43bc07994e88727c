// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A table of a source as people read it: low and high in one cell, units written out, columns named in words.

#include "solvers/advice/guide.h"

#include <string>
#include <vector>

namespace rackwright {

struct ReadableTable {
    std::vector<std::string> header; ///< "Bandwidth, GB/s"
    std::vector<std::vector<std::string>> rows; ///< "200 to 400", "~ 800"; empty where the source says nothing
};

/// `x_low` and `x_high` become one column, a qualifier ("~", ">") stands before its number.
ReadableTable readableTable(const GuideTable& table);

} // namespace rackwright
