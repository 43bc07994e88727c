// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A training workload of a design on the accelerators drawn for it: its plan, memory, step and speed. The slowest
// system sets the pace, the drawn fabric what leaves a node. How long a run lasts is the business of run_length.h.

#include "solvers/jobs/job_network.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/network/settings.h"
#include "solvers/parallelism/batch_growth.h"
#include "solvers/parallelism/peak_memory.h"
#include "solvers/parallelism/settings.h"
#include "solvers/parallelism/step_time.h"
#include "solvers/workload/job.h"
#include "solvers/workload/range_evaluation.h"

namespace rackwright {

/// What a job can use of its accelerators: each the least over its systems, in SI.
enum class JobFact : std::uint8_t {
    Accelerators,
    Compute, ///< dense peak, as far as a power cap leaves it
    Memory,
    MemoryBandwidth,
    ScaleUp,       ///< 0: there is no such link, neighbours exchange over the host
    ScaleUpDomain, ///< without such a link those of one node
    Network,
    Sustained, ///< share of the peak that large products reach; 0 in JobNumbers: as of parts that nobody measured
    NodeSize,  ///< 0 in JobNumbers: eight
    HostLink   ///< one way; 0 in JobNumbers: PCIe 4.0 x16
};
inline constexpr std::size_t kJobFacts = 10;

/// What a person entered of the plan; 0: not entered.
struct EnteredPlan {
    double tensor = 0, pipeline = 0, interleave = 0, data = 0, context = 0, expert = 0, microBatch = 0;
    std::optional<int> zeroStage;
    double shardGroup = 0, expertTensor = 0;
    StateHome optimizerHome = StateHome::Accelerator, weightHome = StateHome::Accelerator;
    StateHome activationHome = StateHome::Accelerator;
    OutputLoss loss = OutputLoss::Usual;
    std::optional<Recompute> recompute;
    bool overlaps = true; ///< "overlap" = "no": nothing hides behind products
    bool isBatchSaid = false;
    double mostBatch = kMostBatchTokens; ///< tokens that a batch grows to which nobody said
    RecipeNumbers recipe;
    bool operator==(const EnteredPlan&) const = default;

    /// What the plan says of its memory.
    MemoryQuestion memory() const;
};
/// As the parameters of the workload say, unchecked.
EnteredPlan enteredPlan(const Workload& workload);

/// Whether states leave the accelerator.
bool offloads(const Workload& workload);

/// Inputs of a job as numbers, in the order of JobFact, then tokens of a sequence and of a step, and the speed factor.
struct JobNumbers {
    double fact[kJobFacts] = {};
    double sequence = 0, batchTokens = 0;
    double speed = 1;        ///< measured over computed
    double recipePeak = 0;   ///< FLOP/s of the recipe's products; 0: those of JobFact::Compute
    OutsideRates outside{};  ///< read where states leave the accelerator
    double rolloutShare = 0; ///< of the tokens, generated in each step; read where the recipe generates
    double reducedShare = 1; ///< as of TrainingRun; read where the switches of the compute networks reduce

    /// The job needs a network and a node of it has none: no step ends.
    bool isCutOff() const;
    bool operator==(const JobNumbers&) const = default;
};
/// Unset while one of them is not known.
std::optional<JobNumbers> jobNumbers(const Context& context, const Workload& workload);

/// Of a job's accelerators those in whole nodes, where its share ends within one: what an entered plan has to divide.
std::int64_t inWholeNodes(const Context& context, double accelerators);

/// What lies in an accelerator of one stage of the pipeline at its fullest moment, as expected.
struct StageMemory {
    TrainingMemory needed;
    RuntimeMemory runtime;
    OutsideMemory outside; ///< not part of the total
    double rollouts = 0;   ///< cache of a sequence that is generated, beyond what activations leave by then
    double total() const { return needed.total() + runtime.total() + rollouts; }
};
/// By the numbers of a plan, for any stage from 0.
StageMemory stageMemory(const ModelArchitecture& model, const ParallelPlan& plan, const MemoryQuestion& question,
                        std::int64_t stage);

/// The run with the plan entered, else the fastest split over accelerators that fits. A batch that nobody said grows
/// from that of the setting until the run is nearly as fast as with the largest.
struct PlannedJob {
    TrainingRun run; ///< of training; generation uses the same split
    RecipeNumbers recipe;
    MemoryQuestion question;
    StageMemory worst; ///< of the stage that needs most
    double speed = 1;
    double rolloutShare = 0;

