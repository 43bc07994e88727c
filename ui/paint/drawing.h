// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Drawing: a plan or elevation as a value: shapes in millimetres of the real world (x right, y down), made by pure
// functions from a design. Painters and the SVG writer draw it without knowing the model; tests compare it as data.

#include "model/design/embedded_picture.h"
#include "ui/paint/fonts.h"
#include "ui/paint/palette.h"

#include <QImage>
#include <QPointF>
#include <QRectF>
#include <QString>

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace rackwright {

enum class Dash : std::uint8_t { Solid, Dashed, DashDotted, Dotted };

struct Stroke {
    Ink ink = Ink::Text;
    double width = 0; ///< world mm
    Dash dash = Dash::Solid;
    bool operator==(const Stroke&) const = default;
};

struct RectangleShape {
    QRectF box;
    double radius = 0;
    bool operator==(const RectangleShape&) const = default;
};
struct PolygonShape {
    std::vector<QPointF> points;
    bool operator==(const PolygonShape&) const = default;
};
/// One or more separate open lines: a polyline, or the strokes of a hatch.
struct LinesShape {
    std::vector<std::vector<QPointF>> lines;
    bool operator==(const LinesShape&) const = default;
};
/// Degrees clockwise from the x axis.
struct ArcShape {
    QPointF centre;
    double radius = 0;
    double start = 0;
    double sweep = 0;
    bool operator==(const ArcShape&) const = default;
};

enum class TextAlign : std::uint8_t { Left, Centre, Right };
/// Where the anchor lies in the height of the line: at the base line, or half way up the capitals.
enum class Rise : std::uint8_t { Baseline, Middle };

struct TextShape {
    QPointF anchor;
    QString text;    ///< one line
    double size = 0; ///< font size, world mm
    Weight weight = Weight::Regular;
    TextAlign align = TextAlign::Left;
    Rise rise = Rise::Middle;
    double turn = 0; ///< degrees clockwise about the anchor
    Ink ink = Ink::Text;
    bool operator==(const TextShape&) const = default;
};

/// A picture laid under a plan, turned clockwise about its centre. The pixels follow from the bytes.
struct PictureShape {
    QPointF centre;
    QSizeF size;
    double turn = 0;
    double opacity = 1;
    EmbeddedPicture picture;
    QImage pixels;
    bool operator==(const PictureShape& other) const {
        return centre == other.centre && size == other.size && turn == other.turn && opacity == other.opacity &&
               picture == other.picture;
    }
};

using Shape = std::variant<RectangleShape, PolygonShape, LinesShape, ArcShape, TextShape, PictureShape>;

/// What kind of thing an item shows; it is painted in its place of Drawing::items.
enum class Layer : std::uint8_t {
    Ground,
    Underlay,
    Grid,
    Aisles,
    KeepOuts,
    Building,
    Pathways,
    Equipment,
    Racks,
    Devices,
    Labels,
    Dimensions,
    Legend
};

/// One shape with its pen and fill; neither: nothing is seen of it but text and pictures.
struct DrawingItem {
    Layer layer = Layer::Ground;
    std::uint64_t subject = 0; ///< id of the row that it shows; 0: none
    std::optional<Stroke> stroke;
    std::optional<Ink> fill;
    Shape shape;
    bool operator==(const DrawingItem&) const = default;
};

/// A whole drawing. Sizes of text and widths of pens are in world mm too.
struct Drawing {
    QString title;
    QRectF bounds;                  ///< world mm, with margins for references, dimensions and legend
    double scale = 1;               ///< paper mm per world mm (1:100 is 0.01)
    std::vector<DrawingItem> items; ///< in painting order
    bool operator==(const Drawing&) const = default;
};

/// The paper that the drawing takes at its own scale, in mm.
inline QSizeF paperSize(const Drawing& drawing) { return drawing.bounds.size() * drawing.scale; }

/// The corners of a picture in order.
std::vector<QPointF> outlineOf(const PictureShape& picture);

/// The box that a text takes up, unturned texts only turned about the anchor (corners in order).
std::vector<QPointF> outlineOf(const TextShape& text);

/// Strokes at 45 degrees inside a polygon (even-odd), `spacing` apart.
std::vector<std::vector<QPointF>> hatchOf(const std::vector<QPointF>& polygon, double spacing);

/// The largest usual scale (1:10, 1:20, 1:50, ...) at which a world size fits on paper.
double usualScale(QSizeF world, QSizeF paper);

/// "1:100"
QString scaleName(double scale);

} // namespace rackwright
