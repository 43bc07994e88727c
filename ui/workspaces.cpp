// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces.h"

#include "ui/bill/bill_workspace.h"
#include "ui/fabric/fabric_workspace.h"
#include "ui/forms/basis_workspace.h"
#include "ui/plan/plan_workspace.h"
#include "ui/proposal/report_workspace.h"
#include "ui/rack/rack_workspace.h"
#include "ui/storage/storage_workspace.h"
#include "ui/workloads/workloads_workspace.h"

#include <algorithm>

namespace rackwright {

const std::vector<WorkspaceFeature>& workspaceFeatures() {
    static const std::vector<WorkspaceFeature> all = {planFeature(),      rackFeature(),    fabricFeature(),
                                                      workloadsFeature(), storageFeature(), billFeature(),
                                                      basisFeature(),     reportFeature()};
    return all;
}

const WorkspaceFeature* workspaceOf(Subject subject) {
    const auto found = std::ranges::find_if(workspaceFeatures(), [subject](const WorkspaceFeature& feature) {
        return std::ranges::count(feature.subjects, subject.kind) > 0;
    });
    return found == workspaceFeatures().end() ? nullptr : &*found;
}

} // namespace rackwright
