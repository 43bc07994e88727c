// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/facility/port_reach.h"

#include "solvers/cables/cable_ends.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <utility>

namespace rackwright {

namespace {

constexpr std::uint32_t kNoTemplate = 0xffffffffU;

/// The port groups of all devices, and their ports, as numbers in a row.
class PortNumbers {
public:
    explicit PortNumbers(const CableEnds& ends) : m_ends(ends) {
        m_firstGroup.reserve(ends.devices.size());
        std::uint32_t ports = 0;
        for (const CabledDevice& device : ends.devices) {
            m_firstGroup.push_back(static_cast<std::uint32_t>(m_groups.size()));
            std::uint32_t cage = device.firstCage;
            for (std::uint32_t k = device.firstKind; k < device.firstKind + device.kinds; ++k) {
                const PortKind& kind = ends.ports[k];
                m_groups.push_back({ports, cage, k});
                ports += static_cast<std::uint32_t>(kind.count);
                cage += static_cast<std::uint32_t>(kind.cages());
            }
        }
        m_ports = ports;
    }
    std::uint32_t groupOf(const CableEnd& end) const {
        return m_firstGroup[end.device] + end.ports - m_ends.devices[end.device].firstKind;
    }
    std::uint32_t portOf(const CableEnd& end, std::uint32_t group) const {
        const auto perCage = static_cast<std::uint32_t>(m_ends.portsOf(end).perCage);
        return m_groups[group].firstPort + (end.cage - m_groups[group].firstCage) * perCage + end.inCage;
    }
    std::int64_t portsIn(std::uint32_t group) const { return m_ends.ports[m_groups[group].kind].count; }
    std::size_t groups() const { return m_groups.size(); }
    std::uint32_t ports() const { return m_ports; }

private:
    struct Group {
        std::uint32_t firstPort, firstCage, kind;
    };
    const CableEnds& m_ends;
    std::vector<std::uint32_t> m_firstGroup; ///< by device
    std::vector<Group> m_groups;
    std::uint32_t m_ports = 0;
};

/// Counts for several kinds of templates at once, in one walk along the cables.
class PortCount {
public:
    PortCount(const Context& context, std::size_t kinds)
        : m_context(context), m_ends(context.lookUp<CableEnds>()), m_numbers(m_ends), m_kinds(kinds),
          m_kindOf(m_ends.devices.size(), kNoTemplate) {
        m_isNode.reserve(m_ends.ports.size());
        for (const PortKind& kind : m_ends.ports)
            m_isNode.push_back(isAcceleratorSystem(kind.part));
    }

    void addNode(Id<Device> id, std::size_t kind) {
        if (const CabledDevice* device = m_ends.find(id))
            m_kindOf[static_cast<std::size_t>(device - m_ends.devices.data())] = static_cast<std::uint32_t>(kind);
    }

    /// By kind; without the number of templates.
    std::vector<PortReach> count() {
        findEnds();
        std::vector<PortReach> reach(m_kinds);
        // Which kind and network a port or group was last counted for.
        std::vector<std::uint32_t> ports(m_numbers.ports(), 0), groups(m_numbers.groups(), 0);
        std::uint32_t round = 0;
        for (const auto& [key, reached] : m_reached) {
            ++round;
            const Network* network = m_context.design().networks.find(key.second);
            PortReach::OfNetwork of{network ? network->name : std::string()};
            for (const End& end : reached) {
                of.reached += std::exchange(ports[end.port], round) != round ? 1 : 0;
                if (std::exchange(groups[end.group], round) != round) {
                    of.all += m_numbers.portsIn(end.group);
                    of.taken += m_taken[end.group];
                }
            }
            reach[key.first].networks.push_back(std::move(of));
        }
        return reach;
    }

private:
    struct End {
        std::uint32_t group, port;
    };

    void findEnds() {
        m_taken.assign(m_numbers.groups(), 0);
        std::vector<bool> isTaken(m_numbers.ports(), false);
        // Cables of a network lie together.
        std::pair<std::uint32_t, Id<Network>> last{kNoTemplate, {}};
        std::vector<End>* reached = nullptr;
        auto line = m_ends.cables.begin();
        for (const Cable& cable : m_context.design().cables) {
            const CableLine& each = *line;
            ++line;
            if (!each.isPlugged())
                continue;
            for (const auto& [here, there] : {std::pair(&each.a, &each.b), std::pair(&each.b, &each.a)}) {
                const std::uint32_t group = m_numbers.groupOf(*there);
                const std::uint32_t port = m_numbers.portOf(*there, group);
                if (!isTaken[port]) {
                    isTaken[port] = true;
                    ++m_taken[group];
                }
                const std::uint32_t kind = m_kindOf[here->device];
                if (kind == kNoTemplate || m_isNode[there->ports])
                    continue;
                if (const std::pair key{kind, cable.network}; !reached || key != last) {
                    last = key;
                    reached = &m_reached[key];
                }
                reached->push_back({group, port});
            }
        }
    }

    const Context& m_context;
    const CableEnds& m_ends;
    PortNumbers m_numbers;
    std::size_t m_kinds;
    std::vector<std::uint32_t> m_kindOf; ///< of templates, by device
    std::vector<bool> m_isNode;          ///< by port kind: of an accelerator system
    std::vector<std::int64_t> m_taken;   ///< ports with a cable, by group
    std::map<std::pair<std::uint32_t, Id<Network>>, std::vector<End>> m_reached;
};

} // namespace

NodePorts::NodePorts(const Context& context) {
    std::map<Id<PartRow>, std::size_t> kinds;
    std::vector<std::int64_t> counts;
    for (const Device& device : context.design().devices)
        if (device.scope.isPresent() && isAcceleratorSystem(context.part(device.part))) {
            const auto [kind, isNew] = kinds.try_emplace(device.part, kinds.size());
            if (isNew)
                counts.push_back(0);
            ++counts[kind->second];
        }
    PortCount count(context, kinds.size());
    for (const Device& device : context.design().devices)
        if (device.scope.isPresent())
            if (const auto kind = kinds.find(device.part); kind != kinds.end())
                count.addNode(device.id, kind->second);
    std::vector<PortReach> reach = count.count();
    for (const auto& [part, kind] : kinds) {
        reach[kind].templates = counts[kind];
        m_byPart.emplace(part, std::move(reach[kind]));
    }
}

const PortReach* NodePorts::of(Id<PartRow> part) const {
    const auto found = m_byPart.find(part);
    return found == m_byPart.end() ? nullptr : &found->second;
}

PortReach devicePorts(const Context& context, Id<PartRow> part) {
    PortCount count(context, 1);
    std::int64_t templates = 0;
    for (const Device& device : context.design().devices)
        if (device.part == part && device.scope.isPresent()) {
            ++templates;
            count.addNode(device.id, 0);
        }
    PortReach reach = std::move(count.count().front());
    reach.templates = templates;
    return reach;
}

PortReach rackPorts(const Context& context, const std::vector<const Rack*>& racks) {
    PortCount count(context, 1);
    for (const Rack* rack : racks)
        for (const Device* device : context.contents(rack->id).devices)
            if (isAcceleratorSystem(context.part(device->part)))
                count.addNode(device->id, 0);
    PortReach reach = std::move(count.count().front());
    reach.templates = static_cast<std::int64_t>(racks.size());
    return reach;
}

} // namespace rackwright
