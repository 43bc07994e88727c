// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/fabric/network_target.h"

#include "model/design/cabled.h"
#include "model/edits/hand_cabling.h"
#include "model/parts/port_list.h"
#include "solvers/fabric/family_params.h"
#include "solvers/fabric/leaf_rails.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace rackwright {

namespace {

struct PartPorts {
    std::vector<std::int64_t> numbers; ///< of the fastest speed
    double gbps = 0;
    std::int64_t split = 1;
    FabricProtocol protocol = FabricProtocol::Either;
    double mostEthernet = std::numeric_limits<double>::infinity(); ///< Gb/s of one link
};

PartPorts portsOf(const Part& part, PortRole role) {
    PartPorts made;
    const auto fastest = fastestPort(part, role);
    if (!fastest)
        return made;
    made.gbps = fastest->in(unit::gigabitPerSecond);
    if (const auto most = numberFact(part, kEthernetLinkMax).typical())
        made.mostEthernet = *most / unit::gigabitPerSecond.si();
    for (const std::int64_t port : portsOfRole(part, role))
        if (const PortGroup* group = portGroupOf(part, port); group->speed.typical() == fastest) {
            made.numbers.push_back(port);
            made.split = std::max<std::int64_t>(1, group->maximumSplit);
            made.protocol = group->protocol;
        }
    return made;
}

Error cannotDeal(std::int64_t ends, std::int64_t planes) {
    WordList possible;
    for (std::int64_t p = 1; p <= ends; ++p)
        if (ends % p == 0)
            possible.words.push_back(std::to_string(p));
    return inputError(
        Message("network.planes").with("ports", ends).with("planes", planes).with("possible", std::move(possible)));
}

/// Ends whose ports do not speak Ethernet as fast as the network would have them.
Error cannotSpeakWhole(const Part& part, const PartPorts& ports, double gbps) {
    return inputError(Message("network.whole-port")
                          .with("part", part.model)
                          .with("link", UnitNumber{gbps, "Gb/s"})
                          .with("most", UnitNumber{ports.mostEthernet, "Gb/s"})
                          .with("planes", std::llround(ports.gbps / ports.mostEthernet)));
}

/// Ports of a device that cables of other networks sit on.
std::vector<PortRef> portsOfOthers(const Design& design, Id<Network> network) {
    std::vector<PortRef> taken;
    for (const Cable& cable : design.cables)
        if (cable.network != network) {
            taken.push_back(cable.a);
            taken.push_back(cable.b);
        }
    std::ranges::sort(taken);
    return taken;
}

/// Who is on the network: switches whose traffic ports carry it, and all others.
struct OnNetwork {
    std::set<Id<Device>> switches, devices;
};

OnNetwork devicesOn(const Project& project, const Design& design, Id<Network> network) {
    OnNetwork found;
    if (!network)
        return found;
    for (const Cable& cable : design.cables)
        if (cable.network == network)
            for (const PortRef& end : {cable.a, cable.b}) {
                const bool isKnown = found.devices.contains(end.device) || found.switches.contains(end.device);
                const Cabled device = isKnown ? Cabled() : findCabled(design, end.device);
                const Part* part = device ? findPart(project, device->part) : nullptr;
                const PortGroup* group =
                    part && part->category == PartCategory::Switch ? portGroupOf(*part, end.port) : nullptr;
                if (group && (group->role == PortRole::Data || group->role == PortRole::Uplink))
                    found.switches.insert(end.device);
                else if (device && device->scope.isPresent())
                    found.devices.insert(end.device);
            }
    return found;
}

bool hasAccelerators(const Part& part) {
    return part.category == PartCategory::GpuNode || part.category == PartCategory::PcieGpuNode ||
           part.category == PartCategory::RackScaleSystem;
}

/// Whether a device is meant to be on networks of a role: no spares where jobs run, and on the compute network the
/// accelerators alone where there are any.
class Joining {
public:
    Joining(const Project& project, const Design& design, NetworkRole role) : m_project(project), m_role(role) {
        for (const Device& device : design.devices) {
            const Part* part = findPart(project, device.part);
            m_hasAccelerators = m_hasAccelerators || (part && hasAccelerators(*part));
            if (m_hasAccelerators)
                break;
        }
    }
    bool operator()(const Device& device) const {
        const bool isForJobs = m_role == NetworkRole::Compute || m_role == NetworkRole::Storage;
        if (!device.scope.isPresent() || (isForJobs && device.role == "spare"))
            return false;
        const Part* part = findPart(m_project, device.part);
        return m_role != NetworkRole::Compute || !m_hasAccelerators || (part && hasAccelerators(*part));
    }

private:
    const Project& m_project;
    NetworkRole m_role;
    bool m_hasAccelerators = false;
};

/// All devices, with the plant of a rack behind the first device in it, so that both come to the same leaf; what stands
/// in no such rack comes last.
std::vector<const Device*> alongRacks(const Design& design, const std::vector<Device>& plant) {
    std::map<Id<Rack>, std::vector<const Device*>> inRack;
    std::vector<const Device*> others, all;
    for (const Device& each : plant)
        (rackOf(each) ? inRack[rackOf(each)] : others).push_back(&each);
    all.reserve(design.devices.size() + plant.size());
    for (const Device& device : design.devices) {
        all.push_back(&device);
        if (const auto found = inRack.empty() ? inRack.end() : inRack.find(rackOf(device)); found != inRack.end()) {
            all.insert(all.end(), found->second.begin(), found->second.end());
            inRack.erase(found);
        }
    }
    for (const auto& [rack, left] : inRack)
        all.insert(all.end(), left.begin(), left.end());
    all.insert(all.end(), others.begin(), others.end());
    return all;
}

} // namespace

