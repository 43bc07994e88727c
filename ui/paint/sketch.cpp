// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/sketch.h"

#include "model/base/check.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace rackwright {

Sketch::Sketch(QString title, double scale) {
    RW_CHECK(scale > 0, "a drawing is made at a scale above zero");
    m_drawing.title = std::move(title);
    m_drawing.scale = scale;
}

void Sketch::enter(Layer layer, std::uint64_t subject) {
    m_layer = layer;
    m_subject = subject;
}

void Sketch::put(std::optional<Ink> fill, std::optional<PaperPen> pen, Shape shape) {
    std::optional<Stroke> stroke;
    if (pen)
        stroke = Stroke{pen->ink, world(pen->width), pen->dash};
    m_drawing.items.push_back({m_layer, m_subject, stroke, fill, std::move(shape)});
}

void Sketch::rectangle(const QRectF& box, std::optional<Ink> fill, std::optional<PaperPen> pen, double paperRadius) {
    put(fill, pen, RectangleShape{box, world(paperRadius)});
}

void Sketch::polygon(std::vector<QPointF> points, std::optional<Ink> fill, std::optional<PaperPen> pen) {
    put(fill, pen, PolygonShape{std::move(points)});
}

void Sketch::line(QPointF from, QPointF to, const PaperPen& pen) { put({}, pen, LinesShape{{{from, to}}}); }

void Sketch::lines(std::vector<std::vector<QPointF>> lines, const PaperPen& pen) {
    if (!lines.empty())
        put({}, pen, LinesShape{std::move(lines)});
}

void Sketch::arc(const ArcShape& arc, const PaperPen& pen) { put({}, pen, arc); }

void Sketch::picture(PictureShape picture) { put({}, {}, std::move(picture)); }

void Sketch::text(QPointF anchor, const QString& text, const Lettering& lettering) {
    const QString line = oneLine(text);
    if (line.isEmpty())
        return;
    put({}, {},
        TextShape{anchor, line, world(lettering.size), lettering.weight, lettering.align, lettering.rise,
                  lettering.turn, lettering.ink});
}

double Sketch::widthOf(const QString& text, const Lettering& lettering) const {
    return textWidth(oneLine(text), lettering.weight) * world(lettering.size);
}

std::vector<QPointF> inMm(const std::vector<Point>& points) {
    std::vector<QPointF> mm;
    mm.reserve(points.size());
    for (const Point& point : points)
        mm.push_back(inMm(point));
    return mm;
}

QRectF boxOf(const std::vector<QPointF>& points) {
    if (points.empty())
        return {};
    const auto [left, right] = std::ranges::minmax(points, {}, &QPointF::x);
    const auto [top, bottom] = std::ranges::minmax(points, {}, &QPointF::y);
    return {QPointF(left.x(), top.y()), QPointF(right.x(), bottom.y())};
}

void addDimension(Sketch& sketch, QPointF from, QPointF to, double offset, const QString& text) {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    if (!(length > 0))
        return;
    const QPointF along = way / length;
    const QPointF right(-along.y(), along.x()); // clockwise of the way, y points down
    const QPointF a = from + right * offset;
    const QPointF b = to + right * offset;
    const PaperPen pen{Ink::Dimension, 0.13};
    const double tick = sketch.world(0.9);
    const double beyond = sketch.world(0.8) * (offset < 0 ? -1 : 1);
    sketch.lines({{a, b},
                  {from + right * (offset * 0.15), a + right * beyond},
                  {to + right * (offset * 0.15), b + right * beyond}},
                 pen);
    const QPointF slant = (along - right) * (tick / std::numbers::sqrt2);
    sketch.lines({{a - slant, a + slant}, {b - slant, b + slant}}, {Ink::Dimension, 0.25});
    double turn = std::atan2(along.y(), along.x()) * 180 / std::numbers::pi;
    if (turn > 89.99 || turn <= -90.01) // read from below or from the right
        turn += turn > 0 ? -180 : 180;
    const Lettering lettering{2.12, Weight::Regular, TextAlign::Centre, Ink::Subdued, turn};
    if (sketch.widthOf(text, lettering) + sketch.world(0.8) > length)
        return;
    const double angle = turn * std::numbers::pi / 180;
    const QPointF above(std::sin(angle), -std::cos(angle));
    sketch.text((a + b) / 2 + above * sketch.world(1.35), text, lettering);
}

ScaleBar scaleBarFor(double scale, double paperMm) {
    const double wanted = paperMm / scale;
    const double decade = std::pow(10, std::floor(std::log10(wanted)));
    for (const int step : {5, 2, 1})
        if (step * decade <= wanted)
            return {step * decade, step == 2 ? 4 : 5};
    return {decade, 5};
}

} // namespace rackwright
