// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/subject_name.h"

namespace rackwright {

namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

template <class Row>
QString rowName(const Table<Row>& table, std::uint64_t id) {
    const Row* row = table.find(Id<Row>{id});
    return row ? toText(row->name) : QString();
}

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
        return rowName(design.rooms, subject.id);
    case SubjectKind::Rack:
        return rowName(design.racks, subject.id);
    case SubjectKind::Device:
        return rowName(design.devices, subject.id);
    case SubjectKind::PowerElement:
        return rowName(design.powerElements, subject.id);
    case SubjectKind::CoolingUnit:
        return rowName(design.coolingUnits, subject.id);
    case SubjectKind::CoolingLoop:
        return rowName(design.coolingLoops, subject.id);
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
