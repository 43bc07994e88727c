// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The workspaces of the studio, those of all features.

#include "ui/widgets/workspace.h"

namespace rackwright {

/// In the order of their buttons.
const std::vector<WorkspaceFeature>& workspaceFeatures();
/// Where a subject without a place on the floor is worked on; null for what stands there.
const WorkspaceFeature* workspaceOf(Subject subject);

} // namespace rackwright
