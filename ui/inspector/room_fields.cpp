// SPDX-License-Identifier: GPL-3.0-or-later
// What a room and the design as a whole show in the inspector.
#include "ui/inspector/inspector_fields.h"

#include "model/edits/option_edits.h"
#include "model/edits/room_edits.h"
#include "solvers/cooling/figures.h"
#include "solvers/cost/figures.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "ui/inspector/corner_list.h"
#include "ui/inspector/field_binder.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

std::string plainText(const QString& text) { return text.trimmed().toStdString(); }

} // namespace

void addRoomFields(FieldForm& form, StudioDocument& document, StudioServices& services, Id<Room> id) {
    FieldBinder bind(form, document, services);
    const auto room = [&document, id] { return document.shownDesign().rooms.find(id); };
    const auto commit = [&document, room](const std::function<void(Room&)>& change) -> Done {
        const Room* found = room();
        if (!found)
            return edits::missingRow("room");
        Room next = *found;
        change(next);
        const Done committed =
            document.commit(edits::putRoom(edits::activeTarget(*document.project()), std::move(next)));
        document.closeMerge();
        return committed;
    };
    const auto length = [&](const char* field, QuantityField::Empty empty, auto get, auto set) -> QuantityField& {
        return form.addQuantity(
            field, "mm", empty,
            [room, get] {
                const Room* found = room();
                return found ? std::vector<std::optional<double>>{get(*found)} : std::vector<std::optional<double>>{};
            },
            [commit, set](std::optional<double> si) { return commit([&](Room& next) { set(next, si); }); });
    };
    form.addSection("room");
    form.addText(
        "name", [room] { return room() ? std::vector{toText(room()->name)} : std::vector<QString>{}; },
        [commit](const QString& name) { return commit([&](Room& next) { next.name = plainText(name); }); });
    length(
        "clear-height", QuantityField::Empty::Allowed,
        [](const Room& row) {
            return row.clearHeight ? std::optional<double>(row.clearHeight->inMetres()) : std::nullopt;
        },
        [](Room& next, std::optional<double> si) {
            next.clearHeight = si ? std::optional(Length::nearest(*si)) : std::nullopt;
        })
        .readInFeet();
    length(
        "grid", QuantityField::Empty::Refused,
        [](const Room& row) { return std::optional<double>(row.gridPitch.inMetres()); },
        [](Room& next, std::optional<double> si) { next.gridPitch = Length::nearest(*si); });
    length(
        "elevation", QuantityField::Empty::Refused,
        [](const Room& row) { return std::optional<double>(row.elevation.inMetres()); },
        [](Room& next, std::optional<double> si) { next.elevation = Length::nearest(*si); });
    form.addQuantity(
        "dew-point", "C", QuantityField::Empty::Allowed,
        [room] {
            const Room* found = room();
            if (!found)
                return std::vector<std::optional<double>>{};
            return std::vector{found->dewPoint ? std::optional<double>(found->dewPoint->inKelvin()) : std::nullopt};
        },
        [commit](std::optional<double> si) {
            return commit(
                [si](Room& next) { next.dewPoint = si ? std::optional(Temperature::kelvin(*si)) : std::nullopt; });
        });
    form.addSection("corners");
    form.addWidget(new CornerList(id, document, services.texts()));
    form.addSection("figures");
    for (const FigureHandle name :
         {figure_of::roomArea, figure_of::roomRacks, figure_of::roomAccelerators, figure_of::roomPowerItPeak,
          figure_of::roomHeatAir, figure_of::roomHeatLiquid, figure_of::roomCoolingCapacityAir, figure_of::roomWeight})
        bind.figure(name, Subject(id));
}

Id<Room> onlyRoomOf(const Design& design) { return design.rooms.size() == 1 ? design.rooms.begin()->id : Id<Room>{}; }

void addDesignFields(FieldForm& form, StudioDocument& document, StudioServices& services) {
    FieldBinder bind(form, document, services);
    const auto rename = [&document](const std::string& name, const std::string& description) {
        const Done committed = document.commit(edits::renameProject(name, description));
        document.closeMerge();
        return committed;
    };
    form.addSection("design");
    form.addText(
        "name", [&document] { return std::vector{toText(document.shownProject()->name)}; },
        [&document, rename](const QString& name) { return rename(plainText(name), document.project()->description); });
    form.addText(
        "description", [&document] { return std::vector{toText(document.shownProject()->description)}; },
        [&document, rename](const QString& words) { return rename(document.project()->name, plainText(words)); });
    form.addText(
        "option", [&document] { return std::vector{toText(activeOption(*document.shownProject()).name)}; },
        [&document](const QString& name) {
            const Option& option = activeOption(*document.project());
            const Done committed = document.commit(
                edits::renameOption(*document.project(), option.id, plainText(name), option.description));
            document.closeMerge();
            return committed;
        });
    if (const Id<Room> room = onlyRoomOf(document.shownDesign()))
        addRoomFields(form, document, services, room);
    form.addSection("whole");
    for (const FigureHandle name : {figure_of::designAccelerators, figure_of::designRacks, figure_of::powerItPeak,
                                    figure_of::powerUtilityPeak, figure_of::costPriceTotal})
        bind.figure(name, {});
}

} // namespace rackwright
