// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/hall_section.h"

#include "model/design/occupancy.h"
#include "model/project/site_fields.h"
#include "ui/paint/box_lettering.h"
#include "ui/paint/plan_layers.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace rackwright {

namespace {

constexpr double kBesideRow = 900;      // mm from the racks within which a pathway belongs to the row
constexpr double kUnknownHeight = 2000; // at which a rack of unknown height is drawn, dashed
constexpr double kSlab = 120, kFloorTile = 35;
constexpr double kSideRoom = 46, kNoteLine = 4.2, kLevelGap = 3.8; // mm of paper
constexpr double kLevelSize = 2.5, kNoteSize = 2.3;                // so that a printed A3 sheet can be read
constexpr double kRoundOff = 5;

struct SectionSpan {
    double from = 0, to = 0;
    double length() const { return to - from; }
    bool holds(double place) const { return place >= from && place <= to; }
};

bool isInSection(const Rack& rack) { return rack.scope.isPresent(); }

/// Draws one section; x runs along the row, y downwards from the finished floor, mm.
class SectionSketch {
public:
    SectionSketch(const Project& project, const Design& design, const SectionRow& row, const Texts& texts, double scale)
        : m_project(project), m_design(design), m_row(row), m_words(texts), m_sketch(title(row), scale) {
        gatherRacks();
        const Room* room = design.rooms.find(row.room);
        m_walls = roomSpan(*room);
        if (room->clearHeight)
            m_ceiling = room->clearHeight->inMillimetres();
        else if (const auto height = siteNumber(project, site::clearHeight))
            m_ceiling = *height * 1000;
        if (!m_ceiling)
            m_notes.push_back(m_words.text("hall-section.no-ceiling"));
    }

    Drawing drawn() {
        addFloor();
        addPathways(false);
        addUnits();
        addRacks();
        addContainment();
        addPathways(true);
        addShell();
        addLevels();
        addNotes();
        const double side = m_sketch.world(6), label = m_sketch.world(kSideRoom);
        m_sketch.setBounds(QRectF(QPointF(m_walls.from - side, -m_top - m_sketch.world(6)),
                                  QPointF(std::max(m_walls.to + label, m_right), m_bottom)));
        return std::move(m_sketch).take();
    }

private:
    QString title(const SectionRow& row) const {
        return row.name.empty() ? m_words.text("hall-section.title-plain")
                                : m_words.text(Message("hall-section.title").with("row", row.name));
    }
    double along(QPointF place) const { return m_isAlongX ? place.x() : place.y(); }
    double across(QPointF place) const { return m_isAlongX ? place.y() : place.x(); }
    QString lengthOf(double mm) const {
        return QString::fromStdString(m_words.texts().figure(Value(mm / 1000), "mm", 0.001, {5}));
    }
    static std::optional<double> heightOf(const Part* part) {
        const auto known = part ? fact(*part, attribute::height).typical() : std::nullopt;
        return known && *known > Length() ? std::optional(known->inMillimetres()) : std::nullopt;
    }
    void addLevel(double z, const QString& text, Ink ink) { m_levels.push_back({z, text, ink}); }
    void reachUp(double z) { m_top = std::max(m_top, z); }

    void gatherRacks() {
        std::vector<QPointF> centres;
        for (const Id<Rack> id : m_row.racks)
            centres.push_back(inMm(m_design.racks.find(id)->centre));
        const QRectF box = boxOf(centres);
        m_isAlongX = box.width() >= box.height();
        if (centres.size() == 1)
            m_isAlongX = m_design.racks.find(m_row.racks.front())->rotation.inMillidegrees() / 90'000 % 2 == 0;
        m_line = across(box.center());
        for (const Id<Rack> id : m_row.racks) {
            const Rack& rack = *m_design.racks.find(id);
            const auto footprint = footprintOf(m_project, rack);
            if (!footprint)
                continue;
            const QRectF body = boxOf(inMm(corners(*footprint)));
            m_racks.push_back({&rack, spanOf(body)});
            m_halfDepth = std::max(m_halfDepth, (m_isAlongX ? body.height() : body.width()) / 2);
        }
    }
    SectionSpan spanOf(const QRectF& box) const {
        return m_isAlongX ? SectionSpan{box.left(), box.right()} : SectionSpan{box.top(), box.bottom()};
    }

