// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads the text form of a fabric graph: '# comment' with the unit in the first line, 'vertex ID KIND WEIGHT' and
// 'edge U V CAPACITY'. Every kind but host and node is a switch. It checks every line and names line and reason; the
// verb `fabric` uses it.

#include "model/base/result.h"
#include "solvers/graph/graph.h"

#include <cstddef>
#include <string_view>

namespace rackwright {

/// What lines of the file count as, whatever the solver makes of them.
struct GraphFileCounts {
    std::int64_t vertices = 0, switches = 0; ///< switches: vertices of any kind but host and node
    std::int64_t nodeLinks = 0, interswitchLinks = 0;
};

/// A graph as read, with counts of its lines.
struct GraphFile {
    FabricGraph graph; ///< hosts with all cables to one switch are endpoints of it, not vertices
    GraphFileCounts counts;
};

struct GraphLimits {
    std::size_t bytes = std::size_t{64} << 20;
    std::size_t vertices = 1'000'000;
    std::size_t switches = 65'536; ///< of any kind but host and node
    std::size_t edges = 1'000'000;
    std::int64_t weight = 1'000'000;       ///< endpoints of one vertex
    std::int64_t capacity = 1'000'000'000; ///< of one edge, in units
};

Result<GraphFile> readGraph(std::string_view text, const GraphLimits& limits = {});

} // namespace rackwright
