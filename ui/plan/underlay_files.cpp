// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures and drawings for plans from files: PNG as it is, SVG and PDF drawn once, DXF as lines, walls and columns.
#include "model/edits/combined.h"
#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "model/file/text_file.h"
#include "ui/paint/line_drawing.h"
#include "ui/paint/picture_cache.h"
#include "ui/plan/underlay_edits.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>
#include <QPainter>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr int kDrawnSide = 5000;               // pixels of the longer side of a page that is drawn
constexpr qint64 kMostSheetBytes = 64LL << 20; // of a PDF
constexpr qint64 kMostSvgBytes = 16LL << 20;
constexpr int kPatience = 60'000;           // ms that drawing a page may take
constexpr std::size_t kMostObjects = 2'000; // walls and columns of one drawing

Result<QByteArray> wholeSheet(const QString& path, qint64 most, const std::string& name) {
    if (QFileInfo(path).size() > most)
        return inputError(Message("underlay.too-large").with("file", name).with("limit", most >> 20));
    const Result<std::string> text =
        readTextFile(QFile::encodeName(path).toStdString(), static_cast<std::uintmax_t>(most));
    return text ? Result<QByteArray>(QByteArray::fromStdString(*text)) : text.error();
}

/// A PNG as a picture that can be decoded.
Result<EmbeddedPicture> soundPicture(const QByteArray& bytes) {
    Result<EmbeddedPicture> picture = EmbeddedPicture::fromPng(bytes.toStdString());
    if (picture && pixelsOf(*picture).isNull())
        return inputError(Message("picture.no-png"));
    return picture;
}

/// "420mm", "16.5in" as millimetres; nothing for a size in pixels.
std::optional<double> sizeInMillimetres(const QByteArray& head, const char* attribute) {
    static const QString form = QStringLiteral("<svg[^>]*\\s%1\\s*=\\s*[\"']\\s*([0-9.]+)\\s*(mm|cm|in|pt)\\s*[\"']");
    const QRegularExpression expression(form.arg(QLatin1String(attribute)));
    const QRegularExpressionMatch match = expression.match(QString::fromUtf8(head));
    if (!match.hasMatch())
        return std::nullopt;
    const QString unit = match.captured(2);
    const double factor = unit == QLatin1String("cm")   ? 10
                          : unit == QLatin1String("in") ? 25.4
                          : unit == QLatin1String("pt") ? 25.4 / 72
                                                        : 1;
    const double size = match.captured(1).toDouble() * factor;
    return size > 0 && size < 1e5 ? std::optional(size) : std::nullopt;
}

Result<PlanPicture> svgPicture(const QString& path, const std::string& name) {
    const Result<QByteArray> bytes = wholeSheet(path, kMostSvgBytes, name);
    if (!bytes)
        return bytes.error();
    // A document type can hold entities that grow without end; no drawing needs one.
    if (bytes->contains("<!ENTITY"))
        return inputError(Message("underlay.svg-entities").with("file", name));
    QSvgRenderer renderer;
    const QSizeF size = renderer.load(*bytes) ? QSizeF(renderer.viewBoxF().size()) : QSizeF();
    if (!renderer.isValid() || size.width() <= 0 || size.height() <= 0 ||
        std::max(size.width(), size.height()) / std::min(size.width(), size.height()) > 1000)
        return inputError(Message("underlay.no-svg").with("file", name));
    for (int side = kDrawnSide; side >= 1000; side = side * 3 / 5) {
        const QSize pixels = size.scaled(side, side, Qt::KeepAspectRatio).toSize().expandedTo({1, 1});
        QImage image(pixels, QImage::Format_ARGB32_Premultiplied);
        if (image.isNull())
            continue;
        image.fill(Qt::transparent);
        QPainter painter(&image);
        renderer.render(&painter);
        painter.end();
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        if (!image.save(&buffer, "PNG") || png.size() > static_cast<qint64>(EmbeddedPicture::kMostBytes))
            continue;
        Result<EmbeddedPicture> picture = soundPicture(png);
        if (!picture)
            return picture.error();
        PlanPicture made{std::move(*picture), name, {}};
        constexpr qsizetype kHead = 4096;
        if (const auto width = sizeInMillimetres(bytes->left(kHead), "width"))
            made.width = Length::nearest(*width / 1000);
        return made;
    }
    return inputError(Message("underlay.no-svg").with("file", name));
}

