// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The exact bisection of a collapsed fabric that falls apart when few switch classes are taken out, as every Clos does,
// whole or with failures. It enumerates the sides of these classes and combines equal parts once; what is not of this
// shape is left to the search.

#include "solvers/graph/collapse.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace rackwright {

struct ExactSplit {
    std::int64_t capacity = 0;
    ItemSides sides;
};

struct EnumerationLimits {
    std::size_t classesAtOnce = 20; ///< whose sides are enumerated together
    std::uint64_t operations = 300'000'000;
    std::stop_token stop{}; ///< stopped, the limits do not reach
};

/// The cheapest split with `onB` endpoints on side B that costs at most `upper`; nothing when the limits do not reach
/// or there is no such split.
std::optional<ExactSplit> enumerateClasses(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper,
                                           const EnumerationLimits& limits = {});

} // namespace rackwright
