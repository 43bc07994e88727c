// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A Drawing as SVG text: canonical (the same drawing gives the same bytes), one group a layer, millimetres of paper as
// its size. It is no general SVG library.

#include "ui/paint/drawing.h"

#include <QByteArray>

namespace rackwright {

/// UTF-8.
QByteArray svgOf(const Drawing& drawing, const Palette& palette);

} // namespace rackwright
