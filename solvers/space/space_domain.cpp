// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/space/space_domain.h"

#include "solvers/engine/define_figure.h"
#include "solvers/space/figures.h"
#include "solvers/space/formulas.h"
#include "solvers/space/inventory.h"
#include "solvers/space/outside_rules.h"
#include "solvers/space/weight.h"

#include <algorithm>
#include <iterator>

namespace rackwright {

namespace {

const Rack& rackOf(const Context& context, Subject subject) { return rowOf(context.design().racks, subject); }

constexpr std::string_view kCounts = "reference.design-counts";
constexpr std::string_view kSheets = "reference.sum-over-parts";

/// All systems but the spare ones.
std::vector<PartCount> groupsInUse(const Context& context) {
    std::vector<PartCount> groups = context.groups();
    for (PartCount spare : spareGroups(context))
        for (PartCount& group : groups)
            if (group.part == spare.part) {
                const std::int64_t taken = std::min(group.count, spare.count);
                group.count -= taken;
                spare.count -= taken;
            }
    std::erase_if(groups, [](const PartCount& group) { return group.count <= 0; });
    return groups;
}

template <class N>
Ratio<N> accelerators(const Context& context, const std::vector<PartCount>& groups, Id<Rack> rack) {
    const auto systems = groupsAccelerators<N>(context, groups);
    const std::int64_t modules = moduleAccelerators(context, rack);
    if (modules == 0)
        return systems;
    return systems + Ratio<N>(counted<N>(modules, "accelerators chosen as modules"));
}

void addAccelerators(std::vector<FigureDefinition>& figures) {
    const Reads reads = Reads::only({"devices", "modules"});
    const auto add = [&](FigureHandle of, std::string unit, auto kernel, bool isHeadline = false) {
        FigureDefinition definition = figureRow(of, std::move(unit), kSheets, reads);
        definition.isHeadline = isHeadline;
        figures.push_back(figure(std::move(definition), kernel));
    };
    add(
        figure_of::designAccelerators, "",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return accelerators<N>(context, context.groups(), {});
        },
        true);
    add(
        figure_of::designAcceleratorsSpare, "",
        []<class N>(std::type_identity<N>, const Context& context, Subject) {
            return groupsAccelerators<N>(context, spareGroups(context));
        },
        true);
    add(figure_of::designAcceleratorsInUse, "", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return accelerators<N>(context, context.groups(), {}) - groupsAccelerators<N>(context, spareGroups(context));
    });
    add(figure_of::designNodes, "", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        Sum<dim::None, N> sum;
        for (const PartCount& group : context.groups())
            if (isAcceleratorSystem(context.part(group.part)))
                sum.add(Ratio<N>(counted<N>(group.count, partName<N>(context, group.part))));
        return sum.total();
    });
    const auto addRate = [&](FigureHandle of, Precision precision) {
        add(of, "PFLOPS", [precision]<class N>(std::type_identity<N>, const Context& context, Subject) {
            return groupsCompute<N>(context, groupsInUse(context), precision);
        });
    };
    addRate(figure_of::designComputeBf16, Precision::Bf16);
    addRate(figure_of::designComputeFp8, Precision::Fp8);
    addRate(figure_of::designComputeFp4, Precision::Fp4);
    add(figure_of::designMemoryGpu, "GB", []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return groupsMemory<N>(context, groupsInUse(context));
    });
    figures.push_back(figure(figureRow(figure_of::rackAccelerators, "", kSheets, Reads::rackOnly({"modules"})),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 const Id<Rack> rack{subject.id};
                                 return accelerators<N>(context, context.contents(rack).groups, rack);
                             }));
    figures.push_back(figure(figureRow(figure_of::roomAccelerators, "", kSheets, Reads::only({"devices", "racks"})),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return groupsAccelerators<N>(context, context.groups(subject.as<Room>()));
                             }));
}

