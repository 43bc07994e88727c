// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/point_drawing.h"

#include "ui/paint/sketch.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

constexpr Lettering kAxisName{2.5, Weight::Regular, TextAlign::Centre, Ink::Subdued};
constexpr Lettering kAxisMark{2.2, Weight::Regular, TextAlign::Centre, Ink::Subdued};
constexpr Lettering kPointName{2.5, Weight::Regular, TextAlign::Left, Ink::Text};
constexpr double kLeftRoom = 16, kBelow = 10, kAbove = 4, kRightRoom = 4;

/// One axis: the values that it spans and where its marks stand.
class PaperAxis {
public:
    PaperAxis(double low, double high, bool isLog) : m_isLog(isLog) {
        if (m_isLog) {
            m_low = std::log10(low / 1.3);
            m_high = std::log10(high * 1.3);
        } else {
            m_low = 0;
            m_high = high > 0 ? high * 1.08 : 1;
        }
    }
    /// 0..1 along the axis.
    double share(double value) const { return ((m_isLog ? std::log10(value) : value) - m_low) / (m_high - m_low); }
    /// Round numbers within it.
    std::vector<double> marks() const {
        std::vector<double> values;
        if (m_isLog) {
            const bool isWide = m_high - m_low > 2.5;
            for (double power = std::floor(m_low); power <= m_high; ++power)
                for (const double digit : {1.0, 2.0, 5.0})
                    if (const double value = digit * std::pow(10, power);
                        (digit == 1 || !isWide) && share(value) >= 0 && share(value) <= 1)
                        values.push_back(value);
            return values;
        }
        constexpr double kMarks = 5;
        const double rough = m_high / kMarks, power = std::pow(10, std::floor(std::log10(rough)));
        const double step = power * (rough / power > 5 ? 10 : rough / power > 2 ? 5 : rough / power > 1 ? 2 : 1);
        for (double value = 0; value <= m_high; value += step)
            values.push_back(value);
        return values;
    }

private:
    bool m_isLog;
    double m_low = 0, m_high = 1;
};

struct Reach {
    double low = std::numeric_limits<double>::infinity(), high = 0;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
};

QString markText(double value) {
    if (value >= 1000)
        return QLocale(QLocale::English).toString(value, 'f', 0);
    return QLocale::c().toString(value, 'g', 3);
}

} // namespace

Drawing pointDrawing(const PointField& field, double width, double height) {
    Sketch sketch(field.title, 1);
    Reach x, y;
    for (const PlacedPoint& point : field.points) {
        x.add(point.x);
        y.add(point.y);
    }
    for (const PlacedLine& line : field.lines)
        for (std::size_t i = 0; i < line.x.size(); ++i) {
            x.add(line.x[i]);
            y.add(line.y[i]);
        }
    sketch.setBounds({0, 0, width, height});
    if (x.high < x.low)
        return std::move(sketch).take();
    const PaperAxis across(x.low, x.high, field.isLogX), up(y.low, y.high, field.isLogY);
    const QRectF area(kLeftRoom, kAbove, width - kLeftRoom - kRightRoom, height - kAbove - kBelow);
    const auto place = [&](double atX, double atY) {
        return QPointF(area.left() + area.width() * across.share(atX), area.bottom() - area.height() * up.share(atY));
    };
    sketch.enter(Layer::Ground);
    for (const double value : across.marks())
        sketch.line({area.left() + area.width() * across.share(value), area.top()},
                    {area.left() + area.width() * across.share(value), area.bottom()}, {Ink::Grid, 0.12});
    for (const double value : up.marks())
        sketch.line({area.left(), area.bottom() - area.height() * up.share(value)},
                    {area.right(), area.bottom() - area.height() * up.share(value)}, {Ink::Grid, 0.12});
    sketch.rectangle(area, {}, PaperPen{Ink::Rule, 0.18});
    for (const PlacedLine& line : field.lines) {
        std::vector<QPointF> points;
        for (std::size_t i = 0; i < line.x.size(); ++i)
            points.push_back(place(line.x[i], line.y[i]));
        sketch.lines({points}, {line.ink, 0.4, line.isDashed ? Dash::Dashed : Dash::Solid});
    }
    constexpr double kLarge = 1.1, kSmall = 0.7;
    for (const PlacedPoint& point : field.points) {
        const QPointF at = place(point.x, point.y);
        const double half = point.isLarge ? kLarge : kSmall;
        sketch.rectangle({at.x() - half, at.y() - half, 2 * half, 2 * half}, point.ink, {}, half);
    }
    sketch.enter(Layer::Labels);
    for (const double value : across.marks())
        sketch.text({area.left() + area.width() * across.share(value), area.bottom() + 2.2}, markText(value),
                    kAxisMark);
    Lettering beside = kAxisMark;
    beside.align = TextAlign::Right;
    for (const double value : up.marks())
        sketch.text({area.left() - 1.2, area.bottom() - area.height() * up.share(value)}, markText(value), beside);
    sketch.text({area.center().x(), height - 2.2}, field.xName, kAxisName);
    Lettering upright = kAxisName;
    upright.align = TextAlign::Left;
    sketch.text({0, 1.6}, field.yName, upright);
    for (const PlacedPoint& point : field.points) {
        if (point.name.isEmpty())
            continue;
        const QPointF at = place(point.x, point.y);
        Lettering lettering = kPointName;
        const double length = sketch.widthOf(point.name, lettering);
        const bool isAtRight = at.x() + 2 + length < area.right();
        lettering.align = isAtRight ? TextAlign::Left : TextAlign::Right;
        sketch.text({at.x() + (isAtRight ? 2 : -2), at.y() + 2.6}, point.name, lettering);
    }
    return std::move(sketch).take();
}

} // namespace rackwright
