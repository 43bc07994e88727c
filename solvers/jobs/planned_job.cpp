// SPDX-License-Identifier: GPL-3.0-or-later
// The plan that a job runs by: what was entered stands, the rest is the fastest split that fits.
#include "model/base/numbers.h"
#include "solvers/jobs/rollouts.h"
#include "solvers/jobs/training_job.h"
#include "solvers/parallelism/batch_growth.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <mutex>

namespace rackwright {

namespace {

constexpr double kFits = 0.9;               // of the memory, for a plan that the program chooses
constexpr double kLargestTensorSplit = 8;   // accelerators that share one layer
constexpr double kLargestContextSplit = 16; // that share one sequence
constexpr int kShardedWhole = 3;            // ZeRO stage of what fits no other way

ParallelPlan planOf(const TrainingRun& run) {
    ParallelPlan plan;
    const auto whole = [](double degree) { return std::max<std::int64_t>(1, std::llround(degree)); };
    plan.tensor = whole(run.tensor);
    plan.pipeline = whole(run.pipeline);
    plan.interleave = whole(run.interleave);
    plan.context = whole(run.context);
    plan.expert = whole(run.expert);
    plan.expertTensor = whole(run.expertTensor);
    plan.data = std::max<std::int64_t>(1, static_cast<std::int64_t>(run.data));
    plan.sequence = whole(run.sequence);
    plan.microBatch = whole(run.microBatch);
    plan.microBatches = whole(std::ceil(run.microBatches));
    plan.zeroStage = run.zeroStage;
    plan.shardGroup = std::llround(run.shardGroup);
    plan.optimizerHome = run.optimizerHome;
    plan.weightHome = run.weightHome;
    plan.activationHome = run.activationHome;
    plan.sequenceParallel = run.sequenceParallel;
    plan.recompute = run.recompute;
    return plan;
}

// The first stage keeps most micro-batches, the last has the output layer.
StageMemory worstStage(const TrainingRun& run, const RecipeNumbers& recipe, const MemoryQuestion& question) {
    const ParallelPlan plan = planOf(run);
    const auto memoryOf = [&](std::int64_t stage) {
        StageMemory memory = stageMemory(run.model, plan, question, stage);
        if (recipe.generates)
            memory.rollouts = rolloutMemory(run, memory.needed.activations + memory.needed.recomputeWorkingSet);
        return memory;
    };
    const StageMemory first = memoryOf(0);
    if (plan.pipeline == 1)
        return first;
    const StageMemory last = memoryOf(plan.pipeline - 1);
    return last.total() > first.total() ? last : first;
}

TrainingRun runOn(const ModelArchitecture& model, const JobNumbers& numbers) {
    const auto fact = [&](JobFact one) { return numbers.fact[static_cast<std::size_t>(one)]; };
    TrainingRun run;
    run.model = model;
    run.part.peak[MatrixPrecision::Bf16] = fact(JobFact::Compute);
    run.peak = numbers.recipePeak > 0 ? numbers.recipePeak : fact(JobFact::Compute);
    run.part.memory = fact(JobFact::Memory);
    run.part.memoryBandwidth = fact(JobFact::MemoryBandwidth);
    run.part.scaleUp = fact(JobFact::ScaleUp);
    run.part.scaleUpDomain = fact(JobFact::ScaleUpDomain);
    run.part.network = fact(JobFact::Network);
    if (fact(JobFact::Sustained) > 0)
        run.sustained = run.part.sustained[MatrixPrecision::Bf16] = fact(JobFact::Sustained);
    if (fact(JobFact::NodeSize) > 0)
        run.nodeSize = fact(JobFact::NodeSize);
    if (fact(JobFact::HostLink) > 0)
        run.part.hostLink = fact(JobFact::HostLink);
    run.accelerators = std::max(1.0, fact(JobFact::Accelerators));
    run.sequence = std::max(1.0, numbers.sequence);
    run.outside = numbers.outside;
    run.reducedShare = numbers.reducedShare;
    return run;
}

void split(TrainingRun& run, const EnteredPlan& entered, double tensor, double pipeline, double batchTokens,
           std::optional<int> stage) {
    run.tensor = tensor;
    run.pipeline = pipeline;
    run.interleave = pipeline > 1 ? std::max(1.0, entered.interleave) : 1;
    run.sequenceParallel = tensor > 1;
    // A partly used copy trains nothing.
    run.data = std::max(1.0, std::floor(run.accelerators / (tensor * pipeline * run.context)));
    if (entered.data > 0)
        run.data = std::min(run.data, entered.data);
    const int usualStage = entered.weightHome == StateHome::Accelerator ? 1 : 3;
    run.zeroStage = run.copies() > 1 ? entered.zeroStage.value_or(stage.value_or(usualStage)) : 0;
    run.shardGroup = std::min(entered.shardGroup, run.copies());
    run.optimizerHome = entered.optimizerHome;
    run.weightHome = entered.weightHome;
    run.activationHome = entered.activationHome;
    run.microBatches = std::max(1.0, std::round(batchTokens / (run.sequence * run.microBatch * run.data)));
}

/// Degrees of pipeline parallelism that divide the layers, with or without embedding and output as layers.
std::vector<double> stageCounts(const ModelArchitecture& model, double most) {
    std::vector<double> counts;
    for (std::int64_t p = 1; p <= model.layers && real(p) <= most; ++p)
        if (model.layers % p == 0 || (model.layers + 2) % p == 0)
            counts.push_back(real(p));
    return counts;
}

/// Plans that what was entered leaves open, and the one to take of them.
class PlanOfJob {
public:
    PlanOfJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers)
        : m_entered(entered), m_numbers(numbers), m_memory(entered.memory()), m_run(runOn(model, numbers)),
          m_isOpen(entered.tensor <= 0 && entered.pipeline <= 0) {
        m_run.adaptersOnly = entered.recipe.adaptersOnly;
        m_run.bytesPerValue = entered.recipe.bytesPerValue;
        m_run.overlapTensor = m_run.overlapData = entered.overlaps;
        m_run.microBatch = std::max(1.0, entered.microBatch);
        m_run.expertTensor = std::max(1.0, entered.expertTensor);
    }

