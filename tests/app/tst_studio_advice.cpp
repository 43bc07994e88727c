// SPDX-License-Identifier: GPL-3.0-or-later
// The page Advice in the real window: opened by its key at the guide of the workspace in front, filled from the design,
// answered while one types, asked in a sentence, copied.
#include "tests/app/studio_fixture.h"
#include "ui/advice/advice_dialog.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

using namespace rackwright;

namespace {

AdviceDialog& openAdvice(Studio& studio) {
    QTest::keyClick(&studio.window(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    return studio.child<AdviceDialog>(QStringLiteral("advice"));
}

template <class T>
T& part(AdviceDialog& dialog, const char* name) {
    auto* found = dialog.findChild<T*>(QLatin1String(name));
    Q_ASSERT(found);
    return *found;
}

} // namespace

class TestStudioAdvice : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void withoutADesignItAsksAndAnswers() {
        Studio studio;
        AdviceDialog& dialog = openAdvice(studio);
        QVERIFY(dialog.isVisible());
        dialog.choose(QStringLiteral("cooling_by_kw"));
        QCOMPARE(dialog.verdict(), QStringLiteral("–"));
        auto& kw = part<QLineEdit>(dialog, "advice.input.kw_per_rack");
        QTest::keyClicks(&kw, QStringLiteral("25"));
        QCOMPARE(dialog.verdict(), QStringLiteral("Air cooling (in-row); containment required"));
        kw.selectAll();
        QTest::keyClicks(&kw, QStringLiteral("61.2 kW"));
        QCOMPARE(dialog.verdict(), QStringLiteral("Direct-to-chip liquid (cold plate)"));
        QVERIFY(part<QTextBrowser>(dialog, "advice.beside")
                    .toPlainText()
                    .contains(QStringLiteral("Immersion (two-phase)")));
        QVERIFY(part<QLabel>(dialog, "advice.reason").text().contains(QStringLiteral("Source document 002")));
        QTest::mouseClick(&part<QPushButton>(dialog, "advice.copy"), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("kw_per_rack = 61.2 kW")));
    }
    void aQuestionFindsItsGuide() {
        Studio studio;
        AdviceDialog& dialog = openAdvice(studio);
        auto& search = part<QLineEdit>(dialog, "advice.search");
        QTest::keyClicks(&search, QStringLiteral("Slurm or Kubernetes for training and serving"));
        QTest::keyClick(&search, Qt::Key_Return);
        QVERIFY(dialog.isVisible());
        QCOMPARE(dialog.verdict(), QStringLiteral("Slurm partition for training, Kubernetes for serving"));
    }
    void theDesignFillsWhatIsLeftEmpty() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        QTest::keyClick(&studio.window(), Qt::Key_3, Qt::ControlModifier);
        AdviceDialog& dialog = openAdvice(studio);
        auto& nodes = part<QLineEdit>(dialog, "advice.input.nodes");
        QTRY_VERIFY2(nodes.placeholderText().contains(QStringLiteral("132")), qPrintable(nodes.placeholderText())); // spares too
        QVERIFY(dialog.verdict().startsWith(QStringLiteral("InfiniBand")));
        const QString asDesigned = dialog.verdict();
        auto& noted = part<QLabel>(dialog, "advice.as-designed");
        auto& back = part<QPushButton>(dialog, "advice.back");
        QVERIFY(!noted.isVisible() && !back.isEnabled());
        // A "what if": the answer follows, what the design gets stays in sight, and one button leads back to it.
        QTest::keyClicks(&nodes, QStringLiteral("3"));
        QCOMPARE(dialog.verdict(), QStringLiteral("RoCEv2 200/400GbE"));
        QVERIFY(noted.isVisible() && noted.text().contains(asDesigned));
        QTest::mouseClick(&back, Qt::LeftButton);
        QCOMPARE(dialog.verdict(), asDesigned);
        QVERIFY(nodes.text().isEmpty() && !noted.isVisible());
        // Beside each guide stands what it says to the design.
        auto& list = part<QTreeWidget>(dialog, "advice.list");
        int answered = 0;
        for (int group = 0; group < list.topLevelItemCount(); ++group)
            for (int i = 0; i < list.topLevelItem(group)->childCount(); ++i)
                answered += list.topLevelItem(group)->child(i)->text(1).isEmpty() ? 0 : 1;
        QVERIFY(answered > 8);
    }
    void helpOpensItsPage() {
        Studio studio;
        AdviceDialog& dialog = openAdvice(studio);
        dialog.activateWindow();
        QApplication::setActiveWindow(&dialog); // offscreen no window manager does
        QTest::keyClick(&dialog, Qt::Key_F1);
        auto& page = studio.child<QTextBrowser>(QStringLiteral("manual.page"));
        QVERIFY(page.toPlainText().startsWith(QStringLiteral("Advice")));
    }
    // A question that no guide decides is answered by what rules and tables say nearest to it.
    void aQuestionOfNoGuideIsLookedUp() {
        Studio studio;
        AdviceDialog& dialog = openAdvice(studio);
        auto& search = part<QLineEdit>(dialog, "advice.search");
        QTest::keyClicks(&search, QStringLiteral("MinIO bandwidth of a gateway"));
        QTest::keyClick(&search, Qt::Key_Return);
        QVERIFY(part<QTextBrowser>(dialog, "advice.beside").toPlainText().contains(QStringLiteral("MinIO")));
    }
    // Guides are found in the palette by what people ask them about.
    void thePaletteFindsGuides() {
        Studio studio;
        studio.window().actions().action("view.palette")->trigger();
        auto& words = studio.child<QLineEdit>(QStringLiteral("palette.words"));
        QTest::keyClicks(&words, QStringLiteral("kvkk"));
        QTest::keyClick(&words, Qt::Key_Return);
        auto& dialog = studio.child<AdviceDialog>(QStringLiteral("advice"));
        QVERIFY(dialog.isVisible());
        QCOMPARE(part<QLabel>(dialog, "advice.question").text(),
                 QStringLiteral("Where may the data and the hardware go?"));
    }
    void aRowOfTheChecklistIsAnswered() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        QTest::keyClick(&studio.window(), Qt::Key_8, Qt::ControlModifier | Qt::AltModifier);
        studio.settle();
        auto& table = studio.child<QTreeWidget>(QStringLiteral("readiness.table"));
        QVERIFY(table.isVisible());
        const auto rowOf = [&](const char* key) -> QTreeWidgetItem* {
            for (int i = 0; i < table.topLevelItemCount(); ++i)
                if (table.topLevelItem(i)->data(0, Qt::UserRole).toString() == QLatin1String(key))
                    return table.topLevelItem(i);
            return nullptr;
        };
        QVERIFY(rowOf("readiness.security.tenants"));
        QCOMPARE(rowOf("readiness.security.tenants")->text(2), QStringLiteral("open"));
        table.setCurrentItem(rowOf("readiness.security.tenants"));
        studio.whenAsked(QStringLiteral("dialog.readiness"), [](QDialog& dialog) {
            auto* owner = dialog.findChild<QLineEdit*>(QStringLiteral("record.owner"));
            auto* enter = dialog.findChild<QPushButton*>(QStringLiteral("record.enter"));
            owner->clear();
            QVERIFY(!enter->isEnabled()); // nobody stands for it
            owner->setText(QStringLiteral("R. Meier"));
            enter->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("readiness.answer")), Qt::LeftButton);
        studio.settle();
        QCOMPARE(rowOf("readiness.security.tenants")->text(2), QStringLiteral("pass"));
        QCOMPARE(rowOf("readiness.security.tenants")->text(4), QStringLiteral("R. Meier"));
        // A version of the stack is stated in the same table, and the row that reads it follows.
        for (const auto& [key, word] : {std::pair("stack.driver", "535"), {"stack.cuda", "12.6"}}) {
            table.setCurrentItem(rowOf(key));
            studio.whenAsked(QStringLiteral("dialog.readiness"), [&word](QDialog& dialog) {
                dialog.findChild<QComboBox*>(QStringLiteral("record.readiness-value"))
                    ->setCurrentText(QLatin1String(word));
                dialog.findChild<QLineEdit*>(QStringLiteral("record.owner"))->setText(QStringLiteral("R. Meier"));
                dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
            });
            QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("readiness.answer")), Qt::LeftButton);
            studio.settle();
        }
        QCOMPARE(rowOf("stack.driver")->text(3), QStringLiteral("535"));
        QCOMPARE(rowOf("readiness.software.driver")->text(2), QStringLiteral("fail"));
        QVERIFY(rowOf("readiness.software.driver")->text(3).contains(QStringLiteral("550")));
        studio.document().undo();
        studio.settle();
        QCOMPARE(rowOf("readiness.software.driver")->text(2), QStringLiteral("open"));
    }
};

RW_WINDOW_SUITE(TestStudioAdvice)
#include "tst_studio_advice.moc"
