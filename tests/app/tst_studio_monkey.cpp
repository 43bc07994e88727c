// SPDX-License-Identifier: GPL-3.0-or-later
// Anything a hand can do, in any order: the window survives it, the design stays whole, and undo leads back to the
// start.
#include "model/file/integrity.h"
#include "tests/app/studio_fixture.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDialog>
#include <QMenu>
#include <QTimer>

#include <random>

using namespace rackwright;

namespace {

constexpr auto kHall = "existing-hall-512-b200";

// Turns back from every dialog and menu that opens.
class TurnBack : public QObject {
public:
    TurnBack() {
        m_timer.setInterval(0);
        connect(&m_timer, &QTimer::timeout, this, [] {
            if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
            if (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
        });
        m_timer.start();
    }

private:
    QTimer m_timer;
};

// Closing ends the journey; Escape of the whole program is tested elsewhere.
bool isSafe(const QAction& action) {
    return action.isEnabled() && action.objectName() != QStringLiteral("file.quit") &&
           action.objectName() != QStringLiteral("file.start") && action.objectName() != QStringLiteral("file.new");
}

void verifyWhole(Studio& studio) {
    const Done whole = checkDocument(studio.document().history().document(), "monkey");
    QVERIFY2(whole, whole ? "" : whole.error().message.id.c_str());
}

} // namespace

class TestStudioMonkey : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyEnabledCommandOnce() {
        Studio studio;
        studio.openSample(kHall);
        TurnBack turnBack;
        studio.document().select({{SubjectKind::Rack, studio.rackNamed("A01").value},
                                  {SubjectKind::Rack, studio.rackNamed("A02").value},
                                  {SubjectKind::Rack, studio.rackNamed("A03").value}});
        for (QAction* action : studio.window().actions().all()) {
            if (!isSafe(*action))
                continue;
            action->trigger();
            QCoreApplication::processEvents();
            verifyWhole(studio);
        }
        studio.settle();
    }

    void fiveHundredSteps_data() {
        QTest::addColumn<quint32>("seed");
        for (const quint32 seed : {1U, 2U})
            QTest::addRow("%u", seed) << seed;
    }
    void fiveHundredSteps() {
        QFETCH(quint32, seed);
        std::mt19937 random(seed);
        const auto upTo = [&random](int limit) { return static_cast<int>(random() % static_cast<unsigned>(limit)); };
        Studio studio;
        studio.openSample(kHall);
        TurnBack turnBack;
        const Project start = *studio.document().project();
        PlanView& plan = studio.plan();
        const auto somewhere = [&] { return QPoint(upTo(plan.width()), upTo(plan.height())); };
        const auto aRack = [&] {
            const Table<Rack>& racks = studio.design().racks;
            auto it = racks.begin();
            for (int steps = upTo(static_cast<int>(racks.size())); steps > 0; --steps)
                ++it;
            return it->id;
        };
        std::vector<QString> parts;
        for (const PartRow& row : start.parts)
            parts.push_back(QString::fromStdString(row.part->id));
        constexpr std::array keys = {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up,     Qt::Key_Down,
                                     Qt::Key_Plus, Qt::Key_Minus, Qt::Key_Escape, Qt::Key_Return};
        for (int step = 0; step < 500; ++step) {
            switch (upTo(9)) {
            case 0:
                QTest::mouseClick(&plan, Qt::LeftButton, upTo(4) ? Qt::NoModifier : Qt::ShiftModifier, somewhere());
                break;
            case 1:
                if (!studio.design().racks.isEmpty()) {
                    const QPoint at = studio.onPlan(aRack());
                    Studio::drag(plan, at, at + QPoint(upTo(120) - 60, upTo(120) - 60),
                                 upTo(6) ? Qt::NoModifier : Qt::ControlModifier);
                }
                break;
            case 2:
                Studio::drag(plan, somewhere(), somewhere());
                break;
            case 3:
                QTest::keyClick(&plan, keys[static_cast<std::size_t>(upTo(keys.size()))]);
                break;
            case 4: {
                const std::vector<QAction*>& actions = studio.window().actions().all();
                QAction* action = actions[static_cast<std::size_t>(upTo(static_cast<int>(actions.size())))];
                if (isSafe(*action))
                    action->trigger();
                break;
            }
            case 5:
                Studio::dropPart(plan, parts[static_cast<std::size_t>(upTo(static_cast<int>(parts.size())))],
                                 somewhere());
                break;
            case 6:
                if (!studio.design().racks.isEmpty())
                    studio.document().select({Subject(aRack())});
                break;
            case 7:
                studio.document().undo();
                break;
            case 8:
                studio.document().redo();
                break;
            }
            QCoreApplication::processEvents();
            if (step % 25 == 0)
                verifyWhole(studio);
            if (QTest::currentTestFailed())
                QFAIL(qPrintable(QStringLiteral("at step %1").arg(step)));
        }
        QTest::keyClick(&plan, Qt::Key_Escape);
        studio.document().dropPreview();
        studio.document().jumpTo(0);
        QVERIFY(*studio.document().project() == start);
        studio.settle();
    }
};

RW_WINDOW_SUITE(TestStudioMonkey)
#include "tst_studio_monkey.moc"
