// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/reader.h"

#include "model/project/site_fields.h"
#include "model/units/number_text.h"
#include "model/units/units.h"

#include <utility>

namespace rackwright {

namespace {

Value valueOf(const Fact<double>& fact) {
    if (fact.isUnknown())
        return Value::unknown(fact.grade);
    return Value::range(*fact.low(), *fact.typical(), *fact.high(), fact.grade);
}

template <class D>
Fact<double> inSi(const Fact<Quantity<D>>& fact) {
    Fact<double> si{Unknown{}, fact.grade, fact.source};
    if (const auto* known = std::get_if<Known<Quantity<D>>>(&fact.state))
        si.state = Known<double>{known->value.si()};
    else if (const auto* range = std::get_if<Range<Quantity<D>>>(&fact.state))
        si.state = Range<double>{range->low.si(), range->typical.si(), range->high.si()};
    return si;
}

std::string partLabel(const Part* part, std::string_view what) {
    return part ? part->vendor + " " + part->model + ", " + std::string(what) : std::string(what);
}

// The assumption that a person entered where the catalogue is silent.
bool fillFromAssumption(const Context& context, const std::string& key, ReadFact& fact) {
    const Assumption* assumption = context.assumption(key);
    if (!assumption || !assumption->typical)
        return false;
    const double typical = *assumption->typical;
    fact.value = Value::range(assumption->low.value_or(typical), typical, assumption->high.value_or(typical),
                              assumption->grade);
    fact.assumption = key;
    return true;
}

} // namespace

double siPerUnit(std::string_view symbol) {
    // A rack unit counts places in a rack here; only fields of length read "U" as 44.45 mm.
    if (symbol.empty() || symbol == "U")
        return 1;
    const Unit* unit = findUnit(symbol);
    return unit ? unit->factor() : 1;
}

ReadFact readPartNumber(const Context& context, Id<PartRow> id, std::string_view key, std::string_view unit) {
    const Part* part = context.part(id);
    ReadFact fact;
    fact.reading = {partLabel(part, key), std::string(unit), siPerUnit(unit)};
    if (!part)
        return fact;
    const Fact<double> known = numberFact(*part, key);
    fact.value = valueOf(known);
    fact.source = known.source;
    if (known.isUnknown())
        fillFromAssumption(context, "part:" + part->id + ":" + std::string(key), fact);
    return fact;
}

ReadFact readPartPower(const Context& context, Id<PartRow> id, PowerModeKind kind) {
    const Part* part = context.part(id);
    const std::string what = "power " + std::string(enumName(kind));
    ReadFact fact;
    fact.reading = {partLabel(part, what), "kW", 1000};
    if (!part)
        return fact;
    const Fact<double> known = inSi(powerIn(*part, kind));
    fact.value = valueOf(known);
    fact.source = known.source;
    if (known.isUnknown())
        fillFromAssumption(context, "part:" + part->id + ":power-" + std::string(enumName(kind)), fact);
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

ReadFact readSetting(const Context& context, const SettingFact& setting) {
    ReadFact fact;
    fact.reading = {std::string(setting.key), std::string(setting.unit), siPerUnit(setting.unit)};
    fact.value = Value(setting.defaultSi, setting.grade);
    fact.source = Source{std::string(setting.publisher), std::string(setting.title), {}, std::string(setting.page)};
    if (const Setting* changed = context.setting(setting.key)) {
        if (const auto number = plainNumber(changed->value)) {
            fact.value = Value(*number, Grade::CustomerStatement);
            fact.source = Source{{}, changed->source, {}, {}};
            return fact;
        }
    }
    if (setting.grade == Grade::Assumption || setting.grade == Grade::Estimate)
        fact.assumption = setting.key;
    return fact;
}

} // namespace rackwright
