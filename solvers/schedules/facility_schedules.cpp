// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/figures.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/power/figures.h"
#include "solvers/schedules/schedule_parts.h"
#include "solvers/schedules/schedules.h"
#include "solvers/space/figures.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rackwright {

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

std::optional<Voltage> voltageOf(const Context& context, const PowerElement& element) {
    if (element.voltage)
        return element.voltage;
    const Part* part = context.part(element.part);
    return part ? fact(*part, attribute::inputVoltage).typical() : std::nullopt;
}

std::string connectorOf(const Context& context, const PowerElement& element, const PowerLink* link) {
    if (link && !link->connector.empty())
        return link->connector;
    const Part* part = context.part(element.part);
    return part && !part->powerInputs.empty() ? part->powerInputs.front().inlet : std::string();
}

ScheduleCell currentCell(const std::optional<Current>& current) {
    return current ? ScheduleCell(Value(current->si())) : ScheduleCell(Value());
}

ScheduleRow powerRow(const Context& context, const FigureTable& figures, const Rack& rack, const PowerElement& element,
                     const PowerLink* link) {
    const Subject subject{SubjectKind::PowerElement, element.id.value};
    const PowerElement* panel = link ? context.design().powerElements.find(link->from) : nullptr;
    const auto breaker = link && link->breaker ? link->breaker : element.breaker;
    const Value design = valueOf(figures, figure_of::feedPowerPeak, subject);
    const Value current = ampere(design, voltageOf(context, element), element.phases);
    const ScheduleCell blank = std::monostate{};
    const auto voltage = voltageOf(context, element);
    const bool isThree = element.phases == 3;
    return {"power:" + std::to_string(element.id.value) + (link ? ":" + std::to_string(link->id.value) : ""),
            RowRole::Line,
            subject,
            {panel ? textCell(nameOr(panel->name, panel->id.value)) : blank, wordCell("side.", element.side),
             link ? textCell(link->poles) : blank, currentCell(breaker), element.phases,
             voltage ? ScheduleCell(Value(voltage->si())) : ScheduleCell(Value()),
             Message(isThree ? "schedule.three-phases" : "schedule.one-phase"),
             textCell(connectorOf(context, element, link)),
             link && link->whip ? ScheduleCell(Value(link->whip->inMetres())) : blank, nameCell(rack),
             textCell(nameOr(element.name, element.id.value)),
             figureCell(figures, figure_of::feedPowerNameplate, subject),
             figureCell(figures, figure_of::feedPowerPeak, subject), current, isThree ? ScheduleCell(current) : blank,
             isThree ? ScheduleCell(current) : blank,
             breaker ? ScheduleCell(current / Value(breaker->si())) : ScheduleCell(Value()),
             figureCell(figures, figure_of::feedPowerOtherLost, subject),
             link ? blank : ScheduleCell(Message("schedule.no-circuit"))}};
}

ScheduleRow undrawnPowerRow(const FigureTable& figures, const Rack& rack) {
    ScheduleRow row{
        "rack:" + std::to_string(rack.id.value), RowRole::Line, Subject{SubjectKind::Rack, rack.id.value}, {}};
    row.cells.resize(19);
    row.cells[9] = nameCell(rack);
    row.cells[11] = rackFigure(figures, figure_of::rackPowerNameplate, rack);
    row.cells[12] = rackFigure(figures, figure_of::rackPowerPeak, rack);
    row.cells[18] = Message("schedule.no-pdu");
    return row;
}

/// What serves a rack, by the kind of heat.
struct Service {
    const CoolingUnit* air = nullptr;
    const CoolingUnit* liquid = nullptr;
    const CoolingLoop* loop = nullptr;
    std::string units;
};

Service serviceOf(const Context& context, const Rack& rack) {
    Service service;
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

ScheduleCell methodCell(const Service& service) {
    const CoolingUnit* unit = service.liquid ? service.liquid : service.air;
    return unit ? wordCell("cooling-unit.", unit->kind) : ScheduleCell(Message("schedule.no-cooling"));
}

ScheduleCell temperatureCell(const std::optional<Temperature>& temperature) {
    return temperature ? ScheduleCell(Value(temperature->inKelvin())) : ScheduleCell(std::monostate{});
}

ScheduleCell rise(const CoolingLoop* loop) {
    if (!loop || !loop->supply || !loop->returnLimit)
        return std::monostate{};
    return Value((*loop->returnLimit - *loop->supply).si());
}

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
        addWord(plugs, connectorOf(context, *element, nullptr));
    return plugs;
}

