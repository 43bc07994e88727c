// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/training/training_domain.h"

#include "solvers/power/loads.h"
#include "solvers/training/training_job.h"

namespace rackwright {

namespace {

struct TrainingFigure {
    std::string name, unit;
    std::string_view formula, reference;
};

template <class Kernel>
FigureDefinition ofTrainingJob(TrainingFigure row, Kernel kernel) {
    FigureDefinition definition;
    definition.definition = "figure." + row.name;
    definition.name = std::move(row.name);
    definition.subject = SubjectKind::Workload;
    definition.unit = std::move(row.unit);
    definition.formula = row.formula;
    definition.reference = row.reference;
    definition.reads = Reads::only({"workloads", "storage_pools", "devices", "networks", "cables", "rack_contents"});
    definition.applies = [](const Context& context, Subject subject) {
        return isTraining(workloadOf(context, subject));
    };
    return figure(std::move(definition),
                  [kernel]<class N>(std::type_identity<N> number, const Context& context, Subject subject) {
                      return kernel(number, context, workloadOf(context, subject));
                  });
}

void addFigures(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](TrainingFigure row, auto kernel) {
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
            return utilityPower<N>(context, LoadKind::Average) * jobDuration<N>(context, workload) *
                   jobShare<N>(workload);
        });
}

} // namespace

Domain trainingDomain() {
    Domain domain;
    domain.name = "training";
    addFigures(domain.figures);
    domain.rules = trainingRules();
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::trainingSequence);
    add(setting_of::trainingBatch);
    add(setting_of::trainingSpeed);
    add(setting_of::trainingMemoryShare);
    return domain;
}

} // namespace rackwright
