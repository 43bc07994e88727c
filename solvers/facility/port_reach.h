// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PortReach: how many ports the cables of like nodes or racks take of the switches that they end at, and how many those
// switches have: what more of them would find. NodePorts keeps it for each kind of node with accelerators.

#include "solvers/engine/context.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct PortReach {
    struct OfNetwork {
        std::string name;
        std::int64_t all = 0;     ///< ports of the groups that any template is cabled to
        std::int64_t taken = 0;   ///< of them, by any cable
        std::int64_t reached = 0; ///< of them, by a cable of a template
    };
    std::int64_t templates = 0;
    std::vector<OfNetwork> networks; ///< in the order of ids; those that no template is cabled to are left out
};

/// Of each kind of node with accelerators in the design; look it up with Context::lookUp().
class NodePorts {
public:
    static constexpr std::array<std::string_view, 6> kReads = {"devices",       "networks",       "cables",
                                                               "cable_details", "power_elements", "cooling_units"};

    explicit NodePorts(const Context& context);
    /// Null where no present node is of that part.
    const PortReach* of(Id<PartRow> part) const;

private:
    std::map<Id<PartRow>, PortReach> m_byPart;
};

/// Of all present devices of a part.
PortReach devicePorts(const Context& context, Id<PartRow> part);
/// Of the nodes with accelerators in some racks, each rack a template.
PortReach rackPorts(const Context& context, const std::vector<const Rack*>& racks);

} // namespace rackwright
