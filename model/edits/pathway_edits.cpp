// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/pathway_edits.h"

#include "model/edits/removal.h"

#include "model/design/occupancy.h"
#include "model/edits/part_edits.h"

#include <cmath>

namespace rackwright::edits {

namespace {

Point sum(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }

bool isTapped(PathwayKind kind) { return kind == PathwayKind::Busway || kind == PathwayKind::PipeMain; }

// The point of a-b that is nearest to p, to the millimetre.
Point nearestOn(Point a, Point b, Point p) {
    const double dx = (b.x - a.x).inMetres(), dy = (b.y - a.y).inMetres();
    const double square = dx * dx + dy * dy;
    const double along = square > 0 ? ((p.x - a.x).inMetres() * dx + (p.y - a.y).inMetres() * dy) / square : 0;
    const double t = std::clamp(along, 0.0, 1.0);
    const auto toMillimetre = [](double metres) { return Length::millimetres(std::llround(metres * 1000)); };
    return {toMillimetre(a.x.inMetres() + t * dx), toMillimetre(a.y.inMetres() + t * dy)};
}

struct Hit {
    const PathSegment* segment = nullptr;
    Point place;
    Length height;
};

// The stretch that passes nearest; of two at one place the upper one, which is in reach of a ladder.
std::optional<Hit> nearestStretch(const Design& design, Id<Room> room, Point near, Length reach) {
    std::optional<Hit> best;
    Length least = reach;
    for (const PathSegment& segment : design.pathSegments) {
        const PathNode* from = design.pathNodes.find(segment.from);
        const PathNode* to = design.pathNodes.find(segment.to);
        if (!from || !to || from->room != room || to->room != room)
            continue;
        const Point place = nearestOn(from->place, to->place, near);
        const Length away = distance(place, near);
        if (away > least || (away == least && best && best->height >= from->height))
            continue;
        least = away;
        best = Hit{&segment, place, from->height};
    }
    return best;
}

std::vector<const PathSegment*> segmentsAt(const Design& design, Id<PathNode> node) {
    std::vector<const PathSegment*> found;
    for (const PathSegment& segment : design.pathSegments)
        if (segment.from == node || segment.to == node)
            found.push_back(&segment);
    return found;
}

Id<PathNode> otherEnd(const PathSegment& segment, Id<PathNode> node) {
    return segment.from == node ? segment.to : segment.from;
}

Result<Design> withoutNodes(const Design& design, const std::vector<Id<PathNode>>& nodes) {
    Design next = design;
    for (const Id<PathNode> node : nodes)
        if (next.pathNodes.contains(node) || !design.pathNodes.contains(node))
            if (Done taken = takePathNode(next, node); !taken)
                return taken.error();
    return next;
}

// The stretches of the runs of which nothing is left without the points.
std::vector<Id<PathSegment>> wholeRunsOf(const Design& design, const std::vector<Id<PathNode>>& nodes) {
    const Result<Design> next = withoutNodes(design, nodes);
    std::vector<Id<PathSegment>> whole;
    if (!next)
        return whole;
    std::unordered_set<std::uint64_t> seen;
    for (const Id<PathNode> first : nodes) {
        std::vector<Id<PathNode>> run;
        if (seen.insert(first.value).second)
            run.push_back(first);
        std::vector<Id<PathSegment>> stretches;
        bool isLeft = false;
        for (std::size_t i = 0; i < run.size(); ++i) {
            isLeft = isLeft || next->pathNodes.contains(run[i]);
            for (const PathSegment* segment : segmentsAt(design, run[i])) {
                stretches.push_back(segment->id);
                if (const Id<PathNode> far = otherEnd(*segment, run[i]); seen.insert(far.value).second)
                    run.push_back(far);
            }
        }
        if (!isLeft)
            whole.insert(whole.end(), stretches.begin(), stretches.end());
    }
    std::ranges::sort(whole);
    whole.erase(std::unique(whole.begin(), whole.end()), whole.end());
    return whole;
}

// The racks along their row: their centres on its middle line, in order, and where the row begins and ends.
struct RowLine {
    bool isAcross = true; ///< the row runs along x
    Length middle;
    std::vector<std::pair<Length, Id<Rack>>> along;
    Length from, to;
};

Result<RowLine> lineOf(const Project& project, const Design& design, const std::vector<Id<Rack>>& ids) {
    Result<std::vector<Rack>> racks = rowsOf(design.racks, ids, "rack");
    if (!racks)
        return racks.error();
    if (racks->empty())
        return missingRow("rack");
    std::vector<Point> centres, all;
    for (const Rack& rack : *racks) {
        if (rack.room != racks->front().room)
            return badValue("edit.busways-rooms");
        centres.push_back(rack.centre);
        const auto footprint = footprintOf(project, rack);
        const std::vector<Point> body = footprint ? corners(*footprint) : std::vector{rack.centre};
        all.insert(all.end(), body.begin(), body.end());
    }
    const Box reach = boundingBox(centres), box = boundingBox(all);
    const Length wide = reach.high.x - reach.low.x, deep = reach.high.y - reach.low.y;
    RowLine line;
    // One rack alone: the row runs across its front.
    line.isAcross = ids.size() == 1 ? racks->front().rotation.inMillidegrees() / 90'000 % 2 == 0 : wide >= deep;
    line.middle = line.isAcross ? (reach.low.y + reach.high.y) / 2 : (reach.low.x + reach.high.x) / 2;
    line.from = line.isAcross ? box.low.x : box.low.y;
    line.to = line.isAcross ? box.high.x : box.high.y;
    for (const Rack& rack : *racks)
        line.along.emplace_back(line.isAcross ? rack.centre.x : rack.centre.y, rack.id);
    std::ranges::sort(line.along);
    return line;
}

Id<PowerElement> addElement(Design& design, IdSource& ids, const BuswaysOverRow& row, bool isB, Id<PartRow> part) {
    PowerElement element;
    element.id = ids.take<PowerElement>();
    element.name = isB ? row.nameB : row.nameA;
    element.kind = PowerElementKind::Busway;
    element.part = part;
    element.side = isB ? FeedSide::B : FeedSide::A;
    element.breaker = row.rating;
    element.voltage = row.voltage;
    const Id<PowerElement> id = element.id;
    design.powerElements = design.powerElements.with(std::move(element));
    return id;
}

void drawRun(Design& design, IdSource& ids, const BuswaysOverRow& row, const RowLine& line, bool isB,
             Id<PowerElement> element) {
    const Id<Room> room = design.racks.find(line.along.front().second)->room;
    const Length aside = line.middle + (isB ? row.aside : -row.aside);
    const auto place = [&](Length at) { return line.isAcross ? Point{at, aside} : Point{aside, at}; };
    std::vector<PathNode> nodes;
    const auto add = [&](Length at, PathNodeKind kind) {
        nodes.push_back({ids.take<PathNode>(), room, kind, place(at), isB ? row.heightB : row.heightA, false});
    };
    add(line.from - row.overhang, PathNodeKind::End);
    if (row.hasTaps)
        for (const auto& [at, rack] : line.along)
            add(at, PathNodeKind::Tap);
    add(line.to + row.overhang, PathNodeKind::End);
    std::vector<PathSegment> segments;
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        PathSegment segment;
        segment.id = ids.take<PathSegment>();
        segment.name = isB ? row.nameB : row.nameA;
        segment.kind = PathwayKind::Busway;
        segment.from = nodes[i - 1].id;
        segment.to = nodes[i].id;
        segment.width = Length::millimetres(120);
        segment.height = Length::millimetres(160);
        segment.fillLimit = 1;
        segment.carries = Carries::Electricity;
        segment.busway = element;
        segments.push_back(std::move(segment));
    }
    design.pathNodes = design.pathNodes.with(std::move(nodes));
    design.pathSegments = design.pathSegments.with(std::move(segments));
}

// What hangs in the racks on this side and is fed by nothing yet.
void feedRacks(Design& design, IdSource& ids, const RowLine& line, FeedSide side, Id<PowerElement> from) {
    std::unordered_set<std::uint64_t> fed;
    for (const PowerLink& link : design.powerLinks)
        fed.insert(link.to.value);
    std::vector<PowerLink> links;
    for (const auto& [at, rack] : line.along)
        design.powerElements.forEachWith<PowerElementsByRack>(rack, [&](const PowerElement& element) {
            if (element.side != side || fed.contains(element.id.value))
                return;
            PowerLink link;
            link.id = ids.take<PowerLink>();
            link.from = from;
            link.to = element.id;
            links.push_back(std::move(link));
        });
    design.powerLinks = design.powerLinks.with(std::move(links));
}

} // namespace

