// SPDX-License-Identifier: GPL-3.0-or-later
// Feeds any bytes to the reader of fabric graphs. It may refuse everything, but what it takes must be a sound graph
// whose witness is a cut.

#include "model/base/check.h"
#include "solvers/graph/bisection.h"
#include "solvers/graph/graph_file.h"

#include <cmath>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto file = rackwright::readGraph(text);
    if (!file)
        return 0;
    const rackwright::FabricGraph& graph = file->graph;
    RW_CHECK(std::isfinite(graph.unitGbps) && graph.unitGbps > 0, "the reader takes finite units only");
    for (const rackwright::FabricLink& link : graph.links)
        RW_CHECK(link.a < graph.size() && link.b < graph.size() && link.a != link.b && link.capacity > 0,
                 "the reader takes edges between known vertices only");
    // Solving is the solver's matter; here only that every small graph can be counted.
    constexpr std::size_t kSmall = 12;
    constexpr std::int64_t kFewEndpoints = 500;
    if (graph.size() <= kSmall && graph.links.size() <= 2 * kSmall && graph.endpointCount() <= kFewEndpoints)
        if (const auto bisection = rackwright::bisectionOf(graph, rackwright::Effort::Quick))
            RW_CHECK(bisection->lower <= bisection->upper, "bounds do not cross");
    return 0;
}
