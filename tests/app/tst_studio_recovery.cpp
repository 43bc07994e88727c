// SPDX-License-Identifier: GPL-3.0-or-later
// Work that was not saved comes back after the process is killed, and only then. The child of these tests is this program
// itself with the name of a folder in its environment.
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/recovery_dialog.h"
#include "ui/paint/fonts.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QDir>
#include <QProcess>
#include <QProcessEnvironment>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include <csignal>
#include <cstdio>

using namespace rackwright;

namespace {

constexpr auto kFolderVariable = "RW_RECOVERY_TEST_FOLDER";
constexpr auto kFileVariable = "RW_RECOVERY_TEST_FILE"; ///< empty: a project that was never saved
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

void killChild(const QString& folder, const QString& file) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(kFolderVariable), folder);
    environment.insert(QLatin1String(kFileVariable), file);
    QProcess child;
    child.setProcessEnvironment(environment);
    child.start(QCoreApplication::applicationFilePath(), {});
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

qsizetype journalsIn(const QString& folder) {
    return QDir(folder + QStringLiteral("/recovery")).entryList({QStringLiteral("*.journal")}).size();
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
        // One step takes back what came back.
        QCOMPARE(place.window.document().history().steps().size(), std::size_t{2});
        place.window.document().undo();
        QVERIFY(!place.window.document().isModified());
        QVERIFY(place.window.document().design().racks.isEmpty() || nameOfFirstRack(place.window) != "second");
    }

    void discardedWorkIsGone() {
        QTemporaryDir folder;
        killChild(folder.path(), {});
        if (QTest::currentTestFailed())
            return;
        Workplace place(folder.path());
        RecoveryDialog* dialog = askedIn(place.window);
        QVERIFY(dialog);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("recovery.discard")), Qt::LeftButton);
        QCOMPARE(journalsIn(folder.path()), qsizetype{0});
        QVERIFY(place.window.document().design().racks.isEmpty());
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
        QTRY_VERIFY_WITH_TIMEOUT(recovery.entryList({QStringLiteral("*.rkw")}).isEmpty(), kPatience);
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    if (!loadBundledFonts())
        return 2;
    if (const QString folder = qEnvironmentVariable(kFolderVariable); !folder.isEmpty())
        return runChild(folder);
    TestStudioRecovery test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_studio_recovery.moc"
