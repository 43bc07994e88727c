// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A site of nodes that networks are drawn into as the program does it, and what tests ask of the outcome: ports that
// are used once, cables by pair, the bisection, and what a refusal says.

#include "model/design/cabled.h"
#include "model/parts/port_list.h"
#include "solvers/generation/generate_network.h"
#include "tests/support/part_fixture.h"

#include <QTest>

#include <array>
#include <cmath>
#include <map>
#include <set>

namespace rackwright::fixture {

inline PartPtr switchOf(std::int64_t ports, double gbps, FabricProtocol protocol = FabricProtocol::InfiniBand,
                        std::int64_t split = 1) {
    Part part = networkSwitch("switch-" + std::to_string(ports), ports, gbps, protocol);
    part.portGroups[0].maximumSplit = split;
    return std::make_shared<const Part>(std::move(part));
}

struct Site {
    ProjectPtr project;
    std::uint64_t nextId = 1;

    const Design& design() const { return *activeOption(*project).design; }
    std::uint64_t option() const { return activeOption(*project).id; }

    Result<NetworkPlan> plan(const NetworkRequest& request) const {
        IdSource ids(nextId);
        return planNetwork(*project, option(), request, ids);
    }
    /// Applies a request as the program does and gives the plan.
    NetworkPlan draw(const NetworkRequest& request) {
        Result<NetworkPlan> made = plan(request);
        if (!made)
            qFatal("%s", made.error().message.id.c_str());
        IdSource ids(nextId);
        Result<ProjectPtr> next = generateNetwork(*project, option(), request).apply(*project, ids);
        if (!next || *activeOption(**next).design != *activeOption(*made->project).design)
            qFatal("the edit does not write what the plan says");
        project = *next;
        nextId = ids.next();
        return std::move(*made);
    }
    Id<Network> network() const { return design().networks.begin()->id; }
    std::vector<Id<Device>> leaves() const {
        std::vector<Id<Device>> found;
        for (const Device& device : design().devices)
            if (device.role == "leaf")
                found.push_back(device.id);
        return found;
    }

    void addNodes(std::int64_t count, const Part& part = node()) {
        Project next = *project;
        IdSource ids(nextId);
        const Id<PartRow> row = embed(next, ids, part);
        std::vector<Device> nodes;
        for (std::int64_t i = 0; i < count; ++i) {
            Device node;
            node.id = ids.take<Device>();
            node.name = "node-" + std::to_string(node.id.value);
            node.part = row;
            node.role = "compute";
            nodes.push_back(std::move(node));
        }
        Design design = this->design();
        design.devices = design.devices.with(std::move(nodes));
        project = withDesign(next, option(), std::make_shared<const Design>(std::move(design)));
        nextId = ids.next();
    }
    void put(Design design) {
        project = withDesign(*project, option(), std::make_shared<const Design>(std::move(design)));
    }
};

inline Site siteOf(std::int64_t nodes, const Part& part = node()) {
    const Document empty = emptyDocument("Site");
    Site site{empty.project, empty.nextId};
    site.addNodes(nodes, part);
    return site;
}

inline NetworkRequest railsOf(PartPtr with) {
    NetworkRequest request;
    request.leaf = std::move(with);
    return request;
}

/// Each cable joins two ports that exist, speak alike and run at one speed; no lane is used twice; a port is broken out
/// for one speed.
inline void checkPorts(const Site& site) {
    std::set<PortRef> used;
    for (const Cable& cable : site.design().cables) {
        std::array<const PortGroup*, 2> groups{};
        for (const auto& [i, end] : {std::pair{0, cable.a}, {1, cable.b}}) {
            const Cabled device = findCabled(site.design(), end.device);
            QVERIFY(bool(device));
            groups[static_cast<std::size_t>(i)] = portGroupOf(*findPart(*site.project, device->part), end.port);
            QVERIFY(groups[static_cast<std::size_t>(i)]);
            QVERIFY(end.lane < std::max<std::int64_t>(1, groups[static_cast<std::size_t>(i)]->maximumSplit));
            QVERIFY2(used.insert(end).second, device->name.c_str());
        }
        const double a = groups[0]->speed.typical()->si(), b = groups[1]->speed.typical()->si();
        const double ratio = std::max(a, b) / std::min(a, b);
        QCOMPARE(ratio, std::round(ratio));
    }
}

inline std::map<std::string, std::int64_t> cablesByPair(const Site& site) {
    std::map<std::string, std::int64_t> pairs;
    for (const Cable& cable : site.design().cables)
        ++pairs[std::to_string(cable.a.device.value) + " " + std::to_string(cable.b.device.value)];
    return pairs;
}

inline double tbps(const NetworkPlan& plan, bool isUpper = false) {
    const auto bisection = bisectionOf(plan);
    return static_cast<double>(isUpper ? bisection->upper : bisection->lower) * plan.graph.unitGbps / 1000;
}

inline std::string errorOf(const Site& site, const NetworkRequest& request) {
    const Result<NetworkPlan> made = site.plan(request);
    return made ? std::string() : made.error().message.id;
}

inline std::string argumentOf(const Site& site, const NetworkRequest& request, const std::string& name) {
    const Result<NetworkPlan> made = site.plan(request);
    if (!made)
        for (const Argument& argument : made.error().message.arguments)
            if (argument.name == name) {
                if (const auto* count = std::get_if<std::int64_t>(&argument.value))
                    return std::to_string(*count);
                if (const auto* words = std::get_if<std::string>(&argument.value))
                    return *words;
                std::string list;
                for (const std::string& word : std::get<WordList>(argument.value).words)
                    list += (list.empty() ? "" : " ") + word;
                return list;
            }
    return {};
}

} // namespace rackwright::fixture
