// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The hedge of a source ("> 100 GB/s", "~80", "< 0.5 us"): the note of a value begins with it, so that it stays with
// the value wherever a project takes it. A hedged value is still the best that is known; it is printed with its hedge.

#include <string>
#include <string_view>

namespace rackwright {

/// "<", ">", "<=", ">=", "~" or "+" (and more); empty for a value that its source states as it is.
std::string_view hedgeOf(std::string_view note);

/// The note without its hedge.
std::string_view withoutHedge(std::string_view note);

/// A printed value with its hedge: "> 100 GB/s", "≈ 80 GB/s".
std::string hedged(std::string_view note, std::string value);

} // namespace rackwright
