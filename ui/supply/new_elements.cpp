// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/supply/new_elements.h"

#include "model/edits/target.h"

namespace rackwright {

namespace {

constexpr const char* kPowerMenu = "power";

constexpr NewElement newRow(const char* id, PowerElementKind kind, bool beginsGroup = false) {
    return {{id, MenuId::Insert, "", "", false, beginsGroup, kPowerMenu}, kind};
}

constexpr NewElement kNewElements[] = {
    newRow("insert.power.utility", PowerElementKind::Utility),
    newRow("insert.power.generator", PowerElementKind::Generator),
    newRow("insert.power.transformer", PowerElementKind::Transformer, true),
    newRow("insert.power.switchgear", PowerElementKind::Switchgear),
    newRow("insert.power.transfer-switch", PowerElementKind::TransferSwitch),
    newRow("insert.power.ups", PowerElementKind::Ups),
    newRow("insert.power.battery", PowerElementKind::Battery),
    newRow("insert.power.rpp", PowerElementKind::RemotePowerPanel),
};

} // namespace

std::span<const NewElement> newElements() { return kNewElements; }

PowerElement newElement(const Design& design, PowerElementKind kind, const Texts& texts) {
    PowerElement element;
    element.kind = kind;
    auto names = edits::namesOf(design.powerElements);
    element.name = edits::freeName(texts.text("power-kind." + std::string(enumName(kind))) + " 1", names);
    // The grid is the site's and stands in no bill.
    if (kind == PowerElementKind::Utility)
        element.scope.status = Status::Existing;
    return element;
}

} // namespace rackwright
