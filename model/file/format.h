// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The version of the design file's format, in both its forms, and what a file is recognised by.

#include <cstdint>
#include <string_view>

namespace rackwright {

/// Raised with each change of the format; older ones pass through the steps of migrations.h.
inline constexpr std::int64_t kFormatVersion = 3;
/// The first value of the text form.
inline constexpr std::string_view kTextFormat = "rackwright design";
/// SQLite's application_id: "Rkw1".
inline constexpr std::int32_t kApplicationId = 0x526B7731;

/// Larger files are refused before anything is read, so that no file takes more than 1 GB of memory. A design of
/// 400,000 cables takes 45 MB of text.
inline constexpr std::uint64_t kLargestFile = std::uint64_t{128} << 20;

} // namespace rackwright
