// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Whole files from and to the disk: read within a limit, written so that after any end there is the old or the new
// file. Everything that the program writes goes through here, but for databases that stay open.

#include "model/base/result.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace rackwright {

/// The path as text for messages.
std::string shownPath(const std::filesystem::path& path);

/// Refuses what is no regular file or larger than `limit` bytes before any memory is taken. `spare` bytes are reserved
/// behind the text.
Result<std::string> readWholeFile(const std::filesystem::path& path, std::uint64_t limit, std::size_t spare = 0);

/// Whether a symbolic link stands for the file that it leads to. One that a stranger may have put into a folder does
/// not.
enum class Links { Follow, Refuse };

/// What would keep writeAtomically() from replacing what lies there: a device, a folder, a link, rights.
Done checkReplaceable(const std::filesystem::path& path, Links links = Links::Follow);

/// Through a temporary file beside it, every byte written and synced before it takes the name, and the folder synced.
/// Only a regular file is ever replaced. When this fails there are the old bytes; only "file.not-confirmed" leaves the
/// new ones, of which nobody knows whether they outlast a power cut.
Done writeAtomically(const std::filesystem::path& path, std::string_view bytes, Links links = Links::Follow);

/// The next bytes of a file; nothing at its end.
using NextPiece = std::function<Result<std::optional<std::string>>()>;
/// The same for what is too long to be held at once: an Error of `next` ends it and leaves the old bytes.
Done writePieces(const std::filesystem::path& path, const NextPiece& next, Links links = Links::Follow);

/// A folder for files that are about to be written, with those above it. Unless it is kept, what was made and holds
/// nothing is taken away again: of work that failed nothing stays behind.
class MadeFolder {
public:
    explicit MadeFolder(const std::filesystem::path& folder);
    ~MadeFolder();
    MadeFolder(const MadeFolder&) = delete;
    MadeFolder& operator=(const MadeFolder&) = delete;

    /// Why it could not be made.
    const std::error_code& error() const { return m_error; }
    void keep() { m_made.clear(); }

private:
    std::vector<std::filesystem::path> m_made; ///< innermost first
    std::error_code m_error;
};

/// Removes what writers of the file that died left beside it. Only for who holds its lock.
void removeUnfinished(const std::filesystem::path& path);

/// What is free for us on the disk of a path that need not exist, for messages.
ArgumentValue freeSpaceAt(const std::filesystem::path& path);

} // namespace rackwright
