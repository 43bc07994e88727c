// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Edits of devices: place in a rack, beside its rails, on the floor or in another device; move, copy, rename, remove with
// what hangs on them; fill racks; put into the tray of unplaced things. Places are judged by model/design/occupancy.h.

#include "model/edits/target.h"

namespace rackwright::edits {

/// A new device (id 0) of a part at its placement; an empty name becomes the model's with a number.
Edit placeDevice(const Target& target, Device device, PartPtr part);
/// Moves a device; in a scalable rack type its place becomes an override.
Edit moveDevice(const Target& target, Id<Device> device, Placement placement);
/// Several devices at once, each judged after all have left their places, so that they may change places.
struct DeviceMove {
    Id<Device> device;
    Placement placement;
};
Edit moveDevices(const Target& target, std::vector<DeviceMove> moves);
/// Copies of devices with their modules, not their cables, each at its new placement under the next free name.
Edit copyDevices(const Target& target, std::vector<DeviceMove> copies);
Edit renameDevice(const Target& target, Id<Device> device, std::string name);
Edit setDevicePowerCap(const Target& target, std::vector<Id<Device>> devices, std::optional<Power> cap);
Edit setDeviceRole(const Target& target, std::vector<Id<Device>> devices, std::string role);
Edit setDeviceScope(const Target& target, std::vector<Id<Device>> devices, Scope scope);
/// Removes devices with trays inside them, modules, cables and cords.
Edit removeDevices(const Target& target, std::vector<Id<Device>> devices);
/// Puts devices into the tray; their cables stay.
Edit unplaceDevices(const Target& target, std::vector<Id<Device>> devices);

/// Up to `count` like devices in each rack, each in the lowest free place, named "<rack>-<role><n>". Refused when a
/// rack takes none at all.
struct Filling {
    PartPtr part;
    std::int64_t count = 1;
    std::string role;
    Face face = Face::Front;
};
Edit fillRacks(const Target& target, std::vector<Id<Rack>> racks, Filling filling);

/// Adds a module (id 0) or replaces one, of a count of at least 1; embeds its part.
Edit putModule(const Target& target, Module module, PartPtr part);
Edit removeModules(const Target& target, std::vector<Id<Module>> modules);

} // namespace rackwright::edits
