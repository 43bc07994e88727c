// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// LanesInUse: how the ports of devices are broken out, as the cables that lie tell it, and what the end of a cable can
// do there. First all ends are noted, then each is asked; drawings and the paths of storage do so.

#include "model/design/rack_rows.h"
#include "model/parts/port_list.h"
#include "solvers/node/lane_speed.h"

#include <algorithm>
#include <map>
#include <set>

namespace rackwright {

/// Keeps pointers into the parts that it was told.
class LanesInUse {
public:
    /// Every end of every cable, before at() is asked; a null part tells nothing.
    void note(const Part* part, const PortRef& end) {
        const PortGroup* group = end.lane > 0 && part ? portGroupOf(*part, end.port) : nullptr;
        if (!group)
            return;
        std::uint8_t& highest = m_highest[{end.device, group}];
        highest = std::max(highest, end.lane);
        m_broken.emplace(end.device, end.port);
    }
    /// `port`: what the whole port can do.
    LaneSpeed at(const Part* part, const PortRef& end, double port) const {
        const auto highest =
            m_highest.empty() || !part ? m_highest.end() : m_highest.find({end.device, portGroupOf(*part, end.port)});
        return LaneSpeed::of(port, highest == m_highest.end() ? std::uint8_t{0} : highest->second,
                             m_broken.contains({end.device, end.port}));
    }

private:
    std::map<std::pair<Id<Device>, const PortGroup*>, std::uint8_t> m_highest;
    std::set<std::pair<Id<Device>, std::uint16_t>> m_broken;
};

} // namespace rackwright
