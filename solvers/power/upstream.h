// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Upstream: where the power chain of a snapshot begins and what does not hang on it (PDUs without a circuit, devices
// without a PDU). What hangs nowhere is missing from the load where the chain begins. Used by the loads of elements and
// by POWER-09.

#include "solvers/engine/context.h"
#include "solvers/engine/figure.h"

#include <array>
#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

class Upstream {
public:
    static constexpr std::array<std::string_view, 3> kReads = {"rack_contents", "power_elements", "power_links"};

    explicit Upstream(const Context& context);

    /// Elements that nothing feeds although the design has elements further up.
    bool isUnfed(const PowerElement& element) const;
    /// Elements that nothing feeds and that stand as high up as any of the design.
    bool isBeginning(Id<PowerElement> element) const { return m_beginnings.contains(element); }
    /// The same, where something draws power from it.
    bool isDrawnFrom(Id<PowerElement> beginning) const { return m_drawnFrom.contains(beginning); }
    const std::set<Id<PowerElement>>& beginnings() const { return m_beginnings; }

    /// Loads that are missing where the chain begins; none where it begins at the racks, which sum up nothing. Unfed
    /// elements that something draws from, racks with devices but without a PDU, devices that stand on the floor.
    std::int64_t looseLoads() const { return m_looseLoads; }
    /// The first of them: an element before a rack before a device.
    Subject firstLoose() const { return m_firstLoose; }
    bool hasElements() const { return m_hasElements; }
    /// Sides of loose loads; None: some may belong to any.
    const std::set<FeedSide>& looseSides() const { return m_looseSides; }
    /// Something loose may belong to what hangs on this beginning.
    bool lacksLoad(const PowerElement& element) const;

private:
    void noteLoose(Subject subject, FeedSide side = FeedSide::None);
    void noteDevices(const Context& context);

    std::set<Id<PowerElement>> m_unfed, m_beginnings, m_drawnFrom;
    std::int64_t m_looseLoads = 0;
    std::set<FeedSide> m_looseSides;
    Subject m_firstLoose;
    bool m_hasElements = false;
};

/// Which circuits the load below an element is summed up along. Those within a ring lead back to where they begin, and
/// what hangs below them has no end.
class PowerRings {
public:
    static constexpr std::array<std::string_view, 2> kReads = {"power_elements", "power_links"};

    explicit PowerRings(const Context& context);

    /// Not within a ring nor to a battery, which takes nothing for long, and with no longer chain below than is
    /// followed.
    bool isFollowed(const PowerLink& link) const;
    /// On a ring; circuits to and from a battery close none.
    bool feedsItself(Id<PowerElement> element) const;

private:
    /// An element with those of its ring.
    struct Ring {
        int height = 0; ///< steps to the end of the longest chain below
        bool isClosed = false;
        bool isBattery = false;
    };
    class Search;
    const Ring* ringOf(Id<PowerElement> element) const;

    std::unordered_map<Id<PowerElement>, std::size_t> m_places; ///< in m_rings
    std::vector<Ring> m_rings;
};

/// Circuits from present elements that reach it, its own and those of batteries, which only bridge, left out; those of
/// a side that is `lost` reach nothing.
std::int64_t feedCount(const Context& context, const PowerElement& element, FeedSide lost = FeedSide::None);
inline bool hasFeed(const Context& context, const PowerElement& element) { return feedCount(context, element) > 0; }
/// Mains and generators are where power comes from; a battery is charged by what it stands beside.
bool needsFeed(PowerElementKind kind);
/// Why the load of an element is at least what is known although all powers are: a ring, or loads that no circuit
/// reaches.
Message brokenBelow(const Context& context, const PowerElement& element);
/// Devices of a rack draw power and it has neither PDU nor power shelf.
bool lacksPdu(const Context& context, const Rack& rack);
/// A device on the floor, in no rack, that draws power.
bool isLooseOnFloor(const Context& context, const Device& device);

} // namespace rackwright
