// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cables/pathways.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <unordered_map>

namespace rackwright {

namespace {

// A cable that ends within a millimetre of a segment does not lie in it.
constexpr double kTouch = 0.001;

// A place to join the pathways that is so little farther off than the nearest one is as good: trays above each other,
// the corner of two.
constexpr double kAsNear = 0.5;
// Metres across the floor to a pathway where the nearest one does not lead to the other end.
constexpr double kFarthest = 10;

struct Spot {
    double x = 0, y = 0, z = 0;
    Id<Room> room;
};

Spot spotOf(const PathNode& node) {
    return {node.place.x.inMetres(), node.place.y.inMetres(), node.height.inMetres(), node.room};
}

double apart(const Spot& a, const Spot& b) {
    return std::sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y) + (a.z - b.z) * (a.z - b.z));
}

// Level or sloped, but on one line with what was there before.
bool goesOn(const Spot& a, const Spot& b, const Spot& c) {
    const double along = apart(a, b) + apart(b, c);
    return along > 0 && along - apart(a, c) < 1e-9 * along;
}

} // namespace

bool mayRunIn(const PathSegment& segment, Strand strand) {
    if (!segment.scope.isPresent())
        return false;
    if (segment.kind == PathwayKind::Busway || segment.kind == PathwayKind::PipeMain)
        return false;
    if (segment.kind == PathwayKind::FibreDuct && strand != Strand::Fibre)
        return false;
    switch (segment.carries) {
    case Carries::Any:
        return true;
    case Carries::Copper:
        return strand == Strand::Copper;
    case Carries::Fibre:
        return strand == Strand::Fibre;
    case Carries::Electricity:
    case Carries::Liquid:
        return false;
    }
    return false;
}

/// Makes chains of the legal segments: junctions are nodes where not exactly two of them meet.
struct PathwayGraph::Builder {
    struct Edge {
        std::uint32_t from = 0, to = 0;
        Id<PathSegment> segment;
        bool isUsed = false;
    };

    PathwayGraph& graph;
    std::vector<Spot> spots;
    std::vector<Edge> edges;
    std::vector<std::vector<std::uint32_t>> edgesAt;
    std::vector<std::int64_t> junctionAt; ///< -1: none

    Builder(PathwayGraph& made, const Design& design, Strand strand) : graph(made) {
        std::unordered_map<Id<PathNode>, std::uint32_t> indexOf;
        for (const PathNode& node : design.pathNodes) {
            indexOf.emplace(node.id, static_cast<std::uint32_t>(spots.size()));
            spots.push_back(spotOf(node));
        }
        edgesAt.resize(spots.size());
        for (const PathSegment& segment : design.pathSegments) {
            const auto from = indexOf.find(segment.from), to = indexOf.find(segment.to);
            if (from == indexOf.end() || to == indexOf.end() || from == to || !mayRunIn(segment, strand))
                continue;
            const auto edge = static_cast<std::uint32_t>(edges.size());
            edges.push_back({from->second, to->second, segment.id});
            edgesAt[from->second].push_back(edge);
            edgesAt[to->second].push_back(edge);
        }
        junctionAt.assign(spots.size(), -1);
    }

    std::uint32_t junction(std::uint32_t node) {
        if (junctionAt[node] < 0) {
            junctionAt[node] = static_cast<std::int64_t>(graph.m_chainsOf.size());
            graph.m_chainsOf.emplace_back();
        }
        return static_cast<std::uint32_t>(junctionAt[node]);
    }

    void makeAll() {
        for (std::uint32_t node = 0; node < spots.size(); ++node)
            if (!edgesAt[node].empty() && edgesAt[node].size() != 2)
                follow(node);
        // Rings without a branch start at their first node.
        for (const Edge& edge : edges)
            if (!edge.isUsed)
                follow(edge.from);
    }

    void follow(std::uint32_t start) {
        for (const std::uint32_t first : edgesAt[start])
            if (!edges[first].isUsed)
                addChain(start, first);
    }

    void addChain(std::uint32_t start, std::uint32_t first) {
        Chain chain;
        chain.from = junction(start);
        chain.offsets.push_back(0);
        std::vector<std::uint32_t> nodes{start};
        std::uint32_t at = start;
        std::optional<std::uint32_t> next = first;
        while (next) {
            Edge& edge = edges[*next];
            edge.isUsed = true;
            const std::uint32_t to = edge.from == at ? edge.to : edge.from;
            chain.segments.push_back(edge.segment);
            chain.offsets.push_back(chain.offsets.back() + apart(spots[at], spots[to]));
            nodes.push_back(to);
            at = to;
            next.reset();
            if (edgesAt[at].size() == 2 && at != start)
                for (const std::uint32_t further : edgesAt[at])
                    if (!edges[further].isUsed)
                        next = further;
        }
        chain.to = junction(at);
        const auto index = static_cast<std::int32_t>(graph.m_chains.size());
        graph.m_chainsOf[chain.from].push_back(index);
        if (chain.to != chain.from)
            graph.m_chainsOf[chain.to].push_back(index);
        addStraights(index, chain, nodes);
        graph.m_chains.push_back(std::move(chain));
    }