Done takePathNode(Design& design, Id<PathNode> node) {
    if (!design.pathNodes.contains(node))
        return missingRow("path-node");
    const std::vector<const PathSegment*> meeting = segmentsAt(design, node);
    if (meeting.size() > 2)
        return badValue("edit.pathway-junction");
    std::vector<PathSegment> put;
    std::vector<Id<PathSegment>> take;
    if (meeting.size() == 2) {
        PathSegment joined = *meeting[0];
        const Id<PathNode> far = otherEnd(*meeting[1], node);
        (joined.from == node ? joined.from : joined.to) = far;
        take.push_back(meeting[1]->id);
        if (joined.from == joined.to)
            take.push_back(joined.id);
        else
            put.push_back(std::move(joined));
    } else if (meeting.size() == 1) {
        take.push_back(meeting[0]->id);
    }
    std::vector<Id<PathNode>> nodes{node};
    if (meeting.size() == 1 && segmentsAt(design, otherEnd(*meeting[0], node)).size() == 1)
        nodes.push_back(otherEnd(*meeting[0], node)); // nothing is left of the run
    design.pathSegments = design.pathSegments.with(std::move(put), std::move(take));
    design.pathNodes = design.pathNodes.with({}, std::move(nodes));
    return done();
}

Edit movePathNodes(const Target& target, std::vector<Id<PathNode>> nodes, Point by) {
    std::string key = mergeKeyOf("move-path", nodes);
    Message text = Message("undo.pathway.move").with("count", nodes.size());
    return changeRows(
        target, std::move(text), &Design::pathNodes, std::move(nodes), "path-node",
        [by](const Project&, const Design&, PathNode& row) {
            row.place = sum(row.place, by);
            return done();
        },
        std::move(key));
}

