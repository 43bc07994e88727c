// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/paint/scale_up_layout.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

namespace rackwright {

namespace {

// Millimetres of the drawing.
constexpr QSizeF kCell(120, 84);
constexpr double kGap = 16;
constexpr double kPad = 20;
constexpr double kHeader = 84;
constexpr double kBand = 84;
constexpr double kReach = 76;       ///< of the lines between accelerators and the band
constexpr double kWordsShare = 0.1; ///< of the width of a domain, for its name and its band
constexpr double kLeastFrameGap = 60;
constexpr double kFrameGapShare = 0.02; ///< of the width of all frames
constexpr double kLeastFrameHeader = 84;
constexpr double kTitleShare = 0.075;     ///< of the width of a block
constexpr double kFrameTitleShare = 0.05; ///< of the width of all frames
constexpr double kFramesAspect = 1.7;
constexpr double kSampleShare = 0.8; ///< of the width of all frames
constexpr double kAspect = 2.1;      ///< of a sample that stands alone, with its title

double countOf(std::size_t n) { return static_cast<double>(n); }

/// Equal boxes in rows of as many columns.
struct Grid {
    std::size_t columns = 1, rows = 1;
    QSizeF box;
    double gap = kGap;

    Grid(std::size_t count, QSizeF each, double between, double aspect) : box(each), gap(between) {
        double best = 1e300;
        for (std::size_t c = 1; c <= std::max<std::size_t>(1, count); ++c) {
            const std::size_t r = std::max<std::size_t>(1, (count + c - 1) / c);
            const double shape = countOf(c) * (each.width() + gap) / (countOf(r) * (each.height() + gap));
            const double empty = countOf(c * r - std::min(c * r, count)) / countOf(std::max<std::size_t>(1, count));
            if (const double score = std::abs(std::log(shape / aspect)) + empty; score < best) {
                best = score;
                columns = c;
                rows = r;
            }
        }
    }
    double width() const { return countOf(columns) * (box.width() + gap) - gap; }
    double height() const { return countOf(rows) * (box.height() + gap) - gap; }
    QRectF at(std::size_t index, QPointF corner) const {
        return {corner + QPointF(countOf(index % columns) * (box.width() + gap),
                                 countOf(index / columns) * (box.height() + gap)),
                box};
    }
};

/// Accelerators in a circle, each joined to each.
ScaleUpShape meshOf(std::size_t accelerators) {
    ScaleUpShape shape;
    const double turn = 2 * std::numbers::pi / countOf(accelerators);
    const double least = accelerators > 2 ? (kCell.width() + kGap) / (2 * std::sin(turn / 2)) : kCell.width();
    const double across = std::max(least, kCell.width()), down = accelerators > 2 ? 0.75 * across : 0;
    const QPointF middle(kPad + kCell.width() / 2 + across, kHeader + kPad + kCell.height() / 2 + down);
    shape.size = {2 * middle.x(), middle.y() + down + kCell.height() / 2 + kPad};
    shape.header = QRectF(0, 0, shape.size.width(), kHeader);
    for (std::size_t i = 0; i < accelerators; ++i) {
        // Two stand side by side.
        const double angle =
            accelerators == 2 ? std::numbers::pi * countOf(1 - i) : turn * (countOf(i) + 0.5) - std::numbers::pi / 2;
        QRectF cell(QPointF(), kCell);
        cell.moveCenter(middle + QPointF(across * std::cos(angle), down * std::sin(angle)));
        shape.accelerators.push_back(cell);
        for (std::size_t other = 0; other < i; ++other)
            shape.links.push_back({shape.accelerators[other].center(), cell.center()});
    }
    return shape;
}

/// One device's accelerators, or the device itself where they are several.
struct Unit {
    QSizeF size;
    std::vector<QRectF> cells; ///< within
};

Unit unitOf(const ScaleUpKind& kind) {
    if (kind.systems <= 1)
        return {kCell, {QRectF(QPointF(), kCell)}};
    const auto each = static_cast<std::size_t>(kind.accelerators / kind.systems);
    const Grid grid(each, kCell, kGap, 5);
    Unit unit{{grid.width() + 2 * kPad, grid.height() + 2 * kPad}, {}};
    for (std::size_t i = 0; i < each; ++i)
        unit.cells.push_back(grid.at(i, {kPad, kPad}));
    return unit;
}

void addUnits(ScaleUpShape& shape, const ScaleUpKind& kind, const Unit& unit, const Grid& grid, std::size_t count,
              QPointF corner) {
    for (std::size_t i = 0; i < count; ++i) {
        const QRectF box = grid.at(i, corner);
        if (kind.systems > 1)
            shape.systems.push_back(box);
        for (const QRectF& cell : unit.cells)
            shape.accelerators.push_back(cell.translated(box.topLeft()));
    }
}

/// Half of them above the band that joins them, half below, as switches stand in the middle of such racks.
ScaleUpShape bandOf(const ScaleUpKind& kind) {
    ScaleUpShape shape;
    const Unit unit = unitOf(kind);
    const auto units = static_cast<std::size_t>(kind.systems > 1 ? kind.systems : kind.accelerators);
    const bool hasBand = kind.joining != ScaleUpJoining::None;
    const std::size_t above = units > 3 && hasBand ? (units + 1) / 2 : units;
    const Grid grid(above, unit.size, kGap, kind.systems > 1 ? 2.6 : 3.4);
    // Few accelerators leave the band room for its words.
    const double width = std::max(grid.width(), 3 * (kCell.width() + kGap)) + 2 * kPad;
    const double left = (width - grid.width()) / 2;
    // Words grow with the domain, so that they are as legible in the sample of a large one.
    const double header = std::max(kHeader, kWordsShare * width), band = std::max(kBand, kWordsShare * width);
    const double reach = std::max(kReach, kWordsShare / 2 * width);
    shape.header = QRectF(0, 0, width, header);
    double y = header + kPad;
    addUnits(shape, kind, unit, grid, above, {left, y});
    y += grid.height();
    if (hasBand) {
        shape.band = QRectF(kPad, y + reach, width - 2 * kPad, band);
        y = shape.band.bottom();
        if (above < units) {
            addUnits(shape, kind, unit, grid, units - above, {left, y + reach});
            y += reach + grid.height();
        }
        // Every column of accelerators has a line to the band, behind those that stand nearer to it.
        for (const QRectF& cell : shape.accelerators) {
            const double x = cell.center().x();
            const bool isAbove = cell.center().y() < shape.band.top();
            const double end = isAbove ? shape.band.top() : shape.band.bottom();
            shape.links.push_back({{x, isAbove ? cell.bottom() : cell.top()}, {x, end}});
        }
        const auto switches = static_cast<std::size_t>(kind.switches);
        for (std::size_t i = 0; i < switches; ++i) {
            const double each = (shape.band.width() - kGap) / countOf(switches);
            shape.switches.emplace_back(shape.band.left() + kGap / 2 + countOf(i) * each + kGap / 4,
                                        shape.band.top() + kGap / 2, each - kGap / 2, band - kGap);
        }
    }
    shape.size = {width, y + kPad};
    return shape;
}

ScaleUpShape shapeOf(const ScaleUpKind& kind) {
    constexpr std::int64_t mostInCircle = 16;
    return kind.joining == ScaleUpJoining::Mesh && kind.systems <= 1 && kind.accelerators <= mostInCircle
               ? meshOf(static_cast<std::size_t>(kind.accelerators))
               : bandOf(kind);
}

class Placer {
public:
    Placer(ScaleUpLayout& layout, const Design& design) : m_layout(layout), m_design(design) {}

