// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Ports of one group of a switch counted as links of a speed: a port that is broken out carries several. What draws
// cables asks here how many links a switch takes and which port and lane a link has.

#include "model/base/numbers.h"
#include "model/design/rack_rows.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace rackwright {

/// Attribute of parts whose ports do less over Ethernet than they can: the most that one Ethernet link takes. Such a
/// port speaks Ethernet at full speed only broken out (ConnectX-8: 800 Gb/s of InfiniBand, but two times 400 GbE).
inline constexpr std::string_view kEthernetLinkMax = "ethernet-link-max";

/// Ports that follow each other, each broken out into `split` links.
struct PortRun {
    std::int64_t first = 0; ///< port number
    std::int64_t count = 0;
    std::int64_t split = 1;
    std::int64_t perCage = 1; ///< ports of one module
    /// How many cables they take.
    std::int64_t links() const { return count * split; }
    /// The port and lane of a link, counted from 0.
    PortRef link(Id<Device> device, std::int64_t index) const {
        return {device, static_cast<std::uint16_t>(first + index / split), static_cast<std::uint8_t>(index % split)};
    }
    /// Ports that so many links take, in whole modules: one runs at one speed.
    std::int64_t wholeCages(std::int64_t links) const { return ceilingOf(ceilingOf(links, split), perCage) * perCage; }
    bool holds(std::int64_t port) const { return port >= first && port < first + count; }
};

/// The group of a role with the most links of a speed; nothing when it has none.
std::optional<PortRun> portRun(const Part& part, PortRole role, DataRate link);

/// The fastest speed of the ports of a role.
std::optional<DataRate> fastestPort(const Part& part, PortRole role);

/// Speeds of cables between two switches, whole ports or broken out, fastest first; from ports for uplinks where the
/// lower one has such.
std::vector<DataRate> trunkSpeeds(const Part& lower, const Part& upper);

/// The smallest divisor of a number that is at least so much.
std::optional<std::int64_t> smallestDivisorFrom(std::int64_t number, std::int64_t atLeast);

} // namespace rackwright
