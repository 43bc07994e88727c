// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/single_line.h"

#include "solvers/engine/subject_name.h"
#include "ui/paint/box_lettering.h"
#include "ui/paint/fonts.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace rackwright {

namespace {

constexpr double kWide = 42, kHigh = 15, kGapAcross = 5, kGapDown = 13, kMargin = 8; // mm
constexpr double kColumn = kWide + kGapAcross, kLevel = kHigh + kGapDown;
constexpr std::size_t kMostSingle = 1; // like elements below one feeder that stand side by side
constexpr std::size_t kUnitRow = 6;    // of units that nothing feeds: with what feeds racks
constexpr double kLeastLetter = 1.6;   // mm

/// How a line is laid out. On paper boxes stand on a grid, so that sheets cut none, and like elements above the taps
/// are one box as well where there are more of them than may stand alone.
struct Manner {
    std::optional<std::size_t> mostAlone = {}; ///< unset: for the screen
    bool isOnPaper() const { return mostAlone.has_value(); }
};

bool isSource(PowerElementKind kind) {
    return kind == PowerElementKind::Utility || kind == PowerElementKind::Generator;
}

bool isBattery(const PowerElement& element) { return element.kind == PowerElementKind::Battery; }

/// Whether a cooling unit wants a circuit. Of rear doors only those with fans do, which then say what they draw.
bool wantsCircuit(const CoolingUnit& unit) { return unit.kind != CoolingUnitKind::RearDoor || unit.draw; }

// The row in which a kind stands at the highest.
std::size_t rowOf(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Generator:
        return 0;
    case PowerElementKind::Transformer:
    case PowerElementKind::Switchgear:
        return 1;
    case PowerElementKind::Battery:
    case PowerElementKind::Ups:
    case PowerElementKind::TransferSwitch:
        return 2;
    case PowerElementKind::RemotePowerPanel:
        return 3;
    case PowerElementKind::Busway:
        return 4;
    case PowerElementKind::TapOff:
        return 5;
    case PowerElementKind::RackPdu:
    case PowerElementKind::PowerShelf:
        return 6;
    }
    return 6;
}

// From left to right.
int placeOf(FeedSide side) {
    switch (side) {
    case FeedSide::A:
        return 0;
    case FeedSide::C:
        return 1;
    case FeedSide::None:
        return 2;
    case FeedSide::D:
        return 3;
    case FeedSide::B:
        return 4;
    }
    return 2;
}

/// Gathers elements into boxes along their circuits and places these.
class Placing {
public:
    Placing(const Design& design, Manner manner) : m_design(design), m_manner(manner) {
        for (const PowerLink& link : design.powerLinks) {
            if (!isShown(link.from))
                continue;
            if (!link.to && isShown(link.unit)) {
                m_units[link.from.value].push_back(link.unit);
                m_feeders[link.unit.value].insert(link.from.value);
            }
            if (!isShown(link.to))
                continue;
            const PowerElement &from = *design.powerElements.find(link.from), &to = *design.powerElements.find(link.to);
            if (isBattery(from) != isBattery(to)) {
                m_batteries[(isBattery(from) ? to : from).id.value].push_back((isBattery(from) ? from : to).id);
                m_behind.insert((isBattery(from) ? from : to).id.value);
                continue;
            }
            m_down[link.from.value].push_back(link.to);
            m_fed.insert(link.to.value);
        }
    }

