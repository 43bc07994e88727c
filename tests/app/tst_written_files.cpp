// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the program writes, on a disk that fails at every call in turn, for want of room, of a share of it,
// or of health: there are the old bytes or the new ones, and success is told of the new ones only.
#include "app/preferences_file.h"
#include "catalog/overlay.h"
#include "catalog/overlay_copy.h"
#include "model/file/design_file.h"
#include "model/file/design_text.h"
#include "model/file/disk.h"
#include "tests/support/command_line.h"
#include "tests/support/faulty_disk.h"
#include "tests/support/report_fixture.h"
#include "ui/document/recovery_store.h"
#include "ui/report/export.h"
#include "ui/report/schedule_files.h"

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cerrno>
#include <fstream>
#include <functional>
#include <map>

using namespace rackwright;
using rackwright::testing::FaultyDisk;
namespace fs = std::filesystem;

namespace {

using FilesByName = std::map<std::string, std::string>;

std::string bytesOf(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Files that a person sees, by name.
FilesByName contentsOf(const fs::path& folder) {
    FilesByName all;
    for (const auto& entry : fs::directory_iterator(folder))
        all[entry.path().filename().string()] = bytesOf(entry.path());
    return all;
}

void fill(const fs::path& folder, const FilesByName& files) {
    for (const auto& entry : fs::directory_iterator(folder))
        fs::remove_all(entry.path());
    for (const auto& [name, bytes] : files)
        std::ofstream(folder / name, std::ios::binary) << bytes;
}

Document named(const Document& document, const std::string& name) {
    auto project = std::make_shared<Project>(*document.project);
    project->name = name;
    return {project, document.nextId};
}

const Texts& texts() {
    static const Texts english = Texts::of("en");
    return english;
}

struct Fault {
    int code;
    FaultyDisk::Fails fails;
};
constexpr std::array kFaults = {Fault{ENOSPC, FaultyDisk::Fails::FromThenOn},
                                Fault{EDQUOT, FaultyDisk::Fails::FromThenOn}, Fault{EIO, FaultyDisk::Fails::Once}};
constexpr int kFewestCalls = 5; // to open, write, sync, close and rename a file

/// Runs `attempt` with each call failing in turn, in every way, until there is no call left to fail.
void withEveryFault(FaultyDisk& disk, const std::function<void()>& prepare,
                    const std::function<void(int code)>& attempt) {
    for (const auto& [code, fails] : kFaults) {
        bool wasHit = true;
        int call = 0;
        while (wasHit) {
            prepare();
            disk.failAt(++call, code, fails);
            attempt(code);
            if (QTest::currentTestFailed()) {
                qInfo("call %d fails with %d", call, code);
                return;
            }
            wasHit = disk.hasFailed();
            disk.heal();
        }
        QVERIFY2(call > kFewestCalls, "the calls of the writer are not seen");
    }
}

} // namespace

class TestWrittenFiles : public QObject {
    Q_OBJECT
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<FaultyDisk> m_disk;
    fs::path folder() const { return m_folder->path().toStdString(); }

