// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading the whole of a file that a person names, with a limit on its size. Pipes and devices are refused before they
// are opened: opening a pipe waits for its writer, and a device has no end.

#include "model/base/result.h"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>

namespace rackwright {

inline constexpr std::uintmax_t kLargestText = std::uintmax_t{64} << 20;

/// Fails with a sentence on a missing file, a folder, a pipe or device, or one of more than `limit` bytes.
Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limit = kLargestText);

/// What a stream gives until its end, under the name by which messages call it. Stops at one byte more than `limit`.
Result<std::string> readTextStream(std::istream& stream, const std::string& name, std::uintmax_t limit = kLargestText);

} // namespace rackwright