    void addStraights(std::int32_t index, const Chain& chain, const std::vector<std::uint32_t>& nodes) {
        std::size_t from = 0;
        for (std::size_t to = 1; to < nodes.size(); ++to) {
            const bool isLast = to + 1 == nodes.size();
            if (!isLast && spots[nodes[to + 1]].room == spots[nodes[from]].room &&
                goesOn(spots[nodes[from]], spots[nodes[to]], spots[nodes[to + 1]]))
                continue;
            const Spot& a = spots[nodes[from]];
            const Spot& b = spots[nodes[to]];
            // What leads from one room to another is joined in neither.
            if (a.room == b.room)
                graph.m_straights[a.room].push_back(
                    {index, a.x, a.y, a.z, b.x, b.y, b.z, chain.offsets[from], chain.offsets[to]});
            from = to;
        }
    }
};

PathwayGraph::PathwayGraph(const Design& design, Strand strand) {
    Builder(*this, design, strand).makeAll();
    findPieces();
    m_reachOf.assign(m_chainsOf.size(), -1);
}

void PathwayGraph::findPieces() {
    constexpr std::uint32_t kNone = ~0U;
    m_pieceOf.assign(m_chainsOf.size(), kNone);
    std::vector<std::uint32_t> open;
    for (std::uint32_t start = 0; start < m_chainsOf.size(); ++start) {
        if (m_pieceOf[start] != kNone)
            continue;
        m_pieceOf[start] = start;
        open.push_back(start);
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            for (const std::int32_t chain : m_chainsOf[at])
                if (const std::uint32_t to = otherEnd(chain, at); m_pieceOf[to] == kNone) {
                    m_pieceOf[to] = start;
                    open.push_back(to);
                }
        }
    }
}

PathAccesses PathwayGraph::accesses(Id<Room> room, double x, double y) const {
    PathAccesses made;
    const auto here = m_straights.find(room);
    if (here == m_straights.end())
        return made;
    std::vector<PathAccess> nearest; // of each straight
    for (const Straight& straight : here->second) {
        const double dx = straight.x1 - straight.x0, dy = straight.y1 - straight.y0;
        const double square = dx * dx + dy * dy;
        const double along = square > 0 ? ((x - straight.x0) * dx + (y - straight.y0) * dy) / square : 0;
        const double share = std::clamp(along, 0.0, 1.0);
        const double run = std::abs(straight.x0 + share * dx - x) + std::abs(straight.y0 + share * dy - y);
        nearest.push_back({straight.chain, straight.offset0 + share * (straight.offset1 - straight.offset0), run,
                           straight.z0 + share * (straight.z1 - straight.z0)});
    }
    std::ranges::stable_sort(nearest, {}, &PathAccess::run);
    std::vector<std::uint32_t> pieces;
    for (const PathAccess& place : nearest) {
        const double more = place.run - nearest.front().run;
        const bool isNewPiece = std::ranges::find(pieces, pieceOf(place.chain)) == pieces.end();
        if (made.count == PathAccesses::kMost)
            break;
        // Two straights that meet at a corner have it in common.
        const bool isKnown = std::ranges::any_of(made.all(), [&place](const PathAccess& known) {
            return known.chain == place.chain && std::abs(known.offset - place.offset) < kTouch;
        });
        if (isKnown || (more > kAsNear && !(isNewPiece && place.run <= kFarthest)))
            continue;
        pieces.push_back(pieceOf(place.chain));
        made.at[made.count++] = place;
    }
    return made;
}

std::pair<PathAccess, PathAccess> PathwayGraph::joints(const PathAccesses& from, double heightFrom,
                                                       const PathAccesses& to, double heightTo) const {
    if (from.count < 2 && to.count < 2)
        return {from.at[0], to.at[0]};
    std::pair best{from.at[0], to.at[0]};
    double least = kNoPath, leastRun = kNoPath;
    for (const PathAccess& a : from.all())
        for (const PathAccess& b : to.all()) {
            // Those that are as near as the nearest count as one.
            const auto farther = [](const PathAccess& place, const PathAccesses& of) {
                return place.run - of.at[0].run > kAsNear ? place.run : of.at[0].run;
            };
            const double run = farther(a, from) + farther(b, to);
            if (run > leastRun)
                continue;
            const double along = distance(a, b);
            if (along == kNoPath)
                continue;
            const double whole =
                a.run + std::abs(a.height - heightFrom) + along + std::abs(b.height - heightTo) + b.run;
            if (run < leastRun || whole < least) {
                best = {a, b};
                least = whole;
                leastRun = run;
            }
        }
    return best;
}

