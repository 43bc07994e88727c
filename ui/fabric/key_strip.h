// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The strip with the keys of a drawing's colours at the lower left of its view; it wraps where the view is narrow. And
// the scale at which drawings are made for the screen. The views of the fabric paint it.

#include "ui/paint/overlay.h"

#include <QSize>

#include <vector>

class QPainter;

namespace rackwright {

inline constexpr double kScreenDotsPerMm = 96.0 / 25.4;
inline constexpr double kLegiblePixels = 7.4; ///< of a font, at least

/// Height that the strip takes at the lower edge of a view of that width, with its margins; 0: there are no keys.
int keyStripHeight(const std::vector<OverlayKey>& keys, int viewWidth);
void paintKeyStrip(QPainter& painter, QSize view, const std::vector<OverlayKey>& keys);

} // namespace rackwright
