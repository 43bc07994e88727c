// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/catalog_sql.h"

#include "catalog/store/fact_columns.h"

#include <algorithm>

namespace rackwright {

namespace {

template <class Row, class Make>
Result<std::vector<Row>> allRows(const SqlConnection& connection, const char* sql, Make make) {
    SqlStatement row(connection, sql);
    if (const Done ok = row.run(); !ok)
        return ok.error();
    std::vector<Row> rows;
    while (row.next())
        rows.push_back(make(row));
    return rows;
}

Result<std::vector<Source>> sourcesOf(const SqlConnection& connection, const PartTables& tables, std::string_view kind,
                                      const std::string& id) {
    SqlStatement row(connection, "SELECT source FROM row_source WHERE kind = ? AND id = ? ORDER BY position");
    if (const Done ok = row.bind(kind).bind(id).run(); !ok)
        return ok.error();
    std::vector<Source> sources;
    while (row.next())
        sources.push_back(optionalSource(tables, row.optionalInteger(0)).value_or(Source{}));
    return sources;
}

template <class Row>
Result<std::vector<Row>> withSources(Result<std::vector<Row>> rows, const SqlConnection& connection,
                                     const PartTables& tables, std::string_view kind) {
    if (!rows)
        return rows;
    for (Row& row : *rows) {
        Result<std::vector<Source>> sources = sourcesOf(connection, tables, kind, row.id);
        if (!sources)
            return sources.error();
        row.sources = std::move(*sources);
    }
    return rows;
}

constexpr std::string_view kAliasMark = " | ";

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(kAliasMark, start), text.size());
        words.push_back(text.substr(start, end - start));
        start = end + kAliasMark.size();
    }
    return words;
}

PartSummary summaryAt(const SqlStatement& row) {
    return {row.integer(0),    row.text(1), row.integer(2), wordAt(row, 3, PartCategory::Other),
            row.text(4),       row.text(5), row.text(6),    row.integer(7) != 0,
            split(row.text(8))};
}

std::optional<Power> powerAt(const SqlStatement& row, int column) {
    const auto watt = row.optionalNumber(column);
    return watt ? std::optional(Power(*watt)) : std::nullopt;
}

std::optional<TimeSpan> timeAt(const SqlStatement& row, int column) {
    const auto seconds = row.optionalNumber(column);
    return seconds ? std::optional(TimeSpan(*seconds)) : std::nullopt;
}

} // namespace

Result<std::vector<PartSummary>> partSummaries(const SqlConnection& connection) {
    return allRows<PartSummary>(
        connection,
        "SELECT part.key, id, revision, category, vendor, model, part.description, is_planning, "
        "part_text.aliases FROM part JOIN part_text ON part_text.rowid = part.key "
        "ORDER BY part.key",
        summaryAt);
}

Result<std::vector<PartSummary>> matchingParts(const SqlConnection& connection, const std::string& expression) {
    SqlStatement row(connection,
                     "SELECT part.key, part.id, revision, category, vendor, model, part.description, is_planning, "
                     "part_text.aliases FROM part_text JOIN part ON part.key = part_text.rowid WHERE part_text MATCH ? "
                     "ORDER BY bm25(part_text, 8.0, 10.0, 3.0, 0.2), part.key");
    if (const Done ok = row.bind(expression).run(); !ok)
        return ok.error();
    std::vector<PartSummary> parts;
    while (row.next())
        parts.push_back(summaryAt(row));
    return parts;
}

Result<std::vector<Norm>> readNorms(const SqlConnection& connection, const PartTables& tables) {
    return allRows<Norm>(
        connection,
        "SELECT id, subject, low, typical, high, grade, source, unit, comparison, threshold_class, note "
        "FROM norm ORDER BY position",
        [&](const SqlStatement& row) {
            return Norm{row.text(0), row.text(1), quantityAt<double>(row, 2, tables), row.text(7), row.text(8),
                        row.text(9), row.text(10)};
        });
}

Result<std::vector<CatalogCoolingMethod>> readMethods(const SqlConnection& connection, const PartTables& tables) {
    return withSources(allRows<CatalogCoolingMethod>(
                           connection,
                           "SELECT id, name, low_w, high_w, qualifier, fan_low_w, fan_high_w, capex, opex, complexity, "
                           "rank, grade, note FROM cooling_method ORDER BY position",
                           [](const SqlStatement& row) {
                               CatalogCoolingMethod method;
                               method.id = row.text(0);
                               method.name = row.text(1);
                               method.low = powerAt(row, 2);
                               method.high = powerAt(row, 3);
                               method.qualifier = row.text(4);
                               method.fanPowerLow = powerAt(row, 5);
                               method.fanPowerHigh = powerAt(row, 6);
                               method.capex = row.text(7);
                               method.opex = row.text(8);
                               method.complexity = row.text(9);
                               if (const auto rank = row.optionalInteger(10))
                                   method.rank = static_cast<int>(*rank);
                               method.grade = gradeOr(row.text(11));
                               method.note = row.text(12);
                               return method;
                           }),
                       connection, tables, "method");
}

