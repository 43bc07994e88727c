// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_schedule.h"

#include "solvers/engine/schedule_parts.h"
#include "solvers/power/circuits.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "solvers/power/phases.h"
#include "solvers/power/power_domain.h"
#include "solvers/power/upstream.h"

#include <algorithm>
#include <numbers>

namespace rackwright {

std::string inletOf(const Context& context, const PowerElement& element) {
    const Part* part = context.part(element.part);
    if (!part)
        return {};
    if (!part->powerInputs.empty() && !part->powerInputs.front().inlet.empty())
        return part->powerInputs.front().inlet;
    const auto plug = textFact(*part, "input-plug").typical();
    return plug ? *plug : std::string();
}

namespace {

/// Circuits into a power element, in the order of ids.
std::vector<const PowerLink*> feedersOf(const Context& context, Id<PowerElement> element) {
    std::vector<const PowerLink*> feeders;
    for (const PowerLink* link : context.linksTo(element))
        if (link->scope.isPresent())
            feeders.push_back(link);
    return feeders;
}

/// Of a balanced load; line to line voltage for three phases.
Value ampere(const Value& watts, const std::optional<Voltage>& voltage, std::int64_t phases) {
    if (!voltage || voltage->si() <= 0)
        return Value::unknown();
    return watts / Value(voltage->si() * (phases == 3 ? std::numbers::sqrt3 : 1.0));
}

std::string connectorOf(const Context& context, const PowerElement& element, const PowerLink* link) {
    return link && !link->connector.empty() ? link->connector : inletOf(context, element);
}

ScheduleCell currentCell(const std::optional<Current>& current) {
    return current ? ScheduleCell(Value(current->si())) : ScheduleCell(Value());
}

ScheduleRow powerRow(const Context& context, const FigureTable& figures, const Rack* rack, const PowerElement& element,
                     const PowerLink* link) {
    const Subject subject(element.id);
    const PowerElement* panel = link ? context.design().powerElements.find(link->from) : nullptr;
    const auto breaker = link && link->breaker ? link->breaker : element.breaker;
    const Value design = valueOf(figures, figure_of::feedPowerPeak, subject);
    const Value current = ampere(design, inputVoltageOf(context, element), element.phases);
    const ScheduleCell blank = std::monostate{};
    const auto voltage = inputVoltageOf(context, element);
    const bool isThree = element.phases == 3;
    const auto& phases = context.lookUp<PhaseLoads>();
    const Lines lines = phases.lines(element.id);
    // Where nobody knows the line of a single-phase circuit, its current stands under L1.
    const auto onLine = [&](std::size_t line) -> ScheduleCell {
        if (isThree)
            return current * Value(phases.shape(element.id)[line]);
        const bool isOn = lines == kAllLines ? line == 0 : (lines & (1U << line)) != 0;
        return isOn ? ScheduleCell(current) : blank;
    };
    const Value most = isThree ? current * Value(std::ranges::max(phases.shape(element.id))) : current;
    return {"power:" + std::to_string(element.id.value) + (link ? ":" + std::to_string(link->id.value) : ""),
            RowRole::Line,
            subject,
            {panel ? textCell(nameOr(panel->name, panel->id.value)) : blank,
             wordCell("side.", element.side),
             link ? textCell(link->poles) : blank,
             currentCell(breaker),
             element.phases,
             voltage ? ScheduleCell(Value(voltage->si())) : ScheduleCell(Value()),
             isThree || lines == kAllLines
                 ? ScheduleCell(Message(isThree ? "schedule.three-phases" : "schedule.one-phase"))
                 : textCell(linesText(lines)),
             textCell(connectorOf(context, element, link)),
             link && link->whip ? ScheduleCell(Value(link->whip->inMetres())) : blank,
             rack ? nameCell(*rack) : blank,
             textCell(nameOr(element.name, element.id.value)),
             figureCell(figures, figure_of::feedPowerNameplate, subject),
             figureCell(figures, figure_of::feedPowerPeak, subject),
             onLine(0),
             onLine(1),
             onLine(2),
             breaker ? ScheduleCell(most / Value(breaker->si())) : ScheduleCell(Value()),
             figureCell(figures, figure_of::feedPowerOtherLost, subject),
             Message(std::string("power-kind.").append(enumName(element.kind))),
             figureCell(figures, figure_of::feedRating, subject),
             link || !needsFeed(element.kind) ? blank : ScheduleCell(Message("schedule.no-circuit"))}};
}

ScheduleRow undrawnPowerRow(const FigureTable& figures, const Rack& rack) {
    ScheduleRow row{"rack:" + std::to_string(rack.id.value), RowRole::Line, Subject(rack.id), {}};
    row.cells.resize(21);
    row.cells[9] = nameCell(rack);
    row.cells[11] = rackFigure(figures, figure_of::rackPowerNameplate, rack);
    row.cells[12] = rackFigure(figures, figure_of::rackPowerPeak, rack);
    row.cells[20] = Message("schedule.no-pdu");
    return row;
}

/// A circuit to a cooling unit, which loads its lines evenly.
ScheduleRow unitPowerRow(const Context& context, const PowerLink& link, const CoolingUnit& unit) {
    const PowerElement* panel = context.design().powerElements.find(link.from);
    const std::int64_t circuits = sharingCircuits(context, link, FeedSide::None);
    const Value most = unitDraw<Value>(context, unit).si();
    const Value share = circuits > 0 ? most / Value(static_cast<double>(circuits)) : Value(0.0);
    const auto voltage = panel ? outputVoltageOf(context, *panel) : std::nullopt;
    const std::int64_t phases = panel ? panel->phases : 3;
    const Value current = ampere(share, voltage, phases);
    const ScheduleCell blank = std::monostate{};
    const ScheduleCell further = phases == 3 ? ScheduleCell(current) : blank;
    const Rack* rack = context.design().racks.find(rackOf(unit.placement));
    return {"cooling:" + std::to_string(unit.id.value) + ":" + std::to_string(link.id.value),
            RowRole::Line,
            Subject(unit.id),
            {panel ? textCell(nameOr(panel->name, panel->id.value)) : blank,
             panel ? ScheduleCell(wordCell("side.", panel->side)) : blank,
             textCell(link.poles),
             currentCell(link.breaker),
             phases,
             voltage ? ScheduleCell(Value(voltage->si())) : ScheduleCell(Value()),
             Message(phases == 3 ? "schedule.three-phases" : "schedule.one-phase"),
             textCell(link.connector),
             link.whip ? ScheduleCell(Value(link.whip->inMetres())) : blank,
             rack ? nameCell(*rack) : blank,
             textCell(nameOr(unit.name, unit.id.value)),
             most,
             share,
             current,
             further,
             further,
             link.breaker ? ScheduleCell(current / Value(link.breaker->si())) : ScheduleCell(Value()),
             blank,
             Message(std::string("cooling-unit.").append(enumName(unit.kind))),
             blank,
             blank}};
}

/// One a circuit to it.
void addPowerRows(Schedule& schedule, const Context& context, const FigureTable& figures, const Rack* rack,
                  const PowerElement& element) {
    const auto feeders = feedersOf(context, element.id);
    if (feeders.empty())
        schedule.rows.push_back(powerRow(context, figures, rack, element, nullptr));
    for (const PowerLink* link : feeders)
        schedule.rows.push_back(powerRow(context, figures, rack, element, link));
}

} // namespace

Schedule powerSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule;
    schedule.id = "power";
    schedule.title = Message("schedule.power");
    schedule.columns = {textColumn("Panel/RPP"),
                        textColumn("Source A/B"),
                        textColumn("Circuit/pole(s)"),
                        numberColumn("Breaker A", "A"),
                        numberColumn("Poles"),
                        numberColumn("Voltage", "V"),
                        textColumn("Phase(s)"),
                        textColumn("Connector"),
                        numberColumn("Whip m", "m"),
                        textColumn("Rack"),
                        textColumn("PDU"),
                        numberColumn("Connected max W", "W"),
                        numberColumn("Design W", "W"),
                        numberColumn("A L1", "A"),
                        numberColumn("A L2", "A"),
                        numberColumn("A L3", "A"),
                        numberColumn("% of breaker", "%"),
                        numberColumn("Load with other side lost W", "W"),
                        textColumn("Kind"),
                        numberColumn("Rating W", "W"),
                        textColumn("Notes")};
    for (const Rack* rack : context.racks()) {
        const RackContents& contents = context.contents(rack->id);
        if (contents.elements.empty() && !contents.devices.empty())
            schedule.rows.push_back(undrawnPowerRow(figures, *rack));
        for (const PowerElement* element : contents.elements)
            addPowerRows(schedule, context, figures, rack, *element);
    }
    // What stands outside of racks, from the utility down.
    std::vector<const PowerElement*> others;
    for (const PowerElement& element : context.design().powerElements)
        if (element.scope.isPresent() && !rackOf(element.placement))
            others.push_back(&element);
    std::ranges::stable_sort(others, {}, &PowerElement::kind);
    for (const PowerElement* element : others)
        addPowerRows(schedule, context, figures, nullptr, *element);
    for (const Id<CoolingUnit> id : context.fedUnits())
        if (const CoolingUnit* unit = context.design().coolingUnits.find(id); unit && unit->scope.isPresent())
            for (const PowerLink* link : context.linksTo(id))
                schedule.rows.push_back(unitPowerRow(context, *link, *unit));
    schedule.notes = {Message("schedule.note.balanced-phases"), Message("schedule.note.power-basis")};
    if (!context.fedUnits().empty())
        schedule.notes.emplace_back("schedule.note.panel-cooling");
    return schedule;
}

} // namespace rackwright
