// SPDX-License-Identifier: GPL-3.0-or-later
// The tiered families: how many leaves, spines and cores a request needs, which bound it breaks, and the cables between
// them. Spines by the smallest divisor of a leaf's uplinks that carries all, as the published tables have it.
#include "model/base/numbers.h"
#include "solvers/generation/network_target.h"

#include "solvers/generation/plain_cabler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace rackwright {

namespace {

Error noSpeed(const Part& part, double gbps) {
    return inputError(Message("fabric.no-speed").with("switch", part.model).with("speed", UnitNumber{gbps, "Gb/s"}));
}

/// One leaf as the request wants it: ends below, cables above.
struct LeafPlan {
    std::int64_t ends = 0;
    std::int64_t uplinks = 0;
};

class ClosPlanner {
public:
    ClosPlanner(const NetworkRequest& request, const NetworkMembers& members, std::optional<double> leafGbps)
        : m_request(request), m_members(members), m_leaf(*request.leaf),
          m_upper(request.upper ? *request.upper : *request.leaf), m_leafGbps(leafGbps) {}

    Result<NetworkTarget> plan(std::int64_t more) {
        if (Done found = findEndPorts(); !found)
            return found.error();
        if (fitsOneSwitch())
            return oneSwitch();
        if (Done found = findTrunkPorts(); !found)
            return found.error();
        if (Done planned = planLeaves(more); !planned)
            return planned.error();
        if (m_request.family != NetworkFamily::RailOnly)
            if (Done planned = planTiers(); !planned)
                return planned.error();
        return target();
    }

private:
    std::int64_t devices() const { return static_cast<std::int64_t>(m_members.members.size()); }

    Done findEndPorts() {
        const auto ends = portRun(m_leaf, PortRole::Data, rateOf(m_members.fastestGbps));
        if (!ends)
            return noSpeed(m_leaf, m_members.fastestGbps);
        m_ends = *ends;
        m_planes = planesOf(m_request);
        m_rails = hasRails(m_request.family) ? m_members.rails : 1;
        m_endsPerLeaf = hasRails(m_request.family)                   ? 1
                        : m_request.family == NetworkFamily::DualTor ? m_members.mostEndsOfPlane
                                                                     : m_members.mostEnds;
        if (m_request.family == NetworkFamily::DualTor && m_members.mostEnds < 2)
            return inputError(Message("network.one-port").with("ports", m_members.mostEnds));
        if (m_members.mostPlanes < m_planes && m_members.mostPlanes < 2)
            return inputError(Message("network.one-plane-held").with("planes", m_planes));
        if (m_members.mostPlanes < m_planes)
            return inputError(
                Message("network.planes-held").with("reached", m_members.mostPlanes).with("planes", m_planes));
        return done();
    }

    // Cables between switches: from ports of their own, else at the speed of the ends, else at the ports' full one.
    Done findTrunkPorts() {
        const auto upPorts = fastestPort(m_leaf, PortRole::Uplink);
        m_hasUplinkPorts = upPorts.has_value();
        const PortRole role = m_hasUplinkPorts ? PortRole::Uplink : PortRole::Data;
        double gbps = m_hasUplinkPorts      ? upPorts->in(unit::gigabitPerSecond)
                      : m_members.isUniform ? m_members.fastestGbps
                                            : fastestPort(m_leaf, PortRole::Data)->in(unit::gigabitPerSecond);
        if (m_request.trunkGbps > 0)
            gbps = m_request.trunkGbps;
        if (m_request.family == NetworkFamily::RailOnly)
            return done();
        if (!portRun(m_upper, PortRole::Data, rateOf(gbps)))
            if (const auto other = fastestPort(m_upper, PortRole::Data))
                gbps = std::min(gbps, other->in(unit::gigabitPerSecond));
        const auto up = portRun(m_leaf, role, rateOf(gbps)), down = portRun(m_upper, PortRole::Data, rateOf(gbps));
        if (!up || !down)
            return noSpeed(up ? m_upper : m_leaf, gbps);
        m_up = *up;
        m_down = *down;
        m_gbps = gbps;
        return done();
    }

