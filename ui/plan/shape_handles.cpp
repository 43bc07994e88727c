// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/shape_handles.h"

#include "model/edits/room_edits.h"
#include "ui/plan/room_walls.h"

#include <algorithm>

namespace rackwright {

namespace {

// Each corner of a rectangle shares one coordinate with either neighbour.
std::vector<Point> withCorner(std::vector<Point> outline, std::size_t corner, Point to) {
    const std::size_t count = outline.size();
    if (isUpright(outline)) {
        const Point from = outline[corner];
        for (const std::size_t other : {(corner + 1) % count, (corner + count - 1) % count}) {
            if (outline[other].x == from.x)
                outline[other].x = to.x;
            else
                outline[other].y = to.y;
        }
    }
    outline[corner] = to;
    return outline;
}

void addOutline(std::vector<ShapeHandle>& handles, const std::vector<Point>& outline, bool hasMiddles) {
    for (std::size_t i = 0; i < outline.size(); ++i)
        handles.push_back({i, false, outline[i]});
    if (!hasMiddles)
        return;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Point a = outline[i], b = outline[(i + 1) % outline.size()];
        handles.push_back({i, true, {(a.x + b.x) / 2, (a.y + b.y) / 2}});
    }
}

} // namespace

bool isUpright(const std::vector<Point>& outline) {
    if (outline.size() != 4)
        return false;
    const bool beginsAcross = outline[0].y == outline[1].y;
    for (std::size_t i = 0; i < 4; ++i) {
        const Point a = outline[i], b = outline[(i + 1) % 4];
        const bool isAcross = (i % 2 == 0) == beginsAcross;
        if (isAcross ? a.y != b.y || a.x == b.x : a.x != b.x || a.y == b.y)
            return false;
    }
    return true;
}

std::vector<Point> resized(std::vector<Point> outline, Length width, Length depth) {
    const Box box = boundingBox(outline);
    const auto scaled = [](Length at, Length low, Length high, Length size) {
        const double share = high > low ? (at - low).inMetres() / (high - low).inMetres() : 0;
        return low + Length::nearest(share * size.inMetres());
    };
    for (Point& point : outline)
        point = {scaled(point.x, box.low.x, box.high.x, width), scaled(point.y, box.low.y, box.high.y, depth)};
    return outline;
}

std::vector<ShapeHandle> shapeHandles(const Design& design, Subject subject) {
    std::vector<ShapeHandle> handles;
    if (subject.kind == SubjectKind::Room) {
        if (const Room* room = design.rooms.find({subject.id}))
            addOutline(handles, room->outline, true);
    } else if (subject.kind == SubjectKind::RoomObject) {
        if (const RoomObject* object = design.roomObjects.find({subject.id}))
            std::visit(
                [&handles](const auto& shape) {
                    if constexpr (requires { shape.outline; })
                        addOutline(handles, shape.outline, false);
                    else if constexpr (requires { shape.from; })
                        handles = {{0, false, shape.from}, {1, false, shape.to}};
                },
                object->shape);
    }
    return handles;
}

std::optional<Edit> moveShapeHandle(const edits::Target& target, Subject subject, const ShapeHandle& handle, Point to) {
    const Design* design = target.design();
    if (!design)
        return std::nullopt;
    if (subject.kind == SubjectKind::Room) {
        const Room* found = design->rooms.find({subject.id});
        if (!found || handle.corner >= found->outline.size())
            return std::nullopt;
        Room room = *found;
        if (handle.isNew)
            room.outline.insert(room.outline.begin() + static_cast<std::ptrdiff_t>(handle.corner) + 1, to);
        else
            room.outline[handle.corner] = to;
        return putOutlineWithWalls(target, std::move(room));
    }
    const RoomObject* found =
        subject.kind == SubjectKind::RoomObject ? design->roomObjects.find({subject.id}) : nullptr;
    if (!found)
        return std::nullopt;
    RoomObject object = *found;
    const bool isMoved = std::visit(
        [&](auto& shape) {
            if constexpr (requires { shape.outline; }) {
                if (handle.corner >= shape.outline.size())
                    return false;
                shape.outline = withCorner(shape.outline, handle.corner, to);
                return area(shape.outline).si() > 0;
            } else if constexpr (requires { shape.from; }) {
                (handle.corner == 0 ? shape.from : shape.to) = to;
                return shape.from != shape.to;
            } else {
                return false;
            }
        },
        object.shape);
    return isMoved ? std::optional(edits::putRoomObject(target, std::move(object))) : std::nullopt;
}

std::optional<Edit> removeRoomCorner(const edits::Target& target, Id<Room> id, std::size_t corner) {
    const Design* design = target.design();
    const Room* found = design ? design->rooms.find(id) : nullptr;
    if (!found || found->outline.size() <= 3 || corner >= found->outline.size())
        return std::nullopt;
    Room room = *found;
    room.outline.erase(room.outline.begin() + static_cast<std::ptrdiff_t>(corner));
    return putOutlineWithWalls(target, std::move(room));
}

} // namespace rackwright
