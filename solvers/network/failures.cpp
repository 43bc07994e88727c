// SPDX-License-Identifier: GPL-3.0-or-later
// Classes of likes by colour refinement (Weisfeiler and Leman, 1968) over switches and cables; one solve a class.
#include "solvers/network/failures.h"

#include "model/parts/port_list.h"
#include "solvers/engine/guarded_async.h"
#include "solvers/families/family_params.h"
#include "solvers/graph/bisection.h"
#include "solvers/graph/disjoint_sets.h"
#include "solvers/graph/traffic.h"
#include "solvers/network/fault_outcomes.h"
#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <thread>
#include <tuple>
#include <unordered_set>

namespace rackwright {

namespace {

constexpr std::int64_t kMostOfAKind = 16; ///< classes of one kind in a table, of a fabric edited beyond all likeness

/// Where the switches of a fabric stand in its graph, and which host a broken out port is.
struct Places {
    std::vector<std::uint32_t> vertexOf; ///< of each device; kNone: no switch
    static constexpr std::uint32_t kNone = ~0U;

    explicit Places(const NetworkFabric& fabric) : vertexOf(fabric.devices.size(), kNone) {
        for (std::uint32_t v = 0; v < fabric.deviceOf.size(); ++v)
            vertexOf[fabric.deviceOf[v]] = v;
    }
};

/// Where the links and runs of a graph went when some were taken out; kNone: gone.
struct Renumbering {
    std::vector<std::uint32_t> links, runs;
};

FabricGraph graphLeft(const NetworkFabric& fabric, const Loss& loss, Renumbering* renumbering = nullptr) {
    FabricGraph left = fabric.endpointGraph;
    left.symmetries.clear();
    const std::vector<std::uint8_t> isLost = lostCables(fabric, loss);
    for (std::size_t c = 0; c < isLost.size(); ++c) {
        const NetworkCable& cable = fabric.cables[c];
        if (!isLost[c])
            continue;
        if (cable.link != NetworkCable::kNone)
            --left.links[cable.link].cables;
        if (cable.run != NetworkCable::kNone && !left.endpoints[cable.run].isGlued())
            --left.endpoints[cable.run].count;
    }
    // A host that no lane joins any more is gone as its switch is.
    std::vector<std::uint8_t> isJoined(left.size(), 0);
    for (const FabricLink& link : left.links)
        if (link.cables > 0)
            isJoined[link.a] = isJoined[link.b] = 1;
    const auto keep = [](auto& all, auto isKept, std::vector<std::uint32_t>* places) {
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            const bool stays = isKept(all[i]);
            if (places)
                places->push_back(stays ? kept : NetworkCable::kNone);
            if (stays)
                all[kept++] = all[i];
        }
        all.resize(kept);
    };
    keep(
        left.links, [](const FabricLink& link) { return link.cables > 0; },
        renumbering ? &renumbering->links : nullptr);
    keep(
        left.endpoints,
        [&](const EndpointRun& run) { return run.count > 0 && (!run.isGlued() || isJoined[run.vertex]); },
        renumbering ? &renumbering->runs : nullptr);
    return left;
}

void splitInHalf(Remainder& left, const FabricGraph& graph, Effort effort, const std::stop_token& stop) {
    if (const auto bisection = bisectionOf(graph, effort, std::nullopt, stop)) {
        left.lowerGbps = static_cast<double>(bisection->lower) * graph.unitGbps;
        left.upperGbps = static_cast<double>(bisection->upper) * graph.unitGbps;
    }
}

/// What is split in half is the fabric at the level of losses.
Remainder remainderOf(const FabricGraph& graph, const FabricGraph& halved, Effort effort,
                      const std::stop_token& stop) {
    Remainder left;
    left.endpoints = graph.endpointCount();
    if (left.endpoints < 2)
        return left;
    splitInHalf(left, halved, effort, stop);
    if (stop.stop_requested())
        return left;
    const auto traffic = trafficOf(graph, SummaryOf::AllToAll);
    if (traffic && traffic->isConnected)
        left.worstLoad =
            traffic->allToAllMax * static_cast<double>(graph.injection()) / static_cast<double>(left.endpoints);
    return left;
}

std::uint64_t scattered(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    return word ^ (word >> 31);
}

} // namespace

