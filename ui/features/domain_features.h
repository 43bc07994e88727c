// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The features of the domains, each in a file of its name. For studio_features.cpp alone.

#include "ui/features/studio_features.h"

namespace rackwright {

StudioFeature spaceStudio();
StudioFeature powerStudio();
StudioFeature coolingStudio();
StudioFeature fabricStudio();
StudioFeature cablingStudio();
StudioFeature workloadsStudio();
StudioFeature storageStudio();
StudioFeature costStudio();
StudioFeature documentsStudio();

} // namespace rackwright
