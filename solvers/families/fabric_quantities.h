// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is said of one fabric, family or graph, as named quantities in the order in which they print. It formats
// nothing; the verb `fabric` prints them.

#include "solvers/families/family.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

/// One line of the answer.
struct FabricQuantity {
    std::string quantity;
    std::optional<double> value;
    std::string unit;
    Message reason; ///< why there is no value
};

/// All that is said of one fabric, in the order of print.
struct FabricQuantities {
    std::vector<FabricQuantity> rows;
    std::optional<Bisection> bisection; ///< with its proofs and its cut
    BisectionLevel level = BisectionLevel::Endpoint;
    double unitGbps = 1;
};

/// Fails as the family does: an unknown name or key, or sizes that cannot be built.
Result<FabricQuantities> quantitiesOfFamily(const FamilyRequest& request);
/// What is being worked out of a graph, in the order in which it comes.
enum class GraphStage : std::uint8_t { Bisection, Traffic };
using GraphProgress = std::function<void(GraphStage stage, std::int64_t switches)>;
/// From the text of a graph file. `progress` is told before each stage.
Result<FabricQuantities> quantitiesOfGraph(std::string_view text, const GraphProgress& progress = {});

/// The message ids that name a level and a proof.
std::string messageOf(BisectionLevel level);
std::string messageOf(BoundProof proof);

} // namespace rackwright
