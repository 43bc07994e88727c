// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "ui/forms/basis_workspace.h"
#include "ui/proposal/report_workspace.h"

namespace rackwright {

StudioFeature documentsStudio() {
    StudioFeature feature;
    feature.workspaces = {basisFeature(), reportFeature()};
    return feature;
}

} // namespace rackwright
