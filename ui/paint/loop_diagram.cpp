// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/loop_diagram.h"

#include "solvers/cooling/figures.h"
#include "ui/paint/box_lettering.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

constexpr double kLoopWide = 56, kLoopHigh = 18, kLoopAcross = 14, kLoopDown = 6, kLoopEdge = 8; // mm
constexpr double kLoopRow = kLoopHigh + kLoopDown, kLoopColumn = kLoopWide + kLoopAcross;
constexpr double kLeastSize = 1.6;           // of letters, mm
constexpr std::size_t kMostAlone = 8;        // like units that are boxes of their own
constexpr std::size_t kMostLoopColumns = 64; // a chain that is longer goes on below

/// Units of one kind between the same loops.
using UnitKey = std::tuple<std::uint64_t, std::uint64_t, CoolingUnitKind>;

bool givesToOutside(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir: // with a refrigerant of their own
    case CoolingUnitKind::InRow:
    case CoolingUnitKind::CduLiquidToAir:
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return true;
    default:
        return false;
    }
}

/// Gathers units into boxes along their loops and places these row by row.
class LoopPlacing {
public:
    explicit LoopPlacing(const Design& design) : m_design(design) {
        for (const CoolingUnit& unit : design.coolingUnits) {
            if (!unit.scope.isPresent())
                continue;
            const std::uint64_t primary = present(unit.primary), secondary = present(unit.secondary);
            m_groups[{primary, secondary, unit.kind}].push_back(unit.id);
            if (secondary && primary)
                m_fedFrom[secondary].insert(primary);
            if (secondary)
                addServed(unit.id, HeatKind::Liquid, m_racksOfLoop[secondary]);
        }
    }

    LoopDiagram all() {
        double next = 0;
        for (const CoolingLoop& loop : m_design.coolingLoops)
            if (present(loop.id) && !m_fedFrom.contains(loop.id.value))
                next = addRoot(loop.id, next);
        // Loops that supply one another in a ring, and what lies too deep.
        for (const CoolingLoop& loop : m_design.coolingLoops)
            if (present(loop.id) && !m_loops.contains(loop.id.value))
                next = addRoot(loop.id, next);
        addBundle(0, 0, 2, next);
        joinAll();
        m_diagram.bounds = QRectF(0, 0, kLoopWide, kLoopHigh);
        for (std::size_t i = 0; i < m_diagram.boxes.size(); ++i)
            m_diagram.bounds = i == 0 ? m_diagram.boxes[i].box : m_diagram.bounds.united(m_diagram.boxes[i].box);
        m_diagram.bounds.adjust(-kLoopEdge, -kLoopEdge, kLoopEdge, kLoopEdge);
        return std::move(m_diagram);
    }

private:
    struct ServedRacksOf {
        std::set<std::uint64_t> racks;
        std::vector<Id<CoolingUnit>> units;
    };
    using ServedByHeat = std::map<HeatKind, ServedRacksOf>;

    std::uint64_t present(Id<CoolingLoop> id) const {
        const CoolingLoop* loop = m_design.coolingLoops.find(id);
        return loop && loop->scope.isPresent() ? id.value : 0;
    }

    // A loop to which no other one gives its heat, with the plant that keeps it. Each returns the next free height.
    double addRoot(Id<CoolingLoop> id, double top) {
        return m_loops.contains(id.value) ? top : addBundle(0, id.value, 0, top);
    }

    double addLoop(std::uint64_t id, std::size_t column, double top) {
        const std::size_t place = add(column, top);
        m_diagram.boxes[place].loop = {id};
        m_loops[id] = place;
        double next = addRacks(m_racksOfLoop[id], {place}, column + 1, top);
        std::set<std::uint64_t> supplied;
        for (auto it = m_groups.lower_bound({id, 0, CoolingUnitKind{}});
             it != m_groups.end() && std::get<0>(it->first) == id; ++it)
            supplied.insert(std::get<1>(it->first));
        for (const std::uint64_t secondary : supplied)
            next = addBundle(id, secondary, column + 1, next);
        return std::max(next, top + kLoopRow);
    }

