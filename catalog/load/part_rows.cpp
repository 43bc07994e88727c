// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/load/part_rows.h"

#include "catalog/load/port_rules.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

namespace {

bool isShown(const ReviewedRow& row) {
    const std::string& state = row.text("state");
    if (state != "kept" && state != "shown")
        row.problem("state", Message("catalog.cell.unknown-word")
                                 .with("text", std::string_view(state))
                                 .with("words", ArgumentValue(WordList{{"kept", "shown"}})));
    return state == "shown";
}

void addAssertion(ContentBuilder& builder, CatalogPart& part, const ReviewedRow& row, std::string key,
                  const std::string& unit) {
    std::string value = row.text("qualifier") + row.text("value");
    if (row.isEmpty("value"))
        value = row.text("low") + " to " + row.text("high");
    if (!unit.empty())
        value += " " + unit;
    part.part.assertions.push_back(
        {std::move(key), std::move(value), builder.sourceOf(row).value_or(Source{}), row.grade(), row.text("note")});
    builder.countAssertion(part);
}

/// low, value and high of a row in SI.
Fact<double> siFact(ContentBuilder& builder, const ReviewedRow& row, const Unit& unit) {
    const auto si = [&](std::string_view column) -> std::optional<double> {
        const std::optional<double> value = row.number(column);
        return value ? std::optional(unit.toSi(*value)) : std::nullopt;
    };
    const auto low = si("low"), typical = si("value"), high = si("high");
    const auto middle = low && high ? std::optional((*low + *high) / 2) : std::nullopt;
    return tableFact<double>(low, typical, high, middle, row.grade(), builder.sourceOf(row));
}

std::string noteOf(const ReviewedRow& row) {
    const std::string& qualifier = row.text("qualifier");
    if (qualifier.empty())
        return row.text("note");
    return row.isEmpty("note") ? qualifier : qualifier + " " + row.text("note");
}

template <class Q>
Fact<Q> typed(const Fact<double>& si) {
    Fact<Q> fact{Unknown{}, si.grade, si.source};
    if (const auto* known = std::get_if<Known<double>>(&si.state))
        fact.state = Known<Q>{Q(known->value)};
    if (const auto* range = std::get_if<Range<double>>(&si.state))
        fact.state = Range<Q>{Q(range->low), Q(range->typical), Q(range->high)};
    return fact;
}

template <class Q>
Fact<Q> cellFact(const ReviewedRow& row, std::string_view column, double si, const std::optional<Source>& source) {
    const std::optional<double> value = row.number(column);
    if (!value)
        return Fact<Q>::unknown();
    return Fact<Q>::known(Q(*value * si), row.grade(), source);
}

} // namespace

void readPart(ContentBuilder& builder, const ReviewedRow& row, const std::string& family) {
    CatalogPart entry;
    Part& part = entry.part;
    part.id = row.required("id");
    part.revision = row.count("revision").value_or(1);
    part.category = row.word("category", PartCategory::Other);
    part.vendor = row.required("vendor");
    part.model = row.required("model");
    part.description = row.required("description");
    part.partNumber = row.text("part_number");
    part.partNumberConfidence = row.word("part_number_confidence", PartNumberConfidence::Unknown);
    part.lifecycle = row.word("lifecycle", Lifecycle::Unknown);
    part.procurement = row.word("procurement", Procurement::Unknown);
    part.mounting = row.word("mounting", Mounting::None);
    part.heatPath = row.word("heat_path", HeatPath::Unknown);
    part.airflow = row.word("airflow", Airflow::Unknown);
    part.isPlanningClass = row.text("planning") == "yes";
    part.notes = row.text("notes");
    part.sources = builder.sourcesOf(row);
    entry.family = family;
    entry.aliases = row.list("aliases");
    entry.origins = row.list("origins");
    entry.place = row.place("id");
    builder.addPart(row, std::move(entry));
}

