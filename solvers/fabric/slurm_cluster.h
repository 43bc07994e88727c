// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The compute networks as a scheduler sees them: hosts, the units of hosts that share their leaves, and the blocks that
// a scale-up domain joins. Management and storage are no hosts here; what Slurm reads is written by slurm_topology.cpp.

#include "solvers/engine/context.h"

#include <set>
#include <string>
#include <vector>

namespace rackwright {

/// Hosts on the same leaves (the rails of a scalable unit, a pair, one router), and the switches above these.
struct SlurmUnit {
    std::vector<std::size_t> hosts;
    std::set<Id<Device>> above;
};

struct SlurmBlock {
    std::string name;
    std::vector<std::size_t> hosts;
};

struct SlurmCluster {
    std::vector<std::string> hosts;  ///< names, each once, in words that Slurm takes
    std::vector<Id<Device>> devices; ///< of each host; several hosts where it is a rack of trays
    std::vector<SlurmUnit> units;    ///< each host in one
    /// Scale-up domains of several hosts; what is in none of these by its unit. Each host in one.
    std::vector<SlurmBlock> blocks;
};

SlurmCluster slurmCluster(const Context& context);

/// The name of a device in words that Slurm takes: letters, digits, dots, dashes and underscores.
std::string slurmHostName(const Device& device);

std::string slurmUnitName(std::size_t unit);

} // namespace rackwright
