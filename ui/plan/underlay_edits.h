// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The picture or drawing to trace below a plan: read from a file with all checks, embedded in the project, set to scale
// by two points, taken out again with its bytes; walls and columns of the layers of a drawing.

#include "model/design/embedded_picture.h"
#include "model/edits/target.h"
#include "solvers/exchange/dxf_reader.h"

#include <QString>

#include <optional>
#include <utility>
#include <vector>

namespace rackwright {

/// A file as a picture for a plan.
struct PlanPicture {
    EmbeddedPicture picture;
    std::string fileName;
    std::optional<Length> width; ///< of the sheet, where the file says it: what one prints
};
/// Of a PNG, SVG or PDF file by its ending. A PDF is drawn by pdftocairo in a process of its own, its page from 1. The
/// Error names the file and what to do.
Result<PlanPicture> planPicture(const QString& path, int page = 1);

/// Lays the picture of a PNG, SVG or PDF file into the room, as wide as that is; with a scale (100 of 1:100) as large
/// as the sheet says. Refused with the reason where the file is none, is too large, or cannot be decoded.
Result<Edit> insertUnderlay(const edits::Target& target, const QString& path, const Room& room, int page = 1,
                            std::optional<double> scale = {});

/// What is made of the lines of a layer.
enum class LayerUse : std::uint8_t { Below, Walls, Columns, LeaveOut };
/// How a DXF drawing comes into a room.
struct DrawingPlan {
    double unit = 1;            ///< millimetres of a unit of the drawing
    std::vector<LayerUse> uses; ///< by layer
    Length wallThickness = Length::millimetres(150);
    std::optional<Point> at; ///< of its upper left corner; unset: that of the room
};
/// Width and depth of what a plan takes of the drawing; zero where that is nothing.
std::pair<Length, Length> sizeOf(const DxfDrawing& drawing, const DrawingPlan& plan);
/// Millimetres of a unit: as the file says, else metres for a drawing of less than 1,000 units, else millimetres.
double usualUnit(const DxfDrawing& drawing);
/// What a person would take a layer for by its name.
LayerUse usualUse(const std::string& layer);
/// How many walls or columns a layer gives.
std::size_t objectsOf(const DxfDrawing& drawing, std::uint32_t layer, LayerUse use);
/// Lays the lines below the plan, true to scale, and draws walls and columns of layers, in one step. A closed narrow
/// rectangle is one wall of its thickness, any other line a wall for each straight part. `name` is the file's.
Result<Edit> insertDrawing(const edits::Target& target, const std::string& name, const DxfDrawing& drawing,
                           const DrawingPlan& plan, const Room& room);
/// A file as a DXF drawing, read within its limit.
Result<DxfDrawing> planDrawing(const QString& path);

/// The underlay with its picture grown about `from` so that the way from -> to is `distance` long.
Result<RoomObject> scaledUnderlay(RoomObject object, Point from, Point to, Length distance);

/// Takes the picture out, and its bytes where no option shows it any more.
Edit removeUnderlay(const edits::Target& target, const RoomObject& object);

/// The underlay that commands mean: the selected one, else the newest of the room; null where there is none.
const RoomObject* underlayOf(const Design& design, Id<Room> room, const std::vector<std::uint64_t>& selected);

} // namespace rackwright
