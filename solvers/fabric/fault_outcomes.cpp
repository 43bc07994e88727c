// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/fault_outcomes.h"

#include "solvers/fabric/bisection.h"
#include "solvers/fabric/failures.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::size_t kManyCables = 4'000;
constexpr std::size_t kMostSmall = 8;    ///< classes of one kind that are solved in a fabric of fewer cables; else one
constexpr std::size_t kMostDirect = 2;   ///< the same among routers, whose bisections are searched for
constexpr std::int64_t kFewRouters = 32; ///< beyond, proven bounds say what their losses leave

/// A class of losses before anything is worked out.
struct FaultClass {
    FaultKind kind = FaultKind::Leaf;
    std::string name;
    Loss loss;                          ///< of switches
    std::size_t link = ~std::size_t{0}; ///< of the endpoint graph, that one cable of is lost
    double left = 1;                    ///< least share of cables up that a switch below has left: rank
    std::int64_t weight = 0;            ///< capacity that is lost: rank of equals
    std::int64_t atMost = 0;            ///< units that the bisection loses at most
};

FaultKind faultKind(LossKind kind) {
    switch (kind) {
    case LossKind::Leaf:
        return FaultKind::Leaf;
    case LossKind::Spine:
        return FaultKind::Spine;
    case LossKind::Core:
        return FaultKind::Core;
    case LossKind::Rail:
        return FaultKind::Rail;
    case LossKind::Plane:
        return FaultKind::Plane;
    default:
        return FaultKind::Router;
    }
}

class FaultFinder {
public:
    FaultFinder(const Context& context, const NetworkFabric& fabric, const NetworkReport& whole,
                const std::stop_token& stop)
        : m_fabric(fabric), m_graph(fabric.endpointGraph), m_whole(whole), m_stop(stop),
          m_isLarge(fabric.cables.size() >= kManyCables),
          // Rails alone: their endpoints never reach each other, the nodes do.
          m_isByNode(whole.byEndpoint->upperGbps <= 0 && whole.byNode && whole.byNode->lowerGbps > 0) {
        weigh();
        addSwitches(context);
        addTrunks();
    }

    /// In the order of kinds; each is a bisection of its own, so that they are worked out side by side.
    std::vector<FaultOutcome> all() {
        const auto rank = [](const FaultClass& each) { return std::tuple(each.kind, each.left, -each.weight); };
        std::ranges::stable_sort(m_classes, {}, rank);
        std::vector<std::future<FaultOutcome>> asked;
        std::map<FaultKind, std::size_t> taken;
        for (const FaultClass& each : m_classes)
            if (taken[each.kind]++ < mostOf(each.kind))
                asked.push_back(
                    std::async(howToRun(m_fabric.cables.size()), [this, &each] { return outcomeOf(each); }));
        std::vector<FaultOutcome> outcomes;
        for (std::future<FaultOutcome>& each : asked)
            outcomes.push_back(each.get());
        return outcomes;
    }

private:
    static bool isDirect(FaultKind kind) { return kind == FaultKind::Router || kind == FaultKind::RouterCable; }
    std::size_t mostOf(FaultKind kind) const { return m_isLarge ? 1 : isDirect(kind) ? kMostDirect : kMostSmall; }

    /// Capacity of the endpoints of each switch, and of its cables up.
    void weigh() {
        m_ends.assign(m_graph.size(), 0);
        m_up.assign(m_graph.size(), 0);
        m_trunks.assign(m_graph.size(), 0);
        for (const EndpointRun& run : m_graph.endpoints) {
            m_ends[run.vertex] += run.capacity * run.count;
            m_isGlued = m_isGlued || run.isGlued();
        }
        for (const FabricLink& link : m_graph.links) {
            m_trunks[link.a] += link.total();
            m_trunks[link.b] += link.total();
            if (m_graph.kinds[link.a] != m_graph.kinds[link.b])
                m_up[lowerOf(link)] += link.total();
        }
    }

    std::uint32_t lowerOf(const FabricLink& link) const {
        return m_graph.kinds[link.a] <= m_graph.kinds[link.b] ? link.a : link.b;
    }

    void addSwitches(const Context& context) {
        std::map<Id<Device>, std::uint32_t> vertexOf;
        for (std::uint32_t v = 0; v < m_fabric.deviceOf.size(); ++v)
            vertexOf.emplace(m_fabric.devices[m_fabric.deviceOf[v]]->id, v);
        // What the loss of a switch leaves to the worst of those below.
        std::vector<double> left(m_graph.size(), 1);
        for (const FabricLink& link : m_graph.links) {
            const std::uint32_t lower = lowerOf(link), upper = link.a == lower ? link.b : link.a;
            if (m_up[lower] > 0)
                left[upper] =
                    std::min(left[upper], 1 - static_cast<double>(link.total()) / static_cast<double>(m_up[lower]));
        }
        for (LossClass& each : switchLosses(context, m_fabric)) {
            FaultClass made;
            made.kind = faultKind(each.kind);
            made.name = std::move(each.name);
            made.loss = std::move(each.example);
            std::int64_t lost = 0;
            for (const Id<Device> id : made.loss.switches) {
                const std::uint32_t v = vertexOf.at(id);
                lost += m_ends[v] + m_trunks[v];
                made.left = std::min(made.left, left[v]);
            }
            made.weight = lost;
            // Whatever cut halves the rest, the lost ones can stand on the side where fewer of their cables are cut.
            made.atMost = (lost + 1) / 2;
            m_classes.push_back(std::move(made));
        }
    }

