// SPDX-License-Identifier: GPL-3.0-or-later
// Forms of the design basis and of parts in the real window: site record, requirements, requests, settings, own parts.
#include "model/edits/record_edits.h"
#include "model/edits/workload_edits.h"
#include "model/project/site_fields.h"
#include "tests/app/studio_fixture.h"
#include "tests/support/pattern.h"
#include "tests/support/source_tree.h"
#include "ui/charts/bar_chart.h"
#include "ui/panels/catalogue_panel.h"
#include "ui/parts/part_comparison_dialog.h"
#include "ui/widgets/figure_card.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTableWidget>
#include <QTextBrowser>
#include <QToolButton>
#include <QTreeWidget>

#include <fstream>
#include <map>
#include <set>

using namespace rackwright;

namespace {

constexpr auto kHall = "hall-1024-h200";

void openPage(Studio& studio, const char* action) {
    studio.openSample(kHall);
    studio.window().actions().action(action)->trigger();
    QVERIFY(studio.window().workspace(QStringLiteral("basis"))->isVisible());
}

void type(QLineEdit& line, const QString& text) {
    line.setFocus();
    line.selectAll();
    QTest::keyClicks(&line, text);
    QTest::keyClick(&line, Qt::Key_Return);
}

QTreeWidgetItem* rowWith(QTreeWidget& table, const QString& text) {
    for (int i = 0; i < table.topLevelItemCount(); ++i)
        for (int column = 0; column < table.columnCount(); ++column)
            if (table.topLevelItem(i)->text(column).contains(text))
                return table.topLevelItem(i);
    return nullptr;
}

QString write(Studio& studio, const char* name, const char* text) {
    const std::string path = (studio.folder() / name).string();
    std::ofstream(path) << text;
    return QString::fromStdString(path);
}

} // namespace

