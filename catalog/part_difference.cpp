// SPDX-License-Identifier: GPL-3.0-or-later
#include "catalog/part_difference.h"

#include "catalog/load/table_unit.h"
#include "model/units/number_text.h"

#include <algorithm>

namespace rackwright {

namespace {

struct Line {
    std::string key;
    std::string text;
};

double plain(double value) { return value; }
double plain(PriceRate rate) { return rate.inUnits(); }
template <class D>
double plain(const Quantity<D>& quantity) {
    return quantity.si();
}

std::string provenance(Grade grade, const std::optional<Source>& source) {
    std::string text = " (" + std::string(gradeName(grade));
    if (source)
        text += ", " + source->publisher + ", " + source->title + (source->date.empty() ? "" : ", " + source->date) +
                (source->page.empty() ? "" : ", " + source->page);
    return text + ")";
}

/// Shortest digits, so that no difference is lost in rounding.
template <class Q, class Print>
std::string factText(const Fact<Q>& fact, Print print) {
    if (const auto* known = std::get_if<Known<Q>>(&fact.state))
        return print(known->value) + provenance(fact.grade, fact.source);
    if (const auto* range = std::get_if<Range<Q>>(&fact.state))
        return print(range->low) + " / " + print(range->typical) + " / " + print(range->high) +
               provenance(fact.grade, fact.source);
    return "unknown" + provenance(fact.grade, fact.source);
}

auto printedIn(double unitSi, std::string unit) {
    return [unitSi, unit = std::move(unit)](const auto& value) {
        return shortestDigits(plain(value) / unitSi) + (unit.empty() ? "" : " " + unit);
    };
}

void addFields(std::vector<Line>& lines, const Part& part) {
    lines.push_back({"id", part.id});
    lines.push_back({"revision", std::to_string(part.revision)});
    lines.push_back({"category", std::string(enumName(part.category))});
    lines.push_back({"vendor", part.vendor});
    lines.push_back({"model", part.model});
    lines.push_back({"description", part.description});
    lines.push_back({"part-number", part.partNumber});
    lines.push_back({"part-number-confidence", std::string(enumName(part.partNumberConfidence))});
    lines.push_back({"lifecycle", std::string(enumName(part.lifecycle))});
    lines.push_back({"procurement", std::string(enumName(part.procurement))});
    lines.push_back({"mounting", std::string(enumName(part.mounting))});
    lines.push_back({"heat-path", std::string(enumName(part.heatPath))});
    lines.push_back({"airflow-direction-of-part", std::string(enumName(part.airflow))});
    lines.push_back({"planning-class", part.isPlanningClass ? "yes" : "no"});
    lines.push_back({"notes", part.notes});
}

std::string attributeLine(const Attribute& row, const std::vector<AttributeKey>& keys) {
    std::string text = row.text.isUnknown()
                           ? factText(row.number, [&](double si) { return attributeText(row.key, si, keys); })
                           : factText(row.text, [](const std::string& words) { return words; });
    return row.note.empty() ? text : text + "; " + row.note;
}

std::vector<Line> linesOf(const Part& part, const std::vector<AttributeKey>& keys) {
    std::vector<Line> lines;
    addFields(lines, part);
    for (const Attribute& row : part.attributes)
        lines.push_back({row.key, attributeLine(row, keys)});
    for (const ComputeRate& row : part.rates)
        lines.push_back({"rate." + std::string(enumName(row.precision)) + "." + std::string(enumName(row.unitClass)) +
                             "." + std::string(enumName(row.sparsity)),
                         factText(row.rate, printedIn(1e12, "TFLOP/s"))});
    for (const PowerMode& row : part.powerModes)
        lines.push_back({"power." + std::string(enumName(row.kind)),
                         factText(row.power, printedIn(1, "W")) + (row.condition.empty() ? "" : "; " + row.condition)});
    for (std::size_t i = 0; i < part.powerInputs.size(); ++i) {
        const PowerInput& row = part.powerInputs[i];
        lines.push_back({"power-input." + std::to_string(i),
                         std::to_string(row.count) + " x " + factText(row.rating, printedIn(1, "W")) + ", required " +
                             (row.required ? std::to_string(*row.required) : "unknown") + ", " + row.inlet + ", " +
                             factText(row.voltageLow, printedIn(1, "V")) + " to " +
                             factText(row.voltageHigh, printedIn(1, "V")) + ", phases " + std::to_string(row.phases)});
    }
    for (std::size_t i = 0; i < part.liquidPoints.size(); ++i) {
        const LiquidPoint& row = part.liquidPoints[i];
        lines.push_back({"liquid." + std::to_string(i),
                         factText(row.flow, printedIn(unit::litrePerMinute.si(), "L/min")) + " at " +
                             factText(row.inletCelsius, printedIn(1, "C")) + ", " +
                             factText(row.pressureDrop, printedIn(1000, "kPa")) + ", " + row.condition});
    }
    for (std::size_t i = 0; i < part.portGroups.size(); ++i) {
        const PortGroup& row = part.portGroups[i];
        lines.push_back({"ports." + std::to_string(i),
                         std::to_string(row.count) + " x " + factText(row.speed, printedIn(1.25e8, "Gb/s")) + " " +
                             std::string(enumName(row.role)) + ", " + row.connector + ", " +
                             std::to_string(row.portsPerCage) + " a cage, " + std::string(enumName(row.protocol)) +
                             ", split " + std::to_string(row.maximumSplit) + ", " + row.namePattern});
    }
    for (std::size_t i = 0; i < part.prices.size(); ++i) {
        const Price& row = part.prices[i];
        lines.push_back({"price." + std::to_string(i), factText(row.rate, printedIn(1, row.currency.code())) + ", " +
                                                           row.basis + ", " + row.region + ", " + row.date + ", " +
                                                           row.validUntil + ", " + row.note});
    }
    for (std::size_t i = 0; i < part.assertions.size(); ++i) {
        const Assertion& row = part.assertions[i];
        lines.push_back({"assertion." + std::to_string(i),
                         row.key + ": " + row.value + provenance(row.grade, row.source) + "; " + row.note});
    }
    for (std::size_t i = 0; i < part.sources.size(); ++i)
        lines.push_back({"source." + std::to_string(i), part.sources[i].publisher + ", " + part.sources[i].title +
                                                            ", " + part.sources[i].date + ", " + part.sources[i].page});
    return lines;
}

} // namespace

std::string attributeText(std::string_view key, double si, const std::vector<AttributeKey>& keys) {
    const auto it = std::ranges::find(keys, key, &AttributeKey::key);
    const Unit* unit = it == keys.end() ? nullptr : tableUnit(it->unit);
    if (!unit)
        return shortestDigits(si);
    const std::string digits = roundedDigits(unit->fromSi(si), 12);
    return unit->symbol.empty() ? digits : digits + " " + std::string(it->unit);
}

std::vector<PartDifference> partDifferences(const Part& before, const Part& after,
                                            const std::vector<AttributeKey>& keys) {
    if (before == after)
        return {};
    const std::vector<Line> older = linesOf(before, keys), newer = linesOf(after, keys);
    std::vector<PartDifference> differences;
    for (const Line& line : older) {
        const auto it = std::ranges::find(newer, line.key, &Line::key);
        const std::string now = it == newer.end() ? std::string() : it->text;
        if (now != line.text)
            differences.push_back({line.key, line.text, now});
    }
    for (const Line& line : newer)
        if (std::ranges::find(older, line.key, &Line::key) == older.end())
            differences.push_back({line.key, {}, line.text});
    if (differences.empty())
        differences.push_back({"order", "as before", "rows reordered or below the printed digits"});
    return differences;
}

} // namespace rackwright
