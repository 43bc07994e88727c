// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_domain.h"

#include "solvers/engine/schedule_parts.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "solvers/power/phases.h"
#include "solvers/power/rule_parts.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace rackwright {

namespace {

bool hasPanelSchedule(const PowerElement& element) {
    return element.scope.isPresent() &&
           (element.kind == PowerElementKind::RemotePowerPanel || element.kind == PowerElementKind::Switchgear ||
            element.kind == PowerElementKind::Busway);
}

/// Currents of L1, L2, L3; blank where none flows.
using LineCells = std::array<ScheduleCell, 3>;

// `watts` into an element, spread over its lines as the loads below it are.
LineCells lineCells(const Context& context, const PowerElement& element, const Value& watts,
                    const std::optional<Voltage>& voltage, Value& most) {
    const auto& phases = context.lookUp<PhaseLoads>();
    const bool isThree = element.phases == 3;
    const Value factor = setting<Value>(context, setting_of::powerFactor).si();
    const Value even = voltage && voltage->si() > 0
                           ? watts / (Value(voltage->si() * (isThree ? std::numbers::sqrt3 : 1.0)) * factor)
                           : Value();
    most = isThree ? even * Value(std::ranges::max(phases.shape(element.id))) : even;
    const Lines lines = phases.lines(element.id);
    LineCells cells;
    for (std::size_t line = 0; line < 3; ++line) {
        // Where nobody knows the line of a single-phase circuit, its current stands under L1.
        const bool isOn = lines == kAllLines ? line == 0 : (lines & (1U << line)) != 0;
        if (isThree)
            cells[line] = even * Value(phases.shape(element.id)[line]);
        else if (isOn)
            cells[line] = even;
    }
    return cells;
}

ScheduleCell phasesCell(const Context& context, const PowerElement& element) {
    if (element.phases == 3)
        return Message("schedule.three-phases");
    const Lines lines = context.lookUp<PhaseLoads>().lines(element.id);
    return lines == kAllLines ? ScheduleCell(Message("schedule.one-phase")) : textCell(linesText(lines));
}

// The racks that a circuit ends in, through tap-offs.
std::string racksFedBy(const Context& context, const PowerElement& element, int depth = 0) {
    std::string names;
    if (const Rack* rack = context.design().racks.find(rackOf(element.placement)))
        return nameOr(rack->name, rack->id.value);
    constexpr int kDeepest = 4;
    if (element.kind != PowerElementKind::TapOff || depth > kDeepest)
        return names;
    for (const PowerLink* link : context.linksFrom(element.id))
        if (const PowerElement* fed = presentElement(context, link->to))
            addWord(names, racksFedBy(context, *fed, depth + 1));
    return names;
}

ScheduleCell ampereCell(const std::optional<Current>& current) {
    return current ? ScheduleCell(Value(current->si())) : ScheduleCell(Value());
}
ScheduleCell shareCell(const Value& most, const std::optional<Current>& breaker) {
    return breaker && breaker->si() > 0 ? ScheduleCell(most / Value(breaker->si())) : ScheduleCell(Value());
}
ScheduleCell voltCell(const std::optional<Voltage>& voltage) {
    return voltage ? ScheduleCell(Value(voltage->si())) : ScheduleCell(Value());
}

// What comes into the panel: the sums of its lines, which add as vectors, and how even they are.
ScheduleRow incomingRow(const Context& context, const FigureTable& figures, const PowerElement& panel) {
    const Subject subject(panel.id);
    const Value watts = valueOf(figures, figure_of::feedPowerPeak, subject);
    const auto voltage = inputVoltageOf(context, panel);
    const auto breaker = breakerOf(context, panel);
    const auto current = breaker ? std::optional(Current(*breaker)) : std::nullopt;
    Value most;
    const LineCells lines = lineCells(context, panel, watts, voltage, most);
    const ScheduleCell blank = std::monostate{};
    const bool isBalanced = panel.phases == 3 && watts.isKnown();
    return {"panel:" + std::to_string(panel.id.value),
            RowRole::Line,
            subject,
            {textCell(nameOr(panel.name, panel.id.value)), wordCell("side.", panel.side), blank, blank,
             Message("schedule.incoming"), ampereCell(current), panel.phases, phasesCell(context, panel),
             voltCell(voltage), watts, lines[0], lines[1], lines[2], shareCell(most, current), blank,
             isBalanced ? ScheduleCell(Value(context.lookUp<PhaseLoads>().imbalance(panel.id)))
                        : (panel.phases == 3 ? ScheduleCell(Value()) : blank)}};
}

ScheduleRow circuitRow(const Context& context, const FigureTable& figures, const PowerElement& panel,
                       const PowerLink& link, const PowerElement& fed, std::int64_t way) {
    const Value given = valueOf(figures, figure_of::feedPowerPeak, Subject(fed.id));
    const std::int64_t circuits = sharingCircuits(context, link, FeedSide::None);
    // A circuit that stands by carries nothing.
    const Value watts = circuits > 0 ? drawnPower<Value>(context, fed, Quantity<dim::Power, Value>(given)).si() /
                                           Value(static_cast<double>(circuits))
                                     : Value(0.0);
    const auto own = inputVoltageOf(context, fed);
    const auto voltage = own ? own : outputVoltageOf(context, panel);
    const auto breaker = link.breaker ? link.breaker : fed.breaker;
    Value most;
    const LineCells lines = lineCells(context, fed, watts, voltage, most);
    const ScheduleCell blank = std::monostate{};
    return {"circuit:" + std::to_string(link.id.value),
            RowRole::Line,
            Subject(fed.id),
            {textCell(nameOr(panel.name, panel.id.value)), wordCell("side.", panel.side), way, textCell(link.poles),
             textCell(nameOr(fed.name, fed.id.value)), ampereCell(breaker), fed.phases, phasesCell(context, fed),
             voltCell(voltage), watts, lines[0], lines[1], lines[2], shareCell(most, breaker),
             textCell(racksFedBy(context, fed)), blank}};
}

// A cooling unit loads the lines of its panel evenly.
ScheduleRow unitRow(const Context& context, const PowerElement& panel, const PowerLink& link, const CoolingUnit& unit,
                    std::int64_t way) {
    const std::int64_t circuits = sharingCircuits(context, link, FeedSide::None);
    const Value watts =
        circuits > 0 ? unitDraw<Value>(context, unit).si() / Value(static_cast<double>(circuits)) : Value(0.0);
    const auto voltage = outputVoltageOf(context, panel);
    const bool isThree = panel.phases == 3;
    const Value factor = setting<Value>(context, setting_of::powerFactor).si();
    const Value current = voltage && voltage->si() > 0
                              ? watts / (Value(voltage->si() * (isThree ? std::numbers::sqrt3 : 1.0)) * factor)
                              : Value();
    const ScheduleCell blank = std::monostate{};
    const ScheduleCell further = isThree ? ScheduleCell(current) : blank;
    return {"circuit:" + std::to_string(link.id.value),
            RowRole::Line,
            Subject(unit.id),
            {textCell(nameOr(panel.name, panel.id.value)), wordCell("side.", panel.side), way, textCell(link.poles),
             textCell(nameOr(unit.name, unit.id.value)), ampereCell(link.breaker), panel.phases,
             Message(isThree ? "schedule.three-phases" : "schedule.one-phase"), voltCell(voltage), watts, current,
             further, further, shareCell(current, link.breaker), blank, blank}};
}

} // namespace

