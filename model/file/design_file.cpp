// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_file.h"

#include "model/file/design_database.h"
#include "model/file/design_hash.h"
#include "model/file/design_text.h"
#include "model/file/file_lock.h"
#include "model/file/format.h"
#include "model/file/integrity.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace rackwright {

namespace {

// Room behind the bytes that the reader of text wants, so that they are not copied for it.
constexpr std::size_t kSpareBytes = 64;

Result<Document> readBytes(std::string bytes, const std::filesystem::path& path) {
    const std::string name = shownPath(path);
    if (looksLikeDatabase(bytes))
        return readDesignDatabase(std::move(bytes), name);
    return readDesignText(std::move(bytes), name);
}

// Who took the right to write from his file wants it kept as it is, whoever we are.
bool isWriteProtected(const std::filesystem::path& path) {
    struct stat file {};
    if (::stat(path.c_str(), &file) != 0)
        return false; // reading says what is wrong
    constexpr auto anybody = S_IWUSR | S_IWGRP | S_IWOTH;
    return (file.st_mode & anybody) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0;
}

bool tellsForm(const std::filesystem::path& path) { return path.extension() == ".rkw" || path.extension() == ".json"; }

} // namespace

Result<Document> readDesign(const std::filesystem::path& path) {
    Result<std::string> bytes = readWholeFile(path, kLargestFile, kSpareBytes);
    if (!bytes)
        return bytes.error();
    return readBytes(std::move(*bytes), path);
}

Done checkDesignName(const std::filesystem::path& path) {
    if (path.extension().empty() || tellsForm(path))
        return done();
    return usageError(Message("file.unknown-form")
                          .with("file", shownPath(path))
                          .with("extension", path.extension().string())
                          .with("known", WordList{{".rkw", ".rkw.json"}}));
}

std::filesystem::path namedAsDesign(std::filesystem::path typed, std::string_view form) {
    if (!tellsForm(typed))
        typed += form;
    return typed;
}

Result<std::string> designBytes(const Document& document, const std::filesystem::path& path) {
    if (Done checked = checkDocument(document, shownPath(path)); !checked)
        return checked.error();
    if (path.extension() == ".json")
        return designText(document);
    return designDatabase(document);
}

Done writeDesign(const std::filesystem::path& path, const Document& document, Links links) {
    if (Done replaceable = checkReplaceable(path, links); !replaceable)
        return replaceable; // before a lock is made beside something that is no design
    const Result<std::string> bytes = designBytes(document, path);
    if (!bytes)
        return bytes.error();
    const auto lock = FileLock::take(path);
    if (!lock)
        return lock.error();
    return writeAtomically(path, *bytes, links);
}

DesignFile::DesignFile(std::filesystem::path path, Document document, FileMark mark, LockPtr lock)
    : m_path(std::move(path)), m_document(std::move(document)), m_mark(std::move(mark)), m_lock(std::move(lock)) {}

DesignFile::DesignFile(DesignFile&&) noexcept = default;
DesignFile& DesignFile::operator=(DesignFile&&) noexcept = default;
DesignFile::~DesignFile() = default;

Result<DesignFile::LockPtr> DesignFile::lockOf(const std::filesystem::path& path, const DesignFile* held) {
    if (held && held->m_lock && held->m_lock->isOf(path)) {
        if (Done followed = held->m_lock->follow(); !followed)
            return followed.error();
        return held->m_lock;
    }
    auto taken = FileLock::take(path);
    if (!taken)
        return taken.error();
    return LockPtr(std::move(*taken));
}

Result<DesignFile> DesignFile::open(const std::filesystem::path& path, Access access, const DesignFile* held) {
    LockPtr lock;
    if (access == Access::Edit && !isWriteProtected(path)) {
        auto taken = lockOf(path, held);
        if (!taken)
            return taken.error();
        lock = std::move(*taken);
    }
    Result<std::string> bytes = readWholeFile(path, kLargestFile, kSpareBytes);
    if (!bytes)
        return bytes.error();
    FileMark mark{sha256(*bytes)};
    Result<Document> document = readBytes(std::move(*bytes), path);
    if (!document)
        return document.error();
    return DesignFile(path, std::move(*document), std::move(mark), std::move(lock));
}

Result<DesignFile> DesignFile::resume(const std::filesystem::path& path, Document document, FileMark mark,
                                      const DesignFile* held) {
    auto lock = lockOf(path, held);
    if (!lock)
        return lock.error();
    return DesignFile(path, std::move(document), std::move(mark), std::move(*lock));
}

Result<DesignFile> DesignFile::create(const std::filesystem::path& path, const Document& document) {
    if (Done replaceable = checkReplaceable(path); !replaceable)
        return replaceable.error();
    auto lock = lockOf(path, nullptr);
    if (!lock)
        return lock.error();
    const Result<std::string> bytes = designBytes(document, path);
    if (!bytes)
        return bytes.error();
    if (Done written = writeAtomically(path, *bytes); !written)
        return written.error();
    if (*lock)
        if (Done followed = (*lock)->follow(); !followed)
            return followed.error();
    return DesignFile(path, document, {sha256(*bytes)}, std::move(*lock));
}

bool DesignFile::isAt(const std::filesystem::path& path) const { return isSameFile(m_path, path); }

bool DesignFile::isChangedByOthers() const {
    const Result<std::string> bytes = readWholeFile(m_path, kLargestFile);
    std::error_code ignored;
    if (!bytes)
        return std::filesystem::exists(m_path, ignored);
    return sha256(*bytes) != m_mark.sha256;
}

Done DesignFile::save(const Document& document, WhenChanged whenChanged) {
    if (isReadOnly())
        return systemError(Message("file.read-only").with("file", shownPath(m_path)));
    if (whenChanged == WhenChanged::Refuse && isChangedByOthers())
        return systemError(Message("file.changed-by-others").with("file", shownPath(m_path)));
    // Who has put another file there may work on it.
    if (Done followed = m_lock->follow(); !followed)
        return followed;
    const Result<std::string> bytes = designBytes(document, m_path);
    if (!bytes)
        return bytes.error();
    const Done written = writeAtomically(m_path, *bytes);
    // What was written but not confirmed is ours all the same.
    if (!written && written.error().message.id != "file.not-confirmed")
        return written;
    m_mark = {sha256(*bytes)};
    if (!written)
        return written;
    m_document = document;
    return m_lock->follow();
}

} // namespace rackwright
