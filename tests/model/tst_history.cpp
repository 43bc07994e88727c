// SPDX-License-Identifier: GPL-3.0-or-later
// History over random edits: undo gives back the equal design, ids never go back, failing edits and previews leave no
// trace; and ChangeSet says what a comparison row by row says.
#include "model/project/history.h"
#include "tests/support/random_document.h"
#include "tests/support/suite.h"

#include <QTest>

#include <cmath>
#include <malloc.h>
#include <map>
#include <numeric>

using namespace rackwright;
using namespace rackwright::testing;

namespace {

Edit randomEdit(std::uint64_t option, std::uint64_t seed, std::string mergeKey = {}) {
    return designEdit(
        Message("test.edit"), option,
        [seed](const Project& project, const Design& design, IdSource& ids) -> Result<Design> {
            std::mt19937_64 random(seed);
            return randomlyEdited(project, design, random, ids);
        },
        std::move(mergeKey));
}

// Moves the only rack by a millimetre.
Edit moveRack(std::string mergeKey) {
    return designEdit(
        Message("test.move"), 1,
        [](const Project&, const Design& design, IdSource&) -> Result<Design> {
            Rack rack = *design.racks.begin();
            rack.centre.x += Length::millimetres(1);
            Design next = design;
            next.racks = next.racks.with(rack);
            return next;
        },
        std::move(mergeKey));
}

Document oneRack() {
    Document document = emptyDocument("one rack");
    Design design;
    Rack rack;
    rack.id = {2};
    design.racks = design.racks.with(rack);
    return {withDesign(*document.project, 1, std::make_shared<const Design>(design)), 3};
}

std::int64_t rackPlace(const History& history) {
    return activeOption(*history.current()).design->racks.begin()->centre.x.inMicrometres() / 1000;
}

// A design with so many cables, and an edit that touches the first `count` of them.
Document manyCables(std::uint64_t count) {
    Document document = emptyDocument("many cables");
    std::vector<Cable> cables(count);
    for (std::uint64_t i = 0; i < count; ++i)
        cables[i].id = {i + 2};
    Design design;
    design.cables = design.cables.with(std::move(cables));
    return {withDesign(*document.project, 1, std::make_shared<const Design>(design)), count + 2};
}

Edit touchCables(std::uint64_t count) {
    return designEdit(Message("test.touch"), 1, [count](const Project&, const Design& design, IdSource&) {
        std::vector<Cable> touched;
        for (auto it = design.cables.begin(); touched.size() < count; ++it) {
            touched.push_back(*it);
            ++touched.back().generatorKey;
        }
        Design next = design;
        next.cables = next.cables.with(std::move(touched));
        return Result<Design>(next);
    });
}

std::uint32_t touches(const History& history) {
    return activeOption(*history.current()).design->cables.begin()->generatorKey;
}

std::size_t ownBytes(const History& history) {
    return std::accumulate(history.steps().begin(), history.steps().end(), std::size_t{0},
                           [](std::size_t sum, const History::Step& step) { return sum + step.ownBytes; });
}

std::size_t heapInUse() {
    const auto heap = ::mallinfo2();
    return heap.uordblks + heap.hblkhd;
}

using Differences = std::map<std::pair<std::string, std::uint64_t>, ChangeKind>;

template <class Row>
void addBruteForce(Differences& found, std::string_view name, const Table<Row>& before, const Table<Row>& after) {
    for (const Row& row : before)
        if (const Row* now = after.find(row.id); !now)
            found[{std::string(name), row.id.value}] = ChangeKind::Removed;
        else if (!(*now == row))
            found[{std::string(name), row.id.value}] = ChangeKind::Changed;
    for (const Row& row : after)
        if (!before.contains(row.id))
            found[{std::string(name), row.id.value}] = ChangeKind::Added;
}

Differences asMap(const ChangeSet& set) {
    Differences found;
    for (const TableChanges& table : set.tables)
        for (const RowChange& row : table.rows)
            found[{std::string(table.table), row.id}] = row.kind;
    return found;
}

} // namespace