    /// Bytes of an accelerator in the stage that needs most.
    double memory() const { return worst.total(); }
    /// The same by what frameworks leave unsaid: 0 the leanest, 1 expected, 2 the fullest, and between.
    double memoryAt(double frameworks) const;
    /// The plan of the run in whole numbers.
    ParallelPlan plan() const;
    /// As it would be measured: by the speed factor, with all passes of the recipe.
    StepTime parts() const;
    double step() const; ///< infinite where a node is cut off
    /// Of the whole job as it would be measured; 0 where a node is cut off.
    double tokensPerSecond() const { return run.globalBatch() * run.sequence / step(); }
    double utilisation() const;
};
/// Always a job: where no split fits, the one that needs least memory.
PlannedJob plannedJob(const ModelArchitecture& model, const EnteredPlan& entered, const JobNumbers& numbers);

/// Dense peak of one accelerator, FLOP/s.
template <class N>
N productRate(const Context& context, Id<PartRow> accelerator, Precision precision) {
    return Quantity<dim::OperationRate, N>(numberOf<N>(readRate(context, accelerator, precision))).si();
}

/// What of its speed a system keeps at its power cap: 1 without one, a range by the table of source document 002
/// (another accelerator than the H100 SXM as an estimate), unknown below the table.
Value shareUnderCap(const Context& context, const PartCount& group);

/// Rate of the link from an accelerator to its host by data sheet, one way, bytes/s.
Value hostLinkOfPart(const Context& context, Id<PartRow> accelerator);
/// Of parts whose data sheet says how they are joined to the host, and names no scale-up link.
bool lacksScaleUp(const Context& context, Id<PartRow> accelerator);
/// Share of the dense peak that large products reach, as measured of the part, else as of parts that nobody measured.
Value sustainedOfPart(const Context& context, Id<PartRow> accelerator, Precision precision);

/// The least of a fact over the job's systems, in SI: the slowest sets the pace.
template <class N>
N leastOver(const Context& context, JobFact fact, Precision precision = Precision::Bf16,
            JobFault fault = JobFault::None) {
    std::optional<N> least;
    for (const PartCount& group : jobGroups(context)) {
        const Id<PartRow> accelerator = acceleratorPart(context, group.part);
        const auto given = [&](const Value& value, const char* what, std::string_view unit) {
            return N(Numbers<N>::given(
                value, {what + partName<N>(context, accelerator), std::string(unit), siPerUnit(unit)}, {}));
        };
        const N one = [&]() -> N {
            switch (fact) {
            case JobFact::Compute: {
                const N peak = productRate<N>(context, accelerator, precision);
                return group.powerCap
                           ? peak * given(shareUnderCap(context, group), "speed left by the power cap, ", "%")
                           : peak;
            }
            case JobFact::Memory: // what programs see, where the vendor says less than is built in
                return plainPartNumber(context, accelerator, attribute::usableMemory.key).isKnown()
                           ? partNumber<N>(context, accelerator, attribute::usableMemory).si()
                           : partNumber<N>(context, accelerator, attribute::memory).si();
            case JobFact::MemoryBandwidth:
                return partNumber<N>(context, accelerator, attribute::memoryBandwidth).si();
            case JobFact::ScaleUp:
                if (lacksScaleUp(context, accelerator))
                    return given(Value(0.0, Grade::Vendor), "scale-up link, ", "GB/s");
                return partNumber<N>(context, accelerator, attribute::scaleUpBandwidth).si() / constant<N>(2);
            case JobFact::ScaleUpDomain:
                if (lacksScaleUp(context, accelerator))
                    return partNumber<N>(context, group.part, attribute::acceleratorCount).si();
                return partNumber<N>(context, accelerator, attribute::scaleUpDomain).si();
            case JobFact::Network:
                return networkOfJob<N>(context, group.part, fault);
            case JobFact::Sustained:
                return given(sustainedOfPart(context, accelerator, precision), "large products of ", "%");
            case JobFact::NodeSize:
                return partNumber<N>(context, group.part, attribute::acceleratorCount).si();
            case JobFact::HostLink: {
                const Value known = hostLinkOfPart(context, accelerator);
                return given(known.isKnown() ? known : Value(AcceleratorSpec{}.hostLink, Grade::Assumption),
                             "host link, ", "GB/s");
            }
            case JobFact::Accelerators:
                break;
            }
            RW_CHECK(false, "the count of accelerators is a sum, not a least");
        }();
        least = least ? minimum(*least, one) : one;
    }
    return least ? *least : N(Numbers<N>::given(Value::unknown(), {"accelerators of the job", "", 1}, {}));
}

/// Everything that a job's figures rest on, in the order of JobNumbers; the rates to host and drives stand only where
/// states leave the accelerator, the rate of the recipe only where it multiplies at another precision than BF16, and
/// the volume that switches leave last, where they reduce.
template <class N>
std::vector<N> jobInputs(const Context& context, const Workload& workload) {
    std::vector<N> inputs{jobAccelerators<N>(context, workload).si()};
    const RecipeNumbers recipe = numbersOf(recipeOf(workload));
    for (std::size_t i = 1; i < kJobFacts; ++i) {
        const auto fact = static_cast<JobFact>(i);
        inputs.push_back(leastOver<N>(context, fact, fact == JobFact::Sustained ? recipe.products : Precision::Bf16,
                                      faultOf(workload)));
    }
    inputs.push_back(parameterOr<N>(context, workload, "sequence", setting_of::trainingSequence).si());
    inputs.push_back(parameterOr<N>(context, workload, "batch", setting_of::trainingBatch).si());
    inputs.push_back(setting<N>(context, setting_of::trainingSpeed).si());
    if (offloads(workload))
        for (const auto* rate : {&setting_of::hostLinkRate, &setting_of::hostMemoryRate, &setting_of::localDriveRate})
            inputs.push_back(setting<N>(context, *rate).si());
    if (recipe.generates)
        inputs.push_back(setting<N>(context, setting_of::rolloutShare).si());
    const Precision products = recipe.products;
    if (products != Precision::Bf16)
        inputs.push_back(leastOver<N>(context, JobFact::Compute, products));
    if (doJobsReduceInNetwork(context))
        inputs.push_back(sharpShare<N>(context));
    return inputs;
}
JobNumbers jobNumbersFrom(const std::vector<double>& inputs, const Workload& workload);

/// A figure of the planned job, from everything that it rests on.
template <class N>
N ofJob(const Context& context, const Workload& workload, std::string label, std::string unit, std::string reference,
        const std::function<double(const PlannedJob&)>& pick) {
    const WorkloadModel model = modelOf(workload);
    if (!model)
        return Numbers<N>::given(Value::unknown(), {"model of " + workload.name, unit, siPerUnit(unit)}, {});
    const EnteredPlan entered = enteredPlan(workload);
    return evaluated<N>(std::move(label), std::move(unit), std::move(reference), jobInputs<N>(context, workload),
                        [&](const std::vector<double>& inputs) {
                            return pick(plannedJob(model->architecture, entered, jobNumbersFrom(inputs, workload)));
                        });
}

inline constexpr auto kMemoryReference = "reference.training-memory";
inline constexpr auto kStepReference = "reference.training-step";

/// What the plan needs of an accelerator, in the stage that needs most: expected, and the range that frameworks leave.
template <class N>
Quantity<dim::Data, N> jobMemory(const Context& context, const Workload& workload) {
    const WorkloadModel model = modelOf(workload);
    if (!model)
        return Quantity<dim::Data, N>(
            Numbers<N>::given(Value::unknown(), {"model of " + workload.name, "GB", 1e9}, {}));
    const EnteredPlan entered = enteredPlan(workload);
    std::vector<N> inputs = jobInputs<N>(context, workload);
    inputs.push_back(N(Numbers<N>::given(Value::range(0, 1, 2, Grade::Assumption),
                                         {"what frameworks leave unsaid, leanest to fullest", "", 1}, {})));
    return Quantity<dim::Data, N>(evaluated<N>(
        "memory of an accelerator", "GB", kMemoryReference, std::move(inputs), [&](const std::vector<double>& all) {
            const std::vector<double> ofTheJob(all.begin(), all.end() - 1);
            return plannedJob(model->architecture, entered, jobNumbersFrom(ofTheJob, workload)).memoryAt(all.back());
        }));
}

/// What of the smallest accelerator's memory a job may use.
template <class N>
Quantity<dim::Data, N> usableJobMemory(const Context& context) {
    return Quantity<dim::Data, N>(leastOver<N>(context, JobFact::Memory) *
                                  setting<N>(context, setting_of::trainingMemoryShare).si());
}

/// As it would be measured; unknown where a node is cut off.
template <class N>
Quantity<dim::Time, N> jobStep(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(
        ofJob<N>(context, workload, "step", "s", kStepReference, [](const PlannedJob& job) { return job.step(); }));
}

/// One function of all inputs, so that the range of an input counts once.
template <class N>
Quantity<dim::Rate, N> jobTokenRate(const Context& context, const Workload& workload) {
    return Quantity<dim::Rate, N>(ofJob<N>(context, workload, "tokens a second", "1/s", "reference.token-rate",
                                           [](const PlannedJob& job) { return job.tokensPerSecond(); }));
}

/// Model FLOP utilisation, 0..1.
template <class N>
Ratio<N> jobUtilisationOf(const Context& context, const Workload& workload) {
    return Ratio<N>(ofJob<N>(context, workload, "utilisation", "%", "reference.utilisation",
                             [](const PlannedJob& job) { return job.utilisation(); }));
}

} // namespace rackwright
