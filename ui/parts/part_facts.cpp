// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/part_facts.h"

#include "catalog/load/table_unit.h"
#include "model/parts/hedge.h"
#include "model/units/units.h"
#include "solvers/cost/cloud_prices.h"
#include "ui/text/derivation_text.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <set>

namespace rackwright {

namespace {

template <class Q, class Number>
Value scaled(const Fact<Q>& fact, Number number) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(number(*fact.low()), number(*fact.typical()), number(*fact.high()), fact.grade);
}

double inItsUnit(double si, const std::string& symbol) {
    const Unit* unit = tableUnit(symbol);
    return unit ? unit->fromSi(si) : si;
}

class RowMaker {
public:
    RowMaker(const Part& part, const Texts& texts) : m_part(part), m_texts(texts) {}

    template <class Q>
    FactRow& add(FactSection section, std::string key, QString title, const Fact<Q>& fact, QString value,
                 QString note) {
        FactRow row{
            section, std::move(key), std::move(title), std::move(value), fact.isUnknown(), {}, {}, std::move(note), {},
            {}};
        row.kind = row.key;
        if (!fact.isUnknown())
            row.grade = toText(m_texts.grade(fact.grade));
        else
            row.value = toText(m_texts.figure(Value::unknown(), {}));
        if (fact.source)
            row.source = toText(sourceText(*fact.source));
        for (const Assertion& other : m_part.assertions)
            if (other.key == row.key)
                row.others.push_back(&other);
        return m_rows.emplace_back(std::move(row));
    }

