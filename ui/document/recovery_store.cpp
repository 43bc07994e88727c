// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recovery_store.h"

#include "model/base/check.h"
#include "model/file/design_file.h"
#include "model/file/design_hash.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <atomic>
#include <utility>

namespace rackwright {

namespace {

constexpr qint64 kLargestNote = 64 * 1024;
constexpr qint64 kLargestDesign = qint64{2} << 30;

std::filesystem::path with(const std::filesystem::path& stem, const char* ending) {
    return std::filesystem::path(stem.string() + ending);
}
std::filesystem::path journalOf(const std::filesystem::path& stem) { return with(stem, ".journal"); }
std::filesystem::path noteOf(const std::filesystem::path& stem) { return with(stem, ".json"); }
std::filesystem::path baseOf(const std::filesystem::path& stem) { return with(stem, ".rkw"); }
std::filesystem::path lockOf(const std::filesystem::path& stem) { return with(stem, ".lock"); }

QString pathText(const std::filesystem::path& path) { return QFile::decodeName(path.c_str()); }

void removeFiles(const std::filesystem::path& stem) {
    std::error_code ignored;
    for (const std::filesystem::path& file : {journalOf(stem), noteOf(stem), baseOf(stem)})
        std::filesystem::remove(file, ignored);
}

Done writeNote(const std::filesystem::path& stem, const RecoveryOrigin& origin) {
    const QJsonObject note{{QStringLiteral("name"), origin.name},
                           {QStringLiteral("file"), pathText(origin.file)},
                           {QStringLiteral("hash"), QString::fromStdString(origin.baseHash)}};
    QSaveFile file(pathText(noteOf(stem)));
    const QByteArray bytes = QJsonDocument(note).toJson();
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return systemError(Message("journal.cannot-write")
                               .with("file", noteOf(stem).string())
                               .with("reason", file.errorString().toStdString()));
    return done();
}

std::optional<RecoveryOrigin> readNote(const std::filesystem::path& stem) {
    QFile file(pathText(noteOf(stem)));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestNote)
        return std::nullopt;
    const QJsonObject note = QJsonDocument::fromJson(file.readAll()).object();
    RecoveryOrigin origin;
    origin.name = note.value(QStringLiteral("name")).toString();
    origin.file = QFile::encodeName(note.value(QStringLiteral("file")).toString()).toStdString();
    origin.baseHash = note.value(QStringLiteral("hash")).toString().toStdString();
    return origin;
}

std::string hashOfFile(const std::filesystem::path& path) {
    QFile file(pathText(path));
    if (!file.open(QIODevice::ReadOnly) || file.size() > kLargestDesign)
        return {};
    const QByteArray bytes = file.readAll();
    return sha256({bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace

OpenJournal::~OpenJournal() = default;

Done OpenJournal::restart(const RecoveryOrigin& origin, const Document& written) {
    if (Done noted = writeNote(m_stem, origin); !noted)
        return noted;
    if (Done begun = m_journal->restart(written, origin.baseHash); !begun)
        return begun;
    std::error_code ignored;
    std::filesystem::remove(baseOf(m_stem), ignored);
    return done();
}

void OpenJournal::discard() {
    m_journal->discard();
    removeFiles(m_stem);
    m_lock->unlock();
}

Result<std::shared_ptr<OpenJournal>> RecoveryStore::start(const RecoveryOrigin& origin, const Document& base) const {
    static std::atomic<int> serial = 0; // tells the journals of one process apart
    std::error_code problem;
    std::filesystem::create_directories(m_folder, problem);
    std::shared_ptr<OpenJournal> open(new OpenJournal); // its constructor is ours alone
    open->m_stem = m_folder / (std::to_string(QDateTime::currentMSecsSinceEpoch()) + "-" +
                               std::to_string(QCoreApplication::applicationPid()) + "-" + std::to_string(++serial));
    open->m_lock = std::make_unique<QLockFile>(pathText(lockOf(open->m_stem)));
    open->m_lock->setStaleLockTime(0);
    if (!open->m_lock->tryLock(0))
        return systemError(Message("journal.cannot-write")
                               .with("file", lockOf(open->m_stem).string())
                               .with("reason", problem.message()));
    if (origin.file.empty())
        if (Done written = writeDesign(baseOf(open->m_stem), base); !written)
            return written.error();
    if (Done noted = writeNote(open->m_stem, origin); !noted)
        return noted.error();
    Result<std::unique_ptr<RecoveryJournal>> journal =
        RecoveryJournal::start(journalOf(open->m_stem), base, origin.baseHash);
    if (!journal)
        return journal.error();
    open->m_journal = std::move(*journal);
    setCheckFailureHandler([watched = std::weak_ptr(open->m_journal)] {
        if (const auto alive = watched.lock())
            alive->flush();
    });
    return open;
}

std::vector<LeftBehind> RecoveryStore::leftBehind() const {
    std::vector<LeftBehind> found;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(m_folder, problem)) {
        if (entry.path().extension() != ".journal")
            continue;
        LeftBehind left;
        left.stem = entry.path();
        left.stem.replace_extension();
        // Who gets the lock knows that its process is no more.
        QLockFile lock(pathText(lockOf(left.stem)));
        lock.setStaleLockTime(0);
        if (!lock.tryLock(0))
            continue;
        const std::optional<RecoveryOrigin> origin = readNote(left.stem);
        if (!origin) {
            removeFiles(left.stem);
            continue;
        }
        left.origin = *origin;
        left.time = QFileInfo(pathText(entry.path())).lastModified();
        const Result<Document> base = readDesign(origin->file.empty() ? baseOf(left.stem) : origin->file);
        if (!base) {
            left.problem = base.error();
        } else {
            const Result<Recovered> back =
                recovered(entry.path(), *base, origin->file.empty() ? std::string() : hashOfFile(origin->file));
            if (!back)
                left.problem = back.error();
            else
                left.changes = back->changes;
        }
        if (!left.problem && left.changes == 0) {
            removeFiles(left.stem);
            continue;
        }
        found.push_back(std::move(left));
    }
    std::ranges::sort(found, [](const LeftBehind& a, const LeftBehind& b) { return a.time > b.time; });
    return found;
}

Result<ComeBack> RecoveryStore::comeBack(const LeftBehind& left) const {
    const Result<Document> base = readDesign(left.origin.file.empty() ? baseOf(left.stem) : left.origin.file);
    if (!base)
        return base.error();
    const Result<Recovered> back = recovered(journalOf(left.stem), *base,
                                             left.origin.file.empty() ? std::string() : hashOfFile(left.origin.file));
    if (!back)
        return back.error();
    return ComeBack{left.origin, *base, back->document, left.stem};
}

void RecoveryStore::discard(const std::filesystem::path& stem) const {
    removeFiles(stem);
    std::error_code ignored;
    std::filesystem::remove(lockOf(stem), ignored);
}

} // namespace rackwright