    /// Where the plane of the section passes through an outline.
    std::vector<SectionSpan> cut(const std::vector<Point>& outline) const {
        std::vector<double> crossings;
        const std::vector<QPointF> points = inMm(outline);
        for (std::size_t i = 0; i < points.size(); ++i) {
            const QPointF a = points[i], b = points[(i + 1) % points.size()];
            const double va = across(a), vb = across(b);
            if ((va <= m_line) != (vb <= m_line))
                crossings.push_back(along(a) + (m_line - va) / (vb - va) * (along(b) - along(a)));
        }
        std::ranges::sort(crossings);
        std::vector<SectionSpan> spans;
        for (std::size_t i = 0; i + 1 < crossings.size(); i += 2)
            spans.push_back({crossings[i], crossings[i + 1]});
        return spans;
    }
    /// From wall to wall, of the part of the room that the row stands in.
    SectionSpan roomSpan(const Room& room) const {
        const double middle = m_racks.empty() ? 0 : (m_racks.front().span.from + m_racks.front().span.to) / 2;
        const std::vector<SectionSpan> spans = cut(room.outline);
        for (const SectionSpan& span : spans)
            if (span.holds(middle))
                return span;
        SectionSpan own{middle, middle};
        for (const PlacedRack& each : m_racks)
            own = {std::min(own.from, each.span.from), std::max(own.to, each.span.to)};
        return {own.from - kBesideRow, own.to + kBesideRow};
    }
    SectionSpan within(SectionSpan span) const {
        return {std::clamp(span.from, m_walls.from, m_walls.to), std::clamp(span.to, m_walls.from, m_walls.to)};
    }

    template <class Shape, class Visit>
    void forEachCut(Visit visit) {
        for (const RoomObject& object : m_design.roomObjects) {
            const auto* shape = object.room == m_row.room ? std::get_if<Shape>(&object.shape) : nullptr;
            if (!shape)
                continue;
            for (const SectionSpan& span : cut(shape->outline))
                if (const SectionSpan seen = within(span); seen.length() > 1)
                    visit(object, *shape, seen);
        }
    }

    // Tiles on pedestals over the structural floor; elsewhere that is the floor itself.
    void addFloor() {
        std::vector<std::pair<SectionSpan, double>> sunk;
        forEachCut<RaisedFloor>([&](const RoomObject& object, const RaisedFloor& floor, SectionSpan span) {
            const double depth = floor.plenumHeight.inMillimetres(), pitch = floor.tilePitch.inMillimetres();
            m_sketch.enter(Layer::Building, object.id.value);
            if (pitch > 0 && m_sketch.paper(pitch) >= 1)
                for (double x = span.from; x <= span.to + 1; x += pitch)
                    m_sketch.line({x, kFloorTile}, {x, depth}, {Ink::RaisedFloor, 0.15});
            m_sketch.rectangle({span.from, 0, span.length(), kFloorTile}, Ink::RaisedFloor, PaperPen{Ink::Wall, 0.1});
            sunk.emplace_back(span, depth);
            m_bottom = std::max(m_bottom, depth);
            addLevel(-depth, m_words.text(Message("hall-section.plenum").with("depth", lengthOf(depth).toStdString())),
                     Ink::Subdued);
        });
        m_sketch.enter(Layer::Building, m_row.room.value);
        std::ranges::sort(sunk, {}, [](const auto& each) { return each.first.from; });
        double from = m_walls.from;
        const auto slab = [&](double to, double depth) {
            if (to > from)
                m_sketch.rectangle({from, depth, to - from, kSlab}, Ink::Wall, std::nullopt);
            from = std::max(from, to);
        };
        for (const auto& [span, depth] : sunk) {
            slab(span.from, 0);
            slab(span.to, depth);
        }
        slab(m_walls.to, 0);
        m_bottom += kSlab;
        addLevel(0, m_words.text("hall-section.floor"), Ink::Text);
    }

    void addRacks() {
        double highest = 0;
        std::size_t open = 0;
        std::string first;
        for (const PlacedRack& each : m_racks) {
            m_sketch.enter(Layer::Racks, each.rack->id.value);
            const auto height = heightOf(findPart(m_project, each.rack->part));
            if (!height) {
                if (open++ == 0)
                    first = each.rack->name;
            } else {
                highest = std::max(highest, *height);
            }
            const double high = height.value_or(kUnknownHeight);
            reachUp(high);
            const QRectF body(each.span.from, -high, each.span.length(), high);
            m_sketch.rectangle(body, height ? Ink::RackFill : Ink::WarningWash,
                               PaperPen{Ink::RackLine, 0.2, height ? Dash::Solid : Dash::Dashed});
            letterIn(m_sketch, body, {QString::fromStdString(each.rack->name)}, {});
        }
        if (highest > 0)
            addLevel(highest,
                     m_words.text(Message("hall-section.racks").with("height", lengthOf(highest).toStdString())),
                     Ink::Text);
        if (open > 0)
            m_notes.push_back(
                m_words.text(Message("hall-section.no-rack-height").with("rack", first).with("count", open)));
        m_highestRack = std::max(highest, open > 0 ? kUnknownHeight : 0);
    }

