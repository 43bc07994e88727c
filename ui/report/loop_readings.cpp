// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/loop_readings.h"

#include "solvers/cooling/figures.h"
#include "solvers/cooling/loop_solve.h"
#include "ui/text/short_figure.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

std::optional<double> loopNumber(const Solution& solution, FigureHandle figure, Subject subject) {
    const FigureResult* found = solution.find(figure, subject);
    if (!found || found->error || !found->value.isKnown() || !std::isfinite(found->value.typical()))
        return std::nullopt;
    return found->value.typical();
}

// Unknown where it could not be worked out.
Value loopValue(const Solution& solution, FigureHandle figure, Subject subject) {
    const FigureResult* found = solution.find(figure, subject);
    return found && !found->error && std::isfinite(found->value.typical()) ? found->value : Value::unknown();
}

std::string heatText(const Value& watts, const Texts& texts) {
    return shortFigureOf(figure_of::coolingUnitHeat, watts, "kW", 1000, texts).amount;
}
std::string flowText(const Value& flow, const Texts& texts) {
    return shortFigure(flow, "L/min", 1e-3 / 60, texts).amount;
}
UnitNumber celsiusOf(double kelvin) { return {kelvin - 273.15, "C"}; }

// "25 C to 31.4 C, at most 37 C"; what is not known says where to enter it.
QString temperaturesText(const Solution& solution, const CoolingLoop& loop, const Texts& texts) {
    const auto supply = supplyOf(solution.context(), loop), limit = returnLimitOf(solution.context(), loop);
    const auto back = loopNumber(solution, figure_of::coolingLoopReturn, Subject(loop.id));
    if (!supply)
        return toText(texts.text("loop-diagram.no-supply"));
    if (!back)
        return toText(texts.sentence(Message("loop-diagram.supply-only").with("supply", celsiusOf(*supply))));
    if (!limit)
        return toText(texts.sentence(Message("loop-diagram.temperatures")
                                         .with("supply", celsiusOf(*supply))
                                         .with("return", celsiusOf(*back + 273.15))));
    return toText(texts.sentence(Message("loop-diagram.temperatures-limit")
                                     .with("supply", celsiusOf(*supply))
                                     .with("return", celsiusOf(*back + 273.15))
                                     .with("limit", celsiusOf(*limit))));
}

QString flowsText(const Solution& solution, const CoolingLoop& loop, const Texts& texts) {
    const Subject subject(loop.id);
    const Value heat = loopValue(solution, figure_of::coolingLoopHeat, subject);
    const Value needed = loopValue(solution, figure_of::coolingLoopFlow, subject);
    const auto stated = loopNumber(solution, figure_of::coolingLoopFlowStated, subject);
    if (heat.isUnknown())
        return toText(texts.text("loop-diagram.no-heat"));
    if (needed.isUnknown() && !stated)
        return toText(texts.sentence(Message("loop-diagram.no-flow").with("heat", heatText(heat, texts))));
    if (!stated)
        return toText(texts.sentence(Message("loop-diagram.flow-needed")
                                         .with("heat", heatText(heat, texts))
                                         .with("flow", flowText(needed, texts))));
    if (needed.isUnknown())
        return toText(texts.sentence(Message("loop-diagram.flow")
                                         .with("heat", heatText(heat, texts))
                                         .with("flow", flowText(Value(*stated), texts))));
    return toText(texts.sentence(Message("loop-diagram.flow-of-needed")
                                     .with("heat", heatText(heat, texts))
                                     .with("flow", flowText(Value(*stated), texts))
                                     .with("needed", flowText(needed, texts))));
}