    // Units of all kinds between two loops, with those that keep the second one and give their heat to none, and what
    // they serve.
    double addBundle(std::uint64_t primary, std::uint64_t secondary, std::size_t column, double top) {
        double next = top;
        std::vector<std::pair<ServedByHeat, std::vector<std::size_t>>> besideLoop;
        std::vector<std::uint64_t> sources{primary};
        if (primary && secondary)
            sources.push_back(0);
        for (const std::uint64_t from : sources) {
            for (auto it = m_groups.lower_bound({from, secondary, CoolingUnitKind{}}); it != m_groups.end(); ++it) {
                const auto& [first, second, kind] = it->first;
                if (first != from || second != secondary)
                    break;
                if (!m_placed.insert(it->first).second)
                    continue;
                const double above = next;
                std::vector<std::size_t> places;
                next = addUnits(it->second, first, kind, column, next, places);
                // Liquid heat of units that keep a loop goes through that loop.
                ServedByHeat own;
                for (const Id<CoolingUnit> unit : it->second) {
                    addServed(unit, HeatKind::Air, own);
                    if (!secondary)
                        addServed(unit, HeatKind::Liquid, own);
                }
                if (secondary)
                    besideLoop.emplace_back(std::move(own), std::move(places));
                else
                    next = std::max(next, addRacks(own, places, column + 1, above));
            }
        }
        if (secondary && !m_loops.contains(secondary) && column + 1 < kMostLoopColumns)
            next = std::max(next, addLoop(secondary, column + 1, top));
        for (const auto& [own, places] : besideLoop)
            next = addRacks(own, places, column + 1, next);
        return next;
    }

    double addUnits(const std::vector<Id<CoolingUnit>>& units, std::uint64_t primary, CoolingUnitKind kind,
                    std::size_t column, double top, std::vector<std::size_t>& places) {
        const std::size_t each = units.size() > kMostAlone ? units.size() : 1;
        for (std::size_t from = 0; from < units.size(); from += each, top += kLoopRow) {
            const std::size_t place = add(column, top);
            LoopBox& box = m_diagram.boxes[place];
            box.units.assign(units.begin() + static_cast<std::ptrdiff_t>(from),
                             units.begin() + static_cast<std::ptrdiff_t>(from + each));
            box.isLoose = primary == 0 && !givesToOutside(kind);
            places.push_back(place);
        }
        return top;
    }

    void addServed(Id<CoolingUnit> unit, HeatKind heat, ServedByHeat& to) const {
        bool isServing = false;
        m_design.coolingServices.forEachWith<ServicesByUnit>(unit, [&](const CoolingService& service) {
            const Rack* rack = m_design.racks.find(service.rack);
            if (service.heat != heat || !rack || !rack->scope.isPresent())
                return;
            to[heat].racks.insert(service.rack.value);
            isServing = true;
        });
        if (isServing)
            to[heat].units.push_back(unit);
    }

    double addRacks(const ServedByHeat& groups, const std::vector<std::size_t>& from, std::size_t column, double top) {
        for (const auto& [heat, group] : groups) {
            if (group.racks.empty())
                continue;
            const std::size_t place = add(column, top);
            LoopBox& box = m_diagram.boxes[place];
            for (const std::uint64_t rack : group.racks)
                box.racks.push_back({rack});
            box.units = group.units;
            box.heat = heat;
            for (const std::size_t parent : from)
                m_diagram.pipes.push_back({parent, place});
            top += kLoopRow;
        }
        return top;
    }

    std::size_t add(std::size_t column, double top) {
        LoopBox box;
        box.box = QRectF(static_cast<double>(column) * kLoopColumn, top, kLoopWide, kLoopHigh);
        m_diagram.boxes.push_back(std::move(box));
        return m_diagram.boxes.size() - 1;
    }

    void joinAll() {
        std::set<std::size_t> joined;
        const std::size_t count = m_diagram.boxes.size();
        for (std::size_t place = 0; place < count; ++place) {
            const LoopBox& box = m_diagram.boxes[place];
            if (box.isRacks() || box.units.empty())
                continue;
            const CoolingUnit* unit = m_design.coolingUnits.find(box.units.front());
            if (const auto loop = m_loops.find(unit->primary.value); loop != m_loops.end()) {
                m_diagram.pipes.push_back({loop->second, place});
                joined.insert(loop->second);
            }
            if (const auto loop = m_loops.find(unit->secondary.value); loop != m_loops.end()) {
                m_diagram.pipes.push_back({place, loop->second});
                joined.insert(loop->second);
            }
        }
        for (const auto& [id, place] : m_loops)
            m_diagram.boxes[place].isLoose = !joined.contains(place);
    }

    const Design& m_design;
    std::map<UnitKey, std::vector<Id<CoolingUnit>>> m_groups;
    std::set<UnitKey> m_placed;
    std::map<std::uint64_t, std::set<std::uint64_t>> m_fedFrom; ///< loops by the loop to which their heat goes on
    std::map<std::uint64_t, ServedByHeat> m_racksOfLoop;
    std::map<std::uint64_t, std::size_t> m_loops;
    LoopDiagram m_diagram;
};

