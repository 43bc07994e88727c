// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/option_table.h"

#include "model/parts/part_title.h"
#include "solvers/cost/figures.h"
#include "solvers/engine/reader.h"
#include "solvers/engine/schedule_parts.h"
#include "solvers/engine/subject_name.h"
#include "solvers/fabric/figures.h"
#include "solvers/inference/figures.h"
#include "solvers/power/figures.h"
#include "solvers/space/figures.h"
#include "solvers/space/inventory.h"
#include "solvers/storage/figures.h"
#include "solvers/training/figures.h"
#include "ui/report/finding_counts.h"

#include <algorithm>

namespace rackwright {

namespace {

/// Which end of a figure a customer wants; of some neither.
enum class BetterEnd : std::uint8_t { Neither, Least, Most };
/// How figures of several things become one of the option.
enum class TakenFrom : std::uint8_t { OfWhole, Sum, Largest };

struct CriterionRow {
    const char* key; ///< its title is the message "options.criterion." + key
    FigureHandle figure;
    const char* unit;
    BetterEnd wanted;
    TakenFrom taken = TakenFrom::OfWhole;
};

constexpr int kShownDigits = 4;

constexpr std::array kCriteria = {
    CriterionRow{"accelerators", figure_of::designAcceleratorsInUse, "", BetterEnd::Neither},
    CriterionRow{"compute", figure_of::designComputeBf16, "PFLOPS", BetterEnd::Most},
    CriterionRow{"bisection", figure_of::fabricBisectionLower, "Tb/s", BetterEnd::Most, TakenFrom::Largest},
    CriterionRow{"storage-read", figure_of::poolRead, "GB/s", BetterEnd::Most, TakenFrom::Sum},
    CriterionRow{"storage-write", figure_of::poolWrite, "GB/s", BetterEnd::Most, TakenFrom::Sum},
    CriterionRow{"it-power", figure_of::powerItPeak, "kW", BetterEnd::Least},
    CriterionRow{"utility-power", figure_of::powerUtilityPeak, "kW", BetterEnd::Least},
    CriterionRow{"racks", figure_of::designRacks, "", BetterEnd::Least},
    CriterionRow{"weight", figure_of::designWeight, "t", BetterEnd::Least},
    CriterionRow{"lead-time", figure_of::costLeadTimeLongest, "week", BetterEnd::Least},
};

bool belongsToCriterion(const Solution& solution, const CriterionRow& row, Subject subject) {
    if (row.figure != figure_of::fabricBisectionLower)
        return true;
    const Network* network = solution.context().design().networks.find({subject.id});
    return network && network->role == NetworkRole::Compute;
}

Value criterionNumber(const Value& value, const FigureDefinition& definition, const std::string& unit) {
    const double per = definition.unit.find(kMoneyUnit) == std::string::npos ? siPerUnit(unit) : 1;
    return value / Value(per);
}

const FigureBlock* blockOf(const Solution& solution, std::string_view figure) {
    for (const FigureBlock& block : solution.figures())
        if (block.definition->name == figure)
            return block.results ? &block : nullptr;
    return nullptr;
}

Value valueOfCriterion(const Solution& solution, const CriterionRow& row) {
    const FigureBlock* block = blockOf(solution, row.figure);
    std::optional<Value> all;
    if (block)
        for (const FigureResult& each : *block->results) {
            if (!belongsToCriterion(solution, row, each.subject))
                continue;
            const Value value = each.error ? Value() : criterionNumber(each.value, *block->definition, row.unit);
            if (!all)
                all = value;
            else if (row.taken == TakenFrom::Sum)
                all = *all + value;
            else if (value.isKnown() && (!all->isKnown() || value.typical() > all->typical()))
                all = value;
        }
    return all.value_or(Value());
}

void markBest(Criterion& criterion, BetterEnd wanted) {
    criterion.isBest.assign(criterion.values.size(), false);
    const auto isKnown = [](const Value& value) { return value.isKnown(); };
    if (wanted == BetterEnd::Neither || criterion.values.size() < 2 || !std::ranges::all_of(criterion.values, isKnown))
        return;
    const auto [least, most] =
        std::ranges::minmax(criterion.values, {}, [](const Value& value) { return value.typical(); });
    if (!(least.typical() < most.typical()))
        return;
    const Value& best = wanted == BetterEnd::Least ? least : most;
    const auto isAsGood = [&](const Value& value) {
        return wanted == BetterEnd::Least ? !(value.typical() > best.typical()) : !(value.typical() < best.typical());
    };
    criterion.isWithinRange = std::ranges::any_of(
        criterion.values, [&](const Value& value) { return !isAsGood(value) && areWithinRange(value, best); });
    for (std::size_t i = 0; i < criterion.values.size(); ++i)
        criterion.isBest[i] = !criterion.isWithinRange && isAsGood(criterion.values[i]);
}

// Amounts of two currencies cannot be held against each other; options of one project share theirs.
Criterion priceOf(const std::vector<SolvedOption>& options) {
    Criterion price{"price", Message("options.criterion.price"), {}, {}, {}};
    for (const SolvedOption& option : options) {
        price.unit = unitText(option.solution->context(), kMoneyUnit);
        const FigureResult* found = option.solution->find(figure_of::costPriceTotal, Subject());
        price.values.push_back(found && !found->error ? found->value : Value());
    }
    markBest(price, BetterEnd::Least);
    return price;
}

/// The prices without their ranges; nothing where none is a range.
std::optional<Criterion> typicalPriceOf(const Criterion& price) {
    Criterion typical = price;
    typical.key = "price-typical";
    typical.title = Message("options.criterion.price-typical");
    bool isAnyRange = false;
    for (Value& value : typical.values)
        if (value.isKnown()) {
            isAnyRange = isAnyRange || value.low() < value.high();
            value = Value(value.typical(), value.grade());
        }
    typical.isBest.assign(typical.values.size(), false); // whether one is best the ranges say
    typical.isWithinRange = false;
    return isAnyRange ? std::optional(std::move(typical)) : std::nullopt;
}

/// A row a model that any of the options has.
std::vector<Criterion> modelsOf(const std::vector<SolvedOption>& options) {
    std::vector<Criterion> models;
    for (std::size_t i = 0; i < options.size(); ++i)
        for (const AcceleratorsOfModel& each : acceleratorsByModel(options[i].solution->context())) {
            const std::string key = each.part ? "accelerator:" + each.part->id : std::string("accelerator");
            auto it = std::ranges::find(models, key, &Criterion::key);
            if (it == models.end()) {
                const Message title =
                    each.part ? Message("options.criterion.accelerator").with("model", partTitle(*each.part))
                              : Message("options.criterion.accelerator-unknown");
                it = models.insert(models.end(), Criterion{key, title, {}, {}, {}});
                it->values.assign(options.size(), Value(0.0));
                it->isBest.assign(options.size(), false);
            }
            it->values[i] = it->values[i] + each.count;
        }
    return models;
}

Criterion memoryOf(const std::vector<SolvedOption>& options) {
    constexpr CriterionRow kMemory{"memory", figure_of::designMemoryGpu, "TB", BetterEnd::Most};
    Criterion memory{kMemory.key, Message("options.criterion.memory"), kMemory.unit, {}, {}};
    for (const SolvedOption& option : options)
        memory.values.push_back(valueOfCriterion(*option.solution, kMemory));
    markBest(memory, kMemory.wanted);
    return memory;
}

/// A workload has its name in every option; those of one name are held against each other.
void addWorkloads(std::vector<Criterion>& criteria, const std::vector<SolvedOption>& options, FigureHandle figure,
                  const char* key, std::string unit, BetterEnd wanted) {
    std::vector<std::string> names;
    for (const SolvedOption& option : options)
        if (const FigureBlock* block = blockOf(*option.solution, figure))
            for (const FigureResult& each : *block->results)
                if (const std::string name = subjectName(option.solution->context(), each.subject);
                    std::ranges::find(names, name) == names.end())
                    names.push_back(name);
    for (const std::string& name : names) {
        Criterion criterion{std::string(key) + ":" + name,
                            Message(std::string("options.criterion.") + key).with("workload", name),
                            unit,
                            {},
                            {}};
        for (const SolvedOption& option : options) {
            Value value;
            if (const FigureBlock* block = blockOf(*option.solution, figure))
                for (const FigureResult& each : *block->results)
                    if (!each.error && subjectName(option.solution->context(), each.subject) == name)
                        value = criterionNumber(each.value, *block->definition, unit);
            criterion.values.push_back(value);
        }
        markBest(criterion, wanted);
        criteria.push_back(std::move(criterion));
    }
}

void addFindings(std::vector<Criterion>& criteria, const std::vector<SolvedOption>& options) {
    const auto add = [&](const char* key, std::int64_t FindingCounts::*count, BetterEnd wanted) {
        Criterion criterion{key, Message(std::string("options.criterion.") + key), {}, {}, {}};
        for (const SolvedOption& option : options)
            criterion.values.push_back(Value(static_cast<double>(findingCounts(option.solution->report()).*count)));
        markBest(criterion, wanted);
        criteria.push_back(std::move(criterion));
    };
    add("errors", &FindingCounts::errors, BetterEnd::Least);
    add("warnings", &FindingCounts::warnings, BetterEnd::Least);
    add("notes", &FindingCounts::notes, BetterEnd::Neither);
    add("not-checked", &FindingCounts::notChecked, BetterEnd::Neither);
}

} // namespace

std::vector<AcceleratorsOfModel> acceleratorsByModel(const Context& context) {
    std::vector<AcceleratorsOfModel> models;
    const auto add = [&](const PartCount& group, double sign) {
        if (!isAcceleratorSystem(context.part(group.part)))
            return;
        const Part* accelerator = context.part(acceleratorPart(context, group.part));
        auto it = std::ranges::find(models, accelerator, &AcceleratorsOfModel::part);
        if (it == models.end())
            it = models.insert(models.end(), AcceleratorsOfModel{accelerator});
        it->count = it->count + plainPartNumber(context, group.part, attribute::acceleratorCount.key) *
                                    Value(sign * static_cast<double>(group.count));
    };
    for (const PartCount& group : context.groups())
        add(group, 1);
    for (const PartCount& group : spareGroups(context))
        add(group, -1);
    return models;
}

std::vector<SolvedOption> solvedOptions(const ProjectPtr& project, const DomainsPtr& domains, std::stop_token stop) {
    std::vector<SolvedOption> options;
    for (const Option& option : project->options) {
        if (stop.stop_requested())
            break;
        options.push_back({option.id, option.name, solve(snapshotOf(project, option.id), domains)});
    }
    return options;
}

bool areWithinRange(const Value& a, const Value& b) { return a.low() <= b.high() && b.low() <= a.high(); }

std::vector<Criterion> criteriaOf(const std::vector<SolvedOption>& options) {
    std::vector<Criterion> criteria{priceOf(options)};
    for (const CriterionRow& row : kCriteria) {
        Criterion criterion{row.key, Message(std::string("options.criterion.") + row.key), row.unit, {}, {}};
        for (const SolvedOption& option : options)
            criterion.values.push_back(valueOfCriterion(*option.solution, row));
        markBest(criterion, row.wanted);
        criteria.push_back(std::move(criterion));
        if (row.figure == figure_of::designComputeBf16) {
            addWorkloads(criteria, options, figure_of::trainingDuration, "train", "d", BetterEnd::Least);
            addWorkloads(criteria, options, figure_of::inferenceRate, "serve", "tokens/s", BetterEnd::Most);
        }
    }
    addFindings(criteria, options);
    return criteria;
}

std::vector<Criterion> comparedCriteria(const std::vector<SolvedOption>& options) {
    std::vector<Criterion> criteria = criteriaOf(options);
    const auto placeAfter = [&](std::string_view key) {
        const auto it = std::ranges::find(criteria, key, &Criterion::key);
        return it == criteria.end() ? it : it + 1;
    };
    std::vector<Criterion> models = modelsOf(options);
    models.push_back(memoryOf(options));
    criteria.insert(placeAfter("accelerators"), models.begin(), models.end());
    if (auto typical = typicalPriceOf(criteria.front()))
        criteria.insert(placeAfter("price"), std::move(*typical));
    return criteria;
}

Schedule optionSchedule(const std::vector<SolvedOption>& options) {
    std::vector<ScheduleColumn> columns{textColumn("Criterion"), textColumn("Unit")};
    for (const SolvedOption& option : options)
        columns.push_back(numberColumn(option.name));
    columns.push_back(textColumn("Best"));
    Schedule schedule = emptySchedule("options", std::move(columns), kShownDigits);
    for (const Criterion& criterion : comparedCriteria(options)) {
        ScheduleRow row{criterion.key, RowRole::Line, std::nullopt, {criterion.title, textCell(criterion.unit)}};
        std::string best;
        for (std::size_t i = 0; i < options.size(); ++i) {
            row.cells.emplace_back(criterion.values[i]);
            if (criterion.isBest[i])
                best += (best.empty() ? "" : ", ") + options[i].name;
        }
        row.cells.push_back(criterion.isWithinRange ? ScheduleCell(Message("options.within-range"))
                                                    : textCell(std::move(best)));
        schedule.rows.push_back(std::move(row));
    }
    schedule.notes = {Message("schedule.options.best"), Message("schedule.options.shared")};
    return schedule;
}

} // namespace rackwright
