// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "ui/fabric/fabric_workspace.h"
#include "ui/inspector/inspector_fields.h"

namespace rackwright {

StudioFeature fabricStudio() {
    StudioFeature feature;
    feature.workspaces = {fabricFeature()};
    feature.fields = {{SubjectKind::Network, addNetworkFields}};
    return feature;
}

} // namespace rackwright
