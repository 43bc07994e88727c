// SPDX-License-Identifier: GPL-3.0-or-later
// What drawn things show in the inspector: walls, aisles and pictures, stretches of pathways and their points.
#include "ui/inspector/inspector_fields.h"

#include "model/edits/pathway_edits.h"
#include "model/edits/room_edits.h"
#include "ui/inspector/field_binder.h"
#include "ui/inspector/shape_fields.h"
#include "ui/plan/plan_edits.h"
#include "ui/plan/subject_name.h"
#include "ui/text/to_text.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

using Edits = Result<std::vector<Edit>>;

/// Points that selected stretches end at, and selected points.
std::vector<PathNode> nodesOfSelection(const StudioDocument& document) {
    const Design& design = document.shownDesign();
    std::vector<Id<PathNode>> ids = pathPointsOf(design, document.selection());
    for (const Id<PathSegment> id : pathStretchesOf(design, document.selection())) {
        ids.push_back(design.pathSegments.find(id)->from);
        ids.push_back(design.pathSegments.find(id)->to);
    }
    std::ranges::sort(ids, {}, &Id<PathNode>::value);
    const auto twins = std::ranges::unique(ids);
    ids.erase(twins.begin(), twins.end());
    std::vector<PathNode> nodes;
    for (const Id<PathNode> id : ids)
        if (const PathNode* node = design.pathNodes.find(id))
            nodes.push_back(*node);
    return nodes;
}

template <class Change>
Done changeNodes(StudioDocument& document, std::vector<PathNode> nodes, Change change) {
    for (PathNode& node : nodes)
        change(node);
    const Done committed =
        document.commit(edits::putPathNodes(edits::activeTarget(*document.project()), std::move(nodes)));
    document.closeMerge();
    return committed;
}

template <class Change>
Edits changedSegments(StudioDocument& document, Change change) {
    std::vector<PathSegment> next;
    for (const PathSegment* row : FieldBinder::rows<PathSegment>(document))
        change(next.emplace_back(*row));
    return std::vector{edits::putPathSegments(edits::activeTarget(*document.project()), std::move(next))};
}

void addLevel(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    bind.form().addQuantity(
        "level", "mm", QuantityField::Empty::Refused,
        [&document] {
            std::vector<std::optional<double>> values;
            for (const PathNode& node : nodesOfSelection(document))
                values.emplace_back(node.height.inMetres());
            return values;
        },
        [&document](std::optional<double> si) {
            return changeNodes(document, nodesOfSelection(document),
                               [si](PathNode& node) { node.height = Length::nearest(*si); });
        },
        [&document](std::optional<double> by) {
            return changeNodes(document, nodesOfSelection(document),
                               [by](PathNode& node) { node.height += Length::nearest(*by); });
        });
}

// Coordinates of one point of the design, whichever way it was reached.
void addPlace(FieldBinder& bind, const std::string& id, Id<PathNode> node, Length Point::*axis) {
    StudioDocument& document = bind.document();
    bind.form().addQuantity(
        id, "m", QuantityField::Empty::Refused,
        [&document, node, axis] {
            const PathNode* row = document.shownDesign().pathNodes.find(node);
            return row ? std::vector{std::optional<double>((row->place.*axis).inMetres())}
                       : std::vector<std::optional<double>>{};
        },
        [&document, node, axis](std::optional<double> si) -> Done {
            const PathNode* row = document.design().pathNodes.find(node);
            if (!row)
                return edits::missingRow("path-node");
            return changeNodes(document, {*row},
                               [si, axis](PathNode& each) { each.place.*axis = Length::nearest(*si); });
        },
        [&document, node, axis](std::optional<double> by) -> Done {
            const PathNode* row = document.design().pathNodes.find(node);
            if (!row)
                return edits::missingRow("path-node");
            return changeNodes(document, {*row},
                               [by, axis](PathNode& each) { each.place.*axis += Length::nearest(*by); });
        });
}

Limits limitsOfDiameters() {
    Limits found;
    forEachField<PathSegment>([&found](const auto& each) {
        if (each.name == "nominalDiameter" && each.limits)
            found = *each.limits;
    });
    return found;
}

