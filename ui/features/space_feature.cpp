// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "solvers/space/figures.h"
#include "ui/document/studio_document.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/plan/floor_fixes.h"
#include "ui/plan/plan_workspace.h"
#include "ui/rack/rack_fixes.h"
#include "ui/rack/rack_workspace.h"

#include <algorithm>
#include <iterator>

namespace rackwright {

namespace {

void addFieldsOfRoom(FieldForm& form, StudioDocument& document, StudioServices& services) {
    addRoomFields(form, document, services, {document.selection().front().id});
}

} // namespace

StudioFeature spaceStudio() {
    StudioFeature feature;
    feature.workspaces = {planFeature(), rackFeature()};
    feature.fields = {{SubjectKind::Rack, addRackFields},
                      {SubjectKind::Device, addDeviceFields},
                      {SubjectKind::RoomObject, addDrawnFields},
                      {SubjectKind::Room, addFieldsOfRoom, true}};
    feature.fixes = rackFixes();
    std::ranges::move(floorFixes(), std::back_inserter(feature.fixes));
    feature.headlines = {{figure_of::designAccelerators, Role::Presales, 40},
                         {figure_of::designComputeBf16, Role::Presales, 60},
                         {figure_of::designAcceleratorsInUse, Role::Architect, 10},
                         {figure_of::designRackHeaviest, Role::Architect, 50}};
    return feature;
}

} // namespace rackwright
