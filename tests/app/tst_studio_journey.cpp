// SPDX-License-Identifier: GPL-3.0-or-later
// Whole ways through the studio. A day without a mouse: open a sample, find a rack, move and repeat it, look into a
// figure, take back, save and open again. A first offer: from a recipe to its bill of materials and its PDF.
#include "model/file/design_file.h"
#include "tests/app/studio_fixture.h"
#include "ui/proposal/export_dialog.h"
#include "ui/widgets/figure_card.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QTreeWidget>

using namespace rackwright;

namespace {

// Types into the command palette and takes the first entry.
void find(Studio& studio, const QString& words) {
    QTest::keyClick(&studio.window(), Qt::Key_K, Qt::ControlModifier);
    QTRY_VERIFY(QApplication::activePopupWidget());
    auto* field = QApplication::activePopupWidget()->findChild<QLineEdit*>(QStringLiteral("palette.words"));
    QVERIFY(field);
    QTest::keyClicks(field, words);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!QApplication::activePopupWidget());
}

constexpr int kPatience = 60'000;

// Whether any cell of a table has the words.
bool shows(const QTableView& table, const QString& words) {
    const QAbstractItemModel& model = *table.model();
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            if (model.index(row, column).data().toString().contains(words))
                return true;
    return false;
}

} // namespace

class TestStudioJourney : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aDayWithoutAMouse() {
        Studio studio;
        auto& sample = studio.child<QAbstractButton>(QStringLiteral("start.sample.hall-1024-h200"));
        sample.setFocus();
        QTest::keyClick(&sample, Qt::Key_Space);
        studio.settle();
        QVERIFY(!studio.design().racks.isEmpty());
        const Project opened = *studio.document().project();

        find(studio, QStringLiteral("D18"));
        const Id<Rack> rack = studio.rackNamed("D18");
        QCOMPARE(studio.document().selection().size(), std::size_t(1));
        QCOMPARE(studio.document().selection().front().id, rack.value);

        studio.plan().setFocus();
        const Point before = studio.design().racks.find(rack)->centre;
        QTest::keyClick(&studio.plan(), Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(studio.design().racks.find(rack)->centre.y - before.y, Length::millimetres(10));

        const std::size_t racks = studio.design().racks.size();
        studio.whenAsked(QStringLiteral("dialog.array"), [](QDialog& dialog) {
            auto* count = dialog.findChild<QSpinBox*>(QStringLiteral("array.count"));
            count->setValue(2);
            QTest::keyClick(&dialog, Qt::Key_Return);
        });
        QTest::keyClick(&studio.plan(), Qt::Key_R, Qt::ControlModifier);
        QTRY_COMPARE(studio.design().racks.size(), racks + 2);
        studio.settle();

        auto& card = studio.child<FigureCard>(QStringLiteral("card:power.it.peak"));
        card.setFocus();
        QTest::keyClick(&card, Qt::Key_Return);
        auto& tree = studio.child<QTreeWidget>(QStringLiteral("evidence.tree"));
        QTRY_VERIFY(tree.topLevelItemCount() > 0);

        QTest::keyClick(&studio.plan(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(studio.design().racks.size(), racks);
        QTest::keyClick(&studio.plan(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(*studio.document().project() == opened);
        QTest::keyClick(&studio.plan(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);

        const std::filesystem::path file = studio.folder() / "day.rkw";
        studio.dialogs().fileToSave = QString::fromStdString(file.string());
        QTest::keyClick(&studio.plan(), Qt::Key_S, Qt::ControlModifier);
        studio.settle();
        const Result<Document> saved = readDesign(file);
        QVERIFY(saved);
        QVERIFY(*saved->project == *studio.document().project());
        QVERIFY(!studio.document().isModified());

        studio.dialogs().fileToOpen = QString::fromStdString(file.string());
        QTest::keyClick(&studio.plan(), Qt::Key_O, Qt::ControlModifier);
        studio.settle();
        QVERIFY(*studio.document().project() == *saved->project);
    }

    // What a presales engineer does in the first five minutes.
    void fromRecipeToBillToPdf() {
        Studio studio;
        QTest::mouseClick(&studio.child<QAbstractButton>(QStringLiteral("start.recipe.cluster")), Qt::LeftButton);
        QWidget* recipe = nullptr;
        QTRY_VERIFY((recipe = QApplication::activeModalWidget()));
        auto* accelerators = recipe->findChild<QLineEdit*>(QStringLiteral("recipe.accelerators"));
        QVERIFY(accelerators);
        accelerators->setFocus();
        accelerators->selectAll();
        QTest::keyClicks(accelerators, QStringLiteral("256"));
        QTest::keyClick(accelerators, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!studio.design().racks.isEmpty(), kPatience);
        studio.settle();
        // The dialog closes behind the design; until then it keeps keys from the window.
        QTRY_VERIFY_WITH_TIMEOUT(!QApplication::activeModalWidget(), kPatience);
        QVERIFY(QTest::qWaitForWindowActive(&studio.window()));

        QTest::keyClick(&studio.window(), Qt::Key_6, Qt::ControlModifier);
        auto& bill = studio.child<QTableView>(QStringLiteral("bill.table"));
        QTRY_VERIFY(bill.isVisible());
        QTRY_VERIFY(bill.model()->rowCount() > 10);
        auto& filter = studio.child<QLineEdit>(QStringLiteral("bill.filter"));
        QTest::mouseClick(&filter, Qt::LeftButton);
        QTest::keyClicks(&filter, QStringLiteral("DGX H200"));
        QTRY_VERIFY(shows(bill, QStringLiteral("DGX H200")));
        QVERIFY2(shows(bill, QStringLiteral("32")), "256 accelerators are 32 nodes of eight");
        QVERIFY(studio.child<QLabel>(QStringLiteral("bill.total")).text().contains(QStringLiteral("USD")));

        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("toolbar.export")), Qt::LeftButton);
        auto* dialog = studio.window().findChild<ExportDialog*>();
        QVERIFY(dialog);
        auto* folder = dialog->findChild<QLineEdit*>(QStringLiteral("export.folder"));
        const QString target = QString::fromStdString((studio.folder() / "offer").string());
        folder->setFocus();
        folder->selectAll();
        QTest::keyClicks(folder, target);
        QTest::keyClick(folder, Qt::Key_Return);
        auto* files = dialog->findChild<QListWidget*>(QStringLiteral("export.files"));
        QTRY_VERIFY_WITH_TIMEOUT(files->count() > 0, kPatience);
        QFile pdf(target + QStringLiteral("/proposal.pdf"));
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.read(5) == "%PDF-");
        QVERIFY(pdf.size() > 50'000);
    }
};

RW_WINDOW_SUITE(TestStudioJourney)
#include "tst_studio_journey.moc"
