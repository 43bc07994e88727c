// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan/floor_drops.h"

#include "model/edits/cooling_edits.h"
#include "model/edits/device_edits.h"
#include "model/edits/power_edits.h"
#include "model/parts/part_family.h"

#include <array>

namespace rackwright {

namespace {

template <class Kind>
struct FloorRow {
    PartCategory category;
    Kind kind;
};
constexpr std::array kCooling = {FloorRow<CoolingUnitKind>{PartCategory::Crah, CoolingUnitKind::PerimeterAir},
                                 FloorRow<CoolingUnitKind>{PartCategory::FanWall, CoolingUnitKind::FanWall},
                                 FloorRow<CoolingUnitKind>{PartCategory::InRowCooler, CoolingUnitKind::InRow},
                                 FloorRow<CoolingUnitKind>{PartCategory::Cdu, CoolingUnitKind::CduRow},
                                 FloorRow<CoolingUnitKind>{PartCategory::ImmersionTank, CoolingUnitKind::ImmersionTank},
                                 FloorRow<CoolingUnitKind>{PartCategory::Chiller, CoolingUnitKind::Chiller},
                                 FloorRow<CoolingUnitKind>{PartCategory::DryCooler, CoolingUnitKind::DryCooler},
                                 FloorRow<CoolingUnitKind>{PartCategory::PumpUnit, CoolingUnitKind::Pump}};
constexpr std::array kPower = {
    FloorRow<PowerElementKind>{PartCategory::RemotePowerPanel, PowerElementKind::RemotePowerPanel},
    FloorRow<PowerElementKind>{PartCategory::Ups, PowerElementKind::Ups},
    FloorRow<PowerElementKind>{PartCategory::Battery, PowerElementKind::Battery},
    FloorRow<PowerElementKind>{PartCategory::Transformer, PowerElementKind::Transformer},
    FloorRow<PowerElementKind>{PartCategory::Switchgear, PowerElementKind::Switchgear},
    FloorRow<PowerElementKind>{PartCategory::Generator, PowerElementKind::Generator}};

template <class Row>
std::string nextName(const Table<Row>& table, const std::string& kind) {
    auto taken = edits::namesOf(table);
    return edits::freeName(kind + " 1", taken);
}

// What fits a rack of its mounting goes there.
bool standsByItself(const Part& part) { return part.mounting == Mounting::Floor || part.mounting == Mounting::None; }

} // namespace

std::optional<Edit> dropOnFloor(const edits::Target& target, const PartPtr& part, const OnFloor& place,
                                const Texts& texts) {
    const Design* design = target.design();
    if (!design || !standsByItself(*part))
        return std::nullopt;
    const auto named = [&texts](const char* words, auto kind) { return texts.text(words + std::string(enumName(kind))); };
    for (const auto& row : kCooling)
        if (row.category == part->category) {
            CoolingUnit unit;
            unit.kind = row.kind;
            unit.placement = place;
            unit.name = nextName(design->coolingUnits, named("cooling-unit.", row.kind));
            return edits::putCoolingUnit(target, std::move(unit), part);
        }
    for (const auto& row : kPower)
        if (row.category == part->category) {
            PowerElement element;
            element.kind = row.kind;
            element.placement = place;
            element.name = nextName(design->powerElements, named("power-kind.", row.kind));
            return edits::putPowerElement(target, std::move(element), part);
        }
    const PartFamily family = familyOf(part->category);
    const bool isSystem = family == PartFamily::Compute || family == PartFamily::Storage || family == PartFamily::Network;
    if (part->mounting != Mounting::Floor || !isSystem)
        return std::nullopt;
    Device device;
    device.placement = place;
    device.name = nextName(design->devices, part->model.empty() ? part->id : part->model);
    return edits::placeDevice(target, std::move(device), part);
}

} // namespace rackwright
