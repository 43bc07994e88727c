// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// NodeInside: what is in a node with accelerators, as its data sheet and the drawn cables tell it: what joins its
// accelerators, their host, and its network and storage ports with their rails. Drawings read it; figures are
// elsewhere.

#include "solvers/node/scale_up_domains.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rackwright {

/// One network or storage port of a node.
struct NodePort {
    double gigabits = 0; ///< Gb/s; 0: not known
    int rail = 0;        ///< from 1; 0: of none
    bool isCabled = false;
    bool operator==(const NodePort&) const = default;
};

/// One node; unset and 0 where the data sheet does not say.
struct NodeInside {
    ScaleUpKind kind;
    std::int64_t accelerators = 0;        ///< in one node
    std::optional<double> bothDirections; ///< of the scale-up link of an accelerator, B/s
    std::optional<double> memory;         ///< of an accelerator, B
    std::string hostLink;                 ///< as the data sheet words it; empty: not known
    std::int64_t processors = 0;          ///< 0: not known
    std::string processor;                ///< empty: not known
    std::optional<double> hostMemory;     ///< B
    std::optional<double> localStorage;   ///< B
    std::vector<NodePort> network;        ///< compute ports in the order of the part
    std::vector<NodePort> storage;
};

/// By data sheet alone; quick.
NodeInside nodeInside(const Project& project, const ScaleUpKind& kind);
/// The same with the cables of one node of the kind and the rails of its networks.
NodeInside nodeInside(const Project& project, const Design& design, const ScaleUpKind& kind, Id<Device> node);

} // namespace rackwright
