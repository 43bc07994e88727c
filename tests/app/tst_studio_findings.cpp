// SPDX-License-Identifier: GPL-3.0-or-later
// Findings and evidence in the real window: filters, quick fixes, acceptance, values, and the way down to the inputs.
#include "tests/app/studio_fixture.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/workloads/workloads_workspace.h"

#include <QClipboard>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QToolButton>
#include <QTreeView>
#include <QTreeWidget>

using namespace rackwright;

namespace {

constexpr auto kMistakes = "mistakes";
constexpr auto kHall = "hall-1024-h200";

FindingsPanel& panel(Studio& studio) { return studio.child<FindingsPanel>(QStringLiteral("panel.findings")); }
QTreeView& table(Studio& studio) { return studio.child<QTreeView>(QStringLiteral("findings.table")); }

std::vector<QModelIndex> rows(Studio& studio) {
    FindingsModel& model = *panel(studio).model();
    std::vector<QModelIndex> found;
    for (int top = 0; top < model.rowCount(); ++top) {
        const QModelIndex head = model.index(top, 0);
        if (model.finding(head))
            found.push_back(head);
        for (int i = 0; i < model.rowCount(head); ++i)
            found.push_back(model.index(i, 0, head));
    }
    return found;
}

bool isFailed(Studio& studio, const std::string& key) {
    for (const Finding& finding : studio.document().solution()->report().findings)
        if (finding.key == key)
            return finding.state == RuleState::Failed;
    return false;
}

void acceptFirst(Studio& studio, const QString& person) {
    table(studio).setCurrentIndex(rows(studio).front());
    studio.whenAsked(QStringLiteral("dialog.accept"), [person](QDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>(QStringLiteral("accept.person"));
        if (name->text().isEmpty())
            name->setText(person);
        dialog.findChild<QPlainTextEdit*>(QStringLiteral("accept.reason"))
            ->setPlainText(QStringLiteral("agreed with the site"));
        dialog.accept();
    });
    QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("findings.accept")), Qt::LeftButton);
    studio.settle();
}

} // namespace

