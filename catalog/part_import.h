// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads a user's parts from CSV, one part a row. Planning is the dry run: it tells every fault by line, column and
// reason and changes nothing; only a plan without faults is handed to the overlay, whole.

#include "catalog/load/checks.h"
#include "catalog/overlay.h"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// Larger tables are refused before they are read.
inline constexpr std::size_t kLargestPartTable = std::size_t{16} << 20;

/// What is wrong with a cell; line from 1.
struct ImportProblem {
    std::size_t line = 0;
    std::string column;
    Message reason;
};

struct PartImportPlan {
    std::vector<PartListing> parts;
    std::vector<ImportProblem> problems; ///< faults; with one of them nothing may be imported
    std::vector<ImportProblem> doubts;   ///< implausible figures: shown, not refused

    /// Whether it may be handed to importParts().
    bool isSound() const { return problems.empty() && !parts.empty(); }
};

/// What an import is judged against.
struct PartImportContext {
    const std::vector<AttributeKey>& attributeKeys;
    std::vector<std::string> catalogueIds;           ///< ids that an own part may not take
    std::string date;                                ///< of today, ISO 8601, for prices without a date
    std::map<std::string, std::string> columns = {}; ///< a column's name by its header in the file; empty: left out
};

/// Headers of a table that are no columns of parts, and stand in no `context.columns`.
std::vector<std::string> unknownColumns(std::string_view csv, const PartImportContext& context);

/// Names that a column may have, those of every part first: "id", "category", …, "power-maximum", "ports-data",
/// "price", then the properties. Properties and powers carry their unit: "weight [kg]".
std::vector<std::string> columnNames(const std::vector<AttributeKey>& keys);

/// Columns: id, category, vendor, model (needed); description, part-number, lifecycle, mounting, heat-path,
/// air-direction, notes, grade, source-publisher, source-title, source-date, source-page; any property as "weight
/// [kg]"; "power-idle [W]", -typical, -maximum, -peak; "price [USD]", price-low, price-high, price-basis, price-date,
/// price-region, price-valid-until; "ports-data", "ports-data-speed [Gb/s]", "ports-data-connector" and the like for
/// each role.
PartImportPlan planPartImport(std::string_view csv, const PartImportContext& context);

/// Hands a sound plan to the overlay; fails, changing nothing, on one that is not. `written` hears how many parts are.
Done importParts(PartOverlay& overlay, PartImportPlan plan, const ChangeNote& note,
                 const std::function<void(std::size_t)>& written = {});

/// What an import would doubt about a part: figures that disagree with each other or with physics.
std::vector<Message> doubtsAbout(const Part& part);

} // namespace rackwright
