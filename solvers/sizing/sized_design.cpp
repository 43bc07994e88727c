// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/sized_design.h"

#include "model/units/number_text.h"
#include "solvers/cost/figures.h"
#include "solvers/engine/solution.h"
#include "solvers/inference/figures.h"
#include "solvers/jobs/training_job.h"
#include "solvers/power/figures.h"
#include "solvers/recipes/cluster_record.h"
#include "solvers/recipes/record.h"
#include "solvers/sizing/brief.h"
#include "solvers/sizing/compliance.h"
#include "solvers/space/figures.h"
#include "solvers/storage/figures.h"
#include "solvers/training/figures.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"

#include <algorithm>
#include <cmath>

namespace rackwright {

namespace {

constexpr double kUsualFloorRating = 1221;     // kg/m2: the 250 psf class of data center floors
constexpr double kRackScaleFloorRating = 2000; // kg/m2

/// Ethernet or InfiniBand of the node's port speed.
std::string fabricSwitch(const SizingCandidate& candidate) {
    double gigabits = 400;
    for (const PortGroup& group : candidate.system->node->portGroups)
        if (const auto speed = group.speed.typical(); group.role == PortRole::Compute && speed)
            gigabits = std::max(gigabits, speed->in(unit::gigabitPerSecond));
    // Where no switch of a make is asked for, the class of the speed stands for all of them, with its price.
    if (candidate.isEthernet)
        return gigabits >= 799 ? "plan-leaf-64x800" : "plan-leaf-64x400";
    // 64 ports of 400 Gb/s reach 65,536 endpoints over three tiers; twice as many need 128.
    if (gigabits < 799 && candidate.nodes * candidate.system->accelerators > 65'536)
        return "nvidia-sn5600";
    return gigabits >= 799 ? "nvidia-q3400-ra" : "nvidia-qm9700";
}

ClusterSpec specOf(const SizingQuestion& question, const SizingCandidate& candidate, const std::string& name) {
    const SizingSystem& system = *candidate.system;
    ClusterSpec spec;
    spec.name = name;
    spec.node = system.node->id;
    spec.nodes = candidate.nodes;
    spec.spareNodes = candidate.spares;
    spec.nodesPerRack = candidate.nodesPerRack;
    spec.headNodes = candidate.nodes > 1 ? 2 : 1;
    spec.storageNodes = candidate.storageNodes;
    if (!candidate.storagePart.empty())
        spec.storageNode = candidate.storagePart;
    spec.storagePorts = spec.inBandPorts = candidate.nodes > 1024 ? 1 : 2;
    spec.fabricSwitch = fabricSwitch(candidate);
    // Management leaves join at 100 Gb/s; a few of them want no switch of the storage network.
    spec.outOfBandUpper = "plan-inband-32x100";
    spec.air = candidate.air;
    spec.supply = supplyParts(isNecRegion(question) ? "415" : "400");
    if (system.isRackScale) {
        spec.waterCelsius = 25;
        spec.crah = "generic-crah-100";
        spec.inBandLeaf = "plan-leaf-64x400"; // trays come with 200 Gb/s
        spec.placesPerHall = 200;
        spec.coldAisle = Length::millimetres(1800);
    } else if (candidate.nodes <= 2) {
        spec.crah = "plan-crah-100";
    }
    if (question.roomWidth > 0) {
        spec.roomWidth = Length::nearest(question.roomWidth);
        spec.roomDepth = Length::nearest(question.roomDepth);
    }
    return spec;
}

// What the customer has: it stands in the design and is not in the bill.
Document withKept(Document document, const SizingQuestion& question, std::int64_t accelerators) {
    if (question.keptAccelerators <= 0 && question.keptNetwork.empty())
        return document;
    const Option& option = activeOption(*document.project);
    Design design = *option.design;
    std::int64_t left = question.keptAccelerators;
    std::vector<Device> kept;
    for (Device device : design.devices) {
        const bool isNode = device.role == "compute" && left > 0;
        const bool isSwitch = !question.keptNetwork.empty() && device.name.starts_with("in-band");
        if (!isNode && !isSwitch)
            continue;
        left -= isNode ? accelerators : 0;
        device.scope.status = Status::Existing;
        kept.push_back(std::move(device));
    }
    design.devices = design.devices.with(std::move(kept));
    document.project = withDesign(*document.project, option.id, std::make_shared<const Design>(std::move(design)));
    return document;
}

// The landlord of a colocation brings power to the racks and cools the air of the room. Rack PDUs, rear doors and CDUs
// come with the racks.
Document inColocation(Document document) {
    const Option& option = activeOption(*document.project);
    Design design = *option.design;
    std::vector<PowerElement> elements;
    for (PowerElement element : design.powerElements)
        if (element.kind != PowerElementKind::RackPdu && element.kind != PowerElementKind::PowerShelf &&
            element.scope.isPriced()) {
            element.scope.suppliedBy = element.scope.installedBy = Party::Landlord;
            elements.push_back(std::move(element));
        }
    std::vector<CoolingUnit> units;
    for (CoolingUnit unit : design.coolingUnits)
        if ((unit.kind == CoolingUnitKind::PerimeterAir || unit.kind == CoolingUnitKind::InRow ||
             unit.kind == CoolingUnitKind::FanWall) &&
            unit.scope.isPriced()) {
            unit.scope.suppliedBy = unit.scope.installedBy = Party::Landlord;
            units.push_back(std::move(unit));
        }
    design.powerElements = design.powerElements.with(std::move(elements));
    design.coolingUnits = design.coolingUnits.with(std::move(units));
    document.project = withDesign(*document.project, option.id, std::make_shared<const Design>(std::move(design)));
    return document;
}

SizedFigures::Band bandOf(const Solution& solution, std::string_view figure, Subject subject = {}) {
    const FigureResult* result = solution.find(figure, subject);
    if (!result || result->error || result->value.isUnknown())
        return {};
    const Value& value = result->value;
    return {value.low(), value.typical(), value.high(), value.isKnown()};
}

bool isEquipment(QuoteSection section) {
    return section != QuoteSection::SoftwareAndSupport && section != QuoteSection::Services;
}

// Of new equipment. Unpriced lines make the whole unknown: what is known of it alone decides nothing.
SizedFigures::Band equipmentPrice(const Solution& solution) {
    SizedFigures::Band sum;
    sum.isKnown = true;
    for (std::size_t i = 0; i < EnumNames<QuoteSection>::names.size(); ++i) {
        if (!isEquipment(static_cast<QuoteSection>(i)))
            continue;
        const FigureResult* price =
            solution.find(figure_of::costPriceSection, Subject{SubjectKind::Section, static_cast<std::uint64_t>(i)});
        if (!price)
            continue;
        sum.isKnown = sum.isKnown && !price->error && price->value.isKnown();
        sum.low += price->value.low();
        sum.typical += price->value.typical();
        sum.high += price->value.high();
    }
    return sum;
}

void readJob(const Solution& solution, const Workload& job, SizedFigures& figures) {
    const Subject subject = subjectOf(job);
    if (job.kind == WorkloadKind::Inference) {
        const auto step = bandOf(solution, figure_of::inferenceTpot, subject);
        figures.secondsPerToken = std::max(figures.secondsPerToken, step.typical);
        figures.slowSecondsPerToken = std::max(figures.slowSecondsPerToken, step.high);
        figures.firstToken = std::max(figures.firstToken, bandOf(solution, figure_of::inferenceTtft, subject).typical);
        return;
    }
    const auto time = bandOf(solution, figure_of::trainingDuration, subject);
    if (time.typical >= figures.seconds)
        figures.utilisation = bandOf(solution, figure_of::trainingMfu, subject).typical;
    figures.seconds = std::max(figures.seconds, time.typical);
    figures.slowSeconds = std::max(figures.slowSeconds, time.high);
}

} // namespace

Result<Document> sizedDesign(const SizingQuestion& question, const SizingCandidate& candidate,
                             const std::vector<Workload>& jobs, const SizingSource& source, const std::string& name,
                             SiteRecord site) {
    const ClusterSpec spec = specOf(question, candidate, name);
    Result<Document> built = buildCluster(spec, source.recipes);
    if (!built)
        return built;
    const double floor = question.floor > 0              ? question.floor
                         : candidate.system->isRackScale ? kRackScaleFloorRating
                                                         : kUsualFloorRating;
    std::vector<Workload> placed = jobs;
    for (Workload& job : placed)
        if (question.checkpointWindow > 0 && job.kind != WorkloadKind::Inference)
            setParameter(job.parameters, "checkpoint-window", shortestDigits(question.checkpointWindow));
    RecordRequest request{floor, std::move(placed), {}};
    request.areWorkloadsStated = true;
    if (question.siteKind == "colocation") {
        built = inColocation(std::move(*built));
        request.assumptions.push_back("The landlord supplies busways with their tap-offs and the units that cool the "
                                      "air of the room; rack PDUs, rear doors and CDUs are ours.");
    }
    RecordWriter record(recorded(spec, std::move(*built), std::move(request)));
    const GivenBy by{"Customer", source.today, {}};
    recordOpen(record, question);
    if (site == SiteRecord::Stated)
        recordStated(record, question, by);
    return withKept(record.done(), question, candidate.system->accelerators);
}

const SizedFigures::Band& SizedFigures::budgeted(BudgetScope scope) const {
    switch (scope) {
    case BudgetScope::Equipment:
        return price;
    case BudgetScope::QuoteWithTax:
        return quoteWithTax;
    case BudgetScope::Quote:
        break;
    }
    return quote;
}

SizedPlan sizedPlan(const Document& document) {
    const Context context(snapshotOf(document.project));
    SizedPlan plan;
    double most = 0;
    for (const Workload& job : context.design().workloads) {
        const WorkloadModel model = job.kind == WorkloadKind::Inference ? nullptr : modelOf(job);
        const std::optional<JobNumbers> numbers = model ? jobNumbers(context, job) : std::nullopt;
        if (!numbers)
            continue;
        const std::optional<Value> tokens = parameterValue(job.parameters, "tokens", "");
        const double flop =
            (tokens ? tokens->typical() : 1) * static_cast<double>(totalParameters(model->architecture));
        if (flop <= most)
            continue;
        most = flop;
        const PlannedJob planned = plannedJob(model->architecture, enteredPlan(job), *numbers);
        const ParallelPlan degrees = planned.plan();
        plan = {{}, std::llround(planned.run.globalBatch())};
        for (const auto& [name, degree] :
             {std::pair{"tp", degrees.tensor}, std::pair{"pp", degrees.pipeline}, std::pair{"cp", degrees.context},
              std::pair{"ep", degrees.expert}, std::pair{"dp", degrees.data}})
            if (degree > 1)
                plan.words.append(plan.words.empty() ? "" : ", ")
                    .append(name)
                    .append(" ")
                    .append(std::to_string(degree));
        if (degrees.recompute == Recompute::Full)
            plan.words += plan.words.empty() ? "full recomputation" : ", full recomputation";
    }
    return plan;
}

SizedFigures sizedFigures(const Document& document, const DomainsPtr& domains, unsigned threads) {
    SizedFigures figures;
    const SolutionPtr solution = solve(snapshotOf(document.project), domains, {{}, threads});
    figures.itPeak = bandOf(*solution, figure_of::powerItPeak);
    figures.utilityPeak = bandOf(*solution, figure_of::powerUtilityPeak);
    figures.price = equipmentPrice(*solution);
    figures.quote = bandOf(*solution, figure_of::costPriceTotal);
    figures.quoteWithTax = bandOf(*solution, figure_of::costPriceWithTax);
    figures.rackWorst = bandOf(*solution, figure_of::powerRackWorst);
    figures.leadTime = bandOf(*solution, figure_of::costLeadTimeLongest);
    figures.racks = static_cast<std::int64_t>(bandOf(*solution, figure_of::designRacks).typical);
    figures.nodes = static_cast<std::int64_t>(bandOf(*solution, figure_of::designNodes).typical);
    figures.accelerators = static_cast<std::int64_t>(bandOf(*solution, figure_of::designAcceleratorsInUse).typical);
    figures.whiteSpace = bandOf(*solution, figure_of::designWhiteSpace).typical;
    const Design& design = *activeOption(*document.project).design;
    for (const Workload& job : design.workloads)
        readJob(*solution, job, figures);
    for (const Rack& rack : design.racks)
        figures.acceleratorRacks +=
            bandOf(*solution, figure_of::rackAccelerators, Subject(rack.id)).typical > 0 ? 1 : 0;
    for (const Workload& job : design.workloads)
        if (job.kind != WorkloadKind::Inference)
            figures.checkpointBytes = std::max(
                figures.checkpointBytes, bandOf(*solution, figure_of::storageCheckpointSize, subjectOf(job)).typical);
    for (const StoragePool& pool : design.storagePools) {
        figures.storageRead += bandOf(*solution, figure_of::poolRead, Subject(pool.id)).typical;
        figures.storageWrite += bandOf(*solution, figure_of::poolWrite, Subject(pool.id)).typical;
    }
    for (const Finding& finding : solution->report().findings)
        if (finding.state == RuleState::Failed && finding.severity == Severity::Error) {
            figures.errors.push_back(finding.message);
            figures.rules.push_back(finding.rule->id);
        }
    return figures;
}

} // namespace rackwright