Result<std::vector<LinkTechnology>> readLinkTechnologies(const SqlConnection& connection, const PartTables& tables) {
    return withSources(
        allRows<LinkTechnology>(connection,
                                "SELECT id, name, low_b_s, typical_b_s, high_b_s, grade, source, basis, latency_low_s, "
                                "latency_high_s, qualifier, topology, use_case, note FROM link_technology "
                                "ORDER BY position",
                                [&](const SqlStatement& row) {
                                    LinkTechnology link;
                                    link.id = row.text(0);
                                    link.name = row.text(1);
                                    link.speed = quantityAt<DataRate>(row, 2, tables);
                                    link.basis = row.text(7);
                                    link.latencyLow = timeAt(row, 8);
                                    link.latencyHigh = timeAt(row, 9);
                                    link.qualifier = row.text(10);
                                    link.topology = row.text(11);
                                    link.useCase = row.text(12);
                                    link.note = row.text(13);
                                    return link;
                                }),
        connection, tables, "link");
}

Result<std::vector<WaterClass>> readWaterClasses(const SqlConnection& connection, const PartTables& tables) {
    return withSources(
        allRows<WaterClass>(connection,
                            "SELECT id, publisher, supply_max_k, grade, note FROM water_class ORDER BY position",
                            [](const SqlStatement& row) {
                                return WaterClass{row.text(0),          row.text(1), Temperature::kelvin(row.number(2)),
                                                  gradeOr(row.text(3)), {},          row.text(4)};
                            }),
        connection, tables, "water");
}

Result<std::vector<PipeSize>> readPipeSizes(const SqlConnection& connection, const PartTables& tables) {
    return withSources(
        allRows<PipeSize>(connection,
                          "SELECT id, name, capacity_w, rise_k, fluid, condition, grade, note FROM pipe_size "
                          "ORDER BY position",
                          [](const SqlStatement& row) {
                              return PipeSize{
                                  row.text(0), row.text(1), Power(row.number(2)), TemperatureDifference(row.number(3)),
                                  row.text(4), row.text(5), gradeOr(row.text(6)), {},
                                  row.text(7)};
                          }),
        connection, tables, "pipe");
}

Result<std::vector<CatalogCostLine>> readCostLines(const SqlConnection& connection, const PartTables& tables) {
    return withSources(
        allRows<CatalogCostLine>(
            connection,
            "SELECT id, category, description, unit_basis, currency, low_nano, typical_nano, high_nano, "
            "rate_grade, rate_source, low_share, typical_share, high_share, share_grade, share_source, "
            "percent_basis, labour_s, term_years, lead_time_s, grade, note FROM cost_line ORDER BY position",
            [&](const SqlStatement& row) {
                CatalogCostLine line;
                line.id = row.text(0);
                line.category = row.text(1);
                line.description = row.text(2);
                line.unitBasis = row.text(3);
                line.rate = rateAt(row, 5, tables, currencyAt(row, 4));
                line.share = quantityAt<double>(row, 10, tables);
                line.percentBasis = row.text(15);
                line.labourPerUnit = timeAt(row, 16);
                line.termYears = row.optionalNumber(17);
                line.leadTime = timeAt(row, 18);
                line.grade = gradeOr(row.text(19));
                line.note = row.text(20);
                return line;
            }),
        connection, tables, "cost");
}

Result<std::vector<CloudPrice>> readCloudPrices(const SqlConnection& connection, const PartTables& tables) {
    return allRows<CloudPrice>(
        connection,
        "SELECT part, tier, currency, low_nano, typical_nano, high_nano, grade, source, qualifier, "
        "basis, provider, date, period FROM cloud_price ORDER BY position",
        [&](const SqlStatement& row) {
            return CloudPrice{row.text(0),  row.text(1), rateAt(row, 3, tables, currencyAt(row, 2)),
                              row.text(8),  row.text(9), row.text(10),
                              row.text(11), row.text(12)};
        });
}

Result<std::vector<AliasGroup>> readAliases(const SqlConnection& connection) {
    SqlStatement row(connection, "SELECT alias_group, phrase FROM search_alias ORDER BY alias_group, position");
    if (const Done ok = row.run(); !ok)
        return ok.error();
    std::vector<AliasGroup> groups;
    while (row.next()) {
        if (groups.empty() || groups.back().id != row.text(0))
            groups.push_back({row.text(0), {}});
        groups.back().phrases.push_back(row.text(1));
    }
    return groups;
}

Result<std::vector<AttributeKey>> readAttributeKeys(const SqlConnection& connection) {
    return allRows<AttributeKey>(
        connection, "SELECT key, kind, unit, title FROM attribute_key ORDER BY key", [](const SqlStatement& row) {
            return AttributeKey{row.text(0), row.text(1) == "text" ? AttributeKind::Text : AttributeKind::Number,
                                row.text(2), row.text(3)};
        });
}

Result<std::vector<LoadRow>> readLoadReport(const SqlConnection& connection) {
    return allRows<LoadRow>(
        connection,
        "SELECT file, origin, kind, target, known_values, recalled, estimates, assertions FROM load_row "
        "ORDER BY file, origin",
        [](const SqlStatement& row) {
            return LoadRow{row.text(0),    row.text(1),    row.text(2),    row.text(3),
                           row.integer(4), row.integer(5), row.integer(6), row.integer(7)};
        });
}

Result<std::vector<ExplainedViolation>> readExplainedViolations(const SqlConnection& connection) {
    return allRows<ExplainedViolation>(connection,
                                       "SELECT check_id, subject, reason FROM explained_violation ORDER BY position",
                                       [](const SqlStatement& row) {
                                           return ExplainedViolation{row.text(0), row.text(1), row.text(2)};
                                       });
}

} // namespace rackwright