Edit putPathNodes(const Target& target, std::vector<PathNode> nodes) {
    auto apply = [nodes = std::move(nodes)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        for (const PathNode& node : nodes)
            if (!design.pathNodes.contains(node.id) || !design.rooms.contains(node.room))
                return missingRow("path-node");
        Design next = design;
        next.pathNodes = design.pathNodes.with(nodes);
        return next;
    };
    return designEdit(Message("undo.pathway.point"), target.option, std::move(apply));
}

Edit putPathSegments(const Target& target, std::vector<PathSegment> segments) {
    Message text = segments.size() == 1 ? Message("undo.pathway.change.one").with("name", segments.front().name)
                                        : Message("undo.pathway.change.many").with("count", segments.size());
    auto apply = [segments = std::move(segments)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        for (const PathSegment& segment : segments) {
            if (!design.pathSegments.contains(segment.id))
                return missingRow("pathway");
            if (!design.pathNodes.contains(segment.from) || !design.pathNodes.contains(segment.to))
                return missingRow("path-node");
            if (segment.busway && !design.powerElements.contains(segment.busway))
                return missingRow("power-element");
            if (segment.width <= Length() || segment.height <= Length())
                return badValue("edit.pathway-size");
            if (!(segment.fillLimit > 0) || segment.fillLimit > 1)
                return badValue("edit.pathway-fill");
        }
        Design next = design;
        next.pathSegments = design.pathSegments.with(segments);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit addPathTap(const Target& target, Id<Room> room, Point near, Length reach) {
    auto apply = [room, near, reach](const Project&, const Design& design, IdSource& ids) -> Result<Design> {
        const std::optional<Hit> hit = nearestStretch(design, room, near, reach);
        if (!hit)
            return badValue("edit.no-pathway-here");
        const PathSegment& segment = *hit->segment;
        for (const Id<PathNode> end : {segment.from, segment.to})
            if (distance(design.pathNodes.find(end)->place, hit->place) < Length::millimetres(1))
                return badValue("edit.pathway-point-there");
        PathNode node{
            ids.take<PathNode>(), room,        isTapped(segment.kind) ? PathNodeKind::Tap : PathNodeKind::Drop,
            hit->place,           hit->height, segment.kind == PathwayKind::PipeMain};
        PathSegment first = segment, second = segment;
        first.to = second.from = node.id;
        second.id = ids.take<PathSegment>();
        Design next = design;
        next.pathNodes = design.pathNodes.with(std::move(node));
        next.pathSegments = design.pathSegments.with(std::vector{std::move(first), std::move(second)});
        return next;
    };
    return designEdit(Message("undo.pathway.tap"), target.option, std::move(apply));
}

Edit removePathNodes(const Target& target, std::vector<Id<PathNode>> nodes) {
    Message text = Message("undo.pathway.take-points").with("count", nodes.size());
    if (const Design* design = target.design())
        if (const std::vector<Id<PathSegment>> whole = wholeRunsOf(*design, nodes); !whole.empty())
            text = namedText(target, "undo.pathway.remove.", &Design::pathSegments, whole);
    auto apply = [nodes = std::move(nodes)](const Project&, const Design& design, IdSource&) {
        return withoutNodes(design, nodes);
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit addBuswaysOverRow(const Target& target, BuswaysOverRow row) {
    Message text = Message("undo.pathway.busways").with("a", row.nameA).with("b", row.nameB);
    auto change = [row = std::move(row)](Project& project, Design& design, IdSource& ids) -> Done {
        if (row.nameA.empty() || row.nameB.empty())
            return badValue("edit.name-empty");
        Result<RowLine> line = lineOf(project, design, row.racks);
        if (!line)
            return line.error();
        const Id<PartRow> part = row.part ? embedPart(project, ids, row.part) : Id<PartRow>();
        for (const bool isB : {false, true}) {
            const Id<PowerElement> element = addElement(design, ids, row, isB, part);
            drawRun(design, ids, row, *line, isB, element);
            if (row.feedsRackPdus)
                feedRacks(design, ids, *line, isB ? FeedSide::B : FeedSide::A, element);
        }
        return done();
    };
    return changeBoth(target, std::move(text), std::move(change));
}

} // namespace rackwright::edits