    SingleLine all() {
        std::vector<Id<PowerElement>> roots;
        for (const PowerElement& element : m_design.powerElements)
            if (isShown(element.id) && !m_fed.contains(element.id.value) && !m_behind.contains(element.id.value))
                roots.push_back(element.id);
        addChildren(roots, 0, std::nullopt);
        // What circles in a ring of circuits has no beginning: the first of it is one.
        for (const PowerElement& element : m_design.powerElements)
            if (isShown(element.id) && !m_boxOf.contains(element.id.value))
                addChildren({element.id}, 0, std::nullopt);
        std::vector<Id<CoolingUnit>> loose;
        for (const CoolingUnit& unit : m_design.coolingUnits)
            if (isShown(unit.id) && !m_feeders.contains(unit.id.value) && wantsCircuit(unit))
                loose.push_back(unit.id);
        addUnits(std::move(loose), kUnitRow);
        addCircuits();
        lowerUnits();
        closeRows();
        m_line.bounds = QRectF(-kMargin, -kMargin, std::max(m_next, kWide) + 2 * kMargin, 0);
        double low = kHigh;
        for (const SingleLineBox& box : m_line.boxes)
            low = std::max(low, box.box.bottom());
        m_line.bounds.setHeight(low + 2 * kMargin);
        return std::move(m_line);
    }

private:
    /// Side, kind, and on paper what else makes elements of the upper rows alike: part and rating, W.
    using Likeness = std::tuple<int, PowerElementKind, std::uint64_t, double>;

    bool isShown(Id<PowerElement> id) const {
        const PowerElement* element = m_design.powerElements.find(id);
        return element && (!m_manner.isOnPaper() || element->scope.isPresent());
    }

    bool isShown(Id<CoolingUnit> id) const {
        const CoolingUnit* unit = m_design.coolingUnits.find(id);
        return unit && (!m_manner.isOnPaper() || unit->scope.isPresent());
    }

    static bool isOfRacks(PowerElementKind kind) { return rowOf(kind) >= rowOf(PowerElementKind::TapOff); }

    Likeness likenessOf(const PowerElement& element) const {
        if (!m_manner.isOnPaper() || isOfRacks(element.kind))
            return {placeOf(element.side), element.kind, 0, 0};
        const double rating = element.rating ? element.rating->si() : -1;
        return {placeOf(element.side), element.kind, element.part.value, std::isfinite(rating) ? rating : -1};
    }

    // A unit stands right below what feeds it, of several feeders the lowest, in a column that holds nothing else below
    // the first of them.
    void lowerUnits() {
        for (const SingleLineCircuit& circuit : m_line.circuits)
            if (SingleLineBox& box = m_line.boxes[circuit.to]; box.isOfUnits())
                box.level = std::max(box.level, m_line.boxes[circuit.from].level + 1);
        // Beside other things, where a row of them follows: no row for units alone.
        std::set<std::size_t> rows;
        for (const SingleLineBox& box : m_line.boxes)
            if (!box.isOfUnits())
                rows.insert(box.level);
        for (SingleLineBox& box : m_line.boxes)
            if (const auto row = rows.lower_bound(box.level); box.isOfUnits() && row != rows.end())
                box.level = *row;
    }

    // Rows in which nothing stands take no room.
    void closeRows() {
        std::set<std::size_t> used;
        for (const SingleLineBox& box : m_line.boxes)
            used.insert(box.level);
        std::map<std::size_t, std::size_t> closed;
        for (const std::size_t level : used)
            closed.emplace(level, closed.size());
        for (SingleLineBox& box : m_line.boxes) {
            box.level = closed[box.level];
            box.box.moveTop(static_cast<double>(box.level) * kLevel);
        }
    }

    // Boxes of what hangs on one feeder, from left to right; how far they reach.
    void addChildren(std::vector<Id<PowerElement>> elements, std::size_t level, std::optional<std::size_t> feeder) {
        std::erase_if(elements, [this](Id<PowerElement> id) { return m_boxOf.contains(id.value); });
        std::map<Likeness, std::vector<Id<PowerElement>>> kinds;
        for (const Id<PowerElement> id : elements)
            kinds[likenessOf(*m_design.powerElements.find(id))].push_back(id);
        for (auto& [key, members] : kinds) {
            // What hangs on two of them came with the first.
            std::erase_if(members, [this](Id<PowerElement> id) { return m_boxOf.contains(id.value); });
            if (members.empty())
                continue;
            std::ranges::sort(members);
            const auto twins = std::ranges::unique(members);
            members.erase(twins.begin(), twins.end());
            const PowerElementKind kind = std::get<1>(key);
            const bool isOneBox = (members.size() > kMostSingle && isOfRacks(kind) &&
                                   (feeder || rowOf(kind) > rowOf(PowerElementKind::Busway))) ||
                                  (m_manner.isOnPaper() && members.size() > *m_manner.mostAlone);
            if (isOneBox)
                addBox(members, level);
            else
                for (const Id<PowerElement> id : members)
                    if (!m_boxOf.contains(id.value))
                        addBox({id}, level);
        }
    }

