// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What is published of serving beside what this design comes to: throughputs of other servers, and the bands in which a
// million tokens cost on premises, in managed clouds and by an API (resources/workload/serving_references.csv).

#include "model/base/message.h"
#include "solvers/engine/finding.h"
#include "solvers/engine/schedule.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rackwright {

struct ServingReference {
    bool isCost = false;       ///< of a million tokens, in USD; else a throughput in tokens/s
    std::string model;         ///< or the way of deployment
    std::string accelerators;  ///< "4 x H100"; empty: not published
    std::string format, batch; ///< as published
    double low = 0, high = 0;
    std::string source, date;
};
Result<std::vector<ServingReference>> readServingReferences(std::string_view csv);
/// The table of this build.
std::span<const ServingReference> servingReferences();

/// Where a cost of a million tokens in USD stands in the band of servers on premises: below, within or above it;
/// nothing while it is not known.
std::optional<Message> placedInBand(const Value& usdPerMillion);

/// The bands with each served model's own cost, and the published throughputs. Without rows where nothing is served.
Schedule servingReferenceSchedule(const Context& context, const FigureTable& figures);

} // namespace rackwright
