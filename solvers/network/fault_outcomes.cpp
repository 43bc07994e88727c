// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/fault_outcomes.h"

#include "solvers/engine/guarded_async.h"
#include "solvers/graph/bisection.h"
#include "solvers/network/failures.h"

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <thread>
#include <tuple>

namespace rackwright {

namespace {

constexpr std::size_t kManyCables = 4'000;
constexpr std::size_t kWork = 4'000'000; ///< trunks that are looked at in all bisections beyond one a kind
constexpr std::size_t kMostSolved = 24;  ///< classes of losses that are solved beyond one a kind
constexpr std::size_t kMostDirect = 2;   ///< the same of routers, whose bisections are searched for
constexpr std::int64_t kFewRouters = 32; ///< beyond, proven bounds say what their losses leave

/// A class of losses before anything is worked out.
struct FaultClass {
    FaultKind kind = FaultKind::Leaf;
    std::string name;
    Loss loss;                          ///< of switches
    std::size_t link = ~std::size_t{0}; ///< of the endpoint graph, that one cable of is lost
    double left = 1;                    ///< least share of cables up that a switch below has left: rank
    std::int64_t weight = 0;            ///< capacity that is lost: rank of equals
    std::int64_t endpoints = 0;         ///< that are lost, where each has a cable of its own
    std::int64_t atMost = 0;            ///< units that the bisection loses at most
    bool isSolved = false;              ///< by a bisection of its own; else its bound says what is left
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
          m_level(whole.level() == BisectionLevel::Router ? lossLevel(fabric) : whole.level()) {
        weigh();
        addSwitches(context);
        addTrunks();
    }

    /// In the order of kinds; those that look worst are solved first.
    FaultOutcomes all() {
        const auto rank = [](const FaultClass& each) { return std::tuple(each.left, -each.weight); };
        std::ranges::stable_sort(m_classes, {}, rank);
        choose();
        const auto rest = std::stable_partition(m_classes.begin(), m_classes.end(), [this](const FaultClass& each) {
            return each.isSolved || isBoundEnough(each);
        });
        std::stable_sort(m_classes.begin(), rest, [](const auto& a, const auto& b) { return a.kind < b.kind; });
        FaultOutcomes outcomes;
        outcomes.worked = worked(static_cast<std::size_t>(rest - m_classes.begin()));
        outcomes.leftOut = std::count_if(rest, m_classes.end(),
                                         [&](const FaultClass& each) { return !isCovered(each, outcomes.worked); });
        return outcomes;
    }

private:
    static bool isDirect(FaultKind kind) { return kind == FaultKind::Router || kind == FaultKind::RouterCable; }

    /// The first of each kind is solved, and others as long as the budget lasts, which counts classes and no time. For
    /// those whose bound says enough there is nothing to solve.
    void choose() {
        std::set<FaultKind> known;
        const std::size_t most = std::min(kMostSolved, kWork / std::max<std::size_t>(1, m_graph.links.size()));
        std::size_t solved = 0, direct = 0;
        for (FaultClass& each : m_classes)
            each.isSolved = !isBoundEnough(each) && known.insert(each.kind).second;
        for (FaultClass& each : m_classes) {
            if (each.isSolved || isBoundEnough(each) || solved == most ||
                (isDirect(each.kind) && direct == kMostDirect))
                continue;
            each.isSolved = true;
            ++solved;
            direct += isDirect(each.kind) ? 1 : 0;
        }
    }

    /// Each is a bisection of its own, so that they are worked out side by side.
    std::vector<FaultOutcome> worked(std::size_t count) const {
        std::vector<FaultOutcome> outcomes(count);
        std::atomic<std::size_t> next = 0;
        const auto work = [&] {
            std::size_t done = 0;
            for (std::size_t i = next++; i < count; i = next++, ++done)
                outcomes[i] = outcomeOf(m_classes[i]);
            return done;
        };
        std::vector<GuardedAsync<std::size_t>> others;
        if (howToRun(m_fabric.cables.size()) == std::launch::async)
            for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i)
                others.emplace_back(std::launch::async, work);
        work();
        for (GuardedAsync<std::size_t>& each : others)
            each.get();
        return outcomes;
    }

    /// Proven to leave no less than the worst of its kind that was worked out.
    bool isCovered(const FaultClass& lost, const std::vector<FaultOutcome>& worked) const {
        if (!isBounded(lost))
            return false;
        double bisection = 1, endpoints = 1;
        for (const FaultOutcome& each : worked)
            if (each.kind == lost.kind) {
                bisection = std::min(bisection, each.bisectionShare);
                endpoints = std::min(endpoints, each.endpointShare);
            }
        const double ends = 1 - static_cast<double>(lost.endpoints) / static_cast<double>(m_whole.endpoints);
        return leftOf(lost, 0) >= bisection && ends >= endpoints;
    }

    double leftOf(const FaultClass& lost, double lowerAfter) const {
        return bisectionLeft({before().lowerGbps, before().upperGbps}, lowerAfter,
                             isBounded(lost) ? std::optional(mostLost(lost)) : std::nullopt);
    }