void addDiameter(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    using Row = PathSegment;
    bind.quantity<Row>(
        "nominal-diameter", "", QuantityField::Empty::Allowed,
        [](const Row& row) {
            return row.nominalDiameter > 0 ? std::optional(static_cast<double>(row.nominalDiameter)) : std::nullopt;
        },
        [&document](const edits::Target&, std::optional<double> typed) -> Edits {
            // 0 stands for what is not known; an empty field says it.
            const Limits limits = limitsOfDiameters();
            if (typed && (*typed < 1 || !limits.contain(*typed) || *typed != std::floor(*typed)))
                return usageError(Message("inspector.nominal-diameter.wrong")
                                      .with("high", static_cast<std::int64_t>(limits.greatest)));
            const auto diameter = static_cast<std::int64_t>(typed.value_or(0));
            return changedSegments(document, [diameter](Row& row) { row.nominalDiameter = diameter; });
        });
}

void addStretchFields(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    using Row = PathSegment;
    bind.form().addSection("facts");
    bind.text<Row>(
        "name", [](const Row& row) { return row.name; },
        [&document](const edits::Target&, const std::string& name) {
            return *changedSegments(document, [&name](Row& row) { row.name = name; });
        });
    bind.form().addFact("kind",
                        [&document, &texts = bind.texts()] { return kindOfRows<Row>(document, texts, "pathway."); });
    if (const auto rows = FieldBinder::rows<Row>(document); rows.size() == 1 && rows.front()->busway)
        bind.form().addFact("run", [&document] {
            const auto now = FieldBinder::rows<Row>(document);
            const PowerElement* run =
                now.empty() ? nullptr : document.shownDesign().powerElements.find(now.front()->busway);
            return run ? toText(run->name) : QString();
        });
    std::vector<QString> loads;
    for (const std::string_view name : EnumNames<Carries>::names)
        loads.push_back(bind.text("carries." + std::string(name)));
    bind.choice<Row>(
        "carries", loads, [](const Row& row) { return static_cast<int>(row.carries); },
        [&document](const edits::Target&, int index) {
            return changedSegments(document, [index](Row& row) { row.carries = static_cast<Carries>(index); });
        });
    const auto size = [&](const char* id, Length Row::*member) {
        bind.quantity<Row>(
            id, "mm", QuantityField::Empty::Refused,
            [member](const Row& row) { return std::optional<double>((row.*member).inMetres()); },
            [&document, member](const edits::Target&, std::optional<double> si) {
                return changedSegments(document, [si, member](Row& row) { row.*member = Length::nearest(*si); });
            });
    };
    size("width", &Row::width);
    size("height", &Row::height);
    if (std::ranges::all_of(FieldBinder::rows<Row>(document),
                            [](const Row* row) { return row->kind == PathwayKind::PipeMain; }))
        addDiameter(bind);
    bind.quantity<Row>(
        "fill-limit", "%", QuantityField::Empty::Refused,
        [](const Row& row) { return std::optional<double>(row.fillLimit); },
        [&document](const edits::Target&, std::optional<double> share) {
            return changedSegments(document, [share](Row& row) { row.fillLimit = *share; });
        });
}

void addStretchPlace(FieldBinder& bind) {
    bind.form().addSection("place");
    addLevel(bind);
    const auto rows = FieldBinder::rows<PathSegment>(bind.document());
    if (rows.size() != 1)
        return;
    addPlace(bind, "from-x", rows.front()->from, &Point::x);
    addPlace(bind, "from-y", rows.front()->from, &Point::y);
    addPlace(bind, "to-x", rows.front()->to, &Point::x);
    addPlace(bind, "to-y", rows.front()->to, &Point::y);
}

void addPointFields(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    using Row = PathNode;
    bind.form().addSection("facts");
    std::vector<QString> kinds;
    for (const std::string_view name : EnumNames<PathNodeKind>::names)
        kinds.push_back(bind.text("path-point." + std::string(name)));
    const auto put = [&document](auto change) -> Edits {
        std::vector<PathNode> next;
        for (const Row* row : FieldBinder::rows<Row>(document))
            change(next.emplace_back(*row));
        return std::vector{edits::putPathNodes(edits::activeTarget(*document.project()), std::move(next))};
    };
    bind.choice<Row>(
        "kind", kinds, [](const Row& row) { return static_cast<int>(row.kind); },
        [put](const edits::Target&, int index) {
            return put([index](Row& row) { row.kind = static_cast<PathNodeKind>(index); });
        });
    bind.flag<Row>(
        "valve", [](const Row& row) { return row.hasValve; },
        [put](const edits::Target&, bool isOn) { return put([isOn](Row& row) { row.hasValve = isOn; }); });
    bind.form().addSection("place");
    addLevel(bind);
    const auto rows = FieldBinder::rows<Row>(document);
    if (rows.size() != 1)
        return;
    addPlace(bind, "x", rows.front()->id, &Point::x);
    addPlace(bind, "y", rows.front()->id, &Point::y);
}

