// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Replacing the part of devices, with all that follows: places kept or found anew (what has none goes to the tray), cables
// moved to the ports of the same role, those without such a port taken away. The outcome can be shown before it happens.

#include "model/edits/target.h"
#include "model/parts/part.h"

namespace rackwright::edits {

/// What becomes of a device's place with its new part.
enum class PlaceEffect : std::uint8_t { Kept, Moved, Unplaced };

struct ReplacedDevice {
    Id<Device> device;
    PlaceEffect place = PlaceEffect::Kept;
    std::int64_t cablesMoved = 0; ///< still connected, to the port of the same role and number in it
    std::int64_t cablesLost = 0;
};

/// Ports of one role over all devices.
struct PortBalance {
    PortRole role = PortRole::Data;
    std::int64_t before = 0, after = 0;
    std::int64_t used = 0; ///< cables at them before
    std::int64_t lost = 0; ///< of these, without a port after
};

/// What a replacement leads to, for people to see before they take it.
struct ReplacementOutcome {
    ProjectPtr project;
    std::vector<ReplacedDevice> devices;
    std::vector<PortBalance> ports; ///< roles that either part has, in the order of roles
    std::int64_t cordsLost = 0;     ///< cords that a person plugged to a supply that the new part does not have
};

/// The devices with another part, as far as places, ports and supplies of it allow; embeds the part.
Result<ReplacementOutcome> withReplacedPart(const Project& project, std::uint64_t option,
                                            const std::vector<Id<Device>>& devices, const PartPtr& part, IdSource& ids);

/// One step of the history: what withReplacedPart gives.
Edit replaceDevices(const Target& target, std::vector<Id<Device>> devices, PartPtr part);

} // namespace rackwright::edits
