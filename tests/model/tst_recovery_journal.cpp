// SPDX-License-Identifier: GPL-3.0-or-later
// The recovery journal gives back every recorded change, stops cleanly where it is torn, and belongs to one file only.
#include "model/file/design_text.h"
#include "model/file/integrity.h"
#include "model/file/journal_text.h"
#include "model/file/recovery_journal.h"
#include "tests/support/little_memory.h"
#include "tests/support/no_threads.h"
#include "tests/support/random_document.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace rackwright;
using namespace rackwright::testing;
namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

// The next document of a random session: rows of an option changed, an option added, renamed or taken out.
Document nextDocument(const Document& document, std::mt19937_64& random) {
    IdSource ids(document.nextId);
    auto project = std::make_shared<Project>(*document.project);
    const std::size_t at = random() % project->options.size();
    switch (random() % 8) {
    case 0:
        project->name += "+";
        break;
    case 1:
        project->options.push_back({ids.take<Design>().value, "copy", "", project->options[at].design});
        break;
    case 2:
        if (project->options.size() > 1 && project->options[at].id != project->activeOption)
            project->options.erase(project->options.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    case 3: {
        Requirement requirement;
        requirement.id = ids.take<Requirement>();
        requirement.text = "more power";
        project->requirements = project->requirements.with(requirement);
        break;
    }
    default:
        project->options[at].design =
            std::make_shared<const Design>(randomlyEdited(*project, *project->options[at].design, random, ids));
    }
    return {std::move(project), ids.next()};
}

} // namespace

