// SPDX-License-Identifier: GPL-3.0-or-later
// Revision clouds: scalloped outlines around what changed since the last issue, those of neighbours as one.
#include "ui/paint/plan_layers.h"

#include "model/design/occupancy.h"
#include "model/edits/record_edits.h"
#include "model/file/issued_design.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <unordered_set>

namespace rackwright::plan {

namespace {

constexpr double kCloudCell = 600; // world mm: what lies in neighbouring cells is in one cloud
constexpr double kCloudGap = 150;  // world mm from a thing to its cloud
constexpr double kBumpOnPaper = 3; // mm
constexpr int kBumpSteps = 6;      // straight pieces of a half circle

/// Corners of what is drawn.
std::vector<Point> reachOf(const RoomObjectShape& shape) {
    return std::visit(
        [](const auto& each) -> std::vector<Point> {
            if constexpr (requires { each.outline; })
                return each.outline;
            else if constexpr (requires { each.place; })
                return corners(each.place);
            else
                return {each.from, each.to};
        },
        shape);
}

using RowIds = std::unordered_set<std::uint64_t>;

/// What takes up floor in a room, or is drawn in it, of the rows of these ids.
std::vector<QRectF> boxesOf(const Project& project, const Design& design, Id<Room> room, const RowIds& ids) {
    std::vector<QRectF> boxes;
    for (const Rack& rack : design.racks)
        if (ids.contains(rack.id.value) && rack.room == room)
            if (const auto footprint = footprintOf(project, rack))
                boxes.push_back(boxOf(inMm(corners(*footprint))));
    const auto addStanding = [&](const auto& table) {
        for (const auto& row : table) {
            const auto* place = std::get_if<OnFloor>(&row.placement);
            if (!place || place->room != room || !ids.contains(row.id.value))
                continue;
            const Part* part = findPart(project, row.part);
            if (const auto footprint = part ? footprintOf(*part, *place) : std::nullopt)
                boxes.push_back(boxOf(inMm(corners(*footprint))));
        }
    };
    addStanding(design.devices);
    addStanding(design.powerElements);
    addStanding(design.coolingUnits);
    for (const RoomObject& object : design.roomObjects)
        if (object.room == room && ids.contains(object.id.value))
            boxes.push_back(boxOf(inMm(reachOf(object.shape))));
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        // A busway that is another one now is so along all of its run.
        const bool isMeant = ids.contains(segment.id.value) || ids.contains(segment.busway.value);
        if (from && to && from->room == room && isMeant)
            boxes.push_back(boxOf({inMm(from->place), inMm(to->place)}));
    }
    return boxes;
}

/// Those of the ids that the design has not.
RowIds goneFrom(const Design& design, const RowIds& ids) {
    RowIds gone = ids;
    const auto drop = [&gone](const auto& table) {
        if (!gone.empty())
            for (const auto& row : table)
                gone.erase(row.id.value);
    };
    drop(design.racks);
    drop(design.devices);
    drop(design.powerElements);
    drop(design.coolingUnits);
    drop(design.roomObjects);
    drop(design.pathSegments);
    return gone;
}

/// The design as it was issued last, unpacked once for all drawings of a thread while no other is issued; null where
/// none was kept.
const Project* lastIssued(const PlanInput& input) {
    if (input.project.revisions.isEmpty())
        return nullptr;
    const auto option = std::ranges::find_if(
        input.project.options, [&input](const Option& each) { return each.design.get() == &input.design; });
    const IssuedRevision* issue = edits::lastIssue(
        input.project, option == input.project.options.end() ? activeOption(input.project).name : option->name);
    if (!issue)
        return nullptr;
    struct Kept {
        std::string hash;
        ProjectPtr project;
    };
    thread_local Kept kept;
    if (!kept.project || kept.hash != issue->designHash) {
        const Result<Document> issued = issuedDesign(input.project, *issue);
        kept = {issue->designHash, issued ? issued->project : ProjectPtr()};
    }
    return kept.project.get();
}

/// What changed where it is, and what is gone where it was.
std::vector<QRectF> changedBoxes(const PlanInput& input) {
    const RowIds changed(input.overlay.clouds.begin(), input.overlay.clouds.end());
    std::vector<QRectF> boxes = boxesOf(input.project, input.design, input.room.id, changed);
    const RowIds gone = goneFrom(input.design, changed);
    if (const Project* issued = gone.empty() ? nullptr : lastIssued(input))
        for (const QRectF& box : boxesOf(*issued, *activeOption(*issued).design, input.room.id, gone))
            boxes.push_back(box);
    return boxes;
}

/// Boxes that share a cell or lie in neighbouring ones are one.
std::vector<QRectF> joinedBoxes(const std::vector<QRectF>& boxes) {
    std::map<std::pair<int, int>, std::size_t> cells;
    std::vector<std::size_t> heads(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i)
        heads[i] = i;
    const auto headOf = [&heads](std::size_t at) {
        while (heads[at] != at)
            at = heads[at];
        return at;
    };
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto cell = [](double mm) { return static_cast<int>(std::floor(mm / kCloudCell)); };
        // A long pathway is found by its ends and middle: it joins what lies there.
        const int left = cell(boxes[i].left()) - 1, right = cell(boxes[i].right()) + 1;
        const int top = cell(boxes[i].top()) - 1, bottom = cell(boxes[i].bottom()) + 1;
        constexpr int mostCells = 64;
        const int stepX = std::max(1, (right - left) / mostCells), stepY = std::max(1, (bottom - top) / mostCells);
        for (int x = left; x <= right; x += stepX)
            for (int y = top; y <= bottom; y += stepY) {
                const auto [at, isNew] = cells.emplace(std::pair(x, y), i);
                if (!isNew)
                    heads[headOf(i)] = headOf(at->second);
            }
    }
    std::map<std::size_t, QRectF> joined;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const auto [at, isNew] = joined.emplace(headOf(i), boxes[i]);
        if (!isNew)
            at->second = at->second.united(boxes[i]);
    }
    std::vector<QRectF> found;
    for (const auto& [head, box] : joined)
        found.push_back(box);
    return found;
}

