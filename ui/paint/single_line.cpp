// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/single_line.h"

#include "ui/paint/box_lettering.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include <algorithm>
#include <set>

namespace rackwright {

namespace {

constexpr double kWide = 42, kHigh = 15, kGapAcross = 5, kGapDown = 13, kMargin = 8; // mm
constexpr std::size_t kMostSingle = 1; // like elements below one feeder that stand side by side

bool isSource(PowerElementKind kind) {
    return kind == PowerElementKind::Utility || kind == PowerElementKind::Generator;
}

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
    explicit Placing(const Design& design) : m_design(design) {
        for (const PowerLink& link : design.powerLinks) {
            if (!design.powerElements.contains(link.from) || !design.powerElements.contains(link.to))
                continue;
            m_down[link.from.value].push_back(link.to);
            m_fed.insert(link.to.value);
        }
    }

    SingleLine all() {
        std::vector<Id<PowerElement>> roots;
        for (const PowerElement& element : m_design.powerElements)
            if (!m_fed.contains(element.id.value))
                roots.push_back(element.id);
        addChildren(roots, 0, std::nullopt);
        // What circles in a ring of circuits has no beginning: the first of it is one.
        for (const PowerElement& element : m_design.powerElements)
            if (!m_boxOf.contains(element.id.value))
                addChildren({element.id}, 0, std::nullopt);
        addCircuits();
        m_line.bounds = QRectF(-kMargin, -kMargin, std::max(m_next, kWide) + 2 * kMargin, 0);
        double low = kHigh;
        for (const SingleLineBox& box : m_line.boxes)
            low = std::max(low, box.box.bottom());
        m_line.bounds.setHeight(low + 2 * kMargin);
        return std::move(m_line);
    }

private:
    // Boxes of what hangs on one feeder, from left to right; how far they reach.
    void addChildren(std::vector<Id<PowerElement>> elements, std::size_t level, std::optional<std::size_t> feeder) {
        std::erase_if(elements, [this](Id<PowerElement> id) { return m_boxOf.contains(id.value); });
        std::map<std::tuple<int, PowerElementKind>, std::vector<Id<PowerElement>>> kinds;
        for (const Id<PowerElement> id : elements) {
            const PowerElement& element = *m_design.powerElements.find(id);
            kinds[{placeOf(element.side), element.kind}].push_back(id);
        }
        for (auto& [key, members] : kinds) {
            // What hangs on two of them came with the first.
            std::erase_if(members, [this](Id<PowerElement> id) { return m_boxOf.contains(id.value); });
            if (members.empty())
                continue;
            std::ranges::sort(members);
            const auto twins = std::ranges::unique(members);
            members.erase(twins.begin(), twins.end());
            const PowerElementKind kind = std::get<1>(key);
            const bool isOneBox = members.size() > kMostSingle && rowOf(kind) >= rowOf(PowerElementKind::TapOff) &&
                                  (feeder || rowOf(kind) > rowOf(PowerElementKind::Busway));
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
        box.isUnfed = !isSource(first.kind) && !m_fed.contains(first.id.value);
        std::vector<Id<PowerElement>> fed;
        for (const Id<PowerElement> id : members) {
            m_boxOf[id.value] = place;
            const auto down = m_down.find(id.value);
            if (down != m_down.end())
                fed.insert(fed.end(), down->second.begin(), down->second.end());
        }
        box.elements = std::move(members);
        m_line.boxes.push_back(std::move(box));
        const double left = m_next;
        // A chain is as long as it is drawn; a longer one than any plant has ends here.
        constexpr std::size_t mostLevels = 64;
        if (level < mostLevels)
            addChildren(std::move(fed), level + 1, place);
        const double wide = kWide + kGapAcross;
        m_next = std::max(m_next, left + wide);
        const double middle = (left + m_next - kGapAcross) / 2;
        m_line.boxes[place].box =
            QRectF(middle - kWide / 2, static_cast<double>(level) * (kHigh + kGapDown), kWide, kHigh);
    }

    void addCircuits() {
        std::map<std::pair<std::size_t, std::size_t>, std::size_t> counts;
        for (const PowerLink& link : m_design.powerLinks) {
            const auto from = m_boxOf.find(link.from.value), to = m_boxOf.find(link.to.value);
            if (from != m_boxOf.end() && to != m_boxOf.end())
                ++counts[{from->second, to->second}];
        }
        for (const auto& [ends, count] : counts)
            m_line.circuits.push_back({ends.first, ends.second, count});
    }

    const Design& m_design;
    std::map<std::uint64_t, std::vector<Id<PowerElement>>> m_down;
    std::set<std::uint64_t> m_fed;
    std::map<std::uint64_t, std::size_t> m_boxOf;
    SingleLine m_line;
    double m_next = 0; ///< left edge of the next box without any below it
};

Ink inkOf(FeedSide side) {
    return side == FeedSide::A || side == FeedSide::C   ? Ink::FeedA
           : side == FeedSide::B || side == FeedSide::D ? Ink::FeedB
                                                        : Ink::PowerLine;
}

/// The reading of the worst loaded element.
const SingleLineReading* worstOf(const SingleLineBox& box, const SingleLineReadings& readings) {
    const SingleLineReading* worst = nullptr;
    const auto load = [](const SingleLineReading& reading) {
        return std::pair(reading.fill.has_value(),
                         std::max(reading.share.value_or(-1), reading.lostShare.value_or(-1)));
    };
    for (const Id<PowerElement> id : box.elements)
        if (const auto found = readings.find(id.value);
            found != readings.end() && (!worst || load(found->second) > load(*worst)))
            worst = &found->second;
    return worst;
}

} // namespace

const SingleLineBox* SingleLine::at(QPointF place) const {
    const auto found =
        std::ranges::find_if(boxes, [place](const SingleLineBox& box) { return box.box.contains(place); });
    return found == boxes.end() ? nullptr : &*found;
}

const SingleLineBox* SingleLine::of(Id<PowerElement> element) const {
    const auto found = std::ranges::find_if(
        boxes, [element](const SingleLineBox& box) { return std::ranges::count(box.elements, element) > 0; });
    return found == boxes.end() ? nullptr : &*found;
}

SingleLine singleLineOf(const Design& design) { return Placing(design).all(); }

Drawing singleLineDrawing(const SingleLine& line, const Design& design, const SingleLineReadings& readings,
                          const Texts& texts) {
    const Words words(texts);
    Sketch sketch(words.text(Message("single-line.title")), 1);
    sketch.setBounds(line.bounds);
    sketch.enter(Layer::Pathways);
    for (const SingleLineCircuit& circuit : line.circuits) {
        const SingleLineBox& from = line.boxes[circuit.from];
        const SingleLineBox& to = line.boxes[circuit.to];
        const QPointF start(from.box.center().x(), from.box.bottom()), end(to.box.center().x(), to.box.top());
        const double bend = end.y() - kGapDown / 2;
        sketch.lines({{start, {start.x(), bend}, {end.x(), bend}, end}},
                     {inkOf(to.side), 0.35, from.level < to.level ? Dash::Solid : Dash::Dashed});
        if (circuit.count > 1)
            sketch.text({end.x() + 1.5, end.y() - 2.5},
                        words.text(Message("single-line.circuits").with("count", circuit.count)),
                        {2, Weight::Regular, TextAlign::Left, Ink::Subdued});
    }
    for (const SingleLineBox& box : line.boxes) {
        sketch.enter(Layer::Equipment, box.elements.front().value);
        const SingleLineReading* reading = worstOf(box, readings);
        const double worst = reading ? std::max(reading->share.value_or(0), reading->lostShare.value_or(0)) : 0;
        const bool isKnown = reading && reading->share;
        const Ink fill = reading && reading->fill   ? *reading->fill
                         : box.isUnfed || worst > 1 ? Ink::BadWash
                         : isKnown                  ? Ink::PowerFill
                                                    : Ink::WarningWash;
        const Ink edge = box.isUnfed || worst > 1 ? Ink::Bad : inkOf(box.side);
        sketch.rectangle(box.box, fill,
                         PaperPen{edge, box.isUnfed ? 0.5 : 0.35, box.isUnfed ? Dash::Dashed : Dash::Solid}, 1.2);
        const PowerElement* first = design.powerElements.find(box.elements.front());
        const QString kind = words.text(Message("power-kind." + std::string(enumName(box.kind))));
        const QString name =
            box.elements.size() == 1
                ? QString::fromStdString(first ? first->name : std::string())
                : words.text(
                      Message("single-line.many").with("kind", kind.toStdString()).with("count", box.elements.size()));
        QStringList lines{name, box.elements.size() == 1 ? kind : QString()};
        if (box.isUnfed)
            lines[1] = words.text(Message("single-line.unfed"));
        else if (reading && !reading->left.isEmpty())
            lines[1] = lines[1].isEmpty() ? reading->left
                                          : words.text(Message("single-line.kind-left")
                                                           .with("kind", kind.toStdString())
                                                           .with("left", reading->left.toStdString()));
        lines << (reading ? reading->words : QString());
        letterIn(sketch, box.box.adjusted(1.5, 0.8, -1.5, -2.6), lines, {1.6});
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
    return std::move(sketch).take();
}

} // namespace rackwright
