// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/training_domain.h"

#include "solvers/training/node_room.h"
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
    add({"memory.gpu", "GB", "states + activations + recompute working set + what a framework adds",
         "Korthikanti et al. 2022; Rajbhandari et al. 2020"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobMemory<N>(context, workload);
        });
    add({"memory.gpu.share", "%", "memory / usable memory of an accelerator", "least of the job's systems"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobMemory<N>(context, workload) / usableJobMemory<N>(context);
        });
    add({"training.network", "Gb/s", "ports of the slowest node x what is cabled x what the fabric passes",
         "the slowest node sets the pace"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Quantity<dim::DataRate, N>(
                leastOver<N>(context, JobFact::Network, Precision::Bf16, faultOf(workload)));
        });
    add({"training.step", "s", "computed step / speed factor of published runs", "resources/workload/calibration.csv"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobStep<N>(context, workload);
        });
    add({"training.rate", "1/s", "tokens of a step / step", "resources/workload/calibration.csv"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobTokenRate<N>(context, workload);
        });
    add({"training.mfu", "%", "tokens/s x 3F / (accelerators x dense peak)", "causal half of attention counted"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobUtilisationOf<N>(context, workload);
        });
    add({"training.duration", "d", "tokens / (rate x goodput)", "goodput: Daly 2006"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobDuration<N>(context, workload);
        });
    add({"training.energy", "MWh", "utility average x share of the job x duration", "all of the site's loads"},
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
    add({"memory.node.share", "%", "states of an accelerator there / (memory of its node / accelerators x share)",
         kNodeRoomReference},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return nodeMemoryShare<N>(context, workload);
        });
    add({"memory.node.drives.share", "%",
         "states of an accelerator there / (drives of its node / accelerators x share)", kNodeRoomReference},
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
    add({"training.cost", money, "accelerators x duration x cost of an available hour", "annuity; Hamilton 2010"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobCost<N>(context, workload));
        });
    add({"training.cost.energy", money, "energy of the run x tariff", "part of the cost to train"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobEnergyCost<N>(context, workload));
        });
    add({"training.cost.cloud", money, "accelerators x duration x price of a cloud hour",
         "setting training.cloud-hour"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(jobCloudCost<N>(context, workload));
        });
}

struct MemoryPart {
    const char* name;
    double (*pick)(const PlannedJob&);
};
constexpr MemoryPart kMemoryParts[] = {
    {"memory.gpu.weights", [](const PlannedJob& job) { return job.worst.needed.states.weights; }},
    {"memory.gpu.gradients", [](const PlannedJob& job) { return job.worst.needed.states.gradients; }},
    {"memory.gpu.optimizer", [](const PlannedJob& job) { return job.worst.needed.states.optimizer; }},
    {"memory.gpu.activations", [](const PlannedJob& job) { return job.worst.needed.activations; }},
    {"memory.gpu.recompute", [](const PlannedJob& job) { return job.worst.needed.recomputeWorkingSet; }},
    {"memory.gpu.runtime", [](const PlannedJob& job) { return job.worst.runtime.total(); }}};

struct StepPart {
    const char* name;
    double (*pick)(const PlannedJob&);
};
constexpr StepPart kStepParts[] = {
    {"training.step.compute", [](const PlannedJob& job) { return job.parts().compute; }},
    {"training.step.tensor", [](const PlannedJob& job) { return job.parts().tensorParallel; }},
    {"training.step.expert", [](const PlannedJob& job) { return job.parts().expertParallel; }},
    {"training.step.context", [](const PlannedJob& job) { return job.parts().contextParallel; }},
    {"training.step.bubble", [](const PlannedJob& job) { return job.parts().bubble; }},
    {"training.step.pipeline", [](const PlannedJob& job) { return job.parts().pipelineParallel; }},
    {"training.step.data", [](const PlannedJob& job) { return job.parts().dataParallel; }},
    {"training.step.optimizer", [](const PlannedJob& job) { return job.parts().optimizer; }},
    {"training.step.offload", [](const PlannedJob& job) { return job.parts().offload; }},
    {"training.step.generation", [](const PlannedJob& job) { return job.parts().generation; }}};

/// Outside of the accelerator; not part of its memory.
constexpr MemoryPart kOutsideParts[] = {
    {"memory.gpu.host", [](const PlannedJob& job) { return job.worst.outside.host; }},
    {"memory.gpu.drives", [](const PlannedJob& job) { return job.worst.outside.drives; }}};

/// What memory and step are made of; the parts of each add up to it.
void addParts(std::vector<FigureDefinition>& figures) {
    const auto addMemory = [&figures](const MemoryPart& part, const char* reference) {
        figures.push_back(ofTrainingJob(
            {part.name, "GB", "of the stage that needs most", reference},
            [part, reference]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return Quantity<dim::Data, N>(ofJob<N>(context, workload, part.name, "GB", reference, part.pick));
            }));
    };
    for (const MemoryPart& part : kMemoryParts)
        addMemory(part, kMemoryReference);
    for (const StepPart& part : kStepParts)
        figures.push_back(ofTrainingJob(
            {part.name, "s", "exposed time of all micro-batches / speed factor", kStepReference},
            [part]<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
                return Quantity<dim::Time, N>(ofJob<N>(context, workload, part.name, "s", kStepReference, part.pick));
            }));
    for (const MemoryPart& part : kOutsideParts)
        addMemory(part, "DeepSpeed, memory estimate of ZeRO-3 with offload");
}

} // namespace

Reads jobReads() {
    return Reads::only({"workloads", "storage_pools", "devices", "networks", "cables", "cable_details", "rack_contents",
                        "power_elements", "cooling_units"});
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
    return domain;
}

} // namespace rackwright
