// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The hosts of a design as Slurm and Kubernetes see them, by kind of system, and what each job takes of them.

#include "solvers/engine/context.h"
#include "solvers/parallelism/parallel_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright::jobfiles {

std::string numberText(std::int64_t n);

/// Letters, digits and dashes in lower case, at most 40; `otherwise` where nothing is left.
std::string plainWord(const std::string& text, const std::string& otherwise);

/// A name that somebody gave, for a comment: no line ends in it.
std::string oneLine(std::string text);

/// Hosts of one kind of system under one power cap.
struct HostGroup {
    const Part* system = nullptr;
    const Part* accelerator = nullptr;          ///< null: the project holds no such part
    std::int64_t accelerators = 0;              ///< of a host; 0: not known
    std::int64_t hostsOfSystem = 1;             ///< trays of a rack
    std::optional<std::int64_t> sockets, cores; ///< of a host, as its system says
    std::optional<std::int64_t> memory;         ///< MiB of a host that jobs may ask for
    std::optional<double> cap;                  ///< W of an accelerator that the design asks for
    std::optional<double> ownLimit;             ///< W of an accelerator by its data sheet
    std::vector<std::string> hosts, spares;

    bool isNvidia() const { return accelerator && accelerator->vendor == "NVIDIA"; }
    bool isAmd() const { return accelerator && accelerator->vendor == "AMD"; }
    /// "h200" of "H200 SXM 141GB", "mi300x" of "Instinct MI300X": what Slurm calls the kind of an accelerator.
    std::string type() const;
    /// Resource of Kubernetes: "nvidia.com/gpu".
    std::string resource() const;
};

struct ClusterHosts {
    std::vector<HostGroup> groups; ///< those of jobs first
    std::vector<std::string> heads;
    bool hasTopology = false; ///< a compute network joins hosts
};
ClusterHosts clusterHosts(const Context& context);

/// What a job takes of the cluster. Ranks are those of its plan, which may leave a few accelerators over.
struct ClusterJob {
    std::string name; ///< plain, unique
    const Workload* workload = nullptr;
    const HostGroup* group = nullptr;
    std::int64_t nodes = 1, perNode = 1;                 ///< hosts, and accelerators of each
    std::int64_t atOnce = 1;                             ///< jobs of this size that the cluster holds
    std::optional<ParallelPlan> plan;                    ///< of training; none: not known
    double days = 0;                                     ///< of the whole run; 0: not known
    std::int64_t tensor = 1, pipeline = 1, replicas = 1; ///< of serving
    std::int64_t ranks() const { return nodes * perNode; }
};
/// Of the workloads that run on accelerators whose count a host has is known.
std::vector<ClusterJob> clusterJobs(const Context& context, const ClusterHosts& cluster);

} // namespace rackwright::jobfiles
