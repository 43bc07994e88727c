// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A fabric as a typed multigraph: switches, cables between them, and the endpoints that hang on them. The only input of
// the fabric solver; it knows no design, no file and no topology family.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace rackwright {

/// What a vertex is in the trade; tiers of a Clos have their own.
enum class VertexKind : std::uint8_t { Host, Node, Leaf, Spine, Core, Router, Switch };

/// Endpoints of a vertex of one of these kinds can be separated from the rest of the vertices they hang on.
constexpr bool isEndpointKind(VertexKind kind) { return kind == VertexKind::Host || kind == VertexKind::Node; }

/// What a cable joins.
enum class LinkTier : std::uint8_t { Endpoint, LeafSpine, SpineCore, Direct, Other };

/// Equal parallel cables between two vertices.
struct FabricLink {
    std::uint32_t a = 0, b = 0;
    std::int64_t capacity = 0; ///< of one cable, one way, in units of the graph
    std::uint32_t cables = 1;
    LinkTier tier = LinkTier::Other;

    /// Of all its cables, one way.
    std::int64_t total() const { return capacity * cables; }
};

/// Equal endpoints that follow each other in the order of the graph, all on one vertex.
struct EndpointRun {
    std::uint32_t vertex = 0;
    std::uint32_t count = 0;
    std::int64_t capacity = 0; ///< of one endpoint's cable; 0: glued to the vertex, it cannot be cut off
    std::uint32_t cables = 1;  ///< `capacity` is the sum of so many

    bool isGlued() const { return capacity == 0; }
};

/// A fabric; all capacities are whole numbers of `unitGbps`.
struct FabricGraph {
    std::vector<VertexKind> kinds; ///< one a vertex
    std::vector<FabricLink> links;
    std::vector<EndpointRun> endpoints;
    double unitGbps = 1; ///< of one unit of capacity, one way
    /// Permutations of the vertices that a generator believes to map the graph on itself; verified before use.
    std::vector<std::vector<std::uint32_t>> symmetries;

    /// The number of the new vertex.
    std::uint32_t addVertex(VertexKind kind) {
        kinds.push_back(kind);
        return static_cast<std::uint32_t>(kinds.size() - 1);
    }
    std::size_t size() const { return kinds.size(); }
    /// Of all runs.
    std::int64_t endpointCount() const;
    /// All that endpoints can send; those that are glued to a switch count as nothing.
    std::int64_t injection() const;
};

/// What one endpoint of each run can send, in units of the graph: its cable's capacity, or that of all cables of the
/// host it is; 0 where it is glued to a switch.
std::vector<std::int64_t> endpointSpeeds(const FabricGraph& graph);

/// The neighbours of each vertex with parallel cables summed, sorted by neighbour.
struct Adjacency {
    struct Edge {
        std::uint32_t to = 0;
        std::uint32_t cables = 0;
        std::int64_t capacity = 0; ///< of all cables
        bool operator==(const Edge&) const = default;
        auto operator<=>(const Edge&) const = default;
    };
    std::vector<std::size_t> first; ///< of vertex v in `edges`; one more than vertices
    std::vector<Edge> edges;

    /// All cables of one kind between two vertices.
    struct Join {
        std::uint32_t a = 0, b = 0;
        std::uint32_t cables = 0;
        std::int64_t capacity = 0;
    };

    explicit Adjacency(const FabricGraph& graph);
    Adjacency(std::size_t vertices, const std::vector<Join>& joins);
    /// The switches of a graph and, numbered behind them, what else is joined to them.
    Adjacency(const FabricGraph& graph, std::size_t vertices, const std::vector<Join>& others);
    std::size_t size() const { return first.size() - 1; }
    const Edge* begin(std::uint32_t v) const { return edges.data() + first[v]; }
    const Edge* end(std::uint32_t v) const { return edges.data() + first[v + 1]; }
    std::size_t degree(std::uint32_t v) const { return first[v + 1] - first[v]; }
    struct Range {
        const Edge *from, *to;
        const Edge* begin() const { return from; }
        const Edge* end() const { return to; }
        std::size_t size() const { return static_cast<std::size_t>(to - from); }
    };
    Range of(std::uint32_t v) const { return {begin(v), end(v)}; }

private:
    void read(std::size_t vertices, std::span<const FabricLink> links, std::span<const Join> joins);
};

/// A split of the endpoints into two halves: the side of each vertex and how many of each run stand on side B.
struct Cut {
    std::vector<std::uint8_t> isOnB; ///< one a vertex
    std::vector<std::uint32_t> onB;  ///< one a run of endpoints; glued runs follow their vertex
};

/// What a cut costs and how it balances, counted anew from the links alone.
struct CutCount {
    std::int64_t capacity = 0; ///< of the cut cables, one way
    std::int64_t cables = 0;   ///< cut; an endpoint counts with all its cables
    std::int64_t onA = 0, onB = 0;
    bool isValid = false; ///< sides and numbers fit the graph
};
/// Trusts nothing of the cut: what does not fit the graph is not valid.
CutCount countCut(const FabricGraph& graph, const Cut& cut);

} // namespace rackwright
