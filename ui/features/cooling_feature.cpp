// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "solvers/cooling/figures.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/supply/cooling_workspace.h"

namespace rackwright {

StudioFeature coolingStudio() {
    StudioFeature feature;
    feature.workspaces = {coolingFeature()};
    feature.fields = {{SubjectKind::CoolingUnit, addCoolingFields}, {SubjectKind::CoolingLoop, addLoopFields}};
    feature.headlines = {{figure_of::heatAir, Role::Architect, 60}};
    return feature;
}

} // namespace rackwright
