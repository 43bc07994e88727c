// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/subject_text.h"

#include "model/parts/part_title.h"
#include "model/project/project.h"
#include "model/project/site_fields.h"
#include "ui/text/figure_title.h"

#include <algorithm>
#include <optional>
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

/// An input as forms call it, and the place where it is entered.
struct NamedInput {
    std::string name;
    std::string_view where; ///< "site", "part", "setting", "design"
};

// "part:nv-dgx-h200:weight": the weight of that part.
std::optional<NamedInput> partInput(std::string_view key, const Project& project, const Texts& texts) {
    constexpr std::string_view kPart = "part:", kPowerMode = "power-";
    const std::size_t colon = key.rfind(':');
    if (!key.starts_with(kPart) || colon == std::string_view::npos)
        return std::nullopt;
    std::string property(key.substr(colon + 1));
    if (property.starts_with(kPowerMode) && texts.catalogue().find("part.power." + property.substr(kPowerMode.size())))
        property = texts.text("part.power." + property.substr(kPowerMode.size()));
    std::ranges::replace(property, '-', ' ');
    if (colon < kPart.size())
        return NamedInput{property, "part"};
    const std::string_view id = key.substr(kPart.size(), colon - kPart.size());
    for (const PartRow& row : project.parts)
        if (row.part && row.part->id == id)
            return NamedInput{
                texts.sentence(Message("value.of-part").with("property", property).with("part", partTitle(*row.part))),
                "part"};
    return std::nullopt;
}

std::optional<NamedInput> namedInput(const std::string& key, const Project& project, const Texts& texts) {
    if (findSiteFieldDefinition(key))
        return NamedInput{texts.text("site-field." + key), "site"};
    if (texts.catalogue().find("input." + key))
        return NamedInput{texts.text("input." + key), "design"};
    if (const std::string setting = settingTitle(key, texts); setting != key)
        return NamedInput{setting, "setting"};
    return partInput(key, project, texts);
}

} // namespace

std::string inputText(const std::string& key, const Project& project, const Texts& texts) {
    constexpr std::string_view kFigure = "figure:", kWorkload = "workload:";
    if (const auto input = namedInput(key, project, texts))
        return input->name;
    if (key.starts_with(kFigure))
        return figureTitle(std::string_view(key).substr(kFigure.size()), texts);
    const std::size_t colon = key.rfind(':');
    if (key.starts_with(kWorkload) && colon > kWorkload.size())
        return texts.sentence(Message("value.of-part")
                                  .with("property", key.substr(colon + 1))
                                  .with("part", key.substr(kWorkload.size(), colon - kWorkload.size())));
    return key;
}

Message findingMessage(const Finding& finding, const Project& project, const Texts& texts) {
    if (finding.message.id != "rule.not-checked")
        return finding.message;
    if (finding.missing.empty())
        return finding.message;
    const auto input = namedInput(finding.missing, project, texts);
    const auto subject = std::ranges::find(finding.message.arguments, "subject", &Argument::name);
    const auto* named =
        subject == finding.message.arguments.end() ? nullptr : std::get_if<std::string>(&subject->value);
    const std::string name = named ? *named : std::string();
    if (!input)
        return Message("rule.not-checked.named")
            .with("subject", name)
            .with("input", inputText(finding.missing, project, texts));
    return Message("rule.not-checked.input")
        .with("subject", name)
        .with("input", input->name)
        .with("where", texts.text("input-where." + std::string(input->where)));
}

std::string adviceOf(const Finding& finding, const Texts& texts) {
    std::string own = finding.message.id + ".advice";
    return texts.catalogue().find(own) ? own : finding.rule->advice;
}

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
