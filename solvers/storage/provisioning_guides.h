// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Rules of thumb for the bandwidth of storage, from source documents and a vendor, scaled to a job. They stand beside
// the computed demand as information and never decide anything.

#include "model/design/facility_rows.h"
#include "solvers/engine/context.h"

#include <vector>

namespace rackwright {

struct ProvisioningGuide {
    std::string_view id;     ///< message id of what it says
    std::string_view source; ///< with its page or table
    double low = 0;          ///< B/s
    std::optional<double> high;
};

/// Of reading, for a training job; those by data set only where its size is known.
std::vector<ProvisioningGuide> readGuides(const Context& context, const Workload& workload);
/// Of writing.
std::vector<ProvisioningGuide> writeGuides(const Context& context, const Workload& workload);

} // namespace rackwright
