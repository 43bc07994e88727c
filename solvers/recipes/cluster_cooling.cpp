// SPDX-License-Identifier: GPL-3.0-or-later
// The cooling of a cluster: loops, units, and which racks they serve.
#include "solvers/power/settings.h"
#include "solvers/recipes/cluster_builder.h"

#include <algorithm>
#include <array>
#include <numbers>
#include <optional>

namespace rackwright {

namespace {

constexpr double kLeastAirApproach = 2; ///< K, of water to the air that coils and doors make of it
constexpr double kChilledWaterRise = 8; ///< K

// Ratings of breakers, A: NEC 240.6(A), and the preferred ones of IEC 60898-1 and of moulded-case breakers above.
constexpr std::array kNecBreakers = {15,  20,  25,  30,  35,  40,  45,  50,  60,  70,  80,  90,  100, 110,
                                     125, 150, 175, 200, 225, 250, 300, 350, 400, 450, 500, 600, 700, 800};
constexpr std::array kIecBreakers = {6,   10,  13,  16,  20,  25,  32,  40,  50,  63, 80,
                                     100, 125, 160, 200, 250, 315, 400, 500, 630, 800};

// The smallest breaker on three phases that carries a draw alone, by the practice of the region; nothing where nobody
// knows the draw, or none does.
std::optional<Current> breakerFor(double watts, const SupplyParts& supply) {
    const bool isNec = supply.region != "iec";
    const double powerFactor = setting_of::powerFactor.defaultSi;
    const double ampere = watts / (std::numbers::sqrt3 * static_cast<double>(supply.volts) * powerFactor) /
                          (isNec ? setting_of::continuousFactor.defaultSi : 1);
    const auto smallest = [ampere](const auto& sizes) -> std::optional<Current> {
        const auto found = std::ranges::find_if(sizes, [ampere](int size) { return size >= ampere; });
        return found == sizes.end() ? std::nullopt : std::optional(Current(static_cast<double>(*found)));
    };
    return watts <= 0 ? std::nullopt : isNec ? smallest(kNecBreakers) : smallest(kIecBreakers);
}

} // namespace

bool isAirWaterChilled(const ClusterSpec& spec) { return spec.waterCelsius > kSupplyAirCelsius - kLeastAirApproach; }

Id<CoolingLoop> ClusterBuilder::addLoop(std::string name, std::string fluid, double supply, double rise,
                                        bool isFacilityWater) {
    CoolingLoop loop;
    loop.id = m_ids.take<CoolingLoop>();
    loop.name = std::move(name);
    loop.fluid = std::move(fluid);
    loop.supply = Temperature::celsius(supply);
    loop.returnLimit = Temperature::celsius(supply + rise);
    loop.isFacilityWater = isFacilityWater;
    loop.redundancy = "N+1";
    if (isFacilityWater)
        loop.scope = existing();
    m_design.coolingLoops = m_design.coolingLoops.with(loop);
    return loop.id;
}

// Warm water suits cold plates. Coils make no air colder than their water: for them it is then chilled on the site, in
// a loop of its own.
Id<CoolingLoop> ClusterBuilder::waterForAir(Id<CoolingLoop> facility) {
    if (!isAirWaterChilled(m_spec))
        return facility;
    return addLoop("Chilled water", "water", kChilledWaterCelsius, kChilledWaterRise, true);
}

Done ClusterBuilder::supplyCooling() {
    const Id<CoolingLoop> water = addLoop("Facility water", "water", m_spec.waterCelsius, 12, true);
    const Id<CoolingLoop> airWater = waterForAir(water);
    for (CoolingUnit& unit : m_units) // in-row units are placed already
        unit.primary = airWater;
    for (const Hall& hall : m_halls) {
        coolLiquid(hall, water);
        if (m_spec.air == AirCooling::Perimeter)
            coolByCrahs(hall, airWater);
    }
    if (m_spec.air == AirCooling::RearDoor) {
        if (Done doors = coolByDoors(airWater); !doors)
            return doors;
    }
    if (m_spec.air == AirCooling::InRow)
        coolInRow();
    feedCooling();
    return done();
}

// W that the units of a hall draw at most, as far as it is known.
double ClusterBuilder::coolingDraw(const Hall& hall) const {
    double watts = 0;
    const auto add = [&watts](const Part* part, std::int64_t count) {
        if (part)
            watts += planningWatts(*part) * static_cast<double>(count);
    };
    add(m_cdu.part.get(), hall.cdus);
    add(m_crah.part.get(), hall.crahs);
    for (const CoolingUnit& unit : m_units) // in-row units are placed already
        if (const auto* floor = std::get_if<OnFloor>(&unit.placement); floor && floor->room == hall.room)
            add(findPart(m_project, unit.part), 1);
    return watts;
}

// Each unit hangs on every feed, so that the loss of one takes none of them and N+1 stays N+1. Doors draw from the PDUs
// of their racks.
void ClusterBuilder::feedCooling() {
    for (const CoolingUnit& unit : m_units) {
        const auto* floor = std::get_if<OnFloor>(&unit.placement);
        if (!floor)
            continue;
        for (const Id<PowerElement> source : m_sources[floor->room]) {
            PowerLink link;
            link.id = m_ids.take<PowerLink>();
            link.from = source;
            link.unit = unit.id;
            if (const Part* part = findPart(m_project, unit.part))
                link.breaker = breakerFor(planningWatts(*part), m_spec.supply);
            m_links.push_back(std::move(link));
        }
    }
}

Id<CoolingUnit> ClusterBuilder::addWallUnit(const Hall& hall, std::size_t place, std::string name, CoolingUnitKind kind,
                                            const EmbeddedPart& part, Id<CoolingLoop> primary,
                                            Id<CoolingLoop> secondary) {
    const WallPlace& at = hall.layout.wallUnits[place];
    CoolingUnit unit;
    unit.id = m_ids.take<CoolingUnit>();
    unit.name = std::move(name);
    unit.kind = kind;
    unit.part = part.row;
    unit.placement = OnFloor{hall.room, at.centre, at.rotation};
    unit.primary = primary;
    unit.secondary = secondary;
    m_units.push_back(std::move(unit));
    return m_units.back().id;
}

void ClusterBuilder::serve(Id<Rack> rack, Id<CoolingUnit> unit, HeatKind heat) {
    m_services.push_back({m_ids.take<CoolingService>(), rack, unit, heat});
}

// CDUs stand first along the walls. All of a hall share its loop: N+1 over the hall.
void ClusterBuilder::coolLiquid(const Hall& hall, Id<CoolingLoop> water) {
    if (hall.cdus == 0)
        return;
    const Id<CoolingLoop> coolant = addLoop("Coolant" + hallMark(hall), "PG25", m_spec.waterCelsius + 5, 10, false);
    CoolingLoop loop = *m_design.coolingLoops.find(coolant);
    // 1.5 L/min for each kW of liquid heat, the usual design flow of cold plates (OCP), and a little more.
    loop.flow = liquidWatts(hall) / 1000 * 1.55 * unit::litrePerMinute;
    m_design.coolingLoops = m_design.coolingLoops.with(loop);
    std::vector<Id<CoolingUnit>> units;
    for (std::int64_t i = 0; i < hall.cdus; ++i)
        units.push_back(addWallUnit(hall, static_cast<std::size_t>(i), "CDU " + std::to_string(i + 1) + hallMark(hall),
                                    CoolingUnitKind::CduRow, m_cdu, water, coolant));
    for (std::size_t r = hall.from; r < hall.to; ++r)
        if (m_racks[r].liquidWatts > 0)
            for (const Id<CoolingUnit> unit : units)
                serve(m_rackIds[r], unit, HeatKind::Liquid);
}

// Racks and units of a large hall are matched by zones in their order.
void ClusterBuilder::coolByCrahs(const Hall& hall, Id<CoolingLoop> water) {
    std::vector<Id<CoolingUnit>> units;
    for (std::int64_t i = 0; i < hall.crahs; ++i)
        units.push_back(addWallUnit(hall, static_cast<std::size_t>(hall.cdus + i),
                                    "CRAH " + std::to_string(i + 1) + hallMark(hall), CoolingUnitKind::PerimeterAir,
                                    m_crah, water, {}));
    const auto count = static_cast<std::int64_t>(units.size());
    const std::int64_t zones = std::max<std::int64_t>(1, (count + kMostUnitsInZone - 1) / kMostUnitsInZone);
    double before = 0;
    const double total = airWatts(hall);
    for (std::size_t r = hall.from; r < hall.to; ++r) {
        const double middle = before + (m_racks[r].watts - m_racks[r].liquidWatts) / 2;
        before += m_racks[r].watts - m_racks[r].liquidWatts;
        const auto zone =
            std::min<std::int64_t>(zones - 1, static_cast<std::int64_t>(middle / total * static_cast<double>(zones)));
        for (std::int64_t u = count * zone / zones; u < count * (zone + 1) / zones; ++u)
            serve(m_rackIds[r], units[static_cast<std::size_t>(u)], HeatKind::Air);
    }
}

Done ClusterBuilder::coolByDoors(Id<CoolingLoop> water) {
    EmbeddedPart door;
    if (Done found = embed(door, m_spec.rearDoor); !found)
        return found;
    for (std::size_t r = 0; r < m_racks.size(); ++r) {
        CoolingUnit unit;
        unit.id = m_ids.take<CoolingUnit>();
        unit.name = "Door " + rackName(r);
        unit.kind = CoolingUnitKind::RearDoor;
        unit.part = door.row;
        unit.placement = ZeroU{m_rackIds[r], Side::Left, 0};
        unit.primary = water;
        serve(m_rackIds[r], unit.id, HeatKind::Air);
        m_units.push_back(std::move(unit));
    }
    return done();
}

// The units at both sides of a stretch of racks share its heat.
void ClusterBuilder::coolInRow() {
    std::size_t unit = 0, stretch = 0;
    for (std::size_t r = 0; r < m_racks.size(); ++r) {
        if (!m_racks[r].isInRowUnit)
            continue;
        for (std::size_t s = stretch; s < r; ++s)
            if (!m_racks[s].isInRowUnit && unit > 0)
                for (const std::size_t u : {unit - 1, unit})
                    serve(m_rackIds[s], m_units[u].id, HeatKind::Air);
        stretch = r + 1;
        ++unit;
    }
}

} // namespace rackwright
