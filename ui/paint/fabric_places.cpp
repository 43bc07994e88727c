// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/fabric_places.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace rackwright {

namespace {

// Millimetres of the drawing.
constexpr QSizeF kSlot(120, 72);
constexpr double kPad = 14;
constexpr double kCaption = 80;
constexpr double kHeader = 90;
constexpr double kEndsGap = 170;   ///< between leaves and ends
constexpr double kBandGap = 260;   ///< below a band of spines or cores
constexpr double kRowGap = 240;    ///< between rows of boxes
constexpr double kGapShare = 0.17; ///< of the height of the boxes around it
constexpr double kLoneGutter = 70;
constexpr double kGutter = 210;       ///< where trunks of lower rows run up
constexpr double kCoreShare = 0.1;    ///< of the height of all pods, at least
constexpr double kLegendShare = 0.08; ///< of the height, left free at the bottom
constexpr double kAspect = 2.1;       ///< of the view that the whole is to fill

using Index = std::optional<std::size_t>;

struct UnitCells {
    Index leaf;
    std::map<FabricEnds, std::size_t> ends;
};
struct PodCells {
    Index spine;
    std::map<std::int64_t, UnitCells> units;
};

double countOf(std::size_t n) { return static_cast<double>(n); }
double ceilOf(double a, double b) { return std::ceil(a / b); }
double widthOf(std::size_t cables) { return std::clamp(5 * std::pow(countOf(cables), 0.4), 8.0, 120.0); }

double heightOf(double devices, double width) {
    const double columns = std::max(1.0, std::floor((width - 2 * kPad) / kSlot.width()));
    return devices > 0 ? kCaption + ceilOf(devices, columns) * kSlot.height() + kPad : 0;
}

/// Equal boxes in a grid below a band.
struct Grid {
    double columns = 1;
    double rows = 1;
    QSizeF box;
    double gutter() const { return rows > 1 ? kGutter : kLoneGutter; }
    /// Room for bundles and their counts grows with the boxes, so that it is as legible as they are.
    double rowGap() const { return std::max(kRowGap, kGapShare * box.height()); }
    double bandGap() const { return std::max(kBandGap, kGapShare * box.height()); }
    double width() const { return columns * box.width() + (columns + 1) * gutter(); }
    double height() const { return rows * box.height() + (rows - 1) * rowGap(); }
    QRectF at(std::size_t index, QPointF corner) const {
        const double column = countOf(index % static_cast<std::size_t>(columns));
        const double row = countOf(index / static_cast<std::size_t>(columns));
        return {corner + QPointF(gutter() + column * (box.width() + gutter()), row * (box.height() + rowGap())), box};
    }
};

/// All sizes that follow from a few choices; like boxes are equally large.
struct Sizes {
    std::map<FabricEnds, double> endColumns;
    double endsHeight = 0;
    double leafHeight = 0;
    double inner = 0; ///< width in a unit
    Grid units;
    double spineHeight = 0;
    Grid pods;
    double coreHeight = 0;
    QSizeF all;
};

class FabricPlacer {
public:
    explicit FabricPlacer(FabricLayout& layout) : m_layout(layout) {
        for (std::size_t i = 0; i < layout.cells.size(); ++i)
            sort(i);
        for (const auto& [number, pod] : m_pods) {
            m_mostUnits = std::max(m_mostUnits, pod.units.size());
            m_mostSpines = std::max(m_mostSpines, sizeOf(pod.spine));
            for (const auto& [unitNumber, unit] : pod.units) {
                m_mostLeaves = std::max(m_mostLeaves, sizeOf(unit.leaf));
                for (const auto& [kind, cell] : unit.ends)
                    m_mostEnds[kind] = std::max(m_mostEnds[kind], sizeOf(cell));
            }
        }
    }

