// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/design_fabric.h"

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/families/family_params.h"
#include "solvers/graph/disjoint_sets.h"
#include "solvers/node/lane_speed.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace rackwright {

namespace {

/// Speeds of the ports of a part by number, which group each is of, and what a switch has it for.
struct PortSpeeds {
    struct Of {
        double gbps = 0;
        std::uint16_t group = 0;
        Grade grade = Grade::Measured;
        bool isForTraffic = false; ///< of others: no management port
    };
    std::vector<Of> ports;

    explicit PortSpeeds(const Part* part) {
        if (!part)
            return;
        for (std::size_t g = 0; g < part->portGroups.size(); ++g) {
            const PortGroup& group = part->portGroups[g];
            const auto speed = group.speed.typical();
            const Of of{speed ? speed->in(unit::gigabitPerSecond) : 0, static_cast<std::uint16_t>(g), group.speed.grade,
                        group.role == PortRole::Data || group.role == PortRole::Uplink};
            ports.insert(ports.end(), static_cast<std::size_t>(std::max<std::int64_t>(group.count, 0)), of);
        }
    }
};

VertexKind kindOf(const Device& device) {
    if (device.role == "spine")
        return VertexKind::Spine;
    if (device.role == "core")
        return VertexKind::Core;
    return device.role == "leaf" ? VertexKind::Leaf : VertexKind::Switch;
}

LinkTier tierOf(VertexKind a, VertexKind b) {
    if (a > b)
        std::swap(a, b);
    if (a == VertexKind::Leaf && b == VertexKind::Spine)
        return LinkTier::LeafSpine;
    return a == VertexKind::Spine && b == VertexKind::Core ? LinkTier::SpineCore : LinkTier::Other;
}

class Builder {
public:
    Builder(const Context& context, Id<Network> network, const std::stop_token& stop)
        : m_context(context), m_network(network), m_stop(stop) {}

    NetworkFabric build() {
        for (const auto step : {&Builder::collect, &Builder::findSpeeds, &Builder::drawGraphs}) {
            (this->*step)();
            if (m_stop.stop_requested())
                return {};
        }
        return std::move(m_made);
    }

private:
    /// The device of a cable's end, or null when it is not there any more.
    const Device* present(const PortRef& ref) {
        const Device* device = m_context.design().devices.find(ref.device);
        if (!device)
            if (auto plant = plantOf(m_context.design(), ref.device)) {
                m_made.plant.push_back(std::make_shared<const Device>(std::move(*plant)));
                device = m_made.plant.back().get();
            }
        return device && device->scope.isPresent() ? device : nullptr;
    }

    void collect() {
        std::unordered_map<std::uint64_t, std::uint32_t> place;
        const auto placeOf = [&](const PortRef& ref) -> std::optional<std::uint32_t> {
            const auto [entry, isNew] = place.try_emplace(ref.device.value, kAbsent);
            if (isNew)
                if (const Device* device = present(ref)) {
                    entry->second = static_cast<std::uint32_t>(m_made.devices.size());
                    m_made.devices.push_back(device);
                }
            return entry->second == kAbsent ? std::nullopt : std::optional(entry->second);
        };
        constexpr std::size_t kStopStride = 4'096;
        std::size_t seen = 0;
        for (const Cable& cable : presentCables(m_context.design())) {
            if (seen++ % kStopStride == 0 && m_stop.stop_requested())
                return;
            if (cable.network != m_network)
                continue;
            const auto a = placeOf(cable.a), b = placeOf(cable.b);
            if (!a || !b || *a == *b)
                continue;
            m_refs.push_back({cable.a, cable.b});
            m_made.cables.push_back({*a, *b, {}, {}, cable.id});
        }
        sortDevices();
    }

