// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/inference/inference_domain.h"

#include "solvers/inference/load_curve.h"
#include "solvers/inference/serving_references.h"

#include "solvers/cost/cost_kernels.h"
#include "solvers/inference/figures.h"
#include "solvers/inference/formulas.h"
#include "solvers/inference/serving.h"
#include "solvers/parallelism/calibration.h"
#include "solvers/power/loads.h"
#include "solvers/workload/workload_figures.h"

namespace rackwright {

namespace {

constexpr std::string_view kMemory = "reference.serving-memory";
constexpr std::string_view kRoofline = "reference.serving-step";

bool serves(const Workload& workload) { return !isTraining(workload); }

/// Capped nodes and, beyond one scale-up domain, the network are among them.
Reads servingReads() {
    return Reads::only({"workloads", "devices", "networks", "cables", "cable_details", "rack_contents",
                        "power_elements", "cooling_units", "cooling_services", "cooling_loops"});
}

template <class Kernel>
FigureDefinition ofServing(FigureRowText row, Kernel kernel, Reads reads = servingReads()) {
    return figureOfWorkload(std::move(row), std::move(reads), serves, kernel);
}

void addMemory(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofServing(std::move(row), kernel));
    };
    add({figure_of::inferenceAccelerators, "", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return jobAccelerators<N>(context, workload);
        });
    add({figure_of::inferenceInstanceSize, "", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(instanceSize<N>(context, workload));
        });
    add({figure_of::inferenceInstances, "", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(instanceCount<N>(context, workload));
        });
    add({figure_of::inferenceWeights, "GB", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return instanceWeights<N>(context, workload);
        });
    add({figure_of::inferenceCacheToken, "kB", "reference.token-cache"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return cacheBytesPerToken<N>(context, workload);
        });
    add({figure_of::inferenceCacheSequence, "GB", "reference.paged-cache"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return sequenceCache<N>(context, workload);
        });
    add({figure_of::inferenceMemoryAvailable, "GB", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return instanceMemory<N>(context, workload);
        });
    add({figure_of::inferenceMemoryNeeded, "GB", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return memoryNeeded<N>(context, workload);
        });
    add({figure_of::inferenceConcurrencyMost, "", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(instanceCount<N>(context, workload) * instanceConcurrency<N>(context, workload));
        });
    add({figure_of::inferenceBatch, "", kMemory},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Ratio<N>(batchOf<N>(context, workload));
        });
}

void addRates(std::vector<FigureDefinition>& figures) {
    const auto add = [&figures](FigureRowText row, auto kernel) {
        figures.push_back(ofServing(std::move(row), kernel));
    };
    add({figure_of::inferenceTtft, "ms", kRoofline},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return firstTokenTime<N>(context, workload);
        });
    add({figure_of::inferenceTpot, "ms", kRoofline},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return tokenTime<N>(context, workload);
        });
    add({figure_of::inferenceRateUser, "tokens/s", kRoofline},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Quantity<dim::Rate, N>(constant<N>(1) / tokenTime<N>(context, workload).si());
        });
    add({figure_of::inferenceRate, "tokens/s", kRoofline},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return servedRate<N>(context, workload);
        });
    add({figure_of::inferenceRateBound, "tokens/s", "reference.memory-roofline"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return rateBound<N>(context, workload);
        });
    add({figure_of::inferenceQueries, "query/s", kRoofline},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            return Quantity<dim::Rate, N>(
                servedRate<N>(context, workload).si() /
                parameterOr<N>(context, workload, "output-tokens", setting_of::outputTokens).si());
        });
    add({figure_of::inferenceEnergy, "J", "reference.vendor-sheets"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            const N power = groupsPower<N>(context, jobGroups(context), LoadKind::Average).si() * jobShare<N>(workload);
            return Quantity<dim::Energy, N>(power / servedRate<N>(context, workload).si());
        });
    figures.push_back(ofServing(
        {figure_of::inferenceCost, std::string(kMoneyUnit).append("/Mtok"), "reference.annuity-hamilton"},
        []<class N>(std::type_identity<N>, const Context& context, const Workload& workload) {
            const N hourly = availableHour<N>(context) * jobAccelerators<N>(context, workload).si();
            return Ratio<N>(hourly * constant<N>(1e6) / (constant<N>(3600) * servedRate<N>(context, workload).si()));
        },
        Reads{}));
}

} // namespace

Domain inferenceDomain() {
    Domain domain;
    domain.name = "inference";
    addMemory(domain.figures);
    addRates(domain.figures);
    domain.rules = inferenceRules();
    const auto add = [&domain](const auto& key) {
        domain.settings.push_back(settingDefinition(key, "setting." + std::string(key.key)));
    };
    add(setting_of::promptTokens);
    add(setting_of::outputTokens);
    add(setting_of::memoryShare);
    add(setting_of::runtimeMemory);
    add(setting_of::prefillShare);
    SettingDefinition speed;
    speed.key = setting_of::servingSpeed;
    speed.unit = "%";
    const CalibrationFactor& all = factorFor(publishedCalibration(), {{}, {}, {}, {}, "inference"});
    speed.defaultSi = all.factor;
    speed.lowSi = all.factor * (1 - all.band);
    speed.highSi = all.factor * (1 + all.band);
    speed.grade = Grade::Measured;
    speed.source = {"Published runs", "Median of measured over computed speed of servers", {}, {}};
    speed.meaning = "setting.inference.speed-factor";
    domain.settings.push_back(std::move(speed));
    domain.formulas = addInferenceFormulas;
    domain.schedules = {
        {"inference", 150, [](const ScheduleInput& in) { return inferenceSchedule(in.context, in.figures); }, false},
        {"serving-curve", 151, [](const ScheduleInput& in) { return loadCurveSchedule(in.context); }, false},
        {"serving-references", 152,
         [](const ScheduleInput& in) { return servingReferenceSchedule(in.context, in.figures); }, false,
         Edition::Internal}};
    return domain;
}

} // namespace rackwright
