// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_input.h"

#include "model/base/check.h"
#include "model/parts/part_title.h"
#include "solvers/cost/cost_kernels.h"
#include "solvers/cost/service_offers.h"
#include "solvers/engine/reader.h"
#include "ui/report/edition.h"
#include "ui/report/loop_readings.h"
#include "ui/report/option_table.h"
#include "ui/report/overlays.h"
#include "ui/report/power_readings.h"
#include "ui/text/figure_numbers.h"
#include "ui/text/short_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace rackwright {

namespace {

ReportFigure plainFigure(const Context& context, const FigureResult& result, Edition edition, const Texts& texts) {
    const FigureDefinition& definition = *result.definition;
    ReportFigure made;
    made.number = figureNumber(definition.name);
    made.label = figureLabel(context, definition, result.subject);
    made.value = result.error ? Value() : valueOfEdition(definition.name, result.value, edition);
    made.unit = unitText(context, definition.unit);
    made.unitFactor = siPerUnit(definition.unit);
    made.definition = definition.definition;
    made.formula = texts.text(definition.formula);
    made.reference = referenceOfEdition(texts.text(definition.reference), edition);
    made.isHeadline = definition.isHeadline;
    return made;
}

bool isOurPage(const ReportNeeds& needs, Edition edition) { return needs.page && edition == Edition::Internal; }

void derive(ReportFigure& figure, const Context& context, const FigureResult& result) {
    if (result.error)
        return;
    if (const auto traced = derivationOf(context, {result.definition, result.subject}))
        figure.derivation = traced->node();
}

ReportFigure figureOf(const Context& context, const FigureResult& result, const ReportInput& input,
                      const ReportNeeds& needs, const Texts& texts) {
    const Edition edition = input.edition;
    ReportFigure made = plainFigure(context, result, edition, texts);
    if ((needs.derivations || isOurPage(needs, edition)) && isDerivedIn(edition, result.definition->name))
        derive(made, context, result);
    return made;
}

OptionColumn optionColumn(const Solution& solution, Edition edition, const Texts& texts) {
    const Context& context = solution.context();
    const Option* option = findOption(context.project(), context.snapshot().option);
    OptionColumn column{option ? option->name : std::string(), {}};
    for (const FigureBlock& block : solution.figures())
        if (block.results)
            for (const FigureResult& result : *block.results)
                if (result.subject.kind == SubjectKind::Design)
                    column.figures.push_back(plainFigure(context, result, edition, texts));
    for (const AcceleratorsOfModel& each : acceleratorsByModel(context))
        column.accelerators += (column.accelerators.empty() ? "" : "; ") + texts.figure(each.count, "") + " \u00d7 " +
                               (each.part ? partTitle(*each.part) : texts.text("accelerators.model-unknown"));
    return column;
}

bool isOfDataNetwork(const Context& context, Subject subject) {
    const Network* network =
        subject.kind == SubjectKind::Network ? context.design().networks.find({subject.id}) : nullptr;
    return network && (network->role == NetworkRole::Compute || network->role == NetworkRole::Storage);
}

/// A figure of several networks or kinds of node has one number of its own; printed, each has another: the second a
/// thousand more, and so on.
void numberApart(std::vector<ReportFigure>& figures) {
    constexpr int kApart = 1000;
    std::map<int, int> seen;
    for (ReportFigure& figure : figures)
        if (figure.number > 0)
            figure.number += kApart * seen[figure.number]++;
}

/// Headline figures of the design and what requirements ask for; those of the networks that jobs wait for and
/// of what is in the nodes.
std::vector<ReportFigure> figuresOf(const Solution& solution, const Context& context, const ReportInput& input,
                                    const ReportNeeds& needs, const Texts& texts) {
    std::set<std::string> asked;
    for (const RequirementAnswer& answer : input.requirements)
        asked.insert(answer.requirement->figure);
    std::vector<ReportFigure> figures;
    for (const FigureBlock& block : solution.figures()) {
        if (!block.results)
            continue;
        for (const FigureResult& result : *block.results) {
            const bool isOfCover = std::ranges::find(kCoverFigures, block.definition->name) != kCoverFigures.end();
            const bool isHeadline = block.definition->isHeadline && result.subject.kind == SubjectKind::Design;
            const bool isOfNetwork =
                isOfDataNetwork(context, result.subject) &&
                std::ranges::find(kNetworkFigures, block.definition->name) != kNetworkFigures.end();
            const bool isOfNode = block.definition->name.starts_with(kNodeFigures);
            const bool isResult = std::ranges::find(kResultFigures, block.definition->name) != kResultFigures.end();
            const bool isAsked = asked.contains(figureLabel(context, *block.definition, result.subject));
            if ((isHeadline && isShownIn(input.edition, block.definition->name)) || isOfCover || isOfNetwork ||
                isOfNode || isResult || isAsked)
                figures.push_back(figureOf(context, result, input, needs, texts));
        }
    }
    numberApart(figures);
    return figures;
}

/// Of all racks the one that loads its floor most; nothing while none is known.
const FigureResult* worstFloorLoad(const std::vector<FigureResult>& results) {
    const FigureResult* worst = nullptr;
    for (const FigureResult& result : results)
        if (!result.error && !result.value.isUnknown() && (!worst || result.value.typical() > worst->value.typical()))
            worst = &result;
    return worst;
}

std::vector<ReportFigure> readingsOf(const Solution& solution, const Context& context, const ReportInput& input,
                                     const ReportNeeds& needs, const Texts& texts) {
    std::vector<ReportFigure> readings;
    const auto add = [&](const FigureResult& result) {
        readings.push_back(plainFigure(context, result, input.edition, texts));
        if (isOurPage(needs, input.edition))
            derive(readings.back(), context, result);
    };
    for (const FigureBlock& block : solution.figures()) {
        if (!block.results)
            continue;
        const std::string& name = block.definition->name;
        if (name == kFloorLoad) {
            if (const FigureResult* worst = worstFloorLoad(*block.results))
                add(*worst);
            continue;
        }
        if (std::ranges::find(kReadings, name) == kReadings.end())
            continue;
        for (const FigureResult& result : *block.results)
            add(result);
    }
    return readings;
}

/// What others ask for: in documents for customers by choice of the design alone.
bool isComparison(std::string_view id) {
    constexpr std::array<std::string_view, 2> all = {"cloud-prices", "serving-references"};
    return std::ranges::find(all, id) != all.end();
}

bool wantsComparison(const Context& context) {
    const Setting* said = context.setting(setting_key::kMarketComparisonKey);
    return said && said->value == "customer";
}

/// The customer's schedules, which the proposal prints, and for ourselves the internal ones beside them.
std::vector<ScheduleMaker> makersOf(const Context& context, const Solution& figures, Edition edition) {
    std::vector<ScheduleMaker> all = scheduleMakers(figures.domains(), context, figures, Edition::Customer);
    const bool isCompared = wantsComparison(context);
    if (edition == Edition::Internal || isCompared)
        for (ScheduleMaker& maker : scheduleMakers(figures.domains(), context, figures, Edition::Internal))
            if ((edition == Edition::Internal || isComparison(maker.id)) &&
                std::ranges::find(all, maker.id, &ScheduleMaker::id) == all.end())
                all.push_back(std::move(maker));
    for (ScheduleMaker& maker : all)
        maker.make = [make = std::move(maker.make), edition](const std::stop_token& stop) {
            Schedule made = scheduleOfEdition(make(stop), edition);
            if (isComparison(made.id))
                made.edition = edition;
            return made;
        };
    return all;
}

SectionPrice sectionPrice(QuoteSection section, const BillTotal& total) {
    return {section,       total.typical,     total.unpriced, total.lines, total.isLowerBound, total.outside,
            total.unrated, total.unratedFrom, total.included, total.low,   total.high};
}

} // namespace

