// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/engine/judging.h"

#include <cmath>
#include <utility>

namespace rackwright {

UnitNumber inUnit(double si, std::string_view unit) { return {si / siPerUnit(unit), std::string(unit)}; }

bool holds(const Value& measured, const Value& limit, Bound bound) {
    if (!measured.isKnown() || !limit.isKnown())
        return false;
    const double slack = 1e-9 * std::abs(limit.typical());
    return bound == Bound::AtMost ? measured.typical() <= limit.typical() + slack
                                  : measured.typical() >= limit.typical() - slack;
}

Verdict judged(Judged comparison) {
    const Value& measured = comparison.measured;
    const Value& limit = comparison.limit;
    if (measured.isUnknown() || !limit.isKnown())
        return notChecked(comparison.subject, comparison.missing,
                          Message("rule.not-checked").with("subject", comparison.name));
    const double slack = 1e-9 * std::abs(limit.typical());
    const bool isHeld = comparison.bound == Bound::AtMost ? measured.typical() <= limit.typical() + slack
                                                          : measured.typical() >= limit.typical() - slack;
    // A lower bound says nothing of a figure that must not be exceeded, unless it exceeds already.
    const bool isOpen = !measured.isKnown() && (isHeld == (comparison.bound == Bound::AtMost));
    if (isOpen)
        return notChecked(comparison.subject, comparison.missing,
                          Message("rule.not-checked").with("subject", comparison.name));
    if (isHeld)
        return passed(comparison.subject);
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = comparison.severity;
    verdict.subject = comparison.subject;
    verdict.message = Message(comparison.failure)
                          .with("subject", comparison.name)
                          .with("found", inUnit(measured.typical(), comparison.unit))
                          .with("limit", inUnit(limit.typical(), comparison.unit));
    verdict.cause = std::move(comparison.cause);
    verdict.measured = measured;
    verdict.limit = limit;
    verdict.unit = std::move(comparison.unit);
    verdict.isRuleOfThumb = comparison.isRuleOfThumb;
    return verdict;
}

std::string partKey(const Context& context, Id<PartRow> id, std::string_view key) {
    const Part* part = context.part(id);
    return part ? "part:" + part->id + ":" + std::string(key) : "part:" + std::string(key);
}

Subject cabledSubject(const Design& design, Id<Device> id) {
    if (!design.devices.contains(id)) {
        if (design.powerElements.contains({id.value}))
            return {SubjectKind::PowerElement, id.value};
        if (design.coolingUnits.contains({id.value}))
            return {SubjectKind::CoolingUnit, id.value};
    }
    return Subject(id);
}

std::string missingNumber(const Context& context, const std::vector<PartCount>& groups, std::string_view key) {
    for (const PartCount& group : groups)
        if (!plainPartNumber(context, group.part, key).isKnown())
            return partKey(context, group.part, key);
    return {};
}

std::string missingPower(const Context& context, const std::vector<PartCount>& groups) {
    for (const PartCount& group : groups)
        if (!plainPartPower(context, group.part, PowerModeKind::Maximum).isKnown())
            return partKey(context, group.part, "power-maximum");
    return {};
}

bool isDrawUnknown(const Context& context, const CoolingUnit& unit) {
    return !unit.draw && !plainPartPower(context, unit.part, PowerModeKind::Maximum).isKnown();
}

namespace {

// Rules ask once for each circuit; it is one answer for the whole design.
struct MissingLoad {
    explicit MissingLoad(const Context& context) : key(keyIn(context)) {}
    std::string key;

private:
    static std::string keyIn(const Context& context);
};

std::string MissingLoad::keyIn(const Context& context) {
    if (std::string missing = missingPower(context, context.groups()); !missing.empty())
        return missing;
    for (const Id<CoolingUnit> id : context.fedUnits())
        if (const CoolingUnit* unit = context.design().coolingUnits.find(id);
            unit && unit->scope.isPresent() && isDrawUnknown(context, *unit))
            return context.part(unit->part) ? partKey(context, unit->part, "power-maximum") : "cooling-draw";
    return {};
}

} // namespace

std::string missingLoad(const Context& context) { return context.lookUp<MissingLoad>().key; }

Rule makeRackRule(std::string id, PowerBasis basis, std::string reference, RackCheck check, Reads reads,
                  std::function<std::vector<Verdict>(const Context&)> rest, std::vector<std::string_view> restTables) {
    Rule rule = makeRule(std::move(id), basis, std::move(reference), std::move(rest), std::move(reads));
    rule.subject = SubjectKind::Rack;
    rule.restTables = std::move(restTables);
    rule.checkEach = [check](const Context& context, Subject subject, std::vector<Verdict>& verdicts) {
        const Rack* rack = context.design().racks.find(subject.as<Rack>());
        RW_CHECK(rack, "a rule judges racks of the design");
        check(context, *rack, verdicts);
    };
    return rule;
}

Rule makeRule(std::string id, PowerBasis basis, std::string reference,
              std::function<std::vector<Verdict>(const Context&)> check, Reads reads) {
    Rule rule;
    rule.title = "rule." + id + ".title";
    rule.advice = "rule." + id + ".advice";
    rule.id = std::move(id);
    rule.basis = basis;
    rule.reference = std::move(reference);
    rule.check = std::move(check);
    rule.reads = std::move(reads);
    return rule;
}

} // namespace rackwright
