// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How many racks a drawn room takes, and where they stand: rows that face each other in turn over cold and hot aisles,
// cut by columns or shifted past them, in both orientations. Geometry only: the room, what stands in it, and the
// clearances that rules of the floor ask for; what is built of it is made by recipes/room_layout.h.

#include "model/design/geometry.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// How a thing of the room is in the way of racks.
enum class FitThingKind : std::uint8_t {
    Solid,    ///< columns, equipment: neither racks nor the free floor before and behind them
    Wall,     ///< the same, and no end of a row within its route
    Reserved, ///< keep-outs, door swings, service floor, routes: no racks; people may pass
};
struct FitThing {
    FitThingKind kind = FitThingKind::Solid;
    std::vector<Point> outline;
    friend bool operator==(const FitThing&, const FitThing&) = default;
};

/// Which way rows run: along x, along y, or whichever takes more racks.
enum class RowsAlong : std::uint8_t { Any, X, Y };
template <>
struct EnumNames<RowsAlong> {
    static constexpr std::array<std::string_view, 3> names = {"any", "x", "y"};
};

struct RoomFitRequest {
    std::vector<Point> room;
    std::vector<FitThing> things;
    /// Points of the axis of busways that hang in the room: of rows that take as many racks, those nearest below them
    /// are chosen.
    std::vector<Point> overhead;
    Length rackWidth, rackDepth;
    Length coldAisle = Length::millimetres(1200); ///< between two fronts (rule FLOOR-02)
    Length hotAisle = Length::millimetres(1200);  ///< between two rears (rule FLOOR-03)
    Length frontFree = Length::millimetres(1200); ///< before a front, to walls, columns and equipment
    Length rearFree = Length::millimetres(1200);
    Length rowEnds = Length::millimetres(1200);    ///< of a row to the wall (rule FLOOR-05: circulation)
    Length crossAisle = Length::millimetres(1200); ///< after so many racks of a row:
    std::int64_t mostInLine = 20;                  ///< rule FLOOR-05
    std::int64_t count = 0;                        ///< 0: as many as the room takes
    RowsAlong along = RowsAlong::Any;
};

struct FitPlace {
    Point centre;
    Angle rotation; ///< 0: front towards the top of the plan
    std::int64_t row = 0;
};
/// A row of a fit. Of rows along y the sides are those of the plan turned: "low" is the left.
struct FitRow {
    Length low, high; ///< of its racks, across the row
    Length from, to;  ///< along it
    bool facesLow = true;
};
struct RoomFit {
    bool isAlongY = false;
    std::int64_t most = 0; ///< racks that the room takes in this orientation
    std::vector<FitPlace> places;
    std::vector<FitRow> rows;
};

/// The fit. Fewer places than asked for where the room takes no more; none where it takes none. A mirrored room has the
/// mirrored fit. Asked for a count, the fewest rows that take it, and of those the places nearest to their middle.
RoomFit fitRoom(const RoomFitRequest& request);

/// What keeps one more rack out of a room.
enum class FitStop : std::uint8_t {
    ColdAisle, ///< a further row, whose front needs its aisle
    HotAisle,  ///< a further row, whose rear needs its aisle
    RowEnds,   ///< a further rack in a row, whose end needs its route
    Solids,    ///< columns and what else stands there
    Reserved   ///< keep-outs, doors, service floor and routes
};
struct FitShortage {
    FitStop stop = FitStop::RowEnds;
    std::int64_t gain = 0;       ///< racks more without it
    std::optional<Length> lacks; ///< by how much the room is too small for one; of aisles and row ends
};
/// What stops the next rack, the least lack first, then what costs most.
std::vector<FitShortage> shortagesOf(const RoomFitRequest& request, const RoomFit& fit);

/// The least empty rectangle that takes the racks of a request, in steps of 50 mm: its width for a given depth, its
/// depth for a given width, or, without either, of the least area. Its `room` and `things` do not count. Nothing where
/// no size up to 500 m does.
std::optional<Point> roomFor(RoomFitRequest request, std::optional<Length> width, std::optional<Length> depth);

} // namespace rackwright
