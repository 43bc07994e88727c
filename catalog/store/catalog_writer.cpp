// SPDX-License-Identifier: GPL-3.0-or-later
// The schema of the catalogue database and how a whole catalogue is written into it. catalog_sql.cpp reads it.
#include "catalog/store/catalog_sql.h"
#include "catalog/store/fact_columns.h"

#include <algorithm>

namespace rackwright {

namespace {

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
        for (const CatalogCoolingMethod& row : content.methods) {
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

} // namespace rackwright
