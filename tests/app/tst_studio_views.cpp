// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every view: units and language of the reader, zoom, copies, and what is typed when one saves.
#include "tests/app/studio_fixture.h"
#include "ui/bill/bill_panel.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/proposal/report_workspace.h"
#include "ui/rack/rack_view.h"
#include "ui/rack/rack_workspace.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QTableView>
#include <QTreeWidget>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

QLineEdit& field(Studio& studio, const char* id) {
    auto* body = studio.window().findChild<QWidget*>(QStringLiteral("inspector.body"));
    return *body->findChildren<QLineEdit*>(QStringLiteral("inspector.") + QLatin1String(id)).back();
}

void choose(Studio& studio, const char* preference, const char* value) {
    studio.window().actions().action("tools.preferences")->trigger();
    auto* dialog = studio.window().findChild<PreferencesDialog*>();
    QVERIFY(dialog);
    auto* box = dialog->findChild<QComboBox*>(QStringLiteral("preferences.") + QLatin1String(preference));
    QVERIFY(box);
    box->setCurrentIndex(box->findData(QLatin1String(value)));
    Q_EMIT box->activated(box->currentIndex());
    dialog->close();
}

} // namespace

class TestStudioViews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void imperialUnitsChangeWhatIsReadAndTypedButNoDesign() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        studio.document().select({{SubjectKind::Rack, rack.value}});
        const ProjectPtr before = studio.document().project();
        const double metres = studio.design().racks.find(rack)->centre.x.inMetres();
        QVERIFY(field(studio, "x").text().endsWith(QStringLiteral(" m")));
        choose(studio, "units", "imperial");
        QVERIFY(studio.document().project() == before);
        QVERIFY(field(studio, "x").text().endsWith(QStringLiteral(" ft")));
        QVERIFY(std::abs(field(studio, "x").text().section(QLatin1Char(' '), 0, 0).toDouble() * 0.3048 - metres) < 1e-4);
        QLineEdit& x = field(studio, "x");
        x.setFocus();
        x.selectAll();
        QTest::keyClicks(&x, QStringLiteral("10"));
        QTest::keyClick(&x, Qt::Key_Return);
        QCOMPARE(studio.design().racks.find(rack)->centre.x, Length::millimetres(3048));
        choose(studio, "units", "metric");
        QCOMPARE(field(studio, "x").text(), QStringLiteral("3.048 m"));
    }
    void heatIsReadInBtuAndPowerStays() {
        Studio studio;
        studio.openSample(kHall);
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        const auto shown = [&](const char* figure) {
            for (QPushButton* button : studio.window().findChildren<QPushButton*>())
                if (button->objectName().startsWith(QStringLiteral("inspector.figure:") + QLatin1String(figure)))
                    return button->text();
            return QString();
        };
        QTRY_VERIFY(shown("rack.heat.air").endsWith(QStringLiteral("kW")));
        choose(studio, "heat", "btu");
        QVERIFY(shown("rack.heat.air").endsWith(QStringLiteral("BTU/h")));
        QVERIFY(shown("rack.power.peak").endsWith(QStringLiteral("kW")));
    }
    void theLanguageIsKeptForTheNextStart() {
        Studio studio;
        studio.openSample(kHall);
        choose(studio, "language", "pseudo");
        QCOMPARE(studio.services().preferences().value(QLatin1String(kLanguagePreference)).toString(),
                 QStringLiteral("pseudo"));
    }
    void zoomIsOfTheViewThatIsShown() {
        Studio studio;
        studio.openSample(kHall);
        const double plan = studio.plan().pixelsPerMm();
        studio.window().showWorkspace(QStringLiteral("racks"));
        auto* racks = static_cast<RackWorkspace*>(studio.window().workspace(QStringLiteral("racks")));
        studio.settle();
        const double before = racks->view()->pixelsPerMm();
        studio.window().actions().action("view.zoom-in")->trigger();
        QVERIFY(racks->view()->pixelsPerMm() > before);
        QCOMPARE(studio.plan().pixelsPerMm(), plan);
        studio.window().actions().action("view.zoom-fit")->trigger();
        QVERIFY(std::abs(racks->view()->pixelsPerMm() - before) < 1e-9);
        studio.window().showWorkspace(QStringLiteral("bill"));
        QVERIFY(!studio.window().actions().action("view.zoom-in")->isEnabled());
        studio.window().showWorkspace(QStringLiteral("plan"));
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value}});
        studio.window().actions().action("view.zoom-selection")->trigger();
        QVERIFY(studio.plan().pixelsPerMm() > plan);
    }
    void planAndRacksAreCopiedAsTableAndPictureAndSaved() {
        Studio studio;
        studio.openSample(kHall);
        Actions& actions = studio.window().actions();
        actions.action("edit.copy-table")->trigger();
        const QString table = QGuiApplication::clipboard()->text();
        QCOMPARE(table.count(QLatin1Char('\n')), qsizetype(studio.design().racks.size()) + 1);
        QVERIFY(table.contains(QStringLiteral("A01\t")));
        actions.action("edit.copy-picture")->trigger();
        const QImage plan = QGuiApplication::clipboard()->image();
        QVERIFY(plan.width() > 1000 && plan.height() > 500);
        studio.window().showWorkspace(QStringLiteral("racks"));
        studio.settle();
        actions.action("edit.copy-table")->trigger();
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("A01")));
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "racks.png").string());
        actions.action("edit.save-picture")->trigger();
        QVERIFY(QImage(studio.dialogs().fileToSave).width() > 300);
        studio.window().showWorkspace(QStringLiteral("basis"));
        QVERIFY(!actions.action("edit.copy-picture")->isEnabled());
    }
    void savingTakesWhatIsBeingTyped() {
        Studio studio;
        studio.openSample(kHall);
        const Id<Rack> rack = studio.rackNamed("A01");
        studio.document().select({{SubjectKind::Rack, rack.value}});
        studio.dialogs().fileToSave = QString::fromStdString((studio.folder() / "typed.rkw").string());
        QLineEdit& name = field(studio, "name");
        name.setFocus();
        name.selectAll();
        QTest::keyClicks(&name, QStringLiteral("Z99"));
        QTest::keyClick(&name, Qt::Key_S, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.find(rack)->name, std::string("Z99"));
        QTRY_VERIFY_WITH_TIMEOUT(!studio.document().isModified(), 30'000);
        QVERIFY(name.hasFocus());
    }
    void aLineOfTheBillShowsHowItsAmountCameAbout() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().showWorkspace(QStringLiteral("bill"));
        studio.settle();
        auto* panel = studio.window().workspace(QStringLiteral("bill"))->findChild<BillPanel*>();
        QTRY_VERIFY_WITH_TIMEOUT(panel->model().rowCount() > 3, 30'000);
        int row = 0;
        while (!panel->model().line(row) || !panel->model().line(row)->counts())
            ++row;
        const QModelIndex amount = panel->model().index(row, BillModel::TotalColumn);
        panel->table().scrollTo(amount);
        QTest::mouseClick(panel->table().viewport(), Qt::LeftButton, {}, panel->table().visualRect(amount).center());
        auto& tree = studio.child<QTreeWidget>(QStringLiteral("evidence.tree"));
        QTRY_VERIFY(tree.topLevelItemCount() == 1);
        QVERIFY(tree.topLevelItem(0)->childCount() >= 2); // quantity and price
    }
    void theReportShowsTheInternalEditionWhenAsked() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().showWorkspace(QStringLiteral("report"));
        auto& edition = studio.child<QComboBox>(QStringLiteral("report.edition"));
        QCOMPARE(edition.currentData().toInt(), static_cast<int>(Edition::Customer));
        auto* report = studio.window().workspace(QStringLiteral("report"));
        auto* list = report->findChild<QListWidget*>();
        QTRY_VERIFY_WITH_TIMEOUT(list->count() > 3, 60'000);
        edition.setCurrentIndex(1);
        QCOMPARE(edition.currentData().toInt(), static_cast<int>(Edition::Internal));
        QTRY_VERIFY_WITH_TIMEOUT(static_cast<ReportWorkspace*>(report)->isUpToDate(), 60'000);
        QCOMPARE(static_cast<ReportWorkspace*>(report)->request().edition, Edition::Internal);
    }
};

QTEST_MAIN(TestStudioViews)
#include "tst_studio_views.moc"