// What is around a switch is summed up, so that its order does not matter and nothing is sorted.
std::vector<std::uint64_t> switchColours(const FabricGraph& graph) {
    std::vector<std::uint64_t> colours(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v)
        colours[v] = scattered(static_cast<std::uint64_t>(graph.kinds[v]) + 1);
    for (const EndpointRun& run : graph.endpoints)
        colours[run.vertex] += scattered(static_cast<std::uint64_t>(run.capacity) * 1'000'003 + run.count);
    constexpr int rounds = 4; // more than tiers
    for (int round = 0; round < rounds; ++round) {
        std::vector<std::uint64_t> next(graph.size());
        for (std::size_t v = 0; v < graph.size(); ++v)
            next[v] = scattered(colours[v] + 0x9e3779b97f4a7c15ULL);
        for (const FabricLink& link : graph.links) {
            const std::uint64_t weight = scattered(static_cast<std::uint64_t>(link.total()));
            next[link.a] += scattered(colours[link.b] ^ weight);
            next[link.b] += scattered(colours[link.a] ^ weight);
        }
        colours = std::move(next);
    }
    return colours;
}

namespace {

class Losses {
public:
    Losses(const Context& context, const NetworkFabric& fabric)
        : m_context(context), m_fabric(fabric), m_places(fabric), m_colours(switchColours(fabric.endpointGraph)) {}

    std::vector<LossClass> ofSwitches() {
        addSwitches();
        addRails();
        addPlanes();
        return std::move(m_classes);
    }
    std::vector<LossClass> all() {
        m_classes = ofSwitches();
        addCages();
        addCables();
        return std::move(m_classes);
    }

private:
    const std::string& nameOf(std::uint32_t device) const { return m_fabric.devices[device]->name; }
    bool isSwitch(std::uint32_t device) const { return m_places.vertexOf[device] != Places::kNone; }
    std::uint64_t colourOf(std::uint32_t device) const {
        return isSwitch(device) ? m_colours[m_places.vertexOf[device]] : 0;
    }

    void addSwitches() {
        std::map<std::uint64_t, std::size_t> known;
        for (std::uint32_t v = 0; v < m_fabric.deviceOf.size(); ++v) {
            const auto [entry, isNew] = known.try_emplace(m_colours[v], m_classes.size());
            if (!isNew) {
                ++m_classes[entry->second].alike;
                continue;
            }
            const std::uint32_t device = m_fabric.deviceOf[v];
            const VertexKind kind = m_fabric.endpointGraph.kinds[v];
            LossClass made;
            made.kind = kind == VertexKind::Leaf    ? LossKind::Leaf
                        : kind == VertexKind::Spine ? LossKind::Spine
                        : kind == VertexKind::Core  ? LossKind::Core
                                                    : LossKind::Router;
            made.name = nameOf(device);
            made.example.switches = {m_fabric.devices[device]->id};
            m_classes.push_back(std::move(made));
        }
        std::ranges::stable_sort(m_classes, {}, &LossClass::kind);
    }

    // Leaves that take one and the same port of every device are a rail.
    void addRails() {
        const auto isLeaf = [&](std::uint32_t device) {
            if (!isSwitch(device))
                return false;
            const VertexKind kind = m_fabric.endpointGraph.kinds[m_places.vertexOf[device]];
            return kind != VertexKind::Spine && kind != VertexKind::Core;
        };
        std::vector<LeafCable> ends;
        for (const NetworkCable& cable : m_fabric.cables)
            if (isSwitch(cable.a) != isSwitch(cable.b)) {
                const bool isSwitchA = isSwitch(cable.a);
                const std::uint32_t leaf = isSwitchA ? cable.a : cable.b, device = isSwitchA ? cable.b : cable.a;
                if (isLeaf(leaf))
                    ends.push_back({leaf, m_context.part(m_fabric.devices[device]->part),
                                    isSwitchA ? cable.endB.port : cable.endA.port});
            }
        const LeafRails found = railsOfLeaves(m_fabric.devices.size(), ends);
        std::map<int, std::vector<std::uint32_t>> rails;
        for (std::uint32_t device = 0; device < found.ofLeaf.size(); ++device)
            if (found.ofLeaf[device] >= 0)
                rails[found.ofLeaf[device]].push_back(device);
        // One leaf a rail: the loss of a leaf says it.
        if (std::ranges::any_of(rails, [](const auto& rail) { return rail.second.size() > 1; }))
            addSets(LossKind::Rail, rails);
    }

