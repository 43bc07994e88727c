// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/upstream.h"

#include "solvers/engine/subject_name.h"
#include "solvers/power/loads.h"

#include <algorithm>

namespace rackwright {

namespace {

// How far an element stands from the mains.
int stepsDown(PowerElementKind kind) {
    switch (kind) {
    case PowerElementKind::Utility:
    case PowerElementKind::Generator:
        return 0;
    case PowerElementKind::Transformer:
        return 1;
    case PowerElementKind::Switchgear:
        return 2;
    case PowerElementKind::Ups:
    case PowerElementKind::Battery:
        return 3;
    case PowerElementKind::RemotePowerPanel:
        return 4;
    case PowerElementKind::Busway:
        return 5;
    case PowerElementKind::TapOff:
        return 6;
    case PowerElementKind::RackPdu:
    case PowerElementKind::PowerShelf:
        return 7;
    }
    RW_CHECK(false, "every kind of power element has its place in the chain");
}

bool carriesSomething(const Context& context, const PowerElement& element) {
    return !context.linksFrom(element.id).empty() || !supplyShares(context, element, FeedSide::None).empty();
}

} // namespace

bool needsFeed(PowerElementKind kind) { return kind != PowerElementKind::Battery && stepsDown(kind) > 0; }

std::int64_t feedCount(const Context& context, const PowerElement& element, FeedSide lost) {
    return std::ranges::count_if(context.linksTo(element.id), [&context, lost](const PowerLink* link) {
        const PowerElement* above = context.design().powerElements.find(link->from);
        return above && above->scope.isPresent() && (lost == FeedSide::None || above->side != lost);
    });
}

std::string looseLoadLabel(const Context& context) {
    const auto& upstream = context.lookUp<Upstream>();
    const std::int64_t others = upstream.looseLoads() - 1;
    return "load of " + subjectName(context, upstream.firstLoose()) +
           (others > 0 ? " and " + std::to_string(others) + " more that no circuit reaches"
                       : ", which no circuit reaches");
}

bool isLooseOnFloor(const Context& context, const Device& device) {
    return device.scope.isPresent() && std::holds_alternative<OnFloor>(device.placement) &&
           drawsPower(context.part(device.part));
}

Upstream::Upstream(const Context& context) {
    int highest = stepsDown(PowerElementKind::RackPdu);
    for (const PowerElement& element : context.design().powerElements)
        if (element.scope.isPresent() && element.kind != PowerElementKind::Battery) {
            m_hasElements = true;
            highest = std::min(highest, stepsDown(element.kind));
        }
    const bool isSummedUp = highest <= stepsDown(PowerElementKind::Busway);
    for (const PowerElement& element : context.design().powerElements) {
        if (!element.scope.isPresent() || element.kind == PowerElementKind::Battery || hasFeed(context, element))
            continue;
        const bool isBeginning = stepsDown(element.kind) == highest;
        (isBeginning ? m_beginnings : m_unfed).insert(element.id);
        if (isSummedUp && !isBeginning && carriesSomething(context, element))
            noteLoose({SubjectKind::PowerElement, element.id.value});
    }
    if (isSummedUp)
        noteDevices(context);
}

void Upstream::noteDevices(const Context& context) {
    for (const Rack* rack : context.racks())
        if (lacksPdu(context, *rack))
            noteLoose({SubjectKind::Rack, rack->id.value});
    for (const Device& device : context.design().devices)
        if (isLooseOnFloor(context, device))
            noteLoose({SubjectKind::Device, device.id.value});
}

void Upstream::noteLoose(Subject subject) {
    if (m_looseLoads++ == 0)
        m_firstLoose = subject;
}

bool Upstream::isUnfed(const PowerElement& element) const { return m_unfed.contains(element.id); }

} // namespace rackwright
