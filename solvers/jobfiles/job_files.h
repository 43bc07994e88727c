// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Files with which a cluster is brought up and its jobs are run: slurm.conf and gres.conf, a batch script and
// Kubernetes manifests of each workload by its plan, kernel and boot parameters, power caps. What the design does not
// know is left to be entered, marked TODO. Topology and NCCL have files of their own (solvers/fabric), the runbook is a
// schedule.

#include "solvers/engine/context.h"
#include "solvers/engine/schedule.h"

#include <string>
#include <vector>

namespace rackwright {

/// A setting: "dedicated" where a person says that the cluster has one tenant alone, else "shared".
inline constexpr auto kTenancyKey = "cluster.tenancy";

struct JobFile {
    std::string name; ///< "job-pretrain.sbatch"; letters, digits, dots and dashes
    std::string text;
    Id<Workload> workload{}; ///< whose job it starts; none: of the cluster
};

/// All files of a design, in a fixed order; none where it has no accelerators.
std::vector<JobFile> jobFiles(const Context& context);

/// Commands of operation with the design's own numbers filled in: nodes, jobs, accelerators and their power cap,
/// networks, storage. Without rows where the design has no accelerators.
Schedule runbookSchedule(const Context& context);

/// "node-[1-4,7],spare-1": hosts as Slurm lists them, in the order given.
std::string slurmHostList(const std::vector<std::string>& hosts);

} // namespace rackwright
