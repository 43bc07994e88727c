// SPDX-License-Identifier: GPL-3.0-or-later
// Work beside the window: the newest of a lane is answered, what is queued is done in its order, nothing reaches who is
// gone, and a failed check is told to who asked.
#include "model/base/check.h"
#include "tests/support/suite.h"
#include "ui/widgets/background.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace rackwright;

namespace {

/// Holds work until it is let go on.
class Gate {
public:
    void open() { m_isOpen = true; }
    /// False when the work was stopped.
    bool pass(const std::stop_token& stop = {}) const {
        while (!m_isOpen && !stop.stop_requested())
            std::this_thread::yield();
        return m_isOpen;
    }

private:
    std::atomic<bool> m_isOpen = false;
};

void unexpected(const Error& error) { QFAIL(error.message.id.c_str()); }

} // namespace

class TestBackground : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theNewestIsAnswered() {
        QObject owner;
        Gate gate;
        std::vector<int> taken;
        const auto ask = [&](int number) {
            Background::instance().ask(
                {&owner, "lane", "thing"},
                [&gate, number](const Background::Run& run) {
                    gate.pass(run.stop);
                    return number;
                },
                [&taken](int answer) { taken.push_back(answer); }, unexpected);
        };
        ask(1);
        ask(2);
        ask(3);
        QVERIFY(Background::instance().isBusy(&owner, "lane"));
        QVERIFY(!Background::instance().isIdle());
        gate.open();
        QTRY_VERIFY(Background::instance().isIdle());
        QCOMPARE(taken, std::vector<int>{3});
        QVERIFY(!Background::instance().isBusy(&owner, "lane"));
    }
    void whatIsQueuedIsDoneInItsOrder() {
        QObject owner;
        std::vector<int> taken;
        for (int number = 0; number < 20; ++number)
            Background::instance().queue(
                {&owner, "lane", "thing"}, [number](const Background::Run&) { return number; },
                [&taken](int answer) { taken.push_back(answer); }, unexpected);
        QTRY_COMPARE(taken.size(), std::size_t{20});
        QVERIFY(std::ranges::is_sorted(taken));
    }
    void lanesGoOnBesideEachOther() {
        QObject owner;
        Gate gate;
        bool isShortDone = false, isLongDone = false;
        Background::instance().ask(
            {&owner, "long", "thing"}, [&gate](const Background::Run& run) { return gate.pass(run.stop); },
            [&](bool passed) { isLongDone = passed; }, unexpected);
        Background::instance().ask(
            {&owner, "short", "thing"}, [](const Background::Run&) { return true; }, [&](bool) { isShortDone = true; },
            unexpected);
        QTRY_VERIFY(isShortDone);
        QVERIFY(!isLongDone);
        gate.open();
        QTRY_VERIFY(isLongDone);
    }
    void whatIsDroppedIsStoppedAndNotAnswered() {
        QObject owner;
        Gate gate;
        std::atomic<bool> wasStopped = false;
        bool isTaken = false;
        Background::instance().ask(
            {&owner, "lane", "thing"},
            [&](const Background::Run& run) {
                wasStopped = !gate.pass(run.stop);
                return 0;
            },
            [&](int) { isTaken = true; }, unexpected);
        Background::instance().drop(&owner, "lane");
        QVERIFY(!Background::instance().isBusy(&owner, "lane"));
        QTRY_VERIFY(Background::instance().isIdle());
        QVERIFY(wasStopped);
        QVERIFY(!isTaken);
    }
    void nothingReachesWhoIsGone() {
        auto owner = std::make_unique<QObject>();
        auto gate = std::make_shared<Gate>();
        auto ended = std::make_shared<std::atomic<bool>>(false);
        bool isTaken = false;
        Background::instance().ask(
            {owner.get(), "lane", "thing"},
            [gate, ended](const Background::Run& run) {
                gate->pass(run.stop);
                *ended = true;
                return 0;
            },
            [&](int) { isTaken = true; }, unexpected);
        owner.reset();
        QTRY_VERIFY(*ended);
        QCoreApplication::processEvents();
        QVERIFY(!isTaken);
        QVERIFY(Background::instance().isIdle());
    }
    void aFailedCheckIsTold() {
        QObject owner;
        QString told;
        Background::instance().ask(
            {&owner, "lane", "the drawing"},
            [](const Background::Run&) {
                RW_CHECK(false, "what cannot be");
                return 0;
            },
            [](int) { QFAIL("no answer is there"); },
            [&](const Error& error) { told = QString::fromStdString(error.message.id); });
        QTRY_VERIFY(!told.isEmpty());
        QVERIFY2(told.startsWith(QLatin1String("internal.")), qPrintable(told));
        QVERIFY(Background::instance().isIdle());
    }
    void progressIsToldWhileItIsWanted() {
        QObject owner;
        Gate gate;
        std::vector<int> seen;
        Background::instance().ask(
            {&owner, "lane", "thing"},
            [&](const Background::Run& run) {
                run.tell([&] { seen.push_back(1); });
                gate.pass(run.stop);
                run.tell([&] { seen.push_back(2); });
                return 3;
            },
            [&](int answer) { seen.push_back(answer); }, unexpected);
        QTRY_COMPARE(seen, std::vector<int>{1});
        gate.open();
        QTRY_COMPARE(seen, (std::vector<int>{1, 2, 3}));
    }
    void finishDoesWhatIsQueued() {
        QObject owner;
        std::atomic<int> done = 0;
        bool isTaken = false;
        for (int i = 0; i < 5; ++i)
            Background::instance().queue(
                {&owner, "lane", "thing"}, [&done](const Background::Run&) { return ++done; },
                [&](int) { isTaken = true; }, unexpected);
        Background::instance().finish(&owner);
        QCOMPARE(done.load(), 5);
        QCoreApplication::processEvents();
        QVERIFY(!isTaken);
        QVERIFY(Background::instance().isIdle());
    }
};

RW_CORE_SUITE(TestBackground)
#include "tst_background.moc"
