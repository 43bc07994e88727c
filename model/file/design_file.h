// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Design files on disk, in both forms. A form is recognised by the content when reading and chosen by the name when
// writing: ".json" is text (design_text.h), all else SQLite (design_database.h).

#include "model/base/result.h"
#include "model/project/project.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

class QLockFile;

namespace rackwright {

/// Opens nothing for writing and leaves no connection or lock behind.
Result<Document> readDesign(const std::filesystem::path& path);

/// Replaces the file as a whole; on any failure the old one is untouched. Asks neither lock nor mark: for a program
/// that works on its own, like the command line.
Done writeDesign(const std::filesystem::path& path, const Document& document);

/// What a file was when it was last read or written; another mark says that somebody else changed it.
struct FileMark {
    std::uint64_t size = 0;
    std::int64_t modified = 0; ///< nanoseconds of the file system's clock
    std::string sha256;
};

/// A design file that a session works on: locked against other programs, never overwritten when others changed it.
class DesignFile {
public:
    enum class Access { Edit, ReadOnly };
    enum class WhenChanged { Refuse, Overwrite };

    /// Reads the file and takes its lock. When it is open elsewhere this fails with "file.open-elsewhere"; the user may
    /// then open it read-only. A file in a folder where no lock can be made is opened read-only.
    static Result<DesignFile> open(const std::filesystem::path& path, Access access = Access::Edit);
    /// Writes a document under a name, for "save as" and for a new design; an existing file is replaced, since the file
    /// dialog has asked.
    static Result<DesignFile> create(const std::filesystem::path& path, const Document& document);

    DesignFile(DesignFile&&) noexcept;
    DesignFile& operator=(DesignFile&&) noexcept;
    ~DesignFile();

    const std::filesystem::path& path() const { return m_path; }
    const Document& document() const { return m_document; } ///< as last read or written
    const FileMark& mark() const { return m_mark; }
    bool isReadOnly() const { return m_lock == nullptr; }

    /// Whether the file on disk is another than the one last read or written. A file that is gone is not.
    bool isChangedByOthers() const;

    /// Fails with "file.changed-by-others" unless told to overwrite. Blocks while it writes: not for the GUI thread.
    Done save(const Document& document, WhenChanged whenChanged = WhenChanged::Refuse);

private:
    DesignFile(std::filesystem::path path, Document document, FileMark mark, std::unique_ptr<QLockFile> lock);

    std::filesystem::path m_path;
    Document m_document;
    FileMark m_mark;
    std::unique_ptr<QLockFile> m_lock;
};

} // namespace rackwright
