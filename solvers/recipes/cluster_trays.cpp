// SPDX-License-Identifier: GPL-3.0-or-later
// The trays of a cluster: over each row with a drop at each rack, across the rows of a hall, and from hall to hall.
// Each is as wide as the cables that must pass need it to be.
#include "solvers/recipes/cluster_builder.h"

#include "model/design/cabled.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace rackwright {

namespace {

constexpr Length kTrayHeight = Length::millimetres(2600);
constexpr Length kTrayDepth = Length::millimetres(100);
constexpr Length kTrayWidth = Length::millimetres(600);
// Wider ones stand for several side by side or one over the other.
constexpr Length kTrayStep = Length::millimetres(300);
// Most cables are fibre of 3 mm, some copper of 7.5 mm, as the cable plan assumes them.
constexpr double kMeanDiameter = 0.0045;

Length widthFor(std::int64_t cables) {
    const double area = static_cast<double>(cables) * std::numbers::pi / 4 * kMeanDiameter * kMeanDiameter;
    const double width = area / (PathSegment{}.fillLimit * kTrayDepth.inMetres());
    return std::max(kTrayWidth, std::llround(std::ceil(width / kTrayStep.inMetres())) * kTrayStep);
}

} // namespace

/// How many cables pass between the rows and the halls of a cluster.
struct ClusterBuilder::TrayUse {
    /// Halls follow each other in columns of two, the first above the second.
    static std::size_t columnOf(std::size_t hall) { return hall / 2; }

    std::vector<std::vector<std::int64_t>> ofRow;  ///< cables that leave a rack of the row, by hall and row
    std::vector<std::vector<std::int64_t>> before; ///< by hall and row: that pass between the row before and it
    std::vector<std::int64_t> ofHall;              ///< that leave the hall
    std::vector<std::int64_t> beforeColumn;        ///< that pass between the columns before and the column
};

ClusterBuilder::TrayUse ClusterBuilder::trayUse() const {
    struct Place {
        std::size_t hall = 0, row = 0, rack = 0;
    };
    std::unordered_map<Id<Rack>, Place> ofRack;
    TrayUse use;
    for (std::size_t h = 0; h < m_halls.size(); ++h) {
        const Hall& hall = m_halls[h];
        for (std::size_t r = hall.from; r < hall.to; ++r)
            ofRack[m_rackIds[r]] = {h, static_cast<std::size_t>(hall.layout.places[r - hall.from].row), r};
        use.ofRow.emplace_back(hall.layout.rows.size());
        use.before.emplace_back(hall.layout.rows.size() + 1);
    }
    use.ofHall.resize(m_halls.size());
    use.beforeColumn.resize(TrayUse::columnOf(m_halls.size()) + 2);
    std::unordered_map<Id<Device>, Id<Rack>> rackOfPlant;
    for (const PowerElement& element : m_elements)
        if (const Id<Rack> rack = rackOf(element.placement))
            rackOfPlant.emplace(cabledId(element.id), rack);
    const auto placeOf = [&](const PortRef& end) -> const Place* {
        const auto device = std::ranges::lower_bound(m_devices, end.device, {}, &Device::id);
        const auto plant = rackOfPlant.find(end.device);
        const Id<Rack> rack = plant != rackOfPlant.end()                              ? plant->second
                              : device != m_devices.end() && device->id == end.device ? rackOf(*device)
                                                                                      : Id<Rack>();
        const auto found = ofRack.find(rack);
        return found == ofRack.end() ? nullptr : &found->second;
    };
    // The way out of a hall is at the row that faces the other hall of its column.
    const auto leave = [&](const Place& at) {
        ++use.ofHall[at.hall];
        if (at.hall % 2 == 0)
            for (std::size_t row = at.row + 1; row < use.ofRow[at.hall].size(); ++row)
                ++use.before[at.hall][row];
        else
            for (std::size_t row = 1; row <= at.row; ++row)
                ++use.before[at.hall][row];
    };
    for (const Cable& cable : m_cables) {
        const Place* a = placeOf(cable.a);
        const Place* b = placeOf(cable.b);
        if (!a || !b || a->rack == b->rack)
            continue;
        ++use.ofRow[a->hall][a->row];
        if (a->hall != b->hall || a->row != b->row)
            ++use.ofRow[b->hall][b->row];
        if (a->hall == b->hall) {
            for (std::size_t row = std::min(a->row, b->row) + 1; row <= std::max(a->row, b->row); ++row)
                ++use.before[a->hall][row];
            continue;
        }
        leave(*a);
        leave(*b);
        const std::size_t low = TrayUse::columnOf(std::min(a->hall, b->hall)),
                          high = TrayUse::columnOf(std::max(a->hall, b->hall));
        for (std::size_t column = low + 1; column <= high; ++column)
            ++use.beforeColumn[column];
    }
    return use;
}