void addSpace(std::vector<FigureDefinition>& figures) {
    const Reads racks = Reads::only({"racks"});
    figures.push_back(figure(figureRow(figure_of::designRacks, "", kCounts, racks),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(counted<N>(std::ssize(context.racks()), "racks"));
                             }));
    figures.push_back(figure(figureRow(figure_of::designDevices, "", kCounts, Reads::only({"devices"})),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 Sum<dim::None, N> sum;
                                 for (const PartCount& group : context.groups())
                                     sum.add(Ratio<N>(counted<N>(group.count, partName<N>(context, group.part))));
                                 return sum.total();
                             }));
    figures.push_back(figure(figureRow(figure_of::designRows, "", kCounts, racks),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return Ratio<N>(counted<N>(std::ssize(rowLengths(context)), "rows of racks"));
                             }));
    figures.push_back(figure(figureRow(figure_of::designRowLongest, "m", kCounts, racks),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 Largest<dim::Length, N> largest;
                                 for (const RowLength& row : rowLengths(context))
                                     largest.add(Quantity<dim::Length, N>(
                                         ownField<N>(row.length.inMetres(), "row " + row.label, "m", Grade::Measured)));
                                 return largest.value();
                             }));
    figures.push_back(figure(figureRow(figure_of::rackUnitsUsed, "U", kCounts, Reads::rackLike()),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 return Ratio<N>(
                                     counted<N>(usedUnits(context, rackOf(context, subject)), "occupied units"));
                             }));
    figures.push_back(figure(figureRow(figure_of::rackUnitsFree, "U", kCounts, Reads::rackLike()),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 const Rack& rack = rackOf(context, subject);
                                 return rackUnits<N>(context, rack) -
                                        Ratio<N>(counted<N>(usedUnits(context, rack), "occupied units"));
                             }));
    const Reads rooms = Reads::only({"rooms", "room_objects", "rack_contents"});
    const auto outline = []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        return Quantity<dim::Area, N>(
            ownField<N>(roomArea(context, subject.as<Room>()).si(), "outline of the room", "m2", Grade::Measured));
    };
    const auto footprints = []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
        Sum<dim::Area, N> sum;
        for (const LikeRacks& like : context.likeRacks(subject.as<Room>()))
            sum.add(times(like.count(), "racks like " + like.first->name, rackFootprint<N>(context, *like.first)));
        return sum.total();
    };
    const auto whiteSpace = [outline]<class N>(std::type_identity<N> tag, const Context& context, Subject subject) {
        return outline(tag, context, subject) -
               Quantity<dim::Area, N>(ownField<N>(blockedArea(context, subject.as<Room>()).si(),
                                                  "columns and keep-outs", "m2", Grade::Measured));
    };
    figures.push_back(figure(figureRow(figure_of::roomArea, "m2", "reference.geometry", rooms), outline));
    figures.push_back(figure(figureRow(figure_of::roomAreaRacks, "m2", "reference.geometry", rooms), footprints));
    figures.push_back(figure(figureRow(figure_of::roomWhiteSpace, "m2", "reference.geometry", rooms), whiteSpace));
    figures.push_back(figure(figureRow(figure_of::roomRacks, "", kCounts, rooms),
                             []<class N>(std::type_identity<N>, const Context& context, Subject subject) {
                                 std::int64_t count = 0;
                                 for (const Rack* rack : context.racks())
                                     count += rack->room == subject.as<Room>() ? 1 : 0;
                                 return Ratio<N>(counted<N>(count, "racks"));
                             }));
    figures.push_back(figure(figureRow(figure_of::designWhiteSpace, "m2", "reference.geometry", rooms),
                             [whiteSpace]<class N>(std::type_identity<N> tag, const Context& context, Subject) {
                                 Sum<dim::Area, N> sum;
                                 for (const Room& room : context.design().rooms)
                                     sum.add(whiteSpace(tag, context, Subject(room.id)));
                                 return sum.total();
                             }));
}

