// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/training_domain.h"

#include "solvers/jobs/node_room.h"
#include "solvers/parallelism/formulas.h"
#include "solvers/training/figures.h"
#include "solvers/training/run_length.h"
#include "solvers/workload/workload_figures.h"

namespace rackwright {

namespace {

template <class Kernel>
FigureDefinition ofTrainingJob(FigureRowText row, Kernel kernel, Reads reads = jobReads()) {
    return figureOfWorkload(std::move(row), std::move(reads), isTraining, kernel);
}

void addFigures(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofTrainingJob(std::move(row), kernel));
    };
    add({figure_of::memoryGpu, "GB", "reference.training-memory"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobMemory<N>(context, workload);
        });
    add({figure_of::memoryGpuShare, "%", "reference.least-system"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobMemory<N>(context, workload) / usableJobMemory<N>(context);
        });
    add({figure_of::trainingNetwork, "Gb/s", "reference.slowest-node"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Quantity<dim::DataRate, N>(
                leastOver<N>(context, JobFact::Network, Precision::Bf16, faultOf(workload)));
        });
    add({figure_of::trainingStep, "s", "reference.speed-calibration"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobStep<N>(context, workload);
        });
    add({figure_of::trainingRate, "1/s", "reference.speed-calibration"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobTokenRate<N>(context, workload);
        });
    add({figure_of::trainingMfu, "%", "reference.causal-attention"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobUtilisationOf<N>(context, workload);
        });
    add({figure_of::trainingDuration, "d", "reference.goodput"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobDuration<N>(context, workload);
        });
    add({figure_of::trainingEnergy, "MWh", "reference.site-loads"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobEnergy<N>(context, workload);
        });
}

bool leavesTheAccelerators(const Workload& workload) { return isTraining(workload) && offloads(workload); }

/// Of jobs whose states leave the accelerators.
void addNodeRoom(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(figureOfWorkload(std::move(row), jobReads(), leavesTheAccelerators, kernel));
    };
    add({figure_of::memoryNodeShare, "%", kNodeRoomReference},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return nodeMemoryShare<N>(context, workload);
        });
    add({figure_of::memoryNodeDrivesShare, "%", kNodeRoomReference},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return nodeDriveShare<N>(context, workload);
        });
}

/// Figures that read the bill: any change may move a price.
void addCosts(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofTrainingJob(std::move(row), kernel, Reads{}));
    };
    const std::string money(kMoneyUnit);
    add({figure_of::trainingCost, money, "reference.annuity-hamilton"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobCost<N>(context, workload));
        });
    add({figure_of::trainingCostEnergy, money, "reference.cost-to-train"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobEnergyCost<N>(context, workload));
        });
    add({figure_of::trainingCostCloud, money, "reference.cloud-hour"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobCloudCost<N>(context, workload));
        });
}

struct MemoryPart {
    FigureHandle of;
    double (*pick)(const PlannedJob&);
};
constexpr MemoryPart kMemoryParts[] = {
    {figure_of::memoryGpuWeights, [](const PlannedJob& job) { return job.worst.needed.states.weights; }},
    {figure_of::memoryGpuGradients, [](const PlannedJob& job) { return job.worst.needed.states.gradients; }},
    {figure_of::memoryGpuOptimizer, [](const PlannedJob& job) { return job.worst.needed.states.optimizer; }},
    {figure_of::memoryGpuActivations, [](const PlannedJob& job) { return job.worst.needed.activations; }},
    {figure_of::memoryGpuRecompute, [](const PlannedJob& job) { return job.worst.needed.recomputeWorkingSet; }},
    {figure_of::memoryGpuRuntime, [](const PlannedJob& job) { return job.worst.runtime.total(); }}};

struct StepPart {
    FigureHandle of;
    double (*pick)(const PlannedJob&);
};
constexpr StepPart kStepParts[] = {
    {figure_of::trainingStepCompute, [](const PlannedJob& job) { return job.parts().compute; }},
    {figure_of::trainingStepTensor, [](const PlannedJob& job) { return job.parts().tensorParallel; }},
    {figure_of::trainingStepExpert, [](const PlannedJob& job) { return job.parts().expertParallel; }},
    {figure_of::trainingStepContext, [](const PlannedJob& job) { return job.parts().contextParallel; }},
    {figure_of::trainingStepBubble, [](const PlannedJob& job) { return job.parts().bubble; }},
    {figure_of::trainingStepPipeline, [](const PlannedJob& job) { return job.parts().pipelineParallel; }},
    {figure_of::trainingStepData, [](const PlannedJob& job) { return job.parts().dataParallel; }},
    {figure_of::trainingStepOptimizer, [](const PlannedJob& job) { return job.parts().optimizer; }},
    {figure_of::trainingStepOffload, [](const PlannedJob& job) { return job.parts().offload; }},
    {figure_of::trainingStepGeneration, [](const PlannedJob& job) { return job.parts().generation; }}};

/// Outside of the accelerator; not part of its memory.
constexpr MemoryPart kOutsideParts[] = {
    {figure_of::memoryGpuHost, [](const PlannedJob& job) { return job.worst.outside.host; }},
    {figure_of::memoryGpuDrives, [](const PlannedJob& job) { return job.worst.outside.drives; }}};

/// What memory and step are made of; the parts of each add up to it.
void addParts(std::vector<FigureDefinition>& figures) {
    const auto addMemory = [&figures](const MemoryPart& part, const char* reference) {
        figures.push_back(ofTrainingJob(
            {part.of, "GB", reference},
            [part, reference]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return Quantity<dim::Data, N>(ofJob<N>(context, workload, part.of, "GB", reference, part.pick));
            }));
    };
    for (const MemoryPart& part : kMemoryParts)
        addMemory(part, kMemoryReference);
    for (const StepPart& part : kStepParts)
        figures.push_back(
            ofTrainingJob({part.of, "s", kStepReference}, [part]<class N>(std::type_identity<N>, const Context& context,
                                                                          const Workload& workload) {
                return Quantity<dim::Time, N>(ofJob<N>(context, workload, part.of, "s", kStepReference, part.pick));
            }));
    for (const MemoryPart& part : kOutsideParts)
        addMemory(part, "reference.zero3-offload");
}

} // namespace

Reads jobReads() {
    return Reads::only({"workloads", "storage_pools", "devices", "networks", "cables", "cable_details", "rack_contents",
                        "power_elements", "cooling_units", "cooling_services", "cooling_loops"});
}

Domain trainingDomain() {
    Domain domain;
    domain.name = "training";
    addFigures(domain.figures);
    addParts(domain.figures);
    addNodeRoom(domain.figures);
    addCosts(domain.figures);
    domain.rules = trainingRules();
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::trainingSequence);
    add(setting_of::trainingBatch);
    add(setting_of::trainingSpeed);
    add(setting_of::trainingMemoryShare);
    add(setting_of::nodeShare);
    add(setting_of::rolloutShare);
    add(setting_of::hostLinkRate);
    add(setting_of::hostMemoryRate);
    add(setting_of::localDriveRate);
    add(setting_of::cloudHour);
    domain.formulas = addTrainingFormulas;
    return domain;
}

} // namespace rackwright