    /// Units and panels that the plane passes through.
    void addUnits() {
        const auto add = [this](std::uint64_t id, const std::string& name, Id<PartRow> part, const Placement& placement,
                                const Scope& scope, Ink fill, Ink line) {
            const auto* place = std::get_if<OnFloor>(&placement);
            const Part* found = findPart(m_project, part);
            const auto footprint = place && found && place->room == m_row.room && scope.isPresent()
                                       ? footprintOf(*found, *place)
                                       : std::nullopt;
            const auto height = heightOf(found);
            if (!footprint || !height)
                return;
            for (const SectionSpan& span : cut(corners(*footprint))) {
                m_sketch.enter(Layer::Equipment, id);
                const QRectF body(span.from, -*height, span.length(), *height);
                m_sketch.rectangle(body, fill, PaperPen{line, 0.2});
                letterIn(m_sketch, body, {QString::fromStdString(name)}, {});
                reachUp(*height);
            }
        };
        for (const CoolingUnit& unit : m_design.coolingUnits)
            add(unit.id.value, unit.name, unit.part, unit.placement, unit.scope, Ink::CoolingFill, Ink::CoolingLine);
        for (const PowerElement& element : m_design.powerElements)
            add(element.id.value, element.name, element.part, element.placement, element.scope, Ink::PowerFill,
                Ink::PowerLine);
        forEachCut<Column>([this](const RoomObject& object, const Column&, SectionSpan span) {
            m_sketch.enter(Layer::Building, object.id.value);
            const double high = m_ceiling.value_or(kUnknownHeight);
            m_sketch.rectangle({span.from, -high, span.length(), high}, Ink::Column, std::nullopt);
        });
    }

    // Of an aisle beside the row: a hot one is closed up to the ceiling, a cold one has its roof on the racks.
    void addContainment() {
        for (const RoomObject& object : m_design.roomObjects) {
            const auto* aisle = object.room == m_row.room ? std::get_if<Aisle>(&object.shape) : nullptr;
            if (!aisle || !aisle->isContained || aisle->outline.empty())
                continue;
            const QRectF box = boxOf(inMm(aisle->outline));
            const double low = across(box.topLeft()), high = across(box.bottomRight());
            const double away = std::max({0.0, low - m_line, m_line - high});
            const SectionSpan span = within(spanOf(box));
            if (away > m_halfDepth + kBesideRow / 2 || span.length() < 1 || m_highestRack <= 0)
                continue;
            const bool isHot = aisle->kind == AisleKind::Hot;
            const double roof = isHot ? m_ceiling.value_or(m_highestRack) : m_highestRack;
            const Ink ink = isHot ? Ink::HotText : Ink::ColdText;
            m_sketch.enter(Layer::Aisles, object.id.value);
            m_sketch.lines({{{span.from, 0}, {span.from, -roof}, {span.to, -roof}, {span.to, 0}}},
                           {ink, 0.35, Dash::Dashed});
            reachUp(roof);
            addLevel(roof, m_words.text(isHot ? "hall-section.hot-containment" : "hall-section.cold-containment"), ink);
        }
    }

    Ink inkOfSegment(const PathSegment& segment) const {
        if (segment.kind == PathwayKind::PipeMain)
            return segment.isReturn ? Ink::PipeReturn : Ink::PipeSupply;
        if (segment.kind != PathwayKind::Busway)
            return plan::pathwayPen(segment.kind).ink;
        const PowerElement* busway = m_design.powerElements.find(segment.busway);
        return plan::buswayInk(busway ? busway->side : FeedSide::None);
    }
    static const char* nameOfPathway(PathwayKind kind) {
        switch (kind) {
        case PathwayKind::CableTray:
            return "pathway.tray";
        case PathwayKind::FibreDuct:
            return "pathway.fibre-duct";
        case PathwayKind::Busway:
            return "pathway.busway";
        case PathwayKind::PipeMain:
            return "pathway.pipe-main";
        case PathwayKind::Conduit:
            break;
        }
        return "pathway.conduit";
    }

