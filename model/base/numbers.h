// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Conversions of counts that say what they mean where a cast would only say that there is one.

#include <cstdint>

namespace rackwright {

/// A count among real numbers; exact below 2^53.
constexpr double real(std::int64_t count) { return static_cast<double>(count); }

/// How many of `size` hold `count`: the quotient rounded up. Both are positive.
constexpr std::int64_t ceilingOf(std::int64_t count, std::int64_t size) { return (count + size - 1) / size; }

/// A count that is known to fit 32 bits.
constexpr std::uint32_t narrow(std::int64_t count) { return static_cast<std::uint32_t>(count); }

} // namespace rackwright
