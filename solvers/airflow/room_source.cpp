// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/room_source.h"

#include "model/design/occupancy.h"
#include "solvers/airflow/settings.h"
#include "solvers/cooling/heat.h"

#include <algorithm>
#include <map>
#include <utility>

namespace rackwright {

namespace {

/// Air further than this from all that moves or warms it takes no part: a hall far larger than its racks costs no more.
constexpr double kReach = 10;
/// Half a million cells.
constexpr double kLargestRoom = 60'000;

void widen(std::optional<Box>& box, const Box& by) {
    if (!box)
        box = by;
    box->low = {std::min(box->low.x, by.low.x), std::min(box->low.y, by.low.y)};
    box->high = {std::max(box->high.x, by.high.x), std::max(box->high.y, by.high.y)};
}

/// Open shares of tiles that do not state theirs, as they are sold: perforated tiles 25 %, grates 56 %. A cut-out for
/// cables is taken as brushed shut.
double usualOpenShare(FloorTileKind kind) {
    switch (kind) {
    case FloorTileKind::Perforated:
        return 0.25;
    case FloorTileKind::Grate:
        return 0.56;
    case FloorTileKind::CutOut:
        return 0;
    }
    RW_CHECK(false, "every kind of tile has its open share");
}

/// Heat to air and airflow of what stands in a rack or alone.
struct AirNeed {
    Value heat, flow; ///< W, m3/s
    std::string missing;
};

AirNeed airNeedOf(const Context& context, const std::vector<PartCount>& groups) {
    AirNeed need;
    need.heat = groupsHeat<Value>(context, groups, HeatKind::Air).si();
    need.flow = groupsAirflow<Value>(context, groups).si();
    if (need.heat.isKnown() && need.flow.isKnown())
        return need;
    need.missing = missingPower(context, groups);
    if (need.missing.empty())
        need.missing = missingNumber(context, groups, attribute::liquidShare.key);
    if (need.missing.empty())
        need.missing = missingNumber(context, groups, attribute::airflow.key);
    return need;
}

/// The air of a room is drawn by something: heat or a flow that is not nothing, known or not.
bool drawsAir(const AirNeed& need) {
    const auto isSome = [](const Value& value) { return !value.isKnown() || value.typical() > 0; };
    return isSome(need.heat) || isSome(need.flow);
}

bool suppliesAir(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::InRow || kind == CoolingUnitKind::FanWall;
}

Value airflowOf(const Context& context, const CoolingUnit& unit) {
    return unit.flow ? Value(unit.flow->si()) : partNumber<Value>(context, unit.part, attribute::suppliedAirflow).si();
}

void noteGap(RoomAirSource& source, std::string missing, std::string subject) {
    if (!source.gap)
        source.gap = AirGap{std::move(missing), std::move(subject)};
}

/// Fills the sources of all rooms, one kind of thing after the other.
class AirCollector {
public:
    explicit AirCollector(const Context& context)
        : m_context(context), m_siteSupply(siteNumber(context.project(), site::supplyAir)) {
        m_properties.heatPerVolume = airDensity<Value>(context).si().typical() * 1005.0;
        m_properties.eddies = setting<Value>(context, setting_of::eddies).si().typical();
        m_leak = setting<Value>(context, setting_of::panelLeak).si().typical();
    }

    std::map<Id<Room>, RoomAirSource> collected() {
        for (const LikeRacks& like : m_context.likeRacks())
            addRacks(like);
        for (const Device& device : m_context.design().devices)
            if (const auto* floor = std::get_if<OnFloor>(&device.placement); floor && device.scope.isPresent())
                addDevice(device, *floor);
        for (const CoolingUnit& unit : m_context.design().coolingUnits)
            if (const auto* floor = std::get_if<OnFloor>(&unit.placement); floor && unit.scope.isPresent())
                addUnit(unit, *floor);
        for (const PowerElement& element : m_context.design().powerElements)
            if (const auto* floor = std::get_if<OnFloor>(&element.placement); floor && element.scope.isPresent())
                addBody(element.part, *floor);
        std::erase_if(m_sources, [](const auto& each) { return each.second.drawers.empty(); });
        for (const RoomObject& object : m_context.design().roomObjects)
            if (const auto it = m_sources.find(object.room); it != m_sources.end() && object.scope.isPresent())
                addObject(object.shape, it->second);
        for (auto& [room, source] : m_sources)
            finish(source);
        return std::move(m_sources);
    }

private:
    RoomAirSource* in(Id<Room> id) {
        const Room* room = m_context.design().rooms.find(id);
        if (!room)
            return nullptr;
        const auto [it, isNew] = m_sources.try_emplace(id);
        if (isNew) {
            it->second.room = id;
            it->second.name = room->name;
            it->second.outline = room->outline;
            const std::optional<double> stated = room->clearHeight
                                                     ? std::optional<double>(room->clearHeight->inMetres())
                                                     : siteNumber(m_context.project(), site::clearHeight);
            it->second.height = stated.value_or(0);
        }
        return &it->second;
    }