    // Parts of the fabric that no cable between switches joins.
    void addPlanes() {
        const std::size_t switches = m_fabric.deviceOf.size();
        DisjointSets joined(switches);
        bool hasTrunks = false;
        for (const FabricLink& link : m_fabric.endpointGraph.links)
            if (link.a < switches && link.b < switches) {
                joined.join(link.a, link.b);
                hasTrunks = true;
            }
        std::map<std::uint32_t, std::vector<std::uint32_t>> planes;
        for (std::uint32_t v = 0; v < switches; ++v)
            planes[joined.of(v)].push_back(m_fabric.deviceOf[v]);
        if (hasTrunks && planes.size() > 1)
            addSets(LossKind::Plane, planes);
    }

    template <class Key>
    void addSets(LossKind kind, const std::map<Key, std::vector<std::uint32_t>>& sets) {
        std::map<std::vector<std::uint64_t>, std::size_t> known;
        std::int64_t number = 0;
        for (const auto& [key, members] : sets) {
            ++number;
            std::vector<std::uint64_t> colours;
            for (const std::uint32_t device : members)
                colours.push_back(colourOf(device));
            std::ranges::sort(colours);
            const auto [entry, isNew] = known.try_emplace(std::move(colours), m_classes.size());
            if (!isNew) {
                ++m_classes[entry->second].alike;
                continue;
            }
            LossClass made;
            made.kind = kind;
            made.name = std::to_string(number);
            for (const std::uint32_t device : members)
                made.example.switches.push_back(m_fabric.devices[device]->id);
            m_classes.push_back(std::move(made));
        }
    }

    // All cables of the ports that share a module. A cage with one cable is the loss of that cable.
    void addCages() {
        std::map<std::uint64_t, std::vector<std::size_t>> cages; // device, group and cage
        std::map<Id<PartRow>, std::vector<Port>> ports;
        for (std::size_t c = 0; c < m_fabric.cables.size(); ++c) {
            const NetworkCable& cable = m_fabric.cables[c];
            for (const auto& [device, number] : {std::pair{cable.a, cable.endA.port}, {cable.b, cable.endB.port}}) {
                if (!isSwitch(device))
                    continue;
                const auto [entry, isNew] = ports.try_emplace(m_fabric.devices[device]->part);
                if (isNew)
                    if (const Part* part = m_context.part(m_fabric.devices[device]->part))
                        entry->second = portList(*part);
                if (number < entry->second.size())
                    cages[std::uint64_t{device} << 32 | entry->second[number].group << 16 |
                          static_cast<std::uint64_t>(entry->second[number].cage)]
                        .push_back(c);
            }
        }
        std::map<std::vector<std::uint64_t>, std::size_t> known;
        for (const auto& [cage, cables] : cages) {
            if (cables.size() < 2)
                continue;
            std::vector<std::uint64_t> key;
            for (const std::size_t c : cables)
                key.push_back(keyOf(m_fabric.cables[c]));
            std::ranges::sort(key);
            key.push_back(colourOf(static_cast<std::uint32_t>(cage >> 32)));
            addCableClass(LossKind::Cage, known, std::move(key), cables, static_cast<std::uint32_t>(cage >> 32));
        }
    }

    void addCables() {
        std::map<std::vector<std::uint64_t>, std::size_t> known;
        for (std::size_t c = 0; c < m_fabric.cables.size(); ++c) {
            const NetworkCable& cable = m_fabric.cables[c];
            if (!isSwitch(cable.a) && !isSwitch(cable.b))
                continue;
            const bool isTrunk = isSwitch(cable.a) && isSwitch(cable.b);
            addCableClass(isTrunk ? LossKind::Cable : LossKind::EndCable, known, {keyOf(cable)}, {c},
                          isSwitch(cable.a) ? cable.a : cable.b);
        }
    }

    std::uint64_t keyOf(const NetworkCable& cable) const {
        const std::uint64_t a = colourOf(cable.a), b = colourOf(cable.b);
        const std::uint64_t low = std::min(a, b), high = std::max(a, b);
        return (low * 31 + high) * 31 + static_cast<std::uint64_t>(cable.gbps() * 1000);
    }

    void addCableClass(LossKind kind, std::map<std::vector<std::uint64_t>, std::size_t>& known,
                       std::vector<std::uint64_t> key, const std::vector<std::size_t>& cables, std::uint32_t at) {
        const auto [entry, isNew] = known.try_emplace(std::move(key), m_classes.size());
        if (!isNew) {
            ++m_classes[entry->second].alike;
            return;
        }
        const NetworkCable& first = m_fabric.cables[cables.front()];
        LossClass made;
        made.kind = kind;
        made.example.cables = cables;
        made.name = nameOf(at);
        made.other = nameOf(first.a == at ? first.b : first.a);
        m_classes.push_back(std::move(made));
    }

