// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/storage/storage_job.h"

#include <algorithm>

namespace rackwright {

namespace {

// MLPerf Storage v1.0 on H100: batch x records over the time of a step.
constexpr SampleClass kImages{114'660.07, 400 / 0.224, "resnet50, H100: batch 400, 0.224 s"};
constexpr SampleClass kVideo{146'600'628, 7 / 0.323, "unet3d, H100: batch 7, 0.323 s; stands for video"};

} // namespace

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
