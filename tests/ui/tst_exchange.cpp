// SPDX-License-Identifier: GPL-3.0-or-later
// Files for other programs: DXF group by group, draw.io with each switch once, NVIDIA Air with each cable once, glTF
// held against its rules; floor drawings and edited lists of cables as they come in.
#include "model/file/design_text.h"
#include "model/text/csv.h"
#include "solvers/exchange/air_topology.h"
#include "tests/support/hall_fixture.h"
#include "tests/support/suite.h"
#include "ui/exchange/cable_list.h"
#include "ui/paint/drawio_writer.h"
#include "ui/paint/dxf_writer.h"
#include "ui/paint/floor_plan.h"
#include "ui/paint/line_drawing.h"
#include "ui/paint/sketch.h"
#include "ui/plan/underlay_edits.h"
#include "ui/report/gltf_hall.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QPdfWriter>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

using namespace rackwright;

namespace {

ProjectPtr exchangeSample(const std::string& sample) {
    std::ifstream file(RW_SOURCE_DIR "/resources/samples/" + sample + ".rkw.json", std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    const Result<Document> document = readDesignText(text.str(), sample);
    return document ? document->project : ProjectPtr();
}

Texts english() { return Texts::of("en"); }

struct Group {
    int code = 0;
    QByteArray value;
};
/// The groups of a DXF; empty where a code is no number or a line lacks its value.
std::vector<Group> groupsOf(const QByteArray& dxf) {
    QList<QByteArray> lines = dxf.split('\n');
    if (!lines.isEmpty() && lines.back().isEmpty())
        lines.pop_back();
    std::vector<Group> groups;
    if (lines.size() % 2 != 0)
        return {};
    for (qsizetype i = 0; i + 1 < lines.size(); i += 2) {
        bool isNumber = false;
        const int code = lines[i].trimmed().toInt(&isNumber);
        if (!isNumber)
            return {};
        QByteArray value = lines[i + 1];
        if (value.endsWith('\r'))
            value.chop(1);
        groups.push_back({code, value});
    }
    return groups;
}
/// The values of a thing's groups by code, in order; `which` from 0 among those of the type.
std::multimap<int, QByteArray> thing(const std::vector<Group>& groups, const QByteArray& type, int which = 0) {
    std::multimap<int, QByteArray> found;
    for (std::size_t i = 0; i < groups.size(); ++i)
        if (groups[i].code == 0 && groups[i].value == type && which-- == 0) {
            for (std::size_t k = i + 1; k < groups.size() && groups[k].code != 0; ++k)
                found.emplace(groups[k].code, groups[k].value);
            break;
        }
    return found;
}
double numberAt(const std::multimap<int, QByteArray>& found, int code) {
    const auto it = found.find(code);
    return it == found.end() ? NAN : it->second.toDouble();
}

/// What breaks a rule of glTF 2.0 in a binary file; empty where nothing does.
QString gltfFault(const std::string& bytes) {
    const auto word = [&bytes](std::size_t at) {
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < 4 && at + i < bytes.size(); ++i)
            value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
        return value;
    };
    if (bytes.substr(0, 4) != "glTF" || word(4) != 2 || word(8) != bytes.size())
        return QStringLiteral("header");
    const std::size_t jsonSize = word(12);
    if (bytes.substr(16, 4) != "JSON" || jsonSize % 4 != 0 || 20 + jsonSize + 8 > bytes.size())
        return QStringLiteral("JSON chunk");
    const std::size_t binary = 20 + jsonSize;
    if (bytes.substr(binary + 4, 4) != std::string("BIN\0", 4) || word(binary) % 4 != 0 ||
        binary + 8 + word(binary) != bytes.size())
        return QStringLiteral("BIN chunk");
    const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(bytes.substr(20, jsonSize))).object();
    const auto list = [&all](const char* name) { return all[QLatin1String(name)].toArray(); };
    if (all[QLatin1String("asset")].toObject()[QLatin1String("version")].toString() != QLatin1String("2.0"))
        return QStringLiteral("asset");
    const QJsonArray buffers = list("buffers"), views = list("bufferViews"), accessors = list("accessors"),
                     meshes = list("meshes"), nodes = list("nodes"), materials = list("materials"),
                     scenes = list("scenes");
    const int buffer = buffers[0].toObject()[QLatin1String("byteLength")].toInt(-1);
    if (buffers.size() != 1 || buffer < 0 || static_cast<std::uint32_t>(buffer) > word(binary))
        return QStringLiteral("buffer");
    for (const QJsonValue& each : views) {
        const QJsonObject view = each.toObject();
        const int from = view[QLatin1String("byteOffset")].toInt(), size = view[QLatin1String("byteLength")].toInt(-1);
        if (view[QLatin1String("buffer")].toInt(-1) != 0 || from < 0 || size < 1 || from + size > buffer ||
            from % 4 != 0)
            return QStringLiteral("bufferView");
    }
    for (const QJsonValue& each : accessors) {
        const QJsonObject accessor = each.toObject();
        const int view = accessor[QLatin1String("bufferView")].toInt(-1),
                  count = accessor[QLatin1String("count")].toInt(),
                  type = accessor[QLatin1String("componentType")].toInt();
        const int parts = accessor[QLatin1String("type")].toString() == QLatin1String("VEC3") ? 3 : 1;
        if (view < 0 || view >= views.size() || count < 1 || (type != 5126 && type != 5125))
            return QStringLiteral("accessor");
        const QJsonObject in = views[view].toObject();
        if (count * parts * 4 > in[QLatin1String("byteLength")].toInt())
            return QStringLiteral("accessor beyond its view");
        if (!accessor.contains(QLatin1String("min")))
            continue;
        for (int i = 0; i < count; ++i)
            for (int k = 0; k < parts; ++k) {
                const std::uint32_t bits =
                    word(binary + 8 + static_cast<std::size_t>(in[QLatin1String("byteOffset")].toInt()) +
                         static_cast<std::size_t>(4 * (i * parts + k)));
                float value = 0;
                std::memcpy(&value, &bits, sizeof value);
                const double at = static_cast<double>(value);
                if (at < accessor[QLatin1String("min")].toArray()[k].toDouble() ||
                    at > accessor[QLatin1String("max")].toArray()[k].toDouble())
                    return QStringLiteral("bounds");
            }
    }
    for (const QJsonValue& each : meshes)
        for (const QJsonValue& piece : each.toObject()[QLatin1String("primitives")].toArray()) {
            const QJsonObject primitive = piece.toObject();
            const QJsonObject attributes = primitive[QLatin1String("attributes")].toObject();
            const int points = attributes[QLatin1String("POSITION")].toInt(-1),
                      normals = attributes[QLatin1String("NORMAL")].toInt(-1),
                      indices = primitive[QLatin1String("indices")].toInt(-1);
            if (points < 0 || points >= accessors.size() || normals < 0 || normals >= accessors.size() || indices < 0 ||
                indices >= accessors.size() || primitive[QLatin1String("material")].toInt(-1) >= materials.size())
                return QStringLiteral("primitive");
            const QJsonObject corners = accessors[indices].toObject();
            const int count = accessors[points].toObject()[QLatin1String("count")].toInt();
            const auto from = static_cast<std::size_t>(
                views[corners[QLatin1String("bufferView")].toInt()].toObject()[QLatin1String("byteOffset")].toInt());
            if (!accessors[points].toObject().contains(QLatin1String("min")) ||
                corners[QLatin1String("count")].toInt() % 3 != 0)
                return QStringLiteral("triangles");
            for (int i = 0; i < corners[QLatin1String("count")].toInt(); ++i)
                if (word(binary + 8 + from + static_cast<std::size_t>(4 * i)) >= static_cast<std::uint32_t>(count))
                    return QStringLiteral("index");
        }
    std::vector<int> parents(static_cast<std::size_t>(nodes.size()));
    for (const QJsonValue& each : nodes) {
        const QJsonObject node = each.toObject();
        if (node.contains(QLatin1String("mesh")) && node[QLatin1String("mesh")].toInt(-1) >= meshes.size())
            return QStringLiteral("mesh of a node");
        for (const QJsonValue& child : node[QLatin1String("children")].toArray())
            if (child.toInt(-1) <= 0 || child.toInt() >= nodes.size() ||
                ++parents[static_cast<std::size_t>(child.toInt())] > 1)
                return QStringLiteral("tree");
        if (node.contains(QLatin1String("rotation"))) {
            double square = 0;
            for (const QJsonValue& part : node[QLatin1String("rotation")].toArray())
                square += part.toDouble() * part.toDouble();
            if (std::abs(square - 1) > 1e-6)
                return QStringLiteral("rotation");
        }
    }
    for (std::size_t i = 1; i < parents.size(); ++i)
        if (parents[i] != 1)
            return QStringLiteral("a node outside the tree");
    return scenes.size() == 1 ? QString() : QStringLiteral("scene");
}
QJsonArray gltfNodes(const std::string& bytes) {
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.data() + 12, 4);
    return QJsonDocument::fromJson(QByteArray::fromStdString(bytes.substr(20, size)))
        .object()[QLatin1String("nodes")]
        .toArray();
}
QJsonObject rackNode(const QJsonArray& nodes, std::uint64_t id) {
    for (const QJsonValue& node : nodes) {
        const QJsonObject extras = node.toObject()[QLatin1String("extras")].toObject();
        if (extras[QLatin1String("type")].toString() == QLatin1String("rack") &&
            extras[QLatin1String("id")].toInteger() == static_cast<qint64>(id))
            return node.toObject();
    }
    return {};
}
QJsonObject nodeNamed(const QJsonArray& nodes, const std::string& name) {
    for (const QJsonValue& node : nodes)
        if (node.toObject()[QLatin1String("name")].toString() == QString::fromStdString(name))
            return node.toObject();
    return {};
}

