// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/airflow/room_air.h"

#include "model/project/site_fields.h"
#include "solvers/airflow/settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>

namespace rackwright {

namespace {

constexpr double kTile = 0.6;
/// Racks and units are taken as solid up to here.
constexpr double kSolidHeight = 2.0;
constexpr std::size_t kLayers = 3;

struct Metres {
    double x = 0, y = 0;
};
Metres metresOf(Point point) { return {point.x.inMetres(), point.y.inMetres()}; }
Point pointAt(Metres at) { return {Length::nearest(at.x), Length::nearest(at.y)}; }

/// Where the lines of the grid lie between the tiles, so that as many racks as can be begin on one: of places along an
/// axis, the most common one within a tile.
double commonOffset(const std::vector<std::int64_t>& places, std::int64_t otherwise) {
    const std::int64_t tile = Length::nearest(kTile).inMicrometres();
    std::map<std::int64_t, std::size_t> counts;
    for (const std::int64_t place : places)
        ++counts[((place % tile) + tile) % tile];
    std::int64_t best = ((otherwise % tile) + tile) % tile;
    std::size_t most = 0;
    for (const auto& [offset, count] : counts)
        if (count > most) {
            best = offset;
            most = count;
        }
    return static_cast<double>(best) / 1e6;
}

/// Builds the cells of a room.
class RoomCells {
public:
    explicit RoomCells(const RoomAirSource& source) : m_source(source) {
        const Box box = boxOfAir(source);
        std::vector<std::int64_t> xs, ys;
        for (const AirDrawer& drawer : source.drawers) {
            const Box body = boundingBox(corners(drawer.place));
            xs.push_back(body.low.x.inMicrometres());
            ys.push_back(body.low.y.inMicrometres());
        }
        const Metres low = metresOf(box.low), high = metresOf(box.high);
        const auto begin = [](double from, double offset) {
            return offset + kTile * std::floor((from - offset) / kTile + 1e-9);
        };
        m_made.lowX = begin(low.x, commonOffset(xs, box.low.x.inMicrometres()));
        m_made.lowY = begin(low.y, commonOffset(ys, box.low.y.inMicrometres()));
        const auto tiles = [](double length) {
            return static_cast<std::size_t>(std::max(1.0, std::ceil(length / kTile - 1e-9)));
        };
        m_made.grid = AirGrid(tiles(high.x - m_made.lowX), tiles(high.y - m_made.lowY),
                              {kSolidHeight / 2, kSolidHeight / 2, std::max(source.height - kSolidHeight, 0.1)}, kTile);
        m_made.grid.setPanelLeak(source.panelLeak);
    }

    RoomAirGrid made() {
        blockOutside();
        for (const Footprint& body : m_source.bodies)
            blockBody(corners(body), kLayers - 1);
        for (const AirDrawer& drawer : m_source.drawers)
            blockBody(corners(drawer.place), kLayers - 1);
        for (const AirUnit& unit : m_source.units)
            if (unit.place.width > Length())
                blockBody(corners(unit.place), kLayers - 1);
        for (const auto& column : m_source.columns)
            blockBody(column, kLayers);
        encloseAisles();
        addWalls();
        addDrawers();
        addUnits();
        m_made.network = m_made.grid.network();
        return std::move(m_made);
    }

private:
    AirGrid& grid() { return m_made.grid; }
    Metres centreOf(std::size_t column, std::size_t row) const {
        return {m_made.lowX + (static_cast<double>(column) + 0.5) * kTile,
                m_made.lowY + (static_cast<double>(row) + 0.5) * kTile};
    }

    /// The tile that a place lies in; nothing outside the grid.
    struct Tile {
        std::size_t column = 0, row = 0;
    };
    std::optional<Tile> tileAt(Metres at) {
        const double column = std::floor((at.x - m_made.lowX) / kTile), row = std::floor((at.y - m_made.lowY) / kTile);
        if (column < 0 || row < 0 || column >= static_cast<double>(grid().columns()) ||
            row >= static_cast<double>(grid().rows()))
            return std::nullopt;
        return Tile{static_cast<std::size_t>(column), static_cast<std::size_t>(row)};
    }

