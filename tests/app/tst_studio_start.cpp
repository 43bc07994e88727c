// SPDX-License-Identifier: GPL-3.0-or-later
// How a project begins: rooms and recipes from the start page, and what is told when one cannot be made.
#include "model/base/check.h"
#include "model/edits/rack_edits.h"
#include "model/edits/record_edits.h"
#include "model/project/site_fields.h"
#include "solvers/requirements/requirements.h"
#include "tests/app/studio_fixture.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/recipe_dialog.h"
#include "ui/dialogs/room_dialog.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolButton>
#include <QWheelEvent>

#include <algorithm>
#include <new>

using namespace rackwright;

namespace {
constexpr int kPatience = 20'000;
constexpr int kBusyPatience = 1000; // ms until the window says that it is busy
} // namespace

class TestStudioStart : public QObject {
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

    // The key that begins a new document everywhere else does so here, and unsaved work is asked about.
    void aNewDesignByItsKey() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const edits::Target target = edits::activeTarget(*studio.document().project());
        const Id<Rack> rack = studio.design().racks.begin()->id;
        QVERIFY(studio.document().commit(edits::renameRack(target, rack, "mine")));
        studio.plan().setFocus();
        bool isAsked = false;
        const auto make = [&](const QString& answer) {
            studio.settle();
            QTest::keyClick(&studio.plan(), Qt::Key_N, Qt::ControlModifier);
            auto* dialog = studio.window().findChild<RoomDialog*>();
            QVERIFY(dialog);
            QCOMPARE(dialog->windowTitle(), QStringLiteral("New design"));
            studio.whenAsked(QStringLiteral("ask.unsaved"), [&isAsked, answer](QDialog& question) {
                isAsked = true;
                for (QAbstractButton* button : question.findChildren<QAbstractButton*>())
                    if (button->text() == answer)
                        return button->click();
                QFAIL("the question has no such button");
            });
            QTest::mouseClick(dialog->findChild<QPushButton*>(QStringLiteral("room.make")), Qt::LeftButton);
            QTRY_VERIFY(!studio.window().findChild<RoomDialog*>());
        };
        const auto words = [&studio](const char* id) {
            return QString::fromStdString(studio.services().texts().text(id));
        };
        make(words("ask.stay"));
        QVERIFY(isAsked);
        QCOMPARE(studio.design().racks.find(rack)->name, std::string("mine"));
        isAsked = false;
        make(words("ask.discard"));
        QVERIFY(isAsked);
        QTRY_VERIFY(studio.design().racks.isEmpty());
        QCOMPARE(studio.design().rooms.size(), std::size_t{1});
        QTRY_VERIFY(studio.window().windowTitle().startsWith(QStringLiteral("Untitled[*]")));
        QVERIFY(studio.window().isWindowModified()); // it lies in no file
        // A room more in this design has a key of its own.
        studio.settle();
        studio.whenAsked(QStringLiteral("room"), [](QDialog& dialog) {
            QCOMPARE(dialog.windowTitle(), QStringLiteral("New room"));
            dialog.accept();
        });
        QTest::keyClick(&studio.plan(), Qt::Key_N, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(studio.design().rooms.size(), std::size_t{2});
    }

    // A design that is drawn by hand asks the customer what a recipe asks, and more: it assumes nothing.
    void aNewDesignAsksWhatNobodyHasSaid() {
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        studio.window().findChild<RoomDialog*>()->accept();
        QTRY_VERIFY(!studio.design().rooms.isEmpty());
        const auto about = [&studio](std::string_view key) {
            return std::ranges::count_if(studio.document().project()->rfis,
                                         [key](const Rfi& rfi) { return rfi.about == key; });
        };
        for (const std::string_view key : {site::powerLimit, site::floorUniform, site::country, site::redundancy})
            QCOMPARE(about(key), 1);
        // The answer in the site record answers the question.
        SiteField limit;
        limit.key = std::string(site::powerLimit);
        limit.knowledge = Knowledge::Known;
        limit.value = "1200000";
        QVERIFY(studio.document().commit(edits::putSiteField(limit)));
        const Project& project = *studio.document().project();
        for (const Rfi& rfi : project.rfis)
            QCOMPARE(statusOf(project, rfi), rfi.about == site::powerLimit ? RfiStatus::Answered : RfiStatus::Open);
        // What was taken out of the register can be asked again, once.
        std::vector<Id<Rfi>> all;
        for (const Rfi& rfi : project.rfis)
            all.push_back(rfi.id);
        const std::size_t asked = all.size();
        for (const Id<Rfi> rfi : all)
            QVERIFY(studio.document().commit(edits::removeRfi(rfi)));
        studio.window().actions().action("design.rfis")->trigger();
        auto& ask = studio.child<QToolButton>(QStringLiteral("rfis.ask-site"));
        QTRY_VERIFY(ask.isEnabled());
        QTest::mouseClick(&ask, Qt::LeftButton);
        QCOMPARE(studio.document().project()->rfis.size(), asked - 1); // the limit is known now
        QTRY_VERIFY(!ask.isEnabled());
        studio.document().undo();
        QVERIFY(studio.document().project()->rfis.isEmpty());
    }

