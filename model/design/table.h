// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Table<Row>: a persistent (immutable, sharing) table of rows keyed by id. Rows lie in chunks by id range (id / 256),
// never by position, so that an edit renews one chunk; each chunk has a version stamp that is never used twice.

#include "model/base/check.h"
#include "model/design/id.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace rackwright {

/// A stamp that no chunk or table of this process has had before.
inline std::uint64_t freshStamp() {
    static std::atomic<std::uint64_t> counter{1};
    return counter.fetch_add(1, std::memory_order_relaxed);
}

/// A reverse look-up of Row by Key. Define a struct with `using Key` and
/// `template <class Emit> static void keys(const Row&, Emit emit)`, and list it in `using Indexes = std::tuple<...>` of
/// a specialisation of TableIndexes<Row>.
template <class Row>
struct TableIndexes {
    using Indexes = std::tuple<>;
};

/// An immutable value: with() and without() give a new table that shares all chunks they do not touch; copies are
/// cheap.
template <class Row>
class Table {
public:
    static constexpr std::uint64_t kChunkIds = 256;

    class Chunk {
    public:
        Chunk(std::uint64_t key, std::vector<Row> rows) : m_key(key), m_stamp(freshStamp()), m_rows(std::move(rows)) {}
        /// Id of each of its rows / kChunkIds.
        std::uint64_t key() const { return m_key; }
        /// Equal stamps: the same chunk, so the same rows; used to know what to solve anew.
        std::uint64_t stamp() const { return m_stamp; }
        /// In the order of ids.
        const std::vector<Row>& rows() const { return m_rows; }
        const Row* find(Id<Row> id) const {
            const auto it = std::ranges::lower_bound(m_rows, id, {}, &Row::id);
            return it != m_rows.end() && it->id == id ? &*it : nullptr;
        }
        /// Positions of the rows with a key, built once per chunk on first use; safe from several threads.
        template <class Index, class Visit>
        void forEachWith(const typename Index::Key& key, Visit&& visit) const {
            auto& slot = std::get<Slot<Index>>(m_slots);
            std::call_once(slot.built, [this, &slot] { build(slot); });
            const auto range =
                std::ranges::equal_range(slot.entries, key, {}, &std::pair<typename Index::Key, std::uint16_t>::first);
            for (const auto& [unused, position] : range)
                visit(m_rows[position]);
        }

    private:
        template <class Index>
        struct Slot {
            std::once_flag built;
            std::vector<std::pair<typename Index::Key, std::uint16_t>> entries;
        };
        template <class Tuple>
        struct SlotsOf;
        template <class... Index>
        struct SlotsOf<std::tuple<Index...>> {
            using Type = std::tuple<Slot<Index>...>;
        };
        template <class Index>
        void build(Slot<Index>& slot) const {
            for (std::size_t i = 0; i < m_rows.size(); ++i)
                Index::keys(m_rows[i], [&slot, i](const typename Index::Key& key) {
                    slot.entries.emplace_back(key, static_cast<std::uint16_t>(i));
                });
            std::ranges::stable_sort(slot.entries, {}, &std::pair<typename Index::Key, std::uint16_t>::first);
        }

        std::uint64_t m_key;
        std::uint64_t m_stamp;
        std::vector<Row> m_rows;
        mutable typename SlotsOf<typename TableIndexes<Row>::Indexes>::Type m_slots;
    };
    using ChunkPtr = std::shared_ptr<const Chunk>;

    /// Walks rows in the order of ids.
    class Iterator {
    public:
        using value_type = Row;
        using difference_type = std::ptrdiff_t;
        using iterator_category = std::forward_iterator_tag;
        using reference = const Row&;
        using pointer = const Row*;

        Iterator() = default;
        Iterator(const std::vector<ChunkPtr>* chunks, std::size_t chunk) : m_chunks(chunks), m_chunk(chunk) {}
        reference operator*() const { return (*m_chunks)[m_chunk]->rows()[m_row]; }
        pointer operator->() const { return &**this; }
        Iterator& operator++() {
            if (++m_row == (*m_chunks)[m_chunk]->rows().size()) {
                ++m_chunk;
                m_row = 0;
            }
            return *this;
        }
        Iterator operator++(int) {
            Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator&, const Iterator&) = default;

    private:
        const std::vector<ChunkPtr>* m_chunks = nullptr;
        std::size_t m_chunk = 0;
        std::size_t m_row = 0;
    };

    Table() = default;