QString loopTitle(const LoopBox& box, const Design& design, const Words& words) {
    if (const CoolingLoop* loop = design.coolingLoops.find(box.loop))
        return QString::fromStdString(loop->name);
    if (box.isRacks())
        return words.text(Message(box.heat == HeatKind::Air ? "loop-diagram.racks-air" : "loop-diagram.racks-liquid")
                              .with("count", box.racks.size()));
    const CoolingUnit* first = box.units.empty() ? nullptr : design.coolingUnits.find(box.units.front());
    if (!first)
        return {};
    const QString kind = words.text("cooling-unit." + std::string(enumName(first->kind)));
    if (box.units.size() == 1)
        return first->name.empty() ? kind : QString::fromStdString(first->name);
    return words.text(Message("single-line.many").with("kind", kind.toStdString()).with("count", box.units.size()));
}

// A name of any length cut to a width, mm, at the smallest size that is read.
QString cutTo(double wide, const QString& name) {
    return elided(oneLine(name), Weight::Medium, wide / kLeastSize, Qt::ElideRight);
}

/// Heat that the units take from racks.
QString heatOfUnits(const LoopBox& box, const LoopReadings& readings, const Texts& texts) {
    Value sum(0.0);
    for (const Id<CoolingUnit> unit : box.units) {
        const auto found = readings.find(unit.value);
        sum = sum + (found == readings.end() ? Value::unknown() : found->second.heat);
    }
    return QString::fromStdString(shortFigureOf(figure_of::coolingUnitHeat, sum, "kW", 1000, texts).amount);
}

// Kind of a box of one unit; of loose things what is wrong with them.
QString loopSubtitle(const LoopBox& box, const Design& design, const Words& words) {
    if (box.isLoose)
        return words.text(box.loop ? "loop-diagram.unused" : "loop-diagram.loose");
    const CoolingUnit* unit =
        box.units.size() == 1 && !box.isRacks() ? design.coolingUnits.find(box.units.front()) : nullptr;
    return unit && !unit->name.empty() ? words.text("cooling-unit." + std::string(enumName(unit->kind))) : QString();
}

Ink markInk(LoopMark mark) {
    switch (mark) {
    case LoopMark::Error:
        return Ink::Bad;
    case LoopMark::Warning:
        return Ink::Warning;
    case LoopMark::Note:
        return Ink::Note;
    case LoopMark::Open:
    case LoopMark::None:
        break;
    }
    return Ink::Subdued;
}

// Supply and return from the right edge of a box to the left edge of another one, as far as they lie between two
// heights.
void drawPipe(Sketch& sketch, const QRectF& from, const QRectF& to, std::pair<double, double> heights) {
    constexpr double apart = 1.1;
    const bool isForward = to.left() >= from.right();
    const double middle = isForward ? to.left() - kLoopAcross / 2 : from.right() + kLoopAcross / 2;
    const double y1 = from.center().y(), y2 = to.center().y();
    const auto [low, high] = heights;
    if (std::max(y1, y2) < low || std::min(y1, y2) > high)
        return;
    for (const auto& [aside, ink] : {std::pair{-apart, Ink::PipeSupply}, std::pair{apart, Ink::PipeReturn}}) {
        const double x = middle + (y2 > y1 ? -aside : y2 < y1 ? aside : 0);
        std::vector<QPointF> points;
        if (y1 >= low && y1 <= high)
            points.emplace_back(from.right(), y1 + aside);
        points.emplace_back(x, std::clamp(y1 + aside, low, high));
        points.emplace_back(x, std::clamp(y2 + aside, low, high));
        if (y2 >= low && y2 <= high)
            points.emplace_back(isForward ? to.left() : to.left() - 0.5, y2 + aside);
        sketch.lines({std::move(points)}, {ink, 0.4, isForward ? Dash::Solid : Dash::Dashed});
    }
}

void drawMark(Sketch& sketch, const QRectF& box, LoopMark mark) {
    const double radius = sketch.world(1.9);
    const QRectF place(box.right() - 1.6 * radius, box.top() - 0.4 * radius, 2 * radius, 2 * radius);
    sketch.rectangle(place, markInk(mark), PaperPen{Ink::Panel, 0.25}, 1.9);
    sketch.text(place.center(), mark == LoopMark::Open ? QStringLiteral("?") : QStringLiteral("!"),
                {2.4, Weight::Medium, TextAlign::Centre, Ink::Panel});
}

