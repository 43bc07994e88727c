// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The menu by which every chart hands out its table and its picture.

#include "ui/share/share_menu.h"

namespace rackwright {

class ChartCanvas;

/// `name` is the stem of the files that are proposed. The chart keeps `services` and `say`.
void shareChart(ChartCanvas& chart, const QString& name, StudioServices& services,
                std::function<void(const QString&)> say);

} // namespace rackwright
