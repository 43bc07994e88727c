// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/unit_circuits.h"

#include "solvers/engine/define_figure.h"
#include "solvers/engine/judging.h"
#include "solvers/power/loads.h"
#include "solvers/power/phases.h"
#include "solvers/power/rule_parts.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

namespace rackwright {

namespace {

/// What a circuit brings to a cooling unit.
struct CircuitSupply {
    double volts = 0; ///< between its lines, or from its line to neutral
    std::int64_t phases = 3;
};

// By the poles of the circuit, where they are stated, else by what it comes from.
std::optional<CircuitSupply> circuitSupply(const Context& context, const PowerElement& from, const PowerLink& link) {
    const auto volts = outputVoltageOf(context, from);
    if (!volts || volts->si() <= 0)
        return std::nullopt;
    const bool isDirect = from.deliversDirectCurrent || from.phases == 0;
    if (isDirect || from.phases < 3 || from.kind == PowerElementKind::RackPdu)
        return CircuitSupply{volts->si(), 1};
    const auto lines = linesOf(link.poles);
    const int count = lines ? std::popcount(static_cast<unsigned>(*lines)) : 3;
    if (count == 1)
        return CircuitSupply{volts->si() / std::numbers::sqrt3, 1};
    return CircuitSupply{volts->si(), count == 2 ? 1 : 3};
}

std::string unitDrawKey(const Context& context, const CoolingUnit& unit) {
    return context.part(unit.part) ? partKey(context, unit.part, "power-maximum") : std::string("cooling-draw");
}

const PowerElement* circuitSourceOf(const Context& context, const PowerLink& link) {
    return link.scope.isPresent() ? presentElement(context, link.from) : nullptr;
}

void judgeUnitCircuit(const Context& context, const CoolingUnit& unit, const PowerLink& link,
                      std::vector<Verdict>& verdicts) {
    const Subject subject(unit.id);
    const PowerElement* from = circuitSourceOf(context, link);
    const Value draw = unitDraw<Value>(context, unit).si();
    const std::int64_t circuits = from ? sharingCircuits(context, link, FeedSide::None) : 0;
    if (circuits == 0 || (draw.isKnown() && draw.typical() <= 0))
        return;
    if (!link.breaker) {
        verdicts.push_back(
            notChecked(subject, "power-breaker", Message("rule.POWER-01.no-breaker-unit").with("subject", unit.name)));
        return;
    }
    const auto supply = circuitSupply(context, *from, link);
    if (!supply) {
        verdicts.push_back(
            notChecked(subject, "power-voltage", Message("rule.not-checked").with("subject", unit.name)));
        return;
    }
    const Value limit = Value(link.breaker->si()) * continuousFactor<Value>(context).si();
    const auto ampere = [&](std::int64_t sharers) {
        return draw / (Value(static_cast<double>(sharers)) * phaseFactor<Value>(supply->phases) * Value(supply->volts) *
                       setting<Value>(context, setting_of::powerFactor).si());
    };
    const Value normal = ampere(circuits);
    const std::int64_t left = promisesSurvival(context) ? fewestCircuits(context, link) : circuits;
    const bool isByLoss = left < circuits && holds(normal, limit);
    std::string missing = unreadableSetting(context, setting_of::continuousFactor, setting_of::powerFactor);
    if (missing.empty())
        missing = unitDrawKey(context, unit);
    Verdict verdict =
        judged({subject, unit.name, isByLoss ? ampere(left) : normal, limit, Bound::AtMost, "A",
                isByLoss ? "rule.POWER-01.lost" : "rule.POWER-01.over", Severity::Error, std::move(missing)});
    if (verdict.state == RuleState::Failed) {
        verdict.message.with("breaker", inUnit(link.breaker->si(), "A"))
            .with("share", inUnit(continuousFactor<Value>(context).si().typical(), "%"));
        const auto isThere = [&](const PowerLink* each) { return circuitSourceOf(context, *each) != nullptr; };
        if (std::ranges::count_if(context.linksTo(unit.id), isThere) > 1) {
            verdict.message.id += "-from";
            verdict.message.with("element", from->name);
        }
    }
    verdicts.push_back(std::move(verdict));
}

// Somebody has drawn circuits of cooling units: then one without is forgotten.
bool drawsUnitCircuits(const Context& context) {
    return std::ranges::any_of(context.fedUnits(), [&](Id<CoolingUnit> id) {
        const CoolingUnit* unit = context.design().coolingUnits.find(id);
        return unit && unit->scope.isPresent() && hangsOnCircuit(context, id);
    });
}

} // namespace

bool hangsOnCircuit(const Context& context, Id<CoolingUnit> unit) {
    return std::ranges::any_of(context.linksTo(unit), [&](const PowerLink* link) {
        const PowerElement* from = circuitSourceOf(context, *link);
        return from && from->kind != PowerElementKind::Battery;
    });
}

std::vector<Verdict> judgeUnitCircuits(const Context& context) {
    std::vector<Verdict> verdicts;
    for (const Id<CoolingUnit> id : context.fedUnits()) {
        const CoolingUnit* unit = context.design().coolingUnits.find(id);
        if (!unit || !unit->scope.isPresent())
            continue;
        for (const PowerLink* link : context.linksTo(id))
            judgeUnitCircuit(context, *unit, *link, verdicts);
    }
    return verdicts;
}

void judgeUnitFeed(const Context& context, const CoolingUnit& unit, std::vector<Verdict>& verdicts) {
    const Subject subject(unit.id);
    const Value draw = unitDraw<Value>(context, unit).si();
    if (draw.isKnown() && draw.typical() <= 0) {
        verdicts.push_back(notApplicable(subject));
        return;
    }
    const auto open = [&](std::string missing, const char* id) {
        Message message = Message(id).with("subject", unit.name);
        if (!draw.isUnknown())
            message.with("found", inUnit(draw.typical(), "kW"));
        verdicts.push_back(notChecked(subject, std::move(missing), std::move(message)));
    };
    if (draw.isUnknown()) {
        open(unitDrawKey(context, unit), "rule.POWER-09.unit-draw");
        return;
    }
    if (hangsOnCircuit(context, unit.id)) {
        verdicts.push_back(passed(subject));
        return;
    }
    if (rackOf(unit.placement)) { // its cord goes to the PDUs of its rack
        open("power-links", "rule.POWER-09.unit-cord");
        return;
    }
    // What stood in the building before is fed by what nobody draws.
    if (unit.scope.status == Status::Existing || !drawsUnitCircuits(context)) {
        open("power-links", "rule.POWER-09.unit-not-drawn");
        return;
    }
    Verdict verdict;
    verdict.state = RuleState::Failed;
    verdict.severity = Severity::Error;
    verdict.subject = subject;
    verdict.message =
        Message("rule.POWER-09.unit").with("subject", unit.name).with("found", inUnit(draw.typical(), "kW"));
    verdict.cause = "unit:" + std::string(enumName(unit.kind));
    verdicts.push_back(std::move(verdict));
}

} // namespace rackwright
