// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/dxf_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace rackwright {

namespace {

struct DxfLayer {
    const char* name;
    int colour; ///< of the AutoCAD colour index; 7 is black on paper, white on a dark screen
};
// In the order of Layer, then the title block.
constexpr std::array<DxfLayer, 14> kDxfLayers = {{{"GROUND", 9},
                                                  {"UNDERLAY", 8},
                                                  {"GRID", 9},
                                                  {"AISLES", 4},
                                                  {"KEEP-OUTS", 1},
                                                  {"BUILDING", 7},
                                                  {"PATHWAYS", 3},
                                                  {"EQUIPMENT", 6},
                                                  {"RACKS", 5},
                                                  {"DEVICES", 30},
                                                  {"LABELS", 7},
                                                  {"DIMENSIONS", 2},
                                                  {"LEGEND", 8},
                                                  {"TITLE", 7}}};
constexpr std::size_t kTitleLayer = 13;

constexpr std::array<const char*, 4> kDxfLines = {"CONTINUOUS", "DASHED", "DASHDOT", "DOT"}; // as Dash

// The pen widths that DXF knows, in hundredths of a millimetre.
constexpr std::array<int, 24> kDxfWeights = {0,  5,  9,  13, 15, 18,  20,  25,  30,  35,  40,  50,
                                             53, 60, 70, 80, 90, 100, 106, 120, 140, 158, 200, 211};

QByteArray dxfNumber(double value) {
    // Thousandths of a millimetre are exact in a design.
    const double rounded = std::round(value * 1000) / 1000;
    std::array<char, 64> digits{};
    const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), rounded == 0 ? 0.0 : rounded,
                                            std::chars_format::fixed);
    QByteArray text = error == std::errc() ? QByteArray(digits.data(), end - digits.data()) : QByteArray("0");
    return text.contains('.') ? text : text + ".0";
}

/// One line of ASCII.
QByteArray dxfText(const QString& text) {
    QByteArray plain;
    for (const QChar c : oneLine(text)) {
        const ushort code = c.unicode();
        if (code == '%') // "%%c" and the like would be a sign
            plain += "%%%";
        else if (code >= 0x20 && code < 0x7f)
            plain += static_cast<char>(code);
        else
            plain += "\\U+" + QByteArray::number(code, 16).toUpper().rightJustified(4, '0');
    }
    return plain;
}

/// Pairs of a group code and a value, and handles counted up.
class DxfText {
public:
    void pair(int code, const QByteArray& value) {
        m_text += QByteArray::number(code).rightJustified(3) + "\r\n" + value + "\r\n";
    }
    void pair(int code, int value) { pair(code, QByteArray::number(value)); }
    void pair(int code, double value) { pair(code, dxfNumber(value)); }
    void point(int code, QPointF at) {
        pair(code, at.x());
        pair(code + 10, at.y());
        pair(code + 20, 0.0);
    }
    QByteArray take() { return std::move(m_text); }
    const QByteArray& text() const { return m_text; }
    void append(const QByteArray& text) { m_text += text; }

private:
    QByteArray m_text;
};

class DxfWriter {
public:
    DxfWriter(const Drawing& drawing, const DxfTitle& title, const std::map<std::uint64_t, QString>& blocks)
        : m_drawing(drawing), m_title(title), m_blockNames(blocks) {}

    QByteArray write() {
        gatherBlocks();
        DxfText entities;
        std::set<std::uint64_t> inserted;
        for (const DrawingItem& item : m_drawing.items) {
            const auto block = m_blocks.find(item.subject);
            if (block == m_blocks.end() || item.subject == 0)
                entity(entities, item, m_modelSpace, {});
            else if (inserted.insert(item.subject).second)
                insert(entities, block->second);
        }
        insertTitle(entities);
        DxfText blocks = blockSection();
        DxfText tables = tableSection();
        DxfText objects = objectSection();
        DxfText all;
        header(all);
        all.pair(0, "SECTION");
        all.pair(2, "CLASSES");
        all.pair(0, "ENDSEC");
        all.append(tables.text());
        all.append(blocks.text());
        all.pair(0, "SECTION");
        all.pair(2, "ENTITIES");
        all.append(entities.text());
        all.pair(0, "ENDSEC");
        all.append(objects.text());
        all.pair(0, "EOF");
        return all.take();
    }

private:
    struct Block {
        QByteArray name, record, begin, end;
        QPointF base; ///< of the drawing
        std::vector<const DrawingItem*> items;
    };

