// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "ui/workloads/plan_fixes.h"
#include "ui/workloads/workloads_workspace.h"

namespace rackwright {

StudioFeature workloadsStudio() {
    StudioFeature feature;
    feature.workspaces = {workloadsFeature()};
    feature.fixes = planFixesOfTraining();
    return feature;
}

} // namespace rackwright