    void addBox(std::vector<Id<PowerElement>> members, std::size_t above) {
        const PowerElement& first = *m_design.powerElements.find(members.front());
        const std::size_t level = std::max(above, rowOf(first.kind)), place = m_line.boxes.size();
        SingleLineBox box;
        box.kind = first.kind;
        box.side = first.side;
        box.level = level;
        box.isUnfed = isBattery(first) ? !m_behind.contains(first.id.value)
                                       : !isSource(first.kind) && !m_fed.contains(first.id.value);
        const auto below = [&members](const auto& table) {
            typename std::decay_t<decltype(table)>::mapped_type found;
            for (const Id<PowerElement> id : members)
                if (const auto at = table.find(id.value); at != table.end())
                    found.insert(found.end(), at->second.begin(), at->second.end());
            return found;
        };
        for (const Id<PowerElement> id : members)
            m_boxOf[id.value] = place;
        std::vector<Id<PowerElement>> fed = below(m_down), batteries = below(m_batteries);
        std::vector<Id<CoolingUnit>> units = below(m_units);
        box.elements = std::move(members);
        m_line.boxes.push_back(std::move(box));
        const double left = m_next;
        // A chain is as long as it is drawn; a longer one than any plant has ends here.
        constexpr std::size_t mostLevels = 64;
        if (level < mostLevels) {
            addChildren(std::move(fed), level + 1, place);
            addUnits(std::move(units), level + 1);
        }
        m_next = std::max(m_next, left + kColumn);
        const double middle = (left + m_next - kGapAcross - kWide) / 2;
        const double edge = m_manner.isOnPaper() ? std::floor(middle / kColumn) * kColumn : middle;
        m_line.boxes[place].box = QRectF(edge, static_cast<double>(level) * kLevel, kWide, kHigh);
        addBatteries(std::move(batteries), place);
    }

    // Beside the box of what they stand behind.
    void addBatteries(std::vector<Id<PowerElement>> batteries, std::size_t host) {
        std::ranges::sort(batteries);
        const auto twins = std::ranges::unique(batteries);
        batteries.erase(twins.begin(), twins.end());
        std::erase_if(batteries, [this](Id<PowerElement> id) { return m_boxOf.contains(id.value); });
        if (batteries.empty())
            return;
        SingleLineBox box;
        box.kind = PowerElementKind::Battery;
        box.side = m_line.boxes[host].side;
        box.level = m_line.boxes[host].level;
        box.box = m_line.boxes[host].box.translated(kColumn, 0);
        for (const Id<PowerElement> id : batteries)
            m_boxOf[id.value] = m_line.boxes.size();
        m_next = std::max(m_next, box.box.left() + kColumn);
        box.elements = std::move(batteries);
        m_line.boxes.push_back(std::move(box));
    }

