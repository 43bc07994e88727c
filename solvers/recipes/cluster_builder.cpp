// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/recipes/cluster_spec.h"

#include "model/edits/part_edits.h"
#include "model/parts/port_list.h"
#include "solvers/fabric/plain_cabler.h"
#include "solvers/recipes/hall_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace rackwright {

namespace {

// A rack of switches and servers is kept at what one row of perimeter units can cool.
constexpr double kNetworkRackWatts = 15'000;
// Units kept free at the top of a rack for cables.
constexpr std::int64_t kUnitsForCables = 4;
// Cooling units that share the load of one part of a hall.
constexpr std::int64_t kMostUnitsInZone = 8;
constexpr Length kTrayHeight = Length::millimetres(2600);
constexpr Length kBuswayHeight = Length::millimetres(2900);
constexpr double kNever = 1e300;

struct EmbeddedPart {
    Id<PartRow> row;
    PartPtr part;
};

// Switches stand with their ports to the hot aisle, where the ports of the nodes are.
Face mountingFace(const Part& part) { return part.category == PartCategory::Switch ? Face::Rear : Face::Front; }

double typicalSi(const Part& part, const PartAttribute<Power>& key) {
    const auto value = fact(part, key).typical();
    return value ? value->si() : 0;
}

// What a device is planned at: its maximum, else its typical power.
double planningWatts(const Part& part) {
    if (const auto maximum = powerIn(part, PowerModeKind::Maximum).typical())
        return maximum->si();
    const auto typical = powerIn(part, PowerModeKind::Typical).typical();
    return typical ? typical->si() : 0;
}

double liquidShare(const Part& part) { return fact(part, attribute::liquidShare).typical().value_or(0); }

double continuousWatts(const Part& part) {
    const double continuous = typicalSi(part, attribute::continuousPower);
    return continuous > 0 ? continuous : typicalSi(part, attribute::ratedPower);
}

std::string rowLetters(std::int64_t number) {
    std::string letters;
    for (std::int64_t n = number + 1; n > 0; n = (n - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('A' + (n - 1) % 26));
    return letters;
}

std::string padded(std::int64_t number, std::size_t digits) {
    std::string text = std::to_string(number);
    return text.size() < digits ? std::string(digits - text.size(), '0') + text : text;
}

std::size_t digitsOf(std::int64_t count) { return std::max<std::size_t>(2, std::to_string(count).size()); }

/// One rack to be: devices by index with their units, before it has a place.
struct PlannedRack {
    std::string role;
    std::vector<std::pair<std::size_t, std::int64_t>> contents; ///< device index, lowest unit
    double watts = 0;
    double liquidWatts = 0;
    bool isInRowUnit = false;
    bool isRackScale = false;
};

class ClusterBuilder {
public:
    ClusterBuilder(const ClusterSpec& spec, const RecipeSource& source)
        : m_spec(spec), m_source(source), m_document(emptyDocument(spec.name)), m_project(*m_document.project),
          m_ids(m_document.nextId) {}

    Result<Document> build() {
        for (const auto step : {&ClusterBuilder::embedParts, &ClusterBuilder::makeServers,
                                &ClusterBuilder::drawNetworks, &ClusterBuilder::planRacks, &ClusterBuilder::placeRacks,
                                &ClusterBuilder::supplyPower, &ClusterBuilder::supplyCooling})
            if (Done done = (this->*step)(); !done)
                return done.error();
        return finish();
    }

private:
    Done embed(EmbeddedPart& into, const std::string& id) {
        Result<PartPtr> part = m_source.part(id);
        if (!part)
            return part.error();
        into = {edits::embedPart(m_project, m_ids, *part), *part};
        return done();
    }

    Done embedParts() {
        m_project.description = m_spec.description;
        std::vector<CostLine> lines = m_source.costLines;
        for (CostLine& line : lines)
            line.id = m_ids.take<CostLine>();
        m_project.costLines = m_project.costLines.with(std::move(lines));
        if (Done found = embed(m_node, m_spec.node); !found)
            return found;
        m_isRackScale = m_node.part->category == PartCategory::RackScaleSystem;
        if (Done found = embed(m_rack, m_spec.rack); !found)
            return found;
        return embed(m_tapOff, m_isRackScale ? m_spec.supply.heavyTapOff : m_spec.supply.tapOff);
    }

    std::size_t addDevice(const EmbeddedPart& part, std::string name, std::string role, std::int64_t group) {
        Device device;
        device.id = m_ids.take<Device>();
        device.name = std::move(name);
        device.part = part.row;
        device.role = std::move(role);
        device.group = group;
        m_devices.push_back(std::move(device));
        return m_devices.size() - 1;
    }

    void addServers(const EmbeddedPart& part, std::int64_t count, const std::string& prefix, const std::string& role) {
        const std::size_t digits = digitsOf(count);
        for (std::int64_t i = 1; i <= count; ++i)
            addDevice(part, prefix + padded(i, digits), role, 0);
    }

    Done makeServers() {
        m_nodeEnd = static_cast<std::size_t>(m_spec.nodes + m_spec.spareNodes);
        addServers(m_node, m_spec.nodes, "node-", "compute");
        addServers(m_node, m_spec.spareNodes, "spare-", "spare");
        const std::array<std::tuple<std::int64_t, std::string, const char*, const char*>, 3> servers = {{
            {m_spec.headNodes, m_spec.headNode, "head-", "head"},
            {m_spec.storageNodes, m_spec.storageNode, "storage-", "storage"},
            {m_spec.archiveNodes, m_spec.archiveNode, "archive-", "archive"},
        }};
        for (const auto& [count, id, prefix, role] : servers) {
            if (count == 0)
                continue;
            EmbeddedPart part;
            if (Done found = embed(part, id); !found)
                return found;
            addServers(part, count, prefix, role);
        }
        return done();
    }

    const Part& partOf(const Device& device) const { return *findPart(m_project, device.part); }

    Id<Network> addNetwork(std::string name, NetworkRole role, FabricProtocol protocol) {
        Network network;
        network.id = m_ids.take<Network>();
        network.name = std::move(name);
        network.role = role;
        network.protocol = protocol;
        m_design.networks = m_design.networks.with(network);
        return network.id;
    }

    void take(DrawnFabric drawn) {
        std::ranges::move(drawn.switches, std::back_inserter(m_devices));
        std::ranges::move(drawn.cables, std::back_inserter(m_cables));
        if (drawn.generator.id)
            m_design.fabricGenerators = m_design.fabricGenerators.with(std::move(drawn.generator));
    }

    Done drawNetworks() {
        for (const auto draw : {&ClusterBuilder::drawCompute, &ClusterBuilder::drawStorage, &ClusterBuilder::drawInBand,
                                &ClusterBuilder::drawOutOfBand})
            if (Done drawn = (this->*draw)(); !drawn)
                return drawn;
        return done();
    }

    Done drawCompute() {
        const std::vector<std::int64_t> ports = portsOfRole(*m_node.part, PortRole::Compute);
        // One machine alone needs no fabric (a rack-scale system only for its storage and management ports).
        if (m_spec.nodes < 2)
            return done();
        const auto available = static_cast<std::int64_t>(ports.size());
        const std::int64_t used = m_spec.fabricPorts > 0 ? m_spec.fabricPorts : available;
        if (available == 0 || used > available)
            return inputError(Message("recipe.too-few-ports")
                                  .with("part", m_node.part->model)
                                  .with("ports", available)
                                  .with("wanted", used));
        const auto speed = portGroupOf(*m_node.part, ports.front())->speed.typical();
        if (!speed)
            return inputError(Message("recipe.port-speed").with("part", m_node.part->model));
        EmbeddedPart with;
        if (Done found = embed(with, m_spec.fabricSwitch); !found)
            return found;
        // A rack-scale system joins as its trays: four rails each.
        const std::int64_t rails = m_isRackScale ? std::min<std::int64_t>(4, used) : used;
        const std::int64_t members = m_spec.nodes * (used / rails);
        std::vector<PortRef> ends;
        ends.reserve(static_cast<std::size_t>(members * rails));
        for (std::size_t n = 0; n < static_cast<std::size_t>(m_spec.nodes); ++n)
            for (std::int64_t p = 0; p < used / rails * rails; ++p)
                ends.push_back({m_devices[n].id, static_cast<std::uint16_t>(ports[static_cast<std::size_t>(p)]), 0});
        const Result<std::int64_t> radix = radixAt(*with.part, *speed);
        if (!radix)
            return radix.error();
        const Result<ClosPlan> plan = planRailClos(members, rails, *radix);
        if (!plan)
            return plan.error();
        for (std::size_t n = 0; n < static_cast<std::size_t>(m_spec.nodes); ++n)
            m_devices[n].group =
                plan->tiers > 1 ? static_cast<std::int64_t>(n) * (used / rails) / plan->nodesPerUnit + 1 : 1;
        const FabricProtocol protocol = with.part->portGroups.front().protocol;
        const Id<Network> network = addNetwork("Compute", NetworkRole::Compute, protocol);
        Result<DrawnFabric> drawn =
            drawRailClos(*plan, ends, *speed, {with.row, with.part.get()}, {network, 1, "compute"}, m_ids);
        if (!drawn)
            return drawn.error();
        take(std::move(*drawn));
        return done();
    }

    // The fastest ports of a role, at most `most` of each device whose role passes.
    std::vector<TreeEnd> endsOf(PortRole role, std::int64_t mostOfNode) const {
        std::vector<TreeEnd> ends;
        for (std::size_t d = 0; d < m_devices.size(); ++d) {
            const Part& part = partOf(m_devices[d]);
            const std::int64_t most = d < m_nodeEnd ? mostOfNode * (m_isRackScale ? 18 : 1) : 2;
            std::optional<DataRate> fastest;
            for (const PortGroup& group : part.portGroups)
                if (const auto speed = group.speed.typical();
                    group.role == role && speed && (!fastest || *speed > *fastest))
                    fastest = speed;
            std::int64_t taken = 0;
            for (const std::int64_t port : portsOfRole(part, role))
                if (const auto speed = portGroupOf(part, port)->speed.typical(); speed == fastest && taken < most) {
                    ends.push_back({{m_devices[d].id, static_cast<std::uint16_t>(port), 0}, *speed});
                    ++taken;
                }
        }
        return ends;
    }

    Done drawLeafTree(std::vector<TreeEnd> ends, const std::string& leafId, const std::string& name, NetworkRole role,
                      std::uint32_t key, std::int64_t mostUplinks) {
        if (ends.empty())
            return done();
        EmbeddedPart leaf, upper;
        if (Done found = embed(leaf, leafId); !found)
            return found;
        if (Done found = embed(upper, m_spec.upperSwitch); !found)
            return found;
        const Id<Network> network = addNetwork(name, role, FabricProtocol::Ethernet);
        const std::string prefix = role == NetworkRole::Storage  ? "storage"
                                   : role == NetworkRole::InBand ? "in-band"
                                                                 : "oob";
        const IdSource before = m_ids;
        for (std::int64_t uplinks = mostUplinks;; uplinks /= 2) {
            m_ids = before;
            Result<DrawnFabric> drawn =
                drawTree(ends, {{leaf.row, leaf.part.get()}, {upper.row, upper.part.get()}, uplinks},
                         {network, key, prefix}, m_ids);
            if (drawn) {
                take(std::move(*drawn));
                return done();
            }
            if (uplinks <= 2)
                return drawn.error();
        }
    }

    Done drawStorage() {
        if (m_spec.storageNodes + m_spec.archiveNodes == 0)
            return done();
        return drawLeafTree(endsOf(PortRole::Storage, m_spec.storagePorts), m_spec.storageSwitch, "Storage",
                            NetworkRole::Storage, 2, 8);
    }
    Done drawInBand() {
        return drawLeafTree(endsOf(PortRole::InBand, m_spec.inBandPorts), m_spec.inBandLeaf, "In-band management",
                            NetworkRole::InBand, 3, 4);
    }
    Done drawOutOfBand() {
        return drawLeafTree(endsOf(PortRole::Management, 1), m_spec.outOfBandLeaf, "Out-of-band management",
                            NetworkRole::OutOfBand, 4, 2);
    }

    std::int64_t rackHeight() const {
        const auto units = fact(*m_rack.part, attribute::rackHeightUnits).typical();
        return units ? static_cast<std::int64_t>(*units) : 42;
    }

    Done planRacks() {
        if (Done compute = planComputeRacks(); !compute)
            return compute;
        std::vector<PlannedRack> network, others;
        packDevices(network, others);
        joinRacks(std::move(network), std::move(others));
        return done();
    }

    Done planComputeRacks() {
        const std::int64_t units = rackUnitsOf(*m_node.part);
        const std::int64_t most = m_isRackScale ? 1 : rackHeight() / std::max<std::int64_t>(1, units);
        if (!m_isRackScale && m_spec.nodesPerRack > most)
            return inputError(Message("recipe.too-many-in-rack")
                                  .with("part", m_node.part->model)
                                  .with("count", m_spec.nodesPerRack)
                                  .with("most", most));
        const std::int64_t perRack = m_isRackScale ? 1 : m_spec.nodesPerRack;
        for (std::size_t d = 0; d < m_nodeEnd; ++d) {
            if (static_cast<std::int64_t>(d) % perRack == 0) {
                m_compute.push_back({"compute", {}, 0, 0, false, m_isRackScale});
            }
            PlannedRack& rack = m_compute.back();
            rack.contents.emplace_back(d, 1 + static_cast<std::int64_t>(rack.contents.size()) * units);
            rack.watts += planningWatts(*m_node.part);
            rack.liquidWatts += planningWatts(*m_node.part) * liquidShare(*m_node.part);
        }
        return done();
    }

    // Switches of the compute fabric fill network racks; servers and other switches fill racks of their own.
    void packDevices(std::vector<PlannedRack>& network, std::vector<PlannedRack>& others) const {
        const std::int64_t usable = rackHeight() - kUnitsForCables;
        for (std::size_t d = m_nodeEnd; d < m_devices.size(); ++d) {
            const Part& part = partOf(m_devices[d]);
            const bool isFabric = m_devices[d].name.starts_with("compute-");
            std::vector<PlannedRack>& racks = isFabric ? network : others;
            const std::int64_t units = std::max<std::int64_t>(1, rackUnitsOf(part));
            const double watts = planningWatts(part);
            std::int64_t top = 0;
            if (!racks.empty() && !racks.back().contents.empty()) {
                const auto& [last, unit] = racks.back().contents.back();
                top = unit + std::max<std::int64_t>(1, rackUnitsOf(partOf(m_devices[last]))) - 1;
            }
            if (racks.empty() || top + units > usable || racks.back().watts + watts > kNetworkRackWatts) {
                racks.push_back({isFabric ? "network" : "infrastructure", {}, 0, 0, false, false});
                top = 0;
            }
            racks.back().contents.emplace_back(d, top + 1);
            racks.back().watts += watts;
        }
    }

    // Network racks stand evenly among the compute racks, so that cables are short; servers come last.
    void joinRacks(std::vector<PlannedRack> network, std::vector<PlannedRack> others) {
        const std::size_t compute = m_compute.size(), count = network.size();
        std::size_t placed = 0;
        for (std::size_t i = 0; i < compute; ++i) {
            while (placed < count && (placed * 2 + 1) * compute <= i * 2 * count)
                m_racks.push_back(std::move(network[placed++]));
            m_racks.push_back(std::move(m_compute[i]));
        }
        while (placed < count)
            m_racks.push_back(std::move(network[placed++]));
        std::ranges::move(others, std::back_inserter(m_racks));
        if (m_spec.air == AirCooling::InRow)
            insertInRowUnits();
    }

    // After so many racks that a unit carries their heat, with one more for redundancy in each stretch of racks.
    void insertInRowUnits() {
        EmbeddedPart unit;
        if (!embed(unit, m_spec.inRow))
            return;
        const double capacity = typicalSi(*unit.part, attribute::coolingCapacity);
        std::vector<PlannedRack> joined;
        double waiting = kNever;
        for (PlannedRack& rack : m_racks) {
            const double air = rack.watts - rack.liquidWatts;
            if (waiting + air > capacity) {
                joined.push_back({"in-row", {}, 0, 0, true, false});
                waiting = 0;
            }
            waiting += air;
            joined.push_back(std::move(rack));
        }
        joined.push_back({"in-row", {}, 0, 0, true, false});
        m_racks = std::move(joined);
    }

    const EmbeddedPart& rackPart(const PlannedRack& rack) const { return rack.isRackScale ? m_node : m_rack; }

    struct Hall {
        Id<Room> room;
        std::size_t from = 0, to = 0; ///< of m_racks
        HallLayout layout;
        std::int64_t crahs = 0, cdus = 0;
    };

    Done placeRacks() {
        const auto total = static_cast<std::int64_t>(m_racks.size());
        const std::int64_t halls = (total + m_spec.placesPerHall - 1) / m_spec.placesPerHall;
        m_rackIds.resize(m_racks.size());
        std::int64_t firstRow = 0;
        for (std::int64_t h = 0; h < halls; ++h) {
            Hall hall;
            hall.from = static_cast<std::size_t>(total * h / halls);
            hall.to = static_cast<std::size_t>(total * (h + 1) / halls);
            if (Done laid = layOut(hall); !laid)
                return laid;
            addRoom(hall, halls == 1 ? std::string("Data hall") : "Data hall " + std::to_string(h + 1));
            addRacks(hall, firstRow);
            firstRow += static_cast<std::int64_t>(hall.layout.rows.size());
            m_halls.push_back(std::move(hall));
        }
        return done();
    }

    double airWatts(const Hall& hall) const {
        double watts = 0;
        for (std::size_t r = hall.from; r < hall.to; ++r)
            watts += m_racks[r].watts - m_racks[r].liquidWatts;
        return watts;
    }
    double liquidWatts(const Hall& hall) const {
        double watts = 0;
        for (std::size_t r = hall.from; r < hall.to; ++r)
            watts += m_racks[r].liquidWatts;
        return watts;
    }

    // As many units as carry the load, and one more.
    Done addWallUnits(HallRequest& request, EmbeddedPart& part, const std::string& id, double watts,
                      std::int64_t& count) {
        if (watts <= 0)
            return done();
        if (Done found = embed(part, id); !found)
            return found;
        const double capacity = typicalSi(*part.part, attribute::coolingCapacity);
        const auto width = fact(*part.part, attribute::width).typical(),
                   depth = fact(*part.part, attribute::depth).typical();
        if (capacity <= 0 || !width || !depth)
            return inputError(Message("recipe.unit-unknown").with("part", part.part->model));
        count = static_cast<std::int64_t>(std::ceil(watts / capacity)) + 1;
        for (std::int64_t i = 0; i < count; ++i)
            request.wallUnits.push_back({*width, *depth});
        return done();
    }

    Done layOut(Hall& hall) {
        HallRequest request;
        request.places = static_cast<std::int64_t>(hall.to - hall.from);
        for (std::size_t r = hall.from; r < hall.to; ++r) {
            const Part& part = *rackPart(m_racks[r]).part;
            const auto width = fact(part, attribute::width).typical(), depth = fact(part, attribute::depth).typical();
            if (!width || !depth)
                return inputError(Message("recipe.rack-unknown").with("part", part.model));
            request.placeWidth = std::max(request.placeWidth, *width);
            request.placeDepth = std::max(request.placeDepth, *depth);
        }
        request.coldAisle = m_spec.coldAisle;
        request.hotAisle = m_spec.hotAisle;
        if (m_spec.air == AirCooling::RearDoor)
            request.hotAisle = std::max(request.hotAisle, Length::millimetres(1900)); // 1,200 mm free between two doors
        request.rows = m_spec.rows;
        request.width = m_spec.roomWidth;
        request.depth = m_spec.roomDepth;
        request.columns = m_spec.columns;
        if (Done added = addWallUnits(request, m_cdu, m_spec.cdu, liquidWatts(hall), hall.cdus); !added)
            return added;
        if (m_spec.air == AirCooling::Perimeter)
            if (Done added = addWallUnits(request, m_crah, m_spec.crah, airWatts(hall), hall.crahs); !added)
                return added;
        Result<HallLayout> layout = layOutHall(request);
        if (!layout)
            return layout.error();
        hall.layout = std::move(*layout);
        return done();
    }

    void addObject(Id<Room> room, std::string name, RoomObjectShape shape) {
        RoomObject object;
        object.id = m_ids.take<RoomObject>();
        object.room = room;
        object.name = std::move(name);
        object.shape = std::move(shape);
        if (m_spec.isExistingHall)
            object.scope = existing();
        m_objects.push_back(std::move(object));
    }

    static Scope existing() { return {Status::Existing, Party::Customer, Party::Customer, 1}; }

    void addRoom(Hall& hall, std::string name) {
        Room room;
        room.id = hall.room = m_ids.take<Room>();
        room.name = std::move(name);
        room.outline = rectangleOutline({}, {hall.layout.width, hall.layout.depth});
        room.clearHeight = m_spec.clearHeight;
        room.scope = existing();
        const std::vector<Point> outline = room.outline;
        m_design.rooms = m_design.rooms.with(std::move(room));
        for (std::size_t i = 0; i < outline.size(); ++i)
            addObject(hall.room, "Wall " + std::to_string(i + 1), Wall{outline[i], outline[(i + 1) % outline.size()]});
        addDoors(hall);
        for (std::size_t i = 0; i < m_spec.columns.size(); ++i)
            addObject(hall.room, "Column " + std::to_string(i + 1), Column{m_spec.columns[i]});
        addAisles(hall);
        if (m_spec.hasRaisedFloor)
            addObject(hall.room, "Raised floor", RaisedFloor{outline});
    }

    // The delivery door and an escape door, both in the long wall at the bottom of the plan and opening outwards.
    void addDoors(const Hall& hall) {
        const Length y = hall.layout.depth, margin = Length::millimetres(600);
        Door delivery{{margin, y}, {margin + Length::millimetres(1800), y}, Length::millimetres(2700), false, true,
                      true};
        addObject(hall.room, "Delivery door", delivery);
        const Length right = hall.layout.width - margin;
        Door escape{{right - Length::millimetres(1000), y}, {right, y}, Length::millimetres(2100), false, false, false};
        addObject(hall.room, "Escape door", escape);
    }

    void addAisles(const Hall& hall) {
        std::int64_t cold = 0, hot = 0;
        for (const AisleBand& aisle : hall.layout.aisles) {
            const bool isCold = aisle.kind == AisleKind::Cold;
            const std::string name =
                isCold ? "Cold aisle " + std::to_string(++cold) : "Hot aisle " + std::to_string(++hot);
            addObject(hall.room, name, Aisle{aisle.outline, aisle.kind, isCold && m_spec.air == AirCooling::Perimeter});
            if (isCold && m_spec.hasRaisedFloor)
                addObject(hall.room, "Tiles of " + name, FloorTile{aisle.outline, FloorTileKind::Grate, 0.56});
        }
    }

    void addRacks(const Hall& hall, std::int64_t firstRow) {
        std::vector<std::int64_t> inRow(hall.layout.rows.size(), 0);
        for (std::size_t r = hall.from; r < hall.to; ++r) {
            const RackPlace& place = hall.layout.places[r - hall.from];
            const std::string row = rowLetters(firstRow + place.row);
            const std::string name = row + padded(++inRow[static_cast<std::size_t>(place.row)], 2);
            if (m_racks[r].isInRowUnit) {
                addInRowUnit(hall.room, place, name);
                continue;
            }
            Rack rack;
            rack.id = m_rackIds[r] = m_ids.take<Rack>();
            rack.name = name;
            rack.row = row;
            rack.room = hall.room;
            rack.part = rackPart(m_racks[r]).row;
            rack.centre = place.centre;
            rack.rotation = place.rotation;
            rack.role = m_racks[r].role;
            for (const auto& [device, unit] : m_racks[r].contents)
                m_devices[device].placement = InRack{rack.id, unit, mountingFace(partOf(m_devices[device])), 0};
            m_rackRows.push_back(std::move(rack));
        }
        addTrays(hall);
    }

    void addInRowUnit(Id<Room> room, const RackPlace& place, const std::string& name) {
        EmbeddedPart part;
        if (!embed(part, m_spec.inRow))
            return;
        CoolingUnit unit;
        unit.id = m_ids.take<CoolingUnit>();
        unit.name = "In-row " + name;
        unit.kind = CoolingUnitKind::InRow;
        unit.part = part.row;
        unit.placement = OnFloor{room, place.centre, place.rotation};
        m_units.push_back(std::move(unit));
    }

    // A tray over each row with a drop at each rack, and one across the rows at their left end.
    void addTrays(const Hall& hall) {
        std::vector<Id<PathNode>> ends;
        for (std::size_t row = 0; row < hall.layout.rows.size(); ++row) {
            const RowBand& band = hall.layout.rows[row];
            Id<PathNode> last = addNode(hall.room, PathNodeKind::Junction, {band.from, band.y}, kTrayHeight);
            ends.push_back(last);
            for (const RackPlace& place : hall.layout.places) {
                if (place.row != static_cast<std::int64_t>(row))
                    continue;
                const Id<PathNode> drop = addNode(hall.room, PathNodeKind::Drop, place.centre, kTrayHeight);
                addSegment("Tray", PathwayKind::CableTray, last, drop, Length::millimetres(600),
                           Length::millimetres(100));
                last = drop;
            }
        }
        for (std::size_t i = 1; i < ends.size(); ++i)
            addSegment("Cross tray", PathwayKind::CableTray, ends[i - 1], ends[i], Length::millimetres(600),
                       Length::millimetres(100));
    }

    Id<PathNode> addNode(Id<Room> room, PathNodeKind kind, Point place, Length height) {
        m_nodes.push_back({m_ids.take<PathNode>(), room, kind, place, height, false});
        return m_nodes.back().id;
    }

    PathSegment& addSegment(std::string name, PathwayKind kind, Id<PathNode> from, Id<PathNode> to, Length width,
                            Length height) {
        PathSegment segment;
        segment.id = m_ids.take<PathSegment>();
        segment.name = std::move(name);
        segment.kind = kind;
        segment.from = from;
        segment.to = to;
        segment.width = width;
        segment.height = height;
        m_segments.push_back(std::move(segment));
        return m_segments.back();
    }

    Id<PowerElement> addElement(PowerElement element) {
        element.id = m_ids.take<PowerElement>();
        m_elements.push_back(std::move(element));
        return m_elements.back().id;
    }
    void addLink(Id<PowerElement> from, Id<PowerElement> to, std::optional<Current> breaker = {}) {
        PowerLink link;
        link.id = m_ids.take<PowerLink>();
        link.from = from;
        link.to = to;
        link.breaker = breaker;
        m_links.push_back(std::move(link));
    }
    PowerElement element(std::string name, PowerElementKind kind, FeedSide side) const {
        PowerElement made;
        made.name = std::move(name);
        made.kind = kind;
        made.side = side;
        made.voltage = Voltage(static_cast<double>(m_spec.supply.volts));
        return made;
    }

    Done supplyPower() {
        if (Done found = embed(m_busway, m_spec.supply.busway); !found)
            return found;
        if (!m_isRackScale || hasCabinets())
            if (Done found = embed(m_pdu, m_spec.supply.pdu); !found)
                return found;
        if (m_isRackScale && hasCabinets())
            if (Done found = embed(m_lightTapOff, m_spec.supply.tapOff); !found)
                return found;
        PowerElement utility = element("Utility supply", PowerElementKind::Utility, FeedSide::None);
        utility.scope = existing();
        m_utility = addElement(std::move(utility));
        for (const Hall& hall : m_halls)
            if (Done supplied = m_spec.existingBusways > 0 ? supplyFromExisting(hall) : supplyHall(hall); !supplied)
                return supplied;
        return done();
    }

    bool hasCabinets() const {
        return std::ranges::any_of(m_racks, [](const PlannedRack& r) { return !r.isRackScale && !r.isInRowUnit; });
    }

    FeedSide sideOf(std::int64_t feed) const {
        if (m_spec.feeds == 1)
            return FeedSide::None;
        return feed == 0 ? FeedSide::A : FeedSide::B;
    }
    std::string sideName(std::int64_t feed) const { return m_spec.feeds == 1 ? "" : feed == 0 ? " A" : " B"; }

    Id<PowerElement> addUps(const Hall& hall, std::int64_t feed, double watts) {
        PowerElement ups = element("UPS" + sideName(feed) + hallMark(hall), PowerElementKind::Ups, sideOf(feed));
        ups.rating = Power(std::ceil(watts * 1.1 / 100'000) * 100'000); // next 100 kW above the load with 10 % to spare
        ups.scope = existing();
        const Id<PowerElement> id = addElement(std::move(ups));
        addLink(m_utility, id);
        return id;
    }

    std::string hallMark(const Hall& hall) const {
        const std::int64_t number = &hall - m_halls.data();
        return m_halls.size() > 1 ? ", hall " + std::to_string(number + 1) : std::string();
    }

    // One busway a feed for each stretch of racks that it carries whole; a stretch stays within a row.
    Done supplyHall(const Hall& hall) {
        double total = 0;
        for (std::size_t r = hall.from; r < hall.to; ++r)
            total += m_racks[r].watts;
        std::vector<Id<PowerElement>> sources;
        for (std::int64_t feed = 0; feed < m_spec.feeds; ++feed)
            sources.push_back(addUps(hall, feed, total));
        const double capacity = continuousWatts(*m_busway.part);
        std::size_t from = hall.from;
        while (from < hall.to) {
            const std::int64_t row = hall.layout.places[from - hall.from].row;
            double watts = 0;
            std::size_t to = from;
            for (; to < hall.to && hall.layout.places[to - hall.from].row == row; ++to) {
                if (watts + m_racks[to].watts > capacity && to > from)
                    break;
                watts += m_racks[to].watts;
            }
            if (watts > capacity)
                return inputError(Message("recipe.busway-too-small").with("part", m_busway.part->model));
            for (std::int64_t feed = 0; feed < m_spec.feeds; ++feed) {
                const Id<PowerElement> run = addBusway(hall, from, to, feed, {});
                addLink(sources[static_cast<std::size_t>(feed)], run);
                if (Done fed = feedRacks(from, to, run, feed); !fed)
                    return fed;
            }
            from = to;
        }
        return done();
    }

    // Existing busways share the racks by load; each rack hangs on one of them.
    Done supplyFromExisting(const Hall& hall) {
        const double capacity = continuousWatts(*m_busway.part);
        double total = 0;
        for (std::size_t r = hall.from; r < hall.to; ++r)
            total += m_racks[r].watts;
        const double share = total / static_cast<double>(m_spec.existingBusways);
        std::size_t from = hall.from;
        for (std::int64_t b = 0; b < m_spec.existingBusways; ++b) {
            double watts = 0;
            std::size_t to = from;
            const bool isLast = b + 1 == m_spec.existingBusways;
            while (to < hall.to && (isLast || watts + m_racks[to].watts / 2 < share))
                watts += m_racks[to++].watts;
            if (watts > capacity)
                return inputError(Message("recipe.busway-too-small").with("part", m_busway.part->model));
            const Id<PowerElement> run = addBusway(hall, from, to, 0, existing());
            addLink(m_utility, run);
            if (Done fed = feedRacks(from, to, run, 0); !fed)
                return fed;
            from = to;
        }
        return done();
    }

    Id<PowerElement> addBusway(const Hall& hall, std::size_t from, std::size_t to, std::int64_t feed,
                               const Scope& scope) {
        const std::string number = std::to_string(m_busways++ / m_spec.feeds + 1);
        PowerElement run = element("Busway " + number + sideName(feed), PowerElementKind::Busway, sideOf(feed));
        run.part = m_busway.row;
        run.scope = scope;
        const Id<PowerElement> id = addElement(std::move(run));
        const Length aside = Length::millimetres(feed == 0 ? -250 : 250);
        std::size_t first = from;
        for (std::size_t r = from; r < to; ++r) {
            const RackPlace& place = hall.layout.places[r - hall.from];
            const bool endsRow = r + 1 == to || hall.layout.places[r + 1 - hall.from].row != place.row;
            if (!endsRow)
                continue;
            const Point start = hall.layout.places[first - hall.from].centre;
            const auto a = addNode(hall.room, PathNodeKind::End, {start.x, start.y + aside}, kBuswayHeight);
            const auto b =
                addNode(hall.room, PathNodeKind::End, {place.centre.x, place.centre.y + aside}, kBuswayHeight);
            if (first != r) {
                PathSegment& segment = addSegment(m_elements.back().name, PathwayKind::Busway, a, b,
                                                  Length::millimetres(200), Length::millimetres(250));
                segment.carries = Carries::Electricity;
                segment.busway = id;
                segment.scope = scope;
            }
            first = r + 1;
        }
        return id;
    }

    Done feedRacks(std::size_t from, std::size_t to, Id<PowerElement> run, std::int64_t feed) {
        for (std::size_t r = from; r < to; ++r) {
            if (m_racks[r].isInRowUnit)
                continue;
            if (m_racks[r].isRackScale)
                feedSystem(r, run, feed);
            else if (Done fed = feedCabinet(r, run, feed); !fed)
                return fed;
        }
        return done();
    }

    const std::string& rackName(std::size_t r) const {
        return std::ranges::lower_bound(m_rackRows, m_rackIds[r], {}, &Rack::id)->name;
    }

    Id<PowerElement> addTapOff(std::size_t r, Id<PowerElement> run, std::int64_t feed, const EmbeddedPart& part,
                               const std::string& mark) {
        PowerElement tap =
            element("Tap " + rackName(r) + sideName(feed) + mark, PowerElementKind::TapOff, sideOf(feed));
        tap.part = part.row;
        const Id<PowerElement> id = addElement(std::move(tap));
        addLink(run, id, fact(*part.part, attribute::ratedCurrent).typical());
        return id;
    }

    // A rack-scale system brings its power shelves; one set a feed hangs on its own tap-off.
    void feedSystem(std::size_t r, Id<PowerElement> run, std::int64_t feed) {
        const Id<PowerElement> tap = addTapOff(r, run, feed, m_tapOff, {});
        PowerElement shelves =
            element(rackName(r) + " power shelves" + sideName(feed), PowerElementKind::PowerShelf, sideOf(feed));
        shelves.placement = ZeroU{m_rackIds[r], feed == 0 ? Side::Left : Side::Right, 0};
        shelves.rating = shelfRating();
        const Id<PowerElement> id = addElement(std::move(shelves));
        addLink(tap, id);
    }

    // Half of the supplies of an N+N system.
    std::optional<Power> shelfRating() const {
        for (const PowerInput& input : m_node.part->powerInputs)
            if (const auto rating = input.rating.typical())
                return Power(rating->si() * static_cast<double>(input.required.value_or(input.count)));
        return std::nullopt;
    }

    Done feedCabinet(std::size_t r, Id<PowerElement> run, std::int64_t feed) {
        const double each = continuousWatts(*m_pdu.part);
        const auto count =
            std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(m_racks[r].watts / each - 1e-9)));
        if (count > 2)
            return inputError(Message("recipe.rack-too-hot")
                                  .with("part", m_pdu.part->model)
                                  .with("power", UnitNumber{m_racks[r].watts / 1000, "kW"})
                                  .with("most", UnitNumber{2 * each / 1000, "kW"}));
        for (std::int64_t i = 0; i < count; ++i) {
            const std::string mark = count > 1 ? std::to_string(i + 1) : std::string();
            const Id<PowerElement> tap = addTapOff(r, run, feed, m_isRackScale ? m_lightTapOff : m_tapOff, mark);
            PowerElement pdu =
                element(rackName(r) + " PDU" + sideName(feed) + mark, PowerElementKind::RackPdu, sideOf(feed));
            pdu.part = m_pdu.row;
            pdu.placement = ZeroU{m_rackIds[r], feed == 0 ? Side::Left : Side::Right, i};
            pdu.breaker = fact(*m_pdu.part, attribute::ratedCurrent).typical();
            const std::optional<Current> breaker = pdu.breaker;
            addLink(tap, addElement(std::move(pdu)), breaker);
        }
        return done();
    }

    Id<CoolingLoop> addLoop(std::string name, std::string fluid, double supply, double rise, bool isFacilityWater) {
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

    Done supplyCooling() {
        const Id<CoolingLoop> water = addLoop("Facility water", "water", m_spec.waterCelsius, 12, true);
        for (CoolingUnit& unit : m_units) // in-row units are placed already
            unit.primary = water;
        for (const Hall& hall : m_halls) {
            coolLiquid(hall, water);
            if (m_spec.air == AirCooling::Perimeter)
                coolByCrahs(hall, water);
        }
        if (m_spec.air == AirCooling::RearDoor)
            return coolByDoors(water);
        if (m_spec.air == AirCooling::InRow)
            coolInRow();
        return done();
    }

    Id<CoolingUnit> addWallUnit(const Hall& hall, std::size_t place, std::string name, CoolingUnitKind kind,
                                const EmbeddedPart& part, Id<CoolingLoop> primary, Id<CoolingLoop> secondary) {
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

    void serve(Id<Rack> rack, Id<CoolingUnit> unit, HeatKind heat) {
        m_services.push_back({m_ids.take<CoolingService>(), rack, unit, heat});
    }

    // CDUs stand first along the walls. All of a hall share its loop: N+1 over the hall.
    void coolLiquid(const Hall& hall, Id<CoolingLoop> water) {
        if (hall.cdus == 0)
            return;
        const Id<CoolingLoop> coolant = addLoop("Coolant" + hallMark(hall), "PG25", m_spec.waterCelsius + 5, 10, false);
        CoolingLoop loop = *m_design.coolingLoops.find(coolant);
        // 1.5 L/min for each kW of liquid heat, the usual design flow of cold plates (OCP), and a little more.
        loop.flow = liquidWatts(hall) / 1000 * 1.55 * unit::litrePerMinute;
        m_design.coolingLoops = m_design.coolingLoops.with(loop);
        std::vector<Id<CoolingUnit>> units;
        for (std::int64_t i = 0; i < hall.cdus; ++i)
            units.push_back(addWallUnit(hall, static_cast<std::size_t>(i),
                                        "CDU " + std::to_string(i + 1) + hallMark(hall), CoolingUnitKind::CduRow, m_cdu,
                                        water, coolant));
        for (std::size_t r = hall.from; r < hall.to; ++r)
            if (m_racks[r].liquidWatts > 0)
                for (const Id<CoolingUnit> unit : units)
                    serve(m_rackIds[r], unit, HeatKind::Liquid);
    }

    // Racks and units of a large hall are matched by zones in their order.
    void coolByCrahs(const Hall& hall, Id<CoolingLoop> water) {
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
            const auto zone = std::min<std::int64_t>(
                zones - 1, static_cast<std::int64_t>(middle / total * static_cast<double>(zones)));
            for (std::int64_t u = count * zone / zones; u < count * (zone + 1) / zones; ++u)
                serve(m_rackIds[r], units[static_cast<std::size_t>(u)], HeatKind::Air);
        }
    }

    Done coolByDoors(Id<CoolingLoop> water) {
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
    void coolInRow() {
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

    Result<Document> finish() {
        m_design.roomObjects = m_design.roomObjects.with(std::move(m_objects));
        m_design.pathNodes = m_design.pathNodes.with(std::move(m_nodes));
        m_design.pathSegments = m_design.pathSegments.with(std::move(m_segments));
        m_design.racks = m_design.racks.with(std::move(m_rackRows));
        m_design.devices = m_design.devices.with(std::move(m_devices));
        m_design.cables = m_design.cables.with(std::move(m_cables));
        m_design.powerElements = m_design.powerElements.with(std::move(m_elements));
        m_design.powerLinks = m_design.powerLinks.with(std::move(m_links));
        m_design.coolingUnits = m_design.coolingUnits.with(std::move(m_units));
        m_design.coolingServices = m_design.coolingServices.with(std::move(m_services));
        const std::uint64_t option = m_project.activeOption;
        m_document.project = withDesign(m_project, option, std::make_shared<const Design>(std::move(m_design)));
        m_document.nextId = m_ids.next();
        return std::move(m_document);
    }

    const ClusterSpec& m_spec;
    const RecipeSource& m_source;
    Document m_document;
    Project m_project;
    IdSource m_ids;
    Design m_design;
    bool m_isRackScale = false;
    EmbeddedPart m_node, m_rack, m_pdu, m_tapOff, m_lightTapOff, m_busway, m_crah, m_cdu;
    std::size_t m_nodeEnd = 0; ///< devices before it are nodes and spares
    std::vector<Device> m_devices;
    std::vector<Cable> m_cables;
    std::vector<PlannedRack> m_compute, m_racks;
    std::vector<Id<Rack>> m_rackIds; ///< by index into m_racks; null for in-row units
    std::vector<Rack> m_rackRows;
    std::vector<Hall> m_halls;
    std::vector<RoomObject> m_objects;
    std::vector<PathNode> m_nodes;
    std::vector<PathSegment> m_segments;
    std::vector<PowerElement> m_elements;
    std::vector<PowerLink> m_links;
    std::vector<CoolingUnit> m_units;
    std::vector<CoolingService> m_services;
    Id<PowerElement> m_utility;
    std::int64_t m_busways = 0;
};

} // namespace

Result<Document> buildCluster(const ClusterSpec& spec, const RecipeSource& source) {
    return ClusterBuilder(spec, source).build();
}

SupplyParts supplyParts(std::string_view volts) {
    if (volts == "400")
        return {400, "plan-pdu-63", "plan-tapoff-63", "tapoff-250", "plan-busway-800-400", "iec"};
    if (volts == "208")
        return {208, "plan-pdu-60-208", "plan-tapoff-63", "tapoff-250", "plan-busway-800-415", "nec"};
    return {415, "plan-pdu-60-415", "plan-tapoff-63", "tapoff-250", "plan-busway-800-415", "nec"};
}

} // namespace rackwright
