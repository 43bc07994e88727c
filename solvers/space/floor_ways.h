// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorWays: which racks nobody can walk to and which no rack of their size can be brought to, from the doors of their
// room. A look-up of Context for the rules of routes and of delivery; it knows one room at a time and no stairs.

#include "solvers/space/floor_map.h"

#include <map>
#include <set>

namespace rackwright {

class FloorWays {
public:
    static constexpr auto kReads = FloorMap::kReads;

    /// Rooms in which nothing has changed are taken over from `before`.
    FloorWays(const Context& context, const FloorWays* before);

    /// No way of an accessible route's least width leads from a door of its room to its front. False where the room has
    /// no door.
    bool isCutOff(Id<Rack> rack) const { return m_cutOff.contains(rack); }
    /// Walls and columns leave no way of its width from a door of the delivery path. False where its room has none.
    bool isWalledIn(Id<Rack> rack) const { return m_walledIn.contains(rack); }
    const std::set<Id<Rack>>& cutOff() const { return m_cutOff; }

private:
    struct Judged {
        Fingerprint inputs;
        std::vector<Id<Rack>> cutOff, walledIn;
    };
    std::map<Id<Room>, Judged> m_rooms;
    std::set<Id<Rack>> m_cutOff, m_walledIn;
};

/// A wall that stands in the doorway itself, along the door and no longer than it.
bool fillsDoorway(const Wall& wall, const Door& door);
/// A wall in which a door hangs, or along whose line it lies.
bool isAlong(const Wall& wall, const Door& door);

} // namespace rackwright
