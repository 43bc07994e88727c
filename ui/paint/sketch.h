// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Sketch: puts items on a drawing. Places are in world mm, pen widths and text sizes in mm of paper; used by the
// functions that make drawings.

#include "ui/paint/drawing.h"

#include "model/design/geometry.h"

namespace rackwright {

/// A pen with its width in paper mm.
struct PaperPen {
    Ink ink = Ink::Text;
    double width = 0.18;
    Dash dash = Dash::Solid;
};

/// A line of text with its size in paper mm.
struct Lettering {
    double size = 2.2;
    Weight weight = Weight::Regular;
    TextAlign align = TextAlign::Centre;
    Ink ink = Ink::Text;
    double turn = 0;
    Rise rise = Rise::Middle;
};

/// `scale`: paper mm per world mm, as of the Drawing.
class Sketch {
public:
    Sketch(QString title, double scale);

    double scale() const { return m_drawing.scale; }
    /// Paper mm as world mm.
    double world(double paperMm) const { return paperMm / m_drawing.scale; }
    /// World mm as paper mm.
    double paper(double worldMm) const { return worldMm * m_drawing.scale; }

    /// All items that follow belong to this layer and row.
    void enter(Layer layer, std::uint64_t subject = 0);

    /// Without fill or pen that of it is left out; this is so of all shapes.
    void rectangle(const QRectF& box, std::optional<Ink> fill, std::optional<PaperPen> pen, double paperRadius = 0);
    void polygon(std::vector<QPointF> points, std::optional<Ink> fill, std::optional<PaperPen> pen);
    /// World mm.
    void line(QPointF from, QPointF to, const PaperPen& pen);
    void lines(std::vector<std::vector<QPointF>> lines, const PaperPen& pen);
    void arc(const ArcShape& arc, const PaperPen& pen);
    /// Its place and size are in world mm.
    void picture(PictureShape picture);
    /// One line; `anchor` in world mm.
    void text(QPointF anchor, const QString& text, const Lettering& lettering);

    /// Width of a line in world mm.
    double widthOf(const QString& text, const Lettering& lettering) const;

    void setBounds(const QRectF& bounds) { m_drawing.bounds = bounds; }
    const QRectF& bounds() const { return m_drawing.bounds; }
    /// Items put so far.
    std::size_t itemCount() const { return m_drawing.items.size(); }
    /// What was drawn; the last call.
    Drawing take() && { return std::move(m_drawing); }

private:
    void put(std::optional<Ink> fill, std::optional<PaperPen> pen, Shape shape);

    Drawing m_drawing;
    Layer m_layer = Layer::Ground;
    std::uint64_t m_subject = 0;
};

inline QPointF inMm(Point point) { return {point.x.inMillimetres(), point.y.inMillimetres()}; }
std::vector<QPointF> inMm(const std::vector<Point>& points);
/// The least upright box around the points.
QRectF boxOf(const std::vector<QPointF>& points);

/// A dimension line between two points, lying `offset` world mm to the right of the way from -> to. The text is left
/// out where it does not fit.
void addDimension(Sketch& sketch, QPointF from, QPointF to, double offset, const QString& text);

/// A bar of a round length (1, 2 or 5 times a power of ten) near `paperMm` long, its label given the length in metres.
struct ScaleBar {
    double length = 0; ///< world mm
    int parts = 2;
};
ScaleBar scaleBarFor(double scale, double paperMm);

} // namespace rackwright
