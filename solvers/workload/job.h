// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a workload is to every solver: the systems that it runs on, its share of them, its model. How it trains, serves or
// stores is the business of the solvers that use this.

#include "solvers/space/inventory.h"
#include "solvers/workload/own_model.h"
#include "solvers/workload/parameter_count.h"
#include "solvers/workload/row_parameters.h"

namespace rackwright {

const Workload& workloadOf(const Context& context, Subject subject);
/// What figures of a workload are asked by.
Subject subjectOf(const Workload& workload);
/// Pre-training and fine-tuning.
bool isTraining(const Workload& workload);

/// Systems of a design that jobs run on: all with accelerators but the spare ones. Kept with the snapshot.
const std::vector<PartCount>& jobGroups(const Context& context);

/// A count of the model as a leaf; unknown without a model.
template <class N>
Ratio<N> modelCount(const Workload& workload, std::int64_t (*count)(const ModelArchitecture&), std::string_view label) {
    const WorkloadModel preset = modelOf(workload);
    const Value value = preset ? Value(static_cast<double>(count(preset->architecture)), Grade::ThirdParty)
                               : Value::unknown(Grade::ThirdParty);
    if constexpr (std::is_same_v<N, Value>) {
        return Ratio<N>(value);
    } else {
        Source source;
        if (preset)
            source.title = preset->source;
        return Ratio<N>(Numbers<N>::given(value, {std::string(label) + " of " + workload.model, {}, 1}, source));
    }
}

/// All parameters of the model: "parameters" (a count) of the workload, else of the preset.
template <class N>
Ratio<N> modelParameters(const Workload& workload) {
    if (const auto given = givenParameter<N>(workload.parameters, workload.name, "parameters", ""))
        return Ratio<N>(*given);
    return modelCount<N>(workload, totalParameters, "parameters");
}

/// Of the accelerators of jobGroups(), 0..1, as entered.
template <class N>
N jobShare(const Workload& workload) {
    return ownField<N>(workload.acceleratorShare, "share of accelerators, " + workload.name, "%");
}

/// Whole accelerators.
template <class N>
Ratio<N> jobAccelerators(const Context& context, const Workload& workload) {
    return Ratio<N>(floorOf(jobShare<N>(workload) * groupsAccelerators<N>(context, jobGroups(context)).si()));
}

/// Whole nodes; a part of one counts as one.
template <class N>
Ratio<N> jobNodes(const Context& context, const Workload& workload) {
    Sum<dim::None, N> sum;
    for (const PartCount& group : jobGroups(context))
        sum.add(Ratio<N>(counted<N>(group.count, partName<N>(context, group.part))));
    return Ratio<N>(ceiling(jobShare<N>(workload) * sum.total().si()));
}

} // namespace rackwright