    PlannedJob best() const {
        const bool isOneStage = m_entered.tensor > 0 && m_entered.pipeline == 1;
        if (m_entered.isBatchSaid || isOneStage)
            return ofBatch(m_numbers.batchTokens).choice();
        // An odd count of accelerators, of which some idle, is no measure of a batch.
        const double least = m_numbers.batchTokens,
                     even = m_run.sequence * usualSequences(least, m_run.sequence, m_run.accelerators);
        std::vector<double> batches{m_isOpen && even <= 2 * least ? even : least};
        while (2 * batches.back() <= m_entered.mostBatch)
            batches.push_back(2 * batches.back());
        const Found largest = ofBatch(batches.back());
        batches.pop_back();
        for (const double tokens : batches) {
            const Found found = ofBatch(tokens);
            if (!largest.fastest || (found.fastest && found.fastest->tokensPerSecond() >=
                                                          kNearFastest * largest.fastest->tokensPerSecond()))
                return found.choice();
        }
        return largest.choice();
    }

private:
    struct Found {
        std::optional<PlannedJob> fastest, leanest;
        const PlannedJob& choice() const { return fastest ? *fastest : *leanest; }
    };

    Found ofBatch(double tokens) const {
        for (const bool keepsBatch : {true, false}) {
            Found found;
            for (const std::optional<int> stage : {std::optional<int>(), std::optional(kShardedWhole)}) {
                if (stage && (found.fastest || m_entered.zeroStage || !m_isOpen))
                    break;
                tryAll(tokens, keepsBatch, stage, found);
            }
            if (found.leanest)
                return found;
        }
        RW_CHECK(false, "some plan uses a job's accelerators");
        return {};
    }