    QString figure(const Value& value, std::string_view unit, double factor) const {
        return toText(m_texts.figure(value, unit, factor, {.significantDigits = 4}));
    }
    QString hedgedFigure(const Value& value, std::string_view unit, const std::string& note) const {
        return toText(hedged(note, m_texts.figure(value, unit, 1, {.significantDigits = 4})));
    }
    /// What stands in the part's own row, without a source of its own.
    void word(const char* key, const QString& value) {
        FactRow& row = m_rows.emplace_back();
        row.section = FactSection::Identity;
        row.key = row.kind = key;
        row.title = text("part.field." + std::string(key));
        row.value = value;
        for (const Assertion& other : m_part.assertions)
            if (other.key == row.key)
                row.others.push_back(&other);
    }
    QString text(const std::string& id) const { return toText(m_texts.text(id)); }
    std::vector<FactRow> take() { return std::move(m_rows); }

private:
    const Part& m_part;
    const Texts& m_texts;
    std::vector<FactRow> m_rows;
};

void addIdentity(RowMaker& rows, const Part& part) {
    rows.word("id", toText(part.id) + QStringLiteral(" · %1").arg(part.revision));
    rows.word("category", rows.text("part.category." + std::string(enumName(part.category))));
    rows.word("vendor", toText(part.vendor));
    if (!part.partNumber.empty())
        rows.word("part-number",
                  toText(part.partNumber) + (part.partNumberConfidence == PartNumberConfidence::Confirmed
                                                 ? QString()
                                                 : QStringLiteral(" · ") + rows.text("part.number.estimate")));
    rows.word("lifecycle", rows.text("part.lifecycle." + std::string(enumName(part.lifecycle))));
    rows.word("procurement", rows.text("part.procurement." + std::string(enumName(part.procurement))));
    rows.word("mounting", rows.text("part.mounting." + std::string(enumName(part.mounting))));
    rows.word("heat-path", rows.text("part.heat." + std::string(enumName(part.heatPath))));
    rows.word("air", rows.text("part.air." + std::string(enumName(part.airflow))));
}

// The number of a row for those who compare.
template <class Q, class Number>
void setNumber(FactRow& row, const Fact<Q>& fact, Number number, std::string unit) {
    if (const auto typical = fact.typical())
        row.number = number(*typical);
    row.unit = std::move(unit);
}

void addAttributes(RowMaker& rows, const Part& part, const std::vector<AttributeKey>& keys) {
    for (const Attribute& attribute : part.attributes) {
        const auto key = std::ranges::find(keys, attribute.key, &AttributeKey::key);
        const bool isKnownKey = key != keys.end();
        const QString title = toText(isKnownKey && !key->title.empty() ? key->title : attribute.key);
        const std::string unit = isKnownKey ? key->unit : std::string();
        if (!attribute.text.isUnknown())
            rows.add(FactSection::Properties, attribute.key, title, attribute.text, toText(*attribute.text.typical()),
                     toText(attribute.note));
        else
            setNumber(
                rows.add(FactSection::Properties, attribute.key, title, attribute.number,
                         rows.hedgedFigure(scaled(attribute.number, [&unit](double si) { return inItsUnit(si, unit); }),
                                           unit, attribute.note),
                         toText(std::string(withoutHedge(attribute.note)))),
                attribute.number, [&unit](double si) { return inItsUnit(si, unit); }, unit);
    }
}

void addCompute(RowMaker& rows, const Part& part) {
    for (const ComputeRate& rate : part.rates) {
        const QString precision = toText(std::string(enumName(rate.precision))).toUpper();
        const QString title = rows.text(rate.sparsity == Sparsity::Dense ? "part.rate.dense" : "part.rate.sparse");
        const auto teraflops = [](OperationRate r) { return r.in(unit::teraflops); };
        FactRow& row = rows.add(FactSection::Compute, "rate." + std::string(enumName(rate.precision)),
                                precision + QLatin1Char(' ') + title, rate.rate,
                                rows.figure(scaled(rate.rate, teraflops), "TFLOPS", 1),
                                rows.text("part.rate." + std::string(enumName(rate.unitClass))));
        row.kind = row.key + "." + std::string(enumName(rate.unitClass)) + "." + std::string(enumName(rate.sparsity));
        setNumber(row, rate.rate, teraflops, "TFLOPS");
    }
}

void addPower(RowMaker& rows, const Part& part) {
    const auto watts = [](Power power) { return power.in(unit::kilowatt); };
    for (const PowerMode& mode : part.powerModes) {
        const std::string kind(enumName(mode.kind));
        setNumber(rows.add(FactSection::Electrical, "power." + kind, rows.text("part.power." + kind), mode.power,
                           rows.figure(scaled(mode.power, watts), "kW", 1), toText(mode.condition)),
                  mode.power, watts, "kW");
    }
    for (const PowerInput& input : part.powerInputs) {
        QString note = toText(input.inlet);
        if (input.required)
            note += QStringLiteral("  %1 + %2").arg(*input.required).arg(input.count - *input.required);
        rows.add(FactSection::Electrical, "supply",
                 QStringLiteral("%1 × ").arg(input.count) + rows.text("part.power.supply"), input.rating,
                 rows.figure(scaled(input.rating, watts), "kW", 1), note.trimmed())
            .detail = QStringLiteral("%1 ×").arg(input.count);
    }
}

void addCooling(RowMaker& rows, const Part& part) {
    for (const LiquidPoint& point : part.liquidPoints) {
        QString title = rows.text("part.cooling.flow");
        if (const auto inlet = point.inletCelsius.typical())
            title += QStringLiteral(" %1 °C").arg(*inlet);
        rows.add(FactSection::Cooling, "liquid-flow", title, point.flow,
                 rows.figure(scaled(point.flow, [](VolumeFlow f) { return f.in(unit::litrePerMinute); }), "L/min", 1),
                 toText(point.condition));
    }
}

void addPorts(RowMaker& rows, const Part& part) {
    for (const PortGroup& group : part.portGroups) {
        const std::string role(enumName(group.role));
        QString note = toText(group.connector);
        if (group.maximumSplit > 1)
            note += QStringLiteral("  1:%1").arg(group.maximumSplit);
        rows.add(FactSection::Ports, "ports." + role,
                 QStringLiteral("%1 × ").arg(group.count) + rows.text("part.port." + role), group.speed,
                 rows.figure(scaled(group.speed, [](DataRate r) { return r.in(unit::gigabitPerSecond); }), "Gb/s", 1),
                 note)
            .detail = QStringLiteral("%1 ×").arg(group.count);
    }
}

void addPrices(RowMaker& rows, const Part& part) {
    for (const Price& price : part.prices) {
        QStringList title{toText(price.basis.empty() ? "each" : price.basis)};
        if (!price.region.empty())
            title << toText(price.region);
        if (!price.date.empty())
            title << toText(price.date);
        const auto units = [](PriceRate r) { return r.inUnits(); };
        FactRow& row = rows.add(FactSection::Prices, "price", title.join(QStringLiteral(", ")), price.rate,
                                rows.hedgedFigure(scaled(price.rate, units), price.currency.code(), price.note),
                                toText(std::string(withoutHedge(price.note))));
        row.kind = "price." + price.basis + "." + std::string(price.currency.code());
        row.detail = toText(price.date);
        setNumber(row, price.rate, units, std::string(price.currency.code()));
    }
}

/// What clouds take for an hour of it.
void addCloudPrices(RowMaker& rows, const Part& part) {
    for (const CloudPriceRow& row : cloudPriceRows()) {
        if (row.part != part.id)
            continue;
        Fact<double> fact = row.high > row.low
                                ? Fact<double>::range(row.low, (row.low + row.high) / 2, row.high, Grade::ThirdParty)
                                : Fact<double>::known(row.low, Grade::ThirdParty);
        fact.source = Source{row.provider, row.title, row.date, {}};
        const std::string tier(enumName(row.tier));
        rows.add(FactSection::Prices, "cloud." + tier, rows.text("part.cloud." + tier), fact,
                 toText(cloudPriceText(&row)) + QStringLiteral(" USD/h"), {});
    }
}

} // namespace

Value valueOfFact(const Fact<double>& fact) {
    return scaled(fact, [](double number) { return number; });
}

std::vector<FactRow> factRows(const Part& part, const std::vector<AttributeKey>& keys, const Texts& texts) {
    RowMaker rows(part, texts);
    addIdentity(rows, part);
    addAttributes(rows, part, keys);
    addCompute(rows, part);
    addPower(rows, part);
    addCooling(rows, part);
    addPorts(rows, part);
    addPrices(rows, part);
    addCloudPrices(rows, part);
    return rows.take();
}

QString disagreement(const FactRow& row, const Texts& texts) {
    if (row.others.empty())
        return {};
    std::set<std::string> sources;
    for (const Assertion* other : row.others)
        sources.insert(sourceText(other->source));
    sources.insert(row.source.toStdString());
    return toText(texts.sentence(Message("part.disagree").with("count", sources.size())));
}

} // namespace rackwright
