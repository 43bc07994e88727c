// SPDX-License-Identifier: GPL-3.0-or-later
// Around the views: rooms and recipes from the start page, preferences, history, help, and that nothing looks or acts
// without a name.
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/dialogs/room_dialog.h"
#include "ui/panels/headline_strip.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/panel_dock.h"

#include <QApplication>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <QToolButton>
#include <QTreeWidget>

using namespace rackwright;

namespace {
constexpr int kPatience = 20'000;
constexpr int kBusyPatience = 1000; // ms until the window says that it is busy
} // namespace

class TestStudioShell : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aRoomOfTypedSize() {
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RoomDialog*>();
        QVERIFY(dialog);
        auto* width = dialog->findChild<QLineEdit*>(QStringLiteral("room.width"));
        width->setText(QStringLiteral("2*9 m"));
        QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("room.make")), Qt::LeftButton);
        QTRY_COMPARE(studio.design().rooms.size(), std::size_t{1});
        QCOMPARE(studio.design().rooms.begin()->outline[1].x, Length::metres(18));
        QVERIFY(!studio.document().history().canUndo());
    }

    void aRoomTooLargeIsRefused() {
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RoomDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QLineEdit*>(QStringLiteral("room.width"))->setText(QStringLiteral("9 km"));
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("room.make"))->isEnabled());
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("room.problem"))->text().isEmpty());
    }

    void aRecipeIsSized() {
        Studio studio;
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.cluster")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        auto* accelerators = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.accelerators"));
        QVERIFY(accelerators);
        auto* sizeIt = dialog->findChild<QPushButton*>(QStringLiteral("recipe.size-it"));
        accelerators->setText(QStringLiteral("many"));
        QVERIFY(!sizeIt->isEnabled());
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("recipe.accelerators.note"))->text().isEmpty());
        accelerators->setText(QStringLiteral("64"));
        QVERIFY(sizeIt->isEnabled());
        auto* node = dialog->findChild<QComboBox*>(QStringLiteral("recipe.node"));
        QVERIFY(node);
        QCOMPARE(node->currentText(), QStringLiteral("NVIDIA DGX H200")); // by name, not by id
        node->setCurrentIndex(node->findData(QStringLiteral("nv-dgx-b200")));
        QTest::mouseClick(sizeIt, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.design().devices.isEmpty(), kPatience);
        studio.settle();
        QVERIFY(std::ranges::any_of(studio.document().project()->parts,
                                    [](const PartRow& row) { return row.part->id == "nv-dgx-b200"; }));
    }

    // What was typed stays, and the reason stands at the field that it is about.
    void aRecipeThatFailsKeepsItsInputs() {
        Studio studio;
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.cluster")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        auto* accelerators = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.accelerators"));
        auto* perRack = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.nodes-per-rack"));
        accelerators->setText(QStringLiteral("64"));
        perRack->setText(QStringLiteral("16"));
        auto* sizeIt = dialog->findChild<QPushButton*>(QStringLiteral("recipe.size-it"));
        QTest::mouseClick(sizeIt, Qt::LeftButton);
        const auto* note = dialog->findChild<QLabel*>(QStringLiteral("recipe.nodes-per-rack.note"));
        QTRY_VERIFY_WITH_TIMEOUT(note->property("problem").toBool(), kPatience);
        QVERIFY(dialog->isVisible());
        QVERIFY2(note->text().contains(QStringLiteral("16")), qPrintable(note->text()));
        QCOMPARE(accelerators->text(), QStringLiteral("64"));
        QCOMPARE(perRack->text(), QStringLiteral("16"));
        QVERIFY(studio.design().devices.isEmpty());
        perRack->setText(QStringLiteral("2"));
        QVERIFY(!note->property("problem").toBool());
        QTest::mouseClick(sizeIt, Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.design().devices.isEmpty(), kPatience);
        QTRY_VERIFY(!studio.window().findChild<RecipeDialog*>());
        studio.settle();
    }

    // The busy dialog comes up late; it must not come up over the message that says what went wrong.
    void aFailureIsNotCoveredByTheBusyDialog() {
        Studio studio;
        const std::filesystem::path broken = studio.folder() / "broken.rkw";
        QFile file(QString::fromStdString(broken.string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("no design") > 0);
        file.close();
        bool isAsked = false, isCovered = true;
        studio.whenAsked(QStringLiteral("failure"), [&](QDialog& dialog) {
            isAsked = true;
            const auto busy = [&] {
                const auto* found = studio.window().findChild<QProgressDialog*>(QStringLiteral("busy"));
                return found && found->isVisible();
            };
            isCovered = QTest::qWaitFor(busy, kBusyPatience + 300);
            dialog.accept();
        });
        studio.window().openFile(broken);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked, kPatience);
        QVERIFY(!isCovered);
    }

    void theViewMenuClosesAndOpensPanels() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        QAction* toggle = studio.window().actions().action("view.panel.catalogue");
        PanelDock* dock = studio.window().dock(QStringLiteral("catalogue"));
        QTRY_VERIFY(dock->isVisible() && toggle->isChecked());
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("dock.catalogue.close")), Qt::LeftButton);
        QTRY_VERIFY(!dock->isVisible() && !toggle->isChecked());
        toggle->trigger();
        QTRY_VERIFY(dock->isVisible() && toggle->isChecked());
    }

    void documentsSetThePartsAsideAndDrawingsBringThemBack() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        PanelDock* parts = studio.window().dock(QStringLiteral("catalogue"));
        QTRY_VERIFY(parts->isVisible());
        const int width = studio.window().width();
        QTest::keyClick(&studio.window(), Qt::Key_4, Qt::ControlModifier);
        QTRY_VERIFY(!parts->isVisible());
        QTest::keyClick(&studio.window(), Qt::Key_2, Qt::ControlModifier);
        QTRY_VERIFY(parts->isVisible());
        QTRY_VERIFY2(studio.window().minimumSizeHint().width() < width,
                     qPrintable(QString::number(studio.window().minimumSizeHint().width())));
        QCOMPARE(studio.window().width(), width);
    }

    // Docks that come back beside a plan must not meet the room that the page before them needed.
    void theWindowKeepsItsWidthFromPageToPage() {
        Studio studio;
        studio.window().resize(1440, 900);
        studio.openSample("hall-1024-h200");
        QTRY_VERIFY(studio.window().dock(QStringLiteral("catalogue"))->width() > 200);
        for (const char* page : {"plan", "racks", "fabric", "workloads", "storage", "bill", "basis", "report"}) {
            studio.window().showWorkspace(QLatin1String(page));
            studio.settle();
        }
        auto& progress = studio.child<QWidget>(QStringLiteral("report.progress"));
        QTRY_VERIFY_WITH_TIMEOUT(progress.isVisible(), kPatience);
        QTRY_VERIFY_WITH_TIMEOUT(progress.isHidden(), kPatience);
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        studio.settle();
        QTRY_VERIFY(studio.window().dock(QStringLiteral("catalogue"))->width() > 200);
        QCOMPARE(studio.window().width(), 1440);
    }

    void givingUpDropsTheLateResult() {
        Studio studio;
        studio.window().keeper().make([] { return Result<Document>(emptyDocument("late")); }, QStringLiteral("late"));
        QVERIFY(studio.window().keeper().canCancel());
        studio.window().keeper().cancel();
        QVERIFY(!studio.window().keeper().isBusy());
        QCoreApplication::processEvents();
        QVERIFY(studio.document().project()->name != "late");
    }

    void historyJumps() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        studio.window().actions().action("edit.history")->trigger();
        auto& steps = studio.child<QListWidget>(QStringLiteral("history.steps"));
        QTRY_VERIFY(steps.isVisible());
        const Id<Rack> rack = studio.design().racks.begin()->id;
        const std::string before = studio.design().racks.begin()->name;
        for (const char* name : {"one", "two", "three"}) {
            QVERIFY(studio.document().commit(
                edits::renameRack(edits::activeTarget(*studio.document().project()), rack, name)));
            studio.document().closeMerge();
        }
        QCOMPARE(steps.count(), 4);
        QCOMPARE(steps.currentRow(), 3);
        QTest::mouseClick(steps.viewport(), Qt::LeftButton, {}, steps.visualItemRect(steps.item(1)).center());
        QCOMPARE(studio.design().racks.begin()->name, std::string("one"));
        QCOMPARE(steps.currentRow(), 1);
        QCOMPARE(steps.count(), 4);
        QTest::mouseClick(steps.viewport(), Qt::LeftButton, {}, steps.visualItemRect(steps.item(0)).center());
        QCOMPARE(studio.design().racks.begin()->name, before);
    }

    void preferencesHoldAtOnce() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const ProjectPtr before = studio.document().project();
        studio.window().actions().action("tools.preferences")->trigger();
        auto* dialog = studio.window().findChild<PreferencesDialog*>();
        QVERIFY(dialog);
        auto* theme = dialog->findChild<QComboBox*>(QStringLiteral("preferences.theme"));
        theme->setCurrentIndex(theme->findData(QStringLiteral("dark")));
        Q_EMIT theme->activated(theme->currentIndex());
        QCOMPARE(Theme::current().kind(), ThemeKind::Dark);
        QVERIFY(studio.window().actions().action("view.dark")->isChecked());
        auto* role = dialog->findChild<QComboBox*>(QStringLiteral("preferences.role"));
        role->setCurrentIndex(role->findData(QStringLiteral("presales")));
        Q_EMIT role->activated(role->currentIndex());
        auto* strip = studio.window().findChild<HeadlineStrip*>();
        QCOMPARE(strip->cards().front()->figureLabel(), QStringLiteral("cost.price.total"));
        QCOMPARE(studio.document().project(), before);
        theme->setCurrentIndex(theme->findData(QStringLiteral("light")));
        Q_EMIT theme->activated(theme->currentIndex());
        QCOMPARE(Theme::current().kind(), ThemeKind::Light);
    }

    void shortcutsAreThoseOfTheActions() {
        Studio studio;
        QTest::keyClick(&studio.window(), Qt::Key_F1);
        auto* dialog = studio.window().findChild<ShortcutsDialog*>();
        QVERIFY(dialog);
        auto* list = dialog->findChild<QTreeWidget*>(QStringLiteral("shortcuts.list"));
        int withKeys = 0;
        for (const QAction* action : studio.window().actions().all())
            withKeys += action->shortcut().isEmpty() ? 0 : 1;
        QCOMPARE(list->topLevelItemCount(), withKeys);
        QVERIFY(withKeys > 10);
    }

    void aboutNamesTheVersion() {
        Studio studio;
        studio.window().actions().action("help.about")->trigger();
        auto* dialog = studio.window().findChild<AboutDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("about.version"))->text().contains(QLatin1Char('.')));
        QVERIFY(dialog->findChild<QTreeWidget*>(QStringLiteral("about.parts"))->topLevelItemCount() > 5);
    }
};

QTEST_MAIN(TestStudioShell)
#include "tst_studio_shell.moc"
