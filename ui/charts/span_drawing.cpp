// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/span_drawing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kLane = 3.4, kTextSize = 2.2, kBarHalf = 1.1, kNameShare = 0.3, kAxis = 8;
constexpr double kHairline = 0.15;

/// A step of 1, 2 or 5 times a power of ten that makes at most ten of the length.
double tickStep(double length) {
    const double power = std::pow(10, std::floor(std::log10(std::max(length, 1e-9) / 10)));
    for (const double factor : std::array{1.0, 2.0, 5.0, 10.0})
        if (length / (factor * power) <= 10)
            return factor * power;
    return 10 * power;
}

} // namespace

Drawing spanDrawing(const TimeLanes& lanes, double width) {
    Drawing drawing;
    drawing.title = lanes.title;
    double end = 0;
    for (const LaneSpan& span : lanes.spans)
        end = std::max(end, span.to);
    if (!(end > 0))
        end = 1;
    const double left = width * kNameShare, height = kLane * static_cast<double>(lanes.lanes.size());
    const auto x = [&](double time) { return left + time / end * (width - left - 2); };
    const double step = tickStep(end);
    for (double tick = 0; tick <= end + step / 1000; tick += step) {
        drawing.items.push_back({Layer::Grid,
                                 0,
                                 Stroke{Ink::Grid, kHairline},
                                 {},
                                 LinesShape{{{QPointF(x(tick), 0), QPointF(x(tick), height)}}}});
        drawing.items.push_back({Layer::Labels,
                                 0,
                                 {},
                                 {},
                                 TextShape{QPointF(x(tick), height + 2.5), QString::number(tick), kTextSize,
                                           Weight::Regular, TextAlign::Centre, Rise::Middle, 0, Ink::Subdued}});
    }
    drawing.items.push_back({Layer::Labels,
                             0,
                             {},
                             {},
                             TextShape{QPointF(width - 2, height + 6), lanes.unit, kTextSize, Weight::Regular,
                                       TextAlign::Right, Rise::Middle, 0, Ink::Subdued}});
    for (int i = 0; i < lanes.lanes.size(); ++i)
        drawing.items.push_back({Layer::Labels,
                                 0,
                                 {},
                                 {},
                                 TextShape{QPointF(0, kLane * (i + 0.5)), lanes.lanes[i], kTextSize, Weight::Regular,
                                           TextAlign::Left, Rise::Middle, 0, Ink::Text}});
    for (const LaneSpan& span : lanes.spans) {
        const double middle = kLane * (span.lane + 0.5);
        const QPointF from(x(span.from), middle);
        if (span.to <= span.from) {
            drawing.items.push_back({Layer::Equipment,
                                     0,
                                     {},
                                     span.ink,
                                     PolygonShape{{from + QPointF(0, -kBarHalf), from + QPointF(kBarHalf, 0),
                                                   from + QPointF(0, kBarHalf), from + QPointF(-kBarHalf, 0)}}});
            continue;
        }
        const QRectF box(from.x(), middle - kBarHalf, x(span.to) - from.x(), 2 * kBarHalf);
        if (span.isHidden)
            drawing.items.push_back(
                {Layer::Equipment, 0, Stroke{span.ink, 0.25, Dash::Dashed}, {}, RectangleShape{box}});
        else
            drawing.items.push_back({Layer::Equipment, 0, {}, span.ink, RectangleShape{box}});
    }
    drawing.bounds = QRectF(0, 0, width, height + kAxis);
    return drawing;
}

} // namespace rackwright
