// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/crop_far.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace rackwright {

namespace {

QRectF boxAround(const std::vector<QPointF>& points) {
    if (points.empty())
        return {};
    QPointF low = points.front(), high = low;
    for (const QPointF& p : points) {
        low = {std::min(low.x(), p.x()), std::min(low.y(), p.y())};
        high = {std::max(high.x(), p.x()), std::max(high.y(), p.y())};
    }
    return {low, high};
}

struct ShapeBox {
    QRectF operator()(const RectangleShape& s) const { return s.box; }
    QRectF operator()(const PolygonShape& s) const { return boxAround(s.points); }
    QRectF operator()(const LinesShape& s) const {
        QRectF box;
        for (const auto& line : s.lines)
            box = box.isNull() ? boxAround(line) : box.united(boxAround(line));
        return box;
    }
    QRectF operator()(const ArcShape& s) const {
        return {s.centre.x() - s.radius, s.centre.y() - s.radius, 2 * s.radius, 2 * s.radius};
    }
    QRectF operator()(const TextShape& s) const { return boxAround(outlineOf(s)); }
    QRectF operator()(const PictureShape& s) const { return boxAround(outlineOf(s)); }
};

bool isInside(const QRectF& window, const QRectF& box) {
    return box.left() >= window.left() && box.right() <= window.right() && box.top() >= window.top() &&
           box.bottom() <= window.bottom();
}

bool isOutside(const QRectF& window, const QRectF& box) {
    return !(box.left() <= window.right() && box.right() >= window.left() && box.top() <= window.bottom() &&
             box.bottom() >= window.top());
}

/// The part of a stretch within the window (Liang and Barsky, 1984).
std::optional<std::pair<QPointF, QPointF>> cropped(QPointF a, QPointF b, const QRectF& window) {
    double from = 0, to = 1;
    const QPointF way = b - a;
    const auto cut = [&](double speed, double room) {
        if (speed == 0)
            return room >= 0;
        const double at = room / speed;
        if (speed < 0)
            from = std::max(from, at);
        else
            to = std::min(to, at);
        return from <= to;
    };
    if (!cut(-way.x(), a.x() - window.left()) || !cut(way.x(), window.right() - a.x()) ||
        !cut(-way.y(), a.y() - window.top()) || !cut(way.y(), window.bottom() - a.y()))
        return std::nullopt;
    return std::pair(a + way * from, a + way * to);
}

/// The part of a polygon on one side of an upright or level line (one step of Sutherland and Hodgman, 1974).
std::vector<QPointF> croppedAt(const std::vector<QPointF>& points, const std::function<double(QPointF)>& room) {
    std::vector<QPointF> kept;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const QPointF a = points[i], b = points[(i + 1) % points.size()];
        const double ra = room(a), rb = room(b);
        if (ra >= 0)
            kept.push_back(a);
        if ((ra >= 0) != (rb >= 0))
            kept.push_back(a + (b - a) * (ra / (ra - rb)));
    }
    return kept;
}

std::vector<QPointF> cropped(std::vector<QPointF> points, const QRectF& window) {
    points = croppedAt(points, [&](QPointF p) { return p.x() - window.left(); });
    points = croppedAt(points, [&](QPointF p) { return window.right() - p.x(); });
    points = croppedAt(points, [&](QPointF p) { return p.y() - window.top(); });
    return croppedAt(points, [&](QPointF p) { return window.bottom() - p.y(); });
}

/// Crops a shape; false: nothing of it is left.
struct Crop {
    const QRectF& window;

    bool operator()(RectangleShape& s) const {
        s.box = QRectF(QPointF(std::max(s.box.left(), window.left()), std::max(s.box.top(), window.top())),
                       QPointF(std::min(s.box.right(), window.right()), std::min(s.box.bottom(), window.bottom())));
        return true;
    }
    bool operator()(PolygonShape& s) const {
        s.points = cropped(std::move(s.points), window);
        return s.points.size() > 2;
    }
    bool operator()(LinesShape& s) const {
        std::vector<std::vector<QPointF>> kept;
        for (const std::vector<QPointF>& line : s.lines)
            for (std::size_t i = 0; i + 1 < line.size(); ++i)
                if (const auto part = cropped(line[i], line[i + 1], window))
                    kept.push_back({part->first, part->second});
        s.lines = std::move(kept);
        return !s.lines.empty();
    }
    bool operator()(ArcShape& s) const { return s.radius <= window.width() + window.height(); }
    bool operator()(TextShape& s) const { return window.contains(s.anchor); }
    bool operator()(PictureShape& s) const {
        return s.size.width() <= 4 * window.width() && s.size.height() <= 4 * window.height();
    }
};

} // namespace

QRectF boxOf(const DrawingItem& item) {
    const double half = item.stroke ? item.stroke->width : 0;
    return std::visit(ShapeBox{}, item.shape).adjusted(-half, -half, half, half);
}

void cropFar(Drawing& drawing, const QRectF& window) {
    std::erase_if(drawing.items, [&window](DrawingItem& item) {
        const QRectF box = std::visit(ShapeBox{}, item.shape);
        if (isInside(window, box))
            return false;
        return isOutside(window, box) || !std::visit(Crop{window}, item.shape);
    });
}

} // namespace rackwright