/// What a tool of poppler prints; nothing where it fails.
Result<QByteArray> toolOutput(const QString& tool, const QStringList& arguments, const std::string& name) {
    const QString program = QStandardPaths::findExecutable(tool);
    if (program.isEmpty())
        return systemError(Message("underlay.no-tool").with("tool", tool.toStdString()));
    QProcess process;
    process.start(program, arguments, QIODevice::ReadOnly);
    if (!process.waitForFinished(kPatience)) {
        process.kill();
        process.waitForFinished(1000);
        return inputError(Message("underlay.no-pdf").with("file", name));
    }
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0)
        return inputError(Message("underlay.no-pdf").with("file", name));
    return process.readAllStandardOutput();
}

// Another process draws: a page made to break readers breaks it alone.
Result<PlanPicture> pdfPicture(const QString& path, int page, const std::string& name) {
    const Result<QByteArray> bytes = wholeSheet(path, kMostSheetBytes, name);
    if (!bytes)
        return bytes.error();
    if (!bytes->left(1024).contains("%PDF-"))
        return inputError(Message("underlay.no-pdf").with("file", name));
    const QString number = QString::number(page), own = QFileInfo(path).absoluteFilePath();
    // Of a page that is not there the tool says no more than that it fails.
    const Result<QByteArray> whole = toolOutput(QStringLiteral("pdfinfo"), {own}, name);
    if (!whole)
        return whole.error();
    static const QRegularExpression pages(QStringLiteral("Pages:\\s+(\\d+)")),
        sizes(QStringLiteral("Page\\s+\\d+ size:\\s+([0-9.]+) x ([0-9.]+) pts"));
    const int count = pages.match(QString::fromLatin1(*whole)).captured(1).toInt();
    if (page < 1 || page > count)
        return usageError(Message("underlay.no-page").with("file", name).with("page", page).with("count", count));
    const Result<QByteArray> told =
        toolOutput(QStringLiteral("pdfinfo"), {QStringLiteral("-f"), number, QStringLiteral("-l"), number, own}, name);
    if (!told)
        return told.error();
    const QRegularExpressionMatch size = sizes.match(QString::fromLatin1(*told));
    QTemporaryDir folder;
    for (int side = kDrawnSide; side >= 1000; side = side * 3 / 5) {
        const QString out = folder.filePath(QStringLiteral("page"));
        const Result<QByteArray> drawn =
            toolOutput(QStringLiteral("pdftocairo"),
                       {QStringLiteral("-png"), QStringLiteral("-singlefile"), QStringLiteral("-f"), number,
                        QStringLiteral("-l"), number, QStringLiteral("-scale-to"), QString::number(side), own, out},
                       name);
        if (!drawn)
            return drawn.error();
        const Result<QByteArray> png = wholeSheet(out + QStringLiteral(".png"), 256LL << 20, name);
        if (!png)
            return png.error();
        if (png->size() > static_cast<qint64>(EmbeddedPicture::kMostBytes))
            continue;
        Result<EmbeddedPicture> picture = soundPicture(*png);
        if (!picture)
            return picture.error();
        PlanPicture made{std::move(*picture), name, {}};
        const bool isTall = made.picture.height() > made.picture.width();
        const double a = size.captured(1).toDouble(), b = size.captured(2).toDouble();
        constexpr double kPoint = 0.0254 / 72;
        // A page may be turned: its longer side is the picture's.
        if (a > 0 && b > 0)
            made.width = Length::nearest((isTall ? std::min(a, b) : std::max(a, b)) * kPoint);
        return made;
    }
    return inputError(Message("underlay.no-pdf").with("file", name));
}

