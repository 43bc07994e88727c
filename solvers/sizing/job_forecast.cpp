// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/sizing/job_forecast.h"

#include "model/edits/part_edits.h"
#include "solvers/inference/serving.h"
#include "solvers/jobs/cheapest_fit.h"
#include "solvers/storage/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace rackwright {

namespace {

/// A design of nodes alone, with the jobs: nothing of it is cabled, so that ports count as by their data sheet.
Snapshot nodesAlone(const SizingSystem& system, std::int64_t nodes, std::vector<Workload> jobs) {
    Document document = emptyDocument("");
    Project project = *document.project;
    IdSource ids(document.nextId);
    const Id<PartRow> row = edits::embedPart(project, ids, system.node);
    Design design = *activeOption(project).design;
    std::vector<Device> devices;
    devices.reserve(static_cast<std::size_t>(nodes));
    for (std::int64_t i = 0; i < nodes; ++i) {
        Device device;
        device.id = ids.take<Device>();
        device.part = row;
        device.role = "compute";
        devices.push_back(std::move(device));
    }
    design.devices = design.devices.with(std::move(devices));
    for (Workload& job : jobs)
        job.id = ids.take<Workload>();
    design.workloads = design.workloads.with(std::move(jobs));
    return snapshotOf(withDesign(project, project.activeOption, std::make_shared<const Design>(std::move(design))));
}

bool keepsStatesOutside(const PlanChange& change) {
    return std::ranges::any_of(change.settings, [](const Parameter& setting) {
        return setting.name.starts_with("offload") && !setting.value.empty();
    });
}

/// Of a training job: its plan that fits, and its time at both ends. False: no plan without states outside fits.
bool train(const Context& context, Workload& job, JobForecast& forecast) {
    const std::optional<JobNumbers> numbers = jobNumbers(context, job);
    const WorkloadModel model = modelOf(job);
    const Value room = usableJobMemory<Value>(context).si();
    if (!numbers || !model || !room.isKnown()) {
        forecast.isUnknown = true;
        return false;
    }
    const EnteredPlan entered = enteredPlan(job);
    const PlannedJob planned = plannedJob(model->architecture, entered, *numbers);
    double rate = planned.tokensPerSecond(), memory = planned.memory();
    if (memory > room.typical()) {
        const std::vector<PlanChange> changes =
            changesThatFit(model->architecture, entered, *numbers, {room.typical()});
        const auto found =
            std::ranges::find_if(changes, [](const PlanChange& change) { return !keepsStatesOutside(change); });
        forecast.memory = std::max(forecast.memory, memory);
        if (found == changes.end())
            return false;
        for (const Parameter& setting : found->settings)
            setParameter(job.parameters, setting.name, setting.value);
        rate = found->tokensPerSecond;
        memory = found->memory;
    }
    forecast.memory = std::max(forecast.memory, memory);
    const std::optional<Value> tokens = parameterValue(job.parameters, "tokens", "");
    const Value speed = setting<Value>(context, setting_of::trainingSpeed).si();
    if (!tokens || !(rate > 0))
        return false;
    const double seconds = tokens->typical() / rate;
    forecast.seconds = std::max(forecast.seconds, seconds);
    forecast.slowSeconds = std::max(forecast.slowSeconds, seconds * speed.typical() / speed.low());
    return true;
}

/// What one way to split a served model comes to.
struct Split {
    double perToken = 0, slowPerToken = 0, first = 0;
};
std::optional<Split> served(const Context& context, const Workload& job) {
    const Value instances = instanceCount<Value>(context, job);
    const Value most = instanceConcurrency<Value>(context, job);
    const auto users = askedConcurrency<Value>(job);
    if (!instances.isKnown() || instances.typical() < 1 || !most.isKnown())
        return std::nullopt;
    const double each = std::ceil((users ? users->typical() : 1) / instances.typical());
    // The memory that a server takes has a range of its own; its middle decides here as in the figures.
    if (most.typical() < each)
        return std::nullopt;
    const Value step = tokenTime<Value>(context, job).si();
    const Value first = firstTokenTime<Value>(context, job).si();
    if (!step.isKnown() || !first.isKnown())
        return std::nullopt;
    return Split{step.typical(), step.high(), first.typical()};
}

bool serve(const SizingSystem& system, std::int64_t nodes, Workload& job, double latency, JobForecast& forecast) {
    std::optional<Split> best;
    std::int64_t degree = 0;
    for (std::int64_t tensor = 1; tensor <= system.accelerators && tensor <= 8; tensor *= 2) {
        Workload split = job;
        setParameter(split.parameters, "tensor-parallel", std::to_string(tensor));
        const Context context(nodesAlone(system, nodes, {split}));
        const std::optional<Split> found = served(context, *context.design().workloads.begin());
        // On so many nodes all users are served either way: the best split is the one whose first token comes in time
        // and whose slowest user waits least for the next.
        const auto rank = [latency](const Split& one) {
            return std::pair(latency > 0 && one.first > latency, one.perToken);
        };
        if (!found)
            continue;
        if (!best || rank(*found) < rank(*best)) {
            best = found;
            degree = tensor;
        }
    }
    if (!best)
        return false;
    setParameter(job.parameters, "tensor-parallel", std::to_string(degree));
    forecast.instance = std::max(forecast.instance, degree);
    forecast.secondsPerToken = std::max(forecast.secondsPerToken, best->perToken);
    forecast.slowSecondsPerToken = std::max(forecast.slowSecondsPerToken, best->slowPerToken);
    forecast.firstToken = std::max(forecast.firstToken, best->first);
    return true;
}

double parameterNumber(const Workload& job, std::string_view name) {
    const std::optional<Value> value = parameterValue(job.parameters, name, "");
    return value && value->isKnown() ? value->typical() : 0;
}

} // namespace