    /// Calls `visit` for the tiles whose centres lie in a polygon; of a rectangle along the grid those on its least
    /// edges alone count as within, so that bodies side by side part the tiles between them.
    template <class Visit>
    void forEachTileIn(const std::vector<Point>& polygon, Visit&& visit) {
        if (polygon.size() < 3)
            return;
        const Box box = boundingBox(polygon);
        const Metres low = metresOf(box.low), high = metresOf(box.high);
        const bool isBox = polygon.size() == 4 && std::ranges::all_of(polygon, [&](Point corner) {
                               return (corner.x == box.low.x || corner.x == box.high.x) &&
                                      (corner.y == box.low.y || corner.y == box.high.y);
                           });
        const auto first = [](double from, double origin) {
            return static_cast<std::size_t>(std::max(0.0, std::floor((from - origin) / kTile - 0.5)));
        };
        for (std::size_t row = first(low.y, m_made.lowY); row < grid().rows(); ++row) {
            if (centreOf(0, row).y > high.y)
                break;
            for (std::size_t column = first(low.x, m_made.lowX); column < grid().columns(); ++column) {
                const Metres centre = centreOf(column, row);
                if (centre.x > high.x)
                    break;
                constexpr double kEdge = 1e-7;
                const bool isIn = isBox ? centre.x >= low.x - kEdge && centre.x < high.x - kEdge &&
                                              centre.y >= low.y - kEdge && centre.y < high.y - kEdge
                                        : contains(polygon, pointAt(centre));
                if (isIn)
                    visit(column, row);
            }
        }
    }

    void blockOutside() {
        std::vector<bool> isInside(grid().columns() * grid().rows(), false);
        forEachTileIn(m_source.outline,
                      [&](std::size_t column, std::size_t row) { isInside[row * grid().columns() + column] = true; });
        for (std::size_t row = 0; row < grid().rows(); ++row)
            for (std::size_t column = 0; column < grid().columns(); ++column)
                if (!isInside[row * grid().columns() + column])
                    for (std::size_t layer = 0; layer < kLayers; ++layer)
                        grid().block(grid().cell(column, row, layer));
    }

    void blockBody(const std::vector<Point>& outline, std::size_t layers) {
        forEachTileIn(outline, [&](std::size_t column, std::size_t row) {
            for (std::size_t layer = 0; layer < layers; ++layer)
                grid().block(grid().cell(column, row, layer));
        });
    }

    // A contained cold aisle has a roof at the height of the racks, a contained hot aisle panels up to the ceiling.
    void encloseAisles() {
        std::uint32_t number = 0;
        for (const Aisle& aisle : m_source.contained) {
            ++number;
            const std::size_t layers = aisle.kind == AisleKind::Hot ? kLayers : kLayers - 1;
            forEachTileIn(aisle.outline, [&](std::size_t column, std::size_t row) {
                for (std::size_t layer = 0; layer < layers; ++layer) {
                    const std::uint32_t cell = grid().cell(column, row, layer);
                    grid().enclose(cell, number);
                    if (!grid().isFree(cell))
                        continue;
                    if (aisle.kind == AisleKind::Cold && layer == 0)
                        m_coldFloor.push_back(cell);
                    if (aisle.kind == AisleKind::Hot && layer + 1 == kLayers)
                        m_hotCeiling.push_back(cell);
                }
            });
        }
    }

    void addWalls() {
        const auto cuts = [](Metres a, Metres b, const Wall& wall) {
            const Metres from = metresOf(wall.from), to = metresOf(wall.to);
            const auto side = [](Metres p, Metres q, Metres r) {
                return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
            };
            return side(from, to, a) * side(from, to, b) < 0 && side(a, b, from) * side(a, b, to) <= 0;
        };
        for (const Wall& wall : m_source.walls) {
            const Box box = boundingBox({wall.from, wall.to});
            for (std::size_t row = 0; row < grid().rows(); ++row)
                for (std::size_t column = 0; column < grid().columns(); ++column) {
                    const Metres here = centreOf(column, row);
                    if (here.x < box.low.x.inMetres() - 2 * kTile || here.x > box.high.x.inMetres() + 2 * kTile ||
                        here.y < box.low.y.inMetres() - 2 * kTile || here.y > box.high.y.inMetres() + 2 * kTile)
                        continue;
                    if (cuts(here, centreOf(column + 1, row), wall))
                        grid().wallRightOf(column, row);
                    if (cuts(here, centreOf(column, row + 1), wall))
                        grid().wallBelow(column, row);
                }
        }
    }

