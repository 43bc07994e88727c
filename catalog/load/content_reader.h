// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the reviewed tables of resources/catalog into a CatalogContent. It judges form only (numbers, units, words,
// known ids, a source for every row); whether figures are plausible is for checks.h.

#include "catalog/load/catalog_content.h"

#include <string>
#include <vector>

namespace rackwright {

/// What was read, wrong cells left out.
struct ContentReading {
    CatalogContent content;
    std::vector<LoadProblem> problems; ///< in the order of files and lines; empty when all is well
};

/// `folder` holds sources.csv, parts/, facts/ and the other tables.
ContentReading readContent(const std::string& folder);

} // namespace rackwright
