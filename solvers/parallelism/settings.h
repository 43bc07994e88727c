// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the training figures with their defaults; a workload may enter its own value for each that its comment
// names. A default without a source is an assumption of ours.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

/// "sequence": tokens of one sequence.
inline constexpr SettingKey<dim::None> trainingSequence{
    "training.sequence", "", 8192, Grade::ThirdParty, "Meta", "Llama 3: sequence of pre-training", "8,192 tokens"};
/// "batch": tokens of one step.
inline constexpr SettingKey<dim::None> trainingBatch{
    "training.batch", "", 4e6, Grade::ThirdParty, "Meta", "Llama 3: tokens of a step", "four million at the beginning"};
/// Measured over computed speed of the published runs (resources/workload/calibration.csv): the median, and where four
/// of five lie. A run on a site of one's own is of no class of theirs.
inline constexpr SettingKey<dim::None> trainingSpeed{
    "training.speed-factor",
    "%",
    0.7744,
    Grade::Measured,
    "Published runs",
    "Median of measured over computed speed",
    "397 runs, four of five in the range; named in the table of calibration",
    0.6373,
    0.9782};
/// Between an accelerator and its node's memory, one way. Read where states leave the accelerator, as the two below.
inline constexpr SettingKey<dim::DataRate> hostLinkRate{"training.host-rate",
                                                        "GB/s",
                                                        25e9,
                                                        Grade::Assumption,
                                                        "Rackwright",
                                                        "Rate between an accelerator and its node's memory, one way",
                                                        "PCIe 4.0 x16; 5.0 reaches twice as much"};
inline constexpr SettingKey<dim::DataRate> hostMemoryRate{"training.host-memory-rate",
                                                          "GB/s",
                                                          40e9,
                                                          Grade::Assumption,
                                                          "Rackwright",
                                                          "Bandwidth of the node's memory for one accelerator's states",
                                                          "two sockets of eight channels shared by eight"};
inline constexpr SettingKey<dim::DataRate> localDriveRate{"training.drive-rate",
                                                          "GB/s",
                                                          4e9,
                                                          Grade::Assumption,
                                                          "Rackwright",
                                                          "Rate of the node's drives for one accelerator's states",
                                                          "one NVMe drive each, mean of reading and writing"};
/// The rest of a node's memory and drives serves its system, loaders and caches.
inline constexpr SettingKey<dim::None> nodeShare{"training.node-share",
                                                 "%",
                                                 0.9,
                                                 Grade::Assumption,
                                                 "Rackwright",
                                                 "Share of a node's memory and drives that states can take",
                                                 "the rest serves its system, loaders and caches"};
/// Read where a recipe generates what it trains on.
inline constexpr SettingKey<dim::None> rolloutShare{
    "training.rollout-share", "%",          0.5,
    Grade::Assumption,        "Rackwright", "Tokens of a sequence that reinforcement learning generates",
    "the rest is its prompt"};
/// What frameworks and fragmentation leave of an accelerator's memory.
inline constexpr SettingKey<dim::None> trainingMemoryShare{"training.usable-memory",
                                                           "%",
                                                           0.95,
                                                           Grade::Assumption,
                                                           "Rackwright",
                                                           "Share of an accelerator's memory that a job can use",
                                                           "driver and reserve taken off"};
/// Price of an accelerator-hour elsewhere, to compare with.
inline constexpr SettingKey<dim::None> cloudHour{
    "training.cloud-hour",   "USD/h", 3.0, Grade::Assumption, "Rackwright", "Price of an accelerator-hour of the cloud",
    "on demand to reserved", 1.4,     4.0};

} // namespace rackwright::setting_of
