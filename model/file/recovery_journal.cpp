// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/file/recovery_journal.h"

#include "model/file/design_hash.h"
#include "model/file/disk.h"
#include "model/file/format.h"
#include "model/file/integrity.h"
#include "model/file/journal_text.h"

#include <cerrno>
#include <condition_variable>
#include <cstring>
#include <fcntl.h>
#include <mutex>
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

} // namespace

class RecoveryJournal::Writer {
public:
    Writer(std::filesystem::path path, const Document& base, const std::string& baseHash)
        : m_path(std::move(path)), m_base(base), m_written(base), m_baseHash(baseHash) {}

    ~Writer() {
        {
            const std::lock_guard lock(m_mutex);
            m_stops = true;
        }
        m_wake.notify_all();
        if (m_thread.joinable())
            m_thread.join();
        close();
    }

    Done begin() {
        const std::string head = headline(m_baseHash);
        if (Done written = writeAtomically(m_path, head); !written)
            return written;
        if (!reopen())
            return systemError(journalMessage());
        m_size = head.size();
        m_sum = checksum({}, head);
        return done();
    }
    void run() {
        m_thread = std::thread([this] { loop(); });
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
    Done restart(const Document& base, const std::string& baseHash) {
        const std::lock_guard file(m_fileMutex);
        const std::vector<Document> waiting = takeWaiting();
        const Document latest = waiting.empty() ? m_written : waiting.back();
        m_base = m_written = base;
        m_baseHash = baseHash;
        Done begun = begin();
        if (begun && (!append(latest) || ::fdatasync(m_fd) != 0))
            begun = systemError(journalMessage());
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
        close();
        std::error_code ignored;
        std::filesystem::remove(m_path, ignored);
        m_isDiscarded = true;
    }

private:
    void loop() {
        std::unique_lock lock(m_mutex);
        while (true) {
            m_wake.wait(lock, [this] { return m_stops || !m_waiting.empty(); });
            if (m_waiting.empty())
                return;
            lock.unlock();
            writeWaiting();
            lock.lock();
        }
    }

    // One record for each change, one sync for all that came together: a change is on the disk as soon as the disk lets
    // it.
    void writeWaiting() {
        const std::lock_guard file(m_fileMutex);
        const std::vector<Document> waiting = takeWaiting();
        bool isGood = true;
        for (const Document& document : waiting)
            isGood = isGood && append(document);
        isGood = isGood && (m_fd < 0 || ::fdatasync(m_fd) == 0);
        finish(waiting.size(), isGood ? std::nullopt : std::optional(systemError(journalMessage())));
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
        m_idle.notify_all();
    }

    // After a failure the file is cut back to the last whole record, and the next difference holds what was missed.
    bool append(const Document& document) {
        if (m_isDiscarded)
            return true;
        const std::string record = differenceText(m_written, document);
        if (record.empty())
            return true;
        if (m_size + record.size() > kCompactBytes && m_size > headline(m_baseHash).size())
            return compact(document);
        const std::string sum = checksum(m_sum, record);
        const std::string line = sum + " " + record + "\n";
        if (!writeLine(line)) {
            if (::ftruncate(m_fd, static_cast<::off_t>(m_size)) != 0)
                ::lseek(m_fd, 0, SEEK_END);
            return false;
        }
        m_sum = sum;
        m_size += line.size();
        m_written = document;
        return true;
    }

    bool compact(const Document& document) {
        const std::string head = headline(m_baseHash);
        const std::string record = differenceText(m_base, document);
        const std::string sum = checksum(checksum({}, head), record);
        const std::string all = record.empty() ? head : head + sum + " " + record + "\n";
        if (!writeAtomically(m_path, all) || !reopen())
            return false;
        m_size = all.size();
        m_sum = record.empty() ? checksum({}, head) : sum;
        m_written = document;
        return true;
    }

    bool writeLine(std::string_view line) {
        while (!line.empty()) {
            const ::ssize_t n = ::write(m_fd, line.data(), line.size());
            if (n < 0 && errno == EINTR)
                continue;
            if (n <= 0)
                return false;
            line.remove_prefix(static_cast<std::size_t>(n));
        }
        return true;
    }

    bool reopen() {
        close();
        m_fd = ::open(m_path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
        return m_fd >= 0;
    }
    void close() {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = -1;
    }
    Message journalMessage() const {
        return Message("journal.cannot-write").with("file", shownPath(m_path)).with("reason", std::strerror(errno));
    }
    const std::filesystem::path m_path;

    // Of the file; held while writing. Always taken before m_mutex.
    std::mutex m_fileMutex;
    Document m_base;
    Document m_written; ///< what the records so far lead to
    std::string m_baseHash;
    std::string m_sum;
    std::size_t m_size = 0;
    int m_fd = -1;
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
    auto writer = std::make_unique<Writer>(path, base, baseHash);
    if (Done begun = writer->begin(); !begun)
        return begun.error();
    writer->run();
    return std::unique_ptr<RecoveryJournal>(new RecoveryJournal(std::move(writer)));
}

void RecoveryJournal::record(Document document) { m_writer->record(std::move(document)); }

Done RecoveryJournal::restart(const Document& base, const std::string& baseHash) {
    return m_writer->restart(base, baseHash);
}

bool RecoveryJournal::flush(std::chrono::milliseconds limit) { return m_writer->flush(limit); }

std::optional<Error> RecoveryJournal::problem() const { return m_writer->problem(); }

void RecoveryJournal::discard() { m_writer->discard(); }

Result<Recovered> recovered(const std::filesystem::path& journal, const Document& base, const std::string& baseHash) {
    const std::string name = shownPath(journal);
    const Result<std::string> bytes = readWholeFile(journal, kLargestFile);
    if (!bytes)
        return bytes.error();
    std::string_view rest = *bytes;
    const std::string head = headline(baseHash);
    if (!rest.starts_with(kHeadline))
        return inputError(Message("journal.not-a-journal").with("file", name));
    if (!rest.starts_with(head))
        return inputError(Message("journal.other-base").with("file", name));
    rest.remove_prefix(head.size());
    Recovered result{base, 0, false};
    std::string sum = checksum({}, head);
    while (!rest.empty()) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        const bool isWhole = end != std::string_view::npos && line.size() > kSumDigits + 1;
        const std::string_view record = isWhole ? line.substr(kSumDigits + 1) : std::string_view();
        if (!isWhole || checksum(sum, record) != line.substr(0, kSumDigits)) {
            result.isTorn = true;
            break;
        }
        Result<Document> next = withDifference(result.document, record, name);
        if (!next)
            return next.error();
        result.document = std::move(*next);
        ++result.changes;
        sum = line.substr(0, kSumDigits);
        rest.remove_prefix(end + 1);
    }
    if (Done checked = checkDocument(result.document, name); !checked)
        return checked.error();
    return result;
}

} // namespace rackwright