/// The box that a drawn thing takes up.
Box boxOfShape(const RoomObjectShape& shape) {
    return std::visit(
        [](const auto& each) {
            if constexpr (requires { each.outline; })
                return boundingBox(each.outline);
            else if constexpr (requires { each.place; })
                return boundingBox(corners(each.place));
            else
                return boundingBox({each.from, each.to});
        },
        shape);
}

Point middleOf(const RoomObject& object) {
    const Box box = boxOfShape(object.shape);
    return {(box.low.x + box.high.x) / 2, (box.low.y + box.high.y) / 2};
}

void addPictureFields(FieldBinder& bind) {
    StudioDocument& document = bind.document();
    using Row = RoomObject;
    const auto put = [&document](auto change) -> Edits {
        return putEach<Row>(
            document, [](const edits::Target& target, Row row) { return edits::putRoomObject(target, std::move(row)); },
            [&change](Row& row) { change(std::get<Underlay>(row.shape)); });
    };
    const auto picture = [](const Row& row) -> const Underlay& { return std::get<Underlay>(row.shape); };
    bind.form().addSection("picture");
    bind.quantity<Row>(
        "opacity", "%", QuantityField::Empty::Refused,
        [picture](const Row& row) { return std::optional<double>(picture(row).opacity); },
        [put](const edits::Target&, std::optional<double> share) -> Edits {
            if (*share < 0 || *share > 1)
                return usageError(Message("inspector.share.wrong"));
            return put([share](Underlay& underlay) { underlay.opacity = *share; });
        });
    bind.quantity<Row>(
        "width", "m", QuantityField::Empty::Refused,
        [picture](const Row& row) { return std::optional<double>(picture(row).place.width.inMetres()); },
        [put](const edits::Target&, std::optional<double> si) -> Edits {
            if (*si < 0.1 || *si > 2000)
                return usageError(Message("underlay.scale-out-of-range"));
            return put([si](Underlay& underlay) {
                const double factor = *si / underlay.place.width.inMetres();
                underlay.place.depth = Length::nearest(underlay.place.depth.inMetres() * factor);
                underlay.place.width = Length::nearest(*si);
            });
        });
    bind.quantity<Row>(
        "rotation", "", QuantityField::Empty::Refused,
        [picture](const Row& row) { return std::optional<double>(picture(row).place.rotation.inDegrees()); },
        [put](const edits::Target&, std::optional<double> degrees) -> Edits {
            const Result<Angle> angle = typedAngle(*degrees);
            if (!angle)
                return angle.error();
            return put([angle](Underlay& underlay) { underlay.place.rotation = *angle; });
        });
}

} // namespace

void addPathwayFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    if (FieldBinder::rows<PathSegment>(document).empty())
        return addPointFields(bind);
    addStretchFields(bind);
    addStretchPlace(bind);
    bind.scopes();
}

void addDrawnFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    using Row = RoomObject;
    form.addSection("facts");
    if (bind.isOne())
        bind.text<Row>(
            "name", [](const Row& row) { return row.name; },
            [&document](const edits::Target&, const std::string& name) {
                return *putEach<Row>(
                    document,
                    [](const edits::Target& target, Row row) { return edits::putRoomObject(target, std::move(row)); },
                    [&name](Row& row) { row.name = name; });
            });
    form.addSection("place");
    const auto place = [&](const char* id, Length Point::*axis) {
        bind.quantity<Row>(
            id, "m", QuantityField::Empty::Refused,
            [axis](const Row& row) { return std::optional<double>((middleOf(row).*axis).inMetres()); },
            [&document, axis](const edits::Target& target, std::optional<double> si) -> Edits {
                std::vector<Edit> list;
                for (const Row* row : FieldBinder::rows<Row>(document)) {
                    Point by;
                    by.*axis = Length::nearest(*si) - middleOf(*row).*axis;
                    list.push_back(edits::moveRoomObjects(target, {row->id}, by));
                }
                return list;
            },
            [&document, axis](const edits::Target& target, std::optional<double> si) -> Edits {
                Point by;
                by.*axis = Length::nearest(*si);
                return std::vector{edits::moveRoomObjects(target, FieldBinder::ids<Row>(document), by)};
            });
    };
    place("x", &Point::x);
    place("y", &Point::y);
    const auto rows = FieldBinder::rows<Row>(document);
    if (!rows.empty() &&
        std::ranges::all_of(rows, [](const Row* row) { return std::holds_alternative<Underlay>(row->shape); }))
        return addPictureFields(bind);
    addShapeFields(bind);
    bind.scopes();
}

} // namespace rackwright
