// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The lossless small form of a fabric for bisection and ECMP: twin switches and isomorphic planes are one item each,
// equal endpoints of one home are a bundle. Cuts of the small form expand to cuts of the graph at equal cost.

#include "solvers/graph/graph.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace rackwright {

/// An item is a group of switches that take one side together, or a bundle of equal endpoints that may be split.
struct CollapsedGraph {
    std::vector<std::uint8_t> isBundle; ///< one an item
    std::vector<std::uint8_t> isNic;    ///< a port with cables to several switches: no way goes on from it
    std::vector<std::int64_t> weight;   ///< endpoints glued to a group of switches; endpoints of a bundle
    /// Between items, all cables of a group summed. Edges of a bundle are those of one of its endpoints.
    Adjacency adjacency{0, {}};
    std::vector<std::uint32_t> itemOfVertex;
    std::vector<std::uint32_t> itemOfRun; ///< of glued runs: of their vertex
    std::int64_t total = 0;               ///< endpoints

    std::size_t size() const { return isBundle.size(); }
};

/// Stopped, it is lossless as well but larger.
CollapsedGraph collapsed(const FabricGraph& graph, const std::stop_token& stop = {});
/// The same form without merging switches or whole nodes.
CollapsedGraph uncollapsed(const FabricGraph& graph);

/// A split of the items: how many endpoints of each bundle, and whether each group of switches, stand on side B.
using ItemSides = std::vector<std::int64_t>;

Cut expanded(const CollapsedGraph& small, const FabricGraph& graph, const ItemSides& sides);

} // namespace rackwright
