// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cooling/cooling_domain.h"

#include "solvers/cooling/figures.h"
#include "solvers/cooling/formulas.h"
#include "solvers/cooling/heat.h"
#include "solvers/cooling/loop_solve.h"
#include "solvers/cooling/method.h"
#include "solvers/cooling/year_domain.h"
#include "solvers/engine/define_figure.h"

#include <algorithm>
#include <iterator>

namespace rackwright {

namespace {

constexpr std::string_view kEnergy = "reference.heat-shares";

Id<Rack> rackOf(Subject subject) { return subject.as<Rack>(); }

std::string_view wordOf(HeatKind kind) { return enumName(kind); }

void addHeat(std::vector<FigureDefinition>& figures, HeatKind kind) {
    const std::string word(wordOf(kind));
    const Reads reads = Reads::only({"rack_contents"});
    figures.push_back(figure(figureRow("rack.heat." + word, SubjectKind::Rack, "kW", kEnergy, Reads::rackLike()),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return rackHeat<N>(context, rackOf(subject), kind);
                             }));
    figures.push_back(
        figure(figureRow("rack.heat." + word + ".btu", SubjectKind::Rack, "BTU/h", kEnergy, Reads::rackLike()),
               [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                   return rackHeat<N>(context, rackOf(subject), kind);
               }));
    figures.push_back(figure(figureRow("room.heat." + word, SubjectKind::Room, "kW", kEnergy, reads),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return groupsHeat<N>(context, context.groups(subject.as<Room>()), kind);
                             }));
    figures.push_back(figure(figureRow("heat." + word, SubjectKind::Design, "kW", kEnergy, reads),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return groupsHeat<N>(context, context.groups(), kind);
                             }));
    figures.push_back(figure(figureRow("heat." + word + ".btu", SubjectKind::Design, "BTU/h", kEnergy, reads),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return groupsHeat<N>(context, context.groups(), kind);
                             }));
}

void addFlows(std::vector<FigureDefinition>& figures) {
    const std::string_view air = "reference.airflow";
    const std::string_view liquid = "reference.liquid-flow";
    const Reads rackAir = Reads::rackLike();
    const Reads reads = Reads::only({"rack_contents", "cooling_services", "cooling_units", "cooling_loops"});
    figures.push_back(figure(figureRow(figure_of::rackHeatBtu, "BTU/h", kEnergy, Reads::rackLike()),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return rackHeat<N>(context, rackOf(subject));
                             }));
    figures.push_back(figure(figureRow(figure_of::rackAirflow, "m3/h", air, rackAir),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return groupsAirflow<N>(context, context.contents(rackOf(subject)).groups);
                             }));
    figures.push_back(figure(figureRow(figure_of::rackLiquidFlow, "L/min", liquid, reads),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return rackLiquidFlow<N>(context, rackOf(subject));
                             }));
    figures.push_back(figure(figureRow(figure_of::coolingAirflow, "m3/h", air, Reads::only({"devices"})),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return groupsAirflow<N>(context, context.groups());
                             }));
    figures.push_back(figure(figureRow(figure_of::coolingLiquidFlow, "L/min", liquid, reads),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 Sum<dim::VolumeFlow, N> sum;
                                 for (const LikeRacks& like : context.likeRacks())
                                     sum.add(times(like.count(), "racks like " + like.first->name,
                                                   rackLiquidFlow<N>(context, like.first->id)));
                                 return sum.total();
                             }));
}

const CoolingUnit& unitOf(const Context& context, Subject subject) {
    return rowOf(context.design().coolingUnits, subject);
}

void addLoops(std::vector<FigureDefinition>& figures);

void addUnits(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents", "cooling_services", "cooling_units"});
    const std::string_view rule = "reference.shared-cooling";
    const auto add = [&](FigureHandle of, std::string unit, auto kernel) {
        figures.push_back(figure(figureRow(of, std::move(unit), rule, reads), kernel));
    };
    add(figure_of::coolingUnitHeat, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        return unitHeat<N>(context, subject.as<CoolingUnit>());
    });
    add(figure_of::coolingUnitHeatBtu, "BTU/h",
        []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            return unitHeat<N>(context, subject.as<CoolingUnit>());
        });
    add(figure_of::coolingUnitRating, "kW",
        []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            return unitRating<N>(context, unitOf(context, subject));
        });
    add(figure_of::coolingUnitShare, "%", []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        return unitHeat<N>(context, subject.as<CoolingUnit>()) / unitRating<N>(context, unitOf(context, subject));
    });
    addLoops(figures);
}

