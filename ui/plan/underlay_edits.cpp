// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/underlay_edits.h"

#include "model/edits/combined.h"
#include "model/edits/record_edits.h"
#include "model/edits/room_edits.h"
#include "ui/paint/picture_cache.h"

#include <QCryptographicHash>
#include <QFileInfo>

namespace rackwright {

namespace {

constexpr Length kLeastUnderlay = Length::millimetres(100);
constexpr Length kLargestUnderlay = Length::metres(2000);

Length scaled(Length length, double factor) { return Length::nearest(length.inMetres() * factor); }

} // namespace

Result<Edit> insertUnderlay(const edits::Target& target, const QString& path, const Room& room, int page,
                            std::optional<double> scale) {
    const Result<PlanPicture> read = planPicture(path, page);
    if (!read)
        return read.error();
    if (scale && !read->width)
        return inputError(Message("underlay.no-size").with("file", read->fileName));
    const Box box = boundingBox(room.outline);
    Underlay underlay;
    underlay.fileName = read->fileName;
    const QByteArray bytes = QByteArray::fromStdString(read->picture.png());
    underlay.sha256 = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
    underlay.place.width = scale ? scaled(*read->width, *scale) : box.high.x - box.low.x;
    underlay.place.depth =
        scaled(underlay.place.width, static_cast<double>(read->picture.height()) / read->picture.width());
    if (underlay.place.width < kLeastUnderlay || underlay.place.width > kLargestUnderlay ||
        underlay.place.depth < kLeastUnderlay || underlay.place.depth > kLargestUnderlay)
        return usageError(Message("underlay.scale-out-of-range"));
    underlay.place.centre = {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
    RoomObject object;
    object.room = room.id;
    object.name = QFileInfo(path).completeBaseName().toStdString();
    object.shape = underlay;
    const Message text = Message("undo.object.add").with("name", object.name);
    // The bytes lie beside the designs, so that no edit of a drawing copies them.
    return edits::combined(text,
                           {edits::putSetting(pictureKey(underlay.sha256), pictureText(read->picture), read->fileName),
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
    if (width < kLeastUnderlay || depth < kLeastUnderlay || width > kLargestUnderlay || depth > kLargestUnderlay)
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
