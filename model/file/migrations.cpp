// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/migrations.h"

#include <algorithm>

namespace rackwright {

// Format 1 is the first, so that there is no step yet.
std::span<const Migration> migrations() { return {}; }

const Migration* migrationFrom(std::span<const Migration> steps, std::int64_t version) {
    const auto it = std::ranges::find(steps, version, &Migration::from);
    return it == steps.end() ? nullptr : &*it;
}

} // namespace rackwright
