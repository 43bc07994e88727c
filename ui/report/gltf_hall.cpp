// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/gltf_hall.h"

#include "model/design/floor_space.h"
#include "model/design/occupancy.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numbers>

namespace rackwright {

namespace {

constexpr double kUnitPitch = 0.04445; // IEC 60297-3-100
constexpr double kAssumedHeight = 2.2, kAssumedWall = 3, kAssumedDevice = 0.8;

struct GltfVector {
    double x = 0, y = 0, z = 0;
};

enum class Material : std::uint8_t { Floor, Wall, Rack, Compute, Switch, Storage, Power, Cooling, Other, Pathway };
struct MaterialForm {
    const char* name;
    std::array<double, 4> colour;
};
constexpr std::array<MaterialForm, 10> kMaterials = {{{"floor", {0.82, 0.83, 0.85, 1}},
                                                      {"wall", {0.6, 0.62, 0.65, 1}},
                                                      {"rack", {0.13, 0.15, 0.18, 0.35}},
                                                      {"compute", {0.2, 0.45, 0.3, 1}},
                                                      {"switch", {0.2, 0.35, 0.6, 1}},
                                                      {"storage", {0.5, 0.35, 0.6, 1}},
                                                      {"power", {0.75, 0.5, 0.15, 1}},
                                                      {"cooling", {0.2, 0.55, 0.65, 1}},
                                                      {"other", {0.45, 0.47, 0.5, 1}},
                                                      {"pathway", {0.55, 0.5, 0.4, 1}}}};

QString gltfText(const std::string& text) { return QString::fromStdString(text); }

/// Vertices, triangles, materials, meshes and nodes as they are added, and the file of them.
class GltfScene {
public:
    GltfScene() { addCube(); }

    int node(QJsonObject made, int parent) {
        const int index = static_cast<int>(m_nodes.size());
        m_nodes.push_back(std::move(made));
        m_children.emplace_back();
        if (parent >= 0)
            m_children[static_cast<std::size_t>(parent)].append(index);
        return index;
    }
    /// A box of a size whose centre is at a place.
    int box(const QString& name, GltfVector centre, GltfVector size, Material material, int parent,
            const QJsonObject& extras = {}) {
        QJsonObject made{{QStringLiteral("name"), name},
                         {QStringLiteral("translation"), triple(centre)},
                         {QStringLiteral("scale"), triple(size)},
                         {QStringLiteral("mesh"), cubeOf(material)}};
        if (!extras.isEmpty())
            made[QStringLiteral("extras")] = extras;
        return node(std::move(made), parent);
    }
    /// A flat polygon at y = 0, seen from above.
    int floorMesh(const std::vector<GltfVector>& outline) {
        std::vector<GltfVector> points = outline, normals(outline.size(), {0, 1, 0});
        const std::vector<std::uint32_t> indices = triangles(outline);
        return indices.empty() ? -1 : mesh(points, normals, indices, Material::Floor);
    }
    /// A polygon drawn up from y = 0.
    int prism(const std::vector<GltfVector>& outline, double height, Material material) {
        std::vector<GltfVector> points, normals;
        std::vector<std::uint32_t> indices;
        double twice = 0;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const GltfVector &a = outline[i], &b = outline[(i + 1) % outline.size()];
            twice += a.x * b.z - b.x * a.z;
        }
        const double side = twice > 0 ? 1 : -1;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            const GltfVector &a = outline[i], &b = outline[(i + 1) % outline.size()];
            const double length = std::hypot(b.x - a.x, b.z - a.z);
            if (length < 1e-9)
                continue;
            const GltfVector normal{side * (b.z - a.z) / length, 0, -side * (b.x - a.x) / length};
            const auto base = static_cast<std::uint32_t>(points.size());
            for (const GltfVector& p : {a, b, GltfVector{b.x, height, b.z}, GltfVector{a.x, height, a.z}}) {
                points.push_back(p);
                normals.push_back(normal);
            }
            // Seen from outside counter-clockwise.
            const std::array<std::uint32_t, 6> faces = side > 0 ? std::array<std::uint32_t, 6>{0, 2, 1, 0, 3, 2}
                                                                : std::array<std::uint32_t, 6>{0, 1, 2, 0, 2, 3};
            for (const std::uint32_t corner : faces)
                indices.push_back(base + corner);
        }
        const auto top = static_cast<std::uint32_t>(points.size());
        for (const GltfVector& p : outline) {
            points.push_back({p.x, height, p.z});
            normals.push_back({0, 1, 0});
        }
        for (const std::uint32_t corner : triangles(outline))
            indices.push_back(top + corner);
        return indices.empty() ? -1 : mesh(points, normals, indices, material);
    }