    /// Who sends to whom follows the order of devices: it must not change with the order that cables were drawn in.
    void sortDevices() {
        std::vector<std::uint32_t> order(m_made.devices.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::sort(order, {}, [this](std::uint32_t d) { return m_made.devices[d]->id; });
        std::vector<std::uint32_t> place(order.size());
        std::vector<const Device*> sorted;
        sorted.reserve(order.size());
        for (const std::uint32_t d : order) {
            place[d] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(m_made.devices[d]);
        }
        m_made.devices = std::move(sorted);
        for (NetworkCable& cable : m_made.cables) {
            cable.a = place[cable.a];
            cable.b = place[cable.b];
        }
    }

    void findSpeeds() {
        std::map<Id<PartRow>, PortSpeeds> speeds;
        std::vector<const PortSpeeds*> ofDevice;
        for (const Device* device : m_made.devices) {
            const Part* part = m_context.part(device->part);
            m_made.parts.push_back(part);
            ofDevice.push_back(&speeds.try_emplace(device->part, part).first->second);
        }
        // A switch of the network passes its traffic on: one that only hangs on it to be managed is an endpoint.
        std::vector<std::uint8_t> isSwitchAt(m_made.devices.size(), 0);
        const auto noteUse = [&](std::uint32_t device, const PortRef& ref) {
            const Part* part = m_made.parts[device];
            const auto& ports = ofDevice[device]->ports;
            if (part && part->category == PartCategory::Switch &&
                (ref.port >= ports.size() || ports[ref.port].isForTraffic))
                isSwitchAt[device] = 1;
        };
        for (std::size_t i = 0; i < m_refs.size(); ++i) {
            noteUse(m_made.cables[i].a, m_refs[i].a);
            noteUse(m_made.cables[i].b, m_refs[i].b);
        }
        m_made.switches = std::ranges::count(isSwitchAt, 1);
        // Ports of one group of a device are usually broken out alike: the highest lane in use tells how.
        std::unordered_map<std::uint64_t, std::uint8_t> lanes;
        std::unordered_set<std::uint64_t> brokenPorts;
        const auto groupKey = [&](std::uint32_t device, const PortRef& ref) {
            const auto& ports = ofDevice[device]->ports;
            return std::uint64_t{device} << 16 | (ref.port < ports.size() ? ports[ref.port].group : 0xffffU);
        };
        const auto note = [&](std::uint32_t device, const PortRef& ref) {
            if (ref.lane > 0) {
                brokenPorts.insert(portKey(device, ref.port));
                std::uint8_t& most = lanes[groupKey(device, ref)];
                most = std::max(most, ref.lane);
            }
        };
        for (std::size_t i = 0; i < m_refs.size(); ++i) {
            note(m_made.cables[i].a, m_refs[i].a);
            note(m_made.cables[i].b, m_refs[i].b);
        }
        const auto speedOf = [&](std::uint32_t device, const PortRef& ref) {
            const auto& ports = ofDevice[device]->ports;
            if (ref.port >= ports.size())
                return LaneSpeed{};
            m_made.grade = weakest(m_made.grade, ports[ref.port].grade);
            const auto broken = lanes.find(groupKey(device, ref));
            return LaneSpeed::of(ports[ref.port].gbps, broken == lanes.end() ? std::uint8_t{0} : broken->second,
                                 brokenPorts.contains(portKey(device, ref.port)));
        };
        for (std::size_t i = 0; i < m_refs.size(); ++i) {
            NetworkCable& cable = m_made.cables[i];
            const LaneSpeed a = speedOf(cable.a, m_refs[i].a), b = speedOf(cable.b, m_refs[i].b);
            cable.endA = {a.facing(b), m_refs[i].a.port, isSwitchAt[cable.a] != 0};
            cable.endB = {b.facing(a), m_refs[i].b.port, isSwitchAt[cable.b] != 0};
            m_made.unknownSpeeds += m_made.cables[i].gbps() <= 0 ? 1 : 0;
        }
        m_isSwitch = std::move(isSwitchAt);
    }

    /// Switches first, so that both graphs number them alike.
    void drawGraphs() {
        std::vector<std::uint32_t> vertex(m_made.devices.size(), kAbsent);
        for (std::uint32_t d = 0; d < m_made.devices.size(); ++d)
            if (m_isSwitch[d]) {
                vertex[d] = m_made.endpointGraph.addVertex(kindOf(*m_made.devices[d]));
                m_made.deviceOf.push_back(d);
            }
        m_made.nodeGraph.kinds = m_made.endpointGraph.kinds;
        for (std::uint32_t d = 0; d < m_made.devices.size(); ++d)
            if (!m_isSwitch[d]) {
                vertex[d] = m_made.nodeGraph.addVertex(VertexKind::Node);
                m_made.nodeGraph.endpoints.push_back({vertex[d], 1, 0, 1});
            }
        std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> ports; // vertex and capacity
        const auto firstHost = static_cast<std::uint32_t>(m_made.endpointGraph.size());
        const std::map<std::uint64_t, std::uint32_t> hosts = addHosts();
        for (NetworkCable& cable : m_made.cables) {
            const std::int64_t capacity = capacityUnits(cable.gbps());
            if (capacity <= 0)
                continue;
            if (m_isSwitch[cable.a] && m_isSwitch[cable.b]) {
                const FabricLink link{
                    vertex[cable.a], vertex[cable.b], capacity, 1,
                    tierOf(m_made.endpointGraph.kinds[vertex[cable.a]], m_made.endpointGraph.kinds[vertex[cable.b]])};
                cable.link = addLink(m_made.endpointGraph, link);
                addLink(m_made.nodeGraph, link);
                continue;
            }
            if (m_isSwitch[cable.a] || m_isSwitch[cable.b]) {
                const bool isSwitchA = m_isSwitch[cable.a];
                const std::uint32_t to = vertex[isSwitchA ? cable.a : cable.b];
                const auto host = hosts.empty() ? hosts.end()
                                                : hosts.find(isSwitchA ? portKey(cable.b, cable.endB.port)
                                                                       : portKey(cable.a, cable.endA.port));
                if (host != hosts.end()) {
                    cable.link = addLink(m_made.endpointGraph, {host->second, to, capacity, 1, LinkTier::Endpoint});
                    cable.run = host->second - firstHost;
                } else {
                    ++ports[{to, capacity}];
                }
            }
            addLink(m_made.nodeGraph, {vertex[cable.a], vertex[cable.b], capacity, 1, LinkTier::Endpoint});
        }
        addRuns(vertex, ports);
        reduceUnits(m_made.endpointGraph);
        reduceUnits(m_made.nodeGraph);
    }

    /// Endpoints with a cable each; the cables learn which run they serve.
    void addRuns(const std::vector<std::uint32_t>& vertex,
                 const std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t>& ports) {
        std::map<std::pair<std::uint32_t, std::int64_t>, std::uint32_t> runOf;
        for (const auto& [key, count] : ports) {
            runOf.emplace(key, static_cast<std::uint32_t>(m_made.endpointGraph.endpoints.size()));
            m_made.endpointGraph.endpoints.push_back({key.first, count, key.second, 1});
        }
        for (NetworkCable& cable : m_made.cables) {
            if (m_isSwitch[cable.a] == m_isSwitch[cable.b] || cable.run != NetworkCable::kNone)
                continue;
            const std::uint32_t at = vertex[m_isSwitch[cable.a] ? cable.a : cable.b];
            if (const auto run = runOf.find({at, capacityUnits(cable.gbps())}); run != runOf.end())
                cable.run = run->second;
        }
    }

    static std::uint64_t portKey(std::uint32_t device, std::uint16_t port) {
        return std::uint64_t{device} << 16 | port;
    }

    /// A port that is broken out to several cables is one endpoint still: a host of its own, that its lanes join to
    /// their switches.
    std::map<std::uint64_t, std::uint32_t> addHosts() {
        std::map<std::uint64_t, std::uint32_t> hosts;
        const bool hasLanes =
            std::ranges::any_of(m_refs, [](const Refs& refs) { return refs.a.lane + refs.b.lane > 0; });
        if (!hasLanes)
            return hosts;
        std::map<std::uint64_t, std::uint32_t> cables;
        for (const NetworkCable& cable : m_made.cables)
            if (capacityUnits(cable.gbps()) > 0 && m_isSwitch[cable.a] != m_isSwitch[cable.b])
                ++cables[m_isSwitch[cable.a] ? portKey(cable.b, cable.endB.port) : portKey(cable.a, cable.endA.port)];
        for (const auto& [port, count] : cables)
            if (count > 1) {
                const std::uint32_t host = m_made.endpointGraph.addVertex(VertexKind::Host);
                m_made.endpointGraph.endpoints.push_back({host, 1, 0, 1});
                hosts.emplace(port, host);
            }
        return hosts;
    }

    /// Cables of one trunk follow each other in the table: they become one link.
    static std::uint32_t addLink(FabricGraph& graph, const FabricLink& link) {
        const bool isMore = !graph.links.empty() && graph.links.back().a == link.a && graph.links.back().b == link.b &&
                            graph.links.back().capacity == link.capacity;
        if (isMore)
            ++graph.links.back().cables;
        else
            graph.links.push_back(link);
        return static_cast<std::uint32_t>(graph.links.size() - 1);
    }

    static constexpr std::uint32_t kAbsent = ~0U;

    struct Refs {
        PortRef a, b;
    };

    const Context& m_context;
    const Id<Network> m_network;
    const std::stop_token& m_stop;
    NetworkFabric m_made;
    std::vector<Refs> m_refs; ///< of each cable
    std::vector<std::uint8_t> m_isSwitch;
};

} // namespace

NetworkFabric networkFabric(const Context& context, Id<Network> network, const std::stop_token& stop) {
    return Builder(context, network, stop).build();
}

namespace {

/// Whether some endpoints reach each other over cables between spines alone: groups of leaves and spines (Dragonfly+),
/// and no spines with a cable beside the way that all leaves have.
bool needsSpineLinks(const FabricGraph& graph) {
    DisjointSets joined(graph.size());
    for (const FabricLink& link : graph.links)
        if (graph.kinds[link.a] != VertexKind::Spine || graph.kinds[link.b] != VertexKind::Spine)
            joined.join(link.a, link.b);
    return !graph.endpoints.empty() && std::ranges::any_of(graph.endpoints, [&](const EndpointRun& run) {
        return joined.of(run.vertex) != joined.of(graph.endpoints.front().vertex);
    });
}

} // namespace

bool isDirectNetwork(const FabricGraph& graph) {
    constexpr auto kinds = static_cast<std::size_t>(VertexKind::Switch) + 1;
    std::array<bool, kinds> isAmongLikes{}, isGoingUp{};
    for (const FabricLink& link : graph.links) {
        const auto a = static_cast<std::size_t>(graph.kinds[link.a]), b = static_cast<std::size_t>(graph.kinds[link.b]);
        if (isEndpointKind(graph.kinds[link.a]) || isEndpointKind(graph.kinds[link.b]))
            continue;
        if (a == b)
            isAmongLikes[a] = true;
        else
            isGoingUp[std::min(a, b)] = true;
    }
    constexpr auto spine = static_cast<std::size_t>(VertexKind::Spine);
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (isAmongLikes[kind] && !isGoingUp[kind] && (kind != spine || needsSpineLinks(graph)))
            return true;
    return false;
}

bool joinsEndpoints(const FabricGraph& graph) {
    DisjointSets joined(graph.size());
    for (const FabricLink& link : graph.links)
        joined.join(link.a, link.b);
    return std::ranges::all_of(graph.endpoints, [&](const EndpointRun& run) {
        return joined.of(run.vertex) == joined.of(graph.endpoints.front().vertex);
    });
}

namespace {

/// Whether any two devices reach one part of the network together: a part is a switch with all that cables join to it,
/// or the switch alone.
bool doAllMeet(const NetworkFabric& fabric, bool isOverTrunks) {
    const std::vector<std::uint32_t> vertexOf = nodeVertices(fabric);
    const std::size_t switches = fabric.deviceOf.size();
    DisjointSets parts(switches);
    for (const NetworkCable& cable : fabric.cables)
        if (isOverTrunks && cable.endA.isSwitch && cable.endB.isSwitch)
            parts.join(vertexOf[cable.a], vertexOf[cable.b]);
    std::vector<std::vector<std::uint32_t>> reached(fabric.devices.size()); // parts, by device
    for (const NetworkCable& cable : fabric.cables)
        if (cable.endA.isSwitch != cable.endB.isSwitch)
            reached[cable.endA.isSwitch ? cable.b : cable.a].push_back(
                parts.of(vertexOf[cable.endA.isSwitch ? cable.a : cable.b]));
    // Most devices reach the same parts: few sets are left to compare.
    std::set<std::vector<std::uint32_t>> sets;
    for (std::size_t d = 0; d < reached.size(); ++d) {
        if (vertexOf[d] < switches)
            continue;
        std::ranges::sort(reached[d]);
        const auto repeated = std::ranges::unique(reached[d]);
        reached[d].erase(repeated.begin(), repeated.end());
        sets.insert(std::move(reached[d]));
    }
    constexpr std::size_t mostSets = 256;
    const auto meet = [](const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
        return std::ranges::find_first_of(a, b) != a.end();
    };
    return sets.size() <= mostSets && std::ranges::all_of(sets, [&](const auto& a) {
               return std::ranges::all_of(sets, [&](const auto& b) { return meet(a, b); });
           });
}

} // namespace

bool areRailsAlone(const NetworkFabric& fabric) {
    return !joinsEndpoints(fabric.endpointGraph) && doAllMeet(fabric, true);
}

bool doAllShareSwitches(const NetworkFabric& fabric) { return doAllMeet(fabric, false); }

std::vector<std::uint32_t> nodeVertices(const NetworkFabric& fabric) {
    constexpr std::uint32_t none = ~0U;
    std::vector<std::uint32_t> vertexOf(fabric.devices.size(), none);
    for (std::uint32_t v = 0; v < fabric.deviceOf.size(); ++v)
        vertexOf[fabric.deviceOf[v]] = v;
    auto next = static_cast<std::uint32_t>(fabric.deviceOf.size());
    for (std::uint32_t& vertex : vertexOf)
        vertex = vertex == none ? next++ : vertex;
    return vertexOf;
}

FabricGraph routerGraph(FabricGraph graph) {
    for (EndpointRun& run : graph.endpoints)
        if (!isEndpointKind(graph.kinds[run.vertex]))
            run.capacity = 0;
    return graph;
}

double worstOversubscription(const FabricGraph& graph, VertexKind tier) {
    std::vector<std::int64_t> down(graph.size(), 0), up(graph.size(), 0);
    for (const EndpointRun& run : graph.endpoints)
        down[run.vertex] += run.capacity * run.count;
    for (const FabricLink& link : graph.links) {
        const bool aIsLower = graph.kinds[link.a] < graph.kinds[link.b];
        if (graph.kinds[link.a] == graph.kinds[link.b])
            continue;
        up[aIsLower ? link.a : link.b] += link.total();
        down[aIsLower ? link.b : link.a] += link.total();
    }
    double worst = 0;
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        if (graph.kinds[v] == tier && up[v] > 0)
            worst = std::max(worst, static_cast<double>(down[v]) / static_cast<double>(up[v]));
    return worst;
}

double peerOversubscription(const FabricGraph& graph) {
    std::vector<std::int64_t> down(graph.size(), 0), across(graph.size(), 0);
    for (const EndpointRun& run : graph.endpoints)
        down[run.vertex] += run.capacity * run.count;
    for (const FabricLink& link : graph.links) {
        const bool areAlike = graph.kinds[link.a] == graph.kinds[link.b];
        const bool isALower = graph.kinds[link.a] < graph.kinds[link.b];
        if (areAlike)
            across[link.a] += link.total();
        (areAlike ? across[link.b] : isALower ? down[link.b] : down[link.a]) += link.total();
    }
    double worst = 0;
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        if (graph.kinds[v] != VertexKind::Leaf || down[v] == 0)
            continue;
        if (across[v] == 0)
            return 0;
        worst = std::max(worst, static_cast<double>(down[v]) / static_cast<double>(across[v]));
    }
    return worst;
}

