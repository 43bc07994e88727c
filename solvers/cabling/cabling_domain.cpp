// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/cabling/cabling_domain.h"

#include "solvers/cables/cable_plan.h"
#include "solvers/cables/label_pattern.h"
#include "solvers/cables/settings.h"
#include "solvers/cabling/figures.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/engine/kernels.h"

#include <array>

namespace rackwright {

namespace {

constexpr std::string_view kRoutes = "reference.cable-routes";
constexpr std::string_view kLinkX = "reference.nvidia-linkx";
const std::vector<std::string_view> kPlanTables(CablePlan::kReads.begin(), CablePlan::kReads.end());

FigureDefinition base(FigureHandle of, std::string unit, std::string_view reference) {
    FigureDefinition definition;
    nameFigure(definition, of);
    definition.subject = of.subject;
    definition.unit = std::move(unit);
    definition.reference = reference;
    definition.reads = Reads::only(kPlanTables);
    return definition;
}

/// Order lengths of some media; cables of unknown length make it a lower bound.
template <class N>
Quantity<dim::Length, N> lengthOf(const Context& context, const std::vector<CableMedium>& media) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    Sum<dim::Length, N> sum;
    for (const CableMedium medium : media) {
        const auto found = plan.media.find(medium);
        if (found == plan.media.end())
            continue;
        std::string label;
        if constexpr (std::is_same_v<N, Traced>)
            label = std::to_string(found->second.count).append(" cables, ").append(enumName(medium));
        // The length of so many cables: what is open is told of all of them, not of media.
        const Value metres = Value(found->second.metres, Grade::Assumption).withTerms(found->second.count);
        sum.add(Quantity<dim::Length, N>(Numbers<N>::given(metres, {std::move(label), "m", 1}, {})));
    }
    return sum.total();
}

template <class N>
Quantity<dim::Length, N> wholeLength(const Context& context) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    std::vector<CableMedium> all;
    for (const auto& [medium, measure] : plan.media)
        all.push_back(medium);
    const auto known = lengthOf<N>(context, all);
    const std::int64_t open = plan.unknown + plan.without;
    if (open == 0)
        return known;
    const Value missing = Value::unknown(Grade::Assumption).withTerms(open);
    return known +
           Quantity<dim::Length, N>(Numbers<N>::given(missing, {"cables of unknown length or medium", "m", 1}, {}));
}

template <class N>
Ratio<N> ordered(const Context& context, CableForm form) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    Sum<dim::None, N> sum;
    for (const CableOrder& order : plan.orders) {
        if (order.form != form)
            continue;
        std::string label;
        if constexpr (std::is_same_v<N, Traced>) {
            label = order.product == kNoProduct ? std::string(enumName(order.medium))
                                                : productName(plan.products[static_cast<std::size_t>(order.product)]);
            if (order.metres > 0)
                label.append(", ").append(metresText(order.metres)).append(" m");
        }
        sum.add(Ratio<N>(counted<N>(order.count, std::move(label))));
    }
    return sum.total();
}

/// At most, of all transceivers; a part that states none leaves a lower bound.
template <class N>
Quantity<dim::Power, N> modulePower(const Context& context) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    Sum<dim::Power, N> sum;
    for (const CableOrder& order : plan.orders) {
        if (order.form != CableForm::Transceiver)
            continue;
        const CableProduct& product = plan.products[static_cast<std::size_t>(order.product)];
        const Grade grade = product.row ? Grade::Vendor : Grade::Estimate;
        const Value watts = product.watts ? Value(*product.watts, grade) : Value::unknown(grade);
        std::string name;
        if constexpr (std::is_same_v<N, Traced>)
            name = productName(product);
        sum.add(times(order.count, name,
                      Quantity<dim::Power, N>(Numbers<N>::given(watts, {name + ", power", "W", 1}, {}))));
    }
    return sum.total();
}

template <class N>
Quantity<dim::Length, N> longestRoute(const Context& context) {
    const CablePlan& plan = context.lookUp<CablePlan>();
    const bool isKnown = plan.unknown < plan.present();
    const Value longest = isKnown ? Value(plan.longest, Grade::Assumption) : Value::unknown(Grade::Assumption);
    return Quantity<dim::Length, N>(Numbers<N>::given(longest, {"longest route, port to port", "m", 1}, {}));
}

template <class N>
Ratio<N> fullestPathway(const Context& context) {
    const PathwayFill* fullest = context.lookUp<CablePlan>().fullest();
    const Value used = fullest ? Value(fullest->used, Grade::Assumption) : Value::unknown(Grade::Assumption);
    if constexpr (std::is_same_v<N, Value>)
        return Ratio<N>(used);
    else {
        std::string label = "fullest pathway";
        if (fullest)
            label += ": " + subjectLabel(context, {SubjectKind::Pathway, fullest->segment.value});
        const Value limit = fullest ? Value(fullest->limit, Grade::Assumption) : Value::unknown(Grade::Assumption);
        return Ratio<N>(computed(used, {std::move(label), "%", 0.01}, "reference.pathway-fill", {},
                                 {Numbers<N>::given(limit, {"fill limit", "%", 0.01}, {}),
                                  setting<N>(context, setting_of::copperDiameter).si(),
                                  setting<N>(context, setting_of::fibreDiameter).si()}));
    }
}