    std::string file(const QString& name) {
        QJsonArray nodes;
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            if (!m_children[i].isEmpty())
                m_nodes[i][QStringLiteral("children")] = m_children[i];
            nodes.append(m_nodes[i]);
        }
        QJsonArray materials;
        for (const MaterialForm& form : kMaterials) {
            QJsonArray colour;
            for (const double part : form.colour)
                colour.append(part);
            QJsonObject made{
                {QStringLiteral("name"), QString::fromLatin1(form.name)},
                {QStringLiteral("pbrMetallicRoughness"), QJsonObject{{QStringLiteral("baseColorFactor"), colour},
                                                                     {QStringLiteral("metallicFactor"), 0},
                                                                     {QStringLiteral("roughnessFactor"), 0.9}}}};
            if (form.colour[3] < 1)
                made[QStringLiteral("alphaMode")] = QStringLiteral("BLEND");
            materials.append(made);
        }
        const QJsonObject asset{{QStringLiteral("version"), QStringLiteral("2.0")},
                                {QStringLiteral("generator"), QStringLiteral("Rackwright")}};
        const QJsonObject scene{{QStringLiteral("name"), name}, {QStringLiteral("nodes"), QJsonArray{0}}};
        const QJsonObject all{
            {QStringLiteral("asset"), asset},
            {QStringLiteral("scene"), 0},
            {QStringLiteral("scenes"), QJsonArray{scene}},
            {QStringLiteral("nodes"), nodes},
            {QStringLiteral("meshes"), m_meshes},
            {QStringLiteral("materials"), materials},
            {QStringLiteral("accessors"), m_accessors},
            {QStringLiteral("bufferViews"), m_views},
            {QStringLiteral("buffers"), QJsonArray{QJsonObject{{QStringLiteral("byteLength"), size(m_bytes)}}}}};
        std::string json = QJsonDocument(all).toJson(QJsonDocument::Compact).toStdString();
        json.resize((json.size() + 3) / 4 * 4, ' ');
        std::string bytes = m_bytes;
        bytes.resize((bytes.size() + 3) / 4 * 4, '\0');
        std::string text = "glTF";
        word(text, 2);
        constexpr std::size_t kHeaders = 12 + 8 + 8;
        word(text, static_cast<std::uint32_t>(kHeaders + json.size() + bytes.size()));
        word(text, static_cast<std::uint32_t>(json.size()));
        text += "JSON";
        text += json;
        word(text, static_cast<std::uint32_t>(bytes.size()));
        text.append("BIN\0", 4);
        return text + bytes;
    }

    static QJsonArray triple(GltfVector v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

private:
    static qint64 size(const std::string& bytes) { return static_cast<qint64>(bytes.size()); }
    static double rounded(double value) {
        constexpr double kPerMetre = 1e6;
        const double whole = std::round(value * kPerMetre) / kPerMetre;
        return whole == 0 ? 0.0 : whole;
    }
    // Little-endian, as glTF has it.
    static void word(std::string& text, std::uint32_t value) {
        for (int i = 0; i < 4; ++i)
            text += static_cast<char>(value >> (8 * i) & 0xffU);
    }
    void real(double value) {
        const auto single = static_cast<float>(value);
        std::uint32_t bits = 0;
        std::memcpy(&bits, &single, sizeof bits);
        word(m_bytes, bits);
    }
    int view(std::size_t from, int target) {
        m_views.append(QJsonObject{{QStringLiteral("buffer"), 0},
                                   {QStringLiteral("byteOffset"), static_cast<qint64>(from)},
                                   {QStringLiteral("byteLength"), static_cast<qint64>(m_bytes.size() - from)},
                                   {QStringLiteral("target"), target}});
        return static_cast<int>(m_views.size()) - 1;
    }
    int vectors(const std::vector<GltfVector>& list, bool hasBounds) {
        const std::size_t from = m_bytes.size();
        std::array<float, 3> low{}, high{};
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::array<double, 3> parts = {list[i].x, list[i].y, list[i].z};
            for (std::size_t k = 0; k < 3; ++k) {
                const auto single = static_cast<float>(parts[k]);
                low[k] = i == 0 ? single : std::min(low[k], single);
                high[k] = i == 0 ? single : std::max(high[k], single);
                real(parts[k]);
            }
        }
        constexpr int kArrayBuffer = 34962, kFloat = 5126;
        QJsonObject accessor{{QStringLiteral("bufferView"), view(from, kArrayBuffer)},
                             {QStringLiteral("componentType"), kFloat},
                             {QStringLiteral("count"), static_cast<qint64>(list.size())},
                             {QStringLiteral("type"), QStringLiteral("VEC3")}};
        if (hasBounds) {
            const auto triple = [](const std::array<float, 3>& v) {
                return QJsonArray{static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
            };
            accessor[QStringLiteral("min")] = triple(low);
            accessor[QStringLiteral("max")] = triple(high);
        }
        m_accessors.append(accessor);
        return static_cast<int>(m_accessors.size()) - 1;
    }
    struct Shape {
        int points = 0, normals = 0, indices = 0;
    };
    Shape shape(const std::vector<GltfVector>& points, const std::vector<GltfVector>& normals,
                const std::vector<std::uint32_t>& list) {
        const int at = vectors(points, true), across = vectors(normals, false);
        const std::size_t from = m_bytes.size();
        for (const std::uint32_t index : list)
            word(m_bytes, index);
        constexpr int kElementBuffer = 34963, kUnsignedInt = 5125;
        m_accessors.append(QJsonObject{{QStringLiteral("bufferView"), view(from, kElementBuffer)},
                                       {QStringLiteral("componentType"), kUnsignedInt},
                                       {QStringLiteral("count"), static_cast<qint64>(list.size())},
                                       {QStringLiteral("type"), QStringLiteral("SCALAR")}});
        return {at, across, static_cast<int>(m_accessors.size()) - 1};
    }
    int mesh(const Shape& of, Material material) {
        const QJsonObject primitive{{QStringLiteral("attributes"), QJsonObject{{QStringLiteral("POSITION"), of.points},
                                                                               {QStringLiteral("NORMAL"), of.normals}}},
                                    {QStringLiteral("indices"), of.indices},
                                    {QStringLiteral("material"), static_cast<int>(material)}};
        m_meshes.append(QJsonObject{{QStringLiteral("primitives"), QJsonArray{primitive}}});
        return static_cast<int>(m_meshes.size()) - 1;
    }
    int mesh(const std::vector<GltfVector>& points, const std::vector<GltfVector>& normals,
             const std::vector<std::uint32_t>& indices, Material material) {
        return mesh(shape(points, normals, indices), material);
    }
    /// One cube of 1 m serves all boxes, one mesh for each material.
    void addCube() {
        std::vector<GltfVector> points, normals;
        std::vector<std::uint32_t> indices;
        for (int axis = 0; axis < 3; ++axis)
            for (const double side : {-0.5, 0.5}) {
                const auto base = static_cast<std::uint32_t>(points.size());
                const auto corner = [&](double u, double v) {
                    std::array<double, 3> at{};
                    at[static_cast<std::size_t>(axis)] = side;
                    at[static_cast<std::size_t>((axis + 1) % 3)] = u;
                    at[static_cast<std::size_t>((axis + 2) % 3)] = v;
                    points.push_back({at[0], at[1], at[2]});
                    std::array<double, 3> way{};
                    way[static_cast<std::size_t>(axis)] = 2 * side;
                    normals.push_back({way[0], way[1], way[2]});
                };
                corner(-0.5, -0.5);
                corner(0.5, -0.5);
                corner(0.5, 0.5);
                corner(-0.5, 0.5);
                const std::array<std::uint32_t, 6> faces = side > 0 ? std::array<std::uint32_t, 6>{0, 1, 2, 0, 2, 3}
                                                                    : std::array<std::uint32_t, 6>{0, 2, 1, 0, 3, 2};
                for (const std::uint32_t each : faces)
                    indices.push_back(base + each);
            }
        m_cube = shape(points, normals, indices);
        m_cubes.fill(-1);
    }
    int cubeOf(Material material) {
        int& made = m_cubes[static_cast<std::size_t>(material)];
        if (made < 0)
            made = mesh(m_cube, material);
        return made;
    }
    /// Ears cut off one after the other; seen from above counter-clockwise. Empty for an outline that crosses itself.
    static std::vector<std::uint32_t> triangles(const std::vector<GltfVector>& outline) {
        std::vector<std::uint32_t> left(outline.size()), found;
        double twice = 0;
        for (std::size_t i = 0; i < outline.size(); ++i) {
            left[i] = static_cast<std::uint32_t>(i);
            const GltfVector &a = outline[i], &b = outline[(i + 1) % outline.size()];
            twice += a.x * b.z - b.x * a.z;
        }
        // y is up and z comes towards who looks from above: a positive turn from x to z goes clockwise.
        if (twice > 0)
            std::ranges::reverse(left);
        const auto turn = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
            const GltfVector &p = outline[a], &q = outline[b], &r = outline[c];
            return (q.x - p.x) * (r.z - p.z) - (r.x - p.x) * (q.z - p.z);
        };
        while (left.size() >= 3) {
            bool isCut = false;
            for (std::size_t i = 0; i < left.size() && !isCut; ++i) {
                const std::uint32_t a = left[(i + left.size() - 1) % left.size()], b = left[i],
                                    c = left[(i + 1) % left.size()];
                const double area = turn(a, b, c);
                if (area > 1e-12)
                    continue;
                bool isEar = true;
                if (area < -1e-12)
                    for (const std::uint32_t p : left)
                        if (p != a && p != b && p != c && turn(a, b, p) < 0 && turn(b, c, p) < 0 && turn(c, a, p) < 0)
                            isEar = false;
                if (!isEar)
                    continue;
                if (area < -1e-12)
                    found.insert(found.end(), {a, b, c});
                left.erase(left.begin() + static_cast<std::ptrdiff_t>(i));
                isCut = true;
            }
            if (!isCut)
                return {};
        }
        return found;
    }

    std::string m_bytes;
    QJsonArray m_views, m_accessors, m_meshes;
    std::vector<QJsonObject> m_nodes;
    std::vector<QJsonArray> m_children;
    Shape m_cube;
    std::array<int, kMaterials.size()> m_cubes{};
};