    const BisectionSummary& before() const {
        return m_level == BisectionLevel::Node     ? *m_whole.byNode
               : m_level == BisectionLevel::Router ? *m_whole.byRouter
                                                   : *m_whole.byEndpoint;
    }
    /// That the bisection loses at most.
    double mostLost(const FaultClass& lost) const { return static_cast<double>(lost.atMost) * m_graph.unitGbps; }
    /// Of switches the bound holds where their endpoints can stand on either side; by routers where all are alike in
    /// their endpoints, so that the lost one makes up the smaller side.
    bool isBounded(const FaultClass& lost) const {
        if (isCable(lost))
            return true;
        return m_level == BisectionLevel::Router ? m_isEven && lost.loss.switches.size() == 1
                                                 : m_level == BisectionLevel::Endpoint && !m_isGlued;
    }
    bool isBoundEnough(const FaultClass& lost) const {
        const bool isSearch = isDirect(lost.kind) && m_whole.switches > kFewRouters;
        const bool isSmallCable =
            isCable(lost) && (m_level == BisectionLevel::Node || mostLost(lost) <= 1e-3 * before().lowerGbps);
        return isBounded(lost) && (isSearch || isSmallCable);
    }

    /// Capacity and number of the endpoints of each switch, and capacity of its cables up.
    void weigh() {
        m_ends.assign(m_graph.size(), 0);
        m_count.assign(m_graph.size(), 0);
        m_up.assign(m_graph.size(), 0);
        m_trunks.assign(m_graph.size(), 0);
        for (const EndpointRun& run : m_graph.endpoints) {
            m_ends[run.vertex] += run.capacity * run.count;
            m_count[run.vertex] += run.count;
            m_isGlued = m_isGlued || run.isGlued();
        }
        for (const FabricLink& link : m_graph.links) {
            m_trunks[link.a] += link.total();
            m_trunks[link.b] += link.total();
            if (m_graph.kinds[link.a] != m_graph.kinds[link.b])
                m_up[lowerOf(link)] += link.total();
        }
        const auto switches = static_cast<std::ptrdiff_t>(m_fabric.deviceOf.size());
        m_isEven = !m_isGlued && switches > 0 &&
                   std::count(m_count.begin(), m_count.begin() + switches, m_count.front()) == switches;
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
            std::int64_t lost = 0, trunks = 0;
            for (const Id<Device> id : made.loss.switches) {
                const std::uint32_t v = vertexOf.at(id);
                lost += m_ends[v] + m_trunks[v];
                trunks += m_trunks[v];
                made.endpoints += m_count[v];
                made.left = std::min(made.left, left[v]);
            }
            made.weight = lost;
            // Whatever cut halves the rest, the lost ones can stand on the side where fewer of their cables are cut;
            // of an even number of routers the lost one is missing on one side and may have all its cables cut.
            const bool isOneSided = m_level == BisectionLevel::Router && m_fabric.deviceOf.size() % 2 == 0;
            made.atMost = isOneSided ? trunks : m_level == BisectionLevel::Router ? (trunks + 1) / 2 : (lost + 1) / 2;
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
    FaultOutcome outcomeOf(const FaultClass& lost) const {
        FaultOutcome outcome;
        outcome.kind = lost.kind;
        outcome.device = lost.name;
        outcome.isSolved = lost.isSolved;
        const FabricGraph left = !isCable(lost)  ? graphWithout(m_fabric, lost.loss)
                                 : lost.isSolved ? withoutCable(lost.link)
                                                 : FabricGraph();
        outcome.endpoints = isCable(lost) ? m_whole.endpoints : left.endpointCount();
        if (lost.isSolved)
            if (const auto solved = summaryOf(m_level == BisectionLevel::Node     ? nodesWithout(m_fabric, lost.loss)
                                              : m_level == BisectionLevel::Router ? routerGraph(left)
                                                                                  : left,
                                              m_stop))
                outcome.lowerGbps = solved->lowerGbps;
        if (isBounded(lost))
            outcome.lowerGbps = std::max(outcome.lowerGbps, before().lowerGbps - mostLost(lost));
        outcome.endpointShare = static_cast<double>(outcome.endpoints) / static_cast<double>(m_whole.endpoints);
        outcome.bisectionShare = leftOf(lost, outcome.lowerGbps);
        return outcome;
    }

    const NetworkFabric& m_fabric;
    const FabricGraph& m_graph;
    const NetworkReport& m_whole;
    const std::stop_token& m_stop;
    const BisectionLevel m_level;
    bool m_isGlued = false; ///< some endpoints cannot be cut off
    bool m_isEven = false;  ///< all switches have as many endpoints
    std::vector<std::int64_t> m_ends, m_count, m_up, m_trunks;
    std::vector<FaultClass> m_classes;
};

} // namespace

FaultOutcomes faultOutcomes(const Context& context, const NetworkFabric& fabric, const NetworkReport& whole,
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

std::launch howToRun(std::size_t cables) { return cables < kManyCables ? std::launch::deferred : std::launch::async; }

} // namespace rackwright
