// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rows of the building: rooms and what stands or is drawn in them, and pathways as a graph. Places are in the room's
// coordinates; heights are above the room's finished floor.

#include "model/design/geometry.h"
#include "model/design/id.h"
#include "model/design/scope.h"
#include "model/units/quantity.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace rackwright {

struct PartRow;
struct CoolingLoop;
struct PowerElement;

/// Heights, widths and thicknesses of what is built: up to 100 m.
inline constexpr Limits kBuildingSize{0, 1e8};
/// Heights above a floor; negative: below it.
inline constexpr Limits kHeightLimits{-1e8, 1e8};
/// Of grids and floor tiles: 10 mm to 100 m, so that a hall holds a number of lines that can be drawn.
inline constexpr Limits kPitchLimits{1e4, 1e8};
inline constexpr Limits kShareLimits{0, 1};

/// A room or hall; what stands in it has places in the room's own coordinates.
struct Room {
    Id<Room> id;
    std::string name;
    std::vector<Point> outline;
    Length elevation;                  ///< of the finished floor above the building's datum
    std::optional<Length> clearHeight; ///< floor to ceiling; unset: not known
    Angle north;                       ///< direction of north on the plan, 0 = up
    Length gridPitch = Length::millimetres(600);
    std::optional<Temperature> dewPoint; ///< of its air at the most; unset: not known
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &Room::id), field("name", &Room::name), field("outline", &Room::outline),
              field("elevation", &Room::elevation, "um", kPlaceLimits),
              field("clearHeight", &Room::clearHeight, "um", kBuildingSize), field("north", &Room::north, "mdeg"),
              field("gridPitch", &Room::gridPitch, "um", kPitchLimits), field("dewPoint", &Room::dewPoint, "K"),
              field("scope", &Room::scope));
    }
    bool operator==(const Room&) const = default;
};

/// Straight; from and to are the ends of its centre line.
struct Wall {
    Point from, to;
    Length thickness = Length::millimetres(150);
    static constexpr void fields(auto&& visit) {
        visit(field("from", &Wall::from), field("to", &Wall::to),
              field("thickness", &Wall::thickness, "um", kBuildingSize));
    }
    bool operator==(const Wall&) const = default;
};
/// Solid from floor to ceiling.
struct Column {
    std::vector<Point> outline;
    static constexpr void fields(auto&& visit) { visit(field("outline", &Column::outline)); }
    bool operator==(const Column&) const = default;
};
/// The hinge is at `from`; the leaf swings to the left or right of the way from -> to.
struct Door {
    Point from, to;
    Length height = Length::millimetres(2100);
    bool swingsLeft = true;
    bool isDouble = false;
    bool isDeliveryPath = false;
    static constexpr void fields(auto&& visit) {
        visit(field("from", &Door::from), field("to", &Door::to), field("height", &Door::height, "um", kBuildingSize),
              field("swingsLeft", &Door::swingsLeft), field("isDouble", &Door::isDouble),
              field("isDeliveryPath", &Door::isDeliveryPath));
    }
    bool operator==(const Door&) const = default;
};
/// Floor on which nothing may stand.
struct KeepOut {
    std::vector<Point> outline;
    std::string reason;
    static constexpr void fields(auto&& visit) {
        visit(field("outline", &KeepOut::outline), field("reason", &KeepOut::reason));
    }
    bool operator==(const KeepOut&) const = default;
};
/// Circulation: a route that leads past rows, for people and deliveries.
enum class AisleKind : std::uint8_t { Cold, Hot, Circulation };
template <>
struct EnumNames<AisleKind> {
    static constexpr std::array<std::string_view, 3> names = {"cold", "hot", "circulation"};
};
/// Floor between rows that is kept free.
struct Aisle {
    std::vector<Point> outline;
    AisleKind kind = AisleKind::Cold;
    bool isContained = false;
    static constexpr void fields(auto&& visit) {
        visit(field("outline", &Aisle::outline), field("kind", &Aisle::kind),
              field("isContained", &Aisle::isContained));
    }
    bool operator==(const Aisle&) const = default;
};
struct RaisedFloor {
    std::vector<Point> outline;
    Length plenumHeight = Length::millimetres(600);
    Length tilePitch = Length::millimetres(600);
    static constexpr void fields(auto&& visit) {
        visit(field("outline", &RaisedFloor::outline),
              field("plenumHeight", &RaisedFloor::plenumHeight, "um", kBuildingSize),
              field("tilePitch", &RaisedFloor::tilePitch, "um", kPitchLimits));
    }
    bool operator==(const RaisedFloor&) const = default;
};
/// How a tile lets air or cables through.
enum class FloorTileKind : std::uint8_t { Perforated, Grate, CutOut };
template <>
struct EnumNames<FloorTileKind> {
    static constexpr std::array<std::string_view, 3> names = {"perforated", "grate", "cut-out"};
};
/// A tile of a raised floor that is not closed.
struct FloorTile {
    std::vector<Point> outline;
    FloorTileKind kind = FloorTileKind::Perforated;
    std::optional<double> openShare; ///< 0..1
    static constexpr void fields(auto&& visit) {
        visit(field("outline", &FloorTile::outline), field("kind", &FloorTile::kind),
              field("openShare", &FloorTile::openShare, kShareLimits));
    }
    bool operator==(const FloorTile&) const = default;
};
/// A way between two rooms for people, air or pathways.
struct Opening {
    Point from, to;
    Length bottom, top;
    Id<Room> other;
    static constexpr void fields(auto&& visit) {
        visit(field("from", &Opening::from), field("to", &Opening::to),
              field("bottom", &Opening::bottom, "um", kHeightLimits), field("top", &Opening::top, "um", kHeightLimits),
              field("other", &Opening::other));
    }
    bool operator==(const Opening&) const = default;
};
/// A picture to trace, set to scale by two points and their true distance.
struct Underlay {
    std::string fileName;
    std::string sha256;
    Footprint place;
    double opacity = 0.5;
    static constexpr void fields(auto&& visit) {
        visit(field("fileName", &Underlay::fileName), field("sha256", &Underlay::sha256),
              field("place", &Underlay::place), field("opacity", &Underlay::opacity, kShareLimits));
    }
    bool operator==(const Underlay&) const = default;
};
/// A measure drawn for readers of the plan; it decides nothing.
struct DimensionLine {
    Point from, to;
    Length offset;
    static constexpr void fields(auto&& visit) {
        visit(field("from", &DimensionLine::from), field("to", &DimensionLine::to),
              field("offset", &DimensionLine::offset, "um", kPlaceLimits));
    }
    bool operator==(const DimensionLine&) const = default;
};