void ClusterBuilder::addTrays() {
    const TrayUse use = trayUse();
    std::vector<std::vector<Id<PathNode>>> ends;
    for (std::size_t h = 0; h < m_halls.size(); ++h)
        ends.push_back(addHallTrays(m_halls[h], use, h));
    // Lower halls hang on the upper one of their column, the upper ones on each other.
    for (std::size_t h = 1; h < m_halls.size(); ++h) {
        const bool isLower = h % 2 == 1;
        const Id<PathNode> from = isLower ? ends[h - 1].back() : ends[h - 2].back();
        const Id<PathNode> to = isLower ? ends[h].front() : ends[h].back();
        const std::int64_t cables = isLower ? use.ofHall[h] : use.beforeColumn[TrayUse::columnOf(h)];
        addSegment("Hall link", PathwayKind::CableTray, from, to, widthFor(cables), kTrayDepth);
    }
}

// A tray over each row with a drop at each rack, and one across the rows at their left end.
std::vector<Id<PathNode>> ClusterBuilder::addHallTrays(const Hall& hall, const TrayUse& use, std::size_t h) {
    std::vector<Id<PathNode>> ends;
    for (std::size_t row = 0; row < hall.layout.rows.size(); ++row) {
        const RowBand& band = hall.layout.rows[row];
        Id<PathNode> last = addNode(hall.room, PathNodeKind::Junction, {hall.layout.crossWay, band.ways}, kTrayHeight);
        ends.push_back(last);
        for (const RackPlace& place : hall.layout.places) {
            if (place.row != static_cast<std::int64_t>(row))
                continue;
            const Id<PathNode> drop = addNode(hall.room, PathNodeKind::Drop, {place.centre.x, band.ways}, kTrayHeight);
            addSegment("Tray", PathwayKind::CableTray, last, drop, widthFor(use.ofRow[h][row]), kTrayDepth);
            last = drop;
        }
    }
    for (std::size_t i = 1; i < ends.size(); ++i)
        addSegment("Cross tray", PathwayKind::CableTray, ends[i - 1], ends[i], widthFor(use.before[h][i]), kTrayDepth);
    return ends;
}

Id<PathNode> ClusterBuilder::addNode(Id<Room> room, PathNodeKind kind, Point place, Length height) {
    m_nodes.push_back({m_ids.take<PathNode>(), room, kind, place, height, false});
    return m_nodes.back().id;
}

PathSegment& ClusterBuilder::addSegment(std::string name, PathwayKind kind, Id<PathNode> from, Id<PathNode> to,
                                        Length width, Length height) {
    PathSegment segment;
    segment.id = m_ids.take<PathSegment>();
    segment.name = std::move(name);
    segment.kind = kind;
    segment.from = from;
    segment.to = to;
    segment.width = width;
    segment.height = height;
    m_segments.push_back(std::move(segment));
    return m_segments.back();
}

} // namespace rackwright