    QByteArray handle() { return QByteArray::number(m_next++, 16).toUpper(); }
    static QPointF flipped(QPointF at) { return {at.x(), -at.y()}; }
    double world(double paper) const { return paper / m_drawing.scale; }

    static QRectF boxOfItem(const DrawingItem& item) {
        if (const auto* rectangle = std::get_if<RectangleShape>(&item.shape))
            return rectangle->box;
        if (const auto* polygon = std::get_if<PolygonShape>(&item.shape); polygon && !polygon->points.empty()) {
            QRectF box(polygon->points.front(), QSizeF());
            for (const QPointF& p : polygon->points) {
                box.setLeft(std::min(box.left(), p.x()));
                box.setRight(std::max(box.right(), p.x()));
                box.setTop(std::min(box.top(), p.y()));
                box.setBottom(std::max(box.bottom(), p.y()));
            }
            return box;
        }
        return {};
    }
    void gatherBlocks() {
        std::set<QByteArray> names;
        for (const DrawingItem& item : m_drawing.items) {
            const auto named = m_blockNames.find(item.subject);
            if (item.subject == 0 || named == m_blockNames.end())
                continue;
            const auto [it, isNew] = m_blocks.try_emplace(item.subject);
            Block& block = it->second;
            if (isNew) {
                block.name = blockName(named->second, names);
                block.record = handle();
                block.begin = handle();
                block.end = handle();
                m_order.push_back(item.subject);
            }
            if (block.base.isNull())
                block.base = boxOfItem(item).center();
            block.items.push_back(&item);
        }
    }
    static QByteArray blockName(const QString& of, std::set<QByteArray>& taken) {
        QByteArray name = "RACK-";
        for (const QChar c : of.left(60)) {
            const char letter = c.unicode() < 0x80 ? static_cast<char>(c.toUpper().unicode()) : '_';
            const bool isPlain = (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9') || letter == '-';
            name += isPlain ? letter : '_';
        }
        QByteArray unique = name;
        for (int n = 2; !taken.insert(unique).second; ++n)
            unique = name + "-" + QByteArray::number(n);
        return unique;
    }

    void begin(DxfText& to, const char* type, const QByteArray& owner, std::size_t layer,
               const std::optional<Stroke>& stroke) {
        to.pair(0, type);
        to.pair(5, handle());
        to.pair(330, owner);
        to.pair(100, "AcDbEntity");
        to.pair(8, kDxfLayers[layer].name);
        if (!stroke)
            return;
        if (stroke->dash != Dash::Solid)
            to.pair(6, kDxfLines[static_cast<std::size_t>(stroke->dash)]);
        const int wanted = static_cast<int>(std::lround(std::clamp(stroke->width * m_drawing.scale, 0.0, 2.0) * 100));
        to.pair(370,
                *std::ranges::min_element(kDxfWeights, {}, [wanted](int each) { return std::abs(each - wanted); }));
    }
    void polyline(DxfText& to, const std::vector<QPointF>& points, bool isClosed, const QByteArray& owner,
                  std::size_t layer, const std::optional<Stroke>& stroke, QPointF base) {
        if (points.size() < 2)
            return;
        if (points.size() == 2 && !isClosed) {
            begin(to, "LINE", owner, layer, stroke);
            to.pair(100, "AcDbLine");
            to.point(10, flipped(points[0] - base));
            to.point(11, flipped(points[1] - base));
            return;
        }
        begin(to, "LWPOLYLINE", owner, layer, stroke);
        to.pair(100, "AcDbPolyline");
        to.pair(90, static_cast<int>(points.size()));
        to.pair(70, isClosed ? 1 : 0);
        to.pair(43, 0.0);
        for (const QPointF& p : points) {
            const QPointF at = flipped(p - base);
            to.pair(10, at.x());
            to.pair(20, at.y());
        }
    }
    static std::vector<QPointF> corners(const QRectF& box) {
        return {box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()};
    }
    void arc(DxfText& to, const ArcShape& shape, const QByteArray& owner, std::size_t layer,
             const std::optional<Stroke>& stroke, QPointF base) {
        const bool isWhole = std::abs(shape.sweep) >= 360 - 1e-9;
        begin(to, isWhole ? "CIRCLE" : "ARC", owner, layer, stroke);
        to.pair(100, "AcDbCircle");
        to.point(10, flipped(shape.centre - base));
        to.pair(40, shape.radius);
        if (isWhole)
            return;
        // With y upwards a turn to the right is one to the left, and DXF goes to the left.
        const auto turn = [](double degrees) { return std::fmod(std::fmod(degrees, 360) + 360, 360); };
        const double first = -shape.start, last = -(shape.start + shape.sweep);
        to.pair(100, "AcDbArc");
        to.pair(50, turn(shape.sweep > 0 ? last : first));
        to.pair(51, turn(shape.sweep > 0 ? first : last));
    }
    void text(DxfText& to, const TextShape& shape, const QByteArray& owner, std::size_t layer, QPointF base) {
        const QByteArray line = dxfText(shape.text);
        if (line.isEmpty())
            return;
        const QPointF at = flipped(shape.anchor - base);
        begin(to, "TEXT", owner, layer, {});
        to.pair(100, "AcDbText");
        to.point(10, at);
        to.pair(40, shape.size * capHeight());
        to.pair(1, line);
        if (shape.turn != 0)
            to.pair(50, -shape.turn);
        const int across = shape.align == TextAlign::Left ? 0 : shape.align == TextAlign::Centre ? 1 : 2;
        const int up = shape.rise == Rise::Middle ? 2 : 0;
        if (across != 0 || up != 0) {
            to.pair(72, across);
            to.point(11, at);
        }
        to.pair(100, "AcDbText");
        if (up != 0)
            to.pair(73, up);
    }
    void entity(DxfText& to, const DrawingItem& item, const QByteArray& owner, QPointF base) {
        const auto layer = static_cast<std::size_t>(item.layer);
        // The paper and washes under things are no lines.
        const bool isSeen = item.stroke || (item.fill && item.layer != Layer::Ground);
        if (const auto* rectangle = std::get_if<RectangleShape>(&item.shape)) {
            if (isSeen)
                polyline(to, corners(rectangle->box), true, owner, layer, item.stroke, base);
        } else if (const auto* polygon = std::get_if<PolygonShape>(&item.shape)) {
            if (isSeen)
                polyline(to, polygon->points, true, owner, layer, item.stroke, base);
        } else if (const auto* lines = std::get_if<LinesShape>(&item.shape)) {
            for (const std::vector<QPointF>& line : lines->lines)
                polyline(to, line, false, owner, layer, item.stroke, base);
        } else if (const auto* curve = std::get_if<ArcShape>(&item.shape)) {
            if (item.stroke && curve->radius > 0)
                arc(to, *curve, owner, layer, item.stroke, base);
        } else if (const auto* words = std::get_if<TextShape>(&item.shape)) {
            text(to, *words, owner, layer, base);
        }
    }
    void insert(DxfText& to, const Block& block) {
        begin(to, "INSERT", m_modelSpace, static_cast<std::size_t>(Layer::Racks), {});
        to.pair(100, "AcDbBlockReference");
        to.pair(2, block.name);
        to.point(10, flipped(block.base));
    }
    void insertTitle(DxfText& to) {
        begin(to, "INSERT", m_modelSpace, kTitleLayer, {});
        to.pair(100, "AcDbBlockReference");
        to.pair(2, "TITLE-BLOCK");
        to.point(10, flipped(m_drawing.bounds.bottomRight()));
    }
    /// A frame around the drawing and its title at the lower right, sized for paper at the drawing's scale; its base is
    /// the corner of the drawing.
    void titleEntities(DxfText& to) {
        const QPointF corner = m_drawing.bounds.bottomRight();
        const double edge = world(5), wide = world(150), row = world(8);
        const QRectF frame = m_drawing.bounds.adjusted(-edge, -edge, edge, edge + 3 * row);
        const std::optional<Stroke> pen = Stroke{Ink::Text, world(0.35), Dash::Solid};
        polyline(to, corners(frame), true, m_titleRecord, kTitleLayer, pen, corner);
        const double left = std::max(frame.left(), frame.right() - wide);
        const std::array<QString, 3> rows = {
            m_title.project, m_title.drawing.isEmpty() ? m_drawing.title : m_title.drawing,
            scaleName(m_drawing.scale) + QStringLiteral("   ") + m_title.date + QStringLiteral("   mm")};
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const double top = frame.bottom() - row * static_cast<double>(rows.size() - i);
            polyline(to, corners({left, top, frame.right() - left, row}), true, m_titleRecord, kTitleLayer, pen,
                     corner);
            TextShape line;
            line.anchor = {left + world(2), top + row / 2};
            line.text = rows[i];
            line.size = world(3.5);
            text(to, line, m_titleRecord, kTitleLayer, corner);
        }
    }

