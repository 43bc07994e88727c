// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/heat_unit.h"
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/liquid_coupling.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/rack_service.h"
#include "solvers/engine/schedule_parts.h"

namespace rackwright {

RackService rackService(const Context& context, const Rack& rack) {
    RackService service;
    const Design& design = context.design();
    for (const CoolingService* row : design.coolingServices.allWith<ServicesByRack>(rack.id)) {
        const CoolingUnit* unit = design.coolingUnits.find(row->unit);
        if (!unit || !unit->scope.isPresent())
            continue;
        (row->heat == HeatKind::Air ? service.air : service.liquid) = unit;
        // The water of a door goes through the rack as the coolant of its cold plates does; these come first.
        const bool isDoor = row->heat == HeatKind::Air && unit->kind == CoolingUnitKind::RearDoor;
        if (row->heat == HeatKind::Liquid || (isDoor && !service.loop))
            service.loop = design.coolingLoops.find(unit->secondary ? unit->secondary : unit->primary);
        if (row->heat == HeatKind::Liquid || isDoor)
            addWord(service.units, nameOr(unit->name, unit->id.value));
    }
    return service;
}

ScheduleCell liquidFlowCell(const FigureTable& figures, const Rack& rack) {
    return valueOf(figures, figure_of::rackLiquidFlow, Subject(rack.id)) +
           valueOf(figures, figure_of::rackRearDoorFlow, Subject(rack.id));
}

ScheduleCell returnCell(const FigureTable& figures, const CoolingLoop* loop) {
    if (!loop)
        return std::monostate{};
    const Value celsius = valueOf(figures, figure_of::coolingLoopReturn, Subject(loop->id));
    return celsius.isUnknown() ? celsius : celsius + Value(273.15);
}

namespace {

ScheduleCell methodCell(const RackService& service) {
    const CoolingUnit* unit = service.liquid ? service.liquid : service.air;
    return unit ? wordCell("cooling-unit.", unit->kind) : ScheduleCell(Message("schedule.no-cooling"));
}

ScheduleCell supplyCell(const Context& context, const CoolingLoop* loop) {
    if (!loop)
        return std::monostate{};
    const auto supply = supplyOf(context, *loop);
    return supply ? Value(*supply) : Value();
}

ScheduleCell riseCell(const Context& context, const CoolingLoop* loop) {
    return loop ? ScheduleCell(loopRise<Value>(context, *loop)) : ScheduleCell(std::monostate{});
}

// Heat of what a unit can take.
ScheduleCell loadCell(const FigureTable& figures, const CoolingUnit* unit, FigureHandle heat) {
    if (!unit)
        return std::monostate{};
    const FigureResult* usable = figures.find(figure_of::coolingUnitUsable, Subject(unit->id));
    const Value capacity = usable && !usable->error ? usable->value
                           : usable                 ? Value()
                                                    : valueOf(figures, figure_of::coolingUnitRating, Subject(unit->id));
    return valueOf(figures, heat, Subject(unit->id)) / capacity;
}

} // namespace

Schedule coolingSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule;
    schedule.id = "cooling";
    schedule.title = Message("schedule.cooling");
    schedule.columns = {textColumn("Rack"),
                        textColumn("Method"),
                        numberColumn("kW air", std::string(kHeatUnit)),
                        numberColumn("m3/h", "m3/h"),
                        numberColumn("kW liquid", std::string(kHeatUnit)),
                        textColumn("Loop/CDU"),
                        numberColumn("l/min", "L/min"),
                        numberColumn("Supply C", "C"),
                        numberColumn("Return C", "C"),
                        numberColumn("dT K", "K"),
                        textColumn("Connector"),
                        numberColumn("CDU load %", "%"),
                        numberColumn("CDU load with one lost %", "%")};
    const LoopPipes pipes(context);
    for (const Rack* rack : context.racks()) {
        const RackService service = rackService(context, *rack);
        schedule.rows.push_back(
            {"rack:" + std::to_string(rack->id.value),
             RowRole::Line,
             Subject(rack->id),
             {nameCell(*rack), methodCell(service), rackFigure(figures, figure_of::rackHeatAir, *rack),
              rackFigure(figures, figure_of::rackAirflow, *rack), rackFigure(figures, figure_of::rackHeatLiquid, *rack),
              textCell(service.units), liquidFlowCell(figures, *rack), supplyCell(context, service.loop),
              returnCell(figures, service.loop), riseCell(context, service.loop),
              couplingCell(context, *rack, service, pipes),
              loadCell(figures, service.liquid, figure_of::coolingUnitHeat),
              loadCell(figures, service.liquid, figure_of::coolingUnitHeatOneLost)}});
    }
    schedule.notes = {Message("schedule.note.heat-basis"), Message("schedule.note.loss-of-cdu")};
    return schedule;
}

} // namespace rackwright
