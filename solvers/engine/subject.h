// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Subject: what a figure or finding is about, or a person has selected: the design, or a row of one of its tables. What
// each kind is stands in one table, kSubjectRows; who asks for the rows of a kind goes through it.

#include "model/base/fields.h"
#include "model/design/design.h"

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace rackwright {

/// No figure is about drawn things of a room.
enum class SubjectKind : std::uint8_t {
    Design,
    Room,
    Rack,
    Device,
    PowerElement,
    CoolingUnit,
    CoolingLoop,
    Workload,
    Section,
    RoomObject,
    Pathway,
    StoragePool,
    Network,
    Cable
};
template <>
struct EnumNames<SubjectKind> {
    static constexpr std::array<std::string_view, 14> names = {
        "design",   "room",    "rack",        "device",  "power", "cooling-unit", "cooling-loop",
        "workload", "section", "room-object", "pathway", "pool",  "network",      "cable"};
};

/// Rows of a table are subjects of a kind.
template <class Row>
struct SubjectRows {
    SubjectKind kind;
    Table<Row> Design::* table;
};
template <class Row>
SubjectRows(SubjectKind, Table<Row> Design::*) -> SubjectRows<Row>; // compilers before Clang 17 do not deduce aggregates
/// All tables whose rows are subjects. A pathway is a stretch or one of its points: no two rows of a project share an
/// id.
inline constexpr std::tuple kSubjectRows{SubjectRows{SubjectKind::Room, &Design::rooms},
                                         SubjectRows{SubjectKind::Rack, &Design::racks},
                                         SubjectRows{SubjectKind::Device, &Design::devices},
                                         SubjectRows{SubjectKind::PowerElement, &Design::powerElements},
                                         SubjectRows{SubjectKind::CoolingUnit, &Design::coolingUnits},
                                         SubjectRows{SubjectKind::CoolingLoop, &Design::coolingLoops},
                                         SubjectRows{SubjectKind::Workload, &Design::workloads},
                                         SubjectRows{SubjectKind::RoomObject, &Design::roomObjects},
                                         SubjectRows{SubjectKind::Pathway, &Design::pathSegments},
                                         SubjectRows{SubjectKind::Pathway, &Design::pathNodes},
                                         SubjectRows{SubjectKind::StoragePool, &Design::storagePools},
                                         SubjectRows{SubjectKind::Network, &Design::networks},
                                         SubjectRows{SubjectKind::Cable, &Design::cables}};

/// Calls `visit` with the tables of a kind, in the order above; none for the design and the sections of a bill.
template <class Visit>
constexpr void forEachTableOf(SubjectKind kind, Visit&& visit) {
    std::apply([&](const auto&... rows) { ((rows.kind == kind ? visit(rows.table) : void()), ...); }, kSubjectRows);
}

/// What kind of subject a row is; no constant for rows that are none.
template <class Row>
inline constexpr SubjectKind kSubjectKindOf = std::apply(
    [](const auto&... rows) {
        SubjectKind found = SubjectKind::Design;
        const auto compare = [&found](const auto& each) {
            if constexpr (std::is_same_v<std::remove_cvref_t<decltype(each)>, SubjectRows<Row>>)
                found = each.kind;
        };
        (compare(rows), ...);
        return found;
    },
    kSubjectRows);
template <class Row>
concept SubjectRow = kSubjectKindOf<Row> != SubjectKind::Design;

/// `id` is the row's id (0 for the design; for Section the enumerator's number).
struct Subject {
    SubjectKind kind = SubjectKind::Design;
    std::uint64_t id = 0;

    constexpr Subject() = default;
    constexpr Subject(SubjectKind ofKind, std::uint64_t ofId) : kind(ofKind), id(ofId) {}
    template <SubjectRow Row>
    constexpr Subject(Id<Row> row) : kind(kSubjectKindOf<Row>), id(row.value) {}

    /// The id of the row; null where the subject is of another kind.
    template <SubjectRow Row>
    constexpr Id<Row> as() const {
        return kind == kSubjectKindOf<Row> ? Id<Row>{id} : Id<Row>{};
    }
    friend constexpr auto operator<=>(const Subject&, const Subject&) = default;
};

/// What figures and findings of a row are asked by.
template <SubjectRow Row>
constexpr Subject subjectOf(const Row& row) {
    return row.id;
}

/// The row that a subject is; null where it is of another kind, or no more.
template <SubjectRow Row>
const Row* findRow(const Design& design, Subject subject) {
    const Row* found = nullptr;
    forEachTableOf(subject.kind, [&](auto table) {
        if constexpr (std::is_same_v<decltype(table), Table<Row> Design::*>)
            found = (design.*table).find(Id<Row>{subject.id});
    });
    return found;
}

/// The design holds the row that the subject is; the design itself and the sections of a bill are always there.
inline bool holdsSubject(const Design& design, Subject subject) {
    bool hasTable = false, isThere = false;
    forEachTableOf(subject.kind, [&]<class Row>(Table<Row> Design::* table) {
        hasTable = true;
        isThere = isThere || (design.*table).contains(Id<Row>{subject.id});
    });
    return isThere || !hasTable;
}

} // namespace rackwright
