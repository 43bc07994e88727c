// SPDX-License-Identifier: GPL-3.0-or-later
// Around the views: preferences, history, help, and that nothing looks or acts without a name.
#include "model/edits/device_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "solvers/recipes/recipe.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/help_dialogs.h"
#include "ui/dialogs/manual_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/forms/basis_workspace.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/panels/headline_strip.h"
#include "ui/rack/rack_drops.h"
#include "ui/text/to_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/figure_card.h"
#include "ui/widgets/panel_dock.h"
#include "ui/widgets/small_screens.h"
#include "ui/workspaces.h"

#include <QApplication>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QRegularExpression>
#include <QSet>
#include <QSettings>
#include <QStatusBar>
#include <QTabBar>
#include <QTextBrowser>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QToolTip>
#include <QTreeWidget>

using namespace rackwright;

namespace {
constexpr int kPatience = 20'000;
} // namespace

// Looks at every dialog when it shows, as it would be on a screen of this size, and closes it.
class DialogWatch : public QObject {
    Q_OBJECT
public:
    explicit DialogWatch(QSize screen) : m_screen(screen) { qApp->installEventFilter(this); }
    const QStringList& problems() const { return m_problems; }
    const QSet<QString>& seen() const { return m_seen; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        auto* dialog = qobject_cast<QDialog*>(watched);
        if (event->type() == QEvent::Show && dialog && dialog->isWindow())
            QTimer::singleShot(0, dialog, [this, dialog] { look(*dialog); });
        return false;
    }

private:
    void look(QDialog& dialog) {
        const QString name = dialog.objectName() + QLatin1Char(' ') + dialog.windowTitle();
        m_seen << dialog.objectName();
        SmallScreens::fit(dialog, m_screen);
        QCoreApplication::sendPostedEvents();
        if (dialog.width() > m_screen.width() || dialog.height() > m_screen.height())
            m_problems << QStringLiteral("%1: %2 x %3").arg(name).arg(dialog.width()).arg(dialog.height());
        for (const QAbstractButton* button : dialog.findChildren<QAbstractButton*>())
            if (qobject_cast<const QDialogButtonBox*>(button->parentWidget()) && button->isVisible() &&
                !dialog.rect().contains(QRect(button->mapTo(&dialog, QPoint()), button->size())))
                m_problems << name + QStringLiteral(": ") + button->text();
        dialog.reject();
    }

    QSize m_screen;
    QStringList m_problems;
    QSet<QString> m_seen;
};

/// A line that would keep every key, as some desktops have it do with Ctrl+E.
class GreedyLine : public QLineEdit {
public:
    using QLineEdit::QLineEdit;

protected:
    bool event(QEvent* event) override {
        if (event->type() != QEvent::ShortcutOverride)
            return QLineEdit::event(event);
        event->accept();
        return true;
    }
};