    /// Free cells next to the front (-1) or rear (1) of a body, in both layers of its height.
    std::vector<std::uint32_t> cellsAt(const Footprint& place, int side) {
        std::vector<std::uint32_t> cells;
        const double half = place.depth.inMetres() / 2, quarter = place.width.inMetres() / 4;
        for (const double across : {-quarter, quarter})
            for (std::size_t layer = 0; layer + 1 < kLayers; ++layer)
                for (const double out : {0.05, 0.35, 0.65, 0.95}) {
                    const Point at = placed(place, pointAt({across, side * (half + out)}));
                    const std::optional<Tile> tile = tileAt(metresOf(at));
                    const std::uint32_t cell = tile ? grid().cell(tile->column, tile->row, layer) : 0;
                    if (!tile || !grid().isFree(cell))
                        continue;
                    cells.push_back(cell);
                    break;
                }
        return cells;
    }

    AirPorts portsAt(const Footprint& place, int side, const std::string& name) {
        const std::vector<std::uint32_t> cells = cellsAt(place, side);
        if (cells.empty() && !m_made.gap)
            m_made.gap = AirGap{side < 0 ? "rack-front-air" : "rack-rear-air", name};
        return evenPorts(cells);
    }

    void addDrawers() {
        for (const AirDrawer& drawer : m_source.drawers)
            m_made.streams.arcs.push_back(
                {portsAt(drawer.place, -1, drawer.name), portsAt(drawer.place, 1, drawer.name), drawer.flow, false});
    }

    AirPorts tilePorts() {
        std::map<std::uint32_t, double> shares;
        double all = 0;
        for (const AirTile& tile : m_source.tiles) {
            std::vector<std::uint32_t> cells;
            const auto note = [&](std::size_t column, std::size_t row) {
                if (const std::uint32_t cell = grid().cell(column, row, 0); grid().isFree(cell))
                    cells.push_back(cell);
            };
            forEachTileIn(tile.outline, note);
            const Box box = boundingBox(tile.outline);
            if (cells.empty())
                if (const auto at = tileAt({(box.low.x.inMetres() + box.high.x.inMetres()) / 2,
                                            (box.low.y.inMetres() + box.high.y.inMetres()) / 2}))
                    note(at->column, at->row);
            for (const std::uint32_t cell : cells)
                shares[cell] += tile.openArea / static_cast<double>(cells.size());
            all += cells.empty() ? 0 : tile.openArea;
        }
        AirPorts ports;
        for (const auto& [cell, share] : shares)
            ports.push_back({cell, share / all});
        return ports;
    }

