// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/drawing.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace rackwright {

std::vector<QPointF> outlineOf(const TextShape& text) {
    const double width = textWidth(text.text, text.weight) * text.size;
    const double left = text.align == TextAlign::Left ? 0 : text.align == TextAlign::Centre ? -width / 2 : -width;
    const double cap = capHeight() * text.size;
    const double base = text.rise == Rise::Middle ? cap / 2 : 0;
    const double angle = text.turn * std::numbers::pi / 180;
    std::vector<QPointF> corners;
    for (const QPointF p : {QPointF(left, base - cap), QPointF(left + width, base - cap), QPointF(left + width, base),
                            QPointF(left, base)})
        corners.push_back(text.anchor + QPointF(p.x() * std::cos(angle) - p.y() * std::sin(angle),
                                                p.x() * std::sin(angle) + p.y() * std::cos(angle)));
    return corners;
}

std::vector<QPointF> outlineOf(const PictureShape& picture) {
    const double angle = picture.turn * std::numbers::pi / 180;
    const QPointF along(std::cos(angle), std::sin(angle)), down(-std::sin(angle), std::cos(angle));
    const QPointF x = along * picture.size.width() / 2, y = down * picture.size.height() / 2;
    return {picture.centre - x - y, picture.centre + x - y, picture.centre + x + y, picture.centre - x + y};
}

std::vector<std::vector<QPointF>> hatchOf(const std::vector<QPointF>& polygon, double spacing) {
    std::vector<std::vector<QPointF>> strokes;
    if (polygon.size() < 3 || !(spacing > 0))
        return strokes;
    // Lines x - y = c; crossings with each edge are paired in order along the line.
    const auto across = [](QPointF p) { return p.x() - p.y(); };
    const auto [low, high] = std::ranges::minmax(polygon, {}, across);
    const double step = spacing * std::numbers::sqrt2;
    constexpr double kMostStrokes = 4000;
    if ((across(high) - across(low)) / step > kMostStrokes)
        return strokes;
    for (double c = std::ceil(across(low) / step) * step; c < across(high); c += step) {
        std::vector<QPointF> crossings;
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const QPointF a = polygon[i];
            const QPointF b = polygon[(i + 1) % polygon.size()];
            const double ca = across(a) - c;
            const double cb = across(b) - c;
            if ((ca < 0) == (cb < 0))
                continue;
            crossings.push_back(a + (b - a) * (ca / (ca - cb)));
        }
        std::ranges::sort(crossings, {}, [](QPointF p) { return p.x() + p.y(); });
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
            strokes.push_back({crossings[i], crossings[i + 1]});
    }
    return strokes;
}

double usualScale(QSizeF world, QSizeF paper) {
    static constexpr std::array<int, 20> kDenominators = {5,   10,  15,  20,  25,  30,  40,  50,  75,   100,
                                                          125, 150, 200, 250, 300, 400, 500, 750, 1000, 2000};
    for (const int denominator : kDenominators)
        if (world.width() <= paper.width() * denominator && world.height() <= paper.height() * denominator)
            return 1.0 / denominator;
    constexpr double kLeast = 1e-9; // a hall as wide as the Earth still has a place on paper
    return std::max(kLeast, std::min(paper.width() / world.width(), paper.height() / world.height()));
}

QString scaleName(double scale) { return QStringLiteral("1:%1").arg(std::lround(1 / scale)); }

} // namespace rackwright
