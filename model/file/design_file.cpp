// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/design_file.h"

#include "model/file/design_database.h"
#include "model/file/design_hash.h"
#include "model/file/design_text.h"
#include "model/file/disk.h"
#include "model/file/format.h"
#include "model/file/integrity.h"

#include <QLockFile>
#include <QString>

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

Result<std::string> bytesOf(const Document& document, const std::filesystem::path& path) {
    if (Done checked = checkDocument(document, shownPath(path)); !checked)
        return checked.error();
    if (path.extension() == ".json")
        return designText(document);
    return designDatabase(document);
}

std::optional<FileMark> statusOf(const std::filesystem::path& path) {
    std::error_code failed;
    FileMark mark;
    mark.size = std::filesystem::file_size(path, failed);
    if (failed)
        return std::nullopt;
    mark.modified = std::filesystem::last_write_time(path, failed).time_since_epoch().count();
    return mark;
}

FileMark markOf(const std::filesystem::path& path, std::string_view bytes) {
    FileMark mark = statusOf(path).value_or(FileMark{});
    mark.sha256 = sha256(bytes);
    return mark;
}

// Null, with no error, in a folder where we may not write.
Result<std::unique_ptr<QLockFile>> lockOf(const std::filesystem::path& path) {
    const std::filesystem::path name = path.parent_path() / ("." + path.filename().string() + ".lock");
    auto lock = std::make_unique<QLockFile>(QString::fromStdString(name.string()));
    lock->setStaleLockTime(0); // only the lock of a program that has ended is taken over
    if (lock->tryLock(0))
        return lock;
    if (lock->error() != QLockFile::LockFailedError)
        return std::unique_ptr<QLockFile>();
    qint64 process = 0;
    QString host;
    QString program;
    lock->getLockInfo(&process, &host, &program);
    return systemError(Message("file.open-elsewhere")
                           .with("file", shownPath(path))
                           .with("host", host.toStdString())
                           .with("process", std::to_string(process)));
}

} // namespace

Result<Document> readDesign(const std::filesystem::path& path) {
    Result<std::string> bytes = readWholeFile(path, kLargestFile, kSpareBytes);
    if (!bytes)
        return bytes.error();
    return readBytes(std::move(*bytes), path);
}

Done writeDesign(const std::filesystem::path& path, const Document& document) {
    const Result<std::string> bytes = bytesOf(document, path);
    if (!bytes)
        return bytes.error();
    return writeAtomically(path, *bytes);
}

DesignFile::DesignFile(std::filesystem::path path, Document document, FileMark mark, std::unique_ptr<QLockFile> lock)
    : m_path(std::move(path)), m_document(std::move(document)), m_mark(std::move(mark)), m_lock(std::move(lock)) {}

DesignFile::DesignFile(DesignFile&&) noexcept = default;
DesignFile& DesignFile::operator=(DesignFile&&) noexcept = default;
DesignFile::~DesignFile() = default;

Result<DesignFile> DesignFile::open(const std::filesystem::path& path, Access access) {
    std::unique_ptr<QLockFile> lock;
    if (access == Access::Edit) {
        auto taken = lockOf(path);
        if (!taken)
            return taken.error();
        lock = std::move(*taken);
    }
    Result<std::string> bytes = readWholeFile(path, kLargestFile, kSpareBytes);
    if (!bytes)
        return bytes.error();
    FileMark mark = markOf(path, *bytes);
    Result<Document> document = readBytes(std::move(*bytes), path);
    if (!document)
        return document.error();
    return DesignFile(path, std::move(*document), std::move(mark), std::move(lock));
}

Result<DesignFile> DesignFile::create(const std::filesystem::path& path, const Document& document) {
    auto lock = lockOf(path);
    if (!lock)
        return lock.error();
    const Result<std::string> bytes = bytesOf(document, path);
    if (!bytes)
        return bytes.error();
    if (Done written = writeAtomically(path, *bytes); !written)
        return written.error();
    return DesignFile(path, document, markOf(path, *bytes), std::move(*lock));
}

bool DesignFile::isChangedByOthers() const {
    const std::optional<FileMark> now = statusOf(m_path);
    if (!now || (now->size == m_mark.size && now->modified == m_mark.modified))
        return false;
    if (now->size != m_mark.size)
        return true;
    const Result<std::string> bytes = readWholeFile(m_path, kLargestFile); // perhaps only copied or touched
    return !bytes || sha256(*bytes) != m_mark.sha256;
}

Done DesignFile::save(const Document& document, WhenChanged whenChanged) {
    if (isReadOnly())
        return systemError(Message("file.read-only").with("file", shownPath(m_path)));
    if (whenChanged == WhenChanged::Refuse && isChangedByOthers())
        return systemError(Message("file.changed-by-others").with("file", shownPath(m_path)));
    const Result<std::string> bytes = bytesOf(document, m_path);
    if (!bytes)
        return bytes.error();
    if (Done written = writeAtomically(m_path, *bytes); !written)
        return written;
    m_mark = markOf(m_path, *bytes);
    m_document = document;
    return done();
}

} // namespace rackwright
