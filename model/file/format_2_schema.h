// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace rackwright {

/// The CREATE statements of a database of format 2, in their order.
std::vector<std::string> formatTwoSchema();

} // namespace rackwright
