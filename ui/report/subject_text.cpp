// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/subject_text.h"

#include <vector>

namespace rackwright {

namespace {

struct PointsOf {
    template <class Shape>
    std::vector<Point> operator()(const Shape& shape) const {
        if constexpr (requires { shape.outline; })
            return shape.outline;
        else if constexpr (requires { shape.place; })
            return {shape.place.centre};
        else
            return {shape.from, shape.to};
    }
};

std::string placed(const Design& design, const std::string& what, Id<Room> id, const std::vector<Point>& points,
                   const Texts& texts) {
    const Room* room = design.rooms.find(id);
    if (!room || points.empty())
        return what;
    const Box box = boundingBox(points);
    return texts.sentence(Message("subject.drawn")
                              .with("what", what)
                              .with("room", room->name)
                              .with("x", UnitNumber{((box.low.x + box.high.x) / 2).inMetres(), "m"})
                              .with("y", UnitNumber{((box.low.y + box.high.y) / 2).inMetres(), "m"}));
}

} // namespace

std::string subjectText(const Design& design, Subject subject, const Texts& texts) {
    if (const RoomObject* object =
            subject.kind == SubjectKind::RoomObject ? design.roomObjects.find({subject.id}) : nullptr;
        object && object->name.empty())
        return placed(
            design,
            texts.text("room-object." + std::string(VariantKinds<RoomObjectShape>::names[object->shape.index()])),
            object->room, std::visit(PointsOf{}, object->shape), texts);
    if (const PathSegment* segment =
            subject.kind == SubjectKind::Pathway ? design.pathSegments.find({subject.id}) : nullptr;
        segment && segment->name.empty()) {
        const PathNode* from = design.pathNodes.find(segment->from);
        const PathNode* to = design.pathNodes.find(segment->to);
        if (from && to)
            return placed(design, texts.text("pathway." + std::string(enumName(segment->kind))), from->room,
                          {from->place, to->place}, texts);
    }
    return subjectName(design, subject);
}

} // namespace rackwright
