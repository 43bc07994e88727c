// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The recovery journal: every committed change since the last save, appended by a thread of its own, so that kill -9
// loses at most two seconds. It is not the undo list; the session starts it, restarts it after a save and removes it at
// the end.

#include "model/base/result.h"
#include "model/project/project.h"

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace rackwright {

/// Every change of a document on disk, written by a thread of its own.
class RecoveryJournal {
public:
    /// Starts an empty journal beside `base`. `baseHash` is the hash of the file that holds it (FileMark::sha256),
    /// empty for a design that was never saved. Fails when the journal cannot be written.
    static Result<std::unique_ptr<RecoveryJournal>> start(const std::filesystem::path& path, const Document& base,
                                                          const std::string& baseHash);
    /// Writes what is waiting and leaves the journal where it is.
    ~RecoveryJournal();
    RecoveryJournal(const RecoveryJournal&) = delete;
    RecoveryJournal& operator=(const RecoveryJournal&) = delete;

    /// The document after a commit, an undo or a redo. Returns at once.
    void record(Document document);
    /// After a save of `base`: goes on in another file that begins with it, with what was recorded since. The file
    /// before stays where it is; on failure the journal goes on in it. Waits for the disk.
    Done restart(const std::filesystem::path& path, const Document& base, const std::string& baseHash);
    /// Waits until all that was recorded is on the disk. For setCheckFailureHandler(): it runs in the failing thread,
    /// not in a signal, so that waiting is allowed, but another thread may be stuck; hence the limit.
    bool flush(std::chrono::milliseconds limit = std::chrono::seconds(2));
    /// What keeps the journal from being written, such as a full disk. It tries again with each change and,
    /// at ever longer intervals up to 15 s, while nothing is changed.
    std::optional<Error> problem() const;
    /// Removes the journal; nothing is recorded after this. For a session that ends in order.
    void discard();

private:
    class Writer;
    explicit RecoveryJournal(std::unique_ptr<Writer> writer);
    std::unique_ptr<Writer> m_writer;
};

/// What a journal gave back.
struct Recovered {
    Document document;
    /// What each change that was applied led to, the last one is `document`; of very many the last kMostSteps.
    std::vector<ProjectPtr> steps;
    static constexpr std::size_t kMostSteps = 1000;
    std::size_t changes = 0; ///< that were applied
    std::size_t lost = 0;    ///< that were torn, damaged or hung on one that was; what is damaged may hold more
    /// How many of the changes the document `saved` already holds; nothing when it is none of the states on the way.
    std::optional<std::size_t> changesInSaved;
};

/// Applies a journal to the document that it began with. What is torn or damaged is left out and counted, and so is
/// what cannot be without it; all else comes back. A journal of another file than `baseHash` names is refused. `saved`
/// may be null.
Result<Recovered> recovered(const std::filesystem::path& journal, const Document& base, const std::string& baseHash,
                            const Project* saved = nullptr);

/// The hash in the headline of a journal; nothing when it cannot be read.
std::optional<std::string> baseHashOf(const std::filesystem::path& journal);

} // namespace rackwright
