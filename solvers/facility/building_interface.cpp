// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/heat_unit.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/rack_service.h"
#include "solvers/engine/reader.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/power/figures.h"
#include "solvers/power/power_schedule.h"
#include "solvers/space/figures.h"

#include <algorithm>

namespace rackwright {

namespace {

std::string sidesOf(const Context& context, const Rack& rack) {
    std::string sides;
    for (const PowerElement* element : context.contents(rack.id).elements)
        if (element->side != FeedSide::None) {
            std::string side(enumName(element->side));
            side.front() = static_cast<char>(side.front() - 'a' + 'A');
            addWord(sides, side);
        }
    std::ranges::replace(sides, ' ', '+');
    return sides;
}

std::string plugsOf(const Context& context, const Rack& rack) {
    std::string plugs;
    for (const PowerElement* element : context.contents(rack.id).elements)
        addWord(plugs, inletOf(context, *element));
    return plugs;
}

/// Power factors are in no data sheet that we read: never guessed from kW.
ScheduleCell apparentPower() { return Value(); }

} // namespace

Schedule buildingInterfaceSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule;
    schedule.id = "building-interface";
    schedule.title = Message("schedule.building-interface");
    schedule.columns = {textColumn("Zone/rack"),
                        numberColumn("kW connected", "kW"),
                        numberColumn("kW expected", "kW"),
                        numberColumn("kVA"),
                        textColumn("Feeds and redundancy"),
                        textColumn("Breaker and plug"),
                        numberColumn("Heat air kW", std::string(kHeatUnit)),
                        numberColumn("m3/h", "m3/h"),
                        numberColumn("Heat liquid kW", std::string(kHeatUnit)),
                        numberColumn("l/min", "L/min"),
                        numberColumn("Supply C", "C"),
                        numberColumn("Return C", "C"),
                        numberColumn("dP kPa", "kPa"),
                        textColumn("Coupling and size"),
                        textColumn("Fluid"),
                        numberColumn("kg static", "kg"),
                        numberColumn("kg rolling", "kg"),
                        numberColumn("Point load kg", "kg"),
                        numberColumn("Height and door mm", "mm"),
                        textColumn("Network entry"),
                        textColumn("Supplied by"),
                        textColumn("RFI no.")};
    for (const Rack* rack : context.racks()) {
        const RackService service = rackService(context, *rack);
        const CoolingLoop* loop = service.loop;
        const ScheduleCell blank = std::monostate{};
        schedule.rows.push_back(
            {"rack:" + std::to_string(rack->id.value),
             RowRole::Line,
             Subject(rack->id),
             {nameCell(*rack),
              rackFigure(figures, figure_of::rackPowerNameplate, *rack),
              rackFigure(figures, figure_of::rackPowerPeak, *rack),
              apparentPower(),
              textCell(sidesOf(context, *rack)),
              textCell(plugsOf(context, *rack)),
              rackFigure(figures, figure_of::rackHeatAir, *rack),
              rackFigure(figures, figure_of::rackAirflow, *rack),
              rackFigure(figures, figure_of::rackHeatLiquid, *rack),
              liquidFlowCell(figures, *rack),
              loop ? temperatureCell(loop->supply) : blank,
              returnCell(figures, loop),
              loop && loop->pressureDifference ? ScheduleCell(Value(loop->pressureDifference->si())) : blank,
              blank,
              loop ? textCell(loop->fluid) : blank,
              rackFigure(figures, figure_of::rackWeight, *rack),
              rackFigure(figures, figure_of::rackWeight, *rack),
              rackFigure(figures, figure_of::rackLoadPoint, *rack),
              plainPartNumber(context, rack->part, attribute::height.key),
              blank,
              wordCell("party.", rack->scope.suppliedBy),
              blank}});
    }
    schedule.notes = {Message("schedule.note.power-basis"), Message("schedule.note.power-factor"),
                      Message("schedule.note.structural-engineer")};
    return schedule;
}

} // namespace rackwright