Schedule panelSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule(
        "panel-schedule", {textColumn("Panel"), textColumn("Source A/B"), numberColumn("Way"), textColumn("Pole(s)"),
                           textColumn("Circuit"), numberColumn("Breaker A", "A"), numberColumn("Poles"),
                           textColumn("Phase(s)"), numberColumn("Voltage", "V"), numberColumn("Load W", "W"),
                           numberColumn("A L1", "A"), numberColumn("A L2", "A"), numberColumn("A L3", "A"),
                           numberColumn("% of breaker", "%"), textColumn("Racks"), numberColumn("Imbalance %", "%")});
    for (const PowerElement& panel : context.design().powerElements) {
        if (!hasPanelSchedule(panel) || !context.feeds(panel.id))
            continue;
        schedule.rows.push_back(incomingRow(context, figures, panel));
        std::int64_t way = 0;
        for (const PowerLink* link : context.linksFrom(panel.id)) {
            const PowerElement* fed = presentElement(context, link->to);
            if (fed && link->scope.isPresent())
                schedule.rows.push_back(circuitRow(context, figures, panel, *link, *fed, ++way));
        }
        for (const PowerLink* link : context.unitLinksFrom(panel.id)) {
            const CoolingUnit* unit = context.design().coolingUnits.find(link->unit);
            if (unit && unit->scope.isPresent())
                schedule.rows.push_back(unitRow(context, panel, *link, *unit, ++way));
        }
    }
    schedule.notes = {Message("schedule.note.balanced-phases"), Message("schedule.note.panel-ways")};
    if (!context.fedUnits().empty())
        schedule.notes.emplace_back("schedule.note.panel-cooling");
    return schedule;
}

} // namespace rackwright
