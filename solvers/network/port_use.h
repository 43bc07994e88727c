// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// PortUse: which ports of each device cables are plugged into that stay. A look-up of the context that reads nothing
// but cables, so that it stays while devices come and go. Like nodes use like ports: each way of use stands once.

#include "solvers/engine/context.h"

#include <array>
#include <cstdint>
#include <vector>

namespace rackwright {

/// An end of a cable that stays.
struct UsedPort {
    std::uint16_t port = 0;
    std::uint8_t lane = 0;
    Id<Network> network;
    friend auto operator<=>(const UsedPort&, const UsedPort&) = default;
};

/// Look it up with Context::lookUp().
struct PortUse {
    static constexpr std::array<std::string_view, 2> kReads = {"cables", "cable_details"};
    explicit PortUse(const Context& context);

    std::vector<std::vector<UsedPort>> ways; ///< each in the order of ports and lanes
    struct Of {
        Id<Device> device;
        std::uint32_t way = 0; ///< place in `ways`
    };
    std::vector<Of> devices; ///< that cables reach, in the order of ids
};

/// Visits the devices of a design that cables reach, present or not, with the place of the way that their ports are
/// used.
template <class Visit>
void forEachPortUse(const Context& context, const PortUse& use, Visit visit) {
    auto next = use.devices.begin();
    for (const Device& device : context.design().devices) {
        while (next != use.devices.end() && next->device < device.id)
            ++next;
        if (next == use.devices.end())
            return;
        if (next->device == device.id)
            visit(device, next->way);
    }
}

} // namespace rackwright
