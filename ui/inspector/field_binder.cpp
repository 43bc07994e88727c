// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/field_binder.h"

#include "model/edits/cable_edits.h"
#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/pathway_edits.h"
#include "model/edits/power_edits.h"
#include "model/edits/rack_edits.h"
#include "model/edits/room_edits.h"
#include "model/parts/part_title.h"
#include "ui/text/to_text.h"

namespace rackwright {

namespace {

/// Rows that end with one scope are one edit.
template <class Row>
std::vector<std::pair<Scope, std::vector<Id<Row>>>> byScope(StudioDocument& document,
                                                            const std::function<void(Scope&)>& change) {
    std::vector<std::pair<Scope, std::vector<Id<Row>>>> groups;
    for (const Row* row : FieldBinder::rows<Row>(document)) {
        Scope scope = row->scope;
        change(scope);
        const auto same = std::ranges::find(groups, scope, [](const auto& group) { return group.first; });
        if (same != groups.end())
            same->second.push_back(row->id);
        else
            groups.push_back({scope, {row->id}});
    }
    return groups;
}

} // namespace

Done FieldBinder::changeScopes(StudioDocument& document, const Texts& texts, const std::string& id,
                               const std::function<void(Scope&)>& change) {
    const edits::Target target = edits::activeTarget(*document.project());
    std::vector<Edit> list;
    for (auto& [scope, racks] : byScope<Rack>(document, change))
        list.push_back(edits::setRackScope(target, std::move(racks), scope));
    for (auto& [scope, devices] : byScope<Device>(document, change))
        list.push_back(edits::setDeviceScope(target, std::move(devices), scope));
    for (const PowerElement* row : rows<PowerElement>(document)) {
        PowerElement element = *row;
        change(element.scope);
        list.push_back(edits::putPowerElement(target, std::move(element)));
    }
    for (const CoolingUnit* row : rows<CoolingUnit>(document)) {
        CoolingUnit unit = *row;
        change(unit.scope);
        list.push_back(edits::putCoolingUnit(target, std::move(unit)));
    }
    for (const RoomObject* row : rows<RoomObject>(document)) {
        RoomObject object = *row;
        change(object.scope);
        list.push_back(edits::putRoomObject(target, std::move(object)));
    }
    std::vector<PathSegment> segments;
    for (const PathSegment* row : rows<PathSegment>(document))
        change(segments.emplace_back(*row).scope);
    if (!segments.empty())
        list.push_back(edits::putPathSegments(target, std::move(segments)));
    std::vector<CableDetail> cables;
    for (const Cable* row : rows<Cable>(document))
        change(cables.emplace_back(decisionsFor(document.design(), row->id)).scope);
    if (!cables.empty())
        list.push_back(edits::pinCables(target, std::move(cables)));
    return commit(document, texts, id, std::move(list));
}

template <class E>
void FieldBinder::scopeChoice(const std::string& id, const std::string& words, E Scope::*member) {
    std::vector<QString> choices;
    for (const std::string_view name : EnumNames<E>::names)
        choices.push_back(text(words + std::string(name)));
    StudioDocument& document = m_document;
    m_form.addChoice(
        id, choices,
        [&document, member] {
            std::vector<int> values;
            for (const Scope& scope : scopesOf(document))
                values.push_back(static_cast<int>(scope.*member));
            return values;
        },
        [&document, &texts = texts(), id, member](int index) {
            return changeScopes(document, texts, id,
                                [member, index](Scope& scope) { scope.*member = static_cast<E>(index); });
        });
}

void FieldBinder::scopes() {
    m_form.addSection("scope");
    scopeChoice("status", "report.status.", &Scope::status);
    scopeChoice("supplied", "party.", &Scope::suppliedBy);
    scopeChoice("installed", "party.", &Scope::installedBy);
    StudioDocument& document = m_document;
    m_form.addQuantity(
        "phase", "", QuantityField::Empty::Refused,
        [&document] {
            std::vector<std::optional<double>> values;
            for (const Scope& scope : scopesOf(document))
                values.emplace_back(static_cast<double>(scope.phase));
            return values;
        },
        [&document, &texts = texts()](std::optional<double> phase) -> Done {
            if (*phase < 1 || *phase > 1000 || *phase != std::floor(*phase))
                return usageError(Message("inspector.phase.wrong"));
            return changeScopes(document, texts, "phase",
                                [phase](Scope& scope) { scope.phase = static_cast<std::int64_t>(*phase); });
        });
}

std::string partNameOf(const StudioDocument& document, Id<PartRow> id, const Texts& texts) {
    const Part* part = findPart(*document.shownProject(), id);
    return part ? partTitle(*part) : texts.text("inspector.unknown-part");
}

QString placementText(const StudioDocument& document, const Placement& placement, const Texts& texts) {
    const Design& design = document.shownDesign();
    const auto nameOf = [](const auto* row) { return row ? toText(row->name) : QString(); };
    if (const auto* in = std::get_if<InRack>(&placement))
        return QStringLiteral("%1 · U%2").arg(nameOf(design.racks.find(in->rack))).arg(in->unit);
    if (const auto* beside = std::get_if<ZeroU>(&placement))
        return nameOf(design.racks.find(beside->rack)) + QStringLiteral(" · ") +
               toText(texts.sentence(
                   Message("inspector.place.zero-u")
                       .with("slot", beside->slot + 1)
                       .with("side", texts.text("inspector.side." + std::string(enumName(beside->side))))));
    if (const auto* floor = std::get_if<OnFloor>(&placement))
        return nameOf(design.rooms.find(floor->room));
    if (const auto* inside = std::get_if<InDevice>(&placement))
        return toText(texts.sentence(Message("inspector.place.in-device")
                                         .with("slot", inside->slot + 1)
                                         .with("host", nameOf(design.devices.find(inside->device)).toStdString())));
    return toText(texts.text("inspector.place.unplaced"));
}

} // namespace rackwright
