// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/shape_fields.h"

#include "model/edits/room_edits.h"
#include "model/project/value_limits.h"
#include "ui/plan/shape_handles.h"

#include <algorithm>

namespace rackwright {

namespace {

using Edits = Result<std::vector<Edit>>;

constexpr Length kSmallest = Length::millimetres(1), kLargest = Length::metres(2000);

bool isUsual(Length length) { return length >= kSmallest && length <= kLargest; }

Edit put(const edits::Target& target, RoomObject row) { return edits::putRoomObject(target, std::move(row)); }

/// Fields of things that all hold a Shape.
template <class Shape>
class ShapeFields {
public:
    explicit ShapeFields(FieldBinder& bind) : m_bind(bind) {}

    /// A length between a millimetre and what no building passes.
    template <class Read, class Change>
    void length(const char* id, const char* unit, Read read, Change change) {
        m_bind.quantity<RoomObject>(
            id, unit, QuantityField::Empty::Refused,
            [read](const RoomObject& row) { return std::optional<double>(read(shapeOf(row)).inMetres()); },
            [&document = m_bind.document(), change](const edits::Target&, std::optional<double> si) -> Edits {
                if (!isUsual(Length::nearest(std::clamp(*si, -1e6, 1e6))))
                    return usageError(Message("inspector.size.wrong")
                                          .with("low", UnitNumber{kSmallest.inMillimetres(), "mm"})
                                          .with("high", UnitNumber{kLargest.inMetres(), "m"}));
                return putEach<RoomObject>(
                    document, put, [&](RoomObject& row) { change(std::get<Shape>(row.shape), Length::nearest(*si)); });
            });
    }
    void length(const char* id, const char* unit, Length Shape::*member) {
        length(
            id, unit, [member](const Shape& shape) { return shape.*member; },
            [member](Shape& shape, Length value) { shape.*member = value; });
    }

    void coordinate(const char* id, Point Shape::*end, Length Point::*axis) {
        const auto change = [&document = m_bind.document(), end, axis](auto to) -> Edits {
            return putEach<RoomObject>(document, put, [&](RoomObject& row) {
                Length& at = std::get<Shape>(row.shape).*end.*axis;
                at = to(at);
            });
        };
        const auto near = [](double si) { return checkLimits(si, {-1e6, 1e6}, "m"); };
        m_bind.quantity<RoomObject>(
            id, "m", QuantityField::Empty::Refused,
            [end, axis](const RoomObject& row) { return std::optional<double>((shapeOf(row).*end.*axis).inMetres()); },
            [change, near](const edits::Target&, std::optional<double> si) -> Edits {
                if (const Done isNear = near(*si); !isNear)
                    return isNear.error();
                return change([si](Length) { return Length::nearest(*si); });
            },
            [change, near](const edits::Target&, std::optional<double> by) -> Edits {
                if (const Done isNear = near(*by); !isNear)
                    return isNear.error();
                return change([by](Length at) { return at + Length::nearest(*by); });
            });
    }

    template <class Read, class Change>
    void choice(const char* id, const std::vector<QString>& choices, Read read, Change change) {
        m_bind.choice<RoomObject>(
            id, choices, [read](const RoomObject& row) { return read(shapeOf(row)); },
            [&document = m_bind.document(), change](const edits::Target&, int index) -> Edits {
                return putEach<RoomObject>(document, put,
                                           [&](RoomObject& row) { change(std::get<Shape>(row.shape), index); });
            });
    }

    void yesOrNo(const char* id, bool Shape::*member) {
        m_bind.flag<RoomObject>(
            id, [member](const RoomObject& row) { return shapeOf(row).*member; },
            [&document = m_bind.document(), member](const edits::Target&, bool isOn) -> Edits {
                return putEach<RoomObject>(document, put,
                                           [&](RoomObject& row) { std::get<Shape>(row.shape).*member = isOn; });
            });
    }

    /// Width and depth of the box of an outline.
    void sizes() {
        const auto boxOf = [](const Shape& shape) { return boundingBox(shape.outline); };
        length(
            "width", "m", [boxOf](const Shape& shape) { return boxOf(shape).high.x - boxOf(shape).low.x; },
            [boxOf](Shape& shape, Length width) {
                shape.outline = resized(shape.outline, width, boxOf(shape).high.y - boxOf(shape).low.y);
            });
        length(
            "depth", "m", [boxOf](const Shape& shape) { return boxOf(shape).high.y - boxOf(shape).low.y; },
            [boxOf](Shape& shape, Length depth) {
                shape.outline = resized(shape.outline, boxOf(shape).high.x - boxOf(shape).low.x, depth);
            });
    }

