// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/storage_job.h"

#include <algorithm>

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

// MLPerf Storage v1.0 on H100: batch x records over the time of a step.
constexpr SampleClass kImages{114'660.07, 400 / 0.224, "resnet50, H100: batch 400, 0.224 s"};
constexpr SampleClass kVideo{146'600'628, 7 / 0.323, "unet3d, H100: batch 7, 0.323 s; stands for video"};

} // namespace

const Workload& workloadOf(const Context& context, Subject subject) {
    const Workload* workload = context.design().workloads.find(Id<Workload>{subject.id});
    RW_CHECK(workload, "a figure is asked for workloads of the design");
    return *workload;
}

Subject subjectOf(const Workload& workload) { return {SubjectKind::Workload, workload.id.value}; }

bool isTraining(const Workload& workload) { return workload.kind != WorkloadKind::Inference; }

const std::vector<PartCount>& jobGroups(const Context& context) { return context.lookUp<JobGroups>().groups; }

const ModelPreset* modelOf(const Workload& workload) { return findModelPreset(workload.model); }

Modality modalityOf(const Workload& workload) {
    return enumFromName<Modality>(parameterWord(workload.parameters, "modality", "tokens")).value_or(Modality::Samples);
}

const SampleClass* sampleClassOf(Modality modality) {
    switch (modality) {
    case Modality::Images:
        return &kImages;
    case Modality::Video:
        return &kVideo;
    case Modality::Tokens:
    case Modality::Samples:
        return nullptr;
    }
    RW_CHECK(false, "every modality has its class of samples or none");
}

} // namespace rackwright
