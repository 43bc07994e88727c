// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The programme as lanes of a chart: a line an activity in weeks from the order, the critical path in the ink of
// accents; what may take longer is hollow behind it.

#include "solvers/programme/programme.h"
#include "ui/charts/span_chart.h"
#include "ui/text/texts.h"

namespace rackwright {

enum class ShownActivities { All, CriticalPath };

TimeLanes programmeLanes(const Programme& programme, const Texts& texts, ShownActivities shown = ShownActivities::All);

} // namespace rackwright
