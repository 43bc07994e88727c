// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The copy that is kept beside the file of own parts and that of prices: what was last known to be sound, made anew
// whenever they were read or changed, and, of own parts, put in the place of a file that is damaged. Used by the stores
// and by the session.

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace rackwright {

class SqlConnection;

/// Without the copy a store works as before; it is made again with the next change.
void keepGoodCopy(const SqlConnection& connection);

/// The file has no byte, but there was something in it before.
bool isEmptyBesideCopy(const std::string& path);

/// Where the copy of a store lies; nothing when there is none.
std::optional<std::string> keptCopy(const std::string& path);

struct GoodCopy {
    std::size_t parts = 0;
    std::int64_t changes = 0;
};
/// Nothing when there is none or it is not sound either.
std::optional<GoodCopy> goodCopy(const std::string& path);

/// Puts a damaged file aside, where it is kept, and the copy in its place, or nothing where there is none. The name of
/// what was put aside.
Result<std::string> restoreGoodCopy(const std::string& path);

} // namespace rackwright