    // Racks of one likeness have one need of air.
    void addRacks(const LikeRacks& like) {
        const RackContents& contents = m_context.contents(like.first->id);
        const AirNeed need = airNeedOf(m_context, contents.groups);
        const std::optional<Footprint> size = footprintOf(m_context.project(), *like.first);
        for (const Rack* rack : like.racks)
            if (RoomAirSource* source = in(rack->room))
                addRack(*source, *rack, need, size);
    }

    void addRack(RoomAirSource& source, const Rack& rack, const AirNeed& need, const std::optional<Footprint>& size) {
        if (!drawsAir(need)) {
            if (size)
                source.bodies.push_back({rack.centre, size->width, size->depth, rack.rotation});
            return;
        }
        AirDrawer drawer;
        drawer.rack = rack.id;
        drawer.name = rack.name;
        if (!need.missing.empty())
            noteGap(source, need.missing, rack.name);
        else if (!size)
            noteGap(source, partKey(m_context, rack.part, attribute::depth.key), rack.name);
        if (size)
            drawer.place = {rack.centre, size->width, size->depth, rack.rotation};
        drawer.flow = need.flow.typical();
        drawer.heat = need.heat.typical();
        addDoors(source, drawer, rack);
        source.drawers.push_back(std::move(drawer));
    }

    void addDoors(RoomAirSource& source, AirDrawer& drawer, const Rack& rack) {
        for (const CoolingUnit* unit : m_context.contents(rack.id).coolingUnits) {
            if (unit->kind != CoolingUnitKind::RearDoor)
                continue;
            const Value rating = unitRating<Value>(m_context, *unit).si();
            if (!rating.isKnown())
                noteGap(source, partKey(m_context, unit->part, attribute::coolingCapacity.key), unit->name);
            drawer.doorRating = drawer.doorRating.value_or(0) + rating.typical();
            if (unit->supply)
                drawer.doorSupply = std::max(drawer.doorSupply.value_or(-273.15), unit->supply->inCelsius());
        }
    }

    void addBody(Id<PartRow> id, const OnFloor& floor) {
        const Part* part = m_context.part(id);
        const std::optional<Footprint> place = part ? footprintOf(*part, floor) : std::nullopt;
        if (RoomAirSource* source = place ? in(floor.room) : nullptr)
            source->bodies.push_back(*place);
    }

    void addDevice(const Device& device, const OnFloor& floor) {
        const Part* part = m_context.part(device.part);
        if (!part || !drawsPower(part))
            return;
        RoomAirSource* source = in(floor.room);
        const std::vector<PartCount> group{{device.part, 1, device.powerCap}};
        const AirNeed need = airNeedOf(m_context, group);
        if (source)
            addOther(*source, device.name, need, footprintOf(*part, floor), device.part);
    }

    void addOther(RoomAirSource& source, const std::string& name, const AirNeed& need,
                  const std::optional<Footprint>& place, Id<PartRow> part) {
        if (!drawsAir(need)) {
            if (place)
                source.bodies.push_back(*place);
            return;
        }
        if (!need.missing.empty())
            noteGap(source, need.missing, name);
        else if (!place)
            noteGap(source, partKey(m_context, part, attribute::depth.key), name);
        AirDrawer drawer;
        drawer.name = name;
        drawer.place = place.value_or(Footprint{});
        drawer.flow = need.flow.typical();
        drawer.heat = need.heat.typical();
        source.drawers.push_back(std::move(drawer));
    }

