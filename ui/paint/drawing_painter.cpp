// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/drawing_painter.h"

#include "model/base/check.h"
#include "ui/paint/painter_state.h"
#include "ui/paint/pdf_canvas.h"

#include <QBuffer>
#include <QPainter>
#include <QPainterPath>
#include <QPdfWriter>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr int kFontPixels = 100;    // all sizes come from scaling this one, so that glyphs keep their exact proportions
constexpr double kMostDots = 20000; // along a side
constexpr double kMostPicture = 100e6; // dots of all: 400 MB

QPen penOf(const Stroke& stroke, const Palette& palette) {
    QPen pen(palette[stroke.ink], stroke.width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::MiterJoin);
    switch (stroke.dash) {
    case Dash::Solid:
        break;
    case Dash::Dashed:
        pen.setDashPattern({6, 4});
        break;
    case Dash::DashDotted:
        pen.setDashPattern({8, 3, 1.5, 3});
        break;
    case Dash::Dotted:
        pen.setDashPattern({1.5, 2.5});
        break;
    }
    return pen;
}

QPolygonF polygonOf(const std::vector<QPointF>& points) {
    QPolygonF polygon;
    polygon.reserve(static_cast<qsizetype>(points.size()));
    for (const QPointF& p : points)
        polygon.append(p);
    return polygon;
}

bool cross(const QPointF& a, const QPointF& b, const QPointF& c, const QPointF& d) {
    const auto side = [](const QPointF& from, const QPointF& to, const QPointF& p) {
        return (to.x() - from.x()) * (p.y() - from.y()) - (to.y() - from.y()) * (p.x() - from.x());
    };
    return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

/// Of many corners, and its sides cross each other somewhere. Those of thousands are no outline that a person drew.
bool isTangled(const std::vector<QPointF>& points) {
    constexpr std::size_t few = 32, most = 2'000;
    if (points.size() <= few || points.size() > most)
        return false;
    const auto next = [&points](std::size_t i) { return points[i + 1 < points.size() ? i + 1 : 0]; };
    for (std::size_t i = 0; i < points.size(); ++i)
        for (std::size_t j = i + 2; j < points.size(); ++j)
            if (cross(points[i], next(i), points[j], next(j)))
                return true;
    return false;
}

class ShapePainter {
public:
    ShapePainter(QPainter& painter, const Palette& palette) : m_painter(painter), m_palette(palette) {}

    void operator()(const RectangleShape& shape) const {
        if (shape.radius > 0)
            m_painter.drawRoundedRect(shape.box, shape.radius, shape.radius);
        else
            m_painter.drawRect(shape.box);
    }
    void operator()(const PolygonShape& shape) const {
        if (m_painter.pen().style() != Qt::NoPen && isTangled(shape.points))
            paintTangled(polygonOf(shape.points));
        else
            m_painter.drawPolygon(polygonOf(shape.points));
    }
    void operator()(const LinesShape& shape) const {
        for (const std::vector<QPointF>& line : shape.lines)
            m_painter.drawPolyline(polygonOf(line));
    }
    void operator()(const ArcShape& shape) const {
        const QRectF box(shape.centre.x() - shape.radius, shape.centre.y() - shape.radius, 2 * shape.radius,
                         2 * shape.radius);
        QPainterPath path;
        path.arcMoveTo(box, -shape.start);
        path.arcTo(box, -shape.start, -shape.sweep);
        m_painter.drawPath(path);
    }
    void operator()(const TextShape& shape) const { paintText(m_painter, shape, m_palette); }
    void operator()(const PictureShape& shape) const {
        const PainterState state(m_painter);
        m_painter.setRenderHint(QPainter::SmoothPixmapTransform);
        m_painter.setOpacity(m_painter.opacity() * shape.opacity);
        m_painter.translate(shape.centre);
        m_painter.rotate(shape.turn);
        m_painter.drawImage(QRectF(QPointF(-shape.size.width(), -shape.size.height()) / 2, shape.size), shape.pixels);
    }

private:
    // Qt looks for the crossings of a stroke with itself pair by pair, so that a tangle is stroked a few sides at a
    // time, each lot with the first side of the next for the corner between them.
    void paintTangled(const QPolygonF& polygon) const {
        constexpr qsizetype sides = 16;
        const QPen pen = m_painter.pen();
        m_painter.setPen(Qt::NoPen);
        m_painter.drawPolygon(polygon);
        m_painter.setPen(pen);
        const QPolygonF closed = polygon + QPolygonF({polygon[0], polygon[1]});
        for (qsizetype from = 0; from + 2 < closed.size(); from += sides)
            m_painter.drawPolyline(closed.mid(from, sides + 2));
    }

    QPainter& m_painter;
    const Palette& m_palette;
};

} // namespace

