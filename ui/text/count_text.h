// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Large counts as people write them: "15 T" tokens, "4M", "1.5 B". Units of measure are the business of model/units.

#include <QString>

#include <optional>

namespace rackwright {

/// The number before k, M, B (or G) or T in plain digits, "15 T" as "15000000000000"; unset when no such letter ends
/// the text.
std::optional<QString> plainCount(const QString& text);

/// "15 T" for 15e12: from a million on, where at most five digits say it exactly; unset else.
std::optional<QString> shortCount(double count);

} // namespace rackwright