/// Power factors are in no data sheet that we read: never guessed from kW.
ScheduleCell apparentPower() { return Value(); }

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
                        textColumn("Notes")};
    for (const Rack* rack : context.racks()) {
        const RackContents& contents = context.contents(rack->id);
        if (contents.elements.empty() && !contents.devices.empty())
            schedule.rows.push_back(undrawnPowerRow(figures, *rack));
        for (const PowerElement* element : contents.elements) {
            const auto feeders = feedersOf(context, element->id);
            if (feeders.empty())
                schedule.rows.push_back(powerRow(context, figures, *rack, *element, nullptr));
            for (const PowerLink* link : feeders)
                schedule.rows.push_back(powerRow(context, figures, *rack, *element, link));
        }
    }
    schedule.notes = {Message("schedule.note.balanced-phases"), Message("schedule.note.power-basis")};
    return schedule;
}

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
        const Service service = serviceOf(context, *rack);
        const ScheduleCell blank = std::monostate{};
        const ScheduleCell load = service.liquid ? figureCell(figures, figure_of::coolingUnitShare,
                                                              {SubjectKind::CoolingUnit, service.liquid->id.value})
                                                 : blank;
        schedule.rows.push_back(
            {"rack:" + std::to_string(rack->id.value),
             RowRole::Line,
             Subject{SubjectKind::Rack, rack->id.value},
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
                        numberColumn("Heat air kW", "kW"),
                        numberColumn("m3/h", "m3/h"),
                        numberColumn("Heat liquid kW", "kW"),
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
        const Service service = serviceOf(context, *rack);
        const CoolingLoop* loop = service.loop;
        const ScheduleCell blank = std::monostate{};
        schedule.rows.push_back(
            {"rack:" + std::to_string(rack->id.value),
             RowRole::Line,
             Subject{SubjectKind::Rack, rack->id.value},
             {nameCell(*rack),
              rackFigure(figures, figure_of::rackPowerNameplate, *rack),
              rackFigure(figures, figure_of::rackPowerPeak, *rack),
              apparentPower(),
              textCell(sidesOf(context, *rack)),
              textCell(plugsOf(context, *rack)),
              rackFigure(figures, figure_of::rackHeatAir, *rack),
              rackFigure(figures, figure_of::rackAirflow, *rack),
              rackFigure(figures, figure_of::rackHeatLiquid, *rack),
              rackFigure(figures, figure_of::rackLiquidFlow, *rack),
              loop ? temperatureCell(loop->supply) : blank,
              loop ? temperatureCell(loop->returnLimit) : blank,
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

namespace {

/// What is made when somebody asks for it.
ScheduleMaker maker(std::string id, bool isLong, std::function<Schedule(const std::stop_token&)> make) {
    return {id, isLong, [id, make = std::move(make)](const std::stop_token& stop) {
                Schedule made = make(stop);
                RW_CHECK(made.id == id, "a schedule has the id that it is known by before it is made");
                return made;
            }};
}

} // namespace

std::vector<ScheduleMaker> scheduleMakers(const Context& context, const FigureTable& figures, Edition edition) {
    const auto ofContext = [&context](Schedule (*make)(const Context&)) {
        return [&context, make](const std::stop_token&) { return make(context); };
    };
    const auto ofFigures = [&context, &figures](Schedule (*make)(const Context&, const FigureTable&)) {
        return [&context, &figures, make](const std::stop_token&) { return make(context, figures); };
    };
    const auto bill = [&context](Schedule (*make)(const Context&, const Bill&)) {
        return [&context, make](const std::stop_token&) { return make(context, billIn(context)); };
    };
    std::vector<ScheduleMaker> all;
    all.push_back(edition == Edition::Customer ? maker("bom-customer", false, bill(billForCustomer))
                                               : maker("bom-internal", false, bill(billForUs)));
    all.push_back(maker("racks", true, ofFigures(rackSchedule)));
    all.push_back(maker("elevations", true, ofContext(elevationTable)));
    all.push_back(maker("power", true, ofFigures(powerSchedule)));
    all.push_back(maker("cooling", true, ofFigures(coolingSchedule)));
    all.push_back(maker("weights", true, ofFigures(weightSchedule)));
    all.push_back(maker("building-interface", true, ofFigures(buildingInterfaceSchedule)));
    all.push_back(
        maker("failures", false, [&context](const std::stop_token& stop) { return failureSchedule(context, stop); }));
    all.push_back(maker("acceptance", false, ofContext(acceptanceSchedule)));
    all.push_back(maker("storage-pools", false, ofFigures(storagePoolSchedule)));
    all.push_back(maker("storage-paths", false, ofFigures(storagePathSchedule)));
    all.push_back(maker("storage-workloads", false, ofFigures(storageJobSchedule)));
    all.push_back(maker("checkpoints", false, ofFigures(checkpointSchedule)));
    all.push_back(maker("storage-guides", false, ofFigures(storageGuideSchedule)));
    all.push_back(maker("inference", false, ofFigures(inferenceSchedule)));
    return all;
}

std::vector<Schedule> schedulesOf(const Context& context, const FigureTable& figures, Edition edition) {
    std::vector<Schedule> all;
    for (const ScheduleMaker& each : scheduleMakers(context, figures, edition))
        all.push_back(each.make({}));
    return all;
}

} // namespace rackwright
