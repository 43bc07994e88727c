// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/exchange/dxf_reader.h"

#include "model/units/number_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr double kLargestPlace = 1e10; // units: further than any site in micrometres
constexpr int kDeepestBlock = 16;      // blocks within blocks
constexpr std::size_t kMostInserts = 200'000;
constexpr std::size_t kMostLayers = 4'000;
constexpr double kStepOfArc = 10; // degrees of a short line

/// A group: its code, its value and the line of the value.
struct DxfGroup {
    int code = 0;
    std::string_view value;
    std::size_t line = 0;
};

/// A thing that is drawn, in the coordinates of its block.
struct DxfThing {
    std::string layer;
    bool isClosed = false;
    std::vector<DxfPoint> points; ///< empty: it inserts a block
    std::string block;
    DxfPoint at;
    double scaleX = 1, scaleY = 1, turn = 0, stepX = 0, stepY = 0;
    int columns = 1, rows = 1;
    std::size_t line = 0;
};
struct DxfBlock {
    DxfPoint base;
    std::vector<DxfThing> things;
};

/// x' = a x + c y + e, y' = b x + d y + f.
struct DxfMap {
    double a = 1, b = 0, c = 0, d = 1, e = 0, f = 0;
    DxfPoint operator()(DxfPoint p) const { return {a * p.x + c * p.y + e, b * p.x + d * p.y + f}; }
    DxfMap after(const DxfMap& first) const {
        return {a * first.a + c * first.b, b * first.a + d * first.b,     a * first.c + c * first.d,
                b * first.c + d * first.d, a * first.e + c * first.f + e, b * first.e + d * first.f + f};
    }
};

Error dxfWrong(const char* id, std::size_t line, std::string_view what = {}) {
    constexpr std::size_t kShown = 60;
    return inputError(Message(id).with("line", line).with("what", what.substr(0, kShown)));
}

class DxfReader {
public:
    explicit DxfReader(std::string_view text) : m_text(text) {}

    Result<DxfDrawing> read() {
        if (m_text.size() > kMostDxfBytes)
            return inputError(Message("dxf.too-large").with("limit", kMostDxfBytes >> 20));
        if (m_text.starts_with("AutoCAD Binary DXF"))
            return inputError(Message("dxf.binary"));
        if (m_text.starts_with("AC10"))
            return inputError(Message("dxf.dwg"));
        const Done read = readSections();
        if (!read)
            return read.error();
        if (!m_hasEntities)
            return inputError(Message("dxf.no-entities"));
        for (const DxfThing& thing : m_entities)
            if (const Done laid = lay(thing, {}, {}, 0); !laid)
                return laid.error();
        if (m_drawing.lines.empty())
            return inputError(Message("dxf.no-lines"));
        return std::move(m_drawing);
    }

private:
    std::string_view nextLine() {
        const std::size_t end = std::min(m_text.find('\n', m_at), m_text.size());
        std::string_view line = m_text.substr(m_at, end - m_at);
        m_at = std::min(end + 1, m_text.size());
        ++m_line;
        if (!line.empty() && line.back() == '\r')
            line.remove_suffix(1);
        return line;
    }
    static std::string_view trimmed(std::string_view text) {
        while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
            text.remove_prefix(1);
        while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
            text.remove_suffix(1);
        return text;
    }
    /// The next group; one that was put back comes again.
    Result<DxfGroup> next() {
        if (m_isBack) {
            m_isBack = false;
            return m_group;
        }
        do {
            if (m_at >= m_text.size())
                return dxfWrong("dxf.cut-off", m_line);
            const std::string_view code = trimmed(nextLine());
            const auto read = std::from_chars(code.data(), code.data() + code.size(), m_group.code);
            if (code.empty() || read.ec != std::errc() || read.ptr != code.data() + code.size())
                return dxfWrong("dxf.no-code", m_line, code);
            if (m_at >= m_text.size())
                return dxfWrong("dxf.cut-off", m_line);
            m_group.value = nextLine();
            m_group.line = m_line;
        } while (m_group.code == 999); // a remark
        return m_group;
    }
    void back() { m_isBack = true; }
    Result<double> number(const DxfGroup& group) const {
        const std::optional<double> read = plainNumber(std::string(trimmed(group.value)));
        if (!read || std::abs(*read) > kLargestPlace)
            return dxfWrong("dxf.no-number", group.line, group.value);
        return *read;
    }
    int whole(const DxfGroup& group, int otherwise) const {
        int read = otherwise;
        const std::string_view text = trimmed(group.value);
        std::from_chars(text.data(), text.data() + text.size(), read);
        return read;
    }