    void blockBegin(DxfText& to, const QByteArray& name, const QByteArray& record, const QByteArray& begin) {
        to.pair(0, "BLOCK");
        to.pair(5, begin);
        to.pair(330, record);
        to.pair(100, "AcDbEntity");
        to.pair(8, "0");
        to.pair(100, "AcDbBlockBegin");
        to.pair(2, name);
        to.pair(70, 0);
        to.point(10, {});
        to.pair(3, name);
        to.pair(1, QByteArray());
    }
    void blockEnd(DxfText& to, const QByteArray& record, const QByteArray& end) {
        to.pair(0, "ENDBLK");
        to.pair(5, end);
        to.pair(330, record);
        to.pair(100, "AcDbEntity");
        to.pair(8, "0");
        to.pair(100, "AcDbBlockEnd");
    }
    DxfText blockSection() {
        DxfText to;
        to.pair(0, "SECTION");
        to.pair(2, "BLOCKS");
        blockBegin(to, "*Model_Space", m_modelSpace, handle());
        blockEnd(to, m_modelSpace, handle());
        blockBegin(to, "*Paper_Space", m_paperSpace, handle());
        blockEnd(to, m_paperSpace, handle());
        blockBegin(to, "TITLE-BLOCK", m_titleRecord, handle());
        titleEntities(to);
        blockEnd(to, m_titleRecord, handle());
        for (const std::uint64_t subject : m_order) {
            const Block& block = m_blocks.at(subject);
            blockBegin(to, block.name, block.record, block.begin);
            for (const DrawingItem* item : block.items)
                entity(to, *item, block.record, block.base);
            blockEnd(to, block.record, block.end);
        }
        to.pair(0, "ENDSEC");
        return to;
    }

