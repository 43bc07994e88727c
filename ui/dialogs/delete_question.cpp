// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/delete_question.h"

#include "model/design/cabled.h"
#include "ui/text/to_text.h"

#include <QMessageBox>
#include <QPushButton>
#include <QStringList>

#include <algorithm>
#include <string>
#include <string_view>

namespace rackwright {

namespace {

template <class Row>
std::size_t gone(const Table<Row>& before, const Table<Row>& after) {
    return before.size() > after.size() ? before.size() - after.size() : 0;
}

} // namespace

QString goingText(const Design& before, const Design& after, const Texts& texts) {
    QStringList words;
    const auto add = [&](std::string_view kind, std::size_t count) {
        const std::string id = "delete." + std::string(kind) + (count == 1 ? ".one" : ".many");
        if (count > 0)
            words << toText(texts.sentence(Message(id).with("count", count)));
    };
    add("room", gone(before.rooms, after.rooms));
    add("rack", gone(before.racks, after.racks));
    add("device", gone(before.devices, after.devices));
    add("power", gone(before.powerElements, after.powerElements));
    add("cooling-unit", gone(before.coolingUnits, after.coolingUnits));
    add("room-object", gone(before.roomObjects, after.roomObjects));
    add("pathway", gone(before.pathSegments, after.pathSegments));
    add("network", gone(before.networks, after.networks));
    add("cable", gone(before.cables, after.cables));
    return words.join(QStringLiteral(", "));
}

bool takesInsides(const Design& before, const Design& after) {
    return gone(before.racks, after.racks) > 1 &&
           (gone(before.devices, after.devices) > 0 || gone(before.powerElements, after.powerElements) > 0 ||
            gone(before.coolingUnits, after.coolingUnits) > 0);
}

bool takesCablesOfOthers(const Design& before, const Design& after, const std::vector<Subject>& chosen) {
    if (gone(before.cables, after.cables) == 0)
        return false;
    const auto rackIn = [&before](Id<Device> end) {
        const Cabled found = findCabled(before, end);
        return found ? rackOf(*found) : Id<Rack>();
    };
    return std::ranges::any_of(before.cables, [&](const Cable& cable) {
        if (after.cables.contains(cable.id) || std::ranges::binary_search(chosen, Subject(cable.id)))
            return false;
        const bool staysA(findCabled(after, cable.a.device)), staysB(findCabled(after, cable.b.device));
        const Id<Rack> a = rackIn(cable.a.device), b = rackIn(cable.b.device);
        return (staysA || staysB) && (a != b || !a);
    });
}

bool takesRestOfRun(const Design& before, const Design& after, const std::vector<Subject>& chosen) {
    const auto isChosen = [&chosen](std::uint64_t id) {
        return std::ranges::find(chosen, Subject{SubjectKind::Pathway, id}) != chosen.end();
    };
    const auto goesUnchosen = [&](Id<PathNode> node) {
        return !after.pathNodes.contains(node) && !isChosen(node.value);
    };
    return std::ranges::any_of(before.pathSegments, [&](const PathSegment& segment) {
        return !after.pathSegments.contains(segment.id) && !isChosen(segment.id.value) &&
               (isChosen(segment.from.value) || isChosen(segment.to.value)) &&
               (goesUnchosen(segment.from) || goesUnchosen(segment.to));
    });
}

// Enter keeps; one deletes by saying so.
bool askToDelete(QWidget* parent, const QString& going, DeleteReason reason, const Texts& texts) {
    QMessageBox box(parent);
    box.setObjectName(QStringLiteral("ask.delete"));
    box.setText(toText(texts.sentence(Message("ask.delete").with("things", going.toStdString()))));
    const auto why = [reason] {
        switch (reason) {
        case DeleteReason::OutOfSight:
            return "ask.delete.out-of-sight";
        case DeleteReason::Insides:
            return "ask.delete.insides";
        case DeleteReason::Cables:
            return "ask.delete.cables";
        case DeleteReason::Run:
            return "ask.delete.run";
        }
        return "";
    };
    box.setInformativeText(toText(texts.text(why())));
    QPushButton* remove = box.addButton(toText(texts.text("ask.delete.yes")), QMessageBox::DestructiveRole);
    QPushButton* keep = box.addButton(toText(texts.text("ask.stay")), QMessageBox::RejectRole);
    box.setDefaultButton(keep);
    box.exec();
    return box.clickedButton() == remove;
}

} // namespace rackwright
