// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/underlay_edits.h"

#include "model/edits/combined.h"
#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "ui/paint/picture_cache.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

namespace rackwright {

namespace {

Length scaled(Length length, double factor) { return Length::nearest(length.inMetres() * factor); }

} // namespace

Result<Edit> insertUnderlay(const edits::Target& target, const QString& path, const Room& room) {
    QFile file(path);
    const std::string name = QFileInfo(path).fileName().toStdString();
    if (!file.open(QIODevice::ReadOnly))
        return inputError(Message("picture.unreadable").with("file", name));
    // One byte more than is allowed shows that there is too much, without reading all of it.
    const QByteArray bytes = file.read(static_cast<qint64>(EmbeddedPicture::kMostBytes) + 1);
    const Result<EmbeddedPicture> picture = EmbeddedPicture::fromPng(bytes.toStdString());
    if (!picture)
        return picture.error();
    if (pixelsOf(*picture).isNull())
        return inputError(Message("picture.no-png"));
    const Box box = boundingBox(room.outline);
    Underlay underlay;
    underlay.fileName = name;
    underlay.sha256 = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
    underlay.place.centre = {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
    underlay.place.width = box.high.x - box.low.x;
    underlay.place.depth = scaled(underlay.place.width, static_cast<double>(picture->height()) / picture->width());
    RoomObject object;
    object.room = room.id;
    object.name = QFileInfo(path).completeBaseName().toStdString();
    object.shape = underlay;
    const Message text = Message("undo.object.add").with("name", object.name);
    // The bytes lie beside the designs, so that no edit of a drawing copies them.
    return edits::combined(text, {edits::putSetting(pictureKey(underlay.sha256), pictureText(*picture), name),
                                  edits::putRoomObject(target, std::move(object))});
}

Edit removeUnderlay(const edits::Target& target, const RoomObject& object) {
    std::vector<Edit> steps{edits::removeRoomObjects(target, {object.id})};
    const std::string& sha256 = std::get<Underlay>(object.shape).sha256;
    std::size_t uses = 0;
    for (const Option& option : target.project.options)
        for (const RoomObject& each : option.design->roomObjects)
            if (const auto* underlay = std::get_if<Underlay>(&each.shape))
                uses += underlay->sha256 == sha256;
    if (uses == 1)
        steps.push_back(edits::putSetting(pictureKey(sha256), {}, {}));
    const Message text = steps.front().text;
    return edits::combined(text, std::move(steps));
}

Result<RoomObject> scaledUnderlay(RoomObject object, Point from, Point to, Length distance) {
    auto* underlay = std::get_if<Underlay>(&object.shape);
    const Length drawn = rackwright::distance(from, to);
    if (!underlay || drawn < Length::millimetres(1))
        return usageError(Message("underlay.points-too-near"));
    const double factor = distance.inMetres() / drawn.inMetres();
    const Length width = scaled(underlay->place.width, factor), depth = scaled(underlay->place.depth, factor);
    if (width < Length::millimetres(100) || depth < Length::millimetres(100) || width > Length::metres(2000) ||
        depth > Length::metres(2000))
        return usageError(Message("underlay.scale-out-of-range"));
    underlay->place.width = width;
    underlay->place.depth = depth;
    underlay->place.centre = {from.x + scaled(underlay->place.centre.x - from.x, factor),
                              from.y + scaled(underlay->place.centre.y - from.y, factor)};
    return object;
}

const RoomObject* underlayOf(const Design& design, Id<Room> room, const std::vector<std::uint64_t>& selected) {
    const RoomObject* found = nullptr;
    for (const RoomObject& object : design.roomObjects) {
        if (object.room != room || !std::holds_alternative<Underlay>(object.shape))
            continue;
        found = &object;
        if (std::ranges::find(selected, object.id.value) != selected.end())
            return found;
    }
    return found;
}

} // namespace rackwright