/// A list with one cell changed, by the id of its cable.
std::string edited(const std::string& list, const std::string& id, const std::string& column,
                   const std::string& value) {
    const Result<CsvTable> table = CsvTable::read(list, {std::size_t{512} << 20, 256});
    std::string text = csvLine(table->header());
    for (std::size_t row = 0; row < table->size(); ++row) {
        std::vector<std::string> cells;
        for (const std::string& name : table->header())
            cells.push_back(table->cell(row, "Cable ID") == id && name == column ? value : table->cell(row, name));
        text += csvLine(cells);
    }
    return text;
}

DxfDrawing room20x10() {
    DxfDrawing drawing;
    drawing.layers = {"WALLS", "COLUMNS", "FURNITURE"};
    drawing.unit = 1000;
    drawing.lines = {{0, true, {{0, 0}, {20, 0}, {20, 10}, {0, 10}}},
                     {0, true, {{5, 4}, {5.2, 4}, {5.2, 8}, {5, 8}}},
                     {1, true, {{10, 5}, {10.4, 5}, {10.4, 5.4}, {10, 5.4}}},
                     {2, false, {{1, 1}, {2, 2}}}};
    return drawing;
}

Document hallDocument(Id<Room>* room = nullptr) {
    fixture::DrawnHall hall;
    if (room)
        *room = hall.room;
    auto project = std::make_shared<Project>(hall.project);
    project->options.front().design = std::make_shared<const Design>(hall.design);
    return {project, hall.ids.next()};
}

} // namespace

