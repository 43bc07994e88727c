// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of parts: their schema and how a part is written into them. part_reader.cpp reads them.
#include "catalog/store/fact_columns.h"
#include "model/parts/port_list.h"

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

constexpr const char* kInsertSource = "INSERT INTO source(publisher, title, date, page) VALUES(?, ?, ?, ?)";
constexpr const char* kFindSource =
    "SELECT key FROM source WHERE publisher = ? AND title = ? AND date = ? AND page = ?";

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " | ") + word;
    return text;
}

std::int64_t position(std::size_t index) { return static_cast<std::int64_t>(index); }

Done writeSources(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& source = writer.statement("INSERT INTO part_source(part, position, source) VALUES(?,?,?)");
    for (std::size_t i = 0; i < part.sources.size(); ++i) {
        const Result<std::int64_t> sourceId = writer.sourceKey(part.sources[i]);
        if (!sourceId)
            return sourceId.error();
        if (const Done ok = source.bind(key).bind(position(i)).bind(*sourceId).run(); !ok)
            return ok;
    }
    return done();
}

Done writeAttributes(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& attribute =
        writer.statement("INSERT INTO attribute(part, position, name, low, typical, high, grade, source, "
                         "words, words_grade, words_source, note) VALUES(?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.attributes.size(); ++i) {
        const Attribute& row = part.attributes[i];
        attribute.bind(key).bind(position(i)).bind(row.key);
        if (const Done ok = bindFact(attribute, writer, row.number); !ok)
            return ok;
        const auto words = row.text.typical();
        attribute.bind(words ? QVariant(QString::fromStdString(*words)) : QVariant(QMetaType(QMetaType::QString)));
        attribute.bind(gradeName(row.text.grade));
        const Result<std::optional<std::int64_t>> wordsSource = optionalSourceKey(writer, row.text.source);
        if (!wordsSource)
            return wordsSource.error();
        if (const Done ok = attribute.bind(*wordsSource).bind(row.note).run(); !ok)
            return ok;
    }
    return done();
}

Done writeRates(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& rate =
        writer.statement("INSERT INTO compute_rate(part, position, precision, unit_class, sparsity, low_flops, "
                         "typical_flops, high_flops, grade, source) VALUES(?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.rates.size(); ++i) {
        const ComputeRate& row = part.rates[i];
        rate.bind(key).bind(position(i)).bind(enumName(row.precision)).bind(enumName(row.unitClass));
        rate.bind(enumName(row.sparsity));
        if (const Done ok = bindFact(rate, writer, row.rate); !ok)
            return ok;
        if (const Done ok = rate.run(); !ok)
            return ok;
    }
    return done();
}

Done writePowerModes(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& mode =
        writer.statement("INSERT INTO power_mode(part, position, mode, low_w, typical_w, high_w, grade, source, "
                         "condition) VALUES(?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.powerModes.size(); ++i) {
        const PowerMode& row = part.powerModes[i];
        mode.bind(key).bind(position(i)).bind(enumName(row.kind));
        if (const Done ok = bindFact(mode, writer, row.power); !ok)
            return ok;
        if (const Done ok = mode.bind(row.condition).run(); !ok)
            return ok;
    }
    return done();
}

Done writePowerInputs(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& input = writer.statement(
        "INSERT INTO power_input(part, position, count, required, inlet, phases, rating_low_w, rating_w, "
        "rating_high_w, rating_grade, rating_source, lowest_low_v, lowest_v, lowest_high_v, lowest_grade, "
        "lowest_source, highest_low_v, highest_v, highest_high_v, highest_grade, highest_source) "
        "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.powerInputs.size(); ++i) {
        const PowerInput& row = part.powerInputs[i];
        input.bind(key).bind(position(i)).bind(row.count).bind(row.required).bind(row.inlet).bind(row.phases);
        if (const Done ok = bindFact(input, writer, row.rating); !ok)
            return ok;
        if (const Done ok = bindFact(input, writer, row.voltageLow); !ok)
            return ok;
        if (const Done ok = bindFact(input, writer, row.voltageHigh); !ok)
            return ok;
        if (const Done ok = input.run(); !ok)
            return ok;
    }
    return done();
}

Done writeLiquidPoints(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& point =
        writer.statement("INSERT INTO liquid_point(part, position, inlet_low_c, inlet_c, inlet_high_c, "
                         "inlet_grade, inlet_source, flow_low_m3_s, flow_m3_s, flow_high_m3_s, flow_grade, "
                         "flow_source, drop_low_pa, drop_pa, drop_high_pa, drop_grade, drop_source, condition) "
                         "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.liquidPoints.size(); ++i) {
        const LiquidPoint& row = part.liquidPoints[i];
        point.bind(key).bind(position(i));
        if (const Done ok = bindFact(point, writer, row.inletCelsius); !ok)
            return ok;
        if (const Done ok = bindFact(point, writer, row.flow); !ok)
            return ok;
        if (const Done ok = bindFact(point, writer, row.pressureDrop); !ok)
            return ok;
        if (const Done ok = point.bind(row.condition).run(); !ok)
            return ok;
    }
    return done();
}

