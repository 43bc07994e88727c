// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CablePlanner: works a CablePlan out step by step: where devices stand and join the pathways, what each cable takes,
// what all add up to; one source file a step. Internal to the plan.

#include "solvers/cables/cable_plan.h"

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
    Run run(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b, Strand strand) const;
    Run runOf(const CableLine& line, bool isCopper) const;
    Run runAlong(const CablePlan::DeviceSpot& a, const CablePlan::DeviceSpot& b,
                 const std::vector<Id<PathSegment>>& route) const;
    void planOne(std::size_t index);
    void take(std::size_t index, std::uint16_t option);
    void settleLength(std::size_t index);
    static void layAlong(PlannedCable& planned, const Run& run, double order);
    bool isOnCopperWay(std::size_t index) const;
    double ordered(const Run& run) const;
    const LinkOption* choose(std::uint16_t link, const LinkLengths& lengths, std::int32_t rank) const;
    std::int32_t productOf(const CableLine& line) const;
    std::uint16_t pinnedOption(const CableLine& line, const LinkLengths& lengths, std::int32_t rank);
    std::vector<LinkOption> waysWith(const CableLine& line, std::int32_t product) const;
    void followPins();
    void breakOutCages();
    void breakOut(const std::vector<std::size_t>& links);
    void agreeInCages();
    void countAll();
    void countCable(std::size_t index);
    void orderCable(std::size_t index, const LinkOption& option, const Scope& scope);
    void leaveOpen(const CableLine& line, bool isKnown);
    void orderAlone(const CableLine& line, double metres, bool isKnown);
    void countModules();
    void lay(const CablePlan& plan, std::size_t index, double amount);
    void fillPathways();

    const Scope& scopeOf(const CableLine& line) const {
        static const Scope ours;
        return line.detail == kNowhere ? ours : m_ends.details[line.detail].scope;
    }

    bool hasPinnedRoute(const CableLine& line) const {
        return line.isPresent && line.detail != kNowhere && !m_ends.details[line.detail].route.empty();
    }

    using OrderKey =
        std::tuple<CableForm, std::int32_t, CableMedium, std::int64_t, std::int64_t, Status, Party, Party, bool>;
    void order(CableForm form, std::int32_t product, CableMedium medium, double metres, const Scope& scope,
               std::int64_t count, double price, double gigabits = 0);
    /// A physical cable for several links: it is as long as the longest asks.
    struct SharedPiece {
        std::size_t longest = 0; ///< cable
        std::size_t first = 0;   ///< cable whose scope it has: the first of ours
    };
    static std::uint64_t pieceKey(std::uint32_t cage, std::int64_t number) {
        return std::uint64_t{cage} << 8 | static_cast<std::uint64_t>(number & 0xff);
    }

    CablePlan& m_plan;
    const Context& m_context;
    const CableEnds& m_ends;
    CablePlan::Ground& m_ground;
    std::unordered_map<Id<Rack>, std::uint32_t> m_spotOf;
    std::map<OrderKey, CableOrder> m_orders;
    CableOrder* m_lastOrder = nullptr;
    OrderKey m_lastKey;
    std::unordered_map<std::uint64_t, SharedPiece> m_shared; ///< by cage and number in it
    /// Of other products than the one there.
    std::map<std::tuple<std::uint64_t, std::int32_t, std::int32_t, CableMedium>, SharedPiece> m_sharedBeside;
    std::vector<std::uint32_t> m_buyers; ///< by cage: the cable of ours of the earliest phase in it, or kNowhere
};

} // namespace rackwright