/// Half circles outwards along one side, from its first point.
void addBumps(std::vector<QPointF>& line, QPointF from, QPointF to, double wanted) {
    const QPointF way = to - from;
    const double length = std::hypot(way.x(), way.y());
    const int count = std::max(1, static_cast<int>(std::lround(length / wanted)));
    const QPointF along = way / count;
    const QPointF out(along.y(), -along.x()); // to the left of the way round
    for (int bump = 0; bump < count; ++bump)
        for (int step = 0; step <= kBumpSteps; ++step) {
            const double turn = std::numbers::pi * step / kBumpSteps;
            line.push_back(from + along * (bump + (1 - std::cos(turn)) / 2) + out * (std::sin(turn) / 2));
        }
}

} // namespace

void addClouds(Sketch& sketch, const PlanInput& input, Shown& shown) {
    if (!input.options.showClouds || input.overlay.clouds.empty())
        return;
    for (const QRectF& each : joinedBoxes(changedBoxes(input))) {
        const QRectF box = each.adjusted(-kCloudGap, -kCloudGap, kCloudGap, kCloudGap);
        std::vector<QPointF> line;
        const double bump = sketch.world(kBumpOnPaper);
        addBumps(line, box.topLeft(), box.topRight(), bump);
        addBumps(line, box.topRight(), box.bottomRight(), bump);
        addBumps(line, box.bottomRight(), box.bottomLeft(), bump);
        addBumps(line, box.bottomLeft(), box.topLeft(), bump);
        sketch.enter(Layer::Labels);
        sketch.lines({std::move(line)}, {Ink::Bad, 0.3});
        shown.hasCloud = true;
    }
}

} // namespace rackwright::plan
