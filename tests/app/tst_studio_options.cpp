// SPDX-License-Identifier: GPL-3.0-or-later
// Options and revisions in the real window: made, switched, compared, taken over, issued, and what changed since.
#include "model/edits/option_edits.h"
#include "model/edits/rack_edits.h"
#include "tests/app/studio_fixture.h"
#include "ui/options/compare_dialog.h"
#include "ui/options/issues_dialog.h"
#include "ui/options/schedule_tree.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

using namespace rackwright;

namespace {

constexpr int kLong = 20'000;

void trigger(Studio& studio, const char* action) { studio.window().actions().action(action)->trigger(); }

const Project& project(Studio& studio) { return *studio.document().project(); }

Done renameFirstRack(Studio& studio, const char* name) {
    const Id<Rack> rack = studio.design().racks.begin()->id;
    return studio.document().commit(edits::renameRack(edits::activeTarget(project(studio)), rack, name));
}

bool holdsText(const ScheduleTree& tree, const QString& text) {
    for (const QStringList& row : tree.rows())
        if (row.contains(text))
            return true;
    return false;
}

void issue(Studio& studio) {
    studio.whenAsked(QStringLiteral("dialog.issue"), [](QDialog& dialog) {
        dialog.findChild<QLineEdit*>(QStringLiteral("record.issue-approved"))->setText(QStringLiteral("N. Sign"));
        dialog.accept();
    });
    trigger(studio, "revisions.issue");
    QTRY_VERIFY_WITH_TIMEOUT(!project(studio).revisions.isEmpty(), kLong);
}

} // namespace

class TestStudioOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anOptionIsMadeSwitchedAndRemovedByKey() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        auto& shown = studio.child<QComboBox>(QStringLiteral("options"));
        QVERIFY(!studio.window().actions().action("options.remove")->isEnabled());
        QTest::keyClick(&studio.window(), Qt::Key_O, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(project(studio).options.size(), std::size_t(2));
        QCOMPARE(shown.currentText(), QStringLiteral("Option B"));
        QTest::keyClick(&studio.window(), Qt::Key_PageDown, Qt::ControlModifier);
        QCOMPARE(shown.currentText(), QStringLiteral("Option A"));
        QTest::keyClick(&studio.window(), Qt::Key_PageUp, Qt::ControlModifier);
        QCOMPARE(shown.currentText(), QStringLiteral("Option B"));
        trigger(studio, "options.earlier");
        QCOMPARE(project(studio).options.front().name, std::string("B"));

        const std::size_t steps = studio.document().history().position();
        const auto answer = [](const char* button) {
            return [button](QDialog& dialog) {
                for (QAbstractButton* each : static_cast<QMessageBox&>(dialog).buttons())
                    if (static_cast<QMessageBox&>(dialog).buttonRole(each) ==
                        (QLatin1String(button) == QLatin1String("yes") ? QMessageBox::DestructiveRole
                                                                       : QMessageBox::RejectRole))
                        return each->click();
            };
        };
        studio.whenAsked(QStringLiteral("ask.remove-option"), answer("no"));
        trigger(studio, "options.remove");
        QCOMPARE(studio.document().history().position(), steps);
        studio.whenAsked(QStringLiteral("ask.remove-option"), answer("yes"));
        trigger(studio, "options.remove");
        QCOMPARE(project(studio).options.size(), std::size_t(1));
        QCOMPARE(studio.document().history().position(), steps + 1);
        studio.document().undo();
        QCOMPARE(project(studio).options.size(), std::size_t(2));
    }

    // An issue cannot be taken back: Enter in a field goes on to the next one, the button alone issues.
    void enterInAFieldIssuesNothing() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        bool wasAsked = false;
        studio.whenAsked(QStringLiteral("dialog.issue"), [&](QDialog& dialog) {
            auto* purpose = dialog.findChild<QComboBox*>(QStringLiteral("record.issue-purpose"));
            purpose->setFocus();
            QTest::keyClick(purpose, Qt::Key_Return);
            wasAsked = dialog.isVisible() && dialog.result() != QDialog::Accepted;
            dialog.reject();
        });
        trigger(studio, "revisions.issue");
        QTRY_VERIFY_WITH_TIMEOUT(wasAsked, kLong);
        QVERIFY(project(studio).revisions.isEmpty());
        issue(studio);
    }

    void anOptionComesFromAFile() {
        Studio studio;
        studio.openSample("single-node-fine-tuning");
        const auto sample = studio.services().samples();
        const auto other = std::ranges::find_if(
            sample, [](const auto& path) { return path.filename().string().starts_with("typical-llm-cluster"); });
        QVERIFY(other != sample.end());
        studio.dialogs().fileToOpen = QString::fromStdString(other->string());
        trigger(studio, "options.from-file");
        QTRY_COMPARE_WITH_TIMEOUT(project(studio).options.size(), std::size_t(2), kLong);
        QCOMPARE(activeOption(project(studio)).name, std::string("B"));
        QVERIFY(studio.design().racks.size() > 1);
        studio.settle();
    }

    void optionsStandSideBySideAndChangesAreTakenOver() {
        Studio studio;
        studio.openSample("typical-llm-cluster");
        trigger(studio, "options.copy");
        QVERIFY(renameFirstRack(studio, "Moved rack"));
        trigger(studio, "options.compare");
        auto* dialog = studio.window().findChild<CompareDialog*>();
        QVERIFY(dialog);
        auto* table = dialog->findChild<ScheduleTree*>(QStringLiteral("compare.table"));
        QTRY_VERIFY_WITH_TIMEOUT(table->topLevelItemCount() > 10, kLong);
        QCOMPARE(table->schedule().columns.size(), std::size_t(5)); // criterion, unit, A, B, best
        QVERIFY(holdsText(*table, QStringLiteral("Price")));

        dialog->showPage(CompareDialog::Page::Difference);
        const auto choose = [dialog](const char* name, const QString& option) {
            auto* box = dialog->findChild<QComboBox*>(QLatin1String(name));
            box->setCurrentIndex(box->findText(option));
            Q_EMIT box->activated(box->currentIndex());
        };
        choose("compare.base", QStringLiteral("A"));
        choose("compare.from", QStringLiteral("B"));
        choose("compare.onto", QStringLiteral("A"));
        auto* changes = dialog->findChild<ScheduleTree*>(QStringLiteral("compare.changes"));
        QTRY_VERIFY_WITH_TIMEOUT(holdsText(*changes, QStringLiteral("Moved rack")), kLong);
        const std::size_t steps = studio.document().history().position();
        dialog->findChild<QPushButton*>(QStringLiteral("compare.take-all"))->click();
        QCOMPARE(studio.document().history().position(), steps + 1);
        QVERIFY(*project(studio).options[0].design == *project(studio).options[1].design);
        QTRY_COMPARE_WITH_TIMEOUT(changes->topLevelItemCount(), 0, kLong);
        studio.document().undo();
        QVERIFY(*project(studio).options[0].design != *project(studio).options[1].design);
        dialog->close();
        studio.settle();
    }

    void aRevisionIsIssuedAndWhatChangedSinceIsShown() {
        Studio studio;
        studio.openSample("typical-llm-cluster");
        issue(studio);
        const IssuedRevision issued = *project(studio).revisions.begin();
        QCOMPARE(issued.revision, std::string("A"));
        QCOMPARE(issued.approvedBy, std::string("N. Sign"));
        QVERIFY(renameFirstRack(studio, "Moved rack"));
        trigger(studio, "revisions.list");
        auto* dialog = studio.window().findChild<IssuesDialog*>();
        QVERIFY(dialog);
        auto* changes = dialog->findChild<ScheduleTree*>(QStringLiteral("issues.changes"));
        QTRY_VERIFY_WITH_TIMEOUT(holdsText(*changes, QStringLiteral("Moved rack")), kLong);
        QVERIFY(*project(studio).revisions.begin() == issued);
        studio.settle();

        // Around what changed the plan has a cloud, and its legend says since when.
        studio.window().actions().action("plan.clouds")->trigger();
        QVERIFY(!studio.window().actions().action("plan.clouds")->isChecked());

        // An issued design is read, not edited.
        studio.whenAsked(QStringLiteral("ask.unsaved"), [](QDialog& asked) {
            for (QAbstractButton* each : static_cast<QMessageBox&>(asked).buttons())
                if (static_cast<QMessageBox&>(asked).buttonRole(each) == QMessageBox::DestructiveRole)
                    return each->click();
        });
        dialog->findChild<QPushButton*>(QStringLiteral("issues.open"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(studio.document().isFrozen(), kLong);
        studio.settle();
        const Done refused = renameFirstRack(studio, "Again");
        QVERIFY(!refused);
        QCOMPARE(refused.error().message.id, std::string("edit.issued-design"));
        QVERIFY(studio.design().racks.begin()->name != "Moved rack");
        QVERIFY(studio.window().windowTitle().contains(QStringLiteral("read-only")));
    }
};

RW_WINDOW_SUITE(TestStudioOptions)
#include "tst_studio_options.moc"
