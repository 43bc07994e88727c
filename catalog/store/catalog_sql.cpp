// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/store/catalog_sql.h"

#include "catalog/store/fact_columns.h"
#include "model/parts/port_list.h"

#include <algorithm>

namespace rackwright {

namespace {

// A fact takes five columns: low, typical, high (all null: unknown; typical alone: known), grade and source.
constexpr const char* kPartTables = R"sql(
CREATE TABLE source(
    key INTEGER PRIMARY KEY, publisher TEXT NOT NULL, title TEXT NOT NULL, date TEXT NOT NULL, page TEXT NOT NULL,
    UNIQUE(publisher, title, date, page));
CREATE TABLE part(
    key INTEGER PRIMARY KEY, id TEXT NOT NULL, revision INTEGER NOT NULL, category TEXT NOT NULL, vendor TEXT NOT NULL,
    model TEXT NOT NULL, description TEXT NOT NULL, part_number TEXT NOT NULL, part_number_confidence TEXT NOT NULL,
    lifecycle TEXT NOT NULL, procurement TEXT NOT NULL, mounting TEXT NOT NULL, heat_path TEXT NOT NULL,
    airflow TEXT NOT NULL, is_planning INTEGER NOT NULL, notes TEXT NOT NULL, family TEXT NOT NULL,
    UNIQUE(id, revision));
CREATE TABLE part_alias(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, phrase TEXT NOT NULL,
    PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE part_source(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source(key), PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE attribute(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, name TEXT NOT NULL,
    low REAL, typical REAL, high REAL, grade TEXT, source INTEGER REFERENCES source(key),
    words TEXT, words_grade TEXT, words_source INTEGER REFERENCES source(key), note TEXT NOT NULL,
    PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE compute_rate(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL,
    precision TEXT NOT NULL, unit_class TEXT NOT NULL, sparsity TEXT NOT NULL, low_flops REAL, typical_flops REAL,
    high_flops REAL, grade TEXT, source INTEGER REFERENCES source(key), PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE power_mode(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, mode TEXT NOT NULL,
    low_w REAL, typical_w REAL, high_w REAL, grade TEXT, source INTEGER REFERENCES source(key),
    condition TEXT NOT NULL, PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE power_input(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL,
    count INTEGER NOT NULL, required INTEGER, inlet TEXT NOT NULL, phases INTEGER NOT NULL,
    rating_low_w REAL, rating_w REAL, rating_high_w REAL, rating_grade TEXT,
    rating_source INTEGER REFERENCES source(key),
    lowest_low_v REAL, lowest_v REAL, lowest_high_v REAL, lowest_grade TEXT,
    lowest_source INTEGER REFERENCES source(key),
    highest_low_v REAL, highest_v REAL, highest_high_v REAL, highest_grade TEXT,
    highest_source INTEGER REFERENCES source(key), PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE liquid_point(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL,
    inlet_low_c REAL, inlet_c REAL, inlet_high_c REAL, inlet_grade TEXT, inlet_source INTEGER REFERENCES source(key),
    flow_low_m3_s REAL, flow_m3_s REAL, flow_high_m3_s REAL, flow_grade TEXT,
    flow_source INTEGER REFERENCES source(key),
    drop_low_pa REAL, drop_pa REAL, drop_high_pa REAL, drop_grade TEXT, drop_source INTEGER REFERENCES source(key),
    condition TEXT NOT NULL, PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE port_group(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, role TEXT NOT NULL,
    count INTEGER NOT NULL, connector TEXT NOT NULL, ports_per_cage INTEGER NOT NULL, protocol TEXT NOT NULL,
    maximum_split INTEGER NOT NULL, name_pattern TEXT NOT NULL, speed_low_b_s REAL, speed_b_s REAL,
    speed_high_b_s REAL, grade TEXT, source INTEGER REFERENCES source(key), PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE port(part INTEGER NOT NULL REFERENCES part(key), number INTEGER NOT NULL, name TEXT NOT NULL,
    port_group INTEGER NOT NULL, cage INTEGER NOT NULL, in_cage INTEGER NOT NULL,
    PRIMARY KEY(part, number)) WITHOUT ROWID;
CREATE TABLE price(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, currency TEXT NOT NULL,
    low_nano INTEGER, typical_nano INTEGER, high_nano INTEGER, grade TEXT, source INTEGER REFERENCES source(key),
    basis TEXT NOT NULL, region TEXT NOT NULL, date TEXT NOT NULL, valid_until TEXT NOT NULL, note TEXT NOT NULL,
    PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE TABLE assertion(part INTEGER NOT NULL REFERENCES part(key), position INTEGER NOT NULL, name TEXT NOT NULL,
    value TEXT NOT NULL, grade TEXT NOT NULL, source INTEGER REFERENCES source(key), note TEXT NOT NULL,
    PRIMARY KEY(part, position)) WITHOUT ROWID;
CREATE VIRTUAL TABLE part_text USING fts5(names, aliases, description, notes,
    tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
)sql";

constexpr const char* kCatalogTables = R"sql(
CREATE TABLE attribute_key(key TEXT PRIMARY KEY, kind TEXT NOT NULL, unit TEXT NOT NULL, title TEXT NOT NULL)
    WITHOUT ROWID;
CREATE TABLE search_alias(alias_group TEXT NOT NULL, position INTEGER NOT NULL, phrase TEXT NOT NULL,
    PRIMARY KEY(alias_group, position)) WITHOUT ROWID;
CREATE TABLE cloud_price(position INTEGER PRIMARY KEY, part TEXT NOT NULL, tier TEXT NOT NULL, currency TEXT NOT NULL,
    low_nano INTEGER, typical_nano INTEGER, high_nano INTEGER, grade TEXT, source INTEGER REFERENCES source(key),
    qualifier TEXT NOT NULL, basis TEXT NOT NULL, provider TEXT NOT NULL, date TEXT NOT NULL, period TEXT NOT NULL);
CREATE TABLE norm(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, low REAL, typical REAL,
    high REAL, grade TEXT, source INTEGER REFERENCES source(key), unit TEXT NOT NULL, comparison TEXT NOT NULL,
    threshold_class TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE cooling_method(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, low_w REAL,
    high_w REAL, qualifier TEXT NOT NULL, fan_low_w REAL, fan_high_w REAL, capex TEXT NOT NULL, opex TEXT NOT NULL,
    complexity TEXT NOT NULL, rank INTEGER, grade TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE link_technology(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, low_b_s REAL,
    typical_b_s REAL, high_b_s REAL, grade TEXT, source INTEGER REFERENCES source(key), basis TEXT NOT NULL,
    latency_low_s REAL, latency_high_s REAL, qualifier TEXT NOT NULL, topology TEXT NOT NULL, use_case TEXT NOT NULL,
    note TEXT NOT NULL);
CREATE TABLE water_class(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, publisher TEXT NOT NULL,
    supply_max_k REAL NOT NULL, grade TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE pipe_size(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    capacity_w REAL NOT NULL, rise_k REAL NOT NULL, fluid TEXT NOT NULL, condition TEXT NOT NULL, grade TEXT NOT NULL,
    note TEXT NOT NULL);
CREATE TABLE cost_line(position INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, category TEXT NOT NULL,
    description TEXT NOT NULL, unit_basis TEXT NOT NULL, currency TEXT NOT NULL, low_nano INTEGER,
    typical_nano INTEGER, high_nano INTEGER, rate_grade TEXT, rate_source INTEGER REFERENCES source(key),
    low_share REAL, typical_share REAL, high_share REAL, share_grade TEXT,
    share_source INTEGER REFERENCES source(key), percent_basis TEXT NOT NULL, labour_s REAL, term_years REAL,
    lead_time_s REAL, grade TEXT NOT NULL, note TEXT NOT NULL);
CREATE TABLE row_source(kind TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL,
    source INTEGER NOT NULL REFERENCES source(key), PRIMARY KEY(kind, id, position)) WITHOUT ROWID;
CREATE TABLE load_row(file TEXT NOT NULL, origin TEXT NOT NULL, kind TEXT NOT NULL, target TEXT NOT NULL,
    known_values INTEGER NOT NULL, recalled INTEGER NOT NULL, estimates INTEGER NOT NULL, assertions INTEGER NOT NULL,
    PRIMARY KEY(file, origin)) WITHOUT ROWID;
CREATE TABLE explained_violation(position INTEGER PRIMARY KEY, check_id TEXT NOT NULL, subject TEXT NOT NULL,
    reason TEXT NOT NULL);
)sql";

constexpr const char* kInsertSource = "INSERT INTO source(publisher, title, date, page) VALUES(?, ?, ?, ?)";
constexpr const char* kFindSource =
    "SELECT key FROM source WHERE publisher = ? AND title = ? AND date = ? AND page = ?";
constexpr const char* kAllSources = "SELECT key, publisher, title, date, page FROM source";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " | ") + word;
    return text;
}

} // namespace

Done createPartTables(const SqlConnection& connection) { return connection.execute(kPartTables); }

PartWriter::PartWriter(const SqlConnection& connection) : m_connection(connection) {}

Result<std::int64_t> PartWriter::sourceKey(const Source& source) {
    if (const auto it = m_sources.find(source); it != m_sources.end())
        return it->second;
    SqlStatement find(m_connection, kFindSource);
    if (const Done found = find.bind(source.publisher).bind(source.title).bind(source.date).bind(source.page).run();
        !found)
        return found.error();
    if (find.next())
        return m_sources[source] = find.integer(0);
    SqlStatement insert(m_connection, kInsertSource);
    if (const Done written = insert.bind(source.publisher).bind(source.title).bind(source.date).bind(source.page).run();
        !written)
        return written.error();
    return m_sources[source] = insert.insertedKey();
}

Result<std::int64_t> PartWriter::write(const PartListing& listing) {
    const Part& part = listing.part;
    SqlStatement insert(m_connection,
                        "INSERT INTO part(id, revision, category, vendor, model, description, part_number, "
                        "part_number_confidence, lifecycle, procurement, mounting, heat_path, airflow, "
                        "is_planning, notes, family) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    insert.bind(part.id).bind(part.revision).bind(enumName(part.category)).bind(part.vendor).bind(part.model);
    insert.bind(part.description).bind(part.partNumber).bind(enumName(part.partNumberConfidence));
    insert.bind(enumName(part.lifecycle)).bind(enumName(part.procurement)).bind(enumName(part.mounting));
    insert.bind(enumName(part.heatPath)).bind(enumName(part.airflow)).bind(std::int64_t{part.isPlanningClass});
    insert.bind(part.notes).bind(listing.family);
    if (const Done written = insert.run(); !written)
        return written.error();
    const std::int64_t key = insert.insertedKey();

    SqlStatement alias(m_connection, "INSERT INTO part_alias(part, position, phrase) VALUES(?,?,?)");
    for (std::size_t i = 0; i < listing.aliases.size(); ++i)
        if (const Done written = alias.bind(key).bind(static_cast<std::int64_t>(i)).bind(listing.aliases[i]).run();
            !written)
            return written.error();
    SqlStatement text(m_connection,
                      "INSERT INTO part_text(rowid, names, aliases, description, notes) VALUES(?,?,?,?,?)");
    text.bind(key).bind(part.id + " | " + part.vendor + " " + part.model + " | " + part.partNumber);
    text.bind(joined(listing.aliases)).bind(part.description).bind(part.notes);
    if (const Done written = text.run(); !written)
        return written.error();
    if (const Done written = writeRows(key, part); !written)
        return written.error();
    return key;
}

Done PartWriter::writeRows(std::int64_t key, const Part& part) {
    const auto position = [](std::size_t i) { return static_cast<std::int64_t>(i); };
    Done ok = done();

    SqlStatement source(m_connection, "INSERT INTO part_source(part, position, source) VALUES(?,?,?)");
    for (std::size_t i = 0; i < part.sources.size(); ++i) {
        const Result<std::int64_t> sourceId = sourceKey(part.sources[i]);
        if (!sourceId)
            return sourceId.error();
        if (ok = source.bind(key).bind(position(i)).bind(*sourceId).run(); !ok)
            return ok;
    }

    SqlStatement attribute(m_connection,
                           "INSERT INTO attribute(part, position, name, low, typical, high, grade, source, "
                           "words, words_grade, words_source, note) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.attributes.size(); ++i) {
        const Attribute& row = part.attributes[i];
        attribute.bind(key).bind(position(i)).bind(row.key);
        if (ok = bindFact(attribute, *this, row.number); !ok)
            return ok;
        const auto words = row.text.typical();
        attribute.bind(words ? QVariant(QString::fromStdString(*words)) : QVariant(QMetaType(QMetaType::QString)));
        attribute.bind(gradeName(row.text.grade));
        const Result<std::optional<std::int64_t>> wordsSource = optionalSourceKey(*this, row.text.source);
        if (!wordsSource)
            return wordsSource.error();
        if (ok = attribute.bind(*wordsSource).bind(row.note).run(); !ok)
            return ok;
    }

    SqlStatement rate(m_connection,
                      "INSERT INTO compute_rate(part, position, precision, unit_class, sparsity, low_flops, "
                      "typical_flops, high_flops, grade, source) VALUES(?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.rates.size(); ++i) {
        const ComputeRate& row = part.rates[i];
        rate.bind(key).bind(position(i)).bind(enumName(row.precision)).bind(enumName(row.unitClass));
        rate.bind(enumName(row.sparsity));
        if (ok = bindFact(rate, *this, row.rate); !ok)
            return ok;
        if (ok = rate.run(); !ok)
            return ok;
    }

    SqlStatement mode(m_connection,
                      "INSERT INTO power_mode(part, position, mode, low_w, typical_w, high_w, grade, source, "
                      "condition) VALUES(?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.powerModes.size(); ++i) {
        const PowerMode& row = part.powerModes[i];
        mode.bind(key).bind(position(i)).bind(enumName(row.kind));
        if (ok = bindFact(mode, *this, row.power); !ok)
            return ok;
        if (ok = mode.bind(row.condition).run(); !ok)
            return ok;
    }

    SqlStatement input(
        m_connection,
        "INSERT INTO power_input(part, position, count, required, inlet, phases, rating_low_w, rating_w, "
        "rating_high_w, rating_grade, rating_source, lowest_low_v, lowest_v, lowest_high_v, lowest_grade, "
        "lowest_source, highest_low_v, highest_v, highest_high_v, highest_grade, highest_source) "
        "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.powerInputs.size(); ++i) {
        const PowerInput& row = part.powerInputs[i];
        input.bind(key).bind(position(i)).bind(row.count).bind(row.required).bind(row.inlet).bind(row.phases);
        if (ok = bindFact(input, *this, row.rating); !ok)
            return ok;
        if (ok = bindFact(input, *this, row.voltageLow); !ok)
            return ok;
        if (ok = bindFact(input, *this, row.voltageHigh); !ok)
            return ok;
        if (ok = input.run(); !ok)
            return ok;
    }

    SqlStatement point(m_connection,
                       "INSERT INTO liquid_point(part, position, inlet_low_c, inlet_c, inlet_high_c, "
                       "inlet_grade, inlet_source, flow_low_m3_s, flow_m3_s, flow_high_m3_s, flow_grade, "
                       "flow_source, drop_low_pa, drop_pa, drop_high_pa, drop_grade, drop_source, condition) "
                       "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.liquidPoints.size(); ++i) {
        const LiquidPoint& row = part.liquidPoints[i];
        point.bind(key).bind(position(i));
        if (ok = bindFact(point, *this, row.inletCelsius); !ok)
            return ok;
        if (ok = bindFact(point, *this, row.flow); !ok)
            return ok;
        if (ok = bindFact(point, *this, row.pressureDrop); !ok)
            return ok;
        if (ok = point.bind(row.condition).run(); !ok)
            return ok;
    }

    SqlStatement group(m_connection, "INSERT INTO port_group(part, position, role, count, connector, ports_per_cage, "
                                     "protocol, maximum_split, name_pattern, speed_low_b_s, speed_b_s, speed_high_b_s, "
                                     "grade, source) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.portGroups.size(); ++i) {
        const PortGroup& row = part.portGroups[i];
        group.bind(key).bind(position(i)).bind(enumName(row.role)).bind(row.count).bind(row.connector);
        group.bind(row.portsPerCage).bind(enumName(row.protocol)).bind(row.maximumSplit).bind(row.namePattern);
        if (ok = bindFact(group, *this, row.speed); !ok)
            return ok;
        if (ok = group.run(); !ok)
            return ok;
    }
    SqlStatement port(m_connection,
                      "INSERT INTO port(part, number, name, port_group, cage, in_cage) VALUES(?,?,?,?,?,?)");
    for (const Port& row : portList(part)) {
        port.bind(key).bind(row.number).bind(row.name).bind(position(row.group)).bind(row.cage);
        if (ok = port.bind(row.inCage).run(); !ok)
            return ok;
    }

    SqlStatement price(m_connection,
                       "INSERT INTO price(part, position, currency, low_nano, typical_nano, high_nano, grade, "
                       "source, basis, region, date, valid_until, note) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.prices.size(); ++i) {
        const Price& row = part.prices[i];
        price.bind(key).bind(position(i)).bind(row.currency.code());
        if (ok = bindFact(price, *this, row.rate); !ok)
            return ok;
        price.bind(row.basis).bind(row.region).bind(row.date).bind(row.validUntil);
        if (ok = price.bind(row.note).run(); !ok)
            return ok;
    }

    SqlStatement assertion(
        m_connection, "INSERT INTO assertion(part, position, name, value, grade, source, note) VALUES(?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.assertions.size(); ++i) {
        const Assertion& row = part.assertions[i];
        const Result<std::int64_t> sourceId = sourceKey(row.source);
        if (!sourceId)
            return sourceId.error();
        assertion.bind(key).bind(position(i)).bind(row.key).bind(row.value).bind(gradeName(row.grade));
        if (ok = assertion.bind(*sourceId).bind(row.note).run(); !ok)
            return ok;
    }
    return ok;
}

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

    const auto rows = [&](const char* sql, auto visit) -> Done {
        SqlStatement row(m_connection, sql);
        if (const Done ok = row.bind(key).run(); !ok)
            return ok;
        while (row.next())
            visit(row);
        return done();
    };
    Done ok = rows("SELECT phrase FROM part_alias WHERE part = ? ORDER BY position",
                   [&](const SqlStatement& row) { listing.aliases.push_back(row.text(0)); });
    if (ok)
        ok = rows("SELECT source FROM part_source WHERE part = ? ORDER BY position", [&](const SqlStatement& row) {
            part.sources.push_back(optionalSource(*this, row.optionalInteger(0)).value_or(Source{}));
        });
    if (ok)
        ok = rows("SELECT name, low, typical, high, grade, source, words, words_grade, words_source, note "
                  "FROM attribute WHERE part = ? ORDER BY position",
                  [&](const SqlStatement& row) {
                      Attribute attribute{row.text(0), quantityAt<double>(row, 1, *this), {}, row.text(9)};
                      attribute.text.grade = gradeOr(row.text(7));
                      attribute.text.source = optionalSource(*this, row.optionalInteger(8));
                      if (!row.isNull(6))
                          attribute.text.state = Known<std::string>{row.text(6)};
                      part.attributes.push_back(std::move(attribute));
                  });
    if (ok)
        ok = rows("SELECT precision, unit_class, sparsity, low_flops, typical_flops, high_flops, grade, source "
                  "FROM compute_rate WHERE part = ? ORDER BY position",
                  [&](const SqlStatement& row) {
                      part.rates.push_back({wordAt(row, 0, Precision::Bf16), wordAt(row, 1, UnitClass::Matrix),
                                            wordAt(row, 2, Sparsity::Dense), quantityAt<OperationRate>(row, 3, *this)});
                  });
    if (ok)
        ok = rows("SELECT mode, low_w, typical_w, high_w, grade, source, condition FROM power_mode WHERE part = ? "
                  "ORDER BY position",
                  [&](const SqlStatement& row) {
                      part.powerModes.push_back(
                          {wordAt(row, 0, PowerModeKind::Maximum), quantityAt<Power>(row, 1, *this), row.text(6)});
                  });
    if (ok)
        ok = rows("SELECT count, required, inlet, phases, rating_low_w, rating_w, rating_high_w, rating_grade, "
                  "rating_source, lowest_low_v, lowest_v, lowest_high_v, lowest_grade, lowest_source, highest_low_v, "
                  "highest_v, highest_high_v, highest_grade, highest_source FROM power_input WHERE part = ? "
                  "ORDER BY position",
                  [&](const SqlStatement& row) {
                      part.powerInputs.push_back(
                          {row.integer(0), quantityAt<Power>(row, 4, *this), row.optionalInteger(1), row.text(2),
                           quantityAt<Voltage>(row, 9, *this), quantityAt<Voltage>(row, 14, *this), row.integer(3)});
                  });
    if (ok)
        ok = rows(
            "SELECT inlet_low_c, inlet_c, inlet_high_c, inlet_grade, inlet_source, flow_low_m3_s, flow_m3_s, "
            "flow_high_m3_s, flow_grade, flow_source, drop_low_pa, drop_pa, drop_high_pa, drop_grade, drop_source, "
            "condition FROM liquid_point WHERE part = ? ORDER BY position",
            [&](const SqlStatement& row) {
                part.liquidPoints.push_back({quantityAt<double>(row, 0, *this), quantityAt<VolumeFlow>(row, 5, *this),
                                             quantityAt<Pressure>(row, 10, *this), row.text(15)});
            });
    if (ok)
        ok =
            rows("SELECT role, count, connector, ports_per_cage, protocol, maximum_split, name_pattern, speed_low_b_s, "
                 "speed_b_s, speed_high_b_s, grade, source FROM port_group WHERE part = ? ORDER BY position",
                 [&](const SqlStatement& row) {
                     part.portGroups.push_back({wordAt(row, 0, PortRole::Data), row.integer(1),
                                                quantityAt<DataRate>(row, 7, *this), row.text(2), row.integer(3),
                                                wordAt(row, 4, FabricProtocol::Ethernet), row.integer(5), row.text(6)});
                 });
    if (ok)
        ok =
            rows("SELECT currency, low_nano, typical_nano, high_nano, grade, source, basis, region, date, valid_until, "
                 "note FROM price WHERE part = ? ORDER BY position",
                 [&](const SqlStatement& row) {
                     const Currency currency = currencyAt(row, 0);
                     part.prices.push_back({currency, rateAt(row, 1, *this, currency), row.text(6), row.text(7),
                                            row.text(8), row.text(9), row.text(10)});
                 });
    if (ok)
        ok = rows("SELECT name, value, grade, source, note FROM assertion WHERE part = ? ORDER BY position",
                  [&](const SqlStatement& row) {
                      part.assertions.push_back({row.text(0), row.text(1),
                                                 optionalSource(*this, row.optionalInteger(3)).value_or(Source{}),
                                                 gradeOr(row.text(2)), row.text(4)});
                  });
    if (!ok)
        return ok.error();
    return listing;
}

namespace {

class CatalogWriter {
public:
    explicit CatalogWriter(const SqlConnection& connection) : m_connection(connection), m_parts(connection) {}

    Done write(const CatalogContent& content, const Violations& violations) {
        Done ok = writeParts(content);
        if (ok)
            ok = writeWords(content);
        if (ok)
            ok = writeReferenceRows(content);
        if (ok)
            ok = writeReport(content, violations);
        return ok;
    }

private:
    Done writeParts(const CatalogContent& content) {
        for (const CatalogPart& entry : content.parts)
            if (const Result<std::int64_t> written = m_parts.write({entry.part, entry.family, entry.aliases}); !written)
                return written.error();
        SqlStatement row(m_connection,
                         "INSERT INTO cloud_price(part, tier, currency, low_nano, typical_nano, high_nano, "
                         "grade, source, qualifier, basis, provider, date, period) "
                         "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (const CloudPrice& price : content.cloudPrices) {
            const auto typical = price.rate.typical();
            row.bind(price.partId).bind(price.tier).bind((typical ? typical->currency() : Currency::usd()).code());
            if (const Done ok = bindFact(row, m_parts, price.rate); !ok)
                return ok;
            row.bind(price.qualifier).bind(price.basis).bind(price.provider).bind(price.date);
            if (const Done ok = row.bind(price.period).run(); !ok)
                return ok;
        }
        return done();
    }

    Done writeWords(const CatalogContent& content) {
        SqlStatement key(m_connection, "INSERT INTO attribute_key(key, kind, unit, title) VALUES(?,?,?,?)");
        for (const AttributeKey& row : content.attributeKeys) {
            key.bind(row.key).bind(row.kind == AttributeKind::Text ? "text" : "number").bind(row.unit);
            if (const Done ok = key.bind(row.title).run(); !ok)
                return ok;
        }
        SqlStatement alias(m_connection, "INSERT INTO search_alias(alias_group, position, phrase) VALUES(?,?,?)");
        for (const AliasGroup& group : content.aliases)
            for (std::size_t i = 0; i < group.phrases.size(); ++i)
                if (const Done ok =
                        alias.bind(group.id).bind(static_cast<std::int64_t>(i)).bind(group.phrases[i]).run();
                    !ok)
                    return ok;
        return done();
    }

    Done writeSources(std::string_view kind, const std::string& id, const std::vector<Source>& sources) {
        SqlStatement row(m_connection, "INSERT INTO row_source(kind, id, position, source) VALUES(?,?,?,?)");
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const Result<std::int64_t> key = m_parts.sourceKey(sources[i]);
            if (!key)
                return key.error();
            if (const Done ok = row.bind(kind).bind(id).bind(static_cast<std::int64_t>(i)).bind(*key).run(); !ok)
                return ok;
        }
        return done();
    }

    Done writeReferenceRows(const CatalogContent& content) {
        SqlStatement norm(m_connection,
                          "INSERT INTO norm(id, subject, low, typical, high, grade, source, unit, comparison, "
                          "threshold_class, note) VALUES(?,?,?,?,?,?,?,?,?,?,?)");
        for (const Norm& row : content.norms) {
            norm.bind(row.id).bind(row.subject);
            if (const Done ok = bindFact(norm, m_parts, row.value); !ok)
                return ok;
            norm.bind(row.unit).bind(row.comparison).bind(row.thresholdClass);
            if (const Done ok = norm.bind(row.note).run(); !ok)
                return ok;
        }
        const auto si = [](const auto& quantity) {
            return quantity ? std::optional<double>(quantity->si()) : std::nullopt;
        };
        SqlStatement method(m_connection, "INSERT INTO cooling_method(id, name, low_w, high_w, qualifier, fan_low_w, "
                                          "fan_high_w, capex, opex, complexity, rank, grade, note) "
                                          "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (const CoolingMethod& row : content.methods) {
            method.bind(row.id).bind(row.name).bind(si(row.low)).bind(si(row.high)).bind(row.qualifier);
            method.bind(si(row.fanPowerLow)).bind(si(row.fanPowerHigh)).bind(row.capex).bind(row.opex);
            method.bind(row.complexity).bind(row.rank ? std::optional<std::int64_t>(*row.rank) : std::nullopt);
            if (const Done ok = method.bind(gradeName(row.grade)).bind(row.note).run(); !ok)
                return ok;
            if (const Done ok = writeSources("method", row.id, row.sources); !ok)
                return ok;
        }
        SqlStatement link(m_connection,
                          "INSERT INTO link_technology(id, name, low_b_s, typical_b_s, high_b_s, grade, source, "
                          "basis, latency_low_s, latency_high_s, qualifier, topology, use_case, note) "
                          "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (const LinkTechnology& row : content.linkTechnologies) {
            link.bind(row.id).bind(row.name);
            if (const Done ok = bindFact(link, m_parts, row.speed); !ok)
                return ok;
            link.bind(row.basis).bind(si(row.latencyLow)).bind(si(row.latencyHigh)).bind(row.qualifier);
            if (const Done ok = link.bind(row.topology).bind(row.useCase).bind(row.note).run(); !ok)
                return ok;
            if (const Done ok = writeSources("link", row.id, row.sources); !ok)
                return ok;
        }
        SqlStatement water(m_connection,
                           "INSERT INTO water_class(id, publisher, supply_max_k, grade, note) VALUES(?,?,?,?,?)");
        for (const WaterClass& row : content.waterClasses) {
            water.bind(row.id).bind(row.publisher).bind(row.supplyMaximum.inKelvin()).bind(gradeName(row.grade));
            if (const Done ok = water.bind(row.note).run(); !ok)
                return ok;
            if (const Done ok = writeSources("water", row.id, row.sources); !ok)
                return ok;
        }
        SqlStatement pipe(m_connection,
                          "INSERT INTO pipe_size(id, name, capacity_w, rise_k, fluid, condition, grade, note) "
                          "VALUES(?,?,?,?,?,?,?,?)");
        for (const PipeSize& row : content.pipeSizes) {
            pipe.bind(row.id).bind(row.name).bind(row.capacity.si()).bind(row.temperatureRise.si()).bind(row.fluid);
            if (const Done ok = pipe.bind(row.condition).bind(gradeName(row.grade)).bind(row.note).run(); !ok)
                return ok;
            if (const Done ok = writeSources("pipe", row.id, row.sources); !ok)
                return ok;
        }
        SqlStatement line(
            m_connection,
            "INSERT INTO cost_line(id, category, description, unit_basis, currency, low_nano, typical_nano, "
            "high_nano, rate_grade, rate_source, low_share, typical_share, high_share, share_grade, "
            "share_source, percent_basis, labour_s, term_years, lead_time_s, grade, note) "
            "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
        for (const CatalogCostLine& row : content.costLines) {
            const auto typical = row.rate.typical();
            line.bind(row.id).bind(row.category).bind(row.description).bind(row.unitBasis);
            line.bind((typical ? typical->currency() : Currency::usd()).code());
            if (const Done ok = bindFact(line, m_parts, row.rate); !ok)
                return ok;
            if (const Done ok = bindFact(line, m_parts, row.share); !ok)
                return ok;
            line.bind(row.percentBasis).bind(si(row.labourPerUnit)).bind(row.termYears).bind(si(row.leadTime));
            if (const Done ok = line.bind(gradeName(row.grade)).bind(row.note).run(); !ok)
                return ok;
            if (const Done ok = writeSources("cost", row.id, row.sources); !ok)
                return ok;
        }
        return done();
    }

    Done writeReport(const CatalogContent& content, const Violations& violations) {
        SqlStatement load(m_connection, "INSERT INTO load_row(file, origin, kind, target, known_values, recalled, "
                                        "estimates, assertions) VALUES(?,?,?,?,?,?,?,?)");
        for (const LoadRow& row : content.loadRows) {
            load.bind(row.file).bind(row.row).bind(row.kind).bind(row.target).bind(row.values).bind(row.recalled);
            if (const Done ok = load.bind(row.estimates).bind(row.assertions).run(); !ok)
                return ok;
        }
        SqlStatement explained(m_connection,
                               "INSERT INTO explained_violation(check_id, subject, reason) VALUES(?,?,?)");
        for (const Explanation& row : content.explanations) {
            const auto isViolation = [&](const Violation& v) {
                return v.check == row.violation.check && v.subject == row.violation.subject;
            };
            if (std::ranges::none_of(violations, isViolation))
                continue;
            explained.bind(row.violation.check).bind(row.violation.subject);
            if (const Done ok = explained.bind(row.violation.reason).run(); !ok)
                return ok;
        }
        return done();
    }

    const SqlConnection& m_connection;
    PartWriter m_parts;
};

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

Done writeCatalog(const SqlConnection& connection, const CatalogContent& content, const Violations& violations) {
    const Result<std::unique_ptr<SqlTransaction>> transaction = SqlTransaction::begin(connection);
    if (!transaction)
        return transaction.error();
    Done ok = createPartTables(connection);
    if (ok)
        ok = connection.execute(kCatalogTables);
    if (ok)
        ok = CatalogWriter(connection).write(content, violations);
    if (ok)
        ok = connection.execute("PRAGMA application_id = 1381450561; PRAGMA user_version = 1");
    return ok ? (*transaction)->commit() : ok;
}

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

Result<std::vector<CoolingMethod>> readMethods(const SqlConnection& connection, const PartTables& tables) {
    return withSources(allRows<CoolingMethod>(
                           connection,
                           "SELECT id, name, low_w, high_w, qualifier, fan_low_w, fan_high_w, capex, opex, complexity, "
                           "rank, grade, note FROM cooling_method ORDER BY position",
                           [](const SqlStatement& row) {
                               CoolingMethod method;
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
