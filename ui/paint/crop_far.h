// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Where the items of a drawing lie, and a drawing without what lies beyond all use.

#include "ui/paint/drawing.h"

namespace rackwright {

/// World mm that an item covers, its pen included.
QRectF boxOf(const DrawingItem& item);

/// Cuts off and leaves out what lies beyond `window`, which is far outside of all that is looked at: painters and files
/// take no coordinates of any size, and a line of dashes to the horizon costs time for nothing.
void cropFar(Drawing& drawing, const QRectF& window);

} // namespace rackwright
