// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/svg_writer.h"

#include "ui/text/xml_text.h"

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
QByteArray number(double value) {
    const double rounded = std::round(value * 1000) / 1000;
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

QByteArray strokeAttributes(const Stroke& stroke, const Palette& palette) {
    QByteArray text =
        xmlAttribute("stroke", colour(stroke.ink, palette)) + xmlAttribute("stroke-width", number(stroke.width));
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

QByteArray pointsOf(const std::vector<QPointF>& points) {
    QByteArray text;
    for (const QPointF& p : points)
        text += (text.isEmpty() ? "" : " ") + number(p.x()) + "," + number(p.y());
    return text;
}

class ShapeWriter {
public:
    ShapeWriter(const DrawingItem& item, const Palette& palette) : m_palette(palette) {
        if (item.subject != 0)
            m_common += xmlAttribute("data-id", QByteArray::number(static_cast<qulonglong>(item.subject)));
        m_paint = xmlAttribute("fill", item.fill ? colour(*item.fill, palette) : QByteArray("none"));
        if (item.stroke)
            m_paint += strokeAttributes(*item.stroke, palette);
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
        return "<polygon" + m_common + xmlAttribute("points", pointsOf(shape.points)) + m_paint + "/>\n";
    }
    QByteArray operator()(const LinesShape& shape) const {
        QByteArray path;
        for (const std::vector<QPointF>& line : shape.lines)
            path += (path.isEmpty() ? "M" : " M") + pointsOf(line);
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
        QByteArray text = "<text" + m_common + xmlAttribute("x", number(base.x())) + xmlAttribute("y", number(base.y())) +
                          xmlAttribute("font-size", number(shape.size)) + xmlAttribute("fill", colour(shape.ink, m_palette));
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
    const Palette& m_palette;
    QByteArray m_common;
    QByteArray m_paint;
};

} // namespace

QByteArray svgOf(const Drawing& drawing, const Palette& palette) {
    const QRectF& b = drawing.bounds;
    const QSizeF paper = paperSize(drawing);
    QByteArray text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
        xmlAttribute("width", number(paper.width()) + "mm") + xmlAttribute("height", number(paper.height()) + "mm") +
        xmlAttribute("viewBox", number(b.x()) + " " + number(b.y()) + " " + number(b.width()) + " " + number(b.height())) +
        xmlAttribute("font-family", "Roboto, 'Noto Sans', sans-serif") + ">\n";
    text += "<title>" + escaped(drawing.title) + "</title>\n";
    text += "<rect" + xmlAttribute("x", number(b.x())) + xmlAttribute("y", number(b.y())) +
            xmlAttribute("width", number(b.width())) + xmlAttribute("height", number(b.height())) +
            xmlAttribute("fill", colour(Ink::Paper, palette)) + "/>\n";
    std::optional<Layer> open;
    for (const DrawingItem& item : drawing.items) {
        if (open != item.layer) {
            text += open ? "</g>\n" : "";
            text += "<g" + xmlAttribute("class", kLayerNames[static_cast<std::size_t>(item.layer)]) + ">\n";
            open = item.layer;
        }
        text += std::visit(ShapeWriter(item, palette), item.shape);
    }
    text += open ? "</g>\n</svg>\n" : "</svg>\n";
    return text;
}

} // namespace rackwright
