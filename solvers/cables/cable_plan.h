// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CablePlan: every cable of a design with its route, order length, medium and parts, and what all of them add up to:
// lines to buy, lengths by medium, power of the transceivers, fill of the pathways. Worked out once a design and shared
// by figures, rules, bill and schedules.

#include "solvers/cables/cable_ends.h"
#include "solvers/cables/pathways.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace rackwright {

/// How the length of a cable was found.
enum class RouteBasis : std::uint8_t {
    Unknown, ///< an end is not placed, or the rooms are not joined
    InRack,
    Pathways,
    Overhead, ///< no pathway joins the racks: along and across the floor at a height of ours
    Pinned    ///< by a person
};
template <>
struct EnumNames<RouteBasis> {
    static constexpr std::array<std::string_view, 5> names = {"unknown", "in-rack", "pathways", "overhead", "pinned"};
};

inline constexpr std::uint16_t kNoOption = 0xffff;

/// What the order length of a cable is.
enum class LengthBasis : std::uint8_t {
    Route,
    Shortest, ///< the route asks for less than what it is made of is sold in
    Decided   ///< by a person
};

/// What the plan decided for one cable.
struct PlannedCable {
    float route = 0;                  ///< metres from port to port, without slack; of the medium chosen
    float order = 0;                  ///< with slack, rounded up; no shorter than it is sold
    std::uint16_t option = kNoOption; ///< place in CablePlan::options of its link, of a pinned one in CablePlan::pinned
    RouteBasis basis = RouteBasis::Unknown;
    LengthBasis length = LengthBasis::Route;
    /// Whether it has a length.
    bool isKnown() const { return basis != RouteBasis::Unknown; }
    bool operator==(const PlannedCable&) const = default;
};

/// Pieces of one thing to buy.
struct CableOrder {
    CableForm form = CableForm::Direct;
    std::int32_t product = kNoProduct; ///< kNoProduct: fibre of the planning class of the medium
    CableMedium medium = CableMedium::PassiveCopper;
    double metres = 0; ///< order length; 0: has none
    Scope scope;
    std::int64_t count = 0;
    std::int64_t spares = 0; ///< on top of them
    double price = 0;        ///< planning price of one in US dollars; 0: not known
    double gigabits = 0;     ///< of the fastest cage that one of them is plugged into; 0: of no matter, or not known
};

/// Cables to buy that cannot be ordered yet: of unknown ends, speed or length, or made by nothing at hand.
struct OpenCables {
    Scope scope;
    bool isKnown = false; ///< nothing at hand makes them
    std::int64_t count = 0;
};

/// Where the ends of cables of one rack (or of a device on the floor) leave it.
struct CableSpot {
    Id<Rack> rack;
    Id<Room> room;
    std::array<double, 2> x{}, y{};       ///< at the front and at the rear, metres on the plan
    std::array<PathAccesses, 2> copper{}; ///< front, rear
    std::array<PathAccesses, 2> glass{};
    bool operator==(const CableSpot&) const = default;
};

/// Where a link has its leg of a splitter.
struct SplitLeg {
    std::uint32_t cage = kNowhere;      ///< that the single end is plugged into
    std::int64_t splitter = 0, leg = 0; ///< in the cage and of the splitter, from 0
};

struct CableMeasure {
    std::int64_t count = 0;
    double metres = 0; ///< order lengths of those whose length is known
    std::int64_t unknown = 0;
};

/// How full a segment is.
struct PathwayFill {
    Id<PathSegment> segment;
    double used = 0;  ///< share of the cross-section
    double limit = 0; ///< of the same
    /// Of what the fill limit allows: 1 is full; 0 where no limit is known.
    double share() const { return limit > 0 ? used / limit : 0; }
};

/// The plan of all cables; look it up with Context::lookUp().
struct CablePlan {
    static constexpr std::array<std::string_view, 9> kReads = {"cables",         "cable_details", "devices",
                                                               "power_elements", "cooling_units", "racks",
                                                               "rooms",          "path_nodes",    "path_segments"};
    /// What came before is taken over for cables whose ends and pathways have not changed.
    explicit CablePlan(const Context& context, const CablePlan* before = nullptr);

