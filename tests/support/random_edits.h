// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Random edits of model/edits on a real design, for property tests: each takes rows that are there and changes, adds or
// removes some. Seeded: the same state of the generator gives the same edit.

#include "model/project/history.h"

#include <optional>
#include <random>
#include <string_view>

namespace rackwright::testing {

struct RandomEdit {
    std::string_view topic;   ///< the file of model/edits that it comes from
    std::optional<Edit> edit; ///< unset when the design has nothing that it could work on
};

/// How many kinds there are; kind i is always the same edit of the same topic.
std::size_t randomEditKinds();
RandomEdit randomEdit(const Project& project, std::size_t kind, std::mt19937_64& random);

} // namespace rackwright::testing
