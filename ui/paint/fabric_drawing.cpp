// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/fabric_drawing.h"

#include "model/design/cabled.h"
#include "solvers/cables/cable_product.h"
#include "ui/paint/box_lettering.h"
#include "ui/paint/sketch.h"
#include "ui/paint/words.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

constexpr double kLeastSymbol = 1.7; ///< paper mm across, below which devices are one block

constexpr std::array<Ink, 8> kRailInks = {Ink::Accelerator, Ink::FibreDuct,   Ink::StorageLine, Ink::PipeReturn,
                                          Ink::OtherLine,   Ink::CoolingLine, Ink::PowerLine,   Ink::Tray};
constexpr std::array<Ink, 3> kTierInks = {Ink::Accelerator, Ink::StorageLine, Ink::OtherLine};
/// In the order of CableMedium, last what has none.
constexpr std::array<Ink, 9> kMediumInks = {Ink::OtherLine,   Ink::Tray,        Ink::LoadAmberLine,
                                            Ink::PipeReturn,  Ink::StorageLine, Ink::FibreDuct,
                                            Ink::Accelerator, Ink::CoolingLine, Ink::Conduit};
/// Up to a quarter, a half, three quarters, the whole of a cable, and above it.
constexpr std::array<Ink, 5> kLoadInks = {Ink::Ramp2, Ink::Ramp3, Ink::Ramp5, Ink::Accent, Ink::LoadRedLine};
/// What is left, and what is lost or cut.
constexpr std::array<Ink, 2> kMarkInks = {Ink::Conduit, Ink::Bad};
constexpr std::array<Ink, 5> kSpeedInks = {Ink::Accelerator, Ink::FibreDuct, Ink::StorageLine, Ink::OtherLine,
                                           Ink::Conduit};

std::size_t loadBandOf(double load) {
    constexpr double hardly = 1e-9;
    return load > 1 + hardly ? 4 : std::min<std::size_t>(3, static_cast<std::size_t>(load * 4 * (1 - hardly)));
}

struct CountWords {
    const char* one;
    const char* many;
};
CountWords wordsOf(FabricTier tier, FabricEnds ends) {
    switch (tier) {
    case FabricTier::Core:
        return {"fabric.core.one", "fabric.core.many"};
    case FabricTier::Spine:
        return {"fabric.spine.one", "fabric.spine.many"};
    case FabricTier::Leaf:
        return {"fabric.leaf.one", "fabric.leaf.many"};
    case FabricTier::Ends:
        break;
    }
    switch (ends) {
    case FabricEnds::Nodes:
        return {"fabric.node.one", "fabric.node.many"};
    case FabricEnds::Storage:
        return {"fabric.storage.one", "fabric.storage.many"};
    case FabricEnds::Switches:
        return {"fabric.switch.one", "fabric.switch.many"};
    case FabricEnds::Plant:
        return {"fabric.plant.one", "fabric.plant.many"};
    case FabricEnds::Waiting:
        return {"fabric.waiting.one", "fabric.waiting.many"};
    case FabricEnds::Others:
        break;
    }
    return {"fabric.other.one", "fabric.other.many"};
}

struct CellInks {
    Ink fill;
    Ink line;
};
CellInks inksOf(const FabricCell& cell) {
    if (cell.tier != FabricTier::Ends || cell.ends == FabricEnds::Switches)
        return {Ink::SwitchFill, Ink::SwitchLine};
    if (cell.ends == FabricEnds::Nodes)
        return {Ink::ComputeFill, Ink::ComputeLine};
    return cell.ends == FabricEnds::Storage ? CellInks{Ink::StorageFill, Ink::StorageLine}
                                            : CellInks{Ink::OtherFill, Ink::OtherLine};
}

std::string speedText(double speed, const Texts& texts) {
    return speed > 0 ? texts.sentence(Message("fabric.speed").with("speed", UnitNumber{speed, "Gb/s"}))
                     : texts.text("fabric.speed.unknown");
}

QString countText(FabricTier tier, FabricEnds ends, std::size_t devices, const Texts& texts) {
    const CountWords words = wordsOf(tier, ends);
    const auto count = static_cast<std::int64_t>(devices);
    return Words(texts).text(count == 1 ? Message(words.one) : Message(words.many).with("count", count));
}

