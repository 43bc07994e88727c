// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/subject_name.h"

#include "solvers/engine/subject_name.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

QString named(const QString& kind, const std::string& name) {
    return name.empty() ? kind : kind + QStringLiteral(" · ") + toText(name);
}

QString pathwayName(const Design& design, std::uint64_t id, const Texts& texts) {
    if (const PathSegment* segment = design.pathSegments.find(Id<PathSegment>{id}))
        return named(toText(texts.text("pathway." + std::string(enumName(segment->kind)))), segment->name);
    const PathNode* node = design.pathNodes.find(Id<PathNode>{id});
    if (!node)
        return {};
    const std::string kind = node->hasValve ? "valve" : std::string(enumName(node->kind));
    return toText(texts.text("path-point." + kind));
}

} // namespace

QString subjectName(const Design& design, Subject subject, const Texts& texts) {
    switch (subject.kind) {
    case SubjectKind::Room:
    case SubjectKind::Rack:
    case SubjectKind::Device:
    case SubjectKind::PowerElement:
    case SubjectKind::CoolingUnit:
    case SubjectKind::CoolingLoop:
    case SubjectKind::Network:
    case SubjectKind::Cable:
        return toText(subjectName(design, subject));
    case SubjectKind::RoomObject:
        if (const RoomObject* object = design.roomObjects.find({subject.id}))
            return named(toText(texts.text("room-object." +
                                           std::string(VariantKinds<RoomObjectShape>::names[object->shape.index()]))),
                         object->name);
        return {};
    case SubjectKind::Pathway:
        return pathwayName(design, subject.id, texts);
    default:
        return {};
    }
}

} // namespace rackwright