    bool isPlaned() const { return m_request.family == NetworkFamily::MultiPlane; }

    bool fitsOneSwitch() const {
        const NetworkFamily family = m_request.family;
        return (family == NetworkFamily::LeafSpine || family == NetworkFamily::RailOptimised) &&
               portsFor(m_members.ends) <= m_ends.count;
    }

    /// Ports of one leaf that carry these ends, those of one speed to a port; more than it has where it has no ports of
    /// a speed.
    std::int64_t portsFor(const std::vector<NetworkMembers::End>& ends) const {
        std::map<double, std::int64_t> bySpeed;
        for (const NetworkMembers::End& end : ends)
            ++bySpeed[end.gbps];
        std::int64_t ports = 0;
        for (const auto& [gbps, count] : bySpeed) {
            const auto run = portRun(m_leaf, PortRole::Data, rateOf(gbps));
            ports += run ? ceilingOf(count, run->split) : m_ends.count + 1;
        }
        return ports;
    }

    NetworkTarget oneSwitch() const {
        NetworkTarget made;
        made.switches.push_back({prefix() + "leaf-1", "leaf", 1, false, m_ends.count});
        made.units = 1;
        made.devicesPerUnit = devices();
        made.endPorts = m_ends.count;
        return made;
    }

    std::int64_t uplinksFor(std::int64_t ends) const {
        if (m_request.family == NetworkFamily::RailOnly)
            return 0;
        return uplinksForLoad(static_cast<double>(ends) * m_members.fastestGbps);
    }

    std::int64_t uplinksForLoad(double gbps) const {
        const double wanted = gbps / (m_gbps * std::max(0.01, m_request.oversubscription));
        const auto uplinks = static_cast<std::int64_t>(std::ceil(wanted - 1e-9));
        // What manages the others has a second way out.
        const std::int64_t least = m_request.role == NetworkRole::Compute ? 1 : 2;
        return std::max(least, uplinks);
    }

    bool fitsLeaf(std::int64_t ends) const {
        if (m_request.family == NetworkFamily::RailOnly)
            return ceilingOf(ends, m_ends.split) <= m_ends.count;
        return fitsLeaf(ends, uplinksFor(ends));
    }

    std::int64_t mostEndsOfLeaf() const {
        std::int64_t most = m_ends.links();
        while (most > 0 && !fitsLeaf(most))
            --most;
        return most;
    }

    Done planLeaves(std::int64_t more) {
        std::int64_t most = m_ends.links() / m_endsPerLeaf; // devices
        while (most > 0 && !fitsLeaf(most * m_endsPerLeaf))
            --most;
        if (most == 0 && mostEndsOfLeaf() == 0)
            return inputError(Message("network.no-end-fits")
                                  .with("switch", m_leaf.model)
                                  .with("ports", m_ends.links())
                                  .with("uplinks", uplinksFor(1))
                                  .with("speed", UnitNumber{m_gbps, "Gb/s"}));
        if (most == 0)
            return inputError(Message("network.no-device-fits")
                                  .with("switch", m_leaf.model)
                                  .with("most", mostEndsOfLeaf())
                                  .with("ports", m_ends.links())
                                  .with("ends", m_endsPerLeaf)
                                  .with("uplinks", uplinksFor(m_endsPerLeaf)));
        if (m_request.devicesPerUnit > most)
            return inputError(Message("network.leaf-ports")
                                  .with("switch", m_leaf.model)
                                  .with("ports", m_ends.links())
                                  .with("devices", m_request.devicesPerUnit)
                                  .with("needed", m_request.devicesPerUnit * m_endsPerLeaf +
                                                      uplinksFor(m_request.devicesPerUnit * m_endsPerLeaf))
                                  .with("most", most));
        m_devicesPerUnit = m_request.devicesPerUnit > 0 ? m_request.devicesPerUnit : std::min(most, devices());
        m_plan = {m_devicesPerUnit * m_endsPerLeaf, uplinksFor(m_devicesPerUnit * m_endsPerLeaf)};
        m_portsUp = ceilingOf(m_plan.uplinks, std::max<std::int64_t>(1, m_up.split));
        if (m_leafGbps && m_request.family != NetworkFamily::RailOnly)
            m_plan.uplinks = std::min(m_plan.uplinks, uplinksForLoad(*m_leafGbps));
        m_units = (isByLoad() ? unitsByLoad() : ceilingOf(devices(), m_devicesPerUnit)) + more;
        if (m_request.family == NetworkFamily::RailOnly && m_units > 1)
            return inputError(Message("network.rail-only")
                                  .with("switch", m_leaf.model)
                                  .with("devices", devices())
                                  .with("most", m_devicesPerUnit));
        return done();
    }

