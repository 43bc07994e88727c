// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/parallelism/plan_search.h"

#include "model/base/numbers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <tuple>

namespace rackwright {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

std::vector<std::int64_t> divisors(std::int64_t number) {
    std::vector<std::int64_t> found;
    for (std::int64_t one = 1; one * one <= number; ++one)
        if (number % one == 0) {
            found.push_back(one);
            if (one != number / one)
                found.push_back(number / one);
        }
    std::ranges::sort(found);
    return found;
}

// Stages of equal size, with or without embedding and output layer counted as a layer each (Megatron-LM).
bool dividesLayers(std::int64_t layers, std::int64_t stages) {
    return stages <= layers && (layers % stages == 0 || (layers + 2) % stages == 0);
}

bool mayInterleave(const PlanQuestion& question, const ParallelPlan& plan, std::int64_t interleave) {
    return interleave == 1 || (plan.pipeline > 1 && plan.microBatches % plan.pipeline == 0 &&
                               dividesLayers(question.model.layers, plan.pipeline * interleave));
}

TrainingRun runOf(const PlanQuestion& question) {
    TrainingRun run;
    run.model = question.model;
    run.part = question.part;
    run.peak = question.peak;
    run.sustained = question.sustained;
    run.bytesPerValue = question.bytesPerValue;
    run.accelerators = real(question.accelerators);
    run.sequence = real(question.sequence);
    run.nodeSize = question.nodeSize;
    run.activationHome = question.activationHome;
    run.adaptersOnly = question.adaptersOnly;
    run.outside = question.outside;
    return run;
}

void setPlan(TrainingRun& run, const ParallelPlan& plan) {
    run.tensor = real(plan.tensor);
    run.pipeline = real(plan.pipeline);
    run.interleave = real(plan.interleave);
    run.context = real(plan.context);
    run.expert = real(plan.expert);
    run.expertTensor = real(plan.expertTensor);
    run.data = real(plan.data);
    run.microBatch = real(plan.microBatch);
    run.microBatches = real(plan.microBatches);
    run.zeroStage = plan.zeroStage;
    run.shardGroup = real(plan.shardGroup);
    run.optimizerHome = plan.optimizerHome;
    run.weightHome = plan.weightHome;
    run.activationHome = plan.activationHome;
    run.recompute = plan.recompute;
    run.sequenceParallel = plan.sequenceParallel;
}

/// Plans that share everything but interleaving, sharding and overlap.
struct Block {
    ParallelPlan plan; ///< interleave 1, ZeRO 0
    std::size_t costs = 0;
    double lowerBound = 0; ///< s
};

std::vector<int> zeroStages(const ParallelPlan& plan) {
    return plan.data * plan.context > 1 ? std::vector<int>{0, 1, 2, 3} : std::vector<int>{0};
}

bool mayShard(const ParallelPlan& plan, std::int64_t group) {
    return group == 0 || (plan.zeroStage > 0 && group < plan.copies() && plan.copies() % group == 0);
}

/// Calls `visit` with every way to shard and keep the states of a plan.
template <class Visit>
void eachStateLayout(const PlanQuestion& question, ParallelPlan& plan, Visit visit) {
    for (const int stage : zeroStages(plan)) {
        plan.zeroStage = stage;
        for (const std::int64_t group : question.shardGroups) {
            plan.shardGroup = group;
            for (const StatePlacement& placement : question.placements) {
                plan.optimizerHome = placement.optimizer;
                plan.weightHome = placement.weights;
                if (mayShard(plan, group) && checkSharding(plan))
                    visit();
            }
        }
    }
}

std::vector<std::int64_t> interleaves(const PlanQuestion& question, const ParallelPlan& plan) {
    std::vector<std::int64_t> found;
    for (std::int64_t v = 1; v == 1 || plan.pipeline * v <= question.model.layers; ++v)
        if (mayInterleave(question, plan, v))
            found.push_back(v);
    return found;
}

// Overlap of tensor-parallel exchange is a choice only where there is one.
std::span<const bool> overlaps(bool isChoice) {
    static constexpr std::array<bool, 2> kBoth = {true, false};
    return std::span(kBoth).first(isChoice ? 2 : 1);
}

bool exchangesTensors(const ParallelPlan& plan) { return plan.tensor > 1 || plan.expert > 1; }
bool exchangesData(const ParallelPlan& plan) { return plan.data * plan.context > 1; }

/// Lays out the space as blocks with their lower bounds, and walks it.
class PlanSpace {
public:
    explicit PlanSpace(const PlanQuestion& question)
        : m_question(question), m_size(modelSize(question.model)), m_run(runOf(question)) {}

