// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The compute networks in the words of the Slurm scheduler: topology.conf as a tree and as blocks, and topology.yaml
// with both, which newer releases read instead. Leaves of a unit are one switch, since Slurm knows one leaf a node.

#include "solvers/engine/context.h"

#include <string>

namespace rackwright {

/// Empty where no compute cable joins a host to a switch.
std::string slurmTree(const Context& context);
std::string slurmBlocks(const Context& context);
std::string slurmYaml(const Context& context);

} // namespace rackwright
