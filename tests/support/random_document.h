// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Random but valid documents for property tests, filled field by field from the descriptions of the rows, so that a new
// field is tested without a word here. Seeded: the same seed gives the same document.

#include "model/project/project.h"

#include <cstdint>
#include <random>

namespace rackwright::testing {

struct RandomSize {
    std::size_t rowsPerTable = 20;
    std::size_t options = 3;
};

Document randomDocument(std::uint64_t seed, const RandomSize& size = {});

/// A design like `design` with some rows changed, taken out and put in; references still lead to rows.
Design randomlyEdited(const Project& project, const Design& design, std::mt19937_64& random, IdSource& ids);

} // namespace rackwright::testing