    Done readSections() {
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            const std::string_view word = trimmed(group->value);
            if (group->code != 0)
                return dxfWrong("dxf.no-section", group->line, group->value);
            if (word == "EOF")
                return done();
            if (word != "SECTION")
                return dxfWrong("dxf.no-section", group->line, group->value);
            const Result<DxfGroup> name = next();
            if (!name)
                return name.error();
            const std::string_view section = trimmed(name->value);
            const Done read = section == "HEADER"     ? readHeader()
                              : section == "BLOCKS"   ? readBlocks()
                              : section == "ENTITIES" ? readEntities()
                                                      : passSection();
            if (!read)
                return read;
        }
    }
    Done passSection() {
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            if (group->code == 0 && trimmed(group->value) == "ENDSEC")
                return done();
        }
    }
    Done readHeader() {
        bool isUnit = false;
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            if (group->code == 0)
                return done();
            if (group->code == 9)
                isUnit = trimmed(group->value) == "$INSUNITS";
            else if (isUnit && group->code == 70) {
                constexpr std::array<std::pair<int, double>, 8> kUnits = {
                    {{1, 25.4}, {2, 304.8}, {4, 1}, {5, 10}, {6, 1000}, {10, 914.4}, {13, 0.001}, {14, 100}}};
                const int code = whole(*group, 0);
                for (const auto& [unit, millimetres] : kUnits)
                    if (unit == code)
                        m_drawing.unit = millimetres;
            }
        }
    }
    Done readBlocks() {
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            const std::string_view word = trimmed(group->value);
            if (group->code == 0 && word == "ENDSEC")
                return done();
            if (group->code != 0 || word != "BLOCK")
                continue;
            DxfBlock block;
            std::string name;
            for (;;) {
                const Result<DxfGroup> field = next();
                if (!field)
                    return field.error();
                if (field->code == 0) {
                    back();
                    break;
                }
                if (field->code == 2)
                    name = trimmed(field->value);
                if (field->code == 10 || field->code == 20) {
                    const Result<double> place = number(*field);
                    if (!place)
                        return place.error();
                    (field->code == 10 ? block.base.x : block.base.y) = *place;
                }
            }
            if (const Done read = readThings(block.things, "ENDBLK"); !read)
                return read;
            m_blocks.try_emplace(std::move(name), std::move(block));
        }
    }
    Done readEntities() {
        m_hasEntities = true;
        return readThings(m_entities, "ENDSEC");
    }

    /// All groups of an entity, with what it is made of.
    struct Fields {
        std::string layer = "0", block;
        std::vector<DxfPoint> points, fits;
        std::vector<double> bulges, knots;
        std::array<DxfPoint, 4> corners{};
        std::size_t hasCorners = 0;
        double radius = 0, start = 0, end = 360, scaleX = 1, scaleY = 1, turn = 0, stepX = 0, stepY = 0;
        int flags = 0, columns = 1, rows = 1, degree = 3;
        bool isOnPaper = false, isMirrored = false;
        double ratio = 1, from = 0, to = 2 * std::numbers::pi;
        std::size_t line = 0;
    };

    // NOLINTNEXTLINE(readability-function-size): one case a group code
    Done takeField(Fields& fields, const DxfGroup& group, std::string_view type) {
        const int code = group.code;
        if (code == 8) {
            fields.layer = trimmed(group.value);
            return done();
        }
        if (code == 2) {
            fields.block = trimmed(group.value);
            return done();
        }
        if (code == 67) {
            fields.isOnPaper = whole(group, 0) == 1;
            return done();
        }
        if (code == 70 || code == 71) {
            const int value = whole(group, code == 71 ? 1 : 0);
            if (type == "INSERT")
                (code == 70 ? fields.columns : fields.rows) = value;
            else if (code == 70)
                fields.flags = value;
            else if (type == "SPLINE")
                fields.degree = value;
            return done();
        }
        const bool isPlace = (code >= 10 && code <= 13) || (code >= 20 && code <= 23);
        const bool isNumber = (code >= 40 && code <= 45) || code == 50 || code == 51 || code == 230;
        if (!isPlace && !isNumber)
            return done();
        const Result<double> read = number(group);
        if (!read)
            return read.error();
        const double value = *read;
        if (isPlace) {
            const auto corner = static_cast<std::size_t>(code % 10);
            if (code < 20) {
                if (corner == 0)
                    fields.points.push_back({value, 0});
                if (corner == 1 && type == "SPLINE")
                    fields.fits.push_back({value, 0});
                fields.corners[corner].x = value;
                fields.hasCorners = std::max(fields.hasCorners, corner + 1);
                fields.bulges.resize(fields.points.size());
            } else {
                if (corner == 0 && !fields.points.empty())
                    fields.points.back().y = value;
                if (corner == 1 && !fields.fits.empty())
                    fields.fits.back().y = value;
                fields.corners[corner].y = value;
            }
            return done();
        }
        switch (code) {
        case 40:
            fields.radius = fields.ratio = value;
            if (type == "SPLINE")
                fields.knots.push_back(value);
            break;
        case 41:
            fields.scaleX = fields.from = value;
            break;
        case 42:
            fields.scaleY = fields.to = value;
            if (!fields.bulges.empty())
                fields.bulges.back() = value;
            break;
        case 44:
            fields.stepX = value;
            break;
        case 45:
            fields.stepY = value;
            break;
        case 50:
            fields.start = fields.turn = value;
            break;
        case 51:
            fields.end = value;
            break;
        case 230:
            fields.isMirrored = value < 0;
            break;
        default:
            break;
        }
        return done();
    }
    Result<Fields> readFields(std::string_view type) {
        Fields fields;
        fields.line = m_line;
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            if (group->code == 0) {
                back();
                return fields;
            }
            if (const Done taken = takeField(fields, *group, type); !taken)
                return taken.error();
            if (fields.points.size() > kMostDxfPoints || fields.knots.size() > kMostDxfPoints)
                return inputError(Message("dxf.too-many").with("limit", kMostDxfPoints));
        }
    }

    Done readThings(std::vector<DxfThing>& things, std::string_view end) {
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            if (group->code != 0)
                return dxfWrong("dxf.no-entity", group->line, group->value);
            const std::string type(trimmed(group->value));
            if (type == end || type == "ENDSEC") {
                if (type != end)
                    return dxfWrong("dxf.cut-off", group->line);
                return done();
            }
            const Result<Fields> fields = readFields(type);
            if (!fields)
                return fields.error();
            Result<DxfThing> thing = type == "POLYLINE" ? oldPolyline(*fields) : thingOf(type, *fields);
            if (!thing)
                return thing.error();
            if (fields->isOnPaper)
                continue;
            if (thing->points.size() < 2 && thing->block.empty()) {
                if (type != "VERTEX" && type != "SEQEND" && type != "VIEWPORT" && type != "ATTRIB" && type != "ATTDEF")
                    leaveOut(type);
                continue;
            }
            thing->layer = fields->layer;
            thing->line = fields->line;
            m_held += thing->points.size() + 1;
            if (m_held > kMostDxfPoints)
                return inputError(Message("dxf.too-many").with("limit", kMostDxfPoints));
            if (fields->isMirrored && type != "LINE" && type != "SPLINE" && type != "ELLIPSE") {
                for (DxfPoint& point : thing->points)
                    point.x = -point.x;
                thing->at.x = -thing->at.x;
                thing->scaleX = -thing->scaleX;
                thing->turn = -thing->turn;
            }
            things.push_back(std::move(*thing));
        }
    }
    void leaveOut(const std::string& type) {
        constexpr std::size_t kMostKinds = 100;
        if (m_drawing.leftOut.size() < kMostKinds || m_drawing.leftOut.contains(type))
            ++m_drawing.leftOut[type.substr(0, 32)];
    }
    Result<DxfThing> oldPolyline(const Fields& head) {
        std::vector<DxfPoint> points;
        std::vector<double> bulges;
        for (;;) {
            const Result<DxfGroup> group = next();
            if (!group)
                return group.error();
            const std::string type(trimmed(group->value));
            if (group->code != 0 || type != "VERTEX") {
                // The groups of the closing SEQEND are passed over as those of any entity.
                back();
                break;
            }
            const Result<Fields> vertex = readFields(type);
            if (!vertex)
                return vertex.error();
            constexpr int kFrame = 16; // a point of the frame of a spline
            if (vertex->points.empty() || (vertex->flags & kFrame) != 0)
                continue;
            points.push_back(vertex->points.front());
            bulges.push_back(vertex->bulges.empty() ? 0 : vertex->bulges.front());
            if (points.size() > kMostDxfPoints)
                return inputError(Message("dxf.too-many").with("limit", kMostDxfPoints));
        }
        DxfThing thing;
        constexpr int kMesh = 16 | 64;
        if ((head.flags & kMesh) != 0)
            return thing;
        thing.isClosed = (head.flags & 1) != 0;
        thing.points = bulged(points, bulges, thing.isClosed);
        return thing;
    }
    Result<DxfThing> thingOf(const std::string& type, const Fields& fields) const {
        DxfThing thing;
        const std::array<DxfPoint, 4>& corners = fields.corners;
        if (type == "LINE" && fields.hasCorners >= 2) {
            thing.points = {corners[0], corners[1]};
        } else if (type == "LWPOLYLINE") {
            thing.isClosed = (fields.flags & 1) != 0;
            thing.points = bulged(fields.points, fields.bulges, thing.isClosed);
        } else if (type == "CIRCLE" && fields.radius > 0) {
            thing.isClosed = true;
            thing.points = arc(corners[0], fields.radius, 0, 360);
            thing.points.pop_back();
        } else if (type == "ARC" && fields.radius > 0) {
            double sweep = std::fmod(fields.end - fields.start, 360);
            if (sweep <= 0)
                sweep += 360;
            thing.points = arc(corners[0], fields.radius, fields.start, sweep);
        } else if (type == "ELLIPSE" && fields.hasCorners >= 2) {
            thing.points = ellipse(fields);
        } else if (type == "SPLINE") {
            thing.isClosed = (fields.flags & 1) != 0;
            thing.points = spline(fields);
        } else if ((type == "SOLID" || type == "TRACE" || type == "3DFACE") && fields.hasCorners >= 3) {
            thing.isClosed = true;
            // The third and fourth corner of a solid are crossed.
            const bool isCrossed = type != "3DFACE";
            const DxfPoint third = corners[isCrossed ? 3 : 2], fourth = corners[isCrossed ? 2 : 3];
            thing.points = {corners[0], corners[1], fields.hasCorners >= 4 ? third : corners[2]};
            if (fields.hasCorners >= 4)
                thing.points.push_back(fourth);
        } else if (type == "INSERT" && !fields.block.empty()) {
            thing.block = fields.block;
            thing.at = corners[0];
            thing.scaleX = fields.scaleX;
            thing.scaleY = fields.scaleY;
            thing.turn = fields.turn;
            thing.stepX = fields.stepX;
            thing.stepY = fields.stepY;
            thing.columns = std::clamp(fields.columns, 1, 10'000);
            thing.rows = std::clamp(fields.rows, 1, 10'000);
        }
        return thing;
    }
    static std::vector<DxfPoint> arc(DxfPoint centre, double radius, double start, double sweep) {
        const int steps = std::max(2, static_cast<int>(std::ceil(std::abs(sweep) / kStepOfArc)));
        std::vector<DxfPoint> points;
        for (int i = 0; i <= steps; ++i) {
            const double angle = (start + sweep * i / steps) * std::numbers::pi / 180;
            points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
        }
        return points;
    }
    static std::vector<DxfPoint> ellipse(const Fields& fields) {
        const DxfPoint centre = fields.corners[0], axis = fields.corners[1];
        double sweep = std::fmod(fields.to - fields.from, 2 * std::numbers::pi);
        if (sweep <= 1e-9)
            sweep += 2 * std::numbers::pi;
        constexpr int kSteps = 36;
        std::vector<DxfPoint> points;
        for (int i = 0; i <= kSteps; ++i) {
            const double t = fields.from + sweep * i / kSteps, cosine = std::cos(t), sine = std::sin(t);
            points.push_back({centre.x + axis.x * cosine - axis.y * fields.ratio * sine,
                              centre.y + axis.y * cosine + axis.x * fields.ratio * sine});
        }
        return points;
    }
    /// By its fit points where it has them, else by de Boor's algorithm.
    static std::vector<DxfPoint> spline(const Fields& fields) {
        if (fields.fits.size() >= 2)
            return fields.fits;
        const auto degree = static_cast<std::size_t>(std::clamp(fields.degree, 1, 10));
        const std::vector<DxfPoint>& control = fields.points;
        const std::vector<double>& knots = fields.knots;
        if (control.size() < 2 || control.size() <= degree || knots.size() != control.size() + degree + 1 ||
            !std::ranges::is_sorted(knots))
            return control;
        std::vector<DxfPoint> points;
        constexpr int kSteps = 6;
        for (std::size_t span = degree; span < control.size(); ++span)
            for (int i = 0; i <= kSteps; ++i) {
                if ((i == kSteps && span + 1 < control.size()) || knots[span + 1] - knots[span] < 1e-12)
                    continue;
                const double t = knots[span] + (knots[span + 1] - knots[span]) * i / kSteps;
                std::vector<DxfPoint> d(control.begin() + static_cast<std::ptrdiff_t>(span - degree),
                                        control.begin() + static_cast<std::ptrdiff_t>(span + 1));
                for (std::size_t r = 1; r <= degree; ++r)
                    for (std::size_t j = degree; j >= r; --j) {
                        const double low = knots[j + span - degree], high = knots[j + 1 + span - r];
                        const double share = high > low ? (t - low) / (high - low) : 0;
                        d[j] = {d[j - 1].x * (1 - share) + d[j].x * share, d[j - 1].y * (1 - share) + d[j].y * share};
                    }
                points.push_back(d[degree]);
            }
        return points;
    }
    /// A bulge is the tangent of a quarter of the arc's angle.
    static std::vector<DxfPoint> bulged(const std::vector<DxfPoint>& points, const std::vector<double>& bulges,
                                        bool isClosed) {
        std::vector<DxfPoint> all;
        for (std::size_t i = 0; i < points.size(); ++i) {
            all.push_back(points[i]);
            const bool isLast = i + 1 == points.size();
            const double bulge = i < bulges.size() ? bulges[i] : 0;
            if (bulge == 0 || (isLast && !isClosed))
                continue;
            const DxfPoint from = points[i], to = points[isLast ? 0 : i + 1];
            const double chord = std::hypot(to.x - from.x, to.y - from.y);
            if (chord < 1e-9 || std::abs(bulge) > 1e6)
                continue;
            const double angle = 4 * std::atan(bulge), radius = chord / (2 * std::sin(angle / 2));
            const double apothem = radius * std::cos(angle / 2);
            const DxfPoint centre{(from.x + to.x) / 2 - (to.y - from.y) / chord * apothem,
                                  (from.y + to.y) / 2 + (to.x - from.x) / chord * apothem};
            const double start = std::atan2(from.y - centre.y, from.x - centre.x);
            const int steps =
                std::clamp(static_cast<int>(std::ceil(std::abs(angle) * 180 / std::numbers::pi / kStepOfArc)), 2, 36);
            for (int k = 1; k < steps; ++k) {
                const double at = start + angle * k / steps;
                all.push_back({centre.x + std::abs(radius) * std::cos(at), centre.y + std::abs(radius) * std::sin(at)});
            }
        }
        return all;
    }

    Result<std::uint32_t> layerOf(const std::string& name) {
        const auto [it, isNew] = m_layers.try_emplace(name, static_cast<std::uint32_t>(m_drawing.layers.size()));
        if (isNew) {
            if (m_drawing.layers.size() >= kMostLayers)
                return inputError(Message("dxf.too-many").with("limit", kMostLayers));
            m_drawing.layers.push_back(name);
        }
        return it->second;
    }
    Done lay(const DxfThing& thing, const DxfMap& map, const std::string& insertLayer, int depth) {
        // What lies on layer 0 of a block is on the layer of its insertion.
        const std::string& layer = thing.layer == "0" && depth > 0 ? insertLayer : thing.layer;
        if (!thing.points.empty()) {
            m_points += thing.points.size();
            if (m_points > kMostDxfPoints)
                return inputError(Message("dxf.too-many").with("limit", kMostDxfPoints));
            const Result<std::uint32_t> place = layerOf(layer);
            if (!place)
                return place.error();
            DxfLine line{*place, thing.isClosed, {}};
            for (const DxfPoint& point : thing.points) {
                line.points.push_back(map(point));
                const DxfPoint& at = line.points.back();
                if (!(std::abs(at.x) <= kLargestPlace && std::abs(at.y) <= kLargestPlace))
                    return dxfWrong("dxf.too-far", thing.line);
            }
            m_drawing.lines.push_back(std::move(line));
            return done();
        }
        const auto block = m_blocks.find(thing.block);
        if (block == m_blocks.end())
            return done();
        if (depth >= kDeepestBlock)
            return dxfWrong("dxf.deep-block", thing.line, thing.block);
        const double turn = thing.turn * std::numbers::pi / 180, cosine = std::cos(turn), sine = std::sin(turn);
        for (int row = 0; row < thing.rows; ++row)
            for (int column = 0; column < thing.columns; ++column) {
                if (++m_inserts > kMostInserts)
                    return inputError(Message("dxf.too-many").with("limit", kMostInserts));
                const double stepX = thing.stepX * column, stepY = thing.stepY * row;
                const DxfMap own{cosine * thing.scaleX,
                                 sine * thing.scaleX,
                                 -sine * thing.scaleY,
                                 cosine * thing.scaleY,
                                 thing.at.x + cosine * stepX - sine * stepY,
                                 thing.at.y + sine * stepX + cosine * stepY};
                const DxfMap based = own.after({1, 0, 0, 1, -block->second.base.x, -block->second.base.y});
                const DxfMap all = map.after(based);
                for (const DxfThing& inner : block->second.things)
                    if (const Done laid = lay(inner, all, layer, depth + 1); !laid)
                        return laid;
            }
        return done();
    }

    std::string_view m_text;
    std::size_t m_at = 0, m_line = 0;
    DxfGroup m_group;
    bool m_isBack = false, m_hasEntities = false;
    std::vector<DxfThing> m_entities;
    std::unordered_map<std::string, DxfBlock> m_blocks;
    std::unordered_map<std::string, std::uint32_t> m_layers;
    DxfDrawing m_drawing;
    std::size_t m_held = 0, m_points = 0, m_inserts = 0;
};

} // namespace

Result<DxfDrawing> readDxf(std::string_view text) { return DxfReader(text).read(); }

} // namespace rackwright
