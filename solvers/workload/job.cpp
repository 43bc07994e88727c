// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/workload/job.h"

#include <algorithm>
#include <array>

namespace rackwright {

namespace {

class JobGroups {
public:
    static constexpr std::array<std::string_view, 1> kReads = {"devices"};

    explicit JobGroups(const Context& context) {
        std::vector<PartCount> spares = spareGroups(context);
        for (PartCount group : context.groups()) {
            if (!isAcceleratorSystem(context.part(group.part)))
                continue;
            for (PartCount& spare : spares) {
                if (spare.part != group.part)
                    continue;
                const std::int64_t taken = std::min(spare.count, group.count);
                group.count -= taken;
                spare.count -= taken;
            }
            if (group.count > 0)
                groups.push_back(group);
        }
    }

    std::vector<PartCount> groups;
};

} // namespace

const Workload& workloadOf(const Context& context, Subject subject) {
    const Workload* workload = context.design().workloads.find(subject.as<Workload>());
    RW_CHECK(workload, "a figure is asked for workloads of the design");
    return *workload;
}

Subject subjectOf(const Workload& workload) { return Subject(workload.id); }

bool isTraining(const Workload& workload) { return workload.kind != WorkloadKind::Inference; }

const std::vector<PartCount>& jobGroups(const Context& context) { return context.lookUp<JobGroups>().groups; }

} // namespace rackwright