bool isCabling(const BillLine& line) { return line.section == QuoteSection::CablesAndOptics && line.unit == "each"; }

void addCounts(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureHandle of, std::string label, std::int64_t (*count)(const CablePlan&)) {
        figures.push_back(figure(base(of, "", kRoutes),
                                 [label, count]<class N>(std::type_identity<N>, const Context& context, Subject) {
                                     return Ratio<N>(counted<N>(count(context.lookUp<CablePlan>()), label));
                                 }));
    };
    add(figure_of::cablingCables, "cables", [](const CablePlan& plan) { return plan.present(); });
    add(figure_of::cablingCablesOpen, "open cables", [](const CablePlan& plan) { return plan.unknown + plan.without; });
    add(figure_of::cablingCablesOverhead, "cables by the overhead assumption",
        [](const CablePlan& plan) { return plan.overhead; });
    add(figure_of::cablingCablesPlanning, "cables on planning classes",
        [](const CablePlan& plan) { return plan.onClasses; });
}

void addLengths(std::vector<FigureDefinition>& figures) {
    figures.push_back(
        figure(base(figure_of::cablingLength, "m", kRoutes), []<class N>(std::type_identity<N>, const Context& context,
                                                                         Subject) { return wholeLength<N>(context); }));
    struct Group {
        FigureHandle of;
        std::vector<CableMedium> media;
    };
    using M = CableMedium;
    for (const Group& group : {Group{figure_of::cablingLengthCopper,
                                     {M::TwistedPair, M::PassiveCopper, M::ActiveCopper, M::ActiveElectrical}},
                               Group{figure_of::cablingLengthActiveOptical, {M::ActiveOptical}},
                               Group{figure_of::cablingLengthMultimode, {M::Multimode}},
                               Group{figure_of::cablingLengthSingleMode, {M::SingleMode, M::SingleModeLc}}})
        figures.push_back(figure(base(group.of, "m", kRoutes),
                                 [media = group.media]<class N>(std::type_identity<N>, const Context& context,
                                                                Subject) { return lengthOf<N>(context, media); }));
    figures.push_back(figure(
        base(figure_of::cablingRouteLongest, "m", kRoutes),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return longestRoute<N>(context); }));
    figures.push_back(figure(
        base(figure_of::cablingFillWorst, "%", kRoutes),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return fullestPathway<N>(context); }));
}

void addPieces(std::vector<FigureDefinition>& figures) {
    figures.push_back(figure(base(figure_of::cablingTransceivers, "", kLinkX),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return ordered<N>(context, CableForm::Transceiver);
                             }));
    figures.push_back(figure(base(figure_of::cablingFibres, "", kLinkX),
                             []<class N>(std::type_identity<N>, const Context& context, Subject) {
                                 return ordered<N>(context, CableForm::Fibre);
                             }));
    figures.push_back(figure(
        base(figure_of::cablingModulesPower, "kW", kLinkX),
        []<class N>(std::type_identity<N>, const Context& context, Subject) { return modulePower<N>(context); }));
    FigureDefinition cost = base(figure_of::cablingCost, std::string(kMoneyUnit), "reference.independent-lines");
    cost.reads = {};
    figures.push_back(figure(std::move(cost), []<class N>(std::type_identity<N>, const Context& context, Subject) {
        return Ratio<N>(sumOfLines<N>(context, "cables and optics", isCabling));
    }));
}

} // namespace

Domain cablingDomain() {
    Domain domain;
    domain.name = "cabling";
    addCounts(domain.figures);
    addLengths(domain.figures);
    addPieces(domain.figures);
    domain.rules = cablingRules();
    domain.rules.push_back(countRule());
    domain.rules.push_back(trayFillRule());
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::slackShare);
    add(setting_of::spareShare);
    for (const auto& key : {setting_of::slackLeast, setting_of::inRackDetour, setting_of::overheadHeight,
                            setting_of::freeRun, setting_of::copperDiameter, setting_of::fibreDiameter})
        add(key);
    SettingDefinition stock;
    stock.key = setting_of::kStockedLengths;
    stock.source = {"Rackwright", "Lengths that makers of cables stock", {}, {}};
    stock.meaning = "setting.cabling.stocked-lengths";
    stock.words = "standard|metres|exact";
    stock.defaultWord = "standard";
    domain.settings.push_back(stock);
    struct LabelSetting {
        std::string_view key, usual;
    };
    for (const auto& [key, usual] :
         {LabelSetting{kEndLabelKey, kEndLabel}, LabelSetting{kPrintLabelKey, kPrintLabel}}) {
        SettingDefinition label; // free text: no list of words
        label.key = key;
        label.source = {"Rackwright", "After TIA-606-B: room, rack, upper unit, port", {}, {}};
        label.meaning = std::string("setting.").append(key);
        label.defaultWord = usual;
        domain.settings.push_back(std::move(label));
    }
    return domain;
}

} // namespace rackwright