// The bar ends at what the unit can take; what is more stands out red.
void drawShare(Sketch& sketch, const QRectF& box, const LoopReading* reading) {
    const QRectF bar(box.left() + 1.5, box.bottom() - 2.2, box.width() - 3, 1.2);
    sketch.rectangle(bar, Ink::Panel, PaperPen{Ink::Rule, 0.1});
    if (!reading || !reading->share || !std::isfinite(*reading->share))
        return;
    const double share = *reading->share;
    sketch.rectangle(QRectF(bar.left(), bar.top(), bar.width() * std::clamp(share, 0.0, 1.0), bar.height()),
                     share > 1 ? Ink::Bad : Ink::Good, {});
}

// Crossed out where all of it is out of service.
void drawCross(Sketch& sketch, const QRectF& box) {
    sketch.lines({{box.topLeft(), box.bottomRight()}, {box.bottomLeft(), box.topRight()}}, {Ink::Bad, 0.35});
}

std::size_t outOf(const LoopBox& box, const LoopReadings& readings) {
    const auto isOut = [&readings](std::uint64_t id) {
        const auto found = readings.find(id);
        return found != readings.end() && found->second.isOut;
    };
    if (box.loop)
        return isOut(box.loop.value) ? 1 : 0;
    return static_cast<std::size_t>(
        std::ranges::count_if(box.units, [&isOut](Id<CoolingUnit> unit) { return isOut(unit.value); }));
}

struct BoxInks {
    Ink fill, edge;
};
BoxInks loopInks(const LoopBox& box, const LoopReading* reading, LoopMark mark) {
    const bool isOver = reading && reading->share && *reading->share > 1;
    if (box.isLoose || isOver || mark == LoopMark::Error)
        return {Ink::BadWash, Ink::Bad};
    if (box.isRacks())
        return {Ink::RackFill, Ink::RackLine};
    const bool isOpen = !reading || reading->isOpen;
    return {isOpen ? Ink::WarningWash : box.loop ? Ink::NoteWash : Ink::CoolingFill, Ink::CoolingLine};
}

void drawLoopBox(Sketch& sketch, const LoopBox& box, const Design& design, const LoopReadings& readings,
                 const Words& words) {
    sketch.enter(Layer::Equipment, box.loop            ? box.loop.value
                                   : box.isRacks()     ? box.racks.front().value
                                   : box.units.empty() ? 0
                                                       : box.units.front().value);
    const LoopReading* reading = box.isRacks() ? nullptr : worstReading(box, readings);
    const LoopReading* marked = worstMarked(box, readings);
    const LoopMark mark = marked ? marked->mark : LoopMark::None;
    const std::size_t out = box.isRacks() ? 0 : outOf(box, readings);
    const bool isAllOut = out > 0 && (box.loop || out == box.units.size());
    const BoxInks inks = isAllOut ? BoxInks{Ink::RackEmpty, Ink::Bad} : loopInks(box, reading, mark);
    sketch.rectangle(box.box, inks.fill, PaperPen{inks.edge, 0.35, box.isLoose ? Dash::Dashed : Dash::Solid},
                     box.loop ? kLoopHigh / 3 : 1.2);
    if (isAllOut)
        drawCross(sketch, box.box);
    // Rounded ends and the mark keep free of words.
    const double aside = mark != LoopMark::None ? 4.2 : box.loop ? 3 : 1.5;
    QStringList lines{cutTo(kLoopWide - 2 * aside - 2, loopTitle(box, design, words)),
                      loopSubtitle(box, design, words)};
    if (out > 0 && !isAllOut)
        lines[1] = words.text(Message("loop-diagram.out-of").with("count", out));
    if (reading)
        lines << reading->words;
    // Of like units those words are of one.
    if (reading && box.units.size() > 1 && !reading->words.isEmpty())
        lines[2] = words.text(Message("loop-diagram.fullest").with("words", lines[2].toStdString()));
    if (box.isRacks())
        lines << heatOfUnits(box, readings, words.texts());
    const bool isUnit = !box.loop && !box.isRacks();
    letterIn(sketch, box.box.adjusted(aside, 0.8, -aside, isUnit ? -2.6 : -0.8), lines,
             {kLeastSize, TextAlign::Centre, Ink::Text, Weight::Medium});
    if (isUnit)
        drawShare(sketch, box.box, reading);
    if (mark != LoopMark::None)
        drawMark(sketch, box.box, mark);
}

} // namespace

