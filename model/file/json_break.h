// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where a text stops being well-formed JSON. The fast readers say only that it does.

#include <cstdint>
#include <optional>
#include <string_view>

namespace rackwright {

/// As editors count: lines and characters from 1.
struct TextPlace {
    std::int64_t line = 1, column = 1;
};

/// Nothing for a sound text.
std::optional<TextPlace> jsonBreak(std::string_view text);

} // namespace rackwright