void paintText(QPainter& painter, const TextShape& text, const Palette& palette) {
    if (text.text.isEmpty() || !(text.size > 0))
        return;
    const double scale = text.size / kFontPixels;
    const double width = textWidth(text.text, text.weight) * kFontPixels;
    const double x = text.align == TextAlign::Left ? 0 : text.align == TextAlign::Centre ? -width / 2 : -width;
    const double y = text.rise == Rise::Middle ? capHeight() * kFontPixels / 2 : 0;
    const PainterState state(painter);
    painter.translate(text.anchor);
    painter.rotate(text.turn);
    painter.scale(scale, scale);
    painter.setFont(documentFont(text.weight, kFontPixels));
    painter.setPen(palette[text.ink]);
    painter.drawText(QPointF(x, y), text.text);
}

namespace {

void begin(QPainter& painter, const QTransform& toDevice) {
    painter.setTransform(toDevice, true);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
}

void paintItem(QPainter& painter, const DrawingItem& item, const ShapePainter& shapes, const Palette& palette) {
    painter.setPen(item.stroke ? penOf(*item.stroke, palette) : QPen(Qt::NoPen));
    painter.setBrush(item.fill ? QBrush(palette[*item.fill]) : QBrush(Qt::NoBrush));
    std::visit(shapes, item.shape);
}

} // namespace

void paintDrawing(QPainter& painter, const Drawing& drawing, const QTransform& toDevice, const Palette& palette) {
    const PainterState state(painter);
    begin(painter, toDevice);
    const ShapePainter shapes(painter, palette);
    for (const DrawingItem& item : drawing.items)
        paintItem(painter, item, shapes, palette);
}

void paintItems(QPainter& painter, const Drawing& drawing, const std::vector<std::uint32_t>& items,
                const QTransform& toDevice, const Palette& palette) {
    const PainterState state(painter);
    begin(painter, toDevice);
    const ShapePainter shapes(painter, palette);
    for (const std::uint32_t index : items)
        paintItem(painter, drawing.items[index], shapes, palette);
}

QImage pictureOf(const Drawing& drawing, const Palette& palette, double dotsPerMm) {
    const QSizeF paper = paperSize(drawing);
    RW_CHECK(std::isfinite(paper.width()) && std::isfinite(paper.height()), "a drawing has a size");
    const double longest = std::max(paper.width(), paper.height());
    const double area = std::max(paper.width() * paper.height(), 1.0);
    const double dots = std::min({dotsPerMm, kMostDots / std::max(longest, 1.0), std::sqrt(kMostPicture / area)});
    const QSize size(std::max(1, static_cast<int>(std::ceil(paper.width() * dots))),
                     std::max(1, static_cast<int>(std::ceil(paper.height() * dots))));
    QImage image(size, QImage::Format_RGB32);
    image.fill(palette[Ink::Paper]);
    image.setDotsPerMeterX(static_cast<int>(std::lround(dots * 1000)));
    image.setDotsPerMeterY(static_cast<int>(std::lround(dots * 1000)));
    QPainter painter(&image);
    const double k = dots * drawing.scale;
    QTransform toDevice = QTransform::fromScale(k, k);
    toDevice.translate(-drawing.bounds.left(), -drawing.bounds.top());
    paintDrawing(painter, drawing, toDevice, palette);
    return image;
}

QByteArray pngOf(const Drawing& drawing, const Palette& palette, double dotsPerMm) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    pictureOf(drawing, palette, dotsPerMm).save(&buffer, "PNG");
    return bytes;
}

QByteArray pdfOf(const Drawing& drawing, const Palette& palette) {
    PdfCanvas canvas;
    QPdfWriter& writer = canvas.writer();
    writer.setTitle(drawing.title);
    writer.setCreator(QStringLiteral("Rackwright"));
    writer.setPageSize(QPageSize(paperSize(drawing), QPageSize::Millimeter, drawing.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setResolution(1200);
    QPainter& painter = canvas.begin();
    const double k = 1200 / 25.4 * drawing.scale;
    QTransform toDevice = QTransform::fromScale(k, k);
    toDevice.translate(-drawing.bounds.left(), -drawing.bounds.top());
    paintDrawing(painter, drawing, toDevice, palette);
    return canvas.finish();
}

} // namespace rackwright
