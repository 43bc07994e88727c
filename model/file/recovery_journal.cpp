// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/recovery_journal.h"

#include "model/base/check.h"
#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "model/file/format.h"
#include "model/file/integrity.h"
#include "model/file/journal_text.h"

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <mutex>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace rackwright {

namespace {

// A line is "<16 hex digits> <record>"; the digits are of the hash of the line before's digits and the record, so that
// a torn, changed or misplaced record is seen.
constexpr std::string_view kHeadline = "rackwright journal 1 ";
constexpr std::size_t kSumDigits = 16;

// Above this the journal is written anew as one difference from its base.
constexpr std::size_t kCompactBytes = std::size_t{64} << 20;

std::string checksum(std::string_view before, std::string_view record) {
    return sha256(std::string(before) + std::string(record)).substr(0, kSumDigits);
}

std::string headline(const std::string& baseHash) {
    return std::string(kHeadline) + (baseHash.empty() ? "-" : baseHash) + "\n";
}

Error cannotKeep(const std::filesystem::path& path, int code) {
    return systemError(Message("journal.cannot-write")
                           .with("file", shownPath(path))
                           .with("reason", std::strerror(code))
                           .with("free", freeSpaceAt(path)));
}

/// One journal on the disk: a headline and the records that lead from its base to written().
class JournalFile {
public:
    JournalFile(std::filesystem::path path, const Document& base, std::string baseHash)
        : m_path(std::move(path)), m_base(base), m_written(base), m_headline(headline(baseHash)) {}
    ~JournalFile() { close(); }
    JournalFile(const JournalFile&) = delete;
    JournalFile& operator=(const JournalFile&) = delete;

    const std::filesystem::path& path() const { return m_path; }
    const Document& written() const { return m_written; }

    /// Writes all of it anew, as one difference between its base and `latest`.
    Done writeAnew(const Document& latest) {
        const std::string record = differenceText(m_base, latest);
        std::string sum = checksum({}, m_headline);
        std::string all = m_headline;
        if (!record.empty()) {
            sum = checksum(sum, record);
            all += sum + " " + record + "\n";
        }
        m_isSound = false;
        if (Done written = writeAtomically(m_path, all); !written)
            return written;
        close();
        m_fd = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        if (m_fd < 0)
            return cannotKeep(m_path, errno);
        m_isSound = true;
        m_size = all.size();
        m_sum = sum;
        m_written = latest;
        return done();
    }

    /// On failure the file is cut back to the last whole record, and the next difference holds what was missed. Where
    /// even that fails it is written anew next time.
    Done append(const Document& document) {
        const std::string record = differenceText(m_written, document);
        if (record.empty() && m_isSound)
            return done();
        const bool isLarge = m_size + record.size() > kCompactBytes && m_size > m_headline.size();
        if (!m_isSound || isLarge)
            return writeAnew(document);
        const std::string sum = checksum(m_sum, record);
        const std::string line = sum + " " + record + "\n";
        if (const int code = write(line); code != 0) {
            m_isSound = ::ftruncate(m_fd, static_cast<::off_t>(m_size)) == 0;
            return cannotKeep(m_path, code);
        }
        m_sum = sum;
        m_size += line.size();
        m_written = document;
        return done();
    }

    // After a failed sync nobody knows what lies on the disk, and a second one would not say it again.
    Done sync() {
        if (m_fd < 0 || ::fdatasync(m_fd) == 0)
            return done();
        m_isSound = false;
        return cannotKeep(m_path, errno);
    }

    /// What lies on the disk is no longer known: it is written anew next time.
    void doubt() { m_isSound = false; }

    void remove() {
        close();
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
    }

private:
    int write(std::string_view line) {
        while (!line.empty()) {
            const ::ssize_t n = ::write(m_fd, line.data(), line.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return n < 0 ? errno : EIO;
            line.remove_prefix(static_cast<std::size_t>(n));
        }
        return 0;
    }
    void close() {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }

    std::filesystem::path m_path;
    Document m_base;
    Document m_written;
    std::string m_headline;
    std::string m_sum;
    std::size_t m_size = 0;
    int m_fd = -1;
    bool m_isSound = false; ///< what lies on the disk is known and ends with a whole record
};

} // namespace

class RecoveryJournal::Writer {
public:
    explicit Writer(std::unique_ptr<JournalFile> file) : m_file(std::move(file)) {}

    ~Writer() {
        {
            const std::lock_guard lock(m_mutex);
            m_stops = true;
        }
        m_wake.notify_all();
        if (m_thread.joinable())
            m_thread.join();
    }

    /// Fails where the system lets nobody start a further thread.
    Done run() {
        try {
            m_thread = std::thread([this] { loop(); });
            return done();
        } catch (const std::system_error& problem) {
            return cannotKeep(m_file->path(), problem.code().value());
        }
    }

    void record(Document document) {
        {
            const std::lock_guard lock(m_mutex);
            m_waiting.push_back(std::move(document));
            ++m_recorded;
        }
        m_wake.notify_all();
    }

    // Edits made while the file was being saved are newer than what it holds: they begin the new journal.
    Done restart(const std::filesystem::path& path, const Document& base, const std::string& baseHash) {
        const std::lock_guard file(m_fileMutex);
        const std::vector<Document> waiting = takeWaiting();
        const Document latest = !waiting.empty() ? waiting.back() : m_missed ? *m_missed : m_file->written();
        auto next = std::make_unique<JournalFile>(path, base, baseHash);
        Done begun = done();
        if (const Done worked = guarded(shownPath(path), [&] { begun = next->writeAnew(latest); }); !worked)
            begun = worked;
        if (begun) {
            m_file = std::move(next);
            m_missed.reset();
        } else {
            (void)keep(waiting); // what fails is tried again
        }
        finish(waiting.size(), begun ? std::nullopt : std::optional(begun.error()));
        return begun;
    }

    bool flush(std::chrono::milliseconds limit) {
        std::unique_lock<std::mutex> lock(m_mutex, std::try_to_lock);
        for (int i = 0; !lock.owns_lock() && i < 100; ++i) {
            std::this_thread::sleep_for(limit / 100);
            lock.try_lock();
        }
        if (!lock.owns_lock() || std::this_thread::get_id() == m_thread.get_id())
            return false;
        const std::uint64_t upTo = m_recorded;
        return m_idle.wait_for(lock, limit, [&] { return m_synced >= upTo; }) && !m_problem;
    }

    std::optional<Error> problem() const {
        const std::lock_guard lock(m_mutex);
        return m_problem;
    }

    void discard() {
        const std::lock_guard file(m_fileMutex);
        m_file->remove();
        m_isDiscarded = true;
        m_missed.reset();
    }

private:
    void loop() {
        constexpr std::chrono::seconds kShortest(1), kLongest(15);
        auto patience = kShortest; // twice as long after each try in which nothing was changed
        std::unique_lock lock(m_mutex);
        while (true) {
            const auto hasWork = [this] { return m_stops || !m_waiting.empty(); };
            if (m_problem) {
                const bool isNew = m_wake.wait_for(lock, patience, hasWork);
                patience = isNew ? kShortest : std::min(2 * patience, kLongest);
            } else {
                patience = kShortest;
                m_wake.wait(lock, [&] { return hasWork() || m_problem; });
                if (!hasWork()) // a restart failed meanwhile: it is tried again in a while
                    continue;
            }
            const bool isLast = m_stops && m_waiting.empty();
            if (isLast && !m_problem)
                return;
            lock.unlock();
            writeWaiting();
            lock.lock();
            if (isLast)
                return;
        }
    }

    void writeWaiting() {
        const std::lock_guard file(m_fileMutex);
        const std::vector<Document> waiting = takeWaiting();
        const Done kept = keep(waiting);
        finish(waiting.size(), kept ? std::nullopt : std::optional(kept.error()));
    }

    // One record for each change, one sync for all that came together: a change is on the disk as soon as the disk lets
    // it. What fails is tried again as the latest state alone.
    Done keep(const std::vector<Document>& waiting) {
        if (m_isDiscarded)
            return done();
        Done kept = done();
        const Done worked = guarded(shownPath(m_file->path()), [&] { kept = written(waiting); });
        if (!worked) {
            kept = worked;
            m_file->doubt();
        }
        if (kept)
            m_missed.reset();
        else if (!waiting.empty())
            m_missed = waiting.back();
        return kept;
    }

    Done written(const std::vector<Document>& waiting) {
        Done kept = done();
        if (waiting.empty() && m_missed)
            kept = m_file->append(*m_missed);
        for (const Document& document : waiting)
            if (kept)
                kept = m_file->append(document);
        return kept ? m_file->sync() : kept;
    }

    std::vector<Document> takeWaiting() {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_waiting, {});
    }

    void finish(std::size_t count, std::optional<Error> problem) {
        {
            const std::lock_guard lock(m_mutex);
            m_synced += count;
            m_problem = std::move(problem);
        }
        m_wake.notify_all(); // a problem is tried again
        m_idle.notify_all();
    }

    // Of the file; held while writing. Always taken before m_mutex.
    std::mutex m_fileMutex;
    std::unique_ptr<JournalFile> m_file;
    std::optional<Document> m_missed; ///< the latest that could not be written
    bool m_isDiscarded = false;

    mutable std::mutex m_mutex;
    std::condition_variable m_wake, m_idle;
    std::vector<Document> m_waiting;
    std::uint64_t m_recorded = 0, m_synced = 0;
    std::optional<Error> m_problem;
    bool m_stops = false;
    std::thread m_thread;
};

RecoveryJournal::RecoveryJournal(std::unique_ptr<Writer> writer) : m_writer(std::move(writer)) {}

RecoveryJournal::~RecoveryJournal() = default;

Result<std::unique_ptr<RecoveryJournal>> RecoveryJournal::start(const std::filesystem::path& path, const Document& base,
                                                                const std::string& baseHash) {
    auto file = std::make_unique<JournalFile>(path, base, baseHash);
    if (Done begun = file->writeAnew(base); !begun)
        return begun.error();
    auto writer = std::make_unique<Writer>(std::move(file));
    if (Done running = writer->run(); !running) {
        writer->discard();
        return running.error();
    }
    return std::unique_ptr<RecoveryJournal>(new RecoveryJournal(std::move(writer)));
}

void RecoveryJournal::record(Document document) { m_writer->record(std::move(document)); }

Done RecoveryJournal::restart(const std::filesystem::path& path, const Document& base, const std::string& baseHash) {
    return m_writer->restart(path, base, baseHash);
}

bool RecoveryJournal::flush(std::chrono::milliseconds limit) { return m_writer->flush(limit); }

std::optional<Error> RecoveryJournal::problem() const { return m_writer->problem(); }

void RecoveryJournal::discard() { m_writer->discard(); }

namespace {

struct Line {
    std::string_view text; ///< all of it
    std::string_view sum, record;
    bool isWhole = false;
};

/// Takes the first line from `rest`.
Line takeLine(std::string_view& rest) {
    const std::size_t end = rest.find('\n');
    const std::string_view text = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (end == std::string_view::npos || text.size() <= kSumDigits + 1)
        return {text, {}, {}, false};
    return {text, text.substr(0, kSumDigits), text.substr(kSumDigits + 1), true};
}

/// Counts what damaged lines held, at the least. A damage may have made one line of several, or several of one: lines
/// that lie side by side hold as many changes as begin in them, and one where no beginning can be read.
class DamageCount {
public:
    void add(const Line& line) {
        constexpr std::string_view kBegin = "{\"nextId\": "; // of every record; inside texts the quotes are escaped
        for (std::size_t at = line.text.find(kBegin); at != std::string_view::npos; at = line.text.find(kBegin, at + 1))
            ++m_begun;
        m_isOpen = true;
    }
    /// After the last of the lines side by side.
    std::size_t take() {
        const std::size_t count = m_isOpen ? std::max<std::size_t>(1, m_begun) : 0;
        m_isOpen = false;
        m_begun = 0;
        return count;
    }

private:
    std::size_t m_begun = 0;
    bool m_isOpen = false;
};

/// Follows the chain of checksums. Behind a damaged record it goes on with the digits that stand there, and with those
/// that would belong there, should it be the digits that are damaged.
class Chain {
public:
    explicit Chain(std::string begin) : m_sums{std::move(begin)} {}

    bool accepts(const Line& line) {
        if (!line.isWhole)
            return false;
        const bool isSound = std::ranges::any_of(
            m_sums, [&](const std::string& before) { return checksum(before, line.record) == line.sum; });
        std::vector<std::string> next{std::string(line.sum)};
        for (const std::string& before : m_sums)
            if (!isSound) {
                next.push_back(checksum(before, line.record));
                next.push_back(before); // a damage that made two lines of one
            }
        constexpr std::size_t enough = 40; // many damaged lines one after another
        next.resize(std::min(next.size(), enough));
        m_sums = std::move(next);
        return isSound;
    }

private:
    std::vector<std::string> m_sums;
};

} // namespace

std::optional<std::string> baseHashOf(const std::filesystem::path& journal) {
    const Result<std::string> bytes = readWholeFile(journal, kLargestFile);
    if (!bytes || !bytes->starts_with(kHeadline))
        return std::nullopt;
    const std::size_t end = bytes->find('\n');
    if (end == std::string::npos)
        return std::nullopt;
    const std::string hash = bytes->substr(kHeadline.size(), end - kHeadline.size());
    return hash == "-" ? std::string() : hash;
}

Result<Recovered> recovered(const std::filesystem::path& journal, const Document& base, const std::string& baseHash,
                            const Project* saved) {
    const std::string name = shownPath(journal);
    const Result<std::string> bytes = readWholeFile(journal, kLargestFile);
    if (!bytes)
        return bytes.error();
    std::string_view rest = *bytes;
    const std::string head = headline(baseHash);
    const bool isNamed = rest.starts_with(head);
    const bool isJournal = rest.starts_with(kHeadline);
    rest.remove_prefix(
        std::min(rest.size(), rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n') + 1));
    if (!isNamed) {
        // A damaged headline: the first record knows what it should be.
        std::string_view after = rest;
        if (!Chain(checksum({}, head)).accepts(takeLine(after)))
            return inputError(Message(isJournal ? "journal.other-base" : "journal.not-a-journal").with("file", name));
    }
    Recovered result{base, {}, 0, 0, std::nullopt};
    const auto compare = [&] {
        if (saved && *result.document.project == *saved)
            result.changesInSaved = result.changes;
    };
    compare();
    Chain chain(checksum({}, head));
    DamageCount damage;
    while (!rest.empty()) {
        const Line line = takeLine(rest);
        if (!chain.accepts(line)) {
            damage.add(line);
            continue;
        }
        result.lost += damage.take();
        Result<Document> next = withDifference(result.document, line.record, name);
        // Without a change before it, this one may not lead to a sound design.
        if (!next || (result.lost > 0 && !checkDocument(*next, name))) {
            ++result.lost;
            continue;
        }
        result.document = std::move(*next);
        ++result.changes;
        if (result.steps.size() == Recovered::kMostSteps)
            result.steps.erase(result.steps.begin());
        result.steps.push_back(result.document.project);
        compare();
    }
    result.lost += damage.take();
    if (Done checked = checkDocument(result.document, name); !checked)
        return checked.error();
    return result;
}

} // namespace rackwright