// Of a loop whose heat is another once something is out of service: where its flow is stated it comes back otherwise.
LoopReading loopThen(const Solution& solution, const CoolingLoop& loop, const Value& watts, const Texts& texts) {
    LoopReading reading;
    reading.isOpen = !watts.isKnown();
    const auto supply = supplyOf(solution.context(), loop);
    const auto coolant = coolantOf(loop);
    const auto flow = statedFlowOf(solution.context(), loop);
    if (supply && coolant && flow && watts.isKnown())
        reading.words << toText(
            texts.sentence(Message("loop-diagram.temperatures")
                               .with("supply", celsiusOf(*supply))
                               .with("return", celsiusOf(*supply + watts.typical() / (coolant->perKelvin() * *flow)))));
    else
        reading.words << temperaturesText(solution, loop, texts);
    const Value before = loopValue(solution, figure_of::coolingLoopHeat, Subject(loop.id));
    reading.words << toText(texts.sentence(Message("loop-diagram.heat-then")
                                               .with("heat", heatText(watts, texts))
                                               .with("before", heatText(before, texts))));
    return reading;
}

// A pump moves the liquid and takes no heat.
LoopReading pumpReading(const CoolingUnit& unit, const Texts& texts) {
    LoopReading reading;
    reading.heat = Value(0.0);
    reading.isOpen = !unit.flow;
    reading.words << (unit.flow
                          ? toText(texts.sentence(
                                Message("loop-diagram.pump").with("flow", flowText(Value(unit.flow->si()), texts))))
                          : toText(texts.text("loop-diagram.no-pump-flow")));
    return reading;
}

LoopReading loadReading(const UnitLoad& load, const Texts& texts) {
    LoopReading reading;
    reading.heat = load.heat;
    reading.share = load.share();
    reading.isOpen = !reading.share;
    if (load.heat.isUnknown()) {
        reading.words << toText(texts.text("loop-diagram.no-heat"));
    } else if (reading.share) {
        const double left = *load.headroom();
        reading.words << toText(
            texts.sentence(Message("loop-diagram.load")
                               .with("heat", heatText(load.heat, texts))
                               .with("capacity", heatText(load.capacity, texts))
                               .with("share", texts.figure(Value(*reading.share), "%", 0.01, {3}))));
        reading.words << toText(texts.sentence(Message(left < 0 ? "loop-diagram.short" : "loop-diagram.headroom")
                                                   .with("heat", heatText(Value(std::abs(left)), texts))));
    } else if (load.capacity.isKnown()) {
        reading.words << toText(texts.sentence(Message("loop-diagram.load-in-part")
                                                   .with("heat", heatText(load.heat, texts))
                                                   .with("capacity", heatText(load.capacity, texts))));
    } else if (load.rating.isKnown()) {
        reading.words << toText(texts.sentence(Message("loop-diagram.capacity-open")
                                                   .with("heat", heatText(load.heat, texts))
                                                   .with("rating", heatText(load.rating, texts))));
    } else {
        reading.words << toText(
            texts.sentence(Message("loop-diagram.unrated").with("heat", heatText(load.heat, texts))));
    }
    return reading;
}

LoopReading unitReading(const Solution& solution, const CoolingUnit& unit, const Texts& texts) {
    return unit.kind == CoolingUnitKind::Pump ? pumpReading(unit, texts)
                                              : loadReading(unitLoadOf(solution, unit.id), texts);
}

LoopMark findingMark(const Finding& finding) {
    if (finding.state == RuleState::NotChecked)
        return LoopMark::Open;
    return finding.severity == Severity::Error     ? LoopMark::Error
           : finding.severity == Severity::Warning ? LoopMark::Warning
                                                   : LoopMark::Note;
}

// Of racks what their cooling is blamed for alone.
void addMarks(const Solution& solution, const Texts& texts, LoopReadings& readings) {
    for (const Finding& finding : solution.report().findings) {
        if (finding.state != RuleState::Failed && finding.state != RuleState::NotChecked)
            continue;
        const LoopMark mark = findingMark(finding);
        const bool isOfCooling = finding.rule->id.starts_with("COOL-");
        for (const Subject& subject : finding.subjects) {
            const bool isShown = subject.kind == SubjectKind::CoolingLoop || subject.kind == SubjectKind::CoolingUnit ||
                                 (subject.kind == SubjectKind::Rack && isOfCooling);
            if (!isShown)
                continue;
            LoopReading& reading = readings[subject.id];
            if (reading.mark >= mark)
                continue;
            reading.mark = mark;
            reading.finding = toText(texts.sentence(finding.message));
        }
    }
}

} // namespace

