// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The catalogue database: its schema and writer (catalog_writer.cpp) and the statements that readers run
// (catalog_sql.cpp). No other files hold SQL of it.

#include "catalog/load/catalog_content.h"
#include "catalog/load/checks.h"
#include "catalog/store/part_tables.h"

#include <string>
#include <vector>

namespace rackwright {

inline constexpr std::int64_t kCatalogApplicationId = 0x52574341; // "RWCA"
inline constexpr std::int64_t kCatalogVersion = 1;

/// Writes the whole catalogue into an empty database, in one transaction.
Done writeCatalog(const SqlConnection& connection, const CatalogContent& content, const Violations& violations);

/// A part as a list shows it.
struct PartSummary {
    std::int64_t key = 0;
    std::string id;
    std::int64_t revision = 1;
    PartCategory category = PartCategory::Other;
    std::string vendor;
    std::string model;
    std::string description;
    bool isPlanningClass = false;
    std::vector<std::string> aliases;
    bool operator==(const PartSummary&) const = default;
};

Result<std::vector<PartSummary>> partSummaries(const SqlConnection& connection);
/// FTS5 match expression; best first.
Result<std::vector<PartSummary>> matchingParts(const SqlConnection& connection, const std::string& expression);

Result<std::vector<Norm>> readNorms(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<CatalogCoolingMethod>> readMethods(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<LinkTechnology>> readLinkTechnologies(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<WaterClass>> readWaterClasses(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<PipeSize>> readPipeSizes(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<CatalogCostLine>> readCostLines(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<CloudPrice>> readCloudPrices(const SqlConnection& connection, const PartTables& tables);
Result<std::vector<AliasGroup>> readAliases(const SqlConnection& connection);
Result<std::vector<AttributeKey>> readAttributeKeys(const SqlConnection& connection);
Result<std::vector<LoadRow>> readLoadReport(const SqlConnection& connection);
Result<std::vector<ExplainedViolation>> readExplainedViolations(const SqlConnection& connection);

} // namespace rackwright
