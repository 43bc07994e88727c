// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Topology families by name and parameters: counts of switches and cables, and the graph itself. Whatever cannot be
// built is an Error that names the bound and the nearest values that can. Counts are formulas of their own, so that
// they stand where the graph would be too large.

#include "model/base/result.h"
#include "solvers/graph/bisection.h"
#include "solvers/graph/graph.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// A family by name with its parameters as text.
struct FamilyRequest {
    std::string family;
    std::map<std::string, std::string, std::less<>> params; ///< a flag has an empty value
    /// Speeds of one cable, used where `params` says none.
    std::optional<double> endpointGbps, leafSpineGbps, spineCoreGbps;
};

/// A count, or why the family has none.
struct FabricCount {
    std::int64_t value = 0;
    std::string undefined; ///< message id; empty where the count stands

    FabricCount() = default;
    FabricCount(std::int64_t count) : value(count) {}
    static FabricCount notDefined(std::string messageId) {
        FabricCount count;
        count.undefined = std::move(messageId);
        return count;
    }
};

struct FabricCounts {
    FabricCount leaf, spine, core, switches, nodeLinks, leafSpineLinks, spineCoreLinks, interswitchLinks;
};

/// Groups of a Dragonfly and the cables between them.
struct GroupLinks {
    std::int64_t groups = 0, cables = 0;
    std::int64_t leastPerPair = 0, mostPerPair = 0; ///< of two groups
};

/// The bisection by a closed form of the family, as equal cables that are cut.
struct ClosedBisection {
    std::int64_t cables = 0;
    double gbps = 0;               ///< of one, one way
    std::int64_t onA = 0, onB = 0; ///< of what is split in half
    BoundProof proof = BoundProof::ClosedForm;
};

/// A fabric of a family, with what is proven of it.
struct GeneratedFabric {
    FabricCounts counts;
    FabricGraph graph; ///< as `level` needs it
    BisectionLevel level = BisectionLevel::Endpoint;
    std::int64_t endpoints = 0; ///< of the fabric, NICs in rail-only rows
    std::optional<GroupLinks> groups;
    std::optional<BisectionTheorem> theorem;
    std::optional<ClosedBisection> closed; ///< where it is proven without the graph
    /// Where cables do not divide by spines: that of spines loaded evenly, which the drawn deal does not reach.
    std::optional<ClosedBisection> spreadEvenly;
    std::optional<Message> undrawn; ///< why there is no graph
};

/// Builds at most a few million vertices and cables; what is larger is refused before memory is taken.
Result<GeneratedFabric> generateFabric(const FamilyRequest& request);

/// The same, with the counts alone where the graph would be too large; refused are counts that no number holds exactly.
Result<GeneratedFabric> countFabric(const FamilyRequest& request);

/// Each family by the name that tables use, with parameters of one that can be built: "k=8", separated by semicolons.
struct FamilyExample {
    std::string_view family, params;
    std::string_view options = {}; ///< keys that it also takes, separated by blanks
};
std::vector<FamilyExample> familyExamples();

/// 2 * sum over the sides, largest first, down to the first even one, of the product of the smaller sides (Aroca and
/// Fernandez Anta, Bisection (band)width of product networks, IEEE TPDS 2014). A side of 2 is one cable, not two: two
/// such sides are a ring of 4. One that is left over makes half of a torus with a ring of 4 in its place: halves of it
/// taken twice are halves of that torus, and that torus has best halves of this kind, cut across the ring of 4 last.
std::int64_t torusBisection(std::vector<std::int64_t> sides);

/// Whether a SlimFly has lines of so many routers: a prime power, of which 2 is too small.
bool isSlimFlySize(std::int64_t q);

/// Cables between the first half of a product of complete graphs in lexicographic order and the rest; no half is
/// cheaper (Lindsey 1964).
std::int64_t hammingBisection(std::int64_t side, std::int64_t dimensions);

} // namespace rackwright
