// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long a training run lasts, what energy it takes and what it costs: its tokens at the job's rate, with checkpoints
// and interruptions, at the design's own prices. The job itself is the business of training_job.h.

#include "solvers/cost/cloud_kernels.h"
#include "solvers/power/loads.h"
#include "solvers/storage/checkpoint.h"

namespace rackwright {

/// "tokens" of the workload.
template <class N>
N runTokens(const Workload& workload) {
    const auto tokens = givenParameter<N>(workload.parameters, workload.name, "tokens", "");
    return tokens ? *tokens : N(Numbers<N>::given(Value::unknown(), {"tokens, " + workload.name, "", 1}, {}));
}

/// Tokens of the whole run over the rate and the useful share of the time.
template <class N>
Quantity<dim::Time, N> jobDuration(const Context& context, const Workload& workload) {
    return Quantity<dim::Time, N>(runTokens<N>(workload) /
                                  (jobTokenRate<N>(context, workload).si() * goodput<N>(context, workload).si()));
}

/// Of the site, by the job's share of its accelerators.
template <class N>
Quantity<dim::Energy, N> jobEnergy(const Context& context, const Workload& workload) {
    return utilityPower<N>(context, LoadKind::Average) * jobDuration<N>(context, workload) * jobShare<N>(workload);
}

template <class N>
N jobEnergyCost(const Context& context, const Workload& workload) {
    return jobEnergy<N>(context, workload).in(unit::kilowattHour)*setting<N>(context, setting_key::tariff).si() *
           dollar<N>(context);
}

template <class N>
N jobAcceleratorHours(const Context& context, const Workload& workload) {
    return jobAccelerators<N>(context, workload).si() * jobDuration<N>(context, workload).si() / constant<N>(3600);
}

/// Accelerator-hours at what one costs this design: payments, energy and staff.
template <class N>
N jobCost(const Context& context, const Workload& workload) {
    return jobAcceleratorHours<N>(context, workload) * availableHour<N>(context);
}

/// The same hours at a price of the cloud.
template <class N>
N jobCloudCost(const Context& context, const Workload& workload) {
    return jobAcceleratorHours<N>(context, workload) *
           cloudHourIn<N>(context, setting_of::cloudHour, CloudUse::Any, jobGroups(context)) * dollar<N>(context);
}

} // namespace rackwright