double sideOf(const DxfPoint& a, const DxfPoint& b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// The lines of the layers that a plan takes, by their box.
struct DrawnBox {
    double left = 0, right = 0, bottom = 0, top = 0;
    bool isEmpty = true;
};
DrawnBox boxOf(const DxfDrawing& drawing, const DrawingPlan& plan) {
    DrawnBox box;
    for (const DxfLine& line : drawing.lines) {
        if (line.layer < plan.uses.size() && plan.uses[line.layer] == LayerUse::LeaveOut)
            continue;
        for (const DxfPoint& point : line.points) {
            if (box.isEmpty)
                box = {point.x, point.x, point.y, point.y, false};
            box.left = std::min(box.left, point.x);
            box.right = std::max(box.right, point.x);
            box.bottom = std::min(box.bottom, point.y);
            box.top = std::max(box.top, point.y);
        }
    }
    return box;
}

bool isClosedLine(const DxfLine& line) {
    return line.isClosed || (line.points.size() > 3 && line.points.front() == line.points.back());
}
/// The corners of a closed line, each once.
std::vector<DxfPoint> cornersOf(const DxfLine& line) {
    std::vector<DxfPoint> corners = line.points;
    if (corners.size() > 1 && corners.front() == corners.back())
        corners.pop_back();
    return corners;
}

/// A closed line of four corners, long and narrow, as the ends of its centre line and its thickness.
struct NarrowWall {
    DxfPoint from, to;
    double thickness = 0;
};
std::optional<NarrowWall> narrowWall(const DxfLine& line) {
    const std::vector<DxfPoint> corners = cornersOf(line);
    if (!isClosedLine(line) || corners.size() != 4)
        return std::nullopt;
    const double first = sideOf(corners[0], corners[1]), second = sideOf(corners[1], corners[2]);
    const bool isFirstShort = first < second;
    const double thin = std::min(first, second), across = std::max(first, second);
    constexpr double slender = 2.5;
    if (thin <= 0 || across < slender * thin || std::abs(sideOf(corners[2], corners[3]) - first) > thin / 10 ||
        std::abs(sideOf(corners[3], corners[0]) - second) > thin / 10)
        return std::nullopt;
    const auto middle = [](const DxfPoint& a, const DxfPoint& b) { return DxfPoint{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
    return isFirstShort ? NarrowWall{middle(corners[0], corners[1]), middle(corners[2], corners[3]), thin}
                        : NarrowWall{middle(corners[1], corners[2]), middle(corners[3], corners[0]), thin};
}

/// Points of a drawing on the plan.
class DrawingPlacer {
public:
    DrawingPlacer(const DrawnBox& box, const DrawingPlan& plan, Point corner)
        : m_box(box), m_unit(plan.unit), m_corner(corner) {}
    Point operator()(const DxfPoint& point) const {
        const auto length = [](double millimetres) { return Length::nearest(millimetres / 1000); };
        return {m_corner.x + length((point.x - m_box.left) * m_unit),
                m_corner.y + length((m_box.top - point.y) * m_unit)};
    }

private:
    DrawnBox m_box;
    double m_unit;
    Point m_corner;
};

void addWalls(std::vector<RoomObjectShape>& shapes, const DxfLine& line, const DrawingPlacer& place,
              const DrawingPlan& plan) {
    if (const auto narrow = narrowWall(line)) {
        Wall wall;
        wall.from = place(narrow->from);
        wall.to = place(narrow->to);
        wall.thickness = Length::nearest(narrow->thickness * plan.unit / 1000);
        shapes.emplace_back(wall);
        return;
    }
    const std::vector<DxfPoint> corners = isClosedLine(line) ? cornersOf(line) : line.points;
    const std::size_t parts = corners.size() - (isClosedLine(line) ? 0 : 1);
    for (std::size_t i = 0; i < parts; ++i) {
        Wall wall;
        wall.from = place(corners[i]);
        wall.to = place(corners[(i + 1) % corners.size()]);
        wall.thickness = plan.wallThickness;
        if (distance(wall.from, wall.to) >= Length::millimetres(50))
            shapes.emplace_back(wall);
    }
}

void addColumn(std::vector<RoomObjectShape>& shapes, const DxfLine& line, const DrawingPlacer& place) {
    const std::vector<DxfPoint> corners = cornersOf(line);
    if (!isClosedLine(line) || corners.size() < 3)
        return;
    Column column;
    for (const DxfPoint& corner : corners)
        column.outline.push_back(place(corner));
    if (area(column.outline).si() > 1e-4)
        shapes.emplace_back(column);
}

std::string lowerWords(const std::string& text) { return QString::fromStdString(text).toLower().toStdString(); }

} // namespace

Result<PlanPicture> planPicture(const QString& path, int page) {
    const QString ending = QFileInfo(path).suffix().toLower();
    const std::string name = QFileInfo(path).fileName().toStdString();
    if (ending == QLatin1String("svg"))
        return svgPicture(path, name);
    if (ending == QLatin1String("pdf"))
        return pdfPicture(path, page, name);
    const Result<QByteArray> bytes = wholeSheet(path, static_cast<qint64>(EmbeddedPicture::kMostBytes), name);
    if (!bytes)
        return bytes.error();
    Result<EmbeddedPicture> picture = soundPicture(*bytes);
    if (!picture)
        return picture.error();
    return PlanPicture{std::move(*picture), name, {}};
}

Result<DxfDrawing> planDrawing(const QString& path) {
    const std::string name = QFileInfo(path).fileName().toStdString();
    const Result<QByteArray> bytes = wholeSheet(path, static_cast<qint64>(kMostDxfBytes), name);
    if (!bytes)
        return bytes.error();
    return readDxf({bytes->constData(), static_cast<std::size_t>(bytes->size())});
}

std::pair<Length, Length> sizeOf(const DxfDrawing& drawing, const DrawingPlan& plan) {
    const DrawnBox box = boxOf(drawing, plan);
    const auto side = [&plan](double units) {
        constexpr double kMost = 1e9; // mm
        return Length::nearest(std::min(units * plan.unit, kMost) / 1000);
    };
    return box.isEmpty ? std::pair<Length, Length>()
                       : std::pair(side(box.right - box.left), side(box.top - box.bottom));
}

double usualUnit(const DxfDrawing& drawing) {
    if (drawing.unit > 0)
        return drawing.unit;
    const DrawnBox box = boxOf(drawing, {});
    constexpr double kMetresBelow = 1000; // a hall of 1 km is no hall; one of 1,000 mm is none either
    return std::max(box.right - box.left, box.top - box.bottom) < kMetresBelow ? 1000 : 1;
}

LayerUse usualUse(const std::string& layer) {
    const std::string words = lowerWords(layer);
    const auto has = [&words](const char* part) { return words.find(part) != std::string::npos; };
    if (has("defpoints") || has("title") || has("dim"))
        return LayerUse::LeaveOut;
    if (has("col") && !has("color") && !has("colour"))
        return LayerUse::Columns;
    return has("wall") ? LayerUse::Walls : LayerUse::Below;
}

std::size_t objectsOf(const DxfDrawing& drawing, std::uint32_t layer, LayerUse use) {
    std::vector<RoomObjectShape> shapes;
    const DrawingPlan plan{usualUnit(drawing), {}, Length::millimetres(150), {}};
    const DrawingPlacer place(boxOf(drawing, plan), plan, {});
    for (const DxfLine& line : drawing.lines) {
        if (line.layer != layer)
            continue;
        if (use == LayerUse::Walls)
            addWalls(shapes, line, place, plan);
        if (use == LayerUse::Columns)
            addColumn(shapes, line, place);
    }
    return shapes.size();
}

Result<Edit> insertDrawing(const edits::Target& target, const std::string& name, const DxfDrawing& drawing,
                           const DrawingPlan& plan, const Room& room) {
    const auto [width, depth] = sizeOf(drawing, plan);
    constexpr Length least = Length::millimetres(100), most = Length::metres(2000);
    if (width < least || depth < least || width > most || depth > most)
        return usageError(Message("underlay.drawing-size")
                              .with("width", UnitNumber{width.inMetres(), "m"})
                              .with("depth", UnitNumber{depth.inMetres(), "m"}));
    const Point corner = plan.at.value_or(boundingBox(room.outline).low);
    const DrawnBox box = boxOf(drawing, plan);
    const DrawingPlacer place(box, plan, corner);
    std::vector<RoomObjectShape> shapes;
    LineDrawing lines;
    lines.width = width.inMillimetres();
    lines.height = depth.inMillimetres();
    lines.layers = drawing.layers;
    for (const DxfLine& line : drawing.lines) {
        const LayerUse use = line.layer < plan.uses.size() ? plan.uses[line.layer] : LayerUse::Below;
        if (use == LayerUse::Walls)
            addWalls(shapes, line, place, plan);
        else if (use == LayerUse::Columns)
            addColumn(shapes, line, place);
        if (shapes.size() > kMostObjects)
            return usageError(Message("underlay.too-many-objects").with("limit", kMostObjects));
        if (use == LayerUse::LeaveOut)
            continue;
        LineDrawing::Line kept{line.layer, line.isClosed, {}};
        for (const DxfPoint& point : line.points)
            kept.points.emplace_back((point.x - box.left) * plan.unit, (box.top - point.y) * plan.unit);
        lines.lines.push_back(std::move(kept));
    }
    const std::string text = lineDrawingText(lines);
    if (text.size() > EmbeddedPicture::kMostBytes)
        return inputError(Message("underlay.drawing-too-large").with("limit", EmbeddedPicture::kMostBytes >> 20));
    Underlay underlay;
    underlay.fileName = name;
    underlay.sha256 =
        QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha256).toHex().toStdString();
    underlay.place = {{corner.x + width / 2, corner.y + depth / 2}, width, depth, Angle()};
    RoomObject object;
    object.room = room.id;
    object.name = QFileInfo(QString::fromStdString(name)).completeBaseName().toStdString();
    object.shape = underlay;
    std::vector<Edit> steps{edits::putSetting(pictureKey(underlay.sha256), text, name)};
    const Message said = Message("undo.object.add").with("name", object.name);
    steps.push_back(edits::putRoomObject(target, std::move(object)));
    for (RoomObjectShape& shape : shapes) {
        RoomObject made;
        made.room = room.id;
        made.shape = std::move(shape);
        steps.push_back(edits::putRoomObject(target, std::move(made)));
    }
    return edits::combined(said, std::move(steps));
}

} // namespace rackwright