    void place() {
        if (m_layout.cells.empty())
            return;
        if (!m_pods.empty())
            m_sizes = best();
        if (m_core)
            setBox(*m_core, QRectF(0, 0, m_sizes.all.width(), m_sizes.coreHeight));
        const QPointF corner(0, m_core ? m_sizes.coreHeight + m_sizes.pods.bandGap() : 0);
        std::size_t index = 0;
        for (const auto& [number, pod] : m_pods)
            placePod(number, pod, m_sizes.pods.at(index++, corner));
        for (FabricBundle& bundle : m_layout.bundles)
            bundle.width = widthOf(bundle.cables.size());
        index = 0;
        for (const auto& [number, pod] : m_pods) {
            const QRectF box = m_sizes.pods.at(index, corner);
            if (pod.spine && m_core)
                m_runs[*pod.spine] = {*m_core, box, &m_sizes.pods, index};
            std::size_t inner = 0;
            for (const auto& [unitNumber, unit] : pod.units) {
                const QPointF at = unitsCorner(box, pod);
                if (unit.leaf && pod.spine)
                    m_runs[*unit.leaf] = {*pod.spine, m_sizes.units.at(inner, at), &m_sizes.units, inner};
                ++inner;
            }
            ++index;
        }
        for (std::size_t i = 0; i < m_layout.bundles.size(); ++i)
            route(i);
        joinTrunks();
        constexpr double margin = 60;
        placeWaiting();
        m_layout.bounds = QRectF(QPointF(), m_sizes.all)
                              .adjusted(-margin, -margin, margin, margin + kLegendShare * m_sizes.all.height());
    }

private:
    /// From a cell up to the band that it is joined to, out of its box.
    struct Run {
        std::size_t band = 0;
        QRectF box;
        const Grid* grid = nullptr;
        std::size_t index = 0;
        std::size_t row() const { return index / static_cast<std::size_t>(grid->columns); }
        double gutterX() const { return box.left() - grid->gutter() / 2; }
    };

    // A strip below all else, so that nothing moves when a device gets its first cable.
    void placeWaiting() {
        if (!m_waiting)
            return;
        constexpr double columnsAlone = 10;
        const double width = m_pods.empty() ? columnsAlone * kSlot.width() + 2 * kPad : m_sizes.all.width();
        const double top = m_sizes.all.height() + (m_pods.empty() ? 0 : kBandGap);
        const double height = heightOf(countOf(sizeOf(m_waiting)), width);
        setBox(*m_waiting, QRectF(0, top, width, height));
        m_sizes.all = {width, top + height};
    }

    void sort(std::size_t i) {
        const FabricCell& cell = m_layout.cells[i];
        if (cell.ends == FabricEnds::Waiting)
            m_waiting = i;
        else if (cell.tier == FabricTier::Core)
            m_core = i;
        else if (cell.tier == FabricTier::Spine)
            m_pods[cell.pod].spine = i;
        else if (cell.tier == FabricTier::Leaf)
            m_pods[cell.pod].units[cell.unit].leaf = i;
        else
            m_pods[cell.pod].units[cell.unit].ends[cell.ends] = i;
    }

    std::size_t sizeOf(Index cell) const { return cell ? m_layout.cells[*cell].devices.size() : 0; }
    bool hasPods() const { return m_pods.size() > 1; }

    // The choice that is shown largest in a view of the usual shape; a single row reads best while it is short.
    Sizes best() const {
        Sizes chosen;
        double least = 1e300;
        const std::size_t units = std::max<std::size_t>(1, m_mostUnits), pods = m_pods.size();
        for (const double rows : {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48})
            for (std::size_t uc = 1; uc <= std::min<std::size_t>(units, 64); ++uc)
                for (std::size_t pc = 1; pc <= std::min<std::size_t>(pods, 64); ++pc) {
                    Sizes sizes = sizesFor(rows, uc, pc);
                    double extent = std::max(sizes.all.width() / kAspect, sizes.all.height());
                    constexpr std::size_t shortRow = 8;
                    constexpr double crowded = 1.3;
                    if ((units <= shortRow && uc < units) || (pods <= shortRow && pc < pods))
                        extent *= crowded;
                    if (extent < least - 1e-6) {
                        least = extent;
                        chosen = std::move(sizes);
                    }
                }
        return chosen;
    }