    // Air goes the way that is drawn: from perimeter units through the tiles of the floor, else into contained cold
    // aisles by a duct, which is what such an aisle needs, else into the room where hot aisles are closed. It comes
    // back through the ceiling void of contained hot aisles, else over the unit. A unit that blows into an open room
    // reaches racks by the force of its jet, of which a potential flow knows nothing.
    void addUnits() {
        const AirPorts tiles = tilePorts();
        const bool hasRoomUnit = std::ranges::any_of(
            m_source.units, [](const AirUnit& unit) { return unit.kind != CoolingUnitKind::InRow; });
        std::optional<std::uint32_t> duct, ceiling;
        if (hasRoomUnit && !m_coldFloor.empty())
            duct = grid().addPlenum(m_coldFloor);
        if (hasRoomUnit && !m_hotCeiling.empty())
            ceiling = grid().addPlenum(m_hotCeiling);
        for (const AirUnit& unit : m_source.units) {
            AirStream supply{{}, unit.flow}, leaving{{}, unit.flow};
            if (unit.kind == CoolingUnitKind::InRow) {
                supply.ports = evenPorts(cellsAt(unit.place, -1));
                leaving.ports = evenPorts(cellsAt(unit.place, 1));
            } else {
                if (unit.kind == CoolingUnitKind::PerimeterAir && !tiles.empty())
                    supply.ports = tiles;
                else if (duct)
                    supply.ports = {{*duct, 1.0}};
                else if (ceiling)
                    supply.ports = evenPorts(cellsAt(unit.place, -1));
                else if (!m_made.gap)
                    m_made.gap = AirGap{"unit-air-way", m_source.name};
                leaving.ports = ceiling ? AirPorts{{*ceiling, 1.0}} : evenPorts(cellsOver(unit.place));
            }
            if ((supply.ports.empty() || leaving.ports.empty()) && !m_made.gap)
                m_made.gap = AirGap{"unit-front-air", m_source.name};
            m_made.streams.supplies.push_back(std::move(supply));
            m_made.streams.returns.push_back(std::move(leaving));
        }
    }

    std::vector<std::uint32_t> cellsOver(const Footprint& place) {
        std::vector<std::uint32_t> cells;
        const auto note = [&](std::size_t column, std::size_t row) {
            if (const std::uint32_t cell = grid().cell(column, row, kLayers - 1); grid().isFree(cell))
                cells.push_back(cell);
        };
        forEachTileIn(corners(place), note);
        if (cells.empty())
            if (const auto at = tileAt(metresOf(place.centre)))
                note(at->column, at->row);
        return cells;
    }

