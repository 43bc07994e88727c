// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a whole text file that a person names on the command line, with a limit on its size.

#include "model/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace rackwright {

/// Fails with a sentence on a missing file, a folder, or one of more than `limit` bytes.
Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limit = std::uintmax_t{64} << 20);

} // namespace rackwright