    // Those that run beside the row are seen from the side, those that cross it are cut; height is that of the lower
    // edge.
    void addPathways(bool areAbove) {
        for (const PathSegment& segment : m_design.pathSegments) {
            const PathNode* from = m_design.pathNodes.find(segment.from);
            const PathNode* to = m_design.pathNodes.find(segment.to);
            if (!from || !to || from->room != m_row.room || to->room != m_row.room || !segment.scope.isPresent() ||
                (from->height >= Length() && to->height >= Length()) != areAbove)
                continue;
            QPointF a = inMm(from->place), b = inMm(to->place);
            double za = from->height.inMillimetres(), zb = to->height.inMillimetres();
            const double own = std::max(segment.height.inMillimetres(), static_cast<double>(segment.nominalDiameter));
            const double high = std::max(own, m_sketch.world(0.35)); // thinner than a line nothing is seen
            const double reach = m_halfDepth + kBesideRow;
            const bool isBeside = std::abs(across(a) - m_line) <= reach && std::abs(across(b) - m_line) <= reach;
            const Ink ink = inkOfSegment(segment);
            m_sketch.enter(Layer::Pathways, segment.id.value);
            if (isBeside && std::abs(along(a) - along(b)) > 1) {
                if (along(a) > along(b)) {
                    std::swap(a, b);
                    std::swap(za, zb);
                }
                m_sketch.polygon({{along(a), -za}, {along(b), -zb}, {along(b), -zb - high}, {along(a), -za - high}},
                                 ink, PaperPen{ink, 0.1});
            } else if (!isBeside && (across(a) <= m_line) != (across(b) <= m_line)) {
                const double share = (m_line - across(a)) / (across(b) - across(a));
                const double at = along(a) + share * (along(b) - along(a));
                const double wide = std::max(segment.width.inMillimetres(), high);
                za = zb = za + share * (zb - za);
                m_sketch.rectangle({at - wide / 2, -za - high, wide, high}, ink, PaperPen{Ink::Text, 0.15});
            } else {
                continue;
            }
            reachUp(std::max(za, zb) + high);
            m_bottom = std::max(m_bottom, -std::min(za, zb) + kSlab);
            if (std::abs(za - zb) < kRoundOff)
                notePathway(segment.kind, za, ink);
        }
    }
    void notePathway(PathwayKind kind, double z, Ink ink) {
        if (m_pathLevels.insert({kind, std::llround(z / kRoundOff)}).second)
            addLevel(z,
                     m_words.text(Message("hall-section.pathway")
                                      .with("kind", m_words.texts().text(nameOfPathway(kind)))
                                      .with("height", lengthOf(z).toStdString())),
                     ink);
    }

    void addShell() {
        m_sketch.enter(Layer::Building, m_row.room.value);
        if (m_ceiling) {
            reachUp(*m_ceiling);
            m_sketch.line({m_walls.from, -*m_ceiling}, {m_walls.to, -*m_ceiling}, {Ink::Wall, 0.4});
            addLevel(*m_ceiling,
                     m_words.text(Message("hall-section.ceiling").with("height", lengthOf(*m_ceiling).toStdString())),
                     Ink::Text);
        }
        for (const double x : {m_walls.from, m_walls.to})
            m_sketch.line({x, m_bottom}, {x, -m_top}, {Ink::Wall, 0.4, m_ceiling ? Dash::Solid : Dash::Dashed});
    }

    // At the right wall, from the top down; where they would overlap each moves below the one before.
    void addLevels() {
        m_sketch.enter(Layer::Labels);
        std::ranges::stable_sort(m_levels, std::greater<>(), &LevelLine::z);
        const double gap = m_sketch.world(kLevelGap), lead = m_sketch.world(4);
        double next = -1e12;
        std::set<QString> said;
        for (const LevelLine& level : m_levels) {
            if (!said.insert(level.text).second)
                continue;
            const double y = std::max(-level.z, next);
            next = y + gap;
            m_sketch.lines({{{m_walls.to, -level.z}, {m_walls.to + lead / 2, y}, {m_walls.to + lead, y}}},
                           {level.ink, 0.12});
            const Lettering lettering{kLevelSize, Weight::Regular, TextAlign::Left, Ink::Text};
            const double left = m_walls.to + lead * 1.2;
            m_sketch.text({left, y}, level.text, lettering);
            m_right = std::max(m_right, left + m_sketch.widthOf(level.text, lettering));
            m_bottom = std::max(m_bottom, y + gap / 2);
        }
    }

