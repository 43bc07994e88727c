// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/generation/network_request.h"

#include "model/edits/hand_cabling.h"
#include "model/parts/port_list.h"
#include "solvers/network/port_run.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <sstream>

namespace rackwright {

namespace {

std::string textOf(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

template <class Number>
void read(const std::string& text, Number& into) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isNumber = error == std::errc() && end == text.data() + text.size();
    if (isNumber && std::isfinite(static_cast<double>(value))) // from_chars reads "inf"
        into = value;
}

// Keys of node groups hold no such sign.
constexpr char kBetweenNodes = '|';

std::vector<std::string> readNodes(const std::string& text) {
    std::vector<std::string> nodes;
    std::istringstream from(text);
    for (std::string each; std::getline(from, each, kBetweenNodes);)
        nodes.push_back(each);
    return nodes;
}

std::string textOf(const std::vector<std::string>& nodes) {
    std::string text;
    for (const std::string& each : nodes)
        text.append(text.empty() ? 0 : 1, kBetweenNodes).append(each);
    return text;
}

std::vector<std::int64_t> readShape(const std::string& text) {
    std::vector<std::int64_t> shape;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t to = std::min(text.find('x', from), text.size());
        std::int64_t side = 0;
        read(text.substr(from, to - from), side);
        shape.push_back(side);
        from = to + 1;
    }
    return shape;
}

void readParameter(const Parameter& parameter, NetworkRequest& request) {
    const std::string& text = parameter.value;
    if (parameter.name == "ports-per-device")
        read(text, request.portsPerDevice);
    else if (parameter.name == "devices-per-unit")
        read(text, request.devicesPerUnit);
    else if (parameter.name == "oversubscription")
        read(text, request.oversubscription);
    else if (parameter.name == "spine-oversubscription")
        read(text, request.spineOversubscription);
    else if (parameter.name == "trunk-speed")
        read(text, request.trunkGbps);
    else if (parameter.name == "planes")
        read(text, request.planes);
    else if (parameter.name == "trunk")
        read(text, request.trunk);
    else if (parameter.name == "spines")
        read(text, request.spines);
    else if (parameter.name == "group-links")
        read(text, request.groupLinks);
    else if (parameter.name == "leaf-spine-links")
        read(text, request.leafSpineLinks);
    else if (parameter.name == "nodes")
        request.nodes = readNodes(text);
    else if (parameter.name == "shape")
        request.shape = readShape(text);
    else if (parameter.name == "spine-rule")
        request.spineRule = enumFromName<SpineRule>(text).value_or(request.spineRule);
    else if (parameter.name == "placing")
        request.placing = enumFromName<SwitchPlacing>(text).value_or(request.placing);
}

/// Switches that carry traffic of the network by role, most frequent part first.
PartPtr partOfTier(const Project& project, const Design& design, Id<Network> network, bool isLeaf) {
    std::map<Id<PartRow>, std::int64_t> count;
    std::map<Id<Device>, bool> seen;
    for (const Cable& cable : design.cables)
        if (cable.network == network)
            for (const PortRef& end : {cable.a, cable.b}) {
                if (!seen.try_emplace(end.device, true).second)
                    continue;
                const Device* device = design.devices.find(end.device);
                const Part* part = device ? findPart(project, device->part) : nullptr;
                const PortGroup* group = part ? portGroupOf(*part, end.port) : nullptr;
                const bool isSwitch = group && part->category == PartCategory::Switch &&
                                      (group->role == PortRole::Data || group->role == PortRole::Uplink);
                if (isSwitch && (device->role != "spine" && device->role != "core") == isLeaf)
                    ++count[device->part];
            }
    const auto most = std::ranges::max_element(count, {}, [](const auto& each) { return each.second; });
    const PartRow* row = most == count.end() ? nullptr : project.parts.find(most->first);
    return row ? row->part : nullptr;
}

/// The most ports that one device has on the network.
std::int64_t mostPorts(const Project& project, const Design& design, Id<Network> network, PortRole role) {
    std::map<Id<Device>, std::int64_t> count;
    for (const Cable& cable : design.cables)
        if (cable.network == network)
            for (const PortRef& end : {cable.a, cable.b}) {
                const Device* device = design.devices.find(end.device);
                const Part* part = device ? findPart(project, device->part) : nullptr;
                const PortGroup* group = part ? portGroupOf(*part, end.port) : nullptr;
                if (group && group->role == role)
                    ++count[end.device];
            }
    std::int64_t most = 0;
    for (const auto& [device, ports] : count)
        most = std::max(most, ports);
    return most;
}

/// A leaf tree of a recipe in the words of a leaf-spine network: the ratio of a full leaf and the speed of its cables
/// up.
void readTree(const FabricGenerator& tree, NetworkRequest& request) {
    request.family = NetworkFamily::LeafSpine;
    request.spineRule = SpineRule::Minimum;
    std::int64_t uplinks = 0;
    for (const Parameter& parameter : tree.parameters)
        if (parameter.name == "uplinks")
            read(parameter.value, uplinks);
        else if (parameter.name == "pairs")
            request.family = NetworkFamily::DualTor;
    const auto ports = [&](PortRole role) {
        std::int64_t count = 0;
        for (const PortGroup& group : request.leaf->portGroups)
            count += group.role == role ? group.count : 0;
        return static_cast<double>(count);
    };
    if (!request.leaf || uplinks < 1)
        return;
    const auto up = fastestPort(*request.leaf, PortRole::Uplink), down = fastestPort(*request.leaf, PortRole::Data);
    if (!down)
        return;
    request.trunkGbps = (up ? *up : *down).in(unit::gigabitPerSecond);
    const auto cables = static_cast<double>(uplinks);
    const double ends = up ? ports(PortRole::Data) : ports(PortRole::Data) - cables;
    request.oversubscription = ends * down->in(unit::gigabitPerSecond) / (cables * request.trunkGbps);
}

} // namespace