/// The line moved sideways; corners stay corners.
std::vector<QPointF> beside(const std::vector<QPointF>& line, double distance) {
    std::vector<QPointF> normals;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        const QPointF way = line[i + 1] - line[i];
        const double length = std::max(1e-9, std::hypot(way.x(), way.y()));
        normals.emplace_back(-way.y() / length, way.x() / length);
    }
    std::vector<QPointF> moved;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const QPointF a = normals[i == 0 ? 0 : i - 1], b = normals[std::min(i, normals.size() - 1)];
        moved.push_back(line[i] + (a + b) * (distance / std::max(0.2, 1 + QPointF::dotProduct(a, b))));
    }
    return moved;
}

class FabricPainter {
public:
    FabricPainter(const FabricLayout& layout, const Design& design, const Texts& texts,
                  const FabricDrawingOptions& options, const FabricReadings* readings)
        : m_layout(layout), m_design(design), m_texts(texts), m_options(options), m_readings(readings),
          m_sketch({}, options.scale) {}

    Drawing draw() && {
        m_sketch.setBounds(m_layout.bounds);
        findDetail();
        addBundles(FabricTier::Core);
        addCells(FabricTier::Core);
        addFrames(true);
        addBundles(FabricTier::Spine);
        addCells(FabricTier::Spine);
        addFrames(false);
        addBundles(FabricTier::Leaf);
        addBundles(FabricTier::Ends);
        addCells(FabricTier::Leaf);
        addCells(FabricTier::Ends);
        return std::move(m_sketch).take();
    }

private:
    double heightNeeded(double lines) const { return m_sketch.world(m_options.legibleSize * kLineHeight * lines); }

    // Equal boxes are equally legible, so that one that is not speaks for all of its kind.
    void findDetail() {
        constexpr double least = 1.1;
        bool hasPods = false, readsUnits = true;
        for (const FabricFrame& frame : m_layout.frames) {
            hasPods = hasPods || frame.isPod;
            for (const std::size_t index : frame.cells) {
                const FabricCell& cell = m_layout.cells[index];
                const bool isOfFrame = frame.isPod == (cell.tier == FabricTier::Spine);
                // A few ends beside thousands may be narrow: their count then waits for a closer look.
                const double width = cell.tier == FabricTier::Ends ? cell.box.height() : cell.box.width() / 4;
                if (isOfFrame && std::min(cell.box.height(), width) < heightNeeded(least))
                    (frame.isPod ? m_showsPods : m_showsUnits) = false;
            }
            if (!frame.isPod && std::min(frame.box.height() / 2, frame.box.width() / 5) < heightNeeded(1))
                readsUnits = false;
        }
        m_showsPods = m_showsPods && (readsUnits || !hasPods);
        m_hidden.assign(m_layout.cells.size(), false);
        for (const FabricFrame& frame : m_layout.frames)
            if (!(frame.isPod ? m_showsPods : m_showsUnits))
                for (const std::size_t index : frame.cells)
                    m_hidden[index] = true;
    }

    bool addLines(const QRectF& box, const QStringList& lines, TextAlign align, Ink ink,
                  Weight first = Weight::Regular) {
        return letterIn(m_sketch, box, lines, {m_options.legibleSize, align, ink, first});
    }

    // The kind stands at the head of the box: where all are called alike, the number is enough.
    void addDeviceName(const QRectF& box, const QString& name, bool isNumberEnough) {
        if (!addLines(box, {name}, TextAlign::Centre, Ink::Text))
            addLines(box, {isNumberEnough ? numberAtEnd(name) : initialsAndNumber(name)}, TextAlign::Centre, Ink::Text);
    }

    void addFrames(bool pods) {
        for (const FabricFrame& frame : m_layout.frames) {
            if (frame.isPod != pods || (!pods && !m_showsPods))
                continue;
            m_sketch.enter(Layer::Ground);
            const bool isWhole = pods ? m_showsPods : m_showsUnits;
            m_sketch.rectangle(frame.box, isWhole ? (pods ? Ink::Paper : Ink::Panel) : Ink::RackFill,
                               PaperPen{isWhole ? Ink::Rule : Ink::RackLine, 0.25}, 1);
            m_sketch.enter(Layer::Labels);
            if (isWhole)
                addLines(frame.header, {frameText(frame, m_texts)}, TextAlign::Left, Ink::Subdued, Weight::Medium);
            else
                addLines(frame.box, QStringList(frameText(frame, m_texts)) + countTexts(m_layout, frame.cells, m_texts),
                         TextAlign::Centre, Ink::Text, Weight::Medium);
        }
    }

    void addCells(FabricTier tier) {
        for (std::size_t i = 0; i < m_layout.cells.size(); ++i)
            if (m_layout.cells[i].tier == tier && !m_hidden[i])
                addCell(m_layout.cells[i]);
    }

