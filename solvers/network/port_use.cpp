// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/port_use.h"

#include "model/design/cabled.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace rackwright {

PortUse::PortUse(const Context& context) {
    std::unordered_map<Id<Device>, std::vector<UsedPort>> used;
    std::vector<UsedPort>* last = nullptr;
    Id<Device> lastDevice;
    for (const Cable& cable : presentCables(context.design()))
        for (const PortRef& end : {cable.a, cable.b}) {
            // Cables of one device mostly come one after another.
            if (!last || end.device != lastDevice) {
                last = &used[end.device];
                lastDevice = end.device;
            }
            last->push_back({end.port, end.lane, cable.network});
        }
    std::map<std::vector<UsedPort>, std::uint32_t> known;
    devices.reserve(used.size());
    for (auto& [device, ports] : used) {
        std::ranges::sort(ports);
        const auto way = known.try_emplace(std::move(ports), static_cast<std::uint32_t>(known.size())).first;
        devices.push_back({device, way->second});
    }
    std::ranges::sort(devices, {}, &Of::device);
    ways.resize(known.size());
    for (const auto& [ports, place] : known)
        ways[place] = ports;
}

} // namespace rackwright
