// SPDX-License-Identifier: GPL-3.0-or-later
// Work is never lost by opening, making or saving: what is asked, what is offered, and what stays open.
#include "model/edits/option_edits.h"
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/start/start_page.h"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>
#include <QStatusBar>

using namespace rackwright;

namespace {

constexpr int kPatience = 20'000;

QStringList buttonsOf(const QDialog& dialog) {
    QStringList texts;
    for (const QAbstractButton* button : static_cast<const QMessageBox&>(dialog).buttons())
        texts << button->text();
    return texts;
}

bool pressButton(QDialog& dialog, const QString& text) {
    for (QAbstractButton* button : static_cast<QMessageBox&>(dialog).buttons())
        if (button->text() == text) {
            button->click();
            return true;
        }
    return false;
}

Done renameRack(Studio& studio, const char* name) {
    const Id<Rack> rack = studio.design().racks.begin()->id;
    return studio.document().commit(edits::renameRack(edits::activeTarget(*studio.document().project()), rack, name));
}

/// A design under this name that somebody else works on.
DesignFile heldElsewhere(const std::filesystem::path& path) {
    const Document theirs = emptyDocument("theirs");
    if (!writeDesign(path, theirs))
        qFatal("the file of another cannot be written");
    return std::move(*DesignFile::open(path));
}

} // namespace

class TestStudioFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Nobody is asked about his work for something that cannot be made.
    void aRecipeIsMadeBeforeChangesAreAskedAbout() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        QVERIFY(renameRack(studio, "mine"));
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            dialog.reject();
        });
        QMetaObject::invokeMethod(&studio.child<QWidget>(QStringLiteral("start")), "recipeChosen",
                                  Q_ARG(QString, QStringLiteral("cluster")));
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        auto* perRack = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.nodes-per-rack"));
        perRack->setText(QStringLiteral("16"));
        auto* sizeIt = dialog->findChild<QPushButton*>(QStringLiteral("recipe.size-it"));
        QTest::mouseClick(sizeIt, Qt::LeftButton);
        const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("recipe.nodes-per-rack.problem"));
        QTRY_VERIFY_WITH_TIMEOUT(!problem->text().isEmpty(), kPatience);
        QVERIFY(!isAsked);
        perRack->setText(QStringLiteral("2"));
        QTest::mouseClick(sizeIt, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked, kPatience);
        QTRY_VERIFY(dialog->isVisible()); // who stays has his values back
        QCOMPARE(perRack->text(), QStringLiteral("2"));
        QCOMPARE(studio.design().racks.begin()->name, std::string("mine"));
    }

    // The name decides the form, else the form that was chosen beside it.
    void saveAsWritesTheFormThatTheNameOrTheFilterTells_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("form");
        QTest::addColumn<QString>("written");
        QTest::addColumn<bool>("isText");
        QTest::addRow("a database") << "a.rkw"
                                    << "rkw.json"
                                    << "a.rkw" << false;
        QTest::addRow("text") << "a.rkw.json"
                              << ""
                              << "a.rkw.json" << true;
        QTest::addRow("no extension") << "a"
                                      << ""
                                      << "a.rkw" << false;
        QTest::addRow("no extension, as text") << "a"
                                               << "rkw.json"
                                               << "a.rkw.json" << true;
        QTest::addRow("an unknown extension") << "hall.v2"
                                              << ""
                                              << "hall.v2.rkw" << false;
        QTest::addRow("an unknown extension, as text") << "a.txt"
                                                       << "rkw.json"
                                                       << "a.txt.rkw.json" << true;
    }
    void saveAsWritesTheFormThatTheNameOrTheFilterTells() {
        QFETCH(QString, typed);
        QFETCH(QString, form);
        QFETCH(QString, written);
        QFETCH(bool, isText);
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / typed.toStdString()).string());
        studio.dialogs().formToSave = form;
        studio.window().actions().action("file.save-as")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!studio.window().keeper().isBusy(), kPatience);
        const std::filesystem::path path = studio.folder() / written.toStdString();
        QCOMPARE(studio.window().keeper().path(), path);
        QFile file(QString::fromStdString(path.string()));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.read(1) == "{", isText);
    }
    // Nobody was asked about the name with the extension.
    void aFileOfTheNameWithItsExtensionIsAskedAbout() {
        Studio studio;
        const std::filesystem::path taken = studio.folder() / "mine.rkw";
        QVERIFY(writeDesign(taken, emptyDocument("theirs")));
        studio.openSample("single-node-fine-tuning");
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "mine").string());
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.replace"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        studio.window().actions().action("file.save-as")->trigger();
        QVERIFY(isAsked && !studio.window().keeper().isBusy());
        QCOMPARE(readDesign(taken)->project->name, std::string("theirs"));
    }

    // A name that is taken by somebody's open file is no reason to leave one's own work.
    void aSaveThatIsRefusedKeepsTheWork() {
        Studio studio;
        const DesignFile held = heldElsewhere(studio.folder() / "theirs.rkw");
        studio.openSample("single-node-fine-tuning");
        QVERIFY(renameRack(studio, "mine"));
        QStringList offered;
        const std::filesystem::path free = studio.folder() / "mine.rkw";
        studio.whenAsked(QStringLiteral("ask.conflict"), [&](QDialog& dialog) {
            offered = buttonsOf(dialog);
            studio.dialogs().fileToSave = QString::fromStdString(free.string());
            QVERIFY(pressButton(dialog, QStringLiteral("Save as…")) || pressButton(dialog, offered.front()));
        });
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "theirs.rkw").string());
        QTest::keyClick(&studio.window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!offered.isEmpty() && !studio.window().keeper().isBusy(), kPatience);
        QVERIFY2(!offered.join(QLatin1Char('/')).contains(QStringLiteral("read-only")),
                 qPrintable(offered.join(QLatin1Char('/'))));
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isModified(), kPatience);
        QCOMPARE(studio.window().keeper().path(), free);
        QCOMPARE(readDesign(free)->project->options.front().design->racks.begin()->name, std::string("mine"));
        QCOMPARE(readDesign(studio.folder() / "theirs.rkw")->project->name, std::string("theirs"));
    }

    void readingWhatIsOpenElsewhereAsksAboutChanges() {
        Studio studio;
        const DesignFile held = heldElsewhere(studio.folder() / "theirs.rkw");
        studio.openSample("single-node-fine-tuning");
        QVERIFY(renameRack(studio, "mine"));
        int asked = 0;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&](QDialog& dialog) {
            ++asked;
            studio.whenAsked(QStringLiteral("ask.conflict"), [&](QDialog& conflict) {
                studio.whenAsked(QStringLiteral("ask.unsaved"), [&](QDialog& again) {
                    ++asked;
                    again.reject();
                });
                QVERIFY(pressButton(conflict, QStringLiteral("Open read-only")));
            });
            for (QAbstractButton* button : static_cast<QMessageBox&>(dialog).buttons())
                if (static_cast<QMessageBox&>(dialog).buttonRole(button) == QMessageBox::DestructiveRole)
                    return button->click();
        });
        studio.window().openFile(studio.folder() / "theirs.rkw");
        QTRY_COMPARE_WITH_TIMEOUT(asked, 2, kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.window().keeper().isBusy(), kPatience);
        QVERIFY(studio.document().isModified());
        QCOMPARE(studio.design().racks.begin()->name, std::string("mine"));
    }

    // The window stays open to work while a file is read.
    void whatIsChangedWhileAFileIsReadIsAskedAbout() {
        Studio studio;
        QVERIFY(writeDesign(studio.folder() / "other.rkw", emptyDocument("other")));
        studio.openSample("single-node-fine-tuning");
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            dialog.reject();
        });
        studio.window().openFile(studio.folder() / "other.rkw");
        QVERIFY(studio.window().keeper().isBusy());
        QVERIFY(renameRack(studio, "mine"));
        QTRY_VERIFY_WITH_TIMEOUT(isAsked && !studio.window().keeper().isBusy(), kPatience);
        QCOMPARE(studio.design().racks.begin()->name, std::string("mine"));
        QVERIFY(!studio.window().keeper().hasFile());
    }

    // A key that nobody knows would say nothing; what is open stays, and the file stays as it is.
    void aFileWithAKeyThatNobodyKnowsIsRefused() {
        Studio studio;
        const Document base = emptyDocument("other");
        auto project = std::make_shared<Project>(*base.project);
        project->settings = project->settings.with(Setting{{base.nextId}, "power.peak-rato", "0.8", "me"});
        QVERIFY(writeDesign(studio.folder() / "other.rkw", {project, base.nextId + 1}));
        studio.openSample("single-node-fine-tuning");
        const ProjectPtr before = studio.document().project();
        QString said;
        studio.whenAsked(QStringLiteral("failure"), [&said](QDialog& dialog) {
            said = static_cast<QMessageBox&>(dialog).text();
            dialog.accept();
        });
        studio.window().openFile(studio.folder() / "other.rkw");
        QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty() && !studio.window().keeper().isBusy(), kPatience);
        QVERIFY2(said.contains(QStringLiteral("power.peak-ratio")), qPrintable(said));
        QCOMPARE(studio.document().project(), before);
        QVERIFY(!studio.window().keeper().hasFile());
    }

    // A name that turns its own end round is shown with what does so.
    void aNameThatTurnsDirectionsIsShownAsItIs() {
        Studio studio;
        const std::filesystem::path path = studio.folder() / "plan\u202egpj.rkw";
        QVERIFY(writeDesign(path, emptyDocument("other")));
        studio.window().openFile(path);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window().keeper().hasFile() && !studio.window().keeper().isBusy(), kPatience);
        const QString title = studio.window().windowTitle();
        QVERIFY2(title.startsWith(QStringLiteral("plan\\u202egpj.rkw")), qPrintable(title));
        QVERIFY(!title.contains(QChar(0x202e)));
    }

    // Who names no file stays; what he saves later is no word to leave.
    void aSaveThatIsGivenUpEndsTheLeaving() {
        Studio studio;
        QVERIFY(writeDesign(studio.folder() / "other.rkw", emptyDocument("other")));
        studio.openSample("single-node-fine-tuning");
        QVERIFY(renameRack(studio, "mine"));
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            static_cast<QMessageBox&>(dialog).defaultButton()->click();
        });
        studio.window().openFile(studio.folder() / "other.rkw");
        QVERIFY(isAsked);
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "mine.rkw").string());
        studio.window().actions().action("file.save")->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isModified() && !studio.window().keeper().isBusy(), kPatience);
        studio.settle();
        QCOMPARE(studio.window().keeper().path(), studio.folder() / "mine.rkw");
        QCOMPARE(studio.design().racks.begin()->name, std::string("mine"));
    }

    // The start page hides a design that is open; nothing of it is lost, and nothing is done to it unseen.
    void theStartPageLeadsBackToTheOpenDesign() {
        Studio studio;
        auto& back = studio.child<QPushButton>(QStringLiteral("start.back"));
        QVERIFY(!back.isVisible()); // nothing is open yet
        QVERIFY(!studio.window().actions().action("insert.room")->isEnabled());
        studio.openSample("single-node-fine-tuning");
        QVERIFY(renameRack(studio, "mine"));
        studio.document().select({Subject(studio.design().racks.begin()->id)});
        QVERIFY(studio.window().actions().action("plan.rotate")->isEnabled());
        studio.window().actions().action("file.start")->trigger();
        studio.settle();
        QTRY_VERIFY(back.isVisible());
        QCOMPARE(back.text(), QStringLiteral("Back to single-node-fine-tuning"));
        // Neither by a key of the room nor by those of what is chosen.
        const std::size_t rooms = studio.design().rooms.size();
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("room"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            dialog.accept();
        });
        QTest::keyClick(&studio.window(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCoreApplication::processEvents();
        QVERIFY(!isAsked);
        QCOMPARE(studio.design().rooms.size(), rooms);
        for (const char* id : {"insert.room", "plan.rotate", "plan.room.remove", "tools.measure", "edit.delete"})
            QVERIFY2(!studio.window().actions().action(id)->isEnabled(), id);
        // What is switched on meanwhile waits.
        studio.document().select({});
        studio.document().select({Subject(studio.design().racks.begin()->id)});
        QVERIFY(!studio.window().actions().action("plan.rotate")->isEnabled());
        QTest::mouseClick(&back, Qt::LeftButton);
        studio.settle();
        QTRY_VERIFY(studio.plan().isVisible());
        for (const char* id : {"file.save", "insert.room", "plan.rotate", "plan.room.remove", "edit.delete"})
            QVERIFY2(studio.window().actions().action(id)->isEnabled(), id);
        QCOMPARE(studio.design().racks.begin()->name, std::string("mine"));
        QVERIFY(studio.document().isModified());
    }

    // "Save" in a question on the start page saves.
    void aQuestionOnTheStartPageSaves() {
        Studio studio;
        const std::filesystem::path file = studio.folder() / "mine.rkw";
        QVERIFY(writeDesign(file, *readDesign(RW_SAMPLES "/single-node-fine-tuning.rkw.json")));
        QVERIFY(writeDesign(studio.folder() / "other.rkw", emptyDocument("other")));
        studio.window().openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window().keeper().hasFile(), kPatience);
        studio.settle();
        QVERIFY(renameRack(studio, "mine"));
        studio.window().actions().action("file.start")->trigger();
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            QVERIFY(pressButton(dialog, QStringLiteral("Save")));
        });
        studio.window().openFile(studio.folder() / "other.rkw");
        QVERIFY(isAsked);
        QTRY_COMPARE_WITH_TIMEOUT(studio.window().keeper().path(), studio.folder() / "other.rkw", kPatience);
        studio.settle();
        QCOMPARE(readDesign(file)->project->options.front().design->racks.begin()->name, std::string("mine"));
    }

    // What another window has opened since this one read the preferences stays listed.
    void recentFilesOfAnotherWindowStayListed() {
        Studio studio;
        const std::filesystem::path mine = studio.folder() / "mine.rkw", theirs = studio.folder() / "theirs.rkw";
        for (const auto& file : {mine, theirs})
            QVERIFY(writeDesign(file, emptyDocument("a design")));
        QSettings& preferences = studio.services().preferences();
        preferences.sync();
        QVERIFY(recentFiles(preferences).empty());
        QFile written(preferences.fileName());
        QVERIFY(written.open(QIODevice::WriteOnly));
        written.write("[files]\nrecent=" + QByteArray::fromStdString(theirs.string()) + '\n');
        written.close();
        studio.window().openFile(mine);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window().keeper().hasFile() && !studio.window().keeper().isBusy(), kPatience);
        QCOMPARE(recentFiles(preferences), (std::vector<std::filesystem::path>{mine, theirs}));
    }

    // The same for who ends the program there; a design of no file is asked its name.
    void leavingFromTheStartPageSaves() {
        Studio studio;
        QApplication::setQuitOnLastWindowClosed(false); // other tests go on
        const std::filesystem::path file = studio.folder() / "mine.rkw";
        studio.openSample("single-node-fine-tuning");
        QVERIFY(renameRack(studio, "mine"));
        studio.window().actions().action("file.start")->trigger();
        studio.whenAsked(QStringLiteral("ask.unsaved"),
                         [](QDialog& dialog) { QVERIFY(pressButton(dialog, QStringLiteral("Save"))); });
        studio.dialogs().fileToSave = QString::fromStdString(file.string());
        QTest::keyClick(&studio.window(), Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.window().isVisible(), kPatience);
        QCOMPARE(readDesign(file)->project->options.front().design->racks.begin()->name, std::string("mine"));
    }

    // Made here, it lies nowhere else: nobody leaves it by a slip, changed or not.
    void aDesignOfNoFileIsAskedAbout() {
        Studio studio;
        QApplication::setQuitOnLastWindowClosed(false); // other tests go on
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<QDialog*>(QStringLiteral("room"));
        QVERIFY(dialog);
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("room.make")), Qt::LeftButton);
        QTRY_COMPARE(studio.design().rooms.size(), std::size_t{1});
        studio.window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&studio.window()));
        studio.settle();
        QVERIFY(studio.window().isWindowModified());
        const auto& state = studio.child<QLabel>(QStringLiteral("status.file"));
        QCOMPARE(state.text(), QStringLiteral("Not saved yet"));
        QStringList offered;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&offered](QDialog& question) {
            offered = buttonsOf(question);
            question.reject();
        });
        QTest::keyClick(&studio.window(), Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!offered.isEmpty(), kPatience);
        QVERIFY(studio.window().isVisible());
        QCOMPARE(studio.design().rooms.size(), std::size_t{1});
        studio.settle();
        const std::filesystem::path file = studio.folder() / "mine.rkw";
        studio.dialogs().fileToSave = QString::fromStdString(file.string());
        QTest::keyClick(&studio.window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.window().isWindowModified(), kPatience);
        QCOMPARE(readDesign(file)->project->options.front().design->rooms.size(), std::size_t{1});
        // It was saved, but not with this.
        QVERIFY(studio.document().commit(edits::renameProject("Mine", {})));
        QCOMPARE(state.text(), QStringLiteral("Changes not saved"));
    }

    // The window holds what is left of it.
    void aFileThatIsGoneIsAskedAbout() {
        Studio studio;
        QApplication::setQuitOnLastWindowClosed(false); // other tests go on
        const std::filesystem::path file = studio.folder() / "gone.rkw";
        QVERIFY(writeDesign(file, *readDesign(RW_SAMPLES "/single-node-fine-tuning.rkw.json")));
        studio.window().openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window().keeper().hasFile(), kPatience);
        studio.settle();
        QVERIFY(!studio.window().isWindowModified());
        std::filesystem::remove(file);
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked](QDialog& question) {
            isAsked = true;
            question.reject();
        });
        QTest::keyClick(&studio.window(), Qt::Key_Q, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked, kPatience);
        QVERIFY(studio.window().isVisible());
        QVERIFY(studio.window().isWindowModified());
        studio.settle();
        QTest::keyClick(&studio.window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.window().isWindowModified(), kPatience);
        QVERIFY(readDesign(file));
    }

    void aWriteProtectedFileIsSavedUnderAnotherName() {
        Studio studio;
        const std::filesystem::path file = studio.folder() / "protected.rkw", copy = studio.folder() / "copy.rkw";
        QVERIFY(writeDesign(file, *readDesign(RW_SAMPLES "/single-node-fine-tuning.rkw.json")));
        std::filesystem::permissions(file, std::filesystem::perms(0444));
        studio.window().openFile(file);
        QTRY_VERIFY_WITH_TIMEOUT(studio.window().keeper().hasFile(), kPatience);
        studio.settle();
        QVERIFY(studio.window().keeper().isReadOnly());
        const auto said = [&studio] { return studio.window().statusBar()->currentMessage(); };
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("may only be read")), kPatience);
        QVERIFY2(studio.window().windowTitle().startsWith(QStringLiteral("protected.rkw (read-only)")),
                 qPrintable(studio.window().windowTitle()));
        const std::string before = studio.design().racks.begin()->name;
        QVERIFY(renameRack(studio, "mine"));
        studio.dialogs().fileToSave = QString::fromStdString(copy.string());
        QTest::keyClick(&studio.window(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isModified(), kPatience);
        QCOMPARE(studio.window().keeper().path(), copy);
        QCOMPARE(readDesign(file)->project->options.front().design->racks.begin()->name, before);
    }
};

RW_WINDOW_SUITE(TestStudioFiles)
#include "tst_studio_files.moc"