PathwayGraph::Reach PathwayGraph::reachOf(std::uint32_t junction) const {
    Reach reach;
    reach.distance.assign(m_chainsOf.size(), kNoPath);
    reach.chainTo.assign(m_chainsOf.size(), -1);
    std::vector<bool> isSettled(m_chainsOf.size(), false);
    using Entry = std::pair<double, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    reach.distance[junction] = 0;
    open.push({0, junction});
    while (!open.empty()) {
        const auto [distance, at] = open.top();
        open.pop();
        if (isSettled[at])
            continue;
        isSettled[at] = true;
        reach.order.push_back(at);
        for (const std::int32_t chain : m_chainsOf[at]) {
            const std::uint32_t to = otherEnd(chain, at);
            const double further = distance + m_chains[static_cast<std::size_t>(chain)].length();
            if (further >= reach.distance[to])
                continue;
            reach.distance[to] = further;
            reach.chainTo[to] = chain;
            open.push({further, to});
        }
    }
    return reach;
}

void PathwayGraph::prepare(const std::vector<PathAccesses>& joined) {
    for (const PathAccesses& places : joined)
        for (const PathAccess& place : places.all()) {
            const Chain& chain = m_chains[static_cast<std::size_t>(place.chain)];
            for (const std::uint32_t junction : {chain.from, chain.to})
                if (m_reachOf[junction] < 0) {
                    m_reachOf[junction] = static_cast<std::int32_t>(m_reaches.size());
                    m_reaches.push_back(reachOf(junction));
                }
        }
}

bool PathwayGraph::isPrepared(const PathAccesses& joined) const {
    return std::ranges::all_of(joined.all(), [this](const PathAccess& place) {
        const Chain& chain = m_chains[static_cast<std::size_t>(place.chain)];
        return m_reachOf[chain.from] >= 0 && m_reachOf[chain.to] >= 0;
    });
}

PathwayGraph::Way PathwayGraph::way(const PathAccess& from, const PathAccess& to) const {
    Way best;
    if (!from.isKnown() || !to.isKnown())
        return best;
    const Chain& a = m_chains[static_cast<std::size_t>(from.chain)];
    const Chain& b = m_chains[static_cast<std::size_t>(to.chain)];
    if (from.chain == to.chain)
        best = {std::abs(from.offset - to.offset), true, 0, 0};
    const auto take = [&](std::uint32_t start, double lead, std::uint32_t end, double tail) {
        const double between = m_reaches[static_cast<std::size_t>(m_reachOf[start])].distance[end];
        if (lead + between + tail < best.length)
            best = {lead + between + tail, false, start, end};
    };
    take(a.from, from.offset, b.from, to.offset);
    take(a.from, from.offset, b.to, b.length() - to.offset);
    take(a.to, a.length() - from.offset, b.from, to.offset);
    take(a.to, a.length() - from.offset, b.to, b.length() - to.offset);
    return best;
}

double PathwayGraph::distance(const PathAccess& from, const PathAccess& to) const { return way(from, to).length; }

std::size_t PathwayGraph::segmentAt(const Chain& chain, double offset) const {
    const auto next = std::ranges::upper_bound(chain.offsets, offset);
    const auto index = static_cast<std::size_t>(next - chain.offsets.begin());
    return std::min(index > 0 ? index - 1 : 0, chain.segments.size() - 1);
}

std::uint32_t PathwayGraph::otherEnd(std::int32_t chain, std::uint32_t junction) const {
    const Chain& made = m_chains[static_cast<std::size_t>(chain)];
    return made.from == junction ? made.to : made.from;
}