    void place() {
        ScaleUpLevel& level = m_layout.level;
        m_layout.boxes.resize(level.domains.size());
        double y = 0, widest = 0;
        for (std::size_t kind = 0; kind < level.kinds.size(); ++kind) {
            m_layout.shapes.push_back(shapeOf(level.kinds[kind]));
            const QSizeF size = placeKind(kind, y);
            y += size.height() + 0.04 * size.width();
            widest = std::max(widest, size.width());
        }
        m_layout.bounds = QRectF(0, 0, widest, y);
    }

private:
    QSizeF placeKind(std::size_t kind, double top) {
        const QSizeF shape = m_layout.shapes[kind].size;
        std::vector<std::size_t> domains;
        for (std::size_t d = 0; d < m_layout.level.domains.size(); ++d)
            if (m_layout.level.domains[d].kind == kind)
                domains.push_back(d);
        ScaleUpBlock block;
        block.count = domains.size();
        if (domains.size() == 1) {
            const double width = std::max(shape.width(), kAspect * shape.height() / (1 - kAspect * kTitleShare));
            block.title = QRectF(0, top, width, kTitleShare * width);
            block.sample = QRectF({(width - shape.width()) / 2, block.title.bottom()}, shape);
            m_layout.boxes[domains.front()] = block.sample;
            m_layout.blocks.push_back(block);
            return {width, block.sample.bottom() - top};
        }
        const std::size_t first = m_layout.frames.size();
        const QSizeF frames = placeFrames(kind, domains);
        const double sampleScale =
            std::max(1.0, std::min(kSampleShare * frames.width() / shape.width(), frames.height() / shape.height()));
        const double gap = 0.04 * frames.width();
        const double width = shape.width() * sampleScale + gap + frames.width();
        block.title = QRectF(0, top, width, kTitleShare * width);
        const double height = std::max(frames.height(), shape.height() * sampleScale);
        block.sample =
            QRectF(QPointF(0, block.title.bottom() + (height - shape.height() * sampleScale) / 2), shape * sampleScale);
        const QPointF corner(block.sample.right() + gap, block.title.bottom() + (height - frames.height()) / 2);
        for (std::size_t f = first; f < m_layout.frames.size(); ++f) {
            m_layout.frames[f].box.translate(corner);
            m_layout.frames[f].header.translate(corner);
        }
        for (const std::size_t domain : domains)
            m_layout.boxes[domain].translate(corner);
        m_layout.blocks.push_back(block);
        return {width, block.title.height() + height};
    }

