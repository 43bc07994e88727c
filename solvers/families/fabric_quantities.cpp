// SPDX-License-Identifier: GPL-3.0-or-later
#include "solvers/families/fabric_quantities.h"

#include "solvers/graph/graph_file.h"
#include "solvers/graph/traffic.h"

#include <cmath>

namespace rackwright {

namespace {

constexpr const char* kSpeed = "Gb/s";

void addCount(FabricQuantities& answers, std::string quantity, const FabricCount& count) {
    FabricQuantity row{std::move(quantity), std::nullopt, {}, {}};
    if (count.undefined.empty())
        row.value = static_cast<double>(count.value);
    else
        row.reason = Message(count.undefined);
    answers.rows.push_back(std::move(row));
}

void addCounts(FabricQuantities& answers, const FabricCounts& counts) {
    addCount(answers, "leaf", counts.leaf);
    addCount(answers, "spine", counts.spine);
    addCount(answers, "core", counts.core);
    addCount(answers, "switches_total", counts.switches);
    addCount(answers, "node_links", counts.nodeLinks);
    addCount(answers, "leaf_spine_links", counts.leafSpineLinks);
    addCount(answers, "spine_core_links", counts.spineCoreLinks);
    addCount(answers, "interswitch_links", counts.interswitchLinks);
}

Message reasonOf(BisectionLack lack) {
    switch (lack) {
    case BisectionLack::NoEndpoints:
        return Message("fabric.no-split");
    case BisectionLack::TooMuchGlue:
        return Message("fabric.glue-too-large");
    case BisectionLack::NoneFound:
        return Message("fabric.no-split-found");
    }
    return Message();
}

/// The bounds of `answers`, or `reason` where there are none.
void addBounds(FabricQuantities& answers, const Message& reason) {
    for (const bool isLower : {true, false}) {
        FabricQuantity row{
            isLower ? "bisection_lower_gbps_oneway" : "bisection_upper_gbps_oneway", std::nullopt, kSpeed, {}};
        if (answers.bisection)
            row.value =
                static_cast<double>(isLower ? answers.bisection->lower : answers.bisection->upper) * answers.unitGbps;
        else
            row.reason = reason;
        answers.rows.push_back(std::move(row));
    }
}

void addBisection(FabricQuantities& answers, const FabricGraph& graph, const std::optional<BisectionTheorem>& theorem) {
    answers.bisection = bisectionOf(graph, Effort::Thorough, theorem);
    answers.unitGbps = graph.unitGbps;
    addBounds(answers, answers.bisection ? Message() : reasonOf(lackOfBisection(graph)));
}

/// Of a fabric that is too large to be drawn, or of which tables leave the deal of its cables open.
void addClosedBisection(FabricQuantities& answers, const GeneratedFabric& made) {
    if (const std::optional<ClosedBisection>& closed = made.spreadEvenly ? made.spreadEvenly : made.closed) {
        Bisection& bisection = answers.bisection.emplace();
        bisection.endpoints = made.endpoints;
        bisection.onA = closed->onA;
        bisection.onB = closed->onB;
        bisection.lower = bisection.upper = bisection.cutCables = closed->cables;
        bisection.lowerProof = bisection.upperProof = closed->proof;
        answers.unitGbps = closed->gbps;
    }
    addBounds(answers, made.undrawn.value_or(Message()));
}

/// Between how many groups, and with how many cables.
void addGroups(FabricQuantities& answers, const GroupLinks& groups) {
    addCount(answers, "groups", groups.groups);
    addCount(answers, "global_links", groups.cables);
    addCount(answers, "global_links_per_group_pair_least", groups.leastPerPair);
    addCount(answers, "global_links_per_group_pair_most", groups.mostPerPair);
}

/// `undrawn`: why there is no graph.
void addTraffic(FabricQuantities& answers, const FabricGraph& graph, const std::optional<Message>& undrawn = {}) {
    if (undrawn) {
        for (const char* quantity :
             {"diameter_links", "mean_distance_links", "ecmp_alltoall_max_util", "ecmp_shift_half_max_util"})
            answers.rows.push_back({quantity, std::nullopt, {}, *undrawn});
        return;
    }
    const std::optional<FabricTraffic> traffic = trafficOf(graph);
    const bool isKnown = traffic && traffic->isConnected;
    const Message reason(!traffic ? graph.endpointCount() < 2 ? "fabric.no-pairs" : "fabric.traffic-too-large"
                                  : "fabric.not-connected");
    const auto add = [&](const char* quantity, double value) {
        answers.rows.push_back(
            {quantity, isKnown ? std::optional(value) : std::nullopt, {}, isKnown ? Message() : reason});
    };
    const FabricTraffic shown = traffic.value_or(FabricTraffic{});
    add("diameter_links", static_cast<double>(shown.diameter));
    add("mean_distance_links", shown.meanDistance);
    add("ecmp_alltoall_max_util", shown.allToAllMax);
    add("ecmp_shift_half_max_util", shown.shiftHalfMax);
}

} // namespace

Result<FabricQuantities> quantitiesOfFamily(const FamilyRequest& request) {
    const Result<GeneratedFabric> made = countFabric(request);
    if (!made)
        return made.error();
    FabricQuantities answers;
    answers.level = made->level;
    addCounts(answers, made->counts);
    if (made->groups)
        addGroups(answers, *made->groups);
    if (made->undrawn || made->spreadEvenly)
        addClosedBisection(answers, *made);
    else
        addBisection(answers, made->graph, made->theorem);
    addTraffic(answers, made->graph, made->undrawn);
    for (FabricQuantity& row : answers.rows)
        if (row.value && !std::isfinite(*row.value)) {
            row.value.reset();
            row.reason = Message("fabric.not-finite");
        }
    return answers;
}

Result<FabricQuantities> quantitiesOfGraph(std::string_view text, const GraphProgress& progress) {
    const Result<GraphFile> file = readGraph(text);
    if (!file)
        return file.error();
    const FabricCount noTier = FabricCount::notDefined("fabric.graph-without-tiers");
    FabricQuantities answers;
    addCounts(answers, {noTier, noTier, noTier, file->counts.switches, file->counts.nodeLinks, noTier, noTier,
                        file->counts.interswitchLinks});
    const auto tell = [&](GraphStage stage) {
        if (progress)
            progress(stage, file->counts.switches);
    };
    tell(GraphStage::Bisection);
    addBisection(answers, file->graph, std::nullopt);
    tell(GraphStage::Traffic);
    addTraffic(answers, file->graph);
    return answers;
}

std::string messageOf(BisectionLevel level) {
    switch (level) {
    case BisectionLevel::Endpoint:
        return "fabric.level.endpoint";
    case BisectionLevel::Router:
        return "fabric.level.router";
    case BisectionLevel::Node:
        return "fabric.level.node";
    }
    return {};
}

std::string messageOf(BoundProof proof) {
    switch (proof) {
    case BoundProof::Trivial:
        return "fabric.proof.trivial";
    case BoundProof::EvenSpread:
        return "fabric.proof.even-spread";
    case BoundProof::Enumeration:
        return "fabric.proof.enumeration";
    case BoundProof::Search:
        return "fabric.proof.search";
    case BoundProof::Connected:
        return "fabric.proof.connected";
    case BoundProof::Permutation:
        return "fabric.proof.permutation";
    case BoundProof::Embedding:
        return "fabric.proof.embedding";
    case BoundProof::GroupRouting:
        return "fabric.proof.group-routing";
    case BoundProof::Spread:
        return "fabric.proof.spread";
    case BoundProof::Spectral:
        return "fabric.proof.spectral";
    case BoundProof::RaisedSpectral:
        return "fabric.proof.raised-spectral";
    case BoundProof::ProductTheorem:
        return "fabric.proof.product-theorem";
    case BoundProof::ClosedForm:
        return "fabric.proof.closed-form";
    case BoundProof::Disconnected:
        return "fabric.proof.disconnected";
    case BoundProof::Cut:
        return "fabric.proof.cut";
    }
    return {};
}

} // namespace rackwright