const LoopBox* LoopDiagram::at(QPointF place) const {
    const auto found = std::ranges::find_if(boxes, [place](const LoopBox& box) { return box.box.contains(place); });
    return found == boxes.end() ? nullptr : &*found;
}

const LoopBox* LoopDiagram::of(Id<CoolingLoop> loop) const {
    const auto found = std::ranges::find_if(boxes, [loop](const LoopBox& box) { return loop && box.loop == loop; });
    return found == boxes.end() ? nullptr : &*found;
}

const LoopBox* LoopDiagram::of(Id<CoolingUnit> unit) const {
    const auto found = std::ranges::find_if(
        boxes, [unit](const LoopBox& box) { return !box.isRacks() && std::ranges::count(box.units, unit) > 0; });
    return found == boxes.end() ? nullptr : &*found;
}

LoopDiagram loopDiagramOf(const Design& design) { return LoopPlacing(design).all(); }

const LoopReading* worstReading(const LoopBox& box, const LoopReadings& readings) {
    if (box.loop) {
        const auto found = readings.find(box.loop.value);
        return found == readings.end() ? nullptr : &found->second;
    }
    // What is not known is no better than what is.
    const LoopReading* worst = nullptr;
    const auto load = [](const LoopReading& reading) { return reading.share.value_or(0.999); };
    for (const Id<CoolingUnit> unit : box.units)
        if (const auto found = readings.find(unit.value);
            found != readings.end() && (!worst || load(found->second) > load(*worst)))
            worst = &found->second;
    return worst;
}

const LoopReading* worstMarked(const LoopBox& box, const LoopReadings& readings) {
    const LoopReading* worst = nullptr;
    const auto look = [&](std::uint64_t id) {
        if (const auto found = readings.find(id);
            found != readings.end() && (!worst || found->second.mark > worst->mark))
            worst = &found->second;
    };
    if (box.loop)
        look(box.loop.value);
    else if (box.isRacks())
        std::ranges::for_each(box.racks, look, &Id<Rack>::value);
    else
        std::ranges::for_each(box.units, look, &Id<CoolingUnit>::value);
    return worst;
}

Drawing loopDrawing(const LoopDiagram& diagram, const Design& design, const LoopReadings& readings, const Texts& texts,
                    std::optional<std::pair<double, double>> heights) {
    const Words words(texts);
    Sketch sketch(words.text("loop-diagram.title"), 1);
    QRectF bounds = diagram.bounds;
    if (heights) {
        bounds.setTop(heights->first);
        bounds.setBottom(heights->second);
    }
    sketch.setBounds(bounds);
    const std::pair between(bounds.top(), bounds.bottom());
    sketch.enter(Layer::Pathways);
    std::set<double> named;
    for (const LoopPipe& pipe : diagram.pipes) {
        const QRectF &from = diagram.boxes[pipe.from].box, &to = diagram.boxes[pipe.to].box;
        drawPipe(sketch, from, to, between);
        // On a sheet that goes on what leads down from the one before is named, once a column.
        if (from.center().y() < between.first && to.center().y() >= between.first && named.insert(to.left()).second)
            sketch.text(
                {to.left() - kLoopAcross / 2 + 2, between.first + 1.4},
                words.text(
                    Message("loop-diagram.from")
                        .with("name", cutTo(30, loopTitle(diagram.boxes[pipe.from], design, words)).toStdString())),
                {2, Weight::Regular, TextAlign::Left, Ink::Subdued});
    }
    for (const LoopBox& box : diagram.boxes)
        if (box.box.center().y() >= between.first && box.box.center().y() <= between.second)
            drawLoopBox(sketch, box, design, readings, words);
    return std::move(sketch).take();
}

std::vector<std::pair<double, double>> loopSheets(const LoopDiagram& diagram, QSizeF room) {
    if (diagram.boxes.empty() || room.isEmpty())
        return {};
    const double fit = std::min(1.0, room.width() / diagram.bounds.width());
    const double rows = std::max(1.0, std::floor((room.height() / fit - 2 * kLoopEdge) / kLoopRow));
    std::vector<std::pair<double, double>> sheets;
    if (diagram.bounds.height() * fit <= room.height())
        return {{diagram.bounds.top(), diagram.bounds.bottom()}};
    const double end = diagram.bounds.bottom() - kLoopEdge;
    for (double top = 0; top < end; top += rows * kLoopRow)
        sheets.emplace_back(top - kLoopDown / 2, std::min(top + rows * kLoopRow, end + kLoopDown) - kLoopDown / 2);
    return sheets;
}

} // namespace rackwright