std::optional<double> UnitLoad::share() const {
    if (heat.isUnknown() || !capacity.isKnown() || !(capacity.typical() > 0))
        return std::nullopt;
    const double share = heat.typical() / capacity.typical();
    return heat.isKnown() || share > 1 ? std::optional(share) : std::nullopt;
}

std::optional<double> UnitLoad::headroom() const {
    return share() ? std::optional(capacity.typical() - heat.typical()) : std::nullopt;
}

UnitLoad unitLoadOf(const Solution& solution, Id<CoolingUnit> unit) {
    const Subject subject(unit);
    UnitLoad load;
    load.heat = loopValue(solution, figure_of::coolingUnitHeat, subject);
    load.rating = loopValue(solution, figure_of::coolingUnitRating, subject);
    load.capacity = solution.find(figure_of::coolingUnitUsable, subject)
                        ? loopValue(solution, figure_of::coolingUnitUsable, subject)
                        : load.rating;
    return load;
}

std::optional<double> suppliedAirOf(const Context& context, const CoolingUnit& unit) {
    if (unit.flow)
        return unit.flow->si();
    const Value stated = plainPartNumber(context, unit.part, attribute::suppliedAirflow.key);
    return stated.isKnown() ? std::optional(stated.typical()) : std::nullopt;
}

LoopReadings loopReadingsOf(const Solution& solution, const Texts& texts) {
    LoopReadings readings;
    const Design& design = solution.context().design();
    for (const CoolingLoop& loop : design.coolingLoops) {
        LoopReading& reading = readings[loop.id.value];
        reading.words = {temperaturesText(solution, loop, texts), flowsText(solution, loop, texts)};
        reading.isOpen = !loopNumber(solution, figure_of::coolingLoopReturn, Subject(loop.id)) ||
                         !loopNumber(solution, figure_of::coolingLoopHeat, Subject(loop.id));
    }
    for (const CoolingUnit& unit : design.coolingUnits)
        readings[unit.id.value] = unitReading(solution, unit, texts);
    addMarks(solution, texts, readings);
    return readings;
}

std::string outWords(const HallLoss& loss, Subject subject, const Texts& texts) {
    return texts.text(std::ranges::count(loss.lost, subject) > 0 ? "loop-diagram.out" : "loop-diagram.still");
}

void addLossTo(LoopReadings& readings, const Solution& solution, const HallLoss& loss, const Texts& texts) {
    const auto say = [&](Subject subject) {
        LoopReading& reading = readings[subject.id];
        reading.words = {toText(outWords(loss, subject, texts))};
        reading.share.reset();
        reading.isOpen = false;
        reading.isOut = true;
    };
    for (const LoadAfterLoss& each : loss.taken.loads) {
        if (const CoolingLoop* loop = findRow<CoolingLoop>(solution.context().design(), each.subject)) {
            const LoopReading then = loopThen(solution, *loop, each.watts, texts);
            readings[each.subject.id].words = then.words;
            readings[each.subject.id].isOpen = then.isOpen;
            continue;
        }
        if (each.subject.kind != SubjectKind::CoolingUnit)
            continue;
        if (each.isDark) {
            say(each.subject);
            continue;
        }
        UnitLoad load = unitLoadOf(solution, {each.subject.id});
        load.heat = each.watts;
        const LoopReading then = loadReading(load, texts);
        LoopReading& reading = readings[each.subject.id];
        reading.words = then.words;
        reading.share = then.share;
        reading.isOpen = then.isOpen;
    }
    for (const Subject each : loss.lost)
        if (each.kind == SubjectKind::CoolingLoop || each.kind == SubjectKind::CoolingUnit)
            say(each);
}

} // namespace rackwright