    /// Slower ends take a share of a port and of the cables up: what they load counts, not how many devices they are.
    bool isByLoad() const {
        return m_request.devicesPerUnit == 0 && !m_members.isUniform && !hasRails(m_request.family);
    }
    double endGbps() const { return static_cast<double>(m_plan.ends) * m_members.fastestGbps; }
    std::int64_t unitsByLoad() const {
        double load = 0;
        for (const NetworkMembers::End& end : m_members.ends)
            load += end.gbps;
        const double unit = endGbps() * static_cast<double>(leavesPerUnitAndPlane());
        return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(load / unit - 1e-9)));
    }

    std::int64_t leavesPerUnitAndPlane() const { return m_request.family == NetworkFamily::DualTor ? 2 : m_rails; }

    std::optional<std::int64_t> spinesFor(std::int64_t cables, std::int64_t ports, std::int64_t uplinks) const {
        std::int64_t least = ceilingOf(cables, std::max<std::int64_t>(1, ports));
        if (m_request.role != NetworkRole::Compute)
            least = std::max<std::int64_t>(2, least);
        if (m_request.spineRule == SpineRule::Minimum)
            return least <= uplinks ? std::optional(least) : std::nullopt;
        return smallestDivisorFrom(uplinks, least);
    }

    /// A person's own number of spines; an error where they cannot take the cables or leaves do not reach them all.
    Result<std::int64_t> ownSpines(std::int64_t cables, std::int64_t ports) const {
        const std::int64_t least = ceilingOf(cables, std::max<std::int64_t>(1, ports)), most = m_plan.uplinks;
        if (m_request.spines >= least && m_request.spines <= most)
            return m_request.spines;
        return inputError(Message(least > most ? "network.spines-none" : "network.spines-between")
                              .with("spines", m_request.spines)
                              .with("least", least)
                              .with("most", most)
                              .with("cables", cables)
                              .with("switch", m_upper.model));
    }

    Done planTiers() {
        const std::int64_t leaves = m_units * leavesPerUnitAndPlane();
        if (standsAlone()) {
            m_plan.uplinks = kPeerCables;
            return done();
        }
        const bool wantsThree = m_request.family == NetworkFamily::ThreeTier;
        // As many as two tiers can have are spines of two tiers; else they are those of a pod.
        if (m_request.spines > 0 && !wantsThree) {
            const std::int64_t cables = leaves * m_plan.uplinks;
            const bool needsPods = ceilingOf(cables, m_down.links()) > m_plan.uplinks &&
                                   (m_request.family == NetworkFamily::RailOptimised || isPlaned());
            if (!needsPods) {
                const auto spines = ownSpines(cables, m_down.links());
                if (!spines)
                    return spines.error();
                m_spinesPerPod = *spines;
                m_unitsPerPod = m_units;
                return done();
            }
        }
        if (!wantsThree)
            addUplinksForEvenTrunks(leaves);
        if (!wantsThree)
            if (const auto spines = spinesFor(leaves * m_plan.uplinks, m_down.links(), m_plan.uplinks)) {
                m_spinesPerPod = *spines;
                m_unitsPerPod = m_units;
                return done();
            }
        if (!wantsThree && m_request.family != NetworkFamily::RailOptimised && !isPlaned()) {
            const std::int64_t mostUnits = m_down.links() / leavesPerUnitAndPlane();
            return inputError(Message("network.too-many-leaves")
                                  .with("leaves", leaves)
                                  .with("uplinks", m_plan.uplinks)
                                  .with("switch", m_upper.model)
                                  .with("ports", m_down.links())
                                  .with("devices", devices())
                                  .with("most", mostUnits * m_devicesPerUnit));
        }
        return planPods();
    }

    /// Devices on one pair of leaves, which cables join to each other.
    bool standsAlone() const { return hasLeafPairs(m_request) && m_units == 1; }

    bool fitsLeaf(std::int64_t ends, std::int64_t uplinks) const {
        const std::int64_t endPorts = ceilingOf(ends, m_ends.split);
        if (m_hasUplinkPorts)
            return endPorts <= m_ends.count && uplinks <= m_up.links();
        return endPorts + ceilingOf(uplinks, m_up.split) <= m_ends.count;
    }

    // 21 uplinks have no divisor between 11 and 21: with one more, 11 spines take two cables of each leaf. Cables up
    // are added where the spines that they save are worth more.
    void addUplinksForEvenTrunks(std::int64_t leaves) {
        if (m_request.spineRule != SpineRule::EvenTrunks)
            return;
        const auto worth = [&](std::int64_t spines, std::int64_t uplinks) {
            return spines * m_down.links() / 2 + leaves * uplinks; // a spine as half as many cables as it has ports
        };
        const std::int64_t wanted = m_plan.uplinks;
        const auto plain = spinesFor(leaves * wanted, m_down.links(), wanted);
        auto least = plain ? worth(*plain, wanted) : std::numeric_limits<std::int64_t>::max();
        constexpr std::int64_t mostMore = 4;
        for (std::int64_t uplinks = wanted + 1; uplinks <= wanted + mostMore && fitsLeaf(m_plan.ends, uplinks);
             ++uplinks)
            if (const auto spines = spinesFor(leaves * uplinks, m_down.links(), uplinks);
                spines && worth(*spines, uplinks) < least) {
                least = worth(*spines, uplinks);
                m_plan.uplinks = uplinks;
            }
        m_moreUplinks = m_plan.uplinks - wanted;
        m_spinesOtherwise = plain.value_or(0);
    }

    Done planPods() {
        m_plan.uplinks -= m_moreUplinks;
        m_moreUplinks = 0;
        if (const std::int64_t mostUnits = spinePortsDown() / leavesPerUnitAndPlane();
            m_request.spines > 0 && m_units > 0 && mostUnits > 0) {
            const std::int64_t ofPod = ceilingOf(m_units, ceilingOf(m_units, mostUnits));
            if (const auto spines = ownSpines(ofPod * leavesPerUnitAndPlane() * m_plan.uplinks, spinePortsDown());
                !spines)
                return spines.error();
        }
        if (m_units == 0 || fitsPods(m_units))
            return done();
        const std::int64_t leavesPerUnit = leavesPerUnitAndPlane();
        if (spinePortsDown() < leavesPerUnit)
            return inputError(Message("fabric.too-many-rails")
                                  .with("rails", leavesPerUnit)
                                  .with("radix", m_down.links())
                                  .with("most", spinePortsDown()));
        std::int64_t most = 0, tooMany = m_units;
        while (tooMany - most > 1) {
            const std::int64_t units = (most + tooMany) / 2;
            (fitsPods(units) ? most : tooMany) = units;
        }
        return inputError(Message("fabric.too-large")
                              .with("nodes", devices())
                              .with("rails", m_members.mostEnds)
                              .with("radix", m_down.links())
                              .with("most", std::min(most * m_devicesPerUnit, devices() - 1)));
    }

    std::int64_t spinePortsDown() const {
        const double ratio = std::max(0.01, m_request.spineOversubscription);
        return static_cast<std::int64_t>(static_cast<double>(m_down.links()) * ratio / (1 + ratio) + 1e-9);
    }

    /// Deals so many units to pods; false when no number of spines and cores carries them.
    bool fitsPods(std::int64_t units) {
        const std::int64_t down = spinePortsDown(), leavesPerUnit = leavesPerUnitAndPlane();
        const std::int64_t mostUnits = down / leavesPerUnit;
        if (mostUnits < 1)
            return false;
        m_pods = ceilingOf(units, mostUnits);
        m_unitsPerPod = ceilingOf(units, m_pods);
        const std::int64_t cables = m_unitsPerPod * leavesPerUnit * m_plan.uplinks;
        const auto spines =
            m_request.spines > 0 ? std::optional(m_request.spines) : spinesFor(cables, down, m_plan.uplinks);
        if (!spines)
            return false;
        m_spinesPerPod = *spines;
        m_spineDown = ceilingOf(cables, m_spinesPerPod);
        m_spineUp = static_cast<std::int64_t>(
            std::ceil(static_cast<double>(m_spineDown) / std::max(0.01, m_request.spineOversubscription) - 1e-9));
        const auto cores = spinesFor(m_pods * m_spineUp, m_down.links(), m_spineUp);
        if (!cores || m_spineDown + m_spineUp > m_down.links())
            return false;
        m_coresPerPlane = *cores;
        return true;
    }

    NetworkTarget target() const {
        NetworkTarget made;
        made.trunkGbps = m_gbps;
        made.units = m_units;
        made.leavesPerUnit = leavesPerUnitAndPlane() * (isPlaned() ? m_planes : 1);
        made.devicesPerUnit = m_devicesPerUnit;
        made.endPorts = m_hasUplinkPorts || m_request.family == NetworkFamily::RailOnly
                            ? m_ends.count
                            : m_ends.count - std::max(m_portsUp, ceilingOf(m_plan.uplinks, m_up.split));
        made.endGbps = isByLoad() ? endGbps() : 0;
        made.uplinks = m_plan.uplinks;
        made.moreUplinks = m_moreUplinks;
        made.spinesOtherwise = m_spinesOtherwise;
        made.spinesPerPod = m_spinesPerPod;
        made.pods = m_pods;
        addLeaves(made);
        if (standsAlone())
            made.trunks.push_back({0, 1, static_cast<std::uint32_t>(m_plan.uplinks)});
        if (m_spinesPerPod > 0)
            for (std::int64_t plane = 0; plane < (isPlaned() ? m_planes : 1); ++plane)
                addPlane(made, plane);
        return made;
    }

    std::string prefix() const { return std::string(networkPrefix(m_request.role)) + "-"; }
    std::string planeMark(std::int64_t plane) const {
        return isPlaned() ? "p" + std::to_string(plane + 1) + "-" : std::string();
    }

    void addLeaves(NetworkTarget& made) const {
        const std::int64_t perPlane = leavesPerUnitAndPlane();
        const std::int64_t upFrom = m_hasUplinkPorts ? m_up.first : m_ends.first + ceilingOf(m_plan.ends, m_ends.split);
        for (std::int64_t u = 0; u < m_units; ++u)
            for (std::int64_t j = 0; j < made.leavesPerUnit; ++j) {
                std::string name = prefix() + planeMark(j / perPlane) + "leaf-" + std::to_string(u + 1);
                if (m_request.family == NetworkFamily::DualTor)
                    name.append(j == 0 ? "-a" : "-b");
                else if (hasRails(m_request.family))
                    name.append("-").append(std::to_string(j % perPlane + 1));
                const bool isGrouped = made.leavesPerUnit > 1;
                made.switches.push_back({std::move(name), "leaf", isGrouped ? u + 1 : 0, false, upFrom});
            }
    }

    // The cables of a leaf are dealt to the spines in parts as equal as can be; the odd ones start where those of the
    // leaf before ended.
    void addPlane(NetworkTarget& made, std::int64_t plane) const {
        const bool hasPods = m_coresPerPlane > 0;
        const std::int64_t perPlane = leavesPerUnitAndPlane();
        const std::int64_t pods = hasPods ? m_pods : 1;
        const auto first = static_cast<std::uint32_t>(made.switches.size());
        for (std::int64_t pod = 0; pod < pods; ++pod)
            for (std::int64_t s = 0; s < m_spinesPerPod; ++s) {
                const std::string podMark = hasPods ? std::to_string(pod + 1) + "-" : std::string();
                made.switches.push_back(
                    {prefix() + planeMark(plane) + "spine-" + podMark + std::to_string(s + 1), "spine",
                     hasPods ? pod + 1 : 0, true,
                     m_down.first + ceilingOf(hasPods ? m_spineDown : m_down.links(), m_down.split)});
            }
        std::vector<std::int64_t> dealt(static_cast<std::size_t>(pods), 0);
        for (std::int64_t u = 0; u < m_units; ++u) {
            const std::int64_t pod = hasPods ? u / m_unitsPerPod : 0;
            for (std::int64_t j = 0; j < perPlane; ++j)
                deal(made, static_cast<std::uint32_t>(u * made.leavesPerUnit + plane * perPlane + j),
                     first + static_cast<std::uint32_t>(pod * m_spinesPerPod), m_spinesPerPod, m_plan.uplinks,
                     dealt[static_cast<std::size_t>(pod)]);
        }
        if (hasPods)
            addCores(made, plane, first);
    }

    void addCores(NetworkTarget& made, std::int64_t plane, std::uint32_t firstSpine) const {
        const auto first = static_cast<std::uint32_t>(made.switches.size());
        for (std::int64_t c = 0; c < m_spinesPerPod * m_coresPerPlane; ++c)
            made.switches.push_back({prefix() + planeMark(plane) + "core-" + std::to_string(c + 1), "core", 0, true,
                                     m_down.first + m_down.count});
        for (std::int64_t s = 0; s < m_spinesPerPod; ++s) {
            std::int64_t dealt = 0;
            for (std::int64_t pod = 0; pod < m_pods; ++pod)
                deal(made, firstSpine + static_cast<std::uint32_t>(pod * m_spinesPerPod + s),
                     first + static_cast<std::uint32_t>(s * m_coresPerPlane), m_coresPerPlane, m_spineUp, dealt);
        }
    }

    static void deal(NetworkTarget& made, std::uint32_t lower, std::uint32_t firstUpper, std::int64_t uppers,
                     std::int64_t cables, std::int64_t& dealt) {
        const std::int64_t start = dealt % uppers;
        for (std::int64_t s = 0; s < uppers; ++s) {
            const std::int64_t place = (s - start + uppers) % uppers;
            const std::int64_t each = cables / uppers + (place < cables % uppers ? 1 : 0);
            if (each > 0)
                made.trunks.push_back(
                    {lower, firstUpper + static_cast<std::uint32_t>(s), static_cast<std::uint32_t>(each)});
        }
        dealt += cables;
    }

    const NetworkRequest& m_request;
    const NetworkMembers& m_members;
    const Part& m_leaf;
    const Part& m_upper;
    PortRun m_ends, m_up, m_down;
    bool m_hasUplinkPorts = false;
    double m_gbps = 0; ///< of cables between switches
    std::int64_t m_planes = 1, m_rails = 1;
    std::int64_t m_endsPerLeaf = 1; ///< of one device
    std::int64_t m_devicesPerUnit = 0, m_units = 0;
    LeafPlan m_plan;
    std::int64_t m_portsUp = 0; ///< of a leaf that is full
    const std::optional<double> m_leafGbps;
    std::int64_t m_moreUplinks = 0, m_spinesOtherwise = 0; ///< added for even trunks; without them
    std::int64_t m_spinesPerPod = 0, m_unitsPerPod = 0, m_pods = 1;
    std::int64_t m_spineDown = 0, m_spineUp = 0, m_coresPerPlane = 0;
};

} // namespace

Result<NetworkTarget> closTarget(const NetworkRequest& request, const NetworkMembers& members, std::int64_t more,
                                 std::optional<double> leafGbps) {
    return ClosPlanner(request, members, leafGbps).plan(more);
}

} // namespace rackwright
