// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The record that goes with the design of a cluster: site fields as assumed, what only the customer can tell as
// requests for information, assumptions and exclusions. Nobody has stated anything: no requirement, customer or quote
// number. It changes nothing of the design; the recipes use it.

#include "solvers/recipes/cluster_spec.h"

#include <string>
#include <vector>

namespace rackwright {

struct RecordRequest {
    double floorUniform = 0; ///< kg/m2
    std::vector<Workload> workloads;
    std::vector<std::string> assumptions; ///< besides those of every cluster
    bool areWorkloadsStated = false;      ///< somebody named them: they are no examples
};

Document recorded(const ClusterSpec& spec, Document built, RecordRequest request);

} // namespace rackwright
