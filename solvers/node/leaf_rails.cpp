// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/node/leaf_rails.h"

#include "model/parts/port_list.h"

#include <algorithm>

namespace rackwright {

RailPorts::Place RailPorts::of(const Part* part, std::uint16_t port) {
    const auto [known, isNew] = m_places.try_emplace(part);
    std::vector<Place>& places = known->second;
    if (isNew && part)
        for (std::size_t role = 0; role < EnumNames<PortRole>::names.size(); ++role) {
            const std::vector<std::int64_t> ports = portsOfRole(*part, static_cast<PortRole>(role));
            const auto count = static_cast<std::int64_t>(ports.size());
            const std::int64_t each = joinsAsTrays(count) ? kTrayRails : std::max<std::int64_t>(1, count);
            for (std::int64_t p = 0; p < count; ++p) {
                const auto number = static_cast<std::size_t>(ports[static_cast<std::size_t>(p)]);
                if (places.size() <= number)
                    places.resize(number + 1);
                places[number] = {p / each, p % each};
            }
        }
    return port < places.size() ? places[port] : Place{0, port};
}

LeafRails railsOfLeaves(std::size_t leaves, const std::vector<LeafCable>& cables) {
    RailPorts ports;
    std::vector<std::vector<std::int64_t>> counts(leaves); // by port
    std::int64_t all = 0, ofRails = 0;
    for (const LeafCable& cable : cables) {
        ++all;
        // Accelerators talk along rails; the two leaves of a pair for storage or management are none.
        const PortGroup* group = cable.part ? portGroupOf(*cable.part, cable.port) : nullptr;
        if (group && group->role != PortRole::Compute)
            continue;
        const auto place = static_cast<std::size_t>(ports.of(cable.part, cable.port).port);
        std::vector<std::int64_t>& count = counts[cable.leaf];
        if (count.size() <= place)
            count.resize(place + 1, 0);
        ++count[place];
    }
    LeafRails made;
    constexpr std::size_t none = ~std::size_t{0};
    std::vector<std::size_t> portOf(leaves, none);
    std::vector<std::size_t> used;
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        std::int64_t sum = 0;
        for (const std::int64_t each : counts[leaf])
            sum += each;
        const auto most = std::ranges::max_element(counts[leaf]);
        const auto place = static_cast<std::size_t>(most - counts[leaf].begin());
        if (sum == 0 || *most * 2 <= sum)
            continue;
        ofRails += sum;
        portOf[leaf] = place;
        used.push_back(place);
    }
    made.ofLeaf.assign(leaves, -1);
    std::ranges::sort(used);
    used.erase(std::ranges::unique(used).begin(), used.end());
    if (used.size() < 2 || ofRails * 4 < all * 3)
        return made;
    made.rails = static_cast<int>(used.size());
    made.ports.assign(used.begin(), used.end());
    for (std::size_t leaf = 0; leaf < leaves; ++leaf)
        if (portOf[leaf] != none)
            made.ofLeaf[leaf] = static_cast<int>(std::ranges::lower_bound(used, portOf[leaf]) - used.begin());
    return made;
}

} // namespace rackwright
