// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/inlet_rules.h"

#include "solvers/airflow/settings.h"
#include "solvers/cooling/heat.h"

#include <utility>

namespace rackwright {

namespace {

// Where what is missing is no input of a part or of the site, the message says what to draw.
Message gapMessage(const AirGap& gap) {
    const bool isDrawn = gap.missing == "room-air-supply" || gap.missing == "rack-front-air" ||
                         gap.missing == "rack-rear-air" || gap.missing == "unit-front-air" ||
                         gap.missing == "room-closed-air" || gap.missing == "unit-air-way" ||
                         gap.missing == "room-air-reach";
    return Message(isDrawn ? "rule.COOL-03." + gap.missing : std::string("rule.not-checked"))
        .with("subject", gap.subject);
}

/// In C.
Value classLimit(const Value& kelvin) {
    return kelvin.isUnknown()
               ? kelvin
               : Value::range(kelvin.low() - 273.15, kelvin.typical() - 273.15, kelvin.high() - 273.15, kelvin.grade());
}

Verdict inletJudged(const Context& context, const Rack& rack, const RackAir& air) {
    const Value limit = inletLimit(context, rack.id);
    Judged comparison;
    comparison.subject = subjectOf(rack);
    comparison.name = rack.name;
    comparison.measured = Value(air.inlet, Grade::Estimate);
    comparison.limit = limit;
    comparison.unit = "C";
    comparison.failure = "rule.COOL-03.over";
    comparison.severity = Severity::Error;
    comparison.missing = std::string(setting_of::allowableInlet.key);
    Judged near = comparison;
    Verdict verdict = judged(std::move(comparison));
    if (verdict.state != RuleState::Passed)
        return verdict;
    near.limit = limit - Value(kInletAccuracy);
    near.failure = "rule.COOL-03.near";
    near.severity = Severity::Warning;
    verdict = judged(std::move(near));
    if (verdict.state == RuleState::Failed) {
        verdict.message = Message("rule.COOL-03.near")
                              .with("subject", rack.name)
                              .with("found", inUnit(air.inlet, "C"))
                              .with("limit", inUnit(limit.typical(), "C"))
                              .with("accuracy", inUnit(kInletAccuracy, "K"));
        verdict.limit = limit;
    }
    return verdict;
}

void inlets(const Context& context, const Rack& rack, std::vector<Verdict>& verdicts) {
    const RoomAir* room =
        context.lookUp<RoomAirSources>().drawsAir(rack.id) ? context.lookUp<RoomAirs>().room(rack.room) : nullptr;
    if (!room) {
        verdicts.push_back(notApplicable(subjectOf(rack)));
        return;
    }
    if (room->gap) {
        Verdict verdict = notChecked(subjectOf(rack), room->gap->missing, gapMessage(*room->gap));
        verdict.cause = "gap:" + room->gap->missing + ":" + std::to_string(rack.room.value);
        verdicts.push_back(std::move(verdict));
        return;
    }
    verdicts.push_back(inletJudged(context, rack, room->racks.at(rack.id)));
}

} // namespace

Value inletLimit(const Context& context, Id<Rack> rack) {
    Value lowest = Value::unknown();
    const Value ofClass = classLimit(setting<Value>(context, setting_of::allowableInlet).si());
    for (const PartCount& group : context.contents(rack).groups) {
        if (!drawsPower(context.part(group.part)))
            continue;
        const Value stated = plainPartNumber(context, group.part, attribute::inletMaximum.key);
        const Value limit = stated.isKnown() ? Value(stated.typical() - 273.15, stated.grade()) : ofClass;
        if (lowest.isUnknown() || limit.typical() < lowest.typical())
            lowest = limit;
    }
    return lowest.isUnknown() ? ofClass : lowest;
}

Reads readsAir() {
    return Reads::within({RoomAirSources::kReads.begin(), RoomAirSources::kReads.end()},
                         [](const Context& context, Subject subject) {
                             const Rack* rack = context.design().racks.find(subject.as<Rack>());
                             const Id<Room> room = rack ? rack->room : subject.as<Room>();
                             const RoomAirSource* source = context.lookUp<RoomAirSources>().find(room);
                             Digest digest;
                             if (source)
                                 digest.add(source->all);
                             if (rack) {
                                 digest.add(rack->name);
                                 digest.add(room.value);
                                 digest.add(context.contents(rack->id).rows);
                             }
                             return digest.value();
                         });
}

std::vector<Rule> inletRules() {
    return {makeRackRule("COOL-03", PowerBasis::ExpectedPeak, "reference.inlet-limits", inlets, readsAir())};
}

} // namespace rackwright
