// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document_keeper.h"

#include "model/base/check.h"
#include "model/file/disk.h"
#include "ui/widgets/background.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace rackwright {

namespace {
// The journal syncs within two seconds; after that the window may say so.
constexpr int kKeptMilliseconds = 2000;
// A full disk is seldom full for long. While nothing is changed each try waits twice as long as the one before.
constexpr int kRetryMilliseconds = 1000, kLongestRetryMilliseconds = 15'000;

/// What `work` on `thing` gives. A check that fails in it, or memory that is not enough, is its refusal: the program,
/// and what is open in it, go on.
template <class Work>
auto unlessItFails(const std::string& thing, const Work& work) {
    using Answer = std::invoke_result_t<Work>;
    std::optional<Answer> answer;
    const Done worked = guarded(thing, [&] { answer.emplace(work()); });
    if (worked)
        return std::move(*answer);
    const bool isMemory = worked.error().message.id == "internal.no-memory";
    const Error failure = isMemory ? systemError(Message("file.no-memory").with("file", thing)) : worked.error();
    if constexpr (std::constructible_from<Answer, Error>)
        return Answer(failure);
    else
        return std::make_shared<typename Answer::element_type>(failure);
}
} // namespace

QString withoutDesignSuffix(const QString& name) {
    for (const char* suffix : {".rkw.json", ".rkw"})
        if (name.size() > qsizetype(std::char_traits<char>::length(suffix)) && name.endsWith(QLatin1String(suffix)))
            return name.chopped(qsizetype(std::char_traits<char>::length(suffix)));
    return name;
}

DocumentKeeper::DocumentKeeper(StudioDocument& document, std::filesystem::path recoveryFolder, QObject* parent)
    : QObject(parent), m_document(document), m_store(std::move(recoveryFolder)) {
    m_look.setSingleShot(true);
    m_look.setInterval(kKeptMilliseconds);
    connect(&m_look, &QTimer::timeout, this, [this] {
        // The journal tries again on its own and tells nobody; until it has been able to, the window says so.
        if (recoveryProblem())
            m_look.start();
        else
            m_lastKept = QDateTime::currentDateTime();
        Q_EMIT keptChanged();
    });
    m_retry.setSingleShot(true);
    m_retry.setInterval(kRetryMilliseconds);
    connect(&m_retry, &QTimer::timeout, this, &DocumentKeeper::tryAgain);
    connect(&m_document, &StudioDocument::historyChanged, this, &DocumentKeeper::record);
}

DocumentKeeper::~DocumentKeeper() {
    Background::instance().finish(this);
    if (m_journal)
        m_journal->discard();
}

// What the file and the journal need, in the order in which it was asked for.
template <class Work, class Take>
void DocumentKeeper::beside(Work work, Take take) {
    const auto failed = [this](const Error& error) {
        m_isStarting = false;
        setBusy(false);
        Q_EMIT this->failed(path(), error, During::Saving);
    };
    Background::instance().queue(
        {this, "file", name().toStdString()}, [work = std::move(work)](const Background::Run&) { return work(); },
        std::move(take), failed);
}

template <class Work, class Done>
void DocumentKeeper::run(Cancel cancel, Work work, Done done) {
    const quint64 generation = ++m_generation;
    m_canCancel = cancel == Cancel::Possible;
    setBusy(true);
    beside(std::move(work), [this, generation, done = std::move(done)](const auto& result) {
        if (generation != m_generation)
            return;
        setBusy(false);
        done(result);
    });
}

void DocumentKeeper::cancel() {
    if (!canCancel())
        return;
    ++m_generation;
    setBusy(false);
    if (const auto refused = std::exchange(m_refused, {}))
        refused(nullptr);
}

void DocumentKeeper::setBusy(bool isBusy) {
    m_isBusy = isBusy;
    Q_EMIT busyChanged();
}

RecoveryOrigin DocumentKeeper::originNow() const {
    if (!m_file)
        return {name(), {}, {}, m_isOnlyHere};
    return {name(), std::filesystem::absolute(m_file->path()), m_file->mark().sha256, m_isOnlyHere};
}

