// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/domain_features.h"

#include "solvers/facility/figures.h"
#include "solvers/space/figures.h"
#include "ui/dialogs/room_limits_dialog.h"
#include "ui/document/studio_document.h"
#include "ui/inspector/field_form.h"
#include "ui/inspector/inspector_fields.h"
#include "ui/plan/floor_fixes.h"
#include "ui/plan/plan_workspace.h"
#include "ui/rack/rack_fixes.h"
#include "ui/rack/rack_workspace.h"

#include <QPushButton>

#include <algorithm>
#include <iterator>

namespace rackwright {

namespace {

void addFieldsOfRoom(FieldForm& form, StudioDocument& document, StudioServices& services) {
    const Id<Room> room{document.selection().front().id};
    addRoomFields(form, document, services, room);
    auto* limits = new QPushButton(QString::fromStdString(services.texts().text("room-limit.title")));
    limits->setObjectName(QStringLiteral("inspector.room-limits"));
    limits->setAutoDefault(false);
    QObject::connect(limits, &QPushButton::clicked, &form, [&form, &document, &services, room] {
        RoomLimitsDialog::bringUp(document, services, room, form.window());
    });
    form.addWidget(limits);
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
                         {figure_of::designRackHeaviest, Role::Architect, 50},
                         {figure_of::limitsMore, Role::Architect, 90}};
    return feature;
}

} // namespace rackwright
