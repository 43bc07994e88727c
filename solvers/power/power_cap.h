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

/// The table at a cap that is this share of an accelerator's own limit; nothing below its lowest cap, since the band
/// must not be extrapolated.
inline std::optional<CapKnot> capKnotAt(double shareOfLimit) {
    const double watts = std::min(shareOfLimit, 1.0) * kH100CapKnots.back().watts;
    if (watts < kH100CapKnots.front().watts)
        return std::nullopt;
    const auto above = std::find_if(kH100CapKnots.begin() + 1, kH100CapKnots.end(),
                                    [watts](const CapKnot& knot) { return watts <= knot.watts; });
    const CapKnot& below = *(above - 1);
    const double part = (watts - below.watts) / (above->watts - below.watts);
    return CapKnot{watts, below.low + (above->low - below.low) * part, below.mid + (above->mid - below.mid) * part,
                   below.high + (above->high - below.high) * part};
}

/// Loss (low and high share) there.
inline std::optional<std::pair<double, double>> capLossBand(double shareOfLimit) {
    const std::optional<CapKnot> knot = capKnotAt(shareOfLimit);
    return knot ? std::optional(std::pair(knot->low / 100, knot->high / 100)) : std::nullopt;
}

} // namespace rackwright
