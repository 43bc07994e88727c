// SPDX-License-Identifier: GPL-3.0-or-later
// Reference: rings and double binary trees as in NCCL (Sanders, Speck, Traeff: Two-tree algorithms for full bandwidth
// broadcast, reduction and scan, 2009).
#include "solvers/network/traffic_patterns.h"

#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace rackwright {

NetworkTraffic::NetworkTraffic(const NetworkFabric& fabric) : m_fabric(fabric), m_solver(fabric.endpointGraph) {
    const double unit = fabric.endpointGraph.unitGbps;
    for (const NetworkCable& cable : fabric.cables) {
        if (cable.run == NetworkCable::kNone)
            continue;
        const bool isEndA = !cable.endA.isSwitch;
        m_ends.push_back(
            {isEndA ? cable.a : cable.b, isEndA ? cable.endA.port : cable.endB.port, cable.run, cable.gbps() / unit});
    }
    const auto place = [](const End& end) { return std::pair(end.device, end.port); };
    std::ranges::stable_sort(m_ends, {}, place);
    std::size_t kept = 0;
    for (const End& end : m_ends)
        if (kept > 0 && place(m_ends[kept - 1]) == place(end))
            m_ends[kept - 1].rate += end.rate; // a further lane
        else
            m_ends[kept++] = end;
    m_ends.resize(kept);
    // A port is of the rail of its place, whichever others of its device are cabled.
    RailPorts places;
    for (const End& end : m_ends) {
        const auto rail = static_cast<std::size_t>(places.of(fabric.parts[end.device], end.port).port);
        if (m_rails.size() <= rail)
            m_rails.resize(rail + 1);
        m_rails[rail].push_back(&end);
    }
}

std::optional<TrafficLoads> NetworkTraffic::loads(TrafficPattern pattern, Spreading spreading,
                                                  double flowsPerPair) const {
    const auto asked = demand(pattern);
    return asked ? m_solver.loads(*asked, spreading, flowsPerPair) : std::nullopt;
}

std::optional<SpreadLoads> NetworkTraffic::spreadLoads(TrafficPattern pattern, const std::stop_token& stop) const {
    const auto asked = demand(pattern);
    return asked ? m_solver.spreadLoads(*asked, stop) : std::nullopt;
}

std::optional<TrafficDemand> NetworkTraffic::demand(TrafficPattern pattern) const {
    if (m_fabric.unknownSpeeds > 0 || m_ends.size() < 2)
        return std::nullopt;
    constexpr std::size_t kMost = 4'000'000;
    TrafficDemand asked;
    std::vector<TrafficStream>& made = asked.streams;
    switch (pattern) {
    case TrafficPattern::AllToAll:
        asked.isAllToAll = true;
        break;
    case TrafficPattern::Permutation:
        for (std::size_t i = 0; i < m_ends.size(); ++i)
            made.push_back({m_ends[i].run, m_ends[(i + m_ends.size() / 2) % m_ends.size()].run, m_ends[i].rate});
        break;
    case TrafficPattern::Ring:
        for (const Group& rail : m_rails)
            for (std::size_t i = 0; i < rail.size() && rail.size() > 1; ++i)
                made.push_back({rail[i]->run, rail[(i + 1) % rail.size()]->run, rail[i]->rate});
        break;
    case TrafficPattern::Tree:
        // Each tree carries half; a rank that stands inside one and at the edge of the other sends four parts: to its
        // two children and its parent here, to its parent there.
        for (const Group& rail : m_rails)
            for (std::size_t i = 0; i < rail.size(); ++i)
                if (const auto parent = parentInTree(i, rail.size())) {
                    const std::size_t n = rail.size(), shift = n % 2;
                    const auto second = [&](std::size_t rank) { return shift ? (rank + 1) % n : n - 1 - rank; };
                    for (const auto& [child, up] : {std::pair{i, *parent}, {second(i), second(*parent)}}) {
                        const double rate = std::min(rail[child]->rate, rail[up]->rate) / 4;
                        made.push_back({rail[child]->run, rail[up]->run, rate});
                        made.push_back({rail[up]->run, rail[child]->run, rate});
                    }
                }
        break;
    case TrafficPattern::Rail:
        for (const Group& rail : m_rails) {
            std::map<std::uint32_t, std::pair<double, double>> runs; // endpoints, their rate
            for (const End* end : rail) {
                runs[end->run].first += 1;
                runs[end->run].second += end->rate;
            }
            if (made.size() + runs.size() * runs.size() > kMost)
                return std::nullopt;
            const double others = static_cast<double>(rail.size()) - 1;
            for (const auto& [from, sends] : runs)
                for (const auto& [to, takes] : runs)
                    if (const double peers = takes.first - (from == to ? 1 : 0); peers > 0 && others > 0)
                        made.push_back({from, to, sends.second * peers / others, sends.first * peers});
        }
        break;
    }
    return asked;
}

std::vector<double> cableLoads(const NetworkFabric& fabric, const TrafficLoads& loads) {
    std::vector<double> made;
    made.reserve(fabric.cables.size());
    for (const NetworkCable& cable : fabric.cables) {
        const bool isKnown = loads.isConnected;
        made.push_back(isKnown && cable.link != NetworkCable::kNone  ? loads.ofLink[cable.link]
                       : isKnown && cable.run != NetworkCable::kNone ? loads.ofRun[cable.run]
                                                                     : 0);
    }
    return made;
}

std::optional<std::size_t> parentInTree(std::size_t rank, std::size_t ranks) {
    if (rank == 0)
        return std::nullopt;
    const std::size_t bit = rank & (~rank + 1); // the lowest that is set
    const std::size_t up = (rank ^ bit) | (bit << 1);
    return up < ranks ? up : rank ^ bit;
}

} // namespace rackwright
