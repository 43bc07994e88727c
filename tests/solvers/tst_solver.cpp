// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler and the solver: what runs again and what does not, errors as results, late and stale results, threads.
#include "solvers/cooling/cooling_domain.h"
#include "solvers/engine/guarded_async.h"
#include "solvers/engine/setting_text.h"
#include "solvers/engine/solution.h"
#include "solvers/power/power_domain.h"
#include "solvers/space/space_domain.h"
#include "tests/solvers/hall_fixture.h"
#include "tests/support/little_memory.h"
#include "tests/support/no_threads.h"

#include <QTest>

#include <atomic>
#include <new>
#include <optional>
#include <vector>

using namespace rackwright;
using fixture::Hall;

namespace {

DomainsPtr facilityDomains() {
    static const DomainsPtr domains = joined({spaceDomain(), powerDomain(), coolingDomain()});
    return domains;
}

bool sameResults(const Solution& a, const Solution& b) {
    for (std::size_t i = 0; i < a.figures().size(); ++i)
        if (*a.figures()[i].results != *b.figures()[i].results)
            return false;
    return a.report() == b.report();
}

Task intTask(std::string name, std::vector<std::string_view> tables, std::vector<std::size_t> upstream,
             std::function<int(const TaskInput&)> run) {
    Task task;
    task.name = std::move(name);
    task.tables = std::move(tables);
    task.upstream = std::move(upstream);
    task.run = [run](const TaskInput& in) { return std::make_shared<const int>(run(in)); };
    task.isEqual = [](const void* a, const void* b) {
        return *static_cast<const int*>(a) == *static_cast<const int*>(b);
    };
    return task;
}

} // namespace