    Sizes sizesFor(double rows, std::size_t unitColumns, std::size_t podColumns) const {
        const double leastColumns = m_mostEnds.size() > 1 ? 4 : 8;
        Sizes s;
        double endRows = 0;
        for (const auto& [kind, most] : m_mostEnds) {
            const double columns = std::max(leastColumns, ceilOf(countOf(most), rows));
            s.endColumns[kind] = columns;
            s.inner += (s.inner > 0 ? kPad : 0) + columns * kSlot.width() + 2 * kPad;
            endRows = std::max(endRows, ceilOf(countOf(most), columns));
        }
        s.inner = std::max(s.inner, leastColumns * kSlot.width() + 2 * kPad);
        s.endsHeight = endRows > 0 ? kCaption + endRows * kSlot.height() + kPad : 0;
        s.leafHeight = heightOf(countOf(m_mostLeaves), s.inner);
        const double gap = s.endsHeight > 0 && s.leafHeight > 0 ? kEndsGap : 0;
        s.units.box = {s.inner + 2 * kPad, kHeader + s.leafHeight + gap + s.endsHeight + kPad};
        s.units.columns = countOf(unitColumns);
        s.units.rows = ceilOf(countOf(std::max<std::size_t>(1, m_mostUnits)), s.units.columns);
        s.spineHeight = heightOf(countOf(m_mostSpines), s.units.width() - 2 * kPad);
        const double below = s.spineHeight > 0 ? s.spineHeight + s.units.bandGap() : kPad;
        s.pods.box = {s.units.width(), (hasPods() ? kHeader : 0) + below + s.units.height() + 2 * kPad};
        s.pods.columns = countOf(podColumns);
        s.pods.rows = ceilOf(countOf(m_pods.size()), s.pods.columns);
        // High enough for its words when all of a large fabric is in sight.
        s.coreHeight = std::max(heightOf(countOf(sizeOf(m_core)), s.pods.width()), kCoreShare * s.pods.height());
        s.all = {s.pods.width(), s.pods.height() + (m_core ? s.coreHeight + s.pods.bandGap() : 0)};
        return s;
    }

    void setBox(std::size_t index, const QRectF& box) {
        FabricCell& cell = m_layout.cells[index];
        cell.box = box;
        cell.caption = QRectF(box.left() + kPad, box.top() + 4, box.width() - 2 * kPad, kCaption - 8);
        const double inner = box.width() - 2 * kPad;
        const double most = std::max(1.0, std::floor(inner / kSlot.width() + 1e-9));
        const double columns = std::clamp(countOf(cell.devices.size()), 1.0, most);
        constexpr double widest = 1.6;
        cell.columns = static_cast<std::size_t>(columns);
        cell.slot = {std::min(inner / columns, widest * kSlot.width()), kSlot.height()};
        cell.firstSlot = {box.center().x() - columns * cell.slot.width() / 2, box.top() + kCaption};
    }

    QPointF unitsCorner(const QRectF& box, const PodCells& pod) const {
        const double band = pod.spine ? m_sizes.spineHeight + m_sizes.units.bandGap() : kPad;
        return {box.left(), box.top() + (hasPods() ? kHeader : 0) + band};
    }

    void placePod(std::int64_t number, const PodCells& pod, const QRectF& box) {
        FabricFrame frame{true, number, {}, box, QRectF(box.left() + kPad, box.top(), box.width() * 0.42, kHeader)};
        if (pod.spine) {
            const double top = box.top() + (hasPods() ? kHeader : 0);
            setBox(*pod.spine, QRectF(box.left() + kPad, top, box.width() - 2 * kPad, m_sizes.spineHeight));
            frame.cells.push_back(*pod.spine);
        }
        std::size_t index = 0;
        for (const auto& [unitNumber, unit] : pod.units) {
            const QRectF place = m_sizes.units.at(index++, unitsCorner(box, pod));
            placeUnit(unitNumber, unit, place);
            const auto& cells = m_layout.frames.back().cells;
            frame.cells.insert(frame.cells.end(), cells.begin(), cells.end());
        }
        if (hasPods())
            m_layout.frames.push_back(std::move(frame));
    }