    void addCell(const FabricCell& cell) {
        const CellInks inks = inksOf(cell);
        const bool showsDevices =
            m_sketch.paper(cell.slot.width()) >= kLeastSymbol && cell.caption.height() >= heightNeeded(1);
        m_sketch.enter(Layer::Racks);
        if (!showsDevices) {
            m_sketch.rectangle(cell.box, inks.fill, PaperPen{inks.line, 0.2}, 0.8);
            m_sketch.enter(Layer::Labels);
            addLines(cell.box, {countText(cell.tier, cell.ends, cell.devices.size(), m_texts)}, TextAlign::Centre,
                     Ink::Text);
            return;
        }
        m_sketch.rectangle(cell.box, Ink::Paper, PaperPen{Ink::Rule, 0.2}, 0.8);
        m_sketch.enter(Layer::Labels);
        addLines(cell.caption, {countText(cell.tier, cell.ends, cell.devices.size(), m_texts)}, TextAlign::Left,
                 Ink::Subdued);
        QStringList names;
        std::set<QString> heads;
        for (const Id<Device> id : cell.devices) {
            const Cabled device = findCabled(m_design, id);
            names += device ? QString::fromStdString(device->name) : QString();
            heads.insert(names.back().chopped(numberAtEnd(names.back()).size()));
        }
        for (std::size_t slot = 0; slot < cell.devices.size(); ++slot) {
            const QRectF box = cell.slotAt(slot);
            m_sketch.enter(Layer::Devices, cell.devices[slot].value);
            m_sketch.rectangle(box, inks.fill, PaperPen{inks.line, 0.18}, 0.5);
            addDeviceName(box, names[static_cast<qsizetype>(slot)], heads.size() == 1);
        }
    }

    const std::vector<std::int64_t>* countsOf(std::size_t index) const {
        const FabricBundle& bundle = m_layout.bundles[index];
        if (m_options.colouring == FabricColouring::Rail)
            return &bundle.byRail;
        if (m_options.colouring == FabricColouring::Speed)
            return &bundle.bySpeed;
        return m_readings && index < m_readings->counts.size() ? &m_readings->counts[index] : nullptr;
    }

    Ink inkOf(std::size_t key) const {
        switch (m_options.colouring) {
        case FabricColouring::Rail:
            return key == m_layout.rails ? Ink::Conduit : kRailInks[key % kRailInks.size()];
        case FabricColouring::Speed:
            return kSpeedInks[key % kSpeedInks.size()];
        case FabricColouring::Medium:
            return kMediumInks[std::min(key, kMediumInks.size() - 1)];
        case FabricColouring::Failure:
        case FabricColouring::Cut:
            return kMarkInks[std::min(key, kMarkInks.size() - 1)];
        case FabricColouring::Tier:
        case FabricColouring::Load:
            break;
        }
        return Ink::Conduit;
    }

    /// Of what runs together the fullest says how full it is.
    Ink loadInk(const std::vector<std::size_t>& bundles) const {
        std::optional<double> most;
        for (const std::size_t index : bundles)
            if (m_readings && index < m_readings->loads.size() && m_readings->loads[index])
                most = std::max(most.value_or(0), *m_readings->loads[index]);
        return most ? kLoadInks[loadBandOf(*most)] : Ink::Conduit;
    }

    // Colours side by side, as wide as their counts.
    std::vector<std::pair<Ink, double>> stripesOf(const std::vector<std::size_t>& bundles) const {
        const auto lower = static_cast<std::size_t>(m_layout.cells[m_layout.bundles[bundles.front()].lower].tier);
        if (m_options.colouring == FabricColouring::Tier)
            return {{kTierInks[std::min(lower, kTierInks.size() - 1)], 1}};
        if (m_options.colouring == FabricColouring::Load)
            return {{loadInk(bundles), 1}};
        std::map<std::size_t, std::int64_t> counts;
        std::int64_t all = 0;
        for (const std::size_t index : bundles)
            if (const std::vector<std::int64_t>* by = countsOf(index))
                for (std::size_t key = 0; key < by->size(); ++key)
                    if ((*by)[key] > 0) {
                        counts[key] += (*by)[key];
                        all += (*by)[key];
                    }
        if (all == 0)
            return {{Ink::Conduit, 1}};
        std::vector<std::pair<Ink, double>> stripes;
        for (const auto& [key, count] : counts)
            stripes.emplace_back(inkOf(key), static_cast<double>(count) / static_cast<double>(all));
        return stripes;
    }

