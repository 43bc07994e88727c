// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The copy of the own parts that is kept beside their file: what was last known to be sound, made anew whenever they
// were read or changed, and put in the place of a file that is damaged. Used by the overlay and by the session.

#include "model/base/result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace rackwright {

class SqlConnection;

/// Without the copy own parts work as before; it is made again with the next change.
void keepGoodCopy(const SqlConnection& connection);

/// The file has no byte, but there were own parts before.
bool isEmptyBesideCopy(const std::string& path);

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