    void addUnit(const CoolingUnit& unit, const OnFloor& floor) {
        RoomAirSource* source = in(floor.room);
        if (!source)
            return;
        const Part* part = m_context.part(unit.part);
        const std::optional<Footprint> place = part ? footprintOf(*part, floor) : std::nullopt;
        if (unit.kind == CoolingUnitKind::CduLiquidToAir) {
            AirNeed need{plainUnitHeat(m_context, unit.id).all, airflowOf(m_context, unit), {}};
            if (!need.heat.isKnown())
                need.missing = "cooling-services";
            else if (!need.flow.isKnown())
                need.missing = partKey(m_context, unit.part, attribute::suppliedAirflow.key);
            if (need.heat.isKnown() && need.heat.typical() <= 0)
                need.flow = Value(0.0);
            addOther(*source, unit.name, need, place, unit.part);
            return;
        }
        if (!suppliesAir(unit.kind)) {
            addBody(unit.part, floor);
            return;
        }
        AirUnit made;
        made.kind = unit.kind;
        made.place = place.value_or(Footprint{floor.centre, {}, {}, floor.rotation});
        const Value flow = airflowOf(m_context, unit);
        if (!flow.isKnown() || flow.typical() <= 0)
            noteGap(*source, part ? partKey(m_context, unit.part, attribute::suppliedAirflow.key) : "unit-airflow",
                    unit.name);
        made.flow = flow.typical();
        const std::optional<double> supply =
            unit.supply ? std::optional<double>(unit.supply->inCelsius()) : siteCelsius();
        if (!supply)
            noteGap(*source, std::string(site::supplyAir), unit.name);
        made.supply = supply.value_or(0);
        source->units.push_back(std::move(made));
    }

    std::optional<double> siteCelsius() const {
        return m_siteSupply ? std::optional<double>(*m_siteSupply - 273.15) : std::nullopt;
    }

    static void addObject(const RoomObjectShape& shape, RoomAirSource& source) {
        if (const auto* aisle = std::get_if<Aisle>(&shape)) {
            if (aisle->isContained && aisle->kind != AisleKind::Circulation)
                source.contained.push_back(*aisle);
        } else if (const auto* column = std::get_if<Column>(&shape)) {
            source.columns.push_back(column->outline);
        } else if (const auto* wall = std::get_if<Wall>(&shape)) {
            source.walls.push_back(*wall);
        } else if (const auto* tile = std::get_if<FloorTile>(&shape)) {
            const double open = tile->openShare.value_or(usualOpenShare(tile->kind)) * area(tile->outline).si();
            if (open > 0)
                source.tiles.push_back({tile->outline, open});
        }
    }

    void finish(RoomAirSource& source) {
        source.properties = m_properties;
        source.panelLeak = m_leak;
        std::ranges::stable_sort(source.drawers, {}, [](const AirDrawer& drawer) { return drawer.rack; });
        if (source.outline.size() < 3)
            noteGap(source, "room.outline", source.name);
        const Box air = boxOfAir(source);
        if ((air.high.x - air.low.x).inMetres() * (air.high.y - air.low.y).inMetres() > kLargestRoom)
            noteGap(source, "room-air-reach", source.name);
        if (source.height <= 0)
            noteGap(source, std::string(site::clearHeight), source.name);
        // Where doors are all that cools a room, the air that they give back is its supply.
        if (source.units.empty())
            for (AirDrawer& drawer : source.drawers)
                if (drawer.doorRating && !drawer.doorSupply)
                    drawer.doorSupply = siteCelsius();
        const bool isSupplied = !source.units.empty() || std::ranges::any_of(source.drawers, [](const AirDrawer& each) {
            return each.doorSupply.has_value();
        });
        if (!isSupplied)
            noteGap(source, "room-air-supply", source.name);
        source.geometry = geometryOf(source);
        Digest flows;
        flows.add(source.geometry);
        for (const AirDrawer& drawer : source.drawers) {
            flows.add(drawer.flow);
            flows.add(static_cast<std::uint64_t>(drawer.doorSupply.has_value()));
        }
        for (const AirUnit& unit : source.units)
            flows.add(unit.flow);
        flows.add(source.properties.eddies);
        source.flows = flows.value();
        Digest all;
        all.add(source.flows);
        all.add(source.properties.heatPerVolume);
        for (const AirDrawer& drawer : source.drawers) {
            all.add(drawer.rack.value);
            all.add(drawer.heat);
            all.add(drawer.doorRating.value_or(-1));
            all.add(drawer.doorSupply.value_or(-1000));
        }
        for (const AirUnit& unit : source.units)
            all.add(unit.supply);
        if (source.gap) {
            all.add(source.gap->missing);
            all.add(source.gap->subject);
        }
        source.all = all.value();
    }

