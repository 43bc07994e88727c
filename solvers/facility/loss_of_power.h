// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LossOfPower: what goes dark, slows down or is overloaded when elements of the power chain are lost. The chain is
// worked out once; a loss then follows what hangs below the lost elements downwards and the loads that move upwards.
//
// Loads are the devices' nameplates with what UPS and transformers below an element lose, as POWER-03 has them. An
// element is live while one of its circuits is; it shares its load evenly over those that are. Batteries bridge and
// carry nothing for long. A device shares its load over its supplies that are fed; it runs while these are as many as
// it requires or give its nameplate, and slows down below. A cooling unit runs while one of its circuits is live.

#include "solvers/engine/context.h"
#include "solvers/facility/accelerator_counts.h"
#include "solvers/facility/hall_taken.h"
#include "solvers/facility/loss_trips.h"

#include <cstddef>
#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace rackwright {

class LossOfPower {
public:
    explicit LossOfPower(const Context& context, LoadsAfterLoss loads = LoadsAfterLoss::Left);

    HallTaken without(std::span<const Id<PowerElement>> lost);
    /// Losses say from then on in trips() what they bring to breakers and batteries.
    void watchCircuits(const Context& context);
    /// Of the loss that was worked out last: breakers and batteries that bear what was before and not what is then.
    const std::vector<LossTrip>& trips() const { return m_trips; }
    /// Something hangs below the element or draws from it.
    bool carries(Id<PowerElement> element) const;

private:
    enum class State : std::uint8_t { Live, Unknown, Dead };
    /// Like devices of a rack whose supplies hang alike on its elements.
    struct Devices {
        Id<PartRow> part;
        std::int64_t count = 0, accelerators = 0; ///< accelerators of all of them
        std::optional<double> watts;              ///< of one
        std::int64_t supplies = 0;                ///< of one; 0: not known
        std::vector<std::int64_t> on;             ///< of them by element; of unknown count 1 on each
        std::optional<double> supplyRating;
        std::optional<std::int64_t> required;
    };
    struct Contents {
        std::vector<Devices> devices;
        std::size_t elements = 0;
    };
    struct Outcome {
        std::int64_t dark = 0, throttled = 0, open = 0; ///< devices
        std::int64_t unsure = 0; ///< devices of which no supply is known to be live, nor all to be dead
        std::int64_t darkAccelerators = 0, throttledAccelerators = 0, openAccelerators = 0;
        std::vector<double> own; ///< W on each element
        std::vector<Message> missing;
    };
    struct RackUse {
        Id<Rack> rack;
        std::size_t contents = 0;
        std::vector<std::size_t> nodes; ///< of its elements
    };
    /// Of a circuit into a node, which is one of its `above`.
    struct Breaker {
        std::size_t circuit = 0;
        double amperes = 0, carried = 0; ///< rated, and what it carries all the time
        double perWatt = 0;              ///< A of the busiest line
    };
    struct Node {
        const PowerElement* element = nullptr;
        std::vector<std::size_t> above, below; ///< one a circuit
        std::vector<std::size_t> bypasses;     ///< of those above: circuits that pass by a UPS
        State state = State::Live;
        bool isStandby = false;
        double load = 0;
        double efficiency = 1, fixedLoss = 0; ///< W; of UPS and transformers
        bool isLoadKnown = true;
        bool hasRing = false; ///< it or what hangs on it stands in a ring, whose circuits carry what nobody knows
        std::optional<double> rating;
        std::vector<Breaker> breakers;                   ///< of circuits into it
        std::optional<double> batteryPower;              ///< W that its batteries give at once
        std::optional<std::pair<double, double>> bridge; ///< s, low and high, that its batteries hold its load
        bool hasBattery = false;
        std::vector<Id<PowerElement>> batteries; ///< of a UPS, those that are drawn
        bool hasBridgedLess = false;             ///< the energy is known, the load in part
        std::vector<std::size_t> racks, units;
    };
    /// A cooling unit on circuits.
    struct FedUnit {
        Id<CoolingUnit> unit;
        Node node; ///< its circuits alone
        std::optional<double> watts;
    };

    void orderNodes(const Context& context);
    /// What a load lacks that is known in part.
    Message missingLoad(const Node& node) const;
    void noteRacks(const Context& context);
    void noteUnits(const Context& context);
    Contents contentsOf(const Context& context, const Rack& rack, const std::vector<const PowerElement*>& elements);
    void noteConversion(const Context& context);
    /// What a node takes that gives this.
    double drawnFor(const Node& node, double given) const { return (given + node.fixedLoss) / node.efficiency; }
    void workOutLoads(const Context& context);
    void noteRatings(const Context& context);
    void noteBatteries(const Context& context);
    State stateOf(const Node& node, const std::vector<State>& states) const;
    double shareOf(const Node& node, std::size_t above, const std::vector<State>& states) const;
    const Outcome& outcome(std::size_t contents, const std::vector<State>& states);
    Outcome workOut(const Contents& contents, const std::vector<State>& states) const;
    std::vector<State> statesOf(const RackUse& rack, const std::vector<State>& states) const;
    std::vector<std::size_t> die(const std::vector<std::size_t>& lost);
    void takeRacks(const std::vector<std::size_t>& changed, HallTaken& taken);
    void takeUnits(const std::vector<std::size_t>& changed, HallTaken& taken);
    void moveLoads(const std::vector<std::size_t>& changed, HallTaken& taken);
    void noteOverload(const Node& node, double after, HallTaken& taken) const;
    /// Of circuits and batteries of a node that carry this then.
    void noteTrips(const Node& node, double after);
    /// W of each node beyond its load, where the mains are lost too and what stands by takes their place.
    std::vector<double> standbyLoads(const std::vector<State>& states, const std::vector<double>& loads) const;
    void noteStandby(HallTaken& taken) const;
    std::vector<bool> onMains(const std::vector<State>& states) const;
    void noteBridging(HallTaken& taken) const;

    LoadsAfterLoss m_loads;
    AcceleratorCounts m_accelerators;
    std::vector<Node> m_nodes; ///< those above before those below
    std::unordered_map<Id<PowerElement>, std::size_t> m_places;
    std::vector<Contents> m_contents;
    std::vector<RackUse> m_racks;
    std::vector<FedUnit> m_units;
    std::map<std::pair<std::size_t, std::vector<State>>, Outcome> m_outcomes;
    std::map<Id<PartRow>, std::string> m_partNames;
    std::string m_ring;  ///< an element that feeds itself
    std::string m_loose; ///< what no circuit reaches

    std::vector<State> m_rest; ///< without a loss

    // Of the loss that is worked out.
    struct Ride {
        double low = 0, high = 0;
        bool isKnown = true;
        std::optional<Message> missing = {}; ///< where it is not known
        Value seconds() const {
            return isKnown ? Value::range(low, (low + high) / 2, high, Grade::Estimate) : Value::unknown();
        }
    };
    /// The longest of what holds a thing; nothing known of one of them leaves all unknown.
    Ride longest(const std::vector<std::size_t>& nodes) const;
    std::vector<LossTrip> m_trips;
    std::vector<State> m_states;
    std::vector<std::size_t> m_dirty;      ///< states that differ
    std::set<std::size_t> m_lost;          ///< nodes that are lost themselves
    std::map<std::size_t, double> m_more;  ///< W on nodes, beyond what they carry else
    std::map<std::size_t, double> m_after; ///< W on nodes that changed
    std::unordered_map<std::size_t, Ride> m_rides;
};

/// Adds a message once.
void lack(HallTaken& taken, Message message);

} // namespace rackwright