    std::size_t size() const { return m_root ? m_root->size : 0; }
    bool isEmpty() const { return size() == 0; }
    /// Changes with every edit of the table; 0 for the empty table that was never edited.
    std::uint64_t stamp() const { return m_root ? m_root->stamp : 0; }
    /// By key, none empty.
    const std::vector<ChunkPtr>& chunks() const { return m_root ? m_root->chunks : noChunks(); }
    Iterator begin() const { return Iterator(&chunks(), 0); }
    Iterator end() const { return Iterator(&chunks(), chunks().size()); }

    const Row* find(Id<Row> id) const {
        const Chunk* chunk = chunkOf(id.value / kChunkIds);
        return chunk ? chunk->find(id) : nullptr;
    }
    bool contains(Id<Row> id) const { return find(id) != nullptr; }
    /// The stamp of the chunk that a row lies in; 0 when there is no such chunk.
    std::uint64_t stampAt(Id<Row> id) const {
        const Chunk* chunk = chunkOf(id.value / kChunkIds);
        return chunk ? chunk->stamp() : 0;
    }

    /// Visits the rows with a key, in the order of ids.
    template <class Index, class Visit>
    void forEachWith(const typename Index::Key& key, Visit&& visit) const {
        for (const ChunkPtr& chunk : chunks())
            chunk->template forEachWith<Index>(key, visit);
    }
    template <class Index>
    std::vector<const Row*> allWith(const typename Index::Key& key) const {
        std::vector<const Row*> rows;
        forEachWith<Index>(key, [&rows](const Row& row) { rows.push_back(&row); });
        return rows;
    }

    /// The table with rows put in (replacing those of the same id) and ids taken out. Order of arguments is free; of
    /// two rows with one id the later wins; an id both put and taken is put.
    Table with(std::vector<Row> put, std::vector<Id<Row>> take = {}) const;
    Table with(Row row) const;
    Table without(Id<Row> id) const;

    /// The same contents, row by row.
    bool operator==(const Table& other) const;

private:
    struct Root {
        std::vector<ChunkPtr> chunks; ///< by key, none empty
        std::size_t size = 0;
        std::uint64_t stamp = 0;
    };

    static const std::vector<ChunkPtr>& noChunks() {
        static const std::vector<ChunkPtr> none;
        return none;
    }
    const Chunk* chunkOf(std::uint64_t key) const {
        const auto& all = chunks();
        const auto it = std::ranges::lower_bound(all, key, {}, [](const ChunkPtr& c) { return c->key(); });
        return it != all.end() && (*it)->key() == key ? it->get() : nullptr;
    }

    void mergeChunks(std::vector<Row>& put, const std::vector<Id<Row>>& take, std::vector<ChunkPtr>& out) const;
    static std::size_t endOfKey(const std::vector<Row>& rows, std::size_t from, std::uint64_t key);
    static void pushMerged(const Chunk* before, std::vector<Row>& put, std::size_t p, std::size_t putEnd,
                           const std::vector<Id<Row>>& take, std::size_t t, std::size_t takeEnd, std::uint64_t key,
                           std::vector<ChunkPtr>& out);

    std::shared_ptr<const Root> m_root;
};

// What edits and comparisons do is compiled once for each row type (design.cpp and project.cpp instantiate it), so that
// it is no inline code of every reader.
template <class Row>
Table<Row> Table<Row>::with(std::vector<Row> put, std::vector<Id<Row>> take) const {
    if (put.empty() && take.empty())
        return *this;
    std::ranges::stable_sort(put, {}, &Row::id);
    std::ranges::sort(take);
    RW_CHECK(put.empty() || put.front().id.value != 0, "a row has an id before it enters a table");
    auto root = std::make_shared<Root>();
    root->stamp = freshStamp();
    root->chunks.reserve(chunks().size() + 1);
    mergeChunks(put, take, root->chunks);
    for (const ChunkPtr& chunk : root->chunks)
        root->size += chunk->rows().size();
    Table table;
    table.m_root = std::move(root);
    return table;
}

template <class Row>
Table<Row> Table<Row>::with(Row row) const {
    std::vector<Row> rows;
    rows.push_back(std::move(row));
    return with(std::move(rows));
}

template <class Row>
Table<Row> Table<Row>::without(Id<Row> id) const {
    return with({}, {id});
}

template <class Row>
bool Table<Row>::operator==(const Table& other) const {
    if (m_root == other.m_root)
        return true;
    return size() == other.size() && std::equal(begin(), end(), other.begin());
}

