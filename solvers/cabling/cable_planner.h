// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CablePlanner: works a CablePlan out step by step: where devices stand and join the pathways, what each cable takes,
// what all add up to; one source file a step. Internal to the plan.

#include "solvers/cabling/cable_plan.h"

#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace rackwright {

class CablePlanner {
public:
    CablePlanner(CablePlan& plan, const Context& context);
    void work(const CablePlan* before);

private:
    struct Run {
        double metres = 0;
        RouteBasis basis = RouteBasis::Unknown;
    };

    void placeDevices();
    std::uint32_t spotOfRack(Id<Rack> rack);
    bool standsOn(const CablePlan& before) const;
    bool joinAsBefore(const CablePlan& before);
    void planAfter(const CablePlan& before);
    void takeCounts(const CablePlan& before);
    void joinPathways();
    template <class Visit>
    void forEachAccess(Visit visit);
    Run run(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b, const PathwayGraph& graph,
            std::array<PathAccess, 2> CableSpot::*access) const;
    void planOne(std::size_t index);
    double ordered(const Run& run) const;
    const LinkOption* choose(std::uint16_t link, const LinkLengths& lengths, std::int32_t rank) const;
    void agreeInCages();
    void countAll();
    void countCable(std::size_t index);
    void countModules();
    void lay(const CablePlan& plan, std::size_t index, double amount);
    void fillPathways();

    const Scope& scopeOf(const CableLine& line) const {
        static const Scope ours;
        return line.detail == kNowhere ? ours : m_ends.details[line.detail].scope;
    }

    using OrderKey = std::tuple<CableForm, std::int32_t, CableMedium, std::int64_t, std::int64_t, Status, Party, Party>;
    struct Piece {
        CableOrder order;
        std::int64_t eighths = 0;
    };
    void order(CableForm form, std::int32_t product, CableMedium medium, double metres, const Scope& scope,
               std::int64_t eighths, double price);

    CablePlan& m_plan;
    const Context& m_context;
    const CableEnds& m_ends;
    CablePlan::Ground& m_ground;
    std::unordered_map<Id<Rack>, std::uint32_t> m_spotOf;
    std::map<OrderKey, Piece> m_orders;
    Piece* m_lastPiece = nullptr;
    OrderKey m_lastKey;
    std::vector<bool> m_isTaken;  ///< by cage: its direct cable is counted
    std::vector<bool> m_isBought; ///< by cage: a cable of ours is in it
};

} // namespace rackwright
