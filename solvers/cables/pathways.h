// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PathwayGraph: the drawn trays, fibre ducts and conduits as a graph on which cables run: where a cable joins it, how
// far it is between two such places, and how full each stretch gets. Stretches without a branch are one chain, so that
// thousands of drops cost no more than the few places where trays meet. It knows no cable and no part.

#include "model/design/design.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace rackwright {

/// What a pathway must be allowed to carry.
enum class Strand : std::uint8_t { Copper, Fibre };

inline constexpr double kNoPath = std::numeric_limits<double>::infinity();

/// Whether cables of a kind may run in a segment.
bool mayRunIn(const PathSegment& segment, Strand strand);

/// Where a cable joins the pathways; lengths in metres.
struct PathAccess {
    std::int32_t chain = -1; ///< -1: no pathway in reach
    double offset = 0;       ///< along the chain
    double run = 0;          ///< along and across the floor from where the cable leaves the rack
    double height = 0;       ///< of the pathway there, above the finished floor
    /// Whether a pathway is in reach.
    bool isKnown() const { return chain >= 0; }
    bool operator==(const PathAccess&) const = default;
};

/// Where a cable may join the pathways of its room, the nearest place first: places hardly farther off than that, and
/// the nearest ones of pathways that are not joined to it.
struct PathAccesses {
    static constexpr std::size_t kMost = 4;
    std::array<PathAccess, kMost> at{};
    std::uint8_t count = 0;
    /// Nearest first; empty where no pathway is in reach.
    std::span<const PathAccess> all() const { return {at.data(), count}; }
    bool operator==(const PathAccesses&) const = default;
};

class PathwayGraph {
public:
    PathwayGraph(const Design& design, Strand strand);

    bool isEmpty() const { return m_chains.empty(); }
    /// x and y in metres on the plan.
    PathAccesses accesses(Id<Room> room, double x, double y) const;
    /// Readies distances between what has joined the graph; distance() and the rest are for these.
    void prepare(const std::vector<PathAccesses>& joined);
    bool isPrepared(const PathAccesses& joined) const;
    /// Where a cable joins at both ends: of the nearest places those with the shortest way, rise and fall to the
    /// heights of its ends included; only where no way joins these, the nearest ones that one does join.
    std::pair<PathAccess, PathAccess> joints(const PathAccesses& from, double heightFrom, const PathAccesses& to,
                                             double heightTo) const;
    /// Metres along the pathways, kNoPath when they do not meet.
    double distance(const PathAccess& from, const PathAccess& to) const;
    /// The segments from one place to the other, in order.
    std::vector<Id<PathSegment>> route(const PathAccess& from, const PathAccess& to) const;

    /// Collects what lies on the pathways of a graph, which must outlive it; `amount` is a cross-section, a count, what
    /// one likes, and below zero for what is taken away.
    class Load {
    public:
        explicit Load(const PathwayGraph& graph);
        /// Lays `amount` on the shortest way between two places that were prepared; nothing where there is none.
        void add(const PathAccess& from, const PathAccess& to, double amount);
        /// Of all segments that carry any.
        std::map<Id<PathSegment>, double> segments() const;

    private:
        const PathwayGraph* m_graph;
        std::vector<std::vector<double>> m_steps; ///< by chain: change of the amount at each segment
        std::vector<double> m_between;            ///< by prepared junction and junction
    };

private:
    struct Chain {
        std::uint32_t from = 0, to = 0; ///< junctions
        std::vector<Id<PathSegment>> segments;
        std::vector<double> offsets; ///< of the nodes: one more than segments
        double length() const { return offsets.back(); }
    };
    /// A straight level part of a chain, to join it.
    struct Straight {
        std::int32_t chain = 0;
        double x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0;
        double offset0 = 0, offset1 = 0;
    };
    struct Reach {
        std::vector<double> distance;
        std::vector<std::int32_t> chainTo; ///< by which the junction is reached; -1: start or not at all
        std::vector<std::uint32_t> order;  ///< junctions, nearest first
    };
    /// Which way is shortest: straight along one chain, or by one end of each.
    struct Way {
        double length = kNoPath;
        bool isDirect = false;
        std::uint32_t from = 0, to = 0; ///< junctions
    };
    struct Builder;

    std::uint32_t pieceOf(std::int32_t chain) const {
        return m_pieceOf[m_chains[static_cast<std::size_t>(chain)].from];
    }
    void findPieces();
    Way way(const PathAccess& from, const PathAccess& to) const;
    Reach reachOf(std::uint32_t junction) const;
    std::size_t segmentAt(const Chain& chain, double offset) const;
    std::uint32_t otherEnd(std::int32_t chain, std::uint32_t junction) const;

    std::vector<Chain> m_chains;
    std::vector<std::vector<std::int32_t>> m_chainsOf; ///< by junction
    std::map<Id<Room>, std::vector<Straight>> m_straights;
    std::vector<std::uint32_t> m_pieceOf; ///< by junction: the same number for all that ways join
    std::vector<std::int32_t> m_reachOf;  ///< by junction, index into m_reaches, -1: not prepared
    std::vector<Reach> m_reaches;
};

} // namespace rackwright
