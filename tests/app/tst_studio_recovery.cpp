// SPDX-License-Identifier: GPL-3.0-or-later
// Work that was not saved comes back after the process is killed, and only then. The child of these tests is this
// program itself with the name of a folder in its environment.
#include "model/edits/rack_edits.h"
#include "model/file/design_text.h"
#include "tests/app/studio_fixture.h"
#include "tests/support/faulty_disk.h"
#include "ui/dialogs/recovery_dialog.h"
#include "ui/paint/fonts.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QMessageBox>
#include <QPointer>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTimer>
#include <QTreeWidget>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <random>

using namespace rackwright;

namespace {

constexpr auto kFolderVariable = "RW_RECOVERY_TEST_FOLDER";
constexpr auto kFileVariable = "RW_RECOVERY_TEST_FILE"; ///< empty: a project that was never saved
constexpr auto kBusyVariable = "RW_RECOVERY_TEST_BUSY"; ///< set: works on without end, recovering what it finds
constexpr auto kKillsVariable = "RW_KILLS";             ///< how often the long test kills
constexpr auto kSample = RW_SOURCE_DIR "/resources/samples/single-node-fine-tuning.rkw.json";
constexpr int kPatience = 20'000;

/// A studio whose preferences and journals lie in a folder that outlives it.
struct Workplace {
    explicit Workplace(const QString& folder)
        : session(Texts::of("en", NumberFormat::ofLocale("en")),
                  {RW_BINARY_DIR, (folder + QStringLiteral("/parts.sqlite")).toStdString(), "2026-11-21"}),
          services(session, std::make_unique<ScriptedDialogs>(), folder + QStringLiteral("/preferences.ini")),
          window(services) {
        window.show();
    }
    Session session;
    SessionServices services;
    MainWindow window;
};

std::string nameOfFirstRack(MainWindow& window) { return window.document().design().racks.begin()->name; }

Done renameFirstRack(MainWindow& window, const std::string& name) {
    const Project& project = *window.document().project();
    const Id<Rack> rack = window.document().design().racks.begin()->id;
    return window.document().commit(edits::renameRack(edits::activeTarget(project), rack, name));
}

// Two changes, both in the journal; then it waits to be killed.
int runChild(const QString& folder) {
    Workplace place(folder);
    const QString file = qEnvironmentVariable(kFileVariable);
    if (file.isEmpty())
        place.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
    else
        place.window.openFile(file.toStdString());
    if (!QTest::qWaitFor([&] { return place.window.isIdle() && !place.window.document().design().racks.isEmpty(); },
                         kPatience))
        return 3;
    if (!renameFirstRack(place.window, "first") || !renameFirstRack(place.window, "second"))
        return 4;
    if (!QTest::qWaitFor([&] { return place.window.keeper().flushJournal(); }, kPatience))
        return 5;
    std::puts("ready");
    std::fflush(stdout);
    return QApplication::exec();
}

RecoveryDialog* askedIn(MainWindow& window);
void press(RecoveryDialog& dialog, const char* button);

// Opens the file by its path, as from a shell, recovers what was left behind, and renames the first rack again and
// again, saving now and then. Each name is told as soon as it is committed.
int runBusyChild(const QString& folder) {
    Workplace place(folder);
    MainWindow& window = place.window;
    const auto file = qEnvironmentVariable(kFileVariable).toStdString();
    std::vector<LeftBehind> left;
    bool hasLooked = false;
    QObject::connect(&window.keeper(), &DocumentKeeper::leftBehindFound, &window, [&](const auto& found) {
        left = found;
        hasLooked = true;
    });
    window.keeper().lookForLeftBehind();
    window.openFile(file);
    if (!QTest::qWaitFor([&] { return hasLooked && window.isIdle() && window.keeper().hasFile(); }, kPatience))
        return 3;
    for (const LeftBehind& each : left)
        std::printf("found %s %zu\n", each.problem ? each.problem->message.id.c_str() : "sound", each.changes);
    if (!left.empty()) {
        RecoveryDialog* dialog = window.findChild<RecoveryDialog*>();
        const auto before = window.document().project();
        press(*dialog, "recovery.recover");
        if (!QTest::qWaitFor([&] { return window.document().project() != before && window.isIdle(); }, kPatience))
            return 4;
    }
    std::printf("back %s\n", nameOfFirstRack(window).c_str());
    std::fflush(stdout);
    long long number = QString::fromStdString(nameOfFirstRack(window)).section(QLatin1Char(' '), 1).toLongLong();
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &window, [&] {
        if (!renameFirstRack(window, "edit " + std::to_string(++number)))
            QApplication::exit(5);
        std::printf("edit %lld\n", number);
        std::fflush(stdout);
        if (number % 17 == 0)
            window.keeper().save();
    });
    timer.start(30);
    return QApplication::exec();
}

std::unique_ptr<QProcess> startChild(const QString& folder, const QString& file, bool isBusy) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(kFolderVariable), folder);
    environment.insert(QLatin1String(kFileVariable), file);
    if (isBusy)
        environment.insert(QLatin1String(kBusyVariable), QStringLiteral("1"));
    auto child = std::make_unique<QProcess>();
    child->setProcessEnvironment(environment);
    child->start(QCoreApplication::applicationFilePath(), {});
    return child;
}

