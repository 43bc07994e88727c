// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/edits/room_edits.h"

#include "model/design/outline.h"

namespace rackwright::edits {

namespace {

/// A person stands upright; a grid is of tiles.
constexpr Length kLeastClearHeight = Length::millimetres(1800);
constexpr Length kLeastPitch = Length::millimetres(50), kGreatestPitch = Length::metres(2);

// What a room came with stays, so that its other fields can be changed.
Done checkRoom(const Project&, const Design& design, const Room& room) {
    const Room* before = design.rooms.find(room.id);
    if (room.name.empty())
        return badValue("edit.name-empty");
    if (room.outline.size() < 3 || area(room.outline).si() <= 0)
        return badValue("edit.no-area");
    if (crossingOf(room.outline))
        return badValue("edit.outline-crosses");
    if (room.clearHeight && *room.clearHeight < kLeastClearHeight &&
        !(before && before->clearHeight == room.clearHeight))
        return badValue("edit.clear-height");
    const bool isPitch = room.gridPitch >= kLeastPitch && room.gridPitch <= kGreatestPitch;
    if (!isPitch && !(before && before->gridPitch == room.gridPitch))
        return badValue("edit.grid-pitch");
    return done();
}

bool standsIn(const Placement& placement, Id<Room> room) {
    const auto* floor = std::get_if<OnFloor>(&placement);
    return floor && floor->room == room;
}

bool isInUse(const Design& design, Id<Room> room) {
    const auto uses = [room](const auto& row) { return standsIn(row.placement, room); };
    return std::ranges::any_of(design.racks, [room](const Rack& rack) { return rack.room == room; }) ||
           std::ranges::any_of(design.pathNodes, [room](const PathNode& node) { return node.room == room; }) ||
           std::ranges::any_of(design.devices, uses) || std::ranges::any_of(design.powerElements, uses) ||
           std::ranges::any_of(design.coolingUnits, uses);
}

Point moved(Point point, Point by) { return {point.x + by.x, point.y + by.y}; }

void moveAll(std::vector<Point>& points, Point by) {
    for (Point& point : points)
        point = moved(point, by);
}

void moveShape(RoomObjectShape& shape, Point by) {
    std::visit(
        [by](auto& each) {
            if constexpr (requires { each.outline; }) {
                moveAll(each.outline, by);
            } else if constexpr (requires { each.place; }) {
                each.place.centre = moved(each.place.centre, by);
            } else {
                each.from = moved(each.from, by);
                each.to = moved(each.to, by);
            }
        },
        shape);
}

// Nodes that only the removed segments used.
std::vector<Id<PathNode>> loneNodes(const Design& design, const std::vector<Id<PathSegment>>& removed) {
    std::unordered_set<std::uint64_t> kept;
    std::vector<Id<PathNode>> candidates;
    for (const PathSegment& segment : design.pathSegments) {
        const bool isRemoved = std::ranges::find(removed, segment.id) != removed.end();
        for (const Id<PathNode> node : {segment.from, segment.to}) {
            if (isRemoved)
                candidates.push_back(node);
            else
                kept.insert(node.value);
        }
    }
    std::erase_if(candidates, [&kept](Id<PathNode> node) { return kept.contains(node.value); });
    return candidates;
}

} // namespace

Edit putRoom(const Target& target, Room room) {
    Message text = Message(room.id ? "undo.room.change" : "undo.room.add").with("name", room.name);
    return putRow(target, std::move(text), &Design::rooms, std::move(room), checkRoom);
}

Edit removeRoom(const Target& target, Id<Room> room) {
    auto apply = [room](const Project&, const Design& design, IdSource&) -> Result<Design> {
        const Room* row = design.rooms.find(room);
        if (!row)
            return missingRow("room");
        if (isInUse(design, room))
            return inputError(Message("edit.room-in-use").with("room", row->name));
        Design next = design;
        next.rooms = design.rooms.without(room);
        next.roomObjects = design.roomObjects.with(
            {}, idsWhere(design.roomObjects, [room](const RoomObject& object) { return object.room == room; }));
        return next;
    };
    return designEdit(namedText(target, "undo.room.remove.", &Design::rooms, std::vector{room}), target.option, apply);
}

Edit putRoomObject(const Target& target, RoomObject object) {
    Message text = Message(object.id ? "undo.object.change" : "undo.object.add").with("name", object.name);
    return putRow(target, std::move(text), &Design::roomObjects, std::move(object),
                  [](const Project&, const Design& design, const RoomObject& row) -> Done {
                      return design.rooms.contains(row.room) ? done() : Done(missingRow("room"));
                  });
}

Edit moveRoomObjects(const Target& target, std::vector<Id<RoomObject>> objects, Point by) {
    Message text = namedText(target, "undo.object.move.", &Design::roomObjects, objects);
    std::string key = mergeKeyOf("move-object", objects);
    return changeRows(
        target, std::move(text), &Design::roomObjects, std::move(objects), "drawing",
        [by](const Project&, const Design&, RoomObject& row) {
            moveShape(row.shape, by);
            return done();
        },
        std::move(key));
}

Edit removeRoomObjects(const Target& target, std::vector<Id<RoomObject>> objects) {
    Message text = namedText(target, "undo.object.remove.", &Design::roomObjects, objects);
    auto apply = [objects = std::move(objects)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<RoomObject>> rows = rowsOf(design.roomObjects, objects, "drawing"); !rows)
            return rows.error();
        Design next = design;
        next.roomObjects = design.roomObjects.with({}, objects);
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit addPathway(const Target& target, Id<Room> room, std::vector<Point> places, Length height, PathSegment pattern) {
    Message text = Message("undo.pathway.add").with("name", pattern.name);
    auto apply = [room, places = std::move(places), height,
                  pattern = std::move(pattern)](const Project&, const Design& design, IdSource& ids) -> Result<Design> {
        if (!design.rooms.contains(room))
            return missingRow("room");
        if (places.size() < 2)
            return badValue("edit.pathway-points");
        std::vector<PathNode> nodes;
        std::vector<PathSegment> segments;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const bool isEnd = i == 0 || i + 1 == places.size();
            nodes.push_back(
                {ids.take<PathNode>(), room, isEnd ? PathNodeKind::End : PathNodeKind::Bend, places[i], height, false});
            if (i == 0)
                continue;
            PathSegment segment = pattern;
            segment.id = ids.take<PathSegment>();
            segment.from = nodes[i - 1].id;
            segment.to = nodes[i].id;
            segments.push_back(std::move(segment));
        }
        Design next = design;
        next.pathNodes = design.pathNodes.with(std::move(nodes));
        next.pathSegments = design.pathSegments.with(std::move(segments));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

Edit removePathSegments(const Target& target, std::vector<Id<PathSegment>> segments) {
    Message text = namedText(target, "undo.pathway.remove.", &Design::pathSegments, segments);
    auto apply = [segments = std::move(segments)](const Project&, const Design& design, IdSource&) -> Result<Design> {
        if (Result<std::vector<PathSegment>> rows = rowsOf(design.pathSegments, segments, "pathway"); !rows)
            return rows.error();
        Design next = design;
        next.pathSegments = design.pathSegments.with({}, segments);
        next.pathNodes = design.pathNodes.with({}, loneNodes(design, segments));
        return next;
    };
    return designEdit(std::move(text), target.option, std::move(apply));
}

} // namespace rackwright::edits