    static void add(Digest& digest, const std::vector<Point>& points) {
        digest.add(static_cast<std::uint64_t>(points.size()));
        for (const Point& point : points)
            add(digest, point);
    }
    static void add(Digest& digest, Point point) {
        digest.add(static_cast<std::uint64_t>(point.x.inMicrometres()));
        digest.add(static_cast<std::uint64_t>(point.y.inMicrometres()));
    }
    static void add(Digest& digest, const Footprint& place) {
        add(digest, place.centre);
        add(digest, Point{place.width, place.depth});
        digest.add(static_cast<std::uint64_t>(place.rotation.inMillidegrees()));
    }

    static Fingerprint geometryOf(const RoomAirSource& source) {
        Digest digest;
        add(digest, source.outline);
        digest.add(source.height);
        digest.add(source.panelLeak);
        for (const std::size_t count : {source.bodies.size(), source.drawers.size(), source.units.size(),
                                        source.tiles.size(), source.contained.size(), source.columns.size()})
            digest.add(static_cast<std::uint64_t>(count));
        for (const Footprint& body : source.bodies)
            add(digest, body);
        for (const AirDrawer& drawer : source.drawers)
            add(digest, drawer.place);
        for (const AirUnit& unit : source.units) {
            add(digest, unit.place);
            digest.add(static_cast<std::uint64_t>(unit.kind));
        }
        for (const AirTile& tile : source.tiles) {
            add(digest, tile.outline);
            digest.add(tile.openArea);
        }
        for (const Aisle& aisle : source.contained) {
            add(digest, aisle.outline);
            digest.add(static_cast<std::uint64_t>(aisle.kind));
        }
        for (const auto& column : source.columns)
            add(digest, column);
        for (const Wall& wall : source.walls) {
            add(digest, wall.from);
            add(digest, wall.to);
        }
        return digest.value();
    }

    const Context& m_context;
    std::optional<double> m_siteSupply;
    AirProperties m_properties;
    double m_leak = 0;
    std::map<Id<Room>, RoomAirSource> m_sources;
};

} // namespace

Box boxOfAir(const RoomAirSource& source) {
    const Box room = boundingBox(source.outline);
    std::optional<Box> box;
    for (const AirDrawer& drawer : source.drawers)
        widen(box, boundingBox(corners(drawer.place)));
    for (const AirUnit& unit : source.units)
        widen(box, boundingBox(corners(unit.place)));
    for (const AirTile& tile : source.tiles)
        widen(box, boundingBox(tile.outline));
    for (const Aisle& aisle : source.contained)
        widen(box, boundingBox(aisle.outline));
    if (!box)
        return room;
    const Length reach = Length::nearest(kReach);
    return {{std::max(room.low.x, box->low.x - reach), std::max(room.low.y, box->low.y - reach)},
            {std::min(room.high.x, box->high.x + reach), std::min(room.high.y, box->high.y + reach)}};
}

RoomAirSources::RoomAirSources(const Context& context) {
    for (auto& [room, source] : AirCollector(context).collected()) {
        m_places.emplace(room, m_list.size());
        for (const AirDrawer& drawer : source.drawers)
            m_racks.insert(drawer.rack);
        m_list.push_back(std::move(source));
    }
}

const RoomAirSource* RoomAirSources::find(Id<Room> room) const {
    const auto it = m_places.find(room);
    return it == m_places.end() ? nullptr : &m_list[it->second];
}

} // namespace rackwright