const ReportFigure* ReportInput::find(std::string_view label) const {
    for (const std::vector<ReportFigure>* all : {&figures, &readings})
        if (const auto it = std::ranges::find(*all, label, &ReportFigure::label); it != all->end())
            return &*it;
    return nullptr;
}

const ReportFigure* ReportInput::find(FigureHandle figure, Subject subject) const {
    return find(std::string(figure).append("@").append(subjectLabel(*context, subject)));
}

const Schedule* ReportInput::schedule(std::string_view id) const {
    const auto it = std::ranges::find(schedules, id, &Schedule::id);
    return it == schedules.end() ? nullptr : &*it;
}

namespace {

ReportInput headOf(ReportRequest& request) {
    ReportInput input;
    input.designHash = std::move(request.designHash);
    input.date = std::move(request.date);
    input.paper = request.paper;
    input.edition = request.edition;
    return input;
}

void addPrices(ReportInput& input, const Bill& bill) {
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        const auto section = static_cast<QuoteSection>(i);
        const BillTotal part = total(bill, section);
        if (part.lines > 0)
            input.sections.push_back(sectionPrice(section, part));
    }
    input.total = sectionPrice(QuoteSection::Compute, total(bill));
}

} // namespace

ReportInput reportInputOf(const Snapshot& snapshot, ReportRequest request) {
    ReportInput input = headOf(request);
    input.context = std::make_shared<const Context>(snapshot);
    return input;
}