    void addNotes() {
        m_sketch.enter(Layer::Legend);
        m_notes.insert(m_notes.begin(), m_words.text(m_isAlongX ? "hall-section.view-x" : "hall-section.view-y"));
        m_bottom += m_sketch.world(3);
        const Lettering lettering{kNoteSize, Weight::Regular, TextAlign::Left, Ink::Subdued};
        for (const QString& note : m_notes) {
            m_sketch.text({m_walls.from, m_bottom}, note, lettering);
            m_right = std::max(m_right, m_walls.from + m_sketch.widthOf(note, lettering));
            m_bottom += m_sketch.world(kNoteLine);
        }
    }

    struct PlacedRack {
        const Rack* rack = nullptr;
        SectionSpan span;
    };
    struct LevelLine {
        double z = 0;
        QString text;
        Ink ink = Ink::Text;
    };

    const Project& m_project;
    const Design& m_design;
    const SectionRow& m_row;
    Words m_words;
    Sketch m_sketch;
    std::vector<PlacedRack> m_racks;
    std::vector<LevelLine> m_levels;
    std::set<std::pair<PathwayKind, long long>> m_pathLevels;
    std::vector<QString> m_notes;
    SectionSpan m_walls;
    std::optional<double> m_ceiling; ///< mm
    bool m_isAlongX = true;
    double m_line = 0, m_halfDepth = 0; ///< of the plane, and of the racks that it passes through
    double m_highestRack = 0;
    double m_right = -1e12;         ///< end of the longest note or height
    double m_top = 0, m_bottom = 0; ///< above and below the finished floor
};

/// Racks of a row label stand in one row; without one, those whose centres lie in one line across the plan.
std::pair<std::string, std::int64_t> rowKeyOf(const Rack& rack) {
    if (!rack.row.empty())
        return {rack.row, 0};
    const bool isTurned = rack.rotation.inMillidegrees() / 90'000 % 2 != 0;
    const Length line = isTurned ? rack.centre.x : rack.centre.y;
    return {std::string(), line.inMicrometres() * 2 + (isTurned ? 1 : 0)};
}

std::map<std::pair<std::string, std::int64_t>, SectionRow> rowsOfRoom(const Project& project, const Design& design,
                                                                      Id<Room> room) {
    std::map<std::pair<std::string, std::int64_t>, SectionRow> rows;
    for (const Rack& rack : design.racks)
        if (rack.room == room && isInSection(rack) && footprintOf(project, rack)) {
            SectionRow& row = rows[rowKeyOf(rack)];
            row.room = room;
            row.name = rack.row;
            row.racks.push_back(rack.id);
        }
    return rows;
}

} // namespace

std::optional<SectionRow> longestRow(const Project& project, const Design& design, Id<Room> room) {
    std::optional<SectionRow> longest;
    for (auto& [key, row] : rowsOfRoom(project, design, room))
        if (!longest || row.racks.size() > longest->racks.size())
            longest = std::move(row);
    return longest;
}

std::optional<SectionRow> rowOfRack(const Project& project, const Design& design, Id<Rack> rack) {
    const Rack* found = design.racks.find(rack);
    if (!found || !isInSection(*found) || !design.rooms.contains(found->room))
        return std::nullopt;
    auto rows = rowsOfRoom(project, design, found->room);
    const auto row = rows.find(rowKeyOf(*found));
    return row == rows.end() ? std::nullopt : std::optional(std::move(row->second));
}

Drawing hallSectionDrawing(const Project& project, const Design& design, const SectionRow& row, const Texts& texts,
                           QSizeF paper) {
    // Labels and notes take room of the paper, which a first drawing tells.
    constexpr int attempts = 4;
    constexpr double first = 0.02;
    const Drawing trial = SectionSketch(project, design, row, texts, first).drawn();
    QSizeF world = trial.bounds.size() - QSizeF(kSideRoom, 0) / first;
    QSizeF room = paper - QSizeF(kSideRoom, 0);
    for (int attempt = 0;; ++attempt) {
        const double scale = usualScale(world, room.expandedTo(paper / 6));
        Drawing drawing = SectionSketch(project, design, row, texts, scale).drawn();
        const QSizeF over = paperSize(drawing) - paper;
        if (attempt == attempts || (over.width() <= 0 && over.height() <= 0))
            return drawing;
        room -= QSizeF(std::max(0.0, over.width()), std::max(0.0, over.height()));
    }
}

} // namespace rackwright