// The journal of the project before goes, now that another is open.
void DocumentKeeper::startJournal(const Document& base, std::optional<LeftBehind> replaced) {
    if (m_journal)
        beside([old = m_journal] { return old->discard(), true; }, [](bool) {});
    m_journal.reset();
    m_journalError.reset();
    m_lastKept = {};
    m_recorded = base.project;
    m_journalBase = base;
    m_replaced = std::move(replaced);
    startJournalNow();
}

void DocumentKeeper::startJournalNow() {
    m_isStarting = true;
    const quint64 request = ++m_journalRequest;
    const RecoveryOrigin origin = originNow();
    beside(
        [base = *m_journalBase, origin, store = m_store]() -> Result<JournalPtr> {
            return unlessItFails(origin.name.toStdString(), [&] { return store.start(origin, base); });
        },
        [this, request, origin](const Result<JournalPtr>& started) {
            if (request == m_journalRequest)
                takeJournal(started, origin);
            else if (started)
                (*started)->discard();
        });
}

void DocumentKeeper::takeJournal(const Result<JournalPtr>& started, const RecoveryOrigin& origin) {
    m_isStarting = false;
    if (!started) {
        m_journalError = started.error();
        m_retry.start();
        Q_EMIT keptChanged();
        return;
    }
    m_retry.setInterval(kRetryMilliseconds);
    m_journal = *started;
    m_journalOrigin = origin;
    if (m_journalError) {
        m_journalError.reset();
        Q_EMIT keptChanged();
    }
    if (!m_isBusy)
        followSave();
    record();
    // What came back is kept twice until the new journal has it.
    if (m_replaced && m_journal->flush())
        m_store.putAway(*std::exchange(m_replaced, std::nullopt));
}

void DocumentKeeper::followSave() {
    if (!m_file)
        return;
    m_journalBase = m_file->document();
    const RecoveryOrigin now = originNow();
    if (!m_journal || m_isStarting ||
        (now.file == m_journalOrigin.file && now.baseHash == m_journalOrigin.baseHash &&
         now.isOnlyHere == m_journalOrigin.isOnlyHere)) {
        // It was saved back to where the journal began, after one that could not begin anew.
        if (m_journal && !m_isStarting && m_journalError) {
            m_journalError.reset();
            Q_EMIT keptChanged();
        }
        return;
    }
    m_isStarting = true;
    // A journal that cannot begin anew goes on as it was and says why; the file is written all the same.
    beside(
        [journal = m_journal, now, written = *m_journalBase]() -> rackwright::Done {
            return unlessItFails(now.name.toStdString(), [&] { return journal->restart(now, written); });
        },
        [this, journal = m_journal, now](const rackwright::Done& begun) {
            if (journal != m_journal)
                return;
            m_isStarting = false;
            m_journalError = begun ? std::nullopt : std::optional(begun.error());
            if (begun) {
                m_journalOrigin = now;
                m_retry.setInterval(kRetryMilliseconds);
            } else {
                m_retry.start();
            }
            Q_EMIT keptChanged();
            // It may have been saved again meanwhile.
            if (begun && !m_isBusy)
                followSave();
        });
}

void DocumentKeeper::tryAgain() {
    if (m_isStarting || !m_journalError)
        return;
    m_retry.setInterval(std::min(2 * m_retry.interval(), kLongestRetryMilliseconds)); // of a next one
    if (!m_journal)
        startJournalNow();
    else
        followSave();
}

void DocumentKeeper::record() {
    if (m_journalError && m_retry.interval() > kRetryMilliseconds) { // what was changed just now waits no minute
        m_retry.setInterval(kRetryMilliseconds);
        if (!m_isStarting)
            m_retry.start();
    }
    if (!m_journal || m_document.project() == m_recorded)
        return;
    m_recorded = m_document.project();
    m_journal->record(m_document.history().document());
    m_look.start();
}

std::optional<Error> DocumentKeeper::recoveryProblem() const {
    return m_journalError ? m_journalError : m_journal ? m_journal->problem() : std::nullopt;
}

