// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Settings of the storage figures with their defaults and sources; a workload or pool may enter its own value for each
// that its comment names. A default without a source is an assumption of ours.

#include "solvers/engine/reader.h"

namespace rackwright::setting_of {

inline constexpr std::string_view kOurs = "Rackwright";

/// Of a training job, for the rate at which it reads tokens ("mfu").
inline constexpr SettingKey<dim::None> jobUtilisation{
    "storage.mfu",        "%",  0.40, Grade::ThirdParty, "Published runs", "Model FLOP/s utilisation of large runs",
    "38 to 43 % on H100", 0.35, 0.50};
/// "checkpoint-bytes": BF16 weights, FP32 master weights and two moments.
inline constexpr SettingKey<dim::Data> checkpointBytes{"storage.checkpoint-bytes",
                                                       "B",
                                                       14,
                                                       Grade::SourceDocument,
                                                       "Source document 003",
                                                       "Checkpoint of 12 to 14 bytes a parameter",
                                                       "reproduces the sizes of MLPerf Storage v2.0 within 0.3 %"};
/// "snapshot-rate": copy from an accelerator to its host.
inline constexpr SettingKey<dim::DataRate> snapshotRate{"storage.snapshot-rate",
                                                        "GB/s",
                                                        5e9,
                                                        Grade::Assumption,
                                                        kOurs,
                                                        "Copy of an accelerator's state to its host, per accelerator",
                                                        "PCIe shared by the accelerators of a node",
                                                        2.5e9,
                                                        25e9};
/// "changed-share": a dense model changes all of its weights in every step.
inline constexpr SettingKey<dim::None> changedShare{
    "storage.changed-share",
    "%",
    1.0,
    Grade::Assumption,
    kOurs,
    "Share of the state that changed since the last continuous checkpoint",
    "dense models change all weights in every step",
    0.1,
    1.0};
inline constexpr SettingKey<dim::Time> restartTime{
    "storage.restart-time",
    "min",
    600,
    Grade::Assumption,
    kOurs,
    "From a failure until the job runs again, without reading the checkpoint",
    "detection, replacement of the node, start"};
inline constexpr SettingKey<dim::Time> acceleratorMttf{
    "storage.accelerator-mttf",
    "h",
    50'677 * 3600.0,
    Grade::ThirdParty,
    "Meta",
    "Llama 3: 419 unexpected interruptions in 54 days on 16,384 accelerators",
    "all causes, by accelerator-hours"};
/// No shorter than this is an interval that nobody entered: asynchronous stalls are so short that the optimum is
/// seconds.
inline constexpr SettingKey<dim::Time> shortestInterval{"storage.shortest-interval",
                                                        "min",
                                                        60,
                                                        Grade::SourceDocument,
                                                        "Source document 002",
                                                        "Continuous checkpoints every 1 to 5 min",
                                                        ""};
/// A rule of thumb: what a synchronous checkpoint may take of the time.
inline constexpr SettingKey<dim::None> stallShare{"storage.stall-share",
                                                  "%",
                                                  0.05,
                                                  Grade::SourceDocument,
                                                  "Source document 003",
                                                  "Synchronous stall as a share of the interval",
                                                  "rule of thumb"};
/// "kept-hot", "kept-warm", "kept-cold"
inline constexpr SettingKey<dim::None> keptHot{
    "storage.kept-hot", "", 3, Grade::Assumption, kOurs, "Checkpoints kept on the pool that the job writes to", ""};
inline constexpr SettingKey<dim::None> keptWarm{
    "storage.kept-warm", "", 10, Grade::Assumption, kOurs, "Checkpoints kept for rollback and evaluation", ""};
inline constexpr SettingKey<dim::None> keptCold{"storage.kept-cold",        "", 4, Grade::Assumption, kOurs,
                                                "Milestones kept for good", ""};
inline constexpr SettingKey<dim::None> freeShare{"storage.free-share",
                                                 "%",
                                                 0.20,
                                                 Grade::Assumption,
                                                 kOurs,
                                                 "Share of the usable capacity that stays free",
                                                 "fill limits of 80 to 85 % are usual"};
/// "load-time": of a model, by every node that serves it.
inline constexpr SettingKey<dim::Time> loadTime{"storage.load-time",
                                                "min",
                                                300,
                                                Grade::Assumption,
                                                kOurs,
                                                "In which the nodes of a serving job load the model",
                                                ""};
inline constexpr SettingKey<dim::None> fileOperations{
    "storage.file-operations", "", 3, Grade::Assumption, kOurs, "Metadata operations of reading a file",
    "open, stat, close"};

// Pools.
/// "data", "parity": strips of a stripe.
inline constexpr SettingKey<dim::None> codeData{
    "storage.code-data", "", 8, Grade::Assumption, kOurs, "Data strips of a stripe", "erasure code 8+2"};
inline constexpr SettingKey<dim::None> codeParity{
    "storage.code-parity", "", 2, Grade::Assumption, kOurs, "Parity strips of a stripe", "erasure code 8+2"};
inline constexpr SettingKey<dim::DataRate> nvmeRead{
    "storage.nvme-read",    "GB/s", 6e9, Grade::Estimate, kOurs, "Sequential reading of a data center NVMe drive",
    "class of PCIe 4.0 x4", 5e9,    7e9};
inline constexpr SettingKey<dim::DataRate> nvmeWrite{
    "storage.nvme-write",   "GB/s", 3e9, Grade::Estimate, kOurs, "Sustained writing of a data center NVMe drive",
    "class of PCIe 4.0 x4", 2e9,    4e9};
inline constexpr SettingKey<dim::DataRate> diskRate{
    "storage.hard-disk-rate", "GB/s", 0.2e9, Grade::Estimate, kOurs, "Sequential rate of a nearline hard disk",
    "mean over the platter",  0.15e9, 0.27e9};

// Node-local drives.
inline constexpr SettingKey<dim::None> cacheReserve{
    "storage.cache-reserve", "%", 0.10, Grade::Assumption, kOurs, "Share of node-local drives kept free", ""};
inline constexpr SettingKey<dim::DataRate> localRead{"storage.local-read",
                                                     "GB/s",
                                                     40e9,
                                                     Grade::Vendor,
                                                     "NVIDIA",
                                                     "RA-11333-001 V11 (DGX SuperPOD H100)",
                                                     "table 6, read of a node, best",
                                                     20e9,
                                                     48e9};

} // namespace rackwright::setting_of
