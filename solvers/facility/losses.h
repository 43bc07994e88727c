// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What each single loss of power, cooling or network takes from the hall: a feed, a transformer, a UPS, a panel, a PDU,
// a CRAH, a CDU, a pump, a loop, a switch. Things whose loss takes as much stand together. Nothing is solved anew for a
// loss: only what hangs below the lost thing, and what carries its load then, is followed. Used by the schedule of
// losses, its figures, the command line and the plan.

#include "solvers/engine/context.h"
#include "solvers/facility/hall_taken.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rackwright {

enum class LossTrade : std::uint8_t { OfPower, OfCooling, OfNetwork };
template <>
struct EnumNames<LossTrade> {
    static constexpr std::array<std::string_view, 3> names = {"power", "cooling", "network"};
};

/// What redundancy is there when a thing is lost: N, of which it takes something; N+1, of which it takes nothing; 2N,
/// of which not even its whole side, or half of its likes, does. Where slower devices are accepted they are not taken,
/// and what is reached says so.
enum class Reached : std::uint8_t { Unknown, Single, OneMore, Twice };
template <>
struct EnumNames<Reached> {
    static constexpr std::array<std::string_view, 4> names = {"unknown", "n", "n+1", "2n"};
};

/// A loss, or several that take as much.
struct HallLoss {
    LossTrade trade = LossTrade::OfPower;
    Message kind;                   ///< word of what is lost ("power-kind.ups")
    std::string name;               ///< of the first
    std::vector<Subject> lost;      ///< like things, in the order of ids; of a whole feed its elements
    bool isWholeFeed = false;       ///< one loss of all elements of a side
    FeedSide side = FeedSide::None; ///< of elements, where cooling units hang on circuits
    HallTaken taken;                ///< by one of them
    std::string claimed;            ///< "2N"; empty: nothing is claimed
    Reached reached = Reached::Unknown;
    std::optional<bool> isMaintainable; ///< while the hall runs; unset: not known

    std::int64_t things() const { return isWholeFeed ? 1 : static_cast<std::int64_t>(lost.size()); }
    /// The hall runs, a part of it slower.
    bool isSlower() const { return isMaintainable.value_or(false) && taken.throttled.racks > 0; }
    /// Nothing is taken, as far as is known.
    bool isBorne() const { return isMaintainable.value_or(true); }
};

/// The single loss that overloads an element most. W.
struct OverloadByLoss {
    std::string lost; ///< name
    double after = 0, rating = 0;
};

/// Losses of power of a snapshot, the worst first.
class PowerLosses {
public:
    static constexpr std::array<std::string_view, 5> kReads = {"rack_contents", "power_elements", "power_links",
                                                               "modules", "cord_overrides"};

    explicit PowerLosses(const Context& context);

    const std::vector<HallLoss>& losses() const { return m_losses; }
    /// Null: no single loss brings more to it than its rating. Losses within its own redundancy group are left out.
    const OverloadByLoss* overloadOf(Id<PowerElement> element) const;

private:
    std::vector<HallLoss> m_losses;
    std::unordered_map<Id<PowerElement>, OverloadByLoss> m_overloads;
};

/// What the loss of a power element does to cooling: heat that nothing takes (W), and units that stand still.
struct StillCooling {
    double heat = 0;
    std::int64_t units = 0;
};

/// Losses of power and cooling of a snapshot, the worst first. Cooling units on circuits are lost with what feeds them.
class HallLosses {
public:
    static constexpr std::array<std::string_view, 9> kReads = {"rack_contents", "power_elements", "power_links",
                                                               "cooling_units", "cooling_loops",  "rooms",
                                                               "modules",       "cord_overrides", "cooling_services"};

    explicit HallLosses(const Context& context);

    const std::vector<HallLoss>& losses() const { return m_losses; }
    /// Null: its loss leaves no heat of what still runs without cooling.
    const StillCooling* stillCooling(Id<PowerElement> element) const;
    /// Of the design.
    std::int64_t accelerators() const { return m_accelerators; }

private:
    std::vector<HallLoss> m_losses;
    std::unordered_map<Id<PowerElement>, StillCooling> m_heat;
    std::int64_t m_accelerators = 0;
};

/// Those of power and cooling with those of switches, the worst first.
std::vector<HallLoss> allLosses(const Context& context);
/// What the loss of a power element, cooling unit, loop or switch takes; unset for other things, and what is removed.
std::optional<HallLoss> lossOf(const Context& context, Subject subject);
/// Of switches of networks that jobs run on.
std::vector<HallLoss> networkLosses(const Context& context);
/// Of one switch alone, with the racks that it takes itself; of several networks that which takes the most.
std::optional<HallLoss> networkLossOf(const Context& context, Id<Device> device);
/// Likes together, the worst first.
std::vector<HallLoss> grouped(std::vector<HallLoss> losses);
/// Slower devices count as taken.
bool isDegradationRefused(const Context& context);
/// Sets what follows from what is taken.
void judgeLoss(HallLoss& loss, bool refusesDegradation);

/// Sentence on what a loss takes, for the status line.
Message lossSummary(const HallLoss& loss);

} // namespace rackwright
