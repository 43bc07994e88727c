// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// RecoveryStore: the folder of recovery journals: starts one for the open project with what is needed to come back to
// it, and finds those whose process ended without order. It asks no person; the window does.

#include "model/file/recovery_journal.h"

#include <QDateTime>
#include <QLockFile>
#include <QString>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// The hour and minute, as the reader's system writes them.
std::string timeText(const QDateTime& time);

/// What a journal belongs to.
struct RecoveryOrigin {
    QString name;               ///< as the window showed it
    std::filesystem::path file; ///< empty: never saved
    std::string baseHash;       ///< of the file; empty: never saved
    /// What the journal begins with could not be opened again: it was made here, or its file is another by now.
    bool isOnlyHere = false;
};

/// The journal of the open project. Its base lies beside it, so that it never hangs on a file that others may change.
/// Its files go when it is discarded; they stay when the process dies.
class OpenJournal {
public:
    ~OpenJournal();

    void record(Document document) { m_journal->record(std::move(document)); }
    /// After a save: goes on beside another base, what was written. On failure all stays as it was, base and journal.
    /// Waits for the disk.
    Done restart(const RecoveryOrigin& origin, const Document& written);
    /// Why changes are not being kept; nothing while they are.
    std::optional<Error> problem() const { return m_journal->problem(); }
    /// Waits, 2 s at the most, until what was recorded lies on the disk; false where it does not by then.
    bool flush() { return m_journal->flush(); }
    /// At an orderly end.
    void discard();

private:
    friend class RecoveryStore;
    struct Place;
    explicit OpenJournal(std::unique_ptr<Place> place);

    std::unique_ptr<Place> m_place;
    std::shared_ptr<RecoveryJournal> m_journal; ///< shared with the handler of failed checks
};

/// Left behind by a process that is no more.
struct LeftBehind {
    RecoveryOrigin origin;
    QDateTime time; ///< of the last change
    std::size_t changes = 0;
    std::vector<Message> remarks; ///< what is not as it should be: changes lost, the file changed by others
    std::optional<Error> problem; ///< why it cannot be recovered
    std::filesystem::path stem;
    bool isWhole = true;     ///< all of it could be read
    bool isOnlyHere = false; ///< it lies in no file, whether it was changed or not
};

/// A project that came back: what it began with and where it was when the process died.
struct ComeBack {
    RecoveryOrigin origin; ///< its hash is of `base`
    Document base;
    Document latest;
    std::filesystem::path stem;
    bool isInFile = false; ///< its file still holds `base`
    std::vector<ProjectPtr> steps; ///< of the changes between, the last one is `latest`
    LeftBehind left;               ///< as it was read for this: what was listed may have been damaged since
};

class RecoveryStore {
public:
    explicit RecoveryStore(std::filesystem::path folder) : m_folder(std::move(folder)) {}

    /// Reads and writes files: not for the GUI thread.
    Result<std::shared_ptr<OpenJournal>> start(const RecoveryOrigin& origin, const Document& base) const;
    /// Journals with changes, and those of what lies in no file, the newest first. What was read whole and holds
    /// nothing that its file lacks is removed. Not for the GUI thread.
    std::vector<LeftBehind> leftBehind() const;
    Result<ComeBack> comeBack(const LeftBehind& left) const;
    /// At the wish of the person.
    void discard(const std::filesystem::path& stem) const;
    /// The window wrote a file with this hash: what came later than a journal is then its own work.
    void noteSave(const std::string& hash) { m_saves[hash] = QDateTime::currentDateTime(); }
    /// When the window wrote what lies in the file now; null where it did not. Reads the file.
    QDateTime savedHere(const std::filesystem::path& file) const;
    /// Now that another journal holds what came back: removes it, or puts aside what could not be read whole.
    void putAway(const LeftBehind& left) const;

private:
    std::filesystem::path m_folder;
    std::map<std::string, QDateTime> m_saves; ///< by the hash of what was written
};

} // namespace rackwright
