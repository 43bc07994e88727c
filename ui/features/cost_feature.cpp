// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "solvers/cost/figures.h"
#include "ui/bill/bill_workspace.h"

namespace rackwright {

StudioFeature costStudio() {
    StudioFeature feature;
    feature.workspaces = {billFeature()};
    feature.headlines = {{figure_of::costPriceTotal, Role::Presales, 10},
                         {figure_of::costLeadTimeLongest, Role::Presales, 50},
                         {figure_of::costPriceTotal, Role::Architect, 70},
                         {figure_of::costLeadTimeLongest, Role::Architect, 80}};
    return feature;
}

} // namespace rackwright
