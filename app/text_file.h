// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reading a whole text that a person names on the command line, with a limit on its size.

#include "model/base/result.h"
#include "ui/text/texts.h"

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>

namespace rackwright {

inline constexpr std::uintmax_t kLargestText = std::uintmax_t{64} << 20;

/// Fails with a sentence on a missing file, a folder, or one of more than `limit` bytes.
Result<std::string> readTextFile(const std::filesystem::path& path, std::uintmax_t limit = kLargestText);

/// What a stream gives until its end, under the name by which messages call it. Stops at one byte more than `limit`.
Result<std::string> readTextStream(std::istream& stream, const std::string& name, std::uintmax_t limit = kLargestText);

/// The error of what a file holds, said with the file's name.
Error inFile(const std::string& file, const Error& error, const Texts& texts);

} // namespace rackwright
