// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The compute network in the words of the Slurm scheduler (topology.conf as a tree and as blocks, topology.yaml with
// both, which newer releases read instead) and the setting of NCCL that follows from its rails. Leaves that carry the same nodes (the rails of a scalable unit) are one switch,
// since Slurm knows one leaf a node.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// Empty where no compute cable joins a node to a switch.
std::string slurmTree(const Context& context);
std::string slurmBlocks(const Context& context);
std::string slurmYaml(const Context& context);
std::string ncclSettings(const Context& context);

} // namespace rackwright