FabricProtocol protocolOf(const Part& networkSwitch) {
    for (const PortGroup& group : networkSwitch.portGroups)
        if (group.role == PortRole::Data)
            return group.protocol;
    return FabricProtocol::Ethernet;
}

DataRate rateOf(double gbps) { return gbps * unit::gigabitPerSecond; }

std::int64_t planesOf(const NetworkRequest& request) {
    if (request.family == NetworkFamily::MultiPlane)
        return std::max<std::int64_t>(1, request.planes);
    return request.family == NetworkFamily::DualTor ? 2 : 1;
}

Result<NetworkMembers> membersOf(const Project& project, const Design& design, const NetworkRequest& request) {
    NetworkMembers made;
    const PortRole role = edits::endRoleOf(request.role);
    const std::vector<PortRef> taken = portsOfOthers(design, request.network);
    const OnNetwork own = devicesOn(project, design, request.network);
    const Joining joins(project, design, request.role);
    const std::int64_t planes = planesOf(request);
    const bool isEthernet = request.leaf && protocolOf(*request.leaf) == FabricProtocol::Ethernet;
    std::map<Id<PartRow>, PartPorts> known;
    // PDUs, power shelves and cooling units are managed out of band too.
    const std::vector<Device> plant = request.role == NetworkRole::OutOfBand
                                          ? plantOf(design, [&](Id<PartRow> row) { return findPart(project, row); })
                                          : std::vector<Device>();
    for (const Device* candidate : alongRacks(design, plant)) {
        const Device& device = *candidate;
        if (own.switches.contains(device.id) || !(joins(device) || own.devices.contains(device.id)))
            continue;
        const auto [entry, isNew] = known.try_emplace(device.part);
        if (isNew)
            if (const Part* part = findPart(project, device.part))
                entry->second = portsOf(*part, role);
        const PartPorts& ports = entry->second;
        if (ports.numbers.empty())
            continue;
        // Planes are lanes of a port where it breaks out, for compute always; else they take the ports by turns.
        const bool isByTurns = planes > 1 && (ports.split < planes || (request.role != NetworkRole::Compute &&
                                                                       request.family == NetworkFamily::DualTor));
        const std::int64_t lanes = isByTurns ? 1 : planes;
        const double gbps = ports.gbps / static_cast<double>(lanes);
        if (isEthernet && gbps > ports.mostEthernet * (1 + 1e-9))
            return cannotSpeakWhole(*findPart(project, device.part), ports, gbps);
        auto wanted = static_cast<std::int64_t>(ports.numbers.size());
        if (request.portsPerDevice > 0)
            wanted = std::min(wanted, request.portsPerDevice);
        if (isByTurns && wanted % planes != 0)
            return cannotDeal(wanted, planes);
        const std::int64_t each = joinsAsTrays(wanted) ? kTrayRails : wanted;
        for (std::int64_t from = 0; from < wanted; from += each) {
            NetworkMembers::Member member{device.id, made.ends.size(), 0};
            for (std::int64_t lane = 0; lane < lanes; ++lane)
                for (std::int64_t p = from; p < from + each; ++p) {
                    // By turns: the ports of plane 0 first, as the lanes are.
                    const std::int64_t place =
                        isByTurns ? from + (p - from) * planes % each + (p - from) * planes / each : p;
                    const PortRef port{device.id,
                                       static_cast<std::uint16_t>(ports.numbers[static_cast<std::size_t>(place)]),
                                       static_cast<std::uint8_t>(lane)};
                    if (std::ranges::binary_search(taken, port)) {
                        ++made.busy;
                        continue;
                    }
                    made.ends.push_back({port, gbps});
                }
            member.count = made.ends.size() - member.first;
            if (member.count > 0)
                made.members.push_back(member);
            made.mostEnds = std::max(made.mostEnds, static_cast<std::int64_t>(member.count));
            if (ports.protocol == FabricProtocol::Ethernet || ports.protocol == FabricProtocol::InfiniBand)
                made.protocol = ports.protocol;
        }
    }
    if (made.ends.empty())
        return inputError(Message(made.busy > 0 ? "network.ends-taken" : "network.no-ends").with("count", made.busy));
    for (const NetworkMembers::End& end : made.ends) {
        made.isUniform = made.isUniform && end.gbps == made.ends.front().gbps;
        made.fastestGbps = std::max(made.fastestGbps, end.gbps);
    }
    return made;
}

