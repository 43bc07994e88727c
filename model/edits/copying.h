// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a copy of rows contains and how it comes into a design under new ids: one answer for copies by key and by mouse,
// for rows of copies and for the clipboard. Internal to model/edits.

#include "model/edits/clip_edits.h"
#include "model/file/stored.h"

#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace rackwright::edits {

/// Visits all ids that a value holds, but not what it was copied from, which names a row that may be gone.
template <class T, class Visit>
void forEachId(T& value, Visit& visit) {
    using Type = std::remove_cvref_t<T>;
    if constexpr (isId<Type>)
        visit(value);
    else if constexpr (Described<Type>)
        forEachField<Type>([&](const auto& f) {
            if (f.name != "copiedFrom")
                forEachId(value.*f.member, visit);
        });
    else if constexpr (isOptional<Type>) {
        if (value)
            forEachId(*value, visit);
    } else if constexpr (isVector<Type>) {
        for (auto& each : value)
            forEachId(each, visit);
    } else if constexpr (isVariant<Type>)
        std::visit([&visit](auto& each) { forEachId(each, visit); }, value);
}

/// Moves all places on the floor that a value holds.
template <class T>
void movePlaces(T& value, Point by) {
    if constexpr (std::same_as<T, Point>)
        value = {value.x + by.x, value.y + by.y};
    else if constexpr (Described<T>)
        forEachField<T>([&](const auto& f) { movePlaces(value.*f.member, by); });
    else if constexpr (isVector<T>) {
        for (auto& each : value)
            movePlaces(each, by);
    } else if constexpr (isVariant<T>)
        std::visit([by](auto& each) { movePlaces(each, by); }, value);
}

/// Gathers rows of a design with all that belongs to them.
class RowCollector {
public:
    explicit RowCollector(const Design& design) : m_design(design) {}

    /// Racks and devices with what is in them, on them and between them.
    void add(const ClipRows& rows);
    /// What room units do for the racks too: a copy in the same design is served by them as well.
    void addServicesOfRooms();
    const Design& rows() const { return m_taken; }
    bool has(std::uint64_t id) const { return m_kept.contains(id); }
    /// The rows with their rooms and parts as a design of their own, which names nothing outside of itself.
    Document document(const Project& project);

private:
    template <class Row>
    bool take(Table<Row> Design::*table, const Row* row);
    template <class Row>
    void addNamed(Table<Row> Design::*table);
    void addRack(Id<Rack> id);
    void addDevice(const Device* device);
    void addCables();
    void addBetween();

    const Design& m_design;
    Design m_taken;
    std::unordered_set<std::uint64_t> m_kept; ///< no two rows of a project share an id
};

/// Puts rows into a design under new ids and free names, as often as wanted.
class RowPaster {
public:
    RowPaster(const Design& rows, Design& design, IdSource& ids) : m_rows(rows), m_design(design), m_ids(ids) {}

    /// The rows are of another design: their parts are embedded, and types, networks and loops that the design has
    /// are joined. Of all else that they name outside of themselves nothing stays.
    void joinFrom(const Project& source, Project& project);
    /// The rows are of this design: what they name outside of themselves they go on to name.
    void joinOwn();
    void joinRooms(Id<Room> room);
    /// Where a thing goes that has a place of its own in the target.
    void place(std::uint64_t thing, Placement placement) { m_places[thing] = std::move(placement); }
    void paste(Point by);
    /// The row that the last paste made of one; 0 where it made none.
    std::uint64_t madeOf(std::uint64_t row) const;

private:
    template <class Row>
    Row renewed(Row row) const;
    template <class Row>
    void pasteTable(std::string_view name, Table<Row> Design::*table, Point by);
    template <class Row>
    void finish(const Row& old, Row& row, Point by) const;
    /// The name that a row has in its new rack: what is called after the rack that it was copied from is called after
    /// the one that it comes into.
    template <class Row>
    std::string nameIn(const Row& old, const Row& row) const;
    /// What the rack was called that a row was copied from; empty where nobody knows.
    template <class Row>
    std::string nameOfOldRack(const Row& old) const;
    /// The rack that a row comes into by its new placement; null where it comes into none.
    template <class Row>
    const Rack* newRackOf(const Row& old, const Placement& now) const;
    void joinTypes();
    void joinNetworks();
    void joinLoops();

    using NewIds = std::unordered_map<std::uint64_t, std::uint64_t>; ///< old id to new id, of all tables
    const Design& m_rows;
    Design& m_design;
    IdSource& m_ids;
    NewIds m_joined;
    NewIds m_new; ///< of the paste under way
    bool m_isOwn = false;
    std::unordered_map<std::uint64_t, Placement> m_places;
    std::unordered_map<std::string_view, std::unordered_set<std::string>> m_names; ///< taken ones, by table
};

} // namespace rackwright::edits