    void tableBegin(DxfText& to, const char* name, int count) {
        m_table = handle();
        to.pair(0, "TABLE");
        to.pair(2, name);
        to.pair(5, m_table);
        to.pair(330, "0");
        to.pair(100, "AcDbSymbolTable");
        to.pair(70, count);
    }
    void row(DxfText& to, const char* type, const char* subclass, const QByteArray& name, const QByteArray& own) {
        to.pair(0, type);
        to.pair(5, own);
        to.pair(330, m_table);
        to.pair(100, "AcDbSymbolTableRecord");
        to.pair(100, subclass);
        to.pair(2, name);
    }
    static void tableEnd(DxfText& to) { to.pair(0, "ENDTAB"); }

    void viewport(DxfText& to) {
        const QRectF& box = m_drawing.bounds;
        tableBegin(to, "VPORT", 1);
        row(to, "VPORT", "AcDbViewportTableRecord", "*ACTIVE", handle());
        to.pair(70, 0);
        const auto flat = [&to](int code, double x, double y) {
            to.pair(code, x);
            to.pair(code + 10, y);
        };
        flat(10, 0, 0);
        flat(11, 1, 1);
        const QPointF centre = flipped(box.center());
        flat(12, centre.x(), centre.y());
        flat(13, 0, 0);
        flat(14, 10, 10);
        flat(15, 10, 10);
        to.point(16, {});
        to.pair(36, 1.0);
        to.point(17, {});
        to.pair(40, std::max(1.0, box.height()));
        to.pair(41, box.height() > 0 ? box.width() / box.height() : 1.0);
        to.pair(42, 50.0);
        to.pair(43, 0.0);
        to.pair(44, 0.0);
        to.pair(50, 0.0);
        to.pair(51, 0.0);
        for (const auto& [code, value] :
             {std::pair(71, 0), {72, 100}, {73, 1}, {74, 3}, {75, 0}, {76, 0}, {77, 0}, {78, 0}, {281, 0}, {65, 1}})
            to.pair(code, value);
        tableEnd(to);
    }
    void lineTypes(DxfText& to) {
        // Paper millimetres; $LTSCALE makes them world millimetres.
        struct Pattern {
            const char* name;
            std::vector<double> dashes;
        };
        const std::array<Pattern, 6> patterns = {{{"ByBlock", {}},
                                                  {"ByLayer", {}},
                                                  {"CONTINUOUS", {}},
                                                  {"DASHED", {2, -1.5}},
                                                  {"DASHDOT", {3, -1, 0, -1}},
                                                  {"DOT", {0, -0.8}}}};
        tableBegin(to, "LTYPE", static_cast<int>(patterns.size()));
        for (const Pattern& pattern : patterns) {
            row(to, "LTYPE", "AcDbLinetypeTableRecord", pattern.name, handle());
            to.pair(70, 0);
            to.pair(3, QByteArray());
            to.pair(72, 65);
            to.pair(73, static_cast<int>(pattern.dashes.size()));
            double whole = 0;
            for (const double dash : pattern.dashes)
                whole += std::abs(dash);
            to.pair(40, whole);
            for (const double dash : pattern.dashes) {
                to.pair(49, dash);
                to.pair(74, 0);
            }
        }
        tableEnd(to);
    }
    void layers(DxfText& to) {
        tableBegin(to, "LAYER", static_cast<int>(kDxfLayers.size()) + 1);
        const auto layer = [&](const char* name, int colour) {
            row(to, "LAYER", "AcDbLayerTableRecord", name, handle());
            to.pair(70, 0);
            to.pair(62, colour);
            to.pair(6, "CONTINUOUS");
            to.pair(370, -3);
            to.pair(390, m_plotStyle);
        };
        layer("0", 7);
        for (const DxfLayer& each : kDxfLayers)
            layer(each.name, each.colour);
        tableEnd(to);
    }
    DxfText tableSection() {
        DxfText to;
        to.pair(0, "SECTION");
        to.pair(2, "TABLES");
        viewport(to);
        lineTypes(to);
        layers(to);
        tableBegin(to, "STYLE", 1);
        row(to, "STYLE", "AcDbTextStyleTableRecord", "Standard", handle());
        to.pair(70, 0);
        to.pair(40, 0.0);
        to.pair(41, 1.0);
        to.pair(50, 0.0);
        to.pair(71, 0);
        to.pair(42, 2.5);
        to.pair(3, "txt");
        to.pair(4, QByteArray());
        tableEnd(to);
        tableBegin(to, "VIEW", 0);
        tableEnd(to);
        tableBegin(to, "UCS", 0);
        tableEnd(to);
        tableBegin(to, "APPID", 1);
        row(to, "APPID", "AcDbRegAppTableRecord", "ACAD", handle());
        to.pair(70, 0);
        tableEnd(to);
        tableBegin(to, "DIMSTYLE", 1);
        to.pair(100, "AcDbDimStyleTable");
        to.pair(71, 0);
        to.pair(0, "DIMSTYLE");
        to.pair(105, handle());
        to.pair(330, m_table);
        to.pair(100, "AcDbSymbolTableRecord");
        to.pair(100, "AcDbDimStyleTableRecord");
        to.pair(2, "Standard");
        to.pair(70, 0);
        tableEnd(to);
        tableBegin(to, "BLOCK_RECORD", static_cast<int>(m_blocks.size()) + 3);
        const auto record = [&](const QByteArray& name, const QByteArray& own, const QByteArray& layout) {
            row(to, "BLOCK_RECORD", "AcDbBlockTableRecord", name, own);
            to.pair(340, layout);
        };
        record("*Model_Space", m_modelSpace, m_modelLayout);
        record("*Paper_Space", m_paperSpace, m_paperLayout);
        record("TITLE-BLOCK", m_titleRecord, "0");
        for (const std::uint64_t subject : m_order)
            record(m_blocks.at(subject).name, m_blocks.at(subject).record, "0");
        tableEnd(to);
        to.pair(0, "ENDSEC");
        return to;
    }