    void addLine(const std::vector<std::size_t>& bundles, const std::vector<QPointF>& line, double width) {
        constexpr double hairline = 0.25, stripe = 0.3; // paper mm, of one colour and of several side by side
        const auto stripes = stripesOf(bundles);
        // Many colours need their room, or the last would lie over all others.
        if (stripes.size() > 2)
            width = std::max(width, m_sketch.world(stripe) * static_cast<double>(stripes.size()));
        double from = -width / 2;
        for (const auto& [ink, share] : stripes) {
            const double part = width * share;
            m_sketch.lines({beside(line, from + part / 2)}, {ink, std::max(hairline, m_sketch.paper(part))});
            from += part;
        }
    }

    bool isDrawn(const FabricBundle& bundle) const {
        const FabricTier upper = m_layout.cells[bundle.upper].tier;
        return upper == FabricTier::Core || (upper == FabricTier::Spine ? m_showsPods : !m_hidden[bundle.upper]);
    }

    void addBundles(FabricTier upper) {
        m_sketch.enter(Layer::Pathways);
        for (const FabricTrunk& trunk : m_layout.trunks)
            if (const FabricBundle& first = m_layout.bundles[trunk.bundles.front()];
                m_layout.cells[first.upper].tier == upper && isDrawn(first))
                addLine(trunk.bundles, trunk.line, trunk.width);
        for (std::size_t i = 0; i < m_layout.bundles.size(); ++i) {
            const FabricBundle& bundle = m_layout.bundles[i];
            if (m_layout.cells[bundle.upper].tier != upper || !isDrawn(bundle))
                continue;
            m_sketch.enter(Layer::Pathways);
            addLine({i}, bundle.line, bundle.width);
            m_sketch.enter(Layer::Labels);
            if (!bundle.label.isEmpty())
                addLines(bundle.label, {bundleText(m_layout, bundle, m_texts)}, TextAlign::Left, Ink::Subdued);
        }
    }

    const FabricLayout& m_layout;
    const Design& m_design;
    const Texts& m_texts;
    const FabricDrawingOptions& m_options;
    const FabricReadings* m_readings;
    Sketch m_sketch;
    bool m_showsPods = true; ///< else each is one block with its counts
    bool m_showsUnits = true;
    std::vector<bool> m_hidden; ///< cells within such a block
};

} // namespace

Drawing fabricDrawing(const FabricLayout& layout, const Design& design, const Texts& texts,
                      const FabricDrawingOptions& options, const FabricReadings* readings) {
    return FabricPainter(layout, design, texts, options, readings).draw();
}

std::optional<Drawing> fabricSheet(const Project& project, const Design& design, const Network& network,
                                   const Texts& texts, QSizeF paper) {
    const FabricLayout layout = fabricLayout(project, design, network.id);
    if (layout.isEmpty() || layout.cables == 0)
        return std::nullopt;
    FabricDrawingOptions options;
    options.scale = std::min(paper.width() / layout.bounds.width(), paper.height() / layout.bounds.height());
    Drawing drawing = fabricDrawing(layout, design, texts, options);
    drawing.title = Words(texts).text(Message("report.network-of").with("network", network.name));
    return drawing;
}