    bool build(const std::stop_token& stop) {
        for (const std::int64_t tensor : divisors(m_question.accelerators)) {
            if (m_question.model.heads % tensor != 0 || m_question.model.ffn % tensor != 0)
                continue;
            for (const std::int64_t context : divisors(m_question.accelerators / tensor)) {
                if (stop.stop_requested())
                    return false;
                if (m_question.sequence % context == 0)
                    addStages(tensor, context);
            }
        }
        std::ranges::stable_sort(m_blocks, {}, &Block::lowerBound);
        return true;
    }

    std::span<const Block> blocks() const { return m_blocks; }

    /// Calls `visit` with each plan of a block that fits into `memoryLimit`; returns how many plans the block has.
    template <class Visit>
    std::int64_t eachPlan(const Block& block, double memoryLimit, double& leastMemory, Visit visit) {
        const PeakOfPlans peak(m_question.model, block.plan, m_question.memory);
        const auto tensorChoices = overlaps(exchangesTensors(block.plan));
        const auto dataChoices = overlaps(exchangesData(block.plan));
        std::int64_t count = 0;
        SearchedPlan one;
        one.plan = block.plan;
        for (const std::int64_t interleave : interleaves(m_question, block.plan)) {
            one.plan.interleave = interleave;
            eachStateLayout(m_question, one.plan, [&] {
                one.memory = peak.expected(one.plan);
                count += static_cast<std::int64_t>(tensorChoices.size() * dataChoices.size());
                if (!fitsNode(one.plan, peak))
                    return;
                leastMemory = std::min(leastMemory, one.memory);
                if (one.memory > memoryLimit)
                    return;
                setPlan(m_run, one.plan);
                for (const bool tensor : tensorChoices)
                    for (const bool data : dataChoices) {
                        m_run.overlapTensor = one.overlapTensor = tensor;
                        m_run.overlapData = one.overlapData = data;
                        one.time = stepTime(m_run, m_costs[block.costs], m_size);
                        visit(one);
                    }
            });
        }
        return count;
    }

    /// Plans of a block, without working them out.
    std::int64_t countOf(const Block& block) const {
        ParallelPlan plan = block.plan;
        std::size_t layouts = 0;
        eachStateLayout(m_question, plan, [&] { ++layouts; });
        return static_cast<std::int64_t>(interleaves(m_question, block.plan).size() * layouts *
                                         overlaps(exchangesTensors(block.plan)).size() *
                                         overlaps(exchangesData(block.plan)).size());
    }

private:
    bool fitsNode(const ParallelPlan& plan, const PeakOfPlans& peak) const {
        if (plan.optimizerHome == StateHome::Accelerator)
            return true;
        const auto fits = [&](const StageParameters& stage) {
            return outsideMemory(stage, plan, m_question.memory.bytes).fits(m_question.nodeRoom);
        };
        return fits(peak.first()) && (plan.pipeline == 1 || fits(peak.last()));
    }

    void addStages(std::int64_t tensor, std::int64_t context) {
        const std::int64_t rest = m_question.accelerators / (tensor * context);
        for (const std::int64_t pipeline : divisors(rest)) {
            const std::int64_t data = rest / pipeline;
            if (!dividesLayers(m_question.model.layers, pipeline) || m_question.globalBatch % data != 0)
                continue;
            ParallelPlan plan;
            plan.tensor = tensor;
            plan.context = context;
            plan.pipeline = pipeline;
            plan.data = data;
            plan.sequence = m_question.sequence;
            plan.activationHome = m_question.activationHome;
            addExperts(plan);
        }
    }

