// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/svg_writer.h"

#include "ui/text/xml_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace rackwright {

namespace {

constexpr std::array<const char*, 13> kLayerNames = {"ground",   "underlay", "grid",     "aisles",     "keep-outs",
                                                     "building", "pathways", "equipment",  "racks",
                                                     "devices",  "labels",   "dimensions", "legend"};

// Micrometres of the real world are exact; shorter numbers keep files small and equal.
QByteArray number(double value, double perUnit = 1000) {
    const double rounded = std::round(value * perUnit) / perUnit;
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), rounded == 0 ? 0.0 : rounded,
                                            std::chars_format::fixed);
    return error == std::errc() ? QByteArray(digits.data(), end - digits.data()) : QByteArray("0");
}

QByteArray escaped(const QString& text) { return oneLine(xmlText(text)).toHtmlEscaped().toUtf8(); }

QByteArray xmlAttribute(const char* name, const QByteArray& value) {
    return QByteArray(" ") + name + "=\"" + value + "\"";
}

QByteArray colour(Ink ink, const Palette& palette) { return palette[ink].name(QColor::HexRgb).toLatin1(); }

/// How the inks of shapes are written: as colours, or as classes for a style sheet.
class InkWriter {
public:
    explicit InkWriter(const Palette& palette) : m_palette(&palette) {}
    /// Classes, and digits that paper of this scale shows.
    explicit InkWriter(double scale)
        : m_perUnit(std::clamp(std::pow(10, std::ceil(std::log10(100 * scale))), 1.0, 1000.0)) {}

    QByteArray number(double value) const { return rackwright::number(value, m_perUnit); }
    QByteArray points(const std::vector<QPointF>& points) const {
        QByteArray text;
        for (const QPointF& p : points)
            text += (text.isEmpty() ? "" : " ") + number(p.x()) + "," + number(p.y());
        return text;
    }
    QByteArray paint(const DrawingItem& item) const {
        if (m_palette)
            return xmlAttribute("fill", item.fill ? colour(*item.fill, *m_palette) : QByteArray("none")) +
                   (item.stroke ? xmlAttribute("stroke", colour(item.stroke->ink, *m_palette)) + pen(*item.stroke)
                                : QByteArray());
        QByteArray names;
        if (item.fill)
            names = className('f', *item.fill);
        if (item.stroke)
            names += (names.isEmpty() ? "" : " ") + className('s', item.stroke->ink);
        return (names.isEmpty() ? QByteArray() : xmlAttribute("class", names)) +
               (item.stroke ? pen(*item.stroke) : QByteArray());
    }
    QByteArray text(Ink ink) const {
        return m_palette ? xmlAttribute("fill", colour(ink, *m_palette)) : xmlAttribute("class", className('t', ink));
    }

private:
    static QByteArray className(char kind, Ink ink) {
        return QByteArray(1, kind) + QByteArray::number(static_cast<int>(ink));
    }
    QByteArray pen(const Stroke& stroke) const {
        QByteArray text = xmlAttribute("stroke-width", number(stroke.width));
        const auto dashes = [&](std::initializer_list<double> lengths) {
            QByteArray list;
            for (const double length : lengths)
                list += (list.isEmpty() ? "" : " ") + number(length * stroke.width);
            text += xmlAttribute("stroke-dasharray", list);
        };
        switch (stroke.dash) {
        case Dash::Solid:
            break;
        case Dash::Dashed:
            dashes({6, 4});
            break;
        case Dash::DashDotted:
            dashes({8, 3, 1.5, 3});
            break;
        case Dash::Dotted:
            dashes({1.5, 2.5});
            break;
        }
        return text;
    }

    const Palette* m_palette = nullptr; ///< null: classes
    double m_perUnit = 1000;
};

class ShapeWriter {
public:
    ShapeWriter(const DrawingItem& item, const InkWriter& inks) : m_inks(inks), m_paint(inks.paint(item)) {
        if (item.subject != 0)
            m_common += xmlAttribute("data-id", QByteArray::number(static_cast<qulonglong>(item.subject)));
    }

