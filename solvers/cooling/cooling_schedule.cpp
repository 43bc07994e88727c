// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/cooling_domain.h"
#include "solvers/cooling/figures.h"
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
        if (row->heat == HeatKind::Liquid) {
            service.loop = design.coolingLoops.find(unit->secondary ? unit->secondary : unit->primary);
            addWord(service.units, nameOr(unit->name, unit->id.value));
        }
    }
    return service;
}

namespace {

ScheduleCell methodCell(const RackService& service) {
    const CoolingUnit* unit = service.liquid ? service.liquid : service.air;
    return unit ? wordCell("cooling-unit.", unit->kind) : ScheduleCell(Message("schedule.no-cooling"));
}

ScheduleCell rise(const CoolingLoop* loop) {
    if (!loop || !loop->supply || !loop->returnLimit)
        return std::monostate{};
    return Value((*loop->returnLimit - *loop->supply).si());
}

} // namespace

Schedule coolingSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule;
    schedule.id = "cooling";
    schedule.title = Message("schedule.cooling");
    schedule.columns = {textColumn("Rack"),
                        textColumn("Method"),
                        numberColumn("kW air", "kW"),
                        numberColumn("m3/h", "m3/h"),
                        numberColumn("kW liquid", "kW"),
                        textColumn("Loop/CDU"),
                        numberColumn("l/min", "L/min"),
                        numberColumn("Supply C", "C"),
                        numberColumn("Return C", "C"),
                        numberColumn("dT K", "K"),
                        textColumn("Connector"),
                        numberColumn("CDU load %", "%"),
                        numberColumn("CDU load with one lost %", "%")};
    for (const Rack* rack : context.racks()) {
        const RackService service = rackService(context, *rack);
        const ScheduleCell blank = std::monostate{};
        const ScheduleCell load =
            service.liquid ? figureCell(figures, figure_of::coolingUnitShare, Subject(service.liquid->id)) : blank;
        schedule.rows.push_back(
            {"rack:" + std::to_string(rack->id.value),
             RowRole::Line,
             Subject(rack->id),
             {nameCell(*rack), methodCell(service), rackFigure(figures, figure_of::rackHeatAir, *rack),
              rackFigure(figures, figure_of::rackAirflow, *rack), rackFigure(figures, figure_of::rackHeatLiquid, *rack),
              textCell(service.units), rackFigure(figures, figure_of::rackLiquidFlow, *rack),
              service.loop ? temperatureCell(service.loop->supply) : blank,
              service.loop ? temperatureCell(service.loop->returnLimit) : blank, rise(service.loop), blank, load,
              blank}});
    }
    schedule.notes = {Message("schedule.note.heat-basis"), Message("schedule.note.no-loss-of-cdu")};
    return schedule;
}

} // namespace rackwright
