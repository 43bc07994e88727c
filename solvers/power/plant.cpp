// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/plant.h"

#include "solvers/power/loads.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace rackwright {

namespace {

/// What takes the heat of a loop, or the name of the thing behind which nothing is drawn.
struct Outlet {
    PlantPath path;
    std::string open;
};

bool isMachineOutside(CoolingUnitKind kind) {
    return kind == CoolingUnitKind::Chiller || kind == CoolingUnitKind::DryCooler ||
           kind == CoolingUnitKind::CoolingTower;
}

/// Follows loops from where heat enters to the machines that take it out of the building.
class OutletSearch {
public:
    explicit OutletSearch(const Context& context) {
        for (const CoolingLoop& loop : context.design().coolingLoops)
            if (loop.scope.isPresent())
                m_loops[loop.id] = &loop;
        for (const CoolingUnit& unit : context.design().coolingUnits)
            if (unit.scope.isPresent() && unit.secondary && unit.kind != CoolingUnitKind::Pump)
                m_suppliers[unit.secondary].push_back(&unit);
    }

    bool hasLoop(const CoolingUnit& unit) const { return m_loops.contains(unit.primary); }

    Outlet of(const CoolingUnit& unit) const {
        std::set<Id<CoolingLoop>> seen;
        return hasLoop(unit) ? ofLoop(unit.primary, seen) : Outlet{{}, nameOf(unit)};
    }

private:
    static std::string nameOf(const CoolingUnit& unit) {
        return unit.name.empty() ? "cooling unit " + std::to_string(unit.id.value) : unit.name;
    }
    std::string nameOf(Id<CoolingLoop> loop) const {
        const std::string& name = m_loops.at(loop)->name;
        return name.empty() ? "loop " + std::to_string(loop.value) : name;
    }
    const std::vector<const CoolingUnit*>& suppliers(Id<CoolingLoop> loop) const {
        static const std::vector<const CoolingUnit*> none;
        const auto it = m_suppliers.find(loop);
        return it == m_suppliers.end() ? none : it->second;
    }

    Outlet ofLoop(Id<CoolingLoop> loop, std::set<Id<CoolingLoop>>& seen) const {
        if (!seen.insert(loop).second)
            return {{}, nameOf(loop)};
        Outlet outlet;
        outlet.path.water = loop;
        const CoolingUnit* exchanger = nullptr;
        for (const CoolingUnit* unit : suppliers(loop)) {
            if (isMachineOutside(unit->kind))
                addMachine(outlet, *unit);
            else if (!exchanger && hasLoop(*unit))
                exchanger = unit;
        }
        const PlantPath& path = outlet.path;
        if (path.hasChiller || path.hasDryCooler || path.hasTower)
            return outlet;
        // The units that supply one loop are alike: where one gives its heat, the others do.
        return exchanger ? ofLoop(exchanger->primary, seen) : Outlet{{}, nameOf(loop)};
    }

    void addMachine(Outlet& outlet, const CoolingUnit& unit) const {
        outlet.path.hasDryCooler |= unit.kind == CoolingUnitKind::DryCooler;
        outlet.path.hasTower |= unit.kind == CoolingUnitKind::CoolingTower;
        if (unit.kind != CoolingUnitKind::Chiller)
            return;
        outlet.path.hasChiller = true;
        if (!hasLoop(unit)) // cooled by air
            return;
        const auto& behind = suppliers(unit.primary);
        const auto isOf = [&behind](CoolingUnitKind kind) {
            return std::ranges::any_of(behind, [kind](const CoolingUnit* each) { return each->kind == kind; });
        };
        outlet.path.isTowerCooled |= isOf(CoolingUnitKind::CoolingTower);
        if (!isOf(CoolingUnitKind::CoolingTower) && !isOf(CoolingUnitKind::DryCooler))
            outlet.open = nameOf(unit.primary);
    }

    std::map<Id<CoolingLoop>, const CoolingLoop*> m_loops;
    std::map<Id<CoolingLoop>, std::vector<const CoolingUnit*>> m_suppliers;
};

/// Watts of the devices of a rack that go to air or to liquid, by nameplate; whether that is known of all.
struct RackWatts {
    double air = 0, liquid = 0;
    bool isKnown = true;
};

RackWatts wattsOf(const Context& context, const RackContents& contents) {
    RackWatts watts;
    for (const PartCount& group : contents.groups) {
        const Part* part = context.part(group.part);
        if (!drawsPower(part))
            continue;
        const Value power = plainPartPower(context, group.part, PowerModeKind::Maximum);
        const Value liquid = plainPartNumber(context, group.part, attribute::liquidShare.key);
        const bool isOfAir = !part || part->heatPath == HeatPath::Air || part->heatPath == HeatPath::Unknown;
        watts.isKnown = watts.isKnown && power.isKnown() && (liquid.isKnown() || isOfAir);
        const double all = power.isKnown() ? power.typical() * static_cast<double>(group.count) : 0;
        const double share = liquid.isKnown() ? std::clamp(liquid.typical(), 0.0, 1.0) : 0;
        watts.liquid += all * share;
        watts.air += all * (1 - share);
    }
    return watts;
}

auto orderOf(const PlantPath& path) {
    return std::tuple(path.hasDryCooler, path.hasTower, path.hasChiller, path.isTowerCooled, path.isLiquid,
                      path.hasFans, path.water);
}

static_assert([] {
    for (std::size_t i = 0; i < setting_of::kPueArchetypes.size(); ++i)
        if (setting_of::kPueArchetypes[i].word != EnumNames<PlantKind>::names[i])
            return false;
    return setting_of::kPueArchetypes.size() == EnumNames<PlantKind>::names.size();
}());

} // namespace

