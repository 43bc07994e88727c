// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// FloorWays: which racks nobody can walk to and which no rack of their size can be brought to, from the doors of their
// room. A look-up of Context for the rules of routes and of delivery; it knows one room at a time and no stairs.

#include "model/design/geometry.h"
#include "solvers/space/floor_map.h"
#include "solvers/space/walk_grid.h"

#include <map>
#include <memory>
#include <set>
#include <tuple>

namespace rackwright {

class FloorWays {
public:
    static constexpr auto kReads = FloorMap::kReads;

    /// Rooms in which nothing has changed are taken over from `before`, and of the others what the building alone says.
    FloorWays(const Context& context, const FloorWays* before);

    /// No way of an accessible route's least width, through doors of theirs, leads from a door in the edge of its room
    /// to its front. False where the room has no such door, or was not searched.
    bool isCutOff(Id<Rack> rack) const { return m_cutOff.contains(rack); }
    /// Walls and columns leave no way of its width from a door of the delivery path. False where its room has none, or
    /// was not searched.
    bool isWalledIn(Id<Rack> rack) const { return m_walledIn.contains(rack); }
    /// The door on the way to its place, itself not on the delivery path, that is too narrow or too low for it.
    struct TightDoor {
        Id<RoomObject> object;
        Door door; ///< or an opening
    };
    const TightDoor* tightDoor(Id<Rack> rack) const {
        const auto found = m_tightDoors.find(rack);
        return found == m_tightDoors.end() ? nullptr : &found->second;
    }
    const std::set<Id<Rack>>& cutOff() const { return m_cutOff; }
    /// Rooms with racks and without a door in their edge: no way in them can be judged.
    const std::set<Id<Room>>& withoutDoors() const { return m_withoutDoors; }
    /// Rooms with racks and doors that are too large for their ways to be followed, to the fronts of racks and from the
    /// doors of the delivery path.
    const std::set<Id<Room>>& unsearchedRoutes() const { return m_unsearchedRoutes; }
    const std::set<Id<Room>>& unsearchedDeliveries() const { return m_unsearchedDeliveries; }

private:
    friend class OpenWays;
    /// What the building alone says of a room: while racks are moved, it stays.
    struct Building {
        Fingerprint inputs;
        std::shared_ptr<const WalkGrid> routes; ///< before anything stands in them
        /// Followed, by width, height and the doors opened whatever their size.
        std::map<std::tuple<Length, Length, std::size_t>, std::shared_ptr<const WalkGrid>> deliveries;
    };
    struct Judged {
        Building building;
        Fingerprint inputs;
        std::vector<Id<Rack>> cutOff, walledIn;
        std::map<Id<Rack>, TightDoor> tightDoors;
    };
    struct Plan;
    static std::map<Id<Room>, Plan> plansOf(const Context& context);
    static std::vector<Id<Rack>> cutOffRacks(const Context& context, const Plan& plan, Building& building);
    static void judgeDeliveries(const Context& context, const Plan& plan, Judged& judged);

    std::map<Id<Room>, Judged> m_rooms;
    std::set<Id<Rack>> m_cutOff, m_walledIn;
    std::map<Id<Rack>, TightDoor> m_tightDoors;
    std::set<Id<Room>> m_withoutDoors, m_unsearchedRoutes, m_unsearchedDeliveries;
};

/// The ways of one room as they are, asked before things are put into it; the context outlives it.
class OpenWays {
public:
    OpenWays(const Context& context, Id<Room> room);
    ~OpenWays();

    /// Whether every rack that a way leads to now keeps one with further things in the room, and each further rack has
    /// one. True where the room has no door in its edge or is not searched, as FloorWays finds nothing there either.
    bool stayOpen(const std::vector<std::vector<Point>>& things, const std::vector<Footprint>& racks) const;

private:
    struct Ways;
    std::unique_ptr<Ways> m_ways; ///< null where nothing is searched
};

/// A door lies in the edge of a room, or in the wall around it: it leads out.
bool isInEdge(const std::vector<Point>& room, const Door& door);
/// A door of the design hangs in the edge of its room or in one of its walls; others open nothing.
bool hangs(const Design& design, Id<Room> room, const Door& door);
/// A wall that stands in the doorway itself, along the door and no longer than it.
bool fillsDoorway(const Wall& wall, const Door& door);
/// A wall in which a door hangs, or along whose line it lies.
bool isAlong(const Wall& wall, const Door& door);

} // namespace rackwright
