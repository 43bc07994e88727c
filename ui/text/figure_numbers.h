// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The stable number of each figure, the same in every output. Numbers stand with the handles of figures
// (solvers/*/figures.h), where a new figure takes the next one; none ever changes or is used again.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rackwright {

/// By name without its subject ("rack.power.peak"); 0 when it has none.
int figureNumber(std::string_view name);

/// All, by number, those of figures that are gone included.
const std::vector<std::pair<int, std::string>>& figureNumbers();

} // namespace rackwright
