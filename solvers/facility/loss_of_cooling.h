// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LossOfCooling: what heat nothing takes away any more when units, pumps, plant or loops are lost, and how long the air
// or the liquid holds.
//
// Units stand in for one another in pools: air handlers and fan walls of a room, units that share the heat of a rack,
// CDUs of one loop, plant of one kind on one loop, and units of one redundancy group. A lost rear door leaves its heat
// to the air of the room. A unit without its primary loop is lost with it. Heat is that of the devices' expected peak.

#include "solvers/engine/context.h"
#include "solvers/facility/hall_taken.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace rackwright {

/// What a unit takes of its pool's heat, which its units share by their ratings. Unknown where heat or a rating is, and
/// after a loss where no other unit is there.
struct CoolingUnitLoad {
    Value rating = Value::unknown();
    Value heat = Value::unknown();
    Value heatOneLost = Value::unknown(); ///< with the largest other unit of its pool lost
    bool hasPeer = false;
};

class LossOfCooling {
public:
    explicit LossOfCooling(const Context& context, LoadsAfterLoss loads = LoadsAfterLoss::Left);

    HallTaken withoutUnit(Id<CoolingUnit> unit) const;
    /// Of units that a loss of power stops, beside what it takes itself: racks that it leaves empty give no heat any
    /// more, and those that are dark already are not counted again.
    HallTaken withoutSupply(const HallTaken& power) const;
    HallTaken withoutLoop(Id<CoolingLoop> loop) const;
    /// Half of the units that stand in for it could be lost.
    bool isTwice(Id<CoolingUnit> unit) const;
    /// Something's heat goes to it.
    bool carries(Id<CoolingUnit> unit) const;
    bool carries(Id<CoolingLoop> loop) const;
    /// Nothing known of a unit that is removed, and of plant, whose heat is that of loops.
    CoolingUnitLoad loadOf(Id<CoolingUnit> unit) const;
    /// What the design claims: of the unit, else of the loop that it supplies or serves.
    std::string claimOf(Id<CoolingUnit> unit) const;

private:
    struct Unit {
        const CoolingUnit* row = nullptr;
        std::optional<double> rating; ///< W
        std::size_t pool = 0;
        double heat = 0;          ///< W that it takes of racks
        double heatMost = 0;      ///< the same at the upper end of its range
        double givenPerTaken = 1; ///< W that plant gives to its own loop for each that it takes
        Id<CoolingLoop> served;   ///< of plant: the loop whose heat it takes or whose liquid it moves
    };
    struct Pool {
        std::vector<std::size_t> units;
        Id<Room> room;
        double heat = 0, heatMost = 0; ///< W
        bool isHeatKnown = true;
        std::set<std::size_t> racks; ///< that give it heat
    };
    /// A rack as others of its likeness.
    struct Contents {
        double air = 0, liquid = 0;         ///< W
        double airMost = 0, liquidMost = 0; ///< W
        bool isAirKnown = true, isLiquidKnown = true;
        std::int64_t accelerators = 0;
        std::optional<double> inletLimit, coolantLimit; ///< K, the lowest that a vendor states
        std::string unlimited; ///< a liquid-cooled part of which nobody states how warm its coolant may be
        double mass = 0;       ///< kg
        std::string name;      ///< of a device, where limits are not known
    };
    struct RackUse {
        const Rack* rack = nullptr;
        std::size_t contents = 0;
    };
    struct Lost {
        std::map<std::size_t, bool> units;       ///< true: nothing moves its liquid
        std::map<Id<CoolingLoop>, double> loops; ///< share of their heat that nothing takes
    };
    struct Capacity {
        double watts = 0;
        std::size_t left = 0;
        const Unit* unrated = nullptr;
    };
    /// Heat of a pool that nothing takes.
    struct Short {
        double watts = 0, most = 0;
        bool isWhole = false, isStill = false;
        std::set<std::size_t> racks;
    };

    void noteRacks(const Context& context);
    void noteUnits(const Context& context);
    void joinPools(const Context& context);
    void noteHeat(const Context& context);
    double heatOf(Id<CoolingLoop> loop, double Unit::*amount = &Unit::heat, int depth = 0) const;
    Capacity capacityOf(const Pool& pool, const Lost& lost) const;
    double shareShort(const Pool& plant, const Lost& lost, HallTaken& taken) const;
    double pumpShort(const Pool& pumps, const Lost& lost, HallTaken& taken) const;
    void spread(Lost& lost, HallTaken& taken) const;
    void noteOverloads(const Pool& pool, double heat, const Lost& lost, HallTaken& taken) const;
    double shortBefore(const Pool& pool, double heat) const;
    void noteMost(const Pool& pool, double lacks, HallTaken& taken) const;
    void noteLoads(const Pool& pool, const Value& heat, const Lost& lost, HallTaken& taken) const;
    void noteLostLoads(const Lost& lost, HallTaken& taken) const;
    std::map<std::size_t, Short> shortPools(const Lost& lost, HallTaken& taken) const;
    void giveHeat(const Context& context, std::size_t place, double sign);
    /// `whole`: what gave its heat before, where a loss of power took racks away.
    HallTaken takenBy(Lost lost, const HallTaken& before = {}, const LossOfCooling* whole = nullptr) const;
    void noteHeatThen(const LossOfCooling& whole, const Lost& lost, HallTaken& taken) const;
    std::optional<Value> secondsOfAir(const Pool& pool, const Short& each, HallTaken& taken) const;
    std::optional<Value> secondsOfLiquid(const Pool& pool, const Short& each, HallTaken& taken) const;

    const Context& m_context;
    LoadsAfterLoss m_loads;
    std::vector<Contents> m_contents;
    std::vector<RackUse> m_racks;
    std::unordered_map<Id<Rack>, std::size_t> m_rackPlaces;
    std::vector<Unit> m_units;
    std::unordered_map<Id<CoolingUnit>, std::size_t> m_unitPlaces;
    std::map<Id<CoolingLoop>, std::vector<std::size_t>> m_takenBy;  ///< units by the loop that takes their heat
    std::map<Id<CoolingLoop>, std::vector<std::size_t>> m_supplies; ///< units by the loop that they supply
    std::vector<Pool> m_pools;
    std::map<Id<Room>, std::size_t> m_roomPools;
};

} // namespace rackwright