    /// `write` leads from `before` to `after` or says why not, whatever fails.
    void checkWriter(const FilesByName& before, const std::function<Done()>& write) {
        fill(folder(), before);
        QVERIFY(write());
        const FilesByName after = contentsOf(folder());
        withEveryFault(
            *m_disk, [&] { fill(folder(), before); },
            [&](int code) {
                const Done done = write();
                const bool wasHit = m_disk->hasFailed();
                m_disk->heal();
                const FilesByName now = contentsOf(folder());
                if (done)
                    QVERIFY(now == after);
                else
                    checkFailure(done.error(), code, wasHit, now, before, after);
            });
    }
    void checkFailure(const Error& error, int code, bool wasHit, const FilesByName& now, const FilesByName& before,
                      const FilesByName& after) {
        QVERIFY(wasHit);
        const std::string said = texts().sentence(error.message);
        QVERIFY2(said.find(folder().string()) != std::string::npos, said.c_str());
        QVERIFY2(said.find("free") != std::string::npos && said.find("B ") != std::string::npos, said.c_str());
        QVERIFY2(said.find("on another disk") != std::string::npos || said.find("ave ") != std::string::npos,
                 said.c_str());
        const std::string& id = error.message.id;
        const bool isNew = id == "file.not-confirmed";
        QVERIFY2(isNew || code != ENOSPC || id == "file.disk-full", id.c_str());
        QVERIFY2(isNew || code != EDQUOT || id == "file.quota-used", id.c_str());
        // Each file is the old or the new one, none is half, and nothing unfinished lies about.
        for (const auto& [name, bytes] : now) {
            const auto old = before.find(name);
            const auto fresh = after.find(name);
            QVERIFY2((old != before.end() && old->second == bytes) || (fresh != after.end() && fresh->second == bytes),
                     name.c_str());
        }
        for (const auto& [name, bytes] : before)
            QVERIFY2(now.contains(name), name.c_str());
        QVERIFY(isNew || before.size() > 1 || now == before);
    }

private Q_SLOTS:
    void initTestCase() { qunsetenv("LD_PRELOAD"); }
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_disk = std::make_unique<FaultyDisk>(folder());
    }

