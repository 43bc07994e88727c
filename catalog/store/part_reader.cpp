// SPDX-License-Identifier: GPL-3.0-or-later
// Reads parts from the tables that part_writer.cpp makes.
#include "catalog/store/fact_columns.h"

namespace rackwright {

namespace {

constexpr const char* kAllSources = "SELECT key, publisher, title, date, page FROM source";

template <class Visit>
Done forEachRow(const SqlConnection& connection, std::int64_t key, const char* sql, Visit visit) {
    SqlStatement row(connection, sql);
    if (const Done ok = row.bind(key).run(); !ok)
        return ok;
    while (row.next())
        visit(row);
    return done();
}

Done readAliases(const SqlConnection& connection, const PartTables&, std::int64_t key, PartListing& listing) {
    return forEachRow(connection, key, "SELECT phrase FROM part_alias WHERE part = ? ORDER BY position",
                      [&](const SqlStatement& row) { listing.aliases.push_back(row.text(0)); });
}

Done readSources(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(connection, key, "SELECT source FROM part_source WHERE part = ? ORDER BY position",
                      [&](const SqlStatement& row) {
                          listing.part.sources.push_back(
                              optionalSource(tables, row.optionalInteger(0)).value_or(Source{}));
                      });
}

Done readAttributes(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(connection, key,
                      "SELECT name, low, typical, high, grade, source, words, words_grade, words_source, note "
                      "FROM attribute WHERE part = ? ORDER BY position",
                      [&](const SqlStatement& row) {
                          Attribute attribute{row.text(0), quantityAt<double>(row, 1, tables), {}, row.text(9)};
                          attribute.text.grade = gradeOr(row.text(7));
                          attribute.text.source = optionalSource(tables, row.optionalInteger(8));
                          if (!row.isNull(6))
                              attribute.text.state = Known<std::string>{row.text(6)};
                          listing.part.attributes.push_back(std::move(attribute));
                      });
}

Done readRates(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(connection, key,
                      "SELECT precision, unit_class, sparsity, low_flops, typical_flops, high_flops, grade, source "
                      "FROM compute_rate WHERE part = ? ORDER BY position",
                      [&](const SqlStatement& row) {
                          listing.part.rates.push_back(
                              {wordAt(row, 0, Precision::Bf16), wordAt(row, 1, UnitClass::Matrix),
                               wordAt(row, 2, Sparsity::Dense), quantityAt<OperationRate>(row, 3, tables)});
                      });
}

Done readPowerModes(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(connection, key,
                      "SELECT mode, low_w, typical_w, high_w, grade, source, condition FROM power_mode WHERE part = ? "
                      "ORDER BY position",
                      [&](const SqlStatement& row) {
                          listing.part.powerModes.push_back(
                              {wordAt(row, 0, PowerModeKind::Maximum), quantityAt<Power>(row, 1, tables), row.text(6)});
                      });
}

Done readPowerInputs(const SqlConnection& connection, const PartTables& tables, std::int64_t key,
                     PartListing& listing) {
    return forEachRow(
        connection, key,
        "SELECT count, required, inlet, phases, rating_low_w, rating_w, rating_high_w, rating_grade, "
        "rating_source, lowest_low_v, lowest_v, lowest_high_v, lowest_grade, lowest_source, highest_low_v, "
        "highest_v, highest_high_v, highest_grade, highest_source FROM power_input WHERE part = ? "
        "ORDER BY position",
        [&](const SqlStatement& row) {
            listing.part.powerInputs.push_back(
                {row.integer(0), quantityAt<Power>(row, 4, tables), row.optionalInteger(1), row.text(2),
                 quantityAt<Voltage>(row, 9, tables), quantityAt<Voltage>(row, 14, tables), row.integer(3)});
        });
}

Done readLiquidPoints(const SqlConnection& connection, const PartTables& tables, std::int64_t key,
                      PartListing& listing) {
    return forEachRow(
        connection, key,
        "SELECT inlet_low_c, inlet_c, inlet_high_c, inlet_grade, inlet_source, flow_low_m3_s, flow_m3_s, "
        "flow_high_m3_s, flow_grade, flow_source, drop_low_pa, drop_pa, drop_high_pa, drop_grade, drop_source, "
        "condition FROM liquid_point WHERE part = ? ORDER BY position",
        [&](const SqlStatement& row) {
            listing.part.liquidPoints.push_back({quantityAt<double>(row, 0, tables),
                                                 quantityAt<VolumeFlow>(row, 5, tables),
                                                 quantityAt<Pressure>(row, 10, tables), row.text(15)});
        });
}

Done readPortGroups(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(
        connection, key,
        "SELECT role, count, connector, ports_per_cage, protocol, maximum_split, name_pattern, speed_low_b_s, "
        "speed_b_s, speed_high_b_s, grade, source FROM port_group WHERE part = ? ORDER BY position",
        [&](const SqlStatement& row) {
            listing.part.portGroups.push_back({wordAt(row, 0, PortRole::Data), row.integer(1),
                                               quantityAt<DataRate>(row, 7, tables), row.text(2), row.integer(3),
                                               wordAt(row, 4, FabricProtocol::Ethernet), row.integer(5), row.text(6)});
        });
}

Done readPrices(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(
        connection, key,
        "SELECT currency, low_nano, typical_nano, high_nano, grade, source, basis, region, date, valid_until, "
        "note FROM price WHERE part = ? ORDER BY position",
        [&](const SqlStatement& row) {
            const Currency currency = currencyAt(row, 0);
            listing.part.prices.push_back({currency, rateAt(row, 1, tables, currency), row.text(6), row.text(7),
                                           row.text(8), row.text(9), row.text(10)});
        });
}

Done readAssertions(const SqlConnection& connection, const PartTables& tables, std::int64_t key, PartListing& listing) {
    return forEachRow(
        connection, key, "SELECT name, value, grade, source, note FROM assertion WHERE part = ? ORDER BY position",
        [&](const SqlStatement& row) {
            listing.part.assertions.push_back({row.text(0), row.text(1),
                                               optionalSource(tables, row.optionalInteger(3)).value_or(Source{}),
                                               gradeOr(row.text(2)), row.text(4)});
        });
}

} // namespace

Done PartTables::loadSources() {
    SqlStatement row(m_connection, kAllSources);
    if (const Done ok = row.run(); !ok)
        return ok;
    m_sources.clear();
    while (row.next())
        m_sources[row.integer(0)] = {row.text(1), row.text(2), row.text(3), row.text(4)};
    return done();
}

const Source* PartTables::source(std::optional<std::int64_t> key) const {
    const auto it = key ? m_sources.find(*key) : m_sources.end();
    return it == m_sources.end() ? nullptr : &it->second;
}

Result<PartListing> PartTables::read(std::int64_t key) const {
    PartListing listing;
    Part& part = listing.part;
    SqlStatement head(m_connection, "SELECT id, revision, category, vendor, model, description, part_number, "
                                    "part_number_confidence, lifecycle, procurement, mounting, heat_path, airflow, "
                                    "is_planning, notes, family FROM part WHERE key = ?");
    if (const Done ok = head.bind(key).run(); !ok)
        return ok.error();
    if (!head.next())
        return inputError(Message("catalog.part.unknown").with("text", std::string_view(std::to_string(key))));
    part.id = head.text(0);
    part.revision = head.integer(1);
    part.category = wordAt(head, 2, PartCategory::Other);
    part.vendor = head.text(3);
    part.model = head.text(4);
    part.description = head.text(5);
    part.partNumber = head.text(6);
    part.partNumberConfidence = wordAt(head, 7, PartNumberConfidence::Unknown);
    part.lifecycle = wordAt(head, 8, Lifecycle::Unknown);
    part.procurement = wordAt(head, 9, Procurement::Unknown);
    part.mounting = wordAt(head, 10, Mounting::None);
    part.heatPath = wordAt(head, 11, HeatPath::Unknown);
    part.airflow = wordAt(head, 12, Airflow::Unknown);
    part.isPlanningClass = head.integer(13) != 0;
    part.notes = head.text(14);
    listing.family = head.text(15);

    for (const auto readRows : {readAliases, readSources, readAttributes, readRates, readPowerModes, readPowerInputs,
                                readLiquidPoints, readPortGroups, readPrices, readAssertions})
        if (const Done ok = readRows(m_connection, *this, key, listing); !ok)
            return ok.error();
    return listing;
}

} // namespace rackwright
