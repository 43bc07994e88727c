// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// How long an all-reduce takes over a network by the cost model of NCCL (RCCL took it over), ring and tree, and what
// in-network reduction could reach at most. One template for plain and traced numbers; figures ask it.
// Reference: NCCL, src/graph/tuning.cc (latency + size / bandwidth); all-reduce moves 2(n-1)/n of the data by a ring.

#include "model/figures/formula.h"
#include "solvers/network/in_network_reduction.h"
#include "solvers/network/network_report.h"
#include "solvers/network/settings.h"
#include "solvers/space/inventory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

namespace rackwright {

/// How far apart the nodes of a collective stand, and so what of a network they cross.
enum class CollectiveReach : std::uint8_t {
    ScaleUp, ///< within one scale-up domain: nothing of the network
    Leaf,    ///< port k of all nodes on one switch
    Pod,     ///< below the cores
    Network
};
template <>
struct EnumNames<CollectiveReach> {
    static constexpr std::array<std::string_view, 4> names = {"scale-up", "leaf", "pod", "network"};
};

/// The nodes that take part.
struct CollectiveNodes {
    std::vector<EndDevices> ends; ///< of devices with accelerators alone
    CollectiveReach reach = CollectiveReach::Network;

    /// Nodes of all parts together.
    std::int64_t count() const {
        std::int64_t nodes = 0;
        for (const EndDevices& each : ends)
            nodes += each.count;
        return nodes;
    }
};

/// All accelerators at the ends of a network.
inline CollectiveNodes allNodes(const Context& context, const NetworkReport& report) {
    CollectiveNodes nodes;
    for (const EndDevices& ends : report.ends)
        if (isAcceleratorSystem(context.part(ends.part)))
            nodes.ends.push_back(ends);
    return nodes;
}

/// Who takes part, and what carries them; the slowest node sets the pace.
template <class N>
struct CollectiveJob {
    N nodes, ranks, perNode;
    N injection;                 ///< of a node into the network, bytes/s one way
    N inside;                    ///< of an accelerator to its peers in the node, bytes/s one way
    N networkShare, insideShare; ///< of these line rates that data reach
    N share;                     ///< that the fabric's tiers pass
    N ringShare;                 ///< that its fullest cable passes of rings at full rate
    N treeShare;                 ///< the same of trees
    N message;                   ///< bytes
    /// What a node sends of the two messages that go up and down without it, where switches can reduce; unset: cannot.
    std::optional<N> reducedShare = {};
    bool isReducing = false; ///< somebody says that the switches do

