// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Exact bisection of a small collapsed fabric of any shape: branch and bound, one item after the other, in which
// partial cuts that look alike from the rest of the fabric are kept once. Deterministic: its limit counts states, not
// seconds.

#include "solvers/graph/class_enumeration.h"

#include <cstddef>
#include <stop_token>

namespace rackwright {

struct SearchLimits {
    std::size_t items = 400;        ///< groups of switches
    std::size_t states = 1'000'000; ///< kept at one time
    std::size_t work = 300'000'000; ///< items looked at for bounds
    std::stop_token stop{};         ///< stopped, it is not complete
};

struct SearchAnswer {
    bool isComplete = false; ///< no split with `onB` endpoints on B is cheaper than `split` or, without it, `upper`
    std::optional<ExactSplit> split; ///< one that is cheaper than `upper`
};

/// Looks for splits with `onB` endpoints on side B that cost less than `upper`.
SearchAnswer searchBisection(const CollapsedGraph& graph, std::int64_t onB, std::int64_t upper,
                             const SearchLimits& limits = {});

} // namespace rackwright