    /// The length of a line, whose first end stays, and both ends.
    void ends() {
        length(
            "length", "m", [](const Shape& shape) { return distance(shape.from, shape.to); },
            [](Shape& shape, Length wanted) {
                const double now = distance(shape.from, shape.to).inMetres();
                const double share = now > 0 ? wanted.inMetres() / now : 0;
                const Point way{shape.to.x - shape.from.x, shape.to.y - shape.from.y};
                shape.to = now > 0 ? Point{shape.from.x + Length::nearest(way.x.inMetres() * share),
                                           shape.from.y + Length::nearest(way.y.inMetres() * share)}
                                   : Point{shape.from.x + wanted, shape.from.y};
            });
        if (!m_bind.isOne())
            return;
        coordinate("from-x", &Shape::from, &Point::x);
        coordinate("from-y", &Shape::from, &Point::y);
        coordinate("to-x", &Shape::to, &Point::x);
        coordinate("to-y", &Shape::to, &Point::y);
    }

private:
    static const Shape& shapeOf(const RoomObject& row) { return std::get<Shape>(row.shape); }

    FieldBinder& m_bind;
};

void addFields(FieldBinder& bind, const Wall&) {
    ShapeFields<Wall> fields(bind);
    fields.length("thickness", "mm", &Wall::thickness);
    fields.ends();
}

void addFields(FieldBinder& bind, const Column&) { ShapeFields<Column>(bind).sizes(); }

void addFields(FieldBinder& bind, const Door&) {
    ShapeFields<Door> fields(bind);
    fields.length("height", "mm", &Door::height);
    fields.choice(
        "swing", {bind.text("inspector.swing.left"), bind.text("inspector.swing.right")},
        [](const Door& door) { return door.swingsLeft ? 0 : 1; },
        [](Door& door, int index) { door.swingsLeft = index == 0; });
    fields.yesOrNo("double", &Door::isDouble);
    fields.yesOrNo("delivery", &Door::isDeliveryPath);
    fields.ends();
}

void addFields(FieldBinder& bind, const KeepOut&) {
    ShapeFields<KeepOut>(bind).sizes();
    bind.text<RoomObject>(
        "reason", [](const RoomObject& row) { return std::get<KeepOut>(row.shape).reason; },
        [&document = bind.document()](const edits::Target&, const std::string& reason) {
            return *putEach<RoomObject>(document, put,
                                        [&](RoomObject& row) { std::get<KeepOut>(row.shape).reason = reason; });
        });
}

void addFields(FieldBinder& bind, const Aisle&) {
    ShapeFields<Aisle> fields(bind);
    fields.sizes();
    std::vector<QString> kinds;
    for (const std::string_view name : EnumNames<AisleKind>::names)
        kinds.push_back(bind.text("inspector.aisle." + std::string(name)));
    fields.choice(
        "kind", kinds, [](const Aisle& aisle) { return static_cast<int>(aisle.kind); },
        [](Aisle& aisle, int index) { aisle.kind = static_cast<AisleKind>(index); });
    fields.yesOrNo("contained", &Aisle::isContained);
}

void addFields(FieldBinder& bind, const RaisedFloor&) {
    ShapeFields<RaisedFloor> fields(bind);
    fields.sizes();
    fields.length("plenum", "mm", &RaisedFloor::plenumHeight);
    fields.length("tile-pitch", "mm", &RaisedFloor::tilePitch);
}

void addFields(FieldBinder& bind, const FloorTile&) {
    ShapeFields<FloorTile> fields(bind);
    fields.sizes();
    std::vector<QString> kinds;
    for (const std::string_view name : EnumNames<FloorTileKind>::names)
        kinds.push_back(bind.text("inspector.tile." + std::string(name)));
    fields.choice(
        "kind", kinds, [](const FloorTile& tile) { return static_cast<int>(tile.kind); },
        [](FloorTile& tile, int index) { tile.kind = static_cast<FloorTileKind>(index); });
    bind.quantity<RoomObject>(
        "open-share", "%", QuantityField::Empty::Allowed,
        [](const RoomObject& row) { return std::get<FloorTile>(row.shape).openShare; },
        [&document = bind.document()](const edits::Target&, std::optional<double> share) -> Edits {
            if (share && (*share < 0 || *share > 1))
                return usageError(Message("inspector.share.wrong"));
            return putEach<RoomObject>(document, put,
                                       [&](RoomObject& row) { std::get<FloorTile>(row.shape).openShare = share; });
        });
}

void addFields(FieldBinder& bind, const Opening&) { ShapeFields<Opening>(bind).ends(); }

void addFields(FieldBinder&, const Underlay&) {}

void addFields(FieldBinder& bind, const DimensionLine&) { ShapeFields<DimensionLine>(bind).ends(); }

} // namespace

void addShapeFields(FieldBinder& bind) {
    const auto rows = FieldBinder::rows<RoomObject>(bind.document());
    if (rows.empty() || !std::ranges::all_of(rows, [&rows](const RoomObject* row) {
            return row->shape.index() == rows.front()->shape.index();
        }))
        return;
    bind.form().addSection("sizes");
    std::visit([&bind](const auto& shape) { addFields(bind, shape); }, rows.front()->shape);
}

} // namespace rackwright