    using Groups = std::map<std::pair<std::uint64_t, std::string>, std::vector<std::size_t>>;

    Groups grouped(const std::vector<std::size_t>& domains, bool byRoom) const {
        Groups groups;
        for (const std::size_t d : domains) {
            const Rack* rack = m_design.racks.find(m_layout.level.domains[d].rack);
            groups[rack ? std::pair(rack->room.value, byRoom ? std::string() : sortable(rack->row))
                        : std::pair(~std::uint64_t(0), std::string())]
                .push_back(d);
        }
        return groups;
    }

    std::string nameOf(const ScaleUpFrame& frame) const {
        const Rack* rack = m_design.racks.find(m_layout.level.domains[frame.domains.front()].rack);
        const Room* room = rack && frame.isRoom ? m_design.rooms.find(rack->room) : nullptr;
        return room ? room->name : rack && !frame.isRoom ? rack->row : std::string();
    }

    // Rows of racks as boxes side by side, wrapped at a width that makes the whole as wide as wanted.
    QSizeF placeFrames(std::size_t kind, const std::vector<std::size_t>& domains) {
        constexpr std::size_t mostRows = 40;
        const QSizeF shape = m_layout.shapes[kind].size;
        Groups groups = grouped(domains, false);
        const bool byRoom = groups.size() > mostRows;
        if (byRoom)
            groups = grouped(domains, true);
        const double estimate =
            std::sqrt(countOf(domains.size()) * (shape.width() + kGap) * (shape.height() + kGap) * kFramesAspect);
        const double gap = std::max(kLeastFrameGap, kFrameGapShare * estimate);
        const std::size_t first = m_layout.frames.size();
        std::vector<Grid> grids;
        for (auto& [key, members] : groups) {
            const Grid& grid =
                grids.emplace_back(members.size(), shape, kGap, groups.size() == 1 ? kFramesAspect : 1.5);
            ScaleUpFrame frame;
            frame.isRoom = byRoom;
            frame.kind = kind;
            frame.domains = std::move(members);
            frame.name = nameOf(frame);
            const double inner = grid.width() + 2 * kPad;
            const double header = std::max(kLeastFrameHeader, std::min(kFrameTitleShare * estimate, 0.12 * inner));
            frame.header = QRectF(0, 0, inner, header);
            frame.box = QRectF(0, 0, inner, header + grid.height() + kPad);
            m_layout.frames.push_back(std::move(frame));
        }
        const double wide = bestWidth(first, gap);
        const QSizeF size = arrange(first, gap, wide);
        for (std::size_t f = first; f < m_layout.frames.size(); ++f) {
            const ScaleUpFrame& frame = m_layout.frames[f];
            for (std::size_t i = 0; i < frame.domains.size(); ++i)
                m_layout.boxes[frame.domains[i]] =
                    grids[f - first].at(i, {frame.box.left() + kPad, frame.header.bottom()});
        }
        return size;
    }

