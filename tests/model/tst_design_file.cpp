// SPDX-License-Identifier: GPL-3.0-or-later
// Design files on disk: what happens when the disk is full, the folder read-only, the file open or changed elsewhere,
// or the program killed: there is the old file or the new one, and a message that names it.
#include "model/file/design_file.h"
#include "model/file/design_hash.h"
#include "model/file/design_text.h"
#include "tests/support/random_document.h"
#include "tests/support/suite.h"

#include <QLockFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
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

std::size_t filesIn(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

Document named(Document document, std::string name) {
    auto project = std::make_shared<Project>(*document.project);
    project->name = std::move(name);
    document.project = std::move(project);
    return document;
}

} // namespace

class TestDesignFile : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path path(const char* name) const { return fs::path(m_folder->path().toStdString()) / name; }

    static int exitOf(::pid_t child) {
        int status = 0;
        ::waitpid(child, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    /// A design with the lock of a program that was killed beside it.
    void leaveLock() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        const ::pid_t child = ::fork();
        if (child == 0) {
            QLockFile lock(QString::fromStdString(path(".a.rkw.lock").string()));
            lock.setStaleLockTime(0);
            lock.tryLock(0);
            ::raise(SIGKILL);
        }
        QCOMPARE(exitOf(child), -1);
        QVERIFY(fs::exists(path(".a.rkw.lock")));
    }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup() { fs::permissions(path("."), fs::perms::owner_all); }

    void formIsKnownByContent() {
        const Document document = randomDocument(1);
        for (const char* name : {"a.rkw", "a.rkw.json"}) {
            QVERIFY(writeDesign(path(name), document));
            fs::rename(path(name), path("renamed"));
            const auto read = readDesign(path("renamed"));
            QVERIFY(read);
            QVERIFY(*read->project == *document.project);
            QCOMPARE(read->nextId, document.nextId);
        }
        QCOMPARE(contents(path("renamed")), designText(document)); // the second is text
    }

    void missingAndOddFilesAreNamed() {
        QCOMPARE(readDesign(path("none.rkw")).error().message.id, std::string("file.not-found"));
        QCOMPARE(readDesign(path(".")).error().message.id, std::string("file.not-a-file"));
        QCOMPARE(readDesign("/dev/zero").error().message.id, std::string("file.not-a-file"));
        write(path("empty.rkw"), "");
        QVERIFY(!readDesign(path("empty.rkw")));
        write(path("huge.rkw"), "SQLite format 3");
        fs::resize_file(path("huge.rkw"), std::uintmax_t{1} << 40); // sparse: takes no room
        QCOMPARE(readDesign(path("huge.rkw")).error().message.id, std::string("file.too-large"));
    }

    void changedByOthersIsNeverOverwritten() {
        const Document mine = randomDocument(2);
        auto file = DesignFile::create(path("a.rkw"), mine);
        QVERIFY(file);
        write(path("a.rkw"), designText(named(mine, "theirs"))); // by a program that asks for no lock
        QVERIFY(file->isChangedByOthers());
        const Done saved = file->save(named(mine, "mine"));
        QCOMPARE(saved.error().message.id, std::string("file.changed-by-others"));
        QCOMPARE(readDesign(path("a.rkw"))->project->name, std::string("theirs"));
        QVERIFY(file->save(named(mine, "mine"), DesignFile::WhenChanged::Overwrite));
        QCOMPARE(readDesign(path("a.rkw"))->project->name, std::string("mine"));
        QVERIFY(file->save(named(mine, "again")));
    }

    // Size and time can be those of before, and the file another all the same.
    void aChangeOfEqualSizeAndTimeIsSeen() {
        auto file = DesignFile::create(path("a.rkw.json"), named(emptyDocument("x"), "mine"));
        QVERIFY(file);
        const auto time = fs::last_write_time(path("a.rkw.json"));
        write(path("a.rkw.json"), designText(named(emptyDocument("x"), "hers")));
        fs::last_write_time(path("a.rkw.json"), time);
        QVERIFY(file->isChangedByOthers());
        QCOMPARE(file->save(emptyDocument("x")).error().message.id, std::string("file.changed-by-others"));
    }

    void touchingIsNoChange() {
        auto file = DesignFile::create(path("a.rkw"), randomDocument(2));
        QVERIFY(file);
        fs::last_write_time(path("a.rkw"), fs::last_write_time(path("a.rkw")) + std::chrono::hours(1));
        QVERIFY(!file->isChangedByOthers());
        QVERIFY(file->save(randomDocument(3)));
    }

    void aFileThatIsGoneIsWrittenAgain() {
        auto file = DesignFile::create(path("a.rkw"), randomDocument(2));
        QVERIFY(file);
        fs::remove(path("a.rkw"));
        QVERIFY(file->save(randomDocument(2)));
        QVERIFY(fs::exists(path("a.rkw")));
    }

    void openElsewhereIsRefused() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        auto first = DesignFile::open(path("a.rkw"));
        QVERIFY(first);
        const auto second = DesignFile::open(path("a.rkw"));
        QVERIFY(!second);
        QCOMPARE(second.error().message.id, std::string("file.open-elsewhere"));
        auto reader = DesignFile::open(path("a.rkw"), DesignFile::Access::ReadOnly);
        QVERIFY(reader);
        QVERIFY(reader->isReadOnly());
        QCOMPARE(reader->save(randomDocument(2)).error().message.id, std::string("file.read-only"));
        { const DesignFile closed = std::move(*first); }
        QVERIFY(DesignFile::open(path("a.rkw")));
    }

    // A file is one file under all its names.
    void openElsewhereByAnotherNameIsRefused() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        fs::create_hard_link(path("a.rkw"), path("hard.rkw"));
        fs::create_symlink(path("a.rkw"), path("soft.rkw"));
        auto first = DesignFile::open(path("a.rkw"));
        QVERIFY(first);
        for (const char* name : {"hard.rkw", "soft.rkw"}) {
            const auto second = DesignFile::open(path(name));
            QVERIFY(!second);
            QCOMPARE(second.error().message.id, std::string("file.open-elsewhere"));
            QCOMPARE(second.error().message.arguments[2].value, ArgumentValue(std::to_string(::getpid())));
            QCOMPARE(writeDesign(path(name), randomDocument(3)).error().message.id, std::string("file.open-elsewhere"));
        }
        QVERIFY(first->isAt(path("soft.rkw")));
        // A save makes another file of it, which is ours as well; the other name keeps what was there.
        QVERIFY(first->save(randomDocument(4)));
        QVERIFY(!DesignFile::open(path("soft.rkw")));
        QVERIFY(DesignFile::open(path("hard.rkw")));
    }

    // What is open here is opened again without being kept out by ourselves.
    void ourOwnFileOpensAgain() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        fs::create_symlink(path("a.rkw"), path("soft.rkw"));
        auto first = DesignFile::open(path("a.rkw"));
        QVERIFY(first);
        auto again = DesignFile::open(path("soft.rkw"), DesignFile::Access::Edit, &*first);
        QVERIFY(again);
        auto resumed = DesignFile::resume(path("a.rkw"), randomDocument(2), {"of another state"}, &*first);
        QVERIFY(resumed);
        QCOMPARE(resumed->save(randomDocument(3)).error().message.id, std::string("file.changed-by-others"));
        { const DesignFile closed = std::move(*first); }
        QVERIFY(!DesignFile::open(path("a.rkw")));
    }

    // Only files are replaced: a device or a pipe of that name stays what it is, and a link is followed only where a
    // person chose it.
    void onlyFilesAreReplaced() {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        fs::create_directory(path("folder.rkw"));
        write(path("victim"), "mine");
        fs::create_symlink(path("victim"), path("link"));
        fs::create_symlink("/dev/full", path("device"));
        QCOMPARE(writeDesign(path("pipe"), randomDocument(2)).error().message.id, std::string("file.is-a-pipe"));
        QCOMPARE(writeDesign(path("device"), randomDocument(2)).error().message.id, std::string("file.is-a-device"));
        QCOMPARE(writeDesign(path("folder.rkw"), randomDocument(2)).error().message.id,
                 std::string("file.is-a-folder"));
        QCOMPARE(writeDesign(path("link"), randomDocument(2), Links::Refuse).error().message.id,
                 std::string("file.is-a-link"));
        QCOMPARE(contents(path("victim")), std::string("mine"));
        QVERIFY(fs::is_fifo(path("pipe")));
        QVERIFY(!DesignFile::create(path("pipe"), randomDocument(2)));
        QCOMPARE(filesIn(path(".")), std::size_t(5)); // no lock is left beside them
        QVERIFY(writeDesign(path("link"), randomDocument(2)));
        QVERIFY(fs::is_symlink(path("link")));
        QVERIFY(readDesign(path("victim")));
    }

    // What a link led to has gone: what is missing is named, whatever links lie between.
    void aLinkToNothingIsNotReplaced() {
        fs::create_symlink("gone.rkw", path("first"));
        fs::create_symlink("first", path("link.rkw"));
        const Done written = writeDesign(path("link.rkw"), randomDocument(2));
        QCOMPARE(written.error().message.id, std::string("file.link-to-nothing"));
        const fs::path gone = fs::canonical(path(".")) / "gone.rkw";
        QVERIFY(written.error().message ==
                Message("file.link-to-nothing").with("file", path("link.rkw").string()).with("target", gone.string()));
        const Done refused = writeDesign(path("link.rkw"), randomDocument(2), Links::Refuse);
        QVERIFY(refused.error().message ==
                Message("file.is-a-link").with("file", path("link.rkw").string()).with("target", gone.string()));
        QCOMPARE(filesIn(path(".")), std::size_t(2));
    }

    void aFileWithoutANameIsNone() {
        QCOMPARE(readDesign("").error().message.id, std::string("file.no-name"));
        QCOMPARE(writeDesign("", randomDocument(2)).error().message.id, std::string("file.no-name"));
    }

    void rightsStayAsTheyWere() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        fs::permissions(path("a.rkw"), fs::perms(0640));
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(3)));
        QCOMPARE(fs::status(path("a.rkw")).permissions(), fs::perms(0640));
    }

    // A killed program leaves its lock behind; it must not lock its user out.
    void lockOfADeadProgramIsTakenOver() {
        leaveLock();
        QVERIFY(DesignFile::open(path("a.rkw")));
    }

    // Where its lock cannot be replaced, for want of room or of the right to, nobody is named who has the file.
    void lockOfADeadProgramOnAFullDisk() {
        leaveLock();
        const ::pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit nothing{0, 0};
            ::setrlimit(RLIMIT_FSIZE, &nothing);
            auto file = DesignFile::open(path("a.rkw"));
            if (!file)
                ::_exit(file.error().message.id == "file.open-elsewhere" ? 1 : 2);
            const Done saved = file->save(randomDocument(3));
            ::_exit(!saved && saved.error().message.id == "file.cannot-write" ? 7 : 3);
        }
        QCOMPARE(exitOf(child), 7);
    }
    void lockOfADeadProgramInAReadOnlyFolder() {
        leaveLock();
        fs::permissions(path("a.rkw"), fs::perms(0666));
        fs::permissions(path(".a.rkw.lock"), fs::perms(0644));
        fs::permissions(path("."), fs::perms(0555));
        const ::pid_t child = ::fork();
        if (child == 0) {
            if (::geteuid() == 0 && ::seteuid(65534) != 0)
                ::_exit(1);
            const auto file = DesignFile::open(path("a.rkw"));
            const auto resumed = DesignFile::resume(path("a.rkw"), randomDocument(2), {"of that state"});
            const Done written = writeDesign(path("a.rkw"), randomDocument(3));
            if (!file || !file->isReadOnly())
                ::_exit(2);
            if (!resumed || !resumed->isReadOnly())
                ::_exit(3);
            ::_exit(!written && written.error().message.id == "file.cannot-write-here" ? 7 : 4);
        }
        const int exit = exitOf(child);
        fs::permissions(path("."), fs::perms(0755));
        QCOMPARE(exit, 7);
        QVERIFY(DesignFile::open(path("a.rkw")));
    }
    // A lock of another machine is nobody's to judge here.
    void lockOfAnotherMachineStays() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        const std::string theirs = "4711\nrackwright\nnorth\n00000000000000000000000000000000\n\n";
        write(path(".a.rkw.lock"), theirs);
        const auto file = DesignFile::open(path("a.rkw"));
        QVERIFY(!file);
        QCOMPARE(file.error().message.id, std::string("file.open-elsewhere"));
        QCOMPARE(contents(path(".a.rkw.lock")), theirs);
    }

    void aWriteProtectedFileIsOpenedReadOnly() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        fs::permissions(path("a.rkw"), fs::perms(0444));
        const std::string before = contents(path("a.rkw"));
        auto file = DesignFile::open(path("a.rkw"));
        QVERIFY(file && file->isReadOnly());
        QCOMPARE(file->save(randomDocument(3)).error().message.id, std::string("file.read-only"));
        QCOMPARE(contents(path("a.rkw")), before);
        fs::permissions(path("a.rkw"), fs::perms(0644));
        file = DesignFile::open(path("a.rkw"));
        QVERIFY(file && !file->isReadOnly());
    }

    void readOnlyFolderIsReadAndNotWritten() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2)));
        const std::string before = contents(path("a.rkw"));
        fs::permissions(path("."), fs::perms(0555));
        fs::permissions(path("a.rkw"), fs::perms(0444));
        const ::pid_t child = ::fork();
        if (child == 0) {
            if (::geteuid() == 0 && ::seteuid(65534) != 0) // the administrator may write anywhere; nobody may not
                ::_exit(1);
            auto file = DesignFile::open(path("a.rkw"));
            if (!file || !file->isReadOnly())
                ::_exit(2);
            const Done written = writeDesign(path("a.rkw"), randomDocument(3));
            ::_exit(!written && written.error().message.id == "file.cannot-write-here" ? 7 : 3);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
        QCOMPARE(contents(path("a.rkw")), before);
        QCOMPARE(filesIn(path(".")), std::size_t(1));
    }

    // A limit on the size of files stands for a full disk: a write stops half-way.
    void fullDiskLeavesTheOldFile() {
        QVERIFY(writeDesign(path("a.rkw"), randomDocument(2, {2, 1})));
        const std::string before = contents(path("a.rkw"));
        const ::pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGXFSZ, SIG_IGN);
            const ::rlimit limit{100'000, 100'000};
            ::setrlimit(RLIMIT_FSIZE, &limit);
            const Done written = writeDesign(path("a.rkw"), randomDocument(2, {400, 1}));
            ::_exit(!written && written.error().message.id.starts_with("file.") ? 7 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 7);
        QCOMPARE(contents(path("a.rkw")), before);
        QCOMPARE(filesIn(path(".")), std::size_t(1)); // no temporary file is left
    }

    // A program killed before it wrote its number into its lock holds nothing.
    void anEmptyLockIsNobodys() {
        const Document small = randomDocument(5, {3, 1});
        std::ofstream(path(".a.rkw.lock")).close();
        QVERIFY(writeDesign(path("a.rkw"), small));
        QVERIFY(!fs::exists(path(".a.rkw.lock")));
    }

    // Killed at many moments of a save: the file is the old or the new document.
    void killedWhileSaving() {
        const Document small = randomDocument(5, {3, 1});
        const Document large = randomDocument(6, {150, 2});
        const std::string old = designText(small);
        const std::string fresh = designText(large);
        int olds = 0;
        for (int i = 0; i < 40; ++i) {
            QVERIFY(writeDesign(path("a.rkw"), small));
            const ::pid_t child = ::fork();
            if (child == 0) {
                (void)writeDesign(path("a.rkw"), large);
                ::_exit(0);
            }
            ::usleep(static_cast<::useconds_t>(i * 1500));
            ::kill(child, SIGKILL);
            int status = 0;
            ::waitpid(child, &status, 0);
            const auto read = readDesign(path("a.rkw"));
            QVERIFY(read);
            const std::string text = designText(*read);
            QVERIFY(text == old || text == fresh);
            olds += text == old;
        }
        QVERIFY(olds > 0);
        // What the killed left half done goes with the next who has the file; nothing of others does.
        write(path(".a.rkw.12345.part"), "half");
        write(path(".a.rkw.json.12345.part"), "of another");
        QVERIFY(DesignFile::open(path("a.rkw")));
        QVERIFY(fs::exists(path(".a.rkw.json.12345.part")));
        QCOMPARE(filesIn(path(".")), std::size_t(2));
    }

    void whatCannotBeOpenedIsNotSaved() {
        Document document = emptyDocument("bad");
        auto project = std::make_shared<Project>(*document.project);
        Design design;
        Rack rack;
        rack.id = {2};
        rack.room = {77};
        design.racks = design.racks.with(rack);
        project->options.front().design = std::make_shared<const Design>(design);
        const Done written = writeDesign(path("bad.rkw"), {project, 3});
        QCOMPARE(written.error().message.id, std::string("file.dangling"));
        QVERIFY(!fs::exists(path("bad.rkw")));
    }

    void hashFollowsContentOnly() {
        const Document document = randomDocument(12, {10, 2});
        const Project& project = *document.project;
        const std::string hash = designHash(project, project.options[0]);
        QCOMPARE(hash.size(), std::size_t(64));
        const auto read = readDesignText(designText(document), "again");
        QCOMPARE(designHash(*read->project, read->project->options[0]), hash);
        QVERIFY(designHash(project, project.options[1]) != hash);
        QVERIFY(designHash(*named(document, "another").project, project.options[0]) != hash);
        Project issued = project;
        issued.revisions = {};
        issued.activeOption = issued.options[1].id;
        issued.options.resize(1);
        QCOMPARE(designHash(issued, project.options[0]), hash);
    }

    // The samples of earlier formats are kept for ever; only values that no design may hold any more were changed in
    // them.
    void earlierFormatsAreRead_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"format-1", "format-2"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void earlierFormatsAreRead() {
        QFETCH(const QString, name);
        const fs::path folder = fs::path(RW_TEST_DATA) / "formats";
        const auto text = readDesign(folder / (name.toStdString() + ".rkw.json"));
        QVERIFY(text);
        const auto database = readDesign(folder / (name.toStdString() + ".rkw"));
        QVERIFY(database);
        QVERIFY(*text->project == *database->project);
        QCOMPARE(text->project->options.size(), std::size_t(3));
        forEachDesignTable([&](const auto& table) {
            QVERIFY2(!((*text->project->options.front().design).*table.member).isEmpty(), table.name.data());
        });
    }
    // What format 2 knew of cooling units and circuits, and nothing of what feeds units.
    void formatTwoIsRead() {
        const fs::path folder = fs::path(RW_TEST_DATA) / "formats";
        const auto text = readDesign(folder / "format-2.rkw.json");
        QVERIFY(text);
        const auto database = readDesign(folder / "format-2.rkw");
        QVERIFY(database);
        QVERIFY(*text->project == *database->project);
        const Design& design = *text->project->options.front().design;
        QCOMPARE(design.powerElements.begin()->storedEnergy, std::optional(Energy(3.6e6)));
        for (const CoolingUnit& unit : design.coolingUnits) {
            QCOMPARE(unit.redundancy, std::string("N+1"));
            QCOMPARE(unit.head, std::optional(Pressure(120'000)));
            QVERIFY(!unit.draw);
        }
        QVERIFY(!design.powerLinks.isEmpty());
        for (const PowerLink& link : design.powerLinks)
            QVERIFY(!link.unit);
    }
};

RW_CORE_SUITE(TestDesignFile)
#include "tst_design_file.moc"