namespace {

/// Room of the leaves of the units: ports that are broken out for one speed carry ends of that speed only.
class UnitRoom {
public:
    UnitRoom(const NetworkRequest& request, const NetworkTarget& target)
        : m_leaf(*request.leaf), m_endPorts(target.endPorts), m_leavesPerUnit(target.leavesPerUnit),
          m_devices(static_cast<std::size_t>(target.units), 0),
          m_ends(static_cast<std::size_t>(target.units * target.leavesPerUnit)), m_most(target.devicesPerUnit) {}

    std::int64_t leafOf(std::size_t end, std::size_t count) const {
        return m_leavesPerUnit == 1                ? 0
               : m_leavesPerUnit == 2 && count > 2 ? static_cast<std::int64_t>(end * 2 / count)
                                                   : static_cast<std::int64_t>(end) % m_leavesPerUnit;
    }

    bool take(std::int64_t unit, const NetworkMembers& members, const NetworkMembers::Member& member) {
        auto& devices = m_devices[static_cast<std::size_t>(unit)];
        if (devices >= m_most)
            return false;
        for (std::size_t i = 0; i < member.count; ++i)
            ++ends(unit, i, member.count)[splitOf(members.ends[member.first + i].gbps)];
        bool fits = true;
        for (std::size_t i = 0; i < member.count && fits; ++i)
            fits = portsOf(ends(unit, i, member.count)) <= m_endPorts;
        if (!fits)
            for (std::size_t i = 0; i < member.count; ++i)
                --ends(unit, i, member.count)[splitOf(members.ends[member.first + i].gbps)];
        devices += fits ? 1 : 0;
        return fits;
    }

private:
    using BySplit = std::map<std::int64_t, std::int64_t>;
    BySplit& ends(std::int64_t unit, std::size_t end, std::size_t count) {
        return m_ends[static_cast<std::size_t>(unit * m_leavesPerUnit + leafOf(end, count))];
    }
    static std::int64_t portsOf(const BySplit& ends) {
        std::int64_t ports = 0;
        for (const auto& [split, count] : ends)
            ports += (count + split - 1) / split;
        return ports;
    }
    std::int64_t splitOf(double gbps) {
        const auto [entry, isNew] = m_splits.try_emplace(gbps, 1);
        if (isNew)
            if (const auto run = portRun(m_leaf, PortRole::Data, rateOf(gbps)))
                entry->second = run->split;
        return entry->second;
    }

