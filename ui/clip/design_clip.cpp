// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/clip/design_clip.h"

#include "model/file/design_text.h"
#include "ui/plan/plan_edits.h"

#include <QMimeData>
#include <QStringList>

namespace rackwright {

namespace {

/// What the clipboard is called in messages of the reader.
constexpr const char* kClipName = "clipboard";
/// No selection is as long; more is not ours.
constexpr qsizetype kLongestClip = qsizetype{512} << 20;

} // namespace

edits::ClipRows clipRowsOf(const Design& design, const std::vector<Subject>& subjects) {
    edits::ClipRows rows;
    for (const Subject subject : subjects)
        if (subject.kind == SubjectKind::Rack)
            rows.racks.push_back({subject.id});
        else if (subject.kind == SubjectKind::Device)
            rows.devices.push_back({subject.id});
        else if (subject.kind == SubjectKind::PowerElement)
            rows.powerElements.push_back({subject.id});
        else if (subject.kind == SubjectKind::CoolingUnit)
            rows.coolingUnits.push_back({subject.id});
        else if (subject.kind == SubjectKind::RoomObject)
            rows.objects.push_back({subject.id});
        else if (subject.kind == SubjectKind::CoolingLoop)
            rows.loops.push_back({subject.id});
    rows.segments = pathStretchesOf(design, subjects);
    return rows;
}

bool isEmpty(const edits::ClipRows& rows) {
    return rows.racks.empty() && rows.devices.empty() && rows.powerElements.empty() && rows.coolingUnits.empty() &&
           rows.objects.empty() && rows.segments.empty() && rows.loops.empty();
}

QMimeData* mimeOf(const Document& clip) {
    auto* data = new QMimeData;
    data->setData(QLatin1String(kClipMime), QByteArray::fromStdString(designText(clip)));
    QStringList names;
    const Design& design = *activeOption(*clip.project).design;
    const auto list = [&names](const auto& table) {
        for (const auto& row : table)
            names << QString::fromStdString(row.name);
    };
    list(design.racks);
    list(design.devices);
    list(design.powerElements);
    list(design.coolingUnits);
    list(design.roomObjects);
    if (names.isEmpty())
        list(design.coolingLoops);
    names.removeAll(QString());
    data->setText(names.join(QLatin1Char('\n')));
    return data;
}

Result<Document> clipFrom(const QMimeData& data) {
    const QByteArray text = data.data(QLatin1String(kClipMime));
    if (text.isEmpty() || text.size() > kLongestClip)
        return inputError(Message("clip.nothing"));
    return readDesignText(text.toStdString(), kClipName);
}

} // namespace rackwright
