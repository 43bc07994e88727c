// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lines of text in a box of a drawing, as large as fits; what would be too small to read is left out. Drawings that
// show more the nearer they are looked at use it.

#include "ui/paint/sketch.h"

#include <QStringList>

namespace rackwright {

inline constexpr double kLineHeight = 1.35; ///< of the font size

struct BoxLettering {
    double legibleSize = 1.95; ///< smallest font size in paper mm
    TextAlign align = TextAlign::Centre;
    Ink ink = Ink::Text; ///< of the first line; the others are subdued
    Weight first = Weight::Regular;
};

/// The largest size at which the lines fit; lines are dropped from the end before a text grows illegible. False when
/// none fits.
bool letterIn(Sketch& sketch, const QRectF& box, QStringList lines, const BoxLettering& lettering);

/// The numbers at the end of a name, "1-3" of "compute-leaf-1-3"; empty: it ends in none.
QString numberAtEnd(const QString& name);

/// The same with the first letters of the words before it, to tell names that end alike: "cl1-3".
QString initialsAndNumber(const QString& name);

} // namespace rackwright
