// SPDX-License-Identifier: GPL-3.0-or-later
// Prints how long drawing a network of 131,072 endpoints takes, and drawing it again after nodes were added.
#include "solvers/generation/generate_network.h"
#include "tests/support/part_fixture.h"

#include <chrono>
#include <cstdio>

using namespace rackwright;

namespace {

ProjectPtr withNodes(const Project& before, IdSource& ids, std::int64_t count) {
    Project project = before;
    const Id<PartRow> part = fixture::embed(project, ids, fixture::node());
    std::vector<Device> nodes;
    for (std::int64_t n = 0; n < count; ++n) {
        Device node;
        node.id = ids.take<Device>();
        node.name = "node-" + std::to_string(node.id.value);
        node.part = part;
        node.role = "compute";
        nodes.push_back(std::move(node));
    }
    Design design = *activeOption(project).design;
    design.devices = design.devices.with(std::move(nodes));
    return withDesign(project, activeOption(project).id, std::make_shared<const Design>(std::move(design)));
}

void report(const char* what, const Project& project, const NetworkRequest& request, IdSource& ids, ProjectPtr& made) {
    const auto start = std::chrono::steady_clock::now();
    Result<NetworkPlan> plan = planNetwork(project, activeOption(project).id, request, ids);
    const auto drawn = std::chrono::steady_clock::now();
    if (!plan)
        return static_cast<void>(std::printf("%s: %s\n", what, plan.error().message.id.c_str()));
    const auto bisection = bisectionOf(*plan);
    const auto solved = std::chrono::steady_clock::now();
    const auto ms = [](auto from, auto to) { return std::chrono::duration<double, std::milli>(to - from).count(); };
    std::printf(
        "%s: %.0f ms, bisection %.0f ms; %lld ends, %lld switches, cables: %lld kept, %lld added, %lld removed, "
        "%.1f Tb/s one way\n",
        what, ms(start, drawn), ms(drawn, solved), static_cast<long long>(plan->ends),
        static_cast<long long>(plan->switches()), static_cast<long long>(plan->cablesKept),
        static_cast<long long>(plan->cablesAdded), static_cast<long long>(plan->cablesRemoved),
        bisection ? static_cast<double>(bisection->lower) * plan->graph.unitGbps / 1000 : 0.0);
    made = plan->project;
}

} // namespace

int main() {
    const Document empty = emptyDocument("Bench");
    IdSource ids(empty.nextId);
    ProjectPtr project = withNodes(*empty.project, ids, 16'380);
    NetworkRequest request;
    request.leaf = std::make_shared<const Part>(fixture::networkSwitch("s", 128, 400, FabricProtocol::InfiniBand));
    report("131,040 endpoints, rail-optimised over three tiers", *project, request, ids, project);
    project = withNodes(*project, ids, 4);
    const Design& design = *activeOption(*project).design;
    report("131,072 endpoints, drawn again with 4 nodes more", *project,
           requestOf(*project, design, design.networks.begin()->id), ids, project);
    return 0;
}
