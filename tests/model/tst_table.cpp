// SPDX-License-Identifier: GPL-3.0-or-later
// Table against std::map over random edits: contents, order, sharing of untouched chunks, stamps, indexes, differences;
// that the memory of many threads lies in few pools.
#include "model/base/memory_use.h"
#include "model/design/rack_rows.h"
#include "tests/support/suite.h"

#include <QTest>

#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <thread>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace rackwright;

namespace {

using Random = std::mt19937_64;
using Model = std::map<std::uint64_t, Cable>;

Cable cable(std::uint64_t id, Random& random) {
    Cable made;
    made.id = {id};
    made.a = {{1 + random() % 50}, static_cast<std::uint16_t>(random() % 64), 0};
    made.b = {{1 + random() % 50}, static_cast<std::uint16_t>(random() % 64), 0};
    return made;
}

bool equals(const Table<Cable>& table, const Model& model) {
    return table.size() == model.size() &&
           std::equal(table.begin(), table.end(), model.begin(),
                      [](const Cable& row, const auto& entry) { return row == entry.second; });
}

// One edit of the table and of the model; ids lie in a range that makes some chunks empty again.
Table<Cable> edited(const Table<Cable>& table, Model& model, Random& random) {
    std::vector<Cable> put;
    std::vector<Id<Cable>> take;
    for (std::size_t n = random() % 6; n > 0; --n)
        take.push_back({1 + random() % 2000});
    for (std::size_t n = random() % 6; n > 0; --n)
        put.push_back(cable(1 + random() % 2000, random));
    for (const Id<Cable> id : take)
        model.erase(id.value);
    for (const Cable& row : put)
        model.insert_or_assign(row.id.value, row);
    return table.with(put, take);
}

} // namespace

class TestTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void behavesLikeAMap() {
        Random random(1);
        Table<Cable> table;
        Model model;
        for (int i = 0; i < 3000; ++i) {
            table = edited(table, model, random);
            if (i % 50 == 0)
                QVERIFY(equals(table, model));
            const std::uint64_t id = 1 + random() % 2000;
            const Cable* found = table.find({id});
            QCOMPARE(found != nullptr, model.contains(id));
            if (found)
                QVERIFY(*found == model.at(id));
        }
        QVERIFY(equals(table, model));
        for (const auto& chunk : table.chunks())
            QVERIFY(!chunk->rows().empty());
    }

    void anOlderTableKeepsItsRows() {
        Random random(2);
        Table<Cable> table;
        Model model;
        std::vector<std::pair<Table<Cable>, Model>> past;
        for (int i = 0; i < 100; ++i) {
            table = edited(table, model, random);
            past.emplace_back(table, model);
        }
        for (const auto& [then, rows] : past)
            QVERIFY(equals(then, rows));
    }

    void anEditRenewsOneChunkOnly() {
        Random random(3);
        std::vector<Cable> rows;
        for (std::uint64_t id = 1; id <= 5000; ++id)
            rows.push_back(cable(id, random));
        const Table<Cable> before = Table<Cable>().with(rows);
        const Table<Cable> after = before.with(cable(1000, random));
        QCOMPARE(before.chunks().size(), after.chunks().size());
        std::size_t renewed = 0;
        for (std::size_t i = 0; i < before.chunks().size(); ++i) {
            renewed += before.chunks()[i] != after.chunks()[i];
            QCOMPARE(before.chunks()[i] == after.chunks()[i],
                     before.chunks()[i]->stamp() == after.chunks()[i]->stamp());
        }
        QCOMPARE(renewed, std::size_t(1));
        QCOMPARE(after.without({4711}).chunks().front(), after.chunks().front());
    }

    void stampsAreNeverUsedTwice() {
        Random random(4);
        std::set<std::uint64_t> seen;
        Table<Cable> table;
        Model model;
        QCOMPARE(table.stamp(), std::uint64_t(0));
        for (int i = 0; i < 200; ++i) {
            const Table<Cable> next = edited(table, model, random);
            if (next.stamp() != table.stamp())
                QVERIFY(seen.insert(next.stamp()).second);
            table = next;
        }
    }

    void takingNothingAwayChangesNothing() {
        Random random(4);
        const Table<Cable> table = Table<Cable>().with(cable(7, random));
        QCOMPARE(table.with({}, {}).stamp(), table.stamp());
        QVERIFY(table.without({8}) == table);
        QVERIFY(table.without({7}).isEmpty());
        QVERIFY(Table<Cable>().without({7}).isEmpty());
    }

    void laterRowsWinAndPutWinsOverTake() {
        Random random(5);
        const Cable first = cable(9, random);
        Cable second = cable(9, random);
        second.generatorKey = 3;
        const Table<Cable> table = Table<Cable>().with({first, second}, {Id<Cable>{9}});
        QCOMPARE(table.size(), std::size_t(1));
        QCOMPARE(table.find({9})->generatorKey, std::uint32_t(3));
    }

    void indexFindsWhatAScanFinds() {
        Random random(6);
        Table<Cable> table;
        Model model;
        for (int i = 0; i < 300; ++i) {
            table = edited(table, model, random);
            const Id<Device> device{1 + random() % 50};
            std::vector<std::uint64_t> scanned;
            for (const auto& [id, row] : model)
                if (row.a.device == device || row.b.device == device)
                    scanned.push_back(id);
            std::vector<std::uint64_t> found;
            table.forEachWith<CablesByDevice>(device, [&](const Cable& row) { found.push_back(row.id.value); });
            QCOMPARE(found, scanned);
        }
    }

    void differenceIsThatOfBruteForce() {
        Random random(7);
        Table<Cable> table;
        Model model;
        for (int i = 0; i < 300; ++i) {
            const Table<Cable> before = table;
            const Model old = model;
            for (std::size_t n = 1 + random() % 4; n > 0; --n)
                table = edited(table, model, random);
            std::map<std::uint64_t, std::pair<bool, bool>> expected;
            for (const auto& [id, row] : old)
                if (!model.contains(id) || !(model.at(id) == row))
                    expected[id] = {true, model.contains(id)};
            for (const auto& [id, row] : model)
                if (!old.contains(id))
                    expected[id] = {false, true};
            std::map<std::uint64_t, std::pair<bool, bool>> found;
            std::uint64_t last = 0;
            forEachDifference(before, table, [&](const Cable* a, const Cable* b) {
                const std::uint64_t id = (a ? a : b)->id.value;
                QVERIFY(id > last);
                last = id;
                found[id] = {a != nullptr, b != nullptr};
            });
            QVERIFY(found == expected);
        }
    }
    // Threads that live at the same time, many more than processors, each with memory of its own.
    void manyThreadsShareFewPools() {
#if defined(__GLIBC__) && !defined(RACKWRIGHT_SANITIZED)
        shareMemoryPools();
        const unsigned threads = 4 * poolsOfMemory();
        std::barrier allThere(static_cast<std::ptrdiff_t>(threads));
        {
            std::vector<std::jthread> all;
            for (unsigned i = 0; i < threads; ++i)
                all.emplace_back([&allThere] {
                    const std::vector<char> taken(100'000, 'a');
                    allThere.arrive_and_wait();
                });
        }
        char* text = nullptr;
        std::size_t size = 0;
        std::FILE* out = open_memstream(&text, &size);
        QCOMPARE(malloc_info(0, out), 0);
        std::fclose(out);
        const auto pools = QByteArray(text, static_cast<qsizetype>(size)).count("<heap nr=");
        std::free(text);
        QVERIFY(pools >= 2);
        QVERIFY2(pools <= static_cast<qsizetype>(poolsOfMemory()), qPrintable(QString::number(pools)));
#else
        QSKIP("another allocator");
#endif
    }
};

RW_CORE_SUITE(TestTable)
#include "tst_table.moc"