    // Alike are those of a kind that hang on feeders of the same sides.
    void addUnits(std::vector<Id<CoolingUnit>> units, std::size_t above) {
        std::ranges::sort(units);
        std::map<std::pair<CoolingUnitKind, std::multiset<int>>, std::vector<Id<CoolingUnit>>> kinds;
        for (const Id<CoolingUnit> id : units) {
            if (!m_boxOfUnit.emplace(id.value, 0).second)
                continue;
            std::multiset<int> sides;
            for (const std::uint64_t feeder : m_feeders[id.value])
                sides.insert(placeOf(m_design.powerElements.find({feeder})->side));
            kinds[{m_design.coolingUnits.find(id)->kind, std::move(sides)}].push_back(id);
        }
        for (auto& [key, members] : kinds) {
            SingleLineBox box;
            box.unitKind = key.first;
            box.level = above;
            box.isUnfed = key.second.empty();
            if (key.second.size() == 1)
                box.side = m_design.powerElements.find({*m_feeders[members.front().value].begin()})->side;
            box.box = QRectF(m_next, static_cast<double>(box.level) * kLevel, kWide, kHigh);
            m_next += kColumn;
            for (const Id<CoolingUnit> id : members)
                m_boxOfUnit[id.value] = m_line.boxes.size();
            box.units = std::move(members);
            m_line.boxes.push_back(std::move(box));
        }
    }

    void addCircuits() {
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
        for (const PowerLink& link : m_design.powerLinks) {
            const auto& boxes = link.to ? m_boxOf : m_boxOfUnit;
            const auto from = std::as_const(m_boxOf).find(link.from.value);
            const auto to = boxes.find(link.to ? link.to.value : link.unit.value);
            if (from != m_boxOf.end() && to != boxes.end())
                ++counts[{from->second, to->second}];
        }
        for (const auto& [ends, count] : counts)
            m_line.circuits.push_back({ends.first, ends.second, count});
    }

    const Design& m_design;
    Manner m_manner;
    std::map<std::uint64_t, std::vector<Id<PowerElement>>> m_down;
    std::map<std::uint64_t, std::vector<Id<PowerElement>>> m_batteries; ///< by what they stand behind
    std::map<std::uint64_t, std::vector<Id<CoolingUnit>>> m_units;      ///< by what feeds them
    std::map<std::uint64_t, std::set<std::uint64_t>> m_feeders;         ///< of units
    std::set<std::uint64_t> m_fed, m_behind;                            ///< elements; batteries behind something
    std::map<std::uint64_t, std::size_t> m_boxOf, m_boxOfUnit;
    SingleLine m_line;
    double m_next = 0; ///< left edge of the next box without any below it
};

Ink inkOf(FeedSide side) {
    return side == FeedSide::A || side == FeedSide::C   ? Ink::FeedA
           : side == FeedSide::B || side == FeedSide::D ? Ink::FeedB
                                                        : Ink::PowerLine;
}

/// The reading of the worst loaded element. What is not known is no better than what is.
const SingleLineReading* worstOf(const SingleLineBox& box, const SingleLineReadings& readings) {
    const SingleLineReading* worst = nullptr;
    const auto load = [](const SingleLineReading& reading) {
        return std::pair(reading.fill.has_value(),
                         std::max(reading.share.value_or(0.999), reading.lostShare.value_or(-1)));
    };
    for (const Subject each : box.subjects())
        if (const auto found = readings.find(each);
            found != readings.end() && (!worst || load(found->second) > load(*worst)))
            worst = &found->second;
    return worst;
}

bool saysTheSame(const SingleLineBox& box, const SingleLineReadings& readings, const QString& words) {
    return std::ranges::all_of(box.subjects(), [&](Subject each) {
        const auto found = readings.find(each);
        return found != readings.end() && found->second.words == words;
    });
}