    void placeUnit(std::int64_t number, const UnitCells& unit, const QRectF& box) {
        FabricFrame frame{false, number, {}, box, QRectF(box.left() + kPad, box.top(), box.width() * 0.4, kHeader)};
        double y = box.top() + kHeader;
        const double left = box.left() + kPad;
        if (unit.leaf) {
            setBox(*unit.leaf, QRectF(left, y, m_sizes.inner, m_sizes.leafHeight));
            frame.cells.push_back(*unit.leaf);
        }
        y += m_sizes.leafHeight > 0 ? m_sizes.leafHeight + (m_sizes.endsHeight > 0 ? kEndsGap : 0) : 0;
        double x = left;
        for (const auto& [kind, columns] : m_sizes.endColumns) {
            const double width = columns * kSlot.width() + 2 * kPad;
            if (const auto it = unit.ends.find(kind); it != unit.ends.end()) {
                setBox(it->second, QRectF(x, y, width, m_sizes.endsHeight));
                frame.cells.push_back(it->second);
            }
            x += width + kPad;
        }
        m_layout.frames.push_back(std::move(frame));
    }

    void route(std::size_t index) {
        FabricBundle& bundle = m_layout.bundles[index];
        const FabricCell& lower = m_layout.cells[bundle.lower];
        const FabricCell& upper = m_layout.cells[bundle.upper];
        const double half = bundle.width / 2, x = lower.box.center().x();
        constexpr double beside = 14;
        const auto roomRightOf = [&](double right, double top, double bottom) {
            return QRectF(QPointF(x + half + beside, top + beside), QPointF(right, bottom - beside));
        };
        if (bundle.lower == bundle.upper) { // a loop at the left edge
            const double y = lower.box.center().y(), reach = lower.box.left() - kPad;
            bundle.line = {
                {lower.box.left(), y - kPad}, {reach, y - kPad}, {reach, y + kPad}, {lower.box.left(), y + kPad}};
            bundle.width = std::min(bundle.width, kPad);
            return;
        }
        const bool isInUnit = lower.tier == FabricTier::Ends && upper.tier == FabricTier::Leaf &&
                              lower.pod == upper.pod && lower.unit == upper.unit;
        if (isInUnit) {
            bundle.line = {{x, lower.box.top()}, {x, upper.box.bottom()}};
            bundle.label = roomRightOf(lower.box.right(), upper.box.bottom(), lower.box.top());
            return;
        }
        const auto run = m_runs.find(bundle.lower);
        if (run == m_runs.end() || run->second.band != bundle.upper) {
            bundle.line = {{x, lower.box.top()}, {upper.box.center().x(), upper.box.bottom()}};
            return;
        }
        const Run& way = run->second;
        if (way.row() == 0) {
            bundle.line = {{x, lower.box.top()}, {x, upper.box.bottom()}};
            bundle.label = roomRightOf(way.box.right(), upper.box.bottom(), way.box.top());
            return;
        }
        const double y = way.box.top() - way.grid->rowGap() / 2;
        bundle.line = {{x, lower.box.top()}, {x, y}, {way.gutterX(), y}};
        bundle.label = roomRightOf(way.box.right(), y + half - beside, way.box.top());
        FabricTrunk& trunk = m_trunks[{bundle.upper, way.gutterX()}];
        trunk.bundles.push_back(index);
        const double bottom = trunk.line.empty() ? y : std::max(y, trunk.line.front().y());
        trunk.line = {{way.gutterX(), bottom}, {way.gutterX(), upper.box.bottom()}};
    }

    void joinTrunks() {
        for (auto& [key, trunk] : m_trunks) {
            std::size_t cables = 0;
            for (const std::size_t i : trunk.bundles)
                cables += m_layout.bundles[i].cables.size();
            trunk.width = widthOf(cables);
            m_layout.trunks.push_back(std::move(trunk));
        }
    }

    FabricLayout& m_layout;
    Index m_core, m_waiting;
    std::map<std::int64_t, PodCells> m_pods;
    std::size_t m_mostUnits = 0, m_mostSpines = 0, m_mostLeaves = 0;
    std::map<FabricEnds, std::size_t> m_mostEnds;
    Sizes m_sizes;
    std::map<std::size_t, Run> m_runs; ///< by cell
    std::map<std::pair<std::size_t, double>, FabricTrunk> m_trunks;
};

} // namespace

void placeFabric(FabricLayout& layout) { FabricPlacer(layout).place(); }

} // namespace rackwright