    QByteArray operator()(const RectangleShape& shape) const {
        QByteArray text = "<rect" + m_common + xmlAttribute("x", number(shape.box.x())) +
                          xmlAttribute("y", number(shape.box.y())) + xmlAttribute("width", number(shape.box.width())) +
                          xmlAttribute("height", number(shape.box.height()));
        if (shape.radius > 0)
            text += xmlAttribute("rx", number(shape.radius));
        return text + m_paint + "/>\n";
    }
    QByteArray operator()(const PolygonShape& shape) const {
        return "<polygon" + m_common + xmlAttribute("points", m_inks.points(shape.points)) + m_paint + "/>\n";
    }
    QByteArray operator()(const LinesShape& shape) const {
        QByteArray path;
        for (const std::vector<QPointF>& line : shape.lines)
            path += (path.isEmpty() ? "M" : " M") + m_inks.points(line);
        return "<path" + m_common + xmlAttribute("d", path) + m_paint + "/>\n";
    }
    QByteArray operator()(const ArcShape& shape) const {
        const auto at = [&shape](double degrees) {
            const double angle = degrees * std::numbers::pi / 180;
            return shape.centre + shape.radius * QPointF(std::cos(angle), std::sin(angle));
        };
        const QByteArray radius = number(shape.radius);
        const QPointF from = at(shape.start);
        const QPointF to = at(shape.start + shape.sweep);
        const QByteArray path = "M" + number(from.x()) + "," + number(from.y()) + " A" + radius + "," + radius + " 0 " +
                                (std::abs(shape.sweep) > 180 ? "1 " : "0 ") + (shape.sweep > 0 ? "1 " : "0 ") +
                                number(to.x()) + "," + number(to.y());
        return "<path" + m_common + xmlAttribute("d", path) + m_paint + "/>\n";
    }
    QByteArray operator()(const TextShape& shape) const {
        const double dy = shape.rise == Rise::Middle ? capHeight() * shape.size / 2 : 0;
        const double angle = shape.turn * std::numbers::pi / 180;
        const QPointF base = shape.anchor + dy * QPointF(-std::sin(angle), std::cos(angle));
        QByteArray text = "<text" + m_common + xmlAttribute("x", number(base.x())) +
                          xmlAttribute("y", number(base.y())) + xmlAttribute("font-size", number(shape.size)) +
                          m_inks.text(shape.ink);
        if (shape.weight != Weight::Regular)
            text += xmlAttribute("font-weight", shape.weight == Weight::Medium ? "500" : "700");
        if (shape.align != TextAlign::Left)
            text += xmlAttribute("text-anchor", shape.align == TextAlign::Centre ? "middle" : "end");
        if (shape.turn != 0)
            text += xmlAttribute("transform",
                              "rotate(" + number(shape.turn) + " " + number(base.x()) + " " + number(base.y()) + ")");
        return text + ">" + escaped(shape.text) + "</text>\n";
    }

    QByteArray operator()(const PictureShape& shape) const {
        const QPointF corner = shape.centre - QPointF(shape.size.width(), shape.size.height()) / 2;
        QByteArray text = "<image" + m_common + xmlAttribute("x", number(corner.x())) +
                          xmlAttribute("y", number(corner.y())) + xmlAttribute("width", number(shape.size.width())) +
                          xmlAttribute("height", number(shape.size.height())) +
                          xmlAttribute("preserveAspectRatio", "none") +
                          xmlAttribute("opacity", number(shape.opacity));
        if (shape.turn != 0)
            text += xmlAttribute("transform", "rotate(" + number(shape.turn) + " " + number(shape.centre.x()) + " " +
                                                  number(shape.centre.y()) + ")");
        const std::string& png = shape.picture.png();
        return text +
               xmlAttribute("href", "data:image/png;base64," +
                                        QByteArray::fromRawData(png.data(), qsizetype(png.size())).toBase64()) +
               "/>\n";
    }

private:
    QByteArray number(double value) const { return m_inks.number(value); }

    const InkWriter& m_inks;
    QByteArray m_common;
    QByteArray m_paint;
};

QByteArray groupsOf(const Drawing& drawing, const InkWriter& inks) {
    QByteArray text;
    std::optional<Layer> open;
    for (const DrawingItem& item : drawing.items) {
        if (open != item.layer) {
            text += open ? "</g>\n" : "";
            text += "<g" + xmlAttribute("class", kLayerNames[static_cast<std::size_t>(item.layer)]) + ">\n";
            open = item.layer;
        }
        text += std::visit(ShapeWriter(item, inks), item.shape);
    }
    return open ? text + "</g>\n" : text;
}

QByteArray viewBox(const QRectF& b) {
    return xmlAttribute("viewBox",
                        number(b.x()) + " " + number(b.y()) + " " + number(b.width()) + " " + number(b.height()));
}

} // namespace

QByteArray svgOf(const Drawing& drawing, const Palette& palette) {
    const QRectF& b = drawing.bounds;
    const QSizeF paper = paperSize(drawing);
    QByteArray text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
                      xmlAttribute("width", number(paper.width()) + "mm") +
                      xmlAttribute("height", number(paper.height()) + "mm") + viewBox(b) +
                      xmlAttribute("font-family", "Roboto, 'Noto Sans', sans-serif") + ">\n";
    text += "<title>" + escaped(drawing.title) + "</title>\n";
    text += "<rect" + xmlAttribute("x", number(b.x())) + xmlAttribute("y", number(b.y())) +
            xmlAttribute("width", number(b.width())) + xmlAttribute("height", number(b.height())) +
            xmlAttribute("fill", colour(Ink::Paper, palette)) + "/>\n";
    return text + groupsOf(drawing, InkWriter(palette)) + "</svg>\n";
}

QByteArray inlineSvgOf(const Drawing& drawing, const QString& name) {
    return "<svg" + xmlAttribute("role", "img") + xmlAttribute("aria-label", escaped(name)) + viewBox(drawing.bounds) +
           ">\n" + groupsOf(drawing, InkWriter(drawing.scale)) + "</svg>\n";
}

} // namespace rackwright
