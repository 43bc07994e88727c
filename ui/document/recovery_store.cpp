// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recovery_store.h"

#include "model/base/check.h"
#include "model/file/design_file.h"
#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "model/file/format.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

#include <algorithm>
#include <array>
#include <atomic>
#include <set>
#include <utility>

namespace rackwright {

namespace {

constexpr std::uint64_t kLargestNote = 64 * 1024;

std::filesystem::path with(const std::filesystem::path& stem, const char* ending) {
    return std::filesystem::path(stem.string() + ending);
}
std::filesystem::path journalOf(const std::filesystem::path& stem) { return with(stem, ".journal"); }
std::filesystem::path noteOf(const std::filesystem::path& stem) { return with(stem, ".json"); }
std::filesystem::path baseOf(const std::filesystem::path& stem) { return with(stem, ".rkw"); }
std::filesystem::path lockOf(const std::filesystem::path& stem) { return with(stem, ".lock"); }

QString pathText(const std::filesystem::path& path) { return QFile::decodeName(path.c_str()); }

/// What could not be read whole goes there once it came back.
std::filesystem::path damagedFolder(const std::filesystem::path& stem) { return stem.parent_path() / "damaged"; }

std::array<std::filesystem::path, 3> filesOf(const std::filesystem::path& stem) {
    return {journalOf(stem), noteOf(stem), baseOf(stem)};
}

void removeFiles(const std::filesystem::path& stem) {
    std::error_code ignored;
    for (const std::filesystem::path& file : filesOf(stem))
        std::filesystem::remove(file, ignored);
}

/// What stands beside a journal. `origin.baseHash` is of the base; empty in notes of old, whose base was never saved.
struct Note {
    RecoveryOrigin origin;
    std::string replaces; ///< the stem of the journal whose place it takes, empty: none
};

Done writeNote(const std::filesystem::path& stem, const Note& note) {
    const QJsonObject object{{QStringLiteral("name"), note.origin.name},
                             {QStringLiteral("file"), pathText(note.origin.file)},
                             {QStringLiteral("hash"), QString::fromStdString(note.origin.baseHash)},
                             {QStringLiteral("onlyHere"), note.origin.isOnlyHere},
                             {QStringLiteral("replaces"), QString::fromStdString(note.replaces)}};
    return writeAtomically(noteOf(stem), QJsonDocument(object).toJson().toStdString());
}

std::optional<Note> readNote(const std::filesystem::path& stem) {
    const Result<std::string> bytes = readWholeFile(noteOf(stem), kLargestNote);
    const QJsonDocument document = bytes ? QJsonDocument::fromJson(QByteArray::fromStdString(*bytes)) : QJsonDocument();
    if (!document.isObject())
        return std::nullopt;
    const QJsonObject object = document.object();
    Note note;
    note.origin.name = object.value(QStringLiteral("name")).toString();
    note.origin.file = QFile::encodeName(object.value(QStringLiteral("file")).toString()).toStdString();
    note.origin.baseHash = object.value(QStringLiteral("hash")).toString().toStdString();
    note.origin.isOnlyHere = object.value(QStringLiteral("onlyHere")).toBool();
    note.replaces = object.value(QStringLiteral("replaces")).toString().toStdString();
    return note;
}

/// A copy of the file where it still is what was read, else the same document as we write it.
Result<std::string> bytesOfBase(const RecoveryOrigin& origin, const Document& base) {
    if (!origin.file.empty())
        if (Result<std::string> bytes = readWholeFile(origin.file, kLargestFile);
            bytes && sha256(*bytes) == origin.baseHash)
            return bytes;
    return designBytes(base, "base.rkw");
}

std::string hashOfFile(const std::filesystem::path& path) {
    const Result<std::string> bytes = readWholeFile(path, kLargestFile);
    return bytes ? sha256(*bytes) : std::string();
}

} // namespace

std::string timeText(const QDateTime& time) {
    return QLocale::system().toString(time.time(), QLocale::ShortFormat).toStdString();
}

/// Base and note of a journal, and the lock that says that its process lives.
struct OpenJournal::Place {
    std::filesystem::path stem;
    std::string baseHash;
    QLockFile lock;