/// From the lower edge of one box to the upper edge of another, as far as it lies in the part that is drawn.
void drawCircuit(Sketch& sketch, const SingleLineBox& from, const SingleLineBox& to,
                 const std::optional<QRectF>& part) {
    // A unit's circuits leave the bus of other loads above it and end side by side: feeders A and B of one unit are not
    // tied together.
    const double aside = !to.isOfUnits() ? 0 : (placeOf(from.side) - placeOf(FeedSide::None)) * kWide / 12;
    const QPointF start(from.box.center().x(), from.box.bottom()), end(to.box.center().x() + aside, to.box.top());
    const double bend = to.isOfUnits() ? start.y() + kGapDown * 0.3 : end.y() - kGapDown / 2;
    // A battery and what it stands behind, side by side.
    const bool isBeside = from.isBattery() != to.isBattery() && from.level == to.level &&
                          std::abs(start.x() - end.x()) < kColumn + kGapAcross;
    const PaperPen pen{inkOf(to.isOfUnits() ? from.side : to.side), 0.35,
                       from.level < to.level || isBeside ? Dash::Solid : Dash::Dashed};
    const double middle = from.box.center().y();
    const std::vector<QPointF> way = isBeside
                                         ? std::vector<QPointF>{{std::min(from.box.right(), to.box.right()), middle},
                                                                {std::max(from.box.left(), to.box.left()), middle}}
                                         : std::vector<QPointF>{start, {start.x(), bend}, {end.x(), bend}, end};
    if (!part) {
        sketch.lines({way}, pen);
        return;
    }
    std::vector<std::vector<QPointF>> pieces;
    for (std::size_t i = 1; i < way.size(); ++i) {
        const QPointF &a = way[i - 1], &b = way[i];
        if (std::max(a.x(), b.x()) < part->left() || std::min(a.x(), b.x()) > part->right() ||
            std::max(a.y(), b.y()) < part->top() || std::min(a.y(), b.y()) > part->bottom())
            continue;
        const auto within = [&part](const QPointF& point) {
            return QPointF(std::clamp(point.x(), part->left(), part->right()),
                           std::clamp(point.y(), part->top(), part->bottom()));
        };
        if (pieces.empty() || pieces.back().back() != within(a))
            pieces.push_back({within(a)});
        pieces.back().push_back(within(b));
    }
    if (!pieces.empty())
        sketch.lines(std::move(pieces), pen);
}

QString kindWords(const SingleLineBox& box, const Words& words) {
    return words.text(box.isOfUnits() ? Message("cooling-unit." + std::string(enumName(box.unitKind)))
                                      : Message("power-kind." + std::string(enumName(box.kind))));
}

/// Name of one thing, "Rack PDU x 36" of several.
QString singleLineTitle(const SingleLineBox& box, const Design& design, const Words& words) {
    const std::vector<Subject> things = box.subjects();
    if (things.size() == 1)
        return oneLine(QString::fromStdString(subjectName(design, things.front())));
    return words.text(
        Message("single-line.many").with("kind", kindWords(box, words).toStdString()).with("count", things.size()));
}

QString unfedWords(const SingleLineBox& box, const Words& words) {
    return words.text(Message(box.isOfUnits()   ? "single-line.unit-unfed"
                              : box.isBattery() ? "single-line.battery-alone"
                                                : "single-line.unfed"));
}

/// Of cooling units: what one of them draws.
QStringList unitLines(const SingleLineBox& box, const SingleLineReadings& readings, const SingleLineReading* reading,
                      const Words& words) {
    QStringList lines{box.isUnfed ? unfedWords(box, words) : box.units.size() == 1 ? kindWords(box, words) : QString()};
    lines.removeAll(QString());
    if (!reading || reading->words.isEmpty())
        return lines;
    if (box.units.size() == 1)
        return lines << reading->words;
    const bool isSame = saysTheSame(box, readings, reading->words);
    return lines << words.text(Message(isSame ? "single-line.each" : "single-line.one-of-them")
                                   .with("words", reading->words.toStdString()));
}