    const Context& m_context;
    const NetworkFabric& m_fabric;
    const Places m_places;
    const std::vector<std::uint64_t> m_colours;
    std::vector<LossClass> m_classes;
};

} // namespace

std::vector<std::uint8_t> lostCables(const NetworkFabric& fabric, const Loss& loss) {
    std::vector<std::uint8_t> isLost(fabric.cables.size(), 0);
    for (const std::size_t cable : loss.cables)
        if (cable < isLost.size())
            isLost[cable] = 1;
    const std::unordered_set<Id<Device>> lost(loss.switches.begin(), loss.switches.end());
    std::vector<std::uint8_t> isDead(fabric.devices.size(), 0);
    for (std::size_t d = 0; d < fabric.devices.size() && !loss.switches.empty(); ++d)
        isDead[d] = lost.contains(fabric.devices[d]->id) ? 1 : 0;
    if (!loss.switches.empty())
        for (std::size_t c = 0; c < isLost.size(); ++c)
            if (isDead[fabric.cables[c].a] || isDead[fabric.cables[c].b])
                isLost[c] = 1;
    return isLost;
}

NetworkFabric withoutLoss(const NetworkFabric& fabric, const Loss& loss) {
    NetworkFabric left = fabric;
    if (loss.switches.empty() && loss.cables.empty())
        return left;
    Renumbering renumbering;
    left.endpointGraph = graphLeft(fabric, loss, &renumbering);
    const std::vector<std::uint8_t> isLost = lostCables(fabric, loss);
    left.cables.clear();
    for (std::size_t c = 0; c < isLost.size(); ++c) {
        if (isLost[c])
            continue;
        NetworkCable cable = fabric.cables[c];
        if (cable.link != NetworkCable::kNone)
            cable.link = renumbering.links[cable.link];
        if (cable.run != NetworkCable::kNone)
            cable.run = renumbering.runs[cable.run];
        left.cables.push_back(cable);
    }
    return left;
}

FabricGraph graphWithout(const NetworkFabric& fabric, const Loss& loss) { return graphLeft(fabric, loss); }

std::vector<LossClass> switchLosses(const Context& context, const NetworkFabric& fabric) {
    return Losses(context, fabric).ofSwitches();
}

FabricGraph nodesWithout(const NetworkFabric& fabric, const Loss& loss) {
    FabricGraph left = fabric.nodeGraph;
    left.symmetries.clear();
    const std::vector<std::uint32_t> vertexOf = nodeVertices(fabric);
    using Key = std::tuple<std::uint32_t, std::uint32_t, std::int64_t>;
    std::multimap<Key, FabricLink*> links;
    for (FabricLink& link : left.links)
        links.emplace(Key(link.a, link.b, link.capacity), &link);
    const std::vector<std::uint8_t> isLost = lostCables(fabric, loss);
    for (std::size_t c = 0; c < isLost.size(); ++c) {
        const NetworkCable& cable = fabric.cables[c];
        if (!isLost[c])
            continue;
        const Key key(vertexOf[cable.a], vertexOf[cable.b], std::llround(cable.gbps() / left.unitGbps));
        const auto [from, to] = links.equal_range(key);
        const auto found = std::find_if(from, to, [](const auto& entry) { return entry.second->cables > 0; });
        if (found != to)
            --found->second->cables;
    }
    std::erase_if(left.links, [](const FabricLink& link) { return link.cables == 0; });
    std::vector<std::uint8_t> isJoined(left.size(), 0);
    for (const FabricLink& link : left.links)
        isJoined[link.a] = isJoined[link.b] = 1;
    std::erase_if(left.endpoints, [&](const EndpointRun& run) { return !isJoined[run.vertex]; });
    return left;
}

BisectionLevel lossLevel(const NetworkFabric& fabric) {
    const FabricGraph& graph = fabric.endpointGraph;
    std::vector<std::uint8_t> hasEnds(graph.size(), 0);
    for (const EndpointRun& run : graph.endpoints)
        hasEnds[run.vertex] = 1;
    // Of two routers one is left, which has no halves.
    if (std::ranges::count(hasEnds, 1) > 2 && isDirectNetwork(graph))
        return BisectionLevel::Router;
    return areRailsAlone(fabric) ? BisectionLevel::Node : BisectionLevel::Endpoint;
}