ReportInput reportInputOf(const SolutionPtr& solution, ReportRequest request, const Texts& texts) {
    RW_CHECK(solution, "a report is made of a solution");
    const ReportNeeds needs = request.needs;
    ReportInput input = headOf(request);
    input.context = std::shared_ptr<const Context>(solution, &solution->context());
    const Context& context = *input.context;
    if (needs.proposal || needs.tables) {
        input.requirements = requirementAnswers(context, *solution);
        input.figures = figuresOf(*solution, context, input, needs, texts);
        if (needs.proposal)
            input.readings = readingsOf(*solution, context, input, needs, texts);
        input.checks = checksOfEdition(solution->report(), input.edition);
        if (needs.proposal) // judges all rules once more
            input.rules = ruleCounts(*solution);
        addPrices(input, billIn(context));
    }
    for (Schedule& given : request.schedules)
        input.schedules.push_back(scheduleOfEdition(std::move(given), input.edition));
    if (input.schedules.empty() && (needs.proposal || needs.tables))
        input.tables = makersOf(context, *solution, input.edition);
    if (needs.proposal)
        for (const ScheduleMaker& maker : input.tables)
            if (!maker.isLong || needs.longSchedules)
                input.schedules.push_back(maker.make(request.stop));
    if (needs.proposal || needs.drawings) {
        input.overlay = overlayOf(*solution, OverlayKind::Load, texts);
        input.loops = loopReadingsOf(*solution, texts);
        input.powers = singleLineReadingsOf(*solution, texts);
    }
    if (request.options.size() > 1)
        for (const SolutionPtr& option : request.options)
            input.options.push_back(optionColumn(*option, input.edition, texts));
    return input;
}

QString printedPrice(const SectionPrice& price, const Texts& texts) {
    const double units = price.amount.inUnits();
    const std::string code = price.amount.currency().code();
    const std::string amount =
        std::abs(units) >= 1e6 ? texts.figure(Value(units), "M " + code, 1e6, {4}) : texts.money(price.amount);
    if (!price.isLowerBound && price.unpriced == 0)
        return QString::fromStdString(amount);
    return QString::fromStdString(texts.sentence(Message("amount.from").with("amount", amount)));
}

QString printedFigure(const ReportFigure& figure, const Texts& texts) {
    const ReadableUnit unit = readableUnit(figure.value, figure.unit, figure.unitFactor, texts);
    return QString::fromStdString(texts.figure(figure.value, unit.symbol, unit.factor));
}

QString printedBound(const ReportFigure& figure, const Texts& texts) {
    const Value& value = figure.value;
    const ReadableUnit unit = readableUnit(value, figure.unit, figure.unitFactor, texts);
    const Value whole = Value::range(value.low(), value.typical(), value.high(), value.grade());
    return QString::fromStdString(texts.sentence(Message(isMoneyUnit(figure.unit) ? "amount.from" : "report.at-least")
                                                     .with("amount", texts.figure(whole, unit.symbol, unit.factor))));
}

} // namespace rackwright
