// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/network_target.h"

#include "model/design/cabled.h"
#include "model/edits/hand_cabling.h"
#include "model/parts/port_list.h"
#include "solvers/families/family_params.h"
#include "solvers/node/lanes_in_use.h"
#include "solvers/node/leaf_rails.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <span>

namespace rackwright {

namespace {

struct PartPorts {
    const Part* part = nullptr;
    std::vector<std::int64_t> numbers; ///< of the fastest speed
    double gbps = 0;
    std::int64_t split = 1;
    FabricProtocol protocol = FabricProtocol::Either;
    double mostEthernet = std::numeric_limits<double>::infinity(); ///< Gb/s of one link
};

PartPorts portsOf(const Part& part, PortRole role) {
    PartPorts made;
    made.part = &part;
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

/// Ports of devices that cables of other networks sit on.
class TakenPorts {
public:
    TakenPorts(const Project& project, const Design& design, Id<Network> network) {
        for (const Cable& cable : presentCables(design))
            if (cable.network != network) {
                m_ends.push_back(cable.a);
                m_ends.push_back(cable.b);
            }
        std::ranges::sort(m_ends);
        // The network's own lanes on such a port tell as well how it is broken out.
        for (const Cable& cable : presentCables(design))
            for (const PortRef& end : {cable.a, cable.b})
                if (end.lane > 0 && isOnPort(end))
                    if (const Cabled device = findCabled(design, end.device))
                        m_lanes.note(findPart(project, device->part), end);
    }

    /// Whether a lane of so many that the network wants of a port is not to be had. A cable takes its port whole where
    /// that is not surely broken out to as many lanes.
    bool holds(const Part& part, const PortRef& end, double portGbps, std::int64_t lanes) const {
        if (!isOnPort(end))
            return false;
        const LaneSpeed broken = m_lanes.at(&part, end, portGbps);
        constexpr double equal = 1e-9;
        const bool isAsWanted =
            broken.isSure && std::abs(broken.lane * static_cast<double>(lanes) - portGbps) <= equal * portGbps;
        return !isAsWanted || std::ranges::binary_search(m_ends, end);
    }

private:
    bool isOnPort(const PortRef& end) const {
        const auto next = std::ranges::lower_bound(m_ends, PortRef{end.device, end.port, 0});
        return next != m_ends.end() && next->device == end.device && next->port == end.port;
    }

    std::vector<PortRef> m_ends;
    LanesInUse m_lanes;
};

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

bool hasLeafPairs(const NetworkRequest& request) {
    return request.family == NetworkFamily::DualTor && request.role != NetworkRole::Compute;
}

namespace {

/// How the ports of a kind of device are dealt to planes.
struct PortDeal {
    std::int64_t wanted = 0; ///< ports
    std::int64_t each = 0;   ///< of a tray, or of the whole device
    std::int64_t planes = 1;
    /// The planes take ports by turns; else a lane of each port where there is more than one.
    bool isByTurns = false;

    std::int64_t lanes() const { return isByTurns ? 1 : planes; }
    /// Whether a port, by its place among those of a tray, is for a plane; `turn`: the plane of the first one.
    bool isFor(std::int64_t place, std::int64_t plane, std::int64_t turn) const {
        return !isByTurns || (place + turn) % planes == plane;
    }
    std::int64_t rail(std::int64_t place) const { return isByTurns ? place / planes : place; }
};

/// Gathers the ends of a network, device by device.
class MemberList {
public:
    MemberList(const Project& project, const Design& design, const NetworkRequest& request)
        : m_project(project), m_request(request), m_role(edits::endRoleOf(request.role)),
          m_isEthernet(request.leaf && protocolOf(*request.leaf) == FabricProtocol::Ethernet),
          m_taken(project, design, request.network) {}

    /// The group that a device belongs to, of one device; nothing where the catalogue knows no ports of it.
    std::optional<NodeGroup> groupOf(const Device& device) {
        const PartPorts& ports = portsOfDevice(device);
        if (ports.numbers.empty())
            return std::nullopt;
        NodeGroup group;
        group.part = ports.part;
        group.devices = 1;
        group.freePorts =
            std::ranges::count_if(ports.numbers, [&](std::int64_t number) { return isFree(ports, device.id, number); });
        group.gbps = ports.gbps;
        group.protocol = ports.protocol;
        group.key = ports.part->id + "*" + std::to_string(group.freePorts);
        return group;
    }
    bool isChosen(const Device& device) {
        if (!m_request.nodes)
            return true;
        const std::optional<NodeGroup> group = groupOf(device);
        return group && std::ranges::find(*m_request.nodes, group->key) != m_request.nodes->end();
    }

    Done add(const Device& device) {
        const PartPorts& ports = portsOfDevice(device);
        if (ports.numbers.empty()) {
            noteWithout(device);
            return done();
        }
        const Result<PortDeal> deal = dealOf(ports);
        if (!deal)
            return deal.error();
        const double gbps = ports.gbps / static_cast<double>(deal->lanes());
        const bool isTooFast = gbps > ports.mostEthernet * (1 + 1e-9);
        if (m_isEthernet && isTooFast)
            return cannotSpeakWhole(*findPart(m_project, device.part), ports, gbps);
        m_made.canBeEthernet = m_made.canBeEthernet && !isTooFast;
        for (std::int64_t from = 0; from < deal->wanted; from += deal->each)
            addTray(device.id, ports, *deal, from);
        if (ports.protocol == FabricProtocol::Ethernet || ports.protocol == FabricProtocol::InfiniBand)
            m_made.protocol = ports.protocol;
        return done();
    }

    Result<NetworkMembers> members() {
        if (m_made.ends.empty())
            return inputError(whyNone());
        std::set<std::uint16_t> rails;
        std::set<double> speeds;
        for (const NetworkMembers::End& end : m_made.ends) {
            m_made.isUniform = m_made.isUniform && end.gbps == m_made.ends.front().gbps;
            m_made.fastestGbps = std::max(m_made.fastestGbps, end.gbps);
            rails.insert(end.rail);
            speeds.insert(end.gbps);
        }
        m_made.speeds.assign(speeds.begin(), speeds.end());
        // Rails whose ports are busy in all devices get no leaves.
        m_made.rails = static_cast<std::int64_t>(rails.size());
        if (const std::vector<std::uint16_t> used(rails.begin(), rails.end()); used.back() + 1U != used.size())
            for (NetworkMembers::End& end : m_made.ends)
                end.rail = static_cast<std::uint16_t>(std::ranges::lower_bound(used, end.rail) - used.begin());
        return std::move(m_made);
    }

private:
    const PartPorts& portsOfDevice(const Device& device) {
        const auto [entry, isNew] = m_ports.try_emplace(device.part);
        if (isNew)
            if (const Part* part = findPart(m_project, device.part))
                entry->second = portsOf(*part, m_role);
        return entry->second;
    }

    /// Whether the network could have the port, whole or a lane of it.
    bool isFree(const PartPorts& ports, Id<Device> device, std::int64_t number) const {
        const auto isHeld = [&](std::int64_t lane, std::int64_t lanes) {
            const PortRef end{device, static_cast<std::uint16_t>(number), static_cast<std::uint8_t>(lane)};
            return m_taken.holds(*ports.part, end, ports.gbps, lanes);
        };
        bool isFound = !isHeld(0, 1);
        for (std::int64_t lane = 0; lane < ports.split && ports.split > 1 && !isFound; ++lane)
            isFound = !isHeld(lane, ports.split);
        return isFound;
    }

    /// A device that is meant to be on the network and has no port for it, as far as the catalogue knows.
    void noteWithout(const Device& device) {
        const Part* part = findPart(m_project, device.part);
        const bool isNode = part && (hasAccelerators(*part) || m_request.role != NetworkRole::Compute);
        if (!part || !isNode || part->category == PartCategory::Switch || m_without)
            return;
        const bool hasSome = std::ranges::any_of(
            part->portGroups, [this](const PortGroup& group) { return group.role == m_role && group.count > 0; });
        if (hasSome || part->portGroups.empty())
            m_without = Message(hasSome ? "network.end-speed" : "network.end-ports").with("part", part->model);
    }

    Message whyNone() const {
        if (m_request.nodes && m_request.nodes->empty())
            return Message("network.no-nodes");
        if (m_made.busy > 0)
            return Message("network.ends-taken").with("count", m_made.busy);
        return m_without.value_or(Message("network.no-ends"));
    }

    Result<PortDeal> dealOf(const PartPorts& ports) const {
        PortDeal deal;
        deal.planes = planesOf(m_request);
        // Planes are lanes of a port where it breaks out, for compute always; else they take the ports by turns.
        deal.isByTurns = deal.planes > 1 && (ports.split < deal.planes || (m_request.role != NetworkRole::Compute &&
                                                                           m_request.family == NetworkFamily::DualTor));
        deal.wanted = static_cast<std::int64_t>(ports.numbers.size());
        if (m_request.portsPerDevice > 0)
            deal.wanted = std::min(deal.wanted, m_request.portsPerDevice);
        deal.each = joinsAsTrays(deal.wanted) ? kTrayRails : deal.wanted;
        // What manages the trays of a rack-scale system has nothing in common but the rack.
        if (m_request.role == NetworkRole::OutOfBand && deal.wanted > kMostRails)
            deal.each = 1;
        // A pair of leaves for storage or management takes devices of one port by turns.
        const bool takesOdd = hasLeafPairs(m_request);
        if (deal.isByTurns && deal.each % deal.planes != 0 && !takesOdd)
            return cannotDeal(deal.each, deal.planes);
        return deal;
    }

    void addTray(Id<Device> device, const PartPorts& ports, const PortDeal& deal, std::int64_t from) {
        NetworkMembers::Member member{device, m_made.ends.size(), 0};
        std::int64_t planes = 0;
        const std::int64_t turn = deal.isByTurns && deal.each % deal.planes != 0 ? m_odd++ % deal.planes : 0;
        for (std::int64_t plane = 0; plane < deal.planes; ++plane) {
            const std::size_t before = m_made.ends.size();
            for (std::int64_t place = 0; place < deal.each; ++place) {
                if (!deal.isFor(place, plane, turn))
                    continue;
                const PortRef port{device,
                                   static_cast<std::uint16_t>(ports.numbers[static_cast<std::size_t>(from + place)]),
                                   static_cast<std::uint8_t>(deal.isByTurns ? 0 : plane)};
                if (m_taken.holds(*ports.part, port, ports.gbps, deal.lanes())) {
                    ++m_made.busy;
                    continue;
                }
                m_made.ends.push_back({port, ports.gbps / static_cast<double>(deal.lanes()),
                                       static_cast<std::uint16_t>(deal.rail(place)),
                                       static_cast<std::uint16_t>(plane)});
            }
            const auto more = static_cast<std::int64_t>(m_made.ends.size() - before);
            m_made.mostEndsOfPlane = std::max(m_made.mostEndsOfPlane, more);
            planes += more > 0 ? 1 : 0;
        }
        member.count = m_made.ends.size() - member.first;
        if (member.count > 0)
            m_made.members.push_back(member);
        m_made.mostEnds = std::max(m_made.mostEnds, static_cast<std::int64_t>(member.count));
        m_made.mostPlanes = std::max(m_made.mostPlanes, planes);
    }

    const Project& m_project;
    const NetworkRequest& m_request;
    const PortRole m_role;
    const bool m_isEthernet;
    const TakenPorts m_taken;
    std::map<Id<PartRow>, PartPorts> m_ports;
    std::optional<Message> m_without; ///< why the first device without such ports has none
    std::int64_t m_odd = 0;           ///< devices whose ports do not go evenly into the planes
    NetworkMembers m_made;
};

} // namespace

namespace {

/// Visits the devices that could be on the network, those of a rack together.
template <class Visit>
void forEachCandidate(const Project& project, const Design& design, const NetworkRequest& request, Visit visit) {
    const OnNetwork own = devicesOn(project, design, request.network);
    const Joining joins(project, design, request.role);
    // PDUs, power shelves and cooling units are managed out of band too.
    const std::vector<Device> plant = request.role == NetworkRole::OutOfBand
                                          ? plantOf(design, [&](Id<PartRow> row) { return findPart(project, row); })
                                          : std::vector<Device>();
    for (const Device* device : alongRacks(design, plant)) {
        const bool isOn = own.devices.contains(device->id);
        if (!own.switches.contains(device->id) && (isOn || joins(*device)) && !visit(*device, isOn))
            return;
    }
}

/// The keys of groups that `isWanted` names; nothing where those are all groups with ports.
template <class IsWanted>
std::optional<std::vector<std::string>> keysOf(const std::vector<NodeGroup>& groups, IsWanted isWanted) {
    std::vector<std::string> keys;
    bool areAll = true;
    for (const NodeGroup& group : groups) {
        if (group.freePorts == 0)
            continue;
        if (isWanted(group))
            keys.push_back(group.key);
        else
            areAll = false;
    }
    return areAll ? std::nullopt : std::optional(std::move(keys));
}

} // namespace

std::vector<NodeGroup> nodeGroups(const Project& project, const Design& design, const NetworkRequest& request) {
    MemberList list(project, design, request);
    std::vector<NodeGroup> groups;
    forEachCandidate(project, design, request, [&](const Device& device, bool isOn) {
        std::optional<NodeGroup> found = list.groupOf(device);
        if (!found)
            return true;
        auto group = std::ranges::find(groups, found->key, &NodeGroup::key);
        if (group == groups.end())
            group = groups.insert(groups.end(), std::move(*found));
        else
            ++group->devices;
        group->isOnNetwork = group->isOnNetwork || isOn;
        return true;
    });
    return groups;
}

std::vector<NodeGroup> nodesOfUnknownPorts(const Project& project, const Design& design,
                                           const NetworkRequest& request) {
    MemberList list(project, design, request);
    std::vector<NodeGroup> groups;
    forEachCandidate(project, design, request, [&](const Device& device, bool) {
        const Part* part = findPart(project, device.part);
        // The trays of a rack-scale system have its ports; of other roles a node without them may need none.
        const bool isMeant = part && part->category != PartCategory::RackScaleSystem && hasAccelerators(*part) &&
                             (request.role == NetworkRole::Compute || part->portGroups.empty());
        if (!isMeant || list.groupOf(device))
            return true;
        const auto known = std::ranges::find(groups, part, &NodeGroup::part);
        NodeGroup& group = known == groups.end() ? groups.emplace_back() : *known;
        group.part = part;
        ++group.devices;
        return true;
    });
    return groups;
}

std::optional<std::vector<std::string>> nodesOfOneSpeed(const std::vector<NodeGroup>& groups) {
    const auto runs = [](const NodeGroup& group, double gbps, FabricProtocol protocol) {
        return group.gbps == gbps && (group.protocol == protocol || group.protocol == FabricProtocol::Either);
    };
    std::int64_t most = 0;
    double speed = 0;
    FabricProtocol spoken = FabricProtocol::Either;
    for (const NodeGroup& each : groups)
        for (const FabricProtocol protocol : {FabricProtocol::InfiniBand, FabricProtocol::Ethernet}) {
            std::int64_t ports = 0;
            for (const NodeGroup& group : groups)
                ports += runs(group, each.gbps, protocol) ? group.devices * group.freePorts : 0;
            if (ports > most) {
                most = ports;
                speed = each.gbps;
                spoken = protocol;
            }
        }
    return keysOf(groups, [&](const NodeGroup& group) { return runs(group, speed, spoken); });
}

std::optional<std::vector<std::string>> usualNodes(const std::vector<NodeGroup>& groups,
                                                   const NetworkRequest& request) {
    const auto isOn = [&](const NodeGroup& group) { return group.isOnNetwork; };
    if (request.network && std::ranges::any_of(groups, isOn))
        return keysOf(groups, [&](const NodeGroup& group) {
            return std::ranges::any_of(
                groups, [&](const NodeGroup& other) { return other.isOnNetwork && other.gbps == group.gbps; });
        });
    return nodesOfOneSpeed(groups);
}

Result<NetworkMembers> membersOf(const Project& project, const Design& design, const NetworkRequest& request) {
    MemberList list(project, design, request);
    Done added = done();
    forEachCandidate(project, design, request, [&](const Device& device, bool) {
        if (list.isChosen(device))
            added = list.add(device);
        return bool(added);
    });
    if (!added)
        return added.error();
    return list.members();
}

namespace {

/// Room of the leaves of the units: ports that are broken out for one speed carry ends of that speed only.
class UnitRoom {
public:
    UnitRoom(const NetworkRequest& request, const NetworkMembers& members, const NetworkTarget& target)
        : m_leaf(*request.leaf), m_rails(hasRails(request.family) ? members.rails : 0), m_endPorts(target.endPorts),
          m_leavesPerUnit(target.leavesPerUnit), m_devices(static_cast<std::size_t>(target.units), 0),
          m_ends(static_cast<std::size_t>(target.units * target.leavesPerUnit)), m_load(m_ends.size(), 0),
          m_most(target.devicesPerUnit), m_endGbps(target.endGbps) {}

    /// Devices of the unit that has most.
    std::int64_t most() const { return m_devices.empty() ? 0 : *std::ranges::max_element(m_devices); }
    /// Gb/s of the ends of the fullest leaf.
    double fullest() const { return m_load.empty() ? 0 : *std::ranges::max_element(m_load); }

    /// Of the unit: the leaf of the end's rail and plane, whichever others of its device are there.
    std::int64_t leafOf(const NetworkMembers::End& end) const {
        if (m_leavesPerUnit == 1)
            return 0;
        return m_rails > 0 ? end.plane * m_rails + end.rail : end.plane;
    }

    bool take(std::int64_t unit, const NetworkMembers& members, const NetworkMembers::Member& member) {
        auto& devices = m_devices[static_cast<std::size_t>(unit)];
        if (m_endGbps <= 0 && devices >= m_most)
            return false;
        const std::span<const NetworkMembers::End> taken(members.ends.data() + member.first, member.count);
        const auto add = [&](std::int64_t sign) {
            for (const NetworkMembers::End& end : taken) {
                ends(unit, end)[splitOf(end.gbps)] += sign;
                m_load[placeOf(unit, end)] += static_cast<double>(sign) * end.gbps;
            }
        };
        add(1);
        const bool fits = std::ranges::all_of(taken, [&](const NetworkMembers::End& end) {
            const bool isCarried = m_endGbps <= 0 || m_load[placeOf(unit, end)] <= m_endGbps * (1 + 1e-9);
            return isCarried && portsOf(ends(unit, end)) <= m_endPorts;
        });
        if (!fits)
            add(-1);
        devices += fits ? 1 : 0;
        return fits;
    }

private:
    using BySplit = std::map<std::int64_t, std::int64_t>;
    std::size_t placeOf(std::int64_t unit, const NetworkMembers::End& end) const {
        return static_cast<std::size_t>(unit * m_leavesPerUnit + leafOf(end));
    }
    BySplit& ends(std::int64_t unit, const NetworkMembers::End& end) { return m_ends[placeOf(unit, end)]; }
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
    std::int64_t m_rails; ///< 0: a family without
    std::int64_t m_endPorts, m_leavesPerUnit;
    std::vector<std::int64_t> m_devices;
    std::vector<BySplit> m_ends;
    std::vector<double> m_load; ///< Gb/s, as m_ends
    std::int64_t m_most;
    double m_endGbps;
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
    UnitRoom room(request, members, target);
    constexpr std::int64_t kNoHome = -1;
    std::vector<std::int64_t> unitOf(members.members.size(), kNoHome);
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        const std::optional<std::int64_t> home = homeOf(members, members.members[m], homes);
        if (home && *home < target.units && room.take(*home, members, members.members[m]))
            unitOf[m] = *home;
    }
    std::int64_t first = 0; // the first unit that may have room
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        if (unitOf[m] != kNoHome)
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
    target.devicesPerUnit = std::max(target.devicesPerUnit, room.most());
    target.leafGbps = room.fullest();
    target.ends.clear();
    target.ends.reserve(members.ends.size());
    for (std::size_t m = 0; m < members.members.size(); ++m) {
        const NetworkMembers::Member& member = members.members[m];
        for (std::size_t i = member.first; i < member.first + member.count; ++i) {
            const NetworkMembers::End& end = members.ends[i];
            target.ends.push_back(
                {end.port, static_cast<std::uint32_t>(unitOf[m] * target.leavesPerUnit + room.leafOf(end)), end.gbps});
        }
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