    const RoomAirSource& m_source;
    RoomAirGrid m_made;
    std::vector<std::uint32_t> m_coldFloor, m_hotCeiling;
};

} // namespace

RoomAirGrid roomAirGrid(const RoomAirSource& source) { return RoomCells(source).made(); }

namespace {

/// Flow and factor of a room, taken over from before where they still hold.
RoomAirFlow flowOfRoom(const RoomAirSource& source, const RoomAirFlow* before) {
    RoomAirFlow kept;
    kept.geometry = source.geometry;
    kept.flows = source.flows;
    if (before && before->shape && before->flows == source.flows)
        return *before;
    if (before && before->shape && before->geometry == source.geometry) {
        auto shape = std::make_shared<RoomAirGrid>(*before->shape);
        for (std::size_t i = 0; i < source.drawers.size(); ++i)
            shape->streams.arcs[i].flow = source.drawers[i].flow;
        for (std::size_t i = 0; i < source.units.size(); ++i)
            shape->streams.supplies[i].flow = shape->streams.returns[i].flow = source.units[i].flow;
        kept.shape = std::move(shape);
        kept.factor = before->factor;
    } else {
        kept.shape = std::make_shared<const RoomAirGrid>(roomAirGrid(source));
        if (kept.shape->gap)
            return kept;
        kept.factor = std::make_shared<const AirFactor>(kept.shape->network);
    }
    if (kept.shape->gap)
        return kept;
    std::optional<AirFlow> flow = airFlow(kept.shape->network, *kept.factor, kept.shape->streams);
    if (!flow)
        return kept;
    kept.flow = std::make_shared<const AirFlow>(std::move(*flow));
    kept.transport = std::make_shared<const AirTransport>(
        airTransport(kept.shape->network, *kept.flow, kept.shape->streams, source.properties));
    // A door that holds its set point is a supply like a unit.
    AirStreams streams = kept.shape->streams;
    for (std::size_t i = 0; i < source.drawers.size(); ++i)
        streams.arcs[i].isHeld = source.drawers[i].doorSupply.has_value();
    kept.capture = airCapture(kept.shape->network, *kept.flow, streams, source.properties);
    return kept;
}

/// What a door does: it holds its set point while that takes no more than its rating, gives all of that where it does
/// not suffice, and nothing where the air is colder already.
enum class DoorState : std::uint8_t { None, Holds, Gives, Idles };

struct DoorStep {
    std::vector<DoorState> states;
    AirStreams streams;
    AirHeat heat;
    bool hasHeld = false;
};

DoorStep stepOf(const RoomAirSource& source, const AirStreams& streams, std::vector<DoorState> states) {
    DoorStep step;
    step.states = std::move(states);
    step.streams = streams;
    for (const AirUnit& unit : source.units)
        step.heat.supplies.push_back(unit.supply);
    for (std::size_t i = 0; i < source.drawers.size(); ++i) {
        const AirDrawer& drawer = source.drawers[i];
        const bool isHeld = step.states[i] == DoorState::Holds;
        double heat = drawer.heat;
        if (step.states[i] == DoorState::Gives)
            heat -= drawer.doorSupply ? *drawer.doorRating : std::min(*drawer.doorRating, heat);
        step.streams.arcs[i].isHeld = isHeld;
        step.heat.arcs.push_back(isHeld ? *drawer.doorSupply : heat);
        step.hasHeld = step.hasHeld || isHeld;
    }
    return step;
}

DoorState nextState(const AirDrawer& drawer, double inlet, double heatPerVolume) {
    if (!drawer.doorRating)
        return DoorState::None;
    if (!drawer.doorSupply)
        return DoorState::Gives;
    const double toTake = drawer.heat + heatPerVolume * drawer.flow * (inlet - *drawer.doorSupply);
    return toTake > *drawer.doorRating ? DoorState::Gives : toTake < 0 ? DoorState::Idles : DoorState::Holds;
}

AirTemperatures temperaturesOf(const RoomAirSource& source, const RoomAirFlow& kept, const std::vector<double>* start) {
    const AirStreams& streams = kept.shape->streams;
    std::vector<DoorState> states;
    for (const AirDrawer& drawer : source.drawers)
        states.push_back(!drawer.doorRating  ? DoorState::None
                         : drawer.doorSupply ? DoorState::Holds
                                             : DoorState::Gives);
    AirTemperatures found;
    // Each step settles the doors that the one before showed to be wrong; few are needed.
    constexpr int kMostSteps = 8;
    for (int i = 0; i < kMostSteps; ++i) {
        const DoorStep step = stepOf(source, streams, states);
        if (source.units.empty() && !step.hasHeld)
            return {}; // no door suffices: nothing holds a temperature
        found = step.hasHeld
                    ? airTemperatures(airTransport(kept.shape->network, *kept.flow, step.streams, source.properties),
                                      step.streams, step.heat, source.properties, start)
                    : airTemperatures(*kept.transport, step.streams, step.heat, source.properties, start);
        std::vector<DoorState> next;
        for (std::size_t k = 0; k < source.drawers.size(); ++k)
            next.push_back(nextState(source.drawers[k], found.inlets[k], source.properties.heatPerVolume));
        if (next == states)
            break;
        states = std::move(next);
    }
    return found;
}

/// In C; of an unknown one no number, with which no index is known.
double inletBound(const Value& kelvin) {
    return kelvin.isKnown() ? kelvin.typical() - 273.15 : std::numeric_limits<double>::quiet_NaN();
}

void addIndices(RoomAir& air, const RoomAirSource& source, double recommended, double allowable) {
    double supplied = 0, supplyHeat = 0, returned = 0, drawn = 0, inletHeat = 0, outletHeat = 0, over = 0;
    for (std::size_t i = 0; i < source.units.size(); ++i) {
        supplied += source.units[i].flow;
        supplyHeat += source.units[i].flow * source.units[i].supply;
        returned += source.units[i].flow * air.temperatures.returns[i];
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < source.drawers.size(); ++i) {
        const AirDrawer& drawer = source.drawers[i];
        const double inlet = air.temperatures.inlets[i];
        drawn += drawer.flow;
        inletHeat += drawer.flow * inlet;
        outletHeat += drawer.flow * air.temperatures.outlets[i];
        if (source.units.empty() && drawer.doorSupply) {
            supplied += drawer.flow;
            supplyHeat += drawer.flow * *drawer.doorSupply;
        }
        if (!drawer.rack)
            continue;
        ++count;
        over += std::max(0.0, inlet - recommended);
        if (!air.worstInlet || inlet > *air.worstInlet) {
            air.worstInlet = inlet;
            air.worstRack = drawer.rack;
        }
    }
    if (supplied > 0)
        air.supply = supplyHeat / supplied;
    if (!source.units.empty())
        air.returned = returned / supplied;
    if (drawn > 0 && supplied > 0) {
        const double inlet = inletHeat / drawn, outlet = outletHeat / drawn;
        if (outlet - air.supply > 1e-9) {
            air.indices.supplyHeat = (inlet - air.supply) / (outlet - air.supply);
            air.indices.returnHeat = 1 - *air.indices.supplyHeat;
        }
        if (air.returned && outlet - inlet > 1e-9)
            air.indices.returnTemperature = (*air.returned - air.supply) / (outlet - inlet);
    }
    if (count > 0 && allowable > recommended)
        air.indices.rackCooling = 1 - over / (static_cast<double>(count) * (allowable - recommended));
}

} // namespace

RoomAir roomAirOf(const RoomAirSource& source, double recommended, double allowable, const RoomAir* before) {
    RoomAir air;
    air.gap = source.gap;
    if (!air.gap && source.height <= kSolidHeight)
        air.gap = AirGap{std::string(site::clearHeight), source.name};
    if (air.gap)
        return air;
    air.kept = flowOfRoom(source, before ? &before->kept : nullptr);
    if (air.kept.shape->gap)
        air.gap = air.kept.shape->gap;
    else if (!air.kept.flow)
        air.gap = AirGap{"room-closed-air", source.name};
    if (air.gap)
        return air;
    const std::vector<double>* start =
        before && before->kept.geometry == source.geometry ? &before->temperatures.cells : nullptr;
    air.temperatures = temperaturesOf(source, air.kept, start);
    if (!air.temperatures.isSettled) {
        air.gap = AirGap{"room-air-supply", source.name};
        return air;
    }
    air.imbalance = air.temperatures.imbalance;
    air.residual = air.kept.flow->residual;
    for (std::size_t i = 0; i < source.drawers.size(); ++i)
        if (const AirDrawer& drawer = source.drawers[i]; drawer.rack)
            air.racks[drawer.rack] = {air.temperatures.inlets[i], air.temperatures.outlets[i], air.kept.capture[i],
                                      drawer.heat, drawer.flow};
    addIndices(air, source, recommended, allowable);
    return air;
}

RoomAirs::RoomAirs(const Context& context, const RoomAirs* before) {
    const auto& sources = context.lookUp<RoomAirSources>();
    const double recommended = inletBound(setting<Value>(context, setting_of::recommendedInlet).si());
    const double allowable = inletBound(setting<Value>(context, setting_of::allowableInlet).si());
    for (const RoomAirSource& source : sources.list()) {
        Digest digest;
        digest.add(source.all);
        digest.add(recommended);
        digest.add(allowable);
        Entry entry{digest.value(), nullptr};
        const auto former = before ? before->m_rooms.find(source.room) : m_rooms.end();
        const bool hasFormer = before && former != before->m_rooms.end();
        if (hasFormer && former->second.all == entry.all)
            entry.air = former->second.air;
        else
            entry.air = std::make_shared<const RoomAir>(
                roomAirOf(source, recommended, allowable, hasFormer ? former->second.air.get() : nullptr));
        m_rooms.emplace(source.room, std::move(entry));
    }
}

const RoomAir* RoomAirs::room(Id<Room> id) const {
    const auto it = m_rooms.find(id);
    return it == m_rooms.end() ? nullptr : it->second.air.get();
}

const RackAir* RoomAirs::rack(const Rack& rack) const {
    const RoomAir* air = room(rack.room);
    if (!air || air->gap)
        return nullptr;
    const auto it = air->racks.find(rack.id);
    return it == air->racks.end() ? nullptr : &it->second;
}

} // namespace rackwright
