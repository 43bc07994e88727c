// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Letter case of names and keys, which are ASCII where case matters: no locale takes part.

#include <string>
#include <string_view>

namespace rackwright {

constexpr char lowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The text with its ASCII letters in lower case; every other byte stays.
inline std::string lowerCase(std::string_view text) {
    std::string made(text);
    for (char& c : made)
        c = lowerCase(c);
    return made;
}

} // namespace rackwright
