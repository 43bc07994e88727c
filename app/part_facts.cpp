// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/part_facts.h"

#include "app/figure_text.h"
#include "model/units/number_text.h"
#include "solvers/engine/fact_value.h"

#include <algorithm>

namespace rackwright {

namespace {

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

// "C20, 4 must work, 200 to 240 V"
std::string supplyNote(const PowerInput& input) {
    std::string note = input.inlet;
    const auto add = [&note](const std::string& words) { note += (note.empty() ? "" : ", ") + words; };
    if (input.required)
        add(std::to_string(*input.required) + " must work");
    const auto low = input.voltageLow.typical(), high = input.voltageHigh.typical();
    if (low && high)
        add(shortestDigits(low->si()) + (*low == *high ? "" : " to " + shortestDigits(high->si())) + " V");
    return note;
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
                         supplyNote(input),
                         "supply",
                         std::to_string(input.count) + " x"});
}

void addLiquid(std::vector<PartFact>& facts, const Part& part) {
    for (const LiquidPoint& point : part.liquidPoints) {
        const auto inlet = point.inletCelsius.typical();
        const std::string at = inlet ? " at " + shortestDigits(*inlet) + " C" : std::string();
        facts.push_back(
            {"flow" + at, valueOf(point.flow, unit::litrePerMinute), "L/min", {}, point.flow.source, point.condition});
        if (!point.pressureDrop.isUnknown())
            facts.push_back({"pressure drop" + at,
                             valueOf(point.pressureDrop, unit::kilopascal),
                             "kPa",
                             {},
                             point.pressureDrop.source,
                             point.condition});
    }
}

void addPorts(std::vector<PartFact>& facts, const Part& part) {
    for (const PortGroup& group : part.portGroups)
        facts.push_back(
            {"ports " + std::to_string(group.count) + " x " + std::string(enumName(group.role)),
             valueOf(group.speed, unit::gigabitPerSecond),
             "Gb/s",
             {},
             group.speed.source,
             group.connector + (group.connector.empty() ? "" : ", ") + std::string(enumName(group.protocol)),
             "ports " + std::string(enumName(group.role)),
             std::to_string(group.count) + " x"});
}

void addPrices(std::vector<PartFact>& facts, const Part& part) {
    for (const Price& price : part.prices)
        facts.push_back({"price " + price.basis + (price.date.empty() ? "" : " " + price.date),
                         valueOf(price.rate),
                         price.currency.code(),
                         {},
                         price.rate.source,
                         price.note,
                         "price " + price.basis,
                         price.date});
}

} // namespace

std::vector<PartFact> factsOf(const Part& part, const std::vector<AttributeKey>& keys) {
    std::vector<PartFact> facts;
    addAttributes(facts, part, keys);
    addRates(facts, part);
    addPower(facts, part);
    addLiquid(facts, part);
    addPorts(facts, part);
    addPrices(facts, part);
    return facts;
}

} // namespace rackwright
