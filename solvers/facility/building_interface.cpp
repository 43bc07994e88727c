// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/units/heat_unit.h"
#include "solvers/cooling/figures.h"
#include "solvers/cooling/liquid_coupling.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/engine/reader.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/facility/facility_domain.h"
#include "solvers/facility/ports_out.h"
#include "solvers/power/circuits.h"
#include "solvers/power/figures.h"
#include "solvers/power/loads.h"
#include "solvers/power/power_schedule.h"
#include "solvers/space/figures.h"
#include "solvers/space/weight.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace rackwright {

namespace {

ScheduleCell sidesOf(const Context& context, const Rack& rack) {
    std::string sides;
    for (const PowerElement* element : context.contents(rack.id).elements)
        if (element->side != FeedSide::None) {
            std::string side(enumName(element->side));
            side.front() = static_cast<char>(side.front() - 'a' + 'A');
            addWord(sides, side);
        }
    std::ranges::replace(sides, ' ', '+');
    const std::string claimed = siteText(context.project(), site::redundancy);
    if (sides.empty() || claimed.empty())
        return textCell(sides);
    if (claimed == "shared")
        return Message("schedule.feeds-shared").with("feeds", sides);
    return Message("schedule.feeds-claimed").with("feeds", sides).with("redundancy", claimed);
}

// "2 x 63 A 3~ 400 V IEC 60309 3P+N+E": in symbols that need no language, like circuits once.
ScheduleCell circuitsOf(const Context& context, const Rack& rack) {
    std::map<std::string, int> circuits;
    bool hasBreakers = true, hasPlugs = true;
    const auto& elements = context.contents(rack.id).elements;
    if (elements.empty())
        return Message("schedule.no-rack-pdu");
    for (const PowerElement* element : elements) {
        const auto breaker = breakerOf(context, *element);
        const auto voltage = inputVoltageOf(context, *element);
        std::string plug = inletOf(context, *element);
        for (const PowerLink* link : context.linksTo(element->id))
            if (link->scope.isPresent() && !link->connector.empty())
                plug = link->connector;
        std::string circuit;
        const auto add = [&circuit](const std::string& word) { circuit += (circuit.empty() ? "" : " ") + word; };
        if (breaker)
            add(shortestDigits(*breaker) + " A");
        if (element->phases > 0)
            add(std::to_string(element->phases) + "~");
        if (voltage)
            add(shortestDigits(voltage->si()) + " V");
        if (!plug.empty())
            add(plug);
        ++circuits[circuit];
        hasBreakers = hasBreakers && breaker;
        hasPlugs = hasPlugs && !plug.empty();
    }
    std::string text;
    for (const auto& [circuit, count] : circuits)
        text += (text.empty() ? "" : ", ") + std::to_string(count) + " x " + circuit;
    if (hasBreakers && hasPlugs)
        return textCell(text);
    return Message(hasBreakers ? "schedule.circuits.no-plug"
                   : hasPlugs  ? "schedule.circuits.no-breaker"
                               : "schedule.circuits.no-breaker-plug")
        .with("circuits", text);
}

/// Of what is connected, at the power factor of the settings.
ScheduleCell apparentPower(const Context& context, const FigureTable& figures, const Rack& rack) {
    return valueOf(figures, figure_of::rackPowerNameplate, Subject(rack.id)) /
           plainSetting(context, settingFact(setting_of::powerFactor));
}

/// What rolls to its place.
ScheduleCell rollingMass(const Context& context, const FigureTable& figures, const Rack& rack) {
    return rackFigure(figures, rollsInLoaded(context, rack) ? figure_of::rackWeight : figure_of::rackWeightEmpty, rack);
}

/// The least door on the way in, of the plan and the site record.
struct LeastDoor {
    explicit LeastDoor(const Context& context)
        : width(siteNumber(context.project(), site::doorWidth)),
          height(siteNumber(context.project(), site::doorHeight)) {
        for (const RoomObject& object : context.design().roomObjects) {
            const auto* door = std::get_if<Door>(&object.shape);
            if (!door || !door->isDeliveryPath || !object.scope.isPresent())
                continue;
            const double across = distance(door->from, door->to).inMetres();
            width = width ? std::min(*width, across) : across;
            height = height ? std::min(*height, door->height.inMetres()) : door->height.inMetres();
        }
    }
    std::optional<double> width, height;
};

ScheduleCell heightCell(const Value& height, const LeastDoor& door) {
    const auto millimetres = [](double metres) { return UnitNumber{std::round(metres * 1e4) / 10, "mm"}; };
    Message message(height.isUnknown()            ? "schedule.height-unknown"
                    : !door.width || !door.height ? "schedule.height-without-door"
                                                  : "schedule.height-and-door");
    if (!height.isUnknown()) {
        message.with("height", millimetres(height.typical()));
        if (door.width && door.height)
            message.with("width", millimetres(*door.width)).with("door", millimetres(*door.height));
    }
    return message;
}

/// Numbers of open questions about one of the keys; what the site record knows by now is answered.
std::string openQuestions(const Context& context, const std::set<std::string_view>& keys) {
    const auto isKnown = [&context](const std::string& key) {
        const SiteField* field = findSiteField(context.project(), key);
        return field && field->knowledge == Knowledge::Known;
    };
    std::set<std::int64_t> numbers;
    for (const Rfi& rfi : context.project().rfis)
        if (rfi.status == RfiStatus::Open && keys.contains(rfi.about) && !isKnown(rfi.about))
            numbers.insert(rfi.number);
    std::string text;
    for (const std::int64_t number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

void addKeys(std::set<std::string_view>& keys, std::span<const std::string_view> more) {
    keys.insert(more.begin(), more.end());
}

constexpr std::array kPowerKeys = {site::powerLimit, site::rackLimit, site::region, site::voltage, site::redundancy};
constexpr std::array kAirKeys = {site::supplyAir, site::altitude};
constexpr std::array kWaterKeys = {site::waterSupply,   site::waterReturnLimit, site::waterFlow,
                                   site::waterPressure, site::waterFluid,       site::waterPipe};
constexpr std::array kFloorKeys = {site::floorUniform, site::floorConcentrated, site::floorRolling, site::clearHeight};
constexpr std::array kDeliveryKeys = {site::doorWidth, site::doorHeight, site::liftLoad, site::hasDock};

/// What every row reads.
struct Sheet {
    explicit Sheet(const Context& of) : context(of), pipes(of), door(of), ports(portsOut(of)) {}
    const Context& context;
    LoopPipes pipes;
    LeastDoor door;
    std::unordered_map<Id<Rack>, PortsOut> ports;
};

ScheduleCell networkEntry(const Sheet& sheet, Id<Rack> rack) {
    const auto ports = sheet.ports.find(rack);
    return ports == sheet.ports.end() ? ScheduleCell(Message("schedule.no-cables")) : portsCell(ports->second);
}

ScheduleCell supplyTemperature(const Context& context, const CoolingLoop& loop) {
    const auto supply = supplyOf(context, loop);
    return supply ? Value(*supply) : Value();
}

// The building gives what is there; where nobody says that, what the data sheets of the rack ask for.
ScheduleCell pressureCell(const Context& context, const Rack& rack, const CoolingLoop& loop) {
    const Value there = loopPressure(context, loop);
    return there.isUnknown() ? statedDrop(context, rack) : there;
}

ScheduleRow interfaceOf(const Sheet& sheet, const FigureTable& figures, const Rack& rack) {
    const Context& context = sheet.context;
    const RackService service = rackService(context, rack);
    const CoolingLoop* loop = service.loop;
    const ScheduleCell blank = std::monostate{};
    const Value liquid = valueOf(figures, figure_of::rackHeatLiquid, Subject(rack.id));
    const bool isDry = liquid.isKnown() && liquid.high() <= 0;
    const ScheduleCell noLoop = Message(isDry ? "schedule.no-liquid" : "schedule.no-loop");
    std::set<std::string_view> keys;
    addKeys(keys, kPowerKeys);
    addKeys(keys, kAirKeys);
    addKeys(keys, kFloorKeys);
    if (loop || !isDry)
        addKeys(keys, kWaterKeys);
    if (rack.scope.status != Status::Existing)
        addKeys(keys, kDeliveryKeys);
    return rackRow(rack, {nameCell(rack),
                          rackFigure(figures, figure_of::rackPowerNameplate, rack),
                          rackFigure(figures, figure_of::rackPowerPeak, rack),
                          apparentPower(context, figures, rack),
                          sidesOf(context, rack),
                          circuitsOf(context, rack),
                          rackFigure(figures, figure_of::rackHeatAir, rack),
                          rackFigure(figures, figure_of::rackAirflow, rack),
                          rackFigure(figures, figure_of::rackHeatLiquid, rack),
                          liquidFlowCell(figures, rack),
                          loop ? supplyTemperature(context, *loop) : blank,
                          returnCell(figures, loop),
                          loop ? pressureCell(context, rack, *loop) : blank,
                          loop ? couplingCell(context, rack, service, sheet.pipes) : noLoop,
                          loop ? fluidCell(context, *loop) : noLoop,
                          rackFigure(figures, figure_of::rackWeight, rack),
                          rollingMass(context, figures, rack),
                          rackFigure(figures, figure_of::rackLoadPoint, rack),
                          heightCell(rackHeight<Value>(context, rack).si(), sheet.door),
                          networkEntry(sheet, rack.id),
                          wordCell("report.party.", rack.scope.suppliedBy),
                          textCell(openQuestions(context, keys))});
}

// CDUs and air units on the water of the building; doors stand in the rows of their racks.
/// What feeds a unit, by name, once for each circuit.
ScheduleCell feedersOf(const Context& context, const CoolingUnit& unit) {
    std::string names;
    for (const PowerLink* link : context.linksTo(unit.id))
        if (const PowerElement* from = context.design().powerElements.find(link->from))
            names += (names.empty() ? "" : ", ") + nameOr(from->name, from->id.value);
    return names.empty() ? ScheduleCell(Message("schedule.no-circuit-of-unit")) : textCell(names);
}

/// "10 A IEC 60309": the breakers and plugs of its circuits, as far as they are entered.
ScheduleCell circuitsOf(const Context& context, const CoolingUnit& unit) {
    const auto links = context.linksTo(unit.id);
    if (links.empty())
        return Message("schedule.no-circuit-of-unit");
    std::string circuits;
    bool hasBreakers = true, hasPlugs = true;
    for (const PowerLink* link : links) {
        std::string circuit = link->breaker ? shortestDigits(link->breaker->si()) + " A" : std::string();
        if (!link->connector.empty())
            circuit += (circuit.empty() ? "" : " ") + link->connector;
        hasBreakers = hasBreakers && link->breaker;
        hasPlugs = hasPlugs && !link->connector.empty();
        circuits += (circuits.empty() ? "" : ", ") + (circuit.empty() ? std::string("1 x") : circuit);
    }
    if (hasBreakers && hasPlugs)
        return textCell(circuits);
    return Message(hasBreakers ? "schedule.circuits.no-plug"
                   : hasPlugs  ? "schedule.circuits.no-breaker"
                               : "schedule.circuits.no-breaker-plug")
        .with("circuits", circuits);
}

ScheduleRow interfaceOf(const Sheet& sheet, const FigureTable& figures, const CoolingUnit& unit,
                        const CoolingLoop& loop) {
    const Context& context = sheet.context;
    const Value heat = valueOf(figures, figure_of::coolingUnitHeat, Subject(unit.id));
    const auto coolant = coolantOf(loop);
    const Value perFlow = coolant ? Value(coolant->perKelvin()) * loopRise<Value>(context, loop) : Value::unknown();
    const Value weight = plainPartNumber(context, unit.part, attribute::weight.key);
    const Value draw = unitDraw<Value>(context, unit).si();
    const ScheduleCell blank = std::monostate{};
    std::set<std::string_view> keys;
    addKeys(keys, kWaterKeys);
    addKeys(keys, kFloorKeys);
    if (unit.scope.status != Status::Existing)
        addKeys(keys, kDeliveryKeys);
    return {"cooling-unit:" + std::to_string(unit.id.value),
            RowRole::Line,
            Subject(unit.id),
            {textCell(nameOr(unit.name, unit.id.value)),
             draw,
             draw,
             draw / plainSetting(context, settingFact(setting_of::powerFactor)),
             feedersOf(context, unit),
             circuitsOf(context, unit),
             blank,
             blank,
             heat,
             heat / perFlow,
             supplyTemperature(context, loop),
             returnCell(figures, &loop),
             loopPressure(context, loop),
             couplingCell(context, unit, loop, sheet.pipes),
             fluidCell(context, loop),
             weight,
             weight,
             Value(),
             heightCell(plainPartNumber(context, unit.part, attribute::height.key), sheet.door),
             blank,
             wordCell("report.party.", unit.scope.suppliedBy),
             textCell(openQuestions(context, keys))}};
}

} // namespace

Schedule buildingInterfaceSchedule(const Context& context, const FigureTable& figures) {
    Schedule schedule;
    schedule.id = "building-interface";
    schedule.title = Message("schedule.building-interface");
    schedule.columns = {textColumn("Zone/rack"),
                        numberColumn("kW connected", "kW"),
                        numberColumn("kW expected", "kW"),
                        numberColumn("kVA", "kVA"),
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
                        textColumn("Height and door"),
                        textColumn("Network entry"),
                        textColumn("Supplied by"),
                        textColumn("RFI no.")};
    const Sheet sheet(context);
    for (const Rack* rack : context.racks())
        schedule.rows.push_back(interfaceOf(sheet, figures, *rack));
    for (const CoolingUnit& unit : context.design().coolingUnits) {
        const CoolingLoop* loop = context.design().coolingLoops.find(unit.primary);
        if (unit.scope.isPresent() && loop && loop->scope.isPresent() && loop->isFacilityWater &&
            unit.kind != CoolingUnitKind::RearDoor)
            schedule.rows.push_back(interfaceOf(sheet, figures, unit, *loop));
    }
    schedule.notes = {Message("schedule.note.power-basis"), Message("schedule.note.power-factor"),
                      Message("schedule.note.building-open"), Message("schedule.note.structural-engineer")};
    return schedule;
}

} // namespace rackwright
