// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Draws a Drawing through QPainter onto any target: screen, picture or PDF page. It looks at nothing but the drawing.

#include "ui/paint/drawing.h"

#include <QByteArray>
#include <QImage>
#include <QTransform>

class QPainter;

namespace rackwright {

/// Paints with `toDevice` leading from world mm to the painter's units.
void paintDrawing(QPainter& painter, const Drawing& drawing, const QTransform& toDevice, const Palette& palette);

/// The same for some of its items, in the order of their places in the drawing.
void paintItems(QPainter& painter, const Drawing& drawing, const std::vector<std::uint32_t>& items,
                const QTransform& toDevice, const Palette& palette);

/// Draws one line of text; `size` and positions in the painter's units.
void paintText(QPainter& painter, const TextShape& text, const Palette& palette);

/// The drawing at its own scale with so many dots per mm of paper, on the palette's paper.
QImage pictureOf(const Drawing& drawing, const Palette& palette, double dotsPerMm);

/// PNG bytes without a date, the same for the same drawing.
QByteArray pngOf(const Drawing& drawing, const Palette& palette, double dotsPerMm);

/// One page of the drawing's own paper size at its own scale. The bytes hold the date of writing.
QByteArray pdfOf(const Drawing& drawing, const Palette& palette);

} // namespace rackwright