class TestStudioFindings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Rows of the design that was open before would be taken for those of the one that is opened.
    void findingsOfTheDesignBeforeAreGoneAtOnce() {
        Studio studio;
        studio.openSample(kMistakes);
        QVERIFY(!rows(studio).empty());
        const QString counts = studio.child<QLabel>(QStringLiteral("findings.counts")).text();
        QVERIFY(!counts.isEmpty());
        studio.document().open(emptyDocument("other"));
        QVERIFY(rows(studio).empty());
        QVERIFY(studio.child<QLabel>(QStringLiteral("findings.counts")).text().isEmpty());
        const QString said = studio.child<QLabel>(QStringLiteral("findings.table.empty")).text();
        QVERIFY2(said.contains(QStringLiteral("worked out")), qPrintable(said));
        const QString title = studio.child<QDockWidget>(QStringLiteral("dock.findings")).windowTitle();
        QVERIFY2(std::ranges::none_of(title, [](QChar each) { return each.isDigit(); }), qPrintable(title));
        studio.settle();
        QVERIFY(!studio.child<QLabel>(QStringLiteral("findings.counts")).text().isEmpty());
    }
    // What was looked for in one design hides nothing of the next.
    void filtersEndWithTheirDesign() {
        Studio studio;
        studio.openSample(kMistakes);
        studio.child<QToolButton>(QStringLiteral("findings.show.failed")).click();
        studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
        studio.child<QToolButton>(QStringLiteral("findings.level.error")).click();
        studio.child<QLineEdit>(QStringLiteral("findings.search")).setText(QStringLiteral("nothing of this name"));
        QVERIFY(rows(studio).empty());
        studio.openSample(kMistakes);
        studio.settle();
        QVERIFY(studio.child<QToolButton>(QStringLiteral("findings.show.failed")).isChecked());
        for (const char* chip : {"findings.show.not-checked", "findings.level.error"})
            QVERIFY(!studio.child<QToolButton>(QLatin1String(chip)).isChecked());
        QVERIFY(studio.child<QLineEdit>(QStringLiteral("findings.search")).text().isEmpty());
        QCOMPARE(static_cast<int>(rows(studio).size()), panel(studio).model()->count(RuleState::Failed));
    }

    void aProjectWithoutAcceleratorsIsMadeWholeByOneClick() {
        Studio studio;
        studio.openSample(kHall);
        // As files were that placed nodes without what they consist of.
        auto bare = std::make_shared<Project>(*studio.document().project());
        for (const PartRow& row : studio.document().project()->parts)
            if (row.part->category == PartCategory::Accelerator)
                bare->parts = bare->parts.with({}, {row.id});
        studio.document().open({bare, studio.document().history().nextId()});
        studio.settle();
        QVERIFY(studio.document().solution()->find("design.compute.bf16", {})->value.isUnknown());
        const auto row = [&] {
            for (const QModelIndex& index : rows(studio))
                if (panel(studio).model()->finding(index)->rule->id == "PART-01")
                    return index;
            return QModelIndex();
        };
        QVERIFY(row().isValid());
        const QModelIndex link = row().siblingAtColumn(FindingsModel::AdviceColumn);
        QVERIFY(link.data(FindingsModel::LinkRole).toBool());
        table(studio).scrollTo(link);
        QTest::mouseClick(table(studio).viewport(), Qt::LeftButton, {}, table(studio).visualRect(link).center());
        studio.settle();
        QVERIFY(studio.document().solution()->find("design.compute.bf16", {})->value.isKnown());
        QVERIFY(!row().isValid());
    }
    void whatARuleCouldNotCheckIsSaidBesideWhatItFound() {
        Studio studio;
        studio.openSample(kHall);
        studio.settle();
        for (const QModelIndex& index : rows(studio))
            if (panel(studio).model()->finding(index)->rule->id == "POWER-05")
                table(studio).setCurrentIndex(index);
        QVERIFY(studio.child<QLabel>(QStringLiteral("findings.detail"))
                    .text()
                    .endsWith(QStringLiteral("POWER-05 could not check 48 more.")));
    }
    // A PDU that somebody drops on a rack hangs on nothing yet: a rule says so, and the load of the mains is "at
    // least".
    void aPduThatNothingFeedsIsFound() {
        Studio studio;
        studio.openSample(kHall);
        studio.settle();
        const auto found = [&] {
            return std::ranges::count_if(rows(studio), [&](const QModelIndex& index) {
                return panel(studio).model()->finding(index)->rule->id == "POWER-09";
            });
        };
        QCOMPARE(found(), 0);
        const auto mains = [&] {
            for (const PowerElement& element : studio.design().powerElements)
                if (element.kind == PowerElementKind::Utility)
                    return studio.document().solution()->find("feed.power.peak", Subject(element.id))->value;
            return Value::unknown();
        };
        QVERIFY(mains().isKnown());
        const std::size_t before = studio.design().powerElements.size();
        QString pdu;
        for (const PowerElement& element : studio.design().powerElements)
            if (const PartRow* row = studio.document().project()->parts.find(element.part);
                row && element.kind == PowerElementKind::RackPdu)
                pdu = QString::fromStdString(row->part->id);
        const Id<Rack> rack = studio.rackNamed("A01");
        QVERIFY(Studio::dropPart(studio.plan(), pdu, studio.onPlan(rack)));
        QTRY_COMPARE(studio.design().powerElements.size(), before + 1);
        studio.settle();
        QCOMPARE(found(), 1);
        QVERIFY(mains().isLowerBound());
        studio.document().undo();
        studio.settle();
        QCOMPARE(found(), 0);
        QVERIFY(mains().isKnown());
    }
    void wordsAndLevelsNarrowTheList() {
        Studio studio;
        studio.openSample(kMistakes);
        const std::size_t all = rows(studio).size();
        QVERIFY(all > 3);
        QCOMPARE(static_cast<int>(all), panel(studio).model()->count(RuleState::Failed));
        const Finding* last = panel(studio).model()->finding(rows(studio).back());
        const QString rule = QString::fromStdString(last->rule->id);
        studio.child<QLineEdit>(QStringLiteral("findings.search")).setText(rule.toLower());
        QVERIFY(!rows(studio).empty() && rows(studio).size() < all);
        for (const QModelIndex& row : rows(studio))
            QVERIFY(
                QString::fromStdString(panel(studio).model()->finding(row)->rule->id).contains(rule) ||
                row.siblingAtColumn(FindingsModel::WhatColumn).data().toString().contains(rule, Qt::CaseInsensitive));
        studio.child<QLineEdit>(QStringLiteral("findings.search")).clear();
        auto& errors = studio.child<QToolButton>(QStringLiteral("findings.level.error"));
        errors.click();
        QCOMPARE(static_cast<int>(rows(studio).size()), panel(studio).model()->count(Severity::Error));
    }
    void whatCouldNotBeCheckedNamesTheInput() {
        Studio studio;
        studio.openSample(kMistakes);
        studio.settle();
        studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
        int open = 0;
        for (const QModelIndex& index : rows(studio)) {
            const Finding* finding = panel(studio).model()->finding(index);
            if (!finding || finding->state != RuleState::NotChecked || finding->message.id != "rule.not-checked")
                continue;
            const QString said = index.siblingAtColumn(FindingsModel::WhatColumn).data().toString();
            QVERIFY2(said.contains(QStringLiteral("Not known: ")), qPrintable(said));
            ++open;
        }
        QVERIFY(open > 3);
    }
    void whatIsNotWorkedOutYetSaysSo() {
        Studio studio;
        QVERIFY(!studio.document().solution());
        QCOMPARE(studio.child<QLabel>(QStringLiteral("findings.table.empty")).text(),
                 QString::fromStdString(studio.services().texts().text("findings.working")));
        for (const char* chip : {"findings.show.failed", "findings.show.not-checked", "findings.level.error"})
            QVERIFY2(!studio.child<QToolButton>(QLatin1String(chip)).text().isEmpty(), chip);
    }
    void whatShowsNothingSaysSo() {
        Studio studio;
        studio.openSample("hall-1024-h200");
        studio.settle();
        auto& table = studio.child<QTreeView>(QStringLiteral("findings.table"));
        auto& note = studio.child<QLabel>(QStringLiteral("findings.table.empty"));
        QTRY_VERIFY(table.model()->rowCount() > 0);
        QVERIFY(!note.isVisible());
        QTest::keyClicks(&studio.child<QLineEdit>(QStringLiteral("findings.search")), QStringLiteral("no such words"));
        QCOMPARE(table.model()->rowCount(), 0);
        QVERIFY(note.isVisible() && !note.text().isEmpty());
        // All five states are counted, whatever the chips show and however narrow the window is.
        auto& counts = studio.child<QLabel>(QStringLiteral("findings.counts"));
        const CheckReport& report = studio.document().solution()->report();
        for (const int width : {1180, 1440}) {
            studio.window().resize(width, 900);
            studio.settle();
            QVERIFY(counts.isVisible());
            QTRY_VERIFY(counts.sizeHint().width() <= counts.width());
        }
        for (const std::size_t count :
             {report.passed, report.failed, report.accepted, report.notApplicable, report.notChecked})
            QVERIFY2(counts.text().contains(QString::fromStdString(
                         studio.services().texts().figure(Value(static_cast<double>(count)), "", 1))),
                     qPrintable(counts.text()));
    }

    void whatStandsNowhereIsShownWhereItIsWorkedOn() {
        Studio studio;
        studio.openSample(kMistakes);
        const Workload& last =
            *std::ranges::max_element(studio.design().workloads, {}, [](const Workload& row) { return row.id.value; });
        Q_EMIT panel(studio).placeAsked({Subject(last.id)});
        auto* workloads = qobject_cast<WorkloadsWorkspace*>(studio.window().workspace(QStringLiteral("workloads")));
        QVERIFY(workloads && workloads->isVisible());
        QCOMPARE(workloads->workload(), last.id);
        QVERIFY(studio.document().selection().empty());
    }
    void aValueThatIsMissedIsEnteredByItsLink() {
        Studio studio;
        studio.openSample(kHall);
        studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
        FindingsModel& model = *panel(studio).model();
        auto& table = studio.child<QTreeView>(QStringLiteral("findings.table"));
        int entered = 0;
        for (int row = 0; row < model.rowCount() && entered == 0; ++row) {
            const QModelIndex at = model.index(row, FindingsModel::AdviceColumn);
            const Finding* finding = model.finding(at);
            if (finding->state != RuleState::NotChecked || !at.data(FindingsModel::LinkRole).toBool())
                continue;
            QVERIFY(at.data().toString().startsWith(QStringLiteral("Enter: ")));
            const std::string key = finding->missing;
            studio.whenAsked(QStringLiteral("dialog.value"), [&entered](QDialog& dialog) {
                dialog.findChild<QLineEdit*>(QStringLiteral("value.value"))->setText(QStringLiteral("1200 W"));
                dialog.findChild<QLineEdit*>(QStringLiteral("value.person"))->setText(QStringLiteral("Kim"));
                ++entered;
                dialog.accept();
            });
            table.scrollTo(at);
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.visualRect(at).center());
            QCOMPARE(entered, 1);
            const auto& assumptions = studio.document().project()->assumptions;
            const auto made = std::ranges::find(assumptions, key, &Assumption::key);
            QVERIFY(made != assumptions.end());
            QCOMPARE((*made).grade, Grade::Assumption);
        }
        QCOMPARE(entered, 1);
    }
    void groupsByRuleHoldAllRows() {
        Studio studio;
        studio.openSample(kMistakes);
        const std::size_t all = rows(studio).size();
        studio.child<QToolButton>(QStringLiteral("findings.grouped")).click();
        FindingsModel& model = *panel(studio).model();
        QVERIFY(model.rowCount() > 1 && !model.finding(model.index(0, 0)));
        QCOMPARE(rows(studio).size(), all);
        for (const QModelIndex& row : rows(studio)) {
            QVERIFY(row.parent().isValid());
            QVERIFY(row.parent().data().toString().startsWith(QString::fromStdString(model.finding(row)->rule->id)));
            QVERIFY(table(studio).isExpanded(row.parent()));
        }
    }
    void aClickSelectsThePlace() {
        Studio studio;
        studio.openSample(kMistakes);
        for (const QModelIndex& row : rows(studio)) {
            const Finding* finding = panel(studio).model()->finding(row);
            if (finding->subjects.empty() || finding->subjects.front().kind != SubjectKind::Rack)
                continue;
            const std::vector<Subject> subjects = finding->subjects;
            const QModelIndex what = row.siblingAtColumn(FindingsModel::WhatColumn);
            table(studio).scrollTo(what);
            QTest::mouseClick(table(studio).viewport(), Qt::LeftButton, {}, table(studio).visualRect(what).center());
            QVERIFY(!studio.document().selection().empty());
            QVERIFY(studio.document().isSelected(subjects.front()));
            return;
        }
        QFAIL("the sample has no finding at a rack");
    }
    void aQuickFixIsOneStepThatMendsItsFindingAndComesBackByUndo() {
        Studio studio;
        studio.openSample(kMistakes);
        int fixes = 0;
        for (std::size_t i = 0; i < rows(studio).size(); ++i) {
            const QModelIndex link = rows(studio)[i].siblingAtColumn(FindingsModel::AdviceColumn);
            if (!link.data(FindingsModel::LinkRole).toBool())
                continue;
            ++fixes;
            const std::string key = panel(studio).model()->finding(link)->key;
            table(studio).scrollTo(link);
            QTest::mouseClick(table(studio).viewport(), Qt::LeftButton, {}, table(studio).visualRect(link).center());
            QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
            studio.settle();
            QVERIFY2(!isFailed(studio, key), key.c_str());
            studio.document().undo();
            studio.settle();
            QVERIFY(isFailed(studio, key));
        }
        QVERIFY(fixes > 0);
    }
    void anAcceptedFindingStandsApartAndCanBeWithdrawn() {
        Studio studio;
        studio.openSample(kMistakes);
        const int open = panel(studio).model()->count(RuleState::Failed);
        acceptFirst(studio, QStringLiteral("Kim"));
        QCOMPARE(studio.document().project()->acceptedFindings.size(), std::size_t(1));
        const AcceptedFinding accepted = *studio.document().project()->acceptedFindings.begin();
        QCOMPARE(accepted.person, std::string("Kim"));
        QCOMPARE(accepted.date, std::string("2026-11-21"));
        QCOMPARE(panel(studio).model()->count(RuleState::Failed), open - 1);
        studio.child<QToolButton>(QStringLiteral("findings.show.accepted")).click();
        const QModelIndex row = panel(studio).model()->indexOf(accepted.key);
        QVERIFY(row.isValid() && row.parent().isValid());
        QVERIFY(row.siblingAtColumn(FindingsModel::AdviceColumn).data().toString().contains(QStringLiteral("Kim")));
        table(studio).setCurrentIndex(row);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("findings.withdraw")), Qt::LeftButton);
        studio.settle();
        QVERIFY(studio.document().project()->acceptedFindings.isEmpty());
        QCOMPARE(panel(studio).model()->count(RuleState::Failed), open);
        // The name is remembered for the next one.
        acceptFirst(studio, QStringLiteral("nobody"));
        QCOMPARE((*studio.document().project()->acceptedFindings.begin()).person, std::string("Kim"));
    }
    void aMissingValueIsEnteredFromItsFinding() {
        Studio studio;
        studio.openSample(kMistakes);
        studio.child<QToolButton>(QStringLiteral("findings.show.failed")).click();
        studio.child<QToolButton>(QStringLiteral("findings.show.not-checked")).click();
        auto& enter = studio.child<QToolButton>(QStringLiteral("findings.enter"));
        for (const QModelIndex& row : rows(studio)) {
            table(studio).setCurrentIndex(row);
            if (!enter.isEnabled())
                continue;
            const std::string missing = panel(studio).current()->missing;
            QString what;
            studio.whenAsked(QStringLiteral("dialog.value"), [&what](QDialog& dialog) {
                what = dialog.findChild<QLabel*>(QStringLiteral("value.what"))->text();
                if (auto* value = dialog.findChild<QLineEdit*>(QStringLiteral("value.value")))
                    value->setText(QStringLiteral("2*600"));
                dialog.findChild<QLineEdit*>(QStringLiteral("value.person"))->setText(QStringLiteral("Kim"));
                dialog.accept();
            });
            QTest::mouseClick(&enter, Qt::LeftButton);
            studio.settle();
            QVERIFY2(!what.isEmpty() && what != QString::fromStdString(missing), qPrintable(what));
            QCOMPARE(studio.document().history().steps().size(), std::size_t(2));
            return;
        }
        QFAIL("nothing of the sample waits for a value");
    }
    void evidenceIsFollowedChangedAndCopied() {
        Studio studio;
        studio.openSample(kHall);
        studio.window().explain(QStringLiteral("power.it.peak"));
        auto& evidence = studio.child<EvidencePanel>(QStringLiteral("panel.evidence"));
        auto& tree = studio.child<QTreeWidget>(QStringLiteral("evidence.tree"));
        auto& amount = studio.child<QLabel>(QStringLiteral("evidence.amount"));
        QVERIFY(tree.topLevelItemCount() == 1 && !amount.text().isEmpty());
        const QString before = amount.text();
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.copy")), Qt::LeftButton);
        QCOMPARE(QGuiApplication::clipboard()->text(), evidence.asText());

        const auto itemWith = [&tree](int role, const QString& data) -> QTreeWidgetItem* {
            for (QTreeWidgetItemIterator it(&tree); *it; ++it)
                if ((*it)->data(0, role).isValid() && (data.isEmpty() || (*it)->data(0, role).toString() == data))
                    return *it;
            return nullptr;
        };
        QTreeWidgetItem* input = itemWith(Qt::UserRole, QStringLiteral("power.peak-ratio"));
        QVERIFY2(input, qPrintable(evidence.asText()));
        tree.setCurrentItem(input);
        studio.whenAsked(QStringLiteral("dialog.value"), [](QDialog& dialog) {
            for (const char* name : {"value.value", "value.low", "value.high"})
                if (auto* line = dialog.findChild<QLineEdit*>(QLatin1String(name)))
                    line->setText(QStringLiteral("50 %"));
            dialog.accept();
        });
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.change")), Qt::LeftButton);
        studio.settle();
        QVERIFY(amount.text() != before);
        QCOMPARE(studio.document().project()->settings.size(), std::size_t(1));
        studio.document().undo();
        studio.settle();
        QCOMPARE(amount.text(), before);

        studio.window().explain(QStringLiteral("power.utility.peak"));
        QTreeWidgetItem* figure = itemWith(Qt::UserRole + 1, {});
        if (figure) {
            tree.setCurrentItem(figure);
            const QString next = figure->data(0, Qt::UserRole + 1).toString();
            QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.follow")), Qt::LeftButton);
            QCOMPARE(evidence.figureLabel(), next);
            QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.back")), Qt::LeftButton);
        }
        QCOMPARE(evidence.figureLabel(), QStringLiteral("power.utility.peak"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.back")), Qt::LeftButton);
        QCOMPARE(evidence.figureLabel(), QStringLiteral("power.it.peak"));
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("evidence.forward")), Qt::LeftButton);
        QCOMPARE(evidence.figureLabel(), QStringLiteral("power.utility.peak"));
    }
    // 960 x 540 is about a screen of 1080 lines at 200 %: rows come before filters.
    void threeRowsAreSeenOnASmallScreen_data() {
        QTest::addColumn<QSize>("screen");
        QTest::newRow("960 x 540") << QSize(960, 540);
        QTest::newRow("with the title of the window") << QSize(960, 516);
    }
    void threeRowsAreSeenOnASmallScreen() {
        QFETCH(QSize, screen);
        Studio studio;
        studio.window().resize(screen);
        studio.openSample(kMistakes);
        QTest::mouseClick(&studio.child<QToolButton>(QStringLiteral("rail.findings")), Qt::LeftButton);
        QTreeView& list = table(studio);
        const auto rowsSeen = [&studio, &list] {
            const QRect shown(list.viewport()->mapTo(&studio.window(), QPoint()), list.viewport()->size());
            const QRect clip = list.viewport()->visibleRegion().boundingRect();
            int seen = 0;
            for (const QModelIndex& row : rows(studio)) {
                const QRect place = list.visualRect(row);
                seen += place.isValid() && place.top() >= clip.top() && place.bottom() <= clip.bottom();
            }
            return shown.isEmpty() ? 0 : seen;
        };
        QTRY_VERIFY2(rowsSeen() >= 3, qPrintable(QString::number(rowsSeen())));
        // What has no room in the line stands in the menu, and does the same.
        auto& more = studio.child<QToolButton>(QStringLiteral("findings.chips.more"));
        QVERIFY(more.isVisible());
        auto& byRule = studio.child<QToolButton>(QStringLiteral("findings.grouped"));
        QVERIFY(!byRule.isVisible());
        Q_EMIT more.menu()->aboutToShow();
        QAction* entry = nullptr;
        for (QAction* action : more.menu()->actions())
            if (action->text() == byRule.text())
                entry = action;
        QVERIFY(entry && !entry->isChecked());
        entry->trigger();
        QVERIFY(byRule.isChecked());
        // One that is chosen takes no room from the others either.
        byRule.setChecked(false);
        list.setCurrentIndex(rows(studio).front());
        QTRY_VERIFY(rowsSeen() >= 3);
        studio.window().resize(1440, 900);
        QTRY_VERIFY(byRule.isVisible() && !more.isVisible());
    }
    // An id is no name.
    void theEvidenceOfARoomIsHeadedByItsName() {
        Studio studio;
        studio.openSample(kHall);
        const Room& room = *studio.design().rooms.begin();
        studio.window().explain(QStringLiteral("room.area@room:%1").arg(room.id.value));
        const QString title = studio.child<QLabel>(QStringLiteral("evidence.title")).text();
        QVERIFY2(title.contains(QString::fromStdString(room.name)) && !title.contains(QString::number(room.id.value)),
                 qPrintable(title));
    }
};

RW_WINDOW_SUITE(TestStudioFindings)
#include "tst_studio_findings.moc"