    void addExperts(ParallelPlan plan) {
        const std::int64_t experts = m_question.model.moe ? m_question.model.moe->experts : 1;
        for (const std::int64_t expert : divisors(experts)) {
            if (plan.data * plan.context * plan.tensor % expert != 0)
                continue;
            plan.expert = expert;
            for (const std::int64_t microBatch : divisors(m_question.globalBatch / plan.data)) {
                plan.microBatch = microBatch;
                plan.microBatches = m_question.globalBatch / plan.data / microBatch;
                addBlocks(plan);
            }
        }
    }

    void addBlocks(ParallelPlan plan) {
        for (const bool split : {true, false}) {
            if (split && plan.tensor == 1)
                continue;
            plan.sequenceParallel = split;
            for (const Recompute recompute : {Recompute::None, Recompute::Selective, Recompute::Full}) {
                plan.recompute = recompute;
                const std::size_t costs = costsOf(plan);
                m_blocks.push_back({plan, costs, lowerBound(plan, m_costs[costs])});
            }
        }
    }

    std::size_t costsOf(const ParallelPlan& plan) {
        const auto key =
            std::tuple(plan.tensor, plan.context, plan.expert, plan.microBatch, plan.sequenceParallel, plan.recompute);
        const auto [it, isNew] = m_known.try_emplace(key, m_costs.size());
        if (isNew) {
            setPlan(m_run, plan);
            m_costs.push_back(layerCosts(m_run));
        }
        return it->second;
    }

    // Compute with the least exposed exchange and the smallest bubble; everything else costs time on top.
    double lowerBound(const ParallelPlan& plan, const LayerCosts& costs) {
        setPlan(m_run, plan);
        const std::vector<std::int64_t> deepest = interleaves(m_question, plan);
        m_run.interleave = real(deepest.back());
        m_run.overlapTensor = m_run.overlapData = true;
        const StepTime time = stepTime(m_run, costs, m_size);
        return time.compute + time.tensorParallel + time.expertParallel + time.contextParallel + time.bubble;
    }

    const PlanQuestion& m_question;
    ModelSize m_size;
    TrainingRun m_run;
    std::vector<LayerCosts> m_costs;
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, bool, Recompute>, std::size_t> m_known;
    std::vector<Block> m_blocks;
};

auto splitOf(const SearchedPlan& one) {
    return std::tuple(one.plan.tensor, one.plan.pipeline, one.plan.context, one.plan.expert);
}

/// Keeps the fastest plan and the fastest of another split.
void keepFastest(PlanSearchResult& result, const SearchedPlan& one) {
    const double time = one.time.total();
    if (!result.best || time < result.best->time.total()) {
        if (result.best && splitOf(*result.best) != splitOf(one))
            result.runnerUp = result.best;
        result.best = one;
    } else if (splitOf(one) != splitOf(*result.best) && (!result.runnerUp || time < result.runnerUp->time.total())) {
        result.runnerUp = one;
    }
}

} // namespace

PlanQuestion withStatesOutside(PlanQuestion question) {
    using enum StateHome;
    question.placements = {{Accelerator, Accelerator}, {Host, Accelerator}, {Host, Host}, {Drives, Drives}};
    return question;
}

bool isLegal(const PlanQuestion& question, const ParallelPlan& plan) {
    const ModelArchitecture& model = question.model;
    const std::int64_t experts = model.moe ? model.moe->experts : 1;
    return plan.accelerators() == question.accelerators && plan.globalBatch() == question.globalBatch &&
           plan.sequence == question.sequence && model.heads % plan.tensor == 0 && model.ffn % plan.tensor == 0 &&
           plan.sequence % plan.context == 0 && dividesLayers(model.layers, plan.pipeline) &&
           mayInterleave(question, plan, plan.interleave) && experts % plan.expert == 0 &&
           plan.data * plan.context * plan.tensor % plan.expert == 0 && (!plan.sequenceParallel || plan.tensor > 1) &&
           (plan.zeroStage == 0 || exchangesData(plan)) && mayShard(plan, plan.shardGroup) &&
           std::ranges::find(question.shardGroups, plan.shardGroup) != question.shardGroups.end() &&
           std::ranges::find(question.placements, StatePlacement{plan.optimizerHome, plan.weightHome}) !=
               question.placements.end() &&
           checkSharding(plan);
}

TrainingRun runOf(const PlanQuestion& question, const ParallelPlan& plan) {
    TrainingRun run = runOf(question);
    setPlan(run, plan);
    return run;
}

