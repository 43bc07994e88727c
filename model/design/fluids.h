// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fluids whose properties are known, by the names that loops give them.

#include <array>
#include <string>
#include <string_view>

namespace rackwright {

inline constexpr std::string_view kWaterName = "water";
/// A quarter of propylene glycol in water.
inline constexpr std::string_view kPropyleneGlycolName = "PG25";
inline constexpr std::array kKnownFluids = {kWaterName, kPropyleneGlycolName};

/// Letters and digits alone, small: "PG 25" and "pg-25" are one fluid.
inline std::string fluidWord(std::string_view name) {
    std::string word;
    for (const char letter : name) {
        if (letter >= 'A' && letter <= 'Z')
            word += static_cast<char>(letter - 'A' + 'a');
        else if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') ||
                 static_cast<unsigned char>(letter) >= 0x80)
            word += letter;
    }
    return word;
}

} // namespace rackwright
