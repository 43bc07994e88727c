// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The fields of each kind of thing that can be selected, bound to the document: they read what is selected when they
// are refreshed, and write through the edits of model/edits. Features list them by kind.

#include "ui/document/studio_document.h"
#include "ui/document/studio_services.h"

namespace rackwright {

class FieldForm;

void addRackFields(FieldForm& form, StudioDocument& document, StudioServices& services);
void addDeviceFields(FieldForm& form, StudioDocument& document, StudioServices& services);
void addPowerFields(FieldForm& form, StudioDocument& document, StudioServices& services);
void addCoolingFields(FieldForm& form, StudioDocument& document, StudioServices& services);
/// Of one cooling loop or of several.
void addLoopFields(FieldForm& form, StudioDocument& document, StudioServices& services);
/// What feeds the PDUs of the selected racks, and what takes their heat.
void addRackSupply(FieldForm& form, StudioDocument& document, StudioServices& services);
void addRoomFields(FieldForm& form, StudioDocument& document, StudioServices& services, Id<Room> room);
/// The room whose fields the design's own hold; none where there are several.
Id<Room> onlyRoomOf(const Design& design);
void addDesignFields(FieldForm& form, StudioDocument& document, StudioServices& services);
/// Stretches of pathways, or their points.
void addPathwayFields(FieldForm& form, StudioDocument& document, StudioServices& services);
/// Walls, aisles, pictures and the like.
void addDrawnFields(FieldForm& form, StudioDocument& document, StudioServices& services);
void addCableFields(FieldForm& form, StudioDocument& document, StudioServices& services);
void addNetworkFields(FieldForm& form, StudioDocument& document, StudioServices& services);
/// Fields that things of different kinds share.
void addSharedFields(FieldForm& form, StudioDocument& document, StudioServices& services);

} // namespace rackwright
