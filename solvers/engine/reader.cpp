// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/reader.h"

#include "model/parts/hedge.h"
#include "model/parts/part_title.h"
#include "model/project/site_fields.h"
#include "model/units/units.h"
#include "solvers/engine/fact_value.h"
#include "solvers/engine/setting_text.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

std::string partLabel(const Part* part, std::string_view what) {
    return part ? partTitle(*part) + ", " + std::string(what) : std::string(what);
}

struct FoundValue {
    Value value;
    bool isAssumed = false;
};

// The assumption that a person entered where the catalogue is silent.
FoundValue withAssumption(const Context& context, const Value& known, std::string_view partId, std::string_view prefix,
                          std::string_view key) {
    if (!known.isUnknown() || !context.hasAssumptions())
        return {known, false};
    const Assumption* assumption =
        context.assumption("part:" + std::string(partId) + ":" + std::string(prefix) + std::string(key));
    if (!assumption || !assumption->typical)
        return {known, false};
    const double typical = *assumption->typical;
    return {
        Value::range(assumption->low.value_or(typical), typical, assumption->high.value_or(typical), assumption->grade),
        true};
}

FoundValue foundNumber(const Context& context, const Part& part, std::string_view key) {
    const Attribute* attribute = findAttribute(part, key);
    return withAssumption(context, attribute ? valueOf(attribute->number) : Value::unknown(), part.id, {}, key);
}

FoundValue foundPower(const Context& context, const Part& part, PowerModeKind kind) {
    const auto mode = std::ranges::find(part.powerModes, kind, &PowerMode::kind);
    return withAssumption(context, mode == part.powerModes.end() ? Value::unknown() : valueOf(mode->power), part.id,
                          "power-", enumName(kind));
}

Value asPlain(const FoundValue& found) {
    return found.isAssumed ? found.value.withGrade(Grade::Assumption) : found.value;
}

struct FoundSetting {
    Value value;
    const Setting* changed = nullptr;
    bool isAssumed = false;
};

FoundSetting foundSetting(const Context& context, const SettingFact& setting) {
    if (const Setting* changed = context.setting(setting.key)) {
        // What somebody meant otherwise is not the default.
        const Value value = settingNumber(changed->value).value_or(Value::unknown(Grade::CustomerStatement));
        const Limits limits = settingLimits(setting.key, setting.unit);
        if (value.isUnknown() || !limits.contain(value.low()) || !limits.contain(value.high()))
            return {Value::unknown(value.grade()), changed, false};
        // Whose it is, says its source.
        return {changed->source.empty() ? value.withGrade(Grade::Assumption) : value, changed, false};
    }
    const Value value = Value::range(setting.lowSi.value_or(setting.defaultSi), setting.defaultSi,
                                     setting.highSi.value_or(setting.defaultSi), setting.grade);
    return {value, nullptr, setting.grade == Grade::Assumption || setting.grade == Grade::Estimate};
}

} // namespace

double siPerUnit(std::string_view symbol) {
    // A rack unit counts places in a rack here; only fields of length read "U" as 44.45 mm.
    if (symbol.empty() || symbol == "U")
        return 1;
    const Unit* unit = findUnit(symbol);
    return unit ? unit->factor() : 1;
}

Value plainPartNumber(const Context& context, Id<PartRow> id, std::string_view key) {
    const Part* part = context.part(id);
    return part ? asPlain(foundNumber(context, *part, key)) : Value::unknown();
}

Value plainPartPower(const Context& context, Id<PartRow> id, PowerModeKind kind) {
    const Part* part = context.part(id);
    return part ? asPlain(foundPower(context, *part, kind)) : Value::unknown();
}

ReadFact readPartNumber(const Context& context, Id<PartRow> id, std::string_view key, std::string_view unit) {
    const Part* part = context.part(id);
    ReadFact fact;
    fact.reading = {partLabel(part, key), std::string(unit), siPerUnit(unit)};
    if (!part)
        return fact;
    const FoundValue found = foundNumber(context, *part, key);
    fact.value = found.value;
    if (found.isAssumed)
        fact.assumption = "part:" + part->id + ":" + std::string(key);
    else
        fact.source = numberFact(*part, key).source;
    if (const Attribute* attribute = found.isAssumed ? nullptr : findAttribute(*part, key))
        if (const std::string_view hedge = hedgeOf(attribute->note); !hedge.empty())
            fact.reading.label += " (stated as " + std::string(hedge) + ")";
    return fact;
}

ReadFact readPartPower(const Context& context, Id<PartRow> id, PowerModeKind kind) {
    const Part* part = context.part(id);
    const std::string what = "power " + std::string(enumName(kind));
    ReadFact fact;
    fact.reading = {partLabel(part, what), "kW", 1000};
    if (!part)
        return fact;
    const FoundValue found = foundPower(context, *part, kind);
    fact.value = found.value;
    if (found.isAssumed)
        fact.assumption = "part:" + part->id + ":power-" + std::string(enumName(kind));
    else
        fact.source = powerIn(*part, kind).source;
    return fact;
}

ReadFact readSite(const Context& context, std::string_view key) {
    const SiteFieldDefinition* definition = findSiteFieldDefinition(key);
    RW_CHECK(definition, "a site field that is read is in the list of site fields");
    ReadFact fact;
    fact.reading = {std::string(key), std::string(definition->unit), definition->unitFactor};
    const SiteField* field = findSiteField(context.project(), key);
    const std::optional<double> number = siteNumber(context.project(), key);
    if (!field || !number)
        return fact;
    const bool isAssumed = field->knowledge == Knowledge::Assumed;
    const Grade grade = isAssumed ? Grade::Assumption : Grade::SiteSurvey;
    fact.value = Value(*number, grade);
    fact.source = Source{field->givenBy.person, field->givenBy.document, field->givenBy.date, {}};
    if (isAssumed)
        fact.assumption = key;
    return fact;
}

Value plainSetting(const Context& context, const SettingFact& setting) {
    const FoundSetting found = foundSetting(context, setting);
    return found.isAssumed ? found.value.withGrade(Grade::Assumption) : found.value;
}

ReadFact readSetting(const Context& context, const SettingFact& setting) {
    const FoundSetting found = foundSetting(context, setting);
    ReadFact fact;
    fact.reading = {std::string(setting.key), std::string(setting.unit), siPerUnit(setting.unit)};
    fact.value = found.value;
    if (found.changed)
        fact.source = Source{{}, found.changed->source, {}, {}};
    else
        fact.source = Source{std::string(setting.publisher), std::string(setting.title), {}, std::string(setting.page)};
    if (found.isAssumed)
        fact.assumption = setting.key;
    return fact;
}

} // namespace rackwright
