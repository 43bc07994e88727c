// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/power/power_domain.h"

#include "solvers/engine/define_figure.h"
#include "solvers/power/cap_plan.h"
#include "solvers/power/feed_loads.h"
#include "solvers/power/figures.h"
#include "solvers/power/formulas.h"
#include "solvers/power/loads.h"
#include "solvers/power/plant.h"
#include "solvers/power/powers_schedule.h"
#include "solvers/power/profile_figures.h"
#include "solvers/power/profile_settings.h"

namespace rackwright {

namespace {

constexpr std::string_view kSumReference = "reference.sum-over-devices";

Id<Rack> rackOf(Subject subject) { return subject.as<Rack>(); }
Id<Room> roomOf(Subject subject) { return subject.as<Room>(); }

/// One kind of load of the design, its rooms and its racks.
struct LoadFigures {
    LoadKind kind;
    FigureHandle design, room, rack;
};
constexpr LoadFigures kLoads[] = {
    {LoadKind::Nameplate, figure_of::powerItNameplate, figure_of::roomPowerItNameplate, figure_of::rackPowerNameplate},
    {LoadKind::Peak, figure_of::powerItPeak, figure_of::roomPowerItPeak, figure_of::rackPowerPeak},
    {LoadKind::Average, figure_of::powerItAverage, figure_of::roomPowerItAverage, figure_of::rackPowerAverage},
    {LoadKind::Idle, figure_of::powerItIdle, figure_of::roomPowerItIdle, figure_of::rackPowerIdle}};

void addLoads(std::vector<FigureDefinition>& figures, const LoadFigures& load) {
    const LoadKind kind = load.kind;
    const Reads reads = Reads::only({"rack_contents"});
    FigureDefinition it = figureRow(load.design, "kW", kSumReference, reads);
    it.isHeadline = kind == LoadKind::Peak;
    figures.push_back(figure(it, [kind]<class N>(std::type_identity<N>, const Context& context, Subject) {
        return itPower<N>(context, context.groups(), kind);
    }));
    figures.push_back(figure(figureRow(load.room, "kW", kSumReference, reads),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return itPower<N>(context, context.groups(roomOf(subject)), kind);
                             }));
    figures.push_back(figure(figureRow(load.rack, "kW", kSumReference, Reads::rackLike()),
                             [kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return rackPower<N>(context, rackOf(subject), kind);
                             }));
}

void addSite(std::vector<FigureDefinition>& figures) {
    const Reads reads = readsUtility();
    const std::string_view chain = "reference.chain-of-losses";
    const auto add = [&](FigureHandle of, std::string unit, auto kernel, bool isHeadline = false) {
        FigureDefinition definition = figureRow(of, std::move(unit), chain, reads);
        definition.isHeadline = isHeadline;
        figures.push_back(figure(std::move(definition), kernel));
    };
    add(figure_of::powerPue, "",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return pue<N>(context); });
    add(figure_of::powerDistributionLoss, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        const auto it = itPower<N>(context, context.groups(), LoadKind::Peak);
        if (context.lookUp<DrawnUtility>().isWhole())
            return drawnUtilityPower<N>(context) - it - drawnCoolingPower<N>(context);
        return it * N(constant<N>(1.0) / chainEfficiency<N>(context).si() - constant<N>(1.0));
    });
    add(figure_of::powerCoolingPeak, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        if (context.lookUp<DrawnUtility>().isWhole())
            return drawnCoolingPower<N>(context);
        if (isMoreDrawn(context))
            return utilityPower<N>(context, LoadKind::Peak) -
                   itPower<N>(context, context.groups(), LoadKind::Peak) / chainEfficiency<N>(context).si();
        const N share = pue<N>(context).si() - constant<N>(1.0) / chainEfficiency<N>(context).si();
        return itPower<N>(context, context.groups(), LoadKind::Peak) * N(maximum(share, constant<N>(0.0)));
    });
    add(
        figure_of::powerUtilityPeak, "kW",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return utilityPower<N>(context, LoadKind::Peak);
        },
        true);
    add(figure_of::powerUtilityDrawn, "kW",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return drawnUtilityPower<N>(context); });
    add(figure_of::powerUtilityAverage, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return utilityPower<N>(context, LoadKind::Average);
    });
    add(figure_of::powerEnergyYear, "MWh", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return utilityPower<N>(context, LoadKind::Average) * Quantity<dim::Time, N>(constant<N>(unit::year.si()));
    });
    add(figure_of::powerSiteLimit, "kW", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return siteQuantity<N, dim::Power>(context, site::powerLimit);
    });
    add(figure_of::powerSiteLoad, "kW",
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return siteLoad<N>(context); });
    add(figure_of::powerSiteShare, "%", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return siteLoad<N>(context) / siteQuantity<N, dim::Power>(context, site::powerLimit);
    });
    FigureDefinition worst = figureRow(figure_of::powerRackWorst, "kW", kSumReference, reads);
    worst.isHeadline = true;
    figures.push_back(figure(worst, []<class N>(std::type_identity<N>, const Context& context, Subject) {
        Largest<dim::Power, N> largest;
        for (const LikeRacks& like : context.likeRacks())
            largest.add(named(rackPower<N>(context, like.first->id, LoadKind::Peak), like.first->name, "kW"));
        return largest.value();
    }));
}

const PowerElement& elementOf(const Context& context, Subject subject) {
    return rowOf(context.design().powerElements, subject);
}

