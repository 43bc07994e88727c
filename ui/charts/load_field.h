// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Throughput against latency of a served model as a field of points and lines, for the studio and for documents.

#include "solvers/inference/load_curve.h"
#include "ui/charts/point_chart.h"
#include "ui/text/texts.h"

namespace rackwright {

/// Tokens per second over the time of an output token, with the workload's own point, the times that are asked for and
/// where they are crossed.
PointField loadField(const LoadCurve& curve, const Texts& texts);

} // namespace rackwright