void addLoops(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents", "cooling_services", "cooling_units", "cooling_loops"});
    const std::string_view rule = "reference.shared-cooling", energy = "reference.conservation-of-energy";
    FigureDefinition heat = figureRow(figure_of::coolingLoopHeat, "kW", rule, reads);
    figures.push_back(figure(heat, []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        return loopHeat<N>(context, subject.as<CoolingLoop>());
    }));
    FigureDefinition heatBtu = figureRow(figure_of::coolingLoopHeatBtu, "BTU/h", rule, reads);
    figures.push_back(figure(heatBtu, []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        return loopHeat<N>(context, subject.as<CoolingLoop>());
    }));
    const auto add = [&](FigureHandle of, std::string unit, std::string_view reference, auto kernel) {
        figures.push_back(
            figure(figureRow(of, std::move(unit), reference, reads),
                   [kernel]<class N>(std::type_identity<N> number, const Context& context, Subject subject) {
                       return kernel(number, context, rowOf(context.design().coolingLoops, subject));
                   }));
    };
    add(figure_of::coolingLoopFlow, "L/min", energy,
        []<class N>(std::type_identity<N>, const Context& context, const CoolingLoop& loop) {
            return loopFlow<N>(context, loop);
        });
    add(figure_of::coolingLoopFlowStated, "L/min", energy,
        []<class N>(std::type_identity<N>, const Context& context, const CoolingLoop& loop) {
            return loopStatedFlow<N>(context, loop);
        });
    add(figure_of::coolingLoopReturn, "C", energy,
        []<class N>(std::type_identity<N>, const Context& context, const CoolingLoop& loop) {
            return loopReturn<N>(context, loop);
        });
    add(figure_of::coolingLoopPumpPower, "kW", "reference.pump-power",
        []<class N>(std::type_identity<N>, const Context& context, const CoolingLoop& loop) {
            return loopPumpPower<N>(context, loop);
        });
}

// Of units with two loops, and of doors.
void addExchangers(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"rack_contents", "cooling_services", "cooling_units", "cooling_loops"});
    FigureDefinition usable = figure(figureRow(figure_of::coolingUnitUsable, "kW", "reference.approach", reads),
                                     []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                         return usableCapacity<N>(context, unitOf(context, subject));
                                     });
    usable.applies = [](const Context& context, Subject subject) {
        const CoolingUnit& unit = unitOf(context, subject);
        return unit.primary && unit.secondary;
    };
    figures.push_back(std::move(usable));
    FigureDefinition lost =
        figure(figureRow(figure_of::coolingUnitHeatOneLost, "kW", "reference.shared-cooling", reads),
               []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                   return heatAfterLoss<N>(context, unitOf(context, subject));
               });
    lost.applies = [](const Context& context, Subject subject) {
        const CoolingUnit& unit = unitOf(context, subject);
        return unit.secondary || !unit.redundancyGroup.empty();
    };
    figures.push_back(std::move(lost));
    figures.push_back(figure(figureRow(figure_of::rackRearDoorFlow, "L/min", "reference.conservation-of-energy", reads),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return doorWater<N>(context, rackOf(subject));
                             }));
    figures.push_back(
        figure(figureRow(figure_of::coolingRearDoorFlow, "L/min", "reference.conservation-of-energy", reads),
               []<class N>(std::type_identity<N>, const Context& context, Subject) {
                   Sum<dim::VolumeFlow, N> sum;
                   for (const Rack* rack : context.racks())
                       if (hasDoor(context, rack->id))
                           sum.add(named(doorWater<N>(context, rack->id), rack->name, "L/min"));
                   return sum.total();
               }));
}

std::string_view wordOf(CapacityKind kind) {
    switch (kind) {
    case CapacityKind::Air:
        return "air";
    case CapacityKind::Liquid:
        return "liquid";
    case CapacityKind::RearDoor:
        return "rear-door";
    }
    RW_CHECK(false, "every kind of capacity has its word");
}

void addCapacities(std::vector<FigureDefinition>& figures, CapacityKind kind) {
    const Reads reads = Reads::only({"cooling_units", "racks"});
    const std::string word(wordOf(kind));
    const std::string_view rated = "reference.rated-capacities";
    const auto add = [&](SubjectKind subject, const std::string& prefix) {
        figures.push_back(figure(figureRow(prefix + "cooling.capacity." + word, subject, "kW", rated, reads),
                                 [kind]<class N>(std::type_identity<N>, const Context& context, Subject of) {
                                     return capacity<N>(context, kind, Id<Room>{of.id});
                                 }));
        figures.push_back(
            figure(figureRow(prefix + "cooling.capacity." + word + ".one-lost", subject, "kW", rated, reads),
                   [kind]<class N>(std::type_identity<N>, const Context& context, Subject of) {
                       return capacityAfterLoss<N>(context, kind, Id<Room>{of.id});
                   }));
    };
    add(SubjectKind::Design, "");
    add(SubjectKind::Room, "room.");
}