    void tryAll(double tokens, bool keepsBatch, std::optional<int> stage, Found& found) const {
        const bool areContextsFree = m_isOpen && m_entered.context <= 0;
        for (double context = std::max(1.0, m_entered.context);; context *= 2) {
            const double before = found.fastest ? found.fastest->tokensPerSecond() : 0;
            trySplits(context, tokens, keepsBatch, stage, found);
            // Splitting sequences spares copies, which a batch runs out of; what does not help once helps no further.
            const bool helped = !found.fastest || context <= 1 || found.fastest->tokensPerSecond() > before;
            if (!areContextsFree || !helped || 2 * context > std::min(kLargestContextSplit, m_run.accelerators) ||
                std::fmod(m_run.sequence, 2 * context) > 0)
                return;
        }
    }

    void trySplits(double context, double tokens, bool keepsBatch, std::optional<int> stage, Found& found) const {
        const double largest = std::min(kLargestTensorSplit, std::max(1.0, m_run.part.scaleUpDomain));
        TrainingRun run = m_run;
        run.context = context;
        for (double tensor = std::max(1.0, m_entered.tensor);; tensor *= 2) {
            const double most = std::max(1.0, run.accelerators / (tensor * context));
            const std::vector<double> stages =
                m_entered.pipeline > 0 ? std::vector{m_entered.pipeline} : stageCounts(run.model, most);
            for (const double pipeline : stages) {
                split(run, m_entered, tensor, pipeline, tokens, stage);
                const double batch = m_entered.isBatchSaid ? tokens : std::max(tokens, m_entered.mostBatch);
                if (m_isOpen && keepsBatch &&
                    run.data * run.microBatch > std::max(1.0, std::round(batch / run.sequence)))
                    continue;
                for (const double interleave : interleaves(run)) {
                    run.interleave = interleave;
                    for (const double expert : expertDegrees(run)) {
                        run.expert = expert;
                        offer(run, found);
                    }
                }
            }
            if (m_entered.tensor > 0 || 2 * tensor > std::min(largest, run.accelerators / context) ||
                std::fmod(static_cast<double>(run.model.heads), 2 * tensor) > 0)
                return;
        }
    }

    /// One chunk a stage, or as many as there are layers for.
    std::vector<double> interleaves(const TrainingRun& run) const {
        std::vector<double> found{run.interleave};
        const double most = real(run.model.layers) / run.pipeline;
        if (m_isOpen && m_entered.interleave <= 0 && run.pipeline > 1 && most > 1 && most == std::floor(most) &&
            std::fmod(run.microBatches, run.pipeline) == 0)
            found.push_back(most);
        return found;
    }

    /// Experts over a node or over all copies; where some of the plan was entered, until an accelerator holds few.
    std::vector<double> expertDegrees(const TrainingRun& run) const {
        if (m_entered.expert > 0)
            return {m_entered.expert};
        if (!run.model.moe)
            return {1};
        if (m_isOpen)
            return usualExpertDegrees(run);
        double expert = 1;
        while (expert * run.expertTensor * 2 <= run.data * run.tensor && expert * 2 <= real(run.model.moe->experts) &&
               run.model.moe->experts % static_cast<std::int64_t>(expert * 2) == 0)
            expert *= 2;
        return {expert};
    }

    void offer(TrainingRun run, Found& found) const {
        for (const Recompute recompute : {Recompute::None, Recompute::Full}) {
            run.recompute = m_entered.recompute.value_or(recompute);
            const PlannedJob job{run,
                                 m_entered.recipe,
                                 m_memory,
                                 worstStage(run, m_entered.recipe, m_memory),
                                 m_numbers.speed,
                                 m_numbers.rolloutShare};
            if (!found.leanest || job.memory() < found.leanest->memory())
                found.leanest = job;
            if (job.memory() <= kFits * run.part.memory) {
                if (!found.fastest || job.tokensPerSecond() > found.fastest->tokensPerSecond())
                    found.fastest = job;
                return; // nothing is gained by working out again what fits
            }
            if (m_entered.recompute)
                return;
        }
    }