PlantKind plantKindOf(const PlantPath& path) {
    if (path.takesOutsideAir)
        return PlantKind::AirEconomiser;
    if (path.hasTower)
        return path.isLiquid ? PlantKind::LiquidTower : PlantKind::WaterEconomiser;
    if (path.hasDryCooler)
        return path.isLiquid ? PlantKind::LiquidDryCooler : PlantKind::DryCooler;
    return path.isTowerCooled ? PlantKind::WaterChiller : PlantKind::MidsizeChiller;
}

PlantPath plantPathOf(PlantKind kind) {
    PlantPath path;
    path.takesOutsideAir = kind == PlantKind::AirEconomiser;
    path.hasTower = kind == PlantKind::WaterEconomiser || kind == PlantKind::LiquidTower;
    path.hasDryCooler = kind == PlantKind::DryCooler || kind == PlantKind::LiquidDryCooler;
    path.isLiquid = kind == PlantKind::LiquidDryCooler || kind == PlantKind::LiquidTower;
    path.hasFans = !path.isLiquid;
    path.isTowerCooled = kind == PlantKind::WaterEconomiser || kind == PlantKind::WaterChiller;
    path.hasChiller = !path.isLiquid;
    path.isAssisted = path.takesOutsideAir || path.hasDryCooler;
    return path;
}

DrawnPlant::DrawnPlant(const Context& context) {
    const OutletSearch search(context);
    std::map<Id<CoolingUnit>, Outlet> outlets;
    std::map<decltype(orderOf(PlantPath{})), std::pair<PlantPath, double>> byPath;
    std::string toRoom; // a unit that gives the heat of liquid to the room's air, whose units take it out
    double all = 0, intoRoom = 0;
    const auto add = [&](const CoolingService& service, std::int64_t sharers, double watts) {
        const CoolingUnit* unit = context.design().coolingUnits.find(service.unit);
        if (!unit)
            return;
        if (unit->kind == CoolingUnitKind::CduLiquidToAir) {
            toRoom = unit->name;
            intoRoom += watts / static_cast<double>(sharers);
            return;
        }
        auto it = outlets.find(unit->id);
        if (it == outlets.end()) {
            it = outlets.emplace(unit->id, search.of(*unit)).first;
            m_isOnWater = m_isOnWater || search.hasLoop(*unit);
            if (m_open.empty())
                m_open = it->second.open;
        }
        PlantPath path = it->second.path;
        path.isLiquid = service.heat == HeatKind::Liquid;
        path.hasFans = !path.isLiquid && unit->kind != CoolingUnitKind::RearDoor;
        const double part = watts / static_cast<double>(sharers);
        auto& sum = byPath.emplace(orderOf(path), std::pair(path, 0.0)).first->second;
        sum.second += part;
        all += part;
    };
    for (const LikeRacks& like : context.likeRacks()) {
        const RackWatts watts = wattsOf(context, context.contents(like.first->id));
        m_areSharesKnown = m_areSharesKnown && watts.isKnown;
        for (const Rack* rack : like.racks) {
            const auto& services = context.contents(rack->id).services;
            const auto isServed = [&services](HeatKind heat) {
                return std::ranges::find(services, heat, &CoolingService::heat) != services.end();
            };
            const bool lacksAir = watts.air > 0 && !isServed(HeatKind::Air);
            m_leavesHeat = m_leavesHeat || lacksAir || (watts.liquid > 0 && !isServed(HeatKind::Liquid));
            for (const CoolingService* service : services) {
                const auto sharers = std::ranges::count(services, service->heat, &CoolingService::heat);
                add(*service, sharers, service->heat == HeatKind::Air ? watts.air : watts.liquid);
            }
        }
    }
    double ofAir = 0;
    for (const auto& [order, path] : byPath)
        ofAir += path.first.isLiquid ? 0 : path.second;
    if (!toRoom.empty() && ofAir <= 0 && m_open.empty())
        m_open = toRoom;
    for (auto& [order, path] : byPath) {
        const double more = path.first.isLiquid || ofAir <= 0 ? 0 : intoRoom * path.second / ofAir;
        path.first.share = all > 0 ? (path.second + more) / (all + (ofAir > 0 ? intoRoom : 0)) : 1;
        if (path.second > 0 || all <= 0)
            m_paths.push_back(path.first);
    }
    if (all <= 0 && m_paths.size() > 1)
        m_areSharesKnown = false;
}

std::optional<PlantKind> chosenPlant(const Context& context) {
    const Setting* chosen = context.setting(setting_of::plant);
    return chosen ? enumFromName<PlantKind>(chosen->value) : std::nullopt;
}

} // namespace rackwright