class TestStudioShell : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aCommandOfTheWindowComesBeforeTheKeysOfAField() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        GreedyLine line(&studio.window());
        line.show();
        line.setFocus();
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("export"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            dialog.reject();
        });
        QTest::keyClick(&line, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(isAsked);
        // What every program takes from a text stays the field's.
        const ProjectPtr before = studio.document().project();
        line.setText(QStringLiteral("words"));
        line.setFocus();
        QTest::keyClick(&line, Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(line.selectedText(), QStringLiteral("words"));
        QTest::keyClick(&line, Qt::Key_X, Qt::ControlModifier);
        QVERIFY(line.text().isEmpty());
        QVERIFY(studio.document().project() == before);
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
        for (const char* page :
             {"plan", "racks", "fabric", "workloads", "storage", "power", "cooling", "bill", "basis", "report"}) {
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

    // Commands on what is chosen, and those of a letter alone, must not be heard while a table or field has the focus.
    void commandsOnWhatIsChosenAreNotHeardEverywhere() {
        Studio studio;
        const Actions& actions = studio.window().actions();
        for (const QAction* action : actions.all()) {
            const QKeySequence keys = action->shortcut();
            if (keys.isEmpty())
                continue;
            const Qt::KeyboardModifiers modifiers = keys[0].keyboardModifiers();
            const bool isLetter =
                !(modifiers & (Qt::ControlModifier | Qt::AltModifier)) && keys[0].key() < Qt::Key_Escape;
            const bool isOfText = keys.matches(QKeySequence(QKeySequence::SelectAll)) == QKeySequence::ExactMatch ||
                                  keys.matches(QKeySequence(QKeySequence::Copy)) == QKeySequence::ExactMatch ||
                                  keys.matches(QKeySequence(QKeySequence::Cut)) == QKeySequence::ExactMatch ||
                                  keys.matches(QKeySequence(QKeySequence::Paste)) == QKeySequence::ExactMatch ||
                                  keys.matches(QKeySequence(QKeySequence::Delete)) == QKeySequence::ExactMatch ||
                                  keys[0].key() == Qt::Key_Backspace;
            if (isLetter || isOfText)
                QVERIFY2(actions.reach(*action) != KeyReach::Window, qPrintable(action->objectName()));
        }
    }

    void keysOfListsDoNotReachThePlan() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        const ProjectPtr before = studio.document().project();
        for (const char* name : {"findings.table", "catalogue.parts"}) {
            auto& list = studio.child<QAbstractItemView>(QLatin1String(name));
            list.setFocus();
            QTest::keyClick(&list, Qt::Key_R);
            QTest::keyClick(&list, Qt::Key_Delete);
            QTest::keyClick(&list, Qt::Key_A, Qt::ControlModifier);
            QTest::keyClick(&list, Qt::Key_D, Qt::ControlModifier);
            QCOMPARE(studio.document().project(), before);
            QCOMPARE(studio.document().selection().size(), std::size_t{1});
        }
        // In the plan they are heard; what fills several racks is named before it goes.
        studio.plan().setFocus();
        QTest::keyClick(&studio.plan(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(studio.document().selection().size(), studio.design().racks.size());
        bool isAsked = false;
        studio.whenAsked(QStringLiteral("ask.delete"), [&isAsked](QDialog& dialog) {
            isAsked = true;
            dialog.reject();
        });
        QTest::keyClick(&studio.plan(), Qt::Key_Delete);
        QVERIFY(isAsked);
        QCOMPARE(studio.document().project(), before);
    }

    // The key goes to the drawing that one went to.
    void aWorkspaceThatComesUpTakesTheKeys() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        QTest::keyClick(&studio.window(), Qt::Key_6, Qt::ControlModifier);
        studio.child<QLineEdit>(QStringLiteral("bill.filter")).setFocus();
        QTest::keyClick(&studio.window(), Qt::Key_1, Qt::ControlModifier);
        QVERIFY(studio.plan().hasFocus());
    }

    void aSearchLooksInAllGroups_data() {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("found");
        QTest::addRow("CDU") << QStringLiteral("CDU") << QStringLiteral("CDU");
        QTest::addRow("an accelerator") << QStringLiteral("H100 SXM5") << QStringLiteral("H100 SXM");
        QTest::addRow("a processor") << QStringLiteral("EPYC") << QStringLiteral("EPYC");
        QTest::addRow("software") << QStringLiteral("Lustre") << QStringLiteral("Lustre");
    }
    void aSearchLooksInAllGroups() {
        QFETCH(QString, words);
        QFETCH(QString, found);
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QVERIFY(studio.child<QToolButton>(QStringLiteral("catalogue.group.compute")).isChecked());
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("catalogue.search")), words);
        QStringList names;
        for (int row = 0; row < list.model()->rowCount(); ++row)
            names << list.model()->index(row, 0).data().toString();
        QVERIFY2(names.join(QLatin1Char('\n')).contains(found, Qt::CaseInsensitive),
                 qPrintable(names.join(QLatin1Char('\n'))));
        QVERIFY2(names.filter(QStringLiteral("other")).size() == 1, qPrintable(names.join(QLatin1Char('\n'))));
    }

    // Who looks for a system means what stands in a room, not the chip in it.
    void whatTakesNoPlaceStandsLastAndSaysSo() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.all")), Qt::LeftButton);
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("catalogue.search")), QStringLiteral("GB300"));
        bool isBehind = false;
        int placed = 0;
        for (int row = 0; row < list.model()->rowCount(); ++row) {
            const QModelIndex index = list.model()->index(row, 0);
            const auto part =
                studio.services().library()->part(index.data(PartListModel::IdRole).toString().toStdString());
            QVERIFY(part);
            const bool takesNone = whyNotPlaced(**part).has_value();
            QVERIFY2(takesNone || !isBehind, qPrintable(index.data().toString()));
            QCOMPARE(index.data(PartListModel::DetailRole).toString().contains(QStringLiteral("no place of its own")),
                     takesNone);
            isBehind = takesNone;
            placed += takesNone ? 0 : 1;
        }
        QVERIFY(isBehind && placed > 3);
    }

    // A class of rack PDU is sold by its breaker, and carries less for long.
    void ratingsSayWhatIsCarriedContinuously() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.power")), Qt::LeftButton);
        QString detail;
        const auto isListed = [&] { // the list follows beside the window
            for (int row = 0; row < list.model()->rowCount(); ++row) {
                const QModelIndex index = list.model()->index(row, 0);
                if (index.data(PartListModel::IdRole).toString() == QStringLiteral("pdu-class-3ph-415-30"))
                    detail = index.data(PartListModel::DetailRole).toString();
            }
            return !detail.isEmpty();
        };
        QTRY_VERIFY(isListed());
        QVERIFY2(detail.contains(QStringLiteral("21.6 kW, 17.")), qPrintable(detail));
        QVERIFY2(detail.contains(QStringLiteral(" kW continuous")), qPrintable(detail));
    }

    void groupsAreOneChoiceAndAnEmptyListSaysWhy() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        for (const char* id :
             {"compute", "accelerators", "network", "storage", "cooling", "power", "racks", "software"}) {
            QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.") + QLatin1String(id)),
                              Qt::LeftButton);
            QVERIFY(studio.child<QListView>(QStringLiteral("catalogue.parts")).model()->rowCount() > 0);
            int on = 0;
            for (const QToolButton* chip :
                 studio.child<QWidget>(QStringLiteral("panel.catalogue")).findChildren<QToolButton*>())
                on += chip->isChecked() && chip->objectName().startsWith(QLatin1String("catalogue.group.")) ? 1 : 0;
            QCOMPARE(on, 1);
        }
        auto& empty = studio.child<QLabel>(QStringLiteral("catalogue.parts.empty"));
        QVERIFY(empty.isHidden());
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("catalogue.search")),
                         QStringLiteral("flux capacitor"));
        QVERIFY(!empty.isHidden());
        QVERIFY2(empty.text().contains(QStringLiteral("flux capacitor")), qPrintable(empty.text()));
    }

    void noPartIsNamedAfterItsVendorTwice() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.all")), Qt::LeftButton);
        const QAbstractItemModel& parts = *studio.child<QListView>(QStringLiteral("catalogue.parts")).model();
        for (int row = 0; row < parts.rowCount(); ++row) {
            const QString name = parts.index(row, 0).data().toString();
            const QStringList words = name.split(QLatin1Char(' '));
            QVERIFY2(words.size() < 2 || words[0].compare(words[1], Qt::CaseInsensitive) != 0, qPrintable(name));
            QVERIFY2(words.size() < 4 || words.mid(0, 2) != words.mid(2, 2), qPrintable(name));
        }
    }

    void thePaletteNamesCommandsBeforeSteps() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        QVERIFY(studio.document().commit(edits::renameRack(edits::activeTarget(*studio.document().project()),
                                                           studio.rackNamed("A01"), "Generate network")));
        studio.window().actions().action("view.palette")->trigger();
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        QTest::keyClicks(&words, QStringLiteral("generate network"));
        auto& list = studio.child<QListWidget>(QStringLiteral("palette.list"));
        QVERIFY(list.count() > 1);
        QVERIFY2(list.item(0)->text().startsWith(QStringLiteral("Generate network")), qPrintable(list.item(0)->text()));
        words.clear();
        QTest::keyClicks(&words, QStringLiteral("undo"));
        QVERIFY2(list.item(0)->text().startsWith(QStringLiteral("Undo")), qPrintable(list.item(0)->text()));
        QTest::keyClick(&words, Qt::Key_Escape);
    }

    // With nothing selected nothing can be taken out of service: the command is listed and says what it waits for.
    void thePaletteSaysWhatACommandWaitsFor() {
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.document().select({});
        studio.window().actions().action("view.palette")->trigger();
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        auto& list = studio.child<QListWidget>(QStringLiteral("palette.list"));
        words.setText(QStringLiteral("out of service"));
        QVERIFY(list.count() > 0);
        QCOMPARE(list.item(0)->text(), QStringLiteral("Take out of service"));
        QVERIFY(list.item(0)->data(Qt::UserRole + 1).toString().startsWith(QStringLiteral("Select a panel")));
        // What waits for racks says for how many, behind what can be done.
        words.setText(QStringLiteral("mirror left"));
        const auto off = list.findItems(QStringLiteral("Mirror left to right"), Qt::MatchExactly);
        QCOMPARE(off.size(), 1);
        QCOMPARE(off.front()->data(Qt::UserRole + 1).toString(), QStringLiteral("Select a rack first"));
        words.setText(QStringLiteral("delete a scalable"));
        QVERIFY(!list.findItems(QStringLiteral("Delete a scalable unit…"), Qt::MatchExactly).isEmpty());
        words.setText(QStringLiteral("single failures"));
        QVERIFY(list.count() > 0);
        QCOMPARE(list.item(0)->text(), QStringLiteral("Single failures…"));
        QTest::keyClick(&words, Qt::Key_Escape);
    }

    // The same words at the greyed entry of a menu; an entry that can be chosen has none.
    void aGreyedEntrySaysWhatItWaitsFor() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const QAction* rotate = studio.window().actions().action("plan.rotate");
        studio.document().select({Subject(studio.rackNamed("A01"))});
        QVERIFY(rotate->isEnabled());
        QVERIFY(!rotate->toolTip().startsWith(QStringLiteral("Select")));
        studio.document().select({});
        QVERIFY(!rotate->isEnabled());
        QCOMPARE(rotate->toolTip(), QStringLiteral("Select a rack first"));
        QVERIFY(studio.child<QMenu>(QStringLiteral("menu.design")).toolTipsVisible());
    }

    // Recipes, rooms, racks, parts and pages of the manual; what is called so stands before what merely holds the word.
    void thePaletteFindsWhateverHasAName() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        Room room = *studio.design().rooms.begin();
        room.name = "Hall Nord";
        QVERIFY(studio.document().commit(edits::putRoom(edits::activeTarget(*studio.document().project()), room)));
        studio.settle();
        studio.window().actions().action("view.palette")->trigger();
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        auto& list = studio.child<QListWidget>(QStringLiteral("palette.list"));
        const auto first = [&](const QString& typed) {
            words.setText(typed);
            return list.count() > 0
                       ? list.item(0)->data(Qt::UserRole).toString() + QLatin1Char(':') + list.item(0)->text()
                       : QString();
        };
        QCOMPARE(first(QStringLiteral("hall nord")), QStringLiteral("Room:Hall Nord"));
        QCOMPARE(first(QStringLiteral("a07")), QStringLiteral("Rack:A07"));
        QCOMPARE(first(QStringLiteral("dgx h200")), QStringLiteral("Part:NVIDIA DGX H200"));
        QCOMPARE(first(QStringLiteral("print")), QStringLiteral("Command:Print…"));
        QVERIFY2(first(QStringLiteral("proposal and")).startsWith(QStringLiteral("Manual:")),
                 qPrintable(list.item(0)->text()));
        const QString recipe =
            QString::fromStdString(studio.services().texts().text("recipe.title." + recipes().front().name));
        QCOMPARE(first(recipe), QStringLiteral("Recipe:") + recipe);
        QTest::keyClick(&words, Qt::Key_Return);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->reject();
    }

    // Whatever the design holds under a name is found by it and shown where one works on it.
    void thePaletteFindsWhatTheDesignHolds() {
        Studio studio;
        studio.window().resize(1600, 900);
        studio.openSample("nvl72-8-racks");
        const Design& design = studio.design();
        const auto go = [&](const std::string& name, const QString& group) {
            studio.window().actions().action("view.palette")->trigger();
            auto* palette = studio.window().findChildren<CommandPalette*>().back();
            auto* words = palette->findChild<QLineEdit*>(QStringLiteral("palette.words"));
            auto* list = palette->findChild<QListWidget*>(QStringLiteral("palette.list"));
            words->setText(toText(name));
            for (int row = 0; row < list->count(); ++row)
                if (list->item(row)->text() == toText(name) &&
                    list->item(row)->data(Qt::UserRole).toString() == group) {
                    list->setCurrentRow(row);
                    QTest::keyClick(words, Qt::Key_Return);
                    studio.settle();
                    return true;
                }
            palette->close();
            return false;
        };
        const auto isAt = [&](const char* workspace, Subject subject) {
            return studio.window().workspace(QLatin1String(workspace))->isVisible() &&
                   studio.document().isSelected(subject);
        };
        const PowerElement element = *design.powerElements.begin();
        QVERIFY(go(element.name, QStringLiteral("Power")));
        QVERIFY(isAt("power", Subject(element.id)));
        const CoolingUnit unit = *design.coolingUnits.begin();
        QVERIFY(go(unit.name, QStringLiteral("Cooling unit")));
        QVERIFY(isAt("cooling", Subject(unit.id)));
        const CoolingLoop loop = *design.coolingLoops.begin();
        studio.window().showWorkspace(QStringLiteral("plan"));
        QVERIFY(go(loop.name, QStringLiteral("Cooling loop")));
        QVERIFY(isAt("cooling", Subject(loop.id)));
        const auto circuit =
            std::ranges::find_if(design.powerLinks, [](const PowerLink& link) { return bool(link.to); });
        QVERIFY(circuit != design.powerLinks.end());
        const Id<PowerElement> fed = circuit->to;
        QVERIFY(go(design.powerElements.find(circuit->from)->name + " to " + design.powerElements.find(fed)->name,
                   QStringLiteral("Circuit")));
        QVERIFY(isAt("power", Subject(fed)));
        const Device device = *design.devices.begin();
        QVERIFY(go(device.name, QStringLiteral("Device")));
        QVERIFY(isAt("racks", Subject(device.id)));
        const Network network = *design.networks.begin();
        QVERIFY(go(network.name, QStringLiteral("Network")));
        QVERIFY(studio.window().workspace(QStringLiteral("fabric"))->isVisible());
        const Rack rack = *design.racks.begin();
        QVERIFY(go(rack.name, QStringLiteral("Rack")));
        QVERIFY(isAt("plan", Subject(rack.id)));
    }

    // People do not know what a command is called here: their own words find it among the first three.
    void thePaletteUnderstandsPlainWords_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("wanted");
        const auto row = [](const char* typed, const char* wanted) {
            QTest::newRow(typed) << QString::fromLatin1(typed) << QString::fromUtf8(wanted);
        };
        row("title block", "Report");
        row("customer", "Report");
        row("customer name", "Report");
        row("project data", "Site record");
        row("units", "Preferences…");
        row("imperial", "Preferences…");
        row("metric", "Preferences…");
        row("change to feet", "Preferences…");
        row("currency", "Quote");
        row("price", "Quote");
        row("quote", "Quote");
        row("offer", "Export documents…");
        row("quote for", "Accelerator cluster");
        row("new design from workload", "Accelerator cluster");
        row("brownfield", "Cluster in an existing hall");
        row("leaf spine", "Generate network…");
        row("elevations", "Racks");
        row("errors", "Findings panel");
        row("background", "Picture or drawing below the plan…");
        row("busbar", "Busway");
        row("pillar", "Column");
        row("switchboard", "Switchgear");
        row("genset", "Generator");
        row("utility", "Utility feed");
        row("help", "Manual");
        row("hotkeys", "Keyboard shortcuts");
        row("distance", "Measure");
    }
    void thePaletteUnderstandsPlainWords() {
        QFETCH(QString, typed);
        QFETCH(QString, wanted);
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        studio.window().actions().action("view.palette")->trigger();
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        auto& list = studio.child<QListWidget>(QStringLiteral("palette.list"));
        QTest::keyClicks(&words, typed);
        QStringList first;
        for (int i = 0; i < std::min(3, list.count()); ++i)
            first << list.item(i)->text();
        QTest::keyClick(&words, Qt::Key_Escape);
        QVERIFY2(first.contains(wanted), qPrintable(first.join(QStringLiteral(" | "))));
    }

    // Products before the planning classes of their kind, and names that begin so before those that hold the words.
    void theCatalogueSearchNamesModelsFirst() {
        Studio studio;
        const auto found = studio.services().library()->search("H200");
        QVERIFY(found && found->size() > 5);
        QVERIFY2(found->front().model.starts_with("H200"), found->front().model.c_str());
        const auto second =
            std::ranges::find_if(*found, [](const PartSummary& part) { return part.id == "nv-dgx-h200"; });
        const auto planning =
            std::ranges::find_if(*found, [](const PartSummary& part) { return part.isPlanningClass; });
        QVERIFY(second < planning);
    }

    // Another group is read from its first part; what a narrow status bar cuts off is in its tool tip.
    void anotherGroupBeginsAtItsFirstPart() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.all")), Qt::LeftButton);
        list.scrollToBottom();
        const auto topOfFirst = [&list] { return list.visualRect(list.model()->index(0, 0)).top(); };
        QVERIFY(topOfFirst() < 0);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("catalogue.group.compute")), Qt::LeftButton);
        QVERIFY(topOfFirst() >= 0);
        const QString told = QStringLiteral("a sentence that is longer than a narrow bar");
        studio.window().statusBar()->showMessage(told);
        QCOMPARE(studio.window().statusBar()->toolTip(), told);
    }

    // The keys that place a part stand in the status bar until it is placed, whatever else is said meanwhile.
    void theStatusBarSaysWhatTheKeysDo() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const auto said = [&] { return studio.window().statusBar()->currentMessage(); };
        auto& search = studio.child<QLineEdit>(QStringLiteral("catalogue.search"));
        search.setFocus();
        QTest::keyClicks(&search, QStringLiteral("CDU 1350"));
        QTest::keyClick(&search, Qt::Key_Return);
        QVERIFY2(said().contains(QStringLiteral("Enter")), qPrintable(said()));
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QTest::keyClick(&list, Qt::Key_Return);
        studio.settle();
        QVERIFY2(said().contains(QStringLiteral("Esc")), qPrintable(said()));
        studio.window().say(QStringLiteral("The price moved."));
        QVERIFY2(said().contains(QStringLiteral("Esc")) && said().contains(QStringLiteral("price")),
                 qPrintable(said()));
        QTest::keyClick(&studio.plan(), Qt::Key_Right);
        studio.settle();
        QVERIFY2(said().contains(QStringLiteral("Esc")), qPrintable(said()));
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY2(!said().contains(QStringLiteral("Esc")), qPrintable(said()));
    }

    void aMessageLeavesWithTheNextAct() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.window().say(QStringLiteral("Deleted: 3 racks"));
        QTest::mouseMove(&studio.plan(), QPoint(40, 40));
        QCOMPARE(studio.window().statusBar()->currentMessage(), QStringLiteral("Deleted: 3 racks"));
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, QPoint(20, 20));
        QVERIFY(!studio.window().statusBar()->currentMessage().contains(QStringLiteral("Deleted")));
        studio.window().say(QStringLiteral("Deleted: 3 racks"));
        studio.plan().setFocus();
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.window().statusBar()->currentMessage().contains(QStringLiteral("Deleted")));
    }

    // How a deletion is taken back stays in sight: the next act, a message, a price that moves and the tip of a menu do
    // not wipe it; the next step of the history does, since it is then no longer so.
    void theWayBackFromADeletionStaysInSight() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const auto said = [&] { return studio.window().statusBar()->currentMessage(); };
        const Id<RoomObject> first = studio.design().roomObjects.begin()->id;
        studio.document().select({Subject(first)});
        studio.plan().setFocus();
        QTimer answer; // what is not in sight is asked about
        connect(&answer, &QTimer::timeout, this, [] {
            if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
                for (QAbstractButton* button : box->buttons())
                    if (box->buttonRole(button) == QMessageBox::DestructiveRole)
                        return button->click();
        });
        answer.start(0);
        studio.window().actions().action("edit.delete")->trigger();
        answer.stop();
        QVERIFY(!studio.design().roomObjects.contains(first));
        studio.settle(); // the price has moved by now
        QVERIFY2(said().contains(QStringLiteral("Ctrl+Z")), qPrintable(said()));
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, QPoint(20, 20));
        QVERIFY2(said().contains(QStringLiteral("Ctrl+Z")), qPrintable(said()));
        studio.window().say(QStringLiteral("Copied."));
        QVERIFY2(said().contains(QStringLiteral("Copied.")), qPrintable(said()));
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, QPoint(24, 24));
        QVERIFY2(said().contains(QStringLiteral("Ctrl+Z")), qPrintable(said()));
        for (const char* tip : {"a file", ""}) {
            QStatusTipEvent event(QString::fromLatin1(tip));
            QApplication::sendEvent(&studio.window(), &event);
        }
        QVERIFY2(said().contains(QStringLiteral("Ctrl+Z")), qPrintable(said()));
        studio.window().actions().action("edit.undo")->trigger();
        QVERIFY(studio.design().roomObjects.contains(first));
        QVERIFY2(!said().contains(QStringLiteral("Ctrl+Z")), qPrintable(said()));
    }

    // A part that was looked at gives way to the selection when one goes on in the drawing.
    void theInspectorComesBackFromAPart() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        const Id<Rack> rack = studio.rackNamed("A01");
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, studio.onPlan(rack));
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        auto& fields = studio.child<QWidget>(QStringLiteral("inspector.body"));
        QTRY_VERIFY(fields.isVisible());
        QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, list.visualRect(list.model()->index(1, 0)).center());
        list.setFocus();
        QTRY_VERIFY(!fields.isVisible());
        QTest::mouseClick(&studio.plan(), Qt::LeftButton, {}, studio.onPlan(rack));
        QTRY_VERIFY(fields.isVisible());
    }

    void theFileMenuOpensRecentFiles() {
        Studio studio;
        const std::filesystem::path file = studio.folder() / "R&D hall.rkw.json";
        std::filesystem::copy_file(RW_SAMPLES "/single-node-fine-tuning.rkw.json", file);
        studio.window().openFile(file);
        studio.settle();
        QTRY_VERIFY(!studio.design().racks.isEmpty() || !studio.design().devices.isEmpty());
        studio.window().actions().action("file.start")->trigger();
        auto& menu = studio.child<QMenu>(QStringLiteral("menu.recent"));
        Q_EMIT menu.aboutToShow();
        QCOMPARE(menu.actions().size(), 1);
        QCOMPARE(menu.actions().front()->text(), QStringLiteral("R&&D hall.rkw.json"));
        menu.actions().front()->trigger();
        studio.settle();
        QVERIFY(studio.window().windowTitle().contains(QStringLiteral("R&D hall")));
    }

    // 1,366 x 768 is about a screen of 1,920 x 1,080 at 150 %, 960 x 540 the same at 200 %.
    void everythingFitsASmallScreen_data() {
        QTest::addColumn<QSize>("screen");
        QTest::addRow("1280 x 720") << QSize(1280, 720);
        QTest::addRow("1366 x 768") << QSize(1366, 768);
        QTest::addRow("1250 x 740") << QSize(1250, 740); // all of the tool bar's words have no room yet
        QTest::addRow("960 x 540") << QSize(960, 540);
        QTest::addRow("952 x 532") << QSize(952, 532); // less what a desktop keeps at the sides
    }
    void everythingFitsASmallScreen() {
        QFETCH(QSize, screen);
        constexpr int frame = 24; // what a desktop draws above a window
        Studio studio;
        studio.openSample("hall-1024-h200");
        for (const char* page :
             {"plan", "racks", "fabric", "workloads", "storage", "power", "cooling", "bill", "basis", "report"}) {
            studio.window().showWorkspace(QLatin1String(page));
            studio.window().resize(screen - QSize(0, frame));
            studio.settle();
            const QSize least = studio.window().minimumSizeHint();
            QVERIFY2(least.width() <= screen.width() && least.height() <= screen.height() - frame,
                     qPrintable(
                         QStringLiteral("%1 %2 x %3").arg(QLatin1String(page)).arg(least.width()).arg(least.height())));
            const auto isWhole = [&studio](const char* name) {
                const QWidget& command = studio.child<QWidget>(QLatin1String(name));
                const QRect place(command.mapTo(&studio.window(), QPoint()), command.size());
                return command.isVisible() && studio.window().rect().contains(place) &&
                       command.width() >= command.minimumSizeHint().width();
            };
            for (const char* name : {"toolbar.export", "toolbar.search", "options"})
                QTRY_VERIFY2(isWhole(name), name);
            if (qstrcmp(page, "racks") == 0) {
                // Its own buttons too, without a move to the side.
                const QWidget* racks = studio.window().workspace(QStringLiteral("racks"));
                const auto* rear = racks->findChild<QToolButton*>(QStringLiteral("face.rear"));
                QTRY_VERIFY(rear->visibleRegion().boundingRect() == rear->rect());
            }
            // The workspaces have their buttons or stand in the menu that names the one in front.
            QTRY_VERIFY(isWhole("show.report") != isWhole("workspaces.menu"));
            QVERIFY(isWhole("show.plan") == isWhole("show.report"));
            // Nothing waits behind the end of the bar.
            const auto* hidden = studio.child<QToolBar>(QStringLiteral("toolbar.main"))
                                     .findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
            QTRY_VERIFY(!hidden || !hidden->isVisible());
            QCOMPARE(studio.window().size(), screen - QSize(0, frame));
        }
    }

    // Catalogue and inspector share a column where the window is narrow, and take their places again where it is wide.
    void narrowWindowsTabTheSides() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        PanelDock* catalogue = studio.window().dock(QStringLiteral("catalogue"));
        PanelDock* inspector = studio.window().dock(QStringLiteral("inspector"));
        QVERIFY(studio.window().tabifiedDockWidgets(catalogue).isEmpty());
        studio.window().resize(960, 516);
        QTRY_VERIFY(studio.window().tabifiedDockWidgets(catalogue).contains(inspector));
        QTRY_VERIFY(studio.plan().width() > 500);
        // Below the tabs lies the ground of the window, and no line of another theme.
        int bars = 0;
        for (QTabBar* bar : studio.window().findChildren<QTabBar*>()) {
            if (!bar->isVisible() || bar->count() == 0 || bar->tabRect(bar->count() - 1).right() > bar->width() - 8)
                continue;
            ++bars;
            const QImage drawn = bar->grab().toImage();
            for (int y = 0; y < drawn.height(); ++y)
                QCOMPARE(drawn.pixel(drawn.width() - 4, y), drawn.pixel(drawn.width() - 4, 0));
        }
        QVERIFY(bars > 0);
        studio.window().resize(1440, 900);
        QTRY_VERIFY(studio.window().tabifiedDockWidgets(catalogue).isEmpty());
        QCOMPARE(studio.window().dockWidgetArea(inspector), Qt::RightDockWidgetArea);
        QTRY_VERIFY(catalogue->isVisible() && inspector->isVisible());
        // With room for all there is nothing to scroll to.
        QTRY_VERIFY(!studio.child<QLabel>(QStringLiteral("findings.counts")).visibleRegion().isEmpty());
    }

    // 960 x 540 is a screen of 1,920 x 1,080 at 200 %: what is chosen has its fields beside any drawing.
    void narrowWindowsKeepTheInspectorAsATab() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        PanelDock* catalogue = studio.window().dock(QStringLiteral("catalogue"));
        PanelDock* inspector = studio.window().dock(QStringLiteral("inspector"));
        studio.window().resize(960, 540);
        QTRY_VERIFY(studio.window().tabifiedDockWidgets(catalogue).contains(inspector));
        for (const char* workspace : {"racks", "fabric", "cooling"}) {
            studio.window().showWorkspace(QLatin1String(workspace));
            QVERIFY2(!inspector->isHidden(), workspace);
            QVERIFY2(studio.window().tabifiedDockWidgets(catalogue).contains(inspector), workspace);
        }
    }

    // 640 x 360 is a screen of 1,280 x 720 at 200 %.
    void lowWindowsLeaveTheirHeightToTheDrawing_data() {
        QTest::addColumn<QSize>("size");
        QTest::addRow("960 x 540") << QSize(960, 540);
        QTest::addRow("960 x 516") << QSize(960, 516);
        QTest::addRow("640 x 360") << QSize(640, 360);
    }
    void lowWindowsLeaveTheirHeightToTheDrawing() {
        QFETCH(QSize, size);
        Studio studio;
        studio.openSample("hall-1024-h200");
        MainWindow& window = studio.window();
        PanelDock* findings = window.dock(QStringLiteral("findings"));
        // Smaller step by step, as by hand: each time the panels leave more room.
        const auto isThere = [&window, size] {
            window.resize(size);
            return window.size() == size;
        };
        QTRY_VERIFY2(isThere(), qPrintable(QStringLiteral("%1 x %2").arg(window.width()).arg(window.height())));
        QTRY_VERIFY(2 * window.workspace(QStringLiteral("plan"))->height() >= size.height());
        // What stands in a card is whole; what has no room is in the menu.
        int shown = 0;
        for (const FigureCard* card : studio.child<HeadlineStrip>(QStringLiteral("headlines")).cards())
            if (card->isVisible()) {
                ++shown;
                QVERIFY2(card->width() >= card->wholeWidth(), qPrintable(card->content().title));
                QVERIFY(window.rect().contains(QRect(card->mapTo(&window, QPoint()), card->size())));
            }
        QVERIFY(shown >= 3);
        QVERIFY(studio.child<QToolButton>(QStringLiteral("headlines.more")).isVisible());
        // The panel below waits behind its name.
        auto& name = studio.child<QToolButton>(QStringLiteral("rail.findings"));
        QVERIFY(findings->isHidden() && name.isVisible() && name.text() == findings->windowTitle());
        QTest::mouseClick(&name, Qt::LeftButton);
        QTRY_VERIFY(findings->isVisible() && !findings->visibleRegion().isEmpty());
        QCOMPARE(window.size(), size);
        // Another one takes its place.
        window.explain(QStringLiteral("power.it.peak"));
        QTRY_VERIFY(window.dock(QStringLiteral("evidence"))->isVisible());
        QVERIFY(findings->isHidden() && !name.isChecked());
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("rail.evidence")), Qt::LeftButton);
        QTRY_VERIFY(window.dock(QStringLiteral("evidence"))->isHidden());
        // All workspaces are within reach.
        auto& workspaces = studio.child<QToolButton>(QStringLiteral("workspaces.menu"));
        QCOMPARE(workspaces.isVisible(), !studio.child<QWidget>(QStringLiteral("show.plan")).isVisible());
        QCOMPARE(workspaces.menu()->actions().size(),
                 studio.child<QWidget>(QStringLiteral("workspaces")).findChildren<QToolButton*>().size());
        window.resize(1440, 900);
        QTRY_VERIFY(!studio.child<QWidget>(QStringLiteral("rail")).isVisible());
        for (const char* panel : {"findings", "catalogue", "inspector"}) {
            PanelDock* dock = window.dock(QLatin1String(panel));
            QTRY_VERIFY2(dock->isVisible() && !dock->visibleRegion().isEmpty(), panel);
        }
        QVERIFY(studio.child<QWidget>(QStringLiteral("show.plan")).isVisible() && !workspaces.isVisible());
    }

    // A panel that is open keeps no window from getting lower: 360 lines are a screen of 720 at 200 %.
    void anOpenPanelLetsTheWindowGetLower() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        MainWindow& window = studio.window();
        const auto isOf = [&window](QSize size) {
            window.resize(size);
            return window.size() == size;
        };
        QTRY_VERIFY(isOf({992, 520}));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("rail.findings")), Qt::LeftButton);
        const PanelDock* findings = window.dock(QStringLiteral("findings"));
        QTRY_VERIFY(findings->isVisible() && !findings->visibleRegion().isEmpty());
        QTRY_VERIFY2(isOf({992, 360}), qPrintable(QString::number(window.minimumSizeHint().height())));
        QVERIFY(findings->isVisible() && !studio.plan().visibleRegion().isEmpty());
    }

    // Where the buttons of the workspaces have no room, every other way to them stays open.
    void aNarrowWindowReachesEveryWorkspace() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        MainWindow& window = studio.window();
        constexpr QSize narrow(866, 560);
        const auto isThere = [&window, narrow] {
            window.resize(narrow);
            return window.size() == narrow;
        };
        QTRY_VERIFY(isThere());
        auto& workspaces = studio.child<QToolButton>(QStringLiteral("workspaces.menu"));
        QTRY_VERIFY(workspaces.isVisible() && !studio.child<QWidget>(QStringLiteral("show.plan")).isVisible());
        const auto isShown = [&window, &workspaces](const char* id) {
            const QWidget* page = window.workspace(QLatin1String(id));
            return page->isVisible() &&
                   workspaces.text() ==
                       window.findChild<QToolButton*>(QLatin1String("show.") + QLatin1String(id))->text();
        };
        QTest::keyClick(&window, Qt::Key_4, Qt::ControlModifier);
        QTRY_VERIFY(isShown("workloads"));
        QMenu& menu = *workspaces.menu();
        menu.popup(workspaces.mapToGlobal(workspaces.rect().bottomLeft()));
        QTRY_VERIFY(menu.isVisible());
        menu.setActiveAction(window.actions().action("view.show.racks"));
        QTest::keyClick(&menu, Qt::Key_Return);
        QTRY_VERIFY(isShown("racks"));
        window.actions().action("view.palette")->trigger();
        QTRY_VERIFY(QApplication::activePopupWidget());
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        QTest::keyClicks(&words, window.actions().action("view.show.basis")->text());
        QTest::keyClick(&words, Qt::Key_Return);
        QTRY_VERIFY(isShown("basis"));
        // Their buttons know of it when they have room again.
        window.resize(1440, 900);
        QTRY_VERIFY(studio.child<QToolButton>(QStringLiteral("show.basis")).isVisible());
        QVERIFY(studio.child<QToolButton>(QStringLiteral("show.basis")).isChecked());
    }

    // Figures that have no card for want of width are in the menu behind the cards.
    void figuresWithoutRoomStandInAMenu() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        auto& strip = studio.child<HeadlineStrip>(QStringLiteral("headlines"));
        auto& more = studio.child<QToolButton>(QStringLiteral("headlines.more"));
        QVERIFY(more.isHidden());
        studio.window().resize(800, 516);
        QTRY_VERIFY(more.isVisible());
        QVERIFY(strip.rect().contains(more.geometry()));
        Q_EMIT more.menu()->aboutToShow();
        const auto hidden =
            std::ranges::count_if(strip.cards(), [](const FigureCard* card) { return card->isHidden(); });
        QCOMPARE(more.menu()->actions().size(), hidden);
        more.menu()->actions().front()->trigger();
        QTRY_COMPARE(studio.child<QLabel>(QStringLiteral("evidence.title")).text(),
                     strip.cards()[strip.cards().size() - static_cast<std::size_t>(hidden)]->content().title);
    }

    // Every dialog that a command opens: its buttons are within reach on a screen of 1,920 x 1,080 at 200 %.
    void dialogsFitASmallScreen() {
        constexpr QSize screen(960, 540);
        Studio studio;
        studio.openSample("hall-1024-h200");
        DialogWatch watch(screen);
        const std::vector<std::vector<Subject>> chosen = {{{SubjectKind::Rack, studio.rackNamed("A01").value}},
                                                          {Subject(studio.design().devices.begin()->id)}};
        for (const char* page :
             {"plan", "racks", "fabric", "workloads", "storage", "power", "cooling", "bill", "basis"})
            for (const std::vector<Subject>& subjects : chosen) {
                studio.window().showWorkspace(QLatin1String(page));
                studio.document().select(subjects);
                studio.settle();
                for (QAction* action : studio.window().actions().all())
                    if (action->isEnabled() && action->text().endsWith(QStringLiteral("…")))
                        action->trigger();
                studio.window().showWorkspace(QLatin1String(page));
                for (QAbstractButton* button : studio.window().findChildren<QAbstractButton*>())
                    if (button->isVisible() && button->isEnabled() && button->text().endsWith(QStringLiteral("…")))
                        button->click();
                QCoreApplication::processEvents();
            }
        for (const ActionRow& row : basisActions()) {
            studio.window().actions().action(row.id)->trigger();
            for (QAbstractButton* button :
                 studio.window().workspace(QStringLiteral("basis"))->findChildren<QAbstractButton*>())
                if (button->isVisible() && button->isEnabled() && button->objectName().endsWith(QStringLiteral(".add")))
                    button->click();
        }
        studio.window().actions().action("tools.preferences")->trigger();
        studio.window().actions().action("tools.calculators")->trigger();
        studio.window().actions().action("help.manual")->trigger();
        studio.window().actions().action("help.shortcuts")->trigger();
        studio.window().actions().action("help.about")->trigger();
        QCoreApplication::processEvents();
        for (const Recipe& recipe : recipes()) {
            RecipeDialog dialog(recipe, studio.services().library(), studio.services().texts());
            dialog.show();
            QCoreApplication::processEvents();
        }
        QVERIFY2(watch.problems().isEmpty(), qPrintable(watch.problems().join(QLatin1Char('\n'))));
        QVERIFY2(watch.seen().size() >= 15, qPrintable(watch.seen().values().join(QLatin1Char(' '))));
    }

    void thePseudoLanguageIsNotOffered() {
        Studio studio;
        PreferencesDialog usual(studio.services());
        QVERIFY(!usual.findChild<QComboBox*>(QStringLiteral("preferences.language")));
        studio.services().preferences().setValue(QLatin1String(kLanguagePreference), QStringLiteral("pseudo"));
        PreferencesDialog test(studio.services());
        QVERIFY(test.findChild<QComboBox*>(QStringLiteral("preferences.language")));
        studio.services().preferences().remove(QLatin1String(kLanguagePreference));
    }

    // Names are shown as they are typed, in every panel and message.
    void namesAreNeverReadAsHtml() {
        const std::string name = "<b>R1</b><img src=x>";
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const auto target = [&] { return edits::activeTarget(*studio.document().project()); };
        const Id<Rack> rack = studio.design().racks.begin()->id;
        QVERIFY(studio.document().commit(edits::renameRack(target(), rack, name)));
        Room room = *studio.design().rooms.begin();
        room.name = name;
        QVERIFY(studio.document().commit(edits::putRoom(target(), room)));
        for (const Device& device : studio.design().devices)
            QVERIFY(studio.document().commit(
                edits::renameDevice(target(), device.id, name + std::to_string(device.id.value))));
        studio.settle();
        std::vector<std::vector<Subject>> chosen = {{}, {Subject(rack)}, {Subject(room.id)}};
        chosen.push_back({Subject(studio.design().devices.begin()->id)});
        int labels = 0, named = 0;
        const auto look = [&](const QString& where) {
            for (const QLabel* label : studio.window().findChildren<QLabel*>()) {
                if (!label->isVisible() || label->text().isEmpty())
                    continue;
                ++labels;
                named += label->text().contains(QStringLiteral("<b>")) ? 1 : 0;
                QVERIFY2(label->textFormat() == Qt::PlainText,
                         qPrintable(where + QLatin1Char(' ') + label->objectName()));
            }
        };
        for (const char* page :
             {"plan", "racks", "fabric", "workloads", "storage", "power", "cooling", "bill", "basis", "report"})
            for (const std::vector<Subject>& subjects : chosen) {
                studio.window().showWorkspace(QLatin1String(page));
                studio.window().dock(QStringLiteral("inspector"))->bringUp();
                studio.document().select(subjects);
                studio.settle();
                look(QLatin1String(page));
            }
        QVERIFY(labels > 100);
        QVERIFY(named > 3);
        QToolTip::showText(QPoint(10, 10), QString::fromStdString(name), &studio.window());
        QLabel* tip = nullptr;
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel"))
                tip = qobject_cast<QLabel*>(widget);
        QVERIFY(tip);
        QCOMPARE(tip->textFormat(), Qt::PlainText);
        QToolTip::hideText();
        QMessageBox box(QMessageBox::NoIcon, QString(), QString::fromStdString(name), QMessageBox::Ok,
                        &studio.window());
        box.show();
        for (const QLabel* label : box.findChildren<QLabel*>())
            QCOMPARE(label->textFormat(), Qt::PlainText);
    }

    // "Design > Align and mirror" in the manual or in a message is a way through the menus as they are, with no step
    // left out; the dots that announce a dialog may be.
    void menusAreNamedAsTheyAre() {
        Studio studio;
        QStringList menus, ways;
        const auto plain = [](QString name) { return name.remove(QLatin1Char('&')).remove(QChar(0x2026)); };
        const QString step = QStringLiteral(" > ");
        const std::function<void(const QMenu*, const QString&)> gather = [&](const QMenu* menu, const QString& way) {
            for (const QAction* action : menu->actions()) {
                ways << way + step + plain(action->text());
                if (action->menu())
                    gather(action->menu(), ways.last());
            }
        };
        for (QAction* action : studio.window().menuBar()->actions())
            if (action->menu()) {
                menus << plain(action->text());
                gather(action->menu(), menus.last());
            }
        const QRegularExpression begins(QStringLiteral("\\b(%1) > ").arg(menus.join(QLatin1Char('|'))));
        int count = 0;
        const auto judge = [&](const QString& where, const QString& text) {
            for (auto it = begins.globalMatch(text); it.hasNext(); ++count) {
                const QString named = text.mid(it.next().capturedStart());
                const bool isThere = std::ranges::any_of(ways, [&](const QString& way) {
                    const QString after = named.startsWith(way) ? named.mid(way.size()) : QStringLiteral("x");
                    return (after.isEmpty() || !after.front().isLetterOrNumber()) && !after.startsWith(step);
                });
                QVERIFY2(isThere, qPrintable(where + QStringLiteral(": ") + named.left(60)));
            }
        };
        for (const ManualPage& page : manualPages()) {
            judge(page.id, plain(page.text));
            // Elsewhere than at the beginning of a line such a mark is a step of a way that begins with a menu.
            static const QRegularExpression steps(QStringLiteral("\\*\\*([^*\\n]+?) > "));
            for (auto it = steps.globalMatch(page.text); it.hasNext();) {
                const QString first = it.next().captured(1).section(step, 0, 0);
                QVERIFY2(menus.contains(first), qPrintable(page.id + QStringLiteral(": ") + first));
            }
        }
        QVERIFY(count > 30);
        const MessageCatalogue& messages = studio.services().texts().catalogue();
        for (const std::string& id : messages.ids())
            judge(toText(id), plain(toText(*messages.find(id))));
    }
    void eachWorkspaceHasAShortcutOfItsOwn() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        std::map<QString, QString> taken;
        for (const QAction* action : studio.window().actions().all())
            for (const QKeySequence& keys : action->shortcuts()) {
                const QString text = keys.toString();
                QVERIFY2(!taken.contains(text), qPrintable(text + action->objectName() + taken[text]));
                taken[text] = action->objectName();
            }
        for (const WorkspaceFeature& feature : workspaceFeatures()) {
            const QKeySequence keys = studio.window().actions().action(feature.command.id)->shortcut();
            QVERIFY2(!keys.isEmpty(), feature.id);
            QTest::keySequence(&studio.window(), keys);
            QVERIFY2(studio.window().workspace(QLatin1String(feature.id))->isVisible(), feature.id);
        }
    }
    void theManualOpensWhereOneStands() {
        const std::vector<ManualPage> pages = manualPages();
        QVERIFY(pages.size() >= 15);
        for (const ManualPage& page : pages)
            QVERIFY2(page.text.startsWith(QStringLiteral("# ")) && page.text.size() > 400, qPrintable(page.id));
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        for (const auto& [workspace, title] :
             {std::pair("plan", "Place racks"), std::pair("racks", "Work in a rack"),
              std::pair("fabric", "Draw a network"), std::pair("workloads", "Workloads"),
              std::pair("storage", "Storage"), std::pair("power", "Power and feeds"), std::pair("cooling", "Cooling"),
              std::pair("bill", "Quote"), std::pair("basis", "Design basis"), std::pair("report", "Proposal")}) {
            studio.window().showWorkspace(QLatin1String(workspace));
            if (QWidget* focused = studio.window().focusWidget())
                focused->clearFocus();
            QTest::keyClick(&studio.window(), Qt::Key_F1);
            const QString shown = studio.child<QTextBrowser>(QStringLiteral("manual.page")).toPlainText();
            QVERIFY2(shown.startsWith(QLatin1String(title)), qPrintable(shown.left(60)));
        }
        auto& list = studio.child<QListWidget>(QStringLiteral("manual.pages"));
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("manual.words")), QStringLiteral("oversubscription"));
        QCOMPARE(list.count(), 1);
        // From the search of parts one asks about parts.
        studio.window().findChild<ManualDialog*>()->close();
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.child<QLineEdit>(QStringLiteral("catalogue.search")).setFocus();
        QTest::keyClick(&studio.child<QLineEdit>(QStringLiteral("catalogue.search")), Qt::Key_F1);
        QTRY_VERIFY(studio.child<QTextBrowser>(QStringLiteral("manual.page"))
                        .toPlainText()
                        .startsWith(QStringLiteral("Find parts")));
    }

    void aDropOnOneOfManyChosenRacksFillsThemAll_data() {
        QTest::addColumn<int>("category");
        QTest::addRow("a switch") << static_cast<int>(PartCategory::Switch);
        QTest::addRow("a PDU of no unit") << static_cast<int>(PartCategory::RackPdu);
    }
    void aDropOnOneOfManyChosenRacksFillsThemAll() {
        QFETCH(int, category);
        Studio studio;
        studio.openSample("existing-hall-512-b200");
        std::vector<Subject> chosen;
        for (const char* name : {"A01", "A02", "A03", "A04", "A05"})
            chosen.push_back(Subject(studio.rackNamed(name)));
        studio.document().select(chosen);
        QString part;
        for (const PartSummary& each : studio.services().library()->parts())
            if (static_cast<int>(each.category) == category && part.isEmpty())
                part = QString::fromStdString(each.id);
        const auto things = [&] { return studio.design().devices.size() + studio.design().powerElements.size(); };
        const std::size_t before = things();
        QVERIFY(Studio::dropPart(studio.plan(), part, studio.onPlan(studio.rackNamed("A03"))));
        const std::size_t placed = things() - before;
        const QString said = studio.window().statusBar()->currentMessage();
        QVERIFY2(placed == chosen.size() || (placed > 0 && said.contains(QStringLiteral("no place"))),
                 qPrintable(said));
        QCOMPARE(studio.document().selection().size(), chosen.size());
        QCOMPARE(studio.document().history().steps().size(), std::size_t{2});
        studio.document().undo();
        QCOMPARE(things(), before);
    }

    // Without the mouse: a rack onto the floor, a node into it, and a part given up again.
    void aPartIsPlacedByKeyboard() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        auto& parts = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        auto& catalogue = studio.child<CataloguePanel>(QStringLiteral("panel.catalogue"));
        const auto partOf = [&](PartCategory category) {
            for (const PartSummary& part : studio.services().library()->parts())
                if (part.category == category && !part.isPlanningClass)
                    return QString::fromStdString(part.id);
            return QString();
        };
        const std::size_t racks = studio.design().racks.size();
        studio.document().select({});
        catalogue.showPart(partOf(PartCategory::Rack));
        QVERIFY(parts.hasFocus());
        QTest::keyClick(&parts, Qt::Key_Return);
        QVERIFY(studio.plan().hasFocus());
        QVERIFY(studio.document().isPreviewing());
        QCOMPARE(studio.design().racks.size(), racks);
        QTest::keyClick(&studio.plan(), Qt::Key_Escape);
        QVERIFY(!studio.document().isPreviewing());
        QCOMPARE(studio.design().racks.size(), racks);
        parts.setFocus();
        QTest::keyClick(&parts, Qt::Key_Return);
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QCOMPARE(studio.design().racks.size(), racks + 1);
        QCOMPARE(studio.document().selection().size(), std::size_t{1});
        // Into the rack that is selected now, two units above the lowest.
        const Id<Rack> rack{studio.document().selection().front().id};
        const std::size_t devices = studio.design().devices.size();
        catalogue.showPart(partOf(PartCategory::Switch));
        QTest::keyClick(&parts, Qt::Key_Return);
        QTest::keyClick(&studio.plan(), Qt::Key_Up);
        QTest::keyClick(&studio.plan(), Qt::Key_Up);
        QTest::keyClick(&studio.plan(), Qt::Key_Return);
        QCOMPARE(studio.design().devices.size(), devices + 1);
        std::int64_t unit = 0;
        for (const Device& device : studio.design().devices)
            if (rackOf(device) == rack)
                unit = std::get<InRack>(device.placement).unit;
        QCOMPARE(unit, std::int64_t{3});
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(studio.design().devices.size(), devices);
    }

    void shortcutsAreThoseOfTheActions() {
        Studio studio;
        QTest::keyClick(&studio.window(), Qt::Key_F1, Qt::ControlModifier);
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

RW_WINDOW_SUITE(TestStudioShell)
#include "tst_studio_shell.moc"