    const EnteredPlan& m_entered;
    const JobNumbers& m_numbers;
    MemoryQuestion m_memory;
    TrainingRun m_run; ///< all but the plan
    bool m_isOpen;     ///< neither tensor nor pipeline was entered: the whole split is chosen
};

/// The last choices. A job's figures ask for the same plan one after another, and most edits change none of its
/// numbers.
class RecentPlans {
public:
    PlannedJob of(const ModelArchitecture& model, const EnteredPlan& entered, JobNumbers numbers) {
        const double speed = numbers.speed; // scales all plans alike
        numbers.speed = 1;
        PlannedJob job = [&] {
            if (std::optional<PlannedJob> known = find(model, entered, numbers))
                return *known;
            PlannedJob made = PlanOfJob(model, entered, numbers).best();
            keep({model, entered, numbers, made});
            return made;
        }();
        job.speed = speed;
        return job;
    }

private:
    struct Choice {
        ModelArchitecture model;
        EnteredPlan entered;
        JobNumbers numbers;
        PlannedJob job;
    };
    static constexpr std::size_t kMost = 64;

    std::optional<PlannedJob> find(const ModelArchitecture& model, const EnteredPlan& entered,
                                   const JobNumbers& numbers) {
        const std::scoped_lock lock(m_mutex);
        const auto known = std::ranges::find_if(m_choices, [&](const Choice& one) {
            return one.numbers == numbers && one.entered == entered && one.model == model;
        });
        return known == m_choices.end() ? std::nullopt : std::optional(known->job);
    }
    void keep(Choice choice) {
        const std::scoped_lock lock(m_mutex);
        m_choices.push_front(std::move(choice));
        if (m_choices.size() > kMost)
            m_choices.pop_back();
    }

    std::mutex m_mutex;
    std::deque<Choice> m_choices;
};

} // namespace

PlannedJob plannedJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers) {
    static RecentPlans recent;
    return recent.of(model, entered, numbers);
}

ParallelPlan PlannedJob::plan() const { return planOf(run); }

double PlannedJob::memoryAt(double frameworks) const {
    const MemoryRange range = peakMemory(run.model, plan(), question);
    const double other = frameworks < 1 ? range.low : range.high;
    return worst.total() + (other - range.expected) * std::abs(frameworks - 1);
}

// Further passes repeat products and exchanges; gradients are exchanged and weights updated once.
StepTime PlannedJob::parts() const {
    StepTime time = stepTime(run);
    for (double StepTime::*part : {&StepTime::compute, &StepTime::bubble, &StepTime::tensorParallel,
                                   &StepTime::expertParallel, &StepTime::contextParallel, &StepTime::pipelineParallel})
        time.*part *= recipe.passes / speed;
    time.dataParallel /= speed;
    time.offload /= speed;
    if (recipe.generates)
        time.generation = rolloutTime(run, rolloutShare, worst.needed.states.total() + worst.runtime.context) / speed;
    time.optimizer /= speed;
    return time;
}

double PlannedJob::step() const {
    const double total = parts().total();
    return std::isfinite(total) ? total : std::numeric_limits<double>::infinity();
}

// LoRA works out no gradients of the weights: two thirds of the whole.
double PlannedJob::utilisation() const {
    const double flop = trainingFlopPerToken(run.model, run.sequence, AttentionFlop::CausalHalf) * recipe.passes;
    return tokensPerSecond() * flop * (run.adaptersOnly ? 2.0 / 3 : 1) / (run.accelerators * run.peak);
}

} // namespace rackwright
