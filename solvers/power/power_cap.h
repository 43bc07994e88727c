// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a power cap of an accelerator costs in throughput: the band of source document 002 for the H100 SXM. It depends
// on the workload (within 10 points); formulas and the advice of cooling rules use it.

#include "model/parts/part.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace rackwright {

struct CapKnot {
    double watts, low, mid, high; ///< loss of throughput in %
};
// Source document 002, table of power and thermal limits of the H100 SXM; mid is the middle of its band.
inline constexpr std::array<CapKnot, 4> kH100CapKnots = {
    {{400, 30, 40, 50}, {500, 15, 20, 25}, {600, 5, 6.5, 8}, {700, 0, 0, 0}}};

/// Whether the table is about this accelerator; another one loses by a curve of its own, which nobody has published.
inline bool isOfCapTable(const Part& accelerator) { return accelerator.id.starts_with("nv-h100-sxm"); }

/// Loss (low and high share) at a cap that is this share of an accelerator's own limit; nothing below the lowest cap of
/// the table, since the band must not be extrapolated.
inline std::optional<std::pair<double, double>> capLossBand(double shareOfLimit) {
    const double watts = std::min(shareOfLimit, 1.0) * kH100CapKnots.back().watts;
    if (watts < kH100CapKnots.front().watts)
        return std::nullopt;
    const auto above = std::find_if(kH100CapKnots.begin() + 1, kH100CapKnots.end(),
                                    [watts](const CapKnot& knot) { return watts <= knot.watts; });
    const CapKnot& below = *(above - 1);
    const double part = (watts - below.watts) / (above->watts - below.watts);
    return std::pair((below.low + (above->low - below.low) * part) / 100,
                     (below.high + (above->high - below.high) * part) / 100);
}

} // namespace rackwright
