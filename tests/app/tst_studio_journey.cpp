// SPDX-License-Identifier: GPL-3.0-or-later
// A day without a mouse: open a sample, find a rack, move and repeat it, look into a figure, take back, save and open again.
#include "model/file/design_file.h"
#include "tests/app/studio_fixture.h"
#include "ui/widgets/figure_card.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
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
};

QTEST_MAIN(TestStudioJourney)
#include "tst_studio_journey.moc"
