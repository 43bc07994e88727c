// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorWays: which racks nobody can walk to and which no rack of their size can be brought to, from the doors of their
// room. A look-up of Context for the rules of routes and of delivery; it knows one room at a time and no stairs.

#include "solvers/space/floor_map.h"
#include "solvers/space/walk_grid.h"

#include <map>
#include <memory>
#include <set>

namespace rackwright {

class FloorWays {
public:
    static constexpr auto kReads = FloorMap::kReads;

    /// Rooms in which nothing has changed are taken over from `before`, and of the others what the building alone says.
    FloorWays(const Context& context, const FloorWays* before);

    /// No way of an accessible route's least width leads from a door of its room to its front. False where the room has
    /// no door.
    bool isCutOff(Id<Rack> rack) const { return m_cutOff.contains(rack); }
    /// Walls and columns leave no way of its width from a door of the delivery path. False where its room has none.
    bool isWalledIn(Id<Rack> rack) const { return m_walledIn.contains(rack); }
    const std::set<Id<Rack>>& cutOff() const { return m_cutOff; }
    /// Rooms with racks and without a door: no way in them can be judged.
    const std::set<Id<Room>>& withoutDoors() const { return m_withoutDoors; }

private:
    /// What the building alone says of a room: while racks are moved, it stays.
    struct Building {
        Fingerprint inputs;
        std::shared_ptr<const WalkGrid> routes;                       ///< before anything stands in them
        std::map<Length, std::shared_ptr<const WalkGrid>> deliveries; ///< followed, by width
    };
    struct Judged {
        Building building;
        Fingerprint inputs;
        std::vector<Id<Rack>> cutOff, walledIn;
    };
    struct Plan;
    static std::map<Id<Room>, Plan> plansOf(const Context& context);
    static std::vector<Id<Rack>> cutOffRacks(const Context& context, const Plan& plan, Building& building);
    static std::vector<Id<Rack>> walledInRacks(const Context& context, const Plan& plan, Building& building);

    std::map<Id<Room>, Judged> m_rooms;
    std::set<Id<Rack>> m_cutOff, m_walledIn;
    std::set<Id<Room>> m_withoutDoors;
};

/// A wall that stands in the doorway itself, along the door and no longer than it.
bool fillsDoorway(const Wall& wall, const Door& door);
/// A wall in which a door hangs, or along whose line it lies.
bool isAlong(const Wall& wall, const Door& door);

} // namespace rackwright
