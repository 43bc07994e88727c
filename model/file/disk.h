// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whole files from and to the disk: read within a limit, written so that after any end there is the old or the new
// file. Used by the design file and the recovery journal.

#include "model/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace rackwright {

/// The path as text for messages.
std::string shownPath(const std::filesystem::path& path);

/// Refuses what is no regular file or larger than `limit` bytes before any memory is taken. `spare` bytes are reserved
/// behind the text.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::uint64_t limit, std::size_t spare = 0);

/// Through a temporary file beside it, synced, then renamed, and the folder synced.
Done writeAtomically(const std::filesystem::path& path, std::string_view bytes);

/// Makes a new or renamed entry of the folder last over a power cut.
void syncFolder(const std::filesystem::path& folder);

} // namespace rackwright
