// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Design files on disk, in both forms. A form is recognised by the content when reading and chosen by the name when
// writing: ".json" is text (design_text.h), all else SQLite (design_database.h).

#include "model/file/disk.h"
#include "model/project/project.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace rackwright {

class FileLock;

/// Opens nothing for writing and leaves no connection or lock behind.
Result<Document> readDesign(const std::filesystem::path& path);

/// Replaces the file as a whole; on any failure the old one is untouched. Fails with "file.open-elsewhere" while
/// somebody works on it; asks no mark: for a program that works on its own, like the command line.
Done writeDesign(const std::filesystem::path& path, const Document& document, Links links = Links::Follow);

/// That a name tells one of the two forms; a name without an extension is a database.
Done checkDesignName(const std::filesystem::path& path);

/// The name of a file that a person called so and wants in a form (".rkw", ".rkw.json"): as it is where it tells a form
/// itself, else with the ending of the form behind it.
std::filesystem::path namedAsDesign(std::filesystem::path typed, std::string_view form);

/// The bytes that writeDesign() writes; the name decides the form.
Result<std::string> designBytes(const Document& document, const std::filesystem::path& path);

/// What a file was when it was last read or written; another mark says that somebody else changed it. Neither size nor
/// time would tell: both can be those of before.
struct FileMark {
    std::string sha256;
};

/// A design file that a session works on: locked against other programs, never overwritten when others changed it.
class DesignFile {
public:
    /// Read-only takes no lock.
    enum class Access { Edit, ReadOnly };
    /// What save() does when others have changed the file.
    enum class WhenChanged { Refuse, Overwrite };

    /// Reads the file and takes its lock. When it is open elsewhere this fails with "file.open-elsewhere"; the user may
    /// then open it read-only. A write-protected file, and one in a folder where no lock can be made, is opened
    /// read-only. `held` may be null;
    /// when it is the same file, its lock is shared, so that nobody is kept out by himself.
    static Result<DesignFile> open(const std::filesystem::path& path, Access access = Access::Edit,
                                   const DesignFile* held = nullptr);
    /// A file whose bytes were read before, and had this mark: takes its lock and reads nothing. save() refuses when
    /// others have changed it since.
    static Result<DesignFile> resume(const std::filesystem::path& path, Document document, FileMark mark,
                                     const DesignFile* held = nullptr);
    /// Writes a document under a name, for "save as" and for a new design; an existing file is replaced, since the file
    /// dialog has asked.
    static Result<DesignFile> create(const std::filesystem::path& path, const Document& document);

    DesignFile(DesignFile&&) noexcept;
    DesignFile& operator=(DesignFile&&) noexcept;
    ~DesignFile();

    const std::filesystem::path& path() const { return m_path; }
    const Document& document() const { return m_document; } ///< as last read or written
    /// Of the bytes last read or written.
    const FileMark& mark() const { return m_mark; }
    /// By wish, or since it cannot be locked or written.
    bool isReadOnly() const { return m_lock == nullptr; }
    /// Whether the name leads to this file, by whatever link.
    bool isAt(const std::filesystem::path& path) const;

    /// Whether the file on disk is another than the one last read or written. A file that is gone is not.
    bool isChangedByOthers() const;

    /// Fails with "file.changed-by-others" unless told to overwrite. Blocks while it writes: not for the GUI thread.
    Done save(const Document& document, WhenChanged whenChanged = WhenChanged::Refuse);

private:
    using LockPtr = std::shared_ptr<FileLock>;
    DesignFile(std::filesystem::path path, Document document, FileMark mark, LockPtr lock);
    static Result<LockPtr> lockOf(const std::filesystem::path& path, const DesignFile* held);

    std::filesystem::path m_path;
    Document m_document;
    FileMark m_mark;
    LockPtr m_lock;
};

} // namespace rackwright
