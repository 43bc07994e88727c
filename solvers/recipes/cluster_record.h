// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The record that goes with the design of a cluster: site fields, requirements, assumptions, exclusions and the quote
// header, as a customer's brief would state them. It changes nothing of the design; the recipes use it.

#include "solvers/recipes/cluster_spec.h"

#include <string>
#include <vector>

namespace rackwright {

struct RecordRequest {
    std::string quoteNumber;
    std::int64_t accelerators = 0; ///< asked for
    double floorUniform = 0;       ///< kg/m2
    double budget = 0;             ///< US dollars for everything of the bill
    std::vector<Workload> workloads;
    std::vector<std::string> assumptions; ///< besides those of every cluster
};

Document recorded(const ClusterSpec& spec, Document built, RecordRequest request);

} // namespace rackwright