    /// One cable of each class of trunks.
    void addTrunks() {
        const std::vector<std::uint64_t> colours = switchColours(m_graph);
        std::set<std::tuple<std::uint64_t, std::uint64_t, std::int64_t>> known;
        for (std::size_t l = 0; l < m_graph.links.size(); ++l) {
            const FabricLink& link = m_graph.links[l];
            if (isEndpointKind(m_graph.kinds[link.a]) || isEndpointKind(m_graph.kinds[link.b]))
                continue;
            const std::uint32_t lower = lowerOf(link);
            if (!known.emplace(colours[lower], colours[link.a == lower ? link.b : link.a], link.total()).second)
                continue;
            FaultClass made;
            made.kind = link.tier == LinkTier::LeafSpine   ? FaultKind::LeafSpineCable
                        : link.tier == LinkTier::SpineCore ? FaultKind::SpineCoreCable
                                                           : FaultKind::RouterCable;
            made.name = m_fabric.devices[m_fabric.deviceOf[lower]]->name;
            made.link = l;
            made.weight = made.atMost = link.capacity;
            if (m_up[lower] > 0)
                made.left = 1 - static_cast<double>(link.capacity) / static_cast<double>(m_up[lower]);
            m_classes.push_back(std::move(made));
        }
    }

    bool isCable(const FaultClass& lost) const { return lost.loss.switches.empty(); }

    FabricGraph withoutCable(std::size_t link) const {
        FabricGraph left = m_graph;
        left.symmetries.clear();
        if (--left.links[link].cables == 0)
            left.links.erase(left.links.begin() + static_cast<std::ptrdiff_t>(link));
        return left;
    }

    /// The graph of whole devices without switches, which both graphs number alike.
    FabricGraph nodesWithout(const Loss& loss) const {
        std::vector<std::uint8_t> isLost(m_fabric.nodeGraph.size(), 0);
        for (std::uint32_t v = 0; v < m_fabric.deviceOf.size(); ++v)
            isLost[v] = std::ranges::count(loss.switches, m_fabric.devices[m_fabric.deviceOf[v]]->id) > 0 ? 1 : 0;
        FabricGraph left = m_fabric.nodeGraph;
        left.symmetries.clear();
        std::erase_if(left.links, [&](const FabricLink& link) { return isLost[link.a] || isLost[link.b]; });
        return left;
    }

    FaultOutcome outcomeOf(const FaultClass& lost) const {
        FaultOutcome outcome;
        outcome.kind = lost.kind;
        outcome.device = lost.name;
        const BisectionSummary& before = m_isByNode ? *m_whole.byNode : *m_whole.byEndpoint;
        const double most = static_cast<double>(lost.atMost) * m_graph.unitGbps; // that the bisection loses
        // Of switches the bound holds where their endpoints can stand on either side.
        const bool isBounded = isCable(lost) || (!m_isByNode && !m_isGlued);
        const bool isSearch = isDirect(lost.kind) && m_whole.switches > kFewRouters;
        const bool isSmallCable = isCable(lost) && (m_isByNode || most <= 1e-3 * before.lowerGbps);
        const bool isBoundEnough = isBounded && (isSearch || isSmallCable);
        const FabricGraph left = !isCable(lost)  ? graphWithout(m_fabric, lost.loss)
                                 : isBoundEnough ? FabricGraph()
                                                 : withoutCable(lost.link);
        outcome.endpoints = isCable(lost) ? m_whole.endpoints : left.endpointCount();
        if (!isBoundEnough)
            if (const auto solved = summaryOf(m_isByNode ? nodesWithout(lost.loss) : left, m_stop))
                outcome.lowerGbps = solved->lowerGbps;
        if (isBounded)
            outcome.lowerGbps = std::max(outcome.lowerGbps, before.lowerGbps - most);
        outcome.endpointShare = static_cast<double>(outcome.endpoints) / static_cast<double>(m_whole.endpoints);
        // More than before can be proven, where that was no more than a bound.
        outcome.bisectionShare = before.lowerGbps > 0 ? std::min(1.0, outcome.lowerGbps / before.lowerGbps) : 0;
        return outcome;
    }

    const NetworkFabric& m_fabric;
    const FabricGraph& m_graph;
    const NetworkReport& m_whole;
    const std::stop_token& m_stop;
    const bool m_isLarge, m_isByNode;
    bool m_isGlued = false; ///< some endpoints cannot be cut off
    std::vector<std::int64_t> m_ends, m_up, m_trunks;
    std::vector<FaultClass> m_classes;
};

} // namespace

std::vector<FaultOutcome> faultOutcomes(const Context& context, const NetworkFabric& fabric, const NetworkReport& whole,
                                        const std::stop_token& stop) {
    return FaultFinder(context, fabric, whole, stop).all();
}

std::optional<BisectionSummary> summaryOf(const FabricGraph& graph, const std::stop_token& stop) {
    const auto solved = bisectionOf(graph, Effort::Quick, std::nullopt, stop);
    if (!solved)
        return std::nullopt;
    const auto gbps = [&](std::int64_t units) { return static_cast<double>(units) * graph.unitGbps; };
    return BisectionSummary{gbps(solved->lower), gbps(solved->upper), gbps(solved->injection), solved->onA,
                            solved->onB,         solved->cutCables,   solved->lowerProof};
}

std::string lostWords(const FaultOutcome& outcome) {
    switch (outcome.kind) {
    case FaultKind::LeafSpineCable:
    case FaultKind::SpineCoreCable:
    case FaultKind::RouterCable:
        return std::string("a cable of ").append(outcome.device);
    case FaultKind::Rail:
        return std::string("rail ").append(outcome.device);
    case FaultKind::Plane:
        return std::string("plane ").append(outcome.device);
    default:
        return outcome.device;
    }
}

std::launch howToRun(std::size_t cables) { return cables < kManyCables ? std::launch::deferred : std::launch::async; }

} // namespace rackwright