void addWeights(std::vector<FigureDefinition>& figures) {
    const auto add = [&](FigureHandle of, std::string unit, Reads reads, auto kernel) {
        figures.push_back(figure(figureRow(of, std::move(unit), kSheets, std::move(reads)),
                                 [kernel]<class N>(std::type_identity<N> tag, const Context& context, Subject subject) {
                                     return kernel(tag, context, rackOf(context, subject));
                                 }));
    };
    add(figure_of::rackWeightEmpty, "kg", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            if (isRackScaleRack(context, rack))
                return Quantity<dim::Mass, N>(constant<N>(0.0));
            return partNumber<N>(context, rack.part, attribute::weight);
        });
    add(figure_of::rackWeightPayload, "kg", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return rackPayload<N>(context, rack);
        });
    add(figure_of::rackWeight, "kg", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return rackWeight<N>(context, rack);
        });
    add(figure_of::rackMassCentre, "mm", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return massCentre<N>(context, rack);
        });
    add(figure_of::rackFootprint, "m2", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return rackFootprint<N>(context, rack);
        });
    add(figure_of::rackLoadArea, "kg/m2", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return areaLoad<N>(context, rack);
        });
    add(figure_of::rackLoadAreaWithAisles, "kg/m2", readsOfFloor(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return areaLoadWithAisles<N>(context, rack);
        });
    add(figure_of::rackLoadPoint, "kg", Reads::rackLike(),
        []<class N>(std::type_identity<N>, const Context& context, const Rack& rack) {
            return pointLoad<N>(context, rack);
        });
    const Reads all = Reads::only({"rack_contents"});
    const auto weightOf = []<class N>(std::type_identity<N>, const Context& context,
                                      const std::vector<LikeRacks>& classes) {
        Sum<dim::Mass, N> sum;
        for (const LikeRacks& like : classes)
            sum.add(times(like.count(), "racks like " + like.first->name, rackWeight<N>(context, *like.first)));
        return sum.total();
    };
    figures.push_back(figure(figureRow(figure_of::roomWeight, "t", kSheets, all),
                             [weightOf]<class N>(std::type_identity<N> tag, const Context& context, Subject subject) {
                                 return weightOf(tag, context, context.likeRacks(subject.as<Room>()));
                             }));
    figures.push_back(figure(figureRow(figure_of::designWeight, "t", kSheets, all),
                             [weightOf]<class N>(std::type_identity<N> tag, const Context& context, Subject) {
                                 return weightOf(tag, context, context.likeRacks());
                             }));
    figures.push_back(figure(figureRow(figure_of::designRackHeaviest, "kg", kSheets, all),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 Largest<dim::Mass, N> largest;
                                 for (const LikeRacks& like : context.likeRacks())
                                     largest.add(named(rackWeight<N>(context, *like.first), like.first->name, "kg"));
                                 return largest.value();
                             }));
}

} // namespace

Domain spaceDomain() {
    Domain domain;
    domain.name = "space";
    addAccelerators(domain.figures);
    addSpace(domain.figures);
    addWeights(domain.figures);
    domain.rules = rackRules();
    for (std::vector<Rule> rules : {floorRules(), outsideRules(), partRules()})
        std::ranges::move(rules, std::back_inserter(domain.rules));
    domain.settings = {settingDefinition(setting_of::shippedBuilt, "setting.rack.shipped-built"),
                       settingDefinition(setting_of::cableAllowance, "setting.weight.cables-per-rack"),
                       settingDefinition(setting_of::manifoldAllowance, "setting.weight.manifolds-per-rack"),
                       settingDefinition(setting_of::coolantAllowance, "setting.weight.coolant-per-rack"),
                       settingDefinition(setting_of::feetPerRack, "setting.weight.feet-per-rack"),
                       settingDefinition(setting_of::worstFoot, "setting.weight.worst-foot"),
                       settingDefinition(setting_of::aisleCounted, "setting.floor.aisle-counted"),
                       settingDefinition(setting_of::coldAisleLeast, "setting.floor.cold-aisle-least"),
                       settingDefinition(setting_of::coldAisleBeyondDevice, "setting.floor.cold-aisle-beyond-device"),
                       settingDefinition(setting_of::hotAisleLeast, "setting.floor.hot-aisle-least"),
                       settingDefinition(setting_of::hotAisleGood, "setting.floor.hot-aisle-good"),
                       settingDefinition(setting_of::rearDoorAisle, "setting.floor.rear-door-aisle"),
                       settingDefinition(setting_of::rearDoorDepth, "setting.floor.rear-door-depth"),
                       settingDefinition(setting_of::supplyWithin, "setting.floor.supply-within"),
                       settingDefinition(setting_of::circulationLeast, "setting.floor.circulation-least"),
                       settingDefinition(setting_of::accessibleLeast, "setting.floor.accessible-least"),
                       settingDefinition(setting_of::doorLeast, "setting.floor.door-least"),
                       settingDefinition(setting_of::racksPerRow, "setting.floor.racks-per-row"),
                       settingDefinition(setting_of::overRack, "setting.floor.over-rack"),
                       settingDefinition(setting_of::clearHeightLeast, "setting.floor.clear-height-least"),
                       settingDefinition(setting_of::footprintNote, "setting.floor.footprint-note"),
                       settingDefinition(setting_of::ratingTolerance, "setting.floor.rating-tolerance"),
                       settingDefinition(setting_of::rearAllowance, "setting.rack.rear-allowance"),
                       settingDefinition(setting_of::manifoldRackDepth, "setting.rack.manifold-depth")};
    domain.formulas = addSpaceFormulas;
    domain.schedules = {
        {"weights", 60, [](const ScheduleInput& in) { return weightSchedule(in.context, in.figures); }, true}};
    return domain;
}

} // namespace rackwright