    void dictionary(DxfText& to, const QByteArray& own, const QByteArray& owner,
                    const std::vector<std::pair<QByteArray, QByteArray>>& entries, const char* type = "DICTIONARY") {
        to.pair(0, type);
        to.pair(5, own);
        to.pair(330, owner);
        to.pair(100, "AcDbDictionary");
        to.pair(281, 1);
        for (const auto& [name, entry] : entries) {
            to.pair(3, name);
            to.pair(350, entry);
        }
    }
    void layout(DxfText& to, const QByteArray& own, const QByteArray& owner, const char* name, const QByteArray& record,
                bool isModel) {
        to.pair(0, "LAYOUT");
        to.pair(5, own);
        to.pair(330, owner);
        to.pair(100, "AcDbPlotSettings");
        to.pair(1, QByteArray());
        to.pair(2, QByteArray());
        to.pair(4, QByteArray());
        to.pair(6, QByteArray());
        for (const int code : {40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 140, 141})
            to.pair(code, 0.0);
        to.pair(142, 1.0);
        to.pair(143, 1.0);
        to.pair(70, isModel ? 1712 : 688);
        for (const auto& [code, value] : {std::pair(72, 1), {73, 0}, {74, 5}})
            to.pair(code, value);
        to.pair(7, QByteArray());
        to.pair(75, 0);
        to.pair(147, 1.0);
        to.pair(148, 0.0);
        to.pair(149, 0.0);
        to.pair(100, "AcDbLayout");
        to.pair(1, name);
        to.pair(70, 1);
        to.pair(71, isModel ? 0 : 1);
        const auto flat = [&to](int code, double x, double y) {
            to.pair(code, x);
            to.pair(code + 10, y);
        };
        flat(10, 0, 0);
        flat(11, 420, 297);
        to.point(12, {});
        to.point(14, flipped(m_drawing.bounds.bottomLeft()));
        to.point(15, flipped(m_drawing.bounds.topRight()));
        to.pair(146, 0.0);
        to.point(13, {});
        to.point(16, {1, 0});
        to.point(17, {0, 1});
        to.pair(76, 0);
        to.pair(330, record);
    }
    DxfText objectSection() {
        DxfText to;
        const QByteArray root = handle(), groups = handle(), layouts = handle(), styles = handle();
        to.pair(0, "SECTION");
        to.pair(2, "OBJECTS");
        dictionary(to, root, "0", {{"ACAD_GROUP", groups}, {"ACAD_LAYOUT", layouts}, {"ACAD_PLOTSTYLENAME", styles}});
        dictionary(to, groups, root, {});
        dictionary(to, layouts, root, {{"Model", m_modelLayout}, {"Layout1", m_paperLayout}});
        dictionary(to, styles, root, {{"Normal", m_plotStyle}}, "ACDBDICTIONARYWDFLT");
        to.pair(100, "AcDbDictionaryWithDefault");
        to.pair(340, m_plotStyle);
        to.pair(0, "ACDBPLACEHOLDER");
        to.pair(5, m_plotStyle);
        to.pair(330, styles);
        layout(to, m_modelLayout, layouts, "Model", m_modelSpace, true);
        layout(to, m_paperLayout, layouts, "Layout1", m_paperSpace, false);
        to.pair(0, "ENDSEC");
        return to;
    }