void addMethods(std::vector<FigureDefinition>& figures, HeatKind kind) {
    const std::string word(wordOf(kind));
    const Reads reads = Reads::rackOnly({"room_objects"});
    const auto band = [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject, bool isHigh) {
        const Rack* rack = context.design().racks.find(rackOf(subject));
        const auto cooling = coolingOf(context, *rack, kind);
        if (!cooling)
            return Quantity<dim::Power, N>(
                Numbers<N>::given(Value::unknown(), {"no unit serves the rack", "kW", 1000}, {}));
        const MethodBand limits = bandOf(cooling->method);
        return setting<N>(context, isHigh ? limits.high : limits.low);
    };
    const std::string_view reference = "reference.cooling-bands";
    for (const bool isHigh : {false, true})
        figures.push_back(
            figure(figureRow("rack.cooling." + word + (isHigh ? ".band-high" : ".band-low"), SubjectKind::Rack, "kW",
                             reference, reads),
                   [band, isHigh]<class N>(std::type_identity<N> tag, const Context& context, Subject subject) {
                       return band(tag, context, subject, isHigh);
                   }));
    figures.push_back(
        figure(figureRow("rack.cooling." + word + ".share", SubjectKind::Rack, "%", "reference.shared-cooling",
                         Reads::only({"rack_contents", "cooling_services", "cooling_units"})),
               [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                   Largest<dim::None, N> largest;
                   for (const CoolingService* service : context.contents(rackOf(subject)).services) {
                       if (service->heat != kind)
                           continue;
                       const CoolingUnit* unit = context.design().coolingUnits.find(service->unit);
                       largest.add(unitHeat<N>(context, unit->id) / unitRating<N>(context, *unit));
                   }
                   return largest.value();
               }));
}

} // namespace

Domain coolingDomain() {
    Domain domain;
    domain.name = "cooling";
    addHeat(domain.figures, HeatKind::Air);
    addHeat(domain.figures, HeatKind::Liquid);
    addFlows(domain.figures);
    addUnits(domain.figures);
    addExchangers(domain.figures);
    for (const CapacityKind kind : {CapacityKind::Air, CapacityKind::Liquid, CapacityKind::RearDoor})
        addCapacities(domain.figures, kind);
    addMethods(domain.figures, HeatKind::Air);
    addMethods(domain.figures, HeatKind::Liquid);
    domain.rules = coolingRules();
    for (auto more : {loopRules, airRules, plantRules})
        std::ranges::move(more(), std::back_inserter(domain.rules));
    domain.settings = {
        settingDefinition(setting_of::unknownPathLiquidShare, "setting.cooling.unknown-path-liquid-share"),
        settingDefinition(setting_of::airRise, "setting.cooling.air-rise"),
        settingDefinition(setting_of::airTemperature, "setting.cooling.air-temperature"),
        settingDefinition(setting_of::altitude, "setting.cooling.altitude"),
        settingDefinition(setting_of::liquidFlowPerKilowatt, "setting.cooling.liquid-flow-per-kw"),
        settingDefinition(setting_of::liquidFlowLeast, "setting.cooling.liquid-flow-least"),
        settingDefinition(setting_of::liquidRise, "setting.cooling.liquid-rise"),
        settingDefinition(setting_of::liquidSupply, "setting.cooling.liquid-supply"),
        settingDefinition(setting_of::pumpEfficiency, "setting.cooling.pump-efficiency"),
        settingDefinition(setting_of::inletAllowed, "setting.cooling.inlet-allowed"),
        settingDefinition(setting_of::dewPointMost, "setting.cooling.dew-point-most"),
        settingDefinition(setting_of::dewPointMargin, "setting.cooling.dew-point-margin"),
        settingDefinition(setting_of::coilApproach, "setting.cooling.coil-approach"),
        settingDefinition(setting_of::plantRestart, "setting.cooling.restart-time"),
        settingDefinition(setting_of::massFollows, "setting.cooling.mass-time-constant")};
    for (const CoolingMethod method :
         {CoolingMethod::PerimeterAir, CoolingMethod::ContainedAir, CoolingMethod::InRow, CoolingMethod::RearDoor,
          CoolingMethod::DirectToChip, CoolingMethod::Immersion}) {
        domain.settings.push_back(settingDefinition(bandOf(method).low, "setting.cooling.band-low"));
        domain.settings.push_back(settingDefinition(bandOf(method).high, "setting.cooling.band-high"));
    }
    domain.formulas = addCoolingFormulas;
    domain.schedules = {{"loops", 51, [](const ScheduleInput& in) { return loopSchedule(in.context, in.figures); }}};
    addYear(domain);
    return domain;
}

} // namespace rackwright
