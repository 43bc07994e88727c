// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LossTrips: what one lost source brings to circuits and batteries that bear it neither, though what stands behind them
// would: the standby circuit of a transfer switch, a module beside its likes on one bus, the batteries of a reserve.
// What the loss of a whole side brings is judged by POWER-01 and POWER-13; this is what they cannot see.

#include "solvers/engine/context.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rackwright {

/// A circuit into an element whose breaker trips (A), or a UPS whose batteries are too weak (W).
struct LossTrip {
    Subject subject;               ///< the element
    std::string from;              ///< what the circuit comes from; empty: batteries
    double after = 0, limit = 0;   ///< what it carries then, and may carry all the time
    std::optional<double> breaker; ///< A
    std::string lost{};            ///< name of what is lost
    bool isBattery() const { return !breaker; }
    double share() const { return after / limit; }
};

/// Of every source of the power chain (isSource()), the worst for each element that it moves load to. A look-up of
/// Context.
class LossTrips {
public:
    static constexpr std::array<std::string_view, 6> kReads = {"rack_contents", "power_elements", "power_links",
                                                               "modules",       "cord_overrides", "cooling_units"};

    explicit LossTrips(const Context& context);

    /// Null: nothing is too weak there for what a single loss brings.
    const LossTrip* of(Id<PowerElement> element) const;
    /// Racks with something dark when a UPS is lost; 0 for other elements.
    std::int64_t darkWithout(Id<PowerElement> ups) const;

private:
    std::unordered_map<Id<PowerElement>, LossTrip> m_trips;
    std::unordered_map<Id<PowerElement>, std::int64_t> m_dark;
};

} // namespace rackwright