using RoomObjectShape =
    std::variant<Wall, Column, Door, KeepOut, Aisle, RaisedFloor, FloorTile, Opening, Underlay, DimensionLine>;
template <>
struct VariantKinds<RoomObjectShape> {
    static constexpr std::array<std::string_view, 10> names = {"wall",     "column",       "door",       "keep-out",
                                                               "aisle",    "raised-floor", "floor-tile", "opening",
                                                               "underlay", "dimension"};
};

struct RoomObject {
    Id<RoomObject> id;
    Id<Room> room;
    std::string name;
    RoomObjectShape shape;
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &RoomObject::id), field("room", &RoomObject::room), field("name", &RoomObject::name),
              field("shape", &RoomObject::shape), field("scope", &RoomObject::scope));
    }
    bool operator==(const RoomObject&) const = default;
};

/// A point of the pathway graph. A tap or drop belongs to the rack or element below or above it.
enum class PathNodeKind : std::uint8_t { Bend, Junction, Tap, Drop, Riser, End };
template <>
struct EnumNames<PathNodeKind> {
    static constexpr std::array<std::string_view, 6> names = {"bend", "junction", "tap", "drop", "riser", "end"};
};
/// A point of the pathway graph, at which segments end.
struct PathNode {
    Id<PathNode> id;
    Id<Room> room;
    PathNodeKind kind = PathNodeKind::Bend;
    Point place;
    Length height; ///< above the finished floor; negative: under a raised floor
    bool hasValve = false;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &PathNode::id), field("room", &PathNode::room), field("kind", &PathNode::kind),
              field("place", &PathNode::place), field("height", &PathNode::height, "um", kHeightLimits),
              field("hasValve", &PathNode::hasValve));
    }
    bool operator==(const PathNode&) const = default;
};

/// What a stretch of pathway is built as.
enum class PathwayKind : std::uint8_t { CableTray, FibreDuct, Busway, PipeMain, Conduit };
/// What may be laid in it.
enum class Carries : std::uint8_t { Any, Copper, Fibre, Electricity, Liquid };
template <>
struct EnumNames<PathwayKind> {
    static constexpr std::array<std::string_view, 5> names = {"tray", "fibre-duct", "busway", "pipe-main", "conduit"};
};
template <>
struct EnumNames<Carries> {
    static constexpr std::array<std::string_view, 5> names = {"any", "copper", "fibre", "power", "liquid"};
};
/// A straight stretch of pathway between two nodes.
struct PathSegment {
    Id<PathSegment> id;
    std::string name;
    PathwayKind kind = PathwayKind::CableTray;
    Id<PathNode> from, to;
    Length width;
    Length height;
    double fillLimit = 0.4; ///< share of the cross section; 0.4 is usual practice for trays
    Carries carries = Carries::Any;
    Id<PowerElement> busway;          ///< the power element that this stretch of busway is
    Id<CoolingLoop> loop;             ///< the loop that this pipe belongs to
    bool isReturn = false;            ///< of a pipe main
    std::int64_t nominalDiameter = 0; ///< DN of a pipe, in mm; 0: not known
    Scope scope;
    static constexpr void fields(auto&& visit) {
        visit(field("id", &PathSegment::id), field("name", &PathSegment::name), field("kind", &PathSegment::kind),
              field("from", &PathSegment::from), field("to", &PathSegment::to),
              field("width", &PathSegment::width, "um", kBuildingSize),
              field("height", &PathSegment::height, "um", kBuildingSize),
              field("fillLimit", &PathSegment::fillLimit, kShareLimits), field("carries", &PathSegment::carries),
              field("busway", &PathSegment::busway), field("loop", &PathSegment::loop),
              field("isReturn", &PathSegment::isReturn),
              field("nominalDiameter", &PathSegment::nominalDiameter, Limits{0, 3000}),
              field("scope", &PathSegment::scope));
    }
    bool operator==(const PathSegment&) const = default;
};

} // namespace rackwright