class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // What no file may hold comes into no design by an edit either, whichever edit it is.
    // The name itself is too long to stand in the refusal.
    void textsBeyondTheLimitsAreRefused() {
        History history(oneRack());
        const auto renamed = [](std::size_t characters) {
            return designEdit(Message("test.rename"), 1,
                              [characters](const Project&, const Design& design, IdSource&) -> Result<Design> {
                                  Rack rack = *design.racks.begin();
                                  rack.name = std::string(characters, 'x');
                                  Design next = design;
                                  next.racks = next.racks.with(rack);
                                  return next;
                              });
        };
        const Done done = history.commit(renamed(1001));
        QVERIFY(!done);
        QCOMPARE(done.error().message.id, std::string("edit.long-text"));
        const auto& name = std::get<std::string>(done.error().message.arguments.front().value);
        QCOMPARE(name, std::string(30, 'x') + "\u2026");
        QVERIFY(!history.candidate(renamed(100'000)));
        QVERIFY(history.commit(renamed(1000)));
    }
    void editsBeyondTheLimitsAreRefused() {
        History history(manyCables(2));
        const ProjectPtr before = history.current();
        const auto withPdu = [](Power rating) {
            return designEdit(Message("test.pdu"), 1, [rating](const Project&, const Design& design, IdSource& ids) {
                Design next = design;
                PowerElement pdu;
                pdu.id = ids.take<PowerElement>();
                pdu.name = "PDU-A1";
                pdu.rating = rating;
                next.powerElements = next.powerElements.with(std::move(pdu));
                return Result<Design>(next);
            });
        };
        for (const double watts : {-5000.0, 1e15, 1e308, HUGE_VAL, std::nan("")}) {
            const Done done = history.commit(withPdu(Power(watts)));
            QVERIFY(!done);
            QCOMPARE(done.error().message.id, std::string("edit.outside-limits"));
            QVERIFY(!history.candidate(withPdu(Power(watts))));
        }
        QCOMPARE(history.current(), before);
        QVERIFY(history.commit(withPdu(17 * unit::kilowatt)));
        QVERIFY(history.current() != before);
    }

    void undoGivesBackEachValue() {
        const Document start = randomDocument(1, {15, 2});
        History history(start);
        const std::uint64_t option = start.project->options.front().id;
        std::vector<ProjectPtr> values{history.current()};
        std::vector<Project> copies{*history.current()};
        std::uint64_t lastId = history.nextId();
        for (std::uint64_t i = 0; i < 80; ++i) {
            QVERIFY(history.commit(randomEdit(option, i)));
            QVERIFY(history.nextId() >= lastId);
            lastId = history.nextId();
            if (history.current() != values.back()) {
                values.push_back(history.current());
                copies.push_back(*history.current());
            }
        }
        QVERIFY(values.size() > 50);
        QCOMPARE(history.steps().size(), values.size());
        for (std::size_t i = values.size() - 1; i > 0; --i) {
            QCOMPARE(history.current(), values[i]);
            QVERIFY(*history.current() == copies[i]); // and nobody has touched the value
            history.undo();
        }
        QVERIFY(!history.canUndo());
        QVERIFY(*history.current() == *start.project);
        QCOMPARE(history.nextId(), lastId); // ids never go back
        history.undo();
        QCOMPARE(history.current(), values.front());
        for (std::size_t i = 1; i < values.size(); ++i) {
            history.redo();
            QCOMPARE(history.current(), values[i]);
        }
        QVERIFY(!history.canRedo());
        history.jumpTo(7);
        QCOMPARE(history.current(), values[7]);
        QCOMPARE(history.position(), std::size_t(7));
    }

    void aNewEditDropsWhatWasUndone() {
        History history(oneRack());
        for (int i = 0; i < 5; ++i)
            QVERIFY(history.commit(moveRack({})));
        history.jumpTo(2);
        QVERIFY(history.commit(moveRack({})));
        QCOMPARE(rackPlace(history), std::int64_t(3));
        QCOMPARE(history.steps().size(), std::size_t(4));
        QVERIFY(!history.canRedo());
    }

    void likeEditsBecomeOneStep() {
        History history(oneRack());
        for (int i = 0; i < 4; ++i)
            QVERIFY(history.commit(moveRack("move 2")));
        QCOMPARE(history.steps().size(), std::size_t(2));
        QCOMPARE(rackPlace(history), std::int64_t(4));
        history.closeMerge();
        QVERIFY(history.commit(moveRack("move 2")));
        QCOMPARE(history.steps().size(), std::size_t(3));
        QVERIFY(history.commit(moveRack("move 3")));
        QCOMPARE(history.steps().size(), std::size_t(4));
        QVERIFY(history.commit(moveRack({})));
        QVERIFY(history.commit(moveRack({})));
        QCOMPARE(history.steps().size(), std::size_t(6));
        history.undo();
        history.undo();
        history.undo();
        QCOMPARE(rackPlace(history), std::int64_t(5));
        history.undo();
        QCOMPARE(rackPlace(history), std::int64_t(4));
        QVERIFY(history.commit(moveRack("move 2"))); // after an undo it is a step of its own
        QCOMPARE(history.steps().size(), std::size_t(3));
        history.undo();
        QCOMPARE(rackPlace(history), std::int64_t(4));
    }

    void aFailingEditChangesNothing() {
        History history(oneRack());
        QVERIFY(history.commit(moveRack({})));
        history.undo();
        const ProjectPtr before = history.current();
        const std::uint64_t nextId = history.nextId();
        const Edit failing = designEdit(Message("test.fail"), 1, [](const Project&, const Design&, IdSource& ids) {
            ids.take<Rack>();
            return Result<Design>(inputError(Message("test.no")));
        });
        QCOMPARE(history.commit(failing).error().message.id, std::string("test.no"));
        QCOMPARE(history.current(), before);
        QCOMPARE(history.nextId(), nextId);
        QVERIFY(history.canRedo());
        QVERIFY(!history.commit(randomEdit(4711, 1))); // an option that is not there
        QVERIFY(history.canRedo());
    }

    void anEditWithoutEffectIsNoStep() {
        History history(oneRack());
        const Edit nothing =
            designEdit(Message("test.nothing"), 1, [](const Project&, const Design& design, IdSource&) {
                Design same = design;
                same.racks = same.racks.with(*design.racks.begin()); // a new chunk with the same row
                return Result<Design>(same);
            });
        QVERIFY(history.commit(nothing));
        QCOMPARE(history.steps().size(), std::size_t(1));
    }

    void aCandidateLeavesNoTrace() {
        const Document start = randomDocument(2, {15, 1});
        History history(start);
        const std::uint64_t option = start.project->options.front().id;
        for (std::uint64_t i = 0; i < 20; ++i)
            QVERIFY(history.candidate(randomEdit(option, i)));
        QCOMPARE(history.current(), start.project);
        QCOMPARE(history.nextId(), start.nextId);
        QCOMPARE(history.steps().size(), std::size_t(1));
        const auto shown = history.candidate(randomEdit(option, 5));
        QVERIFY(history.commit(randomEdit(option, 5)));
        QVERIFY(**shown == *history.current()); // what was shown is what it becomes
    }

    void smallStepsAreAllKept() {
        History history(oneRack());
        for (int i = 0; i < 1500; ++i)
            QVERIFY(history.commit(moveRack({})));
        QCOMPARE(history.steps().size(), std::size_t(1501));
        while (history.canUndo())
            history.undo();
        QCOMPARE(rackPlace(history), std::int64_t(0));
    }

    // 1,100 steps of more than a quarter megabyte each: above the limit of memory the thousand last ones stay.
    void aThousandLargeStepsAreKept() {
        constexpr std::uint64_t kCables = 4096;
        History history(manyCables(kCables));
        for (int i = 0; i < 1100; ++i)
            QVERIFY(history.commit(touchCables(kCables)));
        QVERIFY(ownBytes(history) > History::kMemoryLimit);
        QCOMPARE(history.steps().size(), History::kMinimumSteps + 1);
        QCOMPARE(history.position(), History::kMinimumSteps);
        QCOMPARE(touches(history), std::uint32_t(1100));
        for (std::size_t i = 0; i < History::kMinimumSteps; ++i)
            history.undo();
        QVERIFY(!history.canUndo());
        QCOMPARE(touches(history), std::uint32_t(100));
        history.redo();
        QCOMPARE(touches(history), std::uint32_t(101));
    }

    // The oldest steps go once there are more than a thousand, and only until the rest fits into the limit.
    void memoryDecidesBeyondAThousandSteps() {
        constexpr std::uint64_t kCables = 16384;
        History history(manyCables(kCables));
        for (int i = 0; i < 250; ++i)
            QVERIFY(history.commit(touchCables(kCables)));
        const std::size_t largeStep = history.steps().back().ownBytes;
        QVERIFY(250 * largeStep > History::kMemoryLimit);
        QCOMPARE(history.steps().size(), std::size_t(251));
        for (int i = 0; i < 1200; ++i)
            QVERIFY(history.commit(touchCables(1)));
        QVERIFY(history.steps().size() > History::kMinimumSteps + 1);
        QVERIFY(history.steps().size() < 1451);
        QVERIFY(ownBytes(history) <= History::kMemoryLimit);
        QVERIFY(ownBytes(history) + largeStep > History::kMemoryLimit); // not one step more than needed went
        QCOMPARE(touches(history), std::uint32_t(1450));
    }

    // What a step says that it holds is what the heap says, within a quarter.
    void theBytesOfAStepAreThoseOfTheHeap_data() {
        QTest::addColumn<quint64>("count");
        QTest::newRow("all rows") << quint64(16384);
        QTest::newRow("one chunk") << quint64(100);
        QTest::newRow("one row") << quint64(1);
    }
    void theBytesOfAStepAreThoseOfTheHeap() {
#ifdef RACKWRIGHT_SANITIZED
        QSKIP("a sanitizer keeps a heap of its own");
#endif
        QFETCH(quint64, count);
        History history(manyCables(16384));
        for (int i = 0; i < 5; ++i)
            QVERIFY(history.commit(touchCables(count)));
        const std::size_t heapBefore = heapInUse(), ownBefore = ownBytes(history);
        for (int i = 0; i < 40; ++i)
            QVERIFY(history.commit(touchCables(count)));
        const auto used = static_cast<double>(heapInUse() - heapBefore);
        const auto told = static_cast<double>(ownBytes(history) - ownBefore);
        QVERIFY2(told > used * 0.75 && told < used * 1.25,
                 qPrintable(QStringLiteral("%1 told, %2 used").arg(told).arg(used)));
    }

    void changeSetIsThatOfBruteForce() {
        std::mt19937_64 random(3);
        for (std::uint64_t seed = 1; seed < 20; ++seed) {
            const Document document = randomDocument(seed, {15, 1});
            const Design& before = *document.project->options.front().design;
            IdSource ids(document.nextId);
            Design after = before;
            for (std::size_t n = 1 + random() % 3; n > 0; --n)
                after = randomlyEdited(*document.project, after, random, ids);
            Differences expected;
            forEachDesignTable([&](const auto& table) {
                addBruteForce(expected, table.name, before.*table.member, after.*table.member);
            });
            const ChangeSet found = changes(before, after);
            QVERIFY(asMap(found) == expected);
            QCOMPARE(found.rowCount(), expected.size());
            QCOMPARE(found.isEmpty(), before == after);
            QVERIFY(changes(after, after).isEmpty());
        }
    }

    void optionsAddedRemovedAndRenamed() {
        const Document document = randomDocument(4, {5, 2});
        const Project& before = *document.project;
        Project after = before;
        after.options.push_back({document.nextId, "new", {}, after.options.front().design});
        const ProjectChanges added = changes(before, after);
        QCOMPARE(added.options.size(), std::size_t(1));
        QCOMPARE(added.options.front().kind, ChangeKind::Added);
        QCOMPARE(changes(after, before).options.front().kind, ChangeKind::Removed);
        QVERIFY(added.shared.headerChanged);
        Project renamed = before;
        renamed.options.back().name += "'";
        QVERIFY(changes(before, renamed).shared.headerChanged);
        QVERIFY(changes(before, renamed).options.empty());
        QVERIFY(changes(before, before).isEmpty());
    }
};

RW_CORE_SUITE(TestHistory)
#include "tst_history.moc"
