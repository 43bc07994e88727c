// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "ui/storage/storage_workspace.h"

namespace rackwright {

StudioFeature storageStudio() {
    StudioFeature feature;
    feature.workspaces = {storageFeature()};
    return feature;
}

} // namespace rackwright