namespace {

std::vector<OverlayKey> tierKeys(const FabricLayout& layout, const Words& words) {
    std::set<std::size_t> tiers;
    for (const FabricBundle& bundle : layout.bundles)
        tiers.insert(std::min(static_cast<std::size_t>(layout.cells[bundle.lower].tier), kTierInks.size() - 1));
    constexpr std::array<const char*, 3> names = {"fabric.links.ends", "fabric.links.leaf", "fabric.links.spine"};
    std::vector<OverlayKey> keys;
    for (const std::size_t tier : tiers)
        keys.push_back({kTierInks[tier], words.text(names[tier])});
    return keys;
}

std::vector<OverlayKey> railKeys(const FabricLayout& layout, const Words& words) {
    std::vector<OverlayKey> keys;
    for (std::size_t i = 0; i < std::min(layout.rails, kRailInks.size()); ++i)
        keys.push_back(
            {kRailInks[i], words.text(Message("fabric.rail").with("rail", static_cast<std::int64_t>(i + 1)))});
    if (std::ranges::any_of(layout.bundles, [](const FabricBundle& b) { return b.byRail.back() > 0; }))
        keys.push_back({Ink::Conduit, words.text("fabric.rail.none")});
    return keys;
}

std::vector<OverlayKey> mediumKeys(const FabricReadings& readings, const Words& words) {
    std::vector<OverlayKey> keys;
    for (std::size_t key = 0; key < kMediumInks.size(); ++key)
        if (std::ranges::any_of(readings.counts,
                                [key](const auto& counts) { return key < counts.size() && counts[key] > 0; }))
            keys.push_back({kMediumInks[key],
                            words.text(key < EnumNames<CableMedium>::names.size()
                                           ? std::string("fabric.medium.").append(EnumNames<CableMedium>::names[key])
                                           : std::string("fabric.medium.none"))});
    return keys;
}

std::vector<OverlayKey> loadKeys(const FabricReadings& readings, const Words& words) {
    std::vector<OverlayKey> keys;
    constexpr std::array<const char*, 5> names = {"fabric.load.quarter", "fabric.load.half", "fabric.load.most",
                                                  "fabric.load.full", "fabric.load.over"};
    std::array<bool, kLoadInks.size()> isPresent{};
    bool hasUnknown = false;
    for (const std::optional<double>& load : readings.loads)
        (load ? isPresent[loadBandOf(*load)] : hasUnknown) = true;
    for (std::size_t band = 0; band < kLoadInks.size(); ++band)
        if (isPresent[band])
            keys.push_back({kLoadInks[band], words.text(names[band])});
    if (hasUnknown)
        keys.push_back({Ink::Conduit, words.text("fabric.load.unknown")});
    return keys;
}

} // namespace

std::vector<OverlayKey> fabricLegend(const FabricLayout& layout, const Texts& texts, FabricColouring colouring,
                                     const FabricReadings* readings) {
    const Words words(texts);
    std::vector<OverlayKey> keys;
    switch (colouring) {
    case FabricColouring::Tier:
        return tierKeys(layout, words);
    case FabricColouring::Rail:
        return railKeys(layout, words);
    case FabricColouring::Speed:
        for (std::size_t i = 0; i < layout.speeds.size(); ++i)
            keys.push_back(
                {kSpeedInks[i % kSpeedInks.size()], QString::fromStdString(speedText(layout.speeds[i], texts))});
        return keys;
    case FabricColouring::Medium:
        return readings ? mediumKeys(*readings, words) : keys;
    case FabricColouring::Load:
        return readings ? loadKeys(*readings, words) : keys;
    case FabricColouring::Failure:
    case FabricColouring::Cut:
        break;
    }
    if (!readings)
        return keys;
    const bool isCut = colouring == FabricColouring::Cut;
    keys.push_back(
        {kMarkInks[1],
         words.text(Message(isCut ? "fabric.cut.cut" : "fabric.failure.lost").with("count", readings->marked))});
    keys.push_back({kMarkInks[0], words.text(isCut ? "fabric.cut.whole" : "fabric.failure.left")});
    return keys;
}

QStringList countTexts(const FabricLayout& layout, const std::vector<std::size_t>& cells, const Texts& texts) {
    std::map<std::pair<FabricTier, FabricEnds>, std::size_t> sums;
    for (const std::size_t index : cells)
        sums[{layout.cells[index].tier, layout.cells[index].ends}] += layout.cells[index].devices.size();
    QStringList lines;
    for (const auto& [kind, count] : sums)
        lines.append(countText(kind.first, kind.second, count, texts));
    return lines;
}

QString cablesText(std::size_t count, const Texts& texts) {
    return Words(texts).text(count == 1 ? Message("fabric.cables.one")
                                        : Message("fabric.cables").with("count", static_cast<std::int64_t>(count)));
}

QString bundleText(const FabricLayout& layout, const FabricBundle& bundle, const Texts& texts) {
    const auto count = static_cast<std::int64_t>(bundle.cables.size());
    const auto only = std::ranges::find_if(bundle.bySpeed, [](std::int64_t n) { return n > 0; });
    if (only == bundle.bySpeed.end() || *only != count)
        return cablesText(bundle.cables.size(), texts);
    const double speed = layout.speeds[static_cast<std::size_t>(only - bundle.bySpeed.begin())];
    return Words(texts).text(Message("fabric.bundle").with("count", count).with("speed", speedText(speed, texts)));
}

QString frameText(const FabricFrame& frame, const Texts& texts) {
    if (frame.number <= 0)
        return {};
    return Words(texts).text(Message(frame.isPod ? "fabric.pod" : "fabric.unit").with("number", frame.number));
}

} // namespace rackwright