QStringList linesOf(const SingleLineBox& box, const Design& design, const SingleLineReadings& readings,
                    const Words& words) {
    const SingleLineReading* reading = worstOf(box, readings);
    const QString kind = kindWords(box, words);
    const QString load = reading ? reading->words : QString(), left = reading ? reading->left : QString();
    QStringList lines{elided(singleLineTitle(box, design, words), Weight::Regular, (kWide - 4) / kLeastLetter)};
    if (box.isOfUnits())
        return lines << unitLines(box, readings, reading, words);
    if (box.elements.size() > 1) {
        if (box.isUnfed)
            lines << unfedWords(box, words);
        // Of like elements the words are of one.
        if (!load.isEmpty() && reading->share && !reading->fill)
            lines << words.text(Message("loop-diagram.fullest").with("words", load.toStdString()));
        else
            lines << load;
        if (!box.isUnfed)
            lines << left;
        return lines;
    }
    if (box.isUnfed)
        lines << unfedWords(box, words);
    else if (!left.isEmpty())
        lines << words.text(
            Message("single-line.kind-left").with("kind", kind.toStdString()).with("left", left.toStdString()));
    else
        lines << kind;
    return lines << load;
}

void drawBox(Sketch& sketch, const SingleLineBox& box, const Design& design, const SingleLineReadings& readings,
             const Words& words) {
    sketch.enter(Layer::Equipment, box.subjects().front().id);
    const SingleLineReading* reading = worstOf(box, readings);
    const bool isLoad = box.isOfUnits() || box.isBattery();
    const double worst = reading ? std::max(reading->share.value_or(0), reading->lostShare.value_or(0)) : 0;
    const bool isKnown = reading && reading->share;
    const bool isBad = (box.isUnfed && !isLoad) || worst > 1;
    const Ink fill = reading && reading->fill                                      ? *reading->fill
                     : isBad                                                       ? Ink::BadWash
                     : isKnown || (reading && reading->isComplete && !box.isUnfed) ? Ink::PowerFill
                                                                                   : Ink::WarningWash;
    const Ink edge = isBad ? Ink::Bad : box.isUnfed ? Ink::Warning : inkOf(box.side);
    sketch.rectangle(box.box, fill, PaperPen{edge, box.isUnfed ? 0.5 : 0.35, box.isUnfed ? Dash::Dashed : Dash::Solid},
                     1.2);
    letterIn(sketch, box.box.adjusted(1.5, 0.8, -1.5, isLoad ? -0.8 : -2.6), linesOf(box, design, readings, words),
             {kLeastLetter});
    if (isLoad) // has no rating that a bar could end at
        return;
    // The bar ends at the rating; what is more stands out red.
    const QRectF bar(box.box.left() + 1.5, box.box.bottom() - 2.2, kWide - 3, 1.2);
    sketch.rectangle(bar, Ink::Panel, PaperPen{Ink::Rule, 0.1});
    const auto part = [&bar](double share) {
        return QRectF(bar.left(), bar.top(), bar.width() * std::clamp(share, 0.0, 1.0), bar.height());
    };
    if (reading && reading->lostShare && *reading->lostShare > reading->share.value_or(0))
        sketch.rectangle(part(*reading->lostShare), *reading->lostShare > 1 ? Ink::LoadRed : Ink::LoadAmber, {});
    if (isKnown)
        sketch.rectangle(part(*reading->share), *reading->share > 1 ? Ink::Bad : Ink::Good, {});
}

/// Sheets row by row; a line that is little larger than one is drawn smaller on it.
std::vector<QRectF> partsOf(const SingleLine& line, QSizeF room) {
    constexpr double leastFit = 0.9, aside = 4, above = 11; // mm; what leads down from the sheet before keeps its bend
    if (line.bounds.width() * leastFit <= room.width() && line.bounds.height() * leastFit <= room.height())
        return {line.bounds};
    const double columns = std::max(1.0, std::floor((room.width() - 2 * aside + kGapAcross) / kColumn));
    const double rows = std::max(1.0, std::floor((room.height() - above - aside + kGapDown) / kLevel));
    std::set<std::pair<double, double>> used; // top and left of the sheets on which something stands
    for (const SingleLineBox& box : line.boxes)
        used.emplace(std::floor(box.box.center().y() / (rows * kLevel)) * rows * kLevel,
                     std::floor(box.box.center().x() / (columns * kColumn)) * columns * kColumn);
    std::vector<QRectF> parts;
    for (const auto& [top, left] : used)
        parts.emplace_back(left - aside, top - above, columns * kColumn - kGapAcross + 2 * aside,
                           rows * kLevel - kGapDown + above + aside);
    return parts;
}

} // namespace

