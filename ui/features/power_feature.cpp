// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "solvers/power/figures.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/inspector/power_fixes.h"
#include "ui/supply/power_workspace.h"

namespace rackwright {

StudioFeature powerStudio() {
    StudioFeature feature;
    feature.workspaces = {powerFeature()};
    feature.fields = {{SubjectKind::PowerElement, addPowerFields}};
    feature.fixes = powerFixes();
    feature.headlines = {
        {figure_of::powerUtilityPeak, Role::Presales, 20},  {figure_of::powerRackWorst, Role::Presales, 30},
        {figure_of::powerItPeak, Role::Presales, 70},       {figure_of::powerItPeak, Role::Architect, 20},
        {figure_of::powerUtilityPeak, Role::Architect, 30}, {figure_of::powerRackWorst, Role::Architect, 40}};
    return feature;
}

} // namespace rackwright
