// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Swing of synchronous jobs: all accelerators of such a job rise and fall together, so that its step is its expected
// peak less what the same systems draw idle. No waveform is predicted: how high short peaks go, how long a step takes
// and what the supplies hold against it is known where a vendor says so.

#include "solvers/power/loads.h"
#include "solvers/power/profile_settings.h"

#include <vector>

namespace rackwright {

/// All accelerators of the job work and wait together.
inline bool isSynchronous(WorkloadKind kind) {
    return kind == WorkloadKind::PreTraining || kind == WorkloadKind::FineTuning;
}

/// Systems with accelerators among the devices of the design.
std::vector<PartCount> acceleratedGroups(const Context& context);

template <class N>
N shareOfJob(const Workload& workload) {
    return ownField<N>(workload.acceleratorShare, "share of the accelerators, " + workload.name, "%", Grade::Measured);
}

/// What smoothing leaves of a swing.
template <class N>
N unsmoothedShare(const Context& context) {
    return constant<N>(1.0) - setting<N>(context, setting_of::smoothedShare).si();
}

/// The short peak of a device by its vendor. Where none is stated for a system with accelerators, at least its maximum;
/// other devices have none above it.
template <class N>
Quantity<dim::Power, N> deviceShortPeak(const Context& context, const PartCount& group) {
    const auto most = devicePower<N>(context, group, LoadKind::Nameplate);
    const bool hasAccelerators = plainPartNumber(context, group.part, attribute::acceleratorCount.key).typical() > 0;
    if (!hasAccelerators && plainPartPower(context, group.part, PowerModeKind::Peak).isUnknown())
        return most;
    return Quantity<dim::Power, N>(maximum(partPower<N>(context, group.part, PowerModeKind::Peak).si(), most.si()));
}

/// Of groups, all at once.
template <class N>
Quantity<dim::Power, N> shortPeak(const Context& context, const std::vector<PartCount>& groups) {
    Sum<dim::Power, N> sum;
    for (const PartCount& group : groups)
        if (drawsPower(context.part(group.part)))
            sum.add(times(group.count, partName<N>(context, group.part), deviceShortPeak<N>(context, group)));
    return sum.total();
}

/// Expected peak of the job's systems.
template <class N>
Quantity<dim::Power, N> jobPeak(const Context& context, const Workload& workload) {
    return itPower<N>(context, acceleratedGroups(context), LoadKind::Peak) * shareOfJob<N>(workload);
}

/// What the job adds at once when it starts, and takes away when it stops or waits.
template <class N>
Quantity<dim::Power, N> swingStep(const Context& context, const Workload& workload) {
    const auto systems = acceleratedGroups(context);
    const auto peak = named(itPower<N>(context, systems, LoadKind::Peak), "expected peak", "kW");
    const auto idle = named(groupsPower<N>(context, systems, LoadKind::Idle), "idle", "kW");
    return (peak - idle) * shareOfJob<N>(workload) * unsmoothedShare<N>(context);
}

template <class N>
Quantity<dim::Power, N> jobShortPeak(const Context& context, const Workload& workload) {
    return shortPeak<N>(context, acceleratedGroups(context)) * shareOfJob<N>(workload);
}

/// Short peak over average power of the job's systems.
template <class N>
Ratio<N> jobPeakRatio(const Context& context) {
    const auto systems = acceleratedGroups(context);
    return Ratio<N>(shortPeak<N>(context, systems).si() / groupsPower<N>(context, systems, LoadKind::Average).si());
}

/// The step over the time that the systems take for it, W/s.
template <class N>
auto jobRamp(const Context& context, const Workload& workload) {
    using Rate = decltype(Quantity<dim::Power, N>() / Quantity<dim::Time, N>());
    std::optional<Rate> sum;
    for (const PartCount& group : acceleratedGroups(context)) {
        const auto step =
            devicePower<N>(context, group, LoadKind::Peak) * setting<N>(context, setting_of::peakRatio).si() -
            devicePower<N>(context, group, LoadKind::Idle);
        const auto each =
            times(group.count, partName<N>(context, group.part), step / partNumber<N>(context, group.part, kRampTime));
        sum = sum ? *sum + each : each;
    }
    const Rate all = sum ? *sum : Rate(constant<N>(0.0));
    return all * shareOfJob<N>(workload) * unsmoothedShare<N>(context);
}

/// How long the supplies of the systems hold the step: t = J n / dP.
template <class N>
Quantity<dim::Time, N> jobBuffer(const Context& context, const Workload& workload) {
    Sum<dim::Energy, N> sum;
    for (const PartCount& group : acceleratedGroups(context))
        sum.add(times(group.count, partName<N>(context, group.part),
                      partNumber<N>(context, group.part, kPeakStore) *
                          partNumber<N>(context, group.part, attribute::acceleratorCount).si()));
    return sum.total() * shareOfJob<N>(workload) / swingStep<N>(context, workload);
}

} // namespace rackwright