    void designs_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("text") << QStringLiteral("hall.rkw.json");
        QTest::newRow("database") << QStringLiteral("hall.rkw");
    }
    // Designs of less than a buffer became files of no byte: their only write failed unseen.
    void designs() {
        QFETCH(QString, name);
        const fs::path path = folder() / name.toStdString();
        const Document old = named(emptyDocument("hall"), "old"), fresh = named(old, "new");
        QVERIFY(designText(fresh).size() < 16 * 1024);
        QVERIFY(writeDesign(path, old));
        checkWriter(contentsOf(folder()), [&] { return writeDesign(path, fresh, Links::Refuse); });
    }
    void aNewDesign() {
        const fs::path path = folder() / "hall.rkw";
        checkWriter({}, [&] { return writeDesign(path, emptyDocument("hall")); });
    }
    void anOpenDesign() {
        const fs::path path = folder() / "hall.rkw.json";
        const Document old = named(emptyDocument("hall"), "old"), fresh = named(old, "new");
        QVERIFY(writeDesign(path, old));
        const FilesByName before = contentsOf(folder());
        withEveryFault(
            *m_disk, [&] { fill(folder(), before); },
            [&](int) {
                Result<DesignFile> file = DesignFile::open(path);
                QVERIFY(file); // on a full disk as well
                if (file->isReadOnly())
                    return;
                const Done saved = file->save(fresh);
                m_disk->heal();
                QCOMPARE(bytesOf(path),
                         designText(saved || saved.error().message.id == "file.not-confirmed" ? fresh : old));
                QVERIFY(saved || *file->document().project == *old.project);
                // Once there is room the next save is no change by others.
                QVERIFY(file->save(fresh));
                QCOMPARE(bytesOf(path), designText(fresh));
            });
    }

    void exports() {
        const fixture::DrawnHall hall;
        const ReportInput input = fixture::testInput(hall);
        checkWriter({{"bom-customer.csv", "old"}, {"figures.csv", "old"}, {"plan-1-Hall-A.svg", "old"}}, [&]() -> Done {
            const auto written = exportAll(input, folder(), {ExportFormat::Csv, ExportFormat::Svg}, texts());
            return written ? done() : Done(written.error());
        });
    }
    void documentsAndPictures() {
        const fixture::DrawnHall hall;
        const ReportInput input = fixture::testInput(hall);
        for (const ExportFormat format : {ExportFormat::Pdf, ExportFormat::Png}) {
            FilesByName before{{"proposal.pdf", "old"}, {"plan-1-Hall-A.png", "old"}};
            checkWriter(before, [&]() -> Done {
                const auto written = exportAll(input, folder(), {format}, texts());
                return written ? done() : Done(written.error());
            });
        }
    }
    void workbooks() {
        const Schedule bill = fixture::testBill(Edition::Customer, 20);
        checkWriter({{"a.xlsx", "old"}}, [&] { return writeXlsx(folder() / "a.xlsx", {&bill}, texts()); });
    }
    void longFiles() {
        checkWriter({{"long.csv", "old"}}, [&] {
            int pieces = 0;
            return writePieces(folder() / "long.csv", [&pieces]() -> Result<std::optional<std::string>> {
                if (pieces == 3)
                    return std::optional<std::string>();
                return std::optional(std::to_string(++pieces) + "\r\n");
            });
        });
        QCOMPARE(bytesOf(folder() / "long.csv"), std::string("1\r\n2\r\n3\r\n"));
        const Done cut = writePieces(folder() / "long.csv", []() -> Result<std::optional<std::string>> {
            return inputError(Message("report.stopped"));
        });
        QVERIFY(!cut && cut.error().message.id == "report.stopped");
        QVERIFY(contentsOf(folder()) == (FilesByName{{"long.csv", "1\r\n2\r\n3\r\n"}}));
    }
    void aVerb() {
        const CommandLine line;
        const std::string output = (folder() / "copy.rkw.json").string();
        const std::string sample = samplePath("single-node-fine-tuning.rkw.json");
        QCOMPARE(line.run({"convert", sample, "--output", output}).code, 0);
        FilesByName after = contentsOf(folder());
        withEveryFault(
            *m_disk,
            [&] {
                fill(folder(), {{"copy.rkw.json", "old"}});
            },
            [&](int) {
                const CommandRun answer = line.run({"convert", sample, "--output", output, "--force"});
                m_disk->heal();
                const std::string now = bytesOf(output);
                QVERIFY(answer.code == 0 ? now == after.begin()->second : !answer.err.empty());
                QVERIFY(now == "old" || now == after.begin()->second);
            });
    }
    // A verb is nobody special: it replaces no device, follows no link and asks for the lock of an open design.
    void verbsReplaceOnlyWhatIsTheirs() {
        const CommandLine line;
        const std::string sample = samplePath("single-node-fine-tuning.rkw.json");
        const fs::path open = folder() / "open.rkw";
        QVERIFY(writeDesign(open, emptyDocument("open")));
        const Result<DesignFile> held = DesignFile::open(open);
        QVERIFY(held);
        fs::create_hard_link(open, folder() / "hard.rkw");
        fs::create_symlink(open, folder() / "link.rkw");
        const std::string before = bytesOf(open);
        const auto refusal = [&](const fs::path& output) {
            const CommandRun answer = line.run({"convert", sample, "--output", output.string(), "--force"});
            return answer.code == 0 ? std::string() : answer.err;
        };
        QVERIFY(refusal(open).find("open elsewhere") != std::string::npos);
        QVERIFY(refusal(folder() / "hard.rkw").find("open elsewhere") != std::string::npos);
        QVERIFY(refusal(folder() / "link.rkw").find("is a link to " + open.string()) != std::string::npos);
        QVERIFY(refusal("/dev/full").find("device") != std::string::npos);
        QVERIFY(fs::is_character_file("/dev/full"));
        QCOMPARE(bytesOf(open), before);
        const CommandRun made = line.run({"new", "--recipe", "single-node", "--output", open.string(), "--force"});
        QVERIFY(made.code != 0);
        QCOMPARE(bytesOf(open), before);
    }
    void preferences() {
        const QString file = m_folder->filePath(QStringLiteral("studio.conf"));
        const auto keep = [&](const QString& word) {
            const auto kept = openPreferences(file);
            kept->setValue(QStringLiteral("person/name"), word);
            kept->setValue(QStringLiteral("window/size"), QByteArray("\x01\x00\x02", 3));
            kept->setValue(QStringLiteral("export/formats"),
                           QStringList{QStringLiteral("pdf"), QStringLiteral("a, b")});
            kept->setValue(QStringLiteral("count"), 3);
            kept->sync();
            return kept->status() == QSettings::NoError;
        };
        QVERIFY(keep(QStringLiteral("old")));
        const FilesByName before = contentsOf(folder());
        QVERIFY(keep(QStringLiteral("new, \u00e4 \"quoted\"")));
        const FilesByName after = contentsOf(folder());
        QVERIFY(before != after);
        withEveryFault(
            *m_disk, [&] { fill(folder(), before); },
            [&](int) {
                const bool isKept = keep(QStringLiteral("new, \u00e4 \"quoted\""));
                m_disk->heal();
                const std::string now = bytesOf(file.toStdString());
                QVERIFY(now == before.at("studio.conf") || now == after.at("studio.conf"));
                QVERIFY(!isKept || now == after.at("studio.conf"));
            });
        fill(folder(), after);
        const auto read = openPreferences(file);
        QCOMPARE(read->value(QStringLiteral("person/name")).toString(), QStringLiteral("new, \u00e4 \"quoted\""));
        QCOMPARE(read->value(QStringLiteral("window/size")).toByteArray(), QByteArray("\x01\x00\x02", 3));
        QCOMPARE(read->value(QStringLiteral("export/formats")).toStringList().size(), qsizetype{2});
        QCOMPARE(read->value(QStringLiteral("count")).toInt(), 3);
        // As Qt writes it, so that preferences kept before are read.
        const QSettings plain(file, QSettings::IniFormat);
        QCOMPARE(plain.value(QStringLiteral("person/name")), read->value(QStringLiteral("person/name")));
    }

    // Whatever fails: what the journal says it has comes back, with base and note, and the rest once there is room.
    void recovery() {
        const fs::path file = folder() / "hall.rkw.json";
        const Document opened = named(emptyDocument("hall"), "opened");
        const Document edited = named(opened, "edited"), saved = named(opened, "saved"), later = named(opened, "later");
        const RecoveryStore store(folder() / "recovery");
        withEveryFault(
            *m_disk,
            [&] {
                fill(folder(), {});
                QVERIFY(writeDesign(file, opened));
            },
            [&](int) {
                const auto mark = [&] { return DesignFile::open(file, DesignFile::Access::ReadOnly)->mark().sha256; };
                auto journal = store.start({QStringLiteral("hall"), file, mark()}, opened);
                if (!journal) {
                    m_disk->heal();
                    QVERIFY(store.leftBehind().empty());
                    QVERIFY(fs::is_empty(folder() / "recovery") || !fs::exists(folder() / "recovery"));
                    return;
                }
                (*journal)->record(edited);
                const bool isKept = (*journal)->flush();
                QVERIFY(isKept || (*journal)->problem());
                if (writeDesign(file, saved)) {
                    (*journal)->record(saved);
                    (void)(*journal)->restart({QStringLiteral("hall"), file, mark()}, saved);
                }
                (*journal)->record(later);
                (void)(*journal)->flush();
                m_disk->heal();
                (*journal)->record(later);
                QVERIFY((*journal)->flush());
                journal->reset();
                const std::vector<LeftBehind> left = store.leftBehind();
                QCOMPARE(left.size(), std::size_t(1));
                QVERIFY(!left.front().problem);
                const auto back = store.comeBack(left.front());
                QVERIFY(back);
                QCOMPARE(back->latest.project->name, std::string("later"));
            });
    }

    void ownParts() {
        const std::string path = (folder() / "parts.sqlite").string();
        const ChangeNote note{"2026-11-21", "tester", "a change"};
        Part part;
        part.vendor = "Acme";
        part.model = "N8";
        const auto put = [&](const char* id) -> Done {
            const auto overlay = PartOverlay::open(path);
            if (!overlay)
                return overlay.error();
            Part own = part;
            own.id = id;
            return (*overlay)->putParts({PartListing{own, {}, {}}}, note);
        };
        QVERIFY(put("first"));
        const FilesByName before = contentsOf(folder());
        withEveryFault(
            *m_disk, [&] { fill(folder(), before); },
            [&](int) {
                const Done second = put("second");
                m_disk->heal();
                const auto overlay = PartOverlay::open(path);
                QVERIFY(overlay);
                const std::size_t parts = (*overlay)->parts().size();
                QVERIFY(parts == 1 || parts == 2);
                QVERIFY(!second || parts == 2);
                QVERIFY(goodCopy(path));
            });
    }
};

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QGuiApplication application(argc, argv);
    TestWrittenFiles test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_written_files.moc"
