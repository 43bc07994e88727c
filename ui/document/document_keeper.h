// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// DocumentKeeper: where the open project lies on disk: opens, makes and saves off the GUI thread, holds the lock of the
// file, keeps the recovery journal and tells of every failure. It asks no person anything; the window does.

#include "model/file/design_file.h"
#include "ui/document/recovery_store.h"
#include "ui/document/studio_document.h"

#include <QObject>
#include <QTimer>

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace rackwright {

/// "hall" of "hall.rkw" and "hall.rkw.json".
QString withoutDesignSuffix(const QString& name);

class DocumentKeeper : public QObject {
    Q_OBJECT
public:
    /// Journals lie in `recoveryFolder`.
    DocumentKeeper(StudioDocument& document, std::filesystem::path recoveryFolder, QObject* parent = nullptr);
    /// An orderly end: the journal goes.
    ~DocumentKeeper() override;

    /// What was under way when it failed.
    enum class During { Opening, Saving };

    /// Asked when what is open was changed while another project was read or made: calls `replace` to take the other,
    /// or `stay`. Without it the other is taken.
    using AskFirst = std::function<void(std::function<void()> replace, std::function<void()> stay)>;
    void setAskFirst(AskFirst ask) { m_askFirst = std::move(ask); }

    /// Asked beside the window of each project that is opened from a file, with the name of that; an error refuses it.
    using Check = std::function<Done(const Project& project, const std::string& file)>;
    void setCheck(Check check) { m_check = std::move(check); }

    /// Reads a file and makes it the open project; what was open stays when that fails.
    void open(const std::filesystem::path& path, DesignFile::Access access = DesignFile::Access::Edit);
    /// Where a project that lies in no file comes from: made here, it is unsaved from the first moment; of a sample
    /// that nobody has changed nothing is lost.
    enum class Origin { Made, Sample };
    /// A project that lies in no file yet; `name` is proposed when it is saved.
    void openNew(Document document, const QString& name, Origin origin = Origin::Made);
    /// The same for one that takes a while to make (a recipe, a sample): `work` runs beside.
    /// `refused` hears why it failed, or of a cancel by null, in place of failed().
    enum class Changes { AskedAbout, NotAskedAbout };
    void make(std::function<Result<Document>()> work, const QString& name,
              std::function<void(const rackwright::Error*)> refused = {}, Changes changes = Changes::AskedAbout,
              Origin origin = Origin::Made);
    /// Gives up what is being opened or made; its late result is dropped. A save goes on.
    void cancel();
    /// Writes to its file.
    void save(DesignFile::WhenChanged whenChanged = DesignFile::WhenChanged::Refuse);
    void saveAs(const std::filesystem::path& path);

    /// False for a new project until it is saved.
    bool hasFile() const { return m_file != nullptr; }
    bool isReadOnly() const { return m_file && m_file->isReadOnly(); }
    /// The open project lies in this file.
    bool isAt(const std::filesystem::path& path) const { return m_file && m_file->isAt(path); }
    /// Empty for a project that lies in no file.
    std::filesystem::path path() const { return m_file ? m_file->path() : std::filesystem::path(); }
    /// What is open is unsaved from now on where its file is gone. For the window, when it comes to the front and
    /// before a project is left.
    void lookForFile();
    /// File name, or the proposed one.
    QString name() const;
    /// A file is being read or written, or a project made.
    bool isBusy() const { return m_isBusy; }
    bool canCancel() const { return m_isBusy && m_canCancel; }

    /// Looks beside for journals that a dead process left; answers by leftBehindFound().
    void lookForLeftBehind();
    /// Opens what a dead process had open, with its changes unsaved; after what is under way. Where it cannot be had,
    /// failed() says why, and what there still is follows by leftBehindFound().
    void recover(const LeftBehind& left) { recover(left, m_document.project()); }
    void discard(const LeftBehind& left) { m_store.discard(left.stem); }
    /// When the journal last took a change; null before the first.
    const QDateTime& lastKept() const { return m_lastKept; }
    /// What keeps changes from being kept.
    std::optional<Error> recoveryProblem() const;
    /// Waits until all changes lie in the journal.
    bool flushJournal() { return m_journal && m_journal->flush(); }

Q_SIGNALS:
    void opened(const std::filesystem::path& path);
    /// After opened(): it was to be edited, but it or its folder may not be written.
    void openedOnlyToRead(const std::filesystem::path& path);
    void saved(const std::filesystem::path& path);
    /// `path` is empty for a project that lies in no file.
    void failed(const std::filesystem::path& path, const rackwright::Error& error,
                rackwright::DocumentKeeper::During during);
    void busyChanged();
    void leftBehindFound(const std::vector<rackwright::LeftBehind>& found);
    /// What was left behind there is open.
    void cameBack(const std::filesystem::path& stem);
    /// What was whole when it was listed could not be read whole any more.
    void cameBackDamaged(const std::vector<Message>& remarks);
    /// After opened(): what came back lies in no file, since its file is open elsewhere or cannot be reached.
    void cameBackWithoutFile(const std::filesystem::path& path, const rackwright::Error& why);
    /// lastKept() or recoveryProblem() is new.
    void keptChanged();

private:
    using FilePtr = std::shared_ptr<DesignFile>;
    using JournalPtr = std::shared_ptr<OpenJournal>;
    enum class Cancel { Possible, Impossible };

    template <class Work, class Take>
    void beside(Work work, Take take);
    /// Runs `work` on the worker, then `done` with its result on this thread.
    template <class Work, class Done>
    void run(Cancel cancel, Work work, Done done);
    void setBusy(bool isBusy);
    /// Takes another project; changes of `before`, which may be null, have been asked about.
    void replace(const ProjectPtr& before, std::function<void()> take, std::function<void()> stay = {});
    void recover(const LeftBehind& left, const ProjectPtr& before);
    struct Back {
        Result<ComeBack> project;
        std::shared_ptr<Result<DesignFile>> file; ///< null: never saved
    };
    void comeBack(const LeftBehind& left, const Back& back);
    RecoveryOrigin originNow() const;
    /// `replaced` came back, and goes when the new journal has it.
    void startJournal(const Document& base, std::optional<LeftBehind> replaced = std::nullopt);
    void startJournalNow();
    void takeJournal(const Result<JournalPtr>& started, const RecoveryOrigin& origin);
    /// The journal begins anew where the project was saved since it began.
    void followSave();
    void record();
    /// What could not be kept is tried again.
    void tryAgain();

    StudioDocument& m_document;
    RecoveryStore m_store;
    FilePtr m_file;
    bool m_isOnlyHere = false; ///< what the history begins with cannot be opened again
    QString m_name;
    AskFirst m_askFirst;
    Check m_check;
    bool m_isBusy = false;
    bool m_canCancel = false;
    quint64 m_generation = 0;
    std::function<void(const rackwright::Error*)> m_refused; ///< of what is being made
    JournalPtr m_journal;
    RecoveryOrigin m_journalOrigin;
    quint64 m_journalRequest = 0;
    std::optional<Document> m_journalBase; ///< what the journal that is wanted begins with
    std::optional<LeftBehind> m_replaced;
    bool m_isStarting = false; ///< or beginning anew
    ProjectPtr m_recorded;
    std::optional<Error> m_journalError;
    QDateTime m_lastKept;
    QTimer m_look;
    QTimer m_retry;
};

} // namespace rackwright
