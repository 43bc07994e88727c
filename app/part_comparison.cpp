// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/part_comparison.h"

#include "app/part_facts.h"
#include "app/text_table.h"
#include "model/parts/hedge.h"
#include "model/parts/part_title.h"

#include <algorithm>
#include <optional>

namespace rackwright {

namespace {

/// One fact of all parts; unset where a part does not have it.
struct ComparedFact {
    std::string name;
    std::vector<std::optional<PartFact>> ofParts;
};

PartFact wordsFact(std::string name, std::string_view words) {
    PartFact fact;
    fact.name = std::move(name);
    fact.words = words;
    return fact;
}

// What stands in the row of a part, then its facts.
std::vector<PartFact> allFactsOf(const Part& part, const std::vector<AttributeKey>& keys) {
    std::vector<PartFact> facts;
    const std::pair<const char*, std::string_view> fields[] = {
        {"category", enumName(part.category)},   {"vendor", part.vendor},
        {"part-number", part.partNumber},        {"lifecycle", enumName(part.lifecycle)},
        {"mounting", enumName(part.mounting)},   {"heat-path", enumName(part.heatPath)},
        {"airflow-path", enumName(part.airflow)}};
    for (const auto& [name, words] : fields)
        if (!words.empty() && words != "unknown")
            facts.push_back(wordsFact(name, words));
    for (PartFact& fact : factsOf(part, keys))
        facts.push_back(std::move(fact));
    return facts;
}

std::vector<ComparedFact> comparedFacts(const std::vector<PartPtr>& parts, const std::vector<AttributeKey>& keys) {
    std::vector<ComparedFact> compared;
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (PartFact& fact : allFactsOf(*parts[p], keys)) {
            const std::string name = fact.kind.empty() ? fact.name : fact.kind;
            // A second fact of a name, as two groups of ports of a role, takes a row of its own.
            auto row = std::ranges::find_if(compared, [&](const ComparedFact& candidate) {
                return candidate.name == name && !candidate.ofParts[p];
            });
            if (row == compared.end())
                row = compared.insert(compared.end(), {name, std::vector<std::optional<PartFact>>(parts.size())});
            row->ofParts[p] = std::move(fact);
        }
    return compared;
}

bool isAlike(const PartFact& a, const PartFact& b) {
    if (a.detail != b.detail)
        return false;
    if (!a.words.empty() || !b.words.empty())
        return a.words == b.words;
    if (a.value.isUnknown() || b.value.isUnknown())
        return a.value.isUnknown() == b.value.isUnknown();
    return a.unit == b.unit && a.value.low() == b.value.low() && a.value.typical() == b.value.typical() &&
           a.value.high() == b.value.high() && hedgeOf(a.note) == hedgeOf(b.note);
}

bool differs(const ComparedFact& row) {
    return std::ranges::any_of(row.ofParts, [&row](const std::optional<PartFact>& fact) {
        return fact.has_value() != row.ofParts.front().has_value() || (fact && !isAlike(*fact, *row.ofParts.front()));
    });
}

std::string cellText(const std::optional<PartFact>& fact, const Texts& texts) {
    if (!fact)
        return "-";
    if (!fact->words.empty())
        return fact->words;
    const std::string detail = fact->detail.empty() ? std::string() : fact->detail + " ";
    return detail + hedged(fact->note, texts.figure(fact->value, fact->unit, 1, {.significantDigits = 6}));
}

} // namespace

std::string comparisonText(const std::vector<PartPtr>& parts, const std::vector<AttributeKey>& keys,
                           const Texts& texts) {
    TextTable table(std::vector<Align>(parts.size() + 2, Align::Left));
    std::vector<std::string> head = {"", ""};
    for (const PartPtr& part : parts)
        head.push_back(partTitle(*part));
    table.add(std::move(head));
    for (const ComparedFact& row : comparedFacts(parts, keys)) {
        std::vector<std::string> cells = {differs(row) ? "*" : "", row.name};
        for (const std::optional<PartFact>& fact : row.ofParts)
            cells.push_back(cellText(fact, texts));
        table.add(std::move(cells));
    }
    return table.text();
}

void writeComparison(JsonWriter& json, const std::vector<PartPtr>& parts, const std::vector<AttributeKey>& keys) {
    json.key("parts").beginArray();
    for (const PartPtr& part : parts)
        json.beginObject().member("id", part->id).member("model", part->model).endObject();
    json.endArray().key("facts").beginArray();
    for (const ComparedFact& row : comparedFacts(parts, keys)) {
        json.beginObject().member("name", row.name).member("differs", differs(row)).key("values").beginArray();
        for (const std::optional<PartFact>& fact : row.ofParts) {
            if (!fact) {
                json.null();
                continue;
            }
            json.beginObject();
            if (!fact->words.empty())
                json.member("text", fact->words);
            else if (fact->value.isUnknown())
                json.key("value").null().member("unit", fact->unit);
            else
                json.member("value", fact->value.typical())
                    .member("low", fact->value.low())
                    .member("high", fact->value.high())
                    .member("unit", fact->unit);
            json.member("detail", fact->detail).member("hedge", hedgeOf(fact->note)).endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

} // namespace rackwright
