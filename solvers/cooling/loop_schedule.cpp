// SPDX-License-Identifier: GPL-3.0-or-later
// The loops as they are solved: who keeps them, whose heat they take, temperatures, flows and pumps.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/rack_service.h"
#include "solvers/engine/schedule_parts.h"

namespace rackwright {

namespace {

constexpr std::size_t kMostNamed = 6; // units; more are counted

ScheduleCell unitsCell(const std::vector<const CoolingUnit*>& units) {
    if (units.size() > kMostNamed)
        return Message("schedule.loops.units").with("count", units.size());
    std::string names;
    for (const CoolingUnit* unit : units)
        names += (names.empty() ? "" : ", ") + nameOr(unit->name, unit->id.value);
    return textCell(std::move(names));
}

ScheduleCell kelvinCell(const std::optional<double>& kelvin, bool isNeeded) {
    return kelvin ? ScheduleCell(Value(*kelvin)) : isNeeded ? ScheduleCell(Value()) : ScheduleCell(std::monostate{});
}

// Nothing where it is not stated; it is an input.
ScheduleCell statedFlowCell(const Context& context, const CoolingLoop& loop) {
    const auto flow = statedFlowOf(context, loop);
    return flow ? ScheduleCell(Value(*flow)) : ScheduleCell(std::monostate{});
}

ScheduleRow rowOfLoop(const Context& context, const FigureTable& figures, const CoolingLoop& loop) {
    const Subject subject(loop.id);
    const auto cell = [&](FigureHandle figure) { return figureCell(figures, figure, subject); };
    return {
        "loop:" + std::to_string(loop.id.value),
        RowRole::Line,
        subject,
        {GivenText{nameOr(loop.name, loop.id.value)}, textCell(loop.fluid), unitsCell(suppliersOf(context, loop.id)),
         unitsCell(giversTo(context, loop.id)), cell(figure_of::coolingLoopHeat),
         kelvinCell(supplyOf(context, loop), true), returnCell(figures, &loop),
         kelvinCell(returnLimitOf(context, loop), false), cell(figure_of::coolingLoopFlow),
         statedFlowCell(context, loop),
         loop.pressureDifference ? ScheduleCell(Value(loop.pressureDifference->si())) : ScheduleCell(std::monostate{}),
         cell(figure_of::coolingLoopPumpPower), textCell(loop.redundancy)}};
}

} // namespace

Schedule loopSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule = emptySchedule(
        "loops",
        {textColumn("Loop"), textColumn("Fluid"), textColumn("Kept by"), textColumn("Takes heat of"),
         numberColumn("kW heat", "kW"), numberColumn("Supply C", "C"), numberColumn("Return C", "C"),
         numberColumn("Return limit C", "C"), numberColumn("Needed l/min", "L/min"), numberColumn("l/min", "L/min"),
         numberColumn("kPa", "kPa"), numberColumn("Pump kW", "kW"), textColumn("Redundancy")});
    for (const CoolingLoop& loop : context.design().coolingLoops)
        if (loop.scope.isPresent())
            schedule.rows.push_back(rowOfLoop(context, figures, loop));
    schedule.notes = {Message("schedule.note.heat-basis"), Message("schedule.note.loops")};
    return schedule;
}

} // namespace rackwright