// One pass over old chunks, put rows and taken ids, all by key; untouched chunks are shared.
template <class Row>
void Table<Row>::mergeChunks(std::vector<Row>& put, const std::vector<Id<Row>>& take,
                             std::vector<ChunkPtr>& out) const {
    const auto& old = chunks();
    std::size_t o = 0, p = 0, t = 0;
    while (o < old.size() || p < put.size()) {
        const std::uint64_t oldKey = o < old.size() ? old[o]->key() : UINT64_MAX;
        const std::uint64_t putKey = p < put.size() ? put[p].id.value / kChunkIds : UINT64_MAX;
        const std::uint64_t key = std::min(oldKey, putKey);
        while (t < take.size() && take[t].value / kChunkIds < key)
            ++t;
        const std::size_t putEnd = endOfKey(put, p, key);
        std::size_t takeEnd = t;
        while (takeEnd < take.size() && take[takeEnd].value / kChunkIds == key)
            ++takeEnd;
        const Chunk* before = oldKey == key ? old[o].get() : nullptr;
        if (p == putEnd && t == takeEnd)
            out.push_back(old[o]);
        else
            pushMerged(before, put, p, putEnd, take, t, takeEnd, key, out);
        o += before ? 1 : 0;
        p = putEnd;
        t = takeEnd;
    }
}

template <class Row>
std::size_t Table<Row>::endOfKey(const std::vector<Row>& rows, std::size_t from, std::uint64_t key) {
    while (from < rows.size() && rows[from].id.value / kChunkIds == key)
        ++from;
    return from;
}

template <class Row>
void Table<Row>::pushMerged(const Chunk* before, std::vector<Row>& put, std::size_t p, std::size_t putEnd,
                            const std::vector<Id<Row>>& take, std::size_t t, std::size_t takeEnd, std::uint64_t key,
                            std::vector<ChunkPtr>& out) {
    std::vector<Row> rows;
    rows.reserve((before ? before->rows().size() : 0) + (putEnd - p));
    const auto isTaken = [&](Id<Row> id) {
        return std::binary_search(take.begin() + static_cast<std::ptrdiff_t>(t),
                                  take.begin() + static_cast<std::ptrdiff_t>(takeEnd), id);
    };
    const auto keep = [&](const Row& row) {
        if (!isTaken(row.id))
            rows.push_back(row);
    };
    std::size_t b = 0;
    const std::size_t beforeEnd = before ? before->rows().size() : 0;
    for (; p < putEnd; ++p) {
        while (b < beforeEnd && before->rows()[b].id < put[p].id)
            keep(before->rows()[b++]);
        if (b < beforeEnd && before->rows()[b].id == put[p].id)
            ++b;
        if (!rows.empty() && rows.back().id == put[p].id)
            rows.back() = std::move(put[p]);
        else
            rows.push_back(std::move(put[p]));
    }
    while (b < beforeEnd)
        keep(before->rows()[b++]);
    if (!rows.empty())
        out.push_back(std::make_shared<const Chunk>(key, std::move(rows)));
}

/// Visits the rows that differ: visit(const Row* before, const Row* after), null where a row is not there. Shared
/// chunks are passed over, so that the cost follows the size of the edit.
template <class Row, class Visit>
void forEachDifference(const Table<Row>& before, const Table<Row>& after, Visit&& visit) {
    if (before.stamp() == after.stamp())
        return;
    static const std::vector<Row> none;
    const auto compareRows = [&visit](const std::vector<Row>& a, const std::vector<Row>& b) {
        std::size_t i = 0, j = 0;
        while (i < a.size() || j < b.size()) {
            if (j == b.size() || (i < a.size() && a[i].id < b[j].id))
                visit(&a[i++], static_cast<const Row*>(nullptr));
            else if (i == a.size() || b[j].id < a[i].id)
                visit(static_cast<const Row*>(nullptr), &b[j++]);
            else {
                if (!(a[i] == b[j]))
                    visit(&a[i], &b[j]);
                ++i;
                ++j;
            }
        }
    };
    const auto& a = before.chunks();
    const auto& b = after.chunks();
    std::size_t i = 0, j = 0;
    while (i < a.size() || j < b.size()) {
        if (j == b.size() || (i < a.size() && a[i]->key() < b[j]->key()))
            compareRows(a[i++]->rows(), none);
        else if (i == a.size() || b[j]->key() < a[i]->key())
            compareRows(none, b[j++]->rows());
        else {
            if (a[i]->stamp() != b[j]->stamp())
                compareRows(a[i]->rows(), b[j]->rows());
            ++i;
            ++j;
        }
    }
}

} // namespace rackwright
