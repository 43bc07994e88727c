// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What an hour of a design's accelerators costs in the cloud, in every number type.

#include "model/parts/part_title.h"
#include "solvers/cost/cloud_prices.h"
#include "solvers/cost/cost_kernels.h"

namespace rackwright {

/// The part of the accelerators that most of these systems hold; null where none holds any.
Id<PartRow> commonAccelerator(const Context& context, const std::vector<PartCount>& groups);

/// US dollars for an hour of one accelerator of these systems in the cloud: as a person has set it, else by its own row
/// of the price table, else as the setting assumes for any accelerator.
template <class N>
N cloudHourIn(const Context& context, const SettingKey<dim::None>& key, CloudUse use,
              const std::vector<PartCount>& groups) {
    if (!context.setting(key.key)) {
        const Part* part = context.part(commonAccelerator(context, groups));
        if (const auto hour = part ? cloudHour(part->id, use) : std::nullopt)
            return Numbers<N>::given(hour->value, {"cloud hour, " + partTitle(*part), "USD/h", 1}, hour->source);
    }
    return setting<N>(context, key).si();
}

inline bool isUnknownNumber(double) { return false; }
inline bool isUnknownNumber(const Value& value) { return value.isUnknown(); }
inline bool isUnknownNumber(const Traced& traced) { return traced.value().isUnknown(); }

} // namespace rackwright
