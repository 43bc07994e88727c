// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which rail a leaf is of: the port that most of its cables come from, counted in each device among the ports of its
// role. The one place that knows it; the table of failures, the drawing, the rule of rails and the settings of NCCL ask
// here.

#include "model/parts/part.h"

#include <cstdint>
#include <map>
#include <vector>

namespace rackwright {

/// A device of more ports of one role joins a network as its trays, of so many ports each.
inline constexpr std::int64_t kMostRails = 16;
inline constexpr std::int64_t kTrayRails = 4;
/// Of so many ports of one role.
constexpr bool joinsAsTrays(std::int64_t ports) { return ports > kMostRails && ports % kTrayRails == 0; }

/// Where ports stand among those of their role, for parts that are asked for again and again; a port that its part does
/// not have stands where its number says.
class RailPorts {
public:
    struct Place {
        std::int64_t tray = 0;
        std::int64_t port = 0; ///< within the tray
    };
    /// A null part: tray 0, and the number itself.
    Place of(const Part* part, std::uint16_t port);

private:
    std::map<const Part*, std::vector<Place>> m_places;
};

/// A cable from a device to a leaf, by the numbers that the caller gives its leaves.
struct LeafCable {
    std::uint32_t leaf = 0;
    const Part* part = nullptr; ///< of the device
    std::uint16_t port = 0;     ///< of the device
};

/// The rails of one network's leaves.
struct LeafRails {
    std::vector<int> ofLeaf;         ///< from 0; -1: of none
    int rails = 0;                   ///< 0: the network has none
    std::vector<std::int64_t> ports; ///< of each rail, as RailPorts counts
};

/// A leaf is of a rail where more than half of its cables come from one port. Rails there are where so many leaves are
/// of one that three quarters of all cables end at these, and not all of the same.
LeafRails railsOfLeaves(std::size_t leaves, const std::vector<LeafCable>& cables);

} // namespace rackwright
