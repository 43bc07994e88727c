// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/network/port_run.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace rackwright {

namespace {

// How many links of a speed one port carries: 1, or the breakout; 0: none.
std::int64_t linksPerPort(const PortGroup& group, DataRate link) {
    const auto speed = group.speed.typical();
    if (!speed || link.si() <= 0)
        return 0;
    const double ratio = speed->si() / link.si();
    const auto whole = static_cast<std::int64_t>(std::llround(ratio));
    const bool isWhole = whole >= 1 && std::abs(ratio - static_cast<double>(whole)) < 1e-9;
    return isWhole && whole <= std::max<std::int64_t>(1, group.maximumSplit) ? whole : 0;
}

} // namespace

std::optional<PortRun> portRun(const Part& part, PortRole role, DataRate link) {
    std::optional<PortRun> best;
    std::int64_t first = 0;
    for (const PortGroup& group : part.portGroups) {
        const std::int64_t split = group.role == role ? linksPerPort(group, link) : 0;
        const PortRun run{first, group.count, split, std::max<std::int64_t>(1, group.portsPerCage)};
        if (split > 0 && (!best || run.links() > best->links()))
            best = run;
        first += group.count;
    }
    return best;
}

std::optional<DataRate> fastestPort(const Part& part, PortRole role) {
    std::optional<DataRate> fastest;
    for (const PortGroup& group : part.portGroups)
        if (const auto speed = group.speed.typical();
            group.role == role && group.count > 0 && speed && (!fastest || *speed > *fastest))
            fastest = speed;
    return fastest;
}

std::vector<DataRate> trunkSpeeds(const Part& lower, const Part& upper) {
    const PortRole role = fastestPort(lower, PortRole::Uplink) ? PortRole::Uplink : PortRole::Data;
    std::vector<DataRate> speeds;
    for (const PortGroup& group : lower.portGroups) {
        const auto speed = group.speed.typical();
        if (group.role != role || !speed)
            continue;
        for (std::int64_t split = 1; split <= std::max<std::int64_t>(1, group.maximumSplit); split *= 2)
            if (const DataRate link = *speed / static_cast<double>(split); portRun(upper, PortRole::Data, link))
                speeds.push_back(link);
    }
    std::ranges::sort(speeds, std::ranges::greater());
    const auto repeated = std::ranges::unique(speeds);
    speeds.erase(repeated.begin(), repeated.end());
    return speeds;
}

std::optional<std::int64_t> smallestDivisorFrom(std::int64_t number, std::int64_t atLeast) {
    for (std::int64_t d = std::max<std::int64_t>(1, atLeast); d <= number; ++d)
        if (number % d == 0)
            return d;
    return std::nullopt;
}

} // namespace rackwright
