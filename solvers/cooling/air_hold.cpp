// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/air_hold.h"

#include "model/design/geometry.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/engine/judging.h"
#include "solvers/power/power_ways.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace rackwright {

namespace {

constexpr double kAirCapacity = 1005;  ///< J/(kg K)
constexpr double kSteelCapacity = 460; ///< J/(kg K)
/// Masses and their coupling are known to a half: at the least the time is that of the air alone.
constexpr double kHoldBand = 0.5;

bool coolsRoom(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::PerimeterAir || kind == CoolingUnitKind::FanWall || kind == CoolingUnitKind::InRow;
}

// One of its circuits comes through a UPS.
bool isOnUps(const Context& context, const CoolingUnit& unit) {
    const auto& ways = context.lookUp<PowerWays>();
    return std::ranges::any_of(context.linksTo(unit.id),
                               [&](const PowerLink* link) { return ways.hasUps(link->from); });
}

bool arePumpsOnUps(const Context& context, Id<CoolingLoop> loop) {
    return std::ranges::all_of(context.design().coolingUnits, [&](const CoolingUnit& unit) {
        const bool movesIt = unit.kind == CoolingUnitKind::Pump && (unit.primary == loop || unit.secondary == loop);
        return !movesIt || !unit.scope.isPresent() || isOnUps(context, unit);
    });
}

// J/K of the water that runs through the coils as long as fans and pumps run: that of their loops, each once.
double waterOf(const Context& context, const std::vector<const CoolingUnit*>& units) {
    if (!std::ranges::all_of(units, [&](const CoolingUnit* unit) { return isOnUps(context, *unit); }))
        return 0;
    std::set<Id<CoolingLoop>> loops;
    for (const CoolingUnit* unit : units)
        loops.insert(unit->primary);
    double water = 0;
    for (const Id<CoolingLoop> id : loops) {
        const CoolingLoop* loop = context.design().coolingLoops.find(id);
        const auto coolant = loop ? coolantOf(*loop) : std::nullopt;
        if (loop && loop->volume && coolant && arePumpsOnUps(context, id))
            water += loop->volume->si() * coolant->perKelvin();
    }
    return water;
}

/// What the racks of a room give and hold.
struct RoomRacks {
    Value heat{0.0}, mass{0.0};
    double limit = 0; ///< K
    bool isLimitOpen = false;
    bool isAirOnly = true;
    std::set<Id<CoolingUnit>> units;
};

void addRack(const Context& context, const LikeRacks& like, const Value& ofClass, RoomRacks& found) {
    const auto count = static_cast<double>(like.count());
    const Id<Rack> first = like.first->id;
    if (context.contents(first).groups.empty())
        return;
    const Value liquid = rackHeat<Value>(context, first, HeatKind::Liquid).si();
    found.isAirOnly = found.isAirOnly && (liquid.isUnknown() || liquid.typical() <= 0);
    found.heat = found.heat + rackHeat<Value>(context, first, HeatKind::Air).si() * Value(count);
    found.mass = found.mass + rackWeight<Value>(context, *like.first).si() * Value(count);
    for (const PartCount& group : context.contents(first).groups) {
        if (!drawsPower(context.part(group.part)))
            continue;
        const Value stated = plainPartNumber(context, group.part, attribute::inletMaximum.key);
        const Value& limit = stated.isKnown() ? stated : ofClass;
        if (limit.isUnknown())
            found.isLimitOpen = true;
        else
            found.limit = found.limit > 0 ? std::min(found.limit, limit.typical()) : limit.typical();
    }
    for (const Rack* rack : like.racks)
        for (const CoolingService* service : context.contents(rack->id).services)
            if (service->heat == HeatKind::Air)
                found.units.insert(service->unit);
}

} // namespace

// The rise of the air is (P t + C_m h) / (C_a + C_m) with h = P / C_a tau (1 - exp(-t / tau)); it never falls.
double secondsToRise(double watts, double air, double mass, double follow, double rise) {
    double low = air * rise / watts, high = (air + mass) * rise / watts;
    const double tau = follow * air / (air + mass);
    const auto riseAt = [&](double t) {
        const double ahead = tau > 0 ? -watts / air * tau * std::expm1(-t / tau) : 0;
        return (watts * t + mass * ahead) / (air + mass);
    };
    constexpr int kSteps = 60;
    for (int i = 0; i < kSteps; ++i) {
        const double middle = (low + high) / 2;
        (riseAt(middle) < rise ? low : high) = middle;
    }
    return (low + high) / 2;
}

std::optional<AirHold> airHoldOf(const Context& context, const Room& room) {
    RoomRacks racks;
    const Value ofClass = plainSetting(context, settingFact(setting_of::inletAllowed));
    const Value follow = plainSetting(context, settingFact(setting_of::massFollows));
    for (const LikeRacks& like : context.likeRacks(room.id))
        addRack(context, like, ofClass, racks);
    std::vector<const CoolingUnit*> units;
    bool areRoomUnits = true;
    for (const Id<CoolingUnit> id : racks.units)
        if (const CoolingUnit* unit = context.design().coolingUnits.find(id); unit && unit->scope.isPresent()) {
            units.push_back(unit);
            areRoomUnits = areRoomUnits && coolsRoom(unit->kind);
        }
    if (units.empty() || !areRoomUnits || !racks.isAirOnly)
        return std::nullopt;
    AirHold hold;
    hold.limit = racks.limit;
    const auto height = room.clearHeight ? std::optional(room.clearHeight->inMetres())
                                         : siteNumber(context.project(), site::clearHeight);
    std::optional<double> supply = siteNumber(context.project(), site::supplyAir);
    for (const CoolingUnit* unit : units)
        if (unit->supply)
            supply = std::max(supply.value_or(0), unit->supply->inKelvin());
    if (!height || room.outline.empty())
        hold.missing = std::string(site::clearHeight);
    else if (!supply)
        hold.missing = std::string(site::supplyAir);
    else if (!racks.heat.isKnown())
        hold.missing = missingPower(context, context.groups(room.id));
    else if (racks.mass.isUnknown())
        hold.missing = missingNumber(context, context.groups(room.id), attribute::weight.key);
    else if (racks.isLimitOpen)
        hold.missing = std::string(setting_of::inletAllowed.key);
    else if (follow.isUnknown())
        hold.missing = std::string(setting_of::massFollows.key);
    if (!hold.missing.empty() || racks.heat.typical() <= 0)
        return hold;
    const double rise = std::max(0.0, racks.limit - *supply);
    const double air = area(room.outline).si() * *height * airDensity<Value>(context).si().typical() * kAirCapacity +
                       waterOf(context, units);
    const double mass = kSteelCapacity * racks.mass.typical();
    const double seconds = secondsToRise(racks.heat.typical(), air, mass, follow.typical(), rise);
    const double least = std::max(air * rise / racks.heat.typical(), (1 - kHoldBand) * seconds);
    hold.seconds = Value::range(least, seconds, (1 + kHoldBand) * seconds, Grade::Estimate);
    return hold;
}

} // namespace rackwright