    const Part& m_leaf;
    std::int64_t m_endPorts, m_leavesPerUnit;
    std::vector<std::int64_t> m_devices;
    std::vector<BySplit> m_ends;
    std::int64_t m_most;
    std::map<double, std::int64_t> m_splits;
};

/// The unit that most ends of a device are cabled to.
std::optional<std::int64_t> homeOf(const NetworkMembers& members, const NetworkMembers::Member& member,
                                   const Homes& homes) {
    std::map<std::int64_t, int> votes;
    for (std::size_t i = 0; i < member.count && !homes.empty(); ++i) {
        const PortRef& port = members.ends[member.first + i].port;
        const auto home = std::ranges::lower_bound(homes, port, {}, &EndHome::port);
        if (home != homes.end() && home->port == port)
            ++votes[home->unit];
    }
    const auto most = std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
    return most == votes.end() ? std::nullopt : std::optional(most->first);
}

} // namespace

bool dealEnds(const NetworkRequest& request, const NetworkMembers& members, const Homes& homes, NetworkTarget& target) {
    UnitRoom room(request, target);
    constexpr std::int64_t kNowhere = -1;
    std::vector<std::int64_t> unitOf(members.members.size(), kNowhere);
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        const std::optional<std::int64_t> home = homeOf(members, members.members[m], homes);
        if (home && *home < target.units && room.take(*home, members, members.members[m]))
            unitOf[m] = *home;
    }
    std::int64_t first = 0; // the first unit that may have room
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        if (unitOf[m] != kNowhere)
            continue;
        std::int64_t unit = first;
        while (unit < target.units && !room.take(unit, members, members.members[m]))
            ++unit;
        if (unit == target.units)
            return false;
        unitOf[m] = unit;
        // Units are full for good only where all devices are alike.
        if (members.isUniform)
            first = unit;
    }
    target.ends.clear();
    target.ends.reserve(members.ends.size());
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        const NetworkMembers::Member& member = members.members[m];
        for (std::size_t i = 0; i < member.count; ++i)
            target.ends.push_back(
                {members.ends[member.first + i].port,
                 static_cast<std::uint32_t>(unitOf[m] * target.leavesPerUnit + room.leafOf(i, member.count)),
                 members.ends[member.first + i].gbps});
    }
    return true;
}

FabricGraph graphOf(const NetworkTarget& target) {
    FabricGraph graph;
    for (const TargetSwitch& each : target.switches)
        graph.addVertex(each.role == "spine"  ? VertexKind::Spine
                        : each.role == "core" ? VertexKind::Core
                        : each.role == "leaf" ? VertexKind::Leaf
                                              : VertexKind::Switch);
    std::map<std::pair<std::uint32_t, double>, std::uint32_t> ends;
    const bool hasLanes = std::ranges::any_of(target.ends, [](const TargetEnd& end) { return end.port.lane > 0; });
    std::map<PortRef, std::uint32_t> hosts; // a port with lanes to several switches is one endpoint still
    for (const TargetEnd& end : target.ends) {
        if (!hasLanes) {
            ++ends[{end.to, end.gbps}];
            continue;
        }
        const auto [host, isNew] = hosts.try_emplace({end.port.device, end.port.port, 0});
        if (isNew) {
            host->second = graph.addVertex(VertexKind::Host);
            graph.endpoints.push_back({host->second, 1, 0, 1});
        }
        graph.links.push_back({host->second, end.to, capacityUnits(end.gbps), 1, LinkTier::Endpoint});
    }
    for (const auto& [key, count] : ends)
        graph.endpoints.push_back({key.first, count, capacityUnits(key.second), 1});
    for (const TargetTrunk& trunk : target.trunks) {
        const VertexKind a = graph.kinds[trunk.lower], b = graph.kinds[trunk.upper];
        const LinkTier tier = a == VertexKind::Leaf && b == VertexKind::Spine   ? LinkTier::LeafSpine
                              : a == VertexKind::Spine && b == VertexKind::Core ? LinkTier::SpineCore
                                                                                : LinkTier::Other;
        graph.links.push_back({trunk.lower, trunk.upper, capacityUnits(target.trunkGbps), trunk.cables, tier});
    }
    reduceUnits(graph);
    return graph;
}

} // namespace rackwright
