// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/part_text.h"

#include "app/figure_text.h"
#include "app/text_table.h"
#include "model/parts/hedge.h"
#include "model/parts/part_title.h"
#include "ui/text/derivation_text.h"

#include <algorithm>

namespace rackwright {

namespace {

/// One fact of a part on its way to text or JSON, in the unit in which people read it.
struct PartFact {
    std::string name;
    Value value;
    std::string unit;
    std::string words; ///< instead of a number
    std::optional<Source> source;
    std::string note;
};

Value valueOf(const Fact<double>& fact) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(*fact.low(), *fact.typical(), *fact.high(), fact.grade);
}

template <class D>
Value valueOf(const Fact<Quantity<D>>& fact, const Quantity<D>& unit) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(fact.low()->in(unit), fact.typical()->in(unit), fact.high()->in(unit), fact.grade);
}

Value valueOf(const Fact<PriceRate>& fact) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(fact.low()->inUnits(), fact.typical()->inUnits(), fact.high()->inUnits(), fact.grade);
}

void addAttributes(std::vector<PartFact>& facts, const Part& part, const std::vector<AttributeKey>& keys) {
    for (const Attribute& attribute : part.attributes) {
        const auto key = std::ranges::find(keys, attribute.key, &AttributeKey::key);
        const std::string unit = key == keys.end() ? std::string() : key->unit;
        if (!attribute.text.isUnknown())
            facts.push_back({attribute.key,
                             Value::unknown(attribute.text.grade),
                             {},
                             *attribute.text.typical(),
                             attribute.text.source,
                             attribute.note});
        else
            facts.push_back({attribute.key,
                             inUnit(valueOf(attribute.number), unit),
                             unit,
                             {},
                             attribute.number.source,
                             attribute.note});
    }
}

void addRates(std::vector<PartFact>& facts, const Part& part) {
    for (const ComputeRate& rate : part.rates) {
        const std::string name = "rate " + std::string(enumName(rate.precision)) + " " +
                                 std::string(enumName(rate.unitClass)) + " " + std::string(enumName(rate.sparsity));
        facts.push_back({name, valueOf(rate.rate, unit::teraflops), "TFLOPS", {}, rate.rate.source, {}});
    }
}

void addPower(std::vector<PartFact>& facts, const Part& part) {
    for (const PowerMode& mode : part.powerModes)
        facts.push_back({"power " + std::string(enumName(mode.kind)),
                         valueOf(mode.power, unit::kilowatt),
                         "kW",
                         {},
                         mode.power.source,
                         mode.condition});
    for (const PowerInput& input : part.powerInputs)
        facts.push_back({"supply " + std::to_string(input.count) + " x",
                         valueOf(input.rating, unit::watt),
                         "W",
                         {},
                         input.rating.source,
                         input.inlet});
}

void addPorts(std::vector<PartFact>& facts, const Part& part) {
    for (const PortGroup& group : part.portGroups)
        facts.push_back({"ports " + std::to_string(group.count) + " x " + std::string(enumName(group.role)),
                         valueOf(group.speed, unit::gigabitPerSecond),
                         "Gb/s",
                         {},
                         group.speed.source,
                         group.connector});
}

void addPrices(std::vector<PartFact>& facts, const Part& part) {
    for (const Price& price : part.prices)
        facts.push_back({"price " + price.basis + (price.date.empty() ? "" : " " + price.date),
                         valueOf(price.rate),
                         price.currency.code(),
                         {},
                         price.rate.source,
                         price.note});
}

std::vector<PartFact> factsOf(const Part& part, const std::vector<AttributeKey>& keys) {
    std::vector<PartFact> facts;
    addAttributes(facts, part, keys);
    addRates(facts, part);
    addPower(facts, part);
    addPorts(facts, part);
    addPrices(facts, part);
    return facts;
}

} // namespace

std::string partText(const Part& part, const std::vector<AttributeKey>& keys, const Texts& texts) {
    std::string out = part.id + "  " + partTitle(part) + '\n';
    if (!part.description.empty())
        out += part.description + '\n';
    out += std::string(enumName(part.category)) + ", " + std::string(enumName(part.lifecycle)) + ", " +
           std::string(enumName(part.mounting)) + ", " + std::string(enumName(part.heatPath)) + '\n';
    if (part.isPlanningClass)
        out += texts.text("catalog.planning-class") + '\n';
    out += '\n';
    TextTable table({Align::Left, Align::Right, Align::Left, Align::Left, Align::Left}, 2);
    for (const PartFact& fact : factsOf(part, keys))
        table.add({fact.name,
                   fact.words.empty()
                       ? hedged(fact.note, texts.figure(fact.value, fact.unit, 1, {.significantDigits = 6}))
                       : fact.words,
                   fact.words.empty() && fact.value.isUnknown() ? "" : texts.grade(fact.value.grade()),
                   fact.source ? sourceText(*fact.source) : "", std::string(withoutHedge(fact.note))});
    out += table.text();
    TextTable others({Align::Left, Align::Left, Align::Left}, 2);
    for (const Assertion& assertion : part.assertions)
        others.add({assertion.key, assertion.value, sourceText(assertion.source)});
    if (!others.isEmpty())
        out += '\n' + texts.text("catalog.other-values") + '\n' + others.text();
    return out;
}

void writePart(JsonWriter& json, const Part& part, const std::vector<AttributeKey>& keys) {
    json.beginObject()
        .member("id", part.id)
        .member("revision", part.revision)
        .member("category", enumName(part.category))
        .member("vendor", part.vendor)
        .member("model", part.model)
        .member("description", part.description)
        .member("partNumber", part.partNumber)
        .member("lifecycle", enumName(part.lifecycle))
        .member("mounting", enumName(part.mounting))
        .member("heatPath", enumName(part.heatPath))
        .member("planningClass", part.isPlanningClass);
    json.key("facts").beginArray();
    for (const PartFact& fact : factsOf(part, keys)) {
        json.beginObject().member("name", fact.name);
        if (!fact.words.empty()) {
            json.member("text", fact.words);
        } else if (fact.value.isUnknown()) {
            json.key("value").null().member("unit", fact.unit);
        } else {
            json.member("value", fact.value.typical())
                .member("low", fact.value.low())
                .member("high", fact.value.high())
                .member("unit", fact.unit);
        }
        json.member("grade", gradeName(fact.value.grade()))
            .member("source", fact.source ? sourceText(*fact.source) : std::string())
            .member("hedge", hedgeOf(fact.note))
            .member("note", fact.note)
            .endObject();
    }
    json.endArray().key("otherValues").beginArray();
    for (const Assertion& assertion : part.assertions)
        json.beginObject()
            .member("name", assertion.key)
            .member("value", assertion.value)
            .member("source", sourceText(assertion.source))
            .endObject();
    json.endArray().endObject();
}

} // namespace rackwright