double bisectionLeft(const BisectionBounds& before, double lowerAfterGbps, std::optional<double> lostAtMostGbps) {
    if (before.lowerGbps <= 0 || before.upperGbps <= 0)
        return 0;
    // All less the loss is left at least: of all the least share of the least that all can be.
    const double byLoss = lostAtMostGbps ? 1 - *lostAtMostGbps / before.lowerGbps : 0;
    return std::clamp(std::max(lowerAfterGbps / before.upperGbps, byLoss), 0.0, 1.0);
}

double bisectionLeft(const Remainder& whole, const Remainder& left) {
    return bisectionLeft({whole.lowerGbps, whole.upperGbps}, left.lowerGbps, left.lostAtMostGbps);
}

namespace {

/// A cut that halves the ends which are left halves all when the lost ones join its sides; at most it then cuts the
/// lost cables in addition. Nothing of lost switches and of ends that no cable of their own cuts off.
std::optional<double> lostAtMost(const NetworkFabric& fabric, const Loss& loss, BisectionLevel level) {
    if (!loss.switches.empty())
        return std::nullopt;
    double lost = 0;
    for (const std::size_t c : loss.cables) {
        if (c >= fabric.cables.size()) // a place of another fabric, or of one whose reading was stopped
            return std::nullopt;
        const NetworkCable& cable = fabric.cables[c];
        if (cable.run != NetworkCable::kNone &&
            (level == BisectionLevel::Router || fabric.endpointGraph.endpoints[cable.run].isGlued()))
            return std::nullopt;
        lost += cable.gbps();
    }
    return lost;
}

Remainder remainderOf(const NetworkFabric& fabric, const Loss& loss, Effort effort, const std::stop_token& stop) {
    const BisectionLevel level = lossLevel(fabric);
    const FabricGraph graph = graphWithout(fabric, loss);
    Remainder left = remainderOf(graph,
                                 level == BisectionLevel::Node     ? nodesWithout(fabric, loss)
                                 : level == BisectionLevel::Router ? routerGraph(graph)
                                                                   : graph,
                                 effort, stop);
    left.lostAtMostGbps = lostAtMost(fabric, loss, level);
    return left;
}

/// Each class for itself, on all cores; stopped, those that were not solved are dropped from the first one on.
void solveEach(const NetworkFabric& fabric, std::vector<LossClass>& classes, Effort effort,
               const std::stop_token& stop) {
    std::vector<std::uint8_t> isSolved(classes.size(), 0);
    std::atomic<std::size_t> next = 0;
    const auto work = [&] {
        for (std::size_t i = next++; i < classes.size() && !stop.stop_requested(); i = next++) {
            classes[i].left = remainderOf(fabric, classes[i].example, effort, stop);
            isSolved[i] = stop.stop_requested() ? 0 : 1;
        }
        return true;
    };
    {
        std::vector<GuardedAsync<bool>> helpers;
        for (unsigned i = 1; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
            helpers.emplace_back(howToRun(fabric.cables.size()), work);
        work();
        for (GuardedAsync<bool>& helper : helpers)
            helper.get();
    }
    const auto first = std::ranges::find(isSolved, 0) - isSolved.begin();
    classes.resize(static_cast<std::size_t>(first));
}

} // namespace

Remainder remainderOf(const NetworkFabric& fabric, const Loss& loss, const std::stop_token& stop) {
    return remainderOf(fabric, loss, Effort::Bounds, stop);
}

FailureTable failureTable(const Context& context, const NetworkFabric& fabric, const std::stop_token& stop) {
    FailureTable table;
    if (fabric.unknownSpeeds > 0 || fabric.endpointGraph.endpointCount() < 2)
        return table;
    table.level = lossLevel(fabric);
    table.whole = remainderOf(fabric, {}, stop);
    std::array<std::int64_t, EnumNames<LossKind>::names.size()> kept{};
    for (LossClass& each : Losses(context, fabric).all()) {
        if (++kept[static_cast<std::size_t>(each.kind)] > kMostOfAKind)
            ++table.unsolved;
        else
            table.classes.push_back(std::move(each));
    }
    const bool isSettled = table.whole.lowerGbps >= table.whole.upperGbps;
    solveEach(fabric, table.classes, isSettled ? Effort::Bounds : Effort::Sketch, stop);
    return table;
}

} // namespace rackwright