JobForecasts::JobForecasts(const SizingSystem& system, const SizingQuestion& question)
    : m_system(system), m_jobs(question.jobs), m_latency(question.latency) {}

const JobForecast& JobForecasts::of(std::int64_t nodes) {
    const auto found = m_known.find(nodes);
    return found != m_known.end() ? found->second : m_known.emplace(nodes, forecast(nodes)).first->second;
}

JobForecast JobForecasts::forecast(std::int64_t nodes) const {
    JobForecast result;
    result.jobs = m_jobs;
    result.fits = true;
    for (Workload& job : result.jobs) {
        const bool isServed = job.kind == WorkloadKind::Inference;
        const bool fits = isServed ? serve(m_system, nodes, job, m_latency, result) : [&] {
            const Context context(nodesAlone(m_system, nodes, {job}));
            return train(context, job, result);
        }();
        result.fits = result.fits && fits;
    }
    return result;
}

bool keepsTimes(const JobForecast& forecast, const SizingQuestion& question, ForecastEnd end, double share) {
    const bool isSlow = end == ForecastEnd::Slow;
    const double seconds = (isSlow ? forecast.slowSeconds : forecast.seconds) / share;
    const double perToken = isSlow ? forecast.slowSecondsPerToken : forecast.secondsPerToken;
    return forecast.fits && (question.deadline <= 0 || seconds <= question.deadline) &&
           (question.speed <= 0 || perToken <= 1 / question.speed) &&
           (question.latency <= 0 || forecast.firstToken <= question.latency);
}

std::string_view LeastAccelerators::highest() const {
    if (byMemory >= byWork && byMemory >= byRate)
        return "memory";
    return byWork >= byRate ? "FLOP" : "rate";
}

namespace {

/// Of the jobs of one phase, which run at once.
LeastAccelerators leastAtOnce(const SizingSystem& system, const SizingQuestion& question, std::int64_t phase) {
    LeastAccelerators least;
    for (const Workload& job : question.jobs) {
        const WorkloadModel model = job.phase == phase ? modelOf(job) : nullptr;
        if (!model)
            continue;
        const double parameters = static_cast<double>(totalParameters(model->architecture));
        if (job.kind == WorkloadKind::Inference) {
            const double users = std::max(1.0, parameterNumber(job, "concurrency"));
            const double context = parameterNumber(job, "prompt-tokens") + parameterNumber(job, "output-tokens");
            const double weights = parameters * bytesOf(weightFormatOf(job).value_or(ServedFormat::Bf16));
            const double cache = users * static_cast<double>(keyValueElementsPerToken(model->architecture)) *
                                 bytesOf(cacheFormatOf(job).value_or(ServedFormat::Bf16)) *
                                 cachedTokens(model->architecture, context);
            least.byMemory += (weights + cache) / system.memory;
            least.byRate += (weights + cache) * question.speed / system.memoryBandwidth;
            continue;
        }
        const RecipeNumbers recipe = numbersOf(recipeOf(job));
        const double bytes = recipe.adaptersOnly ? recipe.bytes.weight : recipe.bytes.total();
        least.byMemory = std::max(least.byMemory, parameters * bytes / system.memory);
        if (question.deadline <= 0)
            continue;
        const double sequence = std::max(1.0, parameterNumber(job, "sequence"));
        least.byWork += parameterNumber(job, "tokens") * recipe.passes *
                        trainingFlopPerToken(model->architecture, sequence, AttentionFlop::CausalHalf) /
                        (question.deadline * system.peak);
    }
    return least;
}

} // namespace

LeastAccelerators leastAccelerators(const SizingSystem& system, const SizingQuestion& question) {
    LeastAccelerators least;
    for (const Workload& job : question.jobs) {
        const LeastAccelerators phase = leastAtOnce(system, question, job.phase);
        least.byWork = std::max(least.byWork, phase.byWork);
        least.byMemory = std::max(least.byMemory, phase.byMemory);
        least.byRate = std::max(least.byRate, phase.byRate);
    }
    return least;
}

} // namespace rackwright
