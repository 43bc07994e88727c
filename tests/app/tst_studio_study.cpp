// SPDX-License-Identifier: GPL-3.0-or-later
// A study in the real window: from the menu, by typing what varies, its points opened as options of the project or as
// designs of their own, its table saved, its stop, and what is said of wrong words.
#include "tests/app/studio_fixture.h"
#include "ui/charts/point_chart.h"
#include "ui/widgets/background.h"

#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTreeWidget>

using namespace rackwright;

class TestStudioStudy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_studio.emplace(); }
    void cleanup() { m_studio.reset(); }

    void aPointOfTheChartOpensAsAnOption() {
        m_studio->openSample("single-node-fine-tuning");
        m_studio->settle();
        open();
        from("recipe:single-node");
        vary("storage-nodes=1,2,3\nsupply=415");
        child<QLineEdit>("study.goals").setText(QStringLiteral("price=least, storage-read=most"));
        solve();
        auto& table = child<QTreeWidget>("study.table");
        QCOMPARE(table.topLevelItemCount(), 3);
        QCOMPARE(table.topLevelItem(0)->text(1), QStringLiteral("1"));
        QVERIFY(!child<QPushButton>("study.open").isEnabled());
        auto& chart = child<PointChart>("study.chart");
        QCOMPARE(chart.field().points.size(), std::size_t{3});
        QWidget* plot = chart.childAt(chart.placeOf(2));
        QVERIFY(plot);
        QTest::mouseClick(plot, Qt::LeftButton, {}, plot->mapFrom(&chart, chart.placeOf(2)));
        QTRY_VERIFY(child<QPushButton>("study.open").isEnabled());
        QCOMPARE(table.selectedItems().front()->text(3), QStringLiteral("3"));
        const std::size_t before = m_studio->document().project()->options.size();
        click("study.open");
        QTRY_COMPARE_WITH_TIMEOUT(m_studio->document().project()->options.size(), before + 1, 20000);
        const Option& made = activeOption(*m_studio->document().project());
        QVERIFY2(made.name.find("storage-nodes=3") != std::string::npos, made.name.c_str());
        m_studio->settle();
        // As one step each: added and brought to the front.
        m_studio->document().undo();
        m_studio->document().undo();
        QCOMPARE(m_studio->document().project()->options.size(), before);
    }
    // Settings are the project's: such a design opens by itself. Enter on its line does the same as the button.
    void aSettingOpensAsADesign() {
        m_studio->openSample("single-node-fine-tuning");
        m_studio->settle();
        open();
        vary("power.pue=1.2,1.4");
        solve();
        auto& table = child<QTreeWidget>("study.table");
        QCOMPARE(table.topLevelItemCount(), 2);
        m_studio->dialogs().fileToSave = QString::fromStdString((m_studio->folder() / "table.csv").string());
        click("study.save");
        QFile saved(m_studio->dialogs().fileToSave);
        QVERIFY(saved.open(QIODevice::ReadOnly));
        QVERIFY(saved.readAll().startsWith("design,power.pue,price [USD]"));
        table.setFocus();
        table.setCurrentItem(table.topLevelItem(0));
        const std::string pue = table.topLevelItem(0)->text(3).toStdString();
        QTest::keyClick(&table, Qt::Key_Return);
        const auto given = [this] {
            for (const Setting& setting : m_studio->document().project()->settings)
                if (setting.key == "power.pue")
                    return setting.value;
            return std::string();
        };
        QTRY_COMPARE_WITH_TIMEOUT(given(), pue, 20000);
    }
    // Without a design there are recipes, and the key that is chosen stands in the text with its usual values.
    void fromTheStartPage() {
        open();
        QCOMPARE(child<QComboBox>("study.maker").findData(QStringLiteral("design")), -1);
        from("recipe:cluster");
        auto& keys = child<QComboBox>("study.keys");
        const int cooling = keys.findData(QStringLiteral("cooling="), Qt::UserRole, Qt::MatchStartsWith);
        QVERIFY(cooling >= 0);
        keys.setFocus();
        keys.setCurrentIndex(cooling);
        Q_EMIT keys.activated(cooling);
        QCOMPARE(child<QPlainTextEdit>("study.vary").toPlainText(), QStringLiteral("cooling=perimeter,in-row,rear-door"));
        QCOMPARE(child<QLabel>("study.progress").text(), QStringLiteral("3 designs"));
        QVERIFY(child<QPushButton>("study.run").isEnabled());
    }
    void wrongWordsAreSaidWhileTyping() {
        open();
        from("recipe:cluster");
        vary("acelerators=1,2");
        QVERIFY(child<QLabel>("study.problem").text().contains(QStringLiteral("accelerators")));
        QVERIFY(!child<QPushButton>("study.run").isEnabled());
        vary("accelerators=8..64");
        QVERIFY(child<QLabel>("study.problem").text().contains(QStringLiteral("--sample")));
        child<QSpinBox>("study.sample").setValue(500);
        QVERIFY(child<QLabel>("study.problem").text().isEmpty());
        // Stopped, nothing comes any more.
        click("study.run");
        QVERIFY(child<QPushButton>("study.stop").isEnabled());
        click("study.stop");
        QVERIFY(!child<QPushButton>("study.stop").isEnabled() && child<QPushButton>("study.run").isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(Background::instance().isIdle(), 30000);
        QCOMPARE(child<QTreeWidget>("study.table").topLevelItemCount(), 0);
    }

private:
    template <class Widget>
    Widget& child(const char* name) {
        return m_studio->child<Widget>(QString::fromLatin1(name));
    }
    void open() { m_studio->window().actions().action("tools.study")->trigger(); }
    void click(const char* name) {
        auto& button = child<QPushButton>(name);
        button.setFocus();
        QTest::keyClick(&button, Qt::Key_Space);
    }
    void from(const char* maker) {
        auto& box = child<QComboBox>("study.maker");
        const int at = box.findData(QString::fromLatin1(maker));
        QVERIFY(at >= 0);
        box.setCurrentIndex(at);
    }
    void vary(const char* lines) {
        auto& edit = child<QPlainTextEdit>("study.vary");
        edit.setFocus();
        edit.clear();
        const QStringList each = QString::fromLatin1(lines).split(QLatin1Char('\n'));
        for (int i = 0; i < each.size(); ++i) {
            if (i > 0)
                QTest::keyClick(&edit, Qt::Key_Return);
            QTest::keyClicks(&edit, each[i]);
        }
    }
    void solve() {
        QVERIFY2(child<QPushButton>("study.run").isEnabled(), qPrintable(child<QLabel>("study.problem").text()));
        click("study.run");
        QTRY_VERIFY_WITH_TIMEOUT(child<QPushButton>("study.save").isEnabled(), 30000);
    }

    std::optional<Studio> m_studio;
};

RW_WINDOW_SUITE(TestStudioStudy)
#include "tst_studio_study.moc"