    std::vector<CableProduct> products;
    std::vector<std::vector<LinkOption>> options; ///< by link class
    std::vector<LinkOption> pinned;               ///< what cables with a part that a person chose are made of
    std::vector<PlannedCable> cables;             ///< by place in the table
    std::vector<CableSpot> spots;
    std::vector<CableOrder> orders; ///< in the order of form, product and length
    std::vector<OpenCables> open;   ///< that no order holds, in the order of their first cable
    std::map<CableMedium, CableMeasure> media;
    std::vector<PathwayFill> fill;     ///< of the segments in use, in the order of ids
    std::int64_t removed = 0;          ///< cables to be taken away: they have none of all that follows
    std::int64_t without = 0;          ///< cables that nothing at hand can make
    std::int64_t unknown = 0;          ///< of unknown ends, speed or length
    std::int64_t overhead = 0;         ///< by the assumption
    std::int64_t onClasses = 0;        ///< with a part that is a planning class
    std::vector<std::int32_t> modules; ///< by cage, the transceiver in it or kNoProduct
    double longest = 0;                ///< route
    /// Cables that stay.
    std::int64_t present() const { return static_cast<std::int64_t>(cables.size()) - removed; }
    bool isGlassSeparate = false; ///< copper and glass have pathways of their own

    /// What a cable is made of; null where nothing serves or it is not known.
    const LinkOption* option(const CableEnds& ends, std::size_t cable) const;
    /// Nothing where a cable is no leg of a splitter.
    std::optional<SplitLeg> legOf(const CableEnds& ends, std::size_t cable) const;
    /// Metres on top of the route before the length is rounded up to what is sold; of a length that a person chose,
    /// what it leaves.
    double slack(const CableEnds& ends, std::size_t cable) const;
    /// Where an end leaves its rack; null when it is not placed.
    const CableSpot* spotOf(const CableEnd& end) const;
    /// The choice of a cable with all candidates; empty when its ends or its length are not known.
    CableChoice choice(const CableEnds& ends, std::size_t cable) const;
    /// The segments that a cable runs through.
    std::vector<Id<PathSegment>> route(const CableEnds& ends, std::size_t cable) const;
    /// The segment nearest to its limit, or beyond it; null where nothing is laid.
    const PathwayFill* fullest() const;

private:
    friend class CablePlanner;
    struct DeviceSpot {
        std::uint32_t spot = kNowhere;
        std::uint8_t side = 1; ///< 0: front, 1: rear
        float height = 0;
    };
    /// All that the plan rests on but ends, devices and racks.
    struct Ground {
        std::array<std::uint64_t, 3> stamps{}; ///< of pathways and parts
        double slackShare = 0, slackLeast = 0, detour = 0, overhead = 0, spareShare = 0, freeRun = 0;
        std::string stock;
        bool operator==(const Ground&) const = default;
    };
    Ground m_ground;
    SharedList<CableLine> m_lines;
    std::vector<DeviceSpot> m_devices; ///< by place in CableEnds::devices
    std::shared_ptr<const PathwayGraph> m_copper, m_glass;
    std::optional<PathwayGraph::Load> m_onCopper, m_onGlass; ///< how many cables lie where
    std::vector<std::uint16_t> m_bests; ///< by cable, the option that serves it alone; of its link, as in `cables`
    std::vector<std::int32_t> m_ranks;  ///< by cage, that all transceivers in it must have
    std::vector<LinkLengths> m_pairs;   ///< by cable, where copper and glass differ
    /// That its route asks for, whatever it is made of.
    LinkLengths lengths(std::size_t cable) const;
    /// Where a cable between two spots joins the pathways of its strand.
    std::pair<PathAccess, PathAccess> joints(const DeviceSpot& a, const DeviceSpot& b, Strand strand) const;
    /// Both ends stand in different places, so that it may lie on pathways.
    bool isBetweenPlaces(const CableLine& line) const;
};

/// A route with slack, rounded up to what is ordered; `words` is the setting of stocked lengths.
double orderLength(double route, double slackShare, double slackLeast, std::string_view words);

/// The least length that is ordered and not shorter, without slack.
double stockedLength(double metres, std::string_view words);

/// "7.5" of 7.5.
std::string metresText(double metres);

} // namespace rackwright