namespace {

/// All cables between a switch and one of a higher tier.
struct Trunk {
    std::uint32_t lower = 0, upper = 0;
    std::int64_t cables = 0;
};

/// Trunks by their tiers, then their switches.
std::vector<Trunk> trunksOf(const FabricGraph& graph) {
    std::vector<Trunk> trunks;
    trunks.reserve(graph.links.size());
    const auto isOfTier = [&](std::uint32_t v) {
        return graph.kinds[v] >= VertexKind::Leaf && graph.kinds[v] <= VertexKind::Core;
    };
    for (const FabricLink& link : graph.links) {
        if (!isOfTier(link.a) || !isOfTier(link.b) || graph.kinds[link.a] == graph.kinds[link.b])
            continue;
        const bool isUpward = graph.kinds[link.a] < graph.kinds[link.b];
        trunks.push_back({isUpward ? link.a : link.b, isUpward ? link.b : link.a, link.cables});
    }
    const auto key = [&](const Trunk& t) {
        return std::tuple(graph.kinds[t.lower], graph.kinds[t.upper], t.lower, t.upper);
    };
    if (!std::ranges::is_sorted(trunks, {}, key))
        std::ranges::sort(trunks, {}, key);
    std::size_t kept = 0;
    for (const Trunk& trunk : trunks)
        if (kept > 0 && trunks[kept - 1].lower == trunk.lower && trunks[kept - 1].upper == trunk.upper)
            trunks[kept - 1].cables += trunk.cables;
        else
            trunks[kept++] = trunk;
    trunks.resize(kept);
    return trunks;
}

/// Whether trunks of two tiers are equally wide, go up from each lower switch in the same number, and join each lower
/// with each upper switch wherever ways along them lead from the one to the other (a pod, a plane).
bool areEven(const FabricGraph& graph, std::span<const Trunk> trunks) {
    DisjointSets joined(graph.size());
    std::vector<std::int64_t> cables(graph.size(), 0);
    for (const Trunk& trunk : trunks) {
        if (trunk.cables != trunks.front().cables)
            return false;
        cables[trunk.lower] += trunk.cables;
        cables[trunk.upper] += trunk.cables;
        joined.join(trunk.lower, trunk.upper);
    }
    struct Part {
        std::int64_t lowers = 0, uppers = 0, pairs = 0;
    };
    std::vector<Part> parts(graph.size());
    for (const Trunk& trunk : trunks)
        ++parts[joined.of(trunk.lower)].pairs;
    const VertexKind lower = graph.kinds[trunks.front().lower];
    for (std::uint32_t v = 0; v < graph.size(); ++v) {
        if (cables[v] == 0)
            continue;
        Part& part = parts[joined.of(v)];
        const bool isLower = graph.kinds[v] == lower;
        ++(isLower ? part.lowers : part.uppers);
        if (isLower && cables[v] != cables[trunks.front().lower])
            return false;
    }
    return std::ranges::all_of(parts, [](const Part& part) { return part.pairs == part.lowers * part.uppers; });
}

} // namespace

bool hasEvenTrunks(const FabricGraph& graph) {
    const std::vector<Trunk> trunks = trunksOf(graph);
    for (auto from = trunks.begin(); from != trunks.end();) {
        const auto to = std::find_if_not(from, trunks.end(), [&](const Trunk& trunk) {
            return graph.kinds[trunk.lower] == graph.kinds[from->lower] &&
                   graph.kinds[trunk.upper] == graph.kinds[from->upper];
        });
        if (!areEven(graph, {from, to}))
            return false;
        from = to;
    }
    // Beside switches that go up, one of their tier that has lost all its trunks.
    std::set<VertexKind> tiers;
    std::vector<std::uint8_t> goesUp(graph.size(), 0);
    for (const Trunk& trunk : trunks) {
        goesUp[trunk.lower] = 1;
        tiers.insert(graph.kinds[trunk.lower]);
    }
    for (std::uint32_t v = 0; v < graph.size(); ++v)
        if (goesUp[v] == 0 && tiers.contains(graph.kinds[v]))
            return false;
    return true;
}

} // namespace rackwright
