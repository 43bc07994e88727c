// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/part_text.h"

#include "app/part_facts.h"
#include "app/text_table.h"
#include "model/parts/hedge.h"
#include "model/parts/part_title.h"
#include "ui/text/derivation_text.h"

#include <algorithm>

namespace rackwright {

std::string partText(const Part& part, const std::vector<AttributeKey>& keys, const Texts& texts) {
    std::string out = part.id + "  " + partTitle(part) + '\n';
    if (!part.description.empty())
        out += part.description + '\n';
    out += std::string(enumName(part.category)) + ", " + std::string(enumName(part.lifecycle)) + ", " +
           std::string(enumName(part.mounting)) + ", " + std::string(enumName(part.heatPath)) + '\n';
    out += texts.text("part.field.procurement") + ' ' +
           texts.text("part.procurement." + std::string(enumName(part.procurement))) + ", " +
           texts.text("part.field.air") + ' ' + texts.text("part.air." + std::string(enumName(part.airflow))) + '\n';
    if (!part.partNumber.empty())
        out += texts.text("part.field.part-number") + ' ' + part.partNumber +
               (part.partNumberConfidence == PartNumberConfidence::Confirmed
                    ? "\n"
                    : ", " + texts.text("part.number.estimate") + '\n');
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
    TextTable others({Align::Left, Align::Left, Align::Left, Align::Left, Align::Left}, 2);
    for (const Assertion& assertion : part.assertions)
        others.add({assertion.key, assertion.value, texts.grade(assertion.grade), sourceText(assertion.source),
                    assertion.note});
    if (!others.isEmpty())
        out += '\n' + texts.text("catalog.other-values") + '\n' + others.text();
    if (!part.sources.empty())
        out += '\n' + texts.text("part.section.sources") + '\n';
    for (const Source& source : part.sources)
        out += "  " + sourceText(source) + '\n';
    if (!part.notes.empty())
        out += '\n' + part.notes + '\n';
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
        .member("partNumberConfidence", enumName(part.partNumberConfidence))
        .member("procurement", enumName(part.procurement))
        .member("airflow", enumName(part.airflow))
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