class TestRecoveryJournal : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void differenceLeadsToTheSecond() {
        std::mt19937_64 random(1);
        for (std::uint64_t seed = 1; seed < 15; ++seed) {
            Document document = randomDocument(seed, {8, 2});
            for (int i = 0; i < 15; ++i) {
                const Document next = nextDocument(document, random);
                const std::string difference = differenceText(document, next);
                if (difference.empty()) {
                    QVERIFY(*document.project == *next.project);
                    continue;
                }
                QCOMPARE(difference.find('\n'), std::string::npos);
                const auto found = withDifference(document, difference, "j");
                QVERIFY2(found, found ? "" : found.error().message.id.c_str());
                QVERIFY(*found->project == *next.project);
                QCOMPARE(found->nextId, next.nextId);
                document = next;
            }
        }
    }

    // Ids are made from it: one that is none, or beyond all ids, is refused where it is read.
    void aNextIdOutOfRangeIsRefused_data() {
        QTest::addColumn<QByteArray>("next");
        QTest::addColumn<bool>("isTaken");
        QTest::newRow("none") << QByteArray("0") << false;
        QTest::newRow("first") << QByteArray("1") << true;
        QTest::newRow("largest") << QByteArray::number(quint64(kLargestId)) << true;
        QTest::newRow("beyond") << QByteArray::number(quint64(kLargestId) + 1) << false;
    }
    void aNextIdOutOfRangeIsRefused() {
        QFETCH(QByteArray, next);
        QFETCH(bool, isTaken);
        const Document document = emptyDocument("x");
        const auto found = withDifference(document, "{\"nextId\": " + next.toStdString() + "}", "j");
        QCOMPARE(found.has_value(), isTaken);
        if (!isTaken)
            QCOMPARE(found.error().message.id, std::string("file.out-of-range"));
    }

    void everyChangeIsRecovered() {
        std::mt19937_64 random(2);
        const Document base = randomDocument(3, {10, 2});
        Document last = base;
        {
            auto journal = RecoveryJournal::start(path("j"), base, "abc");
            QVERIFY(journal);
            for (int i = 0; i < 60; ++i) {
                last = nextDocument(last, random);
                (*journal)->record(last);
            }
            QVERIFY((*journal)->flush(std::chrono::seconds(30)));
            QVERIFY(!(*journal)->problem());
        }
        const auto found = recovered(path("j"), base, "abc");
        QVERIFY(found);
        QCOMPARE(found->lost, std::size_t(0));
        QVERIFY(found->changes > 30);
        QCOMPARE(designText(found->document), designText(last));
    }

    void undoIsRecordedToo() {
        const Document base = emptyDocument("x");
        std::mt19937_64 random(5);
        const Document edited = nextDocument(base, random);
        auto journal = RecoveryJournal::start(path("j"), base, "");
        (*journal)->record(edited);
        (*journal)->record({base.project, edited.nextId}); // undone; the counter never goes back
        QVERIFY((*journal)->flush(std::chrono::seconds(30)));
        const auto found = recovered(path("j"), base, "");
        QVERIFY(found);
        QVERIFY(*found->document.project == *base.project);
        QCOMPARE(found->document.nextId, edited.nextId);
    }

    // What is cut off is gone and counted; what stands before it is there.
    void tornRecordsAreLeftOut() {
        std::mt19937_64 random(6);
        const Document base = randomDocument(4, {3, 1});
        std::vector<std::string> texts{designText(base)};
        {
            auto journal = RecoveryJournal::start(path("j"), base, "h");
            Document last = base;
            for (int i = 0; i < 8; ++i) {
                last = nextDocument(last, random);
                (*journal)->record(last);
                texts.push_back(designText(last));
            }
        }
        const std::string whole = contents(path("j"));
        const std::size_t head = whole.find('\n') + 1;
        for (int i = 0; i < 400; ++i) {
            const std::string torn = whole.substr(0, head + random() % (whole.size() - head));
            write(path("torn"), torn);
            const auto found = recovered(path("torn"), base, "h");
            QVERIFY(found);
            QVERIFY(std::ranges::find(texts, designText(found->document)) != texts.end());
            QCOMPARE(found->lost, std::size_t(torn.back() != '\n'));
        }
    }

    // One damaged place, and all else that can be without it comes back; nothing is lost without a word.
    void damagedRecordsCostNoOthers() {
        std::mt19937_64 random(16);
        Document base = randomDocument(4, {3, 1});
        std::vector<Document> steps{base};
        {
            auto journal = RecoveryJournal::start(path("j"), base, "h");
            for (int i = 0; i < 6; ++i) { // each changes a thing of its own
                auto project = std::make_shared<Project>(*steps.back().project);
                Requirement requirement;
                requirement.id = {steps.back().nextId};
                requirement.text = "requirement " + std::to_string(i);
                project->requirements = project->requirements.with(requirement);
                steps.push_back({project, steps.back().nextId + 1});
                (*journal)->record(steps.back());
            }
        }
        const std::string whole = contents(path("j"));
        const std::size_t head = whole.find('\n') + 1;
        const std::size_t all = steps.back().project->requirements.size();
        for (std::size_t at = head; at < whole.size(); ++at) {
            std::string damaged = whole;
            damaged[at] ^= static_cast<char>(1 << (random() % 8));
            write(path("damaged"), damaged);
            const auto found = recovered(path("damaged"), base, "h");
            QVERIFY(found);
            const bool isAll = found->document.project->requirements.size() == all;
            QVERIFY2(found->lost > 0 || isAll, std::to_string(at).c_str());
            // A damage that makes one line of two, or two of one, costs a neighbour as well.
            QVERIFY2(found->document.project->requirements.size() + 3 >= all, std::to_string(at).c_str());
            QVERIFY(found->changes + 3 >= steps.size() - 1);
            // Two that the damage made one are two all the same.
            QVERIFY2(found->changes + found->lost == steps.size() - 1, std::to_string(at).c_str());
        }
    }

    void aDamagedHeadlineIsReadByItsRecords() {
        const Document base = emptyDocument("x");
        auto project = std::make_shared<Project>(*base.project);
        project->name = "y";
        { (*RecoveryJournal::start(path("j"), base, "abc"))->record({project, 2}); }
        std::string damaged = contents(path("j"));
        damaged[damaged.find("abc")] = 'z';
        write(path("j"), damaged);
        const auto found = recovered(path("j"), base, "abc");
        QVERIFY(found);
        QCOMPARE(found->document.project->name, std::string("y"));
        damaged[0] = 'X';
        write(path("j"), damaged);
        QCOMPARE(recovered(path("j"), base, "abc")->changes, std::size_t(1));
    }

    // The file may hold some of the changes already: the process died between its save and the new journal.
    void changesInTheFileAreKnown() {
        const Document base = emptyDocument("0");
        std::vector<ProjectPtr> states{base.project};
        {
            auto journal = RecoveryJournal::start(path("j"), base, "h");
            for (int i = 1; i < 5; ++i) {
                auto project = std::make_shared<Project>(*base.project);
                project->name = std::to_string(i);
                (*journal)->record({project, 2});
                states.push_back(project);
            }
        }
        for (std::size_t i = 0; i < states.size(); ++i)
            QCOMPARE(recovered(path("j"), base, "h", states[i].get())->changesInSaved, std::optional(i));
        QVERIFY(!recovered(path("j"), base, "h", emptyDocument("other").project.get())->changesInSaved);
    }

    void journalOfAnotherFileIsRefused() {
        const Document base = emptyDocument("x");
        { QVERIFY(RecoveryJournal::start(path("j"), base, "one")); }
        QCOMPARE(recovered(path("j"), base, "two").error().message.id, std::string("journal.other-base"));
        QCOMPARE(recovered(path("j"), base, "").error().message.id, std::string("journal.other-base"));
        write(path("other"), "{}");
        QCOMPARE(recovered(path("other"), base, "one").error().message.id, std::string("journal.not-a-journal"));
        QCOMPARE(recovered(path("none"), base, "one").error().message.id, std::string("file.not-found"));
    }

    void restartAndDiscard() {
        std::mt19937_64 random(8);
        const Document base = randomDocument(5, {3, 1});
        auto journal = RecoveryJournal::start(path("j"), base, "one");
        const Document saved = nextDocument(base, random);
        (*journal)->record(saved);
        QVERIFY((*journal)->restart(path("k"), saved, "two"));
        QCOMPARE(recovered(path("k"), saved, "two")->changes, std::size_t(0));
        const Document later = nextDocument(saved, random);
        (*journal)->record(later);
        QVERIFY((*journal)->flush(std::chrono::seconds(30)));
        QCOMPARE(designText(recovered(path("k"), saved, "two")->document), designText(later));
        QCOMPARE(designText(recovered(path("j"), base, "one")->document), designText(saved));
        (*journal)->discard();
        (*journal)->record(saved);
        journal->reset();
        QVERIFY(!fs::exists(path("k")));
    }

    // Where the new one cannot be written, the one before goes on, with its base.
    void aRestartThatFailsLosesNothing() {
        std::mt19937_64 random(28);
        const Document base = randomDocument(5, {3, 1});
        const Document saved = nextDocument(base, random);
        const Document later = nextDocument(saved, random);
        auto journal = RecoveryJournal::start(path("j"), base, "one");
        (*journal)->record(saved);
        QVERIFY(!(*journal)->restart(path("none") / "k", saved, "two"));
        (*journal)->record(later);
        QVERIFY((*journal)->flush(std::chrono::seconds(30)));
        QCOMPARE(designText(recovered(path("j"), base, "one")->document), designText(later));
    }

    // A save takes a while; what is edited meanwhile must not be lost when the journal begins anew.
    void editsDuringASaveAreKept() {
        std::mt19937_64 random(18);
        const Document base = randomDocument(5, {3, 1});
        const Document saved = nextDocument(base, random);
        const Document later = nextDocument(nextDocument(saved, random), random);
        for (const bool isWritten : {false, true}) {
            auto journal = RecoveryJournal::start(path("j"), base, "one");
            (*journal)->record(saved);
            (*journal)->record(later);
            if (isWritten)
                QVERIFY((*journal)->flush(std::chrono::seconds(30)));
            QVERIFY((*journal)->restart(path("k"), saved, "two"));
            QVERIFY((*journal)->flush(std::chrono::seconds(30)));
            QCOMPARE(designText(recovered(path("k"), saved, "two")->document), designText(later));
        }
    }

    // Killed without warning after half a second of changes: what was recorded before the last two seconds is there.
    void killedProgramLosesNextToNothing() {
        const Document base = randomDocument(6, {5, 1});
        int channel[2] = {};
        QCOMPARE(::pipe(channel), 0);
        const ::pid_t child = ::fork();
        if (child == 0) {
            auto journal = RecoveryJournal::start(path("j"), base, "h");
            std::mt19937_64 random(9);
            Document last = base;
            for (int i = 0; i < 25; ++i) {
                last = nextDocument(last, random);
                (*journal)->record(last);
            }
            // Tells when all of it must be safe: two seconds after the last change at the latest.
            const char isSafe = (*journal)->flush(std::chrono::seconds(2)) ? 1 : 0;
            if (::write(channel[1], &isSafe, 1) != 1)
                ::_exit(1);
            while (true)
                (*journal)->record(last = nextDocument(last, random));
        }
        char isSafe = 0;
        QCOMPARE(::read(channel[0], &isSafe, 1), ::ssize_t(1));
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        ::close(channel[0]);
        ::close(channel[1]);
        QCOMPARE(isSafe, char(1));
        std::mt19937_64 random(9);
        Document last = base;
        for (int i = 0; i < 25; ++i)
            last = nextDocument(last, random);
        const auto found = recovered(path("j"), base, "h");
        QVERIFY(found);
        QVERIFY(found->document.nextId >= last.nextId);
        // It went on after it had told: what it recorded later may be there as well.
        const std::string text = designText(found->document);
        bool isRecorded = false;
        for (; !isRecorded && last.nextId <= found->document.nextId; last = nextDocument(last, random))
            isRecorded = designText(last) == text;
        QVERIFY(isRecorded);
    }

    // A change that has no room in memory is told; with room the journal holds everything again.
    void littleMemoryIsToldAndMended() {
        const Document base = emptyDocument("x");
        auto journal = RecoveryJournal::start(path("j"), base, "h");
        auto project = std::make_shared<Project>(*base.project);
        project->description = std::string(100'000, 'x');
        {
            const LittleMemory little(50'000);
            (*journal)->record({project, 2});
            QVERIFY(!(*journal)->flush(std::chrono::seconds(10)));
            QCOMPARE((*journal)->problem()->message.id, std::string("internal.no-memory"));
        }
        project = std::make_shared<Project>(*project);
        project->name = "later";
        (*journal)->record({project, 2});
        QVERIFY((*journal)->flush(std::chrono::seconds(10)));
        QVERIFY(!(*journal)->problem());
        const auto found = recovered(path("j"), base, "h");
        QVERIFY(found);
        QVERIFY(*found->document.project == *project);
    }

    // Where the system lets nobody start a thread, nobody would write: that is told, and no journal is left.
    void withoutAThreadThereIsNoJournal() {
        const NoThreads none;
        const auto journal = RecoveryJournal::start(path("j"), emptyDocument("x"), "h");
        QVERIFY(!journal);
        QCOMPARE(journal.error().message.id, std::string("journal.cannot-write"));
        QVERIFY(!fs::exists(path("j")));
    }

    // A disk that fills up is told, and once there is room the journal holds everything again.
    void fullDiskIsToldAndMended() {
        const Document base = emptyDocument("x");
        const ::pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            auto journal = RecoveryJournal::start(path("j"), base, "h");
            ::rlimit limit{};
            ::getrlimit(RLIMIT_FSIZE, &limit);
            const ::rlimit small{200, limit.rlim_max};
            ::setrlimit(RLIMIT_FSIZE, &small);
            auto project = std::make_shared<Project>(*base.project);
            project->description = std::string(1000, 'x');
            (*journal)->record({project, 2});
            const bool isTold = !(*journal)->flush(std::chrono::seconds(10)) && (*journal)->problem();
            ::setrlimit(RLIMIT_FSIZE, &limit);
            project = std::make_shared<Project>(*project);
            project->name = "later";
            (*journal)->record({project, 2});
            const bool isMended = (*journal)->flush(std::chrono::seconds(10)) && !(*journal)->problem();
            ::_exit(isTold && isMended ? 7 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
        const auto found = recovered(path("j"), base, "h");
        QVERIFY(found);
        QCOMPARE(found->document.project->name, std::string("later"));
        QCOMPARE(found->document.project->description.size(), std::size_t(1000));
    }
};

QTEST_GUILESS_MAIN(TestRecoveryJournal)
#include "tst_recovery_journal.moc"