    // Frames side by side, in the next line where the width ends.
    QSizeF arrange(std::size_t first, double gap, double wide) {
        double x = 0, y = 0, high = 0, widest = 0;
        for (std::size_t f = first; f < m_layout.frames.size(); ++f) {
            ScaleUpFrame& frame = m_layout.frames[f];
            if (x > 0 && x + frame.box.width() > wide) {
                x = 0;
                y += high + gap;
                high = 0;
            }
            frame.box.moveTopLeft({x, y});
            frame.header.moveTopLeft({x, y});
            x += frame.box.width() + gap;
            widest = std::max(widest, frame.box.right());
            high = std::max(high, frame.box.height());
        }
        return {widest, y + high};
    }

    // Of the widths of the first one, two, three... frames the one that comes nearest to the wanted shape.
    double bestWidth(std::size_t first, double gap) {
        constexpr double slack = 1.02;
        double best = 0, least = 1e300, width = -gap;
        for (std::size_t f = first; f < m_layout.frames.size(); ++f) {
            width += gap + m_layout.frames[f].box.width();
            const QSizeF size = arrange(first, gap, width * slack);
            if (const double score = std::abs(std::log(size.width() / size.height() / kFramesAspect)); score < least) {
                least = score;
                best = width * slack;
            }
        }
        return best;
    }

    // "A" before "Z" before "AA", "2" before "10".
    static std::string sortable(const std::string& row) {
        return std::string(row.size() < 8 ? 8 - row.size() : 0, ' ') + row;
    }

    ScaleUpLayout& m_layout;
    const Design& m_design;
};

} // namespace

std::optional<std::size_t> ScaleUpLayout::domainAt(QPointF at) const {
    if (const ScaleUpFrame* frame = frameAt(at))
        for (const std::size_t domain : frame->domains)
            if (boxes[domain].contains(at))
                return domain;
    for (std::size_t kind = 0; kind < blocks.size(); ++kind)
        if (blocks[kind].count == 1 && blocks[kind].sample.contains(at))
            for (std::size_t d = 0; d < level.domains.size(); ++d)
                if (level.domains[d].kind == kind)
                    return d;
    return std::nullopt;
}

std::optional<std::size_t> ScaleUpLayout::sampleAt(QPointF at) const {
    for (std::size_t kind = 0; kind < blocks.size(); ++kind)
        if (blocks[kind].sample.contains(at))
            return kind;
    return std::nullopt;
}

const ScaleUpFrame* ScaleUpLayout::frameAt(QPointF at) const {
    const auto it = std::ranges::find_if(frames, [at](const ScaleUpFrame& frame) { return frame.box.contains(at); });
    return it == frames.end() ? nullptr : &*it;
}

std::vector<std::size_t> ScaleUpLayout::domainsOf(Id<Device> device) const {
    std::vector<std::size_t> found;
    for (std::size_t d = 0; d < level.domains.size(); ++d) {
        const ScaleUpDomain& domain = level.domains[d];
        if (std::ranges::find(domain.systems, device) != domain.systems.end() ||
            std::ranges::find(domain.switches, device) != domain.switches.end())
            found.push_back(d);
    }
    return found;
}

ScaleUpLayout scaleUpLayout(const Project& project, const Design& design) {
    ScaleUpLayout layout;
    layout.level = scaleUpLevel(project, design);
    Placer(layout, design).place();
    return layout;
}

} // namespace rackwright