class HallBuilder {
public:
    explicit HallBuilder(const Context& context) : m_context(context), m_design(context.design()) {}

    std::string build() {
        const QString name = gltfText(m_context.project().name);
        const int root = m_scene.node({{QStringLiteral("name"), name}}, -1);
        bool isEmpty = true;
        for (const Room& room : m_design.rooms) {
            if (room.outline.size() < 3 || !room.scope.isPresent())
                continue;
            isEmpty = false;
            addRoom(room, root);
        }
        return isEmpty ? std::string() : m_scene.file(name);
    }

private:
    static GltfVector at(Point place, double height = 0) { return {place.x.inMetres(), height, place.y.inMetres()}; }
    static std::vector<GltfVector> outlineAt(const std::vector<Point>& outline) {
        std::vector<GltfVector> points;
        for (const Point& corner : outline)
            points.push_back(at(corner));
        return points;
    }
    /// Clockwise seen from above is against the sense of a turn about y.
    static QJsonArray turned(Angle angle) {
        const double half = -angle.inDegrees() * std::numbers::pi / 360;
        const auto rounded = [](double v) {
            const double whole = std::round(v * 1e9) / 1e9;
            return whole == 0 ? 0.0 : whole;
        };
        return {0, rounded(std::sin(half)), 0, rounded(std::cos(half))};
    }
    int place(const QString& name, Point centre, Angle angle, int parent, const QJsonObject& extras) {
        QJsonObject made{{QStringLiteral("name"), name},
                         {QStringLiteral("translation"), GltfScene::triple(at(centre))}};
        if (angle != Angle())
            made[QStringLiteral("rotation")] = turned(angle);
        if (!extras.isEmpty())
            made[QStringLiteral("extras")] = extras;
        return m_scene.node(std::move(made), parent);
    }
    QJsonObject extrasOf(const char* type, std::uint64_t id, Id<PartRow> row) const {
        QJsonObject extras{{QStringLiteral("type"), QString::fromLatin1(type)},
                           {QStringLiteral("id"), static_cast<qint64>(id)}};
        if (const Part* part = m_context.part(row)) {
            extras[QStringLiteral("vendor")] = gltfText(part->vendor);
            extras[QStringLiteral("model")] = gltfText(part->model);
            if (!part->partNumber.empty())
                extras[QStringLiteral("partNumber")] = gltfText(part->partNumber);
        }
        return extras;
    }
    static std::optional<double> metres(const Part* part, const PartAttribute<Length>& key) {
        const std::optional<double> value = part ? numberFact(*part, key.key).typical() : std::nullopt;
        return value && *value > 0.001 && *value < 1000 ? value : std::nullopt;
    }

