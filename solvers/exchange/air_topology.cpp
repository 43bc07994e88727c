// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/exchange/air_topology.h"

#include "model/base/numbers.h"
#include "model/design/cabled.h"
#include "model/parts/port_list.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <unordered_map>

namespace rackwright {

namespace {

/// Quoted for JSON and DOT alike: names of hosts are letters, digits and hyphens, a title may be anything.
std::string airQuoted(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            quoted += '\\';
        quoted += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    }
    return quoted + "\"";
}

class AirWriter {
public:
    AirWriter(const Context& context, Id<Network> network) : m_context(context), m_network(network) {
        for (const Cable& cable : presentCables(context.design()))
            if (cable.network == network && isEnd(cable.a) && isEnd(cable.b))
                m_cables.push_back(&cable);
        for (const Cable* cable : m_cables)
            for (const PortRef& end : {cable->a, cable->b})
                note(end);
        // The interfaces of what is no switch are counted in the order of its ports.
        for (auto& [id, node] : m_nodes) {
            int number = 0;
            for (const auto& [port, highest] : node.lanes)
                for (int lane = 0; lane <= highest; ++lane)
                    node.numbers[{port, lane}] = ++number;
        }
    }

    AirTopology write() {
        if (m_cables.empty())
            return {};
        const Network* network = m_context.design().networks.find(m_network);
        const std::string title = m_context.project().name + (network ? " " + network->name : std::string());
        AirTopology made;
        made.json = "{\n  \"format\": \"JSON\",\n  \"title\": " + airQuoted(title) +
                    ",\n  \"ztp\": null,\n  \"content\": {\n    \"nodes\": {\n";
        made.dot = "graph " + airQuoted(title) + " {\n";
        std::string separator;
        for (const Id<Device> id : m_order) {
            const Node& node = m_nodes.at(id);
            const char* system = node.isSwitch ? "cumulus-vx-5.10.1" : "generic/ubuntu2404";
            const int memory = node.isSwitch ? 4096 : 2048;
            made.json += separator + "      " + airQuoted(node.name) +
                         ": {\"cpu\": 2, \"memory\": " + std::to_string(memory) + ", \"storage\": 10, \"os\": \"" +
                         system + "\"}";
            made.dot += "  " + airQuoted(node.name) + " [function=" + airQuoted(node.function) + " memory=\"" +
                        std::to_string(memory) + "\" os=\"" + system + "\" cpu=\"2\"]\n";
            separator = ",\n";
        }
        made.json += "\n    },\n    \"links\": [\n";
        separator.clear();
        for (const Cable* cable : m_cables) {
            const std::string nameA = m_nodes.at(cable->a.device).name, nameB = m_nodes.at(cable->b.device).name;
            const std::string portA = interface(cable->a), portB = interface(cable->b);
            made.json += separator + "      [{\"interface\": " + airQuoted(portA) + ", \"node\": " + airQuoted(nameA) +
                         "}, {\"interface\": " + airQuoted(portB) + ", \"node\": " + airQuoted(nameB) + "}]";
            made.dot += "  " + airQuoted(nameA) + ":" + airQuoted(portA) + " -- " + airQuoted(nameB) + ":" +
                        airQuoted(portB) + "\n";
            separator = ",\n";
        }
        made.json += "\n    ]\n  }\n}\n";
        made.dot += "}\n";
        return made;
    }

private:
    struct Node {
        std::string name, function;
        bool isSwitch = false;
        const Part* part = nullptr;
        std::map<std::uint16_t, int> lanes; ///< highest in use, by port
        std::map<std::pair<std::uint16_t, int>, int> numbers;
    };

    bool isEnd(const PortRef& end) const { return static_cast<bool>(findCabled(m_context.design(), end.device)); }
    void note(const PortRef& end) {
        const auto [it, isNew] = m_nodes.try_emplace(end.device);
        if (isNew) {
            const Cabled thing = findCabled(m_context.design(), end.device);
            it->second.part = m_context.part(thing->part);
            it->second.isSwitch = it->second.part && it->second.part->category == PartCategory::Switch;
            it->second.name = hostName(thing->name);
            it->second.function = thing->role.empty() ? (it->second.isSwitch ? "leaf" : "server") : thing->role;
            m_order.push_back(end.device);
        }
        int& highest = it->second.lanes.try_emplace(end.port, 0).first->second;
        highest = std::max(highest, static_cast<int>(end.lane));
    }
    /// As RFC 1123 has names of hosts: small letters, digits and hyphens, at most 63, each once.
    std::string hostName(const std::string& name) {
        constexpr std::size_t kLongest = 58;
        std::string host;
        for (const char c : name) {
            const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
            if ((lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9'))
                host += lower;
            else if (!host.empty() && host.back() != '-')
                host += '-';
        }
        host = host.substr(0, kLongest);
        while (!host.empty() && host.back() == '-')
            host.pop_back();
        if (host.empty())
            host = "node";
        std::string made = host;
        for (int n = 2; !m_names.insert(made).second; ++n)
            made = host + "-" + std::to_string(n);
        return made;
    }
    std::string interface(const PortRef& end) {
        const Node& node = m_nodes.at(end.device);
        if (!node.isSwitch)
            return "eth" + std::to_string(node.numbers.at({end.port, static_cast<int>(end.lane)}));
        const PortGroup* group = portGroupOf(*node.part, end.port);
        if (group && (group->role == PortRole::Management || group->role == PortRole::Console))
            return "eth0";
        std::vector<Port>& ports = m_ports[node.part];
        if (ports.empty())
            ports = portList(*node.part);
        if (end.port >= ports.size())
            return "swp" + std::to_string(end.port + 1);
        // Cages count through the groups of data ports; what is in a cage counts through its ports and lanes.
        std::int64_t cages = 0;
        const std::size_t own = ports[end.port].group;
        for (std::size_t g = 0; g < own; ++g) {
            const PortGroup& before = node.part->portGroups[g];
            if (before.role != PortRole::Management && before.role != PortRole::Console)
                cages += ceilingOf(before.count, std::max<std::int64_t>(1, before.portsPerCage));
        }
        const std::int64_t inCage = std::max<std::int64_t>(1, group ? group->portsPerCage : 1);
        // The ports of a cage are broken out as the one that is broken out furthest, so that no name stands twice.
        int highest = 0;
        const std::int64_t first = end.port - ports[end.port].inCage;
        for (const auto& [port, lane] : node.lanes)
            if (port >= first && port < first + inCage)
                highest = std::max(highest, lane);
        const auto lanes = static_cast<std::int64_t>(std::bit_ceil(static_cast<unsigned>(highest) + 1U));
        std::string name = "swp" + std::to_string(cages + ports[end.port].cage + 1);
        if (inCage > 1 || lanes > 1)
            name += "s" + std::to_string(ports[end.port].inCage * lanes + end.lane);
        return name;
    }

    const Context& m_context;
    Id<Network> m_network;
    std::vector<const Cable*> m_cables;
    std::unordered_map<Id<Device>, Node> m_nodes;
    std::vector<Id<Device>> m_order; ///< as cables name them
    std::set<std::string> m_names;
    std::unordered_map<const Part*, std::vector<Port>> m_ports;
};

} // namespace

AirTopology airTopology(const Context& context, Id<Network> network) { return AirWriter(context, network).write(); }

} // namespace rackwright