void DocumentKeeper::open(const std::filesystem::path& path, DesignFile::Access access) {
    if (m_isBusy)
        return;
    using Opened = std::shared_ptr<Result<DesignFile>>; // a file is moved, never copied
    run(
        Cancel::Possible,
        // Our own lock must not keep us out of the file that is open here.
        [path, access, held = m_file, check = m_check] {
            return unlessItFails(shownPath(path), [&] {
                auto file = std::make_shared<Result<DesignFile>>(DesignFile::open(path, access, held.get()));
                if (const Done known = *file && check ? check(*(*file)->document().project, shownPath(path)) : done();
                    !known)
                    file = std::make_shared<Result<DesignFile>>(known.error());
                return file;
            });
        },
        [this, path, access, before = m_document.project()](const Opened& file) {
            if (!*file) {
                Q_EMIT failed(path, file->error(), During::Opening);
                return;
            }
            replace(before, [this, path, access, file] {
                m_file = std::make_shared<DesignFile>(std::move(**file));
                m_isOnlyHere = false;
                m_name.clear();
                startJournal(m_file->document());
                m_document.open(m_file->document());
                Q_EMIT opened(path);
                if (access == DesignFile::Access::Edit && m_file->isReadOnly())
                    Q_EMIT openedOnlyToRead(path);
            });
        });
}

void DocumentKeeper::openNew(Document document, const QString& name, Origin origin) {
    m_file.reset();
    m_isOnlyHere = origin == Origin::Made;
    m_name = name;
    startJournal(document);
    m_document.open(std::move(document));
    if (m_isOnlyHere)
        m_document.markSaved(nullptr);
    Q_EMIT opened({});
}

void DocumentKeeper::make(std::function<Result<Document>()> work, const QString& name,
                          std::function<void(const rackwright::Error*)> refused, Changes changes, Origin origin) {
    if (m_isBusy)
        return;
    m_refused = std::move(refused);
    const ProjectPtr before = changes == Changes::AskedAbout ? m_document.project() : nullptr;
    const auto guardedWork = [work = std::move(work), name] { return unlessItFails(name.toStdString(), work); };
    run(Cancel::Possible, guardedWork, [this, name, before, origin](const Result<Document>& made) {
        const auto hears = std::exchange(m_refused, {});
        if (made)
            replace(
                before, [this, made, name, origin] { openNew(*made, name, origin); },
                [hears] {
                    if (hears)
                        hears(nullptr);
                });
        else if (hears)
            hears(&made.error());
        else
            Q_EMIT failed({}, made.error(), During::Opening);
    });
}

void DocumentKeeper::save(DesignFile::WhenChanged whenChanged) {
    if (m_isBusy || !m_file)
        return;
    const Document written = m_document.history().document();
    run(
        Cancel::Impossible,
        [file = m_file, written, whenChanged, store = m_store] {
            const std::string name = shownPath(file->path());
            const rackwright::Done saved = unlessItFails(name, [&] { return file->save(written, whenChanged); });
            if (saved || saved.error().message.id != "file.changed-by-others")
                return saved;
            // It was this window, before work on an older state came back.
            const QDateTime here = store.savedHere(file->path());
            return here.isValid() ? rackwright::Done(systemError(
                                        Message("file.saved-since").with("file", name).with("time", timeText(here))))
                                  : saved;
        },
        [this, written](const rackwright::Done& result) {
            if (!result) {
                Q_EMIT failed(path(), result.error(), During::Saving);
                return;
            }
            m_isOnlyHere = false;
            m_store.noteSave(m_file->mark().sha256);
            followSave();
            m_document.markSaved(written.project);
            Q_EMIT saved(path());
        });
}

void DocumentKeeper::saveAs(const std::filesystem::path& path) {
    if (m_isBusy)
        return;
    if (m_file && m_file->isAt(path) && !m_file->isReadOnly()) {
        save();
        return;
    }
    const Document written = m_document.history().document();
    using Created = std::shared_ptr<Result<DesignFile>>;
    run(
        Cancel::Impossible,
        [path, written] {
            return unlessItFails(shownPath(path), [&] {
                return std::make_shared<Result<DesignFile>>(DesignFile::create(path, written));
            });
        },
        [this, path, written](const Created& file) {
            if (!*file) {
                Q_EMIT failed(path, file->error(), During::Saving);
                return;
            }
            m_file = std::make_shared<DesignFile>(std::move(**file));
            m_isOnlyHere = false;
            m_store.noteSave(m_file->mark().sha256);
            followSave();
            m_document.markSaved(written.project);
            Q_EMIT saved(path);
        });
}