class TestExchange : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(loadBundledFonts()); }

    // y goes up in a DXF, turns go to the left, and what is drawn of a rack is one block.
    void dxfEntityByEntity() {
        Sketch sketch(QStringLiteral("Plan"), 0.01);
        sketch.setBounds({0, 0, 10000, 5000});
        sketch.enter(Layer::Building);
        sketch.line({100, 200}, {1100, 200}, PaperPen{Ink::Wall, 0.25});
        sketch.enter(Layer::Aisles);
        sketch.rectangle({1000, 1000, 2000, 500}, {}, PaperPen{Ink::Rule, 0.18, Dash::Dashed});
        sketch.arc({{500, 600}, 100, 0, 90}, PaperPen{});
        sketch.enter(Layer::Labels);
        sketch.text({300, 400}, QStringLiteral("Zürich 5%"), {2.5, Weight::Regular, TextAlign::Left, Ink::Text, 90});
        sketch.enter(Layer::Racks, 77);
        sketch.rectangle({4000, 1000, 600, 1200}, Ink::RackFill, PaperPen{});
        const QByteArray dxf =
            dxfOf(std::move(sketch).take(), {QStringLiteral("Hall"), {}, QStringLiteral("2026-01-15")},
                  {{77, QStringLiteral("A 07")}});
        const std::vector<Group> groups = groupsOf(dxf);
        QVERIFY(!groups.empty());
        QCOMPARE(groups.back().value, QByteArray("EOF"));
        const auto line = thing(groups, "LINE");
        QCOMPARE(line.find(8)->second, QByteArray("BUILDING"));
        QCOMPARE(line.find(370)->second, QByteArray("25"));
        QCOMPARE(numberAt(line, 10), 100.0);
        QCOMPARE(numberAt(line, 20), -200.0);
        QCOMPARE(numberAt(line, 11), 1100.0);
        const auto arc = thing(groups, "ARC");
        QCOMPARE(numberAt(arc, 50), 270.0); // a quarter to the right from the x axis
        QCOMPARE(numberAt(arc, 51), 0.0);
        QCOMPARE(numberAt(arc, 20), -600.0);
        // In the block of the title first; the dashed one is in the drawing.
        bool hasDashed = false;
        for (int i = 0; i < 20; ++i)
            if (const auto box = thing(groups, "LWPOLYLINE", i); box.contains(6)) {
                hasDashed = true;
                QCOMPARE(box.find(6)->second, QByteArray("DASHED"));
                QCOMPARE(box.find(90)->second, QByteArray("4"));
                QCOMPARE(box.find(70)->second, QByteArray("1"));
            }
        QVERIFY(hasDashed);
        bool hasText = false;
        for (int i = 0; i < 8; ++i)
            if (const auto text = thing(groups, "TEXT", i); text.contains(1) && text.find(1)->second.contains("rich")) {
                hasText = true;
                QCOMPARE(text.find(1)->second, QByteArray("Z\\U+00FCrich 5%%%"));
                QCOMPARE(numberAt(text, 50), -90.0);
            }
        QVERIFY(hasText);
        const auto insert = thing(groups, "INSERT");
        QCOMPARE(insert.find(2)->second, QByteArray("RACK-A_07"));
        QCOMPARE(numberAt(insert, 10), 4300.0);
        QCOMPARE(numberAt(insert, 20), -1600.0);
    }
    void dxfIsWhole() {
        const ProjectPtr project = exchangeSample("hall-1024-h200");
        const Design& design = *activeOption(*project).design;
        const Drawing plan = floorPlanDrawing(*project, design, *design.rooms.begin(), {}, english(), {});
        std::map<std::uint64_t, QString> blocks;
        for (const Rack& rack : design.racks)
            blocks[rack.id.value] = QString::fromStdString(rack.name);
        const QByteArray dxf = dxfOf(plan, {QStringLiteral("Hall"), {}, QStringLiteral("2026-01-15")}, blocks);
        QCOMPARE(dxf, dxfOf(plan, {QStringLiteral("Hall"), {}, QStringLiteral("2026-01-15")}, blocks));
        QVERIFY(std::ranges::all_of(dxf, [](char c) { return static_cast<unsigned char>(c) < 0x80; }));
        const std::vector<Group> groups = groupsOf(dxf);
        QVERIFY(!groups.empty());
        // Each handle once, below the seed; each block that is inserted is there; each layer is in the table.
        QSet<QByteArray> handles, layers, blockNames, records;
        qulonglong seed = 0, highest = 0;
        QByteArray type;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups[i].code == 0)
                type = groups[i].value;
            if (groups[i].code == 9 && groups[i].value == "$HANDSEED")
                seed = groups[i + 1].value.toULongLong(nullptr, 16);
            else if ((groups[i].code == 5 || groups[i].code == 105) && type != "SECTION") {
                QVERIFY2(!handles.contains(groups[i].value), groups[i].value.constData());
                handles.insert(groups[i].value);
                highest = std::max(highest, groups[i].value.toULongLong(nullptr, 16));
            }
            if (groups[i].code == 2 && type == "LAYER")
                layers.insert(groups[i].value);
            if (groups[i].code == 2 && type == "BLOCK")
                blockNames.insert(groups[i].value);
            if (groups[i].code == 2 && type == "BLOCK_RECORD")
                records.insert(groups[i].value);
        }
        QVERIFY(highest < seed);
        std::size_t racks = 0;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (groups[i].code == 0)
                type = groups[i].value;
            if (groups[i].code == 8 && type != "SECTION")
                QVERIFY2(layers.contains(groups[i].value) || groups[i].value == "0", groups[i].value.constData());
            if (groups[i].code == 2 && type == "INSERT") {
                QVERIFY(blockNames.contains(groups[i].value) && records.contains(groups[i].value));
                racks += groups[i].value.startsWith("RACK-");
            }
            if (groups[i].code == 330 && groups[i].value != "0")
                QVERIFY2(handles.contains(groups[i].value) || groups[i].value.size() == 2, groups[i].value.constData());
        }
        QCOMPARE(racks, design.racks.size());
        // Our own reader finds the racks where the plan has them.
        const Result<DxfDrawing> read = readDxf({dxf.constData(), static_cast<std::size_t>(dxf.size())});
        QVERIFY(read);
        QCOMPARE(read->unit, 1.0);
        const Rack& first = *design.racks.begin();
        const double x = first.centre.x.inMillimetres(), y = -first.centre.y.inMillimetres();
        QVERIFY(std::ranges::any_of(read->lines, [&](const DxfLine& line) {
            if (!line.isClosed || read->layers[line.layer] != "RACKS")
                return false;
            double cx = 0, cy = 0;
            for (const DxfPoint& point : line.points) {
                cx += point.x / static_cast<double>(line.points.size());
                cy += point.y / static_cast<double>(line.points.size());
            }
            return std::abs(cx - x) < 1 && std::abs(cy - y) < 1;
        }));
    }

    void drawioHasEachSwitchOnce() {
        const ProjectPtr project = exchangeSample("hall-1024-h200");
        const Design& design = *activeOption(*project).design;
        const QByteArray xml = drawioOf(*project, design, english());
        QXmlStreamReader reader(xml);
        std::map<QString, int> names;
        QSet<QString> ids, ends;
        std::map<QString, std::map<QString, double>> heights; // page, name: y
        QString page, last;
        std::size_t links = 0;
        while (!reader.atEnd()) {
            if (reader.readNext() != QXmlStreamReader::StartElement)
                continue;
            const QXmlStreamAttributes attributes = reader.attributes();
            if (reader.name() == QLatin1String("diagram")) {
                page = attributes.value(QLatin1String("name")).toString();
                for (const QString& end : ends)
                    QVERIFY(ids.contains(end));
                ids.clear();
                ends.clear();
            }
            if (reader.name() == QLatin1String("mxGeometry") && attributes.hasAttribute(QLatin1String("y")))
                heights[page][last] = attributes.value(QLatin1String("y")).toDouble();
            if (reader.name() != QLatin1String("mxCell"))
                continue;
            const QString id = attributes.value(QLatin1String("id")).toString();
            QVERIFY2(!ids.contains(id), qPrintable(id));
            ids.insert(id);
            last = attributes.value(QLatin1String("value")).toString();
            if (attributes.value(QLatin1String("vertex")) == QLatin1String("1") && id.startsWith(QLatin1Char('d')))
                ++names[page + QLatin1Char('/') + last];
            if (attributes.value(QLatin1String("edge")) == QLatin1String("1")) {
                ends << attributes.value(QLatin1String("source")).toString()
                     << attributes.value(QLatin1String("target")).toString();
                // "2 × 400 Gb/s", "400 Gb/s", and "2 cables" where speeds differ.
                const bool isCounted = last.contains(QStringLiteral(" × ")) || last.contains(QStringLiteral("cables"));
                links += isCounted ? last.section(QLatin1Char(' '), 0, 0).toULongLong() : 1;
            }
        }
        QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
        QCOMPARE(links, design.cables.size());
        for (const Network& network : design.networks) {
            std::set<Id<Device>> switches;
            double leaf = 0, spine = 0;
            for (const Cable& cable : design.cables)
                if (cable.network == network.id)
                    for (const Id<Device> end : {cable.a.device, cable.b.device})
                        if (const Device* device = design.devices.find(end))
                            if (findPart(*project, device->part)->category == PartCategory::Switch)
                                switches.insert(end);
            QVERIFY(!switches.empty());
            const QString name = QString::fromStdString(network.name);
            for (const Id<Device> each : switches) {
                const Device& device = *design.devices.find(each);
                QCOMPARE(names[name + QLatin1Char('/') + QString::fromStdString(device.name)], 1);
                (device.role == "spine" ? spine : leaf) = heights[name][QString::fromStdString(device.name)];
            }
            if (spine > 0 && network.role == NetworkRole::Compute)
                QVERIFY(spine < leaf); // above
        }
    }

    void airHasEachCableOnce() {
        const ProjectPtr project = exchangeSample("hall-1024-h200");
        const Context context(snapshotOf(project));
        for (const Network& network : context.design().networks) {
            const AirTopology topology = airTopology(context, network.id);
            const QJsonObject all = QJsonDocument::fromJson(QByteArray::fromStdString(topology.json)).object();
            QCOMPARE(all[QLatin1String("format")].toString(), QStringLiteral("JSON"));
            const QJsonObject content = all[QLatin1String("content")].toObject();
            const QJsonObject nodes = content[QLatin1String("nodes")].toObject();
            const QJsonArray links = content[QLatin1String("links")].toArray();
            const auto cables = std::ranges::count(context.design().cables, network.id, &Cable::network);
            QCOMPARE(static_cast<std::ptrdiff_t>(links.size()), cables);
            QSet<QString> ends;
            for (const QJsonValue& link : links)
                for (const QJsonValue& end : link.toArray()) {
                    const QString node = end.toObject()[QLatin1String("node")].toString();
                    QVERIFY(nodes.contains(node));
                    const QString key = node + QLatin1Char(' ') + end.toObject()[QLatin1String("interface")].toString();
                    QVERIFY2(!ends.contains(key), qPrintable(key));
                    ends.insert(key);
                }
            for (const QString& node : nodes.keys())
                QVERIFY(!nodes[node].toObject()[QLatin1String("os")].toString().isEmpty());
            QCOMPARE(QString::fromStdString(topology.dot).count(QStringLiteral(" -- ")), links.size());
        }
    }

    void gltfKeepsItsRules() {
        for (const char* sample : {"hall-1024-h200", "nvl72-8-racks", "mistakes"}) {
            const ProjectPtr project = exchangeSample(sample);
            const Context context(snapshotOf(project));
            const std::string bytes = gltfHall(context);
            QVERIFY(!bytes.empty());
            QCOMPARE(gltfFault(bytes), QString());
            const QJsonArray nodes = gltfNodes(bytes);
            for (const Rack& rack : context.design().racks) {
                if (!rack.scope.isPresent() || !context.design().rooms.find(rack.room) ||
                    context.design().rooms.find(rack.room)->outline.size() < 3)
                    continue;
                const QJsonObject node = rackNode(nodes, rack.id.value);
                QCOMPARE(node[QLatin1String("name")].toString(), QString::fromStdString(rack.name));
                const QJsonArray at = node[QLatin1String("translation")].toArray();
                QVERIFY(std::abs(at[0].toDouble() - rack.centre.x.inMetres()) < 1e-5);
                QVERIFY(std::abs(at[2].toDouble() - rack.centre.y.inMetres()) < 1e-5);
            }
        }
    }
    // A quarter turn clockwise seen from above takes the front, which looks to -z, to +x.
    void gltfTurnsAsThePlan() {
        Document document = hallDocument();
        History history(document);
        const Rack& rack = *activeOption(*history.current()).design->racks.begin();
        Rack turned = rack;
        turned.rotation = Angle::degrees(90);
        Design design = *activeOption(*history.current()).design;
        design.racks = design.racks.with(turned);
        const ProjectPtr project =
            withDesign(*history.current(), activeOption(*history.current()).id, std::make_shared<const Design>(design));
        const QJsonObject node = nodeNamed(gltfNodes(gltfHall(Context(snapshotOf(project)))), rack.name);
        const QJsonArray q = node[QLatin1String("rotation")].toArray();
        const double y = q[1].toDouble(), w = q[3].toDouble();
        // (0, 0, -1) turned by (0, y, 0, w).
        const double x = -2 * y * w, z = -(1 - 2 * y * y);
        QVERIFY(std::abs(x - 1) < 1e-6 && std::abs(z) < 1e-6);
    }

    void drawingBelowAPlan() {
        Id<Room> room;
        History history(hallDocument(&room));
        const auto design = [&]() -> const Design& { return *activeOption(*history.current()).design; };
        const std::size_t before = design().roomObjects.size();
        const DxfDrawing drawing = room20x10();
        DrawingPlan plan;
        plan.unit = usualUnit(drawing);
        for (const std::string& layer : drawing.layers)
            plan.uses.push_back(usualUse(layer));
        QCOMPARE(plan.uses, (std::vector<LayerUse>{LayerUse::Walls, LayerUse::Columns, LayerUse::Below}));
        QCOMPARE(objectsOf(drawing, 0, LayerUse::Walls), std::size_t{5});
        const Result<Edit> edit = insertDrawing(edits::activeTarget(*history.current()), "floor.dxf", drawing, plan,
                                                *design().rooms.find(room));
        QVERIFY(edit);
        QVERIFY(history.commit(*edit));
        QCOMPARE(design().roomObjects.size(), before + 1 + 5 + 1);
        const RoomObject* below = underlayOf(design(), room, {});
        QVERIFY(below);
        const Underlay& underlay = std::get<Underlay>(below->shape);
        QCOMPARE(underlay.place.width.inMillimetres(), 20000.0);
        QCOMPARE(underlay.place.depth.inMillimetres(), 10000.0);
        std::vector<Wall> walls;
        for (const RoomObject& object : design().roomObjects)
            if (const auto* wall = std::get_if<Wall>(&object.shape))
                walls.push_back(*wall);
        // The last is the narrow rectangle: one wall of its thickness, 4 to 8 m from the top.
        const Wall& narrow = walls.back();
        QCOMPARE(narrow.thickness.inMillimetres(), 200.0);
        QCOMPARE(narrow.from.x.inMillimetres(), 5100.0);
        QCOMPARE(std::min(narrow.from.y, narrow.to.y).inMillimetres(), 2000.0);
        QCOMPARE(std::max(narrow.from.y, narrow.to.y).inMillimetres(), 6000.0);
        // It is drawn as lines, turns and grows with its place, and goes as one step.
        const Drawing shown =
            floorPlanDrawing(*history.current(), design(), *design().rooms.find(room), {}, english(), {});
        const auto lines = std::ranges::find_if(shown.items, [&](const DrawingItem& item) {
            return item.layer == Layer::Underlay && item.subject == below->id.value;
        });
        QVERIFY(lines != shown.items.end());
        QCOMPARE(std::get<LinesShape>(lines->shape).lines.size(), drawing.lines.size());
        QCOMPARE(std::get<LinesShape>(lines->shape).lines[3][0], QPointF(1000, 9000));
        QVERIFY(history.commit(removeUnderlay(edits::activeTarget(*history.current()), *below)));
        QVERIFY(!underlayOf(design(), room, {}));
        plan.unit = 1e6;
        QVERIFY(!insertDrawing(edits::activeTarget(*history.current()), "floor.dxf", drawing, plan,
                               *design().rooms.find(room)));
    }
    void linesAsTextAndDamaged() {
        LineDrawing drawing;
        drawing.width = 100;
        drawing.height = 50;
        drawing.layers = {"A", "B layer"};
        drawing.lines = {{0, false, {{0, 0}, {100, 50}}}, {1, true, {{1.5, 2}, {3, 4}, {5, 6.2}}}};
        const std::string text = lineDrawingText(drawing);
        QVERIFY(*lineDrawingOf(text) == drawing);
        std::mt19937 random(3);
        for (int round = 0; round < 3000; ++round) {
            std::string damaged = text;
            for (int change = 0; change < 2; ++change)
                damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
            if (const auto read = lineDrawingOf(damaged))
                for (const LineDrawing::Line& line : read->lines)
                    QVERIFY(line.layer < read->layers.size() && line.points.size() >= 2);
        }
    }
    void sheetsAsPictures() {
        const QTemporaryDir folder;
        const QString svg = folder.filePath(QStringLiteral("plan.svg")),
                      pdf = folder.filePath(QStringLiteral("plan.pdf"));
        const auto write = [](const QString& path, const QByteArray& bytes) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(write(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200mm\" height=\"100mm\" "
                           "viewBox=\"0 0 200 100\"><rect x=\"1\" y=\"1\" width=\"50\" height=\"50\"/></svg>"));
        const Result<PlanPicture> drawn = planPicture(svg);
        QVERIFY(drawn);
        QCOMPARE(drawn->width->inMillimetres(), 200.0);
        QCOMPARE(drawn->picture.width(), 2 * drawn->picture.height());
        {
            QPdfWriter writer(pdf);
            writer.setPageSize(QPageSize(QPageSize::A3));
            writer.setPageOrientation(QPageLayout::Landscape);
            QPainter painter(&writer);
            painter.drawLine(0, 0, 1000, 1000);
        }
        const Result<PlanPicture> page = planPicture(pdf);
        QVERIFY2(page, page ? "" : page.error().message.id.c_str());
        QVERIFY(std::abs(page->width->inMillimetres() - 420) < 1);
        Id<Room> room;
        History history(hallDocument(&room));
        const Room& hall = *activeOption(*history.current()).design->rooms.find(room);
        const Result<Edit> placed = insertUnderlay(edits::activeTarget(*history.current()), pdf, hall, 1, 100.0);
        QVERIFY(placed);
        QVERIFY(history.commit(*placed));
        const RoomObject* below = underlayOf(*activeOption(*history.current()).design, room, {});
        QVERIFY(std::abs(std::get<Underlay>(below->shape).place.width.inMetres() - 42) < 0.1);
        const auto idOf = [](const Result<PlanPicture>& result) {
            return result ? std::string() : result.error().message.id;
        };
        QCOMPARE(idOf(planPicture(pdf, 2)), std::string("underlay.no-page"));
        QVERIFY(write(pdf, "%PDF-1.7\nnothing"));
        QCOMPARE(idOf(planPicture(pdf)), std::string("underlay.no-pdf"));
        QVERIFY(write(svg, "<svg"));
        QCOMPARE(idOf(planPicture(svg)), std::string("underlay.no-svg"));
        QVERIFY(write(svg, "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg/>"));
        QCOMPARE(idOf(planPicture(svg)), std::string("underlay.svg-entities"));
    }

    void cableListUnedited() {
        for (const char* sample : {"hall-1024-h200", "nvl72-8-racks", "mistakes", "single-node-fine-tuning"}) {
            const Context context(snapshotOf(exchangeSample(sample)));
            const std::string list = cableListText(context, english());
            const Result<CableListDifference> found = cableListDifference(context, english(), list, {true});
            QVERIFY2(found, found ? "" : found.error().message.id.c_str());
            QVERIFY(found->isEmpty());
            QCOMPARE(found->unchanged, context.design().cables.size());
            QCOMPARE(found->changes.size(), std::size_t{0});
        }
    }
    void cableListEdited() {
        const ProjectPtr project = exchangeSample("hall-1024-h200");
        const Context context(snapshotOf(project));
        const Design& design = context.design();
        const std::string list = cableListText(context, english());
        const Cable &first = *design.cables.begin(), &second = *std::next(design.cables.begin());
        const std::string a = std::to_string(first.id.value), b = std::to_string(second.id.value);
        const Result<CsvTable> table = CsvTable::read(list, {std::size_t{512} << 20, 256});
        const auto cell = [&](std::size_t row, const char* column) { return table->cell(row, column); };
        // The B ends of two cables change places, one gets a length and a colour, one goes.
        std::string text = list;
        for (const char* column : {"B device", "B port"}) {
            text = edited(text, a, column, cell(1, column));
            text = edited(text, b, column, cell(0, column));
        }
        text = edited(text, a, "Order length m", "12.5");
        text = edited(text, b, "Colour", "#ff8800");
        text = edited(text, b, "Medium", "carrier pigeon");
        Result<CableListDifference> found = cableListDifference(context, english(), text, {});
        QVERIFY2(found, found ? "" : english().sentence(found.error().message).c_str());
        QCOMPARE(found->changed, std::size_t{2});
        QCOMPARE(found->ignored, std::size_t{1});
        QCOMPARE(found->added + found->removed, std::size_t{0});
        History history(Document{project, std::uint64_t{1} << 40});
        QVERIFY(history.commit(found->edit));
        const Design& after = *activeOption(*history.current()).design;
        QCOMPARE(after.cables.find(first.id)->b, second.b);
        QCOMPARE(after.cables.find(second.id)->b, first.b);
        const Context now(snapshotOf(history.current()));
        const std::string out = cableListText(now, english());
        const Result<CsvTable> written = CsvTable::read(out, {std::size_t{512} << 20, 256});
        QCOMPARE(written->cell(0, "Order length m"), std::string("12.5"));
        QCOMPARE(written->cell(1, "Colour"), std::string("#ff8800"));
        const Result<CableListDifference> again = cableListDifference(now, english(), out, {true});
        QVERIFY(again && again->isEmpty());
        // A row that is taken out stays, unless that was asked for; a row without an id is a cable anew.
        std::string shorter = csvLine(table->header());
        for (std::size_t row = 1; row < table->size(); ++row) {
            std::vector<std::string> cells;
            for (const std::string& name : table->header())
                cells.push_back(table->cell(row, name));
            shorter += csvLine(cells);
        }
        found = cableListDifference(context, english(), shorter, {});
        QVERIFY(found && found->isEmpty());
        QCOMPARE(found->missing, std::size_t{1});
        found = cableListDifference(context, english(), shorter, {true});
        QVERIFY(found);
        QCOMPARE(found->removed, std::size_t{1});
        found = cableListDifference(context, english(), edited(list, a, "Cable ID", ""), {true});
        QVERIFY(found);
        QCOMPARE(found->added + found->removed, std::size_t{2});
        found = cableListDifference(context, english(), edited(list, a, "Cable ID", ""), {});
        QVERIFY(!found); // the cable stays, and its ports are taken
        QCOMPARE(found.error().message.id, std::string("cable-list.refused"));
    }
    void cableListWrong_data() {
        QTest::addColumn<QString>("column");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("id");
        const auto row = [](const char* column, const char* value, const char* id) {
            QTest::newRow(id) << QString::fromLatin1(column) << QString::fromLatin1(value) << QString::fromLatin1(id);
        };
        row("Cable ID", "999999999", "cable-list.no-cable");
        row("B device", "nothing-of-ours", "cable-list.no-device");
        row("B port", "swp9999", "cable-list.no-port");
        row("Network", "Token ring", "cable-list.no-network");
        row("Order length m", "far", "cable-list.no-length");
        row("Colour", "red", "cable-list.no-colour");
        row("Label A", "X", "cable-list.two-labels");
    }
    void cableListWrong() {
        QFETCH(QString, column);
        QFETCH(QString, value);
        QFETCH(QString, id);
        const Context context(snapshotOf(exchangeSample("single-node-fine-tuning")));
        const std::string list = cableListText(context, english());
        const std::string first = std::to_string(context.design().cables.begin()->id.value);
        const Result<CableListDifference> found =
            cableListDifference(context, english(), edited(list, first, column.toStdString(), value.toStdString()), {});
        QVERIFY(!found);
        QCOMPARE(QString::fromStdString(found.error().message.id), id);
        const auto line = std::ranges::find(found.error().message.arguments, std::string("line"), &Argument::name);
        QVERIFY(line != found.error().message.arguments.end());
        QCOMPARE(std::get<std::int64_t>(line->value), std::int64_t{2});
    }
    void cableListHostile() {
        const Context context(snapshotOf(exchangeSample("single-node-fine-tuning")));
        const std::string list = cableListText(context, english());
        std::mt19937 random(5);
        for (int round = 0; round < 300; ++round) {
            std::string text = list;
            for (int change = 0; change < 3; ++change) {
                const std::size_t at = random() % text.size();
                if (random() % 2 == 0)
                    text[at] = static_cast<char>(random() % 256);
                else
                    text.insert(at, text.substr(at / 2, random() % 90));
            }
            const Result<CableListDifference> found = cableListDifference(context, english(), text, {true});
            QVERIFY(found || !found.error().message.id.empty());
        }
    }
};

RW_WINDOW_SUITE(TestExchange)
#include "tst_exchange.moc"
