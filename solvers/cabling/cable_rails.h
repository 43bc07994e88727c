// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CableRails: which rail of its network each leaf is of, for the lists of cables, worked out once a design. What a rail
// is, leaf_rails.h knows.

#include "solvers/cables/cable_ends.h"

#include <array>
#include <string_view>
#include <vector>

namespace rackwright {

struct CableRails {
    static constexpr std::array<std::string_view, 5> kReads = CableEnds::kReads;
    explicit CableRails(const Context& context);

    std::vector<int> ofDevice; ///< by place in CableEnds::devices, from 1; 0: of none
    /// Of the leaf that a cable ends at; 0: of none.
    int of(const CableLine& line) const;
};

} // namespace rackwright