std::vector<Id<PathSegment>> PathwayGraph::route(const PathAccess& from, const PathAccess& to) const {
    std::vector<Id<PathSegment>> segments;
    const Way shortest = way(from, to);
    if (shortest.length == kNoPath)
        return segments;
    const auto walk = [&](const Chain& chain, double start, double end) {
        if (std::abs(end - start) < 2 * kTouch)
            return;
        const double inwards = end > start ? kTouch : -kTouch;
        const std::size_t a = segmentAt(chain, start + inwards), b = segmentAt(chain, end - inwards);
        for (std::size_t i = a;; a <= b ? ++i : --i) {
            if (segments.empty() || segments.back() != chain.segments[i])
                segments.push_back(chain.segments[i]);
            if (i == b)
                return;
        }
    };
    const Chain& a = m_chains[static_cast<std::size_t>(from.chain)];
    const Chain& b = m_chains[static_cast<std::size_t>(to.chain)];
    if (shortest.isDirect) {
        walk(a, from.offset, to.offset);
        return segments;
    }
    walk(a, from.offset, shortest.from == a.from ? 0 : a.length());
    const Reach& reach = m_reaches[static_cast<std::size_t>(m_reachOf[shortest.from])];
    std::vector<std::pair<std::int32_t, std::uint32_t>> hops; // chain and where it ends, last first
    for (std::uint32_t at = shortest.to; at != shortest.from; at = otherEnd(reach.chainTo[at], at))
        hops.push_back({reach.chainTo[at], at});
    for (auto hop = hops.rbegin(); hop != hops.rend(); ++hop) {
        const Chain& chain = m_chains[static_cast<std::size_t>(hop->first)];
        const bool isForward = chain.to == hop->second;
        walk(chain, isForward ? 0 : chain.length(), isForward ? chain.length() : 0);
    }
    walk(b, shortest.to == b.from ? 0 : b.length(), to.offset);
    return segments;
}

PathwayGraph::Load::Load(const PathwayGraph& graph) : m_graph(&graph) {
    m_steps.resize(graph.m_chains.size());
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        m_steps[i].assign(graph.m_chains[i].segments.size() + 1, 0);
    m_between.assign(graph.m_reaches.size() * graph.m_chainsOf.size(), 0);
}

void PathwayGraph::Load::add(const PathAccess& from, const PathAccess& to, double amount) {
    const Way shortest = m_graph->way(from, to);
    if (shortest.length == kNoPath)
        return;
    const auto lay = [&](std::int32_t chainIndex, double start, double end) {
        if (std::abs(end - start) < 2 * kTouch)
            return;
        const Chain& chain = m_graph->m_chains[static_cast<std::size_t>(chainIndex)];
        std::vector<double>& steps = m_steps[static_cast<std::size_t>(chainIndex)];
        steps[m_graph->segmentAt(chain, std::min(start, end) + kTouch)] += amount;
        steps[m_graph->segmentAt(chain, std::max(start, end) - kTouch) + 1] -= amount;
    };
    if (shortest.isDirect)
        return lay(from.chain, from.offset, to.offset);
    const Chain& a = m_graph->m_chains[static_cast<std::size_t>(from.chain)];
    const Chain& b = m_graph->m_chains[static_cast<std::size_t>(to.chain)];
    lay(from.chain, from.offset, shortest.from == a.from ? 0 : a.length());
    lay(to.chain, to.offset, shortest.to == b.from ? 0 : b.length());
    const auto row = static_cast<std::size_t>(m_graph->m_reachOf[shortest.from]);
    m_between[row * m_graph->m_chainsOf.size() + shortest.to] += amount;
}

std::map<Id<PathSegment>, double> PathwayGraph::Load::segments() const {
    // What goes on beyond a junction has come through it: from the farthest back to the start.
    std::vector<double> whole(m_graph->m_chains.size(), 0);
    const std::size_t junctions = m_graph->m_chainsOf.size();
    std::vector<double> through;
    for (std::size_t row = 0; row < m_graph->m_reaches.size(); ++row) {
        const Reach& reach = m_graph->m_reaches[row];
        const auto first = m_between.begin() + static_cast<std::ptrdiff_t>(row * junctions);
        through.assign(first, first + static_cast<std::ptrdiff_t>(junctions));
        for (auto at = reach.order.rbegin(); at != reach.order.rend(); ++at) {
            const std::int32_t chain = reach.chainTo[*at];
            if (chain < 0 || through[*at] == 0)
                continue;
            whole[static_cast<std::size_t>(chain)] += through[*at];
            through[m_graph->otherEnd(chain, *at)] += through[*at];
        }
    }
    std::map<Id<PathSegment>, double> amounts;
    for (std::size_t c = 0; c < m_graph->m_chains.size(); ++c) {
        double amount = whole[c];
        for (std::size_t s = 0; s < m_graph->m_chains[c].segments.size(); ++s) {
            amount += m_steps[c][s];
            // Steps that cancel leave less than a millionth of a millionth.
            if (amount > 1e-12)
                amounts[m_graph->m_chains[c].segments[s]] += amount;
        }
    }
    return amounts;
}

} // namespace rackwright