std::vector<std::string_view> shapeWords(NetworkFamily family) {
    switch (family) {
    case NetworkFamily::Dragonfly:
        return {"a", "h", "g"};
    case NetworkFamily::DragonflyPlus:
        return {"leaves", "spines", "k", "g"};
    case NetworkFamily::Torus:
        return {"x", "y", "z"};
    case NetworkFamily::Hypercube:
        return {"d"};
    case NetworkFamily::HyperX:
        return {"q", "n"};
    case NetworkFamily::SlimFly:
        return {"q"};
    default:
        return {};
    }
}

std::string_view networkPrefix(NetworkRole role) {
    switch (role) {
    case NetworkRole::Storage:
        return "storage";
    case NetworkRole::InBand:
        return "in-band";
    case NetworkRole::OutOfBand:
        return "oob";
    case NetworkRole::Compute:
    case NetworkRole::ScaleUp:
        break;
    }
    return "compute";
}

std::vector<Parameter> parametersOf(const NetworkRequest& request) {
    std::string shape;
    for (const std::int64_t side : request.shape) {
        if (!shape.empty())
            shape.append("x");
        shape.append(std::to_string(side));
    }
    std::vector<Parameter> kept = {{"ports-per-device", std::to_string(request.portsPerDevice)},
                                   {"devices-per-unit", std::to_string(request.devicesPerUnit)},
                                   {"placing", std::string(enumName(request.placing))},
                                   {"switch", request.leaf ? request.leaf->id : std::string()},
                                   {"upper-switch", request.upper ? request.upper->id : std::string()}};
    if (request.nodes)
        kept.push_back({"nodes", textOf(*request.nodes)});
    if (isDirect(request.family)) {
        kept.push_back({"shape", shape});
        kept.push_back({"trunk", std::to_string(request.trunk)});
        if (hasGroups(request.family) && request.groupLinks > 0)
            kept.push_back({"group-links", std::to_string(request.groupLinks)});
        if (request.family == NetworkFamily::DragonflyPlus && request.leafSpineLinks > 1)
            kept.push_back({"leaf-spine-links", std::to_string(request.leafSpineLinks)});
    } else {
        kept.push_back({"oversubscription", textOf(request.oversubscription)});
        kept.push_back({"spine-oversubscription", textOf(request.spineOversubscription)});
        kept.push_back({"spine-rule", std::string(enumName(request.spineRule))});
        if (request.spines > 0)
            kept.push_back({"spines", std::to_string(request.spines)});
        if (request.trunkGbps > 0)
            kept.push_back({"trunk-speed", textOf(request.trunkGbps)});
    }
    if (request.family == NetworkFamily::MultiPlane)
        kept.push_back({"planes", std::to_string(request.planes)});
    return kept;
}

NetworkRequest requestFor(NetworkRole role) {
    NetworkRequest request;
    request.role = role;
    if (role != NetworkRole::Compute)
        request.family = NetworkFamily::LeafSpine;
    if (role == NetworkRole::Storage || role == NetworkRole::InBand) {
        request.family = NetworkFamily::DualTor;
        request.portsPerDevice = 2;
    }
    if (role == NetworkRole::OutOfBand)
        request.portsPerDevice = 1;
    return request;
}

NetworkRequest requestOf(const Project& project, const Design& design, Id<Network> network) {
    const Network* row = design.networks.find(network);
    NetworkRequest request = requestFor(row ? row->role : NetworkRole::Compute);
    request.network = network;
    request.leaf = partOfTier(project, design, network, true);
    request.upper = partOfTier(project, design, network, false);
    const FabricGenerator* kept = nullptr;
    for (const FabricGenerator& generator : design.fabricGenerators)
        if (generator.network == network)
            kept = &generator;
    if (const auto family = kept ? enumFromName<NetworkFamily>(kept->family) : std::nullopt) {
        request.family = *family;
        for (const Parameter& parameter : kept->parameters)
            readParameter(parameter, request);
    } else if (const std::int64_t ports = mostPorts(project, design, network, edits::endRoleOf(request.role));
               ports > 0) {
        request.portsPerDevice = ports;
        if (kept && kept->family == "tree")
            readTree(*kept, request);
    }
    return request;
}

} // namespace rackwright