    void aRoomTooLargeIsRefused() {
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RoomDialog*>();
        QVERIFY(dialog);
        // A button that moved away under the pointer would not be hit.
        auto* make = dialog->findChild<QPushButton*>(QStringLiteral("room.make"));
        const QPoint place = make->mapToGlobal(QPoint());
        const QSize size = dialog->size();
        dialog->findChild<QLineEdit*>(QStringLiteral("room.width"))->setText(QStringLiteral("9 km"));
        QVERIFY(!make->isEnabled());
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("room.problem"))->text().isEmpty());
        QCoreApplication::processEvents();
        QCOMPARE(make->mapToGlobal(QPoint()), place);
        QCOMPARE(dialog->size(), size);
        dialog->findChild<QLineEdit*>(QStringLiteral("room.width"))->setText(QStringLiteral("9 m"));
        QCoreApplication::processEvents();
        QCOMPARE(make->mapToGlobal(QPoint()), place);
    }

    // Nothing scrolls sideways; up and down only where the screen is lower than the form.
    void recipesScrollOnlyOnLowScreens() {
        for (const char* recipe : {"cluster", "single-node", "existing-hall"}) {
            Studio studio;
            QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.") + QLatin1String(recipe)),
                              Qt::LeftButton);
            auto* dialog = studio.window().findChild<RecipeDialog*>();
            QVERIFY(dialog);
            QVERIFY(QTest::qWaitForWindowExposed(dialog));
            const auto* fields = dialog->findChild<QScrollArea*>();
            QVERIFY2(!fields->horizontalScrollBar()->isVisible(), recipe);
            const int room = dialog->screen()->availableSize().height();
            QVERIFY2(!fields->verticalScrollBar()->isVisible() || dialog->height() > room - 60, recipe);
            dialog->reject();
        }
    }
    void aWrongValueMovesNoFieldOfARecipe() {
        Studio studio;
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.cluster")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        QVERIFY(QTest::qWaitForWindowExposed(dialog));
        const auto places = [dialog] {
            std::vector<QPoint> found;
            for (const auto* each : dialog->findChildren<QWidget*>())
                if (each->objectName().startsWith(QStringLiteral("recipe.")) &&
                    !each->objectName().endsWith(QStringLiteral("problem")))
                    found.push_back(each->mapTo(dialog, QPoint()));
            return found;
        };
        const std::vector<QPoint> before = places();
        const QSize size = dialog->size();
        for (const char* parameter : {"accelerators", "nodes-per-rack"}) {
            auto* line = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.") + QLatin1String(parameter));
            line->setFocus();
            line->selectAll();
            QTest::keyClicks(line, QStringLiteral("as many as the hall and its power and its cooling can bear"));
            QCoreApplication::processEvents();
            QVERIFY(places() == before);
            QCOMPARE(dialog->size(), size);
        }
        dialog->reject();
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
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("recipe.accelerators.problem"))->text().isEmpty());
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("recipe.problem"))->text().isEmpty());
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

    void theWheelScrollsTheFormOfARecipeAndTurnsNoChoice() {
        Studio studio;
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.cluster")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        auto* node = dialog->findChild<QComboBox*>(QStringLiteral("recipe.node"));
        QVERIFY(node && node->count() > 1);
        const QString chosen = node->currentText();
        for (const int turn : {-120, 120, -120}) {
            const QPointF at = QRectF(node->rect()).center();
            QWheelEvent wheel(at, node->mapToGlobal(at), QPoint(), QPoint(0, turn), Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(node, &wheel);
            QCOMPARE(node->currentText(), chosen);
        }
        const QScrollBar* bar = dialog->findChild<QScrollArea*>()->verticalScrollBar();
        QCOMPARE(bar->value() > 0, bar->maximum() > 0);
        dialog->reject();
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
        const auto* problem = dialog->findChild<QLabel*>(QStringLiteral("recipe.nodes-per-rack.problem"));
        QTRY_VERIFY_WITH_TIMEOUT(!problem->text().isEmpty(), kPatience);
        QVERIFY(dialog->isVisible());
        QVERIFY2(problem->text().contains(QStringLiteral("16")), qPrintable(problem->text()));
        QCOMPARE(accelerators->text(), QStringLiteral("64"));
        QCOMPARE(perRack->text(), QStringLiteral("16"));
        QVERIFY(studio.design().devices.isEmpty());
        perRack->setText(QStringLiteral("2"));
        QVERIFY(problem->text().isEmpty());
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

    void givingUpDropsTheLateResult() {
        Studio studio;
        studio.window().keeper().make([] { return Result<Document>(emptyDocument("late")); }, QStringLiteral("late"));
        QVERIFY(studio.window().keeper().canCancel());
        studio.window().keeper().cancel();
        QVERIFY(!studio.window().keeper().isBusy());
        QCoreApplication::processEvents();
        QVERIFY(studio.document().project()->name != "late");
    }

    // A fault of ours, or memory that is not enough, while another project is made: what is open stays.
    void whatFailsBesideIsTold() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const ProjectPtr before = studio.document().project();
        const auto failsBy = [&](std::function<Result<Document>()> work) {
            QString said;
            studio.whenAsked(QStringLiteral("failure"), [&](QDialog& box) {
                said = static_cast<QMessageBox&>(box).text();
                box.accept();
            });
            studio.window().keeper().make(std::move(work), QStringLiteral("late"));
            [&] { QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatience); }();
            return said;
        };
        const QString fault = failsBy([]() -> Result<Document> { checkFailed("x", "nothing is whole", "y", 1); });
        QVERIFY2(fault.startsWith(QStringLiteral("late")) && fault.contains(QStringLiteral("nothing is whole")),
                 qPrintable(fault));
        const QString memory = failsBy([]() -> Result<Document> { throw std::bad_alloc(); });
        QVERIFY2(memory.startsWith(QStringLiteral("late: the memory")), qPrintable(memory));
        QVERIFY(!studio.window().keeper().isBusy());
        QCOMPARE(studio.document().project(), before);
    }

    // Who reads feet types and reads them here too; the recipe is made of the same numbers.
    void recipesAndCardsSpeakTheUnitsThatAreSet() {
        Studio studio;
        const auto card = [&] {
            return studio.child<QAbstractButton>(QStringLiteral("start.sample.hall-1024-h200")).toolTip();
        };
        QTRY_VERIFY_WITH_TIMEOUT(card().contains(QStringLiteral("24 m")), kPatience);
        studio.window().actions().action("tools.preferences")->trigger();
        auto* preferences = studio.window().findChild<PreferencesDialog*>();
        QVERIFY(preferences);
        auto* units = preferences->findChild<QComboBox*>(QStringLiteral("preferences.units"));
        units->setCurrentIndex(units->findData(QStringLiteral("imperial")));
        Q_EMIT units->activated(units->currentIndex());
        preferences->close();
        QTRY_VERIFY_WITH_TIMEOUT(card().contains(QLatin1Char('\'')), kPatience);
        QVERIFY2(!card().contains(QStringLiteral("24 m")), qPrintable(card()));
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.existing-hall")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<RecipeDialog*>();
        QVERIFY(dialog);
        auto* width = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.room-width"));
        auto* water = dialog->findChild<QLineEdit*>(QStringLiteral("recipe.water-supply"));
        QVERIFY2(width->text().contains(QLatin1Char('\'')), qPrintable(width->text()));
        QVERIFY2(water->text().contains(QStringLiteral("68")), qPrintable(water->text()));
        QVERIFY(
            dialog->findChild<QLabel*>(QStringLiteral("recipe.room-width.range"))->text().contains(QLatin1Char('\'')));
        // What nobody touched is the default to the digit.
        QVERIFY(dialog->parameters().empty());
        width->setText(QStringLiteral("80'"));
        const std::vector<Parameter> set = dialog->parameters();
        QCOMPARE(set.size(), std::size_t{1});
        QCOMPARE(set.front().value, std::string("24384"));
        width->setText(QStringLiteral("3'"));
        QVERIFY(!dialog->findChild<QPushButton*>(QStringLiteral("recipe.size-it"))->isEnabled());
        QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("recipe.room-width.problem"))
                    ->text()
                    .contains(QStringLiteral("3'")));
        dialog->reject();
    }
};

RW_WINDOW_SUITE(TestStudioStart)
#include "tst_studio_start.moc"