void killChild(const QString& folder, const QString& file) {
    const auto process = startChild(folder, file, false);
    QProcess& child = *process;
    QVERIFY(child.waitForStarted());
    QByteArray said;
    while (!said.contains("ready") && child.waitForReadyRead(kPatience))
        said += child.readAllStandardOutput();
    QVERIFY2(said.contains("ready"), qPrintable(QString::fromUtf8(child.readAllStandardError())));
    ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
    QVERIFY(child.waitForFinished());
    QCOMPARE(child.exitStatus(), QProcess::CrashExit);
}

RecoveryDialog* askedIn(MainWindow& window) {
    window.keeper().lookForLeftBehind();
    RecoveryDialog* dialog = nullptr;
    (void)QTest::qWaitFor([&] { return (dialog = window.findChild<RecoveryDialog*>()) != nullptr; }, kPatience);
    return dialog;
}

void press(RecoveryDialog& dialog, const char* button) {
    QTest::mouseClick(dialog.findChild<QPushButton*>(QLatin1String(button)), Qt::LeftButton);
}

QString stateShownIn(RecoveryDialog& dialog) {
    return dialog.findChild<QLabel*>(QStringLiteral("recovery.state"))->text();
}

std::filesystem::path onlyFile(const QString& folder, const char* pattern) {
    const QDir recovery(folder + QStringLiteral("/recovery"));
    const QStringList files = recovery.entryList({QLatin1String(pattern)});
    return files.size() == 1 ? recovery.filePath(files.front()).toStdString() : std::string();
}

std::string bytesOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void write(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary) << bytes;
}

/// A design in a file of the folder, changed twice by a process that was killed.
QString killedFile(const QString& folder) {
    const QString file = folder + QStringLiteral("/hall.rkw");
    if (!writeDesign(file.toStdString(), *readDesign(kSample)))
        qFatal("the design cannot be written");
    killChild(folder, file);
    return file;
}

qsizetype journalsIn(const QString& folder) {
    return QDir(folder + QStringLiteral("/recovery")).entryList({QStringLiteral("*.journal")}).size();
}

/// What a process that works in `folder` would leave behind if it were killed now.
void leaveAsKilled(const QString& folder, const QString& after) {
    const QDir from(folder + QStringLiteral("/recovery")), to(after + QStringLiteral("/recovery"));
    QVERIFY(QDir().mkpath(to.path()));
    for (const QString& name :
         from.entryList({QStringLiteral("*.journal"), QStringLiteral("*.json"), QStringLiteral("*.rkw")}, QDir::Files))
        QVERIFY(QFile::copy(from.filePath(name), to.filePath(name)));
}

} // namespace

class TestStudioRecovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { Theme::of(ThemeKind::Light).applyTo(*qApp); }

    void killedWorkComesBack_data() {
        QTest::addColumn<bool>("isSaved");
        QTest::newRow("never saved") << false;
        QTest::newRow("saved before") << true;
    }
    void killedWorkComesBack() {
        QFETCH(bool, isSaved);
        QTemporaryDir folder;
        QString file;
        if (isSaved) {
            file = folder.filePath(QStringLiteral("hall.rkw"));
            QVERIFY(writeDesign(file.toStdString(), *readDesign(kSample)));
        }
        killChild(folder.path(), file);
        if (QTest::currentTestFailed())
            return;
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        auto* list = dialog->findChild<QTreeWidget*>(QStringLiteral("recovery.list"));
        QCOMPARE(list->topLevelItemCount(), 1);
        QCOMPARE(list->topLevelItem(0)->text(0), isSaved ? QStringLiteral("hall.rkw") : QStringLiteral("one node"));
        QCOMPARE(list->topLevelItem(0)->text(2), QStringLiteral("2"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("recovery.recover")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        QVERIFY(place.window.document().isModified());
        QCOMPARE(place.window.keeper().hasFile(), isSaved);
        // The old journal goes when the new one holds the changes.
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        // Each change comes back as a step of its own.
        QCOMPARE(place.window.document().history().steps().size(), std::size_t{3});
        place.window.document().undo();
        QCOMPARE(nameOfFirstRack(place.window), std::string("first"));
        QVERIFY(place.window.document().isModified());
        place.window.document().undo();
        QCOMPARE(place.window.document().isModified(), !isSaved); // what lies in no file is unsaved as it is
        QVERIFY(place.window.document().design().racks.isEmpty() || nameOfFirstRack(place.window) != "second");
    }

    // Made and not touched since: there is nothing but the journal.
    void aDesignOfNoFileComesBackWithoutAChange() {
        QTemporaryDir folder, after;
        Workplace living(folder.path());
        living.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
        QVERIFY(living.window.document().isModified());
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        leaveAsKilled(folder.path(), after.path());
        Workplace place(after.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY2(stateShownIn(*dialog).contains(QStringLiteral("never saved")), qPrintable(stateShownIn(*dialog)));
        const auto old = onlyFile(after.path(), "*.journal");
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QVERIFY(place.window.isWindowModified());
        QVERIFY(!place.window.keeper().hasFile());
        // And once more, from the journal that has it now.
        const auto isReplaced = [&] {
            return journalsIn(after.path()) == 1 && onlyFile(after.path(), "*.journal") != old;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReplaced(), kPatience);
        QTemporaryDir third;
        leaveAsKilled(after.path(), third.path());
        Workplace again(third.path());
        QVERIFY(askedIn(again.window));
    }

    void aSampleThatNobodyChangedIsNotAskedFor() {
        QTemporaryDir folder, after;
        Workplace living(folder.path());
        living.window.openNew(*readDesign(kSample), QStringLiteral("one node"), DocumentKeeper::Origin::Sample);
        QVERIFY(!living.window.document().isModified());
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        leaveAsKilled(folder.path(), after.path());
        Workplace place(after.path());
        QSignalSpy found(&place.window.keeper(), &DocumentKeeper::leftBehindFound);
        place.window.keeper().lookForLeftBehind();
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, kPatience);
        QVERIFY(found.first().first().value<std::vector<LeftBehind>>().empty());
    }

    void discardedWorkIsGone() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        press(*dialog, "recovery.discard");
        auto* question = dialog->findChild<QMessageBox*>(QStringLiteral("ask.discard-recovered"));
        QVERIFY(question);
        QVERIFY2(question->text().contains(QStringLiteral("2 changes")) &&
                     question->text().contains(QStringLiteral("one node")),
                 qPrintable(question->text()));
        QTest::keyClick(question->defaultButton(), Qt::Key_Return); // Enter keeps it
        QCOMPARE(journalsIn(folder.path()), qsizetype{1});
        QCOMPARE(dialog->findChild<QTreeWidget*>()->topLevelItemCount(), 1);
        QTRY_VERIFY(!dialog->findChild<QMessageBox*>());
        press(*dialog, "recovery.discard");
        question = dialog->findChild<QMessageBox*>(QStringLiteral("ask.discard-recovered"));
        QVERIFY(question);
        QTest::mouseClick(question->findChild<QPushButton*>(QStringLiteral("ask.discard-recovered.yes")),
                          Qt::LeftButton);
        QCOMPARE(journalsIn(folder.path()), qsizetype{0});
        QVERIFY(!dialog->isVisible());
        QVERIFY(place.window.findChild<QPushButton*>(QStringLiteral("status.recover"))->isHidden());
        QVERIFY(place.window.document().design().racks.isEmpty());
    }

    // The file that was asked for opens; work on another design waits in the status bar until it is wanted.
    void anAskedFileOpensBesideTheWorkOfOthers() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        const auto file = folder.filePath(QStringLiteral("asked.rkw")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        Workplace place(folder.path());
        QSignalSpy found(&place.window.keeper(), &DocumentKeeper::leftBehindFound);
        place.window.begin(file);
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.isIdle(), kPatience);
        QVERIFY(!place.window.findChild<RecoveryDialog*>());
        QVERIFY(place.window.keeper().isAt(file));
        auto* offer = place.window.findChild<QPushButton*>(QStringLiteral("status.recover"));
        QTRY_VERIFY(offer->isVisible());
        QTest::mouseClick(offer, Qt::LeftButton);
        RecoveryDialog* dialog = nullptr;
        QTRY_VERIFY_WITH_TIMEOUT((dialog = place.window.findChild<RecoveryDialog*>()), kPatience);
        press(*dialog, "recovery.recover");
        QTRY_COMPARE_WITH_TIMEOUT(nameOfFirstRack(place.window), std::string("second"), kPatience);
        QVERIFY(!place.window.keeper().hasFile());
        QTRY_VERIFY(offer->isHidden());
    }

    // Another window had it first: that is said, and the list shows what there still is.
    void whatAnotherWindowTookIsSaid() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        const auto taken = onlyFile(folder.path(), "*.journal");
        killedFile(folder.path());
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QTreeWidget*>()->topLevelItemCount(), 2);
        dialog->choose(std::filesystem::path(taken).replace_extension());
        for (const char* ending : {".journal", ".json", ".rkw"})
            std::filesystem::remove(std::filesystem::path(taken).replace_extension(ending));
        QString said;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&said] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box || box->objectName() != QStringLiteral("failure"))
                return;
            said = box->text();
            box->accept();
        });
        answer.start(0);
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(said.contains(QStringLiteral("another window")), kPatience);
        const auto again = [&place]() -> RecoveryDialog* {
            for (auto* each : place.window.findChildren<RecoveryDialog*>())
                if (each->isVisible())
                    return each;
            return nullptr;
        };
        QTRY_VERIFY_WITH_TIMEOUT(again(), kPatience);
        QCOMPARE(again()->findChild<QTreeWidget*>()->topLevelItemCount(), 1);
        QCOMPARE(again()->findChild<QTreeWidget*>()->topLevelItem(0)->text(0), QStringLiteral("hall.rkw"));
    }

    // The folder of the file is gone: the work comes back all the same.
    void workOfAFileOutOfReachComesBack() {
        QTemporaryDir folder;
        const QString designs = folder.filePath(QStringLiteral("designs"));
        QVERIFY(QDir().mkpath(designs));
        const QString file = designs + QStringLiteral("/hall.rkw");
        QVERIFY(writeDesign(file.toStdString(), *readDesign(kSample)));
        killChild(folder.path(), file);
        if (QTest::currentTestFailed())
            return;
        QVERIFY(QDir(designs).removeRecursively());
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY2(stateShownIn(*dialog).contains(QStringLiteral("no longer in its place")),
                 qPrintable(stateShownIn(*dialog)));
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        QVERIFY(place.window.document().isModified());
    }

    // One question at a time: own parts first, then work that was left behind.
    void questionsAtTheBeginningComeOneByOne() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        write(folder.filePath(QStringLiteral("parts.sqlite")).toStdString(), "no database at all");
        Workplace place(folder.path());
        QVERIFY(place.services.trouble());
        QSignalSpy found(&place.window.keeper(), &DocumentKeeper::leftBehindFound);
        place.window.begin({});
        const QPointer box = place.window.findChild<QMessageBox*>(QStringLiteral("ask.own-parts"));
        QVERIFY(box);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.isIdle(), kPatience);
        QCOMPARE(found.size(), 0);
        QVERIFY(!place.window.findChild<RecoveryDialog*>());
        QTest::keyClick(box, Qt::Key_Escape);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.findChild<RecoveryDialog*>(), kPatience);
        QCOMPARE(found.size(), 1);
        QVERIFY(!box || !box->isVisible());
    }

    // A file that cannot be opened is said, and only then the question comes.
    void recoveryWaitsForTheAnswerAboutTheFile() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        Workplace place(folder.path());
        bool wasAlone = false;
        QTimer answer;
        connect(&answer, &QTimer::timeout, this, [&] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box || box->objectName() != QStringLiteral("failure") || !place.window.isIdle())
                return;
            wasAlone = !place.window.findChild<RecoveryDialog*>();
            box->accept();
        });
        answer.start(0);
        place.window.begin(folder.filePath(QStringLiteral("none.rkw")).toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(place.window.findChild<RecoveryDialog*>(), kPatience);
        QVERIFY(wasAlone);
    }

    void anOrderlyEndLeavesNothing() {
        QTemporaryDir folder;
        {
            Workplace place(folder.path());
            place.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
            QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
            QVERIFY(renameFirstRack(place.window, "changed"));
            QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().flushJournal(), kPatience);
        }
        QCOMPARE(journalsIn(folder.path()), qsizetype{0});
    }

    void anotherLivingStudioIsLeftAlone() {
        QTemporaryDir folder;
        Workplace first(folder.path());
        first.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        QVERIFY(renameFirstRack(first.window, "changed"));
        QTRY_VERIFY_WITH_TIMEOUT(first.window.keeper().flushJournal(), kPatience);
        QSignalSpy found(&first.window.keeper(), &DocumentKeeper::leftBehindFound);
        first.window.keeper().lookForLeftBehind();
        QTRY_COMPARE(found.size(), 1);
        QVERIFY(found.first().first().value<std::vector<LeftBehind>>().empty());
        QVERIFY(!first.window.findChild<RecoveryDialog*>());
    }

    void aSaveBeginsTheJournalAnew() {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("hall.rkw")).toStdString();
        Workplace place(folder.path());
        place.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        QVERIFY(renameFirstRack(place.window, "changed"));
        QSignalSpy saved(&place.window.keeper(), &DocumentKeeper::saved);
        place.window.keeper().saveAs(file);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
        QVERIFY(!place.window.document().isModified());
        QVERIFY(!place.window.keeper().recoveryProblem());
        QVERIFY(renameFirstRack(place.window, "changed again"));
        QVERIFY(place.window.keeper().flushJournal());
        const QDir recovery(folder.path() + QStringLiteral("/recovery"));
        // Its base lies beside it, and nothing of the one before.
        QTRY_COMPARE_WITH_TIMEOUT(recovery.entryList({QStringLiteral("*.rkw")}).size(), qsizetype{1}, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(recovery.entryList({QStringLiteral("*.journal")}).size(), qsizetype{1}, kPatience);
    }

    // Opened by its path again, the file is locked by the very program that shall recover it.
    void theFileThatIsOpenComesBack() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Workplace place(folder.path());
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        place.window.openFile(file.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        press(*dialog, "recovery.recover");
        QTRY_COMPARE_WITH_TIMEOUT(nameOfFirstRack(place.window), std::string("second"), kPatience);
        QCOMPARE(failed.size(), 0);
        QCOMPARE(place.window.keeper().path(), std::filesystem::path(file.toStdString()));
        QVERIFY(!place.window.keeper().isReadOnly());
        QVERIFY(place.window.document().isModified());
        QSignalSpy saved(&place.window.keeper(), &DocumentKeeper::saved);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
        QCOMPARE(readDesign(file.toStdString())->project->options.front().design->racks.begin()->name,
                 std::string("second"));
    }

    // The file is open in another program: what comes back lies in no file, and nothing of it is lost.
    void theFileThatIsOpenElsewhereComesBackUnsaved() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        const Result<DesignFile> held = DesignFile::open(file.toStdString());
        QVERIFY(held.has_value());
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        QVERIFY(!place.window.keeper().hasFile());
        QCOMPARE(place.window.keeper().name(), QStringLiteral("hall"));
        QVERIFY(place.window.document().isModified());
    }

    // As the program begins: the question comes while the file is still being read.
    void recoveryWaitsForWhatIsBeingOpened() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        place.window.openFile(file.toStdString());
        QVERIFY(place.window.keeper().isBusy());
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(
            !place.window.document().design().racks.isEmpty() && nameOfFirstRack(place.window) == "second", kPatience);
    }

    // Opening it again, or saving under another name of it, is no conflict with oneself either.
    void ownFileByAnotherName() {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("hall.rkw")).toStdString();
        const auto link = folder.filePath(QStringLiteral("link.rkw")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        std::filesystem::create_symlink(file, link);
        Workplace place(folder.path());
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        place.window.openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        QVERIFY(renameFirstRack(place.window, "changed"));
        QSignalSpy saved(&place.window.keeper(), &DocumentKeeper::saved);
        place.window.keeper().saveAs(link);
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
        place.window.openFile(link);
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.keeper().isBusy(), kPatience);
        QCOMPARE(failed.size(), 0);
        QVERIFY(!place.window.keeper().isReadOnly());
    }

    void aFailedOpeningKeepsTheFile() {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("hall.rkw")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        Workplace place(folder.path());
        place.window.openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        QObject::disconnect(&place.window.keeper(), &DocumentKeeper::failed, nullptr, nullptr);
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        write(file, "no design");
        place.window.keeper().open(file);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(place.window.keeper().hasFile());
    }

    // Somebody else wrote the file meanwhile: the work comes back all the same, and theirs is not replaced unasked.
    void aFileChangedByOthersIsSaid() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Document theirs = *readDesign(kSample);
        auto project = std::make_shared<Project>(*theirs.project);
        project->name = "theirs";
        QVERIFY(writeDesign(file.toStdString(), {project, theirs.nextId}));
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY2(stateShownIn(*dialog).contains(QStringLiteral("by another program")),
                 qPrintable(stateShownIn(*dialog)));
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        QObject::disconnect(&place.window.keeper(), &DocumentKeeper::failed, nullptr, nullptr);
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(failed.front()[1].value<Error>().message.id, std::string("file.changed-by-others"));
        QCOMPARE(readDesign(file.toStdString())->project->name, std::string("theirs"));
    }

    // What this window wrote is no work of others.
    void aFileSavedByThisWindowIsSaidSo() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Workplace place(folder.path());
        place.window.openFile(file.toStdString());
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        QVERIFY(renameFirstRack(place.window, "other"));
        QSignalSpy saved(&place.window.keeper(), &DocumentKeeper::saved);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        const QString state = stateShownIn(*dialog);
        QVERIFY2(state.contains(QStringLiteral("You saved")), qPrintable(state));
        QVERIFY2(!state.contains(QStringLiteral("another program")), qPrintable(state));
        press(*dialog, "recovery.recover");
        QTRY_COMPARE_WITH_TIMEOUT(nameOfFirstRack(place.window), std::string("second"), kPatience);
        place.window.document().undo();
        QVERIFY(nameOfFirstRack(place.window) != "other");
        QVERIFY(place.window.isWindowModified());
        QObject::disconnect(&place.window.keeper(), &DocumentKeeper::failed, nullptr, nullptr);
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(failed.front()[1].value<Error>().message.id, std::string("file.saved-since"));
    }

    // Neither what came back nor what it began with lies in the file: no step of it is saved, and a kill loses nothing.
    void besideAFileOfOthersNothingIsSaved_data() {
        QTest::addColumn<bool>("isGone");
        QTest::newRow("changed by others") << false;
        QTest::newRow("removed") << true;
    }
    void besideAFileOfOthersNothingIsSaved() {
        QFETCH(bool, isGone);
        QTemporaryDir folder, after;
        const QString file = killedFile(folder.path());
        if (isGone)
            QVERIFY(QFile::remove(file));
        else
            QVERIFY(writeDesign(file.toStdString(), emptyDocument("theirs")));
        const auto old = onlyFile(folder.path(), "*.journal");
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        place.window.document().undo();
        QVERIFY(nameOfFirstRack(place.window) != "second");
        QVERIFY(place.window.isWindowModified());
        const auto isReplaced = [&] {
            return journalsIn(folder.path()) == 1 && onlyFile(folder.path(), "*.journal") != old;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isReplaced() && place.window.keeper().flushJournal(), kPatience);
        leaveAsKilled(folder.path(), after.path());
        Workplace again(after.path());
        QVERIFY(askedIn(again.window));
    }

    // Undone before the kill, the changes come to nothing; the file is another all the same.
    void whatCameToNothingIsUnsavedBesideAFileOfOthers() {
        QTemporaryDir folder, after;
        const auto file = folder.filePath(QStringLiteral("hall.rkw")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        {
            Workplace living(folder.path());
            living.window.openFile(file);
            QTRY_VERIFY_WITH_TIMEOUT(living.window.keeper().hasFile() && living.window.isIdle(), kPatience);
            QVERIFY(renameFirstRack(living.window, "first"));
            living.window.document().undo();
            QTRY_VERIFY_WITH_TIMEOUT(living.window.keeper().flushJournal(), kPatience);
            leaveAsKilled(folder.path(), after.path());
        }
        QVERIFY(writeDesign(file, emptyDocument("theirs")));
        Workplace place(after.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QVERIFY(place.window.isWindowModified());
    }

    // Enter in the question saves elsewhere; it never replaces what others wrote.
    void enterDoesNotOverwriteTheWorkOfOthers() {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("hall.rkw.json")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        Workplace place(folder.path());
        place.window.openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        QVERIFY(renameFirstRack(place.window, "first"));
        Document theirs = *readDesign(kSample);
        auto project = std::make_shared<Project>(*theirs.project);
        project->name = "theirs";
        std::ofstream(file, std::ios::binary) << designText({project, theirs.nextId}); // a program that knows no locks
        QString standard;
        QTimer look;
        connect(&look, &QTimer::timeout, this, [&standard] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (!box || box->objectName() != QStringLiteral("ask.conflict"))
                return;
            standard = box->defaultButton() ? box->defaultButton()->text() : QStringLiteral("none");
            QTest::keyClick(box, Qt::Key_Escape);
        });
        look.start(20);
        place.window.keeper().save();
        QTRY_VERIFY_WITH_TIMEOUT(!standard.isEmpty() && !QApplication::activeModalWidget(), kPatience);
        QCOMPARE(standard.remove(QLatin1Char('&')), QStringLiteral("Save as…"));
        QCOMPARE(readDesign(file)->project->name, std::string("theirs"));
        QVERIFY(place.window.isWindowModified());
    }

    // Saved, and dead before the journal began anew: the file is ours, only what came later is unsaved.
    void aKillBetweenSaveAndNewJournal() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Document saved = *readDesign(file.toStdString());
        const Project& project = *saved.project;
        const auto renamed =
            edits::renameRack(edits::activeTarget(project), project.options.front().design->racks.begin()->id, "first");
        History history(saved);
        QVERIFY(history.commit(renamed));
        QVERIFY(writeDesign(file.toStdString(), history.document()));
        {
            Workplace place(folder.path());
            RecoveryDialog* dialog = askedIn(place.window);
            QVERIFY(dialog);
            QCOMPARE(dialog->findChild<QTreeWidget*>()->topLevelItem(0)->text(2), QStringLiteral("1"));
            press(*dialog, "recovery.recover");
            QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
            QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
            QSignalSpy done(&place.window.keeper(), &DocumentKeeper::saved);
            place.window.keeper().save();
            QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, kPatience);
            place.window.document().undo();
            QCOMPARE(nameOfFirstRack(place.window), std::string("first"));
        }
    }

    // A journal that holds no more than the file is no question.
    void whatIsSavedIsNotAskedFor() {
        QTemporaryDir folder;
        const QString file = killedFile(folder.path());
        Document saved = *readDesign(file.toStdString());
        History history(saved);
        for (const char* name : {"first", "second"}) {
            const Project& project = *history.current();
            QVERIFY(history.commit(edits::renameRack(edits::activeTarget(project),
                                                     project.options.front().design->racks.begin()->id, name)));
        }
        QVERIFY(writeDesign(file.toStdString(), history.document()));
        Workplace place(folder.path());
        QSignalSpy found(&place.window.keeper(), &DocumentKeeper::leftBehindFound);
        place.window.keeper().lookForLeftBehind();
        QTRY_COMPARE_WITH_TIMEOUT(found.size(), 1, kPatience);
        QVERIFY(found.first().first().value<std::vector<LeftBehind>>().empty());
        QCOMPARE(journalsIn(folder.path()), qsizetype{0});
    }

    // One bit of the first record: the second comes back, the loss is said, and what cannot be read is kept.
    void aFlippedBitIsSaidAndNothingDeleted() {
        QTemporaryDir folder;
        killedFile(folder.path());
        const auto journal = onlyFile(folder.path(), "*.journal");
        std::string bytes = bytesOf(journal);
        bytes[bytes.find("first")] ^= 1;
        write(journal, bytes);
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY2(stateShownIn(*dialog).contains(QStringLiteral("At least one change could not be read")),
                 qPrintable(stateShownIn(*dialog)));
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        const QDir damaged(folder.path() + QStringLiteral("/recovery/damaged"));
        QTRY_COMPARE_WITH_TIMEOUT(damaged.entryList({QStringLiteral("*.journal")}).size(), qsizetype{1}, kPatience);
        QCOMPARE(bytesOf(damaged.filePath(damaged.entryList({QStringLiteral("*.journal")}).front()).toStdString()),
                 bytes);
    }

    // What was whole when it was listed, and is not when it is read to recover it.
    void aJournalDamagedBehindTheListIsSaid() {
        QTemporaryDir folder;
        killedFile(folder.path());
        const auto journal = onlyFile(folder.path(), "*.journal");
        const std::string bytes = bytesOf(journal);
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        write(journal, bytes.substr(0, bytes.rfind('\n', bytes.size() - 2) + 1)); // the last record is gone whole
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("first"));
        QTRY_VERIFY_WITH_TIMEOUT(
            place.window.statusBar()->currentMessage().contains(QStringLiteral("could not be read")), kPatience);
        const QDir damaged(folder.path() + QStringLiteral("/recovery/damaged"));
        QTRY_COMPARE_WITH_TIMEOUT(damaged.entryList({QStringLiteral("*.journal")}).size(), qsizetype{1}, kPatience);
    }

    // All of it torn or damaged: it is said, and stays.
    void aTearIsSaid() {
        QTemporaryDir folder;
        killedFile(folder.path());
        const auto journal = onlyFile(folder.path(), "*.journal");
        const std::string bytes = bytesOf(journal);
        write(journal, bytes.substr(0, bytes.find('\n') + 30));
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY2(stateShownIn(*dialog).contains(QStringLiteral("At least one change could not be read")),
                 qPrintable(stateShownIn(*dialog)));
        QVERIFY(std::filesystem::exists(journal));
    }

    // The note is lost, as after a full disk: the changes come back, as a project that must be given a name.
    void aLostNoteIsSaidAndTheRestComesBack() {
        QTemporaryDir folder;
        killedFile(folder.path());
        write(onlyFile(folder.path(), "*.json"), "");
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QVERIFY(stateShownIn(*dialog).contains(QStringLiteral("save it under a name")));
        press(*dialog, "recovery.recover");
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.document().design().racks.isEmpty(), kPatience);
        QCOMPARE(nameOfFirstRack(place.window), std::string("second"));
        QVERIFY(!place.window.keeper().hasFile());
    }

    // A moment of full disk while a project is opened: it is said, and all is kept as soon as there is room.
    void aMomentOfFullDiskIsOver() {
        QTemporaryDir folder;
        Workplace place(folder.path());
        rackwright::testing::FaultyDisk disk(folder.path().toStdString());
        disk.failAt(1, ENOSPC, rackwright::testing::FaultyDisk::Fails::FromThenOn);
        place.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().recoveryProblem(), kPatience);
        QVERIFY(renameFirstRack(place.window, "first"));
        const auto* kept = place.window.findChild<QLabel*>(QStringLiteral("status.kept"));
        QTRY_VERIFY_WITH_TIMEOUT(kept->text().contains(QStringLiteral("not protected")), kPatience);
        QVERIFY(kept->toolTip().contains(QStringLiteral("free")));
        QTRY_VERIFY_WITH_TIMEOUT(kept->width() >= kept->sizeHint().width(), kPatience);
        disk.heal();
        QTRY_VERIFY_WITH_TIMEOUT(!place.window.keeper().recoveryProblem(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().flushJournal(), kPatience);
        QVERIFY(bytesOf(onlyFile(folder.path(), "*.journal")).find("first") != std::string::npos);
    }

    // The disk fills up in the course of work and is freed again: what the window says follows without a further edit.
    void aFreedDiskIsSeenWithoutAnEdit() {
        QTemporaryDir folder;
        Workplace place(folder.path());
        place.window.openNew(*readDesign(kSample), QStringLiteral("one node"));
        QTRY_COMPARE_WITH_TIMEOUT(journalsIn(folder.path()), qsizetype{1}, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.isIdle(), kPatience);
        rackwright::testing::FaultyDisk disk(folder.path().toStdString());
        disk.failAt(1, ENOSPC, rackwright::testing::FaultyDisk::Fails::FromThenOn);
        QVERIFY(renameFirstRack(place.window, "first"));
        const auto* kept = place.window.findChild<QLabel*>(QStringLiteral("status.kept"));
        QTRY_VERIFY_WITH_TIMEOUT(kept->text().contains(QStringLiteral("not protected")), kPatience);
        disk.heal();
        QTRY_VERIFY_WITH_TIMEOUT(!kept->text().isEmpty() && !kept->text().contains(QStringLiteral("not protected")),
                                 kPatience);
        QVERIFY(!place.window.keeper().recoveryProblem());
        QVERIFY(bytesOf(onlyFile(folder.path(), "*.journal")).find("first") != std::string::npos);
    }

    // The asterisk stays, and the file is what it was.
    void aSaveOnAFullDiskIsNoSave() {
        QTemporaryDir folder;
        const auto file = folder.filePath(QStringLiteral("hall.rkw.json")).toStdString();
        QVERIFY(writeDesign(file, *readDesign(kSample)));
        const std::string before = bytesOf(file);
        Workplace place(folder.path());
        place.window.openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(place.window.keeper().hasFile() && place.window.isIdle(), kPatience);
        QVERIFY(renameFirstRack(place.window, "first"));
        rackwright::testing::FaultyDisk disk(folder.path().toStdString());
        QObject::disconnect(&place.window.keeper(), &DocumentKeeper::failed, nullptr, nullptr);
        QSignalSpy failed(&place.window.keeper(), &DocumentKeeper::failed);
        disk.failAt(1, ENOSPC, rackwright::testing::FaultyDisk::Fails::FromThenOn);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(place.window.isWindowModified());
        QCOMPARE(bytesOf(file), before);
        disk.heal();
        QSignalSpy saved(&place.window.keeper(), &DocumentKeeper::saved);
        place.window.keeper().save();
        QTRY_COMPARE_WITH_TIMEOUT(saved.size(), 1, kPatience);
        QVERIFY(!place.window.isWindowModified());
    }

    // Own parts that cannot be read are said in the window, with their last good state at one press; the damaged file
    // stays.
    void damagedOwnPartsComeBack() {
        QTemporaryDir folder;
        const auto store = folder.filePath(QStringLiteral("parts.sqlite")).toStdString();
        {
            Part part;
            part.id = "own-node";
            part.vendor = "Acme";
            part.model = "N8";
            const auto overlay = PartOverlay::open(store);
            QVERIFY(overlay);
            QVERIFY((*overlay)->putParts({PartListing{part, {}, {}}}, {"2026-11-21", "tester", "a part"}));
        }
        for (const bool isEmpty : {true, false}) {
            std::string damaged = isEmpty ? std::string() : bytesOf(store);
            for (std::size_t at = 1000; at < damaged.size(); at += 7)
                damaged[at] = 'x';
            write(store, damaged);
            Workplace place(folder.path());
            QVERIFY(place.services.library()); // the catalogue is there all the same
            QVERIFY(!place.services.library()->part("own-node"));
            place.window.askAboutOwnParts();
            auto* box = place.window.findChild<QMessageBox*>(QStringLiteral("ask.own-parts"));
            QVERIFY(box);
            QVERIFY2(box->text().contains(QString::fromStdString(store)), qPrintable(box->text()));
            QVERIFY2(box->informativeText().contains(QStringLiteral("own parts: 1")),
                     qPrintable(box->informativeText()));
            QTest::mouseClick(box->findChild<QPushButton*>(QStringLiteral("ask.own-parts.restore")), Qt::LeftButton);
            QVERIFY(place.services.library()->part("own-node"));
            QVERIFY(place.services.ownParts());
            QVERIFY(place.window.statusBar()->currentMessage().contains(QStringLiteral(".damaged")));
            QVERIFY(!place.services.trouble());
            QCOMPARE(bytesOf(store + (isEmpty ? ".damaged" : ".damaged-2")), damaged);
        }
        Workplace again(folder.path());
        again.window.askAboutOwnParts();
        QVERIFY(!again.window.findChild<QMessageBox*>(QStringLiteral("ask.own-parts")));
        QVERIFY(again.services.library()->part("own-node"));
    }

    // Killed at any moment, again and again, with saves between: every change older than two seconds is back, in the
    // file that was opened by its path. RW_KILLS asks for more of them.
    void killedAgainAndAgain() {
        const int kills =
            qEnvironmentVariableIntValue(kKillsVariable) > 0 ? qEnvironmentVariableIntValue(kKillsVariable) : 3;
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("hall.rkw"));
        QVERIFY(writeDesign(file.toStdString(), *readDesign(kSample)));
        std::mt19937 random(static_cast<unsigned>(kills));
        long long safe = 0; // the last change that is older than two seconds
        long long lost = 0, most = 0;
        for (int kill = 0; kill <= kills; ++kill) {
            const auto child = startChild(folder.path(), file, true);
            std::vector<std::pair<qint64, long long>> edits;
            QElapsedTimer clock;
            clock.start();
            const qint64 life = kills > 3 ? 300 + random() % 3500 : 2300 + random() % 500;
            qint64 end = -1;
            bool isBack = false;
            while (end < 0 || clock.elapsed() < end) {
                if (!child->waitForReadyRead(end < 0 ? kPatience
                                                     : static_cast<int>(std::max<qint64>(1, end - clock.elapsed()))) &&
                    child->state() != QProcess::Running)
                    break;
                while (child->canReadLine()) {
                    const QString line = QString::fromUtf8(child->readLine()).trimmed();
                    const long long number = line.section(QLatin1Char(' '), -1).toLongLong();
                    if (line.startsWith(QStringLiteral("back "))) {
                        isBack = true;
                        end = clock.elapsed() + life;
                        QVERIFY2(number >= safe || safe == 0,
                                 qPrintable(QStringLiteral("kill %1: %2, %3 was safe").arg(kill).arg(line).arg(safe)));
                        lost += std::max(0LL, most - number);
                        most = std::max(number, safe);
                    } else if (line.startsWith(QStringLiteral("edit "))) {
                        edits.emplace_back(clock.elapsed(), number);
                    } else {
                        QVERIFY2(line.startsWith(QStringLiteral("found sound")), qPrintable(line));
                    }
                }
            }
            if (!isBack) // which of many, and whether it ended or is slow
                qWarning("kill %d: not back after %lld ms, state %d, exit code %d", kill, clock.elapsed(),
                         static_cast<int>(child->state()), child->exitCode());
            QVERIFY2(isBack, qPrintable(QString::fromUtf8(child->readAllStandardError())));
            ::kill(static_cast<pid_t>(child->processId()), SIGKILL);
            const qint64 died = clock.elapsed();
            QVERIFY(child->waitForFinished());
            for (const auto& [time, number] : edits) {
                most = std::max(most, number);
                if (time + 2000 <= died)
                    safe = std::max(safe, number);
            }
        }
        if (kills > 3)
            qInfo("%d kills, %lld changes, %lld of the last two seconds not back", kills, most, lost);
        QVERIFY(safe > 0);
    }
};

// QTest ends a test function after five minutes: who asks for many kills has asked for their time, too. A limit that is
// set by hand stays. Many kills are for this program alone: CTest ends it after minutes of its own.
static void giveTimeToKills() {
    constexpr auto kLimit = "QTEST_FUNCTION_TIMEOUT"; // in milliseconds
    constexpr int kEach = 30'000, kMost = 60'000;     // a life of 4 s, and a slow start of the studio
    const int kills = std::min(qEnvironmentVariableIntValue(kKillsVariable), kMost);
    if (kills > 0 && !qEnvironmentVariableIsSet(kLimit))
        qputenv(kLimit, QByteArray::number(std::max(10, kills) * kEach));
}

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (!loadBundledFonts())
        return 2;
    if (const QString folder = qEnvironmentVariable(kFolderVariable); !folder.isEmpty())
        return qEnvironmentVariableIsSet(kBusyVariable) ? runBusyChild(folder) : runChild(folder);
    giveTimeToKills();
    TestStudioRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_studio_recovery.moc"