class TestSolver : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void settingsReadAsNumbersAndRanges() {
        QCOMPARE(settingNumber("3")->typical(), 3.0);
        const Value range = *settingNumber("2/3/5");
        QVERIFY(range.low() == 2 && range.typical() == 3 && range.high() == 5);
        for (const char* text : {"", "x", "2/3", "3/2/5", "2/3/5/7", "2//5"})
            QVERIFY2(!settingNumber(text), text);
        QCOMPARE(settingText(2, 3, 5), std::string("2/3/5"));
        QCOMPARE(settingText(3, 3, 3), std::string("3"));
        for (const double low : {0.1, 1e9})
            QVERIFY(settingNumber(settingText(low, 1e9, 3e12))->low() == low);
    }
    // A figure that fails as a whole has no results at all, and a report without it would read as if all were well.
    void aFigureThatFailsAsAWholeIsAnInternalError() {
        std::vector<Domain> list = {spaceDomain()};
        list.front().figures.front().applies = [](const Context&, Subject) -> bool { throw std::bad_alloc(); };
        const SolutionPtr solution = solve(Hall().snapshot(), joined(std::move(list)));
        QCOMPARE(solution->report().internalErrors.size(), std::size_t{1});
        QVERIFY(!solution->figures().front().results);
        QVERIFY(solution->figures().back().results);
    }
    void anEqualAnswerStopsTheChain() {
        int firstRuns = 0, secondRuns = 0, answer = 1;
        const Scheduler scheduler({intTask("first", {"racks"}, {},
                                           [&](const TaskInput&) {
                                               ++firstRuns;
                                               return answer;
                                           }),
                                   intTask("second", {}, {0}, [&](const TaskInput& in) {
                                       ++secondRuns;
                                       return 10 * *static_cast<const int*>(in.upstream[0].get());
                                   })});
        const Context context(fixture::hall().snapshot());
        Stamps stamps{{"racks", 1}};
        const auto one = scheduler.run(context, stamps, nullptr, 1, {});
        QCOMPARE(*static_cast<const int*>(one->tasks[1].value.get()), 10);
        const auto same = scheduler.run(context, stamps, one.get(), 1, {});
        QCOMPARE(same->ran, std::size_t(0));
        stamps["racks"] = 2;
        const auto equal = scheduler.run(context, stamps, same.get(), 1, {});
        QCOMPARE(firstRuns, 2);
        QCOMPARE(secondRuns, 1);
        answer = 2;
        stamps["racks"] = 3;
        const auto other = scheduler.run(context, stamps, equal.get(), 1, {});
        QCOMPARE(secondRuns, 2);
        QCOMPARE(*static_cast<const int*>(other->tasks[1].value.get()), 20);
    }
    void aFailedCheckIsTheErrorOfItsTask() {
        const Scheduler scheduler({intTask("bad", {}, {},
                                           [](const TaskInput&) {
                                               RW_CHECK(false, "made to fail");
                                               return 1;
                                           }),
                                   intTask("good", {}, {}, [](const TaskInput&) { return 7; })});
        const Context context(fixture::hall().snapshot());
        const auto memo = scheduler.run(context, {}, nullptr, 2, {});
        QVERIFY(memo->tasks[0].error);
        QCOMPARE(memo->tasks[0].error->kind, ErrorKind::Internal);
        QCOMPARE(*static_cast<const int*>(memo->tasks[1].value.get()), 7);
    }
    // Memory that is not enough even for the error of a task ends the run on every thread; nobody waits for ever.
    void aRunWithoutMemoryEnds() {
        const Context context(fixture::hall().snapshot());
        for (const unsigned threads : {1U, 4U}) {
            std::optional<testing::LittleMemory> little;
            std::vector<Task> tasks{intTask("a task that takes all of the memory", {}, {}, [&little](const TaskInput&) {
                little.emplace(std::size_t{0});
                return static_cast<int>(std::vector<int>(1000).size());
            })};
            for (int i = 0; i < 20; ++i)
                tasks.push_back(
                    intTask("a task that waits for the first", {}, {0}, [](const TaskInput&) { return 1; }));
            const Scheduler scheduler(std::move(tasks));
            bool isTold = false;
            try {
                (void)scheduler.run(context, {}, nullptr, threads, {});
            } catch (const std::bad_alloc&) {
                isTold = true;
            }
            little.reset();
            QVERIFY(isTold);
        }
    }
    void aFailedFigureLeavesTheOthers() {
        FigureDefinition bad;
        bad.name = "test.bad";
        bad.subject = SubjectKind::Rack;
        const auto kernel = []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            RW_CHECK(subject.id != context.racks().front()->id.value, "the first rack is made to fail");
            return Ratio<N>(N(1.0));
        };
        Domain domain;
        domain.name = "test";
        domain.figures.push_back(figure(bad, kernel));
        const auto solution = solve(fixture::hall().snapshot(), joined({domain}));
        QCOMPARE(solution->failures().size(), std::size_t(1));
        QCOMPARE(solution->failures().front()->error->kind, ErrorKind::Internal);
    }
    void stopped() {
        std::stop_source source;
        const Scheduler scheduler({intTask("stops", {}, {},
                                           [&](const TaskInput&) {
                                               source.request_stop();
                                               return 1;
                                           }),
                                   intTask("never", {}, {0}, [](const TaskInput&) { return 2; })});
        const Context context(fixture::hall().snapshot());
        QVERIFY(!scheduler.run(context, {}, nullptr, 1, source.get_token()));
    }
    void threadsDoNotMatter() {
        const Snapshot snapshot = fixture::hall().snapshot();
        const auto one = solve(snapshot, facilityDomains(), {{}, 1});
        for (const unsigned threads : {2U, 3U, 8U})
            QVERIFY(sameResults(*one, *solve(snapshot, facilityDomains(), {{}, threads})));
    }
    void incrementalEqualsCold() {
        Hall hall = fixture::hall();
        ManualExecutor executor;
        Solver solver(facilityDomains(), executor, {}, {{}, 1});
        solver.ask(hall.snapshot());
        executor.run();
        const SolutionPtr cold = solver.latest();
        const std::vector<std::function<void(Hall&)>> edits = {
            [](Hall& h) { h.addDevice(h.racks[0], h.nodePart, 17, "more"); },
            [](Hall& h) {
                h.change(&Design::racks, h.racks[3], [](Rack& r) { r.centre.y += Length::millimetres(250); });
            },
            [](Hall& h) { h.setSetting("power.peak-ratio", "0.9"); },
            [](Hall& h) { h.setSite(site::floorUniform, "600"); },
            [](Hall& h) { h.design.coolingServices = {}; },
            [](Hall& h) { h.design.devices = h.design.devices.without(h.design.devices.begin()->id); },
            [](Hall& h) { h.changePart(h.nodePart, [](Part& p) { p.powerModes.clear(); }); },
            [](Hall& h) { h.project.quote.number = "Q-1"; },
        };
        for (const auto& edit : edits) {
            edit(hall);
            solver.ask(hall.snapshot());
            executor.run();
            QVERIFY(sameResults(*solver.latest(), *solve(hall.snapshot(), facilityDomains())));
        }
        // An edit that no figure reads runs nothing of the domains that declare their reads.
        hall.project.rfis = hall.project.rfis.with({hall.ids.take<Rfi>(), 1, {}, {}, {}, {}, {}, {}, {}});
        solver.ask(hall.snapshot());
        executor.run();
        QCOMPARE(solver.latest()->tasksRun(), std::size_t(0));
    }
    void aSettingReachesOnlyWhatReadsIt() {
        Hall hall = fixture::hall();
        ManualExecutor executor;
        Solver solver(facilityDomains(), executor, {}, {{}, 1});
        const auto tasksAfter = [&] {
            solver.ask(hall.snapshot());
            executor.run();
            return solver.latest()->tasksRun();
        };
        const std::size_t all = tasksAfter();
        hall.setSetting("nobody.reads-this", "1");
        QCOMPARE(tasksAfter(), std::size_t(0));
        hall.setSetting("power.peak-ratio", "0.9");
        const std::size_t ofPeakRatio = tasksAfter();
        QVERIFY(ofPeakRatio > 0 && ofPeakRatio < all / 2);
        // Also after an answer was taken over, and where the setting was read while its text was the default.
        hall.setSetting("weight.cables-per-rack", "77");
        QVERIFY(tasksAfter() > 0);
        QVERIFY(sameResults(*solver.latest(), *solve(hall.snapshot(), facilityDomains())));
        hall.setSetting("power.peak-ratio", "0.8");
        QCOMPARE(tasksAfter(), ofPeakRatio);
        QVERIFY(sameResults(*solver.latest(), *solve(hall.snapshot(), facilityDomains())));
    }
    void undoGivesTheOldFigures() {
        Hall hall = fixture::hall();
        ManualExecutor executor;
        Solver solver(facilityDomains(), executor, {}, {{}, 1});
        const Snapshot before = hall.snapshot();
        solver.ask(before);
        executor.run();
        const SolutionPtr first = solver.latest();
        hall.addDevice(hall.racks[0], hall.nodePart, 17, "more");
        solver.ask(hall.snapshot());
        executor.run();
        QVERIFY(!sameResults(*first, *solver.latest()));
        solver.ask(before);
        executor.run();
        QVERIFY(sameResults(*first, *solver.latest()));
    }
    void lateResultsAreDropped() {
        Hall hall = fixture::hall();
        ManualExecutor executor;
        std::vector<SolutionPtr> seen;
        Solver solver(facilityDomains(), executor, [&](SolutionPtr solution) { seen.push_back(std::move(solution)); },
                      {{}, 1});
        solver.ask(hall.snapshot());
        hall.addDevice(hall.racks[0], hall.nodePart, 17, "more");
        solver.ask(hall.snapshot());
        // The newer one ends first; the older comes late.
        executor.run(1);
        executor.run(0);
        QCOMPARE(seen.size(), std::size_t(1));
        QCOMPARE(solver.latest()->find("design.nodes")->value.typical(), 17.0);
    }
    void closedWhileSolving() {
        ManualExecutor executor;
        std::atomic<int> calls = 0;
        {
            Solver solver(facilityDomains(), executor, [&](SolutionPtr) { ++calls; });
            solver.ask(fixture::hall().snapshot());
        }
        executor.run();
        QCOMPARE(calls.load(), 0);
        {
            ThreadExecutor thread;
            Solver solver(facilityDomains(), thread, [&](SolutionPtr) { ++calls; });
            for (int i = 0; i < 5; ++i)
                solver.ask(fixture::hall().snapshot());
        }
        QVERIFY(calls.load() <= 5);
    }
    // Where the system lets nobody start a thread, the thread that asks does all the work.
    void solvesWithoutAnotherThread() {
        const Snapshot hall = fixture::hall().snapshot();
        const SolutionPtr expected = solve(hall, facilityDomains(), {{}, 4});
        const testing::NoThreads none;
        QVERIFY(sameResults(*expected, *solve(hall, facilityDomains(), {{}, 4})));
        GuardedAsync<int> asked(std::launch::async, [] { return 7; });
        QCOMPARE(asked.get(), 7);
    }
    // The same for the solver of the studio: who asks waits for the answer, and the window comes up all the same.
    void answersWithoutAThreadOfItsOwn() {
        const Snapshot hall = fixture::hall().snapshot();
        const SolutionPtr expected = solve(hall, facilityDomains());
        const testing::NoThreads none;
        ThreadExecutor executor;
        SolutionPtr seen;
        Solver solver(facilityDomains(), executor, [&](SolutionPtr solution) { seen = std::move(solution); });
        solver.ask(hall);
        QVERIFY(seen && sameResults(*expected, *seen));
        QCOMPARE(solver.latest(), seen);
    }
    void declaredReadsTellTheTruth() {
        // Emptying every table that a figure does not declare leaves its answers.
        const Hall hall = fixture::hall();
        const auto full = solve(hall.snapshot(), facilityDomains());
        for (const FigureBlock& block : full->figures()) {
            const Reads& reads = block.definition->reads;
            const std::vector<std::string_view> watched = reads.watched();
            QVERIFY2(!reads.everything, block.definition->name.c_str());
            Hall bare = hall;
            const auto isRead = [&](std::string_view table) {
                static constexpr std::array<std::string_view, 9> kOfSubject = {
                    "",          "rooms", "racks", "devices", "power_elements", "cooling_units", "cooling_loops",
                    "workloads", ""};
                return std::ranges::find(watched, table) != watched.end() ||
                       kOfSubject[static_cast<std::size_t>(block.definition->subject)] == table;
            };
            forEachDesignTable([&](const auto& table) {
                if (!isRead(table.name))
                    bare.design.*table.member = {};
            });
            const Context context(bare.snapshot());
            for (const FigureResult& result : *block.results)
                QVERIFY2(block.definition->plain(context, result.subject) == result.value,
                         block.definition->name.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestSolver)
#include "tst_solver.moc"