std::vector<Subject> SingleLineBox::subjects() const {
    std::vector<Subject> found(elements.begin(), elements.end());
    found.insert(found.end(), units.begin(), units.end());
    return found;
}

const SingleLineBox* SingleLine::at(QPointF place) const {
    const auto found =
        std::ranges::find_if(boxes, [place](const SingleLineBox& box) { return box.box.contains(place); });
    return found == boxes.end() ? nullptr : &*found;
}

const SingleLineBox* SingleLine::of(Subject thing) const {
    const auto found = std::ranges::find_if(boxes, [thing](const SingleLineBox& box) {
        return std::ranges::count(box.elements, thing.as<PowerElement>()) > 0 ||
               std::ranges::count(box.units, thing.as<CoolingUnit>()) > 0;
    });
    return found == boxes.end() ? nullptr : &*found;
}

SingleLine singleLineOf(const Design& design) { return Placing(design, {}).all(); }

SingleLineSheets singleLineSheets(const Design& design, QSizeF room) {
    if (room.isEmpty() || std::ranges::none_of(design.powerElements,
                                               [](const PowerElement& element) { return element.scope.isPresent(); }))
        return {};
    constexpr std::size_t few = 4; // sheets
    SingleLineSheets sheets;
    for (const std::size_t mostAlone : {std::size_t{8}, std::size_t{3}, std::size_t{1}}) {
        sheets.line = Placing(design, {mostAlone}).all();
        sheets.parts = partsOf(sheets.line, room);
        if (sheets.parts.size() <= few)
            break;
    }
    return sheets;
}

Drawing singleLineDrawing(const SingleLine& line, const Design& design, const SingleLineReadings& readings,
                          const Texts& texts, std::optional<QRectF> part) {
    const Words words(texts);
    Sketch sketch(words.text(Message("single-line.title")), 1);
    const QRectF bounds = part.value_or(line.bounds);
    const auto isDrawn = [&](const SingleLineBox& box) { return !part || part->contains(box.box.center()); };
    sketch.setBounds(bounds);
    sketch.enter(Layer::Pathways);
    std::set<std::size_t> named;                // boxes whose feeder stands on another sheet
    std::map<std::size_t, std::size_t> brought; // circuits that reach a box, where several do from one; told once
    for (const SingleLineCircuit& circuit : line.circuits)
        if (circuit.count > 1)
            brought[circuit.to] += circuit.count;
    for (const SingleLineCircuit& circuit : line.circuits) {
        const SingleLineBox& from = line.boxes[circuit.from];
        const SingleLineBox& to = line.boxes[circuit.to];
        drawCircuit(sketch, from, to, part);
        if (!isDrawn(to))
            continue;
        const QPointF end(to.box.center().x(), to.box.top());
        // What several feeders bring to one box is one number at it.
        if (const auto several = brought.extract(circuit.to))
            sketch.text({end.x() + (to.isOfUnits() ? kWide / 6 : 0) + 1.5, end.y() - 2.5}, // behind the ends of A and B
                        words.text(Message("single-line.circuits").with("count", several.mapped())),
                        {2, Weight::Regular, TextAlign::Left, Ink::Subdued});
        if (!isDrawn(from) && named.insert(circuit.to).second) {
            const QString name = words.text(
                Message("loop-diagram.from").with("name", singleLineTitle(from, design, words).toStdString()));
            sketch.text({to.box.left(), end.y() - 2.5}, elided(name, Weight::Regular, (kWide / 2 - 1.5) / 2),
                        {2, Weight::Regular, TextAlign::Left, Ink::Subdued});
        }
    }
    for (const SingleLineBox& box : line.boxes)
        if (isDrawn(box))
            drawBox(sketch, box, design, readings, words);
    return std::move(sketch).take();
}

} // namespace rackwright
