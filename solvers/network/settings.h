// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the fabric rules and of the model of collectives, with their defaults and sources.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// Share of bisection and endpoints that must be left after one fault; 0: nobody has asked for one.
inline constexpr SettingKey<dim::None> faultTarget{
    "fabric.fault-target", "%", 0.0, Grade::Assumption, "Rackwright", "No target for what one fault leaves", ""};

/// Data of one all-reduce of each rank.
inline constexpr SettingKey<dim::Data> messageSize{
    "fabric.message-size", "GB", 1e9, Grade::Assumption, "Rackwright", "Message of the all-reduce that is timed", ""};
/// Of each pair of endpoints that talk, where switches choose a cable by a hash.
inline constexpr SettingKey<dim::None> flowsPerEndpoint{"fabric.flows-per-endpoint",
                                                        "",
                                                        1.0,
                                                        Grade::Assumption,
                                                        "NVIDIA",
                                                        "NCCL environment variables",
                                                        "NCCL_IB_QPS_PER_CONNECTION, default 1"};

// Port to port of one switch.
inline constexpr SettingKey<dim::Time> infinibandLatency{
    "fabric.latency.infiniband", "ns", 150e-9, Grade::ThirdParty, "Reseller of QM9700",
    "below 150 ns port to port", ""};
inline constexpr SettingKey<dim::Time> ethernetLatency{
    "fabric.latency.ethernet", "ns", 800e-9, Grade::Assumption, "Rackwright", "Data-centre Ethernet switch", ""};

// The cost model of NCCL, protocol Simple. Newer releases changed the constants.
inline constexpr std::string_view kTuning = "NCCL, src/graph/tuning.cc, release 2.8";
constexpr SettingKey<dim::Time> ncclLatency(std::string_view key, double microseconds) {
    return {key, "us", microseconds * 1e-6, Grade::ThirdParty, "NVIDIA", kTuning, "Simple"};
}
inline constexpr auto ringBase = ncclLatency("fabric.nccl.ring-base", 8.4);
inline constexpr auto ringInside = ncclLatency("fabric.nccl.ring-inside", 3.4);
inline constexpr auto ringBetween = ncclLatency("fabric.nccl.ring-between", 9.6);
inline constexpr auto treeInside = ncclLatency("fabric.nccl.tree-inside", 28);
inline constexpr auto treeBetween = ncclLatency("fabric.nccl.tree-between", 50);
/// Of the bandwidth that a tree reaches: half, since data go up and down, and a tenth less.
inline constexpr SettingKey<dim::None> treeShare{
    "fabric.nccl.tree-share", "%", 0.45, Grade::ThirdParty, "NVIDIA", kTuning, "0.5 of trees, times 0.9"};

inline constexpr auto collnetInside = ncclLatency("fabric.nccl.collnet-inside", 4);
inline constexpr auto collnetBetween = ncclLatency("fabric.nccl.collnet-between", 10.7);

/// Of what a node sends of an all-reduce among many without reduction in the network: the message up and down again.
inline constexpr SettingKey<dim::None> sharpVolume{
    "fabric.sharp.volume",
    "%",
    0.5,
    Grade::Assumption,
    "Rackwright",
    "Volume of an all-reduce that switches reduce",
    "A node sends its message once, rather than twice; no less is counted"};

// Of the line rate that the data of a large collective reach.
inline constexpr SettingKey<dim::None> networkShare{"fabric.collective.network-share",
                                                    "%",
                                                    0.9,
                                                    Grade::Assumption,
                                                    "Rackwright",
                                                    "Share of the line rate of network ports that collectives reach",
                                                    "No measurement of a network is published with its line rate"};
inline constexpr SettingKey<dim::None> insideShare{"fabric.collective.inside-share",
                                                   "%",
                                                   0.81,
                                                   Grade::ThirdParty,
                                                   "NVIDIA/nccl issue 1455, NVIDIA/nccl-tests issue 212",
                                                   "Ring busbw of H100 over NVLink",
                                                   "365 to 370 GB/s of 450 GB/s"};

} // namespace rackwright::setting_of
