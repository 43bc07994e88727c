// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A Drawing as SVG text: canonical (the same drawing gives the same bytes), one group a layer, millimetres of paper as
// its size. It is no general SVG library.

#include "ui/paint/drawing.h"

#include <QByteArray>

namespace rackwright {

/// UTF-8.
QByteArray svgOf(const Drawing& drawing, const Palette& palette);

/// The same for a page whose style sheet says how inks look: classes fN (fill), sN (stroke) and tN (text) of the number
/// of an ink; no size, ground and title, which are the page's, and digits to a hundredth of a millimetre of paper.
/// `name`: what assistive technology calls it.
QByteArray inlineSvgOf(const Drawing& drawing, const QString& name);

} // namespace rackwright
