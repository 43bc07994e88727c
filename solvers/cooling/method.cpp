// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/method.h"

#include "solvers/cooling/heat.h"

#include <algorithm>

namespace rackwright {

namespace {

CoolingMethod methodOf(CoolingUnitKind kind) {
    switch (kind) {
    case CoolingUnitKind::PerimeterAir:
    case CoolingUnitKind::FanWall:
    case CoolingUnitKind::Chiller:
    case CoolingUnitKind::DryCooler:
    case CoolingUnitKind::CoolingTower:
    case CoolingUnitKind::Pump:
        return CoolingMethod::PerimeterAir;
    case CoolingUnitKind::InRow:
        return CoolingMethod::InRow;
    case CoolingUnitKind::RearDoor:
        return CoolingMethod::RearDoor;
    case CoolingUnitKind::CduRow:
    case CoolingUnitKind::CduInRack:
    case CoolingUnitKind::CduLiquidToAir:
        return CoolingMethod::DirectToChip;
    case CoolingUnitKind::ImmersionTank:
        return CoolingMethod::Immersion;
    }
    RW_CHECK(false, "every kind of cooling unit is of a method");
}

// A rack belongs to an aisle when a point this far before its front or behind its rear lies in it.
constexpr Length kIntoAisle = Length::millimetres(300);

bool isContained(const Context& context, const Rack& rack) {
    const Part* part = context.part(rack.part);
    const auto depth = part ? fact(*part, attribute::depth).typical() : std::nullopt;
    if (!depth)
        return false;
    const Footprint place{rack.centre, Length(), *depth, rack.rotation};
    const Length reach = *depth / 2 + kIntoAisle;
    const std::array<Point, 2> points = {placed(place, {Length(), -reach}), placed(place, {Length(), reach})};
    return std::ranges::any_of(context.design().roomObjects, [&](const RoomObject& object) {
        const auto* aisle = std::get_if<Aisle>(&object.shape);
        return aisle && aisle->isContained && object.room == rack.room && object.scope.isPresent() &&
               std::ranges::any_of(points, [&](Point point) { return contains(aisle->outline, point); });
    });
}

} // namespace

std::optional<RackCooling> coolingOf(const Context& context, const Rack& rack, HeatKind kind) {
    RackCooling cooling;
    for (const CoolingService* service : context.contents(rack.id).services) {
        if (service->heat != kind)
            continue;
        const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
        if (kind == HeatKind::Liquid || takesAir(unit->kind))
            cooling.units.push_back(unit);
    }
    if (cooling.units.empty())
        return std::nullopt;
    // Of units of several methods the densest decides.
    for (const CoolingUnit* unit : cooling.units)
        cooling.method = std::max(cooling.method, methodOf(unit->kind));
    if (cooling.method == CoolingMethod::PerimeterAir && isContained(context, rack))
        cooling.method = CoolingMethod::ContainedAir;
    return cooling;
}

MethodBand bandOf(CoolingMethod method) {
    switch (method) {
    case CoolingMethod::PerimeterAir:
        return {setting_of::perimeterLow, setting_of::perimeterHigh};
    case CoolingMethod::ContainedAir:
        return {setting_of::containedLow, setting_of::containedHigh};
    case CoolingMethod::InRow:
        return {setting_of::inRowLow, setting_of::inRowHigh};
    case CoolingMethod::RearDoor:
        return {setting_of::rearDoorLow, setting_of::rearDoorHigh};
    case CoolingMethod::DirectToChip:
        return {setting_of::directLow, setting_of::directHigh};
    case CoolingMethod::Immersion:
        return {setting_of::immersionLow, setting_of::immersionHigh};
    }
    RW_CHECK(false, "every method has its band");
}

Value servedHeatLimit(const Context& context, Id<Rack> rack, HeatKind kind, const Value& band) {
    std::int64_t units = 0;
    std::optional<Value> least;
    for (const CoolingService* service : context.contents(rack).services) {
        if (service->heat != kind)
            continue;
        const CoolingUnit& unit = *context.design().coolingUnits.find(service->unit);
        if (kind == HeatKind::Air && !takesAir(unit.kind))
            continue;
        ++units;
        const Value rating = unitRating<Value>(context, unit).si();
        if (!rating.isUnknown() && (!least || rating.typical() < least->typical()))
            least = rating;
    }
    if (!least)
        return band;
    const Value rated = *least * Value(static_cast<double>(units));
    return band.isUnknown() || rated.typical() < band.typical() ? rated : band;
}

CoolingMethod lowestMethodFor(const Context& context, Power heat) {
    for (const CoolingMethod method :
         {CoolingMethod::PerimeterAir, CoolingMethod::InRow, CoolingMethod::RearDoor, CoolingMethod::DirectToChip})
        if (heat.si() < plainSetting(context, settingFact(bandOf(method).low)).typical())
            return method;
    return CoolingMethod::Immersion;
}

std::string_view spoken(CoolingMethod method) {
    constexpr std::array<std::string_view, EnumNames<CoolingMethod>::names.size()> words = {
        "perimeter air", "contained air", "in-row cooling", "rear doors", "direct-to-chip liquid", "immersion"};
    return words[static_cast<std::size_t>(method)];
}

Message methodWord(CoolingMethod method) { return Message("cooling.method." + std::string(enumName(method))); }

} // namespace rackwright
