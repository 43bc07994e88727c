// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Dates as people write them into records: year, month and day (ISO 8601).

#include <string>

namespace rackwright {

/// "2026-06-18", a day that there is.
bool isDate(const std::string& text);

} // namespace rackwright