Done writePortGroups(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& group =
        writer.statement("INSERT INTO port_group(part, position, role, count, connector, ports_per_cage, "
                         "protocol, maximum_split, name_pattern, speed_low_b_s, speed_b_s, speed_high_b_s, "
                         "grade, source) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.portGroups.size(); ++i) {
        const PortGroup& row = part.portGroups[i];
        group.bind(key).bind(position(i)).bind(enumName(row.role)).bind(row.count).bind(row.connector);
        group.bind(row.portsPerCage).bind(enumName(row.protocol)).bind(row.maximumSplit).bind(row.namePattern);
        if (const Done ok = bindFact(group, writer, row.speed); !ok)
            return ok;
        if (const Done ok = group.run(); !ok)
            return ok;
    }
    return done();
}

Done writePorts(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& port =
        writer.statement("INSERT INTO port(part, number, name, port_group, cage, in_cage) VALUES(?,?,?,?,?,?)");
    for (const Port& row : portList(part)) {
        port.bind(key).bind(row.number).bind(row.name).bind(position(row.group)).bind(row.cage);
        if (const Done ok = port.bind(row.inCage).run(); !ok)
            return ok;
    }
    return done();
}

Done writePrices(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& price =
        writer.statement("INSERT INTO price(part, position, currency, low_nano, typical_nano, high_nano, grade, "
                         "source, basis, region, date, valid_until, note) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.prices.size(); ++i) {
        const Price& row = part.prices[i];
        price.bind(key).bind(position(i)).bind(row.currency.code());
        if (const Done ok = bindFact(price, writer, row.rate); !ok)
            return ok;
        price.bind(row.basis).bind(row.region).bind(row.date).bind(row.validUntil);
        if (const Done ok = price.bind(row.note).run(); !ok)
            return ok;
    }
    return done();
}

Done writeAssertions(PartWriter& writer, std::int64_t key, const Part& part) {
    SqlStatement& assertion = writer.statement(
        "INSERT INTO assertion(part, position, name, value, grade, source, note) VALUES(?,?,?,?,?,?,?)");
    for (std::size_t i = 0; i < part.assertions.size(); ++i) {
        const Assertion& row = part.assertions[i];
        const Result<std::int64_t> sourceId = writer.sourceKey(row.source);
        if (!sourceId)
            return sourceId.error();
        assertion.bind(key).bind(position(i)).bind(row.key).bind(row.value).bind(gradeName(row.grade));
        if (const Done ok = assertion.bind(*sourceId).bind(row.note).run(); !ok)
            return ok;
    }
    return done();
}

} // namespace

Done createPartTables(const SqlConnection& connection) { return connection.execute(kPartTables); }

PartWriter::PartWriter(const SqlConnection& connection) : m_connection(connection) {}

SqlStatement& PartWriter::statement(const char* sql) {
    return m_statements.try_emplace(sql, m_connection, sql).first->second;
}

Result<std::int64_t> PartWriter::sourceKey(const Source& source) {
    if (const auto it = m_sources.find(source); it != m_sources.end())
        return it->second;
    SqlStatement& find = statement(kFindSource);
    if (const Done found = find.bind(source.publisher).bind(source.title).bind(source.date).bind(source.page).run();
        !found)
        return found.error();
    if (find.next()) {
        const std::int64_t key = find.integer(0);
        find.finish();
        return m_sources[source] = key;
    }
    SqlStatement& insert = statement(kInsertSource);
    if (const Done written = insert.bind(source.publisher).bind(source.title).bind(source.date).bind(source.page).run();
        !written)
        return written.error();
    return m_sources[source] = insert.insertedKey();
}

Result<std::int64_t> PartWriter::write(const PartListing& listing) {
    const Part& part = listing.part;
    SqlStatement& insert =
        statement("INSERT INTO part(id, revision, category, vendor, model, description, part_number, "
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

    SqlStatement& alias = statement("INSERT INTO part_alias(part, position, phrase) VALUES(?,?,?)");
    for (std::size_t i = 0; i < listing.aliases.size(); ++i)
        if (const Done written = alias.bind(key).bind(static_cast<std::int64_t>(i)).bind(listing.aliases[i]).run();
            !written)
            return written.error();
    SqlStatement& text =
        statement("INSERT INTO part_text(rowid, names, aliases, description, notes) VALUES(?,?,?,?,?)");
    text.bind(key).bind(part.id + " | " + part.vendor + " " + part.model + " | " + part.partNumber);
    text.bind(joined(listing.aliases)).bind(part.description).bind(part.notes);
    if (const Done written = text.run(); !written)
        return written.error();
    if (const Done written = writeRows(key, part); !written)
        return written.error();
    return key;
}

Done PartWriter::writeRows(std::int64_t key, const Part& part) {
    for (const auto write : {writeSources, writeAttributes, writeRates, writePowerModes, writePowerInputs,
                             writeLiquidPoints, writePortGroups, writePorts, writePrices, writeAssertions})
        if (const Done ok = write(*this, key, part); !ok)
            return ok;
    return done();
}

} // namespace rackwright
