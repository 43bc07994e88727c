// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LimitFinder: finds every constraint on how many more racks or nodes of one kind a room admits; the trades are apart:
// limits_of_racks.cpp, limits_of_feeds.cpp, limits_of_cooling.cpp. room_limits.h asks it, as the room stands and as it
// would with a next step taken.

#include "solvers/cooling/heat.h"
#include "solvers/cooling/method.h"
#include "solvers/engine/context.h"
#include "solvers/facility/room_fit.h"
#include "solvers/facility/room_limits.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// What a next step changes; nothing: the room as it stands.
struct LimitChange {
    bool sharesSupply = false;                     ///< both sides carry the load together, none alone
    std::optional<PowerElementKind> furtherSource; ///< one side more of that kind, each loss spread over the others
    double voltageFrom = 0, voltageTo = 0;
    std::string furtherModule;            ///< of that redundancy group
    std::optional<LimitKind> furtherUnit; ///< of air or liquid cooling or of plant, like the largest
    std::string plantName;                ///< of the plant that has it or that is lifted
    bool hasFurtherRack = false;
    bool isAnywhere = false; ///< the places of racks on the floor do not count
    std::optional<LimitKind> lifted;
    std::optional<PowerElementKind> liftedElement; ///< of a feed, all sides of it
    bool isWithoutPorts = false;                   ///< ports of switches are found apart
};

/// Ports of the switches that the template's cables end at, and of their kind; of the whole design, as networks are.
std::vector<RoomLimit> portLimits(const Context& context, const RoomTemplate& of);

/// The binding one first, those of parts behind, those not known last.
void sortLimits(std::vector<RoomLimit>& limits);

class LimitFinder {
public:
    /// Keeps references to its arguments.
    LimitFinder(const Context& context, Id<Room> room, const RoomTemplate& of, const TemplateFit& fit,
                const std::optional<RoomBudget>& budget, LimitChange change);

    /// What the floor bears alone; nothing where no rack stands.
    std::optional<RoomLimit> findFloorLoad();
    /// All, the binding one first.
    std::vector<RoomLimit> find();

private:
    RoomLimit start(LimitKind kind, std::string unit, std::string_view basis, std::string name = {}) const;
    void add(RoomLimit limit);
    static void judgeLowerBound(RoomLimit& limit, std::int64_t count);
    static void boundByStanding(RoomLimit& limit, std::int64_t standing);
    void addUnknown(RoomLimit limit, std::string missing);
    std::string missingOwnPower() const;
    static bool isNone(const Value& value) { return value.isKnown() && value.high() <= 0; }
    /// How many more fit into what is left; fewer than 0: how many too many.
    static Value moreOf(const Value& capacity, const Value& used, const Value& each) {
        return floorOf((capacity - used) / each);
    }
    static Value atMost(const Value& more, std::int64_t places) {
        return minimum(more, Value(static_cast<double>(places)));
    }

    // Racks
    void takePlaces();
    std::int64_t standingIn(const Rack& rack) const;
    void addPlaces();
    void addRackPower();
    void addRackFeeds();
    void addRackHeat(HeatKind kind);
    void addFloorLoad();

    /// Sums a constraint that each rack has of its own: `judge` gives capacity and load of one of like racks.
    struct OfRack {
        Value capacity, used;
        std::string missing;
        bool counts = true;
        std::optional<Value> each{}; ///< what one takes of it, where that is not what one takes of all
        std::optional<Value> more{}; ///< where it is not what is left over what one takes
        std::optional<Value> over{}; ///< without the template, where it is not what is used beyond the capacity
    };
    /// The sums over racks, and those that other things overload.
    struct OfRacks {
        Value capacity = Value(0.0), used = Value(0.0), more = Value(0.0);
        std::string missing;
        bool hasAny = false, isAtLeast = false;
        std::vector<RoomLimit> parts;
        const Rack* lastPart = nullptr; ///< first of the like racks of the last part
    };
    void addOfRacks(RoomLimit limit, const Value& each, const std::function<OfRack(const Rack&)>& judge);
    void takeRacks(OfRacks& sum, RoomLimit& limit, const OfRack& one, const LikeRacks& like, std::int64_t count) const;
    void addSum(RoomLimit limit, OfRacks sum);

    // Feeds
    struct Source {
        const PowerElement* element;
        std::set<Id<Rack>> racks;              ///< of the room
        int depth = 0;                         ///< elements of its kind above it
        std::int64_t places = 0, standing = 0; ///< in its racks
    };
    void addFeeds();
    /// One of several sources that are counted together.
    struct Shared {
        const Source* source;
        Value rating, load;
        Value more = Value::unknown(); ///< that fit, of its own racks at most as many too many as stand there
    };
    void addFeedGroup(const std::vector<const Source*>& group, std::size_t sides);
    static bool areAlike(const std::vector<Shared>& shared);
    void countInRacks(std::map<Id<PowerElement>, Source>& sources) const;
    static RoomLimit partOf(const RoomLimit& pool, const Shared& one);
    Value moreOfUneven(const std::vector<Shared>& shared, const Value& each) const;
    Value ratingOf(const PowerElement& element) const;
    bool isAfterLoss() const;
    Value carriedAfterLoss(const PowerElement& element);
    std::optional<Value> carriedStandingIn(const PowerElement& element, int depth = 0) const;

    void addSitePower();
    void addCooling(CapacityKind kind);
    void addWater();
    struct HeatShares;
    HeatShares sharesOf(HeatKind kind) const;
    void addPlant();
    void addBudget();

    const Context& m_context;
    Id<Room> m_room;
    const RoomTemplate& m_of;
    const TemplateFit& m_fit;
    const std::optional<RoomBudget>& m_budget;
    LimitChange m_change;
    std::vector<const Rack*> m_racks;
    std::vector<LikeRacks> m_like;
    std::unordered_map<Id<Rack>, std::int64_t> m_places; ///< of the first of like racks
    std::int64_t m_further = 0;                          ///< places in a rack that is added
    std::unordered_map<Id<PowerElement>, Value> m_afterLoss;
    std::vector<RoomLimit> m_limits;
};

} // namespace rackwright
