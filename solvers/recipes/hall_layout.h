// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where rows of racks stand in a hall: pairs of rows face each other over a cold aisle, backs share a hot aisle, cross
// aisles part long rows, and cooling units stand along the walls. Geometry only; the cluster builder uses it.

#include "model/base/result.h"
#include "model/design/geometry.h"
#include "model/design/room_rows.h"

#include <functional>
#include <optional>
#include <vector>

namespace rackwright {

/// Racks in a row without a cross aisle, at most (rule FLOOR-05).
inline constexpr std::int64_t kMostRacksInBlock = 20;

struct WallUnit {
    Length width, depth;
    Length behind =
        Length::millimetres(100); ///< from the wall's line: its thickness, and room for service where needed
};

struct HallRequest {
    std::int64_t places = 0; ///< racks and in-row units, all of one footprint
    Length placeWidth, placeDepth;
    Length coldAisle = Length::millimetres(1500);
    Length hotAisle = Length::millimetres(1200);
    Length crossAisle = Length::millimetres(1200);
    Length wallClearance = Length::millimetres(1300); ///< cabinet to wall: 1,200 mm free before half its thickness
    Length unitClearance = Length::millimetres(1800); ///< wall unit to cabinet
    std::vector<WallUnit> wallUnits;                  ///< along the left and right wall, then the top one
    std::optional<std::int64_t> rows;
    std::optional<Length> width, depth;      ///< of the room; unset: as needed
    std::vector<std::vector<Point>> columns; ///< places that meet one are left out
    /// Where columns stand in a room of this width and depth; in place of `columns`.
    std::function<std::vector<std::vector<Point>>(Length width, Length depth)> columnsIn;
};

struct RackPlace {
    Point centre;
    Angle rotation; ///< 0: front towards the top of the plan
    std::int64_t row = 0;
};
struct RowBand {
    Length y; ///< of the rack centres
    Length from, to;
    Length ways; ///< centre of trays and busways over the row: beside the columns that stand in it
    bool facesDown = false;
};
struct AisleBand {
    AisleKind kind = AisleKind::Cold;
    std::vector<Point> outline;
};
struct WallPlace {
    Point centre;
    Angle rotation; ///< the front points into the room
};

struct HallLayout {
    Length width, depth;
    std::vector<RackPlace> places;
    std::vector<RowBand> rows;
    Length crossWay; ///< of the tray across the rows at their left end, off the columns
    std::vector<AisleBand> aisles;
    std::vector<WallPlace> wallUnits; ///< in the order asked for
    std::vector<std::vector<Point>> columns;
};

/// The layout; an Error when a given room is too small, with the size that would do.
Result<HallLayout> layOutHall(const HallRequest& request);

std::vector<Point> rectangleOutline(Point low, Point high);

} // namespace rackwright