// The loads of an element, and the rating that they are compared with.
Fingerprint feedLoadsOf(const Context& context, Subject subject) {
    Digest digest;
    digest.add(context.lookUp<FeedLoads>().fingerprint(subject.as<PowerElement>()));
    digest.add(ratingFingerprint(context, elementOf(context, subject)));
    return digest.value();
}

void addElements(std::vector<FigureDefinition>& figures) {
    // An edit of racks reaches the elements whose loads it changes.
    Reads loads = Reads::within({"rack_contents", "power_links"}, feedLoadsOf);
    loads.tables = {"power_elements"};
    const std::string_view rule = "reference.feed-loads";
    const auto add = [&](FigureHandle of, std::string unit, const Reads& reads, auto kernel) {
        figures.push_back(figure(figureRow(of, std::move(unit), rule, reads), kernel));
    };
    struct Load {
        FigureHandle of;
        LoadKind kind;
    };
    for (const Load& load :
         {Load{figure_of::feedPowerNameplate, LoadKind::Nameplate}, Load{figure_of::feedPowerPeak, LoadKind::Peak}})
        add(load.of, "kW", loads,
            [kind = load.kind]<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                return elementPower<N>(context, elementOf(context, subject), kind);
            });
    add(figure_of::feedPowerOtherLost, "kW", loads,
        []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            const PowerElement& element = elementOf(context, subject);
            std::optional<Quantity<dim::Power, N>> lost;
            if constexpr (std::is_same_v<N, Value>) {
                if (const auto plain = plainOtherLost(context, element))
                    lost = Quantity<dim::Power, N>(*plain);
            } else {
                lost = otherLostPower<N>(context, element);
            }
            return lost ? *lost : elementPower<N>(context, element, LoadKind::Nameplate);
        });
    add(figure_of::feedRating, "kW", Reads::only({"power_elements", "power_links"}),
        []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
            return elementRating<N>(context, elementOf(context, subject));
        });
    add(figure_of::feedShare, "%", loads, []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        const PowerElement& element = elementOf(context, subject);
        return elementPower<N>(context, element, LoadKind::Peak) / elementRating<N>(context, element);
    });
}

} // namespace

Domain powerDomain() {
    Domain domain;
    domain.name = "power";
    for (const LoadFigures& load : kLoads)
        addLoads(domain.figures, load);
    addSite(domain.figures);
    addElements(domain.figures);
    addProfileFigures(domain.figures);
    domain.rules = powerRules();
    domain.settings = {settingDefinition(setting_of::peakRatio, "setting.power.peak-ratio"),
                       settingDefinition(setting_of::noDegradation, "setting.power.no-degradation"),
                       settingDefinition(setting_of::continuousFactor, "setting.power.continuous-factor"),
                       settingDefinition(setting_of::cordLength, "setting.power.cord-length"),
                       settingDefinition(setting_of::whipReach, "setting.power.whip-reach"),
                       settingDefinition(setting_of::powerFactor, "setting.power.power-factor"),
                       settingDefinition(setting_of::phaseImbalance, "setting.power.phase-imbalance"),
                       settingDefinition(setting_of::synchronousShare, "setting.power.synchronous-share"),
                       settingDefinition(setting_of::rampSmoothing, "setting.power.ramp-smoothing"),
                       settingDefinition(setting_of::smoothedShare, "setting.power.smoothed-share"),
                       settingDefinition(setting_of::batteryEndOfLife, "setting.power.battery-end-of-life"),
                       settingDefinition(setting_of::generatorStart, "setting.power.generator-start"),
                       settingDefinition(setting_of::coolingRestart, "setting.power.cooling-restart"),
                       settingDefinition(setting_of::coincidence, "setting.power.coincidence"),
                       settingDefinition(setting_of::averageFraction, "setting.power.average-fraction"),
                       settingDefinition(setting_of::rackPduEfficiency, "setting.power.rack-pdu-efficiency"),
                       settingDefinition(setting_of::upsEfficiency, "setting.power.ups-efficiency"),
                       settingDefinition(setting_of::transformerEfficiency, "setting.power.transformer-efficiency")};
    SettingDefinition plant;
    plant.key = setting_of::plant;
    plant.source = {"LBNL", "LBNL-2001637", {}, "figure 4.4"};
    plant.meaning = "setting.power.plant";
    for (const setting_of::PueArchetype& archetype : setting_of::kPueArchetypes)
        plant.words += (plant.words.empty() ? "" : "|") + std::string(archetype.word);
    domain.settings.push_back(plant);
    SettingDefinition pueSetting;
    pueSetting.key = setting_of::pue;
    pueSetting.defaultSi = setting_of::kPueArchetypes.front().typical;
    pueSetting.lowSi = setting_of::kPueArchetypes.front().low;
    pueSetting.highSi = setting_of::kPueArchetypes.front().high;
    pueSetting.grade = Grade::ThirdParty;
    pueSetting.source = plant.source;
    pueSetting.meaning = "setting.power.pue";
    domain.settings.push_back(pueSetting);
    domain.formulas = addPowerFormulas;
    domain.schedules = {
        {"power", 40, [](const ScheduleInput& in) { return powerSchedule(in.context, in.figures); }, true},
        {"powers", 41, [](const ScheduleInput& in) { return powersSchedule(in.context); }, true},
        {"outlet-map", 42, [](const ScheduleInput& in) { return outletMap(in.context); }, true},
        {"power-caps", 43, [](const ScheduleInput& in) { return capSchedule(in.context); }, true},
        {"panel-schedule", 44, [](const ScheduleInput& in) { return panelSchedule(in.context, in.figures); }, true}};
    return domain;
}

} // namespace rackwright