    explicit Place(const std::filesystem::path& ownStem) : stem(ownStem), lock(pathText(lockOf(ownStem))) {
        lock.setStaleLockTime(0);
    }
    void remove() {
        removeFiles(stem);
        lock.unlock();
    }

    static Result<std::unique_ptr<Place>> make(const std::filesystem::path& folder, const RecoveryOrigin& origin,
                                               const Document& base, const std::string& replaces) {
        static std::atomic<int> serial = 0; // tells the journals of one process apart
        const std::string name = std::to_string(QDateTime::currentMSecsSinceEpoch()) + "-" +
                                 std::to_string(QCoreApplication::applicationPid()) + "-" + std::to_string(++serial);
        auto place = std::make_unique<Place>(folder / name);
        if (!place->lock.tryLock(0))
            return systemError(Message("journal.cannot-write")
                                   .with("file", lockOf(place->stem).string())
                                   .with("reason", "lock")
                                   .with("free", freeSpaceAt(folder)));
        const Result<std::string> bytes = bytesOfBase(origin, base);
        if (!bytes)
            return bytes.error();
        place->baseHash = sha256(*bytes);
        Done made = writeAtomically(baseOf(place->stem), *bytes);
        if (made)
            made = writeNote(place->stem, {{origin.name, origin.file, place->baseHash, origin.isOnlyHere}, replaces});
        if (made)
            return place;
        place->remove();
        return made.error();
    }
};

OpenJournal::OpenJournal(std::unique_ptr<Place> place) : m_place(std::move(place)) {}
OpenJournal::~OpenJournal() = default;

Done OpenJournal::restart(const RecoveryOrigin& origin, const Document& written) {
    const std::filesystem::path folder = m_place->stem.parent_path();
    auto next = Place::make(folder, origin, written, m_place->stem.filename().string());
    if (!next)
        return next.error();
    if (Done begun = m_journal->restart(journalOf((*next)->stem), written, (*next)->baseHash); !begun) {
        (*next)->remove();
        return begun;
    }
    m_place->remove();
    m_place = std::move(*next);
    return done();
}

void OpenJournal::discard() {
    m_journal->discard();
    m_place->remove();
}

Result<std::shared_ptr<OpenJournal>> RecoveryStore::start(const RecoveryOrigin& origin, const Document& base) const {
    std::error_code ignored; // what cannot be made cannot be written into, and that is said
    std::filesystem::create_directories(m_folder, ignored);
    auto place = OpenJournal::Place::make(m_folder, origin, base, {});
    if (!place)
        return place.error();
    Result<std::unique_ptr<RecoveryJournal>> journal =
        RecoveryJournal::start(journalOf((*place)->stem), base, (*place)->baseHash);
    if (!journal) {
        (*place)->remove();
        return journal.error();
    }
    std::shared_ptr<OpenJournal> open(new OpenJournal(std::move(*place))); // its constructor is ours alone
    open->m_journal = std::move(*journal);
    setCheckFailureHandler([watched = std::weak_ptr(open->m_journal)] {
        if (const auto alive = watched.lock())
            alive->flush();
    });
    return open;
}

namespace {

/// A journal with all that stands around it, as far as it can be read.
struct Found {
    LeftBehind left;
    std::optional<ComeBack> back;
    std::string replaces;
};

/// What the journal begins with: the copy beside it; of journals of old the file itself.
struct FoundBase {
    Result<Document> document;
    bool isDamaged = false;
};
FoundBase baseOf(const std::filesystem::path& stem, const RecoveryOrigin& origin) {
    const std::filesystem::path beside = baseOf(stem);
    std::error_code ignored;
    const bool isBeside = std::filesystem::exists(beside, ignored);
    const bool isKnown = origin.baseHash.empty() || hashOfFile(beside) == origin.baseHash;
    if (isBeside && isKnown)
        return {readDesign(beside)};
    if (!origin.file.empty() && hashOfFile(origin.file) == origin.baseHash)
        return {readDesign(origin.file)};
    if (isBeside)
        return {readDesign(beside), true};
    return {origin.file.empty()
                ? readDesign(beside)
                : Result<Document>(inputError(Message("journal.other-base").with("file", shownPath(journalOf(stem)))))};
}

/// A journal whose note is gone: what it holds is worth as much as before, only its place is unknown.
RecoveryOrigin originWithoutNote(const std::filesystem::path& stem) {
    RecoveryOrigin origin;
    origin.baseHash = baseHashOf(journalOf(stem)).value_or(hashOfFile(baseOf(stem)));
    const Result<Document> base = readDesign(baseOf(stem));
    origin.name = base ? QString::fromStdString(base->project->name) : pathText(stem.filename());
    return origin;
}

void compareWithFile(Found& found, const Recovered& recovered, const std::optional<Document>& now,
                     const RecoveryStore& store) {
    LeftBehind& left = found.left;
    if (recovered.changesInSaved && now) {
        // It was saved when the process died before its journal could begin anew.
        left.changes = recovered.changes - *recovered.changesInSaved;
        found.back->base = {now->project, std::max(now->nextId, found.back->base.nextId)};
        found.back->origin.baseHash = hashOfFile(left.origin.file);
        found.back->isInFile = true;
        std::vector<ProjectPtr>& steps = found.back->steps;
        if (steps.size() > left.changes) // those before are in the file
            steps.erase(steps.begin(), steps.end() - static_cast<std::ptrdiff_t>(left.changes));
        return;
    }
    std::error_code ignored;
    const bool isThere = std::filesystem::exists(left.origin.file, ignored);
    left.isOnlyHere = left.origin.isOnlyHere || !isThere;
    const std::string file = shownPath(left.origin.file);
    if (!isThere)
        left.remarks.push_back(Message("recovery.file-gone").with("file", file));
    else if (const QDateTime saved = store.savedHere(left.origin.file); saved.isValid())
        left.remarks.push_back(Message("recovery.file-saved").with("file", file).with("time", timeText(saved)));
    else
        left.remarks.push_back(Message("recovery.file-changed").with("file", file));
}

Found lookAt(const std::filesystem::path& stem, const RecoveryStore& store) {
    Found found;
    LeftBehind& left = found.left;
    left.stem = stem;
    left.time = QFileInfo(pathText(journalOf(stem))).lastModified();
    const std::optional<Note> note = readNote(stem);
    left.origin = note ? note->origin : originWithoutNote(stem);
    found.replaces = note ? note->replaces : std::string();
    if (!note) {
        left.isWhole = false;
        left.remarks.emplace_back("recovery.note-lost");
    }
    const FoundBase base = baseOf(stem, left.origin);
    if (!base.document) {
        left.problem = base.document.error();
        left.isWhole = false;
        return found;
    }
    if (base.isDamaged) {
        left.isWhole = false;
        left.remarks.emplace_back("recovery.base-damaged");
    }
    const bool isOther = !left.origin.file.empty() && hashOfFile(left.origin.file) != left.origin.baseHash;
    std::optional<Document> now;
    if (isOther)
        if (Result<Document> read = readDesign(left.origin.file))
            now = std::move(*read);
    const Result<Recovered> back =
        recovered(journalOf(stem), *base.document, left.origin.baseHash, now ? now->project.get() : nullptr);
    if (!back) {
        left.problem = back.error();
        left.isWhole = false;
        return found;
    }
    left.changes = back->changes;
    if (back->lost > 0) {
        left.isWhole = false;
        left.remarks.push_back(
            Message(back->lost == 1 ? "recovery.one-lost" : "recovery.some-lost").with("count", back->lost));
    }
    const bool hasFile = !left.origin.file.empty();
    left.isOnlyHere = !hasFile && left.origin.isOnlyHere;
    if (left.isOnlyHere && left.changes == 0)
        left.remarks.emplace_back("recovery.never-saved");
    found.back = ComeBack{left.origin, *base.document, back->document, stem, hasFile && !isOther, back->steps, {}};
    if (isOther)
        compareWithFile(found, *back, now, store);
    if (!left.isWhole)
        left.remarks.push_back(Message("recovery.kept-aside").with("folder", shownPath(damagedFolder(stem))));
    return found;
}

/// One that trips a check of ours, or does not fit into memory, stays where it is: the others come back all the same.
Found safelyLookedAt(const std::filesystem::path& stem, const RecoveryStore& store) {
    Found found;
    const Done looked = guarded(shownPath(journalOf(stem)), [&] { found = lookAt(stem, store); });
    if (looked)
        return found;
    Found failed;
    failed.left.stem = stem;
    failed.left.origin.name = pathText(stem.filename());
    failed.left.problem = looked.error();
    failed.left.isWhole = false;
    return failed;
}

/// Stems of the folder with the file of the ending.
std::set<std::filesystem::path> stemsIn(const std::filesystem::path& folder, const char* ending) {
    std::set<std::filesystem::path> stems;
    std::error_code problem;
    for (const auto& entry : std::filesystem::directory_iterator(folder, problem))
        if (entry.path().extension() == ending)
            stems.insert(folder / entry.path().stem());
    return stems;
}

} // namespace

std::vector<LeftBehind> RecoveryStore::leftBehind() const {
    const std::set<std::filesystem::path> journals = stemsIn(m_folder, ".journal");
    std::vector<Found> all;
    std::vector<std::unique_ptr<QLockFile>> locks; // who gets the lock knows that its process is no more
    const auto isOurs = [&locks](const std::filesystem::path& stem) {
        auto lock = std::make_unique<QLockFile>(pathText(lockOf(stem)));
        lock->setStaleLockTime(0);
        const bool isTaken = lock->tryLock(0);
        locks.push_back(std::move(lock));
        return isTaken;
    };
    for (const std::filesystem::path& stem : journals)
        if (isOurs(stem)) {
            all.push_back(safelyLookedAt(stem, *this));
            for (const std::filesystem::path& file : filesOf(stem))
                removeUnfinished(file);
        }
    // A process that died before its journal began had changed nothing yet.
    for (const std::filesystem::path& stem : stemsIn(m_folder, ".rkw"))
        if (!journals.contains(stem) && isOurs(stem))
            removeFiles(stem);
    std::set<std::filesystem::path> needless;
    for (const Found& found : all) {
        const LeftBehind& left = found.left;
        if (left.problem || !left.isWhole)
            continue;
        if (!found.replaces.empty())
            needless.insert(m_folder / found.replaces);
        if (left.changes == 0 && !left.isOnlyHere)
            needless.insert(left.stem);
    }
    std::vector<LeftBehind> result;
    for (Found& found : all)
        if (needless.contains(found.left.stem))
            removeFiles(found.left.stem);
        else
            result.push_back(std::move(found.left));
    std::ranges::sort(result, [](const LeftBehind& a, const LeftBehind& b) { return a.time > b.time; });
    return result;
}

QDateTime RecoveryStore::savedHere(const std::filesystem::path& file) const {
    const auto found = m_saves.find(hashOfFile(file));
    return found == m_saves.end() ? QDateTime() : found->second;
}

Result<ComeBack> RecoveryStore::comeBack(const LeftBehind& left) const {
    // The list was made a while ago, and another window may have had the same one.
    std::error_code ignored;
    if (!std::filesystem::exists(journalOf(left.stem), ignored))
        return inputError(Message("recovery.taken").with("name", left.origin.name.toStdString()));
    Found found = lookAt(left.stem, *this);
    if (!found.back)
        return found.left.problem.value_or(inputError(Message("file.not-found").with("file", shownPath(left.stem))));
    // A journal that lost its end since holds whole records and says nothing of those that were listed.
    LeftBehind& now = found.left;
    if (now.changes < left.changes && now.isWhole) {
        const std::size_t lost = left.changes - now.changes;
        now.isWhole = false;
        now.remarks.push_back(Message(lost == 1 ? "recovery.one-lost" : "recovery.some-lost").with("count", lost));
        now.remarks.push_back(Message("recovery.kept-aside").with("folder", shownPath(damagedFolder(now.stem))));
    }
    found.back->left = std::move(now);
    return std::move(*found.back);
}

void RecoveryStore::discard(const std::filesystem::path& stem) const {
    removeFiles(stem);
    std::error_code ignored;
    std::filesystem::remove(lockOf(stem), ignored);
}

void RecoveryStore::putAway(const LeftBehind& left) const {
    if (left.isWhole)
        return discard(left.stem);
    std::error_code ignored;
    std::filesystem::create_directories(damagedFolder(left.stem), ignored);
    for (const std::filesystem::path& file : filesOf(left.stem))
        std::filesystem::rename(file, damagedFolder(left.stem) / file.filename(), ignored);
}

} // namespace rackwright