    void addRoom(const Room& room, int root) {
        const double elevation = room.elevation.inMetres();
        QJsonObject extras = extrasOf("room", room.id.value, {});
        QJsonObject made{{QStringLiteral("name"), gltfText(room.name)},
                         {QStringLiteral("translation"), GltfScene::triple({0, elevation, 0})}};
        if (room.clearHeight)
            extras[QStringLiteral("clearHeightMetres")] = room.clearHeight->inMetres();
        made[QStringLiteral("extras")] = extras;
        const int node = m_scene.node(std::move(made), root);
        if (const int floor = m_scene.floorMesh(outlineAt(room.outline)); floor >= 0)
            m_scene.node({{QStringLiteral("name"), QStringLiteral("Floor")}, {QStringLiteral("mesh"), floor}}, node);
        m_height = room.clearHeight && *room.clearHeight > Length() ? room.clearHeight->inMetres() : kAssumedWall;
        for (const RoomObject& object : m_design.roomObjects)
            if (object.room == room.id && object.scope.isPresent())
                addObject(object, node);
        addPathways(room.id, node);
        for (const Rack& rack : m_design.racks)
            if (rack.room == room.id && rack.scope.isPresent())
                addRack(rack, node);
        for (const Device& device : m_design.devices)
            addStanding(device, "device", materialOf(m_context.part(device.part)), room.id, node);
        for (const PowerElement& element : m_design.powerElements)
            addStanding(element, std::string(enumName(element.kind)).c_str(), Material::Power, room.id, node);
        for (const CoolingUnit& unit : m_design.coolingUnits)
            addStanding(unit, std::string(enumName(unit.kind)).c_str(), Material::Cooling, room.id, node);
    }
    void addObject(const RoomObject& object, int parent) {
        const auto put = [&](const char* type, const std::vector<Point>& outline) {
            const int mesh = outline.size() < 3 ? -1 : m_scene.prism(outlineAt(outline), m_height, Material::Wall);
            if (mesh < 0)
                return;
            const QString name = object.name.empty() ? QString::fromLatin1(type) : gltfText(object.name);
            m_scene.node({{QStringLiteral("name"), name},
                          {QStringLiteral("mesh"), mesh},
                          {QStringLiteral("extras"), extrasOf(type, object.id.value, {})}},
                         parent);
        };
        if (const auto* wall = std::get_if<Wall>(&object.shape))
            put("wall", outlineOf(*wall));
        else if (const auto* column = std::get_if<Column>(&object.shape))
            put("column", column->outline);
    }
    void addPathways(Id<Room> room, int parent) {
        for (const PathSegment& segment : m_design.pathSegments) {
            const PathNode *from = m_design.pathNodes.find(segment.from), *to = m_design.pathNodes.find(segment.to);
            if (!from || !to || from->room != room || to->room != room || !segment.scope.isPresent())
                continue;
            const GltfVector a = at(from->place, from->height.inMetres()), b = at(to->place, to->height.inMetres());
            const double flat = std::hypot(b.x - a.x, b.z - a.z);
            const double length = std::hypot(flat, b.y - a.y);
            if (length < 0.001)
                continue;
            const double width = std::max(0.02, segment.width.inMetres()),
                         height = std::max(0.02, segment.height.inMetres());
            const QString name = gltfText(segment.name.empty() ? std::string(enumName(segment.kind)) : segment.name);
            const QJsonObject extras = extrasOf(std::string(enumName(segment.kind)).c_str(), segment.id.value, {});
            QJsonObject made{
                {QStringLiteral("name"), name},
                {QStringLiteral("translation"), GltfScene::triple({(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2})},
                {QStringLiteral("rotation"), along(a, b, flat, length)},
                {QStringLiteral("extras"), extras}};
            const int node = m_scene.node(std::move(made), parent);
            m_scene.box(name, {}, {length, height, width}, Material::Pathway, node);
        }
    }
    /// Turns x into the way from a to b: up or down about z first, then about y.
    static QJsonArray along(GltfVector a, GltfVector b, double flat, double length) {
        const double rise = std::asin(std::clamp((b.y - a.y) / length, -1.0, 1.0)) / 2;
        const double turn = flat < 1e-9 ? 0 : std::atan2(-(b.z - a.z), b.x - a.x) / 2;
        // The product of (0, sin t, 0, cos t) and (0, 0, sin r, cos r).
        return {std::sin(turn) * std::sin(rise), std::sin(turn) * std::cos(rise), std::cos(turn) * std::sin(rise),
                std::cos(turn) * std::cos(rise)};
    }

    static Material materialOf(const Part* part) {
        switch (part ? part->category : PartCategory::Other) {
        case PartCategory::GpuNode:
        case PartCategory::PcieGpuNode:
        case PartCategory::CpuNode:
        case PartCategory::RackScaleSystem:
        case PartCategory::Tray:
            return Material::Compute;
        case PartCategory::Switch:
            return Material::Switch;
        case PartCategory::StorageNode:
        case PartCategory::StorageSystem:
            return Material::Storage;
        default:
            return Material::Other;
        }
    }

    void addRack(const Rack& rack, int parent) {
        const Part* part = m_context.part(rack.part);
        const std::optional<RackSpace> space = rackSpace(m_context.project(), rack);
        const std::optional<double> ownWidth = metres(part, attribute::width),
                                    ownDepth = metres(part, attribute::depth);
        std::optional<double> height = metres(part, attribute::height);
        const double pitch = metres(part, attribute::unitPitch).value_or(kUnitPitch);
        const double rails = space ? static_cast<double>(space->units) * pitch : 0;
        QJsonObject extras = extrasOf("rack", rack.id.value, rack.part);
        if (!rack.row.empty())
            extras[QStringLiteral("row")] = gltfText(rack.row);
        if (!rack.role.empty())
            extras[QStringLiteral("role")] = gltfText(rack.role);
        if (space)
            extras[QStringLiteral("units")] = static_cast<qint64>(space->units);
        // What is not known is drawn at a usual size and says so.
        if (!height && space)
            height = rails + 0.1;
        if (!ownWidth || !ownDepth || !metres(part, attribute::height))
            extras[QStringLiteral("assumedSize")] = true;
        const double width = ownWidth.value_or(0.6), depth = ownDepth.value_or(1.2),
                     tall = height.value_or(kAssumedHeight);
        const int node = place(gltfText(rack.name), rack.centre, rack.rotation, parent, extras);
        m_scene.box(gltfText(rack.name + " cabinet"), {0, tall / 2, 0}, {width, tall, depth}, Material::Rack, node);
        const double foot = std::max(0.0, (tall - rails) / 2);
        for (const Occupant& each : occupants(m_context.project(), m_design, rack.id))
            addOccupant(each, node, width, depth, tall, pitch, foot);
    }
    void addOccupant(const Occupant& each, int parent, double width, double depth, double tall, double pitch,
                     double foot) {
        const char* type = each.kind == OccupantKind::Device         ? "device"
                           : each.kind == OccupantKind::PowerElement ? "power"
                                                                     : "cooling";
        const Material material = each.kind == OccupantKind::Device         ? materialOf(each.part)
                                  : each.kind == OccupantKind::PowerElement ? Material::Power
                                                                            : Material::Cooling;
        Id<PartRow> row;
        if (const Device* device = each.kind == OccupantKind::Device ? m_design.devices.find({each.id}) : nullptr)
            row = device->part;
        QJsonObject extras = extrasOf(type, each.id, row);
        const double inner = std::min(width - 0.02, 0.45);
        if (const auto* in = std::get_if<InRack>(&each.placement)) {
            const RackClaim claim = each.part ? rackClaim(*each.part, *in) : RackClaim{in->unit, in->unit};
            const double bottom = foot + static_cast<double>(claim.bottom - 1) * pitch;
            const double height = std::max(1.0, static_cast<double>(claim.top - claim.bottom + 1)) * pitch - 0.002;
            const double own = std::min(metres(each.part, attribute::depth).value_or(kAssumedDevice), depth - 0.1);
            const double share = inner / static_cast<double>(std::max<std::int64_t>(1, claim.columns));
            const double x = -inner / 2 + share * (static_cast<double>(claim.column) + 0.5);
            // The front of a rack looks to the top of the plan, which is -z.
            const double z = in->face == Face::Front ? -depth / 2 + 0.05 + own / 2 : depth / 2 - 0.05 - own / 2;
            extras[QStringLiteral("unit")] = static_cast<qint64>(in->unit);
            extras[QStringLiteral("face")] = QString::fromStdString(std::string(enumName(in->face)));
            m_scene.box(gltfText(each.name), {x, bottom + height / 2, z}, {share - 0.002, height, own}, material,
                        parent, extras);
        } else if (const auto* beside = std::get_if<ZeroU>(&each.placement)) {
            const double size = 0.05;
            const double x = (width / 2 - size) * (beside->side == Side::Left ? -1 : 1);
            const double z = depth / 2 - 0.1 - 0.06 * static_cast<double>(beside->slot);
            m_scene.box(gltfText(each.name), {x, tall / 2, z}, {size, tall * 0.85, size}, material, parent, extras);
        }
    }
    template <class Row>
    void addStanding(const Row& row, const char* type, Material material, Id<Room> room, int parent) {
        const auto* floor = std::get_if<OnFloor>(&row.placement);
        if (!floor || floor->room != room || !row.scope.isPresent())
            return;
        const Part* part = m_context.part(row.part);
        const std::optional<double> width = metres(part, attribute::width), depth = metres(part, attribute::depth),
                                    height = metres(part, attribute::height);
        QJsonObject extras = extrasOf(type, row.id.value, row.part);
        if (!width || !depth || !height)
            extras[QStringLiteral("assumedSize")] = true;
        const int node = place(gltfText(row.name), floor->centre, floor->rotation, parent, extras);
        const double tall = height.value_or(2);
        m_scene.box(gltfText(row.name + " body"), {0, tall / 2, 0}, {width.value_or(1), tall, depth.value_or(1)},
                    material, node);
    }

    const Context& m_context;
    const Design& m_design;
    GltfScene m_scene;
    double m_height = kAssumedWall; ///< of the walls of the room that is built
};

} // namespace

std::string gltfHall(const Context& context) { return HallBuilder(context).build(); }

} // namespace rackwright