    // Written last, since it names the next handle.
    void header(DxfText& to) {
        to.pair(0, "SECTION");
        to.pair(2, "HEADER");
        const auto variable = [&to](const char* name, int code, const QByteArray& value) {
            to.pair(9, name);
            to.pair(code, value);
        };
        variable("$ACADVER", 1, "AC1015");
        variable("$DWGCODEPAGE", 3, "ANSI_1252");
        variable("$HANDSEED", 5, QByteArray::number(m_next, 16).toUpper());
        variable("$INSUNITS", 70, "4");    // millimetres
        variable("$MEASUREMENT", 70, "1"); // metric line types
        variable("$LUNITS", 70, "2");
        variable("$LTSCALE", 40, dxfNumber(world(1)));
        variable("$TEXTSTYLE", 7, "Standard");
        variable("$CLAYER", 8, "0");
        to.pair(9, "$EXTMIN");
        to.point(10, flipped(m_drawing.bounds.bottomLeft()));
        to.pair(9, "$EXTMAX");
        to.point(10, flipped(m_drawing.bounds.topRight()));
        to.pair(0, "ENDSEC");
    }

    const Drawing& m_drawing;
    const DxfTitle& m_title;
    const std::map<std::uint64_t, QString>& m_blockNames;
    std::uint64_t m_next = 0x20; ///< handles below are those of the members here
    const QByteArray m_modelSpace = "10", m_paperSpace = "11", m_titleRecord = "12", m_modelLayout = "13",
                     m_paperLayout = "14", m_plotStyle = "15";
    QByteArray m_table;
    std::map<std::uint64_t, Block> m_blocks;
    std::vector<std::uint64_t> m_order;
};

} // namespace

QByteArray dxfOf(const Drawing& drawing, const DxfTitle& title, const std::map<std::uint64_t, QString>& blocks) {
    return DxfWriter(drawing, title, blocks).write();
}

} // namespace rackwright
