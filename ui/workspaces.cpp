// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces.h"

#include "ui/features/studio_features.h"

#include <algorithm>

namespace rackwright {

const std::vector<WorkspaceFeature>& workspaceFeatures() {
    static const std::vector<WorkspaceFeature> all = [] {
        std::vector<WorkspaceFeature> found;
        for (const StudioFeature& feature : studioFeatures())
            found.insert(found.end(), feature.workspaces.begin(), feature.workspaces.end());
        return found;
    }();
    return all;
}

const WorkspaceFeature* workspaceOf(Subject subject) {
    const auto found = std::ranges::find_if(workspaceFeatures(), [subject](const WorkspaceFeature& feature) {
        return std::ranges::count(feature.subjects, subject.kind) > 0;
    });
    return found == workspaceFeatures().end() ? nullptr : &*found;
}

} // namespace rackwright