    /// The most that a node can reach, at line rate: its ports, cut to what the tiers above pass and what its own links
    /// take.
    N lineRate() const { return minimum(injection * share, inside); }
    /// What it reaches along rings or trees; networks without tiers tell by these alone what they pass.
    N bandwidth(const N& passed) const {
        return minimum(injection * networkShare * minimum(share, passed), inside * insideShare);
    }
    /// Of a ring all-reduce: 2 (ranks - 1).
    N steps() const { return N(2) * (ranks - N(1)); }
    /// What a ring moves through a node for each byte of the message.
    N factor() const { return steps() / ranks; }
    /// What trees move out of a node on the mean, up and down again: each of two trees carries half of the message
    /// over all its edges, one fewer than nodes.
    N treeFactor() const { return N(2) * (nodes - N(1)) / nodes; }
    /// What a node sends when the switches reduce.
    N reducedFactor() const { return N(2) * *reducedShare; }
    /// What accelerators move within a node before and after: a reduce-scatter and an all-gather.
    N insideFactor() const { return N(2) * (perNode - N(1)) / perNode; }
};

/// Of nodes that the network joins: what its tiers pass is reckoned as far as they reach; loads of the fullest cable
/// are those of the whole network, more than fewer nodes bring about, but for nodes on one leaf, which share no cable.
template <class N>
CollectiveJob<N> collectiveJob(const Context& context, const NetworkReport& report, const CollectiveNodes& nodes) {
    Sum<dim::None, N> ranks;
    std::optional<N> perNode, injection, inside;
    const auto least = [](std::optional<N>& into, N value) { into = into ? minimum(*into, value) : std::move(value); };
    for (const EndDevices& ends : nodes.ends) {
        const Ratio<N> each = partNumber<N>(context, ends.part, attribute::acceleratorCount);
        ranks.add(times(ends.count, partName<N>(context, ends.part), each));
        perNode = perNode ? maximum(*perNode, each.si()) : each.si();
        least(injection,
              Numbers<N>::given(Value(ends.leastGbps * 1.25e8, report.grade), {"ports of a node", "Gb/s", 1.25e8}, {}));
        least(inside, partNumber<N>(context, acceleratorPart(context, ends.part), attribute::scaleUpBandwidth).si() /
                          constant<N>(2));
    }
    double worst = 1;
    if (nodes.reach == CollectiveReach::Pod || nodes.reach == CollectiveReach::Network)
        worst = std::max(worst, report.leafOversubscription);
    if (nodes.reach == CollectiveReach::Network)
        worst = std::max(worst, report.spineOversubscription);
    const auto passed = [&](TrafficPattern pattern, const char* label) {
        const auto& loads = report.spreads[static_cast<std::size_t>(pattern)];
        const bool isBeyondLeaf = nodes.reach == CollectiveReach::Pod || nodes.reach == CollectiveReach::Network;
        // A network of parts has no way for them, while one that is too large to follow has.
        const bool isCutOff = isBeyondLeaf && !loads && !report.isConnected;
        const double load = loads && nodes.reach != CollectiveReach::Leaf ? std::max(1.0, loads->ideal) : 1;
        const Value value = isCutOff ? Value::unknown(report.grade) : Value(load, report.grade);
        return constant<N>(1) / N(Numbers<N>::given(value, {label, "", 1}, {}));
    };
    const bool canReduce = report.protocol == FabricProtocol::InfiniBand;
    const auto unknown = [](const char* label) { return N(Numbers<N>::given(Value::unknown(), {label, "", 1}, {})); };
    return {counted<N>(nodes.count(), "nodes"),
            ranks.total().si(),
            perNode ? *perNode : unknown("accelerators of a node"),
            injection ? *injection : unknown("ports of a node"),
            inside ? *inside : unknown("links inside a node"),
            setting<N>(context, setting_of::networkShare).si(),
            setting<N>(context, setting_of::insideShare).si(),
            constant<N>(1) / N(Numbers<N>::given(Value(worst, report.grade), {"worst oversubscription", "", 1}, {})),
            passed(TrafficPattern::Ring, "load of the fullest cable under rings"),
            passed(TrafficPattern::Tree, "load of the fullest cable under trees"),
            setting<N>(context, setting_of::messageSize).si(),
            canReduce ? std::optional(sharpShare<N>(context)) : std::nullopt,
            canReduce && isSharpOn(context)};
}

/// Of all accelerators that the network joins.
template <class N>
CollectiveJob<N> collectiveJob(const Context& context, const NetworkReport& report) {
    return collectiveJob<N>(context, report, allNodes(context, report));
}

/// Seconds of one all-reduce by a ring: latency of its steps, then bytes over bandwidth (NCCL's cost model).
template <class N>
N ringTime(const Context& context, const CollectiveJob<N>& job) {
    const N between = N(2) * (job.nodes - N(1));
    const N latency = setting<N>(context, setting_of::ringBase).si() +
                      (job.steps() - between) * setting<N>(context, setting_of::ringInside).si() +
                      between * setting<N>(context, setting_of::ringBetween).si();
    return latency + job.message * job.factor() / job.bandwidth(job.ringShare);
}

/// Seconds of one all-reduce by NCCL's two binary trees: their depth, then bytes over bandwidth.
template <class N>
N treeTime(const Context& context, const CollectiveJob<N>& job) {
    const N levels = naturalLog(job.nodes) / N(std::log(2.0));
    const N latency = N(2) * ((job.perNode - N(1)) * setting<N>(context, setting_of::treeInside).si() +
                              levels * setting<N>(context, setting_of::treeBetween).si());
    return latency + job.message / (job.bandwidth(job.treeShare) * setting<N>(context, setting_of::treeShare).si());
}

/// Switches reduce what the nodes send once, after a reduce-scatter within each node and before an all-gather; the two
/// overlap with the network. The tiers take no more than the nodes send, as each switch passes one stream on.
template <class N>
N reducedTime(const Context& context, const CollectiveJob<N>& job) {
    const N latency = N(2) * (job.perNode - N(1)) * setting<N>(context, setting_of::collnetInside).si() +
                      setting<N>(context, setting_of::collnetBetween).si();
    const N network = job.message * job.reducedFactor() / (job.injection * job.networkShare * job.share);
    const N inside = job.message * job.insideFactor() / (job.inside * job.insideShare);
    return latency + maximum(network, inside);
}

/// By which an all-reduce goes.
enum class CollectiveAlgorithm : std::uint8_t { Ring, Tree, InNetwork };
template <>
struct EnumNames<CollectiveAlgorithm> {
    static constexpr std::array<std::string_view, 3> names = {"ring", "tree", "in-network"};
};

/// Seconds by the fastest algorithm; in the network only where switches reduce.
template <class N>
N allReduceTime(const Context& context, const CollectiveJob<N>& job) {
    const N plain = minimum(ringTime(context, job), treeTime(context, job));
    return job.isReducing ? minimum(plain, reducedTime(context, job)) : plain;
}

/// The fastest: with plain numbers, for any number type alike.
inline CollectiveAlgorithm fastestAlgorithm(const Context& context, const CollectiveJob<Value>& job) {
    const Value least = allReduceTime(context, job);
    const auto takes = [&](const Value& time) { return least.isUnknown() || time.typical() <= least.typical(); };
    if (takes(ringTime(context, job)))
        return CollectiveAlgorithm::Ring;
    return takes(treeTime(context, job)) ? CollectiveAlgorithm::Tree : CollectiveAlgorithm::InNetwork;
}

/// What a node sends for each byte of the message, of trees on the mean.
template <class N>
N sentFactor(const CollectiveJob<N>& job, CollectiveAlgorithm algorithm) {
    switch (algorithm) {
    case CollectiveAlgorithm::Ring:
        return job.factor();
    case CollectiveAlgorithm::Tree:
        return job.treeFactor();
    case CollectiveAlgorithm::InNetwork:
        break;
    }
    return job.reducedFactor();
}

} // namespace rackwright