void DocumentKeeper::lookForFile() {
    std::error_code ignored; // a file that cannot be looked at is not gone
    if (!m_file || m_isBusy || m_isOnlyHere ||
        std::filesystem::status(m_file->path(), ignored).type() != std::filesystem::file_type::not_found)
        return;
    m_isOnlyHere = true;
    m_document.markSaved(nullptr);
}

QString DocumentKeeper::name() const {
    return m_file ? QString::fromStdString(m_file->path().filename().string()) : m_name;
}

void DocumentKeeper::lookForLeftBehind() {
    beside([store = m_store] { return store.leftBehind(); },
           [this](const std::vector<LeftBehind>& found) { Q_EMIT leftBehindFound(found); });
}

void DocumentKeeper::recover(const LeftBehind& left, const ProjectPtr& before) {
    if (m_isBusy) {
        connect(
            this, &DocumentKeeper::busyChanged, this, [this, left, before] { recover(left, before); },
            Qt::ConnectionType(Qt::QueuedConnection | Qt::SingleShotConnection));
        return;
    }
    run(
        Cancel::Possible,
        // The file may be open here already.
        [store = m_store, left, held = m_file] {
            const std::string thing = left.origin.name.toStdString();
            Back back{unlessItFails(thing, [&] { return store.comeBack(left); }), nullptr};
            if (back.project && !back.project->origin.file.empty())
                back.file = unlessItFails(thing, [&] {
                    return std::make_shared<Result<DesignFile>>(DesignFile::resume(
                        back.project->origin.file, back.project->base, {back.project->origin.baseHash}, held.get()));
                });
            return back;
        },
        [this, left, before](const Back& back) {
            if (!back.project) {
                Q_EMIT failed(left.origin.file, back.project.error(), During::Opening);
                lookForLeftBehind(); // what was chosen from is no longer so
                return;
            }
            if (back.file && !*back.file) {
                // Read alone, the file would lack what shall come back; and a file out of reach (its folder moved, its
                // disk not there) must not keep the work from coming back.
                replace(before, [this, left, back] {
                    comeBack(left, {back.project, nullptr});
                    Q_EMIT cameBackWithoutFile(back.project->origin.file, back.file->error());
                });
                return;
            }
            replace(before, [this, left, back] { comeBack(left, back); });
        });
}

void DocumentKeeper::comeBack(const LeftBehind& left, const Back& back) {
    m_file = back.file ? std::make_shared<DesignFile>(std::move(**back.file)) : nullptr;
    m_name = withoutDesignSuffix(back.project->origin.name);
    m_isOnlyHere = !m_file || !back.project->isInFile;
    // Undo goes back step by step to what was saved last.
    History history({back.project->base.project, back.project->latest.nextId});
    const std::vector<ProjectPtr>& steps = back.project->steps;
    Done made = done();
    for (std::size_t i = 0; i < steps.size() && made; ++i)
        made = history.commit({Message("undo.recovered").with("number", i + 1).with("count", steps.size()),
                               {},
                               [step = steps[i]](const Project&, IdSource&) -> Result<ProjectPtr> { return step; }});
    m_document.open(made ? std::move(history) : History(back.project->latest));
    // Where the file is another by now, or gone, not even that lies in it.
    m_document.markSaved(m_isOnlyHere ? nullptr : back.project->base.project);
    const LeftBehind& now = back.project->left;
    startJournal(back.project->base, now);
    Q_EMIT opened(path());
    Q_EMIT cameBack(left.stem);
    if (left.isWhole && !now.isWhole)
        Q_EMIT cameBackDamaged(now.remarks);
}

// Reading takes a while, and the window stays open to work meanwhile: what was done then is asked about too.
void DocumentKeeper::replace(const ProjectPtr& before, std::function<void()> take, std::function<void()> stay) {
    if (m_askFirst && m_document.project() != before && m_document.isModified())
        return m_askFirst(std::move(take), std::move(stay));
    take();
}

} // namespace rackwright