SearchedPlan evaluatedPlan(const PlanQuestion& question, const ParallelPlan& plan, bool overlapTensor,
                           bool overlapData) {
    TrainingRun run = runOf(question, plan);
    run.overlapTensor = overlapTensor;
    run.overlapData = overlapData;
    return {plan, overlapTensor, overlapData, PeakOfPlans(question.model, plan, question.memory).expected(plan),
            stepTime(run)};
}

PlanSearchResult searchPlans(const PlanQuestion& question, std::stop_token stop) {
    PlanSearchResult result;
    PlanSpace space(question);
    result.wasCancelled = !space.build(stop);
    double leastMemory = kNever;
    const auto bound = [&] { return result.runnerUp ? result.runnerUp->time.total() : kNever; };
    for (const Block& block : space.blocks()) {
        if (stop.stop_requested())
            result.wasCancelled = true;
        if (result.wasCancelled)
            break;
        if (block.lowerBound >= bound()) {
            result.points += space.countOf(block);
            continue;
        }
        result.points += space.eachPlan(block, question.memoryLimit, leastMemory, [&](const SearchedPlan& one) {
            ++result.evaluated;
            keepFastest(result, one);
        });
    }
    if (result.best || result.wasCancelled)
        return result;
    for (const Block& block : space.blocks()) {
        double least = kNever;
        space.eachPlan(block, leastMemory, least, [&](const SearchedPlan& one) {
            if (!result.leanest || one.time.total() < result.leanest->time.total())
                result.leanest = one;
        });
    }
    return result;
}

namespace {

bool beats(const SearchedPlan& a, const SearchedPlan& b) {
    return a.plan.accelerators() <= b.plan.accelerators() && a.memory <= b.memory &&
           a.tokensPerSecond() >= b.tokensPerSecond();
}

void keepUnbeaten(std::vector<SearchedPlan>& front, const SearchedPlan& one) {
    if (std::ranges::any_of(front, [&](const SearchedPlan& other) { return beats(other, one); }))
        return;
    std::erase_if(front, [&](const SearchedPlan& other) { return beats(one, other); });
    front.push_back(one);
}

} // namespace

PlanFront paretoFront(const PlanQuestion& question, std::span<const std::int64_t> accelerators, std::stop_token stop) {
    PlanFront front;
    for (const std::int64_t count : accelerators) {
        PlanQuestion sized = question;
        sized.accelerators = count;
        PlanSpace space(sized);
        front.wasCancelled = front.wasCancelled || !space.build(stop);
        for (const Block& block : space.blocks()) {
            if (stop.stop_requested() || front.wasCancelled) {
                front.wasCancelled = true;
                break;
            }
            double least = kNever;
            space.eachPlan(block, question.memoryLimit, least,
                           [&](const SearchedPlan& one) { keepUnbeaten(front.plans, one); });
        }
    }
    std::ranges::sort(front.plans, {}, [](const SearchedPlan& one) {
        return std::pair(one.plan.accelerators(), -one.tokensPerSecond());
    });
    return front;
}

Message whyItLost(const SearchedPlan& best, const SearchedPlan& other) {
    struct TimedPart {
        const char* name;
        double StepTime::*time;
    };
    constexpr std::array<TimedPart, 9> kParts = {{{"compute", &StepTime::compute},
                                                  {"bubble", &StepTime::bubble},
                                                  {"tensor parallel", &StepTime::tensorParallel},
                                                  {"expert parallel", &StepTime::expertParallel},
                                                  {"context parallel", &StepTime::contextParallel},
                                                  {"pipeline parallel", &StepTime::pipelineParallel},
                                                  {"data parallel", &StepTime::dataParallel},
                                                  {"offload", &StepTime::offload},
                                                  {"optimizer", &StepTime::optimizer}}};
    const auto loss = [&](const TimedPart& part) { return other.time.*part.time - best.time.*part.time; };
    const TimedPart& worst = *std::ranges::max_element(kParts, {}, loss);
    return Message("training.why-it-lost")
        .with("part", worst.name)
        .with("loss", UnitNumber{loss(worst), "s"})
        .with("slower", UnitNumber{other.time.total() - best.time.total(), "s"});
}

} // namespace rackwright