void readFact(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    if (!part)
        return;
    const std::string& key = row.required("key");
    const auto known = std::ranges::find(builder.content.attributeKeys, key, &AttributeKey::key);
    if (known == builder.content.attributeKeys.end()) {
        row.problem("key", Message("catalog.attribute.unknown").with("text", std::string_view(key)));
        return;
    }
    if (isShown(row)) {
        addAssertion(builder, *part, row, key, row.text("unit"));
        return;
    }
    Attribute attribute;
    attribute.key = key;
    attribute.note = noteOf(row);
    if (known->kind == AttributeKind::Text) {
        attribute.text = Fact<std::string>::known(row.required("value"), row.grade(), builder.sourceOf(row));
    } else {
        const Unit* unit = row.unit("unit");
        const Unit* expected = tableUnit(known->unit);
        if (!unit || !expected)
            return;
        if (unit->dimension != expected->dimension || unit->isAbsolute() != expected->isAbsolute())
            row.problem("unit", Message("catalog.cell.wrong-unit")
                                    .with("text", std::string_view(row.text("unit")))
                                    .with("unit", std::string_view(known->unit)));
        attribute.number = siFact(builder, row, *unit);
    }
    if (!part->places.emplace(key, row.place("value")).second)
        row.problem("key", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
    builder.countValue(*part, row.grade());
    part->part.attributes.push_back(std::move(attribute));
}

void readRate(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    const Unit* unit = row.unit("unit");
    if (!part || !unit)
        return;
    ComputeRate rate;
    rate.precision = row.word("precision", Precision::Bf16);
    rate.unitClass = row.word("unit_class", UnitClass::Matrix);
    rate.sparsity = row.word("sparsity", Sparsity::Dense);
    const std::string key = "rate." + row.text("precision") + "." + row.text("unit_class") + "." + row.text("sparsity");
    if (isShown(row)) {
        addAssertion(builder, *part, row, key, row.text("unit"));
        return;
    }
    const std::optional<double> value = row.number("value");
    if (!value)
        row.problem("value", Message("catalog.cell.empty"));
    rate.rate =
        Fact<OperationRate>::known(OperationRate(unit->toSi(value.value_or(0))), row.grade(), builder.sourceOf(row));
    if (!part->places.emplace(key, row.place("value")).second)
        row.problem("precision", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
    builder.countValue(*part, row.grade());
    part->part.rates.push_back(std::move(rate));
}

void readPowerMode(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    const Unit* unit = row.unit("unit");
    if (!part || !unit)
        return;
    PowerMode mode;
    mode.kind = row.word("mode", PowerModeKind::Maximum);
    mode.condition = row.text("condition");
    const std::string key = "power." + row.text("mode");
    if (isShown(row)) {
        addAssertion(builder, *part, row, key, row.text("unit"));
        return;
    }
    mode.power = typed<Power>(siFact(builder, row, *unit));
    if (!part->places.emplace(key, row.place("value")).second)
        row.problem("mode", Message("catalog.attribute.kept-twice").with("text", std::string_view(key)));
    builder.countValue(*part, row.grade());
    part->part.powerModes.push_back(std::move(mode));
}

void readPowerInput(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    if (!part)
        return;
    const std::optional<Source> source = builder.sourceOf(row);
    PowerInput input;
    input.count = row.count("count").value_or(0);
    input.required = row.count("required");
    input.rating = cellFact<Power>(row, "rating", 1, source);
    input.inlet = row.text("inlet");
    input.voltageLow = cellFact<Voltage>(row, "voltage_low", 1, source);
    input.voltageHigh = cellFact<Voltage>(row, "voltage_high", 1, source);
    input.phases = row.count("phases").value_or(1);
    part->places.emplace("power-input." + std::to_string(part->part.powerInputs.size()), row.place("rating"));
    builder.countValue(*part, row.grade());
    part->part.powerInputs.push_back(std::move(input));
}

void readLiquidPoint(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    if (!part)
        return;
    const std::optional<Source> source = builder.sourceOf(row);
    LiquidPoint point;
    point.inletCelsius = cellFact<double>(row, "inlet_c", 1, source);
    point.flow = cellFact<VolumeFlow>(row, "flow_l_per_min", unit::litrePerMinute.si(), source);
    point.pressureDrop = cellFact<Pressure>(row, "pressure_drop_kpa", 1000, source);
    point.condition = row.text("condition");
    part->places.emplace("liquid." + std::to_string(part->part.liquidPoints.size()), row.place("flow_l_per_min"));
    builder.countValue(*part, row.grade());
    part->part.liquidPoints.push_back(std::move(point));
}

void readPorts(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    const Unit* unit = row.unit("unit");
    if (!part || !unit)
        return;
    PortGroup group;
    group.role = row.word("role", PortRole::Data);
    group.count = row.count("count").value_or(0);
    group.speed = cellFact<DataRate>(row, "speed", unit->toSi(1), builder.sourceOf(row));
    group.connector = row.text("connector");
    group.portsPerCage = row.count("ports_per_cage").value_or(1);
    group.protocol = row.word("protocol", FabricProtocol::Ethernet);
    group.maximumSplit = row.count("maximum_split").value_or(1);
    group.namePattern = row.text("name_pattern");
    group.namePattern = portNamePattern(part->part.category, group);
    part->places.emplace("ports." + row.text("role"), row.place("count"));
    builder.countValue(*part, row.grade());
    part->part.portGroups.push_back(std::move(group));
}

void readPrice(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    if (!part)
        return;
    Price price;
    price.currency = currencyOf(row);
    price.rate = builder.rateFact(row, price.currency, "low", "typical", "high");
    price.basis = row.required("basis");
    price.region = row.text("region");
    price.date = row.text("date");
    price.validUntil = row.text("valid_until");
    price.note = noteOf(row);
    if (isShown(row)) {
        const auto typical = price.rate.typical();
        std::string words = typical ? shortestDigits(typical->inUnits()) : std::string();
        words = row.text("qualifier") + words + " " + price.currency.code() + ", " + price.basis;
        part->part.assertions.push_back(
            {"price", std::move(words), builder.sourceOf(row).value_or(Source{}), row.grade(), row.text("note")});
        builder.countAssertion(*part);
        return;
    }
    if (const std::int64_t count = row.count("quantity").value_or(1); count > 1)
        part->assemblies.push_back({count, price.rate});
    part->places.emplace("price." + std::to_string(part->part.prices.size()), row.place("typical"));
    builder.countValue(*part, row.grade());
    part->part.prices.push_back(std::move(price));
}

void readCloudPrice(ContentBuilder& builder, const ReviewedRow& row) {
    CatalogPart* part = builder.partOf(row);
    if (!part)
        return;
    const Currency currency = currencyOf(row);
    CloudPrice price;
    price.partId = part->part.id;
    price.tier = row.required("tier");
    price.rate = builder.rateFact(row, currency, "low", "low", "high");
    if (const auto* range = std::get_if<Range<PriceRate>>(&price.rate.state)) {
        if (range->low == range->high)
            price.rate.state = Known<PriceRate>{range->low};
        else
            price.rate.state = Range<PriceRate>{
                range->low,
                PriceRate(range->low.nanoUnits() + (range->high.nanoUnits() - range->low.nanoUnits()) / 2, currency),
                range->high};
    }
    price.qualifier = row.text("qualifier");
    price.basis = row.required("basis");
    price.provider = row.text("provider");
    price.date = row.text("date");
    price.period = row.text("period");
    builder.countValue(*part, row.grade());
    builder.content.cloudPrices.push_back(std::move(price));
}

} // namespace rackwright