class TestStudioForms : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSiteFieldBecomesKnownWhenItsValueIsTyped() {
        Studio studio;
        openPage(studio, "design.site");
        type(studio.child<QLineEdit>(QStringLiteral("site.lift-load.value")), QStringLiteral("2*750 kg"));
        const SiteField* field = findSiteField(*studio.document().project(), site::liftLoad);
        QVERIFY(field && field->knowledge == Knowledge::Known);
        QCOMPARE(siteNumber(*studio.document().project(), site::liftLoad), std::optional<double>(1500));
        QCOMPARE(field->givenBy.date, std::string("2026-11-21"));
        QCOMPARE(studio.child<QComboBox>(QStringLiteral("site.lift-load.knowledge")).currentIndex(), 0);
        type(studio.child<QLineEdit>(QStringLiteral("site.lift-load.value")), QStringLiteral("3 m"));
        QVERIFY(!studio.child<QLabel>(QStringLiteral("site.lift-load.value.problem")).text().isEmpty());
        QCOMPARE(siteNumber(*studio.document().project(), site::liftLoad), std::optional<double>(1500));
        studio.document().undo();
        QVERIFY(!siteNumber(*studio.document().project(), site::liftLoad) ||
                *siteNumber(*studio.document().project(), site::liftLoad) != 1500);
        studio.settle();
    }
    void aRequirementIsAddedJudgedLiveAndRemoved() {
        Studio studio;
        openPage(studio, "design.requirements");
        const std::size_t before = studio.document().project()->requirements.size();
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            auto* enter = dialog.findChild<QPushButton*>(QStringLiteral("record.enter"));
            QVERIFY(!enter->isEnabled());
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("Small hall"));
            dialog.findChild<QComboBox*>(QStringLiteral("record.figure"))
                ->setCurrentText(QStringLiteral("IT power, expected peak"));
            dialog.findChild<QComboBox*>(QStringLiteral("record.comparison"))->setCurrentIndex(1);
            dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->setText(QStringLiteral("1 m"));
            QVERIFY(!enter->isEnabled());
            dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->setText(QStringLiteral("0.2 MW"));
            QVERIFY(enter->isEnabled());
            enter->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        studio.settle();
        QCOMPARE(studio.document().project()->requirements.size(), before + 1);
        auto& table = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        QTreeWidgetItem* row = rowWith(table, QStringLiteral("Small hall"));
        QVERIFY(row);
        QCOMPARE(row->text(5), QStringLiteral("not met"));
        table.setCurrentItem(row);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.remove")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->requirements.size(), before);
        studio.settle();
    }
    // What is left open because the range reaches over the target shows that range.
    void anOpenRequirementShowsTheRange() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.settle();
        const FigureResult* peak = studio.document().newestSolution()->find("power.it.peak", {});
        QVERIFY(peak && peak->value.typical() < peak->value.high());
        Requirement open;
        open.text = "Just so";
        open.figure = "power.it.peak";
        open.comparison = Comparison::AtMost;
        open.target = (peak->value.typical() + peak->value.high()) / 2e3;
        open.unit = "kW";
        QVERIFY(studio.document().commit(edits::putRequirement(open)));
        studio.settle();
        QTreeWidgetItem* row =
            rowWith(studio.child<QTreeWidget>(QStringLiteral("requirements.table")), QStringLiteral("Just so"));
        QVERIFY(row);
        QVERIFY2(row->text(4).contains(QStringLiteral("–")), qPrintable(row->text(4) + row->text(5)));
    }
    // What is known in part is at least so much, said once.
    void aLowerBoundHasOneSign() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.settle();
        const FigureResult* idle = studio.document().newestSolution()->find("power.it.idle", {});
        QVERIFY(idle && idle->value.isLowerBound());
        Requirement open;
        open.text = "Idle";
        open.figure = "power.it.idle";
        open.comparison = Comparison::AtMost;
        open.target = idle->value.typical() / 1e3 * 10;
        open.unit = "kW";
        QVERIFY(studio.document().commit(edits::putRequirement(open)));
        studio.settle();
        QTreeWidgetItem* row =
            rowWith(studio.child<QTreeWidget>(QStringLiteral("requirements.table")), QStringLiteral("Idle"));
        QVERIFY(row);
        QVERIFY2(row->text(4).startsWith(QStringLiteral("\u2265 ")) && !row->text(4).contains(QStringLiteral(">=")),
                 qPrintable(row->text(4)));
    }
    // An amount alone proposes what it most likely promises; a person's own choice stays.
    void anAmountAloneProposesItsFigure_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("figure");
        QTest::addRow("money") << QStringLiteral("30 M USD") << QStringLiteral("cost.price.total");
        QTest::addRow("power") << QStringLiteral("1.2 MW") << QStringLiteral("power.utility.peak");
        QTest::addRow("time") << QStringLiteral("45 d") << QStringLiteral("training.duration");
    }
    void anAmountAloneProposesItsFigure() {
        QFETCH(QString, typed);
        QFETCH(QString, figure);
        Studio studio;
        openPage(studio, "design.requirements");
        const std::size_t before = studio.document().project()->requirements.size();
        studio.whenAsked(QStringLiteral("dialog.requirement"), [&](QDialog& dialog) {
            // The dialog keeps its height from letter to letter.
            QTRY_VERIFY(dialog.isVisible());
            const int height = dialog.height();
            for (const QChar letter : typed) {
                QTest::keyClicks(dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement")), letter);
                QCoreApplication::processEvents();
                QCOMPARE(dialog.height(), height);
            }
            QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->text(), typed);
            QVERIFY(!dialog.findChild<QComboBox*>(QStringLiteral("record.figure"))->currentText().isEmpty());
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->requirements.size(), before + 1);
        const auto made =
            std::ranges::find(studio.document().project()->requirements, typed.toStdString(), &Requirement::text);
        QVERIFY(made != studio.document().project()->requirements.end());
        QVERIFY2(QString::fromStdString(made->figure).startsWith(figure), made->figure.c_str());
        QCOMPARE(made->comparison, Comparison::AtMost);
        studio.settle();
    }
    // A sentence fills figure and target; what it does not say is not called wrong before one was there.
    void aSentenceFillsFigureAndTarget() {
        Studio studio;
        openPage(studio, "design.requirements");
        const std::size_t before = studio.document().project()->requirements.size();
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            auto* sentence = dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"));
            auto* figure = dialog.findChild<QComboBox*>(QStringLiteral("record.figure"));
            auto* target = dialog.findChild<QLineEdit*>(QStringLiteral("record.target"));
            QTRY_VERIFY(dialog.isActiveWindow());
            sentence->setPlainText(QStringLiteral("Budget at most 25 M USD"));
            QCOMPARE(target->text(), QStringLiteral("\u2264 25 M USD"));
            QVERIFY(!figure->currentText().isEmpty());
            QVERIFY(dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->isEnabled());
            sentence->setPlainText(QStringLiteral("As agreed"));
            QVERIFY(target->text().isEmpty() && figure->currentText().isEmpty());
            // The figure is chosen and the target comes next.
            const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("record.problem"));
            figure->setFocus();
            figure->setCurrentText(QStringLiteral("IT power, expected peak"));
            target->setFocus();
            QVERIFY2(problem->text().isEmpty(), qPrintable(problem->text()));
            figure->setFocus();
            QVERIFY(problem->text().contains(QStringLiteral("no target")));
            sentence->setPlainText(QStringLiteral("Budget at most 25 M USD"));
            figure->setCurrentText({});
            target->clear();
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->requirements.size(), before + 1);
        const auto made =
            std::ranges::find(studio.document().project()->requirements, "Budget at most 25 M USD", &Requirement::text);
        QVERIFY(made != studio.document().project()->requirements.end());
        QCOMPARE(made->figure, std::string("cost.price.total"));
        QCOMPARE(made->comparison, Comparison::AtMost);
        QCOMPARE(made->target, 25e6);
        studio.settle();
    }
    // By any of its words and by those that people have for it, as the command palette finds things.
    void figuresAreFoundByPlainWords_data() {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("target");
        QTest::addColumn<QString>("figure");
        QTest::addRow("its title") << "time to train"
                                   << "45 d"
                                   << "training.duration";
        QTest::addRow("other words") << "days to train"
                                     << "45 d"
                                     << "training.duration";
        QTest::addRow("words of the trade") << "capital cost"
                                            << "30 M USD"
                                            << "cost.price.total";
        QTest::addRow("in another order") << "peak of IT power expected"
                                          << "1.2 MW"
                                          << "power.it.peak";
    }
    void figuresAreFoundByPlainWords() {
        QFETCH(QString, typed);
        QFETCH(QString, target);
        QFETCH(QString, figure);
        Studio studio;
        openPage(studio, "design.requirements");
        studio.settle();
        studio.whenAsked(QStringLiteral("dialog.requirement"), [&](QDialog& dialog) {
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("As agreed"));
            auto* box = dialog.findChild<QComboBox*>(QStringLiteral("record.figure"));
            box->lineEdit()->setFocus();
            QTest::keyClicks(box->lineEdit(), typed);
            QVERIFY(box->completer()->model()->rowCount() > 0);
            box->completer()->popup()->hide();
            dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->setText(target);
            const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("record.problem"));
            QVERIFY2(problem->text().isEmpty(), qPrintable(problem->text()));
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        const auto made = std::ranges::find(studio.document().project()->requirements, "As agreed", &Requirement::text);
        QVERIFY(made != studio.document().project()->requirements.end());
        QVERIFY2(QString::fromStdString(made->figure).startsWith(figure), made->figure.c_str());
        studio.settle();
    }
    void columnsOfRequirementsHoldWhatStandsInThem() {
        Studio studio;
        studio.window().resize(1900, 1000);
        openPage(studio, "design.requirements");
        studio.settle();
        auto& table = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        QVERIFY(table.topLevelItemCount() > 0);
        const QAbstractItemView& view = table;
        for (int column = 0; column < table.columnCount(); ++column) {
            if (column != 1)
                QVERIFY2(table.columnWidth(column) >= view.sizeHintForColumn(column),
                         qPrintable(table.headerItem()->text(column)));
            QVERIFY(!table.topLevelItem(0)->toolTip(column).isEmpty() || table.topLevelItem(0)->text(column).isEmpty());
        }
        // In a narrow window the long ones give way, and the sentence stays.
        studio.window().resize(1000, 700);
        studio.settle();
        QTRY_VERIFY(table.columnWidth(1) >= 60);
        QVERIFY(table.columnWidth(0) >= view.sizeHintForColumn(0));
    }
    // The design may change while the dialog is open.
    void aRequirementThatGoesWhileItIsJudgedIsNotJudged() {
        Studio studio;
        openPage(studio, "design.requirements");
        Requirement plain;
        plain.text = "Two delivery doors";
        QVERIFY(studio.document().commit(edits::putRequirement(plain)));
        auto& table = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        table.setCurrentItem(rowWith(table, QStringLiteral("Two delivery doors")));
        studio.whenAsked(QStringLiteral("dialog.judgement"), [&](QDialog& dialog) {
            studio.document().open(emptyDocument("other"));
            dialog.findChild<QLineEdit*>(QStringLiteral("record.judged-by"))->setText(QStringLiteral("A. Meyer"));
            QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->isEnabled());
            dialog.reject();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.judge")), Qt::LeftButton);
        QVERIFY(studio.document().project()->assumptions.isEmpty());
        studio.settle();
    }
    // Nothing is called wrong before a field is left or Enter pressed.
    void aNewRequirementIsNotCalledWrongBeforeAWord() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            const auto* problem = dialog.findChild<QLabel*>(QStringLiteral("record.problem"));
            auto* sentence = dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"));
            QFont other = sentence->font();
            other.setBold(!other.bold()); // as a style does
            sentence->setFont(other);
            QCoreApplication::processEvents();
            QVERIFY2(problem->text().isEmpty(), qPrintable(problem->text()));
            auto* target = dialog.findChild<QLineEdit*>(QStringLiteral("record.target"));
            target->setFocus();
            QTest::keyClicks(target, QStringLiteral("2"));
            QVERIFY2(problem->text().isEmpty(), qPrintable(problem->text()));
            QTest::keyClick(target, Qt::Key_Return);
            QVERIFY(!problem->text().isEmpty());
            QVERIFY(dialog.isVisible());
            dialog.reject();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
    }
    void figuresAreFoundByTitleInAnyCase() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            auto* problem = dialog.findChild<QLabel*>(QStringLiteral("record.problem"));
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("Small hall"));
            auto* figure = dialog.findChild<QComboBox*>(QStringLiteral("record.figure"));
            dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->setText(QStringLiteral("0.2 MW"));
            figure->setCurrentText(QStringLiteral("IT powr, expected peak"));
            QVERIFY2(problem->text().contains(QStringLiteral("IT power, expected peak")), qPrintable(problem->text()));
            QVERIFY2(!problem->text().contains(QStringLiteral("rackwright")), qPrintable(problem->text()));
            figure->setCurrentText(QStringLiteral("it POWER, expected peak"));
            QVERIFY2(problem->text().isEmpty(), qPrintable(problem->text()));
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        const auto made =
            std::ranges::find(studio.document().project()->requirements, std::string("Small hall"), &Requirement::text);
        QVERIFY(made != studio.document().project()->requirements.end());
        QCOMPARE(made->figure, std::string("power.it.peak"));
        studio.settle();
    }
    // What is asked of a workload that the design does not have: which one is needed first, and what to do without it.
    void aFigureOfAWorkloadNeedsTheWorkloadFirst() {
        Studio studio;
        openPage(studio, "design.requirements");
        std::vector<Id<Workload>> all;
        for (const Workload& workload : studio.document().design().workloads)
            all.push_back(workload.id);
        for (const Id<Workload> id : all)
            QVERIFY(
                studio.document().commit(edits::removeWorkload(edits::activeTarget(*studio.document().project()), id)));
        studio.settle();
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            auto* problem = dialog.findChild<QLabel*>(QStringLiteral("record.problem"));
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("Trained in 45 days"));
            auto* figure = dialog.findChild<QComboBox*>(QStringLiteral("record.figure"));
            dialog.findChild<QLineEdit*>(QStringLiteral("record.target"))->setText(QStringLiteral("45 d"));
            for (const auto& [typed, kind] :
                 {std::pair("Training", "training workload"), std::pair("Time to train", "training workload"),
                  std::pair("Time to first token", "inference workload")}) {
                figure->setCurrentText(QString::fromLatin1(typed));
                QVERIFY2(problem->text().contains(QLatin1String(kind)), qPrintable(problem->text()));
                QVERIFY2(problem->text().contains(QStringLiteral("Workloads")), qPrintable(problem->text()));
            }
            dialog.reject();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        studio.settle();
    }
    // Refusals speak of fields by their titles, with the limits in the field's unit.
    void refusalsNameFieldsByTheirTitle() {
        Studio studio;
        openPage(studio, "design.site");
        SiteField field;
        field.key = std::string(site::powerLimit);
        field.knowledge = Knowledge::Known;
        field.value = "1e20";
        const Done refused = studio.document().commit(edits::putSiteField(field));
        QVERIFY(!refused);
        const QString said = QString::fromStdString(studio.services().texts().sentence(refused.error().message));
        const QString title = QString::fromStdString(studio.services().texts().text("site-field.site.power-limit"));
        QVERIFY2(said.contains(title) && said.contains(QStringLiteral("kW")), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("site.power")), qPrintable(said));
    }
    // Yes or no is a switch that can be unstated; what nothing reads is not asked for, and shown where a file says it.
    void yesAndNoAreSwitches() {
        Studio studio;
        openPage(studio, "design.site");
        auto& seismic = studio.child<QCheckBox>(QStringLiteral("site.seismic.value"));
        const auto word = [&] { return siteText(*studio.document().project(), site::isSeismic); };
        if (!word().empty()) {
            auto& knowledge = studio.child<QComboBox>(QStringLiteral("site.seismic.knowledge"));
            knowledge.setCurrentIndex(static_cast<int>(Knowledge::Unknown));
            Q_EMIT knowledge.activated(static_cast<int>(Knowledge::Unknown));
        }
        QCOMPARE(seismic.checkState(), Qt::PartiallyChecked);
        QCOMPARE(seismic.text(), QStringLiteral("not stated"));
        seismic.click();
        QCOMPARE(word(), std::string("yes"));
        QCOMPARE(seismic.text(), QStringLiteral("yes"));
        seismic.click();
        QCOMPARE(word(), std::string("no"));
        auto& voltage = studio.child<QLineEdit>(QStringLiteral("site.voltage.value"));
        if (findSiteField(*studio.document().project(), site::voltage))
            return;
        QVERIFY(!voltage.isVisible());
        SiteField said;
        said.key = std::string(site::voltage);
        said.knowledge = Knowledge::Known;
        said.value = "400";
        QVERIFY(studio.document().commit(edits::putSiteField(said)));
        studio.settle();
        QVERIFY(voltage.isVisible());
    }
    // Each field of the site record that a figure or rule reads can be stated in the window.
    void whatSolversReadOfTheSiteIsAskedFor() {
        Studio studio;
        QTest::mouseClick(&studio.child<QPushButton>(QStringLiteral("start.new-room")), Qt::LeftButton);
        studio.window().findChild<QDialog*>(QStringLiteral("room"))->accept();
        QTRY_VERIFY(!studio.design().rooms.isEmpty());
        studio.window().actions().action("design.site")->trigger();
        QTRY_VERIFY(studio.child<QWidget>(QStringLiteral("site.power-limit.knowledge")).isVisible());
        std::map<std::string, std::string> keyOf; // by the name in the code
        const testing::Pattern declaring(R"x(string_view (\w+) = "(site\.[a-z-]+)")x");
        for (const SourceFile& file : sourceTree(RW_SOURCE_DIR))
            if (file.path == "model/project/site_fields.h")
                for (const testing::Match& each : declaring.all(file.text))
                    keyOf[each.groups[1]] = each.groups[2];
        QVERIFY(keyOf.size() > 20);
        std::set<std::string> read;
        const testing::Pattern reading(R"(site(?:Number|Text|Quantity<[^>]*>)\([^;]*?site::(\w+))");
        for (const SourceFile& file : sourceTree(RW_SOURCE_DIR)) {
            if (!file.isUnder("solvers") || file.isUnder("solvers/recipes"))
                continue;
            for (const testing::Match& each : reading.all(file.text))
                read.insert(each.groups[1]);
        }
        QVERIFY(read.contains("waterSupply") && read.contains("redundancy"));
        for (const std::string& name : read)
            QVERIFY2(
                studio.child<QWidget>(QString::fromStdString(keyOf.at(name)) + QStringLiteral(".value")).isVisible(),
                name.c_str());
    }
    // Where there is no room for all, no column is wider than the names that are cut.
    void namesOfSettingsTakeTheRoomThatThereIs() {
        Studio studio;
        studio.window().resize(1440, 900);
        openPage(studio, "design.settings");
        auto& table = studio.child<QTreeWidget>(QStringLiteral("settings.table"));
        QTRY_VERIFY(table.topLevelItemCount() > 10);
        QCoreApplication::processEvents();
        const QAbstractItemView& view = table;
        const int name = table.header()->sectionSize(0);
        if (name < view.sizeHintForColumn(0))
            for (int i = 1; i < table.columnCount(); ++i)
                QVERIFY2(table.header()->sectionSize(i) <= name + 1, qPrintable(table.headerItem()->text(i)));
    }
    // What no figure decides is met when somebody says so, by name; it is never green by itself.
    void aSentenceIsJudgedByName() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("Our own staff is trained"));
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        studio.settle();
        auto& table = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        QTreeWidgetItem* row = rowWith(table, QStringLiteral("Our own staff is trained"));
        QVERIFY(row);
        QCOMPARE(row->text(5), QStringLiteral("open"));
        table.setCurrentItem(row);
        studio.whenAsked(QStringLiteral("dialog.judgement"), [](QDialog& dialog) {
            auto* enter = dialog.findChild<QPushButton*>(QStringLiteral("record.enter"));
            auto* by = dialog.findChild<QLineEdit*>(QStringLiteral("record.judged-by"));
            dialog.findChild<QComboBox*>(QStringLiteral("record.judgement"))->setCurrentIndex(1);
            by->clear();
            QVERIFY(!enter->isEnabled());
            by->setText(QStringLiteral("R. Meier"));
            QVERIFY(enter->isEnabled());
            enter->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.judge")), Qt::LeftButton);
        studio.settle();
        row = rowWith(table, QStringLiteral("Our own staff is trained"));
        QCOMPARE(row->text(5), QStringLiteral("met"));
        QVERIFY(row->text(4).contains(QStringLiteral("R. Meier")));
        studio.document().undo();
        studio.settle();
        QCOMPARE(rowWith(table, QStringLiteral("Our own staff is trained"))->text(5), QStringLiteral("open"));
    }
    // Written as people write, judged by its figure; the card on top says the same as the register.
    void aSentenceWithAFigureIsReadAsOne() {
        Studio studio;
        openPage(studio, "design.requirements");
        studio.whenAsked(QStringLiteral("dialog.requirement"), [](QDialog& dialog) {
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.requirement"))
                ->setPlainText(QStringLiteral("IT load of at most 0.2 MW"));
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.add")), Qt::LeftButton);
        studio.settle();
        QTreeWidgetItem* row = rowWith(studio.child<QTreeWidget>(QStringLiteral("requirements.table")),
                                       QStringLiteral("IT load of at most 0.2 MW"));
        QVERIFY(row);
        QCOMPARE(row->text(2), QStringLiteral("IT power, expected peak"));
        QCOMPARE(row->text(3), QStringLiteral("at most 200 kW"));
        QCOMPARE(row->text(5), QStringLiteral("not met"));
        QTRY_COMPARE(studio.child<FigureCard>(QStringLiteral("card:power.it.peak")).content().mood,
                     CardContent::Mood::Bad);
    }
    // Ids are for files; people read what a field and a figure are called.
    void registersNameFieldsAndFiguresByTheirTitles() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.window().actions().action("design.rfis")->trigger();
        auto& rfis = studio.child<QTreeWidget>(QStringLiteral("rfis.table"));
        QTRY_VERIFY(rfis.topLevelItemCount() > 0);
        QCOMPARE(rfis.topLevelItem(0)->text(2), QStringLiteral("Climate"));
        studio.window().actions().action("design.requirements")->trigger();
        auto& requirements = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        QTRY_VERIFY(requirements.topLevelItemCount() > 2);
        QCOMPARE(requirements.topLevelItem(2)->text(2), QStringLiteral("IT power, expected peak"));
        QCOMPARE(requirements.topLevelItem(2)->toolTip(2), QStringLiteral("power.it.peak"));
        requirements.setCurrentItem(requirements.topLevelItem(2));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("requirements.explain")), Qt::LeftButton);
        QTRY_COMPARE(studio.child<QLabel>(QStringLiteral("evidence.title")).text(),
                     QStringLiteral("IT power, expected peak"));
    }

    void aRequestIsAskedAndClosed() {
        Studio studio;
        openPage(studio, "design.rfis");
        const std::size_t before = studio.document().project()->rfis.size();
        studio.whenAsked(QStringLiteral("dialog.rfi"), [](QDialog& dialog) {
            dialog.findChild<QPlainTextEdit*>(QStringLiteral("record.question"))
                ->setPlainText(QStringLiteral("Which lift?"));
            dialog.findChild<QPushButton*>(QStringLiteral("record.enter"))->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("rfis.add")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->rfis.size(), before + 1);
        auto& table = studio.child<QTreeWidget>(QStringLiteral("rfis.table"));
        table.setCurrentItem(rowWith(table, QStringLiteral("Which lift?")));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("rfis.close")), Qt::LeftButton);
        bool isClosed = false;
        for (const Rfi& rfi : studio.document().project()->rfis)
            isClosed = isClosed || (rfi.question == "Which lift?" && rfi.status == RfiStatus::Closed);
        QVERIFY(isClosed);
        studio.settle();
    }
    void aSettingIsFoundChangedAndTakenBack() {
        Studio studio;
        openPage(studio, "design.settings");
        auto& table = studio.child<QTreeWidget>(QStringLiteral("settings.table"));
        QVERIFY(table.topLevelItemCount() > 40);
        studio.child<QLineEdit>(QStringLiteral("settings.search")).setText(QStringLiteral("power.peak-ratio"));
        int shown = 0;
        for (int i = 0; i < table.topLevelItemCount(); ++i)
            shown += table.topLevelItem(i)->isHidden() ? 0 : 1;
        QCOMPARE(shown, 1);
        table.setCurrentItem(rowWith(table, QStringLiteral("power.peak-ratio")));
        studio.whenAsked(QStringLiteral("dialog.value"), [](QDialog& dialog) {
            for (const char* name : {"value.value", "value.low", "value.high"})
                if (auto* line = dialog.findChild<QLineEdit*>(QLatin1String(name)))
                    line->setText(QStringLiteral("50 %"));
            dialog.accept();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("settings.change")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->settings.size(), std::size_t(1));
        QVERIFY(rowWith(table, QStringLiteral("power.peak-ratio"))->text(1) !=
                rowWith(table, QStringLiteral("power.peak-ratio"))->text(2));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("settings.reset")), Qt::LeftButton);
        QVERIFY(studio.document().project()->settings.isEmpty());
        studio.settle();
    }
    // Nothing gives out more than it takes in; what is refused stays in the dialog with its limits.
    void aSettingBeyondItsLimitsIsRefused_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QString>("said");
        QTest::newRow("efficiency") << "power.rack-pdu-efficiency"
                                    << "5000 %"
                                    << "100";
        QTest::newRow("share") << "power.smoothed-share"
                               << "200 %"
                               << "100";
        QTest::newRow("performance of a chiller") << "cooling.year.cop-air-chiller"
                                                  << "0.1"
                                                  << "0.5";
        QTest::newRow("approach") << "cooling.year.dry-approach"
                                  << "-5 K"
                                  << "50";
        QTest::newRow("ratio") << "power.peak-ratio"
                               << "0"
                               << "1.5";
        QTest::newRow("an amount of money") << "cost.rail-kit"
                                            << "abc"
                                            << "abc";
    }
    void aSettingBeyondItsLimitsIsRefused() {
        QFETCH(QString, key);
        QFETCH(QString, typed);
        QFETCH(QString, said);
        Studio studio;
        openPage(studio, "design.settings");
        auto& table = studio.child<QTreeWidget>(QStringLiteral("settings.table"));
        table.setCurrentItem(rowWith(table, key));
        QString problem;
        bool couldEnter = true;
        studio.whenAsked(QStringLiteral("dialog.value"), [&](QDialog& dialog) {
            for (const char* name : {"value.low", "value.high"})
                if (auto* line = dialog.findChild<QLineEdit*>(QLatin1String(name)))
                    line->clear();
            dialog.findChild<QLineEdit*>(QStringLiteral("value.value"))->setText(typed);
            problem = dialog.findChild<QLabel*>(QStringLiteral("value.problem"))->text();
            couldEnter = dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->isEnabled();
            dialog.reject();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("settings.change")), Qt::LeftButton);
        QVERIFY(!couldEnter);
        QVERIFY2(problem.contains(said), qPrintable(problem));
        QVERIFY(studio.document().project()->settings.isEmpty());
        studio.settle();
    }
    // What is done against the swing of jobs, and how much of the year they run.
    void powerOverTimeIsSetInTheForm_data() {
        QTest::addColumn<QString>("key");
        QTest::newRow("swing") << QStringLiteral("power.smoothed-share");
        QTest::newRow("year") << QStringLiteral("cost.utilisation");
    }
    void powerOverTimeIsSetInTheForm() {
        QFETCH(QString, key);
        Studio studio;
        openPage(studio, "design.settings");
        auto& table = studio.child<QTreeWidget>(QStringLiteral("settings.table"));
        studio.child<QLineEdit>(QStringLiteral("settings.search")).setText(key);
        table.setCurrentItem(rowWith(table, key));
        studio.whenAsked(QStringLiteral("dialog.value"), [](QDialog& dialog) {
            for (const char* name : {"value.value", "value.low", "value.high"})
                if (auto* line = dialog.findChild<QLineEdit*>(QLatin1String(name)))
                    line->setText(QStringLiteral("30 %"));
            dialog.accept();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("settings.change")), Qt::LeftButton);
        QCOMPARE(studio.document().project()->settings.size(), std::size_t(1));
        const Setting& set = *studio.document().project()->settings.begin();
        QCOMPARE(QString::fromStdString(set.key), key);
        QCOMPARE(QString::fromStdString(set.value), QStringLiteral("0.3"));
        QVERIFY(rowWith(table, key)->text(1) != rowWith(table, key)->text(2));
        studio.settle();
    }
    void aPartIsDuplicatedEditedAndListedAsOwn() {
        Studio studio;
        studio.openSample(kHall);
        auto& catalogue = studio.child<CataloguePanel>(QStringLiteral("panel.catalogue"));
        auto& list = studio.child<QListView>(QStringLiteral("catalogue.parts"));
        QString original;
        for (const PartSummary& part : studio.services().library()->parts())
            if (part.category == PartCategory::Switch && original.isEmpty())
                original = QString::fromStdString(part.id);
        catalogue.showPart(original);
        QString id;
        bool wasRefused = false;
        studio.whenAsked(QStringLiteral("dialog.part-editor"), [&id, &wasRefused](QDialog& dialog) {
            auto* save = dialog.findChild<QPushButton*>(QStringLiteral("part-editor.save"));
            auto* facts = dialog.findChild<QTableWidget*>(QStringLiteral("part-editor.facts"));
            int weight = -1;
            for (int row = 0; row < facts->rowCount(); ++row)
                if (facts->item(row, 0)->data(Qt::UserRole).toString() == QStringLiteral("power.maximum") ||
                    facts->item(row, 0)->data(Qt::UserRole).toString() == QStringLiteral("weight"))
                    weight = row;
            if (weight < 0)
                return dialog.reject();
            facts->item(weight, 1)->setText(QStringLiteral("3 m"));
            wasRefused = !save->isEnabled();
            facts->item(weight, 1)->setText(facts->item(weight, 0)->data(Qt::UserRole).toString() ==
                                                    QStringLiteral("weight")
                                                ? QStringLiteral("(20+1) kg")
                                                : QStringLiteral("(20+1) kW"));
            if (!save->isEnabled()) {
                qWarning() << dialog.findChild<QLabel*>(QStringLiteral("part-editor.problem"))->text();
                return dialog.reject();
            }
            id = dialog.findChild<QLineEdit*>(QStringLiteral("part-editor.id"))->text();
            dialog.findChild<QLineEdit*>(QStringLiteral("part-editor.model"))->setText(QStringLiteral("My own switch"));
            save->click();
        });
        studio.window().actions().action("tools.edit-part")->trigger();
        QVERIFY(wasRefused && !id.isEmpty());
        const auto part = studio.services().library()->part(id.toStdString());
        QVERIFY(part && (*part)->model == "My own switch");
        bool isMarked = false;
        for (int row = 0; row < list.model()->rowCount(); ++row)
            if (list.model()->index(row, 0).data(PartListModel::IdRole).toString() == id)
                isMarked = !list.model()->index(row, 0).data(PartListModel::OwnRole).toString().isEmpty();
        QVERIFY(isMarked);
    }
    void aServerIsConfiguredWithinItsDataSheet() {
        Studio studio;
        studio.openSample(kHall);
        auto& catalogue = studio.child<CataloguePanel>(QStringLiteral("panel.catalogue"));
        catalogue.showPart(QStringLiteral("smc-as-8125gs-tnmr2"));
        QString id, before, after;
        int changes = 0;
        studio.whenAsked(QStringLiteral("dialog.node-editor"), [&](QDialog& dialog) {
            const auto* sum = dialog.findChild<QLabel*>(QStringLiteral("node-editor.sum"));
            auto* save = dialog.findChild<QPushButton*>(QStringLiteral("node-editor.save"));
            before = sum->text();
            if (save->isEnabled()) // nothing is changed yet
                return dialog.reject();
            auto* supplies = dialog.findChild<QSpinBox*>(QStringLiteral("node-editor.supplies"));
            QTest::keyClick(supplies, Qt::Key_Down);
            after = sum->text(); // lighter and cheaper by a supply
            auto* kind = dialog.findChild<QComboBox*>(QStringLiteral("node-editor.card.compute"));
            auto* count = dialog.findChild<QSpinBox*>(QStringLiteral("node-editor.card-count.compute"));
            kind->setCurrentIndex(kind->findData(QStringLiteral("nvidia-cx7-400-osfp")));
            count->setValue(4);
            changes = dialog.findChild<QTableWidget*>(QStringLiteral("node-editor.changes"))->rowCount();
            id = dialog.findChild<QLineEdit*>(QStringLiteral("node-editor.id"))->text();
            if (!save->isEnabled())
                return dialog.reject();
            save->click();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("inspector.configure-part")), Qt::LeftButton);
        QVERIFY(changes >= 1 && !id.isEmpty());
        const auto part = studio.services().library()->part(id.toStdString());
        QVERIFY(part.has_value());
        const auto compute = std::ranges::find((*part)->portGroups, PortRole::Compute, &PortGroup::role);
        QVERIFY(compute != (*part)->portGroups.end());
        QCOMPARE(compute->count, 4);
        QVERIFY(!textFact(**part, "configuration").isUnknown());
        QCOMPARE(catalogue.currentPart(), id);
        QVERIFY(before != after);
    }
    void partsStandSideBySideWithAChart() {
        Studio studio;
        studio.openSample(kHall);
        auto& catalogue = studio.child<CataloguePanel>(QStringLiteral("panel.catalogue"));
        catalogue.showPart(QStringLiteral("nv-h100-sxm5-80"));
        int columns = 0, bars = 0, all = 0, different = 0;
        QString title;
        studio.whenAsked(QStringLiteral("dialog.part-comparison"), [&](QDialog& asked) {
            auto& dialog = dynamic_cast<PartComparisonDialog&>(asked);
            dialog.addPart(*studio.services().library()->part("nv-h200-sxm-141"));
            dialog.addPart(*studio.services().library()->part("nv-h200-sxm-141")); // once is enough
            auto* table = dialog.findChild<QTableWidget*>(QStringLiteral("part-comparison.table"));
            columns = table->columnCount();
            for (int row = 0; row < table->rowCount(); ++row)
                if (table->item(row, 0)->text() == QStringLiteral("Memory"))
                    table->setCurrentCell(row, 0);
            const auto* chart = dialog.findChild<BarChart*>(QStringLiteral("part-comparison.chart"));
            bars = static_cast<int>(chart->chart().bars.size());
            title = chart->chart().title;
            all = table->rowCount();
            dialog.findChild<QCheckBox*>(QStringLiteral("part-comparison.only-different"))->click();
            different = table->rowCount();
            table->setCurrentCell(1, 2);
            dialog.findChild<QToolButton*>(QStringLiteral("part-comparison.remove"))->click();
            columns += 10 * table->columnCount();
            dialog.reject();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("inspector.compare-part")), Qt::LeftButton);
        QCOMPARE(columns, 3 + 20);
        QCOMPARE(bars, 2);
        QCOMPARE(title, QStringLiteral("Memory, GB"));
        QVERIFY(different > 0 && different < all);
    }
    void thePageOfAPartIsSavedWhole() {
        Studio studio;
        studio.openSample(kHall);
        studio.child<CataloguePanel>(QStringLiteral("panel.catalogue")).showPart(QStringLiteral("nv-dgx-b200"));
        const QString page = studio.child<QTextBrowser>(QStringLiteral("part.facts")).toPlainText();
        for (const char* words : {"DGXB-G1440+P1CMI36", "NPN Public Price List 202609", "2026-09-08", "GPU node"})
            QVERIFY2(page.contains(QString::fromUtf8(words)), words);
        const QString file = QString::fromStdString((studio.folder() / "part.pdf").string());
        studio.dialogs().fileToSave = file;
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("inspector.part-pdf")), Qt::LeftButton);
        QFile pdf(file);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        const QByteArray bytes = pdf.readAll();
        QVERIFY(bytes.startsWith("%PDF") && bytes.size() > 5000);
    }
    void columnsAreMappedAndDeviceTypesRead() {
        Studio studio;
        studio.openSample(kHall);
        studio.dialogs().fileToOpen = write(studio, "theirs.csv",
                                            "id,category,vendor,model,source-title,Masse\n"
                                            "mine-2,switch,Us,Two,Scales,12\n");
        studio.whenAsked(QStringLiteral("dialog.part-import"), [](QDialog& dialog) {
            auto* import = dialog.findChild<QPushButton*>(QStringLiteral("part-import.import"));
            if (import->isEnabled())
                return dialog.reject(); // the column is not known
            auto* choice = dialog.findChild<QComboBox*>(QStringLiteral("part-import.map.Masse"));
            choice->setCurrentIndex(choice->findData(QStringLiteral("weight [kg]")));
            Q_EMIT choice->activated(choice->currentIndex());
            import->click();
        });
        studio.window().actions().action("tools.import-parts")->trigger();
        const auto mapped = studio.services().library()->part("mine-2");
        QVERIFY(mapped.has_value());
        QCOMPARE(fact(**mapped, attribute::weight).typical()->si(), 12.0);

        studio.dialogs().fileToOpen = write(studio, "leaf.yaml",
                                            "manufacturer: Acme\nmodel: Leaf\nslug: acme-leaf\nu_height: 1\n"
                                            "weight: 9\nweight_unit: kg\ninterfaces:\n"
                                            "  - name: a\n    type: 100gbase-x-qsfp28\n");
        studio.whenAsked(QStringLiteral("dialog.part-import"), [](QDialog& dialog) {
            dialog.findChild<QPushButton*>(QStringLiteral("part-import.import"))->click();
        });
        studio.window().actions().action("tools.import-parts")->trigger();
        QVERIFY(studio.services().library()->part("acme-leaf").has_value());
    }
    void aWeatherFileBecomesTheClimate() {
        Studio studio;
        openPage(studio, "design.settings");
        const auto climate = [&studio] {
            for (const Setting& setting : studio.document().project()->settings)
                if (setting.key == "cooling.climate")
                    return setting.value;
            return std::string();
        };
        QAction* attach = studio.window().actions().action("design.attach-weather");
        studio.dialogs().fileToOpen =
            write(studio, "months.csv", "dry_bulb_c,wet_bulb_c\n5,4\n20,15\n"); // two means, no year
        attach->trigger();
        QCOMPARE(climate(), std::string());
        QVERIFY(studio.window().statusBar()->currentMessage().contains(QStringLiteral("months.csv")));

        studio.dialogs().fileToOpen = write(studio, "Accra.csv", "dry_bulb_c,wet_bulb_c,hours\n5,4,5000\n20,15,3760\n");
        attach->trigger();
        QCOMPARE(climate(), std::string("1;Accra.csv;5:5000:4|20:3760:15"));
        auto& table = studio.child<QTreeWidget>(QStringLiteral("settings.table"));
        QTreeWidgetItem* row = rowWith(table, QStringLiteral("cooling.climate"));
        QVERIFY(row);
        QCOMPARE(row->text(1), QStringLiteral("Accra.csv"));
        studio.window().actions().action("edit.undo")->trigger();
        QCOMPARE(climate(), std::string());
        studio.settle();
    }
    void anImportWithAFaultShowsItAndBringsNothing() {
        Studio studio;
        studio.openSample(kHall);
        studio.dialogs().fileToOpen = write(studio, "bad.csv",
                                            "id,category,vendor,model,source-publisher,source-title,weight [kg]\n"
                                            "mine-1,switch,Us,One,Us,Scales,heavy\n");
        QString table;
        studio.whenAsked(QStringLiteral("dialog.part-import"), [&table](QDialog& dialog) {
            auto* rows = dialog.findChild<QTreeWidget*>(QStringLiteral("part-import.table"));
            if (rows->topLevelItemCount() > 0)
                table = rows->topLevelItem(0)->text(1) + QLatin1Char('|') + rows->topLevelItem(0)->text(2);
            QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("part-import.import"))->isEnabled());
            dialog.reject();
        });
        studio.window().actions().action("tools.import-parts")->trigger();
        QCOMPARE(table, QStringLiteral("2|weight [kg]"));
        QVERIFY(!studio.services().library()->part("mine-1"));

        studio.dialogs().fileToOpen = write(studio, "good.csv",
                                            "id,category,vendor,model,source-publisher,source-title,weight [kg]\n"
                                            "mine-1,switch,Us,One,Us,Scales,12\n");
        studio.whenAsked(QStringLiteral("dialog.part-import"), [](QDialog& dialog) {
            dialog.findChild<QPushButton*>(QStringLiteral("part-import.import"))->click();
        });
        studio.window().actions().action("tools.import-parts")->trigger();
        QVERIFY(studio.services().library()->part("mine-1").has_value());
    }
    // A date alone does not say who; where nobody is named that is said.
    void whoSaidSomethingStandsBeforeItsDate() {
        Studio studio;
        openPage(studio, "design.requirements");
        Requirement plain;
        plain.text = "Two delivery doors";
        plain.givenBy.date = "2026-11-21";
        QVERIFY(studio.document().commit(edits::putRequirement(plain)));
        auto& list = studio.child<QTreeWidget>(QStringLiteral("requirements.table"));
        QTreeWidgetItem* row = rowWith(list, QStringLiteral("Two delivery doors"));
        QVERIFY(row);
        QCOMPARE(row->text(list.columnCount() - 1), QStringLiteral("name not given, 2026-11-21"));
        plain.id = studio.document().project()->requirements.find({row->data(0, Qt::UserRole).toULongLong()})->id;
        plain.givenBy.person = "A. Meyer";
        QVERIFY(studio.document().commit(edits::putRequirement(plain)));
        row = rowWith(list, QStringLiteral("Two delivery doors"));
        QCOMPARE(row->text(list.columnCount() - 1), QStringLiteral("A. Meyer, 2026-11-21"));
    }
};

RW_WINDOW_SUITE(TestStudioForms)
#include "tst_studio_forms.moc"
